"""Queries that others wrote and the database takes: how many of them are in the language of `sql(database)`.

    python -m tests.bench.sql_real --folder ~/sources

`sql_sources.py` says what the folder holds. A script's tables are made, or inferred from the names of a query that comes
without any; each query is judged that the database prepares then, and that SQLite also runs to its end. White space and
comments are made one blank, since the language has no others. What is not in it is counted by where it ends: the keyword,
sign or name before, and the one that is refused. `--list` writes these queries to a file. What PostgreSQL said, of queries
and of its tables, is kept in the file of `--taken`, and the server is not asked again where there is one.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import constrain
from constrain import ConstrainError, Vocabulary
from constrain.grammars import sql
from constrain.grammars.sql.functions import AGGREGATE, INTO_JSON, OF_ROWS, SCALAR, WINDOW
from constrain.grammars.sql.postgresql.functions import GROUPS, OF_SESSION, OWN
from constrain.grammars.sql.words import RESERVED
from tests.bench import command, report
from tests.bench.sql_sources import QUERY, Script, aliases, free_names, inferred, pieces, scripts
from tests.grammars.sql.postgresql_server import connected, refused

BYTES = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256])
_WORDS = RESERVED | {"lateral", "any", "array", "interval", "rowid", "for"}
_KNOWN = {*SCALAR, *AGGREGATE, *WINDOW, *RESERVED}
WRITES = ["insert", "update", "delete"]
KINDS = (
    "integer",
    "text",
    "numeric",
    "date",
    "timestamp",
    "boolean",
    "double precision",
    "jsonb",
    "integer[]",
    "text[]",
)


_ELSEWHERE = "a table of the system, or a virtual one"


class Judged(NamedTuple):
    """A query that a database takes; where it leaves the language, or nothing."""

    source: str
    dialect: str
    query: str
    why: str | None

    @property
    def reason(self) -> str:
        """Where it ends, names and numbers as such."""
        before, mark, after = (self.why or "").partition(">>")
        if not mark:
            return before
        ends = [_kind(each) for each in before.split()[-2:]]
        return f"{' '.join(ends)} >> {_kind(next(iter(piece[0] for piece in pieces(after.strip())), ''))}"


def _kind(word: str) -> str:
    """A keyword or a sign; of others what they are."""
    if word.lower() in _WORDS or not re.match(r"\w", word):
        return word.upper() if word[:1] not in "\"'`[" else "a text"
    return "1" if word[0].isdigit() else "a name"


class Database(Protocol):
    """What prepares queries."""

    def run(self, statement: str) -> None:
        """Run a statement, if it can be."""

    def takes(self, query: str) -> bool:
        """Whether it prepares."""

    def language(self, query: str) -> constrain.Constraint:
        """Of its tables as they are now, with what the query needs to be told of."""

    def elsewhere(self, query: str) -> bool:
        """Whether it is about tables that are not of the language: of the system, or virtual."""

    def infer(self, query: str) -> Iterator[None]:
        """Make tables for a query, one try after the other."""

    def close(self) -> None:
        """End it."""


class Sqlite:
    """In memory."""

    def __init__(self) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.create_collation("reverse", lambda a, b: (a < b) - (a > b))
        self.known: dict[object, constrain.Constraint] = {}
        self.functions: dict[str, tuple[int, int | None]] = {}
        for name, _, kind, _, count, _ in self.connection.execute("PRAGMA function_list").fetchall():
            if kind == "s" and name not in _KNOWN - {"match"} and re.fullmatch(r"[a-z]\w*|->>?", name):
                low, high = self.functions.get(name, (99, 0))
                most = None if count < 0 or high is None else max(count, high)
                self.functions[name] = (min(low, max(count, 0)), most)
        self.functions |= {**dict.fromkeys(OF_ROWS, (1, 2)), **INTO_JSON}

    def run(self, statement: str) -> None:
        if re.match(r"(?i)attach|vacuum", statement):  # it would make files
            return
        steps = iter(range(2000))
        self.connection.set_progress_handler(lambda: next(steps, None) is None, 1000)
        with suppress(sqlite3.Error, sqlite3.Warning):
            self.connection.execute(statement).fetchmany(1)

    def takes(self, query: str) -> bool:
        try:
            self.connection.execute(f"EXPLAIN {query}", defaultdict(lambda: 1))
            return self.runs(query)
        except sqlite3.ProgrammingError as error:  # `?` is no name
            return "binding" in str(error).lower()
        except sqlite3.Error:
            return False

    def runs(self, query: str) -> bool:
        """Whether it comes to its end on the tables as they are, which stay so, parameters being 1."""
        steps = iter(range(2000))
        self.connection.set_progress_handler(lambda: next(steps, None) is None, 1000)
        self.connection.execute("SAVEPOINT judged")
        try:
            self.connection.execute(query, defaultdict(lambda: 1)).fetchmany(1000)
        except sqlite3.OperationalError as error:
            return str(error) == "interrupted"
        except sqlite3.IntegrityError:
            return True
        finally:
            self.connection.execute("ROLLBACK TO judged")
            self.connection.execute("RELEASE judged")
        return True

    def language(self, query: str) -> constrain.Constraint:
        its = " UNION ALL ".join(f"SELECT type, name, sql FROM sqlite_{each}" for each in ("master", "temp_master"))
        tables = tuple(self.connection.execute(f"{its} ORDER BY 1, 2").fetchall())
        marks = {each[0] for each in re.finditer(r"\?\d*|[:@$][A-Za-z_]\w*", re.sub("'[^']*'", "", query))}
        given = tuple(sorted(marks))
        told = self.told(tables, given, ())
        if told.accepts(query):
            return told
        names = {name.lower() for _, name, _ in tables}
        return self.told(tables, given, tuple(each for each in aliases(query) if each.lower() not in names))

    def told(self, tables: tuple[Any, ...], given: tuple[str, ...], more: tuple[str, ...]) -> constrain.Constraint:
        """The language of these tables, with parameters and aliases."""
        if (tables, given, more) not in self.known:
            if not any(kind == "table" for kind, *_ in tables):
                self.run("CREATE TABLE only_one(a)")
            grammar = sql(
                self.connection, functions=self.functions, free_names=True, parameters=given, writes=WRITES,
                system=True, aliases=more,
            )  # fmt: skip
            self.known[tables, given, more] = constrain.compile(grammar, BYTES)
        return self.known[tables, given, more]

    def elsewhere(self, query: str) -> bool:
        names = "SELECT name FROM pragma_table_list WHERE type IN ('virtual', 'shadow')"
        virtual = {name.lower() for (name,) in self.connection.execute(names).fetchall()}
        words = {piece["word"].lower() for piece in pieces(query) if piece["word"]}
        return bool(words & virtual) or any(word.startswith(("sqlite_", "pragma_")) for word in words)

    def infer(self, query: str) -> Iterator[None]:
        self.connection.close()
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        for table, columns in (inferred(query, "sqlite") or {"t": ["a"]}).items():
            self.run(f"CREATE TABLE {_quoted(table)}({', '.join(map(_quoted, columns))})")
        yield

    def close(self) -> None:
        self.connection.close()


class Said:
    """What a connection says when its tables are read, to be read again without it."""

    def __init__(self, connection: Any = None, said: dict[str, list[Any]] | None = None) -> None:
        self.connection = connection
        self.said = said or {}
        self.rows: list[Any] = []

    def cursor(self) -> Said:
        return self

    def execute(self, query: str) -> None:
        if query not in self.said:
            self.said[query] = self.connection.execute(query).fetchall()
        self.rows = self.said[query]

    def fetchall(self) -> list[Any]:
        return self.rows

    def close(self) -> None:
        """There is nothing to end."""

    def language(self, types: tuple[str, ...], free: dict[str, str], system: bool) -> constrain.Constraint:
        """Of these tables, with parameters of these types and names that queries in FROM give; `system`: also its own."""
        given = {f"${n}": kind for n, kind in enumerate(types, 1)}
        grammar = sql(
            self, dialect="postgresql", parameters=given, free_names=free or True, functions=[*GROUPS, OWN, OF_SESSION],
            writes=WRITES, system=system,
        )  # fmt: skip
        return constrain.compile(grammar, BYTES)

    def columns(self) -> dict[str, str]:
        """The types of columns, by name."""
        return {row[1]: row[2] for rows in self.said.values() for row in rows if len(row) > 2}


class Postgresql:
    """A database of the tests' server."""

    made = 0

    def __init__(self) -> None:
        import psycopg

        self.errors = psycopg.Error
        self.admin = connected("postgres")
        Postgresql.made += 1
        self.name = f"real{Postgresql.made}"
        self.admin.execute(f"CREATE DATABASE {self.name}")
        self.connection = connected(self.name)
        self.connection.execute("SET statement_timeout = '3s'")
        self.said: Said | None = None
        self.types: tuple[str, ...] = ()
        self.known: dict[object, constrain.Constraint] = {}

    def run(self, statement: str) -> None:
        self.said = None
        if re.match(r"(?i)copy|drop database|listen|set session|\\", statement):
            return
        with suppress(self.errors):
            self.connection.execute(statement.encode())

    def takes(self, query: str) -> bool:
        if refused(self.connection, query):
            return False
        found = self.connection.execute(
            "SELECT parameter_types::text[] FROM pg_prepared_statements WHERE name = 'judged'"
        ).fetchone()
        assert found
        self.types = tuple(found[0])
        return True

    def language(self, query: str) -> constrain.Constraint:
        if self.said is None:
            self.known.clear()
            if not self.connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = 'public'").fetchone():
                self.connection.execute("CREATE TABLE public.only_one(a int)")
            self.said = Said(self.connection)
        system = self.elsewhere(query)
        known = self.types, (), system
        if known not in self.known:
            self.known[known] = self.said.language(self.types, {}, system)
        if self.known[known].accepts(query):
            return self.known[known]
        free = free_names(query, self.said.columns())
        asked = self.types, tuple(free.items()), system
        if asked not in self.known:
            self.known[asked] = self.said.language(self.types, free, system)
        return self.known[asked]

    def elsewhere(self, query: str) -> bool:
        return re.search(r"\bpg_[a-z_]+\b(?!\s*\()|\binformation_schema\b", query) is not None

    def infer(self, query: str) -> Iterator[None]:
        tables = inferred(query, "postgresql")
        for kind in KINDS if tables else KINDS[:1]:
            self.connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            for table, columns in (tables or {"t": ["a"]}).items():
                self.run(f"CREATE TABLE {_quoted(table)}({', '.join(f'{_quoted(c)} {kind}' for c in columns)})")
            yield

    def close(self) -> None:
        self.connection.close()
        self.admin.execute(f"DROP DATABASE {self.name}")
        self.admin.close()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def why(told: constrain.Constraint, query: str) -> str | None:
    """Where a query leaves the language, as the words before and the one that is refused; or nothing."""
    if told.accepts(query):
        return None
    matcher = told.matcher()
    at = 0
    for byte in query.encode():
        try:
            matcher.advance(byte)
        except ConstrainError:
            break
        at += 1
    before, after = query.encode()[:at].decode(errors="replace"), query.encode()[at:].decode(errors="replace")
    if begun := re.search(r"\w+$", before if re.match(r"\w", after) else ""):
        before, after = before[: begun.start()], begun[0] + after
    shown = [piece[0] for piece in pieces(before) if not piece["space"]][-4:]
    return f"{' '.join(shown)} >> {' '.join(after.split()[:3])[:40] or 'the end'}"


