"""Patterns come back from their byte code."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from constrain.grammar import Terminal
from constrain.pattern import ANY, ANY_BYTE, EMPTY, EPSILON, complement, concat, encode, literal, literals, repeat
from constrain.pattern_reader import decode
from tests.strategies import random_pattern


@given(st.integers(0, 2**32), st.integers(1, 30))
def test_what_is_read_is_what_was_written(seed: int, size: int) -> None:
    """The same tree, so the same code again."""
    pattern = random_pattern(Random(seed), [b"a", b"b", b"\xff"], size)
    again = decode(encode(pattern))

    assert type(pattern) is type(again)
    assert encode(pattern) == encode(again)


def test_constants_are_themselves() -> None:
    """Functions that build patterns look for them by identity."""
    for constant in (EMPTY, EPSILON, ANY_BYTE, ANY):
        assert decode(encode(constant)) is constant
    assert decode(encode(repeat(ANY_BYTE, 0, 3))) is not ANY


def test_every_operation_is_read() -> None:
    """Numbers of several bytes among them."""
    many = literals([b"a" * 200, b"", b"b"])
    pattern = concat(complement(many), repeat(literal(b"xy"), 300, 70_000), repeat(ANY_BYTE, 2), literal(b"z" * 300))
    assert encode(pattern) == encode(decode(encode(pattern)))


def test_a_terminal_reads_its_pattern_when_asked() -> None:
    """It is made of code alone; what it does not have is an error as for any object."""
    terminal = Terminal.of_code(encode(literal(b"ab")), "AB")
    assert terminal.code == b"\x02\x02ab"
    assert terminal.max_tokens is None
    assert terminal.pattern == literal(b"ab")
    assert terminal.pattern is terminal.pattern
    with pytest.raises(AttributeError, match="colour"):
        terminal.colour  # type: ignore[attr-defined]  # noqa: B018


def test_code_of_nothing_is_refused() -> None:
    """Nothing at all, two patterns, and parts that are missing."""
    for code in (b"", b"\x01\x01", b"\x04\x02\x01"):
        with pytest.raises(ValueError, match="byte code"):
            decode(code)
