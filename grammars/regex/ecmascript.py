"""ECMAScript's regular expressions (ECMA-262, as JSON Schema's `pattern` wants them), into the same tree as Python's.

Patterns are read with the flag `u`, as JSON Schema asks: characters are code points, `\\p{...}` and `\\u{...}` are
understood. What is an error under `u` and has a meaning in Annex B alone, which is there for old scripts (`\\-`,
`[\\w-.]`, a brace that counts nothing), has that meaning, but characters stay code points. In a pattern with such a
part, `\\p{...}` and `\\u{...}` are what no engine would take them for, so there they are refused.

Groups may switch on `i`, `m` and `s`; there are no other flags. What differs from Python is settled here: `\\d`, `\\w`,
`\\b` are ASCII, `\\s` is ECMAScript's white space, `.` leaves out four line terminators, `$` is the very end, `[]` is
nothing and `[^]` anything. What a reference to an unset group means is left to the tree's dialect. Constructs of other
languages, which an ECMAScript engine would refuse or, worse, read otherwise, are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from re import _constants as codes  # type: ignore[attr-defined]

from .errors import unsupported
from .parse import references
from .properties import unicode_property
from .ranges import EVERYTHING, Ranges, invert, union
from .reader import Reader, either, look, members
from .rust_classes import folded
from .sets import read_flat
from .syntax import ASCII, DOTALL, IGNORECASE, MULTILINE, Foreign, Syntax
from .tree import ECMA, Node, Parsed

_DIGIT: Ranges = ((0x30, 0x39),)
_WORD: Ranges = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
_SPACE: Ranges = (
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
)
_CLASSES = {"d": _DIGIT, "w": _WORD, "s": _SPACE}
_CLASSES |= {letter.upper(): invert(ranges) for letter, ranges in _CLASSES.items()}
_LINE_ENDS: Ranges = ((10, 10), (13, 13), (0x2028, 0x2029))
_DOT = invert(_LINE_ENDS)
_WORD_IN_ANY_CASE = union(_WORD, ((0x17F, 0x17F), (0x212A, 0x212A)))  # `ſ` and the Kelvin sign are s and k to `i`

_NAME = r"(?:[^\W\d]|\$)[\w$]*"
_GROUPS = re.compile(rf"\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?<({_NAME})>|(?!\?))", re.DOTALL)
_REFERENCE = re.compile(r"[1-9][0-9]*")
_NAMED_REFERENCE = re.compile(r"<([^>]*)>")
_LETTER = re.compile(r"[A-Za-z]")
_ESCAPED_SURROGATE = re.compile(r"\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})")


def parse(source: str) -> Parsed:
    """The tree of an ECMAScript pattern; as a JSON Schema `pattern`, give `search` of it to `translate`."""
    reader = Reader(source, SYNTAX)
    if "\\" not in source:
        return reader.parse()
    groups = _GROUPS.finditer(source) if "(" in source else ()
    reader.defined = tuple(found[1] or "" for found in groups if found[0][0] == "(")
    parsed = reader.parse()
    _refuse_mixtures(source)
    referenced = references(parsed.items)[0]
    return replace(parsed, referenced=referenced, repeated=referenced) if referenced else parsed


_WITH_U = re.compile(r"\\(?:[pP]|u)\{")
_SYNTAX = frozenset("^$\\.*+?()[]{}|/")  # what may be escaped under `u`, beside letters and digits
_COUNTS = re.compile(r"\{[0-9]+(?:,[0-9]*)?\}")
_IN_SET = re.compile(r"\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\[dDsSwW]|\\.|[^\]]", re.DOTALL)
_SETS = re.compile(r"\\[pPdDsSwW]")


def _refuse_mixtures(source: str) -> None:
    """Refuse what only `u` reads as it is meant in a pattern that only Annex B reads."""
    found = _WITH_U.search(source)
    while found is not None and (found.start() - len(source[: found.start()].rstrip("\\"))) % 2:
        found = _WITH_U.search(source, found.start() + 2)  # a backslash that is escaped itself
    if found is None:
        return
    old = _of_annex_b(source)
    if old is not None:
        name, end = found[0], source.find("}", found.start()) + 1
        raise unsupported(
            source,
            f"`{source[found.start() : end or None][:40]}` needs the flag u, under which {old} is an error; mend that",
            found.start(),
            f"{name}...}}",
        )


def _of_annex_b(source: str) -> str | None:
    """What of a pattern that can be read is an error under `u`, in words; None if nothing is."""
    at, opened = 0, []  # whether each open group is a lookahead
    while at < len(source):
        char = source[at]
        if char == "\\":
            escaped = source[at + 1]
            if not escaped.isalnum() and escaped not in _SYNTAX:
                return f"`\\{escaped}` at position {at} (write `{escaped}`)"
            braced = _WITH_U.match(source, at)
            at = source.index("}", at) + 1 if braced is not None else at + 2
            continue
        if char == "[":
            old, at = _in_set(source, at)
            if old is not None:
                return old
            continue
        if char == "{" and (counts := _COUNTS.match(source, at)) is not None:
            at = counts.end()
            continue
        if char in "{}]":
            return f"`{char}` at position {at} (write `\\{char}`)"
        if char == "(":
            opened.append(source.startswith(("?=", "?!"), at + 1))
        elif char == ")" and opened.pop() and (source[at + 1 : at + 2] or "|") in "*+?{":
            return f"the repetition of a lookahead at position {at + 1} (leave it out)"
        at += 1
    return None


def _in_set(source: str, opened: int) -> tuple[str | None, int]:
    """The same for the set that opens at a place, and the place after it."""
    at = opened + (2 if source.startswith("[^", opened) else 1)
    members: list[str] = []
    while source[at] != "]":
        found = _IN_SET.match(source, at)
        assert found is not None
        member = found[0]
        if member[0] == "\\" and not member[1].isalnum() and member[1] not in _SYNTAX and member[1] != "-":
            return f"`{member}` at position {at} (write `{member[1]}`)", at
        members.append(member)
        at = found.end()
    low = 0
    while low + 2 < len(members):  # a range is three members
        if members[low + 1] != "-":
            low += 1
        elif _SETS.match(members[low]) or _SETS.match(members[low + 2]):
            return f"the range from or to a class in the set at position {opened} (write the dash first or last)", at
        else:
            low += 3
    return None, at + 1


def _reference(reader: Reader, position: int) -> Node:
    """A number after a backslash: a group, which may stand later in the pattern."""
    found = _REFERENCE.match(reader.source, position + 1)
    assert found is not None
    if len(found[0]) > 9 or int(found[0]) > len(reader.defined):
        reader.fail(f"there is no group {found[0]}", position)
    return _group(reader, int(found[0]), found.end(), position)


def _named_reference(reader: Reader, position: int) -> Node:
    found = _NAMED_REFERENCE.match(reader.source, reader.at)
    if found is None or not found[1] or found[1] not in reader.defined:
        reader.fail("a reference to a group name that is not defined", position)
    return _group(reader, reader.defined.index(found[1]) + 1, found.end(), position)


def _group(reader: Reader, number: int, end: int, position: int) -> Node:
    if reader.flags & IGNORECASE:
        message = "a reference within (?i:...) is not understood here; write what the group may match"
        raise unsupported(reader.source, message, position, "reference in any case")
    reader.at = end
    return codes.GROUPREF, number


def _classes(reader: Reader, letter: str) -> Ranges:
    if reader.flags & IGNORECASE and letter in "wW":
        return _WORD_IN_ANY_CASE if letter == "w" else invert(_WORD_IN_ANY_CASE)
    return _CLASSES[letter]


def _anchor(behind: bool) -> Callable[[Reader], Node]:
    """`^` or `$`: under `m` also beside a line's end."""
    whole = codes.AT, codes.AT_BEGINNING_STRING if behind else codes.AT_END_STRING
    line = either([whole], [look(behind, members(_LINE_ENDS))])
    return lambda reader: line if reader.flags & MULTILINE else whole


