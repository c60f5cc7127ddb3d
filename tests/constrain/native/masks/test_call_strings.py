"""Masks that are taken over from a place where the text showed the same: at other depths, and in other rounds.

Long walks through deep nesting and long repetitions, where nearly every mask is such a one. The oracle reads each token
by its bytes, which shares nothing; for counters it counts.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import constrain
from constrain import Constraint, Vocabulary
from constrain.grammar import Choice, Distinct, Expression, Grammar, Nonterminal, Repeat, Scope, Sequence, Terminal
from constrain.patterns.pattern import byte_range, concat, literal, repeat

from .... import laws


def word(text: str) -> Terminal:
    return Terminal(literal(text.encode()), text)


def maybe(part: Expression) -> Expression:
    return Repeat(part, 0, 1)


def brackets() -> Grammar:
    """Three kinds of brackets, of which each allows others at its end, so that what closes depends on all below."""
    round_, square, curly = Nonterminal("round"), Nonterminal("square"), Nonterminal("curly")
    inner = Choice((round_, square, curly, word("a")))
    rules: dict[str, Expression] = {
        "round": Sequence((word("("), inner, maybe(word("b")), word(")"))),
        "square": Sequence((word("["), maybe(inner), word("]"), maybe(word("b")))),
        "curly": Sequence((word("{"), inner, maybe(Sequence((word(","), square))), word("}"))),
        "text": Choice((round_, square, curly)),
    }
    return Grammar("text", rules)


def ambiguous() -> Grammar:
    """Calls that end together: every `a` may belong to any of the open rules."""
    x, y = Nonterminal("x"), Nonterminal("y")
    rules: dict[str, Expression] = {
        "x": Choice((Sequence((word("("), y, Repeat(word("a")), word(")"))), word("a"))),
        "y": Choice((Sequence((word("("), x, maybe(word("a")), word(")"))), Sequence((x, maybe(word("b")))))),
    }
    return Grammar("x", rules)


def scoped() -> Grammar:
    """Objects in objects and arrays in which no key comes twice."""
    key = Distinct(Terminal(concat(literal(b'"'), repeat(byte_range(97, 98)), literal(b'"')), "key"))
    value = Nonterminal("value")
    member = Sequence((key, word(":"), value))

    def listed(item: Expression) -> Expression:
        return maybe(Sequence((item, Repeat(Sequence((word(","), item))))))

    table = Scope(Sequence((word("{"), listed(member), word("}"))))
    array = Sequence((word("["), listed(value), word("]")))
    return Grammar("value", {"value": Choice((word("a"), array, table))})


def counted() -> Grammar:
    """Lists of at least 3 and at most 40 values, and words of exactly 12 letters, in one another."""
    value = Nonterminal("value")
    items = Repeat(value, 3, 40, between=word(","))
    letters = Sequence((word('"'), Repeat(Choice((word("a"), word("b"))), 12, 12), word('"')))
    return Grammar("value", {"value": Choice((Sequence((word("["), items, word("]"))), letters, word("a")))})


GRAMMARS = [brackets, ambiguous, scoped, counted]
ALPHABET = '()[]{},:"ab'


def vocabulary(random: Random) -> Vocabulary:
    """All single characters, and longer tokens, many of which close or open much at once."""
    pieces = {"".join(random.choices(ALPHABET, k=random.randint(2, 5))) for _ in range(250)}
    pieces |= {closing * n for closing in ")]}[(a" for n in range(2, 7)} | {"a," * n for n in range(1, 5)}
    pieces |= {"a)]", "]])", "})", "]}b", "]b]", "b)))", "))b", '}]},"', "]],[", "],[[", '":[', '"b":{"', "aa)a)"}
    tokens = [*ALPHABET, *sorted(pieces)]
    return Vocabulary.from_bytes([*(token.encode() for token in tokens), None], end_ids=[len(tokens)])


def walk(constraint: Constraint, random: Random, steps: int) -> None:
    """Go through a random text, at first rather inwards, and hold each mask against the tokens read one by one."""
    matcher = constraint.matcher()
    tokens, text = constraint.vocabulary.token_bytes, b""
    for step in range(steps):
        expected = laws.allowed_one_by_one(matcher)
        assert laws.mask(matcher) == expected, text
        choices = [token for token in expected if token not in constraint.vocabulary.end_ids]
        if not choices:
            break
        inwards = b"([{," if step < steps * 2 // 3 else b")]}"
        weights = [1 + 6 * sum(byte in inwards for byte in tokens[token] or b"") for token in choices]
        token = random.choices(choices, weights=weights)[0]
        matcher.advance(token)
        text += tokens[token] or b""


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_masks_are_what_the_tokens_read_one_by_one_say(grammar: Callable[[], Grammar]) -> None:
    """Whatever was asked before, and however deep the text stands, a mask allows what can be read there."""
    random = Random(grammar.__name__)
    for _ in range(3):
        constraint = constrain.compile(grammar(), vocabulary(random))
        for _ in range(6):
            walk(constraint, random, 40)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("grammar", GRAMMARS)
def test_masks_are_so_on_many_walks(grammar: Callable[[], Grammar], seed: int) -> None:
    """The same, at length."""
    random = Random(f"{grammar.__name__} {seed}")
    constraint = constrain.compile(grammar(), vocabulary(random))
    for _ in range(25):
        walk(constraint, random, 60)


@pytest.mark.parametrize(("minimum", "maximum"), [(0, 30), (1, 30), (12, 12), (10, 30), (20, 30), (28, 30), (5, None)])
@pytest.mark.parametrize("tail", ["", ";"])
def test_bounds_are_kept_though_far_rounds_are_alike(minimum: int, maximum: int | None, tail: str) -> None:
    """Whatever the round, a token may begin as many more as are left, and end where enough have been made."""
    most = 50 if maximum is None else maximum
    tokens = ["a", "aa", "aaa", "aaaa", "b", "ab", "aab", "aaab", "aaaab", "ab;", "aab;", ";", "b;"]
    rounds = Repeat(Choice((word("a"), word("c"))), minimum, maximum)
    grammar = Grammar("text", {"text": Sequence((rounds, word("b"), *([word(tail)] if tail else [])))})
    vocabulary = Vocabulary.from_bytes([*(token.encode() for token in tokens), None], end_ids=[len(tokens)])

    for order in (range(most + 1), reversed(range(most + 1))):  # masks are taken over from either side
        constraint = constrain.compile(grammar, vocabulary)
        for made in order:
            matcher = constraint.matcher()
            for _ in range(made):
                matcher.advance(0)
            expected = [
                number
                for number, token in enumerate(tokens)
                if (made + token.count("a") >= minimum or "b" not in token)
                and (maximum is None or made + token.count("a") <= maximum)
                and (token.strip("ab") in ("", tail) and not token.startswith(";"))
            ]
            assert laws.mask(matcher) == expected, made


def test_what_follows_a_tables_lexemes_is_kept_with_how_deep_it_looked() -> None:
    """Where one object stands in square brackets and another in round ones, tokens that leave it are not mixed up.

    Behind each letter of the long value, what follows it is asked for once more, of one table; from the second time on
    it is known, and must count as looked at all the same.
    """
    key = Distinct(Terminal(byte_range(107, 108), "key"))
    value = Terminal(concat(repeat(byte_range(97, 98), 0, 60), literal(b"!")), "value")
    member = Sequence((key, word(":"), value))
    rules: dict[str, Expression] = {
        "object": Scope(Sequence((word("{"), member, maybe(Sequence((word(","), member))), word("}")))),
        "text": Choice(
            [Sequence((word(left), Nonterminal("object"), word(right))) for left, right in ("[]", "()", "<>")]
        ),
    }
    pieces = [*"[](){}<>:,klab!", *(f"{a}!}}{right}" for a in ("", "a") for right in "])>"), "!}", "!,"]
    vocabulary = Vocabulary.from_bytes([*(piece.encode() for piece in pieces), None], end_ids=[len(pieces)])
    constraint = constrain.compile(Grammar("text", rules), vocabulary)
    for left in "[(<":
        matcher = constraint.matcher()
        for letter in f"{left}{{k:{'a' * 20}":
            matcher.advance(pieces.index(letter))
            assert laws.allowed_one_by_one(matcher) == laws.mask(matcher)
