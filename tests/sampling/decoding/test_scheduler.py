"""Continuous batching: rows come and go, and each is as if it had been alone."""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import constrain  # noqa: E402
from constrain import Vocabulary  # noqa: E402
from constrain.grammars import regex  # noqa: E402
from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.decoding import (  # noqa: E402
    Batch,
    FunctionModel,
    GuidedModel,
    HuggingFaceModel,
    LanguageModel,
    Moved,
    Request,
    Row,
    Sampling,
    Scheduler,
    Search,
    decode,
)
from constrain.sampling.decoding.beam_search.beams import BeamSearch  # noqa: E402
from constrain.sampling.decoding.drafting.draft_model import DraftModel  # noqa: E402
from constrain.sampling.decoding.drafting.drafts import Drafter, PromptLookup  # noqa: E402
from constrain.sampling.decoding.drafting.speculation import Speculation  # noqa: E402
from constrain.sampling.stages import Categorical, Greedy, Mask, Stage, Temperature  # noqa: E402
from constrain.sampling.stages.stage import Role  # noqa: E402
from tests.sampling.tiny_models import tiny  # noqa: E402

torch.set_num_threads(1)
WIDTH, END = 40, 2
VOCABULARY = Vocabulary([None, None, None, *(bytes([65 + i]) for i in range(37))], end_ids=[END], size=WIDTH)
SHORT = constrain.compile(regex("[A-D]{1,3}"), VOCABULARY)
LONG = constrain.compile(regex("[A-Z]{12,20}"), VOCABULARY)
DRAWING = Pipeline([Mask(), Temperature(0.8), Categorical()])


def by_last_token(rows: list[list[int]]) -> Any:
    """Logits from the last token and the length."""
    logits = []
    for row in rows:
        generator = torch.Generator().manual_seed(row[-1] * 1009 + len(row) * 31 + sum(row))
        logits.append(torch.randn(WIDTH, generator=generator))
    return torch.stack(logits)


def requests(count: int, seed: int = 0) -> list[Request]:
    rng = random.Random(seed)
    made = []
    for _ in range(count):
        prompt = [rng.randrange(3, WIDTH) for _ in range(rng.randrange(1, 9))]
        budget = rng.randrange(1, 25)
        made.append(Request(prompt, rng.choice([SHORT, LONG, None]), budget, fit=budget >= 12 and rng.random() < 0.5))
    return made


def alone(model: LanguageModel, request: Request, pipeline: Pipeline, seeds: list[int]) -> list[Row]:
    batch = Batch(model, pipeline, [request], copies=len(seeds), seeds=seeds, vocabulary=VOCABULARY)
    for _ in decode(batch, Sampling(len(seeds))):
        pass
    return sorted(batch.done, key=lambda row: row.number)


def shown(rows: list[Row]) -> list[tuple[list[int], str | None]]:
    return [(row.tokens, row.finish_reason) for row in rows]


MODELS: dict[str, Any] = {
    "function": lambda: FunctionModel(by_last_token, WIDTH),
    "guided": lambda: GuidedModel(FunctionModel(by_last_token, WIDTH), [[3, 4]]),
    "qwen2": lambda: HuggingFaceModel(tiny("qwen2", WIDTH)),
    "gpt2": lambda: HuggingFaceModel(tiny("gpt2", WIDTH)),
    "t5": lambda: HuggingFaceModel(tiny("t5", WIDTH)),
    "static": lambda: HuggingFaceModel(tiny("llama", WIDTH), cache="static"),
}


@pytest.mark.parametrize(("name", "copies"), [*((name, 1) for name in MODELS), ("function", 2), ("qwen2", 2)])
def test_a_row_is_what_it_is_alone(name: str, copies: int) -> None:
    """Whatever joins and leaves around it, with seeds and copies; and the results come in order."""
    model, work = MODELS[name](), requests(14)
    scheduler = Scheduler(model, DRAWING, search=Sampling(copies), vocabulary=VOCABULARY, seeds=7, max_rows=5)
    found: list[list[Row]] = [[] for _ in work]
    order = []
    for number, row in scheduler.finished(iter(work)):
        found[number].append(row)
        order.append((number, row.number))
    assert order == [(number, copy) for number in range(len(work)) for copy in range(copies)]
    for number, request in enumerate(work):
        seeds = [(7 << 32) + number * copies + copy for copy in range(copies)]
        assert shown(alone(model, request, DRAWING, seeds)) == shown(found[number]), number


