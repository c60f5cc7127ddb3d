"""Regular expressions over bytes, as small immutable trees.

This is the intermediate form between front ends (which know code points, JSON or Lark) and the native core (which
takes derivatives). Beside the textbook operators it has intersection, complement and counted repetition, which stay
symbolic: `repeat(x, 0, 10**6)` is one node. `Ahead` and `Behind` are assertions about the whole rest of the text and
about the whole text so far; a front end writes the usual lookahead `(?=r)` as `Ahead(r ANY)`, `(?<=r)` as
`Behind(ANY r)`, `^` as `Behind(EPSILON)` and `\\Z` as `Ahead(EPSILON)`. "Text" means the lexeme of the terminal in
which the pattern stands.

Intersections and complements whose operands contain assertions must stand at the end of the pattern (or of an
assertion's own pattern), where "the rest" is well defined; the native core refuses them elsewhere.

>>> encode(literal(b"ab"))
b'\\x02\\x02ab'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .errors import LimitExceeded

MOST_NODES = 2_000_000  # of one pattern or production, written out as a tree

# Postfix byte code, one operation a node, read by native/residual.cc. Numbers are unsigned LEB128.
_EMPTY, _EPSILON, _LITERAL, _CLASS, _CONCATENATION, _ALTERNATION = range(6)
_INTERSECTION, _COMPLEMENT, _REPETITION, _AHEAD, _BEHIND, _LITERALS = range(6, 12)


class Pattern:
    """A regular language over bytes. Build with the functions below; nodes are shared freely and never changed."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pattern) and (self is other or encode(self) == encode(other))

    def __hash__(self) -> int:
        return hash(encode(self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {encode(self)[:40]!r}>"


class Empty(Pattern):
    """No text at all."""

    __slots__ = ()


class Epsilon(Pattern):
    """Only the empty text."""

    __slots__ = ()


class Literal(Pattern):
    """One byte string."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data


class Literals(Pattern):
    """Any of many byte strings; becomes a trie, so 10,000 of them cost what their bytes cost."""

    __slots__ = ("items",)

    def __init__(self, items: Sequence[bytes]) -> None:
        self.items = tuple(items)


class ByteClass(Pattern):
    """One byte out of a set; bit b of `mask` says whether byte b is in it."""

    __slots__ = ("mask",)

    def __init__(self, mask: int) -> None:
        self.mask = mask


class Concatenation(Pattern):
    """One after another."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Pattern]) -> None:
        self.parts = tuple(parts)


class Alternation(Pattern):
    """Any of the parts; `code` is its byte code if `keep_code` has been asked to keep it."""

    __slots__ = ("code", "parts")

    def __init__(self, parts: Sequence[Pattern]) -> None:
        self.parts = tuple(parts)
        self.code: bytes | None = None


class Intersection(Pattern):
    """All of the parts at once."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Pattern]) -> None:
        self.parts = tuple(parts)


class Complement(Pattern):
    """Every byte string (also ones that are no UTF-8) that the part does not match."""

    __slots__ = ("part",)

    def __init__(self, part: Pattern) -> None:
        self.part = part


class Repetition(Pattern):
    """`minimum` to `maximum` times (None: no bound); symbolic, so big numbers cost nothing."""

    __slots__ = ("maximum", "minimum", "part")

    def __init__(self, part: Pattern, minimum: int, maximum: int | None) -> None:
        self.part, self.minimum, self.maximum = part, minimum, maximum


class Ahead(Pattern):
    """Matches the empty text where the whole rest of the text is (or, `negative`, is not) in `part`."""

    __slots__ = ("negative", "part")

    def __init__(self, part: Pattern, negative: bool = False) -> None:
        self.part, self.negative = part, negative


class Behind(Pattern):
    """Matches the empty text where the whole text so far is (or, `negative`, is not) in `part`."""

    __slots__ = ("negative", "part")

    def __init__(self, part: Pattern, negative: bool = False) -> None:
        self.part, self.negative = part, negative


EMPTY = Empty()
EPSILON = Epsilon()


def literal(data: bytes) -> Pattern:
    """The one text `data`."""
    return Literal(data) if data else EPSILON


def literals(items: Iterable[bytes]) -> Pattern:
    """Any of `items`."""
    distinct = tuple(dict.fromkeys(items))
    if len(distinct) == 1:
        return literal(distinct[0])
    return Literals(distinct) if distinct else EMPTY


def byte_class(mask: int) -> Pattern:
    """One byte whose bit is set in the 256-bit number `mask`."""
    return ByteClass(mask) if mask else EMPTY


def byte_range(low: int, high: int) -> Pattern:
    """One byte from `low` to `high`, both included.

    >>> byte_range(0x30, 0x39).mask == 0x3FF << 48
    True
    """
    return byte_class((1 << (high + 1)) - (1 << low))


def concat(*parts: Pattern) -> Pattern:
    """The parts one after another."""
    kept = [part for part in parts if part is not EPSILON]
    if any(part is EMPTY for part in kept):
        return EMPTY
    if len(kept) == 1:
        return kept[0]
    return Concatenation(kept) if kept else EPSILON


def alternation(*parts: Pattern) -> Pattern:
    """Any of the parts."""
    kept = [part for part in parts if part is not EMPTY]
    if len(kept) == 1:
        return kept[0]
    return Alternation(kept) if kept else EMPTY


def intersection(*parts: Pattern) -> Pattern:
    """All of the parts at once; no part at all means any text."""
    kept = [part for part in parts if part is not ANY]
    if len(kept) == 1:
        return kept[0]
    return Intersection(kept) if kept else ANY


def complement(part: Pattern) -> Pattern:
    """Every byte string outside `part`."""
    return part.part if isinstance(part, Complement) else Complement(part)


def repeat(part: Pattern, minimum: int = 0, maximum: int | None = None) -> Pattern:
    """`part` from `minimum` to `maximum` times (None: no upper bound)."""
    if maximum is not None and maximum < minimum:
        return EMPTY
    if maximum == 0:
        return EPSILON
    if minimum == 1 and maximum == 1:
        return part
    return Repetition(part, minimum, maximum)


def optional(part: Pattern) -> Pattern:
    """`part` or nothing."""
    return repeat(part, 0, 1)


ANY_BYTE = ByteClass((1 << 256) - 1)
ANY = Repetition(ANY_BYTE, 0, None)


_SMALL = [bytes((value,)) for value in range(0x80)]


def _number(value: int) -> bytes:
    """`value` as unsigned LEB128."""
    if value < 0x80:
        return _SMALL[value]
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def encode(pattern: Pattern) -> bytes:
    """The pattern as postfix byte code for the native core; takes time and space linear in the tree.

    Works with an explicit stack, so that no nesting depth can exhaust Python's. A part that is shared counts, and is
    written, wherever it stands; raises LimitExceeded for a tree of more than `MOST_NODES` nodes.
    """
    out: list[bytes] = []
    stack: list[Pattern | bytes] = [pattern]
    while stack:
        if len(out) > MOST_NODES:
            raise too_large("a pattern", len(out))
        node = stack.pop()
        kind = type(node)
        if kind is bytes:
            out.append(node)  # type: ignore[arg-type]
        elif kind is Literal:
            out.append(b"\x02" + _number(len(node.data)) + node.data)  # type: ignore[union-attr]
        elif kind is ByteClass:
            out.append(b"\x03" + node.mask.to_bytes(32, "little"))  # type: ignore[union-attr]
        elif kind is Alternation and node.code is not None:  # type: ignore[union-attr]
            out.append(node.code)  # type: ignore[union-attr]
        elif kind is Concatenation or kind is Alternation or kind is Intersection:
            code = _CONCATENATION if kind is Concatenation else _ALTERNATION if kind is Alternation else _INTERSECTION
            parts = node.parts  # type: ignore[union-attr]
            if kind is Concatenation:
                parts = flat(parts, Concatenation)
            stack.append(bytes((code,)) + _number(len(parts)))
            stack.extend(reversed(parts))
        elif kind is Repetition:
            bounds = _number(node.minimum) + _number(0 if node.maximum is None else node.maximum + 1)  # type: ignore[union-attr]
            stack.append(bytes((_REPETITION,)) + bounds)
            stack.append(node.part)  # type: ignore[union-attr]
        elif kind is Complement:
            stack.append(bytes((_COMPLEMENT,)))
            stack.append(node.part)  # type: ignore[union-attr]
        elif kind is Ahead or kind is Behind:
            stack.append(bytes((_AHEAD if kind is Ahead else _BEHIND, node.negative)))  # type: ignore[union-attr]
            stack.append(node.part)  # type: ignore[union-attr]
        elif kind is Literals:
            items = node.items  # type: ignore[union-attr]
            out.append(bytes((_LITERALS,)) + _number(len(items)) + b"".join(_number(len(i)) + i for i in items))
        elif kind is Empty:
            out.append(bytes((_EMPTY,)))
        elif kind is Epsilon:
            out.append(bytes((_EPSILON,)))
        else:
            raise TypeError(f"not a Pattern: {node!r}")
    return b"".join(out)


def flat(parts: Sequence[Any], kind: type) -> Sequence[Any]:
    """The parts with those of `kind` replaced by their own parts, at any depth."""
    for part in parts:
        if type(part) is kind:
            break
    else:
        return parts
    out: list[Any] = []
    stack = list(parts)
    while stack:
        part = stack.pop()
        if type(part) is kind:
            stack.extend(part.parts)
            if len(stack) + len(out) > MOST_NODES:
                raise too_large("a pattern or an expression", len(stack) + len(out))
        else:
            out.append(part)
    out.reverse()
    return out


def too_large(what: str, needed: int) -> LimitExceeded:
    """The error for a tree of more than `MOST_NODES` nodes."""
    why = "has too many nodes, shared parts counted wherever they stand"
    return LimitExceeded(f"{what} {why}: limit {MOST_NODES}, needed {needed}", limit=MOST_NODES, needed=needed)


def keep_code(pattern: Pattern) -> Pattern:
    """The same pattern, with its byte code kept if it is an alternation.

    Worth its memory for large classes of characters, which stand in many patterns, and often in each many times.
    """
    if type(pattern) is Alternation and pattern.code is None:
        pattern.code = encode(pattern)
    return pattern
