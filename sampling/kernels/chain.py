"""The chain that the fused kernels run: mask, penalties, temperature, top-k, top-p, min-p; and its parameters.

A parameter is one number for all rows, or a sequence or tensor with one for each row. Parameters are checked when the
chain is built and become float64 arrays when rows are known, so a kernel trusts what it gets.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Literal, cast, get_args

import numpy as np
import torch

from ..stages.stage import PerRow, per_row

Part = Literal["temperature", "top_k", "top_p", "min_p"]
PARTS: tuple[Part, ...] = get_args(Part)  # transformers' order

_EXPECTED: dict[str, tuple[Callable[[float], bool], str]] = {
    "repetition_penalty": (lambda x: 0 < x < math.inf, "a positive number (1 is off)"),
    "frequency_penalty": (math.isfinite, "a finite number (0 is off)"),
    "presence_penalty": (math.isfinite, "a finite number (0 is off)"),
    "temperature": (lambda x: 0 <= x < math.inf, "a number of at least 0 (0 takes the best token)"),
    "top_k": (lambda x: x >= 0 and x == int(x), "an integer of at least 0 (0 is off)"),
    "top_p": (lambda x: 0 <= x <= 1, "a number from 0 to 1 (1 is off)"),
    "min_p": (lambda x: 0 <= x <= 1, "a number from 0 to 1 (0 is off)"),
}


@dataclass(frozen=True, eq=False)
class Chain:
    """What happens to a row of logits before a token is drawn; `definition.process` says exactly what.

    `order` is the order of temperature and truncations: transformers' by default, temperature last for llama.cpp.
    `top_k_ties`: tokens as good as the k-th are all kept ("keep", transformers) or cut to exactly k, lower ids first
    ("exact", llama.cpp). No truncation goes below `min_tokens_to_keep` tokens.

    >>> Chain(repetition_penalty=1.05, temperature=0.7, top_k=20, top_p=0.8)  # Qwen2.5's
    >>> Chain(temperature=[0.7, 0.0], min_p=0.05)  # row 1 is greedy

    Raises ValueError that names the parameter, the row and the value.
    """

    repetition_penalty: PerRow = 1.0
    frequency_penalty: PerRow = 0.0
    presence_penalty: PerRow = 0.0
    temperature: PerRow = 1.0
    top_k: PerRow = 0
    top_p: PerRow = 1.0
    min_p: PerRow = 0.0
    order: tuple[Part, ...] = PARTS
    top_k_ties: Literal["keep", "exact"] = "keep"
    min_tokens_to_keep: int = 1

    def __post_init__(self) -> None:
        for field in fields(self):
            if field.name in _EXPECTED:
                object.__setattr__(self, field.name, _checked(field.name, getattr(self, field.name)))
        object.__setattr__(self, "order", tuple(self.order))
        if sorted(self.order) != sorted(PARTS):
            raise ValueError(f"order is {self.order}; expected {', '.join(PARTS)}, each once, in any order")
        if self.top_k_ties not in ("keep", "exact"):
            raise ValueError(f'top_k_ties is {self.top_k_ties!r}; expected "keep" or "exact"')
        keep = self.min_tokens_to_keep
        if isinstance(keep, bool) or not isinstance(keep, int) or keep < 1:
            raise ValueError(f"min_tokens_to_keep is {keep!r}; expected an integer of at least 1")

    def values(self, name: str, rows: int) -> np.ndarray:
        """The parameter `name` of each row, float64 (rows,). Of fewer values, value i serves the rows of prompt i."""
        value = getattr(self, name)
        if isinstance(value, float):
            return np.full(rows, value)
        if rows % len(value):
            raise ValueError(f"{name} has {len(value)} values, one for each prompt, and the logits have {rows} rows")
        return np.repeat(cast(np.ndarray, value), rows // len(value))


def _checked(name: str, value: PerRow) -> float | np.ndarray:
    """`value` as a float or as a float64 array (rows,)."""
    checked = per_row(name, value, *_EXPECTED[name])
    return checked.numpy() if isinstance(checked, torch.Tensor) else float(cast(float, checked))
