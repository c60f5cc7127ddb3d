"""Sets of arrays: a union of shapes, each closed under intersection.

A shape is a list of layers (formulas for the first items, one for all later ones), a range of lengths, and counts:
from position `start` on, between `low` and `high` items satisfy a formula. Counts are what `contains` says, and what
the negation of `items` becomes ("some item does not satisfy").
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..formula import Both, Formula, Formulas
from ..source.document import Subschema
from ..source.keyword_values import count, wrong
from .compilation import Context


class Layer(NamedTuple):
    """Formulas for the first items, and for all others."""

    prefix: tuple[Formula, ...]
    rest: Formula

    def at(self, index: int) -> Formula:
        return self.prefix[index] if index < len(self.prefix) else self.rest


class Count(NamedTuple):
    """From `start` on, `low` to `high` (None: any number) items satisfy `formula`."""

    formula: Formula
    low: int
    high: int | None
    start: int = 0


class Evaluated(NamedTuple):
    """What valid branches have evaluated: the first `length` items (None: all) and those satisfying any of `items`."""

    length: int | None = 0
    items: tuple[Formula, ...] = ()

    def joined(self, other: Evaluated) -> Evaluated:
        """Evaluated by either."""
        length = None if self.length is None or other.length is None else max(self.length, other.length)
        return Evaluated(length, tuple(dict.fromkeys((*self.items, *other.items))))


class Arrays(NamedTuple):
    """One shape; `unique`: no two items are equal, `repeated`: some two are."""

    layers: tuple[Layer, ...] = ()
    low: int = 0
    high: int | None = None
    counts: tuple[Count, ...] = ()
    unique: str | None = None  # the pointer that asks for it
    repeated: str | None = None
    evaluated: Evaluated = Evaluated()

    def at(self, index: int, formulas: Formulas) -> Formula:
        """What must hold of the item at `index`."""
        if len(self.layers) == 1:
            return self.layers[0].at(index)
        return formulas.both(*(layer.at(index) for layer in self.layers))

    def prefix(self) -> int:
        """The number of leading positions that some layer treats on its own."""
        return max((len(layer.prefix) for layer in self.layers), default=0)


Union = tuple[Arrays, ...]
ANY: Union = (Arrays(),)


def meet(a: Union, b: Union, context: Context) -> Union:
    """Arrays in both."""
    if a is ANY or b is ANY:
        return b if a is ANY else a
    context.spend(len(a) * len(b))
    found = (_meet(x, y, context) for x in a for y in b)
    shapes = tuple(shape for shape in found if shape is not None)
    return _absorbed(shapes) if len(shapes) > 4 else shapes


def _meet(a: Arrays, b: Arrays, context: Context) -> Arrays | None:
    high = a.high if b.high is None else b.high if a.high is None else min(a.high, b.high)
    unique, repeated = a.unique or b.unique, a.repeated or b.repeated
    low = max(a.low, b.low, 2 if repeated else 0)
    if (high is not None and low > high) or (unique and repeated):
        return None
    shape = Arrays(
        tuple(dict.fromkeys((*a.layers, *b.layers))),
        low,
        high,
        tuple(dict.fromkeys((*a.counts, *b.counts))),
        unique,
        repeated,
        a.evaluated.joined(b.evaluated),
    )
    return None if _is_empty(shape, context) else shape


def _is_empty(shape: Arrays, context: Context) -> bool:
    """Whether one of the items that the shape needs can have no value; False also means unknown."""
    formulas = context.formulas
    for index in range(min(shape.low, shape.prefix() + 1)):
        demand = shape.at(index, formulas)
        if demand is formulas.never or (type(demand) is Both and context.vacuous(demand)):
            return True
    return False


def _absorbed(shapes: Union) -> Union:
    """The union without shapes that only say more than another one."""
    sets = [_demands(shape) for shape in shapes]
    kept: list[int] = []
    for i in sorted(range(len(shapes)), key=lambda i: len(sets[i])):
        if not any(sets[k] <= sets[i] and shapes[k].evaluated == shapes[i].evaluated for k in kept):
            kept.append(i)
    return tuple(shapes[i] for i in sorted(kept))


def _demands(shape: Arrays) -> set[object]:
    found: set[object] = {*shape.layers, *shape.counts}
    found.update(("low", n) for n in range(min(shape.low, 64), 0, -1))
    if shape.low > 64 or shape.high is not None or shape.unique or shape.repeated:
        found.add((shape.low if shape.low > 64 else 0, shape.high, shape.unique is None, shape.repeated is None))
    return found


def minus(a: Union, b: Union, context: Context, pointer: str) -> Union:
    """Arrays in `a` and not in `b`."""
    for shape in b:
        a = meet(a, _negation(shape, context.formulas), context)
        context.check_shapes(len(a), pointer)
    return a


def _negation(shape: Arrays, formulas: Formulas) -> Union:
    out = []
    always, never = formulas.always, formulas.never
    for layer in shape.layers:
        for index, formula in enumerate(layer.prefix):
            if formula is not always:
                denied = Layer((always,) * index + (formulas.negation(formula),), always)
                out.append(Arrays((denied,), low=index + 1))
        if layer.rest is never:
            out.append(Arrays(low=len(layer.prefix) + 1))
        elif layer.rest is not always:
            out.append(Arrays(counts=(Count(formulas.negation(layer.rest), 1, None, len(layer.prefix)),)))
    if shape.low:
        out.append(Arrays(high=shape.low - 1))
    if shape.high is not None:
        out.append(Arrays(low=shape.high + 1))
    for formula, low, high, start in shape.counts:
        if low:
            out.append(counted(formula, 0, low - 1, start, formulas))
        if high is not None:
            out.append(counted(formula, high + 1, None, start, formulas))
    if shape.unique:  # of the others only: so it falls away where these cannot be, or repeat nothing
        out.append(shape._replace(unique=None, repeated=shape.unique, evaluated=Evaluated()))
    if shape.repeated:
        out.append(Arrays(unique=shape.repeated))
    return tuple(out)


def counted(formula: Formula, low: int, high: int | None, start: int, formulas: Formulas) -> Arrays:
    """Arrays in which `low` to `high` items from `start` on satisfy `formula`."""
    if high == 0:
        return Arrays((Layer((formulas.always,) * start, formulas.negation(formula)),))
    return Arrays(counts=(Count(formula, low, high, start),))


def read(subschema: Subschema, context: Context) -> Union:
    """The arrays that the array keywords of a subschema allow."""
    schema, document, formulas = subschema.schema, context.document, context.formulas
    dialect = subschema.resource.dialect
    prefix: list[Formula] = []
    rest: Formula = formulas.always
    listed: Any = schema.get("prefixItems") if not dialect.tuple_items else None
    keyword = "prefixItems"
    if dialect.tuple_items and type(schema.get("items")) is list:
        listed, keyword = schema["items"], "items"
    complete = False  # every item has been evaluated
    if listed is not None or (keyword == "prefixItems" and "prefixItems" in schema and not dialect.tuple_items):
        if type(listed) is not list:
            raise wrong(subschema, keyword, "a list of schemas")
        prefix = [document.child(subschema, item, f"/{keyword}/{i}") for i, item in enumerate(listed)]
    if keyword == "items":
        if "additionalItems" in schema:
            rest, complete = document.child(subschema, schema["additionalItems"], "/additionalItems"), True
    elif "items" in schema:
        rest, complete = document.child(subschema, schema["items"], "/items"), True
    low, high = count(subschema, "minItems") or 0, count(subschema, "maxItems")
    if rest is formulas.never:
        high = len(prefix) if high is None else min(high, len(prefix))
        rest = formulas.always
    for index, formula in enumerate(prefix):
        if formula is formulas.never:
            high = index if high is None else min(high, index)
            prefix = prefix[:index]
            break
    unique = None
    if "uniqueItems" in schema:
        if type(schema["uniqueItems"]) is not bool:
            raise wrong(subschema, "uniqueItems", "true or false")
        if schema["uniqueItems"]:
            unique = f"{subschema.pointer}/uniqueItems"
    layers = (Layer(tuple(prefix), rest),) if prefix or rest is not formulas.always else ()
    evaluated = Evaluated(None if complete else len(prefix)) if context.tracking else Evaluated()
    return meet(_bounded(low, high, layers, unique, evaluated), _contains(subschema, context), context)


def _bounded(low: int, high: int | None, layers: tuple[Layer, ...], unique: str | None, seen: Evaluated) -> Union:
    return () if high is not None and low > high else (Arrays(layers, low, high, (), unique, None, seen),)


def _contains(subschema: Subschema, context: Context) -> Union:
    schema, dialect = subschema.schema, subschema.resource.dialect
    if "contains" not in schema or "contains" not in dialect.subjects:
        return ANY
    formula = context.document.child(subschema, schema["contains"], "/contains")
    low: int | None = 1
    high = None
    if dialect.contains_counts:
        low, high = count(subschema, "minContains"), count(subschema, "maxContains")
        low = 1 if low is None else low
    assert low is not None
    if high is not None and low > high:
        return ()
    shape = counted(formula, low, high, 0, context.formulas) if low or high is not None else Arrays()
    if dialect.contains_evaluates and context.tracking:
        shape = shape._replace(evaluated=Evaluated(0, (formula,)))
    return (shape,)


def unevaluated(shape: Arrays, formula: Formula, formulas: Formulas) -> Arrays:
    """The shape in which every item that was not evaluated satisfies `formula`."""
    length, items = shape.evaluated
    if length is None:
        return shape
    layer = Layer((formulas.always,) * length, formulas.either(formula, *items))
    high, never = shape.high, formulas.never
    if layer.rest is never:
        high = length if high is None else min(high, length)
    return shape._replace(layers=(*shape.layers, layer), high=high, evaluated=Evaluated(None))
