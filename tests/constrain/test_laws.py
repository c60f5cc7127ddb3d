"""The laws of `tests/laws.py`, on random worlds and on hand-made grammars with a vocabulary of a thousand tokens."""

from __future__ import annotations

import os
from random import Random

import pytest

import constrain
from constrain import Constraint, GrammarError, Matcher, UnsupportedError, Vocabulary, VocabularyError
from constrain.grammar import Choice, Grammar, Nonterminal, Repeat, Sequence, Terminal
from constrain.patterns.pattern import (
    ANY,
    Ahead,
    Behind,
    alternation,
    byte_class,
    byte_range,
    complement,
    concat,
    intersection,
    literal,
    literals,
    optional,
    repeat,
)

from ..laws import LAWS, Law, generate, mask
from ..reference.constraint import language_of, oracle_of
from ..reference.patterns import TooBig
from ..strategies import random_text, vocabulary_of
from ..worlds import seeded_world

WORLDS = int(os.environ.get("CONSTRAIN_WORLDS", "600")) // 10


def random_constraint(kind: str, seed: int) -> Constraint | None:
    """The constraint of a random world; None if it has no text or the core refuses it."""
    world = seeded_world(kind, seed)
    try:
        return constrain.compile(world.grammar, vocabulary_of(world.tokens))
    except (GrammarError, VocabularyError, UnsupportedError):
        return None


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law_holds_in_random_worlds(law: Law) -> None:
    """The law holds for random patterns and grammars over random vocabularies."""
    for seed in range(WORLDS):
        constraint = random_constraint("any", seed + 50_000)
        if constraint is not None:
            law(constraint, Random(seed))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law_holds_beside_special_tokens(law: Law) -> None:
    """The law holds where grammars call for special tokens of the vocabulary."""
    called = 0
    for seed in range(WORLDS // 3):
        constraint = random_constraint("special", seed + 80_000)
        if constraint is not None:
            called += constraint.has_special_tokens
            law(constraint, Random(seed))
    assert called > WORLDS // 6


def text_of(pattern: object) -> Grammar:
    """The grammar of one terminal."""
    return Grammar("text", {"text": Terminal(pattern, "text")})  # type: ignore[arg-type]


def json_grammar() -> Grammar:
    """JSON by hand: nested values, strings as one terminal, separators."""
    digit, hexadecimal = byte_range(0x30, 0x39), byte_class(0x7E0000007E03FF000000000000)
    plain = byte_class((1 << 256) - (1 << 32) & ~(1 << 0x22) & ~(1 << 0x5C))
    escape = concat(
        literal(b"\\"),
        alternation(byte_class(sum(1 << b for b in b'"\\/bfnrt')), concat(literal(b"u"), repeat(hexadecimal, 4, 4))),
    )
    string = Terminal(concat(literal(b'"'), repeat(alternation(plain, escape)), literal(b'"')), "string")
    number = Terminal(
        concat(
            optional(literal(b"-")),
            alternation(literal(b"0"), concat(byte_range(0x31, 0x39), repeat(digit))),
            optional(concat(literal(b"."), repeat(digit, 1))),
        ),
        "number",
    )
    space = Terminal(repeat(byte_class(1 << 32 | 1 << 10)), "space")
    word = Terminal(literals([b"true", b"false", b"null"]), "word")

    def mark(text: bytes) -> Sequence:
        return Sequence((Terminal(literal(text), text.decode()), space))

    def listed(item: object) -> Choice:
        more = Repeat(Sequence((mark(b","), item)))  # type: ignore[arg-type]
        return Choice((Sequence(()), Sequence((item, more))))  # type: ignore[arg-type]

    value, member = Nonterminal("value"), Nonterminal("member")
    return Grammar(
        "json",
        {
            "json": Sequence((space, value)),
            "value": Sequence((Choice((string, number, word, Nonterminal("list"), Nonterminal("object"))), space)),
            "list": Sequence((mark(b"["), listed(value), Terminal(literal(b"]"), "]"))),
            "object": Sequence((mark(b"{"), listed(member), Terminal(literal(b"}"), "}"))),
            "member": Sequence((string, space, mark(b":"), value)),
        },
    )


def expression_grammar() -> Grammar:
    """Ambiguous arithmetic: left and right recursion at once."""
    number, sign = (
        Terminal(repeat(byte_range(0x30, 0x39), 1), "number"),
        Terminal(byte_class(sum(1 << b for b in b"+-*/")), "sign"),
    )
    e = Nonterminal("e")
    bracketed = Sequence((Terminal(literal(b"("), "("), e, Terminal(literal(b")"), ")")))
    return Grammar("e", {"e": Choice((number, Sequence((e, sign, e)), bracketed))})


def grammars() -> dict[str, Grammar]:
    """Small grammars of the kinds that users bring."""
    letter = byte_range(0x61, 0x7A)
    word = repeat(letter, 1)
    keyed = intersection(repeat(letter, 1, 8), complement(literals([b"red", b"green", b"blue"])))
    return {
        "json": json_grammar(),
        "expression": expression_grammar(),
        "choice": text_of(literals([b"red", b"green", b"blue", b"greenish", b"r"])),
        "words": text_of(concat(word, repeat(concat(literal(b" "), word), 2, 40))),
        "counted": text_of(
            concat(literal(b'"'), repeat(byte_class((1 << 256) - 1 & ~(1 << 0x22)), 5, 1000), literal(b'"'))
        ),
        "other keys": text_of(concat(literal(b"{"), keyed, literal(b"}"))),
        "lookahead": text_of(
            concat(
                Ahead(concat(ANY, byte_range(0x30, 0x39), ANY)),
                repeat(alternation(letter, byte_range(0x30, 0x39)), 3, 12),
            )
        ),
        "lookbehind": text_of(
            concat(repeat(alternation(letter, literal(b" ")), 1, 20), Behind(concat(ANY, literal(b"d"))))
        ),
        "characters": text_of(repeat(literals(["é".encode(), "€".encode(), "\U0001f600".encode(), b"e"]), 2, 9)),
    }


def thousand_tokens() -> Vocabulary:
    """All single bytes, JSON and words cut anywhere, some spelled twice; ends in the middle and at the back."""
    random = Random(7)
    source = (
        b'{"red": [1, 20, -3.5, true, null], "green": {"blue": "\\u00e9\\n"}} ' + "é€\U0001f600 12+3*(4-5)".encode()
    )
    found: list[bytes | None] = [bytes((byte,)) for byte in range(256)]
    for _ in range(500):
        begin = random.randrange(len(source))
        found.append(source[begin : begin + random.randint(1, 12)])
    found += [random_text(random, (b"a", b"d", b" ", b"e", b"1", b'"', b","), 9) or None for _ in range(240)]
    random.shuffle(found)
    specials = [number for number, data in enumerate(found) if data is None]
    return Vocabulary.from_bytes([*found, None], end_ids=[len(found), *specials[:1]], size=len(found) + 37)


VOCABULARY = thousand_tokens()


@pytest.mark.parametrize("name", grammars())
def test_laws_hold_for_grammars_of_users(name: str) -> None:
    """All laws hold, on one constraint that grows warmer from law to law."""
    constraint = constrain.compile(grammars()[name], VOCABULARY)
    for number, law in enumerate(LAWS):
        law(constraint, Random(number))


@pytest.mark.parametrize("name", grammars())
def test_generated_texts_are_in_the_language(name: str) -> None:
    """Random allowed tokens end in a text of the language."""
    grammar = grammars()[name]
    constraint = constrain.compile(grammar, VOCABULARY)
    oracle = language_of(grammar, VOCABULARY)
    finished = 0
    for seed in range(20):
        text = generate(constraint, Random(seed), 60, finish=0.9)
        if text is None or len(text) > 400:
            continue
        finished += 1
        try:
            assert oracle.contains(text), text
        except TooBig:
            continue
    assert finished >= (5 if name != "counted" else 0)


def test_generation_ends_in_random_worlds() -> None:
    """Random allowed tokens, ending where one may, end in a text of the language; finite languages always do."""
    ended = 0
    for seed in range(3 * WORLDS):
        constraint = random_constraint("any", seed + 60_000)
        if constraint is None:
            continue
        try:
            oracle = language_of(constraint.grammar, constraint.vocabulary)
            if not oracle.viable(b""):  # characters spell no text; whole tokens do
                oracle = oracle_of(constraint.grammar)
            text = generate(constraint, Random(seed), 60, finish=1.0)
            assert text is None or oracle.contains(text)
        except TooBig:
            continue
        ended += text is not None
    assert ended > 2 * WORLDS


def test_states_of_different_generations_differ() -> None:
    """A state never means two things, also when the constraint has no room to remember."""
    for seed in range(WORLDS):
        world = seeded_world("any", seed + 70_000)
        try:
            constraint = Constraint(world.grammar, vocabulary_of(world.tokens), cache_bytes=0)
        except (GrammarError, VocabularyError, UnsupportedError):
            continue
        seen: dict[int, list[int]] = {}
        random = Random(seed)
        keep: list[Matcher] = []
        for _ in range(40):
            matcher = constraint.matcher()
            keep.append(matcher)
            for _ in range(random.randint(0, 12)):
                allowed = mask(matcher)
                assert allowed == seen.setdefault(matcher.state, allowed)
                if not allowed:
                    break
                matcher.advance(random.choice(allowed))
