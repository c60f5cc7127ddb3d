"""The newest records as one page: distributions an engine, growth curves with their slopes, and the figures themselves.

    python -m tests.bench.page page.html        (or: constrain bench --html page.html)

A comparison is the newest run that had more than one engine, looked for apart for every vocabulary, case and curve, so
that a run of one engine or one case hides nothing. The page is a single file without scripts; it follows the reader's
light or dark setting, and a dot's exact figure shows when it is pointed at.
"""

from __future__ import annotations

import argparse
import html
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tests.bench import plots, report, summary

Row = dict[str, str]
_PLACES = (*report.QUANTILES, "max")
_ENGINES = (
    "constrain",
    "constrain-any",
    "constrain-unprepared",
    "llguidance",
    "glrmask",
    "xgrammar",
    "xgrammar-strict",
    "outlines",
)
# Light and dark, in the order of the engines; then for any other series.
_COLOURS = (("#0b7a53", "#3ddc97"), ("#7fbf3f", "#a5d66b"), ("#5f9ea0", "#8fd3d6"), ("#c8472f", "#ff7f66"),
            ("#2f5fa8", "#7fb0ff"), ("#9a5fb5", "#cf9df0"), ("#b98fc9", "#e3c6f5"), ("#a07000", "#e0b040"),
            ("#666666", "#aaaaaa"), ("#a23b72", "#f08fc0"))  # fmt: skip

_STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1c; --faint: #5c6066; --rule: #dcdfe3; --paper: #fff; --card: #f6f7f9 }
:root { --ahead: #0b7a53; --behind: #b3261e }
@media (prefers-color-scheme: dark) {
:root { --ink: #e8e8e8; --faint: #a4a8ae; --rule: #3a3d42; --paper: #161719; --card: #1f2124; --ahead: #3ddc97; --behind: #ff8f85 }
}
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 1.2rem auto; padding: 0 1rem; overflow-wrap: break-word }
body { color: var(--ink); background: var(--paper) }
h1 { font-size: 1.6rem; margin: 0 0 .4rem } h2 { font-size: 1.25rem; margin: 2.6rem 0 .2rem }
section > h2:first-child { margin-top: 1rem }
h3 { font-size: .95rem; font-weight: 600; margin: 0 0 .2rem }
small { color: var(--faint); font-weight: 400 }
.from { color: var(--faint); font-size: .85rem; margin: .2rem 0 1rem }
.cards, .cards ul { list-style: none; margin: 0; padding: 0 }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .8rem; margin: .8rem 0 1rem }
.cards > li { background: var(--card); border: 1px solid var(--rule); border-radius: 8px; padding: .7rem .9rem }
.cards strong { display: block; line-height: 1.3 }
.cards ul { margin-top: .3rem }
.times { font-size: 1.7rem; line-height: 1.35; color: var(--ahead); font-variant-numeric: tabular-nums; margin-right: .15em }
.behind { color: var(--behind) }
.leads { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1.2rem 2rem }
.leads details { margin: .1rem 0 0; font-size: .85rem }
.lead { display: grid; grid-template-columns: 8.5rem 1fr auto; gap: .6rem; align-items: center; font-size: .9rem }
.track { position: relative; height: .8rem; display: block }
.track i { position: absolute; top: 0; bottom: 0; border-radius: 2px }
.track .ahead { background: var(--ahead) } .track .behind { background: var(--behind) }
.track .one { width: 2px; margin-left: -1px; top: -.25rem; bottom: -.25rem; background: var(--ink) }
.value { font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap }
.plots { display: flex; flex-wrap: wrap; gap: 1.6rem 1.4rem }
figure { margin: 0; flex: 1 1 auto; min-width: 0 } svg { width: 100%; height: auto; display: block; overflow: visible }
svg text { font: 12px system-ui, sans-serif; fill: var(--faint) } svg .x { text-anchor: middle } svg .y { text-anchor: end }
svg .grid { stroke: var(--rule) } svg polyline { fill: none; stroke: var(--c); stroke-width: 2 } svg circle { fill: var(--c) }
.swatch::before { content: ""; display: inline-block; width: .65em; height: .65em; margin-right: .35em; background: var(--c) }
.dots { display: grid; grid-template-columns: minmax(8.5rem, 11rem) minmax(5rem, 1fr) auto; gap: .25rem .7rem; align-items: center;
  font-size: .85rem }
