"""Two kinds of plot as HTML: lines over an axis, and dots in rows, both for times that differ by powers of ten.

Plots carry no colours of their own: a series has a class, and the page's style gives that a colour for light and for
dark. Words and figures stand outside the area of the plot (titles above, figures below or beside, as HTML), so nothing
overlaps a curve, nobody has to point at anything, and a narrow screen has letters of the usual size.
"""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP, _RIGHT = 330, 230, 52, 40, 12, 16


@dataclass(frozen=True)
class Axis:
    """A range of numbers laid out on pixels from `start` to `end`; `log` for powers of ten."""

    low: float
    high: float
    start: float
    end: float
    log: bool = True

    @staticmethod
    def over(values: Sequence[float], start: float, end: float, log: bool = True) -> Axis:
        """An axis that holds all `values` with some room; a linear one begins at 0."""
        low, high = min(values), max(values)
        if not log:
            return Axis(0.0, high * 1.08 or 1.0, start, end, log=False)
        room = max((high / low) ** 0.06, 1.15, (4 * low / high) ** 0.5)  # at least from 1 to 4, for two round numbers
        return Axis(low / room, high * room, start, end)

    def at(self, value: float) -> float:
        """The pixel of a value."""
        if self.log:
            part = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return round(self.start + part * (self.end - self.start), 1)

    def ticks(self) -> list[float]:
        """Between three and seven round numbers: powers of ten, or of 1,000, or with 2s and 5s between them."""
        if not self.log:
            step = 10 ** math.floor(math.log10(self.high / 2))
            step = next(s for s in (step, 2 * step, 5 * step) if self.high / s < 6)
            return [i * step for i in range(int(self.high / step) + 1)]
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        for digits, every in (
            ((1,), 3),
            ((1,), 2),
            ((1,), 1),
            ((1, 3), 1),
            ((1, 2, 5), 1),
            ((1, 1.5, 2, 3, 4, 5, 7), 1),
        ):
            found = [d * 10.0**e for e in decades if e % every == 0 for d in digits]
            found = [tick for tick in found if self.low <= tick <= self.high]
            if 3 <= len(found):
                break
        return found


def short(value: float) -> str:
    """A tick's label.

    >>> short(0.02), short(500.0), short(20000.0), short(3e6)
    ('0.02', '500', '20k', '3M')
    """
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size * (10 if letter == "k" else 1):
            return f"{value / size:g}{letter}"
    return f"{value:,.0f}" if value >= 1000 else f"{value:g}"


def lines(
    title: str,
    series: Mapping[str, Sequence[Point]],
    classes: Mapping[str, str],
    *,
    x_label: str = "",
    x_names: Sequence[str] = (),
    log_x: bool = False,
    log_y: bool = True,
) -> str:
    """A figure of one line a series; `x_names` label the whole numbers from 0 on the lower axis.

    Below it are the figures: of every point where these have names, and of the first and last one where they have not.
    """
    points = [point for of in series.values() for point in of]
    if not points:
        return ""
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    if x_names:
        across = Axis(-0.3, len(x_names) - 0.7, _LEFT, right, log=False)
        marks = [(float(place), name) for place, name in enumerate(x_names)]
    else:
        across = Axis.over([x for x, _ in points], _LEFT, right, log_x)
        marks = [(tick, short(tick)) for tick in across.ticks()]
    up = Axis.over([y for _, y in points], bottom, _TOP, log_y)
    parts = [_frame(up, right)]
    for x, name in marks:
        parts.append(f'<text class="x" x="{across.at(x)}" y="{bottom + 16}">{html.escape(name)}</text>')
    parts.append(f'<text class="x" x="{(_LEFT + right) / 2}" y="{_HEIGHT - 6}">{html.escape(x_label)}</text>')
    for name, of in series.items():
        path = " ".join(f"{across.at(x)},{up.at(y)}" for x, y in of)
        marks_of = "".join(f'<circle cx="{across.at(x)}" cy="{up.at(y)}" r="3"><title>{html.escape(name)}: {y:g}</title>'
                           "</circle>" for x, y in of)  # fmt: skip
        parts.append(f'<g class="{classes[name]}"><polyline points="{path}"/>{marks_of}</g>')
    label = html.escape(title)
    return (
        f'<figure style="max-width:{1.3 * _WIDTH:g}px;flex-basis:{0.9 * _WIDTH:g}px"><h3>{label}</h3>'
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
        f"{_figures(series, classes, x_names)}</figure>"
    )


