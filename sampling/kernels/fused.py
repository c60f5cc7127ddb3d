"""The fused sampler: from logits to tokens, or to processed scores, by the fastest kernel at hand.

`sample` and `process` mean what `definition` says. On the CPU they call the native kernel, which reads a row once or
twice and never sorts it (tens of microseconds rather than milliseconds at 151,936 columns; figures are in
tests/bench/record/sampling.csv); on a GPU a Triton kernel, where triton is installed; elsewhere, and for float64, the
definition itself runs.
"""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType

import numpy as np
import torch

from constrain import _sampling
from constrain.errors import ConstrainError

from . import definition
from .chain import PARTS, Chain
from .device import triton_module

DTYPES = {torch.float32: 0, torch.float16: 1, torch.bfloat16: 2}
_NOTHING = (0, 0, 0)


def sample(
    logits: torch.Tensor,
    uniforms: torch.Tensor,
    chain: Chain,
    *,
    bitmask: torch.Tensor | np.ndarray | None = None,
    repeated: torch.Tensor | None = None,
    counted: torch.Tensor | None = None,
    kernel: str | None = None,
    allow_empty: bool = False,
    refuse_nan: bool = False,
) -> torch.Tensor:
    """A token for each row of `logits` (rows, width): ids (rows,) int64, on the device of `logits`.

    `uniforms` (rows,) in [0, 1), best float64, are the random numbers: the same ones give the same tokens. If they are
    int64 they are keys instead, and the draw is the race of `definition.race` by their exponential numbers. `bitmask`
    (rows, words) int32 forbids; `repeated` and `counted` (rows, any) are the token ids that the repetition penalty, and
    the frequency and presence penalties, look at, where ids outside the vocabulary count as padding. Nothing is written
    to. `kernel` is one of `kernels(logits)`, by default its first.

    Raises ConstrainError where a row has no token left, or gives -1 for it with `allow_empty` (and so need not wait
    for an accelerator). NaN counts as forbidden; with `refuse_nan`, a row with an allowed NaN as one that has no token
    left. Raises ValueError or TypeError if shapes, dtypes or devices do not fit.

    >>> chain = Chain(repetition_penalty=1.05, temperature=0.7, top_k=20, top_p=0.8)
    >>> sample(logits, torch.rand(len(logits), dtype=torch.float64), chain, bitmask=bitmask, repeated=input_ids)
    """
    if uniforms.shape != logits.shape[:1]:
        raise ValueError(f"uniforms have shape {tuple(uniforms.shape)}, the logits have {logits.shape[0]} rows")
    mask = _checked(logits, bitmask, repeated, counted)
    name = _chosen(logits, kernel)
    if name == "definition":
        tokens = definition.sample(logits, uniforms, chain, mask, repeated, counted, refuse_nan)
        empty = not allow_empty and bool((tokens < 0).any())
    elif name == "triton":
        tokens, _ = _chain(logits).run(logits, chain, mask, repeated, counted, uniforms, refuse_nan=refuse_nan)
        empty = not allow_empty and bool((tokens < 0).any())
    else:
        tokens = torch.empty(logits.shape[0], dtype=torch.int64)
        empty = _native(name, logits, chain, mask, repeated, counted, refuse_nan, uniforms, tokens) > 0
    if empty and not allow_empty:
        rows = (tokens < 0).nonzero().flatten().tolist()
        raise ConstrainError(
            f"no token is left in row {rows[0]} ({len(rows)} of {len(tokens)} rows): every score is -inf or NaN, or "
            "the bitmask forbids all that is not; pass allow_empty=True to get -1 for such rows"
        )
    return tokens


def process(
    logits: torch.Tensor,
    chain: Chain,
    *,
    bitmask: torch.Tensor | np.ndarray | None = None,
    repeated: torch.Tensor | None = None,
    counted: torch.Tensor | None = None,
    kernel: str | None = None,
) -> torch.Tensor:
    """The scores (rows, width) float32 from which `sample` draws; -inf where a token is out. Arguments as there."""
    mask = _checked(logits, bitmask, repeated, counted)
    name = _chosen(logits, kernel)
    if name == "definition":
        return definition.process(logits, chain, mask, repeated, counted)
    if name == "triton":
        _, processed = _chain(logits).run(logits, chain, mask, repeated, counted, None)
        return torch.as_tensor(processed)
    scores = torch.empty(logits.shape, dtype=torch.float32)
    _native(name, logits, chain, mask, repeated, counted, scores=scores)
    return scores


def kernels(logits: torch.Tensor) -> list[str]:
    """The kernels that can take these logits, the fastest first: levels of the native one, "triton", "definition".

    >>> kernels(torch.zeros(1, 4))
    ['avx2', 'portable', 'definition']
    """
    if logits.dtype not in DTYPES:
        return ["definition"]
    native = _levels() if logits.is_cpu else []
    chain = triton_module("triton_chain", logits.is_cuda)
    triton = ["triton"] if chain is not None and chain.takes(logits) else []
    return [*native, *triton, "definition"]


@lru_cache(maxsize=1)
def _levels() -> list[str]:
    return _sampling.levels()


