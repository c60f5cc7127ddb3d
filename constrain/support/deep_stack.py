"""Room on the stack for what recurses as deep as its input: front ends, and readers of finished texts.

Python bounds recursion by counting calls, whatever the stack; on a thread with a small one (`threading.stack_size`, or
a system whose threads have no more) the process would crash before the count is reached. There the work is done on a
thread with a large stack, for which the caller waits.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from functools import wraps
from typing import ParamSpec, TypeVar

from .. import _native

NEEDED = 2 << 20  # bytes: a thousand nested calls, Python's own limit, take up to one and a half million

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def roomy(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The same function, run on a thread with a large stack where the caller's has too little left.

    >>> @roomy
    ... def depth(value: list) -> int:
    ...     return 1 + max(map(depth, value), default=0)
    """

    @wraps(function)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        if _native.stack_left() >= NEEDED:
            return function(*args, **kwargs)
        context = copy_context()  # of the thread that asks
        result: Result = _native.on_deep_stack(lambda: context.run(function, *args, **kwargs))
        return result

    return run
