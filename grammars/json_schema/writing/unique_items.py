"""`uniqueItems`: items differ from those before them.

Equality is by value. Where items have one spelling, or spellings that a scope knows to be the same (strings), the scope
of the array remembers them (`ways`): integers are plain digits here, without `-0`; containers, and numbers that may be
written in several ways, are listed value by value, and each may stand once. After a comma an item must be left; so the
items are either more than a text can use up, or so many that they are counted.

All other items are compared by the core as they are read (`Distinct.JSON_ITEMS`). It finds by itself whether an item is
left after a comma; that the array can have as many as it needs is shown here (`doubt`).
"""

from __future__ import annotations

from decimal import Decimal

from constrain.grammar import Choice, Distinct, Expression, Once, Repeat, Require, Scope, Sequence, Terminal
from constrain.patterns.pattern import Pattern, alternation, intersection, literal

from ..formula import Formula
from ..text.layout import Gaps
from ..values import numbers, strings
from ..values.arrays import Arrays
from ..values.object_shape import Objects
from ..values.surely_many import MANY, at_least, surely_many
from ..values.value_set import Values
from . import intervals, numerals
from .enumeration import nesting, values_of
from .protocol import WriterLike

LISTED = 512  # values that are written one by one
_DEEPEST = 3  # containers in each other that are looked at for values without end


def ways(
    writer: WriterLike, value_set: Values, low: int, high: int | None, gaps: Gaps, depth: int, formula: Formula
) -> list[Expression] | None:
    """The ways to write an array, at `depth`, of `low` to `high` different items of one set; None if not clear."""
    kinds = [_atoms(writer, value_set), _strings(writer, value_set)]
    integers = _integers(writer, value_set, formula)
    alone = Values(
        numbers=value_set.numbers if integers is None else (), arrays=value_set.arrays, objects=value_set.objects
    )
    kinds += [_NONE if integers is None else integers, _one_by_one(writer, alone, depth + 1, formula)]
    if None in kinds:
        return None
    found = [kind for kind in kinds if kind is not None and kind[1]]
    total = sum(count for _, count in found)
    below = total if high is None else min(high, total)
    out: list[Expression] = [gaps.empty_array] if low == 0 else []
    if below < max(low, 1):
        return out
    item = Choice([item for item, _ in found])
    more = Sequence((gaps.comma, item))
    checked = more if below >= MANY else Sequence((Require(below=below), more))
    written = Scope(Sequence((gaps.open_array, item, Repeat(checked), Require(minimum=low))))
    return [*out, Sequence((written, gaps.close_array))]


_Kind = tuple[Expression, int]  # items of one type, and how many there are
_NONE: _Kind = (Choice(()), 0)


def _atoms(writer: WriterLike, value_set: Values) -> _Kind:
    if not value_set.atoms:
        return _NONE
    return Distinct(writer.atoms(value_set.atoms)), value_set.atoms.bit_count()


def _strings(writer: WriterLike, value_set: Values) -> _Kind | None:
    union, escapes = value_set.strings, writer.options.escapes
    if not union:
        return _NONE
    if any(shape.content is not None for shape in union):
        return None
    item = Distinct(strings.terminal(union, escapes), Distinct.JSON_SHORT if escapes == "short" else Distinct.JSON_ANY)
    if surely_many(union):
        return item, MANY
    listed = [shape.values for shape in union if shape.values is not None]
    return (item, len(set().union(*listed))) if len(listed) == len(union) else None


def _integers(writer: WriterLike, value_set: Values, formula: Formula) -> _Kind | None:
    if not value_set.numbers:
        return _NONE
    shape = value_set.numbers[0]
    if len(value_set.numbers) != 1 or (writer.options.notation != "digits" and not shape.plain):
        return None
    if shape.values is not None:
        if any(text.strip("-0123456789") or text == "-0" for text in shape.values.values()):
            return None
        count = len(shape.values)
    else:
        step = numbers.step_of(shape)
        if not shape.whole or step is None or shape.never or shape.excluded:
            return None
        first, last = numbers.multiples(shape, step)
        count = MANY if first is None or last is None else max(last - first + 1, 0)
    terminals = writer.numbers(value_set.numbers, formula)
    if not all(type(terminal) is Terminal for terminal in terminals):
        return None
    kept: list[Expression] = [Distinct(terminal) for terminal in terminals if type(terminal) is Terminal]
    return (kept[0] if len(kept) == 1 else Choice(kept)), count


