"""`sampling.generate`: what goes in as a prompt and a constraint, and what a result says."""

from __future__ import annotations

import re
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from pydantic import BaseModel, Field  # noqa: E402

import constrain  # noqa: E402
from constrain import ConstrainError, Vocabulary  # noqa: E402
from constrain.grammars import choice, free_text, json_schema, regex, sequence, special, tools  # noqa: E402
from constrain.grammars.tools import ToolCall  # noqa: E402
from constrain.sampling import Result, generate  # noqa: E402
from constrain.sampling.demo_model import demo_model  # noqa: E402


class Point(BaseModel):
    x: int = Field(ge=0, le=9)
    name: str = Field(max_length=5)


@pytest.fixture(scope="module")
def pair() -> Any:
    return demo_model()


def one(result: Result | list[Result]) -> Result:
    assert isinstance(result, Result)
    return result


def test_a_pydantic_model_comes_back_as_an_instance(pair: Any) -> None:
    """The value is what `model_validate_json` makes of the text."""
    grammar = json_schema({**Point.model_json_schema(), "additionalProperties": False})
    result = one(generate(*pair, "a point: ", grammar, max_tokens=80))
    assert result.complete
    assert result.finish_reason == "stop"
    assert Point.model_validate(result.value).x in range(10)
    assert isinstance(one(generate(*pair, "p: ", json_schema(Point, layout="compact"), max_tokens=900)), Result)


def test_a_text_that_is_cut_short_says_so(pair: Any) -> None:
    """Without room to finish, `complete` is False, the value None, and the text a prefix of a valid one."""
    result = one(generate(*pair, "x", regex("(ab){50}"), max_tokens=5))
    assert (result.complete, result.value, result.finish_reason) == (False, None, "length")
    assert ("ab" * 50).startswith(result.text)
    assert result.text


def test_a_batch_keeps_its_order_and_each_row_its_constraint(pair: Any) -> None:
    """One result a prompt, left padding notwithstanding; None leaves a prompt free."""
    prompts = ["a", "a much longer prompt than the first", "b"]
    results = generate(*pair, prompts, [choice(["yes", "no"]), regex("[0-9]{3}"), None], max_tokens=12)
    assert isinstance(results, list)
    assert results[0].text in ("yes", "no")
    assert re.fullmatch("[0-9]{3}", results[1].text)
    assert results[2].complete


def test_several_sequences_of_one_prompt_are_a_list(pair: Any) -> None:
    """Beams and samples come in transformers' order."""
    results = generate(*pair, "x", regex("[a-d]{2,4}"), max_tokens=9, num_beams=4, num_return_sequences=3)
    assert isinstance(results, list)
    assert [True] * 3 == [re.fullmatch("[a-d]{2,4}", r.text) is not None for r in results]


def test_more_beams_than_texts_give_no_text_outside_the_language(pair: Any) -> None:
    """A language of two texts, four sequences asked for: copies or nothing, never junk."""
    for sample in (False, True):
        results = generate(
            *pair, "x", choice(["yes", "no"]), max_tokens=9, num_beams=4, num_return_sequences=4, do_sample=sample
        )
        assert isinstance(results, list)
        complete = [r.tokens for r in results if r.complete]
        assert {"yes", "no"} >= {r.text for r in results if r.complete}
        assert len(complete) == len(set(complete))
        assert all((r.text, r.finish_reason) == ("", "unavailable") for r in results if not r.complete)


def test_the_same_text_may_be_drawn_twice(pair: Any) -> None:
    """Only beams are told apart; samples are independent."""
    results = generate(*pair, "x", choice(["yes"]), max_tokens=9, num_return_sequences=3, do_sample=True)

    assert isinstance(results, list)
    assert ["yes"] * 3 == [r.text for r in results]


def test_an_end_that_the_text_does_not_allow_is_unavailable() -> None:
    """transformers ends rows that have nowhere to go; that is no stop."""
    from constrain.sampling.front_door import _result

    vocabulary = Vocabulary.from_bytes([b"a", b"b", None], end_ids=[2])
    constraint = constrain.compile(choice(["ab"]), vocabulary)
    expected = [("", False, "unavailable"), ("ab", True, "stop"), ("a", False, "length"), ("", False, "unavailable")]

    found = [_result(row, constraint, vocabulary) for row in ([0, 2], [0, 1, 2], [0], [2, 2])]
    assert expected == [(r.text, r.complete, r.finish_reason) for r in found]


