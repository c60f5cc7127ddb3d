"""Prompts with pictures in every mode of our loops, and in `model.generate` with our processor.

The oracle reads the whole text with its pictures anew for each token, without a cache.
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
from constrain.sampling.decoding import FunctionModel, HuggingFaceModel, PromptLookup, Speculation  # noqa: E402
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
