"""Constraints by the content of what they were made from, so that a text that comes again is not compiled again.

The key is the front end, the text (or schema) and the options given to it, and the vocabulary's digest; so two equal
schemas are one entry, whoever sent them, and a hit skips the front end as well: it costs some microseconds and the
hashing of the text. What was not used for longest goes first, once there are too many entries or they take too many
bytes; constraints that are still in use live on with whoever uses them.

**One compiles, the others wait.** Threads that ask for the same thing at once get one compile between them. A waiting
thread keeps its own deadline and its own cancellation, and Ctrl-C ends its wait. When the first fails, that is shared
only where it would have happened to the others too: an error of the text itself, under the same limits. If the first
was cancelled, interrupted, or under other limits, the next one in line compiles.

**Refusals are kept too**, apart from the constraints: whoever sends a text that was refused, under the same limits, is
told so at once. What took too long under a timeout is tried again, because another time it may not.

**Forks.** A child has what was compiled before the fork, and compiles again what was being compiled.
"""

from __future__ import annotations

import copy
import marshal
import os
from collections import OrderedDict
from collections.abc import Callable
from threading import Event, Lock, get_ident
from time import monotonic, perf_counter
from typing import Any, NamedTuple
from weakref import WeakSet

from .. import metrics
from ..budget import Cancellation, Limits, current, limited
from ..constraint import CACHE_BYTES, Constraint, compile
from ..errors import Cancelled, ConstrainError, LimitExceeded
from ..grammar import Grammar, Value
from ..support.arguments import described, instance, integer
from ..vocabulary import Vocabulary

FrontEnd = Callable[..., Grammar[Value]]

ENTRIES = 1024
MEMORY = 1 << 30  # bytes that the constraints hold
_LOOK = 0.02  # seconds between two looks at a waiting thread's cancellation
_REFUSALS = 256  # kept; each holds its text
_REFUSED_LENGTH = 1 << 16  # of such a text: larger ones are judged again, so that refusals take 16 MB at most
_WEIGH_EVERY = 256  # hits; constraints grow while they are used, so hits alone can pass the bound


class CacheCounts(NamedTuple):
    """What a cache has done, and what it holds now."""

    hits: int
    misses: int
    waits: int  # that ended with another thread's constraint
    failures: int
    evictions: int
    entries: int
    bytes: int  # when the entries were last weighed


