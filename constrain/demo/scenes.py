"""What the demonstration asks: five scenes, a text of the user's, and documents with their records.

All are chat messages in plain English. A model of this size does better what it has seen done, so most scenes begin
with examples: an exchange or three of the same kind, with other values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from constrain.errors import ConstrainError
from constrain.grammar import Grammar

from .rates import RATES, Rate

TEXT = "Maria Rossi is 34 years old and lives in Lisbon. She works as a nurse. Her e-mail is maria@example.com."
FIELDS = "name?, age int?, city?, job?, email?"  # of a text of the user's, unless they say others
TOPICS = ["delivery", "payment", "repair"]
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
DATES = rf"(3[01]|[12][0-9]|[1-9]) ({MONTHS}) (19|20)[0-9]{{2}}"
ORDERS = """
start: item (", " item)*
item: COUNT " x " goods
goods: "lamp" | "chair" | "desk" | "kettle" | "mirror" | "vase"
COUNT: /[1-9][0-9]?/
"""

Chat = list[dict[str, str]]


@dataclass(frozen=True)
class Scene:
    """One thing to ask: `text` is what a reader sees of the prompt, `limits` what the grammar is, in a few words.

    `labels` are classes whose probabilities are told as well. `rate` says how often the model is right over many such
    texts.
    """

    title: str
    text: str
    limits: str
    prompt: Chat
    grammar: Grammar[Any]
    labels: tuple[str, ...] = ()
    rate: Rate | None = None


def scenes() -> Iterator[Scene]:
    """A record, a date, a class, an order in a small language, a call."""
    asked = (
        a_record(TEXT),
        a_date("Dear Ada, thank you for your letter of 17 May 2024. The lamp is on its way."),
        a_class("The lamp broke after a week. I want my money back."),
        an_order("Hello, we need 12 mirrors and 3 vases. Greetings, Otto"),
        a_call("What is the weather in Oslo for the next 3 days?"),
    )
    return (replace(scene, rate=RATES.get(scene.title)) for scene in asked)


# What is asked in these scenes, of any text: so it can be said how often the answers are right (`rates`).


def a_record(text: str) -> Scene:
    from constrain.grammars import json_schema

    person = person_type(text)
    record = {"name": "Bo Lind", "age": 41, "city": "Ghent", "job": "cook", "email": "bo@lind.example"}
    example = ("Bo Lind, 41, is a cook in Ghent; write to bo@lind.example.", json.dumps(record))
    limits = "a Pydantic model; its texts are copied"
    return Scene("a record", text, limits, _record_prompt(text, person, example), json_schema(person))


def person_type(text: str) -> Any:
    """The record of the first scene, as a user would write it: texts are runs of words of the given one."""
    from pydantic import BaseModel, Field

    from constrain.grammars import substring_pattern

    copied = substring_pattern(text)

    class Person(BaseModel):
        name: str = Field(pattern=copied)
        age: int = Field(ge=0, le=130)
        city: str = Field(pattern=copied)
        job: str = Field(pattern=copied)
        email: str = Field(pattern=copied, json_schema_extra={"format": "email"})

    return Person


def a_date(text: str) -> Scene:
    from constrain.grammars import regex

    shown = "the regular expression " + DATES.replace(MONTHS, "January|…|December")
    return Scene("a date", text, shown, _message(text, "Copy the date from the text."), regex(DATES))


def a_class(text: str) -> Scene:
    from constrain.grammars import choice

    question = "Is this about delivery, payment or repair?"
    shown = "one of " + ", ".join(TOPICS)
    return Scene("a class", text, shown, _message(text, question), choice(TOPICS), tuple(TOPICS))


def an_order(text: str) -> Scene:
    from constrain.grammars import lark

    examples = (
        ("Bring us 5 desks and one lamp.", "5 x desk, 1 x lamp"),
        ("I need a vase.", "1 x vase"),
        ("9 kettles, two chairs and 3 mirrors, please.", "9 x kettle, 2 x chair, 3 x mirror"),
    )
    asked = "Write this order as a list: "
    prompt = _exchanges((asked + text, answer) for text, answer in examples) + _message(asked + text)
    return Scene("an order", text, "a small language, as a Lark grammar", prompt, lark(ORDERS))


def a_call(text: str) -> Scene:
    from constrain.grammars import tools

    functions = _functions()
    told = f"Answer with a call of one of these functions, as JSON:\n{json.dumps(functions)}"
    calls = (
        ("Will it be sunny in Bergen in the next 2 days?", "weather", {"city": "Bergen", "days": 2}),
        ("Tell me when 25 minutes are over.", "timer", {"minutes": 25}),
    )
    examples = _exchanges((asked, json.dumps({"name": name, "arguments": given})) for asked, name, given in calls)
    prompt = [{"role": "system", "content": told}, *examples, *_message(text)]
    return Scene("a call", text, "one of two tools", prompt, tools(functions, format="json", calls="one"))


def _message(*parts: str) -> Chat:
    return [{"role": "user", "content": "\n\n".join(parts)}]


def _exchanges(examples: Any) -> Chat:
    """Questions and their answers, as a chat before the question that is meant."""
    roles = ("user", "assistant")
    return [{"role": role, "content": said} for each in examples for role, said in zip(roles, each, strict=True)]


def _record_prompt(text: str, description: Any, example: tuple[str, str] | None = None) -> Chat:
    """Asks for a record; `description` is a Pydantic model or a JSON Schema, `example` a text and its record."""
    schema = description if isinstance(description, dict) else description.model_json_schema()
    *most, last = schema["properties"]
    question = f"Extract {', '.join(most)}{' and ' if most else ''}{last} as JSON."
    before = [] if example is None else _exchanges([(f"{example[0]}\n\n{question}", example[1])])
    return before + _message(text, question)


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


def of_text(text: str, fields: str | None = None) -> Scene:
    """A record from the user's text; `fields` as in prompts, `"shop, total number, paid bool, size small|large"`.

    Raises ConstrainError for an empty text, and as `schema_of`.
    """
    from constrain.grammars import json_schema

    if not text.strip():
        raise ConstrainError("--text: the text is empty; give one that a record can be taken from")
    fields = FIELDS if fields is None else fields
    schema = schema_of(fields, text)
    return Scene("a record", text, f"{fields}; texts are copied", _record_prompt(text, schema), json_schema(schema))


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


DOCUMENTS = 12


def documents(count: int = DOCUMENTS) -> tuple[list[Grammar[Any]], list[Chat], list[dict[str, Any]]]:
    """Notes on parcels: the grammars of their records, the prompts, and the records that are right."""
    from constrain.grammars import json_schema

    fields = "customer, product, quantity int, price number, city"
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
    record: dict[str, Any] = {
        "customer": "Jan Roos",
        "product": "garden bench",
        "quantity": 6,
        "price": 310.5,
        "city": "Bruges",
    }
    example = ("Jan Roos bought 6 pieces of garden bench for 310.5 EUR. Send them to Bruges.", json.dumps(record))
    grammars: list[Grammar[Any]] = []
    records, prompts = [], []
    for i in range(count):
        price = f"{11 + 37 * i % 900}.{(5 * i * i) % 100:02}"
        values = (names[i % 7], goods[i % 9], 2 + 5 * i % 40, price, cities[i % 8])
        record = dict(zip(record, values, strict=True))
        text = wordings[i % 5].format(**record)
        schema = schema_of(fields, text)
        grammars.append(json_schema(schema))
        prompts.append(_record_prompt(text, schema, example))
        records.append({**record, "price": float(price)})
    return grammars, prompts, records
