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

from constrain.budget import TURN, spend
from constrain.compiling.rewriting import rewritten
from constrain.errors import GrammarError, UnsupportedError
from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Sequence, Terminal
from constrain.patterns.pattern import (
    ANY,
    Alternation,
    ByteClass,
    Complement,
    Concatenation,
    Empty,
    Epsilon,
    Intersection,
    Literal,
    Literals,
    Pattern,
    Repetition,
    alternation,
    byte_class,
    complement,
    concat,
    intersection,
    literal,
    literals,
    repeat,
)
from constrain.support.shown import shown

from ..bytewise import by_bytes
from ..combine import sequence
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
    whole = sequence(regex(before), _changed(text, lambda terminal: escaped(terminal.pattern)), after)
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


# ---- bytes of a JSON string ----

_SHORT = {0x08: b"\\b", 0x09: b"\\t", 0x0A: b"\\n", 0x0C: b"\\f", 0x0D: b"\\r", 0x22: b'\\"', 0x5C: b"\\\\"}
_ESCAPED = {byte: _SHORT.get(byte, b"\\u%04x" % byte) for byte in (*range(0x20), 0x22, 0x5C)}
_RAW = sum(1 << byte for byte in range(256) if byte not in _ESCAPED)


def _of_class(mask: int) -> Pattern:
    short = [spelled for byte, spelled in _ESCAPED.items() if mask >> byte & 1]
    raw = mask & _RAW
    parts = ([byte_class(raw)] if raw else []) + ([literals(short)] if short else [])
    return alternation(*parts)


def _of_bytes(data: bytes) -> bytes:
    return b"".join(_ESCAPED.get(byte, bytes((byte,))) for byte in data)


_ANY_ESCAPED = repeat(_of_class((1 << 256) - 1))


def escaped(pattern: Pattern) -> Pattern:
    """The same texts as they stand in a JSON string: escaping tells texts apart, so it carries over all operators."""
    done: dict[int, Pattern] = {}
    waiting = [pattern]
    while waiting:
        node = waiting[-1]
        spend(TURN)
        inside = _inside(node)
        missing = [part for part in inside if id(part) not in done]
        if missing:
            waiting.extend(missing)
            continue
        waiting.pop()
        done[id(node)] = _one_escaped(node, [done[id(part)] for part in inside])
    return done[id(pattern)]


def _inside(node: Pattern) -> list[Pattern]:
    if isinstance(node, Concatenation | Alternation | Intersection):
        return list(node.parts)
    return [node.part] if isinstance(node, Complement | Repetition) else []


def _one_escaped(node: Pattern, parts: list[Pattern]) -> Pattern:
    if isinstance(node, Empty | Epsilon):
        return node
    if isinstance(node, Literal):
        return literal(_of_bytes(node.data))
    if isinstance(node, Literals):
        return literals([_of_bytes(item) for item in node.items])
    if isinstance(node, ByteClass):
        return _of_class(node.mask)
    if isinstance(node, Concatenation):
        return concat(*parts)
    if isinstance(node, Alternation):
        return alternation(*parts)
    if isinstance(node, Intersection):
        return intersection(*parts)
    if isinstance(node, Complement):
        return intersection(_ANY_ESCAPED, complement(parts[0]))
    if isinstance(node, Repetition):
        return repeat(parts[0], node.minimum, node.maximum)
    raise UnsupportedError(
        "a custom tool's grammar looks around within its text, which cannot be said of a string's escapes; rewrite the "
        "expression without lookaround",
        feature="custom",
        where="#",
    )
