"""How the numbers of a set are written: regular languages of decimal numerals.

Comparison with a bound is regular digit by digit: a numeral is above 12.5 if it is longer before the point, or has the
same length and a greater digit at the first difference, and so on. Scientific notation is compared by its exponent
first, which needs one digit before the point; so a number under constraints is written plainly (`0.00025`) or in that
normalised form (`2.5e-04`), as `json.dumps` does, while one without constraints may be written in any form.

An exclusive bound is drawn in to the nearest double, so that a reader who parses to doubles cannot round a value onto
the bound. Exponents stop at ±307: every number is a finite double.
"""

from __future__ import annotations

import math
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

from constrain.pattern import (
    EMPTY,
    Pattern,
    alternation,
    byte_class,
    byte_range,
    complement,
    concat,
    intersection,
    literal,
    literals,
    optional,
    repeat,
)

from .numbers import Numbers, divides, is_whole, multiples, step_of, written

DIGIT = byte_range(0x30, 0x39)
POSITIVE = byte_range(0x31, 0x39)
_MINUS, _POINT = literal(b"-"), literal(b".")
_E = byte_class(1 << 0x45 | 1 << 0x65)
_TOP = 307  # greatest exponent with which every mantissa is a finite double
_EXACT = Context(prec=100_000)
LISTED = 4096  # a set of so few members is written out


def _zeros(low: int, high: int) -> Pattern:
    return repeat(literal(b"0"), low, high)


def _range(low: int, high: int) -> Pattern:
    return byte_range(0x30 + low, 0x30 + high) if low <= high else EMPTY


def _digits(low: int, high: int | None) -> Pattern:
    return repeat(DIGIT, low, high) if high is None or high >= low else EMPTY


@lru_cache(64)
def any_number(digits: int) -> Pattern:
    """Any JSON number with at most `digits` digits before and after the point, in any notation."""
    fraction = optional(concat(_POINT, _digits(1, digits)))
    sign = optional(byte_class(1 << 0x2B | 1 << 0x2D))
    big = alternation(concat(_range(1, 2), DIGIT, DIGIT), concat(literal(b"30"), _range(0, 7)))
    return concat(
        optional(_MINUS),
        alternation(
            concat(_natural(digits), fraction, optional(concat(_E, sign, _digits(1, 2)))),
            concat(POSITIVE, fraction, _E, sign, big),
        ),
    )


@lru_cache(64)
def any_integer(digits: int, notation: str) -> Pattern:
    """Any integer; plain digits, or with notation "any" also `1.0` and `1e2`."""
    plain = concat(optional(_MINUS), _natural(digits))
    if notation == "digits":
        return plain
    zeros = optional(concat(_POINT, _zeros(1, digits)))
    plus = concat(_E, optional(literal(b"+")))
    whole = concat(optional(_MINUS), _natural(digits), zeros, optional(concat(plus, _digits(1, 2))))
    return alternation(whole, _places_scientific(0, digits))


def _places_scientific(places: int, digits: int) -> Pattern:
    """Normalised scientific numerals with at most `places` digits other than 0 after the point, once written out."""
    forms = []
    for count in range(21):  # of digits after the point of the mantissa
        fraction = (
            concat(_POINT, _digits(count, count), _zeros(0, digits))
            if count
            else optional(concat(_POINT, _zeros(1, digits)))
        )
        forms.append(concat(POSITIVE, fraction, _exponents(count - places, _TOP)))
    return concat(optional(_MINUS), alternation(*forms))


@lru_cache(64)
def _natural(digits: int) -> Pattern:
    return alternation(literal(b"0"), concat(POSITIVE, _digits(0, digits - 1)))


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
        parts.append(concat(POSITIVE, _digits(start - 1, end - 2)))
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
        parts.append(concat(_range(first, last), _digits(rest, rest)))
    if not full_high:
        parts.append(concat(literal(str(b).encode()), _same_length("0" * rest, high[common + 1 :])))
    return concat(head, alternation(*parts))


