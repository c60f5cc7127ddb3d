"""The newest records as one page: distributions an engine, growth curves with their slopes, and the figures themselves.

    python -m tests.bench.page page.html        (or: constrain bench --html page.html)

The page is a single file without scripts; plots are drawn by matplotlib and stand in it as SVG.
"""

from __future__ import annotations

import argparse
import csv
import html
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.bench import report

Row = dict[str, str]
_PLACES = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p99.9": 99.9}
_COLOURS = {"constrain": "#0b6e4f", "constrain-any": "#6bbf59", "llguidance": "#c8553d", "glrmask": "#3d5a80"}
_OTHERS = ("#8d6a9f", "#b08900", "#7a7a7a", "#a23b72")

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1c1c1c; background: #fff }
h1 { font-size: 1.6rem } h2 { font-size: 1.2rem; margin-top: 2.5rem }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; display: block; overflow-x: auto }
td, th { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #ddd } td:first-child, th:first-child { text-align: left }
svg { max-width: 100%; height: auto } .from { color: #666; font-size: .85rem }
"""


def newest(name: str) -> list[Row]:
    """The rows of the newest run in the record `name`; none if there is no record."""
    path = report.RECORDS / f"{name}.csv"
    if not path.exists():
        return []
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return [row for row in rows if row["date"] == rows[-1]["date"]]


def page() -> str:
    """The page as HTML."""
    parts = ["<h1>constrain: measured</h1>", "<p>Each section shows the newest run of one benchmark, all engines in one "
             "run on one machine. Lower is better everywhere; axes are logarithmic.</p>"]  # fmt: skip
    parts += _maskbench(newest("maskbench"))
    parts += _growth(newest("growth"))
    parts += _table_of(
        "Hard cases", newest("hard_cases"), ("case", "engine", "verdict", "start_ms", "mask_us_mean", "mask_us_p99")
    )
    sampling = newest("sampling")
    parts += _table_of(
        "Samplers", sampling, [c for c in sampling[0] if c not in report.provenance()] if sampling else ()
    )
    body = "\n".join(parts)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>constrain: measured</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>{body}</html>\n'
    )


def _maskbench(rows: list[Row]) -> list[str]:
    if not rows:
        return []
    figure, axes = _figure(1, 3)
    shown = (
        ("start_ms", "schema to first mask, ms"),
        ("step_us", "mask + advance, µs a token"),
        ("again_us", "mask, second use, µs"),
    )
    for axis, (quantity, label) in zip(axes, shown, strict=True):
        for number, row in enumerate(rows):
            values = [float(row[f"{quantity}_{place}"]) for place in _PLACES]
            axis.plot(range(len(values)), values, marker="o", color=_colour(row["engine"], number), label=row["engine"])
        axis.set_yscale("log")
        axis.set_xticks(range(len(_PLACES)), list(_PLACES))
        axis.set_title(label, fontsize=10)
    axes[0].legend(fontsize=8)
    columns = ["engine", "schemas", "accepted", "refused", "wrongly_accepted", "wrongly_refused"]
    columns += [f"{quantity}_{place}" for quantity, _ in shown for place in ("mean", "p50", "p99", "p99.9", "max")]
    return ["<h2>MaskBench: real schemas and documents</h2>", _from(rows), _svg(figure), _table(columns, rows)]


def _growth(rows: list[Row]) -> list[str]:
    names = list(dict.fromkeys(row["curve"] for row in rows))
    if not names:
        return []
    figure, axes = _figure((len(names) + 2) // 3, 3)
    for axis, name in zip(axes, names, strict=False):
        of = [row for row in rows if row["curve"] == name]
        for number, engine in enumerate(dict.fromkeys(row["engine"] for row in of)):
            points = [(int(row["size"]), float(row["value"])) for row in of if row["engine"] == engine]
            fitted = next(row["slope"] for row in of if row["engine"] == engine)
            label = f"{engine}: slope {float(fitted):.2f}"
            axis.plot(*zip(*points, strict=True), marker="o", markersize=3, color=_colour(engine, number), label=label)
        axis.set_xscale("log")
        axis.set_yscale("log")
        axis.set_title(f"{name}: {of[0]['unit']}", fontsize=10)
        axis.set_xlabel(of[0]["axis"], fontsize=8)
        axis.legend(fontsize=7)
    for axis in axes[len(names) :]:
        axis.remove()
    told = "<p>A slope of 1 is linear; for a time per token, 0 is constant.</p>"
    return ["<h2>Growth</h2>", _from(rows), told, _svg(figure)]


def _table_of(title: str, rows: list[Row], columns: Sequence[str]) -> list[str]:
    return [f"<h2>{title}</h2>", _from(rows), _table(columns, rows)] if rows else []


def _from(rows: list[Row]) -> str:
    row = rows[0]
    return f'<p class="from">{html.escape(row["date"])}, commit {html.escape(row["commit"])}, {html.escape(row["machine"])}</p>'


def _table(columns: Sequence[str], rows: Iterable[Row]) -> str:
    head = "".join(f"<th>{html.escape(column.replace('_', ' '))}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(_shown(row[column]))}</td>" for column in columns) + "</tr>" for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def _shown(cell: str) -> str:
    try:
        return cell if cell.isdigit() else report.number(float(cell))
    except ValueError:
        return cell


def _colour(engine: str, number: int) -> str:
    return _COLOURS.get(engine, _OTHERS[number % len(_OTHERS)])


def _figure(rows: int, columns: int):  # type: ignore[no-untyped-def]
    """A figure and its axes in one list."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.2 * columns, 3.2 * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).flatten().tolist()
    for axis in axes:
        axis.grid(visible=True, which="major", alpha=0.3)
    return figure, axes


def _svg(figure) -> str:  # type: ignore[no-untyped-def]
    text = io.StringIO()
    figure.savefig(text, format="svg")
    return text.getvalue()[text.getvalue().index("<svg") :]


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    arguments.file.write_text(page(), encoding="utf-8")
    print(f"{arguments.file}: {arguments.file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