def _boundary(reader: Reader, position: int) -> Node:
    if not reader.flags & IGNORECASE:
        return codes.AT, codes.AT_BOUNDARY
    before, after = (look(behind, members(_WORD_IN_ANY_CASE)) for behind in (True, False))
    none_before, none_after = (look(behind, members(_WORD_IN_ANY_CASE), True) for behind in (True, False))
    return either([before, none_after], [none_before, after])


def _no_boundary(reader: Reader, position: int) -> Node:
    if not reader.flags & IGNORECASE:
        return codes.AT, codes.AT_NON_BOUNDARY
    return codes.ASSERT_NOT, (1, [_boundary(reader, position)])


def _escape(reader: Reader, char: str, position: int) -> int | Ranges | None:
    source = reader.source
    if char in "pP" and source.startswith("{", reader.at):
        return _property(reader, char == "P", position)
    if char == "x":
        return reader.hexadecimal(char, position)
    if char == "u":
        return _code_unit(reader, position)
    if char == "c" and _LETTER.match(source, reader.at):
        reader.at += 1
        return ord(source[reader.at - 1]) % 32
    if char == "0" and not source[reader.at : reader.at + 1].isdecimal():
        return 0
    return None if char.isascii() and char.isalnum() else ord(char)


def _code_unit(reader: Reader, position: int) -> int:
    if reader.source.startswith("{", reader.at):
        return reader.in_braces(position)
    unit = reader.hexadecimal("u", position)
    if 0xD800 <= unit < 0xDC00:
        low = _ESCAPED_SURROGATE.match(reader.source, reader.at)
        if low is not None:
            reader.at = low.end()
            return 0x10000 + ((unit - 0xD800) << 10) + int(low[1], 16) - 0xDC00
    return unit


