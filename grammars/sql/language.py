"""The language of queries as productions over terminals that act on names.

Which names may stand where is the engine's matter (`Named`, constrain/native/context/names.h): a SELECT opens a scope,
FROM begins its sources, a column is used. Here stands what is left, which is context-free. Expressions are chains of
operands and operators without precedence, since only their texts count. They come in kinds, by what they may contain:

    PLAIN   columns, functions, subqueries: after WHERE, ON and GROUP BY
    GROUPED also aggregates: after HAVING
    WINDOWED as PLAIN, and functions over windows: ORDER BY where rows are not grouped
    SELECTED also aggregates and functions over windows: what is selected, and ORDER BY where rows are grouped
    INNER   columns of the query itself, subqueries that see nothing of it: what aggregates and windows are about
    GATHERED as INNER, and aggregates: what windows are about where rows are grouped

Queries come in kinds by where they stand, for the names of their results:

    query   in an expression: as the text likes; they come before the columns of queries around it
    named   in FROM or WITH: each result that is no column has one, as SQLite makes up names for the others: of a
            function's call or of a number it is their text, which is no name that this language has
    start   the outermost: as the text likes, also in quotation marks of other kinds

An aggregate whose argument had only columns of a query around it would be that query's, so these are INNER.
Terminals have the white space around them: a keyword between operands begins and ends with some, an operand has none.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from constrain.grammar import Choice, Expression, NameAction, Named, Nonterminal, Repeat, Sequence, Terminal
from constrain.patterns.pattern import (
    Pattern,
    alternation,
    byte_range,
    complement,
    concat,
    intersection,
    literal,
    literals,
    optional,
    repeat,
)
from constrain.patterns.utf8 import characters

from .functions import AGGREGATE, ARROWS, OPERATORS, SCALAR, TYPES, WINDOW, Arity
from .words import (
    ANY,
    AS,
    BARE,
    BLANK_OR_AS,
    BLOB,
    CHARACTER,
    DIGIT,
    HEADING,
    IN_TABLE,
    INTEGER,
    NUMBER,
    POSITIVE,
    SOME,
    STRING,
    caseless,
    spellings,
    words,
)
from .words import SQLITE_NAME as NAME

PLAIN, GROUPED, WINDOWED, SELECTED, INNER, GATHERED = "plain", "grouped", "windowed", "selected", "inner", "gathered"
OWN = (INNER, GATHERED)  # about columns of the query itself
AGGREGATED = (GROUPED, SELECTED, GATHERED)
# Numbers of actions, as names.h has them: of scopes, brackets and sources.
SEALED, UNNAMES, VALUES, RECURSES, INSTEAD = 1 << 16, 1 << 17, 1 << 18, 1 << 19, 1 << 20
ROW_NUMBERS, STORED, DEFINES, GROUP = 1 << 15, 256, 1 << 23, 8
UNNAMED, OF_ROWS, OF_WINDOW = 1, 2, 4
FOR_GROUPS, SHUT, BEFORE_WINDOWS, FOR_WINDOWS, TARGET, AS_A_WHOLE = 1, 2, 8, 16, 32, 128
PROPOSED, ROW_BY_ROW = 64, 512
ALL = 1 << 12
BASE, DEFINED = 1 << 10, 1 << 11
CALLED = 16  # of DECLARE: so often as it may have arguments
OR, AND, NOT, COMPARES, COMPUTES, SIGN, BOUND = 1, 2, 3, 4, 5, 6, 7
CROSS, JOINED, NATURAL, OUTER = 0, 1, 2, 32
LONGEST_CHAIN = 24  # operators of one expression: with brackets within brackets SQLite's depth of 1,000 is not reached
LONGEST_CONDITION = 80  # of one that a clause begins with
# What of the stack of SQLite's parser (a hundred places up to 3.45) is taken at most before what is in brackets: by a
# function's arguments, CASE, CAST, IN, FILTER, OVER, a query, a query in FROM, sources; measured of 3.40. By a plain
# bracket, too, though it takes one place: or expressions could be deeper than 1,000.
CALL, CASE, CAST, IN, FILTER, OVER, QUERY_NUMBER, _SOURCE_NUMBER, _FROM = (
    n << 24 for n in (5, 6, 2, 6, 8, 15, 14, 10, 3)
)
_PLAIN = 2 << 24
QUERY = QUERY_NUMBER >> 24
# 92 hold brackets; less 9 for the clauses of the outermost query and 33 for operators in the innermost bracket.
STACK = 50
_LONGEST_LIST, _LONGEST_SET = 60, 1000
IS = ("is", "is not", "is distinct from", "is not distinct from")
COMPUTING = ("*", "%", "+", "&", "|", "<<", ">>")
COMPARING = ("=", "==", "<>", "!=", "<", "<=", ">", ">=")

_NOTHING = concat()
_OPENING = concat(optional(literal(b" ")), literal(b"("))
OPENED, CLOSED = concat(_OPENING, ANY), concat(ANY, literal(b")"))
_KEPT = optional(concat(SOME, alternation(words("materialized"), words("not materialized"))))
# What SQLite may call a result that has no name is the text of a call or a number, which has the first of these, or
# begins with one of the others. So no result is without a name where a column is called like that, and no text gives
# such a name, nor one like `x:1`, which is what a second `x` is called.
_CALLED, _NUMBERED = "(", "0123456789."
_SOMETHING = repeat(byte_range(0x20, 0xFF))
_MADE_UP = concat(
    BLANK_OR_AS,
    literal(b'"'),
    alternation(
        concat(_SOMETHING, literal(_CALLED.encode()), _SOMETHING),
        concat(literals(each.encode() for each in _NUMBERED), _SOMETHING),
        concat(_SOMETHING, literal(b":"), INTEGER, literal(b'"')),
    ),
)
_CONSTANTS = "null", "true", "false", "current_date", "current_time", "current_timestamp"
_PLACE = alternation(POSITIVE, concat(literal(b"("), POSITIVE, literal(b")")))
COLUMN = alternation(NAME, concat(NAME, literal(b"."), NAME))
_SOURCE = concat(NAME, optional(concat(BLANK_OR_AS, NAME)))


def productions(
    functions: dict[str, Arity],
    free: Pattern,
    results: Pattern,
    members: Pattern,
    *,
    limit: int | None,
    stars: bool = True,
    columns: Collection[str] = (),
    numbered: bool = False,
    summaries: Mapping[str, Arity] | None = None,
    commands: Mapping[str, Commands] | None = None,
    called: Iterable[int] = (),
    parameters: Iterable[str] = (),
    writes: Iterable[str] = (),
    predicate: str | None = None,
    language: type[Language] | None = None,
) -> dict[str, Expression]:
    """The productions, from `start` on. `free`: names that a text may give to queries; `results`: to results;
    `members`: to the columns of a query. `limit`: a query ends with LIMIT and at most this number. `stars`: whether all
    columns may be selected at once. `columns`: what columns are called, hidden ones too: TRUE and FALSE would be those.
    `numbered`: rows have numbers, as `rowid`. `summaries`: more aggregates. `commands`: of tables of full text.
    `called`: how many arguments tables may have. `parameters`: what may stand for a value, as it is written. `writes`:
    of insert, update, delete; `predicate`: what rows must meet that are changed or deleted. `language`: with other
    expressions than these."""
    constants = [word for word in _CONSTANTS if word not in ("true", "false") or word not in columns]
    known, given = {**SCALAR, **functions}, tuple(parameters)
    made = (language or Language)(known, free, results, members, limit, stars, constants, given, columns)
    made.numbered, made.arguments_of_rows = numbered, tuple(called)
    made.commands, made.aggregates_known = commands or {}, {**AGGREGATE, **(summaries or {})}
    return made.all(frozenset(writes), predicate)


class Commands(NamedTuple):
    """What a table of full text may be told: words alone, and with a value; `columns`: of rows that it is to forget."""

    alone: tuple[bytes, ...]
    valued: Mapping[bytes, Pattern] = {}
    columns: tuple[str, ...] = ()


class Language:
    """Queries whose expressions may be of any type."""

    nests = True  # aggregates of aggregates, over windows
    numbered = False  # whether rows have numbers that have no name where they are put out
    arguments_of_rows: tuple[int, ...] = ()  # how many some table may have at most
    aggregates_known: Mapping[str, Arity] = AGGREGATE
    commands: Mapping[str, Commands] = {}

    def __init__(
        self,
        scalar: dict[str, Arity],
        free: Pattern,
        results: Pattern,
        members: Pattern,
        limit: int | None,
        stars: bool,
        constants: list[str],
        parameters: tuple[str, ...],
        columns: Iterable[str],
    ) -> None:
        self.arrows, self.matches = [name for name in scalar if name in ARROWS], "match" in scalar
        self.scalar = {name: arity for name, arity in scalar.items() if name not in OPERATORS}
        self.free, self.results, self.members, self.limit = free, results, members, limit
        self.stars, self.parameters = stars, parameters
        self.nameless = not any(_CALLED in column or column[:1] in _NUMBERED for column in columns)
        self.constants = constants
        self.frames = [frames_of_sqlite(ranges=ranges) for ranges in (False, True)]

    # --- Terminals

    def infix(self, text: str) -> Terminal:
        """A keyword, white space on both sides."""
        return self._keyword(text, concat(SOME, words(text), SOME))

    def prefix(self, text: str) -> Terminal:
        return self._keyword(text, concat(words(text), SOME))

    def suffix(self, text: str) -> Terminal:
        return self._keyword(text, concat(SOME, words(text)))

    def word(self, text: str) -> Terminal:
        return self._keyword(text, words(text))

    def _keyword(self, text: str, pattern: Pattern) -> Terminal:
        return Terminal(pattern, text.upper())

    def either(self, name: str, *texts: str, after: Pattern = SOME) -> Terminal:
        """One of these keywords, after white space and before some."""
        return Terminal(concat(SOME, alternation(*map(words, texts)), after), name)

    def sign(self, *signs: str) -> Terminal:
        return Terminal(concat(ANY, literals(sign.encode() for sign in signs), ANY), " ".join(signs))

    def closing(self) -> Terminal:
        return Terminal(CLOSED, ")")

    def bracket(self, before: str = "") -> Terminal:
        """An opening one, after keywords."""
        return Terminal(concat(words(before) if before else concat(), literal(b"("), ANY), f"{before}(")

    def function(self, name: str) -> Terminal:
        """What opens the bracket of a function's arguments."""
        return Terminal(concat(words(name), OPENED), f"{name}(")

    def selecting(self, before: str = "", word: str = "select") -> Terminal:
        """A query in brackets; `before`: a keyword."""
        begun = concat(words(before), _KEPT if before == "as" else _NOTHING, ANY) if before else _NOTHING
        if before in ("as", "in", "not in"):
            begun = concat(SOME, begun)
        return Terminal(concat(begun, literal(b"("), ANY, words(word), SOME), f"{before} ({word}".strip().upper())

    def scoped(self, action: NameAction, number: int, query: Expression, before: str = "") -> Expression:
        """A query in brackets, up to the last; or one that begins with WITH, which sees nothing around."""
        select = Terminal(concat(ANY, words("select"), SOME), "SELECT")
        begin = Named(self.selecting(before, "with"), action, number | SEALED | DEFINES)
        ways = (Named(self.selecting(before), action, number), Sequence((begin, Nonterminal("definitions"), select)))
        return Sequence((Choice(ways), query))

    # --- Expressions

    def condition(self, kind: str) -> Expression:
        """What is true or false."""
        return Nonterminal(kind)

    def own(self, kind: str, letter: str) -> Nonterminal:
        """What is of a class."""
        return Nonterminal(kind)

    def fitting(self, kind: str, letter: str) -> Nonterminal:
        """What may stand where something of the class is asked for."""
        return Nonterminal(kind)

    def alike(self, kind: str, letter: str, least: int, most: int) -> Expression:
        """A list of one class, all of it or unknown."""
        return self.many(Nonterminal(kind), least, None)

    def comma(self) -> Expression:
        """Between expressions."""
        return Named(self.sign(","), NameAction.OPERATOR)

    def part(self, text: str) -> Expression:
        """A keyword after which another expression begins."""
        return Named(self.infix(text), NameAction.OPERATOR)

    def bracketed(self, opening: Terminal, inside: Expression, number: int = _PLAIN) -> Expression:
        return Sequence(
            (Named(opening, NameAction.DEEPER, number), inside, Named(self.closing(), NameAction.SHALLOWER))
        )

    def many(self, part: Expression, minimum: int, maximum: int | None) -> Expression:
        most = _LONGEST_LIST if maximum is None else maximum
        return Repeat(part, minimum, most, self.comma()) if most != 1 else part

    def clause(self, kind: str) -> Expression:
        """What is true or false after WHERE, ON or HAVING, which may be longer."""
        return Nonterminal(f"{kind} clause")

    def whole(self, kind: str, longest: int = LONGEST_CHAIN) -> Expression:
        """An expression that may compare rows, which only AND, OR and NOT may stand beside."""

        def chain(most: int) -> Expression:
            return Sequence((self.negatable(kind), *self.further(kind, most)))

        if kind in OWN:
            return chain(longest)
        # So that no AND is followed by a row alone, whose brackets may be too many.
        rows = Nonterminal(f"{kind} rows")
        return Choice((chain(longest), Sequence((chain(longest - 1), self.logic(), rows)), rows))

    def further(self, kind: str, most: int = LONGEST_CHAIN) -> tuple[Expression, ...]:
        """Operators and what comes after each. What a NOT after a comparison is about would go on with the next one."""
        return Repeat(Nonterminal(f"{kind} tail"), 0, most), Repeat(Nonterminal(f"{kind} denial"), 0, 1)

    def logic(self) -> Expression:
        return Choice(
            (Named(self.infix("and"), NameAction.OPERATOR, AND), Named(self.infix("or"), NameAction.OPERATOR, OR))
        )

    def joined_rows(self, kind: str) -> Expression:
        """Rows that are compared, and more that AND and OR join to it."""
        no = Named(self.prefix("not"), NameAction.OPERATOR, NOT)
        rows = Sequence((Repeat(no, 0, 1), self.rows_compared(kind)))
        further = Repeat(Sequence((self.logic(), rows)), 0, 3)
        plain = Sequence((self.logic(), self.negatable(kind), *self.further(kind)))
        return Sequence((rows, further, Repeat(plain, 0, 1)))

    def denial(self, kind: str, begin: Callable[[Terminal, int], Expression]) -> Expression:
        """A comparison with what NOT is before."""
        terminals = self.sign(*COMPARING), self.either("IS NOT", *IS[1:])  # IS and NOT are one
        before = Choice([begin(terminal, COMPARES) for terminal in terminals])
        no = Named(self.prefix("not"), NameAction.OPERATOR, BOUND)  # beside the comparison
        bracket = Sequence((Named(self.word("not"), NameAction.OPERATOR, BOUND), self.inner(kind)))
        denied = Choice((Sequence((no, Nonterminal(f"{kind} operand"))), bracket))
        return Sequence((before, denied, Repeat(Nonterminal(f"{kind} arithmetic"), 0, 4)))

    def inner(self, kind: str) -> Expression:
        """A condition in brackets."""
        return self.bracketed(self.bracket(), self.condition(kind))

    def rows_compared(self, kind: str) -> Expression:
        """`(a, b) = (1, 2)`, `(a, b) IN (SELECT …)`, `(a, b) BETWEEN (1, 2) AND (3, 4)`."""
        # As if it stood alone, so that there is room for the second row where there was for the first.
        sign = Choice([Named(each, NameAction.OPERATOR) for each in (self.sign(*COMPARING), self.either("IS", *IS))])
        within = concat(SOME, alternation(words("in"), words("not in")), ANY, literal(b"("), ANY, words("select"), SOME)

        def bound(values: Expression, *ways: str) -> Expression:
            """Of BETWEEN; the first asks for the room that the second needs."""
            opening = concat(SOME, alternation(*map(words, ways)), ANY, literal(b"("), ANY)
            return self.bracketed(Terminal(opening, f"{ways[0].upper()} ("), values, CALL)

        ways: list[Expression] = []
        for width in (2, 3):
            values = Repeat(Nonterminal(kind), width, width, self.comma())
            row = self.bracketed(self.bracket(), values)
            end = (Nonterminal("query"), Named(self.closing(), NameAction.CLOSE))
            number = QUERY_NUMBER | width + 1
            ways += [
                Sequence((row, sign, row)),
                Sequence((row, bound(values, "between", "not between"), bound(values, "and"))),
                Sequence((row, sign, Named(self.selecting(), NameAction.OPEN, number), *end)),
                Sequence((row, Named(Terminal(within, "IN (SELECT"), NameAction.OPEN, number), *end)),
            ]
        return Choice(ways)

    def negatable(self, kind: str) -> Expression:
        no = Named(self.prefix("not"), NameAction.OPERATOR, NOT)
        return Choice((Sequence((Repeat(no, 0, 1), Nonterminal(f"{kind} operand"))), self.negated(kind)))

    def negated(self, kind: str) -> Expression:
        """`NOT(…)`, without white space."""
        no = Named(self.word("not"), NameAction.OPERATOR, NOT)
        return Sequence((no, self.inner(kind)))

    def tail(self, kind: str, *, first: bool = False, conjoined: bool = True) -> Expression:
        """An operator and what comes after it; `first`: after a column that is selected, which is then more.
        `conjoined`: also AND."""

        def begin(terminal: Terminal, operator: int = 0) -> Expression:
            return Named(terminal, NameAction.UNNAME if first else NameAction.OPERATOR, operator)

        operand = Nonterminal(f"{kind} operand")
        bound = Sequence((operand, Repeat(Nonterminal(f"{kind} arithmetic"), 0, 4)))
        compared = self.sign(*COMPARING)
        escape = Repeat(Terminal(concat(SOME, words("escape"), SOME, CHARACTER), "ESCAPE"), 0, 1)
        matches = self.either("MATCH", "match", "not match")
        both = Named(self.infix("and"), NameAction.OPERATOR, BOUND)
        ways: list[Expression] = [
            Sequence((begin(compared, COMPARES), operand)),
            *self.computed(begin, operand, Nonterminal(f"{kind} positive")),
            *((Sequence((begin(self.infix("and"), AND), self.negatable(kind))),) if conjoined else ()),
            Sequence((begin(self.infix("or"), OR), self.negatable(kind))),
            # As if it were IS and then NULL, which it is, too.
            begin(self.null(), COMPARES),
            Sequence((begin(self.either("IS", *IS, "glob", "not glob"), COMPARES), operand)),
            Sequence((begin(self.either("LIKE", "like", "not like"), COMPARES), operand, escape)),
            *((Sequence((begin(matches, COMPARES), operand)),) if self.matches else ()),
            Sequence((begin(self.either("BETWEEN", "between", "not between"), COMPARES), bound, both, operand)),
            *((Named(self.collation(), NameAction.UNNAME), *self.sets(begin, first=True)) if first else ()),
            *self.within(kind, self.many(Nonterminal(kind), 1, _LONGEST_SET), Nonterminal("query"), first=first),
        ]
        return Choice(ways)

    def null(self) -> Terminal:
        return self.either("IS NULL", "is null", "is not null", "isnull", "notnull", "not null", after=_NOTHING)

    def sets(self, begin: Callable[[Terminal, int], Expression], *, first: bool = False) -> Iterable[Expression]:
        """IN, with nothing or a table of one column. In what may be the number of a column the first would be one."""
        within = concat(SOME, alternation(words("in"), words("not in")))
        yield begin(Terminal(concat(within, ANY, literal(b"("), ANY, literal(b")")), "IN ()"), COMPARES)
        number = COMPARES | (UNNAMES if first else 0) | (ALL if self.stars else 0)  # the row of a table may be hidden
        yield Named(Terminal(concat(IN_TABLE, NAME), "IN a table"), NameAction.LISTED, number)

    def within(self, kind: str, listed: Expression, queries: Expression, *, first: bool) -> Iterable[Expression]:
        """IN, with what may be listed and what may be queried; `first`: after a column that is selected."""
        for word in ("in", "not in"):
            bracket = concat(SOME, words(word), ANY, literal(b"("), ANY)
            yield self.bracketed(Terminal(bracket, f"{word} (".upper()), listed, IN | (UNNAMED if first else 0))
            # The operator after a column says that more is put out than the column; a scope that opens does not.
            number = self.scope(kind) | 2 | (UNNAMES if first else 0)
            opened = self.scoped(NameAction.OPEN, number, queries, word)
            yield Sequence((opened, Named(self.closing(), NameAction.CLOSE)))

    def scope(self, kind: str) -> int:
        """Of a query in an expression; in an aggregate, which is to stay its query's, it sees nothing around."""
        return QUERY_NUMBER | (SEALED if kind in OWN else 0)

    def computed(
        self,
        begin: Callable[[Terminal, int], Expression],
        operand: Expression,
        positive: Expression,
        *signs: str,
    ) -> Iterable[Expression]:
        """An operator of numbers, or of `signs`, and its right side; `positive`: one without a sign."""
        slash, minus = concat(ANY, literal(b"/"), ANY), concat(ANY, literal(b"-"), SOME)
        tight = Terminal(concat(ANY, literal(b"-")), "-")  # two of them would begin a comment
        others = self.sign(*(signs or ("||", *COMPUTING, *self.arrows)))
        for terminal in (others, Terminal(slash, "/"), Terminal(minus, "-")):
            yield Sequence((begin(terminal, COMPUTES), operand))
        yield Sequence((begin(tight, COMPUTES), positive))

    def collation(self) -> Terminal:
        return Terminal(
            concat(SOME, words("collate"), SOME, alternation(*map(words, ("nocase", "binary", "rtrim")))), "COLLATE"
        )

    def expression(self, kind: str) -> dict[str, Expression]:
        """The productions of one kind."""
        column = Named(
            Terminal(COLUMN, "a column"),
            NameAction.USE_OWN if kind in OWN else NameAction.USE,
            0 if kind in (PLAIN, INNER) else ALL,
        )
        number = Terminal(NUMBER, "a number")
        operand, positive = Nonterminal(f"{kind} operand"), Nonterminal(f"{kind} positive")

        def begun(terminal: Terminal, operator: int) -> Expression:
            return Named(terminal, NameAction.OPERATOR, operator)

        computed = self.computed(begun, operand, positive)
        safe = [
            Nonterminal(f"{kind} call"),
            self.case(kind),
            self.cast(kind),
            Terminal(STRING, "a string"),
            Terminal(alternation(*map(words, self.constants), BLOB), "NULL"),
        ]
        if self.parameters:
            safe.append(Terminal(literals(each.encode() for each in self.parameters), "a parameter"))
        others: list[Expression] = [*safe, self.bracketed(self.bracket(), Nonterminal(kind))]
        queries: list[Expression] = []
        for word in ("", "exists"):
            opened = self.scoped(NameAction.OPEN, self.scope(kind) | (0 if word else 2), Nonterminal("query"), word)
            queries.append(Sequence((opened, Named(self.closing(), NameAction.CLOSE))))
        others += queries
        collated = Repeat(self.collation(), 0, 1)
        out: dict[str, Expression] = {} if kind in OWN else {f"{kind} rows": self.joined_rows(kind)}
        if kind in (PLAIN, GROUPED):
            out[f"{kind} clause"] = self.whole(kind, LONGEST_CONDITION)
        if kind == SELECTED:
            out[f"{kind} called"] = Choice((Nonterminal(f"{kind} call"), number, *queries))
        # A number, also in brackets or after a sign, would be that of a column, and so would `a AND 0`, which is 0.
        within = self.bracketed(self.bracket(), Nonterminal(f"{kind} term"))
        safely = Sequence((Choice((column, *safe, *queries, within)), collated))
        conjoin = Named(self.infix("and"), NameAction.OPERATOR, AND)
        no = Named(self.prefix("not"), NameAction.OPERATOR, NOT)
        more = Sequence((number, Nonterminal(f"{kind} arithmetic")))
        begin = [safely, Sequence((no, operand)), self.negated(kind), more]
        conjoined = Choice((*begin, Sequence((self.before(), positive))))
        begin.append(Sequence((self.before(), Choice((safely, more)))))
        out |= {
            f"{kind} call": Choice(list(self.calls(kind))),
            kind: self.whole(kind),
            f"{kind} tail": Choice(
                (
                    Nonterminal(f"{kind} step"),
                    Sequence((conjoin, self.negatable(kind))),
                    *self.sets(begun),
                    Sequence((Nonterminal(f"{kind} denial"), self.logic(), self.negatable(kind))),
                )
            ),
            f"{kind} denial": self.denial(kind, begun),
            f"{kind} step": self.tail(kind, conjoined=False),
            f"{kind} arithmetic": Choice(list(computed)),
            f"{kind} operand": Choice((positive, Sequence((self.before(), positive)))),
            f"{kind} positive": Choice((Sequence((column, collated)), Nonterminal(f"{kind} other"))),
            f"{kind} other": Choice((number, Sequence((Choice(others), collated)))),
            f"{kind} term": Sequence(
                (
                    Choice(begin),
                    Repeat(Choice((Nonterminal(f"{kind} step"), Sequence((conjoin, conjoined)))), 0, LONGEST_CHAIN),
                )
            ),
        }
        return out

    def before(self) -> Expression:
        return Named(Terminal(literals((b"-", b"+", b"~")), "-"), NameAction.OPERATOR, SIGN)

    def calls(self, kind: str, letter: str = "n") -> Iterable[Expression]:
        """Functions that give something of the class; where there are no classes, of any."""
        yield from self.scalars(kind, letter)
        if kind not in AGGREGATED:  # as aggregates they are there, which may need room for a window
            # Beside those over a window, or within another aggregate, both must be read alike.
            about, weight = (INNER, OVER) if kind in (WINDOWED, INNER) else (kind, CALL)
            yield self.call(("max", "min"), self.alike(about, letter, 2, 20), weight)
        if kind in (WINDOWED, SELECTED):
            yield from self.window_functions(GATHERED if kind == SELECTED else INNER, letter)
        if kind == WINDOWED:
            yield from self.aggregates(letter, (Nonterminal("inner window"),), distinct=False, weight=OVER)
        if kind in AGGREGATED:
            windows = (Repeat(Nonterminal("gathered window"), 0, 1),) if kind == SELECTED else ()
            # Within another one there must be room for the window that makes it one over groups.
            yield from self.aggregates(letter, windows, distinct=True, weight=OVER if kind == GATHERED else CALL)

    def call(self, names: Iterable[str], inside: Expression, weight: int = CALL) -> Expression:
        opening = Terminal(concat(alternation(*map(words, names)), OPENED), "a function")
        return self.bracketed(opening, inside, weight)

    def scalars(self, kind: str, letter: str) -> Iterable[Expression]:
        """Functions of a row."""
        by_arity: dict[Arity, list[str]] = {}
        for name, arity in self.scalar.items():
            by_arity.setdefault(arity, []).append(name)
        for (least, most), names in by_arity.items():
            yield self.call(names, self.many(Nonterminal(kind), least, most))

    def summaries(self, letter: str) -> Iterable[tuple[str, Expression, Expression]]:
        """Aggregates: what they are about, and one argument after DISTINCT."""
        for name, (least, most) in self.aggregates_known.items():
            yield name, self.many(Nonterminal(INNER), least, most or 1), Nonterminal(INNER)

    def aggregates(
        self, letter: str, over: tuple[Expression, ...], *, distinct: bool, weight: int
    ) -> Iterable[Expression]:
        """Aggregates; `over`: the window behind their last bracket. `distinct`: also what takes no window."""
        closed = Named(self.closing(), NameAction.SHALLOWER)
        where = Terminal(concat(SOME, words("filter"), ANY, literal(b"("), ANY, words("where"), SOME), "FILTER (WHERE")
        end = (closed, Repeat(self.bracketed(where, self.condition(INNER), FILTER), 0, 1))
        for name, inside, one in self.summaries(letter):
            ways: list[Expression] = [Sequence((inside, *end, *over))]
            least, most = self.aggregates_known[name]
            if distinct and least == 1:
                ways.append(Sequence((self.prefix("distinct"), one, *end)))
                ways.append(Sequence((self.bracketed(self.bracket("distinct"), one), *end)))
            if distinct and most is None:
                ways.append(Sequence((self.alike(INNER, letter, 2, 20), closed)))
            if name == "count":
                ways.append(Sequence((Repeat(Terminal(literal(b"*"), "*"), 0, 1), *end, *over)))
            if distinct and over and self.nests:  # over a window of groups: of what aggregates are
                nested = self.many(Nonterminal(GATHERED), least, most or 1)
                ways.append(Sequence((nested, *end, Nonterminal("gathered window"))))
            yield Sequence((Named(self.function(name), NameAction.DEEPER, weight | OF_ROWS), Choice(ways)))

    def window_functions(self, about: str, letter: str) -> Iterable[Expression]:
        positive = Terminal(POSITIVE, "a positive number")
        for name, arguments in WINDOW.items():
            parts: list[Expression] = [self.own(about, letter)] if arguments.startswith("e") else []
            if not parts and letter != "n":
                continue
            if arguments.endswith("p"):
                parts += [self.sign(","), positive] if parts else [positive]
            if arguments.endswith("?"):  # how far away, and what there is where there is no row
                otherwise = Sequence((self.comma(), self.fitting(about, letter)))
                parts.append(Repeat(Sequence((self.comma(), self.fitting(about, "n"), Repeat(otherwise, 0, 1))), 0, 1))
            called = self.bracketed(self.function(name), Sequence(parts), OVER | OF_WINDOW)
            yield Sequence((called, Nonterminal(f"{about} window")))

    def window(self, about: str) -> Expression:
        over = concat(SOME, words("over"))
        named = Named(Terminal(concat(over, SOME, BARE), "OVER a window"), NameAction.WINDOW, OVER | OF_WINDOW)
        return Choice((self.rows_of_window(about, concat(over, ANY)), named))

    def named_windows(self) -> Expression:
        name = Named(Terminal(NAME, "the name of a window"), NameAction.WINDOW_AS)
        one = Sequence((name, self.rows_of_window(GATHERED, concat(SOME, words("as"), ANY), named=True)))
        begin = Named(self.infix("window"), NameAction.AFTER, FOR_WINDOWS)
        return Sequence((begin, Repeat(one, 1, None, self.sign(","))))

    def rows_of_window(self, about: str, before: Pattern, *, named: bool = False) -> Expression:
        """A window in brackets; `named`: it has got a name, by which another may go on with it if it has no frame."""

        def framed(pattern: Pattern) -> Expression:
            terminal = Terminal(pattern, "ROWS")
            return Named(terminal, NameAction.WINDOWED, 2) if named else terminal

        def ordering(terminal: Terminal, number: int) -> Expression:
            return Named(terminal, NameAction.WINDOWED, number) if number else terminal

        opening = Terminal(concat(before, literal(b"("), ANY), "OVER (")
        partition = Sequence((self.prefix("partition by"), self.many(Nonterminal(about), 1, None)))
        order = Nonterminal(f"{about} order")
        frame, near = (Repeat(framed(concat(SOME, self.frames[ranges])), 0, 1) for ranges in (False, True))
        more = Sequence((self.comma(), self.many(order, 1, None), frame))
        ordered = Sequence((order, Choice((near, more))))
        by = Sequence((ordering(self.prefix("order by"), named), ordered))
        part = ordering(self.infix("order by"), 1) if named else self.part("order by")
        both = Sequence((partition, Choice((frame, Sequence((part, ordered))))))
        # It goes on with another one, which has no frame, and no order where this one has.
        word = Terminal(intersection(BARE, complement(caseless("groups"))), "the name of a window")
        base = Named(word, NameAction.WINDOW, DEFINED if named else BASE)
        further = Sequence((ordering(self.infix("order by"), 4 if named else 3), ordered))
        ways = Choice((Sequence(()), framed(self.frames[False]), by, both, Sequence((base, Choice((frame, further))))))
        return self.bracketed(opening, ways, OVER | OF_WINDOW)

    def case(self, kind: str) -> Expression:
        expression = Nonterminal(kind)
        when = Sequence((self.part("when"), expression, self.part("then"), expression))
        first = Sequence((self.prefix("when"), expression, self.part("then"), expression))
        more = Repeat(when, 0, 20)
        ending = Sequence(
            (Repeat(Sequence((self.part("else"), expression)), 0, 1), Named(self.suffix("end"), NameAction.SHALLOWER))
        )
        return Sequence(
            (
                Named(self.prefix("case"), NameAction.DEEPER, CASE),
                Choice((Sequence((first, more)), Sequence((expression, when, more)))),
                ending,
            )
        )

    def cast(self, kind: str, types: Iterable[str] = TYPES) -> Expression:
        scale = optional(concat(ANY, literal(b","), ANY, POSITIVE))
        length = concat(ANY, literal(b"("), ANY, POSITIVE, scale, ANY, literal(b")"))
        kinds = Terminal(concat(alternation(*map(words, types)), optional(length)), "a type")
        return self.bracketed(self.function("cast"), Sequence((Nonterminal(kind), self.infix("as"), kinds)), CAST)

    # --- Queries

    def item(self, fewest: int, *, shown: bool = False) -> Expression:
        """One thing that is selected, with a name of its own; `fewest`: of what is no column. `shown`: to who asks."""
        column = Named(Terminal(COLUMN, "a column"), NameAction.PUT_OUT)
        maybe, named = (self.naming(least, shown=shown) for least in (0, fewest))
        more = Sequence(self.further(SELECTED))
        using = Nonterminal("selected operand")
        others = Choice(
            (
                *((self.row_number(),) if self.numbered else ()),
                Sequence((Named(self.prefix("not"), NameAction.OPERATOR, NOT), using)),
                self.negated(SELECTED),
                Sequence((self.before(), Nonterminal("selected positive"))),
                Nonterminal("selected other"),
            )
        )
        nameless = [Sequence((Nonterminal("selected called"), more))] if fewest and self.nameless else []
        return Choice(
            (
                Sequence((column, Choice((maybe, Sequence((Nonterminal("first tail"), more, named)))))),
                Sequence((column, Nonterminal("first denial"), named)),
                Sequence((others, more, named)),
                Sequence((Nonterminal("selected rows"), named)),
                *nameless,
                *self.every(),
            )
        )

    def row_number(self, letter: int = 0) -> Expression:
        """What SQLite puts out as `rowid`, `oid` or by the name of a column."""
        return Named(Terminal(COLUMN, "a column"), NameAction.USE, ALL | ROW_NUMBERS | letter)

    def naming(self, least: int, number: int = 0, *, shown: bool = False) -> Expression:
        """The name of a result. `shown`: or what only heads its column, as no query can use it."""
        pattern = self.results if shown else intersection(self.results, complement(_MADE_UP))
        alias: Expression = Named(Terminal(pattern, "AS name"), NameAction.NAME_IT, number)
        if shown:
            heading = Terminal(concat(AS, HEADING), "AS 'a heading'")
            alias = Choice((alias, Named(heading, NameAction.UNNAME)))
        return Repeat(alias, least, 1)

    def every(self) -> tuple[Expression, ...]:
        """All columns."""
        every = Named(Terminal(literal(b"*"), "*"), NameAction.ALL)
        every_of = Named(Terminal(concat(NAME, literal(b".*")), "all columns of a table"), NameAction.ALL_OF)
        return (every, every_of) if self.stars else ()

    def items(self, last: Expression) -> dict[str, Expression]:
        """What is selected: in expressions, with names, and where these are needed; `last`: what ends a query."""

        def begun(terminal: Terminal, operator: int) -> Expression:
            return Named(terminal, NameAction.UNNAME, operator)

        items = {"item": self.item(0), "start item": self.item(0, shown=True), "named item": self.item(1)}
        denial = Nonterminal("first denial")
        more = Sequence((denial, self.logic(), self.negatable(SELECTED)))
        tail = Choice((self.tail(SELECTED, first=True), more))
        return {**items, "first tail": tail, "first denial": self.denial(SELECTED, begun)}

    def derived(self, opened: Expression) -> Expression:
        """A query in FROM."""
        return Sequence((opened, Named(self.closing(), NameAction.CLOSE_SOURCE), self.alias()))

    def alias(self) -> Expression:
        """The name of what stood in brackets, if it was one source."""
        return Repeat(Named(Terminal(concat(optional(BLANK_OR_AS), NAME), "an alias"), NameAction.ALIAS), 0, 1)

    def values(self, before: Pattern = _NOTHING) -> Terminal:
        return Terminal(concat(before, words("values"), ANY, literal(b"("), ANY), "VALUES (")

    def rows(self) -> Expression:
        """What comes after `VALUES (`."""
        end = Named(self.closing(), NameAction.MERGED, 1)
        row = Sequence((Repeat(Nonterminal(PLAIN), 1, None, Nonterminal("next item")), end))
        again = Terminal(concat(ANY, literal(b","), ANY, literal(b"("), ANY), ", (")
        return Sequence((row, Repeat(Sequence((Named(again, NameAction.NEXT, VALUES), row)))))

    def sources(self) -> dict[str, Expression]:
        opening = self.values(concat(literal(b"("), ANY))
        rows = Named(opening, NameAction.OPEN_SOURCE, _SOURCE_NUMBER | SEALED | VALUES), Nonterminal("values query")
        table = Named(Terminal(_SOURCE, "a table"), NameAction.DECLARE)
        source = Choice(
            (
                Sequence((table, self.not_indexed())),
                self.derived(self.scoped(NameAction.OPEN_SOURCE, _SOURCE_NUMBER | SEALED, Nonterminal("named query"))),
                self.derived(Sequence(rows)),
                *map(self.called, self.arguments_of_rows),
            )
        )
        outer = ("right ", "right outer ", "full ", "full outer ")
        ways = {JOINED: ("", "left ", "left outer ", "inner "), JOINED | OUTER: outer}

        def joins(number: int, sides: Iterable[str]) -> Expression:
            pattern = concat(SOME, alternation(*(words(f"{side}join") for side in sides)), SOME)
            return Named(Terminal(pattern, "JOIN"), NameAction.ANOTHER, number)

        join = Choice([joins(number, sides) for number, sides in ways.items()])
        natural = {JOINED: (*ways[JOINED], "cross "), JOINED | OUTER: outer}
        alike = Choice([joins(n ^ JOINED ^ NATURAL, (f"natural {side}" for side in natural[n])) for n in ways])
        member = Named(Terminal(NAME, "a column of both"), NameAction.MERGE)
        opening = Terminal(concat(SOME, words("using"), ANY, literal(b"("), ANY), "USING (")
        using = Sequence(
            (
                Named(opening, NameAction.MERGING),
                Repeat(member, 1, None, Nonterminal("next member")),
                Named(self.closing(), NameAction.MERGED),
            )
        )
        on = Sequence((Named(self.infix("on"), NameAction.CONDITION), self.clause(PLAIN)))
        comma, cross = self.sign(","), self.infix("cross join")
        more = Choice(
            (
                # Without a condition it is CROSS JOIN; what is compared may stand after WHERE.
                Sequence((join, source, Repeat(Choice((on, using)), 0, 1))),
                Sequence((join, Nonterminal("group"), Repeat(on, 0, 1))),
                Sequence((Named(comma, NameAction.ANOTHER, CROSS), Nonterminal("group"))),
                Sequence((Named(cross, NameAction.ANOTHER, CROSS), Nonterminal("group"), Repeat(on, 0, 1))),
                *([Sequence((alike, source))] if self.stars else ()),  # it compares hidden columns, too
                Sequence((Named(comma, NameAction.ANOTHER, CROSS), source)),
                Sequence((Named(cross, NameAction.ANOTHER, CROSS), source, Repeat(on, 0, 1))),
            )
        )
        # Brackets at the beginning, without an alias after them, change nothing.
        end = Named(self.closing(), NameAction.SHALLOWER, 1)
        within = Sequence((Named(self.bracket(), NameAction.DEEPER, _FROM), Nonterminal("joined"), end, self.alias()))
        kept = joins(JOINED, ways[JOINED])
        next_one = Choice((Sequence((kept, source, on)), Sequence((Named(comma, NameAction.ANOTHER, CROSS), source))))
        beside = Sequence((Named(self.infix("from"), NameAction.SOURCES), source, Repeat(next_one)))
        out = {"joined": Sequence((Choice((source, within)), Repeat(more))), "update sources": beside}
        return out | self.groups(source, join, on)

    def not_indexed(self) -> Expression:
        return Repeat(self.suffix("not indexed"), 0, 1)

    def called(self, most: int) -> Expression:
        """A table with arguments, which sees the sources before it."""
        begin = Named(Terminal(concat(NAME, OPENED), "a function of rows"), NameAction.DECLARE, CALL | CALLED * most)
        named = Terminal(concat(CLOSED, optional(BLANK_OR_AS), NAME), ") AS name")
        end = Choice((Named(self.closing(), NameAction.ALIAS, 1), Named(named, NameAction.ALIAS, 2)))
        return Sequence((begin, self.many(Nonterminal(PLAIN), 1, most), end))

    def groups(self, source: Expression, join: Expression, on: Expression) -> dict[str, Expression]:
        """Sources in brackets after others, which their conditions do not see. Of one alone SQLite loses its alias."""
        ahead = Nonterminal("group sources")
        one = Choice((source, Nonterminal("group")))
        comma, cross = (Named(each, NameAction.ANOTHER, CROSS) for each in (self.sign(","), self.infix("cross join")))
        met = Repeat(on, 0, 1)
        more = Choice((Sequence((join, one, met)), Sequence((comma, one)), Sequence((cross, one, met))))
        opened, closed = Named(self.bracket(), NameAction.DEEPER, _FROM), Named(self.closing(), NameAction.SHALLOWER, 1)
        table = Named(Terminal(NAME, "a table"), NameAction.DECLARE, 2)
        first = Choice((table, Sequence((opened, ahead, closed))))
        begin = Named(self.bracket(), NameAction.DEEPER, _FROM | GROUP)
        whole = Sequence((begin, ahead, Named(self.closing(), NameAction.SHALLOWER, 3), self.alias()))
        return {"group": whole, "group sources": Sequence((first, Repeat(more)))}

    def core(self, item: str, end: Expression, grouped_end: Expression) -> Expression:
        """What comes after SELECT, with such items, and then one of the ends: the second where there is a GROUP BY."""
        listed = Repeat(Nonterminal(item), 1, None, Nonterminal("next item"))
        items: Expression = Sequence((Repeat(self.prefix("distinct"), 0, 1), listed))
        if item in ("item", "start item"):  # `DISTINCT(…)`, without white space and without a name
            first = self.bracketed(self.bracket("distinct"), Nonterminal(SELECTED))
            items = Choice((items, Sequence((first, Repeat(Sequence((Nonterminal("next item"), Nonterminal(item))))))))

        def having(number: int) -> Expression:
            begin = Named(self.infix("having"), NameAction.AFTER, BEFORE_WINDOWS | number)
            return Sequence((begin, self.clause(GROUPED)))

        grouping = Sequence(
            (
                Named(self.infix("group by"), NameAction.AFTER, FOR_GROUPS | SHUT),
                self.many(
                    Choice(
                        (
                            Nonterminal("plain term"),
                            Named(Terminal(_PLACE, "the number of a result"), NameAction.POSITION, 1),
                        )
                    ),
                    1,
                    None,
                ),
                Repeat(having(0), 0, 1),
            )
        )
        met = Named(self.infix("where"), NameAction.AFTER, BEFORE_WINDOWS), self.clause(PLAIN)
        where = Repeat(Sequence(met), 0, 1)
        windows = Repeat(Nonterminal("windows"), 0, 1)
        end, grouped_end = Sequence((windows, end)), Sequence((windows, grouped_end))
        ends = Choice((end, Sequence((Choice((grouping, having(AS_A_WHOLE))), grouped_end))))
        return Sequence(
            (
                items,
                Choice((Sequence((where, end)), Sequence((Nonterminal("sources"), where, ends)))),
            )
        )

    def ending(self, number: Pattern, *, twofold: bool) -> Expression:
        """LIMIT; `twofold`: also as `LIMIT skipped, number`."""
        given = [literal(each.encode()) for each in self.parameters]
        signs = concat(ANY, literals((b"+", b"-")), ANY)
        skipped = alternation(concat(optional(literal(b"-")), INTEGER, repeat(concat(signs, INTEGER), 0, 3)), *given)
        number = skipped if twofold else number
        most = Named(Terminal(concat(SOME, words("limit"), SOME, number), "LIMIT"), NameAction.AFTER)
        offset = concat(SOME, words("offset"), SOME, skipped)
        second = alternation(offset, concat(ANY, literal(b","), ANY, skipped)) if twofold else offset
        return Sequence((most, Repeat(Terminal(second, "OFFSET"), 0, 1)))

    def direction(self) -> Expression:
        ways = concat(SOME, alternation(*map(words, ("asc", "desc"))))
        nulls = concat(SOME, words("nulls"), SOME, alternation(words("first"), words("last")))
        return Repeat(Terminal(alternation(concat(ways, optional(nulls)), nulls), "ASC or DESC"), 0, 1)

    def query(self, item: str, core: str, limited: Expression) -> Expression:
        given = Choice(
            (
                Named(Terminal(NAME, "the name of a result"), NameAction.PUT_OUT_NAME),
                Named(Terminal(_PLACE, "the number of a result"), NameAction.POSITION),
            )
        )

        def ordered(number: int, *terms: Expression) -> Expression:
            order = Named(self.infix("order by"), NameAction.AFTER, SHUT | number)
            result = Sequence((given, Repeat(self.collation(), 0, 1)))
            term = Sequence((Choice((result, *terms)), self.direction()))
            return Sequence((order, self.many(term, 1, None)))

        united = Sequence((Repeat(self.again(core), 1), Repeat(ordered(0), 0, 1)))
        # An aggregate makes groups of the rows where it is selected, but not where it is only ordered by.
        by_groups, by_rows = Nonterminal(f"{SELECTED} term"), Nonterminal(f"{WINDOWED} term")
        alone = Choice((ordered(ROW_BY_ROW, by_rows), ordered(AS_A_WHOLE, by_groups)))
        ends = [Choice((Repeat(way, 0, 1), united)) for way in (alone, ordered(0, by_groups))]
        if item:
            return Sequence((self.core(item, *ends), limited))
        return Sequence((self.rows(), Repeat(Sequence((united, limited)), 0, 1)))

    def again(self, core: str) -> Expression:
        """One more query of a compound."""

        def next_one(number: int, *operators: str) -> Expression:
            ways = alternation(*(concat(SOME, words(t), SOME, words("select"), SOME) for t in operators))
            return Named(Terminal(ways, f"{operators[0].upper()} SELECT"), NameAction.NEXT, number)

        after = Choice((next_one(RECURSES, "union", "union all"), next_one(0, "intersect", "except")))
        return Sequence((after, Nonterminal(core)))

    def definitions(self) -> Expression:
        word = alternation(self.members, concat(literal(b'"'), self.members, literal(b'"')))
        further = repeat(concat(ANY, literal(b","), ANY, word), 0, _LONGEST_LIST)
        listed = concat(ANY, literal(b"("), ANY, word, further, ANY, literal(b")"))
        columns = Named(Terminal(listed, "(columns)"), NameAction.COLUMNS)
        opening = concat(SOME, words("as"), _KEPT, ANY, literal(b"("), ANY)

        def query(named: str) -> Expression:
            selected = self.scoped(NameAction.OPEN, QUERY_NUMBER | SEALED, Nonterminal(named), "as")
            values = Named(self.values(opening), NameAction.OPEN, QUERY_NUMBER | SEALED | VALUES)
            return Choice((selected, Sequence((values, Nonterminal("values query")))))

        # With names for its columns, its results need none.
        either = Choice((query("named query"), Sequence((columns, query("free query")))))

        ways = alternation(self.free, concat(literal(b'"'), self.free, literal(b'"')))
        name = Named(Terminal(ways, "the name of a query"), NameAction.NAME_TABLE, 1)
        one = Sequence((name, either, Named(self.closing(), NameAction.CLOSE_TABLE)))
        # It may have itself as a source without RECURSIVE, too.
        return Sequence((Repeat(self.prefix("recursive"), 0, 1), Repeat(one, 1, 12, self.sign(","))))

    # --- Writes

    def writing(self, kinds: frozenset[str], last: Expression, predicate: str | None) -> Iterable[Expression]:
        """Statements of these kinds; `last`: what ends a query."""
        # A condition may say the table's own name.
        table: Expression = Named(Terminal(_SOURCE, "a table"), NameAction.DECLARE, 3 if predicate else 1)
        column = Named(Terminal(NAME, "a column"), NameAction.ASSIGN)
        following = Named(self.sign(","), NameAction.MERGING, 1)

        def head(*ways: str) -> Expression:
            begin = concat(alternation(*map(words, ways)), SOME)
            first, later = (Named(Terminal(p, ways[0].upper()), NameAction.OPEN) for p in (begin, concat(ANY, begin)))
            # A query in WITH could have the name of a table that the condition names and that is hidden.
            after = () if predicate else (Sequence((self.prefix("with"), Nonterminal("definitions"), later)),)
            return Choice((first, *after))

        where = Sequence((self.rows_met(predicate), self.returning(TARGET | STORED)))
        # OR REPLACE deletes rows that nobody has compared with the condition.
        others = ("ignore", "abort", "fail", "rollback", *(("replace",) if predicate is None else ()))
        if "insert" in kinds:
            yield from itertools.starmap(self.command, self.commands.items())
            into = head("insert into", *(f"insert or {other} into" for other in others))
            listed = Sequence((self.sign("("), Repeat(column, 1, None, following), self.closing()))
            values = Named(self.values(SOME), NameAction.OPEN, VALUES | INSTEAD)
            select = Terminal(concat(SOME, words("select"), SOME), "SELECT")
            queried = (Named(select, NameAction.OPEN, INSTEAD), self.query("start item", "start core", last))
            rows = Sequence((values, self.rows(), Repeat(self.conflict(predicate is None), 0, 1)))
            given = Sequence((Repeat(listed, 0, 1), Choice((rows, Sequence(queried))), self.returning(TARGET)))
            default = Terminal(concat(SOME, words("default values")), "DEFAULT VALUES")
            yield Sequence((into, table, Choice((given, Sequence((default, self.returning(TARGET)))))))
        table = Sequence((table, self.not_indexed()))
        if "update" in kinds:
            # What a condition names is the table's alone, so nothing else may be there then.
            setting = Named(self.infix("set"), NameAction.AFTER) if predicate else self.infix("set")
            ways = ("update", *(f"update or {other}" for other in others))
            more = () if predicate else (Repeat(Nonterminal("update sources"), 0, 1),)
            yield Sequence((head(*ways), table, setting, Repeat(self.settings(), 1, None, following), *more, where))
        if "delete" in kinds:
            yield Sequence((head("delete from"), table, where))

    def command(self, table: str, its: Commands) -> Expression:
        """What a table of full text is told by a row with its own name as a column."""
        name, comma = literals(way.encode() for way in spellings(table)), concat(ANY, literal(b","), ANY)

        def told(columns: Iterable[str], value: Pattern) -> Pattern:
            """The text up to this value; `columns`: after that of the table's name."""
            begin = concat(words("insert into"), SOME, name, ANY, literal(b"("), ANY, name)
            more = [concat(comma, literals(way.encode() for way in spellings(column))) for column in columns]
            return concat(begin, *more, CLOSED, SOME, words("values"), ANY, literal(b"("), ANY, value)

        ways = [concat(told((), alternation(*map(literal, its.alone))), CLOSED)]
        for command, value in its.valued.items():
            ways.append(concat(told(["rank"], concat(literal(command), comma, value)), CLOSED))
        whole = Named(Terminal(alternation(*ways), f"a command to {table}"), NameAction.OPEN, VALUES)
        if not its.columns:
            return whole
        row = concat(literal(b"'delete'"), comma, alternation(INTEGER, *(literal(p.encode()) for p in self.parameters)))
        begin = Terminal(told(["rowid", *its.columns], row), f"INSERT INTO {table} VALUES ('delete'")
        values = Repeat(Sequence((self.comma(), Nonterminal(PLAIN))), len(its.columns), len(its.columns))
        end = Named(self.closing(), NameAction.MERGED, 1)
        return Choice((whole, Sequence((Named(begin, NameAction.OPEN, CALL | VALUES), values, end))))

    def conflict(self, changes: bool) -> Expression:
        """What becomes of a row whose key there is; `changes`: it may be changed."""
        nothing = Terminal(concat(SOME, words("on conflict do nothing")), "ON CONFLICT DO NOTHING")
        opening = Terminal(concat(SOME, words("on conflict"), ANY, literal(b"("), ANY), "ON CONFLICT (")
        key = Terminal(repeat(characters(((0x20, 0xD7FF), (0xE000, 0x10FFFF))), 1), "a key")
        closing = concat(ANY, literal(b")"), ANY)
        ways: list[Expression] = [Terminal(concat(closing, words("do nothing")), ") DO NOTHING")]
        if changes:
            begin = Terminal(concat(closing, words("do update set"), SOME), ") DO UPDATE SET")
            following = Named(self.sign(","), NameAction.MERGING, 1)
            ways.append(Sequence((begin, Repeat(self.settings(), 1, None, following), self.rows_met(None))))
        proposed = Named(opening, NameAction.AFTER, TARGET | PROPOSED | STORED)
        known = Sequence((proposed, Named(key, NameAction.COLUMNS, 1), Choice(ways)))
        return Choice((Named(nothing, NameAction.AFTER, TARGET | STORED), known))

    def returning(self, number: int) -> Expression:
        """What is put out of the rows that were written."""
        name = Repeat(Terminal(self.results, "AS name"), 0, 1)
        ways = (Sequence((Nonterminal(PLAIN), name)), *self.every()[:1])
        begin = Named(self.infix("returning"), NameAction.AFTER, number)
        return Repeat(Sequence((begin, self.many(Choice(ways), 1, None))), 0, 1)

    def settings(self) -> Expression:
        """A column and its value, or some and a row for them."""
        column = Named(Terminal(NAME, "a column"), NameAction.ASSIGN)
        ways: list[Expression] = [Sequence((column, self.sign("="), Nonterminal(PLAIN)))]
        following = Named(self.sign(","), NameAction.MERGING, 1)
        for width in (1, 2, 3, 4):  # after any there may be no other to assign
            values = self.bracketed(self.bracket(), Repeat(Nonterminal(PLAIN), width, width, self.comma()))
            columns = Repeat(column, width, width, following)
            ways.append(Sequence((self.bracket(), columns, self.closing(), self.sign("="), values)))
            if width > 1:
                query = Named(self.selecting(), NameAction.OPEN, QUERY_NUMBER | width + 1), Nonterminal("query")
                end = Named(self.closing(), NameAction.CLOSE)
                ways.append(Sequence((self.bracket(), columns, self.closing(), self.sign("="), *query, end)))
        return Choice(ways)

    def rows_met(self, predicate: str | None) -> Expression:
        """WHERE; with what is required, and perhaps more."""
        if predicate is None:
            return Repeat(Sequence((Named(self.infix("where"), NameAction.AFTER), self.clause(PLAIN))), 0, 1)
        required = concat(SOME, words("where"), SOME, literal(f"({predicate})".encode()))
        opening = Terminal(concat(SOME, words("and"), ANY, literal(b"("), ANY), "AND (")
        return Sequence(
            (
                Named(Terminal(required, f"WHERE ({predicate})"), NameAction.AFTER),
                Repeat(self.bracketed(opening, self.condition(PLAIN), CALL), 0, 1),
            )
        )

    def all(self, writes: frozenset[str], predicate: str | None) -> dict[str, Expression]:
        optional_limit = Repeat(self.ending(INTEGER, twofold=True), 0, 1)
        select = Named(self.prefix("select"), NameAction.OPEN)
        after = Named(Terminal(concat(ANY, words("select"), SOME), "SELECT"), NameAction.OPEN)
        last = optional_limit if self.limit is None else self.ending(at_most(self.limit), twofold=False)
        defined = Sequence((self.prefix("with"), Nonterminal("definitions")))
        begin = Choice((select, Sequence((defined, after))))
        query: Expression = Sequence((begin, self.query("start item", "start core", last)))
        if self.limit is None:
            opened = Named(self.values(), NameAction.OPEN, CALL | VALUES)
            after = Named(self.values(ANY), NameAction.OPEN, CALL | VALUES)
            values = Choice((opened, Sequence((defined, after))))
            query = Choice((query, Sequence((values, Nonterminal("values query")))))
        query = Choice((query, *self.writing(writes, last, predicate)))
        out: dict[str, Expression] = {
            "start": Sequence(
                (
                    query,
                    Repeat(Named(Terminal(concat(ANY, literal(b";")), ";"), NameAction.AFTER), 0, 1),
                )
            )
        }
        out["query"] = self.query("item", "core", optional_limit)
        out["named query"] = self.query("named item", "start core", optional_limit)
        out["free query"] = self.query("start item", "start core", optional_limit)
        out["values query"] = self.query("", "start core", optional_limit)
        out["core"] = self.core("item", Sequence(()), Sequence(()))
        out["start core"] = self.core("start item", Sequence(()), Sequence(()))
        out.update(self.items(optional_limit))
        out["next item"] = Named(self.sign(","), NameAction.ITEM)
        out["next member"] = Named(self.sign(","), NameAction.MERGING)
        out |= self.sources()
        out["windows"], out["definitions"] = self.named_windows(), self.definitions()
        out["sources"] = Sequence((Named(self.infix("from"), NameAction.SOURCES), Nonterminal("joined")))
        for about in OWN:
            out[f"{about} window"] = self.window(about)
            out[f"{about} order"] = Sequence((Nonterminal(about), self.direction()))
        for kind in (PLAIN, GROUPED, WINDOWED, SELECTED, *OWN):
            out.update(self.expression(kind))
        return out


