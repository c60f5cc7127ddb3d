"""Every decoding mode × random grammars × random budgets: each text is complete, in the language, and short enough.

CONSTRAIN_GENERATIONS=20000 python -m pytest tests/sampling/decoding/test_every_mode.py
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import constrain  # noqa: E402
from constrain import ConstrainError, LimitExceeded, Vocabulary  # noqa: E402
from constrain.grammar import Grammar  # noqa: E402
from constrain.grammars import free_text, regex, region, sequence  # noqa: E402
from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.decoding import (  # noqa: E402
    AdaptiveSampling,
    BeamSearch,
    BestOf,
    ContrastiveSearch,
    DeviceSampling,
    DraftModel,
    ForcedText,
    FunctionModel,
    GroupBeamSearch,
    GuidedModel,
    HuggingFaceModel,
    LanguageModel,
    PromptLookup,
    Request,
    Sampling,
    Scheduler,
    Search,
    Speculation,
    WeightedSampling,
)
from constrain.sampling.decoding.canonical import Canonical, CanonicalSampling  # noqa: E402
from constrain.sampling.stages import (  # noqa: E402
    Categorical,
    FrequencyPenalty,
    Greedy,
    Guidance,
    Mask,
    RepetitionPenalty,
    Temperature,
    TopK,
    TopP,
)
from tests.sampling.tiny_models import tiny  # noqa: E402
from tests.strategies import random_world, vocabulary_of  # noqa: E402

GENERATIONS = int(os.environ.get("CONSTRAIN_GENERATIONS", "600"))
DRAWING = Pipeline([RepetitionPenalty(1.2), Mask(), Temperature(1.5), TopK(20), TopP(0.9), Categorical()])
PLAIN = Pipeline([FrequencyPenalty(0.3), Temperature(1.2), Mask(), Categorical()])


MODES = [
    "greedy",
    "sampling",
    "guided",
    "beams",
    "beam-sampling",
    "group-beams",
    "n-grams",
    "draft-model",
    "adaptive",
    "particles",
    "best-of",
    "contrastive",
    "canonical",
    "device",
]


def mode_of(name: str, small: FunctionModel, vocabulary: Vocabulary) -> tuple[Search, Pipeline]:
    """A fresh search, because some of them learn."""
    scores = Pipeline([RepetitionPenalty(1.1), Mask()])
    searches: dict[str, tuple[Search, Pipeline]] = {
        "greedy": (Sampling(), Pipeline([Mask(), Greedy()])),
        "sampling": (Sampling(2), DRAWING),
        "guided": (Sampling(2), Pipeline([Guidance(1.7), Mask(), Temperature(1.3), Categorical()])),
        "beams": (BeamSearch(3, returned=2), scores),
        "beam-sampling": (BeamSearch(3, returned=2, sample=True), scores),
        "group-beams": (GroupBeamSearch(4, 2, 0.7, returned=2), scores),
        "n-grams": (Speculation(PromptLookup(), copies=2), DRAWING),
        "draft-model": (Speculation(DraftModel(small, branches=2), length=4), DRAWING),
        "adaptive": (AdaptiveSampling(2), PLAIN),
        "particles": (WeightedSampling(4), PLAIN),
        "best-of": (BestOf(3, returned=2), DRAWING),
        "contrastive": (ContrastiveSearch(0.6, 3), scores),
        "canonical": (CanonicalSampling(Canonical(vocabulary, longest_match(vocabulary))), PLAIN),
        "device": (DeviceSampling(2, steps=5), Pipeline([Mask(), Temperature(1.3), TopK(20), Categorical()])),
    }
    return searches[name]


def longest_match(vocabulary: Vocabulary) -> Callable[[str], list[int]]:
    """A tokenizer that takes the longest token at each place, and writes nothing where there is none."""
    known = {piece: token for token, piece in enumerate(vocabulary.token_bytes) if piece}

    def encode(text: str) -> list[int]:
        rest, found = text.encode(), []
        while rest:
            piece = max((piece for piece in known if rest.startswith(piece)), key=len, default=None)
            if piece is None:
                return []
            found.append(known[piece])
            rest = rest[len(piece) :]
        return found

    return encode


@pytest.mark.parametrize("mode", MODES)
def test_texts_complete_within_their_budget(mode: str) -> None:
    """The least budget included; rows of a beam search beyond the language are unavailable."""
    made, seed = 0, 0
    while made < GENERATIONS // len(MODES):
        seed += 1
        chance = random.Random(f"{mode} {seed}")
        world = random_world(chance)
        vocabulary = vocabulary_of(world.tokens)
        thought = Thought(chance, vocabulary) if chance.random() < 0.3 else None
        try:
            constraint = constrain.compile(thought.before(world.grammar) if thought else world.grammar, vocabulary)
        except ConstrainError:
            continue
        least = constraint.matcher().tokens_to_end
        if least > 20:
            continue
        width = vocabulary.size + chance.randint(0, 3)
        model, small = (FunctionModel(logits(width, f"{seed} {name}"), width) for name in ("model", "draft"))
        search, pipeline = mode_of(mode, small, vocabulary)
        prompts = [[chance.randrange(vocabulary.size) for _ in range(chance.randint(1, 4))] for _ in range(3)]
        budgets = [max(1, least + chance.choice([0, 0, 1, 2, 6])) for _ in prompts]
        requests = [Request(p, constraint, b, key=b) for p, b in zip(prompts, budgets, strict=True)]
        forces = mode in ("greedy", "sampling", "guided", "n-grams") and chance.random() < 0.5
        scheduler = Scheduler(
            model_of(mode, model),
            pipeline,
            search=search,
            seeds=seed,
            forced=ForcedText(vocabulary) if forces else None,
            max_rows=chance.choice([4, 9]),
        )
        for number, row in scheduler.finished(requests):
            what = f"{mode}, seed {seed}: {world.grammar!r}, budget {budgets[number]}, {row.tokens}"
            assert row.error is None, f"{what}: {row.error!r}"
            if row.finish_reason == "unavailable":
                assert "beam" in mode, what
                continue
            made += 1
            matcher = constraint.matcher()
            for token in row.tokens:
                matcher.advance(token)
            assert matcher.is_accepting, what
            assert "stop" == row.finish_reason, what
            assert len(row.tokens) <= budgets[number], what
            if thought:
                assert thought.tokens(row.tokens) <= thought.budget, what


def test_a_region_with_too_few_tokens_is_refused_before_the_first() -> None:
    """With what it may take and what it needs; other prompts go on."""
    vocabulary = Vocabulary([None, b"a", b"b"], end_ids=[0])
    short, enough = (
        constrain.compile(sequence(region(regex("a{3}"), max_tokens=most), regex("b")), vocabulary) for most in (2, 3)
    )
    model = FunctionModel(lambda rows: torch.zeros(len(rows), 3), 3)
    requests = [Request([1], short), Request([1], enough)]
    scheduler = Scheduler(model, Pipeline([Mask(), Greedy()]), vocabulary=vocabulary)

    refused, written = (row for _, row in scheduler.finished(requests))

    assert isinstance(refused.error, LimitExceeded)
    assert (2, 3) == (refused.error.limit, refused.error.needed)
    assert [1, 1, 1, 2] == written.tokens


def model_of(mode: str, model: FunctionModel) -> LanguageModel:
    """What the mode reads: contrastive search compares hidden states, which a function has not."""
    if mode == "guided":
        return GuidedModel(model)
    return hidden_states(model.width) if mode == "contrastive" else model


@cache
def hidden_states(width: int) -> HuggingFaceModel:
    """A small model of transformers with as many logits."""
    return HuggingFaceModel(tiny("gpt2", width))


class Thought:
    """Free text before the text of a grammar, with a budget of tokens of its own."""

    def __init__(self, chance: random.Random, vocabulary: Vocabulary) -> None:
        self.sizes = [len(piece or b"") for piece in vocabulary.token_bytes]
        self.spelled = vocabulary.token_bytes
        texts = [piece.decode("ascii", "ignore") for piece in self.spelled if piece]
        self.stop = chance.choice([text for text in texts if text] or ["a"])
        self.budget = chance.randint(1, 5)

    def before(self, grammar: Grammar) -> Grammar:
        return sequence(free_text(until=self.stop, max_tokens=self.budget), grammar)

    def tokens(self, tokens: list[int]) -> int:
        """How many tokens have some of it, the stop aside."""
        end = b"".join(self.spelled[token] or b"" for token in tokens).index(self.stop.encode())
        begins = accumulate((self.sizes[token] for token in tokens), initial=0)
        return sum(begin < end for begin in begins)


def logits(width: int, name: str) -> Any:
    """A model whose logits depend on the last three tokens and the length; some tokens are next to impossible."""

    def of(rows: list[list[int]]) -> Any:
        return torch.stack([torch.tensor(_row(width, f"{name} {row[-3:]} {len(row)}")) for row in rows])

    return of


def _row(width: int, name: str) -> list[float]:
    chance = random.Random(name)
    return [chance.gauss(0, 3) - 30 * (chance.random() < 0.1) for _ in range(width)]
