"""What a model has read, whatever was read, taken back, reordered and joined: the logits of each row's own tokens."""

from __future__ import annotations

import random
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain.sampling.decoding import FunctionContext, FunctionModel, GuidedModel, HuggingFaceModel, LanguageModel  # noqa: E402
from tests.sampling.tiny_models import tiny  # noqa: E402

WIDTH = 40


def alone(model: Any) -> Any:
    """The logits (rows, width) of each row by a pass of its own, without cache, padding or neighbours."""

    def logits(rows: list[list[int]]) -> Any:
        with torch.no_grad():
            return torch.stack([model(torch.tensor([row])).logits[0, -1] for row in rows])

    return logits


def tokens(rng: random.Random, low: int, high: int) -> list[int]:
    return [rng.randrange(3, WIDTH) for _ in range(rng.randint(low, high))]


def moved(model: LanguageModel, oracle: FunctionModel, rng: random.Random, moves: list[str]) -> None:
    """Does the same to contexts of both, and compares what they say."""
    prompts = [tokens(rng, 1, 30) for _ in range(rng.randint(1, 4))]
    prompts += [list(prompts[0]), prompts[0][:20] + tokens(rng, 1, 3)]
    context, logits = model.begin(prompts)
    texts, expected = oracle.begin(prompts)
    assert isinstance(texts, FunctionContext)
    torch.testing.assert_close(logits, expected, atol=2e-4, rtol=2e-4)
    for _ in range(12):
        move = rng.choice(moves)
        rows = texts.rows
        if move == "read":
            new = [tokens(rng, 0, 4) for _ in range(rows)]
            new[rng.randrange(rows)].append(5)
            keep = rng.randint(1, 3)
            got, expected = context.read(new, keep), texts.read(new, keep)
            for row in range(rows):
                kept = min(keep, len(new[row]))
                if kept:
                    torch.testing.assert_close(got[row, -kept:], expected[row, -kept:], atol=2e-4, rtol=2e-4)
        elif move == "read in step":
            new = [[5] for _ in range(rows)]
            torch.testing.assert_close(context.read(new), texts.read(new), atol=2e-4, rtol=2e-4)
        elif move == "take back":
            back = [rng.randint(0, 2) if len(text) > 4 else 0 for text in texts.texts]
            context.take_back(back)
            texts.take_back(back)
        elif move == "reorder":
            sources = [rng.randrange(rows) for _ in range(rng.randint(1, 5))]
            context.reorder(sources)
            texts.reorder(sources)
        else:
            more = [tokens(rng, 1, 9) for _ in range(rng.randint(1, 2))]
            context.join(model.begin(more)[0])
            texts.join(oracle.begin(more)[0])
        assert texts.rows == context.rows


