"""Searches that make rows of rows, from a cache of a fixed size: what they say from one that grows."""

from __future__ import annotations

import random
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain import UnsupportedError, compile  # noqa: E402
from constrain.grammars import regex  # noqa: E402
from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.decoding import (  # noqa: E402
    ForcedText,
    FunctionModel,
    GuidedModel,
    HuggingFaceModel,
    Request,
    Row,
    Sampling,
    Search,
    Speculation,
    decode,
)
from constrain.sampling.decoding.beam_search.beams import BeamSearch  # noqa: E402
from constrain.sampling.decoding.beam_search.groups import GroupBeamSearch  # noqa: E402
from constrain.sampling.decoding.contrastive import ContrastiveSearch  # noqa: E402
from constrain.sampling.decoding.drafting.draft_model import DraftModel  # noqa: E402
from constrain.sampling.stages import Greedy, Guidance, Mask, RepetitionPenalty  # noqa: E402
from tests.sampling.decoding.causal_classes import tiny as causal  # noqa: E402
from tests.sampling.decoding.test_contexts import alone  # noqa: E402
from tests.sampling.tiny_models import END, LETTERS, WIDTH, tiny  # noqa: E402

CACHES: Any = ("dynamic", "static")
ARCHITECTURES = ["llama", "qwen2", "gemma", "gpt2", "mistral"]  # mistral's layers keep a window
LIMITED = compile(regex("[A-E]{2}(XYZ|[F-K]){3,5}|LMNO[A-Z]"), LETTERS)
REQUESTS = [  # of different lengths, so with padding
    Request([5, 6, 7, 8], LIMITED, 9, key=0),
    Request([9], None, 6, key=1),
    Request([11, 12, 5, 6, 7, 8, 20], LIMITED, 12, key=2),
    Request([9, 30], compile(regex("[A-C]{1,2}"), LETTERS), 4, key=3),
]
MASKED = Pipeline([Mask(), RepetitionPenalty(1.2)])


def run(model: Any, search: Search, pipeline: Pipeline = MASKED, requests: Any = REQUESTS, **options: Any) -> list[Row]:
    """The rows in their order."""
    batch = search.batch(model, pipeline, requests, **({"vocabulary": LETTERS, "seeds": 3} | options))
    for _ in decode(batch, search):
        pass
    return sorted(batch.done, key=lambda row: (row.request.key or 0, row.number))


def same(one: list[Row], two: list[Row]) -> None:
    assert [(row.tokens, row.finish_reason) for row in one] == [(row.tokens, row.finish_reason) for row in two]
    for row, other in zip(one, two, strict=True):
        assert row.score == pytest.approx(other.score, abs=1e-4, nan_ok=True)
        assert row.log_probabilities == pytest.approx(other.log_probabilities, abs=1e-4)


SEARCHES: dict[str, Any] = {
    "beams": lambda: BeamSearch(4, returned=3),
    "beam sampling": lambda: BeamSearch(3, returned=2, sample=True),
    "groups": lambda: GroupBeamSearch(4, 2, 0.7, returned=4),
    "contrastive": lambda: ContrastiveSearch(0.6, 4),
}


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("name", SEARCHES)
def test_texts_are_those_of_a_dynamic_cache(architecture: str, name: str) -> None:
    """With prompts of several lengths, constraints and none, alone and in a batch, with their scores."""
    if name == "contrastive" and architecture == "mistral":
        pytest.skip("a row's states are compared one by one, which layers with windows do not change")
    model = tiny(architecture, WIDTH, end=END)
    for options in ({}, {"log_probabilities": True}):
        one = run(HuggingFaceModel(model), SEARCHES[name](), **options)
        same(one, run(HuggingFaceModel(model, cache="static"), SEARCHES[name](), **options))
        assert len(one) >= len(REQUESTS)
    for request in REQUESTS:
        one = run(HuggingFaceModel(model), SEARCHES[name](), requests=[request])
        same(one, run(HuggingFaceModel(model, cache="static"), SEARCHES[name](), requests=[request]))


