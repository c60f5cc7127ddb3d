"""ECMAScript's regular expressions (ECMA-262, as JSON Schema's `pattern` wants them), into the same tree as Python's.

Characters are code points, and `\\p{...}`, `\\u{...}` are understood, as with the flag `u`; braces and brackets that
could not mean anything else stand for themselves, as without it. No other flags. What differs from Python is settled
here: `\\d`, `\\w`, `\\b` are ASCII, `\\s` is ECMAScript's white space, `.` leaves out four line terminators, `$` is the
very end, `[]` is nothing and `[^]` anything. What a reference to an unset group means is left to the tree's dialect.
Constructs of other languages, which an ECMAScript engine would refuse or, worse, read otherwise, are refused.

A stack of open groups instead of recursion, so nesting costs nothing here; it is bounded for those who come after.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from re import _constants as codes  # type: ignore[attr-defined]
from typing import Any, NoReturn

from .errors import syntax_error, tokens, unsupported
from .parse import MAX_DEPTH, check_length, nested_too_deep, references
from .properties import unicode_property
from .ranges import Ranges, invert, normalise
from .tree import ECMA, NO_GROUPS, REPEATS, Node, Parsed

DIGIT: Ranges = ((0x30, 0x39),)
WORD: Ranges = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
SPACE: Ranges = (
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
_CLASSES = {
    "d": DIGIT,
    "D": invert(DIGIT),
    "w": WORD,
    "W": invert(WORD),
    "s": SPACE,
    "S": invert(SPACE),
}
_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_DOT: Node = (
    codes.IN,
    [(codes.NEGATE, None), (codes.LITERAL, 10), (codes.LITERAL, 13), (codes.RANGE, (0x2028, 0x2029))],
)
_AHEAD = {"?=": codes.ASSERT, "?!": codes.ASSERT_NOT}
_BEHIND = {"?<=": codes.ASSERT, "?<!": codes.ASSERT_NOT}

_QUANTIFIER = re.compile(r"\*|\+|\?|\{([0-9]+)(?:(,)([0-9]*))?\}")
_GROUP_NAME = re.compile(r"\?<([^\W\d][\w$]*|\$[\w$]*)>")
_LETTER = re.compile(r"[A-Za-z]")
_HEX = re.compile(r"[0-9A-Fa-f]+")
_ESCAPED_SURROGATE = re.compile(r"\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})")
_SET = re.compile(r"\[[^\]\\]*(?:\\.[^\]\\]*)*\]", re.DOTALL)
_KEPT, _LONGEST = 1024, 256  # sets that are kept between patterns, and characters of the text of one
_sets: dict[str, Node] = {}  # by their text: patterns have the same few sets again and again


def parse(source: str) -> Parsed:
    """The tree of an ECMAScript pattern; as a JSON Schema `pattern`, give `search` of it to `translate`."""
    check_length(source)
    return _Parser(source).parse()


@dataclass
class _Group:
    """A group that is still open: what kind it is, where it began, and the alternatives so far."""

    op: Any
    argument: Any
    position: int
    branches: list[list[Node]] = field(default_factory=lambda: [[]])

    def body(self) -> list[Node]:
        if len(self.branches) == 1:
            return self.branches[0]
        return [(codes.BRANCH, (None, self.branches))]

    def node(self) -> Node:
        if self.op is codes.SUBPATTERN:
            return self.op, (self.argument, 0, 0, self.body())
        return self.op, (self.argument, self.body())


class _Parser:
    def __init__(self, source: str) -> None:
        self.source, self.at = source, 0
        self.opened = 0
        self.names: dict[str, int] = {}
        self.groups = 0
        for kind, _, text in tokens(source) if "(" in source else ():
            if kind in ("group", "named"):
                self.groups += 1
                if kind == "named":
                    self.names[text[3:-1]] = self.groups

    def fail(self, message: str, position: int | None = None) -> NoReturn:
        raise syntax_error(self.source, message, self.at if position is None else position)

    def foreign(self, what: str, advice: str, position: int) -> NoReturn:
        message = f"{what} is not part of ECMAScript's regular expressions; {advice}"
        raise unsupported(self.source, message, position, what)

    # Structure.

    def parse(self) -> Parsed:
        source = self.source
        stack = [_Group(codes.SUBPATTERN, None, 0)]
        while self.at < len(source):
            items = stack[-1].branches[-1]
            char = source[self.at]
            if char == "|":
                stack[-1].branches.append([])
                self.at += 1
            elif char == "(":
                if len(stack) > MAX_DEPTH:
                    raise nested_too_deep(source, self.at)
                stack.append(self.open_group())
            elif char == ")":
                if len(stack) == 1:
                    self.fail("unbalanced parenthesis")
                self.at += 1
                stack[-2].branches[-1].append(stack.pop().node())
            elif (found := _QUANTIFIER.match(source, self.at)) is not None:
                self.quantify(items, found)
            else:
                items.append(self.term(char))
        if len(stack) > 1:
            self.fail("missing ), unterminated group", stack[-1].position)
        body = stack[0].body()
        referenced = references(body)[0] if "\\" in source else NO_GROUPS
        return Parsed(source, body, codes.SRE_FLAG_ASCII, ECMA, referenced, referenced)

    def open_group(self) -> _Group:
        source, position = self.source, self.at
        self.at += 1
        if not source.startswith("?", self.at):
            self.opened += 1
            return _Group(codes.SUBPATTERN, self.opened, position)
        if source.startswith("?:", self.at):
            self.at += 2
            return _Group(codes.SUBPATTERN, None, position)
        for lead, op in _AHEAD.items():
            if source.startswith(lead, self.at):
                self.at += 2
                return _Group(op, 1, position)
        for lead, op in _BEHIND.items():
            if source.startswith(lead, self.at):
                self.at += 3
                return _Group(op, -1, position)
        named = _GROUP_NAME.match(source, self.at)
        if named is not None:
            self.opened += 1
            if self.names.get(named[1]) != self.opened:
                self.fail(f"the group name `{named[1]}` is used twice", position)
            self.at = named.end()
            return _Group(codes.SUBPATTERN, self.opened, position)
        if source.startswith("?P<", self.at):
            self.foreign("(?P<name>...)", "write (?<name>...)", position)
        if source.startswith("?<", self.at):
            self.fail("bad group name", position)
        return self.foreign(
            source[position : position + 3] + "...",
            "only (?:...), (?<name>...) and lookaround can be used",
            position,
        )

    def quantify(self, items: list[Node], found: re.Match[str]) -> None:
        position = self.at
        if not items or items[-1][0] is codes.AT:
            self.fail("nothing to repeat")
        op, value = items[-1]
        if op in REPEATS:
            if found[0] == "+":
                self.foreign("the possessive quantifier", "use a lookahead and a backreference", position)
            self.fail("multiple repeat")
        if op in (codes.ASSERT, codes.ASSERT_NOT) and value[0] < 0:
            self.fail("a lookbehind cannot be repeated")
        low, high = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(found[0], (0, None))
        if found[1] is not None:
            low = int(found[1]) if len(found[1]) < 12 else codes.MAXREPEAT
            upper = found[3] if found[2] else found[1]
            high = (int(upper) if len(upper) < 12 else codes.MAXREPEAT) if upper else None
            if max(low, high or 0) >= codes.MAXREPEAT:
                self.fail("the repetition number is too large")
            if high is not None and high < low:
                self.fail("min repeat greater than max repeat")
        self.at = found.end()
        lazy = self.source.startswith("?", self.at)
        self.at += lazy
        body = [items[-1]]
        items[-1] = (
            codes.MIN_REPEAT if lazy else codes.MAX_REPEAT,
            (low, codes.MAXREPEAT if high is None else high, body),
        )

    # One character, set or anchor.

    def term(self, char: str) -> Node:
        if char == "\\":
            return self.escape()
        if char == "[":
            return self.character_set()
        self.at += 1
        if char == ".":
            return _DOT
        if char == "^":
            return codes.AT, codes.AT_BEGINNING_STRING
        if char == "$":
            return codes.AT, codes.AT_END_STRING
        return codes.LITERAL, ord(char)

    def escape(self) -> Node:
        """A backslash and what follows, outside a set."""
        source, position = self.source, self.at
        char = source[position + 1 : position + 2]
        if char in ("b", "B") and char:
            self.at += 2
            return codes.AT, codes.AT_BOUNDARY if char == "b" else codes.AT_NON_BOUNDARY
        if char == "k":
            named = re.compile(r"\\k<([^>]*)>").match(source, position)
            if named is None or named[1] not in self.names:
                self.fail("a reference to a group name that is not defined", position)
            self.at = named.end()
            return codes.GROUPREF, self.names[named[1]]
        number = re.compile(r"\\([1-9][0-9]*)").match(source, position)
        if number is not None:
            if len(number[1]) > 9 or int(number[1]) > self.groups:
                self.fail(f"there is no group {number[1]}", position)
            self.at = number.end()
            return codes.GROUPREF, int(number[1])
        found = self.class_or_character()
        if isinstance(found, int):
            return codes.LITERAL, found
        return codes.IN, [(codes.RANGE, pair) for pair in found]

    def class_or_character(self) -> int | Ranges:
        """A backslash and what follows, wherever it stands: a code point, or a set of them."""
        source, position = self.source, self.at
        char = source[position + 1 : position + 2]
        self.at += 2
        if char == "":
            self.fail("bad escape (end of pattern)", position)
        if char in _CLASSES:
            return _CLASSES[char]
        if char in _CONTROLS:
            return _CONTROLS[char]
        if char in "pP" and source.startswith("{", self.at):
            return self.property(char == "P", position)
        if char == "x":
            return self.hexadecimal(2, position)
        if char == "u":
            return self.code_unit(position)
        if char == "c" and _LETTER.match(source, self.at):
            self.at += 1
            return ord(source[self.at - 1]) % 32
        if char == "0" and not source[self.at : self.at + 1].isdecimal():
            return 0
        if char.isascii() and char.isalnum():
            self.foreign(f"\\{char}", "for the character itself leave the backslash out", position)
        return ord(char)

    def hexadecimal(self, digits: int, position: int) -> int:
        text = self.source[self.at : self.at + digits]
        if len(text) < digits or _HEX.fullmatch(text) is None:
            self.fail("incomplete escape", position)
        self.at += digits
        return int(text, 16)

    def code_unit(self, position: int) -> int:
        source = self.source
        if source.startswith("{", self.at):
            end = source.find("}", self.at)
            text = source[self.at + 1 : end] if end > 0 else ""
            if _HEX.fullmatch(text) is None or len(text.lstrip("0")) > 6 or int(text, 16) > 0x10FFFF:
                self.fail("bad code point", position)
            self.at = end + 1
            return int(text, 16)
        unit = self.hexadecimal(4, position)
        if 0xD800 <= unit < 0xDC00:
            low = _ESCAPED_SURROGATE.match(source, self.at)
            if low is not None:
                self.at = low.end()
                return 0x10000 + ((unit - 0xD800) << 10) + int(low[1], 16) - 0xDC00
        return unit

    def property(self, negated: bool, position: int) -> Ranges:
        source = self.source
        end = source.find("}", self.at)
        name = source[self.at + 1 : end] if end > 0 else source[self.at + 1 :]
        found = unicode_property(name) if end > 0 else None
        if found is None:
            message = f"the Unicode property `{name}` is not known here"
            raise unsupported(source, message, position, f"\\p{{{name}}}")
        self.at = end + 1
        return invert(found) if negated else found

    # Sets.

    def character_set(self) -> Node:
        whole = _SET.match(self.source, self.at)
        text = whole[0] if whole is not None else ""
        found = _sets.get(text)
        if found is not None:
            self.at += len(text)
            return found
        found = self.new_set()
        if 0 < len(text) <= _LONGEST:
            if len(_sets) >= _KEPT:
                _sets.clear()
            _sets[text] = found
        return found

    def new_set(self) -> Node:
        source, position = self.source, self.at
        self.at += 1
        negated = source.startswith("^", self.at)
        self.at += negated
        pairs: list[tuple[int, int]] = []
        while not source.startswith("]", self.at):
            first = self.member(position)
            if source.startswith("-", self.at) and not source.startswith("-]", self.at) and self.at + 1 < len(source):
                dash = self.at
                self.at += 1
                last = self.member(position)
                if isinstance(first, int) and isinstance(last, int):
                    if last < first:
                        self.fail("range out of order in a set", dash)
                    pairs.append((first, last))
                    continue
                pairs.append((0x2D, 0x2D))  # a class cannot be the end of a range: the dash stands for itself
                pairs += last if not isinstance(last, int) else ((last, last),)
            pairs += first if not isinstance(first, int) else ((first, first),)
        self.at += 1
        members = [(codes.RANGE, pair) for pair in normalise(pairs)]
        if not negated and len(pairs) == 1 and pairs[0][0] == pairs[0][1]:
            return codes.LITERAL, pairs[0][0]
        return codes.IN, [(codes.NEGATE, None), *members] if negated else members

    def member(self, opened: int) -> int | Ranges:
        """One character or class inside a set."""
        if self.at >= len(self.source):
            self.fail("unterminated character set", opened)
        char = self.source[self.at]
        if char != "\\":
            self.at += 1
            return ord(char)
        if self.source.startswith("\\b", self.at):
            self.at += 2
            return 8
        return self.class_or_character()
