"""Sets of characters in brackets: ECMAScript's, which are flat, and Rust's, which may hold sets and operations on them.

>>> from .rust import parse
>>> parse("[a-f&&[^b-d]]").items  # a, e and f
[(IN, [(RANGE, (97, 97)), (RANGE, (101, 102))])]
"""

from __future__ import annotations

import re
from collections.abc import Callable
from re import _constants as codes  # type: ignore[attr-defined]
from typing import TYPE_CHECKING

from constrain.budget import TURN, spend

from .parse import MAX_DEPTH, nested_too_deep
from .ranges import Ranges, difference, intersection, invert, normalise, union
from .syntax import ASCII, IGNORECASE
from .tree import Node

if TYPE_CHECKING:
    from .reader import Reader

_WHOLE = re.compile(r"\[[^\]\\]*(?:\\.[^\]\\]*)*\]", re.DOTALL)
_KEPT, _LONGEST = 1024, 256  # flat sets that are kept between patterns, and characters of the text of one
_flat: dict[tuple[str, int, str], Node] = {}  # by their text: patterns have the same few sets again and again

_MANY = 1 << 14  # ranges of a set that are joined
_NAMED = re.compile(r"\[:(\^?)([a-z]+):\]")
_POSIX: dict[str, Ranges] = {
    "alnum": ((0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)),
    "alpha": ((0x41, 0x5A), (0x61, 0x7A)),
    "ascii": ((0, 0x7F),),
    "blank": ((0x09, 0x09), (0x20, 0x20)),
    "cntrl": ((0, 0x1F), (0x7F, 0x7F)),
    "digit": ((0x30, 0x39),),
    "graph": ((0x21, 0x7E),),
    "lower": ((0x61, 0x7A),),
    "print": ((0x20, 0x7E),),
    "punct": ((0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)),
    "space": ((0x09, 0x0D), (0x20, 0x20)),
    "upper": ((0x41, 0x5A),),
    "word": ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)),
    "xdigit": ((0x30, 0x39), (0x41, 0x46), (0x61, 0x66)),
}
_OPERATIONS: dict[str, Callable[[Ranges, Ranges], Ranges]] = {
    "&&": intersection,
    "--": difference,
    "~~": lambda first, second: difference(union(first, second), intersection(first, second)),
}


# Flat sets.


def read_flat(reader: Reader) -> Node:
    """`[^a-z\\d]`, where brackets inside stand for themselves."""
    whole = _WHOLE.match(reader.source, reader.at)
    text = whole[0] if whole is not None else ""
    key = (text, reader.flags, reader.syntax.name)
    found = _flat.get(key)
    if found is not None:
        reader.at += len(text)
        return found
    found = _new_flat(reader)
    if 0 < len(text) <= _LONGEST:
        if len(_flat) >= _KEPT:
            _flat.clear()
        _flat[key] = found
    return found


def _new_flat(reader: Reader) -> Node:
    source, position = reader.source, reader.at
    reader.at += 1
    negated = source.startswith("^", reader.at)
    reader.at += negated
    pairs: list[tuple[int, int]] = []
    while not source.startswith("]", reader.at):
        pairs = _joined(pairs)
        first = _flat_member(reader, position)
        if source.startswith("-", reader.at) and not source.startswith("-]", reader.at) and reader.at + 1 < len(source):
            dash = reader.at
            reader.at += 1
            last = _flat_member(reader, position)
            if isinstance(first, int) and isinstance(last, int):
                if last < first:
                    reader.fail("range out of order in a set", dash)
                pairs.append((first, last))
                continue
            pairs.append((0x2D, 0x2D))  # a class cannot be the end of a range: the dash stands for itself
            pairs += last if not isinstance(last, int) else ((last, last),)
        pairs += first if not isinstance(first, int) else ((first, first),)
    reader.at += 1
    whole = _folded(normalise(pairs), reader)
    members = [(codes.RANGE, pair) for pair in whole]
    if not negated and len(whole) == 1 and whole[0][0] == whole[0][1]:
        return codes.LITERAL, whole[0][0]
    return codes.IN, [(codes.NEGATE, None), *members] if negated else members


def _flat_member(reader: Reader, opened: int) -> int | Ranges:
    """One character or class inside a flat set."""
    if reader.at >= len(reader.source):
        reader.fail("unterminated character set", opened)
    char = reader.source[reader.at]
    if char != "\\":
        reader.at += 1
        return ord(char)
    if reader.source.startswith("\\b", reader.at):
        reader.at += 2
        return 8
    return reader.class_or_character()


# Nested sets.


