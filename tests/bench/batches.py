"""A thousand rows, each under a constraint of its own, filled in one call: how its time falls with threads, beside peers.

    python -m tests.bench.batches --rows 1000 --engines constrain,llguidance,xgrammar

Each row is a JSON object of its own schema, somewhere inside its own text; every row of the bitmask is 16 KB for a
128k vocabulary. "First" masks are a schema's own first; "new" ones those of the call after every row took a token;
"ready" ones those of the same call once more, which for us is a copy and for a peer without a memory all the work again;
"numbered" ones are not copied: a bank says which they are. Beside the time that passes stands the processor's, all
threads together: where it does not rise with the threads, they do not hinder each other, which a shared machine hides.
Each number of threads has rows of its own, under a vocabulary of its own, so that all compute the same masks; engines
and threads alternate within a round, so the machine's weather hits all alike. llguidance's and xgrammar's calls
for many rows are used, with as many threads; glrmask has none, so its rows are filled one by one.

On a machine that others use as well, `--alone` runs each call before everything else (SCHED_FIFO: Linux, for those who
may): time then says what the threads gain, as if the cores were free. Threads that an engine made earlier are not held
to it. Keep such runs short.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from tests.bench import command, report, tokens
from tests.bench.engines import ENGINES, Engine, Fill, Refused

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


def row(random: Random, number: int) -> tuple[str, str]:
    """A schema and a text for it; the number makes sure that no two rows are alike."""
    keys = [*random.sample(_WORDS, 6), f"row_{number}"]
    schema = {
        "type": "object",
        "properties": {key: {"type": "string", "maxLength": 20 + random.randrange(60)} for key in keys},
        "required": keys,
        "additionalProperties": False,
    }
    return json.dumps(schema), json.dumps({key: f"text of {key}" for key in keys})


class Rows:
    """One engine's matchers, one a row, and the call that fills a bitmask on so many threads."""

    def __init__(
        self,
        engine: Engine,
        made: list[tuple[str, str]],
        bitmask: np.ndarray[Any, np.dtype[np.int32]],
        threads: int,
        patience: float,
    ) -> None:
        """Compile every row's schema; `Refused` once that takes more than `patience` seconds, or by so many threads."""
        deadline = time.monotonic() + patience
        self.sequences = []
        for row, (schema, _) in enumerate(made):
            self.sequences.append(engine.compile("schema", schema)())
            if time.monotonic() > deadline:
                raise Refused(f"{row + 1} of {len(made)} schemas compiled in {patience:g} s")
        self.fill = engine.batch([sequence.matcher for sequence in self.sequences], bitmask, threads)

    def advance(self, tokens: list[int]) -> None:
        """Every row takes its token."""
        for sequence, token in zip(self.sequences, tokens, strict=True):
            if sequence.advance(token) is False:
                raise Refused(f"token {token} is refused")


def lacking(bitmask: np.ndarray[Any, np.dtype[np.int32]], tokens: list[int]) -> list[int]:
    """The rows of a bitmask that do not allow the row's token."""
    return [row for row, token in enumerate(tokens) if not bitmask[row, token >> 5] >> (token & 31) & 1]


Times = dict[tuple[str, int], list[tuple[int, int]]]  # ns of a call and of the processor, by kind of masks and threads


