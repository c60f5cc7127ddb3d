"""The JSON Schema of Pydantic's types, with what Pydantic checks and its own schema does not say.

Pydantic writes a `Decimal` as any string, an `int` key as any key, bytes of some length as that many characters. Texts
under such a schema would be valid JSON that the model then refuses. So this generator looks at the *core schema*, which
is what the validator itself runs on: each type says what its reader accepts, or a part of it that is easily written
(`reader_texts.py`), with private keywords where JSON Schema has none:

- `constrain:bytes` counts the bytes of a string, `constrain:figures` the digits of a number that has a point;
- `constrain:form` lists expressions that a string matches, in place of Pydantic's own `format` and `pattern`;
- `constrain:reader` says what only the reader can check (validators that are functions, files, imports), and
  `constrain:narrowed` of which values not every text is written. Reports repeat both.

Sets and mappings with a least length count values after reading. There, different texts must be different values
(`_distinct`): each type is written in one form.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, time
from decimal import Decimal
from enum import Enum
from functools import cache, partial
from typing import Any

from pydantic.json_schema import JsonSchemaValue, WithJsonSchema
from pydantic.types import EncodedBytes, EncodedStr
from pydantic_core import SchemaValidator, core_schema

from constrain.errors import UnsupportedError

from . import reader_texts as texts
from .dialect import BYTES, FIGURES, NARROWED, READER
from .pattern_dialects import PatternDialects

_FORM = "constrain:form"
_FIGURES_KEPT = 15  # digits of a number that a double keeps, through which Pydantic reads numbers with a point
_BOUNDS = {"ge": (True, False), "gt": (True, True), "le": (False, False), "lt": (False, True)}
"""Whether what is left is above the bound, and whether the bound itself is out."""

_NUMERIC = frozenset([*_BOUNDS, "multiple_of"])
_LENGTHS = frozenset(["min_length", "max_length"])
_TAKES = {
    **dict.fromkeys(("int", "float", "fraction", "timedelta"), _NUMERIC),
    **dict.fromkeys(("date", "time", "datetime"), frozenset(_BOUNDS)),
    "decimal": _NUMERIC | {"max_digits", "decimal_places"},
    **dict.fromkeys(("str", "bytes", "list", "tuple", "set", "frozenset", "deque", "generator"), _LENGTHS),
    **dict.fromkeys(("dict", "frozendict", "ordered-dict", "counter", "encoded"), _LENGTHS),
}
"""The constraints that a core schema of a kind may have itself."""

_AROUND = ("function-before", "function-after", "function-wrap", "nullable", "default", "custom-error")
_UPDATES = frozenset([*_NUMERIC, "minLength", "maxLength", "minItems", "maxItems", "max_digits", "decimal_places"])
_HARMLESS = (
    *("path_validator", "SecretStr", "SecretBytes", "Secret.", "ByteSize.", "wrap_val", "defaultdict_validator"),
    *("ip_v", "IPvAny", "pattern_either_validator", "pattern_str_validator", "forbid_inf_nan_check", "iana_tz"),
)
_SAYS = {
    "import_string": "imports the text's name",
    "PathType.validate_file": "looks whether the file exists",
    "PathType.validate_directory": "looks whether the folder exists",
    "PathType.validate_new": "looks whether nothing has this name and the folder around it exists",
    "PathType.validate_socket": "looks whether the socket exists",
}
_UNHASHABLE = frozenset(
    ["list", "deque", "set", "dict", "ordered-dict", "counter", "typed-dict", "generator", "model-fields"]
)


class Generator(PatternDialects):
    """Pydantic's generator, with the types above."""

    closes = False  # whether models, dataclasses and TypedDicts take no keys but their own unless they say so
    _distinct = False
    _hashed = False

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        """The JSON Schema of a core schema."""
        metadata = schema.get("metadata")
        if not metadata:
            return self._told_apart(super().generate_inner(schema))
        updates = metadata.get("pydantic_js_updates")
        if updates and schema["type"] == "function-after" and _constraints(schema) and not _UPDATES.isdisjoint(updates):
            kept = {key: value for key, value in updates.items() if key not in _UPDATES}
            schema = {**schema, "metadata": {**metadata, "pydantic_js_updates": kept}}
        found = super().generate_inner(schema)
        for function in (
            *metadata.get("pydantic_js_functions", ()),
            *metadata.get("pydantic_js_annotation_functions", ()),
        ):
            if isinstance(getattr(function, "__self__", None), WithJsonSchema) or not _is_own(function):
                found = _noted(found, READER, "has a JSON Schema that was written by hand")
        if schema["type"] == "function-plain" and _name(schema) == "import_string":
            found = _checked({"type": "string", _FORM: [_IMPORTED]}, schema)
        return self._told_apart(found)

    def _told_apart(self, found: JsonSchemaValue) -> JsonSchemaValue:
        """In sets, a format in which different texts are different values."""
        if found.get("format") == "zoneinfo":
            return {"type": "string", "enum": list(_zones())}
        form = texts.DISTINCT_FORMATS.get(found.get("format", "")) if self._distinct else None
        return found if form is None else {**found, _FORM: [form() if callable(form) else form]}

    # ---- functions ----

    def function_before_schema(self, schema: core_schema.BeforeValidatorFunctionSchema) -> JsonSchemaValue:
        """What is read before a function of the user's changes it."""
        return _checked(super().function_before_schema(schema), schema)

    def function_wrap_schema(self, schema: core_schema.WrapValidatorFunctionSchema) -> JsonSchemaValue:
        """What is read within a function of the user's."""
        return _checked(super().function_wrap_schema(schema), schema)

    def function_plain_schema(self, schema: core_schema.PlainValidatorFunctionSchema) -> JsonSchemaValue:
        """What a function reads alone."""
        return _checked(super().function_plain_schema(schema), schema)

    def function_after_schema(self, schema: Any) -> JsonSchemaValue:
        """What is read before a function looks at it; constraints that stand after others are those of what is read."""
        constraints = _constraints(schema)
        if constraints:
            inner: Any = schema["schema"]
            for name, value in constraints.items():
                pushed = _pushed(inner, name, value)
                if pushed is None:
                    note = f"checks `{name}={value!r}` of what it makes of the text"
                    return _noted(self.generate_inner(schema["schema"]), READER, note)
                inner = pushed
            return _of_secret(self.generate_inner(inner), inner)
        encoder = _encoder(schema)
        if encoder is not None:
            return self._encoded(schema, *encoder)
        name = _name(schema)
        if name in ("EmailStr._validate", "NameEmail._validate"):
            inner = self.generate_inner(schema["schema"])
            forms = [texts.emails(distinct=self._distinct)]
            if name.startswith("Name") and not self._distinct:
                forms.append(texts.emails(named=True))
            ways = [{**inner, _FORM: [*inner.get(_FORM, ()), *form]} for form in forms]
            return _noted(ways[0] if len(ways) == 1 else {"anyOf": ways}, NARROWED, _EMAILS)
        found = super().function_after_schema(schema)
        if name == "ByteSize._validate":
            for way in found.get("anyOf", ()):
                if way.get("type") == "string":
                    way.pop("pattern", None)
                    way[_FORM] = [texts.BYTE_SIZE]
            return {"type": "integer", "minimum": 0} if self._distinct else found
        return _checked(found, schema)

    def _encoded(self, schema: Any, marks: str, is_text: bool) -> JsonSchemaValue:
        """Base64 that a function decodes; what counts is what is decoded, and the text before."""
        low, high = schema.get("min_length", 0), schema.get("max_length")
        form = texts.base64(marks, low, high, text=is_text)
        inner = self.generate_inner(schema["schema"])
        forms = [*inner.get(_FORM, ()), form]
        if any(self._config.config_dict.get(name) for name in ("str_to_lower", "str_to_upper")):  # before it is decoded
            forms.append("^[^A-Za-z]*$")
        return {**inner, _FORM: forms}

    def chain_schema(self, schema: core_schema.ChainSchema) -> JsonSchemaValue:
        """The first step; what later steps say of strings holds there too."""
        first, *later = schema["steps"]
        found = self.generate_inner(first)
        for step in later:
            inner: Any = step
            if step["type"] == "function-wrap" and _name(step).endswith("_apply_constraint_with_incompatibility_info"):
                inner = step["schema"]
            if inner["type"] == "str":
                found = {"allOf": [found, self.generate_inner(inner)]}
            else:
                found = _noted(found, READER, f"checks what it makes of the text once more (`{inner['type']}`)")
        return found

    # ---- numbers ----

    def float_schema(self, schema: core_schema.FloatSchema) -> JsonSchemaValue:
        """A number; in sets, one that a double keeps apart from others."""
        found = super().float_schema(schema)
        return {"allOf": [found, _KEPT_APART]} if self._distinct else found

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
            return _noted(number, NARROWED, "decimals that must differ are written as numbers, of 15 digits at most")
        if multiple is not None and (unit.as_tuple().digits != (1,) or _exponent(unit) > 0):
            return _noted(number, NARROWED, "decimals under `multiple_of` are written as numbers")
        bounds = [name for name in _BOUNDS if schema.get(name) is not None]
        form = [texts.decimals(schema.get("max_digits"), places, exponent=not bounds)]
        form += [texts.decimal_beside(Decimal(str(schema[name])), *_BOUNDS[name]) for name in bounds]  # type: ignore[literal-required]
        found: JsonSchemaValue = {"anyOf": [number, {"type": "string", _FORM: form}]}
        return _noted(
            found, NARROWED, "decimals have at most 40 digits before and after the point, in numbers 15 in all"
        )

    def fraction_schema(self, schema: Any) -> JsonSchemaValue:
        """A number, or a numerator with or without a denominator."""
        number = {"type": "number", FIGURES: _FIGURES_KEPT, **_numeric(schema)}
        bounds = [name for name in _BOUNDS if schema.get(name) is not None]
        if self._distinct:
            return {"type": "integer", **_numeric(schema)}
        form = [texts.FRACTION]
        if schema.get("multiple_of") is not None:
            return _noted(number, NARROWED, "fractions under `multiple_of` are written as numbers")
        if bounds:
            form = [texts.INTEGER, *(texts.decimal_beside(_exact(schema[name]), *_BOUNDS[name]) for name in bounds)]
        found: JsonSchemaValue = {"anyOf": [number, {"type": "string", _FORM: form}]}
        return _noted(found, NARROWED, "fractions under bounds have no denominator") if bounds else found

    def complex_schema(self, schema: core_schema.ComplexSchema) -> JsonSchemaValue:
        """A text such as `1+2j`."""
        found: JsonSchemaValue = {
            "type": "string",
            _FORM: [texts.DISTINCT_COMPLEX if self._distinct else texts.COMPLEX],
        }
        return _noted(found, NARROWED, "complex numbers are written without exponents")

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
        return {**found, _FORM: form} if form else found

    def bytes_schema(self, schema: core_schema.BytesSchema) -> JsonSchemaValue:
        """Text, of which the bytes count; or base64 or hexadecimal digits, as the type's config says."""
        low, high = schema.get("min_length", 0), schema.get("max_length")
        read_as = self._config.config_dict.get("val_json_bytes", "utf8")
        if read_as == "base64":
            ways = [texts.base64("-_", low, high)]
            if not self._distinct:
                ways += [texts.base64("+/", low, high), texts.base64("-_", low, high, padded=False)]
            return {"anyOf": [{"type": "string", _FORM: [way]} for way in ways]}
        if read_as == "hex":
            return {"type": "string", _FORM: [texts.hexadecimal(low, high, distinct=self._distinct)]}
        return {"type": "string", BYTES: [low, high]} if low or high is not None else {"type": "string"}

    def uuid_schema(self, schema: core_schema.UuidSchema) -> JsonSchemaValue:
        """A UUID; in sets, in lower case."""
        found = super().uuid_schema(schema)
        version = schema.get("version")
        if version is not None:
            found["format"] = f"uuid{version}"
        return {**found, _FORM: [texts.distinct_uuid(version)]} if self._distinct else found

    def url_schema(self, schema: core_schema.UrlSchema) -> JsonSchemaValue:
        """A URL with one of the schemes allowed and a plain host name."""
        return self._url(super().url_schema(schema), schema)

    def multi_host_url_schema(self, schema: core_schema.MultiHostUrlSchema) -> JsonSchemaValue:
        """A URL of a database, with one plain host."""
        return self._url(super().multi_host_url_schema(schema), schema)

    def _url(self, found: JsonSchemaValue, schema: Any) -> JsonSchemaValue:
        form = texts.urls(schema.get("allowed_schemes"), distinct=self._distinct)
        if self._distinct and schema.get("max_length", texts.LONGEST_URL) >= texts.LONGEST_URL:
            found = {"type": "string"}
        return _noted({**found, _FORM: [form]}, NARROWED, _URLS)

    # ---- dates and times ----

    def time_schema(self, schema: core_schema.TimeSchema) -> JsonSchemaValue:
        """A time of day; Python knows no leap seconds."""
        return self._moment(schema, dated=False)

    def datetime_schema(self, schema: core_schema.DatetimeSchema) -> JsonSchemaValue:
        """A point in time; Python knows neither leap seconds nor the year 0."""
        return self._moment(schema, dated=True)

    def _moment(self, schema: Any, *, dated: bool) -> JsonSchemaValue:
        bounds: dict[str, datetime | time] = {name: schema[name] for name in _BOUNDS if schema.get(name) is not None}
        zone = schema.get("tz_constraint")
        aware = any(bound.tzinfo is not None for bound in bounds.values())
        if isinstance(zone, int) or (aware and zone is None):
            kind = "aware"
        else:
            kind = zone
        form = [texts.moments(kind, dated=dated, bounded=bool(bounds), distinct=self._distinct)]
        if isinstance(zone, int):
            form.append(texts.at_offset(zone))
        for name, bound in bounds.items():
            if isinstance(bound, time) and bound.tzinfo is not None and bound.utcoffset():
                raise _unsupported(name, f"`{name}` of a time is read in UTC or without a zone; write it in UTC")
            form.append(texts.moment_beside(bound, *_BOUNDS[name]))
        if schema.get("now_op") is not None:
            form.append(texts.beside_today(schema["now_op"] == "past"))
        found: JsonSchemaValue = {"type": "string", _FORM: form}
        return _noted(found, NARROWED, _NEAR) if aware else found

    def date_schema(self, schema: core_schema.DateSchema) -> JsonSchemaValue:
        """A date; Python knows no year 0."""
        form = [texts.DATES]
        for name in _BOUNDS:
            bound: Any = schema.get(name)
            if bound is not None:
                form.append(texts.date_beside(bound, *_BOUNDS[name]))
        if schema.get("now_op") is not None:
            form.append(texts.beside_today(schema["now_op"] == "past"))
        return {"type": "string", _FORM: form}

    def timedelta_schema(self, schema: core_schema.TimedeltaSchema) -> JsonSchemaValue:
        """A duration that Python can hold."""
        bounds: dict[str, Any] = {name: schema.get(name) for name in _BOUNDS if schema.get(name) is not None}
        if self._distinct:
            form = [texts.distinct_durations()]
        else:
            form = [*(texts.NORMAL_DURATIONS if bounds else texts.DURATIONS)]
        form += [texts.duration_beside(bound, *_BOUNDS[name]) for name, bound in bounds.items()]
        return {"type": "string", _FORM: form}

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
        return {**found, "type": ["string", "number", "null"]} if self._hashed and not found else found

    # ---- containers ----

    def tuple_schema(self, schema: core_schema.TupleSchema) -> JsonSchemaValue:
        """A tuple; what repeats must come last."""
        at = schema.get("variadic_item_index")
        if at is not None and at + 1 != len(schema["items_schema"]):
            raise _unsupported("tuple", "a tuple whose repeated items are followed by others cannot be enforced")
        return super().tuple_schema(schema)

    def set_schema(self, schema: core_schema.SetSchema) -> JsonSchemaValue:
        """A set, whose items can be hashed; they differ as values where they are counted."""
        return self._set(schema)

    def frozenset_schema(self, schema: core_schema.FrozenSetSchema) -> JsonSchemaValue:
        """The same."""
        return self._set(schema)

    def _set(self, schema: Any) -> JsonSchemaValue:
        items = schema.get("items_schema", {"type": "any"})
        self._must_hash(items, "set")
        found: JsonSchemaValue = {"type": "array", "uniqueItems": True}
        with self._in(distinct=self._distinct or schema.get("min_length", 0) > 1, hashed=True):
            found["items"] = self.generate_inner(items)
        self.update_with_validations(found, schema, self.ValidationsMapping.array)
        return found

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        """A mapping; its keys are texts of what they stand for."""
        return self._mapping(schema)

    def frozendict_schema(self, schema: Any) -> JsonSchemaValue:
        """The same."""
        return self._mapping(schema)

    def ordered_dict_schema(self, schema: Any) -> JsonSchemaValue:
        """The same."""
        return self._mapping(schema)

    def counter_schema(self, schema: Any) -> JsonSchemaValue:
        """The same."""
        return self._mapping(schema)

    def _mapping(self, schema: Any) -> JsonSchemaValue:
        found: JsonSchemaValue = {"type": "object"}
        keys = schema.get("keys_schema", {"type": "any"})
        self._must_hash(keys, "dict")
        with self._in(distinct=schema.get("min_length", 0) > 1, hashed=False):
            form = self._key(keys)
        if form is None:
            raise _unsupported("dict", f"no text is read as a key of this mapping (`{keys['type']}`)")
        form.pop("title", None)
        form.pop("type", None)
        if form:
            found["propertyNames"] = form
        values = {**self.generate_inner(schema["values_schema"])} if "values_schema" in schema else {}
        values.pop("title", None)
        found["additionalProperties"] = values or True
        self.update_with_validations(found, schema, self.ValidationsMapping.object)
        return found

    def _key(self, schema: Any) -> JsonSchemaValue | None:
        """The texts that are read as a key, as a schema of strings; None if there are none."""
        kind = schema["type"]
        if kind in ("definition-ref", "definitions"):
            return self._key(self._defined.get(schema.get("schema_ref"), schema.get("schema", {"type": "?"})))
        if kind in _ALTERNATIVES:
            return self._key(schema[_ALTERNATIVES[kind]])
        if kind == "nullable":
            return self._key(schema["schema"])
        if kind == "function-after" and (constraints := _constraints(schema)):
            inner = schema["schema"]
            for name, value in constraints.items():
                pushed = _pushed(inner, name, value)
                inner = inner if pushed is None else pushed
            return self._key(inner)
        if kind in _AROUND and not _is_text(schema):
            found = self._key(schema["schema"])
            return found if found is None or kind == "default" else _checked(found, schema)
        if kind == "union":
            return self._key_of_union(schema)
        if kind in ("enum", "literal"):
            return self._key_of_values(schema)
        if kind in ("int", "float", "decimal", "bool"):
            return self._key_of_number(schema)
        if kind in _NO_KEYS:
            return None
        found = self.generate_inner(schema)
        if "anyOf" in found:
            ways = [way for way in found["anyOf"] if way.get("type", "string") == "string"]
            found = {**found, "anyOf": ways} if len(ways) != 1 else ways[0]
        return found if found.get("type", "string") == "string" else None

    def _key_of_union(self, schema: Any) -> JsonSchemaValue | None:
        choices = [choice[0] if isinstance(choice, tuple) else choice for choice in schema["choices"]]
        if self._distinct and len(choices) > 1 and any(choice["type"] not in _PLAIN_TEXT for choice in choices):
            raise _unsupported("dict", "keys of several types cannot be counted as values; leave `min_length` to 1")
        found = [key for key in map(self._key, choices) if key is not None]
        return {"anyOf": found} if len(found) > 1 else found[0] if found else None

    def _key_of_values(self, schema: Any) -> JsonSchemaValue | None:
        values = [m.value for m in schema["members"]] if schema["type"] == "enum" else schema["expected"]
        texts_ = [str(v.value if isinstance(v, Enum) else v) for v in values]
        reader = SchemaValidator({"type": "dict", "keys_schema": _without_ref(schema)})
        kept = [text for text in dict.fromkeys(texts_) if _reads(reader, {text: None})]
        return {"enum": kept} if kept else None

    def _key_of_number(self, schema: Any) -> JsonSchemaValue:
        kind = schema["type"]
        if kind == "bool":
            return {_FORM: ["^(?:true|false)$"]}
        bounds = [name for name in _BOUNDS if schema.get(name) is not None]
        if schema.get("multiple_of") not in (None, 1):
            raise _unsupported("multiple_of", "`multiple_of` of a mapping's keys cannot be enforced")
        if kind == "int":
            form = [r"^(?:0|-?[1-9][0-9]{0,17})$"]
        elif kind == "float" or self._distinct:
            form = [texts.FLOAT_KEYS if not self._distinct else texts.DISTINCT_FLOAT_KEYS]
        else:
            form = []
        if kind == "decimal":
            form.append(texts.decimals(schema.get("max_digits"), schema.get("decimal_places"), exponent=not bounds))
        form += [texts.decimal_beside(Decimal(str(schema[name])), *_BOUNDS[name]) for name in bounds]
        return {_FORM: form}

    # ---- unions ----

    def union_schema(self, schema: core_schema.UnionSchema) -> JsonSchemaValue:
        """Any of several types; in a set, true is 1 and false is 0, and each text is of one type."""
        found = super().union_schema(schema)
        if not self._distinct:
            return found
        kinds = {each["type"] for each in (c[0] if isinstance(c, tuple) else c for c in schema["choices"])}
        if len(written := kinds - _NUMBERS - {"bool", "none"}) > 1 and not written <= _PLAIN_TEXT:
            raise _unsupported(
                "set", f"items of several types ({', '.join(sorted(kinds))}) cannot be counted as values"
            )
        if "bool" in kinds and kinds & (_NUMBERS | {"literal", "enum"}):
            found = {"allOf": [found], "not": {"enum": [0, 1]}}
        return found

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonSchemaValue:
        """One of several types, by its tag; a function that finds the tag is the user's."""
        found = super().tagged_union_schema(schema)
        if isinstance(found.get("discriminator"), dict):
            return found
        found["anyOf"] = found.pop("oneOf")
        return _noted(found, READER, f"finds the branch by `{_called(schema['discriminator'])}`")

    # ---- objects ----

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """A model; not closed where its root is any type, which may be a mapping."""
        with self._whole("a model"):
            found = super().model_schema(schema)
        return found if schema.get("root_model") else self._closed(found)

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchemaValue:
        """A dataclass, Pydantic's or Python's own."""
        with self._whole("a dataclass"):
            return self._closed(super().dataclass_schema(schema))

    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> JsonSchemaValue:
        """A TypedDict."""
        with self._whole("a TypedDict"):
            return self._closed(super().typed_dict_schema(schema))

    def definition_ref_schema(self, schema: core_schema.DefinitionReferenceSchema) -> JsonSchemaValue:
        """What is defined elsewhere."""
        if self._distinct and self._defined.get(schema["schema_ref"], {}).get("type") != "enum":
            raise _unsupported("set", "items of this type cannot be counted as values; leave `min_length` to 1")
        return super().definition_ref_schema(schema)

    def definitions_schema(self, schema: core_schema.DefinitionsSchema) -> JsonSchemaValue:
        """What is defined, and the rest."""
        self._defined.update((each["ref"], each) for each in schema["definitions"])
        return super().definitions_schema(schema)

    @property
    def _defined(self) -> dict[str, Any]:
        found: dict[str, Any] = self.__dict__.setdefault("_definitions_of_core", {})
        return found

    def _closed(self, found: JsonSchemaValue) -> JsonSchemaValue:
        """The schema, with no keys but those it names if it says nothing of others and this generator closes."""
        said = any(key in found for key in ("additionalProperties", "unevaluatedProperties", "patternProperties"))
        if not self.closes or said or found.get("type") != "object":
            return found
        return {**found, "additionalProperties": False}

    def _named_required_fields_schema(self, named_required_fields: Sequence[tuple[str, bool, Any]]) -> JsonSchemaValue:
        """The members of an object; those that are read from within others stand there."""
        by_alias = self._config.config_dict.get("validate_by_alias", True)
        paths = {name: _path(field) for name, _, field in named_required_fields} if by_alias else {}
        others = [each for each in named_required_fields if not paths.get(each[0])]
        found = super()._named_required_fields_schema(others)
        within: dict[Any, Any] = {}
        for name, required, field in named_required_fields:
            path = paths.get(name)
            if path:
                _plant(within, path, (self.generate_inner(field), required))
        # What no member is read from counts as another key.
        forbids = self._config.config_dict.get("extra") == "forbid"
        for key, tree in within.items():
            if key in found["properties"]:
                raise _unsupported("AliasPath", f"`{key}` is a member itself and holds another; write them apart")
            found["properties"][key], needed = _grown(tree, forbids)
            if needed:
                found.setdefault("required", []).append(key)
        return found

    # ---- where the generator is ----

    @contextmanager
    def _in(self, *, distinct: bool, hashed: bool) -> Iterator[None]:
        before = self._distinct, self._hashed
        self._distinct, self._hashed = distinct, hashed
        try:
            yield
        finally:
            self._distinct, self._hashed = before

    @contextmanager
    def _whole(self, what: str) -> Iterator[None]:
        """Within an object, of which a reference may be shared: nothing outside counts."""
        if self._distinct:
            raise _unsupported("set", f"items that are {what} cannot be counted as values; leave `min_length` to 1")
        with self._in(distinct=False, hashed=False):
            yield

    def _must_hash(self, schema: Any, what: str) -> None:
        found = self._unhashable(schema, set())
        if found:
            raise _unsupported(what, f"items of sets and keys must have a hash, which {found} has not")

    def _unhashable(self, schema: Any, seen: set[str]) -> str:
        """What of a core schema has no hash, in words; empty if all has one."""
        kind = schema["type"]
        if kind == "definition-ref":
            ref = schema["schema_ref"]
            if ref in seen or ref not in self._defined:
                return ""
            seen.add(ref)
            return self._unhashable(self._defined[ref], seen)
        if kind in _UNHASHABLE or (kind == "function-after" and _name(schema) == "NameEmail._validate"):
            return f"`{kind}`" if kind in _UNHASHABLE else "`NameEmail`"
        if kind in ("model", "dataclass") and schema["cls"].__hash__ is None:
            return f"`{schema['cls'].__name__}`, which is not frozen,"
        for part in _parts(schema):
            found = self._unhashable(part, seen)
            if found:
                return found
        return ""

    # ---- what has no texts ----

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

    closes = True


