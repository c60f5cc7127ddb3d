"""Recorded figures against slow computations from the model's logits, and against what decoding noted on its way."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import constrain  # noqa: E402
from constrain import Constraint  # noqa: E402
from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.decoding import (  # noqa: E402
    BestOf,
    ForcedText,
    FunctionModel,
    Request,
    Row,
    Sampling,
    Scheduler,
    Search,
    WeightedSampling,
)
from constrain.sampling.recording import RecordedToken, Recording  # noqa: E402
from constrain.sampling.recording.recorder import Recorder  # noqa: E402
from constrain.sampling.stages import (  # noqa: E402
    XTC,
    Categorical,
    Greedy,
    Mask,
    Mirostat,
    MirostatV2,
    RepetitionPenalty,
    Temperature,
    TopP,
)
from tests.sampling.decoding.test_every_mode import MODES, logits, mode_of, model_of  # noqa: E402
from tests.sampling.decoding.worlds import END, PROMPT, VOCABULARY, constraint, function_model  # noqa: E402
from tests.strategies import random_world, vocabulary_of  # noqa: E402

PENALTY, TEMPERATURE, TOP_P = 1.3, 0.7, 0.9
WARPED = Pipeline([RepetitionPenalty(PENALTY), Mask(), Temperature(TEMPERATURE), TopP(TOP_P), Categorical()])


def decoded(
    model: Any, pipeline: Pipeline, requests: Sequence[Request], search: Search | None = None, **options: Any
) -> list[tuple[Row, Recording]]:
    """Finished rows with their recordings; decoding notes log-probabilities by itself."""
    search = search or Sampling()
    vocabulary = options.setdefault("vocabulary", VOCABULARY)
    scheduler = Scheduler(model, pipeline, search=search, log_probabilities=True, **options)
    recorder = Recorder(model, vocabulary, candidates=3, normalises=search.normalises)
    rows = [row for _, row in scheduler.finished(requests)]
    assert [None] * len(rows) == [row.error for row in rows]
    kept = [row for row in rows if row.finish_reason != "unavailable"]
    return [(row, recorder.record(row, *scheduler.sampler_of(row))) for row in kept]


# ---- the slow way, in plain Python ----


def softmax(scores: Sequence[float]) -> list[float]:
    powers = [math.exp(score - max(scores)) for score in scores]
    return [power / sum(powers) for power in powers]


def entropy(shares: Sequence[float]) -> float:
    return -sum(share * math.log2(share) for share in shares if share)


def stages(scores: list[float], text: Sequence[int], allowed: Sequence[bool]) -> list[list[float]]:
    """The scores at the start and after each stage of `WARPED`."""
    penalised = [
        score if token not in text else score / PENALTY if score > 0 else score * PENALTY
        for token, score in enumerate(scores)
    ]
    masked = [score if fits else -math.inf for score, fits in zip(penalised, allowed, strict=True)]
    cooled = [score / TEMPERATURE for score in masked]
    kept, before = list(cooled), 0.0
    for share, token in sorted(((share, token) for token, share in enumerate(softmax(cooled))), reverse=True):
        if before >= TOP_P:
            kept[token] = -math.inf
        before += share
    return [scores, penalised, masked, cooled, kept, kept]


@pytest.mark.parametrize("seed", range(12))
def test_recorded_figures_are_those_of_a_slow_computation(seed: int) -> None:
    """Before the mask, after it, after every stage: probabilities, tokens left, moves, entropies, the mass removed."""
    model, told = function_model(seed), constraint()
    [(row, recording)] = decoded(model, WARPED, [Request(PROMPT, told, 6)], seeds=seed)
    matcher = told.matcher()
    assert row.tokens == [token.token for token in recording.tokens if token.kind != "end"]
    for at, token in enumerate(recording.tokens):
        text = [*PROMPT, *row.tokens[:at]]
        taken = row.tokens[at] if at < len(row.tokens) else END
        scores = model.logits([text])[0].tolist()
        allowed = [matcher.allows(each, 6 - at) for each in range(5)]
        ways = stages(scores, text, allowed)
        shares = [softmax(each) for each in ways]
        close(shares[0][taken], token.model)
        close(shares[1][taken], token.before)
        close(shares[2][taken], token.masked)
        close(shares[-1][taken], token.final)
        assert sum(allowed) == token.allowed
        close(sum(share for share, fits in zip(shares[1], allowed, strict=True) if not fits), token.removed)
        close(entropy(shares[0]), token.entropy)
        close(entropy(shares[-1]), token.final_entropy)
        assert [sum(score > -math.inf for score in each) for each in ways[1:]] == [e.left for e in token.effects]
        for before, after, share, effect in zip(ways, ways[1:], shares[1:], token.effects, strict=False):
            close(share[taken], effect.probability)
            close(after[taken] - before[taken], effect.moved)
        check_candidates(token, shares, allowed)
        if token.kind != "end":
            matcher.advance(taken)


def check_candidates(token: RecordedToken, shares: list[list[float]], allowed: Sequence[bool]) -> None:
    """The likeliest of each kind, best first, with their shares."""
    refused = sorted((each for each in range(5) if not allowed[each]), key=lambda each: -shares[0][each])[:3]
    assert refused == [each.token for each in token.refused]
    assert token.token in [each.token for each in token.candidates]
    assert all(allowed[each.token] for each in token.candidates)
    best = max(range(5), key=lambda each: shares[-1][each])
    assert best in [each.token for each in token.candidates]
    for each in (*token.candidates, *token.refused):
        for number, recorded in ((0, each.model), (2, each.masked), (-1, each.final)):
            close(shares[number][each.token], recorded)
        assert (each.refusal is None) == allowed[each.token]


def close(expected: float, recorded: float | None) -> None:
    assert recorded is not None
    assert expected == pytest.approx(recorded, rel=1e-4, abs=1e-6)


# ---- against what decoding notes ----


@pytest.mark.parametrize("mode", MODES)
def test_recorded_probabilities_are_those_that_decoding_noted(mode: str) -> None:
    """In every mode, on random worlds, with and without forced text; forced tokens are marked as such."""
    made, seed = 0, 0
    while made < 25:
        seed += 1
        chance = random.Random(f"{mode} {seed}")
        world = random_world(chance)
        vocabulary = vocabulary_of(world.tokens)
        try:
            told = constrain.compile(world.grammar, vocabulary)
        except constrain.ConstrainError:
            continue
        least = told.matcher().tokens_to_end
        if least > 12:
            continue
        width = vocabulary.size + chance.randint(0, 3)
        model, small = (FunctionModel(logits(width, f"{seed} {name}"), width) for name in ("model", "draft"))
        search, pipeline = mode_of(mode, small, vocabulary)
        forces = mode in ("greedy", "sampling", "guided", "n-grams") and chance.random() < 0.5
        prompts = [[chance.randrange(vocabulary.size) for _ in range(chance.randint(1, 4))] for _ in range(2)]
        requests = [Request(prompt, told, max(1, least + chance.choice([0, 1, 6]))) for prompt in prompts]
        found = decoded(
            model_of(mode, model),
            pipeline,
            requests,
            search,
            vocabulary=vocabulary,
            seeds=seed,
            forced=ForcedText(vocabulary) if forces else None,
        )
        for row, recording in found:
            made += 1
            agrees(row, recording, told)


def agrees(row: Row, recording: Recording, told: Constraint | None) -> None:
    """The tokens are the row's, forced ones are marked, and probabilities are those that were noted."""
    tokens = [token for token in recording.tokens if token.kind != "end"]
    assert row.tokens == [token.token for token in tokens]
    assert row.forced == sum(token.kind == "forced" for token in tokens)
    if len(row.log_probabilities) == len(tokens):  # the faithful searches note none
        for token, model, final in zip(tokens, row.log_probabilities, row.constrained, strict=True):
            assert model == pytest.approx(math.log(token.model), abs=1e-3)
            assert final == pytest.approx(math.log(token.final), abs=1e-3)
    if told is None:
        return
    matcher = told.matcher()
    for token in recording.tokens:
        for each in token.candidates:
            assert matcher.allows(each.token)
        for each in token.refused:
            assert each.refusal is not None
            budget = "complete within" in each.refusal.expected
            assert budget == (each.token < told.vocabulary.size and matcher.allows(each.token))
            if each.refusal.byte is not None:
                begun = each.spelling[: each.refusal.byte]
                assert matcher.explain_bytes(begun)[0] == len(begun) - 1
        if token.kind != "end":
            matcher.advance(token.token)


