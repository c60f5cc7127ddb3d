"""Patterns come back from their byte code."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import constrain
from constrain.errors import GrammarError
from constrain.grammar import Grammar, Terminal
from constrain.patterns.decode import decode
from constrain.patterns.pattern import (
    ANY,
    ANY_BYTE,
    EMPTY,
    EPSILON,
    ByteClass,
    complement,
    concat,
    encode,
    literal,
    literals,
    repeat,
)
from tests.strategies import random_pattern

BYTES = constrain.Vocabulary.from_bytes([bytes((byte,)) for byte in range(256)] + [None], end_ids=[256])


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


@given(st.sets(st.integers(0, 255), min_size=1))
def test_classes_are_read_from_either_code(members: set[int]) -> None:
    """Few ranges are written as such, many as bits."""
    pattern = ByteClass(sum(1 << byte for byte in members))
    assert decode(encode(pattern)) == pattern
    accepts = constrain.compile(Grammar("text", {"text": Terminal(pattern, "text")}), BYTES).accepts
    assert members == {byte for byte in range(256) if accepts(bytes((byte,)))}


@pytest.mark.parametrize(
    "code", [b"\x0c\x01za", b"\x0c\x02az", b"\x0c\xff\xff\xff\xff\xff\xff\xff\xff\x7faz", b"\x0c\x01a"]
)
def test_the_core_refuses_ranges_that_are_none(code: bytes) -> None:
    """One that ends before it begins, and fewer than there should be."""
    with pytest.raises(GrammarError, match="malformed pattern code"):
        constrain.compile(Grammar("text", {"text": Terminal.of_code(code, "text")}), BYTES)


def test_code_of_nothing_is_refused() -> None:
    """Nothing at all, two patterns, parts that are missing, and a range that ends before it begins."""
    for code in (b"", b"\x01\x01", b"\x04\x02\x01", b"\x0c\x01za"):
        with pytest.raises(ValueError, match="byte code"):
            decode(code)