_IMPORTED = r"^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?::[A-Za-z_]\w*)?$"
_EMAILS = "addresses have ASCII letters"
_URLS = "hosts are plain names, without a user in front"
_NEAR = "within a day of a bound with a time zone, only times in UTC are written"
_KEPT_APART = {FIGURES: _FIGURES_KEPT, "exclusiveMinimum": -(10**15), "exclusiveMaximum": 10**15}
_ALTERNATIVES = {"json-or-python": "json_schema", "lax-or-strict": "lax_schema"}
_NUMBERS = frozenset(["int", "float", "decimal", "fraction"])
_PLAIN_TEXT = frozenset(["str", "literal", "enum"])
_NO_KEYS = _UNHASHABLE | {"none", "tuple", "named-tuple", "call", "model", "dataclass", "tagged-union", "frozenset"}


def _unsupported(feature: str, why: str) -> UnsupportedError:
    return UnsupportedError(why, feature=feature, where="#")


def _noted(found: JsonSchemaValue, key: str, note: str) -> JsonSchemaValue:
    """The schema with another note; each is said once."""
    notes = [*found.get(key, "").split("; "), note] if key in found else [note]
    return {**found, key: "; ".join(dict.fromkeys(notes))}


# ---- functions in core schemas ----


def _function(schema: Any) -> Any:
    function = schema["function"]
    return function["function"] if isinstance(function, dict) else function


