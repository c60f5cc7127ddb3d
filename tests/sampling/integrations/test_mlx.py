# ruff: noqa: E402
"""mlx-lm with a constraint: generate, stream_generate, a draft model, batches; on the CPU."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytestmark = pytest.mark.engine
mx = pytest.importorskip("mlx.core", reason="mlx is not installed (.ci/engines mlx)")
mlx_lm = pytest.importorskip("mlx_lm", reason="mlx-lm is not installed (.ci/engines mlx)")

from mlx_lm.generate import generate_step, speculative_generate_step
from mlx_lm.models import llama
from mlx_lm.sample_utils import make_sampler

import constrain
from constrain import Vocabulary
from constrain.errors import LimitExceeded
from constrain.grammars import json_schema, regex
from constrain.sampling.integrations.mlx import ConstraintProcessor
from tests.sampling.random_model import random_model

PATTERN = "[a-z]{3,5}-[0-9]{2,9}"


def model(seed: int = 0) -> Any:
    mx.random.seed(seed)
    made = llama.Model(
        llama.ModelArgs(
            model_type="llama",
            hidden_size=32,
            num_hidden_layers=2,
            intermediate_size=64,
            num_attention_heads=2,
            rms_norm_eps=1e-5,
            vocab_size=512,
            tie_word_embeddings=False,
        )
    )
    mx.eval(made.parameters())
    return made


def vocabulary() -> Vocabulary:
    return Vocabulary.from_huggingface(random_model()[1], size=512)


def text_of(tokens: list[int], known: Vocabulary) -> str:
    ends = [at for at, token in enumerate(tokens) if token in known.end_ids]
    return known.decode(tokens[: ends[0] if ends else None]).decode()


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_texts_obey(temperature: float) -> None:
    """Step by step, with prompts that are read in one piece and in several."""
    known, made = vocabulary(), model()
    text = constrain.compile(regex(PATTERN), known)
    for prompt in ([5, 6, 7], [5], list(range(5, 60))):
        processor = ConstraintProcessor(text)
        tokens = []
        steps = generate_step(
            mx.array(prompt),
            made,
            max_tokens=40,
            sampler=make_sampler(temp=temperature),
            logits_processors=[processor],
            prefill_step_size=16,
        )
        for token, _ in steps:
            tokens.append(token)
            if token in known.end_ids:
                break
        assert re.fullmatch(PATTERN, text_of(tokens, known)), tokens


def test_drafts_of_another_model_change_nothing_about_the_constraint() -> None:
    """Drafts are shown and taken back."""
    known, made, draft = vocabulary(), model(), model(1)
    processor = ConstraintProcessor(constrain.compile(regex(PATTERN), known))
    plain = [token for token, _ in generate_step(mx.array([5, 6]), made, max_tokens=8, logits_processors=[processor])]
    processor.reset()
    steps = speculative_generate_step(
        mx.array([5, 6]), made, draft, num_draft_tokens=3, max_tokens=8, logits_processors=[processor]
    )

    assert plain == [token for token, _, _ in steps]


def test_texts_complete_within_max_tokens() -> None:
    """A string that the model would go on with for ever is closed in time; what cannot fit is refused."""
    known, made = vocabulary(), model()
    schema = {"type": "object", "properties": {"note": {"type": "string"}}, "required": ["note"]}
    record = constrain.compile(json_schema(schema, extra="forbid"), known)
    processor = ConstraintProcessor(record, max_tokens=20)
    tokens = [token for token, _ in generate_step(mx.array([5]), made, max_tokens=20, logits_processors=[processor])]

    assert record.accepts(text_of(tokens, known))
    with pytest.raises(LimitExceeded):
        ConstraintProcessor(record, max_tokens=2)
