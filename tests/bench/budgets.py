"""What a budget of tokens costs: masks that leave room to complete the text, near the limit and far from it.

    python -m tests.bench.budgets --limit 60 --record

MaskBench's valid instances are followed token by token. At each place the mask is filled without a budget, which makes
it ready, and then with budgets: `near` leaves as many tokens as the shortest completion that is known and 3 more, `mid`
100 more, `far` 100,000. Each is filled twice: what is computed first is kept. `start` is the first question of a
constraint how many tokens its shortest text needs. Peers have no such budget, so plain masks stand beside.
"""

from __future__ import annotations

import random
import sys
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

import constrain
from constrain import ConstrainError, Vocabulary
from constrain.grammars import json_schema, prepare
from tests.bench import command, report, tokens
from tests.bench.maskbench import cases
from tests.data import folder

_SLACK = {"near": 3, "mid": 100, "far": 100_000}


def follow(matcher: constrain.Matcher, text: list[int], found: dict[str, list[float]]) -> None:
    """Walks along the text and appends microseconds by what was asked."""
    row = constrain.allocate_bitmask(1, matcher.constraint.vocabulary)[0]

    def timed(name: str, left: int | None) -> None:
        began = time.perf_counter()
        matcher.fill_bitmask(row, tokens_left=left)
        found[name].append((time.perf_counter() - began) * 1e6)

    for token in text:
        timed("plain", None)
        timed("plain again", None)
        timed("far", _SLACK["far"])
        timed("far again", _SLACK["far"])
        began = time.perf_counter()
        needed = matcher.tokens_to_end
        found["tokens_to_end"].append((time.perf_counter() - began) * 1e6)
        for name in ("mid", "near"):
            timed(name, needed + _SLACK[name])
            timed(f"{name} again", needed + _SLACK[name])
        matcher.advance(token)


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument("--limit", type=int, default=60, help="schemas, drawn at random")
    parser.add_argument("--steps", type=int, default=200, help="tokens followed of each schema's first instance")
    parser.add_argument("--data", type=Path, default=folder() / "maskbench" / "dev.jsonl.gz")
    parser.add_argument("--slowest", action="store_true", help="print the slowest places")
    arguments = parser.parse_args()
    tokenizer = tokens.load(arguments.tokenizer)
    vocabulary = Vocabulary.from_bytes(tokenizer.tokens, end_ids=tokenizer.end_ids)
    prepare(vocabulary)
    chosen = random.Random(0).sample(list(cases(arguments.data)), arguments.limit)
    found: dict[str, list[float]] = defaultdict(list)
    slow: list[tuple[float, str, str]] = []
    for case in chosen:
        texts = [instance.text for instance in case.instances if instance.valid]
        if not texts:
            continue
        here: dict[str, list[float]] = defaultdict(list)
        try:
            matcher = constrain.compile(json_schema(case.schema), vocabulary).matcher()
            began = time.perf_counter()
            matcher.tokens_to_end  # noqa: B018
            here["start"].append((time.perf_counter() - began) * 1e6)
            follow(matcher, tokenizer.encode(texts[0])[: arguments.steps], here)
        except ConstrainError as error:
            print(f"{case.id}: {type(error).__name__}", file=sys.stderr)
        for name, values in here.items():
            found[name] += values
            slow.append((max(values), name, case.id))
    if arguments.slowest:
        for value, name, id in sorted(slow, reverse=True)[:40]:
            print(f"{value:12,.0f} µs  {name:14} {id}")
    summaries = {name: report.summarise([np.array(values)]) for name, values in found.items()}
    print(report.summaries("µs a call", summaries))
    provenance = report.provenance()
    rows = [
        {**provenance, "tokenizer": arguments.tokenizer, "schemas": arguments.limit, "asked": name}
        | {"calls": summary.count, **report.figures("us", summary)}
        for name, summary in summaries.items()
    ]
    command.keep(arguments.record, "budgets", rows)


if __name__ == "__main__":
    main()
