"""Structural tags, as xgrammar and vLLM write them: JSON that says which tags stand in a text, and what is in them.

Each `format` becomes a grammar by the function of its type below. Free text (`any_text`, `triggered_tags`, `dispatch`)
ends at the first end of the tag that it stands in, so a format is read together with the `ends` that follow it:
`<a>` any_text `</a>` is free text up to the first `</a>`. Where the text is free until a trigger, `special.before` has
the pattern of what may stand before it.

The styles `qwen_xml`, `minimax_xml`, `deepseek_xml`, `deepseek_v4_1_xml`, `glm_xml` and `kimi_k3_xml` write an object
as a tag for each member, and `python`, which xgrammar has not, as keyword arguments (`tool_calls/arguments.py`): in the
order of `properties`, without others, with the line ends of the models' templates; xgrammar also takes other white
space there.

What xgrammar defines by tokens rather than text (`any_tokens`, `exclude_token`, `token_dispatch`,
`token_triggered_tags`, `max_tokens`), and its other styles of JSON, are refused by name. Source: xgrammar 0.2.8's
`structural_tag.py`; `tests/grammars/test_structural_tag.py` compares verdicts with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from constrain.budget import TURN, budgeted, spend
from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.grammar import Grammar, SpecialToken, Terminal
from constrain.patterns.pattern import Pattern, intersection
from constrain.patterns.pattern import repeat as repeat_pattern
from constrain.patterns.utf8 import CHARACTER
from constrain.support.arguments import check_names, listed, public, source_text
from constrain.support.deep_stack import roomy
from constrain.support.shown import shown

from .combine import either, optional, repeat, sequence
from .json_schema import json_schema
from .json_schema.options import JsonSchemaOptions
from .notation import any_notation
from .placed import Placed
from .regex import regex
from .special import Mark, before, mark, plain_text, special, text_of, without
from .tool_calls.arguments import Arguments, PythonStyle, Style
from .tool_calls.formats import MINIMAX, QWEN, XTML, dsml_style, glm_style

Ends = tuple[Mark, ...]  # any one of which follows a format; none: nothing follows that the format knows of


@public
@roomy
@budgeted
def structural_tag(
    source: str | Mapping[str, Any], *, special_tokens: Iterable[str] = (), **options: Any
) -> Grammar[str]:
    """The texts that a structural tag allows; `source` is JSON, or the mapping that it says.

    Both forms are read: `{"type": "structural_tag", "format": ...}`, and the older one with `structures` and
    `triggers`. `special_tokens` are names of a tokenizer's special tokens: where one stands in the text of a tag
    (`<tool_call>` in `<tool_call>{`), it may be written by the token as well as by its letters. `options` are those of
    `json_schema`, for all schemas. Raises `GrammarError` and `UnsupportedError` with the place.

    >>> tag = {"type": "tag", "begin": "<n>", "content": {"type": "regex", "pattern": "[0-9]+"}, "end": "</n>"}
    >>> structural_tag({"type": "structural_tag", "format": tag})
    <Grammar sequence: 2 productions>
    """
    check_names("structural_tag", options, ("special_tokens", *JsonSchemaOptions.__annotations__))
    if isinstance(source, str):
        source_text(source, "structural_tag: source")
        try:
            source = json.loads(source)
        except (ValueError, RecursionError) as error:
            raise GrammarError(f"structural_tag: the text is no JSON: {error}") from None
    if not isinstance(source, Mapping):
        raise GrammarError(f"structural_tag: a JSON object is needed, not {shown(source, 100)}")
    names = [name for name in listed(special_tokens, "special_tokens", "a list of names") if name]
    reader = _Reader(names, options)
    try:
        whole = reader.whole(source)
    except RecursionError:
        raise LimitExceeded("structural_tag: formats inside each other are too deep to be read") from None
    return Grammar(whole.start, whole.productions, source="structural_tag", families=whole.families)


class _Reader:
    """Formats as grammars. `place` is where a format stands, for errors."""

    def __init__(self, names: list[str], options: Mapping[str, Any]) -> None:
        self.names, self.options = frozenset(names), options
        self.within: Ends = ()  # the ends of the tag whose content is being read
        longest_first = sorted(self.names, key=len, reverse=True)
        self.marked = re.compile("|".join(map(re.escape, longest_first))) if names else None

    def whole(self, source: Mapping[str, Any]) -> Grammar[Any]:
        if "structures" in source:
            return self.older(source)
        fields = _Fields(source, "structural_tag", {"type", "format"})
        if source.get("type") != "structural_tag":
            raise fields.wrong("type", '"structural_tag"')
        return self.format(fields.of("format", dict), "format", ())

    def older(self, source: Mapping[str, Any]) -> Grammar[Any]:
        """`structures` of begin, schema and end, and `triggers`."""
        fields = _Fields(source, "structural_tag", {"type", "structures", "triggers"})
        tags = []
        for number, each in enumerate(fields.of("structures", list)):
            tag = _Fields(each, f"structures[{number}]", {"begin", "schema", "end"})
            schema = tag.of("schema", (dict, bool, str))
            if isinstance(schema, str):
                try:
                    schema = json.loads(schema)
                except (ValueError, RecursionError) as error:
                    raise GrammarError(f"structural_tag: {tag.place}.schema is no JSON: {error}") from None
            content = {"type": "json_schema", "json_schema": schema}
            tags.append({"type": "tag", "begin": tag.of("begin", str), "content": content, "end": tag.of("end", str)})
        read = {"type": "triggered_tags", "triggers": fields.of("triggers", list), "tags": tags}
        return self.format(read, "structures", ())

    def format(self, source: Any, place: str, ends: Ends) -> Grammar[Any]:
        """The texts of a format and, if there are any, one of its ends."""
        spend(TURN)
        if not isinstance(source, Mapping):
            raise GrammarError(f"structural_tag: {place} must be an object with a type, not {shown(source, 100)}")
        kind = source.get("type")
        if not isinstance(kind, str) or kind not in _FORMATS:
            if kind in _REFUSED:
                raise _unsupported(place, f"the format {kind}", _REFUSED[kind])
            raise GrammarError(
                f"structural_tag: {place}.type is {shown(kind, 100)}; known formats are {', '.join(sorted(_FORMATS))}"
            )
        read, keys, takes_ends = _FORMATS[kind]
        fields = _Fields(source, place, {"type", *keys})
        if takes_ends:
            return read(self, fields, ends)
        return self.ended(read(self, fields, ()), ends)

    def ended(self, grammar: Grammar[Any], ends: Ends) -> Grammar[Any]:
        return sequence(grammar, self.one_of(ends)) if ends else grammar

    # ---- texts ----

    def text(self, written: str) -> Grammar[Any]:
        """A text in letters, or with special tokens in place of those letters that are their names."""
        if self.marked is None or written in self.names or self.marked.search(written) is None:
            return plain_text(written, "structural_tag")
        parts, at = [], 0
        for found in self.marked.finditer(written):
            parts += [written[at : found.start()], found[0]]
            at = found.end()
        parts.append(written[at:])
        return sequence(*(plain_text(part, "structural_tag") for part in parts if part))

    def one_of(self, ends: Ends) -> Grammar[Any]:
        return either(*(end if _is_token(end) else self.text(end.name) for end in ends))

    def free(self, pattern: Pattern, ends: Ends, rules: tuple[tuple[Mark, Grammar[Any]], ...] = ()) -> _Free:
        """Text of `pattern` up to the first of its ends or of the triggers of `rules`.

        The ends of the tag around it stand in no free text, also where something else comes between.
        """
        around = tuple(end for end in self.within if end not in ends and not _is_token(end))
        return _Free(self, intersection(pattern, without(around)) if around else pattern, ends, rules)

    # ---- formats: their own fields, and whether they take the ends themselves ----

    def const_string(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        return self.text(fields.of("value", str))

    def json_schema(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        options = dict(self.options)
        style = fields.of("style", str, "json")
        if style != "json" and style not in _STYLES:
            raise _unsupported(fields.place, f"the style {shown(style, 60)}", "write JSON, or a grammar of your own")
        if fields.of("excludes", list, []):
            raise _unsupported(fields.place, "excludes", "say it in the schema, with a pattern")
        if fields.of("any_order", bool, False):
            options["property_order"] = "any"
        blanks = fields.of("max_whitespace_cnt", (int, type(None)), None)
        if blanks is not None:
            fields.at_least("max_whitespace_cnt", blanks, 0)
            options |= {"layout": "any", "max_gap": min(blanks, 128)} if blanks else {"layout": "compact"}
        with _placed(f"{fields.place}.json_schema"):
            if style != "json":
                return _written_in(_STYLES[style], fields.of("json_schema", dict), options)
            return json_schema(fields.of("json_schema", (dict, bool)), **options)

    def qwen_xml(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        with _placed(f"{fields.place}.json_schema"):
            return _written_in(_STYLES["qwen_xml"], fields.of("json_schema", dict), self.options)

    def regex(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        with _placed(f"{fields.place}.pattern"):
            return regex(fields.of("pattern", str))

    def grammar(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        with _placed(f"{fields.place}.grammar"):
            return any_notation(fields.of("grammar", str))

    def token(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        return self.named_token(fields, fields.of("token", (str, int)))

    def named_token(self, fields: _Fields, token: str | int) -> Mark:
        if not isinstance(token, str):
            raise _unsupported(fields.place, f"token {token}, by its number", "give the special token's name")
        return mark(special(token), "structural_tag")

    def any_text(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        fields.refuse("max_tokens", "bound the characters with max_chars")
        most = fields.of("max_chars", (int, type(None)), None)
        if most is not None:
            fields.at_least("max_chars", most, 0)
        return self.free(_allowed(fields, repeat_pattern(CHARACTER, 0, most)), ends).once()

    def sequence(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        elements = fields.some("elements")
        last = len(elements) - 1
        return sequence(
            *(
                self.format(element, f"{fields.place}.elements[{number}]", ends if number == last else ())
                for number, element in enumerate(elements)
            )
        )

    def either(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        return either(
            *(
                self.format(element, f"{fields.place}.elements[{number}]", ends)
                for number, element in enumerate(fields.some("elements"))
            )
        )

    def optional(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        return optional(self.content(fields, ()))

    def star(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        return repeat(self.content(fields, ()), 0, None)

    def plus(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        return repeat(self.content(fields, ()), 1, None)

    def repeat(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        low, high = fields.of("min", int), fields.of("max", int)
        fields.at_least("min", low, 0)
        fields.at_least("max", high, -1)
        if -1 < high < low:
            raise GrammarError(f"structural_tag: {fields.place}: min is {low}, more than max, {high}")
        return repeat(self.content(fields, ()), low, None if high == -1 else high)

    def content(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        return self.format(fields.of("content", dict), f"{fields.place}.content", ends)

    def tag(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        begin, end = fields.of("begin", (str, dict)), fields.of("end", (str, list, dict))
        opened = self.text(begin) if isinstance(begin, str) else self.token_of(begin, f"{fields.place}.begin")
        if isinstance(end, dict):
            closings: list[Mark | str] = [self.token_of(end, f"{fields.place}.end")]
        else:
            closings = [end] if isinstance(end, str) else list(end)
        if not closings or not all(isinstance(each, (str, Mark)) for each in closings):
            raise fields.wrong("end", "a text, several, or a token")
        marks = tuple(dict.fromkeys(each for each in closings if each != ""))
        own = tuple(each if isinstance(each, Mark) else mark(each, "structural_tag: end") for each in marks)
        outer, self.within = self.within, own
        inside = self.content(fields, own if "" not in closings else ())
        self.within = outer
        if "" not in closings:
            return sequence(opened, inside)
        content = fields.of("content", dict)
        if content.get("type") in _FREE:
            raise GrammarError(
                f"structural_tag: {fields.place}: the content is free text, so nothing but an end could end it, and "
                "the end is empty"
            )
        return sequence(opened, inside, optional(self.one_of(own)) if own else "")

    def token_of(self, source: Mapping[str, Any], place: str) -> Mark:
        fields = _Fields(source, place, {"type", "token"})
        if source.get("type") != "token":
            raise fields.wrong("type", '"token"')
        return self.named_token(fields, fields.of("token", (str, int)))

    def triggered_tags(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        triggers, tags = fields.texts("triggers"), fields.some("tags")
        by_trigger: dict[str, list[Grammar[Any]]] = {trigger: [] for trigger in triggers}
        for number, each in enumerate(tags):
            place = f"{fields.place}.tags[{number}]"
            begin = _Fields(each, place, {"type", "begin", "content", "end"}).of("begin", str)
            called = [trigger for trigger in triggers if begin.startswith(trigger)]
            if len(called) != 1:
                said = f"begins with {len(called)} triggers" if called else "begins with no trigger"
                raise GrammarError(
                    f"structural_tag: {place}.begin, {shown(begin, 60)}, {said}; it must be one of "
                    f"{shown(triggers, 200)}"
                )
            by_trigger[called[0]].append(self.format({**each, "type": "tag"}, place, ()))
        for number, trigger in enumerate(triggers):
            if not by_trigger[trigger]:
                raise GrammarError(
                    f"structural_tag: {fields.place}.triggers[{number}] begins no tag: {shown(trigger, 60)}"
                )
        rules = tuple((_text_mark(trigger), either(*called)) for trigger, called in by_trigger.items())
        free = self.free(_allowed(fields, TEXT_PATTERN), ends, rules)
        once = fields.of("stop_after_first", bool, False)
        if not fields.of("at_least_one", bool, False):
            return free.once() if once else free.repeated()
        first = either(*(called for _, called in rules))
        return self.ended(first, ends) if once else sequence(first, free.repeated())

    def dispatch(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        rules: dict[str, Grammar[Any]] = {}
        for number, rule in enumerate(fields.some("rules")):
            place = f"{fields.place}.rules[{number}]"
            if not isinstance(rule, (list, tuple)) or len(rule) != 2 or not isinstance(rule[0], str) or not rule[0]:
                raise GrammarError(f"structural_tag: {place} must be a text and a format, not {shown(rule, 100)}")
            if rule[0] in rules:
                raise GrammarError(f"structural_tag: {place}: {shown(rule[0], 60)} stands twice")
            rules[rule[0]] = sequence(self.text(rule[0]), self.format(rule[1], place, ()))
        marked = tuple((_text_mark(trigger), called) for trigger, called in rules.items())
        free = self.free(_allowed(fields, TEXT_PATTERN), ends, marked)
        return free.repeated() if fields.of("loop", bool, True) else free.once()

    def tags_with_separator(self, fields: _Fields, ends: Ends) -> Grammar[Any]:
        tags = either(
            *(
                self.format({"type": "tag", **_mapping(tag, fields)}, f"{fields.place}.tags[{number}]", ())
                for number, tag in enumerate(fields.some("tags"))
            )
        )
        separator = fields.of("separator", str)
        some = tags
        if not fields.of("stop_after_first", bool, False):
            some = sequence(tags, repeat(sequence(self.text(separator), tags) if separator else tags, 0, None))
        return some if fields.of("at_least_one", bool, False) else optional(some)


class _Free:
    """Text that is free up to the first of some ends or triggers; a trigger's grammar reads the trigger as well."""

    def __init__(
        self, reader: _Reader, pattern: Pattern, ends: Ends, rules: tuple[tuple[Mark, Grammar[Any]], ...]
    ) -> None:
        # An end that only a token can write is no text, so text cannot be mistaken for it.
        written = tuple(end for end in ends if not _is_token(end))
        tokens = tuple(end for end in ends if _is_token(end))
        triggers = tuple(trigger for trigger, _ in rules)
        called = {trigger.name: grammar for trigger, grammar in rules}
        clash = [end.name for end in written if end.name in called]
        if clash:
            raise GrammarError(f"structural_tag: {shown(clash[0], 60)} is both an end and a trigger")
        self.reader, self.ends = reader, ends
        self.called: list[Grammar[Any]] = []
        closings: list[Grammar[Any]] = []
        marks = (*triggers, *written)
        for terminal, shared in before(marks) if marks else ():
            text = text_of(Terminal(intersection(terminal.pattern, pattern), terminal.name))
            self.called += [sequence(text, called[each.name]) for each in shared if each.name in called]
            stops = tuple(each for each in shared if each.name not in called)
            if stops:
                closings.append(sequence(text, reader.one_of(stops)))
        rest = text_of(intersection(pattern, without(marks)) if marks else pattern)
        if tokens:
            closings.append(sequence(rest, reader.one_of(tokens)))
        self.closing = either(*closings) if ends else rest

    def repeated(self) -> Grammar[Any]:
        """Any number of triggers with what they call for, then the end."""
        return sequence(repeat(either(*self.called), 0, None), self.closing)

    def once(self) -> Grammar[Any]:
        """At most one trigger, after whose grammar only the end follows."""
        if not self.called:
            return self.closing
        return either(self.closing, self.reader.ended(either(*self.called), self.ends))


