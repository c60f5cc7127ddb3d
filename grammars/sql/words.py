"""Words of SQL: what is reserved, and how names, keywords and literals are spelled.

A name that is a plain word may be written bare, as it is declared, in small letters or in capitals; any other is
written in quotation marks. White space stands inside terminals: one blank or new line before and after a keyword, and
at most one on each side of punctuation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from constrain.patterns.pattern import (
    Pattern,
    alternation,
    byte_class,
    byte_range,
    complement,
    concat,
    intersection,
    literal,
    literals,
    optional,
    repeat,
)
from constrain.patterns.utf8 import characters

# What SQLite's parser takes for keywords, newer ones included, but for those that it takes for names anywhere.
RESERVED = frozenset(
    """abort add all alter analyze and as asc attach autoincrement begin between by case cast check collate commit
    constraint create cross current current_date current_time current_timestamp default deferrable deferred delete
    desc detach distinct drop else end escape except exclude exclusive exists explain false filter following for
    foreign from full generated glob group having if immediate in index indexed inner insert instead intersect
    into is isnull join left like limit match materialized natural not nothing notnull null nulls offset on or
    order outer over partition pragma preceding primary raise range recursive references regexp reindex rename
    replace returning right rollback rows savepoint select set table temporary then to transaction true unbounded
    union unique update using vacuum values when where window with within without""".split()  # noqa: SIM905
)
# What SQLite's parser takes for a name wherever nothing else may stand, as before FROM; not after a table, without AS.
NAMES = frozenset(
    """abort analyze asc attach begin by cross current deferred desc detach end exclude exclusive explain filter
    following for full generated glob if immediate inner instead left like match materialized natural nulls offset
    outer over partition pragma preceding range recursive regexp reindex rename replace right rollback rows savepoint
    temporary unbounded vacuum window within without""".split()  # noqa: SIM905
)
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_FOREIGN = re.compile(r"[A-Za-z_\x80-\U0010FFFF][A-Za-z0-9_\x80-\U0010FFFF]*\Z")  # SQLite takes any such letter, too
LONGEST_NAME = 60  # bytes of a name that a text gives


def in_quotes(name: str) -> str:
    """The name in quotation marks."""
    return '"' + name.replace('"', '""') + '"'


def plain(name: str) -> bool:
    """Whether the name may be written without quotation marks."""
    return _PLAIN.match(name) is not None and name.lower() not in RESERVED


def spellings(name: str) -> list[str]:
    """How the name may be written; in SQLite also as other databases quote it. The first is bare if a text may give
    it."""
    quoted = [in_quotes(name), "`" + name.replace("`", "``") + "`", *([] if "]" in name else [f"[{name}]"])]
    bare = [*dict.fromkeys((name, key(name), re.sub("[a-z]+", lambda found: found[0].upper(), name)))]
    taken = name.lower() in NAMES or (_FOREIGN.match(name) and not name.isascii())
    return [*bare, *quoted] if plain(name) else [*quoted, *bare] if taken else quoted


def key(name: str) -> str:
    """What names that are the same have in common: ASCII letters in small."""
    return re.sub("[A-Z]+", lambda found: found[0].lower(), name)


def _of(characters: str) -> Pattern:
    return byte_class(sum(1 << ord(c) for c in set(characters)))


@lru_cache(4096)
def caseless(word: str) -> Pattern:
    """The word in any case of letters."""
    return concat(*(_of(c.lower() + c.upper()) for c in word))


# One blank, or a new line with its indentation: a model that may write blanks without end writes them.
SOME = alternation(literal(b" "), concat(optional(literal(b"\r")), literal(b"\n"), repeat(_of(" \t"), 0, 16)))
ANY = optional(SOME)
LETTERS = alternation(byte_range(0x41, 0x5A), byte_range(0x61, 0x7A), _of("_"))
DIGIT = byte_range(0x30, 0x39)
_WORD = concat(LETTERS, repeat(alternation(LETTERS, DIGIT), 0, LONGEST_NAME - 1))
UNRESERVED = intersection(_WORD, complement(alternation(*(caseless(word) for word in sorted(RESERVED)))))
# A keyword with a name glued to it, `WHEREcountry`. Models write it where ` country` is no column, and then it is an
# alias: what begins with a keyword in capitals and goes on in small letters is no name that a text gives, and neither
# are `FROMProjects` (`INVoice` is) and `LIMIT10`.
_SMALL = byte_range(0x61, 0x7A)
_LONG = literals(word.upper().encode() for word in sorted(RESERVED) if len(word) > 3)
GLUED = concat(
    alternation(
        concat(literals(word.upper().encode() for word in sorted(RESERVED)), _SMALL),
        concat(_LONG, byte_range(0x41, 0x5A), _SMALL),
        concat(alternation(caseless("limit"), caseless("offset")), DIGIT),
    ),
    repeat(alternation(LETTERS, DIGIT)),
)
BARE = intersection(UNRESERVED, complement(GLUED))
# What an alias may be without AS though nothing knows it: at most three letters before a digit or a line, as `ctr1`. So
# no word that a model means for another thing begins one, which it could then only go on with by a digit.
_MARKED = concat(alternation(DIGIT, literal(b"_")), repeat(alternation(LETTERS, DIGIT)))
ALONE = intersection(
    BARE,
    concat(repeat(alternation(byte_range(0x41, 0x5A), byte_range(0x61, 0x7A)), 1, 3), _MARKED),
    complement(concat(alternation(caseless("on"), caseless("as")), _MARKED)),
)


def _quoted(mark: str, end: str) -> Pattern:
    letter = alternation(_of("".join(map(chr, range(32, 127))).replace(end, "")), byte_range(0x80, 0xFF))
    doubled = [literal(2 * end.encode())] if mark == end else []
    return concat(literal(mark.encode()), repeat(alternation(letter, *doubled), 1), literal(end.encode()))


NAME = alternation(
    concat(alternation(LETTERS, byte_range(0x80, 0xFF)), repeat(alternation(LETTERS, DIGIT, byte_range(0x80, 0xFF)))),
    _quoted('"', '"'),
)
SQLITE_NAME = alternation(NAME, _quoted("`", "`"), _quoted("[", "]"))
# A title needs its quotation marks: something in it is no letter, or its first is a digit.
_TITLE_END = _of("".join(map(chr, range(32, 127))).replace('"', ""))
TITLE = concat(
    literal(b'"'),
    alternation(DIGIT, concat(repeat(alternation(LETTERS, DIGIT), 0, LONGEST_NAME), _of(" -%#()/&+:,.'<>=|*$?!"))),
    repeat(_TITLE_END, 0, LONGEST_NAME),
    literal(b'"'),
)
STRING = concat(
    literal(b"'"),
    repeat(alternation(characters(((0x20, 0x26), (0x28, 0x7E), (0xA0, 0xD7FF), (0xE000, 0x10FFFF))), literal(b"''"))),
    literal(b"'"),
)
CHARACTER = concat(
    literal(b"'"),
    alternation(characters(((0x20, 0x26), (0x28, 0x7E), (0xA0, 0xD7FF), (0xE000, 0x10FFFF))), literal(b"''")),
    literal(b"'"),
)


def _in_marks(inside: Pattern) -> Pattern:
    """In one of the pairs that SQLite takes besides."""
    return alternation(*(concat(literal(m[:1]), inside, literal(m[1:])) for m in (b"''", b"``", b"[]")))


# What a result may be called after AS alone: also what else would be a keyword, and a plain word in other marks.
AFTER_AS = alternation(*map(caseless, sorted(NAMES)), _in_marks(UNRESERVED))
# What heads a column that nobody uses by this name.
HEADING = intersection(
    _in_marks(repeat(alternation(LETTERS, DIGIT, _of(" -%#()/&+:,.")), 1, LONGEST_NAME)), complement(AFTER_AS)
)
HEX = _of("0123456789abcdefABCDEF")
BLOB = concat(_of("xX"), literal(b"'"), repeat(concat(HEX, HEX), 0, 1000), literal(b"'"))
INTEGER = repeat(DIGIT, 1, 15)
POSITIVE = concat(byte_range(0x31, 0x39), repeat(DIGIT, 0, 3))
_FRACTION = concat(literal(b"."), repeat(DIGIT, 1, 15))
_EXPONENT = concat(_of("eE"), optional(_of("+-")), repeat(DIGIT, 1, 2))
NUMBER = alternation(
    concat(
        alternation(concat(repeat(DIGIT, 1, 20), optional(alternation(_FRACTION, literal(b".")))), _FRACTION),
        optional(_EXPONENT),
    ),
    concat(literal(b"0"), _of("xX"), repeat(HEX, 1, 15)),
)


def _cases(word: str) -> tuple[str, ...]:
    return word.upper(), word.lower(), word.capitalize(), word.title()


@lru_cache(1000)
def words(text: str) -> Pattern:
    """Keywords with white space between them, each in capitals, in small letters, or with a capital (`Row_Number`)."""
    parts: list[Pattern] = []
    for word in text.split():
        spelled = literals(dict.fromkeys(each.encode() for each in _cases(word)))
        parts += [SOME, spelled] if parts else [spelled]
    return concat(*parts)


# Between a source or a result and its name, which stands on the same line. In a new line a model wants to begin
# something else, and its first word would be a name.
AS = concat(literal(b" "), words("as"), literal(b" "))
BLANK_OR_AS = alternation(literal(b" "), AS)
IN_TABLE = concat(SOME, alternation(words("in"), words("not in")), SOME)  # before a table of one column


class Spelling(NamedTuple):
    """How a dialect writes names: what those that are the same have in common, whether one is a plain word, how it may
    be written, and all plain words."""

    key: Callable[[str], str]
    plain: Callable[[str], bool]
    spellings: Callable[[str], list[str]]
    bare: Pattern


SQLITE = Spelling(key, plain, spellings, BARE)
