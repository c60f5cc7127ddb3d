"""Masks at the beginning of a value, whatever it stands in: what one value allows is taken over from another.

The grammar is a small JSON whose objects have no key twice; the oracle reads a text character by character with a stack.
"""

from __future__ import annotations

from random import Random

import pytest

import constrain
from constrain import Vocabulary
from constrain.grammar import Choice, Distinct, Expression, Grammar, Nonterminal, Repeat, Scope, Sequence, Terminal
from constrain.patterns.pattern import byte_range, concat, literal, repeat

from .... import laws

ALPHABET = '[]{}:,"ab0tf '


def word(text: str) -> Terminal:
    return Terminal(literal(text.encode()), text)


def small_json() -> Grammar:
    """Values: `0…`, `t`, `f`, `" "`, arrays, objects with different keys of `a` and `b`, in any of which they may stand."""
    letters = repeat(byte_range(ord("a"), ord("b")))
    key = Distinct(Terminal(concat(literal(b'"'), letters, literal(b'"')), "key"))
    value = Nonterminal("value")
    member: Expression = Sequence((key, word(":"), value))

    def listed(item: Expression) -> Expression:
        return Repeat(Sequence((item, Repeat(Sequence((word(","), item))))), 0, 1)

    array = Sequence((word("["), listed(value), word("]")))
    table = Scope(Sequence((word("{"), listed(member), word("}"))))
    number = Terminal(repeat(literal(b"0"), 1), "number")
    return Grammar("value", {"value": Choice((number, word("t"), word("f"), word('" "'), array, table))})


def follow(text: str) -> tuple[bool, bool]:
    """Whether the text begins a value, and whether it is one."""
    stack: list[set[str] | None] = []  # keys of an object, None for an array
    expected, key, i = "value", "", 0
    while i < len(text):
        letter = text[i]
        if expected == "number" and letter != "0":
            expected = "end"
        if expected in ("value", "value or ]") and letter in '0tf[{"':
            i += 1
            if letter == "0":
                expected = "number"
            elif letter in "tf":
                expected = "end"
            elif letter == '"':
                if not '" "'.startswith(text[i - 1 : i + 2]):
                    return False, False
                if len(text) < i + 2:
                    return True, False
                i, expected = i + 2, "end"
            else:
                stack.append(None if letter == "[" else set())
                expected = "value or ]" if letter == "[" else "key or }"
        elif expected == "number":
            i += 1
        elif expected in ("key", "key or }") and letter == '"':
            expected, key, i = "letters", "", i + 1
        elif expected == "letters" and letter in "ab":
            key, i = key + letter, i + 1
        elif expected == "letters" and letter == '"':
            keys = stack[-1]
            assert keys is not None
            if key in keys:
                return False, False
            keys.add(key)
            expected, i = ":", i + 1
        elif expected == ":" and letter == ":":
            expected, i = "value", i + 1
        elif expected == "end" and stack and letter == ",":
            expected, i = "value" if stack[-1] is None else "key", i + 1
        elif stack and letter == ("]" if stack[-1] is None else "}") and expected in ("end", "value or ]", "key or }"):
            stack.pop()
            expected, i = "end", i + 1
        else:
            return False, False
    return True, not stack and expected in ("end", "number")


@pytest.mark.parametrize("seed", range(12))
def test_masks_are_exactly_the_viable_tokens(seed: int) -> None:
    """On random walks through nested values, a token is allowed if and only if some value goes on with it."""
    random = Random(seed)
    pieces = {"".join(random.choices(ALPHABET, k=random.randint(2, 5))) for _ in range(400)}
    pieces |= {
        '":',
        '","',
        '":[',
        '":{"',
        '":0,"',
        '{"":',
        "[[",
        "]]",
        "},",
        "}}",
        "[0,",
        '{"a"',
        ']},"',
        '[{"',
        "[t]",
        "{}",
        "[]",
    }
    pieces |= {'" "', ',"a":t', "0}", "0]", '["', "[],[", '"},{"'}
    tokens = [*ALPHABET, *sorted(pieces)]
    vocabulary = Vocabulary.from_bytes([*(token.encode() for token in tokens), None], end_ids=[len(tokens)])
    constraint = constrain.compile(small_json(), vocabulary)
    for _ in range(12):
        matcher, text = constraint.matcher(), ""
        for _ in range(25):
            expected = [number for number, token in enumerate(tokens) if follow(text + token)[0]]
            expected += [len(tokens)] if follow(text)[1] else []
            assert laws.mask(matcher) == expected, text
            choices = [number for number in expected if number < len(tokens)]
            if not choices:
                break
            weights = [4 if set(tokens[number]) & set("[{:") else 1 for number in choices]
            chosen = random.choices(choices, weights=weights)[0]
            matcher.advance(chosen)
            text += tokens[chosen]
