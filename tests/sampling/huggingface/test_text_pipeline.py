"""transformers' own `pipeline("text-generation")`, which hands our processor on to `generate`."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

import constrain  # noqa: E402
from constrain import Vocabulary  # noqa: E402
from constrain.grammars import regex  # noqa: E402
from constrain.sampling.huggingface import ConstraintLogitsProcessor  # noqa: E402
from tests.sampling.random_model import random_model  # noqa: E402


@pytest.mark.parametrize("options", [{}, {"batch_size": 2}, {"do_sample": True}, {"num_beams": 2}])
def test_texts_of_a_pipeline_obey(options: dict[str, object]) -> None:
    """One processor for prompts one after another, for batches, draws and beams."""
    model, tokenizer = random_model()
    vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
    processor = ConstraintLogitsProcessor(constrain.compile(regex("[0-9]{4}-[0-9]{2}"), vocabulary), max_tokens=12)
    pipe = transformers.pipeline("text-generation", model=model, tokenizer=tokenizer)
    given = {"logits_processor": [processor], "max_new_tokens": 12, "return_full_text": False, **options}

    for _ in range(2):
        for [answer] in pipe(["The year: ", "And then, "], **given):
            assert re.fullmatch("[0-9]{4}-[0-9]{2}", answer["generated_text"])