def _one_by_one(writer: WriterLike, value_set: Values, depth: int, formula: Formula) -> _Kind | None:
    """Each value by itself, as an item at `depth`."""
    if not value_set:
        return _NONE
    values = values_of(writer, value_set, formula, LISTED)
    if values is None:
        return None
    layout, constant = writer.options.layout, writer.context.formulas.constant
    if layout.deep:
        values = [value for value in values if layout.allows(depth + nesting(value) - 1)]
    spelled = _spellings(writer, value_set.numbers)
    items: list[Expression] = []
    for mark, value in enumerate(values):
        if type(value) is Decimal and spelled is not None:
            forms = intersection(spelled, intervals.equal_to(value, writer.options.digits))
            number = Terminal(alternation(literal(numbers.written(value).encode()), forms), "number")
            items.append(Once(mark, number))
        else:
            items.append(Once(mark, writer.expression(constant(value, formula.pointer), depth)))
    return Choice(items), len(items)


def _spellings(writer: WriterLike, union: numbers.Union) -> Pattern | None:
    """How the numbers are written where they need not differ; None where their spellings are listed in the schema."""
    if not union or any(shape.values is not None for shape in union):
        return None
    patterns = [numerals.numerals(shape, writer.options.digits, writer.options.notation) for shape in union]
    return alternation(*(p for p in patterns if p is not None)) if None not in patterns else None


def doubt(writer: WriterLike, shape: Arrays, low: int, formula: Formula) -> str:
    """Why an array might need `low` different items and not find them; empty where it always does.

    The item at each place that must be there has more values than there are items before it, so one is always left.
    What `contains` asks for needs one item, and had one before been such, that would have been the one.
    """
    if any(c.low > 1 or c.start or (c.high is not None and low > 1) for c in shape.counts):
        return "beside it, `contains` may count up to one item at most"
    wanted = [(index, index + 1) for index in range(1, min(low, shape.prefix()))]
    if low > max(shape.prefix(), 1):
        wanted.append((shape.prefix(), low))
    for index, count in wanted:
        if not _at_least(writer, shape.at(index, writer.context.formulas), count, formula):
            return f"it is not clear that the item at {index} has {count} values, as many as it may take to differ"
    return ""


def _at_least(writer: WriterLike, demand: Formula, wanted: int, formula: Formula) -> bool:
    """Whether it is shown that a formula has so many values."""
    value_set = writer.evaluator.of(demand)
    if wanted <= MANY and (at_least(value_set.strings, wanted) or _endless(writer, value_set, _DEEPEST)):
        return True
    if sum(any(Decimal(n) in shape for shape in value_set.numbers) for n in range(-LISTED, LISTED)) >= wanted:
        return True
    values = values_of(writer, value_set, formula, LISTED) if wanted <= LISTED else None
    return values is not None and len(values) >= wanted


def _endless(writer: WriterLike, value_set: Values, depth: int) -> bool:
    """Whether it is shown, by looking so deep, that a set has more values than a text can use up."""
    if surely_many(value_set.strings) or any(n.values is None and _unbounded(n) for n in value_set.numbers):
        return True
    if not depth:
        return False
    return any(_endless_array(writer, array, depth - 1) for array in value_set.arrays) or any(
        _endless_object(writer, shape, depth - 1) for shape in value_set.objects
    )


def _unbounded(shape: numbers.Numbers) -> bool:
    return not shape.never and not shape.excluded and (shape.low is None or shape.high is None)


def _endless_array(writer: WriterLike, shape: Arrays, depth: int) -> bool:
    if shape.prefix() and shape.low <= shape.prefix() and not (shape.counts or shape.repeated or shape.unique):
        items = [writer.evaluator.of(shape.at(i, writer.context.formulas)) for i in range(shape.prefix())]
        if all(map(_has_scalar, items)) and (shape.high is None or shape.high >= len(items)):
            return any(_endless(writer, item, depth) for item in items)
    if shape.high is not None or shape.prefix() or shape.counts or shape.repeated or shape.low > 1:
        return False
    item = writer.evaluator.of(shape.at(0, writer.context.formulas))
    return _endless(writer, item, depth) if shape.unique else _has_scalar(item)


def _endless_object(writer: WriterLike, shape: Objects, depth: int) -> bool:
    """Whether some member, or any name for one, makes it so, all that are required being scalars."""
    formulas, of = writer.context.formulas, writer.evaluator.of
    if shape.some or shape.keys or shape.high is not None or shape.low > len(shape.required) or len(shape.layers) > 1:
        return False
    if not shape.layers:
        return True
    (layer,) = shape.layers
    if layer.patterns or not all(_has_scalar(of(shape.at(key, formulas))) for key in shape.required):
        return False
    return _has_scalar(of(layer.rest)) or any(_endless(writer, of(value), depth) for value in layer.names.values())


def _has_scalar(value_set: Values) -> bool:
    return bool(value_set.atoms or surely_many(value_set.strings) or any(_unbounded(n) for n in value_set.numbers))
