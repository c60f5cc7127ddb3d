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

_INTEGERS = {2: torch.int16, 4: torch.int32, 8: torch.int64}  # of the same size as the score's dtype


@lru_cache(maxsize=8)
def _format(dtype: torch.dtype) -> tuple[int, int]:
    """The bytes of a score, and the bits of -inf as an unsigned integer."""
    bits = int(torch.tensor(float("-inf"), dtype=dtype).view(_INTEGERS[dtype.itemsize]))
    return dtype.itemsize, bits % (1 << 8 * dtype.itemsize)


def apply_bitmask(scores: torch.Tensor, bitmask: torch.Tensor, level: str | None = None) -> torch.Tensor:
    """As `definition.apply_bitmask`, for floating-point scores on the CPU. `level`: a kernel other than the best."""
    target = torch.empty(scores.shape, dtype=scores.dtype)
    room = Bitmask(*bitmask.shape)
    room.words[:] = bitmask.numpy()
    room.forbid(scores, target.data_ptr(), target.stride(0), level=level)
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

    def mostly_forbids(self) -> bool:
        """Whether a score that is forbidden is worth not writing: where at most a quarter of the words allow any."""
        rows, words = self.shape
        return 4 * _sampling.words_set(*self.at, rows) <= rows * words

    def forbid(
        self, scores: torch.Tensor, target: int, target_stride: int, *, before: int = 0, level: str | None = None
    ) -> int:
        """Write `scores` (rows, width) under the mask to the address `target`, which may be that of the scores.

        Returns in how many rows all allowed scores are -inf, and writes to `left` in which not. The target has the same
        dtype and adjacent columns; `before` is the address of what it was written under last, if that is known.
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
            target,
            target_stride,
            rows,
            width,
            *self.at,
            before,
            size,
            infinity,
            torch.get_num_threads(),
            self.left_at,
        )


@lru_cache(maxsize=1)
def _best() -> str:
    return _sampling.levels()[0]


class Rooms:
    """Tensors that masked scores are written to and handed out from, without a copy and without writing -inf again.

    A row of scores is half a megabyte or more; a new one has to be mapped and cleared by the system, and then written
    nearly everywhere. A room is one that we keep, together with the mask it was written under last, so that only what
    either mask allows is written (`Bitmask.forbid`). What we hand out is a copy on write: it shares our memory until
    someone takes a pointer to write to, be it torch or NumPy, and that moves it elsewhere first. So what we know of our
    memory stays true, whatever becomes of the copy; and it is ours again when nobody holds the copy, or anything that
    shares its storage, any more (references to the object, the tensor and the storage are counted). Loops usually hold
    the last scores while they ask for the next, so there are two rooms, or three.
    """

    _MOST = 3

    def __init__(self) -> None:
        self._rooms: list[_Room] = []

    def forbid(self, bitmask: Bitmask, scores: torch.Tensor) -> tuple[torch.Tensor, int]:
        """`scores` under the mask in a tensor of its own; and in how many rows all allowed scores are -inf."""
        rooms = self._rooms
        if rooms and (rooms[0].shape != scores.shape or rooms[0].dtype != scores.dtype):
            rooms.clear()
        room = None
        for number, each in enumerate(rooms):
            if each.is_free():
                room = rooms.pop(number)  # and to the end: it will be held while the next is asked for
                break
        if room is None:
            if len(rooms) == self._MOST or not _copies_on_write():
                target = torch.empty(scores.shape, dtype=scores.dtype)
                return target, bitmask.forbid(scores, target.data_ptr(), target.stride(0))
            room = _Room(scores)
        rooms.append(room)
        empty = bitmask.forbid(scores, room.at, room.shape[1], before=room.before_at)
        return room.hand_out(), empty


class _Room:
    __slots__ = ("_counted", "_free", "_given", "_tensor", "at", "before", "before_at", "dtype", "shape")

    def __init__(self, scores: torch.Tensor) -> None:
        self.shape, self.dtype = scores.shape, scores.dtype
        with torch.inference_mode(False):
            self._tensor = torch.empty(self.shape, dtype=self.dtype)
        self.at = self._tensor.data_ptr()
        self.before = np.full((self.shape[0], (self.shape[1] + 31) // 32), -1, np.int32)
        self.before_at = self.before.ctypes.data
        self._given: torch.Tensor | None = None
        self._free, self._counted = (0, 0, 0), False  # what is counted for `_given` while nobody else holds it

    def hand_out(self) -> torch.Tensor:
        given = self._given = self._tensor._lazy_clone()
        if not self._counted:
            self._free, self._counted = (sys.getrefcount(given), *self._holders(given)), True
        return given

    def is_free(self) -> bool:
        given, free = self._given, self._free
        if given is None:
            return True
        return sys.getrefcount(given) == free[0] and self._holders(given) == free[1:]

    def _holders(self, given: torch.Tensor) -> tuple[int, int]:
        storage = given.untyped_storage()._cdata
        return given._use_count(), torch._C._storage_Use_Count(storage)  # type: ignore[attr-defined]


@lru_cache(maxsize=1)
def _copies_on_write() -> bool:
    """Whether this torch has copies on write that keep their promise, and counts who holds them."""
    try:
        tensor = torch.zeros(2)
        at = tensor.data_ptr()
        copy = tensor._lazy_clone()
        shared = torch._C._is_cow_tensor(copy)  # type: ignore[attr-defined]
        copy.numpy()[0] = 1
        copy += 1
        counted = copy._use_count() + torch._C._storage_Use_Count(copy.untyped_storage()._cdata)  # type: ignore[attr-defined]
        return bool(shared and counted and copy.data_ptr() != at and tensor.tolist() == [0, 0])
    except (AttributeError, RuntimeError, TypeError):
        return False
