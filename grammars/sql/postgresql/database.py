"""What a PostgreSQL database has: tables and views with typed columns, from DDL text, a mapping, or a live one.

DDL is a text that somebody else may have written, and there is no server here to read it. So what is read is CREATE
TABLE with columns and constraints, CREATE TYPE … AS ENUM and CREATE DOMAIN; statements that change no columns (indexes,
comments, rows, rights) are passed over, and any other is an error, since it might change what the tables are. Time is
proportional to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from constrain.budget import spend
from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.support.arguments import described
from constrain.support.shown import shown

from ..catalogue import Table
from .functions import CLASS_OF, COMPARED
from .spelling import LONGEST_NAME, SYSTEM

_LONGEST = 4_000_000  # characters of DDL
# A comment within a comment is not read: what is left of it is an error.
_TOKEN = re.compile(
    r"""\s+|--[^\n]*|/\*(?:(?!/\*|\*/).)*\*/
    |(?P<word>[A-Za-z_\x80-\U0010ffff][\w$]*)|(?P<quoted>"(?:[^"\0]|"")+")
    |(?P<text>[eE]'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|\$(?P<tag>[A-Za-z_]*)\$.*?\$(?P=tag)\$)
    |(?P<number>\d+(?:\.\d+)?)|(?P<sign>::|[-+*/<>=~!@\#%^&|`?.,;:()\[\]$])""",
    re.VERBOSE | re.DOTALL,
)
_PASSED = (
    "comment", "create index", "create unique", "create sequence", "create extension", "create trigger", "insert",
    "create schema", "set", "select", "grant", "revoke", "analyze", "begin", "commit", "start", "alter sequence",
    "create function", "create or", "create policy", "update", "delete", "alter type", "alter schema", "alter function",
    "create statistics", "create role", "create user", "alter default", "create procedure", "alter extension", "vacuum",
    "alter index", "create constraint", "create rule", "create publication", "alter publication", "copy",
)  # fmt: skip
_NOT_COLUMNS = frozenset("constraint primary unique foreign check exclude".split())  # noqa: SIM905
_AFTER_TYPE = frozenset(
    """primary not null default unique references check constraint generated collate compression storage
    deferrable initially no""".split()  # noqa: SIM905
)
_HARMLESS = ("add constraint", "add primary", "add foreign", "add unique", "add check", "owner to", "enable row",
             "disable row", "force row", "alter column", "validate", "cluster on", "replica identity",
             "enable trigger", "disable trigger", "attach partition")  # fmt: skip


def class_of(declared: str, own: Mapping[str, int] = {}) -> int | str:
    """The class of a type as it is declared: a letter of functions.py, or 1 or 2 where it is of none."""
    text = " ".join(declared.lower().split())
    if text.endswith("]") or " array" in text:
        base = class_of(text.split("[")[0].removesuffix(" array"), own)
        return 2 if base != 1 else 1
    name = re.sub(r"\s*\([^)]*\)", "", text).strip()
    name = re.sub(r"^(?:pg_catalog|public)\.", "", name).strip('"')
    zone = re.fullmatch(r"(timestamp|time)(?: (with|without) time zone)?", name)
    if zone:
        name = zone[1]
    if name.startswith("interval"):
        name = "interval"
    name = {"double precision": "double", "character varying": "varchar", "bit varying": "varbit"}.get(name, name)
    if declared.strip() == '"char"':
        return 2
    if name in own:
        return own[name]
    return CLASS_OF.get(name) or (2 if name in COMPARED else 1)


def read(database: Any) -> list[Table]:
    """The tables of whatever describes a PostgreSQL database."""
    if isinstance(database, Mapping):
        return _mapped(database)
    if isinstance(database, str):
        return _Reader(database).tables()
    if hasattr(database, "get_table_names") or hasattr(database, "dialect"):
        return _inspected(database)
    if hasattr(database, "cursor"):
        return _connected(database)
    raise TypeError(
        "database must be DDL text, a mapping of tables to columns with their types, a psycopg connection or a "
        f"SQLAlchemy engine or inspector, not {described(database)}"
    )


def table(name: str, columns: Iterable[tuple[str, int | str]], keys: Iterable[str] = ()) -> Table:
    """A table; its columns with their classes, and its primary key."""
    # Queries within queries would read a table's own by these names.
    listed = [(column, kind) for column, kind in columns if column not in SYSTEM]
    for each in (name, *(column for column, _ in listed)):
        if isinstance(each, str) and len(each.encode(errors="replace")) > LONGEST_NAME:
            raise GrammarError(f"sql: a name of PostgreSQL has at most 63 bytes: {shown(each, 80)}")
    return Table(name, tuple(c for c, _ in listed), kinds=tuple(k for _, k in listed), keys=tuple(keys))


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
                raise TypeError(f"sql: names of tables and columns, and types, must be str, not {described(each)}")
        out.append(table(name, ((column, class_of(kind)) for column, kind in columns.items())))
    return out


# --- Live databases --------------------------------------------------------------------------------------------------

_COLUMNS = """
SELECT c.relname, a.attname, format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null), t.typtype, e.typtype
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0
AND NOT a.attisdropped ORDER BY c.oid, a.attnum
"""


_KEYS = """
SELECT c.relname, a.attname FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
WHERE i.indisprimary AND i.indimmediate AND c.relnamespace = 'public'::regnamespace ORDER BY c.oid, a.attnum
"""


def _connected(connection: Any) -> list[Table]:
    """Of a DB-API connection (psycopg): tables and views of the schema `public`."""
    cursor = connection.cursor()
    try:
        cursor.execute(_COLUMNS)
        rows = cursor.fetchall()
        cursor.execute(_KEYS)
        keys = cursor.fetchall()
    finally:
        cursor.close()
    found: dict[str, list[tuple[str, int | str]]] = {}
    for name, column, kind, sort, of in rows:
        its = 2 if sort == "e" or (kind.endswith("]") and of == "e") else class_of(kind)
        found.setdefault(name, []).append((column, its))
    return [table(name, columns, [key for of, key in keys if of == name]) for name, columns in found.items()]


def _inspected(database: Any) -> list[Table]:
    """Of SQLAlchemy: an engine, a connection or an inspector."""
    if not hasattr(database, "get_table_names"):
        try:
            from sqlalchemy import inspect
        except ImportError:
            raise TypeError(f"sql: {described(database)} needs sqlalchemy to be read") from None
        database = inspect(database)
    out = []
    for name in [*database.get_table_names(), *database.get_view_names()]:
        columns = []
        for column in database.get_columns(name):
            kind = getattr(column["type"], "data_type", column["type"])  # what a domain is of
            columns.append((column["name"], 2 if hasattr(kind, "enums") else class_of(_written(kind, database))))
        # Whether it is deferrable is not said, and then it does not decide what other columns are.
        out.append(table(name, columns))
    return out


def _written(kind: Any, database: Any) -> str:
    try:
        return str(kind.compile(dialect=database.dialect))
    except Exception:  # a type that SQLAlchemy does not know has no text
        return ""


# --- DDL -------------------------------------------------------------------------------------------------------------


class _Reader:
    """Reads DDL statement by statement. A token is its text: words in small letters, names in quotation marks as they
    are."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise LimitExceeded(f"sql: {len(text)} characters of DDL", limit=_LONGEST, needed=len(text))
        self.text = text
        self.own: dict[str, int] = {}

    def tables(self) -> list[Table]:
        out: list[Table] = []
        views: set[str] = set()
        statements = list(self._statements())
        for words in statements:  # types first, as the order does not matter here
            if [_word(w) for w in words[:2]] == ["create", "type"]:
                name = _name(words[_qualified(words, 2) - 1])
                self.own[name] = 2 if "enum" in [_word(w) for w in words] else 1
            if [_word(w) for w in words[:2]] == ["create", "domain"]:
                at = _qualified(words, 2)
                at += _word(words[at]) == "as" if at < len(words) else 0
                kind = class_of(self._type(words[at:])[0], self.own)
                self.own[_name(words[at - 1 - (_word(words[at - 1]) == "as")])] = kind  # type: ignore[assignment]
        for words in statements:
            begin = [_word(w) for w in words[:8]]
            joined = " ".join(begin[:2])
            if begin[0] == "create" and "table" in begin[1:4]:
                made = self._table(words, begin.index("table") + 1)
                if made is not None:
                    out.append(made)
            elif begin[0] == "create" and "view" in begin[1:5]:
                views.add(_name(words[_qualified(words, begin.index("view") + 1) - 1]))
            elif (
                joined in ("create type", "create domain", *_PASSED)
                or begin[0] in _PASSED
                or (joined == "alter table" and self._harmless(words))
            ):
                continue
            else:
                raise UnsupportedError(
                    f"sql: this statement of the DDL may change what tables are and is not read: {self._shown(words)}; "
                    "leave it out, or give a connection or a mapping of tables to typed columns",
                    feature="DDL",
                    where="sql",
                )
        names = {t.name for t in out}
        if not out:
            raise GrammarError("sql: the DDL has no CREATE TABLE" + (" (views need a connection)" if views else ""))
        if names & views:
            raise GrammarError(f"sql: two tables have the name {shown(min(names & views), 60)}")
        return out

    def _statements(self) -> Iterator[list[str]]:
        """Tokens of each statement."""
        at, depth = 0, 0
        out: list[str] = []
        while at < len(self.text):
            found = _TOKEN.match(self.text, at)
            if found is None or found.end() == at:
                line = self.text.count("\n", 0, at) + 1
                raise GrammarError(f"sql: line {line} of the DDL cannot be read: {shown(self.text[at : at + 40])}")
            spend(found.end() - at)
            at = found.end()
            token = found[0]
            if not found.lastgroup or (found.lastgroup == "tag" and not found["text"]):
                continue
            if token == ";" and depth == 0:
                if out:
                    yield out
                out = []
                continue
            depth += (token == "(") - (token == ")")
            if depth < 0:
                raise GrammarError(f"sql: a bracket is closed that is not open, in {self._shown([*out, token])}")
            out.append(token.lower() if found["word"] else token)
        if depth:
            raise GrammarError(f"sql: a bracket is not closed, in {self._shown(out)}")
        if out:
            yield out

    @staticmethod
    def _shown(words: list[str]) -> str:
        return shown(" ".join(words[:16]), 120)

    def _harmless(self, words: list[str]) -> bool:
        at = 2
        while at < len(words) and _word(words[at]) in ("if", "exists", "only"):
            at += 1
        at = _qualified(words, at)
        actions = _split(words[at:])
        return all(
            any(" ".join(_word(w) for w in action).startswith(h) for h in _HARMLESS)
            and not ("type" in map(_word, action[:5]) and _word(action[0]) == "alter")
            for action in actions
            if action
        )

    def _table(self, words: list[str], at: int) -> Table | None:
        while at < len(words) and _word(words[at]) in ("if", "not", "exists"):
            at += 1
        start = at
        at = _qualified(words, at)
        if at - start == 3 and _name(words[start]) != "public":
            return None  # of another schema, which queries do not see
        name = _name(words[at - 1])
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
        columns: list[tuple[str, int | str]] = []
        keys: list[str] = []
        for entry in _split(words[at + 1 : end]):
            if not entry:
                raise GrammarError(f"sql: a column is missing in {self._shown(words)}")
            first = _word(entry[0])
            if first in _NOT_COLUMNS:
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
            columns.append((_name(entry[0]), class_of(kind, self.own)))
            if "primary" in map(_word, left) and "deferrable" not in map(_word, left):
                keys.append(columns[-1][0])
        return table(name, columns, keys)

    @staticmethod
    def _key(entry: list[str]) -> list[str]:
        """The columns of a constraint that is a primary key, which decide what the others of a row are."""
        words = [_word(w) for w in entry]
        if "primary" not in words[:3] or "deferrable" in words:
            return []
        at = words.index("primary") + 3
        return [_name(w) for w in entry[at : entry.index(")", at)] if w != ","]

    @staticmethod
    def _type(words: list[str]) -> tuple[str, list[str]]:
        """The type that they begin with, and what is left."""
        out: list[str] = []
        depth = 0
        for i, word in enumerate(words):
            if depth == 0 and _word(word) in _AFTER_TYPE and not (out and out[-1] == "."):
                return "".join(_spaced(out)), words[i:]
            depth += (word in "([") - (word in ")]") if word else 0
            out.append(word)
        return "".join(_spaced(out)), []


def _spaced(words: list[str]) -> Iterator[str]:
    for i, word in enumerate(words):
        sign = word in ".()[],"
        yield word if sign or not i or words[i - 1] in ".(" else " " + word


def _word(token: str) -> str:
    """A keyword, or nothing where the token is a name in quotation marks."""
    return "" if token.startswith('"') else token


def _name(token: str) -> str:
    if token.startswith('"'):
        return token[1:-1].replace('""', '"')
    if not re.fullmatch(r"[a-z_\x80-\U0010ffff][\w$]*", token):
        raise GrammarError(f"sql: a name is expected in the DDL, not {shown(token, 60)}")
    return token


def _qualified(words: list[str], at: int) -> int:
    """Where a name ends that begins there, perhaps with its schema."""
    if at >= len(words):
        raise GrammarError("sql: a statement of the DDL ends before its name")
    if at + 2 < len(words) and words[at + 1] == ".":
        return at + 3
    return at + 1


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
