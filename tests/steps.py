"""Counting work instead of time: the steps that a budget counts are the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from constrain import Limits
from constrain.budget import open_budget


@contextmanager
def at_most(steps: int) -> Iterator[None]:
    """What the block compiles, and asks about texts, takes no more than so many steps together.

    Raises what the block raises, uncounted: limits of the library have ended it. A million are some 10 to 50 ms. What tests
    allow is some twice what was counted, which holds the order of growth.
    """
    budget = open_budget(Limits(), None)
    budget.begin()
    try:
        yield
    finally:
        budget.end()
    assert budget.steps <= steps, f"{budget.steps} steps"
