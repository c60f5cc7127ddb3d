"""The numerals of an interval: regular languages of decimals, compared digit by digit.

Comparison with a bound is regular: a numeral is above 12.5 if it is longer before the point, or has the same length and
a greater digit at the first difference, and so on. Scientific notation is compared by its exponent first, which needs
one digit before the point; so a number under constraints is written plainly (`0.00025`) or in that normalised form
(`2.5e-04`), as `json.dumps` does, while one without constraints may be written in any form.

An exclusive bound is drawn in to the nearest double, so that a reader who parses to doubles cannot round a value onto
the bound. Exponents stop at ±307: every number is a finite double.
"""

from __future__ import annotations

import math
from decimal import Decimal
from functools import lru_cache

from constrain.patterns.pattern import (
    EMPTY,
    Pattern,
    alternation,
    byte_class,
    byte_range,
    concat,
    intersection,
    literal,
    literals,
    optional,
    repeat,
)

from ..values.numbers import Numbers

_DIGIT = byte_range(0x30, 0x39)
_POSITIVE = byte_range(0x31, 0x39)
MINUS, POINT = literal(b"-"), literal(b".")
_E = byte_class(1 << 0x45 | 1 << 0x65)
_TOP = 307  # greatest exponent with which every mantissa is a finite double


def zeros(low: int, high: int) -> Pattern:
    return repeat(literal(b"0"), low, high)


def _range(low: int, high: int) -> Pattern:
    return byte_range(0x30 + low, 0x30 + high) if low <= high else EMPTY


def any_digits(low: int, high: int | None) -> Pattern:
    return repeat(_DIGIT, low, high) if high is None or high >= low else EMPTY


@lru_cache(64)
def any_number(digits: int) -> Pattern:
    """Any JSON number with at most `digits` digits before and after the point, in any notation."""
    fraction = optional(concat(POINT, any_digits(1, digits)))
    sign = optional(byte_class(1 << 0x2B | 1 << 0x2D))
    big = alternation(concat(_range(1, 2), _DIGIT, _DIGIT), concat(literal(b"30"), _range(0, 7)))
    return concat(
        optional(MINUS),
        alternation(
            concat(natural(digits), fraction, optional(concat(_E, sign, any_digits(1, 2)))),
            concat(_POSITIVE, fraction, _E, sign, big),
        ),
    )


@lru_cache(64)
def any_integer(digits: int, notation: str) -> Pattern:
    """Any integer; plain digits without `-0`, or with notation "any" also `-0`, `1.0` and `1e2`."""
    if notation == "digits":
        return alternation(literal(b"0"), concat(optional(MINUS), _POSITIVE, any_digits(0, digits - 1)))
    bare = optional(concat(POINT, zeros(1, digits)))
    plus = concat(_E, optional(literal(b"+")))
    whole = concat(optional(MINUS), natural(digits), bare, optional(concat(plus, any_digits(1, 2))))
    return alternation(whole, scientific_places(0, digits))


def scientific_places(places: int, digits: int) -> Pattern:
    """Normalised scientific numerals with at most `places` digits other than 0 after the point, once written out."""
    forms = []
    for count in range(21):  # of digits after the point of the mantissa
        fraction = (
            concat(POINT, any_digits(count, count), zeros(0, digits))
            if count
            else optional(concat(POINT, zeros(1, digits)))
        )
        forms.append(concat(_POSITIVE, fraction, _exponents(count - places, _TOP)))
    return concat(optional(MINUS), alternation(*forms))


@lru_cache(64)
def natural(digits: int) -> Pattern:
    return alternation(literal(b"0"), concat(_POSITIVE, any_digits(0, digits - 1)))


def _naturals(low: int, high: int | None, digits: int = 100) -> Pattern:
    """The numbers from `low` to `high` (None: no bound) without leading zeros."""
    top = 10**digits - 1
    high = top if high is None else min(high, top)
    if low > high:
        return EMPTY
    parts: list[Pattern] = []
    short, long = len(str(low)), len(str(high))
    first, last = str(low), str(high)
    if short == long:
        return _same_length(first, last)
    if first == "1" + "0" * (short - 1) or low == 0:  # whole decades can be counted in one piece
        if low == 0:
            parts.append(literal(b"0"))
            if high == 0:
                return parts[0]
        start = short
    else:
        parts.append(_same_length(first, "9" * short))
        start = short + 1
    end = long
    if last == "9" * long:
        end = long + 1
    if start < end:
        parts.append(concat(_POSITIVE, any_digits(start - 1, end - 2)))
    if end == long:
        parts.append(_same_length("1" + "0" * (long - 1), last))
    return alternation(*parts)


def _same_length(low: str, high: str) -> Pattern:
    """Digit strings between two of the same length."""
    common = 0
    while common < len(low) and low[common] == high[common]:
        common += 1
    head = literal(low[:common].encode())
    if common == len(low):
        return head
    a, b, rest = int(low[common]), int(high[common]), len(low) - common - 1
    if rest == 0:
        return concat(head, _range(a, b))
    parts = []
    full_low, full_high = low[common + 1 :] == "0" * rest, high[common + 1 :] == "9" * rest
    if not full_low:
        parts.append(concat(literal(str(a).encode()), _same_length(low[common + 1 :], "9" * rest)))
    if (first := a + (not full_low)) <= (last := b - (not full_high)):
        parts.append(concat(_range(first, last), any_digits(rest, rest)))
    if not full_high:
        parts.append(concat(literal(str(b).encode()), _same_length("0" * rest, high[common + 1 :])))
    return concat(head, alternation(*parts))


