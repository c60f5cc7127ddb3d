"""The fused kernels in a pipeline: taken where they can be, and the same tokens as stage by stage."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import torch
from transformers import GenerationConfig

import constrain
from constrain import Vocabulary
from constrain.grammars import regex
from constrain.sampling import Pipeline
from constrain.sampling.huggingface import ConstraintLogitsProcessor
from constrain.sampling.kernels.steady import SteadySampler
from constrain.sampling.stages import (
    DRY,
    Categorical,
    ExponentialRace,
    FrequencyPenalty,
    Greedy,
    Gumbel,
    LogitBias,
    Mask,
    MinP,
    PresencePenalty,
    RepetitionPenalty,
    Stage,
    Temperature,
    TopK,
    TopP,
    Typical,
)

VOCABULARY = Vocabulary.from_bytes(
    [bytes([b]) for b in range(0x61, 0x61 + 20)] + [b"ab", b"bc", b"abc", None], end_ids=[23]
)
WIDTH = 31  # a padded output layer


def random_pipeline(random: Random) -> Pipeline:
    before: list[Stage] = [
        Mask(),
        RepetitionPenalty(
            random.choice((0.7, 1.3)), scope=random.choice(("all", "generated")), last=random.choice((None, 4))
        ),
        FrequencyPenalty(0.3, 0.2, scope=random.choice(("all", "generated"))),
    ]
    after: list[Stage] = [
        Temperature(random.choice((0.0, 0.6, 1.4)), zero="greedy"),
        TopK(random.choice((1, 5, 100)), ties=random.choice(("keep", "exact"))),
        TopP(random.choice((0.2, 0.9)), summed=random.choice(("from least", "from most"))),
        MinP(random.choice((0.0, 0.1, 0.5)), compared=random.choice(("logits", "probabilities"))),
    ]
    chosen = [stage for stage in before if random.random() < 0.6] + random.sample(after, random.randrange(5))
    draws: list[Stage] = [Categorical(), ExponentialRace(), Gumbel()]
    if not any(isinstance(stage, TopP) for stage in chosen):
        draws.append(Greedy())
    if not any(isinstance(stage, Mask) for stage in chosen):
        penalties = sum(isinstance(stage, (RepetitionPenalty, FrequencyPenalty)) for stage in chosen)
        chosen.insert(random.randint(0, penalties), Mask())
    return Pipeline([*chosen, random.choice(draws)])


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_fused_and_stage_by_stage_draw_the_same_tokens(dtype: torch.dtype, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random pipelines, constraints, padded prompts, per-row seeds: the same texts, and the kernel did run."""
    random = Random(3)
    languages = [
        None,
        constrain.compile(regex("[a-e]{3,9}"), VOCABULARY),
        constrain.compile(regex("(abc|b)+"), VOCABULARY),
    ]
    calls = 0
    sample = SteadySampler.sample

    def counted(*args: Any) -> torch.Tensor | None:
        nonlocal calls
        calls += 1
        return sample(*args)

    monkeypatch.setattr(SteadySampler, "sample", counted)
    generator = torch.Generator().manual_seed(1)
    for trial in range(60):
        pipeline, slow = random_pipeline(random), random_pipeline(Random(0))
        slow = Pipeline(pipeline.stages)
        slow.plan = None
        assert pipeline.plan is not None, pipeline
        prompt = torch.randint(0, 20, (3, 5), generator=generator)
        mask = torch.tensor([[1, 1, 1, 1, 1], [0, 0, 1, 1, 1], [0, 0, 0, 0, 1]])
        chosen = [random.choice(languages) for _ in range(3)]
        one, other = (
            p.start(prompt, attention_mask=mask, constraint=chosen, end_tokens=[23], seeds=trial)
            for p in (pipeline, slow)
        )
        before = calls
        for _ in range(5):
            logits = (torch.randn(3, WIDTH, generator=generator) * 3).to(dtype)
            tokens = one.sample(logits)
            assert tokens.tolist() == other.sample(logits).tolist(), pipeline
            one.advance(tokens)
            other.advance(tokens)
        assert calls == before + 5


