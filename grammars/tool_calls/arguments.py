"""The arguments of a call in forms that are no JSON object: one tag for each parameter, or Python's keyword arguments.

Both write a parameter's name and its value, in the order of `properties` or in any. Between tags a string is raw text,
up to the closing tag, and all else is JSON; in Python's form values are literals, strings in either quotes. What is
read is first brought into JSON, which is then validated as the JSON of any other call is.

Raw text has no escapes, so a string in which a tag of the format occurs cannot be written, nor can JSON in which one
does. Where a parameter may be a string or something else, text that looks like the latter is read so, and no string is
written like it. What is asked of the parameters together is told in `shapes.py`; names that the schema leaves open
are those that fit into a tag (no white space, quotes or brackets), or Python's.
"""

from __future__ import annotations

import ast
import json
import keyword
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from constrain.compiling.rewriting import rewritten
from constrain.constraint import Constraint
from constrain.errors import GrammarError, UnsupportedError
from constrain.grammar import (
    Choice,
    Distinct,
    Expression,
    Grammar,
    Once,
    Repeat,
    Require,
    Scope,
    Sequence,
    Terminal,
    parts_of,
)
from constrain.patterns.decode import decode
from constrain.patterns.pattern import ANY, Pattern, complement, concat, intersection, literals
from constrain.support.shown import shown

from ..bytewise import by_bytes
from ..combine import Part, combined, either, grammar_of, sequence
from ..json_schema import json_schema
from ..json_schema.source.inputs import schema_of
from ..json_schema.text.spelling import PYTHON, RAW, SINGLE, Mode
from ..placed import Placed
from ..regex import regex
from .shapes import DOCUMENT, Shape, names_in, shapes

_KINDS = frozenset(("string", "null", "boolean", "integer", "number", "array", "object"))


class TagStyle(NamedTuple):
    """Parameters in tags: what stands before a value and after it, and what no value may contain.

    `before` is given the parameter's name and its value's kind: "string", or one of `kinds`, by which other values are
    told apart. `member` reads one of them, with the groups `name`, `value` and, where the tag says whether it is a
    string, `string`; `never` are texts that readers take for no string; `names` is what a name may be.
    """

    before: Callable[[str, str], tuple[Part, ...]]
    after: tuple[Part, ...]
    marks: tuple[str, ...]
    member: re.Pattern[str]
    separator: str = "\n"
    trailing: bool = True  # the separator also stands after the last
    never: Pattern | None = None
    kinds: Mapping[str, frozenset[str]] = MappingProxyType({"other": _KINDS - {"string"}})
    names: str = r'[^<>"\s]+'

    @property
    def says_kind(self) -> bool:
        return "string" in self.member.groupindex


class PythonStyle(NamedTuple):
    """Python's keyword arguments."""

    separator: str = ", "


Style = TagStyle | PythonStyle


class Member(NamedTuple):
    """A parameter with its name and value."""

    name: str
    grammar: Grammar
    required: bool


class Open(NamedTuple):
    """Parameters of any name that the terminal matches, with what stands before the name and after it."""

    before: Grammar
    names: Terminal
    after: Grammar


_OPEN = "#/additionalProperties"
_HERE = "NAME"  # where a style writes a name that is yet open
_NOTHING = sequence()


