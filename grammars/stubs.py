"""What a prompt shows of a function or a value: its name, its parameters, and what its documentation begins with."""

from __future__ import annotations

import inspect
import re
from enum import Enum
from functools import partial
from types import FunctionType
from typing import Any

_LONGEST = 300  # characters of a line
_MEMBERS = 20  # of an enumeration
_METHODS = 20  # of a value whose methods are told
_MODULE = re.compile(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<![<\w.])(?:[^\W\d]\w*\.)+(?=[^\W\d])""")  # or a text


def stub(name: str, value: Any) -> str:
    """A line: `total(prices: list[float], discount: float = 0) -> float  # The sum.`; of what is not called, its type.

    >>> stub("radius", 2.0), stub("len", len)
    ('radius: float', 'len(obj, /)  # Return the number of items in a container.')
    """
    if isinstance(value, type) and issubclass(value, Enum):
        members = [f"{name}.{each}" for each in value.__members__]
        return _remarked(", ".join(members[:_MEMBERS]) + ", …" * (len(members) > _MEMBERS), value)
    if not callable(value):
        return f"{name}: {type(value).__name__}"[:_LONGEST]
    return _remarked(name + _parameters(value), value)


def methods(name: str, value: Any) -> list[str]:
    """Lines of a value's public methods, `client.get(url: str) -> str`: those written in Python, if they are few."""
    if isinstance(value, type) or callable(value):
        return []
    kind = type(value)
    found = {key: its for each in reversed(kind.__mro__) for key, its in vars(each).items() if not key.startswith("_")}
    told = {key: its for key, its in found.items() if isinstance(its, FunctionType | staticmethod | classmethod)}
    return (
        [stub(f"{name}.{key}", its.__get__(value, kind)) for key, its in told.items()] if len(told) <= _METHODS else []
    )


def annotation(kind: Any) -> str:
    """A type as programs name it: without the module that it is from."""
    shown = kind if isinstance(kind, str) else inspect.formatannotation(kind)
    return _MODULE.sub(lambda found: found[1] or "", shown)


class _Shown:
    """What stands in a signature as this text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def _parameters(value: Any) -> str:
    for evaluated in (True, False):  # annotations that are texts may be names of what is not there
        try:
            read = inspect.signature(value, eval_str=evaluated)
            # What a class makes is plain.
            result = read.empty if isinstance(value, type) else _shown(read.return_annotation)
            return str(read.replace(parameters=[*map(_named, read.parameters.values())], return_annotation=result))
        except Exception:  # builtins have none, and defaults may raise anything where they are shown
            continue
    return "(…)"


def _named(parameter: inspect.Parameter) -> inspect.Parameter:
    value = parameter.default
    default = _Shown(f"{type(value).__name__}.{value.name}") if isinstance(value, Enum) else value
    return parameter.replace(annotation=_shown(parameter.annotation), default=default)


def _shown(kind: Any) -> Any:
    return kind if kind is inspect.Parameter.empty else _Shown(annotation(kind))


def _remarked(line: str, value: Any) -> str:
    value = value.func if isinstance(value, partial) else value
    said = inspect.getdoc(value) if value.__doc__ else None
    first = said.strip().partition("\n")[0] if said else ""
    if first.startswith(f"{getattr(value, '__name__', '')}("):  # as dataclasses and builtins have it
        first = ""
    whole = f"{line}  # {first}" if first else line
    return whole if len(whole) <= _LONGEST else line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
