"""Bounds on parts of the work are shares of one budget: what one of them refuses passes under greater limits."""

from __future__ import annotations

import pytest

import constrain
from constrain import Grammar, LimitExceeded, Limits
from constrain.grammars import json_schema


def _kinds() -> Grammar:
    """Nine patterns split the keys into 512 kinds."""
    patterns = {letter: {"type": "integer", "minimum": n} for n, letter in enumerate("abcdefghi")}
    return json_schema({"type": "object", "patternProperties": patterns}, property_order="any")


def test_more_steps_raise_a_bound() -> None:
    """The error names the limit that is to be raised, and raising it as it says is enough."""
    with pytest.raises(LimitExceeded, match=r"allow more by limits=constrain\.Limits\(steps=\d+\)") as caught:
        _kinds()
    assert caught.value.limit is not None
    assert caught.value.needed is not None
    assert caught.value.needed > caught.value.limit

    with constrain.limited(Limits(steps=10 * Limits().steps)):
        assert _kinds()


def test_fewer_steps_lower_a_bound_on_steps_and_not_one_on_few_things() -> None:
    """Ways to meet obligations are counted in thousands; kinds of keys are few, and what they cost is counted in steps."""
    choices = [{"anyOf": [{"required": [f"a{n}"]}, {"required": [f"b{n}"]}]} for n in range(9)]
    schema = {"type": "object", "allOf": choices}

    assert json_schema(schema, property_order="any")
    with constrain.limited(Limits(steps=3_000_000)), pytest.raises(LimitExceeded, match="steps="):
        json_schema(schema, property_order="any")
    with constrain.limited(Limits(steps=Limits().steps // 10)):
        assert json_schema({"patternProperties": {"^a": {"type": "null"}, "^b": {"type": "null"}}})


def test_a_timeout_ends_what_greater_limits_allow() -> None:
    """However much may be done, it is done in time."""
    with constrain.limited(Limits(steps=10**12, timeout=0.05)), pytest.raises(LimitExceeded, match="timeout"):
        _kinds()