def frames(*, groups: bool = True) -> Pattern:
    """Rows around a row, from one bound to a later one; `groups`: also of rows that are alike in order."""
    ways: list[Pattern] = [concat(words("rows"), SOME, _bound(each, POSITIVE)) for each in _BOUNDS[:3]]
    for unit in ("rows", "range", "groups")[: 3 if groups else 2]:
        ways.append(_between(unit, POSITIVE if unit == "rows" else None))
    return alternation(*ways)


def frames_of_sqlite(*, ranges: bool) -> Pattern:
    """The same, less some of them; `ranges`: also of rows whose values are near, where they are ordered by one."""
    ways: list[Pattern] = []
    for unit in ("rows", "range", "groups"):
        number = _COUNTED if unit != "range" else _DISTANCE if ranges else None
        ways += [concat(words(unit), SOME, _bound(each, number)) for each in _known(number)[: 3 if number else 2]]
        ways.append(_between(unit, number))
    without = ("no others", "current row", "group", "ties")
    less = concat(SOME, words("exclude"), SOME, alternation(*map(words, without)))
    return concat(alternation(*ways), optional(less))


_BOUNDS = ("unbounded preceding", "n preceding", "current row", "n following", "unbounded following")
_MORE = repeat(concat(ANY, literal(b"+"), ANY, repeat(DIGIT, 1, 4)), 0, 3)
_COUNTED = concat(repeat(DIGIT, 1, 4), _MORE)
_DISTANCE = concat(repeat(DIGIT, 1, 15), alternation(concat(literal(b"."), repeat(DIGIT, 1, 15)), _MORE))


