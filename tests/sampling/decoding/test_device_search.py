"""Stretches on the device: the texts are those of plain sampling, and the host looks seldom."""

from __future__ import annotations

import gc
import random
import weakref
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import constrain  # noqa: E402
from constrain import ConstrainError, Vocabulary  # noqa: E402
from constrain.grammars import choice, regex  # noqa: E402
from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.decoding import (  # noqa: E402
    DeviceSampling,
    ForcedText,
    FunctionModel,
    HuggingFaceModel,
    LanguageModel,
    Request,
    Row,
    Sampling,
    Scheduler,
    Search,
)
from constrain.sampling.stages import (  # noqa: E402
    Categorical,
    ExponentialRace,
    Greedy,
    Mask,
    RepetitionPenalty,
    Temperature,
    TopK,
    TopP,
)
from tests.sampling.decoding.test_every_mode import logits  # noqa: E402
from tests.sampling.tiny_models import tiny  # noqa: E402
from tests.strategies import random_world, vocabulary_of  # noqa: E402

WIDTH, END = 40, 2
VOCABULARY = Vocabulary([None, None, None, *(bytes([65 + i]) for i in range(37))], end_ids=[END], size=WIDTH)
WORD = constrain.compile(regex("[A-D]{3,30}(XY)?Z?"), VOCABULARY)
NAME = constrain.compile(choice(["ABBA", "CAB", "DA"]), VOCABULARY)
NESTED = constrain.compile(constrain.grammars.gbnf('root ::= "A" root "B" | "C"'), VOCABULARY)  # has no end of states
PIPELINES = {
    "greedy": Pipeline([Mask(), Greedy()]),
    "drawing": Pipeline([Mask(), Temperature(0.9), TopK(12), TopP(0.9), Categorical()]),
    "racing": Pipeline([Mask(), Temperature(1.3), ExponentialRace()]),
}
MODELS: dict[str, Any] = {
    "function": lambda: FunctionModel(logits(WIDTH, "device"), WIDTH),
    "llama": lambda: HuggingFaceModel(tiny("llama", WIDTH)),
    "gpt2": lambda: HuggingFaceModel(tiny("gpt2", WIDTH)),
    "static": lambda: HuggingFaceModel(tiny("llama", WIDTH), cache="static"),
    "t5": lambda: HuggingFaceModel(tiny("t5", WIDTH)),
}


def written(model: LanguageModel, work: list[Request], pipeline: Pipeline, search: Search, **options: Any) -> Any:
    scheduler = Scheduler(model, pipeline, search=search, vocabulary=VOCABULARY, seeds=5, **options)
    return [shown(row) for _, row in scheduler.finished(work)]


def shown(row: Row) -> tuple[Any, ...]:
    return row.tokens, row.finish_reason, row.cut, row.error and str(row.error), row.is_shortened


def requests(count: int, seed: int) -> list[Request]:
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        constraint = chance.choice([WORD, WORD, NAME, None])
        made.append(
            Request(
                [chance.randrange(3, WIDTH) for _ in range(chance.randint(1, 5))],
                constraint,
                chance.choice([4, 5, 9, 33, 40]),
                stop=(b"DD", b"BAB") if chance.random() < 0.3 else (),
                fit=chance.random() < 0.7,
            )
        )
    return made


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize("name", MODELS)
def test_texts_are_those_of_sampling(name: str, pipeline: str) -> None:
    """Whatever the cache: budgets near and far, stop texts, free rows, rows that join and leave, seeds."""
    model = MODELS[name]()
    for seed in range(3):
        work = requests(12, seed)
        for forced in (None, ForcedText(VOCABULARY)):
            options: dict[str, Any] = {"forced": forced, "max_rows": 4}
            search = DeviceSampling(steps=[3, 7, 16][seed])
            expected = written(model, work, PIPELINES[pipeline], Sampling(), **options)
            assert expected == written(model, work, PIPELINES[pipeline], search, **options)
            assert search.stretches > 1


@pytest.mark.parametrize("name", MODELS)
def test_forced_text_within_a_stretch_is_cut_as_without_it(name: str) -> None:
    """Where the model would write it in other tokens: rows go back to where it begins."""
    pieces = [
        None,
        None,
        None,
        *(bytes([65 + i]) for i in range(30)),
        b"BC",
        b"ABC",
        b"CD",
        b"EAB",
        b"AA",
        b"DE",
        b"BB",
    ]
    vocabulary = Vocabulary(pieces, end_ids=[END], size=WIDTH)
    texts = [constrain.compile(regex(each), vocabulary) for each in ("[AB]{2,9}CDE(AB)?", "(ABCDEABC|CDE){1,3}F")]
    model = MODELS[name]()
    cut = 0
    for seed in range(4):
        chance = random.Random(seed)
        prompts = [[chance.randrange(3, WIDTH) for _ in range(1 + seed)] for _ in range(7)]
        work = [Request(each, chance.choice([*texts, None]), chance.choice([12, 20, 33])) for each in prompts]
        options: Any = {"forced": ForcedText(vocabulary), "max_rows": 4, "seeds": seed, "vocabulary": vocabulary}
        searches = Sampling(), DeviceSampling(steps=chance.randint(2, 16))
        plain, stretched = (
            [
                (*shown(row), row.forced, row.forced_at)
                for _, row in Scheduler(model, PIPELINES["racing"], search=search, **options).finished(work)
            ]
            for search in searches
        )
        assert plain == stretched
        cut += sum(row[-2] for row in plain)
    assert cut > 20


