"""Scopes: parts that stand once, lexemes that differ, and what must have happened, against languages written out.

The worlds are finite: each expression's texts are listed by its meaning, with the scope's memory handed along, and a
mask is right if it allows just the tokens that keep the text a prefix of one of them.
"""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest

import constrain
from constrain import GrammarError, Vocabulary
from constrain.grammar import (
    Choice,
    Distinct,
    Expression,
    Grammar,
    Nonterminal,
    Once,
    Repeat,
    Require,
    Scope,
    Sequence,
    Terminal,
)
from constrain.patterns.pattern import (
    alternation,
    byte_range,
    complement,
    concat,
    intersection,
    literal,
    literals,
    repeat,
)

Memory = tuple[frozenset[int], tuple[str, ...]]  # marks made, lexemes used
FRESH: Memory = (frozenset(), ())
NAMES = ["a", "b", "ab", "ba", "c"]


def word(*texts: str) -> Terminal:
    """A terminal that is one of the texts; its name lists them for the oracle."""
    return Terminal(literals([text.encode() for text in texts]), "|".join(texts))


RULES: dict[str, Expression] = {"key": Choice((word("a"), Sequence((word("b"), word("b", "a")))))}


def written_out(node: Expression, memory: Memory = FRESH) -> set[tuple[str, Memory]]:
    """Every text of the expression, with the scope's memory after it."""
    marks, lexemes = memory
    match node:
        case Terminal():
            return {(text, memory) for text in node.name.split("|")}
        case Nonterminal():
            return written_out(RULES[node.name], memory)
        case Distinct():
            return {(text, (marks, (*lexemes, text))) for text in node.terminal.name.split("|") if text not in lexemes}
        case Once():
            inside = written_out(node.part) if node.mark not in marks else set()
            return {(text, (marks | {node.mark}, lexemes)) for text, _ in inside}
        case Require():
            size = len(marks) + len(lexemes)
            fits = marks.issuperset(node.marks) and node.minimum <= size < (
                size + 1 if node.below is None else node.below
            )
            return {("", memory)} if fits else set()
        case Scope():
            return {(text, memory) for text, _ in written_out(node.part)}
        case Choice():
            return {found for part in node.parts for found in written_out(part, memory)}
        case Sequence():
            found = {("", memory)}
            for part in node.parts:
                found = {(before + text, after) for before, now in found for text, after in written_out(part, now)}
            return found
        case Repeat():
            found = {("", memory)}
            fresh = found
            while fresh:
                fresh = {(a + text, after) for a, now in fresh for text, after in written_out(node.part, now)} - found
                found = found | fresh
            return found
    raise TypeError(node)


def container(random: Random, depth: int = 1) -> Scope:
    """Something like an object or an array, in which no text leads to a dead end."""
    words = random.sample(["a", "b", "ab", "ba", "c"], random.randint(1, 3))
    marks = random.randint(0 if words else 1, 2)
    value: Expression = word(*random.sample(["0", "1", "ab"], random.randint(1, 2)))
    if depth and random.random() < 0.4:
        value = container(random, depth - 1)
    comma = word(",")
    members: list[Expression] = []
    for mark in range(marks):
        key = word(random.choice(["k", "l", "a"]) + str(mark))
        members.append(Once(mark, Sequence((comma, key, word(":"), value))))
        if random.random() < 0.2:
            members.append(Once(mark, Sequence((word(";"), key))))
    below = random.randint(1, len(words))
    if not marks or random.random() < 0.7:
        members.append(
            Sequence(
                (Require(below=below), comma, Distinct(word(*words)), *random.choice([(), (word(":"), word("x"))]))
            )
        )
    else:
        below = 0
    needed = tuple(mark for mark in range(marks) if random.random() < 0.4)
    minimum = random.randint(0, max(below, marks if not below else 0))
    return Scope(Sequence((word("["), Repeat(Choice(members)), Require(needed, minimum), word("]"))))


def prefixes(texts: set[str]) -> set[str]:
    return {text[:end] for text in texts for end in range(len(text) + 1)}


