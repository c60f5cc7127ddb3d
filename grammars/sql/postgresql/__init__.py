"""Queries that PostgreSQL prepares: its words and types, what it says of a database, and the language by classes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from constrain.errors import GrammarError, UnsupportedError
from constrain.patterns.pattern import Pattern, complement, concat, intersection
from constrain.patterns.pattern import alternation as _alternation
from constrain.support.arguments import listed, one_of
from constrain.support.shown import shown

from ..catalogue import Kind, Table, Typed
from ..words import BLANK_OR_AS, caseless, in_quotes
from .database import Function, class_of
from .database import functions as functions
from .database import read as read
from .functions import ARITIES as ARITIES
from .functions import CHOSEN as CHOSEN
from .functions import CLASSES, ENUMERATIONS, GROUPS, MOST_ENUMERATIONS, NUMBERS, OF_SESSION, OF_SYSTEM, SPECIAL
from .functions import OWN as OWN
from .functions import SUMMARIES as SUMMARIES
from .language import productions as productions
from .spelling import AFTER_AS, AS_NAME, LONGEST_NAME, SYSTEM
from .spelling import SPELLING as SPELLING
from .terms import DEPTH, QUERY
from .values import elsewhere as elsewhere

REPORT = (
    "what values do while a query runs: division by zero, numbers out of range, casts of texts that are no numbers, "
    "regular expressions and formats that are none",
    "FULL JOIN by a condition that is no equality, which no plan has",
    "a query may take long, or find several rows where it may have one",
    "more than 1,664 results of a query, as stars may make",
    "rights of the role, and errors in the body of a view",
    "what is written: NOT NULL, UNIQUE, CHECK, foreign keys, lengths, triggers, rules, row security",
    "tables are those of the schema public, which must be the first of the search path; types, functions and operators "
    "of your own that stand before those of PostgreSQL are not seen",
    "parameters have the types that were given: PREPARE name(types) AS …",
    "databases are read once: tables that change later are not seen",
)


def special(tables: Iterable[Table]) -> dict[Kind, int]:
    """Numbers of kinds of their own that columns have; of enumerations only the first, where there are many."""
    found = dict.fromkeys(kind for table in tables for kind in table.kinds)
    values = [kind for kind in found if isinstance(kind, tuple) and kind][:MOST_ENUMERATIONS]
    out: dict[Kind, int] = {kind: SPECIAL[kind][1] for kind in found if isinstance(kind, str) and kind in SPECIAL}
    out.update((kind, number) for number, kind in enumerate(values, ENUMERATIONS))
    return out


def typed(special: Mapping[Kind, int], free: Mapping[str, str], own: Iterable[Function] = ()) -> Typed:
    """What this dialect adds to a catalogue; `free`: names that may be used before they are put out."""
    pairs = {kind: (SPECIAL[kind][0] if isinstance(kind, str) else 2, number) for kind, number in special.items()}
    return Typed(NUMBERS, pairs, CHOSEN.union(each.name for each in own), DEPTH, QUERY, free=free, after_as=AFTER_AS)


def parameters(given: Any) -> dict[str, str]:
    """Classes of parameters `$1`, … by their types."""
    if not given:
        return {}
    if not isinstance(given, Mapping):
        raise TypeError("sql: PostgreSQL compares types, so parameters must be a mapping, {'$1': 'integer'}")
    out = {}
    for name, kind in given.items():
        if not isinstance(name, str) or not re.fullmatch(r"\$[1-9][0-9]{0,3}", name):
            raise GrammarError(f"sql: a parameter of PostgreSQL is $ and its number, not {shown(name, 60)}")
        its = class_of(kind) if isinstance(kind, str) else 1
        if its not in list(CLASSES):
            raise GrammarError(f"sql: the type of {name} must be one that is compared, not {shown(kind, 60)}")
        out[name] = str(its)
    if missing := [n for n in range(1, len(out) + 1) if f"${n}" not in out]:
        raise GrammarError(f"sql: parameters are numbered from $1 on; ${missing[0]} is missing")
    return out


def groups(given: Any, *, system: bool) -> list[str]:
    """Groups of functions; `system`: with those of the system."""
    if isinstance(given, Mapping):
        raise UnsupportedError(
            "sql: functions of your own are an option of dialect='sqlite' only; with postgresql it lists some of "
            f"{', '.join([*GROUPS, OWN, OF_SESSION])}",
            feature="functions",
            where="sql",
        )
    out = listed(given or (), "functions", "a list of groups of functions")
    for group in out:
        one_of(group, "functions", [*GROUPS, OWN, OF_SESSION])
    return [*out, *((OF_SYSTEM,) if system else ())]


def free_names(given: Any, secret: set[str]) -> dict[str, str]:
    """Names besides those of columns that a query may use before FROM, where a query in FROM puts them out, with their
    classes."""
    if given is True:
        return {}
    names = given if isinstance(given, Mapping) else listed(given or (), "free_names", "a list of names")
    out = {}
    for name in names:
        if not isinstance(name, str) or len(name) > LONGEST_NAME or not SPELLING.plain(name) or name in SYSTEM:
            raise GrammarError(
                f"sql: a free name of PostgreSQL is a plain word in small letters, not {shown(name, 60)}"
            )
        if name in secret:
            raise GrammarError(f"sql: the free name {shown(name, 60)} is a hidden column")
        its = class_of(kind) if isinstance(kind := given[name] if isinstance(given, Mapping) else "numeric", str) else 1
        if its not in list("xftb"):  # completions have no way to longer literals
            raise GrammarError(
                f"sql: a free name of PostgreSQL is a number, a text or a boolean, so the type of {name} must not be "
                f"{shown(kind, 60)}"
            )
        out[name] = str(its)
    return out


def result_names(secret: set[str]) -> Pattern:
    """What a text may call its results: not as a hidden column."""
    plain = [name for name in sorted(secret) if name.isascii()]
    if not plain:
        return AS_NAME
    taken = concat(BLANK_OR_AS, _alternation(*(caseless(way) for name in plain for way in (name, in_quotes(name)))))
    return intersection(AS_NAME, complement(taken))