@pytest.mark.parametrize("name", ["beams", "contrastive"])
def test_guidance_and_forced_text_too(name: str) -> None:
    """Each row has a twin in the cache, which follows it."""
    model = tiny("qwen2", WIDTH, end=END)
    pipeline = Pipeline([Guidance(2.0), Mask()])
    forced = compile(regex("ABC[D-F]XYZ[G-I]"), LETTERS)
    requests = [Request([5, 6, 7], forced, 9, key=0), Request([8, 9, 10, 11], LIMITED, 9, key=1)]
    rows = [
        run(GuidedModel(HuggingFaceModel(model, cache=cache), [[7]]), SEARCHES[name](), pipeline, requests)
        for cache in ("dynamic", "static")
    ]
    same(*rows)
    rows = [
        run(HuggingFaceModel(model, cache=cache), SEARCHES[name](), MASKED, requests, forced=ForcedText(LETTERS))
        for cache in ("dynamic", "static")
    ]
    if name == "contrastive":  # beams are compared after equally many choices, so forced text may change them
        assert [row.tokens for row in rows[0]] == [row.tokens for row in rows[1]]
    for row in (row for found in rows for row in found):
        assert row.request.constraint is not None
        assert row.request.constraint.accepts(LETTERS.decode(row.tokens))


@pytest.mark.parametrize(
    ("architecture", "cache"), [("mistral", "dynamic"), ("mistral", "static"), ("qwen2", "static"), ("t5", "dynamic")]
)
@pytest.mark.parametrize("log_probabilities", [False, True])
def test_rows_that_read_in_step_wait_for_forced_text(architecture: str, cache: Any, log_probabilities: bool) -> None:
    """A row with nothing to read waits while the others cannot go on without it; also at the beginning and the end."""
    model = tiny(architecture, WIDTH, end=END)
    patterns = ["ABC[D-F]XYZ[G-I]PQR", "[A-E]{12}", "[A-E]{5}PQR", "ABCDEF[A-C]", "[A-C]{2}"]
    requests = [
        Request([5, 6, 7 + i][: 1 + i % 3], compile(regex(pattern), LETTERS), 14, key=i)
        for i, pattern in enumerate(patterns)
    ]
    greedy, options = Pipeline([Mask(), Greedy()]), {"log_probabilities": log_probabilities}
    plain = [run(HuggingFaceModel(model), Sampling(), greedy, [request], **options)[0] for request in requests]
    forced = run(
        HuggingFaceModel(model, cache=cache), Sampling(), greedy, requests, forced=ForcedText(LETTERS), **options
    )
    assert [row.tokens for row in plain] == [row.tokens for row in forced]
    for one, two in zip(plain, forced, strict=True):
        assert one.log_probabilities == pytest.approx(two.log_probabilities, abs=1e-4)


@pytest.mark.parametrize("branches", [1, 3])
@pytest.mark.parametrize("caches", [("dynamic", "static"), ("static", "dynamic"), ("static", "static")])
def test_drafts_may_be_read_and_made_from_static_caches(branches: int, caches: tuple[Any, Any]) -> None:
    """By the large model, the small one, or both; several branches are rows for a while."""
    large, small = tiny("qwen2", WIDTH, end=END), tiny("qwen2", WIDTH, end=END, seed=1, layers=1)
    pipeline = Pipeline([Mask(), Greedy()])

    def texts(one: Any, two: Any) -> list[Row]:
        drafter = DraftModel(HuggingFaceModel(small, cache=two), branches=branches)
        return run(HuggingFaceModel(large, cache=one), Speculation(drafter, length=4), pipeline)

    plain = texts("dynamic", "dynamic")
    rows = texts(*caches)
    same(plain, rows)
    assert any(row.accepted for row in rows)


@pytest.mark.parametrize("architecture", ["llama", "gpt2"])
def test_rows_come_and_go_within_what_is_reserved(architecture: str) -> None:
    """As many as are asked for, beyond what is reserved too; tensors stay where they are within it."""
    model, rng = tiny(architecture, WIDTH), random.Random(4)
    oracle = FunctionModel(alone(model), WIDTH)
    prompts = [[5, 6], [7, 8, 9, 10], [11]]
    context, _ = HuggingFaceModel(model, cache="static").begin(prompts, room=20)
    context.reserve(9)
    texts, _ = oracle.begin(prompts)
    where = context.cache.layers[0].keys.data_ptr()  # type: ignore[attr-defined]
    for size in (9, 2, 5, 1, 7, 9, 30, 3):
        sources = [rng.randrange(texts.rows) for _ in range(size)]
        context.reorder(sources)
        texts.reorder(sources)
        assert (context.cache.layers[0].keys.data_ptr() == where) is (size <= 9) or size == 3  # type: ignore[attr-defined]
        new = [[rng.randrange(3, WIDTH), rng.randrange(3, WIDTH)] for _ in range(size)]
        torch.testing.assert_close(context.read(new), texts.read(new), atol=2e-4, rtol=2e-4)