def test_prompts_may_be_token_ids(pair: Any) -> None:
    """A list of ids is one prompt, a list of lists a batch."""
    model, tokenizer = pair
    ids = tokenizer("hello")["input_ids"]
    assert one(generate(model, tokenizer, ids, choice(["a"]), max_tokens=4)).text == "a"
    batch = generate(model, tokenizer, [ids, ids[:1]], choice(["a"]), max_tokens=4)
    assert isinstance(batch, list)
    assert ["a", "a"] == [r.text for r in batch]


def test_chat_messages_go_through_the_template(pair: Any) -> None:
    """One conversation is a list of messages."""
    model, tokenizer = pair
    tokenizer.chat_template = "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}assistant: "
    messages = [{"role": "user", "content": "yes or no?"}]
    assert one(generate(model, tokenizer, messages, choice(["yes", "no"]), max_tokens=6)).text in ("yes", "no")


def test_a_compiled_constraint_brings_its_vocabulary(pair: Any) -> None:
    """Compiled once, used for many calls."""
    model, tokenizer = pair
    constraint = constrain.compile(regex("[xy]{3}"), Vocabulary.from_huggingface(tokenizer, model=model))
    assert re.fullmatch("[xy]{3}", one(generate(model, tokenizer, "a", constraint, max_tokens=8)).text)


def test_what_cannot_work_is_refused_with_the_reason(pair: Any) -> None:
    """Wrong counts, wrong types and options that belong to us."""
    with pytest.raises(ValueError, match="2 constraints for 1 prompts"):
        generate(*pair, "x", [choice(["a"]), choice(["b"])])
    with pytest.raises(TypeError, match="Grammar"):
        generate(*pair, "x", "[a-z]+")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="max_tokens"):
        generate(*pair, "x", choice(["a"]), max_new_tokens=3)
    with pytest.raises(ConstrainError):
        generate(*pair, "x", regex("a(?!a)a"))


def test_special_tokens_are_generated_where_they_are_called_for(pair: Any) -> None:
    """The model writes marks by their tokens; the text shows them, and the value is read from it."""
    model, tokenizer = pair
    grammar = sequence(
        special("<think>"),
        free_text(until=special("</think>"), longest=14),
        tools([{"name": "now"}], format="hermes", calls="one"),
    )
    ids = tokenizer.convert_tokens_to_ids(["<think>", "</think>", "<tool_call>", "</tool_call>"])
    torch.manual_seed(0)
    for options in ({}, {"do_sample": True}, {"num_beams": 3}):
        result = one(generate(model, tokenizer, "x", grammar, max_tokens=200, **options))

        assert result.complete
        assert ids == [token for token in result.tokens if token in ids]
        assert result.tokens[0] == ids[0]
        thought, calls = result.value
        assert thought.endswith("</think>")
        assert [ToolCall("now", {})] == calls
        shown = tokenizer.decode(result.tokens, skip_special_tokens=False, clean_up_tokenization_spaces=False)
        assert result.text == shown


def test_a_thought_that_is_cut_short_is_shown(pair: Any) -> None:
    """Where the tokens run out within free text, the text so far is there, its opening mark included."""
    grammar = sequence(special("<think>"), free_text(until=special("</think>")), special("<tool_call>"))
    result = one(generate(*pair, "x", grammar, max_tokens=3))

    assert not result.complete
    assert result.text.startswith("<think>")


def test_rows_with_and_without_special_tokens_share_a_batch(pair: Any) -> None:
    """Each row has its own constraint; only one that calls for special tokens lets them through."""
    model, tokenizer = pair
    think = tokenizer.convert_tokens_to_ids("<think>")
    marked = sequence(special("<think>"), regex("[a-c]{3}"))
    results = generate(model, tokenizer, ["a", "b"], [marked, regex("<think>[a-c]{3}")], max_tokens=20)

    assert isinstance(results, list)
    assert [True, False] == [think in result.tokens for result in results]
    assert all(re.fullmatch("<think>[a-c]{3}", result.text) for result in results)
