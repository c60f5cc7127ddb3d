"""Tool calls: from function definitions to the grammar of calls, in the form that a family of chat models writes.

>>> calls = tools([{"type": "function", "function": {"name": "weather", "parameters": {…}}}], format="hermes")
>>> calls.read('<tool_call>\\n{"name": "weather", "arguments": {"city": "Oslo"}}\\n</tool_call>')
[ToolCall(name='weather', arguments={'city': 'Oslo'})]

The forms are those of `formats.py`; the calls may follow other parts, and stand in running text:

>>> sequence(text_or_special("<think>"), free_text(until=text_or_special("</think>")), "\\n", tools(functions))
"""

from __future__ import annotations

import json
import marshal
import re
import warnings
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from keyword import iskeyword
from typing import Any, Literal, NamedTuple, overload

from constrain.budget import Limits, budgeted
from constrain.compiling.composed import Composed, Late, embedded, embedded_late
from constrain.compiling.rewriting import prefixed
from constrain.errors import ConstrainError, GrammarError
from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Sequence, Value
from constrain.patterns.pattern import ANY, complement, concat, intersection, literal
from constrain.spans import Span
from constrain.support.arguments import check_names, listed, one_of, public
from constrain.support.deep_stack import roomy
from constrain.support.once import once
from constrain.support.shown import shown

from .. import _native
from ..combine import Part, either, ends_in, grammar_of, optional, read_by, repeat, sequence
from ..gc_pause import uncollected
from ..json_schema import json_schema
from ..json_schema.front import JsonSchemaGrammar
from ..json_schema.options import JsonSchemaOptions
from ..json_schema.surely import surely_written
from ..json_schema.text.spans import json_spans
from ..placed import Placed
from ..regex import regex
from ..special import TEXT, Mark, before, text_of, without
from . import prefix_tree as trees
from .arguments import Arguments, PythonStyle, pattern_of
from .custom import TextArguments, text_arguments
from .definitions import Definition, definition_of, name_of
from .formats import Format, ToolFormat, tool_format
from .prefix_tree import Item, Items, Way, items_of, prefix_tree

_BARE_NAME = re.compile(r"[\w.-]+", re.ASCII)


class ToolCall(NamedTuple):
    """One call. `arguments` is a dict, or an instance of the model that was given in place of a definition."""

    name: str
    arguments: Any


class CustomCall(ToolCall):
    """A call of a `custom` tool: its text is `input`, which is also the one argument."""

    __slots__ = ()

    @property
    def input(self) -> str:
        text: str = self.arguments.text
        return text


class DroppedTool(NamedTuple):
    """A tool that cannot be called, since its parameters cannot be enforced; `error` says why and where."""

    name: str
    error: ConstrainError


class ToolGrammar(Composed[Value]):
    """A grammar of tool calls; `read` gives a list of `ToolCall` (see `tools`). `dropped` lists what was left out."""

    kind = "json"
    format: str
    names: list[str]
    dropped: list[DroppedTool]

    def spans(self, text: str) -> list[Span]:
        """The fields by their JSON pointers where calls are written as JSON and nothing else; else the whole."""
        try:
            return json_spans(text)
        except ValueError:
            return super().spans(text)

    @property
    def report(self) -> str:
        """What may be called, and what was left out and why."""
        lines = [f"format {self.format}; may be called: {', '.join(self.names)}"]
        lines += [f"LEFT OUT: {tool.name}: {tool.error}" for tool in self.dropped]
        return "\n".join(lines)


_OWN = ("format", "calls", "only", "parallel", "on_error", "limits")


