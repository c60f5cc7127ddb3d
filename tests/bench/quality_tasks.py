"""What `quality` asks: function calls of the Berkeley Function-Calling Leaderboard, and records taken out of texts.

A task is chat messages, the JSON Schema of an answer, and a judge of answers. Calls are judged by the benchmark's own
checker (`bfcl-eval`'s `ast_checker`), records field by field. All engines get the same messages and the same schema.

`ROWS` names the rows. `nested` has objects in objects, arrays of objects and long records, which calls hardly have.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Literal

from constrain.demo.scenes import schema_of
from constrain.grammars import describe

from .texts_by_others import TEXTS

Json = Any
Shape = Literal["one", "some", "any"]  # of an answer: one call; a list of at least one; a list that may be empty
ROWS: dict[str, Shape | None] = {
    "simple_python": "one",
    "multiple": "one",
    "parallel": "some",
    "parallel_multiple": "some",
    "live_simple": "one",
    "irrelevance": "any",
    "extraction": None,
    "nested": None,
}
_TYPES = {"dict": "object", "float": "number", "tuple": "array", "any": "string"}  # the benchmark's names, as it reads
_KEPT = ("type", "enum", "properties", "required", "items", "minItems", "maxItems", "maximum", "minimum")


@dataclass(frozen=True)
class Asking:
    """How a prompt is worded: with what each parameter means, with an example, in which shape calls are asked for."""

    descriptions: bool = True
    example: bool = False
    shape: Shape | None = None  # another than the row's own
    json: Callable[[Json], str] = json.dumps  # how the prompt writes JSON
    described: bool = False  # whether functions are shown by `describe`, as TypeScript writes them


PLAINLY = Asking()


@dataclass(frozen=True)
class Task:
    """`right` is what part of the answer is: 0 or 1 for calls, the part of its fields for a record.

    `fields` judges each field of an answer, by its JSON pointer: arguments of one call, or what stands in a record.
    """

    row: str
    name: str
    messages: list[dict[str, str]]
    schema: Json
    right: Callable[[Json], float]
    max_tokens: int
    fields: Callable[[Json], dict[str, bool]] = lambda value: {}


def tasks(row: str, asking: Asking = PLAINLY) -> Iterator[Task]:
    """All tasks of a row, in the benchmark's order."""
    shape = asking.shape or ROWS[row]
    if shape is not None:
        return (_call(row, each, answer, shape, asking) for each, answer in questions(row))
    texts = _EXTRACTION if row == "extraction" else _NESTED
    return (_record(row, number, *each, asking) for number, each in enumerate(texts))


# Calls.


def _data() -> Path:
    spec = importlib.util.find_spec("bfcl_eval")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("the questions are in the package bfcl-eval (2026.3.23), which is not installed")
    return Path(spec.origin).parent / "data"


def questions(row: str) -> Iterator[tuple[Json, Json]]:
    """Each question with its accepted answers; none for irrelevance, where no call is right."""
    answers = {}
    path = _data() / "possible_answer" / f"BFCL_v4_{row}.json"
    if path.exists():
        answers = {each["id"]: each["ground_truth"] for each in map(json.loads, path.open())}
    for line in (_data() / f"BFCL_v4_{row}.json").open():
        question = json.loads(line)
        yield question, answers.get(question["id"])


def bfcl_functions() -> Iterator[Json]:
    """The functions of all the benchmark's questions, as often as they come."""
    for path in sorted(_data().glob("BFCL_v4_*.json")):
        for line in path.open():
            with contextlib.suppress(ValueError):  # one file is a list over many lines
                for function in json.loads(line).get("function") or ():
                    if isinstance(function, dict) and "parameters" in function:
                        yield function


def parameters_schema(described: Json, *, also: tuple[str, ...] | None = None) -> Json:
    """A description of parameters in the benchmark's own types, as a closed JSON Schema.

    For prompts, `also` names the annotations to keep, and objects are not closed.

    >>> parameters_schema({"type": "dict", "properties": {"a": {"type": "float", "optional": True}}}, also=())
    {'type': 'object', 'properties': {'a': {'type': 'number'}}}
    """
    kept = _KEPT if also is None else (*_KEPT, *also)
    schema = {key: described[key] for key in kept if key in described}
    if "type" in schema:
        schema["type"] = _TYPES.get(schema["type"], schema["type"])
    if "items" in schema:
        schema["items"] = parameters_schema(schema["items"], also=also)
    if "properties" in schema:
        schema["properties"] = {key: parameters_schema(v, also=also) for key, v in schema["properties"].items()}
        if also is None:
            schema["additionalProperties"] = False
    return schema


