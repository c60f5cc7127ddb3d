"""What the demonstration asks: five scenes, a text of the user's, and documents with their records.

Each is asked as the model at hand wants it: one that was instructed gets a chat message in plain English, the packaged
one (`constrain.sampling.models.demo_model`) the short form that it was trained on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from constrain.errors import ConstrainError
from constrain.grammar import Grammar

from .rates import RATES, Rate

TEXT = "Maria Rossi is 34 years old and lives in Lisbon. She works as a nurse. Her e-mail is maria@example.com."
FIELDS = "name?, age int?, city?, job?, email?"  # of a text of the user's, unless they say others
COLUMNS = ["name", "city", "age", "salary"]
QUERIES = """
start: "select " what " from people" [" where " condition (" and " condition)*] [" order by " column [" desc"]]
what: column (", " column)* | "count(*)" | FUNCTION "(" number ")"
condition: number " " COMPARISON " " INTEGER | text " = '" WORD "'"
column: text | number
text: "name" | "city"
number: "age" | "salary"
FUNCTION: "avg" | "max" | "min" | "sum"
COMPARISON: "<=" | ">=" | "<" | ">" | "="
INTEGER: /0|[1-9][0-9]{0,6}/
WORD: /[A-Z][A-Za-z]{0,20}/
"""


@dataclass(frozen=True)
class Scene:
    """One thing to ask: `text` is what a reader sees of the prompt, `limits` what the grammar is, in a few words.

    `rate` says how often the real model is right over many such texts.
    """

    title: str
    text: str
    limits: str
    prompt: Any  # a text, or chat messages
    grammar: Grammar[Any]
    rate: Rate | None = None


def person_type() -> Any:
    """The record of the first scene, as a user would write it."""
    from pydantic import BaseModel, Field

    class Person(BaseModel):
        name: str = Field(max_length=40)
        age: int = Field(ge=0, le=130)
        city: str = Field(max_length=40)
        job: str = Field(max_length=40)
        email: str = Field(pattern=r"^[a-z0-9._-]+@[a-z0-9-]+(\.[a-z]+)+$", max_length=60)

    return Person


MOODS = ["positive", "negative", "neutral"]
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
DATES = rf"(3[01]|[12][0-9]|[1-9]) ({MONTHS}) (19|20)[0-9]{{2}}"


def _message(text: str, question: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": f"{text}\n\n{question}"}]


def _layout(instructed: bool) -> Literal["spaced", "compact"]:
    """How JSON is written: as in the packaged model's training texts, or as models of others are used to."""
    return "spaced" if instructed else "compact"


def _record_prompt(text: str, description: Any, instructed: bool) -> Any:
    """Asks for a record; `description` as for the packaged model's `record_prompt`."""
    from constrain.sampling.models.demo_model import record_prompt

    if not instructed:
        return record_prompt(text, description)
    schema = description if isinstance(description, dict) else description.model_json_schema()
    *most, last = schema["properties"]
    return _message(text, f"Extract {', '.join(most)}{' and ' if most else ''}{last} as JSON.")


def instructed_scenes() -> Iterator[Scene]:
    """For a model that follows instructions: a record, a date, a class, a query, a call."""
    asked = (
        a_record(TEXT),
        a_date("Dear Ada, thank you for your letter of 17 May 2024. The lamp is on its way."),
        a_choice("The lamp broke after a week. I want my money back."),
        a_query("Show the name of people whose age is above 30"),
        a_call("What is the weather in Oslo for the next 3 days?"),
    )
    return (replace(scene, rate=RATES.get(scene.title)) for scene in asked)


# What is asked in these scenes, of any text: so it can be said how often the answers are right (`rates`).


def a_record(text: str) -> Scene:
    from constrain.grammars import json_schema

    person = person_type()
    return Scene("a record", text, "a Pydantic model", _record_prompt(text, person, True), json_schema(person))