class ConstraintCache:
    """Compiled constraints by content, at most `entries` of them and some `memory` bytes.

    `cache_bytes` is how much each of them may keep of what texts have taught it, as in `compile`.

    >>> cache = ConstraintCache(entries=100)
    >>> constraint = cache.compile(json_schema, '{"type": "object"}', vocabulary, timeout=1.0)
    >>> cache.compile(json_schema, '{"type": "object"}', vocabulary) is constraint
    True

    Threads: any number may use one cache. It holds no lock while it compiles, waits, or frees.
    """

    def __init__(self, *, entries: int = ENTRIES, memory: int = MEMORY, cache_bytes: int = CACHE_BYTES) -> None:
        self.entries, self.memory = integer(entries, "entries", 1, None), integer(memory, "memory", 0, None)
        self.cache_bytes = integer(cache_bytes, "cache_bytes", 0, None)
        self._kept: OrderedDict[Any, Constraint] = OrderedDict()  # the one used last stands last
        self._refused: OrderedDict[Any, _Refusal] = OrderedDict()
        self._flights: dict[Any, _Flight] = {}
        self._hits = self._misses = self._waits = self._failures = self._evictions = self._bytes = 0
        self._lock = Lock()  # held for a few look-ups only, never while native code runs
        _caches.add(self)

    def compile(
        self,
        front_end: FrontEnd[Value],
        source: Any,
        vocabulary: Vocabulary,
        *,
        timeout: float | None = None,
        limits: Limits | None = None,
        cancel: Cancellation | None = None,
        **options: Any,
    ) -> Constraint[Value]:
        """`compile(front_end(source, **options), vocabulary)`, or what an equal call has made before.

        `source` and options are compared by content where they are texts, numbers, lists and dicts of such (the order
        of keys counts, because it does in schemas), by equality where they are hashable (types, compiled patterns), and
        are else compiled again each time. `timeout`, `limits` and `cancel` are as in `compile`, and bound the front end
        too. Raises what the front end and `compile` raise.
        """
        instance(vocabulary, Vocabulary, "vocabulary", "a Vocabulary, e.g. Vocabulary.from_huggingface(tokenizer)")
        if not callable(front_end):
            raise TypeError(f"front_end must be a function that makes a Grammar, not {described(front_end)}")
        began = perf_counter() if metrics.listeners else None
        key = _key(front_end, source, vocabulary, options)
        found = self._found(key)
        if found is not None:
            outcome = "hit"
        else:
            try:
                with limited(limits, timeout=timeout, cancel=cancel):
                    seconds = current()[0].timeout
                    deadline = None if seconds is None else monotonic() + seconds

                    def make() -> Constraint[Value]:
                        with limited(timeout=_left(deadline)):
                            grammar = front_end(source, **options)
                        with limited(timeout=_left(deadline)):
                            return compile(grammar, vocabulary, cache_bytes=self.cache_bytes)

                    found, outcome = self._made(key, make, deadline)
            except BaseException as error:
                with self._lock:
                    self._failures += 1
                self._tell(began, type(error).__name__)
                raise
        self._tell(began, outcome)
        return found

    def known(
        self, front_end: FrontEnd[Value], source: Any, vocabulary: Vocabulary, **options: Any
    ) -> Constraint[Value] | None:
        """What an equal call of `compile` has made, if it is kept; nothing is compiled, and nobody waited for.

        >>> cache.known(json_schema, '{"type": "object"}', vocabulary) is None
        False
        """
        began = perf_counter() if metrics.listeners else None
        found = self._found(_key(front_end, source, vocabulary, options))
        if found is not None:
            self._tell(began, "hit")
        return found

    def counts(self) -> CacheCounts:
        """What the cache has done so far."""
        with self._lock:
            done = self._hits, self._misses, self._waits, self._failures, self._evictions
            return CacheCounts(*done, len(self._kept), self._bytes)

    def clear(self) -> None:
        """Forget all constraints; what is being compiled is kept when it is done."""
        with self._lock:
            kept, self._kept = self._kept, OrderedDict()
            self._refused.clear()
            self._bytes = 0
        kept.clear()  # outside the lock: constraints are freed by native code

    def __len__(self) -> int:
        return len(self._kept)

    def _found(self, key: Any) -> Constraint[Any] | None:
        if key is None:
            return None
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                self._hits += 1
                weigh = self._hits % _WEIGH_EVERY == 0
        if found is not None and weigh:
            self._weigh()
        return found

    def _made(self, key: Any, make: Callable[[], Constraint[Value]], deadline: float | None) -> tuple[Constraint, str]:
        """The constraint and how it came about: made by this thread, or by another that was at it."""
        while key is not None:
            own = _Flight()
            try:
                with self._lock:
                    known = self._kept.get(key)
                    if known is not None:  # it has just been finished
                        self._hits += 1
                        return known, "hit"
                    refusal = self._refused.get(key)
                    if refusal is not None and refusal.limits == own.limits:
                        self._refused.move_to_end(key)
                        raise copy.copy(refusal.error)  # each time its own, because raising one changes its traceback
                    flight = self._flights.setdefault(key, own)
                if flight is own:
                    own.made = make()
            except BaseException as error:
                own.error = error
                raise
            finally:  # also after an interrupt at any place above
                self._land(key, own)
            if own.made is not None:
                self._weigh()
                return own.made, "miss"
            if flight.leader == get_ident():  # a front end that asks for itself
                break
            found = flight.wait(deadline)
            if found is not None:
                with self._lock:
                    self._waits += 1
                return found, "wait"
        with self._lock:
            self._misses += 1
        return make(), "miss"

    def _land(self, key: Any, flight: _Flight) -> None:
        """Ends a flight, if it is the one that others wait for."""
        with self._lock:
            if self._flights.get(key) is not flight:
                return
            del self._flights[key]
            self._misses += 1
            if flight.made is not None:
                self._kept[key] = flight.made
                self._refused.pop(key, None)
            elif (error := flight.refusal()) is not None and _length(key) <= _REFUSED_LENGTH:
                self._refused[key] = _Refusal(copy.copy(error), flight.limits)
                while len(self._refused) > _REFUSALS:
                    self._refused.popitem(last=False)
        flight.over.set()

    def _weigh(self) -> None:
        """Drops what was not used for longest until the bounds hold. Costs microseconds for each entry."""
        with self._lock:
            kept = list(self._kept.items())
        sizes = [constraint.native.statistics()["bytes"] for _, constraint in kept]  # native code: without the lock
        total, count = sum(sizes), len(kept)
        dropped: list[Constraint] = []  # freed after the lock is
        with self._lock:
            for (key, constraint), size in zip(kept[:-1], sizes, strict=False):  # the newest stays, whatever it takes
                if total <= self.memory and count <= self.entries:
                    break
                if self._kept.get(key) is constraint:
                    del self._kept[key]
                    dropped.append(constraint)
                    self._evictions += 1
                total, count = total - size, count - 1
            self._bytes = total

    def _tell(self, began: float | None, outcome: str) -> None:
        if began is not None:
            metrics.tell(metrics.Observation("cache", outcome, perf_counter() - began))