def check_masks(expression: Expression, random: Random) -> None:
    """Walks through random texts; at each place a token is allowed if and only if some text goes on with it."""
    texts = {text for text, _ in written_out(expression)}
    viable = prefixes(texts)
    letters = sorted({letter for text in texts for letter in text})
    longest = sorted(texts, key=len)[-50:]
    pieces = set()
    for _ in range(60):
        text = random.choice(longest)
        start = random.randrange(len(text))
        pieces.add(text[start : start + random.randint(2, 9)])
    tokens = letters + sorted(pieces)
    vocabulary = Vocabulary.from_bytes([*(token.encode() for token in tokens), None], end_ids=[len(tokens)])
    constraint = constrain.compile(Grammar("s", {"s": expression, **RULES}), vocabulary)
    row = constrain.allocate_bitmask(1, vocabulary)[0]
    for _ in range(15):
        matcher, text = constraint.matcher(), ""
        while True:
            expected = [number for number, token in enumerate(tokens) if text + token in viable]
            expected += [len(tokens)] if text in texts else []
            matcher.fill_bitmask(row)
            assert constrain.allowed_tokens(row) == expected, (text, tokens)
            assert expected, f"stuck after {text!r}"
            for number in random.sample(range(len(tokens)), min(5, len(tokens))):
                assert matcher.allows(number) == (number in expected)
            chosen = random.choice(expected)
            if chosen == len(tokens):
                break
            matcher.advance(chosen)
            text += tokens[chosen]


@pytest.mark.parametrize("seed", range(112))  # 112 alone would take as long as all others together
def test_masks_are_exactly_the_viable_tokens(seed: int) -> None:
    """On random containers, within one another, a token is allowed if and only if some text goes on with it."""
    random = Random(seed)
    check_masks(container(random), random)


def record(random: Random, depth: int = 1) -> Expression:
    """Something like an object: keys in their order, each optional, and then other keys, which are a scope.

    Some keys are called, like the scope; what is called goes on in another way at each place, and the scope in one.
    """

    def value() -> Expression:
        return word(random.choice(["0", "1", "01"]))

    def member() -> Sequence:
        name = Nonterminal("key") if random.random() < 0.6 else word(random.choice(NAMES))
        return Sequence((name, word(random.choice([":", ":0", "::"])), value()))

    key = Distinct(word(*random.sample(NAMES, 2)))
    again = Sequence((Require(below=2), word(","), key, word(":"), word("0")))
    others = Scope(Sequence((key, word(":"), value(), Repeat(again))))
    optional = [Choice((Sequence(()), Sequence((member(), word(","))))) for _ in range(random.randint(1, 2))]
    inner = record(random, 0) if depth and random.random() < 0.3 else value()
    last: list[Expression] = [
        Sequence((others, word("}"))),
        Sequence((*member().parts[:2], inner, word(random.choice(["}", ",}"])))),
    ]
    return Sequence((word("{"), *optional, Choice(last[: random.randint(1, 2)])))


@pytest.mark.parametrize("seed", range(120))
def test_scopes_behind_optional_parts_go_on_where_they_were_called(seed: int) -> None:
    """A scope is one to the engine for all places that go on alike behind it; where they do not, nothing is mixed up."""
    random = Random(seed)
    check_masks(record(random), random)