def integers(low: int | None, high: int | None, digits: int) -> Pattern:
    """The integers from `low` to `high`, plainly written; `-0` is 0."""
    natural = _naturals(max(low or 0, 0), high, digits) if high is None or high >= 0 else EMPTY
    if low is not None and low > 0:
        return natural
    below = _naturals(0 if high is None else max(-high, 0), None if low is None else -low, digits)
    return alternation(natural, concat(_MINUS, below))


# Decimal numerals without sign: `plain` is 12.50, `scientific` is 1.25e+01, one digit other than 0 before the point.


def _parts(bound: Decimal) -> tuple[str, str]:
    """The digits before and after the point, without superfluous zeros."""
    whole, _, fraction = f"{bound.copy_abs():f}".partition(".")
    return whole.lstrip("0") or "0", fraction.rstrip("0")


def _fraction_above(digits: str, strict: bool, limit: int) -> Pattern:
    """Digits d with 0.d >= 0.`digits` (or >)."""
    if not digits:
        return concat(_zeros(0, limit), POSITIVE, _digits(0, limit)) if strict else _digits(0, limit)
    first = int(digits[0])
    rest = _fraction_above(digits[1:], strict, limit)
    return alternation(concat(_range(first + 1, 9), _digits(0, limit)), concat(literal(digits[:1].encode()), rest))


def _fraction_below(digits: str, strict: bool, limit: int) -> Pattern:
    """Digits d with 0.d <= 0.`digits` (or <), where `digits` has no zeros at its end."""
    if not digits:
        return EMPTY if strict else _zeros(0, limit)
    first = int(digits[0])
    rest = _fraction_below(digits[1:], strict, limit)
    here = concat(literal(digits[:1].encode()), optional(rest) if len(digits) > 1 else rest)
    return alternation(concat(_range(0, first - 1), _digits(0, limit)), here)


def _above(bound: Decimal, strict: bool, digits: int) -> Pattern:
    """Plain numerals of values >= `bound` (or >), which is not negative."""
    whole, fraction = _parts(bound)
    any_fraction = optional(concat(_POINT, _digits(1, digits)))
    bigger = concat(_naturals(int(whole) + 1, None, digits), any_fraction)
    if fraction:
        same = concat(_POINT, _fraction_above(fraction, strict, digits))
    elif strict:
        same = concat(_POINT, _fraction_above("", True, digits))
    else:
        same = any_fraction
    return alternation(bigger, concat(literal(whole.encode()), same))


def _below(bound: Decimal, strict: bool, digits: int) -> Pattern:
    """Plain numerals of values <= `bound` (or <), which is not negative."""
    whole, fraction = _parts(bound)
    smaller = EMPTY
    if whole != "0":
        smaller = concat(_naturals(0, int(whole) - 1, digits), optional(concat(_POINT, _digits(1, digits))))
    if fraction:
        same = optional(concat(_POINT, _fraction_below(fraction, strict, digits)))
    elif strict:
        return smaller
    else:
        same = optional(concat(_POINT, _zeros(1, digits)))
    return alternation(smaller, concat(literal(whole.encode()), same))


@lru_cache(256)
def _exponents(low: int, high: int) -> Pattern:
    """`e` and an exponent in the range: `e5`, `E+05`, `e-07`."""
    low, high = max(low, -_TOP), min(high, _TOP)
    parts = []
    padding = _zeros(0, 2)
    if high >= 0:
        positive = _naturals(max(low, 0), high)
        parts.append(concat(optional(literal(b"+")), padding, positive) if positive is not EMPTY else EMPTY)
    if low < 0:
        negative = _naturals(max(-high, 1), -low)
        parts.append(concat(_MINUS, padding, negative) if negative is not EMPTY else EMPTY)
    return concat(_E, alternation(*parts))


