"""Patterns read from their byte code: the opposite of `encode`.

>>> decode(b"\\x02\\x02ab")
<Literal b'\\x02\\x02ab'>
"""

from __future__ import annotations

from .bytecode import PatternCode, number_at
from .pattern import (
    ANY,
    ANY_BYTE,
    EMPTY,
    EPSILON,
    Ahead,
    Alternation,
    Behind,
    ByteClass,
    Complement,
    Concatenation,
    Intersection,
    Literal,
    Literals,
    Pattern,
    Repetition,
)

_LISTS = {
    PatternCode.CONCATENATION: Concatenation,
    PatternCode.ALTERNATION: Alternation,
    PatternCode.INTERSECTION: Intersection,
}


def decode(code: bytes) -> Pattern:
    """The pattern of which this is the byte code; its own byte code is the same.

    For code that `encode` wrote: for other bytes it raises IndexError or ValueError, or gives some pattern.
    """
    stack: list[Pattern] = []
    at, size = 0, len(code)
    while at < size:
        kind = PatternCode(code[at])
        at += 1
        if kind is PatternCode.EMPTY:
            stack.append(EMPTY)
        elif kind is PatternCode.EPSILON:
            stack.append(EPSILON)
        elif kind is PatternCode.LITERAL:
            length, at = number_at(code, at)
            stack.append(Literal(code[at : at + length]))
            at += length
        elif kind is PatternCode.LITERALS:
            count, at = number_at(code, at)
            items = []
            for _ in range(count):
                length, at = number_at(code, at)
                items.append(code[at : at + length])
                at += length
            stack.append(Literals(items))
        elif kind is PatternCode.BYTE_CLASS or kind is PatternCode.BYTE_RANGES:
            if kind is PatternCode.BYTE_CLASS:
                mask, at = int.from_bytes(code[at : at + 32], "little"), at + 32
            else:
                mask, at = _ranges_at(code, at)
            stack.append(ANY_BYTE if mask == ANY_BYTE.mask else ByteClass(mask))
        elif kind is PatternCode.COMPLEMENT:
            stack.append(Complement(stack.pop()))
        elif kind is PatternCode.REPETITION:
            minimum, at = number_at(code, at)
            bound, at = number_at(code, at)
            part = stack.pop()
            whole = part is ANY_BYTE and minimum == bound == 0
            stack.append(ANY if whole else Repetition(part, minimum, bound - 1 if bound else None))
        elif kind is PatternCode.AHEAD or kind is PatternCode.BEHIND:
            stack.append((Ahead if kind is PatternCode.AHEAD else Behind)(stack.pop(), bool(code[at])))
            at += 1
        else:
            count, at = number_at(code, at)
            first = len(stack) - count
            if first < 0:
                raise ValueError("byte code of a pattern speaks of parts that do not stand before it")
            parts = stack[first:]
            del stack[first:]
            stack.append(_LISTS[kind](parts))
    if len(stack) != 1:
        raise ValueError(f"byte code of one pattern holds {len(stack)}")
    return stack[0]


def _ranges_at(code: bytes, at: int) -> tuple[int, int]:
    """The class whose ranges stand at a place, a bit for each byte, and the place after them."""
    count, at = number_at(code, at)
    end, mask = at + 2 * count, 0
    for low, high in zip(code[at:end:2], code[at + 1 : end : 2], strict=True):
        if low > high:
            raise ValueError(f"byte code of a pattern has a range from {low} down to {high}")
        mask |= (2 << high) - (1 << low)
    return mask, end
