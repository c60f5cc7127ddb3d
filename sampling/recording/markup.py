"""Text out of models and files as markup: nothing of it is taken for anything else, and nothing of it is unseen."""

from __future__ import annotations

import html
import re

_QUOTED = re.compile(r"`(`|[^`]+)`")
_SIGNS = {"\n": "↵", " ": "␣"}


def decoded(spelling: bytes) -> str:
    """The text of some bytes; those that are no characters become what `_sign` writes out."""
    return spelling.decode("utf-8", "surrogateescape")


def marked(text: str, *, lines: bool = False) -> str:
    """Text as markup: what cannot be seen has signs or escapes of a class of their own.

    With `lines`, line ends are that as well, and spaces are spaces; otherwise everything stays in one line.
    """
    parts, plain = [], ""
    for character in text:
        if (character.isprintable() and character != " ") or (lines and character == " "):
            plain += character
            continue
        parts.append(html.escape(plain))
        plain = ""
        parts.append(f"<i>{html.escape(_SIGNS.get(character) or _sign(character))}</i>")
        if lines and character == "\n":
            parts.append("\n")
    return "".join([*parts, html.escape(plain)])


def visible(text: str) -> str:
    """Text with whatever cannot be seen, or would reorder the line, written out: controls, bidi signs, surrogates.

    >>> visible("a\\u202eb\\x00")
    'a\\\\u202eb\\\\x00'
    """
    return "".join(each if each.isprintable() else _sign(each) for each in text)


def _sign(character: str) -> str:
    """A character that cannot be seen as an escape, and a byte that is no character as `decoded` has it."""
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode()


def escaped(text: str) -> str:
    return html.escape(visible(text))


def percent(share: float) -> str:
    """As a reader takes it in: 12.3 %, 0.02 %, 99.97 %; `page.js` does the same."""
    number = 100 * share
    if number in (0, 100):
        return f"{number:.0f} %"
    if number < 0.01:
        return "< 0.01 %"
    if number > 99.99:
        return "> 99.99 %"
    return f"{number:.1f} %" if 1 <= number < 99.9 else f"{number:.2f} %"


def worded(expected: str) -> str:
    """What `Matcher.explain` says as markup, bytes between backticks as code."""
    return _QUOTED.sub(r"<code>\1</code>", escaped(expected))
