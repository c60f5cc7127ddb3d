"""Objects as grammar: keys in order or in any order, then other keys.

The plain case (keys in the order of the schema, nothing counted beyond "at least one") is an `Ordered`: each optional
member is skipped or written, and the grammar is as long as the list of keys. Other keys are its last part.

Keys in any order and keys that are not mentioned by name are for a scope to remember (`objects_any_order`). Keys in
order with counts or clauses are written state by state (`objects_stateful`).
"""

from __future__ import annotations

from constrain.grammar import Choice, Distinct, Expression, Once, Ordered, Repeat, Require, Scope, Sequence

from ..formula import Formula
from ..text.layout import Gaps
from ..text.spelling import quoted
from ..values import strings
from ..values.clauses import branches_of, few_branches, names_in_clauses, of_pattern, simplified
from ..values.object_shape import Objects
from ..values.strings import Strings
from .keys import Known, is_nothing, nothing
from .objects_any_order import OtherKeys, other_keys_of, unordered
from .objects_stateful import States
from .protocol import WriterLike

_JOINTLY = 6  # clauses of which the open ones are kept in states; more are met one way after the other
_FEW_CLAUSES, _FEW_WAYS = 4, 12  # more clauses than that which are met in so few ways take fewer productions as these


def ways(writer: WriterLike, shape: Objects, gaps: Gaps, depth: int, name: str, formula: Formula) -> list[Expression]:
    """The ways to write an object of this shape; none if it cannot be written."""
    if _is_plain(shape):
        return _plain(writer, shape, gaps, depth, name, formula)
    simpler = simplified(shape, None, writer.context)
    if simpler is None:
        writer.impossible(name, f"{formula.pointer}: a clause (of a negation or dependency) cannot be met")
        return []
    shape = simpler
    names = shape.names()
    known: list[Known] = []
    formulas = writer.context.formulas
    required = frozenset(shape.required)
    for key in names:
        demand = shape.at(key, formulas)
        value = writer.expression(demand, depth + 1) if demand is not formulas.never else nothing()
        if is_nothing(value) or quoted(key) is None:
            if key in required:
                writer.impossible(name, f"{formula.pointer}: the required property {key!r} can have no value")
                return []
            continue
        known.append(Known(key, value, key in required, ()))
    other_keys = other_keys_of(writer, shape, names, depth, formula)
    total = other_keys.total(len(known))
    high = shape.high if shape.high is None or total is None or shape.high < total else None
    if high is not None and high < len(required):
        writer.impossible(name, f"{formula.pointer}: more properties are required than maxProperties allows")
        return []
    if total is not None and shape.low > total:
        writer.impossible(name, f"{formula.pointer}: minProperties is greater than the number of possible properties")
        return []
    counted = high is not None or shape.low > max(1, len(required))
    if (writer.options.any_order and known and len(known) + other_keys.kinds > 1) or (
        not known and (counted or shape.some or shape.low > 1)
    ):
        bounded = shape.replaced(shape.some, shape.low, high)
        found = unordered(writer, bounded, [k.key for k in known], other_keys, gaps, depth, formula)
        if not found:
            writer.impossible(name, f"{formula.pointer}: no set of properties meets all that is asked of them")
        writer.check_productivity |= bool(shape.some)
        return found
    parts = _parts(shape, writer, formula)
    if parts is not None:
        labels = (f"{name}/{number}" for number in range(len(parts)))
        return [way for part in parts for way in ways(writer, part, gaps, depth, next(labels), formula)]
    if counted or shape.some:
        writer.check_productivity = True
        return [States(writer, shape, known, other_keys, high, gaps, depth, name, formula).start()]
    return _in_order(writer, known, other_keys, shape.low > 0, gaps, depth)


def _parts(shape: Objects, writer: WriterLike, formula: Formula) -> list[Objects] | None:
    """Shapes without clauses that hold the same objects together; None where states keep the clauses that are open."""
    parts = None
    if names_in_clauses(shape):  # a key that is missing in one way has no place of its own in the others
        parts = few_branches(shape, writer.context, _FEW_WAYS, disjoint=False)
    clauses = sum(not all(map(of_pattern, events)) for events in shape.some)
    if parts is None and clauses > _JOINTLY:
        return branches_of(shape, writer.context, formula.pointer)
    if parts is None and clauses > _FEW_CLAUSES:
        return few_branches(shape, writer.context, _FEW_WAYS)
    return parts