@pytest.mark.parametrize(
    ("stages", "reason"),
    [
        ([RepetitionPenalty(1.1, exempt=[3]), Categorical()], "exempts tokens"),
        ([LogitBias({1: 1.0}), Categorical()], "is none of what the kernels do"),
        ([DRY(0.8), Categorical()], "is none of what the kernels do"),
        ([Typical(0.5), Categorical()], "Typical(0.5) is none of"),
        ([TopP(0.5, comparison=">"), Categorical()], "a convention"),
        ([TopP(0.5, filter_value=-50.0), Categorical()], "a convention"),
        ([TopP(0.5), TopP(0.4), Categorical()], "TopP(0.4) is the second"),
        ([TopP(0.5), Greedy()], "Greedy comes after a top-p"),
        ([TopP(0.5, min_tokens_to_keep=2), TopK(4), Categorical()], "different numbers"),
        ([PresencePenalty(0.5), RepetitionPenalty(1.1), Categorical()], "RepetitionPenalty(1.1) comes later"),
        ([TopK(3), Mask(after_truncation=True), Categorical()], "comes after TopK(3)"),
        ([TopK(-1, zero="off"), Categorical()], "top_k is -1"),
        ([Temperature(0.5)], "does not end in"),
    ],
    ids=str,
)
def test_what_the_kernels_cannot_do_runs_stage_by_stage(stages: list[Stage], reason: str) -> None:
    """Other stages, other conventions, another order; the pipeline and its explanation say why."""
    pipeline = Pipeline(stages, order="free")
    assert pipeline.plan is None
    assert pipeline.one_by_one is not None
    assert reason in pipeline.one_by_one
    if not isinstance(stages[-1], Temperature):
        rows = pipeline.start(torch.zeros(1, 1, dtype=torch.int64), seeds=0)
        assert str(pipeline.explain(rows, torch.randn(1, WIDTH))).endswith(f"because {pipeline.one_by_one}.")


@pytest.mark.parametrize(
    "pipeline",
    [
        Pipeline.llama_cpp(),
        Pipeline.llama_cpp(temp=0.0, penalty_repeat=1.1, penalty_freq=0.2),
        Pipeline.from_string("ekpmt", penalty_repeat=1.1),
        Pipeline.from_string("tkpm"),
        Pipeline.vllm(),
        Pipeline.vllm(temperature=0.0),
        Pipeline.vllm(repetition_penalty=1.1, presence_penalty=0.5, temperature=0.8, min_p=0.05, top_k=20, top_p=0.9),
        Pipeline.transformers(GenerationConfig()),
        Pipeline.transformers(
            GenerationConfig(do_sample=True, repetition_penalty=1.05, temperature=0.7, top_k=20, top_p=0.8)
        ),
        Pipeline([Temperature(0.7), TopK(5, min_tokens_to_keep=2), TopP(0.5, min_tokens_to_keep=2), Categorical()]),
    ],
    ids=repr,
)
def test_common_settings_of_every_engine_run_in_one_pass(pipeline: Pipeline) -> None:
    """The presets, with what their users change most."""
    assert pipeline.one_by_one is None
    assert pipeline.plan is not None
    rows = pipeline.start(torch.zeros(1, 1, dtype=torch.int64), seeds=0)
    assert "because" not in str(pipeline.explain(rows, torch.randn(1, WIDTH)))


