"""What Pydantic's core schemas say of functions and constraints, and how a note on them is kept.

A constraint that stands after a function is checked by another function, on what the first one made. `pushed` gives the
core schema in which it stands where the text is read; that the user's own function may do otherwise is noted.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time
from functools import partial
from typing import Any

from pydantic.json_schema import JsonSchemaValue
from pydantic.types import EncodedBytes, EncodedStr

from constrain.errors import UnsupportedError

from .dialect import BYTES, READER

FORM = "constrain:form"
r"""Expressions that a string matches, in place of the `format` and `pattern` of Pydantic's own."""
BOUNDS = {"ge": (True, False), "gt": (True, True), "le": (False, False), "lt": (False, True)}
"""Whether what is left is above the bound, and whether the bound itself is out."""

_NUMERIC = frozenset([*BOUNDS, "multiple_of"])
_LENGTHS = frozenset(["min_length", "max_length"])
_TAKES = {
    **dict.fromkeys(("int", "float", "fraction", "timedelta"), _NUMERIC),
    **dict.fromkeys(("date", "time", "datetime"), frozenset(BOUNDS)),
    "decimal": _NUMERIC | {"max_digits", "decimal_places"},
    **dict.fromkeys(("str", "bytes", "list", "tuple", "set", "frozenset", "deque", "generator"), _LENGTHS),
    **dict.fromkeys(("dict", "frozendict", "ordered-dict", "counter", "encoded"), _LENGTHS),
}
"""The constraints that a core schema of a kind may have itself."""

AROUND = ("function-before", "function-after", "function-wrap", "nullable", "default", "custom-error")
UPDATES = frozenset([*_NUMERIC, "minLength", "maxLength", "minItems", "maxItems", "max_digits", "decimal_places"])
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
UNHASHABLE = frozenset(
    ["list", "deque", "set", "dict", "ordered-dict", "counter", "typed-dict", "generator", "model-fields"]
)
ALTERNATIVES = {"json-or-python": "json_schema", "lax-or-strict": "lax_schema"}


def unsupported(feature: str, why: str) -> UnsupportedError:
    return UnsupportedError(why, feature=feature, where="#")


def noted(found: JsonSchemaValue, key: str, note: str) -> JsonSchemaValue:
    """The schema with another note; each is said once."""
    notes = [*found.get(key, "").split("; "), note] if key in found else [note]
    return {**found, key: "; ".join(dict.fromkeys(notes))}


def _function(schema: Any) -> Any:
    function = schema["function"]
    return function["function"] if isinstance(function, dict) else function


def is_own(function: Any) -> bool:
    """Whether Pydantic itself brings the function."""
    if isinstance(function, partial):
        function = function.func
    return str(getattr(function, "__module__", "")).startswith("pydantic")


def name_of(schema: Any) -> str:
    """The name of a function of Pydantic's, as it stands in its module; empty for the user's."""
    function = _function(schema)
    if isinstance(function, partial):
        function = function.func
    return str(getattr(function, "__qualname__", "")) if is_own(function) else ""


def called(function: Any) -> str:
    return str(getattr(function, "__qualname__", None) or type(function).__name__)


def checked(found: JsonSchemaValue, schema: Any) -> JsonSchemaValue:
    """The schema, with a note if a function decides which of its texts are read."""
    if "function" not in schema:
        return found
    name = name_of(schema)
    if any(each in name for each in _HARMLESS):
        return found
    how = schema["type"].removeprefix("function-")
    note = _SAYS.get(name, f"runs the {how} validator `{called(_function(schema))}`")
    return noted(found, READER, note)


def is_text(schema: Any) -> bool:
    """Whether a function makes of a text what is a text of its own form (base64, an address)."""
    if "function" not in schema:
        return False
    return encoder_of(schema) is not None or name_of(schema) in (
        "EmailStr._validate",
        "NameEmail._validate",
        "ByteSize._validate",
    )


def constraints_of(schema: Any) -> dict[str, Any]:
    """The constraints that Pydantic checks by a function, since they stand after another."""
    function = _function(schema) if schema["type"] == "function-after" else None
    if not isinstance(function, partial) or not is_own(function):
        return {}
    return {name: value for name, value in function.keywords.items() if name in _NUMERIC | _LENGTHS | _TAKES["decimal"]}


def encoder_of(schema: Any) -> tuple[str, bool] | None:
    """The two last letters of the base64 that is decoded, and whether it stands for text."""
    owner = getattr(_function(schema), "__self__", None)
    if not isinstance(owner, EncodedBytes | EncodedStr):
        return None
    marks = _MARKS.get(owner.encoder.get_json_format()) if owner.encoder.__module__ == "pydantic.types" else None
    return None if marks is None else (marks, isinstance(owner, EncodedStr))


_MARKS = {"base64": "+/", "base64url": "-_"}


def pushed(schema: Any, name: str, value: Any, config: Any) -> Any:
    """The core schema with a constraint where its values are read; None where that is nowhere.

    `config` is the model's: its `str_max_length` holds beside a length that stands after a function, not beside a
    string's own.
    """
    kind = schema["type"]
    if kind == "function-after" and encoder_of(schema) is not None:
        kind = "encoded"
    if name in _TAKES.get(kind, ()):
        if (
            isinstance(value, datetime | time) and schema.get("tz_constraint") is None
        ):  # or Python does not compare them
            schema = {**schema, "tz_constraint": "naive" if value.tzinfo is None else "aware"}
        old = schema.get(name, config.get(f"str_{name}") if kind == "str" else None)
        if old is not None and name != "multiple_of":
            value = max(old, value) if name in ("ge", "gt", "min_length") else min(old, value)
        return {**without_ref(schema), name: value}
    key = "schema" if kind in AROUND or kind == "json" else ALTERNATIVES.get(kind)
    if key is not None:
        inner = pushed(schema[key], name, value, config)
        return None if inner is None else {**without_ref(schema), key: inner}
    if kind == "union":
        choices = [pushed(c[0] if isinstance(c, tuple) else c, name, value, config) for c in schema["choices"]]
        return None if None in choices else {**without_ref(schema), "choices": choices}
    if kind == "chain":
        first = pushed(schema["steps"][0], name, value, config)
        return None if first is None else {**schema, "steps": [first, *schema["steps"][1:]]}
    return None


def of_secret(found: JsonSchemaValue, schema: Any) -> JsonSchemaValue:
    """The schema of a secret, of which Pydantic's own says nothing of lengths."""
    if found.get("format") != "password":
        return found
    while schema["type"] not in ("str", "bytes"):
        schema = schema[ALTERNATIVES.get(schema["type"], "schema")]
    # Of several constraints each is a function around the next: what those within ask for is found already.
    least, most = found.get(BYTES, (found.get("minLength", 0), found.get("maxLength")))
    low = max(schema.get("min_length", 0), least)
    high = min((each for each in (schema.get("max_length"), most) if each is not None), default=None)
    if schema["type"] == "bytes":
        return {**found, BYTES: [low, high]}
    return {**found, "minLength": low} | ({} if high is None else {"maxLength": high})


def without_ref(schema: Any) -> Any:
    return {key: part for key, part in schema.items() if key != "ref"}


def parts_of(schema: Any) -> Iterator[Any]:
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
