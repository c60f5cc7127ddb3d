"""The chain on a GPU: rows are cut to their candidates by many programs, then one program a row decides on these.

Four to six launches: `triton_narrow` reads the logits and finds the tokens that the chain may leave, `triton_decide`
runs the chain on them. Nothing here waits for the device.

Imported only where triton is installed. Without a GPU it runs under TRITON_INTERPRET=1, slowly.
"""

# Triton's kernels have no types that mypy could follow.
# mypy: ignore-errors

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import torch
import triton
import triton.runtime.interpreter

from . import triton_decide, triton_narrow
from .chain import PARTS, Chain
from .device import sent

_DTYPES = (torch.float32, torch.float16, torch.bfloat16)
_NAMES = ("repetition_penalty", "frequency_penalty", "presence_penalty", "temperature", "top_k", "top_p", "min_p")
_LOG2E = 1.4426950408889634
_PROGRAMS = 1024  # that a device should have at least, so that each of its multiprocessors has several


@dataclass(frozen=True)
class Tiling:
    """How rows are divided: columns that a program reads at once and in all, and candidates in a block."""

    tile: int  # a power of two from 128 on
    segment: int  # a multiple of `tile`
    block: int  # a power of two

    @classmethod
    def of(cls, rows: int, width: int) -> Tiling:
        """Enough programs for a device, and for each as much to read as that leaves."""
        segment = 1024
        while segment < 8192 and rows * triton.cdiv(width, 2 * segment) >= _PROGRAMS:
            segment *= 2
        return cls(min(segment, 2048), segment, 512)


def takes(logits: torch.Tensor) -> bool:
    """Whether these logits can be given to the kernel."""
    interpreted = isinstance(triton_decide.decide, triton.runtime.interpreter.InterpretedFunction)
    return logits.dtype in _DTYPES and (logits.is_cpu if interpreted else logits.is_cuda)


@dataclass(frozen=True)
class Plan:
    """What a chain asks of the kernels for so many rows, known before they run."""

    parameters: torch.Tensor  # (8, rows) float64 on the device: `_NAMES` and the scale of weights in binary logarithms
    order: tuple[int, int, int, int]
    keep: int  # min_tokens_to_keep
    exact: bool  # top-k keeps no more than k
    opened: bool  # some row has a top-p that sees everything
    free: bool  # some row removes nothing


@lru_cache(maxsize=64)
def plan_of(chain: Chain, rows: int, device: torch.device) -> Plan:
    """Made once for a chain: a step copies no parameters to the device."""
    values = {name: chain.values(name, rows) for name in _NAMES}
    order = tuple(PARTS.index(part) for part in chain.order)
    temperature = values["temperature"].astype(np.float32)
    nucleus, others = values["top_p"] < 1, {"top_k": values["top_k"] > 0, "min_p": values["min_p"] > 0}
    before = chain.order[: chain.order.index("top_p")]
    first = nucleus.copy()
    for part in before:
        if part in others:
            first &= ~others[part]
    unit = np.where((temperature == 0) | (nucleus & ("temperature" not in before)), 1.0, temperature.astype(np.float64))
    scale = np.minimum(_LOG2E / unit, 3e38)
    stacked = np.stack([*values.values(), scale])
    return Plan(
        torch.from_numpy(stacked).to(device),
        order,
        chain.min_tokens_to_keep,
        chain.top_k_ties == "exact",
        bool(first.any()),
        bool((~nucleus & ~others["top_k"] & ~others["min_p"] & (temperature != 0)).any()),
    )


