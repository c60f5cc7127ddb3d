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

from ..words import ANY, AS, DIGIT, GLUED, HEX, LETTERS, POSITIVE, SOME, STRING, Spelling, caseless, in_quotes, words

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


BARE = _without(_WORD, RESERVED | SYSTEM | {"set"})  # `UPDATE t set` is no alias
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
    literal(b"\\"),
    alternation(
        characters(((0x21, 0x2F), (0x3A, 0x54), (0x56, 0x74), (0x76, 0x77), (0x79, 0x7E))),
        literals(f"{n:03o}".encode() for n in range(1, 128)),
        concat(literal(b"x"), literals(b"%d" % n for n in range(2, 8)), HEX),
    ),
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
_MONTHS = "January February March April May June July August September October November December".split()  # noqa: SIM905
_LONG_MONTH = literals(way.encode() for month in _MONTHS for way in (month, month[:3]))
_IN_NUMBERS = alternation(concat(_YEAR, literal(b"-"), _DAYS), concat(_YEAR, _two(1, 12), _two(1, 28)))
_IN_WORDS = alternation(
    concat(_two(1, 28), literal(b" "), _LONG_MONTH, literal(b" "), _YEAR),
    literals((b"today", b"tomorrow", b"yesterday", b"now", b"epoch", b"infinity", b"-infinity")),
)
DATE = alternation(_IN_NUMBERS, _IN_WORDS)
_SECONDS = concat(literal(b":"), _two(0, 59), optional(concat(literal(b"."), repeat(DIGIT, 1, 6))))
_TIME = concat(_two(0, 23), literal(b":"), _two(0, 59), optional(_SECONDS))
_ZONE = concat(literals((b"+", b"-")), _two(0, 12))
MOMENT = alternation(concat(_IN_NUMBERS, optional(concat(literals((b" ", b"T")), _TIME, optional(_ZONE)))), _IN_WORDS)
_UNITS = ("year", "month", "week", "day", "hour", "minute", "second", "millisecond", "microsecond")
_COUNTED = [
    concat(
        optional(literal(b"-")),
        repeat(DIGIT, 1, 9 if "milli" in unit or "micro" in unit else 4),
        optional(concat(literal(b"."), repeat(DIGIT, 1, 9))),
        literal(b" "),
        literals(way.encode() for each in (unit, f"{unit}s") for way in (each, each.upper())),
    )
    for unit in _UNITS
]
# Each unit once, the larger ones first, or last; or a time.
SPAN = alternation(
    *(
        concat(first, *(optional(concat(literal(b" "), later)) for later in order[i + 1 :]))
        for order in (_COUNTED, _COUNTED[::-1])
        for i, first in enumerate(order)
    ),
    concat(optional(concat(_COUNTED[3], literal(b" "))), _TIME),
    repeat(DIGIT, 1, 4),
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
    """An array, or one of up to six arrays that are as long as each other."""
    comma = concat(literal(b","), optional(literal(b" ")))

    def of(parts: Pattern) -> Pattern:
        return concat(literal(b"{"), parts, literal(b"}"))

    deeper = (of(_separated(of(_separated(part, comma, n)), comma)) for n in (1, 2, 3, 4, 5, 6))
    any_part = alternation(part, literals((b"NULL", b"null")))
    return quoted(alternation(of(optional(_separated(any_part, comma))), *deeper))


def _separated(part: Pattern, between: Pattern, count: int | None = None) -> Pattern:
    """Parts after each other; `count`: so many."""
    return concat(part, repeat(concat(between, part), (count or 1) - 1, count and count - 1))


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
_PLACES = _separated(concat(POSITIVE, optional(literals(each.encode() for each in "ABCD"))), literal(b","))
_LEXEMES = _separated(concat(_BARE_WORD, optional(concat(literal(b":"), _PLACES))), literal(b" "))
_WEIGHTS = concat(literal(b":"), repeat(literals(each.encode() for each in ("*", *"ABCDabcd")), 1, 5))
_AND_OR = concat(optional(literal(b" ")), literals((b"&", b"|", b"<->")), optional(literal(b" ")))
_BYTES = concat(literal(b"\\x"), repeat(concat(HEX, HEX), 0, 60))
_OCTAL = repeat(
    alternation(
        characters(((0x20, 0x26), (0x28, 0x5B), (0x5D, 0x7E))),
        concat(literal(b"\\"), literals(f"{n:03o}".encode() for n in range(256))),
    )
)
_ENDS = literals((b"[", b"(")), literals((b"]", b")"))


def _bounds() -> Pattern:
    """Two of them, the lower one first: of fewer digits, or with a smaller first one; one may be missing."""
    first = {n: literals(str(each).encode() for each in range(n, 10)) for n in range(1, 10)}
    comma = concat(literal(b","), optional(literal(b" ")))
    ways = [concat(repeat(DIGIT, 0, 5), literal(b",")), concat(optional(literal(b"0")), comma, repeat(DIGIT, 1, 5))]
    ways.append(alternation(*(concat(literal(b"%d" % n), comma, first[n]) for n in range(1, 10))))
    for count in range(4):
        ways.append(concat(_counted(count + 1), comma, _counted(count + 2, 6)))
        ways += [
            concat(literal(b"%d" % n), repeat(DIGIT, count, count), comma, first[n + 1], repeat(DIGIT, count, count))
            for n in range(1, 9)
        ]
    return concat(_ENDS[0], alternation(*ways), _ENDS[1])


def _counted(least: int, most: int | None = None) -> Pattern:
    """A number of so many digits."""
    return concat(literals(b"%d" % n for n in range(1, 10)), repeat(DIGIT, least - 1, (most or least) - 1))


def _half(pattern: Pattern) -> Pattern:
    """A range that has one end."""
    return concat(_ENDS[0], alternation(concat(pattern, literal(b",")), concat(literal(b","), pattern)), _ENDS[1])


_RANGE = _bounds()
_RANGES = optional(_separated(_RANGE, concat(literal(b","), optional(literal(b" ")))))
_FRACTION = concat(optional(literal(b"-")), repeat(DIGIT, 1, 4), optional(concat(literal(b"."), repeat(DIGIT, 1, 2))))
_OCTET = literals(str(n).encode() for n in range(256))
_BITS = literals(str(n).encode() for n in range(33))
_HEX_PAIR, _BIT = concat(HEX, HEX), literals((b"0", b"1"))
_POINT_OF = concat(literal(b"("), _FRACTION, literal(b","), _FRACTION, literal(b")"))
LITERALS = {
    "S": _braced(alternation(_BARE_WORD, concat(literal(b'"'), _BARE_WORD, literal(b'"')))),
    "A": _braced(concat(optional(literal(b"-")), repeat(DIGIT, 1, 9))),
    "V": quoted(_LEXEMES),
    "Q": quoted(_separated(concat(optional(literal(b"!")), _BARE_WORD, optional(_WEIGHTS)), _AND_OR)),
    "B": quoted(alternation(_BYTES, _OCTAL)),
    **{letter: quoted(_RANGE) for letter in "RIZ"},
    **{letter: quoted(concat(literal(b"{"), _RANGES, literal(b"}"))) for letter in "KU"},
    "D": quoted(_half(DATE)),
    "X": quoted(_half(MOMENT)),
    "T": quoted(_TIME),
    "Y": quoted(repeat(DIGIT, 1, 9)),
    "r": quoted(LETTERS),
    "M": quoted(_FRACTION),
    "H": quoted(concat(_separated(_OCTET, literal(b"."), 4), optional(concat(literal(b"/"), _BITS)))),
    "E": quoted(_separated(_HEX_PAIR, literal(b":"), 6)),
    "F": quoted(alternation(*(_separated(_HEX_PAIR, literal(b":"), n) for n in (6, 8)))),
    "W": quoted(repeat(_BIT, 1, 64)),
    "G": quoted(_POINT_OF),
    "O": quoted(concat(_POINT_OF, literal(b","), _POINT_OF)),
    "C": quoted(concat(literal(b"<"), _POINT_OF, literal(b","), repeat(DIGIT, 1, 4), literal(b">"))),
}
BITS = alternation(
    concat(literals((b"B", b"b")), quoted(repeat(_BIT, 0, 64))),
    concat(literals((b"X", b"x")), quoted(repeat(HEX, 0, 16))),
)


def _json(depth: int) -> Pattern:
    """JSON in quotation marks of SQL, so many levels deep."""
    blank = optional(literal(b" "))
    letter = characters(((0x20, 0x21), (0x23, 0x26), (0x28, 0x5B), (0x5D, 0x7E), (0xA0, 0xD7FF), (0xE000, 0x10FFFF)))
    text = concat(literal(b'"'), repeat(alternation(letter, literal(b"''"))), literal(b'"'))
    number = concat(
        optional(literal(b"-")),
        alternation(literal(b"0"), concat(literals(bytes((c,)) for c in b"123456789"), repeat(DIGIT, 0, 14))),
        optional(concat(literal(b"."), repeat(DIGIT, 1, 15))),
        optional(concat(literals((b"e", b"E")), optional(literals((b"+", b"-"))), repeat(DIGIT, 1, 2))),
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
