"""`describe`: what a constraint's texts are like, in words that a model reads in its prompt.

A constraint says what a model can write, and not what it is meant to: keys come as a surprise, and fields get what the
keys before them suggested. A prompt with the description tells both. It has no part in what is enforced, so it is short
rather than complete: types as TypeScript writes them, with what fields are for behind `//`; or an example of the form.
Every definition is written once, however often it is referred to, so the text's length follows the schema's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from pydantic import TypeAdapter
from pydantic.errors import PydanticUserError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import DecimalSchema

from constrain.errors import LimitExceeded, UnsupportedError
from constrain.grammar import Grammar
from constrain.support.arguments import one_of, public
from constrain.support.deep_stack import roomy
from constrain.support.shown import shown

from .choice import one_of_texts
from .json_schema.front import JsonSchemaGrammar
from .json_schema.source.inputs import schema_of
from .json_schema.text.reading import PydanticReader

_DEEPEST = 100  # subschemas inside each other
_MOST_PARTS = 10_000  # subschemas that are written
_MOST_VALUES = 50  # of an enum that are written; a longer list ends in "…"
_LONGEST_BOUND = 60  # characters: a longer pattern tells a model nothing
_INDENT = "  "
_BOUNDS = (
    ("minimum", "at least {}"),
    ("exclusiveMinimum", "more than {}"),
    ("maximum", "at most {}"),
    ("exclusiveMaximum", "less than {}"),
    ("multipleOf", "a multiple of {}"),
    ("minLength", "at least {} characters"),
    ("maxLength", "at most {} characters"),
    ("minItems", "at least {} items"),
    ("maxItems", "at most {} items"),
    ("pattern", "matches {}"),
    ("constrain:digits", "at most {} digits"),
    ("constrain:places", "at most {} digits after the point"),
)
_EXAMPLES = {
    "date": "2024-05-17",
    "date-time": "2024-05-17T09:30:00Z",
    "time": "09:30:00Z",
    "duration": "P3D",
    "email": "name@example.com",
    "uri": "https://example.com",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
}


@public
@roomy
def describe(description: Any, *, form: Literal["types", "example"] = "types", max_characters: int = 20_000) -> str:
    """What texts are asked for, to be put into a prompt: of a type, a schema, a pattern, or texts to choose from.

    `form="types"` writes JSON as TypeScript writes its types, one line for each field, with bounds and descriptions as
    comments; `"example"` writes one value of that form as JSON, of the schema's own examples and defaults where it has
    them. The order of keys is that in which `json_schema` has them written. What is returned enforces nothing.

    Of what `sql` makes, these are the tables and columns that a query may name; of what `expression` and `python` make,
    the functions, values and modules that are given.

    Raises UnsupportedError for a grammar of another kind (Lark, …), and LimitExceeded for a description of more than
    `max_characters`, or of more than 100 subschemas inside each other or 10,000 in all.

    >>> print(describe({"properties": {"age": {"type": "integer", "minimum": 0}}, "required": ["age"]}))
    {
      "age": integer,  // at least 0
    }
    >>> print(describe(sql("CREATE TABLE artist(id INTEGER, name TEXT)")))
    artist(id number, name text)
    """
    one_of(form, "form", ("types", "example"))
    text = _described(description, form)
    if len(text) > max_characters:
        raise LimitExceeded(
            f"the description has {len(text)} characters, limit {max_characters}; describe a part of it, or raise "
            "max_characters",
            limit=max_characters,
            needed=len(text),
        )
    return text


def _described(description: Any, form: str) -> str:
    if isinstance(description, re.Pattern):
        return f"a text that matches the regular expression {description.pattern}"
    texts = _texts(description)
    if texts is not None:
        return one_of_texts(texts)
    if isinstance(description, JsonSchemaGrammar):
        made_of = description.read.source if isinstance(description.read, PydanticReader) else description.schema
        schema = _schema_of(made_of)
    elif isinstance(description, Grammar):
        if said := description.for_prompt():
            return said
        raise UnsupportedError(
            "describe() reads types, schemas, patterns, lists of texts, and what regex, choice, sql, expression and "
            f"python (with names) make, not {shown(description, 100)}; say in the prompt's own words what is wanted",
            feature="describe() of a grammar",
            where="description",
        )
    else:
        schema = _schema_of(description)
    return _Types(schema).text() if form == "types" else _dumped(_Example(schema).value())


def _schema_of(source: Any) -> Any:
    """The schema as its author would write it: of a type, Pydantic's own, which tells formats and not their readers."""
    if not isinstance(source, (Mapping, str, bytes, bytearray, bool)):
        try:
            adapter = source if isinstance(source, TypeAdapter) else TypeAdapter(source)
            return adapter.json_schema(schema_generator=_WithDigits)
        except PydanticUserError:  # as msgspec's types, which `schema_of` reads, and its refusals of others
            pass
    return schema_of(source)[0]


