"""How far every engine gets with every schema: one line a schema and engine, and a table.

    constrain bench coverage                            # MaskBench's development split, then BFCL's functions
    constrain bench coverage --data FOLDER --limit 200  # a folder of MaskBench's own files
    constrain bench coverage --lines coverage.csv       # where the lines go
    constrain bench coverage --page docs/coverage.md    # runs nothing: the page of what the record has

Every engine has a process of its own, with a limit of time for each answer and one of memory (`worker.py`), so a hang or
an overflow costs that engine that schema. A schema's verdict is the worst thing seen with it, first to last:

- crashed: the process ended, or the engine raised something in the middle of a text
- late: the schema and its texts took more than `--timeout` seconds of the processor
- invalid accepted: a text that the schema forbids could be written to its end
- stuck: after a part of a valid text no token was allowed at all
- valid refused: a valid text could not be written, in no order of its keys
- declared: the engine refused the schema with a message
- other order: the valid texts could be written with their keys in the schema's order only
- passed

BFCL's functions are the parameters of the benchmark's questions as closed schemas. Valid texts are the benchmark's own
accepted answers, invalid ones are made of them by taking away or changing a member; jsonschema is the judge of both.
"""

from __future__ import annotations

import csv
import json
import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema

from tests.bench import command, report, tokens
from tests.bench.engines import ENGINES, version_of
from tests.bench.maskbench import Case, Result, case_of, cases, run
from tests.bench.quality_tasks import ROWS, parameters_schema, questions
from tests.bench.worker import Worker
from tests.data import folder

VERDICTS = (
    "crashed", "late", "invalid accepted", "stuck", "valid refused", "declared", "other order", "passed",
)  # fmt: skip
_HOW = {"crashed": "crashed", "timed out": "late", "refused": "declared"}


def verdict(result: Result, case: Case) -> tuple[str, str]:
    """What became of a case that `result`'s engine was given, and why, where the engine said so.

    >>> case = Case("a", "{}", [Instance("1", True)])
    >>> verdict(Result(wrongly_refused=[("a", 0)]), case), verdict(Result(), case)
    (('valid refused', ''), ('passed', ''))
    """
    seen: dict[str, str] = {"passed": ""}
    if case.id in result.failed:
        failed = result.failed[case.id]
        seen[_HOW[failed.how]] = failed.why
    for number in range(len(case.instances)):
        place = case.id, number
        walk = result.walks.get(place)
        if walk is not None and walk.outcome == "error":
            seen["crashed"] = walk.why
        elif place in result.wrongly_accepted:
            seen["invalid accepted"] = f"text {number}"
        elif place in result.wrongly_refused:
            dead = walk is not None and walk.outcome == "stuck"
            seen["stuck" if dead else "valid refused"] = f"text {number}, token {walk.position}" if walk else ""
        elif place in result.other_order:
            seen["other order"] = ""
    worst = min(seen, key=VERDICTS.index)
    return worst, seen[worst]


def functions() -> Iterator[Case]:
    """BFCL's functions that have an accepted answer, each once."""
    seen = set()
    for row in (row for row, shape in ROWS.items() if shape):
        for question, answers in questions(row):
            listed = {function["name"]: function for function in question["function"]}
            for answer in answers or ():
                ((name, accepted),) = answer.items()
                schema = parameters_schema(listed[name]["parameters"])
                text = json.dumps(schema, sort_keys=True)
                value = {key: values[0] for key, values in accepted.items() if values and "" not in values}
                tests = [{"data": each, "valid": valid} for each, valid in _judged(schema, value)]
                if text not in seen and any(test["valid"] for test in tests):
                    seen.add(text)
                    yield case_of({"id": f"bfcl/{question['id']}/{name}", "schema": schema, "tests": tests})


def _judged(schema: Any, value: Any) -> Iterator[tuple[Any, bool]]:
    """The value, and what it becomes without a member, with another one, and with members of other types."""
    judge = jsonschema.Draft202012Validator(schema)
    changed = [{k: v for k, v in value.items() if k != key} for key in value]
    others: list[Any] = [None, {}, [[]]]
    changed += [{**value, key: other} for key in value for other in others]
    for each in [value, {**value, "another": 1}, *changed]:
        yield each, judge.is_valid(each)


def table(title: str, results: Mapping[str, Result], chosen: list[Case]) -> tuple[str, list[dict[str, object]]]:
    """The counts as Markdown, and a line a schema and engine."""
    lines: list[dict[str, object]] = []
    body = []
    for name, result in results.items():
        counts: Counter[str] = Counter()
        for case in chosen[: result.schemas]:
            what, why = verdict(result, case)
            counts[what] += 1
            walks = [result.walks[case.id, n] for n in range(len(case.instances)) if (case.id, n) in result.walks]
            times = report.summarise(walk.mask for walk in walks).figures["mean"]
            start = result.started.get(case.id)
            lines.append({
                "schema": case.id,
                "engine": name,
                "verdict": what,
                "start_ms": "" if start is None else f"{start / 1e6:.2f}",
                "mask_us": "" if math.isnan(times) else f"{times / 1e3:.1f}",
                "why": " ".join(why.split())[:100],
            })  # fmt: skip
        body.append([name, result.schemas, *(counts[each] for each in reversed(VERDICTS))])
    return report.table(title, ["engine", "schemas", *reversed(VERDICTS)], body), lines


