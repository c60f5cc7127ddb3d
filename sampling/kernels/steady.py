"""The shortest way through a step on the CPU: what stays the same from token to token is handed over once.

A step through `fused.sample` looks at every tensor again and makes several: random numbers, the ids that penalties look
at, parameters by row. Here all of that lies in a native `Sampler`; a step passes the addresses of the logits, the mask
and the texts, and the native side derives the rest: the random numbers of `Seeded` rows and the window of each penalty.
That is some 4 µs beside the kernel instead of 60, at 151,936 columns a third of the time of a step.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from constrain import _sampling

from .chain import Chain
from .fused import DTYPES, kernels, parameters_of


class SteadySampler:
    """Draws a token for each of `rows` rows, again and again; means `fused.sample` with `refuse_nan`.

    `keys` and `begun` (rows) are those of the rows' random numbers and the lengths of their prompts; without keys no
    random number is used. With `races` they draw by `definition.race`. The penalties look at `repeated` and `counted`:
    the column at which each row's window begins and how many of the last tokens count (-1: all); None where there is no
    such penalty. What they count is kept from step to step: call `forget` after texts have changed other than by
    growing. Belongs to one thread at a time: while `sample` runs, calls of others raise RuntimeError.
    """

    def __init__(
        self,
        chain: Chain,
        rows: int,
        *,
        keys: Sequence[int] = (),
        begun: Sequence[int] = (),
        stream: int = 0,
        races: bool = False,
        repeated: tuple[Sequence[int], int] | None = None,
        counted: tuple[Sequence[int], int] | None = None,
    ) -> None:
        parameters, address, order = parameters_of(chain, rows)
        level = kernels(torch.empty(0, 0))[0]
        self.rows = rows
        sampler = _sampling.Sampler(
            level,
            address,
            rows,
            order,
            chain.top_k_ties == "exact",
            chain.min_tokens_to_keep,
            list(keys),
            list(begun) if keys else [],
            stream,
            races,
            *(([], -1) if repeated is None else (list(repeated[0]), repeated[1])),
            *(([], -1) if counted is None else (list(counted[0]), counted[1])),
        )
        self._sample, self.forget = sampler.sample, sampler.forget
        del parameters  # until here what the address points to had to stay

    def takes(self, logits: torch.Tensor, texts: torch.Tensor) -> bool:
        """Whether these logits can be given to `sample`, with texts so far in `texts` (rows, any)."""
        return (
            logits.dtype in DTYPES
            and logits.is_cpu
            and logits.dim() == 2
            and logits.shape[0] == self.rows
            and texts.is_cpu
            and texts.dtype == torch.int64
        )

    def sample(
        self, logits: torch.Tensor, mask: np.ndarray | None, mask_at: int, texts: torch.Tensor, length: int
    ) -> torch.Tensor | None:
        """The tokens (rows,) int64; None if nothing is left in some row, or an allowed score of it is NaN.

        `logits` (rows, width) are such that `takes` says yes; `mask` (rows, words) int32 lies at `mask_at`; the first
        `length` columns of `texts` are the texts so far, columns adjacent.
        """
        tokens = torch.empty(self.rows, dtype=torch.int64)
        row_stride, column_stride = logits.stride()
        empty = self._sample(
            logits.data_ptr(),
            DTYPES[logits.dtype],
            logits.shape[1],
            row_stride,
            column_stride,
            mask_at,
            0 if mask is None else mask.shape[1],
            texts.data_ptr(),
            length,
            texts.stride(0),
            tokens.data_ptr(),
        )
        return None if empty else tokens
