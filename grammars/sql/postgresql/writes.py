"""INSERT, UPDATE and DELETE."""

from __future__ import annotations

from collections.abc import Iterable

from constrain.grammar import Choice, Expression, NameAction, Named, Nonterminal, Repeat, Sequence, Terminal
from constrain.patterns.pattern import Pattern, alternation, concat, literal, optional, repeat
from constrain.patterns.utf8 import characters

from ..language import INSTEAD, VALUES
from ..words import ANY, BLANK_OR_AS, NAME, SOME, words
from .functions import CLASSES, NUMBERS, OPAQUE_TYPES
from .queries import Queries
from .spelling import LITERALS, MOMENT, SPAN, UUID, quoted
from .terms import (
    COMMAS,
    KEY,
    LISTED,
    LOCKS,
    PLAIN,
    PROPOSED,
    SIGNED,
    TARGET,
    WHERE,
    a_sign,
    close_bracket,
    keyword,
    list_of,
    maybe,
    one_of,
    operator,
)


class Writes(Queries):
    """Statements that write."""

    def values(self) -> dict[int, list[Expression]]:
        """What may be given to columns, by the number of their kind (names_classes.cc, `assigned_kind`); 0: to any."""
        plain = {letter: Nonterminal(f"{PLAIN} {letter}") for letter in CLASSES}
        out: dict[int, list[Expression]] = {NUMBERS[letter]: [plain[letter]] for letter in "bvu"}
        # Whatever is written as a text becomes one.
        out[NUMBERS["t"]] = [*plain.values(), *(Nonterminal(f"{PLAIN} {letter}") for letter in sorted(self.letters))]
        out[NUMBERS["f"]] = [plain["x"], plain["f"], Terminal(SIGNED, "a number")]
        out[NUMBERS["s"]] = [plain["d"], plain["s"], Terminal(quoted(MOMENT), "a date")]
        for letter, pattern in (("u", UUID), ("v", SPAN)):
            out[NUMBERS[letter]].append(Terminal(quoted(pattern), "a value"))
        for letter in self.letters:
            special = OPAQUE_TYPES[letter][1] or ""
            if special in self.special and letter in LITERALS:
                out[self.special[special]] = [Nonterminal(f"{PLAIN} {letter}"), Terminal(LITERALS[letter], "a value")]
        out |= {number: [value] for number, value in self.enumerations.items()}
        return {**out, 0: [Terminal(alternation(words("null"), words("default")), "NULL")]}

    def settings(self) -> Expression:
        """Columns with what they become."""
        column, values = Terminal(NAME, "a column"), self.values()
        within = Terminal(concat(literal(b"["), KEY, literal(b"]")), "a place")

        def set_one(number: int, ways: list[Expression]) -> Expression:
            places = (Repeat(within, 0, 6),) if number == self.special.get("jsonb") else ()
            return Sequence((Named(column, NameAction.ASSIGN, number), *places, operator(a_sign("=")), one_of(ways)))

        one = one_of(set_one(number, ways) for number, ways in values.items())
        return Repeat(one, 1, None, Named(a_sign(","), NameAction.MERGING, 1))

    def returning(self, number: int) -> Expression:
        anything = one_of([*(Nonterminal(f"{PLAIN} {letter}") for letter in CLASSES), self.column(PLAIN, "o")])
        listed = list_of(Sequence((anything, maybe(self.result_name))))
        if self.stars:
            listed = Choice((listed, Terminal(literal(b"*"), "*")))
        return maybe(Sequence((Named(keyword("returning"), NameAction.AFTER, number), listed)))

    def writing(self, kinds: frozenset[str], last: Expression) -> Iterable[Expression]:
        """Statements of these kinds; `last`: what ends a query."""
        table = Named(Terminal(NAME, "a table"), NameAction.DECLARE, 1)
        where = maybe(Sequence((Named(keyword("where"), NameAction.AFTER, WHERE), Nonterminal(f"{PLAIN} b"))))

        def begin(text: str) -> Expression:
            first = Named(keyword(text, before=False), NameAction.OPEN)
            later = Named(Terminal(concat(ANY, words(text), SOME), text.upper()), NameAction.OPEN)
            return Choice((first, Sequence((Nonterminal("tables defined"), later))))

        def more(word: str) -> Expression:
            """Other sources, which see nothing of each other."""
            comma = Named(a_sign(","), NameAction.ANOTHER, COMMAS)
            source = Nonterminal("a source")
            first = Named(keyword(word), NameAction.ANOTHER, COMMAS)
            return maybe(Sequence((first, source, Repeat(Sequence((comma, source))))))

        called = maybe(Named(Terminal(concat(BLANK_OR_AS, NAME), "an alias"), NameAction.ALIAS))
        if "insert" in kinds:
            rows = Sequence((self.inserted(last), self.returning(TARGET)))
            default = Sequence((keyword("default values", after=False), self.returning(0)))
            yield Sequence((begin("insert into"), table, Choice((rows, default))))
        if "update" in kinds:
            setting = Named(keyword("set"), NameAction.SOURCES)
            ends = (setting, self.settings(), more("from"), where, self.returning(0))
            yield Sequence((begin("update"), table, called, *ends))
        if "delete" in kinds:
            of = Named(keyword("from", before=False), NameAction.SOURCES)
            yield Sequence((begin("delete"), of, table, called, more("using"), where, self.returning(0)))

    def locking(self) -> Expression:
        """FOR UPDATE and its like."""
        strengths = alternation(*map(words, ("update", "no key update", "share", "key share")))
        waiting = optional(concat(SOME, alternation(words("nowait"), words("skip locked"))))
        return Named(
            Terminal(concat(SOME, words("for"), SOME, strengths, waiting), "FOR UPDATE"), NameAction.AFTER, LOCKS
        )

    def inserted(self, last: Expression) -> Expression:
        """Columns, or all of them; rows for them, and what becomes of those that are there."""
        column = Named(Terminal(NAME, "a column"), NameAction.ASSIGN, LISTED)
        columns = Repeat(column, 1, None, Named(a_sign(","), NameAction.MERGING, 1))
        listed = Sequence((Terminal(concat(ANY, literal(b"("), ANY), "("), columns, close_bracket()))
        values = self.values()
        for number, ways in values.items():
            more = [
                Sequence((Named(a_sign(","), NameAction.ITEM, after << 4), Nonterminal(f"row {after}")))
                for after in values
            ]
            self.out[f"row {number}"] = Sequence(
                (one_of(ways), one_of([*more, Named(close_bracket(), NameAction.MERGED, 1)]))
            )

        def rows(opening: Pattern, action: NameAction, flags: int) -> Expression:
            terminal = Terminal(opening, "(")
            return one_of(
                Sequence((Named(terminal, action, flags | number), Nonterminal(f"row {number}"))) for number in values
            )

        bracket = concat(ANY, literal(b"("), ANY)
        again = Repeat(rows(concat(ANY, literal(b","), bracket), NameAction.NEXT, VALUES))
        queries = {}
        for letter in CLASSES:
            queries[letter] = self.query(Nonterminal(f"bound {letter}"), Nonterminal("again"), last)

        def given(blank: Pattern) -> Expression:
            select = Terminal(concat(blank, words("select"), SOME), "SELECT")
            first = rows(concat(blank, words("values"), bracket), NameAction.OPEN, VALUES | INSTEAD)
            selects = (
                Sequence((Named(select, NameAction.OPEN, INSTEAD | NUMBERS[letter]), query))
                for letter, query in queries.items()
            )
            # In brackets, too.
            opened = Terminal(concat(blank, literal(b"("), ANY, words("select"), SOME), "(SELECT")
            closed = Named(close_bracket(), NameAction.AFTER)
            bracketed = (
                Sequence((Named(opened, NameAction.OPEN, INSTEAD | NUMBERS[letter]), query, closed))
                for letter, query in queries.items()
            )
            every: list[Expression] = []
            if self.stars:
                every.append(Sequence((Named(select, NameAction.OPEN, INSTEAD), self.all_of_a_table())))
                every.append(Sequence((Named(opened, NameAction.OPEN, INSTEAD), self.all_of_a_table(), closed)))
            return Choice((Sequence((first, again)), *selects, *bracketed, *every))

        nothing = keyword("on conflict do nothing", after=False)
        conflict = concat(SOME, words("on conflict"), ANY, literal(b"("), ANY)
        key = Terminal(repeat(characters(((0x20, 0xD7FF), (0xE000, 0x10FFFF))), 1), "the primary key")
        setting = Terminal(concat(ANY, literal(b")"), ANY, words("do update set"), SOME), ") DO UPDATE SET")
        where = maybe(Sequence((Named(keyword("where"), NameAction.AFTER, WHERE), Nonterminal(f"{PLAIN} b"))))
        ignored = Terminal(concat(ANY, literal(b")"), ANY, words("do nothing")), ") DO NOTHING")
        known = (
            Named(Terminal(conflict, "ON CONFLICT ("), NameAction.AFTER, TARGET | PROPOSED),
            Named(key, NameAction.COLUMNS, 1),
            Choice((ignored, Sequence((setting, self.settings(), where)))),
        )
        conflicts = Choice((Named(nothing, NameAction.AFTER, TARGET), Sequence(known)))
        return Sequence((Choice((Sequence((listed, given(ANY))), given(SOME))), maybe(conflicts)))

    def all_of_a_table(self) -> Expression:
        """All columns, where a query is to have as many results."""
        every = Named(Terminal(literal(b"*"), "*"), NameAction.ALL)
        return Sequence((every, Named(keyword("from"), NameAction.SOURCES, NUMBERS["o"]), Nonterminal("rest")))