def _property(reader: Reader, negated: bool, position: int) -> Ranges:
    source = reader.source
    end = source.find("}", reader.at)
    name = source[reader.at + 1 : end] if end > 0 else source[reader.at + 1 :]
    found = unicode_property(name) if end > 0 else None
    if found is None:
        message = f"ECMAScript has no Unicode property `{name}`; names are exact, as in Lu, Script=Greek, Alphabetic"
        raise unsupported(source, message, position, f"\\p{{{name}}}")
    reader.at = end + 1
    found = invert(found) if negated else found
    return folded(found) if reader.flags & IGNORECASE else found  # after `\P`, other than in Rust


SYNTAX = Syntax(
    name="ECMAScript",
    meaning=ECMA,
    flags=ASCII,
    letters={"i": IGNORECASE, "m": MULTILINE, "s": DOTALL},
    inline=False,
    groups={
        "?:": (codes.SUBPATTERN, None),
        "?=": (codes.ASSERT, 1),
        "?!": (codes.ASSERT_NOT, 1),
        "?<=": (codes.ASSERT, -1),
        "?<!": (codes.ASSERT_NOT, -1),
    },
    named=re.compile(rf"\?<({_NAME})>"),
    count=re.compile(r"\{([0-9]+)(?:(,)([0-9]*))?\}"),
    literal_braces=True,
    once_repeated=True,
    dot=lambda reader: EVERYTHING if reader.flags & DOTALL else _DOT,
    anchors={"^": _anchor(True), "$": _anchor(False)},
    assertions={
        "b": _boundary,
        "B": _no_boundary,
        "k": _named_reference,
        **dict.fromkeys("123456789", _reference),
    },
    controls={"t": 9, "n": 10, "v": 11, "f": 12, "r": 13},
    classes=_classes,
    hexadecimal={"x": 2, "u": 4},
    escape=_escape,
    fold=lambda ranges, flags: folded(ranges),
    read_set=read_flat,
    foreign=(
        Foreign(re.compile(r"\(\?P<"), "(?P<name>...)", "write (?<name>...)"),
        Foreign(re.compile(r"\(\?P="), "(?P=name)", "write \\k<name>"),
        Foreign(re.compile(r"\(\?#"), "a comment", "leave it out"),
        Foreign(re.compile(r"\(\?>"), "an atomic group", "use a lookahead and a backreference"),
        Foreign(re.compile(r"\(\?[ims]+\)"), "a flag for the rest of the pattern", "write (?i:...) around it"),
        Foreign(re.compile(r"\(\?[a-zA-Z-]+[:)]"), "such a flag", "groups may switch i, m and s, as in (?i:...)"),
        Foreign(re.compile(r"\\A"), "\\A", "write ^, which is the beginning of the text"),
        Foreign(re.compile(r"\\[zZ]"), "\\Z", "write $, which is the end of the text"),
        Foreign(re.compile(r"\\h"), "\\h", "write [ \\t]"),
        Foreign(re.compile(r"\\a"), "\\a", "write \\x07"),
    ),
)