def run(
    logits: torch.Tensor,
    chain: Chain,
    bitmask: torch.Tensor | None,
    repeated: torch.Tensor | None,
    counted: torch.Tensor | None,
    uniforms: torch.Tensor | None,
    *,
    refuse_nan: bool = False,
    tiling: Tiling | None = None,
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """The tokens (rows,) int64, -1 where nothing is left; or, without `uniforms`, the scores after the chain too.

    Arguments as in `fused.sample`; tokens mean nothing if `uniforms` is None, and scores (rows, width) float32 are made
    then only. Nothing here waits for the device.
    """
    rows, width = logits.shape
    device = logits.device
    if not rows or not width:
        return torch.full((rows,), -1, dtype=torch.int64, device=device), torch.empty(rows, width, device=device)
    tiling = tiling or Tiling.of(rows, width)
    plan = plan_of(chain, rows, device)
    if uniforms is not None:
        dtype = torch.int64 if uniforms.dtype == torch.int64 else torch.float64
        uniforms = sent(uniforms, device, dtype).contiguous()
    shared, ids, tallies, places = narrow(logits, plan, bitmask, repeated, counted, uniforms, tiling)
    tokens = torch.empty(rows, dtype=torch.int64, device=device)
    work = torch.empty((rows, width), dtype=torch.float32, device=device)
    scores = None if uniforms is not None else torch.full((rows, width), -torch.inf, device=device)
    triton_decide.decide[(rows,)](
        logits, *logits.stride(), tallies, plan.parameters, uniforms, *shared, work, ids, tokens, scores,
        rows, width, tiling.segment, places.segments, plan.keep, *plan.order, refuse_nan, plan.exact, _draws(uniforms),
        max(triton.next_power_of_2(places.segments), 2), tiling.block, num_warps=16, enable_fp_fusion=False,
    )  # fmt: skip
    return tokens, scores


def narrow(
    logits: torch.Tensor,
    plan: Plan,
    bitmask: torch.Tensor | None,
    repeated: torch.Tensor | None,
    counted: torch.Tensor | None,
    uniforms: torch.Tensor | None,
    tiling: Tiling,
) -> tuple[tuple, torch.Tensor, torch.Tensor | None, triton_narrow.Places]:
    """What `decide` begins with; `uniforms` (rows,) float64 or int64 on the device, the rest as in `run`.

    The tensors that kernels share, each with the length of its rows; the candidates' `ids` (rows, width) int32; the
    tallies of penalties; and what lies where in the shared ones.
    """
    rows, width = logits.shape
    places = triton_narrow.Places(width, tiling.segment, tiling.block)

    def room(dtype: torch.dtype, columns: int) -> torch.Tensor:
        return torch.empty((rows, columns), dtype=dtype, device=logits.device)

    floats, ints = (room(torch.float32, places.floats), places.floats), (room(torch.int32, places.ints), places.ints)
    doubles = room(torch.float64, places.doubles), places.doubles
    if bitmask is not None and not bitmask.shape[1]:
        bitmask = torch.zeros((rows, 1), dtype=torch.int32, device=logits.device)
    tallies = None
    if repeated is not None or counted is not None:
        tallies = room(torch.int32, width)
        history: list[object] = []
        for ids in (repeated, counted):
            history += [tallies, 0, 0, 0] if ids is None else [ids, *ids.stride(), ids.shape[1]]
        triton_narrow.tally[(rows,)](*history, *ints, tallies, width, 1024, num_warps=4)
    mask_shape = (0, 0, 0) if bitmask is None else (*bitmask.stride(), bitmask.shape[1])
    reading = (logits, *logits.stride(), bitmask, *mask_shape, tallies, plan.parameters)

    draws = _draws(uniforms)
    races = plan.free and draws == triton_narrow.RACE.value
    masses = plan.opened or (plan.free and draws == triton_narrow.INVERSE.value)
    reader = {"MASSES": masses, "RACES": races, "WORDS": tiling.tile // 32, "num_warps": 4, "enable_fp_fusion": False}
    grid = (rows, places.segments)
    triton_narrow.survey[grid](*reading, uniforms, *floats, *ints, rows, width, tiling.segment, **reader)
    triton_narrow.bound[(rows,)](
        plan.parameters, uniforms, *floats, *ints, *doubles, rows, width, places.segments, plan.keep, *plan.order,
        masses, draws if masses or races else 0, max(triton.next_power_of_2(places.chunks), 2),
        num_warps=8, enable_fp_fusion=False,
    )  # fmt: skip
    chosen = room(torch.int32, width)
    triton_narrow.gather[grid](
        *reading, *floats, *ints, *doubles, chosen, rows, width, tiling.segment, places.segments, **reader
    )
    return (*floats, *ints, *doubles), chosen, tallies, places


def _draws(uniforms: torch.Tensor | None) -> int:
    """How a token is drawn, as the kernels number it."""
    if uniforms is None:
        return 0
    drawn = triton_narrow.RACE if uniforms.dtype == torch.int64 else triton_narrow.INVERSE
    return int(drawn.value)
