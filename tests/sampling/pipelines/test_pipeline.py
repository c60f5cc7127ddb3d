"""The pipeline: its order, its presets, constraints in it, rows that move, and what it tells of itself."""

from __future__ import annotations

import itertools
import re
import warnings
from random import Random

import pytest
import torch
from transformers import GenerationConfig

import constrain
from constrain import Vocabulary
from constrain.errors import ConstrainError, RejectedToken, VocabularyError
from constrain.grammars import regex
from constrain.sampling import Pipeline, PipelineError
from constrain.sampling.stages import (
    DRY,
    XTC,
    AdaptiveP,
    AllowedTokens,
    Categorical,
    ExponentialRace,
    FrequencyPenalty,
    Greedy,
    Guidance,
    Gumbel,
    LogitBias,
    Mask,
    MinP,
    MinTokens,
    MirostatV2,
    PresencePenalty,
    RemoveInvalidValues,
    Renormalise,
    RepetitionPenalty,
    Stage,
    SuppressTokens,
    Temperature,
    TopK,
    TopP,
)

PIECES = [b"a", b"b", b"c", b"ab", b"bc", None, b"cc"]
VOCABULARY = Vocabulary.from_bytes(PIECES, end_ids=[5])


def constraint(pattern: str) -> constrain.Constraint:
    return constrain.compile(regex(pattern), VOCABULARY)


def prompts(rows: int = 1) -> torch.Tensor:
    return torch.zeros((rows, 2), dtype=torch.int64)


# The order.

WRONG: list[tuple[list[Stage], str]] = [
    ([Greedy(), Temperature(0.5)], "nothing after it would act"),
    ([Categorical(), Greedy()], "nothing after it would act"),
    ([Temperature(0.5), Guidance(1.5), Greedy()], "put it first"),
    ([Mask(), TopK(2), Mask(after_truncation=True), Greedy()], "one Mask serves all"),
    ([Mask(), RemoveInvalidValues(), Greedy()], "possible again"),
    ([TopP(0.5), Mask(), Greedy()], "after_truncation=True"),
    ([SuppressTokens([1]), RemoveInvalidValues(), Greedy()], "possible again"),
    ([TopK(2), RepetitionPenalty(1.2), Greedy()], 'order="free"'),
    ([Temperature(0.5), FrequencyPenalty(0.2), Greedy()], 'order="free"'),
    ([Renormalise(), TopP(0.4), Greedy()], "normalised last"),
]


@pytest.mark.parametrize(("stages", "reason"), WRONG, ids=lambda value: str(value))
def test_a_wrong_order_is_refused_with_both_stages_and_the_reason(stages: list[Stage], reason: str) -> None:
    """The error names the two, says why, and what to do."""
    with pytest.raises(PipelineError, match=re.escape(reason)) as caught:
        Pipeline(stages)
    assert repr(stages[caught.value.first]) in str(caught.value)
    assert repr(stages[caught.value.second]) in str(caught.value)


def test_engines_that_order_otherwise_are_served_by_a_free_order() -> None:
    """What only the rules about penalties and repair forbid is possible on request; the rest never is."""
    free = [stages for stages, reason in WRONG if "free" in reason or "normalised" in reason]
    for stages in free:
        Pipeline(stages, order="free")
    with pytest.raises(PipelineError):
        Pipeline([Greedy(), Temperature(0.5)], order="free")
    with pytest.raises(TypeError, match="expected a Stage"):
        Pipeline([0.7])  # type: ignore[list-item]


def test_stages_show_themselves_as_they_would_be_written() -> None:
    """Without what has its default."""
    assert "Pipeline([Mask(), TopK(5, ties='exact'), Temperature(0.7), Categorical()])" == repr(
        Pipeline([Mask(), TopK(5, ties="exact"), Temperature(0.7), Categorical()])
    )
    assert repr(RepetitionPenalty(1.1, last=64)) == "RepetitionPenalty(1.1, last=64)"
    assert repr(PresencePenalty(0.5, scope="all")) == "PresencePenalty(0.5, scope='all')"
    assert repr(PresencePenalty(0.5)) == "PresencePenalty(0.5)"


# Presets.


def names(pipeline: Pipeline) -> list[str]:
    return [type(stage).__name__ for stage in pipeline.stages]