class Arguments:
    """The grammar of a function's arguments in a style, and their JSON text.

    Raises what `json_schema` raises, and `UnsupportedError` for what the style cannot say.
    """

    def __init__(self, parameters: Any, style: Style, options: Mapping[str, Any], read: Any = None) -> None:
        self.style, self.options = style, dict(options)
        self.any_order = self.options.get("property_order", "schema") == "any"
        schema, own = schema_of(parameters, self.options.get("extra"))
        self.read = read or own
        root = schema if isinstance(schema, Mapping) else {}
        self._document = {key: root[key] for key in DOCUMENT if key in root}
        found = shapes(root, _matches)
        self._patterns = tuple(dict.fromkeys(pattern for shape in found for pattern, _ in shape.patterns))
        self._read: dict[Any, dict[str, Grammar]] = {}
        self._written: dict[Any, Grammar | None] = {}
        self.kinds: dict[str, frozenset[str]] = {}
        self._open_kinds = {True: _KINDS, False: _KINDS}  # of names that an expression matches, and of all others
        if isinstance(style, TagStyle):
            self.kinds = {name: self._kinds(_place(name), found, name) for name in names_in(found)}
            self._open_kinds = {matched: self._kinds(_OPEN, found, matched) for matched in (True, False)}
        made = either(*ways) if len(ways := self._ways(found)) > 1 else ways[0]
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
        return tag_value(found, self.kinds_of(found["name"]))

    def kinds_of(self, name: str) -> frozenset[str]:
        """The types of value that the parameter of this name may have."""
        known = self.kinds.get(name)
        if known is None:
            known = self._open_kinds[any(_matches(pattern, name) for pattern in self._patterns)]
        return known

    # ---- from shapes to grammars ----

    def _kinds(self, place: str, found: list[Shape], name: str | bool) -> frozenset[str]:
        """The types of value that a parameter may have in any alternative: of what is read, none tells which it is."""
        kinds = frozenset[str]()
        for shape in found:
            said = shape.members.get(name) if isinstance(name, str) else shape.others
            if name is True:
                said = next((said for _, said in shape.patterns), said)
            if said is not None and False not in said:
                with _at(place):
                    by_kind = self._by_kind(said)
                kinds |= _types_of(said) - {"string"} if by_kind.keys() - {"string"} else frozenset()
                kinds |= by_kind.keys() & {"string"}
        return kinds or _KINDS

    def _by_kind(self, said: tuple[Any, ...]) -> dict[str, Grammar]:
        """The strings of which all of some schemas hold, as they stand in tags, and the other values by their kinds."""
        assert isinstance(self.style, TagStyle)
        key = tuple(map(id, said))
        if key not in self._read:
            schema = _all_of(said)
            found = {"string": self._part(schema, RAW, frozenset(("string",)))}
            found |= {kind: self._part(schema, None, types) for kind, types in self.style.kinds.items()}
            self._read[key] = {kind: grammar for kind, grammar in found.items() if grammar is not None}
        return self._read[key]

    def _ways(self, found: list[Shape]) -> list[Grammar]:
        """The grammars of the alternatives that have a text; raises if there are none."""
        ways, why = list[Grammar](), GrammarError("#: no object satisfies the schema", empty=True)
        for shape in found:
            try:
                ways.append(self._way(shape))
            except GrammarError as error:
                if not error.empty:
                    raise
                why = error
        if not ways:
            raise why
        return ways

    def _way(self, shape: Shape) -> Grammar:
        members, others = list[Member](), list[Open]()
        for name, said in shape.members.items():
            grammar = self._written_once(name, said)
            if grammar is not None:
                members.append(Member(name, grammar, name in shape.required))
            elif name in shape.required:
                raise GrammarError(
                    f"{_place(name)}: no value satisfies what this required parameter asks for", empty=True
                )
        free = complement(literals([name.encode() for name in shape.members])) if shape.members else ANY
        languages = [(intersection(free, _found(pattern)), said, True) for pattern, said in shape.patterns]
        if shape.others is not None:
            unlike = [complement(_found(pattern)) for pattern, _ in shape.patterns]
            languages.append((intersection(free, *unlike), shape.others, False))
        for names, said, matched in languages:
            others += self._others(names, said, self._open_kinds[matched])
        return _joined(members, others, self.style, self.any_order)

    def _written_once(self, name: str, said: tuple[Any, ...]) -> Grammar | None:
        """The parameter with its name; None if it has no text. Alternatives that say the same of it share it."""
        if False in said:
            return None
        key = name, tuple(map(id, said))
        if key not in self._written:
            with _at(_place(name)):
                try:
                    self._written[key] = self._member(name, said)
                except GrammarError as error:
                    if not error.empty:
                        raise
                    self._written[key] = None
        return self._written[key]

    def _values(self, said: tuple[Any, ...], kinds: frozenset[str]) -> Iterator[tuple[Grammar, str]]:
        """The values in a tag, each with its kind; `kinds` are the types that they may be read as."""
        assert isinstance(self.style, TagStyle)
        for kind, grammar in self._by_kind(said).items():
            yield self._raw(grammar, kinds) if kind == "string" else _without_marks(grammar, self.style.marks), kind

    def _others(self, names: Pattern, said: tuple[Any, ...], kinds: frozenset[str]) -> Iterator[Open]:
        """Parameters of other names."""
        with _at(_OPEN):
            if isinstance(self.style, PythonStyle):
                keywords = literals([word.encode() for word in keyword.kwlist])
                terminal = Terminal(
                    intersection(names, _pattern("[A-Za-z_][A-Za-z0-9_]*"), complement(keywords)), "name of an argument"
                )
                yield Open(_NOTHING, terminal, sequence("=", self._python(_all_of(said))))
                return
            terminal = Terminal(intersection(names, _pattern(self.style.names)), "name of a parameter")
            for value, kind in self._values(said, kinds):
                before, after = _divided(self.style.before(_HERE, kind))
                yield Open(sequence(*before), terminal, sequence(*after, value, *self.style.after))

    def _part(self, schema: Any, mode: Mode | None, kinds: frozenset[str]) -> Grammar | None:
        """Values of these types; None where there are none."""
        said = _types(schema)
        if not said & kinds:
            return None
        whole = schema if said <= kinds else {"allOf": [schema, {"type": sorted(kinds)}]}
        if isinstance(whole, bool):
            whole = {} if whole else {"not": {}}
        elif "$ref" in whole and self._document:
            whole = {"allOf": [whole]}  # in older drafts nothing else counts beside a reference
        try:
            given = {**self.options, **({} if mode is None else {"escapes": mode})}
            return json_schema({**self._document, **whole}, **given)
        except GrammarError as error:
            if not error.empty:
                raise
            return None

    def _python(self, schema: Any) -> Grammar:
        """A literal, in either quotes."""
        ways = [self._part(schema, PYTHON, _KINDS)]
        if _types(schema) - {"null", "boolean", "integer", "number"}:
            single = self._part(schema, SINGLE, _KINDS)
            # What compares keys or items reads JSON's strings only.
            compares = single is not None and any(map(_compares, single.productions.values()))
            ways.append(self._part(schema, SINGLE, frozenset(("string",))) if compares else single)
        found = [way for way in ways if way is not None]
        if not found:
            raise GrammarError("#: no value satisfies the schema", empty=True)
        return either(*found)

    def _member(self, name: str, said: tuple[Any, ...]) -> Grammar:
        """The parameter with its name."""
        if isinstance(self.style, PythonStyle):
            if re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) is None or keyword.iskeyword(name):
                raise UnsupportedError(
                    f"the name {shown(name, 60)} cannot be a keyword argument of Python", feature="name", where="#"
                )
            return sequence(f"{name}=", self._python(_all_of(said)))
        if re.fullmatch(self.style.names, name) is None:
            raise UnsupportedError(f"the name {shown(name, 60)} cannot stand in a tag", feature="name", where="#")
        written = [
            sequence(*self.style.before(name, kind), value, *self.style.after)
            for value, kind in self._values(said, self.kinds[name])
        ]
        if not written:
            raise GrammarError("#: no value satisfies the schema", empty=True)
        return either(*written)

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
        is_string = found["string"] in ("true", "string")
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