def calls_schema(functions: list[Json], shape: Shape) -> Json:
    """Calls `{"name": …, "arguments": {…}}` of some functions."""
    calls = [
        _object({"name": {"enum": [f["name"]]}, "arguments": parameters_schema(f["parameters"])}) for f in functions
    ]
    call = calls[0] if len(calls) == 1 else {"anyOf": calls}
    return call if shape == "one" else {"type": "array", "items": call, "minItems": int(shape == "some")}


def _object(properties: Json) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_CALLS: dict[Shape, str] = {
    "one": 'Answer with one call as JSON, {"name": …, "arguments": {…}}, and nothing else.',
    "some": 'Answer with a list of calls as JSON, [{"name": …, "arguments": {…}}, …], and nothing else.',
    "any": 'Answer with a list of calls as JSON, [{"name": …, "arguments": {…}}, …], and nothing else; with [] where no '
    "function helps.",
}
_EXAMPLE = {"name": "weather.today", "arguments": {"city": "Oslo", "days": 2}}


def _call(row: str, question: Json, answer: Json, shape: Shape, asking: Asking) -> Task:
    functions = question["function"]
    said = [f"You call functions. {_CALLS[shape]} The functions:"]
    for function in functions:
        also = ("description", "default") if asking.descriptions else ()
        shown = {"name": function["name"], "parameters": parameters_schema(function["parameters"], also=also)}
        if asking.descriptions:
            shown = {"name": function["name"], "description": function["description"], **shown}
        said.append(_typed(shown) if asking.described else asking.json(shown))
    messages = [{"role": "system", "content": "\n".join(said)}]
    if asking.example:
        call = asking.json(_EXAMPLE if shape == "one" else [_EXAMPLE])
        messages += _turn("How warm is it in Oslo today and tomorrow, with weather.today(city, days)?", call)
    for each in question["question"][0]:
        role = "user" if each["role"] == "user" else "system"
        messages.append({"role": role, "content": each["content"]})

    def right(value: Json) -> float:
        return float(calls_are_right(row, functions, answer, value))

    def fields(value: Json) -> dict[str, bool]:
        return arguments_are_right(row, functions, answer, value) if shape == "one" else {}

    schema = calls_schema(functions, shape)
    return Task(row, question["id"], messages, schema, right, 120 if shape == "one" else 240, fields)


def _typed(function: Json) -> str:
    return f"{function['name']}: {function.get('description', '')}\n{describe(function['parameters'])}"


