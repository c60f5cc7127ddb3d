"""What a request says of its text, as a front end, a source and options: plain data, which the cache compares.

`response_format` is OpenAI's; `structured_outputs` vLLM's, with exactly one of json, regex, choice, grammar,
json_object and structural_tag. `grammar_syntax` names the notation of a `grammar` ("lark", "gbnf", "ebnf" or "abnf");
without it the text's first line may, as `#!lark`, or the text must be in one notation alone (`grammars.any_notation`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from constrain.errors import GrammarError
from constrain.grammar import Grammar
from constrain.grammars import (
    abnf,
    any_notation,
    choice,
    ebnf,
    either,
    gbnf,
    json_schema,
    lark,
    regex,
    structural_tag,
    tools,
)
from constrain.grammars.tool_calls.definitions import name_of
from constrain.grammars.tool_calls.formats import tool_format
from constrain.support.nearest import nearest
from constrain.support.shown import shown
from constrain.vocabulary import Vocabulary

KINDS = ("json", "json_object", "regex", "choice", "grammar", "structural_tag")
SYNTAXES: dict[str, Callable[[str], Grammar]] = {"lark": lark, "gbnf": gbnf, "ebnf": ebnf, "abnf": abnf}
_OPTIONS = ("grammar_syntax", "disable_any_whitespace", "disable_additional_properties")


class Spec(NamedTuple):
    """`front_end(source, **options)` is the grammar."""

    front_end: Callable[..., Grammar]
    source: Any
    options: dict[str, Any]

    def on(self, vocabulary: Vocabulary) -> Spec:
        """The same for a vocabulary, whose special tokens may stand in the text of tags."""
        special = list(vocabulary.special_tokens)
        if self.front_end is structural_tag:
            return self._replace(options={**self.options, "special_tokens": special})
        if "form" in self.options and self.options["form"][0] is structural_tag:
            front_end, source, given = self.options["form"]
            form = front_end, source, (*given, ("special_tokens", tuple(special)))
            return self._replace(options={**self.options, "form": form})
        return self

    def frozen(self) -> FrozenSpec:
        """The same with a source and options that can be a key."""
        source = self.source
        if self.front_end is choice:
            source = tuple(source)
        elif not isinstance(source, str):
            source = json.dumps(source)
        return self.front_end, source, tuple(sorted(self.options.items()))


FrozenSpec = tuple[Callable[..., Grammar], Any, tuple[tuple[str, Any], ...]]


def of_response_format(given: Any) -> Spec | None:
    """OpenAI's `response_format`; None: the text is free. Raises GrammarError for what is malformed or unknown."""
    kind = _mapping(given, "response_format").get("type")
    if kind == "text":
        _only(given, "response_format", "type")
        return None
    if kind == "json_object":
        _only(given, "response_format", "type", "schema")  # llama.cpp's and Fireworks' servers take a schema here
        schema = given.get("schema")
        return Spec(
            json_schema, {"type": "object"} if schema is None else _schema(schema, "response_format.schema"), {}
        )
    if kind == "json_schema":
        fields = ("name", "schema", "strict", "description")
        outside = next((name for name in fields if name in given), None)
        if outside is not None:
            raise GrammarError(
                f"response_format has the unknown field {outside!r}; did you mean `json_schema.{outside}`?"
            )
        _only(given, "response_format", "type", "json_schema")
        inner = _mapping(given.get("json_schema"), "response_format.json_schema")
        _only(inner, "response_format.json_schema", *fields)
        schema = _schema(inner.get("schema"), "response_format.json_schema.schema")
        # OpenAI's strict mode wants every object closed; whoever left that out meant no other keys.
        return Spec(json_schema, schema, {"extra": "forbid"} if _flag(inner, "strict") else {})
    if kind == "structural_tag":
        return Spec(structural_tag, given, {})
    raise GrammarError(
        f"response_format.type is {shown(kind, 100)}; choose text, json_object, json_schema or structural_tag"
    )


