"""Objects as grammar: keys in order or in any order, then free keys.

The plain case (keys in the order of the schema, nothing counted beyond "at least one") is a chain: each optional
member is skipped or written, so the grammar is as long as the list of keys. What makes it a chain is that a comma
belongs to the member after it; only the first member differs, and it is chosen once.

Keys in any order, keys that are not mentioned by name, and how many there are, are for a scope to remember (see
`constrain.grammar.Scope`): it costs nothing up front. Objects with obligations, or with counts that a scope cannot
keep, are written state by state (`obligations`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from constrain.grammar import Choice, Expression, Nonterminal, Once, Repeat, Require, Scope, Sequence

from . import strings
from .formula import Formula
from .keys import Free, Known, choice, free_keys, is_nothing, nothing, regions
from .layout import Gaps
from .objects import Objects
from .obligations import States

if TYPE_CHECKING:
    from .builder import Builder

_RUN = 16  # optional members in one production: more would make its automaton quadratic


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
    return _in_order(builder, known, free, shape.low > 0, gaps, name)


def _in_any_order(
    builder: Builder, known: list[Known], free: list[Free], low: int, high: int | None, gaps: Gaps
) -> Expression:
    """Each known key at most once, and free ones, in any order; `high` only where no key is required."""
    escapes = builder.options.escapes
    first: list[Expression] = [
        Once(i, Sequence((gaps.first_key(k.key, escapes), k.value))) for i, k in enumerate(known)
    ]
    # The comma stands before the choice: all that follows it begins in one place, however many keys there are.
    later: list[Expression] = [Once(i, Sequence((gaps.key(k.key, escapes), k.value))) for i, k in enumerate(known)]
    first += [f.member(gaps, gaps.open_object) for f in free]
    later += [f.member(gaps) for f in free]
    more: Expression = Sequence((gaps.comma, Choice(later)))
    most = len(later) if all(f.mark is not None for f in free) else None
    if high is not None:
        most = high if most is None else min(high, most)
    if most is not None:
        more = Sequence((Require(below=most), more))
    required = tuple(i for i, k in enumerate(known) if k.required)
    filled = Sequence((Choice(first), Repeat(more), Require(required, low if low > 1 else 0), gaps.close_object))
    out: list[Expression] = [gaps.empty_object] if not low and not required else []
    if high != 0:
        out.append(Scope(filled))
    return choice(out)


def _in_order(
    builder: Builder, known: list[Known], free: list[Free], filled: bool, gaps: Gaps, name: str
) -> list[Expression]:
    """Known keys in their order, each at most once, then free ones."""
    escapes = builder.options.escapes
    first = next((i for i, k in enumerate(known) if k.required), len(known))
    later = gaps.later_key
    tail: list[Expression] = []
    others = Repeat(choice([f.member(gaps, gaps.comma) for f in free]))
    if free:
        tail.append(Scope(others))
    tail.append(gaps.close_object)
    # What follows the last key that comes first necessarily or possibly, from the back, in pieces of limited length.
    run = 0
    for i in range(len(known) - 1, first, -1):
        k = known[i]
        if k.required:
            tail[:0] = (later(k.key, escapes), k.value)
            run = 0
            continue
        tail.insert(0, Repeat(Sequence((later(k.key, escapes), k.value)), 0, 1))
        run += 1
        if run == _RUN and i > first + 1:
            tail, run = [_named(builder, f"{name}:{i}", Sequence(tail))], 0
    if first == 0 and known:
        return [Sequence((gaps.first_key(known[0].key, escapes), known[0].value, *tail))]
    # No key is certain to come first: choose it, then go on behind it.
    out: list[Expression] = []
    if first < len(known):
        rest: Expression = _named(builder, f"{name}:{first + 1}", Sequence(tail))
        k = known[first]
        out.append(Sequence((gaps.first_key(k.key, escapes), k.value, rest)))
        rest = _named(builder, f"{name}:{first}", Sequence((later(k.key, escapes), k.value, rest)))
    else:
        rest = tail[0] if len(tail) == 1 else _named(builder, f"{name}:{first}", Sequence(tail))
        if free:
            begin = choice([f.member(gaps, gaps.open_object) for f in free])
            out.append(Sequence((Scope(Sequence((begin, others))), gaps.close_object)))
        if not filled:
            out.append(gaps.empty_object)
    for i in range(first - 1, -1, -1):
        k = known[i]
        out.append(Sequence((gaps.first_key(k.key, escapes), k.value, rest)))
        if i:
            rest = _named(
                builder, f"{name}:{i}", Sequence((Repeat(Sequence((later(k.key, escapes), k.value)), 0, 1), rest))
            )
    return out


def _named(builder: Builder, name: str, expression: Expression) -> Nonterminal:
    builder.productions[name] = expression
    return Nonterminal(name)
