"""`extra="forbid"`: objects that name their members, and say nothing of others, take no others.

A subschema that speaks of a whole value, and not of a part beside others in `allOf` and its like, gets
`additionalProperties: false` where it names members by itself. Where what it combines (`allOf`, `$ref`, `if`) names
some, it gets the keyword `CLOSED`, which means `unevaluatedProperties: false` in every dialect. A subschema to which
references lead from both sides, from a whole value and from an `allOf`, stays open, and the subschemas that refer to
it are closed.

So every text that is left is one of the author's schema: alternatives of an `anyOf` may be closed one by one, those of
a `oneOf` may not, because a value of exactly one closed alternative may be one of two that are open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from constrain.budget import TURN, spend

from .dialect import CLOSED

_OF_VALUES = ("additionalProperties", "unevaluatedProperties", "additionalItems", "unevaluatedItems", "contains")
_OF_ITEMS = ("items", "prefixItems")
_MAPS_OF_VALUES = ("properties", "patternProperties")
_LISTS_OF_PARTS = ("allOf", "anyOf", "oneOf")
_PARTS = ("if", "then", "else", "not")
_MAPS_OF_PARTS = ("dependentSchemas", "dependencies")
_DEFINITIONS = ("$defs", "definitions")
_SAYS = ("additionalProperties", "unevaluatedProperties")
_COMBINES = frozenset((*_LISTS_OF_PARTS, "if", "then", "else", *_MAPS_OF_PARTS, "$ref"))
_SAYS_SET = frozenset(_SAYS)
_SIMPLY = 50  # levels
_LEADS = frozenset((*_OF_VALUES, *_MAPS_OF_VALUES, *_OF_ITEMS, *_PARTS, *_COMBINES))

_READ = _LEADS.union(_DEFINITIONS, ("$dynamicRef", "$recursiveRef"))

Way = tuple[str, ...]  # the keys that lead to a subschema


def closed(schema: Any) -> Any:
    """A copy in which objects that name their members take no others; the schema itself where nothing is to be done."""
    if type(schema) is not dict:
        return schema
    return _simply(schema, {}, 0) or _Closing(schema).closed()


def _simply(node: dict[Any, Any], made: dict[int, dict[Any, Any] | None], depth: int) -> dict[Any, Any] | None:
    """The copy where properties and items are all that holds subschemas, as in most tools; None elsewhere."""
    spend(TURN)
    if id(node) in made or depth > _SIMPLY:  # also for what holds itself, which is not made yet
        return made.get(id(node))
    made[id(node)] = None
    copy = dict(node)
    for key in _READ.intersection(node):
        found = node[key]
        if key == "properties" and type(found) is dict:
            members = {
                name: _simply(each, made, depth + 1) if type(each) is dict else each for name, each in found.items()
            }
            if None in members.values():
                return None
            copy[key] = members
        elif key == "items" and type(found) is dict:
            copy[key] = _simply(found, made, depth + 1)
            if copy[key] is None:
                return None
        elif key not in _SAYS or type(found) is dict:
            return None
    if "properties" in copy and _SAYS_SET.isdisjoint(copy):
        copy = _with_needed(copy, additionalProperties=False)
    made[id(node)] = copy
    return copy


class _Closing:
    def __init__(self, schema: dict[Any, Any]) -> None:
        self.schema = schema
        self.reference_alone = "draft-0" in str(schema.get("$schema"))  # what stands beside `$ref` says nothing there
        self.whole: dict[int, bool] = {}  # of each subschema: whether it speaks of whole values only
        self.nodes: dict[int, dict[Any, Any]] = {}
        self.named: dict[int, bool] = {}

    def closed(self) -> Any:
        self._find_roles()
        made: dict[int, Any] = {}
        for identity, node in self.nodes.items():
            made[identity] = self._with_own(node) if self.whole[identity] else dict(node)
        for copy in made.values():  # the subschemas inside are copies as well
            spend(TURN)
            for key, child in copy.items():
                copy[key] = self._replaced(child, made)
        return made[id(self.schema)]

    def _replaced(self, child: Any, made: dict[int, Any]) -> Any:
        if type(child) is dict:
            if id(child) in made:
                return made[id(child)]
            return {key: made.get(id(value), value) if type(value) is dict else value for key, value in child.items()}
        if type(child) is list:
            return [made.get(id(value), value) if type(value) is dict else value for value in child]
        return child

    # Which subschemas speak of whole values

    def _find_roles(self) -> None:
        waiting: list[tuple[Any, bool]] = [(self.schema, True)]
        unreached = [True]
        while waiting:
            node, whole = waiting.pop()
            if type(node) is dict:
                spend(TURN)
                known = self.whole.get(id(node))
                if known is None or (known and not whole):
                    self.nodes[id(node)] = node
                    self.whole[id(node)] = whole
                    waiting.extend(self._inside(node, whole))
            if not waiting and unreached:  # what only anchors and other resources may refer to: as parts, left open
                unreached.pop()
                waiting = [
                    (each, False) for each in self._definitions() if type(each) is dict and id(each) not in self.whole
                ]
                unreached = [True] if waiting else []

    def _inside(self, node: dict[Any, Any], whole: bool) -> Iterator[tuple[Any, bool]]:
        """The subschemas to which one leads, each with whether it speaks of whole values."""
        for key, found in node.items():
            if key not in _LEADS:
                continue
            if key in _MAPS_OF_VALUES:
                yield from ((each, True) for each in _values(found))
            elif key in _OF_VALUES:
                yield found, True
            elif key in _OF_ITEMS:
                yield from ((each, True) for each in (found if type(found) is list else [found]))
            elif key in _LISTS_OF_PARTS:
                alone = key == "anyOf" and whole and self._is_alone(node)
                yield from ((each, alone) for each in (found if type(found) is list else []))
            elif key in _PARTS:
                yield found, False
            elif key in _MAPS_OF_PARTS:
                yield from ((each, False) for each in _values(found))
            else:
                yield self._target(found), whole and self._is_alone(node)

    def _is_alone(self, node: dict[Any, Any]) -> bool:
        """Whether nothing names members beside the one `anyOf` or `$ref` that the subschema consists of."""
        ways = [part for part in self._ways(node) if self.names(part)]
        kinds = ("anyOf", "$ref")
        return not any(key in node for key in (*_MAPS_OF_VALUES, *_SAYS)) and any(
            key in node and all(any(part is each for each in self._of(node, key)) for part in ways) for key in kinds
        )

    def _of(self, node: dict[Any, Any], key: str) -> list[Any]:
        found = node[key]
        return found if type(found) is list else [self._target(found)]

    def _definitions(self) -> Iterator[Any]:
        for node in list(self.nodes.values()):
            for key in _DEFINITIONS:
                yield from _values(node.get(key))

    def _target(self, reference: Any) -> Any:
        """The subschema to which a reference within the document leads, by its pointer; else None."""
        if type(reference) is not str or not (reference == "#" or reference.startswith("#/")):
            return None
        node: Any = self.schema
        for token in reference.split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")
            if type(node) is dict:
                node = node.get(token)
            elif type(node) is list and token.isdecimal() and int(token) < len(node):
                node = node[int(token)]
            else:
                return None
        return node

    # What names members

    def names(self, node: Any) -> bool:
        """Whether the subschema, or what it combines, names members of objects; also where that is not known."""
        if type(node) is not dict:
            return False
        seen: set[int] = set()
        waiting = [node]
        while waiting:
            each = waiting.pop()
            if type(each) is not dict or id(each) in seen or self.named.get(id(each)) is False:
                continue
            spend(TURN)
            seen.add(id(each))
            if self.named.get(id(each)) or _names_itself(each) or self._leads_out(each):
                self.named[id(node)] = True
                return True
            waiting.extend(self._ways(each))
        self.named.update(dict.fromkeys(seen, False))
        return False

    def _ways(self, node: dict[Any, Any]) -> Iterator[Any]:
        """What the subschema combines."""
        for key in _COMBINES.intersection(node):
            if key in _LISTS_OF_PARTS:
                yield from (node[key] if type(node[key]) is list else ())
            elif key in _MAPS_OF_PARTS:
                yield from _values(node[key])
            else:
                yield self._target(node[key]) if key == "$ref" else node[key]

    def _leads_out(self, node: dict[Any, Any]) -> bool:
        """Whether a reference leads where this does not look."""
        if "$dynamicRef" in node or "$recursiveRef" in node:
            return True
        return type(node.get("$ref")) is str and self._target(node["$ref"]) is None

    # Closing

    def _with_own(self, node: dict[Any, Any]) -> dict[Any, Any]:
        """A copy of a subschema of whole values that takes no more than what is named."""
        if any(key in node for key in _SAYS):
            return dict(node)
        combined = self._leads_out(node) or any(self.names(part) for part in self._ways(node))
        if not combined:
            return _with_needed(node, additionalProperties=False) if _names_itself(node) else dict(node)
        if self._is_alone(node) and not self._leads_out(node) and self._parts_are_closed(node):
            return dict(node)
        if self.reference_alone and "$ref" in node:
            kept = {key: value for key, value in node.items() if key in ("id", "$id", "$schema", *_DEFINITIONS)}
            return {**kept, "allOf": [{"$ref": node["$ref"]}], CLOSED: True}
        return _with_needed({**node, CLOSED: True})

    def _parts_are_closed(self, node: dict[Any, Any]) -> bool:
        return all(self.whole.get(id(part), True) for part in self._ways(node) if type(part) is dict)


def _with_needed(node: dict[Any, Any], **more: Any) -> dict[Any, Any]:
    """The copy, where members that are required count as named."""
    copy = {**node, **more}
    needed = node.get("required")
    properties = node.get("properties")
    if type(needed) is list and (properties is None or type(properties) is dict):
        named = properties or {}
        missing = {name: True for name in needed if type(name) is str and name not in named}
        if missing:
            copy["properties"] = {**named, **missing}
    return copy


def _names_itself(node: dict[Any, Any]) -> bool:
    return any(key in node for key in _MAPS_OF_VALUES)


def _values(found: Any) -> list[Any]:
    return list(found.values()) if type(found) is dict else []
