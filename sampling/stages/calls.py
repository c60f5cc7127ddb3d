"""Which call of `model.generate` is under way: what a processor cannot see in the ids and scores that it is handed.

Rows that are the last ones and a token more may be the next step, or the first step of a new call whose prompt is the
text that was made; and continuous batching never shows a processor anything. So transformers' `generate` and
`generate_batch` are wrapped once, when `constrain.sampling` is imported: before any processor of ours can be made, and
so before whoever uses one looks `generate` up. While the wrapped function runs, `current()` is an object that stands
for this call. A draft model's own calls, made inside, are part of it, because they are handed one of its processors; a
call about something else is its own. The wrapper also refuses continuous batching, which would drop our processors in
silence.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import Any

from constrain.errors import UnsupportedError

_current: ContextVar[Call | None] = ContextVar("constrain.sampling.call", default=None)
# With these, scores are looked at again after the processors: shown to the caller, or handed to them once more.
_SHARING_SCORES = ("output_logits", "prompt_lookup_num_tokens")


class Call:
    """One outermost call of `model.generate`. `shares_scores`: others look at what processors were given."""

    __slots__ = ("__weakref__", "processors", "shares_scores")

    def __init__(self, processors: list[Any], shares_scores: bool) -> None:
        self.processors, self.shares_scores = processors, shares_scores

    def has_one_of(self, processors: Iterable[Any]) -> bool:
        return any(one is other for one in processors for other in self.processors)


def current() -> Call | None:
    """The call of `generate` that is under way in this thread; None outside of one."""
    return _current.get()


@functools.cache
def watch() -> None:
    """Wrap `generate` and `generate_batch` of transformers, the first time."""
    from transformers import GenerationMixin

    GenerationMixin.generate = _watched(GenerationMixin.generate)
    if hasattr(GenerationMixin, "generate_batch"):
        GenerationMixin.generate_batch = _refusing(GenerationMixin.generate_batch)


def _watched(generate: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(generate)
    def watched(self: Any, *arguments: Any, **options: Any) -> Any:
        given = dict(zip(("inputs", "generation_config", "logits_processor"), arguments, strict=False)) | options
        processors = list(given.get("logits_processor") or ())
        if options.get("cache_implementation") == "paged":
            _refuse(processors, 'model.generate(cache_implementation="paged")')
        outer = _current.get()
        if outer is not None and outer.has_one_of(processors):
            return generate(self, *arguments, **options)
        configurations = (given.get("generation_config"), getattr(self, "generation_config", None))
        shares = any(
            options.get(name) or any(getattr(each, name, None) for each in configurations) for name in _SHARING_SCORES
        )
        before = _current.set(Call(processors, shares))
        try:
            return generate(self, *arguments, **options)
        finally:
            _current.reset(before)

    return watched


def _refusing(generate_batch: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(generate_batch)
    def refusing(self: Any, *arguments: Any, **options: Any) -> Any:
        _refuse(options.get("logits_processor") or (), "model.generate_batch()")
        return generate_batch(self, *arguments, **options)

    return refusing


def _refuse(processors: Iterable[Any], where: str) -> None:
    for processor in processors:
        if type(processor).__module__.startswith("constrain."):
            raise UnsupportedError(
                f"{where} is continuous batching, which drops the processors that it is given without a word: "
                f"{type(processor).__name__} would do nothing. Use model.generate() without "
                "cache_implementation='paged', or constrain.sampling.integrations.continuous_batching",
                feature="continuous batching",
                where=where,
            )
