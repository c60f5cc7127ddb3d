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
    forbid(scores.detach(), bitmask.contiguous().numpy(), target, level)
    return target


def takes(scores: torch.Tensor) -> bool:
    """Whether `forbid` can do `scores`: on the host, of a usual dtype, no gradient wanted."""
    return scores.is_cpu and not scores.requires_grad and scores.dtype.itemsize in _INTEGERS


def lies_apart(scores: torch.Tensor) -> bool:
    """Whether `scores` (rows, width) can be the target: columns adjacent, and no two rows in the same place."""
    rows, width = scores.shape
    row, column = scores.stride()
    return (column == 1 or width <= 1) and (row >= width or rows <= 1)


def forbid(
    scores: torch.Tensor, bitmask: np.ndarray, target: torch.Tensor, level: str | None = None
) -> np.ndarray | None:
    """Write `scores` (rows, width) under `bitmask` (rows, words) int32 to `target`, which may be the scores themselves.

    None, or where a row's allowed scores are all -inf, which rows have one left: (rows,) uint8. `target` has the same
    dtype and adjacent columns, and so has the bitmask.
    """
    rows, width = scores.shape
    size, infinity = _format(scores.dtype)
    if width > 1 and scores.stride(1) != 1:
        scores = scores.contiguous()
    left = np.empty(rows, np.uint8)
    empty = _sampling.forbid(
        level or _best(),
        scores.data_ptr(),
        scores.stride(0),
        target.data_ptr(),
        target.stride(0),
        rows,
        width,
        bitmask.ctypes.data,
        bitmask.shape[1],
        bitmask.strides[0] // 4,
        size,
        infinity,
        torch.get_num_threads(),
        left.ctypes.data,
    )
    return left if empty else None


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
        self._rooms: list[torch.Tensor] = []
        self._alone: tuple[int, int, int] | None = None  # what is counted for a room that nobody else holds

    def like(self, scores: torch.Tensor) -> torch.Tensor:
        """A contiguous tensor on the host in shape and dtype of `scores`; what is in it means nothing."""
        rooms = self._rooms
        shape, dtype, inference = scores.shape, scores.dtype, torch.is_inference_mode_enabled()
        if rooms and (rooms[0].shape != shape or rooms[0].dtype != dtype or rooms[0].is_inference() != inference):
            rooms.clear()
        for number in range(len(rooms)):
            if self._holders(number) == self._alone:
                return rooms[number]
        room = torch.empty(shape, dtype=dtype)
        if len(rooms) < self._MOST and hasattr(torch._C, "_storage_Use_Count"):
            rooms.append(room)
            del room
            if self._alone is None:
                self._alone = self._holders(len(rooms) - 1)
            return rooms[-1]
        return room

    def _holders(self, number: int) -> tuple[int, int, int]:
        room = self._rooms[number]
        storage = torch._C._storage_Use_Count(room.untyped_storage()._cdata)  # type: ignore[attr-defined]
        return sys.getrefcount(room), room._use_count(), storage