@pytest.mark.parametrize("last", [None, 0, 1, 4, 30])
def test_rows_that_move_still_draw_as_stage_by_stage(last: int | None) -> None:
    """After rollback, reorder to more rows, fork and a growing text, penalties and random numbers are the row's own."""
    pipeline = Pipeline(
        [RepetitionPenalty(1.3, last=last), FrequencyPenalty(0.4, 0.1, last=last), Temperature(0.9), Categorical()]
    )
    slow = Pipeline(pipeline.stages)
    slow.plan = None
    prompt = torch.tensor([[1, 2, 3, 4], [0, 0, 5, 6]])
    mask = torch.tensor([[1, 1, 1, 1], [0, 0, 1, 1]])
    generator = torch.Generator().manual_seed(2)
    pair = [p.start(prompt, attention_mask=mask, seeds=5) for p in (pipeline, slow)]

    def go(steps: int) -> None:
        for _ in range(steps):
            logits = torch.randn(len(pair[0]), WIDTH, generator=generator)
            drawn = [rows.sample(logits) for rows in pair]
            assert drawn[0].tolist() == drawn[1].tolist()
            for rows, tokens in zip(pair, drawn, strict=True):
                rows.advance(tokens)

    go(6)
    for rows in pair:
        rows.rollback(3)
    go(4)
    for rows in pair:
        rows.reorder([1, 0, 0])
    go(30)
    for rows in pair:
        rows.rollback(2)
        rows.advance([3, 4, 5])
        rows.advance([7, 4, 7])
    go(100)
    pair = [rows.fork() for rows in pair]
    go(3)


@pytest.mark.parametrize("draw", [Categorical(), ExponentialRace(), Gumbel()], ids=repr)
def test_generators_and_other_ids_take_the_longer_way(draw: Stage) -> None:
    """Random numbers of the caller's own generators, and ids that are no int64, are not for the native call."""
    pipeline = Pipeline([Temperature(0.7), TopK(4), draw])
    logits = torch.randn(2, WIDTH, generator=torch.Generator().manual_seed(3))
    slow = Pipeline(pipeline.stages)
    slow.plan = None
    for seeded in (True, False):
        for dtype in (torch.int64, torch.int32):
            prompt = torch.zeros(2, 3, dtype=dtype)
            one, other = (
                p.start(prompt, seeds=4 if seeded else [torch.Generator().manual_seed(n) for n in (1, 2)])
                for p in (pipeline, slow)
            )
            assert one.sample(logits).tolist() == other.sample(logits).tolist()


def test_a_free_row_keeps_the_columns_beyond_the_vocabulary() -> None:
    """A model's padded output layer: forbidden where a constraint stands, the row's own affair where none does."""
    language = constrain.compile(regex("[a-e]{2}"), VOCABULARY)
    logits = torch.zeros(2, WIDTH + 70)
    logits[:, WIDTH + 60] = 50
    for stages in ([Mask(), Categorical()], [Mask(), LogitBias({0: 0.0}), Categorical()]):
        rows = Pipeline(stages).start(torch.zeros(2, 1, dtype=torch.int64), constraint=[language, None], seeds=0)
        scores = rows.scores(logits)
        assert [WIDTH + 60] == [int(rows.sample(logits)[1])]
        assert bool((scores[0, WIDTH:] == -torch.inf).all())
        assert torch.equal(logits[1], scores[1])
        processor = ConstraintLogitsProcessor([language, None])
        assert torch.equal(processor(rows.tokens, logits), scores)


def test_rows_that_need_care_are_given_to_the_stages() -> None:
    """A mask that leaves a row empty under -inf logits, and NaN: as without the kernels."""
    language = constrain.compile(regex("ab"), VOCABULARY)
    rows = Pipeline([Mask(), Temperature(0.5), Categorical()]).start(
        torch.zeros(1, 1, dtype=torch.int64), constraint=language
    )
    logits = torch.zeros(1, WIDTH)
    logits[0, [0, 20]] = -torch.inf
    assert int(rows.sample(logits)) in (0, 20)
    logits[0, 7] = float("nan")
    with pytest.raises(ValueError, match=r"^the logits are NaN"):
        rows.sample(logits)


