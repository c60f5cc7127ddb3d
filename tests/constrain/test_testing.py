"""Strategies for Hypothesis: what they draw is valid, and what they shrink to is small."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field, field_validator

import constrain
from constrain import Vocabulary
from constrain.grammars import json_schema, lark, regex
from constrain.testing import texts, values

calm = settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))


class Invoice(BaseModel):
    customer: str = Field(max_length=20)
    total: int = Field(ge=0, le=100_000)
    paid: bool


class Even(BaseModel):
    number: int = Field(ge=0, le=50)

    @field_validator("number")
    @classmethod
    def even(cls, value: int) -> int:
        assert value % 2 == 0
        return value


@calm
@given(texts(regex("(19|20)[0-9]{2}(-[0-9]{2})?")))
def test_texts_match_their_pattern(text: str) -> None:
    """Texts of a regular expression."""
    assert re.fullmatch("(19|20)[0-9]{2}(-[0-9]{2})?", text)


BRACKETS = lark('start: ("(" start ")" | "[" start "]")*')


@calm
@given(texts(BRACKETS, soft_limit=12))
def test_texts_of_rules_are_closed(text: str) -> None:
    """Texts of a grammar that nests come to an end."""
    while (shorter := re.sub(r"\(\)|\[\]", "", text)) != text:
        text = shorter
    assert "" == text


WORDS = lark('start: item+\nitem: "(" item* ")" | /[a-z]{1,20}/')


@settings(calm, max_examples=200)
@given(texts(WORDS, soft_limit=12, max_states=150))
def test_texts_before_leave_room_for_others(text: str) -> None:
    """Whatever their states are, taken together."""
    assert WORDS.read(text) is not None


@calm
@given(st.data())
def test_values_are_instances_of_the_model(data: st.DataObject) -> None:
    """Values of a model are read from its texts; what its validators refuse is drawn again."""
    assert isinstance(data.draw(values(Invoice)), Invoice)
    assert 0 == data.draw(values(Even)).number % 2
    assert all(type(each) is int for each in data.draw(values(list[int], max_depth=3)))
    assert "a" in data.draw(
        values({"type": "object", "properties": {"a": {"type": "null"}}, "required": ["a"]}, extra="forbid")
    )


def test_a_constraint_bounds_the_characters() -> None:
    """Texts of a constraint are those that its vocabulary can spell."""
    vocabulary = Vocabulary.from_bytes([b"a", b"b", None], end_ids=[2])
    strategy = texts(constrain.compile(regex(r"\w{3}"), vocabulary))

    assert {"a", "b"} >= set(find(strategy, lambda text: True, settings=settings(database=None)))


@pytest.mark.parametrize(
    ("strategy", "wanted", "expected"),
    [
        (texts(regex("[a-z]*")), lambda text: len(text) >= 3, "aaa"),
        (texts(regex("[a-z]*")), lambda text: "x" in text, "x"),
        (texts(BRACKETS), lambda text: "[" in text, "[]"),
        (values(Invoice), lambda invoice: invoice.paid, Invoice(customer="", total=0, paid=True)),
        (values(Invoice), lambda invoice: not invoice.paid, Invoice(customer="", total=0, paid=False)),
    ],
)
def test_failures_shrink_to_something_small(strategy: Any, wanted: Any, expected: Any) -> None:
    """The smallest text with the property is found."""
    assert expected == find(strategy, wanted, settings=settings(max_examples=2000, database=None, deadline=None))


def test_without_hypothesis_the_error_says_what_to_install() -> None:
    """`import constrain` needs no hypothesis; `constrain.testing` names it."""
    program = "import sys; sys.modules['hypothesis'] = None\nimport constrain\ntry: import constrain.testing\nexcept ModuleNotFoundError as e: print(e)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert "pip install hypothesis" in run.stdout


def test_a_grammar_without_texts_is_refused_at_once() -> None:
    """Strategies raise what `compile` raises, before anything is drawn."""
    with pytest.raises(constrain.GrammarError):
        values({"type": "integer", "minimum": 3, "maximum": 2})
    with pytest.raises(constrain.GrammarError):
        texts(json_schema({"enum": [1], "type": "string"}))
