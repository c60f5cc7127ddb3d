"""Masks by number: different masks are few, so a consumer keeps them where it needs them and is told numbers.

A batch of 256 rows over 128k tokens has 4 MB of masks a step; their numbers are 1 KB. Most steps meet masks that were
seen before: the bank holds each different one once, and says which of its rows are new, so that a device copies only
those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .. import _native
from ..support.arguments import check_rows, described, integer
from ..support.shown import shown

if TYPE_CHECKING:
    from ..batch import MatcherBatch
    from ..vocabulary import Vocabulary


class MaskBank:
    """`masks`, int32 of shape (capacity, words), holds every different mask that `find` has met; row 0 is all ones.

    A row costs 16 KB for 128k tokens. When all are used, the bank starts over: `find` returns numbers that stand until
    its next call, and `take_written` the rows to copy before they are used. `words` may be more than the vocabulary
    needs, for logits that are wider; only row 0 has bits there.

    Threads: belongs to one thread at a time; while `find` runs, calls of others raise RuntimeError. The rows of `masks`
    that were written stay as they are until a `find` starts over, so another thread may read those that it was told of.

    >>> bank = MaskBank(vocabulary); copy = torch.empty(bank.masks.shape, dtype=torch.int32, device="cuda")
    >>> ids = bank.find(rows); new = bank.take_written(); copy[new] = torch.from_numpy(bank.masks[new]).to("cuda")
    >>> bitmask = copy[torch.from_numpy(ids).to("cuda")]
    """

    def __init__(self, vocabulary: Vocabulary, capacity: int = 1024, *, words: int | None = None) -> None:
        if not hasattr(vocabulary, "words"):
            raise TypeError(f"vocabulary must be a Vocabulary, not {described(vocabulary)}")
        capacity = integer(capacity, "capacity", None)
        if not 2 <= capacity < 1 << 31:
            raise ValueError(
                f"capacity is {shown(capacity, 100)} masks; one is that of free rows, so 2 or more, and below 2**31"
            )
        words = vocabulary.words if words is None else integer(words, "words", None)
        if words < vocabulary.words:
            raise ValueError(f"masks of {words} words, but the vocabulary needs {vocabulary.words}")
        if words >= 1 << 31:
            raise ValueError(f"masks of {shown(words, 100)} words; they are below 2**31")
        self._native = _native.MaskBank(words, capacity)
        self.masks: npt.NDArray[np.int32] = self._native.masks

    def find(self, rows: MatcherBatch) -> npt.NDArray[np.int32]:
        """The number of each row's mask: (rows,) int32.

        Costs a look-up for a state that was met, a fill and a comparison otherwise. Raises LimitExceeded where a batch
        has more different masks than the bank has rows.
        """
        matchers = getattr(rows, "rows", None)
        if not isinstance(matchers, list):
            raise TypeError(f"rows must be a MatcherBatch, not {described(rows)}")
        ids = np.empty(len(matchers), np.int32)
        try:
            self._native.find(matchers, ids)
        except TypeError:
            check_rows(matchers)
            raise
        return ids

    def take_written(self) -> slice:
        """The rows of `masks` written since the last call."""
        first, count = self._native.take_written()
        return slice(first, first + count)

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError(
            "a MaskBank cannot be copied or pickled: its numbers mean its own rows, in one process; make another one, "
            f"MaskBank(vocabulary, {len(self.masks)})"
        )
