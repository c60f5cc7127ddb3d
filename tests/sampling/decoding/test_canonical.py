"""Canonical texts: what is written is what the tokenizer would write, and everything it would write can be reached."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tokenizers import Tokenizer, models, pre_tokenizers, trainers  # noqa: E402

import constrain  # noqa: E402
from constrain import Vocabulary  # noqa: E402
from constrain.grammars import json_schema, regex, sequence, special  # noqa: E402
from constrain.sampling import Pipeline, generate  # noqa: E402
from constrain.sampling.decoding import Batch, FunctionModel, Request, Scheduler, decode  # noqa: E402
from constrain.sampling.decoding.canonical import Canonical, CanonicalSampling, canonical_of  # noqa: E402
from constrain.sampling.stages import Categorical, Mask  # noqa: E402
from tests.sampling.random_model import random_model  # noqa: E402

torch.set_num_threads(1)
DRAW = Pipeline([Mask(), Categorical()])
Splitter = Any
SPLITTERS: dict[str, Splitter] = {
    "none": None,
    "spaces": pre_tokenizers.Metaspace(prepend_scheme="never"),
    "words": pre_tokenizers.Split(" ", "merged_with_next"),
    "pairs": pre_tokenizers.Split("ab", "isolated"),
}


def world(splitter: str, seed: int) -> tuple[Vocabulary, Any]:
    """A small BPE tokenizer of random merges over a, b, c and the space, and its vocabulary."""
    rng = random.Random(seed)
    space = "▁" if splitter == "spaces" else " "
    inner = Tokenizer(models.BPE())
    if SPLITTERS[splitter] is not None:
        inner.pre_tokenizer = SPLITTERS[splitter]
    trainer = trainers.BpeTrainer(vocab_size=12, initial_alphabet=["a", "b", "c", space], show_progress=False)
    inner.train_from_iterator(["".join(rng.choice("aabbc ") for _ in range(12)) for _ in range(40)], trainer)
    count = inner.get_vocab_size()
    tokens: list[bytes | None] = [(inner.id_to_token(i) or "").replace(space, " ").encode() for i in range(count)]
    return Vocabulary([*tokens, None], end_ids=[count]), lambda text: inner.encode(text, add_special_tokens=False).ids


def texts_of(pattern: str, longest: int) -> list[str]:
    import re

    alphabet = "abc "
    found = ("".join(each) for size in range(longest + 1) for each in itertools.product(alphabet, repeat=size))
    return [text for text in found if re.fullmatch(pattern, text)]


PATTERNS = ["(a|b|c| ){0,4}", "ab(c| a){1,2}", "(aa|b){1,3}c?", "a b|a  b|ab", "[ab]{2} {0,2}[abc]"]


@pytest.mark.parametrize("splitter", SPLITTERS)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_text_is_reached_by_its_canonical_tokens(splitter: str, pattern: str) -> None:
    """Each prefix of them has a witness, and a prefix of no text's canonical tokens has none."""
    for seed in range(2):
        vocabulary, encode = world(splitter, seed)
        canonical = Canonical(vocabulary, encode)
        constraint = constrain.compile(regex(pattern), vocabulary)
        ways = [list(encode(text)) for text in texts_of(pattern, 7)]
        prefixes = {tuple(way[:size]) for way in ways for size in range(len(way) + 1)}
        assert ways
        for prefix in prefixes:
            for token in [None, *range(vocabulary.size - 1)]:
                tokens = list(prefix) + ([] if token is None else [token])
                matcher = constraint.matcher()
                try:
                    for each in tokens:
                        matcher.advance(each)
                except constrain.RejectedToken:
                    assert tuple(tokens) not in prefixes
                    continue
                found = canonical.witness(tokens, matcher)
                assert (tuple(tokens) in prefixes) == (found is not None), (tokens, ways)
                if found is not None:
                    assert tokens + found in ways


def test_no_special_token_stands_within_a_character() -> None:
    """What a special token ends is a text of its own, which must be canonical as a whole."""
    model, tokenizer = random_model()
    vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
    canonical = canonical_of(vocabulary, tokenizer)
    first = tokenizer("é", add_special_tokens=False)["input_ids"][0]
    mark = vocabulary.special_tokens["<think>"]

    assert vocabulary.token_bytes[first] == b"\xc3"
    assert canonical.witness([first], None) is not None
    assert canonical.witness([first, mark], None) is None
    assert canonical.witness([*tokenizer("é", add_special_tokens=False)["input_ids"], mark], None) is not None


def shares(vocabulary: Vocabulary, encode: Any, pattern: str, count: int, search: Any) -> list[list[int]]:
    """The tokens of random texts under a model that likes all tokens alike."""
    constraint = constrain.compile(regex(pattern), vocabulary)
    model = FunctionModel(lambda rows: torch.zeros(len(rows), vocabulary.size), vocabulary.size)
    work = [Request([0], constraint, 12, key=i) for i in range(count)]
    scheduler = Scheduler(model, DRAW, search=search, vocabulary=vocabulary, seeds=1, max_rows=64)
    return [row.tokens for _, row in scheduler.finished(work) if row.finish_reason == "stop"]


