"""Every processor of transformers, under its own name: the same arguments, checks, kept tokens and scores."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
import transformers.generation.logits_process as theirs
import transformers.generation.stopping_criteria as criteria

import constrain.sampling.huggingface as ours

WIDTHS = (1, 3, 7, 100, 333)
DTYPES = (torch.float32, torch.float64, torch.bfloat16, torch.float16)


def inputs(seed: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Ids (rows, length) and scores (rows, width): flat, peaked, tied, with forbidden tokens, of every dtype."""
    generator = torch.Generator().manual_seed(seed)
    for width, dtype in itertools.product(WIDTHS, DTYPES):
        rows = int(torch.randint(1, 4, (), generator=generator))
        length = int(torch.randint(1, 12, (), generator=generator))
        ids = torch.randint(0, width, (rows, length), generator=generator)
        scores = torch.randn(rows, width, generator=generator) * float(
            10 ** (torch.rand((), generator=generator) * 2 - 1)
        )
        kind = int(torch.randint(0, 4, (), generator=generator))
        if kind == 1:
            scores = scores.round()  # ties
        elif kind == 2:
            scores[torch.rand(rows, width, generator=generator) < 0.5] = -torch.inf
            scores[:, int(torch.randint(0, width, (), generator=generator))] = 1.0
        elif kind == 3:
            scores = scores.log_softmax(-1)
        yield ids, scores.to(dtype)


def both(name: str, *args: Any, **kwargs: Any) -> tuple[Any, Any]:
    """transformers' processor and ours; or, if either refuses the arguments, the two errors."""
    made = []
    for module in (theirs, ours):
        try:
            made.append(getattr(module, name)(*args, **kwargs))
        except Exception as error:
            made.append(error)
    return made[0], made[1]


def assert_same(expected: Any, found: Any, name: str, seed: int = 0, draws: Callable[[int], Any] = inputs) -> None:
    """Both refused alike, or both give the same scores (bit by bit) or the same error for many inputs."""
    if isinstance(expected, Exception) or isinstance(found, Exception):
        assert (type(expected), str(expected)) == (type(found), str(found)), name
        return
    for ids, scores in draws(seed):
        before = scores.clone()
        try:
            wanted = copy.deepcopy(expected)(ids, scores.clone())  # theirs keep what the first call's width was
        except Exception as error:
            with pytest.raises(type(error)):
                found(ids, scores)
            continue
        got = found(ids, scores)
        torch.testing.assert_close(got, wanted, rtol=0, atol=0, equal_nan=True, msg=lambda m, n=name: f"{n}: {m}")
        torch.testing.assert_close(scores, before, rtol=0, atol=0, equal_nan=True)


WARPERS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    *(("TemperatureLogitsWarper", (t,), {}) for t in (0.1, 0.7, 1.0, 3.3, 0.0, -1.0, 1, "1", None)),
    *(("TopKLogitsWarper", (k,), {"min_tokens_to_keep": m}) for k in (1, 2, 5, 50, 1000, 0, -1, 1.5) for m in (1, 3)),
    *(
        ("TopPLogitsWarper", (p,), {"min_tokens_to_keep": m})
        for p in (0, 0.1, 0.5, 0.9, 0.95, 0.999, 1.0, 1, -0.1, 1.1)
        for m in (1, 2, 0, 1.0)
    ),
    *(
        ("MinPLogitsWarper", (p,), {"min_tokens_to_keep": m})
        for p in (0.0, 0.02, 0.3, 1.0, -0.1, 1.1)
        for m in (1, 3, 0, -1)
    ),
    *(
        ("TypicalLogitsWarper", (p,), {"min_tokens_to_keep": m})
        for p in (0.05, 0.2, 0.9, 0.99, 0.0, 1.0, -1)
        for m in (1, 2, 0)
    ),
    *(
        (name, (p,), {"min_tokens_to_keep": m})
        for name in ("EpsilonLogitsWarper", "EtaLogitsWarper")
        for p in (1e-4, 0.01, 0.2, 0.9, 0, 1, -1, 2.0)
        for m in (1, 2, 0)
    ),
    *(("TopHLogitsWarper", (h,), {}) for h in (0.05, 0.4, 0.8, 1.0, 0.0, 1.1)),
    *(
        (name, (0.5,), {"filter_value": -50.0})
        for name in ("TopPLogitsWarper", "MinPLogitsWarper", "TypicalLogitsWarper")
    ),
    ("TopKLogitsWarper", (2,), {"filter_value": -50.0}),
    ("TopHLogitsWarper", (0.5,), {"filter_value": -50.0}),
]


