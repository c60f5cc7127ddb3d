"""Queries that others wrote, from folders that the user unpacks: nothing of them is kept here.

A folder may hold, under these names or links: `sqlglot` (its sdist), `sqlite-doc` and `postgresql-doc` (Debian's
packages `sqlite3-doc`, `postgresql-doc-15`), `sqlite-tests` (`test` of SQLite's source), `postgresql-tests`
(`src/test/regress/sql` of PostgreSQL's). A source yields scripts, each a list of statements in order: what makes tables
runs, and what is a query is judged. Queries that come without their tables (`bare`) get some by `inferred`.
"""

from __future__ import annotations

import ast
import csv
import gzip
import html
import io
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from constrain.grammars.sql.postgresql.database import class_of
from constrain.grammars.sql.postgresql.spelling import RESERVED, SYSTEM
from constrain.grammars.sql.words import plain

QUERY = re.compile(r"(?:select|with|values|insert|update|delete|\(+\s*select)\b", re.IGNORECASE)
_PIECES = re.compile(
    r"(?P<comment>--[^\n]*|/\*.*?(?:\*/|\Z))|(?P<quoted>'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|\[[A-Za-z][^\]]*\]|"
    r"\$(?P<tag>\w*)\$.*?\$(?P=tag)\$)|(?P<space>\s+)|(?P<word>[A-Za-z_]\w*)|.",
    re.DOTALL,
)


class Script(NamedTuple):
    """Where it comes from, of which dialect, and its statements; `bare`: they come without tables."""

    source: str
    dialect: str
    statements: list[str]
    bare: bool = False


def pieces(text: str) -> Iterator[re.Match[str]]:
    """The lexemes of SQL, comments and white space among them."""
    return _PIECES.finditer(text)


def statements(text: str) -> list[str]:
    """The statements of a text, without comments, white space in one blank, and no semicolon."""
    out, parts, depth = [], [], 0
    for piece in pieces(text):
        if piece["comment"] or piece["space"]:
            parts.append(" ")
        elif piece[0] == ";" and not depth:
            out.append("".join(parts))
            parts = []
        else:
            word = (piece["word"] or "").lower()
            if word == "begin" and re.match(r"\s*create\b", "".join(parts), re.IGNORECASE):
                depth += 1
            depth -= depth > 0 and word == "end"
            parts.append(piece[0])
    out.append("".join(parts))
    return [spaced for each in out if (spaced := _spaced(each))]


def _spaced(text: str) -> str:
    """One blank for any white space outside of quotes; none at the ends of brackets and before commas."""
    parts: list[str] = []
    for piece in pieces(text):
        if not piece["space"]:
            parts.append(piece[0])
        elif parts and parts[-1] not in (" ", "("):
            parts.append(" ")
        if len(parts) > 1 and parts[-1] in (")", ",") and parts[-2] == " ":
            del parts[-2]
    return "".join(parts).strip()


def scripts(folder: Path) -> Iterator[Script]:
    """Of all sources that the folder holds."""
    readers = {
        "sqlglot": _sqlglot,
        "sqlite-doc": _sqlite_pages,
        "postgresql-doc": _postgresql_pages,
        "sqlite-tests": _sqlite_tests,
        "postgresql-tests": _postgresql_tests,
    }
    for name, reader in readers.items():
        if (folder / name).exists():
            yield from reader((folder / name).resolve())


# --- sqlglot: fixtures are pairs of a statement and what becomes of it ---------------------------------------------


