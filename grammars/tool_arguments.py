"""The arguments of a call in forms that are no JSON object: one tag for each parameter, or Python's keyword arguments.

Both write a parameter's name and its value, in the order of `properties`. Between tags a string is raw text, up to the
closing tag, and all else is JSON; in Python's form values are literals, strings in either quotes. What is read is first
brought into JSON, which is then validated as the JSON of any other call is.

Raw text has no escapes, so a string in which a tag of the format occurs cannot be written, nor can JSON in which one
does. Where a parameter may be a string or something else, text that looks like the latter is read so, and no string is
written like it. All that is asked of an object beyond its parameters by name (`minProperties`, `anyOf`, …) has no place
in these forms and is refused.
"""

from __future__ import annotations

import ast
import json
import keyword
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from constrain.errors import GrammarError, UnsupportedError
from constrain.grammar import Choice, Distinct, Expression, Grammar, Repeat, Sequence, Terminal, parts_of
from constrain.pattern import ANY, Pattern, complement, concat, intersection, literals
from constrain.pattern_reader import decode
from constrain.shorten import shown

from .combine import Part, combined, either, grammar_of, sequence
from .json_schema import json_schema
from .json_schema.source.inputs import schema_of
from .json_schema.text.spelling import PYTHON, RAW, SINGLE, Mode
from .regex import regex
from constrain.rewriting import rewritten

_KINDS = frozenset(("string", "null", "boolean", "integer", "number", "array", "object"))
_DOCUMENT = ("$schema", "$id", "$defs", "definitions")  # what references within a parameter may need
_NOTES = frozenset(("title", "description", "$comment", "examples", "example", "default", "deprecated", "strict"))


class TagStyle(NamedTuple):
    """Parameters in tags: what stands before a value and after it, and what no value may contain.

    `member` reads one of them, with the groups `name`, `value` and, where the tag says whether it is a string,
    `string`; `never` are texts that readers take for no string.
    """

    before: Callable[[str, bool], tuple[Part, ...]]
    after: tuple[Part, ...]
    marks: tuple[str, ...]
    member: re.Pattern[str]
    separator: str = "\n"
    trailing: bool = True  # the separator also stands after the last
    never: Pattern | None = None

    @property
    def says_kind(self) -> bool:
        return "string" in self.member.groupindex


class PythonStyle(NamedTuple):
    """Python's keyword arguments."""

    separator: str = ", "


Style = TagStyle | PythonStyle


class Member(NamedTuple):
    """A parameter: its grammar, and how the text of a tag is told to be a string."""

    name: str
    grammar: Grammar
    required: bool
    kinds: frozenset[str]