def _at(place: str) -> Placed:
    """Errors of a parameter's schema name its place."""
    return Placed(lambda said: _moved(said, place), lambda where: _moved(where, place))


def _place(name: str) -> str:
    return f"#/properties/{name.replace('~', '~0').replace('/', '~1')}"


def _moved(said: str, place: str) -> str:
    """What is said of a parameter's schema, with its place among the parameters."""
    found = re.match(r"#(?:/allOf/0)?(?=[/: ]|$)(?!/\$defs/|/definitions/)", said)
    return f"{place}{said[found.end() :]}" if found else f"{place}: {said}"


def _all_of(said: tuple[Any, ...]) -> Any:
    return said[0] if len(said) == 1 else {"allOf": list(said)} if said else True


def _types_of(said: tuple[Any, ...]) -> frozenset[str]:
    """The types of values of which all of some schemas hold, as far as that is plain to see."""
    found = _KINDS
    for schema in said:
        found &= _types(schema)
    return found


def _matches(pattern: str, name: str) -> bool:
    return _name_reader(pattern).accepts(name)


@lru_cache(64)
def _name_reader(pattern: str) -> Constraint:
    return by_bytes(Grammar("name", {"name": Terminal(_found(pattern), "name")}))


@lru_cache(64)
def _found(pattern: str) -> Pattern:
    """The names in which an expression of JSON Schema is found."""
    return pattern_of(regex(rf"[\s\S]*(?:{pattern})[\s\S]*", dialect="ecmascript"))


