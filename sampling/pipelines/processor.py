"""A whole pipeline, draw included, as one logits processor of `model.generate`.

`generate(do_sample=False)` takes the best token; this processor draws the token and leaves it as the only possible
one. It compares the ids of each call with those it knows, undoes what was dropped (a rejected draft) and follows what
is new; with seeds, the draw at a position is always the same, so speculative decoding gives the same text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from transformers import LogitsProcessor

from ..stages.drawing.draw import only
from ..stages.prompts import PromptAnchor, refuse_continuous_batching, repeated
from ..stages.stage import tensor
from .rows import SamplerRows, Stages

if TYPE_CHECKING:
    from constrain.constraint import Constraint


class PipelineLogitsProcessor(LogitsProcessor):
    """Made by `Pipeline.processor`. For greedy search (`do_sample=False`), also with drafts; not for beams.

    `constraint` is one for all prompts or one for each. `seeds` is a number, or one for each row; None draws a new
    seed for each generation. `prompt_length` and `attention_mask` (prompts, length) describe the prompt; without them
    the prompt is what the first call shows, padding included. Each generation starts the rows again.

    Threads: belongs to one thread at a time; the pipeline and the constraints may be shared.
    """

    supports_continuous_batching = False

    def __init__(
        self,
        pipeline: Stages,
        *,
        constraint: Constraint | Sequence[Constraint | None] | None = None,
        seeds: int | Sequence[int] | None = None,
        prompt_length: int | None = None,
        attention_mask: torch.Tensor | None = None,
    ) -> None:
        if not pipeline.stages or pipeline.stages[-1].role.value != "draw":
            raise ValueError("the pipeline draws nothing; end it in Greedy(), Categorical() or another draw")
        self.pipeline, self.constraint, self.seeds = pipeline, constraint, seeds
        self.attention_mask = attention_mask
        self._anchor = PromptAnchor(prompt_length)
        self._generation = -1
        self._rows: SamplerRows | None = None

    @property
    def prompt_length(self) -> int | None:
        """How many ids at the head of each row are prompt; None before the first call tells."""
        return self._anchor.length

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        """Scores (rows, vocabulary) by which the drawn token of each row is certain."""
        tensor("input_ids", input_ids, "(rows, length)", whole_numbers=True)
        tensor("scores", scores, "(rows, vocabulary)")
        refuse_continuous_batching(input_ids)
        start = self._anchor.find(input_ids)
        rows = self._rows
        if (
            rows is None
            or len(rows) != len(input_ids)
            or self._generation != self._anchor.generation
            or not torch.equal(rows.tokens[:, :start].to(input_ids), input_ids[:, :start])
        ):
            rows = self._rows = self._started(input_ids[:, :start])
            self._generation = self._anchor.generation
        known = rows.tokens.to(input_ids)
        shared = min(known.shape[1], input_ids.shape[1])
        same = (known[:, :shared] == input_ids[:, :shared]).all(0)
        agree = shared if bool(same.all()) else int(same.int().argmin())
        rows.rollback(known.shape[1] - agree)
        for position in range(agree, input_ids.shape[1]):
            rows.follow(input_ids[:, position])
        return only(rows.sample(scores), scores)

    def _started(self, prompt: torch.Tensor) -> SamplerRows:
        mask = None if self.attention_mask is None else repeated(self.attention_mask, len(prompt))
        return self.pipeline.start(prompt, attention_mask=mask, constraint=self.constraint, seeds=self.seeds)

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles forget the generation: their next call is the first of a new one."""
        return {**vars(self), "_rows": None, "_generation": -1, "_anchor": PromptAnchor(self._anchor.given)}
