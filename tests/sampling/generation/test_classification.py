"""`classify`: probabilities of labels, against the enumeration of all their spellings."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Enum, IntEnum
from typing import Any, Literal

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from constrain import Constraint, LimitExceeded, Vocabulary, compile  # noqa: E402
from constrain.sampling import Classification, classify  # noqa: E402
from constrain.sampling.decoding import FunctionModel, HuggingFaceModel, LanguageModel  # noqa: E402
from constrain.sampling.decoding.alternatives import Place, shares, weigh  # noqa: E402
from constrain.sampling.generation.inputs import vocabulary_of  # noqa: E402
from tests.sampling.random_model import random_model  # noqa: E402
from tests.sampling.tiny_models import tiny  # noqa: E402

PIECES = (b"a", b"b", b"ab", b"ba", b"aba", b"bb", b"abab")
VOCABULARY = Vocabulary([None, *PIECES, b"a", None], end_ids=[0, 9])  # two spell `a`, two end
Scores = Callable[[Sequence[int]], Any]  # of the next token, logits (width,)


def spellings(vocabulary: Vocabulary, text: bytes, before: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """All ways to cut a text into tokens."""
    if not text:
        return [before]
    pieces = enumerate(vocabulary.token_bytes)
    fitting = [(token, piece) for token, piece in pieces if piece and text.startswith(piece)]
    return [each for token, piece in fitting for each in spellings(vocabulary, text[len(piece) :], (*before, token))]


def enumerated(score: Scores, vocabulary: Vocabulary, prompt: list[int], texts: list[bytes]) -> list[float]:
    """The definition: P(text, then an end | prompt), normalised over the texts."""
    masses = []
    for text in texts:
        total = 0.0
        for tokens in spellings(vocabulary, text):
            read, log = list(prompt), 0.0
            for token in tokens:
                log += float(score(read).double().log_softmax(-1)[token])
                read.append(token)
            end = score(read).double().log_softmax(-1)[list(vocabulary.end_ids)].logsumexp(-1)
            total += math.exp(log + float(end))
        masses.append(total)
    return [mass / sum(masses) for mass in masses]


def random_scores(seed: int, width: int) -> Scores:
    """Logits that depend on the last three tokens, and on nothing else."""

    def score(tokens: Sequence[int]) -> Any:
        generator = torch.Generator().manual_seed(hash((seed, *tokens[-3:])) % (1 << 60))
        return 3 * torch.randn(width, generator=generator)

    return score


def model_of(score: Scores, width: int) -> FunctionModel:
    return FunctionModel(lambda rows: torch.stack([score(row) for row in rows]), width)


def weighed(model: LanguageModel, constraint: Constraint, prompts: list[list[int]], texts: list[bytes], **limits: Any) -> list[list[float]]:  # fmt: skip
    places = [Place(constraint.matcher(), texts, ended=True) for _ in prompts]
    return [shares(each) for each in weigh(*model.begin(prompts), places, **limits)]


labels = st.lists(st.text("ab", min_size=1, max_size=6), min_size=1, max_size=4, unique=True)


@settings(deadline=None, max_examples=40)
@given(texts=labels, seed=st.integers(0, 99), tolerance=st.sampled_from([0.0, 1e-9]))
def test_probabilities_are_those_of_all_spellings(texts: list[str], seed: int, tolerance: float) -> None:
    """Whatever the labels, one a beginning of another too: the sum over spellings, in several rows at once."""
    score = random_scores(seed, VOCABULARY.size)
    coded = [text.encode() for text in texts]
    prompts = [[1], [3, 2]]
    expected = [enumerated(score, VOCABULARY, prompt, coded) for prompt in prompts]
    model = model_of(score, VOCABULARY.size)

    found = weighed(model, compile(texts, VOCABULARY), prompts, coded, tolerance=tolerance)

    for expected_row, row in zip(expected, found, strict=True):
        assert expected_row == pytest.approx(row, abs=1e-6)


@settings(deadline=None, max_examples=20)
@given(texts=labels, seed=st.integers(0, 99), tolerance=st.sampled_from([0.3, 0.1, 1e-3]))
def test_the_search_may_end_early_and_says_how_far_it_is_off(texts: list[str], seed: int, tolerance: float) -> None:
    """`missing` bounds the error of every probability."""
    score = random_scores(seed, VOCABULARY.size)
    coded = [text.encode() for text in texts]
    expected = enumerated(score, VOCABULARY, [1], coded)
    places = [Place(compile(texts, VOCABULARY).matcher(), coded, ended=True)]

    weights = weigh(*model_of(score, VOCABULARY.size).begin([[1]]), places, tolerance=tolerance)[0]

    bound = math.exp(weights.missing - weights.total)
    assert bound <= tolerance + 1e-12
    for one, other in zip(expected, shares(weights), strict=True):
        assert abs(one - other) <= bound + 1e-9


@pytest.mark.parametrize("architecture", ["qwen2", "mistral", "gpt2", "t5", "gpt_neox"])
def test_models_of_transformers_agree_with_the_enumeration(architecture: str) -> None:
    """With a cache, whether rows may lag behind each other or not, and with an encoder."""
    model = tiny(architecture, VOCABULARY.size, end=0)
    adapter, prompts, texts = HuggingFaceModel(model), [[1, 4, 2], [5]], [b"ab", b"abab", b"bab"]

    def scores(prompt: list[int]) -> Scores:
        def score(tokens: Sequence[int]) -> Any:
            given = {"input_ids": torch.tensor([prompt if adapter.encodes else tokens])}
            if adapter.encodes:
                heads = list(adapter.heads([prompt])[0])
                given["decoder_input_ids"] = torch.tensor([[*heads, *tokens[len(prompt) :]]])
            with torch.no_grad():
                return model(**given).logits[0, -1]

        return score

    constraint = compile([text.decode() for text in texts], VOCABULARY)
    found = weighed(adapter, constraint, prompts, texts, tolerance=1e-9)

    for prompt, row in zip(prompts, found, strict=True):
        assert enumerated(scores(prompt), VOCABULARY, prompt, texts) == pytest.approx(row, abs=1e-5)


class Mood(Enum):
    GOOD = "good"
    BAD = "not good"


@pytest.fixture(scope="module")
def pair() -> Any:
    return random_model()


def test_labels_may_be_texts_a_literal_or_an_enum(pair: Any) -> None:
    """The same numbers, by labels of each kind; an Enum's are its members."""
    of_texts = classify(*pair, "It is ", ["good", "not good"])
    of_literal = classify(*pair, "It is ", Literal["good", "not good"])
    of_enum = classify(*pair, "It is ", Mood)
    swapped = classify(*pair, "It is ", ["not good", "good"])

    assert isinstance(of_texts, Classification)
    assert of_texts == of_literal
    assert of_texts.probabilities == {member.value: p for member, p in of_enum.probabilities.items()}
    assert of_enum.value in Mood
    assert of_texts.probabilities == pytest.approx(swapped.probabilities)
    assert 1.0 == pytest.approx(sum(of_texts.probabilities.values()))
    assert of_texts.confidence == max(of_texts.probabilities.values())


