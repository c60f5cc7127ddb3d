"""Patterns put together with their obvious simplifications, and a few questions about them.

Everything here keeps the language as it is and errs on the side of leaving things alone. An alternation whose code is
kept (`keep_code`) is a large class of characters: never empty, and not to be taken apart. It keeps trees small: runs of
literals become one node, a hundred keywords one trie, and `r ANY` (what a lookahead asks of the rest of the text) loses
all of r's end that could as well be empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from constrain.patterns.pattern import (
    ANY,
    EMPTY,
    EPSILON,
    Ahead,
    Alternation,
    Behind,
    ByteClass,
    Concatenation,
    Literal,
    Literals,
    Pattern,
    Repetition,
    alternation,
    byte_class,
    concat,
    literals,
    repeat,
)

_ALL_BYTES = (1 << 256) - 1


def sequence(parts: Iterable[Pattern]) -> Pattern:
    """The parts one after another, nested concatenations opened and adjacent literals joined."""
    out: list[Pattern] = []
    for part in parts:
        for inner in part.parts if type(part) is Concatenation else (part,):
            if inner is EMPTY:
                return EMPTY
            if type(inner) is Literal and out and type(out[-1]) is Literal:
                out[-1] = Literal(out[-1].data + inner.data)
            elif inner is not EPSILON:
                out.append(inner)
    return concat(*out)


def union(parts: Iterable[Pattern]) -> Pattern:
    """Any of the parts: nested alternations opened, literals gathered into one trie, byte classes into one class."""
    mask = 0
    texts: dict[bytes, None] = {}
    others: dict[int, Pattern] = {}
    may_be_empty = False
    for part in parts:
        for inner in part.parts if type(part) is Alternation and part.code is None else (part,):
            kind = type(inner)
            if inner is ANY:
                return ANY
            if inner is EPSILON:
                may_be_empty = True
            elif kind is ByteClass:
                mask |= inner.mask  # type: ignore[attr-defined]
            elif kind is Literal:
                texts[inner.data] = None  # type: ignore[attr-defined]
            elif kind is Literals:
                texts.update(dict.fromkeys(inner.items))  # type: ignore[attr-defined]
            elif inner is not EMPTY:
                others[id(inner)] = inner
    merged = alternation(byte_class(mask), literals(texts), *others.values())
    if not may_be_empty:
        return merged
    return EPSILON if merged is EMPTY else merged if nullable(merged) else repeat(merged, 0, 1)


def times(part: Pattern, minimum: int, maximum: int | None) -> Pattern:
    """`part` again and again; what matches only empty text needs no counting."""
    if part is EMPTY:
        return EPSILON if minimum == 0 else EMPTY
    if zero_width(part):
        return EPSILON if minimum == 0 else part
    if type(part) is Repetition and (part.minimum, part.maximum) == (0, None) and maximum != 0:
        return part  # (x*)* and (x*){2,5} are x*
    return repeat(part, minimum, maximum)


def nullable(part: Pattern) -> bool:
    """Whether the empty text matches wherever it stands; no is the answer where that hangs on an assertion."""
    kind = type(part)
    if kind is Repetition:
        return part.minimum == 0 or nullable(part.part)  # type: ignore[attr-defined]
    if kind is Concatenation:
        return all(nullable(inner) for inner in part.parts)  # type: ignore[attr-defined]
    if kind is Alternation:
        return part.code is None and any(nullable(inner) for inner in part.parts)  # type: ignore[attr-defined]
    return part is EPSILON


def zero_width(part: Pattern) -> bool:
    """Whether nothing but empty text can match: assertions, alone or together."""
    kind = type(part)
    if kind is Concatenation or kind is Alternation:
        return all(zero_width(inner) for inner in part.parts)  # type: ignore[attr-defined]
    if kind is Repetition:
        return zero_width(part.part)  # type: ignore[attr-defined]
    return part is EPSILON or kind is Ahead or kind is Behind


def then_any(part: Pattern) -> Pattern:
    """`part ANY`: that the rest of the text begins with a match of `part`."""
    kind = type(part)
    if part is EMPTY or part is ANY:
        return part
    if nullable(part):
        return ANY
    if kind is Ahead and not part.negative:  # type: ignore[attr-defined]
        return part.part  # type: ignore[attr-defined,no-any-return]
    if kind is Concatenation:
        parts = list(part.parts)  # type: ignore[attr-defined]
        while nullable(parts[-1]):
            parts.pop()
        return sequence((*parts[:-1], then_any(parts[-1])))
    if kind is Alternation and part.code is None:  # type: ignore[attr-defined]
        ends = [then_any(inner) for inner in part.parts]  # type: ignore[attr-defined]
        if any(type(end) is not Concatenation or end.parts[-1] is not ANY for end in ends):
            return union(ends)
    if kind is Repetition and part.maximum != part.minimum:  # type: ignore[attr-defined]
        return concat(repeat(part.part, part.minimum, part.minimum), ANY)  # type: ignore[attr-defined]
    return concat(part, ANY)


def rest_is(rest: Pattern, negative: bool = False) -> Pattern:
    """That the rest of the text is, or is not, in `rest`."""
    if rest is ANY or rest is EMPTY:
        return EPSILON if (rest is ANY) != negative else EMPTY
    return Ahead(rest, negative)


def split(part: Pattern) -> tuple[Pattern, Pattern]:
    """`part` in two: its matches of empty text (as assertions), and its matches of at least a byte."""
    kind = type(part)
    if part is EPSILON or kind is Ahead or kind is Behind:
        return part, EMPTY
    if kind is Alternation:
        halves = [split(inner) for inner in part.parts]  # type: ignore[attr-defined]
        return union(half[0] for half in halves), union(half[1] for half in halves)
    if kind is Concatenation:
        parts = part.parts  # type: ignore[attr-defined]
        empty: Pattern = EPSILON
        consuming: list[Pattern] = []
        for index, inner in enumerate(parts):
            none, some = split(inner)
            consuming.append(sequence((empty, some, *parts[index + 1 :])))
            empty = sequence((empty, none))
            if empty is EMPTY:
                break
        return empty, union(consuming)
    if kind is Repetition:
        return _split_repetition(part)  # type: ignore[arg-type]
    return EMPTY, part


def _split_repetition(part: Repetition) -> tuple[Pattern, Pattern]:
    minimum, maximum = part.minimum, part.maximum
    none, some = split(part.part)
    if none is EMPTY:
        return (EPSILON, repeat(part.part, 1, maximum)) if minimum == 0 else (EMPTY, part)
    if minimum == 0 or none is EPSILON:  # rounds of empty text make up for missing ones
        return (EPSILON if minimum == 0 else none), times(some, 1, maximum)
    # The first round that takes something is the first of all, or comes after rounds of empty text.
    fewer = None if maximum is None else maximum - 1
    first = sequence((some, times(part.part, minimum - 1, fewer)))
    if fewer == 0:
        return none, first
    return none, union((first, sequence((none, some, times(part.part, 0, None if fewer is None else fewer - 1)))))


def first_bytes(part: Pattern) -> int:
    """The bytes with which a match can begin, as a mask; all of them if a match may be empty. Never too few."""
    kind = type(part)
    if kind is Literal:
        return 1 << part.data[0]  # type: ignore[attr-defined,no-any-return]
    if kind is ByteClass:
        return part.mask  # type: ignore[attr-defined,no-any-return]
    if kind is Literals:
        mask = 0
        for item in part.items:  # type: ignore[attr-defined]
            mask |= 1 << item[0] if item else _ALL_BYTES
        return mask
    if kind is Alternation:
        mask = 0
        for inner in part.parts:  # type: ignore[attr-defined]
            mask |= first_bytes(inner)
        return mask
    if kind is Concatenation:
        for inner in part.parts:  # type: ignore[attr-defined]
            if not zero_width(inner):
                return first_bytes(inner)
    if kind is Repetition and part.minimum > 0:  # type: ignore[attr-defined]
        return first_bytes(part.part)  # type: ignore[attr-defined]
    return 0 if part is EMPTY else _ALL_BYTES


def encoded_size(pattern: Pattern, known: dict[int, tuple[int, Pattern]] | None = None) -> int:
    """About how many bytes `encode(pattern)` takes, in time linear in the number of distinct nodes.

    Shared subtrees are written out each time, so a small graph can have an enormous code; this is how one knows.
    Calls that share `known` measure a node once between them (and keep it, so that its id is its own).
    """
    sizes: dict[int, tuple[int, Pattern]] = {} if known is None else known
    stack = [pattern]
    while stack:
        node = stack[-1]
        if id(node) in sizes:
            stack.pop()
            continue
        inner: Sequence[Pattern] = ()
        own = 8
        kind = type(node)
        if kind is Alternation and node.code is not None:  # type: ignore[attr-defined]
            own = len(node.code)  # type: ignore[attr-defined]
        elif kind is Concatenation or kind is Alternation:
            inner = node.parts  # type: ignore[attr-defined]
        elif kind is Repetition or kind is Ahead or kind is Behind:
            inner = (node.part,)  # type: ignore[attr-defined]
        elif kind is Literal:
            own = 4 + len(node.data)  # type: ignore[attr-defined]
        elif kind is Literals:
            items: Sequence[bytes] = node.items  # type: ignore[attr-defined]
            own = 4 + sum(map(len, items)) + 2 * len(items)
        elif kind is ByteClass:
            own = 33
        waiting = [each for each in inner if id(each) not in sizes]
        if waiting:
            stack += waiting
            continue
        stack.pop()
        sizes[id(node)] = own + sum(sizes[id(each)][0] for each in inner), node
    return sizes[id(pattern)][0]
