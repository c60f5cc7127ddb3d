"""What has been read of prompts serves later calls: the texts are those without it, and fewer tokens are read."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import GenerationConfig  # noqa: E402

from constrain import UnsupportedError  # noqa: E402
from constrain.grammars import regex  # noqa: E402
from constrain.sampling import PromptCache, generate, generate_each, stream  # noqa: E402
from constrain.sampling.decoding import HuggingFaceModel  # noqa: E402
from tests.sampling.tiny_models import LETTERS, WIDTH, tiny  # noqa: E402

LANGUAGE = LETTERS, regex("[A-C]{2,4}(X[A-Z]{3})+Z")
MODES: dict[str, dict[str, Any]] = {
    "greedy": {"skip_forced": False},
    "forced text": {},
    "drawn": {"do_sample": True, "seeds": 5},
    "beams": {"num_beams": 3},
    "n-grams": {"prompt_lookup_num_tokens": 3, "skip_forced": False},
    "guided": {"guidance_scale": 1.4},
    "contrastive": {"penalty_alpha": 0.5, "top_k": 3},
}


def language() -> Any:
    from constrain import compile

    return compile(LANGUAGE[1], LETTERS)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("architecture", ["llama", "gpt2"])
def test_texts_are_those_without_it(architecture: str, mode: str) -> None:
    """Random prompts with heads in common, alone and in batches, in a cache that is too small for all of them."""
    model, choose, constraint = tiny(architecture, WIDTH), Random(0), language()
    heads = [[choose.randrange(3, WIDTH) for _ in range(40)] for _ in range(2)]
    cache = PromptCache(max_tokens=150)
    options = {"max_tokens": 20, "generation_config": GenerationConfig(), **MODES[mode]}
    for _ in range(5):
        count = choose.choice([1, 1, 3])
        head = choose.choice(heads)
        prompts = [
            [*head[: choose.randrange(20, 41)], *(choose.randrange(3, WIDTH) for _ in range(choose.randrange(1, 9)))]
            for _ in range(count)
        ]
        expected = generate(model, None, prompts, constraint, **options)
        found = generate(model, None, prompts, constraint, prompt_cache=cache, **options)
        assert [each.tokens for each in expected] == [each.tokens for each in found]
        assert cache.tokens <= 150
    assert mode == "contrastive" or cache.reused > 30


def test_a_head_is_read_once() -> None:
    """By every door: the model is shown the head's tokens in the first call alone."""
    model, constraint = tiny("llama", WIDTH), language()
    head = [3 + i % 30 for i in range(60)]
    shown: list[int] = []
    hook = model.register_forward_pre_hook(
        lambda _, args, kwargs: shown.append(kwargs["input_ids"].shape[1]), with_kwargs=True
    )
    cache = PromptCache()
    try:
        generate(model, None, [*head, 4, 5], constraint, max_tokens=20, prompt_cache=cache)
        assert max(shown) >= 60
        shown.clear()
        generate(model, None, [*head, 9], constraint, max_tokens=20, prompt_cache=cache)
        generate(model, None, [[*head, 7, 8], [*head, 9, 9]], constraint, max_tokens=20, prompt_cache=cache)
        list(generate_each(model, None, [[*head, 7, 3]], constraint, max_tokens=20, prompt_cache=cache))
        list(stream(model, None, [*head, 11], constraint, max_tokens=20, prompt_cache=cache))
    finally:
        hook.remove()
    assert max(shown) < 20


def test_a_picture_is_read_once_however_often_it_is_asked_about() -> None:
    pytest.importorskip("PIL")
    from tests.sampling.picture_models import asked, picture, seeing

    model, processor = seeing("qwen2_vl")
    cache, options = PromptCache(), {"max_tokens": 30, "skip_forced": False}
    seen: list[int] = []
    hook = model.register_forward_pre_hook(
        lambda _, args, kwargs: seen.append("pixel_values" in kwargs), with_kwargs=True
    )
    language = regex("(red|green|dark blue)( and (red|green)){1,3}!")
    try:
        for text, number in (("what is it?", 1), ("what colour?", 1), ("what is it?", 2)):
            messages = asked(text, picture(number, 84, 56))
            seen.clear()
            found = generate(model, processor, messages, language, prompt_cache=cache, **options)
            assert any(seen) == (text == "what is it?")
            assert found.tokens == generate(model, processor, messages, language, **options).tokens
    finally:
        hook.remove()


def test_what_cannot_be_reused_is_refused_by_name() -> None:
    cache = PromptCache()
    for architecture in ("mistral", "t5"):
        with pytest.raises(UnsupportedError, match="prompt_cache= is for models"):
            generate(tiny(architecture, WIDTH), None, [3, 4], language(), max_tokens=9, prompt_cache=cache)
    with pytest.raises(UnsupportedError, match="static"):
        HuggingFaceModel(tiny("llama", WIDTH), cache="static", prompt_cache=cache)
    adapted = HuggingFaceModel(tiny("llama", WIDTH))
    with pytest.raises(TypeError, match="belongs to the model"):
        generate(adapted, None, [3, 4], language(), max_tokens=9, prompt_cache=cache)
    generate(tiny("llama", WIDTH), None, [3] * 20, language(), max_tokens=9, prompt_cache=cache)
    with pytest.raises(ValueError, match="another model"):
        generate(tiny("gpt2", WIDTH), None, [3] * 20, language(), max_tokens=9, prompt_cache=cache)
    with pytest.raises(TypeError, match="PromptCache"):
        generate(tiny("llama", WIDTH), None, [3, 4], language(), past_key_values=None)
