"""Unions of number shapes against membership, value by value."""

from __future__ import annotations

from decimal import Decimal
from random import Random

import pytest

from constrain import LimitExceeded
from constrain.budget import budgeted
from constrain.grammars.json_schema.values import numbers
from constrain.grammars.json_schema.values.numbers import Numbers, Union

SAMPLES = [Decimal(n) / 4 for n in range(-24, 25)]


def shape(random: Random) -> Numbers:
    """A shape with random bounds, divisors and excluded values, or a finite set."""
    if random.random() < 0.2:
        return Numbers(values={value: str(value) for value in random.sample(SAMPLES, random.randint(1, 4))})
    low, high = (random.choice([None, *SAMPLES]) for _ in range(2))
    divisors = [Decimal(d) for d in ("0.5", "1", "1.5", "2", "3")]
    return Numbers(
        whole=random.choice([None, None, True, False]),
        low=low,
        low_open=low is not None and random.random() < 0.5,
        high=high,
        high_open=high is not None and random.random() < 0.5,
        divisors=tuple(random.sample(divisors, random.choice([0, 0, 1, 2]))),
        never=tuple(random.sample(divisors, random.choice([0, 0, 1]))),
        excluded=frozenset(random.sample(SAMPLES, random.choice([0, 0, 2]))),
    )


def holds(union: Union, value: Decimal) -> bool:
    return any(value in each for each in union)


@pytest.mark.parametrize("seed", range(300))
def test_sets_are_combined_value_by_value(seed: int) -> None:
    random = Random(seed)
    a, b = (tuple(shape(random) for _ in range(random.randint(0, 4))) for _ in range(2))

    met, joined, negated = numbers.meet(a, b), numbers.join(a, b), numbers.negation(a)

    for value in SAMPLES:
        assert (holds(a, value) and holds(b, value)) == holds(met, value), value
        assert (holds(a, value) or holds(b, value)) == holds(joined, value), value
        assert (not holds(a, value)) == holds(negated, value), value
    assert numbers.disjoint(a, b) is False or not any(holds(a, value) and holds(b, value) for value in SAMPLES)


@pytest.mark.parametrize(
    ("closed", "opened"),
    [
        (Numbers(low=Decimal(1)), Numbers(low=Decimal(1), low_open=True)),
        (Numbers(high=Decimal(1)), Numbers(high=Decimal(1), high_open=True)),
    ],
)
def test_an_end_that_counts_is_not_lost_to_one_that_does_not(closed: Numbers, opened: Numbers) -> None:
    """A union of two intervals that differ in this only is the wider one, whichever comes first."""
    for union in ((closed, opened), (opened, closed)):
        assert holds(numbers.meet(union, (Numbers(excluded=frozenset({Decimal(7)})),)), Decimal(1))
    assert not holds(numbers.meet((opened,), (closed,)), Decimal(1))


def test_complements_of_long_unions_stay_short() -> None:
    """Each of 30 shapes is broken in four ways; most of the 4**30 combinations say what a few say."""
    ranges = tuple(
        Numbers(whole=True, low=Decimal(10 * i), high=Decimal(10 * i + 5), divisors=(Decimal(2),)) for i in range(30)
    )

    negated = numbers.negation(ranges)

    assert len(negated) < 500
    assert holds(negated, Decimal(7))
    assert not holds(negated, Decimal(14))


def test_combinations_that_say_something_each_are_bounded() -> None:
    """A multiple of one prime or none of another, for 20 pairs of primes: 2**20 shapes, none within another."""
    primes = [Decimal(n) for n in range(2, 180) if all(n % d for d in range(2, n))][:40]
    union = tuple(Numbers(divisors=(p,), never=(q,)) for p, q in zip(primes[:20], primes[20:], strict=True))
    with pytest.raises(LimitExceeded):
        budgeted(numbers.negation)(union)
