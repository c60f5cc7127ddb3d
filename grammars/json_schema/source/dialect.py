"""The dialects of JSON Schema: which keywords each has, and which type of value each speaks of.

A keyword that a dialect does not have is an annotation there. The table says, for each keyword, its subject as a bit;
a subschema's subjects are one pass over its keys, so that what is not constrained costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constrain.errors import GrammarError, UnsupportedError
from constrain.support.shown import shown

STRING, NUMBER, ARRAY, OBJECT, TYPE, IN_PLACE, REFERENCE, UNEVALUATED = (1 << i for i in range(8))

_SCALARS = frozenset(("null", "boolean", "number", "integer", "string"))

CLOSED = "constrain:closed"  # with true: `unevaluatedProperties: false`, in every dialect (see `closing.py`)
BYTES = "constrain:bytes"  # [least, most or None]: of a string in UTF-8
FIGURES = "constrain:figures"  # the most digits of a number that has a point, which then has no exponent
PLAIN = "constrain:plain"  # with true: integers are digits, whatever `integers` says
DROPPED = "constrain:dropped"  # what of a type could not be enforced, where the caller wants it left out
READER = "constrain:reader"  # what only the reader of a type decides, in words
NARROWED = "constrain:narrowed"  # which of a type's texts are not written, in words
JSON = "constrain:json"  # of a string: the schema of the JSON text that it is
PATTERN_DIALECT = "constrain:dialect"  # of `pattern` beside it, if not ECMAScript's (see `pattern_dialects.py`)

_COMMON = {
    CLOSED: UNEVALUATED,
    BYTES: STRING,
    FIGURES: NUMBER,
    PLAIN: NUMBER,
    PATTERN_DIALECT: STRING,
    JSON: STRING,
    "type": TYPE,
    "enum": IN_PLACE,
    "allOf": IN_PLACE,
    "anyOf": IN_PLACE,
    "oneOf": IN_PLACE,
    "not": IN_PLACE,
    "$ref": REFERENCE,
    "minLength": STRING,
    "maxLength": STRING,
    "pattern": STRING,
    "format": STRING,
    "multipleOf": NUMBER,
    "minimum": NUMBER,
    "maximum": NUMBER,
    "exclusiveMinimum": NUMBER,
    "exclusiveMaximum": NUMBER,
    "items": ARRAY,
    "minItems": ARRAY,
    "maxItems": ARRAY,
    "uniqueItems": ARRAY,
    "properties": OBJECT,
    "patternProperties": OBJECT,
    "additionalProperties": OBJECT,
    "required": OBJECT,
    "minProperties": OBJECT,
    "maxProperties": OBJECT,
}
_SINCE_6 = {"const": IN_PLACE, "contains": ARRAY, "propertyNames": OBJECT}
_SINCE_7 = {"if": IN_PLACE}
_SINCE_2019 = {
    "dependentRequired": OBJECT,
    "dependentSchemas": IN_PLACE,
    "unevaluatedItems": UNEVALUATED,
    "unevaluatedProperties": UNEVALUATED,
}
_CHILDREN = {
    **dict.fromkeys(("not", "if", "then", "else", "items", "additionalItems", "additionalProperties"), "one"),
    **dict.fromkeys(("contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties"), "one"),
    **dict.fromkeys(("contentSchema", JSON), "one"),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), "list"),
    **dict.fromkeys(("properties", "patternProperties", "dependencies", "definitions"), "map"),
    **dict.fromkeys(("$defs", "dependentSchemas"), "map"),
}


class Dialect:
    """What one draft of the specification says."""

    def __init__(self, name: str, subjects: dict[str, int]) -> None:
        self.name, self.subjects = name, subjects
        number = {"4": 4, "6": 6, "7": 7, "2019-09": 2019, "2020-12": 2020}[name]
        self.id = "id" if number == 4 else "$id"
        self.ref_alone = number <= 7  # siblings of $ref are ignored
        self.anchors = number >= 2019
        self.boolean_exclusive = number == 4
        self.plain_integers = number == 4  # 1.0 is no integer
        self.tuple_items = number < 2020  # `items` may be a list, with `additionalItems` after it
        self.contains_counts = number >= 2019
        self.contains_evaluates = number >= 2020
        self.children = _CHILDREN
        # Types whose values are the same in every dialect, and are no containers.
        self.scalars = _SCALARS if not self.plain_integers else _SCALARS - {"integer"}


DIALECTS = {
    "4": Dialect("4", {**_COMMON, "additionalItems": ARRAY, "dependencies": IN_PLACE}),
    "6": Dialect("6", {**_COMMON, **_SINCE_6, "additionalItems": ARRAY, "dependencies": IN_PLACE}),
    "7": Dialect("7", {**_COMMON, **_SINCE_6, **_SINCE_7, "additionalItems": ARRAY, "dependencies": IN_PLACE}),
    "2019-09": Dialect(
        "2019-09",
        {
            **_COMMON,
            **_SINCE_6,
            **_SINCE_7,
            **_SINCE_2019,
            "additionalItems": ARRAY,
            "$recursiveRef": REFERENCE,
        },
    ),
    "2020-12": Dialect(
        "2020-12",
        {**_COMMON, **_SINCE_6, **_SINCE_7, **_SINCE_2019, "prefixItems": ARRAY, "$dynamicRef": REFERENCE},
    ),
}
_BESIDE_OTHERS = ("then", "else", "minContains", "maxContains")
KEYWORDS = frozenset([*_BESIDE_OTHERS, *(key for dialect in DIALECTS.values() for key in dialect.subjects)])
"""What demands something in some dialect, alone or beside another keyword."""
ANNOTATIONS = frozenset(
    [
        *("$comment", "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary"),
        *("$defs", "definitions", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"),
        *(READER, NARROWED),
        *("contentMediaType", "contentEncoding", "contentSchema"),
        # OpenAPI and what tools for forms and editors add
        *("example", "nullable", "discriminator", "xml", "externalDocs", "defaultSnippets", "markdownDescription"),
        "errorMessage",
    ]
)
"""Words that are known to demand nothing, at least of JSON, and that say that a mapping is meant as a schema."""
WORDS = frozenset(("options", "order", "version", "name", "label", "note", "notes", "unit", "units", "hint"))
"""What some tools add as well, and what members may be called; none of them is a misspelt keyword either."""
_URIS = {
    "http://json-schema.org/draft-04/schema": "4",
    "http://json-schema.org/draft-06/schema": "6",
    "http://json-schema.org/draft-07/schema": "7",
    "https://json-schema.org/draft/2019-09/schema": "2019-09",
    "https://json-schema.org/draft/2020-12/schema": "2020-12",
    "http://json-schema.org/schema": "2020-12",  # "the latest"
}
_VALIDATION = "/vocab/validation"


def dialect_of(
    schema: Any, default: Dialect, pointer: str, vocabularies: Callable[[str], dict[str, bool] | None]
) -> Dialect:
    """The dialect that `$schema` names; `default` where there is none.

    A metaschema that is not one of the five has to be known to the registry: its `$vocabulary` says which keywords
    are asserted.
    """
    if type(schema) is not dict or "$schema" not in schema:
        return default
    uri = schema["$schema"]
    if type(uri) is not str:
        raise GrammarError(f"{pointer}/$schema: must be a URI, not {shown(uri, 60)}")
    name = _URIS.get(uri.rstrip("#").replace("https://json-schema.org/draft-", "http://json-schema.org/draft-"))
    if name is not None:
        return DIALECTS[name]
    declared = vocabularies(uri)
    if declared is None:
        raise UnsupportedError(
            f"{pointer}/$schema: the dialect {uri} is unknown; known are {', '.join(_URIS)}, and those whose "
            "metaschema is in `registry=`",
            feature="$schema",
            where=f"{pointer}/$schema",
        )
    base = DIALECTS["2019-09" if any("2019-09" in name for name in declared) else "2020-12"]
    if declared and not any(name.endswith(_VALIDATION) for name in declared):
        base = _without_validation(base)
    return base


_VALIDATION_KEYWORDS = frozenset(
    [
        "type",
        "const",
        "enum",
        "multipleOf",
        "maximum",
        "exclusiveMaximum",
        "minimum",
        "exclusiveMinimum",
        "maxLength",
        "minLength",
        "pattern",
        "maxItems",
        "minItems",
        "uniqueItems",
        "maxContains",
        "minContains",
        "maxProperties",
        "minProperties",
        "required",
        "dependentRequired",
    ]
)


def _without_validation(base: Dialect) -> Dialect:
    kept = {key: subject for key, subject in base.subjects.items() if key not in _VALIDATION_KEYWORDS}
    return Dialect(base.name, kept)