def judged(script: Script, met: set[tuple[str, str]], kept: list[Any] | None = None) -> Iterator[Judged]:
    """The queries of a script that its database takes, but those that were met; `kept`: gets what PostgreSQL says."""
    database: Database = Sqlite() if script.dialect == "sqlite" else Postgresql()
    try:
        for statement in script.statements:
            if not QUERY.match(statement):
                if not script.bare or re.match(r"(?i)create|alter|drop", statement):
                    database.run(statement)
                continue
            if (script.dialect, statement) in met or len(statement) > 12_000:
                continue
            its: Database = database
            taken = database.takes(statement)
            if not taken and script.bare:
                its = Sqlite() if script.dialect == "sqlite" else database
                taken = any(its.takes(statement) for _ in its.infer(statement))
            if taken:
                met.add((script.dialect, statement))
                yield Judged(script.source, script.dialect, statement, _reason(its, statement))
                if kept is not None and isinstance(its, Postgresql) and its.said:
                    kept.append((script.source, statement, its.types, its.said.said))
    finally:
        database.close()


def _reason(database: Database, statement: str) -> str | None:
    try:
        told = database.language(statement)
    except ConstrainError as error:
        return f"no grammar: {str(error)[:60]}"
    try:
        found = why(told, statement)
        return _ELSEWHERE if found and database.elsewhere(statement) else found
    except ConstrainError as error:
        return f"not judged: {str(error)[:60]}"


