"""Sets of strings: a union of shapes, each closed under intersection; and the grammar of a shape.

A shape says what the decoded text must be (length range, finite set) and which patterns its spelling, quotation marks
included, must and must not match. `never` patterns are needed because a complement has to stay at the top: only there
is "the rest of the text", which lookahead refers to, well defined.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any

from constrain.errors import ConstrainError, GrammarError, LimitExceeded, UnsupportedError
from constrain.grammar import Terminal
from constrain.patterns.pattern import (
    EMPTY,
    Pattern,
    alternation,
    byte_range,
    complement,
    concat,
    intersection,
    literals,
    repeat,
)
from constrain.support.shown import shown

from ..source.dialect import BYTES, JSON, PATTERN_DIALECT
from ..source.document import Subschema
from ..source.keyword_values import count, wrong
from ..text import formats
from ..text.formats import Narrowed
from ..text.hints import begin_differently, few
from ..text.matching import is_nothing, matches
from ..text.pattern_keyword import found
from ..text.spelling import CHARACTER, QUOTES, RAW, SINGLE, STRING, Mode, any_of, quoted, spell, written
from .compilation import Context

Spelled = Pattern | Narrowed  # what a string's spelling must or must not match


def _inner(p: Spelled) -> Pattern:
    return p.inner if isinstance(p, Narrowed) else p


def _outer(p: Spelled) -> Pattern:
    return p.outer if isinstance(p, Narrowed) else p


class Strings:
    """One shape: strings of `low` to `high` code points, in `values` (None: any), not in `excluded`, spelled as all
    of `also` and none of `never` say; or, with `content`, those that are JSON texts of a subschema, and nothing else is
    said then."""

    __slots__ = ("also", "content", "excluded", "high", "low", "never", "values")

    def __init__(
        self,
        low: int = 0,
        high: int | None = None,
        values: tuple[str, ...] | None = None,
        excluded: frozenset[str] = frozenset(),
        also: tuple[Spelled, ...] = (),
        never: tuple[Spelled, ...] = (),
        content: Subschema | None = None,
    ) -> None:
        self.low, self.high, self.values, self.excluded, self.also, self.never, self.content = (
            low,
            high,
            values,
            excluded,
            also,
            never,
            content,
        )

    def __contains__(self, text: str) -> bool:
        """Whether the decoded `text` is in the set; one of which it is not known whether it has a format has it not."""
        return self.holds(text, _inner, _inner)

    @property
    def patterns(self) -> list[Pattern]:
        """What is written of `also`."""
        return list(map(_inner, self.also))

    def surely_holds(self, text: str) -> bool:
        """Whether the decoded `text` is in the set, and is known to be."""
        return self.holds(text, _inner, _outer)

    def holds(self, text: str, also: Callable[[Spelled], Pattern], never: Callable[[Spelled], Pattern]) -> bool:
        """Whether the decoded `text` is in the set, with formats read narrowly or widely, as the two say."""
        if self.content is not None:
            raise _beside(self.content)
        if self.values is not None and text not in self.values:
            return False
        if len(text) < self.low or (self.high is not None and len(text) > self.high) or text in self.excluded:
            return False
        if not self.also and not self.never:
            return True
        if quoted(text) is None:
            return False
        return all(_matches(p, also, text) for p in self.also) and not any(_matches(p, never, text) for p in self.never)


def _matches(p: Spelled, how: Callable[[Spelled], Pattern], text: str) -> bool:
    data = written(text, p.escapes if isinstance(p, Narrowed) else "short")
    return data is not None and matches(_read(p, how), data)


def _read(p: Spelled, how: Callable[[Spelled], Pattern]) -> Pattern:
    return p.outer if isinstance(p, Narrowed) and p.exact else how(p)


Union = tuple[Strings, ...]
ANY: Union = (Strings(),)
ANY_PATTERN: Union = (Strings(),)  # equal to ANY, but not the same: a pattern that was dropped on request


def finite(values: Iterable[str]) -> Union:
    """Exactly `values`; those that no JSON text in UTF-8 can hold (unpaired surrogates) fall away."""
    kept = tuple(dict.fromkeys([value for value in values if value.isascii() or quoted(value) is not None]))
    return (Strings(values=kept),) if kept else ()


def meet(a: Union, b: Union, escapes: str = "short", possibly: bool = False) -> Union:
    """Strings in both; of listed ones those that surely are, or `possibly`."""
    if a is ANY or b is ANY:
        return b if a is ANY else a
    if len(a) * len(b) > 16:  # many shapes against many: one pattern says the same in one piece
        a, b = _one(a, escapes), _one(b, escapes)
    found = (_meet(x, y, possibly) for x in a for y in b)
    return tuple(shape for shape in found if shape is not None)


def _one(union: Union, escapes: str) -> Union:
    if len(union) == 1:
        return union
    whole = pattern(union, escapes)
    if any(isinstance(p, Narrowed) for shape in union for p in (*shape.also, *shape.never)):
        return (Strings(also=(Narrowed(whole, lambda: pattern(union, escapes, wide=True), False, escapes),)),)
    return (Strings(also=(_in_mode(whole, escapes),)),)


def _in_mode(whole: Pattern, escapes: str) -> Spelled:
    """The pattern, with its mode where texts are not spelled as JSON spells them."""
    return Narrowed(whole, lambda: whole, True, escapes) if escapes in (SINGLE, RAW) else whole


def _beside(content: Subschema) -> UnsupportedError:
    """What is asked of a string beside its JSON, which no context-free grammar says of its texts in general."""
    return UnsupportedError(
        f"{content.pointer}: JSON within a string cannot be a key, nor stand beside other keywords of that string, nor "
        "be negated; use the type within, or a plain string",
        feature="pydantic.Json",
        where=content.pointer,
    )


def _meet(a: Strings, b: Strings, possibly: bool) -> Strings | None:
    if a.content is not None or b.content is not None:
        if _is_bare(a) or _is_bare(b) or a.content is b.content or possibly:
            return b if _is_bare(a) else a
        raise _beside(a.content or b.content)  # type: ignore[arg-type]
    if a.values is None and b.values is not None:
        a, b = b, a
    if a.values is not None:
        members = frozenset(b.values) if b.values is not None else None
        bare = not b.also and not b.never and not b.excluded and b.high is None and b.low == 0
        kept = tuple(v for v in a.values if (members is None or v in members) and (bare or _admits(b, v, possibly)))
        return Strings(values=kept) if kept else None
    low = max(a.low, b.low)
    high = a.high if b.high is None else b.high if a.high is None else min(a.high, b.high)
    if high is not None and low > high:
        return None
    also, never = _merged(a.also, b.also), _merged(a.never, b.never)
    if any(p is q for p in also for q in never):
        return None
    if a.also and b.also and any(begin_differently(_outer(p), _outer(q)) for p in a.also for q in b.also):
        return None
    if also and never:  # what begins otherwise than all that is left need not be taken away
        never = tuple(q for q in never if not any(begin_differently(_outer(p), _outer(q)) for p in also))
    return Strings(low, high, None, a.excluded | b.excluded, also, never)


def _is_bare(shape: Strings) -> bool:
    """Whether it is all strings."""
    listed = shape.values is not None or shape.excluded or shape.also or shape.never
    return not (listed or shape.low or shape.high is not None or shape.content is not None)


def _merged(a: tuple[Spelled, ...], b: tuple[Spelled, ...]) -> tuple[Spelled, ...]:
    """Both tuples without repetition; by identity, since the same source always gives the same object."""
    return (*a, *(p for p in b if not any(p is q for q in a))) if a and b else a or b


def _admits(shape: Strings, value: str, possibly: bool) -> bool:
    """Membership apart from the finite set."""
    shape = shape if shape.values is None else _without_values(shape)
    return shape.holds(value, _outer, _inner) if possibly else shape.surely_holds(value)


def _without_values(shape: Strings) -> Strings:
    return Strings(shape.low, shape.high, None, shape.excluded, shape.also, shape.never)


def join(a: Union, b: Union) -> Union:
    """Strings in either."""
    if a is b or not b:
        return a
    if a is ANY or b is ANY:
        return ANY
    if len(a) == 1 and len(b) == 1 and a[0].values is not None and b[0].values is not None:
        return finite((*a[0].values, *b[0].values))
    return (*a, *(shape for shape in b if shape not in a))


def negation(a: Union, escapes: str) -> Union:
    """Strings not in `a`."""
    result = ANY
    for shape in a:
        result = meet(result, _negation(shape), escapes)
    return result


def _negation(shape: Strings) -> Union:
    out: list[Strings] = []
    if shape.content is not None:
        raise _beside(shape.content)
    if shape.values is not None:
        return (Strings(excluded=frozenset(shape.values)),)
    if shape.low:
        out.append(Strings(high=shape.low - 1))
    if shape.high is not None:
        out.append(Strings(low=shape.high + 1))
    if shape.excluded:
        out.extend(finite(sorted(shape.excluded)))
    out.extend(Strings(never=(p,)) for p in shape.also)
    out.extend(Strings(also=(p,)) for p in shape.never)
    return tuple(out)


def contains(union: Union, text: str) -> bool:
    """Whether `text` is in any shape."""
    return union is ANY or any(text in shape for shape in union)


def disjoint(a: Union, b: Union) -> bool:
    """Whether no string is in both, as far as lengths and finite sets tell; False also means unknown."""
    return not meet(a, b, possibly=True)


def pattern(union: Union, escapes: str, wide: bool = False) -> Pattern:
    """The spellings, quotation marks included, of all strings that surely are in the set; `wide`: that may be."""
    if union is ANY:
        return STRING[escapes]
    values = [v for shape in union if shape.values is not None for v in shape.values]
    parts = [_pattern(shape, escapes, wide) for shape in union if shape.values is None]
    return alternation(_listed(values, escapes), *parts) if values else alternation(*parts)


def _listed(values: list[str], escapes: str) -> Pattern:
    """Given strings: as `json.dumps` writes them, or in every spelling if `escapes` says so."""
    if escapes in ("any", SINGLE, RAW):
        return any_of(values, escapes)
    return literals([data for data in map(quoted, values) if data is not None])


def _pattern(shape: Strings, escapes: str, wide: bool) -> Pattern:
    if shape.content is not None:
        raise _beside(shape.content)
    operands = list(map(_outer, shape.also)) if wide else shape.patterns
    low = shape.low
    if low == 1 and any(begin_differently(operand, _empty(escapes)) for operand in operands):
        low = 0  # said already; with nothing to count, tables are those of the pattern alone
    if low or shape.high is not None:
        operands.insert(0, _counted(escapes, low, shape.high))
    elif not operands:
        operands.append(STRING[escapes])
    if shape.excluded:
        operands.append(complement(any_of(sorted(shape.excluded), escapes)))
    operands.extend(map(complement, map(_inner if wide else _outer, shape.never)))
    return intersection(*operands)


@cache
def _empty(escapes: str) -> Pattern:
    """The empty string."""
    return concat(QUOTES[escapes], QUOTES[escapes])


@lru_cache(1024)
def _counted(escapes: str, low: int, high: int | None) -> Pattern:
    """Strings of `low` to `high` characters."""
    body = repeat(CHARACTER[escapes], low, high)
    return concat(QUOTES[escapes], body, QUOTES[escapes]) if body is not EMPTY else EMPTY


@lru_cache(1024)
def _of_bytes(escapes: str, low: int, high: int | None) -> Pattern:
    """Strings of `low` to `high` bytes in UTF-8; what is not ASCII stands for itself, so that its bytes are seen."""
    byte = alternation(spell(((0, 0x7F),), escapes), byte_range(0x80, 0xFF))
    body = repeat(byte, low, high)
    return intersection(concat(QUOTES[escapes], body, QUOTES[escapes]), STRING[escapes]) if body is not EMPTY else EMPTY


_ANY_TERMINAL = {mode: Terminal(whole, "string") for mode, whole in STRING.items()}


_KEPT, _LISTED = 1024, 64  # terminals kept between grammars, and values that the set of one may list
# With the set itself: the identities of its patterns are part of the key.
_terminals: dict[tuple[object, ...], tuple[Union, Terminal]] = {}


def terminal(union: Union, escapes: str) -> Terminal:
    """The set as one terminal; often the same object for the same set."""
    if union is ANY:
        return _ANY_TERMINAL[escapes]
    for shape in union:
        if len(shape.values or ()) + len(shape.excluded) > _LISTED:
            return _terminal(union, escapes)
    key: tuple[object, ...] = (escapes,)
    for s in union:
        key += (s.low, s.high, s.values, s.excluded, *map(id, s.also), None, *map(id, s.never))
    found = _terminals.get(key)
    if found is None:
        if len(_terminals) >= _KEPT:
            _terminals.clear()
        found = _terminals[key] = (union, _terminal(union, escapes))
    return found[1]


def _terminal(union: Union, escapes: str) -> Terminal:
    if len(union) == 1 and not (shape := union[0]).also and not shape.never and not shape.excluded:
        if shape.values is None:
            return _counted_terminal(escapes, shape.low, shape.high)
        shown = ", ".join(repr(v) for v in shape.values[:3]) + (", …" if len(shape.values) > 3 else "")
        return Terminal.encoded(pattern(union, escapes), shown)
    return Terminal.encoded(pattern(union, escapes), "string of the given form")


@lru_cache(1024)
def _counted_terminal(escapes: str, low: int, high: int | None) -> Terminal:
    return Terminal.encoded(
        _counted(escapes, low, high), f"string of {low} to {'any' if high is None else high} characters"
    )


def read(subschema: Subschema, context: Context) -> Union:
    """The strings that the string keywords of a subschema allow."""
    schema = subschema.schema
    low, high = count(subschema, "minLength") or 0, count(subschema, "maxLength")
    if high is not None and low > high:
        return ()
    matched = ANY
    if "pattern" in schema:
        matched = matching(schema["pattern"], f"{subschema.pointer}/pattern", context, schema.get(PATTERN_DIALECT))
    shapes: Union = (Strings(low, high),) if low or high is not None else ANY
    shapes = meet(shapes, matched)
    if "format" in schema and context.options.assert_format:
        shapes = meet(shapes, _format(subschema, context))
    if BYTES in schema:
        low, high = _bounds(subschema)
        shapes = meet(shapes, (Strings(also=(_of_bytes(context.options.escapes, low, high),)),))
    if JSON in schema and isinstance(context.options.escapes, Mode):
        context.unsupported("pydantic.Json", subschema.pointer, "JSON within a string is written in JSON alone")
    elif JSON in schema:
        shapes = meet(shapes, (Strings(content=subschema),))
    return shapes


def _bounds(subschema: Subschema) -> tuple[int, int | None]:
    found = subschema.schema[BYTES]
    if type(found) is not list or len(found) != 2 or type(found[0]) is not int or not isinstance(found[1], int | None):
        raise wrong(subschema, BYTES, "the least and the most bytes")
    return max(found[0], 0), found[1]


def matching(source: Any, pointer: str, context: Context, dialect: Any = None) -> Union:
    """The strings in which a regular expression matches somewhere: ECMA-262's, if nothing of its dialect is said."""
    if type(source) is not str:
        raise GrammarError(f"{pointer}: a pattern must be a string, not {shown(source, 60)}")
    try:
        return _matching(source, context.options.escapes, *_named(dialect, pointer))
    except UnsupportedError as error:
        context.unsupported("pattern", pointer, str(error))
        return ANY_PATTERN
    except GrammarError as error:
        raise GrammarError(f"{pointer}: {error}", line=error.line, column=error.column) from None
    except LimitExceeded as error:
        raise LimitExceeded(f"{pointer}: {error}", limit=error.limit, needed=error.needed) from None


