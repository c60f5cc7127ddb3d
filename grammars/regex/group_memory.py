"""What the translation of backreferences and atomic groups remembers, and the small change it deals in.

A *memory* says for each referenced group what it has matched. A *state* is a memory and whether anything has been
taken since the current round of the innermost loop began (`True` where nobody asks). *Outcomes* are the states that a
stretch of pattern can lead to, each with the pattern of the texts that lead there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from constrain.patterns.pattern import ANY, EMPTY, Pattern

from .algebra import first_bytes, nullable, rest_is, sequence, then_any, union


class Open(NamedTuple):
    """The text that a group has taken so far and will have matched when it closes."""

    text: str


class Entered:
    """A group that has begun and whose text does not matter, or must not be added to (inside an assertion)."""


ENTERED = Entered()

Memory = tuple[
    Any, ...
]  # for each group: its text (or True, where only that matters), None if unset, `Open`, `ENTERED`
State = tuple[Memory, bool]
Outcomes = dict[State, Pattern]
Rest = Callable[[State], Pattern]


def anything(_: State) -> Pattern:
    """The `rest` at the end of an atomic group."""
    return ANY


def then(part: Pattern, rest: Pattern) -> Pattern:
    """`part` and then `rest`, which ends in anything."""
    return then_any(part) if rest is ANY else sequence((part, rest))


def merge(pairs: Iterable[tuple[State, Pattern]]) -> Outcomes:
    """The outcomes by state; what cannot match is left out."""
    found: dict[State, list[Pattern]] = {}
    for state, part in pairs:
        if part is not EMPTY:
            found.setdefault(state, []).append(part)
    return {state: parts[0] if len(parts) == 1 else union(parts) for state, parts in found.items()}


def guard(earlier: Pattern, later: Outcomes) -> Outcomes:
    """`later`, where `earlier` (which ends in anything) does not match."""
    if earlier is not ANY and earlier is not EMPTY:
        starts = first_bytes(earlier)
        if all(not nullable(part) and not first_bytes(part) & starts for part in later.values()):
            return later  # the next byte says which
    blocked = rest_is(earlier, negative=True)
    return merge((state, sequence((blocked, part))) for state, part in later.items())


def is_open(state: State) -> bool:
    """Whether a group is open, so that every character must be known."""
    return any(type(held) is Open for held in state[0])


def holding(memory: Memory, slot: int, held: Any) -> Memory:
    """The memory with one slot changed."""
    return (*memory[:slot], held, *memory[slot + 1 :])


def taking(memory: Memory, character: str) -> Memory:
    """The memory after one more character."""
    return tuple(Open(held.text + character) if type(held) is Open else held for held in memory)
