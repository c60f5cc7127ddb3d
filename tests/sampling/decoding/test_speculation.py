"""Speculative decoding: the same texts, or the same law, from fewer passes of the model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
import torch

import constrain
from constrain import Constraint, Vocabulary
from constrain.errors import LimitExceeded
from constrain.grammars import regex
from constrain.sampling import Pipeline
from constrain.sampling.decoding import (
    Batch,
    Draft,
    Drafter,
    DraftModel,
    ForcedDrafts,
    ForcedText,
    GuidedModel,
    HuggingFaceModel,
    LanguageModel,
    PromptLookup,
    Request,
    Row,
    Sampling,
    Search,
    Speculation,
    decode,
)
from constrain.sampling.decoding.texts import text_of
from constrain.sampling.stages import (
    Categorical,
    FrequencyPenalty,
    Greedy,
    Guidance,
    Gumbel,
    Mask,
    MinTokens,
    MirostatV2,
    NoRepeatNGram,
    RepetitionPenalty,
    Temperature,
    TopK,
    TopP,
)
from tests.sampling.decoding.worlds import PATTERN, PROMPT, VOCABULARY, constraint, function_model, law, surprise
from tests.sampling.tiny_models import tiny

MODEL = function_model(1)
TEXTS = 1500
STEPS = 5
DRAFTERS: dict[str, Callable[[], Drafter]] = {
    "n-grams": lambda: PromptLookup(2),
    "n-gram trees": lambda: PromptLookup(1, branches=3),
    "forced text": lambda: ForcedDrafts(ForcedText(VOCABULARY)),
    "draft model": lambda: DraftModel(function_model(2, like=1)),
    "bad draft model": lambda: DraftModel(function_model(3)),
    "draft trees": lambda: DraftModel(function_model(2, like=1), branches=3),
    "wider draft model": lambda: DraftModel(function_model(2, like=1, width=7), branches=2),
}
PIPELINES: dict[str, Pipeline] = {
    "plain": Pipeline([Mask(), Categorical()]),
    "truncated": Pipeline([Mask(), Temperature(0.8), TopP(0.85), Categorical()]),
    "penalties": Pipeline([Mask(), RepetitionPenalty(1.4), FrequencyPenalty(0.5), Temperature(1.3), Categorical()]),
    "bans": Pipeline([Mask(), NoRepeatNGram(2), MinTokens(2, end_tokens=[0]), TopK(4), Gumbel()]),
}


def texts(
    model: LanguageModel,
    pipeline: Pipeline,
    requests: Sequence[Request],
    search: Search,
    *,
    vocabulary: Vocabulary = VOCABULARY,
    forced: ForcedText | None = None,
    seeds: int | Sequence[int] = 0,
    log_probabilities: bool = False,
    best: int = 0,
) -> tuple[list[Row], int]:
    """The rows in the order of the requests, and the passes that it took."""
    batch = Batch(
        model,
        pipeline,
        requests,
        copies=search.copies,
        seeds=seeds,
        vocabulary=vocabulary,
        forced=forced,
        log_probabilities=log_probabilities,
        best=best,
    )
    for _ in decode(batch, search):
        pass
    return sorted(batch.done, key=lambda row: (row.request.key or 0, row.number)), batch.passes


def many(constraint: Constraint | None, search: Search, pipeline: Pipeline, *, fit: bool = True) -> list[Row]:
    request = Request(PROMPT, constraint, max_tokens=STEPS, fit=fit)
    return texts(MODEL, pipeline, [request], search, seeds=list(range(search.copies)))[0]


@pytest.mark.parametrize(
    ("pipeline", "drafter", "pattern"),
    [
        ("plain", "draft model", None),
        ("plain", "draft trees", PATTERN),
        ("truncated", "bad draft model", PATTERN),
        ("truncated", "wider draft model", None),
        ("penalties", "draft model", PATTERN),
        ("penalties", "draft trees", None),
        ("bans", "draft trees", PATTERN),
        ("bans", "draft model", None),
        ("plain", "n-gram trees", PATTERN),
    ],
)
def test_the_law_is_that_of_sampling(pipeline: str, drafter: str, pattern: str | None) -> None:
    """Chi-square over 1500 texts whose exact probabilities are enumerated."""
    constrained = None if pattern is None else constraint(pattern)
    search = Speculation(DRAFTERS[drafter](), length=3, copies=TEXTS)

    fit = pipeline != "truncated"
    rows = many(constrained, search, PIPELINES[pipeline], fit=fit)

    assert surprise((row.tokens for row in rows), law(MODEL, PIPELINES[pipeline], constrained, STEPS, fit=fit)) < 4
    assert sum(row.drafted for row in rows) > sum(row.accepted for row in rows) > 0


def test_chi_square_finds_a_wrong_law() -> None:
    """A draft that is kept whatever the model says does not pass the test above."""
    expected = law(MODEL, PIPELINES["plain"], None, STEPS)
    draft = function_model(2, like=1)
    request = Request(PROMPT, max_tokens=STEPS)

    wrong, _ = texts(draft, PIPELINES["plain"], [request], Sampling(TEXTS), seeds=list(range(TEXTS)))
    right, _ = texts(MODEL, PIPELINES["plain"], [request], Sampling(TEXTS), seeds=list(range(TEXTS)))

    assert surprise((row.tokens for row in wrong), expected) > 8
    assert surprise((row.tokens for row in right), expected) < 4


@pytest.mark.parametrize("pattern", [None, PATTERN], ids=["free", "constrained"])
@pytest.mark.parametrize("drafter", ["n-grams", "n-gram trees", "forced text"])
@pytest.mark.parametrize("pipeline", PIPELINES)
def test_guesses_by_the_text_alone_give_the_very_texts_of_sampling(
    pipeline: str, drafter: str, pattern: str | None
) -> None:
    """Seed by seed, whatever was guessed."""
    constrained = None if pattern is None else constraint(pattern)

    expected = many(constrained, Sampling(60), PIPELINES[pipeline])
    rows = many(constrained, Speculation(DRAFTERS[drafter](), copies=60), PIPELINES[pipeline])

    assert [row.tokens for row in expected] == [row.tokens for row in rows]
    assert [row.finish_reason for row in expected] == [row.finish_reason for row in rows]
    assert [row.is_shortened for row in expected] == [row.is_shortened for row in rows]
    assert (pattern is not None) == any(row.is_shortened for row in rows)


@pytest.mark.parametrize("drafter", ["n-grams", "n-gram trees", "forced text"])
@pytest.mark.parametrize("pattern", ["(c|bab|ba)*", PATTERN, "(a|b(ababab)+c)*"])
def test_forced_text_is_taken_within_drafts_too(drafter: str, pattern: str) -> None:
    """A guess may cut it into other tokens, or end within it; a text takes what it would have taken without the guess.

    Whatever stop text ends it.
    """
    forced, pipeline = ForcedText(VOCABULARY), Pipeline([Mask(), Temperature(1.5), Categorical()])
    for stop in ((), (b"cb",)):
        request = Request(PROMPT, constraint(pattern), max_tokens=12, stop=stop)
        options: dict[str, Any] = {"forced": forced, "log_probabilities": True, "seeds": list(range(80))}

        expected, _ = texts(MODEL, pipeline, [request], Sampling(80), **options)
        rows, _ = texts(MODEL, pipeline, [request], Speculation(DRAFTERS[drafter](), copies=80), **options)

        for one, other in zip(expected, rows, strict=True):
            assert text_of(one, VOCABULARY) == text_of(other, VOCABULARY)
            shared = min(len(one.tokens), len(other.tokens))  # beyond a stop text, forced tokens may have been taken
            assert one.tokens[:shared] == other.tokens[:shared]
            assert [at for at in one.forced_at if at < shared] == [at for at in other.forced_at if at < shared]
            assert one.constrained[:shared] == pytest.approx(other.constrained[:shared], abs=1e-5)
            assert one.is_shortened == other.is_shortened
            assert len(other.tokens) == len(other.log_probabilities) == len(other.constrained)
            assert other.forced == len(other.forced_at)
        assert drafter == "forced text" or any(row.accepted for row in rows)


def test_a_draft_model_that_cannot_read_a_row_costs_its_drafts_alone() -> None:
    """Its vocabulary is smaller, or its positions end before the prompt does; other rows have their drafts."""
    model, pipeline = HuggingFaceModel(tiny("llama", 64)), Pipeline([Mask(), Categorical()])
    asked = requests(20)
    expected, _ = texts(model, pipeline, asked, Sampling(), vocabulary=WIDE)
    short = HuggingFaceModel(tiny("gpt2", 64))
    short.check = lambda prompt, max_tokens: _too_long(len(prompt) + max_tokens > 12)  # type: ignore[method-assign]
    narrow = HuggingFaceModel(tiny("llama", 30))
    for drafter in (DraftModel(narrow), DraftModel(narrow, branches=2), DraftModel(short, branches=2)):
        rows, _ = texts(model, pipeline, asked, Speculation(drafter), vocabulary=WIDE)

        assert all(row.error is None and row.finish_reason is not None for row in rows)
        assert any(row.drafted for row in rows)
        for row in rows:
            if not row.drafted:
                assert row.tokens in [each.tokens for each in expected]
    only_wide = Request([5, 60], constrain.compile(regex("[t-z]{4}"), WIDE), max_tokens=4)
    rows, _ = texts(model, pipeline, [only_wide], Speculation(DraftModel(narrow)), vocabulary=WIDE)
    assert [0, 4] == [rows[0].drafted, len(rows[0].tokens)]


def _too_long(yes: bool) -> None:
    if yes:
        raise LimitExceeded("too long")


WIDE = Vocabulary([None, None, None] + [bytes([65 + i]) for i in range(61)], end_ids=[2])
WIDE_CONSTRAINT = constrain.compile(regex("(A|BC|D(E|F)*G|[H-Z]{3}|Q, R is the same as S)*"), WIDE)


def requests(max_tokens: int = 24) -> list[Request]:
    """Prompts of several lengths, every other row constrained."""
    prompts = [[3 + (7 * i * i + 3 * j) % 60 for j in range(length)] for i, length in enumerate((5, 3, 9, 5))]
    return [
        Request(prompt, WIDE_CONSTRAINT if i % 2 else None, max_tokens=max_tokens + i, key=i)
        for i, prompt in enumerate(prompts)
    ]


@pytest.mark.parametrize("cache", ["dynamic", "static"])
@pytest.mark.parametrize("architecture", ["qwen2", "gpt2", "t5"])
@pytest.mark.parametrize("drafter", ["n-grams", "draft model", "the model itself", "trees"])
def test_greedy_texts_are_those_of_greedy_search(architecture: str, drafter: str, cache: str) -> None:
    """Token by token, with log-probabilities, in ragged batches and in those that must read in step."""
    if cache == "static" and architecture == "t5":
        pytest.skip("static caches are for decoders")
    model = HuggingFaceModel(tiny(architecture, 64), cache=cache)  # type: ignore[arg-type]
    same = HuggingFaceModel(tiny(architecture, 64))
    small = HuggingFaceModel(tiny(architecture, 64, seed=1, layers=1))
    drafters: dict[str, Drafter] = {
        "n-grams": PromptLookup(),
        "draft model": DraftModel(small),
        "the model itself": DraftModel(same),
        "trees": DraftModel(same, branches=3),
    }
    pipeline = Pipeline([Mask(), RepetitionPenalty(1.1), Greedy()])

    expected, passes = texts(model, pipeline, requests(), Sampling(), vocabulary=WIDE, log_probabilities=True)
    search = Speculation(drafters[drafter], length=5)
    rows, fewer = texts(model, pipeline, requests(), search, vocabulary=WIDE, log_probabilities=True)

    assert [row.tokens for row in expected] == [row.tokens for row in rows]
    for before, after in zip(expected, rows, strict=True):
        assert before.log_probabilities == pytest.approx(after.log_probabilities, abs=1e-4)
        assert before.constrained == pytest.approx(after.constrained, abs=1e-4)
    if drafter in ("the model itself", "trees"):
        assert passes > 3 * fewer
        assert all(row.accepted == row.drafted for row in rows if drafter != "trees")


@pytest.mark.parametrize("branches", [1, 3])
def test_rows_do_not_depend_on_their_batch(branches: int) -> None:
    """Texts of a batch equal those of each request alone, whatever the others accept."""
    model, small = HuggingFaceModel(tiny("qwen2", 64)), HuggingFaceModel(tiny("qwen2", 64, seed=1, layers=1))
    pipeline = Pipeline([Mask(), Temperature(1.2), Categorical()])

    together, _ = texts(
        model,
        pipeline,
        requests(),
        Speculation(DraftModel(small, branches=branches)),
        vocabulary=WIDE,
        seeds=[4, 5, 6, 7],
    )
    for i, request in enumerate(requests()):
        search = Speculation(DraftModel(small, branches=branches))
        alone, _ = texts(model, pipeline, [request], search, vocabulary=WIDE, seeds=[4 + i])

        assert together[i].tokens == alone[0].tokens


def test_guidance_and_forced_text_go_with_drafts() -> None:
    """A guided model with forced text: the same texts and log-probabilities, and drafts save passes."""
    model = GuidedModel(HuggingFaceModel(tiny("llama", 64)), [[4, 5]])
    pipeline = Pipeline([Guidance(1.7), Mask(), Greedy()])
    asked, forced = requests(40), ForcedText(WIDE)
    for drafter in (
        PromptLookup(),
        DraftModel(GuidedModel(HuggingFaceModel(tiny("llama", 64)), [[4, 5]]), branches=2),
        DraftModel(HuggingFaceModel(tiny("llama", 64))),
    ):
        expected, passes = texts(
            model, pipeline, asked, Sampling(), vocabulary=WIDE, forced=forced, log_probabilities=True
        )
        rows, fewer = texts(
            model, pipeline, asked, Speculation(drafter), vocabulary=WIDE, forced=forced, log_probabilities=True
        )

        assert [row.tokens for row in expected] == [row.tokens for row in rows]
        for before, after in zip(expected, rows, strict=True):
            assert before.log_probabilities == pytest.approx(after.log_probabilities, abs=1e-4)
        assert passes >= fewer


def test_parameters_of_rows_go_with_their_drafts() -> None:
    """A temperature for each row."""
    pipeline = Pipeline([Mask(), Temperature([0.3, 0.9, 1.5, 2.5]), Categorical()])
    model = HuggingFaceModel(tiny("qwen2", 64))

    expected, _ = texts(model, pipeline, requests(), Sampling(), vocabulary=WIDE)
    rows, _ = texts(model, pipeline, requests(), Speculation(PromptLookup(2, branches=2)), vocabulary=WIDE)

    assert [row.tokens for row in expected] == [row.tokens for row in rows]


def test_a_stop_text_inside_a_draft_ends_the_row_there() -> None:
    """What was drafted beyond it is not taken."""
    model = function_model(8, sharpness=3.0)
    pipeline = Pipeline([Mask(), Greedy()])
    request = Request(PROMPT, constraint("(a|b|c|ab)*"), max_tokens=30)
    free, _ = texts(model, pipeline, [request], Sampling())
    stop = b"".join(VOCABULARY.token_bytes[t] or b"" for t in free[0].tokens)[3:5]
    request = Request(PROMPT, constraint("(a|b|c|ab)*"), max_tokens=30, stop=(stop,))

    expected, _ = texts(model, pipeline, [request], Sampling())
    rows, _ = texts(model, pipeline, [request], Speculation(DraftModel(model)))

    assert expected[0].finish_reason == "stop" == rows[0].finish_reason
    assert expected[0].tokens == rows[0].tokens
    assert expected[0].cut == rows[0].cut > 0


def test_what_the_constraint_refuses_is_not_read() -> None:
    """A draft ends before the first token that is not allowed, and after an end."""

    class Fixed(Drafter):
        def propose(self, batch: Batch, lengths: Sequence[int]) -> list[Draft]:
            return [Draft.chain([1, 2, 3, 3, 1][:length]) for length in lengths]

    read: list[list[int]] = []
    model = function_model(1)
    inner = model.function
    model.function = lambda rows: (read.extend(rows), inner(rows))[1]  # type: ignore[func-returns-value]
    request = Request([2], constraint("abca?"), max_tokens=9)

    rows, _ = texts(model, Pipeline([Mask(), Greedy()]), [request], Speculation(Fixed()))

    assert all(constraint("abc?a?").matcher() is not None for _ in rows)
    assert [] == [row for row in read if row[1:].count(3) > 1]


def test_an_exact_draft_model_is_always_right() -> None:
    """p = q: every guess is kept, but for rounding."""
    rows = many(constraint(), Speculation(DraftModel(MODEL), length=4, copies=300), PIPELINES["truncated"])

    assert all(row.accepted == row.drafted for row in rows)


def test_stages_with_a_memory_are_refused() -> None:
    """Mirostat would have learned from drafts that failed."""
    with pytest.raises(ValueError, match=r"MirostatV2\(.*remembers the tokens it drew"):
        many(None, Speculation(PromptLookup()), Pipeline([MirostatV2(3.0)]))


def test_prompt_lookup_goes_on_as_the_text_did() -> None:
    """The longest run of tokens at the end decides, the latest continuation first; repetition goes on."""

    def guesses(prompt: list[int], **options: int) -> list[list[int]]:
        batch = Batch(MODEL, Pipeline([Greedy()]), [Request(prompt)], vocabulary=VOCABULARY)
        draft = PromptLookup(**options).propose(batch, [4])[0]
        return [draft.text(leaf) for leaf in draft.leaves]

    assert [[3, 1, 2, 3]] == guesses([1, 2, 3, 1, 2], longest=2)
    assert [[4, 4, 2, 1]] == guesses([2, 1, 4, 4, 2, 1], longest=3)
    assert [[3, 1]] == [each[:2] for each in guesses([1, 4, 1, 3, 1], longest=1)]
    assert [[3, 1, 3, 1], [4, 1, 3, 1]] == guesses([1, 4, 1, 3, 1], longest=1, branches=2)
    assert [[]] == guesses([1, 2, 3, 4])
    assert [[1, 1, 1, 1]] == guesses([1, 1])


def test_drafts_of_rows_that_come_and_go_follow_them() -> None:
    """Rows join a running batch, and the draft model's rows with them."""
    model = HuggingFaceModel(tiny("llama", 64))
    pipeline = Pipeline([Mask(), Greedy()])
    asked = requests(30)
    expected, _ = texts(model, pipeline, asked, Sampling(), vocabulary=WIDE)
    batch = Batch(model, pipeline, asked[:2], vocabulary=WIDE, seeds=0)
    search = Speculation(DraftModel(HuggingFaceModel(tiny("llama", 64))), length=3)
    for step, _ in enumerate(decode(batch, search)):
        if step == 2:
            batch.join(Batch(model, pipeline, asked[2:], vocabulary=WIDE, seeds=1))
    rows = sorted(batch.done, key=lambda row: row.request.key)

    assert [row.tokens for row in expected] == [row.tokens for row in rows]
    assert all(row.accepted == row.drafted for row in rows)


