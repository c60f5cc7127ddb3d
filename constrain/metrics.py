"""What the process does, told to whoever listens: compiles, refusals, looks into the cache, and the time of masks.

A listener is any function of an `Observation`. While nobody listens, one look at an empty tuple is all that it costs.
Listeners are called on the thread that did the work, right after it, so they should be quick; what one raises goes to
`sys.unraisablehook` and changes nothing of the work.

>>> def show(observation: Observation) -> None:
...     print(observation.name, observation.outcome, observation.seconds)
>>> stop = constrain.metrics.listen(show)
>>> constrain.compile(grammar, vocabulary)
>>> stop()
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from threading import Lock
from time import perf_counter
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple


class Observation(NamedTuple):
    """Something that was done.

    `name` is "compile" (from grammar to constraint), "load" (a saved constraint), "cache" (a look into a
    `ConstraintCache`) or "masks" (a `MatcherBatch` filled, once a token by samplers). `outcome` is "done" or, of a
    compile or load that failed, the name of the error's class; of the cache "hit", "miss" (it was compiled), "wait"
    (another thread was compiling it) or the name of an error's class. `seconds` is wall time, `rows` how many masks
    there were.
    """

    name: Literal["compile", "load", "cache", "masks"]
    outcome: str
    seconds: float
    rows: int = 1


Listener = Callable[[Observation], Any]

listeners: tuple[Listener, ...] = ()  # replaced whole, so that whoever goes through it needs no lock
_changing = Lock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_changing.acquire, after_in_parent=_changing.release, after_in_child=_changing.release)


def listen(listener: Listener) -> Callable[[], None]:
    """Have the function called with every observation from now on; returns a function that ends this.

    Threads: any may call either, at any time; the listener is called from all of them.
    """
    global listeners
    if not callable(listener):
        raise TypeError(f"listener must be a function of an Observation, not {type(listener).__name__}")
    entry = partial(listener)  # a new object, so that a function may listen twice, and stop once
    with _changing:
        listeners = (*listeners, entry)

    def stop() -> None:
        global listeners
        with _changing:
            listeners = tuple(each for each in listeners if each is not entry)

    return stop


def tell(observation: Observation) -> None:
    """Tell all listeners."""
    for listener in listeners:
        try:
            listener(observation)
        except Exception as error:
            sys.unraisablehook(
                SimpleNamespace(
                    exc_type=type(error),
                    exc_value=error,
                    exc_traceback=error.__traceback__,
                    err_msg="Exception ignored in a listener of constrain.metrics",
                    object=getattr(listener, "func", listener),
                )
            )


class timed:
    """Around work of this name: tells how long it took and how it ended, if somebody listens."""

    __slots__ = ("began", "name")

    def __init__(self, name: Literal["compile", "load"]) -> None:
        self.name: Literal["compile", "load"] = name

    def __enter__(self) -> None:
        self.began = perf_counter() if listeners else None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if self.began is not None:
            outcome = "done" if kind is None else kind.__name__
            tell(Observation(self.name, outcome, perf_counter() - self.began))