class Arguments:
    """The grammar of a function's arguments in a style, and their JSON text.

    Raises what `json_schema` raises, and `UnsupportedError` for what the style cannot say.
    """

    def __init__(self, parameters: Any, style: Style, options: Mapping[str, Any], read: Any = None) -> None:
        self.style, self.options = style, dict(options)
        if self.options.get("property_order", "schema") != "schema":
            raise UnsupportedError(
                "property_order: tags and keyword arguments are written in the order of `properties`",
                feature="property_order",
                where="#",
            )
        schema, own = schema_of(parameters, self.options.get("extra"))
        self.read = read or own
        self.members = list(self._members(_root(schema)))
        self.kinds = {member.name: member.kinds for member in self.members}
        made = _joined(self.members, style)
        self.grammar: Grammar[Any] = Grammar(
            made.start, made.productions, read=_Read(self), source="arguments", families=made.families
        )

    def json(self, text: str) -> str:
        """The arguments as the text of a JSON object."""
        if isinstance(self.style, PythonStyle):
            return "{" + python_to_json(text) + "}"
        found = self.style.member.finditer(text)
        return "{" + ", ".join(f"{json.dumps(m['name'])}: {self.value(m)}" for m in found) + "}"

    def value(self, found: re.Match[str]) -> str:
        """The JSON text of a value in a tag."""
        return tag_value(found, self.kinds.get(found["name"], _KINDS))

    def _members(self, root: Mapping[str, Any]) -> Iterator[Member]:
        document = {key: root[key] for key in _DOCUMENT if key in root}
        properties, required = _checked(root)
        for name, schema in properties.items():
            place = f"#/properties/{name.replace('~', '~0').replace('/', '~1')}"
            try:
                grammar, kinds = self._member(name, schema, document)
            except GrammarError as error:
                if error.empty and name not in required:
                    continue  # it can never be written, and need not
                raise GrammarError(_moved(str(error), place), line=error.line, column=error.column) from None
            except UnsupportedError as error:
                message, where = _moved(str(error), place), _moved(error.where, place)
                raise UnsupportedError(message, feature=error.feature, where=where) from None
            yield Member(name, grammar, name in required, kinds)

    def _member(self, name: str, schema: Any, document: Mapping[str, Any]) -> tuple[Grammar, frozenset[str]]:
        """The parameter with its name, and the types of value that it may have."""
        said = _types(schema)

        def part(mode: Mode | None, kinds: frozenset[str]) -> Grammar | None:
            """Values of these types; None where there are none."""
            if not said & kinds:
                return None
            whole = schema if said <= kinds else {"allOf": [schema, {"type": sorted(kinds)}]}
            if isinstance(whole, bool):
                whole = {} if whole else {"not": {}}
            elif "$ref" in whole and document:
                whole = {"allOf": [whole]}  # in older drafts nothing else counts beside a reference
            try:
                given = {**self.options, **({} if mode is None else {"escapes": mode})}
                return json_schema({**document, **whole}, **given)
            except GrammarError as error:
                if said <= kinds or not error.empty:
                    raise
                return None

        strings, others = frozenset(("string",)), _KINDS - {"string"}
        if isinstance(self.style, PythonStyle):
            if re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) is None or keyword.iskeyword(name):
                raise UnsupportedError(
                    f"the name {shown(name, 60)} cannot be a keyword argument of Python", feature="name", where="#"
                )
            ways = [part(PYTHON, _KINDS)]
            if said - {"null", "boolean", "integer", "number"}:
                single = part(SINGLE, _KINDS)
                # What compares keys or items reads JSON's strings only.
                compares = single is not None and any(map(_compares, single.productions.values()))
                ways.append(part(SINGLE, strings) if compares else single)
            return sequence(f"{name}=", either(*(way for way in ways if way is not None))), said
        if re.fullmatch(r'[^<>"\s]+', name) is None:
            raise UnsupportedError(f"the name {shown(name, 60)} cannot stand in a tag", feature="name", where="#")
        raw, plain = part(RAW, strings), part(None, others)
        kinds = said & (frozenset() if plain is None else others) | (frozenset() if raw is None else strings)
        written = []
        if raw is not None:
            written.append(self._tag(name, self._raw(raw, kinds), is_string=True))
        if plain is not None:
            written.append(self._tag(name, _without_marks(plain, self.style.marks), is_string=False))
        if not written:
            raise GrammarError("#: no value satisfies the schema", empty=True)
        return either(*written), kinds

    def _tag(self, name: str, value: Grammar, *, is_string: bool) -> Grammar:
        assert isinstance(self.style, TagStyle)
        return sequence(*self.style.before(name, is_string), value, *self.style.after)

    def _raw(self, strings: Grammar, kinds: frozenset[str]) -> Grammar:
        """Strings as they stand in a tag: without its marks, and such as are not read as anything else."""
        assert isinstance(self.style, TagStyle)
        free = [marks_pattern(self.style.marks)]
        if self.style.never is not None:
            free.append(complement(self.style.never))
        if not self.style.says_kind and len(kinds) > 1:
            free.append(complement(_looks(kinds - {"string"})[0]))
        return _rewritten(strings, lambda terminal: intersection(terminal.pattern, *free))


@dataclass(frozen=True)
class _Read:
    """The arguments' value from their text."""

    arguments: Arguments

    def __call__(self, text: str) -> Any:
        return self.arguments.read(self.arguments.json(text))


