"""The language of queries of SQLite whose types fit: `sql(…, types=True)`.

SQLite compares whatever it is given: `name > 1` runs, and does not mean what it says. Here an expression is of a class,
which is its nonterminal, as in PostgreSQL's language:

    n  numbers, also what is true or false     t  texts, also dates
    u  unknown: NULL, parameters, columns without a type
    o  a column before FROM that has numbers in some tables and texts in others, or a name that is still free

What is unknown fits anywhere, `o` only where anything does. Else both sides of a comparison are of one class, numbers
are computed with, and functions get what they are about; `||` takes anything. Chains have three levels, which follow
precedence: operands with arithmetic or `||` between, one comparison of them, AND and OR between those. All but
expressions is as in language.py.

A text is of one class, as the names of results remember it: what is nothing but unknown is `u`, `u + u` is a number.
"""

from __future__ import annotations

from collections.abc import Iterable

from constrain.grammar import Choice, Expression, NameAction, Named, Nonterminal, Repeat, Sequence, Terminal
from constrain.patterns.pattern import alternation, concat, literals

from .functions import SCALAR, TYPES, Arity
from .language import (
    ALL,
    AND,
    BOUND,
    CASE,
    COLUMN,
    COMPARES,
    COMPUTES,
    COMPUTING,
    INNER,
    IS,
    LONGEST_CHAIN,
    NOT,
    OR,
    OWN,
    PLAIN,
    SELECTED,
    Language,
)
from .words import BLOB, CHARACTER, NUMBER, SOME, STRING, words
from .words import SQLITE_NAME as NAME

CLASSES = "ntu"
NUMBERS = {"n": 3, "t": 5, "u": 1, "o": 2}  # of classes, as names.h has them
_FIRST = "first"  # what comes after a column that is selected
# Results and arguments; `a` is anything, after `?` may be left out, `*` is as often as one likes.
_SIGNATURES = {
    "abs": "n n", "char": "t n*", "date": "t ?at*", "datetime": "t ?at*", "glob": "n tt", "hex": "t a", "instr": "n tt",
    "julianday": "n ?at*", "length": "n t", "like": "n tt", "lower": "t t", "ltrim": "t t?t", "quote": "t a",
    "random": "n ", "replace": "t ttt", "round": "n n?n", "rtrim": "t t?t", "sign": "n n", "strftime": "t t?at*",
    "substr": "t tn?n", "substring": "t tn?n", "time": "t ?at*", "trim": "t t?t", "typeof": "t a", "unicode": "n t",
    "upper": "t t",
}  # fmt: skip
_ALIKE = {"coalesce": (2, 20), "ifnull": (2, 2), "nullif": (2, 2)}  # all of one class, which they give
_AGGREGATES = {
    "avg": "n n", "count": "n a", "group_concat": "t a?t", "json_group_array": "t a", "json_group_object": "t aa",
    "max": "", "min": "", "sum": "n n", "total": "n n",
}  # fmt: skip
_CAST_TO = {"t": ("text", "varchar", "char", "nvarchar", "character", "clob"), "u": ("blob",)}
_CAST_TO["n"] = tuple(name for name in TYPES if name not in _CAST_TO["t"] + _CAST_TO["u"])  # `date` is one to SQLite