def integers(low: int | None, high: int | None, digits: int) -> Pattern:
    """The integers from `low` to `high`, plainly written, 0 without a sign."""
    natural = _naturals(max(low or 0, 0), high, digits) if high is None or high >= 0 else EMPTY
    if low is not None and low > 0:
        return natural
    below = _naturals(1 if high is None else max(-high, 1), None if low is None else -low, digits)
    return alternation(natural, concat(MINUS, below))


# Decimal numerals without sign: `plain` is 12.50, `_scientific` is 1.25e+01, one digit other than 0 before the point.


def _parts(bound: Decimal) -> tuple[str, str]:
    """The digits before and after the point, without superfluous zeros."""
    whole, _, fraction = f"{bound.copy_abs():f}".partition(".")
    return whole.lstrip("0") or "0", fraction.rstrip("0")


def _fraction_above(digits: str, strict: bool, limit: int) -> Pattern:
    """Digits d with 0.d >= 0.`digits` (or >)."""
    if not digits:
        return concat(zeros(0, limit), _POSITIVE, any_digits(0, limit)) if strict else any_digits(0, limit)
    first = int(digits[0])
    rest = _fraction_above(digits[1:], strict, limit)
    return alternation(concat(_range(first + 1, 9), any_digits(0, limit)), concat(literal(digits[:1].encode()), rest))


def _fraction_below(digits: str, strict: bool, limit: int) -> Pattern:
    """Digits d with 0.d <= 0.`digits` (or <), where `digits` has no zeros at its end."""
    if not digits:
        return EMPTY if strict else zeros(0, limit)
    first = int(digits[0])
    rest = _fraction_below(digits[1:], strict, limit)
    here = concat(literal(digits[:1].encode()), optional(rest) if len(digits) > 1 else rest)
    return alternation(concat(_range(0, first - 1), any_digits(0, limit)), here)


def _above(bound: Decimal, strict: bool, digits: int) -> Pattern:
    """Plain numerals of values >= `bound` (or >), which is not negative."""
    whole, fraction = _parts(bound)
    any_fraction = optional(concat(POINT, any_digits(1, digits)))
    bigger = concat(_naturals(int(whole) + 1, None, digits), any_fraction)
    if fraction:
        same = concat(POINT, _fraction_above(fraction, strict, digits))
    elif strict:
        same = concat(POINT, _fraction_above("", True, digits))
    else:
        same = any_fraction
    return alternation(bigger, concat(literal(whole.encode()), same))


def _below(bound: Decimal, strict: bool, digits: int) -> Pattern:
    """Plain numerals of values <= `bound` (or <), which is not negative."""
    whole, fraction = _parts(bound)
    smaller: Pattern = EMPTY
    if whole != "0":
        smaller = concat(_naturals(0, int(whole) - 1, digits), optional(concat(POINT, any_digits(1, digits))))
    return _or_fraction_below(smaller, whole, fraction, strict, digits)


def _or_fraction_below(smaller: Pattern, whole: str, fraction: str, strict: bool, limit: int) -> Pattern:
    """What is smaller, or `whole` with a fraction <= `fraction` (or <)."""
    if strict and not fraction:
        return smaller
    same = _fraction_below(fraction, strict, limit) if fraction else zeros(1, limit)
    return alternation(smaller, concat(literal(whole.encode()), optional(concat(POINT, same))))


@lru_cache(256)
def _exponents(low: int, high: int) -> Pattern:
    """`e` and an exponent in the range: `e5`, `E+05`, `e-07`."""
    low, high = max(low, -_TOP), min(high, _TOP)
    parts = []
    padding = zeros(0, 2)
    if high >= 0:
        positive = _naturals(max(low, 0), high)
        parts.append(concat(optional(literal(b"+")), padding, positive) if positive is not EMPTY else EMPTY)
    if low < 0:
        negative = _naturals(max(-high, 1), -low)
        parts.append(concat(MINUS, padding, negative) if negative is not EMPTY else EMPTY)
    return concat(_E, alternation(*parts))


def _mantissa(digits: int) -> Pattern:
    return concat(_POSITIVE, optional(concat(POINT, any_digits(1, digits))))


def _scientific(low: Decimal | None, low_open: bool, high: Decimal | None, high_open: bool, digits: int) -> Pattern:
    """Normalised scientific numerals in an interval of positive numbers."""
    first, last = -_TOP, _TOP
    parts: list[Pattern] = []
    edges: dict[int, list[Pattern]] = {}
    if low is not None and low > 0:
        mantissa, exponent = _normalised(low)
        edges.setdefault(exponent, []).append(_mantissa_above(mantissa, low_open, digits))
        first = exponent + 1
    if high is not None:
        if high <= 0:
            return EMPTY
        mantissa, exponent = _normalised(high)
        edges.setdefault(exponent, []).append(_mantissa_below(mantissa, high_open, digits))
        last = exponent - 1
    if first <= last:
        parts.append(concat(_mantissa(digits), _exponents(first, last)))
    for exponent, demands in edges.items():
        if -_TOP <= exponent <= _TOP:
            parts.append(concat(intersection(*demands), _exponents(exponent, exponent)))
    return alternation(*parts)


