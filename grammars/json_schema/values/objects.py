"""Sets of objects: a union of shapes (`object_shape.py`), closed under intersection, union and difference.

And how the object keywords of a subschema are read as such a set.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from constrain.budget import TURN, spend
from constrain.errors import GrammarError
from constrain.support.shown import shown

from ..formula import Both, Formula, Formulas
from ..source.document import Subschema
from ..source.keyword_values import count, wrong
from ..source.pointers import escaped
from . import strings
from .compilation import Context
from .object_shape import ALL, NONE, Clause, Evaluated, Event, Layer, Objects, only

Union = tuple[Objects, ...]
ANY: Union = (Objects(),)
_SPLIT = 8  # more alternatives than this are kept together, as one shape with clauses
_CLAUSES = 24


def meet(a: Union, b: Union, context: Context) -> Union:
    """Objects in both."""
    if a is ANY or b is ANY:
        return b if a is ANY else a
    context.spend(len(a) * len(b))
    found = (_meet(x, y, context) for x in a for y in b)
    shapes = tuple(shape for shape in found if shape is not None)
    if len(shapes) <= 4:
        return shapes
    context.spend(len(shapes) ** 2 // 64)
    shapes = _absorbed(shapes)
    if len(shapes) > max(_SPLIT, len(a), len(b)):
        for one, other in ((a, b), (b, a)):
            clauses = _clauses(other, context.formulas)
            if clauses is not None:
                together = Objects(some=tuple(clauses), evaluated=other[0].evaluated)
                return meet(one, (together,), context)
    return shapes


def _clauses(union: Union, formulas: Formulas) -> list[Clause] | None:
    """The union as clauses that must all be met; None if that is impossible or long."""
    if not all(_same(shape.evaluated, union[0].evaluated) for shape in union):
        return None
    clauses, apart = _few_clauses((shape, _clauses_of(shape, formulas)) for shape in union)
    return None if apart else clauses


def _few_clauses(shapes: Iterable[tuple[Objects, list[Clause] | None]]) -> tuple[list[Clause], list[Objects]]:
    """Clauses of the union of as many of the shapes as leave them few, and the other shapes.

    Each shape is such a list by itself, if it says nothing of members in general; a union distributes over them.
    """
    found: list[Clause] = [()]
    apart: list[Objects] = []
    for shape, clauses in sorted(shapes, key=lambda each: len(each[1] or ())):
        if clauses is None or len(found) * len(clauses) > _CLAUSES:
            apart.append(shape)
        else:
            found = [tuple(dict.fromkeys((*a, *b))) for a in found for b in clauses]
    return list(dict.fromkeys(found)), apart


def _clauses_of(shape: Objects, formulas: Formulas) -> list[Clause] | None:
    always = formulas.always
    if shape.keys or any(layer.patterns or layer.rest is not always for layer in shape.layers):
        return None
    out, required = [*shape.some], dict.fromkeys(shape.required, always)
    for layer in shape.layers:
        for key, formula in layer.names.items():
            if required.get(key) is always:
                required[key] = formula
            elif formula is not always:
                out.append((Event(missing=key), *_there(key, formula, formulas)))
    out += [tuple(_there(key, formula, formulas)) for key, formula in required.items()]
    if shape.low:
        out.append((Event(at_least=shape.low),))
    if shape.high is not None:
        out.append((Event(at_most=shape.high),))
    return out


def _there(key: str, formula: Formula, formulas: Formulas) -> list[Event]:
    """The event that there is such a member; none if there is never one, as where no text can hold the key."""
    return [Event(member=(only(key), formula))] if formula is not formulas.never and only(key) else []


def _meet(a: Objects, b: Objects, context: Context) -> Objects | None:
    """The objects in both shapes; None if there are none as far as their bounds and required members tell.

    Most pairs have none, so that is asked first, by what both demand of each required key.
    """
    spend(2 * TURN * (1 + len(a.layers) + len(b.layers)) + TURN * len(a.required))
    high = a.high if b.high is None else b.high if a.high is None else min(a.high, b.high)
    low = max(a.low, b.low)
    required = _united(a.required, b.required)
    if high is not None and max(low, len(required)) > high:
        return None
    formulas = context.formulas
    always = formulas.always
    demands: dict[str, Formula] = {}
    if required:
        for part in (a, b):  # each is met with many others, so it remembers what it demands
            if part._demands is None and part.layers:
                part._demands = {}
        for key in required:
            mine, other = a.at(key, formulas), b.at(key, formulas)
            demand = other if mine is always else mine if other is always else formulas.both(mine, other)
            if _impossible(demand, context):
                return None
            demands[key] = demand
    shape = Objects(
        _united(a.layers, b.layers),
        required,
        low,
        high,
        _united(a.keys, b.keys),
        _united(a.some, b.some),
        a.evaluated.joined(b.evaluated),
    )
    shape._demands = demands
    return shape


def _united(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys((*a, *b))) if a and b else a or b


def _absorbed(shapes: Union) -> Union:
    """The union without shapes that only say more than another one, as `A and B` does beside `A`."""
    numbers: dict[object, int] = {}  # every demand gets a bit, so that "says more" is one operation on integers
    sets = []
    for shape in shapes:
        bits = 0
        for demand in (*shape.layers, *shape.required, *(("keys", k) for k in shape.keys), *shape.some, *_range(shape)):
            bits |= 1 << numbers.setdefault(demand, len(numbers))
        sets.append(bits)
    kept: list[int] = []
    for i in sorted(range(len(shapes)), key=lambda i: sets[i].bit_count()):
        spend(TURN // 5 * (1 + len(kept)))
        outside, mine = ~sets[i], shapes[i].evaluated
        for k in kept:
            if not sets[k] & outside and _same(shapes[k].evaluated, mine):
                break
        else:
            kept.append(i)
    return tuple(shapes[i] for i in sorted(kept))


def _range(shape: Objects) -> list[tuple[str, int]]:
    found = [("low", shape.low)] if shape.low else []
    return found if shape.high is None else [*found, ("high", shape.high)]


def _same(a: Evaluated, b: Evaluated) -> bool:
    return a is b or (a.names == b.names and a.patterns == b.patterns and a.everything == b.everything)


def is_empty(shape: Objects, context: Context) -> bool:
    """Whether the shape holds no object as far as its required members tell; False also means unknown."""
    if shape.high is not None and len(shape.required) > shape.high:
        return True
    return any(_impossible(shape.at(key, context.formulas), context) for key in shape.required)


def _impossible(demand: Formula, context: Context) -> bool:
    """Whether it is known that no value meets what shapes demand of a key."""
    return demand is context.formulas.never or (type(demand) is Both and context.vacuous(demand))


def minus(a: Union, b: Union, context: Context, pointer: str) -> Union:
    """Objects in `a` and not in `b`.

    A shape of `a` stays one shape where that is possible, with clauses which say that it is broken in one of the ways
    that are left. So each further difference is looked at once, and not once for each way in which the first was met.
    """
    formulas = context.formulas
    for shape in b:
        ways = context.broken.get(shape)
        if ways is None:  # kept, since one is taken from many others
            broken = [way for way in _broken(shape, context) if not is_empty(way, context)]
            ways = context.broken[shape] = {way: _clauses_of(way, formulas) for way in broken}
        found: list[Objects] = []
        for one in a:
            context.spend(len(ways))
            left = {way: met for way in ways if (met := _meet(one, way, context)) is not None}
            if len(left) > 1:
                clauses, apart = _few_clauses((way, ways[way]) for way in left)
                if len(apart) + 1 < len(left):
                    together = _meet(one, Objects(some=tuple(clauses)), context)
                    left = {way: left[way] for way in apart}
                    found += [] if together is None else [together]
            found += left.values()
        if len(found) > max(_SPLIT, len(a)):
            context.spend(len(found) ** 2 // 64)
            a = _absorbed(tuple(found))
        else:
            a = tuple(found)
        context.check_shapes(len(a), pointer)
    return a


def _broken(shape: Objects, context: Context) -> list[Objects]:
    """Shapes that break a shape: a member is missing or wrong, or there are too many, or a clause is not met."""
    formulas, escapes = context.formulas, context.options.escapes
    always = formulas.always
    required = frozenset(shape.required)
    found: list[Objects] = []
    for key in shape.names():
        demand = shape.at(key, formulas)
        if demand is not always and only(key):
            layer = Layer({key: formulas.negation(demand)}, (), always)
            found.append(Objects((layer,), () if key in required else (key,)))
        elif key in required:
            found += absent(key, formulas)
    members = [(language, formula) for layer in shape.layers for language, formula in layer.patterns]
    members += [(_others(layer, escapes), layer.rest) for layer in shape.layers]
    events = [Event(member=(language, formulas.negation(formula))) for language, formula in members]
    events += [Event(member=(strings.negation(keys, escapes), always)) for keys in shape.keys]
    for event in events:
        if event.member is not None and event.member[0] and event.member[1] is not formulas.never:
            found.append(Objects(some=((event,),)))
    if shape.low:
        found.append(Objects(high=shape.low - 1))
    if shape.high is not None:
        found.append(Objects(low=shape.high + 1))
    return found + [none for events in shape.some if (none := _none_happens(events, context)) is not None]


def _none_happens(events: Clause, context: Context) -> Objects | None:
    """The shape in which no event happens; None if there is no such object."""
    formulas = context.formulas
    found: Objects | None = Objects()
    for event in events:
        if event.member is not None:
            language, formula = event.member
            opposite = Objects((Layer({}, ((language, formulas.negation(formula)),), formulas.always),))
        elif event.missing is not None:
            opposite = Objects(required=(event.missing,))
        elif event.at_most is not None:
            opposite = Objects(low=event.at_most + 1)
        elif event.at_least:
            opposite = Objects(high=event.at_least - 1)
        else:
            return None
        found = _meet(found, opposite, context) if found is not None else None
    return found


def _others(layer: Layer, escapes: str) -> strings.Union:
    """The keys of which a layer's `rest` speaks."""
    language: strings.Union = (strings.Strings(excluded=frozenset(layer.names)),) if layer.names else strings.ANY
    for known, _ in layer.patterns:
        language = strings.meet(language, strings.negation(known, escapes), escapes)
    return language


