"""Tools that take a text instead of arguments: OpenAI's `custom` tools, whose text may have a Lark or regex grammar.

What is called is `{"input": TEXT}` in every format: in JSON and in Python as a string, in tags as raw text. JSON
escapes byte for byte (`"`, `\\` and control characters; all others stand for themselves), and escaped bytes are told
apart from the left, so a grammar's text within a string has the same productions, over terminals with escaped bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from constrain.compiling.rewriting import rewritten
from constrain.errors import GrammarError, UnsupportedError
from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Sequence, Terminal
from constrain.patterns.pattern import (
    ANY,
    Pattern,
    alternation,
    complement,
    concat,
    intersection,
    literals,
)
from constrain.support.shown import shown

from ..bytewise import by_bytes
from ..combine import sequence
from ..json_schema.text.in_strings import InString
from ..lark import lark
from ..regex import regex
from ..special import TEXT, text_of
from .arguments import PythonStyle, Style, TagStyle, marks_pattern, python_to_json, tag_value

_SYNTAXES: dict[str, Callable[[str], Grammar]] = {"lark": lark, "regex": regex}
KEY = "input"


class TextArguments(dict[str, str]):
    """What a custom tool is called with: its text, under the key `input`."""

    @property
    def text(self) -> str:
        return self[KEY]


def text_format(name: str, given: Any) -> Grammar:
    """The grammar of a custom tool's text, from its `format`; errors name the tool."""
    where = f"tools: the format of {name!r}"
    if given is None:
        return text_of(TEXT)
    if not isinstance(given, Mapping):
        raise GrammarError(f"{where} must be a dict: {shown(given, 100)}")
    kind = given.get("type")
    if kind == "text":
        return text_of(TEXT)
    if kind != "grammar":
        raise GrammarError(f"{where} has the type {shown(kind, 60)}; choose 'text' or 'grammar'")
    grammar = given.get("grammar", given)  # Responses has both fields beside the type
    syntax = grammar.get("syntax") if isinstance(grammar, Mapping) else None
    definition = grammar.get("definition") if isinstance(grammar, Mapping) else None
    if not isinstance(syntax, str) or syntax not in _SYNTAXES or not isinstance(definition, str):
        raise GrammarError(f"{where} needs a `syntax`, 'lark' or 'regex', and a `definition`: {shown(grammar, 100)}")
    try:
        return _SYNTAXES[syntax](definition)
    except GrammarError as error:
        raise GrammarError(f"{where}: {error}", line=error.line, column=error.column) from None
    except UnsupportedError as error:
        raise UnsupportedError(f"{where}: {error}", feature=error.feature, where=error.where) from None


def text_arguments(text: Grammar, style: Style | None, blank: str = " ") -> Grammar[Any]:
    """The text as the one argument of a call; `blank` is an expression of what JSON has after a colon."""
    if isinstance(style, TagStyle):
        whole = sequence(*style.before(KEY, "string"), _without_marks(text, style), *style.after)
        if style.trailing and style.separator:
            whole = sequence(whole, style.separator)
        return Grammar(whole.start, whole.productions, read=_FromTag(style), families=whole.families)
    before, after = (f'{KEY}="', '"') if isinstance(style, PythonStyle) else (rf'\{{"{KEY}":{blank}"', '"}')
    spelling = InString()
    whole = sequence(regex(before), _changed(text, lambda terminal: spelling.terminal(terminal.pattern)), after)
    read = _from_python if isinstance(style, PythonStyle) else _from_json
    return Grammar(whole.start, whole.productions, read=read, families=whole.families)


def _from_json(text: str) -> TextArguments:
    return TextArguments(json.loads(text))


def _from_python(text: str) -> TextArguments:
    return _from_json("{" + python_to_json(text) + "}")


@dataclass(frozen=True)
class _FromTag:
    style: TagStyle

    def __call__(self, text: str) -> TextArguments:
        found = self.style.member.match(text)
        assert found is not None
        return TextArguments({KEY: json.loads(tag_value(found, frozenset(("string",))))})


def _changed(grammar: Grammar, change: Callable[[Terminal], Pattern]) -> Grammar:
    def leaf(node: Expression) -> Expression:
        if isinstance(node, Terminal):
            return Terminal(change(node), node.name)
        if isinstance(node, Nonterminal | Sequence | Choice):
            return node
        raise UnsupportedError(
            f"a custom tool's grammar has {type(node).__name__}, which cannot stand in a call",
            feature="custom",
            where="#",
        )

    productions = {name: rewritten(right, leaf) for name, right in grammar.productions.items()}
    return Grammar(grammar.start, productions, families=grammar.families)


def _without_marks(text: Grammar, style: TagStyle) -> Grammar:
    """The text, in which no tag of the format may stand: one could be put together of several terminals."""
    free = marks_pattern(style.marks)
    if len(text.productions) == 1 and isinstance(text.productions[text.start], Terminal):
        never = ANY if style.never is None else complement(style.never)
        return _changed(text, lambda terminal: intersection(terminal.pattern, free, never))
    first = literals([style.marks[0][0].encode()])  # with which all marks of a format begin
    found = list[Pattern]()
    _changed(text, lambda terminal: found.append(terminal.pattern) or terminal.pattern)  # type: ignore[func-returns-value]
    risky = intersection(alternation(*found), concat(ANY, first, ANY))
    try:
        by_bytes(Grammar("text", {"text": Terminal(risky, "text")}))
    except GrammarError:  # none of them can write it
        return text
    raise UnsupportedError(
        f"a grammar whose texts may have {style.marks[0][0]!r} cannot be kept apart from the tags of this format; "
        "choose a format that writes JSON",
        feature="custom",
        where="#",
    )
