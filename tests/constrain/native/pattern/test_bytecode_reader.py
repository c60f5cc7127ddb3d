"""What a pattern means does not depend on the patterns that were read before it.

Patterns on one vocabulary share nodes, and what was found out about them (inclusion, texts in common, tables). The law:
among others, on one vocabulary, a constraint has the masks that it has alone, on a vocabulary of its own.
"""

from __future__ import annotations

from itertools import product
from random import Random

import constrain
from constrain import Constraint, Vocabulary
from constrain.grammars.regex import regex

from .... import laws

TEXTS = ["".join(letters) for length in range(2, 5) for letters in product('ab"é', repeat=length)]
TOKENS = [*(bytes((byte,)) for byte in range(256)), *(text.encode() for text in TEXTS)]
# Any of them may be the last that two expressions share.
WORDS = [
    "a[bc]",
    "b[cd]x",
    "[ab]é",
    "c(a[de]|d[ef]y)",
    "[^a-yé]",
    "bbb[^b]",
    "é[ab]+",
    "x[yz]{0,3}",
    "[p-s]t|u[vw]",
    '"[ab]"',
]
TAILS = ['"', 'a"', '[ab]"', '(ab|é)*"', '"b?', '("ab|"é)', "a(?!b)[^x]*"]


def _vocabulary() -> Vocabulary:
    return Vocabulary.from_bytes([*TOKENS, None], end_ids=[len(TOKENS)])


def _expression(random: Random) -> str:
    """Words in their order, so that many begin alike; a repetition of them, an end, or what they must not be."""
    words = [word if random.random() < 0.9 else random.choice(WORDS) for word in WORDS[: random.randint(6, len(WORDS))]]
    inside = "|".join(words)
    whole = random.choice(["({})*{}", "({}){{2,3}}{}", '"({})+{}', '(?!ab*"|éa)({})*{}'])
    return whole.format(inside, random.choice(TAILS))


def _masks(constraint: Constraint, texts: list[str]) -> list[list[int] | None]:
    """After each text; None where it is not possible."""
    out: list[list[int] | None] = []
    for text in texts:
        matcher = constraint.matcher()
        possible = True
        for byte in text.encode():
            possible = possible and matcher.allows(byte)
            if possible:
                matcher.advance(byte)
        out.append(laws.mask(matcher) if possible else None)
    return out


def test_a_pattern_means_the_same_whatever_was_read_before() -> None:
    """Tails, repetitions, choices and conditions after beginnings of many lengths, which are the same nodes."""
    random = Random(3)
    shared = _vocabulary()
    for _ in range(80):
        grammar = regex(_expression(random))
        expected = _masks(constrain.compile(grammar, _vocabulary()), ["", "a", "ab", "é", '"', '"ab"'])

        assert _masks(constrain.compile(grammar, shared), ["", "a", "ab", "é", '"', '"ab"']) == expected
        assert any(expected)
