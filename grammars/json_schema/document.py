"""The schema document: its places, its dialect, and where references lead.

With `twins`, subschemas that say the same are one place, which keeps combinators over repeated subschemas small; it
costs a look at every subschema's content, so it is only the second attempt, made once the first has come to combine
many shapes.

A `Place` is one subschema together with the resource (base URI) it belongs to and, only where the document uses
dynamic references, the dynamic scope in which it was reached. Places are formulas: "the value satisfies this
subschema". They are made on demand and interned, so a reference met again is the same formula.

References lead inside the document (pointers, anchors, `$id`) or to the resources of a registry that the caller
passes; nothing is ever fetched.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.showing import shown

from .dialect import DIALECTS, TYPE, Dialect, dialect_of
from .formula import Formula, Formulas

Scope = tuple[tuple[str, int], ...]  # dynamic anchors in force: name, and the number of the place it leads to


class NeedsScopes(Exception):
    """The document uses dynamic references, so places must know their dynamic scope; compile again with scopes."""


class Resource:
    """A schema with its own base URI; `anchors` and `dynamic` map names to its subschemas (with their pointers)."""

    def __init__(self, uri: str, schema: Any, dialect: Dialect, pointer: str) -> None:
        self.uri, self.schema, self.dialect, self.pointer = uri, schema, dialect, pointer
        self.anchors: dict[str, tuple[Any, str]] = {}
        self.dynamic: dict[str, tuple[Any, str]] = {}
        self.recursive = isinstance(schema, dict) and schema.get("$recursiveAnchor") is True


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


def way(steps: list[str]) -> str:
    """The steps of a pointer; of a very long one, which nobody reads, both ends."""
    return "".join(steps if len(steps) <= 60 else [*steps[:20], f"/…{len(steps) - 50} more steps…", *steps[-30:]])


def escaped(token: object) -> str:
    """A key as a step of a JSON pointer."""
    return "/" + _escaped(token if type(token) is str else shown(token, 60))


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key


class Document:
    """All places of one compilation."""

    def __init__(
        self, schema: Any, formulas: Formulas, registry: Any = None, *, scoped: bool = False, twins: bool = False
    ) -> None:
        self.formulas, self.registry, self.scoped, self.twins = formulas, registry, scoped, twins
        self._contents: dict[Any, Place] = {}  # of twins: by what they say
        self._repeated: list[tuple[Place, Place | None, str]] = []  # and where another one stands
        self._sayings: dict[Any, int] = {}
        self._said: dict[tuple[int, int], int] = {}
        self._references: dict[str, Formula] = {}  # of the main resource, where places have no scopes
        self._places: dict[tuple[int, int, Scope], Place] = {}
        self._alive: list[Any] = []  # keeps retrieved schemas alive, since places are interned by id
        self._resources: dict[str, Resource] = {}
        self._numbered: list[tuple[Resource, Any, str]] = []  # targets of dynamic anchors
        self._indexed: set[int] = set()
        dialect = dialect_of(schema, DIALECTS["2020-12"], "#", self._vocabularies)
        uri = self._identifier(schema, dialect)
        self.main = Resource(urldefrag(uri)[0] if uri else "", schema, dialect, "#")
        self._resources[self.main.uri] = self.main
        self._resources.setdefault("", self.main)
        if scoped:
            self._index(self.main)
        self.root = self.place(schema, self.main, self._entered((), self.main), None, "#")

    @property
    def tells_apart(self) -> bool:
        """Whether places are told apart by more than where their schema stands."""
        return self.scoped or self.twins

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
            if self.twins:
                content = id(resource), scope, self._says(schema, resource.dialect)
                found = self._contents.get(content)
            if found is None:
                serial = self.formulas.serial() if scope else self.formulas.place()
                found = Place(serial, schema, resource, scope, parent, token)
                if self.twins:
                    self._contents[content] = found
            else:
                self._repeated.append((found, parent, token))
            self._places[key] = found
        return found

    def twin_pointers(self) -> dict[str, list[str]]:
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
            return repr(schema)
        place = id(schema), id(dialect)
        found = self._said.get(place)
        if found is None:
            parts: list[Any] = []
            for key, value in schema.items():
                kind = dialect.children.get(key)
                if kind is None:
                    if key in dialect.families or key in ("minContains", "maxContains", dialect.id):
                        parts.append((key, repr(value)))
                elif kind == "map" and type(value) is dict:
                    if key not in ("$defs", "definitions"):
                        parts.append((key, "map", *((name, self._content(v, dialect)) for name, v in value.items())))
                elif type(value) is list:
                    parts.append((key, "list", *(self._content(v, dialect) for v in value)))
                else:
                    parts.append((key, self._content(value, dialect)))
            found = self._said[place] = self._sayings.setdefault(tuple(parts), len(self._sayings))
        return found

    def child(self, parent: Place, schema: Any, token: str, key: str = "") -> Formula:
        """The formula of a subschema of `parent`; its pointer goes on with `token` and `key`: `/properties/`, `a`."""
        if type(schema) is not dict:
            if schema is True:
                return self.formulas.always
            if schema is False:
                return self.formulas.never
            raise GrammarError(
                f"{parent.pointer}{token}{_escaped(key)}: a schema must be an object or a boolean, not "
                f"{shown(schema, 60)}"
            )
        if not schema:
            return self.formulas.always
        resource, scope = parent.resource, parent.scope
        dialect = resource.dialect
        if dialect.id in schema:
            resource = self._resource_at(schema, resource, parent.pointer + token + _escaped(key))
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
        return self.place(schema, resource, scope, parent, token + _escaped(key) if key else token)

    def _identifier(self, schema: Any, dialect: Dialect) -> str | None:
        """The schema's own `$id`, if it has one that names a resource."""
        if type(schema) is not dict:
            return None
        value = schema.get(dialect.id)
        if type(value) is not str or value.startswith("#") or (dialect.ref_alone and "$ref" in schema):
            return None
        return value

    def _resource_at(self, schema: dict[str, Any], outer: Resource, pointer: str) -> Resource:
        """The resource that `schema` begins, or `outer` if it begins none."""
        identifier = self._identifier(schema, outer.dialect)
        if identifier is None:
            return outer
        uri = urldefrag(_joined(outer.uri, identifier))[0]
        found = self._resources.get(uri)
        if found is None or (found.schema is not schema and found is not self.main):
            dialect = dialect_of(schema, outer.dialect, pointer, self._vocabularies)
            found = self._resources[uri] = Resource(uri, schema, dialect, pointer)
            if self.scoped:
                self._index(found)
        return found

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
            resource, schema, pointer = self._walk(place.resource, reference[1:], reference, here)
            return self._enter(place, resource, schema, pointer)
        resource, schema, pointer = self._find(place.resource, reference, here)
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
        resource, schema, pointer = self._find(place.resource, reference, here)
        name = urldefrag(reference)[1]
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

    def _find(self, base: Resource, reference: str, here: str) -> tuple[Resource, Any, str]:
        """Resolve a reference of any form."""
        uri, fragment = urldefrag(_joined(base.uri, reference))
        if not reference.startswith("#"):
            base = self._resource(uri, reference, here)
        if fragment.startswith("/"):
            return self._walk(base, fragment, reference, here)
        if not fragment:
            return base, base.schema, base.pointer
        self._index(base)
        name = unquote(fragment)
        found = base.anchors.get(name)
        if found is None:
            known = ", ".join(sorted(base.anchors)) or "none"
            raise GrammarError(f"{here}: no anchor `{name}` in {base.uri or 'the schema'}; anchors there: {known}")
        return base, *found

    def _resource(self, uri: str, reference: str, here: str) -> Resource:
        self._index(self.main)
        found = self._resources.get(uri)
        if found is not None:
            return found
        schema = self._retrieve(uri)
        if schema is None:
            raise UnsupportedError(
                f"{here}: {reference} is not part of this schema; nothing is fetched, so pass `registry=` with "
                f"{uri} in it (a referencing.Registry, or a mapping of URI to schema)",
                feature="$ref",
                where=here,
            )
        self._alive.append(schema)
        dialect = dialect_of(schema, self.main.dialect, uri, self._vocabularies)
        own = self._identifier(schema, dialect)
        resource = Resource(urldefrag(_joined(uri, own))[0] if own else uri, schema, dialect, uri + "#")
        self._resources[uri] = self._resources[resource.uri] = resource
        self._index(resource)
        return resource

    def _retrieve(self, uri: str) -> Any:
        """A schema of the caller's registry, or None."""
        if self.registry is not None:
            if hasattr(self.registry, "get_or_retrieve"):
                from referencing.exceptions import Unresolvable

                for name in (uri, uri + "#"):
                    try:
                        return self.registry.get_or_retrieve(name).value.contents
                    except Unresolvable:
                        continue
            else:
                for name in (uri, uri + "#"):
                    if name in self.registry:
                        return self.registry[name]
        return metaschema(uri)

    def _vocabularies(self, uri: str) -> dict[str, bool] | None:
        """The vocabularies of a metaschema in the registry; None if it is unknown, empty if it declares none."""
        schema = self._retrieve(uri.rstrip("#"))
        if type(schema) is not dict:
            return None
        declared = schema.get("$vocabulary", {})
        return declared if type(declared) is dict else {}

    def _walk(self, resource: Resource, path: str, reference: str, here: str) -> tuple[Resource, Any, str]:
        """Follow a JSON pointer from the root of a resource, taking note of resources on the way."""
        schema, pointer = resource.schema, resource.pointer
        start = schema
        for raw in path.split("/")[1:]:
            token = raw.replace("~1", "/").replace("~0", "~") if "~" in raw else raw
            if "%" in token:
                token = unquote(token)
            if type(schema) is dict and token in schema:
                schema = schema[token]
            elif type(schema) is list and token.isdigit() and int(token) < len(schema):
                schema = schema[int(token)]
            else:
                raise GrammarError(f"{here}: {reference} leads nowhere: there is no `{token}` at {pointer}")
            pointer += "/" + raw
            if type(schema) is dict and schema is not start and resource.dialect.id in schema:
                resource = self._resource_at(schema, resource, pointer)
        return resource, schema, pointer

    def _index(self, resource: Resource) -> None:
        """Find the anchors of a resource and the resources inside it, in subschemas only (not in `enum`, say)."""
        if id(resource) in self._indexed:
            return
        self._indexed.add(id(resource))
        waiting: list[tuple[Any, Resource, str, int]] = [(resource.schema, resource, resource.pointer, 0)]
        while waiting:
            schema, owner, pointer, depth = waiting.pop()
            if type(schema) is not dict:
                continue
            if depth > 5000:
                raise LimitExceeded(
                    f"schemas nested deeper than 5000 below {resource.pointer}", limit=5000, needed=depth
                )
            if schema is not owner.schema:
                inner = self._resource_at(schema, owner, pointer)
                if inner is not owner:
                    owner = inner
                    self._indexed.add(id(inner))
            self._note_anchors(schema, owner, pointer)
            for key, kind in owner.dialect.children.items():
                if key in schema:
                    value = schema[key]
                    if kind != "map" and type(value) is dict:
                        waiting.append((value, owner, f"{pointer}/{key}", depth + 1))
                    elif kind != "map" and type(value) is list:
                        waiting += [(v, owner, f"{pointer}/{key}/{i}", depth + 1) for i, v in enumerate(value)]
                    elif kind == "map" and type(value) is dict:
                        waiting += [(v, owner, f"{pointer}/{key}{escaped(k)}", depth + 1) for k, v in value.items()]

    def _note_anchors(self, schema: dict[str, Any], owner: Resource, pointer: str) -> None:
        dialect = owner.dialect
        if dialect.anchors:
            for key in ("$anchor", "$dynamicAnchor"):
                if type(name := schema.get(key)) is str:
                    owner.anchors.setdefault(name, (schema, pointer))
            if type(name := schema.get("$dynamicAnchor")) is str:
                owner.dynamic.setdefault(name, (schema, pointer))
        elif type(name := schema.get(dialect.id)) is str and "#" in name[:-1]:
            owner.anchors.setdefault(name.partition("#")[2], (schema, pointer))


def _joined(base: str, reference: str) -> str:
    """`urljoin`, also for schemes it does not know to be hierarchical (urn)."""
    if reference.startswith("#"):
        return base + reference
    return urljoin(base, reference)


def metaschema(uri: str) -> Any:
    """The metaschema with this URI, if the package of metaschemas is installed."""
    if "json-schema.org" not in uri:
        return None
    try:
        from jsonschema_specifications import REGISTRY
    except ImportError:
        return None
    for name in (uri, uri + "#"):
        if name in REGISTRY:
            return REGISTRY[name].contents
    return None