@pytest.mark.parametrize("drafter", ["n-grams", "model"])
def test_rows_join_a_batch_that_is_drafted_for(drafter: str) -> None:
    """Drafts take nothing from it: the rows are those of groups; and where guesses draw nothing, those without."""
    work = [replace(each, fit=False) for each in requests(14, seed=2)]
    found = []
    for continuous in (True, False):
        drafts: Drafter = PromptLookup() if drafter == "n-grams" else DraftModel(HuggingFaceModel(tiny("qwen2", WIDTH)))
        search = Speculation(drafts, length=3)
        search.continuous = continuous
        model = HuggingFaceModel(tiny("qwen2", WIDTH, seed=1))
        scheduler = Scheduler(model, DRAWING, search=search, vocabulary=VOCABULARY, seeds=7, max_rows=4)
        found.append(shown([row for _, row in scheduler.finished(work)]))
    assert found[0] == found[1]
    if drafter == "n-grams":
        plain = Scheduler(model, DRAWING, vocabulary=VOCABULARY, seeds=7, max_rows=4).finished(work)
        assert found[0] == shown([row for _, row in plain])


def test_rows_join_as_others_leave() -> None:
    """Forward passes are far fewer than those of groups, which wait for their longest row."""
    work = [Request([3], LONG if i % 4 == 0 else SHORT, max_tokens=30) for i in range(24)]

    def passes(joins: bool) -> int:
        pipeline = Pipeline([Mask(), Greedy()])
        scheduler = Scheduler(FunctionModel(by_last_token, WIDTH), pipeline, vocabulary=VOCABULARY, max_rows=4)
        if not joins:
            scheduler.search.continuous = False
        most = 0
        for _ in scheduler.run(work):
            most = max(most, 0 if scheduler.batch is None else len(scheduler.batch.rows))
        assert 4 == most or not joins
        return scheduler.passes

    assert passes(True) < 0.7 * passes(False)


def test_requests_are_taken_when_there_is_room() -> None:
    """A generator of requests is at most one ahead of the rows, and bounds in tokens count as well."""
    taken = 0

    def source() -> Iterator[Request]:
        nonlocal taken
        for _ in range(30):
            taken += 1
            yield Request([3, 4], LONG, max_tokens=20)

    scheduler = Scheduler(
        FunctionModel(by_last_token, WIDTH), DRAWING, vocabulary=VOCABULARY, max_rows=8, max_batch_tokens=70
    )
    over = 0
    for news in scheduler.run(source()):
        over += sum(row.finish_reason is not None for _, row in news)
        assert taken <= over + 3 + 1
    assert 30 == over == taken


@pytest.mark.parametrize("limits", [{"max_rows": 8}, {"max_rows": 99, "max_batch_tokens": 2 * 4 * (1 + 5)}])
def test_beams_count_as_rows(limits: dict[str, int]) -> None:
    """A request that may become four rows takes the room of four, in rows and in tokens."""
    model, masked = FunctionModel(by_last_token, WIDTH), Pipeline([Mask()])
    together: set[int] = set()

    class Watched(BeamSearch):
        def step(self, batch: Batch) -> None:
            together.add(len({row.request.number for row in batch.rows}))
            super().step(batch)
            assert len(batch.rows) <= 8

    scheduler = Scheduler(model, masked, search=Watched(4), vocabulary=VOCABULARY, **limits)
    assert 7 == len(list(scheduler.finished(Request([3 + i], None, 5) for i in range(7))))
    assert 2 == max(together)

    scheduler = Scheduler(model, masked, search=BeamSearch(4), vocabulary=VOCABULARY, max_batch_tokens=20)
    ((_, row),) = scheduler.finished([Request([3], None, 5)])
    assert "4 rows: 24 in all, and max_batch_tokens is 20" in str(row.error)


def test_in_order_no_request_is_far_ahead() -> None:
    """One long row holds the others back before its results pile up."""
    work = [Request([3], LONG, max_tokens=20), *(Request([3], SHORT, max_tokens=1) for _ in range(200))]
    scheduler = Scheduler(FunctionModel(by_last_token, WIDTH), DRAWING, vocabulary=VOCABULARY, max_rows=2)
    taken: list[Request] = []

    def source() -> Iterator[Request]:
        for each in work:
            taken.append(each)
            yield each

    finished = scheduler.finished(source())
    assert 0 == next(finished).number
    assert len(taken) <= 8 * 2 + 2
    assert list(range(1, 201)) == [number for number, _ in finished]