class _Set:
    """A set that is still open: what an operation already made (`left`, by `operation`), and the members since then."""

    def __init__(self, negated: bool, position: int) -> None:
        self.negated, self.position = negated, position
        self.left: Ranges = ()
        self.operation: Callable[[Ranges, Ranges], Ranges] | None = None
        self.pairs: list[tuple[int, int]] = []

    def operand(self, reader: Reader) -> Ranges:
        """All so far."""
        right = _folded(normalise(self.pairs), reader)
        return right if self.operation is None else self.operation(self.left, right)


def read_nested(reader: Reader) -> Node:
    """`[a-z&&[^b]--[:digit:]]`: operations have the same rank and bind from the left, members of one operand join."""
    source = reader.source
    stack = [_open(reader)]
    while reader.skip_blanks():
        top, char = stack[-1], source[reader.at]
        top.pairs = _joined(top.pairs)
        if char == "[":
            named = _NAMED.match(source, reader.at)
            if named is not None and named[2] in _POSIX:
                reader.at = named.end()
                inside = _POSIX[named[2]]
                top.pairs += _negated(_folded(inside, reader), reader, named.start()) if named[1] else inside
                continue
            if len(stack) > MAX_DEPTH:
                raise nested_too_deep(source, reader.at)
            stack.append(_open(reader))
        elif char == "]":
            reader.at += 1
            whole = _folded(top.operand(reader), reader)
            whole = _negated(whole, reader, top.position) if top.negated else whole
            stack.pop()
            if not stack:
                return codes.IN, [(codes.RANGE, pair) for pair in whole]
            stack[-1].pairs += whole
        elif source[reader.at : reader.at + 2] in _OPERATIONS:
            top.left, top.operation = top.operand(reader), _OPERATIONS[source[reader.at : reader.at + 2]]
            top.pairs = []
            reader.at += 2
        else:
            top.pairs += _span(reader, stack[-1].position)
    return reader.fail("unterminated character set", stack[-1].position)


def _open(reader: Reader) -> _Set:
    """A set just begun, with the dashes, or the closing bracket, that stand for themselves at its beginning."""
    source, position = reader.source, reader.at
    reader.at += 1
    reader.skip_blanks()
    negated = source.startswith("^", reader.at)
    reader.at += negated
    made = _Set(negated, position)
    while reader.skip_blanks() and source[reader.at] == "-":
        made.pairs.append((0x2D, 0x2D))
        reader.at += 1
    if not made.pairs and source.startswith("]", reader.at):
        made.pairs.append((0x5D, 0x5D))
        reader.at += 1
    return made


def _span(reader: Reader, opened: int) -> Ranges:
    """A character, a class, or a range of characters."""
    source = reader.source
    first = _nested_member(reader)
    if not reader.skip_blanks():
        reader.fail("unterminated character set", opened)
    dash = reader.at
    if source[dash] != "-" or _after(reader, dash) in ("]", "-", ""):
        return ((first, first),) if isinstance(first, int) else first
    reader.at += 1
    if not reader.skip_blanks():
        reader.fail("unterminated character set", opened)
    last = _nested_member(reader)
    if not isinstance(first, int) or not isinstance(last, int):
        reader.fail("a range goes from one character to another, not from or to a class", dash)
    if last < first:
        reader.fail("range out of order in a set", dash)
    return ((first, last),)


def _after(reader: Reader, dash: int) -> str:
    """What follows a dash, less ignored blanks; nothing at the end."""
    reader.at = dash + 1
    found = reader.source[reader.at] if reader.skip_blanks() else ""
    reader.at = dash
    return found


def _nested_member(reader: Reader) -> int | Ranges:
    position = reader.at
    char = reader.source[position]
    if char == "\\":
        found = reader.class_or_character()
    else:
        reader.at += 1
        found = ord(char)
    if isinstance(found, int) and found > 0x7F and reader.flags & ASCII:
        reader.fail("a set of (?-u) has ASCII characters only", position)
    return found


def _joined(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same set in fewer ranges, once there are many: a class again and again would be as many as text allows."""
    if len(pairs) < _MANY:
        return pairs
    spend(TURN * len(pairs))
    return list(normalise(pairs))


def _folded(ranges: Ranges, reader: Reader) -> Ranges:
    return reader.syntax.fold(ranges, reader.flags) if reader.flags & IGNORECASE else ranges


def _negated(ranges: Ranges, reader: Reader, position: int) -> Ranges:
    """The complement, which under `(?-u)` would be one of bytes."""
    if reader.flags & ASCII:
        reader.fail("under (?-u) a negated set matches bytes that are no characters", position)
    return invert(ranges)
