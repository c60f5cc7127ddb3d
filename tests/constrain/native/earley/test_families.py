"""Nonterminals whose names agree up to ` #` are variants of one rule; the core moves them together, which shows nowhere."""

from __future__ import annotations

import os
import time
from random import Random

import pytest

import constrain
from constrain import ConstrainError, Matcher, UnsupportedError, Vocabulary
from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Ordered, Repeat, Sequence, Terminal
from constrain.grammars import library
from constrain.pattern import literal

from .... import laws
from ....grammars.library.texts import GOOD
from ....reference.patterns import TooBig
from ....strategies import World, vocabulary_of
from ....worlds import play, seeded_world

WORLDS = int(os.environ.get("CONSTRAIN_WORLDS", "400"))
PYTHON = (
    "class A(B):\n    def f(self, x=1):\n        return [x, 'y']  # z\n\n\nif a in b:\n    print(f(1, *c), 2.5e3)\n"
)


def _renamed(expression: Expression, names: dict[str, str]) -> Expression:
    if isinstance(expression, Nonterminal):
        return Nonterminal(names[expression.name])
    if isinstance(expression, Repeat):
        return Repeat(_renamed(expression.part, names), expression.minimum, expression.maximum)
    if isinstance(expression, (Sequence, Choice)):
        return type(expression)([_renamed(part, names) for part in expression.parts])
    if isinstance(expression, Ordered):
        parts = tuple(_renamed(part, names) for part in expression.parts)
        return Ordered(parts, expression.required, expression.between)
    return expression


def _in_families(grammar: Grammar, random: Random) -> Grammar:
    """The same grammar with its nonterminals dealt out to one, two or three families."""
    count = random.randint(1, 3)
    names = {name: f"family {random.randrange(count)} #{i}" for i, name in enumerate(grammar.productions)}
    productions = {names[name]: _renamed(expression, names) for name, expression in grammar.productions.items()}
    return Grammar(names[grammar.start], productions)


def test_any_division_into_families_gives_exactly_the_viable_tokens() -> None:
    """Masks are the oracle's, however unlike the nonterminals of a family are: left-recursive, ambiguous, counted."""
    masks = 0
    for seed in range(WORLDS):
        world = seeded_world("grammar", seed)
        grammar = _in_families(world.grammar, Random(seed))
        try:
            masks += play(World(grammar, world.tokens, world.script))
        except (TooBig, UnsupportedError):
            continue

    assert masks > 3 * WORLDS


def _copied(grammar: Grammar, random: Random) -> Grammar:
    """The same grammar with up to three copies of each nonterminal, one of which is meant wherever it is named."""
    copies = {name: [f"{name} #{i}" for i in range(random.randint(1, 3))] for name in grammar.productions}
    productions = {}
    for name, expression in grammar.productions.items():
        for copy in copies[name]:
            productions[copy] = _renamed(expression, {n: random.choice(c) for n, c in copies.items()})
    return Grammar(copies[grammar.start][0], productions)


def test_copies_of_nonterminals_are_one() -> None:
    """A grammar with copies has the masks and, along any text, as many Earley sets as without them."""
    steps = merged = 0
    for seed in range(WORLDS):
        world = seeded_world("grammar", seed)
        random = Random(seed)
        vocabulary = vocabulary_of(world.tokens)
        once = {name: f"{name} #0" for name in world.grammar.productions}
        plain = Grammar(
            once[world.grammar.start], {once[n]: _renamed(e, once) for n, e in world.grammar.productions.items()}
        )
        copied = _copied(world.grammar, random)
        try:
            constraints = [constrain.compile(grammar, vocabulary) for grammar in (plain, copied)]
            matchers = [constraint.matcher() for constraint in constraints]
        except ConstrainError:
            continue
        for _ in range(12):
            masks = [laws.mask(matcher) for matcher in matchers]
            assert masks[0] == masks[1]
            allowed = [token for token in masks[0] if token not in world.tokens.end_ids]
            if not allowed:
                break
            token = random.choice(allowed)
            for matcher in matchers:
                matcher.advance(token)
            steps += 1
        sets = [constraint.native.statistics()["sets"] for constraint in constraints]
        merged += len(copied.productions) > len(plain.productions) and sets[0] == sets[1]

    assert steps > 3 * WORLDS
    assert merged > WORLDS // 2


def _text(text: str) -> Terminal:
    return Terminal(literal(text.encode()), text)