def _mantissa(digits: int) -> Pattern:
    return concat(POSITIVE, optional(concat(_POINT, _digits(1, digits))))


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
    bigger = concat(_range(first + 1, 9), optional(concat(_POINT, _digits(1, limit))))
    same = (
        concat(_POINT, _fraction_above(rest, strict, limit))
        if rest or strict
        else optional(concat(_POINT, _digits(1, limit)))
    )
    return alternation(bigger, concat(literal(digits[:1].encode()), same))


def _mantissa_below(digits: str, strict: bool, limit: int) -> Pattern:
    """Mantissas <= (or <) the one with these digits."""
    first, rest = int(digits[0]), digits[1:]
    smaller = concat(_range(1, first - 1), optional(concat(_POINT, _digits(1, limit))))
    if rest:
        same = optional(concat(_POINT, _fraction_below(rest, strict, limit)))
    elif strict:
        return smaller
    else:
        same = optional(concat(_POINT, _zeros(1, limit)))
    return alternation(smaller, concat(literal(digits[:1].encode()), same))


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
        operands.append(concat(_natural(digits), optional(concat(_POINT, _digits(1, digits)))))
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
        parts.append(concat(_MINUS, below))
    return alternation(*parts)


@lru_cache(4)
def _fractional(digits: int) -> Pattern:
    """Numerals, plain or normalised, of numbers that are no integers, also after rounding to a double.

    For that, some digit soon after the point has to tell: one of 1 to 8, or both a 0 and a 9, or a last one.
    """
    any_digits = _digits(0, digits)
    near = [_short_fraction(6), concat(_digits(0, 5), _range(1, 8), any_digits)]
    near.append(concat(_digits(0, 4), literals([b"09", b"90"]), any_digits))
    plain = alternation(
        concat(_natural(9), _POINT, alternation(*near)),
        concat(POSITIVE, _digits(9, 12), _POINT, _short_fraction(2)),
    )
    half = digits // 2
    small = concat(literal(b"0.0"), _zeros(0, half), POSITIVE, _digits(0, half))
    return concat(optional(_MINUS), alternation(plain, small, concat(_mantissa(digits), _exponents(-_TOP, -1))))


def _short_fraction(count: int) -> Pattern:
    """At most `count` digits, not all of them 0."""
    return alternation(*(concat(_digits(k, k), POSITIVE, _digits(0, count - 1 - k)) for k in range(count)))


def equal_to(value: Decimal, digits: int) -> Pattern:
    """Every numeral, plain or normalised, of one value."""
    size = value.copy_abs()
    same = _magnitudes(size, False, size, False, digits)
    if value == 0:
        return concat(optional(_MINUS), same)
    return concat(_MINUS, same) if value < 0 else same


def numerals(shape: Numbers, digits: int, notation: str) -> Pattern | None:
    """All ways to write the numbers of a shape, or None if that takes an automaton (see `division.py`)."""
    if shape.plain is False:
        return _pointed(shape, digits, notation)
    notation = "digits" if shape.plain else notation
    if shape.values is not None:
        return _listed(shape, notation)
    step = step_of(shape)
    if step is not None or shape.never:
        pattern = _stepped(shape, digits, notation)
        if pattern is None:
            return None
    elif shape.whole is False:
        pattern = intersection(_fractional(digits), reals(shape, digits))
    elif shape.low is None and shape.high is None:
        if not shape.excluded:
            return any_number(digits)
        pattern = reals(shape, digits)
    else:
        pattern = reals(shape, digits)
    if shape.excluded:
        forbidden = [equal_to(value, digits) for value in shape.excluded]
        pattern = intersection(pattern, complement(alternation(*forbidden)))
    return pattern


