"""Which call of `model.generate` is under way: what a processor cannot see in the ids and scores that it is handed.

Rows that are yesterday's prompt and one token more may be the next step, or the first step of a new call. `generate`
says nothing about that to its processors, so `watch` wraps it, once for the process: while the wrapped function runs,
`current()` is an object that stands for this call. A draft model's own calls, made inside, are part of it, because
they are handed one of its processors; a call about something else is its own. The wrapper also refuses what would drop
a processor in silence: transformers' continuous batching never calls those that it is given.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from types import CodeType
from typing import Any

from constrain.errors import UnsupportedError

_current: ContextVar[Call | None] = ContextVar("constrain.sampling.call", default=None)


class Call:
    """One outermost call of `model.generate`. `shows_logits`: it may hand the scores that processors got to its
    caller."""

    __slots__ = ("__weakref__", "processors", "shows_logits")

    def __init__(self, processors: list[Any], shows_logits: bool) -> None:
        self.processors, self.shows_logits = processors, shows_logits

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
        shows = options.get("output_logits") or any(getattr(c, "output_logits", False) for c in configurations)
        before = _current.set(Call(processors, bool(shows)))
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


def may_overwrite_scores(processor: Any) -> bool:
    """Whether nobody looks at the scores of this call of `processor` afterwards but who asked for `output_logits`.

    So it is where transformers' own sampling or beam search made the call: they copy the logits for their processors
    (`_loops`). Those before this one in the list must be transformers' or ours, which hand on what they got or a new
    tensor, and keep neither. Called two functions away from the list: by one that `__call__` calls.
    """
    caller = sys._getframe(3)
    loop = caller.f_back
    if caller.f_code is not _list_code() or loop is None or loop.f_code not in _loops():
        return False
    for one in caller.f_locals.get("self") or ():
        if one is processor:
            return True
        if not type(one).__module__.startswith(("transformers.", "constrain.")):
            return False
    return False


def list_that_calls(depth: int) -> Any:
    """The `LogitsProcessorList` whose call is the frame `depth` above the asking function; None if it is not one."""
    caller = sys._getframe(depth + 1)
    return caller.f_locals.get("self") if caller.f_code is _list_code() else None


@functools.cache
def _list_code() -> CodeType:
    from transformers import LogitsProcessorList

    code: CodeType = LogitsProcessorList.__call__.__code__
    return code


@functools.cache
def _loops() -> frozenset[CodeType]:
    """The decoding loops that copy the model's logits before they hand them to processors."""
    from transformers import GenerationMixin

    found = []
    for name in ("_sample", "_beam_search"):
        loop = getattr(GenerationMixin, name, None)
        if loop is not None and "to(copy=True, dtype=torch.float32" in _source(loop):
            found.append(loop.__code__)
    return frozenset(found)


def _source(function: Callable[..., Any]) -> str:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return ""