def a_date(text: str) -> Scene:
    from constrain.grammars import regex

    shown = "the regular expression " + DATES.replace(MONTHS, "January|…|December")
    return Scene("a date", text, shown, _message(text, "What is the date of the letter?"), regex(DATES))


def a_choice(text: str) -> Scene:
    from constrain.grammars import choice

    question = "Is this review positive, negative or neutral?"
    return Scene("a choice", text, "one of " + ", ".join(MOODS), _message(text, question), choice(MOODS))


def a_query(text: str) -> Scene:
    from constrain.grammars import lark

    prompt = [{"role": "user", "content": f"Write this as SQL for the table people({', '.join(COLUMNS)}).\n{text}"}]
    return Scene("a query", text, "a Lark grammar of SQL", prompt, lark(QUERIES))


def a_call(text: str) -> Scene:
    from constrain.grammars import tools

    functions = _functions()
    question = f"Answer with a call of one of these functions, as JSON:\n{json.dumps(functions)}"
    call = tools(functions, format="json", calls="one")
    return Scene("a call", text, "one of two tools", _message(text, question), call)


def scenes() -> Iterator[Scene]:
    """For the packaged model: a record, a value by a regular expression, a choice, a query in SQL, a call of a tool."""
    from constrain.grammars import choice, json_schema, lark, regex, tools
    from constrain.sampling.models.demo_model import call_prompt, query_prompt, record_prompt, value_prompt

    person = person_type()
    grammar = json_schema(person, layout="compact")  # as in the texts that the demo model was trained on
    yield Scene("a record", TEXT, "a Pydantic model", record_prompt(TEXT, person), grammar)

    # Without the constraint the model copies the number as it stands.
    text = "Please call Dana at 555 0173 before noon."
    pattern = "[0-9]{3}-[0-9]{4}"
    yield Scene("a value", text, f"the regular expression {pattern}", value_prompt(text, "phone"), regex(pattern))

    text = "The lamp broke after a week. I want my money back."
    prompt = value_prompt(text, "sentiment", "enum", MOODS)
    yield Scene("a choice", text, "one of " + ", ".join(MOODS), prompt, choice(MOODS))

    text = "Show the name of people whose age is above 30"
    yield Scene("a query", text, "a Lark grammar of SQL", query_prompt(text, "people", COLUMNS), lark(QUERIES))

    text, functions = "What is the weather in Oslo for the next 3 days?", _functions()
    call = tools(functions, format="json", calls="one", layout="compact")
    yield Scene("a call", text, "one of two tools", call_prompt(text, functions), call)


def _functions() -> list[dict[str, Any]]:
    city = {"type": "string", "maxLength": 40}
    days, minutes = ({"type": "integer", "minimum": 1, "maximum": most} for most in (14, 600))
    return [
        _function("weather", {"city": city, "days": days}),
        _function("timer", {"minutes": minutes}),
    ]


def _function(name: str, properties: dict[str, Any]) -> dict[str, Any]:
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {"name": name, "parameters": parameters}


def of_text(text: str, fields: str | None = None, *, instructed: bool = False) -> Scene:
    """A record from the user's text; `fields` as in prompts, `"shop, total number, paid bool, size small|large"`.

    Raises ConstrainError for an empty text, and as `schema_of`.
    """
    from constrain.grammars import json_schema

    if not text.strip():
        raise ConstrainError("--text: the text is empty; give one that a record can be taken from")
    fields = FIELDS if fields is None else fields
    schema = schema_of(fields, text)
    shown = f"{fields}; texts copied"
    grammar = json_schema(schema, layout=_layout(instructed))
    return Scene("a record", text, shown, _record_prompt(text, schema, instructed), grammar)


_KINDS: dict[str, dict[str, Any]] = {
    "text": {"type": "string", "maxLength": 80},
    "int": {"type": "integer"},
    "number": {"type": "number"},
    "bool": {"type": "boolean"},
    "date": {"type": "string", "format": "date"},
    "list": {"type": "array", "items": {"type": "string", "maxLength": 40}, "maxItems": 12},
}


