"""Classifier-free guidance: the scores move away from what the model would say without the prompt.

Sanchez et al., Stay on Topic with Classifier-Free Guidance (2023): u + scale · (c - u), where c and u are the
log-probabilities with the prompt and with another one (a negative prompt, or next to none).
"""

from __future__ import annotations

from typing import Any

import torch

from .prompts import repeated
from .stage import PerRow, Role, Stage, Step, column, finite, per_row


def guided(conditional: torch.Tensor, unconditional: torch.Tensor, scale: torch.Tensor | float) -> torch.Tensor:
    """u + scale · (c - u) of two sets of scores."""
    return scale * (conditional - unconditional) + unconditional


class Guidance(Stage):
    """Scores guided away from `Step.unconditional`. Scale 1: the conditional log-probabilities. First in a pipeline."""

    role = Role.GUIDANCE

    def __init__(self, scale: PerRow) -> None:
        self.scale = per_row("scale", scale, finite, "a finite number")

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        if step.unconditional is None:
            raise ValueError(
                "Guidance needs the logits of the unconditional context: pass unconditional= with the logits, or use "
                "ModelGuidance, which asks the model for them"
            )
        unconditional = step.unconditional.to(scores.device, scores.dtype).log_softmax(-1)
        return guided(scores.log_softmax(-1), unconditional, column(self.scale, scores))


class ModelGuidance(Guidance):
    """Guidance that runs the model on the unconditional context itself, in every mode of `model.generate`.

    `unconditional_ids` (rows, length) is the negative prompt, one for each row or one for each prompt; None takes the
    last token of the prompt. The tokens generated since are appended for every call, so beams may be reordered and
    drafts undone; the model's cache is kept only while rows just grow by a token.
    """

    needs_prompt = True

    def __init__(
        self,
        scale: PerRow,
        model: Any,
        unconditional_ids: torch.Tensor | None = None,
        attention_mask: torch.Tensor | None = None,
        *,
        use_cache: bool = True,
    ) -> None:
        super().__init__(scale)
        self.model, self.unconditional_ids, self.attention_mask = model, unconditional_ids, attention_mask
        self.use_cache = use_cache
        self._seen: torch.Tensor | None = None  # the ids that the cache stands for
        self._cache: Any = None

    def __repr__(self) -> str:
        return f"ModelGuidance(scale={self.scale!r}, {type(self.model).__name__})"

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        log_p = scores.log_softmax(-1)
        if isinstance(self.scale, (int, float)) and self.scale == 1:
            return log_p
        unconditional = self._logits(step).to(scores.device, scores.dtype).log_softmax(-1)
        return guided(log_p, unconditional, column(self.scale, scores))

    @torch.no_grad()
    def _logits(self, step: Step) -> torch.Tensor:
        """The model's logits (rows, vocabulary) for the unconditional context and what was generated since."""
        start = int(step.starts[0])
        rows = step.tokens.shape[0]
        head, mask = self.unconditional_ids, self.attention_mask
        head = step.tokens[:, max(start - 1, 0) : start] if head is None else repeated(head, rows)
        mask = torch.ones_like(head) if mask is None else repeated(mask, rows)
        new = step.tokens[:, start:]
        ids = torch.cat([head.to(new), new], dim=1)
        mask = torch.cat([mask.to(new), torch.ones_like(new)], dim=1)
        seen = self._seen
        goes_on = seen is not None and seen.shape == ids[:, :-1].shape and torch.equal(seen.to(ids), ids[:, :-1])
        if not (self.use_cache and goes_on):
            self._cache = None
        fed = ids[:, -1:] if self._cache is not None else ids
        output = self.model(fed, attention_mask=mask, use_cache=self.use_cache, past_key_values=self._cache)
        if self.use_cache:
            self._cache, self._seen = output.get("past_key_values", None), ids.clone()
        logits: torch.Tensor = output.logits[:, -1]
        return logits