class Picky(Stage):
    """Raises when it sees token 9 at the end of a row."""

    role = Role.BIAS

    def apply(self, scores: Any, step: Any) -> Any:
        if bool((step.tokens[:, -1] == 9).any()):
            raise RuntimeError("token 9")
        return scores


@pytest.mark.parametrize("name", ["function", "qwen2", "t5"])
def test_one_failure_is_one_rows_affair(name: str) -> None:
    """What cannot begin, and what raises on its way, ends alone; the others are as without it."""
    model = MODELS[name]()
    pipeline = Pipeline([Mask(), Picky(), Temperature(0.8), Categorical()])
    letter = constrain.compile(regex("[A-F]{9}"), VOCABULARY)  # no token 9
    raises = constrain.compile(regex("[A-F]{4}G"), VOCABULARY)  # token 9 at the end, after which nothing is asked
    bad = constrain.compile(regex("[A-F]{4}G[A-F]{3}"), VOCABULARY)
    other = constrain.compile(regex("a"), Vocabulary([b"a", None], end_ids=[1]))
    good = [Request([5, 6], letter, 20), Request([6], raises, 20), Request([4, 4, 4], letter, 20)]
    failing: list[Any] = [
        Request([5], bad, 20),
        Request([5, WIDTH], letter, 20),
        Request([5], other, 20),
        Request([5], "x", 20),
    ]
    work = [good[0], failing[0], good[1], *failing[1:], good[2]]
    rows = dict(Scheduler(model, pipeline, vocabulary=VOCABULARY, seeds=1, max_rows=4).finished(work))
    assert [None, "token 9", None] == [rows[i].error and str(rows[i].error) for i in range(3)]
    assert ["stop", "error", "stop", "error", "error", "error", "stop"] == [rows[i].finish_reason for i in range(7)]
    assert [ValueError, constrain.VocabularyError, TypeError] == [type(rows[i].error) for i in (3, 4, 5)]
    for place in (0, 2, 6):
        assert shown(alone(model, work[place], pipeline, [(1 << 32) + place])) == shown([rows[place]])


def test_a_sound_row_is_not_blamed_for_what_its_next_mask_allows() -> None:
    """Who is to blame is found by a step of each row; a NaN that only the mask after it allows is not the row's."""
    vocabulary = Vocabulary([b"a", b"b", None], end_ids=[2])
    both = constrain.compile(regex("ab"), vocabulary)
    nan = float("nan")
    rows = {(0,): [1.0, nan, 0.0], (1,): [nan, nan, nan]}
    model = FunctionModel(lambda texts: torch.tensor([rows.get(tuple(text), [0.0] * 3) for text in texts]), 3)
    work = [Request([0], both, 5), Request([1], both, 5)]
    found = [row for _, row in Scheduler(model, Pipeline([Mask(), Greedy()]), seeds=1).finished(work)]
    assert [("stop", [0, 1]), ("error", [])] == [(row.finish_reason, row.tokens) for row in found]


def test_prompts_that_are_too_long_are_refused_with_both_numbers() -> None:
    """By the model's positions, and by the scheduler's room."""
    long = Request([5] * 1010, SHORT, max_tokens=20)
    ((_, row),) = Scheduler(HuggingFaceModel(tiny("gpt2", WIDTH)), DRAWING).finished([long])
    assert isinstance(row.error, constrain.LimitExceeded)
    assert (1024, 1030) == (row.error.limit, row.error.needed)
    ((_, row),) = Scheduler(FunctionModel(by_last_token, WIDTH), DRAWING, max_batch_tokens=500).finished([long])
    assert isinstance(row.error, constrain.LimitExceeded)
    assert (500, 1030) == (row.error.limit, row.error.needed)


