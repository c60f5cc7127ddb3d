"""`sampling.generate`: what goes in as a prompt and a constraint, and what a result says."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from pydantic import BaseModel, Field, model_validator  # noqa: E402
from transformers import GenerationConfig, SuppressTokensLogitsProcessor  # noqa: E402

import constrain  # noqa: E402
from constrain import ConstrainError, UnsupportedError, Vocabulary  # noqa: E402
from constrain.grammars import choice, free_text, json_schema, regex, sequence, special, tools  # noqa: E402
from constrain.grammars.tool_calls.tools import ToolCall  # noqa: E402
from constrain.sampling import Pipeline, Result, generate, generate_each  # noqa: E402
from constrain.sampling.generation.inputs import compiled, vocabulary_of  # noqa: E402
from constrain.sampling.stages import Categorical, Greedy, Mask, Temperature  # noqa: E402
from tests.sampling.random_model import random_model  # noqa: E402


class Point(BaseModel):
    x: int = Field(ge=0, le=9)
    name: str = Field(max_length=5)


@pytest.fixture(scope="module")
def pair() -> Any:
    return random_model()


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
    """With `fit=False` there may be no room to finish: the value is None, and the text a prefix of a valid one."""
    result = one(generate(*pair, "x", regex("(ab){50}"), max_tokens=5, fit=False))
    assert (result.complete, result.value, result.finish_reason) == (False, None, "length")
    assert ("ab" * 50).startswith(result.text)
    assert result.text


def test_a_budget_that_took_tokens_away_is_told(pair: Any) -> None:
    """With more tokens the text might have been another one; where all fits, nothing is said."""
    short = one(generate(*pair, "x", regex("(ab){2,9}"), max_tokens=4))
    assert (short.complete, short.shortened) == (True, True)
    assert "shortened=True" in repr(short)
    assert not one(generate(*pair, "x", regex("(ab){1,3}"), max_tokens=40)).shortened


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
    with pytest.raises(ValueError, match=r"empty list.*None for free text"):
        generate(*pair, "x", [])
    with pytest.raises(TypeError, match=r"Grammar.*regex\(…\)"):
        generate(*pair, "x", "[a-z]+")
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
    result = one(generate(*pair, "x", grammar, max_tokens=3, fit=False))

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


class Mood(Enum):
    GOOD = "good"
    BAD = "bad"


@dataclass
class Size:
    width: int
    height: int


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        (Size, Size),
        (Mood, Mood),
        (re.compile("[A-C]{2}", re.IGNORECASE), str),
        (["yes", "no"], str),
        (Literal["left", "right"], str),
        (bool, bool),
        (list[bool], list),
        ({"type": "object", "required": ["a"], "properties": {"a": {"type": "boolean"}}}, dict),
    ],
)
def test_whatever_describes_a_text_may_be_passed(pair: Any, description: Any, expected: type) -> None:
    """Types, patterns and lists of texts are read here, and the value is of the type."""
    result = one(generate(*pair, "x", description, max_tokens=60, do_sample=True, seeds=3))
    assert (True, None) == (result.complete, result.error)
    assert isinstance(result.value, expected)
    if isinstance(description, re.Pattern):
        assert description.fullmatch(result.text)


def test_a_description_is_compiled_once(pair: Any) -> None:
    """The next call finds the constraint of the same type or grammar, and of lists, schemas and annotations like it."""
    vocabulary = vocabulary_of(*pair)
    makers: list[Any] = [lambda: Size, lambda: ["yes", "no"], lambda: {"enum": [1, "a"]}, lambda: list[bool]]
    for make in makers:
        assert compiled(make(), vocabulary) is compiled(make(), vocabulary)


def test_a_stop_text_ends_a_free_text_before_it(pair: Any) -> None:
    """What stands before the stop is the text, however its bytes are cut into tokens."""
    plain = one(generate(*pair, "x", max_tokens=30, do_sample=True, seeds=1))
    stop = re.search("[a-z]{2}", plain.text).group()  # type: ignore[union-attr]
    result = one(generate(*pair, "x", max_tokens=30, do_sample=True, seeds=1, stop=stop))
    assert (plain.text[: plain.text.index(stop)], "stop") == (result.text, result.finish_reason)


def test_log_probabilities_are_those_of_the_tokens(pair: Any) -> None:
    """The model's own over prompt and text, forced tokens included; and those under the constraint."""
    model, tokenizer = pair
    result = one(
        generate(model, tokenizer, "x: ", regex("(alpha|beta)-[0-9]{3}"), max_tokens=20, logprobs=True, do_sample=True)
    )
    prompt = tokenizer("x: ")["input_ids"]
    with torch.no_grad():
        logits = model(torch.tensor([prompt + list(result.tokens)])).logits[0].float().log_softmax(-1)
    expected = [float(logits[len(prompt) - 1 + i, token]) for i, token in enumerate(result.tokens)]
    assert result.logprobs is not None
    assert result.constrained_logprobs is not None
    assert expected == pytest.approx(list(result.logprobs), abs=1e-3)
    assert all(own <= under + 1e-6 for own, under in zip(result.logprobs, result.constrained_logprobs, strict=True))
    assert 0 < result.forced < len(result.tokens)


