"""Rows that take different numbers of tokens, leave, join and go back: each is as if it were alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

torch = pytest.importorskip("torch")

import constrain  # noqa: E402
from constrain import RejectedToken, Vocabulary  # noqa: E402
from constrain.grammars import regex  # noqa: E402
from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.stages import Categorical, FrequencyPenalty, Mask, MinTokens, RepetitionPenalty, Temperature  # noqa: E402

WIDTH = 12
VOCABULARY = Vocabulary.from_bytes([*(bytes([97 + i]) for i in range(WIDTH - 1)), None], end_ids=[WIDTH - 1])
FREE = constrain.compile(regex("[a-k]*"), VOCABULARY)
STAGES = [
    MinTokens(3, [WIDTH - 1]),
    RepetitionPenalty(1.3, scope="all"),
    FrequencyPenalty(0.4),
    Mask(),
    Temperature(0.7),
    Categorical(),
]


class Alone:
    """The reference: a row of its own, started again from all its tokens at every question."""

    def __init__(self, prompt: list[int], seed: int, temperature: float) -> None:
        self.prompt, self.seed, self.temperature = prompt, seed, temperature
        self.steps: list[list[int]] = []

    def asked(self, logits: Any) -> tuple[Any, Any]:
        """Scores and token for logits (width,)."""
        stages = [Temperature(self.temperature) if isinstance(s, Temperature) else s for s in STAGES]
        rows = Pipeline(stages).start(torch.tensor([self.prompt]), constraint=FREE, seeds=[self.seed])
        for step in self.steps:
            for token in step:
                rows.advance([token])
        return rows.scores(logits.unsqueeze(0))[0], rows.sample(logits.unsqueeze(0))[0]


def check(rows: Any, expected: list[Alone], seed: int) -> None:
    logits = torch.randn(len(expected), WIDTH, generator=torch.Generator().manual_seed(seed))
    scores, tokens = rows.scores(logits), rows.sample(logits)
    for row, alone in enumerate(expected):
        theirs, token = alone.asked(logits[row])
        torch.testing.assert_close(scores[row], theirs)
        assert int(token) == int(tokens[row])


@pytest.mark.parametrize("seed", range(25))
def test_each_row_is_as_if_alone(seed: int) -> None:
    """Any order of extend, advance, rollback, reorder, select, fork and join; penalties, masks and draws included."""
    rng = random.Random(seed)

    def begun(count: int) -> tuple[Any, list[Alone]]:
        prompts = [[rng.randrange(WIDTH - 1) for _ in range(rng.randint(1, 4))] for _ in range(count)]
        seeds = [rng.randrange(99) for _ in prompts]
        width = max(map(len, prompts))
        ids = torch.tensor([[0] * (width - len(p)) + p for p in prompts])
        mask = torch.tensor([[0] * (width - len(p)) + [1] * len(p) for p in prompts])
        temperatures = [rng.choice([0.5, 1.5]) for _ in prompts]
        per_row = [Temperature(temperatures) if isinstance(s, Temperature) and not joins else s for s in STAGES]
        rows = (pipeline if joins else Pipeline(per_row)).start(ids, attention_mask=mask, constraint=FREE, seeds=seeds)
        if joins:
            temperatures = [0.7] * count
        return rows, [Alone(p, s, t) for p, s, t in zip(prompts, seeds, temperatures, strict=True)]

    joins, pipeline = seed % 2 == 0, Pipeline(STAGES)
    rows, expected = begun(rng.randint(1, 4))
    undoable = 0
    for step in range(14):
        move = rng.choice(["extend", "extend", "advance", "rollback", "reorder", "select", "fork", "join"])
        count = len(expected)
        if move == "extend":
            new = [[rng.randrange(WIDTH - 1) for _ in range(rng.randint(0, 3))] for _ in range(count)]
            rows.extend(new)
            steps = max(map(len, new))
            for alone, tokens in zip(expected, new, strict=True):
                late = steps - len(tokens)
                alone.steps += [[]] * late + [[token] for token in tokens]
            undoable += steps
        elif move == "advance":
            tokens = [rng.randrange(WIDTH - 1) for _ in range(count)]
            rows.advance(tokens)
            for alone, token in zip(expected, tokens, strict=True):
                alone.steps.append([token])
            undoable += 1
        elif move == "rollback":
            back = rng.randint(0, undoable)
            rows.rollback(back)
            undoable -= back
            for alone in expected:
                del alone.steps[len(alone.steps) - back :]
        elif move in ("reorder", "select"):
            if move == "reorder" and not joins:
                continue  # parameters per row belong to prompts then
            sources = [rng.randrange(count) for _ in range(rng.randint(1, 4))]
            getattr(rows, move)(sources)
            copied = []
            for source in sources:
                alone = Alone(expected[source].prompt, expected[source].seed, expected[source].temperature)
                alone.steps = list(expected[source].steps)
                copied.append(alone)
            expected = copied
        elif move == "fork":
            other = rows.fork()
            other.extend([[1, 2]] + [[]] * (count - 1))
        elif joins:
            more, theirs = begun(rng.randint(1, 2))
            rows.join(more)
            expected += theirs
            undoable = 0
            with pytest.raises(ValueError, match="cannot undo 1 tokens of 0"):
                rows.rollback(1)
        check(rows, expected, step)


def test_a_refused_token_moves_no_row() -> None:
    """What comes before it in the same call is undone."""
    short = constrain.compile(regex("a{2}b"), VOCABULARY)
    rows = Pipeline(STAGES).start(torch.tensor([[0], [0]]), constraint=[FREE, short], seeds=0)
    with pytest.raises(RejectedToken):
        rows.extend([[0, 1], [0, 0, 0]])
    assert [[0], [0]] == rows.tokens.tolist()
    assert [[], []] == [matcher.tokens for matcher in rows.matchers if matcher is not None]
    rows.extend([[0, 1], [0, 0, 1]])
    assert [0, 0, 1] == rows.tokens[1, 1:].tolist()
