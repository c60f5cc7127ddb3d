"""Values in messages: short and printable, whatever they are."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from constrain import ConstrainError, GrammarError, LimitExceeded, RejectedToken, UnsupportedError
from constrain.support.shown import shown


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


@pytest.mark.parametrize(
    "error",
    [
        GrammarError("a" * 100_000 + "\ud800", line=1, column=2, excerpt="\udfff^"),
        UnsupportedError("no", feature="format", where="#/format"),
        RejectedToken("no", token=3),
        LimitExceeded("no", limit=1, needed=2),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_can_be_sent_to_other_processes(error: ConstrainError) -> None:
    """Copies and pickles have the class, the message and the attributes of the error; a pool of workers needs that."""
    for other in (copy.copy(error), copy.deepcopy(error), *(pickle.loads(pickle.dumps(error, p)) for p in range(6))):
        assert (type(other), str(other), vars(other)) == (type(error), str(error), vars(error))
