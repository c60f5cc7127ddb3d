"""Small worlds in which everything can be enumerated: models that are functions, and the exact law of their texts."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import torch

from constrain import Constraint, Vocabulary, compile
from constrain.grammars import regex
from constrain.sampling import Pipeline
from constrain.sampling.decoding import FunctionModel

END = 0
VOCABULARY = Vocabulary([None, b"a", b"b", b"c", b"ab"], end_ids=[END])
PROMPT = [1, 2, 1]
PATTERN = "(a|bc|(ab)+c)*"


def constraint(pattern: str = PATTERN) -> Constraint:
    return compile(regex(pattern), VOCABULARY)


def function_model(seed: int, *, sharpness: float = 1.5, like: int | None = None, width: int = 5) -> FunctionModel:
    """Random logits by the last two tokens and the length; `like` mixes in those of another seed, as a draft does."""
    known: dict[tuple[int, ...], torch.Tensor] = {}

    def logits(row: list[int]) -> torch.Tensor:
        key = (*row[-2:], len(row))
        if key not in known:
            known[key] = sharpness * _noise(seed, key, width)
            if like is not None:
                known[key] = 0.4 * known[key] + sharpness * _noise(like, key, width)
        return known[key]

    return FunctionModel(lambda rows: torch.stack([logits(row) for row in rows]), width)


def _noise(seed: int, key: tuple[int, ...], width: int) -> torch.Tensor:
    source = random.Random(repr((seed, key)))
    return torch.tensor([source.gauss(0.0, 1.0) for _ in range(width)])


def law(
    model: FunctionModel, pipeline: Pipeline, constraint: Constraint | None, steps: int, *, fit: bool = True
) -> dict[tuple[int, ...], float]:
    """The probability of every output of up to `steps` tokens, its end token left out: the slow and obvious way.

    `fit`: texts of a constraint complete within the steps.
    """
    outputs: dict[tuple[int, ...], float] = {}
    beginnings: dict[tuple[int, ...], float] = {(): 1.0}
    options: Any = {"max_tokens": [steps]} if fit else {}
    for _ in range(steps):
        longer: dict[tuple[int, ...], float] = {}
        for text, probability in beginnings.items():
            rows = pipeline.start(torch.tensor([PROMPT]), constraint=constraint, end_tokens=[END], seeds=0, **options)
            for token in text:
                rows.advance([token])
            after = rows.scores(model.logits([[*PROMPT, *text]])).double().softmax(-1)[0].tolist()
            for token, chance in enumerate(after):
                if chance and token == END:
                    outputs[text] = outputs.get(text, 0.0) + probability * chance
                elif chance:
                    longer[*text, token] = probability * chance
        beginnings = longer
    for text, probability in beginnings.items():
        outputs[text] = outputs.get(text, 0.0) + probability
    return outputs


def surprise(outputs: Iterable[Sequence[int]], expected: dict[tuple[int, ...], float]) -> float:
    """How many standard deviations chi-square lies above its mean (Wilson and Hilferty, 1931); inf for an impossible
    output. Outputs that should come less than ten times count as one."""
    drawn: dict[tuple[int, ...], int] = {}
    for output in outputs:
        drawn[tuple(output)] = drawn.get(tuple(output), 0) + 1
    if drawn.keys() - expected.keys():
        return float("inf")
    total = sum(drawn.values())
    common = [text for text, p in expected.items() if p * total >= 10]
    cells = [(drawn.get(text, 0), expected[text] * total) for text in common]
    rest = total - sum(count for count, _ in cells), total - sum(mean for _, mean in cells)
    if rest[1] >= 10:
        cells.append(rest)
    freedom = len(cells) - 1
    assert freedom > 0
    square = sum((count - mean) ** 2 / mean for count, mean in cells)
    return float(((square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5)
