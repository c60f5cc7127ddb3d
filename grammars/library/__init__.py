"""Ready-made Lark grammars: `library.read(name)` is the text, `library.load(name)` the finished `Grammar`.

Each is written for generation: what it accepts, an independent reader of the format accepts too (tests/grammars has
the proof, name by name), and it stays with what people write. A file begins with two comment lines of fixed form, the
description and the mode of lark that it is written for:

    // JSON texts (RFC 8259): one value of any kind
    // mode: lalr/contextual

>>> names()[:3]
['arithmetic', 'c', 'csv']
>>> load("json")
<Grammar text: 25 states>
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from constrain.grammar import Grammar
from constrain.grammars.lark import lark
from constrain.grammars.lark.front import remember
from constrain.support.arguments import one_of

from .compiled import known

__all__ = ["Entry", "entry", "load", "names", "read"]

_HEADER = re.compile(
    r"// (?P<description>.+)\n// mode: (?P<parser>\w+)/(?P<lexer>\w+)(?: postlex: (?P<postlex>\w+))?\n"
)
_ENDING = ".lark"
_FOLDER = Path(__file__).parent  # not importlib.resources, which takes 2 ms to import


@dataclass(frozen=True)
class Entry:
    """One grammar of the library: what it is of, and how lark is to read it."""

    name: str
    description: str
    parser: str
    lexer: str
    postlex: str | None

    @property
    def mode(self) -> str:
        """For example `lalr/contextual`, or `lalr/basic + PythonIndenter` with a postlex."""
        return f"{self.parser}/{self.lexer}" + (f" + {self.postlex}" if self.postlex else "")

    def options(self) -> dict[str, Any]:
        """The keyword arguments with which `lark` (and `lark.Lark`) reads the grammar."""
        found: dict[str, Any] = {"parser": self.parser, "lexer": self.lexer}
        if self.postlex:
            from lark import indenter

            found["postlex"] = getattr(indenter, self.postlex)()
        return found


def names() -> list[str]:
    """The names of the grammars, in alphabetical order."""
    return sorted(file.stem for file in _FOLDER.iterdir() if file.suffix == _ENDING)


def read(name: str) -> str:
    """The text of a grammar. Raises `ValueError` if there is none of this name."""
    one_of(name, "name", names())
    return (_FOLDER / (name + _ENDING)).read_text(encoding="utf-8")


def entry(name: str) -> Entry:
    """What the head of a grammar's text says about it."""
    return _entry(name, read(name))


def _entry(name: str, text: str) -> Entry:
    found = _HEADER.match(text)
    assert found is not None, f"{name}{_ENDING} has no head"
    return Entry(name, **found.groupdict())


def load(name: str) -> Grammar[str]:
    """The grammar of this name, read in the mode that it is written for.

    Python's takes 2 ms where a build has compiled the grammars (`compiled.py`); else the text is compiled, in 0.1 s.
    """
    text = read(name)
    options = _entry(name, text).options()
    remember(text, lambda: known(name, text), **options)
    return lark(text, **options)
