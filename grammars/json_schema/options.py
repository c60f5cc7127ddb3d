"""The choices that a caller of `json_schema` made: as keywords, for those who pass them on, and checked."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypedDict

from constrain.budget import Limits

from .text.layout import Layout


class JsonSchemaOptions(TypedDict, total=False):
    """What `json_schema` takes beside the source; its docstring says what they mean."""

    layout: Literal["spaced", "compact", "flexible", "any", "lenient"]
    indent: int | str | None
    property_order: Literal["schema", "any"]
    optional: Literal["choose", "write"]
    extra: Literal["allow", "forbid"] | None
    format: Literal["assert", "strict", "annotation"]
    integers: Literal["digits", "any"]
    escapes: Literal["short", "any"]
    on_unsupported: Literal["error", "drop"]
    registry: Any
    digits: int
    max_gap: int
    max_depth: int | None
    max_shapes: int
    max_states: int
    limits: Limits | None


class Options(NamedTuple):
    """The choices of serialisation and strictness that the caller made, checked."""

    layout: Layout
    any_order: bool
    escapes: str
    notation: Literal["digits", "any"]  # of integers
    digits: int
    strict_format: bool
    assert_format: bool
    drop: bool
    max_shapes: int = 512
    max_states: int = 20_000
    all_members: bool = False  # of those that an object may have, by the names that the schema has
