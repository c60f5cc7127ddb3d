"""One shape of objects: layers, one for each subschema that speaks of properties, and what holds of the whole object.

That is required keys, the number of members, the language of keys, and clauses, which arise by negation: of several
events ("a member with a key in K satisfies F", "the key k is missing", "there are at most n members") at least one must
happen. A clause with one event is mostly written as a layer or a required key instead. In one layer a key's value
must satisfy the formulas of its name and of every pattern that the key matches, and `rest` if there is none.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from constrain.budget import TURN, spend

from ..formula import Formula, Formulas
from . import strings


class Layer:
    """What one subschema says of the value of each key."""

    __slots__ = ("_hash", "_key", "_listed", "_open", "names", "patterns", "rest")

    def __init__(
        self, names: dict[str, Formula], patterns: tuple[tuple[strings.Union, Formula], ...], rest: Formula
    ) -> None:
        self.names, self.patterns, self.rest = names, patterns, rest
        self._key: tuple[object, ...] | None = None
        self._hash: int | None = None
        # Once asked: the formulas of the patterns that are lists of keys, by key, and all other patterns.
        self._listed: dict[str, list[Formula]] | None = None
        self._open: list[tuple[strings.Union, Formula]] = []

    def key(self) -> tuple[object, ...]:
        """Equal for layers that say the same."""
        if self._key is None:
            self._key = (frozenset(self.names.items()), self.patterns, self.rest)
        return self._key

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Layer) and self.key() == other.key())

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.key())
        return self._hash

    def at(self, key: str, formulas: Formulas) -> Formula:
        """What must hold of the value at `key`."""
        named = self.names.get(key)
        if not self.patterns:
            return self.rest if named is None else named
        if self._listed is None:
            self._listed = {}
            for language, formula in self.patterns:
                if all(shape.values is not None for shape in language):
                    for value in {value for shape in language for value in shape.values or ()}:
                        self._listed.setdefault(value, []).append(formula)
                else:
                    self._open.append((language, formula))
        found = [*self._listed.get(key, ())]
        if self._open:
            found += [formula for language, formula in self._open if strings.contains(language, key)]
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


class Event(NamedTuple):
    """A way to meet a clause: exactly one of the fields says something.

    `member`: some member has a key in the language and a value that satisfies the formula. `missing`: this key does not
    occur. `at_most`, `at_least`: the number of members.
    """

    member: tuple[strings.Union, Formula] | None = None
    missing: str | None = None
    at_most: int | None = None
    at_least: int | None = None


Clause = tuple[Event, ...]  # each once


@lru_cache(4096)
def only(key: str) -> strings.Union:
    """The language of one key; always the same object, so that equal events are equal."""
    return strings.finite((key,))


class Objects:
    """One shape; `keys` are languages in each of which every key must be, `some` the clauses."""

    __slots__ = ("_demands", "evaluated", "high", "keys", "layers", "low", "required", "some")

    def __init__(
        self,
        layers: tuple[Layer, ...] = (),
        required: tuple[str, ...] = (),
        low: int = 0,
        high: int | None = None,
        keys: tuple[strings.Union, ...] = (),
        some: tuple[Clause, ...] = (),
        evaluated: Evaluated = NONE,
    ) -> None:
        self.layers, self.required, self.low, self.high = layers, required, low, high
        self.keys, self.some, self.evaluated = keys, some, evaluated
        self._demands: dict[str, Formula] | None = None  # answers of `at`, where many are asked

    def at(self, key: str, formulas: Formulas) -> Formula:
        """What must hold of the value at `key`; never, if the key must be absent."""
        if self._demands is not None:
            found = self._demands.get(key)
            if found is None:
                found = self._demands[key] = self._at(key, formulas)
            return found
        return self._at(key, formulas)

    def _at(self, key: str, formulas: Formulas) -> Formula:
        for language in self.keys:
            if not strings.contains(language, key):
                return formulas.never
        if len(self.layers) == 1:
            return self.layers[0].at(key, formulas)
        if len(self.layers) > 8:
            spend(TURN // 5 * len(self.layers))
        always, demands = formulas.always, []
        for layer in self.layers:
            demand = layer.at(key, formulas) if layer.patterns else layer.names.get(key, layer.rest)
            if demand is not always:
                demands.append(demand)
        if len(demands) < 2:
            return demands[0] if demands else always
        return formulas.both(*demands)

    def replaced(self, some: tuple[Clause, ...], low: int, high: int | None) -> Objects:
        """The shape with other clauses and bounds; it remembers what `at` says."""
        shape = Objects(self.layers, self.required, low, high, self.keys, some, self.evaluated)
        shape._demands = self._demands = {} if self._demands is None else self._demands
        return shape

    def requiring(self, *keys: str) -> Objects:
        """The shape in which these keys must be there."""
        keys = tuple(dict.fromkeys((*self.required, *keys)))
        shape = Objects(self.layers, keys, self.low, self.high, self.keys, self.some, self.evaluated)
        shape._demands = self._demands
        return shape

    def narrowed(self, key: str, demand: Formula, required: bool, formulas: Formulas) -> Objects:
        """The shape in which the value at `key` also satisfies `demand`; `required`: and is there."""
        layers, last = self.layers, self.layers[-1] if self.layers else None
        if last is not None and not last.patterns and last.rest is formulas.always:
            names = {**last.names, key: formulas.both(last.names.get(key, formulas.always), demand)}
            layers = (*layers[:-1], Layer(names, (), formulas.always))
        else:
            layers = (*layers, Layer({key: demand}, (), formulas.always))
        keys = (*self.required, key) if required and key not in self.required else self.required
        shape = Objects(layers, keys, self.low, self.high, self.keys, self.some, self.evaluated)
        shape._demands = dict(self._demands or ())
        shape._demands[key] = formulas.both(self.at(key, formulas), demand)
        return shape

    def names(self) -> list[str]:
        """Every key that is mentioned by name, in order of appearance."""
        if len(self.layers) == 1 and not self.some and all(key in self.layers[0].names for key in self.required):
            return list(self.layers[0].names)
        found: dict[str, None] = {}
        for layer in self.layers:
            found.update(dict.fromkeys(layer.names))
        found.update(dict.fromkeys(self.required))
        for event in (event for events in self.some for event in events):
            if event.missing is not None:
                found[event.missing] = None
            elif event.member is not None:
                for shape in event.member[0]:
                    found.update(dict.fromkeys(shape.values or ()))
        return list(found)
