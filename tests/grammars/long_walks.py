"""Queries and programs drawn at random in large numbers, judged by databases and by the definition of programs.

    python -m tests.grammars.long_walks sql --seconds 600
    python -m tests.grammars.long_walks postgresql --seconds 600
    python -m tests.grammars.long_walks programs --seconds 600

The queries of SQLite are of thirty databases, seven by hand and the others made up, and each is run; those of
PostgreSQL are of the tests' databases, and prepared. Of each program and its
neighbours the grammar must say what the definition says. What has been judged is listed in `--out`, a line for a few
seeds, and the same command goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from random import Random

import constrain
from constrain import Vocabulary
from constrain.grammars import sql
from tests.grammars.python.test_programs import disagreements
from tests.grammars.sql import databases, postgresql_databases, postgresql_server

_BYTES = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
_SEEDS = 10  # of a line
DATABASES = {**databases.ALL, **{f"schema {seed}": databases.generated(seed) for seed in range(23)}}
_OF = {"sqlite": DATABASES, "postgresql": postgresql_databases.ALL}


@lru_cache(1)  # each keeps what its texts have led to, some hundred megabytes
def _told(name: str, dialect: str) -> constrain.Constraint[str]:
    return constrain.compile(sql(_OF[dialect][name], dialect=dialect), _BYTES)


def _drawn(name: str, dialect: str, seeds: range, errors: Callable[[list[str]], list[str | None]]) -> list[str]:
    found, queries = [], {}
    for seed in seeds:
        try:
            queries[seed] = _told(name, dialect).sample(
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
    connection = databases.database(DATABASES[name])
    return _drawn(name, "sqlite", seeds, lambda texts: [databases.error(connection, text) for text in texts])


def prepared(name: str, seeds: range) -> list[str]:
    """The same of PostgreSQL."""
    return _drawn(
        name, "postgresql", seeds, lambda texts: postgresql_server.errors(postgresql_databases.ALL[name], texts)
    )


def programs(_: str, seeds: range) -> list[str]:
    """What goes wrong with programs."""
    return [f"{why}: {text}" for text, why in disagreements(seeds)]


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("sql", "postgresql", "programs"))
    parser.add_argument("--seconds", type=float, default=600, help="stop after so long")
    parser.add_argument("--out", type=Path, help="build/walks-KIND.jsonl")
    arguments = parser.parse_args()
    out: Path = arguments.out or Path(f"build/walks-{arguments.kind}.jsonl")
    judges: dict[str, tuple[Callable[[str, range], list[str]], Iterable[str]]] = {
        "sql": (queries, DATABASES),
        "postgresql": (prepared, postgresql_databases.ALL),
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
    faults = sum(len(line["found"]) for line in lines)
    print(f"{sum(done.values())} judged, {faults} faults", file=sys.stderr)


if __name__ == "__main__":
    main()