def _is_own(function: Any) -> bool:
    """Whether Pydantic itself brings the function."""
    if isinstance(function, partial):
        function = function.func
    return str(getattr(function, "__module__", "")).startswith("pydantic")


def _name(schema: Any) -> str:
    """The name of a function of Pydantic's, as it stands in its module; empty for the user's."""
    function = _function(schema)
    if isinstance(function, partial):
        function = function.func
    return str(getattr(function, "__qualname__", "")) if _is_own(function) else ""


def _called(function: Any) -> str:
    return str(getattr(function, "__qualname__", None) or type(function).__name__)


def _checked(found: JsonSchemaValue, schema: Any) -> JsonSchemaValue:
    """The schema, with a note if a function decides which of its texts are read."""
    if "function" not in schema:
        return found
    name = _name(schema)
    if any(each in name for each in _HARMLESS):
        return found
    how = schema["type"].removeprefix("function-")
    note = _SAYS.get(name, f"runs the {how} validator `{_called(_function(schema))}`")
    return _noted(found, READER, note)


def _is_text(schema: Any) -> bool:
    """Whether a function makes of a text what is a text of its own form (base64, an address)."""
    if "function" not in schema:
        return False
    return _encoder(schema) is not None or _name(schema) in (
        "EmailStr._validate",
        "NameEmail._validate",
        "ByteSize._validate",
    )


