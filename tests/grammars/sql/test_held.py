"""What people hold for a database, and what they bring for one that nobody can read."""

from __future__ import annotations

import sqlite3
from datetime import date
from typing import Any

import pytest

from constrain import GrammarError
from constrain.grammars import sql

BOTH = pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])


@pytest.fixture
def models() -> Any:
    """The class that two models inherit from, and both."""
    sqlalchemy = pytest.importorskip("sqlalchemy")
    from sqlalchemy import orm

    base = orm.declarative_base()
    columns = {
        "id": sqlalchemy.Column(sqlalchemy.Integer, primary_key=True),
        "name": sqlalchemy.Column(sqlalchemy.String(40)),
        "mood": sqlalchemy.Column(sqlalchemy.Enum("glad", "sad", name="mood")),
    }
    artist = type("Artist", (base,), {"__tablename__": "artist", **columns})
    of = sqlalchemy.Column(sqlalchemy.ForeignKey("artist.id"))
    number = sqlalchemy.Column(sqlalchemy.Integer, primary_key=True)
    album = type("Album", (base,), {"__tablename__": "album", "id": number, "artist_id": of})
    return base, artist, album


def columns(database: Any, dialect: str = "sqlite") -> dict[str, tuple[str, ...]]:
    return {table.name: table.columns for table in sql(database, dialect).tables}


@BOTH
def test_models_tables_and_metadata_are_databases(models: Any, dialect: str) -> None:
    """A model is its table, the class that models inherit from all of them."""
    base, artist, album = models
    both = {"artist": ("id", "name", "mood"), "album": ("id", "artist_id")}
    for given in (base, base.metadata, [artist, album], (artist.__table__, album)):
        assert both == columns(given, dialect)
    for one in (album, album.__table__, [album]):
        assert {"album": both["album"]} == columns(one, dialect)


def test_sessions_and_cursors_are_of_a_connection(models: Any) -> None:
    """Which is read; tables that were made within a transaction are there."""
    from sqlalchemy import create_engine
    from sqlalchemy.orm import Session

    engine = create_engine("sqlite://")
    models[0].metadata.create_all(engine)
    with Session(engine) as session:
        assert {"artist", "album"} == {*columns(session)}
    cursor = sqlite3.connect(":memory:").execute("CREATE TABLE a(x, y)")
    assert {"a": ("x", "y")} == columns(cursor)


class SQLDatabase:
    """As LangChain and LlamaIndex have it."""

    def __init__(self, engine: Any, tables: list[str]) -> None:
        self._engine, self._tables, self.dialect = engine, tables, engine.dialect.name

    def get_usable_table_names(self) -> list[str]:
        return self._tables


def test_what_a_model_may_use_is_kept() -> None:
    """Tables that such an object leaves out are not in the language, also where others refer to them."""
    engine = pytest.importorskip("sqlalchemy").create_engine("sqlite://")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE a(x INTEGER PRIMARY KEY)")
        connection.exec_driver_sql("CREATE TABLE b(y TEXT, x INT REFERENCES a)")
        connection.exec_driver_sql("CREATE VIEW v AS SELECT y FROM b")

    assert {"b": ("y", "x"), "v": ("y",)} == columns(SQLDatabase(engine, ["b", "v"]))
    with pytest.raises(TypeError, match="is of sqlite, not of postgresql; say dialect='sqlite'"):
        sql(SQLDatabase(engine, ["a"]), "postgresql")


@BOTH
def test_types_of_python_are_types_of_columns(dialect: str) -> None:
    """In a mapping or in pairs; None is no type of its own."""
    for columns_of in ({"x": int, "y": str | None, "at": date}, [("x", int), ("y", "text"), ("at", date)]):
        grammar = sql({"a": columns_of}, dialect, types=dialect == "sqlite")
        written = {"sqlite": {"x": "INTEGER", "y": "TEXT", "at": "DATE"}}.get(
            dialect, {"x": "bigint", "y": "text", "at": "date"}
        )
        assert grammar.tables == sql({"a": written}, dialect).tables
    with pytest.raises(GrammarError, match="two columns of one name"):
        sql({"a": [("x", int), ("x", str)]}, dialect)


@BOTH
@pytest.mark.parametrize("address", ["sqlite:///shop.db", "postgresql+psycopg://me@here/shop", "file:shop.db?mode=ro"])
def test_an_address_is_not_opened(address: str, dialect: str) -> None:
    """Texts may come from users: what opens a database is said."""
    with pytest.raises(GrammarError, match=r"is an address, which is not opened here; give sqlalchemy\.create_engine"):
        sql(address, dialect)


@BOTH
@pytest.mark.parametrize(
    "address",
    ["cockroachdb://me:s3cret@here/shop", "postgresql://me:s3 ;cret@here/shop", "host=here password=s3cret",
     "'jdbc:postgresql://here/shop?password=s3cret'", "Data Source=here;Password=s3cret"],
)  # fmt: skip
def test_no_message_repeats_a_password(address: str, dialect: str) -> None:
    with pytest.raises(GrammarError, match="is an address, which is not opened here") as raised:
        sql(address, dialect)
    assert "cret" not in str(raised.value)


@BOTH
def test_a_class_without_a_table_is_not_all_tables(models: Any, dialect: str) -> None:
    """Nor is a table twice when its model is listed twice; what has no table says so."""
    base, _, album = models
    abstract = type("Abstract", (base,), {"__abstract__": True})
    for given in (abstract, [abstract, album]):
        with pytest.raises(TypeError, match=r"Abstract, a class without a table; .* Abstract\.metadata"):
            sql(given, dialect)
    assert {"album": ("id", "artist_id")} == columns([album, album], dialect)
    with pytest.raises(GrammarError, match="import the modules that define its models first"):
        sql(type(base.metadata)(), dialect)
    with pytest.raises(TypeError, match=r"must be str, not type: <class 'dict'>, in 'a'$"):
        sql({"a": {"x": dict}}, dialect)


class Asynchronous:
    async def execute(self, statement: str) -> None:
        """As asyncpg's connections have it."""


def test_what_is_read_asynchronously_is_told() -> None:
    with pytest.raises(TypeError, match=r"can only be read asynchronously.*that is not asynchronous$"):
        sql(Asynchronous())
    with pytest.raises(TypeError, match=r"run_sync\(lambda its: sql\(its, \"postgresql\"\)\)"):
        sql(Asynchronous(), "postgresql")


def test_ddl_of_other_databases_is_told() -> None:
    ddl = "CREATE TABLE `t` (`id` int(11) NOT NULL AUTO_INCREMENT, PRIMARY KEY (`id`)) ENGINE=InnoDB;"
    with pytest.raises(GrammarError, match="of a database of another kind give a mapping of tables to columns"):
        sql(ddl)


def test_a_dump_of_postgresql_has_rows_and_commands() -> None:
    """Of psql: rows after COPY, and lines that begin with a backslash."""
    dump = "\\restrict abc\nSET x = 0;\nCREATE TABLE public.t (a integer, b text);\n\\connect shop\n"
    rows = "COPY public.t (a, b) FROM stdin;\n1\tit's; a \"row\n\\N\t\\\\.\n\\.\n\nCREATE TABLE u (c int);\n\\unrestrict abc\n"

    assert {"t": ("a", "b"), "u": ("c",)} == columns(dump + rows, "postgresql")
    assert {"t": ("a", "b")} == columns(dump + "COPY t FROM stdin;\n\\.", "postgresql")
    with pytest.raises(GrammarError, match="the rows after COPY in line 5 of the DDL do not end"):
        columns(dump + "COPY t FROM stdin;\n1\t2\n", "postgresql")