class _WithDigits(GenerateJsonSchema):
    """Pydantic's own generator, and the digits of decimals, which it leaves out."""

    def decimal_schema(self, schema: DecimalSchema) -> JsonSchemaValue:
        asked = {"constrain:digits": schema.get("max_digits"), "constrain:places": schema.get("decimal_places")}
        return super().decimal_schema(schema) | {name: most for name, most in asked.items() if most is not None}


def _texts(description: Any) -> list[str] | None:
    """The texts to choose from, where the description is such a choice."""
    if isinstance(description, (list, tuple)):
        found = list(description)
    elif isinstance(description, type) and issubclass(description, Enum):
        found = [member.value for member in description]
    elif get_origin(description) is Literal:
        found = list(get_args(description))
    else:
        return None
    return found if found and all(isinstance(each, str) for each in found) else None


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=_number)


def _number(value: Any) -> Any:
    """Decimals, as schemas in JSON text have them."""
    return int(value) if value == int(value) else float(value)


class _Schema:
    """What both forms ask of a schema: where references lead, and what stands in parts of `allOf`."""

    def __init__(self, schema: Any) -> None:
        self.root = schema
        self._level = self._parts = 0

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Around each subschema. Raises LimitExceeded for too many, which references to references can make of few."""
        self._level, self._parts = self._level + 1, self._parts + 1
        for limit, needed, what in ((_DEEPEST, self._level, "inside each other"), (_MOST_PARTS, self._parts, "in all")):
            if needed > limit:
                raise LimitExceeded(
                    f"the schema has more than {limit} subschemas {what}; describe a part of it",
                    limit=limit,
                    needed=needed,
                )
        yield
        self._level -= 1

    def target(self, reference: str) -> Any:
        """The subschema that a reference within the schema names; True, which is anything, for all others."""
        place: Any = self.root
        steps = reference.removeprefix("#").split("/")[1:] if reference.startswith("#") else ["?"]
        for step in steps:
            key = step.replace("~1", "/").replace("~0", "~")
            if isinstance(place, list) and key.isdigit() and int(key) < len(place):
                place = place[int(key)]
            elif isinstance(place, Mapping) and key in place:
                place = place[key]
            else:
                return True
        return place

    def merged(self, schema: Any) -> Any:
        """With what stands in its `allOf`; keywords of its own go before theirs."""
        parts = schema.get("allOf") if isinstance(schema, Mapping) else None
        if not isinstance(parts, list):
            return schema
        whole: dict[str, Any] = {}
        for part in [{key: each for key, each in schema.items() if key != "allOf"}, *parts]:
            if isinstance(part, Mapping) and "$ref" in part and len(parts) > 1:
                part = self.target(str(part["$ref"]))
            for key, each in part.items() if isinstance(part, Mapping) else ():
                if key == "properties" and isinstance(whole.get(key), Mapping) and isinstance(each, Mapping):
                    whole[key] = {**whole[key], **each}
                elif key == "required" and isinstance(whole.get(key), list) and isinstance(each, list):
                    whole[key] = [*whole[key], *each]
                else:
                    whole.setdefault(key, each)
        return whole


class _Types(_Schema):
    """Types as TypeScript writes them; what is referred to more than once, or refers to itself, gets a name."""

    def __init__(self, schema: Any) -> None:
        super().__init__(schema)
        self._names: dict[str, str] = {}  # by reference
        self._counts: dict[str, int] = {}
        self._open: list[str] = []  # references that are being written
        for reference in _references(schema):
            self._counts[reference] = self._counts.get(reference, 0) + 1

    def text(self) -> str:
        """The definitions, then the type of the whole."""
        whole, note = self._type(self.root, 0)
        written: list[str] = []
        done = 0
        while done < len(self._names):  # writing one may name others
            reference, name = list(self._names.items())[done]
            text, comment = self._type(self.target(reference), 0)
            written.append(f"type {name} = {text}{_comment(comment)}")
            done += 1
        last = [f"// {note}", whole] if note and "\n" in whole else [whole + _comment(note)]
        return "\n".join([*written, *last])

    def _type(self, schema: Any, depth: int) -> tuple[str, str]:
        """The type, and what is to be said of it."""
        with self.entered():
            schema = self.merged(schema)
            if not isinstance(schema, Mapping):
                return ("any" if schema is not False else "never"), ""
            text, inner = self._bare(schema, depth)
        return text, "; ".join(dict.fromkeys(each for each in (*_remarks(schema), inner) if each))

    def _bare(self, schema: Mapping[str, Any], depth: int) -> tuple[str, str]:
        if "$ref" in schema:
            return self._reference(str(schema["$ref"]), depth)
        if "const" in schema:
            return _dumped(schema["const"]), ""
        if isinstance(schema.get("enum"), list):
            values = [_dumped(each) for each in schema["enum"]]
            return " | ".join([*values[:_MOST_VALUES], *["…"][: len(values) > _MOST_VALUES]]), ""
        for key in ("anyOf", "oneOf"):
            if isinstance(schema.get(key), list) and schema[key]:
                ways = [self._type(each, depth) for each in schema[key]]
                return " | ".join(dict.fromkeys(way for way, _ in ways)), "; ".join(note for _, note in ways if note)
        kind = schema.get("type")
        if isinstance(kind, list):
            ways = [self._bare({**schema, "type": each}, depth) for each in kind]
            return " | ".join(dict.fromkeys(way for way, _ in ways)), ""
        if kind == "object" or isinstance(schema.get("properties"), Mapping):
            return self._object(schema, depth), ""
        if kind == "array":
            return self._array(schema, depth)
        if (content := _content(schema)) is not None:
            text, note = self._type(content, 0)
            return "string", "; ".join(("JSON text of " + " ".join(text.split()), *((note,) if note else ())))
        return str(kind) if kind in ("string", "integer", "number", "boolean", "null") else "any", ""

    def _reference(self, reference: str, depth: int) -> tuple[str, str]:
        if reference in self._names:
            return self._names[reference], ""
        if self._counts.get(reference, 0) < 2 and reference not in self._open and reference != "#":
            self._open.append(reference)
            found = self._type(self.target(reference), depth)
            self._open.pop()
            return found
        name = re.sub(r"\W", "", reference.rsplit("/", 1)[-1]) or "Whole"
        while name in self._names.values():
            name += "_"
        self._names[reference] = name
        return name, ""

    def _object(self, schema: Mapping[str, Any], depth: int) -> str:
        properties = schema.get("properties")
        required = schema.get("required")
        needed = set(map(str, required)) if isinstance(required, list) else set()
        lines = []
        for key, each in properties.items() if isinstance(properties, Mapping) else ():
            text, note = self._type(each, depth + 1)
            optional = "" if key in needed else "?"
            lines.append(f"{_INDENT * (depth + 1)}{_dumped(key)}{optional}: {text},{_comment(note)}")
        others = schema.get("additionalProperties")
        if isinstance(others, Mapping) and others:
            text, note = self._type(others, depth + 1)
            lines.append(f"{_INDENT * (depth + 1)}[key: string]: {text},{_comment(note)}")
        return "\n".join(["{", *lines, _INDENT * depth + "}"]) if lines else "object"

    def _array(self, schema: Mapping[str, Any], depth: int) -> tuple[str, str]:
        places = schema.get("prefixItems")
        if isinstance(places, list) and places:
            return f"[{', '.join(self._type(each, depth + 1)[0] for each in places)}]", ""
        items = schema.get("items")
        if not isinstance(items, Mapping) or not items:
            return "any[]", ""
        text, note = self._type(items, depth)
        own = (line for line in text.split("\n") if not line.startswith(_INDENT * (depth + 1)))  # not of what is within
        return f"({text})[]" if any(" | " in line for line in own) else f"{text}[]", note and f"each: {note}"


def _references(schema: Any) -> Iterator[str]:
    """All references, each as often as it stands."""
    waiting, seen = [schema], set()
    while waiting:
        each = waiting.pop()
        if isinstance(each, (Mapping, list)) and id(each) not in seen:
            seen.add(id(each))
            waiting += each.values() if isinstance(each, Mapping) else each
            if isinstance(each, Mapping) and isinstance(each.get("$ref"), str):
                yield each["$ref"]


def _content(schema: Mapping[str, Any]) -> Any:
    """What a string holds as JSON text, where a schema says so; None where it does not."""
    is_text = schema.get("type") == "string" and schema.get("contentMediaType") == "application/json"
    return schema.get("contentSchema") if is_text else None


def _remarks(schema: Mapping[str, Any]) -> Iterator[str]:
    """What a reader should know beside the type, in one line each."""
    if isinstance(schema.get("description"), str):
        yield " ".join(schema["description"].split())
    if isinstance(schema.get("format"), str):
        yield f"{schema['format']}"
    places = schema.get("prefixItems")
    for key, words in _BOUNDS:
        bound = schema.get(key)
        if key in ("minItems", "maxItems") and isinstance(places, list) and bound == len(places):
            continue  # as the type shows
        if bound is not None and not isinstance(bound, (bool, Mapping, list)) and len(str(bound)) <= _LONGEST_BOUND:
            yield words.format(bound)


def _comment(note: str) -> str:
    return f"  // {note}" if note else ""


class _Example(_Schema):
    """One value of the form that a schema asks for; nothing promises that it is valid."""

    def value(self) -> Any:
        return self._value(self.root, ())

    def _value(self, schema: Any, inside: tuple[str, ...]) -> Any:
        with self.entered():
            schema = self.merged(schema)
            return self._of(schema, inside) if isinstance(schema, Mapping) else None

    def _of(self, schema: Mapping[str, Any], inside: tuple[str, ...]) -> Any:
        for key in ("const", "default"):
            if schema.get(key) is not None:
                return schema[key]
        for key in ("examples", "enum"):
            if isinstance(schema.get(key), list) and schema[key]:
                return schema[key][0]
        reference = schema.get("$ref")
        if isinstance(reference, str):
            if inside.count(reference):
                return None
            return self._value(self.target(reference), (*inside, reference))
        for key in ("anyOf", "oneOf"):
            if isinstance(schema.get(key), list) and schema[key]:
                return self._value(schema[key][0], inside)
        return self._of_kind(schema, inside)

    def _of_kind(self, schema: Mapping[str, Any], inside: tuple[str, ...]) -> Any:
        kind = schema.get("type")
        kind = kind[0] if isinstance(kind, list) and kind else kind
        if kind == "object" or isinstance(schema.get("properties"), Mapping):
            properties = schema.get("properties")
            found = properties.items() if isinstance(properties, Mapping) else ()
            return {key: self._value(each, inside) for key, each in found}
        if kind == "array":
            items = schema.get("prefixItems") or [schema.get("items", True)]
            return [self._value(each, inside) for each in items]
        if kind in ("integer", "number"):
            low = schema.get("minimum", 0)
            return low if isinstance(low, int) else 0
        if (content := _content(schema)) is not None:
            return _dumped(self._value(content, inside))
        if kind == "string":
            return _EXAMPLES.get(str(schema.get("format")), "…")
        return True if kind == "boolean" else None
