"""Types and functions that pickle finds by name, for tests that send grammars to other processes."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
from pydantic import BaseModel

from constrain import Constraint, allocate_bitmask, cache_info


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


def answer(connection: Any) -> None:
    """Answers each pickled constraint with its masks, its value of a text, and which vocabularies the process has."""
    while (message := connection.recv()) is not None:
        pickled, tokens, text = message
        constraint = pickle.loads(pickled)
        connection.send((masks(constraint, tokens), constraint.read(text), cache_info().vocabularies))
