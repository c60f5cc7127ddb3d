"""`choice`: exactly one of the given texts."""

from __future__ import annotations

import pytest

import constrain
from constrain import GrammarError, Vocabulary
from constrain.grammars import choice
from constrain.patterns.pattern import Pattern
from tests.steps import at_most

from ..reference.patterns import matches

BYTES = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])


def pattern_of(options: list[str]) -> Pattern:
    """The one terminal of `choice(options)`."""
    return choice(options).productions["choice"].pattern  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize(
    "options", [["yes", "no"], ["a", "ab", "abc"], ["", "x"], [""], ["é", "è", "e"], ["same", "same"], ["only"]]
)
def test_exactly_the_options_match(options: list[str]) -> None:
    """Every option matches, and no part or extension of one that is not an option itself."""
    pattern = pattern_of(options)
    tried = {option[:end] for option in options for end in range(len(option) + 1)} | {f"{o}x" for o in options} | {"z"}
    assert {text for text in tried if text in options} == {text for text in tried if matches(pattern, text.encode())}


def test_the_engine_writes_options_and_nothing_else() -> None:
    """Only bytes that lead to an option are allowed, and stopping only at its end."""
    matcher = constrain.compile(choice(["to", "two", ""]), BYTES).matcher()
    assert matcher.is_accepting
    matcher.advance(ord("t"))
    assert not matcher.is_accepting
    assert [byte for byte in range(256) if matcher.allows(byte)] == [ord("o"), ord("w")]


def test_no_option_is_an_error() -> None:
    """No text could ever be complete, so that is said at once."""
    with pytest.raises(GrammarError, match="no options"):
        choice([])


@pytest.mark.parametrize("options", ["yes", b"yes", ["a", 1], [b"a"], None])
def test_options_are_several_texts(options: object) -> None:
    """One text in place of several, which would mean its letters, and what is no text, are refused."""
    with pytest.raises(TypeError):
        choice(options)  # type: ignore[arg-type]


def test_what_cannot_be_written_is_refused() -> None:
    """A lone surrogate has no spelling in UTF-8."""
    with pytest.raises(GrammarError, match=r"option 1.*position 2"):
        choice(["fine", "no\ud800"])


def test_a_hundred_thousand_options() -> None:
    """Their number costs no more than their bytes."""
    with at_most(60_000_000):
        matcher = constrain.compile(choice(f"option {n}" for n in range(100_000)), BYTES).matcher()
    for byte in b"option 99999":
        matcher.advance(byte)
    assert matcher.is_accepting
