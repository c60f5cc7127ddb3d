"""Schemas of which a look shows that texts satisfy them, before they are read.

Of the 400 tools of a list a text calls one or two, so most of their schemas need never be written, if it is known
that nothing would be wrong with them. A look is enough where a schema says what functions' parameters mostly say: types
and lists of types, the members of objects that have no others, the items of arrays, bounds, lengths, formats or listed
values, alternatives (`anyOf`) and definitions that do not lead back to themselves. All of that is known, satisfiable at
any size, and needs neither counters nor comparisons.

    {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}    surely
    {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}                        surely
    {"type": "array", "items": {"type": "string"}, "minItems": 3}                           not surely: it counts
    {"type": "string", "pattern": "…"}                                                      not surely: it may be empty

It knows fewer schemas than there are; whatever it does not know is read at once.
"""

from __future__ import annotations

import math
import re
from typing import Any

from .text.formats import ANNOTATIONS

_SAYS_NOTHING = frozenset(
    ("description", "title", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment")
)
_BOUNDS = frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"))
_KEYWORDS = {
    "boolean": frozenset[str](),
    "null": frozenset[str](),
    "integer": _BOUNDS,
    "number": _BOUNDS,
    "string": frozenset(("minLength", "maxLength", "format")),
    "array": frozenset(("items", "minItems", "uniqueItems")),
    "object": frozenset(("properties", "required", "additionalProperties")),
}
_LISTS = frozenset(("enum", "const"))
_FORMATS = ANNOTATIONS.union(("date-time", "date", "time", "email", "hostname", "ipv4", "ipv6", "uri", "uuid"))
_DEFINITIONS = ("$defs", "definitions")
_DIALECTS = ("https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema")
_NAME = re.compile(r"[\w.-]+", re.ASCII)  # of a definition, which stands in a reference as it is
_DEEPEST = 30  # levels; json_schema itself has no bound
_LONGEST = 5000  # characters, of strings with a length
_LARGEST = 10**15  # of bounds and listed numbers
_ALTERNATIVES = 16  # of one anyOf


def surely_written(schema: Any) -> bool:
    """Whether `json_schema(schema, extra="forbid")` is known to give a grammar. Costs time linear in the schema."""
    if type(schema) is not dict:
        return False
    if _DEFINITIONS[0] not in schema and _DEFINITIONS[1] not in schema and "$schema" not in schema:
        return _Look({}).surely(schema, 0)
    dialect = schema.get("$schema", _DIALECTS[0])
    if type(dialect) is not str or dialect.removesuffix("#") not in _DIALECTS:
        return False
    definitions: dict[str, Any] = {}
    for keyword in _DEFINITIONS:
        named = schema.get(keyword, {})
        if type(named) is not dict or not all(type(name) is str and _NAME.fullmatch(name) for name in named):
            return False
        definitions |= {f"#/{keyword}/{name}": each for name, each in named.items()}
    look = _Look(definitions)
    own = {key: value for key, value in schema.items() if key != "$schema" and key not in _DEFINITIONS}
    return all(look.leads(pointer, 0) for pointer in definitions) and look.surely(own, 0)


class _Look:
    def __init__(self, definitions: dict[str, Any]) -> None:
        self.definitions = definitions
        # By pointer; False also while it is looked at, so what is recursive is not known.
        self.known: dict[str, bool] = {}

    def leads(self, pointer: Any, depth: int) -> bool:
        """Whether a reference leads to a definition that is surely written."""
        if type(pointer) is not str or pointer not in self.definitions:
            return False
        if pointer not in self.known:
            self.known[pointer] = False
            definition = self.definitions[pointer]
            plain = type(definition) is dict and "$ref" not in definition and "anyOf" not in definition
            self.known[pointer] = plain and self.surely(definition, depth + 1)
        return self.known[pointer]

    def surely(self, schema: Any, depth: int, *, within: bool = False) -> bool:
        """`within`: as an alternative of others, which has none of its own."""
        if type(schema) is not dict or depth > _DEEPEST:
            return False
        says = schema.keys() - _SAYS_NOTHING
        if "$ref" in says:
            return len(says) == 1 and self.leads(schema["$ref"], depth)
        if "anyOf" in says:
            ways = schema["anyOf"]
            if within or len(says) > 1 or type(ways) is not list or not 0 < len(ways) <= _ALTERNATIVES:
                return False
            return all(self.surely(way, depth + 1, within=True) for way in ways)
        kinds = schema.get("type")
        if type(kinds) is str:
            kinds = [kinds]
        elif type(kinds) is not list or not all(type(kind) is str for kind in kinds) or len(set(kinds)) < len(kinds):
            return False
        says.remove("type")
        if not kinds or not _KEYWORDS.keys() >= set(kinds):
            return False
        if says & _LISTS:
            return len(says) == 1 and _are_listed(schema, kinds)
        for kind in kinds:
            if not self._of_kind(kind, schema, depth):
                return False
            says -= _KEYWORDS[kind]
        return not says

    def _of_kind(self, kind: str, schema: dict[str, Any], depth: int) -> bool:
        if kind == "object":
            return self._is_closed_object(schema, depth)
        if kind == "array":
            least, unique = schema.get("minItems", 0), schema.get("uniqueItems", False)
            return (
                type(least) is int
                and least in (0, 1)
                and unique is False
                and self.surely(schema.get("items"), depth + 1)
            )
        if kind == "string":
            return _has_some_string(schema)
        return kind not in ("integer", "number") or _has_some_number(kind, schema)

    def _is_closed_object(self, schema: dict[str, Any], depth: int) -> bool:
        named = schema.get("properties")
        if schema.get("additionalProperties", False) is not False:
            return False
        if named is None:
            return "additionalProperties" in schema and "required" not in schema and "properties" not in schema
        if type(named) is not dict:
            return False
        for key, value in named.items():
            if type(key) is not str or not key.isascii() or not self.surely(value, depth + 1):
                return False
        needed = schema.get("required", [])
        return type(needed) is list and all(type(key) is str and key in named for key in needed)


def _has_some_string(schema: dict[str, Any]) -> bool:
    least, most = schema.get("minLength", 0), schema.get("maxLength", _LONGEST)
    if "format" in schema:
        name = schema["format"]
        return type(name) is str and name in _FORMATS and "minLength" not in schema and "maxLength" not in schema
    return type(least) is int and type(most) is int and 0 <= least <= most <= _LONGEST


def _has_some_number(kind: str, schema: dict[str, Any]) -> bool:
    bounds = {key: schema[key] for key in _BOUNDS.intersection(schema)}
    if not all(_is_short(value) for value in bounds.values()):
        return False
    least, above = bounds.get("minimum", -_LARGEST), bounds.get("exclusiveMinimum", -2 * _LARGEST)
    most, below = bounds.get("maximum", _LARGEST), bounds.get("exclusiveMaximum", 2 * _LARGEST)
    if kind == "number":  # there is one between any two
        return bool(max(least, above) < min(most, below))
    return bool(max(math.ceil(least), math.floor(above) + 1) <= min(math.floor(most), math.ceil(below) - 1))


def _is_short(value: Any) -> bool:
    """Whether it is a number of not too many digits."""
    return type(value) in (int, float) and abs(value) <= _LARGEST and value == round(value, 6)


def _are_listed(schema: dict[str, Any], kinds: list[str]) -> bool:
    """Whether the schema lists different values of these kinds that can be written, and has one at least."""
    listed = schema["enum"] if "enum" in schema else [schema["const"]]
    return (
        type(listed) is list
        and bool(listed)
        and len(set(map(repr, listed))) == len(listed)
        and all(_is_of(value, kinds) for value in listed)
    )


def _is_of(value: Any, kinds: list[str]) -> bool:
    if type(value) is str:
        return value.isascii() and "string" in kinds
    if type(value) is int:
        return abs(value) <= _LARGEST and not {"integer", "number"}.isdisjoint(kinds)
    return value is None and "null" in kinds
