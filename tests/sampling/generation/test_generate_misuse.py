"""What `generate` and its siblings say to calls that contradict themselves, and to what they cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import constrain  # noqa: E402
from constrain import Vocabulary, VocabularyError  # noqa: E402
from constrain.grammars import choice, either, json_schema, regex, sequence  # noqa: E402
from constrain.sampling import Pipeline, generate, generate_each, stream  # noqa: E402
from constrain.sampling.decoding import (  # noqa: E402
    AdaptiveSampling,
    BeamSearch,
    BestOf,
    FunctionModel,
    Sampling,
    WeightedSampling,
)
from constrain.sampling.stages import Categorical, Mask, Temperature  # noqa: E402
from tests.sampling.random_model import random_model  # noqa: E402

DRAWN = Pipeline([Mask(), Categorical()])


@pytest.fixture(scope="module")
def pair() -> Any:
    return random_model()


@pytest.mark.parametrize("search", [Sampling(), AdaptiveSampling(), WeightedSampling(2), BestOf(4), BeamSearch(2)])
def test_a_search_says_how_many_texts_there_are(pair: Any, search: Any) -> None:
    """`num_return_sequences` beside a search of another number is refused, not filled up with empty texts."""
    with pytest.raises(TypeError, match="num_return_sequences=3"):
        generate(*pair, "x", ["yes", "no"], search=search, num_return_sequences=3)


def test_the_number_may_be_said_twice(pair: Any) -> None:
    """Where both say the same, there are so many texts; a search alone is enough."""
    for options in ({"num_return_sequences": 3}, {}):
        results = generate(*pair, "x", ["yes", "no"], sampler=DRAWN, search=Sampling(3), seeds=1, **options)
        assert isinstance(results, list)
        assert 3 == sum(result.complete for result in results)


@pytest.mark.parametrize(("seeds", "options"), [([1], {}), ([1, 2, 3], {}), ([1, 2], {"num_return_sequences": 2})])
def test_a_seed_for_each_row(pair: Any, seeds: list[int], options: dict[str, Any]) -> None:
    """Seeds are one number, or as many as there are rows."""
    with pytest.raises(ValueError, match=rf"{len(seeds)} seeds for {2 * len(options) + 2} rows"):
        generate(*pair, ["x", "y"], ["yes", "no"], sampler=DRAWN, seeds=seeds, **options)


def test_what_is_no_chat_is_told(pair: Any) -> None:
    """A message alone, and messages that lack what the template asks for."""
    message = {"role": "user", "content": "x"}
    with pytest.raises(TypeError, match=r"a chat is a list of messages, \[message\]"):
        generate(*pair, message, ["yes", "no"])
    model, tokenizer = pair
    template = "{% for message in messages %}{{ message['content'] + '.' }}{% endfor %}"
    with pytest.raises(TypeError, match=r"the chat template asks for more .* no attribute 'content'; a message is"):
        generate(
            model, tokenizer, [{"role": "user", "contents": "x"}], ["yes", "no"], template={"chat_template": template}
        )


@pytest.mark.parametrize("seeds", [1.5, "1"])
def test_a_seed_is_a_number(pair: Any, seeds: Any) -> None:
    """What is no number is named."""
    with pytest.raises(TypeError, match="seeds must be a number"):
        generate(*pair, "x", ["yes", "no"], seeds=seeds)


def test_values_for_rows_that_are_not_there(pair: Any) -> None:
    """A parameter with a value for each row must have as many as there are rows."""
    with pytest.raises(ValueError, match=r"2 values of \w+, and there are 3 rows"):
        generate(*pair, ["a", "b", "c"], ["yes"], sampler=Pipeline([Temperature([0.1, 2.0]), Mask(), Categorical()]))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"search": Sampling(), "num_beams": 3}, "num_beams=3 and search="),
        ({"num_beams": 2, "num_return_sequences": 3}, "num_return_sequences=3"),
        ({"stop": [1]}, "stop must be a text"),
        ({"num_beams": 0}, "num_beams is 0"),
        ({"num_beams": 2.5}, r"num_beams must be an integer, not float: 2\.5"),
        ({"draft": 5}, "draft must be a model"),
        ({"do_sample": "no"}, "do_sample must be a bool"),
        ({"do_sample": True, "top_p": 2}, "top_p is 2; it must be from 0 to 1"),
        ({"top_p": "x"}, "top_p must be a number"),
        ({"repetition_penalty": 0}, "repetition_penalty is 0"),
        ({"prompt_lookup_num_tokens": -3}, "prompt_lookup_num_tokens is -3"),
    ],
)
def test_options_at_odds_are_named(pair: Any, options: dict[str, Any], said: str) -> None:
    """The message names the caller's own options."""
    with pytest.raises((TypeError, ValueError), match=said):
        generate(*pair, "x", ["yes", "no"], **options)


