"""How a demonstration is printed: lines for a plain terminal of 80 columns, or data for machines."""

from __future__ import annotations

import textwrap
from typing import Any

from .play import BatchReport, Player, Report
from .scenes import DOCUMENTS, Scene

WIDTH = 80
LABEL = 13  # columns


def introduction(player: Player) -> str:
    millions = sum(parameter.numel() for parameter in player.model.parameters()) / 1e6
    about = (
        f"The same questions to the same model, {player.name} ({millions:.0f} million parameters), free and "
        "constrained: the library lets it choose only tokens that can still become a valid answer. Both times the "
        "likeliest token is taken. A model of this size shows the form of answers rather than knowledge."
    )
    terms = (
        "A pass is one call of the model, for one new token or for several that are forced. *How often* is not counted "
        "now: it was recorded over 50 other texts of each kind (tests/bench/record/demo_rates.csv). *Read leniently* "
        "means that a program looked for the right answer within the free text, whatever stood around it."
    )
    return textwrap.fill(about, WIDTH) + "\n\n" + textwrap.fill(terms, WIDTH)


def asked_lines(number: int, scene: Scene) -> list[str]:
    """What a scene asks."""
    return [*textwrap.wrap(f"{number}. {scene.title}: {scene.limits}", WIDTH), *labelled("text", scene.text)]


def report_lines(report: Report) -> list[str]:
    """What came of a scene."""
    scene, free, held = report.scene, report.free, report.constrained
    classes = ", ".join(f"{label} {probability:.0%}" for label, probability in report.classes.items())
    cost = f"{held.passes} passes of the model, {held.seconds:.1f} s; free {free.passes}, {free.seconds:.1f} s"
    return [
        *labelled("free", free.text + ("   <- valid, too" if free.valid else f"   <- not valid: {free.why}")),
        *labelled("constrained", held.text),
        *(labelled("probability", classes) if classes else labelled("value", repr(report.value))),
        *labelled("cost", cost),
        *(labelled("how often", str(scene.rate)) if scene.rate else []),
    ]


def batch_title(number: int) -> str:
    return f"{number}. {DOCUMENTS} documents to records, in one batch"


def batch_lines(batch: BatchReport) -> list[str]:
    """What came of the documents."""
    parts = [
        f"{valid} of {batch.documents} valid, {right} of {batch.fields} fields right; {passes} passes, {seconds:.1f} s"
        for right, valid, passes, seconds in zip(batch.right, batch.valid, batch.passes, batch.seconds, strict=True)
    ]
    return [
        *labelled("free", parts[0]),
        *labelled("constrained", parts[1]),
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
        "classes": report.classes,
        "rate": report.scene.rate and report.scene.rate._asdict(),
    }


def batch_as_data(batch: BatchReport) -> dict[str, Any]:
    return {"title": "documents", "complete": batch.valid[1] == batch.documents, **vars(batch)}
