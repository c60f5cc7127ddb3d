"""A draft model with another tokenizer: the texts are those without drafts, in fewer passes where it guesses well."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tokenizers import Tokenizer, decoders, models, pre_tokenizers  # noqa: E402
from transformers import PreTrainedTokenizerFast  # noqa: E402

from constrain.grammars import choice, regex  # noqa: E402
from constrain.sampling import generate  # noqa: E402
from constrain.sampling.decoding import FunctionModel, TextDrafts  # noqa: E402
from tests.sampling.random_model import random_model  # noqa: E402
from tests.sampling.tiny_models import tiny  # noqa: E402


def bytes_alone() -> Any:
    """A tokenizer whose tokens are bytes: another one than the model's."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    inner = Tokenizer(models.BPE({"<end>": 0, **{each: i for i, each in enumerate(alphabet, 1)}}, []))
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(tokenizer_object=inner, eos_token="<end>")


LANGUAGE = regex("(lamp|desk|the fox)(, (lamp|desk|the fox)){2,4}!")


@pytest.mark.parametrize("options", [{}, {"do_sample": True, "seeds": 4}], ids=["greedy", "drawn"])
@pytest.mark.parametrize("architecture", ["llama", "mistral"])
def test_texts_are_those_without_drafts(architecture: str, options: dict[str, Any]) -> None:
    model, tokenizer = random_model()
    drafts = TextDrafts(tiny(architecture, 257), bytes_alone(), tokenizer)
    prompts = ["The invoice names ", "Ünïcode 🙂 and "]
    given = {"max_tokens": 40, "skip_forced": False, **options}
    expected = generate(model, tokenizer, prompts, LANGUAGE, **given)
    found = generate(model, tokenizer, prompts, LANGUAGE, draft=drafts, **given)
    assert [each.tokens for each in expected] == [each.tokens for each in found]


def test_good_guesses_save_passes() -> None:
    """A draft model that knows the text by heart."""
    model, tokenizer = random_model()
    own, text = bytes_alone(), "the fox, the desk, the lamp, the fox, the end"
    language = choice([text, "a" * 30])
    known = own(" A: " + text)["input_ids"]

    def next_byte(rows: list[list[int]]) -> Any:
        logits = torch.zeros((len(rows), 257))
        for i, row in enumerate(rows):
            logits[i, known[len(row)] if len(row) < len(known) else 0] = 9.0
        return logits

    drafts = TextDrafts(FunctionModel(next_byte, width=257), own, tokenizer)
    passes: list[int] = []
    hook = model.register_forward_pre_hook(lambda *_: passes.append(1))
    try:
        counts = []
        for draft in (None, drafts):
            passes.clear()
            plain = {
                "max_tokens": 60,
                "skip_forced": False,
                "sequence_bias": {(tokenizer("the")["input_ids"][0],): 9.0},
            }
            generate(model, tokenizer, " A: ", language, draft=draft, **plain)
            counts.append(len(passes))
    finally:
        hook.remove()
    assert counts[1] < 0.75 * counts[0]