def of_structured_outputs(given: Any) -> Spec:
    """vLLM's `structured_outputs`. Raises GrammarError for what is malformed or unknown."""
    fields = {name: value for name, value in _mapping(given, "structured_outputs").items() if value is not None}
    _only(fields, "structured_outputs", *KINDS, *_OPTIONS)
    kinds = [kind for kind in KINDS if kind in fields]
    if len(kinds) != 1:
        raise GrammarError(
            f"structured_outputs has {' and '.join(kinds) or 'none'} of {', '.join(KINDS)}; exactly one says what the "
            "text is like"
        )
    (kind,) = kinds
    source = fields[kind]
    options: dict[str, Any] = {}
    if _flag(fields, "disable_any_whitespace"):
        options["layout"] = "compact"
    if _flag(fields, "disable_additional_properties"):
        options["extra"] = "forbid"
    if options and kind not in ("json", "json_object"):
        raise GrammarError(f"structured_outputs has {kind}, and an option that is for json alone")
    if "grammar_syntax" in fields and kind != "grammar":
        raise GrammarError(f"structured_outputs has {kind}, and grammar_syntax, which is for grammar alone")
    if kind == "json":
        if not isinstance(source, (str, Mapping, bool)):
            raise GrammarError(f"structured_outputs.json is {shown(source, 100)}; a JSON Schema or its text is needed")
        return Spec(json_schema, source, options)
    if kind == "json_object":
        if source is not True:
            raise GrammarError(f"structured_outputs.json_object is {shown(source, 100)}; true asks for an object")
        return Spec(json_schema, {"type": "object"}, options)
    if kind == "choice":
        if not isinstance(source, Sequence) or isinstance(source, str) or not all(isinstance(t, str) for t in source):
            raise GrammarError(f"structured_outputs.choice is {shown(source, 100)}; a list of texts is needed")
        return Spec(choice, list(source), {})
    if kind == "structural_tag":
        return Spec(structural_tag, source, {})
    if not isinstance(source, str):
        raise GrammarError(f"structured_outputs.{kind} is {shown(source, 100)}; a text is needed")
    if kind == "regex":
        return Spec(regex, source, {})
    syntax = fields.get("grammar_syntax")
    if syntax is None:
        return Spec(any_notation, source, {})
    if syntax not in SYNTAXES:
        raise GrammarError(f"grammar_syntax is {shown(syntax, 100)}; choose {', '.join(SYNTAXES)}")
    return Spec(SYNTAXES[syntax], source, {})


def of_tools(
    definitions: Any, tool_choice: Any, *, parallel: bool, format: str, form: Spec | None = None
) -> Spec | None:
    """OpenAI's `tools` and `tool_choice`; None where no call may come. `form` is that of answers that call none."""
    if not isinstance(definitions, Sequence) or isinstance(definitions, str) or not definitions:
        raise GrammarError(f"tools is {shown(definitions, 100)}; a list with at least one tool is needed")
    if tool_choice is None:
        tool_choice = "auto"
    options: dict[str, Any] = {"format": format, "parallel": parallel}
    if tool_choice == "none":
        return None
    if tool_choice == "auto" and form is not None:
        if not mark_of(format):
            raise GrammarError(
                f"tools of the format {format!r} have no mark by which calls could be told from an answer that has a "
                'form of its own; ask for one of both, or choose tool_choice "none" or "required"'
            )
        return Spec(tool_calls, definitions, options | {"calls": "many", "form": form.frozen()})
    if tool_choice in ("auto", "required"):
        return Spec(tool_calls, definitions, options | {"calls": "auto" if tool_choice == "auto" else "many"})
    where = "tool_choice"
    kind = tool_choice.get("type") if isinstance(tool_choice, Mapping) else None
    if kind == "allowed_tools":
        _only(tool_choice, where, "type", "allowed_tools")
        allowed = _mapping(tool_choice.get("allowed_tools"), f"{where}.allowed_tools")
        definitions = _allowed(definitions, allowed.get("tools"), f"{where}.allowed_tools.tools")
        mode = allowed.get("mode")
        if mode in ("auto", "required"):
            return of_tools(definitions, mode, parallel=parallel, format=format, form=form)
        raise GrammarError(f"{where}.allowed_tools.mode is {shown(mode, 60)}; choose auto or required")
    if kind in ("function", "custom"):
        _only(tool_choice, where, "type", kind)
        name = _mapping(tool_choice.get(kind), f"{where}.{kind}").get("name")
        if isinstance(name, str):
            names = [name_of(tool, i) for i, tool in enumerate(definitions)]
            if name not in names:
                near = nearest(name, names)
                way_on = f"did you mean `{near}`?" if near else f"they are {shown(', '.join(names), 300)[1:-1]}"
                raise GrammarError(f"tool_choice names {shown(name, 60)}, which is none of the tools; {way_on}")
            return Spec(tool_calls, definitions, options | {"calls": "one", "only": name})
    raise GrammarError(
        f"tool_choice is {shown(tool_choice, 100)}; choose none, auto, required, or a tool: "
        '{"type": "function", "function": {"name": …}}'
    )


