"""Nonterminals of one family are variants of one rule; the core moves them together, which shows nowhere but in its sets."""

from __future__ import annotations

import os
from random import Random

import pytest

import constrain
from constrain import ConstrainError, Matcher, UnsupportedError, Vocabulary
from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Ordered, Repeat, Sequence, Terminal
from constrain.grammars import library
from constrain.patterns.pattern import literal

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
        between = None if expression.between is None else _renamed(expression.between, names)
        return Repeat(_renamed(expression.part, names), expression.minimum, expression.maximum, between)
    if isinstance(expression, (Sequence, Choice)):
        return type(expression)([_renamed(part, names) for part in expression.parts])
    if isinstance(expression, Ordered):
        parts = tuple(_renamed(part, names) for part in expression.parts)
        return Ordered(parts, expression.required, expression.between)
    return expression


def _in_families(grammar: Grammar, random: Random) -> Grammar:
    """The same grammar with its nonterminals dealt out to one, two or three families."""
    count = random.randint(1, 3)
    families = {name: f"family {random.randrange(count)}" for name in grammar.productions}
    return Grammar(grammar.start, grammar.productions, families=families)


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


def _copied(grammar: Grammar, random: Random, one_family: bool) -> Grammar:
    """The same grammar with up to three copies of each nonterminal, one of which is meant wherever it is named."""
    copies = {name: [f"{name} {i}" for i in range(random.randint(1, 3))] for name in grammar.productions}
    productions = {}
    for name, expression in grammar.productions.items():
        for copy in copies[name]:
            productions[copy] = _renamed(expression, {n: random.choice(c) for n, c in copies.items()})
    families = {copy: name for name, each in copies.items() for copy in each}
    return Grammar(copies[grammar.start][0], productions, families=families if one_family else None)


def test_copies_of_nonterminals_are_one() -> None:
    """Copies of a nonterminal change no mask; told that they are one family, the core has no set for each of them."""
    steps = merged = told = untold = 0
    for seed in range(WORLDS):
        world = seeded_world("grammar", seed)
        vocabulary = vocabulary_of(world.tokens)
        grammars = [world.grammar, *(_copied(world.grammar, Random(seed), one) for one in (True, False))]
        try:
            constraints = [constrain.compile(grammar, vocabulary) for grammar in grammars]
            matchers = [constraint.matcher() for constraint in constraints]
        except ConstrainError:
            continue
        random = Random(seed)
        for _ in range(12):
            masks = [laws.mask(matcher) for matcher in matchers]
            assert masks[0] == masks[1] == masks[2]
            allowed = [token for token in masks[0] if token not in world.tokens.end_ids]
            if not allowed:
                break
            token = random.choice(allowed)
            for matcher in matchers:
                matcher.advance(token)
            steps += 1
        sets = [constraint.native.statistics()["sets"] for constraint in constraints]
        merged += len(grammars[1].productions) > len(grammars[0].productions) and sets[0] == sets[1]
        told, untold = told + sets[1], untold + sets[2]

    assert steps > 3 * WORLDS
    assert merged > WORLDS // 2
    assert told < untold


def _text(text: str) -> Terminal:
    return Terminal(literal(text.encode()), text)


def _nested(inside: str, other: str, code: str) -> Expression:
    """`code`, or `inside` in brackets, or `other`."""
    return Choice([Sequence([_text("("), Nonterminal(inside), _text(")")]), _text(code), Nonterminal(other)])


def test_more_variants_than_a_group_holds_are_told_apart_by_what_they_end_with() -> None:
    """Of a hundred variants called from one place, the one whose text was read alone decides what follows it."""
    codes = [f"{chr(97 + i // 10)}{i % 10}" for i in range(100)]
    productions: dict[str, Expression] = {
        "start": Choice([Sequence([Nonterminal(f"v{i}"), _text("="), _text(code)]) for i, code in enumerate(codes)])
    }
    for i, code in enumerate(codes):
        productions[f"v{i}"] = _nested(f"v{i}", f"w{i}", code)
        productions[f"w{i}"] = Sequence([_text("["), Nonterminal(f"v{i}"), _text("]")])
    families = {name: name[0] for name in productions}
    vocabulary = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), b"]=", b")=", None], end_ids=[258])
    constraint = constrain.compile(Grammar("start", productions, families=families), vocabulary)

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


def test_rules_whose_ways_multiply_stay_as_they_are() -> None:
    """An `a` eighteen letters from the end: half a million sets of places are some 10 million steps, a try some 200,000."""
    a, b = _text("a"), _text("b")  # the same terminals at both places, or nothing would be read in two ways
    letter = Choice([a, b])
    productions: dict[str, Expression] = {
        "v": Sequence([Repeat(letter), a, *[letter] * 18, Nonterminal("w")]),
        "w": Choice([Sequence([Nonterminal("v"), _text("c")]), _text("c")]),
    }
    grammar = Grammar("v", productions, families={"v": "v"})
    vocabulary = Vocabulary.from_bytes([b"a", b"b", b"c", b"abc", None], end_ids=[4])

    matcher = constrain.compile(grammar, vocabulary, limits=constrain.Limits(steps=1_000_000)).matcher()

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
