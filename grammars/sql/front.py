"""`sql(database)`: queries that run on a database."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from constrain.budget import Limits, budgeted
from constrain.errors import GrammarError, UnsupportedError
from constrain.grammar import Grammar, Names, Sequence
from constrain.support.arguments import described, instance, integer, listed, one_of, public
from constrain.support.deep_stack import roomy
from constrain.support.shown import shown

from ..gc_pause import uncollected
from . import catalogue, postgresql, prompt
from .functions import AGGREGATE, INTO_JSON, OF_ROWS, OPERATORS, SCALAR, WINDOW, Arity
from .held import database_of
from .language import QUERY, STACK, productions
from .meant import meant
from .reading import Told
from .typed import NUMBERS, Typed
from .words import RESERVED, SQLITE, key

_PARAMETER = re.compile(r"\?(?:[1-9][0-9]{0,2})?|[:@$][A-Za-z_][A-Za-z0-9_]{0,59}", re.ASCII)
# What SQLite finds only while a query runs, or judges by what is not known here.
_REPORT = (
    "types are not compared: SQLite converts values itself",
    "sum() of integers beyond 64 bits ends a query while it runs",
    "a query may take long, or make values larger than SQLite's limits",
    "a join of more than 64 tables, after SQLite has put queries in FROM and views into the query around them",
    "more than 2,000 results of a query, as stars may make",
    "abs() of the least integer, LIKE and GLOB patterns of more than 50,000 bytes",
    "texts that are no UTF-8 (char() and CAST make such), which Python does not decode",
    "errors in a view's own body",
    "what is written: NOT NULL, UNIQUE, CHECK, foreign keys, types of primary keys and of STRICT tables, triggers; and "
    "rows that ON CONFLICT REPLACE of a table, foreign keys and triggers change beside those that were named; of "
    "tables of full text with contents elsewhere or none, that these are what the index has, and that they may be "
    "changed",
    "databases are read once: tables that change later are not seen",
)


_TYPED_REPORT = ("types are those that columns were declared with: SQLite lets values be of others", *_REPORT[1:])


class SqlGrammar(Grammar[str]):
    """Queries of one database. `tables`: what they may name; `report`: what the database checks and this does not."""

    tables: tuple[catalogue.Table, ...] = ()
    told = Told()
    report: tuple[str, ...] = _REPORT

    def meant(self, text: str, position: int) -> str:
        """The name in a refused or incomplete query that is none, and the nearest that is one."""
        return meant(text, position, self.told)

    def for_prompt(self) -> str:
        """The tables and columns that a query may name."""
        return prompt.lines(self.tables, postgresql.SPELLING if self.told.strict else SQLITE, self.told.strict)


_WRITES = ("insert", "update", "delete")
# What would add it.
_BESIDE = {
    **dict.fromkeys((*catalogue.BESIDE, "rowid"), "system=True"),
    **{name: f"functions={{{name!r}: (1, 2)}}" for name in OF_ROWS},
    **{name: f"functions={{{name!r}: {most}}}" for name, (_, most) in INTO_JSON.items()},
}
_OTHERS = ("mysql", "mariadb", "duckdb", "oracle", "mssql", "tsql", "bigquery", "snowflake")


@public
@roomy
@budgeted
def sql(
    database: Any,
    dialect: str = "sqlite",
    *,
    hidden: Iterable[str] = (),
    aliases: Iterable[str] = (),
    functions: Mapping[str, int | tuple[int, int | None]] | Iterable[str] | None = None,
    limit: int | None = None,
    parameters: Iterable[str] | Mapping[str, str] = (),
    free_names: bool | Iterable[str] = False,
    writes: bool | Iterable[str] = False,
    where: str | None = None,
    types: bool = False,
    system: bool = False,
    limits: Limits | None = None,
) -> SqlGrammar:
    """SELECT queries that SQLite prepares and runs on this database; others are not in the language.

    `database` is a `sqlite3` connection (its main database, and temporary tables), SQLAlchemy's engine,
    session, inspector, metadata, models or tables, Django's connection, DDL text (`CREATE TABLE …`), or a
    mapping of tables to their columns, or to these with types, SQL's or Python's. Every table and
    column of a query exists, is in scope where it stands, also where SELECT comes before FROM, and is not
    ambiguous. `hidden`: tables, or `table.column`, that no query may name; where columns are hidden, `*`, which
    would show them, is not in the language, nor NATURAL JOIN, which would compare them. `aliases`: more names
    for tables than letters, `t1` and initials, to use before FROM or without AS. `functions`: those of your
    own, with how many arguments they take; `->` and `->>` (2 each), `json_each` and `json_tree` ((1, 2) each), which
    give rows in FROM, where your texts are JSON: another text ends a query while it runs, as a BLOB does in
    `json_group_array` (1) and `json_group_object` (2); in PostgreSQL groups of its own, `json`, `arrays`,
    `text search`, `bytea`, `ranges`, `xml`, `times`, `money`, `networks`, `bits`, `geometry`, `oids`, where no column
    is of such a type; `session`, and `own`: those that a connection has. `limit`: each ends with a LIMIT of at
    most this.
    `parameters`: what may stand for a value, for the caller to bind: `:name`, `@name`, `$name`, `?`, `?1`.
    `free_names`: what SELECT names before FROM may be any plain word, which a query in FROM then puts out;
    without it, it is a column of the database; in PostgreSQL a list of such names, which are exact numbers
    (`["total"]`), or a mapping to their types. `writes`: True, or some of `insert`, `update` and `delete`: also
    such statements, of tables and not of views. `where`: a condition, written by you, that stands in each
    UPDATE and DELETE (`WHERE (tenant = :tenant)`); tables on which SQLite does not take it are not written, nor
    those without a column that it has in double quotes, nor any if it names the rowid. `types`: both sides of a
    comparison, and what functions are given, are numbers, or texts and dates, as columns were declared (in a
    mapping: `{"artist": {"id": "integer", "name": str}}`). `system`: also what SQLite has beside your
    tables: `sqlite_master`, functions of pragmas that only read, `dbstat`, the `rowid` of tables, and virtual
    tables of R*Tree and, where `functions` has `match` (2), which is the operator MATCH, of FTS, with their
    commands; in PostgreSQL the tables of `pg_catalog`; not beside `hidden`. `report` of the result lists what is not
    enforced.

    Raises GrammarError for DDL that SQLite does not read and names that cannot be told apart, LimitExceeded for more
    than 5,000 tables, UnsupportedError for other dialects.

    >>> grammar = sql({"artist": ["id", "name"], "album": ["id", "title", "artist_id"]})
    >>> grammar.tables[0].columns
    ('id', 'name')
    """
    if dialect in _OTHERS:
        raise UnsupportedError(
            f"sql: dialect must be sqlite or postgresql, is {dialect}", feature="dialect", where="sql"
        )
    one_of(dialect, "dialect", ("sqlite", "postgresql"))
    instance(types, bool, "types", "True or False")
    instance(system, bool, "system", "True or False")
    database = database_of(database, dialect)
    if dialect == "postgresql":
        refused = {"where": where, "types": types}
        return _postgresql(
            database, hidden, aliases, functions, limit, parameters, free_names, _kinds(writes), system, refused
        )
    instance(free_names, bool, "free_names", "True or False")
    kinds = _kinds(writes)
    if where is not None:
        instance(where, str, "where", "a condition of SQL")
        if not kinds & {"update", "delete"}:
            raise GrammarError("sql: where is a condition of UPDATE and DELETE; ask for them by writes=")
    if limit is not None:
        limit = integer(limit, "limit", 1, 10**9)
    hiding = frozenset(listed(hidden, "hidden", "a list of names"))
    instance(functions or {}, Mapping, "functions", "a mapping of names to how many arguments they take")
    arities = _arities(functions if isinstance(functions, Mapping) else {})
    if system and hiding:
        raise UnsupportedError(
            "sql: hidden cannot be kept with system=True: sqlite_master has the DDL of all tables",
            feature="system",
            where="sql",
        )
    rows = [name for name in OF_ROWS if arities.pop(name, None)]
    summaries = {name: arities.pop(name) for name in INTO_JSON if name in arities}
    found = catalogue.read(database, system=system, matches="match" in arities, rows=rows)
    tables, secret = catalogue.checked(found, hiding)
    pool = catalogue.aliases(tables, listed(aliases, "aliases", "a list of names"))
    free = catalogue.free_names(tables)
    results = catalogue.result_names(secret)
    written = _parameters(parameters)
    if types and any(name in arities for name in OPERATORS):
        raise UnsupportedError(
            "sql: ->, ->> and match are not in the language with types=True: what they are about has no known type",
            feature="functions",
            where="sql",
        )
    targets = _targets(catalogue.writable(tables, where) if kinds else [], kinds)
    columns = secret.union(key(column) for table in tables for column in table.columns)
    called = sorted({table.called for table in tables} - {0})
    numbered = any(table.numbers for table in tables)
    words = catalogue.free_words(secret)
    with uncollected():
        rights = productions(
            arities, free, results, words,
            limit=limit, stars=not secret, columns=columns, numbered=numbered, called=called,
            summaries=summaries, commands={table.name: table.commands for table in tables if table.commands},
            parameters=written, writes=kinds, predicate=where, language=Typed if types else None,
        )  # fmt: skip
    kept = catalogue.Typed(NUMBERS, {}, (), STACK, QUERY, strict=False) if types else None
    names = catalogue.encoded(tables, pool, words, free=free_names is True, written=targets, typed=kept)
    start = Sequence((Names(names), rights["start"]))
    grammar = SqlGrammar("start", {**rights, "start": start}, source="sql")
    grammar.report = _TYPED_REPORT if types else _REPORT
    grammar.tables = tuple(tables)
    aggregates = {**AGGREGATE, **summaries}
    known = {**SCALAR, **INTO_JSON, **aggregates, **dict.fromkeys(WINDOW), **arities}
    unasked = {name: option for name, option in _BESIDE.items() if name not in summaries}
    beside = {name: option for name, option in unasked.items() if not (system or hiding) or "system" not in option}
    grammar.told = Told(
        grammar.tables, known, frozenset(aggregates), types, False, not secret, beside, written, limit, where
    )
    grammar.needed_bytes = catalogue.needed_bytes(tables, pool)
    grammar.label = f"sql: {len(tables)} tables"
    return grammar


def _postgresql(
    database: Any,
    hidden: Iterable[str],
    aliases: Iterable[str],
    functions: Any,
    limit: int | None,
    parameters: Any,
    free_names: Any,
    kinds: frozenset[str],
    system: bool,
    refused: Mapping[str, Any],
) -> SqlGrammar:
    for name, value in refused.items():
        if value:
            raise UnsupportedError(
                f"sql: {name} is an option of dialect='sqlite' only; with postgresql leave it out",
                feature=name,
                where="sql",
            )
    if limit is not None:
        limit = integer(limit, "limit", 1, 10**9)
    hiding = frozenset(listed(hidden, "hidden", "a list of names"))
    groups = postgresql.groups(functions, system=system)
    for name, asked in (("system=True", system), ("functions=['own']", postgresql.OWN in groups)):
        if asked and hiding:
            raise UnsupportedError(
                f"sql: hidden cannot be kept with {name}, which may show what it likes", feature="hidden", where="sql"
            )
    tables, secret = catalogue.checked(postgresql.read(database, system=system), hiding, postgresql.SPELLING)
    own = postgresql.functions(database) if postgresql.OWN in groups else []
    own = [each for each in own if kinds or not each.volatile]  # which may write
    pool = catalogue.aliases(tables, listed(aliases, "aliases", "a list of names"), postgresql.SPELLING)
    free = catalogue.free_names(tables, postgresql.SPELLING)
    values = postgresql.parameters(parameters)
    special = postgresql.special(tables)
    words = catalogue.free_words(secret, postgresql.SPELLING)
    with uncollected():
        rights = postgresql.productions(
            free, postgresql.result_names(secret), words,
            limit=limit, stars=not secret, parameters=values, special=special, writes=kinds,
            groups=groups, own=own,
        )  # fmt: skip
    targets = _targets([table for table in tables if table.assignable] if kinds else [], kinds)
    typed = postgresql.typed(special, postgresql.free_names(free_names, secret), own)
    free_of = bool(free_names)
    names = catalogue.encoded(
        tables, pool, words, free=free_of, written=targets, spelling=postgresql.SPELLING, typed=typed
    )
    start = Sequence((Names(names), rights["start"]))
    grammar = SqlGrammar("start", {**rights, "start": start}, source="sql")
    grammar.tables, summaries = tuple(tables), postgresql.SUMMARIES
    beside = postgresql.elsewhere(special, groups)
    grammar.told = Told(
        grammar.tables, postgresql.ARITIES, summaries, True, True, not secret, beside, (*values,), limit
    )
    grammar.report = postgresql.REPORT
    grammar.needed_bytes = catalogue.needed_bytes(tables, pool, postgresql.SPELLING)
    grammar.label = f"sql: {len(tables)} tables"
    return grammar


def _targets(tables: list[catalogue.Table], kinds: frozenset[str]) -> list[catalogue.Table]:
    if kinds and not tables:
        raise GrammarError("sql: the database has no table that may be written")
    return tables


def _kinds(writes: bool | Iterable[str]) -> frozenset[str]:
    if isinstance(writes, bool):
        return frozenset(_WRITES if writes else ())
    kinds = listed(writes, "writes", "True or a list of kinds")
    for kind in kinds:
        one_of(kind, "writes", _WRITES)
    return frozenset(kinds)


def _parameters(parameters: Any) -> tuple[str, ...]:
    out = tuple(listed(parameters, "parameters", "a list of texts"))
    for each in out:
        if not isinstance(each, str) or not _PARAMETER.fullmatch(each):
            raise GrammarError(
                "sql: a parameter is ?, ?1 to ?999, or a word of at most 60 letters after :, @ or $, not "
                f"{shown(each, 60)}"
            )
    return out


def _arities(functions: Mapping[str, int | tuple[int, int | None]]) -> dict[str, Arity]:
    out: dict[str, Arity] = {}
    for name, arity in functions.items():
        pair: Any = (arity, arity) if isinstance(arity, int) else arity
        if not isinstance(pair, tuple | list) or len(pair) != 2 or not _counts(*pair):
            raise TypeError(
                f"sql: the arguments of {shown(name, 60)} must be their number or a pair of the fewest and the most "
                f"(None: any), not {shown(arity, 60)}"
            )
        least, most = pair
        exactly = {**dict.fromkeys(OPERATORS, (2, 2)), **dict.fromkeys(OF_ROWS, (1, 2)), **INTO_JSON}.get(name)
        if exactly:
            if (least, most) != exactly:
                wanted = exactly[0] if exactly[0] == exactly[1] else exactly
                raise GrammarError(f"sql: the arguments of {name} are {wanted}, not {shown(arity, 60)}")
        elif not isinstance(name, str) or not name.isidentifier() or not name.isascii():
            raise TypeError(f"sql: the name of a function must be a plain word, -> or ->>, not {described(name)}")
        if name.lower() not in (*SCALAR, *OPERATORS) and name.lower() in {*RESERVED, *AGGREGATE, *WINDOW}:
            raise GrammarError(
                f"sql: {shown(name, 60)} is a keyword of SQLite or an aggregate, no function of your own"
            )
        out[name.lower()] = (
            integer(least, "arguments", 0, 50),
            None if most is None else integer(most, "arguments", least, 50),
        )
    return out


def _counts(least: Any, most: Any) -> bool:
    return type(least) is int and (most is None or type(most) is int)
