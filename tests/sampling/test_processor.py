"""A whole pipeline in `model.generate`: right in every mode that takes the best token, repeatable, and never outside."""

from __future__ import annotations

import re
from typing import Any

import pytest
import torch

import constrain
from constrain import LimitExceeded, Vocabulary
from constrain.grammars import regex
from constrain.sampling import (
    Categorical,
    ConstraintLogitsProcessor,
    Mask,
    MirostatV2,
    Pipeline,
    RepetitionPenalty,
    Result,
    Temperature,
    TopP,
    generate,
)
from tests import tokenizers
from tests.sampling.models import tiny

PATTERN = r"(?:ab|c{2,3}){1,4}-[0-9]{2}"


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return tokenizers.tiny("byte-level")


def sampler(draw: Any = None) -> Pipeline:
    return Pipeline([Mask(), RepetitionPenalty(1.1), Temperature(0.9), TopP(0.9), draw or Categorical()])


@pytest.mark.parametrize("architecture", ["qwen2", "t5"])
def test_texts_obey_and_repeat_by_their_seed(tokenizer: Any, architecture: str) -> None:
    """`generate(sampler=)`: several prompts and sequences; the seed decides the text, in any batch."""
    vocabulary = Vocabulary.from_huggingface(tokenizer)
    model = tiny(architecture, vocabulary.size, end=tuple(vocabulary.end_ids))
    language = constrain.compile(regex(PATTERN), vocabulary)
    prompts = ["one", "and another"]
    texts = {}
    for seed in (1, 2):
        results = generate(model, tokenizer, prompts, language, max_tokens=40, sampler=sampler(), seeds=seed)
        again = generate(model, tokenizer, prompts, language, max_tokens=40, sampler=sampler(), seeds=seed)
        assert results == again
        assert isinstance(results, list)
        texts[seed] = [result.text for result in results]
        assert all(re.fullmatch(PATTERN, result.text) for result in results if result.complete)
    assert texts[1] != texts[2]


def test_drafts_do_not_change_the_text(tokenizer: Any) -> None:
    """Prompt lookup and an assistant go ahead and back within `model.generate`; a pipeline's texts stay the same."""
    vocabulary = Vocabulary.from_huggingface(tokenizer)
    ends = tuple(vocabulary.end_ids)
    model, assistant = tiny("qwen2", vocabulary.size, end=ends), tiny("qwen2", vocabulary.size, end=ends, seed=1)
    language = constrain.compile(regex(r"(?:abab|cc)+-[0-9]{2}"), vocabulary)
    ids = torch.tensor([tokenizer("abababab")["input_ids"]])
    common = {"max_new_tokens": 30, "eos_token_id": list(ends), "attention_mask": torch.ones_like(ids)}
    for draw in (Categorical(), MirostatV2(3.0)):
        texts = []
        for drafts in ({}, {"prompt_lookup_num_tokens": 3}, {"assistant_model": assistant}):
            processor = sampler(draw).processor(constraint=language, seeds=[5])
            output = model.generate(ids, logits_processor=[processor], **common, **drafts)[0, ids.shape[1] :].tolist()
            texts.append(vocabulary.decode(token for token in output if token not in ends))
            assert re.fullmatch(rb"(?:abab|cc)+-[0-9]{2}", texts[-1]) or len(output) == 30
        if isinstance(draw, Categorical):  # mirostat's memory follows the draws of the drafts' positions too
            assert 1 == len(set(texts))
    processor = sampler().processor(constraint=language, seeds=5)
    first, second = (
        model.generate(ids, logits_processor=[processor], max_new_tokens=30, eos_token_id=list(ends)) for _ in range(2)
    )
    assert first.tolist() == second.tolist()


@pytest.mark.parametrize("most", [4, 5, 7, 12])
def test_texts_are_complete_within_max_tokens(tokenizer: Any, most: int) -> None:
    """In every mode, for a model that would never end; and the greedy text is that of our own loop."""
    vocabulary = Vocabulary.from_huggingface(tokenizer)
    ends = tuple(vocabulary.end_ids)
    model, assistant = tiny("qwen2", vocabulary.size, end=ends), tiny("qwen2", vocabulary.size, end=ends, seed=1)
    language = constrain.compile(regex("(?:abab|cc|q)+-[0-9]{2}"), vocabulary)
    ids = torch.tensor([tokenizer("abababab")["input_ids"]])
    processor = ConstraintLogitsProcessor(language, max_tokens=most)
    given = {"max_new_tokens": most, "eos_token_id": list(ends), "attention_mask": torch.ones_like(ids)}
    given["pad_token_id"] = ends[0]
    modes: tuple[dict[str, Any], ...] = (
        {},
        {"num_beams": 3, "num_return_sequences": 3},
        {"do_sample": True, "num_return_sequences": 4},
        {"prompt_lookup_num_tokens": 3},
        {"assistant_model": assistant},
    )
    texts = []
    for mode in modes:
        for row in model.generate(ids, logits_processor=[processor], **given, **mode)[:, ids.shape[1] :].tolist():
            texts.append(vocabulary.decode(token for token in row if token not in ends).decode())
    own = generate(model, tokenizer, "abababab", language, max_tokens=most, do_sample=False)

    assert [] == [text for text in texts if not re.fullmatch("(?:abab|cc|q)+-[0-9]{2}", text)]
    assert isinstance(own, Result)
    assert own.text == texts[0] == texts[-1] == texts[-2]
    short = ConstraintLogitsProcessor(language, max_tokens=language.matcher().tokens_to_end - 1)
    with pytest.raises(LimitExceeded):
        model.generate(ids, logits_processor=[short], **given)
    with pytest.raises(ValueError, match="max_tokens is 0"):
        ConstraintLogitsProcessor(language, max_tokens=0)


def test_a_sampler_and_generates_own_sampling_do_not_mix(tokenizer: Any) -> None:
    """Two choosers, and beams, are refused with the way on; so is a pipeline that draws nothing."""
    vocabulary = Vocabulary.from_huggingface(tokenizer)
    model = tiny("qwen2", vocabulary.size, end=tuple(vocabulary.end_ids))
    for option in ({"do_sample": True}, {"temperature": 0.5}, {"num_beams": 3}):
        with pytest.raises(TypeError, match="would both choose tokens"):
            generate(model, tokenizer, "a", regex("a"), sampler=sampler(), **option)
    with pytest.raises(TypeError, match="draws nothing"):
        generate(model, tokenizer, "a", regex("a"), sampler=Pipeline([Mask()]))
    with pytest.raises(ValueError, match=r"no Mask\(\)"):
        generate(model, tokenizer, "a", regex("a"), sampler=Pipeline([Categorical()]))
