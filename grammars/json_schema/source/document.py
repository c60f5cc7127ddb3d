"""The schema document: its places, and how they are reached.

`merge_equal` treats subschemas with equal content as one place, which keeps combinators over repeated subschemas small.
It has to look at every subschema's content, so it is only the second attempt, made once the first combines many shapes.

A `Place` is one subschema together with the resource (base URI) it belongs to and, only where the document uses
dynamic references, the dynamic scope in which it was reached. Places are formulas: "the value satisfies this
subschema". They are made on demand and interned, so a reference met again is the same formula.

To which schema a reference leads is the business of `resources.py`.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from constrain.errors import GrammarError
from constrain.shorten import shown

from ..formula import Formula, Formulas
from .dialect import TYPE, Dialect
from .pointers import way, within
from .resources import Resource, Resources

_SCALARS = frozenset((str, int, float, bool, type(None), Decimal))
Scope = tuple[tuple[str, int], ...]  # dynamic anchors in force: name, and the number of the place it leads to


class NeedsScopes(Exception):
    """The document uses dynamic references, so places must know their dynamic scope; compile again with scopes."""


class Place(Formula):
    """One subschema; `token` is its key under `parent` (a whole pointer where there is no parent)."""

    __slots__ = ("_pointer", "claims", "open", "parent", "resource", "schema", "scope", "token")

    def __init__(
        self, serial: int, schema: Any, resource: Resource, scope: Scope, parent: Place | None, token: str
    ) -> None:
        self.serial, self.meaning, self.expressions = serial, None, None
        self.schema, self.resource, self.scope, self.parent, self.token = schema, resource, scope, parent, token
        self.open = False  # being evaluated: meeting it again means a reference that consumes nothing
        self._pointer: str | None = None
        self.claims: Any = None  # its meaning together with what it has evaluated, for `unevaluated*`

    @property
    def pointer(self) -> str:
        if self._pointer is None:
            self._pointer = self._written()
        return self._pointer

    def _written(self) -> str:
        tokens = []
        place: Place | None = self
        while place is not None:
            tokens.append(place.token)
            place = place.parent
        return way(tokens[::-1])


class Document:
    """All places of one compilation."""

    def __init__(
        self, schema: Any, formulas: Formulas, registry: Any = None, *, scoped: bool = False, merge_equal: bool = False
    ) -> None:
        self.formulas, self.scoped, self.merge_equal = formulas, scoped, merge_equal
        self._contents: dict[Any, Place] = {}  # of twins: by what they say
        self._repeated: list[tuple[Place, Place | None, str]] = []  # and where another one stands
        self._sayings: dict[Any, int] = {}
        self._said: dict[tuple[int, int], int] = {}
        self._references: dict[str, Formula] = {}  # of the main resource, where places have no scopes
        self._places: dict[tuple[int, int, Scope], Place] = {}
        self._numbered: list[tuple[Resource, Any, str]] = []  # targets of dynamic anchors
        self.resources = Resources(schema, registry, scoped)
        self.main = self.resources.main
        self.root = self.place(schema, self.main, self._entered((), self.main), None, "#")

    @property
    def tells_apart(self) -> bool:
        """Whether places are told apart by more than where their schema stands."""
        return self.scoped or self.merge_equal

    def forget(self) -> None:
        """Part the places from their meanings."""
        for place in self._places.values():
            place.meaning = place.expressions = place.claims = None
        self._references.clear()

    # Places

    def place(self, schema: Any, resource: Resource, scope: Scope, parent: Place | None, token: str) -> Place:
        """The place of a schema, made at most once for each resource and scope."""
        key = id(schema), id(resource), scope
        found = self._places.get(key)
        if found is None:
            if self.merge_equal:
                content = id(resource), scope, self._says(schema, resource.dialect)
                found = self._contents.get(content)
            if found is None:
                serial = self.formulas.serial() if scope else self.formulas.place()
                found = Place(serial, schema, resource, scope, parent, token)
                if self.merge_equal:
                    self._contents[content] = found
            else:
                self._repeated.append((found, parent, token))
            self._places[key] = found
        return found

    def equal_pointers(self) -> dict[str, list[str]]:
        """By the pointer of a place, those of its twins."""
        found: dict[str, list[str]] = {}
        for place, parent, token in self._repeated:
            found.setdefault(place.pointer, []).append((parent.pointer if parent else "") + token)
        return found

    def repeats(self) -> bool:
        """Whether many of the places so far say what another one says."""
        places = self._places.values()
        said = {(id(p.resource), p.scope, self._says(p.schema, p.resource.dialect)) for p in places}
        return 5 * len(said) < 4 * len(places)

    def _says(self, schema: dict[str, Any], dialect: Dialect) -> Any:
        """A number for what a subschema says, without annotations: equal for subschemas that demand the same."""
        try:
            return self._content(schema, dialect)
        except (RecursionError, ValueError):  # containers too deep, or integers too long, to be shown
            return "not to be shown", id(schema)

    def _content(self, schema: Any, dialect: Dialect) -> int | str:
        if type(schema) is not dict:
            return self._value(schema)
        place = id(schema), id(dialect)
        found = self._said.get(place)
        if found is None:
            parts: list[Any] = []
            for key, value in schema.items():
                kind = dialect.children.get(key)
                if kind is None:
                    if key in dialect.families or key in ("minContains", "maxContains", dialect.id):
                        parts.append((key, self._value(value)))
                elif kind == "map" and type(value) is dict:
                    if key not in ("$defs", "definitions"):
                        parts.append((key, "map", *((name, self._content(v, dialect)) for name, v in value.items())))
                elif type(value) is list:
                    parts.append((key, "list", *(self._content(v, dialect) for v in value)))
                else:
                    parts.append((key, self._content(value, dialect)))
            found = self._said[place] = self._sayings.setdefault(tuple(parts), len(self._sayings))
        return found

    def _value(self, value: Any) -> int | str:
        """The same of a value that is no subschema; each container is looked at once, however often it is held."""
        if type(value) in _SCALARS:
            return repr(value)
        if type(value) is dict:
            keys, items = repr([*value]) if _SCALARS.issuperset(map(type, value)) else str(id(value)), [*value.values()]
        elif type(value) is list:
            keys, items = "", value
        else:
            return f"<{id(value)}>"  # no JSON, so it is itself alone
        if keys[:1] in ("", "[") and _SCALARS.issuperset(map(type, items)):
            return repr(value)
        place = id(value), 0
        found = self._said.get(place)
        if found is None:
            parts = "value", keys, *map(self._value, items)
            found = self._said[place] = self._sayings.setdefault(parts, len(self._sayings))
        return found

    def child(self, parent: Place, schema: Any, token: str, key: str = "") -> Formula:
        """The formula of a subschema of `parent`; its pointer goes on with `token` and `key`: `/properties/`, `a`."""
        if type(schema) is not dict:
            if schema is True:
                return self.formulas.always
            if schema is False:
                return self.formulas.never
            raise GrammarError(
                f"{parent.pointer}{token}{within(key)}: a schema must be an object or a boolean, not "
                f"{shown(schema, 60)}"
            )
        if not schema:
            return self.formulas.always
        resource, scope = parent.resource, parent.scope
        dialect = resource.dialect
        if dialect.id in schema:
            resource = self.resources.at(schema, resource, parent.pointer + token + within(key))
            if resource is not parent.resource:
                scope = self._entered(scope, resource)
        else:
            # Most subschemas name a type of scalars and nothing else, but for annotations: these need no place.
            known = dialect.families
            families = 0
            for keyword in schema:
                if keyword in known:
                    families |= known[keyword]
            if not families:
                return self.formulas.always
            if families == TYPE:
                name = schema["type"]
                if type(name) is str and name in dialect.scalars:
                    return self.formulas.of_type(name)
        return self.place(schema, resource, scope, parent, token + within(key) if key else token)

    # References

    def reference(self, place: Place, reference: Any, keyword: str = "$ref") -> Formula:
        """Where `reference`, standing at `place`, leads."""
        if self.scoped or place.resource is not self.main or type(reference) is not str:
            return self._led(place, reference, keyword)
        found = self._references.get(reference)
        if found is None:
            found = self._references[reference] = self._led(place, reference, keyword)
        return found

    def _led(self, place: Place, reference: Any, keyword: str) -> Formula:
        here = f"{place.pointer}/{keyword}"
        if type(reference) is not str:
            raise GrammarError(f"{here}: a reference must be a string, not {shown(reference, 60)}")
        if reference == "#":
            return self._enter(place, place.resource, place.resource.schema, place.resource.pointer)
        if reference.startswith("#/"):
            resource, schema, pointer = self.resources.walk(place.resource, reference[1:], reference, here)
            return self._enter(place, resource, schema, pointer)
        resource, schema, pointer = self.resources.find(place.resource, reference, here)
        return self._enter(place, resource, schema, pointer)

    def _enter(self, place: Place, resource: Resource, schema: Any, pointer: str) -> Formula:
        if type(schema) is not dict:
            if type(schema) is bool:
                return self.formulas.always if schema else self.formulas.never
            raise GrammarError(
                f"{place.pointer}: the reference leads to {pointer}, which is {shown(schema, 60)}, no schema"
            )
        scope = place.scope if resource is place.resource else self._entered(place.scope, resource)
        return self.place(schema, resource, scope, None, pointer)

    def dynamic_reference(self, place: Place, reference: Any, keyword: str) -> Formula:
        """Where a `$dynamicRef` or `$recursiveRef` leads from the dynamic scope of `place`."""
        if not self.scoped:
            raise NeedsScopes
        if keyword == "$recursiveRef":
            if place.resource.recursive:
                return self._by_scope(place, "", place.resource, place.resource.schema)
            return self.reference(place, "#", keyword)
        here = f"{place.pointer}/{keyword}"
        if type(reference) is not str:
            raise GrammarError(f"{here}: a reference must be a string, not {shown(reference, 60)}")
        resource, schema, pointer = self.resources.find(place.resource, reference, here)
        name = reference.partition("#")[2]
        if resource.dynamic.get(name, (None,))[0] is schema:
            return self._by_scope(place, name, resource, schema)
        return self._enter(place, resource, schema, pointer)

    def _by_scope(self, place: Place, name: str, resource: Resource, schema: Any) -> Formula:
        for known, number in place.scope:
            if known == name:
                resource, schema, pointer = self._numbered[number]
                return self._enter(place, resource, schema, pointer)
        return self._enter(place, resource, schema, resource.pointer)

    def _entered(self, scope: Scope, resource: Resource) -> Scope:
        """The dynamic scope once evaluation has come into `resource`: the outermost holder of a name keeps it."""
        if not self.scoped:
            return ()
        names = dict(scope)
        for name, (schema, pointer) in resource.dynamic.items():
            if name not in names:
                names[name] = self._number(resource, schema, pointer)
        if not resource.recursive:
            names.pop("", None)  # a chain of recursive anchors must be unbroken
        elif "" not in names:
            names[""] = self._number(resource, resource.schema, resource.pointer)
        return tuple(sorted(names.items()))

    def _number(self, resource: Resource, schema: Any, pointer: str) -> int:
        for number, (known, other, _) in enumerate(self._numbered):
            if known is resource and other is schema:
                return number
        self._numbered.append((resource, schema, pointer))
        return len(self._numbered) - 1
