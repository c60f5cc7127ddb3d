"""Filling many rows in one call: how the time of a batch falls with threads, for ready masks and for new ones.

    python -m tests.bench.batches --rows 1000

Each row is a JSON object of its own schema, somewhere inside its own text; every row of the bitmask is 16 KB for a
128k vocabulary. "Ready" masks exist already, so a fill is a copy; "new" ones are computed by the call that is timed, for
which the rows take one token each before. "Numbered" masks are not copied: a bank says which they are. Threads alternate
within a round, so the machine's weather hits all alike.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from random import Random

import constrain
from constrain import MaskBank, MatcherBatch, Vocabulary
from constrain.grammars import json_schema
from tests.bench import report, tokens

_WORDS = [
    "name",
    "age",
    "city",
    "email",
    "street",
    "number",
    "items",
    "price",
    "total",
    "notes",
    "owner",
    "color",
    "size",
    "weight",
    "unit",
    "state",
    "zone",
]


def _row(random: Random, number: int) -> tuple[str, str]:
    """A schema and a text for it; the number makes sure that no two rows are alike."""
    keys = [*random.sample(_WORDS, 6), f"row_{number}"]
    schema = {
        "type": "object",
        "properties": {key: {"type": "string", "maxLength": 20 + random.randrange(60)} for key in keys},
        "required": keys,
        "additionalProperties": False,
    }
    return json.dumps(schema), json.dumps({key: f"text of {key}" for key in keys})


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=24, help="tokens that every row takes")
    parser.add_argument("--threads", default="1,2,4")
    parser.add_argument("--tokenizer", default="llama3", choices=tokens.NAMES)
    parser.add_argument("--record", action=argparse.BooleanOptionalAction, default=True, help="append to the record")
    arguments = parser.parse_args()
    tokenizer = tokens.load(arguments.tokenizer)
    vocabulary = Vocabulary.from_bytes(tokenizer.tokens, end_ids=tokenizer.end_ids)
    random = Random(0)
    made = [_row(random, number) for number in range(arguments.rows)]
    constraints = [constrain.compile(json_schema(schema), vocabulary) for schema, _ in made]
    texts = [tokenizer.encode(text) for _, text in made]
    rounds = min(arguments.rounds, *map(len, texts))
    bitmask = constrain.allocate_bitmask(arguments.rows, vocabulary)
    counts = [int(count) for count in arguments.threads.split(",")]
    new: dict[int, list[int]] = {count: [] for count in counts}
    ready: dict[int, list[int]] = {count: [] for count in counts}
    numbered: dict[int, list[int]] = {1: []}
    rows, bank = MatcherBatch(constraints), MaskBank(vocabulary, 2 * arguments.rows)
    for position in range(rounds):
        # A round's new masks are computed once, by one of the thread counts in turn.
        count = counts[position % len(counts)]
        start = time.perf_counter_ns()
        rows.fill_bitmask(bitmask, threads=count)
        new[count].append(time.perf_counter_ns() - start)
        for count in counts:
            start = time.perf_counter_ns()
            rows.fill_bitmask(bitmask, threads=count)
            ready[count].append(time.perf_counter_ns() - start)
        bank.find(rows)
        start = time.perf_counter_ns()
        bank.find(rows)
        numbered[1].append(time.perf_counter_ns() - start)
        rows.advance([text[position] for text in texts])
    out = []
    for kind, found in (("new", new), ("ready", ready), ("numbered", numbered)):
        summaries = {
            f"{count} threads": report.summarise([times]).scaled(1e-3 / arguments.rows)
            for count, times in found.items()
        }
        print(report.summaries(f"{kind} masks, µs a row of a batch of {arguments.rows:,}", summaries))
        for count, summary in zip(found, summaries.values(), strict=True):
            out.append({**report.provenance(), "engine": "constrain", "tokenizer": arguments.tokenizer})
            out[-1] |= {"rows": str(arguments.rows), "masks": kind, "threads": str(count)}
            out[-1] |= report.figures("row_us", summary)
    if arguments.record:
        print(f"recorded in {report.record('batches', out).name}", file=sys.stderr)


if __name__ == "__main__":
    main()
