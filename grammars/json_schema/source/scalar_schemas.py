"""The JSON Schema of Pydantic's scalar types: numbers, texts, bytes, dates and times, and values that are listed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, time
from decimal import Decimal
from functools import cache
from typing import Any

from pydantic.json_schema import JsonSchemaValue
from pydantic_core import SchemaValidator, core_schema

from . import reader_texts as texts
from .core_schemas import BOUNDS, FORM, noted, unsupported, without_ref
from .dialect import BYTES, FIGURES, NARROWED, PLAIN
from .pattern_dialects import PatternDialects

_FIGURES_KEPT = 15  # digits of a number that a double keeps, through which Pydantic reads numbers with a point
_URLS = "hosts are plain names, without a user in front"
_NEAR = "within a day of a bound with a time zone, only times in UTC are written"
HASHED = ["string", "number", "null"]
"""Of any values, those that have a hash; true and false are 1 and 0 in a set."""
_EXACT_IN_DOUBLES = {"minimum": -(2**53), "maximum": 2**53}
_SECONDS = {FIGURES: _FIGURES_KEPT, "multipleOf": Decimal("1e-6"), "minimum": -(10**13), "maximum": 10**13}
"""Of durations: microseconds that a double tells apart from their neighbours, within what Python holds."""
_KEPT_APART = {FIGURES: _FIGURES_KEPT, "exclusiveMinimum": -(10**15), "exclusiveMaximum": 10**15}


class ScalarGenerator(PatternDialects):
    """Pydantic's generator, whose scalars say what their reader takes.

    `_distinct`: different texts must be different values; `_hashed`: values must have a hash.
    """

    any_integers = False  # whether integers are written with a point or an exponent, too
    _distinct = False
    _hashed = False

    @contextmanager
    def _in(self, *, distinct: bool, hashed: bool) -> Iterator[None]:
        before = self._distinct, self._hashed
        self._distinct, self._hashed = distinct, hashed
        try:
            yield
        finally:
            self._distinct, self._hashed = before

    # ---- numbers ----

    def int_schema(self, schema: core_schema.IntSchema) -> JsonSchemaValue:
        """An integer; of other forms than digits those that its reader takes: none if it is strict, nor large ones."""
        found = super().int_schema(schema)
        if not self.any_integers:
            return found
        digits = {**found, PLAIN: True}
        if self._is_strict(schema):
            return digits
        return {"anyOf": [digits, {"allOf": [found, _EXACT_IN_DOUBLES]}]}

    def float_schema(self, schema: core_schema.FloatSchema) -> JsonSchemaValue:
        """A number; in sets, one that a double keeps apart from others."""
        found = super().float_schema(schema)
        if not self._distinct:
            return found
        return noted({"allOf": [found, _KEPT_APART]}, NARROWED, "numbers that must differ have 15 digits at most")

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        """A number, or the same in a string, with as many digits as are allowed.

        Numbers with a point have no more digits than a double keeps, since Pydantic reads them by one.
        """
        number = {**_decimal_number(schema), FIGURES: _FIGURES_KEPT}
        multiple = schema.get("multiple_of")
        places = schema.get("decimal_places")
        if multiple is not None:
            unit = Decimal(str(multiple)).normalize()
            places = min(max(-_exponent(unit), 0), 99 if places is None else places)
        if self._distinct:
            return noted(number, NARROWED, "decimals that must differ are written as numbers, of 15 digits at most")
        if multiple is not None and (unit.as_tuple().digits != (1,) or _exponent(unit) > 0):
            return noted(number, NARROWED, "decimals under `multiple_of` are written as numbers")
        bounds = [name for name in BOUNDS if schema.get(name) is not None]
        form = [texts.decimals(schema.get("max_digits"), places, exponent=not bounds)]
        form += [texts.decimal_beside(Decimal(str(schema[name])), *BOUNDS[name]) for name in bounds]  # type: ignore[literal-required]
        found: JsonSchemaValue = {"anyOf": [number, {"type": "string", FORM: form}]}
        return noted(
            found, NARROWED, "decimals have at most 40 digits before and after the point, in numbers 15 in all"
        )

    def fraction_schema(self, schema: Any) -> JsonSchemaValue:
        """A number, or a numerator with or without a denominator."""
        number = {"type": "number", FIGURES: _FIGURES_KEPT, **_numeric(schema)}
        bounds = [name for name in BOUNDS if schema.get(name) is not None]
        if self._distinct:
            return {"type": "integer", **_numeric(schema)}
        form = [texts.FRACTION]
        if schema.get("multiple_of") is not None:
            return noted(number, NARROWED, "fractions under `multiple_of` are written as numbers")
        if bounds:
            form = [texts.INTEGER, *(texts.decimal_beside(exact(schema[name]), *BOUNDS[name]) for name in bounds)]
        found: JsonSchemaValue = {"anyOf": [number, {"type": "string", FORM: form}]}
        return noted(found, NARROWED, "fractions under bounds have no denominator") if bounds else found

    def complex_schema(self, schema: core_schema.ComplexSchema) -> JsonSchemaValue:
        """A text such as `1+2j`."""
        found: JsonSchemaValue = {
            "type": "string",
            FORM: [texts.DISTINCT_COMPLEX if self._distinct else texts.COMPLEX],
        }
        return noted(found, NARROWED, "complex numbers are written without exponents")

    # ---- strings and bytes ----

    def str_schema(self, schema: core_schema.StringSchema) -> JsonSchemaValue:
        """Text; where it is stripped before anything is checked, text that has nothing to strip."""
        found = super().str_schema(schema)
        config = self._config.config_dict
        checked = "minLength" in found or "maxLength" in found or "pattern" in found or self._distinct
        form = []
        if schema.get("strip_whitespace", config.get("str_strip_whitespace")) and checked:
            form.append(r"^(?:[^\s\u0085](?:[^]*[^\s\u0085])?)?$")
        if schema.get("ascii_only"):
            form.append(r"^[\0-\x7f]*$")
        if self._distinct:
            lower = schema.get("to_lower", config.get("str_to_lower"))
            if lower or schema.get("to_upper", config.get("str_to_upper")):
                form.append(rf"^[^{'A-Z' if lower else 'a-z'}\u0080-\u{{10ffff}}]*$")
        return {**found, FORM: form} if form else found

    def bytes_schema(self, schema: core_schema.BytesSchema) -> JsonSchemaValue:
        """Text, of which the bytes count; or base64 or hexadecimal digits, as the type's config says."""
        low, high = schema.get("min_length", 0), schema.get("max_length")
        read_as = self._config.config_dict.get("val_json_bytes", "utf8")
        if read_as == "base64":
            ways = [texts.base64("-_", low, high)]
            if not self._distinct:
                ways += [texts.base64("+/", low, high), texts.base64("-_", low, high, padded=False)]
            return {"anyOf": [{"type": "string", FORM: [way]} for way in ways]}
        if read_as == "hex":
            return {"type": "string", FORM: [texts.hexadecimal(low, high, distinct=self._distinct)]}
        return {"type": "string", BYTES: [low, high]} if low or high is not None else {"type": "string"}

    def uuid_schema(self, schema: core_schema.UuidSchema) -> JsonSchemaValue:
        """A UUID; in sets, in lower case."""
        found = super().uuid_schema(schema)
        version = schema.get("version")
        if version is not None:
            found["format"] = f"uuid{version}"
        return {**found, FORM: [texts.distinct_uuid(version)]} if self._distinct else found

    def url_schema(self, schema: core_schema.UrlSchema) -> JsonSchemaValue:
        """A URL with one of the schemes allowed and a plain host name."""
        return self._url(super().url_schema(schema), schema)

    def multi_host_url_schema(self, schema: core_schema.MultiHostUrlSchema) -> JsonSchemaValue:
        """A URL of a database, with one plain host."""
        return self._url(super().multi_host_url_schema(schema), schema)

    def _url(self, found: JsonSchemaValue, schema: Any) -> JsonSchemaValue:
        schemes = schema.get("allowed_schemes")
        form = texts.urls(schemes, distinct=self._distinct, strict=self._is_strict(schema))
        if self._distinct and schema.get("max_length", texts.LONGEST_URL) >= texts.LONGEST_URL:
            found = {"type": "string"}
        return noted({**found, FORM: [form]}, NARROWED, _URLS)

    # ---- dates and times ----

    def time_schema(self, schema: core_schema.TimeSchema) -> JsonSchemaValue:
        """A time of day; Python knows no leap seconds."""
        return self._moment(schema, dated=False)

    def datetime_schema(self, schema: core_schema.DatetimeSchema) -> JsonSchemaValue:
        """A point in time; Python knows neither leap seconds nor the year 0."""
        return self._moment(schema, dated=True)

    def _moment(self, schema: Any, *, dated: bool) -> JsonSchemaValue:
        bounds: dict[str, datetime | time] = {name: schema[name] for name in BOUNDS if schema.get(name) is not None}
        zone = schema.get("tz_constraint")
        aware = any(bound.tzinfo is not None for bound in bounds.values())
        kind = "aware" if isinstance(zone, int) or (aware and zone is None) else zone
        form = [texts.moments(kind, dated=dated, bounded=bool(bounds), distinct=self._distinct)]
        if isinstance(zone, int):
            form.append(texts.at_offset(zone))
        for name, bound in bounds.items():
            if isinstance(bound, time) and bound.tzinfo is not None and bound.utcoffset():
                raise unsupported(name, f"`{name}` of a time is read in UTC or without a zone; write it in UTC")
            form.append(texts.moment_beside(bound, *BOUNDS[name]))
        if schema.get("now_op") is not None:
            form.append(texts.beside_today(schema["now_op"] == "past"))
        found: JsonSchemaValue = {"type": "string", FORM: form}
        return noted(found, NARROWED, _NEAR) if aware else found

    def date_schema(self, schema: core_schema.DateSchema) -> JsonSchemaValue:
        """A date; Python knows no year 0."""
        form = [texts.DATES]
        for name in BOUNDS:
            bound: Any = schema.get(name)
            if bound is not None:
                form.append(texts.date_beside(bound, *BOUNDS[name]))
        if schema.get("now_op") is not None:
            form.append(texts.beside_today(schema["now_op"] == "past"))
        return {"type": "string", FORM: form}

    def timedelta_schema(self, schema: core_schema.TimedeltaSchema) -> JsonSchemaValue:
        """A duration that Python can hold."""
        bounds: dict[str, Any] = {name: schema.get(name) for name in BOUNDS if schema.get(name) is not None}
        if self._distinct:
            form = [texts.distinct_durations()]
        else:
            form = [*(texts.NORMAL_DURATIONS if bounds else texts.DURATIONS)]
        form += [texts.duration_beside(bound, *BOUNDS[name]) for name, bound in bounds.items()]
        found: JsonSchemaValue = {"type": "string", FORM: form}
        if self._distinct or not self._in_seconds() or self._is_strict(schema):
            return found
        seconds = _numeric({name: bound.total_seconds() for name, bound in bounds.items()})
        return {"anyOf": [found, {"allOf": [_SECONDS, {"type": "number", **seconds}]}]}

    def _in_seconds(self) -> bool:
        """Whether the type's config has durations written as numbers, and as what its reader takes numbers for."""
        temporal = self._config.config_dict.get("ser_json_temporal")
        as_floats = self._config.config_dict.get("ser_json_timedelta") == "float"
        return bool(temporal == "seconds" or (temporal is None and as_floats))

    def _is_strict(self, schema: Any) -> bool:
        return bool(schema.get("strict", self._config.config_dict.get("strict", False)))

    # ---- values that are listed ----

    def literal_schema(self, schema: core_schema.LiteralSchema) -> JsonSchemaValue:
        """Of the values listed, those that the reader knows again from their JSON."""
        return _readable(super().literal_schema(schema), schema, schema["expected"])

    def enum_schema(self, schema: core_schema.EnumSchema) -> JsonSchemaValue:
        """Of the members, those that the reader knows again from their JSON."""
        return _readable(super().enum_schema(schema), schema, [member.value for member in schema["members"]])

    def any_schema(self, schema: core_schema.AnySchema) -> JsonSchemaValue:
        """Anything; in a set, what can be hashed."""
        found = super().any_schema(schema)
        return {**found, "type": HASHED} if self._hashed and not found else found


