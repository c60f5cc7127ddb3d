"""Without a constraint, our loops give what `model.generate` of transformers gives: greedy texts, beams, their scores."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain import Vocabulary  # noqa: E402
from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.decoding import HuggingFaceModel, Request, Row, Sampling, Search, decode  # noqa: E402
from constrain.sampling.decoding.beam_search.beams import BeamSearch  # noqa: E402
from tests.sampling.decoding.worlds import surprise  # noqa: E402
from tests.sampling.tiny_models import ARCHITECTURES, tiny  # noqa: E402

WIDTH, LENGTH = 64, 12
SEVERAL = (2, 7, 9)  # end tokens
BEAMS: list[dict[str, Any]] = [
    {"num_beams": 3},
    {"num_beams": 4, "num_return_sequences": 3, "length_penalty": 2.0},
    {"num_beams": 4, "num_return_sequences": 4, "early_stopping": True, "length_penalty": 0.0},
    {"num_beams": 2, "early_stopping": "never"},
    {"num_beams": 3, "early_stopping": "never", "length_penalty": -1.0, "repetition_penalty": 1.5},
    {"num_beams": 3, "no_repeat_ngram_size": 2, "min_new_tokens": 5},
]


def vocabulary(ends: Sequence[int]) -> Vocabulary:
    pieces = [None, None, None, *(bytes([65 + i]) for i in range(WIDTH - 3))]
    return Vocabulary(pieces, end_ids=list(ends))


def prompts(seed: int) -> list[list[int]]:
    source = random.Random(seed)
    return [[source.randrange(3, WIDTH) for _ in range(length)] for length in (5, 3, 9, 5)]


def theirs(
    model: Any, rows: list[list[int]], ends: Sequence[int], **options: Any
) -> tuple[list[list[int]], list[float]]:
    """The texts of `model.generate` without their ends, and the scores of beams."""
    encodes = model.config.is_encoder_decoder
    width = max(map(len, rows))
    padded = [[0] * (width - len(row)) for row in rows]
    ids = torch.tensor([row + pad if encodes else pad + row for row, pad in zip(rows, padded, strict=True)])
    ones = [[1] * len(row) for row in rows]
    mask = torch.tensor([row + pad if encodes else pad + row for row, pad in zip(ones, padded, strict=True)])
    output = model.generate(
        ids,
        attention_mask=mask,
        max_new_tokens=LENGTH,
        do_sample=False,
        return_dict_in_generate=True,
        output_scores=True,
        eos_token_id=list(ends),
        **options,
    )
    texts = output.sequences[:, 1 if encodes else width :].tolist()
    cut = [next((i for i, token in enumerate(text) if token in ends), len(text)) for text in texts]
    scores = output.sequences_scores.tolist() if "num_beams" in options else []
    return [text[:end] for text, end in zip(texts, cut, strict=True)], scores


def ours(model: Any, rows: list[list[int]], ends: Sequence[int], search: Search, **options: Any) -> list[Row]:
    config = copy.deepcopy(model.generation_config)
    config.update(**options, max_new_tokens=LENGTH, eos_token_id=list(ends))
    pipeline = Pipeline.transformers(config, draw=isinstance(search, Sampling))
    requests = [Request(row, max_tokens=LENGTH, key=i) for i, row in enumerate(rows)]
    batch = search.batch(HuggingFaceModel(model), pipeline, requests, vocabulary=vocabulary(ends))
    for _ in decode(batch, search):
        pass
    return sorted(batch.done, key=lambda row: (row.request.key, row.number))


def beam_search(options: dict[str, Any]) -> BeamSearch:
    names = {"num_return_sequences": "returned", "length_penalty": "length_penalty", "early_stopping": "early_stopping"}
    return BeamSearch(options["num_beams"], **{names[name]: options[name] for name in names if name in options})


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_greedy_texts_are_those_of_transformers(architecture: str) -> None:
    """In a padded batch and one by one, with and without a penalty."""
    model = tiny(architecture, WIDTH)
    for options in ({}, {"repetition_penalty": 1.3}):
        expected, _ = theirs(model, prompts(1), [2], **options)

        together = ours(model, prompts(1), [2], Sampling(), **options)
        alone = [ours(model, [row], [2], Sampling(), **options)[0] for row in prompts(1)]

        assert expected == [row.tokens for row in together]
        assert expected == [row.tokens for row in alone]


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("ends", [(2,), SEVERAL])
def test_beams_are_those_of_transformers(architecture: str, ends: tuple[int, ...]) -> None:
    """Texts, their order and their scores, for penalties, stopping rules and one or several end tokens."""
    model = tiny(architecture, WIDTH, end=ends if len(ends) > 1 else 2)
    for number, options in enumerate(BEAMS):
        rows = prompts(number)
        expected, scores = theirs(model, rows, ends, **options)

        found = ours(model, rows, ends, beam_search(options), **options)

        assert expected == [row.tokens for row in found], options
        assert scores == pytest.approx([row.score for row in found], abs=1e-4)


def test_draws_have_the_law_of_the_warpers_of_transformers() -> None:
    """Texts of up to two tokens, over 4000 draws: chi-square against every text's probability."""
    width, prompt, total = 10, [5, 4, 3], 4000
    model = tiny("qwen2", width)
    config = copy.deepcopy(model.generation_config)
    config.update(do_sample=True, temperature=0.8, top_k=6, top_p=0.9, repetition_penalty=1.2, max_new_tokens=2)
    processors = model._get_logits_processor(config, input_ids_seq_length=3, device="cpu")

    def after(text: list[int]) -> list[float]:
        ids = torch.tensor([[*prompt, *text]])
        with torch.no_grad():
            return processors(ids, model(ids).logits[:, -1].float())[0].softmax(-1).tolist()

    law: dict[tuple[int, ...], float] = {}
    for first, chance in enumerate(after([])):
        for second, then in enumerate(after([first]) if chance and first != 2 else []):
            text = (first,) if second == 2 else (first, second)
            law[text] = law.get(text, 0.0) + chance * then
        if first == 2:
            law[()] = chance
    vocabulary = Vocabulary([None, None, None, *(bytes([65 + i]) for i in range(width - 3))], end_ids=[2])
    search = Sampling(total)
    request = Request(prompt, max_tokens=2)
    batch = search.batch(
        HuggingFaceModel(model), Pipeline.transformers(config), [request], vocabulary=vocabulary, seeds=7
    )
    for _ in decode(batch, search):
        pass

    assert surprise((row.tokens for row in batch.done), {text: p for text, p in law.items() if p}) < 4


