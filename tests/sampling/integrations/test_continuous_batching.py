"""Constraints in transformers' continuous batching: each request its own, whatever the manager does with the batch."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("transformers.generation.continuous_batching", reason="needs transformers 5")

import torch
from transformers import ContinuousBatchingConfig, GenerationConfig

import constrain
from constrain import Vocabulary
from constrain.errors import LimitExceeded, UnsupportedError, VocabularyError
from constrain.grammars import choice, json_schema, regex
from constrain.sampling.integrations import continuous_batching
from constrain.sampling.integrations.continuous_batching import ConstraintPerRequest, constrained, sync_config
from tests.sampling.random_model import random_model

PATTERNS = ("[a-z]{3,5}-[0-9]{2}", "(yes|no|perhaps)", "[0-9]{12,20}", "x{1,9}y")


def world() -> tuple[Any, Any, Vocabulary]:
    model, tokenizer = random_model()
    return model, tokenizer, Vocabulary.from_huggingface(tokenizer, model=model)


def small(**options: Any) -> ContinuousBatchingConfig:
    return sync_config(ContinuousBatchingConfig(max_batch_tokens=64, num_blocks=64, **options))


def test_steps_that_are_padded_with_what_earlier_ones_left() -> None:
    """transformers keeps the numbers of a larger step behind those of a smaller one, and asks about them too."""
    _, _, vocabulary = world()
    language = constrain.compile(regex("[a-z]{50,60}"), vocabulary)

    def asked(count: int) -> list[Any]:
        state = {"_true_initial_tokens": 0, "initial_tokens": [], "generated_tokens": [], "max_new_tokens": None}
        kwargs = {"logit_processor_kwargs": {"constraint": language}}
        return [SimpleNamespace(state=SimpleNamespace(**state, **kwargs)) for _ in range(count)]

    processor = ConstraintPerRequest()
    storage = torch.zeros(5, dtype=torch.int32)
    for count in (5, 2):
        storage[:count] = processor.prepare_tensor_args(asked(count))
    masked = processor(torch.zeros(5, vocabulary.size), storage)
    assert [True, True, False, False, False] == masked.isneginf().any(-1).tolist()


@pytest.mark.parametrize("sample", [False, True])
def test_each_request_follows_its_own_constraint(sample: bool) -> None:
    """More requests than fit at once, some of them free, in one batch."""
    model, tokenizer, vocabulary = world()
    constraints = [constrain.compile(regex(pattern), vocabulary) for pattern in PATTERNS]
    asked = [None if number % 5 == 4 else constraints[number % 4] for number in range(20)]
    prompts = [tokenizer.encode("The invoice: " * (1 + number % 7)) for number in range(20)]
    torch.manual_seed(0)

    results = continuous_batching.generate_batch(
        model,
        prompts,
        asked,
        max_new_tokens=40,
        generation_config=GenerationConfig(do_sample=sample, temperature=0.9, top_k=5, eos_token_id=0, pad_token_id=1),
        continuous_batching_config=small(),
    )

    assert 20 == len(results)
    for number, (result, constraint) in enumerate(zip(results, asked, strict=True)):
        assert prompts[number] == result.prompt_ids
        if constraint is not None:
            text = vocabulary.decode(result.generated_tokens).decode()
            assert re.fullmatch(PATTERNS[number % 4], text), (number, text)


def test_texts_complete_within_their_tokens() -> None:
    """A schema whose texts the model would never end is complete at the limit; a free request is not touched."""
    model, tokenizer, vocabulary = world()
    schema = {"type": "object", "properties": {"note": {"type": "string"}}, "required": ["note"]}
    record = constrain.compile(json_schema(schema), vocabulary)
    prompt = tokenizer.encode("The record: ")

    results = continuous_batching.generate_batch(
        model, [prompt] * 3, [record, None, record], max_new_tokens=24, continuous_batching_config=small()
    )

    for result in (results[0], results[2]):
        assert record.accepts(vocabulary.decode(result.generated_tokens).decode())
        assert len(result.generated_tokens) <= 25  # and an end token, where the text ended before
    free = model.generate(torch.tensor([prompt]), max_new_tokens=24, do_sample=False)[0, len(prompt) :].tolist()
    assert free == results[1].generated_tokens


def test_what_cannot_be_kept_is_refused_before_the_first_token() -> None:
    """Too few tokens, another vocabulary, several texts a prompt, a wrong number of constraints."""
    model, _, vocabulary = world()
    long = constrain.compile(regex("[0-9]{30}"), vocabulary)
    other = constrain.compile(choice(["a"]), Vocabulary.from_bytes([b"a", None], end_ids=[1]))

    with pytest.raises(LimitExceeded, match="max_new_tokens is 4"):
        continuous_batching.generate_batch(model, [[5]], long, max_new_tokens=4)
    with pytest.raises(VocabularyError, match="512 wide"):
        continuous_batching.generate_batch(model, [[5]], other, max_new_tokens=4)
    with pytest.raises(ValueError, match="1 constraints for 2 prompts"):
        continuous_batching.generate_batch(model, [[5], [6]], [long], max_new_tokens=40)
    several = GenerationConfig(num_return_sequences=2, do_sample=True, max_new_tokens=40)
    with pytest.raises(UnsupportedError, match="repeat the prompt"):
        continuous_batching.generate_batch(model, [[5]], long, generation_config=several)


class Manager:
    """A manager as `constrained` sees one."""

    batch_processor = None

    def __init__(self, asynchronous: bool) -> None:
        self.continuous_batching_config = ContinuousBatchingConfig(use_async_batching=asynchronous)
        self.continuous_batching_config.use_cuda_graph = (False, False)


def test_texts_are_no_tokens() -> None:
    """transformers would take them, and fail in its thread."""
    model, _, _ = world()
    with pytest.raises(TypeError, match=r"inputs\[1\] is a text; give its tokens"):
        continuous_batching.generate_batch(model, [[1], "a text"], None)  # type: ignore[list-item]


def test_asynchronous_managers_are_refused() -> None:
    """They prepare a step before the last token is known; a mask would be a token late."""
    with pytest.raises(UnsupportedError, match="sync_config"):
        constrained(Manager(True))


class State:
    """A request as the processor sees one."""

    def __init__(
        self, constraint: Any, generated: list[int], before: list[int] | None = None, limit: int | None = None
    ) -> None:
        self.logit_processor_kwargs = {} if constraint is None else {"constraint": constraint}
        self.initial_tokens, self._true_initial_tokens = [9, 9, *(before or [])], 2 if before else 0
        self.generated_tokens, self.max_new_tokens = generated, limit


class Future:
    def __init__(self, state: State) -> None:
        self.state = state


def test_a_request_that_was_put_off_goes_on_where_it_was() -> None:
    """transformers moves what was generated into the prompt then, and a fork has no matcher yet."""
    vocabulary = Vocabulary.from_bytes([b"a", b"b", b"c", None], end_ids=[3])
    text = constrain.compile(regex("abca"), vocabulary)
    processor = ConstraintPerRequest()
    states = [State(text, [0, 1]), State(None, []), State(text, [2], before=[0, 1]), State(text, [0, 1, 2, 0])]
    scores = torch.zeros(4, 6)  # wider than the vocabulary

    rows = processor.prepare_tensor_args([Future(state) for state in states])
    masked = processor(scores, rows)

    assert [[2], list(range(6)), [0], [3]] == [row.isfinite().nonzero().flatten().tolist() for row in masked]
    states[0].generated_tokens = [0]  # taken back
    rows = processor.prepare_tensor_args([Future(states[0])])
    assert [1] == processor(scores[:1], rows)[0].isfinite().nonzero().flatten().tolist()


def test_a_request_that_was_put_off_keeps_the_rest_of_its_tokens() -> None:
    """transformers takes what was generated before off the limit itself."""
    vocabulary = Vocabulary.from_bytes([b"a", b"b", None], end_ids=[2])
    text = constrain.compile(regex("a{1,9}b"), vocabulary)
    processor = ConstraintPerRequest()
    states = [State(text, [0], before=[0, 0, 0], limit=left + 1) for left in (3, 2, 1)]

    rows = processor.prepare_tensor_args([Future(state) for state in states])
    masked = processor(torch.zeros(3, 3), rows)

    assert [[0, 1], [1], [1]] == [row.isfinite().nonzero().flatten().tolist() for row in masked]


def test_free_requests_end_as_the_model_says_where_the_configuration_does_not() -> None:
    """As in transformers' own `generate_batch`."""
    model, tokenizer, _ = world()
    config = GenerationConfig(max_new_tokens=9)
    prompt = tokenizer.encode("The record: ")
    free = model.generate(torch.tensor([prompt]), max_new_tokens=9, do_sample=False)[0, len(prompt) :].tolist()
    model.config.eos_token_id = free[2]
    config.eos_token_id = None

    [result] = continuous_batching.generate_batch(
        model, [prompt], None, generation_config=config, continuous_batching_config=small()
    )

    assert free[: free.index(free[2]) + 1] == result.generated_tokens
