"""ISO/IEC 14977's EBNF: names may hold spaces, `,` stands between parts, `;` or `.` ends a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

from constrain.patterns.utf8 import text as spelled

from ..gbnf.assemble import Places, Reference, Symbol, Together

_SPACE = re.compile(r"\s*")
_MARK = re.compile(r"\(\*|\*\)")  # of comments, which may stand within each other
_NAME = re.compile(r"[^\W\d_](?:[\w-]|\s+(?=\w))*")
_COUNT = re.compile(r"([0-9]+)\s*\*")
_TWO = {"(/": "[", "/)": "]", "(:": "{", ":)": "}"}  # brackets of keyboards that have no others
_NOTHING = re.compile(r"[;.,|/!)\]}]|:\)|$")  # what follows an exception that is empty


def symbols(places: Places) -> Iterator[Symbol]:
    """The symbols of a text."""
    text, at = places.text, 0
    begins = True  # whether a rule begins here
    joined = True  # whether the next item may stand here: after `,`, `|`, `=`, an opening bracket or an operator
    while (at := _skip(places, at)) < len(text):
        c, two = text[at], text[at : at + 2]
        if begins:
            name = _NAME.match(text, at)
            equals = at if name is None else _skip(places, name.end())
            if name is None or not text.startswith("=", equals):
                hint = "; is the text W3C's EBNF? Then it has `::=`" if name and text.startswith(":", equals) else ""
                raise places.fail(at if name is None else name.end(), f"expected a name and `=`{hint}")
            yield Symbol("rule", at, _plain(name[0]))
            at, begins, joined = equals + 1, False, True
            continue
        end = at + 1
        if two in _TWO:
            c, end = _TWO[two], at + 2
        if c in ";.":
            begins = True
        elif c in "|/!":
            yield Symbol("or", at)
            joined = True
        elif c == ",":
            if joined:
                raise places.fail(at, "`,` stands between two parts")
            joined = True
        elif c in "([{":
            _expect(places, joined, at)
            yield Symbol("open", at, c)
            joined = True
        elif c in ")]}":
            minus = _skip(places, end)
            empty = c == "}" and text.startswith("-", minus) and _NOTHING.match(text, _skip(places, minus + 1))
            yield Symbol("close", at, "}-" if empty else c)
            end, joined = minus + 1 if empty else end, False
        elif c == "-":
            yield Symbol("minus", at)
            joined = True
        elif c == "?":
            raise places.unsupported(at, "a special sequence `? ... ?`", "write as a rule what it says")
        elif count := _COUNT.match(text, at):
            _expect(places, joined, at)
            number = places.number(count[1], at)
            yield Symbol("before", at, places.counts(number, number, at))
            end = count.end()
        elif c in "'\"":
            _expect(places, joined, at)
            end = text.find(c, at + 1) + 1
            if not end:
                raise places.fail(at, "the literal is never closed")
            inside = text[at + 1 : end - 1]
            yield Symbol("item", at, spelled(inside) if inside else Together(0))
            joined = False
        elif name := _NAME.match(text, at):
            _expect(places, joined, at)
            yield Symbol("item", at, Reference(_plain(name[0])))
            end, joined = name.end(), False
        else:
            raise places.fail(at, f"expected a name, a literal, a bracket, `,`, `|` or `;`, found {c!r}")
        at = end
    if not begins:
        raise places.fail(len(text), "the last rule does not end with `;`")


def _skip(places: Places, at: int) -> int:
    """Past blanks and comments."""
    text = places.text
    while True:
        space = _SPACE.match(text, at)
        assert space is not None
        begin = at = space.end()
        if not text.startswith("(*", at):
            return at
        depth = 0
        for mark in _MARK.finditer(text, at):
            depth += 1 if mark[0] == "(*" else -1
            if not depth:
                at = mark.end()
                break
        else:
            raise places.fail(begin, "the comment is never closed")


def _expect(places: Places, joined: bool, at: int) -> None:
    if not joined:
        raise places.fail(at, "expected `,` between two parts, or `;` at the end of the rule")


def _plain(name: str) -> str:
    return " ".join(name.split())