class Stars(IntEnum):
    ONE, TWO = 1, 2


@pytest.mark.parametrize(
    ("labels", "values", "texts"),
    [
        (Literal[1, 2, 10], [1, 2, 10], ["1", "2", "10"]),
        (Stars, [*Stars], ["1", "2"]),
        (bool, [True, False], ["true", "false"]),
        (Literal["a", 1, None], ["a", 1, None], ['"a"', "1", "null"]),
    ],
)
def test_labels_that_are_no_texts_are_written_as_generate_writes_them(
    pair: Any, labels: Any, values: list[Any], texts: list[str]
) -> None:
    """As JSON, all of them."""
    found = classify(*pair, "It is ", labels)
    assert list(found.probabilities) == values
    assert list(found.probabilities.values()) == pytest.approx(
        [*classify(*pair, "It is ", texts).probabilities.values()]
    )
    constraint = compile(labels, Vocabulary.from_huggingface(pair[1]))
    assert all(constraint.accepts(text) for text in texts)


def test_the_public_call_agrees_with_the_enumeration(pair: Any) -> None:
    """Prompts of different lengths in one batch, and one by one."""
    model, tokenizer = pair
    vocabulary = vocabulary_of(model, tokenizer)

    def score(tokens: Sequence[int]) -> Any:
        with torch.no_grad():
            return model(torch.tensor([list(tokens)])).logits[0, -1]

    prompts, texts = ["The total: ", "paid? "], ["true", "false"]
    together = classify(model, tokenizer, prompts, texts, tolerance=1e-9)

    for prompt, found in zip(prompts, together, strict=True):
        ids = list(tokenizer(prompt)["input_ids"])
        expected = enumerated(score, vocabulary, ids, [text.encode() for text in texts])
        assert expected == pytest.approx(list(found.probabilities.values()), abs=1e-5)
        assert found.probabilities == pytest.approx(classify(model, tokenizer, prompt, texts).probabilities, abs=1e-5)


def test_what_is_no_set_of_labels_is_refused(pair: Any) -> None:
    """With the value that is wrong."""
    for wrong, error, words in [
        (["a", "a"], ValueError, "stands twice"),
        ([], ValueError, "labels is empty"),
        ("yes", TypeError, "a list of texts"),
        ([1, 2], TypeError, "one is int: 1"),
        (["a", None], TypeError, "one is None"),
    ]:
        with pytest.raises(error, match=words):
            classify(*pair, "It is ", wrong)
    with pytest.raises(ValueError, match="tolerance is 2"):
        classify(*pair, "It is ", ["a"], tolerance=2)
    with pytest.raises(TypeError, match="for chat templates"):
        classify(*pair, "It is ", ["a"], enable_thinking=False)


def test_too_many_spellings_are_refused_with_what_is_undecided(pair: Any) -> None:
    """A limit is never passed over in silence."""
    with pytest.raises(LimitExceeded, match="2 spellings have been read") as caught:
        classify(*pair, "It is ", ["a rather long label", "another one"], tolerance=0, max_spellings=2)
    assert 2 == caught.value.limit
