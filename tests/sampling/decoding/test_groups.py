"""Diverse beam search against a slow one written after transformers 4.45, and its words under a constraint."""

from __future__ import annotations

import random
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.decoding import FunctionModel, Request, decode  # noqa: E402
from constrain.sampling.decoding.beam_search.groups import GroupBeamSearch  # noqa: E402
from constrain.sampling.stages import LogitBias, Mask, RepetitionPenalty  # noqa: E402
from tests.sampling.decoding.worlds import END, PROMPT, VOCABULARY, constraint, function_model  # noqa: E402


class Heap:
    """`BeamHypotheses` of transformers 4.45."""

    def __init__(self, size: int, penalty: float, early: Any, longest: int) -> None:
        self.size, self.penalty, self.early, self.longest = size, penalty, early, longest
        self.beams: list[tuple[float, list[int]]] = []
        self.worst = 1e9

    def add(self, tokens: list[int], total: float, length: int) -> None:
        score = total / length**self.penalty
        if len(self.beams) < self.size or score > self.worst:
            self.beams.append((score, tokens))
            if len(self.beams) > self.size:
                self.beams.remove(min(self.beams, key=lambda each: each[0]))
            self.worst = min(each for each, _ in self.beams)

    def is_done(self, best: float, length: int) -> bool:
        if len(self.beams) < self.size:
            return False
        if self.early is True:
            return True
        if self.early == "never" and self.penalty > 0:
            length = self.longest
        return self.worst >= best / length**self.penalty


def slow(
    model: FunctionModel, groups: int, size: int, diversity: float, penalty: float, early: Any, longest: int
) -> list[tuple[float, list[int]]]:
    """All hypotheses of all groups, best first: (score, tokens without the end token)."""
    running: list[list[tuple[list[int], float]]] = [[([], 0.0)] for _ in range(groups)]
    heaps = [Heap(size, penalty, early, longest) for _ in range(groups)]
    done = [False] * groups
    for step in range(longest):
        taken: list[int] = []
        for group in range(groups):
            if done[group]:
                continue
            candidates = []
            for tokens, total in running[group]:
                scores = model.logits([[*PROMPT, *tokens]])[0].log_softmax(-1).tolist()
                for token, score in enumerate(scores):
                    candidates.append((total + score - diversity * taken.count(token), tokens, token))
            candidates.sort(key=lambda each: -each[0])
            candidates = candidates[: 2 * size]
            following: list[tuple[list[int], float]] = []
            for rank, (total, tokens, token) in enumerate(candidates):
                if token == END:
                    if rank < size:
                        heaps[group].add(tokens, total, step + 1)
                elif len(following) < size:
                    following.append(([*tokens, token], total))
            done[group] = heaps[group].is_done(candidates[0][0], step + 1)
            running[group] = following
            taken += [tokens[-1] for tokens, _ in following]
        if all(done):
            break
    for heap, over, open_ones in zip(heaps, done, running, strict=True):
        for tokens, total in [] if over else open_ones:
            heap.add(tokens, total, longest)
    return sorted((each for heap in heaps for each in heap.beams), key=lambda each: -each[0])


@pytest.mark.parametrize("seed", range(40))
def test_groups_search_as_in_transformers_4_45(seed: int) -> None:
    """Hypotheses and scores for random numbers of groups, penalties and stopping rules."""
    source = random.Random(seed)
    groups, size = source.choice([(2, 1), (2, 2), (3, 2), (1, 3), (4, 1), (2, 3)])
    diversity, penalty = source.choice([0.0, 0.3, 1.0, 5.0]), source.choice([0.0, 1.0, 2.0, -1.0])
    early, longest = source.choice([True, False, "never"]), source.randrange(2, 9)
    width = 5 + source.randrange(30)
    model = function_model(seed, width=max(width, 2 * size + 1))
    expected = slow(model, groups, size, diversity, penalty, early, longest)
    beams = groups * size
    search = GroupBeamSearch(beams, groups, diversity, returned=beams, length_penalty=penalty, early_stopping=early)
    batch = search.batch(model, Pipeline([]), [Request(PROMPT, None, longest)], vocabulary=VOCABULARY, seeds=0)
    for _ in decode(batch, search):
        pass

    found = [row for row in batch.done if row.finish_reason != "unavailable"]
    assert [score for score, _ in expected] == pytest.approx([row.score for row in found], abs=1e-4)
    assert sorted(tokens for _, tokens in expected) == sorted(row.tokens for row in found)


def first_tokens(pipeline: Pipeline, diversity: float) -> list[int]:
    search = GroupBeamSearch(4, 4, diversity)
    batch = search.batch(function_model(5, width=14), pipeline, [Request(PROMPT, None, 5)], vocabulary=VOCABULARY)
    search.step(batch)
    return [row.tokens[0] for row in batch.rows]


def test_a_high_penalty_keeps_groups_apart() -> None:
    """Without it all groups begin alike, with it none do; biases before the mask leave that as it is."""
    plain = Pipeline([Mask()])
    busy = Pipeline([LogitBias({3: 0.5}), RepetitionPenalty(1.2), Mask()])

    assert 1 == len(set(first_tokens(plain, 0.0)))
    for pipeline in (plain, busy):
        apart = first_tokens(pipeline, 100.0)
        assert len(set(apart)) == len(apart) >= 3


def test_the_penalty_comes_before_other_stages() -> None:
    """A repetition penalty multiplies what diversity has left, as in transformers."""
    model = function_model(8, width=14)
    pipeline = Pipeline([RepetitionPenalty(2.0), Mask()])
    search = GroupBeamSearch(2, 2, 1.5)
    batch = search.batch(model, pipeline, [Request([4, 4], None, 5)], vocabulary=VOCABULARY)
    search.step(batch)
    first, second = batch.rows

    scores = model.logits([[4, 4]])[0].log_softmax(-1)
    scores[first.tokens[0]] -= 1.5
    scores[4] *= 2.0
    scores[END] = -float("inf")
    assert int(scores.argmax()) == second.tokens[0]
    assert float(scores.max()) == pytest.approx(second.search.total)


def test_texts_of_different_groups_differ_under_a_constraint() -> None:
    """No text twice, all in the language, as many as there are."""
    for seed in range(20):
        search = GroupBeamSearch(6, 3, 0.2, returned=6)
        request = Request(PROMPT, constraint("a|ab?c|(ab){2}"), 8)
        batch = search.batch(function_model(seed), Pipeline([Mask()]), [request], vocabulary=VOCABULARY)
        for _ in decode(batch, search):
            pass

        texts = [VOCABULARY.decode(row.tokens) for row in batch.done if row.finish_reason == "stop"]
        assert sorted([b"a", b"ac", b"abc", b"abab"]) == sorted(texts)
        assert 2 == sum(row.finish_reason == "unavailable" for row in batch.done)
