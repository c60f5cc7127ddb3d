"""What a request says of its text, as a front end, a source and options: plain data, which the cache compares.

`response_format` is OpenAI's; `structured_outputs` vLLM's, with exactly one of json, regex, choice, grammar,
json_object and structural_tag. A `grammar` may be in Lark's notation or in GBNF, which xgrammar's EBNF nearly is:
`grammar_syntax` names it ("lark", "gbnf", "ebnf" or "abnf"). Without it the text must show which one it is by how it
writes a rule; where it does not, it is refused rather than read in a way that was not meant.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from constrain.errors import GrammarError, UnsupportedError
from constrain.grammar import Grammar
from constrain.grammars import (
    abnf,
    choice,
    ebnf,
    either,
    free_text,
    gbnf,
    json_schema,
    lark,
    regex,
    repeat,
    sequence,
    text_or_special,
    tools,
    triggered,
)
from constrain.grammars.special import Mark
from constrain.grammars.tool_formats import tool_format
from constrain.shorten import shown

KINDS = ("json", "json_object", "regex", "choice", "grammar", "structural_tag")
SYNTAXES: dict[str, Callable[[str], Grammar]] = {"lark": lark, "gbnf": gbnf, "ebnf": ebnf, "abnf": abnf}
_OPTIONS = ("grammar_syntax", "disable_any_whitespace", "disable_additional_properties")


class Spec(NamedTuple):
    """`front_end(source, **options)` is the grammar."""

    front_end: Callable[..., Grammar]
    source: Any
    options: dict[str, Any]


def of_response_format(given: Any) -> Spec | None:
    """OpenAI's `response_format`; None: the text is free. Raises GrammarError for what is malformed or unknown."""
    kind = _mapping(given, "response_format").get("type")
    if kind == "text":
        _only(given, "response_format", "type")
        return None
    if kind == "json_object":
        _only(given, "response_format", "type")
        return Spec(json_schema, {"type": "object"}, {})
    if kind == "json_schema":
        _only(given, "response_format", "type", "json_schema")
        inner = _mapping(given.get("json_schema"), "response_format.json_schema")
        _only(inner, "response_format.json_schema", "name", "schema", "strict", "description")
        schema = inner.get("schema")
        if not isinstance(schema, (Mapping, bool)):
            raise GrammarError(
                f"response_format.json_schema.schema is {shown(schema, 100)}; a JSON Schema is needed, an object"
            )
        return Spec(json_schema, schema, {})
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
    return Spec(SYNTAXES[_syntax(source, fields.get("grammar_syntax"))], source, {})


def of_tools(definitions: Any, tool_choice: Any, *, parallel: bool, format: str) -> Spec | None:
    """OpenAI's `tools` and `tool_choice`; None where no call may come, so the text is free."""
    if not isinstance(definitions, Sequence) or isinstance(definitions, str) or not definitions:
        raise GrammarError(f"tools is {shown(definitions, 100)}; a list with at least one tool is needed")
    if tool_choice is None:
        tool_choice = "auto"
    options: dict[str, Any] = {"format": format, "parallel": parallel}
    if tool_choice == "none":
        return None
    if tool_choice in ("auto", "required"):
        return Spec(tool_calls, definitions, options | {"calls": "auto" if tool_choice == "auto" else "many"})
    where = "tool_choice"
    if isinstance(tool_choice, Mapping) and tool_choice.get("type") == "function":
        _only(tool_choice, where, "type", "function")
        name = _mapping(tool_choice.get("function"), f"{where}.function").get("name")
        if isinstance(name, str):
            return Spec(tool_calls, definitions, options | {"calls": "one", "only": name})
    raise GrammarError(
        f"tool_choice is {shown(tool_choice, 100)}; choose none, auto, required, or a function: "
        '{"type": "function", "function": {"name": …}}'
    )


def tool_calls(
    definitions: Any, *, calls: str, format: str, parallel: bool, only: str | None = None
) -> Grammar[tuple[str, list[Any]]]:
    """The grammar of an answer that calls tools; its value is the text before the calls, and the calls."""
    several = "one" if calls == "many" and tool_format(format).at_most_one else calls
    grammar = tools(definitions, format=format, calls=several, only=only, parallel=parallel)  # type: ignore[call-overload]
    read = grammar.read if calls == "auto" else _WithoutText(grammar.read)
    return Grammar(grammar.start, grammar.productions, read=read, source="tools", families=grammar.families)


