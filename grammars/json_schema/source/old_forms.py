"""What to write in place of forms that older drafts, or other languages, have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from constrain.support.shown import shown


def old_form(keyword: str, value: Any, schema: Mapping[str, Any]) -> str:
    """What to write for a value that an older draft has, or other languages' names of types; empty for others."""
    if keyword in ("items", "additionalItems") and isinstance(value, list):
        return (
            "; a list is the form of drafts up to 2019-09: name the draft by `$schema`, or write `prefixItems` for the "
            "list and `items` for what follows it"
        )
    if keyword in ("exclusiveMinimum", "exclusiveMaximum") and isinstance(value, bool):
        limit = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}[keyword]
        bound = f" {shown(schema[limit], 40)}, in place of `{limit}`" if limit in schema else ""
        instead = f"write the bound here{bound}" if value else "leave it out"
        return f"; a boolean is draft 4's: name that by `$schema`, or {instead}"
    if keyword == "required" and isinstance(value, bool):
        instead = "name the key in the `required` of the object that it belongs to" if value else "leave it out"
        return f"; a boolean is draft 3's: {instead}"
    if keyword == "type":
        names = value if isinstance(value, list) else [value]
        meant = {name: _TYPES.get(name.lower()) for name in names if isinstance(name, str) and name not in _KNOWN}
        return "".join(f"; {shown(name, 40)} is {other} in JSON Schema" for name, other in meant.items() if other)
    return ""


# Keywords that people write for others, with such values, and that demand nothing.
FOREIGN: dict[str, tuple[type, str]] = {
    "nullable": (bool, '`"type": ["string", "null"]`'),
    "optional": (bool, "leaving the key out of the `required` around"),
    "min": (int, "`minimum`, `minLength` or `minItems`"),
    "max": (int, "`maximum`, `maxLength` or `maxItems`"),
    "length": (int, "`minLength` with `maxLength`"),
    "regex": (str, "`pattern`"),
}
_KNOWN = ("string", "integer", "number", "boolean", "object", "array", "null")
_TYPES = {
    **{name: f'"{name}"' for name in _KNOWN},
    **dict.fromkeys(("str", "text", "char", "date", "datetime", "uuid", "bytes", "enum"), '"string"'),
    **dict.fromkeys(("int", "long", "int32", "int64"), '"integer"'),
    **dict.fromkeys(("float", "double", "decimal"), '"number"'),
    "bool": '"boolean"',
    **dict.fromkeys(("dict", "map", "struct", "record"), '"object"'),
    **dict.fromkeys(("list", "tuple", "set"), '"array"'),
    **dict.fromkeys(("none", "nil", "undefined", "nullable"), '"null"'),
    "any": "no `type` at all",
}
