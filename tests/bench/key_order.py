"""The order in which a schema names keys, and a value put into that order.

Engines that write keys in the schema's order cannot write a valid value whose keys stand otherwise. To tell that from a
wrong refusal, this reads the order off the schema alone, knowing no engine: `properties` merged in order of appearance
over everything that may apply to the object (`allOf`, `anyOf`, `$ref`, …), then the other `required` keys, then all
others as they stand. Where alternatives disagree about the order, the first one in the schema decides.
"""

from __future__ import annotations

from typing import Any


def in_schema_order(schema: Any, value: Any) -> Any:
    """`value` with the keys of all objects in the schema's order; recursion goes as deep as the value.

    >>> list(in_schema_order({"properties": {"a": {}, "b": {}}}, {"b": 1, "c": 2, "a": 3}))
    ['a', 'b', 'c']
    """
    return _sorted(schema, [schema], value)


def _sorted(root: Any, schemas: list[Any], value: Any) -> Any:
    if not isinstance(value, (dict, list)):
        return value
    applicable = _applicable(root, schemas)
    if isinstance(value, list):
        return [
            _sorted(root, [child for schema in applicable for child in _item(schema, position)], item)
            for position, item in enumerate(value)
        ]
    rank: dict[str, int] = {}
    for schema in applicable:
        for key in _mapping(schema, "properties"):
            rank.setdefault(key, len(rank))
    for schema in applicable:
        required = schema.get("required")
        for key in required if isinstance(required, list) else []:
            rank.setdefault(key, len(rank))
    return {
        key: _sorted(root, [child for schema in applicable for child in _property(schema, key)], value[key])
        for key in sorted(value, key=lambda key: rank.get(key, len(rank)))
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
