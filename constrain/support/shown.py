"""A short look at a value, for messages: of whatever kind and size it is, and wherever it comes from.

`repr` of a user's value may be as long as the value, and it may fail: integers of thousands of digits, containers deep
inside each other or inside themselves. `reprlib` looks only as deep and as far as it shows; what fails shows its type.
"""

from __future__ import annotations

import reprlib
import unicodedata
from typing import Any

_DIGITS = 40  # a longer integer is shown by its ends


def blanks_under(text: str) -> str:
    """As many blanks as the text takes columns of a terminal: two for a wide character, none for a mark on another."""
    columns = (0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)
    return " " * sum(columns)


class _Short(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxstring = self.maxother = 100
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = 12

    def repr_int(self, number: int, level: int) -> str:
        if abs(number) < 10**_DIGITS:
            return repr(number)
        digits = int(number.bit_length() * 0.30103)  # at most one too few
        return f"<{'-' if number < 0 else ''}{type(number).__name__} of some {digits} digits>"


_SHORT = _Short()


def shown(value: Any, width: int = 200) -> str:
    """A text of at most `width` characters, itself without lone surrogates; never raises.

    >>> shown("a" * 1000, 20)
    "'aaaaaaaaaaaaaaaa..."
    """
    try:
        if type(value) is bytes:
            text = repr(value[:width]) + ("..." if len(value) > width else "")
        else:
            text = _SHORT.repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= width else text[: width - 3] + "..."