@pytest.mark.parametrize("architecture", ["qwen2", "llama", "gpt2"])
@pytest.mark.parametrize("seed", range(6))
def test_rows_of_a_batch_read_as_if_alone(architecture: str, seed: int) -> None:
    """Ragged reads, rejected drafts, beams and joining rows change no row's logits."""
    model = tiny(architecture, WIDTH)
    moved(
        HuggingFaceModel(model),
        FunctionModel(alone(model), WIDTH),
        random.Random(seed),
        ["read", "read", "read in step", "take back", "reorder", "join"],
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_static_cache_says_the_same(seed: int) -> None:
    """Rows that read in step from a cache of fixed size."""
    model, rng = tiny("qwen2", WIDTH), random.Random(seed)
    oracle = FunctionModel(alone(model), WIDTH)
    prompts = [tokens(rng, 1, 12) for _ in range(3)]
    context, logits = HuggingFaceModel(model, cache="static").begin(prompts, room=12)
    texts, expected = oracle.begin(prompts)
    torch.testing.assert_close(logits, expected, atol=2e-4, rtol=2e-4)
    for _ in range(4):
        sources = [rng.randrange(3) for _ in range(3)]
        context.reorder(sources)
        texts.reorder(sources)
        new = [tokens(rng, 2, 2) for _ in range(3)]
        torch.testing.assert_close(context.read(new), texts.read(new), atol=2e-4, rtol=2e-4)
    with pytest.raises(ValueError, match=r"static cache has 2\d columns"):
        context.read([[3] * 9] * 3)


@pytest.mark.parametrize("architecture", ["t5", "bart"])
def test_an_encoder_is_run_once_and_its_rows_follow(architecture: str) -> None:
    """Decoder rows in step, in any order, each with its own prompt."""
    model, rng = tiny(architecture, WIDTH), random.Random(4)
    prompts = [tokens(rng, 1, 9) for _ in range(3)]
    wrapped = HuggingFaceModel(model)
    context, logits = wrapped.begin([*prompts, prompts[0]])
    heads = [list(head) for head in wrapped.heads([*prompts, prompts[0]])]
    owners = [0, 1, 2, 0]

    def expected() -> Any:
        with torch.no_grad():
            return torch.stack(
                [
                    model(torch.tensor([prompts[owner]]), decoder_input_ids=torch.tensor([text])).logits[0, -1]
                    for owner, text in zip(owners, heads, strict=True)
                ]
            )

    torch.testing.assert_close(logits, expected(), atol=2e-4, rtol=2e-4)
    for sources in ([0, 1, 2, 3], [3, 1, 1, 0], [2, 2], [1, 0]):
        context.reorder(sources)
        owners, heads = [owners[s] for s in sources], [list(heads[s]) for s in sources]
        new = [[rng.randrange(3, WIDTH)] for _ in sources]
        got = context.read(new)
        for text, token in zip(heads, new, strict=True):
            text.extend(token)
        torch.testing.assert_close(got[:, -1], expected(), atol=2e-4, rtol=2e-4)
    context.take_back([1, 1])
    heads = [text[:-1] for text in heads]
    new = [[7], [9]]
    got = context.read(new)
    heads = [[*text, *more] for text, more in zip(heads, new, strict=True)]
    torch.testing.assert_close(got[:, -1], expected(), atol=2e-4, rtol=2e-4)


@pytest.mark.parametrize("seed", range(3))
def test_a_guided_model_reads_both_prompts_in_one_pass(seed: int) -> None:
    """The unconditional logits are those of the negative prompt and the same output, through every move."""
    model, rng = tiny("llama", WIDTH), random.Random(seed)
    prompts, negative = [tokens(rng, 2, 6) for _ in range(3)], tokens(rng, 1, 4)
    guided = GuidedModel(HuggingFaceModel(model), [negative])
    context, _ = guided.begin(prompts)
    oracle = FunctionModel(alone(model), WIDTH)
    plain, _ = oracle.begin(prompts)
    other, _ = oracle.begin([negative] * 3)
    for sources in ([0, 1, 2], [2, 2, 0, 1], [1, 3]):
        for each in (context, plain, other):
            each.reorder(sources)
        new = [tokens(rng, 1, 3) for _ in sources]
        got, expected, beside = context.read(new), plain.read(new), other.read(new)
        assert context.unconditional is not None
        torch.testing.assert_close(got, expected, atol=2e-4, rtol=2e-4)
        torch.testing.assert_close(context.unconditional, beside, atol=2e-4, rtol=2e-4)


def test_equal_prompts_and_shared_heads_are_read_once() -> None:
    """The first pass has as many rows as there are different prompts, after one pass over what all begin with."""
    model = tiny("qwen2", WIDTH)
    seen: list[tuple[int, int]] = []
    hook = model.register_forward_pre_hook(
        lambda _, args, kwargs: seen.append(tuple(kwargs["input_ids"].shape)), with_kwargs=True
    )
    head = list(range(3, 33))
    HuggingFaceModel(model).begin([[*head, 5], [*head, 7], [*head, 5]])
    hook.remove()
    assert [(1, 30), (2, 1)] == seen


def test_what_a_model_cannot_begin_with_is_refused() -> None:
    """An empty prompt is named, and so are options that exclude each other."""
    model = tiny("qwen2", WIDTH)
    with pytest.raises(ValueError, match="prompt 1 has no tokens"):
        HuggingFaceModel(model).begin([[3], []])
    with pytest.raises(ValueError, match='compile=True needs cache="static"'):
        HuggingFaceModel(model, compile=True)
    with pytest.raises(ValueError, match=r"\(1, 4\)"):
        FunctionModel(lambda rows: torch.zeros(1, 3), width=4).begin([[0]])