class _Fields:
    """The fields of an object, each of its type; unknown ones are refused."""

    def __init__(self, source: Any, place: str, keys: set[str]) -> None:
        self.place = place
        if not isinstance(source, Mapping):
            raise GrammarError(f"structural_tag: {place} must be an object, not {shown(source, 100)}")
        self.source = source
        unknown = [key for key in source if key not in keys]
        if unknown:
            raise GrammarError(
                f"structural_tag: {place} has the key {shown(unknown[0], 60)}; known there: {', '.join(sorted(keys))}"
            )

    def of(self, key: str, kind: Any, default: Any = ...) -> Any:
        if key not in self.source:
            if default is ...:
                raise GrammarError(f"structural_tag: {self.place} has no {key}")
            return default
        value = self.source[key]
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            names = {dict: "an object", str: "a text", list: "a list", bool: "true or false", int: "a number"}
            raise self.wrong(key, " or ".join(names.get(each, "null") for each in kinds))
        return value

    def wrong(self, key: str, wanted: str) -> GrammarError:
        return GrammarError(
            f"structural_tag: {self.place}.{key} must be {wanted}, not {shown(self.source.get(key), 100)}"
        )

    def some(self, key: str) -> list[Any]:
        found: list[Any] = self.of(key, list)
        if not found:
            raise GrammarError(f"structural_tag: {self.place}.{key} is empty; at least one is needed")
        return found

    def texts(self, key: str) -> list[str]:
        found = self.some(key)
        for number, each in enumerate(found):
            if not isinstance(each, str) or not each:
                raise GrammarError(f"structural_tag: {self.place}.{key}[{number}] must be a text that is not empty")
        if len(set(found)) < len(found):
            twice = next(each for each in found if found.count(each) > 1)
            raise GrammarError(f"structural_tag: {self.place}.{key} has {shown(twice, 60)} twice")
        return found

    def at_least(self, key: str, value: int, least: int) -> None:
        if value < least:
            raise GrammarError(f"structural_tag: {self.place}.{key} is {shown(value, 60)}; it must be {least} or more")

    def refuse(self, key: str, way_on: str) -> None:
        if self.source.get(key) is not None:
            raise _unsupported(self.place, key, way_on)