class Again(Postgresql):
    """What was taken before, without the server."""

    def __init__(self, types: tuple[str, ...], said: Said) -> None:
        self.types, self.said, self.known = types, said, {}


def judged_again(kept: Path) -> Iterator[Judged]:
    """The queries of a file of `--taken`."""
    said, before = Said(), None
    for line in kept.read_text().splitlines():
        source, query, types, its = json.loads(line)
        said = Said(said=its) if its != before else said
        before = its
        yield Judged(source, "postgresql", query, _reason(Again(tuple(types), said), query))


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where the sources lie")
    parser.add_argument("--only", default="", help="sources whose names have this within")
    parser.add_argument("--list", type=Path, help="write what is not in the language to this file")
    parser.add_argument("--taken", type=Path, help="what PostgreSQL took: is kept in this file, or read from it")
    arguments = parser.parse_args()
    met: set[tuple[str, str]] = set()
    found: list[Judged] = []
    kept: list[Any] = []
    again = arguments.taken is not None and arguments.taken.exists()
    if again:
        found += (
            each for each in judged_again(arguments.taken) if re.search(arguments.only, f"{each.source} postgresql")
        )
    for script in scripts(arguments.folder):
        if re.search(arguments.only, f"{script.source} {script.dialect}") and not (
            again and script.dialect == "postgresql"
        ):
            found += judged(script, met, kept)
    if arguments.taken and not again:
        arguments.taken.write_text("".join(f"{json.dumps(each)}\n" for each in kept))
    counts = Counter((each.dialect, each.source, each.why is None) for each in found)
    rows, records = [], []
    for dialect, source in sorted({(each.dialect, each.source) for each in found}):
        inside, outside = counts[dialect, source, True], counts[dialect, source, False]
        rows.append(
            [f"{source} ({dialect})", str(inside + outside), str(inside), f"{100 * inside / (inside + outside):.1f}"]
        )
        records.append(
            {**report.provenance(), "source": source, "dialect": dialect, "queries": inside + outside, "inside": inside}
        )
    print(report.table("Real queries that the database takes", ["source", "queries", "in the language", "%"], rows))
    for dialect in sorted({each.dialect for each in found}):
        reasons = Counter(each.reason for each in found if each.why and each.dialect == dialect)
        rows = [[reason, str(count)] for reason, count in reasons.most_common()]
        print(report.table(f"Not in the language ({dialect})", ["reason", "queries"], rows[:40]))
    if arguments.list:
        listed = sorted(found, key=lambda each: (each.dialect, each.source, each.why or ""))
        arguments.list.write_text("".join(f"{e.dialect}\t{e.source}\t{e.why}\t{e.query}\n" for e in listed if e.why))
    command.keep(arguments.record, "sql_real", records)


if __name__ == "__main__":
    main()