def test_a_row_draws_the_same_in_any_batch(pair: Any) -> None:
    """A seed for each row makes its text, whoever stands beside it."""
    constraint, options = regex("[a-z ]{5,12}"), {"max_tokens": 15, "do_sample": True}
    together = generate(*pair, ["a", "a longer prompt", "b"], constraint, seeds=[4, 5, 6], **options)
    assert isinstance(together, list)
    alone = [
        one(generate(*pair, prompt, constraint, seeds=[seed], **options))
        for prompt, seed in (("a", 4), ("a longer prompt", 5), ("b", 6))
    ]
    assert [r.text for r in alone] == [r.text for r in together]


def test_a_validator_that_raises_costs_only_its_own_row(pair: Any) -> None:
    """The text is kept, and the exception says what was wrong with it."""

    class Fussy(BaseModel):
        yes: bool

        @model_validator(mode="after")
        def check(self) -> Fussy:
            if self.yes:
                raise ValueError("not today")
            return self

    options = {"max_tokens": 40, "do_sample": True, "temperature": 9.0, "seeds": 2}
    results = generate(*pair, ["x"] * 12, Fussy, **options)
    assert isinstance(results, list)
    assert all(r.complete for r in results)
    for result in results:
        assert ("true" in result.text) == (result.error is not None) == (result.value is None)
    assert 0 < sum(r.error is None for r in results) < 12


def test_several_draws_of_a_sampler_differ(pair: Any) -> None:
    """`num_return_sequences` goes with a sampler, and every row has draws of its own."""
    sampler = Pipeline([Mask(), Temperature(2.0), Categorical()])
    results = generate(*pair, "x", regex("[a-z]{8}"), max_tokens=9, sampler=sampler, num_return_sequences=4, seeds=1)
    assert isinstance(results, list)
    assert 4 == len({r.text for r in results})
    assert sampler is results[0].sampler


