"""Sets of objects: a union of shapes, each closed under intersection.

A shape is a list of layers, one for each subschema that speaks of properties, and what holds of the object as a whole:
required keys, the number of members, the language of keys, and obligations ("some member with a key in K satisfies
F"), which arise by negation. In one layer a key's value must satisfy the formulas of its name and of every pattern the
key matches, and `rest` if there is none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from constrain.errors import GrammarError

from . import strings
from .context import Context, count, wrong
from .document import Place, escaped, shown
from .formula import Formula, Formulas


class Layer:
    """What one subschema says of the value of each key."""

    __slots__ = ("names", "patterns", "rest")

    def __init__(
        self, names: dict[str, Formula], patterns: tuple[tuple[strings.Union, Formula], ...], rest: Formula
    ) -> None:
        self.names, self.patterns, self.rest = names, patterns, rest

    def at(self, key: str, formulas: Formulas) -> Formula:
        """What must hold of the value at `key`."""
        named = self.names.get(key)
        if not self.patterns:
            return self.rest if named is None else named
        found = [formula for language, formula in self.patterns if strings.contains(language, key)]
        if named is not None:
            found.append(named)
        return formulas.both(*found) if found else self.rest


class Evaluated:
    """The members that a valid branch has evaluated; `everything` if all."""

    __slots__ = ("everything", "names", "patterns")

    def __init__(
        self, names: frozenset[str] = frozenset(), patterns: tuple[strings.Union, ...] = (), everything: bool = False
    ) -> None:
        self.names, self.patterns, self.everything = names, patterns, everything

    def joined(self, other: Evaluated) -> Evaluated:
        """Evaluated by either."""
        if self is other or self.everything or (not other.names and not other.patterns and not other.everything):
            return self
        if other.everything:
            return other
        return Evaluated(self.names | other.names, tuple(dict.fromkeys((*self.patterns, *other.patterns))))


NONE = Evaluated()
ALL = Evaluated(everything=True)


class Objects:
    """One shape; `keys` are languages in each of which every key must be, `some` the obligations (K, F)."""

    __slots__ = ("evaluated", "high", "keys", "layers", "low", "required", "some")

    def __init__(
        self,
        layers: tuple[Layer, ...] = (),
        required: tuple[str, ...] = (),
        low: int = 0,
        high: int | None = None,
        keys: tuple[strings.Union, ...] = (),
        some: tuple[tuple[strings.Union, Formula], ...] = (),
        evaluated: Evaluated = NONE,
    ) -> None:
        self.layers, self.required, self.low, self.high = layers, required, low, high
        self.keys, self.some, self.evaluated = keys, some, evaluated

    def at(self, key: str, formulas: Formulas) -> Formula:
        """What must hold of the value at `key`; never, if the key must be absent."""
        for language in self.keys:
            if not strings.contains(language, key):
                return formulas.never
        if len(self.layers) == 1:
            return self.layers[0].at(key, formulas)
        return formulas.both(*(layer.at(key, formulas) for layer in self.layers))

    def names(self) -> list[str]:
        """Every key that is mentioned by name, in order of appearance."""
        if len(self.layers) == 1 and all(key in self.layers[0].names for key in self.required):
            return list(self.layers[0].names)
        found: dict[str, None] = {}
        for layer in self.layers:
            found.update(dict.fromkeys(layer.names))
        found.update(dict.fromkeys(self.required))
        return list(found)


Union = tuple[Objects, ...]
ANY: Union = (Objects(),)


def meet(a: Union, b: Union, formulas: Formulas) -> Union:
    """Objects in both."""
    if a is ANY or b is ANY:
        return b if a is ANY else a
    found = (_meet(x, y, formulas) for x in a for y in b)
    return tuple(shape for shape in found if shape is not None)


def _meet(a: Objects, b: Objects, formulas: Formulas) -> Objects | None:
    high = a.high if b.high is None else b.high if a.high is None else min(a.high, b.high)
    low = max(a.low, b.low)
    if high is not None and low > high:
        return None
    shape = Objects(
        _united(a.layers, b.layers),
        _united(a.required, b.required),
        low,
        high,
        _united(a.keys, b.keys),
        _united(a.some, b.some),
        a.evaluated.joined(b.evaluated),
    )
    return None if is_empty(shape, formulas) else shape


def _united(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys((*a, *b))) if a and b else a or b


def is_empty(shape: Objects, formulas: Formulas) -> bool:
    """Whether the shape holds no object as far as presence and numbers of keys tell; False also means unknown."""
    if shape.high is not None and len(shape.required) > shape.high:
        return True
    never = formulas.never
    return any(shape.at(key, formulas) is never for key in shape.required)


def negation(a: Union, context: Context, pointer: str) -> Union:
    """Objects not in `a`."""
    result = ANY
    for shape in a:
        result = meet(result, _negation(shape, context), context.formulas)
        context.check_shapes(len(result), pointer)
    return result


def _negation(shape: Objects, context: Context) -> Union:
    formulas, out = context.formulas, []
    always, never = formulas.always, formulas.never
    for key in shape.required:
        out.append(Objects((Layer({key: never}, (), always),)))
    for layer in shape.layers:
        for key, formula in layer.names.items():
            if formula is not always:
                out.append(Objects((Layer({key: formulas.negation(formula)}, (), always),), (key,)))
        for language, formula in layer.patterns:
            if formula is not always:
                out.append(Objects(some=((language, formulas.negation(formula)),)))
        if layer.rest is not always:
            others = _others(layer, context.options.escapes)
            out.append(Objects(some=((others, formulas.negation(layer.rest)),)))
    if shape.low:
        out.append(Objects(high=shape.low - 1))
    if shape.high is not None:
        out.append(Objects(low=shape.high + 1))
    out.extend(Objects(some=((strings.negation(language, context.options.escapes), always),)) for language in shape.keys)
    for language, formula in shape.some:
        out.append(Objects((Layer({}, ((language, formulas.negation(formula)),), always),)))
    return tuple(kept for kept in out if not is_empty(kept, formulas))


def _others(layer: Layer, escapes: str) -> strings.Union:
    """The keys of which a layer's `rest` speaks."""
    language: strings.Union = (strings.Strings(excluded=frozenset(layer.names)),) if layer.names else strings.ANY
    for known, _ in layer.patterns:
        language = strings.meet(language, strings.negation(known, escapes))
    return language


