"""What a compiled schema enforces in each subschema: which keywords, which are annotations, and what each one costs.

Made when it is asked for, from the schema and the finished grammar, so that compiling pays nothing for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from constrain.grammar import Expression, parts_of
from constrain.support.nearest import nearest
from constrain.support.shown import shown

from ..regex.errors import slashes
from .options import Options
from .source.dialect import ANNOTATIONS, DIALECTS, KEYWORDS, NARROWED, PATTERN_DIALECT, READER, WORDS, Dialect
from .source.old_forms import FOREIGN, old_form
from .source.pointers import within
from .text import formats
from .text.pattern_keyword import counts_unanchored
from .unwritten import Unwritten
from .values.strings import matches_nothing

_LISTED = 200  # subschemas that are printed
_STRUCTURE = frozenset(
    ["$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$defs", "definitions"]
)
_SILENT = _STRUCTURE | {READER, NARROWED}  # which are no annotations, or said elsewhere
_ASIDE = ANNOTATIONS | WORDS
_TOGETHER = {
    "then": "if",
    "else": "if",
    "additionalItems": "items",
    "minContains": "contains",
    "maxContains": "contains",
}
_FALSE = ("false (no value)",)


@dataclass(frozen=True, slots=True)
class SubschemaReport:
    """One subschema: its JSON pointer, and its keywords by what becomes of them.

    `annotations` say nothing about validity; `doubts` say what may have been meant by some; `dropped` could not
    be enforced and were dropped on request; `productions` and `nodes` count what the grammar has for this subschema's
    arrays and objects (scalars stand where they are used). `reader` says what only the reader of a Python type
    checks, so that it may refuse a text of the grammar.
    """

    pointer: str
    enforced: tuple[str, ...]
    annotations: tuple[str, ...]
    dropped: tuple[str, ...]
    productions: int
    nodes: int
    doubts: tuple[str, ...] = ()
    reader: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The subschemas of a schema, and the choices of serialisation that its grammar makes; `str()` is a table."""

    dialect: str
    subschemas: tuple[SubschemaReport, ...]
    choices: tuple[str, ...]
    productions: int
    nodes: int

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # of notebooks
        printer.text(str(self))

    def __str__(self) -> str:
        listed = self.subschemas[:_LISTED]
        width = min(max((len(each.pointer) for each in listed), default=0), 60)
        lines = [f"dialect {self.dialect}; {_size(self)}", ""]
        for each in listed:
            line = ", ".join(each.enforced) or "anything"
            if each.annotations:
                line += f"; annotations: {', '.join(each.annotations)}"
            if each.dropped:
                line += f"; NOT ENFORCED: {', '.join(each.dropped)}"
            if each.productions:
                line += f"; {_size(each)}"
            lines.append(f"{each.pointer:<{width}}  {line}")
        if len(self.subschemas) > len(listed):
            lines.append(f"… and {len(self.subschemas) - len(listed)} more subschemas")
        doubts = [f"- {each.pointer}: {doubt}" for each in self.subschemas for doubt in each.doubts]
        if doubts:
            lines += ["", "perhaps meant otherwise:", *doubts[:_LISTED]]
            if len(doubts) > _LISTED:
                lines.append(f"… and {len(doubts) - _LISTED} more")
        readers = [f"- {each.pointer}: {each.reader}" for each in self.subschemas if each.reader]
        if readers:
            lines += ["", "the reader of the type may refuse a text, because it", *readers[:_LISTED]]
            if len(readers) > _LISTED:
                lines.append(f"… and {len(readers) - _LISTED} more")
        lines += ["", "written as follows:", *(f"- {choice}" for choice in self.choices)]
        return "\n".join(lines)


def _size(part: Report | SubschemaReport) -> str:
    counts = {"production": part.productions, "node": part.nodes}
    return ", ".join(f"{count} {name}{'s' * (count != 1)}" for name, count in counts.items())


