"""What public functions say of arguments that they cannot take: the argument's name, what was given, what would do.

The native core's own calls are checked by what it can convert; where that fails, it asks `refuse` for the reason, so
checking costs nothing where all is well. So with `public`: a call that Python cannot make of a function is looked at
when it has failed.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import is_dataclass
from functools import wraps
from operator import index
from pathlib import PurePath
from typing import Any, NoReturn, ParamSpec, TypeVar

import numpy as np

from ..errors import GrammarError
from .nearest import nearest
from .shown import shown

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_WIDTH = 100  # characters of a value in a message
MOST = (1 << 31) - 1  # rows, threads, capacities


def public(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The same function, whose TypeError for arguments that do not fit says which it has.

    >>> json_schema({}, extras="allow")
    TypeError: json_schema() has no argument `extras`; did you mean `extra`?
    """

    @wraps(function)
    def call(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        try:
            return function(*args, **kwargs)
        except TypeError:
            signature = inspect.signature(function)
            try:
                signature.bind(*args, **kwargs)
            except TypeError as misfit:
                reason = str(misfit)
            else:
                raise  # the call was made; the error is about something else
        known = [name for name, each in signature.parameters.items() if each.kind is not each.POSITIONAL_ONLY]
        known = [name for name in known if name not in ("self", "cls")]
        name = type(args[0]).__name__ if function.__name__ == "__init__" else function.__name__
        check_names(name, kwargs, known)
        raise TypeError(f"{name}(): {reason}; {_these(known)}")

    return call


def check_names(function: str, given: Iterable[str], known: Iterable[str]) -> None:
    """TypeError for the first keyword of a call that the function has not; it says which was perhaps meant."""
    names = list(known)
    for name in given:
        if name not in names:
            near = nearest(name, names)
            way_on = f"did you mean `{near}`?" if near else _these(names)
            raise TypeError(f"{function}() has no argument `{shown(name)[1:-1]}`; {way_on}")


def _these(names: list[str]) -> str:
    return f"its arguments are {', '.join(names)}" if names else "it has none"


def integer(value: Any, name: str, low: int | None = 0, high: int | None = MOST) -> int:
    """The value as an int from `low` to `high` (None: no bound); else TypeError or ValueError."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {described(value)}") from None
    if (low is not None and number < low) or (high is not None and number > high):
        bounds = f"from {low} to {high}" if high is not None and high != MOST else f"of at least {low}"
        if number > MOST and high == MOST:
            bounds = f"of at most {MOST}"
        raise ValueError(f"{name} is {shown(number, _WIDTH)}; it must be an integer {bounds}")
    return number


def instance(value: Any, kind: type | tuple[type, ...], name: str, wanted: str) -> None:
    """TypeError unless the value is of the kind, which the message calls `wanted`."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be {wanted}, not {described(value)}")


def one_of(value: Any, name: str, choices: Iterable[Any]) -> None:
    """ValueError unless the value is one of the choices (texts, or None), TypeError if it is no text at all."""
    known = tuple(choices)
    if value is None or isinstance(value, str):
        if value in known:
            return
        near = nearest(value, [each for each in known if each is not None]) if value is not None else None
        way_on = f"did you mean {near!r}?" if near else f"choose one of {', '.join(map(repr, known))}"
        raise ValueError(f"{name} is {shown(value, _WIDTH)}; {way_on}")
    raise TypeError(f"{name} must be one of {', '.join(map(repr, known))}, not {described(value)}")


def source_text(value: Any, name: str, *, a_file: str = "") -> None:
    """TypeError unless the value is a str, GrammarError if it can only be the name of a file; `a_file`: the way on."""
    if isinstance(value, PurePath):
        raise TypeError(f"{name} must be a str, not {described(value)}; {a_file or 'give path.read_text()'}")
    instance(value, str, name, "a str")
    if len(value) < _LONGEST_PATH and _PATH.fullmatch(value):
        way_on = a_file or f"give what is in it: Path({value!r}).read_text()"
        raise GrammarError(f"{name} is {value!r}, which is the name of a file; {way_on}")


_LONGEST_PATH = 1_000
# No grammar, schema or DDL: those have `:`, `=`, quotes, brackets or blanks.
_PATH = re.compile(r"""(?:[A-Za-z]:[\\/])?[^\s:={}"'%()<>|]+\.(?:lark|[gae]bnf|g4|json|ya?ml|sql|db|sqlite3?|txt)""")


def classes(value: Any) -> str:
    """The way on for what is an instance of what describes texts by its class; nothing for anything else."""
    kind = type(value)
    if not isinstance(value, type) and (is_dataclass(kind) or any(hasattr(kind, mark) for mark in _OF_RECORDS)):
        return f"; that is an instance: give its class, {kind.__name__}"
    return ""


