"""Python types exactly: what the masks of a random type allow, its own reader reads; and it takes what it has written."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter
from pydantic.errors import PydanticUserError

from constrain import ConstrainError, GrammarError, UnsupportedError
from constrain.grammars import json_schema
from tests.grammars.json_schema.instances import accepts, compiled
from tests.grammars.json_schema.source.random_types import Types

SEEDS, TEXTS = 400, 6
NO_VALUES = ("no value", "no text matches")


def faults(seed: int, texts: int = TEXTS) -> list[str]:
    """What is wrong with one random type, in words."""
    random = Random(seed)
    types = Types(random)
    annotation, make = types.draw(random.choice([0, 0, 1, 2]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            adapter: Any = TypeAdapter(annotation)
        except (PydanticUserError, TypeError):  # constraints that Pydantic does not take together
            return []
        try:
            grammar = json_schema(annotation, layout="compact")
            constraint = compiled(grammar)
        except UnsupportedError:
            return []
        except GrammarError as error:
            return [] if any(each in str(error) for each in NO_VALUES) else [f"{annotation}: {error}"]
        found = []
        for number in range(texts):
            try:
                text = constraint.sample(number)
            except ConstrainError:  # longer than a sample may be
                continue
            try:
                adapter.validate_json(text)
            except Exception as error:
                if str(error).startswith("Unable to apply constraint") or "as Python's values" in str(grammar.report):
                    continue  # after a function, or within one, as the report says
                found.append(f"{annotation} refuses {text!a}: {str(error)[:300]}")
        try:
            dumped = _written(adapter, make())
            again = _written(adapter, adapter.validate_json(dumped))
        except Exception:  # no value, or one that Pydantic itself does not read back
            return found
        if again != dumped:  # read as another value: base64 in lower case, for one
            return found
        if not types.renamed and not accepts(constraint, dumped):
            found.append(f"{annotation} writes {dumped!a}, which is not accepted")
        return found


def _written(adapter: Any, value: Any) -> str:
    """The value as its type writes it, so that it can be read again: what is JSON in a string, as such."""
    return str(adapter.dump_json(value, by_alias=True, round_trip=True).decode())


@pytest.mark.parametrize("start", range(0, SEEDS, 50))
def test_texts_are_read_and_what_is_written_is_accepted(start: int) -> None:
    """No text of the grammar is refused by the type's reader, and no value that it writes and reads by the grammar."""
    assert [] == [fault for seed in range(start, start + 50) for fault in faults(seed)]