def _pointed(shape: Numbers, digits: int, notation: str) -> Pattern | None:
    """Integers that are none in draft 4, since they have a point or an exponent; none are written unless asked for."""
    if notation == "digits":
        return EMPTY
    either = Numbers(
        True, shape.low, shape.low_open, shape.high, shape.high_open, shape.divisors, shape.never, shape.excluded
    )
    if shape.values is not None:
        either = Numbers(values=shape.values)
    pattern = numerals(either, digits, notation)
    bare = concat(optional(_MINUS), _digits(1, None))
    return None if pattern is None else intersection(pattern, complement(bare))


def _listed(shape: Numbers, notation: str) -> Pattern:
    assert shape.values is not None
    texts: list[str] = []
    for value, spelling in shape.values.items():
        if spelling.isdigit():
            texts.append(spelling)
        else:
            texts += [str(int(value))] if shape.plain else _spelled(value, spelling)
    spelled = literals([text.encode() for text in texts])
    if notation == "digits":
        return spelled
    whole = [str(int(v)).encode() for v in shape.values if _short(v)]
    if not whole:
        return spelled
    return alternation(spelled, concat(literals(whole), optional(concat(_POINT, _zeros(1, 100)))))


def _spelled(value: Decimal, spelling: str) -> list[str]:
    """A number as it is given (a `Decimal` forgets how its exponent was written), plainly, and as `json.dumps` does."""
    given = spelling.lower()
    found = [spelling, given, given.replace("+", "")]
    if abs(value.adjusted()) < 100:
        found.append(written(value))
    double = float(value)
    if not _short(value) and math.isfinite(double) and Decimal(repr(double)) == value:
        found.append(repr(double))
    return found


def _short(value: Decimal) -> bool:
    """Whether the value is an integer of reasonable length."""
    return is_whole(value) and value.adjusted() < 100


def _stepped(shape: Numbers, digits: int, notation: str) -> Pattern | None:
    """Multiples of a number within an interval."""
    step = step_of(shape)
    if step is None:
        return None
    first, last = multiples(shape, step)
    bounded = first is not None or last is not None or bool(shape.excluded)
    if step == 1 and not shape.never:
        if shape.whole and notation == "digits":
            return integers(first, last, digits)
        whole = any_integer(digits, "any")
        return intersection(whole, reals(shape, digits)) if bounded else whole
    places = len(str(step.denominator)) - 1
    if step.numerator == 1 and step.denominator == 10**places and not shape.whole and not shape.never:
        plain = concat(optional(_MINUS), _natural(digits), _places(places, digits))
        forms = alternation(plain, _places_scientific(places, digits))
        if shape.whole is False:
            forms = intersection(forms, _fractional(digits))
        return intersection(forms, reals(shape, digits)) if bounded else forms
    if first is not None and last is not None and last - first < LISTED:
        return _multiples_listed(shape, step, first, last, digits, notation)
    return None


def _places(count: int, digits: int) -> Pattern:
    """A fraction of which only the first `count` digits may differ from 0."""
    return optional(concat(_POINT, alternation(_zeros(1, digits), concat(_digits(1, count), _zeros(0, digits)))))


def _multiples_listed(shape: Numbers, step: Fraction, first: int, last: int, digits: int, notation: str) -> Pattern:
    """Each of few multiples, plainly written."""
    places = 0
    while 10**places % step.denominator:
        places += 1
    unit = step.numerator * (10**places // step.denominator)
    whole: list[bytes] = []
    broken: list[bytes] = []
    for k in range(first, last + 1):
        value = _EXACT.scaleb(Decimal(k * unit), -places)
        if value in shape.excluded or any(divides(d, value) for d in shape.never):
            continue
        if shape.whole is False and is_whole(value):
            continue
        (whole if is_whole(value) else broken).append(written(value).encode())
        if value == 0:
            whole.append(b"-0")
    plain = literals(whole)
    if whole and (not shape.whole or notation == "any"):
        plain = concat(plain, optional(concat(_POINT, _zeros(1, digits))))
    return alternation(plain, concat(literals(broken), _zeros(0, digits)))
