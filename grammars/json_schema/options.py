"""The keywords of `json_schema`, for those who pass them on; its docstring says what they mean."""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class JsonSchemaOptions(TypedDict, total=False):
    """What `json_schema` takes beside the source."""

    layout: Literal["flexible", "compact", "spaced", "any"]
    indent: int | str | None
    property_order: Literal["schema", "any"]
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
