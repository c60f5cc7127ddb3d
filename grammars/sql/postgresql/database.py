"""What a PostgreSQL database has: tables and views with typed columns, from DDL text, a mapping, or a live one.

DDL is a text that somebody else may have written, and there is no server here to read it. So what is read is CREATE
TABLE with columns and constraints, CREATE TYPE … AS ENUM and CREATE DOMAIN; statements that change no columns (indexes,
comments, rows, rights) are passed over, and any other is an error, since it might change what the tables are. Time is
proportional to the text.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from constrain.budget import spend
from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.support.arguments import described
from constrain.support.shown import shown

from ..catalogue import Kind, Table
from .functions import BUILT_IN, CLASS_OF, CLASSES, COMPARED, OPAQUE, OPAQUE_TYPES, SERIAL, SPECIAL
from .spelling import LONGEST_NAME, SPELLING, SYSTEM

_LONGEST = 4_000_000  # characters of DDL
# As scan.l has it: whatever is not ASCII is a letter. A text E'…' goes on after a new line. Comments may hold comments,
# which no regular expression reads; names U&"…" are refused. A tag that no other closes would be searched to the end
# of the text each time, so a `$` by itself is no token.
_TOKEN = re.compile(
    r"""(?P<space>[ \t\n\r\f]+|--[^\n\r]*)|(?P<comment>/\*)|(?P<escaped>[uU]&")
    |(?P<text>[eE]'(?:[^'\\]|'(?:[ \t\f]*[\n\r][ \t\n\r\f]*)?'|\\.)*'|'(?:[^']|'')*'
        |\$(?P<tag>(?:[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*)?)\$.*?\$(?P=tag)\$)
    |(?P<word>(?![eE]')[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_$\x80-\U0010ffff]*)|(?P<quoted>"(?:[^"\0]|"")+")
    |(?P<number>[0-9]+(?:\.[0-9]+)?|\$[0-9]+)|(?P<sign>::|[-+*/<>=~!@\#%^&|`?.,;:()\[\]])""",
    re.VERBOSE | re.DOTALL,
)
_COMMENT = re.compile(r"/\*|\*/")
_SMALL = {letter: letter + 32 for letter in range(ord("A"), ord("Z") + 1)}  # all that PostgreSQL folds
_PASSED = (
    "comment", "create index", "create unique", "create sequence", "create extension", "create trigger", "insert",
    "create schema", "set", "select", "grant", "revoke", "analyze", "begin", "commit", "start", "alter sequence",
    "create function", "create or", "create policy", "update", "delete", "alter type", "alter schema", "alter function",
    "create statistics", "create role", "create user", "alter default", "create procedure", "alter extension", "vacuum",
    "alter index", "create constraint", "create rule", "create publication", "alter publication", "copy",
)  # fmt: skip
_NOT_COLUMNS = frozenset("constraint primary unique foreign check".split())  # noqa: SIM905
_AFTER_TYPE = frozenset(
    """primary not null default unique references check constraint generated collate compression storage
    deferrable initially no""".split()  # noqa: SIM905
)
_HARMLESS = ("add constraint", "add primary", "add foreign", "add unique", "add check", "owner to", "enable row",
             "disable row", "force row", "alter column", "validate", "cluster on", "replica identity",
             "enable trigger", "disable trigger", "attach partition")  # fmt: skip
# What arrays are, by what they are of; those of anything else can be compared, which is all.
_ARRAYS: dict[Kind, Kind] = {1: 1, "t": "text[]", "x": "number[]", "f": "number[]"}
_TYPED = (["type"], ["set", "data"])  # what ALTER COLUMN may do to a column that changes its type
# Types that are written in more than one word, without their modifiers.
_PHRASES = {
    "double precision": "float8", "character varying": "varchar", "char varying": "varchar", "bit varying": "varbit",
    "nchar varying": "varchar", "national char": "bpchar", "national character": "bpchar",
    "national char varying": "varchar", "national character varying": "varchar",
    "time with time zone": "timetz", "time without time zone": "time",
    "timestamp with time zone": "timestamptz", "timestamp without time zone": "timestamp",
    **{f"interval {field}": "interval" for field in ("year", "month", "day", "hour", "minute", "second",
       "year to month", "day to hour", "day to minute", "day to second", "hour to minute", "hour to second",
       "minute to second")},
}  # fmt: skip


def class_of(declared: str) -> Kind:
    """The class of a type as it is declared: a letter of functions.py, one of SPECIAL, or 1 or 2 if of none."""
    try:
        return _class(list(_tokens(declared)), {})
    except (GrammarError, UnsupportedError):
        return 1


def _class(words: list[str], own: Mapping[tuple[str, str], Kind]) -> Kind:
    """Of the tokens of a type; `own`: the user's types by schema and name."""
    base: list[str] = []
    depth = 0
    for i, word in enumerate(words):
        if i and depth == 0 and word in ("[", "array"):
            of = _class(base, own)
            return _ARRAYS.get(of, 1 if SPECIAL.get(str(of), (2,))[0] == OPAQUE else 2)
        depth += word == "("
        if depth == 0:
            base.append(word)
        depth -= word == ")"
    if len(base) == 3 and base[1] == ".":
        try:
            schema, name = _name(base[0]), _name(base[2])
        except GrammarError:
            return 1
        return _built_in(name) if schema == "pg_catalog" else own.get((schema, name), 1)
    if len(base) != 1 or base[0] in ("char", "character", "nchar"):  # "char" is another type
        phrase = " ".join(base)
        return _built_in(_PHRASES[phrase]) if phrase in _PHRASES else CLASS_OF.get(phrase, 1)
    if not base[0].startswith('"') and base[0] in CLASS_OF:
        return CLASS_OF[base[0]]
    try:
        name = _name(base[0])
    except GrammarError:
        return 1
    if name in SERIAL:
        return CLASS_OF[name]
    if name in BUILT_IN or name.startswith("pg_") or (name[0] == "_" and name[1:] in BUILT_IN):
        return _built_in(name)
    return own.get(("public", name), 1)


def _built_in(name: str) -> Kind:
    """The class of a type of pg_catalog."""
    if name in SPECIAL or name == "varbit":
        return name.replace("var", "")
    return (CLASS_OF.get(name) or (2 if name in COMPARED else 1)) if name in BUILT_IN else 1


def _tokens(text: str) -> Iterator[str]:
    """Tokens as their text: words in small letters, names in quotation marks as they are. What a dump has for `psql` is
    passed over: lines that begin with a backslash, and rows after COPY … FROM stdin."""
    at = 0
    statement: list[str] = []
    while at < len(text):
        if text[at] == "\\" and text[at - 1 : at] in ("", "\n"):
            at = (text.find("\n", at) + 1) or len(text)
            continue
        found = _TOKEN.match(text, at)
        if found is None:
            line = text.count("\n", 0, at) + 1
            raise GrammarError(f"sql: line {line} of the DDL cannot be read: {shown(text[at : at + 40])}")
        start, at = at, found.end()
        if found["comment"]:
            depth = 1
            for mark in _COMMENT.finditer(text, at):
                depth += 1 if mark[0] == "/*" else -1
                if depth == 0:
                    at = mark.end()
                    break
            else:
                line = text.count("\n", 0, start) + 1
                raise GrammarError(f"sql: the comment that begins in line {line} of the DDL is not closed")
        elif found["escaped"]:
            line = text.count("\n", 0, start) + 1
            raise UnsupportedError(
                f'sql: line {line} of the DDL has a name U&"…" with escapes, which is not read: '
                f"{shown(text[start : start + 40])}; write its characters",
                feature='U&"…"',
                where="sql",
            )
        elif not found["space"]:
            token = found[0].translate(_SMALL) if found["word"] else found[0]
            yield token
            if token != ";":
                statement.append(token)
            elif statement[:1] == ["copy"] and "stdin" in statement:
                end = text.find("\n\\.", at)
                if end < 0:
                    line = text.count("\n", 0, start) + 1
                    raise GrammarError(f"sql: the rows after COPY in line {line} of the DDL do not end with \\.")
                at = end + 1
            if token == ";":
                statement = []
        spend(at - start)


def read(database: Any, *, system: bool = False) -> list[Table]:
    """The tables of whatever describes a PostgreSQL database; `system`: with those of pg_catalog."""
    if system:
        if not hasattr(database, "cursor"):
            raise TypeError(
                f"sql: system=True is for a connection, from which these tables are read, not {described(database)}"
            )
        beside = _connected(database, "pg_catalog")
        taken = {each.name for each in beside}
        return [*(each for each in read(database) if each.name not in taken), *beside]
    if isinstance(database, Mapping):
        return _mapped(database)
    if isinstance(database, str):
        return _Reader(database).tables()
    bind = getattr(database, "bind", database)
    if isinstance(database, sqlite3.Connection) or getattr(getattr(bind, "dialect", None), "name", "") == "sqlite":
        raise TypeError("database is of sqlite, not of postgresql; leave out dialect=")
    if hasattr(database, "get_table_names") or hasattr(database, "dialect"):
        return _inspected(database)
    if hasattr(database, "cursor"):
        return _connected(database)
    raise TypeError(
        "database must be DDL text, a mapping of tables to columns with their types, a psycopg connection or a "
        f"SQLAlchemy engine or inspector, not {described(database)}"
    )


def table(
    name: str,
    columns: Iterable[tuple[str, Kind]],
    keys: Iterable[str] = (),
    fixed: Iterable[str] | None = None,
    system: Iterable[str] = SYSTEM,
) -> Table:
    """A table; its columns with their classes, its primary key, and columns to which nobody gives values; None: all."""
    # Queries within queries would read a table's own by these names.
    every = list(columns)
    listed = [(column, kind) for column, kind in every if column not in system]
    for each in (name, *(column for column, _ in listed)):
        if isinstance(each, str) and len(each.encode(errors="replace")) > LONGEST_NAME:
            raise GrammarError(f"sql: a name of PostgreSQL has at most 63 bytes: {shown(each, 80)}")
    given = () if fixed is None else tuple(c for c, _ in listed if c not in set(fixed))
    names, kinds = tuple(c for c, _ in listed), tuple(k for _, k in listed)
    return Table(name, names, given, len(given) == len(every), kinds, tuple(filter(None, [tuple(keys)])))


def _mapped(database: Mapping[Any, Any]) -> list[Table]:
    out = []
    for name, columns in database.items():
        if not isinstance(columns, Mapping):
            raise TypeError(
                f"sql: PostgreSQL compares types, so the columns of {shown(name, 60)} must be a mapping of names to "
                f"types, {{'id': 'integer'}}, not {described(columns)}"
            )
        for each in (name, *columns, *columns.values()):
            if not isinstance(each, str):
                raise TypeError(
                    f"sql: names of tables and columns, and types, must be str, not {described(each)}, in "
                    f"{shown(name, 60)}"
                )
        out.append(table(name, ((column, class_of(kind)) for column, kind in columns.items()), (), ()))
    return out


# --- Live databases --------------------------------------------------------------------------------------------------

_COLUMNS = """
SELECT c.relname, a.attname, format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null), t.typtype, e.typtype,
ARRAY(SELECT v.enumlabel::text FROM pg_catalog.pg_enum v WHERE v.enumtypid = t.oid ORDER BY v.enumsortorder),
c.relkind IN ('r', 'p') AND a.attgenerated = '' AND a.attidentity <> 'a', c.relkind IN ('r', 'p')
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0
AND NOT a.attisdropped ORDER BY c.oid, a.attnum
"""


# Those of a name that no other has, in a language that is trusted; what an extension brought is none's own.
_FUNCTIONS = """
SELECT p.proname, p.provolatile, p.proretset, format_type(p.prorettype, null),
ARRAY(SELECT format_type(a.kind, null) FROM unnest(p.proargtypes) WITH ORDINALITY AS a(kind, at) ORDER BY a.at),
p.pronargdefaults, p.provariadic <> 0, coalesce(p.proargnames, '{}'), coalesce(p.proargmodes::text[], '{}')
FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid = p.prolang
WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND l.lanpltrusted AND NOT EXISTS (
SELECT FROM pg_catalog.pg_proc q WHERE q.proname = p.proname AND q.oid <> p.oid
AND q.pronamespace IN ('public'::regnamespace, 'pg_catalog'::regnamespace)) AND NOT EXISTS (
SELECT FROM pg_catalog.pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY p.proname
"""


_KEYS = """
SELECT c.relname, a.attname FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
WHERE i.indisprimary AND i.indimmediate AND c.relnamespace = 'public'::regnamespace ORDER BY c.oid, a.attnum
"""


def _asked(connection: Any, *queries: str) -> list[Any]:
    """The rows of each query."""
    cursor = connection.cursor()
    try:
        return [(cursor.execute(query), cursor.fetchall())[1] for query in queries]
    finally:
        cursor.close()


class Function(NamedTuple):
    """One of the user's own: its arguments by a signature of functions.py, with their names where all have one; the
    class of what it gives, or `o`; whether it may write, and whether it gives several rows."""

    name: str
    arguments: str
    names: tuple[str, ...]
    gives: str
    volatile: bool
    rows: bool


# What a literal, a call or a column of the class is taken as without a cast. A smallint is not: `1` is none.
_TAKEN = {
    "integer": "i", "bigint": "i", "numeric": "x", "real": "x", "double precision": "n", "text": "t",
    "character varying": "t", "boolean": "b", "date": "d", "timestamp with time zone": "s", "interval": "v",
    "uuid": "u", "jsonb": "j", "json": "m", "text[]": "S",
    **{types[0]: letter for letter, (types, _) in OPAQUE_TYPES.items() if letter not in "JNSALYyr"},
}  # fmt: skip


def functions(connection: Any) -> list[Function]:
    """The user's own that take and give what the language has."""
    if not hasattr(connection, "cursor"):
        raise TypeError(f"sql: functions of your own are read from a connection, not from {described(connection)}")
    out = []
    for name, volatile, rows, kind, types, defaults, variadic, names, modes in _asked(connection, _FUNCTIONS)[0]:
        letters = [
            _TAKEN.get(each.removesuffix("[]") if variadic and i == len(types) - 1 else each)
            for i, each in enumerate(types)
        ]
        if not SPELLING.plain(name) or not all(letters) or len(letters) > 8:
            continue
        signature = "".join(map(str, letters))
        if defaults:
            signature = f"{signature[:-defaults]}?{signature[-defaults:]}"
        its = class_of(kind)
        gives = (
            str(its)
            if its in [*CLASSES]
            else next((k for k, (_, special) in OPAQUE_TYPES.items() if special == its), "o")
        )
        called = tuple(names) if all(map(SPELLING.plain, names)) and not {*modes} - {"i"} and not variadic else ()
        called = called if len(called) == len(letters) else ()
        out.append(Function(name, signature + "*" * variadic, called, gives, volatile == "v", rows))
    return out


def _connected(connection: Any, schema: str = "public") -> list[Table]:
    """Of a DB-API connection (psycopg): tables and views of a schema."""
    rows, keys = _asked(connection, *(query.replace("'public'", f"'{schema}'") for query in (_COLUMNS, _KEYS)))
    found: dict[str, list[tuple[str, Kind]]] = {}
    fixed: dict[str, list[str] | None] = {}
    for name, column, kind, sort, of, values, given, written in rows:
        its: Kind = tuple(values) if sort == "e" else 2 if kind.endswith("]") and of == "e" else class_of(kind)
        found.setdefault(name, []).append((column, its))
        its_fixed = fixed.setdefault(name, [] if written else None)
        if its_fixed is not None and not given:
            its_fixed.append(column)
    if schema == "pg_catalog":  # which nobody writes
        return [table(name, columns, (), None, SYSTEM - {"oid"}) for name, columns in found.items()]
    return [
        table(name, columns, [key for of, key in keys if of == name], fixed[name]) for name, columns in found.items()
    ]


def _inspected(database: Any) -> list[Table]:
    """Of SQLAlchemy: an engine, a connection or an inspector."""
    if not hasattr(database, "get_table_names"):
        try:
            from sqlalchemy import inspect
        except ImportError:
            raise TypeError(f"sql: {described(database)} needs sqlalchemy to be read") from None
        database = inspect(database)
    out = []
    views = set(database.get_view_names())
    for name in [*database.get_table_names(), *views]:
        columns: list[tuple[str, Kind]] = []
        fixed: list[str] = []
        for column in database.get_columns(name):
            kind = getattr(column["type"], "data_type", column["type"])  # what a domain is of
            enumeration = kind is column["type"] and hasattr(kind, "enums")
            its = tuple(kind.enums) if enumeration else class_of(_written(kind, database))
            columns.append((column["name"], its))
            if column.get("computed") or (column.get("identity") or {}).get("always"):
                fixed.append(column["name"])
        # Whether it is deferrable is not said, and then it does not decide what other columns are.
        out.append(table(name, columns, (), None if name in views else fixed))
    return out


def _written(kind: Any, database: Any) -> str:
    try:
        return str(kind.compile(dialect=database.dialect))
    except Exception:  # a type that SQLAlchemy does not know has no text
        return ""


# --- DDL -------------------------------------------------------------------------------------------------------------


class _Reader:
    """Reads DDL statement by statement."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise LimitExceeded(f"sql: {len(text)} characters of DDL", limit=_LONGEST, needed=len(text))
        self.text = text
        self.own: dict[tuple[str, str], Kind] = {}

    def tables(self) -> list[Table]:
        out: list[Table] = []
        made_tables: dict[str, Table] = {}
        views: set[str] = set()
        statements = list(self._statements())
        of_domains: dict[tuple[str, str], Kind] = {}  # as `own`, but that a domain of an enumeration has no operators
        altered = {_named(words, 2)[:2] for words in statements if [*map(_word, words[:2])] == ["alter", "type"]}
        for words in statements:  # types first, as the order does not matter here
            made = [_word(w) for w in words[:2]]
            if made not in (["create", "type"], ["create", "domain"]):
                continue
            schema, name, at = _named(words, 2)
            begin = [_word(w) for w in words[at : at + 2]]
            if made[1] == "type":
                kind: Kind = _values(words[at + 2 :]) if begin == ["as", "enum"] else 1
                of_domains[schema, name] = 1
            else:
                kind = _class(self._type(words[at + (begin[:1] == ["as"]) :])[0], of_domains)
                of_domains[schema, name] = kind
            if [*map(_word, words[:2])] == ["create", "type"] and (schema, name) in altered:
                kind = 2 if isinstance(kind, tuple) else kind  # its values may be others by now
            if self.own.setdefault((schema, name), kind) != kind:
                raise GrammarError(f"sql: two types have the name {shown(name, 60)}")
        late_fixed: dict[str, list[str]] = {}  # by table: columns that are generated, as ALTER TABLE says
        for words in statements:
            begin = [_word(w) for w in words[:8]]
            joined = " ".join(begin[:2])
            if begin[0] == "create" and "table" in begin[1:4]:
                at = begin.index("table") + 1
                its = self._table(words, at, made_tables)
                # IF NOT EXISTS: the one that was there first stays.
                late = begin[at : at + 3] == ["if", "not", "exists"] and not begin[at - 2].startswith("temp")
                if its is not None and not (late and its.name in made_tables):
                    out.append(its)
                    made_tables[its.name] = its
            elif begin[0] == "create" and "view" in begin[1:5]:
                at = begin.index("view") + 1
                schema, name, _ = _named(words, at + 3 if begin[at : at + 3] == ["if", "not", "exists"] else at)
                if schema == "public":
                    views.add(name)
            elif (
                joined in ("create type", "create domain", *_PASSED)
                or begin[0] in _PASSED
                or (joined == "alter table" and self._harmless(words, late_fixed))
            ):
                continue
            else:
                raise UnsupportedError(
                    f"sql: this statement of the DDL may change what tables are and is not read: {self._shown(words)}; "
                    "leave it out, or give a connection or a mapping of tables to typed columns",
                    feature="DDL",
                    where="sql",
                )
        if not out:
            raise GrammarError("sql: the DDL has no CREATE TABLE" + (" (views need a connection)" if views else ""))
        if twice := made_tables.keys() & views:
            raise GrammarError(f"sql: two tables have the name {shown(min(twice), 60)}")
        return [replace(its, assignable=_without(its.assignable, late_fixed.get(its.name, ()))) for its in out]

    def _statements(self) -> Iterator[list[str]]:
        """Tokens of each statement."""
        depth = 0
        out: list[str] = []
        for token in _tokens(self.text):
            if token == ";" and depth == 0:
                if out:
                    yield out
                out = []
                continue
            depth += (token == "(") - (token == ")")
            if depth < 0:
                raise GrammarError(f"sql: a bracket is closed that is not open, in {self._shown([*out, token])}")
            out.append(token)
        if depth:
            raise GrammarError(f"sql: a bracket is not closed, in {self._shown(out)}")
        if out:
            yield out

    @staticmethod
    def _shown(words: list[str]) -> str:
        return shown(" ".join(words[:16]), 120)

    def _harmless(self, words: list[str], fixed: dict[str, list[str]]) -> bool:
        at = 2
        while at < len(words) and _word(words[at]) in ("if", "exists", "only"):
            at += 1
        schema, name, at = _named(words, at)
        for action in _split(words[at:]):
            if [*map(_word, action[:2])] == ["alter", "column"] and "generated" in action[3:] and schema == "public":
                fixed.setdefault(name, []).append(_name(action[2]))
        return all(self._harmless_action([_word(w) for w in action]) for action in _split(words[at:]) if action)

    @staticmethod
    def _harmless_action(action: list[str]) -> bool:
        if not any(action[: len(begin.split())] == begin.split() for begin in _HARMLESS):
            return False
        return action[:2] != ["alter", "column"] or all(action[3 : 3 + len(t)] != t for t in _TYPED)

    def _table(self, words: list[str], at: int, known: Mapping[str, Table]) -> Table | None:
        while at < len(words) and _word(words[at]) in ("if", "not", "exists"):
            at += 1
        schema, name, at = _named(words, at)
        if schema != "public":
            return None  # of another schema, which queries do not see
        if [_word(w) for w in words[at : at + 2]] == ["partition", "of"]:
            of, parent, _ = _named(words, at + 2)
            if of == "public" and parent in known:
                return replace(known[parent], name=name)
        if at >= len(words) or words[at] != "(":
            raise UnsupportedError(
                f"sql: the columns of {shown(name, 60)} are not written in its CREATE TABLE; give a connection or a "
                "mapping",
                feature="DDL",
                where="sql",
            )
        depth, end = 0, at
        while True:
            depth += (words[end] == "(") - (words[end] == ")")
            if depth == 0:
                break
            end += 1
        rest = [_word(w) for w in words[end + 1 :]]
        if "inherits" in rest:
            raise UnsupportedError(
                f"sql: {shown(name, 60)} inherits columns; give a connection or a mapping", feature="DDL", where="sql"
            )
        columns: list[tuple[str, Kind]] = []
        keys: list[str] = []
        fixed: list[str] = []
        for entry in _split(words[at + 1 : end]) if end > at + 1 else ():
            if not entry:
                raise GrammarError(f"sql: a column is missing in {self._shown(words)}")
            first = _word(entry[0])
            if first in _NOT_COLUMNS or (first == "exclude" and entry[1:2] in (["using"], ["("])):
                keys += self._key(entry)
                continue
            if first == "like":
                raise UnsupportedError(
                    f"sql: {shown(name, 60)} has the columns of another table (LIKE); write them out",
                    feature="DDL",
                    where="sql",
                )
            kind, left = self._type(entry[1:])
            if not kind or (left and _word(left[0]) not in _AFTER_TYPE):
                raise GrammarError(f"sql: this column of {shown(name, 60)} cannot be read: {self._shown(entry)}")
            columns.append((_name(entry[0]), _class(kind, self.own)))
            said = list(map(_word, left))
            if "primary" in said and not _deferrable(left):
                keys.append(columns[-1][0])
            if "generated always" in " ".join(said):
                fixed.append(columns[-1][0])
        return table(name, columns, keys, fixed)

    @staticmethod
    def _key(entry: list[str]) -> list[str]:
        """The columns of a constraint that is a primary key, which decide what the others of a row are."""
        words = [_word(w) for w in entry]
        if "primary" not in words[:3] or _deferrable(entry):
            return []
        at = words.index("primary") + 3
        return [_name(w) for w in entry[at : entry.index(")", at)] if w != ","]

    @staticmethod
    def _type(words: list[str]) -> tuple[list[str], list[str]]:
        """The type that they begin with, and what is left."""
        out: list[str] = []
        depth = 0
        for i, word in enumerate(words):
            if depth == 0 and _word(word) in _AFTER_TYPE and not (out and out[-1] == "."):
                return out, words[i:]
            depth += (word in "([") - (word in ")]") if word else 0
            out.append(word)
        return out, []


def _without(columns: Iterable[str], some: Iterable[str]) -> tuple[str, ...]:
    return tuple(column for column in columns if column not in set(some))


def _values(words: list[str]) -> Kind:
    """The values of an enumeration, which stand in brackets; 2 where one is not written plainly."""
    texts = [word for word in words if word not in ("(", ",", ")")]
    if not all(word.startswith("'") for word in texts):
        return 2
    return tuple(word[1:-1].replace("''", "'") for word in texts)


def _deferrable(words: list[str]) -> bool:
    """Whether a constraint can be checked late; INITIALLY DEFERRED says so, too."""
    pairs = zip(["", *words], map(_word, words), strict=False)
    return any(word == "deferred" or (word == "deferrable" and before != "not") for before, word in pairs)


def _word(token: str) -> str:
    """A keyword, or nothing where the token is a name in quotation marks."""
    return "" if token.startswith('"') else token


def _name(token: str) -> str:
    if token.startswith('"'):
        return token[1:-1].replace('""', '"')
    if not re.fullmatch(r"[a-z_\x80-\U0010ffff][a-z0-9_$\x80-\U0010ffff]*", token):
        raise GrammarError(f"sql: a name is expected in the DDL, not {shown(token, 60)}")
    return token


def _named(words: list[str], at: int) -> tuple[str, str, int]:
    """Schema and name that begin there, and where they end."""
    if at >= len(words):
        raise GrammarError("sql: a statement of the DDL ends before its name")
    if at + 2 < len(words) and words[at + 1] == ".":
        return _name(words[at]), _name(words[at + 2]), at + 3
    return "public", _name(words[at]), at + 1


def _split(words: list[str]) -> list[list[str]]:
    """What stands between commas outside brackets."""
    out: list[list[str]] = [[]]
    depth = 0
    for word in words:
        depth += (word in ("(", "[")) - (word in (")", "]"))
        if word == "," and depth == 0:
            out.append([])
        else:
            out[-1].append(word)
    return out