def _types(schema: Any) -> frozenset[str]:
    """The types that values may have, as far as that is plain to see."""
    if schema is False or not isinstance(schema, Mapping):
        return _KINDS
    found = _KINDS
    if isinstance(schema.get("allOf"), list):
        found &= _types_of(tuple(schema["allOf"]))
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


@lru_cache(16)
def _pattern(source: str) -> Pattern:
    return pattern_of(regex(source))


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


def _divided(parts: tuple[Part, ...]) -> tuple[list[Part], list[Part]]:
    """What a style writes before and after the name that stands for an open one."""
    for number, part in enumerate(parts):
        if isinstance(part, str) and _HERE in part:
            left, right = part.split(_HERE)
            return [*parts[:number], left], [right, *parts[number + 1 :]]
    raise AssertionError("a style writes the name")


def _joined(members: list[Member], others: list[Open], style: Style, any_order: bool) -> Grammar:
    """The members in their order or in any, those that are not required perhaps, then others; the separator between."""
    separator = grammar_of(style.separator, 0)
    trailing = isinstance(style, TagStyle) and style.trailing

    def written(starts: list[Expression]) -> Expression:
        between, parts, rest = starts[0], starts[1 : len(members) + 1], starts[len(members) + 1 :]
        ends = zip(rest[::2], others, rest[1::2], strict=True)
        more: list[Expression] = [Sequence((before, Distinct(each.names), after)) for before, each, after in ends]
        if any_order and len(parts) + len(more) > 1:
            return _in_any_order(parts, [member.required for member in members], more, between, trailing)
        needed = [member.required for member in members]
        if more:
            either_ = Choice(more)
            several = Sequence((either_, between)) if trailing else either_
            parts.append(Scope(Repeat(several, 1, None, None if trailing else between)))
            needed.append(False)
        if trailing:
            each_ = [*(Sequence((part, between)) for part in parts[: len(members)]), *parts[len(members) :]]
            return Sequence([e if required else Repeat(e, 0, 1) for e, required in zip(each_, needed, strict=True)])
        after: Expression = Sequence(())
        whole: Expression = Sequence(())
        for part, required in zip(reversed(parts), reversed(needed), strict=True):
            first = Sequence((part, after))
            whole = first if required else Choice((first, whole))
            next_ = Sequence((between, part))
            after = Sequence((next_ if required else Repeat(next_, 0, 1), after))
        return whole

    outside = [part for each in others for part in (each.before, each.after)]
    return combined("arguments", [separator, *(member.grammar for member in members), *outside], written, str)


def _in_any_order(
    parts: list[Expression], required: list[bool], more: list[Expression], between: Expression, trailing: bool
) -> Expression:
    """Each of the parts at most once, and others among them."""
    marks = Require(tuple(mark for mark, needed in enumerate(required) if needed))
    if trailing:
        each: list[Expression] = [Once(mark, Sequence((part, between))) for mark, part in enumerate(parts)]
        each += [Sequence((part, between)) for part in more]
        return Scope(Sequence((Repeat(Choice(each), 0, None), marks)))
    each = [*(Once(mark, part) for mark, part in enumerate(parts)), *more]
    comma = between if more else Sequence((Require(below=len(parts)), between))
    filled = Scope(Sequence((Repeat(Choice(each), 1, None, comma), marks)))
    return filled if any(required) else Choice((Sequence(()), filled))
