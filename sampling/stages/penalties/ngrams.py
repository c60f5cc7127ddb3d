"""No n-gram twice: forbids each token that would complete an n-gram which has been written already.

Paulus et al., A Deep Reinforced Model for Abstractive Summarization (2017), as transformers does it: prompt included.
"""

from __future__ import annotations

import torch

from ..prompts import repeated
from ..stage import INFINITY, Role, Stage, Step, whole


def completing(history: torch.Tensor, prefix: torch.Tensor, width: int) -> torch.Tensor:
    """The tokens that follow `prefix` (rows, n - 1) in `history` (rows, length), as booleans (rows, width).

    Both are -1 where padding is, which is on the left.
    """
    size = prefix.shape[1] + 1
    windows = history.unfold(1, size, 1)  # (rows, length - n + 1, n)
    found = (windows[..., :-1] == prefix.unsqueeze(1)).all(-1) & (windows[..., 0] >= 0)
    last = torch.where(found, windows[..., -1].clamp(max=width), width)
    banned = torch.zeros((prefix.shape[0], width + 1), dtype=torch.bool, device=history.device)
    return banned.scatter_(1, last, True)[:, :width]


class NoRepeatNGram(Stage):
    """No n-gram of prompt and output is written again. With `size` 1, no token is."""

    role = Role.BIAS

    def __init__(self, size: int) -> None:
        self.size = whole("size", size, 1)

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        length = step.tokens.shape[1]
        if length < self.size:
            return scores
        text = step.text()
        prefix = text[:, length + 1 - self.size :]
        return scores.masked_fill(completing(text, prefix, scores.shape[1]).to(scores.device), -INFINITY)


class EncoderNoRepeatNGram(Stage):
    """No n-gram of the source text is written. `encoder_tokens` (prompts, length), or (length,) for one prompt."""

    role = Role.BIAS
    per_prompt = ("encoder_tokens",)

    def __init__(self, size: int, encoder_tokens: torch.Tensor) -> None:
        self.size = whole("size", size, 1)
        self.encoder_tokens = encoder_tokens if encoder_tokens.dim() == 2 else encoder_tokens.unsqueeze(0)

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        length = step.tokens.shape[1]
        if length + 1 < self.size or self.encoder_tokens.shape[1] < self.size:
            return scores
        history = repeated(self.encoder_tokens.to(step.tokens), scores.shape[0])
        prefix = step.text()[:, length + 1 - self.size :]
        return scores.masked_fill(completing(history, prefix, scores.shape[1]).to(scores.device), -INFINITY)
