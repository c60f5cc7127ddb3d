"""`apply_bitmask`: a bitmask on scores, for loops that have neither a pipeline nor a processor.

On the host it is the native kernel that the processors use (`kernels/host.py`), which skips what the mask leaves as it
is; on a GPU a Triton kernel; elsewhere, and for scores that carry gradients, its definition in torch.
"""

from __future__ import annotations

from typing import Any, TypeVar, overload

import numpy as np
import torch

from constrain.support.arguments import described, public

from .kernels import host, masking
from .kernels.device import sent

Array = TypeVar("Array", bound="np.ndarray[Any, Any]")


@overload
def apply_bitmask(scores: torch.Tensor, bitmask: Any, *, inplace: bool = False) -> torch.Tensor: ...
@overload
def apply_bitmask(scores: Array, bitmask: Any, *, inplace: bool = False) -> Array: ...
@public
def apply_bitmask(scores: Any, bitmask: Any, *, inplace: bool = False) -> Any:
    """The scores with -inf wherever the bit of a token is 0: a new tensor or array, or the scores themselves.

    `scores` is a torch tensor on any device, or a NumPy array, of a floating dtype and shape (rows, width) or (width,);
    `bitmask` an int32 tensor or array of shape (rows, words) or (words,), on the host or the scores' device. Columns
    beyond the last word are forbidden. `inplace=True` writes to the scores and returns them; where nothing changes,
    nothing is written. Raises TypeError and ValueError for other dtypes and shapes.

    >>> scores = apply_bitmask(logits, bitmask)
    """
    if isinstance(scores, np.ndarray):
        if scores.dtype.kind != "f" or scores.dtype.itemsize not in (2, 4, 8):
            raise TypeError(f"scores must be of a floating dtype of 16 to 64 bits, not {described(scores)}")
        if inplace and not scores.flags.writeable:
            raise ValueError("scores are read-only, so they cannot be written in place")
        native = scores.dtype.isnative and all(stride >= 0 for stride in scores.strides)
        shared = torch.from_numpy(scores if native and scores.flags.writeable else _native_copy(scores))
        found = _applied(shared, bitmask, inplace).numpy()
        if not inplace:
            return found.astype(scores.dtype, copy=False)
        if not native:
            scores[...] = found
        return scores
    if not isinstance(scores, torch.Tensor):
        raise TypeError(f"scores must be a torch tensor or a NumPy array, not {described(scores)}")
    if not scores.is_floating_point():
        raise TypeError(f"scores must be of a floating dtype, not {described(scores)}")
    return _applied(scores, bitmask, inplace)


def _native_copy(scores: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.ascontiguousarray(scores, dtype=scores.dtype.newbyteorder("=")).copy()


def _applied(scores: torch.Tensor, bitmask: Any, inplace: bool) -> torch.Tensor:
    mask = _mask(bitmask)
    if scores.dim() not in (1, 2) or mask.dim() != scores.dim() or mask.shape[:-1] != scores.shape[:-1]:
        raise ValueError(
            f"scores of shape {tuple(scores.shape)} and a bitmask of shape {tuple(mask.shape)}; (rows, width) and "
            "(rows, words) are needed, or (width,) and (words,)"
        )
    if not scores.numel():
        return scores if inplace else scores.clone()
    rows = scores.reshape(1, -1) if scores.dim() == 1 else scores
    words = mask.reshape(1, -1) if mask.dim() == 1 else mask
    if not inplace:
        return masking.masked(rows, sent(words, rows.device)).reshape(scores.shape)
    if host.takes(scores) and words.is_cpu and host.lies_apart(rows):
        room = host.Bitmask(*words.shape)
        room.words[:] = words.numpy()
        room.forbid(rows, rows.data_ptr(), rows.stride(0))
    else:
        masking.forbid(rows, sent(words, rows.device))
    return scores


def _mask(bitmask: Any) -> torch.Tensor:
    if isinstance(bitmask, np.ndarray) and bitmask.dtype == np.int32:
        return torch.from_numpy(bitmask if bitmask.flags.writeable else bitmask.copy())
    if isinstance(bitmask, torch.Tensor) and bitmask.dtype == torch.int32:
        return bitmask
    raise TypeError(f"bitmask must be an int32 array or tensor, as allocate_bitmask makes it, not {described(bitmask)}")