def report(
    schema: Any,
    dialect: Dialect,
    options: Options,
    productions: dict[str, Expression],
    dropped: list[tuple[str, str]],
    never: list[Unwritten],
) -> Report:
    """The report of a finished compilation; `never` are members that no text has."""
    found = list(all_subschemas(schema, dialect))
    sizes = {name: _nodes(expression) for name, expression in productions.items()}
    costs: dict[str, list[int]] = {}
    for name, size in sizes.items():
        costs.setdefault(_pointer_of(name), []).append(size)
    subschemas = tuple(
        SubschemaReport(
            pointer,
            tuple(key for key in keys if _enforced(key, subschema, dialect, options) and (pointer, key) not in out)
            + (_FALSE if subschema is False else ()),
            tuple(
                key
                for key in keys
                if key not in _STRUCTURE
                and key not in (READER, NARROWED)
                and not _enforced(key, subschema, dialect, options)
            ),
            tuple(key for at, key in sorted(out) if at == pointer),
            len(costs.get(pointer, [])),
            sum(costs.get(pointer, [])),
            (
                *_never_written(unwritten.get(pointer, ())),
                *(d for key in keys for d in _doubts(key, subschema, dialect)),
            )
            or tuple(_says_nothing(keys)),
            _said(subschema, READER),
        )
        for out in [{(_parent(pointer, key), key) for pointer, key in dropped}]
        for unwritten in [_by_place(never, {pointer for pointer, _ in found})]
        for pointer, subschema in found
        for keys in [tuple(k for k in subschema if k != PATTERN_DIALECT) if isinstance(subschema, dict) else ()]
    )
    used = {asked for _, here in found if isinstance(here, dict) and isinstance(asked := here.get("format"), str)}
    said = dict.fromkeys(part for _, here in found if (text := _said(here, NARROWED)) for part in text.split("; "))
    choices = (*_choices(options), *_narrowed(used, options), *said)
    return Report(dialect.name, subschemas, choices, len(productions), sum(sizes.values()))


def _by_place(never: list[Unwritten], pointers: set[str]) -> dict[str, list[Unwritten]]:
    """Members that no text has, each where its value is spoken of, or where its object is."""
    found: dict[str, list[Unwritten]] = {}
    for each in never:
        places = f"{each.pointer}/properties/{within(each.key)}", each.demand
        found.setdefault(next((place for place in places if place in pointers), each.pointer), []).append(each)
    return found


def _never_written(never: Iterable[Unwritten]) -> Iterator[str]:
    for each in never:
        yield f"the member {shown(each.key, 60)} can never be written: no value satisfies all that is asked of it"


def _said(schema: Any, key: str) -> str:
    """What the generator of a type's schema notes there."""
    found = schema.get(key) if isinstance(schema, dict) else None
    return found if isinstance(found, str) else ""


def _says_nothing(keys: tuple[str, ...]) -> Iterator[str]:
    """Of a subschema that has keys of its own, and no keyword."""
    if keys and not any(key in KEYWORDS or key in _STRUCTURE or key in _ASIDE for key in keys):
        yield f"none of its keys ({shown(', '.join(map(str, keys)), 60)}) is a keyword, so any value is allowed"


def _parent(pointer: str, key: str) -> str:
    """The pointer of the subschema, given that of its keyword."""
    return pointer.removesuffix(f"/{key}")


def _enforced(key: str, schema: dict[str, Any], dialect: Dialect, options: Options) -> bool:
    if key in _TOGETHER and _TOGETHER[key] in schema:
        key = _TOGETHER[key]
    if dialect.ref_alone and "$ref" in schema and key != "$ref":
        return False
    if key == "format":
        known = isinstance(schema[key], str) and formats.pattern(schema[key], options.escapes) is not None
        return options.assert_format and known
    return key in dialect.subjects


