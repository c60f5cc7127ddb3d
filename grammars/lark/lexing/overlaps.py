"""Which terminals can be taken for which others: whether one text leads two of them on together.

The core walks on in both programs at once (overlap.h), lookarounds counting as fulfilled; here terminals have names.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..._native import Overlap
from .pike_vm import Machine
from .terminal_dfa import flattened

MAX_PAIRS = 100_000  # pairs of nodes looked at before two terminals count as competitors


class Overlaps:
    """Of the terminals of one machine, which may still grow; `starts` are their first nodes."""

    def __init__(self, machine: Machine, starts: Mapping[str, int]) -> None:
        self.machine, self.starts = machine, starts
        self._native = Overlap(MAX_PAIRS)
        self._sets: dict[object, int] = {}
        self._known = 0
        self._groups: dict[frozenset[str], int] = {}

    def overlap(self, earlier: str, name: str, beyond: frozenset[str] | None) -> bool:
        """Whether a text that leads `name` on, or to a match, can lead `earlier` to a match.

        Where `name` has matched, `earlier` must be able to go on with one of the terminals `beyond` (None: it may).
        """
        native = self._grown()
        ways = -1 if beyond is None else self._group(beyond)
        return native.overlaps(self.starts[earlier], self.starts[name], False, ways)

    def first(self, name: str) -> list[int]:
        """The nodes to which a terminal leads without a character, lookarounds counting as fulfilled."""
        return self._grown().plain(self.starts[name])

    def coincide(self, first: str, second: str) -> bool:
        """Whether one text can lead both to a match."""
        return self._grown().overlaps(self.starts[first], self.starts[second], True, -1)

    def may_match(self, node: int, following: frozenset[str]) -> bool:
        """Whether a thread at `node` may come to a match when the text goes on with a token of one of the terminals."""
        return self._grown().may_match(node, self._group(following))

    def _group(self, names: frozenset[str]) -> int:
        """The core's number of those that have a pattern."""
        if names not in self._groups:
            self._groups[names] = self._native.group([self.starts[name] for name in names if name in self.starts])
        return self._groups[names]

    def _grown(self) -> Overlap:
        if self._known < len(self.machine.nodes):
            nodes, ways, sets = flattened(self.machine, self._known, self._sets)
            self._native.grow(nodes, ways, sets)
            self._known = len(self.machine.nodes)
        return self._native