@pytest.mark.parametrize("splitter", SPLITTERS)
def test_no_token_is_one_that_the_tokenizer_would_not_write(splitter: str) -> None:
    """Of random texts every one is canonical; without it, many are not. And all texts come."""
    vocabulary, encode = world(splitter, 3)
    pattern = PATTERNS[3] if splitter == "none" else PATTERNS[2]
    canonical = Canonical(vocabulary, encode)
    rows = shares(vocabulary, encode, pattern, 300, CanonicalSampling(canonical))
    assert 300 == len(rows)
    assert all(canonical.is_canonical(tokens) for tokens in rows)
    assert {tuple(encode(text)) for text in texts_of(pattern, 9)} == set(map(tuple, rows))
    plain = shares(vocabulary, encode, pattern, 300, None)
    assert any(not canonical.is_canonical(tokens) for tokens in plain)


def test_draws_are_from_the_models_distribution_over_the_tokens_that_have_a_witness() -> None:
    """What is refused is drawn again by fresh numbers: the frequencies of first tokens are those of the rest."""
    vocabulary, encode = world("none", 0)
    canonical = Canonical(vocabulary, encode)
    constraint = constrain.compile(regex("(a|b|c){4}"), vocabulary)
    weights = torch.randn(vocabulary.size, generator=torch.Generator().manual_seed(5))
    model = FunctionModel(lambda rows: weights.expand(len(rows), -1), vocabulary.size)
    allowed = []
    for token in range(vocabulary.size - 1):
        matcher = constraint.matcher()
        if matcher.allows(token):
            matcher.advance(token)
            if canonical.witness([token], matcher) is not None:
                allowed.append(token)
    count = 3000
    batch = Batch(
        model, DRAW, [Request([0], constraint, 1, fit=False)] * count, seeds=list(range(count)), vocabulary=vocabulary
    )
    for _ in decode(batch, CanonicalSampling(canonical)):
        pass
    firsts = [row.tokens[0] for row in batch.done]
    expected = weights[allowed].softmax(-1) * count
    observed = torch.tensor([float(firsts.count(token)) for token in allowed])
    assert count == observed.sum()
    assert float(((observed - expected) ** 2 / expected).sum()) < 3 * len(allowed) + 12  # chi-square, far out


def aligned(tokens: Sequence[int], vocabulary: Vocabulary, tokenizer: Any) -> bool:
    """Whether the tokenizer writes just these tokens for their texts, between special tokens of its own."""
    special = set(tokenizer.get_added_vocab().values())
    runs = [list(run) for mark, run in itertools.groupby(tokens, key=special.__contains__) if not mark]
    texts = [vocabulary.decode(run).decode("utf-8", "replace") for run in runs]
    return [tokenizer(text, add_special_tokens=False)["input_ids"] for text in texts] == runs


def test_json_texts_of_a_byte_level_tokenizer_are_canonical() -> None:
    """Characters of several tokens, numbers, layouts and all; within the budget, with seeds, greedy or not."""
    model, tokenizer = random_model()
    vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
    kinds = [
        json_schema({"type": "array", "items": {"type": "string", "maxLength": 4}, "maxItems": 2}),
        json_schema(
            {"type": "object", "properties": {"name": {"type": "integer"}}, "required": ["name"]}, layout="any"
        ),
        regex("(é|😀|the |quick){1,4}"),
        None,
    ]
    for sample, seed in ((True, 1), (False, 2)):
        results: Any = generate(
            model, tokenizer, ["x"] * 8, kinds * 2, max_tokens=30, do_sample=sample, seeds=seed, canonical=True
        )
        for result in results:
            assert result.complete
            assert 0 == result.noncanonical
            assert aligned(result.tokens, vocabulary, tokenizer), result.text


def test_special_tokens_stand_between_canonical_texts() -> None:
    """They are no text, and each text around them is canonical by itself."""
    model, tokenizer = random_model()
    grammar = sequence(regex("(the |quick ){1,2}"), special("<think>"), regex("[a-c]{3}"))
    result = generate(model, tokenizer, "x", grammar, max_tokens=20, do_sample=True, seeds=0, canonical=True)
    mark = tokenizer.convert_tokens_to_ids("<think>")
    at = result.tokens.index(mark)
    vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
    assert aligned(result.tokens[:at], vocabulary, tokenizer)
    assert aligned(result.tokens[at + 1 :], vocabulary, tokenizer)


def test_where_nothing_canonical_fits_tokens_are_counted() -> None:
    """A tokenizer that writes otherwise than the budget allows does not keep a text from being complete."""
    vocabulary = Vocabulary([b"a", b"b", b"ab", None], end_ids=[3])
    canonical = Canonical(vocabulary, lambda text: ["ab".find(letter) for letter in text if letter in "ab"])
    constraint = constrain.compile(regex("ab"), vocabulary)
    model = FunctionModel(lambda rows: torch.zeros(len(rows), 4), 4)
    for budget, noncanonical in ((1, 1), (2, 0)):
        scheduler = Scheduler(model, DRAW, search=CanonicalSampling(canonical), seeds=0)
        ((_, row),) = scheduler.finished([Request([0], constraint, budget)])
        assert ("stop", noncanonical) == (row.finish_reason, row.noncanonical)
        assert b"ab" == vocabulary.decode(row.tokens)