def _nested(inside: str, other: str, code: str) -> Expression:
    """`code`, or `inside` in brackets, or `other`."""
    return Choice([Sequence([_text("("), Nonterminal(inside), _text(")")]), _text(code), Nonterminal(other)])


def test_more_variants_than_a_group_holds_are_told_apart_by_what_they_end_with() -> None:
    """Of a hundred variants called from one place, the one whose text was read alone decides what follows it."""
    codes = [f"{chr(97 + i // 10)}{i % 10}" for i in range(100)]
    productions: dict[str, Expression] = {
        "start": Choice([Sequence([Nonterminal(f"v #{i}"), _text("="), _text(code)]) for i, code in enumerate(codes)])
    }
    for i, code in enumerate(codes):
        productions[f"v #{i}"] = _nested(f"v #{i}", f"w #{i}", code)
        productions[f"w #{i}"] = Sequence([_text("["), Nonterminal(f"v #{i}"), _text("]")])
    vocabulary = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), b"]=", b")=", None], end_ids=[258])
    constraint = constrain.compile(Grammar("start", productions), vocabulary)

    for i in (0, 1, 42, 63, 64, 65, 99):
        matcher = constraint.matcher()
        for byte in f"([{codes[i]}".encode():
            matcher.advance(byte)
        assert laws.mask(matcher) == [ord("]")]
        matcher.advance(ord("]"))
        assert laws.mask(matcher) == [ord(")"), 257]
        matcher.advance(257)
        for byte in codes[i].encode():
            assert laws.mask(matcher) == [byte]
            matcher.advance(byte)
        assert matcher.is_accepting


def test_rules_whose_ways_multiply_take_no_time() -> None:
    """An `a` eighteen letters from the end: half a million sets of places, so its variants stay as they are."""
    letter = Choice([_text("a"), _text("b")])
    end = [Sequence([Nonterminal("v #0"), _text("c")]), _text("c")]
    productions: dict[str, Expression] = {
        "v #0": Sequence([Repeat(letter), _text("a"), *[letter] * 18, Nonterminal("w #0")]),
        "w #0": Choice(end),
    }
    vocabulary = Vocabulary.from_bytes([b"a", b"b", b"c", b"abc", None], end_ids=[4])

    begun = time.perf_counter()
    matcher = constrain.compile(Grammar("v #0", productions), vocabulary).matcher()

    assert time.perf_counter() - begun < 0.5  # three seconds where they are made
    for byte in "a" + "ab" * 9:
        matcher.advance("ab".index(byte))
    assert laws.mask(matcher) == laws.allowed_one_by_one(matcher) == [0, 1, 2]


def _cuts(texts: list[str], random: Random, count: int) -> list[bytes]:
    """Pieces of the texts, and two of them in a row: tokens that hold several lexemes, some of them out of place."""
    pieces = []
    for _ in range(count):
        text = random.choice(texts).encode()
        begin = random.randrange(len(text))
        pieces.append(text[begin : begin + random.randint(1, 7)])
    return pieces + [random.choice(pieces) + random.choice(pieces) for _ in range(count)]


def _reads(matcher: Matcher, text: bytes) -> bool:
    for byte in text:
        if not matcher.allows(byte):
            return False
        matcher.advance(byte)
    return True


@pytest.mark.parametrize("name", ["python", "c", "sql", "graphql"])
def test_masks_of_code_are_what_its_bytes_allow(name: str) -> None:
    """A token is in the mask exactly where its bytes, taken one at a time as tokens, are allowed."""
    random = Random(name)
    texts = [PYTHON] if name == "python" else [text for text in GOOD[name] if text]
    singles = [bytes((b,)) for b in range(256)]
    pieces = sorted(set(_cuts(texts, random, 300)) - set(singles))
    vocabulary = Vocabulary.from_bytes([*singles, *pieces, None], end_ids=[256 + len(pieces)])
    constraint = constrain.compile(library.load(name), vocabulary)
    checked = 0
    for text in random.sample(texts, min(len(texts), 4)):
        matcher = constraint.matcher()
        for byte in text.encode()[:60]:
            expected = []
            for token, piece in enumerate(pieces, 256):
                if _reads(matcher.fork(), piece):
                    expected.append(token)
            assert expected == [token for token in laws.mask(matcher) if 256 <= token < 256 + len(pieces)]
            checked += len(pieces)
            matcher.advance(byte)

    assert checked > 20_000
