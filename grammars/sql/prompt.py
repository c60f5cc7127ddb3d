"""The tables of a database as a prompt shows them, a line each: `album(id number, title text, artist_id number)`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .catalogue import Kind, Table
from .words import Spelling

# Classes of columns in words; what a type is called that has no class is not known any more.
_WORDS = {"n": "number", "x": "number", "f": "number", "t": "text", "b": "boolean", "d": "date", "s": "timestamp"}
_STRICT = {**_WORDS, "v": "interval", "u": "uuid"}  # in a dialect that compares types
_MOST_VALUES = 20  # of an enumeration


def lines(tables: Iterable[Table], spelling: Spelling, strict: bool) -> str:
    words = _STRICT if strict else _WORDS
    return "\n".join(_line(table, spelling, words) for table in tables if not table.inner)


def _line(table: Table, spelling: Spelling, words: Mapping[str, str]) -> str:
    kinds = table.kinds or ("",) * len(table.columns)
    columns = (
        f"{spelling.spellings(name)[0]} {_word(kind, words)}" for name, kind in zip(table.columns, kinds, strict=True)
    )
    return f"{spelling.spellings(table.name)[0]}({', '.join(column.rstrip() for column in columns)})"


def _word(kind: Kind, words: Mapping[str, str]) -> str:
    if isinstance(kind, tuple):
        values = ["'" + value.replace("'", "''") + "'" for value in kind]
        return " | ".join(values[:_MOST_VALUES]) + (" | …" if len(values) > _MOST_VALUES else "")
    return words.get(kind, kind if len(kind) > 1 else "") if isinstance(kind, str) else ""