def disjoint(a: Union, b: Union, context: Context, differ: Any) -> bool:
    """Whether no object is in both, as shown by presence, numbers of keys, or a common key whose values differ.

    `differ(f, g)` tells whether no value satisfies both formulas. False also means unknown.
    """
    return all(_disjoint(x, y, context, differ) for x in a for y in b)


def _disjoint(a: Objects, b: Objects, context: Context, differ: Any) -> bool:
    spend(10 * TURN * (1 + len(a.required) + len(b.required)))
    formulas = context.formulas
    demands = [(a.at(key, formulas), b.at(key, formulas)) for key in dict.fromkeys((*a.required, *b.required))]
    if any(_is_scalar(x) and _is_scalar(y) and differ(x, y) for x, y in demands):  # mostly a `const` tells them apart
        return True
    return _meet(a, b, context) is None or any(differ(x, y) for x, y in demands)


def _is_scalar(formula: Formula) -> bool:
    """Whether it is known that no array and no object satisfies the formula."""
    value_set = formula.value_set
    return value_set is not None and not value_set.arrays and not value_set.objects


def read(subschema: Subschema, context: Context, value_set_of: Any) -> Union:
    """The objects that a subschema's object keywords allow; `value_set_of` evaluates the formula of propertyNames."""
    schema, document, formulas = subschema.schema, context.document, context.formulas
    child = document.child
    names = {key: child(subschema, value, "/properties/", key) for key, value in mapping(subschema, "properties")}
    patterns: list[tuple[strings.Union, Formula]] = []
    for key, value in mapping(subschema, "patternProperties"):
        language = strings.matching(key, f"{subschema.pointer}/patternProperties", context)
        patterns.append((language, document.child(subschema, value, "/patternProperties" + escaped(key))))
    rest: Formula = formulas.always
    if "additionalProperties" in schema:
        rest = document.child(subschema, schema["additionalProperties"], "/additionalProperties")
    required = schema.get("required", [])
    if type(required) is not list or not all(type(key) is str for key in required):
        raise wrong(subschema, "required", "a list of strings")
    required = tuple(dict.fromkeys(required))
    keys: tuple[strings.Union, ...] = ()
    low, high = count(subschema, "minProperties") or 0, count(subschema, "maxProperties")
    if "propertyNames" in schema and "propertyNames" in subschema.resource.dialect.subjects:
        demand = document.child(subschema, schema["propertyNames"], "/propertyNames")
        allowed = value_set_of(demand).strings
        if allowed is not strings.ANY:
            keys = (allowed,)
        if not allowed:
            keys, high = (), 0
    evaluated = NONE
    if context.tracking and "additionalProperties" in schema:
        evaluated = ALL
    elif context.tracking:
        evaluated = Evaluated(frozenset(names), tuple(language for language, _ in patterns))
    if rest is formulas.always:  # keys of which a pattern says nothing are like those that it does not match
        patterns = [each for each in patterns if each[1] is not formulas.always]
    layers = (Layer(names, tuple(patterns), rest),) if names or patterns or rest is not formulas.always else ()
    shape = Objects(layers, required, low, high, keys, (), evaluated)
    shapes: Union = () if (high is not None and low > high) or is_empty(shape, context) else (shape,)
    if "dependentRequired" in schema and "dependentRequired" in subschema.resource.dialect.subjects:
        dependent = [*mapping(subschema, "dependentRequired")]
        unions = [depends(key, needed, subschema, "dependentRequired", formulas) for key, needed in dependent]
        if 1 << len(unions) > _SPLIT:  # too many shapes, by what is there: so all become clauses, at once
            clauses = dict.fromkeys(_either_missing_or(key, other, formulas) for key, n in dependent for other in n)
            unions = [(Objects(some=tuple(clauses)),)]
        for union in unions:
            shapes = meet(shapes, union, context)
    return shapes


