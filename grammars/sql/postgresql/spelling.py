"""Words of PostgreSQL: reserved ones, names, literals.

A name that is not in quotation marks is folded to small letters; in quotation marks every letter counts. So what names
that are the same have in common is the name itself.
"""

from __future__ import annotations

import re
from itertools import pairwise

from constrain.patterns.pattern import (
    Pattern,
    alternation,
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

from ..words import ANY, AS, DIGIT, GLUED, HEX, LETTERS, SOME, STRING, Spelling, caseless, in_quotes, words

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
_SMALL = repeat(alternation(byte_range(0x61, 0x7A), DIGIT, literal(b"_")))
# What a text may call a query of its own.
QUERY_NAME = alternation(BARE, concat(literal(b'"'), intersection(BARE, _SMALL), literal(b'"')))
LABEL = _without(_WORD, RESERVED | SYSTEM | {*AFTER_AS})
_SIGNS = literals(c.encode() for c in " -%#()/&+:,.'")
_PART = repeat(alternation(LETTERS, DIGIT, _SIGNS), 0, 30)
# What needs its quotation marks: something in it is no letter.
_TITLE = concat(literal(b'"'), repeat(alternation(LETTERS, DIGIT), 0, 30), _SIGNS, _PART, literal(b'"'))
_QUOTED = concat(literal(b'"'), LETTERS, repeat(alternation(LETTERS, DIGIT), 0, 60), literal(b'"'))
# Of an element of XML, or an attribute.
XML_NAME = alternation(
    BARE, concat(literal(b'"'), repeat(alternation(LETTERS, DIGIT, _SIGNS, literal(b"$")), 1, 30), literal(b'"'))
)
AS_NAME = alternation(concat(AS, alternation(BARE, _TITLE, _QUOTED)), concat(literal(b" "), LABEL))

INTEGER = repeat(DIGIT, 1, 9)
NUMBER = concat(
    repeat(DIGIT, 1, 15),
    optional(concat(literal(b"."), repeat(DIGIT, 1, 15))),
    optional(concat(alternation(literal(b"e"), literal(b"E")), optional(literals((b"+", b"-"))), repeat(DIGIT, 1, 2))),
)


def quoted(pattern: Pattern) -> Pattern:
    return concat(literal(b"'"), pattern, literal(b"'"))


def _characters(*without: str) -> Pattern:
    """Those that a text may have, but for some."""
    at = [0x1F, *sorted(map(ord, without)), 0x7F]
    plain = [(low + 1, high - 1) for low, high in pairwise(at) if low + 1 < high]
    return characters((*plain, (0xA0, 0xD7FF), (0xE000, 0x10FFFF)))


# Also `E'a\\n'`, `$$a$$` and `U&'\\0061'`, with those escapes that are always right.
_ESCAPED = concat(
    literal(b"\\"), characters(((0x21, 0x26), (0x28, 0x2F), (0x3A, 0x54), (0x56, 0x74), (0x76, 0x77), (0x79, 0x7E)))
)
_SOME_HEX = intersection(HEX, complement(literal(b"0")))
_POINT = alternation(
    concat(literal(b"00"), _SOME_HEX, HEX),
    concat(literal(b"0"), _SOME_HEX, HEX, HEX),
    concat(literals(bytes((c,)) for c in b"123456789ABCabc"), HEX, HEX, HEX),
)
TEXT = alternation(
    STRING,
    concat(literals((b"E", b"e")), quoted(repeat(alternation(_characters("'", "\\"), literal(b"''"), _ESCAPED)))),
    concat(
        literal(b"$$"), repeat(alternation(_characters("$"), concat(literal(b"$"), _characters("$")))), literal(b"$$")
    ),
    concat(
        literals((b"U&", b"u&")),
        quoted(
            repeat(
                alternation(_characters("'", "\\"), literal(b"''"), literal(b"\\\\"), concat(literal(b"\\"), _POINT))
            )
        ),
    ),
)


def _two(low: int, high: int) -> Pattern:
    return literals(f"{n:02}".encode() for n in range(low, high + 1))


_YEAR = concat(literals((b"1", b"2")), repeat(DIGIT, 3, 3))
_DAYS = alternation(
    concat(_two(1, 12), literal(b"-"), _two(1, 28)),
    concat(alternation(literal(b"01"), _two(3, 12)), literal(b"-"), _two(29, 30)),
    concat(literals(f"{m:02}".encode() for m in (1, 3, 5, 7, 8, 10, 12)), literal(b"-31")),
)
DATE = alternation(concat(_YEAR, literal(b"-"), _DAYS), concat(_YEAR, _two(1, 12), _two(1, 28)))
_SECONDS = concat(literal(b":"), _two(0, 59), optional(concat(literal(b"."), repeat(DIGIT, 1, 6))))
_TIME = concat(_two(0, 23), literal(b":"), _two(0, 59), optional(_SECONDS))
_ZONE = concat(literals((b"+", b"-")), _two(0, 12))
MOMENT = concat(DATE, optional(concat(literals((b" ", b"T")), _TIME, optional(_ZONE))))
_UNITS = ("year", "month", "week", "day", "hour", "minute", "second")
_COUNTED = [
    concat(
        optional(literal(b"-")),
        repeat(DIGIT, 1, 4),
        optional(concat(literal(b"."), repeat(DIGIT, 1, 9))),
        literal(b" "),
        literals(way.encode() for each in (unit, f"{unit}s") for way in (each, each.upper())),
    )
    for unit in _UNITS
]
# Each unit once, the larger ones first.
SPAN = alternation(
    *(
        concat(first, *(optional(concat(literal(b" "), later)) for later in _COUNTED[i + 1 :]))
        for i, first in enumerate(_COUNTED)
    )
)
# `interval '1' month`
SPAN_OF = concat(
    words("interval"),
    SOME,
    quoted(repeat(DIGIT, 1, 4)),
    SOME,
    alternation(*map(words, ("second", "minute", "hour", "day", "month", "year"))),
)
_FIELDS = ("years", "months", "weeks", "days", "hours", "mins", "secs")
_COUNT = concat(optional(literal(b"-")), repeat(DIGIT, 1, 4))
_SECONDS_COUNT = concat(_COUNT, optional(concat(literal(b"."), repeat(DIGIT, 1, 6))))


def _fields(names: tuple[str, ...]) -> Pattern:
    """`years => 1`, each at most once and in this order."""
    ways = [
        concat(words(name), ANY, literal(b"=>"), ANY, _SECONDS_COUNT if name == "secs" else _COUNT) for name in names
    ]
    comma = concat(literal(b","), ANY)
    return alternation(
        *(concat(first, *(optional(concat(comma, way)) for way in ways[i + 1 :])) for i, first in enumerate(ways))
    )


def _made() -> Pattern:
    """What `make_interval` is called with: some by place, the others by name."""
    comma, out = concat(literal(b","), ANY), [_fields(_FIELDS), _fields(_FIELDS[::-1])]
    for count in range(1, 7):
        placed = concat(_COUNT, *(concat(comma, _COUNT) for _ in range(count - 1)))
        out.append(concat(placed, optional(concat(comma, _fields(_FIELDS[count:])))))
    out.append(concat(*(concat(_COUNT, comma) for _ in range(6)), _SECONDS_COUNT))
    return concat(words("make_interval"), literal(b"("), alternation(*out), literal(b")"))


SPAN_MADE = _made()
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


# --- Values of other types, as texts

_BARE_WORD = repeat(alternation(LETTERS, DIGIT), 1, 20)
_KEYED = alternation(_BARE_WORD, concat(optional(literal(b"-")), repeat(DIGIT, 1, 4)))


def _braced(part: Pattern) -> Pattern:
    return quoted(
        concat(literal(b"{"), optional(_separated(part, concat(literal(b","), optional(literal(b" "))))), literal(b"}"))
    )


def _separated(part: Pattern, between: Pattern) -> Pattern:
    return concat(part, repeat(concat(between, part), 0))


PATH = _braced(_KEYED)
_NUMERAL = concat(optional(literal(b"-")), repeat(DIGIT, 1, 4))
_STEP = alternation(
    concat(literal(b"."), _BARE_WORD), literal(b"[*]"), concat(literal(b"["), repeat(DIGIT, 1, 4), literal(b"]"))
)
_VALUE = alternation(_NUMERAL, concat(literal(b'"'), _BARE_WORD, literal(b'"')))
_STEPS = repeat(_STEP, 0, 8)
_COMPARES = concat(literal(b" "), literals((b"==", b"<", b">", b"<=", b">=", b"!=")), literal(b" "), _VALUE)
JSON_PATH = quoted(
    concat(
        literal(b"$"),
        _STEPS,
        optional(alternation(concat(literal(b" ? (@"), _STEPS, _COMPARES, literal(b")")), _COMPARES)),
    )
)
_LEXEMES = _separated(_BARE_WORD, literal(b" "))
_AND_OR = concat(optional(literal(b" ")), literals((b"&", b"|", b"<->")), optional(literal(b" ")))
_BYTES = concat(literal(b"\\x"), repeat(concat(HEX, HEX), 0, 60))
_ENDS = literals((b"[", b"(")), literals((b"]", b")"))
LITERALS = {
    "S": _braced(_BARE_WORD),
    "A": _braced(_NUMERAL),
    "V": quoted(_LEXEMES),
    "Q": quoted(_separated(concat(optional(literal(b"!")), _BARE_WORD), _AND_OR)),
    "B": quoted(_BYTES),
    "R": quoted(concat(_ENDS[0], repeat(DIGIT, 0, 4), literal(b","), _ENDS[1])),
    "I": quoted(concat(_ENDS[0], repeat(DIGIT, 0, 4), literal(b","), _ENDS[1])),
}


def _json(depth: int) -> Pattern:
    """JSON in quotation marks of SQL, so many levels deep."""
    blank = optional(literal(b" "))
    letter = characters(((0x20, 0x21), (0x23, 0x26), (0x28, 0x5B), (0x5D, 0x7E), (0xA0, 0xD7FF), (0xE000, 0x10FFFF)))
    text = concat(literal(b'"'), repeat(alternation(letter, literal(b"''"))), literal(b'"'))
    number = concat(
        optional(literal(b"-")),
        alternation(literal(b"0"), concat(literals(bytes((c,)) for c in b"123456789"), repeat(DIGIT, 0, 14))),
        optional(concat(literal(b"."), repeat(DIGIT, 1, 15))),
    )
    plain_value = alternation(text, number, literals((b"true", b"false", b"null")))
    out = plain_value
    for _ in range(depth):
        comma = concat(blank, literal(b","), blank)
        member = concat(text, blank, literal(b":"), blank, out)
        out = alternation(
            plain_value,
            concat(literal(b"["), blank, optional(_separated(out, comma)), blank, literal(b"]")),
            concat(literal(b"{"), blank, optional(_separated(member, comma)), blank, literal(b"}")),
        )
    return quoted(concat(blank, out, blank))


LITERALS["J"] = LITERALS["N"] = _json(3)
