"""Every causal class of transformers in our loops: logits are those of a pass over the whole text without a cache.

What runs here is a sample, one class of each way of reading; `pytest -m slow` runs all that can be built small.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import GenerationConfig  # noqa: E402

from constrain import Vocabulary, compile  # noqa: E402
from constrain.grammars import regex  # noqa: E402
from constrain.sampling import Pipeline, generate  # noqa: E402
from constrain.sampling.decoding import HuggingFaceModel, PromptLookup, Speculation  # noqa: E402
from constrain.sampling.decoding.beam_search.beams import BeamSearch  # noqa: E402
from constrain.sampling.decoding.model import FunctionModel  # noqa: E402
from constrain.sampling.stages import Greedy, Mask  # noqa: E402
from tests.sampling.decoding.causal_classes import END, KINDS, WIDTH, tiny  # noqa: E402

SAMPLE = (
    *("llama", "gemma3_text", "mistral", "qwen3_next", "falcon_h1", "bamba", "mamba", "falcon_mamba", "mamba2", "rwkv"),
    *("openai-gpt", "reformer", "recurrent_gemma", "gpt_neo", "roberta", "bart", "bloom", "xlnet", "minimax", "lfm2"),
)
# What cannot be made small by rules (or lacks a package), so nothing is said about it.
NOT_BUILT = {
    *("blt", "cohere_compass_text", "dbrx", "dots3_note", "dots3_note_text", "gemma3n", "gemma3n_text", "musicgen"),
    *("gemma4_assistant", "gemma4_unified_assistant", "musicgen_melody", "phi4_multimodal", "qwen4_exp"),
    *("qwen4_exp_text", "xlstm"),
}
NEAR = 0.02  # of logits whose spread is 1 to 3: recurrent layers add in another order


def whole(model: Any, text: list[int]) -> Any:
    """The logits (width,) after a text, by a pass of its own."""
    with torch.no_grad():
        return model(input_ids=torch.tensor([text]), use_cache=False).logits[0, -1].float()


@pytest.mark.parametrize("kind", SAMPLE)
def test_a_row_is_what_it_would_be_alone(kind: str) -> None:
    check(kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in NOT_BUILT])
def test_a_row_of_any_class_is_what_it_would_be_alone(kind: str) -> None:
    for seed in range(3):
        check(kind, seed)
    check_texts(kind)


def check(kind: str, seed: int = 0) -> None:
    """Random moves of a context: one token or several, rows doubled and dropped, the last tokens taken back."""
    model, choose = tiny(kind), Random(seed)
    adapter = HuggingFaceModel(model)

    def new(count: int) -> list[int]:
        return [choose.randrange(3, WIDTH) for _ in range(count)]

    texts = [new(length) for length in (3, 10, 6)]
    context, logits = adapter.begin([*texts, texts[1]])
    texts.append(list(texts[1]))
    moves = ("one", "one", "several", "reorder", "back", "one", "ragged", "reorder", "several", "back", "one", "back")
    for move in ("begin", *moves):
        wanted = [True] * len(texts)
        if move == "reorder":
            sources = [choose.randrange(len(texts)) for _ in range(choose.randrange(2, 5))]
            context.reorder(sources)
            texts = [list(texts[source]) for source in sources]
        elif move == "back":
            most = choose.randrange(1, 4)
            counts = [most if context.uniform else choose.randrange(0, most + 1) for _ in texts]
            context.take_back(counts)
            texts = [text[: len(text) - count] for text, count in zip(texts, counts, strict=True)]
        if move in ("one", "several", "ragged", "reorder", "back"):
            size = 1 if move == "one" else choose.randrange(2, 5)
            counts = [choose.randrange(0, 3) if move == "ragged" and not context.uniform else size for _ in texts]
            counts[0] = counts[0] or 1
            more = [new(count) for count in counts]
            logits = context.read(more, 1)[:, -1]
            texts = [text + tokens for text, tokens in zip(texts, more, strict=True)]
            wanted = [bool(tokens) for tokens in more]
        for row, text in enumerate(texts):
            if wanted[row]:
                difference = (logits[row].float() - whole(model, text)).abs().max()
                assert difference < NEAR, (kind, adapter.reading, move, row, float(difference))


VOCABULARY = Vocabulary([None, None, None, *(bytes([65 + i]) for i in range(WIDTH - 3))], end_ids=[END])
LANGUAGE = compile(regex("([A-J]{2}X[A-Z]Y)+Z"), VOCABULARY)


def check_texts(kind: str) -> None:
    """Whole texts in every mode: plain, a batch, drafts, forced text skipped, beams; judged by the function model."""
    model = tiny(kind)
    plain = FunctionModel(lambda rows: torch.stack([whole(model, row) for row in rows]), width=WIDTH)
    prompts = [[5, 6, 7, 5, 6], [8, 9, 10, 11, 12, 13, 14, 15, 16, 17]]
    options: dict[str, Any] = {"max_tokens": 16, "generation_config": GenerationConfig()}
    modes: dict[str, dict[str, Any]] = {
        "plain": {"skip_forced": False},
        "forced text skipped": {},
        "drafts": {"skip_forced": False, "search": Speculation(PromptLookup(2), length=3)},
        "beams": {"search": BeamSearch(3)},
    }
    for name, given in modes.items():
        sampler = {} if name == "beams" else {"sampler": Pipeline([Mask(), Greedy()])}
        wanted = [generate(plain, None, prompt, LANGUAGE, **options, **given, **sampler) for prompt in prompts]
        found = generate(model, None, prompts, LANGUAGE, **options, **given, **sampler)
        assert [each.tokens for each in wanted] == [each.tokens for each in found], (kind, name)


@pytest.mark.parametrize("kind", ["llama", "mistral", "qwen3_next", "mamba", "openai-gpt", "roberta"])
def test_texts_are_those_of_a_model_without_cache(kind: str) -> None:
    check_texts(kind)
