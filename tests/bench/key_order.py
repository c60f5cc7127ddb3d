"""The order in which a schema names keys, and a value put into that order.

Engines that write keys in the schema's order cannot write a valid value whose keys stand otherwise. To tell that from a
wrong refusal, this reads the order off the schema alone, knowing no engine: `properties`, then the other `required`
keys, then all others as they stand. Several subschemas may name keys of one object (`allOf`, `anyOf`, `$ref`, …), and
an alternative may differ in order from what all together suggest, so there are two ways to merge them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def by_appearance(lists: list[list[str]]) -> list[str]:
    """All keys, each where it appears first.

    >>> by_appearance([["a", "b"], ["c", "b"]])
    ['a', 'b', 'c']
    """
    return list(dict.fromkeys(key for keys in lists for key in keys))


def by_precedence(lists: list[list[str]]) -> list[str]:
    """All keys, none before one that a list puts before it (unless lists contradict each other).

    >>> by_precedence([["a", "b"], ["c", "b"]])
    ['a', 'c', 'b']
    """
    left = by_appearance(lists)
    out: list[str] = []
    while left:
        waiting = {key for keys in lists for key in [k for k in keys if k in left][1:]}
        out.append(next((key for key in left if key not in waiting), left[0]))
        left.remove(out[-1])
    return out


Merge = Callable[[list[list[str]]], list[str]]


def in_schema_order(schema: Any, value: Any, merge: Merge = by_appearance) -> Any:
    """`value` with the keys of all objects in the schema's order; recursion goes as deep as the value.

    >>> list(in_schema_order({"properties": {"a": {}, "b": {}}}, {"b": 1, "c": 2, "a": 3}))
    ['a', 'b', 'c']
    """
    return _sorted(schema, [schema], value, merge)


def _sorted(root: Any, schemas: list[Any], value: Any, merge: Merge) -> Any:
    if not isinstance(value, (dict, list)):
        return value
    applicable = _applicable(root, schemas)
    if isinstance(value, list):
        return [
            _sorted(root, [child for schema in applicable for child in _item(schema, position)], item, merge)
            for position, item in enumerate(value)
        ]
    named = merge([[key for key in _mapping(schema, "properties") if key in value] for schema in applicable])
    required = [schema["required"] for schema in applicable if isinstance(schema.get("required"), list)]
    order = dict.fromkeys([*named, *(key for keys in required for key in keys if key in value), *value])
    return {
        key: _sorted(root, [child for schema in applicable for child in _property(schema, key)], value[key], merge)
        for key in order
    }


def _applicable(root: Any, schemas: list[Any]) -> list[dict[str, Any]]:
    """All object schemas that may apply where `schemas` do, each once, in order of appearance."""
    found: list[dict[str, Any]] = []
    seen: set[int] = set()
    stack = schemas[::-1]
    while stack:
        schema = stack.pop()
        if not isinstance(schema, dict) or id(schema) in seen:
            continue
        seen.add(id(schema))
        found.append(schema)
        parts: list[Any] = [_target(root, schema["$ref"])] if isinstance(schema.get("$ref"), str) else []
        for keyword in ("allOf", "anyOf", "oneOf"):
            if isinstance(schema.get(keyword), list):
                parts += schema[keyword]
        parts += [schema.get(keyword) for keyword in ("if", "then", "else")]
        parts += _mapping(schema, "dependentSchemas").values()
        stack += parts[::-1]
    return found


def _mapping(schema: dict[str, Any], keyword: str) -> dict[str, Any]:
    value = schema.get(keyword)
    return value if isinstance(value, dict) else {}


def _property(schema: dict[str, Any], key: str) -> list[Any]:
    known = _mapping(schema, "properties")
    if key in known:
        return [known[key]]
    # Which pattern fits is not decided: all of them may say something of the order further down.
    return [*_mapping(schema, "patternProperties").values(), schema.get("additionalProperties")]


def _item(schema: dict[str, Any], position: int) -> list[Any]:
    items = schema.get("items")
    prefix = schema.get("prefixItems", items if isinstance(items, list) else [])
    if isinstance(prefix, list) and position < len(prefix):
        return [prefix[position]]
    return [schema.get("additionalItems"), items if isinstance(items, dict) else None, schema.get("contains")]


def _target(root: Any, reference: str) -> Any:
    if not reference.startswith("#"):
        return None
    target = root
    for part in filter(None, reference[1:].split("/")):
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(target, dict) and name in target:
            target = target[name]
        elif isinstance(target, list) and name.isdigit() and int(name) < len(target):
            target = target[int(name)]
        else:
            return None
    return target
