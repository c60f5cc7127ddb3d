"""Masks of queries whose names resolve: from a database to the first mask, and each mask along queries after it.

    python -m tests.bench.sql_masks

Three made-up databases, one as large as people's and two much larger, whose tables share some columns. The queries are
drawn from a fixed seed, joins with conditions and groups, spelled by the tokenizer; each mask along them is timed where
it is new. `--postgresql`: in that dialect, all columns being texts. The times are CPU time of the process.
"""

from __future__ import annotations

import statistics
import time
from random import Random

import constrain
from constrain import Vocabulary
from constrain.grammars import sql
from tests.bench import command, report, tokens

SIZES = ((50, 20), (200, 30), (500, 30))
QUERIES = 60
EARLY = 100  # masks that meet what all queries have in common


def database(tables: int, columns: int) -> dict[str, list[str]]:
    """Tables that share an id and a name, and columns of their own."""
    return {
        f"table_{t}": ["id", "name", *(f"col_{t}_{c}" if c % 2 else f"col_{c}" for c in range(columns - 2))]
        for t in range(tables)
    }


def query(random: Random, schema: dict[str, list[str]]) -> str:
    """Such as people write, its columns before its tables."""
    tables = random.sample(sorted(schema), random.choice((1, 2, 3)))
    names = "abc"[: len(tables)]
    own = [f"{name}.{random.choice(schema[table])}" for name, table in zip(names, tables, strict=True)]
    sources = f"{tables[0]} AS a"
    for name, table in zip(names[1:], tables[1:], strict=True):
        sources += f" JOIN {table} AS {name} ON a.id = {name}.id"
    shown = ", ".join(own)
    where = f" WHERE {own[0]} > '{random.randrange(100)}' AND {own[-1]} LIKE 'x%'" if random.random() < 0.7 else ""
    if random.random() < 0.5:
        return f"SELECT {shown}, COUNT(*) AS n FROM {sources}{where} GROUP BY {shown} ORDER BY n DESC LIMIT 10"
    return f"SELECT {shown} FROM {sources}{where} ORDER BY {own[0]}"


def measured(
    tokenizer: tokens.Tokenizer, vocabulary: Vocabulary, tables: int, columns: int, dialect: str
) -> dict[str, float]:
    """Milliseconds to the grammar and from there to the first mask; microseconds of later masks."""
    schema = database(tables, columns)
    typed = {table: dict.fromkeys(its, "text") for table, its in schema.items()}
    began = time.process_time()
    grammar = sql(typed if dialect == "postgresql" else schema, dialect=dialect)
    made = time.process_time()
    told = constrain.compile(grammar, vocabulary)
    row = constrain.allocate_bitmask(1, vocabulary)[0]
    told.matcher().fill_bitmask(row)
    first = time.process_time()
    random, masks = Random(7), []
    for _ in range(QUERIES):
        matcher = told.matcher()
        for token in tokenizer.encode(query(random, schema)):
            before = time.process_time()
            matcher.fill_bitmask(row)
            masks.append((time.process_time() - before) * 1e6)
            matcher.advance(token)
    later = sorted(masks[EARLY:])
    return {
        "grammar_ms": (made - began) * 1e3,
        "first_mask_ms": (first - made) * 1e3,
        "median_us": statistics.median(later),
        "p90_us": later[len(later) * 9 // 10],
        "p99_us": later[len(later) * 99 // 100],
        "worst_ms": later[-1] / 1e3,
    }


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument("--postgresql", action="store_true")
    arguments = parser.parse_args()
    dialect = "postgresql" if arguments.postgresql else "sqlite"
    tokenizer = tokens.load(arguments.tokenizer)
    vocabulary = Vocabulary.from_bytes(tokenizer.tokens, end_ids=tokenizer.end_ids)
    measured(tokenizer, vocabulary, 3, 4, dialect)  # what any first grammar costs
    rows: list[list[object]] = []
    records: list[dict[str, object]] = []
    for tables, columns in SIZES:
        found = measured(tokenizer, vocabulary, tables, columns, dialect)
        rows.append([f"{tables} x {columns}", *map(report.number, found.values())])
        figures = {name: f"{value:.4g}" for name, value in found.items()}
        place = {**report.provenance(), "tokenizer": arguments.tokenizer}
        records.append({**place, "tables": tables, "columns": columns, **figures})
    print(report.table(f"SQL of {dialect}: tables x columns", ["database", *found], rows))
    command.keep(arguments.record, "sql_masks_postgresql" if arguments.postgresql else "sql_masks", records)


if __name__ == "__main__":
    main()
