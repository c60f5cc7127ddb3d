"""`thinking=`: a thought before the answer, free and bounded, and told apart from it."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from pydantic import BaseModel  # noqa: E402

from constrain import UnsupportedError, Vocabulary, compile  # noqa: E402
from constrain.grammars import choice, json_schema, regex  # noqa: E402
from constrain.sampling import Thinking, generate, generate_each, stream  # noqa: E402
from constrain.sampling.decoding import BeamSearch  # noqa: E402
from constrain.sampling.decoding.requests import Request, Row  # noqa: E402
from constrain.sampling.decoding.texts import text_and_thought  # noqa: E402
from constrain.sampling.generation.inputs import vocabulary_of  # noqa: E402
from constrain.sampling.generation.thinking import Thought, ThoughtReader, marks_of, thinking_of  # noqa: E402
from tests.sampling.random_model import random_model  # noqa: E402

TEMPLATE = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant: "
CHOSEN = "{% if enable_thinking is defined and not enable_thinking %}<think>\n\n</think>\n\n{% endif %}"
CHAT = [{"role": "user", "content": "Paid?"}]


class Answer(BaseModel):
    paid: bool


def pair(template: str | None) -> Any:
    """A model whose tokenizer has both marks as special tokens."""
    model, tokenizer = random_model()
    tokenizer.chat_template = template
    return model, tokenizer


def test_a_template_that_has_opened_a_thought_is_seen() -> None:
    """The text begins within the thought, which ends in time; the answer keeps the constraint."""
    result = generate(*pair(TEMPLATE + "<think>\n"), CHAT, Answer, thinking="auto", max_tokens=40)
    assert isinstance(result.value, Answer)
    assert result.text == f'{{"paid": {str(result.value.paid).lower()}}}'
    assert result.thinking is not None
    assert result.complete
    plain = generate(*pair(TEMPLATE + "<think>\n"), CHAT, Answer, thinking=False, max_tokens=40)
    assert plain.thinking is None


def test_a_budget_bounds_the_thought() -> None:
    """A number is the most tokens between the marks; the end mark is the special token."""
    model, tokenizer = pair(TEMPLATE + "<think>\n")
    end = tokenizer.convert_tokens_to_ids("</think>")
    for budget in (1, 7):
        tokens = generate(model, tokenizer, CHAT, Answer, thinking=budget, max_tokens=40).tokens
        assert tokens.index(end) <= budget


def test_a_model_that_may_think_begins_with_its_mark_or_answers() -> None:
    """Told by the template's marks; closed again by `enable_thinking=False`, which leaves no thought."""
    thinker = pair(TEMPLATE + CHOSEN)
    marks = [vocabulary_of(*thinker).special_tokens[name] for name in ("<think>", "</think>")]
    seen = set()
    for seed in range(12):
        result = generate(*thinker, CHAT, Answer, do_sample=True, temperature=9.0, seeds=seed, thinking="auto")
        assert (result.thinking is not None) == (result.tokens[0] == marks[0])
        assert isinstance(result.value, Answer)
        seen.add(result.thinking is not None)
    must = generate(*thinker, CHAT, Answer, thinking=True)
    assert must.tokens[0] == marks[0]
    assert marks[1] in must.tokens
    assert {True, False} >= seen
    closed = generate(*thinker, CHAT, Answer, enable_thinking=False)
    assert closed.thinking is None
    assert not {*marks} & {*closed.tokens}


def test_models_that_do_not_think_are_left_alone() -> None:
    """Nothing in the prompt, the template or the tokenizer names marks: the same request as without the argument."""
    plain = pair(TEMPLATE)
    assert generate(*plain, CHAT, Answer).tokens == generate(*plain, CHAT, Answer, thinking=False).tokens
    assert generate(*plain, "paid? ", Answer).thinking is None
    with pytest.raises(ValueError, match="nothing says how this model marks its thoughts"):
        generate(*plain, CHAT, Answer, thinking=True)
    for wrong in (0, "yes", ("a",), ("", "b")):
        with pytest.raises((TypeError, ValueError), match="thinking"):
            generate(*plain, CHAT, Answer, thinking=wrong)


def test_marks_may_be_given_and_have_letters() -> None:
    """For any prompt, and for free text as well."""
    given = Thinking("(", ")", after=" ", max_tokens=5)
    result = generate(*pair(None), "Paid? ", choice(["yes", "no"]), thinking=given)
    assert result.text in ("yes", "no")
    assert result.thinking is not None
    assert len(result.tokens) <= 256 + 5 + 3
    free = generate(*pair(None), "Paid? ", None, thinking=given, max_tokens=9)
    assert free.thinking is not None
    assert ")" not in free.thinking


def test_marks_of_many_bytes_take_nothing_from_the_answer() -> None:
    """They are counted in bytes, each of which may be a token."""
    given = Thinking("«思考»", "«/思考»", after="…", max_tokens=11)  # the end mark has as many
    assert "ééééé" == generate(*pair(None), "Paid? ", regex("é{5}"), thinking=given, max_tokens=10).text


