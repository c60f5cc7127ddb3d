"""What a call may cost: one budget for each, which every front end, `compile` and the native core spend from.

A budget counts work, so what it refuses does not depend on the machine or on what else runs: elementary steps (a step
of native work takes some 10 ns, a turn of a Python loop counts as a hundred steps) and bytes that are kept. A deadline
and another thread's `cancel` end the work at the next look, a few milliseconds later. So does Ctrl-C: native work
stops, and the KeyboardInterrupt is the call's.

The outermost call opens the budget and closes it: `tools` pays for the `json_schema` that it calls. A loop whose length
the user's text decides calls `spend`; what is kept in large pieces, `reserve`. Whatever spends may raise, so it builds
first and publishes last: compiling the same again must work.

What asks about texts of what has been compiled (masks, `tokens_to_end`, `check`, `count`, `sample`) draws on the same
limits, and ends by the same timeout and cancellation. Its steps and bytes may be LATER times as many, so that what has
compiled does not fail in the middle of a text; each mask and each token has them again.

Counts of another kind, called caps, bound short cuts: when they run out, the long way is taken, and nothing is an
error. And where one construct alone can be too large, a limit of its own names it and its place (`max_states`); these
refuse earlier, and say more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from math import inf, isnan
from typing import Any, ParamSpec, TypeVar

from . import _native
from .errors import Cancelled, LimitExceeded
from .support.arguments import public
from .support.shown import shown

P = ParamSpec("P")
T = TypeVar("T")

LATER = 10  # times the limits that a call may cost which asks about what has been compiled
TURN = 100  # steps that a turn of a Python loop counts for
spend = _native.spend  # (steps): counts native steps; raises LimitExceeded or Cancelled
let_others_in = _native.let_others_in  # (): what `spend` does beside; for long work that must not raise
reserve = _native.reserve  # (bytes): counts bytes that are kept, before they are made; raises LimitExceeded

_MOST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Limits:
    """What one call of a front end, or of `compile`, may cost; passing one raises `LimitExceeded` with both numbers.

    Calls that ask about texts of a constraint draw on the limits of the block they stand in (`constrain.limited`), of
    steps and bytes ten times as many; bounds of parts of the work grow and shrink with `steps`.

    `steps` counts elementary steps, of some 10 ns each: the default is reached in one to two seconds. `memory` counts
    bytes that the grammar or the constraint keeps. `timeout` is in seconds by a monotonic clock; None is no deadline.
    The same text needs the same steps and bytes each time, but for what the vocabulary's earlier grammars have left.

    >>> constrain.compile(grammar, vocabulary, limits=constrain.Limits(steps=10**9, memory=2 << 30))
    """

    steps: int = 150_000_000
    memory: int = 300 << 20
    timeout: float | None = None

    def __post_init__(self) -> None:
        for name in ("steps", "memory"):
            value = getattr(self, name)
            if type(value) is not int or not 0 < value <= _MOST:
                raise ValueError(f"Limits: {name} is {shown(value, 60)}; an int from 1 to 2**63 - 1 is needed")
        if self.timeout is not None:
            _check_seconds(self.timeout)


Limits.__init__ = public(Limits.__init__)  # type: ignore[method-assign]


class Cancellation:
    """A way for another thread to end what this one compiles, or asks about texts.

    Any thread may call `cancel`, at any time and more than once; every call that works under this object then raises
    `Cancelled` within milliseconds, and so do later ones: take a new one for the next attempt.

    >>> stop = constrain.Cancellation()
    >>> threading.Timer(1.0, stop.cancel).start()
    >>> constrain.compile(grammar, vocabulary, cancel=stop)
    """

    __slots__ = ("_native",)

    def __init__(self) -> None:
        self._native = _native.Cancellation()

    def cancel(self) -> None:
        """End the work, now or when it begins."""
        self._native.cancel()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._native.cancelled

    def __repr__(self) -> str:
        return f"<Cancellation{': cancelled' if self.cancelled else ''}>"


_USUAL, _FEW = Limits().steps, 1000
# The steps of the budget that is open, and how often it has what the limits say; 0: none is open.
_allowed: ContextVar[tuple[int, int]] = ContextVar("constrain.allowed", default=(0, 1))
_limits: ContextVar[tuple[Limits, Cancellation | None]] = ContextVar("constrain.limits", default=(Limits(), None))


def current() -> tuple[Limits, Cancellation | None]:
    """The limits that hold here, and what may cancel the work."""
    return _limits.get()


@public
@contextmanager
def limited(
    limits: Limits | None = None, *, timeout: float | None = None, cancel: Cancellation | None = None
) -> Iterator[None]:
    """Within the block, calls of front ends, of `compile` and of what asks about texts have these limits, each again.

    What is left out stays as it is outside. Belongs to the thread or task, as context variables do; threads that it
    starts have limits of their own.

    >>> with constrain.limited(timeout=0.5):
    ...     constraint = constrain.compile(json_schema(schema), vocabulary)
    """
    token = _limits.set(_chosen(limits, timeout, cancel))
    try:
        yield
    finally:
        _limits.reset(token)


def budgeted(function: Callable[P, T]) -> Callable[P, T]:
    """The function under a budget of its own, unless the caller works under one already.

    The budget is the keyword argument `limits`, for functions that have one, or what holds for the thread.
    """

    return _under(function, 1)


def asking(function: Callable[P, T]) -> Callable[P, T]:
    """The same for a function that asks about texts of what has been compiled."""
    return _under(function, LATER)


def share(usual: int) -> int:
    """How much a part of the work may take, of which it may take `usual` where the steps are the usual ones.

    It grows and shrinks with `Limits.steps`, so that no part has a bound of its own beside the budget. A bound on few
    things (gates, rounds, kinds of keys) grows only: what they cost is counted in steps anyway.
    """
    scaled = usual * (_allowed.get()[0] or _limits.get()[0].steps) // _USUAL
    return max(usual if usual < _FEW else 1, scaled)


def check_share(needed: int, usual: int, what: str, unit: str) -> None:
    """Raise LimitExceeded if `needed` is more than the part of the budget that is usually `usual`."""
    limit = share(usual)
    if needed > limit:
        raise LimitExceeded(
            f"{what}: {needed} {unit}, limit {limit}; {allow_more(limit, needed)}", limit=limit, needed=needed
        )


def allow_more(limit: int, needed: int) -> str:
    """How to raise a limit that is a share of the budget."""
    opened, times = _allowed.get()
    steps = opened // times or _limits.get()[0].steps
    return "allow more by " + _way(f"steps={min(_MOST, steps * max(2, -(-needed // limit)))}")


def _way(given: str) -> str:
    """How a call is given limits: by a block, which holds for whatever is called in it."""
    return f"`with constrain.limited(constrain.Limits({given}))`"


def _under(function: Callable[P, T], times: int) -> Callable[P, T]:
    @wraps(function)
    def inner(*args: P.args, **kwargs: P.kwargs) -> T:
        given: Any = kwargs.get("limits")
        chosen = _limits.get() if given is None else _chosen(given, None, None)
        if _native.has_budget():
            return function(*args, **kwargs)
        budget = open_budget(*chosen, times)
        allowed = _allowed.set((min(times * chosen[0].steps, _MOST), times))
        budget.begin()
        try:
            return function(*args, **kwargs)
        finally:
            budget.end()
            _allowed.reset(allowed)

    return inner


def open_budget(found: Limits, cancel: Cancellation | None, times: int = 1) -> _native.Budget:
    """A budget with these limits, or with so many times the steps and bytes; not yet begun."""
    seconds = inf if found.timeout is None else float(found.timeout)
    steps, memory = min(times * found.steps, _MOST), min(times * found.memory, _MOST)
    return _native.Budget(steps, memory, seconds, None if cancel is None else cancel._native, times)


def is_usual() -> bool:
    """Whether what is done here may take the usual number of steps and bytes, once."""
    limits, (_, times) = _limits.get()[0], _allowed.get()
    return times == 1 and (limits.steps, limits.memory) == (Limits().steps, Limits().memory)


@contextmanager
def again() -> Iterator[None]:
    """For what was done before, where `is_usual` held: it has the usual limits again, and leaves the caller's alone."""
    budget = open_budget(Limits(), None)
    tokens = _limits.set((Limits(), None)), _allowed.set((_USUAL, 1))
    budget.begin()
    try:
        yield
    finally:
        budget.end()
        _limits.reset(tokens[0])
        _allowed.reset(tokens[1])


