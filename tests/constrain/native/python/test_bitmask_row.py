"""A mask goes into the very memory that was handed over, or nowhere."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import constrain
from constrain import Vocabulary
from constrain.grammars.regex import regex
from constrain.matcher import Matcher


def matcher() -> Matcher:
    """Before `ab`, over the 256 bytes."""
    tokens = [*(bytes((byte,)) for byte in range(256)), None]
    return constrain.compile(regex("ab"), Vocabulary.from_bytes(tokens, end_ids=[256])).matcher()


def _read_only() -> Any:
    row = np.zeros(9, np.int32)
    row.flags.writeable = False
    return row


@pytest.mark.parametrize(
    "row",
    [
        np.zeros(9, np.int64),
        np.zeros(9, np.uint32),
        np.zeros(9, np.float32),
        np.zeros(18, np.int32)[::2],
        np.zeros((1, 9), np.int32),
        _read_only(),
        np.zeros(9, ">i4"),
        np.zeros(9, np.int32)[::-1],
        [0] * 9,
        bytearray(36),
        None,
    ],
    ids=[
        "int64",
        "uint32",
        "float32",
        "every other word",
        "two dimensions",
        "read-only",
        "swapped",
        "backwards",
        "list",
        "bytes",
        "none",
    ],
)
def test_what_is_no_row_is_refused(row: Any) -> None:
    """Nothing is converted on the way, before and after a row has come: a copy would take the mask and be dropped."""
    one = matcher()
    for _ in range(2):
        with pytest.raises((TypeError, ValueError), match=r"^row (must be|is)"):
            one.fill_bitmask(row)
        one.fill_bitmask(np.zeros(9, np.int32))


def test_a_row_that_is_too_short_is_refused() -> None:
    """With both numbers."""
    with pytest.raises(ValueError, match="8 words, the vocabulary needs 9"):
        matcher().fill_bitmask(np.zeros(8, np.int32))


def test_rows_of_every_kind_take_the_same_mask() -> None:
    """An array, a part of one, a view and a tensor; a mask that is ready as one that is not."""
    torch = pytest.importorskip("torch")
    expected = [0, 0, 0, 1 << (ord("a") - 96), 0, 0, 0, 0, 0]
    whole, tensor = np.full((3, 9), -1, np.int32), torch.full((9,), -1, dtype=torch.int32)
    one = matcher()

    for _ in range(2):
        for row in (whole[1], memoryview(bytearray(36)).cast("i"), tensor):
            one.fill_bitmask(row)
            assert list(row) == expected
    assert (whole[[0, 2]] == -1).all()


def test_a_row_is_not_held_on_to() -> None:
    """Nothing of it stays behind: it is free as soon as the caller lets go, and what it was changed to is seen."""
    one = matcher()
    row: Any = np.zeros(9, np.int32)
    before = sys.getrefcount(row)
    one.fill_bitmask(row)
    assert sys.getrefcount(row) == before
    row.dtype = np.dtype(np.float32)
    with pytest.raises(TypeError, match=r"row must be .* not an array of float32"):
        one.fill_bitmask(row)