def tag_value(found: re.Match[str], kinds: frozenset[str] = _KINDS) -> str:
    """The JSON text of a value in a tag; `kinds` are the types of value that it may have."""
    value = found["value"]
    if "string" in found.re.groupindex:
        is_string = found["string"] == "true"
    else:
        is_string = "string" in kinds and (len(kinds) == 1 or not _looks(kinds - {"string"})[1].fullmatch(value))
    return json.dumps(value, ensure_ascii=False) if is_string else value


_PYTHON = re.compile(
    r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?P<name>[A-Za-z_]\w*)(?P<sign>=?)""", re.DOTALL | re.ASCII
)
_WORDS = {"True": "true", "False": "false", "None": "null"}


def python_to_json(text: str) -> str:
    """Keyword arguments, or a literal, with names, words and quotes as JSON has them."""
    return _PYTHON.sub(_python_word, text)


def _python_word(found: re.Match[str]) -> str:
    word = found[0]
    if found["sign"]:
        return f'"{found["name"]}": '
    if found["name"]:
        return _WORDS.get(word, word)
    return json.dumps(ast.literal_eval(word), ensure_ascii=False) if word[0] == "'" else word


# ---- the schema ----


def _moved(said: str, place: str) -> str:
    """What is said of a parameter's schema, with its place among the parameters."""
    found = re.match(r"#(?:/allOf/0)?(?=[/: ]|$)(?!/\$defs/|/definitions/)", said)
    return f"{place}{said[found.end() :]}" if found else f"{place}: {said}"


def _root(schema: Any) -> Mapping[str, Any]:
    """The object that the parameters are, also where it is a definition, as that of a recursive model is."""
    seen = 0
    while isinstance(schema, Mapping) and isinstance(schema.get("$ref"), str) and seen < 8:
        found = re.fullmatch(r"#/(\$defs|definitions)/([^/~%]+)", schema["$ref"])
        inner = schema.get(found[1], {}).get(found[2]) if found else None
        if not isinstance(inner, Mapping):
            break
        rest = {key: value for key, value in schema.items() if key != "$ref" and key != "type"}
        schema, seen = {**rest, **inner}, seen + 1
    return schema if isinstance(schema, Mapping) else {}


def _checked(root: Mapping[str, Any]) -> tuple[Mapping[str, Any], frozenset[str]]:
    """The parameters' schemas, and which are required; raises for what is asked of the object besides."""
    known = ("type", "properties", "required", "additionalProperties", "unevaluatedProperties", *_DOCUMENT)
    for key, value in root.items():
        closed = key in ("additionalProperties", "unevaluatedProperties")
        if (closed and value is not False) or (key not in known and key not in _NOTES and not key.startswith("x-")):
            raise UnsupportedError(
                f"#/{key} cannot be held in this format, whose arguments are written one by one, by the names in "
                "`properties`; say it of single parameters, or choose a format that writes JSON",
                feature=key,
                where=f"#/{key}",
            )
    properties, required = root.get("properties", {}), root.get("required", [])
    if not isinstance(properties, Mapping):
        raise GrammarError(f"#/properties must be an object, not {shown(properties, 60)}")
    if not isinstance(required, list) or not all(isinstance(name, str) for name in required):
        raise GrammarError(f"#/required must be an array of names, not {shown(required, 60)}")
    for name in required:
        if name not in properties:
            raise GrammarError(f"#/required names {shown(name, 60)}, which `properties` has not")
    return properties, frozenset(required)


def _types(schema: Any) -> frozenset[str]:
    """The types that values may have, as far as that is plain to see."""
    if schema is False or not isinstance(schema, Mapping):
        return _KINDS
    found = _KINDS
    said = schema.get("type")
    names = [said] if isinstance(said, str) else said
    if isinstance(names, list) and all(isinstance(each, str) and each in _KINDS for each in names):
        found &= frozenset(names)
    for key in ("anyOf", "oneOf"):
        if isinstance(schema.get(key), list):
            found &= frozenset().union(*map(_types, schema[key]))
    values = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if isinstance(values, list):
        found &= frozenset().union(*map(_types_of_value, values))
    if "number" in found or "integer" in found:
        found |= frozenset(("number", "integer"))
    return found or _KINDS


