"""Values of keywords: what reading one needs to check, and to say where it is of the wrong form."""

from __future__ import annotations

from decimal import Decimal

from constrain.errors import GrammarError
from constrain.support.shown import shown

from .document import Subschema
from .old_forms import old_form

_MOST_COUNTED = 10**300 - 1  # what comes as 1e999999999 would take all memory as an integer


def wrong(subschema: Subschema, keyword: str, expected: str) -> GrammarError:
    """The error for a keyword with a value of the wrong form."""
    value = subschema.schema[keyword]
    hint = old_form(keyword, value, subschema.schema)
    return GrammarError(f"{subschema.pointer}/{keyword}: must be {expected}, not {shown(value, 60)}{hint}")


def count(subschema: Subschema, keyword: str) -> int | None:
    """The value of a keyword that is a non-negative integer; None if it is absent."""
    value = subschema.schema.get(keyword)
    if value is None and keyword not in subschema.schema:
        return None
    unordered = type(value) is bool or (isinstance(value, Decimal) and value.is_nan())
    if isinstance(value, int | float | Decimal) and not unordered and 0 <= value <= _MOST_COUNTED:
        whole = int(value)
        if whole == value:
            return whole
    raise wrong(subschema, keyword, "a non-negative integer, of 300 digits at most")
