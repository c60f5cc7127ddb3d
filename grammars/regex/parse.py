"""Python's regular expressions: CPython's own parser, between our limits and our errors.

The parser is a recursive one written in Python, so nesting is bounded before it starts.
"""

from __future__ import annotations

import re
import warnings
from functools import lru_cache
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from threading import Lock
from typing import Any

from constrain.budget import TURN, spend
from constrain.errors import LimitExceeded

from .errors import syntax_error, too_large
from .tree import NO_GROUPS, PYTHON, Items, Parsed, children, items_of

MAX_LENGTH = 1 << 20
MAX_DEPTH = 200
MAX_KEPT, MAX_KEPT_LENGTH = 256, 1 << 12  # trees of patterns, the last ones, and of so many characters at most

_IGNORED_FLAGS = codes.SRE_FLAG_DEBUG
_MAY_REFER = re.compile(r"\\[1-9]|\(\?P=|\(\?\(")
_MAY_WARN = re.compile(r"\[.*(?:\[|--|&&|~~|\|\|)", re.DOTALL)  # "possible nested set", and operations on sets
_warnings = Lock()  # their filters belong to the whole process
_BRACKETS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|([()])", re.DOTALL)


def parse(source: str, flags: int = 0) -> Parsed:
    """The tree of a pattern, its global flags taken into `flags`."""
    tree = _tree(source, flags)
    items = items_of(tree)
    referenced, repeated = references(items) if _MAY_REFER.search(source) else (NO_GROUPS, NO_GROUPS)
    flags, names = tree.state.flags & ~_IGNORED_FLAGS, tuple(tree.state.groupdict)
    return Parsed(source, items, flags, PYTHON, referenced, repeated, names)


def width(source: str, flags: int = 0) -> tuple[int, int]:
    """How short and how long the texts of a pattern are, as CPython estimates it."""
    least, most = _tree(source, flags).getwidth()
    return int(least), int(most)


def _tree(source: str, flags: int) -> Any:
    """What CPython's parser makes of it."""
    check_length(source)
    check_depth(source)
    try:
        if not _MAY_WARN.search(source):
            read = _kept if len(source) <= MAX_KEPT_LENGTH else _parser.parse
            return read(source, flags & ~_IGNORED_FLAGS)
        # What Python may mean by it one day is no matter of whoever passes the pattern to us.
        with _warnings, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _parser.parse(source, flags & ~_IGNORED_FLAGS)
    except re.error as error:
        raise syntax_error(source, error.msg, error.pos or 0) from None
    except OverflowError as error:
        raise syntax_error(source, str(error), source.find("{")) from None
    except ValueError as error:  # flags that contradict each other or do not fit text
        raise syntax_error(source, str(error), 0) from None
    except RecursionError:
        raise nested_too_deep(source, 0) from None


# Lark asks how long a terminal's texts may be, and then for its tree, which nobody changes.
_kept = lru_cache(MAX_KEPT)(_parser.parse)


def check_length(source: str) -> None:
    """Refuse what is too long."""
    if len(source) > MAX_LENGTH:
        message = f"the pattern has {len(source)} characters, limit {MAX_LENGTH}"
        raise too_large(source, message, 0, MAX_LENGTH, len(source))
    spend(3 * TURN * len(source))


def check_depth(source: str) -> None:
    """Refuse what is nested too deep for a recursive parser."""
    if source.count("(") <= MAX_DEPTH:
        return
    depth = 0
    for found in _BRACKETS.finditer(source):
        if found[1] == "(":
            depth += 1
            if depth > MAX_DEPTH:
                raise nested_too_deep(source, found.start())
        elif found[1] == ")":
            depth -= 1


def nested_too_deep(source: str, position: int) -> LimitExceeded:
    """More groups inside groups than we or the parser can follow."""
    message = (
        f"the pattern, or what it expands to, is nested too deep: limit {MAX_DEPTH} groups inside each other, "
        "or what the caller has left of Python's stack"
    )
    return too_large(source, message, position, MAX_DEPTH, MAX_DEPTH + 1)


def references(items: Items) -> tuple[frozenset[int], frozenset[int]]:
    """The groups that anything in the tree refers to, and those of them that a backreference repeats."""
    tested: set[int] = set()
    repeated: set[int] = set()
    waiting = [items]
    while waiting:
        for op, value in waiting.pop():
            if op is codes.GROUPREF:
                repeated.add(value)
            elif op is codes.GROUPREF_EXISTS:
                tested.add(value[0])
            waiting.extend(children(op, value))
    return frozenset(tested | repeated), frozenset(repeated)