@pytest.mark.parametrize("architecture", ["qwen2", "t5"])
def test_beams_do_not_depend_on_batch_mates(architecture: str) -> None:
    """A prompt alone gives what it gives in a batch."""
    model = tiny(architecture, WIDTH)
    options = BEAMS[1]
    together = ours(model, prompts(3), SEVERAL, beam_search(options), **options)

    for number, row in enumerate(prompts(3)):
        alone = ours(model, [row], SEVERAL, beam_search(options), **options)

        assert [each.tokens for each in together if each.request.key == number] == [each.tokens for each in alone]


@pytest.mark.parametrize("architecture", ["llama", "gpt2", "bart"])
def test_in_bfloat16_beams_score_as_well_as_those_of_transformers(architecture: str) -> None:
    """Rounding makes ties, and which of two equal texts wins is a matter of chance: the scores agree all the same."""
    model = copy.deepcopy(tiny(architecture, WIDTH)).to(torch.bfloat16)
    same = 0
    for options in BEAMS[:2]:
        expected, scores = theirs(model, prompts(5), [2], **options)

        found = ours(model, prompts(5), [2], beam_search(options), **options)

        assert scores == pytest.approx([row.score for row in found], rel=0.03)
        same += sum(text == row.tokens for text, row in zip(expected, found, strict=True))
    assert same >= 8  # of 16