def test_descriptions_of_no_text(pair: Any) -> None:
    """Numbers to choose from, a schema as text and rows of a data set are refused with the way on."""
    with pytest.raises(TypeError, match="write choices as texts"):
        generate(*pair, "x", [1, 2])
    with pytest.raises(TypeError, match="json_schema"):
        generate(*pair, "x", '{"type": "object"}')
    with pytest.raises(TypeError, match="role"):
        generate(*pair, [{"text": "a"}, {"text": "b"}], ["yes"])
    with pytest.raises(TypeError, match=r"list\(prompts\)"):
        generate(*pair, (text for text in "ab"), ["yes"])


def test_a_constraint_for_another_tokenizer(pair: Any) -> None:
    """A vocabulary of the same size with other tokens, and a smaller one, are noticed before the first token."""
    model, tokenizer = pair
    own = Vocabulary.from_huggingface(tokenizer, model=model)
    turned = Vocabulary.from_bytes([*own.token_bytes[7:], *own.token_bytes[:7]], end_ids=own.end_ids)
    for other in (turned, Vocabulary.from_bytes([b"a", b"b", None], end_ids=[2])):
        with pytest.raises(VocabularyError, match="vocabulary"):
            generate(model, tokenizer, "x", constrain.compile(regex("[a-z]{4}"), other))


def test_a_function_is_a_model_as_it_is(pair: Any) -> None:
    """`generate` needs no compiled constraint and no sampler for a FunctionModel, and no tokenizer for token ids."""
    model, tokenizer = pair
    width = model.config.vocab_size
    calls = FunctionModel(lambda rows: torch.zeros(len(rows), width), width=width)
    result = generate(calls, tokenizer, "x ", ["yes", "no"])
    compiled = constrain.compile(choice(["yes", "no"]), Vocabulary.from_huggingface(tokenizer, model=model))
    alone = generate(calls, None, [5, 6], compiled)

    assert {"yes", "no"} >= {result.text, alone.text}  # type: ignore[union-attr]
    with pytest.raises(TypeError, match="token ids"):
        generate(calls, None, "x", compiled)
    with pytest.raises(TypeError, match="FunctionModel"):
        generate(lambda rows: rows, tokenizer, "x", ["yes"])


def test_any_grammar_tells_its_text(pair: Any) -> None:
    """A grammar without events of its own tells the text as it grows, and then the value; free text tells nothing."""
    parts = list(stream(*pair, "x", either(regex("ab"), json_schema({"const": 1})), events=True, partial=True))
    events = [event for part in parts for event in part.events]
    assert parts[-1].result is not None
    value = parts[-1].result.value

    assert ("open", "value") == (events[0].kind, events[-1].kind)
    assert parts[-1].result.text == "".join(event.value for event in events if event.kind == "part")
    assert value == events[-1].value == parts[-1].partial
    assert [] == [each for part in stream(*pair, "x", None, events=True, max_tokens=3) for each in part.events]


def test_a_thought_and_an_answer_are_streamed(pair: Any) -> None:
    """Events of a sequence come under its parts' numbers, and the last partial value is the result's."""
    grammar = sequence(regex("[a-z]{5}"), "\n", json_schema({"type": "integer", "maximum": 9, "minimum": 0}))
    parts = list(stream(*pair, "x", grammar, events=True, partial=True))
    paths = {event.path for part in parts for event in part.events}

    assert {(0,), (1,)} == paths
    assert parts[-1].result is not None
    assert parts[-1].result.value == parts[-1].partial


def test_a_file_of_results_knows_its_prompts(pair: Any, tmp_path: Path) -> None:
    """Other prompts, or another number of results, are refused; the same go on."""
    path = tmp_path / "results.jsonl"
    first = [result.text for _, result in generate_each(*pair, ["a", "b"], ["yes", "no"], resume=path)]
    again = [result.text for _, result in generate_each(*pair, ["a", "b", "c"], ["yes", "no"], resume=path)]

    assert first == again[:2]
    with pytest.raises(ValueError, match="another prompt 0"):
        list(generate_each(*pair, ["new", "a"], ["yes", "no"], resume=path))
    with pytest.raises(ValueError, match="1 results of prompt 0"):
        list(generate_each(*pair, ["a"], ["yes", "no"], resume=path, do_sample=True, num_return_sequences=2))


def test_prompts_that_break_off(pair: Any) -> None:
    """What was begun before the prompts raised is handed out; then comes their exception."""

    def broken() -> Iterator[str]:
        yield from ("a", "b")
        raise OSError("the disk is gone")

    results = generate_each(*pair, broken(), ["yes", "no"])

    assert [0, 1] == [next(results)[0], next(results)[0]]
    with pytest.raises(OSError, match="the disk is gone"):
        next(results)
