"""Families: productions that are variants of one rule, told to the core by number; they change no mask."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random

import constrain
from constrain import Grammar, Vocabulary
from constrain.grammar import Choice, Expression, Nonterminal, Repeat, Sequence, Terminal
from constrain.grammars import json_schema, library, sequence
from constrain.patterns.pattern import literal

from .... import laws

BYTES = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), b'"a', b" #1", None], end_ids=[258])


def test_the_ends_of_a_group_are_one_family() -> None:
    """Lark's groups have several ends; seen as trees, each is a variant, also within a larger grammar."""
    grammar = library.load("graphql")
    assert grammar.families
    assert set(grammar.families) | set(grammar.families.values()) <= set(grammar.productions)
    variants = [
        sum(i != family for i, family in enumerate(each.flatten().families)) for each in (grammar, sequence(grammar))
    ]
    assert 0 < variants[0] == variants[1]


def test_a_name_with_a_number_sign_is_an_ordinary_name() -> None:
    """A JSON key may hold ` #`, and a user's productions may be called so: no families come of it, and no other masks."""
    keys = ["a #1", "a #2", "a", " #"]
    nested = {key: {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]} for key in keys}
    grammar = json_schema({"type": "object", "properties": nested, "required": keys, "additionalProperties": False})
    assert len([name for name in grammar.productions if " #" in name]) > 1
    assert not grammar.flatten().families
    constraint = constrain.compile(grammar, BYTES)
    matcher = constraint.matcher()
    for byte in json.dumps({key: {"x": 1} for key in keys}).encode():
        matcher.advance(byte)
    assert matcher.is_accepting
    laws.mask_is_advance(constraint, Random(1))


def test_any_division_into_families_has_the_same_masks() -> None:
    """They only decide what moves together, so even productions that have nothing in common may be called variants."""
    a, b, c = (Terminal(literal(text), "t") for text in (b"a", b"b", b"c"))
    productions = {
        "s": Choice((Sequence((a, Nonterminal("x"))), Sequence((a, Nonterminal("y"), c)), b)),
        "x": Choice((Sequence((a, Nonterminal("s"))), b)),
        "y": Choice((Sequence((a, Nonterminal("s"), b)), Sequence((a, Nonterminal("y"))), c)),
    }
    texts = [b"", b"a", b"aa", b"aaa", b"aaab", b"aab", b"ac", b"acc", b"aaac"]
    for families in ({}, {"x": "s", "y": "s"}, {"y": "x"}):
        assert _masks(productions, families, texts) == _masks(productions, {}, texts)


def test_counters_keep_their_bounds_where_equal_states_are_one() -> None:
    """Random variants of a rule, alike but for the bounds of what they repeat, or alike altogether."""
    random = Random(7)
    texts = ["".join(random.choice("aabc") for _ in range(random.randrange(9))).encode() for _ in range(30)]
    letters = [Terminal(literal(text), "t") for text in (b"a", b"b", b"c")]
    reached = 0
    for _ in range(60):

        def part(of: str) -> Expression:
            low = random.randrange(3)
            bounds = (low, low + random.choice([1, 2, 300]))
            return random.choice(
                [Nonterminal(of), *letters, Repeat(random.choice([Nonterminal(of), letters[0]]), *bounds)]
            )

        ends = {name: Choice((Sequence((letters[0], part("y"))), letters[random.randrange(3)])) for name in ("y", "z")}
        body = Sequence((Repeat(Nonterminal("y"), 2, 4), Repeat(Nonterminal("z"), 1, random.choice([1, 4]))))
        productions = {
            "s": Choice((Sequence((letters[0], Nonterminal("x"), letters[1])), Nonterminal("v"))),
            "x": body,
            "v": random.choice([body, Sequence((part("y"), part("z")))]),
            **ends,
        }
        told = _masks(productions, {"v": "x", "z": "y"}, texts)
        assert told == _masks(productions, {}, texts)
        reached += sum(length > 3 for length, _ in told)
    assert reached > 200


def _masks(
    productions: Mapping[str, Expression], families: dict[str, str], texts: list[bytes]
) -> list[tuple[int, list[int]]]:
    """How far each text goes, and the mask there."""
    constraint = constrain.compile(Grammar("s", productions, families=families), BYTES)
    out = []
    for text in texts:
        matcher = constraint.matcher()
        while len(matcher) < len(text) and matcher.allows(text[len(matcher)]):
            matcher.advance(text[len(matcher)])
        out.append((len(matcher), laws.mask(matcher)))
    return out