def _constraints(schema: Any) -> dict[str, Any]:
    """The constraints that Pydantic checks by a function, since they stand after another."""
    function = _function(schema) if schema["type"] == "function-after" else None
    if not isinstance(function, partial) or not _is_own(function):
        return {}
    return {name: value for name, value in function.keywords.items() if name in _NUMERIC | _LENGTHS | _TAKES["decimal"]}


def _encoder(schema: Any) -> tuple[str, bool] | None:
    """The two last letters of the base64 that is decoded, and whether it stands for text."""
    owner = getattr(_function(schema), "__self__", None)
    if not isinstance(owner, EncodedBytes | EncodedStr):
        return None
    marks = _MARKS.get(owner.encoder.get_json_format()) if owner.encoder.__module__ == "pydantic.types" else None
    return None if marks is None else (marks, isinstance(owner, EncodedStr))


_MARKS = {"base64": "+/", "base64url": "-_"}


def _pushed(schema: Any, name: str, value: Any) -> Any:
    """The core schema with a constraint where its values are read; None where that is nowhere."""
    kind = schema["type"]
    if kind == "function-after" and _encoder(schema) is not None:
        kind = "encoded"
    if name in _TAKES.get(kind, ()):
        if (
            isinstance(value, datetime | time) and schema.get("tz_constraint") is None
        ):  # or Python does not compare them
            schema = {**schema, "tz_constraint": "naive" if value.tzinfo is None else "aware"}
        old = schema.get(name)
        if old is not None and name != "multiple_of":
            value = max(old, value) if name in ("ge", "gt", "min_length") else min(old, value)
        return {**_without_ref(schema), name: value}
    key = "schema" if kind in _AROUND else _ALTERNATIVES.get(kind)
    if key is not None:
        inner = _pushed(schema[key], name, value)
        return None if inner is None else {**_without_ref(schema), key: inner}
    if kind == "union":
        choices = [_pushed(c[0] if isinstance(c, tuple) else c, name, value) for c in schema["choices"]]
        return None if None in choices else {**_without_ref(schema), "choices": choices}
    if kind == "chain":
        first = _pushed(schema["steps"][0], name, value)
        return None if first is None else {**schema, "steps": [first, *schema["steps"][1:]]}
    return None


