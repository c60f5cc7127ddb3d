"""The JSON Schema of Pydantic's types, with what Pydantic checks and its own schema does not say.

Pydantic writes a `Decimal` as any string, an `int` key as any key, a date in the past as any date. Texts under such a
schema would be valid JSON that the model then refuses. Here each of these types says what its validator accepts, or a
part of it that is easily written: URLs with plain host names, durations of at most five digits a unit, past and future
dates by the day on which the grammar is made (a day apart, for time zones), base64 of ASCII where it stands for text.
Other bounds of dates and times are refused. `ImportString` stays any string.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from pydantic.json_schema import JsonSchemaValue
from pydantic_core import core_schema

from constrain.errors import UnsupportedError

from ..text.formats import _DATE, _HOUR
from .pattern_dialects import PatternDialects

_HOST = r"[A-Za-z](?:-?[A-Za-z0-9])*(?:\.[A-Za-z](?:-?[A-Za-z0-9])*)*"
_BASE64 = {"base64": "+/", "base64url": "_-"}
_BYTES = "application/octet-stream"
_KEYS = {
    "int": r"^(?:0|-?[1-9][0-9]{0,17})$",
    "float": r"^(?:0|-?[1-9][0-9]{0,8})(?:\.[0-9]{1,6})?$",
    "decimal": r"^(?:0|-?[1-9][0-9]{0,8})(?:\.[0-9]{1,6})?$",
    "bool": "^(?:true|false)$",
}
"""Keys of mappings that stand for something else than text."""

_NAIVE = rf"^(?!0000){_DATE}T{_HOUR}:[0-5]\d:[0-5]\d(?:\.\d{{1,6}})?$"
_BYTE_SIZE = r"^\s*(\d*\.?\d+)\s*(\w+)?"  # which takes units that Pydantic then does not know


class Generator(PatternDialects):
    """Pydantic's generator, with the types above."""

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        """A number with as many digits as are allowed."""
        bounds: dict[str, Any] = {"type": "number"}
        names = {"multiple_of": "multipleOf", "ge": "minimum", "le": "maximum"}
        names |= {"gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}
        for name, keyword in names.items():
            if schema.get(name) is not None:
                bounds[keyword] = Decimal(str(schema[name]))  # type: ignore[literal-required]
        most, places = schema.get("max_digits"), schema.get("decimal_places")
        if most is None and places is None:
            return bounds
        if most is None:
            assert places is not None
            return {"allOf": [bounds, {"multipleOf": Decimal(1).scaleb(-places)}]}
        ways = range(most + 1) if places is None else [places]
        sizes = [(place, Decimal(1).scaleb(max(most - place, 0))) for place in ways]
        return {
            "allOf": [bounds],
            "anyOf": [
                {"multipleOf": Decimal(1).scaleb(-place), "exclusiveMinimum": -size, "exclusiveMaximum": size}
                for place, size in sizes
            ],
        }

    def time_schema(self, schema: core_schema.TimeSchema) -> JsonSchemaValue:
        """A time; Python knows no leap seconds."""
        _refuse_bounds(schema, "time")
        return {**super().time_schema(schema), "pattern": "^.{6}[0-5]"}

    def datetime_schema(self, schema: core_schema.DatetimeSchema) -> JsonSchemaValue:
        """A point in time; Python knows neither leap seconds nor the year 0."""
        _refuse_bounds(schema, "datetime")
        if schema.get("tz_constraint") == "naive":
            return _beside_today({"type": "string", "allOf": [{"pattern": _NAIVE}]}, schema.get("now_op"))
        found = {**super().datetime_schema(schema), "allOf": [{"pattern": "^(?!0000).{17}[0-5]"}]}
        return _beside_today(found, schema.get("now_op"))

    def date_schema(self, schema: core_schema.DateSchema) -> JsonSchemaValue:
        """A date; Python knows no year 0."""
        _refuse_bounds(schema, "date")
        found = {**super().date_schema(schema), "allOf": [{"pattern": "^(?!0000)"}]}
        return _beside_today(found, schema.get("now_op"))

    def timedelta_schema(self, schema: core_schema.TimedeltaSchema) -> JsonSchemaValue:
        """A duration that Python can hold."""
        _refuse_bounds(schema, "timedelta")
        found = super().timedelta_schema(schema)
        return {**found, "pattern": "^[^0-9]*(?:[0-9]{1,5}[^0-9]+)*$"} if found.get("type") == "string" else found

    def url_schema(self, schema: core_schema.UrlSchema) -> JsonSchemaValue:
        """A URL with one of the schemes allowed and a plain host name."""
        return {**super().url_schema(schema), "pattern": _url_pattern(schema.get("allowed_schemes"))}

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        """A mapping; its keys are texts of what they stand for."""
        found = super().dict_schema(schema)
        keys = schema.get("keys_schema", {})
        pattern = _KEYS.get(str(keys.get("type")))
        if pattern is not None:
            found["propertyNames"] = {"pattern": pattern}
        return found

    def multi_host_url_schema(self, schema: core_schema.MultiHostUrlSchema) -> JsonSchemaValue:
        """A URL of a database, with one plain host."""
        return {**super().multi_host_url_schema(schema), "pattern": _url_pattern(schema.get("allowed_schemes"))}

    def bytes_schema(self, schema: core_schema.BytesSchema) -> JsonSchemaValue:
        """Text; marked, since base64 may stand for any bytes then."""
        return {**super().bytes_schema(schema), "contentMediaType": _BYTES}

    def is_subclass_schema(self, schema: core_schema.IsSubclassSchema) -> JsonSchemaValue:
        """A class, of which no text makes one."""
        raise UnsupportedError("`type[…]` has no JSON; use names of classes", feature="is-subclass", where="#")

    def json_schema(self, schema: core_schema.JsonSchema) -> JsonSchemaValue:
        """JSON text inside a string."""
        raise UnsupportedError(
            "`pydantic.Json` cannot be enforced: JSON inside a JSON string; use the inner type itself",
            feature="pydantic.Json",
            where="#",
        )


class ClosingGenerator(Generator):
    """The same, where models, dataclasses and TypedDicts that do not say `extra="allow"` take no keys but their own."""

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """A model; not one whose root is any type, which may be a mapping."""
        return super().model_schema(schema) if schema.get("root_model") else _closed(super().model_schema(schema))

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchemaValue:
        """A dataclass, Pydantic's or Python's own."""
        return _closed(super().dataclass_schema(schema))

    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> JsonSchemaValue:
        """A TypedDict."""
        return _closed(super().typed_dict_schema(schema))


def _closed(found: JsonSchemaValue) -> JsonSchemaValue:
    """The schema, with no keys but those it names if it says nothing of others."""
    closed = any(key in found for key in ("additionalProperties", "unevaluatedProperties", "patternProperties"))
    return found if closed or found.get("type") != "object" else {**found, "additionalProperties": False}


def _url_pattern(schemes: list[str] | None) -> str:
    host = rf"{_HOST}(?::[1-9][0-9]{{0,3}})?(?:[/?#].*)?$"
    return f"^(?:{'|'.join(map(re.escape, schemes)) if schemes else '[a-z][a-z0-9]*'})://{host}"


def _refuse_bounds(schema: Any, name: str) -> None:
    """Raise for bounds that Pydantic checks and JSON Schema cannot say."""
    for bound in ("ge", "gt", "le", "lt"):
        if schema.get(bound) is not None:
            raise UnsupportedError(
                f"`{bound}` of a {name} cannot be enforced; leave it to a validator of the model, or use PastDate, "
                "FutureDate and their like",
                feature=bound,
                where="#",
            )


def objects_in(schema: Any) -> Iterator[dict[str, Any]]:
    """Every object within a schema; each may be changed when it comes, what was in it before still comes."""
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if type(node) is list:
            waiting.extend(node)
        elif type(node) is dict:
            waiting.extend(node.values())
            yield node


def with_base64(schema: Any) -> Any:
    """The schema with a pattern beside each base64 format, and for sizes with units that Pydantic knows."""
    for node in objects_in(schema):
        marks = _BASE64.get(node["format"]) if type(node.get("format")) is str else None
        if marks is not None and node.get("type") == "string":
            pattern = _base64(marks, text=node.get("contentMediaType") != _BYTES)
            node["allOf"] = [*node.get("allOf", ()), {"pattern": pattern}]
        elif node.get("pattern") == _BYTE_SIZE:
            node["pattern"] = r"^[0-9]{1,12}(?:\.[0-9]{1,3})? ?(?:[kmgtp]i?)?b$"
    return schema


def _base64(marks: str, *, text: bool) -> str:
    """Base64; of ASCII, if it stands for `text`, which must be UTF-8: then each byte's first bit is 0."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + marks

    def where(mask: int, bits: int = 63) -> str:
        chosen = (c for i, c in enumerate(letters) if not (text and i & mask) and not i & ~bits)
        return "[" + "".join("\\-" if c == "-" else c for c in chosen) + "]"

    first, second, third, fourth = where(32), where(8), where(2), where(0)
    ends = f"{first}{where(8, 48)}==|{first}{second}{where(2, 60)}="
    return f"^(?:{first}{second}{third}{fourth})*(?:{ends})?$"


def _beside_today(found: JsonSchemaValue, side: str | None) -> JsonSchemaValue:
    """The schema of a date, kept to one side of today."""
    if side is None:
        return found
    past = side == "past"
    border = (date.today() + timedelta(days=-1 if past else 1)).isoformat()
    ways = []
    for i, letter in enumerate(border):
        if letter.isdigit() and letter != ("0" if past else "9"):
            digit = int(letter)
            ways.append(border[:i] + (f"[0-{digit - 1}]" if past else f"[{digit + 1}-9]"))
    return {**found, "allOf": [*found["allOf"], {"pattern": f"^(?:{'|'.join(ways)})"}]}


def with_tags(schema: Any) -> Any:
    """Tagged unions need their tag: Pydantic demands it even where the branch gives it a default."""
    for node in objects_in(schema):
        tag = node.get("discriminator")
        if type(tag) is dict and type(tag.get("propertyName")) is str and type(node.get("oneOf")) is list:
            node["oneOf"] = [{"required": [tag["propertyName"]], "allOf": [branch]} for branch in node["oneOf"]]
    return schema
