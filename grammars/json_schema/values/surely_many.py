"""Whether a set of strings is so large that strings all different can never use it up.

Keys and items that must differ from those before them are only written where another one is sure to be left; otherwise
a text could come to a comma with nothing that may follow. Either the set's expression shows that it holds more than
a million strings, or it holds one of some long strings of random letters, which no small set does.
"""

from __future__ import annotations

from random import Random

from constrain.patterns.pattern import (
    Alternation,
    ByteClass,
    Concatenation,
    Empty,
    Epsilon,
    Literal,
    Literals,
    Pattern,
    Repetition,
)

from .strings import Strings, Union

MANY = 2**20
_random = Random(20)
_SAMPLES = [
    "".join(_random.choices(letters, k=length))
    for letters in ("abcdefghijklmnopqrstuvwxyz", "0123456789", "aZ_9-", "abcXYZ /.:")
    for length in (11, 24)
]


def surely_many(union: Union) -> bool:
    """Whether the set surely holds more strings than any text can use."""
    return any(_surely_many(shape) for shape in union)


def at_least(union: Union, wanted: int) -> bool:
    """Whether the expression of a shape shows that it holds so many strings."""
    for shape in union:
        more = shape.never or shape.excluded or shape.low > 0 or shape.high is not None
        if len(shape.also) == 1 and not more and count_of(shape.patterns[0], {})[0] >= wanted:
            return True
    return surely_many(union)


def _surely_many(shape: Strings) -> bool:
    if shape.values is not None or shape.content is not None:
        return False
    if not shape.also and not shape.never:
        return shape.high is None or shape.high >= 3  # there are more than 2**20 code points
    bounded = shape.low > 0 or shape.high is not None
    if len(shape.also) == 1 and not shape.never and not bounded and _holds_many(shape.patterns[0]):
        return True
    return any(map(shape.surely_holds, _SAMPLES))


_KEPT = 1024
_kept: dict[int, tuple[Pattern, bool]] = {}  # by identity, hence with the pattern


_classes: dict[int, tuple[Pattern, tuple[int, int | None]]] = {}  # the same for large classes of characters


def _holds_many(pattern: Pattern) -> bool:
    """Whether the expression shows that the pattern has more than `MANY` texts."""
    found = _kept.get(id(pattern))
    if found is None:
        if len(_kept) >= _KEPT:
            _kept.clear()
        found = _kept[id(pattern)] = (pattern, endless(pattern) or count_of(pattern, {})[0] > MANY)
    return found[1]


def endless(pattern: Pattern) -> bool:
    """Whether a quick look finds a part that may repeat without end; most patterns with very many texts have one."""
    match pattern:
        case Repetition():
            return pattern.maximum is None and _has_some(pattern.part) and _has_letter(pattern.part)
        case Concatenation():
            return any(map(endless, pattern.parts)) and all(map(_has_some, pattern.parts))
        case Alternation():
            return any(map(endless, pattern.parts))
    return False


def _has_some(pattern: Pattern) -> bool:
    """Whether a quick look shows that there is a text."""
    match pattern:
        case ByteClass():
            return pattern.mask != 0
        case Literals():
            return len(pattern.items) > 0
        case Alternation():
            return any(map(_has_some, pattern.parts))
        case Concatenation():
            return all(map(_has_some, pattern.parts))
        case Repetition():
            return pattern.minimum == 0 or _has_some(pattern.part)
    return type(pattern) is Literal or type(pattern) is Epsilon


def _has_letter(pattern: Pattern) -> bool:
    """Whether some text of a pattern that has some is surely not empty."""
    match pattern:
        case ByteClass():
            return True
        case Literal():
            return len(pattern.data) > 0
        case Literals():
            return any(pattern.items)
        case Concatenation():
            return any(map(_has_letter, pattern.parts))
        case Alternation():
            return any(_has_some(part) and _has_letter(part) for part in pattern.parts)
        case Repetition():
            return pattern.maximum != 0 and _has_some(pattern.part) and _has_letter(pattern.part)
    return False


def count_of(pattern: Pattern, counted: dict[int, tuple[int, int | None]]) -> tuple[int, int | None]:
    """A number of texts that the pattern surely has, and their length in bytes if it is one for all.

    `counted` holds what is known of its parts, by identity: a class of characters stands in many places.
    """
    found = counted.get(id(pattern))
    if found is None:
        if type(pattern) is Alternation and pattern.code is not None:  # a class that stands in the patterns of many
            if id(pattern) not in _classes:
                if len(_classes) >= _KEPT:
                    _classes.clear()
                _classes[id(pattern)] = pattern, _counting(pattern, {})
            found = _classes[id(pattern)][1]
        else:
            found = _counting(pattern, counted)
        counted[id(pattern)] = found
    return found


def _counting(pattern: Pattern, counted: dict[int, tuple[int, int | None]]) -> tuple[int, int | None]:
    match pattern:
        case Empty():
            return 0, None
        case ByteClass():
            return pattern.mask.bit_count(), 1
        case Literals():
            return len(pattern.items), None
        case Alternation():
            return max((count_of(part, counted)[0] for part in pattern.parts), default=0), None
        case Concatenation():
            found = [count_of(part, counted) for part in pattern.parts]
            total, fixed = 1, 0  # of the parts of one length, the others standing still
            for count, length in found:
                if length is not None:
                    total, fixed = min(total * count, 2 * MANY), fixed + length
            if any(count == 0 for count, _ in found):
                return 0, None
            # Beside parts of one length, one that has several can be told from the text.
            most = min(total * max((count for count, length in found if length is None), default=1), 2 * MANY)
            return most, fixed if all(length is not None for _, length in found) else None
        case Repetition():
            count, length = count_of(pattern.part, counted)
            if count == 0:
                return 0, None
            if pattern.maximum is None:
                return (2 * MANY if length != 0 else 1), None
            if length is None:
                return (count if pattern.maximum else 1), None
            rounds = min(pattern.maximum, 64)
            same = length * pattern.maximum if pattern.minimum == pattern.maximum else None
            return min(count**rounds, 2 * MANY), same
        case Literal():
            return 1, len(pattern.data)
        case Epsilon():
            return 1, 0
    return 0, None  # intersections, complements, assertions: not easily told
