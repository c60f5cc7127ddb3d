"""All values of a set, one by one, where they are few.

For what can only be remembered value by value: containers and broken numbers under `uniqueItems`. Every candidate that
the shapes leave open is tried against all that they say, so a list is exact; where a set may be infinite, is recursive,
or the candidates are too many, there is no list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Context as Arithmetic
from decimal import Decimal
from itertools import product
from math import prod
from typing import Any

from ..formula import Formula
from ..text.spelling import quoted
from ..values import numbers, strings
from ..values.arrays import Arrays
from ..values.clauses import filled
from ..values.object_shape import Event, Objects
from ..values.value_set import Values
from .keys import split_keys
from .protocol import WriterLike

WORK = 400_000  # items and members of candidates that one compilation looks at
_WORK = 50_000  # and one list
_DEEPEST = 40
_EXACT = Arithmetic(prec=2000)


def values_of(writer: WriterLike, value_set: Values, formula: Formula, limit: int) -> list[Any] | None:
    """The values of `value_set`, each once, numbers as Decimals; None where they are not shown to be `limit` or fewer.

    `formula` is where they come from, for messages.
    """
    lister = _Lister(writer, formula, limit)
    work = lister.left
    try:
        return list(lister.values(value_set).values())
    except _TooMany:
        return None
    finally:
        writer.listing_left -= work - max(lister.left, 0)


def identity(value: Any) -> object:
    """Equal for values that are equal in JSON's sense: numbers by value, objects whatever the order of their keys."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return type(value).__name__, value
    if isinstance(value, list):
        return "list", tuple(identity(item) for item in value)
    if isinstance(value, dict):
        return "dict", frozenset((key, identity(item)) for key, item in value.items())
    return "number", numbers.decimal(value)


def nesting(value: Any) -> int:
    """How many containers the value is deep; 0 for a scalar."""
    if isinstance(value, list | dict):
        return 1 + max((nesting(item) for item in (value if isinstance(value, list) else value.values())), default=0)
    return 0


_Found = dict[object, Any]  # values by identity


class _TooMany(Exception):
    """The values cannot be listed."""


class _Lister:
    def __init__(self, writer: WriterLike, formula: Formula, limit: int) -> None:
        self.writer, self.formula, self.limit = writer, formula, limit
        self.formulas = writer.context.formulas
        self.left = min(_WORK, writer.listing_left)
        self.depth = 0
        self.known: dict[Formula, _Found | None] = {}  # None: being listed

    def of(self, formula: Formula) -> _Found:
        """The values that satisfy a formula."""
        if formula is self.formulas.never:
            return {}
        if formula in self.known:
            found = self.known[formula]
            if found is None:
                raise _TooMany  # it holds itself
            return found
        self.known[formula] = None
        self._spend(1)
        self.depth += 1
        if self.depth > _DEEPEST:
            raise _TooMany
        found = self.known[formula] = self.values(self.writer.evaluator.of(formula))
        self.depth -= 1
        return found

    def values(self, value_set: Values) -> _Found:
        found: _Found = {}
        self._spend(1)
        for value in self._candidates(value_set):
            found[identity(value)] = value
            if len(found) > self.limit:
                raise _TooMany
        return found

    def _candidates(self, value_set: Values) -> Iterator[Any]:
        yield from (value for bit, value in ((1, None), (2, True), (4, False)) if value_set.atoms & bit)
        for number in value_set.numbers:
            yield from (value for value in self._numbers(number) if value in number)
        for text in value_set.strings:
            if text.values is None or text.content is not None:
                raise _TooMany
            yield from (value for value in text.values if value in text)
        for array in value_set.arrays:
            yield from self._arrays(array)
        for shape in value_set.objects:
            yield from self._objects(shape)

    def _numbers(self, shape: numbers.Numbers) -> Iterable[Decimal]:
        if shape.values is not None:
            return shape.values
        if shape.low is not None and shape.low == shape.high:
            return [shape.low]
        step = numbers.step_of(shape)
        first, last = numbers.multiples(shape, step) if step is not None else (None, None)
        if step is None or first is None or last is None or last - first > 2 * self.limit:
            raise _TooMany
        denominator = Decimal(step.denominator)  # of twos and fives, so the quotient is exact
        return [_EXACT.divide(Decimal(k * step.numerator), denominator) for k in range(first, last + 1)]

    def _arrays(self, shape: Arrays) -> Iterator[list[Any]]:
        items: list[_Found] = []
        prefix, high = shape.prefix(), shape.high
        while high is None or len(items) < high:
            found = self.of(shape.at(len(items), self.formulas))
            if not found:
                break
            if high is None and len(items) >= prefix:
                raise _TooMany
            self._spend(1)
            items.append(found)
        for length in range(shape.low, len(items) + 1):
            self._spend((1 + length) * prod(len(found) for found in items[:length]))
            for value in product(*(found.values() for found in items[:length])):
                if self._fits_array(list(value), shape):
                    yield list(value)

    def _fits_array(self, value: list[Any], shape: Arrays) -> bool:
        for formula, low, high, start in shape.counts:
            happened = sum(
                self._holds(item, self.formulas.both(shape.at(i, self.formulas), formula))
                for i, item in enumerate(value)
                if i >= start
            )
            if happened < low or (high is not None and happened > high):
                return False
        different = len({identity(item) for item in value}) == len(value)
        return (different or not shape.unique) and not (different and shape.repeated)

    def _objects(self, shape: Objects) -> Iterator[dict[str, Any]]:
        names = shape.names()
        for language, demand in split_keys(shape, names, self.writer, self.formula):
            if any(part.values is None for part in language):
                if self.of(demand):
                    raise _TooMany
            else:
                names += [key for part in language for key in part.values or () if key in part]
        members = {key: self.of(shape.at(key, self.formulas)) for key in names if quoted(key) is not None}
        if any(not members.get(key) for key in shape.required):
            return
        if self.writer.options.all_members:
            shape = filled(shape, self.writer.context, lambda key: bool(members.get(key)))
        sizes = (len(found) + (key not in shape.required) for key, found in members.items())
        self._spend((1 + len(members)) * prod(sizes))
        absent: list[object] = [_ABSENT]
        choices = [[*found.values(), *([] if key in shape.required else absent)] for key, found in members.items()]
        for chosen in product(*choices):
            value = {key: item for key, item in zip(members, chosen, strict=True) if item is not _ABSENT}
            if self._fits_object(value, shape):
                yield value

    def _fits_object(self, value: dict[str, Any], shape: Objects) -> bool:
        if len(value) < shape.low or (shape.high is not None and len(value) > shape.high):
            return False
        return all(any(self._happens(event, value, shape) for event in events) for events in shape.some)

    def _happens(self, event: Event, value: dict[str, Any], shape: Objects) -> bool:
        if event.member is not None:
            language, formula = event.member
            return any(
                strings.contains(language, key)
                and self._holds(item, self.formulas.both(shape.at(key, self.formulas), formula))
                for key, item in value.items()
            )
        if event.missing is not None:
            return event.missing not in value
        if event.at_most is not None:
            return len(value) <= event.at_most
        return event.at_least is not None and len(value) >= event.at_least

    def _holds(self, value: Any, formula: Formula) -> bool:
        return identity(value) in self.of(formula)

    def _spend(self, work: int) -> None:
        self.left -= work
        if self.left < 0:
            raise _TooMany


_ABSENT = object()
