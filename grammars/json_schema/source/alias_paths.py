"""Members that a model reads from within others (`AliasPath`), as objects and arrays that hold them."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import JsonSchemaValue

from .core_schemas import unsupported


def path_of(field: Any) -> list[str | int]:
    """Where a member is found if it has no name of its own; else empty."""
    alias = field.get("validation_alias")
    if not isinstance(alias, list) or not alias:
        return []
    choices = alias if isinstance(alias[0], list) else [alias]
    if any(len(choice) == 1 and isinstance(choice[0], str) for choice in choices):
        return []
    return list(choices[0])


def plant(tree: dict[Any, Any], path: list[str | int], leaf: Any) -> None:
    for key in path[:-1]:
        tree = tree.setdefault(key, {})
        if not isinstance(tree, dict):
            raise unsupported("AliasPath", f"`{key}` is a member itself and holds another; write them apart")
    if path[-1] in tree:
        raise unsupported("AliasPath", "two members are read from the same place; write them apart")
    tree[path[-1]] = leaf


def grown(tree: Any, filled: bool) -> tuple[JsonSchemaValue, bool]:
    """The schema of what stands at a place, and whether it must be there; `filled`: where it is, all of it is."""
    if isinstance(tree, tuple):
        return tree
    parts = {key: grown(part, filled) for key, part in tree.items()}
    required = any(needed for _, needed in parts.values())
    needed = [key for key, (_, must) in parts.items() if must or filled]
    if all(isinstance(key, str) for key in parts):
        found: JsonSchemaValue = {"type": "object", "properties": {key: part for key, (part, _) in parts.items()}}
        return {**found, "required": needed, "additionalProperties": False}, required
    if not all(isinstance(key, int) and key >= 0 for key in parts):
        raise unsupported("AliasPath", "a path that counts from the end, or both keys and places, cannot be enforced")
    length = max(parts) + 1
    items = [parts[at][0] if at in parts else {} for at in range(length)]
    least = max(needed) + 1 if needed else 0
    return {"type": "array", "prefixItems": items, "minItems": least, "maxItems": length}, required