def _doubts(key: str, schema: dict[str, Any], dialect: Dialect) -> Iterator[str]:
    """What may have been meant by a key that has no effect here, or leaves nothing."""
    if dialect.ref_alone and "$ref" in schema:
        if key != "$ref" and key in KEYWORDS and key not in _STRUCTURE:
            yield f"`{key}` is ignored beside `$ref` in draft {dialect.name}"
    elif key == "format":
        name = schema[key]
        if isinstance(name, str) and name not in (known := formats.names()):
            near = nearest(name, known)
            meant = "" if near is None else f"; did you mean `{near}`?"
            yield f"`format` is {shown(name, 60)}, which is not known{meant}"
    elif key in FOREIGN and schema[key] is not False and isinstance(schema[key], FOREIGN[key][0]):
        yield f"`{key}` says nothing in JSON Schema; {FOREIGN[key][1]} does"
    elif key == "required" and isinstance(schema[key], bool):
        yield f"`required` must be a list of strings{old_form(key, schema[key], schema)}"
    elif key == "required" and isinstance(schema[key], list) and isinstance(schema.get("properties"), dict):
        for name in schema[key]:
            known = schema["properties"]
            if isinstance(name, str) and name not in known and (near := nearest(name, known, shortest=3)) is not None:
                yield f"`required` names {shown(name, 60)}, which is not among `properties`; did you mean `{near}`?"
    elif key == "pattern" and isinstance(source := schema[key], str):
        if matches_nothing(source, schema.get(PATTERN_DIALECT)):
            hint = slashes(source)
            yield f"`pattern` matches no text, so no string is a value here{'; ' if hint else ''}{hint}"
        elif counts_unanchored(source):
            yield "`pattern` may match anywhere in the string, so any text may stand around it; `^(?:…)$` is the whole"
    elif key in dialect.subjects or key in _ASIDE or key.startswith(("x-", "X-", "_")):
        return
    elif key in KEYWORDS and key not in _together(dialect):
        others = [d.name for d in DIALECTS.values() if key in d.subjects or key in _together(d)]
        yield f"`{key}` is a keyword of {', '.join(others)}, not of {dialect.name}; `$schema` names the dialect"
    elif key in _TOGETHER:
        if _TOGETHER[key] not in schema:
            yield f"`{key}` has no effect without `{_TOGETHER[key]}`"
    else:
        near = nearest(key, (*dialect.subjects, *_together(dialect)))
        if near is not None:
            yield f"`{key}` is no keyword; did you mean `{near}`?"


def _together(dialect: Dialect) -> list[str]:
    """The keywords of the dialect that only speak together with another one."""
    known = {
        "then": "if" in dialect.subjects,
        "else": "if" in dialect.subjects,
        "additionalItems": "additionalItems" in dialect.subjects,
        "minContains": dialect.contains_counts,
        "maxContains": dialect.contains_counts,
    }
    return [key for key, there in known.items() if there]


def _narrowed(used: set[str], options: Options) -> Iterator[str]:
    """Formats of the schema of which not every valid text is written."""
    if options.assert_format:
        yield from (f"format {name}: {formats.NARROWED[name]}" for name in sorted(used & formats.NARROWED.keys()))


def all_subschemas(schema: Any, dialect: Dialect) -> Iterator[tuple[str, Any]]:
    """Every subschema with its pointer, in the order of the document."""
    waiting: list[tuple[str, Any]] = [("#", schema)]
    while waiting:
        pointer, here = waiting.pop()
        yield pointer, here
        if not isinstance(here, dict):
            continue
        inner: list[tuple[str, Any]] = []
        for key, value in here.items():
            kind = dialect.children.get(key)
            if kind is None or (key not in dialect.subjects and key not in _STRUCTURE and key not in _TOGETHER):
                continue
            if isinstance(value, list) and kind in ("list", "one"):
                inner += [(f"{pointer}/{key}/{i}", part) for i, part in enumerate(value)]
            elif kind == "one":
                inner.append((f"{pointer}/{key}", value))
            elif isinstance(value, dict):
                inner += [(f"{pointer}/{key}/{within(name)}", part) for name, part in value.items()]
        waiting += [(at, part) for at, part in reversed(inner) if isinstance(part, dict | bool)]


# A production's name: the pointer, and which shape, state, depth or repetition of the name it is.
_NAME = re.compile(r"(?s)(.*?)(?:/\d+)?(?:\[\d+\])?(?::[-\d,]+)?(?: number)?(?: @\d+)?(?: \(\d+\))?(?: in text \d+)*")


def _pointer_of(name: str) -> str:
    match = _NAME.fullmatch(name)
    return match[1] if match is not None else name


def _nodes(expression: Expression) -> int:
    count, waiting = 0, [expression]
    while waiting:
        node = waiting.pop()
        count += 1
        waiting.extend(parts_of(node))
    return count


def _choices(options: Options) -> Iterator[str]:
    yield f"white space: {options.layout.name}"
    if options.any_order:
        yield "keys: in any order"
    else:
        yield "keys: in the order of `properties`, then other required ones, then all others"
    if options.all_members:
        yield "members of `properties`: always written where they can be"
    integers = "digits" if options.notation == "digits" else "digits, or with a point or an exponent where whole"
    yield f"numbers: at most {options.digits} digits before and after the point; integers: {integers}"
    short = "raw or by short escapes, \\uXXXX only where raw is impossible"
    yield f"strings: {short if options.escapes == 'short' else 'in any spelling'}"
    if not options.assert_format:
        yield "formats: not enforced"
