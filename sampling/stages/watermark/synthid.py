"""SynthID-Text: tournament sampling, a watermark that leaves the distribution of a token unchanged on average.

Dathathri et al., Scalable watermarking for identifying large language model outputs (Nature 634, 2024); the hashing is
that of transformers. For each layer i a hash of the context, the candidate and key i gives a bit g; the probability of
a candidate is multiplied by 1 + g - E[g], layer after layer. A context that occurred before is not marked again. All
this is a function of the generated tokens, so nothing is remembered between calls.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from ..stage import Role, Stage, Step, whole

_MULTIPLIER, _INCREMENT = 6364136223846793005, 1  # Knuth's MMIX generator, modulo 2^64
_MOST = 1 << 22  # scores that are marked at once: their hashes take 32 MB, twice over


class SynthIDWatermark(Stage):
    """Tournament sampling with a layer for each of `keys`, over n-grams of `ngram_len` tokens.

    `table_size` bits drawn with `table_seed` give the g-values; `history` is how many contexts back a repetition is
    noticed; `skip_first` leaves the first tokens unmarked, until a context is complete. `device` is where the table is
    drawn, and part of the key.
    """

    role = Role.WATERMARK
    needs_prompt = True

    def __init__(
        self,
        keys: Sequence[int],
        *,
        ngram_len: int = 5,
        table_size: int = 65536,
        table_seed: int = 0,
        history: int = 1024,
        skip_first: bool = False,
        device: str | torch.device = "cpu",
    ) -> None:
        self.keys, self.ngram_len = [int(key) for key in keys], whole("ngram_len", ngram_len, 2)
        if not self.keys:
            raise ValueError("no keys; each key is one layer of the watermark")
        self.history, self.skip_first = whole("history", history, 1), skip_first
        generator = torch.Generator(device).manual_seed(table_seed)
        self._table = torch.randint(0, 2, (whole("table_size", table_size, 1),), generator=generator, device=device)

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        lengths = step.generated()
        marked = scores.clone()
        share = max(1, _MOST // max(1, scores.shape[1]))
        for generated in set(lengths.tolist()):
            if self.skip_first and generated + 1 < self.ngram_len:
                continue
            rows = np.flatnonzero(lengths == generated)
            for part in np.array_split(rows, math.ceil(len(rows) / share)):
                chosen = torch.from_numpy(part).to(scores.device)
                text = step.tokens.to(scores.device)[chosen, step.tokens.shape[1] - generated :]
                marked[chosen] = self._marked(scores[chosen], text)
        return marked

    def _marked(self, scores: torch.Tensor, text: torch.Tensor) -> torch.Tensor:
        """The scores (rows, width) of rows that have generated `text` (rows, length)."""
        before = self.ngram_len - 1
        padded = torch.nn.functional.pad(text, (before, 0))
        first = before if self.skip_first else 0
        contexts = padded.unfold(1, before, 1)[:, first:][:, -self.history - 1 :]  # (rows, contexts, before)
        hashes = accumulated(torch.ones_like(contexts[..., 0]), contexts)
        current, earlier = hashes[:, -1:], hashes[:, :-1]
        known = (earlier == current).any(1, keepdim=True)
        if earlier.shape[1] < self.history:
            known |= current == 0
        p = scores.softmax(-1)
        with_token = _step(current, torch.arange(scores.shape[1], device=scores.device))
        for key in self.keys:
            g = self._bits(_step(with_token, torch.tensor(key, device=scores.device)))
            p = p * (1 + g - (g * p).sum(-1, keepdim=True))
        log_p = p.log()
        log_p = torch.where(log_p.isfinite(), log_p, torch.finfo(log_p.dtype).min).to(scores.dtype)
        return torch.where(known | (scores == -math.inf), scores, log_p)  # what is forbidden stays so

    def g_values(self, tokens: torch.Tensor) -> torch.Tensor:
        """The bits (rows, length - ngram_len + 1, layers) of every n-gram in `tokens` (rows, length) int64."""
        ngrams = tokens.unfold(1, self.ngram_len, 1)
        hashes = accumulated(torch.ones_like(ngrams[..., 0]), ngrams)
        return torch.stack(
            [self._bits(_step(hashes, torch.tensor(key, device=tokens.device))) for key in self.keys], -1
        )

    def fresh(self, tokens: torch.Tensor) -> torch.Tensor:
        """Which n-grams of `tokens` have a context that did not occur before: booleans (rows, length - ngram_len +
        1)."""
        contexts = tokens[:, :-1].unfold(1, self.ngram_len - 1, 1)
        hashes = accumulated(torch.ones_like(contexts[..., 0]), contexts)  # (rows, contexts)
        same = hashes.unsqueeze(2) == hashes.unsqueeze(1)
        gap = torch.arange(hashes.shape[1], device=tokens.device)
        gap = gap.unsqueeze(1) - gap
        return ~(same & (gap > 0) & (gap <= self.history)).any(-1)

    def _bits(self, hashes: torch.Tensor) -> torch.Tensor:
        return self._table.to(hashes.device)[hashes % len(self._table)]


@dataclass(frozen=True)
class SynthIDEvidence:
    """Per row: how many g-values were scored, their mean (1/2 without a mark), its z-score and p-value."""

    scored: np.ndarray
    mean: np.ndarray
    z_score: np.ndarray
    p_value: np.ndarray


class SynthIDDetector:
    """The mean score of the paper, section "Watermark detection"; needs neither model nor training."""

    def __init__(self, watermark: SynthIDWatermark) -> None:
        self.watermark = watermark

    def __call__(self, tokens: torch.Tensor, mask: torch.Tensor | None = None) -> SynthIDEvidence:
        """The evidence in `tokens` (rows, length) int64, without prompt; `mask` (rows, length) is False at padding."""
        size = self.watermark.ngram_len
        if tokens.dim() != 2 or tokens.shape[1] < size:
            raise ValueError(f"tokens have shape {tuple(tokens.shape)}; expected (rows, length of at least {size})")
        counted = self.watermark.fresh(tokens)
        if mask is not None:
            counted = counted & mask[:, size - 1 :].bool()
        g = self.watermark.g_values(tokens).double() * counted.unsqueeze(-1)
        scored = (counted.sum(-1) * len(self.watermark.keys)).double().cpu().numpy()
        mean = g.sum((1, 2)).cpu().numpy() / np.maximum(scored, 1)
        z = (mean - 0.5) * 2 * np.sqrt(scored)
        return SynthIDEvidence(scored, mean, z, np.array([math.erfc(x / math.sqrt(2)) / 2 for x in z]))


def _step(hashes: torch.Tensor, data: torch.Tensor) -> torch.Tensor:
    return (hashes + data) * _MULTIPLIER + _INCREMENT


def accumulated(start: torch.Tensor, data: torch.Tensor) -> torch.Tensor:
    """`start` (…) with the last dimension of `data` (…, n) accumulated into it."""
    for i in range(data.shape[-1]):
        start = _step(start, data[..., i])
    return start