def test_transformers_order() -> None:
    """All options at once, in transformers' order; the mask where a user's processors stand."""
    config = GenerationConfig(
        do_sample=True, guidance_scale=1.5, sequence_bias={(1, 2): 1.0}, repetition_penalty=1.1, no_repeat_ngram_size=3,
        encoder_repetition_penalty=1.2, encoder_no_repeat_ngram_size=2, bad_words_ids=[[1]], min_length=3,
        min_new_tokens=2, forced_bos_token_id=0, forced_eos_token_id=5, max_new_tokens=9, remove_invalid_values=True,
        exponential_decay_length_penalty=(3, 1.1), suppress_tokens=[1], begin_suppress_tokens=[2], temperature=0.7,
        top_h=0.5, top_k=5, top_p=0.9, min_p=0.1, typical_p=0.9, epsilon_cutoff=0.01, eta_cutoff=0.01,
        renormalize_logits=True, eos_token_id=5,
        watermarking_config={"greenlist_ratio": 0.25, "bias": 2.0},
    )  # fmt: skip
    pipeline = Pipeline.transformers(
        config, encoder_ids=prompts(), vocabulary_size=7, prefix_allowed_tokens_fn=lambda prompt, ids: [0]
    )
    expected = """Guidance SequenceBias EncoderRepetitionPenalty RepetitionPenalty NoRepeatNGram EncoderNoRepeatNGram
        BadWords MinTokens MinTokens PrefixFunction ForcedToken ForcedToken RemoveInvalidValues ExponentialDecayLength
        SuppressTokens SuppressTokens Mask Temperature TopH TopK TopP MinP Typical Epsilon Eta GreenListWatermark
        Renormalise Categorical"""
    assert expected.split() == names(pipeline)


def test_transformers_greedy_has_no_warpers() -> None:
    """Temperature and truncation act only when sampling; beams want scores, and keep a token more than there are
    ends."""
    assert ["Mask", "Greedy"] == names(Pipeline.transformers(GenerationConfig(temperature=0.5, top_p=0.5)))
    with pytest.raises(ValueError, match="draw=False"):
        Pipeline.transformers(GenerationConfig(num_beams=2))
    beams = Pipeline.transformers(GenerationConfig(num_beams=2, do_sample=True, eos_token_id=[5, 6]), draw=False)
    assert 3 == next(stage for stage in beams.stages if isinstance(stage, TopK)).min_tokens_to_keep
    with pytest.raises(ValueError, match="needs encoder_ids"):
        Pipeline.transformers(GenerationConfig(encoder_repetition_penalty=1.2))


def test_llama_cpp_order_and_defaults() -> None:
    """What is off is left out; mirostat replaces the samplers."""
    assert ["Mask", "TopK", "TopP", "MinP", "Temperature", "Categorical"] == names(Pipeline.llama_cpp())
    everything = Pipeline.llama_cpp(
        logit_bias={1: 2.0}, penalty_repeat=1.1, penalty_freq=0.1, dry_multiplier=0.8, top_n_sigma=1.0, typ_p=0.9,
        xtc_probability=0.5, dynatemp_range=0.3,
    )  # fmt: skip
    expected = """Mask LogitBias RepetitionPenalty FrequencyPenalty DRY TopNSigma TopK Typical TopP MinP XTC
        DynamicTemperature Categorical"""
    assert expected.split() == names(everything)
    assert ["Mask", "Temperature", "MirostatV2"] == names(Pipeline.llama_cpp(mirostat=2))
    with pytest.raises(ValueError, match="last_n"):
        Pipeline.llama_cpp(penalty_last_n=-1)


def test_vllm_order() -> None:
    """Min-p before top-k and top-p; a temperature of nearly 0 is greedy, without truncation."""
    everything = Pipeline.vllm(
        allowed_token_ids=[1, 2], bad_words_token_ids=[[1, 2]], min_tokens=2, stop_token_ids=[5], logit_bias={1: 1.0},
        repetition_penalty=1.1, frequency_penalty=0.1, temperature=0.7, min_p=0.1, top_k=3, top_p=0.9,
    )  # fmt: skip
    expected = """Mask AllowedTokens SequenceBias MinTokens LogitBias RepetitionPenalty FrequencyPenalty Temperature
        MinP TopK TopP ExponentialRace"""
    assert expected.split() == names(everything)
    assert ["Mask", "Greedy"] == names(Pipeline.vllm(temperature=1e-6, top_p=0.1))


# Constraints.