class Typed(Language):
    """The productions of such queries."""

    nests = False

    def condition(self, kind: str) -> Expression:
        return Nonterminal(f"{kind} number")

    def clause(self, kind: str) -> Expression:
        return self.condition(kind)

    def settings(self) -> Expression:
        name = Terminal(NAME, "a column")
        return Choice(
            [
                Sequence((Named(name, NameAction.ASSIGN, NUMBERS[its]), self.sign("="), self.fitting(PLAIN, its)))
                for its in CLASSES
            ]
        )

    def column(self, kind: str, letter: str) -> Expression:
        action = NameAction.USE_OWN if kind in OWN else NameAction.USE
        number = NUMBERS[letter] | (0 if kind in (PLAIN, INNER) else ALL)
        return Named(Terminal(COLUMN, "a column"), action, number)

    def own(self, kind: str, letter: str) -> Nonterminal:
        return Nonterminal(f"{kind} {letter}")

    def fitting(self, kind: str, letter: str) -> Nonterminal:
        return Nonterminal({"n": f"{kind} number", "t": f"{kind} text"}.get(letter, kind))

    def alike(self, kind: str, letter: str, least: int, most: int) -> Expression:
        """A list of which at least one is of the class, the others of it or unknown."""
        unknown, own, either = Nonterminal(f"{kind} u"), Nonterminal(f"{kind} {letter}"), self.fitting(kind, letter)
        if letter == "u":
            return self.many(unknown, least, most)
        more = Sequence((self.comma(), either))
        first = Sequence((own, Repeat(more, least - 1, most - 1)))
        before = Sequence((unknown, self.comma()))
        return Choice((first, Sequence((Repeat(before, 1, most - 1), own, Repeat(more, 0, most - 2)))))

    # --- Chains: what may follow an operand of a class, by the class of the whole

    def after(
        self, prefix: str, letter: str, *, alone: bool = True, tails: bool = True, logic: str = "logic"
    ) -> dict[str, list[Expression]]:
        """`alone`: also nothing. `tails`: also comparisons; `logic`: also AND and OR, so called."""
        out: dict[str, list[Expression]] = {its: [] for its in NUMBERS}
        plus, joined = Nonterminal(f"{prefix} plus"), Nonterminal(f"{prefix} concat")
        text = Repeat(joined, 1, LONGEST_CHAIN)
        some = Repeat(plus, 1, LONGEST_CHAIN)
        more = Repeat(Nonterminal(f"{prefix} {logic}"), 0, LONGEST_CHAIN) if logic else Sequence(())

        def compared(before: Expression, its: str, fewest: int = 1) -> Sequence:
            tail = Repeat(Nonterminal(f"{prefix} {its} tail"), fewest, 1)
            return Sequence((before, *((tail,) if tails else ()), more))

        nothing = Sequence(())
        if letter == "t":
            collated = Sequence((Nonterminal(f"{prefix} collation"), Repeat(joined, 0, LONGEST_CHAIN)))
            out["t"] = [Repeat(joined, 0 if alone else 1, LONGEST_CHAIN), collated]
            out["n"] = [compared(Choice((Repeat(joined, 0, LONGEST_CHAIN), collated)), "t")] if tails else []
            return out
        out["t"] = [text]
        if letter == "o":
            null = [compared(nothing, letter)] if tails else []
            out["n"] = [*null, *([compared(text, "t")] if tails else [])]
            return out
        out["n"] = [compared(some, "n", 0), *([compared(text, "t")] if tails else [])]
        if tails:
            out["n"].append(compared(nothing, letter))
        if logic:
            out["n"].append(Repeat(Nonterminal(f"{prefix} {logic}"), 1, LONGEST_CHAIN))
        if alone:
            out[letter].append(nothing)
        return out

    def starting(
        self,
        prefix: str,
        starts: dict[str, Expression],
        *,
        alone: bool = True,
        tails: bool = True,
        logic: str = "logic",
    ) -> dict[str, Expression]:
        """Expressions that start so, by their class."""
        out: dict[str, list[Expression]] = {its: [] for its in NUMBERS}
        for letter, start in starts.items():
            for its, ways in self.after(prefix, letter, alone=alone, tails=tails, logic=logic).items():
                if ways:
                    out[its].append(Sequence((start, Choice(ways))))
        return {its: Choice(ways) for its, ways in out.items() if ways}

    def tails(self, prefix: str, kind: str, action: NameAction) -> dict[str, Expression]:
        """Operators and what comes after them."""
        first = action == NameAction.UNNAME

        def begin(terminal: Terminal, operator: int) -> Expression:
            return Named(terminal, action, operator)

        numeric, unsigned = Nonterminal(f"{kind} numeric"), Nonterminal(f"{kind} unsigned")
        out: dict[str, Expression] = {}
        out[f"{prefix} plus"] = Choice(list(self.computed(begin, numeric, unsigned, *COMPUTING)))
        collated = Sequence((Nonterminal(f"{kind} t operand"), self.collation()))
        joined = Choice((Nonterminal(f"{kind} operand"), collated))
        out[f"{prefix} concat"] = Sequence((begin(self.sign("||"), COMPUTES), joined))
        out[f"{prefix} collation"] = Named(self.collation(), action) if first else self.collation()
        logic = Choice((begin(self.infix("and"), AND), begin(self.infix("or"), OR)))
        out[f"{prefix} logic"] = Sequence((logic, Nonterminal(f"{kind} element")))
        null = begin(self.null(), COMPARES)
        out[f"{prefix} o tail"] = null
        for letter in CLASSES:
            side = Nonterminal(f"{kind} {letter} side")
            listed = Choice(
                [self.many(self.fitting(kind, its), 1, None) for its in ("nt" if letter == "u" else letter)]
            )
            queries = Choice([Nonterminal(f"query {its}") for its in (CLASSES if letter == "u" else (letter, "u"))])
            between = self.either("BETWEEN", "between", "not between")
            ways: list[Expression] = [
                null,
                Sequence((begin(self.sign("=", "==", "<>", "!=", "<", "<=", ">", ">="), COMPARES), side)),
                Sequence((begin(self.either("IS", *IS), COMPARES), side)),
                Sequence((begin(between, COMPARES), Nonterminal(f"{kind} {letter} bounds"))),
                *self.within(kind, listed, queries, first=first),
            ]
            if letter != "n":
                text = Nonterminal(f"{kind} t side")
                escape = Repeat(Terminal(concat(SOME, words("escape"), SOME, CHARACTER), "ESCAPE"), 0, 1)
                ways.append(Sequence((begin(self.either("LIKE", "like", "not like"), COMPARES), text, escape)))
                ways.append(Sequence((begin(self.either("GLOB", "glob", "not glob"), COMPARES), text)))
            out[f"{prefix} {letter} tail"] = Choice(ways)
        return out

    # --- Operands

    def expression(self, kind: str) -> dict[str, Expression]:
        sign = self.before()
        number, text, unknown = (Nonterminal(f"{kind} {its} operand") for its in CLASSES)
        unsigned = Choice((number, unknown))
        signed = Sequence((sign, unsigned))
        starts: dict[str, Expression] = {
            "n": Choice((number, signed)),
            "t": text,
            "u": unknown,
            "o": self.column(kind, "o"),
        }
        out: dict[str, Expression] = self.tails(kind, kind, NameAction.OPERATOR)
        out[f"{kind} unsigned"], out[f"{kind} numeric"] = unsigned, Choice((unsigned, signed))
        either = self.column(kind, "o")
        out[f"{kind} operand"] = Choice((unsigned, signed, text, either))
        sums = self.starting(kind, starts, tails=False, logic="")
        for letter in CLASSES:
            ways = [sums[its] for its in (CLASSES if letter == "u" else (letter, "u"))]
            out[f"{kind} {letter} side"] = Choice(ways)
            bounds = [Nonterminal(f"{kind} {its} side") for its in ("nt" if letter == "u" else letter)]
            both = Named(self.infix("and"), NameAction.OPERATOR, BOUND)
            out[f"{kind} {letter} bounds"] = Choice([Sequence((each, both, each)) for each in bounds])
        predicates = self.starting(kind, starts, logic="")
        no = Named(self.prefix("not"), NameAction.OPERATOR, NOT)
        out[f"{kind} predicate"] = Choice((predicates["n"], predicates["u"]))
        negation = Nonterminal(f"{kind} negation")
        out[f"{kind} negation"] = Choice((Sequence((no, Nonterminal(f"{kind} predicate"))), self.negated(kind)))
        out[f"{kind} element"] = Choice((Nonterminal(f"{kind} predicate"), negation))
        whole = self.starting(kind, starts)
        negated = Sequence((negation, Repeat(Nonterminal(f"{kind} logic"), 0, LONGEST_CHAIN)))
        out |= {f"{kind} n": Choice((whole["n"], negated)), f"{kind} t": whole["t"], f"{kind} u": whole["u"]}
        out[f"{kind} number"] = Choice((Nonterminal(f"{kind} n"), Nonterminal(f"{kind} u")))
        out[f"{kind} text"] = Choice((Nonterminal(f"{kind} t"), Nonterminal(f"{kind} u")))
        out[kind] = Choice((*(Nonterminal(f"{kind} {its}") for its in CLASSES), either))
        self.cases(kind, out)
        for letter in CLASSES:
            column = self.column(kind, letter)
            out[f"{kind} {letter} safe"] = Choice(list(self.safe(kind, letter)))
            out[f"{kind} {letter} other"] = Choice(list(self.others(kind, letter)))
            out[f"{kind} {letter} operand"] = Choice((column, Nonterminal(f"{kind} {letter} other")))
            # What begins with a number, or with a bracket, could be the number of a column, and so could `a AND 0`.
            bracketed = self.bracketed(self.bracket(), Nonterminal(f"{kind} {letter} term"))
            out[f"{kind} {letter} begin"] = Choice((column, Nonterminal(f"{kind} {letter} safe"), bracketed))
        begins: dict[str, Expression] = {its: Nonterminal(f"{kind} {its} begin") for its in CLASSES}
        terms = self.starting(kind, {**begins, "o": either}, logic="term logic")
        own = self.starting(kind, {**begins, "o": either, "n": Choice((begins["n"], signed))}, logic="")
        conjoined = Choice((own["n"], own["u"], negation))
        disjoin, conjoin = (Named(self.infix(w), NameAction.OPERATOR, n) for w, n in (("or", OR), ("and", AND)))
        out[f"{kind} term logic"] = Choice(
            (Sequence((disjoin, Nonterminal(f"{kind} element"))), Sequence((conjoin, conjoined)))
        )
        out |= {f"{kind} {its} term": terms[its] for its in CLASSES}
        out[f"{kind} term"] = Choice((*(Nonterminal(f"{kind} {its} term") for its in CLASSES), either))
        return out

    def safe(self, kind: str, letter: str) -> Iterable[Expression]:
        yield from self.calls(kind, letter)
        yield Nonterminal(f"{kind} {letter} case")
        yield self.cast(kind, _CAST_TO[letter])
        constants = [word for word in self.constants if _class_of_constant(word) == letter]
        if letter == "t":
            yield Terminal(STRING, "a string")
        if constants:
            yield Terminal(
                alternation(*map(words, constants), *((BLOB,) if letter == "u" else ())), constants[0].upper()
            )
        if letter == "u" and self.parameters:
            yield Terminal(literals(each.encode() for each in self.parameters), "a parameter")

    def others(self, kind: str, letter: str) -> Iterable[Expression]:
        yield Nonterminal(f"{kind} {letter} safe")
        if letter == "n":
            yield Terminal(NUMBER, "a number")
        yield self.bracketed(self.bracket(), Nonterminal(f"{kind} {letter}"))
        closing, scope = Named(self.closing(), NameAction.CLOSE), self.scope(kind)
        yield Sequence((Named(self.selecting(), NameAction.OPEN, scope | 2), Nonterminal(f"query {letter}"), closing))
        if letter == "n":
            opening = Named(self.selecting("exists"), NameAction.OPEN, scope)
            yield Sequence((opening, Nonterminal("query"), closing))

    def cases(self, kind: str, out: dict[str, Expression]) -> None:
        """CASE; of which class it is, is open until the first THEN."""
        begin = Named(self.prefix("case"), NameAction.DEEPER, CASE)
        when, then, otherwise = (self.part(word) for word in ("when", "then", "else"))
        condition, number, text = self.condition(kind), self.fitting(kind, "n"), self.fitting(kind, "t")
        ways = [(Sequence((begin, self.prefix("when"), condition)), condition)]
        ways += [(Sequence((begin, its, when, its)), its) for its in (number, text)]
        for i, (first, further) in enumerate(ways):
            out[f"{kind} case {i}"] = Sequence((first, then))
            out[f"{kind} arm {i}"] = Sequence((when, further, then))
        end, unknown = Named(self.suffix("end"), NameAction.SHALLOWER), Nonterminal(f"{kind} u")
        for letter in CLASSES:
            own = Nonterminal(f"{kind} {letter}")
            either = unknown if letter == "u" else self.fitting(kind, letter)
            kinds: list[Expression] = []
            for i in range(len(ways)):
                arm = Nonterminal(f"{kind} arm {i}")

                def more(result: Expression, arm: Expression = arm) -> Expression:
                    return Repeat(Sequence((arm, result)), 0, 20)

                last = (more(either), Repeat(Sequence((otherwise, either)), 0, 1))
                rest: Expression = Sequence((own, *last))
                if letter != "u":
                    later = Choice((Sequence((arm, own, *last)), Sequence((otherwise, own))))
                    rest = Choice((rest, Sequence((unknown, more(unknown), later))))
                kinds.append(Sequence((Nonterminal(f"{kind} case {i}"), rest)))
            out[f"{kind} {letter} case"] = Sequence((Choice(kinds), end))

    # --- Functions

    def arguments(self, kind: str, letters: str) -> Expression:
        needed, _, more = letters.partition("?")
        comma = self.comma()
        parts: list[Expression] = []
        for letter in needed.removesuffix("*"):
            parts += [*([comma] if parts else []), self.fitting(kind, letter)]
        if needed.endswith("*"):
            parts.append(Repeat(Sequence((comma, self.fitting(kind, needed[-2]))), 0, 19))
        rest: Expression = Sequence(())
        for i, letter in reversed([*enumerate(more.removesuffix("*"))]):
            one = Sequence((*((comma,) if parts or i else ()), self.fitting(kind, letter)))
            last = more[i + 1 :] == "*"
            rest = Repeat(one, 0, 19) if last else Repeat(Sequence((one, rest)), 0, 1)
        return Sequence((*parts, rest))

    def scalars(self, kind: str, letter: str) -> Iterable[Expression]:
        by_arguments: dict[str, list[str]] = {}
        unknown: dict[Arity, list[str]] = {}
        for name, arity in self.scalar.items():
            result, _, its = _SIGNATURES.get(name, "").partition(" ")
            if SCALAR.get(name) != arity:  # the user's own
                unknown.setdefault(arity, []).append(name)
            elif result == letter:
                by_arguments.setdefault(its, []).append(name)

        for its, names in by_arguments.items():
            yield self.call(names, self.arguments(kind, its))
        for (least, most), names in unknown.items() if letter == "u" else ():
            yield self.call(names, self.many(Nonterminal(kind), least, most))
        for name, (least, most) in _ALIKE.items():
            yield self.call([name], self.alike(kind, letter, least, most))
        yield self.call(["iif"], Sequence((self.condition(kind), self.comma(), self.alike(kind, letter, 2, 2))))

    def summaries(self, letter: str) -> Iterable[tuple[str, Expression, Expression]]:
        for name in self.aggregates_known:
            result, _, its = _AGGREGATES[name].partition(" ")
            if result in ("", letter):
                one = self.fitting(INNER, its[0]) if its else self.own(INNER, letter)
                yield name, self.arguments(INNER, its) if its else one, one

    # --- Results

    def items(self, last: Expression) -> dict[str, Expression]:
        out = self.tails(_FIRST, SELECTED, NameAction.UNNAME)
        for name, fewest in (("item", 0), ("start item", 0), ("named item", 1)):
            by_class = self.results_by_class(fewest, shown=name == "start item")
            out[name] = Choice((*by_class.values(), *self.every()))
            if name == "item":
                out |= {f"item {letter}": by_class[letter] for letter in CLASSES}
        for letter in CLASSES:
            out[f"core {letter}"] = self.core(f"item {letter}", Sequence(()), Sequence(()))
            out[f"query {letter}"] = self.query(f"item {letter}", f"core {letter}", last)
        return out

    def results_by_class(self, fewest: int, *, shown: bool) -> dict[str, Expression]:
        """One thing that is selected, as `item`."""
        name = Terminal(COLUMN, "a column")
        columns: dict[str, Expression] = {its: Named(name, NameAction.PUT_OUT, NUMBERS[its]) for its in NUMBERS}
        others: dict[str, Expression] = {its: Nonterminal(f"{SELECTED} {its} other") for its in CLASSES}
        if self.numbered:
            others["n"] = Choice((others["n"], self.row_number(NUMBERS["n"])))
        signed = Sequence((self.before(), Nonterminal(f"{SELECTED} unsigned")))
        more = self.starting(_FIRST, columns, alone=False)
        whole = self.starting(SELECTED, {**others, "n": Choice((others["n"], signed))})
        logic = Repeat(Nonterminal(f"{SELECTED} logic"), 0, LONGEST_CHAIN)
        negated = Sequence((Nonterminal(f"{SELECTED} negation"), logic))
        out: dict[str, Expression] = {}
        for letter in NUMBERS:

            def named(least: int, letter: str = letter) -> Expression:
                return self.naming(least, NUMBERS[letter], shown=shown)

            ways = [each[letter] for each in (whole, more) if letter in each] + ([negated] if letter == "n" else [])
            out[letter] = Sequence((columns[letter], named(0)))
            if ways:
                out[letter] = Choice((out[letter], Sequence((Choice(ways), named(fewest)))))
        return out


def _class_of_constant(word: str) -> str:
    return {"null": "u", "true": "n", "false": "n"}.get(word, "t")