@pytest.mark.parametrize(
    "pipeline",
    [
        Pipeline([Mask(), XTC(0.5, 0.05), Categorical()]),
        Pipeline([Mask(), Mirostat(5, tau=1.0)]),
        Pipeline([Mask(), MirostatV2(tau=1.0)]),
        Pipeline([Temperature([0.5, 1.0, 2.0]), Mask(), Categorical()]),
    ],
)
def test_what_stages_remember_and_draw_is_the_same_again(pipeline: Pipeline) -> None:
    """Stages with random numbers, with a memory, and with a value for each row."""
    requests = [Request(PROMPT, constraint("[abc]{12,}"), 14) for _ in range(3)]
    for row, recording in decoded(function_model(3), pipeline, requests, seeds=5):
        agrees(row, recording, row.request.constraint)


def test_copies_keep_their_random_numbers_when_they_are_ranked() -> None:
    """`BestOf` numbers its texts again; the stages draw what they drew."""
    pipeline = Pipeline([Mask(), XTC(0.5, 0.05), Categorical()])
    found = decoded(function_model(4), pipeline, [Request(PROMPT, constraint("[abc]{9,}"), 12)], BestOf(4, returned=3))

    assert 3 == len(found)
    for row, recording in found:
        agrees(row, recording, row.request.constraint)


