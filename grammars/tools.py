"""Tool calls: from function definitions to the grammar of calls, in the form that a family of chat models writes.

>>> calls = tools([{"type": "function", "function": {"name": "weather", "parameters": {…}}}], format="hermes")
>>> calls.read('<tool_call>\\n{"name": "weather", "arguments": {"city": "Oslo"}}\\n</tool_call>')
[ToolCall(name='weather', arguments={'city': 'Oslo'})]

Forms, by `format`:

- `"json"`: `{"name": …, "arguments": {…}}`; several calls as a JSON array.
- `"hermes"`: Hermes, Qwen 2.5 and 3: each call between `<tool_call>` and `</tool_call>`, on lines of their own.
- `"llama3"`: Llama 3.1: `{"name": …, "parameters": {…}}`; several separated by `; `.
- `"mistral"`: `[TOOL_CALLS]` and a JSON array of `{"name": …, "arguments": {…}}`.

The marks are text here. Where the tokenizer has tokens for them, tell the vocabulary:
`Vocabulary.from_huggingface(tokenizer, text_tokens=["<tool_call>", "</tool_call>"])`. For an answer that may also be
plain text, or think first, see `triggered` and `sequence`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from constrain.errors import ConstrainError, GrammarError
from constrain.grammar import Grammar

from .combine import either, optional, repeat, sequence
from .json_schema import json_schema
from .regex import regex

_ARGUMENTS = {"json": "arguments", "hermes": "arguments", "llama3": "parameters", "mistral": "arguments"}
_OPTIONAL_SPACE = regex(" ?")


class ToolCall(NamedTuple):
    """One call; `arguments` is a dict, or an instance of the model that was given in place of a schema."""

    name: str
    arguments: Any


class DroppedTool(NamedTuple):
    """A tool that cannot be called, since its parameters cannot be enforced; `error` says why and where."""

    name: str
    error: ConstrainError


class ToolGrammar(Grammar):
    """A grammar of tool calls; `read` gives a list of `ToolCall`. `dropped` lists tools that were left out."""

    dropped: list[DroppedTool]


def tools(
    definitions: Iterable[Any],
    *,
    format: Literal["json", "hermes", "llama3", "mistral"] = "hermes",
    calls: Literal["one", "many", "optional"] = "many",
    only: str | None = None,
    on_unsupported: Literal["error", "drop_tool"] = "error",
    **options: Any,
) -> ToolGrammar:
    """The grammar of calls of the given functions.

    A definition is what OpenAI's interface takes (`{"type": "function", "function": {"name", "parameters", …}}`), the
    inner part alone, or a Pydantic model, which is a function of its own name. `parameters` is a JSON Schema of an
    object; without it the function takes none. `calls`: exactly one, one or more, or any number (also none, for a
    model that may have nothing to call). `only` names the one function that may be called (a `tool_choice`).

    A function whose parameters cannot be enforced exactly raises what `json_schema` raises, or with
    `on_unsupported="drop_tool"` is left out and listed in `dropped`: it can then not be called, rather than be called
    with anything. `options` go to `json_schema`. Raises `GrammarError` where definitions are malformed, share a name,
    or none is left.
    """
    if format not in _ARGUMENTS:
        raise ValueError(f"format is {format!r}; choose one of {', '.join(map(repr, _ARGUMENTS))}")
    if calls not in ("one", "many", "optional"):
        raise ValueError(f"calls is {calls!r}; choose 'one', 'many' or 'optional'")
    if on_unsupported not in ("error", "drop_tool"):
        raise ValueError(f"on_unsupported is {on_unsupported!r}; choose 'error' or 'drop_tool'")
    functions = [_function(definition, number) for number, definition in enumerate(definitions)]
    names = [name for name, _ in functions]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise GrammarError(f"tools: two functions have the name {twice!r}")
    if only is not None and only not in names:
        raise GrammarError(f"tools: only={only!r} is none of the functions {', '.join(map(repr, names))}")
    written: list[Grammar] = []
    dropped: list[DroppedTool] = []
    for name, parameters in functions:
        if only is not None and name != only:
            continue
        try:
            written.append(_call(name, json_schema(parameters, **options), _ARGUMENTS[format]))
        except ConstrainError as error:
            if on_unsupported == "error":
                raise
            dropped.append(DroppedTool(name, error))
    if not written:
        why = "".join(f"; {tool.name}: {tool.error}" for tool in dropped)
        raise GrammarError(f"tools: there is no function to call{why}")
    body = _envelope(either(*written), format, calls)
    grammar = ToolGrammar(body.start, body.productions, read=body.read, source="tools")
    grammar.dropped = dropped
    return grammar


def _function(definition: Any, number: int) -> tuple[str, Any]:
    """The name of a function and its parameters, as a source for `json_schema`."""
    if isinstance(definition, type) and issubclass(definition, BaseModel):
        return definition.__name__, definition
    if isinstance(definition, Mapping) and isinstance(definition.get("function"), Mapping):
        definition = definition["function"]
    if not isinstance(definition, Mapping) or not isinstance(definition.get("name"), str) or not definition["name"]:
        raise GrammarError(f"tools: definition {number} has no name: {definition!r:.100}")
    parameters = definition.get("parameters")
    if parameters is None:
        return definition["name"], {"type": "object", "additionalProperties": False}
    if not isinstance(parameters, Mapping):
        raise GrammarError(
            f"tools: the parameters of {definition['name']!r} must be a JSON Schema: {parameters!r:.100}"
        )
    return definition["name"], {"type": "object", **parameters}


def _call(name: str, arguments: Grammar, key: str) -> Grammar:
    """One call as a JSON object, with at most one space after each colon and comma."""
    quoted = re.escape(json.dumps(name, ensure_ascii=False))
    written = sequence(regex(rf'\{{"name": ?{quoted}, ?"{key}": ?'), arguments, "}")
    return _read_by(written, lambda text: ToolCall(name, written.read(text)[1]))


def _envelope(call: Grammar, format: str, calls: str) -> Grammar:
    """Calls in the form of `format`; the value is the list of them."""
    high = 1 if calls == "one" else None
    if format == "hermes":
        each = sequence("<tool_call>\n", call, "\n</tool_call>")
        several = repeat(each, 0 if calls == "optional" else 1, high, separator="\n")
        return _read_by(several, lambda text: [value[0] for value in several.read(text)])
    if format == "llama3":
        return repeat(call, 0 if calls == "optional" else 1, high, separator="; ")
    if format == "json" and calls == "one":
        return _read_by(call, lambda text: [call.read(text)])
    listed = sequence("[", repeat(call, 1, high, separator=sequence(",", _OPTIONAL_SPACE)), "]")
    whole = sequence("[TOOL_CALLS]", listed) if format == "mistral" else sequence(listed)
    if calls == "optional":
        maybe = optional(whole)
        return _read_by(maybe, lambda text: maybe.read(text)[0][0] if text else [])
    return _read_by(whole, lambda text: whole.read(text)[0][0])


def _read_by(grammar: Grammar, read: Callable[[str], Any]) -> Grammar:
    """The same grammar with another value."""
    return Grammar(grammar.start, grammar.productions, read=read, source=grammar.source)
