"""The green-list watermark: at every step a pseudorandom part of the vocabulary, chosen by the text before, is
favoured.

Kirchenbauer et al., A Watermark for Large Language Models (2023) and On the Reliability of Watermarks (2023); the
hashing is transformers', so that either side's detector finds the other's mark. Who knows the key counts green tokens:
without a mark their share is `ratio`, with it more.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import torch

from constrain.support.once import once

from ..stage import Role, Stage, Step, whole

_TABLE_SIZE = 1_000_003
_CANDIDATES = 40  # self-hashing asks of so many of the best tokens whether they are green


class GreenListWatermark(Stage):
    """Adds `bias` to the green tokens: the first `ratio` of a permutation seeded by the last `context_width` tokens.

    `scheme="lefthash"` hashes the last token; `"selfhash"` the context together with the candidate itself, and decides
    for the 40 best candidates only. `device` is where permutations are drawn: it is part of the key, since generators
    of different devices give different numbers. Rows shorter than the context stay as they are.
    """

    role = Role.WATERMARK

    def __init__(
        self,
        vocabulary_size: int,
        *,
        ratio: float = 0.25,
        bias: float = 2.0,
        key: int = 15485863,
        scheme: Literal["lefthash", "selfhash"] = "lefthash",
        context_width: int = 1,
        device: str | torch.device = "cpu",
    ) -> None:
        if scheme not in ("lefthash", "selfhash"):
            raise ValueError(f"seeding_scheme has to be one of [`selfhash`, `lefthash`], but found {scheme}")
        if not 0 < ratio < 1:
            raise ValueError(f"greenlist_ratio has be in range between 0.0 and 1.0, exclusively. but found {ratio}")
        self.vocabulary_size = whole("vocabulary_size", vocabulary_size, 1)
        self.ratio, self.bias, self.key, self.scheme = ratio, bias, key, scheme
        self.context_width, self.device = context_width, torch.device(device)
        self._generator = torch.Generator(self.device)

    @property
    def green_size(self) -> int:
        return int(self.vocabulary_size * self.ratio)

    @once
    def _table(self) -> torch.Tensor:
        self._generator.manual_seed(self.key)
        return torch.randperm(_TABLE_SIZE, generator=self._generator, device=self.device)

    def green(self, context: torch.Tensor) -> torch.Tensor:
        """The green tokens after `context` (n,), of which the last `context_width` count (for "selfhash": with
        itself)."""
        recent = context[-self.context_width :].to(self.device)
        if self.scheme == "selfhash":
            hashes = self._table[recent % _TABLE_SIZE] + 1
            seed = int((self.key * hashes * (self._table[recent[-1] % _TABLE_SIZE] + 1)).min())
        else:
            seed = self.key * int(recent[-1])
        self._generator.manual_seed(seed % (2**64 - 1))
        return torch.randperm(self.vocabulary_size, generator=self._generator, device=self.device)[: self.green_size]

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        if step.tokens.shape[1] < self.context_width:
            warnings.warn(
                f"a row of {step.tokens.shape[1]} tokens is shorter than the watermark's context of "
                f"{self.context_width}; it is not marked at this step",
                stacklevel=2,
            )
            return scores
        marked = scores.clone()
        for row, tokens in enumerate(step.tokens):
            if self.scheme == "lefthash":
                green = self.green(tokens).to(scores.device)
            else:
                best = scores[row].sort(descending=True).indices[:_CANDIDATES]
                green = torch.stack(
                    [c for c in best if self.is_green(torch.cat([tokens, c[None].to(tokens)]), int(c))] or [best[:0]]
                )
                green = green.flatten()
            marked[row, green] = marked[row, green] + self.bias
        return marked

    def is_green(self, context: torch.Tensor, token: int) -> bool:
        """Whether `token` is green after `context` (for "selfhash" the context ends with the token)."""
        return bool((self.green(context) == token).any())


@dataclass(frozen=True)
class GreenListEvidence:
    """How green some texts are, an entry for each row: `z_score` in standard deviations, `p_value` of no mark at
    all."""

    scored: np.ndarray
    green: np.ndarray
    z_score: np.ndarray
    p_value: np.ndarray


class GreenListDetector:
    """Counts the green tokens of texts.

    >>> GreenListDetector(watermark)(token_ids).z_score > 3
    """

    def __init__(self, watermark: GreenListWatermark, *, ignore_repeated: bool = False, cache: int = 4096) -> None:
        self.watermark, self.ignore_repeated = watermark, ignore_repeated
        self._is_green = lru_cache(maxsize=cache)(self._look)

    def _look(self, ngram: tuple[int, ...]) -> bool:
        selfhash = self.watermark.scheme == "selfhash"
        return self.watermark.is_green(torch.tensor(ngram if selfhash else ngram[:-1]), ngram[-1])

    def __call__(self, tokens: torch.Tensor) -> GreenListEvidence:
        """The evidence in `tokens` (rows, length) int64, without prompt and padding.

        With `ignore_repeated`, an n-gram that occurs again is not counted again. Raises ValueError for texts that are
        no longer than the watermark's context.
        """
        size = self.watermark.context_width + (self.watermark.scheme == "lefthash")
        if tokens.dim() != 2 or tokens.shape[1] < size:
            raise ValueError(f"tokens have shape {tuple(tokens.shape)}; expected (rows, length of at least {size})")
        scored, green = np.zeros(len(tokens)), np.zeros(len(tokens))
        for row, text in enumerate(tokens.tolist()):
            ngrams = [tuple(text[i : i + size]) for i in range(len(text) - size + 1)]
            counted = list(dict.fromkeys(ngrams)) if self.ignore_repeated else ngrams
            scored[row], green[row] = len(counted), sum(map(self._is_green, counted))
        ratio = self.watermark.ratio
        z = (green - ratio * scored) / np.sqrt(scored * ratio * (1 - ratio))
        return GreenListEvidence(scored, green, z, np.array([math.erfc(x / math.sqrt(2)) / 2 for x in z]))
