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

from .. import _native
from ..support.flat_trees import Node, constant


class Pattern(Node):
    """A regular language over bytes. Build with the functions below; nodes are shared freely and never changed."""

    __slots__ = ()

    def __copy__(self) -> Pattern:
        return self

    def __deepcopy__(self, memo: object) -> Pattern:
        return self

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


EMPTY: Empty = constant("EMPTY", Empty())
EPSILON: Epsilon = constant("EPSILON", Epsilon())


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


ANY_BYTE: ByteClass = constant("ANY_BYTE", ByteClass((1 << 256) - 1))
ANY: Repetition = constant("ANY", Repetition(ANY_BYTE, 0, None))


def encode(pattern: Pattern) -> bytes:
    """The pattern as postfix byte code for the native core; takes time and space linear in the tree.

    Works with an explicit stack, so that no nesting depth can exhaust the machine's. A part that is shared counts, and
    is written, wherever it stands; raises LimitExceeded for a tree of more than 2,000,000 nodes.
    """
    return _native.encode(pattern)


def keep_code(pattern: Pattern) -> Pattern:
    """The same pattern, with its byte code kept if it is an alternation.

    Worth its memory for large classes of characters, which stand in many patterns, and often in each many times.
    """
    if type(pattern) is Alternation and pattern.code is None:
        pattern.code = encode(pattern)
    return pattern
