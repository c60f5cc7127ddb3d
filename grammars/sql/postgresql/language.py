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
from functools import cache

from constrain.grammar import Choice, Expression, NameAction, Named, Nonterminal, Repeat, Sequence, Terminal
from constrain.patterns.pattern import Pattern, alternation, concat, literal, literals, optional, repeat
from constrain.patterns.utf8 import characters

from ..catalogue import Kind
from ..language import AS_A_WHOLE, INSTEAD, JOINED, NATURAL, SEALED, VALUES, at_most, frames
from ..words import ANY, AS, BLANK_OR_AS, CHARACTER, DIGIT, NAME, POSITIVE, SOME, words
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
    OPAQUE_TYPES,
    OPERATORS,
    RANKS,
    ROWS,
    SIZES,
    UNITS,
    WORDS,
)
from .spelling import (
    BARE,
    DATE,
    INTEGER,
    JSON_PATH,
    LABEL,
    LITERALS,
    MOMENT,
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

PLAIN, SELECTED, GROUPED, INNER, ALONE, BY = "plain", "selected", "grouped", "inner", "alone", "by"
_KINDS = (PLAIN, SELECTED, GROUPED, INNER, ALONE, BY)
# Numbers of actions, as names.h has them.
_NAMED = 1 << 22
_BRACKET, _QUERY = 1 << 24, 2 << 24
QUERY, DEPTH = 2, 60  # brackets within each other
_ROWS, _WINDOW, _ODD, _OVER, _SETS, _NESTED, _OF_GROUPS, _COMMAS = 2, 4, 8, 16, 32, 64, 128, 16
_FUNCTION, _GROUPED, _STARRED = 1 << 21, 1 << 13, 1 << 23
_ASKS, _OWN, _ASKED = 1 << 21, 1 << 20, 8
_GROUPING, _HAVING, _ORDERING, _WHERE, _WINDOWS = 1 | 2, 4, 2 | 4, 8, 4 | 16
_LISTED, _TARGET, _PROPOSED, _NEXT_COLUMN = 1 << 14, 32, 64, 2
_LIST, _CHAIN = 60, 24
_COMPARED = ("=", "<>", "<", "<=", ">", ">=")
_COLUMN = alternation(NAME, concat(NAME, literal(b"."), NAME))
# A column, a place, or the text of a result.
_TERM = alternation(_COLUMN, POSITIVE, repeat(characters(((0x09, 0x0D), (0x20, 0xD7FF), (0xE000, 0x10FFFF))), 1))
_A_COLUMN = Terminal(_COLUMN, "a column")
_NULL = Terminal(words("null"), "NULL")
_SIGNED = quoted(concat(optional(literal(b"-")), repeat(DIGIT, 1, 4)))
_FRACTION = quoted(concat(optional(literal(b"-")), repeat(DIGIT, 1, 4), literal(b"."), repeat(DIGIT, 1, 4)))
# What is read as a value of a class where a type is named, and by which if not by all of it.
_WRITTEN: dict[str, tuple[tuple[Pattern, tuple[str, ...]], ...]] = {
    "x": ((_SIGNED, ()), (_FRACTION, ("numeric", "decimal"))),
    "f": ((alternation(_SIGNED, _FRACTION), ()),),
    "t": ((TEXT, ()),),
    "b": ((quoted(alternation(*map(words, ("true", "false", "t", "f", "yes", "no", "on", "off")))), ()),),
    "d": ((quoted(DATE), ()),),
    "s": ((quoted(MOMENT), ()),),
    "v": ((quoted(SPAN), ()),),
    "u": ((quoted(UUID), ()),),
}
_WITH_OPAQUE = (PLAIN, SELECTED)
_WITH_QUERIES = (PLAIN, SELECTED, GROUPED, INNER)  # of which the last two see nothing around them
_OF_JSON = {"j": "J", "m": "N", "P": "J", "p": "J"}
_KEY = alternation(TEXT, INTEGER)
_SHARE = concat(DIGIT, optional(DIGIT), optional(concat(literal(b"."), repeat(DIGIT, 1, 6))))  # in percent
_NEW_NAME = Terminal(alternation(concat(AS, BARE), concat(literal(b" "), LABEL)), "AS name")


@cache
def _keyword(text: str, *, before: bool = True, after: bool = True) -> Terminal:
    return Terminal(concat(*((SOME,) if before else ()), words(text), *((SOME,) if after else ())), text.upper())


@cache
def _sign(*signs: str) -> Terminal:
    return Terminal(concat(ANY, literals(s.encode() for s in signs), ANY), " ".join(signs))


@cache
def _compares(*signs: str) -> Terminal:
    """Also `!=`, after which a minus would belong to the operator."""
    ways = alternation(concat(literals(s.encode() for s in signs), ANY), concat(literal(b"!="), SOME))
    return Terminal(concat(ANY, ways), " ".join(signs))


@cache
def _closing() -> Terminal:
    return Terminal(concat(ANY, literal(b")")), ")")


@cache
def _opening(before: str = "", *, after: str = "") -> Terminal:
    """A bracket after keywords; `after`: those that follow it."""
    parts = (*((words(before),) if before else ()), *((ANY,) if before and after else ()), literal(b"("), ANY)
    return Terminal(concat(*parts, *((words(after), SOME) if after else ())), f"{before}({after}".upper())


def _operator(terminal: Terminal, number: int = 0) -> Named:
    return Named(terminal, NameAction.OPERATOR, number)


_PLACE = _operator(Terminal(concat(literal(b"["), POSITIVE, literal(b"]")), "a place"), _ODD)
_WITHIN = _operator(Terminal(concat(ANY, literal(b"->"), ANY, _KEY), "->"), _ODD)


def _type(name: str) -> Pattern:
    """The name of a type, with its brackets."""
    base, bracket, _ = name.partition("[")
    return concat(words(base), literal(b"[]")) if bracket else words(base)


def _cast(value: Pattern, its: Pattern) -> Pattern:
    return concat(words("cast"), ANY, literal(b"("), ANY, value, SOME, words("as"), SOME, its, ANY, literal(b")"))


def _of_class(literal: Terminal | Named, letter: str) -> Terminal | Named:
    """Which results of a query are still needed tells a completion with which literals to begin (`Names::idle`)."""
    if literal is _NULL:  # which may become any
        return literal
    its = literal if isinstance(literal, Named) else _operator(literal)
    return Named(its.terminal, its.action, its.number | NUMBERS[letter] << _ASKED)


def _bracketed(opening: Terminal, inside: Expression, number: int = 0) -> Expression:
    return Sequence(
        (Named(opening, NameAction.DEEPER, _BRACKET | number), inside, Named(_closing(), NameAction.SHALLOWER))
    )


_SPELLED = {
    NameAction.OPERATOR: NameAction.SPELL,
    NameAction.DEEPER: NameAction.SPELL_DEEPER,
    NameAction.SHALLOWER: NameAction.SPELL_SHALLOWER,
}


def _spelled(expression: Expression) -> Expression:
    """The same, all of whose text is remembered, since rows may be grouped by it."""
    match expression:
        case Terminal():
            return Named(expression, NameAction.SPELL)
        case Named():
            action = NameAction(expression.action)
            return Named(expression.terminal, _SPELLED.get(action, action), expression.number)
        case Sequence():
            return Sequence(tuple(map(_spelled, expression.parts)))
        case Choice():
            return Choice(tuple(map(_spelled, expression.parts)))
        case Repeat():
            between = expression.between and _spelled(expression.between)
            return Repeat(_spelled(expression.part), expression.minimum, expression.maximum, between)
    assert isinstance(expression, Nonterminal)
    return expression


def _maybe(expression: Expression) -> Expression:
    return Repeat(expression, 0, 1)


def _listed(one: Expression, fewest: int = 1, most: int = _LIST) -> Expression:
    return Repeat(one, fewest, most, _operator(_sign(",")))


def _one(ways: Iterable[Expression]) -> Expression:
    listed = tuple(ways)
    return listed[0] if len(listed) == 1 else Choice(listed)


def productions(
    free: Pattern, results: Pattern, columns: Pattern, *, limit: int | None, stars: bool, parameters: dict[str, str],
    special: Mapping[Kind, int], groups: Iterable[str], writes: frozenset[str],
) -> dict[str, Expression]:  # fmt: skip
    """The productions, from `start` on. `free`: names that a text may give to queries; `results`: to results, with AS;
    `columns`: to columns. `limit`: a query ends with LIMIT and at most this number. `stars`: whether all columns may be
    selected at once. `parameters`: classes of what may stand for a value, by how it is written. `special`: numbers of
    kinds of their own that the tables have. `groups`: of functions.GROUPS. `writes`: of insert, update, delete."""
    return _Language(free, results, columns, limit, stars, parameters, special, groups).all(writes)


def _known(special: Mapping[Kind, int], groups: Iterable[str]) -> frozenset[str]:
    """The types of OPAQUE_TYPES that a language has: of groups that were asked for, or of which there are columns."""
    asked = {letter for group in groups for letter in GROUPS[group]}
    there = {letters for letters in GROUPS.values() for each in letters if OPAQUE_TYPES[each][1] in special}
    return frozenset(asked.union(*there))


def _needed(arguments: str) -> set[str]:
    """The types of OPAQUE_TYPES that such a signature is about."""
    letters = {_OF_JSON.get(letter, letter) for letter in arguments}
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


class _Language:
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
    ) -> None:
        self.free, self.columns = free, columns
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

    # --- Operands

    def column(self, kind: str, letter: str) -> Expression:
        return self.of_kind(kind, NUMBERS[letter])

    def of_kind(self, kind: str, number: int) -> Expression:
        """A column of the class of this number, or of a kind of its own."""
        return Named(_A_COLUMN, NameAction.USE_OWN if kind == INNER else NameAction.USE, number)

    def arrays(self, kind: str, *names: str) -> list[Expression]:
        """Columns of arrays, if the tables have such."""
        return [self.of_kind(kind, self.special[name]) for name in names if name in self.special]

    def of_array(self, word: str, kind: str, *names: str) -> list[Expression]:
        """A function of one, where a column of that kind may follow."""
        asks = _ASKS | (_OWN if kind == INNER else 0)
        return [
            _bracketed(_opening(word), self.of_kind(kind, number), asks | number << _ASKED)
            for number in (self.special[name] for name in names if name in self.special)
        ]

    def of_json(self, kind: str) -> list[Expression]:
        """A text that is within json."""
        text = _operator(Terminal(concat(ANY, literal(b"->>"), ANY, _KEY), "->>"), _ODD)
        if "J" in self.opaque_of(kind):
            of: list[Expression] = [Nonterminal(f"{kind} {letter} path") for letter in "JN"]
        else:
            of = [Sequence((self.of_kind(kind, number), Repeat(_WITHIN, 0, 6))) for number in self.json]
        if not of:
            return []
        self.out[f"{kind} json"] = Sequence((_one(of), text))
        return [Nonterminal(f"{kind} json")]

    # --- Values of types that are of no class

    def opaque_of(self, kind: str) -> frozenset[str]:
        """The types of which such an expression has values."""
        return self.letters if kind in _WITH_OPAQUE else frozenset()

    def knows(self, kind: str, arguments: str) -> bool:
        """Whether there are values of all these types; json asks for what says its type."""
        return _needed(arguments) <= self.opaque_of(kind)

    def opaque(self, kind: str) -> None:
        """For each such type: an operand; with what is within it; and with an operator."""
        for letter in self.letters:
            types, special = OPAQUE_TYPES[letter]
            number = self.special.get(special) if special else None
            bracket = _bracketed(_opening(), Nonterminal(f"{kind} {letter}"), _ODD)
            ways: list[Expression] = [bracket] if number is None else [bracket, self.of_kind(kind, number)]
            if letter == "J":  # after a type or an operator it would be something else
                place = _operator(Terminal(concat(literal(b"["), _KEY, literal(b"]")), "a place"), _ODD)
                ways = [Sequence((_one(ways), Repeat(place, 0, 6)))]
            its, value = alternation(*map(_type, types)), LITERALS.get(letter, PATH)
            plain = [_type(name) for name in types if name.isalnum()]
            if letter != "L":  # texts of which are not read here
                typed = [concat(value, ANY, literal(b"::"), ANY, its), _cast(value, its)]
                typed += [concat(alternation(*plain), SOME, value)] if plain else []
                ways.append(_operator(Terminal(alternation(*typed), f"'…'::{types[0]}"), _ODD))
            ways += self.called(kind, FUNCTIONS.get(letter, ()))
            if letter in "SA":
                ways += self.arrays_of(kind, letter, its)
            if letter == "L":
                ways += self.xml(kind)
            if letter == "J":
                texts = Choice((self.column(kind, "t"), Nonterminal(f"{kind} t call")))
                ways.append(Sequence((texts, _operator(Terminal(concat(ANY, literal(b"::"), ANY, its), "::"), _ODD))))
            self.out[f"{kind} {letter} operand"] = Choice(ways)
            path: Expression = Nonterminal(f"{kind} {letter} operand")
            if letter in "JN":
                path = Sequence((path, Repeat(_WITHIN, 0, 6)))
            self.out[f"{kind} {letter} path"] = path
            whole: Expression = Nonterminal(f"{kind} {letter} path")
            self.out[f"{kind} {letter}"] = _one([whole, *self.operations(kind, letter)])

    def operations(self, kind: str, letter: str) -> Iterable[Expression]:
        """Operators of such types that give one of them, or of a class."""
        for left, signs, right in OPERATORS.get(letter, ()):
            if not self.knows(kind, left + right):
                continue
            # With white space, since signs join to others.
            sign = Terminal(concat(SOME, literals(map(str.encode, signs)), SOME), signs[0])
            tight = Terminal(concat(ANY, literals(map(str.encode, signs)), ANY), signs[0])
            first = Nonterminal(f"{kind} {left} path")
            other = self.argument(kind, right) if right in "ipPj" else Nonterminal(f"{kind} {right} operand")
            if right == "J":
                other = Choice((Terminal(LITERALS["J"], "JSON"), other))
            yield Sequence((first, _operator(tight if right in "SPpjJ" else sign, _ODD), other))

    def xml(self, kind: str) -> Iterable[Expression]:
        """Elements, with one attribute at most, as none may come twice."""
        comma, anything = _operator(_sign(",")), [Nonterminal(f"{kind} {each}") for each in CLASSES]
        given = _operator(Terminal(concat(SOME, words("as"), SOME, XML_NAME), "AS a name"))
        attribute = _bracketed(_opening("xmlattributes"), Sequence((_one(anything), given)))
        content = Repeat(Sequence((comma, _one([*anything, Nonterminal(f"{kind} L")]))), 0, 8)

        def named(word: str, more: Expression) -> Expression:
            begin = concat(words(word), literal(b"("), ANY, words("name"), SOME, XML_NAME)
            return _bracketed(Terminal(begin, f"{word.upper()}(NAME"), more)

        yield named("xmlelement", Sequence((_maybe(Sequence((comma, attribute))), content)))
        yield named("xmlpi", _maybe(Sequence((comma, Nonterminal(f"{kind} t")))))
        yield _bracketed(_opening("xmlforest"), _listed(Sequence((_one(anything), given)), 1, 8))

    def arrays_of(self, kind: str, letter: str, its: Pattern) -> Iterable[Expression]:
        """`ARRAY[…]` of texts or numbers."""
        one = Nonterminal(f"{kind} {'t' if letter == 'S' else 'x'}")
        begin = Named(Terminal(concat(words("array"), literal(b"["), ANY), "ARRAY["), NameAction.DEEPER, _BRACKET)
        end = Named(Terminal(concat(ANY, literal(b"]")), "]"), NameAction.SHALLOWER)
        cast = _operator(Terminal(concat(ANY, literal(b"::"), ANY, its), "::"), _ODD)
        yield Sequence((begin, _listed(one), end, _maybe(cast)))
        empty = concat(words("array"), literal(b"[]"), ANY, literal(b"::"), ANY, its)
        yield _operator(Terminal(empty, "ARRAY[]::"), _ODD)

    def number(self, kind: str, part: str = "") -> Expression:
        """An exact number, or one that may be floating."""
        return Choice((Nonterminal(f"{kind} x{part}"), Nonterminal(f"{kind} f{part}")))

    def mixed(self, kind: str, part: str, between: Expression) -> Expression:
        """At least one that may be floating, others on both sides of it."""
        exact, floating = Nonterminal(f"{kind} x{part}"), Nonterminal(f"{kind} f{part}")
        more = Repeat(Sequence((between, self.number(kind, part))), 0, _CHAIN)
        return Sequence((Repeat(Sequence((exact, between)), 0, _CHAIN), floating, more))

    def constants(self, letter: str, *, all_of_them: bool) -> Iterable[Terminal | Named]:
        if letter == "x":
            yield Terminal(NUMBER, "a number")
        if letter == "f":
            yield _operator(Terminal(concat(NUMBER, ANY, literal(b"::"), ANY, self.types("f")), "a number"), _ODD)
        if letter == "t":
            yield from (Terminal(TEXT, "a string"), _NULL)
        if letter == "b":
            yield Terminal(alternation(words("true"), words("false")), "TRUE")
        ways = []
        for pattern, kinds in _WRITTEN.get(letter, ()) if all_of_them or letter in "tdsvu" else ():
            its = alternation(*map(words, kinds)) if kinds else self.types(letter)
            ways.append(concat(pattern, ANY, literal(b"::"), ANY, its))
            if all_of_them or letter != "t":
                ways.append(concat(its, SOME, pattern))
        if ways:
            yield _operator(Terminal(alternation(*ways), f"{CASTS[letter][0].upper()} '…'"), _ODD)
        if letter == "v":
            yield Terminal(alternation(SPAN_OF, SPAN_MADE), "INTERVAL '…' DAY")
        if letter == "d":
            yield Terminal(words("current_date"), "CURRENT_DATE")
        if letter == "s":
            yield Terminal(alternation(words("current_timestamp"), words("localtimestamp")), "CURRENT_TIMESTAMP")
        named = [name for name, its in self.parameters.items() if its == letter]
        if named:
            yield Terminal(literals(name.encode() for name in named), "a parameter")

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
                one = _listed(one, 1, 20)
            one = Sequence((_operator(_sign(",")), one)) if i else one
            parts.append(_maybe(one) if 0 < optional_from <= i else one)
        return Sequence(parts)

    def argument(self, kind: str, letter: str) -> Expression:
        if letter == "i":
            return Terminal(INTEGER, "an integer")
        if letter in WORDS:
            return Terminal(quoted(literals(word.encode() for word in WORDS[letter])), "a word")
        if letter in "Pp":
            return Terminal(PATH if letter == "P" else JSON_PATH, "a path")
        if letter in "jm":
            its = letter.replace("j", "J").replace("m", "N")
            return Choice((Terminal(LITERALS[its], "JSON"), Nonterminal(f"{kind} {its}")))
        if letter == "z":
            return _one(
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
            return _one(Nonterminal(f"{kind} {each}") for each in CLASSES)
        return Nonterminal(f"{kind} {letter}")

    def called(self, kind: str, functions: Iterable[tuple[str, str]]) -> Iterable[Expression]:
        """Functions with their arguments."""
        by_signature: dict[str, list[str]] = {}
        for name, arguments in functions:
            if self.knows(kind, arguments):
                by_signature.setdefault(arguments, []).append(name)
        for arguments, names in by_signature.items():
            opening = Terminal(concat(alternation(*map(words, names)), literal(b"("), ANY), "a function")
            yield _bracketed(opening, self.signature(kind, arguments))

    def calls(self, kind: str, letter: str) -> Iterable[Expression]:
        yield from self.called(kind, FUNCTIONS.get(letter, ()))
        if letter == "x":
            for its, fields in FIELDS.items():
                field = alternation(*map(words, fields))
                extract = concat(words("extract"), literal(b"("), ANY, field, SOME, words("from"), SOME)
                yield _bracketed(Terminal(extract, "EXTRACT("), Nonterminal(f"{kind} {its}"))
            text = Nonterminal(f"{kind} t operand")
            yield _bracketed(_opening("position"), Sequence((text, _operator(_keyword("in")), text)))
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
        from_ = _operator(_keyword("from"))

        def counted(word: str) -> Expression:
            return Terminal(concat(SOME, words(word), SOME, INTEGER), word.upper())

        side = concat(alternation(*map(words, ("both", "leading", "trailing"))), SOME)
        trim = Terminal(concat(words("trim"), literal(b"("), ANY, side), "TRIM(BOTH")
        yield _bracketed(trim, Sequence((text, _maybe(Sequence((from_, text))))))
        yield _bracketed(_opening("trim"), Sequence((text, from_, text)))
        span = Choice((Sequence((counted("from"), _maybe(counted("for")))), counted("for"), Sequence((from_, text))))
        yield _bracketed(_opening("substring"), Sequence((text, span)))
        placing = _operator(_keyword("placing"))
        yield _bracketed(_opening("overlay"), Sequence((text, placing, text, counted("from"), _maybe(counted("for")))))

    def of_one_class(self, kind: str, letter: str) -> Iterable[Expression]:
        """COALESCE and its like."""
        comma = _operator(_sign(","))
        if letter == "f":
            several: Expression = self.mixed(kind, "", comma)
            two: Expression = Sequence((Nonterminal(f"{kind} f"), comma, self.number(kind)))
        else:
            further = Choice((Nonterminal(f"{kind} {letter}"), *((_NULL,) if letter != "t" else ())))
            several = Sequence((Nonterminal(f"{kind} {letter}"), Repeat(Sequence((comma, further)), 0, 20)))
            two = _listed(Nonterminal(f"{kind} {letter}"), 2, 2)
        names = Terminal(
            concat(alternation(*map(words, ("coalesce", "greatest", "least"))), literal(b"("), ANY), "COALESCE("
        )
        yield _bracketed(names, several)
        yield _bracketed(_opening("nullif"), two)

    def called_aggregate(self, name: str, ways: Iterable[Expression], *, over: bool = False) -> Expression:
        """An aggregate; `over`: perhaps over a window."""
        where = Terminal(concat(SOME, words("filter"), ANY, literal(b"("), ANY, words("where"), SOME), "FILTER (WHERE")
        filtered = _maybe(_bracketed(where, Nonterminal(f"{INNER} b")))
        window = (_maybe(Nonterminal("its window")),) if over else ()
        return Sequence((_bracketed(_opening(name), _one(ways), _ROWS), filtered, *window))

    def aggregates(self, kind: str, letter: str) -> Iterable[Expression]:
        over, distinct = kind == SELECTED, _keyword("distinct", before=False)
        for name, arguments in AGGREGATES.get(letter, ()):
            inside = self.signature(INNER, arguments)
            yield self.called_aggregate(name, (inside,), over=over)
            if name == "string_agg":
                yield self.called_aggregate(name, (Sequence((inside, Nonterminal("order within"))),))
                parts = (
                    distinct,
                    self.column(INNER, "t"),
                    _operator(_sign(",")),
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
            yield Sequence((_bracketed(_opening("percentile_cont"), share, _ROWS), _bracketed(order, of)))
        if letter != "f":
            yield Sequence((_bracketed(_opening("percentile_disc"), share, _ROWS), _bracketed(order, of)))
            yield Sequence((_bracketed(_opening("mode"), Sequence(()), _ROWS), _bracketed(order, of)))
        if letter in EXTREMES[1]:
            for name in EXTREMES[0]:
                yield self.called_aggregate(name, (Nonterminal(f"{INNER} {letter}"),), over=over)
        if letter == "x":
            grouped = _one(Named(_A_COLUMN, NameAction.USE_OWN, NUMBERS[each] | _GROUPED) for each in CLASSES)
            yield _bracketed(_opening("grouping"), _listed(grouped, 1, 8), _ROWS | _OF_GROUPS | _ASKS | _OWN)
            anything = _one(Nonterminal(f"{INNER} {each}") for each in CLASSES)
            ways = (Terminal(literal(b"*"), "*"), anything, self.column(INNER, "o"))
            yield self.called_aggregate("count", ways, over=over)
            yield self.called_aggregate("count", (Sequence((distinct, anything)),))

    def again(self) -> Expression:
        """ORDER BY of an aggregate of DISTINCT values: by the column that it is about."""
        name = Named(_A_COLUMN, NameAction.AGAIN)
        return Sequence((Named(_keyword("order by"), NameAction.AGAIN, 1), name, self.direction()))

    def nested(self, letter: str) -> Expression:
        """An aggregate that an aggregate over a window is about."""
        called = [(name, self.signature(INNER, its)) for name, its in AGGREGATES.get(letter, ()) if "*" not in its]
        if letter in EXTREMES[1]:
            called += [(name, Nonterminal(f"{INNER} {letter}")) for name in EXTREMES[0]]
        if letter == "x":
            anything = _one(Nonterminal(f"{INNER} {each}") for each in CLASSES)
            called.append(("count", Choice((Terminal(literal(b"*"), "*"), anything))))
        return _one(_bracketed(_opening(name), inside, _NESTED) for name, inside in called)

    def windows(self, letter: str) -> Iterable[Expression]:
        over = Nonterminal("window")
        if letter in "xfv":
            for name in ("sum", "avg", *EXTREMES[0]) if letter != "v" else ("sum", "avg"):
                about = Nonterminal(f"nested {letter}")
                yield Sequence((_bracketed(_opening(name), about, _ROWS), Nonterminal("its window")))
        for name in RANKS.get(letter, ()):
            yield Sequence((_bracketed(_opening(name), Sequence(()), _WINDOW), over))
        if letter == "x":
            yield Sequence((_bracketed(_opening("ntile"), Terminal(POSITIVE, "a positive number"), _WINDOW), over))
        for name in ROWS:
            comma = _operator(_sign(","))
            other = Sequence((comma, Nonterminal(f"{ALONE} {letter}")))
            more = Sequence((comma, Terminal(POSITIVE, "a positive number"), _maybe(other)))
            inside = Sequence((self.typed(ALONE, letter), *((_maybe(more),) if name in ("lag", "lead") else ())))
            yield Sequence((_bracketed(_opening(name), inside, _WINDOW), over))

    def window_term(self) -> Expression:
        """What rows are ordered or parted by in a window."""
        aggregated = [each for letter in CLASSES for each in self.aggregates(GROUPED, letter)]
        return _one([*(Nonterminal(f"{ALONE} {letter}") for letter in CLASSES), *aggregated])

    def window(self, number: int) -> Expression:
        anything = Nonterminal("window term")
        frame, alone = _maybe(Terminal(concat(SOME, frames()), "ROWS")), frames(groups=False)
        partition = Sequence((_keyword("partition by", before=False), _listed(anything)))
        order = Sequence((_listed(Sequence((anything, self.direction()))), frame))
        by = Sequence((_keyword("order by", before=False), order))
        unordered = _maybe(Terminal(concat(SOME, alone), "ROWS"))
        both = Sequence((partition, Choice((Sequence((_operator(_keyword("order by")), order)), unordered))))
        inside = Choice((Sequence(()), Terminal(alone, "ROWS"), by, both))
        if not number:
            return _bracketed(Terminal(concat(SOME, words("as"), ANY, literal(b"("), ANY), "AS ("), inside)
        over = concat(SOME, words("over"))
        opening = Terminal(concat(over, ANY, literal(b"("), ANY), "OVER (")
        named = Named(Terminal(concat(over, SOME, BARE), "OVER a window"), NameAction.WINDOW, number)
        return Choice((_bracketed(opening, inside, number), named))

    def cases(self, kind: str) -> None:
        """CASE for all classes: which one it is, is open until the first THEN."""
        when, then, otherwise = (_operator(_keyword(word)) for word in ("when", "then", "else"))
        begin = concat(words("case"), SOME)

        def begun(pattern: Pattern) -> Expression:
            return Named(Terminal(pattern, "CASE"), NameAction.DEEPER, _BRACKET | _ODD)

        condition = Nonterminal(f"{kind} b")
        ways: list[tuple[Expression, Expression]]
        ways = [(Sequence((begun(concat(begin, words("when"), SOME)), condition)), condition)]
        ways += [(Sequence((begun(begin), left, when, right)), right) for left, right in self.compared(kind)]
        for i, (first, further) in enumerate(ways):
            self.out[f"{kind} case {i}"] = Sequence((first, then))
            self.out[f"{kind} arm {i}"] = Sequence((when, further, then))
        end = Named(_keyword("end", after=False), NameAction.SHALLOWER)
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
                    return _maybe(Sequence((otherwise, Choice((result, _NULL)))))

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
            texts += [_bracketed(_opening(), json, _ODD) for json in self.of_json(kind)]
        operands: list[Expression] = [*texts, _NULL]
        for its in exact:
            operands += [
                self.column(kind, its),
                Nonterminal(f"{kind} {its} call"),
                Nonterminal(f"{kind} {its} bracket"),
            ]
        typed = self.types(letter)
        yield Sequence((Choice(operands), _operator(Terminal(concat(ANY, literal(b"::"), ANY, typed), "::"), _ODD)))
        whole: list[Expression] = [*texts, *(Nonterminal(f"{kind} {its}") for its in exact)]
        if letter == "t":
            whole.append(Nonterminal(f"{kind} t"))
        as_, written = _operator(_keyword("as")), _WRITTEN.get(letter, ()) if letter != "t" else ()
        whole += [Terminal(pattern, "a value") for pattern, kinds in written if not kinds]
        inside: list[Expression] = [Sequence((Choice(whole), as_, Terminal(typed, "a type")))]
        for pattern, kinds in written:
            if kinds:
                named = Terminal(alternation(*map(words, kinds)), "a type")
                inside.append(Sequence((Terminal(pattern, "a value"), as_, named)))
        yield _bracketed(_opening("cast"), _one(inside), _ODD)
        if letter == "x":  # which `bigint` and its like do not take
            truth, number = Nonterminal(f"{kind} b"), alternation(*map(words, ("integer", "int", "int4")))
            yield _bracketed(_opening("cast"), Sequence((truth, as_, Terminal(number, "INTEGER"))), _ODD)
            cast = _operator(Terminal(concat(ANY, literal(b"::"), ANY, number), "::"), _ODD)
            yield Sequence((Nonterminal(f"{kind} b bracket"), cast))

    def subqueries(self, kind: str, letter: str) -> Iterable[Expression]:
        if kind not in _WITH_QUERIES:
            return
        sealed = SEALED if kind in (GROUPED, INNER) else 0
        yield self.subquery(_opening(after="select"), f"query {letter}", _QUERY | sealed | 2)

    def subquery(self, opening: Terminal, query: str, number: int) -> Expression:
        return Sequence(
            (Named(opening, NameAction.OPEN, number), Nonterminal(query), Named(_closing(), NameAction.CLOSE))
        )

    def operands(self, kind: str, letter: str) -> None:
        out = self.out
        out[f"{kind} {letter} call"] = _one(self.calls(kind, letter))
        out[f"{kind} {letter} cast"] = _one(self.casts(kind, letter))
        ways: list[Expression] = [
            self.column(kind, letter),
            *(
                _of_class(each, letter) if kind == SELECTED else each
                for each in self.literals[letter, kind in _WITH_OPAQUE]
            ),
            Nonterminal(f"{kind} {letter} call"),
            Nonterminal(f"{kind} {letter} case"),
            Nonterminal(f"{kind} {letter} cast"),
            *self.subqueries(kind, letter),
            Nonterminal(f"{kind} {letter} bracket"),
        ]
        if kind == SELECTED:
            inside = Sequence((self.typed(INNER, letter), _maybe(Nonterminal("order within"))))
            first = _bracketed(_opening(), self.called_aggregate("array_agg", (inside,)), _ODD)
            ways.append(Sequence((first, _PLACE)))
        if letter in "tf" and kind in _WITH_OPAQUE:  # numbers of a column may be floating
            for array in self.arrays(kind, "text[]" if letter == "t" else "number[]"):
                ways.append(Sequence((array, _PLACE)))
        if letter == "s":
            zone = Terminal(concat(SOME, words("at time zone"), SOME, TEXT), "AT TIME ZONE")
            ways.append(Sequence((Choice((self.column(kind, "s"), Nonterminal(f"{kind} s call"))), _operator(zone))))
        bracketed = f"{kind} {letter}" if letter != "b" else f"{kind} conditions"
        out[f"{kind} {letter} bracket"] = _bracketed(_opening(), Nonterminal(bracketed), _ODD)
        out[f"{kind} {letter} operand"] = Choice(ways)

    # --- Chains: operands of one class with operators between

    def chains(self, kind: str) -> None:
        def of(letter: str) -> Nonterminal:
            return Nonterminal(f"{kind} {letter} operand")

        def tail(operators: Terminal, operand: Expression) -> Expression:
            return Repeat(Sequence((_operator(operators), operand)), 0, _CHAIN)

        computing = _sign("+", "-", "*", "/")
        exact = _sign("+", "-", "*", "/", "%")
        negative = _maybe(_operator(Terminal(literal(b"-"), "-")))
        x, d, s, v, t = map(of, "xdsvt")
        self.out[f"{kind} x"] = Choice(
            (Sequence((negative, x, tail(exact, x))), Sequence((d, _operator(_sign("-")), d)))
        )
        self.out[f"{kind} f"] = Sequence((negative, self.mixed(kind, " operand", _operator(computing))))
        texts = [t, *self.of_json(kind), *self.operations(kind, "t")]
        self.out[f"{kind} t"] = Sequence((_one(texts), tail(_sign("||"), t)))
        days = Terminal(INTEGER, "a number of days")
        shift = _sign("+", "-")
        self.out[f"{kind} d"] = Sequence((d, tail(shift, days)))
        span = Sequence((_operator(shift), v))
        self.out[f"{kind} s"] = Choice((Sequence((s, Repeat(span, 0, _CHAIN))), Sequence((d, Repeat(span, 1, _CHAIN)))))
        minus = _operator(_sign("-"))
        self.out[f"{kind} v"] = Choice(
            (
                Sequence((v, Repeat(span, 0, _CHAIN))),
                Sequence((v, _operator(_sign("*")), self.number(kind, " operand"))),
                Sequence((s, minus, Choice((s, d)))),
                Sequence((d, minus, s)),
            )
        )
        self.out[f"{kind} u"] = of("u")

    def compared(self, kind: str) -> Iterable[tuple[Expression, Expression]]:
        """What may be compared: two sides."""
        number = self.number(kind)
        text, span = Nonterminal(f"{kind} t"), Nonterminal(f"{kind} v")
        moment = Choice((Nonterminal(f"{kind} d"), Nonterminal(f"{kind} s")))
        yield number, Choice((number, Terminal(quoted(repeat(DIGIT, 1, 4)), "a number"), _NULL))
        yield text, text
        yield moment, Choice((moment, Terminal(quoted(DATE), "a date"), _NULL))
        yield span, Choice((span, Terminal(quoted(SPAN), "an interval"), _NULL))
        uuid = Nonterminal(f"{kind} u")
        yield uuid, Choice((uuid, Terminal(quoted(UUID), "a uuid"), _NULL))

    def boolean(self, kind: str) -> None:
        operand = Nonterminal(f"{kind} b operand")
        logic = _operator(Terminal(concat(SOME, alternation(words("and"), words("or")), SOME), "AND"))
        no = Repeat(_operator(_keyword("not", before=False)), 0, 3)
        # `NOT(…)`, without white space.
        tight = _bracketed(_opening("not"), Nonterminal(f"{kind} conditions"), _ODD)
        one = Choice((Sequence((no, Nonterminal(f"{kind} condition"))), Sequence((no, tight))))
        self.out[f"{kind} b"] = Repeat(one, 1, _CHAIN, logic)
        # In brackets: no column alone, which completions would look for in ever more brackets.
        negated = Sequence((Repeat(_operator(_keyword("not", before=False)), 1, 3), Nonterminal(f"{kind} condition")))
        more = Sequence((logic, one))
        first = Choice((Nonterminal(f"{kind} test"), negated))
        self.out[f"{kind} conditions"] = Choice(
            (Sequence((first, Repeat(more, 0, _CHAIN))), Sequence((one, Repeat(more, 1, _CHAIN))))
        )

        def either(*texts: str, end: Pattern = SOME) -> Terminal:
            return Terminal(concat(SOME, alternation(*map(words, texts)), end), texts[0].upper())

        equals = _operator(_compares(*_COMPARED))
        spaced = Sequence((_operator(_keyword("not", before=False)), Nonterminal(f"{kind} b bracket")))
        refused = Choice((spaced, tight))
        some = concat(ANY, literals(s.encode() for s in _COMPARED), ANY, alternation(words("any"), words("all")), ANY)
        listed = Terminal(concat(some, literal(b"("), ANY, words("array"), literal(b"["), ANY), "= ANY (ARRAY[")
        unlisted = Named(Terminal(concat(ANY, literal(b"]"), ANY, literal(b")")), "])"), NameAction.SHALLOWER)
        empty = alternation(*map(words, ("is null", "is not null", "isnull", "notnull")))
        null = _operator(Terminal(concat(SOME, empty), "IS NULL"))
        ways: list[Expression] = [
            Sequence((operand, equals, Choice((operand, refused)))),
            Sequence((operand, Choice((null, _operator(either(
                "is true", "is false", "is not true", "is not false", "is unknown", end=concat())))))),
            Sequence((self.column(kind, "o"), null)),
            *self.enumerated(kind),
            *self.operations(kind, "b"),
        ]  # fmt: skip
        apart = _operator(either("is distinct from", "is not distinct from"))
        between, and_ = _operator(either("between", "not between")), _operator(_keyword("and"))
        within = concat(SOME, alternation(words("in"), words("not in")), ANY, literal(b"("), ANY)
        subqueries = kind in _WITH_QUERIES
        number = _QUERY | 2 | (SEALED if kind in (GROUPED, INNER) else 0)
        for (left, right), letters in zip(self.compared(kind), ("xf", "t", "ds", "v", "u"), strict=True):
            ends: list[Expression] = [
                Sequence((equals, right)),
                Sequence((apart, right)),
                null,
                Sequence((between, right, and_, right)),
                _bracketed(Terminal(within, "IN ("), _listed(right)),
                Sequence((Named(listed, NameAction.DEEPER, _BRACKET), _listed(left), unlisted)),
            ]
            for array in self.arrays(kind, {"t": "text[]", "xf": "number[]"}.get(letters, "")):
                ends.append(_bracketed(Terminal(concat(some, literal(b"("), ANY), "= ANY ("), array))
            if subqueries:
                selecting = Terminal(concat(within, words("select"), SOME), "IN (SELECT")
                any_of = Terminal(concat(some, literal(b"("), ANY, words("select"), SOME), "= ANY (SELECT")
                for opening in (selecting, any_of):
                    query = _one(Nonterminal(f"query {letter}") for letter in letters)
                    ends.append(
                        Sequence((Named(opening, NameAction.OPEN, number), query, Named(_closing(), NameAction.CLOSE)))
                    )
            ways.append(Sequence((left, Choice(ends))))
        text = Nonterminal(f"{kind} t")
        like = _operator(either("like", "not like", "ilike", "not ilike", "similar to", "not similar to"))
        escape = _maybe(Terminal(concat(SOME, words("escape"), SOME, CHARACTER), "ESCAPE"))
        ways.append(Sequence((text, like, text, escape)))
        t = Nonterminal(f"{kind} t operand")
        ways.append(Sequence((t, _operator(_sign("~", "~*", "!~", "!~*")), t)))
        if subqueries:
            ways.append(self.subquery(_opening("exists", after="select"), "any query", number - 2))
        if kind == PLAIN:
            ways.append(self.rows(kind, equals, within))
        self.out[f"{kind} test"] = Choice(ways)
        self.out[f"{kind} condition"] = Choice((operand, Nonterminal(f"{kind} test")))

    def enumerated(self, kind: str) -> Iterable[Expression]:
        """Columns of enumerations, compared with their values."""
        within = Terminal(concat(SOME, alternation(words("in"), words("not in")), ANY, literal(b"("), ANY), "IN (")
        for number, value in self.enumerations.items():
            equal = Sequence((_operator(_compares("=", "<>")), value))
            yield Sequence((self.of_kind(kind, number), Choice((equal, _bracketed(within, _listed(value))))))

    def rows(self, kind: str, equals: Expression, within: Pattern) -> Expression:
        """Two values that are compared with two, in a list or of a query, too."""
        comma = _operator(_sign(","))

        opening = Named(Terminal(concat(within, words("select"), SOME), "IN (SELECT"), NameAction.OPEN, _QUERY | 3)

        def row(inside: Expression) -> Expression:
            return _bracketed(_opening(), inside, _ODD)

        classes = zip(self.compared(kind), ("xf", "t", "ds", "v", "u"), strict=True)
        truth = Nonterminal(f"{kind} b operand")
        sides = [*((left, right, letters) for (left, right), letters in classes), (truth, truth, "b")]
        for _, _, letters in sides:
            item = (
                Sequence((self.selected(a), self.alias(a), Named(_sign(","), NameAction.ITEM, NUMBERS[a])))
                for a in letters
            )
            self.out[f"first {letters}"] = _one(item)
            self.out[f"second {letters}"] = Sequence(
                (_one(Nonterminal(f"one {b}") for b in letters), _maybe(self.ending(INTEGER)))
            )
        ways: list[Expression] = []
        for left, right, letters in sides:
            seconds: list[Expression] = []
            for other, its, others in sides:
                same = row(Sequence((right, comma, its)))
                query = Sequence((Nonterminal(f"first {letters}"), Nonterminal(f"second {others}")))
                ends = (
                    Sequence((equals, same)),
                    _bracketed(Terminal(within, "IN ("), _listed(same)),
                    Sequence((opening, query, Named(_closing(), NameAction.CLOSE))),
                )
                closing = Named(_closing(), NameAction.SHALLOWER)
                seconds.append(Sequence((other, closing, Choice(ends))))
            ways.append(Sequence((left, comma, Choice(seconds))))
        return Sequence((Named(_opening(), NameAction.DEEPER, _BRACKET | _ODD), Choice(ways)))

    # --- Queries

    def direction(self) -> Expression:
        ways = concat(SOME, alternation(*map(words, ("asc", "desc"))))
        nulls = concat(SOME, words("nulls"), SOME, alternation(words("first"), words("last")))
        return _maybe(Terminal(alternation(concat(ways, optional(nulls)), nulls), "ASC or DESC"))

    def ordered(self, *, simple: bool) -> Expression:
        """ORDER BY; `simple`: what is selected, by name or place."""
        order = Named(_keyword("order by"), NameAction.AFTER, _ORDERING)
        return _maybe(Sequence((order, _listed(Sequence((self.order_by(simple=simple), self.direction()))))))

    def order_by(self, *, simple: bool = False) -> Expression:
        given: list[Expression] = [
            Named(Terminal(_TERM, "the name of a result"), NameAction.PUT_OUT_NAME),
            Named(Terminal(POSITIVE, "the number of a result"), NameAction.POSITION),
        ]
        return Choice(given if simple else [*given, Nonterminal("order term")])

    def group_term(self) -> Expression:
        """An expression that rows are grouped by: more than a column or a constant."""
        ways: list[Expression] = [Nonterminal(f"{BY} test"), *self.of_json(BY)]
        for letter in CLASSES:
            ways += [Nonterminal(f"{BY} {letter} {each}") for each in ("call", "case", "cast")]

        def of(*letters: str) -> Expression:
            return _one(Nonterminal(f"{BY} {letter} operand") for letter in letters)

        def chain(first: Expression, operator: Terminal, more: Expression) -> Expression:
            return Sequence((first, Repeat(Sequence((_operator(operator), more)), 1, _CHAIN)))

        shift = _sign("+", "-")
        ways += [
            chain(of("x", "f"), _sign("+", "-", "*", "/"), of("x", "f")),
            chain(of("x"), _sign("%"), of("x")),
            chain(of("t"), _sign("||"), of("t")),
            chain(of("d"), shift, Terminal(INTEGER, "a number of days")),
            chain(of("d", "s"), shift, of("v")),
            Sequence((of("d"), _operator(_sign("-")), of("d"))),
        ]
        return Choice(ways)

    def order_term(self) -> Expression:
        """What begins with a column or a call: a constant would be a place, or nothing. Or what compares."""
        ways: list[Expression] = [Nonterminal(f"{GROUPED} test")]
        for letter in CLASSES:
            begins = [self.column(GROUPED, letter), *(Nonterminal(f"{GROUPED} {letter} {s}") for s in ("call", "case"))]
            first = _one([*begins, *self.of_json(GROUPED)] if letter == "t" else begins)
            more: list[Expression] = []
            if letter in "xf":
                rest = _one([Nonterminal(f"{GROUPED} x operand"), Nonterminal(f"{GROUPED} f operand")])
                more.append(Repeat(Sequence((_operator(_sign("+", "-", "*", "/")), rest)), 0, _CHAIN))
            ways.append(Sequence((first, *more)))
        return Choice(ways)

    def grouping_sets(self, by: Expression) -> Expression:
        """ROLLUP and its like, of so few that there are not too many groups."""

        def of(*names: str) -> Terminal:
            return Terminal(concat(alternation(*map(words, names)), ANY, literal(b"("), ANY), f"{names[0].upper()} (")

        each = _bracketed(_opening(), _maybe(_listed(by, 1, 8)))
        return Choice(
            (
                _bracketed(of("rollup", "cube"), _listed(by, 1, 8), _SETS),
                _bracketed(of("grouping sets"), _listed(Choice((by, each)), 1, 20), _SETS),
            )
        )

    def rest(self) -> Expression:
        """What comes after FROM, but for the ends."""
        where = Sequence((Named(_keyword("where"), NameAction.AFTER, _WHERE), Nonterminal(f"{PLAIN} b")))

        def having(number: int) -> Expression:
            return Sequence(
                (Named(_keyword("having"), NameAction.AFTER, _HAVING | number), Nonterminal(f"{GROUPED} b"))
            )

        name = Named(Terminal(_TERM, "what rows are grouped by"), NameAction.GROUP_BY)
        by = Choice((name, Nonterminal("group term")))
        # A bracket in sets is one of several groups.
        sets = self.grouping_sets(Choice((name, *(Nonterminal(f"{BY} {letter} call") for letter in CLASSES))))
        terms = Choice((Sequence((_listed(by), _maybe(Sequence((_operator(_sign(",")), sets))))), sets))
        grouping = Sequence((Named(_keyword("group by"), NameAction.AFTER, _GROUPING), terms, _maybe(having(0))))
        windows = _maybe(Nonterminal("windows"))
        self.out["where"] = where
        return Sequence(
            (Nonterminal("sources"), _maybe(where), _maybe(Choice((grouping, having(AS_A_WHOLE)))), windows)
        )

    def named_windows(self) -> Expression:
        name = Named(Terminal(NAME, "the name of a window"), NameAction.WINDOW_AS)
        one = Sequence((name, self.window(0)))
        return Sequence((Named(_keyword("window"), NameAction.AFTER, _WINDOWS), _listed(one)))

    def after_item(self, letter: str, more: Expression) -> Expression:
        """What comes after a result of this class."""
        start = Named(_keyword("from"), NameAction.SOURCES, NUMBERS[letter])
        alone = Sequence((_maybe(Nonterminal("where")), _maybe(Nonterminal("windows"))))
        return Choice((more, Sequence((start, Nonterminal("rest"))), alone))

    def alias(self, letter: str, fewest: int = 0) -> Expression:
        # Where a name is needed it is a new one, after AS.
        name = _NEW_NAME if fewest else self.result_name
        return Repeat(Named(name, NameAction.NAME_IT, NUMBERS[letter]), fewest, 1)

    def selected(self, letter: str) -> Expression:
        if letter == "x":
            number, comma = Nonterminal(f"{SELECTED} x"), _operator(_sign(","))
            series = Sequence((number, comma, number, _maybe(Sequence((comma, number)))))
            return Choice((number, _bracketed(_opening("generate_series"), series)))
        if letter == "t":
            return _one([Nonterminal(f"{SELECTED} t"), *self.of_array("unnest", SELECTED, "text[]")])
        if letter != "o":
            return Nonterminal(f"{SELECTED} {letter}")
        ways = [self.typed(INNER, each) for each in CLASSES]
        order = _maybe(Nonterminal("order within"))
        gathered = self.called_aggregate("array_agg", (Sequence((_one(ways), order)),))
        distinct = Named(_keyword("distinct", before=False), NameAction.DISTINCT, _ASKS | _OWN)
        alike = _one(self.column(INNER, each) for each in CLASSES)
        apart = self.called_aggregate("array_agg", (Sequence((distinct, alike, _maybe(self.again()))),))
        return Choice((self.column(SELECTED, "o"), gathered, apart, *self.values_of_no_class(comparable=True)))

    def values_of_no_class(self, *, comparable: bool) -> Iterable[Expression]:
        """Results of such types: those that can be compared, or not."""
        alike = [letter for letter in self.letters if (letter not in INCOMPARABLE) == comparable]
        yield from (Nonterminal(f"{SELECTED} {letter}") for letter in alike)
        anything = _one(self.typed(INNER, each) for each in CLASSES)
        pair = Sequence((anything, _operator(_sign(",")), anything))
        order, distinct = _maybe(Nonterminal("order within")), _keyword("distinct", before=False)
        for name, letter in GATHERED.items():
            if (letter not in INCOMPARABLE) == comparable:
                several = "object" in name
                ways = [Sequence((pair if several else anything, order))]
                yield self.called_aggregate(name, ways if several else [*ways, Sequence((distinct, anything))])
        if comparable:
            for name, arguments in GIVEN_ROWS.items():
                if self.knows(SELECTED, arguments):
                    yield _bracketed(_opening(name), self.signature(SELECTED, arguments))

    def unnamed(self, letter: str) -> Iterable[Expression]:
        """Results that need no name, as nothing can mean theirs."""
        if letter in "xt":
            yield _of_class(Terminal(NUMBER if letter == "x" else TEXT, "a number or a text"), letter)

    def items(self, name: str) -> Expression:
        """Results of a query that is the first of its compound; where they are distinct, each can be compared."""
        ways: list[Expression] = []

        def comma(letter: str) -> Expression:
            return Sequence((Named(_sign(","), NameAction.ITEM, NUMBERS[letter]), Nonterminal(name)))

        for letter in (*CLASSES, "o"):
            result = self.selected(letter)
            if letter == "o" and not name.startswith("distinct"):
                result = Choice((result, *self.values_of_no_class(comparable=False)))
            item: Expression = Sequence((result, self.alias(letter)))
            if name.endswith("named items"):  # what is no column has a name
                named = Sequence((result, self.alias(letter, 1)))
                item = Choice((self.column(SELECTED, letter), named, *map(_spelled, self.unnamed(letter))))
            ways.append(Sequence((item, self.after_item(letter, comma(letter)))))
        if self.stars:
            every = Named(Terminal(literal(b"*"), "*"), NameAction.ALL)
            every_of = Named(Terminal(concat(NAME, literal(b".*")), "all columns of a table"), NameAction.ALL_OF)
            ways.append(Sequence((Choice((every, every_of)), self.after_item("o", comma("o")))))
        return Choice(ways)

    def bound_items(self, letter: str) -> Expression:
        """Results of a further query of a compound, from one of this class on."""
        more: list[Expression] = [
            Sequence((Named(_sign(","), NameAction.ITEM, NUMBERS[letter] | NUMBERS[n] << 4), Nonterminal(f"bound {n}")))
            for n in CLASSES
        ]
        return Sequence((self.selected(letter), self.alias(letter), self.after_item(letter, Choice(more))))

    def in_brackets(self, first: Nonterminal, again: Expression) -> Expression:
        """What comes after `(SELECT`: the query, a bracket, and perhaps further ones; LIMIT once."""
        order, limit = self.ordered(simple=False), self.ending(INTEGER)
        assert isinstance(order, Repeat)
        closing = Named(_closing(), NameAction.AFTER)
        further = Sequence((Repeat(again, 1, 20), self.ordered(simple=True), _maybe(limit)))
        ends = Sequence((self.ordered(simple=False), _maybe(limit)))
        limited = Choice((Sequence((order.part, _maybe(limit))), limit))
        return Sequence((first, Choice((
            Sequence((closing, Choice((further, ends)))), Sequence((limited, closing, _maybe(further)))
        ))))  # fmt: skip

    def next_query(self, number: int = 0, *, bracket: bool = False) -> Expression:
        """`UNION SELECT` and its like."""
        before = concat(ANY, literal(b"("), ANY) if bracket else SOME
        ways = [
            concat(SOME, words(f"{operator}{every}"), before, words("select"), SOME)
            for operator in ("union", "intersect", "except")
            for every in ("", " all")
        ]
        operator = Named(Terminal(alternation(*ways), "UNION SELECT"), NameAction.NEXT, number)
        return Sequence((operator, _maybe(_keyword("distinct", before=False))))

    def query(self, first: Nonterminal, again: Expression, last: Expression) -> Expression:
        """What comes after SELECT: results, further queries, the end."""
        compound = Sequence((Repeat(again, 1, 20), self.ordered(simple=True)))
        ordinary = Sequence((first, Choice((self.ordered(simple=False), compound)), last))
        apart = Named(_keyword("distinct", before=False), NameAction.DISTINCT)
        different = Nonterminal(f"distinct {first.name}") if first.name.endswith("items") else first
        distinct = Sequence((apart, different, Choice((self.ordered(simple=True), compound)), last))
        return Choice((ordinary, distinct, Sequence((Nonterminal("distinct on"), first, self.ordered_on(), last))))

    def distinct_on(self) -> Expression:
        """One row of those that have the same of some columns."""
        columns = _one(Named(_A_COLUMN, NameAction.DISTINCT_ON, NUMBERS[letter]) for letter in CLASSES)
        opening = Terminal(concat(words("distinct on"), ANY, literal(b"("), ANY), "DISTINCT ON (")
        closing = Terminal(concat(ANY, literal(b")"), SOME), ")")
        begin = Named(opening, NameAction.DISTINCT, _ASKS)
        return Sequence((begin, Repeat(columns, 1, 8, _sign(",")), closing))

    def ordered_on(self) -> Expression:
        """ORDER BY what is distinct, before anything else."""
        one = Named(Terminal(_COLUMN, "what is distinct"), NameAction.ORDER_ON)
        order = Named(_keyword("order by"), NameAction.AFTER, _ORDERING)
        more = Sequence((Named(_sign(","), NameAction.ORDERED), _listed(Sequence((self.order_by(), self.direction())))))
        return _maybe(Sequence((order, _listed(Sequence((one, self.direction()))), _maybe(more))))

    def sources(self) -> Expression:
        table = Named(Terminal(concat(NAME, optional(concat(BLANK_OR_AS, NAME))), "a table"), NameAction.DECLARE)

        def given(word: str, value: Pattern) -> Pattern:
            return concat(SOME, words(word), ANY, literal(b"("), ANY, value, ANY, literal(b")"))

        rows = alternation(given("tablesample system", _SHARE), given("tablesample bernoulli", _SHARE))
        sample = Terminal(concat(rows, optional(given("repeatable", INTEGER))), "TABLESAMPLE")
        sampled = Sequence((table, _maybe(Named(sample, NameAction.SAMPLE))))
        derived = self.derived(_opening(after="select"), SEALED)
        lateral = self.derived(_opening("lateral", after="select"), 0)
        self.out["a source"] = Choice((sampled, derived, *self.series()))
        source = Nonterminal("a source")
        either = Choice((source, lateral))
        inner = ("", "inner ", "left ", "left outer ")
        outer = ("right ", "right outer ", "full ", "full outer ")

        def joining(sides: Iterable[str], number: int, before: str = "") -> Expression:
            ways = alternation(*(words(f"{before}{side}join") for side in sides))
            return Named(Terminal(concat(SOME, ways, SOME), "JOIN"), NameAction.ANOTHER, number)

        member = Named(Terminal(NAME, "a column of both"), NameAction.MERGE)
        opening = Terminal(concat(SOME, words("using"), ANY, literal(b"("), ANY), "USING (")
        using = Sequence(
            (
                Named(opening, NameAction.MERGING),
                Repeat(member, 1, None, Named(_sign(","), NameAction.MERGING)),
                Named(_closing(), NameAction.MERGED),
            )
        )
        on = Sequence((Named(_keyword("on"), NameAction.CONDITION), Nonterminal(f"{PLAIN} b")))
        cross = Named(_keyword("cross join"), NameAction.ANOTHER, 0)
        comma = Named(_sign(","), NameAction.ANOTHER, _COMMAS)
        natural = Sequence((joining((*inner, *outer), NATURAL, "natural "), table))
        # A query that sees the sources before it may not be the inner side of an outer join.
        join = Choice(
            (
                Sequence((joining(inner, JOINED), either, Choice((on, using)))),
                Sequence((joining(outer, JOINED), source, Choice((on, using)))),
                *([natural] if self.stars else ()),  # it compares hidden columns, too
                Sequence((cross, either)),
            )
        )
        # Brackets around the first joins change nothing.
        bracket = Named(Terminal(concat(literal(b"("), ANY), "("), NameAction.DEEPER, _BRACKET | _NAMED)
        end = Named(_closing(), NameAction.SHALLOWER, 1)
        self.out["joined"] = Choice(
            (Sequence((source, Repeat(join, 1))), Sequence((Nonterminal("bracketed"), Repeat(join))))
        )
        self.out["bracketed"] = Sequence((bracket, Nonterminal("joined"), end))
        # ON sees the sources of its own join only, so a comma comes after all joins.
        first = Choice((source, Nonterminal("bracketed")))
        return Sequence((first, Repeat(join), Repeat(Sequence((comma, either)))))

    def series(self) -> Iterable[Expression]:
        """Rows of numbers, or of moments, in FROM."""
        moment = Choice((Nonterminal(f"{PLAIN} d"), Nonterminal(f"{PLAIN} s")))
        number, span, comma = Nonterminal(f"{PLAIN} x"), Nonterminal(f"{PLAIN} v"), _operator(_sign(","))
        names = concat(BLANK_OR_AS, NAME, optional(concat(literal(b"("), NAME, literal(b")"))))
        steps = _maybe(Sequence((comma, number))), Sequence((comma, span))
        for letter, each, step in zip("xs", (number, moment), steps, strict=True):
            called = _QUERY | SEALED | _FUNCTION | NUMBERS[letter]
            opening = Named(_opening("generate_series"), NameAction.OPEN_SOURCE, called)
            closing = Named(_closing(), NameAction.CLOSE_SOURCE)
            alias = Named(Terminal(names, "an alias"), NameAction.SERIES, NUMBERS[letter])
            yield Sequence((opening, each, comma, each, step, closing, alias))

    def derived(self, opening: Terminal, number: int) -> Expression:
        """A query in FROM."""
        return Sequence(
            (
                Named(opening, NameAction.OPEN_SOURCE, _QUERY | _NAMED | number),
                Nonterminal("named query"),
                Named(_closing(), NameAction.CLOSE_SOURCE),
                Named(Terminal(concat(BLANK_OR_AS, NAME), "an alias"), NameAction.ALIAS),
            )
        )

    def ending(self, number: Pattern) -> Expression:
        def after(pattern: Pattern, name: str) -> Expression:
            return Named(Terminal(concat(SOME, pattern), name), NameAction.AFTER)

        skipped = concat(words("offset"), SOME, INTEGER)
        rows = concat(SOME, alternation(words("rows"), words("row")))
        limit = concat(words("limit"), SOME, number)
        ways = [concat(limit, optional(concat(SOME, skipped)))]
        fetch = concat(words("fetch"), SOME, alternation(words("first"), words("next")))
        if self.limit is None:
            fetched = concat(optional(concat(skipped, rows, SOME)), fetch, SOME, POSITIVE, rows, SOME, words("only"))
            ways += [skipped, fetched, concat(skipped, SOME, limit)]
        return after(alternation(*ways), "LIMIT")

    def definitions(self) -> Expression:
        opening = concat(SOME, words("as"), ANY, literal(b"("), ANY, words("select"), SOME)
        terminal = Terminal(opening, "AS (SELECT")

        def query(number: int, name: str) -> Expression:
            return Sequence((Named(terminal, NameAction.OPEN, _QUERY | SEALED | number), Nonterminal(name)))

        column = Named(Terminal(self.columns, "a column"), NameAction.COLUMNS, _NEXT_COLUMN)
        columns = Sequence(
            (Terminal(concat(ANY, literal(b"("), ANY), "("), Repeat(column, 1, 60, _sign(",")), _closing())
        )
        bracket = Terminal(
            concat(SOME, words("as"), ANY, literal(b"("), ANY, literal(b"("), ANY, words("select"), SOME), "AS ((SELECT"
        )
        opened = Named(bracket, NameAction.OPEN, _QUERY | SEALED | _NAMED)
        within = self.in_brackets(Nonterminal("named items"), Nonterminal("again"))
        named = Choice((query(_NAMED, "named query"), Sequence((opened, within))))
        either = Choice((named, Sequence((columns, query(0, "any query")))))
        name = Named(Terminal(self.free, "the name of a query"), NameAction.NAME_TABLE)
        one = Sequence((name, either, Named(_closing(), NameAction.CLOSE_TABLE)))
        # None of them is a source of itself, which RECURSIVE would allow.
        begin = Terminal(concat(words("with"), SOME, optional(concat(words("recursive"), SOME))), "WITH")
        return Sequence((begin, Repeat(one, 1, 12, _sign(","))))

    # --- Writes

    def values(self) -> dict[int, list[Expression]]:
        """What may be given to columns, by the number of their kind (names_classes.cc, `assigned_kind`); 0: to any."""
        plain = {letter: Nonterminal(f"{PLAIN} {letter}") for letter in CLASSES}
        out: dict[int, list[Expression]] = {NUMBERS[letter]: [plain[letter]] for letter in "bvu"}
        out[NUMBERS["t"]] = [*plain.values()]  # whatever is written as a text becomes one
        out[NUMBERS["f"]] = [plain["x"], plain["f"], Terminal(_SIGNED, "a number")]
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
        within = Terminal(concat(literal(b"["), _KEY, literal(b"]")), "a place")

        def set_one(number: int, ways: list[Expression]) -> Expression:
            places = (Repeat(within, 0, 6),) if number == self.special.get("jsonb") else ()
            return Sequence((Named(column, NameAction.ASSIGN, number), *places, _operator(_sign("=")), _one(ways)))

        one = _one(set_one(number, ways) for number, ways in values.items())
        return Repeat(one, 1, None, Named(_sign(","), NameAction.MERGING, 1))

    def returning(self, number: int) -> Expression:
        anything = _one([*(Nonterminal(f"{PLAIN} {letter}") for letter in CLASSES), self.column(PLAIN, "o")])
        listed = _listed(Sequence((anything, _maybe(self.result_name))))
        if self.stars:
            listed = Choice((listed, Terminal(literal(b"*"), "*")))
        return _maybe(Sequence((Named(_keyword("returning"), NameAction.AFTER, number), listed)))

    def writing(self, kinds: frozenset[str], last: Expression) -> Iterable[Expression]:
        """Statements of these kinds; `last`: what ends a query."""
        table = Named(Terminal(NAME, "a table"), NameAction.DECLARE, 1)
        where = _maybe(Sequence((Named(_keyword("where"), NameAction.AFTER, _WHERE), Nonterminal(f"{PLAIN} b"))))

        def begin(text: str) -> Expression:
            return Named(_keyword(text, before=False), NameAction.OPEN)

        def more(word: str) -> Expression:
            """Other sources, which see nothing of each other."""
            comma = Named(_sign(","), NameAction.ANOTHER, _COMMAS)
            source = Nonterminal("a source")
            first = Named(_keyword(word), NameAction.ANOTHER, _COMMAS)
            return _maybe(Sequence((first, source, Repeat(Sequence((comma, source))))))

        if "insert" in kinds:
            yield Sequence((begin("insert into"), table, self.inserted(last), self.returning(_TARGET)))
        if "update" in kinds:
            setting = Named(_keyword("set"), NameAction.SOURCES)
            yield Sequence((begin("update"), table, setting, self.settings(), more("from"), where, self.returning(0)))
        if "delete" in kinds:
            of = Named(_keyword("from", before=False), NameAction.SOURCES)
            yield Sequence((begin("delete"), of, table, more("using"), where, self.returning(0)))

    def inserted(self, last: Expression) -> Expression:
        """Columns, or all of them; rows for them, and what becomes of those that are there."""
        column = Named(Terminal(NAME, "a column"), NameAction.ASSIGN, _LISTED)
        columns = Repeat(column, 1, None, Named(_sign(","), NameAction.MERGING, 1))
        listed = Sequence((Terminal(concat(ANY, literal(b"("), ANY), "("), columns, _closing()))
        values = self.values()
        for number, ways in values.items():
            more = [
                Sequence((Named(_sign(","), NameAction.ITEM, after << 4), Nonterminal(f"row {after}")))
                for after in values
            ]
            self.out[f"row {number}"] = Sequence((_one(ways), _one([*more, Named(_closing(), NameAction.MERGED, 1)])))

        def rows(opening: Pattern, action: NameAction, flags: int) -> Expression:
            terminal = Terminal(opening, "(")
            return _one(
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
            every = (Sequence((Named(select, NameAction.OPEN, INSTEAD), self.all_of_a_table())),) if self.stars else ()
            return Choice((Sequence((first, again)), *selects, *every))

        nothing = _keyword("on conflict do nothing", after=False)
        conflict = concat(SOME, words("on conflict"), ANY, literal(b"("), ANY)
        key = Terminal(repeat(characters(((0x20, 0xD7FF), (0xE000, 0x10FFFF))), 1), "the primary key")
        setting = Terminal(concat(ANY, literal(b")"), ANY, words("do update set"), SOME), ") DO UPDATE SET")
        where = _maybe(Sequence((Named(_keyword("where"), NameAction.AFTER, _WHERE), Nonterminal(f"{PLAIN} b"))))
        ignored = Terminal(concat(ANY, literal(b")"), ANY, words("do nothing")), ") DO NOTHING")
        known = (
            Named(Terminal(conflict, "ON CONFLICT ("), NameAction.AFTER, _TARGET | _PROPOSED),
            Named(key, NameAction.COLUMNS, 1),
            Choice((ignored, Sequence((setting, self.settings(), where)))),
        )
        conflicts = Choice((Named(nothing, NameAction.AFTER, _TARGET), Sequence(known)))
        return Sequence((Choice((Sequence((listed, given(ANY))), given(SOME))), _maybe(conflicts)))

    def all_of_a_table(self) -> Expression:
        """All columns, where a query is to have as many results."""
        every = Named(Terminal(literal(b"*"), "*"), NameAction.ALL)
        return Sequence((every, Named(_keyword("from"), NameAction.SOURCES, NUMBERS["o"]), Nonterminal("rest")))

    def all(self, writes: frozenset[str]) -> dict[str, Expression]:
        maybe_limit = _maybe(self.ending(INTEGER))
        last = maybe_limit if self.limit is None else self.ending(at_most(self.limit))
        select = Named(_keyword("select", before=False), NameAction.OPEN)
        after = Named(Terminal(concat(ANY, words("select"), SOME), "SELECT"), NameAction.OPEN)
        defined = self.definitions()
        begin = Choice((select, Sequence((defined, after))))
        items, named = Nonterminal("items"), Nonterminal("named items")

        again = Nonterminal("again")
        out = self.out
        semicolon = _maybe(Named(Terminal(concat(ANY, literal(b";")), ";"), NameAction.AFTER))
        query: Expression = Sequence((begin, self.query(items, again, last)))
        if self.limit is None:
            opened = concat(literal(b"("), ANY, words("select"), SOME)
            first = Named(Terminal(opened, "(SELECT"), NameAction.OPEN)
            later = Sequence((defined, Named(Terminal(concat(ANY, opened), "(SELECT"), NameAction.OPEN)))
            query = Choice((query, Sequence((Choice((first, later)), self.in_brackets(items, again)))))
        out["start"] = Sequence((_one([query, *self.writing(writes, last)]), semicolon))
        further = [Sequence((self.next_query(NUMBERS[letter]), Nonterminal(f"bound {letter}"))) for letter in CLASSES]
        for letter in CLASSES:
            arm = self.next_query(NUMBERS[letter], bracket=True), Nonterminal(f"bound {letter}"), maybe_limit
            further.append(Sequence((*arm, Named(_closing(), NameAction.AFTER))))
        if self.stars:
            further.append(Sequence((self.next_query(_STARRED), self.all_of_a_table())))
        out["again"] = _one(further)
        out["any query"] = self.query(items, again, maybe_limit)
        out["named query"] = self.query(named, again, maybe_limit)
        for name in ("items", "named items", "distinct items", "distinct named items"):
            out[name] = self.items(name)
        out["rest"], out["sources"], out["window"] = self.rest(), self.sources(), self.window(_WINDOW)
        out["window term"] = self.window_term()
        out["its window"], out["windows"] = self.window(_WINDOW | _OVER), self.named_windows()
        out["order term"], out["group term"] = self.order_term(), _spelled(self.group_term())
        out["distinct on"] = self.distinct_on()
        inner = _one(Nonterminal(f"{INNER} {letter}") for letter in CLASSES)
        within = _listed(Sequence((inner, self.direction())))
        out["order within"] = Sequence((_operator(_keyword("order by")), within))
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
        for kind in _KINDS:
            self.cases(kind)
            for letter in CLASSES:
                self.operands(kind, letter)
            self.chains(kind)
            self.boolean(kind)
            if kind in _WITH_OPAQUE:
                self.opaque(kind)
        for name in [name for name in out if name.startswith((f"{SELECTED} ", f"{BY} "))]:
            out[name] = _spelled(out[name])
        return out
