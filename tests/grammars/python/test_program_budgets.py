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
from tests.laws import budgets_keep_to_what_tokens_lead_to, tokens_after

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


def test_a_token_after_which_a_completion_wanders_is_kept_out(programs: constrain.Constraint[str]) -> None:
    """That of a decorator in deep blocks takes hundreds of tokens."""
    matcher, bits = programs.matcher(), constrain.allocate_bitmask(1, _VOCABULARY)[0]
    matcher.advance_bytes(b"if cities:\n    if cities:\n        if cities:\n            ")
    for token in (ord("@"), ord("x")):
        left = tokens_after(matcher, token)
        matcher.fill_bitmask(bits, tokens_left=left)
        assert not bits[token >> 5] >> (token & 31) & 1