def test_trees_read_as_the_branches_alone() -> None:
    """Logits at every node of ragged trees are those of the node's own text, and what is kept goes on rightly."""
    model = HuggingFaceModel(tiny("qwen2", 64))
    context, _ = model.begin([[5, 6, 7], [8, 9]])
    first, second = Draft(), Draft.chain([20, 21, 22, 23])
    one = first.add(0, 10)
    two = first.add(first.add(one, 11), 12)
    first.add(first.add(0, 13), 14)

    logits = context.read_drafts([[30, 31], [32]], [first, second])

    own = [[5, 6, 7, 30, 31, *first.text(node)] for node in range(6)]
    own += [[8, 9, 32, *second.text(node)] for node in range(5)]
    for text, row in zip(own, logits, strict=True):
        torch.testing.assert_close(model.begin([text])[1][0], row, rtol=1e-4, atol=1e-4)
    assert [0, 0] == context.keep_drafts([two, 2])
    after = context.read([[40], [41, 42]])[:, -1]
    for text, row in zip([[5, 6, 7, 30, 31, 10, 11, 12, 40], [8, 9, 32, 20, 21, 41, 42]], after, strict=True):
        torch.testing.assert_close(model.begin([text])[1][0], row, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("drafter", [None, "n-grams", "draft trees", "bad draft model"])
@pytest.mark.parametrize("forced", [None, ForcedText(VOCABULARY)], ids=["every token", "forced text"])
def test_the_likeliest_tokens_of_each_place(drafter: str | None, forced: ForcedText | None) -> None:
    """They are the model's own, whoever guessed the token and whether there was a choice."""
    search = Sampling(3) if drafter is None else Speculation([DRAFTERS[drafter]()], copies=3)
    request = Request(PROMPT, constraint(PATTERN), max_tokens=STEPS)
    pipeline = Pipeline([Mask(), Categorical()])
    rows, _ = texts(MODEL, pipeline, [request], search, forced=forced, log_probabilities=True, best=2)
    for row in rows:
        assert len(row.tokens) == len(row.best) == len(row.log_probabilities)
        for place, (found, log_p) in enumerate(zip(row.best, row.log_probabilities, strict=True)):
            _, logits = MODEL.begin([[*PROMPT, *row.tokens[:place]]])
            expected = logits[0].float().log_softmax(-1)
            assert expected[row.tokens[place]].item() == pytest.approx(log_p, abs=1e-5)
            assert expected.topk(2).values.tolist() == pytest.approx([p for _, p in found], abs=1e-5)
            assert [expected[token].item() for token, _ in found] == pytest.approx([p for _, p in found], abs=1e-5)
