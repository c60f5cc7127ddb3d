"""The demonstration's inputs have answers that its grammars can write, and it says the figures of the record."""

from __future__ import annotations

import json

import pytest

import constrain
from constrain import Vocabulary
from constrain.demo.rates import RATES
from constrain.demo.scenes import scenes
from tests.bench import report
from tests.bench.demo_inputs import COUNT, inputs
from tests.bench.demo_rates import KINDS, figures, found, judged

LETTERS = Vocabulary([*(bytes([i]) for i in range(256)), b""], end_ids=[256])


@pytest.mark.parametrize("title", KINDS)
def test_the_right_answers_can_be_written(title: str) -> None:
    """Of every input, and they are judged right; another input's answer is not, unless it is the same."""
    asked = inputs()[title]
    answers = [answer for _, answer in asked]
    constraints = [constrain.compile(KINDS[title](text).grammar, LETTERS) for text, _ in asked]
    texts = [answer if isinstance(answer, str) else json.dumps(answer) for answer in answers]

    assert COUNT == len(dict(asked))
    assert [] == [text for each, text in zip(constraints, texts, strict=True) if not each.accepts(text)]
    for i, (answer, text) in enumerate(zip(answers, texts, strict=True)):
        assert {"valid": True, "right": True, "as_read": True} == judged(title, answer, text, True)
        other = i - 1
        same = answers[other] == answer
        assert same == judged(title, answers[other], text, True)["right"]


@pytest.mark.parametrize(
    ("title", "text", "value"),
    [
        ("a class", "It is about Payment.", "payment"),
        ("a date", "On the 30 May 2001", "30 May 2001"),
        ("a date", "some day", None),
        ("an order", "Sure:\n1. 2 x Chairs\n2. 1 x lamp", "2 x chair, 1 x lamp"),
        ("a call", 'Here: [{"name": "timer", "parameters": {"minutes": 3}}]', {"name": "timer", "arguments": {"minutes": 3}}),
    ],
)  # fmt: skip
def test_free_answers_are_read_leniently(title: str, text: str, value: object) -> None:
    assert value == found(title, text)
    assert not judged(title, value, text, False)["right"]


def test_inputs_asked_in_one_way_only_are_not_counted() -> None:
    line = {"title": "a date", "valid": True, "right": True, "as_read": True, "model": "m"}
    lines = [line | {"number": n, "constrained": c} for n, c in ((1, True), (1, False), (2, True))]

    (row,) = figures(lines)

    assert ("a date", 1, 1, 1) == (row["scene"], row["inputs"], row["free_right"], row["constrained_right"])


def test_the_demonstration_says_the_latest_figures_of_the_record() -> None:
    latest = {row["scene"]: row for row in report.rows("demo_rates")}
    columns = ("inputs", "free_valid", "free_right", "free_as_read", "constrained_valid", "constrained_right")

    assert {scene: tuple(int(latest[scene][c]) for c in columns) for scene in KINDS} == RATES
    assert {scene.title: scene.rate for scene in scenes() if scene.rate} == RATES