def _turn(asked: str, answered: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": asked}, {"role": "assistant", "content": answered}]


def calls_are_right(row: str, functions: list[Json], answer: Json, value: Json) -> bool:
    """The benchmark's verdict on what was read out of an answer; None where nothing could be."""
    calls = value if isinstance(value, list) else [] if value is None else [value]
    well_formed = all(
        isinstance(c, dict) and isinstance(c.get("name"), str) and isinstance(c.get("arguments"), dict) for c in calls
    )
    if row == "irrelevance":  # what cannot be read as calls is right there, and so is none
        return not calls or not well_formed
    if not calls or not well_formed:
        return False
    checker, python = _checker()
    output = [{call["name"]: call["arguments"]} for call in calls]
    try:
        return bool(checker(functions, output, answer, python, row, "any")["valid"])
    except (KeyError, TypeError, AttributeError):  # of a value of another type than it looks into
        return False


def arguments_are_right(row: str, functions: list[Json], answer: Json, value: Json) -> dict[str, bool]:
    """The benchmark's verdict on each argument of a call: on its own accepted answer with this one argument exchanged.

    None where another function is called, since nothing is accepted for its parameters.
    """
    ((name, accepted),) = answer[0].items()
    if not isinstance(value, dict) or value.get("name") != name:
        return {}
    good = {key: values[0] for key, values in accepted.items() if values[0] != ""}
    arguments = value["arguments"]
    calls = {key: {"name": name, "arguments": good | {key: each}} for key, each in arguments.items()}
    return {f"/arguments/{_step(key)}": calls_are_right(row, functions, answer, c) for key, c in calls.items()}


def _step(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _checker() -> tuple[Any, Any]:
    """`bfcl-eval`'s own checker, without the clients of a dozen services that its list of models imports."""
    name = "bfcl_eval.constants.model_config"
    if name not in sys.modules:
        module: Any = ModuleType(name)
        module.MODEL_CONFIG_MAPPING = defaultdict(lambda: SimpleNamespace(underscore_to_dot=False))
        sys.modules[name] = module
    ast = importlib.import_module("bfcl_eval.eval_checker.ast_eval.ast_checker")
    return ast.ast_checker, importlib.import_module("bfcl_eval.constants.enums").Language.PYTHON


# Records.


def _record(row: str, number: int, text: str, schema: Json, expected: Json, asking: Asking) -> Task:
    said = "You take data from texts. Answer with one JSON object and nothing else."
    messages = [{"role": "system", "content": said}]
    if asking.example or row == "extraction":
        example = asking.json({"name": "Ann Lee", "city": "Leeds", "age": 41})
        messages += _turn(f"Ann Lee, 41, moved to Leeds.\n{_asked(_EXAMPLE_SCHEMA, asking)}", example)
    messages.append({"role": "user", "content": f"{text}\n{_asked(schema, asking)}"})

    def right(value: Json) -> float:
        return part_right(expected, value)

    def fields(value: Json) -> dict[str, bool]:
        wanted = dict(_leaves(expected))
        found = _leaves(value)
        return {
            "".join(f"/{_step(str(step))}" for step in path): path in wanted and _same(wanted[path], each)
            for path, each in found
        }

    return Task(row, f"{row}_{number}", messages, schema, right, 120 if row == "extraction" else 300, fields)


def _asked(schema: Json, asking: Asking) -> str:
    return f"JSON with {_shown(schema)}"


def _shown(schema: Json) -> str:
    """The schema in a form that a model reads easily: `{name: string, items: [{price: number}]}`."""
    if "enum" in schema:
        return "|".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"[{_shown(schema['items'])}]"
    if schema.get("type") == "object":
        return "{" + ", ".join(f"{key}: {_shown(each)}" for key, each in schema["properties"].items()) + "}"
    return str(schema.get("format", schema["type"]))


_EXAMPLE_SCHEMA = schema_of("name, city, age int")


def part_right(expected: Json, value: Json) -> float:
    """What part of the leaves of `expected` stands in `value` at the same place, beside nothing that should not.

    >>> part_right({"a": 1, "b": {"c": "x"}}, {"a": 1.0, "b": {"c": "y"}})
    0.5
    """
    wanted, found = dict(_leaves(expected)), dict(_leaves(value))
    hits = sum(path in found and _same(each, found[path]) for path, each in wanted.items())
    return hits / max(len(wanted), len(found))


def _leaves(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Json]]:
    if isinstance(value, (dict, list)) and value:
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(each, (*path, key))
    else:
        yield path, value


def _same(one: Json, other: Json) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return one.strip().lower() == other.strip().lower()
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


_EXTRACTION: list[tuple[str, Json, Json]] = [
    (text, schema_of(fields), json.loads(record)) for text, fields, record in TEXTS
]
_S, _I, _N, _B = ({"type": kind} for kind in ("string", "integer", "number", "boolean"))


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


_ADDRESS = _object({"street": _S, "city": _S, "country": _S})
_ORDER = _object(
    {
        "customer": _object({"name": _S, "address": _ADDRESS}),
        "items": _list(_object({"product": _S, "quantity": _I, "price": _N})),
        "paid": _B,
    }
)
_PROFILE = _object(
    {
        **dict.fromkeys(("first_name", "last_name", "job", "company", "department"), _S),
        "age": _I,
        **dict.fromkeys(("street", "city", "country", "email", "phone"), _S),
        "married": _B,
        "children": _I,
        "hobby": _S,
    }
)
_TRIP = _object(
    {
        "traveller": _S,
        "legs": _list(_object({"origin": _S, "destination": _S, "transport": {"enum": ["train", "plane", "bus"]}})),
        "total": _object({"amount": _N, "currency": _S}),
    }
)
_MATRIX = _object({"title": _S, "rows": _list(_list(_I)), "tags": _list(_S)})
_NESTED: list[tuple[str, Json, Json]] = [
    (
        "Ines Prado of Rua Nova 12, Porto, Portugal ordered 2 lamps at 19.5 each and 1 desk at 120. She has paid.",
        _ORDER,
        {
            "customer": {
                "name": "Ines Prado",
                "address": {"street": "Rua Nova 12", "city": "Porto", "country": "Portugal"},
            },
            "items": [
                {"product": "lamp", "quantity": 2, "price": 19.5},
                {"product": "desk", "quantity": 1, "price": 120},
            ],
            "paid": True,
        },
    ),
    (
        "Order of Karl Benz (Hauptstrasse 5, Mannheim, Germany), not yet paid: 4 tyres at 80, 1 horn at 15.25, 3 keys at 2.",
        _ORDER,
        {
            "customer": {
                "name": "Karl Benz",
                "address": {"street": "Hauptstrasse 5", "city": "Mannheim", "country": "Germany"},
            },
            "items": [
                {"product": "tyres", "quantity": 4, "price": 80},
                {"product": "horn", "quantity": 1, "price": 15.25},
                {"product": "keys", "quantity": 3, "price": 2},
            ],
            "paid": False,
        },
    ),
    (
        "Amara Okafor, 38, is head nurse in the surgery department of Lakeside Hospital. She lives at 14 Palm Road in "
        "Lagos, Nigeria, is married with 3 children and loves chess. Reach her at amara@lakeside.example or "
        "+234 555 0102.",
        _PROFILE,
        {
            "first_name": "Amara",
            "last_name": "Okafor",
            "job": "head nurse",
            "company": "Lakeside Hospital",
            "department": "surgery",
            "age": 38,
            "street": "14 Palm Road",
            "city": "Lagos",
            "country": "Nigeria",
            "email": "amara@lakeside.example",
            "phone": "+234 555 0102",
            "married": True,
            "children": 3,
            "hobby": "chess",
        },
    ),
    (
        "Lars Holm is a buyer at Nordtex in purchasing. The 51 year old bachelor without children lives in Aarhus, "
        "Denmark, at Havnegade 3, and sails. Mail: lars@nordtex.example, phone 555 7781.",
        _PROFILE,
        {
            "first_name": "Lars",
            "last_name": "Holm",
            "job": "buyer",
            "company": "Nordtex",
            "department": "purchasing",
            "age": 51,
            "street": "Havnegade 3",
            "city": "Aarhus",
            "country": "Denmark",
            "email": "lars@nordtex.example",
            "phone": "555 7781",
            "married": False,
            "children": 0,
            "hobby": "sailing",
        },
    ),
    (
        "Noor takes the train from Delft to Brussels, flies from Brussels to Rome and then goes by bus from Rome to "
        "Bari. All in all she pays 310 EUR.",
        _TRIP,
        {
            "traveller": "Noor",
            "legs": [
                {"origin": "Delft", "destination": "Brussels", "transport": "train"},
                {"origin": "Brussels", "destination": "Rome", "transport": "plane"},
                {"origin": "Rome", "destination": "Bari", "transport": "bus"},
            ],
            "total": {"amount": 310, "currency": "EUR"},
        },
    ),
    (
        "For 95.5 USD Chen goes by bus from Boston to Albany and by train from Albany to Buffalo.",
        _TRIP,
        {
            "traveller": "Chen",
            "legs": [
                {"origin": "Boston", "destination": "Albany", "transport": "bus"},
                {"origin": "Albany", "destination": "Buffalo", "transport": "train"},
            ],
            "total": {"amount": 95.5, "currency": "USD"},
        },
    ),
    (
        "The table Scores has the rows 3, 5, 8 and 2, 4, 1. It is tagged final and checked.",
        _MATRIX,
        {"title": "Scores", "rows": [[3, 5, 8], [2, 4, 1]], "tags": ["final", "checked"]},
    ),
    (
        "Grid Alpha: first row 10 20, second row 30 40, third row 50 60; tags: map, north.",
        _MATRIX,
        {"title": "Alpha", "rows": [[10, 20], [30, 40], [50, 60]], "tags": ["map", "north"]},
    ),
]