def _in_order(
    writer: WriterLike, known: list[Known], other_keys: OtherKeys, filled: bool, gaps: Gaps, depth: int
) -> list[Expression]:
    """Known keys in their order, each at most once, then other ones."""
    escapes = writer.options.escapes
    parts: list[Expression] = [Sequence((gaps.key(k.key, escapes), k.value)) for k in known]
    others = Scope(other_keys.several(writer, gaps, depth)) if other_keys.kinds else None
    return _record(parts, [k.required for k in known], others, filled, gaps)


def _record(
    parts: list[Expression], required: list[bool], others: Expression | None, filled: bool, gaps: Gaps
) -> list[Expression]:
    """The parts in their order, those that are not required may be missing, then perhaps the others."""
    out: list[Expression] = [] if filled or True in required else [gaps.empty_object]
    if others is not None:
        parts.append(others)
        required.append(False)
    if parts:
        out.append(Sequence((gaps.open_object, Ordered(parts, tuple(required), gaps.comma), gaps.close_object)))
    return out


def _is_plain(shape: Objects) -> bool:
    """Whether the keywords say no more than which keys there are, which are required, and what their values must be."""
    if shape.some or shape.keys or shape.high is not None or shape.low > (len(shape.required) or 1):
        return False
    return not shape.layers or (len(shape.layers) == 1 and not shape.layers[0].patterns)


def _plain(writer: WriterLike, shape: Objects, gaps: Gaps, depth: int, name: str, formula: Formula) -> list[Expression]:
    """What `ways` makes of a plain shape. Most objects are that, and most of the time is spent here."""
    escapes, rest = writer.options.escapes, writer.context.formulas.always
    named: dict[str, Formula] = {}
    if shape.layers:
        named, rest = shape.layers[0].names, shape.layers[0].rest
    ways = writer.members(named, rest, shape.required, shape.low > 0 or bool(shape.required))
    if ways is not None:
        return ways
    required = frozenset(shape.required)
    if not all(key in named for key in required):
        named = {**named, **{key: rest for key in shape.required if key not in named}}
    depth += 1
    write, key_of = writer.expression, gaps.key
    parts: list[Expression] = []
    needed: list[bool] = []
    for key, demand in named.items():
        value = write(demand, depth)
        if not is_nothing(value) and (key.isascii() or quoted(key) is not None):
            parts.append(Sequence((key_of(key, escapes), value)))
            needed.append(key in required)
        elif key in required:
            writer.impossible(name, f"{formula.pointer}: the required property {key!r} can have no value")
            return []
    value = write(rest, depth)
    other: Expression | None = None
    if not is_nothing(value):
        keys = (Strings(excluded=frozenset(named)),) if named else strings.ANY
        spelling = Distinct.JSON_SHORT if escapes == "short" else Distinct.JSON_ANY
        other = Sequence((Distinct(strings.terminal(keys, escapes), spelling), gaps.colon, value))
    filled = shape.low > 0 or bool(required)
    if filled and not parts and other is None:
        writer.impossible(name, f"{formula.pointer}: minProperties is greater than the number of possible properties")
        return []
    if not writer.options.any_order or len(parts) + (other is not None) < 2 or not parts:
        others = None if other is None else Scope(Repeat(other, 1, None, gaps.comma))
        return _record(parts, needed, others, filled, gaps)
    members: list[Expression] = [Once(mark, part) for mark, part in enumerate(parts)]
    comma: Expression = gaps.comma
    if other is not None:
        members.append(other)
    else:  # a comma only where a key is left
        comma = Sequence((Require(below=len(parts)), comma))
    end: tuple[Expression, ...] = (gaps.close_object,)
    if required:
        end = Require(tuple(mark for mark, need in enumerate(needed) if need)), gaps.close_object
    writer.has_count_guard |= bool(required) or other is None
    written = Scope(Sequence((gaps.open_object, Repeat(Choice(members), 1, None, comma), *end)))
    return [written] if filled else [gaps.empty_object, written]
