"""Objects as grammar: keys in order or in any order, then free keys.

The plain case (keys in the order of the schema, nothing counted beyond "at least one") is an `Ordered`: each optional
member is skipped or written, and the grammar is as long as the list of keys. Free keys are its last part.

Keys in any order, keys that are not mentioned by name, and how many there are, are for a scope to remember (see
`constrain.grammar.Scope`): it costs nothing up front. Objects with obligations, or with counts that a scope cannot
keep, are written state by state (`obligations`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from constrain.grammar import Choice, Expression, Once, Ordered, Repeat, Require, Scope, Sequence

from . import strings
from .formula import Formula
from .keys import Free, Known, choice, free_keys, is_nothing, nothing, regions
from .layout import Gaps
from .objects import Objects
from .obligations import States

if TYPE_CHECKING:
    from .builder import Builder


def ways(builder: Builder, shape: Objects, gaps: Gaps, depth: int, name: str, formula: Formula) -> list[Expression]:
    """The ways to write an object of this shape; none if it cannot be written."""
    names = shape.names()
    known: list[Known] = []
    formulas = builder.context.formulas
    required = frozenset(shape.required)
    for key in names:
        demand = shape.at(key, formulas)
        value = builder.expression(demand, depth + 1) if demand is not formulas.never else nothing()
        if is_nothing(value) or strings.quoted(key) is None:
            if key in required:
                builder.impossible(name, f"{formula.pointer}: the required property {key!r} can have no value")
                return []
            continue
        known.append(Known(key, value, key in required, ()))
    free: list[Free] = []
    for language, demand in regions(shape, names, builder, formula):
        value = builder.expression(demand, depth + 1)
        if not is_nothing(value):
            free += free_keys(builder, language, value, len(names) + len(free))
    high = shape.high
    if high is not None and not free and high >= len(known):
        high = None
    if high is not None and high < len(required):
        builder.impossible(name, f"{formula.pointer}: more properties are required than maxProperties allows")
        return []
    if all(f.mark is not None for f in free) and shape.low > len(known) + len(free):
        builder.impossible(name, f"{formula.pointer}: minProperties is greater than the number of possible properties")
        return []
    several = builder.options.any_order and bool(known) and len(known) + bool(free) > 1
    counted = high is not None or shape.low > 1
    countable = not counted or all(f.counts for f in free)
    if (several or (counted and not known)) and not shape.some and countable and (high is None or not required):
        return [_in_any_order(builder, known, free, shape.low, high, gaps)]
    if shape.some or several or high is not None or shape.low > max(1, len(required)):
        builder.suspicious = True
        return [States(builder, shape, known, free, high, gaps, depth, name, formula).start()]
    return _in_order(builder, known, free, shape.low > 0, gaps)


def _in_any_order(
    builder: Builder, known: list[Known], free: list[Free], low: int, high: int | None, gaps: Gaps
) -> Expression:
    """Each known key at most once, and free ones, in any order; `high` only where no key is required."""
    escapes = builder.options.escapes
    members: list[Expression] = [Once(i, Sequence((gaps.key(k.key, escapes), k.value))) for i, k in enumerate(known)]
    members += [f.member(gaps) for f in free]
    most = len(members) if all(f.mark is not None for f in free) else None
    if high is not None:
        most = high if most is None else min(high, most)
    comma: Expression = gaps.comma if most is None else Sequence((Require(below=most), gaps.comma))
    required = tuple(i for i, k in enumerate(known) if k.required)
    written = Repeat(choice(members), 1, None, comma)
    filled = Sequence((gaps.open_object, written, Require(required, low if low > 1 else 0), gaps.close_object))
    out: list[Expression] = [gaps.empty_object] if not low and not required else []
    if high != 0:
        out.append(Scope(filled))
    return choice(out)


def _in_order(builder: Builder, known: list[Known], free: list[Free], filled: bool, gaps: Gaps) -> list[Expression]:
    """Known keys in their order, each at most once, then free ones."""
    escapes, comma = builder.options.escapes, gaps.comma
    parts: list[Expression] = [Sequence((gaps.key(k.key, escapes), k.value)) for k in known]
    required = [k.required for k in known]
    out: list[Expression] = [] if filled or True in required else [gaps.empty_object]
    if free:
        parts.append(Scope(Repeat(choice([f.member(gaps) for f in free]), 1, None, comma)))
        required.append(False)
    if parts:
        out.append(Sequence((gaps.open_object, Ordered(parts, tuple(required), comma), gaps.close_object)))
    return out
