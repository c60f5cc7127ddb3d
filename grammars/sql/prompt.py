"""The tables of a database as a prompt shows them, a line each: `album(id number, title text, artist_id number)`."""

from __future__ import annotations

from collections.abc import Iterable

from .catalogue import Kind, Table
from .words import Spelling

# Classes of columns in words; what a type is called that has no class is not known any more.
_WORDS = {"n": "number", "x": "number", "f": "number", "t": "text", "b": "boolean", "d": "date", "s": "timestamp"}
_MOST_VALUES = 20  # of an enumeration


def lines(tables: Iterable[Table], spelling: Spelling) -> str:
    return "\n".join(_line(table, spelling) for table in tables)


def _line(table: Table, spelling: Spelling) -> str:
    kinds = table.kinds or ("",) * len(table.columns)
    columns = (f"{spelling.spellings(name)[0]} {_word(kind)}" for name, kind in zip(table.columns, kinds, strict=True))
    return f"{spelling.spellings(table.name)[0]}({', '.join(column.rstrip() for column in columns)})"


def _word(kind: Kind) -> str:
    if isinstance(kind, tuple):
        values = ["'" + value.replace("'", "''") + "'" for value in kind]
        return " | ".join(values[:_MOST_VALUES]) + (" | …" if len(values) > _MOST_VALUES else "")
    return _WORDS.get(kind, kind if len(kind) > 1 else "") if isinstance(kind, str) else ""