def matches_nothing(source: str, dialect: Any = None) -> bool:
    """Whether it is found out that the pattern of a schema matches nowhere in any text."""
    try:
        return _matching(source, "short", *_named(dialect, "pattern")) == ()
    except ConstrainError:
        return False


def _named(dialect: Any, pointer: str) -> tuple[str, int]:
    """The dialect's name and the flags of Python's `re`."""
    match dialect:
        case None:
            return "ecmascript", 0
        case "rust":
            return "rust", 0
        case ["python", int(flags)]:
            return "python", flags
    raise GrammarError(f'{pointer}: `{PATTERN_DIALECT}` beside it must be "rust" or ["python", flags]')


@lru_cache(512)
def _matching(source: str, escapes: str, dialect: str, flags: int) -> Union:
    whole = found(source, escapes, dialect, flags)
    if is_nothing(whole):
        return ()
    if escapes in (SINGLE, RAW):
        return (Strings(also=(_in_mode(whole, escapes),)),)
    texts = few(whole)
    return (Strings(also=(whole,)),) if texts is None else finite(map(json.loads, texts))


def _format(subschema: Subschema, context: Context) -> Union:
    name = subschema.schema["format"]
    if type(name) is not str:
        raise wrong(subschema, "format", "a string")
    if name in formats.NARROWED:
        return (Strings(also=(formats.narrowed(name, context.options.escapes),)),)
    pattern = formats.pattern(name, context.options.escapes)
    if pattern is not None:
        return (Strings(also=(_in_mode(pattern, context.options.escapes),)),)
    if name in formats.UNENFORCED:
        context.unsupported("format", f"{subschema.pointer}/format", formats.UNENFORCED[name])
    elif context.options.strict_format and name not in formats.ANNOTATIONS:
        context.unsupported("format", f"{subschema.pointer}/format", f"the format {shown(name, 60)} is unknown")
    return ANY