STAGES: list[Stage] = [
    LogitBias({1: -torch.inf, 2: 3.0}), SuppressTokens([0, 3]), AllowedTokens([1, 6]), MinTokens(3, 5), RepetitionPenalty(1.5),
    FrequencyPenalty(1.0, 0.5), DRY(1e30, 2.0, 0), XTC(1.0, 0.01), TopK(1), TopP(0.3), MinP(0.9),
]  # fmt: skip
DRAWS: list[Stage] = [Greedy(), Categorical(), ExponentialRace(), Gumbel(), MirostatV2(0.5), AdaptiveP(0.2)]


def test_no_stage_leads_a_row_out_of_its_language_or_empties_it() -> None:
    """Random pipelines and constraints: every text is in its language, whatever is forbidden around it."""
    random = Random(4)
    patterns = ["(ab|c)*b", "a{2,4}", "[abc]{3}", "(abc){1,2}|cc"]
    compiled = {pattern: constraint(pattern) for pattern in patterns}
    generator = torch.Generator().manual_seed(0)
    for trial in range(120):
        stages = random.sample(STAGES, random.randrange(5))
        stages.insert(random.randrange(len(stages) + 1), Mask(after_truncation=True))
        pipeline = Pipeline([*stages, random.choice(DRAWS)], order="free")
        chosen = [random.choice([*patterns, None]) for _ in range(3)]
        rows = pipeline.start(
            prompts(3), constraint=[None if p is None else compiled[p] for p in chosen], end_tokens=[5], seeds=trial
        )
        for _ in range(12):
            rows.advance(rows.sample(torch.randn(3, 8, generator=generator) * 4))
        for row, pattern in enumerate(chosen):
            tokens = rows.tokens[row, 2:].tolist()
            ended = 5 in tokens
            text = b"".join(PIECES[t] or b"" for t in tokens[: tokens.index(5) if ended else None] if t < 7).decode()
            if pattern is not None and ended:
                assert re.fullmatch(pattern, text), (pipeline, pattern, text)
            elif pattern is not None:
                matcher = compiled[pattern].matcher()
                for token in tokens:
                    matcher.advance(token)


def test_truncation_happens_among_allowed_tokens() -> None:
    """The best token overall is forbidden: top-k counts the allowed ones; with a late mask it has chosen already."""
    logits = torch.tensor([[1.0, 0.5, 9.0, 0.2, 0.1, 0.0, 0.0]])  # c is best by far
    early = Pipeline([Mask(), TopK(2), Greedy()]).start(prompts(), constraint=constraint("(a|b)+"))
    late = Pipeline([TopK(2), Mask(after_truncation=True), Greedy()]).start(prompts(), constraint=constraint("(a|b)+"))

    assert [0, 1] == (early.scores(logits)[0] > -torch.inf).nonzero().flatten().tolist()
    assert [0] == (late.scores(logits)[0] > -torch.inf).nonzero().flatten().tolist()


def test_where_a_ban_would_empty_a_row_the_constraint_wins() -> None:
    """Allowed tokens keep the model's scores; a strict pipeline says which stage is to blame instead."""
    logits = torch.arange(7.0).unsqueeze(0)
    for stages in ([Mask(), SuppressTokens([0, 3])], [SuppressTokens([0, 3]), Mask()]):
        scores = Pipeline(stages).start(prompts(), constraint=constraint("ab")).scores(logits)
        assert [0, -torch.inf, -torch.inf, 3] == scores[0, :4].tolist()
        strict = Pipeline(stages, strict=True).start(prompts(), constraint=constraint("ab"))
        with pytest.raises(ConstrainError, match=r"^after 2 tokens: "):
            strict.scores(logits)


def test_constraints_need_a_mask_and_a_fitting_width() -> None:
    """Nothing is dropped silently."""
    with pytest.raises(ValueError, match=r"no Mask\(\)"):
        Pipeline([Greedy()]).start(prompts(), constraint=constraint("a"))
    with pytest.raises(ValueError, match="2 constraints for 3 rows"):
        Pipeline([Mask(), Greedy()]).start(prompts(3), constraint=[constraint("a"), None])
    rows = Pipeline([Mask(), Greedy()]).start(prompts(), constraint=constraint("a"))
    with pytest.raises(VocabularyError, match="6 columns, the vocabulary 7 tokens"):
        rows.sample(torch.zeros(1, 6))
    with pytest.raises(RejectedToken):
        rows.advance([1])
    assert 2 == rows.tokens.shape[1]


