"""C, Python, SQL and GraphQL in Lark that every engine reads, on a thousand tokens of code each, in one run.

    python -m tests.bench.code_grammars --engines constrain,llguidance,xgrammar,glrmask

The grammars of our library have priorities and lookaheads, which peers refuse, so they give no ratio. Those in `code/`
are written for this comparison in what all have in common: no priorities, no lookaround, blanks by `%ignore`, and no
terminal that another can be taken for (Lark's lexer decides such cases, peers keep both). Engines still do not mean the
same by them: we lex as Lark does, the longest match first; xgrammar and glrmask may end a lexeme anywhere.

A text is walked once in a process that has never seen the grammar, its first 100 tokens told apart from the rest, and
then once more. A walk ends after `--seconds`, so that the first steps of a slow engine are known as well.

`start_ms` is the time from the grammar's text to its first mask. Engines whose names end in `-library` are ours with the
grammar of that language in our library, by its name; of them only the start is measured.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench import command, report, tokens
from tests.bench.engines import ENGINES, version_of
from tests.bench.worker import Event, Failed, Job, Started, Times, Walk, Worker

LANGUAGES = ("graphql", "sql", "c", "python")
FIRST = 100
_FILES = Path(__file__).parent / "code"
_LEVELS = 6


def grammar(language: str) -> str:
    """The grammar in Lark; what follows its line of dashes once for every level of indentation."""
    once, _, every = (_FILES / f"{language}.lark").read_text().partition("-" * 119 + "\n")
    if not every:
        return once
    levels = [
        every.replace("_N", f"_{n}").replace("_M", f"_{n + 1}").replace("BLANKS", "    " * n) for n in range(_LEVELS)
    ]
    last = f"statement_{_LEVELS}: simple\nLINE_{_LEVELS}: /\\n+{'    ' * _LEVELS}/\n"
    return once + "".join(levels) + last


def text(language: str) -> str:
    """Some 1,000 tokens of code that the grammar allows."""
    return (_FILES / f"{language}.txt").read_text()


@dataclass
class Found:
    """What one engine did with one language; times in microseconds, of mask and advance together."""

    verdict: str = "accepted"
    start: float = float("nan")
    walks: dict[bool, Times] = field(default_factory=dict)  # by `again`: nanoseconds a step

    @staticmethod
    def of(events: Iterator[Event]) -> Found:
        found = Found()
        for event in events:
            if isinstance(event, Started):
                found.start = event.nanoseconds * 1e-6
            elif isinstance(event, Failed):
                found.verdict = f"{event.how}: {event.why.splitlines()[0][:80]}"
            elif isinstance(event, Walk):
                found.walks[event.again] = event.mask + event.advance
                if event.outcome != "accepted":
                    found.verdict = f"{event.outcome} at token {event.position}"
        return found

    def steps(self, part: str) -> Any:
        """The steps of a part: "first" and "rest" of the first walk, or "again"."""
        times = self.walks.get(part == "again", ())
        return {"first": times[: FIRST - 1], "rest": times[FIRST - 1 :], "again": times}[part]

    def summary(self, part: str) -> report.Summary:
        """The summary of a part's steps."""
        return report.summarise([self.steps(part)]).scaled(1e-3)


PARTS = {"first": f"first {FIRST} tokens", "rest": "the rest", "again": "second walk"}


def show(language: str, results: dict[str, Found]) -> str:
    """A table of microseconds and one of ratios to the first engine, on the steps that both took."""
    first, *others = results
    head = [
        "engine",
        "first mask, ms",
        *(f"{part} {figure}" for part in PARTS for figure in ("mean", "p50", "p99", "max")),
    ]
    rows, quotients = [], []
    for name, found in results.items():
        label = name if found.verdict == "accepted" else f"{name} ({found.verdict})"
        summaries = [found.summary(part) for part in PARTS]
        numbers = [s.figures[figure] for s in summaries for figure in ("mean", "p50", "p99", "max")]
        rows.append([label, *map(report.number, [found.start, *numbers])])
    for name in others:
        quotients.append([name, report.number(results[name].start / results[first].start)])
        for part in PARTS:
            count = min(len(results[name].steps(part)), len(results[first].steps(part)))
            theirs, ours = (report.summarise([results[n].steps(part)[:count]]) for n in (name, first))
            quotients[-1] += [report.number(theirs.figures[f] / ours.figures[f]) for f in ("mean", "p50", "p99", "max")]
    parts = [report.table(f"{language}: mask and advance, µs a token", head, rows)]
    if quotients:
        parts.append(report.table(f"{language}: how many times {first}'s figure", head, quotients))
    return "\n".join(parts)


def row(name: str, label: str, language: str, found: Found, count: int) -> dict[str, object]:
    """What the record says of an engine, called `label` there, and a text of so many tokens."""
    figures: dict[str, object] = {
        "engine": label,
        "version": version_of(name),
        "language": language,
        "verdict": found.verdict,
    }
    figures |= {"tokens": count, "start_ms": f"{found.start:.4g}"}
    for part in PARTS:
        figures |= report.figures(f"{part}_us", found.summary(part))
    return figures


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument("--engines", default="constrain,llguidance,xgrammar,glrmask", help=", ".join(ENGINES))
    parser.add_argument("--only", default="", help="the languages whose name contains this")
    parser.add_argument("--timeout", type=float, default=120, help="seconds to compile")
    parser.add_argument("--seconds", type=float, default=15, help="seconds of a walk")
    arguments = parser.parse_args()
    rows: list[dict[str, object]] = []
    names = arguments.engines.split(",")
    encode = tokens.load(arguments.tokenizer).encode
    workers = {name: Worker(name, arguments.tokenizer, 1, arguments.timeout + arguments.seconds) for name in names}
    common = {**report.provenance(), "tokenizer": arguments.tokenizer}
    for language in LANGUAGES:
        if arguments.only not in language:
            continue
        walked = encode(text(language))
        results = {}
        for name, worker in workers.items():
            print(f"  {language} {name}: {len(walked):,} tokens", file=sys.stderr)
            job = Job("lark", grammar(language), [walked], again=True, seconds=arguments.seconds)
            results[name] = Found.of(worker.run(job))
            rows.append(common | row(name, name, language, results[name], len(walked)))
        print(show(language, results), flush=True)
        for name in [name for name in names if name.startswith("constrain")]:
            found = Found.of(workers[name].run(Job("library", language, [])))
            print(f"{language} of our library, {name}: first mask after {report.number(found.start)} ms\n", flush=True)
            rows.append(common | row(name, f"{name}-library", language, found, 0))
    for worker in workers.values():
        worker.stop()
    command.keep(arguments.record, "code_grammars", rows)


if __name__ == "__main__":
    main()
