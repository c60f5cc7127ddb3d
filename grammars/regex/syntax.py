"""What one dialect of regular expressions writes: the data that `reader.py` reads a pattern by.

ECMAScript's and Rust's expressions have most of their syntax in common. What they do not share stands in one `Syntax`
each (`ecmascript.py`, `rust.py`): which groups, flags, escapes and classes there are, how a set is written, and what to
write instead of constructs of other dialects. What the same tree means afterwards is the tree's `Dialect`. Python's
own are read by CPython's parser (`parse.py`), which no table could follow as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from re import _constants as codes  # type: ignore[attr-defined]
from typing import Any, Generic, TypeVar

from .ranges import Ranges
from .tree import Dialect, Node

Reader = TypeVar("Reader")  # what `reader.py` has: the text, the place in it, and the flags in force

IGNORECASE, MULTILINE, DOTALL = codes.SRE_FLAG_IGNORECASE, codes.SRE_FLAG_MULTILINE, codes.SRE_FLAG_DOTALL
VERBOSE, ASCII = codes.SRE_FLAG_VERBOSE, codes.SRE_FLAG_ASCII
CRLF, SWAP_GREED = 1 << 16, 1 << 17  # flags that Python does not have


@dataclass(frozen=True)
class Foreign:
    """A construct of another dialect: how it looks, what it is called, and what to write instead."""

    looks: re.Pattern[str]
    name: str
    advice: str


@dataclass(frozen=True)
class Syntax(Generic[Reader]):
    """One dialect. Its functions get the reader; `Ranges` are sets of code points."""

    name: str
    meaning: Dialect
    flags: int  # in force at the beginning
    letters: Mapping[str, int]  # flags that `(?i:...)` may switch on or off
    inline: bool  # whether `(?i)` may, for the rest of the group
    groups: Mapping[str, tuple[Any, Any]]  # what follows a bracket: the node's operation and its argument
    named: re.Pattern[str]  # the head of a named group, after the bracket
    count: re.Pattern[str]  # `{2,3}`: low, comma if there is one, high
    literal_braces: bool  # whether braces that count nothing stand for themselves
    once_repeated: bool  # whether what is repeated may not be repeated again, nor an anchor at all
    dot: Callable[[Reader], Ranges]
    anchors: Mapping[str, Callable[[Reader], Node]]  # `^` and `$`
    assertions: Mapping[str, Callable[[Reader, int], Node]]  # escapes outside of sets that are no characters
    controls: Mapping[str, int]
    classes: Callable[[Reader, str], Ranges]  # of the letter `d`, `D`, `s`, `S`, `w` or `W`
    hexadecimal: Mapping[str, int]  # digits after `\\x`, `\\u` and their like
    escape: Callable[[Reader, str, int], int | Ranges | None]  # other escapes of one character; None: there is none
    fold: Callable[[Ranges, int], Ranges]  # the set, and what is equal to its members in another case
    read_set: Callable[[Reader], Node]
    foreign: tuple[Foreign, ...]