@pytest.mark.parametrize(("name", "args", "kwargs"), WARPERS, ids=lambda value: str(value))
def test_a_warper_is_theirs_to_the_bit(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Temperature and truncations: kept sets, scores and refusals equal, for ties, forbidden tokens and half floats."""
    expected, found = both(name, *args, **kwargs)

    assert_same(expected, found, name)


PROCESSORS: list[tuple[str, tuple[Any, ...]]] = [
    *(("RepetitionPenaltyLogitsProcessor", (p,)) for p in (0.5, 1.0, 1.3, 0.0, -1.0, 1)),
    *(("RepetitionPenaltyLogitsProcessor", (1.3, n)) for n in (0, 2, 100, -1, torch.ones(1, 1))),
    *(("NoRepeatNGramLogitsProcessor", (n,)) for n in (1, 2, 3, 5, 50, 0, -1, 1.0)),
    *(("MinLengthLogitsProcessor", (n, e)) for n in (0, 1, 5, 100, -1, 1.5) for e in (0, [0], [0, 2])),
    *(("MinNewTokensLengthLogitsProcessor", (p, n, 0)) for p in (0, 3, 20, -1) for n in (0, 2, 50, -1, 2.0)),
    *(("ForcedBOSTokenLogitsProcessor", (t,)) for t in (0,)),
    *(("ForcedEOSTokenLogitsProcessor", (n, e)) for n in (1, 4, 8) for e in (0, [0], [-1], [0.5], -3)),
    ("InfNanRemoveLogitsProcessor", ()),
    ("LogitNormalization", ()),
    *(
        ("ExponentialDecayLengthPenalty", ((s, f), e, 2))
        for s in (0, 3, 50)
        for f in (1.01, 1.7, 0.5)
        for e in (0, [0])
    ),
    ("ExponentialDecayLengthPenalty", ((1, 1.5), [-1], 2)),
    *(("SuppressTokensLogitsProcessor", (t,)) for t in ([0], [0, 2], [], [500])),
    *(("SuppressTokensAtBeginLogitsProcessor", (t, n)) for t in ([0], [0, 2]) for n in (1, 4, 9)),
    *(
        ("SequenceBiasLogitsProcessor", (bias,))
        for bias in (
            {(0,): 1.5},
            {(0,): 1.5, (1, 2): -3.0, (0, 2): 1.0, (2, 1, 0): 7.0, (1, 1, 2): float("-inf")},
            [[[0], 1.5], [[1, 2], -3.0]],
            [[[0, 0], -1.0]],
            {},
            [],
            None,
            {(): 1.0},
            {(0,): 1},
            {(-1,): 1.0},
            {0: 1.0},
            [[[0], 1]],
            [[(0,), 1.0]],
            {(999,): 1.0},
        )
    ),
    *(
        ("NoBadWordsLogitsProcessor", (words, ends))
        for words in ([[0]], [[1, 2], [0, 1]], [[0], [1]], [[2, 2, 2]], [], None, [0], [[-1]], [[1.5]])
        for ends in (None, 0, [0, 1])
    ),
]


@pytest.mark.parametrize(("name", "args"), PROCESSORS, ids=lambda value: str(value))
def test_a_processor_is_theirs_to_the_bit(name: str, args: tuple[Any, ...]) -> None:
    """Penalties, biases and lengths: scores and refusals equal."""
    expected, found = both(name, *args)

    assert_same(expected, found, name)


def test_rows_may_ignore_so_many_ids_each() -> None:
    """The repetition penalty ignores each row's left padding, and refuses another number of rows."""
    ids, scores = torch.tensor([[0, 0, 1, 2], [1, 2, 3, 3]]), torch.randn(2, 6)
    ignored = torch.tensor([2, 0])
    expected, found = both("RepetitionPenaltyLogitsProcessor", 1.7, ignored)

    torch.testing.assert_close(found(ids, scores), expected(ids, scores), rtol=0, atol=0)
    with pytest.raises(ValueError, match="Incompatible"):
        found(ids[:1], scores[:1])


@pytest.mark.parametrize("rows", [2, 4])
@pytest.mark.parametrize("size", [1, 2, 3, 9])
def test_the_source_text_counts_for_every_beam_of_its_prompt(rows: int, size: int) -> None:
    """The encoder's penalties: two prompts, their rows one or two each."""
    source = torch.tensor([[1, 2, 3, 1, 2, 4], [5, 5, 5, 6, 1, 2]])
    ids, scores = torch.randint(0, 7, (rows, 5), generator=torch.Generator().manual_seed(rows)), torch.randn(rows, 8)
    for name, args in (
        ("EncoderNoRepeatNGramLogitsProcessor", (size, source)),
        ("EncoderNoRepeatNGramLogitsProcessor", (size, source[0])),
        ("EncoderRepetitionPenaltyLogitsProcessor", (1.0 + size / 4, source)),
    ):
        expected, found = both(name, *args)
        assert_same(expected, found, name, draws=lambda seed: iter([(ids, scores)]))
    for arguments in ((0, source), (1.5, source), (-1, source)):
        assert_same(*both("EncoderNoRepeatNGramLogitsProcessor", *arguments), "refused")
        assert_same(
            *both("EncoderRepetitionPenaltyLogitsProcessor", arguments[0] or 0.0, source),
            "accepted or refused",
            draws=lambda seed: iter([]),
        )


def test_invalid_values_are_replaced_alike() -> None:
    """NaN, infinities: in every dtype."""
    scores = torch.tensor([[float("nan"), float("inf"), float("-inf"), 1.0]])
    expected, found = both("InfNanRemoveLogitsProcessor")
    for dtype in DTYPES:
        ids = torch.zeros(1, 1, dtype=torch.int64)
        torch.testing.assert_close(found(ids, scores.to(dtype)), expected(ids, scores.to(dtype)), rtol=0, atol=0)


def test_the_prefix_function_is_asked_for_the_same_rows() -> None:
    """Allowed tokens per prompt and beam; all allowed ones forbidden already: they become possible; none: an error."""
    asked: list[tuple[int, list[int]]] = []

    def allowed(prompt: int, ids: torch.Tensor) -> list[int]:
        asked.append((prompt, ids.tolist()))
        return [prompt, int(ids[-1])]

    ids, scores = torch.tensor([[0, 1], [0, 2], [3, 3], [3, 4]]), torch.randn(4, 6)
    scores[2:, [1, 3, 4]] = -torch.inf
    expected, found = both("PrefixConstrainedLogitsProcessor", allowed, 2)
    torch.testing.assert_close(found(ids, scores), expected(ids, scores), rtol=0, atol=0)
    assert asked[:4] == asked[4:]
    for processor in both("PrefixConstrainedLogitsProcessor", lambda prompt, ids: [], 1):
        with pytest.raises(ValueError, match="returned an empty list"):
            processor(ids, scores)


@pytest.mark.parametrize("scheme", ["lefthash", "selfhash"])
@pytest.mark.parametrize("width", [1, 3])
def test_the_green_list_is_the_same(scheme: str, width: int) -> None:
    """The KGW watermark: the same green tokens, so either side's detector finds the other's mark."""
    arguments = (64, "cpu", 0.3, 1.5, 15485863, scheme, width)
    assert_same(*both("WatermarkLogitsProcessor", *arguments), "watermark", draws=_wide)
    for wrong in ((64, "cpu", 0.0), (64, "cpu", 1.0), (64, "cpu", 0.25, 2.0, 1, "x")):
        assert_same(*both("WatermarkLogitsProcessor", *wrong), "refused")


def _wide(seed: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    generator = torch.Generator().manual_seed(seed)
    for length in (3, 4, 9):
        yield torch.randint(0, 64, (3, length), generator=generator), torch.randn(3, 64, generator=generator)


@pytest.mark.parametrize("skip", [False, True])
def test_synthid_marks_alike_token_for_token(skip: bool) -> None:
    """Over a whole generation, with repeated contexts, as transformers' stateful processor does."""
    arguments = {
        "ngram_len": 3,
        "keys": [654, 400, 836, 123],
        "sampling_table_size": 512,
        "sampling_table_seed": 7,
        "context_history_size": 6,
        "device": "cpu",
        "skip_first_ngram_calls": skip,
    }
    expected, found = both("SynthIDTextWatermarkLogitsProcessor", **arguments)
    generator = torch.Generator().manual_seed(3)
    ids = torch.randint(0, 4, (2, 5), generator=generator)
    for _ in range(40):
        scores = torch.randn(2, 20, generator=generator)
        torch.testing.assert_close(found(ids, scores), expected(ids, scores), rtol=1e-6, atol=1e-6)
        ids = torch.cat([ids, torch.randint(0, 3, (2, 1), generator=generator)], dim=1)


def test_guidance_of_a_doubled_batch() -> None:
    """The halves are mixed alike, and wrong arguments are refused alike."""
    ids, scores = torch.zeros(2, 3, dtype=torch.int64), torch.randn(4, 5)
    expected, found = both("ClassifierFreeGuidanceLogitsProcessor", 1.5)
    torch.testing.assert_close(found(ids, scores), expected(ids, scores))
    with pytest.raises(ValueError, match="twice the batch size"):
        found(ids, scores[:3])
    assert_same(*both("ClassifierFreeGuidanceLogitsProcessor", 1.0), "scale")


def test_every_name_is_there() -> None:
    """All of transformers 5.23's and 4.45's processors, and its criteria; those, and single audio models', are its own."""
    audio = ("Whisper", "Dia", "Bark", "Alternating")
    for name in vars(theirs):
        found = vars(theirs)[name]
        if (
            not isinstance(found, type)
            or not issubclass(found, theirs.LogitsProcessor)
            or found.__module__ != theirs.__name__
        ):
            continue
        here = getattr(ours, name)
        assert (here is found) == (name.startswith(audio) or name == "LogitsProcessor"), name
    assert {"HammingDiversityLogitsProcessor", "LogitsProcessorList", "LogitsWarper"} <= set(dir(ours))
    for name in ("StoppingCriteria", "StoppingCriteriaList", "MaxLengthCriteria", "EosTokenCriteria"):
        assert getattr(ours, name) is getattr(criteria, name)
    with pytest.raises(AttributeError, match="NoSuch"):
        ours.NoSuch  # noqa: B018


def test_hamming_diversity_is_what_transformers_4_did() -> None:
    """Tokens that earlier groups chose at this step are penalised by their number; the first group is left alone."""
    processor = ours.HammingDiversityLogitsProcessor(0.5, num_beams=4, num_beam_groups=2)
    chosen = torch.tensor([1, 1, 0, 0, 2, 3, 0, 0])  # two prompts of four beams; the last two of each are still open
    scores = torch.zeros(4, 5)
    ids = torch.zeros(4, 1, dtype=torch.int64)

    assert processor(ids, scores, chosen, 0) is scores
    expected = torch.tensor([[0, -1.0, 0, 0, 0]] * 2 + [[0, 0, -0.5, -0.5, 0]] * 2)
    torch.testing.assert_close(processor(ids, scores, chosen, 1), expected)
    for wrong in ((0.0, 4, 2), (1, 4, 2), (0.5, 1, 2), (0.5, 4, 1), (0.5, 2, 4)):
        with pytest.raises(ValueError, match=r"should be|has to be"):
            ours.HammingDiversityLogitsProcessor(*wrong)