def _placed(place: str) -> Placed:
    """Errors of what stands at a place name the place."""
    return Placed(lambda said: f"structural_tag: {place}: {said}", lambda where: f"{place}: {where}")


def _written_in(style: Style, schema: Mapping[str, Any], options: Mapping[str, Any]) -> Grammar[Any]:
    """The members of an object in tags or as keyword arguments; after the last tag there may be a line end."""
    if isinstance(style, PythonStyle):
        return Arguments(schema, style, options).grammar
    return sequence(Arguments(schema, style._replace(trailing=False), options).grammar, regex("\n?"))


def _allowed(fields: _Fields, pattern: Pattern) -> Pattern:
    """Texts of `pattern` in which nothing occurs that `excludes` lists."""
    excludes = fields.of("excludes", list, [])
    if not excludes:
        return pattern
    return intersection(pattern, without(tuple(_text_mark(each) for each in fields.texts("excludes"))))


def _text_mark(text: str) -> Mark:
    return mark(text, "structural_tag")


def _is_token(end: Mark) -> bool:
    return end.spelling == SpecialToken.TOKEN


def _mapping(source: Any, fields: _Fields) -> Mapping[str, Any]:
    if not isinstance(source, Mapping):
        raise GrammarError(f"structural_tag: {fields.place}.tags must be objects, not {shown(source, 100)}")
    return source


