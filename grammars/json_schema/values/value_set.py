"""Sets of JSON values, split by type: for each type a union of shapes, so that boolean operations never mix types."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..formula import Formula
from . import arrays, numbers, objects, strings
from .compilation import Context

NULL, TRUE, FALSE = 1, 2, 4
Shape = TypeVar("Shape")


class Values:
    """A set of values: `atoms` holds null, true and false as bits, the rest are unions of shapes by type."""

    __slots__ = ("arrays", "atoms", "numbers", "objects", "strings")

    def __init__(
        self,
        atoms: int = 0,
        numbers: numbers.Union = (),
        strings: strings.Union = (),
        arrays: arrays.Union = (),
        objects: objects.Union = (),
    ) -> None:
        self.atoms, self.numbers, self.strings, self.arrays, self.objects = atoms, numbers, strings, arrays, objects

    def __bool__(self) -> bool:
        """Whether anything is left, as far as the shapes themselves tell."""
        return bool(self.atoms or self.numbers or self.strings or self.arrays or self.objects)

    def of_types(self, other: Values) -> Values:
        """The values whose types `other` has some of."""
        return Values(
            self.atoms & other.atoms,
            self.numbers if other.numbers else (),
            self.strings if other.strings else (),
            self.arrays if other.arrays else (),
            self.objects if other.objects else (),
        )


ANY = Values(7, numbers.ANY, strings.ANY, arrays.ANY, objects.ANY)
NOTHING = Values()


def meet(a: Values, b: Values, context: Context, pointer: str) -> Values:
    """Values in both."""
    if a is b or b is ANY:
        return a
    if a is ANY:
        return b
    found = Values(
        a.atoms & b.atoms,
        numbers.meet(a.numbers, b.numbers) if a.numbers and b.numbers else (),
        strings.meet(a.strings, b.strings, context.options.escapes) if a.strings and b.strings else (),
        arrays.meet(a.arrays, b.arrays, context) if a.arrays and b.arrays else (),
        objects.meet(a.objects, b.objects, context) if a.objects and b.objects else (),
    )
    context.check_shapes(max(len(found.arrays), len(found.objects), len(found.numbers), len(found.strings)), pointer)
    return found


def join(a: Values, b: Values, track: bool = False) -> Values:
    """Values in either; with `track`, what has evaluated something else stays a shape of its own."""
    if not b or (a is ANY and not track):
        return a
    if not a or (b is ANY and not track):
        return b
    return Values(
        a.atoms | b.atoms,
        numbers.join(a.numbers, b.numbers),
        strings.join(a.strings, b.strings),
        _joined(a.arrays, b.arrays, None if track else arrays.ANY),
        _joined(a.objects, b.objects, None if track else objects.ANY),
    )


def _joined(a: tuple[Shape, ...], b: tuple[Shape, ...], everything: tuple[Shape, ...] | None) -> tuple[Shape, ...]:
    if everything is not None and (a is everything or b is everything):
        return everything
    return tuple(dict.fromkeys((*a, *b))) if a and b else a or b


def minus(a: Values, b: Values, context: Context, pointer: str) -> Values:
    """Values in `a` and not in `b`."""
    if b is ANY:
        return NOTHING
    escapes = context.options.escapes
    found = Values(
        a.atoms & ~b.atoms,
        numbers.meet(a.numbers, numbers.negation(b.numbers)) if b.numbers else a.numbers,
        strings.meet(a.strings, strings.negation(b.strings, escapes), escapes) if b.strings else a.strings,
        arrays.minus(a.arrays, b.arrays, context, pointer) if a.arrays else (),
        objects.minus(a.objects, b.objects, context, pointer) if a.objects else (),
    )
    context.check_shapes(max(len(found.arrays), len(found.objects), len(found.numbers)), pointer)
    return found


def shared(a: Values, b: Values, context: Context, differ: Callable[[Formula, Formula], bool]) -> Values:
    """`a` without the types in which it is shown to have no value in common with `b`."""
    return Values(
        a.atoms & b.atoms,
        () if numbers.disjoint(a.numbers, b.numbers) else a.numbers,
        () if strings.disjoint(a.strings, b.strings) else a.strings,
        a.arrays if b.arrays else (),
        () if objects.disjoint(a.objects, b.objects, context, differ) else a.objects,
    )
