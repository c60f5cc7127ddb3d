"""Classes of types, and the functions that PostgreSQL has for them.

    x  exact numbers (integers, numeric)    t  texts          d  dates           u  uuids
    f  numbers that may be floating         b  booleans       s  timestamps      v  intervals
    o  anything else: it can be selected, counted and grouped by

A signature says what the arguments are: letters of classes, `n` a number of either class, `i` a small literal integer
(types other than `integer` are not taken there), `'` a unit of time, `a` anything; after `?` more that may be left out;
`*`: the last as often as one likes; `%` pairs of a text and anything. The tests call each on a real server (15; EXTRACT
gives exact numbers since 14).
"""

from __future__ import annotations

CLASSES = "xftbdsvu"
# Numbers of classes as the engine has them (names.h): 1 cannot be compared, 2 with itself; 4 takes 3 in a compound.
OPAQUE = 1
NUMBERS = {"x": 3, "f": 4, "t": 5, "b": 6, "d": 7, "s": 8, "v": 9, "u": 10, "o": OPAQUE}

# Of no class, with what they are beside that, and numbers of their own: operators and functions take them. Enumerations
# come after them.
SPECIAL = {
    "json": (OPAQUE, 16), "jsonb": (2, 17), "text[]": (2, 18), "number[]": (2, 19), "xml": (OPAQUE, 20),
    "point": (OPAQUE, 21), "box": (OPAQUE, 22), "circle": (OPAQUE, 23),
    **{name: (2, number) for number, name in enumerate(
        ("time", "money", "inet", "macaddr", "macaddr8", "bit", "bytea", "tsvector", "tsquery", "int4range",
         "int8range", "numrange", "daterange", "tsrange", "int4multirange", "nummultirange", "oid", "char",
         "regclass"), 24)},
}  # fmt: skip
ENUMERATIONS, MOST_ENUMERATIONS = 50, 60

_KINDS = {
    "x": "smallint int2 integer int int4 bigint int8 numeric decimal dec smallserial serial2 serial serial4 bigserial"
    " serial8",
    "f": "real float4 float8 float",
    "t": "text varchar character char nchar bpchar name",
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
COMPARED = frozenset("bytea time timetz inet cidr macaddr macaddr8 bit varbit money oid tsvector".split())  # noqa: SIM905

# Types of no class whose values have operators and functions of their own, in conditions and results: by a letter,
# their names, and which of SPECIAL is such a column. Numbers of an array may be floating where it is a column.
OPAQUE_TYPES = {
    "J": (("jsonb",), "jsonb"), "N": (("json",), "json"), "S": (("text[]",), "text[]"),
    "A": (("integer[]", "int[]"), "number[]"), "L": (("xml",), "xml"), "r": (('"char"',), "char"),
    "W": (("varbit", "bit varying"), "bit"),
    **{letter: ((name,), name) for letter, name in zip("VQBRIZDXKUTMHEFGOCYy", (
        "tsvector", "tsquery", "bytea", "numrange", "int4range", "int8range", "daterange", "tsrange", "int4multirange",
        "nummultirange", "time", "money", "inet", "macaddr", "macaddr8", "point", "box", "circle", "oid",
        "regclass"), strict=True)},
}  # fmt: skip
INCOMPARABLE = "NLGOC"
ORDERED = "VQBRIZDXKUTMHEFWYr"  # those that compare with another of their own type
# What is said of a session: its user, its database.
SESSION = (("version", ""), ("current_database", ""), ("current_schema", ""))
SESSION_WORDS = ("current_user", "session_user", "user", "current_role", "current_catalog", "current_schema")
# What a user may ask for, also where no column is of such a type.
GROUPS = {
    "json": "JN", "arrays": "SA", "text search": "VQ", "bytea": "B", "ranges": "RIZDXKU", "xml": "L", "times": "T",
    "money": "M", "networks": "HEF", "bits": "W", "geometry": "GOC", "oids": "Yr",
}  # fmt: skip
OWN, OF_SESSION, OF_SYSTEM = "own", "session", "system"
# With tables of the system, of which they tell what is hidden, too.
SYSTEM_TYPES = "Yyr"
SYSTEM_FUNCTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "t": (
        *((name, "Y") for name in ("pg_get_indexdef", "pg_get_viewdef", "pg_get_constraintdef", "pg_get_userbyid")),
        ("format_type", "Yi"), ("obj_description", "Yt"), ("col_description", "Yi"),
    ),
    "x": tuple((name, "Y") for name in (
        "pg_relation_size", "pg_total_relation_size", "pg_table_size", "pg_indexes_size")),
    "b": (("pg_table_is_visible", "Y"),),
}  # fmt: skip
# What a signature has besides, as it is written: configurations of text search, weights, encodings, ends of a range.
WORDS = {"c": ("simple", "danish", "dutch", "english", "finnish", "french", "german", "hungarian", "italian",
               "norwegian", "portuguese", "romanian", "russian", "spanish", "swedish", "turkish"),
         "=": ("simple", "english_stem", "french_stem", "german_stem", "spanish_stem"), "w": ("A", "B", "C", "D"),
         "e": ("hex", "base64", "escape"), "8": ("UTF8",), "[": ("[]", "[)", "(]", "()")}  # fmt: skip