.dots .track { height: 1.5rem; border-bottom: 1px solid var(--rule) }
.dots .track i { width: 9px; height: 9px; margin: -4.5px 0 0 -4.5px; border-radius: 50%; background: var(--c); bottom: auto }
.dots .figures { display: grid; grid-template-columns: repeat(var(--n), 4.5rem); font-variant-numeric: tabular-nums }
.dots .axis + .figures { color: var(--faint); font-size: .68rem; white-space: nowrap }
.dots .axis { color: var(--faint); font-size: .8rem; border: 0; height: 1.2rem }
.dots .axis span { position: absolute; transform: translateX(-50%) }
details { margin: 1rem 0 } summary { cursor: pointer; color: var(--faint) }
summary:focus-visible { outline: 2px solid var(--ahead); outline-offset: 2px }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: .82rem; font-variant-numeric: tabular-nums }
td, th { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap }
figure table { width: 100% } figure td, figure th { padding: .1rem .35rem }
figure th { font-weight: 400; color: var(--faint) }
td:first-child, th:first-child, .word { text-align: left }
@media (max-width: 36rem) {
  .lead { grid-template-columns: 6.6rem 1fr auto; gap: .4rem } .lead .value small { display: block; font-size: .75rem }
  .cards { grid-template-columns: repeat(auto-fit, minmax(9.4rem, 1fr)); gap: .5rem } .cards > li { padding: .5rem .6rem }
  .cards strong { font-size: .85rem } .times { font-size: 1.35rem } .cards ul { font-size: .85rem }
  .dots { grid-template-columns: minmax(0, 1fr); gap: 0 } .dots .name { margin-top: .5rem; font-weight: 600 }
  .dots .figures { grid-template-columns: repeat(var(--n), 1fr) } .dots .track { margin: 0 .4rem; height: 1.2rem }
  figure table { font-size: .74rem } figure td, figure th { padding: .1rem .2rem }
}
"""


def newest(name: str, *by: str) -> list[Row]:
    """Of the record `name`, for each value of the columns `by`, the rows of the newest run with more than one engine.

    Where no run had, those of the newest one; none if there is no record.
    """
    runs: dict[tuple[str, ...], dict[str, list[Row]]] = {}
    for row in report.rows(name):
        runs.setdefault(tuple(row[column] for column in by), {}).setdefault(row["date"], []).append(row)
    chosen = []
    for dates in runs.values():
        compared = [rows for rows in dates.values() if len({row["engine"] for row in rows}) > 1]
        chosen += (compared or list(dates.values()))[-1]
    return chosen


def page() -> str:
    """The page as HTML."""
    parts = [
        "<h1>constrain: measured</h1>",
        summary.summary(),
        "<h2>All benchmarks</h2><p>All engines of a plot ran in turn, in one run on one machine; each shows all it could "
        "do, so that one which refuses hard schemas has none of their times. Lower is better everywhere; unless an axis "
        "begins at 0 it is logarithmic.</p>",
    ]
    for section in (_maskbench, _code, _hard_cases, _batches, _growth, _many_schemas, _vocabularies, _samplers):
        parts += section()
    light, dark = ("".join(f".c{n} {{ --c: {pair[of]} }}" for n, pair in enumerate(_COLOURS)) for of in (0, 1))
    style = f"{_STYLE}{light} @media (prefers-color-scheme: dark) {{ {dark} }}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>constrain: measured</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style>{"".join(parts)}</html>\n'
    )


def _maskbench() -> list[str]:
    rows = newest("maskbench", "tokenizer")
    parts = ["<h2>MaskBench: real schemas and documents</h2>"] if rows else []
    shown = {
        "start_ms": "schema to first mask, ms",
        "step_us": "mask + advance, µs a token",
        "again_us": "mask, second use, µs",
    }
    for tokenizer, of in _grouped(rows, "tokenizer").items():
        parts.append(_from(of, f"{_size(tokenizer)}, {of[0]['schemas']} schemas"))
        figures = []
        for quantity, label in shown.items():
            series = {row["engine"]: _quantiles(row, quantity) for row in of}
            figures.append(plots.lines(label, series, _classes(series), x_names=_PLACES))
        parts.append(_plots(figures))
        columns = ["engine", "accepted", "refused", "wrongly_accepted", "wrongly_refused", "memory_mb"]
        columns += [f"{quantity}_{place}" for quantity in shown for place in report.FIGURES]
        parts.append(_table(columns, of))
        parts.append(_ratios(tokenizer, of[0]["date"]))
    return parts


def _ratios(tokenizer: str, date: str) -> str:
    """How far ahead we were in a run of MaskBench: what the plots cannot show, where each engine has its own schemas."""
    rows = [
        row
        for row in newest("maskbench_ratios", "tokenizer", "date", "against")
        if (row["tokenizer"], row["date"]) == (tokenizer, date)
    ]
    columns = ["quantity", "engine", "values", *(f"times_{place}" for place in report.FIGURES)]
    return _table(columns, rows, "How many times the figure of constrain, on what both engines did") if rows else ""


def _code() -> list[str]:
    rows = newest("code_grammars", "tokenizer", "language")
    parts = ["<h2>Code: C, Python, SQL and GraphQL in grammars that all engines read</h2>"] if rows else []
    shown = {"first_us": "the first 100 tokens", "rest_us": "the rest of 1,000", "again_us": "the same once more"}
    for tokenizer, of in _grouped(rows, "tokenizer").items():
        parts.append(_from(of, _size(tokenizer)))
        parts.append(_plots([
            plots.dots(f"{label}: mask + advance, mean, µs a token", _rows(of, "language", f"{part}_mean"), _known(of))
            for part, label in shown.items()
        ] + [plots.dots("grammar to first mask, ms", _rows(of, "language", "start_ms"), _known(of))]))  # fmt: skip
        columns = ["language", "engine", "verdict", "tokens", "start_ms"]
        parts.append(_table([*columns, *(f"{p}_{f}" for p in shown for f in ("mean", "p50", "p99", "max"))], of))
    return parts


def _hard_cases() -> list[str]:
    rows = newest("hard_cases", "tokenizer", "case")
    parts = ["<h2>Hard cases</h2>"] if rows else []
    for tokenizer, of in _grouped(rows, "tokenizer").items():
        parts.append(_from(of, _size(tokenizer)))
        shown = {"mask_us_mean": "a mask, mean, µs", "start_ms": "source to first mask, ms"}
        parts.append(_plots([plots.dots(label, _rows(of, "case", c), _known(of)) for c, label in shown.items()]))
        columns = (
            "case",
            "engine",
            "verdict",
            "start_ms",
            "mask_us_mean",
            "mask_us_p99",
            "mask_us_max",
            "again_us_p50",
        )
        parts.append(_table(columns, of))
    return parts


def _batches() -> list[str]:
    rows = newest("batches", "tokenizer")
    parts = ["<h2>A thousand rows, each under a constraint of its own</h2>"] if rows else []
    told = {
        "new": "new masks",
        "new, processor": "new masks, processor's time",
        "ready": "the same call once more",
        "numbered": "masks by number",
    }
    for tokenizer, of in _grouped(rows, "tokenizer").items():
        parts.append(_from(of, f"{_size(tokenizer)}, {of[0]['rows']} rows"))
        figures = []
        for masks, label in told.items():
            series: dict[str, list[plots.Point]] = {}
            counts = sorted({int(row["threads"]) for row in of})
            for row in of:
                if row["masks"] == masks:
                    point = counts.index(int(row["threads"])), float(row["row_us_mean"])
                    series.setdefault(row["engine"], []).append(point)
            names = [f"{count} thread{'s'[: count - 1]}" for count in counts]
            if any(len(points) > 1 for points in series.values()):
                figures.append(plots.lines(f"{label}, µs a row", series, _classes(series), x_names=names))
        parts += [_plots(figures), _table(["masks", "engine", "threads", *(f"row_us_{f}" for f in report.FIGURES)], of)]
    return parts


def _growth() -> list[str]:
    rows = newest("growth", "tokenizer", "curve")
    parts = ["<h2>Growth</h2>"] if rows else []
    if rows:
        parts.append("<p>The number is the slope over the upper half of the sizes: 1 is linear; for a time per token, 0 is "
                     "constant.</p>")  # fmt: skip
    for tokenizer, of in _grouped(rows, "tokenizer").items():
        parts.append(_from(of, _size(tokenizer)))
        figures = []
        for curve, points in _grouped(of, "curve").items():
            series: dict[str, list[plots.Point]] = {}
            classes = {}
            for engine, own in _grouped(points, "engine").items():
                label = f"{engine}: {float(own[0]['slope']):.2f}"
                series[label] = [(int(row["size"]), float(row["value"])) for row in own]
                classes[label] = _classes(_grouped(points, "engine"))[engine]
            title = f"{curve}, {points[0]['unit']}"
            figures.append(plots.lines(title, series, classes, x_label=points[0]["axis"], log_x=True))
        parts.append(_plots(figures))
    return parts


def _many_schemas() -> list[str]:
    rows = newest("many_schemas", "tokenizer")
    parts = ["<h2>Schemas that come and go in one process</h2>"] if rows else []
    shown = {
        "start_ms_p50": "schema to first mask, median, ms",
        "walk_ms_p50": "a text's masks and advances, median, ms",
    }
    shown["memory_mb"] = "memory of the process, MB"
    for tokenizer, of in _grouped(rows, "tokenizer").items():
        parts.append(_from(of, _size(tokenizer)))
        figures = []
        for column, label in shown.items():
            series = {
                engine: [(float(row["schemas"]), float(row[column])) for row in own]
                for engine, own in _grouped(of, "engine").items()
            }
            figures.append(plots.lines(label, series, _classes(series), x_label="schemas so far", log_y=False))
        parts.append(_plots(figures))
    return parts


def _vocabularies() -> list[str]:
    rows = newest("vocabularies", "tokenizer")
    if not rows:
        return []
    shown = {
        "made_ms": "from a list of bytes to what grammars are compiled against, ms",
        "loaded_ms": "from the saved form, with its tables, ms",
    }
    figures = [plots.dots(label, _rows(rows, "tokenizer", c), _known(rows)) for c, label in shown.items()]
    columns = [c for c in rows[0] if c not in (*report.provenance(), "version")]
    return ["<h2>Vocabularies</h2>", _from(rows, ""), _plots(figures), _table(columns, rows)]


def _samplers() -> list[str]:
    rows = newest("sampling", "chain", "batch", "dtype", "width")
    if not rows:
        return []
    return ["<h2>Samplers</h2>", _from(rows, ""), _table([c for c in rows[0] if c not in report.provenance()], rows)]


# -- parts -------------------------------------------------------------------------------------------------------------


def _grouped(rows: Iterable[Row], column: str) -> dict[str, list[Row]]:
    out: dict[str, list[Row]] = {}
    for row in rows:
        out.setdefault(row[column], []).append(row)
    return out


def _rows(rows: Iterable[Row], name: str, column: str) -> dict[str, dict[str, float]]:
    """For each value of `name`, the engines' figures; those without one are left out."""
    out: dict[str, dict[str, float]] = {}
    for row in rows:
        own = out.setdefault(row[name], {})
        if float(row[column]) > 0:  # not NaN
            own[row["engine"]] = float(row[column])
    return out


