"""What a database has: tables, and their columns.

From a live `sqlite3` connection, from DDL text, or from a mapping. DDL is a text that somebody else may have written:
SQLite itself reads it, in memory, with an authorizer that lets it create tables, views and indexes and nothing else,
and within a number of steps.
"""

from __future__ import annotations

import re
import sqlite3
import string
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePath
from typing import Any

from constrain.budget import TURN, spend
from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.patterns.bytecode import number
from constrain.patterns.pattern import (
    Pattern,
    alternation,
    byte_range,
    complement,
    concat,
    encode,
    intersection,
    literal,
    optional,
    repeat,
)
from constrain.support.arguments import described, source_text
from constrain.support.nearest import nearest
from constrain.support.shown import shown

from .functions import class_of
from .language import CLOSED, OPENED, QUERY, STACK, Commands, at_most
from .words import (
    AFTER_AS,
    ALONE,
    AS,
    BARE,
    BLANK_OR_AS,
    IN_TABLE,
    SQLITE,
    TITLE,
    UNRESERVED,
    Spelling,
    caseless,
    in_quotes,
    key,
)

MOST_TABLES, MOST_COLUMNS, MOST_NAMES = 5_000, 2_000, 200_000
_SHORTENED = 200  # tables up to which their beginnings are aliases
# Steps of SQLite's machine while it reads DDL: 5,000 tables take 35 million, since each looks at those before it; about
# a second. Half as many end at 3,800 tables.
_MOST_STEPS = 40_000_000
_MOST_PAGES = 25_000  # of 4 KB, that this may fill
_MOST_VIEWS = 1_000  # that one view is made of
_WORD = re.compile(r"\w+")
_MOST_ASKED = 200_000  # times that it asks what it may do
_SOURCES, _LEVELS = (20, 12), (6, 4)  # tables of one FROM, queries within queries; where types are compared fewer
_ROWS = ("rowid", "oid", "_rowid_")  # names of a row's number, where no column has them