@overload
def tools(
    definitions: Iterable[Any],
    *,
    format: Format = "hermes",
    calls: Literal["one", "many", "optional"] = "many",
    only: str | None = None,
    parallel: bool = True,
    on_error: Literal["error", "drop"] = "error",
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
    on_error: Literal["error", "drop"] = "error",
    limits: Limits | None = None,
    **options: Any,
) -> ToolGrammar[tuple[str, list[ToolCall]]]: ...
@public
@roomy
@budgeted
def tools(
    definitions: Iterable[Any],
    *,
    format: Format = "hermes",
    calls: Literal["one", "many", "optional", "auto"] = "many",
    only: str | None = None,
    parallel: bool = True,
    on_error: Literal["error", "drop"] = "error",
    limits: Limits | None = None,
    **options: Any,
) -> ToolGrammar[Any]:
    """The grammar of calls of the given functions.

    `format` is how the model writes calls: "json", "hermes" (Qwen, Hermes), "llama3", "mistral", "mistral-v11",
    "cohere-command", "deepseek-v3", "deepseek-v3.1", "kimi-k2", "kimi-k3", "harmony" (gpt-oss); with a tag for each
    argument "qwen3-coder", "glm-4.5", "glm-4.7", "minimax-m2", "deepseek-v3.2", "deepseek-v4", "deepseek-v4.1"; in
    Python "pythonic" (Llama 3.2 and 4) and "gemma-3". Tags and Python write arguments in the order of `properties`, and
    what cannot be said of arguments one by one is refused there.

    A definition is what OpenAI's interface takes (`{"type": "function", "function": {"name", "parameters", …}}`) or the
    inner part alone, Anthropic's (`input_schema`), the Model Context Protocol's (`inputSchema`) or Gemini's
    (`parametersJsonSchema`); a Pydantic model, which is a function of its own name; or a Python function, whose
    parameters have annotations. The parameters are a JSON Schema of an object; without them, or where they name none,
    the function takes none. Keys that no provider knows are refused, and parameters that are no schema. OpenAI's
    `custom` tools take a text, free or of a Lark or regex grammar: it is the string `input` among the arguments, and
    their calls are `CustomCall`s.

    `calls`: exactly one, one or more, or any number (also none, for a model that may have nothing to call); or
    `"auto"`, text and perhaps calls after it; where calls begin with no mark, text or calls. In "harmony" there is one
    call at most. `only` names the one function
    that may be called. So OpenAI's `tool_choice` is `calls="auto"`, `calls="many"` for "required", and `calls="one",
    only=…` for a function. `parallel=False` allows one call at most, as its `parallel_tool_calls` does.

    The value is a list of `ToolCall`; with `"auto"`, the text and the list.

    A function whose parameters cannot be enforced exactly raises what `json_schema` raises, with its name. With
    `on_error="drop"` such a function, or a malformed definition, is left out, with a warning, and listed in `dropped`
    and `report`: it can then not be called, rather than be called with anything. `limits` bounds the steps and bytes of
    this call. `options` go to `json_schema`, and the layout among them is that of a call's JSON as a whole;
    `extra="allow"` lets calls have arguments that the parameters do not name and do not forbid, which by default they
    have not, nor those of a definition with `strict: true`. Raises `GrammarError` where definitions are malformed,
    share a name, or none is left.
    """
    form = tool_format(format, _blank(options))
    one_of(calls, "calls", ("one", "many", "optional", "auto"))
    one_of(on_error, "on_error", ("error", "drop"))
    check_names("tools", options, (*_OWN, *JsonSchemaOptions.__annotations__))
    given = listed(definitions, "definitions", "a list of definitions, models and functions")
    with uncollected():
        return _tools(given, form, calls, only, parallel, on_error == "drop", options)


def _tools(
    given: list[Any],
    form: ToolFormat,
    calls: str,
    only: str | None,
    parallel: bool,
    drop: bool,
    options: Mapping[str, Any],
) -> ToolGrammar[Any]:
    choices = _content((options, form.name))
    dropped: list[DroppedTool] = []
    functions = _functions(given, choices, drop, dropped)
    names = [function.name for _, function in functions]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise GrammarError(f"tools: two functions have the name {twice!r}")
    if only is not None:
        if only not in names and not dropped:
            raise GrammarError(f"tools: only={shown(only, 100)} is none of the functions {', '.join(map(repr, names))}")
        functions = [each for each in functions if each[1].name == only]
    made: list[Tool] = []
    for key, function in functions:
        if isinstance(function, Tool):
            made.append(function)
            continue
        try:
            made.append(_KEPT.keep(choices, key, Tool(function, form, options, choices, key)))
        except ConstrainError as error:
            if not drop:
                raise
            dropped.append(DroppedTool(function.name, error))
    for tool in dropped:
        warnings.warn(f"tools: {tool.name!r} is left out and cannot be called: {tool.error}", stacklevel=3)
    if not made:
        why = "".join(f"; {tool.name}: {tool.error}" for tool in dropped)
        raise GrammarError(f"tools: there is no function to call{why}")
    if not parallel:
        form = form._replace(at_most_one=True)
    body = _envelope(_calls(made, form), form, calls)
    grammar: ToolGrammar[Any]
    if isinstance(body, Composed) and body.rights is not None:
        grammar = ToolGrammar(body.start, body.rights, read=body.read, source="tools", closed=body.closed)
    else:
        grammar = ToolGrammar(body.start, body.productions, read=body.read, source="tools", families=body.families)
    grammar.format, grammar.dropped = form.name, dropped
    grammar.names = [tool.name for tool in made]
    return grammar


