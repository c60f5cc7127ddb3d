"""Values of the language of queries: columns, literals, calls, chains, CASE, what compares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from constrain.grammar import Choice, Expression, NameAction, Named, Nonterminal, Repeat, Sequence, Terminal
from constrain.patterns.pattern import Pattern, alternation, concat, literal, literals, optional, repeat

from ..catalogue import Kind
from ..language import SEALED, frames
from ..words import ANY, DIGIT, POSITIVE, SOME, words
from .database import Function
from .functions import (
    AGGREGATES,
    CAST_FROM,
    CASTS,
    CLASSES,
    EXTREMES,
    FIELDS,
    FUNCTIONS,
    GATHERED,
    GIVEN_ROWS,
    GROUPS,
    INCOMPARABLE,
    NUMBERS,
    OF_SESSION,
    OF_SYSTEM,
    OPAQUE_TYPES,
    OPERATORS,
    RANKS,
    ROWS,
    ROWS_OF_JSON,
    SESSION,
    SESSION_WORDS,
    SIZES,
    SYSTEM_FUNCTIONS,
    SYSTEM_TYPES,
    UNITS,
    WORDS,
)
from .spelling import (
    BARE,
    BITS,
    DATE,
    INTEGER,
    JSON_PATH,
    LITERALS,
    NUMBER,
    PATH,
    SPAN,
    SPAN_MADE,
    SPAN_OF,
    TEXT,
    UUID,
    XML_NAME,
    quoted,
)
from .terms import (
    A_COLUMN,
    ALONE,
    ASKED,
    ASKS,
    BEGIN_BRACKET,
    BRACKET,
    CHAIN,
    GROUPED,
    INNER,
    INTEGER_TYPE,
    KEY,
    NESTED,
    NEW_NAME,
    NULL,
    ODD,
    OF_A_GROUP,
    OF_A_QUERY,
    OF_GROUPS,
    OF_JSON,
    OVER_ROWS,
    OWN,
    PLACE,
    PLACES,
    SELECTED,
    SLICE,
    WINDOW,
    WITH_OPAQUE,
    WITH_QUERIES,
    WITHIN,
    WRITTEN,
    a_sign,
    cast_to,
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
    type_name,
)


def _known(special: Mapping[Kind, int], groups: Iterable[str]) -> frozenset[str]:
    """The types of OPAQUE_TYPES that a language has: of groups that were asked for, or of which there are columns."""
    asked = {letter for group in groups for letter in {**GROUPS, OF_SYSTEM: SYSTEM_TYPES}.get(group, "")}
    there = {letters for letters in GROUPS.values() for each in letters if OPAQUE_TYPES[each][1] in special}
    return frozenset(asked.union(*there))


def _needed(arguments: str) -> set[str]:
    """The types of OPAQUE_TYPES that such a signature is about."""
    letters = {OF_JSON.get(letter, letter) for letter in arguments}
    return letters & {*OPAQUE_TYPES} | ({"J"} if "z" in letters else set())


def elsewhere(special: Mapping[Kind, int], groups: Iterable[str]) -> dict[str, str]:
    """The functions that only other groups have, with the option that asks for these."""
    known = _known(special, groups)
    lacking: dict[str, set[str]] = {}
    for result, listed in FUNCTIONS.items():
        for name, arguments in listed:
            needs = _needed(result + arguments) - known
            lacking[name] = min(lacking.get(name, needs), needs, key=len)
    asking = {name: [each for each, of in GROUPS.items() if needs & {*of}] for name, needs in lacking.items() if needs}
    return {name: f"functions={names}" for name, names in asking.items()}


class Values:
    """The part of a language that has values; `out`: its productions so far."""

    def __init__(
        self,
        free: Pattern,
        results: Pattern,
        columns: Pattern,
        limit: int | None,
        stars: bool,
        parameters: dict[str, str],
        special: Mapping[Kind, int],
        groups: Iterable[str],
        own: Iterable[Function],
    ) -> None:
        self.free, self.columns = free, columns
        self.own, self.of_session, self.of_system = tuple(own), OF_SESSION in groups, OF_SYSTEM in groups
        self.limit, self.stars, self.parameters = limit, stars, parameters
        self.special = special
        self.letters = _known(special, groups)
        self.json = [number for kind, number in special.items() if kind in ("json", "jsonb")]
        self.enumerations = {
            number: Terminal(quoted(literals(value.replace("'", "''").encode() for value in kind)), "a value")
            for kind, number in special.items()
            if isinstance(kind, tuple)
        }
        self.result_name = Terminal(results, "AS name")
        # Where no values of other types are, few of a type that is named are wanted, either.
        self.literals = {
            (letter, all_of_them): tuple(self.constants(letter, all_of_them=all_of_them))
            for letter in CLASSES
            for all_of_them in (True, False)
        }
        self.out: dict[str, Expression] = {}

    def column(self, kind: str, letter: str) -> Expression:
        return self.of_kind(kind, NUMBERS[letter])

    def of_kind(self, kind: str, number: int) -> Expression:
        """A column of the class of this number, or of a kind of its own."""
        return Named(A_COLUMN, NameAction.USE_OWN if kind == INNER else NameAction.USE, number)

    def arrays(self, kind: str, *names: str) -> list[Expression]:
        """Columns of arrays, if the tables have such."""
        return [self.of_kind(kind, self.special[name]) for name in names if name in self.special]

    def of_array(self, word: str, kind: str, *names: str) -> list[Expression]:
        """A function of one, where a column of that kind may follow."""
        asks = ASKS | (OWN if kind == INNER else 0)
        return [
            enclosed(open_bracket(word), self.of_kind(kind, number), asks | number << ASKED)
            for number in (self.special[name] for name in names if name in self.special)
        ]

    def of_json(self, kind: str) -> list[Expression]:
        """A text that is within json."""
        text = operator(Terminal(concat(ANY, literal(b"->>"), ANY, KEY), "->>"), ODD)
        if "J" in self.opaque_of(kind):
            of: list[Expression] = [Nonterminal(f"{kind} {letter} path") for letter in "JN"]
        else:
            of = [Sequence((self.of_kind(kind, number), Repeat(WITHIN, 0, 6))) for number in self.json]
        if not of:
            return []
        self.out[f"{kind} json"] = Sequence((one_of(of), text))
        return [Nonterminal(f"{kind} json")]

    def opaque_of(self, kind: str) -> frozenset[str]:
        """The types of which such an expression has values."""
        return self.letters if kind in WITH_OPAQUE else frozenset()

    def knows(self, kind: str, arguments: str) -> bool:
        """Whether there are values of all these types; json asks for what says its type."""
        return _needed(arguments) <= self.opaque_of(kind)

    def opaque(self, kind: str) -> None:
        """For each such type: an operand; with what is within it; and with an operator."""
        for letter in self.letters:
            types, special = OPAQUE_TYPES[letter]
            number = self.special.get(special) if special else None
            bracket = enclosed(open_bracket(), Nonterminal(f"{kind} {letter}"), ODD)
            ways: list[Expression] = [bracket] if number is None else [bracket, self.of_kind(kind, number)]
            if letter == "J":  # after a type or an operator it would be something else
                place = operator(Terminal(concat(literal(b"["), KEY, literal(b"]")), "a place"), ODD)
                ways = [Sequence((one_of(ways), Repeat(place, 0, 6)))]
            its, value = alternation(*map(type_name, types)), LITERALS.get(letter, PATH)
            plain = [type_name(name) for name in types if name.isalnum()]
            either = NULL.pattern
            if letter not in "Ly":  # texts of which are not read here
                either = alternation(value, either)
                ways += [operator(Terminal(concat(alternation(*plain), SOME, value), "'…'"), ODD)] if plain else []
            typed = alternation(concat(either, ANY, literal(b"::"), ANY, its), cast_to(either, its))
            ways.append(operator(Terminal(typed, f"'…'::{types[0]}"), ODD))
            ways += self.called(kind, FUNCTIONS.get(letter, ()))
            ways += self.own_calls(kind, letter)
            if letter in "SA":
                ways += self.arrays_of(kind, letter, its)
            if letter == "L":
                ways += self.xml(kind)
            if letter == "W":
                ways.append(operator(Terminal(BITS, "B'…'"), ODD))
            if letter == "T":
                ways.append(operator(Terminal(words("localtime"), "LOCALTIME"), ODD))
            from_ = [self.column(kind, "t"), Nonterminal(f"{kind} t call"), Nonterminal(f"{kind} t cast")]
            for each in CAST_FROM.get(letter, ""):
                if each in OPAQUE_TYPES:
                    from_ += [Nonterminal(f"{kind} {each} operand")] if each in self.letters else []
                    continue
                from_ += [self.column(kind, each), *(Nonterminal(f"{kind} {each} {s}") for s in ("call", "bracket"))]
            ways.append(Sequence((Choice(from_), operator(Terminal(concat(ANY, literal(b"::"), ANY, its), "::"), ODD))))
            self.out[f"{kind} {letter} operand"] = Choice(ways)
            path: Expression = Nonterminal(f"{kind} {letter} operand")
            if letter in "JN":
                path = Sequence((path, Repeat(WITHIN, 0, 6)))
            self.out[f"{kind} {letter} path"] = path
            whole: Expression = Nonterminal(f"{kind} {letter} path")
            self.out[f"{kind} {letter}"] = one_of([whole, *self.operations(kind, letter)])

    def operations(self, kind: str, letter: str) -> Iterable[Expression]:
        """Operators of such types that give one of them, or of a class."""
        for left, signs, right in OPERATORS.get(letter, ()):
            if not self.knows(kind, left + right):
                continue
            # With white space, since signs join to others.
            sign = Terminal(concat(SOME, literals(map(str.encode, signs)), SOME), signs[0])
            tight = Terminal(concat(ANY, literals(map(str.encode, signs)), ANY), signs[0])
            # `a -> b - c` takes `b - c` first.
            first = Nonterminal(f"{kind} {left} {'operand' if {*signs} & {*'+-*/'} else 'path'}")
            if right == "~":
                other: Expression = Terminal(LITERALS[left], "a text")
            elif right == "i":  # an operator after it would be about all of it
                other = Terminal(INTEGER, "an integer")
            else:
                other = self.argument(kind, right) if right in "pPj" else Nonterminal(f"{kind} {right} operand")
                if right in self.letters and right not in "SAN" and right == left:
                    other = Choice((Terminal(LITERALS[right], "a text"), other))
            sign_ = operator(tight if right in "SPpjJ~" else sign, ODD)
            often = 8 if left == right == letter and signs == ("||",) else 1
            yield Sequence((first, Repeat(Sequence((sign_, other)), 1, often)))

    def xml(self, kind: str) -> Iterable[Expression]:
        """Elements, with one attribute at most, as none may come twice."""
        comma, anything = operator(a_sign(",")), [Nonterminal(f"{kind} {each}") for each in CLASSES]
        given = operator(Terminal(concat(SOME, words("as"), SOME, XML_NAME), "AS a name"))
        attribute = enclosed(open_bracket("xmlattributes"), Sequence((one_of(anything), given)))
        content = Repeat(Sequence((comma, one_of([*anything, Nonterminal(f"{kind} L")]))), 0, 8)

        def named(word: str, more: Expression) -> Expression:
            begin = concat(words(word), literal(b"("), ANY, words("name"), SOME, XML_NAME)
            return enclosed(Terminal(begin, f"{word.upper()}(NAME"), more)

        yield named("xmlelement", Sequence((maybe(Sequence((comma, attribute))), content)))
        yield named("xmlpi", maybe(Sequence((comma, Nonterminal(f"{kind} t")))))
        yield enclosed(open_bracket("xmlforest"), list_of(Sequence((one_of(anything), given)), 1, 8))

    def arrays_of(self, kind: str, letter: str, its: Pattern) -> Iterable[Expression]:
        """`ARRAY[…]` of texts or numbers."""
        one = Nonterminal(f"{kind} {'t' if letter == 'S' else 'x'}")
        begin = Named(Terminal(concat(words("array"), literal(b"["), ANY), "ARRAY["), NameAction.DEEPER, BRACKET)
        end = Named(Terminal(concat(ANY, literal(b"]")), "]"), NameAction.SHALLOWER)
        cast = operator(Terminal(concat(ANY, literal(b"::"), ANY, its), "::"), ODD)
        yield Sequence((begin, list_of(one), end, maybe(cast)))
        # Rows of an array within it are as long as each other.
        deeper = Named(Terminal(concat(optional(words("array")), literal(b"["), ANY), "["), NameAction.DEEPER, BRACKET)
        for width in (1, 2, 3, 4):
            yield Sequence((begin, list_of(Sequence((deeper, list_of(one, width, width), end))), end, maybe(cast)))
        if kind in WITH_QUERIES:
            array = concat(words("array"), ANY, BEGIN_BRACKET)
            yield self.subquery(array, "ARRAY(", f"query {'t' if letter == 'S' else 'x'}", OF_A_QUERY | 2)
        places = [
            self.of_kind(kind, self.special[name])
            for name in ({"S": "text[]", "A": "number[]"}[letter],)
            if name in self.special
        ]
        yield from (Sequence((column, SLICE)) for column in places)
        empty = concat(words("array"), literal(b"[]"), ANY, literal(b"::"), ANY, its)
        yield operator(Terminal(empty, "ARRAY[]::"), ODD)

    def number(self, kind: str, part: str = "") -> Expression:
        """An exact number, or one that may be floating."""
        return Choice((Nonterminal(f"{kind} x{part}"), Nonterminal(f"{kind} f{part}")))

    def mixed(self, kind: str, part: str, between: Expression) -> Expression:
        """At least one that may be floating, others on both sides of it."""
        exact, floating = Nonterminal(f"{kind} x{part}"), Nonterminal(f"{kind} f{part}")
        more = Repeat(Sequence((between, self.number(kind, part))), 0, CHAIN)
        return Sequence((Repeat(Sequence((exact, between)), 0, CHAIN), floating, more))

    def constants(self, letter: str, *, all_of_them: bool) -> Iterable[Terminal | Named]:
        if letter == "x":
            yield Terminal(NUMBER, "a number")
        if letter == "f":
            yield operator(Terminal(concat(NUMBER, ANY, literal(b"::"), ANY, self.types("f")), "a number"), ODD)
        if letter == "t":
            yield from (Terminal(TEXT, "a string"), NULL)
        if letter == "b":
            yield Terminal(alternation(words("true"), words("false")), "TRUE")
        ways = []
        for pattern, kinds in WRITTEN.get(letter, ()) if all_of_them or letter in "tdsvu" else ():
            its = alternation(*map(words, kinds)) if kinds else self.types(letter)
            ways.append(concat(pattern, ANY, literal(b"::"), ANY, its))
            if all_of_them or letter != "t":
                ways.append(concat(its, SOME, pattern))
        if ways:
            yield operator(Terminal(alternation(*ways), f"{CASTS[letter][0].upper()} '…'"), ODD)
        if letter == "v":
            yield Terminal(alternation(SPAN_OF, SPAN_MADE), "INTERVAL '…' DAY")
        if letter == "d":
            yield Terminal(words("current_date"), "CURRENT_DATE")
        if letter == "s":
            yield Terminal(alternation(words("current_timestamp"), words("localtimestamp")), "CURRENT_TIMESTAMP")
        named = [name for name, its in self.parameters.items() if its == letter]
        if named:
            yield Terminal(literals(name.encode() for name in named), "a parameter")

    def literal(self, kind: str, letter: str) -> list[Terminal | Named]:
        """Of this class."""
        found = self.literals[letter, kind in WITH_OPAQUE]
        return [of_class(each, letter) if kind == SELECTED else each for each in found]

    def typed(self, kind: str, letter: str) -> Expression:
        """What has its type without a context, as a string has not."""
        if letter == "t":
            return Choice((self.column(kind, "t"), Nonterminal(f"{kind} t call")))
        return Nonterminal(f"{kind} {letter}")

    def types(self, letter: str) -> Pattern:
        """What a value may be cast to; the number of digits, letters or parts of a second may follow."""
        ways = [words(name) for name in CASTS[letter]]
        for name, sizes in SIZES.get(letter, {}).items():
            ways.append(concat(words(name), literal(b"("), literals(size.encode() for size in sizes), literal(b")")))
        return alternation(*ways)

    def signature(self, kind: str, arguments: str) -> Expression:
        """The arguments of a function."""
        parts: list[Expression] = []
        optional_from = arguments.find("?")
        letters = arguments.replace("?", "").replace("*", "")
        for i, letter in enumerate(letters):
            one = self.argument(kind, letter)
            if i == len(letters) - 1 and arguments.endswith("*"):
                one = list_of(one, 1, 20)
            one = Sequence((operator(a_sign(",")), one)) if i else one
            parts.append(maybe(one) if 0 < optional_from <= i else one)
        return Sequence(parts)

    def argument(self, kind: str, letter: str) -> Expression:
        if letter == "i":
            return Nonterminal(f"{kind} integer")
        if letter == "%":
            pair = Sequence((Nonterminal(f"{kind} t"), operator(a_sign(",")), self.argument(kind, "a")))
            return Repeat(pair, 0, 20, operator(a_sign(",")))
        if letter in WORDS:
            return Terminal(quoted(literals(word.encode() for word in WORDS[letter])), "a word")
        if letter in "Pp":
            return Terminal(PATH if letter == "P" else JSON_PATH, "a path")
        if letter in "jm":
            its = letter.replace("j", "J").replace("m", "N")
            return Choice((Terminal(LITERALS[its], "JSON"), Nonterminal(f"{kind} {its}")))
        if letter == "z":
            return one_of(
                [
                    self.typed(kind, "t"),
                    *(
                        Nonterminal(f"{kind} {each}")
                        for each in "xfbds" + "".join(sorted(self.opaque_of(kind) & {*"SA"}))
                    ),
                ]
            )
        if letter == "'":
            return Terminal(quoted(alternation(*map(words, UNITS))), "a unit of time")
        if letter == '"':
            return Terminal(quoted(alternation(*map(words, FIELDS["s"]))), "a part of a time")
        if letter == "n":
            return self.number(kind)
        if letter == "a":
            return one_of(Nonterminal(f"{kind} {each}") for each in (*CLASSES, *sorted(self.opaque_of(kind))))
        return Nonterminal(f"{kind} {letter}")

    def integer(self, kind: str) -> Expression:
        """What is of type integer, as counts and places in texts are."""
        of = (*((name, "t") for name in ("length", "char_length", "octet_length", "ascii")), ("strpos", "tt"))
        cast = operator(Terminal(concat(ANY, literal(b"::"), ANY, INTEGER_TYPE), "::"), ODD)
        number = Choice((self.column(kind, "x"), Nonterminal(f"{kind} x bracket")))
        ways = Choice((Terminal(INTEGER, "an integer"), *self.called(kind, of), Sequence((number, cast))))
        return Repeat(ways, 1, CHAIN, operator(a_sign("+", "-", "*")))

    def called(self, kind: str, functions: Iterable[tuple[str, str]]) -> Iterable[Expression]:
        """Functions with their arguments."""
        by_signature: dict[str, list[str]] = {}
        for name, arguments in functions:
            if self.knows(kind, arguments):
                by_signature.setdefault(arguments, []).append(name)
        for arguments, names in by_signature.items():
            yield enclosed(open_bracket(*names), self.signature(kind, arguments))

    def own_calls(self, kind: str, letter: str, *, rows: bool = False) -> Iterable[Expression]:
        """Functions of the user's own; arguments that have names may be given by them after others, in their order."""
        found = [
            each for each in self.own if each.gives == letter and each.rows == rows and self.knows(kind, each.arguments)
        ]
        yield from self.called(kind, [(each.name, each.arguments) for each in found])
        comma = operator(a_sign(","))
        for each in found:
            letters, needed = each.arguments.replace("?", ""), each.arguments.partition("?")[0]
            for first in range(len(each.names)):
                parts: list[Expression] = [self.argument(kind, its) for its in letters[:first]]
                for i in range(first, len(letters)):
                    by = operator(Terminal(concat(words(each.names[i]), ANY, literals((b"=>", b":=")), ANY), "name =>"))
                    given = Sequence((by, self.argument(kind, letters[i])))
                    parts.append(given)
                inside: list[Expression] = []
                for i, part in enumerate(parts):
                    one = Sequence((comma, part)) if i else part
                    inside.append(maybe(one) if i > first and i >= len(needed) else one)
                yield enclosed(open_bracket(each.name), Sequence(inside))

    def calls(self, kind: str, letter: str) -> Iterable[Expression]:
        yield from self.called(kind, FUNCTIONS.get(letter, ()))
        if self.of_system:
            yield from self.called(kind, SYSTEM_FUNCTIONS.get(letter, ()))
        if letter == "t" and self.of_session:
            yield from self.called(kind, SESSION)
            yield Terminal(alternation(*map(words, SESSION_WORDS)), "CURRENT_USER")
        yield from self.own_calls(kind, letter)
        if letter == "x":
            for its, fields in FIELDS.items():
                if not self.knows(kind, its):
                    continue
                field = alternation(*map(words, fields))
                extract = concat(words("extract"), literal(b"("), ANY, field, SOME, words("from"), SOME)
                yield enclosed(Terminal(extract, "EXTRACT("), Nonterminal(f"{kind} {its}"))
            text = Nonterminal(f"{kind} t operand")
            yield enclosed(open_bracket("position"), Sequence((text, operator(keyword("in")), text)))
        if letter == "t":
            yield from self.cut(kind)
        if letter == "x" and "A" not in self.opaque_of(kind):
            yield from self.of_array("cardinality", kind, "text[]", "number[]")
        yield from self.of_one_class(kind, letter)
        if kind in (SELECTED, GROUPED):
            yield from self.aggregates(kind, letter)
        if kind == SELECTED:
            yield from self.windows(letter)

    def cut(self, kind: str) -> Iterable[Expression]:
        """TRIM, SUBTEXT and OVERLAY with keywords between their arguments."""
        text = Nonterminal(f"{kind} t")
        from_ = operator(keyword("from"))

        def counted(word: str) -> Expression:
            return Sequence((operator(keyword(word)), Nonterminal(f"{kind} integer")))

        side = concat(alternation(*map(words, ("both", "leading", "trailing"))), SOME)
        trim = Terminal(concat(words("trim"), literal(b"("), ANY, side), "TRIM(BOTH")
        yield enclosed(trim, Sequence((text, maybe(Sequence((from_, text))))))
        yield enclosed(open_bracket("trim"), Sequence((text, from_, text)))
        like = Sequence((from_, text, maybe(Sequence((operator(keyword("for")), text)))))
        last = Sequence((counted("for"), maybe(counted("from"))))
        span = Choice((Sequence((counted("from"), maybe(counted("for")))), last, like))
        yield enclosed(open_bracket("substring"), Sequence((text, span)))
        placing = operator(keyword("placing"))
        yield enclosed(open_bracket("overlay"), Sequence((text, placing, text, counted("from"), maybe(counted("for")))))

    def of_one_class(self, kind: str, letter: str) -> Iterable[Expression]:
        """COALESCE and its like."""
        comma = operator(a_sign(","))
        if letter == "f":
            several: Expression = self.mixed(kind, "", comma)
            two: Expression = Sequence((Nonterminal(f"{kind} f"), comma, self.number(kind)))
        else:
            further = Choice((Nonterminal(f"{kind} {letter}"), *((NULL,) if letter != "t" else ())))
            several = Sequence((Nonterminal(f"{kind} {letter}"), Repeat(Sequence((comma, further)), 0, 20)))
            two = list_of(Nonterminal(f"{kind} {letter}"), 2, 2)
        names = Terminal(
            concat(alternation(*map(words, ("coalesce", "greatest", "least"))), literal(b"("), ANY), "COALESCE("
        )
        yield enclosed(names, several)
        yield enclosed(open_bracket("nullif"), two)

    def called_aggregate(self, name: str, ways: Iterable[Expression], *, over: bool = False) -> Expression:
        """An aggregate; `over`: perhaps over a window."""
        where = Terminal(concat(SOME, words("filter"), ANY, literal(b"("), ANY, words("where"), SOME), "FILTER (WHERE")
        filtered = maybe(enclosed(where, Nonterminal(f"{INNER} b")))
        window = (maybe(Nonterminal("its window")),) if over else ()
        return Sequence((enclosed(open_bracket(name), one_of(ways), OVER_ROWS), filtered, *window))

    def aggregates(self, kind: str, letter: str) -> Iterable[Expression]:
        over, distinct = kind == SELECTED, keyword("distinct", before=False)
        for name, arguments in AGGREGATES.get(letter, ()):
            inside = self.signature(INNER, arguments)
            yield self.called_aggregate(name, (inside,), over=over)
            if name == "string_agg":
                yield self.called_aggregate(name, (Sequence((inside, Nonterminal("order within"))),))
                parts = (
                    distinct,
                    self.column(INNER, "t"),
                    operator(a_sign(",")),
                    Nonterminal(f"{INNER} t"),
                    self.again(),
                )
                yield self.called_aggregate(name, (Sequence(parts),))
            yield self.called_aggregate(name, (Sequence((distinct, inside)),))
        share = Terminal(alternation(concat(literal(b"0."), INTEGER), literals((b"0", b"1"))), "a share")
        order = Terminal(
            concat(SOME, words("within group"), ANY, literal(b"("), ANY, words("order by"), SOME), "WITHIN GROUP ("
        )
        of = Sequence((self.number(INNER) if letter == "f" else self.typed(INNER, letter), self.direction()))
        if letter in "fv":
            yield Sequence((enclosed(open_bracket("percentile_cont"), share, OVER_ROWS), enclosed(order, of)))
        if letter != "f":
            yield Sequence((enclosed(open_bracket("percentile_disc"), share, OVER_ROWS), enclosed(order, of)))
            yield Sequence((enclosed(open_bracket("mode"), Sequence(()), OVER_ROWS), enclosed(order, of)))
        if letter in EXTREMES[1]:
            for name in EXTREMES[0]:
                yield self.called_aggregate(name, (Nonterminal(f"{INNER} {letter}"),), over=over)
        if letter == "x":
            grouped = one_of(Named(A_COLUMN, NameAction.USE_OWN, NUMBERS[each] | OF_A_GROUP) for each in CLASSES)
            yield enclosed(open_bracket("grouping"), list_of(grouped, 1, 8), OVER_ROWS | OF_GROUPS | ASKS | OWN)
            anything = one_of(Nonterminal(f"{INNER} {each}") for each in CLASSES)
            ways = (Terminal(literal(b"*"), "*"), anything, self.column(INNER, "o"))
            yield self.called_aggregate("count", ways, over=over)
            yield self.called_aggregate("count", (Sequence((distinct, anything)),))

    def again(self) -> Expression:
        """ORDER BY of an aggregate of DISTINCT values: by the column that it is about."""
        name = Named(A_COLUMN, NameAction.AGAIN)
        return Sequence((Named(keyword("order by"), NameAction.AGAIN, 1), name, self.direction()))

    def nested(self, letter: str) -> Expression:
        """An aggregate that an aggregate over a window is about."""
        called = [(name, self.signature(INNER, its)) for name, its in AGGREGATES.get(letter, ()) if "*" not in its]
        if letter in EXTREMES[1]:
            called += [(name, Nonterminal(f"{INNER} {letter}")) for name in EXTREMES[0]]
        if letter == "x":
            anything = one_of(Nonterminal(f"{INNER} {each}") for each in CLASSES)
            called.append(("count", Choice((Terminal(literal(b"*"), "*"), anything))))
        return one_of(enclosed(open_bracket(name), inside, NESTED) for name, inside in called)

    def windows(self, letter: str) -> Iterable[Expression]:
        over = Nonterminal("window")
        if letter in "xfv":
            for name in ("sum", "avg", *EXTREMES[0]) if letter != "v" else ("sum", "avg"):
                about = Nonterminal(f"nested {letter}")
                yield Sequence((enclosed(open_bracket(name), about, OVER_ROWS), Nonterminal("its window")))
        for name in RANKS.get(letter, ()):
            yield Sequence((enclosed(open_bracket(name), Sequence(()), WINDOW), over))
        if letter == "x":
            yield Sequence((enclosed(open_bracket("ntile"), Terminal(POSITIVE, "a positive number"), WINDOW), over))
        for name in ROWS:
            comma = operator(a_sign(","))
            other = Sequence((comma, Nonterminal(f"{ALONE} {letter}")))
            more = Sequence((comma, Terminal(POSITIVE, "a positive number"), maybe(other)))
            inside = Sequence((self.typed(ALONE, letter), *((maybe(more),) if name in ("lag", "lead") else ())))
            yield Sequence((enclosed(open_bracket(name), inside, WINDOW), over))

    def window_term(self) -> Expression:
        """What rows are ordered or parted by in a window."""
        aggregated = [each for letter in CLASSES for each in self.aggregates(GROUPED, letter)]
        return one_of([*(Nonterminal(f"{ALONE} {letter}") for letter in CLASSES), *aggregated])

    def window(self, number: int) -> Expression:
        anything = Nonterminal("window term")
        frame, alone = maybe(Terminal(concat(SOME, frames()), "ROWS")), frames(groups=False)
        partition = Sequence((keyword("partition by", before=False), list_of(anything)))
        order = Sequence((list_of(Sequence((anything, self.direction()))), frame))
        by = Sequence((keyword("order by", before=False), order))
        unordered = maybe(Terminal(concat(SOME, alone), "ROWS"))
        both = Sequence((partition, Choice((Sequence((operator(keyword("order by")), order)), unordered))))
        inside = Choice((Sequence(()), Terminal(alone, "ROWS"), by, both))
        if not number:
            return enclosed(Terminal(concat(SOME, words("as"), ANY, literal(b"("), ANY), "AS ("), inside)
        over = concat(SOME, words("over"))
        opening = Terminal(concat(over, ANY, literal(b"("), ANY), "OVER (")
        named = Named(Terminal(concat(over, SOME, BARE), "OVER a window"), NameAction.WINDOW, number)
        return Choice((enclosed(opening, inside, number), named))

    def cases(self, kind: str) -> None:
        """CASE for all classes: which one it is, is open until the first THEN."""
        when, then, otherwise = (operator(keyword(word)) for word in ("when", "then", "else"))
        begin = concat(words("case"), SOME)

        def begun(pattern: Pattern) -> Expression:
            return Named(Terminal(pattern, "CASE"), NameAction.DEEPER, BRACKET | ODD)

        condition = Nonterminal(f"{kind} b")
        ways: list[tuple[Expression, Expression]]
        ways = [(Sequence((begun(concat(begin, words("when"), SOME)), condition)), condition)]
        ways += [(Sequence((begun(begin), left, when, right)), right) for left, right in self.compared(kind)]
        for i, (first, further) in enumerate(ways):
            self.out[f"{kind} case {i}"] = Sequence((first, then))
            self.out[f"{kind} arm {i}"] = Sequence((when, further, then))
        end = Named(keyword("end", after=False), NameAction.SHALLOWER)
        exact, floating = Nonterminal(f"{kind} x"), Nonterminal(f"{kind} f")
        either = self.number(kind)
        for letter in CLASSES:
            its = Nonterminal(f"{kind} {letter}")
            begins: list[Expression] = []
            for i in range(len(ways)):
                arm = Nonterminal(f"{kind} arm {i}")

                def more(result: Expression, arm: Expression = arm) -> Expression:
                    return Repeat(Sequence((arm, result)), 0, 20)

                def ended(result: Expression) -> Expression:
                    return maybe(Sequence((otherwise, Choice((result, NULL)))))

                rest: Expression = Sequence((its, more(its), ended(its)))
                if letter == "f":
                    after = Sequence((more(either), ended(either)))
                    later = Choice((Sequence((arm, floating, after)), Sequence((otherwise, floating))))
                    rest = Choice((Sequence((floating, after)), Sequence((exact, more(exact), later))))
                begins.append(Sequence((Nonterminal(f"{kind} case {i}"), rest)))
            self.out[f"{kind} {letter} case"] = Sequence((Choice(begins), end))

    def casts(self, kind: str, letter: str) -> Iterable[Expression]:
        """By `::` and CAST. A string would be read as the type at once, so a text is a column or a call."""
        exact = [its for its in CAST_FROM[letter] if its not in "to"]
        texts: list[Expression] = [self.column(kind, its) for its in CAST_FROM[letter] if its in "to"]
        if "t" in CAST_FROM[letter]:
            texts.append(Nonterminal(f"{kind} t call"))
            texts += [enclosed(open_bracket(), json, ODD) for json in self.of_json(kind)]
        operands: list[Expression] = [*texts, NULL]
        for its in exact:
            operands += [
                self.column(kind, its),
                Nonterminal(f"{kind} {its} call"),
                Nonterminal(f"{kind} {its} bracket"),
            ]
        typed = self.types(letter)
        if letter == "t":
            operands += [Nonterminal(f"{kind} {each} operand") for each in sorted(self.opaque_of(kind))]
        cast = operator(Terminal(concat(ANY, literal(b"::"), ANY, typed), "::"), ODD)
        before = [each for each in CAST_FROM[letter] if each in CLASSES]
        if self.opaque_of(kind):  # `1::float8` is a literal
            operands += [
                each for its in before if its != "t" for each in self.literal(kind, its)[its + letter == "xf" :]
            ]
        self.out[f"{kind} {letter} once"] = Sequence((Choice(operands), cast))
        yield Nonterminal(f"{kind} {letter} once")
        if self.opaque_of(kind):  # masks take twice as long where a column may follow
            yield Sequence((one_of(Nonterminal(f"{kind} {each} once") for each in before), cast))
        whole: list[Expression] = [*texts, *(Nonterminal(f"{kind} {its}") for its in exact)]
        if letter == "t":
            whole.append(Nonterminal(f"{kind} t"))
        as_, written = operator(keyword("as")), WRITTEN.get(letter, ()) if letter != "t" else ()
        whole += [Terminal(pattern, "a value") for pattern, kinds in written if not kinds]
        inside: list[Expression] = [Sequence((Choice(whole), as_, Terminal(typed, "a type")))]
        for pattern, kinds in written:
            if kinds:
                named = Terminal(alternation(*map(words, kinds)), "a type")
                inside.append(Sequence((Terminal(pattern, "a value"), as_, named)))
        yield enclosed(open_bracket("cast"), one_of(inside), ODD)
        if letter == "x":  # which `bigint` and its like do not take
            truth = Nonterminal(f"{kind} b")
            yield enclosed(open_bracket("cast"), Sequence((truth, as_, Terminal(INTEGER_TYPE, "INTEGER"))), ODD)
            cast = operator(Terminal(concat(ANY, literal(b"::"), ANY, INTEGER_TYPE), "::"), ODD)
            yield Sequence((Nonterminal(f"{kind} b bracket"), cast))

    def subqueries(self, kind: str, letter: str) -> Iterable[Expression]:
        if kind not in WITH_QUERIES:
            return
        sealed = SEALED if kind in (GROUPED, INNER) else 0
        yield self.subquery(BEGIN_BRACKET, "(", f"query {letter}", OF_A_QUERY | sealed | 2)

    def subquery(self, before: Pattern, name: str, query: str, number: int) -> Expression:
        """A query after what opens its bracket."""
        begun = Sequence((opened(before, name, NameAction.OPEN, number), Nonterminal(query)))
        return Sequence((begun, Named(close_bracket(), NameAction.CLOSE)))

    def within(self, before: Pattern, name: str, number: int, query: str) -> Expression:
        """A query after what opens its bracket, or one that begins with another bracket, where no value may stand."""
        twice = Terminal(concat(before, BEGIN_BRACKET, words("select"), SOME), f"{name}(SELECT")
        begun = Named(twice, NameAction.OPEN, number)
        plain = Sequence((opened(before, name, NameAction.OPEN, number), Nonterminal(query)))
        return Choice((plain, Sequence((begun, Nonterminal(f"{query} in brackets")))))

    def operands(self, kind: str, letter: str) -> None:
        out = self.out
        out[f"{kind} {letter} call"] = one_of(self.calls(kind, letter))
        out[f"{kind} {letter} cast"] = one_of(self.casts(kind, letter))
        ways: list[Expression] = [
            self.column(kind, letter),
            *self.literal(kind, letter),
            Nonterminal(f"{kind} {letter} call"),
            Nonterminal(f"{kind} {letter} case"),
            Nonterminal(f"{kind} {letter} cast"),
            *self.subqueries(kind, letter),
            Nonterminal(f"{kind} {letter} bracket"),
        ]
        if kind == SELECTED:
            inside = Sequence((self.typed(INNER, letter), maybe(Nonterminal("order within"))))
            first = enclosed(open_bracket(), self.called_aggregate("array_agg", (inside,)), ODD)
            ways.append(Sequence((first, PLACE)))
        if letter in "tf" and kind in WITH_OPAQUE:  # numbers of a column may be floating
            for array in self.arrays(kind, "text[]" if letter == "t" else "number[]"):
                ways.append(Sequence((array, PLACES)))
            its = "S" if letter == "t" else "A"
            if its in self.letters:
                ways.append(Sequence((enclosed(open_bracket(), Nonterminal(f"{kind} {its}"), ODD), PLACES)))
        if letter == "s":
            zone = Terminal(concat(SOME, words("at time zone"), SOME, TEXT), "AT TIME ZONE")
            moments = self.column(kind, "s"), *(Nonterminal(f"{kind} s {s}") for s in ("call", "cast", "bracket"))
            ways.append(Sequence((Choice((*moments, *self.literal(kind, "s"))), operator(zone))))
        bracketed = f"{kind} {letter}" if letter != "b" else f"{kind} conditions"
        out[f"{kind} {letter} bracket"] = enclosed(open_bracket(), Nonterminal(bracketed), ODD)
        out[f"{kind} {letter} operand"] = Choice(ways)

    def compared(self, kind: str) -> Iterable[tuple[Expression, Expression]]:
        """What may be compared: two sides."""
        number = self.number(kind)
        text, span = Nonterminal(f"{kind} t"), Nonterminal(f"{kind} v")
        moment = Choice((Nonterminal(f"{kind} d"), Nonterminal(f"{kind} s")))
        yield number, Choice((number, Terminal(quoted(repeat(DIGIT, 1, 4)), "a number"), NULL))
        yield text, text
        yield moment, Choice((moment, Terminal(quoted(DATE), "a date"), NULL))
        yield span, Choice((span, Terminal(quoted(SPAN), "an interval"), NULL))
        uuid = Nonterminal(f"{kind} u")
        yield uuid, Choice((uuid, Terminal(quoted(UUID), "a uuid"), NULL))

    def direction(self) -> Expression:
        ways = concat(SOME, alternation(*map(words, ("asc", "desc"))))
        nulls = concat(SOME, words("nulls"), SOME, alternation(words("first"), words("last")))
        return maybe(Terminal(alternation(concat(ways, optional(nulls)), nulls), "ASC or DESC"))

    def alias(self, letter: str, fewest: int = 0) -> Expression:
        # Where a name is needed it is a new one, after AS.
        name = NEW_NAME if fewest else self.result_name
        return Repeat(Named(name, NameAction.NAME_IT, NUMBERS[letter]), fewest, 1)

    def selected(self, letter: str) -> Expression:
        if letter == "x":
            number, comma = Nonterminal(f"{SELECTED} x"), operator(a_sign(","))
            series = Sequence((number, comma, number, maybe(Sequence((comma, number)))))
            return Choice((number, enclosed(open_bracket("generate_series"), series)))
        if letter == "t":
            return one_of([Nonterminal(f"{SELECTED} t"), *self.of_array("unnest", SELECTED, "text[]")])
        if letter != "o":
            return Nonterminal(f"{SELECTED} {letter}")
        ways = [self.typed(INNER, each) for each in CLASSES]
        order = maybe(Nonterminal("order within"))
        gathered = self.called_aggregate("array_agg", (Sequence((one_of(ways), order)),))
        distinct = Named(keyword("distinct", before=False), NameAction.DISTINCT, ASKS | OWN)
        alike = one_of(self.column(INNER, each) for each in CLASSES)
        apart = self.called_aggregate("array_agg", (Sequence((distinct, alike, maybe(self.again()))),))
        return Choice((self.column(SELECTED, "o"), gathered, apart, *self.values_of_no_class(comparable=True)))

    def ending(self, number: Pattern) -> Expression:
        def after(pattern: Pattern, name: str) -> Expression:
            return Named(Terminal(concat(SOME, pattern), name), NameAction.AFTER)

        skipped = concat(words("offset"), SOME, INTEGER)
        rows = concat(SOME, alternation(words("rows"), words("row")))
        limit = concat(words("limit"), SOME, alternation(number, words("all")) if self.limit is None else number)
        ways = [concat(limit, optional(concat(SOME, skipped, optional(rows))))]
        fetch = concat(words("fetch"), SOME, alternation(words("first"), words("next")))
        if self.limit is None:
            skipping = optional(concat(skipped, optional(rows), SOME))
            fetched = concat(skipping, fetch, optional(concat(SOME, INTEGER)), rows, SOME, words("only"))
            ways += [concat(skipped, optional(rows)), fetched, concat(skipped, SOME, limit)]
        return after(alternation(*ways), "LIMIT")

    def values_of_no_class(self, *, comparable: bool) -> Iterable[Expression]:
        """Results of such types: those that can be compared, or not."""
        alike = [letter for letter in self.letters if (letter not in INCOMPARABLE) == comparable]
        yield from (Nonterminal(f"{SELECTED} {letter}") for letter in alike)
        anything = one_of(self.typed(INNER, each) for each in CLASSES)
        pair = Sequence((anything, operator(a_sign(",")), anything))
        order, distinct = maybe(Nonterminal("order within")), keyword("distinct", before=False)
        for name, letter in GATHERED.items():
            if (letter not in INCOMPARABLE) == comparable:
                several = "object" in name
                ways = [Sequence((pair if several else anything, order))]
                yield self.called_aggregate(name, ways if several else [*ways, Sequence((distinct, anything))])
        if not comparable:
            yield from self.called(SELECTED, ROWS_OF_JSON)
            row = concat(words("row"), ANY, literal(b"("), ANY)
            yield enclosed(Terminal(row, "ROW("), list_of(self.argument(SELECTED, "a")))
            yield from self.own_calls(SELECTED, "o")
            for letter in (*CLASSES, *sorted(self.letters), "o"):
                yield from self.own_calls(SELECTED, letter, rows=True)
            if self.of_session:
                yield enclosed(open_bracket("pg_typeof"), self.argument(SELECTED, "a"))
        if comparable:
            yield from self.called(SELECTED, GIVEN_ROWS)
