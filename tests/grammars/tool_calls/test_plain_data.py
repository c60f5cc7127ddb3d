"""Definitions as bytes: those of Python's marshal, or none where that is to be asked."""

from __future__ import annotations

import marshal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constrain.grammars._native import marshalled

_LEAVES = st.none() | st.booleans() | st.integers(-(2**31), 2**31 - 1) | st.floats() | st.text()


def _within(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(leaves) | st.dictionaries(st.text() | st.integers(-3, 3), leaves) | st.tuples(leaves, leaves)


@given(st.recursive(_LEAVES, _within, max_leaves=20))
@settings(max_examples=300)
def test_plain_data_are_written_as_marshal_writes_them(data: Any) -> None:
    assert marshalled([data, [data]]) == [marshal.dumps(data, 2), marshal.dumps([data], 2)]


@pytest.mark.parametrize("text", ["", "a", "é", "ÿ", "߿", "ࠀ", "\ud800", "￿", "𐀀", "\U0010ffff", "a\0b"])
def test_every_length_of_a_character(text: str) -> None:
    assert marshalled([text, {text: text}]) == [marshal.dumps(text, 2), marshal.dumps({text: text}, 2)]


def test_what_is_no_plain_data_is_left_to_python() -> None:
    class Text(str):
        pass

    deep: list[Any] = []
    for _ in range(300):
        deep = [deep]
    others = [2**31, -(2**31) - 1, 2**100, b"x", {1, 2}, Text("a"), object(), deep, {"a": Text("b")}]
    assert marshalled([[other] for other in others]) == [None] * len(others)
