"""Whether `result.confidence` can be acted on: how often fields of a probability are right, and how many may be accepted.

    python -m tests.bench.quality --rows simple_python,extraction --engines "with confidence" --answers sure.jsonl
    python -m tests.bench.reliability sure.jsonl

A field is an argument of a call, by the benchmark's verdict on it, or a leaf of a record. Fields are sorted into ten bins
by the probability that they were told.

- *expected calibration error*: the mean distance of a bin's probability from its rate of right ones, by its size.
- *acceptable at 95 %*: the largest part of the fields, those told most probable, of which 95 % are right. The threshold
  is chosen on the same fields, so it flatters; it is 0 where even the surest are wrong too often.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench import command, report
from tests.bench.quality import wilson

BINS = 10
PRECISION = 0.95


class Told(NamedTuple):
    """A field: the probability it was told, whether that is exact, and whether it is right."""

    probability: float
    exact: bool
    right: bool


def fields(answers: Iterable[dict[str, Any]]) -> dict[str, list[Told]]:
    """The fields of a bench's answers by the row of tasks that they are from."""
    found: dict[str, list[Told]] = {}
    for answer in answers:
        for name, probability, exact in answer.get("told", ()):
            if name in answer["fields"]:
                found.setdefault(answer["row"], []).append(Told(probability, exact, answer["fields"][name]))
    return found


def bins(told: Sequence[Told]) -> list[list[Told]]:
    """The fields by tenths of probability; 1.0 is in the last."""
    made: list[list[Told]] = [[] for _ in range(BINS)]
    for each in told:
        made[min(int(each.probability * BINS), BINS - 1)].append(each)
    return made


def mean(values: Iterable[float]) -> float:
    """Of at least one."""
    known = list(values)
    return sum(known) / len(known)


def calibration_error(told: Sequence[Told]) -> float:
    """The expected calibration error.

    >>> calibration_error([Told(0.95, True, True), Told(0.95, True, False)])
    0.45
    """
    distances = (
        len(each) * abs(mean(t.probability for t in each) - mean(t.right for t in each)) for each in bins(told) if each
    )
    return round(sum(distances) / len(told), 12)


def acceptable(told: Sequence[Told], precision: float = PRECISION) -> tuple[float, float]:
    """The largest part of the fields from some probability on of which so many are right, and that probability.

    Fields that were told the same are accepted together.

    >>> acceptable([Told(0.9, True, True), Told(0.8, True, False), Told(0.7, True, True)])
    (0.3333333333333333, 0.9)
    """
    best = 0.0, 1.0
    for least in sorted({each.probability for each in told}):
        some = [each for each in told if each.probability >= least]
        if mean(each.right for each in some) >= precision:
            return len(some) / len(told), least
    return best


def figures(told: Sequence[Told]) -> dict[str, float]:
    """A row of the record."""
    share, least = acceptable(told)
    return {
        "fields": len(told),
        "exact": sum(each.exact for each in told),
        "right": mean(each.right for each in told),
        "told": mean(each.probability for each in told),
        "calibration_error": calibration_error(told),
        "acceptable": share,
        "from": least,
    }


def reliability(told: Sequence[Told]) -> list[list[str]]:
    """The reliability diagram as lines of a table."""
    lines = []
    for number, each in enumerate(bins(told)):
        if each:
            rate = mean(t.right for t in each)
            low, high = wilson(rate, len(each))
            lines.append(
                [
                    f"{number / BINS:.1f} to {(number + 1) / BINS:.1f}",
                    str(len(each)),
                    f"{mean(t.probability for t in each):.2f}",
                    f"{rate:.2f} ({low:.2f} to {high:.2f})",
                ]
            )
    return lines


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__)
    parser.add_argument("answers", type=Path, nargs="+", help="files of `quality --answers`")
    parser.add_argument("--model", default="smollm2", help="what the record calls the model")
    given = parser.parse_args()
    by_row = fields(json.loads(line) for path in given.answers for line in path.open())
    by_row["all"] = [each for some in list(by_row.values()) for each in some]
    recorded = []
    for row, told in by_row.items():
        found = figures(told)
        print(report.table(f"{row}: {found}", ["told", "fields", "mean", "right"], reliability(told)))
        cells = {name: f"{value:.4g}" for name, value in found.items()}
        recorded.append({**report.provenance(), "model": given.model, "row": row, **cells})
    command.keep(given.record, "reliability", recorded)


if __name__ == "__main__":
    main()
