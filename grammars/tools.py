"""Tool calls: from function definitions to the grammar of calls, in the form that a family of chat models writes.

>>> calls = tools([{"type": "function", "function": {"name": "weather", "parameters": {…}}}], format="hermes")
>>> calls.read('<tool_call>\\n{"name": "weather", "arguments": {"city": "Oslo"}}\\n</tool_call>')
[ToolCall(name='weather', arguments={'city': 'Oslo'})]

The forms are those of `tool_formats`; the calls may follow other parts, and stand in running text:

>>> sequence(text_or_special("<think>"), free_text(until=text_or_special("</think>")), "\\n", tools(functions))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, overload

from constrain.arguments import listed
from constrain.budget import Limits, budgeted
from constrain.errors import ConstrainError, GrammarError
from constrain.grammar import Grammar, Value
from constrain.room import roomy
from constrain.shorten import shown

from .combine import either, optional, repeat, sequence
from .json_schema import json_schema
from .special import Mark, before, text_of, without
from .tool_definitions import definition_of
from .tool_formats import Format, ToolFormat, tool_format

_BARE_NAME = re.compile(r"[\w.-]+", re.ASCII)


class ToolCall(NamedTuple):
    """One call. `arguments` is a dict, or an instance of the model that was given in place of a definition."""

    name: str
    arguments: Any


class DroppedTool(NamedTuple):
    """A tool that cannot be called, since its parameters cannot be enforced; `error` says why and where."""

    name: str
    error: ConstrainError


class ToolGrammar(Grammar[Value]):
    """A grammar of tool calls; `read` gives a list of `ToolCall` (see `tools`). `dropped` lists what was left out."""

    kind = "json"
    dropped: list[DroppedTool]


@overload
def tools(
    definitions: Iterable[Any],
    *,
    format: Format = "hermes",
    calls: Literal["one", "many", "optional"] = "many",
    only: str | None = None,
    parallel: bool = True,
    on_unsupported: Literal["error", "drop_tool"] = "error",
    limits: Limits | None = None,
    **options: Any,
) -> ToolGrammar[list[ToolCall]]: ...
@overload
def tools(
    definitions: Iterable[Any],
    *,
    format: Format = "hermes",
    calls: Literal["auto"],
    only: str | None = None,
    parallel: bool = True,
    on_unsupported: Literal["error", "drop_tool"] = "error",
    limits: Limits | None = None,
    **options: Any,
) -> ToolGrammar[tuple[str, list[ToolCall]]]: ...
@roomy
@budgeted
def tools(
    definitions: Iterable[Any],
    *,
    format: Format = "hermes",
    calls: Literal["one", "many", "optional", "auto"] = "many",
    only: str | None = None,
    parallel: bool = True,
    on_unsupported: Literal["error", "drop_tool"] = "error",
    limits: Limits | None = None,
    **options: Any,
) -> ToolGrammar[Any]:
    """The grammar of calls of the given functions.

    `format` is how the model writes calls: "json", "hermes" (Qwen, Hermes), "llama3", "mistral", "mistral-v11",
    "deepseek-v3", "deepseek-v3.1", "kimi-k2" or "harmony" (gpt-oss); `tool_formats` shows each.

    A definition is what OpenAI's interface takes (`{"type": "function", "function": {"name", "parameters", …}}`) or the
    inner part alone, Anthropic's (`input_schema`), the Model Context Protocol's (`inputSchema`) or Gemini's
    (`parametersJsonSchema`); a Pydantic model, which is a function of its own name; or a Python function, whose
    parameters have annotations. The parameters are a JSON Schema of an object; without them the function takes none.
    Keys that no provider knows are refused.

    `calls`: exactly one, one or more, or any number (also none, for a model that may have nothing to call); or
    `"auto"`, text and perhaps calls after it, for formats whose calls begin with a mark. `only` names the one function
    that may be called. So OpenAI's `tool_choice` is `calls="auto"`, `calls="many"` for "required", and `calls="one",
    only=…` for a function. `parallel=False` allows one call at most, as its `parallel_tool_calls` does.

    The value is a list of `ToolCall`; with `"auto"`, the text and the list.

    A function whose parameters cannot be enforced exactly raises what `json_schema` raises, or with
    `on_unsupported="drop_tool"` is left out and listed in `dropped`: it can then not be called, rather than be called
    with anything. `limits` bounds the steps and bytes of this call. `options` go to `json_schema`; `extra="allow"`
    lets calls have arguments that the parameters do not name and do not forbid, which by default they have not. Raises
    `GrammarError` where definitions are malformed, share a name, or none is left.
    """
    form = tool_format(format)
    if calls not in ("one", "many", "optional", "auto"):
        raise ValueError(f"calls is {shown(calls, 100)}; choose 'one', 'many', 'optional' or 'auto'")
    if on_unsupported not in ("error", "drop_tool"):
        raise ValueError(f"on_unsupported is {shown(on_unsupported, 100)}; choose 'error' or 'drop_tool'")
    given = listed(definitions, "definitions", "a list of definitions, models and functions")
    functions = [definition_of(each, number) for number, each in enumerate(given)]
    names = [function.name for function in functions]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise GrammarError(f"tools: two functions have the name {twice!r}")
    if only is not None and only not in names:
        raise GrammarError(f"tools: only={shown(only, 100)} is none of the functions {', '.join(map(repr, names))}")
    written: list[Grammar] = []
    dropped: list[DroppedTool] = []
    for function in functions:
        if only is not None and function.name != only:
            continue
        if form.bare_names and not _BARE_NAME.fullmatch(function.name):
            raise GrammarError(
                f"tools: the name {function.name!r} cannot be written in the format {format!r}, where names have only "
                "letters, digits, `_`, `-` and `.`"
            )
        try:
            arguments = json_schema(function.parameters, **{"extra": "forbid", **options})
            arguments.read = function.read or arguments.read
            written.append(_call(function.name, arguments, form))
        except ConstrainError as error:
            if on_unsupported == "error":
                raise
            dropped.append(DroppedTool(function.name, error))
    if not written:
        why = "".join(f"; {tool.name}: {tool.error}" for tool in dropped)
        raise GrammarError(f"tools: there is no function to call{why}")
    if form.at_most_one and calls == "many":
        raise ValueError(f"the format {format!r} has one call in a text; choose calls='one', 'optional' or 'auto'")
    if not parallel:
        form = form._replace(at_most_one=True)
    body = _envelope(either(*written), form, calls)
    grammar: ToolGrammar[Any] = ToolGrammar(
        body.start, body.productions, read=body.read, source="tools", families=body.families
    )
    grammar.dropped = dropped
    return grammar


def _call(name: str, arguments: Grammar, form: ToolFormat) -> Grammar:
    """One call, as its format has it."""
    before = form.before(name)
    written = sequence(*before, arguments, *form.after)
    place = _values(before)
    return _read_by(written, _Call(name, written, place))


@dataclass(frozen=True)
class _Call:
    """The call that a text of `written` is; `place` is that of the arguments among its values."""

    name: str
    written: Grammar
    place: int

    def __call__(self, text: str) -> ToolCall:
        return ToolCall(self.name, self.written.read(text)[self.place])


def _envelope(call: Grammar, form: ToolFormat, calls: str) -> Grammar:
    """Calls with what the format has around them; the value is the list of them."""
    if calls == "one" and form.one_alone:
        return _read_by(call, _Alone(call))
    several = repeat(call, 1, 1 if calls == "one" or form.at_most_one else None, separator=form.separator)
    whole = sequence(*form.opening, several, *form.closing)
    read = _Several(whole, _values(form.opening))
    if calls != "auto":
        return _read_by(optional(whole) if calls == "optional" else whole, read)
    mark = (*form.opening, *form.before("name"))[0]
    if not isinstance(mark, Mark):
        raise ValueError(
            f"calls='auto' is for formats whose calls begin with a mark, and those of {form.name!r} do not: text could "
            "not be told from them. Choose 'optional', or combine calls and text with either()"
        )
    ((answer, _),) = before((mark,))
    return _read_by(either(text_of(without((mark,))), sequence(text_of(answer), whole)), _Auto(mark.name, read))


@dataclass(frozen=True)
class _Alone:
    """The one call, in a list."""

    call: Grammar

    def __call__(self, text: str) -> list[ToolCall]:
        return [self.call.read(text)]


@dataclass(frozen=True)
class _Several:
    """The list of calls, which stands at a place among the values of the whole; no text is none."""

    whole: Grammar
    place: int

    def __call__(self, text: str) -> Any:
        return self.whole.read(text)[self.place] if text else []


@dataclass(frozen=True)
class _Auto:
    """The text before the mark, and the calls from it on."""

    mark: str
    calls: _Several

    def __call__(self, text: str) -> tuple[str, list[ToolCall]]:
        answer, begin, rest = text.partition(self.mark)
        return answer, self.calls(begin + rest)


def _values(parts: tuple[Grammar | str, ...]) -> int:
    """How many of the parts have a value in that of their sequence."""
    return sum(not isinstance(part, str | Mark) for part in parts)


def _read_by(grammar: Grammar, read: Callable[[str], Any]) -> Grammar:
    """The same grammar with another value."""
    return Grammar(grammar.start, grammar.productions, read=read, source=grammar.source, families=grammar.families)
