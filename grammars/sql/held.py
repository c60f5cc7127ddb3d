"""What people hold for a database: SQLAlchemy's models and sessions, others' objects around it, cursors, types."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from inspect import iscoroutinefunction
from types import NoneType
from typing import Any, get_args
from uuid import UUID

from constrain.errors import GrammarError
from constrain.support.arguments import described
from constrain.support.shown import shown

# As SQLite and PostgreSQL declare them.
_TYPES: dict[Any, tuple[str, str]] = {
    int: ("INTEGER", "bigint"),
    float: ("REAL", "double precision"),
    Decimal: ("NUMERIC", "numeric"),
    bool: ("BOOLEAN", "boolean"),
    str: ("TEXT", "text"),
    bytes: ("BLOB", "bytea"),
    date: ("DATE", "date"),
    datetime: ("DATETIME", "timestamp"),
    time: ("TIME", "time"),
    timedelta: ("", "interval"),
    UUID: ("TEXT", "uuid"),
}
# `scheme://`, `file:` and its like, `host=`, `Data Source=`: no DDL begins so.
# No message repeats such a text, which may have a password.
_ADDRESS = re.compile(
    r"\s*['\"]?(?:[a-z][\w+.:-]*://|(?:sqlite|file|postgres\w*|mysql|mariadb|duckdb|mssql|oracle)(?:\+\w+)?:[^\s;]*\s*$"
    r"|(?:data source|[a-z]\w*)\s*=)",
    re.IGNORECASE,
)


def database_of(held: Any, dialect: str) -> Any:
    """A connection, engine, inspector, DDL text or mapping of tables to columns: what leads to one, or the same object.

    Raises GrammarError for the address of a database, which is never opened, and TypeError for what can only be read
    asynchronously."""
    if isinstance(held, str):
        if _ADDRESS.match(held):
            raise GrammarError(
                "sql: database is an address, which is not opened here; give sqlalchemy.create_engine(address), or a "
                "connection: sqlite3.connect(path), psycopg.connect(address)"
            )
        return held
    if isinstance(held, Mapping):
        return {name: _columns(columns, dialect) for name, columns in held.items()}
    tables = _usable(held, dialect) if hasattr(held, "get_usable_table_names") else _tables(held)
    if tables is not None:
        if not tables:
            raise GrammarError("sql: the database has no table; import the modules that define its models first")
        return _ddl(tables, dialect)
    if (
        hasattr(held, "__aenter__")
        or hasattr(held, "sync_engine")
        or iscoroutinefunction(getattr(held, "execute", None))
    ):
        within = (
            ", or, within `async with engine.connect() as connection`, "
            '`await connection.run_sync(lambda its: sql(its, "postgresql"))`'
        )
        raise TypeError(
            f"database can only be read asynchronously: {described(held)}; give an engine or connection of the same "
            f"database that is not asynchronous{within if dialect == 'postgresql' else ''}"
        )
    if hasattr(held, "get_bind"):  # a session
        return held.get_bind()
    if hasattr(held, "ensure_connection"):  # Django's
        held.ensure_connection()
        return held.connection
    if hasattr(held, "fetchall") and hasattr(held, "connection") and not hasattr(held, "cursor"):
        return held.connection
    return held


def _columns(columns: Any, dialect: str) -> Any:
    """Columns with their types as they are declared, where types are given at all."""
    if not isinstance(columns, Mapping):
        if not isinstance(columns, list | tuple) or not columns or not all(map(_is_pair, columns)):
            return columns
        if len(dict(columns)) < len(columns):
            raise GrammarError(f"sql: a table has two columns of one name: {shown([name for name, _ in columns], 120)}")
        columns = dict(columns)
    return {name: _declared(kind, dialect) for name, kind in columns.items()}


def _is_pair(column: Any) -> bool:
    return isinstance(column, list | tuple) and len(column) == 2


def _declared(kind: Any, dialect: str) -> Any:
    """`int`, and `int | None`."""
    some = [each for each in get_args(kind) if each is not NoneType]
    if not isinstance(kind, type) and len(some) == 1:
        kind = some[0]
    try:
        return _TYPES[kind][dialect == "postgresql"]
    except (KeyError, TypeError):
        return kind


def _tables(held: Any) -> list[Any] | None:
    """The tables that SQLAlchemy's metadata, models or tables stand for; None for anything else."""
    if isinstance(held, list | tuple | set):
        each = [_tables(one) for one in held]
        tables = dict.fromkeys(table for some in each for table in some or ())
        return [*tables] if each and None not in each else None
    if isinstance(held, type):
        if hasattr(held, "__table__"):
            return [held.__table__]
        all_tables = getattr(held, "metadata", None)
        if hasattr(all_tables, "sorted_tables") and "metadata" not in vars(held):  # SQLModel without table=True
            raise TypeError(
                f"database is {held.__name__}, a class without a table; give models that have one (in SQLModel by "
                f"table=True), or for all tables {held.__name__}.metadata"
            )
        held = all_tables  # of the class that models inherit from
    if hasattr(held, "sorted_tables"):
        return list(held.tables.values())
    return [held] if hasattr(held, "metadata") and hasattr(held, "primary_key") else None


def _usable(held: Any, dialect: str) -> list[Any]:
    """The tables that LangChain's or LlamaIndex's SQLDatabase shows a model."""
    from sqlalchemy import MetaData

    if held.dialect != dialect:
        raise TypeError(f"database is of {held.dialect}, not of {dialect}; say dialect={held.dialect!r}")
    found, usable = MetaData(), [*held.get_usable_table_names()]
    found.reflect(held._engine, only=usable, views=True)
    return [table for name, table in found.tables.items() if name in usable]  # and not what these refer to


def _ddl(tables: Iterable[Any], dialect: str) -> str:
    """CREATE TABLE and CREATE TYPE, as SQLAlchemy writes them."""
    from sqlalchemy import create_mock_engine
    from sqlalchemy.exc import SQLAlchemyError

    out: list[Any] = []
    engine = create_mock_engine(f"{dialect}://", lambda made, *_, **__: out.append(made))
    of: dict[int, list[Any]] = {}
    for table in tables:
        of.setdefault(id(table.metadata), []).append(table)
    try:
        for some in of.values():
            some[0].metadata.create_all(engine, tables=some, checkfirst=False)
        return ";\n".join(str(made.compile(dialect=engine.dialect)) for made in out)
    except SQLAlchemyError as error:
        raise GrammarError(f"sql: SQLAlchemy has no DDL of {dialect} for the tables: {error}") from None
