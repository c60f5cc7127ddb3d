"""How often the demonstration's model is right over fifty inputs of each scene's kind, free and constrained.

    python -m tests.bench.demo_rates --minutes 20

Prompts and grammars are the demonstration's own (`constrain.demo.scenes`), tokens the likeliest, inputs those of
`demo_inputs`; a class is the most probable one, as `classify` says. A record is right if all of its fields are.
*as_read* gives free text every chance: the first JSON value, date or class in it counts, and the items of an order
wherever they stand.

Texts are asked in batches, to save time: their costs are no figures of this benchmark. Each answer is a line in
`--answers`, and what stands there is not asked again. `constrain/demo/rates.py` has the latest figures of the record.
"""

from __future__ import annotations

import json
import math
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

import constrain
from constrain import Vocabulary
from constrain.demo import scenes
from constrain.demo.play import check_value
from constrain.sampling import classify, generate, small_model
from tests.bench import command, report
from tests.bench.demo_inputs import inputs
from tests.bench.quality import repaired, whole, wilson

KINDS: dict[str, Callable[[str], scenes.Scene]] = {
    "a record": scenes.a_record,
    "a date": scenes.a_date,
    "a class": scenes.a_class,
    "an order": scenes.an_order,
    "a call": scenes.a_call,
}
MOST = {"a record": 100, "a date": 40, "a class": 40, "an order": 40, "a call": 80}  # tokens; valid texts have fewer
_AT_ONCE = 10
_ITEM = r"(?i)\b([1-9][0-9]*) ?x ?(lamp|chair|desk|kettle|mirror|vase)s?\b"


def found(title: str, text: str) -> Any:
    """What a lenient reader takes an answer to be; None where there is nothing.

    >>> found("a date", "It is the 3 May 2001, I think."), found("a query", "```sql\\nSELECT name FROM people;\\n```")
    ('3 May 2001', '2 x desk, 1 x lamp')
    """
    if title in ("a record", "a call"):
        value = repaired(text)
        return value[0] if isinstance(value, list) and len(value) == 1 else value
    if title == "an order":
        return ", ".join(f"{count} x {thing.lower()}" for count, thing in re.findall(_ITEM, text)) or None
    hit = re.search(scenes.DATES if title == "a date" else rf"(?i:\b({'|'.join(scenes.TOPICS)})\b)", text)
    return None if hit is None else hit[0] if title == "a date" else hit[0].lower()


def judged(title: str, answer: Any, text: str, valid: bool) -> dict[str, bool]:
    """Whether a text is right as it stands, and read leniently; what is not valid is not right."""
    plain = whole(text) if title in ("a record", "a call") else text.strip()
    return {
        "valid": valid,
        "right": valid and plain == answer,
        "as_read": found(title, text) == answer,
    }


def run(path: Path, minutes: float) -> list[dict[str, Any]]:
    """Ask what the file does not have, some of each kind in turn, and give all that it then has."""
    lines = list(map(json.loads, path.open())) if path.exists() else []
    known = {(each["title"], each["number"], each["constrained"]) for each in lines}
    model, tokenizer = small = small_model()
    vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
    asked, began = inputs(), time.monotonic()
    for first in range(0, max(map(len, asked.values())), _AT_ONCE):
        for title, kind in KINDS.items():
            for constrained in (False, True):
                some = range(first, min(first + _AT_ONCE, len(asked[title])))
                numbers = [i for i in some if (title, i, constrained) not in known]
                if not numbers or time.monotonic() - began > minutes * 60:
                    continue
                made = [kind(asked[title][i][0]) for i in numbers]
                constraints = [constrain.compile(scene.grammar, vocabulary) for scene in made]
                prompts = [scene.prompt for scene in made]
                if constrained and made[0].labels:
                    found = classify(model, tokenizer, prompts, made[0].labels)
                    texts = [each.value for each in found]
                else:
                    given = constraints if constrained else None
                    results = generate(model, tokenizer, prompts, given, max_tokens=MOST[title], do_sample=False)
                    texts = [each.text if constrained else each.text.removesuffix("\n") for each in results]
                with path.open("a") as file:
                    for i, constraint, text in zip(numbers, constraints, texts, strict=True):
                        verdict = judged(title, asked[title][i][1], text, bool(check_value(constraint, text)))
                        line = {"title": title, "number": i, "constrained": constrained, "text": text, **verdict}
                        lines.append(line | {"model": small.name})
                        file.write(json.dumps(line | {"model": small.name}) + "\n")
                print(f"\r{title}, {first + len(some)} of {len(asked[title])}  ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return lines


def figures(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each kind, over the inputs that were asked in both ways."""
    rows = []
    for title in KINDS:
        ways = [
            {each["number"]: each for each in lines if (each["title"], each["constrained"]) == (title, w)}
            for w in (0, 1)
        ]
        both = sorted(ways[0].keys() & ways[1].keys())
        if not both:
            continue
        row: dict[str, Any] = {"model": ways[1][both[0]]["model"], "scene": title, "inputs": len(both)}
        for name, way in zip(("free", "constrained"), ways, strict=True):
            for figure in ("valid", "right", "as_read")[: 3 - (name == "constrained")]:
                row[f"{name}_{figure}"] = sum(way[i][figure] for i in both)
            low, high = wilson(row[f"{name}_right"] / len(both), len(both))
            row |= {f"{name}_right_low": f"{low:.3g}", f"{name}_right_high": f"{high:.3g}"}
        rows.append(row)
    return rows


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__)
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop asking after so long")
    parser.add_argument("--answers", type=Path, default=Path("build/demo_rates.jsonl"), help="%(default)s")
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    rows = figures(run(given.answers, given.minutes))
    columns = list(rows[0])[1:]
    print(report.table("right answers", columns, [[row[c] for c in columns] for row in rows]))
    if given.record:
        print(
            f"recorded in {report.record('demo_rates', [report.provenance() | row for row in rows]).name}",
            file=sys.stderr,
        )


if __name__ == "__main__":
    main()