def test_what_the_models_configuration_does_is_shown_or_refused(pair: Any) -> None:
    """Without a sampler it applies and can be read; beside one, what draws differently is an error."""
    model, tokenizer = pair
    kept = copy.deepcopy(model.generation_config)
    try:
        model.generation_config.update(do_sample=True, temperature=0.5, repetition_penalty=1.2)
        result = one(generate(model, tokenizer, "x", choice(["a"]), max_tokens=4))
        assert result.sampler is not None
        assert {"RepetitionPenalty", "Temperature"} <= {type(stage).__name__ for stage in result.sampler.stages}
        sampler = Pipeline([Mask(), Greedy()])
        assert sampler is one(generate(model, tokenizer, "x", choice(["a"]), max_tokens=4, sampler=sampler)).sampler
        for name, value in {"token_healing": True, "encoder_no_repeat_ngram_size": 2}.items():
            model.generation_config = copy.deepcopy(kept)
            model.generation_config.update(**{name: value})
            with pytest.raises(TypeError, match=name):
                generate(model, tokenizer, "x", choice(["a"]), max_tokens=4)
        model.generation_config = copy.deepcopy(kept)
        model.generation_config.update(stop_strings=["b"], num_beams=3)
        with pytest.raises(TypeError, match="num_beams=1"):
            generate(model, tokenizer, "x", choice(["a"]), max_tokens=4, sampler=sampler)
    finally:
        model.generation_config = kept


def test_an_option_that_nobody_knows_is_refused(pair: Any) -> None:
    """With the name that was perhaps meant, or the way to do it here."""
    with pytest.raises(TypeError, match="did you mean 'temperature'"):
        generate(*pair, "x", choice(["a"]), temprature=0.3)
    for name in ("past_key_values", "inputs_embeds", "dola_layers", "use_mtp", "assistant_tokenizer"):
        with pytest.raises(TypeError, match=name):
            generate(*pair, "x", choice(["a"]), **{name: 1})
    with pytest.raises(TypeError, match="heal=True"):
        generate(*pair, "x", choice(["a"]), token_healing=True)
    with pytest.raises(ValueError, match=r"temperature is 0.*do_sample=False"):
        generate(*pair, "x", choice(["a"]), temperature=0, do_sample=True)
    for wrong, error in (("hot", TypeError), (-1.0, ValueError), (float("nan"), ValueError)):
        with pytest.raises(error, match="temperature"):  # also where it would have no effect
            generate(*pair, "x", choice(["a"]), temperature=wrong)
    for name, value in {"temperature": 0.3, "top_k": 5, "top_p": 0.4, "min_p": 0.1}.items():
        with pytest.raises(ValueError, match=f"{name}=.*pass do_sample=True"):  # as it would have none
            generate(*pair, "x", choice(["a"]), **{name: value})
    with pytest.raises(TypeError, match=r"constraints is no option here.*`constraint`"):
        list(generate_each(*pair, ["x"], constraints=choice(["a"])))
    for options in ({"max_time": 1.0}, {"stopping_criteria": [lambda ids, scores: True]}, {"streamer": object()}):
        with pytest.raises(TypeError, match="token by token"):
            generate(*pair, "x", choice(["a"]), num_beams=2, **options)
    with pytest.raises(TypeError, match="both choose"):
        generate(*pair, "x", choice(["a"]), sampler=Pipeline([Mask(), Greedy()]), top_p=0.4)


def test_texts_are_cut_off_where_criteria_or_the_clock_say_so(pair: Any) -> None:
    """Each row by its own ids; what has been written stays, and is no complete value."""
    letters, free = regex("[a-z]{30,40}"), {"max_tokens": 60, "skip_forced": False}
    prompts = ["x", "a longer prompt"]
    whole = generate(*pair, prompts, letters, **free)
    lengths = [len(pair[1](prompt)["input_ids"]) for prompt in prompts]

    def after_three(ids: Any, scores: Any) -> Any:
        return torch.tensor([ids.shape[1] >= min(lengths) + 3])

    cut = generate(*pair, prompts, letters, stopping_criteria=[after_three], **free)
    counts = [max(1, min(lengths) + 3 - length) for length in lengths]
    assert [each.tokens[:count] for each, count in zip(whole, counts, strict=True)] == [each.tokens for each in cut]
    assert ["length", "length"] == [each.finish_reason for each in cut]
    assert len(one(generate(*pair, "x", letters, max_time=0.0, **free)).tokens) == 1


