"""Rules times lexer, step by step: what `LarkProduct` of the core makes, in the same order.

What places, items and goals are is said in `grammars/lark/parsing/bar_hillel.py`. Sets of places are bits of one integer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from constrain.errors import LimitExceeded
from constrain.grammar import Expression
from constrain.grammars.lark.lexing.lexer import IGNORED, Lexer, Walker
from constrain.grammars.lark.lexing.pike_vm import FREE, Obligation
from constrain.grammars.lark.lexing.state_elimination import Texts
from constrain.grammars.lark.parsing.indenter import Layout
from constrain.pattern import Pattern
from tests.reference.lark_follow import heads
from tests.reference.lark_quotient import Quotient

MAX_ITEMS = 300_000
MAX_WORK = 20_000_000  # edges between items that are made, passed along or written
NONE: frozenset[str] = frozenset()
# what a place knows of lines: nothing, an INDENT comes next, a DEDENT comes next, the text has ended
WITHIN, INDENT, DEDENT, ENDED = range(4)


class Place(NamedTuple):
    """Where a text stands between two tokens."""

    lexer: int
    owed: Obligation
    banned: frozenset[str]
    line: int


class Goal:
    """A symbol, the state and place where it begins; `ends` are the places behind it, `waiting` the items before it."""

    __slots__ = ("ends", "firsts", "waiting")

    def __init__(self) -> None:
        self.ends = 0
        self.waiting: list[Item] = []
        self.firsts: list[Item] = []


class Item:
    """A rule read up to `at`, the state there, the place, and whether the rule stands within brackets.

    `edges` leads from each place behind the next symbol to the item there; `reach` are the places where the rule ends,
    `untold` those of them that the items before do not know of yet.
    """

    __slots__ = ("at", "before", "edges", "goals", "groups", "inner", "place", "reach", "state", "steps", "untold")

    def __init__(self, at: int, state: int, place: int, inner: bool) -> None:
        self.at, self.state, self.place, self.inner = at, state, place, inner
        self.edges: dict[int, Item] = {}
        self.steps: dict[int, Expression] = {}  # what the writer has made of the next symbol, by the places behind it
        self.before: list[Item] = []
        self.reach = self.untold = 0
        self.goals: list[Goal] = []  # those that may begin with it
        self.groups: dict[Item, int] | None = None  # for the writer: by item that edges lead to, their places

    def following(self) -> dict[Item, int]:
        """The items behind the next symbol, each with the places that lead there; asked when all edges are made."""
        if self.groups is None:
            self.groups = {}
            for place, item in self.edges.items():
                self.groups[item] = self.groups.get(item, 0) | 1 << place
        return self.groups


class Product:
    """`lexers[i]` reads at places of lexer i; with a layout, the second half of them reads within brackets.

    `states` tells derivations apart that lark's table tells apart (None: all states are one), and says which lexer
    reads behind a terminal; `accepts[state]` are the terminals that may come there, ignored ones among them.
    """

    def __init__(
        self,
        rules: Sequence[Any],
        walker: Walker,
        lexers: Sequence[Lexer],
        states: Quotient | None,
        accepts: Sequence[frozenset[str]] | None,
        layout: Layout | None,
    ) -> None:
        self.rules, self.walker, self.lexers = rules, walker, lexers
        self.states, self.accepts, self.layout = states, accepts, layout
        self.outer = len(lexers) // 2 if layout is not None else len(lexers)
        self.by_origin: dict[str, list[int]] = {}
        virtual = frozenset() if layout is None else frozenset((layout.indent, layout.dedent))
        # positions: those of rule r, from starts[r] on, one for each symbol and one for the end
        self.symbols: list[tuple[str, bool] | None] = []
        self.within: list[bool] = []  # whether the rule itself has opened a bracket there
        self.rule_at: list[int] = []
        for number, rule in enumerate(rules):
            self.by_origin.setdefault(rule.origin.name, []).append(len(self.symbols))
            depth = 0
            for symbol in rule.expansion:
                self.symbols.append((symbol.name, symbol.is_term))
                self.within.append(depth > 0)
                self.rule_at.append(number)
                if layout is not None:
                    depth += (symbol.name in layout.opening) - (symbol.name in layout.closing)
            self.symbols.append(None)
            self.within.append(depth > 0)
            self.rule_at.append(number)
        self.places: list[Place] = []
        self._numbers: dict[Place, int] = {}
        self._tokens: dict[tuple[int, Obligation], dict[tuple[str, Obligation], Texts]] = {}
        self._lines: dict[tuple[int, Obligation], dict[Obligation, list[tuple[Pattern, Pattern]]]] = {}
        self._ignores: dict[tuple[int, Obligation], dict[Obligation, None]] = {}
        self._kinds: dict[tuple[int, Obligation], dict[str, list[Obligation]]] = {}
        self._following: dict[tuple[frozenset[str], int], frozenset[str]] = {}
        self._shifts: dict[Any, list[int]] = {}
        self._narrow: dict[tuple[frozenset[str], int], int] = {}
        self.heads = [None if head is None or head & virtual else head for row in heads(rules) for head in row]
        self._always = frozenset[str]().union(*(lexer.ignore | lexer.dropped for lexer in lexers))
        self.goals: dict[tuple[str, int, int], Goal] = {}
        self.items: dict[tuple[int, int, int, bool], Item] = {}
        self.todo: list[Item] = []
        self.flows: deque[Item] = deque()
        self.work = 0

    def place(self, lexer: int, owed: Obligation, banned: frozenset[str] = NONE, line: int = WITHIN) -> int:
        """The number of a place."""
        place = Place(lexer, owed, banned, line)
        number = self._numbers.get(place)
        if number is None:
            number = self._numbers[place] = len(self.places)
            self.places.append(place)
        return number

    # tokens

    def tokens(self, lexer: int, owed: Obligation) -> dict[tuple[str, Obligation], Texts]:
        """What one token from here can be, and its texts."""
        key = lexer, owed
        if key not in self._tokens:
            self._tokens[key] = self.walker.tokens(self.lexers[lexer], owed)
        return self._tokens[key]

    def line_ends(self, lexer: int, owed: Obligation) -> dict[Obligation, list[tuple[Pattern, Pattern]]]:
        """By what is owed behind a line end: its texts up to the last line feed, each with the indentations behind."""
        key = lexer, owed
        if key not in self._lines:
            assert self.layout is not None
            self._lines[key] = self.walker.line_ends(self.lexers[lexer], owed, self.layout.newline)
        return self._lines[key]

    def after_ignored(self, lexer: int, owed: Obligation) -> dict[Obligation, None]:
        """The obligations after any number of ignored tokens, in the order in which they are found."""
        key = lexer, owed
        if key not in self._ignores:
            found, stack = {owed: None}, [owed]
            while stack:
                for left in self.lexemes(IGNORED, lexer, stack.pop()):
                    if left not in found:
                        found[left] = None
                        stack.append(left)
            self._ignores[key] = found
        return self._ignores[key]

    def behind(self, left: Obligation, name: str, target: int) -> Obligation | None:
        """What is owed behind terminal `name`, in state `target`: of a token's obligation what can matter there."""
        following = self.walker.followers.get(name)
        if following is None:
            return left
        if self.accepts is not None:
            key = following, target
            if key not in self._following:
                self._following[key] = following & self.accepts[target]
            following = self._following[key]
        return self.walker.within(left, following)

    def lexemes(self, name: str, lexer: int, owed: Obligation) -> list[Obligation]:
        """What may be owed behind a token of the type."""
        if self.layout is not None and name == self.layout.newline:
            return list(self.line_ends(lexer, owed)) if lexer < self.outer else []
        key = lexer, owed
        if key not in self._kinds:
            kinds = self._kinds[key] = {}
            for kind, left in self.tokens(lexer, owed):
                kinds.setdefault(kind, []).append(left)
        return self._kinds[key].get(name, [])

    def goto(self, state: int, name: str) -> int:
        """The state behind a symbol."""
        return self.states.goto[state][name] if self.states is not None else 0

    def shift(self, name: str, number: int, target: int, inner: bool) -> list[int]:
        """The places behind terminal `name`, in state `target`; `inner`: within brackets."""
        key = name, number, target, inner
        if key not in self._shifts:
            self._shifts[key] = list(dict.fromkeys(self._behind_terminal(name, self.places[number], target, inner)))
        return self._shifts[key]

    def _behind_terminal(self, name: str, place: Place, target: int, inner: bool) -> Iterable[int]:
        if name in place.banned:
            return
        following = (self.states.lexer[target] if self.states is not None else 0) + inner * self.outer
        layout = self.layout
        if layout is not None and name == layout.indent:
            if place.line == INDENT:
                yield self.place(following, place.owed)
            return
        if layout is not None and name == layout.dedent:
            if place.line == DEDENT:
                yield self.place(following, place.owed)
                yield self.place(following, place.owed, NONE, DEDENT)
            elif place.line == ENDED or any(map(self.walker.machine.may_end, self.after_ignored(*place[:2]))):
                yield self.place(0, FREE, NONE, ENDED)
            return
        if place.line != WITHIN:
            return
        lines = (WITHIN, INDENT, DEDENT) if layout is not None and name == layout.newline else (WITHIN,)
        for owed in self.after_ignored(place.lexer, place.owed):
            for each in self.lexemes(name, place.lexer, owed):
                left = self.behind(each, name, target)
                if left is not None:
                    for line in lines:
                        yield self.place(following, left, NONE, line)

    # which pairs of places occur

    def tabulate(self, start: str, state: int, first: int) -> Goal:
        """Everything that the start symbol can be from the first place."""
        goal = self.request(start, state, first)
        while self.todo or self.flows:  # ends are passed on last, many at a time
            if self.todo:
                self._expand(self.todo.pop())
            else:
                self._flow(self.flows.popleft())
        return goal

    def burn(self, amount: int) -> None:
        """Counts edges, so that what has few items but leads from each to all others ends in an error too."""
        self.work += amount
        if self.work > MAX_WORK:
            raise LimitExceeded(
                f"lark: the grammar times its lexer's places needs more than {MAX_WORK} steps; a smaller grammar, "
                "lexer='basic', or terminals that do not overlap need fewer",
                limit=MAX_WORK,
                needed=self.work,
            )

    def request(self, name: str, state: int, place: int) -> Goal:
        key = name, state, place
        goal = self.goals.get(key)
        if goal is None:
            goal = self.goals[key] = Goal()
            inner = self.places[place].lexer >= self.outer
            for at in self.by_origin.get(name, ()):
                item = self._item(at, state, place, inner)
                item.goals.append(goal)
                goal.firsts.append(item)
                goal.ends |= item.reach
        return goal

    def _item(self, at: int, state: int, place: int, inner: bool) -> Item:
        head = self.heads[at]
        if head is not None:
            place = self._narrowed(head, place)
        key = at, state, place, inner
        item = self.items.get(key)
        if item is None:
            item = self.items[key] = Item(at, state, place, inner)
            self.todo.append(item)
            if len(self.items) > MAX_ITEMS:
                raise LimitExceeded(
                    f"lark: the grammar times its lexer's places needs more than {MAX_ITEMS} items; a smaller grammar, "
                    "lexer='basic', or terminals that do not overlap need fewer",
                    limit=MAX_ITEMS,
                    needed=len(self.items),
                )
        return item

    def _narrowed(self, head: frozenset[str], number: int) -> int:
        """The place as far as it matters where a terminal of the head comes next."""
        key = head, number
        if key not in self._narrow:
            place = self.places[number]
            owed = self.walker.within(place.owed, head | self._always) if place.line == WITHIN else None
            self._narrow[key] = number if owed is None else self.place(place.lexer, owed, place.banned & head)
        return self._narrow[key]

    def _expand(self, item: Item) -> None:
        symbol = self.symbols[item.at]
        if symbol is None:
            self._ends(item, 1 << self._reduced(item))
            return
        name, is_terminal = symbol
        if is_terminal:
            target = self.goto(item.state, name)
            for place in self.shift(name, item.place, target, item.inner or self.within[item.at + 1]):
                self._link(item, place)
        else:
            goal = self.request(name, item.state, item.place)
            goal.waiting.append(item)
            for place in bits(goal.ends):
                self._link(item, place)

    def _reduced(self, item: Item) -> int:
        """The place after reducing a finished item: a lost conflict bans terminals."""
        if self.states is not None:
            lost = self.states.banned.get((item.state, self.rule_at[item.at]))
            if lost:
                place = self.places[item.place]
                return self.place(place.lexer, place.owed, place.banned | lost, place.line)
        return item.place

    def _link(self, item: Item, place: int) -> None:
        if place not in item.edges:
            symbol = self.symbols[item.at]
            assert symbol is not None
            following = self._item(item.at + 1, self.goto(item.state, symbol[0]), place, item.inner)
            self.burn(1)
            item.edges[place] = following
            following.before.append(item)
            if following.reach:
                self._ends(item, following.reach)

    def _ends(self, item: Item, places: int) -> None:
        """Places where the item's rule can end."""
        new = places & ~item.reach
        if new:
            item.reach |= new
            if not item.untold:
                self.flows.append(item)
            item.untold |= new

    def _flow(self, item: Item) -> None:
        """The item's new ends are those of all items that lead to it, and of the goals that it may begin."""
        new, item.untold = item.untold, 0
        self.burn(len(item.before))
        for before in item.before:
            self._ends(before, new)
        for goal in item.goals:
            fresh = new & ~goal.ends
            goal.ends |= fresh
            for waiting in goal.waiting:
                for place in bits(fresh):
                    self._link(waiting, place)


def bits(number: int) -> Iterable[int]:
    """The places in a set of places."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
