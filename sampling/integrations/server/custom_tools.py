"""OpenAI's tools that take a text in place of arguments: how they are told to a model, and how their calls look.

A model writes their calls as it writes others, with the text as the one argument `input` (`grammars.tool_custom`): so
its chat template is shown a function of that form, for templates know nothing else, and clients get the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

_HEAD = re.compile(r'\s*\{\s*"input"\s*:\s*"')
# Characters of a JSON string that are whole: half of a surrogate pair waits for the other.
_WHOLE = re.compile(r'(?:[^"\\]|\\u[dD][89abAB]..\\u....|\\u(?![dD][89abAB])[0-9a-fA-F]{4}|\\[^u])*', re.DOTALL)


class InputText:
    """The text of a call, piece by piece, out of its arguments `{"input": "…"}`."""

    def __init__(self) -> None:
        self._held, self._begun = "", False

    def feed(self, arguments: str) -> str:
        """What more of the arguments tells of the text."""
        self._held += arguments
        if not self._begun:
            head = _HEAD.match(self._held)
            if head is None:
                return ""
            self._begun, self._held = True, self._held[head.end() :]
        whole = _WHOLE.match(self._held)
        assert whole is not None  # it matches nothing, too
        self._held = self._held[whole.end() :]
        text: str = json.loads(f'"{whole[0]}"')
        return text


def is_custom(tool: Any) -> bool:
    """Whether this is a tool that takes a text, in a chat's form."""
    return isinstance(tool, Mapping) and tool.get("type") == "custom" and isinstance(tool.get("custom"), Mapping)


def custom_names(tools: Sequence[Any]) -> frozenset[str]:
    """The names of the tools that take a text."""
    names = (tool["custom"].get("name") for tool in tools if is_custom(tool))
    return frozenset(name for name in names if isinstance(name, str))


def as_functions(tools: Sequence[Any]) -> list[Any]:
    """The tools as a chat template may know them."""
    return [_function(tool["custom"]) if is_custom(tool) else tool for tool in tools]


def _function(custom: Mapping[str, Any]) -> dict[str, Any]:
    given = custom.get("format")
    grammar = given.get("grammar", given) if isinstance(given, Mapping) and given.get("type") == "grammar" else None
    text = {"type": "string"}
    if isinstance(grammar, Mapping):
        text["description"] = f"A text of this {grammar.get('syntax')} grammar: {grammar.get('definition')}"
    parameters = {"type": "object", "properties": {"input": text}, "required": ["input"]}
    function = {"name": custom.get("name"), "description": custom.get("description") or "", "parameters": parameters}
    return {"type": "function", "function": function}
