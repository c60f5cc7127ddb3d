"""Types and functions that pickle finds by name, for tests that send grammars to other processes."""

from __future__ import annotations

from typing import Any

import numpy as np
from pydantic import BaseModel

from constrain import Constraint, allocate_bitmask


class Leaf(BaseModel):
    """A model."""

    name: str
    size: int = 0


class Tree(BaseModel):
    """A model that refers to itself."""

    kids: list[Tree] = []
    anything: Any = None


def weather(city: str, days: int = 1) -> str:
    """A tool."""
    return f"{city} {days}"


def masks(constraint: Constraint, tokens: list[int]) -> list[bytes]:
    """The masks before each of the tokens and after the last; what a process that was sent the constraint makes."""
    matcher = constraint.matcher()
    row = allocate_bitmask(1, constraint.vocabulary)[0]
    found = []
    for token in [*tokens, None]:
        matcher.fill_bitmask(row)
        found.append(np.array(row).tobytes())
        if token is not None:
            matcher.advance(token)
    return found