def _functions(
    given: list[Any], choices: bytes | None, drop: bool, dropped: list[DroppedTool]
) -> list[tuple[bytes | None, Tool | Definition]]:
    """The definitions, each with its content, or the tool that was made of the same content before."""
    keys: list[bytes | None] = [None] * len(given)
    if choices is not None:
        keys = [key or _content(each) for key, each in zip(_native.marshalled(given), given, strict=True)]
    found: list[Tool | Definition | None] = [_KEPT.get((choices, key)) for key in keys]
    for number in [number for number, known in enumerate(found) if known is None]:
        try:
            found[number] = definition_of(given[number], number)
        except GrammarError as error:
            if not drop:
                raise
            dropped.append(DroppedTool(name_of(given[number], number), error))
    return [(key, function) for key, function in zip(keys, found, strict=True) if function is not None]


def _blank(options: Mapping[str, Any]) -> str:
    """An expression of what stands after colons and commas of JSON on one line in the layout of the options."""
    layout = "spaced" if options.get("indent") is not None else options.get("layout", "spaced")
    return {"compact": "", "flexible": " ?", "any": " ?", "lenient": " ?"}.get(
        layout if isinstance(layout, str) else "", " "
    )


class Tool:
    """The calls of one function in a format: `items` are read first, then the arguments; `call` reads them.

    `way` is both, where the arguments are a grammar that others embed. Kept by content, so that the next list which has
    the function does not read its schema again. Where a look at the schema shows that it can be written, that waits
    until a text calls the function.
    """

    def __init__(
        self,
        function: Definition,
        form: ToolFormat,
        options: Mapping[str, Any],
        choices: bytes | None = None,
        content: bytes | None = None,
    ) -> None:
        """`choices` and `content`: of the list, and the definition, if they are plain data."""
        _check_name(function.name, form)
        self.name, self._form = function.name, form
        self.kept = False  # among the tools by content
        self.weight = len(content or b"")  # bytes, of the definition and of what is written of it
        self.items = _heads(form.name, _blank(options)).items(function.name)
        if content is not None and _may_wait(function, form, options, content):
            self._late: Late | None = Late(partial(_written_late, choices, content, form, dict(options)))
            self.way: Way | None = (self.items, embedded_late(self._late))
            self.has_families = False
            return
        said = f"tools: the parameters of {function.name!r}"
        with Placed(lambda message: f"{said}: {message}"):
            self.arguments = arguments = arguments_of(function, form, options)
        self.weight += _weight(arguments)
        self._late, self.has_families = None, bool(arguments.families)
        core = embedded(arguments) if isinstance(arguments, JsonSchemaGrammar) else None
        self.way = None if core is None else (self.items, core)

    @once
    def arguments(self) -> Grammar:
        """The grammar of the arguments alone."""
        assert self._late
        return self._late()

    @once
    def call(self) -> Grammar:
        """The grammar of the call by itself, whose value is the `ToolCall`."""
        before = self._form.before(self.name)
        written = sequence(*before, self.arguments, *self._form.after)
        return read_by(written, _Call(self.name, written, _values(before)))

    def __reduce__(self) -> tuple[Any, ...]:
        return ReadTool, (self.name, self.call)


_LONGEST_WAITING = 16 << 10  # bytes of a definition, which are read in some ms; longer ones are read at once


def _may_wait(function: Definition, form: ToolFormat, options: Mapping[str, Any], content: bytes) -> bool:
    """Whether the arguments are surely written, so that they may be written when a text first comes to them."""
    return (
        form.style is None
        and function.text is None
        and len(content) <= _LONGEST_WAITING
        and (not options or (len(options) == 1 and options.get("layout") in ("spaced", "compact")))
        and surely_written(function.parameters_under("forbid"))
    )


def _written_late(choices: bytes | None, content: bytes, form: ToolFormat, options: Mapping[str, Any]) -> Grammar:
    """The arguments, which count among what is kept from now on. It must not know its tool: the core holds it."""
    arguments = arguments_of(definition_of(marshal.loads(content), 0), form, options)
    _KEPT.written((choices, content), _weight(arguments))
    return arguments


def _weight(grammar: Grammar) -> int:
    """Bytes of byte code; the tree of a grammar takes some 20 times as much."""
    flat = grammar.flatten()
    return sum(len(terminal.code) for terminal in flat.terminals) + sum(map(len, flat.codes))


