"""Which values fit where: the types of annotations, as far as expressions have them.

A type here is `bool`, `int`, `float`, `str`, `None`, `list[T]`, `Literal[…]`, a union of such, or any other class,
`NewType` or `dict[str, int]`, whose values only functions and variables have; enumerations have their members. What is
only iterated (`Sequence[T]`, `Iterable[T]`), as a parameter or a variable, is taken for a `list[T]`. An `int` fits a
`float`; a `bool` fits no `int`, although Python takes one: `days(True)` is hardly meant. Lists are not changed by an
expression, so `list[Dog]` fits `list[Animal]`.
"""

from __future__ import annotations

import functools
import inspect
import operator
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from constrain.errors import GrammarError, UnsupportedError
from constrain.support.shown import shown

NAME_LENGTH = 200
_DEEPEST = 50  # lists within each other in a type
_DIGITS = 1000  # of an integer in a Literal


@dataclass(frozen=True, slots=True)
class Parameter:
    """One of a function: its name, its type, whether it may be left out, and whether it goes by its name."""

    name: str
    type: Any
    optional: bool
    by_name: bool
    nameable: bool  # or may


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes, positional parameters that must be there first, and what comes back."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Any


def checked(annotation: Any, where: str, depth: int = 0, *, result: bool = False) -> Any:
    """The type in one form, unions flat; raises UnsupportedError for what expressions do not have."""
    if annotation is None or annotation is types.NoneType:
        return None
    if depth > _DEEPEST:
        raise GrammarError(f"expression: the type of {where} has lists within each other more than {_DEEPEST} deep")
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if (origin is list or (origin in _ITERATED and not result)) and len(arguments) == 1:
        return list[checked(arguments[0], where, depth + 1, result=result)]  # type: ignore[misc]
    if origin is Literal:
        for value in arguments:
            if type(value) not in (bool, int, str, types.NoneType):
                raise _unsupported(annotation, where)
            if type(value) is int and abs(value) >= 10**_DIGITS:
                raise GrammarError(f"expression: {where} has {shown(value, 60)}, at most {_DIGITS} digits")
        return annotation
    if origin in (typing.Union, types.UnionType):
        each_of = (checked(each, where, depth, result=result) or types.NoneType for each in arguments)
        return functools.reduce(operator.or_, each_of)
    if isinstance(annotation, type) and origin is None and annotation not in (Any, object, list):
        return annotation
    if isinstance(annotation, typing.NewType):
        return annotation
    if origin in _CONTAINERS:
        return types.GenericAlias(origin, arguments)
    raise _unsupported(annotation, where)


_ITERATED = Sequence, Iterable, Collection
_CONTAINERS = dict, tuple, set, frozenset


def _unsupported(annotation: Any, where: str) -> UnsupportedError:
    return UnsupportedError(
        f"expression: {where} has the type {shown(annotation, 80)}; types are bool, int, float, str, None, list[T], "
        "Literal, unions of these, classes, NewType, and dict, tuple and set",
        feature="type",
        where=where,
    )


def members(kind: Any) -> Iterator[Any]:
    """The types that a union is of; of another, itself. Literals one by one."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        for each in typing.get_args(kind):
            yield from members(None if each is types.NoneType else each)
    elif typing.get_origin(kind) is Literal:
        for value in typing.get_args(kind):
            yield Literal[value]
    else:
        yield kind


def fits(given: Any, wanted: Any) -> bool:
    """Whether each value of the one type may stand where the other is wanted."""
    return all(any(_fits(one, other) for other in members(wanted)) for one in members(given))


def _fits(given: Any, wanted: Any) -> bool:
    if given == wanted:
        return True
    if typing.get_origin(given) is list:
        return typing.get_origin(wanted) is list and fits(typing.get_args(given)[0], typing.get_args(wanted)[0])
    if typing.get_origin(given) is Literal:
        return _fits(type(typing.get_args(given)[0]), wanted)
    if isinstance(given, typing.NewType):
        return fits(checked(given.__supertype__, given.__name__), wanted)
    if typing.get_origin(given):
        given = typing.get_origin(given)
    if not isinstance(given, type) or not isinstance(wanted, type) or typing.get_origin(wanted):
        return False
    if given is bool:
        return False
    try:
        return issubclass(given, (int, float) if wanted is float else wanted)
    except TypeError:  # what forbids the question, such as most protocols and TypedDict
        return wanted in given.__mro__


def signature(name: str, function: Callable[..., Any]) -> Signature:
    """Of a function, from its annotations; every parameter and the result has one. Of a class, from its maker's."""
    annotated: Any = function
    if isinstance(function, type):
        annotated = function.__init__ if function.__init__ is not object.__init__ else function.__new__  # type: ignore[misc]
        if not isinstance(annotated, types.FunctionType):
            raise GrammarError(
                f"expression: {shown(name, 60)} is a class whose arguments are not annotated; give a "
                "function that makes one"
            )
    while isinstance(annotated, functools.partial):
        annotated = annotated.func
    if not inspect.isroutine(annotated):
        annotated = type(annotated).__call__
    if inspect.iscoroutinefunction(annotated):
        raise UnsupportedError(
            f"expression: {shown(name, 60)} is async, and an expression does not await; give a function that runs it",
            feature="async",
            where=name,
        )
    try:
        described = inspect.signature(function)
        hints = typing.get_type_hints(annotated)
    except Exception as error:  # annotations that are texts may raise anything
        raise GrammarError(
            f"expression: the signature of {shown(name, 60)} cannot be read: {type(error).__name__}: {error}"
        ) from None
    parameters: list[Parameter] = []
    for each in described.parameters.values():
        where = f"parameter {each.name} of {name}"
        if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            raise UnsupportedError(
                f"expression: {where} takes any number of values; give it a list", feature="parameters", where=name
            )
        kind = hints.get(each.name, each.annotation)
        if kind is each.empty:
            raise GrammarError(f"expression: {where} has no annotation")
        optional = each.default is not each.empty
        by_name = each.kind is each.KEYWORD_ONLY or (optional and each.kind is not each.POSITIONAL_ONLY)
        if optional and not by_name:
            continue  # without its name it could only be left out together with those after it
        nameable = each.kind is not each.POSITIONAL_ONLY
        parameters.append(Parameter(each.name, checked(kind, where), optional, by_name, nameable))
    if not isinstance(function, type) and "return" not in hints:
        raise GrammarError(f"expression: {name} has no annotation of what it returns")
    made = function if isinstance(function, type) else hints["return"]
    return Signature(name, tuple(parameters), checked(made, f"the result of {name}", result=True))