def schema_of(fields: str, text: str | None = None) -> dict[str, Any]:
    """The JSON Schema of fields as prompts write them; with `text`, texts and the items of lists are copied from it.

    A text called `email` is an e-mail address. Raises ConstrainError for fields that are none, and where an address has
    to be copied from a text without one.
    """
    from constrain.grammars import substring_pattern

    kinds = _KINDS
    if text is not None:
        copied = {"type": "string", "pattern": substring_pattern(text)}
        kinds = {**_KINDS, "text": copied, "list": {**_KINDS["list"], "items": copied}}
    properties: dict[str, Any] = {}
    for field in fields.split(","):
        match = re.fullmatch(r"(\S+)(?: ([^?]+))?(\?)?", " ".join(field.split()))
        if match is None:
            raise ConstrainError(
                f"--fields: {field.strip()!r} is not `key`, `key type` or `key a|b|c`, perhaps with `?`"
            )
        key, kind, nullable = match[1], match[2] or "text", match[3]
        if key.endswith("?") and nullable is None:
            key, nullable = key[:-1], "?"
        if "|" not in kind and kind not in _KINDS:
            raise ConstrainError(f"--fields: the type {kind!r} of {key!r} is none of {', '.join(_KINDS)}, nor `a|b|c`")
        schema = {"enum": kind.split("|")} if "|" in kind else kinds[kind]
        if kind == "text" and key.lower() in ("email", "e-mail"):
            schema = schema | {"format": "email"}
            if text is not None and not nullable and "@" not in text:
                raise ConstrainError(f"--fields: the text has no e-mail address for {key!r}; `{key}?` allows null")
        if key in properties:
            raise ConstrainError(f"--fields: {key!r} stands twice")
        properties[key] = {"anyOf": [schema, {"type": "null"}]} if nullable else schema
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def documents(count: int = 50, *, instructed: bool = False) -> tuple[Grammar[Any], list[Any], list[dict[str, Any]]]:
    """Notes on parcels: the grammar of their records, the prompts, and the records that are right."""
    from constrain.grammars import json_schema

    schema = schema_of("customer, product, quantity int, price number, city")
    schema["properties"]["quantity"] = {"type": "integer", "minimum": 1, "maximum": 999}
    schema["properties"]["price"] = {"type": "number", "minimum": 0, "maximum": 9999}
    names = ["Ana Silva", "Tom Becker", "Lucy Hale", "Omar Nasser", "Freya Lund", "Ivo Kral", "Mei Tan"]
    goods = [
        "lamp",
        "office chair",
        "red kettle",
        "wooden desk",
        "rain jacket",
        "mirror",
        "water bottle",
        "camera",
        "sofa",
    ]
    cities = ["Oslo", "Trieste", "Leeds", "Porto", "Graz", "Malmo", "Cork", "Split"]
    wordings = [
        "{customer} ordered {quantity} pieces of {product} for {price} EUR. Ship it to {city}.",
        "Order by {customer}: {quantity} x {product}, {price} EUR. The parcel is sent to {city}.",
        "{customer} from {city} bought {quantity} units of {product}. The total is {price}.",
        "We need {quantity} of the {product}. The customer is {customer}. It costs {price} dollars. Deliver to {city}.",
        "Thank you, {customer}, for {quantity} pieces of our {product}. You pay {price} USD. Ship it to {city}.",
    ]
    records, prompts = [], []
    for i in range(count):
        price = f"{11 + 37 * i % 900}.{(5 * i * i) % 100:02}"
        values = (names[i % 7], goods[i % 9], 2 + 5 * i % 40, price, cities[i % 8])
        record = dict(zip(schema["properties"], values, strict=True))
        prompts.append(_record_prompt(wordings[i % 5].format(**record), schema, instructed))
        records.append({**record, "price": float(price)})
    return json_schema(schema, layout=_layout(instructed)), prompts, records
