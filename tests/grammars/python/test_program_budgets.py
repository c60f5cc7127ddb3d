"""Programs under a number of tokens: what a mask leaves, and what tokens by themselves do.

Costs forget names that a statement binds, so that they are upper bounds.
"""

from __future__ import annotations

from random import Random

import pytest

import constrain
from constrain import Vocabulary
from constrain.grammars import python
from tests.grammars.python.programs import compiled
from tests.laws import budgets_keep_to_what_tokens_lead_to

_WORDS = (
    b"abc",
    b"abc = ",
    b"print(",
    b"cities",
    b"for ",
    b" in ",
    b"\n    ",
    b"    ",
    b"weather(",
    b"', day='",
    b"]:\n",
)
_SPELLED: list[bytes | None] = [*(bytes((byte,)) for byte in range(256)), *_WORDS, None]
_VOCABULARY = Vocabulary(_SPELLED, end_ids=[len(_SPELLED) - 1])


def weather(city: str, place: str, *, day: str) -> dict[str, float]:
    """Given to the programs."""
    raise NotImplementedError(city, place, day)


@pytest.fixture(scope="module")
def programs() -> constrain.Constraint[str]:
    """Programs of two names."""
    return constrain.compile(python(names={"weather": weather, "cities": ["Rome"]}), _VOCABULARY)


@pytest.mark.parametrize(
    "prefix",
    [
        "",
        "abc",
        "abc = ",
        "for x in cit",
        "print(",
        "print([x + y for x in cities for ",
        "x = [a for ",
        "def f(a, b):\n    ",
        "if cities:\n    abc = 1\nelse:\n    ab",
        "x = weather(",
        "while cities:\n    for a in cities:\n        pri",
    ],
)
def test_masks_and_tokens_agree_on_budgets(programs: constrain.Constraint[str], prefix: str) -> None:
    """From just enough to far more."""
    matcher = programs.matcher()
    matcher.advance_bytes(prefix.encode())
    bits = constrain.allocate_bitmask(1, _VOCABULARY)[0]
    for left in range(matcher.tokens_to_end, matcher.tokens_to_end + 14):
        matcher.fill_bitmask(bits, tokens_left=left)
        found = [token for token in range(_VOCABULARY.size) if bits[token >> 5] >> (token & 31) & 1]

        allowed = [token for token in range(_VOCABULARY.size) if matcher.allows(token, tokens_left=left)]

        assert found
        assert found == allowed


@pytest.mark.parametrize("seed", range(3))
def test_masks_keep_to_what_tokens_lead_to(seed: int) -> None:
    """And some are lost near the limit: names that a bracket wants must be spelled again."""
    right, lost = budgets_keep_to_what_tokens_lead_to(compiled(True), Random(seed))

    assert lost <= 0.25 * right


@pytest.mark.parametrize(
    "begin", ["@", "@cities.copy", "match ", "try", "try:\n", "async ", "x = weather(", "[", "class A(", "with "]
)
def test_completions_in_deep_blocks_are_short(programs: constrain.Constraint[str], begin: str) -> None:
    """A few words and the indentation of their lines, not all that may stand before a new line."""
    for depth in range(8):
        blocks = "".join("    " * level + "if cities:\n" for level in range(depth))
        matcher = programs.matcher()
        matcher.advance_bytes(f"{blocks}{'    ' * depth}{begin}".encode())

        assert matcher.tokens_to_end <= 40 + 3 * 4 * depth


@pytest.mark.parametrize("seed", range(4))
def test_completions_are_hardly_longer_than_what_was_drawn(seed: int) -> None:
    """At any place of a drawn program."""
    told, random = compiled(), Random(seed)
    for _ in range(6):
        text = told.sample(random, readable=True, soft_limit=80)
        written = text.encode() if isinstance(text, str) else text
        for place in random.sample(range(len(written)), min(20, len(written))):
            matcher = told.matcher()
            matcher.advance_bytes(written[:place])

            assert matcher.tokens_to_end <= len(written) - place + 2, written[:place]
