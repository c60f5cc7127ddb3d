"""Bitmasks: packed int32, shape (rows, words), words = ceil(vocabulary / 32), bit 1 = allowed.

Token t of a row is bit t % 32 of word t // 32, the layout that llguidance and xgrammar use too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .vocabulary import Vocabulary


def allocate_bitmask(rows: int, vocabulary: Vocabulary) -> npt.NDArray[np.int32]:
    """An int32 array of shape (rows, words), all zero: nothing allowed."""
    return np.zeros((rows, vocabulary.words), dtype=np.int32)


def allowed_tokens(row: npt.NDArray[np.int32]) -> list[int]:
    """The token ids whose bits are set in one row, ascending; for tests, messages and small vocabularies.

    >>> allowed_tokens(np.array([5, 1], dtype=np.int32))
    [0, 2, 32]
    """
    bits = np.unpackbits(np.ascontiguousarray(row).view(np.uint8), bitorder="little")
    found: list[int] = np.flatnonzero(bits).tolist()
    return found
