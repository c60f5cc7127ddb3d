"""instructor in every mode that its OpenAI and Anthropic clients have: one record, and the parts of one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

instructor = pytest.importorskip("instructor", reason="instructor is the client")
from anthropic import Anthropic  # noqa: E402
from openai import OpenAI  # noqa: E402
from pydantic import ValidationError  # noqa: E402
from shapes import PROMPT, Weather, weather  # noqa: E402

MESSAGES: Any = [{"role": "user", "content": PROMPT}]
OPENAI = ("TOOLS", "TOOLS_STRICT", "PARALLEL_TOOLS", "JSON", "JSON_SCHEMA", "MD_JSON", "FUNCTIONS", "JSON_O1",
          "RESPONSES_TOOLS", "STRUCTURED_OUTPUTS")  # fmt: skip
ANTHROPIC = ("ANTHROPIC_TOOLS", "ANTHROPIC_JSON", "ANTHROPIC_PARALLEL_TOOLS", "ANTHROPIC_REASONING_TOOLS")
# Modes that send no schema, or let the model decide whether it calls: it writes what it likes.
FREE = {"JSON", "MD_JSON", "JSON_O1", "ANTHROPIC_JSON", "PARALLEL_TOOLS", "ANTHROPIC_PARALLEL_TOOLS"}
CASES = [name for name in (*OPENAI, *ANTHROPIC) if hasattr(instructor.Mode, name)]


@pytest.mark.parametrize("name", CASES)
def test_a_record(name: str, url: str, v1: str) -> None:
    mode = getattr(instructor.Mode, name)
    client: Any
    if name in ANTHROPIC:
        client = instructor.from_anthropic(Anthropic(base_url=url, max_retries=0), mode=mode)
    else:
        client = instructor.from_openai(OpenAI(base_url=v1, max_retries=0), mode=mode)
    kind: Any = Iterable[Weather] if "PARALLEL" in name else Weather
    options: dict[str, Any] = {"model": "small", "messages": MESSAGES, "max_tokens": 300, "max_retries": 0}
    try:
        found = client.create(response_model=kind, **options)
    except Exception as error:
        assert name in FREE, error
        assert any(why in str(error) for why in ("validation error", "incomplete", "No tool calls")), error
        return
    for each in found if "PARALLEL" in name else [found]:
        weather(each)


@pytest.mark.parametrize("mode", [instructor.Mode.TOOLS, instructor.Mode.JSON_SCHEMA])
def test_parts(mode: Any, v1: str) -> None:
    client: Any = instructor.from_openai(OpenAI(base_url=v1, max_retries=0), mode=mode)
    options: dict[str, Any] = {"model": "small", "messages": MESSAGES, "max_tokens": 300, "max_retries": 0}
    *_, last = client.create_partial(response_model=Weather, **options)
    Weather.model_validate(last.model_dump())
    try:
        for each in client.create_iterable(response_model=Weather, **options):
            weather(each)
    except (
        ValidationError
    ) as error:  # it sends an open schema that does not ask for `tasks`, and takes any object for one
        assert "Field required" in str(error)
