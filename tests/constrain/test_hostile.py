"""Hostile input ends in success or in a `ConstrainError`, within bounded time and memory; never in a crash or a hang."""

from __future__ import annotations

import subprocess
import sys

import pytest

from constrain import LimitExceeded

from . import hostile_cases
from .hostile_cases import CASES, EASY
from .own_process import SLOWER


@pytest.mark.parametrize("name", CASES)
def test_hostile_input_is_survived(name: str) -> None:
    """The case ends in time and within its memory, and what is easy succeeds."""
    command = [sys.executable, hostile_cases.__file__, name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120 * SLOWER, check=False)

    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout == "ok\n" or (name not in EASY and ": " in done.stdout)


@pytest.mark.parametrize(
    "name", ["counts_past_64_bits", "rounds_past_64_bits", "deep_counts", "doubling_in_expressions"]
)
def test_limits_name_both_numbers(name: str) -> None:
    """Where a budget is passed, the error carries the limit and what was needed, and says them."""
    with pytest.raises(LimitExceeded) as caught:
        hostile_cases.ordeal(*CASES[name]())

    error = caught.value
    assert error.limit is not None
    assert error.needed is not None
    assert error.needed > error.limit
    assert str(error.limit) in str(error)
    assert str(error.needed) in str(error)