@pytest.mark.parametrize("logprobs", [False, True])
@pytest.mark.parametrize("search", [Sampling(), Speculation(PromptLookup())])
def test_a_failing_pass_loses_only_rows_that_fail_alone(search: Search, logprobs: bool) -> None:
    """The others are what they would have been, whether the model fails on a row, now and then, or on many rows."""
    calls = 0

    def function(rows: list[list[int]]) -> Any:
        nonlocal calls
        calls += 1
        if any(row[0] == 4 and len(row) > 6 for row in rows):
            raise ValueError("four")
        if len({row[0] for row in rows}) > 1 and (calls % 5 == 3 or calls > 40):
            raise MemoryError("out of memory")
        return by_last_token(rows)

    work = [Request([start], LONG, max_tokens=20) for start in (3, 4, 5, 6, 3, 7)]
    options: dict[str, Any] = {"seeds": 2, "max_rows": 3, "vocabulary": VOCABULARY, "log_probabilities": logprobs}
    fails = FunctionModel(function, WIDTH)
    rows = [row for _, row in Scheduler(fails, DRAWING, search=search, **options).finished(work)]
    good = FunctionModel(by_last_token, WIDTH)
    expected = [row for _, row in Scheduler(good, DRAWING, search=search, **options).finished(work)]

    lost = [row for row in rows if row.finish_reason == "error"]
    assert [4] == [row.request.prompt[0] for row in lost]
    assert isinstance(lost[0].error, ValueError)
    for row, other in zip(rows, expected, strict=True):
        if row.finish_reason != "error":
            assert other.tokens == row.tokens
            assert other.log_probabilities == pytest.approx(row.log_probabilities)


@pytest.mark.parametrize("start", [0, 1, 2])
def test_a_row_that_fails_when_it_is_looked_at_ends_alone(monkeypatch: pytest.MonkeyPatch, start: int) -> None:
    """After the tokens were taken, while other rows end: none of them is lost, and none goes beyond its budget."""
    beyond = Batch.beyond_stop

    def failing(batch: Batch, row: Row) -> int:
        if row.request.key == start and row.tokens:
            raise ValueError("looked at")
        return beyond(batch, row)

    monkeypatch.setattr(Batch, "beyond_stop", failing)
    work = [Request([5], None, max_tokens=1 + (i != start), stop=(b"@",), key=i) for i in range(3)]
    scheduler = Scheduler(FunctionModel(by_last_token, WIDTH), DRAWING, vocabulary=VOCABULARY, seeds=1)
    for number, row in scheduler.finished(work):
        assert number == row.request.key
        assert (number == start) == isinstance(row.error, ValueError)
        assert len(row.tokens) <= row.request.max_tokens


def test_a_free_row_needs_a_vocabulary_as_wide_as_the_logits() -> None:
    """Nothing keeps it from tokens that the vocabulary does not have; a mask does."""
    model = FunctionModel(lambda rows: torch.zeros(len(rows), WIDTH + 1), WIDTH + 1)
    rows = [row for _, row in Scheduler(model, DRAWING, vocabulary=VOCABULARY).finished([Request([5], None, 3)])]
    assert "the vocabulary has 40 tokens, and the model gives 41 logits" in str(rows[0].error)
    rows = [row for _, row in Scheduler(model, DRAWING, vocabulary=VOCABULARY).finished([Request([5], SHORT, 3)])]
    assert rows[0].error is None


