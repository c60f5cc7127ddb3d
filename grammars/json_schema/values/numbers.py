"""Sets of numbers: a union of shapes, each closed under intersection, in exact decimal arithmetic.

A shape is an interval, a list of divisors, a list of numbers that must not divide, whether the value must be (or must
not be) an integer, and excluded values; or a finite set of values. How the numbers of a shape are written is the
business of `numerals.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from constrain.budget import TURN, spend

from ..source.dialect import FIGURES, PLAIN
from ..source.document import Subschema
from ..source.keyword_values import wrong


class Numbers:
    """One shape. `whole`: True only integers, False only numbers that are none, None either.

    `values` maps each member of a finite set to the spelling given in the schema. `plain`: True only integers written
    as digits, which is what makes a number an integer in draft 4; False only integers written otherwise (`1.0`), which
    are none there; None either. `figures`: numbers with a point have at most so many digits, and no exponent; this is
    about their spelling, so it does not count where a set is negated.
    """

    __slots__ = (
        "divisors",
        "excluded",
        "figures",
        "high",
        "high_open",
        "low",
        "low_open",
        "never",
        "plain",
        "values",
        "whole",
    )

    def __init__(
        self,
        whole: bool | None = None,
        low: Decimal | None = None,
        low_open: bool = False,
        high: Decimal | None = None,
        high_open: bool = False,
        divisors: tuple[Decimal, ...] = (),
        never: tuple[Decimal, ...] = (),
        excluded: frozenset[Decimal] = frozenset(),
        values: dict[Decimal, str] | None = None,
        plain: bool | None = None,
        figures: int | None = None,
    ) -> None:
        self.figures = figures
        self.whole, self.values, self.excluded, self.plain = whole, values, excluded, plain
        self.low, self.low_open, self.high, self.high_open = low, low_open, high, high_open
        self.divisors, self.never = divisors, never

    def key(self) -> tuple[object, ...]:
        """Equal for shapes that say the same."""
        values = None if self.values is None else tuple(self.values.items())
        bounds = self.low, self.low_open, self.high, self.high_open
        return (
            self.whole,
            self.plain,
            self.figures,
            bounds,
            frozenset(self.divisors),
            frozenset(self.never),
            self.excluded,
            values,
        )

    def __contains__(self, value: Decimal) -> bool:
        """Whether `value` is in the set."""
        if self.values is not None and value not in self.values:
            return False
        if self.low is not None and (value < self.low or (self.low_open and value == self.low)):
            return False
        if self.high is not None and (value > self.high or (self.high_open and value == self.high)):
            return False
        if self.whole is not None and is_whole(value) != self.whole:
            return False
        if value in self.excluded or not all(divides(d, value) for d in self.divisors):
            return False
        return not any(divides(d, value) for d in self.never)


Union = tuple[Numbers, ...]
ANY: Union = (Numbers(),)
INTEGERS: Union = (Numbers(whole=True),)
PLAIN_INTEGERS: Union = (Numbers(whole=True, plain=True),)


def is_whole(value: Decimal) -> bool:
    """Whether `value` is an integer, however it is written."""
    return value == value.to_integral_value()


def divides(divisor: Decimal, value: Decimal) -> bool:
    """Whether `value` is an integer multiple of `divisor`, exactly."""
    return (Fraction(value) / Fraction(divisor)).denominator == 1


def finite(values: Iterable[tuple[Decimal, str]]) -> Union:
    """Exactly the given values with their spellings."""
    kept: dict[Decimal, str] = {}
    for value, spelling in values:
        kept.setdefault(value, spelling)
    return (Numbers(values=kept),) if kept else ()


def meet(a: Union, b: Union) -> Union:
    """Numbers in both."""
    if a is ANY or b is ANY:
        return b if a is ANY else a
    if a is b:
        return a
    spend(4 * TURN * len(a) * len(b))
    found = [shape for x in a for y in b if (shape := _meet(x, y)) is not None]
    return tuple(found) if len(found) < 2 else _absorbed(found)


def _absorbed(found: list[Numbers]) -> Union:
    """The union without the shapes that lie within another; otherwise complements of unions would multiply."""
    shapes = tuple({shape.key(): shape for shape in found}.values())
    spend(2 * TURN * len(shapes) ** 2)
    return tuple(x for x in shapes if not any(x is not y and _within(x, y) for y in shapes))


def _within(x: Numbers, y: Numbers) -> bool:
    """Whether every number of `x` is known to be in `y`; their keys differ."""
    if y.values is not None or y.plain not in (None, x.plain) or y.figures not in (None, x.figures):
        return False
    if x.values is not None:
        return all(value in y for value in x.values)
    if y.whole not in (None, x.whole) or not _bounded_by(x, y):
        return False
    return set(y.divisors) <= set(x.divisors) and set(y.never) <= set(x.never) and y.excluded <= x.excluded


def _bounded_by(x: Numbers, y: Numbers) -> bool:
    """Whether the interval of `x` lies in that of `y`."""
    if y.low is not None and (x.low is None or x.low < y.low or (x.low == y.low and y.low_open and not x.low_open)):
        return False
    return y.high is None or not (
        x.high is None or x.high > y.high or (x.high == y.high and y.high_open and not x.high_open)
    )


def _meet(a: Numbers, b: Numbers) -> Numbers | None:
    if a.values is None and b.values is not None:
        a, b = b, a
    if a.plain is not None and b.plain is not None and a.plain != b.plain:
        return None
    plain = a.plain if b.plain is None else b.plain
    if a.values is not None:
        kept = {value: spelling for value, spelling in a.values.items() if value in b}
        if plain is not None:
            kept = {value: spelling for value, spelling in kept.items() if is_whole(value)}
        return Numbers(values=kept, plain=plain) if kept else None
    if a.whole is not None and b.whole is not None and a.whole != b.whole:
        return None
    low, low_open = a.low, a.low_open
    if b.low is not None and (low is None or b.low > low or (b.low == low and b.low_open)):
        low, low_open = b.low, b.low_open
    high, high_open = a.high, a.high_open
    if b.high is not None and (high is None or b.high < high or (b.high == high and b.high_open)):
        high, high_open = b.high, b.high_open
    if low is not None and high is not None and (low > high or (low == high and (low_open or high_open))):
        return None
    divisors = tuple(dict.fromkeys((*a.divisors, *b.divisors)))
    never = tuple(dict.fromkeys((*a.never, *b.never)))
    if any(divides(n, d) for n in never for d in divisors):
        return None  # every multiple of d is one of n
    whole = a.whole if b.whole is None else b.whole
    if whole is False and any(is_whole(d) for d in divisors):
        return None
    figures = b.figures if a.figures is None else a.figures if b.figures is None else min(a.figures, b.figures)
    excluded = a.excluded | b.excluded
    shape = Numbers(whole, low, low_open, high, high_open, divisors, never, excluded, None, plain, figures)
    return None if _is_empty(shape) else shape


def _is_empty(shape: Numbers) -> bool:
    """Whether an interval holds no member: for integers and multiples, and for single points."""
    if shape.low is None or shape.high is None:
        return False
    if shape.low == shape.high:
        return shape.low not in shape
    step = step_of(shape)
    return step is not None and _first_multiple(shape, step) is None


def step_of(shape: Numbers) -> Fraction | None:
    """The number of which exactly the multiples satisfy `whole` and `divisors`; None if there is none."""
    steps = [Fraction(d) for d in shape.divisors] + ([Fraction(1)] if shape.whole else [])
    if not steps:
        return None
    result = steps[0]
    for step in steps[1:]:  # lcm(a/b, c/d) = lcm(ad, cb) / bd
        numerator, denominator = result.numerator * step.denominator, step.numerator * result.denominator
        multiple = Fraction(numerator) * denominator / _gcd(numerator, denominator)
        result = multiple / (result.denominator * step.denominator)
    return result


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


def _first_multiple(shape: Numbers, step: Fraction) -> int | None:
    """The least k with k*step in the interval, given that it has both ends; None if there is none."""
    first, last = multiples(shape, step)
    assert first is not None
    assert last is not None
    return first if first <= last else None


def multiples(shape: Numbers, step: Fraction) -> tuple[int | None, int | None]:
    """The range of k such that k*step lies in the interval; None for an open end."""
    first = last = None
    if shape.low is not None:
        quotient = Fraction(shape.low) / step
        first = -(-quotient.numerator // quotient.denominator)
        if shape.low_open and first == quotient:
            first += 1
    if shape.high is not None:
        quotient = Fraction(shape.high) / step
        last = quotient.numerator // quotient.denominator
        if shape.high_open and last == quotient:
            last -= 1
    return first, last


def tightened(shape: Numbers) -> Numbers:
    """The same set, with bounds moved inwards to the nearest multiple where all members are multiples of a number."""
    step = step_of(shape)
    if step is None:
        return shape
    first, last = multiples(shape, step)
    low = None if first is None else _exactly(first * step)
    high = None if last is None else _exactly(last * step)
    parts = shape.divisors, shape.never, shape.excluded, shape.values, shape.plain, shape.figures
    return Numbers(shape.whole, low, False, high, False, *parts)


def _exactly(value: Fraction) -> Decimal:
    """A fraction whose denominator divides a power of ten, as a decimal."""
    places = 0
    while 10**places % value.denominator:
        places += 1
    digits = value.numerator * (10**places // value.denominator)
    return Decimal((int(digits < 0), tuple(map(int, str(abs(digits)))), -places))


def join(a: Union, b: Union) -> Union:
    """Numbers in either."""
    if not a or not b or a is b:
        return a or b
    if a is ANY or b is ANY:
        return ANY
    one, other = a[0], b[0]
    if len(a) == len(b) == 1 and one.values is not None and other.values is not None and one.plain == other.plain:
        return (Numbers(values={**other.values, **one.values}, plain=one.plain),)
    return (*a, *(shape for shape in b if shape not in a))


def negation(a: Union) -> Union:
    """Numbers not in `a`."""
    result = ANY
    for shape in a:
        result = meet(result, _negation(shape))
    return result


def _negation(shape: Numbers) -> Union:
    if shape.values is not None:
        others = Numbers(excluded=frozenset(shape.values))
        return (others,) if shape.plain is None else (others, Numbers(values=shape.values, plain=not shape.plain))
    out = []
    if shape.plain is not None:
        out.append(Numbers(whole=True, plain=not shape.plain))
    if shape.whole is not None:
        out.append(Numbers(whole=not shape.whole))
    if shape.low is not None:
        out.append(Numbers(high=shape.low, high_open=not shape.low_open))
    if shape.high is not None:
        out.append(Numbers(low=shape.high, low_open=not shape.high_open))
    out.extend(Numbers(never=(d,)) for d in shape.divisors)
    out.extend(Numbers(divisors=(d,)) for d in shape.never)
    out.extend(finite((value, written(value)) for value in shape.excluded))
    return tuple(out)


def disjoint(a: Union, b: Union) -> bool:
    """Whether no number is in both; False also means unknown."""
    return not meet(a, b)


def decimal(value: Any) -> Decimal:
    """A number of the schema, exactly as it is written."""
    return value if type(value) is Decimal else Decimal(float.__repr__(value) if isinstance(value, float) else value)


def written(value: Decimal) -> str:
    """A plain spelling of `value`, without exponent unless that would be very long."""
    if is_whole(value) and abs(value.adjusted()) < 100:
        return str(int(value))
    return f"{value:f}".rstrip("0") if abs(value.adjusted()) < 100 else str(value)


def read(subschema: Subschema) -> Union:
    """The numbers that the number keywords of a subschema allow."""
    schema = subschema.schema
    low, low_open = _bound(subschema, "minimum"), False
    high, high_open = _bound(subschema, "maximum"), False
    if subschema.resource.dialect.boolean_exclusive:
        low_open, high_open = _flag(subschema, "exclusiveMinimum"), _flag(subschema, "exclusiveMaximum")
    else:
        above, below = _bound(subschema, "exclusiveMinimum"), _bound(subschema, "exclusiveMaximum")
        if above is not None and (low is None or above >= low):
            low, low_open = above, True
        if below is not None and (high is None or below <= high):
            high, high_open = below, True
    divisors: tuple[Decimal, ...] = ()
    if "multipleOf" in schema:
        divisor = _bound(subschema, "multipleOf")
        if divisor is None or divisor <= 0:
            raise wrong(subschema, "multipleOf", "a number greater than 0")
        divisors = (divisor,)
    if low is not None and high is not None and (low > high or (low == high and (low_open or high_open))):
        return ()
    figures = schema.get(FIGURES)
    if figures is not None and (type(figures) is not int or not 1 <= figures <= 300):
        raise wrong(subschema, FIGURES, "a number of digits")
    bounds = low, low_open and low is not None, high, high_open and high is not None
    shape = Numbers(None, *bounds, divisors, plain=True if schema.get(PLAIN) is True else None, figures=figures)
    return () if _is_empty(shape) else (shape,)


def _bound(subschema: Subschema, keyword: str) -> Decimal | None:
    value = subschema.schema.get(keyword)
    if value is None and keyword not in subschema.schema:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise wrong(subschema, keyword, "a number")
    exact = decimal(value)
    if not exact.is_finite() or abs(exact.adjusted()) > 400:
        raise wrong(subschema, keyword, "a number between 1e-400 and 1e400")
    return exact


def _flag(subschema: Subschema, keyword: str) -> bool:
    value = subschema.schema.get(keyword, False)
    if type(value) is not bool:
        raise wrong(subschema, keyword, "true or false in draft 4")
    return value
