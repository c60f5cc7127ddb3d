"""Schemas of which a look shows that texts satisfy them, before they are read.

Of the 400 tools of a list a text calls one or two, so most of their schemas need never be written, if it is known
that nothing would be wrong with them. A look is enough where a schema says nothing but types, the members of objects
that have no others, the items of arrays, and listed strings: all of that is known, satisfiable at any size, and needs
neither counters nor comparisons.

    {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}    surely
    {"type": "array", "items": {"type": "string"}, "minItems": 3}                           not surely: it counts
    {"type": "string", "pattern": "…"}                                                      not surely: it may be empty

It knows fewer schemas than there are; whatever it does not know is read at once.
"""

from __future__ import annotations

from typing import Any

_SAID = frozenset(("type", "description", "title", "default"))  # of which the last three say nothing
_KEYWORDS = {
    **dict.fromkeys(("integer", "number", "boolean", "null"), _SAID),
    "string": _SAID | {"enum"},
    "array": _SAID | {"items"},
    "object": _SAID | {"properties", "required", "additionalProperties"},
}
_DEEPEST = 30  # levels; json_schema itself has no bound


def surely_written(schema: Any, depth: int = 0) -> bool:
    """Whether `json_schema(schema, extra="forbid")` is known to give a grammar. Costs time linear in the schema."""
    if type(schema) is not dict or depth > _DEEPEST:
        return False
    kind = schema.get("type")
    if type(kind) is not str or not schema.keys() <= _KEYWORDS.get(kind, frozenset()):
        return False
    if kind == "object":
        return _is_closed_object(schema, depth)
    if kind == "array":
        return surely_written(schema.get("items"), depth + 1)
    return "enum" not in schema or _are_texts(schema["enum"])


def _is_closed_object(schema: dict[str, Any], depth: int) -> bool:
    named = schema.get("properties")
    if schema.get("additionalProperties", False) is not False:
        return False
    if named is None:
        return "additionalProperties" in schema and "required" not in schema and "properties" not in schema
    if type(named) is not dict:
        return False
    for key, value in named.items():
        if type(key) is not str or not key.isascii() or not surely_written(value, depth + 1):
            return False
    needed = schema.get("required", [])
    return type(needed) is list and all(type(key) is str and key in named for key in needed)


def _are_texts(listed: Any) -> bool:
    """Whether it is a list of different strings that can be written."""
    if type(listed) is not list or not listed:
        return False
    return all(type(text) is str and text.isascii() for text in listed) and len(set(listed)) == len(listed)
