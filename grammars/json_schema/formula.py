"""Boolean formulas over schemas, interned, so that equal demands on a value are the same object.

A formula says what must hold of one value. Its atoms are subschemas of the document and constants; the rest is
and, or, not. Nothing is evaluated here: children of objects and arrays stay formulas until the grammar needs them,
which is how recursive schemas stay finite, and interning is how recursion closes (a conjunction of the same demands
met again is the same nonterminal).
"""

from __future__ import annotations

from typing import Any

from constrain.budget import TURN, let_others_in, spend
from constrain.errors import LimitExceeded


class Formula:
    """What must hold of a value; equal formulas of one compilation are identical.

    `value_set` and `expressions` are memos of later stages, and opaque here: the set of values that satisfy the formula
    (`values.evaluate`), and the grammar expressions for it by depth, 0 unless the layout indents (`writing.writer`).
    """

    __slots__ = ("expressions", "serial", "value_set")

    def __init__(self, serial: int) -> None:
        self.serial = serial
        self.value_set: Any = None
        self.expressions: Any = None

    @property
    def pointer(self) -> str:
        """Where in the schema this demand comes from, for messages."""
        return "#"


class Always(Formula):
    """Holds of every value."""

    __slots__ = ()


class Never(Formula):
    """Holds of no value."""

    __slots__ = ()


class OfType(Formula):
    """The value is of the type called `name`, any value of it; most subschemas say just that."""

    __slots__ = ("name",)

    def __init__(self, serial: int, name: str) -> None:
        super().__init__(serial)
        self.name = name


class Constant(Formula):
    """The value equals `value`."""

    __slots__ = ("_pointer", "value")

    def __init__(self, serial: int, value: Any, pointer: str) -> None:
        super().__init__(serial)
        self.value, self._pointer = value, pointer

    @property
    def pointer(self) -> str:
        return self._pointer


class _Combined(Formula):
    """Says something of all its parts."""

    __slots__ = ("parts",)

    def __init__(self, serial: int, parts: tuple[Formula, ...]) -> None:
        super().__init__(serial)
        self.parts = parts

    @property
    def pointer(self) -> str:
        """The JSON pointer of the first part that has one."""
        return next((pointer for part in self.parts if (pointer := part.pointer) != "#"), "#")


class Both(_Combined):
    """All parts hold."""

    __slots__ = ()


class Either(_Combined):
    """Some part holds."""

    __slots__ = ()


class Not(Formula):
    """The part does not hold."""

    __slots__ = ("part",)

    def __init__(self, serial: int, part: Formula) -> None:
        super().__init__(serial)
        self.part = part

    @property
    def pointer(self) -> str:
        return self.part.pointer


class Formulas:
    """The formulas of one compilation: builds each at most once.

    >>> f = Formulas(); a = f.constant(1, "#"); f.both(a, f.negation(a)) is f.never
    True
    """

    def __init__(self, limit: int = 200_000) -> None:
        self.limit = limit
        self.count = 2
        self.always: Formula = Always(0)
        self.never: Formula = Never(1)
        self._interned: dict[tuple[str, tuple[int, ...]], Formula] = {}
        self._both: dict[tuple[Formula, ...], Formula] = {}  # by the parts as they were given
        self._negations: dict[Formula, Formula] = {self.always: self.never, self.never: self.always}
        self._types: dict[str, OfType] = {}

    def forget(self) -> None:
        """Drop the memos of later stages, which lead back to formulas where the schema is recursive."""
        for formula in (*self._interned.values(), *self._negations, *self._types.values()):
            let_others_in()  # what is freed may be large
            formula.value_set = formula.expressions = None
        self._interned.clear()
        self._negations.clear()
        self._both.clear()

    def subschema_serial(self) -> int:
        """The next serial number, for a subschema of the document: of those there are no more than the document has."""
        self.limit += 1
        return self.serial()

    def serial(self) -> int:
        """The next serial number; raises when there would be too many formulas."""
        spend(5 * TURN)
        self.count += 1
        if self.count > self.limit:
            raise LimitExceeded(
                f"the schema needs more than {self.limit} formulas (combinations of subschemas); write fewer "
                "overlapping branches",
                limit=self.limit,
                needed=self.count,
            )
        return self.count

    def of_type(self, name: str) -> OfType:
        """The demand that a value is of the type called `name`."""
        found = self._types.get(name)
        if found is None:
            found = self._types[name] = OfType(self.serial(), name)
        return found

    def constant(self, value: Any, pointer: str) -> Constant:
        """The demand that a value equals `value`."""
        return Constant(self.serial(), value, pointer)

    def negation(self, part: Formula) -> Formula:
        """Not `part`."""
        found = self._negations.get(part)
        if found is None:
            found = self._negations[part] = Not(self.serial(), part)
            self._negations[found] = part
        return found

    def both(self, *parts: Formula) -> Formula:
        """All of `parts`."""
        if len(parts) == 2 and (parts[0] is parts[1] or parts[1] is self.always):
            return parts[0]
        found = self._both.get(parts)
        if found is None:
            found = self._both[parts] = self._combine(Both, parts, self.always, self.never)
        return found

    def either(self, *parts: Formula) -> Formula:
        """Some of `parts`."""
        return self._combine(Either, parts, self.never, self.always)

    def _combine(
        self, kind: type[Both] | type[Either], parts: tuple[Formula, ...], unit: Formula, zero: Formula
    ) -> Formula:
        spend(TURN * len(parts))
        kept: dict[Formula, None] = {}
        for part in parts:
            if part is unit:
                continue
            if part is zero:
                return zero
            if type(part) is kind:
                kept.update(dict.fromkeys(part.parts))
            else:
                kept[part] = None
        if len(kept) > len(parts):
            spend(TURN // 2 * len(kept))
        if any(self._negations.get(part) in kept for part in kept):
            return zero
        if not kept:
            return unit
        if len(kept) == 1:
            return next(iter(kept))
        ordered = sorted(kept, key=lambda part: part.serial)
        key = kind.__name__, tuple(part.serial for part in ordered)
        found = self._interned.get(key)
        if found is None:
            found = self._interned[key] = kind(self.serial(), tuple(ordered))
        return found
