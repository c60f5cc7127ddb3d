"""The values that `const` and `enum` give: held to be JSON once, at the door, and then read as sets of values.

A schema that comes from a program may hold anything: objects within themselves, keys that are no strings, dates, NaN.
`checked` looks at all of a value without recursion and names the place of what no JSON text can hold. What items and
members are stays a formula, as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from constrain.budget import TURN, spend
from constrain.errors import GrammarError, LimitExceeded
from constrain.support.shown import shown

from ..formula import Formula, Formulas
from ..source.pointers import escaped, way
from . import arrays, numbers, strings
from .object_shape import Layer, Objects
from .value_set import FALSE, NULL, TRUE, Values

_DEEPEST = 5_000  # containers inside each other
_MOST = 200_000  # values in one constant
_SHORT = 10**18
_DIGITS = 4_300  # what Python reads back; a longer number would be a text without a value


def checked(items: list[Any], pointer: str, numbered: bool) -> None:
    """Raise `GrammarError` or `LimitExceeded` where one of the `items` is no JSON value.

    `pointer` is that of the keyword, under which items are `numbered` or just one. Takes time linear in the items.
    """
    spend(3 * TURN * len(items))
    if set(map(type, items)) == {str}:
        return
    seen = 0
    steps: list[str] = []  # the way to the container whose values come next
    inside: list[tuple[int, Iterator[tuple[Any, Any]]]] = [(id(items), iter(enumerate(items)))]
    open_now = {id(items)}
    while inside:
        for key, value in inside[-1][1]:
            kind = type(value)
            if kind is str or kind is bool or value is None or (kind is int and -_SHORT < value < _SHORT):
                continue
            step = escaped(key) if numbered or len(inside) > 1 else ""
            if kind is list or kind is dict:
                seen += len(value)
                _check_size(seen, len(inside), pointer)
                spend(TURN * len(value))
                if id(value) in open_now:
                    why = "the value holds itself, so no text of it could ever be complete"
                elif kind is list or all(type(name) is str for name in value):
                    steps.append(step)
                    open_now.add(id(value))
                    inside.append((id(value), iter(value.items() if kind is dict else enumerate(value))))
                    break
                else:
                    name = next(name for name in value if type(name) is not str)
                    why = f"the keys of a JSON object are strings, not {shown(name, 60)}"
            elif isinstance(value, int | float | Decimal):
                why = _no_number(value)
            else:
                why = f"{shown(value, 60)} is no JSON value"
            if why:
                raise GrammarError(f"{pointer}{way([*steps, step])}: {why}")
        else:
            open_now.discard(inside.pop()[0])
            if steps:
                steps.pop()


def _check_size(values: int, depth: int, pointer: str) -> None:
    if values > _MOST:
        raise LimitExceeded(
            f"{pointer}: the value consists of more than {_MOST} values; describe it by `items` or `properties`",
            limit=_MOST,
            needed=values,
        )
    if depth > _DEEPEST:
        raise LimitExceeded(
            f"{pointer}: the value has containers more than {_DEEPEST} deep inside each other; describe it by "
            "`items` or `properties`",
            limit=_DEEPEST,
            needed=depth,
        )


def _no_number(value: float | Decimal) -> str:
    """Why a number is none that JSON can hold and readers can read; nothing if it is one."""
    if isinstance(value, int) and value.bit_length() > 4 * _DIGITS:  # before it is made a decimal, which takes time
        size = value.bit_length() * 3 // 10
    else:
        exact = numbers.decimal(value)
        if not exact.is_finite():
            return f"{shown(value, 60)} is no number that JSON can hold"
        size = abs(exact.adjusted())
    if size < _DIGITS:
        return ""
    return f"{shown(value, 60)} has more than {_DIGITS} digits, which Python does not read back; give it as a string"


def sets(items: list[Any], formulas: Formulas, pointer: str) -> Values:
    """Exactly the given values, which have been `checked`."""
    if set(map(type, items)) == {str}:
        return Values(strings=strings.finite(items))
    atoms = 0
    texts: list[str] = []
    figures: list[tuple[Decimal, str]] = []
    lists: list[arrays.Arrays] = []
    mappings: list[Objects] = []
    for item in items:
        if type(item) is str:
            texts.append(item)
        elif item is None:
            atoms |= NULL
        elif type(item) is bool:
            atoms |= TRUE if item else FALSE
        elif type(item) is list:
            prefix = tuple(formulas.constant(part, pointer) for part in item)
            lists.append(arrays.Arrays((arrays.Layer(prefix, formulas.always),), len(item), len(item)))
        elif type(item) is dict:
            members: dict[str, Formula] = {key: formulas.constant(part, pointer) for key, part in item.items()}
            mappings.append(Objects((Layer(members, (), formulas.never),), tuple(members)))
        else:
            value = numbers.decimal(item)
            figures.append((value, float.__repr__(item) if isinstance(item, float) else str(value)))
    return Values(atoms, numbers.finite(figures), strings.finite(texts), tuple(lists), tuple(mappings))
