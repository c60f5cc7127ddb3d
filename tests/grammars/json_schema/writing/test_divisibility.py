"""Divisibility by automaton, held against arithmetic on fractions."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from constrain import GrammarError
from constrain.grammars import json_schema
from constrain.grammars.json_schema.values.numbers import Numbers
from constrain.grammars.json_schema.writing import divisibility as division
from tests.grammars.json_schema.instances import accepts, compiled

_STEPS = ["3", "7", "12", "256", "30", "0.35", "2.5", "0.03", "1.2", "64"]


def _holds(schema: dict[str, Any], value: Fraction) -> bool:
    """The definition: a multiple of each divisor, none of the denied one, and between the bounds."""
    denied = schema["not"].get("multipleOf") if "not" in schema else None
    return (
        (schema["type"] == "number" or value.denominator == 1)
        and all(value % Fraction(str(part["multipleOf"])) == 0 for part in schema["allOf"])
        and (denied is None or value % Fraction(str(denied)) != 0)
        and schema.get("minimum", value) <= value <= schema.get("maximum", value)
    )


def _numeral(random: Random, step: str) -> str:
    """A plain numeral of few digits, often a multiple of the step."""
    if random.random() < 0.5:
        text = str(float(step) * random.randrange(200)).removesuffix(".0")
    else:
        text = str(random.randrange(10 ** random.randrange(1, 5)))
    if "." not in text and random.random() < 0.3:
        text += f".{random.randrange(100):02}"
    return "-" + text if random.random() < 0.3 else text


@pytest.mark.parametrize("seed", range(20))
def test_numerals_are_those_that_arithmetic_finds(seed: int) -> None:
    """A numeral is accepted if and only if its value is a multiple of what it must be, and of nothing denied."""
    random = Random(seed)
    steps = random.sample(_STEPS, random.choice([1, 1, 2]))
    schema: dict[str, Any] = {"type": random.choice(["number", "integer"])}
    schema["allOf"] = [{"multipleOf": float(step) if "." in step else int(step)} for step in steps]
    if random.random() < 0.5:
        schema["not"] = {"multipleOf": random.choice([4, 7, 8, 11, 20, 0.5])}
    schema.update({key: random.randrange(-50, 500) for key in ("minimum",) if random.random() < 0.4})
    schema.update({key: random.randrange(500, 9999) for key in ("maximum",) if random.random() < 0.4})
    texts = {_numeral(random, step) for step in steps for _ in range(150)}
    try:
        constraint = compiled(schema)
    except GrammarError:
        assert not any(_holds(schema, Fraction(text)) for text in texts), schema
        return
    for text in texts:
        written = "." not in text or schema["type"] == "number"

        assert accepts(constraint, text) == (written and _holds(schema, Fraction(text))), (schema, text)


@pytest.mark.parametrize(
    ("schema", "yes", "no"),
    [
        ({"minimum": 0.000001, "not": {"multipleOf": 7}}, "9.5 10 101 123456789012345 0.000001", "7 14 0 1001"),
        ({"exclusiveMinimum": 0.01, "not": {"multipleOf": 100}}, "3 1001 12345678 250.5", "100 0.01 12300"),
        ({"not": {"anyOf": [{"const": 3.14159265}, {"multipleOf": 7}]}}, "10 1002 3.1 -3.14159265", "3.14159265 7 -7"),
        ({"oneOf": [{"exclusiveMinimum": 0.01}, {"multipleOf": 100}]}, "12.5 1001 5000.5 -100 0", "100 0.001"),
    ],
)
def test_a_fine_bound_leaves_long_numerals(schema: dict[str, Any], yes: str, no: str) -> None:
    """Places behind the point that only a bound or a value has do not count where a divisor is denied."""
    constraint = compiled({"type": "number", **schema})
    assert [text for text in yes.split() if not accepts(constraint, text)] == []
    assert [text for text in no.split() if accepts(constraint, text)] == []


@pytest.mark.parametrize(("step", "most"), [(256, 3000), (1000, 200), (7, 400)])
def test_remainders_that_the_same_digits_complete_are_one_state(step: int, most: int) -> None:
    """Of 256 remainders by 256 few matter for long, so numerals of twenty digits need no state for each."""
    grammar = json_schema({"type": "integer", "multipleOf": step, "minimum": 1024})

    assert len(grammar.productions) <= most
    assert accepts(compiled(grammar), str(step * 10**15))
    assert not accepts(compiled(grammar), str(step * 10**15 + 1))


@pytest.mark.parametrize("seed", range(60))
def test_the_native_walk_finds_the_same_states(seed: int) -> None:
    """Number by number, also where no numeral is a multiple, nothing bounds them, or the limit is passed."""
    random = Random(seed)
    steps = random.sample([*map(Decimal, _STEPS), Decimal(2**31 - 1), Decimal("1e-9"), Decimal(10**15 + 37)], 3)
    low, high = sorted(Decimal(random.randrange(-(10**6), 10**6)).scaleb(-random.randrange(4)) for _ in range(2))
    shape = Numbers(
        low=random.choice([None, low]),
        low_open=random.random() < 0.5,
        high=random.choice([None, high]),
        high_open=random.random() < 0.5,
        divisors=tuple(steps[: random.choice([0, 1, 1, 2])]),
        never=tuple(steps[2 : random.choice([2, 3])]),
        excluded=frozenset(Decimal(random.randrange(-9, 99)) for _ in range(random.choice([0, 0, 2]))),
        whole=random.choice([None, True, False]),
    )
    for sign in (1, -1):
        side = division._Magnitudes(shape, sign, random.random() < 0.5, random.choice([3, 8, division._DIGITS]))
        limit = random.choice([100, 5000])
        expected = division.walked(side, limit)

        assert (None if expected is None else division.as_numbers(expected)) == division.states_of(side, limit)
