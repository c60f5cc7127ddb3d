"""Whether a text belongs to a grammar; where it fails and what was expected there, or that it is only a beginning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..events import Path
from ..support.shown import blanks_under, shown

_SHOWN = 60  # characters of the line before and after the place


@dataclass(frozen=True)
class Check:
    """What `Constraint.check` found; true where the text is valid. `print` it for a message with the place.

    `incomplete`: the whole text is read, and a valid text could go on from it. Otherwise, where it is not valid, the
    character at `position` (from 0) cannot stand there. `line` and `column` count from 1, in characters, and lines end
    at line feeds. `expected` says what may follow at this place, for a valid text too, and names what is being read.
    `path` leads to the part of the value that is being read there, by keys and numbers of items; None where the grammar
    tells of no parts. `meant` says what was perhaps meant, where the grammar can tell.
    """

    text: str
    valid: bool
    incomplete: bool
    position: int
    expected: str
    path: Path | None = None
    meant: str = ""

    def __bool__(self) -> bool:
        return self.valid

    @property
    def line(self) -> int:
        return self.text.count("\n", 0, self.position) + 1

    @property
    def column(self) -> int:
        return self.position - (self.text.rfind("\n", 0, self.position) + 1) + 1

    @property
    def found(self) -> str:
        """The character that cannot stand there; empty where the text ends."""
        return "" if self.valid else self.text[self.position : self.position + 1]

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # of notebooks
        printer.text(str(self))

    def __str__(self) -> str:
        if self.valid:
            return "valid"
        place = f"line {self.line}, column {self.column}"
        what = f"the text ends before it is complete, at {place}" if self.incomplete else f"{self.found!r} at {place}"
        part = f" (in {self._pointer()})" if self.path else ""
        meant = f"; {self.meant}" if self.meant else ""
        return f"{what}{part}: {self.expected}{meant}\n{self._excerpt()}"

    def _pointer(self) -> str:
        """The path as a JSON pointer."""
        steps = (str(step).replace("~", "~0").replace("/", "~1") for step in self.path or ())
        return shown("".join(f"/{step}" for step in steps), 200)[1:-1]

    def _excerpt(self) -> str:
        """The line with the place, and a caret under it."""
        end = self.text.find("\n", self.position)
        line = self.text[self.position - self.column + 1 : len(self.text) if end < 0 else end]
        first = max(self.column - 1 - _SHOWN, 0)
        before = _visible(line[first : self.column - 1])
        return f"{before}{_visible(line[self.column - 1 : self.column - 1 + _SHOWN])}\n{blanks_under(before)}^"


def _visible(text: str) -> str:
    """The text with what would break the line written out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