# Rows.


def test_rows_can_be_undone_copied_and_reordered_with_all_they_remember() -> None:
    """After any moves a row goes on as a fresh one with the same tokens, seed and logits would."""
    random = Random(7)
    pipeline = Pipeline([Mask(), RepetitionPenalty(1.3), XTC(0.5, 0.05), Temperature(0.9), MirostatV2(2.0, 0.3)])
    language = constraint("[abc]{4,30}")
    table = torch.randn(40, 7, generator=torch.Generator().manual_seed(2)) * 2

    def go(rows: object, upto: int) -> None:
        while rows.tokens.shape[1] < upto:  # type: ignore[attr-defined]
            at = rows.tokens.shape[1]  # type: ignore[attr-defined]
            rows.advance(rows.sample(table[at].expand(len(rows), 7)))  # type: ignore[attr-defined,arg-type]

    seeds = [11, 12, 13]
    straight = pipeline.start(prompts(3), constraint=language, seeds=seeds)
    go(straight, 14)
    for _ in range(20):
        rows = pipeline.start(prompts(3), constraint=language, seeds=seeds)
        go(rows, 3 + random.randrange(8))
        rows.rollback(random.randrange(rows.tokens.shape[1] - 2))
        other = rows.fork()
        go(other, 16)
        order = random.sample(range(3), 3)
        rows.reorder(order)
        go(rows, 14)
        assert straight.tokens[order].tolist() == rows.tokens.tolist()
        assert straight.tokens.tolist() == other.tokens[:, :14].tolist()
        torch.testing.assert_close(straight._memory[-1][4][order], rows._memory[-1][4])


def test_a_row_does_not_depend_on_its_neighbours_or_its_padding() -> None:
    """Alone, in a batch, and padded on the left: the same scores."""
    pipeline = Pipeline([RepetitionPenalty(1.7), FrequencyPenalty(0.4), DRY(0.9, last=6), TopP(0.8), Categorical()])
    texts = [[1, 2, 1, 2], [3]]
    logits = torch.randn(2, 7, generator=torch.Generator().manual_seed(1))
    padded, mask = torch.tensor([[1, 2, 1, 2], [0, 0, 0, 3]]), torch.tensor([[1, 1, 1, 1], [0, 0, 0, 1]])
    together = pipeline.start(padded, attention_mask=mask, seeds=[5, 6])
    for row, text in enumerate(texts):
        alone = pipeline.start(torch.tensor([text]), seeds=[5 + row])
        for _ in range(4):
            torch.testing.assert_close(alone.scores(logits[row : row + 1])[0], together.fork().scores(logits)[row])
            token = alone.sample(logits[row : row + 1])
            assert int(token) == int(together.sample(logits)[row])
            alone.advance(token)
            together.advance(together.sample(logits))
        together = pipeline.start(padded, attention_mask=mask, seeds=[5, 6])


def test_every_row_has_its_own_parameters() -> None:
    """A list of values acts row by row as each value alone; and beams share their prompt's."""
    logits = torch.randn(2, 7, generator=torch.Generator().manual_seed(3))
    ids = torch.tensor([[1, 2, 1], [3, 3, 4]])
    values = {
        RepetitionPenalty: (1.2, 0.7), Temperature: (0.5, 2.0), TopK: (1, 4), TopP: (0.3, 0.9), MinP: (0.1, 0.9),
        LogitBias: ({1: 2.0}, {3: -1.0}),
    }  # fmt: skip
    for stage, pair in values.items():
        both = stage(list(pair))  # type: ignore[arg-type]
        expected = torch.cat([stage(pair[i])(ids[i : i + 1], logits[i : i + 1]) for i in range(2)])  # type: ignore[arg-type,index]
        torch.testing.assert_close(both(ids, logits), expected)
        beams = both(ids.repeat_interleave(2, 0), logits.repeat_interleave(2, 0))
        torch.testing.assert_close(beams, expected.repeat_interleave(2, 0))
    with pytest.raises(ValueError, match="2 values, one for each prompt, and the scores have 3 rows"):
        TopP([0.5, 0.6])(torch.zeros(3, 1, dtype=torch.int64), torch.zeros(3, 4))
    with pytest.raises(ValueError, match=r"top_p of row 1 is 1.5"):
        TopP([0.5, 1.5])