def _of_secret(found: JsonSchemaValue, schema: Any) -> JsonSchemaValue:
    """The schema of a secret, of which Pydantic's own says nothing of lengths."""
    if found.get("format") != "password":
        return found
    while schema["type"] not in ("str", "bytes"):
        schema = schema[_ALTERNATIVES.get(schema["type"], "schema")]
    low, high = schema.get("min_length", 0), schema.get("max_length")
    if schema["type"] == "bytes":
        return {**found, BYTES: [low, high]}
    return {**found, "minLength": low} | ({} if high is None else {"maxLength": high})


def _without_ref(schema: Any) -> Any:
    return {key: part for key, part in schema.items() if key != "ref"}


def _parts(schema: Any) -> Iterator[Any]:
    """The core schemas within another one whose hashes make its own."""
    for key in ("schema", "json_schema", "lax_schema"):
        if isinstance(schema.get(key), dict):
            yield schema[key]
            return
    if schema["type"] == "tuple":
        yield from schema["items_schema"]
    elif schema["type"] == "union":
        yield from (choice[0] if isinstance(choice, tuple) else choice for choice in schema["choices"])
    elif schema["type"] == "tagged-union":
        yield from schema["choices"].values()
    elif schema["type"] == "chain":
        yield schema["steps"][-1]