def mark_of(format: str) -> str:
    """The text with which calls begin in a format whose calls may follow text; empty for the others."""
    form = tool_format(format)
    first = (*form.opening, *form.before("name"))[0]
    return first.name if isinstance(first, Mark) else ""


class _WithoutText:
    """The calls, with no text before them."""

    def __init__(self, read: Callable[[str], list[Any]]) -> None:
        self.calls = read

    def __call__(self, text: str) -> tuple[str, list[Any]]:
        return "", self.calls(text)


def _syntax(text: str, named: Any) -> str:
    """The notation of a grammar's text: the one that was named, or the one that its rules show."""
    if named is not None:
        if named not in SYNTAXES:
            raise GrammarError(f"grammar_syntax is {shown(named, 100)}; choose {', '.join(SYNTAXES)}")
        return str(named)
    bare = re.sub(r'"(?:\\.|[^"\\\n])*"|/(?:\\.|[^/\\\n])+/|//[^\n]*|#[^\n]*', " ", text)
    defines = re.search(r"^\s*[\w-]+\s*::=", bare, re.MULTILINE) is not None
    is_lark = re.search(r"^\s*[?!]*_?[a-zA-Z]\w*(?:\.-?\d+)?\s*:(?!:=)", bare, re.MULTILINE) is not None
    has_root = re.search(r"^\s*root\s*::=", bare, re.MULTILINE) is not None
    if is_lark and not defines:
        return "lark"
    if defines and has_root and not is_lark:
        return "gbnf"
    raise GrammarError(
        "structured_outputs.grammar: its notation is not clear; rules `name: …` are Lark's, and `root ::= …` GBNF's. "
        f"Name it: grammar_syntax is one of {', '.join(SYNTAXES)}"
    )


# ---- structural tags ----


def structural_tag(given: Any) -> Grammar:
    """A structural tag: xgrammar's `format` trees, or the older `structures` with `triggers`."""
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError) as error:
            raise GrammarError(f"structural_tag is no JSON: {error}") from None
    fields = _mapping(given, "structural_tag")
    if "structures" in fields or "triggers" in fields:
        _only(fields, "structural_tag", "type", "structures", "triggers")
        tags = []
        for i, structure in enumerate(_list(fields.get("structures"), "structural_tag.structures")):
            where = f"structural_tag.structures[{i}]"
            _only(_mapping(structure, where), where, "begin", "schema", "end")
            content = {"type": "json_schema", "json_schema": structure.get("schema", True)}
            tags.append({"begin": structure.get("begin"), "content": content, "end": structure.get("end")})
        return _triggered(tags, fields.get("triggers"), {}, "structural_tag")
    _only(fields, "structural_tag", "type", "format")
    return _format(fields.get("format"), "structural_tag.format", 0)


_DEEPEST = 32  # formats inside each other


