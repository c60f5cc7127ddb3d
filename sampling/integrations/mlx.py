"""mlx-lm: a constraint as a logits processor of `mlx_lm.generate` and `stream_generate`, also with a draft model.

vocabulary = Vocabulary.from_huggingface(tokenizer._tokenizer, size=model.args.vocab_size)
processor = ConstraintProcessor(constrain.compile(json_schema(Invoice), vocabulary))
mlx_lm.generate(model, tokenizer, prompt, logits_processors=[processor])
"""

from __future__ import annotations

from typing import Any

import mlx.core as mx
import numpy as np

from .one_text import OneText


class ConstraintProcessor(OneText):
    """Masks the logits of one text (see `OneText`); a batch takes one for each prompt."""

    def __call__(self, tokens: Any, logits: Any) -> Any:
        """`logits` (1, width) with -inf for what may not follow `tokens`, which are the prompt and the text so far."""
        width = logits.shape[-1]
        words = self.bitmask(tokens.tolist(), width)
        allowed = np.unpackbits(words.view(np.uint8), bitorder="little")[:width]
        return mx.where(mx.array(allowed, mx.bool_), logits, mx.array(-mx.inf, logits.dtype))
