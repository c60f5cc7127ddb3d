"""The resources of a schema: what has a URI of its own, and where references lead from there.

References lead inside the document (pointers, anchors, `$id`) or to the resources of a registry that the caller passes;
nothing is ever fetched. Resources and anchors inside a resource are looked for once one of them is asked for.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.support.nearest import nearest
from constrain.support.shown import shown

from .dialect import DIALECTS, Dialect, dialect_of
from .pointers import escaped

_INDEX = re.compile("[0-9]{1,9}")


class Resource:
    """A schema with its own base URI; `anchors` and `dynamic` map names to its subschemas (with their pointers)."""

    def __init__(self, uri: str, schema: Any, dialect: Dialect, pointer: str) -> None:
        self.uri, self.schema, self.dialect, self.pointer = uri, schema, dialect, pointer
        self.anchors: dict[str, tuple[Any, str]] = {}
        self.dynamic: dict[str, tuple[Any, str]] = {}
        self.recursive = isinstance(schema, dict) and schema.get("$recursiveAnchor") is True


class Resources:
    """All resources that one compilation has met; `main` is the schema itself.

    With `scoped`, the anchors of every resource are noted as soon as it is met, since dynamic scopes need them.
    """

    def __init__(self, schema: Any, registry: Any, scoped: bool) -> None:
        self.registry, self.scoped = registry, scoped
        self._alive: list[Any] = []  # keeps retrieved schemas alive, since subschemas are interned by id
        self._by_uri: dict[str, Resource] = {}
        self._indexed: set[int] = set()
        dialect = dialect_of(schema, DIALECTS["2020-12"], "#", self._vocabularies)
        uri = _identifier(schema, dialect)
        self.main = Resource(_parted("", uri, f"#/{dialect.id}")[0] if uri else "", schema, dialect, "#")
        self._by_uri[self.main.uri] = self.main
        self._by_uri.setdefault("", self.main)
        if scoped:
            self._index(self.main)

    def at(self, schema: dict[str, Any], outer: Resource, pointer: str) -> Resource:
        """The resource that `schema` begins, or `outer` if it begins none."""
        identifier = _identifier(schema, outer.dialect)
        if identifier is None:
            return outer
        uri = _parted(outer.uri, identifier, f"{pointer}/{outer.dialect.id}")[0]
        found = self._by_uri.get(uri)
        if found is None or (found.schema is not schema and found is not self.main):
            dialect = dialect_of(schema, outer.dialect, pointer, self._vocabularies)
            found = self._by_uri[uri] = Resource(uri, schema, dialect, pointer)
            if self.scoped:
                self._index(found)
        return found

    def find(self, base: Resource, reference: str, here: str) -> tuple[Resource, Any, str]:
        """Resolve a reference of any form."""
        uri, fragment = _parted(base.uri, reference, here)
        if not reference.startswith("#"):
            base = self._named(uri, reference, here)
        if fragment.startswith("/"):
            return self.walk(base, fragment, reference, here)
        if not fragment:
            return base, base.schema, base.pointer
        self._index(base)
        name = unquote(fragment)
        found = base.anchors.get(name)
        if found is None:
            known = ", ".join(sorted(base.anchors)) or "none"
            raise GrammarError(f"{here}: no anchor `{name}` in {base.uri or 'the schema'}; anchors there: {known}")
        return base, *found

    def _named(self, uri: str, reference: str, here: str) -> Resource:
        self._index(self.main)
        found = self._by_uri.get(uri)
        if found is not None:
            return found
        schema = self._retrieve(uri)
        if schema is None:
            raise UnsupportedError(
                f"{here}: {reference} is not part of this schema; nothing is fetched: write it under `$defs`, or pass "
                f"`registry=` with {uri} in it (a referencing.Registry, or a mapping of URI to schema)",
                feature="$ref",
                where=here,
            )
        self._alive.append(schema)
        dialect = dialect_of(schema, self.main.dialect, uri, self._vocabularies)
        own = _identifier(schema, dialect)
        resource = Resource(_parted(uri, own, uri)[0] if own else uri, schema, dialect, uri + "#")
        self._by_uri[uri] = self._by_uri[resource.uri] = resource
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

    def walk(self, resource: Resource, path: str, reference: str, here: str) -> tuple[Resource, Any, str]:
        """Follow a JSON pointer from the root of a resource, taking note of resources on the way."""
        schema, pointer = resource.schema, resource.pointer
        start = schema
        for raw in path.split("/")[1:]:
            token = raw.replace("~1", "/").replace("~0", "~") if "~" in raw else raw
            if "%" in token:
                token = unquote(token)
            if type(schema) is dict and token in schema:
                schema = schema[token]
            elif type(schema) is list and _INDEX.fullmatch(token) and int(token) < len(schema):
                schema = schema[int(token)]
            else:
                names = schema if type(schema) is dict else ()
                near = nearest(token, [each for each in names if isinstance(each, str)], shortest=3)
                meant = "" if near is None else f"; did you mean `{near}`?"
                raise GrammarError(f"{here}: {reference} leads nowhere: there is no `{token}` at {pointer}{meant}")
            pointer += "/" + raw
            if type(schema) is dict and schema is not start and resource.dialect.id in schema:
                resource = self.at(schema, resource, pointer)
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
                    f"schemas nested deeper than 5000 below {resource.pointer}; define some of them in `$defs`",
                    limit=5000,
                    needed=depth,
                )
            if schema is not owner.schema:
                inner = self.at(schema, owner, pointer)
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


def _identifier(schema: Any, dialect: Dialect) -> str | None:
    """The schema's own `$id`, if it has one that names a resource."""
    if type(schema) is not dict:
        return None
    value = schema.get(dialect.id)
    if type(value) is not str or value.startswith("#") or (dialect.ref_alone and "$ref" in schema):
        return None
    return value


def _parted(base: str, reference: str, here: str) -> tuple[str, str]:
    """Where a reference leads from `base`: the URI of a resource, and the fragment there.

    By `urljoin`, also for schemes that it does not know to be hierarchical (urn).
    """
    try:
        whole, fragment = urldefrag(base + reference if reference.startswith("#") else urljoin(base, reference))
    except ValueError as error:
        raise GrammarError(f"{here}: {shown(reference, 60)} is no URI: {error}") from None
    return whole, fragment


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