def test_a_function_of_the_prefix_is_asked_with_the_number_of_the_prompt(pair: Any) -> None:
    """Also where a prompt has several rows, and under beams."""
    vocabulary = constrain.Vocabulary.from_huggingface(pair[1], model=pair[0])
    a, b = (vocabulary.token_bytes.index(letter) for letter in (b"a", b"b"))
    everything = list(range(vocabulary.size))

    def function(prompt: int, ids: Any) -> list[int]:
        return [t for t in everything if t != (a, b)[prompt]]

    for options in ({}, {"do_sample": True, "num_return_sequences": 2}, {"num_beams": 2}):
        results = generate(
            *pair, ["x", "y"], choice(["a", "b"]), prefix_allowed_tokens_fn=function, skip_forced=False, **options
        )
        half = len(results) // 2
        assert ["b"] * half + ["a"] * half == [each.text for each in results]


def test_a_streamer_is_shown_the_text(pair: Any) -> None:
    """Prompt first, then every token once, then the end; several texts are refused."""
    seen: list[Any] = []

    class Streamer:
        def put(self, value: Any) -> None:
            seen.append(value.flatten().tolist())

        def end(self) -> None:
            seen.append("end")

    result = one(generate(*pair, "x", regex("ab[0-9]{3}"), streamer=Streamer()))
    assert [pair[1]("x")["input_ids"], "end"] == [seen[0], seen[-1]]
    assert list(result.tokens) == [token for part in seen[1:-1] for token in part]
    with pytest.raises(TypeError, match="stream"):
        generate(*pair, ["x", "y"], regex("a"), streamer=Streamer())


def test_several_sequences_may_be_asked_for_in_a_configuration(pair: Any) -> None:
    config = GenerationConfig(num_beams=3, num_return_sequences=2)
    results = generate(*pair, "x", choice(["a", "b", "cc"]), generation_config=config)
    assert 2 == len(results)


def test_pictures_in_messages_are_refused(pair: Any) -> None:
    """A template would drop them, or write a place for them that nothing fills."""
    parts = [{"type": "image", "url": "x.png"}, {"type": "text", "text": "what is it?"}]
    with pytest.raises(UnsupportedError, match="processor"):
        generate(*pair, [{"role": "user", "content": parts}], choice(["a"]))


def test_arguments_of_chat_templates_reach_them(pair: Any) -> None:
    """Tools, thinking, and whatever else a template asks for; without a chat they are an error."""
    model, tokenizer = pair
    template = tokenizer.chat_template
    tokenizer.chat_template = "{{ messages[0]['content'] }}|{{ tools }}|{{ enable_thinking }}|{{ mood }}"
    try:
        messages = [{"role": "user", "content": "hi"}]
        seen: list[Any] = []
        hook = model.register_forward_pre_hook(
            lambda _, args, kwargs: seen.append(kwargs["input_ids"]), with_kwargs=True
        )
        generate(
            model,
            tokenizer,
            messages,
            choice(["ab"]),
            tools=[{"name": "t"}],
            enable_thinking=False,
            template={"mood": 1},
        )
        hook.remove()
        assert tokenizer.decode(seen[0][0]).startswith("hi|[{'name': 't'}]|False|1")
        with pytest.raises(TypeError, match="enable_thinking: for chat templates"):
            generate(model, tokenizer, "hi", choice(["a"]), enable_thinking=True)
    finally:
        tokenizer.chat_template = template


def test_processors_of_transformers_act_before_the_mask(pair: Any) -> None:
    """They may forbid what the constraint allows; where nothing else is left, the constraint wins."""
    model, tokenizer = pair
    ban = SuppressTokensLogitsProcessor(tokenizer.convert_tokens_to_ids(["a", "b"]))
    results = [
        one(generate(model, tokenizer, "x", regex(pattern), max_tokens=3, logits_processor=[ban]))
        for pattern in ("[abc]", "[ab]")
    ]
    assert "c" == results[0].text
    assert results[1].text in ("a", "b")