_OF_RECORDS = ("model_fields", "__struct_fields__", "__attrs_attrs__", "__members__")


def listed(value: Any, name: str, wanted: str) -> list[Any]:
    """The items of an iterable; TypeError for what is none, and for a text, which is hardly meant to be one."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        try:
            if not isinstance(value, str | bytes):
                return list(value)  # what has only __getitem__
        except TypeError:
            pass
        raise TypeError(f"{name} must be {wanted}, not {described(value)}")
    return list(value)


def described(value: Any) -> str:
    """A value for messages: its type, and a short look at it."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} and shape {value.shape}"
    kind = type(value).__name__
    if kind == "Tensor":
        return f"a tensor of {value.dtype} and shape {tuple(value.shape)}"
    return "None" if value is None else f"{kind}: {shown(value, _WIDTH)}"


def bitmask(value: Any, name: str, shape: str) -> None:
    """TypeError or ValueError unless the value is a bitmask that the core can write to; `shape` is `(words,)`, say."""
    wanted = f"a writable, contiguous array of int32 and shape {shape}, as allocate_bitmask makes it"
    dimensions = shape.count(",") if shape.endswith(",)") else shape.count(",") + 1
    item = str(getattr(value, "dtype", "")).rpartition(".")[2]
    if not item or not hasattr(value, "shape"):
        raise TypeError(f"{name} must be {wanted}, not {described(value)}")
    if item != "int32" or len(value.shape) != dimensions:
        raise TypeError(f"{name} must be {wanted}, not {described(value)}")
    if isinstance(value, np.ndarray):
        for flag, wrong in (("writeable", "read-only"), ("c_contiguous", "not contiguous"), ("aligned", "not aligned")):
            if not getattr(value.flags, flag):
                raise ValueError(f"{name} is {wrong}; it must be {wanted}")
    else:
        contiguous = getattr(value, "is_contiguous", None)
        if contiguous is not None and not contiguous():
            raise ValueError(f"{name} is not contiguous; it must be {wanted}")
    raise TypeError(f"{name} must be {wanted}, not {described(value)}, which is not on the CPU or cannot be written to")


def check_rows(rows: Iterable[Any]) -> None:
    """TypeError where somebody has put into the rows of a batch what is no row."""
    for row, each in enumerate(rows):
        if each is not None and not hasattr(each, "fill_bitmask"):
            raise TypeError(f"rows[{row}] must be a Matcher or None, not {described(each)}")


def _token(matcher: Any, value: Any) -> None:
    integer(value, "token", 0, matcher.constraint.vocabulary.size - 1)


# The core's methods of `Matcher`: the name of the argument, whether it must be given, and what raises if it is wrong.
_METHODS: dict[str, tuple[str, bool, Any]] = {
    "advance": ("token", True, _token),
    "allows": ("token", True, _token),
    "explain": ("token", True, _token),
    "rollback": ("tokens", True, lambda matcher, value: integer(value, "tokens", 0, len(matcher))),
    "forced_bytes": ("limit", False, lambda matcher, value: integer(value, "limit")),
    "fill_bitmask": (
        "row",
        True,
        lambda matcher, value: bitmask(value, "row", f"({matcher.constraint.vocabulary.words},)"),
    ),
}
_BOUNDED = {"allows", "fill_bitmask"}  # these also take `tokens_left`
_MOST_LEFT = 2**63 - 1


def refuse(method: str, matcher: Any, args: tuple[Any, ...], options: dict[str, Any]) -> NoReturn:
    """Raises TypeError or ValueError for a call of a matcher's method that the core could make nothing of."""
    name, needed, check = _METHODS[method]
    if not hasattr(matcher, "constraint"):
        raise TypeError(f"{method}() is a method of a Matcher, not of {described(matcher)}")
    names = (name, "tokens_left") if method in _BOUNDED else (name,)
    given = {**dict(zip(names, args, strict=False)), **options}
    if len(given) < len(args) + len(options) or set(given) - set(names) or (needed and name not in given):
        shown_call = ", ".join([*(shown(each, 40) for each in args), *(f"{key}=…" for key in options)])
        takes = f"one argument, {name}" if len(names) == 1 else f"{name}, and tokens_left if they are limited"
        raise TypeError(f"{method}() takes {takes}; the call was {method}({shown_call})")
    if given.get("tokens_left") is not None:
        integer(given["tokens_left"], "tokens_left", 0, _MOST_LEFT)
    if name in given:
        check(matcher, given[name])
    raise TypeError(f"{method}(): {name} cannot be {described(given.get(name))}")