def test_finished_rows_wait() -> None:
    """A row that has ended repeats its last token and takes anything as padding; the others go on."""
    rows = Pipeline([Mask(), Greedy()]).start(prompts(2), constraint=[constraint("a"), constraint("a{5}")])
    logits = torch.zeros(2, 7)
    for _ in range(4):
        rows.advance(rows.sample(logits))
    assert [True, False] == rows.finished.tolist()
    assert [[0, 5, 5, 5], [0, 0, 0, 0]] == rows.tokens[:, 2:].tolist()


def test_a_row_that_left_its_language_ends() -> None:
    """A token that the constraint forbids (forced by another processor, say) is followed by the end, not by free
    text."""
    rows = Pipeline([Mask(), Greedy()]).start(prompts(), constraint=constraint("ab"))
    rows.follow(torch.tensor([1]))
    assert [5] == rows.sample(torch.arange(7.0).unsqueeze(0)).tolist()


@pytest.mark.parametrize("bad", [float("nan"), -torch.inf])
def test_impossible_logits_are_an_error_with_the_row(bad: float) -> None:
    """NaN, or nothing possible at all: no token is made up. Repaired values are fine."""
    logits = torch.zeros(2, 7)
    logits[1] = bad
    with pytest.raises(ValueError, match="logits of row 1 are"):
        Pipeline([Greedy()]).start(prompts(2)).sample(logits)
    if bad != bad:
        assert [0, 0] == Pipeline([RemoveInvalidValues(), Greedy()]).start(prompts(2)).sample(logits).tolist()


def test_half_precision_logits_are_read_in_float32() -> None:
    """And stay as they were."""
    logits = torch.randn(1, 7).to(torch.bfloat16)
    rows = Pipeline([Temperature(0.7), Greedy()]).start(prompts())
    assert torch.float32 == rows.scores(logits).dtype
    torch.testing.assert_close(logits.float() / 0.7, rows.scores(logits))


# What it tells.


def test_explain_shows_what_each_stage_did() -> None:
    """A line for each candidate, a column for each stage, what is gone, and what was drawn."""
    pipeline = Pipeline([Mask(), Temperature(0.5), TopP(0.6), Greedy()])
    rows = pipeline.start(prompts(), constraint=constraint("(a|b|c)+"))
    logits = torch.tensor([[2.0, 1.0, 3.0, -5.0, -5.0, 9.0, -5.0]], requires_grad=True)  # as a model gives them
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        told = pipeline.explain(rows, logits, top=4, pieces=PIECES)

    assert ("Mask", "Temperature", "TopP") == told.stages
    assert (7, 6, 6, 1) == told.left
    assert 2 == told.drawn
    end = next(candidate for candidate in told.candidates if candidate.token == 5)
    assert 99 < (end.percent[0] or 0)
    assert end.percent[1:] == (None, None, None)
    lines = str(told).splitlines()
    assert lines[0].split() == ["token", "model", "Mask", "Temperature", "TopP"]
    assert any(line.startswith("→ 2 'c'") and line.endswith("100.00%") for line in lines)
    assert any(line.startswith("  5 (no text)") and line.rstrip().endswith("✗") for line in lines)
    assert 2 == rows.tokens.shape[1]


def test_stages_work_alone_as_logits_processors() -> None:
    """In any order within transformers' list, with scores of two dimensions; what needs memory says where to go."""
    from transformers import LogitsProcessorList

    ids, scores = torch.tensor([[1, 2, 3]]), torch.randn(1, 7)
    processors = LogitsProcessorList([RepetitionPenalty(1.2), TopK(3), Temperature(0.5), Categorical()])
    drawn = processors(ids, scores)
    assert 1 == int((drawn > -torch.inf).sum())
    for stage in (MirostatV2(), AdaptiveP(0.3), Mask()):
        with pytest.raises(TypeError, match="Pipeline"):
            stage(ids, scores)


def test_generated_tokens_are_told_from_the_prompt() -> None:
    """As a logits processor: the first call shows the prompt, a new generation is noticed."""
    stage = FrequencyPenalty(1.0)
    scores = torch.zeros(1, 4)
    for prompt, more in itertools.product(([1, 1], [2, 2, 2]), (0, 1, 2)):
        ids = torch.tensor([prompt + [3] * more])
        assert -more == stage(ids, scores)[0, 3]
        assert 0 == stage(ids, scores)[0, prompt[0]]
