"""What a prompt shows of a function or a value: its name, its parameters, and what its documentation begins with."""

from __future__ import annotations

import inspect
from typing import Any

_LONGEST = 300  # characters of a line


def stub(name: str, value: Any) -> str:
    """A line: `total(prices: list[float], discount: float = 0) -> float  # The sum.`; of what is not called, its type.

    >>> stub("radius", 2.0), stub("len", len)
    ('radius: float', 'len(obj, /)  # Return the number of items in a container.')
    """
    if not callable(value):
        return f"{name}: {type(value).__name__}"[:_LONGEST]
    return _remarked(name + _parameters(value), value)


def _parameters(value: Any) -> str:
    for evaluated in (True, False):  # annotations that are texts may be names of what is not there
        try:
            read = inspect.signature(value, eval_str=evaluated)
            # What a class makes is plain.
            return str(read.replace(return_annotation=read.empty) if isinstance(value, type) else read)
        except Exception:  # builtins have none, and defaults may raise anything where they are shown
            continue
    return "(…)"


def _remarked(line: str, value: Any) -> str:
    said = inspect.getdoc(value) if value.__doc__ else None
    first = said.strip().partition("\n")[0] if said else ""
    if first.startswith(f"{getattr(value, '__name__', '')}("):  # as dataclasses and builtins have it
        first = ""
    whole = f"{line}  # {first}" if first else line
    return whole if len(whole) <= _LONGEST else line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
