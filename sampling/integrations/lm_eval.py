"""lm-evaluation-harness on constrained texts: what a task has the model write obeys.

    from constrain.sampling.integrations.lm_eval import ConstrainedLM

    model = ConstrainedLM("Qwen/Qwen2.5-0.5B-Instruct", constraint=regex("[0-9]+"))
    lm_eval.simple_evaluate(model=model, tasks=["gsm8k"])

`HFLM` has no argument for a logits processor; its `_model_generate` (lm_eval 0.4.13) is where all texts are made.
"""

from __future__ import annotations

from typing import Any

import torch
from lm_eval.models.huggingface import HFLM

from ..generation.inputs import compiled, vocabulary_of
from ..huggingface import ConstraintLogitsProcessor


class ConstrainedLM(HFLM):
    """An `HFLM` whose generated texts obey `constraint`, which is what `generate` takes; the other arguments are its.

    A text completes within the task's `max_gen_toks`, unless a text of its `until` ends it before, as always there.
    Likelihoods of given texts (multiple choice, perplexity) are the model's own: nothing is generated for them.
    """

    def __init__(self, *args: Any, constraint: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.constraint = compiled(constraint, vocabulary_of(self.model, self.tokenizer))

    def _model_generate(self, context: torch.Tensor, max_length: int, stop: list[str], **options: Any) -> torch.Tensor:
        begun = context.shape[1] if self.backend == "causal" else 1  # of what max_length counts
        processor = ConstraintLogitsProcessor(self.constraint, max_tokens=max_length - begun)
        made: torch.Tensor = super()._model_generate(context, max_length, stop, logits_processor=[processor], **options)
        return made