class _Flight:
    """A compile that is under way."""

    def __init__(self) -> None:
        self.leader, self.limits = get_ident(), current()[0]
        self.over = Event()
        self.made: Constraint[Any] | None = None
        self.error: BaseException | None = None

    def wait(self, deadline: float | None) -> Constraint[Any] | None:
        """The constraint; None where the caller has to compile for itself. Raises what the text is to blame for."""
        limits, cancel = current()
        while not self.over.wait(_LOOK if deadline is None else min(_LOOK, _left(deadline) or 0.0)):
            if cancel is not None and cancel.cancelled:
                raise Cancelled("cancelled while another thread compiled the same")
            if deadline is not None and monotonic() >= deadline:
                raise LimitExceeded(
                    f"another thread compiles the same, and has not ended within the timeout of {limits.timeout:g} s; "
                    "simplify the grammar, or pass a greater timeout",
                    limit=limits.timeout,
                )
        error = self.error
        if isinstance(error, ConstrainError) and not isinstance(error, Cancelled) and self.limits == limits:
            raise copy.copy(error) from None
        return self.made

    def refusal(self) -> ConstrainError | None:
        """The error that compiling again under the same limits would raise too."""
        error = self.error
        if not isinstance(error, ConstrainError) or isinstance(error, Cancelled):
            return None
        return None if isinstance(error, LimitExceeded) and self.limits.timeout is not None else error


class _Refusal(NamedTuple):
    error: ConstrainError
    limits: Limits


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - monotonic())


def _key(front_end: Any, source: Any, vocabulary: Vocabulary, options: dict[str, Any]) -> Any:
    """What equal calls have in common; None where the content cannot be compared."""
    named = tuple((name, _content(options[name])) for name in sorted(options))
    try:
        key = front_end, _content(source), named, vocabulary.digest
        hash(key)
    except TypeError:
        return None
    return key


def _length(key: Any) -> int:
    """Of the source in a key, in characters or bytes; 0 for what is no text and no data."""
    source = key[1] if isinstance(key[1], (str, bytes)) or key[1] is None else key[1][1]
    return len(source) if isinstance(source, (str, bytes)) else 0


_TEXTS = (str, bytes, type(None))


def _content(value: Any) -> Any:
    """Something hashable that is equal for equal content and types: True is not 1, and the order of keys counts."""
    if type(value) in _TEXTS:
        return value
    try:
        # Version 2 of the format has no references between equal parts, so equal content has equal bytes.
        return type(value), marshal.dumps(value, 2)
    except ValueError:  # something that is no plain data
        return type(value), value


_caches: WeakSet[ConstraintCache] = WeakSet()


def _before_fork() -> None:
    for cache in list(_caches):
        cache._lock.acquire()
        _held.append(cache)


def _after_fork() -> None:
    while _held:
        _held.pop()._lock.release()


def _in_child() -> None:
    for cache in _held:
        cache._flights = {}  # the threads that compile are the parent's
    _after_fork()


_held: list[ConstraintCache] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_in_child)

constraint_cache = ConstraintCache()  # the process's own, which servers and engines share