def test_what_is_drawn_beyond_a_stop_text_shortens_nothing() -> None:
    """A budget that is met after it, within the stretch, has left nothing out of the text."""
    search = DeviceSampling(steps=6)
    work = [Request([5], constrain.compile(regex("[AB]{2,9}C{3}"), VOCABULARY), 6, stop=(b"AB", b"BA"))] * 6
    model, pipeline = MODELS["function"](), PIPELINES["racing"]
    assert written(model, work, pipeline, Sampling()) == written(model, work, pipeline, search)
    assert search.stretches


def test_a_row_that_has_not_read_its_forced_text_waits() -> None:
    """Of many rows on a CPU one with more to read than the others lags behind them."""
    texts = [constrain.compile(regex(each), VOCABULARY) for each in ("[AB]CDEFGHIJKL[AB]{8}", "[A-F]{12,30}")]
    work = [Request([5 + i], texts[i > 0], 40) for i in range(14)]
    options: dict[str, Any] = {"forced": ForcedText(VOCABULARY), "max_rows": 14}
    model = MODELS["function"]()
    expected = written(model, work, PIPELINES["racing"], Sampling(), **options)
    assert expected == written(model, work, PIPELINES["racing"], DeviceSampling(steps=4), **options)


def test_texts_of_random_grammars_are_those_of_sampling() -> None:
    """The least budget included; grammars of too many states go step by step."""
    stretched = 0
    for seed in range(120):
        chance = random.Random(seed)
        world = random_world(chance)
        vocabulary = vocabulary_of(world.tokens)
        try:
            constraint = constrain.compile(world.grammar, vocabulary)
        except ConstrainError:
            continue
        least = constraint.matcher().tokens_to_end
        if least > 20:
            continue
        model = FunctionModel(logits(vocabulary.size + 2, str(seed)), vocabulary.size + 2)
        work = [Request([chance.randrange(vocabulary.size)], constraint, max(1, least + extra)) for extra in (0, 1, 5)]
        for pipeline in PIPELINES.values():
            search = DeviceSampling(steps=chance.randint(1, 6), max_states=40)
            expected = [shown(row) for _, row in Scheduler(model, pipeline, seeds=seed).finished(work)]
            found = [shown(row) for _, row in Scheduler(model, pipeline, search=search, seeds=seed).finished(work)]
            assert expected == found, seed
            stretched += search.stretches > 0
    assert stretched > 60


def test_the_host_looks_once_a_stretch() -> None:
    """A text of 30 tokens is looked at twice; the model is called once a token, and for what is drawn in vain."""
    model = FunctionModel(lambda rows: torch.tensor([[0.0, 0, 0, *range(37)]] * len(rows)), WIDTH)
    word = constrain.compile(regex("[A-D]{30}"), VOCABULARY)
    search = DeviceSampling()
    scheduler = Scheduler(model, PIPELINES["greedy"], search=search, vocabulary=VOCABULARY)
    ((_, row),) = scheduler.finished([Request([3], word, 30)])

    assert b"D" * 30 == b"".join(VOCABULARY.token_bytes[token] or b"" for token in row.tokens)
    assert 2 == search.stretches
    assert scheduler.passes <= 32


def test_what_tables_cannot_follow_goes_step_by_step() -> None:
    """Grammars without an end of states, penalties, log-probabilities: the same texts, without stretches."""
    model = MODELS["llama"]()
    work = [Request([3, 4], NESTED, 9), Request([5], WORD, 9)]
    penalty = Pipeline([RepetitionPenalty(1.3), Mask(), Greedy()])
    for pipeline, options in [
        (PIPELINES["greedy"], {}),
        (penalty, {}),
        (PIPELINES["greedy"], {"log_probabilities": True}),
    ]:
        search = DeviceSampling()
        asked = work[:1] if pipeline is not penalty and not options else work[1:]
        expected = written(model, asked, pipeline, Sampling(), **options)
        assert expected == written(model, asked, pipeline, search, **options)
        assert 0 == search.stretches


def test_a_search_keeps_no_constraint_that_is_over() -> None:
    """Neither those that it has had tables of nor those that have too many states."""
    search, seen = DeviceSampling(steps=4, max_states=10), []
    for pattern in ("[AB]{3}", "[AB]{30}", "C{3}"):
        word = constrain.compile(regex(pattern), VOCABULARY)
        written(MODELS["function"](), [Request([3], word, 40)], PIPELINES["greedy"], search)
        seen.append(weakref.ref(word))
        del word
    gc.collect()
    assert search.stretches
    assert [None, None] == [each() for each in seen[:2]]


def test_logits_that_are_no_numbers_are_named() -> None:
    """As step by step: the row that has them ends, and the others go on."""

    def function(rows: list[list[int]]) -> Any:
        return torch.stack([torch.full((WIDTH,), float("nan" if row[0] == 4 and len(row) > 3 else 0)) for row in rows])

    model = FunctionModel(function, WIDTH)
    work = [Request([start], WORD, 30) for start in (3, 4, 5)]
    found = written(model, work, PIPELINES["greedy"], DeviceSampling(steps=5))
    assert written(model, work, PIPELINES["greedy"], Sampling()) == found
    assert "NaN" in found[1][3]


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
@pytest.mark.parametrize("cache", ["dynamic", "static"])
def test_texts_on_a_gpu_are_those_of_sampling(cache: Any) -> None:
    """With both caches, the tables being on the device."""
    model = HuggingFaceModel(tiny("llama", WIDTH).cuda(), cache=cache)
    search = DeviceSampling(steps=8)

    work = [Request([3, 4, 5], WORD, 33), Request([3], NAME, 33)]
    expected = written(model, work, PIPELINES["greedy"], Sampling())
    assert expected == written(model, work, PIPELINES["greedy"], search)
    assert search.stretches > 1