def measure(
    rows: dict[str, dict[int, Rows]],
    texts: list[list[int]],
    bitmask: np.ndarray[Any, np.dtype[np.int32]],
    rounds: int,
    patience: float,
    alone: bool = False,
) -> dict[str, Times]:
    """All engines through the first `rounds` tokens of every text; none beyond the round that spends its `patience`."""
    times: dict[str, Times] = {name: {} for name in rows}
    banks = {name: _bank(next(iter(of.values()))) for name, of in rows.items() if name.startswith("constrain")}
    for position in range(rounds):
        expected = [text[position] for text in texts]
        for name, by_threads in rows.items():
            if sum(passed for of in times[name].values() for passed, _ in of) > patience * 1e9:
                continue
            turn = list(by_threads.items())
            turn = turn[position % len(turn) :] + turn[: position % len(turn)]
            for threads, of in turn:  # each computes the same new masks; the first of their schemas belong to starting
                for kind in ("new" if position else "first", "ready"):
                    bitmask.fill(0)
                    times[name].setdefault((kind, threads), []).append(_timed(of.fill, alone))
                    if missing := lacking(bitmask, expected):
                        raise Refused(f"{name}: row {missing[0]} does not allow its token {position}")
            if name in banks:
                banks[name]()
                times[name].setdefault(("numbered", 1), []).append(_timed(banks[name], alone))
            for of in by_threads.values():
                of.advance(expected)
        print(f"  token {position + 1} of {rounds}", file=sys.stderr)
    return times


def _bank(rows: Rows) -> Fill:
    from constrain import MaskBank, MatcherBatch

    batch = MatcherBatch([sequence.matcher for sequence in rows.sequences])
    vocabulary = rows.sequences[0].matcher.constraint.vocabulary
    bank = MaskBank(vocabulary, 2 * len(rows.sequences))
    return lambda: bank.find(batch)


def _timed(call: Fill, alone: bool) -> tuple[int, int]:
    with _before_all_others() if alone else contextlib.nullcontext():
        processor, start = time.process_time_ns(), time.perf_counter_ns()
        call()
        return time.perf_counter_ns() - start, time.process_time_ns() - processor


@contextlib.contextmanager
def _before_all_others() -> Iterator[None]:
    """This thread, and those that it makes meanwhile, are not interrupted by others' work."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument("--engines", default="constrain,llguidance,xgrammar,glrmask", help=", ".join(ENGINES))
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=24, help="tokens that every row takes")
    parser.add_argument("--threads", default="1,2,4")
    parser.add_argument("--patience", type=float, default=60, help="seconds to compile all rows, and to fill them")
    parser.add_argument("--alone", action="store_true", help="run each call before everything else on the machine")
    arguments = parser.parse_args()
    tokenizer = tokens.load(arguments.tokenizer)
    random = Random(0)
    made = [row(random, number) for number in range(arguments.rows)]
    texts = [tokenizer.encode(text) for _, text in made]
    bitmask = np.zeros((len(made), (tokenizer.size + 31) // 32), np.int32)
    rows: dict[str, dict[int, Rows]] = {}
    for name in arguments.engines.split(","):
        for threads in map(int, arguments.threads.split(",")):
            try:
                of = Rows(ENGINES[name](tokenizer, 1), made, bitmask, threads, arguments.patience)
                rows.setdefault(name, {})[threads] = of
            except Refused as error:
                print(f"{name}, {threads} threads: {error}", file=sys.stderr)
    rounds = min(arguments.rounds, *map(len, texts))
    times = measure(rows, texts, bitmask, rounds, arguments.patience, arguments.alone)
    summaries = {
        (name, kind + suffix, threads): report.summarise([[pair[of_pair] for pair in found]]).scaled(1e-3 / len(made))
        for name, of in times.items()
        for (kind, threads), found in sorted(of.items())
        for of_pair, suffix in enumerate(("", ", processor"))
    }
    for kind in dict.fromkeys(kind for _, kind, _ in summaries):
        shown = {f"{name}, {n} threads": s for (name, k, n), s in summaries.items() if k == kind}
        print(report.summaries(f"{kind}: µs a row of a batch of {arguments.rows:,}", shown))
    out = []
    for (name, kind, threads), summary in summaries.items():
        out.append({**report.provenance(), "engine": name, "tokenizer": arguments.tokenizer})
        out[-1] |= {"rows": str(arguments.rows), "masks": kind, "threads": str(threads)}
        out[-1] |= report.figures("row_us", summary)
    command.keep(arguments.record, "batches", out)


if __name__ == "__main__":
    main()
