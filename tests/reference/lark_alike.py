"""Productions that say the same made one, by the definition: classes are divided until nothing divides them.

Two productions say the same where their right sides are equal once nonterminals of one class have one name. The first of
each class stays.
"""

from __future__ import annotations

from typing import Any

_OPERANDS = {4: 2, 11: 4}  # numbers after a repetition and a line end; one after all else
Flat = tuple[Any, list[str], list[bytes], int]


def merged(flat: Flat) -> Flat:
    """A grammar as `flatten` gives it, with terminals of any kind."""
    terminals, names, codes, start = flat
    sides = [_read(code) for code in codes]
    classes, count = [0] * len(codes), 1
    while True:
        known: dict[Any, int] = {}
        classes = [
            known.setdefault(tuple((op, classes[n[0]]) if op == 1 else (op, *n) for op, n in side), len(known))
            for side in sides
        ]
        if len(known) == count:
            break
        count = len(known)
    first = [classes.index(each) for each in range(count)]
    left = [_written([(op, [classes[n[0]]] if op == 1 else n) for op, n in sides[at]]) for at in first]
    return terminals, [names[at] for at in first], left, classes[start]


def _read(code: bytes) -> list[tuple[int, list[int]]]:
    """Operations with their numbers."""
    out = []
    rest = iter(code)
    for op in rest:
        numbers = []
        for _ in range(_OPERANDS.get(op, 1)):
            value = shift = 0
            for byte in rest:
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
            numbers.append(value)
        out.append((op, numbers))
    return out


def _written(side: list[tuple[int, list[int]]]) -> bytes:
    out = bytearray()
    for op, numbers in side:
        out.append(op)
        for number in numbers:
            value = number
            while value >= 128:
                out.append(value & 127 | 128)
                value >>= 7
            out.append(value)
    return bytes(out)
