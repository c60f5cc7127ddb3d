"""ONNX Runtime GenAI: constraints in its generation loop, one for each sequence of a batch.

generator = og.Generator(model, params)
generator.append_tokens(tokenizer.encode(prompt))
masks = Masks(generator, constrain.compile(json_schema(Invoice), vocabulary))
while not generator.is_done():
    masks.apply()
    generator.generate_next_token()
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from constrain.constraint import Constraint

from ..bitmasks import apply_bitmask
from .one_text import OneText


class Masks:
    """The constraints of a generator whose prompts have been appended; None leaves a sequence free.

    With `max_tokens` every text completes within that many tokens after the prompt. Going back (`rewind_to`) is
    followed, down to the prompt.
    """

    def __init__(
        self,
        generator: Any,
        constraint: Constraint | Sequence[Constraint | None],
        *,
        max_tokens: int | None = None,
    ) -> None:
        self.generator = generator
        given = list(constraint) if isinstance(constraint, Sequence) else [constraint]
        self.texts = [None if each is None else OneText(each, max_tokens=max_tokens) for each in given]

    def apply(self) -> None:
        """Mask the logits of the step that comes next; to be called before each `generate_next_token`."""
        logits = self.generator.get_logits()  # (rows, 1, width) float32
        rows = np.array(logits, np.float32).reshape(-1, logits.shape[-1])
        if len(rows) != len(self.texts):
            raise ValueError(f"{len(self.texts)} constraints for {len(rows)} sequences; give one for each")
        for number, text in enumerate(self.texts):
            if text is None or text.matcher.is_finished:  # the engine fills up a text that has ended by itself
                continue
            bitmask = text.bitmask(self.generator.get_sequence(number).tolist(), rows.shape[1])
            apply_bitmask(rows[number], bitmask, inplace=True)
        self.generator.set_logits(rows.reshape(logits.shape))
