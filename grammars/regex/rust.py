r"""The regular expressions of Rust's crate `regex`, which reads Pydantic's patterns, into the same tree as Python's.

RE2's are nearly the same. They have no lookaround and no backreferences; `\w`, `\d`, `\s` and `\b` are Unicode's
(`\w` has marks, and no superscripts as Python's has), `$` is the very end, sets may hold sets, and flags may be set
anywhere for what follows in the group. With `(?-u)` classes are ASCII's. `rust_classes` knows the characters.
"""

from __future__ import annotations

import re
from functools import cache
from re import _constants as codes  # type: ignore[attr-defined]
from typing import NoReturn

from . import rust_classes
from .ranges import Ranges, invert, normalise
from .reader import Reader, either, look, members
from .sets import read_nested
from .syntax import ASCII, CRLF, DOTALL, IGNORECASE, MULTILINE, SWAP_GREED, VERBOSE, Foreign, Syntax
from .tree import Dialect, Node, Parsed

_ASCII_CLASSES: dict[str, Ranges] = {
    "d": ((0x30, 0x39),),
    "s": ((0x09, 0x0D), (0x20, 0x20)),
    "w": ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)),
}
_BLANK = "[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*"
_NAME = r"[^\W\d][\w.\[\]]*"
_ESCAPABLE = re.compile(r"[\x00-\x7f]")
_WORD_EDGE = re.compile(r"\{[A-Za-z-]")
_EDGES = {"start": (False, True), "end": (True, False), "start-half": (False, None), "end-half": (None, False)}


def parse(source: str) -> Parsed:
    """The tree of a pattern of the crate; as a Pydantic `pattern`, give `search` of it to `translate`."""
    return Reader(source, SYNTAX).parse()


@cache
def word() -> Ranges:
    """The characters of words, as `\\b` sees them."""
    return rust_classes.matched(r"\w")


def _classes(reader: Reader, letter: str) -> Ranges:
    if reader.flags & ASCII:
        return _ASCII_CLASSES[letter] if letter.islower() else _no_characters(reader, f"\\{letter}", reader.at - 2)
    return _unicode_class(letter)


@cache
def _unicode_class(letter: str) -> Ranges:
    found = rust_classes.matched("\\" + letter.lower())
    return invert(found) if letter.isupper() else found


def _dot(reader: Reader) -> Ranges:
    if reader.flags & ASCII:
        return _no_characters(reader, ".", reader.at - 1)
    if reader.flags & DOTALL:
        return ((0, 0x10FFFF),)
    return invert(((10, 10), (13, 13)) if reader.flags & CRLF else ((10, 10),))


def _no_characters(reader: Reader, what: str, position: int) -> NoReturn:
    reader.fail(f"under (?-u) `{what}` matches bytes that are no characters", position)


def _fold(ranges: Ranges, flags: int) -> Ranges:
    if not flags & ASCII:
        return rust_classes.folded(ranges)
    other = [(c ^ 0x20, c ^ 0x20) for low, high in ranges for c in range(low, min(high, 0x7A) + 1) if chr(c).isalpha()]
    return normalise([*ranges, *other])


# Assertions.


def _in_ascii(node: Node) -> Node:
    return codes.SUBPATTERN, (None, ASCII, 0, [node])


def _beginning(reader: Reader) -> Node:
    """`^`: under `m` also after a line's end, which under `R` may be CR, LF or both, but is not between the two."""
    if not reader.flags & MULTILINE:
        return codes.AT, codes.AT_BEGINNING_STRING
    if not reader.flags & CRLF:
        return codes.SUBPATTERN, (None, MULTILINE, 0, [(codes.AT, codes.AT_BEGINNING)])
    start: Node = (codes.AT, codes.AT_BEGINNING_STRING)
    return either([start], [look(True, _LF)], [look(True, _CR), look(False, _LF, True)])


def _end(reader: Reader) -> Node:
    """`$`, likewise."""
    if not reader.flags & MULTILINE:
        return codes.AT, codes.AT_END_STRING
    if not reader.flags & CRLF:
        return codes.SUBPATTERN, (None, MULTILINE, 0, [(codes.AT, codes.AT_END)])
    end: Node = (codes.AT, codes.AT_END_STRING)
    return either([end], [look(False, _CR)], [look(True, _CR, True), look(False, _LF)])


_CR: Node = (codes.LITERAL, 13)
_LF: Node = (codes.LITERAL, 10)


def _boundary(reader: Reader, position: int) -> Node:
    """`\\b`, and its forms in braces: `\\b{start}`, `\\b{end-half}`; `\\b{2}` is a repetition."""
    verbose = reader.flags & VERBOSE
    text, end = reader.without_blanks("}") if verbose else (reader.source[reader.at :], -1)
    if _WORD_EDGE.match(text) is None:
        node: Node = (codes.AT, codes.AT_BOUNDARY)
        return _in_ascii(node) if reader.flags & ASCII else node
    name = text[1 : text.find("}")] if "}" in text else ""
    if name not in _EDGES:
        reader.fail("after \\b the braces may say start, end, start-half or end-half", position)
    reader.at = end if verbose else reader.at + len(name) + 2
    return _edge(reader, name)


