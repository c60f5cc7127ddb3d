"""Chains of operands of one class, and what is true or false: comparisons, tests, rows."""

from __future__ import annotations

from collections.abc import Iterable

from constrain.grammar import Choice, Expression, NameAction, Named, Nonterminal, Repeat, Sequence, Terminal
from constrain.patterns.pattern import Pattern, alternation, concat, literal, literals

from ..language import SEALED
from ..words import ANY, CHARACTER, SOME, words
from .functions import CLASSES, NUMBERS, ORDERED
from .spelling import INTEGER, LITERALS
from .terms import (
    BEGIN_BRACKET,
    BRACKET,
    BY,
    CHAIN,
    COMPARED,
    GROUPED,
    INNER,
    NULL,
    ODD,
    OF_A_QUERY,
    PLAIN,
    WITH_QUERIES,
    a_sign,
    close_bracket,
    compares,
    enclosed,
    keyword,
    list_of,
    maybe,
    one_of,
    open_bracket,
    operator,
)
from .values import Values


class Conditions(Values):
    """What is true or false."""

    def chains(self, kind: str) -> None:
        def of(letter: str) -> Nonterminal:
            return Nonterminal(f"{kind} {letter} operand")

        def tail(operators: Terminal, operand: Expression) -> Expression:
            return Repeat(Sequence((operator(operators), operand)), 0, CHAIN)

        computing = a_sign("+", "-", "*", "/")
        exact = a_sign("+", "-", "*", "/", "%")
        negative = maybe(operator(Terminal(literal(b"-"), "-")))
        x, d, s, v, t = map(of, "xdsvt")
        self.out[f"{kind} x"] = Choice(
            (Sequence((negative, x, tail(exact, x))), Sequence((d, operator(a_sign("-")), d)))
        )
        floating = Sequence((negative, self.mixed(kind, " operand", operator(computing))))
        self.out[f"{kind} f"] = one_of([floating, *self.operations(kind, "f")])
        # What is not a text becomes one beside a text; as the first only where other types are there, as masks take
        # longer, and not in what rows are grouped by.
        texts = one_of([t, *self.of_json(kind), *self.operations(kind, "t")])
        more = tail(a_sign("||"), t if kind == BY else one_of(map(of, CLASSES)))
        other = Sequence((one_of(map(of, CLASSES.replace("t", ""))), operator(a_sign("||")), t, more))
        self.out[f"{kind} t"] = one_of([Sequence((texts, more)), *([other] if self.opaque_of(kind) else [])])
        self.out[f"{kind} integer"] = self.integer(kind)
        days = Terminal(INTEGER, "a number of days")
        shift = a_sign("+", "-")
        self.out[f"{kind} d"] = Sequence((d, tail(shift, days)))
        span = Sequence((operator(shift), v))
        self.out[f"{kind} s"] = Choice((Sequence((s, Repeat(span, 0, CHAIN))), Sequence((d, Repeat(span, 1, CHAIN)))))
        minus = operator(a_sign("-"))
        self.out[f"{kind} v"] = Choice(
            (
                Sequence((v, Repeat(span, 0, CHAIN))),
                Sequence((v, operator(a_sign("*")), self.number(kind, " operand"))),
                Sequence((s, minus, Choice((s, d)))),
                Sequence((d, minus, s)),
                *self.operations(kind, "v"),
            )
        )
        self.out[f"{kind} u"] = of("u")

    def boolean(self, kind: str) -> None:
        operand = Nonterminal(f"{kind} b operand")
        logic = operator(Terminal(concat(SOME, alternation(words("and"), words("or")), SOME), "AND"))
        no = Repeat(operator(keyword("not", before=False)), 0, 3)
        # `NOT(…)`, without white space.
        tight = enclosed(open_bracket("not"), Nonterminal(f"{kind} conditions"), ODD)
        one = Choice((Sequence((no, Nonterminal(f"{kind} condition"))), Sequence((no, tight))))
        self.out[f"{kind} b"] = Repeat(one, 1, CHAIN, logic)
        # In brackets: no column alone, which completions would look for in ever more brackets.
        negated = Sequence((Repeat(operator(keyword("not", before=False)), 1, 3), Nonterminal(f"{kind} condition")))
        more = Sequence((logic, one))
        first = Choice((Nonterminal(f"{kind} test"), negated))
        self.out[f"{kind} conditions"] = Choice(
            (Sequence((first, Repeat(more, 0, CHAIN))), Sequence((one, Repeat(more, 1, CHAIN))))
        )

        def either(*texts: str, end: Pattern = SOME) -> Terminal:
            return Terminal(concat(SOME, alternation(*map(words, texts)), end), texts[0].upper())

        equals = operator(compares(*COMPARED))
        apart = operator(either("is distinct from", "is not distinct from"))
        within = concat(SOME, alternation(words("in"), words("not in")), ANY, literal(b"("), ANY)
        spaced = Sequence((operator(keyword("not", before=False)), Nonterminal(f"{kind} b bracket")))
        refused = Choice((spaced, tight))
        some = concat(ANY, literals(s.encode() for s in COMPARED), ANY, alternation(words("any"), words("all")), ANY)
        listed = Terminal(concat(some, literal(b"("), ANY, words("array"), literal(b"["), ANY), "= ANY (ARRAY[")
        unlisted = Named(Terminal(concat(ANY, literal(b"]"), ANY, literal(b")")), "])"), NameAction.SHALLOWER)
        empty = alternation(*map(words, ("is null", "is not null", "isnull", "notnull")))
        null = operator(Terminal(concat(SOME, empty), "IS NULL"))
        truths = ("is true", "is false", "is not true", "is not false", "is unknown")
        truth = Choice((null, operator(either(*truths, end=concat()))))
        ways: list[Expression] = [
            Sequence((operand, equals, Choice((operand, refused)))),
            Sequence((operand, truth)),
            Sequence((operand, enclosed(Terminal(within, "IN ("), list_of(operand)))),
            Sequence((self.column(kind, "o"), null)),
            *self.enumerated(kind),
            *self.operations(kind, "b"),
            *self.of_opaque(kind),
        ]
        # After which IS is none.
        unlike: list[Expression] = [Sequence((operand, apart, Choice((operand, NULL))))]
        between, and_ = operator(either("between", "not between")), operator(keyword("and"))
        subqueries = kind in WITH_QUERIES
        number = OF_A_QUERY | 2 | (SEALED if kind in (GROUPED, INNER) else 0)
        for (left, right), letters in zip(self.compared(kind), ("xf", "t", "ds", "v", "u"), strict=True):
            ends: list[Expression] = [
                Sequence((equals, right)),
                null,
                Sequence((between, right, and_, right)),
                enclosed(Terminal(within, "IN ("), list_of(right)),
                Sequence((Named(listed, NameAction.DEEPER, BRACKET), list_of(left), unlisted)),
            ]
            if {"t": "S", "xf": "A"}.get(letters) in self.opaque_of(kind):
                written = Terminal(LITERALS["S" if letters == "t" else "A"], "'{…}'")
                ends.append(enclosed(Terminal(concat(some, literal(b"("), ANY), "= ANY ("), written))
            for array in self.arrays(kind, {"t": "text[]", "xf": "number[]"}.get(letters, "")):
                ends.append(enclosed(Terminal(concat(some, literal(b"("), ANY), "= ANY ("), array))
            if subqueries:
                for before, name in ((within, "IN ("), (concat(some, BEGIN_BRACKET), "= ANY (")):
                    ends += [self.subquery(before, name, f"query {letter}", number) for letter in letters]
            ways.append(Sequence((left, Choice(ends))))
            unlike.append(Sequence((left, apart, right)))
        moment = Choice((Nonterminal(f"{kind} d"), Nonterminal(f"{kind} s")))
        till = Choice((moment, Nonterminal(f"{kind} v")))
        times = enclosed(open_bracket(), Sequence((moment, operator(a_sign(",")), till)), ODD)
        ways.append(Sequence((times, operator(keyword("overlaps")), times)))
        text = Nonterminal(f"{kind} t")
        like = operator(either("like", "not like", "ilike", "not ilike", "similar to", "not similar to"))
        escape = maybe(Terminal(concat(SOME, words("escape"), SOME, CHARACTER), "ESCAPE"))
        ways.append(Sequence((text, like, text, escape)))
        patterns = concat(SOME, alternation(*map(words, ("like", "not like", "ilike", "not ilike"))), SOME)
        some_of = concat(
            patterns, alternation(words("any"), words("all")), ANY, BEGIN_BRACKET, words("array"), literal(b"["), ANY
        )
        begun = Named(Terminal(some_of, "LIKE ANY (ARRAY["), NameAction.DEEPER, BRACKET)
        ways.append(Sequence((text, begun, list_of(text), unlisted)))
        t = Nonterminal(f"{kind} t operand")
        ways.append(Sequence((t, operator(a_sign("~", "~*", "!~", "!~*")), t)))
        if subqueries:
            exists = concat(words("exists"), ANY, BEGIN_BRACKET)
            closing = Named(close_bracket(), NameAction.CLOSE)
            ways.append(Sequence((self.within(exists, "EXISTS (", number - 2, "any query"), closing)))
        if kind == PLAIN:
            ways.append(self.rows(kind, equals, within))
        self.out[f"{kind} test"] = Choice((Sequence((Choice(ways), Repeat(truth, 0, 2))), *unlike))
        self.out[f"{kind} condition"] = Choice((operand, Nonterminal(f"{kind} test")))

    def enumerated(self, kind: str) -> Iterable[Expression]:
        """Columns of enumerations, compared with their values."""
        within = Terminal(concat(SOME, alternation(words("in"), words("not in")), ANY, literal(b"("), ANY), "IN (")
        for number, value in self.enumerations.items():
            equal = Sequence((operator(compares(*COMPARED)), value))
            yield Sequence((self.of_kind(kind, number), Choice((equal, enclosed(within, list_of(value))))))

    def of_opaque(self, kind: str) -> Iterable[Expression]:
        """Values of types without a class: compared with another of their type, or a text that is read as one."""
        within = Terminal(concat(SOME, alternation(words("in"), words("not in")), ANY, literal(b"("), ANY), "IN (")
        between = concat(SOME, alternation(words("between"), words("not between")), SOME)
        null = operator(Terminal(concat(SOME, alternation(words("is null"), words("is not null"))), "IS NULL"))
        for letter in sorted(self.opaque_of(kind)):
            ends: list[Expression] = [null]
            if letter in ORDERED:
                other = Choice((Terminal(LITERALS[letter], "a text"), Nonterminal(f"{kind} {letter} operand")))
                both = Sequence((operator(Terminal(between, "BETWEEN")), other, operator(keyword("and")), other))
                compared = Sequence((operator(compares(*COMPARED)), other))
                ends += [compared, enclosed(within, list_of(other)), both]
            yield Sequence((Nonterminal(f"{kind} {letter}"), Choice(ends)))

    def rows(self, kind: str, equals: Expression, within: Pattern) -> Expression:
        """Two values that are compared with two, in a list or of a query, too."""
        comma = operator(a_sign(","))

        opening = Named(Terminal(concat(within, words("select"), SOME), "IN (SELECT"), NameAction.OPEN, OF_A_QUERY | 3)

        def row(inside: Expression) -> Expression:
            return enclosed(open_bracket(), inside, ODD)

        classes = zip(self.compared(kind), ("xf", "t", "ds", "v", "u"), strict=True)
        truth = Nonterminal(f"{kind} b operand")
        sides = [*((left, right, letters) for (left, right), letters in classes), (truth, truth, "b")]
        for _, _, letters in sides:
            item = (
                Sequence((self.selected(a), self.alias(a), Named(a_sign(","), NameAction.ITEM, NUMBERS[a])))
                for a in letters
            )
            self.out[f"first {letters}"] = one_of(item)
            self.out[f"second {letters}"] = Sequence(
                (one_of(Nonterminal(f"one {b}") for b in letters), maybe(self.ending(INTEGER)))
            )
        ways: list[Expression] = []
        for left, right, letters in sides:
            seconds: list[Expression] = []
            for other, its, others in sides:
                same = row(Sequence((right, comma, its)))
                query = Sequence((Nonterminal(f"first {letters}"), Nonterminal(f"second {others}")))
                ends = (
                    Sequence((equals, same)),
                    enclosed(Terminal(within, "IN ("), list_of(same)),
                    Sequence((opening, query, Named(close_bracket(), NameAction.CLOSE))),
                )
                closing = Named(close_bracket(), NameAction.SHALLOWER)
                seconds.append(Sequence((other, closing, Choice(ends))))
            ways.append(Sequence((left, comma, Choice(seconds))))
        return Sequence((Named(open_bracket(), NameAction.DEEPER, BRACKET | ODD), Choice(ways)))