# ---- numbers ----


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    return exponent


def _numeric(schema: Any) -> dict[str, Any]:
    names = {"multiple_of": "multipleOf", "ge": "minimum", "le": "maximum"}
    names |= {"gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}
    return {key: _exact(schema[name]) for name, key in names.items() if schema.get(name) is not None}


def _exact(value: Any) -> Decimal:
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
    sizes = [(place, Decimal(1).scaleb(max(most - place, 0))) for place in ways]
    return {
        "allOf": [bounds],
        "anyOf": [
            {"multipleOf": Decimal(1).scaleb(-place), "exclusiveMinimum": -size, "exclusiveMaximum": size}
            for place, size in sizes
        ],
    }


# ---- values that are listed ----


@cache
def _zones() -> tuple[str, ...]:
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
        raise _unsupported("ZoneInfo", "this machine knows no time zones; install the package `tzdata`")
    return tuple(found)


def _readable(found: JsonSchemaValue, schema: Any, values: Sequence[Any]) -> JsonSchemaValue:
    """The listed values without those that the reader does not know again; most lists are of texts, and all are."""
    if all(type(value) in _CERTAIN for value in values):
        return found
    reader = SchemaValidator(_without_ref(schema))
    listed = found["enum"] if "enum" in found else [found["const"]]
    kept = [value for value in listed if _reads(reader, value)]
    if not kept:
        raise _unsupported(schema["type"], f"no JSON is read as any of {', '.join(map(repr, values[:5]))}")
    rest = {key: part for key, part in found.items() if key not in ("enum", "const", "type")}
    return {**rest, "enum": kept}


_CERTAIN = (str, int, bool, type(None))


def _reads(reader: SchemaValidator, value: Any) -> bool:
    try:
        reader.validate_json(json.dumps(value))
        if isinstance(value, dict):  # which a function may have read before
            reader.validate_python(value)
    except Exception:  # the user's `_missing_` may raise anything
        return False
    return True


# ---- members read from within others ----


def _path(field: Any) -> list[str | int]:
    """Where a member is found if it has no name of its own; else empty."""
    alias = field.get("validation_alias")
    if not isinstance(alias, list) or not alias:
        return []
    choices = alias if isinstance(alias[0], list) else [alias]
    if any(len(choice) == 1 and isinstance(choice[0], str) for choice in choices):
        return []
    return list(choices[0])


def _plant(tree: dict[Any, Any], path: list[str | int], leaf: Any) -> None:
    for key in path[:-1]:
        tree = tree.setdefault(key, {})
        if not isinstance(tree, dict):
            raise _unsupported("AliasPath", f"`{key}` is a member itself and holds another; write them apart")
    if path[-1] in tree:
        raise _unsupported("AliasPath", "two members are read from the same place; write them apart")
    tree[path[-1]] = leaf


def _grown(tree: Any, filled: bool) -> tuple[JsonSchemaValue, bool]:
    """The schema of what stands at a place, and whether it must be there; `filled`: where it is, all of it is."""
    if isinstance(tree, tuple):
        return tree
    parts = {key: _grown(part, filled) for key, part in tree.items()}
    required = any(needed for _, needed in parts.values())
    needed = [key for key, (_, must) in parts.items() if must or filled]
    if all(isinstance(key, str) for key in parts):
        found: JsonSchemaValue = {"type": "object", "properties": {key: part for key, (part, _) in parts.items()}}
        return {**found, "required": needed, "additionalProperties": False}, required
    if not all(isinstance(key, int) and key >= 0 for key in parts):
        raise _unsupported("AliasPath", "a path that counts from the end, or both keys and places, cannot be enforced")
    length = max(parts) + 1
    items = [parts[at][0] if at in parts else {} for at in range(length)]
    least = max(needed) + 1 if needed else 0
    return {"type": "array", "prefixItems": items, "minItems": least, "maxItems": length}, required


# ---- what is done to a finished schema ----


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


def settled(schema: Any) -> Any:
    """The schema with its forms as patterns, in place of the formats that Pydantic names; and with tags of unions.

    Pydantic demands the tag of a union even where the branch gives it a default.
    """
    for node in objects_in(schema):
        form = node.pop(_FORM, None)
        if type(form) is list:
            if node.get("format") != "uri":
                node.pop("format", None)
            node["allOf"] = [*node.get("allOf", ()), *({"pattern": pattern} for pattern in form)]
            if len(node["allOf"]) == 1 and "pattern" not in node:
                node["pattern"] = node.pop("allOf")[0]["pattern"]
        tag = node.get("discriminator")
        if type(tag) is dict and type(tag.get("propertyName")) is str and type(node.get("oneOf")) is list:
            node["oneOf"] = [{"required": [tag["propertyName"]], "allOf": [branch]} for branch in node["oneOf"]]
    return schema
