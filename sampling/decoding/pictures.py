"""Prompts with pictures: token ids, and the tensors that a model reads beside them.

A processor of transformers writes placeholder tokens for each picture into the ids, and returns the pixels in tensors
of their own (`pixel_values`, `image_grid_thw`, …). The model reads these together with the prompt, in one pass; all
that comes after is text. So a `PicturePrompt` is a tuple of ids as any other prompt, and what only looks at ids
(penalties, n-grams, drafts) need not know of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import torch

_BY_TOKEN = "token_type_ids"  # how the names of tensors end that have an element for each id


class PicturePrompt(tuple[int, ...]):
    """Token ids of one prompt with `inputs`, tensors by the names under which the model's `forward` takes them.

    Slices are plain tuples, without pictures.
    """

    inputs: Mapping[str, torch.Tensor]

    def __new__(cls, ids: Iterable[int], inputs: Mapping[str, torch.Tensor]) -> PicturePrompt:
        prompt = super().__new__(cls, ids)
        prompt.inputs = dict(inputs)
        return prompt

    def inputs_of(self, length: int) -> dict[str, torch.Tensor]:
        """The tensors where the text has this length, of which all after the prompt is plain text."""
        more = length - len(self)
        return {
            name: torch.nn.functional.pad(value, (0, more)) if name.endswith(_BY_TOKEN) else value
            for name, value in self.inputs.items()
        }

    def without_last(self, count: int) -> PicturePrompt:
        """The prompt without its last ids, which must be text."""
        left = len(self) - count
        return PicturePrompt(
            self[:left],
            {name: v[:, :left] if name.endswith(_BY_TOKEN) else v for name, v in self.inputs.items()},
        )

    @cached_property
    def digest(self) -> str:
        """Of the pictures, whatever the text around them."""
        known = hashlib.blake2b(digest_size=16)
        for name, value in sorted(self.inputs.items()):
            if not name.endswith(_BY_TOKEN):
                plain = value.detach().cpu().contiguous()
                known.update(f"{name} {plain.dtype} {tuple(plain.shape)}".encode())
                known.update(plain.reshape(-1).view(torch.uint8).numpy().tobytes())
        return known.hexdigest()


def with_pictures(ids: Sequence[int], inputs: Mapping[str, torch.Tensor]) -> Sequence[int]:
    """A prompt of what a processor returns beside the ids; plain ids where that tells nothing but that all is text."""
    if all(name.endswith(_BY_TOKEN) and not bool(value.any()) for name, value in inputs.items()):
        return ids
    return PicturePrompt(ids, inputs)


def digest_of(prompt: Sequence[int]) -> str:
    """Of a prompt's pictures; empty where it has none."""
    return prompt.digest if isinstance(prompt, PicturePrompt) else ""


def distinct(prompts: Iterable[Sequence[int]]) -> tuple[list[Sequence[int]], list[int]]:
    """The different prompts, and for each prompt its number among them."""
    numbers: dict[Hashable, int] = {}
    different: list[Sequence[int]] = []
    rows = []
    for prompt in prompts:
        key = tuple(prompt), digest_of(prompt)
        if key not in numbers:
            numbers[key] = len(different)
            different.append(prompt if isinstance(prompt, PicturePrompt) else key[0])
        rows.append(numbers[key])
    return different, rows


def placed(inputs: Mapping[str, torch.Tensor], model: Any) -> dict[str, torch.Tensor]:
    """The tensors where the model is; floating ones in its dtype."""
    return {
        name: value.to(model.device, model.dtype) if value.is_floating_point() else value.to(model.device)
        for name, value in inputs.items()
    }