def _allowed(definitions: Sequence[Any], given: Any, where: str) -> list[Any]:
    """Those of the definitions that a list names."""
    if not isinstance(given, list) or not given:
        raise GrammarError(f"{where} is {shown(given, 100)}; a list with at least one tool is needed")
    names = {name_of(tool, i): i for i, tool in enumerate(definitions)}
    unknown = [tool for i, tool in enumerate(given) if name_of(tool, i) not in names]
    if unknown:
        raise GrammarError(f"{where} has {shown(unknown[0], 100)}, which is none of the tools: {', '.join(names)}")
    return [definitions[i] for i in sorted({names[name_of(tool, 0)] for tool in given})]


def tool_calls(
    definitions: Any,
    *,
    calls: str,
    format: str,
    parallel: bool,
    only: str | None = None,
    form: FrozenSpec | None = None,
) -> Grammar[tuple[str, list[Any]]]:
    """The grammar of an answer that calls tools; its value is the text before the calls, and the calls.

    With `form`, an answer is a text of that form, or calls.
    """
    grammar = tools(definitions, format=format, calls=calls, only=only, parallel=parallel)  # type: ignore[call-overload]
    read = grammar.read if calls == "auto" else _WithoutText(grammar.read)
    if form is not None:
        front_end, source, given = form
        grammar, read = either(front_end(source, **dict(given)), grammar), _FormOrCalls(mark_of(format), read)
    return Grammar(grammar.start, grammar.productions, read=read, source="tools", families=grammar.families)


def mark_of(format: str) -> str:
    """The text with which calls begin in a format whose calls may follow text; empty for the others."""
    found = tool_format(format).mark
    return found[0] + found[1].name if found else ""


class _WithoutText:
    """The calls, with no text before them."""

    def __init__(self, read: Callable[[str], list[Any]]) -> None:
        self.calls = read

    def __call__(self, text: str) -> tuple[str, list[Any]]:
        return "", self.calls(text)


class _FormOrCalls:
    """A text of the form and no calls, or no text and the calls."""

    def __init__(self, mark: str, calls: Callable[[str], tuple[str, list[Any]]]) -> None:
        self.mark, self.calls = mark, calls

    def __call__(self, text: str) -> tuple[str, list[Any]]:
        return self.calls(text) if text.startswith(self.mark) else (text, [])


# ---- fields ----


def _mapping(given: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise GrammarError(f"{where} is {shown(given, 100)}; an object is needed")
    return given


def _schema(given: Any, where: str) -> Mapping[str, Any] | bool:
    if not isinstance(given, (Mapping, bool)):
        raise GrammarError(f"{where} is {shown(given, 100)}; a JSON Schema is needed, an object")
    return given


def _flag(fields: Mapping[str, Any], name: str) -> bool:
    value = fields.get(name)
    value = False if value is None else value
    if not isinstance(value, bool):
        raise GrammarError(f"{name} is {shown(value, 100)}; true or false is needed")
    return value


def _only(fields: Mapping[str, Any], where: str, *known: str) -> None:
    """Refuse what would otherwise be ignored."""
    for name in fields:
        if name not in known:
            near = nearest(str(name), known)
            way_on = f"did you mean `{near}`?" if near else f"known are {', '.join(known)}"
            raise GrammarError(f"{where} has the unknown field {shown(name, 60)}; {way_on}")
