"""ONNX Runtime GenAI's loop with constraints, over a tiny model that its own builder exports."""

# ruff: noqa: E402
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.engine
og = pytest.importorskip("onnxruntime_genai", reason="onnxruntime-genai is not installed (.ci/engines onnxruntime)")

import constrain
from constrain import Vocabulary
from constrain.errors import LimitExceeded
from constrain.grammars import json_schema, regex
from constrain.sampling.integrations.onnxruntime import Masks
from tests.sampling.integrations.tiny_model import save_tiny_model
from tests.sampling.random_model import random_model

PATTERN = "[a-z]{3,5}-[0-9]{2,9}"
VOCABULARY = Vocabulary.from_huggingface(random_model()[1], size=512)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("onnx")
    source = save_tiny_model(folder / "source")
    builder = [sys.executable, "-m", "onnxruntime_genai.models.builder", "-i", str(source), "-o", str(folder / "made")]
    subprocess.run([*builder, "-p", "fp32", "-e", "cpu", "-c", str(folder)], check=True, capture_output=True)
    return og.Model(str(Path(folder, "made")))


def written(model: Any, prompts: list[list[int]], constraints: Any, **options: Any) -> list[list[int]]:
    """The tokens after each prompt, up to the first end."""
    params = og.GeneratorParams(model)
    params.set_search_options(max_length=80, batch_size=len(prompts), do_sample=True, temperature=1.0, random_seed=7)
    generator = og.Generator(model, params)
    generator.append_tokens([token for prompt in prompts for token in prompt])
    masks = Masks(generator, constraints, **options)
    while not generator.is_done():
        masks.apply()
        generator.generate_next_token()
    found = []
    for number, prompt in enumerate(prompts):
        tokens = generator.get_sequence(number).tolist()[len(prompt) :]
        ends = [at for at, token in enumerate(tokens) if token in VOCABULARY.end_ids]
        found.append(tokens[: ends[0]] if ends else tokens)
    return found


def test_a_text_obeys(model: Any) -> None:
    """One sequence; the engine ends it where the constraint lets it."""
    [tokens] = written(model, [[5, 6, 7]], constrain.compile(regex(PATTERN), VOCABULARY))

    assert re.fullmatch(PATTERN, VOCABULARY.decode(tokens).decode())


def test_each_sequence_of_a_batch_has_its_own_constraint(model: Any) -> None:
    """Sequences that end before others, and one that is free."""
    texts = [constrain.compile(regex(pattern), VOCABULARY) for pattern in (PATTERN, "(yes|no)", "[0-9]{20,30}")]
    found = written(model, [[5, 6]] * 4, [*texts, None])

    for tokens, pattern in zip(found, (PATTERN, "(yes|no)", "[0-9]{20,30}"), strict=False):
        assert re.fullmatch(pattern, VOCABULARY.decode(tokens).decode())
    with pytest.raises(ValueError, match="2 constraints for 1 sequences"):
        written(model, [[5]], texts[:2])


def test_a_text_completes_within_its_tokens(model: Any) -> None:
    """And is refused before the first one where none fits."""
    schema = {"type": "object", "properties": {"note": {"type": "string"}}, "required": ["note"]}
    record = constrain.compile(json_schema(schema, extra="forbid"), VOCABULARY)
    [tokens] = written(model, [[5, 6]], record, max_tokens=20)

    assert record.accepts(VOCABULARY.decode(tokens).decode())
    assert len(tokens) <= 20
    with pytest.raises(LimitExceeded):
        written(model, [[5]], record, max_tokens=2)