def _quantiles(row: Row, quantity: str) -> list[plots.Point]:
    values = [float(row[f"{quantity}_{place}"]) for place in _PLACES]
    return [(at, value) for at, value in enumerate(values) if value > 0]


def _classes(names: Iterable[str]) -> dict[str, str]:
    """The class of each series: that of its engine, or one of the last for others."""
    out, others = {}, 0
    for name in names:
        if name in _ENGINES:
            out[name] = f"c{_ENGINES.index(name)}"
        else:
            out[name] = f"c{len(_COLOURS) - 1 - others % 3}"
            others += 1
    return out


def _known(rows: Iterable[Row]) -> dict[str, str]:
    return _classes(dict.fromkeys(row["engine"] for row in rows))


def _size(tokenizer: str) -> str:
    sizes = {"llama3": "128k", "qwen": "152k", "llama4": "202k", "mistral": "32k", "bytes": "257"}
    return f"{tokenizer} ({sizes.get(tokenizer, '?')} tokens)"


def _plots(figures: Sequence[str]) -> str:
    return f'<div class="plots">{"".join(figures)}</div>'


def _from(rows: list[Row], what: str) -> str:
    """Where the rows come from: every date and commit among them, and the machine."""
    runs = dict.fromkeys(f"{row['date']} at {row['commit']}" for row in rows)
    parts = [what, *list(runs)[:3], *(["and others"] if len(runs) > 3 else []), rows[0]["machine"]]
    return f'<p class="from">{html.escape("; ".join(part for part in parts if part))}</p>'


def _table(columns: Sequence[str], rows: Iterable[Mapping[str, str]], title: str = "All figures") -> str:
    words = {"engine", "verdict", "case", "language", "masks", "chain", "kernel", "dtype", "quantity"}

    def cell(tag: str, column: str, text: str) -> str:
        return f"<{tag}{' class=word' if column in words else ''}>{html.escape(text)}</{tag}>"

    head = "".join(cell("th", column, column.replace("_", " ")) for column in columns)
    body = "".join("<tr>" + "".join(cell("td", c, _shown(row[c])) for c in columns) + "</tr>" for row in rows)
    return f'<details><summary>{title}</summary><div class="wide"><table><tr>{head}</tr>{body}</table></div></details>'


def _shown(text: str) -> str:
    try:
        return text if text.isdigit() else report.number(float(text))
    except ValueError:
        return text


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    arguments.file.write_text(page(), encoding="utf-8")
    print(f"{arguments.file}: {arguments.file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
