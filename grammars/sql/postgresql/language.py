"""The language of queries whose types fit, as productions over terminals that act on names.

PostgreSQL checks types when it prepares. So an expression is of one class (functions.py lists them), and for each class
there are productions; a column is used by a terminal that asks for its class. What is context-free stands here; names,
groups and what a query puts out are the engine's (`Named`, constrain/native/context/names.h, names_classes.cc).

Expressions come in kinds, by what they may contain:

    PLAIN     columns and subqueries: after WHERE and ON
    SELECTED  also aggregates and functions over windows
    GROUPED   aggregates, subqueries that see nothing of this query: after HAVING, and in ORDER BY
    INNER     columns of the query itself, and such subqueries: what aggregates are about
    ALONE     columns alone: in windows
    BY        the same, spelled: after GROUP BY

A text has one reading as far as names go, so one text is of one class: `f` has at least one part that may be floating,
where `x` has exact ones only. Chains are written without precedence, as operators within a chain are all of one class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from constrain.grammar import Choice, Expression, NameAction, Named, Nonterminal, Repeat, Sequence, Terminal
from constrain.patterns.pattern import Pattern, concat, literal

from ..catalogue import Kind
from ..language import at_most
from ..words import ANY, SOME, words
from .database import Function
from .functions import CLASSES, NUMBERS
from .spelling import INTEGER, QUERY_NAME
from .terms import (
    BY,
    INNER,
    KINDS,
    OVER,
    SELECTED,
    STARRED,
    WINDOW,
    WITH_OPAQUE,
    close_bracket,
    keyword,
    list_of,
    maybe,
    one_of,
    operator,
    spelled,
)
from .writes import Writes


def productions(
    free: Pattern, results: Pattern, columns: Pattern, *, limit: int | None, stars: bool, parameters: dict[str, str],
    special: Mapping[Kind, int], groups: Iterable[str], writes: frozenset[str], own: Iterable[Function] = (),
) -> dict[str, Expression]:  # fmt: skip
    """The productions, from `start` on. `free`: names that a text may give to queries; `results`: to results, with AS;
    `columns`: to columns. `limit`: a query ends with LIMIT and at most this number. `stars`: whether all columns may be
    selected at once. `parameters`: classes of what may stand for a value, by how it is written. `special`: numbers of
    kinds of their own that the tables have. `groups`: of functions.GROUPS, and beside them. `writes`: of insert,
    update, delete. `own`: functions of the user's."""
    return _Language(free, results, columns, limit, stars, parameters, special, groups, own).all(writes)


class _Language(Writes):
    """All of it."""

    def all(self, writes: frozenset[str]) -> dict[str, Expression]:
        self.locks = "update" in writes
        maybe_limit = maybe(self.ending(INTEGER))
        last = maybe_limit if self.limit is None else self.ending(at_most(self.limit))
        select = Named(keyword("select", before=False), NameAction.OPEN)
        after = Named(Terminal(concat(ANY, words("select"), SOME), "SELECT"), NameAction.OPEN)
        self.out["tables defined"] = self.defined(QUERY_NAME)  # tables are not seen any more that are called so
        defined = Nonterminal("tables defined")
        self.out["definitions"] = self.definitions(self.free)
        begin = Choice((select, Sequence((defined, after))))
        items, named = Nonterminal("items"), Nonterminal("named items")

        again = Nonterminal("again")
        out = self.out
        semicolon = maybe(Named(Terminal(concat(ANY, literal(b";")), ";"), NameAction.AFTER))
        query: Expression = Sequence((begin, self.query(items, again, last)))
        if self.locks:
            query = Sequence((query, maybe(self.locking())))
        if self.limit is None:
            opened = concat(literal(b"("), ANY, words("select"), SOME)
            first = Named(Terminal(opened, "(SELECT"), NameAction.OPEN)
            later = Sequence((defined, Named(Terminal(concat(ANY, opened), "(SELECT"), NameAction.OPEN)))
            query = Choice((query, Sequence((Choice((first, later)), self.in_brackets(items, again)))))
        out["start"] = Sequence((one_of([query, *self.writing(writes, last)]), semicolon))
        further = [Sequence((self.next_query(NUMBERS[letter]), Nonterminal(f"bound {letter}"))) for letter in CLASSES]
        for letter in CLASSES:
            arm = self.next_query(NUMBERS[letter], bracket=True), Nonterminal(f"bound {letter}"), Repeat(again, 0, 8)
            further.append(Sequence((*arm, maybe_limit, Named(close_bracket(), NameAction.AFTER))))
        if self.stars:
            further.append(Sequence((self.next_query(STARRED), self.all_of_a_table())))
        out["again"] = one_of(further)
        for name, its in (("any query", items), ("named query", named)):
            out[name] = self.query(its, again, maybe_limit)
            out[f"{name} in brackets"] = self.in_brackets(its, again)
        for name in ("items", "named items", "distinct items", "distinct named items"):
            out[name] = self.items(name)
        out["rest"], out["sources"], out["window"] = self.rest(), self.sources(), self.window(WINDOW)
        out["window term"] = self.window_term()
        out["its window"], out["windows"] = self.window(WINDOW | OVER), self.named_windows()
        out["order term"], out["group term"] = self.order_term(), spelled(self.group_term())
        out["distinct on"] = self.distinct_on()
        inner = one_of(Nonterminal(f"{INNER} {letter}") for letter in CLASSES)
        within = list_of(Sequence((inner, self.direction())))
        out["order within"] = Sequence((operator(keyword("order by")), within))
        for letter in CLASSES:
            out[f"bound {letter}"] = self.bound_items(letter)
            out[f"one {letter}"] = Sequence(
                (self.selected(letter), self.alias(letter), self.after_item(letter, Sequence(())))
            )
            one = Nonterminal(f"one {letter}")
            alike = Sequence((self.next_query(), one))
            out[f"query {letter}"] = self.query(one, alike, maybe_limit)
            if letter in "xfv":
                out[f"nested {letter}"] = self.nested(letter)
        for kind in KINDS:
            self.cases(kind)
            for letter in CLASSES:
                self.operands(kind, letter)
            self.chains(kind)
            self.boolean(kind)
            if kind in WITH_OPAQUE:
                self.opaque(kind)
        for name in [name for name in out if name.startswith((f"{SELECTED} ", f"{BY} "))]:
            out[name] = spelled(out[name])
        return out
