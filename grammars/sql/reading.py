"""The words of a query and where each stands: in which SELECT, in which clause, in the brackets of which function.

Words, brackets and commas are read, and no expressions, so this is right of most queries and of most that are wrong
somewhere. Costs time in proportion to the text and to the names of the database.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .catalogue import Table
from .functions import Arity
from .words import key

NAME = r'[A-Za-z_]\w*|"(?:[^"]|"")*"?'
_PART = re.compile(rf"(?:{NAME})|[(),]")
_STRING = re.compile(r"'(?:[^']|'')*('?)")
_NO_ALIAS = (
    "set|from|on|where|join|left|right|full|natural|inner|cross|group|order|limit|union|using|intersect|except|window"
)
_ALIAS = re.compile(rf"\s*(?:as\s+)?(?!(?:{_NO_ALIAS})\b)([A-Za-z_]\w*)", re.IGNORECASE)
_CLOSED = re.compile(r"\)\s*as\s*$", re.IGNORECASE)
_CLAUSES = {"select", "from", "on", "where", "group", "having", "order"}
_OUTWARD = 8  # queries within each other that are looked at


class Told(NamedTuple):
    """What a language is about: tables; functions, and how many arguments they take where that is known; aggregates;
    whether types are compared, whether results must be grouped, and whether `*` may stand for columns; names and
    functions that are in no table, and the option that would add them; parameters, the greatest LIMIT, and the
    condition of each UPDATE and DELETE."""

    tables: tuple[Table, ...] = ()
    functions: Mapping[str, Arity | None] = {}
    aggregates: frozenset[str] = frozenset()
    types: bool = False
    strict: bool = False
    stars: bool = True
    beside: Mapping[str, str] = {}
    parameters: tuple[str, ...] = ()
    limit: int | None = None
    where: str | None = None


@dataclass(slots=True)
class Select:
    """A SELECT of the text, the one around it, the one before it in a compound, and what has been read of it."""

    around: Select | None = None
    before: Select | None = None
    inner: bool = False  # in an expression
    sources: dict[str, Table | None] = field(default_factory=dict)  # by name; None: a query of the text
    results: int = 0
    aggregated: bool = False
    merges: bool = False
    loose: list[str] = field(default_factory=list)  # columns in results, outside aggregates
    grouped: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)  # names of results

    def outward(self) -> Iterator[Select]:
        """This one and those around it."""
        at: Select | None = self
        for _ in range(_OUTWARD):
            if at is not None:
                yield at
                at = at.around


@dataclass(slots=True)
class Bracket:
    """An open bracket: the function before it, the SELECT and the clause that it is in, or that it holds."""

    select: Select
    clause: str = ""
    function: str = ""
    arguments: int = 1
    aggregate: str = ""  # whose arguments it is in


class Word(NamedTuple):
    name: str
    start: int
    end: int
    bracket: Bracket
    select: Select
    clause: str


class Query:
    """The text as far as it has been read: words with the SELECT, clause and bracket that they stand in."""

    def __init__(self, text: str, told: Told) -> None:
        self.told, self.open, self.whole = told, "", text
        self.text = _STRING.sub(self._blank, text)
        self.known = {key(table.name): table for table in told.tables}
        self.owners: dict[str, list[str]] = {}
        for table in self.known.values():
            for column in table.columns:
                self.owners.setdefault(key(column), []).append(table.name)
        self.brackets = [Bracket(Select())]
        self.words: list[Word] = []
        self.selects: list[Select] = []
        self.last = ""
        self.read = 0

    def _blank(self, found: re.Match[str]) -> str:
        self.open = "" if found[1] else found[0]
        return f"'{' ' * (len(found[0]) - 2)}'" if found[1] else " " * len(found[0])

    def read_to(self, end: int) -> None:
        """Read the words and signs that begin before that place."""
        for found in _PART.finditer(self.text, self.read):
            if found.start() >= end:
                break
            self.read, sign, at = found.end(), found[0], self.brackets[-1]
            if sign == "(":
                name = self.last.lower() if self.last.lower() in self.told.functions else ""
                within = name if name in self.told.aggregates else at.aggregate
                self.brackets.append(Bracket(at.select, at.clause, name, aggregate=within))
            elif sign == ")":
                if len(self.brackets) > 1:
                    self.brackets.pop()
            elif sign == ",":
                at.arguments += 1
            else:
                self._word(plain(sign), found, at)
            self.last = sign

    def _word(self, name: str, found: re.Match[str], at: Bracket) -> None:
        small, after, last = key(name), self.text[found.end() : found.end() + 1], self.last.lower()
        if small in _CLAUSES and not at.function:
            if small == "select":
                inner = len(self.brackets) > 1 and self.brackets[-2].select is at.select
                if inner:
                    at.select = Select(at.select, inner=at.clause not in ("", "from"))
                else:
                    at.select = Select(at.select.around, at.select if at.clause else None, at.select.inner)
                self.selects.append(at.select)
                at.arguments, at.aggregate = 1, ""
            elif at.clause == "select":
                at.select.results = at.arguments
            at.clause = small
        select = at.select
        if small in ("using", "natural"):
            select.merges = True
        elif small in self.told.aggregates and after == "(":
            select.aggregated |= at.clause in ("select", "having", "order")
        elif at.clause == "select" and last == "as":
            if not (len(self.brackets) > 1 and self.brackets[-2].select is select):  # no type of CAST
                select.given.add(small)
        elif at.clause == "select" and not at.aggregate and small in self.owners:
            select.loose.append(name)
        elif at.clause == "group":
            select.grouped.add(small)
        elif (at.clause == "from" and last in (",", "from", "join")) or (not at.clause and last == "update"):
            alias = _ALIAS.match(self.text, found.end())
            select.sources[key(alias[1]) if alias else small] = self.known.get(small)
        elif (
            at.clause == "from"
            and small not in _NO_ALIAS.split("|")
            and (last == ")" or _CLOSED.search(self.text, max(0, found.start() - 9), found.start()))
        ):
            select.sources.setdefault(small, None)
        self.words.append(Word(name, found.start(), found.end(), at, select, at.clause))


def plain(name: str) -> str:
    """The name without quotation marks."""
    return name[1:].removesuffix('"').replace('""', '"') if name.startswith('"') else name
