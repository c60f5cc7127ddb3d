"""DSPy with a model in this process: typed outputs by the JSON adapter, at the first try."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

dspy = pytest.importorskip("dspy", reason="dspy is the framework")

from constrain.sampling.integrations.dspy import JSONAdapter, LocalLM  # noqa: E402
from tests.clients.shapes import ASK, PROMPT, Weather, weather  # noqa: E402

from .local_models import tiny_chat  # noqa: E402


class Found(dspy.Signature):  # type: ignore[misc, name-defined]
    """Reads the weather."""

    text: str = dspy.InputField()
    found: Weather = dspy.OutputField()


@pytest.fixture(scope="module")
def lm() -> Iterator[Any]:
    chat = tiny_chat()
    with dspy.context(lm=LocalLM(chat, max_tokens=250), adapter=dspy.JSONAdapter()):
        yield dspy.settings.lm
    chat.close()


@pytest.mark.parametrize("seed", range(3))
def test_a_signature_obeys(lm: Any, seed: int) -> None:
    """Without a `response_format` of one's own: the adapter sends the schema of the outputs."""
    weather(dspy.Predict(Found, seed=seed)(text=PROMPT).found)


def test_several_texts_and_options(lm: Any) -> None:
    """`n`, and a constraint of ours with a plain call."""
    texts = lm(ASK, n=3, structured_outputs={"regex": "[0-9]{3}"})
    assert all(len(text) == 3 and text.isdigit() for text in texts)
    assert len(texts) == 3


def test_outputs_that_are_mappings_obey_too(lm: Any) -> None:
    """DSPy itself asks for any object then, and an agent's tool has a name that there is not."""

    def add(a: int, b: int) -> int:
        """Adds."""
        return a + b

    with dspy.context(adapter=JSONAdapter()):
        counts = dspy.Predict("text -> counts: dict[str, int], ok: bool")(text=PROMPT)
        assert all(type(count) is int for count in counts.counts.values())
        assert type(counts.ok) is bool
        agent = dspy.ReAct("question -> answer: int", tools=[add], max_iters=2)(question=ASK)
        assert type(agent.answer) is int
        assert agent.trajectory["tool_name_0"] in ("add", "finish")
    with dspy.context(adapter=JSONAdapter(use_native_function_calling=False)):
        calls = dspy.Predict("question, tools: list[dspy.Tool] -> outputs: dspy.ToolCalls")
        found = calls(question=ASK, tools=[dspy.Tool(add)])
        assert all(isinstance(call.args, dict) for call in found.outputs.tool_calls)
