"""What a quick look tells of a pattern: all its texts if they are few, and which bytes may stand at its beginning.

Both are used to keep alternatives apart before they multiply (a `pattern` that is a list of words is an enumeration;
two patterns that begin differently have nothing in common). Neither ever guesses: no answer means unknown.
"""

from __future__ import annotations

from constrain.budget import TURN, spend
from constrain.patterns.pattern import (
    Ahead,
    Alternation,
    Behind,
    ByteClass,
    Concatenation,
    Empty,
    Epsilon,
    Intersection,
    Literal,
    Literals,
    Pattern,
    Repetition,
)

_KEPT = 4096
_FRONT = 64  # bytes of a beginning that are looked at


def few(pattern: Pattern, limit: int = 64) -> list[bytes] | None:
    """All texts of the pattern, or None if they are more than `limit`, infinitely many, or not obvious."""
    match pattern:
        case Literal():
            return [pattern.data]
        case Literals():
            return list(pattern.items) if len(pattern.items) <= limit else None
        case ByteClass():
            if pattern.mask.bit_count() > limit:
                return None
            return [bytes((b,)) for b in range(256) if pattern.mask >> b & 1]
        case Concatenation():
            texts = [b""]
            for part in pattern.parts:
                more = few(part, limit)
                if more is None or len(texts) * len(more) > limit:
                    return None
                texts = [a + b for a in texts for b in more]
            return texts
        case Alternation():
            found: list[bytes] = []
            for part in pattern.parts:
                more = few(part, limit)
                if more is None or len(found) + len(more) > limit:
                    return None
                found += more
            return found
        case Repetition():
            if pattern.maximum is None or pattern.maximum > 8:
                return None
            once = few(pattern.part, limit)
            if once is None:
                return None
            texts, found = [b""], [b""] if pattern.minimum == 0 else []
            for times in range(1, pattern.maximum + 1):
                texts = [a + b for a in texts for b in once]
                if times >= pattern.minimum:
                    found += texts
                if len(texts) + len(found) > limit:
                    return None
            return found
        case Epsilon():
            return [b""]
        case Empty():
            return []
    return None


_fronts: dict[int, tuple[Pattern, tuple[int, ...]]] = {}


def begin_differently(a: Pattern, b: Pattern) -> bool:
    """Whether some position near the beginning must hold different bytes in the two patterns' texts."""
    return any(not x & y for x, y in zip(_front(a), _front(b), strict=False))


def _front(pattern: Pattern) -> tuple[int, ...]:
    found = _fronts.get(id(pattern))
    if found is None:
        if len(_fronts) >= _KEPT:
            _fronts.clear()
        found = _fronts[id(pattern)] = pattern, tuple(_masks(pattern, {})[0][:_FRONT])
    return found[1]


_Masks = tuple[list[int], bool]


def _masks(node: Pattern, known: dict[int, _Masks]) -> _Masks:
    """Bytes possible at each of the first positions, as far as every text is that long; whether all end there.

    `known` holds the answers for parts, which may be shared.
    """
    found = known.get(id(node))
    if found is None:
        spend(2 * TURN)
        found = known[id(node)] = _masks_of(node, known)
    return found


def _masks_of(node: Pattern, known: dict[int, _Masks]) -> _Masks:
    match node:
        case Literal():
            return [1 << byte for byte in node.data[: _FRONT + 1]], len(node.data) <= _FRONT
        case ByteClass():
            return [node.mask], True
        case Concatenation():
            masks: list[int] = []
            for part in node.parts:
                more, exact = _masks(part, known)
                masks += more
                if not exact or len(masks) > _FRONT:
                    return masks, False
            return masks, True
        case Alternation() | Literals():
            parts = (
                [([1 << byte for byte in item[: _FRONT + 1]], len(item) <= _FRONT) for item in node.items]
                if isinstance(node, Literals)
                else [_masks(part, known) for part in node.parts]
            )
            spend(TURN * len(parts))
            size = min(len(masks) for masks, _ in parts)
            merged = [0] * size
            for masks, _ in parts:
                merged = [x | y for x, y in zip(merged, masks, strict=False)]
            return merged, all(exact and len(masks) == size for masks, exact in parts)
        case Repetition():
            once, exact = _masks(node.part, known)
            if node.minimum == 0 or not once:
                return [], not once and exact
            if not exact:
                return once, False
            times = min(node.minimum, _FRONT // len(once) + 1)
            return once * times, times == node.minimum == node.maximum
        case Intersection():
            both: list[int] = []
            for part in node.parts:
                masks, _ = _masks(part, known)
                merged = [x & y for x, y in zip(both, masks, strict=False)]
                longer = masks if len(masks) > len(both) else both
                both = merged + longer[len(merged) :]
            return both, False
        case Ahead() | Behind() | Epsilon():
            return [], True
    return [], False