def _known(number: Pattern | None) -> tuple[str, ...]:
    return _BOUNDS if number else _BOUNDS[::2]


def _bound(text: str, number: Pattern | None) -> Pattern:
    return concat(number, SOME, words(text[2:])) if number and text.startswith("n ") else words(text)


def _between(unit: str, number: Pattern | None) -> Pattern:
    """From one bound to a later one; `number`: what counts rows or groups, or is between values, if anything may."""
    known = _known(number)
    ways = []
    for i, first in enumerate(known[:-1]):
        last = alternation(*(_bound(each, number) for each in known[max(i, 1) :]))
        ways.append(concat(_bound(first, number), SOME, words("and"), SOME, last))
    return concat(words(f"{unit} between"), SOME, alternation(*ways))


def at_most(number: int) -> Pattern:
    """Decimal numbers from 0 to this one, as short as possible."""
    text = str(number)
    ways: list[Pattern] = [literal(text.encode())]

    def digit(low: int, high: int) -> Pattern:
        return literals(str(d).encode() for d in range(low, high + 1))

    for length in range(1, len(text)):
        ways.append(concat(digit(1 if length > 1 else 0, 9), *(digit(0, 9) for _ in range(length - 1))))
    for at, character in enumerate(text):
        least, value = 1 if at == 0 and len(text) > 1 else 0, int(character)
        if value > least:
            ways.append(
                concat(literal(text[:at].encode()), digit(least, value - 1), *(digit(0, 9) for _ in text[at + 1 :]))
            )
    return alternation(*ways)
