"""Bounds on parts of the work are shares of one budget: what one of them refuses passes under greater limits."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import constrain
from constrain import Grammar, LimitExceeded, Limits
from constrain.grammars import json_schema, lark


def _kinds() -> Grammar:
    """Nine patterns split the keys into 512 kinds."""
    patterns = {letter: {"type": "integer", "minimum": n} for n, letter in enumerate("abcdefghi")}
    return json_schema({"type": "object", "patternProperties": patterns}, property_order="any")


def test_more_steps_raise_a_bound() -> None:
    """The error names the limit that is to be raised, and raising it as it says is enough."""
    with pytest.raises(
        LimitExceeded, match=r"allow more by `with constrain\.limited\(constrain\.Limits\(steps=\d+\)"
    ) as caught:
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


def _required(count: int) -> Grammar:
    """Any `count` + 1 members, among them `count` that must be there: each set of these is counted for itself."""
    keys = [f"k{number}" for number in range(count)]
    schema = {"properties": {key: {"type": "null"} for key in keys}, "required": keys, "maxProperties": count + 1}
    return json_schema({"type": "object", **schema}, property_order="any")


@pytest.mark.parametrize(
    "make",
    [
        lambda: _required(11),
        lambda: lark("start: " + "A? " * 15 + '\nA: "a"'),
        lambda: lark("start: " + " ".join(f"t{{A{n}}}" for n in range(2001)) + _terminals(2001)),
    ],
    ids=["required keys", "ways of a rule", "templates"],
)
def test_what_steps_raise(make: Callable[[], Grammar]) -> None:
    """What is refused under the usual limits is read under greater ones."""
    with pytest.raises(LimitExceeded, match="allow more"):
        make()
    with constrain.limited(Limits(steps=2 * Limits().steps)):
        assert make()


def _terminals(count: int) -> str:
    return "\nt{x}: x\n" + "\n".join(f'A{n}: "{n}."' for n in range(count))
