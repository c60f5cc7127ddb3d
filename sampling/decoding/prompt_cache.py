"""What a model has read of prompts, kept for later calls, so that a long common head is read once.

Keys and values of a token depend on what stands before it alone, so those of a prompt's first tokens serve every prompt
that begins with them. Kept are the tensors of whole prompts, and of heads that the prompts of a batch share; a new one
takes the longest head that it has in common with any. The least recently used leave first. (vLLM calls this automatic
prefix caching; in transformers' `generate` one passes a copy of `past_key_values`.)
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from weakref import ref

import torch

from constrain.support.arguments import integer

from .pictures import digest_of

_LEAST = 16  # tokens of a head that is worth a look-up and a copy
_MOST = 256  # heads; each is compared with a prompt until they differ


@dataclass
class _Head:
    ids: tuple[int, ...]
    pictures: str  # the digest of its pictures
    states: list[tuple[torch.Tensor, torch.Tensor]]  # keys and values of each layer, (1, heads, tokens, size)
    shift: int  # what positions are more than tokens


class PromptCache:
    """Remembers prompts for `generate(…, prompt_cache=…)`, `generate_each` and `stream`; texts are those without it.

    At most `max_tokens` tokens of prompts are kept, the least recently used ones leave first, and a prompt that is
    longer is not kept. A token costs 2 × layers × key heads × head size numbers in the model's dtype: some 0.1 MB in a
    model of 8 billion parameters. `reused` counts the tokens that were not read again. For one model, whose weights
    stay as they are: `clear()` after training, or when an adapter is switched. Threads may share it.

    >>> known = PromptCache()
    >>> for letter in letters:
    ...     generate(model, tokenizer, [{"role": "system", "content": handbook}, letter], Letter, prompt_cache=known)
    """

    def __init__(self, max_tokens: int = 32_768) -> None:
        self.max_tokens = integer(max_tokens, "max_tokens", 1)
        self.reused = 0
        self._heads: list[_Head] = []  # the most recently used last
        self._model: ref[Any] | None = None
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"PromptCache(max_tokens={self.max_tokens}: {self.tokens} in {len(self._heads)} prompts)"

    @property
    def tokens(self) -> int:
        """How many tokens are kept."""
        return sum(len(head.ids) for head in self._heads)

    def clear(self) -> None:
        """Forgets all prompts, and the model they were of."""
        with self._lock:
            self._heads, self._model = [], None

    def belong_to(self, model: Any) -> None:
        """Raises ValueError where the prompts are those of another model."""
        with self._lock:
            if self._model is None or (self._model() is None and not self._heads):
                self._model = ref(model)
            if self._model() is not model:
                raise ValueError(
                    "this PromptCache has what another model has read; make one for each model, or clear() it"
                )

    def find(self, prompt: Sequence[int], most: int, places: frozenset[int]) -> tuple[_Head, int] | None:
        """The head that begins like `prompt`, and for how many tokens, at most `most`.

        With pictures, both must have the same ones, and what follows must have none of the tokens in whose `places`
        they are read.
        """
        pictures, ids = digest_of(prompt), tuple(prompt)
        with self._lock:
            best: tuple[_Head, int] | None = None
            for head in self._heads:
                if head.pictures != pictures or len(head.ids) < _LEAST:
                    continue
                length = _common(head.ids, ids, most)
                if length >= _LEAST and (best is None or length > best[1]):
                    best = head, length
            if best is None or (pictures and not places.isdisjoint(ids[best[1] :])):
                return None
            self._heads.append(self._heads.pop(next(i for i, head in enumerate(self._heads) if head is best[0])))
            self.reused += best[1]
            return best

    def keep(self, prompt: Sequence[int], states: list[tuple[torch.Tensor, torch.Tensor]], shift: int) -> None:
        """Keeps what has been read of a prompt; the tensors must not be written to."""
        new = _Head(tuple(prompt), digest_of(prompt), states, shift)
        size = len(new.ids)
        if not _LEAST <= size <= self.max_tokens:
            return
        with self._lock:
            kept = [h for h in self._heads if h.pictures != new.pictures or _common(h.ids, new.ids, size) < len(h.ids)]
            if not any(h.pictures == new.pictures and h.ids[:size] == new.ids for h in kept):
                kept.append(new)
            while len(kept) > _MOST or sum(len(head.ids) for head in kept) > self.max_tokens:
                del kept[0]
            self._heads = kept


def _common(one: tuple[int, ...], other: tuple[int, ...], most: int) -> int:
    """How many first tokens two texts share, at most `most`."""
    most = min(most, len(one), len(other))
    if one[:most] == other[:most]:
        return most
    return next(i for i in range(most) if one[i] != other[i])
