"""Where the prompt ends in the rows that `model.generate` hands to a processor, and when a new generation begins.

Best told. Otherwise it is where the rows ended at the first call; a new generation is noticed when the rows do not
begin with that prompt, are not longer than it, or have grown by more than a token (drafts go ahead and back, but skip
no length). What cannot be noticed is a next prompt that is this prompt plus what was generated so far, or a part of
it.
"""

from __future__ import annotations

import torch

from constrain.errors import UnsupportedError


def refuse_continuous_batching(input_ids: torch.Tensor) -> None:
    """Raises UnsupportedError where `input_ids` are not (rows, length), but the last token of every row."""
    if input_ids.dim() != 2:
        raise UnsupportedError(
            f"input_ids has shape {tuple(input_ids.shape)}: this looks like continuous batching, which shows "
            "processors only the last token of each row, not the text so far. Use model.generate() without "
            "cache_implementation='paged'",
            feature="continuous batching",
            where="model.generate_batch",
        )


class PromptAnchor:
    """The length of the prompt, as given or as the calls show it. `generation` counts the generations seen."""

    def __init__(self, given: int | None = None) -> None:
        self.given = self.length = given
        self.generation = 0
        self._prompt: torch.Tensor | None = None
        self._longest = 0  # generated tokens seen in a row of this generation

    def find(self, input_ids: torch.Tensor) -> int:
        """How many ids at the head of `input_ids` (rows, length) are prompt."""
        if self.given is None and not self._continues(input_ids):
            self.length, self._prompt, self._longest = input_ids.shape[1], input_ids.clone(), 0
            self.generation += 1
        assert self.length is not None
        if input_ids.shape[1] < self.length:
            raise ValueError(
                f"rows of {input_ids.shape[1]} ids are shorter than the prompt of {self.length} that this processor "
                "was made for; make one for each generation (for_prompt), or leave prompt_length out"
            )
        self._longest = max(self._longest, input_ids.shape[1] - self.length)
        return self.length

    def _continues(self, input_ids: torch.Tensor) -> bool:
        prompt, length = self._prompt, self.length
        if prompt is None or length is None or not length < input_ids.shape[1] <= length + self._longest + 1:
            return False
        head = input_ids[:, :length]
        prompt = prompt.to(head)
        if head.shape == prompt.shape:
            return torch.equal(head, prompt)
        known = {row.tobytes() for row in prompt.cpu().numpy()}  # more or fewer rows than before: any prompt will do
        return all(row.tobytes() in known for row in head.cpu().numpy())


def repeated(prompts: torch.Tensor, rows: int) -> torch.Tensor:
    """The line of each row's prompt: (rows, …) from (prompts, …)."""
    if rows % prompts.shape[0]:
        raise ValueError(f"{rows} rows cannot belong to {prompts.shape[0]} prompts in equal shares")
    return prompts.repeat_interleave(rows // prompts.shape[0], dim=0)
