"""What `generate` may be asked for beside prompts and constraint, as one object that is handed on whole."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from ..decoding.prompt_cache import PromptCache
from ..decoding.search import Search
from ..pipelines.pipeline import Pipeline


@dataclass(frozen=True, kw_only=True)
class Options:
    """Each is an argument of `generate`, which says what it means; `choosing` are transformers' generation options."""

    max_tokens: int = 256
    stop: str | Sequence[str] = ()
    num_return_sequences: int | None = None
    sampler: Pipeline | None = None
    logprobs: bool = False
    record: bool | int = False
    confidence: bool = False
    thinking: Any = "auto"
    free_first: Any = False
    skip_forced: bool = True
    fit: bool = True
    search: Search | None = None
    draft: Any = None
    heal: bool | int = False
    canonical: bool = False
    batch_size: int = 64
    negative_prompts: Any = None
    tools: Sequence[Any] | None = None
    enable_thinking: bool | None = None
    template: Mapping[str, Any] | None = None
    logits_processor: Sequence[Any] = ()
    stopping_criteria: Sequence[Any] | None = None
    prefix_allowed_tokens_fn: Callable[[int, Any], Sequence[int]] | None = None
    streamer: Any = None
    prompt_cache: PromptCache | None = None
    choosing: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Options:
        """What keyword arguments ask for: those of this class, and all others as `choosing`."""
        own = {name: value for name, value in given.items() if name in NAMES}
        return cls(**own, choosing={name: value for name, value in given.items() if name not in NAMES})


NAMES = tuple(each.name for each in fields(Options) if each.name != "choosing")


def with_names(function: Any) -> Any:
    """The function, whose `**options` are these: `help` and notebooks show them by name, with their defaults."""
    signature = inspect.signature(function)
    *own, rest = signature.parameters.values()
    known = {each.name for each in own}
    named = [
        inspect.Parameter(each.name, inspect.Parameter.KEYWORD_ONLY, default=each.default, annotation=each.type)
        for each in fields(Options)
        if each.default is not MISSING and each.name not in known
    ]
    function.__signature__ = signature.replace(parameters=[*own, *named, rest])
    return function
