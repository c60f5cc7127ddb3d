"""The matchers of a batch, filled in one call: one constraint per row, or None for a row that is free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index

import numpy as np
import numpy.typing as npt

from . import _native
from .constraint import Constraint
from .matcher import Matcher


class MatcherBatch:
    """One matcher a row. `rows[i]` is the row's `Matcher`, or None where the row is free.

    >>> rows = MatcherBatch([invoice, date, None]); rows.fill_bitmask(bitmask); rows.advance([17, 4, 99])
    """

    def __init__(self, constraints: Iterable[Constraint | Matcher | None]) -> None:
        self.rows: list[Matcher | None] = [c.matcher() if isinstance(c, Constraint) else c for c in constraints]

    def fill_bitmask(self, bitmask: npt.NDArray[np.int32], *, threads: int | None = None) -> None:
        """Writes the allowed tokens of every row; `bitmask` is int32 of shape (at least rows, words).

        One native call with the interpreter lock released; at most `threads` of them share the rows (None: as many as
        the work is worth, up to the machine's cores). Free rows get all ones.
        """
        _native.fill_rows(self.rows, bitmask, _count(threads))

    def prepare(self, *, threads: int | None = None) -> None:
        """Begins to compute the masks that come next on other threads, and returns at once.

        Called before the model's forward pass, it makes `fill_bitmask` after it a copy. Only time changes by it.

        >>> rows.advance(tokens); rows.prepare(); logits = model(tokens); rows.fill_bitmask(bitmask)
        """
        _native.prepare_rows(self.rows, _count(threads))

    def advance(self, tokens: Sequence[int]) -> None:
        """Takes one token a row. If a row refuses its token, `RejectedToken` names it and no row has moved."""
        if len(tokens) != len(self.rows):
            raise ValueError(f"{len(tokens)} tokens for {len(self.rows)} rows")
        _native.advance_rows(self.rows, list(map(index, tokens)))

    def follow(self, tokens: Sequence[int]) -> list[int]:
        """Moves the rows that take their token; the numbers of those that refuse it, or whose text it ends.

        For loops that are told what came, rather than choosing it: rows that refuse stay where they are, and any
        integer may be a token. Free rows take everything.
        """
        if len(tokens) != len(self.rows):
            raise ValueError(f"{len(tokens)} tokens for {len(self.rows)} rows")
        return _native.follow_rows(self.rows, list(tokens))

    def reorder(self, sources: Sequence[int]) -> None:
        """Row i becomes a fork of former row `sources[i]`, as beam search asks; the number of rows may change."""
        rows = [self.rows[s] for s in sources]
        self.rows = [row.fork() if row is not None else None for row in rows]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, row: int) -> Matcher | None:
        return self.rows[row]


def _count(threads: int | None) -> int:
    """As the native core takes it: 0 leaves the number to it."""
    if threads is None:
        return 0
    if threads < 1:
        raise ValueError(f"threads is {threads}; it counts threads, so 1 or more, or None for as many as help")
    return threads
