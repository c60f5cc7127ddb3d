"""What stands around values in a query: results, sources, groups, windows by name, ORDER BY, WITH."""

from __future__ import annotations

from collections.abc import Iterable

from constrain.grammar import Choice, Expression, NameAction, Named, Nonterminal, Repeat, Sequence, Terminal
from constrain.patterns.pattern import Pattern, alternation, concat, literal, optional

from ..language import AS_A_WHOLE, JOINED, NATURAL, OUTER, SEALED, VALUES
from ..words import ANY, BLANK_OR_AS, NAME, POSITIVE, SOME, words
from .conditions import Conditions
from .functions import CLASSES, IN_FROM, NUMBERS
from .spelling import INTEGER, NUMBER, TEXT
from .terms import (
    A_COLUMN,
    ALL_RENAMED,
    ASKS,
    BEGIN_BRACKET,
    BRACKET,
    BY,
    CHAIN,
    COLUMN,
    COMMAS,
    FENCED,
    FUNCTION,
    GIVEN,
    GROUPED,
    GROUPING,
    HAVING,
    LIST,
    NAMED,
    NEXT_COLUMN,
    NULL,
    OF_A_QUERY,
    ONE_MORE,
    ORDERING,
    PLAIN,
    RENAMED,
    RENAMES,
    SELECTED,
    SETS,
    SHARE,
    TERM,
    WHERE,
    WINDOWS,
    a_sign,
    close_bracket,
    enclosed,
    keyword,
    list_of,
    maybe,
    of_class,
    one_of,
    open_bracket,
    opened,
    operator,
    spelled,
)


