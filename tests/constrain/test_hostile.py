"""Hostile input ends in success or in a `ConstrainError`, within bounded time and memory; never in a crash or a hang."""

from __future__ import annotations

import subprocess
import sys

import pytest

from . import hostile_cases
from .hostile_cases import CASES, EASY


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_hostile_input_is_survived(name: str) -> None:
    """The case ends in time and within its memory, and what is easy succeeds."""
    command = [sys.executable, hostile_cases.__file__, name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout == "ok\n" or (name not in EASY and ": " in done.stdout)


@pytest.mark.slow
def test_limits_name_both_numbers() -> None:
    """Where a budget is passed, the error carries the limit and what was needed."""
    import constrain
    from constrain import LimitExceeded

    found = 0
    for name in ("counts_past_64_bits", "rounds_past_64_bits", "deep_counts", "doubling_in_expressions"):
        try:
            hostile_cases.ordeal(*CASES[name]())
        except LimitExceeded as error:
            found += 1
            assert error.limit is not None
            assert error.needed is not None
            assert str(error.limit) in str(error)
        except constrain.ConstrainError:
            continue
    assert found >= 0
