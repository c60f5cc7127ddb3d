"""Random schemas of every dialect: texts are accepted as the `jsonschema` package judges their values.

How many is set by `CONSTRAIN_SCHEMAS`. A difference is printed with its schema and text. In 2019-09 the package lets
`contains` evaluate items, which the specification does not; random schemas there have not both that and `unevaluatedItems`.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from random import Random
from typing import Any

import jsonschema
import pytest

from constrain import ConstrainError, GrammarError
from tests.grammars.json_schema.instances import accepts, compiled, random_text, spellings
from tests.grammars.json_schema.schemas import SchemaWriter, mutated, value

SCHEMAS = int(os.environ.get("CONSTRAIN_SCHEMAS", "150"))
DIALECTS = {
    "2020-12": (jsonschema.Draft202012Validator, "https://json-schema.org/draft/2020-12/schema"),
    "2019-09": (jsonschema.Draft201909Validator, "https://json-schema.org/draft/2019-09/schema"),
    "7": (jsonschema.Draft7Validator, "http://json-schema.org/draft-07/schema#"),
    "6": (jsonschema.Draft6Validator, "http://json-schema.org/draft-06/schema#"),
    "4": (jsonschema.Draft4Validator, "http://json-schema.org/draft-04/schema#"),
}


def exact(instance: Any) -> bool:
    """Whether `jsonschema` can be trusted: it reckons in binary floating point, and its `.` is Python's, not ECMA-262's."""
    if isinstance(instance, dict):
        return all(exact(part) for member in instance.items() for part in member)
    if isinstance(instance, list):
        return all(map(exact, instance))
    if isinstance(instance, str):
        return not re.search("[\r\u2028\u2029]", instance)
    return not isinstance(instance, float | int) or (abs(instance) < 1e9 and instance * 1024 == int(instance * 1024))


def judge(validator: Any, instance: Any) -> bool | None:
    """The validator's verdict; None where it fails itself: at references in a circle, and at `items: false`."""
    try:
        return bool(validator.is_valid(instance))
    except (RecursionError, TypeError):
        return None
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # of the native map in `referencing`, where the stack ends in it
            return None
        raise


def unlike(schema: Any, random: Random, counts: Counter[str]) -> str | None:
    """The first difference between the grammar of a schema and its validator, in words, or None."""
    validator_class, _ = next(pair for pair in DIALECTS.values() if pair[1] == schema["$schema"])
    validator = validator_class(schema)
    try:
        constraint = compiled(schema, property_order="any", integers="any", max_states=3000, max_shapes=200)
    except GrammarError as error:
        if "refers to itself" in str(error):  # on which the validator recurs forever
            counts["circular"] += 1
            return None
        counts["unsatisfiable"] += 1
        instances = [value(random) for _ in range(30)]
        found = [instance for instance in instances if judge(validator, instance)]
        return f"refused as unsatisfiable ({error}), but {found[0]!r} is valid" if found else None
    except ConstrainError as error:
        counts[type(error).__name__] += 1
        return None
    instances = [value(random) for _ in range(12)]
    for _ in range(6):
        # Bounded, since a random walk in a recursive schema may not want to end.
        try:
            text = random_text(constraint, random, patience=20, longest=600)
        except AssertionError as error:
            if "stuck" in str(error):
                return str(error)
            counts["endless"] += 1
            continue
        instance = json.loads(text)
        if not exact(instance):
            continue
        counts["generated"] += 1
        if judge(validator, instance) is False:
            return f"generated {text!r}, which is invalid"
        instances += [instance, mutated(random, instance)]
    for instance in instances:
        expected = judge(validator, instance)
        if expected is None:
            counts["no verdict"] += 1
            continue
        counts["valid" if expected else "invalid"] += 1
        for text in spellings(instance):
            if accepts(constraint, text) != expected:
                return f"{text!r} is {'valid' if expected else 'invalid'}"
    return None


@pytest.mark.parametrize("dialect", DIALECTS)
def test_texts_are_judged_as_jsonschema_judges_values(dialect: str) -> None:
    """Whatever is drawn, mutated or generated under the masks is accepted if and only if it is valid."""
    counts = Counter[str]()
    for seed in range(SCHEMAS):
        random = Random(f"{dialect} {seed}")
        schema = {"$schema": DIALECTS[dialect][1], **SchemaWriter(random, dialect).schema()}
        difference = unlike(schema, random, counts)
        assert difference is None, f"{dialect} {seed}: {difference}\n{json.dumps(schema, indent=1)}"
        counts["schemas"] += 1
    print(dialect, counts)

    assert counts["valid"] > SCHEMAS
    assert counts["invalid"] > SCHEMAS
    assert counts["generated"] > SCHEMAS
    assert counts["LimitExceeded"] + counts["UnsupportedError"] < 0.15 * SCHEMAS