class _Heads:
    """What a format has before arguments, as `items_of` gives it, for one name after another.

    The parts are made once, for a name that stands in; for other names it is replaced in the texts among them.
    """

    STAND_INS = "a_name_that_stands_in", "another_that_stands_in"

    def __init__(self, form: ToolFormat) -> None:
        self._form, name = form, self.STAND_INS[0]
        self._items, other = (self._made(each) for each in self.STAND_INS)
        self._others = "\0".join(part for part in form.before(name) if isinstance(part, str) and name not in part)
        self._is_in_texts = [self._with(item, self.STAND_INS[1]) for item in self._items] == list(other)

    def items(self, name: str) -> Items:
        if not self._is_in_texts or name in self._others or not _BARE_NAME.fullmatch(name):
            return self._made(name)
        return tuple(self._with(item, name) for item in self._items)

    def _made(self, name: str) -> Items:
        # The name is letters also where the vocabulary happens to have a token of its own that is called so.
        return items_of(_only_right(_lettered(part, name)) for part in self._form.before(name))

    def _with(self, item: Item, name: str) -> Item:
        return item.replace(self.STAND_INS[0], name) if isinstance(item, str) else item


@lru_cache(64)
def _heads(form: str, blank: str) -> _Heads:
    return _Heads(tool_format(form, blank))


class ReadTool(NamedTuple):
    """What is left of a `Tool` in a pickle: what reads it."""

    name: str
    call: Grammar


def _lettered(part: Part, name: str) -> Part:
    """The part, as letters alone if the name is in it."""
    return text_of(literal(part.encode())) if isinstance(part, str) and name in part else part


def _only_right(part: Part) -> Expression:
    """The right side of what has one production, as all parts of formats around the arguments have."""
    (right,) = grammar_of(part, 0).productions.values()
    return right


@dataclass(frozen=True)
class _Call:
    """The call that a text of `written` is; `place` is that of the arguments among its values."""

    name: str
    written: Grammar
    place: int

    def __call__(self, text: str) -> ToolCall:
        arguments = self.written.read(text)[self.place]
        kind = CustomCall if isinstance(arguments, TextArguments) else ToolCall
        return kind(self.name, arguments)


def _calls(found: list[Tool], form: ToolFormat) -> Grammar:
    """One call of any of the tools."""
    if any(tool.has_families for tool in found):
        return either(*(tool.call for tool in found))
    productions: dict[str, Expression] = {"call": Choice(())}
    ways: list[Way] = []
    for tool in found:
        if tool.way is not None:
            ways.append(tool.way)
            continue
        prefix = f"{tool.name}: "
        for name, right in tool.arguments.productions.items():
            productions[prefix + name] = prefixed(prefix, right)
        ways.append((tool.items, Nonterminal(prefix + tool.arguments.start)))
    productions["call"] = Sequence((prefix_tree(ways, all(tool.kept for tool in found)), *map(_only_right, form.after)))
    closed = ("call",) if len(productions) == 1 else ()
    return Composed("call", productions, read=_OneOf(tuple(found)), source="tools", closed=closed)


@dataclass(frozen=True)
class _OneOf:
    """The call of the tool whose text it is: its name is in it."""

    tools: tuple[Tool | ReadTool, ...]

    def __call__(self, text: str) -> ToolCall:
        size = len(text.encode())
        for tool in self.tools:
            if (tool.name in text or json.dumps(tool.name)[1:-1] in text) and size in ends_in(tool.call, text):
                found: ToolCall = tool.call.read(text)
                return found
        raise ValueError(f"tools: this is no call of any of the functions: {shown(text, 200)}")


class _Kept(dict[tuple[bytes | None, bytes | None], Tool]):
    """Tools by choices and content: at most so many bytes of them, of which those made longest ago go first.

    Bytes of definitions and of byte code: 80 characters may ask for multiples of 997, whose grammar has 370 kB of code.
    Thread-safe: each step is atomic.
    """

    MOST = 4 << 20  # bytes of all; what is made takes some 20 times as much
    LARGE = MOST // 64  # bytes of one that is not kept
    size = 0

    def keep(self, choices: bytes | None, key: bytes | None, tool: Tool) -> Tool:
        if choices is not None and key is not None and tool.weight <= self.LARGE:
            if self.setdefault((choices, key), tool) is tool:
                tool.kept = True
                self.size += tool.weight
            self._drop()
        return tool

    def written(self, place: tuple[bytes | None, bytes | None], weight: int) -> None:
        """One that waited has been written."""
        tool = self.get(place)
        if tool is not None:
            tool.weight += weight
            self.size += weight
            self._drop(place if tool.weight > self.LARGE else None)

    def _drop(self, large: tuple[bytes | None, bytes | None] | None = None) -> None:
        if large is not None or self.size > self.MOST:
            trees.forget()  # which hold tools
        while large is not None or self.size > self.MOST:
            with suppress(KeyError, StopIteration, RuntimeError):  # where other threads drop some, too
                tool = self.pop(large or next(iter(self)), None)
                large = None
                if tool is not None:
                    tool.kept = False  # or a tree would keep it
                    self.size -= tool.weight