def test_the_space_that_decoders_strip_stands_before_the_thought() -> None:
    """Not before the answer, which may begin with one of its own."""
    vocabulary = Vocabulary([b" (", b"a", b")", b" b", None], end_ids=[4], strips_leading_space=True)
    request = Request((), thought=partial(ThoughtReader, Thought(b"(", b")", False), b""))
    row = Row(request, tokens=[0, 1, 2, 3])
    assert (" b", "a") == text_and_thought(row, vocabulary)


def test_the_tokenizer_may_name_the_marks() -> None:
    """As transformers' `response_template` does."""
    _, tokenizer = pair(TEMPLATE)
    tokenizer.response_template = {"fields": {"thinking": {"open": "<t>\n", "close": "</t>"}}}
    assert Thinking("<t>", "</t>", "", optional=True) == thinking_of("auto", tokenizer)


@pytest.mark.parametrize("name", ["<think>", "[THINK]", "<seed:think>"])
def test_a_template_that_takes_thoughts_out_of_answers_names_the_marks(name: str) -> None:
    """By the mark that ends a thought alone, as for the server."""
    _, tokenizer = pair(TEMPLATE + "{# " + name[0] + "/" + name[1:] + " #}")
    assert (name, name[0] + "/" + name[1:]) == marks_of(tokenizer)


def test_what_would_look_into_the_thought_is_refused() -> None:
    """By name; where thinking is a guess, it is left out instead."""
    opened = pair(TEMPLATE + "<think>\n")
    for options in ({"stop": "x"}, {"heal": True}):
        with pytest.raises(UnsupportedError, match=next(iter(options))):
            generate(*opened, CHAT, Answer, thinking=True, **options)  # type: ignore[arg-type]
        assert generate(*opened, CHAT, Answer, **options).thinking is None  # type: ignore[arg-type]


def test_every_mode_tells_thought_and_answer_apart(tmp_path: Any) -> None:
    """Streams say which part is which; batches, beams, files and confidences follow the answer alone."""
    opened = pair(TEMPLATE + "<think>\n")
    asked: dict[str, Any] = {"thinking": 6, "max_tokens": 40}
    single = generate(*opened, CHAT, Answer, confidence=True, **asked)
    assert {"/paid"} == single.confidence.exact
    parts = list(stream(*opened, CHAT, Answer, events=True, **asked))
    assert single.text == "".join(part.text for part in parts)
    assert single.thinking == "".join(part.thinking for part in parts).strip()
    assert any(event.path == ("paid",) for part in parts for event in part.events)
    assert single.text == generate(*opened, [CHAT, CHAT], Answer, **asked)[1].text
    for each in generate(*opened, CHAT, Answer, search=BeamSearch(2, returned=2), **asked):
        assert isinstance(each.value, Answer)
        assert each.thinking is not None
    for _ in range(2):
        results = [each for _, each in generate_each(*opened, [CHAT], Answer, resume=tmp_path / "r", **asked)]
        assert (single.text, single.thinking, single.value) == (results[0].text, results[0].thinking, results[0].value)
    assert generate(*opened, CHAT, Answer, record=True, **asked).recording is not None
    compiled = compile(json_schema(Answer), vocabulary_of(*opened))
    assert single.text == generate(*opened, CHAT, compiled, **asked).text


@given(st.text("ab)\n", max_size=12), st.data())
def test_a_text_in_pieces_is_divided_as_the_whole(text: str, data: Any) -> None:
    """Wherever it is cut: the thought up to the first end mark, then what stands after it, then the answer."""
    whole = f"<{text}".encode()
    thought, mark, rest = text.encode().partition(b")\n")
    expected = (thought, rest.removeprefix(b"\n")) if mark else (text.encode(), b"")
    reader = ThoughtReader(Thought(b"<", b")\n", False), b"\n")
    answer = b""
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=4)))
    for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True):
        answer += reader.feed(whole[start:end], last=end == len(whole) and start != end)
    answer += reader.feed(b"", last=True)
    assert expected == (reader.told, answer)


def test_an_answer_that_begins_like_a_mark_is_no_thought() -> None:
    """Where a thought is optional."""
    reader = ThoughtReader(Thought(b"<think>", b"</think>", True), b"")
    assert b"<thin" == reader.feed(b"<th") + reader.feed(b"in", last=True)
    assert not reader.begun


def test_a_text_that_ends_before_its_answer_has_none() -> None:
    """Cut off in what stands between thought and answer."""
    for gap in (b"", b"\n", b"\n\n"):
        reader = ThoughtReader(Thought(b"", b"</think>", False), b"\n\n")
        assert b"" == reader.feed(b"so</think>" + gap) + reader.feed(b"", last=True)
        assert reader.told == b"so"
