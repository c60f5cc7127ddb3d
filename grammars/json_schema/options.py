"""The choices that a caller of `json_schema` made, checked."""

from __future__ import annotations

from typing import NamedTuple

from .text.layout import Layout


class Options(NamedTuple):
    """The choices of serialisation and strictness that the caller made."""

    layout: Layout
    any_order: bool
    escapes: str
    notation: str  # of integers: "digits" or "any"
    digits: int
    strict_format: bool
    assert_format: bool
    drop: bool
    max_shapes: int = 512
    max_states: int = 20_000
