"""What a pipeline did, told token by token: a table with a line for each candidate and a column for each stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from ..stages.stage import INFINITY, Role, Stateful
from .rows import SamplerRows


@dataclass(frozen=True)
class Candidate:
    """A token, with its probability in percent at the start and after each stage; None: it is not possible any more."""

    token: int
    text: str
    percent: tuple[float | None, ...]


@dataclass(frozen=True)
class Explanation:
    """A row's way through a pipeline. `left` counts the possible tokens at the start and after each stage.

    `one_by_one` says why `sample` runs the stages one by one; None: it does not.
    """

    stages: tuple[str, ...]
    left: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    drawn: int | None
    one_by_one: str | None = None

    def __str__(self) -> str:
        heads = ["model", *(name for name in self.stages)]
        lines = [["token", *heads]]
        lines.append(["(possible)", *(str(count) for count in self.left)])
        for candidate in self.candidates:
            mark = "→ " if candidate.token == self.drawn else "  "
            cells: list[str] = []
            for before, now in zip((None, *candidate.percent[:-1]), candidate.percent, strict=True):
                gone = "✗" if now is None and before is not None else ""
                cells.append(gone if now is None else f"{now:.2f}%")
            if candidate.percent[0] is None:
                cells[0] = "✗"
            lines.append([f"{mark}{candidate.token} {candidate.text}".rstrip(), *cells])
        widths = [max(len(line[i]) for line in lines) for i in range(len(heads) + 1)]
        table = "\n".join(
            "  ".join(
                cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )
        return table if self.one_by_one is None else f"{table}\nStage by stage, because {self.one_by_one}."


def explanation(
    rows: SamplerRows,
    logits: torch.Tensor,
    *,
    row: int,
    top: int,
    pieces: Sequence[bytes | None] | None,
    unconditional: torch.Tensor | None,
) -> Explanation:
    """The way of `row` through its pipeline. The candidates are the best at the start and the best at the end."""
    pipeline = rows.pipeline
    if pieces is None:
        pieces = next((m.constraint.vocabulary.token_bytes for m in rows.matchers if m is not None), None)
    watched: list[torch.Tensor] = []
    rows._through(rows._checked(logits), rows.step(unconditional), watched)
    drawn = None
    names = [type(stage).__name__ for stage in pipeline.stages]
    if pipeline.stages and pipeline.stages[-1].role is Role.DRAW:
        if not isinstance(pipeline.stages[-1], Stateful):  # a plain draw changes no score
            names.pop()
            watched.pop()
        drawn = int(rows.fork().sample(logits, unconditional=unconditional)[row])
    lines = [rows._checked(logits)[row], *(scores[row] for scores in watched)]
    shares = [100 * line.double().softmax(-1) for line in lines]
    count = min(top, len(lines[0]))
    shown = dict.fromkeys([*lines[-1].topk(count).indices.tolist(), *lines[0].topk(count).indices.tolist()])
    chosen = [token for token in shown if lines[-1][token] > -INFINITY][:count]
    chosen += [token for token in lines[0].topk(count).indices.tolist() if token not in chosen]
    if drawn is not None and drawn not in chosen:
        chosen.append(drawn)
    candidates = []
    for token in chosen:
        percent = tuple(
            float(share[token]) if line[token] > -INFINITY else None for share, line in zip(shares, lines, strict=True)
        )
        candidates.append(Candidate(token, _text(token, pieces), percent))
    left = tuple(int((line > -INFINITY).sum()) for line in lines)
    one_by_one = pipeline.one_by_one if drawn is not None else None
    return Explanation(tuple(names), left, tuple(candidates), drawn, one_by_one)


def _text(token: int, pieces: Sequence[bytes | None] | None) -> str:
    if pieces is None or token >= len(pieces):
        return ""
    piece = pieces[token]
    if piece is None:
        return "(no text)"
    try:
        return repr(piece.decode())
    except UnicodeDecodeError:
        return repr(piece)
