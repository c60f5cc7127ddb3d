"""From lists of nanoseconds to what a reader wants: summaries, tables, ratios, and rows in the record.

A table has one engine a row; ratios divide every engine by the first on exactly the steps that both took. The record
is a CSV file with one row an engine and run, appended and never rewritten, so that a figure in a commit or a README
can be traced to a date, a commit and a machine.
"""

from __future__ import annotations

import csv
import os
import platform
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

RECORDS = Path(__file__).parent / "record"
QUANTILES = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p99.9": 99.9}
FIGURES = ("mean", *QUANTILES, "max")


@dataclass(frozen=True)
class Summary:
    """How many values there were, and their `FIGURES` by name, in the values' own unit."""

    count: int
    figures: dict[str, float]

    def scaled(self, factor: float) -> Summary:
        """The same in another unit."""
        return Summary(self.count, {name: value * factor for name, value in self.figures.items()})


def summarise(values: Iterable[Any]) -> Summary:
    """The summary of all values in `values`, an iterable of arrays; NaN where there is none.

    >>> summarise([[1, 2], [3]]).figures["mean"]
    2.0
    """
    parts = [np.asarray(part) for part in values]
    together = np.concatenate(parts) if parts else np.zeros(0)
    if not together.size:
        return Summary(0, dict.fromkeys(FIGURES, float("nan")))
    quantiles = np.percentile(together, list(QUANTILES.values()))
    return Summary(
        together.size,
        {
            "mean": float(together.mean()),
            **dict(zip(QUANTILES, map(float, quantiles), strict=True)),
            "max": float(together.max()),
        },
    )


def number(value: float) -> str:
    """A figure with three or so significant digits, and a dash for NaN.

    >>> number(12345.6), number(1.2345), number(float("nan"))
    ('12,346', '1.23', '-')
    """
    if value != value:
        return "-"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table, its columns aligned for the eye as well; the first column is text, the others numbers."""
    cells = [list(map(str, head)), *(list(map(str, row)) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]

    def line(row: Sequence[str]) -> str:
        padded = [
            cell.ljust(width) if not i else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "| " + " | ".join(padded) + " |"

    rule = "|" + "|".join("-" * (width + 1) + ("-" if not i else ":") for i, width in enumerate(widths)) + "|"
    return "\n".join([f"{title}\n" if title else "", line(cells[0]), rule, *map(line, cells[1:])]).lstrip("\n") + "\n"


def summaries(title: str, rows: Mapping[str, Summary]) -> str:
    """A table of summaries, one a row."""
    body = [(name, f"{s.count:,}", *(number(s.figures[figure]) for figure in FIGURES)) for name, s in rows.items()]
    return table(title, ["engine", "n", *FIGURES], body)


def quotients(other: Summary, ours: Summary) -> Summary:
    """How many times each of our figures the other's is: not the figures of quotients."""
    return Summary(
        ours.count, {name: other.figures[name] / ours.figures[name] if ours.count else float("nan") for name in FIGURES}
    )


def ratios(title: str, pairs: Mapping[str, tuple[Summary, Summary]]) -> str:
    """How many times the other's figure is ours: `pairs` holds (other, ours) on the same steps."""
    return summaries(title, {name: quotients(other, ours) for name, (other, ours) in pairs.items()})


def figures(prefix: str, summary: Summary) -> dict[str, str]:
    """The summary as cells of a record: `mask_mean`, `mask_p50`, …"""
    return {f"{prefix}_{name}": f"{value:.4g}" for name, value in summary.figures.items()}


def provenance() -> dict[str, str]:
    """When, what and where: the first columns of every record."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ"),
        "commit": _commit(),
        "machine": f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}",
    }


def _commit() -> str:
    def git(*arguments: str) -> str:
        return subprocess.run(
            ["git", *arguments], cwd=Path(__file__).parent, capture_output=True, text=True, check=True
        ).stdout.strip()

    try:
        changed = git("status", "--porcelain", "--untracked-files=no")
        return git("rev-parse", "--short", "HEAD") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _processor() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def rows(name: str) -> list[dict[str, str]]:
    """The rows of the record `name`, oldest first; none if there is no record."""
    path = RECORDS / f"{name}.csv"
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def record(name: str, rows: Sequence[Mapping[str, object]]) -> Path:
    """Append `rows` to the record `name`; all must have the columns that it already has, in any order."""
    path = RECORDS / f"{name}.csv"
    columns = list(rows[0])
    if path.exists():
        with path.open(newline="") as file:
            present = next(csv.reader(file))
        if sorted(present) != sorted(columns):
            raise ValueError(f"{path.name} has the columns {present}, these rows have {columns}: begin a new record")
        columns = present
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        if file.tell() == 0:
            writer.writeheader()
        writer.writerows(rows)
    return path
