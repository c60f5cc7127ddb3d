"""Values in messages: short and printable, whatever they are."""

from __future__ import annotations

from typing import Any

import pytest

from constrain import ConstrainError, GrammarError
from constrain.showing import shown


class Unspeakable:
    def __repr__(self) -> str:
        raise ValueError("no words")


def deep(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [{"a": value}]
    return value


@pytest.mark.parametrize(
    "make",
    [
        lambda: 10**100_000,
        lambda: -(10**5000),
        lambda: deep(100_000),
        lambda: "x" * 10_000_000,
        lambda: b"x" * 10_000_000,
        lambda: "\ud800" * 100,
        lambda: [10**5000] * 1000,
        lambda: {10**5000: Unspeakable()},
        lambda: Unspeakable(),
        lambda: range(10**18),
    ],
)
@pytest.mark.parametrize("width", [20, 60, 200])
def test_any_value_is_shown_within_the_width(make: Any, width: int) -> None:
    """Long, deep, unprintable and failing values all give a text that fits and can be written."""
    text = shown(make(), width)

    assert 0 < len(text) <= width
    text.encode()


def test_ordinary_values_are_shown_as_python_writes_them() -> None:
    """What is short is its `repr`."""
    for value in (1, -1, 10**39, "a", b"a", None, True, 1.5, [1, "a"], {"a": [None]}, (1,), float("nan")):
        assert shown(value) == repr(value)


def test_messages_are_cut_and_printable() -> None:
    """A message quotes what the user gave, but a terminal can write it, and it is no longer than one reads."""
    error = GrammarError("a" * 100_000 + "\ud800", line=1, column=2, excerpt="\udfff^")

    assert len(str(error)) < 9_000
    assert str(error).endswith("a\\ud800\n\\udfff^")
    assert isinstance(error, ConstrainError)