def _types_of_value(value: Any) -> frozenset[str]:
    if value is None or isinstance(value, bool):
        return frozenset(("null" if value is None else "boolean",))
    names = ((str, "string"), (list, "array"), (Mapping, "object"))
    return frozenset((next((name for kind, name in names if isinstance(value, kind)), "number"),))


# ---- grammars ----


_LOOKS = {
    "null": "null",
    "boolean": "true|false",
    "number": r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?",
    "array": r"\[[\s\S]*",
    "object": r"\{[\s\S]*",
}


@lru_cache(64)
def _looks(kinds: frozenset[str]) -> tuple[Pattern, re.Pattern[str]]:
    """What is read as a JSON value of these types where a string would be possible: as a pattern, and compiled."""
    ways = "|".join(_LOOKS[kind] for kind in sorted(kinds) if kind in _LOOKS)
    source = rf"[ \t\r\n]*(?:{ways})[ \t\r\n]*"
    return pattern_of(regex(source)), re.compile(source)


def pattern_of(grammar: Grammar) -> Pattern:
    """The pattern of a grammar that is one terminal."""
    terminal = grammar.productions[grammar.start]
    assert isinstance(terminal, Terminal)
    return terminal.pattern


def _compares(expression: Expression) -> bool:
    waiting = [expression]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Distinct):
            return True
        waiting.extend(parts_of(node))
    return False


def _rewritten(grammar: Grammar, change: Callable[[Terminal], Pattern]) -> Grammar:
    def leaf(node: Expression) -> Expression:
        if isinstance(node, Distinct) and node.spelling != Distinct.JSON_ITEMS:
            return Distinct(Terminal(change(node.terminal), node.terminal.name), node.spelling)
        return Terminal(change(node), node.name) if isinstance(node, Terminal) else node

    productions = {name: rewritten(right, leaf) for name, right in grammar.productions.items()}
    return Grammar(grammar.start, productions, read=grammar.read, families=grammar.families)


def _without_marks(grammar: Grammar, marks: tuple[str, ...]) -> Grammar:
    """JSON in whose strings none of the marks occurs; each begins with `<` or `｜`, so it is in one string's lexeme."""
    return _rewritten(grammar, lambda terminal: _clean(terminal.code, marks))


@lru_cache(1024)
def _clean(code: bytes, marks: tuple[str, ...]) -> Pattern:
    pattern = decode(code)
    data = getattr(pattern, "data", None)
    if data is not None and not any(mark.encode() in data for mark in marks):
        return pattern
    return intersection(pattern, marks_pattern(marks))


@lru_cache(64)
def marks_pattern(marks: tuple[str, ...]) -> Pattern:
    return complement(concat(ANY, literals([mark.encode() for mark in marks]), ANY))


def _joined(members: list[Member], style: Style) -> Grammar:
    """The members in their order, those that are not required perhaps, with the separator between."""
    separator = grammar_of(style.separator, 0)

    def written(starts: list[Expression]) -> Expression:
        between, parts = starts[0], starts[1:]
        if isinstance(style, TagStyle) and style.trailing:
            each = [Sequence((part, between)) for part in parts]
            return Sequence([e if m.required else Repeat(e, 0, 1) for e, m in zip(each, members, strict=True)])
        rest: Expression = Sequence(())
        whole: Expression = Sequence(())
        for part, member in zip(reversed(parts), reversed(members), strict=True):
            first = Sequence((part, rest))
            whole = first if member.required else Choice((first, whole))
            more = Sequence((between, part))
            rest = Sequence((more if member.required else Repeat(more, 0, 1), rest))
        return whole

    return combined("arguments", [separator, *(member.grammar for member in members)], written, str)
