"""Models of transformers whose rows cannot share a tensor: each row is read by itself, as a batch of one.

Padding and holes are read rightly only by models that take positions and attend to the whole text by a mask. Recurrent
layers, local attention and positions that the model counts for itself have no mask that would hide a hole, and some
models return no cache at all. Here a row is what it would be alone, so nothing has to be hidden: it has a cache of its
own, which the model itself made, and reads one token at a time where its layers cannot read several after others. What
cannot be taken back from a cache is read again from the beginning, and so is everything where there is no cache. That
costs a pass for each row, and is right for any causal model.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Protocol

import torch
from transformers import DynamicCache
from transformers.cache_utils import DynamicLayer

from .model import Context, Tokens
from .pictures import PicturePrompt, placed

# What models take their cache by, and return it as; "cache" is what transformers 5.24 calls "past_key_values".
CACHES = ("past_key_values", "cache_params", "cache")


class ReadApart(Protocol):
    """What is asked of the model: a `HuggingFaceModel`."""

    model: Any
    cache_name: str | None
    device: torch.device
    takes_positions: bool

    @property
    def rotating(self) -> Any: ...
    @property
    def reads_several(self) -> bool: ...
    @property
    def counts_positions(self) -> bool: ...
    def shift(self, before: Any) -> int: ...


class ApartContext(Context):
    """Rows of a model, each with its tokens and its own cache."""

    def __init__(self, model: ReadApart, prompts: Tokens) -> None:
        self.model, self.rows = model, len(prompts)
        self._texts = [list[int]() for _ in prompts]
        self._caches: list[Any] = [None] * len(prompts)  # None: the model has read nothing of the row that still counts
        self._seen = [prompt if isinstance(prompt, PicturePrompt) else None for prompt in prompts]
        self._shifts = [0] * len(prompts)  # what positions are more than the tokens before them, after pictures

    @torch.no_grad()
    def read(self, tokens: Tokens, keep: int = 1) -> torch.Tensor:
        logits = [self._row(row, list(new), keep) if new else None for row, new in enumerate(tokens)]
        known = next(each for each in logits if each is not None)
        return torch.stack([torch.zeros_like(known) if each is None else each for each in logits])

    def _row(self, row: int, new: list[int], keep: int) -> torch.Tensor:
        """Logits (keep, width) of the last positions of a row that reads `new`."""
        text = self._texts[row]
        before = len(text)
        text.extend(new)
        if self.model.cache_name is None:  # such models need not be causal: each position has a pass of its own
            ends = range(max(before, len(text) - keep) + 1, len(text) + 1)
            logits = torch.cat([self._pass(row, text[:end])[-1:] for end in ends])
        elif self._caches[row] is None:
            logits = self._pass(row, text)
        elif self.model.reads_several:
            logits = self._pass(row, new, before)
        else:
            logits = torch.cat([self._pass(row, [token], before + i) for i, token in enumerate(new)])
        logits = logits[-keep:]
        return torch.nn.functional.pad(logits, (0, 0, keep - len(logits), 0))  # anything in front

    def _pass(self, row: int, tokens: Sequence[int], before: int = 0) -> torch.Tensor:
        """The model reads tokens of a row, after `before` others; logits (tokens, width)."""
        model = self.model
        ids = torch.tensor([list(tokens)], device=model.device)
        arguments: dict[str, Any] = {"input_ids": ids, "use_cache": model.cache_name is not None, "return_dict": True}
        if model.cache_name is not None and self._caches[row] is not None:
            arguments[model.cache_name] = self._caches[row]
        seen, memory = None if before else self._seen[row], getattr(model.rotating, "rope_deltas", None)
        if seen is not None:  # the model counts positions by itself
            arguments |= placed(seen.inputs_of(len(tokens)), model.model) | {"attention_mask": torch.ones_like(ids)}
        elif model.cache_name is not None and model.takes_positions and not model.counts_positions:
            places = torch.arange(before, before + len(tokens), device=model.device) + self._shifts[row]
            arguments["position_ids"] = places.unsqueeze(0)
        output = model.model(**arguments)
        if seen is not None:
            self._shifts[row] = model.shift(memory)
        self.passes += 1
        if model.cache_name is not None:
            self._caches[row] = getattr(output, model.cache_name, None)
        logits: torch.Tensor = output.logits[0]
        return logits

    def reorder(self, sources: Sequence[int]) -> None:
        taken: set[int] = set()
        caches = []
        for source in sources:
            cache = self._caches[source]
            caches.append(copy.deepcopy(cache) if source in taken else cache)  # some layers are written in place
            taken.add(source)
        self._texts, self._caches = [list(self._texts[source]) for source in sources], caches
        self._seen, self._shifts = [self._seen[i] for i in sources], [self._shifts[i] for i in sources]
        self.rows = len(self._texts)

    def take_back(self, counts: Sequence[int]) -> None:
        for row, count in enumerate(counts):
            if not count:
                continue
            text, cache = self._texts[row], self._caches[row]
            del text[len(text) - count :]
            if cache is not None and text and is_plain(cache):
                cache.crop(-count)
            else:
                self._caches[row] = None  # all of the row is read again, with what comes next

    def join(self, other: Context) -> None:
        assert isinstance(other, ApartContext)
        self._texts += other._texts
        self._caches += other._caches
        self._seen, self._shifts = [*self._seen, *other._seen], [*self._shifts, *other._shifts]
        self.rows = len(self._texts)


def is_plain(cache: Any) -> bool:
    """Whether every layer of a cache keeps the keys and values of the whole text, and nothing else."""
    return type(cache) is DynamicCache and all(type(layer) is DynamicLayer for layer in cache.layers)
