"""Every mode of `model.generate`, with real models, tokenizers and constraints: no text outside the language, ever.

The judges are `re` and `json`, which know nothing of the engine. What runs here is a sample of the grid of modes,
architectures and tokenizer families, with every mode on two architectures; `pytest -m slow` runs all of it.
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
from tests.sampling.tiny_models import ARCHITECTURES, tiny  # noqa: E402

FAMILIES = ("byte-level", "llama", "unigram with bytes", "gemma", "wordpiece")
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
WORDS, SENTENCE = r"(?:hello|ok) [0-9]{1,2}(?: -)?(?: [0-9]){1,2}", r"[a-z]{1,4}(?: [a-z]{1,3}){0,2}"
LANGUAGES_OF_WORDS: dict[str, tuple[Any, Callable[[str], bool]]] = {  # for tokenizers that put a space between words
    "json": (lambda: regex(WORDS), lambda text: re.fullmatch(WORDS, text) is not None),
    "regex": (lambda: regex(SENTENCE), lambda text: re.fullmatch(SENTENCE, text) is not None),
    "choice": (lambda: choice(["yes", "no", "no way"]), lambda text: text in ("yes", "no", "no way")),
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
    "nearly cold": {"do_sample": True, "temperature": 0.05},
    "the best alone": {"do_sample": True, "top_k": 1},
    "a small nucleus": {"do_sample": True, "top_k": 0, "top_p": 0.05},
    "min-p": {"do_sample": True, "top_k": 0, "min_p": 0.3},
    "top-h": {"do_sample": True, "top_h": 0.3},
    "typical": {"do_sample": True, "typical_p": 0.3},
    "epsilon and eta": {"do_sample": True, "epsilon_cutoff": 0.05, "eta_cutoff": 0.05},
    "renormalised": {"do_sample": True, "renormalize_logits": True},
    "invalid values removed": {"remove_invalid_values": True},
    "bad words": {"bad_words_ids": [[11], [12, 13]]},
    "suppressed tokens": {"suppress_tokens": list(range(20, 60)), "begin_suppress_tokens": list(range(60, 90))},
    "sequence bias": {"sequence_bias": [[[11], 9.0], [[12, 13], -9.0]]},
    "a least length": {"min_new_tokens": 30},
    "decay of length": {"exponential_decay_length_penalty": (2, 1.5)},
    "watermark": {"do_sample": True, "watermarking_config": {"bias": 4.0}},
    "without cache": {"use_cache": False, "do_sample": True},
    "scores and logits shown": {"output_scores": True, "output_logits": True, "return_dict_in_generate": True},
    "beams that stop early": {"num_beams": 4, "early_stopping": True, "length_penalty": -2.0},
    "beams, long ones first": {"num_beams": 3, "length_penalty": 3.0, "early_stopping": "never"},
    "beams, renormalised": {"num_beams": 3, "renormalize_logits": True, "repetition_penalty": 1.5},
    "many beams": {"num_beams": 12, "num_return_sequences": 2},
    "beams with penalties": {"num_beams": 3, "no_repeat_ngram_size": 2, "bad_words_ids": [[11], [12, 13]]},
    "guidance and sampling": {"guidance_scale": 3.0, "do_sample": True},
    "prompt lookup": {"prompt_lookup_num_tokens": 4},
    "prompt lookup and sampling": {"prompt_lookup_num_tokens": 3, "do_sample": True},
    "assisted with penalties": {"assistant": True, "repetition_penalty": 1.4},
    "assisted": {"assistant": True},
    "assisted sampling": {"assistant": True, "do_sample": True},
    "guidance": {"guidance_scale": 1.5},
    "static cache": {"cache_implementation": "static"},
    "embeddings": {"embeds": True},
}
ONE_ROW = {mode for mode in MODES if mode.startswith(("prompt lookup", "assisted", "embeddings"))}
DECODER_ONLY = ONE_ROW | {mode for mode in MODES if mode.startswith(("guidance", "static cache"))}
ENCODER_DECODER = {"t5", "bart"}
CELLS = [
    (mode, architecture, family)
    for mode, architecture, family in product(MODES, ARCHITECTURES, FAMILIES)
    if not (architecture in ENCODER_DECODER and mode in DECODER_ONLY)  # transformers has these for decoders alone
]


@cache
def vocabulary(family: str, width: int) -> Vocabulary:
    return Vocabulary.from_huggingface(tokenizers.tiny(family), size=width)


@cache
def compiled(language: str, family: str, width: int) -> Constraint:
    return constrain.compile(languages(family)[language][0](), vocabulary(family, width))


def languages(family: str) -> dict[str, tuple[Any, Callable[[str], bool]]]:
    return LANGUAGES_OF_WORDS if family == "wordpiece" else LANGUAGES


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
    for row in getattr(output, "sequences", output)[:, length:].tolist():
        assert any(token in constraint.vocabulary.end_ids for token in row), (row, "not finished")
        stop = next(i for i, token in enumerate(row) if token in constraint.vocabulary.end_ids)
        texts.append(constraint.text(row[:stop]))
    return texts


def check(mode: str, architecture: str, family: str, seed: int) -> None:
    for language, (_, judge) in languages(family).items():
        for text in run(mode, architecture, family, language, seed):
            assert judge(text), (mode, architecture, family, language, seed, text)


def sampled() -> list[tuple[str, str, str]]:
    """Two cells of each mode, so that every architecture and family comes with many modes."""
    chosen = []
    for number, mode in enumerate(MODES):
        cells = [cell for cell in CELLS if cell[0] == mode]
        chosen += [cells[(11 * number + half * len(cells) // 2) % len(cells)] for half in range(2)]
    return chosen


@pytest.mark.parametrize(("mode", "architecture", "family"), sampled())
def test_every_mode_keeps_to_the_language(mode: str, architecture: str, family: str) -> None:
    """All texts of all languages are complete and inside."""
    check(mode, architecture, family, seed=len(mode))


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "architecture", "family"), CELLS)
def test_the_whole_grid(mode: str, architecture: str, family: str) -> None:
    """The same for every combination and six seeds."""
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