def test_a_transient_failure_of_a_cache_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model of transformers has read part of the pass; its cache is made again."""
    model = HuggingFaceModel(tiny("llama", WIDTH))
    forward, calls = model.model.forward, 0

    def failing(*arguments: Any, **options: Any) -> Any:
        nonlocal calls
        rows, width = options["input_ids"].shape
        step = rows > 1 and width == 1
        calls += step
        output = forward(*arguments, **options)
        if calls in (2, 3, 5) and step:
            raise RuntimeError("CUDA error")
        return output

    work = requests(8, seed=5)
    options: dict[str, Any] = {"seeds": 1, "max_rows": 4, "vocabulary": VOCABULARY}
    expected = [row.tokens for _, row in Scheduler(model, DRAWING, **options).finished(work)]
    monkeypatch.setattr(model.model, "forward", failing)
    rows = [row for _, row in Scheduler(model, DRAWING, **options).finished(work)]

    assert calls >= 5
    assert expected == [row.tokens for row in rows]
    assert not any(row.error for row in rows)


def test_a_search_that_always_fails_ends_its_batch() -> None:
    """Where no row is to blame and the model reads all, there is no second retry at the same place."""

    class Broken(Sampling):
        def step(self, batch: Batch) -> None:
            raise RuntimeError("broken")

    work = [Request([3], LONG, max_tokens=20) for _ in range(4)]
    scheduler = Scheduler(FunctionModel(by_last_token, WIDTH), DRAWING, search=Broken(), max_rows=2)
    rows = [row for _, row in scheduler.finished(work)]
    assert ["broken"] * 4 == [str(row.error) for row in rows]


def test_cancelling_frees_the_row_and_its_cache_at_once() -> None:
    """A row that is cancelled between two steps is gone from the cache before the next; the others go on."""
    model = HuggingFaceModel(tiny("qwen2", WIDTH))
    scheduler = Scheduler(model, DRAWING, vocabulary=VOCABULARY, seeds=0, max_rows=3)
    work = [Request([3, 4, 5], LONG, max_tokens=30) for _ in range(5)]
    reasons: dict[int, Any] = {}
    for step, news in enumerate(scheduler.run(work)):
        for number, row in news:
            if row.finish_reason:
                reasons[number] = row.finish_reason
        if step == 3:
            scheduler.cancel(4)  # has not begun
            scheduler.cancel(1)
            batch: Any = scheduler.batch
            assert 2 == batch.context.rows == len(batch.rows)
            assert 2 == batch.context.cache.layers[0].keys.shape[0]
    assert {0: "stop", 1: "cancelled", 2: "stop", 3: "stop", 4: "cancelled"} == reasons


@pytest.mark.parametrize("end", ["close", "cancel"])
def test_closing_frees_everything(end: str) -> None:
    """No cache is left after the iterator is closed, or the last row is cancelled."""
    model = HuggingFaceModel(tiny("qwen2", WIDTH))
    scheduler = Scheduler(model, DRAWING, vocabulary=VOCABULARY)
    news = scheduler.run([Request([3, 4, 5], LONG, max_tokens=30)])
    for _ in range(3):
        next(news)
    batch: Any = scheduler.batch
    cache = weakref.ref(batch.context.cache)
    del batch
    if end == "close":
        news.close()
    else:
        scheduler.cancel(0)
    gc.collect()
    assert cache() is None
    assert end == "close" or [[("cancelled", 0)]] == [[(row.finish_reason, n) for n, row in each] for each in news]


def test_an_iterable_without_work_at_the_moment_gives_none() -> None:
    """The rows that run go on, and the iterable is asked again; numbers count requests alone."""
    work = [Request([3], SHORT, max_tokens=9), None, None, Request([4], SHORT, max_tokens=9), None]
    scheduler = Scheduler(FunctionModel(by_last_token, WIDTH), DRAWING, seeds=0)
    assert [0, 1] == [number for number, _ in scheduler.finished(work)]


def test_a_row_that_has_ended_before_it_began_is_passed_on() -> None:
    """Whoever makes requests can report a failure of their own in its place."""
    error = ValueError("no such schema")
    failed = Row(Request(()), finish_reason="error", error=error)
    rows = list(Scheduler(FunctionModel(by_last_token, WIDTH), DRAWING).finished([failed, Request([3], SHORT, 9)]))
    assert [0, 1] == [number for number, _ in rows]
    assert error is rows[0].row.error
    assert "stop" == rows[1].row.finish_reason


def test_values_by_row_go_with_their_rows() -> None:
    """A pipeline with a temperature for each row decodes in groups, each row with its own."""
    model, work = FunctionModel(by_last_token, WIDTH), requests(7, seed=3)
    temperatures = [0.2 + 0.3 * i for i in range(7)]
    pipeline = Pipeline([Mask(), Temperature(temperatures), Categorical()])
    rows = dict(Scheduler(model, pipeline, vocabulary=VOCABULARY, seeds=5, max_rows=3).finished(work))
    for number, request in enumerate(work):
        own = Pipeline([Mask(), Temperature(temperatures[number]), Categorical()])
        assert shown(alone(model, request, own, [(5 << 32) + number])) == shown([rows[number]])


def test_searches_that_are_not_continuous_run_in_groups() -> None:
    """And tell of finished rows alone."""

    class Beside(Search):
        copies = 2

        def step(self, batch: Batch) -> None:
            assert len(batch.rows) <= 4
            best = batch.scores().argmax(-1).tolist()
            batch.take([[token] if ready else [] for token, ready in zip(best, batch.ready, strict=True)])

    scheduler = Scheduler(FunctionModel(by_last_token, WIDTH), DRAWING, search=Beside(), max_rows=4)
    news: list[Moved] = [
        each for news in scheduler.run([Request([3 + i], SHORT, 9) for i in range(5)]) for each in news
    ]
    assert all(row.finish_reason == "stop" for _, row in news)
    assert sorted([*range(5), *range(5)]) == sorted(number for number, _ in news)