@pytest.mark.parametrize("architecture", ["llama", "gpt2"])
def test_passes_are_filled_up_to_a_compiled_width(architecture: str) -> None:
    """Tokens taken back, several logits, and until no columns are left to fill."""
    model, rng = tiny(architecture, WIDTH), random.Random(5)
    oracle = FunctionModel(alone(model), WIDTH)
    static = HuggingFaceModel(model, cache="static")
    widths: list[int] = []

    def step(input_ids: Any, **given: Any) -> Any:
        widths.append(input_ids.shape[1])
        return model(input_ids=input_ids, **given)

    static.several, static.step = 6, step
    prompts = [[5, 6], [7, 8, 9, 10]]
    context, logits = static.begin(prompts, room=33)
    texts, expected = oracle.begin(prompts)
    torch.testing.assert_close(logits, expected, atol=2e-4, rtol=2e-4)
    for width in (3, 6, 1, 2, 5, 4, 7, 2, 3):
        new = [rng.choices(range(3, WIDTH), k=width) for _ in prompts]
        keep, back = rng.randint(1, width), rng.randint(0, width - 1)
        torch.testing.assert_close(context.read(new, keep), texts.read(new, keep), atol=2e-4, rtol=2e-4)
        context.take_back([back, back])
        texts.take_back([back, back])
    assert set(widths) == {1, 6}
    assert widths.count(6) >= 6


@pytest.mark.parametrize("architecture", ["llama", "mistral"])
def test_few_passes_are_compiled(architecture: str) -> None:
    """One for a token, two for several, whatever is kept of them, and none that makes the cache's tensors."""
    model, rng = tiny(architecture, WIDTH), random.Random(6)
    static = HuggingFaceModel(model, cache="static", compile=True)
    made, several = 0, 8 if architecture == "llama" else 0  # columns that have left a window are not written over

    def backend(graph: Any, inputs: Any) -> Any:
        nonlocal made
        made += 1
        return graph.forward

    compiled = torch.compile(model, backend=backend, dynamic=False if several else None)
    static.several, static.step = several, compiled
    for prompt in ([5], [5, 6, 7, 8, 9, 10, 11, 12]):
        context, _ = static.begin([prompt], room=90)
        assert made == 0
    for width in [1] * 14 + [2, 3, 8, 5, 4, 7, 6, 8]:
        new = [rng.choices(range(3, WIDTH), k=width)]
        context.read(new, rng.randint(1, width))
    assert made <= 3


@pytest.mark.parametrize("kind", ["gpt_neo", "bart", "camembert"])
def test_models_whose_rows_depend_on_padding_have_none(kind: str) -> None:
    with pytest.raises(UnsupportedError, match="positions that depend on padding"):
        HuggingFaceModel(causal(kind), cache="static")


def test_layers_with_an_indexer_move_it_too() -> None:
    model, rng = causal("deepseek_v32"), random.Random(7)
    contexts = [HuggingFaceModel(model, cache=cache).begin([[5, 6], [7, 8]], room=30)[0] for cache in CACHES]
    for sources in ([1, 0], [0, 1, 1], [2, 0]):
        new = [rng.choices(range(3, 30), k=2) for _ in sources]
        for context in contexts:
            context.reorder(sources)
        one, two = (context.read(new) for context in contexts)
        torch.testing.assert_close(one, two, atol=2e-3, rtol=2e-3)


@pytest.mark.slow
def test_beams_of_a_compiled_step() -> None:
    """`compile=True` on the CPU: the same beams, and steps of one size, so that a second search compiles nothing."""
    model = tiny("llama", WIDTH, end=END, layers=1)
    requests = [Request([5, 6, 7, 8], None, 6, key=0), Request([9], None, 6, key=1)]
    compiled = HuggingFaceModel(model, cache="static", compile=True)
    plain = run(HuggingFaceModel(model), BeamSearch(3, returned=3), requests=requests)

    same(plain, run(compiled, BeamSearch(3, returned=3), requests=requests))
    before = torch._dynamo.utils.counters["stats"]["unique_graphs"]
    same(plain, run(compiled, BeamSearch(3, returned=3), requests=requests))
    assert 0 < before == torch._dynamo.utils.counters["stats"]["unique_graphs"]