def test_free_text_has_no_mask() -> None:
    """Everything is allowed, nothing is removed, and the text is cut off where it is."""
    pipeline = Pipeline([Mask(), Greedy()])
    for row, recording in decoded(function_model(7), pipeline, [Request(PROMPT, None, 5)]):
        agrees(row, recording, None)
        assert {(5, 0.0, "")} == {(token.allowed, token.removed, token.expected) for token in recording.tokens}
        assert (row.finish_reason == "stop") == (recording.tokens[-1].kind == "end")


def test_a_token_that_the_budget_forbids_says_so() -> None:
    """The grammar would have allowed it, and the reason names the tokens that are left."""
    [(_, recording)] = decoded(function_model(1), WARPED, [Request(PROMPT, constraint("aaaa|b"), 2)], seeds=0)
    reasons = {each.token: each.refusal.expected for each in recording.tokens[0].refused if each.refusal}

    assert "the grammar allows it, but no text that goes on so is complete within 2 more tokens" == reasons[1]


def test_many_tokens_are_read_some_at_a_time() -> None:
    """A text longer than what is held at once has the same figures, however it is cut."""
    for row, recording in decoded(function_model(2), WARPED, [Request(PROMPT, constraint("[abc]{80,}"), 100)], seeds=1):
        assert 40 <= len(row.tokens)
        agrees(row, recording, row.request.constraint)


def test_particles_can_be_recorded() -> None:
    """Texts of one request that were copied from each other."""
    pipeline = Pipeline([Mask(), Categorical()])
    found = decoded(function_model(9), pipeline, [Request(PROMPT, constraint(), 8)], WeightedSampling(6), seeds=2)
    for row, recording in found:
        agrees(row, recording, row.request.constraint)