def _chain(logits: torch.Tensor) -> ModuleType:
    """The Triton kernels, which take these logits."""
    chain = triton_module("triton_chain", logits.is_cuda)
    assert chain is not None
    return chain


def _chosen(logits: torch.Tensor, kernel: str | None) -> str:
    if kernel is None:
        return _levels()[0] if logits.is_cpu and logits.dtype in DTYPES else kernels(logits)[0]
    available = kernels(logits)
    if kernel not in available:
        raise ValueError(
            f"kernel {kernel!r} cannot take {logits.dtype} logits on {logits.device}; there is {', '.join(available)}"
        )
    return kernel


def _checked(
    logits: torch.Tensor,
    bitmask: torch.Tensor | np.ndarray | None,
    repeated: torch.Tensor | None,
    counted: torch.Tensor | None,
) -> torch.Tensor | None:
    """Raises if the arguments do not fit together; the bitmask as a tensor."""
    if logits.dim() != 2 or not logits.dtype.is_floating_point:
        raise ValueError(f"logits are {logits.dtype} {tuple(logits.shape)}, expected floating point (rows, width)")
    rows = logits.shape[0]
    mask = torch.from_numpy(bitmask) if isinstance(bitmask, np.ndarray) else bitmask
    if mask is not None:
        if mask.dtype != torch.int32 or mask.dim() != 2 or mask.shape[0] != rows:
            raise ValueError(f"the bitmask is {mask.dtype} {tuple(mask.shape)}, expected int32 ({rows}, words)")
        if mask.device != logits.device:
            raise ValueError(f"the bitmask is on {mask.device}, the logits are on {logits.device}")
    for name, ids in (("repeated", repeated), ("counted", counted)):
        if ids is None:
            continue
        if ids.dim() != 2 or ids.shape[0] != rows or ids.dtype.is_floating_point:
            raise ValueError(f"{name} ids are {ids.dtype} {tuple(ids.shape)}, expected integers ({rows}, any)")
        if ids.device != logits.device:
            raise ValueError(f"the {name} ids are on {ids.device}, the logits are on {logits.device}")
    return mask


@lru_cache(maxsize=64)
def parameters_of(chain: Chain, rows: int) -> tuple[np.ndarray, int, str]:
    """The parameters of each row as the native kernel takes them, float64 (7, rows), their address, and the order."""
    names = ("repetition_penalty", "frequency_penalty", "presence_penalty", "temperature", "top_k", "top_p", "min_p")
    parameters = np.stack([chain.values(name, rows) for name in names])
    return parameters, parameters.ctypes.data, "".join(str(PARTS.index(part)) for part in chain.order)


def _rows_of(ids: torch.Tensor | None, dtype: torch.dtype) -> tuple[torch.Tensor | None, int, tuple[int, int, int]]:
    """`ids` with adjacent columns (kept alive by the caller), its address, and its row length and stride."""
    if ids is None:
        return None, 0, _NOTHING
    if ids.dtype != dtype:
        ids = ids.to(dtype)
    _, columns = ids.shape
    stride, step = ids.stride()
    if step != 1:
        ids = ids.contiguous()
        stride = columns
    return (ids, ids.data_ptr(), (columns, stride, 1)) if columns else (None, 0, _NOTHING)


def _native(
    level: str,
    logits: torch.Tensor,
    chain: Chain,
    bitmask: torch.Tensor | None,
    repeated: torch.Tensor | None,
    counted: torch.Tensor | None,
    refuse_nan: bool = False,
    uniforms: torch.Tensor | None = None,
    tokens: torch.Tensor | None = None,
    scores: torch.Tensor | None = None,
) -> int:
    """Runs the native kernel; returns in how many rows nothing was left."""
    rows, width = logits.shape
    row_stride, column_stride = logits.stride()
    parameters, parameters_at, order = parameters_of(chain, rows)
    races = uniforms is not None and uniforms.dtype == torch.int64
    if uniforms is not None and not races and uniforms.dtype != torch.float64:
        uniforms = uniforms.double()
    mask, mask_at, words = _rows_of(bitmask, torch.int32)
    if bitmask is not None and mask is None:  # no words at all: nothing is allowed
        mask = torch.zeros((rows, 1), dtype=torch.int32)
        mask_at, words = mask.data_ptr(), (1, 1, 1)
    seen, seen_at, seen_shape = _rows_of(repeated, torch.int64)
    told, told_at, told_shape = _rows_of(counted, torch.int64)
    empty = _sampling.run(
        level,
        logits.data_ptr(),
        DTYPES[logits.dtype],
        rows,
        (width, row_stride, column_stride),
        mask_at,
        words,
        seen_at,
        seen_shape,
        told_at,
        told_shape,
        parameters_at,
        0 if uniforms is None else uniforms.data_ptr(),
        0 if uniforms is None else uniforms.stride(0),
        races,
        order,
        chain.top_k_ties == "exact",
        chain.min_tokens_to_keep,
        refuse_nan,
        0 if tokens is None else tokens.data_ptr(),
        0 if scores is None else scores.data_ptr(),
    )
    del mask, seen, told, uniforms, parameters  # until here what they point to had to stay
    return empty