def page() -> str:
    """The newest figures of the record as a page of the documentation, by data and how many schemas; engines by name."""
    newest = {(row["data"], int(row["schemas"]), row["engine"]): row for row in report.rows("coverage")}
    tables = []
    for data, schemas in sorted({key[:2] for key in newest}, key=lambda key: (key[0] != "MaskBench", key[1])):
        rows = [row for key, row in sorted(newest.items()) if key[:2] == (data, schemas)]
        of, limits = rows[0]["of"], f"{float(rows[0]['timeout_s']):g} s, {float(rows[0]['memory_gb']):g} GB"
        drawn = "all" if of == str(schemas) else f"drawn at random (seed 0) from {of}"
        body = [[f"{row['engine']} {row['version']}", *(row[each] for each in reversed(VERDICTS))] for row in rows]
        title = f"{data}, {schemas} schemas, {drawn}; {rows[0]['date'][:10]}; {limits} for each schema"
        tables.append(report.table(title, ["engine", *reversed(VERDICTS)], body))
    return _PAGE.format(tables="\n".join(tables))


_PAGE = """\
# Coverage

How far each engine gets with real schemas. This page is written by `constrain bench coverage --page docs/coverage.md` from the
record `tests/bench/record/coverage.csv`, and `constrain bench coverage` makes the record.

{tables}
An engine is given a schema and texts that its data calls valid or invalid, in Llama 3's tokens, in a process of its own. A
schema counts once, by the worst that was seen with it:

| verdict | means |
|---|---|
| passed | all valid texts could be written, no invalid one |
| other order | the same, but with keys in the schema's order only, where the engine does not promise any order |
| declared | the engine refused the schema with a message: honest, and no use |
| valid refused | some valid text could not be written, in no order of its keys that was tried |
| stuck | after a part of a valid text no token was allowed at all |
| invalid accepted | a text that the schema forbids could be written to its end |
| late | the schema and its texts took more processor time than the limit |
| crashed | the process ended, also where it needed more memory than the limit, or the engine raised in the middle of a text |

How to read it. `constrain-any` is this library with `property_order="any"`. We wrote the benchmark, and our own library was
developed with the schemas of MaskBench's development split, which favours it. Engines run with their defaults: some leave keywords
out on purpose and say so in their documents, which shows here as *invalid accepted*. Two orders of a text's keys are tried; our
own *valid refused* are texts that are written in a third one, as a search over all orders showed, while `constrain-any` writes
every order. A limit of time is hard on engines that do
all their work before the first token, which a server may pay once. BFCL's functions are parameters of the Berkeley
Function-Calling Leaderboard as closed schemas; valid texts are its accepted answers, and jsonschema judges all. An engine without a
row in a table was not run there.
"""


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument("--engines", default="constrain,constrain-any,llguidance,xgrammar,glrmask,outlines,maskforge", help=", ".join(ENGINES))  # fmt: skip
    parser.add_argument("--data", type=Path, default=folder() / "maskbench" / "dev.jsonl.gz", help="a .jsonl.gz of schemas with tests, or a folder of MaskBench's .json files")  # fmt: skip
    parser.add_argument("--limit", type=int, help="a random sample of so many schemas of each, the same every time")
    parser.add_argument("--timeout", type=float, default=10, help="seconds of the processor for a schema and its texts")
    parser.add_argument("--memory", type=float, default=8, help="GB of address space that an engine may use")
    parser.add_argument("--lines", type=Path, help="write a line a schema and engine there, as CSV")
    parser.add_argument("--page", type=Path, help="run nothing; write the record's newest figures there")
    arguments = parser.parse_args()
    if arguments.page:
        arguments.page.write_text(page(), encoding="utf-8")
        return
    if not arguments.data.exists():
        parser.error(f"no data at {arguments.data}; --data or CONSTRAIN_DATA say where it is")
    tokenizer = tokens.load(arguments.tokenizer)
    workers = {
        name: Worker(name, arguments.tokenizer, 1, arguments.timeout, int(arguments.memory * 1e9), together=True)
        for name in arguments.engines.split(",")
    }
    provenance, lines = report.provenance(), []
    try:
        for title, source in (("MaskBench", cases(arguments.data)), ("BFCL's functions", functions())):
            chosen = every = list(source)
            if arguments.limit is not None and arguments.limit < len(chosen):
                chosen = random.Random(0).sample(chosen, arguments.limit)
            results = run(chosen, workers, tokenizer, again=False)
            shown, new = table(title, results, chosen)
            print(shown, flush=True)
            lines += [{"data": title, **line} for line in new]
            if arguments.record:
                counts = Counter((line["engine"], line["verdict"]) for line in new)
                report.record("coverage", [
                    {**provenance, "data": title, "engine": name, "version": version_of(name), "timeout_s": arguments.timeout,
                     "memory_gb": arguments.memory, "schemas": len(chosen), "of": len(every), **{each: counts[name, each] for each in reversed(VERDICTS)}}
                    for name in workers
                ])  # fmt: skip
    finally:
        for worker in workers.values():
            worker.stop()
    if arguments.lines:
        with arguments.lines.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(lines)


if __name__ == "__main__":
    main()
