"""Sets of lengths: finite ones, and those that repeat from some length on. Sums, multiples and repetitions of them.

The texts of a pattern over one character are known by their lengths. Those of a regular one are ultimately periodic
(Parikh 1966, for one letter): `a{2}|(aaa)+` has 2, 3, 6, 9, … Kept are the bits up to a threshold, and those of one
period after it.
"""

from __future__ import annotations

from math import gcd, lcm
from typing import NamedTuple

MOST = 1 << 16  # bits; a sum of two sets of that size takes some milliseconds


class TooLong(Exception):
    """A threshold or period of more than `MOST`."""


class Lengths(NamedTuple):
    """Bit n of `bits` says whether length n is in the set, for n < `start` + `period`; from there it repeats.

    Without a period (0) there are no others.
    """

    bits: int
    start: int
    period: int

    def upto(self, size: int) -> int:
        """The bits of all lengths below `size`."""
        if size > 8 * MOST:
            raise TooLong
        bits, known = self.bits, self.start + self.period
        if self.period:
            cycle = bits >> self.start
            while known < size:  # doubling what is known of the cycle
                bits |= cycle << known
                cycle |= cycle << (known - self.start)
                known = self.start + 2 * (known - self.start)
        return bits & ((1 << size) - 1)

    def positive(self) -> int:
        """The smallest length above 0 in the set, or 0."""
        rest = self.upto(self.start + 2 * self.period + 1) >> 1
        return (rest & -rest).bit_length()


def made(bits: int, start: int, period: int) -> Lengths:
    """The set in its smallest form."""
    if start + period > MOST:
        raise TooLong
    if period and not bits >> start:
        period = 0
    if not period:
        return Lengths(bits, bits.bit_length(), 0)
    cycle = bits >> start
    for shorter in range(1, period):
        if period % shorter == 0:
            pattern = cycle & ((1 << shorter) - 1)
            if Lengths(pattern, 0, shorter).upto(period) == cycle:
                cycle, period = pattern, shorter
                break
    bits = bits & ((1 << start) - 1) | cycle << start
    while start and (bits >> (start - 1) & 1) == (bits >> (start - 1 + period) & 1):
        start -= 1
        bits &= (1 << (start + period)) - 1
    return Lengths(bits, start, period)


NONE, ZERO, ONE = Lengths(0, 0, 0), made(1, 1, 0), made(2, 2, 0)


def union(a: Lengths, b: Lengths) -> Lengths:
    """What is in either."""
    start, period = max(a.start, b.start), lcm(a.period or 1, b.period or 1) if a.period or b.period else 0
    size = start + period
    if size > MOST:
        raise TooLong
    return made(a.upto(size) | b.upto(size), start, period)


def add(a: Lengths, b: Lengths) -> Lengths:
    """Every sum of one of each."""
    if not a.bits or not b.bits:
        return NONE
    p, q = a.period, b.period
    # Two periods reach every multiple of their greatest common divisor from p·q on (Sylvester 1884).
    start, period = a.start + b.start + p + q + p * q, lcm(p or 1, q or 1) if p or q else 0
    size = start + period + 1
    if size > MOST:
        raise TooLong
    first, second = a.upto(size), b.upto(size)
    if first.bit_count() > second.bit_count():
        first, second = second, first
    found = 0
    while first:
        lowest = first & -first
        found |= second << (lowest.bit_length() - 1)
        first ^= lowest
    return made(found & ((1 << size) - 1) if period else found, start if period else size, period)


def scaled(a: Lengths, factor: int) -> Lengths:
    """Every length so many times; 0 of them if the factor is 0, where there are any."""
    if factor == 0:
        return ZERO if a.bits else NONE
    start, period = a.start * factor, a.period * factor
    if start + period > MOST:
        raise TooLong
    bits = a.bits
    found = 0
    while bits:
        lowest = bits & -bits
        found |= 1 << (lowest.bit_length() - 1) * factor
        bits ^= lowest
    return made(found, start, period)


def repeated(a: Lengths, low: int, high: int | None) -> Lengths:
    """Every sum of `low` to `high` of them (None: no bound)."""
    if high is None:
        return add(_power(a, low), _any_number(a))
    if high < low:
        return NONE
    return add(_power(a, low), _power(union(a, ZERO), high - low))


def _power(a: Lengths, count: int) -> Lengths:
    found = ZERO
    while count:
        if count & 1:
            found = add(found, a)
        count >>= 1
        if count:
            a = add(a, a)
    return found


def _any_number(a: Lengths) -> Lengths:
    """Every sum of any number: with the smallest, m, in it, it repeats with m, and at most m - 1 others count."""
    smallest = a.positive()
    if not smallest:
        return ZERO
    largest = a.start + lcm(a.period or 1, smallest)
    size = smallest * (largest + 1) + smallest
    if size > MOST:
        common = gcd(*(n for n in range(a.start + a.period) if a.bits >> n & 1))
        if common != smallest:
            raise TooLong
        size = 2 * smallest
    found, steps = 1, a.upto(min(largest + 1, size)) | 1
    mask = (1 << size) - 1
    while True:
        grown = found
        for n in _members(steps):
            grown |= grown << n & mask
        if grown == found:
            break
        found = grown
    return made(found, size - smallest, smallest)


def _members(bits: int) -> list[int]:
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
