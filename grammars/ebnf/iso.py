"""ISO/IEC 14977's EBNF: names may hold spaces, `,` stands between parts, `;` or `.` ends a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

from constrain.patterns.utf8 import text as spelled

from ..gbnf.parse import Reference, Together
from .assemble import Places, Symbol

_SPACE = re.compile(r"(?:\s|\(\*(?!\)).*?\*\))*", re.DOTALL)
_NAME = re.compile(r"[^\W\d_](?:[\w-]|\s+(?=\w))*")
_EQUALS = re.compile(r"(?:\s|\(\*(?!\)).*?\*\))*=")
_COUNT = re.compile(r"([0-9]+)\s*\*")
_TWO = {"(/": "[", "/)": "]", "(:": "{", ":)": "}"}  # brackets of keyboards that have no others
_EMPTY_AFTER = re.compile(r"\s*-\s*(?=[;.,|/!)\]}]|:\)|$)")


def symbols(places: Places) -> Iterator[Symbol]:
    """The symbols of a text."""
    text, at = places.text, 0
    begins = True  # whether a rule begins here
    joined = True  # whether the next item may stand here: after `,`, `|`, `=`, an opening bracket or an operator
    while (at := _skip(text, at)) < len(text):
        c, two = text[at], text[at : at + 2]
        if begins:
            name = _NAME.match(text, at)
            if name is None or not (equals := _EQUALS.match(text, name.end())):
                hint = (
                    "; is the text W3C's EBNF? Then it has `::=`"
                    if name and text.startswith(":", _skip(text, name.end()))
                    else ""
                )
                raise places.fail(at if name is None else name.end(), f"expected a name and `=`{hint}")
            yield Symbol("rule", at, _plain(name[0]))
            at, begins, joined = equals.end(), False, True
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
            empty = _EMPTY_AFTER.match(text, end) if c == "}" else None
            yield Symbol("close", at, "}-" if empty else c)
            end = empty.end() if empty else end
            joined = False
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


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    assert found is not None
    return found.end()


def _expect(places: Places, joined: bool, at: int) -> None:
    if not joined:
        raise places.fail(at, "expected `,` between two parts, or `;` at the end of the rule")


def _plain(name: str) -> str:
    return " ".join(name.split())
