"""How the numbers of a set are written: as an interval's numerals, as a list, or as multiples of a step.

Each of these is a regular language; where none of them serves (multiples of 7 without bounds), an automaton does, which
is the business of `divisibility.py`. What is between bounds is that of `intervals.py`.
"""

from __future__ import annotations

import math
from decimal import Context, Decimal
from fractions import Fraction

from constrain.patterns.pattern import EMPTY, Pattern, alternation, complement, concat, intersection, literals, optional

from ..values.numbers import Numbers, divides, is_whole, multiples, step_of, written
from .intervals import (
    MINUS,
    POINT,
    any_digits,
    any_integer,
    any_number,
    equal_to,
    fractional,
    integers,
    natural,
    reals,
    scientific_places,
    zeros,
)

_EXACT = Context(prec=100_000)
_LISTED = 4096  # a set of so few members is written out


def numerals(shape: Numbers, digits: int, notation: str) -> Pattern | None:
    """All ways to write the numbers of a shape, or None if that takes an automaton (see `divisibility.py`)."""
    if shape.figures is not None:
        return _few_figures(shape, digits, notation)
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
        pattern = intersection(fractional(digits), reals(shape, digits))
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


def _few_figures(shape: Numbers, digits: int, notation: str) -> Pattern | None:
    """Numbers that have at most some digits where they have a point, and no exponent."""
    assert shape.figures is not None
    bounds = shape.low, shape.low_open, shape.high, shape.high_open
    any_ = Numbers(shape.whole, *bounds, shape.divisors, shape.never, shape.excluded, shape.values, shape.plain)
    pattern = numerals(any_, digits, notation)
    if pattern is None:
        return None
    pointed = [concat(natural(n), POINT, any_digits(1, shape.figures - n)) for n in range(1, shape.figures)]
    return intersection(pattern, concat(optional(MINUS), alternation(natural(digits), *pointed)))


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
    bare = concat(optional(MINUS), any_digits(1, None))
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
    return alternation(spelled, concat(literals(whole), optional(concat(POINT, zeros(1, 100)))))


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
        plain = concat(optional(MINUS), natural(digits), _places(places, digits))
        forms = alternation(plain, scientific_places(places, digits))
        if shape.whole is False:
            forms = intersection(forms, fractional(digits))
        return intersection(forms, reals(shape, digits)) if bounded else forms
    if first is not None and last is not None and last - first < _LISTED:
        return _multiples_listed(shape, step, first, last, digits, notation)
    return None


def _places(count: int, digits: int) -> Pattern:
    """A fraction of which only the first `count` digits may differ from 0."""
    return optional(concat(POINT, alternation(zeros(1, digits), concat(any_digits(1, count), zeros(0, digits)))))


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
        if value == 0 and not (shape.whole and notation == "digits"):
            whole.append(b"-0")
    plain = literals(whole)
    if whole and (not shape.whole or notation == "any"):
        plain = concat(plain, optional(concat(POINT, zeros(1, digits))))
    return alternation(plain, concat(literals(broken), zeros(0, digits)))
