"""`free_first=`: a free answer, and then the constrained text with that answer before it."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from pydantic import BaseModel  # noqa: E402

from constrain import UnsupportedError  # noqa: E402
from constrain.grammars import describe  # noqa: E402
from constrain.sampling import FreeFirst, generate, generate_each, stream  # noqa: E402
from tests.sampling.random_model import random_model  # noqa: E402

TEMPLATE = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant: "
CHAT = [{"role": "user", "content": "Paid?"}]


class Answer(BaseModel):
    paid: bool


@pytest.fixture(scope="module")
def pair() -> Any:
    model, tokenizer = random_model()
    tokenizer.chat_template = TEMPLATE
    return model, tokenizer


def test_the_free_answer_stands_before_the_constrained_one(pair: Any) -> None:
    """It is what `generate` says without a constraint; after it, the prompt is one like any other."""
    result = generate(*pair, CHAT, Answer, free_first=12)
    free = generate(*pair, CHAT, None, max_tokens=12).text
    again = [
        *CHAT,
        {"role": "assistant", "content": free},
        {
            "role": "user",
            "content": f"Now write this answer in the following form, and nothing else.\n{describe(Answer)}",
        },
    ]
    assert free == result.free_text
    assert isinstance(result.value, Answer)
    assert generate(*pair, again, Answer).tokens == result.tokens
    assert generate(*pair, CHAT, Answer).free_text is None


def test_instruction_texts_and_ids(pair: Any) -> None:
    """The form is asked for in one's own words; other prompts go on after the answer."""
    first = FreeFirst(6, "As JSON:")
    result = generate(*pair, CHAT, Answer, free_first=first)
    turn = {"role": "assistant", "content": result.free_text}
    assert generate(*pair, [*CHAT, turn, {"role": "user", "content": "As JSON:"}], Answer).tokens == result.tokens

    text = generate(*pair, "Paid? ", Answer, free_first=first)
    assert generate(*pair, f"Paid? {text.free_text}\n\n", Answer).tokens == text.tokens
    ids = list(pair[1]("Paid? ")["input_ids"])
    written = generate(*pair, ids, None, max_tokens=6).tokens
    assert generate(*pair, [*ids, *written], Answer).tokens == generate(*pair, ids, Answer, free_first=first).tokens


def test_every_door_answers_first(pair: Any) -> None:
    """Batches, streams, iterators; drawn with the same seed, the same."""
    asked: dict[str, Any] = {"free_first": 8, "do_sample": True, "seeds": 3}
    single = generate(*pair, CHAT, Answer, **asked)
    batch = generate(*pair, [CHAT, CHAT], Answer, free_first=8)
    assert [each.free_text for each in batch] == [generate(*pair, CHAT, None, max_tokens=8).text] * 2
    streamed = next(part.result for part in stream(*pair, CHAT, Answer, **asked) if part.result)
    assert (single.free_text, single.text) == (streamed.free_text, streamed.text)
    [(_, each)] = generate_each(*pair, [CHAT], Answer, **asked)
    assert (single.free_text, single.text) == (each.free_text, each.text)


def test_what_makes_no_sense_is_refused(pair: Any, tmp_path: Any) -> None:
    """By name."""
    with pytest.raises(TypeError, match="no constraint"):
        generate(*pair, CHAT, None, free_first=True)
    with pytest.raises(TypeError, match="free_first must be"):
        generate(*pair, CHAT, Answer, free_first="yes")
    with pytest.raises(ValueError, match="free_first is 0"):
        generate(*pair, CHAT, Answer, free_first=0)
    with pytest.raises(UnsupportedError, match="free_first= and resume="):
        next(generate_each(*pair, [CHAT], Answer, free_first=True, resume=tmp_path / "r"))
