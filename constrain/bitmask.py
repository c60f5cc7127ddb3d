"""Bitmasks: packed int32, shape (rows, words), words = ceil(vocabulary / 32), bit 1 = allowed.

Token t of a row is bit t % 32 of word t // 32, the layout that llguidance and xgrammar use too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .support.arguments import described, integer, public

if TYPE_CHECKING:
    from .vocabulary import Vocabulary


@public
def allocate_bitmask(rows: int, vocabulary: Vocabulary) -> npt.NDArray[np.int32]:
    """An int32 array of shape (rows, words), all zero: nothing allowed."""
    if not hasattr(vocabulary, "words"):
        raise TypeError(f"vocabulary must be a Vocabulary, not {described(vocabulary)}")
    return np.zeros((integer(rows, "rows"), vocabulary.words), dtype=np.int32)


@public
def allowed_tokens(row: npt.NDArray[np.int32]) -> list[int]:
    """The token ids whose bits are set in one row, ascending; for tests, messages and small vocabularies.

    >>> allowed_tokens(np.array([5, 1], dtype=np.int32))
    [0, 2, 32]
    """
    if np.ndim(row) != 1 or np.asarray(row).dtype.kind not in "iu":
        raise TypeError(f"row must be one row of a bitmask, an array of int32 and shape (words,), not {described(row)}")
    row = np.asarray(row)
    if row.dtype.itemsize != 4:
        raise TypeError(f"row must have 32 bits in an item, as int32 has, not {described(row)}")
    bits = np.unpackbits(np.ascontiguousarray(row).view(np.uint8), bitorder="little")
    found: list[int] = np.flatnonzero(bits).tolist()
    return found
