"""Drafts by a model with another tokenizer, by way of the text (Timor et al. 2025, universal assisted generation).

The text so far, prompt included, is cut by the draft model's tokenizer; it goes on greedily; what it wrote is cut by
the large model's tokenizer, and these tokens are the guesses. The model's own draw decides about each, so the texts are
those without drafts, however badly the two tokenizers agree: a cut that the large model would not make is a guess that
fails. The draft model's cache is kept from step to step by the text's head (`PromptCache`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from constrain.support.arguments import integer

from .batch import Batch
from .drafting.draft_tree import Draft
from .drafting.drafts import Drafter
from .huggingface import HuggingFaceModel
from .model import LanguageModel
from .prompt_cache import PromptCache


class TextDrafts(Drafter):
    """What `model` would write, which has a `tokenizer` of its own; `target` is the large model's.

    `model` is one of transformers, or a `LanguageModel`. Special tokens of prompts are shown to it as their text.

    >>> generate(model, tokenizer, prompts, Invoice, draft=TextDrafts(small, its_tokenizer, tokenizer))
    """

    def __init__(self, model: Any, tokenizer: Any, target: Any, *, remembered: int = 16_384) -> None:
        """`remembered`: how many tokens of texts the draft model keeps at most, where its cache can be cropped."""
        integer(remembered, "remembered", 1)
        self.model = model if isinstance(model, LanguageModel) else HuggingFaceModel(model)
        adapted = self.model
        if isinstance(adapted, HuggingFaceModel) and adapted.prompt_cache is None and adapted.reading == "ragged":
            adapted.prompt_cache = PromptCache(remembered)
        self.tokenizer, self.target = tokenizer, target

    def propose(self, batch: Batch, lengths: Sequence[int]) -> list[Draft]:
        drafts = [Draft() for _ in batch.rows]
        for i, (row, length) in enumerate(zip(batch.rows, lengths, strict=True)):
            if length:
                text = self.target.decode([*row.request.prompt, *row.tokens])
                drafts[i] = Draft.chain(self._guess(text, length))
        return drafts

    def _guess(self, text: str, length: int) -> list[int]:
        """The tokens of the target, at most `length`, that the draft model would go on with."""
        ids = self.tokenizer(text, add_special_tokens=False)["input_ids"]
        places = getattr(getattr(self.model, "config", None), "max_position_embeddings", None)
        if not ids or (isinstance(places, int) and len(ids) + length > places):
            return []
        ends = {self.tokenizer.eos_token_id}
        context, logits = self.model.begin([ids], room=length)
        written: list[int] = []
        for _ in range(length):
            token = int(logits[0, : len(self.tokenizer)].argmax())
            if token in ends:
                break
            written.append(token)
            if len(written) < length:
                logits = context.read([[token]])[:, -1]
        # What it wrote, spelled beside the text: some tokenizers drop a blank at the beginning of a text.
        before, after = self.tokenizer.decode(ids), self.tokenizer.decode([*ids, *written])
        if not after.startswith(before) or after[len(before) :].endswith("\ufffd"):
            return []
        begun = self.target(text, add_special_tokens=False)["input_ids"]
        whole = self.target(text + after[len(before) :], add_special_tokens=False)["input_ids"]
        return list(whole[len(begun) :][:length]) if whole[: len(begun)] == begun else []