def _sqlglot(folder: Path) -> Iterator[Script]:
    tests = folder / "tests"
    fixtures = tests / "fixtures"
    lines = (fixtures / "identity.sql").read_text().splitlines()
    identity = [query for line in lines if QUERY.match(line) for query in statements(line)]
    found = {"identity": identity, "pretty": _firsts(fixtures / "pretty.sql")}
    for path in sorted((fixtures / "optimizer").glob("*.sql")):
        found[path.stem] = _firsts(path)
    for dialect in ("sqlite", "postgresql"):
        for name, listed in found.items():
            yield Script(f"sqlglot {'fixtures' if name != 'identity' else name}", dialect, listed, bare=True)
        for name in ("tpc-h", "tpc-ds"):
            place = fixtures / "optimizer" / name
            yield Script(f"sqlglot {name}", dialect, [*_columns(place), *_firsts(place / f"{name}.sql")])
    for name in ("sqlite", "postgres"):
        tree = ast.parse((tests / "dialects" / f"test_{name}.py").read_text())
        texts = [
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        listed = [query for text in texts if QUERY.match(text.strip()) for query in statements(text)]
        yield Script(f"sqlglot test_{name}", "sqlite" if name == "sqlite" else "postgresql", listed, bare=True)


def _firsts(path: Path) -> list[str]:
    lines = (line for line in path.read_text().splitlines() if not line.startswith("#"))
    return [each for each in statements("\n".join(lines))[::2] if QUERY.match(each)]


def _columns(folder: Path) -> list[str]:
    """CREATE TABLE for each file of values."""
    out = []
    for path in sorted(folder.glob("*.csv.gz")):
        rows = csv.reader(io.StringIO(gzip.decompress(path.read_bytes()).decode()), delimiter="|")
        names = next(rows)
        columns = zip(names, zip(*list(rows)[:200], strict=True), strict=True)
        declared = ", ".join(f"{name} {_type(values)}" for name, values in columns)
        out.append(f"CREATE TABLE {path.name.split('.')[0]} ({declared})")
    return out


def _type(values: tuple[str, ...]) -> str:
    given = [value for value in values if value]
    for kind, pattern in (("integer", r"-?\d+"), ("numeric", r"-?\d*\.?\d+"), ("date", r"\d{4}-\d\d-\d\d")):
        if given and all(re.fullmatch(pattern, value) for value in given):
            return kind
    return "text"


# --- Documentation: a page is a script, whose examples may have been written for tables that it does not make ------


def _pages(folder: Path, pattern: str, marks: str) -> Iterator[list[str]]:
    for path in sorted(folder.glob(pattern)):
        text = path.read_text(errors="replace")
        listed: list[str] = []
        for found in re.finditer(rf"<({marks})\b[^>]*>(.*?)</\1>", text, re.DOTALL):
            block = html.unescape(re.sub("<[^>]*>", "", found[2]))
            block = re.sub(r"(?m)^\s*(?:sqlite|\w+[=-][>#])\s?>?\s*", "", block)  # what a shell prompts
            listed += statements(block)
        if listed:
            yield listed


def _sqlite_pages(folder: Path) -> Iterator[Script]:
    for listed in _pages(folder, "usr/share/doc/sqlite3/*.html", "pre|blockquote|codeblock"):
        yield Script("SQLite's documentation", "sqlite", listed, bare=True)


def _postgresql_pages(folder: Path) -> Iterator[Script]:
    for listed in _pages(folder, "usr/share/doc/postgresql-doc-15/html/*.html", "pre"):
        yield Script("PostgreSQL's documentation", "postgresql", listed, bare=True)


# --- The databases' own tests -------------------------------------------------------------------------------------

_SQLITE_FILES = (
    "select", "e_select", "join", "with", "window", "where", "in", "subquery", "exists", "having", "distinct", "func",
    "date", "aggnested", "between", "expr", "limit", "orderby", "null", "update", "upsert", "insert", "delete",
    "returning", "like", "minmax", "view", "union", "count", "cse", "rowvalue", "tkt",
)  # fmt: skip
_BLOCK = re.compile(
    r"reset_db|(?:execsql|do_execsql_test\s+(?:-db\s+\S+\s+)?\S+|db\s+eval|do_select_test\s+\S+)\s+\{", re.MULTILINE
)


def _sqlite_tests(folder: Path) -> Iterator[Script]:
    for path in sorted(folder.glob("*.test")):
        if not re.match(rf"(?:{'|'.join(_SQLITE_FILES)})[\dA-Z_-]", path.stem + "0"):
            continue
        text = path.read_text(errors="replace")
        listed: list[str] = []
        for found in _BLOCK.finditer(text):
            if found[0] == "reset_db":
                yield Script("SQLite's tests", "sqlite", listed)
                listed = []
                continue
            depth, at = 1, found.end()
            while depth and at < len(text):
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at += 1
            listed += statements(text[found.end() : at - 1])
        yield Script("SQLite's tests", "sqlite", listed)


_POSTGRESQL_FILES = (
    "select", "select_distinct", "select_distinct_on", "select_having", "select_implicit", "join", "with", "window",
    "subselect", "union", "case", "aggregates", "groupingsets", "limit", "boolean", "int4", "int8", "numeric", "text",
    "strings", "date", "timestamp", "timestamptz", "interval", "insert", "insert_conflict", "update", "delete",
    "returning", "misc", "random", "tablesample", "enum", "jsonb", "arrays", "rangefuncs", "float8", "varchar", "char",
)  # fmt: skip


def _postgresql_tests(folder: Path) -> Iterator[Script]:
    before = _psql((folder / "test_setup.sql").read_text())
    for name in _POSTGRESQL_FILES:
        yield Script("PostgreSQL's tests", "postgresql", [*before, *_psql((folder / f"{name}.sql").read_text())])


def _psql(text: str) -> list[str]:
    """Without rows of COPY and commands of psql."""
    text = re.sub(r"(?ms)^copy [^;]*from stdin[^;]*;.*?^\\\.$", "", text, flags=re.IGNORECASE)
    return statements(re.sub(r"(?m)^\\.*$|\\g\w*.*$", ";", text))


# --- Tables for what comes without --------------------------------------------------------------------------------


def inferred(query: str, dialect: str) -> dict[str, list[str]]:
    """Tables with columns by which the names of a query could resolve; a column without its table is the first's."""
    out: dict[str, list[str]] = {}
    with suppress(SqlglotError, RecursionError):
        tree = sqlglot.parse_one(query, dialect="postgres" if dialect == "postgresql" else dialect)
        queries = {each.alias_or_name.lower() for each in tree.find_all(exp.CTE)}
        named: dict[str, str] = {}
        for table in tree.find_all(exp.Table):
            if table.name and not table.db and table.name.lower() not in queries:
                out.setdefault(_first(out, table.name), [])
                named[table.alias_or_name.lower()] = named[table.name.lower()] = _first(out, table.name)
        given = {each.alias.lower() for each in tree.find_all(exp.Alias, exp.TableAlias) if each.alias}
        given |= {each.name.lower() for alias in tree.find_all(exp.TableAlias) for each in alias.columns}
        for column in tree.find_all(exp.Column):
            if column.table:
                owner = named.get(column.table.lower())
            else:
                owner = _nearest(column, named)
                if column.name.lower() in given and not owner:
                    continue
            if owner:
                _add(out[owner], column.name)
        for join in tree.find_all(exp.Join):
            for member in join.args.get("using") or ():
                for columns in out.values():
                    _add(columns, member.name)
        for schema in tree.find_all(exp.Schema):
            if owner := named.get(schema.this.name.lower()):
                for member in schema.expressions:
                    _add(out[owner], member.name)
    return {table: columns or ["a", "b"] for table, columns in out.items()}


def _first(tables: dict[str, list[str]], name: str) -> str:
    return next((each for each in tables if each.lower() == name.lower()), name)


def _add(columns: list[str], name: str) -> None:
    if name and name != "*" and name.lower() not in map(str.lower, columns):
        columns.append(name)


def _nearest(column: exp.Column, named: dict[str, str]) -> str | None:
    """The first table of the innermost query around it that has one."""
    query = column.find_ancestor(exp.Select, exp.Update, exp.Delete, exp.Insert)
    while query is not None:
        for part in (
            query.args.get("from_") or query.args.get("from"),
            query.args.get("this"),
            *(query.args.get("joins") or ()),
        ):
            table = part.this if isinstance(part, exp.From | exp.Join | exp.Schema) else part
            if isinstance(table, exp.Table) and table.alias_or_name.lower() in named:
                return named[table.alias_or_name.lower()]
        query = query.find_ancestor(exp.Select, exp.Update, exp.Delete, exp.Insert)
    return None


def free_names(query: str, columns: dict[str, str]) -> dict[str, str]:
    """What queries in FROM and WITH call their results, but as columns; by their types, as far as one can see."""
    out: dict[str, str] = {}

    def put(name: str, its: str) -> None:
        if re.fullmatch("[a-z_][a-z0-9_]*", name) and name not in {*RESERVED, *SYSTEM, *columns}:
            out[name] = its

    def kind(value: exp.Expression | None) -> str:
        if isinstance(value, exp.Column):
            return columns.get(value.name, out.get(value.name, "numeric"))
        if isinstance(value, exp.Cast):
            return str(value.to.sql(dialect="postgres")).lower()
        if isinstance(value, exp.Case):
            return kind(value.args["ifs"][0].args["true"])
        if isinstance(value, exp.Coalesce | exp.Max | exp.Min | exp.Paren | exp.Subquery | exp.Window):
            inner = value.this
            return kind(inner.selects[0].unalias() if isinstance(inner, exp.Select) else inner)
        if isinstance(value, exp.DPipe | exp.Concat | exp.Upper | exp.Lower | exp.Substring | exp.Trim):
            return "text"
        return "text" if isinstance(value, exp.Literal) and value.is_string else "numeric"

    with suppress(SqlglotError, RecursionError):
        tree = sqlglot.parse_one(query, dialect="postgres")
        for select in reversed(list(tree.find_all(exp.Select))):
            for each in select.selects if select.parent else ():
                if isinstance(each, exp.Alias):
                    put(each.alias, kind(each.this))
        for alias in tree.find_all(exp.TableAlias):
            of = alias.parent
            named = isinstance(of, exp.Table) and isinstance(of.this, exp.Identifier)
            # Of a function: what its rows are called.
            if isinstance(of, exp.Table | exp.Unnest | exp.Lateral) and not named:
                texts = re.search(r"split|_text|keys|string|\['", of.sql(dialect="postgres").lower())
                for called in [each.name for each in alias.columns] or [alias.name]:
                    if called not in out:
                        put(called, "text" if texts else "numeric")
                continue
            rows = of if isinstance(of, exp.Values) else of.this if of else None
            first = rows.expressions[0] if isinstance(rows, exp.Values) and rows.expressions else rows
            values = first.expressions if isinstance(first, exp.Tuple | exp.Select) else []
            for place, column in enumerate(alias.columns):
                put(column.name, kind(values[place].unalias() if place < len(values) else None))
    return {name: its for name, its in out.items() if class_of(its) in ("x", "f", "t", "b")}


def aliases(query: str) -> list[str]:
    """Plain words after another word of FROM, where AS may have been left out."""
    out: dict[str, None] = {}
    found = [piece for piece in pieces(query) if not piece["space"] and not piece["comment"]]
    for before, name, word in zip(found, found[1:], found[2:], strict=False):
        follows = before[0].lower() in ("from", "join", ",") and name["word"] and word["word"]
        if follows and plain(name[0]) and plain(word[0]):
            out[word[0]] = None
    return list(out)