Kind = int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table or view: its name, and its columns in order; those to which a text may give values, and whether they are
    all that a row has; the keys by which each row differs. Where the dialect compares types: the classes of its columns
    (a tuple: an enumeration's values). `apart`: columns that a star leaves out, numbers of rows among them, with their
    classes; `numbers`: these. `stored`: not by a module of SQLite's, which does not tell what it has written.
    `inner`: such a module stores in it. `locked`: nothing may read it while it is written. `called`: how many arguments
    may stand after its name; `also`: other names that declare it; `commands`: what a table of full text may be told.
    `rowless`: its rows have no numbers."""

    name: str
    columns: tuple[str, ...]
    assignable: tuple[str, ...] = ()
    whole: bool = False
    kinds: tuple[Kind, ...] = ()
    keys: tuple[tuple[str, ...], ...] = ()
    apart: tuple[tuple[str, Kind], ...] = ()
    numbers: tuple[str, ...] = ()
    stored: bool = True
    inner: bool = False
    locked: bool = False
    called: int = 0
    commands: Commands | None = None
    rowless: bool = False
    also: tuple[str, ...] = ()


def read(database: Any, *, system: bool = False, matches: bool = False, rows: Iterable[str] = ()) -> list[Table]:
    """The tables of whatever describes a database; `sql` says what may. `system`: with what SQLite has beside them;
    `matches`: what MATCH is about, too; `rows`: functions of JSON that give rows."""
    beside = frozenset(name for name, asked in (("system", system), ("matches", matches)) if asked)
    out = _read(database, beside)
    known = {key(table.name) for table in out}
    given = (replace(_OF_JSON, name=name) for name in rows)
    return [*out, *(table for table in given if table.name not in known)]


def _read(database: Any, beside: frozenset[str]) -> list[Table]:
    if isinstance(database, sqlite3.Connection):
        return _connected(database, beside)
    if isinstance(database, Mapping):
        return [*_mapped(database), *(_system(sqlite3.connect(":memory:").cursor()) if "system" in beside else ())]
    if isinstance(database, str | PurePath):
        source_text(database, "database", a_file="give sqlite3.connect(path), or the DDL in it, path.read_text()")
        return _declared(str(database), beside)
    if hasattr(database, "get_table_names") or hasattr(database, "dialect"):
        return _inspected(database, beside)
    raise TypeError(
        "database must be a sqlite3 connection, SQLAlchemy's engine, session, metadata or models, DDL text or a "
        f"mapping of tables to columns, not {described(database)}"
        + ("; or say dialect='postgresql'" if hasattr(database, "cursor") else "")
    )


def checked(
    tables: Iterable[Table], hidden: Iterable[str], spelling: Spelling = SQLITE
) -> tuple[list[Table], set[str]]:
    """The tables without what is hidden: `table`, or `table.column`; and the names of columns hidden in a table that
    is not. Names are told apart as SQL does.
    """
    key = spelling.key
    hiding = {key(name) for name in hidden}
    secret: dict[str, str] = {}
    out: list[Table] = []
    seen: set[str] = set()
    met: set[str] = set()
    total = 0
    for table in tables:
        name = key(table.name)
        for entry in (name, *(f"{name}.{key(column)}" for column in table.columns)):
            if entry in met and entry in hiding and "." in entry:
                raise GrammarError(f"sql: hidden is ambiguous, {shown(entry, 60)} is two things of the database")
            met.add(entry)
        if name in hiding:
            continue
        _name(table.name, "a table")
        if name in seen:
            raise GrammarError(f"sql: two tables have the name {shown(table.name, 60)}")
        seen.add(name)
        kept = tuple(c for c in table.columns if f"{name}.{key(c)}" not in hiding)
        for column in kept:
            _name(column, f"a column of {shown(table.name, 60)}")
        secret.update((key(c), f"{table.name}.{c}") for c in table.columns if f"{name}.{key(c)}" in hiding)
        total += len(kept)
        if len({key(column) for column in kept}) < len(kept):
            raise GrammarError(f"sql: two columns of {shown(table.name, 60)} have the same name")
        if len(out) >= MOST_TABLES or len(kept) > MOST_COLUMNS or total > MOST_NAMES:
            raise LimitExceeded(
                f"sql: {len(out) + 1} tables, {total} columns; at most {MOST_TABLES} tables of {MOST_COLUMNS} columns, "
                f"{MOST_NAMES} in all; hide those that no query needs",
                limit=MOST_NAMES,
                needed=total,
            )
        if kept:
            seen_columns = set(kept)
            assignable = tuple(c for c in table.assignable if c in seen_columns)
            kinds = tuple(k for c, k in zip(table.columns, table.kinds, strict=False) if c in seen_columns)
            whole = table.whole and assignable == table.assignable
            keys = tuple(filter(seen_columns.issuperset, table.keys))
            out.append(replace(table, columns=kept, assignable=assignable, whole=whole, kinds=kinds, keys=keys))
    if unknown := sorted(hiding - met):
        near = nearest(unknown[0], met)
        meant = f"; did you mean {shown(near, 60)}?" if near else ""
        raise GrammarError(f"sql: hidden is not in the database: {', '.join(shown(n, 60) for n in unknown[:5])}{meant}")
    if not out:
        raise GrammarError("sql: the database has no table with a column that may be seen")
    _kept_apart(out, secret, spelling)
    return out, set(secret)


def _kept_apart(tables: list[Table], secret: dict[str, str], spelling: Spelling) -> None:
    """Refuse columns by whose names a query that is inside another one would read a hidden column."""
    for table in tables if secret else ():
        for column in (*table.columns, *(name for name, _ in table.apart)):
            own = spelling.key(column)
            same = secret.get(own, next(iter(secret.values())) if key(column) in _ROWS else None)
            if same is not None:
                raise UnsupportedError(
                    f"sql: {shown(same, 60)} cannot be hidden beside {shown(f'{table.name}.{column}', 60)}, by whose "
                    "name a query could read it; hide both, or the tables",
                    feature="hidden",
                    where="sql",
                )


def _name(name: Any, what: str) -> None:
    if not isinstance(name, str):
        raise TypeError(f"sql: the name of {what} must be a str, not {described(name)}")
    if not name or len(name) > 200 or any(ord(c) < 32 or c == "\x7f" for c in name):
        raise GrammarError(f"sql: the name of {what} must have 1 to 200 characters, none a control one: {shown(name)}")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise GrammarError(f"sql: the name of {what} has an unpaired surrogate: {shown(name)}") from None


def aliases(tables: list[Table], more: Iterable[str], spelling: Spelling = SQLITE) -> list[str]:
    """Names that a query may give its tables: letters, `t1`, initials and beginnings of tables, and those asked for."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    pool = [*letters, *(letter + digit for letter in letters for digit in "123"), *(f"t{n}" for n in range(4, 10))]
    pool += ["sub", "subq", "sq", "subquery"]
    for table in tables:
        words = re.findall("[A-Z]?[a-z0-9]+|[A-Z]+", table.name)
        initials = "".join(word[0] for word in words).lower()
        if 1 < len(initials) <= 4:
            pool += [initials, *(initials + digit for digit in "123")]
        if len(tables) <= _SHORTENED:
            pool += [table.name.lower()[:length] for length in range(2, 6)]
    key, plain = spelling.key, spelling.plain
    taken = {key(table.name) for table in tables}
    out = [name for name in dict.fromkeys(pool) if plain(name) and name not in taken]
    for name in more:
        _name(name, "an alias")
        if key(name) in taken:
            raise GrammarError(f"sql: the alias {shown(name, 60)} is the name of a table")
        if not plain(name):
            raise GrammarError(f"sql: the alias {shown(name, 60)} is no plain word, or a reserved one")
        out.append(name)
    return out


@dataclass(frozen=True, slots=True)
class Typed:
    """What a dialect that compares types adds to a catalogue: numbers of classes; of kinds that do something by
    themselves, each after that of what it is beside; what it calls results by itself, how deep brackets may be and what
    a query takes of it. `strict`: the database refuses what does not fit, and what is not grouped. `free`: names that
    may be used before a query in FROM puts them out, with their classes. `after_as`: what results may only be called
    after AS."""

    numbers: Mapping[str, int]
    special: Mapping[Kind, tuple[int, int]]
    chosen: Iterable[str]
    depth: int
    query: int
    strict: bool = True
    free: Mapping[str, str] = field(default_factory=dict)
    after_as: Iterable[str] = ()

    def of(self, kind: Kind) -> tuple[int, int]:
        """The number of its class, and of itself if it is special."""
        if kind in self.special:
            return self.special[kind]
        if isinstance(kind, tuple):
            return 2, 0
        return (self.numbers[kind] if isinstance(kind, str) else kind), 0


def encoded(
    tables: list[Table],
    pool: list[str],
    word: Pattern,
    *,
    free: bool = False,
    written: Iterable[Table] = (),
    spelling: Spelling = SQLITE,
    typed: Typed | None = None,
) -> bytes:
    """The catalogue as the engine reads it (`Names` in constrain/grammar.py). `word`: what a text may call its sources;
    `free`: so it may call their columns before it has declared them, too. `written`: tables that may be written.
    `typed`: what a dialect that compares types adds."""
    key = spelling.key
    numbers: dict[str, int] = {}
    spelled: list[bytes] = []

    def of(name: str) -> bytes:
        known = numbers.get(key(name))
        if known is None:
            known = numbers[key(name)] = len(spelled)
            ways = spelling.spellings(name)
            spelled.append(_text(key(name)) + number(len(ways)) + b"".join(map(_text, ways)))
        return number(known)

    body = bytearray(number(len(tables)))
    for table in tables:
        spend(TURN * (1 + len(table.columns)))
        columns = [*table.columns, *(name for name, _ in table.apart)]
        body += of(table.name) + number(len(columns)) + b"".join(map(of, columns))
    ids = list(dict.fromkeys(map(of, pool)))
    body += number(len(ids)) + b"".join(ids)
    body += _code(encode(BLANK_OR_AS)) + _code(encode(AS)) + _code(encode(OPENED)) + _code(encode(CLOSED))
    stack, query = (typed.depth, typed.query) if typed else (STACK, QUERY)
    strict = typed is not None and typed.strict
    body += number(_SOURCES[strict]) + number(_LEVELS[strict]) + number(stack) + number(query)
    body += _code(encode(word)) + _code(encode(intersection(word, ALONE))) + _code(encode(IN_TABLE)) + number(free)
    places = {table.name: place for place, table in enumerate(tables)}
    targets = list(written)
    body += number(len(targets))
    for table in targets:
        body += number(places[table.name])
        for given in (table.assignable, [name for name, _ in table.apart if name in ("docid", *table.numbers[:1])][:1]):
            body += number(len(given)) + b"".join(map(of, given))
        body += number(table.whole) + number(table.stored) + number(table.locked)
    called = [table for table in tables if table.called]
    body += number(len(called)) + b"".join(number(places[table.name]) + number(table.called) for table in called)
    others = [(name, table) for table in tables for name in table.also]
    body += number(len(others)) + b"".join(of(name) + number(places[table.name]) for name, table in others)
    wider = [table for table in tables if table.apart]
    body += number(len(wider))
    for table in wider:
        body += number(places[table.name]) + number(len(table.apart)) + b"".join(of(name) for name, _ in table.apart)
    rows = list(dict.fromkeys(name for table in tables for name in table.numbers))
    body += number(len(rows)) + b"".join(map(of, rows))
    body += number(0 if typed is None else 1 + typed.strict)
    if typed:
        for table in tables:
            pairs = [typed.of(kind) for kind in (*table.kinds, *(kind for _, kind in table.apart))]
            for numbered in zip(*pairs, strict=True):
                body += number(len(pairs)) + b"".join(map(number, numbered))
    if typed and typed.strict:
        chosen = [of(name) for name in sorted(typed.chosen)]
        body += number(len(chosen)) + b"".join(chosen)
        known = {key(column) for table in tables for column in table.columns}
        listed = {of(name): number(typed.numbers[kind]) for name, kind in typed.free.items() if key(name) not in known}
        body += number(len(listed)) + b"".join(listed) + number(len(listed)) + b"".join(listed.values())
        after = [of(name) for name in sorted(typed.after_as)]
        body += number(len(after)) + b"".join(after)
        views = [number(places[table.name]) for table in tables if not table.assignable]
        body += number(len(views)) + b"".join(views)
    keyed = [(table, its) for table in tables for its in table.keys]
    body += number(len(keyed))
    for table, its in keyed:
        body += number(places[table.name]) + number(len(its)) + b"".join(map(of, its))
    return number(len(spelled)) + b"".join(spelled) + bytes(body)


def needed_bytes(tables: list[Table], pool: list[str], spelling: Spelling = SQLITE) -> int:
    """The bytes of all names, however spelled, and of keywords and signs; what else texts contain may be left out."""
    names = {*pool, *(table.name for table in tables), *(column for table in tables for column in table.columns)}
    letters = {*string.ascii_letters, *string.digits, *" _.,*()=<>!|%+-/;\"'&~:?$@"}
    needed = {*"".join(letters).encode(), *"".join(way for name in names for way in spelling.spellings(name)).encode()}
    return sum(1 << byte for byte in needed)


def free_names(tables: list[Table], spelling: Spelling = SQLITE) -> Pattern:
    """Words by which a text may call a query of its own: no table's name."""
    taken = {spelling.key(name) for table in tables for name in (table.name, *table.also)}
    return intersection(
        spelling.bare, complement(alternation(*(caseless(name) for name in sorted(taken) if name.isascii())))
    )


def free_words(secret: set[str], spelling: Spelling = SQLITE) -> Pattern:
    """What a text may use before it has declared it: not a hidden column, nor the rowid."""
    return intersection(spelling.bare, complement(_secret_words(secret)))


def result_names(secret: set[str]) -> Pattern:
    """How a text may name its results: not as a hidden column, which a query within could read so, nor the rowid."""
    other = complement(_secret_words(secret))
    names = intersection(alternation(BARE, TITLE, concat(literal(b'"'), UNRESERVED, literal(b'"'))), other)
    return alternation(concat(BLANK_OR_AS, names), concat(AS, intersection(AFTER_AS, other)))


def _secret_words(secret: set[str]) -> Pattern:
    taken = {*_ROWS, *(name for name in secret if name.isascii())}
    return alternation(*(caseless(w) for name in sorted(taken) for w in (name, in_quotes(name), *_marked(name))))


def _marked(name: str) -> tuple[str, ...]:
    """The name in quotation marks of other kinds."""
    return f"'{name}'", f"`{name}`", f"[{name}]"


def _text(text: str) -> bytes:
    return number(len(text.encode())) + text.encode()


def _code(code: bytes) -> bytes:
    return number(len(code)) + code


# --- Sources -------------------------------------------------------------------------------------------------------


def _mapped(database: Mapping[Any, Any]) -> list[Table]:
    out = []
    for name, columns in database.items():
        if isinstance(columns, str) or not isinstance(columns, Iterable):
            raise TypeError(f"sql: the columns of {shown(name, 60)} must be names, not {described(columns)}")
        listed = tuple(columns)
        types = tuple(columns.values()) if isinstance(columns, Mapping) else ()
        for each in (name, *listed, *types):
            if not isinstance(each, str):
                raise TypeError(
                    f"sql: names of tables and columns, and types, must be str, not {described(each)}, in "
                    f"{shown(name, 60)}"
                )
        kinds = tuple(map(class_of, types or ("",) * len(listed)))
        out.append(Table(name, listed, listed, True, kinds))
    return out


# What is in double quotes and no column's name is a text to SQLite, but beside a point, or as a table's name.
_TEXT, _POINTED, _COMMENT = "'(?:[^']|'')*'", r'\.\s*"(?:[^"]|"")*"|"(?:[^"]|"")*"\s*\.', r"--[^\n]*|/\*.*?\*/"
_IN_QUOTES = re.compile(
    rf'{_TEXT}|{_POINTED}|{_COMMENT}|(?P<table>\b(?:from|join)\s*)?"(?P<name>(?:[^"]|"")*)"', re.DOTALL | re.IGNORECASE
)


def writable(tables: Iterable[Table], predicate: str | None) -> list[Table]:
    """The tables with columns to which values may be given; with a predicate, those on which SQLite takes it."""
    listed = list(tables)
    out = [table for table in listed if table.assignable]
    if predicate is None:
        return out
    quoted = _perhaps_texts(predicate, {key(table.name) for table in listed})
    connection = sqlite3.connect(":memory:")
    said = ""
    fitting = []
    try:
        for table in listed:
            said = _error(connection, f"CREATE TABLE {_row(table)} WITHOUT ROWID") or said
        for table in out:
            spend(TURN)
            deleting = f"EXPLAIN DELETE FROM {in_quotes(table.name)} WHERE "
            # By itself, too: `a) OR (b` is none.
            wrong = _error(connection, deleting + predicate) or _error(connection, f"{deleting}({predicate}) AND (0)")
            if not wrong and (unknown := quoted - {key(column) for column in table.columns}):
                wrong = f"no such column: {min(unknown)}"
            if wrong:
                said = wrong
            else:
                fitting.append(table)
    finally:
        connection.close()
    if not fitting:
        raise GrammarError(f"sql: no table can be written where {shown(predicate, 120)}: {said or 'there is none'}")
    return fitting


def _perhaps_texts(predicate: str, tables: set[str]) -> set[str]:
    """What the predicate has in double quotes, which SQLite takes for a text on tables without such a column."""
    out = set()
    for found in _IN_QUOTES.finditer(predicate):
        name = key((found["name"] or "").replace('""', '"'))
        if name and not (found["table"] and name in tables):
            out.add(name)
    return out


def _row(table: Table) -> str:
    columns = [in_quotes(column) for column in table.columns]
    return f"{in_quotes(table.name)}({', '.join(columns)}, PRIMARY KEY({columns[0]}))"


def _error(connection: sqlite3.Connection, statement: str) -> str:
    """Why SQLite does not prepare it, or nothing."""
    try:
        connection.execute(statement)
    except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
        return "" if "binding" in str(error).lower() else str(error)  # which comes after it has been prepared
    return ""


def _inspected(database: Any, beside: frozenset[str]) -> list[Table]:
    """Of SQLAlchemy: an engine, a connection or an inspector; by the connection of `sqlite3` below it."""
    bind = getattr(database, "bind", database)
    pooled = hasattr(bind, "raw_connection")
    held = bind.raw_connection() if pooled else bind.connection
    try:
        if not isinstance(held.driver_connection, sqlite3.Connection):
            raise TypeError(f"database is of {bind.dialect.name}, not of sqlite; or say dialect='postgresql'")
        return _connected(held.driver_connection, beside)
    finally:
        if pooled:
            held.close()


def _connected(connection: sqlite3.Connection, beside: frozenset[str] = frozenset()) -> list[Table]:
    """Tables and views of the main database, and temporary ones, without those of SQLite itself, and virtual ones only
    where `beside` has `system`; a view that cannot be read is left out."""
    cursor = connection.cursor()
    cursor.row_factory = None

    def rows(query: str) -> list[list[Any]]:
        return _rows(cursor, query)

    out: list[Table] = []
    listed = (
        "SELECT '{}', name, CASE WHEN rootpage = 0 AND type = 'table' THEN sql ELSE type END, sql FROM {} "
        "WHERE type IN ('table', 'view') ORDER BY rowid"
    )
    temporary = rows(listed.format("temp", "sqlite_temp_master"))
    before = {key(name) for _, name, *_ in temporary}  # others of their names
    here = rows(listed.format("main", "main.sqlite_master"))
    found = [*(each for each in here if key(each[1]) not in before), *temporary]
    virtual = [name for _, name, kind, _ in found if kind not in ("table", "view")]
    for schema, name, kind, declared in found:
        own, stored = name.lower().startswith("sqlite_"), name not in virtual
        if (own or not stored) and "system" not in beside:
            continue
        full = _FTS.search(kind) is not None
        if not stored and not (_READ.search(kind) or ("matches" in beside and full)):
            continue
        quoted = in_quotes(name)
        try:
            if kind != "table":
                cursor.execute(f"SELECT * FROM {schema}.{quoted} LIMIT 0")
            described_columns = [row for row in rows(f"PRAGMA {schema}.table_xinfo({quoted})") if row[6] != 1]
            columns = tuple(row[1] for row in described_columns)
            hidden = rows(f"SELECT name FROM pragma_table_xinfo({_string(name)}, '{schema}') WHERE hidden = 1")
        except sqlite3.Error:
            continue
        if len({key(c) for c in columns}) == len(columns):
            inner = any(name == f"{each}_{part}" for each in virtual for part in _PARTS)
            tree = _RTREE.search(kind) is not None
            kept = kind == "view" or (own and name not in _WRITABLE) or inner or not (stored or full or tree)
            given = () if kept else tuple(row[1] for row in described_columns if not row[6])
            keys = []
            if kind == "table":
                keys = [[row[1] for row in sorted(described_columns, key=lambda row: row[5]) if row[5]]]
                for index in (row[1] for row in rows(f"PRAGMA {schema}.index_list({quoted})") if row[2] and not row[4]):
                    parts = rows(f"PRAGMA {schema}.index_info({in_quotes(index)})")
                    keys.append([part[2] for part in sorted(parts)])
            known = dict.fromkeys(tuple(its) for its in keys if its and set(its) <= set(columns))
            kinds = tuple(class_of(row[2] or "") for row in described_columns)
            numbers = _numbers(cursor, f"{schema}.{quoted}", columns) if "system" in beside and kind != "view" else ()
            apart = [(each, "u") for (each,) in hidden if not stored] + [(number, "n") for number in numbers]
            table = Table(name, columns, given, True, kinds, tuple(known), tuple(apart), numbers, stored, inner)
            told, rowless = _commands(kind, columns) if full else None, bool(_ROWLESS.search(declared or ""))
            out.append(replace(table, locked=tree, called=int(full), commands=told, rowless=rowless))
    if "system" in beside:
        taken = {key(table.name) for table in out}
        out += (table for table in _system(cursor) if key(table.name) not in taken)
    return out


def _rows(cursor: sqlite3.Cursor, query: str) -> list[list[Any]]:
    return [[_decoded(value) for value in row] for row in cursor.execute(query).fetchall()]


# Whose tables can be read as others are, the first with columns that are what MATCH is about, the second if nothing
# reads them while they are written: SQLite locks them.
_FTS, _RTREE, _READ = (
    re.compile(rf"\busing\s+(?:{name})\b", re.IGNORECASE)
    for name in ("fts[345]", "rtree(?:_i32)?", "rtree(?:_i32)?|fts4aux|fts5vocab|fts3tokenize")
)
# Tables in which they store what they have.
_PARTS = ("content", "data", "idx", "docsize", "config", "segments", "segdir", "stat", "node", "parent", "rowid")
_ROWLESS = re.compile(r"\)[^)]*\bwithout\s+rowid\b[^)]*\Z", re.IGNORECASE)
_WRITABLE = ("sqlite_sequence", "sqlite_stat1", "sqlite_stat4")  # of SQLite's own
# What SQLite has beside tables, with how many arguments each may have that no value makes an error of.
_PRAGMAS = ("table_info", "table_xinfo", "index_list", "index_info", "index_xinfo", "foreign_key_list")
_LISTS = ("table_list", "database_list", "collation_list", "function_list", "module_list", "compile_options")
_MODULES = {
    "dbstat": 2,
    "sqlite_stmt": 0,
    **{f"pragma_{name}": 1 for name in _PRAGMAS},
    **{f"pragma_{name}": 0 for name in _LISTS},
}
BESIDE = (*(f"sqlite_{temp}{name}" for temp in ("", "temp_") for name in ("master", "schema")), *_MODULES)
_OF_JSON = Table(
    "json_each",
    ("key", "value", "type", "atom", "id", "parent", "fullkey", "path"),
    kinds=tuple("uutunntt"),
    apart=(("json", "u"), ("root", "u")),
    stored=False,
    called=2,
)


def _system(cursor: sqlite3.Cursor) -> list[Table]:
    """What SQLite has beside the tables of a database, as far as it was built with it."""
    numbers, out = tuple((each, "n") for each in _ROWS), []
    for name in ("sqlite_master", "sqlite_temp_master"):
        other = name.replace("master", "schema")  # which is not called so in its own query
        also = (other,) if _numbers(cursor, other, ()) else ()
        columns = ("type", "name", "tbl_name", "rootpage", "sql")
        out.append(Table(name, columns, kinds=tuple("tttnt"), apart=numbers, numbers=_ROWS, also=also))
    for name, most in _MODULES.items():
        try:
            listed = _rows(cursor, f"SELECT name, type, hidden FROM pragma_table_xinfo({_string(name)})")
        except sqlite3.Error:
            continue
        shown = [(each, class_of(kind or "")) for each, kind, apart in listed if not apart]
        apart = [(each, "u") for each, _, apart in listed if apart]
        if shown:
            columns, kinds = zip(*shown, strict=True)
            rows = _numbers(cursor, name, columns)
            apart += [(each, "n") for each in rows]
            table = Table(name, columns, kinds=kinds, apart=tuple(apart), numbers=rows, stored=False)
            out.append(replace(table, called=min(most, len(apart))))
    return out


_CONTENTS = re.compile(r"\bcontent\s*=\s*(?P<none>''|\"\")?", re.IGNORECASE)


def _commands(declared: str, columns: tuple[str, ...]) -> Commands:
    """What a table of full text may be told that never ends in an error."""
    elsewhere = _CONTENTS.search(declared)
    kept = elsewhere is None or not elsewhere["none"]
    alone = (b"'optimize'", *((b"'rebuild'", b"'integrity-check'") if kept else ()))
    if "fts5" not in key(declared):
        return Commands(alone)
    number = at_most(9_999)
    valued = {b"'automerge'": at_most(64), b"'usermerge'": at_most(16)}
    valued |= {b"'integrity-check'": at_most(0 if elsewhere else 1)}
    valued |= {b"'merge'": concat(optional(literal(b"-")), number), b"'crisismerge'": number}
    valued |= {b"'pgsz'": alternation(*(concat(byte_range(0x31, 0x39), *[byte_range(0x30, 0x39)] * n) for n in (2, 3)))}
    weight = concat(at_most(99), optional(concat(literal(b"."), at_most(9))))
    weights = optional(concat(weight, repeat(concat(literal(b","), optional(literal(b" ")), weight), 0, 20)))
    valued |= {b"'rank'": concat(literal(b"'bm25("), weights, literal(b")'"))}
    return Commands((*alone, *((b"'delete-all'",) if elsewhere else ())), valued, columns if elsewhere else ())


def _numbers(cursor: sqlite3.Cursor, quoted: str, columns: tuple[str, ...]) -> tuple[str, ...]:
    """What the number of a row may be called: nothing where the table has none."""
    out = tuple(name for name in _ROWS if name not in {key(column) for column in columns})
    try:
        for name in out:
            cursor.execute(f"EXPLAIN SELECT {name} FROM {quoted}")
    except sqlite3.Error:
        return ()
    return out


def _string(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _decoded(value: Any) -> Any:
    """A value as it would be without a `text_factory` of the connection."""
    if isinstance(value, bytes | bytearray):
        try:
            return bytes(value).decode()
        except UnicodeDecodeError:
            raise GrammarError(f"sql: a name of the database is no UTF-8: {shown(bytes(value), 60)}") from None
    if value is None or isinstance(value, str | int | float):
        return value
    raise GrammarError(f"sql: the connection's text_factory makes {described(value)} of names, not str")


_ALLOWED = frozenset(
    getattr(sqlite3, name)
    for name in (
        "SQLITE_CREATE_TABLE", "SQLITE_CREATE_INDEX", "SQLITE_CREATE_VIEW", "SQLITE_INSERT", "SQLITE_UPDATE",
        "SQLITE_READ", "SQLITE_SELECT", "SQLITE_FUNCTION", "SQLITE_TRANSACTION", "SQLITE_REINDEX", "SQLITE_ALTER_TABLE",
    )
)  # fmt: skip


# What a dump has besides, and what changes no columns; virtual tables are not in queries.
_PASSED = re.compile(
    r"(?>\s+|--[^\n]*|/\*(?s:.*?)\*/)*+(?:insert|replace|update|delete|pragma|analyze|vacuum|"
    r"create\s+(?:virtual|(?:unique\s+)?index|(?:temp(?:orary)?\s+)?trigger))\b",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(r"\bauto_increment\b|\bengine\s*=|\bidentity\s*\(|\[dbo\]|\bvarchar2\b", re.IGNORECASE)
_OF_POSTGRESQL = re.compile(r"\bpublic\.|::|\b(?:big)?serial\b", re.IGNORECASE)


def _declared(text: str, beside: frozenset[str]) -> list[Table]:
    """The tables that DDL text makes, read by SQLite."""
    if len(text) > 4_000_000:
        raise LimitExceeded(f"sql: {len(text)} characters of DDL", limit=4_000_000, needed=len(text))
    try:
        text.encode()
    except UnicodeEncodeError:
        raise GrammarError("sql: the DDL has an unpaired surrogate") from None
    if "\0" in text:
        raise GrammarError("sql: the DDL has a NUL character")
    connection = sqlite3.connect(":memory:")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 1_000_000)
    connection.execute(f"PRAGMA max_page_count = {_MOST_PAGES}")
    asked = 0

    def counted(*_: object) -> int:
        nonlocal asked
        asked += 1
        return sqlite3.SQLITE_OK if asked <= _MOST_ASKED else sqlite3.SQLITE_DENY

    def authorize(*action: Any) -> int:
        return counted() or _authorize(*action)

    try:
        connection.set_authorizer(authorize)
        steps = iter(range(_MOST_STEPS // 1000))
        connection.set_progress_handler(lambda: next(steps, None) is None, 1000)
        for statement in _statements(text):
            spend(TURN + len(statement))
            if _PASSED.match(statement):
                continue
            try:
                connection.execute(statement)
                _within(asked)
            except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
                if str(error) == "interrupted":
                    raise LimitExceeded(
                        f"sql: SQLite takes more than {_MOST_STEPS:,} steps to read the DDL; give a connection or a "
                        "mapping",
                        limit=_MOST_STEPS,
                        needed=_MOST_STEPS + 1,
                    ) from None
                other = "; PostgreSQL's is read by dialect='postgresql'" if _OF_POSTGRESQL.search(statement) else ""
                if _OF_OTHERS.search(statement):
                    other = (
                        "; of a database of another kind give a mapping of tables to columns, or SQLAlchemy's metadata"
                    )
                raise GrammarError(
                    f"sql: SQLite does not take the DDL: {error}, in {shown(statement.strip(), 120)}{other}"
                ) from None
        connection.set_authorizer(counted)
        _few_views(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'view'").fetchall())
        tables = _connected(connection, beside)
        _within(asked)
        return tables
    finally:
        connection.close()


def _few_views(views: list[tuple[str, str]]) -> None:
    """Refuse views in views that multiply: SQLite writes each out wherever it is named, without asking anything.

    What a view names is what its text mentions, which may be more.
    """
    texts = {key(name): key(text) for name, text in views}
    odd = {name: name.replace('"', '""') for name in texts if not _WORD.fullmatch(name)}
    inside: dict[str, Counter[str]] = {}
    for name, text in texts.items():
        spend(len(text) * (1 + len(odd)))
        found = Counter(word for word in _WORD.findall(text) if word in texts)
        found.update({other: text.count(way) + text.count(other) for other, way in odd.items()})
        inside[name] = +found
        inside[name].pop(name, None)
    try:
        order = tuple(TopologicalSorter(inside).static_order())
    except CycleError as error:
        named = ", ".join(shown(name, 60) for name in error.args[1][:5])
        raise GrammarError(f"sql: views of the DDL mention each other: {named}; give a connection instead") from None
    sizes: dict[str, int] = {}
    for name in order:
        sizes[name] = min(1 + sum(sizes[other] * count for other, count in inside[name].items()), _MOST_ASKED)
        if sizes[name] > _MOST_VIEWS:
            raise LimitExceeded(
                f"sql: the view {shown(name, 60)} is made of too many views", limit=_MOST_VIEWS, needed=sizes[name]
            )


def _within(asked: int) -> None:
    if asked > _MOST_ASKED:
        raise LimitExceeded(
            "sql: what the DDL makes is too much for SQLite to prepare", limit=_MOST_ASKED, needed=asked
        )


def _authorize(action: int, first: str | None, *_: object) -> int:
    """What DDL may do: it writes to the schema alone."""
    writes = action == sqlite3.SQLITE_INSERT and first not in _SCHEMA
    return sqlite3.SQLITE_OK if action in _ALLOWED and not writes else sqlite3.SQLITE_DENY


_SCHEMA = frozenset(("sqlite_master", "sqlite_temp_master", "sqlite_sequence"))


def _statements(text: str) -> Iterator[str]:
    """The statements of the text, without comments alone."""
    pending = ""
    for piece in text.split(";"):
        pending += piece + ";"
        if len(pending) > 200_000:
            raise LimitExceeded("sql: one statement of DDL is too long", limit=200_000, needed=len(pending))
        spend(len(pending))
        if sqlite3.complete_statement(pending):
            if pending.strip(" \t\r\n;"):
                yield pending
            pending = ""
    if pending.strip(" \t\r\n;"):
        yield pending
