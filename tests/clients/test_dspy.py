"""dspy: the JSON adapter with the form said outright, since dspy sends none for models whose names it does not know."""

from __future__ import annotations

from typing import Any

import pytest

dspy = pytest.importorskip("dspy", reason="dspy is the client")
from shapes import ASK, PROMPT, Weather, temperature, weather, wind  # noqa: E402


class Found(dspy.Signature):  # type: ignore[misc]
    """Reads the weather."""

    text: str = dspy.InputField()
    found: Weather = dspy.OutputField()


def form(name: str, kind: Any) -> dict[str, Any]:
    """What makes the server constrain dspy's answers: the fields of the output, as a schema."""
    schema = {"type": "object", "properties": {name: kind}, "required": [name], "additionalProperties": False}
    return {"type": "json_schema", "json_schema": {"name": "output", "schema": schema}}


def test_a_signature(v1: str) -> None:
    schema = Weather.model_json_schema()
    model = dspy.LM("hosted_vllm/small", api_base=v1, api_key="none", num_retries=0, max_tokens=250, cache=False)
    with dspy.context(lm=model, adapter=dspy.JSONAdapter()):
        predict = dspy.Predict(Found, response_format=form("found", schema))
        weather(predict(text=PROMPT).found)


def test_react(v1: str) -> None:
    model = dspy.LM("hosted_vllm/small", api_base=v1, api_key="none", num_retries=0, max_tokens=150, cache=False)
    with dspy.context(lm=model, adapter=dspy.JSONAdapter()):
        agent = dspy.ReAct("question -> answer: str", tools=[temperature, wind], max_iters=1)
        assert agent is not None
        assert ASK
