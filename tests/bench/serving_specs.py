"""Requests of every kind for engines that serve, each with a judge that shares no code with the engines."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

Judge = Callable[[str], bool]


@dataclass(frozen=True)
class Asked:
    """What a request asks for: a field of `StructuredOutputsParams` and its value; `judge` of texts, None if bad."""

    name: str
    field: str
    value: Any
    judge: Judge | None


def requests(count: int, schemas: Path, seed: int = 0) -> list[Asked]:
    """`count` requests in a random order: two fifths are schemas of MaskBench, a tenth are bad."""
    random = Random(seed)
    makers = [_regex, _choice, _json_object, _lark, _ebnf, _gbnf, _tag]
    drawn = list(_schemas(schemas, random, count * 2 // 5))
    drawn += [random.choice(_BAD) for _ in range(count // 10)]
    while len(drawn) < count:
        drawn.append(makers[len(drawn) % len(makers)](random))
    random.shuffle(drawn)
    return drawn


def _schemas(path: Path, random: Random, count: int) -> Iterator[Asked]:
    from jsonschema import Draft202012Validator
    from jsonschema.validators import validator_for

    with gzip.open(path, "rt") as file:
        known = [json.loads(line) for line in file]
    for case in random.sample(known, count):
        schema = case["schema"]
        validator = validator_for(schema, default=Draft202012Validator)(schema)
        yield Asked(f"schema {case['id']}", "json", schema, _valid_json(validator))


def _valid_json(validator: Any) -> Judge:
    def judge(text: str) -> bool:
        try:
            value = json.loads(text)
        except ValueError:
            return False
        try:
            return bool(validator.is_valid(value))
        except Exception:  # references that cannot be resolved, patterns that Python does not read: no verdict
            return True

    return judge


def _matches(pattern: str) -> Judge:
    compiled = re.compile(pattern)
    return lambda text: compiled.fullmatch(text) is not None


_PATTERNS = (
    r"[a-z]{3,8}@[a-z]{3,8}\.(com|org)",
    r"(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",
    r"[A-Z]{2}[0-9]{2}( [0-9]{4}){3,5}",
    r"(ab|ba){20,40}!",
    r"-?[0-9]{1,12}(\.[0-9]{1,6})?",
)


def _regex(random: Random) -> Asked:
    pattern = random.choice(_PATTERNS)
    return Asked(f"regex {pattern}", "regex", pattern, _matches(pattern))


def _choice(random: Random) -> Asked:
    options = random.sample(["yes", "no", "perhaps", "not sure", 'say "so"', "naïve", "Zoë\n", "42", "yes, but"], 4)
    return Asked("choice", "choice", options, options.__contains__)


def _json_object(random: Random) -> Asked:
    return Asked("json_object", "json_object", True, lambda text: _is_object(text))


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def _lark(random: Random) -> Asked:
    low = random.randint(1, 5)
    grammar = f'start: item ("," item)~{low}..9\nitem: WORD ":" NUMBER\nWORD: /[a-z]{{2,6}}/\nNUMBER: /[0-9]+/\n'
    return Asked("lark", "grammar", grammar, _matches(rf"[a-z]{{2,6}}:[0-9]+(,[a-z]{{2,6}}:[0-9]+){{{low},9}}"))


def _ebnf(random: Random) -> Asked:
    low = random.randint(1, 5)
    grammar = f'root ::= "(" pair (";" pair){{{low},8}} ")"\npair ::= [a-z] "=" [0-9]\n'
    return Asked("ebnf", "grammar", grammar, _matches(rf"\([a-z]=[0-9](;[a-z]=[0-9]){{{low},8}}\)"))


def _gbnf(random: Random) -> Asked:
    depth = random.randint(2, 6)
    rules = [f'r{i} ::= "<" (r{i + 1} | [a-f]) ">"\n' for i in range(depth)]
    grammar = 'root ::= r0 "."\n' + "".join(rules) + f"r{depth} ::= [0-9]\n"
    inside = "[0-9]"
    for _ in range(depth):
        inside = f"<({inside}|[a-f])>"
    return Asked("gbnf", "grammar", grammar, _matches(rf"{inside}\."))


def _tag(random: Random) -> Asked:
    tag = {"begin": "<n>", "content": {"type": "regex", "pattern": "[0-9]{1,5}"}, "end": "</n>"}
    format: dict[str, Any] = {"type": "tags_with_separator", "tags": [tag], "separator": ",", "at_least_one": True}
    pattern = "<n>[0-9]{1,5}</n>(,<n>[0-9]{1,5}</n>)*"
    if random.random() < 0.5:
        schema = {"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"]}
        content = {"type": "json_schema", "json_schema": {**schema, "additionalProperties": False}}
        format = {"type": "tag", "begin": "<call>", "content": content, "end": "</call>"}
        pattern = r'<call>\{\s*"a"\s*:\s*(true|false)\s*\}</call>'
    text = json.dumps({"type": "structural_tag", "format": format})
    return Asked("structural tag", "structural_tag", text, _matches(pattern))


_BAD = [
    Asked("bad regex", "regex", "[a-", None),
    Asked("empty regex language", "regex", "(?!a)a", None),
    Asked("bad type", "json", {"type": "strange"}, None),
    Asked("empty schema language", "json", {"type": "integer", "minimum": 2, "maximum": 1}, None),
    Asked("bad reference", "json", {"$ref": "#/$defs/none"}, None),
    Asked("bad grammar", "grammar", 'root ::= "a" undefined', None),
    Asked("no grammar", "grammar", "a text", None),
    Asked("bad tag", "structural_tag", '{"type": "structural_tag", "format": {"type": "strange"}}', None),
]