def _chosen(
    limits: Limits | None, timeout: float | None, cancel: Cancellation | None
) -> tuple[Limits, Cancellation | None]:
    """The limits that hold, with what the caller gave in place of what was so far."""
    outer, outer_cancel = _limits.get()
    found = outer if limits is None else limits
    if type(found) is not Limits:
        raise TypeError(f"limits is {shown(found, 60)}; a constrain.Limits is needed")
    if cancel is not None and type(cancel) is not Cancellation:
        raise TypeError(f"cancel is {shown(cancel, 60)}; a constrain.Cancellation is needed")
    if timeout is not None:
        _check_seconds(timeout)
        found = Limits(found.steps, found.memory, timeout)
    return found, outer_cancel if cancel is None else cancel


def _check_seconds(value: object) -> None:
    if type(value) is bool or not isinstance(value, int | float) or isnan(value) or value < 0:
        raise ValueError(f"timeout is {shown(value, 60)}; seconds are needed, 0 or more")


def spent_error(reason: int, limit: float, needed: float, asked: int) -> LimitExceeded | Cancelled:
    """The error for a budget that is used up; called by the native core.

    `asked` is how often the budget had what the user's limits say: 1 while a grammar is compiled, more in later calls.
    """
    if reason == 3:
        return Cancelled("cancelled while a grammar is compiled or asked")
    if reason == 2:
        return LimitExceeded(
            f"the grammar takes longer than the timeout: limit {limit:g} s, needed {needed:.3g} s or more; "
            "simplify the grammar, or pass a greater timeout",
            limit=limit,
            needed=needed,
        )
    what, name, more = [("steps of work", "steps", 10), ("bytes of memory", "memory", 4)][reason]
    return LimitExceeded(
        f"the grammar takes too many {what}: limit {int(limit)}, needed {int(needed)} or more; simplify the grammar "
        "(fewer alternatives that overlap, smaller counts, shorter texts), or allow more: "
        + _way(f"{name}={min(_MOST, more * int(limit) // asked)}"),
        limit=int(limit),
        needed=int(needed),
    )
