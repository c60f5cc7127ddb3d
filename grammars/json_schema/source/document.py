"""The schema document: its subschemas, and how they are reached.

`merge_equal` treats subschemas with equal content as one, which keeps combinators over repeated subschemas small.
It has to look at every subschema's content, so it is only the second attempt, made once the first combines many shapes.

A `Subschema` is one of them together with the resource (base URI) it belongs to and, only where the document uses
dynamic references, the dynamic scope in which it was reached. Subschemas are formulas: "the value satisfies this
subschema". They are made on demand and interned, so a reference met again is the same formula.

To which schema a reference leads is the business of `resources.py`.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from constrain.budget import let_others_in
from constrain.errors import GrammarError
from constrain.support.shown import shown

from ..formula import Formula, Formulas
from .dialect import TYPE, Dialect
from .old_forms import old_form
from .pointers import way, within
from .resources import Resource, Resources

_SCALARS = frozenset((str, int, float, bool, type(None), Decimal))
Scope = tuple[tuple[str, int], ...]  # dynamic anchors in force: name, and the number of the subschema it leads to


class NeedsScopes(Exception):
    """The document uses dynamic references, so subschemas must know their dynamic scope; compile again with scopes."""


class Subschema(Formula):
    """One subschema; `token` is its key under `parent` (a whole pointer where there is no parent)."""

    __slots__ = ("_pointer", "open", "parent", "resource", "schema", "scope", "token", "tracked")

    def __init__(
        self, serial: int, schema: Any, resource: Resource, scope: Scope, parent: Subschema | None, token: str
    ) -> None:
        self.serial, self.value_set, self.expressions = serial, None, None
        self.schema, self.resource, self.scope, self.parent, self.token = schema, resource, scope, parent, token
        self.open = False  # being evaluated: reaching it again means a reference that consumes nothing
        self._pointer: str | None = None
        self.tracked: Any = None  # its value set together with what it has evaluated, for `unevaluated*`

    @property
    def pointer(self) -> str:
        if self._pointer is None:
            self._pointer = self._written()
        return self._pointer

    def _written(self) -> str:
        tokens = []
        subschema: Subschema | None = self
        while subschema is not None:
            tokens.append(subschema.token)
            subschema = subschema.parent
        return way(tokens[::-1])


class Document:
    """All subschemas of one compilation."""

    def __init__(
        self, schema: Any, formulas: Formulas, registry: Any = None, *, scoped: bool = False, merge_equal: bool = False
    ) -> None:
        self.formulas, self.scoped, self.merge_equal = formulas, scoped, merge_equal
        self._by_content: dict[Any, Subschema] = {}  # with `merge_equal`: by what they say
        self._repeated: list[tuple[Subschema, Subschema | None, str]] = []  # and where another one stands
        self._content_numbers: dict[Any, int] = {}
        self._content_of: dict[tuple[int, int], int] = {}
        self._references: dict[str, Formula] = {}  # of the main resource, where subschemas have no scopes
        self._subschemas: dict[tuple[int, int, Scope], Subschema] = {}
        self._numbered: list[tuple[Resource, Any, str]] = []  # targets of dynamic anchors
        self.resources = Resources(schema, registry, scoped)
        self.main = self.resources.main
        self.root = self.subschema(schema, self.main, self._entered((), self.main), None, "#")

    def forget(self) -> None:
        """Drop the memos of later stages, which lead back to subschemas in cycles."""
        for subschema in self._subschemas.values():
            let_others_in()  # what is freed may be large
            subschema.value_set = subschema.expressions = subschema.tracked = None
        self._references.clear()

    # Subschemas

    def subschema(
        self, schema: Any, resource: Resource, scope: Scope, parent: Subschema | None, token: str
    ) -> Subschema:
        """The subschema of a schema, made at most once for each resource and scope."""
        key = id(schema), id(resource), scope
        found = self._subschemas.get(key)
        if found is None:
            if self.merge_equal:
                content = id(resource), scope, self._content_or_itself(schema, resource.dialect)
                found = self._by_content.get(content)
            if found is None:
                serial = self.formulas.serial() if scope else self.formulas.subschema_serial()
                found = Subschema(serial, schema, resource, scope, parent, token)
                if self.merge_equal:
                    self._by_content[content] = found
            else:
                self._repeated.append((found, parent, token))
            self._subschemas[key] = found
        return found

    def equal_pointers(self) -> dict[str, list[str]]:
        """By the pointer of a subschema, those of the equal ones merged with it."""
        found: dict[str, list[str]] = {}
        for subschema, parent, token in self._repeated:
            found.setdefault(subschema.pointer, []).append((parent.pointer if parent else "") + token)
        return found

    def repeats(self) -> bool:
        """Whether many of the subschemas so far say what another one says."""
        known = self._subschemas.values()
        contents = {(id(s.resource), s.scope, self._content_or_itself(s.schema, s.resource.dialect)) for s in known}
        return 5 * len(contents) < 4 * len(known)

    def _content_or_itself(self, schema: dict[str, Any], dialect: Dialect) -> Any:
        """A number for what a subschema says, without annotations: equal for subschemas that demand the same."""
        try:
            return self._content(schema, dialect)
        except (RecursionError, ValueError):  # containers too deep, or integers too long, to be shown
            return "not to be shown", id(schema)

    def _content(self, schema: Any, dialect: Dialect) -> int | str:
        if type(schema) is not dict:
            return self._value(schema)
        identity = id(schema), id(dialect)
        found = self._content_of.get(identity)
        if found is None:
            parts: list[Any] = []
            for key, value in schema.items():
                kind = dialect.children.get(key)
                if kind is None:
                    if key in dialect.subjects or key in ("minContains", "maxContains", dialect.id):
                        parts.append((key, self._value(value)))
                elif kind == "map" and type(value) is dict:
                    if key not in ("$defs", "definitions"):
                        parts.append((key, "map", *((name, self._content(v, dialect)) for name, v in value.items())))
                elif type(value) is list:
                    parts.append((key, "list", *(self._content(v, dialect) for v in value)))
                else:
                    parts.append((key, self._content(value, dialect)))
            found = self._content_of[identity] = self._number_of_content(tuple(parts))
        return found

    def _number_of_content(self, parts: tuple[Any, ...]) -> int:
        return self._content_numbers.setdefault(parts, len(self._content_numbers))

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
        identity = id(value), 0
        found = self._content_of.get(identity)
        if found is None:
            parts = "value", keys, *map(self._value, items)
            found = self._content_of[identity] = self._number_of_content(parts)
        return found

    def child(self, parent: Subschema, schema: Any, token: str, key: str = "") -> Formula:
        """The formula of a subschema of `parent`; its pointer goes on with `token` and `key`: `/properties/`, `a`."""
        if type(schema) is not dict:
            if schema is True:
                return self.formulas.always
            if schema is False:
                return self.formulas.never
            raise GrammarError(
                f"{parent.pointer}{token}{within(key)}: a schema must be an object or a boolean, not "
                f"{shown(schema, 60)}{old_form(token.strip('/'), schema, parent.schema) if not key else ''}"
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
            # Most subschemas name a type of scalars and nothing else, but for annotations: these need no `Subschema`.
            known = dialect.subjects
            subjects = 0
            for keyword in schema:
                if keyword in known:
                    subjects |= known[keyword]
            if not subjects:
                return self.formulas.always
            if subjects == TYPE:
                name = schema["type"]
                if type(name) is str and name in dialect.scalars:
                    return self.formulas.of_type(name)
        return self.subschema(schema, resource, scope, parent, token + within(key) if key else token)

    # References

    def reference(self, subschema: Subschema, reference: Any, keyword: str = "$ref") -> Formula:
        """Where `reference`, standing at `subschema`, leads."""
        if self.scoped or subschema.resource is not self.main or type(reference) is not str:
            return self._led(subschema, reference, keyword)
        found = self._references.get(reference)
        if found is None:
            found = self._references[reference] = self._led(subschema, reference, keyword)
        return found

    def _led(self, subschema: Subschema, reference: Any, keyword: str) -> Formula:
        here = f"{subschema.pointer}/{keyword}"
        if type(reference) is not str:
            raise GrammarError(f"{here}: a reference must be a string, not {shown(reference, 60)}")
        if reference == "#":
            return self._enter(subschema, subschema.resource, subschema.resource.schema, subschema.resource.pointer)
        if reference.startswith("#/"):
            resource, schema, pointer = self.resources.walk(subschema.resource, reference[1:], reference, here)
            return self._enter(subschema, resource, schema, pointer)
        resource, schema, pointer = self.resources.find(subschema.resource, reference, here)
        return self._enter(subschema, resource, schema, pointer)

    def _enter(self, subschema: Subschema, resource: Resource, schema: Any, pointer: str) -> Formula:
        if type(schema) is not dict:
            if type(schema) is bool:
                return self.formulas.always if schema else self.formulas.never
            raise GrammarError(
                f"{subschema.pointer}: the reference leads to {pointer}, which is {shown(schema, 60)}, no schema"
            )
        scope = subschema.scope if resource is subschema.resource else self._entered(subschema.scope, resource)
        return self.subschema(schema, resource, scope, None, pointer)

    def dynamic_reference(self, subschema: Subschema, reference: Any, keyword: str) -> Formula:
        """Where a `$dynamicRef` or `$recursiveRef` leads from the dynamic scope of `subschema`."""
        if not self.scoped:
            raise NeedsScopes
        if keyword == "$recursiveRef":
            if subschema.resource.recursive:
                return self._by_scope(subschema, "", subschema.resource, subschema.resource.schema)
            return self.reference(subschema, "#", keyword)
        here = f"{subschema.pointer}/{keyword}"
        if type(reference) is not str:
            raise GrammarError(f"{here}: a reference must be a string, not {shown(reference, 60)}")
        resource, schema, pointer = self.resources.find(subschema.resource, reference, here)
        name = reference.partition("#")[2]
        if resource.dynamic.get(name, (None,))[0] is schema:
            return self._by_scope(subschema, name, resource, schema)
        return self._enter(subschema, resource, schema, pointer)

    def _by_scope(self, subschema: Subschema, name: str, resource: Resource, schema: Any) -> Formula:
        for known, number in subschema.scope:
            if known == name:
                resource, schema, pointer = self._numbered[number]
                return self._enter(subschema, resource, schema, pointer)
        return self._enter(subschema, resource, schema, resource.pointer)

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