class Queries(Conditions):
    """The clauses of a query."""

    locks = False  # whether FOR UPDATE may end one

    def ordered(self, *, simple: bool) -> Expression:
        """ORDER BY; `simple`: what is selected, by name or place."""
        order = Named(keyword("order by"), NameAction.AFTER, ORDERING)
        return maybe(Sequence((order, list_of(Sequence((self.order_by(simple=simple), self.direction()))))))

    def order_by(self, *, simple: bool = False) -> Expression:
        given: list[Expression] = [
            Named(Terminal(TERM, "the name of a result"), NameAction.PUT_OUT_NAME),
            Named(Terminal(POSITIVE, "the number of a result"), NameAction.POSITION),
        ]
        return Choice(given if simple else [*given, Nonterminal("order term")])

    def group_term(self) -> Expression:
        """An expression that rows are grouped by: more than a column or a constant."""
        ways: list[Expression] = [Nonterminal(f"{BY} test"), *self.of_json(BY)]
        for letter in CLASSES:
            ways += [Nonterminal(f"{BY} {letter} {each}") for each in ("call", "case", "cast")]

        def of(*letters: str) -> Expression:
            return one_of(Nonterminal(f"{BY} {letter} operand") for letter in letters)

        def chain(first: Expression, between: Terminal, more: Expression) -> Expression:
            return Sequence((first, Repeat(Sequence((operator(between), more)), 1, CHAIN)))

        shift = a_sign("+", "-")
        ways += [
            chain(of("x", "f"), a_sign("+", "-", "*", "/"), of("x", "f")),
            chain(of("x"), a_sign("%"), of("x")),
            chain(of("t"), a_sign("||"), of("t")),
            chain(of("d"), shift, Terminal(INTEGER, "a number of days")),
            chain(of("d", "s"), shift, of("v")),
            Sequence((of("d"), operator(a_sign("-")), of("d"))),
        ]
        return Choice(ways)

    def order_term(self) -> Expression:
        """What begins with a column or a call: a constant would be a place, or nothing. Or what compares."""
        ways: list[Expression] = [Nonterminal(f"{GROUPED} test")]
        for letter in CLASSES:
            begins = [self.column(GROUPED, letter), *(Nonterminal(f"{GROUPED} {letter} {s}") for s in ("call", "case"))]
            first = one_of([*begins, *self.of_json(GROUPED)] if letter == "t" else begins)
            more: list[Expression] = []
            if letter in "xf":
                rest = one_of([Nonterminal(f"{GROUPED} x operand"), Nonterminal(f"{GROUPED} f operand")])
                more.append(Repeat(Sequence((operator(a_sign("+", "-", "*", "/")), rest)), 0, CHAIN))
            if letter == "t":
                text = Nonterminal(f"{GROUPED} t operand")
                more.append(Repeat(Sequence((operator(a_sign("||")), text)), 0, CHAIN))
            ways.append(Sequence((first, *more)))
        return Choice(ways)

    def grouping_sets(self, by: Expression) -> Expression:
        """ROLLUP and its like, of so few that there are not too many groups."""

        def of(*names: str) -> Terminal:
            return Terminal(concat(alternation(*map(words, names)), ANY, literal(b"("), ANY), f"{names[0].upper()} (")

        each = enclosed(open_bracket(), maybe(list_of(by, 1, 8)))
        return Choice(
            (
                enclosed(of("rollup", "cube"), list_of(by, 1, 8), SETS),
                enclosed(of("grouping sets"), list_of(Choice((by, each)), 1, 20), SETS),
            )
        )

    def rest(self) -> Expression:
        """What comes after FROM, but for the ends."""
        where = Sequence((Named(keyword("where"), NameAction.AFTER, WHERE), Nonterminal(f"{PLAIN} b")))

        def having(number: int) -> Expression:
            return Sequence((Named(keyword("having"), NameAction.AFTER, HAVING | number), Nonterminal(f"{GROUPED} b")))

        name = Named(Terminal(TERM, "what rows are grouped by"), NameAction.GROUP_BY)
        by = Choice((name, Nonterminal("group term")))
        # A bracket in sets is one of several groups.
        sets = self.grouping_sets(Choice((name, *(Nonterminal(f"{BY} {letter} call") for letter in CLASSES))))
        terms = Choice((Sequence((list_of(by), maybe(Sequence((operator(a_sign(",")), sets))))), sets))
        begun = concat(SOME, words("group by"), SOME, optional(concat(words("all"), SOME)))
        by_these = Sequence((Named(Terminal(begun, "GROUP BY"), NameAction.AFTER, GROUPING), terms))
        at_once = concat(SOME, words("group by"), ANY, literal(b"("), ANY, literal(b")"))  # all rows are one group
        by_none = Named(Terminal(at_once, "GROUP BY ()"), NameAction.AFTER, GROUPING)
        grouping = Sequence((Choice((by_these, by_none)), maybe(having(0))))
        windows = maybe(Nonterminal("windows"))
        self.out["where"] = where
        return Sequence((Nonterminal("sources"), maybe(where), maybe(Choice((grouping, having(AS_A_WHOLE)))), windows))

    def named_windows(self) -> Expression:
        name = Named(Terminal(NAME, "the name of a window"), NameAction.WINDOW_AS)
        one = Sequence((name, self.window(0)))
        return Sequence((Named(keyword("window"), NameAction.AFTER, WINDOWS), list_of(one)))

    def after_item(self, letter: str, more: Expression) -> Expression:
        """What comes after a result of this class."""
        start = Named(keyword("from"), NameAction.SOURCES, NUMBERS[letter])
        alone = Sequence((maybe(Nonterminal("where")), maybe(Nonterminal("windows"))))
        return Choice((more, Sequence((start, Nonterminal("rest"))), alone))

    def unnamed(self, letter: str) -> Iterable[Expression]:
        """Results that need no name, as nothing can mean theirs."""
        if letter in "xt":
            yield of_class(Terminal(NUMBER if letter == "x" else TEXT, "a number or a text"), letter)

    def items(self, name: str) -> Expression:
        """Results of a query that is the first of its compound; where they are distinct, each can be compared."""
        ways: list[Expression] = []

        def comma(letter: str) -> Expression:
            return Sequence((Named(a_sign(","), NameAction.ITEM, NUMBERS[letter]), Nonterminal(name)))

        for letter in (*CLASSES, "o"):
            result = self.selected(letter)
            if letter == "o" and not name.startswith("distinct"):
                result = Choice((result, *self.values_of_no_class(comparable=False)))
            item: Expression = Sequence((result, self.alias(letter)))
            if name.endswith("named items"):  # what is no column has a name
                named = Sequence((result, self.alias(letter, 1)))
                item = Choice((self.column(SELECTED, letter), named, *map(spelled, self.unnamed(letter))))
            ways.append(Sequence((item, self.after_item(letter, comma(letter)))))
        if self.stars:
            every = Named(Terminal(literal(b"*"), "*"), NameAction.ALL)
            every_of = Named(Terminal(concat(NAME, literal(b".*")), "all columns of a table"), NameAction.ALL_OF)
            ways.append(Sequence((Choice((every, every_of)), self.after_item("o", comma("o")))))
        return Choice(ways)

    def bound_items(self, letter: str) -> Expression:
        """Results of a further query of a compound, from one of this class on."""
        more: list[Expression] = [
            Sequence(
                (Named(a_sign(","), NameAction.ITEM, NUMBERS[letter] | NUMBERS[n] << 4), Nonterminal(f"bound {n}"))
            )
            for n in CLASSES
        ]
        return Sequence((self.selected(letter), self.alias(letter), self.after_item(letter, Choice(more))))

    def in_brackets(self, first: Nonterminal, again: Expression) -> Expression:
        """What comes after `(SELECT`: the query, perhaps further ones, a bracket, others; what orders or limits one
        query does so once."""
        limit, closing = self.ending(INTEGER), Named(close_bracket(), NameAction.AFTER)
        united = Repeat(again, 1, 20)
        further = Sequence((united, self.ordered(simple=True), maybe(limit)))

        def ended(order: Expression) -> Expression:
            """The end of the bracket, and what comes after it."""
            assert isinstance(order, Repeat)
            ordered = Sequence((order.part, closing, Choice((further, maybe(limit)))))
            limited = Sequence((order, limit, closing, maybe(further)))
            return Choice((Sequence((closing, Choice((further, Sequence((order, maybe(limit))))))), ordered, limited))

        alone, several = ended(self.ordered(simple=False)), ended(self.ordered(simple=True))
        return Sequence((first, Choice((alone, Sequence((united, several))))))

    def next_query(self, number: int = 0, *, bracket: bool = False) -> Expression:
        """`UNION SELECT` and its like."""
        before = concat(ANY, literal(b"("), ANY) if bracket else SOME
        ways = [
            concat(SOME, words(f"{operator}{every}"), before, words("select"), SOME)
            for operator in ("union", "intersect", "except")
            for every in ("", " all")
        ]
        operator = Named(Terminal(alternation(*ways), "UNION SELECT"), NameAction.NEXT, number)
        return Sequence((operator, maybe(keyword("distinct", before=False))))

    def query(self, first: Nonterminal, again: Expression, last: Expression) -> Expression:
        """What comes after SELECT: results, further queries, the end."""
        compound = Sequence((Repeat(again, 1, 20), self.ordered(simple=True)))
        ordinary = Sequence((first, Choice((self.ordered(simple=False), compound)), last))
        apart = Named(keyword("distinct", before=False), NameAction.DISTINCT)
        different = Nonterminal(f"distinct {first.name}") if first.name.endswith("items") else first
        distinct = Sequence((apart, different, Choice((self.ordered(simple=True), compound)), last))
        return Choice((ordinary, distinct, Sequence((Nonterminal("distinct on"), first, self.ordered_on(), last))))

    def distinct_on(self) -> Expression:
        """One row of those that have the same of some columns."""
        columns = one_of(Named(A_COLUMN, NameAction.DISTINCT_ON, NUMBERS[letter]) for letter in CLASSES)
        opening = Terminal(concat(words("distinct on"), ANY, literal(b"("), ANY), "DISTINCT ON (")
        closing = Terminal(concat(ANY, literal(b")"), SOME), ")")
        begin = Named(opening, NameAction.DISTINCT, ASKS)
        return Sequence((begin, Repeat(columns, 1, 8, a_sign(",")), closing))

    def ordered_on(self) -> Expression:
        """ORDER BY what is distinct, before anything else."""
        one = Named(Terminal(COLUMN, "what is distinct"), NameAction.ORDER_ON)
        order = Named(keyword("order by"), NameAction.AFTER, ORDERING)
        more = Sequence(
            (Named(a_sign(","), NameAction.ORDERED), list_of(Sequence((self.order_by(), self.direction()))))
        )
        return maybe(Sequence((order, list_of(Sequence((one, self.direction()))), maybe(more))))

    def sources(self) -> Expression:
        table = Named(Terminal(concat(NAME, optional(concat(BLANK_OR_AS, NAME))), "a table"), NameAction.DECLARE)

        def given(word: str, value: Pattern) -> Pattern:
            return concat(SOME, words(word), ANY, literal(b"("), ANY, value, ANY, literal(b")"))

        rows = alternation(given("tablesample system", SHARE), given("tablesample bernoulli", SHARE))
        sample = Terminal(concat(rows, optional(given("repeatable", INTEGER))), "TABLESAMPLE")
        sampled = Sequence((table, maybe(Named(sample, NameAction.SAMPLE))))
        derived = self.derived(BEGIN_BRACKET, "(", SEALED)
        lateral = self.derived(concat(words("lateral"), ANY, BEGIN_BRACKET), "LATERAL (", 0)
        self.out["values"] = self.rows_of_values()
        self.out["names of columns"] = self.names_of_columns()
        opening = Terminal(concat(BEGIN_BRACKET, words("values"), ANY, BEGIN_BRACKET), "(VALUES (")
        values = Sequence(
            (Named(opening, NameAction.OPEN_SOURCE, OF_A_QUERY | SEALED | VALUES), Nonterminal("values"), self.closed())
        )
        called = Named(
            Terminal(concat(NAME, self.before_names), "a query AS name("), NameAction.SERIES, RENAMES | RENAMED
        )
        renamed = Sequence((called, Nonterminal("names of columns")))
        self.out["a source"] = Choice((sampled, derived, values, renamed, *self.series()))
        source = Nonterminal("a source")
        either = Choice((source, lateral))
        inner = ("", "inner ", "left ", "left outer ")
        outer = ("right ", "right outer ", "full ", "full outer ")

        def joining(sides: Iterable[str], number: int, before: str = "") -> Expression:
            by_number: dict[int, list[Pattern]] = {}
            for side in sides:  # rows that are absent are not locked
                absent = OUTER if self.locks and side not in inner[:2] else 0
                by_number.setdefault(number | absent, []).append(words(f"{before}{side}join"))
            return one_of(
                Named(Terminal(concat(SOME, alternation(*ways), SOME), "JOIN"), NameAction.ANOTHER, each)
                for each, ways in by_number.items()
            )

        member = Named(Terminal(NAME, "a column of both"), NameAction.MERGE)
        opening = Terminal(concat(SOME, words("using"), ANY, literal(b"("), ANY), "USING (")
        using = Sequence(
            (
                Named(opening, NameAction.MERGING),
                Repeat(member, 1, None, Named(a_sign(","), NameAction.MERGING)),
                Named(close_bracket(), NameAction.MERGED),
            )
        )
        on = Sequence((Named(keyword("on"), NameAction.CONDITION), Nonterminal(f"{PLAIN} b")))
        cross = Named(keyword("cross join"), NameAction.ANOTHER, 0)
        comma = Named(a_sign(","), NameAction.ANOTHER, COMMAS)
        natural = Sequence((joining((*inner, *outer), NATURAL, "natural "), table))
        # A query that sees the sources before it may not be the inner side of an outer join.
        join = Choice(
            (
                Sequence((joining(inner, JOINED), either, Choice((on, using)))),
                Sequence((joining(outer, JOINED), source, Choice((on, using)))),
                Sequence((joining((*inner, *outer), JOINED), Nonterminal("grouped sources"), on)),
                *([natural] if self.stars else ()),  # it compares hidden columns, too
                Sequence((cross, Choice((either, Nonterminal("grouped sources"))))),
            )
        )
        # Of which no others are seen within.
        apart = Named(open_bracket(), NameAction.DEEPER, BRACKET | NAMED | FENCED)
        one = Choice((source, Nonterminal("grouped sources")))
        joins = Choice((Sequence((joining((*inner, *outer), JOINED), one, on)), Sequence((cross, one))))
        ended = Named(close_bracket(), NameAction.SHALLOWER, 3)
        self.out["grouped sources"] = Sequence((apart, one, Repeat(joins, 1), ended))
        # Brackets around the first joins change nothing.
        bracket = Named(open_bracket(), NameAction.DEEPER, BRACKET | NAMED)
        end = Named(close_bracket(), NameAction.SHALLOWER, 1)
        self.out["joined"] = Choice(
            (Sequence((source, Repeat(join, 1))), Sequence((Nonterminal("bracketed"), Repeat(join))))
        )
        self.out["bracketed"] = Sequence((bracket, Nonterminal("joined"), end))
        # ON sees the sources of its own join only, so a comma comes after all joins.
        first = Choice((source, Nonterminal("bracketed")))
        further = Sequence((comma, Choice((either, Nonterminal("grouped sources")))))
        return Sequence((first, Repeat(join), Repeat(further)))

    def series(self) -> Iterable[Expression]:
        """Functions in FROM that give rows of one class."""
        names = concat(BLANK_OR_AS, NAME, optional(concat(literal(b"("), NAME, literal(b")"))))
        for letter in CLASSES:
            called = OF_A_QUERY | SEALED | FUNCTION | NUMBERS[letter]
            alias = Named(Terminal(names, "an alias"), NameAction.SERIES, NUMBERS[letter])
            own = ((each.name, each.arguments) for each in self.own if each.gives == letter)
            by_signature: dict[str, list[str]] = {}
            for name, arguments in (*IN_FROM.get(letter, ()), *own):
                if self.knows(PLAIN, arguments):
                    by_signature.setdefault(arguments, []).append(name)
            for arguments, listed in by_signature.items():
                opening = Named(open_bracket(*listed), NameAction.OPEN_SOURCE, called)
                closing = Named(close_bracket(), NameAction.CLOSE_SOURCE)
                yield Sequence((opening, self.signature(PLAIN, arguments), closing, alias))

    def derived(self, before: Pattern, name: str, number: int) -> Expression:
        """A query in FROM."""
        number |= OF_A_QUERY | NAMED
        begun = opened(before, name, NameAction.OPEN_SOURCE, number)
        return Sequence((begun, Nonterminal("named query"), self.closed()))

    before_names = concat(BLANK_OR_AS, NAME, optional(literal(b" ")), literal(b"("))

    def closed(self) -> Expression:
        """The end of a query in FROM: its name, and perhaps other ones for its results."""
        alias = Named(Terminal(concat(BLANK_OR_AS, NAME), "an alias"), NameAction.ALIAS)
        renaming = Named(Terminal(self.before_names, "AS name("), NameAction.SERIES, RENAMES)
        either = Choice((alias, Sequence((renaming, Nonterminal("names of columns")))))
        return Sequence((Named(close_bracket(), NameAction.CLOSE_SOURCE), either))

    def names_of_columns(self) -> Expression:
        one = Named(Terminal(NAME, "the name of a column"), NameAction.SERIES, RENAMED)
        more = Named(a_sign(","), NameAction.MERGED, ONE_MORE)
        return Sequence((Repeat(one, 1, LIST, more), Named(close_bracket(), NameAction.MERGED, ALL_RENAMED)))

    def rows_of_values(self) -> Expression:
        """What comes after `VALUES (`: a row, and others of the same classes."""

        def row(name: str, letter: str, value: Expression, *, first: bool) -> Expression:
            ways: list[Expression] = [Named(close_bracket(), NameAction.MERGED, GIVEN | NUMBERS[letter] << 4)]
            if first:
                ways.append(Sequence((Named(a_sign(","), NameAction.ITEM, NUMBERS[letter]), Nonterminal(name))))
            for after in () if first else CLASSES:
                number = NUMBERS[letter] | NUMBERS[after] << 4
                ways.append(Sequence((Named(a_sign(","), NameAction.ITEM, number), Nonterminal(f"{name} {after}"))))
            return Sequence((value, Choice(ways)))

        plain = {letter: Nonterminal(f"{PLAIN} {letter}") for letter in CLASSES}
        again: list[Expression] = []
        comma = Terminal(concat(ANY, literal(b","), ANY, BEGIN_BRACKET), ", (")
        for letter in CLASSES:
            value = plain[letter] if letter == "t" else Choice((plain[letter], NULL))
            self.out[f"more values {letter}"] = row("more values", letter, value, first=False)
            next_row = Named(comma, NameAction.NEXT, VALUES | NUMBERS[letter])
            again.append(Sequence((next_row, Nonterminal(f"more values {letter}"))))
        self.out["first values"] = Choice([row("first values", each, plain[each], first=True) for each in CLASSES])
        return Sequence((Nonterminal("first values"), Repeat(one_of(again), 0, 23)))

    def defined(self, names: Pattern) -> Expression:
        """WITH and its queries. None is a source of itself or of those before it, which RECURSIVE would allow, and
        where a table that is called so would be one."""
        plain, recursive = concat(words("with"), SOME), concat(words("with recursive"), SOME)
        ways = ((plain, self.definitions(names)), (recursive, Nonterminal("definitions")))
        return Choice(tuple(Sequence((Terminal(begun, "WITH"), its)) for begun, its in ways))

    def definitions(self, names: Pattern) -> Expression:
        """What follows WITH: queries with their names."""
        kept = concat(optional(concat(words("not"), SOME)), words("materialized"), ANY)
        opening = concat(SOME, words("as"), alternation(ANY, concat(SOME, kept)), BEGIN_BRACKET)

        def query(number: int, name: str) -> Expression:
            return self.within(opening, "AS (", OF_A_QUERY | SEALED | number, name)

        column = Named(Terminal(self.columns, "a column"), NameAction.COLUMNS, NEXT_COLUMN)
        columns = Sequence(
            (Terminal(concat(ANY, literal(b"("), ANY), "("), Repeat(column, 1, 60, a_sign(",")), close_bracket())
        )
        begin = Terminal(concat(opening, words("values"), ANY, BEGIN_BRACKET), "AS (VALUES (")
        values = Sequence((Named(begin, NameAction.OPEN, OF_A_QUERY | SEALED | VALUES), Nonterminal("values")))
        either = Choice(
            (query(NAMED, "named query"), values, Sequence((columns, Choice((query(0, "any query"), values)))))
        )
        name = Named(Terminal(names, "the name of a query"), NameAction.NAME_TABLE)
        one = Sequence((name, either, Named(close_bracket(), NameAction.CLOSE_TABLE)))
        return Repeat(one, 1, 12, a_sign(","))
