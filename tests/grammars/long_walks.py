"""Queries and programs drawn at random in large numbers, judged by databases and by the definition of programs.

    python -m tests.grammars.long_walks sql --seconds 600
    python -m tests.grammars.long_walks postgresql --seconds 600
    python -m tests.grammars.long_walks programs --seconds 600

The queries of SQLite are of thirty databases, seven by hand and the others made up, and each is run; those of
PostgreSQL are of the tests' databases, and prepared. Of each database also with `writes=True` (what is drawn is a
write mostly) and with `free_names`. Of each program and its
neighbours the grammar must say what the definition says, and the program is run with stubs. What has been judged is listed in `--out`, a line for a few
seeds, and the same command goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import constrain
from constrain import Vocabulary
from constrain.grammars import sql
from tests.grammars.python.programs import drawn
from tests.grammars.python.test_programs import disagreements, run
from tests.grammars.sql import databases, postgresql_databases, postgresql_server

_BYTES = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
_SEEDS = 10  # of a line
DATABASES = {**databases.ALL, **{f"schema {seed}": databases.generated(seed) for seed in range(23)}}
_OF = {"sqlite": DATABASES, "postgresql": postgresql_databases.ALL}
_FREE = {"sqlite": True, "postgresql": ["n", "total", "rank", "day"]}
_DATA = re.compile("UNIQUE constraint failed|datatype mismatch|Could not decode")  # what only data tells of a write


@lru_cache(1)  # each keeps what its texts have led to, some hundred megabytes
def _told(name: str, option: str, dialect: str) -> constrain.Constraint[str]:
    options: dict[str, Any] = {option: _FREE[dialect] if option == "free_names" else True} if option else {}
    return constrain.compile(sql(_OF[dialect][name], dialect=dialect, **options), _BYTES)


def _drawn(name: str, dialect: str, seeds: range, errors: Callable[[list[str]], list[str | None]]) -> list[str]:
    found, queries = [], {}
    database, _, option = name.partition(", ")
    for seed in seeds:
        try:
            queries[seed] = _told(database, option, dialect).sample(
                Random(seed), readable=seed % 4 != 0, soft_limit=(40, 80, 150, 300)[seed % 4]
            )
        except (constrain.ConstrainError, AssertionError) as error:
            found.append(f"{name}, seed {seed}: {error!r}")
    for (seed, query), why in zip(queries.items(), errors([*queries.values()]), strict=True):
        if why:
            found.append(f"{name}, seed {seed}: {why}: {query}")
    return found


def queries(name: str, seeds: range) -> list[str]:
    """What goes wrong with queries of the database."""
    connection = databases.database(DATABASES[name.partition(", ")[0]])

    def error(text: str) -> str | None:
        why = databases.error(connection, text)
        connection.rollback()
        return None if why and _DATA.match(why) else why

    return _drawn(name, "sqlite", seeds, lambda texts: [*map(error, texts)])


def prepared(name: str, seeds: range) -> list[str]:
    """The same of PostgreSQL."""
    ddl = postgresql_databases.ALL[name.partition(", ")[0]]
    return _drawn(name, "postgresql", seeds, lambda texts: postgresql_server.errors(ddl, texts))


def _worlds(dialect: str) -> list[str]:
    """Each database, and with an option."""
    return [f"{name}{option}" for option in ("", ", writes", ", free_names") for name in _OF[dialect]]


def _run_apart(text: str) -> str:
    """`run` in a process of its own, for two seconds: a call may compute something huge, which takes no steps."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (2, 2))
            os.write(writing, run(text).encode()[:60_000])
        finally:  # whatever the program raises
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as said:
        found = said.read().decode(errors="replace")
    os.waitpid(child, 0)
    return found


def programs(_: str, seeds: range) -> list[str]:
    """What goes wrong with programs, and when they run: errors of names, and of attributes and calls of what was given."""
    found = [f"{why}: {text}" for text, why in disagreements(seeds)]
    return found + [f"{why}: {text}" for text in map(drawn, seeds) if (why := _run_apart(text))]


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("sql", "postgresql", "programs"))
    parser.add_argument("--seconds", type=float, default=600, help="stop after so long")
    parser.add_argument("--out", type=Path, help="build/walks-KIND.jsonl")
    arguments = parser.parse_args()
    out: Path = arguments.out or Path(f"build/walks-{arguments.kind}.jsonl")
    judges: dict[str, tuple[Callable[[str, range], list[str]], Iterable[str]]] = {
        "sql": (queries, _worlds("sqlite")),
        "postgresql": (prepared, _worlds("postgresql")),
        "programs": (programs, ["programs"]),
    }
    judge, names = judges[arguments.kind]
    done = dict.fromkeys(names, 0)
    lines = list(map(json.loads, out.open())) if out.exists() else []
    for line in lines:
        done[line["of"]] = max(done[line["of"]], line["to"])
    began = time.monotonic()
    while time.monotonic() - began < arguments.seconds:
        name = min(done, key=lambda each: done[each])
        first, done[name] = done[name], done[name] + _SEEDS
        lines.append({"of": name, "from": first, "to": done[name], "found": judge(name, range(first, done[name]))})
        with out.open("a") as file:
            file.write(json.dumps(lines[-1]) + "\n")
        for each in lines[-1]["found"]:
            print(each, flush=True)
    kinds = Counter(each.partition(":")[0] for line in lines for each in line["found"])
    print(f"{sum(done.values())} judged, {kinds.total()} faults: {dict(kinds)}", file=sys.stderr)


if __name__ == "__main__":
    main()
