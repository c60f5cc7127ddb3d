"""Whose regular expression a Pydantic type's `pattern` is.

Pydantic finds a pattern with Rust's crate `regex`, or with Python's `re` where the type's config says so or the
pattern is a compiled one, whose flags count. Its JSON Schema says neither, and would be read as ECMAScript's. So the
dialect stands beside the pattern: `"rust"`, or `["python", flags]`. A pattern that a user writes into a JSON Schema
remains ECMAScript's.
"""

from __future__ import annotations

from re import Pattern

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from .dialect import PATTERN_DIALECT


class PatternDialects(GenerateJsonSchema):
    """Pydantic's generator, with the dialect of each pattern."""

    def str_schema(self, schema: core_schema.StringSchema) -> JsonSchemaValue:
        """Text; with the dialect of its pattern."""
        found = super().str_schema(schema)
        pattern = schema.get("pattern")
        if pattern is None:
            return found
        if isinstance(pattern, Pattern):
            return {**found, "pattern": pattern.pattern, PATTERN_DIALECT: ["python", pattern.flags]}
        engine = schema.get("regex_engine", self._config.config_dict.get("regex_engine"))
        return {**found, PATTERN_DIALECT: ["python", 0] if engine == "python-re" else "rust"}
