"""Prompt healing: the end of a prompt is cut again, together with what follows."""

from __future__ import annotations

import random
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import constrain  # noqa: E402
from constrain import Vocabulary  # noqa: E402
from constrain.grammars import choice, json_schema, regex  # noqa: E402
from constrain.sampling import Pipeline, generate, stream  # noqa: E402
from constrain.sampling.decoding import FunctionModel, Request  # noqa: E402
from constrain.sampling.decoding.healing import healed, taken_back  # noqa: E402
from constrain.sampling.models.demo_model import random_model  # noqa: E402
from constrain.sampling.stages import Greedy, Mask  # noqa: E402
from tests.sampling.tiny_models import tiny  # noqa: E402

PIECES = [b"h", b"t", b"p", b":", b"/", b"http", b"://", b"//", b"a", b"pa", None, None]
SPECIAL, END = 10, 11
BEST = Pipeline([Mask(), Greedy()])
VOCABULARY = Vocabulary(PIECES, end_ids=[END], special_tokens={"<s>": SPECIAL})


def by_force(prompt: list[int], most: int) -> int:
    """The definition, word for word."""
    for count in range(1, min(most, len(prompt) - 1) + 1):
        if any(PIECES[token] is None for token in prompt[-count:]):
            return 0
        tail = b"".join(PIECES[token] or b"" for token in prompt[-count:])
        for start in range(len(tail)):
            if any(piece and len(piece) > len(tail) - start and piece.startswith(tail[start:]) for piece in PIECES):
                return count
    return 0


def test_the_least_number_of_tokens_is_taken_back() -> None:
    """Such that some token begins in them and goes on beyond; special tokens stay, and so does the first."""
    rng = random.Random(0)
    seen = set()
    for _ in range(2000):
        prompt = [rng.choice([*range(10), rng.randrange(12)]) for _ in range(rng.randrange(1, 6))]
        most = rng.randrange(4)
        count = taken_back(prompt, VOCABULARY, most)
        assert by_force(prompt, most) == count, prompt
        seen.add(count)
    assert {0, 1, 2} <= seen
    assert [0, 0, 1] == [taken_back(p, VOCABULARY) for p in ([3], [SPECIAL, END], [5, 3])]


def model_of(wanted: list[bytes]) -> Any:
    """A model that writes these tokens, wherever it stands in them."""
    ids = [PIECES.index(piece) for piece in wanted] + [END]

    def function(rows: list[list[int]]) -> Any:
        logits = torch.zeros(len(rows), len(PIECES))
        for i, row in enumerate(rows):
            at = next((n for n in range(len(ids), 0, -1) if row[-n:] == ids[:n]), 0)
            logits[i, ids[min(at, len(ids) - 1)]] = 9.0
        return logits

    return FunctionModel(function, len(PIECES))


def test_the_output_goes_on_in_the_middle_of_a_token() -> None:
    """The model may write `://` where the prompt ends in `:`, and the result is what comes after it."""
    model, prompt = model_of([b"http", b"://", b"a"]), [5, 3]
    constraint = constrain.compile(regex("//[ahtp]{1,3}"), VOCABULARY)
    result: Any = generate(model, None, prompt, constraint, heal=True, max_tokens=9, skip_forced=False, sampler=BEST)
    assert "//a" == result.text == result.value
    assert (6, 8) == result.tokens[:2]
    plain: Any = generate(model, None, prompt, constraint, max_tokens=9, skip_forced=False, sampler=BEST)
    assert plain.tokens[0] != 6


def test_stop_texts_are_looked_for_after_the_prompts_end() -> None:
    """What was taken back is no part of the text, so no stop text is found in it."""
    constraint = constrain.compile(regex("//[ahtp:]{3}"), VOCABULARY)
    model = model_of([b"http", b"://", b"a"])
    result: Any = generate(model, None, [5, 3], constraint, heal=True, stop=[":/", "a"], max_tokens=9, sampler=BEST)
    assert "//" == result.text
    assert "stop" == result.finish_reason


@pytest.mark.parametrize("forced", [False, True])
def test_texts_are_in_the_language_and_streamed_without_what_was_taken_back(forced: bool) -> None:
    """For random prompts, constraints and seeds, free rows among them."""
    model, tokenizer = random_model()
    rng = random.Random(4)
    prompts = ["The inv", 'data: {"na', "x:", "the total is 12", "in"] * 2
    kinds = [json_schema(list[int]), choice(["oice", "ested"]), regex("[a-z ]{1,9}"), None]
    constraints = [rng.choice(kinds) for _ in prompts]
    options: dict[str, Any] = {"heal": 3, "max_tokens": 20, "do_sample": True, "seeds": 3, "skip_forced": forced}
    results: Any = generate(model, tokenizer, prompts, constraints, **options)
    texts = [""] * len(prompts)
    for part in stream(model, tokenizer, prompts, constraints, **options):
        texts[part.prompt] += part.text
    assert texts == [result.text for result in results]
    vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
    healing = 0
    for prompt, constraint, result in zip(prompts, constraints, results, strict=True):
        ids = tokenizer(prompt)["input_ids"]
        tail = vocabulary.decode(ids[len(ids) - taken_back(ids, vocabulary, 3) :])
        healing += bool(tail)
        assert result.complete
        assert result.error is None
        assert vocabulary.decode(result.tokens) == tail + result.text.encode() or "�" in result.text
        if constraint is not None:
            assert constraint.read(result.text) == result.value
    assert healing


def test_a_request_that_nothing_could_straddle_stays_as_it_is() -> None:
    """And encoder-decoder models, whose output does not continue the prompt, are refused."""
    request = Request([5, 8])
    assert request is healed(request, VOCABULARY)
    with pytest.raises(TypeError, match="encodes"):
        generate(tiny("t5", 12), None, [5, 3], constrain.compile(regex("a"), VOCABULARY), heal=True)
