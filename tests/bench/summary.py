"""The page's opening: how many times as long as constrain each peer takes, at what, at one glance.

A line is a quotient within one run, on what both engines did. Where a peer has several runs, the one on most schemas
counts, of equal ones the newest. Quotients below 1 stand there like all others, in a colour of their own.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tests.bench import report

Row = dict[str, str]
_PLACES = {"mean": "on average", "p50": "at the median", "p99": "in the slowest hundredth"}


@dataclass(frozen=True)
class Lead:
    """How far ahead we are of a peer: `times`, as the geometric mean where there are several, from `least` to `most`.

    `of` is the kind of work, `figure` which of its figures, `how` the run in words.
    """

    of: str
    figure: str
    peer: str
    times: float
    least: float
    most: float
    how: str

    @staticmethod
    def over(of: str, figure: str, peer: str, times: Sequence[float], how: str) -> Lead | None:
        """The lead of one or several quotients; None where there are none."""
        known = [each for each in times if each > 0 and math.isfinite(each)]
        if not known:
            return None
        mean = math.exp(sum(map(math.log, known)) / len(known))
        return Lead(of, figure, peer, mean, min(known), max(known), how)


def leads() -> list[Lead]:
    """All that the records know, in the order of the page; ours against each peer of each benchmark."""
    found = [*_schemas(), *_code(), *_processors(), *_sampling()]
    return [each for each in found if each is not None]


def summary() -> str:
    """The opening as HTML; nothing where there are no records."""
    found = leads()
    if not found:
        return ""
    return (
        '<section aria-label="At a glance"><h2>How many times as long as constrain the others take</h2>'
        f"{_cards(found)}"
        '<p class="from">Each figure is from one run, on what both engines did. The line is 1×, where constrain stands; a '
        "bar to its left is a peer that is ahead. In brackets: from the least to the greatest, where there are several. "
        f"The bars are logarithmic.</p>{_bars(found)}</section>"
    )


# ---- quotients out of the records ----


def _schemas() -> Iterable[Lead | None]:
    rows = [row for row in report.rows("maskbench_ratios") if row["against"] == "constrain"]
    main = rows[0]["tokenizer"] if rows else ""
    quantities = (
        ("Mask and advance", "JSON Schema: each token", ("mean", "p99")),
        ("First mask", "JSON Schema: from the schema to the first mask", ("p50", "p99")),
    )
    for quantity, of, places in quantities:
        for place in places:
            for peer in _peers(rows):
                own = [row for row in rows if (row["engine"], row["quantity"]) == (peer, quantity)]
                own = [row for row in own if row["tokenizer"] == main]
                if own:
                    best = max(own, key=lambda row: (int(row["schemas"]), row["date"]))
                    how = f"{int(best['values']):,} {'tokens' if 'token' in of else 'schemas'} of MaskBench, {main}"
                    yield Lead.over(
                        of, _PLACES[place], _named(best), [float(best[f"times_{place}"])], f"{how}; {_run(best)}"
                    )


def _code() -> Iterable[Lead | None]:
    rows = _newest(report.rows("code_grammars"), "tokenizer", "language")
    yield from _compared(
        rows,
        "Code grammars (C, Python, SQL, GraphQL): each token",
        "on average",
        "constrain",
        lambda row: float(row["rest_us_mean"]),
        ("tokenizer", "language"),
        "grammar",
    )


def _processors() -> Iterable[Lead | None]:
    rows = [row for row in report.rows("processors") if row["what"] == "step"]
    yield from _compared(
        _newest(rows, "tokenizer", "batch", "threads"),
        "Logits processor in a loop of transformers: each step",
        "at the median",
        "constrain",
        lambda row: float(row["us_p50"]),
        ("tokenizer", "batch", "threads"),
        "batch size and number of threads",
    )


def _sampling() -> Iterable[Lead | None]:
    rows = [row for row in report.rows("sampling") if row["engine"] in ("transformers", "pipeline")]
    by = ("chain", "batch", "dtype", "width", "spread")
    yield from _compared(
        _newest(rows, *by),
        "Sampler: from logits to tokens",
        "at the median",
        "pipeline",
        lambda row: float(row["us_p50"]),
        by,
        "chain and batch size",
    )


def _compared(
    rows: list[Row],
    of: str,
    figure: str,
    ours: str,
    value: Callable[[Row], float],
    by: Sequence[str],
    each: str,
) -> Iterable[Lead | None]:
    """The lead over each peer in what `by` tells apart."""
    own = {tuple(row[column] for column in by): value(row) for row in rows if row["engine"] == ours}
    for peer in _peers(rows, ours):
        theirs = [row for row in rows if row["engine"] == peer and tuple(row[c] for c in by) in own]
        times = [value(row) / own[tuple(row[column] for column in by)] for row in theirs]
        known = [quotient for quotient in times if quotient > 0]
        if known:
            how = f"{each}: {len(known)} of {len(own)}; {_run(theirs[-1])}"
            yield Lead.over(of, figure, _named(theirs[-1]), known, how)


def _peers(rows: Iterable[Row], ours: str = "constrain") -> list[str]:
    """The engines that are not ours, in the order of the record."""
    engines = dict.fromkeys(row["engine"] for row in rows)
    return [each for each in engines if not each.startswith((ours, "constrain")) and each != "free"]


def _newest(rows: Iterable[Row], *by: str) -> list[Row]:
    """For each value of the columns `by`, the rows of its newest run that had more than one engine."""
    runs: dict[tuple[str, ...], dict[str, list[Row]]] = {}
    for row in rows:
        runs.setdefault(tuple(row[column] for column in by), {}).setdefault(row["date"], []).append(row)
    chosen: list[Row] = []
    for dates in runs.values():
        compared = [of for of in dates.values() if len({row["engine"] for row in of}) > 1]
        chosen += compared[-1] if compared else []
    return chosen


def _named(row: Row) -> str:
    version = ".".join(row["version"].split(".")[:2])
    return f"{row['engine']} {version}".strip()


def _run(row: Row) -> str:
    return f"{row['date'][:10]} at {row['commit']}, {row['machine'].split(', Python')[0]}"


# ---- how it looks ----


def times(value: float) -> str:
    """A quotient as a reader takes it in.

    >>> times(0.594), times(2.41), times(11.2), times(177.4)
    ('0.59×', '2.4×', '11×', '177×')
    """
    if value < 1:
        return f"{value:.2f}×"
    return f"{value:.1f}×" if value < 9.95 else f"{value:,.0f}×"


def _range(lead: Lead) -> str:
    return "" if lead.least == lead.most else f" ({times(lead.least)} to {times(lead.most)})"


def _cards(found: Sequence[Lead]) -> str:
    """A card for each kind of work: its first figure against every peer, the furthest behind us first."""
    first = {each.of: each.figure for each in reversed(found)}
    parts = []
    for of in dict.fromkeys(each.of for each in found):
        members = [each for each in found if (each.of, each.figure) == (of, first[of])]
        lines = "".join(
            f'<li><b class="times{"" if each.times >= 1 else " behind"}">{times(each.times)}</b> '
            f"{html.escape(each.peer.split()[0])}</li>"
            for each in sorted(members, key=lambda lead: -lead.times)
        )
        parts.append(f"<li><strong>{html.escape(of)}</strong> <small>{first[of]}</small><ul>{lines}</ul></li>")
    return f'<ul class="cards">{"".join(parts)}</ul>'


def _bars(found: Sequence[Lead]) -> str:
    """A bar for each lead, in groups; its length is the logarithm of the quotient, its figure stands beside it."""
    most = max(2.0, *(each.times for each in found))
    least = min(1.0, *(each.times for each in found))
    span = math.log(most / least)
    at = 100 * math.log(1 / least) / span  # where 1× is
    groups: dict[str, list[Lead]] = {}
    for each in found:
        groups.setdefault(f"{each.of}, {each.figure}", []).append(each)
    parts = []
    for name, members in groups.items():
        lines = []
        for each in sorted(members, key=lambda lead: lead.times):
            to = 100 * math.log(each.times / least) / span
            left, width = min(at, to), max(0.6, abs(to - at))
            lines.append(
                f'<div class="lead"><span class="peer">{html.escape(each.peer)}</span>'
                f'<span class="track"><i class="{"ahead" if each.times >= 1 else "behind"}" '
                f'style="left:{left:.1f}%;width:{width:.1f}%"></i><i class="one" style="left:{at:.1f}%"></i></span>'
                f'<span class="value">{times(each.times)}<small>{html.escape(_range(each))}</small></span></div>'
            )
        hows = "; ".join(dict.fromkeys(f"{each.peer}: {each.how}" for each in members))
        parts.append(
            f"<div><h3>{html.escape(name)}</h3>{''.join(lines)}"
            f"<details><summary>Which runs</summary><p>{html.escape(hows)}</p></details></div>"
        )
    return f'<div class="leads">{"".join(parts)}</div>'
