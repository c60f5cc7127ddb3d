"""`apply_bitmask` on the CPU: one native pass over each row, into a new tensor, a tensor of ours, or the scores
themselves.

Words of the mask that are all zeros are a fill and read no score, words of all ones a copy, or nothing where the row is
written in place. At 128,256 columns of float32 that is 12 µs a row where nearly nothing is allowed, 21 where nearly all
is, and 1 to write the latter in place; `torch.where` and `masked_fill` take 190 to 770. Larger batches are shared with
torch's number of threads.
"""

from __future__ import annotations

import sys
from functools import lru_cache

import numpy as np
import torch

from constrain import _sampling

from . import definition

_INTEGERS = {2: torch.int16, 4: torch.int32, 8: torch.int64}  # of the same size as the score's dtype


@lru_cache(maxsize=8)
def _format(dtype: torch.dtype) -> tuple[int, int]:
    """The bytes of a score, and the bits of -inf as an unsigned integer."""
    bits = int(torch.tensor(float("-inf"), dtype=dtype).view(_INTEGERS[dtype.itemsize]))
    return dtype.itemsize, bits % (1 << 8 * dtype.itemsize)


def masked(scores: torch.Tensor, bitmask: torch.Tensor) -> torch.Tensor:
    """`definition.apply_bitmask` on the device of `scores`, by the kernel below where that is the host."""
    return apply_bitmask(scores, bitmask) if takes(scores) else definition.apply_bitmask(scores, bitmask)


def apply_bitmask(scores: torch.Tensor, bitmask: torch.Tensor, level: str | None = None) -> torch.Tensor:
    """As `definition.apply_bitmask`, for floating-point scores on the CPU. `level`: a kernel other than the best."""
    target = torch.empty(scores.shape, dtype=scores.dtype)
    room = Bitmask(*bitmask.shape)
    room.words[:] = bitmask.numpy()
    room.forbid(scores, target, level)
    return target


def takes(scores: torch.Tensor) -> bool:
    """Whether `Bitmask.forbid` can do `scores`: on the host, of a usual dtype, no gradient wanted."""
    return scores.is_cpu and not scores.requires_grad and scores.dtype.itemsize in _INTEGERS


def lies_apart(scores: torch.Tensor) -> bool:
    """Whether `scores` (rows, width) can be the target: columns adjacent, and no two rows in the same place."""
    rows, width = scores.shape
    row, column = scores.stride()
    return (column == 1 or width <= 1) and (row >= width or rows <= 1)


class Bitmask:
    """Room for the bitmask of a batch, (rows, words) int32, and for what is left under it."""

    def __init__(self, rows: int, words: int) -> None:
        self.words = np.zeros((rows, words), np.int32)
        self.left = np.zeros(rows, np.uint8)  # whether a row has a score above -inf left
        self.at = (self.words.ctypes.data, words, words)
        self.left_at = self.left.ctypes.data
        self.shape = rows, words

    def forbid(self, scores: torch.Tensor, target: torch.Tensor, level: str | None = None) -> int:
        """Write `scores` (rows, width) under the mask to `target`, which may be the scores themselves.

        Returns in how many rows all allowed scores are -inf, and writes to `left` in which not. `target` has the same
        dtype and adjacent columns.
        """
        rows, width = scores.shape
        size, infinity = _format(scores.dtype)
        stride, step = scores.stride()
        if step != 1 and width > 1:
            scores = scores.contiguous()
            stride = width
        return _sampling.forbid(
            level or _best(),
            scores.data_ptr(),
            stride,
            target.data_ptr(),
            target.stride(0),
            rows,
            width,
            *self.at,
            size,
            infinity,
            torch.get_num_threads(),
            self.left_at,
        )


@lru_cache(maxsize=1)
def _best() -> str:
    return _sampling.levels()[0]


class Rooms:
    """Tensors to write to, given out again once nobody else holds them, or anything that shares their memory.

    A new tensor of half a megabyte or more has to be mapped and cleared by the system, which costs as much as the mask.
    Two or three are kept: a loop usually holds the last scores while it asks for the next. A tensor that is kept, seen
    through a view, a NumPy array or a graph, is never given out again (references to the object, to the tensor and to
    its storage are counted); the next one is new.
    """

    _MOST = 3

    def __init__(self) -> None:
        self._rooms: list[_Room] = []

    def like(self, scores: torch.Tensor) -> torch.Tensor:
        """A contiguous tensor on the host in shape and dtype of `scores`; what is in it means nothing."""
        rooms = self._rooms
        kind = scores.shape, scores.dtype, torch.is_inference_mode_enabled()
        if rooms and rooms[0].kind != kind:
            rooms.clear()
        for room in rooms:
            if room.is_free():
                return room.tensor
        if len(rooms) == self._MOST or not hasattr(torch._C, "_storage_Use_Count"):
            return torch.empty(kind[0], dtype=kind[1])
        rooms.append(_Room(kind))
        return rooms[-1].tensor


class _Room:
    """One such tensor, and what is counted for it while nobody else holds it."""

    __slots__ = ("_at", "_free", "_storage", "kind", "tensor")

    def __init__(self, kind: tuple[torch.Size, torch.dtype, bool]) -> None:
        self.kind = kind
        self.tensor = torch.empty(kind[0], dtype=kind[1])
        self._at, self._storage = self.tensor.data_ptr(), self.tensor.untyped_storage()._cdata
        self._free = self._holders()

    def is_free(self) -> bool:
        tensor = self.tensor
        if tensor.data_ptr() != self._at or tensor.shape != self.kind[0] or not tensor.is_contiguous():
            return False  # whoever holds it has made something else of it
        return self._holders() == self._free

    def _holders(self) -> tuple[int, int, int]:
        tensor = self.tensor
        return (
            sys.getrefcount(tensor),
            tensor._use_count(),
            torch._C._storage_Use_Count(self._storage),  # type: ignore[attr-defined]
        )
