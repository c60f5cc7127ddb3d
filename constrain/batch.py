"""The matchers of a batch, filled in one call: one constraint per row, or None for a row that is free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from time import perf_counter

import numpy as np
import numpy.typing as npt

from . import _native, metrics
from .constraint import Constraint
from .matcher import Matcher
from .support import arguments
from .support.arguments import MOST, check_rows, instance, integer, listed

_ANY_TOKENS = 2**64 - 1  # for the native core: no limit


class MatcherBatch:
    """One matcher a row, made of a list of constraints, matchers and None (a row that is free), which `rows` holds.

    Threads: belongs to one thread at a time, as its matchers do. A call works on the rows that the list has when it
    begins; another thread may put others in their places meanwhile, for the next call. A matcher that another thread is
    moving raises RuntimeError, which names the row; no row has moved then.

    >>> rows = MatcherBatch([invoice, date, None]); rows.fill_bitmask(bitmask); rows.advance([17, 4, 99])
    """

    def __init__(self, rows: Iterable[Constraint | Matcher | None]) -> None:
        given = listed(rows, "rows", "a list of constraints, matchers and None, one for each row")
        for row, each in enumerate(given):
            if each is not None and not isinstance(each, Constraint | Matcher):
                instance(each, (Constraint, Matcher), f"rows[{row}]", "a Constraint, a Matcher or None")
        self.rows: list[Matcher | None] = [c.matcher() if isinstance(c, Constraint) else c for c in given]
        sizes = {each.constraint.vocabulary.size: row for row, each in enumerate(self.rows) if each is not None}
        if len(sizes) > 1:
            told = " and ".join(f"{size:,} (row {row})" for size, row in list(sizes.items())[:2])
            raise ValueError(f"the rows' vocabularies have {told} tokens; the rows of a batch are one model's")

    def fill_bitmask(
        self,
        bitmask: npt.NDArray[np.int32],
        *,
        rows: Sequence[int] | None = None,
        threads: int | None = None,
        tokens_left: Sequence[int | None] | None = None,
    ) -> None:
        """Writes the allowed tokens of every row; `bitmask` is int32 of shape (at least rows, words).

        One native call with the interpreter lock released; at most `threads` of them share the rows (None: as many as
        the work is worth, up to the machine's cores). Free rows get all ones. With `rows`, only these are written, each
        to its own row of the bitmask, and the others stay as they are. `tokens_left` has for each row of the batch how
        many tokens may still spell its text, or None for any number: then only tokens after which the text can be
        completed with the others, as `Matcher.fill_bitmask` has it; LimitExceeded names a row whose text cannot.
        """
        began = perf_counter() if metrics.listeners else None
        count = _count(threads)
        left = [] if tokens_left is None else _tokens_left(tokens_left, len(self.rows))
        try:
            if rows is None:
                _native.fill_rows(self.rows, bitmask, count, left)
            else:
                chosen = self._chosen(rows)
                some = [left[row] for row in chosen] if left else left
                _native.fill_rows([self.rows[row] for row in chosen], bitmask, count, some, chosen)
        except TypeError:
            check_rows(self.rows)
            words = max((row.constraint.vocabulary.words for row in self.rows if row is not None), default=1)
            arguments.bitmask(bitmask, "bitmask", f"({len(self.rows)}, {words})")
            raise
        if began is not None:
            filled = len(self.rows if rows is None else rows)
            metrics.tell(metrics.Observation("masks", "done", perf_counter() - began, filled))

    def prepare(self, *, threads: int | None = None) -> None:
        """Begins to compute the masks that come next on other threads, and returns at once.

        Called before the model's forward pass, it makes `fill_bitmask` after it a copy. Only time changes by it.

        >>> rows.advance(tokens); rows.prepare(); logits = model(tokens); rows.fill_bitmask(bitmask)
        """
        count = _count(threads)
        try:
            _native.prepare_rows(self.rows, count)
        except TypeError:
            check_rows(self.rows)
            raise

    def advance(self, tokens: Sequence[int | Sequence[int] | None], *, rows: Sequence[int] | None = None) -> None:
        """Takes a token in each row; or several, a list of them, one after another; or none, where there is None.

        If a row refuses a token, `RejectedToken` names it and no row has moved. With `rows`, `tokens` has an item for
        each of these, and the others stay as they are; a row that is named twice moves twice.
        """
        if rows is None:
            try:
                ids = list(map(index, tokens))  # type: ignore[arg-type]
                if len(ids) == len(self.rows):
                    return _native.advance_rows(self.rows, ids)
            except TypeError:  # not a token in each row; or wrong arguments, which are named below
                check_rows(self.rows)
        return self._advance_by(tokens, list(range(len(self.rows))) if rows is None else self._chosen(rows))

    def _advance_by(self, tokens: Sequence[int | Sequence[int] | None], rows: list[int]) -> None:
        """The same with any number of tokens for each of these rows."""
        listing = listed(tokens, "tokens", "a list with a token for each row")
        if len(listing) != len(rows):
            raise ValueError(
                f"{len(listing)} tokens for {len(rows)} rows; give one for each row, None where a row takes none"
            )
        counts: list[int] = []
        ids: list[int] = []
        for place, (row, given) in enumerate(zip(rows, listing, strict=True)):
            name, last = f"tokens[{place}]", _last_token(self.rows, row)
            several = isinstance(given, Sequence | np.ndarray) and not isinstance(given, str | bytes)
            new = [] if given is None else list(given) if several else [given]
            ids += [integer(token, name, 0, last) for token in new]
            counts.append(len(new))
        _native.advance_rows_by([self.rows[row] for row in rows], counts, ids)

    def rollback(self, counts: int | Sequence[int], *, rows: Sequence[int] | None = None) -> None:
        """Undo the last advances of every row: as many in each, or a number for each row; free rows have none to undo.

        ValueError, and no row has moved, where a row has taken fewer. With `rows`, only these go back.
        """
        chosen = list(range(len(self.rows))) if rows is None else self._chosen(rows)
        if isinstance(counts, Sequence | np.ndarray):
            numbers = [integer(each, "a number in counts") for each in counts]
        else:
            numbers = [integer(counts, "counts")] * len(chosen)
        if len(numbers) != len(chosen):
            raise ValueError(f"{len(numbers)} numbers for {len(chosen)} rows; give one for each of them")
        _native.rollback_rows([self.rows[row] for row in chosen], numbers)

    def _chosen(self, rows: Sequence[int]) -> list[int]:
        last = len(self.rows) - 1
        return [integer(row, "a row in rows", 0, last) for row in listed(rows, "rows", "a list of rows")]

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
        last = len(self.rows) - 1
        chosen = [integer(s, "a row in sources", 0, last) for s in listed(sources, "sources", "a list of rows")]
        rows = [self.rows[s] for s in chosen]
        self.rows = [row.fork() if row is not None else None for row in rows]

    def __copy__(self) -> MatcherBatch:
        """Rows of the same states; what happens to one batch does nothing to the other."""
        return MatcherBatch(row.fork() if row is not None else None for row in self.rows)

    def __deepcopy__(self, memo: object) -> MatcherBatch:
        return self.__copy__()

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, row: int) -> Matcher | None:
        if not -len(self.rows) <= integer(row, "row", None) < len(self.rows):
            raise IndexError(f"row is {row}, and there are {len(self.rows)} rows")
        return self.rows[row]


def _count(threads: int | None) -> int:
    """As the native core takes it: 0 leaves the number to it."""
    if threads is None:
        return 0
    count = integer(threads, "threads", None)
    if count < 1:
        raise ValueError(f"threads is {threads}; it counts threads, so 1 or more, or None for as many as help")
    return count


def _tokens_left(tokens_left: Sequence[int | None], rows: int) -> list[int]:
    """As the native core takes them."""
    given = listed(tokens_left, "tokens_left", "a list with the number of tokens left to each row, or None")
    if len(given) != rows:
        raise ValueError(f"{len(given)} numbers of tokens left for {rows} rows; give one number, or one for each row")
    return [
        _ANY_TOKENS if left is None else integer(left, f"tokens_left[{row}]", 0, None) for row, left in enumerate(given)
    ]


def _last_token(rows: Sequence[Matcher | None], row: int) -> int:
    """The highest token of a row's vocabulary; where the row is free, of what a token can be."""
    matcher = rows[row] if row < len(rows) else None
    return MOST if matcher is None else matcher.constraint.vocabulary.size - 1
