"""From the symbols of a grammar text to the postfix code of its rules: what GBNF, EBNF and ABNF share.

Each notation has a reader that yields symbols: a rule begins, an item, a bracket opens or closes, `|`, an operator
before or after its item, an exception. Here they become the code that `gbnf.front` lowers, with a stack of open
brackets instead of recursion, so no nesting depth can exhaust Python's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from constrain.budget import TURN, spend
from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.patterns.pattern import EPSILON, Pattern
from constrain.support.arguments import source_text

from ..regex.errors import excerpt

MAX_LENGTH = 1 << 22  # characters of grammar text
MAX_COUNT = 1_000_000  # of a repetition


class Reference(NamedTuple):
    """A rule used."""

    name: str


class Token(NamedTuple):
    """A special token, by the name that the tokenizer gives it."""

    name: str


class Together(NamedTuple):
    """The last items one after another."""

    items: int


class Either(NamedTuple):
    """Any of the last `items`."""

    items: int


class Times(NamedTuple):
    """The last item `low` to `high` times (None: no bound)."""

    low: int
    high: int | None


class Without(NamedTuple):
    """The last item but one, where the last does not match it as a whole; `place` is that of the operator."""

    place: int


class NonEmpty(NamedTuple):
    """The last item where it is not empty; of one that is not regular it is known that it never is."""


Code = list[Pattern | Reference | Token | Together | Either | Times | Without | NonEmpty]


@dataclass
class Source:
    """A grammar text and its rules: the code of each right side, where its name stands, and where names are used."""

    text: str
    rules: dict[str, Code] = field(default_factory=dict)
    defined: dict[str, int] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)  # by name, the first place
    redefined: dict[str, int] = field(default_factory=dict)  # names with several rules, the place of the last


OPEN = {"(": ")", "[": "]", "{": "}"}
_AFTER = {"(": None, "[": Times(0, 1), "{": Times(0, None)}


class Symbol(NamedTuple):
    """One symbol of a text: what kind, where it stands, and what it is.

    Kinds: "rule" (a name; `more` adds to a rule that is there, `again` takes its place), "item", "open" and "close" (a
    bracket; "}-": not empty), "or", "after" and "before" (an operator's `Times`), "minus".
    """

    kind: str
    place: int
    what: object = None
    more: bool = False
    again: bool = False


class Places:
    """A grammar text of some notation, and the errors about its places."""

    def __init__(self, notation: str, text: str) -> None:
        source_text(text, f"{notation}: text")
        if len(text) > MAX_LENGTH:
            raise LimitExceeded(
                f"{notation}: the grammar has {len(text)} characters, limit {MAX_LENGTH}; split it",
                limit=MAX_LENGTH,
                needed=len(text),
            )
        spend(TURN * len(text))
        self.notation, self.text = notation, text

    def fail(self, place: int, message: str) -> GrammarError:
        """The text is no grammar in the notation."""
        line, column, shown = excerpt(self.text, place)
        return GrammarError(f"{self.notation}:{line}:{column}: {message}", line=line, column=column, excerpt=shown)

    def unsupported(self, place: int, what: str, instead: str) -> UnsupportedError:
        """The text is understood, and cannot be enforced."""
        line, column, shown = excerpt(self.text, place)
        return UnsupportedError(
            f"{self.notation}:{line}:{column}: {what} cannot be enforced; {instead}\n{shown}",
            feature=what,
            where=f"line {line}, column {column}",
        )

    def number(self, digits: str, place: int) -> int:
        """A count."""
        value = int(digits) if len(digits) < 20 else 10**20
        if value > MAX_COUNT:
            line, column, shown = excerpt(self.text, place)
            raise LimitExceeded(
                f"{self.notation}:{line}:{column}: a repetition of more than {MAX_COUNT} times; leave the bound out\n"
                f"{shown}",
                limit=MAX_COUNT,
                needed=value,
            )
        return value

    def counts(self, low: int, high: int | None, place: int) -> Times:
        """A repetition."""
        if high is not None and low > high:
            raise self.fail(place, f"a repetition from {low} to {high} times; the first number must not be the larger")
        return Times(low, high)


@dataclass
class _Open:
    """An open bracket, or the whole right side; `item` is where the code of the last item begins, -1 for none."""

    bracket: str
    place: int
    begin: int
    ways: int = 0
    items: int = 0
    item: int = -1
    times: Times | None = None  # an operator before the item
    minus: int = -1  # where an exception stands whose second part is the item


def assemble(places: Places, symbols: Iterable[Symbol], core: Mapping[str, Code] = MappingProxyType({})) -> Source:
    """The rules; `GrammarError` for symbols in an order that means nothing, and names that nothing defines.

    `core` are rules that a text may use without defining them.
    """
    return _Assembly(places).read(iter(symbols), core)


class _Assembly:
    def __init__(self, places: Places) -> None:
        self.places, self.found = places, Source(places.text)
        self.code: Code = []
        self.open: list[_Open] = []
        self.bodies: list[tuple[int, Code]] = []  # what must not be empty, with its place

    def read(self, symbols: Iterator[Symbol], core: Mapping[str, Code]) -> Source:
        found, places = self.found, self.places
        begun: Symbol | None = None
        for symbol in symbols:
            if symbol.kind == "rule":
                self.end(begun)
                begun, self.code, self.open = symbol, [], [_Open("", symbol.place, 0)]
            elif begun is None:
                raise places.fail(symbol.place, "a rule begins with its name")
            else:
                self.symbol(symbol)
        self.end(begun)
        waiting = [name for name in found.used if name in core]
        while waiting:
            name = waiting.pop()
            if name not in found.rules and name in core:
                found.rules[name] = core[name]
                waiting += [op.name for op in core[name] if isinstance(op, Reference)]
        for name, place in found.used.items():
            if name not in found.rules:
                known = ", ".join(list(found.rules)[:20])
                raise places.fail(place, f"`{name}` is used but never defined\nDefined here: {known}")
        self.check_bodies()
        return found

    def end(self, begun: Symbol | None) -> None:
        """Keeps the rule that has been read."""
        if begun is None:
            return
        if len(self.open) > 1:
            raise self.places.fail(self.open[-1].place, f"`{self.open[-1].bracket}` is never closed")
        self.close_way(self.open[0])
        self.code.append(Either(self.open[0].ways))
        name, rules = str(begun.what), self.found.rules
        if begun.more and name in rules:
            before, more = rules[name].pop(), self.code.pop()
            assert isinstance(before, Either)
            assert isinstance(more, Either)
            rules[name] += [*self.code, Either(before.items + more.items)]
            return
        if begun.more:
            raise self.places.fail(begun.place, f"`{name}` has no rule yet that could be added to; write `=`")
        if name in rules:
            if not begun.again:
                raise self.places.fail(begun.place, f"`{name}` is defined twice")
            self.found.redefined[name] = begun.place
        rules[name] = self.code
        self.found.defined[name] = begun.place

    def symbol(self, symbol: Symbol) -> None:
        kind, place, group = symbol.kind, symbol.place, self.open[-1]
        if kind == "item":
            if isinstance(symbol.what, Reference):
                self.found.used.setdefault(symbol.what.name, place)
            assert isinstance(symbol.what, Pattern | Reference | Token | Together)
            self.begin_item(group)
            self.code.append(symbol.what)
        elif kind == "or":
            self.close_way(group)
        elif kind == "open":
            self.open.append(_Open(str(symbol.what), place, len(self.code)))
            self.begin_item(group)
        elif kind == "close":
            self.close(symbol)
        elif kind == "after":
            if group.item < 0:
                raise self.places.fail(place, "an operator needs an item before it")
            assert isinstance(symbol.what, Times)
            self.times(symbol.what, group.item)
        elif kind == "before":
            self.settle(group)
            if group.times is not None:
                raise self.places.fail(place, "two repetitions before one item")
            assert isinstance(symbol.what, Times)
            group.times = symbol.what
        else:
            if group.item < 0:
                raise self.places.fail(place, "an exception needs an item before it")
            self.settle(group)
            group.minus = place

    def begin_item(self, group: _Open) -> None:
        if group.item >= 0:
            self.settle(group)
        group.item = len(self.code)
        group.items += 1

    def times(self, times: Times, item: int) -> None:
        """Repeats what begins there."""
        if times.high == 0:
            del self.code[item:]
            self.code.append(Together(0))
        else:
            self.code.append(times)

    def settle(self, group: _Open) -> None:
        """The last item is whole: what stood before it applies."""
        if group.item < 0:
            return
        if group.times is not None:
            self.times(group.times, group.item)
            group.times = None
        if group.minus >= 0:
            self.code.append(Without(group.minus))
            group.items -= 1
            group.minus = -1
        group.item = -1

    def close_way(self, group: _Open) -> None:
        if group.item < 0 and (group.times is not None or group.minus >= 0):
            place = group.minus if group.minus >= 0 else group.place
            raise self.places.fail(place, "an operator without an item after it")
        self.settle(group)
        self.code.append(Together(group.items))
        group.ways += 1
        group.items = 0

    def close(self, symbol: Symbol) -> None:
        bracket = str(symbol.what)[0]
        if len(self.open) == 1:
            raise self.places.fail(symbol.place, f"`{bracket}` closes nothing")
        group = self.open[-1]
        if OPEN[group.bracket] != bracket:
            raise self.places.fail(symbol.place, f"`{group.bracket}` is closed by `{bracket}`")
        self.close_way(group)
        self.code.append(Either(group.ways))
        self.open.pop()
        if symbol.what == "}-":
            self.bodies.append((symbol.place, self.code[group.begin :]))
            self.code += [Times(1, None), NonEmpty()]
        else:
            after = _AFTER[group.bracket]
            if after is not None:
                self.code.append(after)

    def check_bodies(self) -> None:
        """`{x}-` is "one or more x", if x itself is never empty; if it may be, x must be regular (see `NonEmpty`)."""
        if not self.bodies:
            return
        empty = empty_rules(self.found.rules)
        for place, body in self.bodies:
            if holds(body, empty, empty=True):
                what = "a repetition that must not be empty, of what may be empty itself,"
                raise self.places.unsupported(place, what, "make its body one that is never empty")


def holds(code: Code, names: set[str], *, empty: bool) -> bool:
    """Whether a right side comes to the empty text (or, not `empty`, to any), given the rules that do.

    Of the empty text it is sure only if it says no.
    """
    stack: list[bool] = []
    for op in code:
        if isinstance(op, Reference):
            stack.append(op.name in names)
        elif isinstance(op, Times):
            stack[-1] = stack[-1] or op.low == 0
        elif isinstance(op, Without):
            stack.pop()
        elif isinstance(op, NonEmpty):
            stack[-1] = stack[-1] and not empty
        elif isinstance(op, Together | Either):
            parts = stack[len(stack) - op.items :]
            del stack[len(stack) - op.items :]
            stack.append(all(parts) if isinstance(op, Together) else any(parts))
        else:
            stack.append(not empty or op is EPSILON)
    return stack[0]


def empty_rules(rules: Mapping[str, Code]) -> set[str]:
    """The rules that come to the empty text; those that are left out surely do not."""
    found: set[str] = set()
    while fresh := {name for name, code in rules.items() if name not in found and holds(code, found, empty=True)}:
        found |= fresh
    return found