def _figures(series: Mapping[str, Sequence[Point]], classes: Mapping[str, str], x_names: Sequence[str]) -> str:
    """The key of a plot, with the figures of each series."""
    lines = []
    for name, points in series.items():
        known = dict(points)
        if x_names:
            cells = "".join(f"<td>{figure(known.get(place))}</td>" for place in range(len(x_names)))
        else:
            ends = [points[0], points[-1]][: len(points)]
            cells = "".join(f"<td>{figure(y)} <small>at {short(x)}</small></td>" for x, y in ends)
        lines.append(f'<tr><td class="swatch {classes[name]}">{html.escape(name)}</td>{cells}</tr>')
    head = "".join(f"<th>{html.escape(name)}</th>" for name in x_names)
    head = f"<tr><th></th>{head}</tr>" if head else ""
    return f'<div class="wide"><table>{head}{"".join(lines)}</table></div>'


def figure(value: float | None) -> str:
    """A value beside a plot, with two or three digits that count; a dash where there is none.

    >>> figure(0.7512), figure(31.26), figure(3018.0), figure(638000.0), figure(None)
    ('0.75', '31', '3,018', '638k', '-')
    """
    if value is None:
        return "-"
    if value >= 1e5:
        return f"{value / 1e6:.1f}M" if value >= 1e6 else f"{value / 1e3:.0f}k"
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def _frame(up: Axis, right: float) -> str:
    """Horizontal lines at the ticks of the upward axis, with their labels."""
    parts = []
    for tick in up.ticks():
        y = up.at(tick)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text class="y" x="{_LEFT - 7}" y="{y + 4}">{short(tick)}</text>')
    return "".join(parts)


def dots(title: str, rows: Mapping[str, Mapping[str, float]], classes: Mapping[str, str]) -> str:
    """A figure of one row a name and in it one dot a series, along a logarithmic axis, and the figures beside them.

    Dots of a row stand a little above one another, so that equal values are both seen.
    """
    values = [value for row in rows.values() for value in row.values()]
    if not values:
        return ""
    across = Axis.over(values, 0, 100)
    names = list(dict.fromkeys(of for row in rows.values() for of in row))
    heads = "".join(f'<span class="swatch {classes[name]}">{html.escape(name)}</span>' for name in names)
    columns = f'class="figures" style="--n:{len(names)}"'
    ticks = "".join(f'<span style="left:{across.at(tick)}%">{short(tick)}</span>' for tick in across.ticks())
    parts = [f'<span class="name"></span><span class="track axis">{ticks}</span><span {columns}>{heads}</span>']
    for name, row in rows.items():
        marks = "".join(
            f'<i class="{classes[of]}" style="left:{across.at(value)}%;top:{_height(names.index(of), len(names))}%"></i>'
            for of, value in row.items()
        )
        told = "".join(f'<span class="swatch {classes[of]}">{figure(row.get(of))}</span>' for of in names)
        parts.append(
            f'<span class="name">{html.escape(name)}</span><span class="track">{marks}</span>'
            f"<span {columns}>{told}</span>"
        )
    return (
        f'<figure style="flex-basis:32rem;max-width:60rem"><h3>{html.escape(title)}</h3>'
        f'<div class="dots">{"".join(parts)}</div></figure>'
    )


def _height(number: int, count: int) -> float:
    """How far down its row the dot of series `number` stands, in percent."""
    return round(50 + 50 * (number - (count - 1) / 2) / max(count, 3), 1)
