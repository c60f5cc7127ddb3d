"""Words of PostgreSQL: reserved ones, names, literals.

A name that is not in quotation marks is folded to small letters; in quotation marks every letter counts. So what names
that are the same have in common is the name itself.
"""

from __future__ import annotations

import re

from constrain.patterns.pattern import (
    Pattern,
    alternation,
    complement,
    concat,
    intersection,
    literal,
    literals,
    optional,
    repeat,
)

from ..words import ANY, AS, DIGIT, GLUED, HEX, LETTERS, SOME, Spelling, caseless, in_quotes, words

# pg_get_keywords(): reserved words, those that may not be functions or types, those that may not be columns; and NULLS.
RESERVED = frozenset(
    """all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case
    cast char character check coalesce collate collation column concurrently constraint create cross current_catalog
    current_date current_role current_schema current_time current_timestamp current_user dec decimal default deferrable
    desc distinct do else end except exists extract false fetch float for foreign freeze from full grant greatest group
    grouping having ilike in initially inner inout int integer intersect interval into is isnull join json json_array
    json_arrayagg json_object json_objectagg json_scalar json_serialize lateral leading least left like limit localtime
    localtimestamp merge_action national natural nchar none normalize not notnull null nullif nulls numeric offset on
    only or order out outer overlaps overlay placing position precision primary real references returning right row
    select session_user setof similar smallint some substring symmetric system_user table tablesample then time
    timestamp to trailing treat trim true union unique user using values varchar variadic verbose when where window
    with without xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot
    xmlserialize xmltable""".split()  # noqa: SIM905
)
# Those that a result may only be called after AS; some would be read as operators.
AFTER_AS = "at day escape filter hour minute month operator over second varying within year".split()  # noqa: SIM905
SYSTEM = frozenset(("ctid", "xmin", "xmax", "cmin", "cmax", "tableoid", "oid"))
LONGEST_NAME = 63
_PLAIN = re.compile(r"[a-z_][a-z0-9_]*\Z")


def plain(name: str) -> bool:
    """Whether the name may be written without quotation marks."""
    return _PLAIN.match(name) is not None and name not in RESERVED


def spellings(name: str) -> list[str]:
    """How the name may be written."""
    quoted = in_quotes(name)
    return [*dict.fromkeys((name, name.upper(), name.capitalize())), quoted] if plain(name) else [quoted]


_WORD = intersection(concat(LETTERS, repeat(alternation(LETTERS, DIGIT), 0, LONGEST_NAME - 1)), complement(GLUED))


def _without(pattern: Pattern, taken: object) -> Pattern:
    return intersection(pattern, complement(alternation(*(caseless(word) for word in sorted(taken)))))  # type: ignore[call-overload]


BARE = _without(_WORD, RESERVED | SYSTEM)
SPELLING = Spelling(str, plain, spellings, BARE)
LABEL = _without(_WORD, RESERVED | SYSTEM | {*AFTER_AS})
_SIGNS = literals(c.encode() for c in " -%#()/&+:,.'")
_PART = repeat(alternation(LETTERS, DIGIT, _SIGNS), 0, 30)
# What needs its quotation marks: something in it is no letter.
_TITLE = concat(literal(b'"'), repeat(alternation(LETTERS, DIGIT), 0, 30), _SIGNS, _PART, literal(b'"'))
_QUOTED = concat(literal(b'"'), LETTERS, repeat(alternation(LETTERS, DIGIT), 0, 60), literal(b'"'))
AS_NAME = alternation(concat(AS, alternation(BARE, _TITLE, _QUOTED)), concat(literal(b" "), LABEL))

INTEGER = repeat(DIGIT, 1, 9)
NUMBER = concat(
    repeat(DIGIT, 1, 15),
    optional(concat(literal(b"."), repeat(DIGIT, 1, 15))),
    optional(concat(alternation(literal(b"e"), literal(b"E")), optional(literals((b"+", b"-"))), repeat(DIGIT, 1, 2))),
)


def quoted(pattern: Pattern) -> Pattern:
    return concat(literal(b"'"), pattern, literal(b"'"))


def _two(low: int, high: int) -> Pattern:
    return literals(f"{n:02}".encode() for n in range(low, high + 1))


_YEAR = concat(literals((b"1", b"2")), repeat(DIGIT, 3, 3))
_DAYS = alternation(
    concat(_two(1, 12), literal(b"-"), _two(1, 28)),
    concat(alternation(literal(b"01"), _two(3, 12)), literal(b"-"), _two(29, 30)),
    concat(literals(f"{m:02}".encode() for m in (1, 3, 5, 7, 8, 10, 12)), literal(b"-31")),
)
DATE = concat(_YEAR, literal(b"-"), _DAYS)
_SECONDS = concat(literal(b":"), _two(0, 59), optional(concat(literal(b"."), repeat(DIGIT, 1, 6))))
_TIME = concat(_two(0, 23), literal(b":"), _two(0, 59), optional(_SECONDS))
MOMENT = concat(DATE, optional(concat(literals((b" ", b"T")), _TIME)))
_UNITS = [u + s for u in ("second", "minute", "hour", "day", "week", "month", "year") for s in ("", "s")]
SPAN = concat(
    optional(literal(b"-")),
    repeat(DIGIT, 1, 4),
    literal(b" "),
    literals(way.encode() for unit in _UNITS for way in (unit, unit.upper())),
)
# `interval '1' month`
SPAN_OF = concat(
    words("interval"),
    SOME,
    quoted(repeat(DIGIT, 1, 4)),
    SOME,
    alternation(*map(words, ("second", "minute", "hour", "day", "month", "year"))),
)
UUID = concat(
    repeat(HEX, 8, 8),
    *(concat(literal(b"-"), repeat(HEX, 4, 4)) for _ in range(3)),
    literal(b"-"),
    repeat(HEX, 12, 12),
)


def listed(opening: str, items: object) -> Pattern:
    """Words after each other in brackets."""
    parts = [concat(ANY, words(str(item)), ANY) for item in items]  # type: ignore[attr-defined]
    between = [concat(literal(b","), part) for part in parts[1:]]
    return concat(words(opening), literal(b"("), parts[0], *between, literal(b")"))