def _either_missing_or(key: str, other: str, formulas: Formulas) -> Clause:
    """The clause that there is no `key`, or also the key `other`, which may be one that no text can hold."""
    return (Event(missing=key), *_there(other, formulas.always, formulas))


def depends(key: str, needed: Any, subschema: Subschema, keyword: str, formulas: Formulas) -> Union:
    """Objects that have no `key`, or also all the keys `needed`."""
    if type(needed) is not list or not all(type(k) is str for k in needed):
        raise GrammarError(
            f"{subschema.pointer}/{keyword}{escaped(key)}: must be a list of strings, not {shown(needed, 60)}"
        )
    if not needed:
        return ANY
    return (*absent(key, formulas), Objects(required=tuple(dict.fromkeys((key, *needed)))))


def absent(key: str, formulas: Formulas) -> Union:
    """Objects without `key`."""
    return (Objects((Layer({key: formulas.never}, (), formulas.always),)),)


def mapping(subschema: Subschema, keyword: str) -> Iterable[tuple[str, Any]]:
    """What a keyword says by name; nothing where it is absent."""
    value = subschema.schema.get(keyword)
    if value is None and keyword not in subschema.schema:
        return ()
    if type(value) is not dict:
        raise wrong(subschema, keyword, "an object")
    for key in value:
        if not isinstance(key, str):
            raise GrammarError(
                f"{subschema.pointer}/{keyword}: the keys of a JSON object are strings, not {shown(key, 60)}"
            )
    return value.items()


def unevaluated(shape: Objects, formula: Formula, formulas: Formulas) -> Objects:
    """The shape in which every member that was not evaluated satisfies `formula`."""
    seen = shape.evaluated
    if seen.everything:
        return shape
    always = formulas.always
    layer = Layer(dict.fromkeys(sorted(seen.names), always), tuple((p, always) for p in seen.patterns), formula)
    return Objects((*shape.layers, layer), shape.required, shape.low, shape.high, shape.keys, shape.some, ALL)