def _normalised(value: Decimal) -> tuple[str, int]:
    """The significant digits of a positive number and the exponent of the first."""
    digits = "".join(map(str, value.as_tuple().digits)).lstrip("0").rstrip("0")
    return digits, value.adjusted()


def _mantissa_above(digits: str, strict: bool, limit: int) -> Pattern:
    """Mantissas >= (or >) the one with these digits."""
    first, rest = int(digits[0]), digits[1:]
    bigger = concat(_range(first + 1, 9), optional(concat(POINT, any_digits(1, limit))))
    same = (
        concat(POINT, _fraction_above(rest, strict, limit))
        if rest or strict
        else optional(concat(POINT, any_digits(1, limit)))
    )
    return alternation(bigger, concat(literal(digits[:1].encode()), same))


def _mantissa_below(digits: str, strict: bool, limit: int) -> Pattern:
    """Mantissas <= (or <) the one with these digits."""
    first, rest = int(digits[0]), digits[1:]
    smaller = concat(_range(1, first - 1), optional(concat(POINT, any_digits(1, limit))))
    return _or_fraction_below(smaller, digits[:1], rest, strict, limit)


def _magnitudes(low: Decimal, low_open: bool, high: Decimal | None, high_open: bool, digits: int) -> Pattern:
    """Numerals without sign of the values in an interval; `low` is not negative."""
    if high is not None and (high < low or (high == low and (low_open or high_open))):
        return EMPTY
    operands = []
    if low > 0 or low_open:
        operands.append(_above(low, low_open, digits))
    if high is not None:
        operands.append(_below(high, high_open, digits))
    if not operands:
        operands.append(concat(natural(digits), optional(concat(POINT, any_digits(1, digits)))))
    return alternation(intersection(*operands), _scientific(low, low_open, high, high_open, digits))


def _drawn_in(value: Decimal, upwards: bool) -> tuple[Decimal, bool]:
    """An exclusive bound, as an inclusive one at the nearest double."""
    nearest = math.nextafter(float(value), math.inf if upwards else -math.inf)
    return (Decimal(repr(nearest)), False) if value != 0 and math.isfinite(nearest) else (value, True)


def reals(shape: Numbers, digits: int) -> Pattern:
    """The numbers of an interval, plain or in normalised scientific notation."""
    low, low_open, high, high_open = shape.low, shape.low_open, shape.high, shape.high_open
    if low is not None and low_open:
        low, low_open = _drawn_in(low, True)
    if high is not None and high_open:
        high, high_open = _drawn_in(high, False)
    zero = Decimal(0)
    parts = []
    if high is None or high > 0 or (high == 0 and not high_open):
        bottom, bottom_open = (low, low_open) if low is not None and low >= 0 else (zero, False)
        parts.append(_magnitudes(bottom, bottom_open, high, high_open, digits))
    if low is None or low < 0 or (low == 0 and not low_open):
        bottom, bottom_open = (high.copy_negate(), high_open) if high is not None and high <= 0 else (zero, False)
        top = None if low is None else low.copy_negate()
        below = _magnitudes(bottom, bottom_open, top, low_open, digits)
        parts.append(concat(MINUS, below))
    return alternation(*parts)


@lru_cache(4)
def fractional(digits: int) -> Pattern:
    """Numerals, plain or normalised, of numbers that are no integers, also after rounding to a double.

    For that, some digit soon after the point has to tell: one of 1 to 8, or both a 0 and a 9, or a last one.
    """
    more = any_digits(0, digits)
    near = [_short_fraction(6), concat(any_digits(0, 5), _range(1, 8), more)]
    near.append(concat(any_digits(0, 4), literals([b"09", b"90"]), more))
    plain = alternation(
        concat(natural(9), POINT, alternation(*near)),
        concat(_POSITIVE, any_digits(9, 12), POINT, _short_fraction(2)),
    )
    half = digits // 2
    small = concat(literal(b"0.0"), zeros(0, half), _POSITIVE, any_digits(0, half))
    return concat(optional(MINUS), alternation(plain, small, concat(_mantissa(digits), _exponents(-_TOP, -1))))


def _short_fraction(count: int) -> Pattern:
    """At most `count` digits, not all of them 0."""
    return alternation(*(concat(any_digits(k, k), _POSITIVE, any_digits(0, count - 1 - k)) for k in range(count)))


def equal_to(value: Decimal, digits: int) -> Pattern:
    """Every numeral, plain or normalised, of one value."""
    size = value.copy_abs()
    same = _magnitudes(size, False, size, False, digits)
    if value == 0:
        return concat(optional(MINUS), same)
    return concat(MINUS, same) if value < 0 else same