# ---- numbers ----


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    return exponent


def _numeric(schema: Any) -> dict[str, Any]:
    names = {"multiple_of": "multipleOf", "ge": "minimum", "le": "maximum"}
    names |= {"gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}
    return {key: exact(schema[name]) for name, key in names.items() if schema.get(name) is not None}


def exact(value: Any) -> Decimal:
    """The number; of a fraction a decimal near it."""
    return (
        Decimal(str(value))
        if not hasattr(value, "denominator") or isinstance(value, int)
        else (Decimal(value.numerator) / Decimal(value.denominator))
    )


def _decimal_number(schema: core_schema.DecimalSchema) -> JsonSchemaValue:
    """A number with as many digits as are allowed."""
    bounds: dict[str, Any] = {"type": "number", **_numeric(schema)}
    most, places = schema.get("max_digits"), schema.get("decimal_places")
    if most is None and places is None:
        return bounds
    if most is None:
        assert places is not None
        return {"allOf": [bounds, {"multipleOf": Decimal(1).scaleb(-places)}]}
    ways = range(most + 1) if places is None else [places]
    return {"allOf": [bounds], "anyOf": [_with_places(most, place) for place in ways]}


def _with_places(most: int, places: int) -> JsonSchemaValue:
    """Numbers of so many digits, so many of them after the point; where none are left before it, 0 is one too many."""
    size = Decimal(1).scaleb(max(most - places, 0))
    found = {"multipleOf": Decimal(1).scaleb(-places), "exclusiveMinimum": -size, "exclusiveMaximum": size}
    return found if most > places else {**found, "not": {"enum": [0]}}


# ---- values that are listed ----


@cache
def zones() -> tuple[str, ...]:
    """The names of time zones of which this machine has the rules."""
    from zoneinfo import ZoneInfo, available_timezones

    found = []
    for name in sorted(available_timezones()):
        try:
            ZoneInfo(name)
        except Exception:  # a file that is no zone
            continue
        found.append(name)
    if not found:
        raise unsupported("ZoneInfo", "this machine knows no time zones; install the package `tzdata`")
    return tuple(found)


def _readable(found: JsonSchemaValue, schema: Any, values: Sequence[Any]) -> JsonSchemaValue:
    """The listed values without those that the reader does not know again; most lists are of texts, and all are."""
    if all(type(value) in _CERTAIN for value in values):
        return found
    reader = SchemaValidator(without_ref(schema))
    listed = found["enum"] if "enum" in found else [found["const"]]
    kept = [value for value in listed if reads(reader, value)]
    if not kept:
        raise unsupported(schema["type"], f"no JSON is read as any of {', '.join(map(repr, values[:5]))}")
    rest = {key: part for key, part in found.items() if key not in ("enum", "const", "type")}
    return {**rest, "enum": kept}


_CERTAIN = (str, int, bool, type(None))


def reads(reader: SchemaValidator, value: Any) -> bool:
    try:
        reader.validate_json(json.dumps(value))
        if isinstance(value, dict):  # which a function may have read before
            reader.validate_python(value)
    except Exception:  # the user's `_missing_` may raise anything
        return False
    return True