def disjoint(a: Union, b: Union, context: Context, differ: Any) -> bool:
    """Whether no object is in both, as shown by presence, numbers of keys, or a common key whose values differ.

    `differ(f, g)` tells whether no value satisfies both formulas. False also means unknown.
    """
    return all(_disjoint(x, y, context, differ) for x in a for y in b)


def _disjoint(a: Objects, b: Objects, context: Context, differ: Any) -> bool:
    formulas = context.formulas
    if _meet(a, b, formulas) is None:
        return True
    return any(
        differ(a.at(key, formulas), b.at(key, formulas)) for key in dict.fromkeys((*a.required, *b.required))
    )


def read(place: Place, context: Context, meaning: Any) -> Union:
    """The objects that the object keywords of a subschema allow; `meaning` evaluates the formula of propertyNames."""
    schema, document, formulas = place.schema, context.document, context.formulas
    names: dict[str, Formula] = {}
    for key, value in _mapping(place, "properties"):
        names[key] = document.child(place, value, "/properties" + escaped(key))
    patterns: list[tuple[strings.Union, Formula]] = []
    for key, value in _mapping(place, "patternProperties"):
        language = strings.matching(key, f"{place.pointer}/patternProperties", context)
        patterns.append((language, document.child(place, value, "/patternProperties" + escaped(key))))
    rest: Formula = formulas.always
    if "additionalProperties" in schema:
        rest = document.child(place, schema["additionalProperties"], "/additionalProperties")
    required = schema.get("required", ())
    if required:
        if type(required) is not list or not all(type(key) is str for key in required):
            raise wrong(place, "required", "a list of strings")
        required = tuple(dict.fromkeys(required))
    keys: tuple[strings.Union, ...] = ()
    low, high = count(place, "minProperties") or 0, count(place, "maxProperties")
    if "propertyNames" in schema and "propertyNames" in place.resource.dialect.families:
        demand = document.child(place, schema["propertyNames"], "/propertyNames")
        allowed = meaning(demand).strings
        if allowed is not strings.ANY:
            keys = (allowed,)
        if not allowed:
            keys, high = (), 0
    if "additionalProperties" in schema:
        evaluated = ALL
    else:
        evaluated = Evaluated(frozenset(names), tuple(language for language, _ in patterns))
    layers = (Layer(names, tuple(patterns), rest),) if names or patterns or rest is not formulas.always else ()
    shape = Objects(layers, tuple(required), low, high, keys, (), evaluated)
    shapes: Union = () if (high is not None and low > high) or is_empty(shape, formulas) else (shape,)
    if "dependentRequired" in schema and "dependentRequired" in place.resource.dialect.families:
        for key, needed in _mapping(place, "dependentRequired"):
            shapes = meet(shapes, depends(key, needed, place, "dependentRequired", formulas), formulas)
    return shapes


def depends(key: str, needed: Any, place: Place, keyword: str, formulas: Formulas) -> Union:
    """Objects that have no `key`, or also all the keys `needed`."""
    if type(needed) is not list or not all(type(k) is str for k in needed):
        raise GrammarError(f"{place.pointer}/{keyword}{escaped(key)}: must be a list of strings, not {shown(needed)}")
    if not needed:
        return ANY
    return absent(key, formulas) + (Objects(required=tuple(dict.fromkeys((key, *needed)))),)


def absent(key: str, formulas: Formulas) -> Union:
    """Objects without `key`."""
    return (Objects((Layer({key: formulas.never}, (), formulas.always),)),)


def _mapping(place: Place, keyword: str) -> Iterable[tuple[str, Any]]:
    value = place.schema.get(keyword)
    if value is None and keyword not in place.schema:
        return ()
    if type(value) is not dict:
        raise wrong(place, keyword, "an object")
    return value.items()


def unevaluated(shape: Objects, formula: Formula, formulas: Formulas) -> Objects:
    """The shape in which every member that was not evaluated satisfies `formula`."""
    seen = shape.evaluated
    if seen.everything:
        return shape
    always = formulas.always
    layer = Layer(dict.fromkeys(sorted(seen.names), always), tuple((p, always) for p in seen.patterns), formula)
    return Objects(
        (*shape.layers, layer), shape.required, shape.low, shape.high, shape.keys, shape.some, ALL
    )
