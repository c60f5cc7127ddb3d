"""The lexemes of Python 3.11: names, numbers, strings, blanks and line ends, as patterns.

Strings come in two kinds, because two quotes after an empty one would begin a long string: those after which another
may stand at once, and those that are empty. Names are of characters that mean the same when normalised (NFKC), so names
that differ are different names. Escapes by name (`\\N{EM DASH}`) know the names of common scripts and signs.
"""

from __future__ import annotations

import keyword
import unicodedata
from functools import cache

from constrain.grammar import Terminal
from constrain.patterns.pattern import (
    Pattern,
    alternation,
    complement,
    concat,
    intersection,
    literal,
    literals,
    repeat,
)

from ..regex import regex

KEYWORDS = tuple(sorted(keyword.kwlist))
# Letters outside ASCII that are their own NFKC form and combine with nothing, by ranges.
_LETTERS = (
    "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e\u0388-\u038a\u038e-\u03a1\u03a3-\u03ce"
    "\u0400-\u0481\u048a-\u052f\u0531-\u0556\u0561-\u0586\u05d0-\u05ea\u0620-\u064a\u0904-\u0939\u0e01-\u0e30"
    "\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3"
)
# Code points whose names are known to escapes: Latin, Greek, Cyrillic, general signs, arrows, and a few more.
_NAMED = (
    *((0x20, 0x7E), (0xA0, 0x17F), (0x1A0, 0x1B0), (0x391, 0x3C9), (0x410, 0x44F), (0x2000, 0x206F), (0x2080, 0x2089)),
    *(
        (0x20A0, 0x20C0),
        (0x2190, 0x21FF),
        (0x27F0, 0x27FF),
        (0x2200, 0x22FF),
        (0x2600, 0x2667),
        (0x2713, 0x2718),
        (0x1F600, 0x1F64F),
    ),
)
_OTHERS = "\u0e56\u1237\u2165\u2473\u325a\u303a\uff10\u3042\u22f7\U000e007f\U0001f40d\u2205\ufbf9"


@cache
def pattern(regular: str) -> Pattern:
    """The pattern of a regular expression in Python's syntax."""
    terminal = regex(regular).productions["regex"]
    assert isinstance(terminal, Terminal)
    return terminal.pattern


def lexeme(regular: str, name: str) -> Terminal:
    return Terminal(pattern(regular), name)


def character_names() -> list[str]:
    """The names that `\\N{…}` may have here, in upper case."""
    points = [point for first, last in _NAMED for point in range(first, last + 1)] + [ord(each) for each in _OTHERS]
    return sorted({name for point in points if (name := unicodedata.name(chr(point), ""))})


NAME_PATTERN = intersection(
    pattern(f"[A-Za-z_{_LETTERS}][0-9A-Za-z_{_LETTERS}]*"),
    complement(literals(word.encode() for word in (*KEYWORDS, "__debug__"))),
)
NAME = Terminal(NAME_PATTERN, "NAME")
# A name that a pattern captures: no wildcard.
CAPTURE = Terminal(intersection(NAME_PATTERN, complement(literals([b"_"]))), "NAME")
MODULE = Terminal(intersection(NAME_PATTERN, complement(literals([b"__future__"]))), "NAME")

_DIGITS = "[0-9](?:_?[0-9])*"
_POINTED = rf"(?:{_DIGITS}\.(?:{_DIGITS})?|\.{_DIGITS})"
_EXPONENT = rf"[eE][+-]?{_DIGITS}"
INTEGER = lexeme(
    r"0[xX](?:_?[0-9A-Fa-f])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|[1-9](?:_?[0-9]){0,4299}|0(?:_?0)*", "INTEGER"
)
REAL = lexeme(f"{_POINTED}(?:{_EXPONENT})?|{_DIGITS}{_EXPONENT}", "FLOAT")
IMAGINARY = lexeme(f"(?:{_POINTED}(?:{_EXPONENT})?|{_DIGITS}(?:{_EXPONENT})?)[jJ]", "IMAGINARY")

# Within a line, within brackets, within a field of a short f-string and of a long one.
BLANKS = {
    "line": lexeme(r"(?:[ \t\f]|\\\n)+", "blanks"),
    "brackets": lexeme(r"(?:[ \t\f\n]|\\\n|#[^\x00\r\n]*\n)+", "blanks"),
    "short": lexeme(r"[ \t]+", "blanks"),
    "long": lexeme(r"[ \t\n]+", "blanks"),
}
LINE_END = lexeme(r"(?:[ \t\f]*(?:#[^\x00\r\n]*)?\n)+", "end of line")
LAST_COMMENT = lexeme(r"[ \t\f]+(?:#[^\x00\r\n]*)?|#[^\x00\r\n]*", "comment")
COMMENT = lexeme(r"#[^\x00\r\n]*", "comment")
INDENTATION = lexeme(" *", "indentation")


