"""The parser of ECMAScript's and Rust's regular expressions, into the same tree as Python's.

A `Syntax` says what the dialect has. Whatever depends on flags is settled here: classes come out as the characters
they mean, in both cases under `(?i)`, and comments and blanks of `(?x)` vanish; so the tree needs hardly any flags.
Constructs of other dialects are refused, with what to write instead.

A stack of open groups instead of recursion, so nesting costs nothing here; it is bounded for those who come after.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from re import _constants as codes  # type: ignore[attr-defined]
from typing import Any, NoReturn

from .errors import syntax_error, unsupported
from .parse import MAX_DEPTH, check_length, nested_too_deep
from .ranges import Ranges
from .syntax import IGNORECASE, VERBOSE, Syntax
from .tree import REPEATS, Node, Parsed

_SPECIAL = frozenset("|()*+?{\\[.^$")
_SIMPLE = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_FLAGS = re.compile(r"\?([A-Za-z-]*)([:)])")
_HEX = re.compile(r"[0-9A-Fa-f]+")
_BLANKS = re.compile(r"(?:[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|#[^\n]*(?:\n|$))+")


@dataclass
class _Group:
    """A group that is still open: what kind it is, where it began, the flags outside, and the alternatives so far."""

    op: Any
    argument: Any
    position: int
    flags: int
    branches: list[list[Node]] = field(default_factory=lambda: [[]])

    def body(self) -> list[Node]:
        if len(self.branches) == 1:
            return self.branches[0]
        return [(codes.BRANCH, (None, self.branches))]

    def node(self) -> Node:
        if self.op is codes.SUBPATTERN:
            return self.op, (self.argument, 0, 0, self.body())
        return self.op, (self.argument, self.body())


class Reader:
    """Reads one pattern. `at` is the position, `flags` are those in force, `groups` counts those opened."""

    def __init__(self, source: str, syntax: Syntax[Reader]) -> None:
        check_length(source)
        self.source, self.syntax, self.at = source, syntax, 0
        self.flags = syntax.flags
        self.groups = 0
        self.names: dict[str, int] = {}
        self.defined: tuple[str, ...] = ()  # names of all groups of the pattern, of one without a name ""
        self.stacked = 0  # repetitions of repetitions so far
        self.anchored = -1  # where an anchor ended
        self.only_flags: tuple[list[Node], int] = (
            [],
            0,
        )  # the list and length at which flags were set: nothing to repeat

    def fail(self, message: str, position: int | None = None) -> NoReturn:
        raise syntax_error(self.source, message, self.at if position is None else position, self.syntax.name)

    def unknown(self, what: str, advice: str, position: int) -> NoReturn:
        """Refuse a construct: with the advice for it, if it is one of another dialect that we have advice for."""
        for foreign in self.syntax.foreign:
            if foreign.looks.match(self.source, position):
                what, advice = foreign.name, foreign.advice
                break
        message = f"{what} is not part of {self.syntax.name}'s regular expressions; {advice}"
        raise unsupported(self.source, message, position, what)

    # Structure.

    def parse(self) -> Parsed:
        source, syntax = self.source, self.syntax
        stack = [_Group(codes.SUBPATTERN, None, 0, 0)]
        while self.skip_blanks():
            items = stack[-1].branches[-1]
            char = source[self.at]
            if char not in _SPECIAL:
                self.at += 1
                items.append(self.characters(ord(char)))
            elif char == "|":
                stack[-1].branches.append([])
                self.at += 1
            elif char == "(":
                if len(stack) > MAX_DEPTH:
                    raise nested_too_deep(source, self.at)
                group = self.open_group(items)
                if group is not None:
                    stack.append(group)
            elif char == ")":
                if len(stack) == 1:
                    self.fail("unbalanced parenthesis")
                self.at += 1
                self.flags = stack[-1].flags
                stack[-2].branches[-1].append(stack.pop().node())
            elif char == "[":
                items.append(syntax.read_set(self))
            elif char == "\\":
                items.append(self.escape())
            elif char in syntax.anchors:
                self.at += 1
                self.anchored = self.at
                items.append(syntax.anchors[char](self))
            elif char == ".":
                self.at += 1
                items.append(members(syntax.dot(self)))
            else:
                position = self.at
                rounds = self.quantifier(char)
                if rounds is not None:
                    self.quantify(items, *rounds, position)
                else:
                    self.at += 1
                    items.append(self.characters(ord(char)))
        if len(stack) > 1:
            self.fail("missing ), unterminated group", stack[-1].position)
        return Parsed(source, stack[0].body(), self.syntax.flags & codes.SRE_FLAG_ASCII, syntax.meaning)

    def skip_blanks(self) -> bool:
        """Whether anything is left, after the blanks and comments that `(?x)` ignores."""
        if self.flags & VERBOSE:
            found = _BLANKS.match(self.source, self.at)
            if found is not None:
                self.at = found.end()
        return self.at < len(self.source)

    def open_group(self, items: list[Node]) -> _Group | None:
        """The group that opens here; None where only flags are set for what follows."""
        source, syntax, position = self.source, self.syntax, self.at
        self.at += 1
        self.skip_blanks()
        if not source.startswith("?", self.at):
            self.groups += 1
            return _Group(codes.SUBPATTERN, self.groups, position, self.flags)
        for lead, (op, argument) in syntax.groups.items():
            if source.startswith(lead, self.at):
                self.at += len(lead)
                return _Group(op, argument, position, self.flags)
        named = syntax.named.match(source, self.at)
        if named is not None:
            self.groups += 1
            if self.names.setdefault(named[1], self.groups) != self.groups:
                self.fail(f"the group name `{named[1]}` is used twice", position)
            self.at = named.end()
            return _Group(codes.SUBPATTERN, self.groups, position, self.flags)
        found = _FLAGS.match(source, self.at)
        if source.startswith("?<", self.at):
            self.fail("bad group name", position)
        if found is None or (found[2] == ")" and not syntax.inline):
            return self.unknown(f"{source[position : position + 3]}...", "there is no such group", position)
        outside = self.flags
        self.flags = self.switched(found[1], position)
        self.at = found.end()
        if found[2] == ":":
            return _Group(codes.SUBPATTERN, None, position, outside)
        if not found[1]:
            self.fail("flags expected", position)
        self.only_flags = items, len(items)
        return None

    def switched(self, letters: str, position: int) -> int:
        """The flags in force after `(?i-s`."""
        flags, negative = self.flags, False
        nothing_off = letters.endswith("-") and (self.syntax.inline or letters == "-")
        if nothing_off or len(set(letters)) < len(letters):
            self.fail("a flag or `-` twice, or no flag after `-`", position)
        for letter in letters:
            if letter == "-":
                negative = True
            elif letter not in self.syntax.letters:
                self.unknown(f"the flag `{letter}`", f"flags are {', '.join(self.syntax.letters)}", position)
            else:
                bit = self.syntax.letters[letter]
                off = negative != (letter == "u")  # of which the opposite is a flag here: ASCII
                flags = flags & ~bit if off else flags | bit
        return flags

    def quantifier(self, char: str) -> tuple[int, int | None] | None:
        """Least and most rounds of a quantifier that begins here, which is passed then."""
        simple = _SIMPLE.get(char)
        if simple is not None:
            self.at += 1
            return simple
        if char != "{":
            return None
        position = self.at
        text, end = self.source, -1
        if self.flags & VERBOSE:
            text, end = self.without_blanks("}")
        found = self.syntax.count.match(text, position if end < 0 else 0)
        if found is None:
            if self.syntax.literal_braces:
                return None
            self.fail("a repetition needs a number, as in {2}, {2,} or {2,3}; for the character itself write \\{")
        low = int(found[1]) if len(found[1]) < 12 else codes.MAXREPEAT
        upper = found[3] if found[2] else found[1]
        high = (int(upper) if len(upper) < 12 else codes.MAXREPEAT) if upper else None
        if max(low, high or 0) >= codes.MAXREPEAT:
            self.fail("the repetition number is too large")
        if high is not None and high < low:
            self.fail("min repeat greater than max repeat")
        self.at = end if end >= 0 else found.end()
        if end >= 0:
            self.skip_blanks()
        return low, high

    def without_blanks(self, last: str) -> tuple[str, int]:
        """The text from here up to a character, without what `(?x)` ignores, and where it ends."""
        kept, start = [], self.at
        while self.skip_blanks():
            kept.append(self.source[self.at])
            self.at += 1
            if kept[-1] == last:
                break
        end, self.at = self.at, start
        return "".join(kept), end

    def quantify(self, items: list[Node], low: int, high: int | None, position: int) -> None:
        if not items or (items is self.only_flags[0] and len(items) == self.only_flags[1]):
            self.fail("nothing to repeat", position)
        op, value = items[-1]
        if self.syntax.once_repeated:
            if position == self.anchored:
                self.fail("nothing to repeat", position)
            if op in REPEATS:
                if self.source[position] == "+":
                    advice = "use a lookahead and a backreference"
                    self.unknown("the possessive quantifier", advice, position)
                self.fail("multiple repeat", position)
            if op in (codes.ASSERT, codes.ASSERT_NOT) and value[0] < 0:
                self.fail("a lookbehind cannot be repeated", position)
        elif op in REPEATS:
            self.stacked += 1
            if self.stacked > MAX_DEPTH:
                raise nested_too_deep(self.source, position)
        lazy = self.source.startswith("?", self.at)
        self.at += lazy
        loop = (low, codes.MAXREPEAT if high is None else high, [items[-1]])
        items[-1] = (codes.MIN_REPEAT if lazy else codes.MAX_REPEAT, loop)

    # One character or assertion.

    def characters(self, code_point: int) -> Node:
        """A character, in both cases where case is ignored."""
        if self.flags & IGNORECASE:
            return members(self.syntax.fold(((code_point, code_point),), self.flags))
        return codes.LITERAL, code_point

    def escape(self) -> Node:
        """A backslash and what follows, outside a set."""
        position = self.at
        assertion = self.syntax.assertions.get(self.source[position + 1 : position + 2])
        if assertion is not None:
            self.at += 2
            self.anchored = self.at if self.source[position + 1] in "bB" else -1
            return assertion(self, position)
        found = self.class_or_character()
        return self.characters(found) if isinstance(found, int) else members(found)

    def class_or_character(self) -> int | Ranges:
        """A backslash and what follows, wherever it stands: a code point, or a set of them."""
        source, syntax, position = self.source, self.syntax, self.at
        char = source[position + 1 : position + 2]
        self.at += 2
        if char == "":
            self.fail("bad escape (end of pattern)", position)
        if char in "dDsSwW":
            return syntax.classes(self, char)
        if char in syntax.controls:
            return syntax.controls[char]
        found = syntax.escape(self, char, position)
        if found is not None:
            return found
        return self.unknown(f"\\{char}", "for the character itself leave the backslash out", position)

    def hexadecimal(self, char: str, position: int) -> int:
        """The digits after `\\x` or the like, as many as there must be."""
        digits = self.syntax.hexadecimal[char]
        text = self.source[self.at : self.at + digits]
        if len(text) < digits or _HEX.fullmatch(text) is None:
            self.fail("incomplete escape", position)
        self.at += digits
        return int(text, 16)

    def in_braces(self, position: int) -> int:
        """A code point in braces."""
        if self.flags & VERBOSE:
            text, end = self.without_blanks("}")
        else:
            end = self.source.find("}", self.at) + 1
            text = self.source[self.at : end]
        digits = text[1:-1] if text.endswith("}") else ""
        if _HEX.fullmatch(digits) is None or len(digits.lstrip("0")) > 6 or int(digits, 16) > 0x10FFFF:
            self.fail("bad code point", position)
        self.at = end
        return int(digits, 16)


def members(ranges: Ranges) -> Node:
    """One character of a set; for a large class that is kept the same node each time, since patterns may repeat it."""
    known = _large.get(id(ranges))
    if known is not None and known[0] is ranges:
        return known[1]
    node = _members(ranges)
    if len(ranges) > 64:
        if len(_large) >= 64:
            _large.clear()
        _large[id(ranges)] = ranges, node
    return node


_large: dict[int, tuple[Ranges, Node]] = {}


def _members(ranges: Ranges) -> Node:
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return codes.LITERAL, ranges[0][0]
    return codes.IN, [(codes.RANGE, pair) for pair in ranges]


def look(behind: bool, node: Node, negative: bool = False) -> Node:
    """That a character stands, or does not stand, before or after."""
    return codes.ASSERT_NOT if negative else codes.ASSERT, (-1 if behind else 1, [node])


def either(*branches: list[Node]) -> Node:
    """One of some ways."""
    return codes.BRANCH, (None, list(branches))