_KEPT = _Kept()


def forget() -> None:
    """Forget all tools, as a fresh process has none."""
    _KEPT.clear()
    _KEPT.size = 0
    trees.forget()


def _content(given: Any) -> bytes | None:
    """Bytes that are equal for equal plain data of equal types; None for anything else."""
    try:
        return marshal.dumps(given, 2)  # a version without references between equal parts
    except ValueError:
        return None


def _envelope(call: Grammar, form: ToolFormat, calls: str) -> Grammar:
    """Calls with what the format has around them; the value is the list of them."""
    if calls == "one" and form.one_alone:
        return read_by(call, _Alone(call))
    several = repeat(call, 1, 1 if calls == "one" or form.at_most_one else None, separator=form.separator)
    whole = sequence(*form.opening, several, *form.closing)
    read = _Several(whole, _values(form.opening))
    if calls != "auto":
        return read_by(optional(whole) if calls == "optional" else whole, read)
    if form.mark is None:
        begun = concat(pattern_of(regex(form.begins)), ANY)
        return read_by(either(text_of(intersection(TEXT, complement(begun))), whole), _AutoAtOnce(form.begins, read))
    lead, mark = form.mark
    if lead:  # as the mark stands in no text, a text may end as the calls begin
        text = text_of(without((mark,)))
        both = sequence(text, whole)
    else:
        ((answer, _),) = before((mark,))
        text, both = text_of(without((mark,))), sequence(text_of(answer), whole)
    answers: Grammar[Any] = sequence(text, *form.text_end) if form.text_end else text
    opening = "".join(part.name if isinstance(part, Mark) else str(part) for part in form.opening)
    return read_by(either(answers, both), _Auto(lead + mark.name, opening if form.text_end else "", read))


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
    """The text before the mark, and the calls from it on; the mark may end a text alone, unlike the whole `opening`."""

    mark: str
    opening: str
    calls: _Several

    def __call__(self, text: str) -> tuple[str, list[ToolCall]]:
        answer, begin, rest = text.partition(self.mark)
        return answer, self.calls(begin + rest) if (begin + rest).startswith(self.opening) else []


@dataclass(frozen=True)
class _AutoAtOnce:
    """Calls where the text begins as they do; otherwise it is text."""

    begins: str
    calls: _Several

    def __call__(self, text: str) -> tuple[str, list[ToolCall]]:
        return ("", self.calls(text)) if re.match(self.begins, text) else (text, [])


def _check_name(name: str, form: ToolFormat) -> None:
    if form.bare_names and not _BARE_NAME.fullmatch(name):
        raise GrammarError(
            f"tools: the name {name!r} cannot be written in the format {form.name!r}, where names have only letters, "
            "digits, `_`, `-` and `.`"
        )
    if isinstance(form.style, PythonStyle) and (not name.isascii() or not name.isidentifier() or iskeyword(name)):
        raise GrammarError(
            f"tools: the name {name!r} cannot be written in the format {form.name!r}, where names are Python's: ASCII "
            "letters, digits and `_`"
        )


def arguments_of(function: Definition, form: ToolFormat, options: Mapping[str, Any]) -> Grammar:
    """The grammar of a function's arguments as the format writes them."""
    if function.text is not None:
        return text_arguments(function.text, form.style, _blank(options))
    given = {"extra": "forbid", **options}
    if function.strict:
        given["extra"] = "forbid"
    parameters = function.parameters_under(given["extra"])
    if form.style is not None:
        return Arguments(parameters, form.style, given, function.read).grammar
    arguments = json_schema(parameters, **given)
    arguments.read = function.read or arguments.read
    return arguments


def _values(parts: tuple[Grammar | str, ...]) -> int:
    """How many of the parts have a value in that of their sequence."""
    return sum(not isinstance(part, str | Mark) for part in parts)
