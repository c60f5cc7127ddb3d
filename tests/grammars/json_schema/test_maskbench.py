"""Real schemas with real instances (MaskBench): none is wrongly accepted, and but few schemas are refused."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from constrain import ConstrainError
from tests import data
from tests.grammars.json_schema.instances import accepts, compiled


def cases(start: int, step: int) -> Iterator[dict[str, Any]]:
    """Every `step`-th schema with its instances."""
    with gzip.open(data.need("maskbench", "dev.jsonl.gz"), "rt") as lines:
        for number, line in enumerate(lines):
            if number % step == start:
                yield json.loads(line)


def judge(start: int, step: int, order: str) -> tuple[Counter[str], list[str]]:
    """How many schemas pass, are refused, or pass but for instances in another order; and all that is wrong."""
    counts, wrong = Counter[str](), []
    for case in cases(start, step):
        try:
            constraint = compiled(case["schema"], property_order=order)
        except ConstrainError as error:
            counts["refused"] += 1
            print(case["id"], error)
            continue
        verdict = "passed"
        for test in case["tests"]:
            found = accepts(constraint, json.dumps(test["data"], ensure_ascii=False))
            if found and not test["valid"]:
                wrong.append(f"{case['id']} accepts {test['data']}")
            elif test["valid"] and not found:
                verdict = "another order"
                if order == "any":
                    wrong.append(f"{case['id']} refuses {test['data']}")
        counts[verdict] += 1
    return counts, wrong


@pytest.mark.parametrize("order", ["schema", "any"])
def test_a_sample_is_judged_as_labelled(order: str) -> None:
    """One schema in twenty: nothing wrong, and at most three in a hundred refused."""
    counts, wrong = judge(7, 20, order)

    assert not wrong
    assert counts["refused"] <= 0.03 * counts.total()
    assert counts["another order"] <= counts.total() / 20


@pytest.mark.slow
@pytest.mark.parametrize("order", ["schema", "any"])
def test_all_schemas_are_judged_as_labelled(order: str) -> None:
    """All 2,500: nothing wrong, and at most one in a hundred refused."""
    counts, wrong = judge(0, 1, order)
    print(counts)

    assert not wrong
    assert counts["refused"] <= counts.total() / 100
