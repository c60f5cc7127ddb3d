"""Numbers of actions, terminals and small expressions of the language of queries."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from constrain.grammar import Choice, Expression, NameAction, Named, Nonterminal, Repeat, Sequence, Terminal
from constrain.patterns.pattern import Pattern, alternation, concat, literal, literals, optional, repeat
from constrain.patterns.utf8 import characters

from ..language import DEFINES, SEALED
from ..words import ANY, AS, DIGIT, NAME, POSITIVE, SOME, words
from .functions import NUMBERS
from .spelling import BARE, DATE, INTEGER, LABEL, MOMENT, SPAN, TEXT, UUID, quoted

PLAIN, SELECTED, GROUPED, INNER, ALONE, BY = "plain", "selected", "grouped", "inner", "alone", "by"
KINDS = (PLAIN, SELECTED, GROUPED, INNER, ALONE, BY)
# Numbers of actions, as names.h has them.
NAMED, FENCED = 1 << 22, 2
BRACKET, OF_A_QUERY = 1 << 24, 2 << 24
QUERY, DEPTH = 2, 60  # brackets within each other
OVER_ROWS, WINDOW, ODD, OVER, SETS, NESTED, OF_GROUPS, COMMAS = 2, 4, 8, 16, 32, 64, 128, 16
FUNCTION, OF_A_GROUP, STARRED = 1 << 21, 1 << 13, 1 << 23
ASKS, OWN, ASKED = 1 << 21, 1 << 20, 8
GROUPING, HAVING, ORDERING, WHERE, WINDOWS = 1 | 2, 4, 2 | 4, 8, 4 | 16
LISTED, TARGET, PROPOSED, NEXT_COLUMN = 1 << 14, 32, 64, 2
RENAMES, RENAMED, ALL_RENAMED, ONE_MORE, GIVEN, LOCKS = 16, 32, 2, 3, 1, 1024
LIST, CHAIN = 60, 24
COMPARED = ("=", "<>", "<", "<=", ">", ">=")
COLUMN = alternation(NAME, concat(NAME, literal(b"."), NAME))
# A column, a place, or the text of a result.
TERM = alternation(COLUMN, POSITIVE, repeat(characters(((0x09, 0x0D), (0x20, 0xD7FF), (0xE000, 0x10FFFF))), 1))
BEGIN_BRACKET = concat(literal(b"("), ANY)
A_COLUMN = Terminal(COLUMN, "a column")
NULL = Terminal(words("null"), "NULL")
SIGNED = quoted(concat(optional(literal(b"-")), repeat(DIGIT, 1, 4)))
FRACTION = quoted(concat(optional(literal(b"-")), repeat(DIGIT, 1, 4), literal(b"."), repeat(DIGIT, 1, 4)))
# What is read as a value of a class where a type is named, and by which if not by all of it.
WRITTEN: dict[str, tuple[tuple[Pattern, tuple[str, ...]], ...]] = {
    "x": ((SIGNED, ()), (FRACTION, ("numeric", "decimal"))),
    "f": ((alternation(SIGNED, FRACTION), ()),),
    "t": ((TEXT, ()),),
    "b": ((quoted(alternation(*map(words, ("true", "false", "t", "f", "yes", "no", "on", "off")))), ()),),
    "d": ((quoted(DATE), ()),),
    "s": ((quoted(MOMENT), ()),),
    "v": ((quoted(SPAN), ()),),
    "u": ((quoted(UUID), ()),),
}
WITH_OPAQUE = (PLAIN, SELECTED)
WITH_QUERIES = (PLAIN, SELECTED, GROUPED, INNER)  # of which the last two see nothing around them
OF_JSON = {"j": "J", "m": "N", "P": "J", "p": "J"}
KEY = alternation(TEXT, INTEGER)
INTEGER_TYPE = alternation(*map(words, ("integer", "int", "int4")))
SHARE = concat(DIGIT, optional(DIGIT), optional(concat(literal(b"."), repeat(DIGIT, 1, 6))))  # in percent
NEW_NAME = Terminal(alternation(concat(AS, BARE), concat(literal(b" "), LABEL)), "AS name")


@cache
def keyword(text: str, *, before: bool = True, after: bool = True) -> Terminal:
    return Terminal(concat(*((SOME,) if before else ()), words(text), *((SOME,) if after else ())), text.upper())


@cache
def a_sign(*signs: str) -> Terminal:
    return Terminal(concat(ANY, literals(s.encode() for s in signs), ANY), " ".join(signs))


@cache
def compares(*signs: str) -> Terminal:
    """Also `!=`, after which a minus would belong to the operator."""
    ways = alternation(concat(literals(s.encode() for s in signs), ANY), concat(literal(b"!="), SOME))
    return Terminal(concat(ANY, ways), " ".join(signs))


@cache
def close_bracket() -> Terminal:
    return Terminal(concat(ANY, literal(b")")), ")")


@cache
def open_bracket(*before: str) -> Terminal:
    """A bracket, after one of these names."""
    parts = (*((alternation(*map(words, before)), ANY) if before else ()), literal(b"("), ANY)
    return Terminal(concat(*parts), f"{' '.join(before)}(".upper())


def opened(before: Pattern, name: str, action: NameAction, number: int) -> Expression:
    """What begins a query after a bracket: SELECT; or WITH, of a query that sees nothing around."""
    select, begin = concat(before, words("select"), SOME), concat(before, words("with"), SOME)
    within = Named(Terminal(begin, f"{name}WITH"), action, number | SEALED | DEFINES)
    after = Sequence((Nonterminal("definitions"), Terminal(concat(ANY, words("select"), SOME), "SELECT")))
    return Choice((Named(Terminal(select, f"{name}SELECT"), action, number), Sequence((within, after))))


def operator(terminal: Terminal, number: int = 0) -> Named:
    return Named(terminal, NameAction.OPERATOR, number)


# Of a row of an array, and of rows within it; places from one to another.
PLACES = operator(Terminal(repeat(concat(literal(b"["), POSITIVE, literal(b"]")), 1, 3), "a place"), ODD)
SLICE = operator(
    Terminal(repeat(concat(literal(b"["), POSITIVE, literal(b":"), POSITIVE, literal(b"]")), 1, 3), "[1:2]"), ODD
)
PLACE = operator(Terminal(concat(literal(b"["), POSITIVE, literal(b"]")), "a place"), ODD)
WITHIN = operator(Terminal(concat(ANY, literal(b"->"), ANY, KEY), "->"), ODD)


def type_name(name: str) -> Pattern:
    """The name of a type, with its brackets."""
    base, bracket, _ = name.partition("[")
    its = literal(base.encode()) if base.startswith('"') else words(base)
    return concat(its, literal(b"[]")) if bracket else its


def cast_to(value: Pattern, its: Pattern) -> Pattern:
    return concat(words("cast"), ANY, literal(b"("), ANY, value, SOME, words("as"), SOME, its, ANY, literal(b")"))


def of_class(literal: Terminal | Named, letter: str) -> Terminal | Named:
    """Which results of a query are still needed tells a completion with which literals to begin (`Names::idle`)."""
    if literal is NULL:  # which may become any
        return literal
    its = literal if isinstance(literal, Named) else operator(literal)
    return Named(its.terminal, its.action, its.number | NUMBERS[letter] << ASKED)


def enclosed(opening: Terminal, inside: Expression, number: int = 0) -> Expression:
    return Sequence(
        (Named(opening, NameAction.DEEPER, BRACKET | number), inside, Named(close_bracket(), NameAction.SHALLOWER))
    )


SPELLED = {
    NameAction.OPERATOR: NameAction.SPELL,
    NameAction.DEEPER: NameAction.SPELL_DEEPER,
    NameAction.SHALLOWER: NameAction.SPELL_SHALLOWER,
}


def spelled(expression: Expression) -> Expression:
    """The same, all of whose text is remembered, since rows may be grouped by it."""
    match expression:
        case Terminal():
            return Named(expression, NameAction.SPELL)
        case Named():
            action = NameAction(expression.action)
            return Named(expression.terminal, SPELLED.get(action, action), expression.number)
        case Sequence():
            return Sequence(tuple(map(spelled, expression.parts)))
        case Choice():
            return Choice(tuple(map(spelled, expression.parts)))
        case Repeat():
            between = expression.between and spelled(expression.between)
            return Repeat(spelled(expression.part), expression.minimum, expression.maximum, between)
    assert isinstance(expression, Nonterminal)
    return expression


def maybe(expression: Expression) -> Expression:
    return Repeat(expression, 0, 1)


def list_of(one: Expression, fewest: int = 1, most: int = LIST) -> Expression:
    return Repeat(one, fewest, most, operator(a_sign(",")))


def one_of(ways: Iterable[Expression]) -> Expression:
    listed = tuple(ways)
    return listed[0] if len(listed) == 1 else Choice(listed)
