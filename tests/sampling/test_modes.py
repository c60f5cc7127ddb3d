"""Every mode of `model.generate`, with real models, tokenizers and constraints: no text outside the language, ever.

The judges are `re` and `json`, which know nothing of the engine. What runs here is a sample of the grid of modes,
architectures, tokenizer families and seeds; `pytest -m slow` runs more seeds of all of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import constrain  # noqa: E402
from constrain import Constraint, Vocabulary  # noqa: E402
from constrain.grammars import choice, json_schema, regex  # noqa: E402
from constrain.sampling.huggingface import ConstraintLogitsProcessor  # noqa: E402
from tests import tokenizers  # noqa: E402
from tests.sampling.models import tiny  # noqa: E402

FAMILIES = ("byte-level", "llama", "unigram with bytes", "gemma")
ARCHITECTURES = ("qwen2", "llama", "t5")
SCHEMA = {
    "type": "object",
    "properties": {"a": {"enum": ["x", "yy"]}, "b": {"type": "integer", "minimum": -5, "maximum": 99}},
    "required": ["a", "b"],
    "additionalProperties": False,
}
PATTERN = r"(?:ab|c{2,3}){1,4}-[0-9]{2}"
CHOICES = ["yes", "no", "no way", "über"]


def is_json(text: str) -> bool:
    value = json.loads(text)
    return list(value) == ["a", "b"] and value["a"] in ("x", "yy") and -5 <= value["b"] <= 99


LANGUAGES: dict[str, tuple[Any, Callable[[str], bool]]] = {
    "json": (lambda: json_schema(SCHEMA, layout="compact"), is_json),
    "regex": (lambda: regex(PATTERN), lambda text: re.fullmatch(PATTERN, text) is not None),
    "choice": (lambda: choice(CHOICES), lambda text: text in CHOICES),
}
MODES: dict[str, dict[str, Any]] = {
    "greedy": {},
    "sampling": {"do_sample": True},
    "sampling with warpers": {"do_sample": True, "temperature": 0.7, "top_k": 5, "top_p": 0.8},
    "penalties": {"repetition_penalty": 1.3, "no_repeat_ngram_size": 2},
    "several sequences": {"do_sample": True, "num_return_sequences": 3},
    "beams": {"num_beams": 4},
    "beams, all returned": {"num_beams": 4, "num_return_sequences": 4},
    "beam sampling": {"num_beams": 3, "do_sample": True, "top_k": 0},
    "prompt lookup": {"prompt_lookup_num_tokens": 4},
    "assisted": {"assistant": True},
    "assisted sampling": {"assistant": True, "do_sample": True},
    "guidance": {"guidance_scale": 1.5},
    "static cache": {"cache_implementation": "static"},
    "embeddings": {"embeds": True},
}
ONE_ROW = {"prompt lookup", "assisted", "assisted sampling", "embeddings"}
DECODER_ONLY = {"prompt lookup", "assisted", "assisted sampling", "guidance", "static cache", "embeddings"}


@cache
def vocabulary(family: str, width: int) -> Vocabulary:
    return Vocabulary.from_huggingface(tokenizers.tiny(family), size=width)


@cache
def compiled(language: str, family: str, width: int) -> Constraint:
    return constrain.compile(LANGUAGES[language][0](), vocabulary(family, width))


def run(mode: str, architecture: str, family: str, language: str, seed: int) -> list[str]:
    """The texts that one call of `model.generate` gives; rows of two prompts where the mode takes several."""
    tokenizer = tokenizers.tiny(family)
    width = len(tokenizer) + 7
    options = dict(MODES[mode])
    end, pad = tokenizer.eos_token_id, tokenizer.pad_token_id
    model = tiny(architecture, width, end=end, pad=pad, seed=seed % 2)
    if options.pop("assistant", False):
        options["assistant_model"] = tiny(architecture, width, end=end, pad=pad, seed=seed % 2 + 5, layers=1)
    constraint = compiled(language, family, width)
    generator = torch.Generator().manual_seed(seed)
    rows = 1 if mode in ONE_ROW else 2
    ids = torch.randint(10, width - 7, (rows, 5), generator=generator)
    mask = torch.ones_like(ids)
    if rows > 1:  # left padding
        ids[0, :2], mask[0, :2] = pad, 0
    processor = ConstraintLogitsProcessor(constraint)
    inputs: dict[str, Any] = {"input_ids": ids, "attention_mask": mask}
    if options.pop("embeds", False):
        inputs = {"inputs_embeds": model.get_input_embeddings()(ids)}
    torch.manual_seed(seed)
    output = model.generate(
        **inputs,
        **options,
        max_new_tokens=60,
        eos_token_id=list(constraint.vocabulary.end_ids),
        pad_token_id=pad,
        logits_processor=[processor],
    )
    length = processor.prompt_length
    assert length is not None
    texts = []
    for row in output[:, length:].tolist():
        assert any(token in constraint.vocabulary.end_ids for token in row), (row, "not finished")
        stop = next(i for i, token in enumerate(row) if token in constraint.vocabulary.end_ids)
        texts.append(constraint.text(row[:stop]))
    return texts


def check(mode: str, architecture: str, family: str, seed: int) -> None:
    for language, (_, judge) in LANGUAGES.items():
        for text in run(mode, architecture, family, language, seed):
            assert judge(text), (mode, architecture, family, language, seed, text)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_every_mode_keeps_to_the_language(mode: str, architecture: str) -> None:
    """All texts of all languages are complete and inside, one tokenizer family a combination."""
    if architecture == "t5" and mode in DECODER_ONLY:
        pytest.skip("transformers offers this mode for decoder-only models")
    number = list(MODES).index(mode) + ARCHITECTURES.index(architecture)
    check(mode, architecture, FAMILIES[number % len(FAMILIES)], seed=number)


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "architecture", "family"), list(product(MODES, ARCHITECTURES, FAMILIES)))
def test_the_whole_grid(mode: str, architecture: str, family: str) -> None:
    """The same for every combination and six seeds."""
    if architecture == "t5" and mode in DECODER_ONLY:
        pytest.skip("transformers offers this mode for decoder-only models")
    for seed in range(6):
        check(mode, architecture, family, seed)


def test_one_processor_serves_two_calls_and_two_constraints() -> None:
    """A list gives each prompt its own constraint, None leaves one free, and the next call starts afresh."""
    tokenizer = tokenizers.tiny("byte-level")
    width = len(tokenizer) + 7
    model = tiny("qwen2", width, end=tokenizer.eos_token_id, pad=tokenizer.pad_token_id)
    constraints = [compiled("regex", "byte-level", width), None, compiled("choice", "byte-level", width)]
    processor = ConstraintLogitsProcessor(constraints)
    for seed in range(2):
        ids = torch.randint(10, width - 7, (3, 4), generator=torch.Generator().manual_seed(seed))
        output = model.generate(
            ids, attention_mask=torch.ones_like(ids), num_beams=3, max_new_tokens=40, logits_processor=[processor]
        )
        first, _, third = output[:, 4:].tolist()
        ends = constraints[0].vocabulary.end_ids if constraints[0] else ()
        texts = [
            vocabulary("byte-level", width).decode(row[: next(i for i, t in enumerate(row) if t in ends)]).decode()
            for row in (first, third)
        ]
        assert re.fullmatch(PATTERN, texts[0])
        assert texts[1] in CHOICES