A, B = literal(b"a"), literal(b"b")
LETTERS = alternation(A, B)
LANGUAGES = {
    "a+": repeat(A, 1),
    "aa?": repeat(A, 1, 2),
    "[ab]{1,2}": repeat(LETTERS, 1, 2),
    "b+|aa": alternation(repeat(B, 1), literal(b"aa")),
    "(?!(a|b|ab)$)[ab]+": intersection(repeat(LETTERS, 1), complement(literals([b"a", b"b", b"ab"]))),
    "(?!(a|b)$)[ab]{1,2}": intersection(repeat(LETTERS, 1, 2), complement(literals([b"a", b"b"]))),
    "(?!aab$)[ab]+b": concat(intersection(repeat(LETTERS, 1), complement(literal(b"aa"))), B),
    "(?!a*$)[ab]+": intersection(repeat(LETTERS, 1), complement(repeat(A))),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_differ_are_exact_however_many_a_token_spans(language: str) -> None:
    """Tokens that end one word and begin the next are allowed just where some word is left for the last of them."""
    words = [
        w for length in range(1, 9) for w in map("".join, product("ab", repeat=length)) if re.fullmatch(language, w)
    ]
    item = Distinct(Terminal(LANGUAGES[language], "item"))
    room: tuple[Expression, ...] = (Require(below=len(words)),) if len(words[-1]) < 8 else ()
    expression = Scope(Sequence((item, Repeat(Sequence((*room, word(","), item))), word("."))))

    def viable(text: str) -> bool:
        *before, last = text.removesuffix(".").split(",")
        if len(set(before)) < len(before) or not all(re.fullmatch(language, w) for w in before):
            return False
        left = (w for w in words if w not in before)
        return last in left if text.endswith(".") else any(w.startswith(last) for w in left)

    letters = ["a", "b", ",", "."]
    tokens = (
        letters + ["".join(t) for length in (2, 3, 4) for t in product("ab,", repeat=length)] + ["aa.", ",a.", "b,b."]
    )
    vocabulary = Vocabulary.from_bytes([*(token.encode() for token in tokens), None], end_ids=[len(tokens)])
    constraint = constrain.compile(Grammar("s", {"s": expression}), vocabulary)
    row = constrain.allocate_bitmask(1, vocabulary)[0]
    for seed in range(12):
        random, matcher, text = Random(seed), constraint.matcher(), ""
        while len(text) < 16 and not text.endswith("."):
            expected = [number for number, token in enumerate(tokens) if viable(text + token)]
            if len(text.split(",")[-1]) > 3:  # beyond what is written out
                break
            matcher.fill_bitmask(row)
            assert constrain.allowed_tokens(row) == expected, (text, [tokens[n] for n in constrain.allowed_tokens(row)])
            if not expected:
                break
            chosen = random.choice(expected)
            matcher.advance(chosen)
            text += tokens[chosen]


def allowed_after(grammar: Grammar, text: str) -> bytes | None:
    """The bytes that may follow the text, or None if it is no prefix."""
    vocabulary = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
    matcher = constrain.compile(grammar, vocabulary).matcher()
    for byte in text.encode():
        if not matcher.allows(byte):
            return None
        matcher.advance(byte)
    row = constrain.allocate_bitmask(1, vocabulary)[0]
    matcher.fill_bitmask(row)
    return bytes(token for token in constrain.allowed_tokens(row) if token < 256)


def strings(spelling: int) -> Grammar:
    """A list of JSON strings, any character by any escape, all different."""
    digit = byte_range(0x30, 0x39)
    letter = literals(
        [b"a", b"/", b"\\/", b"\\n", b"\\u000a", b"\\u000A", b"\\u0061", b"\xc3\xa9", b"\\u00e9", b"\\u00E9"]
    )
    item = Terminal(concat(literal(b'"'), repeat(letter, 1, 3), literal(b'"')), "string")
    more = Sequence((word(","), Distinct(item, spelling)))
    assert digit is not letter
    return Grammar("s", {"s": Scope(Sequence((Distinct(item, spelling), Repeat(more))))})


@pytest.mark.parametrize(
    ("first", "second"),
    [('"a"', '"a"'), ('"/"', '"\\/"'), ('"\\n"', '"\\n"'), ('"a/a"', '"a\\/a"'), ('"é"', '"é"')],
)
def test_strings_are_compared_by_what_they_say(first: str, second: str) -> None:
    """A character written raw or by its short escape is the same character."""
    for spelling in (Distinct.JSON_SHORT, Distinct.JSON_ANY):
        assert allowed_after(strings(spelling), f"{first},{second}") is None
        assert allowed_after(strings(spelling), f"{second},{first}") is None


@pytest.mark.parametrize(("first", "second"), [('"a"', '"\\u0061"'), ('"\\n"', '"\\u000A"'), ('"é"', '"\\u00E9"')])
def test_any_spelling_is_compared_on_request(first: str, second: str) -> None:
    """With JSON_ANY, unicode escapes in either case count as the characters they stand for."""
    assert allowed_after(strings(Distinct.JSON_ANY), f"{first},{second}") is None
    assert allowed_after(strings(Distinct.JSON_ANY), f"{second},{first}") is None
    assert allowed_after(strings(Distinct.EXACT), f"{first},{second}") is not None


def test_sixty_parts_in_any_order_cost_no_more_than_what_is_met() -> None:
    """2**60 orders exist; only the sets that a text meets are made."""
    members: list[Expression] = [Once(i, Sequence((word(","), word(f"k{i}")))) for i in range(60)]
    grammar = Grammar(
        "s", {"s": Scope(Sequence((Repeat(Choice(members)), Require(tuple(range(0, 60, 2))), word("."))))}
    )
    order = list(range(60))
    Random(1).shuffle(order)
    text = "".join(f",k{i}" for i in order)

    assert allowed_after(grammar, text) == b"."
    assert allowed_after(grammar, text + ",") is None
    assert allowed_after(grammar, text[: text.index(",k58") + 4] + ",k58") is None
    assert allowed_after(grammar, text.replace(",k58", "") + ".") is None
    assert allowed_after(grammar, text.replace(",k57", "") + ".") == b""


def test_a_required_part_that_matches_nothing_leaves_no_text() -> None:
    """What a scope requires must be possible."""
    impossible = Once(0, Sequence((word(","), Choice(()))))
    grammar = Grammar("s", {"s": Scope(Sequence((word("["), Repeat(impossible), Require((0,)), word("]"))))})

    with pytest.raises(GrammarError, match="no text matches"):
        allowed_after(grammar, "")


@pytest.mark.parametrize("part", [Once(0, word("a")), Distinct(word("a")), Require((0,))])
def test_outside_of_a_scope_is_an_error(part: Expression) -> None:
    """What remembers needs a scope, directly around it."""
    for wrapped in (part, Scope(Sequence((Nonterminal("t"), word("b"))))):
        with pytest.raises(GrammarError, match="scope"):
            allowed_after(Grammar("s", {"s": wrapped, "t": part}), "")


def test_counted_repetitions_do_not_hide_a_scope() -> None:
    """A counter is a place of its own, from which the scope's memory cannot be seen: an error, not a wrong mask."""
    grammar = Grammar("s", {"s": Scope(Sequence((Repeat(Once(0, word("a")), 2, 5), word("b"))))})

    with pytest.raises(GrammarError, match="counted repetition"):
        allowed_after(grammar, "a")


@pytest.mark.parametrize("spellings", [(Distinct.EXACT, Distinct.JSON_ANY), (Distinct.JSON_ANY, Distinct.EXACT)])
def test_terminals_of_one_pattern_keep_their_own_spellings(spellings: tuple[int, int]) -> None:
    """What one of them may still be, asked first, is not taken for what the other may be."""
    texts = [b'"a"', b'"\\u0061"', b'"b"']
    marked = {
        mark: Sequence((word(mark), Distinct(Terminal(literals(texts), mark), spelling)))
        for mark, spelling in zip("xy", spellings, strict=True)
    }
    item = Choice(tuple(marked.values()))
    grammar = Grammar("s", {"s": Scope(Sequence((item, Repeat(Sequence((word(","), item))))))})
    vocabulary = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(128)), None], end_ids=[128])
    constraint = constrain.compile(grammar, vocabulary)
    for mark, spelling in zip("xy", spellings, strict=True):
        matcher, row = constraint.matcher(), constrain.allocate_bitmask(1, vocabulary)[0]
        for byte in f'x"a",{mark}"'.encode():
            matcher.advance(byte)
        matcher.fill_bitmask(row)

        assert bytes(constrain.allowed_tokens(row)) == (rb"\b" if spelling == Distinct.EXACT else b"b")