def _format(given: Any, where: str, depth: int) -> Grammar:
    fields = _mapping(given, where)
    kind = fields.get("type")
    if depth > _DEEPEST:
        raise GrammarError(f"{where}: formats are nested more than {_DEEPEST} deep")
    if kind == "const_string":
        _only(fields, where, "type", "value")
        return choice([_text(fields, "value", where)])
    if kind == "json_schema":
        _only(fields, where, "type", "json_schema", "style")
        if fields.get("style", "json") != "json":
            raise UnsupportedError(
                f"{where}: `style` {shown(fields['style'])} is not known", feature="style", where=where
            )
        return json_schema(fields.get("json_schema"))
    if kind == "regex":
        _only(fields, where, "type", "pattern")
        return regex(_text(fields, "pattern", where))
    if kind == "grammar":
        _only(fields, where, "type", "grammar")
        text = _text(fields, "grammar", where)
        return SYNTAXES[_syntax(text, None)](text)
    if kind == "any_text":
        _only(fields, where, "type")
        return free_text()
    if kind in ("sequence", "or"):
        _only(fields, where, "type", "elements")
        elements = _list(fields.get("elements"), f"{where}.elements")
        parts = [_format(each, f"{where}.elements[{i}]", depth + 1) for i, each in enumerate(elements)]
        return sequence(*parts) if kind == "sequence" else either(*parts)
    if kind == "tag":
        return _after_begin(fields, "", where, depth)
    if kind == "triggered_tags":
        _only(fields, where, "type", "triggers", "tags", "at_least_one", "stop_after_first")
        return _triggered(_list(fields.get("tags"), f"{where}.tags"), fields.get("triggers"), fields, where, depth)
    if kind == "tags_with_separator":
        _only(fields, where, "type", "tags", "separator", "at_least_one", "stop_after_first")
        tags = _list(fields.get("tags"), f"{where}.tags")
        each = either(*(_format(tag, f"{where}.tags[{i}]", depth + 1) for i, tag in enumerate(tags)))
        low, high = int(_flag(fields, "at_least_one")), 1 if _flag(fields, "stop_after_first") else None
        return repeat(each, low, high, separator=_text(fields, "separator", where))
    raise UnsupportedError(f"{where}: the format {shown(kind, 60)} is not known", feature=str(kind)[:60], where=where)


def _after_begin(tag: Mapping[str, Any], begun: str, where: str, depth: int) -> Grammar:
    """What follows the text `begun` of a tag: the rest of its beginning, its content, its end."""
    _only(tag, where, "type", "begin", "content", "end")
    begin, end = _text(tag, "begin", where), _text(tag, "end", where)
    content = _mapping(tag.get("content"), f"{where}.content")
    if content.get("type") == "any_text" and end:
        _only(content, f"{where}.content", "type")
        return sequence(begin.removeprefix(begun), free_text(until=end))
    return sequence(begin.removeprefix(begun), _format(content, f"{where}.content", depth + 1), end)


def _triggered(tags: Sequence[Any], triggers: Any, fields: Mapping[str, Any], where: str, depth: int = 0) -> Grammar:
    """Free text in which a trigger calls for one of the tags that begin with it."""
    named = _list(triggers, f"{where}.triggers")
    called: dict[str | Grammar, Grammar] = {}
    left = list(range(len(tags)))
    for trigger in named:
        if not isinstance(trigger, str) or not trigger:
            raise GrammarError(f"{where}.triggers has {shown(trigger, 60)}; a trigger is a text")
        begun = [i for i in left if _text(_mapping(tags[i], f"{where}.tags[{i}]"), "begin", where).startswith(trigger)]
        left = [i for i in left if i not in begun]
        if not begun:
            raise GrammarError(f"{where}: no tag begins with the trigger {shown(trigger, 60)}")
        ways = [_after_begin(tags[i], trigger, f"{where}.tags[{i}]", depth) for i in begun]
        called[text_or_special(trigger)] = either(*ways)
    if left:
        begin = tags[left[0]].get("begin")
        raise GrammarError(f"{where}: the tag that begins with {shown(begin, 60)} begins with none of the triggers")
    low, high = int(_flag(fields, "at_least_one")), 1 if _flag(fields, "stop_after_first") else None
    return triggered(called, low=low, high=high)


# ---- fields ----


def _mapping(given: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise GrammarError(f"{where} is {shown(given, 100)}; an object is needed")
    return given


def _list(given: Any, where: str) -> Sequence[Any]:
    if not isinstance(given, Sequence) or isinstance(given, str) or not given:
        raise GrammarError(f"{where} is {shown(given, 100)}; a list with at least one entry is needed")
    return given


def _text(fields: Mapping[str, Any], name: str, where: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise GrammarError(f"{where}.{name} is {shown(value, 100)}; a text is needed")
    return value


def _flag(fields: Mapping[str, Any], name: str) -> bool:
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise GrammarError(f"{name} is {shown(value, 100)}; true or false is needed")
    return value


def _only(fields: Mapping[str, Any], where: str, *known: str) -> None:
    """Refuse what would otherwise be ignored."""
    for name in fields:
        if name not in known:
            raise GrammarError(f"{where} has the unknown field {shown(name, 60)}; known are {', '.join(known)}")
