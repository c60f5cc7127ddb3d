"""A Pydantic type's pattern is read as Pydantic itself reads it: by Rust's crate, or by `re` where the type says so."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError, constr
from pydantic.dataclasses import dataclass

from constrain import ConstrainError, GrammarError, UnsupportedError
from constrain.grammars import json_schema

from ...regex.dialect_patterns import RUST, written
from ...regex.patterns import FAMILIES, patterns, texts
from ...regex.test_rust import judge
from ..instances import accepts, compiled

_PYTHON = ConfigDict(regex_engine="python-re")


class Outer(BaseModel):
    """Its config is not that of a model in it."""

    model_config = _PYTHON

    class Inner(BaseModel):
        a: str = Field(pattern=r"^[[:alpha:]]\z")

    inner: Inner
    b: str = Field(pattern=r"^(?=x)\w+\Z")


@dataclass(config=_PYTHON)
class Ahead:
    a: Annotated[str, Field(pattern="^(?!a)")]


def reads(adapter: TypeAdapter[Any], text: str) -> bool:
    """Whether Pydantic takes the text."""
    try:
        adapter.validate_json(text)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    ("source", "valid", "invalid"),
    [
        (constr(pattern=r"^[[:alpha:]]+$"), ['"aB"'], ['"a:"', '"a\\n"']),
        (constr(pattern=r"^[a-z&&[^b]]$"), ['"a"'], ['"b"', '"&"', '"a]"']),
        (constr(pattern=r"\A\W{2}\z"), ['"!?"'], ['"éé"', '"!?!"']),
        (constr(pattern=r"^\d$"), ['"٣"'], ['"²"', '"x"']),
        (constr(pattern="B"), ['"aBc"'], ['"abc"']),
        (Annotated[str, StringConstraints(pattern=r"(?i)^(?P<w>straße)$")], ['"STRAẞE"'], ['"STRASSE"']),
        (Annotated[str, Field(pattern=re.compile("^ a b $", re.X))], ['"ab"', '"ab\\n"'], ['" a b "', '"ab\\n\\n"']),
        (Annotated[str, Field(pattern=re.compile("B", re.I))], ['"abc"'], ['"ac"']),
        (Annotated[str, Field(pattern=re.compile("^b$", re.M))], ['"a\\nb\\nc"'], ['"ab"']),
        (dict[constr(pattern=r"^\pL\z"), int], ['{"é":1}', "{}"], ['{"1":1}', '{"ab":1}']),  # type: ignore[misc]
        (dict[Annotated[str, Field(pattern=re.compile("^(?!a)"))], int], ['{"b":1}'], ['{"a":1}']),
        (Outer, ['{"inner":{"a":"z"},"b":"xé"}'], ['{"inner":{"a":"z"},"b":"y"}', '{"inner":{"a":"é"},"b":"x"}']),
        (Ahead, ['{"a":"b"}'], ['{"a":"a"}']),
        (Annotated[str, Field(json_schema_extra={"pattern": r"^\w$"})], ['"a"'], ['"é"']),
    ],
    ids=str,
)
def test_whose_pattern_it_is(source: Any, valid: list[str], invalid: list[str]) -> None:
    """Config, compiled patterns, keys of mappings; only what a user adds to the JSON Schema is ECMAScript's."""
    constraint, adapter = compiled(source), TypeAdapter(source)
    extra = "json_schema_extra" in str(source)
    assert dict.fromkeys(valid, (True, True)) | dict.fromkeys(invalid, (extra, False)) == {
        text: (reads(adapter, text), accepts(constraint, text)) for text in (*valid, *invalid)
    }


def disagreements(source: Any, tried: list[str]) -> list[str]:
    """The texts of which a type's grammar and its reader say different things; none if it is refused by name."""
    adapter = TypeAdapter(source)
    try:
        constraint = compiled(source)
    except GrammarError:  # there is no text, or that is all that is wrong
        return [text for text in tried if reads(adapter, json.dumps(text))]
    except ConstrainError:
        return []
    written_out = {text: json.dumps(text, ensure_ascii=False) for text in tried}
    return [text for text, out in written_out.items() if reads(adapter, out) != accepts(constraint, out)]


@pytest.mark.parametrize("seed", range(3))
def test_random_patterns_of_models(seed: int) -> None:
    """Random patterns of Rust's: a grammar takes the strings that the type reads."""
    random = Random(seed)
    tried = 0
    while tried < 60:
        source, near = written(random, RUST)
        if judge(source) is not None:
            tried += 1
            assert [] == disagreements(Annotated[str, Field(pattern=source)], near), source


@pytest.mark.parametrize("family", ["lazy", "lookaround", "anchors", "case", "atomic"])
def test_random_patterns_of_re(family: str) -> None:
    """The same for Python's, compiled or by config: they are searched, with their flags."""
    assert family in FAMILIES
    tried = texts("ab\n", 3)
    for number, source in enumerate(patterns(family, 5, 40)):
        flags = re.IGNORECASE * (number % 2) | re.MULTILINE * (number % 3 == 0) | re.DOTALL * (number % 5 == 0)
        kind: Any = Annotated[str, Field(pattern=re.compile(source, flags))]
        assert [] == disagreements(kind, tried), (source, flags)


@pytest.mark.parametrize(
    ("source", "error", "said"),
    [
        ({"type": "string", "pattern": "a(b"}, GrammarError, "#/pattern: regex:1:2: .*ECMAScript"),
        (
            {"type": "string", "pattern": "a(?P<n>b)"},
            UnsupportedError,
            r"1:2: .*not part of ECMAScript.*\(\?<name>",
        ),
        ({"type": "string", "pattern": "a", "constrain:dialect": "perl"}, GrammarError, "#/pattern: .*rust"),
    ],
    ids=str,
)
def test_errors_name_the_dialect(source: Any, error: type[ConstrainError], said: str) -> None:
    """What is wrong is said with the place, the dialect, and what to write instead."""
    with pytest.raises(error, match=f"(?s){said}"):
        json_schema(source)
