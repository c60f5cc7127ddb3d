"""The dialects of regular expressions by name, and what reads each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from . import ecmascript, rust
from .parse import parse
from .tree import Parsed

DialectName = Literal["python", "rust", "ecmascript"]

READERS: dict[str, Callable[[str, int], Parsed]] = {
    "python": parse,
    "rust": lambda source, flags: rust.parse(source),
    "ecmascript": lambda source, flags: ecmascript.parse(source),
}
"""By name: from a pattern, and the flags of Python's `re`, which the others do not have, to its tree."""
