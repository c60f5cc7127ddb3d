"""Which keywords a schema that no value satisfies would have to lose: for the message that says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from constrain.budget import Limits, current, open_budget
from constrain.errors import Cancelled, ConstrainError, LimitExceeded
from constrain.support.shown import shown

from ..regex.errors import slashes
from .report import all_subschemas
from .source.dialect import DIALECTS, Dialect, dialect_of
from .source.pointers import escaped

_SECONDS = 0.3  # for all trials together
_TRIALS = 200
_NAMED = 6


def helpful_to_drop(schema: Any, compile: Callable[[Any], object]) -> str:
    """`; dropping any one of #/minimum, #/maximum gives it one`, or nothing where that is not found out quickly.

    `compile` is tried on the schema without one keyword at a time, and raises where still no value satisfies it. Of
    keywords inside each other the inner one is named: to drop `properties` would help as well, but says less. So would
    `required`, where what contradicts itself is a member. `type`, which nearly always helps, is named last.
    """
    dialect = DIALECTS["2020-12"]
    with suppress(ConstrainError):  # a metaschema of the registry: its keywords are nearly those
        dialect = dialect_of(schema, dialect, "#", lambda uri: None)
    trials = list(_trials(schema, dialect))
    if len(trials) > _TRIALS:
        return ""
    found: list[str] = []
    budget = open_budget(Limits(timeout=_SECONDS), current()[1])
    budget.begin()
    try:
        for pointer, path in trials:
            with suppress(RecursionError):
                try:
                    compile(_without(schema, path))
                except (Cancelled, LimitExceeded):
                    raise
                except ConstrainError:
                    continue
                found.append(pointer)
    except LimitExceeded:
        return ""
    finally:
        budget.end()
    inner = [one for one in found if not any(_says_less(one, other) for other in found)]
    inner.sort(key=lambda one: one.endswith("/type"))
    if not 0 < len(inner) <= _NAMED:
        return ""
    named = ", ".join(shown(one, 200)[1:-1] for one in inner)
    hints = {hint: None for pointer, path in trials if pointer in inner and (hint := _slashes(schema, path))}
    return "; ".join((f"; dropping {'any one of ' if len(inner) > 1 else ''}{named} gives it one", *hints))


def _says_less(one: str, other: str) -> bool:
    """Whether the second of two keywords stands inside the first, or says something of what is inside its values."""
    place, there = one.rpartition("/")[0] + "/", other.rpartition("/")[0]
    return other.startswith(one + "/") or (
        there.startswith(place) and not _INSIDE.isdisjoint(there[len(place) :].split("/"))
    )


_INSIDE = {"properties", "patternProperties", "additionalProperties", "items", "prefixItems", "contains"}


def _slashes(schema: Any, path: list[str]) -> str:
    """The hint for a pattern between slashes, if that is what stands at the path."""
    for step in path:
        schema = schema[int(step)] if isinstance(schema, list) else schema[step]
    return slashes(schema) if path[-1] == "pattern" and isinstance(schema, str) else ""


def _trials(schema: Any, dialect: Dialect) -> Iterator[tuple[str, list[str]]]:
    """Every enforced keyword of every subschema: its pointer, and its way from the root."""
    for pointer, here in all_subschemas(schema, dialect):
        if isinstance(here, dict):
            steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
            yield from ((pointer + escaped(key), [*steps, key]) for key in here if key in dialect.subjects)


def _without(schema: Any, path: list[str]) -> Any:
    """The schema without what stands at the path; only what leads there is copied."""
    step, *rest = path
    if isinstance(schema, list):
        copy: Any = list(schema)
        copy[int(step)] = _without(schema[int(step)], rest)
        return copy
    copy = dict(schema)
    if rest:
        copy[step] = _without(schema[step], rest)
    else:
        del copy[step]
    return copy