@cache
def _named() -> Pattern:
    """An escape by a character's name."""
    names = literals(name.encode() for name in character_names())
    return concat(
        literal(b"\\N{"), alternation(names, pattern("CJK UNIFIED IDEOGRAPH-[5-8][0-9A-F]{3}")), literal(b"}")
    )


@cache
def _escape(excluded: str = "") -> Pattern:
    """An escape in text; the characters `excluded` stand after no backslash."""
    coded = r"x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U(?:000[0-9A-Fa-f]|0010)[0-9A-Fa-f]{4}"
    return alternation(pattern(rf"\\(?:[^\x00\rxuUN{excluded}]|{coded})"), _named())


def _units(quote: str, long: bool) -> list[Pattern]:
    """One character or escape between the quotes of text, raw text, bytes and raw bytes."""
    line = "" if long else r"\n"
    ascii_ = r"\x80-\U0010ffff"
    return [
        alternation(pattern(rf"[^{quote}\\\x00\r{line}]"), _escape()),
        pattern(rf"[^{quote}\\\x00\r{line}]|\\[^\x00\r]"),
        pattern(rf"[^{quote}\\\x00\r{line}{ascii_}]|\\(?:[^\x00\rx{ascii_}]|x[0-9A-Fa-f]{{2}})"),
        pattern(rf"[^{quote}\\\x00\r{line}{ascii_}]|\\[^\x00\r{ascii_}]"),
    ]


_PREFIXES = ("[uU]", "[rR]", "[bB]", "(?:[bB][rR]|[rR][bB])")


def _quoted(kind: int) -> Pattern:
    """A string after its prefix, but for the empty ones in single quotes."""
    ways = []
    for quote in "\"'":
        mark = literal(quote.encode())
        three = concat(mark, mark, mark)
        ways.append(concat(mark, repeat(_units(quote, False)[kind], 1), mark))
        ways.append(concat(three, repeat(concat(repeat(mark, 0, 2), _units(quote, True)[kind])), three))
    return alternation(*ways)


def _prefixed(kinds: tuple[int, ...]) -> Pattern:
    return alternation(*(concat(pattern(_PREFIXES[kind]), _quoted(kind)) for kind in kinds))


STRING = Terminal(_quoted(0), "STRING")
PREFIXED_STRING = Terminal(_prefixed((0, 1)), "STRING")
BYTES = Terminal(_prefixed((2, 3)), "BYTES")
EMPTY_STRING = lexeme("\"\"|''", "STRING")
EMPTY_PREFIXED = lexeme("[uUrRfF](?:\"\"|'')|(?:[fF][rR]|[rR][fF])(?:\"\"|'')", "STRING")
EMPTY_PREFIXED_PLAIN = lexeme("[uUrR](?:\"\"|'')", "STRING")
EMPTY_BYTES = lexeme(f"(?:[bB]|{_PREFIXES[3]})(?:\"\"|'')", "BYTES")
# In fields: neither quotes nor backslashes.
FIELD_STRING = {quote: lexeme(rf"{quote}[^\"'\\\x00\r\n]*{quote}", "STRING") for quote in "\"'"}
FIELD_PREFIXED = {quote: lexeme(rf"[uUrR]{quote}[^\"'\\\x00\r\n]*{quote}", "STRING") for quote in "\"'"}
FIELD_BYTES = {
    quote: lexeme(rf"(?:[bB]|{_PREFIXES[3]}){quote}[^\"'\\\x00\r\n\x80-\U0010ffff]*{quote}", "BYTES") for quote in "\"'"
}


@cache
def formatted(quote: str, *, raw: bool, nested: bool) -> dict[str, Terminal]:
    """The parts of an f-string: how it opens, text before a field and before the end, how fields open, and its end."""
    mark, long = literal(quote[:1].encode()), len(quote) == 3
    line = "" if long else r"\n"
    if nested:
        unit = pattern(r"[^\"'\\{}\x00\r\n]|\{\{|\}\}")
    else:
        unit = alternation(
            pattern(rf"[^{quote[0]}\\{{}}\x00\r{line}]|\\?\{{\{{|\\?\}}\}}"),
            pattern(r"\\[^\x00\r{}]") if raw else _escape("{}"),
        )
    last = before = repeat(unit, 1)
    if long:
        last = repeat(concat(repeat(mark, 0, 2), unit), 1)
        before = alternation(concat(last, repeat(mark, 0, 2)), repeat(mark, 1, 2))
    text = Terminal(before, "F_STRING")
    shown = r"[^{}\"'\\\x00\r\n]+" if nested or long else rf"[^{{}}{quote}\\\x00\r\n]+"
    return {
        "open": lexeme(("(?:[fF][rR]|[rR][fF])" if raw else "[fF]") + quote, "F_STRING"),
        "text": text,
        "last": Terminal(last, "F_STRING") if long else text,
        "field": lexeme(r"\{" if nested else r"\\?\{", "a field of an f-string"),
        "format": lexeme(shown, "format"),
        "close": Terminal(literal(quote.encode()), "F_STRING"),
    }
