"""Prompts with pictures in every mode of our loops, and in `model.generate` with our processor.

The oracle reads the whole text with its pictures again for each token, without a cache.
"""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("PIL")

from pydantic import BaseModel  # noqa: E402
from transformers import GenerationConfig  # noqa: E402

from constrain import UnsupportedError, Vocabulary, compile  # noqa: E402
from constrain.grammars import regex  # noqa: E402
from constrain.sampling import ConstraintLogitsProcessor, generate, generate_each, stream  # noqa: E402
from constrain.sampling.decoding import FunctionModel  # noqa: E402
from constrain.sampling.models.demo_model import random_model  # noqa: E402
from tests.sampling.picture_models import KINDS, asked, picture, seeing  # noqa: E402

PROMPTS = (
    asked("what is it?", picture(1)),
    asked("and what are these, and how many of them?", picture(2), picture(3, 84, 56)),
    asked("what is this?", picture(4)),
    [{"role": "user", "content": "no picture at all"}],
)
LANGUAGE = regex(r"(red|green|dark blue)( and (red|green|dark blue)){1,3}!")
MODES: dict[str, dict[str, Any]] = {
    "greedy": {"skip_forced": False},
    "forced text": {},
    "a tight budget": {"max_tokens": 12, "skip_forced": False},
    "drawn": {"do_sample": True, "temperature": 1.5, "seeds": 7},
    "several": {"do_sample": True, "num_return_sequences": 2, "seeds": 3},
    "beams": {"num_beams": 3},
    "groups": {"num_beams": 4, "num_beam_groups": 2, "diversity_penalty": 0.7},
    "n-grams": {"prompt_lookup_num_tokens": 3, "skip_forced": False},
    "guided": {"guidance_scale": 1.5, "skip_forced": False},
    "penalties": {"repetition_penalty": 1.3, "no_repeat_ngram_size": 3},
}


def encoded(processor: Any, messages: Any) -> Any:
    options = {"add_generation_prompt": True, "tokenize": True, "return_dict": True, "return_tensors": "pt"}
    return processor.apply_chat_template(messages, **options)


_LOGITS: dict[int, dict[tuple[int, ...], Any]] = {}  # of each model, what may follow a text


def whole(model: Any, processor: Any, prompts: Any = PROMPTS) -> tuple[FunctionModel, list[list[int]]]:
    """The oracle, and the prompts as ids, by which it knows their pictures again."""
    encodings = [encoded(processor, messages) for messages in prompts]
    ids = [each["input_ids"][0].tolist() for each in encodings]

    known = _LOGITS.setdefault(id(model), {})

    def one(row: list[int]) -> Any:
        if tuple(row) not in known:
            known[tuple(row)] = fresh(row)
        return known[tuple(row)]

    def fresh(row: list[int]) -> Any:
        inputs: dict[str, Any] = {}
        for prompt, each in zip(ids, encodings, strict=True):
            if row[: len(prompt)] == prompt and "pixel_values" in each:
                inputs = {k: v for k, v in each.items() if k not in ("input_ids", "attention_mask")}
        more = len(row)
        inputs = {
            k: torch.nn.functional.pad(v, (0, more - v.shape[1])) if k.endswith("type_ids") else v
            for k, v in inputs.items()
        }
        with torch.no_grad():
            mask = torch.ones((1, more), dtype=torch.int64)
            return model(input_ids=torch.tensor([row]), attention_mask=mask, use_cache=False, **inputs).logits[0, -1]

    return FunctionModel(lambda rows: torch.stack([one(row) for row in rows]), model.config.text_config.vocab_size), ids


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", KINDS)
def test_texts_are_those_of_a_model_without_a_cache(kind: str, mode: str) -> None:
    """Batches of prompts with one, two and no pictures, which differ in length."""
    model, processor = seeing(kind)
    prompts = PROMPTS if kind not in ("idefics3", "smolvlm") else (PROMPTS[0], PROMPTS[2], PROMPTS[3])
    oracle, ids = whole(model, processor, prompts)
    options = {"max_tokens": 40, "generation_config": GenerationConfig(), **MODES[mode]}
    expected = generate(oracle, processor, ids, LANGUAGE, **options)
    found = generate(model, processor, prompts, LANGUAGE, **options)
    assert [each.tokens for each in expected] == [each.tokens for each in found]
    assert all(each.complete for each in found)


class Answer(BaseModel):
    colour: str
    count: int


@pytest.mark.parametrize("kind", KINDS)
def test_our_processor_writes_the_same_in_the_models_own_generate(kind: str) -> None:
    """Greedy and with beams, cut as the model likes."""
    model, processor = seeing(kind)
    messages = asked("what is it?", picture(1))
    inputs = encoded(processor, messages)
    constraint = compile(LANGUAGE, Vocabulary.from_huggingface(processor.tokenizer, model=model))
    for options in ({"do_sample": False}, {"num_beams": 3, "do_sample": False}):
        mask = ConstraintLogitsProcessor(constraint)
        output = model.generate(**inputs, logits_processor=[mask], max_new_tokens=40, **options)
        new = [t for t in output[0, inputs["input_ids"].shape[1] :].tolist() if t not in (0, 1)]  # ends, padding
        result = generate(
            model, processor, messages, constraint, max_tokens=40, skip_forced=False, fit=False, **options
        )
        assert new == [t for t in result.tokens if t not in (0, 1)]


