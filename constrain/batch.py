"""The matchers of a batch, filled in one call: one constraint per row, or None for a row that is free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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

    def fill_bitmask(self, bitmask: npt.NDArray[np.int32], *, threads: int = 1) -> None:
        """Writes the allowed tokens of every row; `bitmask` is int32 of shape (at least rows, words).

        One native call with the interpreter lock released; `threads` of them share the rows. Free rows get all ones.
        """
        _native.fill_rows(self.rows, bitmask, threads)

    def advance(self, tokens: Sequence[int]) -> None:
        """Takes one token a row. If a row refuses its token, `RejectedToken` is raised and no row has moved."""
        if len(tokens) != len(self.rows):
            raise ValueError(f"{len(tokens)} tokens for {len(self.rows)} rows")
        moved: list[Matcher] = []
        try:
            for matcher, token in zip(self.rows, tokens, strict=True):
                if matcher is not None:
                    matcher.advance(int(token))
                    moved.append(matcher)
        except Exception:
            for matcher in moved:
                matcher.rollback(1)
            raise

    def reorder(self, sources: Sequence[int]) -> None:
        """Row i becomes a fork of former row `sources[i]`, as beam search asks; the number of rows may change."""
        rows = [self.rows[s] for s in sources]
        self.rows = [row.fork() if row is not None else None for row in rows]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, row: int) -> Matcher | None:
        return self.rows[row]