def _unsupported(place: str, feature: str, way_on: str) -> UnsupportedError:
    return UnsupportedError(
        f"structural_tag: {place}: {feature} cannot be enforced exactly; {way_on}", feature=feature, where=place
    )


TEXT_PATTERN = repeat_pattern(CHARACTER)
_FREE = ("any_text", "triggered_tags", "dispatch")
_Read = Callable[[_Reader, _Fields, Ends], Grammar[Any]]
# Of each type: its reader, its keys besides `type`, and whether it takes the ends that follow it.
_FORMATS: dict[str, tuple[_Read, tuple[str, ...], bool]] = {
    "const_string": (_Reader.const_string, ("value",), False),
    "json_schema": (
        _Reader.json_schema,
        ("json_schema", "style", "any_order", "max_whitespace_cnt", "excludes"),
        False,
    ),
    "qwen_xml_parameter": (_Reader.qwen_xml, ("json_schema",), False),
    "regex": (_Reader.regex, ("pattern",), False),
    "grammar": (_Reader.grammar, ("grammar",), False),
    "token": (_Reader.token, ("token",), False),
    "any_text": (_Reader.any_text, ("excludes", "max_tokens", "max_chars"), True),
    "sequence": (_Reader.sequence, ("elements",), True),
    "or": (_Reader.either, ("elements",), True),
    "optional": (_Reader.optional, ("content",), False),
    "star": (_Reader.star, ("content",), False),
    "plus": (_Reader.plus, ("content",), False),
    "repeat": (_Reader.repeat, ("min", "max", "content"), False),
    "tag": (_Reader.tag, ("begin", "content", "end"), False),
    "triggered_tags": (
        _Reader.triggered_tags,
        ("triggers", "tags", "at_least_one", "stop_after_first", "excludes"),
        True,
    ),
    "dispatch": (_Reader.dispatch, ("rules", "loop", "excludes"), True),
    "tags_with_separator": (
        _Reader.tags_with_separator,
        ("tags", "separator", "at_least_one", "stop_after_first"),
        False,
    ),
}
_STYLES: dict[str, Style] = {
    "qwen_xml": QWEN,
    "minimax_xml": MINIMAX,
    "deepseek_xml": dsml_style(),
    "deepseek_v4_1_xml": dsml_style(" "),
    "glm_xml": glm_style(""),
    "kimi_k3_xml": XTML,
    "python": PythonStyle(),
}
_BY_TEXT = "describe the text instead: any_text with excludes, triggered_tags, dispatch"
_REFUSED = {
    "any_tokens": _BY_TEXT,
    "exclude_token": _BY_TEXT,
    "token_triggered_tags": _BY_TEXT,
    "token_dispatch": _BY_TEXT,
}
