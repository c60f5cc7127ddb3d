"""Classes of types, and the functions that PostgreSQL has for them.

    x  exact numbers (integers, numeric)    t  texts          d  dates           u  uuids
    f  numbers that may be floating         b  booleans       s  timestamps      v  intervals
    o  anything else: it can be selected, counted and grouped by

A signature says what the arguments are: letters of classes, `n` a number of either class, `i` a small literal integer
(types other than `integer` are not taken there), `'` a unit of time, `a` anything; after `?` more that may be left out;
`*`: the last as often as one likes. The tests call each on a real server (15; EXTRACT gives exact numbers since 14).
"""

from __future__ import annotations

CLASSES = "xftbdsvu"
# Numbers of classes as the engine has them (names.h): 1 cannot be compared, 2 with itself; 4 takes 3 in a compound.
OPAQUE = 1
NUMBERS = {"x": 3, "f": 4, "t": 5, "b": 6, "d": 7, "s": 8, "v": 9, "u": 10, "o": OPAQUE}

# Of no class, with what they are beside that, and numbers of their own: operators and functions take them. Enumerations
# come after them.
SPECIAL = {"json": (OPAQUE, 16), "jsonb": (2, 17), "text[]": (2, 18), "number[]": (2, 19)}
ENUMERATIONS, MOST_ENUMERATIONS = 20, 60

_KINDS = {
    "x": "smallint int2 integer int int4 bigint int8 numeric decimal dec smallserial serial2 serial serial4 bigserial"
    " serial8",
    "f": "real float4 float8 float",
    "t": "text varchar character char nchar bpchar",
    "b": "boolean bool",
    "d": "date",
    "s": "timestamp timestamptz",
    "v": "interval",
    "u": "uuid",
}
CLASS_OF = {name: letter for letter, names in _KINDS.items() for name in names.split()}
SERIAL = frozenset(name for name in CLASS_OF if "serial" in name)
# Types of the schema pg_catalog, which come before a user's own of the same name; those that begin with `pg_` and `_`
# (rows of its tables, arrays) are there, too.
BUILT_IN = frozenset(
    """aclitem any anyarray anycompatible anycompatiblearray anycompatiblemultirange anycompatiblenonarray
    anycompatiblerange anyelement anyenum anymultirange anynonarray anyrange bit bool box bpchar bytea char cid cidr
    circle cstring date datemultirange daterange event_trigger fdw_handler float4 float8 gtsvector index_am_handler inet
    int2 int2vector int4 int4multirange int4range int8 int8multirange int8range internal interval json jsonb jsonpath
    language_handler line lseg macaddr macaddr8 money name numeric nummultirange numrange oid oidvector path point
    polygon record refcursor regclass regcollation regconfig regdictionary regnamespace regoper regoperator regproc
    regprocedure regrole regtype table_am_handler text tid time timestamp timestamptz timetz trigger tsm_handler
    tsmultirange tsquery tsrange tstzmultirange tstzrange tsvector txid_snapshot unknown uuid varbit varchar void xid
    xid8 xml""".split()  # noqa: SIM905
)
# Types of no class that can be compared with themselves.
COMPARED = frozenset("bytea time timetz inet cidr macaddr macaddr8 bit varbit money oid name tsvector".split())  # noqa: SIM905

# What a value may be cast to, by its class.
CASTS = {
    "x": ("integer", "int", "bigint", "numeric", "smallint", "decimal"),
    "f": ("double precision", "real", "float"),
    "t": ("text", "varchar"),
    "b": ("boolean",),
    "d": ("date",),
    "s": ("timestamp", "timestamptz"),
    "v": ("interval",),
    "u": ("uuid",),
}
# What may stand in brackets after such a type.
_DIGITS = [
    *(str(n) for n in range(1, 39)),
    *(f"{n},{blank}{m}" for n in range(1, 39) for m in range(min(n, 10)) for blank in ("", " ")),
]
_LETTERS = [str(n) for n in range(1, 256)]
SIZES = {
    "x": {"numeric": _DIGITS, "decimal": _DIGITS},
    "t": {"varchar": _LETTERS, "char": _LETTERS, "character varying": _LETTERS},
    "s": {"timestamp": [str(n) for n in range(7)], "timestamptz": [str(n) for n in range(7)]},
}
CAST_FROM = {"x": "xft", "f": "xft", "t": "xftbdsvuo", "b": "tb", "d": "tds", "s": "tds", "v": "tv", "u": "tu"}

FUNCTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "x": (
        ("length", "t"), ("char_length", "t"), ("octet_length", "t"), ("ascii", "t"), ("strpos", "tt"), ("abs", "x"),
        ("mod", "xx"), ("round", "xi"), ("trunc", "xi"), ("div", "xx"), ("gcd", "xx"), ("lcm", "xx"),
        ("width_bucket", "xxxi"), ("bit_length", "t"),
    ),
    "f": (
        ("abs", "f"), ("ceil", "n"), ("ceiling", "n"), ("floor", "n"), ("round", "n"), ("trunc", "n"), ("sign", "n"),
        ("sqrt", "n"), ("power", "nn"), ("exp", "n"), ("ln", "n"), ("random", ""), ("pi", ""),
        ("log", "n"), ("log10", "n"), ("cbrt", "n"), ("degrees", "n"), ("radians", "n"), ("sin", "n"), ("cos", "n"),
        ("tan", "n"), ("asin", "n"), ("acos", "n"), ("atan", "n"), ("atan2", "nn"),
        ("date_part", "'s"), ("date_part", "'d"), ("date_part", "'v"),
    ),
    "t": (
        ("lower", "t"), ("upper", "t"), ("initcap", "t"), ("btrim", "t?t"), ("trim", "t"), ("ltrim", "t?t"),
        ("rtrim", "t?t"), ("reverse", "t"), ("md5", "t"), ("replace", "ttt"), ("substr", "ti?i"),
        ("substring", "ti?i"), ("left", "ti"), ("right", "ti"), ("repeat", "ti"), ("lpad", "ti?t"), ("rpad", "ti?t"),
        ("split_part", "tti"), ("translate", "ttt"), ("regexp_replace", "ttt"), ("concat", "a*"),
        ("concat_ws", "ta*"), ("to_char", "st"), ("to_char", "nt"), ("to_char", "vt"), ("to_char", "dt"),
        ("chr", "i"), ("quote_literal", "t"), ("quote_ident", "t"),
    ),
    "d": (("date", "s"), ("make_date", "iii"), ("to_date", "tt")),
    "s": (
        ("now", ""), ("clock_timestamp", ""), ("date_trunc", "'s"), ("date_trunc", "'d"), ("to_timestamp", "n"),
        ("to_timestamp", "tt"), ("statement_timestamp", ""), ("transaction_timestamp", ""), ("date_bin", "vss"),
    ),
    "v": (
        ("age", "s?s"), ("age", "d"), ("date_trunc", "'v"), ("justify_days", "v"), ("justify_hours", "v"),
        ("justify_interval", "v"),
    ),
    "u": (("gen_random_uuid", ""),),
    "b": (("starts_with", "tt"), ("isfinite", "s"), ("isfinite", "d")),
}  # fmt: skip
UNITS = ("year", "quarter", "month", "week", "day", "hour", "minute", "second")
_PARTS = ("dow", "isodow", "doy", "isoyear", "decade", "century")
FIELDS = {"d": ("year", "quarter", "month", "week", "day", *_PARTS), "s": (*UNITS, *_PARTS, "epoch", "milliseconds"),
          "v": ("year", "month", "day", "hour", "minute", "second", "epoch")}  # fmt: skip
# Aggregates: their arguments; those that are of the class of their argument are in EXTREMES.
_SPREADS = ("stddev", "variance", "stddev_samp", "stddev_pop", "var_samp", "var_pop")
_PAIRED = ("corr", "covar_pop", "covar_samp", "regr_slope", "regr_intercept", "regr_r2")
AGGREGATES: dict[str, tuple[tuple[str, str], ...]] = {
    "x": (("sum", "x"), ("avg", "x"), *((name, "x") for name in _SPREADS)),
    "f": (("sum", "f"), ("avg", "f"), *((name, "f") for name in _SPREADS), *((name, "nn") for name in _PAIRED)),
    "t": (("string_agg", "tt"),),
    "b": (("bool_and", "b"), ("bool_or", "b"), ("every", "b")),
    "v": (("sum", "v"), ("avg", "v")),
}
EXTREMES = ("min", "max"), "xftdsv"
# Over a window: exact numbers without arguments; and those that give a value of another row.
RANKS = {"x": ("row_number", "rank", "dense_rank"), "f": ("percent_rank", "cume_dist")}
ROWS = ("lag", "lead", "first_value", "last_value")
# What results may be called that get no name: functions, and the names of types and of syntax.
CHOSEN = frozenset(
    {
        *(name for listed in (*FUNCTIONS.values(), *AGGREGATES.values()) for name, _ in listed),
        *(name for listed in RANKS.values() for name in listed), *ROWS, *EXTREMES[0],
        "count", "array_agg", "coalesce", "nullif", "grouping", "greatest", "least", "case", "exists", "bool", "date",
        "timestamp", "timestamptz", "interval", "extract", "position", "percentile_cont", "percentile_disc", "mode",
        "current_date", "current_timestamp", "localtimestamp", "ntile", "int4",
        "int8", "numeric", "float8", "float4", "text", "varchar", "uuid", "?column?", "row", "array", "int2",
    }
)  # fmt: skip
_GATHER = frozenset(name for listed in AGGREGATES.values() for name, _ in listed)
SUMMARIES = _GATHER | {*EXTREMES[0], "count", "array_agg"}  # aggregates


def _arities() -> dict[str, tuple[int, int | None] | None]:
    """All functions, with the fewest and the most arguments where a signature above has them."""
    out: dict[str, tuple[int, int | None] | None] = dict.fromkeys(CHOSEN - {"?column?", "case", "row", "array"})
    out |= dict.fromkeys((*EXTREMES[0], "count"), (1, 1))
    for name, letters in (each for listed in (*FUNCTIONS.values(), *AGGREGATES.values()) for each in listed):
        needed, _, more = letters.partition("?")
        least, most = len(needed.removesuffix("*")), None if letters.endswith("*") else len(needed + more)
        fewest, longest = out[name] or (least, most)
        out[name] = min(least, fewest), None if most is None or longest is None else max(most, longest)
    return out


ARITIES = _arities()