def test_a_row_does_not_depend_on_one_that_needs_care() -> None:
    """A NaN that the mask forbids is none of its row's affair, also where the stages are asked for another row."""
    language = constrain.compile(regex("ab"), VOCABULARY)
    pipeline = Pipeline([RepetitionPenalty(1.2), Mask(), Temperature(0.5), Greedy()])
    logits = torch.zeros(2, WIDTH)
    logits[0, 7], logits[0, 20] = float("nan"), 1.0
    logits[1, [0, 20]] = -torch.inf
    ids = torch.zeros(2, 1, dtype=torch.int64)
    alone = pipeline.start(ids[:1], constraint=language).sample(logits[:1])
    together = pipeline.start(ids, constraint=language)
    assert [20] == alone.tolist() == together.sample(logits).tolist()[:1]
    assert torch.isfinite(together.around_mask(logits)[1][0]).any()


def test_the_best_token_is_the_best_of_what_an_earlier_top_p_has_left() -> None:
    """Of equal bests top-p keeps the later ones, as transformers' does; a temperature of 0 after it takes one of those."""
    logits = torch.tensor([[3.0, 1.0, 3.0, 0.0]])
    for stages, expected in (
        ([TopP(0.3), Temperature(0.0, zero="greedy"), Categorical()], 2),
        ([Temperature(0.0, zero="greedy"), TopP(0.3), Categorical()], 0),
        ([TopP(0.3), Greedy()], 2),
        ([TopK(1), Temperature(0.7), Greedy()], 0),
        ([MinP(1.0), TopK(1), TopP(0.4), Temperature(0.0, zero="greedy"), Categorical()], 2),
    ):
        fast, slow = Pipeline(stages), Pipeline(stages)
        slow.plan = None
        for pipeline in (fast, slow):
            assert [expected] == pipeline.start(torch.zeros(1, 1, dtype=torch.int64), seeds=0).sample(logits).tolist()


@pytest.mark.parametrize("draw", [Categorical(), ExponentialRace(), Greedy()], ids=repr)
@pytest.mark.parametrize("stages", [[], [Temperature(0.7)], [TopP(0.4)], [RepetitionPenalty(1.3), TopK(3), MinP(0.1)]])
def test_infinite_scores_share_everything(stages: list[Stage], draw: Stage) -> None:
    """A token at +inf is drawn, one of two is, and one that the mask forbids is not; fused or not."""
    language = constrain.compile(regex("[a-e]{2}"), VOCABULARY)
    logits = torch.randn(4, WIDTH, generator=torch.Generator().manual_seed(4))
    logits[0, 2], logits[1, [1, 3]], logits[2, 17] = torch.inf, torch.inf, torch.inf
    fast, slow = Pipeline([Mask(), *stages, draw]), Pipeline([Mask(), *stages, draw])
    slow.plan = None
    for seed in range(20):
        drawn = [
            p.start(torch.zeros(4, 1, dtype=torch.int64), constraint=language, seeds=seed).sample(logits).tolist()
            for p in (fast, slow)
        ]
        assert drawn[0] == drawn[1]
        assert drawn[0][0] == 2
        assert drawn[0][1] in (1, 3)
        assert drawn[0][2] < 5 or drawn[0][2] in (20, 21)


def test_greedy_asks_for_no_random_number() -> None:
    """A generator of the caller's stays where it was, fused or not."""
    generator = torch.Generator().manual_seed(1)
    before = generator.get_state()
    for plan in (True, False):
        pipeline = Pipeline([Temperature(0.7), Greedy()])
        assert pipeline.plan is not None
        if not plan:
            pipeline.plan = None
        pipeline.start(torch.zeros(1, 1, dtype=torch.int64), seeds=[generator]).sample(torch.randn(1, WIDTH))
        assert torch.equal(before, generator.get_state())


def test_logits_are_not_touched() -> None:
    """Strided, sliced and half-precision logits stay as they are."""
    wide = torch.randn(4, 2 * WIDTH).to(torch.bfloat16)
    before = wide.clone()
    rows = Pipeline([Temperature(0.7), TopK(4), Categorical()]).start(torch.zeros(2, 1, dtype=torch.int64), seeds=1)
    assert rows.sample(wide[::2, ::2]).tolist() == rows.sample(wide[::2, ::2].contiguous().float()).tolist()
    assert torch.equal(before, wide)
