"""Functions of SQLite by the number of arguments that they take; None: any number.

Only such as hardly any argument makes an error of (`json('x')` and `load_extension` are not here); `report` of a
grammar names the arguments that do.
"""

from __future__ import annotations

Arity = tuple[int, int | None]
_NUMERIC = ("REAL", "FLOA", "DOUB", "NUM", "DEC", "BOOL")


def class_of(declared: str) -> str:
    """The class of a column declared so: `n` of numbers, `t` of texts, dates among them, `u` where it is not known.

    As SQLite finds the affinity of a column, but for dates, which it counts among numbers, and types that it does not
    know.
    """
    kind = declared.upper()
    if "INT" in kind:
        return "n"
    if any(part in kind for part in ("CHAR", "CLOB", "TEXT", "DATE", "TIME")):
        return "t"
    return "n" if any(part in kind for part in _NUMERIC) else "u"


SCALAR: dict[str, Arity] = {
    "abs": (1, 1),
    "char": (1, None),
    "coalesce": (2, None),
    "date": (0, None),
    "datetime": (0, None),
    "glob": (2, 2),
    "hex": (1, 1),
    "ifnull": (2, 2),
    "iif": (3, 3),
    "instr": (2, 2),
    "julianday": (0, None),
    "length": (1, 1),
    "like": (2, 2),
    "lower": (1, 1),
    "ltrim": (1, 2),
    "nullif": (2, 2),
    "quote": (1, 1),
    "random": (0, 0),
    "replace": (3, 3),
    "round": (1, 2),
    "rtrim": (1, 2),
    "sign": (1, 1),
    "strftime": (1, None),
    "substr": (2, 3),
    "substring": (2, 3),
    "time": (0, None),
    "trim": (1, 2),
    "typeof": (1, 1),
    "unicode": (1, 1),
    "upper": (1, 1),
}
# Of values within a JSON text, which end a query where it is none: for a caller who knows that.
ARROWS = ("->", "->>")
# Which give rows of such a text, in FROM; and JSON of the rows of a group, in which a BLOB ends a query.
OF_ROWS = ("json_each", "json_tree")
INTO_JSON: dict[str, Arity] = {"json_group_array": (1, 1), "json_group_object": (2, 2)}
# Those that no call is; MATCH is one of full texts, whose pattern ends a query, too, where it is none.
OPERATORS = (*ARROWS, "match")
# Over the rows of a group; those of several arguments are scalar then, and may not be told apart by their beginning.
AGGREGATE: dict[str, Arity] = {
    "avg": (1, 1),
    "count": (1, 1),
    "group_concat": (1, 2),
    "max": (1, None),
    "min": (1, None),
    "sum": (1, 1),
    "total": (1, 1),
}
# Over a window alone, with what their arguments are: an expression, a positive number; two more that may be left out.
WINDOW: dict[str, str] = {
    "cume_dist": "",
    "dense_rank": "",
    "first_value": "e",
    "lag": "e?",
    "last_value": "e",
    "lead": "e?",
    "nth_value": "ep",
    "ntile": "p",
    "percent_rank": "",
    "rank": "",
    "row_number": "",
}
TYPES = (
    "integer",
    "int",
    "real",
    "float",
    "double",
    "numeric",
    "decimal",
    "text",
    "blob",
    "varchar",
    "date",
    "datetime",
    "boolean",
    "bigint",
    "smallint",
    "tinyint",
    "char",
    "timestamp",
    "time",
    "double precision",
    "string",
    "nvarchar",
    "character",
    "clob",
    "dec",
    "bool",
    "json",
    "variant",
)
