"""Copies and pickles of what samples: every stage, every processor, pipelines."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest
import torch

import constrain
import constrain.sampling
import constrain.sampling.huggingface as processors
from constrain import Vocabulary
from constrain.grammars import regex
from constrain.sampling import Pipeline
from constrain.sampling.stages import Categorical, Mask, Stage, Temperature, TopP

WIDTH = 32
VOCABULARY = Vocabulary([*(bytes((97 + i,)) for i in range(WIDTH - 1)), None], end_ids=[WIDTH - 1])
SOURCE = torch.tensor([[3, 4, 5, 3, 4]])


def some_tokens(prompt: int, ids: torch.Tensor) -> list[int]:
    """A function that pickle finds by name."""
    return [1, 2, len(ids)]


# What the stages and processors that need something are given.
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "AdaptiveP": (0.5,),
    "AllowedTokens": ([1, 2, 3],),
    "BadWords": ([[1], [2, 3]],),
    "DRY": (0.8,),
    "DynamicTemperature": (1.0, 0.5),
    "EncoderNoRepeatNGram": (2, SOURCE),
    "EncoderRepetitionPenalty": (1.2, SOURCE),
    "Epsilon": (0.01,),
    "Eta": (0.01,),
    "ExponentialDecayLength": (1, 1.1, WIDTH - 1),
    "ForcedToken": (3, 1),
    "GreenListWatermark": (WIDTH,),
    "Infill": (VOCABULARY.token_bytes, [WIDTH - 1], WIDTH - 1),
    "LogitBias": ({1: 2.0},),
    "MinK": (3.0,),
    "MinP": (0.1,),
    "MinTokens": (4, WIDTH - 1),
    "Mirostat": (WIDTH,),
    "NoRepeatNGram": (2,),
    "PrefixFunction": (some_tokens,),
    "PresencePenalty": (0.5,),
    "RepetitionPenalty": (1.2,),
    "SequenceBias": ({(1, 2): 1.0},),
    "Skew": (0.5,),
    "Smoothing": (0.3,),
    "SuppressTokens": ([1],),
    "SynthIDWatermark": ([1, 2, 3, 4],),
    "TailFree": (0.9,),
    "Temperature": (0.7,),
    "TopA": (0.2,),
    "TopH": (0.4,),
    "TopK": (5,),
    "TopNSigma": (1.0,),
    "TopP": (0.9,),
    "XTC": (1.0,),
    "EncoderNoRepeatNGramLogitsProcessor": (2, SOURCE),
    "EncoderRepetitionPenaltyLogitsProcessor": (1.2, SOURCE),
    "EpsilonLogitsWarper": (0.01,),
    "EtaLogitsWarper": (0.01,),
    "ExponentialDecayLengthPenalty": ((1, 1.1), WIDTH - 1, 2),
    "ForcedBOSTokenLogitsProcessor": (1,),
    "ForcedEOSTokenLogitsProcessor": (5, WIDTH - 1),
    "MinLengthLogitsProcessor": (7, WIDTH - 1),
    "MinNewTokensLengthLogitsProcessor": (2, 4, WIDTH - 1),
    "MinPLogitsWarper": (0.1,),
    "NoBadWordsLogitsProcessor": ([[1], [2, 3]],),
    "NoRepeatNGramLogitsProcessor": (2,),
    "PrefixConstrainedLogitsProcessor": (some_tokens, 1),
    "RepetitionPenaltyLogitsProcessor": (1.2,),
    "SequenceBiasLogitsProcessor": ({(1, 2): 1.0},),
    "SuppressTokensAtBeginLogitsProcessor": ([1], 4),
    "SuppressTokensLogitsProcessor": ([1],),
    "SynthIDTextWatermarkLogitsProcessor": (3, [1, 2, 3], 64, 0, 16, "cpu"),
    "TemperatureLogitsWarper": (0.7,),
    "TopHLogitsWarper": (0.4,),
    "TopKLogitsWarper": (5,),
    "TopPLogitsWarper": (0.9,),
    "WatermarkLogitsProcessor": (WIDTH, "cpu"),
}
# Those that are not called with (ids, scores): tested below, abstract, or for other loops.
APART = {"Stage", "Guidance", "ModelGuidance", "Mask", "MirostatV2", "ClassifierFreeGuidanceLogitsProcessor"}
APART |= {"ConstraintLogitsProcessor", "HammingDiversityLogitsProcessor", "LogitsProcessor", "LogitsProcessorList"}
APART |= {"LogitsWarper", "UnbatchedClassifierFreeGuidanceLogitsProcessor", "Mirostat", "AdaptiveP"}
NAMES = sorted(
    name
    for module in (constrain.sampling, processors)
    for name, each in vars(module).items()
    if inspect.isclass(each) and issubclass(each, (Stage, processors.LogitsProcessor)) and name not in APART
)
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", NAMES)
def test_a_stage_is_the_same_after_copying(name: str, way: str) -> None:
    """A copied or pickled stage, or processor, gives the same scores."""
    kind = getattr(constrain.sampling.stages, name, None) or getattr(processors, name)
    stage = kind(*ARGUMENTS.get(name, ()))
    ids = torch.tensor([[3, 4, 5, 3]])
    scores = torch.randn(1, WIDTH, generator=torch.Generator().manual_seed(1))

    other = WAYS[way](stage)

    found = []
    for each in (stage, other):
        torch.manual_seed(0)
        found.append(each(ids, scores.clone()))
    assert torch.equal(*found)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", sorted(APART & ARGUMENTS.keys()))
def test_a_stage_that_remembers_has_the_same_parameters(name: str, way: str) -> None:
    """A stage that only works in a pipeline is written the same after copying."""
    stage = getattr(constrain.sampling.stages, name)(*ARGUMENTS[name])

    assert repr(stage) == repr(WAYS[way](stage))


@pytest.mark.parametrize("way", WAYS)
def test_a_pipeline_is_the_same_after_copying(way: str) -> None:
    """A copied or pickled pipeline draws the same tokens, also in the middle of being used as a processor."""
    constraint = constrain.compile(regex("[a-c]{3}d"), VOCABULARY)
    pipeline = Pipeline([Mask(), Temperature(0.8), TopP(0.9), Categorical()])
    logits = torch.randn(4, 2, WIDTH, generator=torch.Generator().manual_seed(1))

    def drawn(sampler: Pipeline, constraints: Any) -> list[list[int]]:
        rows = sampler.start(torch.zeros(2, 1, dtype=torch.int64), constraint=constraints, seeds=3)
        for each in logits:
            rows.advance(rows.sample(each))
        return rows.tokens.tolist()

    processor = pipeline.processor(constraint=constraint, seeds=3)
    first = torch.zeros(2, 1, dtype=torch.int64)
    scores = processor(first, logits[0])

    other, constraint_too = WAYS[way]((pipeline, constraint))

    assert drawn(pipeline, constraint) == drawn(other, constraint_too)
    assert torch.equal(scores, WAYS[way](processor)(first, logits[0]))


def test_rows_are_forked_by_copying_and_say_why_they_cannot_be_sent() -> None:
    """A copy of rows is a fork; pickling them is a TypeError that says what to send."""
    pipeline = Pipeline([Mask(), Categorical()])
    rows = pipeline.start(
        torch.zeros(1, 1, dtype=torch.int64), constraint=constrain.compile(regex("ab"), VOCABULARY), seeds=0
    )
    copies = [copy.copy(rows), copy.deepcopy(rows)]

    rows.advance([0])

    assert [[0, 0]] == rows.tokens.tolist()
    assert [[[0]]] * 2 == [other.tokens.tolist() for other in copies]
    with pytest.raises(TypeError, match=r"send the pipeline, the constraints and `rows\.tokens`"):
        pickle.dumps(rows)


def test_models_with_processors_are_copied() -> None:
    """The processors of a generation can be copied with the list that they are in."""
    constraint = constrain.compile(regex("a+"), VOCABULARY)
    listed = processors.LogitsProcessorList([processors.ConstraintLogitsProcessor(constraint)])
    ids, scores = torch.tensor([[1]]), torch.zeros(1, WIDTH)

    for way in WAYS.values():
        assert torch.equal(listed(ids, scores), way(listed)(ids, scores))
