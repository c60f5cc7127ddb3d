"""The table of operations: the same in C++ and in Python."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from constrain.patterns.bytecode import GrammarCode, PatternCode, number, number_at

HEADER = Path(__file__).parents[4] / "constrain" / "native" / "support" / "bytecode.h"


@pytest.mark.parametrize("table", [PatternCode, GrammarCode])
def test_both_sides_have_the_same_operations(table: type[PatternCode] | type[GrammarCode]) -> None:
    """Names and numbers of the header's enumeration are those of Python's."""
    listed = re.search(rf"enum class {table.__name__} .*?{{(.*?)}};", HEADER.read_text(), re.DOTALL)
    assert listed is not None
    operations = re.findall(r"^  (\w+) = (\d+),", listed[1], re.MULTILINE)
    snake = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper(): int(value) for name, value in operations}

    assert {operation.name: operation.value for operation in table} == snake


def test_numbers_are_read_as_they_are_written() -> None:
    """Seven bits a byte, so a number below 128 is one byte; what follows is where reading goes on."""
    random = Random(1)
    assert [b"\x00", b"\x7f", b"\x80\x01"] == [number(0), number(127), number(128)]
    for value in (random.getrandbits(random.randrange(1, 64)) for _ in range(300)):
        code = b"xy" + number(value) + b"\xff"
        assert (value, len(code) - 1) == number_at(code, 2)