def _edge(reader: Reader, name: str) -> Node:
    before, after = _EDGES[name]
    letter = members(_classes(reader, "w"))
    sides = [] if before is None else [look(True, letter, not before)]
    sides += [] if after is None else [look(False, letter, not after)]
    return codes.SUBPATTERN, (None, 0, 0, sides)


def _no_boundary(reader: Reader, position: int) -> Node:
    node: Node = (codes.AT, codes.AT_NON_BOUNDARY)
    return _in_ascii(node) if reader.flags & ASCII else node


# Escapes.


def _escape(reader: Reader, char: str, position: int) -> int | Ranges | None:
    if char in SYNTAX.hexadecimal:
        return _hexadecimal(reader, char, position)
    if char in "pP":
        return _property(reader, char == "P", position)
    return None if char.isalnum() or not char.isascii() or char in "<>" else ord(char)


def _hexadecimal(reader: Reader, char: str, position: int) -> int:
    reader.skip_blanks()
    if reader.source.startswith("{", reader.at):
        found = reader.in_braces(position)
    else:
        found = reader.hexadecimal(char, position)
        if char == "x" and found > 0x7F and reader.flags & ASCII:
            reader.fail("\\x of two digits is a byte under (?-u), and a byte above 7F is no character", position)
    if 0xD800 <= found < 0xE000 or found > 0x10FFFF:
        reader.fail("bad code point", position)
    return found


def _property(reader: Reader, negated: bool, position: int) -> Ranges:
    """`\\pL`, `\\p{Greek}`, `\\p{scx!=Greek}`: the crate knows the names."""
    if reader.flags & ASCII:
        reader.fail("Unicode properties are not allowed under (?-u)", position)
    if not reader.skip_blanks():
        reader.fail("bad escape (end of pattern)", position)
    source, start = reader.source, reader.at
    if source[start] != "{":
        reader.at += 1
        name = source[start]
    elif reader.flags & VERBOSE:
        name, reader.at = reader.without_blanks("}")
    else:
        reader.at = source.find("}", start) + 1
        name = source[start : reader.at]
    if not name or (name[0] == "{" and not name.endswith("}")) or len(name) > 100 or name == "\\":
        reader.fail("a Unicode property is written \\pL or \\p{Greek}", position)
    try:
        found = rust_classes.matched(rf"\p{name}")
    except ValueError as error:
        reader.fail(f"\\p{name}: {error}", position)
    if reader.flags & IGNORECASE:
        found = rust_classes.folded(found)
    return invert(found) if negated else found


SYNTAX = Syntax(
    name="Rust",
    meaning=Dialect("Rust", False, False, True, True, word),
    flags=0,
    letters={"i": IGNORECASE, "m": MULTILINE, "s": DOTALL, "U": SWAP_GREED, "u": ASCII, "x": VERBOSE, "R": CRLF},
    inline=True,
    groups={},
    named=re.compile(rf"\?P?<({_NAME})>"),
    count=re.compile(rf"\{{{_BLANK}([0-9]+){_BLANK}(?:(,)(?:{_BLANK}([0-9]+){_BLANK})?)?\}}"),
    literal_braces=False,
    once_repeated=False,
    dot=_dot,
    anchors={"^": _beginning, "$": _end},
    assertions={
        "A": lambda reader, position: (codes.AT, codes.AT_BEGINNING_STRING),
        "z": lambda reader, position: (codes.AT, codes.AT_END_STRING),
        "b": _boundary,
        "B": _no_boundary,
        "<": lambda reader, position: _edge(reader, "start"),
        ">": lambda reader, position: _edge(reader, "end"),
    },
    controls={"a": 7, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13},
    classes=_classes,
    hexadecimal={"x": 2, "u": 4, "U": 8},
    escape=_escape,
    fold=_fold,
    read_set=read_nested,
    foreign=(
        Foreign(re.compile(r"\(\s*\?<?[=!]"), "lookaround", "Pydantic reads it with regex_engine='python-re'"),
        Foreign(re.compile(r"\(\?P="), "(?P=name)", "Pydantic reads it with regex_engine='python-re'"),
        Foreign(re.compile(r"\\(?:[0-9]|k<)"), "a backreference", "Pydantic reads it with regex_engine='python-re'"),
        Foreign(re.compile(r"\(\?>"), "an atomic group", "a plain group (?:...) matches the same texts or more"),
        Foreign(re.compile(r"\(\?#"), "a comment in a group", "use (?x) and # to the end of the line"),
        Foreign(re.compile(r"\\Z"), "\\Z", "write \\z"),
        Foreign(re.compile(r"\\G"), "\\G", "write \\A"),
        Foreign(re.compile(r"\\h"), "\\h", "write [ \\t]"),
        Foreign(re.compile(r"\\Q"), "\\Q", "write a backslash before each special character"),
    ),
)