# What a value may be cast to, by its class.
CASTS = {
    "x": ("integer", "int", "bigint", "numeric", "smallint", "decimal", "dec", "int2", "int4", "int8"),
    "f": ("double precision", "real", "float", "float4", "float8"),
    "t": ("text", "varchar", "char", "character", "character varying", "bpchar"),
    "b": ("boolean", "bool"),
    "d": ("date",),
    "s": ("timestamp", "timestamptz", "timestamp with time zone", "timestamp without time zone"),
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
CAST_FROM = {
    "x": "xft", "f": "xft", "t": "xftbdsvuo", "b": "tb", "d": "tds", "s": "tds", "v": "tv", "u": "tu", "T": "sv",
    "M": "x", "y": "Y", "Y": "y",
}  # fmt: skip

# Also letters of OPAQUE_TYPES and WORDS; `j` and `m` are jsonb and json or a text of it, `P` a path in it, `p` one of
# jsonpath, `z` anything that says its type.
FUNCTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "J": (
        ("to_jsonb", "z"), ("jsonb_build_array", "a*"), ("jsonb_build_object", "%"),
        ("jsonb_set", "jPj?b"), ("jsonb_strip_nulls", "j"), ("jsonb_extract_path", "jt*"), ("jsonb_insert", "jPj?b"),
        ("jsonb_path_query_array", "jp"), ("jsonb_path_query_first", "jp"), ("jsonb_object", "S?S"),
    ),
    "N": (
        ("to_json", "z"), ("json_build_array", "a*"), ("json_build_object", "%"),
        ("array_to_json", "S"), ("array_to_json", "A"), ("json_strip_nulls", "m"), ("json_extract_path", "mt*"),
        ("json_object", "S?S"),
    ),
    "S": (
        ("string_to_array", "tt?t"), ("regexp_match", "tt?t"), ("regexp_split_to_array", "tt?t"),
        ("array_append", "St"), ("array_prepend", "tS"), ("array_cat", "SS"), ("array_remove", "St"),
        ("array_replace", "Stt"), ("tsvector_to_array", "V"), ("ts_lexize", "=t"),
    ),
    "A": (
        ("array_append", "Ai"), ("array_prepend", "iA"), ("array_cat", "AA"), ("array_remove", "Ai"),
        ("array_replace", "Aii"),
    ),
    "V": (
        ("to_tsvector", "t"), ("to_tsvector", "ct"), ("to_tsvector", "J"), ("strip", "V"), ("setweight", "Vw"),
        ("ts_delete", "Vt"), ("array_to_tsvector", "S"),
    ),
    "Q": (
        *((f"{which}to_tsquery", letters) for which in ("", "plain", "phrase", "websearch_")
          for letters in ("t", "ct")),
        ("tsquery_phrase", "QQ?i"), ("ts_rewrite", "QQQ"),
    ),
    "B": (
        ("sha256", "B"), ("sha512", "B"), ("decode", "te"), ("convert_to", "t8"),
    ),
    "L": (("xmlcomment", "t"), ("xmlconcat", "L")),
    "R": (("numrange", "xx"), ("numrange", "xx["), ("range_merge", "RR"), ("range_merge", "U")),
    "I": (("int4range", "ii"), ("int4range", "ii["), ("range_merge", "II"), ("range_merge", "K")),
    "Z": (("int8range", "ii"), ("int8range", "ii["), ("range_merge", "ZZ")),
    "D": (("daterange", "dd"), ("daterange", "dd["), ("range_merge", "DD")),
    "X": (("range_merge", "XX"),),
    "K": (("int4multirange", ""), ("int4multirange", "I*"), ("multirange", "I")),
    "U": (("nummultirange", ""), ("nummultirange", "R*"), ("multirange", "R")),
    "T": (("make_time", "iin"), ("date_trunc", "'T")),
    "H": (("broadcast", "H"), ("network", "H"), ("netmask", "H"), ("hostmask", "H"), ("set_masklen", "Hi")),
    "E": (("trunc", "E"),),
    "F": (("trunc", "F"), ("macaddr8_set7bit", "F")),
    "W": (("set_bit", "Wii"), ("substring", "Wi?i")),
    "G": (("point", "nn"), ("center", "O"), ("center", "C")),
    "O": (("box", "GG"), ("box", "C"), ("bound_box", "OO")),
    "C": (("circle", "Gn"), ("circle", "O")),
    "x": (
        *((name, letter) for name in ("lower", "upper") for letter in "ZKU"), ("masklen", "H"), ("family", "H"),
        ("length", "W"), ("bit_length", "W"), ("octet_length", "W"), ("bit_count", "W"), ("get_bit", "Wi"),
        ("get_bit", "Bi"), ("get_byte", "Bi"), ("bit_count", "B"), ("factorial", "i"), ("min_scale", "x"),
        ("array_length", "Si"), ("array_length", "Ai"), ("array_upper", "Si"), ("array_upper", "Ai"),
        ("array_lower", "Si"),
        ("array_lower", "Ai"), ("cardinality", "S"), ("cardinality", "A"), ("array_ndims", "S"), ("array_ndims", "A"),
        ("array_position", "St?i"), ("array_position", "Ai"), ("jsonb_array_length", "j"), ("json_array_length", "m"),
        ("length", "V"), ("numnode", "Q"), ("octet_length", "B"), ("length", "B"), ("lower", "R"), ("upper", "R"),
        ("lower", "I"), ("upper", "I"),
        ("length", "t"), ("char_length", "t"), ("octet_length", "t"), ("ascii", "t"), ("strpos", "tt"), ("abs", "x"),
        ("mod", "xx"), ("round", "xi"), ("trunc", "xi"), ("div", "xx"), ("gcd", "xx"), ("lcm", "xx"),
        ("width_bucket", "xxxi"), ("bit_length", "t"), ("scale", "x"), ("trim_scale", "x"), ("num_nulls", "a*"),
        ("num_nonnulls", "a*"),
    ),
    "f": (
        ("ts_rank", "VQ"), ("ts_rank_cd", "VQ"), ("slope", "GG"), ("area", "O"), ("area", "C"), ("height", "O"),
        ("width", "O"), ("radius", "C"), ("diameter", "C"),
        ("abs", "f"), ("ceil", "n"), ("ceiling", "n"), ("floor", "n"), ("round", "n"), ("trunc", "n"), ("sign", "n"),
        ("sqrt", "n"), ("power", "nn"), ("exp", "n"), ("ln", "n"), ("random", ""), ("pi", ""),
        ("log", "n"), ("log10", "n"), ("cbrt", "n"), ("degrees", "n"), ("radians", "n"), ("sin", "n"), ("cos", "n"),
        ("tan", "n"), ("asin", "n"), ("acos", "n"), ("atan", "n"), ("atan2", "nn"),
        ("date_part", '"s'), ("date_part", '"d'), ("date_part", '"v'),
        *((name, "n") for name in ("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "cot")),
    ),
    "t": (
        ("array_to_string", "St?t"), ("array_to_string", "At?t"), ("array_dims", "S"), ("array_dims", "A"),
        ("jsonb_typeof", "j"), ("json_typeof", "m"), ("jsonb_pretty", "j"), ("jsonb_extract_path_text", "jt*"),
        ("json_extract_path_text", "mt*"), ("ts_headline", "tQ?t"), ("ts_headline", "ctQ?t"), ("querytree", "Q"),
        ("encode", "Be"), ("md5", "B"), ("convert_from", "B8"), ("host", "H"), ("text", "H"), ("abbrev", "H"),
        ("lower", "t"), ("upper", "t"), ("initcap", "t"), ("btrim", "t?t"), ("trim", "t"), ("ltrim", "t?t"),
        ("rtrim", "t?t"), ("reverse", "t"), ("md5", "t"), ("replace", "ttt"), ("substr", "ti?i"),
        ("substring", "ti?i"), ("left", "ti"), ("right", "ti"), ("repeat", "ti"), ("lpad", "ti?t"), ("rpad", "ti?t"),
        ("split_part", "tti"), ("translate", "ttt"), ("regexp_replace", "ttt"), ("concat", "a*"),
        ("concat_ws", "ta*"), ("to_char", "st"), ("to_char", "nt"), ("to_char", "vt"), ("to_char", "dt"),
        ("chr", "i"), ("format", "t?a*"), ("quote_nullable", "t"), ("to_hex", "i"), ("substring", "tt"),
        ("regexp_replace", "tttt"), ("quote_literal", "t"), ("quote_ident", "t"),
    ),
    "d": (("date", "s"), ("make_date", "iii"), ("to_date", "tt"), ("lower", "D"), ("upper", "D")),
    "s": (
        ("now", ""), ("clock_timestamp", ""), ("date_trunc", "'s"), ("date_trunc", "'d"), ("to_timestamp", "n"),
        ("lower", "X"), ("upper", "X"), ("make_timestamp", "iiiiin"),
        ("to_timestamp", "tt"), ("statement_timestamp", ""), ("transaction_timestamp", ""), ("date_bin", "vss"),
    ),
    "v": (
        ("age", "s?s"), ("age", "d"), ("date_trunc", "'v"), ("justify_days", "v"), ("justify_hours", "v"),
        ("justify_interval", "v"),
    ),
    "u": (("gen_random_uuid", ""),),
    "b": (
        ("xml_is_well_formed", "t"), ("jsonb_exists", "jt"), ("jsonb_path_exists", "jp"), ("jsonb_path_match", "jp"),
        *((name, letter) for name in ("isempty", "lower_inc", "upper_inc", "lower_inf", "upper_inf")
          for letter in "RIZDXKU"),
        ("inet_same_family", "HH"), ("xpath_exists", "tL"), ("starts_with", "tt"), ("isfinite", "s"), ("isfinite", "d"),
    ),
}  # fmt: skip
# Operators: left side, signs, right side; by what they give. What has several of them is written in brackets,
# but right of `=`, which binds less than all others. Right: `~` a text of the left side's type, whatever its elements
# are.
OPERATORS: dict[str, tuple[tuple[str, tuple[str, ...], str], ...]] = {
    "J": (("J", ("#>", "#-"), "P"), ("J", ("||",), "j"), ("J", ("-",), "t"), ("J", ("-",), "i")),
    "N": (("N", ("#>",), "P"),),
    "t": (("J", ("#>>",), "P"), ("N", ("#>>",), "P")),
    "b": (
        ("J", ("=", "<>"), "j"), ("J", ("@>", "<@"), "J"), ("J", ("?",), "t"), ("J", ("?|", "?&"), "S"),
        ("J", ("@?", "@@"), "p"),
        ("V", ("@@",), "Q"), ("Q", ("@>", "<@"), "Q"), ("S", ("@>", "<@", "&&", "="), "~"),
        ("A", ("@>", "<@", "&&", "="), "~"),
        ("I", ("@>",), "i"),
        *((letter, ("&&", "@>", "<@", "<<", ">>", "-|-", "&<", "&>"), letter) for letter in "RIZDXKU"),
        ("K", ("&&", "@>"), "I"), ("U", ("&&", "@>"), "R"), ("H", ("<<", "<<=", ">>", ">>=", "&&"), "H"),
        ("G", ("~=", "<<", ">>"), "G"), ("G", ("<@",), "O"), ("G", ("<@",), "C"), ("O", ("@>",), "G"),
        ("C", ("@>",), "G"),
        *((letter, ("&&", "@>", "<@", "<<", ">>", "~=", "<", ">"), letter) for letter in "OC"),
    ),
    "f": (("G", ("<->",), "G"), ("O", ("<->",), "O"), ("C", ("<->",), "C")),
    "v": (("T", ("-",), "T"),),
    "T": (("T", ("+", "-"), "v"),),
    "M": (("M", ("+", "-"), "M"), ("M", ("*", "/"), "x")),
    "H": (("H", ("+", "-"), "i"), ("H", ("&", "|"), "H")),
    "W": (("W", ("&", "|", "#", "||"), "W"), ("W", ("<<", ">>"), "i")),
    "G": (("G", ("+", "-", "*", "/"), "G"),),
    "O": (("O", ("+", "-", "*", "/"), "G"),),
    "C": (("C", ("+", "-", "*", "/"), "G"),),
    "Q": (("Q", ("&&", "||", "<->"), "Q"),),
    "V": (("V", ("||",), "V"),),
    "S": (("S", ("||",), "S"), ("S", ("||",), "~")),
    "A": (("A", ("||",), "A"), ("A", ("||",), "~")),
    "B": (("B", ("||",), "B"),),
    **{letter: ((letter, ("*", "+", "-"), letter),) for letter in "RIZDXKU"},
}  # fmt: skip
_LONG, _SHORT = ("decade", "century", "millennium"), ("milliseconds", "microseconds")
UNITS = ("year", "quarter", "month", "week", "day", "hour", "minute", "second", *_LONG, *_SHORT)
_PARTS = ("dow", "isodow", "doy", "isoyear", "julian", "epoch")
FIELDS = {"d": ("year", "quarter", "month", "week", "day", *_LONG, *_PARTS), "s": (*UNITS, *_PARTS),
          "T": ("hour", "minute", "second", *_SHORT, "epoch"),
          "v": ("year", "month", "day", "hour", "minute", "second", *_LONG, *_SHORT, "epoch")}  # fmt: skip
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
# Of any values, and of no class: those of json cannot be compared.
GATHERED = {"json_agg": "N", "jsonb_agg": "J", "json_object_agg": "N", "jsonb_object_agg": "J"}
# As a result, one row for each.
GIVEN_ROWS = (
    ("jsonb_array_elements", "j"), ("jsonb_object_keys", "j"), ("jsonb_array_elements_text", "j"), ("unnest", "A"),
    ("regexp_split_to_table", "tt?t"), ("regexp_matches", "tt?t"), ("json_object_keys", "m"),
    ("json_array_elements_text", "m"), ("jsonb_path_query", "jp"), ("jsonb_each", "j"), ("jsonb_each_text", "j"),
    ("string_to_table", "tt?t"), ("generate_subscripts", "Ai"), ("generate_subscripts", "Si"), ("json_each_text", "m"),
    ("generate_series", "ddv"), ("generate_series", "ssv"),
)  # fmt: skip
# The same of one class each, which may stand in FROM, too.
IN_FROM = {
    "x": (("generate_series", "xx?x"), ("generate_subscripts", "Si"), ("generate_subscripts", "Ai")),
    "t": (("regexp_split_to_table", "tt?t"), ("string_to_table", "tt?t"), ("jsonb_object_keys", "j"), ("unnest", "S"),
          ("json_object_keys", "m"), ("jsonb_array_elements_text", "j"), ("json_array_elements_text", "m")),
    "f": (("unnest", "A"),),
    "s": tuple(("generate_series", arguments) for arguments in ("ddv", "ssv", "dsv", "sdv")),
}  # fmt: skip
ROWS_OF_JSON = (("json_array_elements", "m"), ("json_each", "m"))  # which cannot be compared
# Over a window: exact numbers without arguments; and those that give a value of another row.
RANKS = {"x": ("row_number", "rank", "dense_rank"), "f": ("percent_rank", "cume_dist")}
ROWS = ("lag", "lead", "first_value", "last_value")
# What results may be called that get no name: functions, and the names of types and of syntax.
CHOSEN = frozenset(
    {
        *(name for its in (FUNCTIONS, AGGREGATES, SYSTEM_FUNCTIONS) for listed in its.values() for name, _ in listed),
        *(name for listed in RANKS.values() for name in listed), *ROWS, *EXTREMES[0], *GATHERED,
        *(name for name, _ in (*GIVEN_ROWS, *ROWS_OF_JSON)),
        *(name for names, _ in OPAQUE_TYPES.values() for name in names if name.isalnum()),
        *SESSION_WORDS, *(name for name, _ in SESSION),
        "count", "array_agg", "coalesce", "nullif", "grouping", "greatest", "least", "case", "exists", "bool", "date",
        "timestamp", "timestamptz", "interval", "extract", "make_interval", "xmlelement", "xmlforest", "xmlpi",
        "position", "percentile_cont", "percentile_disc", "mode",
        "current_date", "current_timestamp", "localtimestamp", "ntile", "int4",
        "int8", "numeric", "float8", "float4", "text", "varchar", "bpchar", "uuid", "?column?", "row", "array", "int2",
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
