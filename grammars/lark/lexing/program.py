"""Terminals as one program of ordered choices, the way a backtracking matcher tries them.

A program is a graph of nodes: `Char` consumes one character out of a set, `Split` tries its ways in order, `Look` asks
about what follows or precedes, `Match` ends a terminal. Simulating it with *ordered* sets of nodes (Pike's machine)
finds the leftmost-first match that `re` finds, lazy quantifiers included, in one pass. All terminals of a grammar share
one program, so what is left of one is comparable with what is left of another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constrain.budget import allow_more, share
from constrain.errors import LimitExceeded

from ...regex.parse import parse
from ...regex.ranges import Ranges
from ...regex.tree import Parsed

MAX_NODES = 60_000
END = "END"  # the symbol after the last character, which only lookaheads see
CHAR, SPLIT, AHEAD, BEHIND, MATCH = range(5)


class Program:
    """Nodes as tuples, their kind first.

    (CHAR, set, next), (SPLIT, nodes), (AHEAD or BEHIND, negative, start, width, next), (MATCH, terminal).
    `set` is a tuple of ranges, or `END`. A lookaround's own nodes end in the one node `found`.
    """

    def __init__(self, parse: Callable[[str, int], Parsed] = parse) -> None:
        self.parse = parse
        self.nodes: list[Any] = []
        self.found = self.add((MATCH, None))
        self.sets: set[Ranges] = set()
        self.looking: set[str] = set()  # the terminals that look ahead
        self.work = 0  # steps through groups that were written as plain nodes
        self.parsed: dict[str, Parsed] = {}  # by terminal

    def add(self, node: Any) -> int:
        """A new node's number."""
        if len(self.nodes) >= (limit := share(MAX_NODES)):
            raise LimitExceeded(
                f"lark: the terminals expand to more than {limit} steps; lower the counts `~n..m` and `{{n,m}}`, "
                f"or {allow_more(limit, limit + 1)}",
                limit=limit,
                needed=len(self.nodes) + 1,
            )
        self.nodes.append(node)
        return len(self.nodes) - 1

    def character(self, ranges: Ranges, then: int) -> int:
        """A node that consumes one character of the set."""
        self.sets.add(ranges)
        return self.add((CHAR, ranges, then))
