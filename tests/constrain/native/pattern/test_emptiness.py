"""Intersections and differences of two expressions: whether they hold anything, before and behind every text.

What is left of a pair is remembered by both of its parts, whichever pattern they came from; so all pairs here share one
vocabulary. The oracle is the reference automaton, which looks at all states.
"""

from __future__ import annotations

from random import Random

import constrain
from constrain import Vocabulary
from constrain.errors import GrammarError
from constrain.grammar import Grammar, Terminal
from constrain.patterns.pattern import Pattern, complement, concat, intersection, literal

from .... import laws
from ....reference.patterns import Automaton, TooBig
from ....strategies import PLAIN, random_pattern

ALPHABET = [b"a", b"b", b"c"]


def _allowed(vocabulary: Vocabulary, pattern: Pattern, texts: list[bytes]) -> list[frozenset[int]]:
    """The bytes that may come after each of the texts, which are possible; nothing if the pattern holds no text."""
    try:
        constraint = constrain.compile(Grammar("s", {"s": Terminal(pattern, "text")}), vocabulary)
    except GrammarError:
        return []
    out = []
    for text in texts:
        matcher = constraint.matcher()
        for byte in text:
            matcher.advance(byte)
        out.append(frozenset(token for token in laws.mask(matcher) if token < 256))
    return out


def test_pairs_hold_what_the_reference_finds_in_them() -> None:
    """Few parts in many pairs: what one pair has found serves the others, and must mean the same there."""
    random = Random(11)
    vocabulary = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
    parts = [random_pattern(random, ALPHABET, random.randint(2, 8), PLAIN) for _ in range(40)]
    met = {"nothing": 0, "something": 0}
    for _ in range(400):
        one, other = random.choice(parts), random.choice(parts)
        if random.random() < 0.3:
            one = concat(literal(random.choice(ALPHABET)), one)
        pattern = intersection(one, other if random.random() < 0.5 else complement(other))
        try:
            reference = Automaton(pattern, limit=400)
        except TooBig:
            continue
        texts = [b""] if reference.viable(b"") else []
        while texts and len(texts) < 8 and reference.following(texts[-1]):
            texts.append(texts[-1] + bytes((random.choice(sorted(reference.following(texts[-1]))),)))
        met["something" if texts else "nothing"] += 1

        assert _allowed(vocabulary, pattern, texts) == [reference.following(text) for text in texts], pattern
    assert min(met.values()) > 40