@pytest.mark.parametrize("kind", ["qwen2_vl", "gemma3", "llava"])
def test_drafts_parts_and_prompts_without_end_give_the_same_texts(kind: str) -> None:
    """A draft model that sees the pictures, one that does not, a stream, `generate_each`; also log-probabilities."""
    model, processor = seeing(kind)
    smaller, blind = seeing(kind, 5)[0], random_model()[0]
    prompts = [PROMPTS[0], PROMPTS[3], asked("what is it?", picture(9))]
    options: dict[str, Any] = {"max_tokens": 40, "skip_forced": False}
    expected = generate(model, processor, prompts, LANGUAGE, **options, logprobs=True)
    assert expected[0].logprobs != expected[2].logprobs  # the same ids, and another picture
    for draft in (smaller, blind):
        found = generate(model, processor, prompts, LANGUAGE, draft=draft, **options)
        assert [each.text for each in expected] == [each.text for each in found]
    parts = "".join(part.text for part in stream(model, processor, prompts[0], LANGUAGE, **options))
    assert expected[0].text == parts
    endless = generate_each(model, processor, iter(prompts), LANGUAGE, batch_size=2, **options)
    assert [each.text for each in expected] == [result.text for _, result in endless]


def test_what_a_processor_returns_is_a_prompt() -> None:
    """Padding is left out; a value of the type comes back; `record` and `heal` work."""
    model, processor = seeing("qwen2_vl")
    messages = asked("what is it?", picture(1))
    inputs = encoded(processor, messages)
    padded = encoded(processor, messages)
    padded = {
        name: torch.nn.functional.pad(value, (3, 0)) if value.shape == inputs["input_ids"].shape else value
        for name, value in padded.items()
    }
    results = [generate(model, processor, prompt, Answer, max_tokens=60) for prompt in (messages, inputs, padded)]
    assert 1 == len({each.text for each in results})
    assert isinstance(results[0].value, Answer)
    several = generate(model, processor, [inputs, PROMPTS[2]], Answer, max_tokens=60, record=True, heal=True)
    assert all(each.complete and each.recording is not None for each in several)


def test_contrastive_search_sees_pictures() -> None:
    model, processor = seeing("llava")
    alone = [generate(model, processor, each, LANGUAGE, penalty_alpha=0.6, top_k=3, max_tokens=40) for each in PROMPTS]
    together = generate(model, processor, PROMPTS, LANGUAGE, penalty_alpha=0.6, top_k=3, max_tokens=40)
    assert [each.text for each in alone] == [each.text for each in together]


def test_the_memory_of_other_pictures_does_not_reach_a_text() -> None:
    """Qwen's models remember how far the last pictures reached; texts without any, and rows beside, are not moved."""
    model, processor = seeing("qwen2_vl")
    text = "no picture"
    expected = generate(model, processor, text, LANGUAGE, max_tokens=40).tokens
    model.generate(**encoded(processor, PROMPTS[1]), max_new_tokens=3)
    assert expected == generate(model, processor, text, LANGUAGE, max_tokens=40).tokens
    assert model.model.rope_deltas is not None  # which is the caller's


def test_what_is_not_read_is_refused_by_name() -> None:
    model, processor = seeing("llava")
    plain = random_model()[0]
    messages = asked("what is it?", picture(1))
    inputs = encoded(processor, messages)
    with pytest.raises(UnsupportedError, match="give the model's processor"):
        generate(model, processor.tokenizer, messages, LANGUAGE)
    with pytest.raises(UnsupportedError, match="Qwen2ForCausalLM does not read them"):
        generate(plain, processor, messages, LANGUAGE)
    with pytest.raises(UnsupportedError, match="static"):
        generate(model, processor, messages, LANGUAGE, cache_implementation="static")
    with pytest.raises(UnsupportedError, match="takes no pixel_mask"):
        generate(model, processor, {**inputs, "pixel_mask": torch.ones(1)}, LANGUAGE)
    with pytest.raises(UnsupportedError, match="FunctionModel reads token ids alone"):
        generate(whole(model, processor)[0], processor, inputs, LANGUAGE)
    with pytest.raises(ValueError, match="one row"):
        generate(model, processor, {"input_ids": torch.ones((2, 3), dtype=torch.int64)}, LANGUAGE)
    with pytest.raises(UnsupportedError, match="makes nothing"):
        generate(model, processor, [{"role": "user", "content": [{"type": "scent", "scent": "x"}]}], LANGUAGE)
    with pytest.raises(TypeError, match="return_tensors"):
        generate(model, processor, {"input_ids": [1, 2], "pixel_values": ["x"]}, LANGUAGE)
