"""The grammar of the texts: rules times lexer, written out as an ordinary context-free grammar.

Between two tokens, all that matters of the past is the lexer that reads next, the obligation that earlier tokens left,
and the terminals that a lost LALR conflict forbids to come next: a *place*. The construction of Bar-Hillel, Perles and
Shamir (1961) makes a nonterminal "X from place p to place q" for each pair that occurs; pairs are found from the start
symbol on, with memo, so only what takes part is made. Nothing made is unproductive, so no mask ever leads nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from constrain.errors import LimitExceeded
from constrain.grammar import Choice, Expression, Nonterminal, Repeat, Terminal
from constrain.grammar import Sequence as Then
from constrain.pattern import Pattern

from .lexer import IGNORED, Lexer, Walker
from .quotient import Quotient
from .threads import Obligation

MAX_ITEMS = 200_000


class Place(NamedTuple):
    """Where a text stands between two tokens: which lexer reads next, what it owes, and what may not come next."""

    lexer: int
    owed: Obligation
    banned: frozenset[str]


NONE: frozenset[str] = frozenset()


class Item(NamedTuple):
    """A rule read up to `dot`, the LR(0) state there (0 if states do not matter), and the place."""

    rule: int
    dot: int
    state: int
    place: Place


class Product:
    """Builds the productions; `lexers[i]` reads at places of lexer i.

    `states` tells derivations apart that lark's table tells apart (None: all states are one), and says which lexer
    reads behind a terminal; `begins[state]` are the classes of characters with which what comes there may begin.
    """

    def __init__(
        self,
        rules: Sequence[Any],
        start: str,
        walker: Walker,
        lexers: Sequence[Lexer],
        states: Quotient | None,
        begins: Sequence[frozenset[int]] | None,
    ) -> None:
        self.rules, self.start, self.walker, self.lexers = rules, start, walker, lexers
        self.states, self.begins = states, begins
        self.by_origin: dict[str, list[int]] = {}
        for number, rule in enumerate(rules):
            self.by_origin.setdefault(rule.origin.name, []).append(number)
        self.symbols = [[(s.name, s.is_term) for s in rule.expansion] for rule in rules]
        self.outcomes: dict[tuple[int, Obligation], dict[tuple[str, Obligation], Pattern]] = {}
        self.ignores: dict[tuple[int, Obligation], set[Obligation]] = {}
        self.ends: dict[tuple[str, int, Place], set[Place]] = {}
        self.edges: dict[Item, set[Place]] = {}
        self.waiting: dict[tuple[str, int, Place], list[Item]] = {}
        self.items: dict[Item, set[tuple[str, int, Place]]] = {}
        self.reached: dict[Item, set[Place]] = {}
        self.names: dict[Any, str] = {}
        self.productions: dict[str, Expression] = {}
        self.terminals: dict[Any, Terminal] = {}
        self.todo: list[Any] = []

    # tokens

    def tokens(self, lexer: int, owed: Obligation) -> dict[tuple[str, Obligation], Pattern]:
        """What one token from here can be, and its texts."""
        key = lexer, owed
        if key not in self.outcomes:
            self.outcomes[key] = self.walker.tokens(self.lexers[lexer], owed)
        return self.outcomes[key]

    def after_ignored(self, lexer: int, owed: Obligation) -> set[Obligation]:
        """The obligations after any number of ignored tokens."""
        key = lexer, owed
        if key not in self.ignores:
            found, stack = {owed}, [owed]
            while stack:
                for kind, left in self.tokens(lexer, stack.pop()):
                    if kind == IGNORED and left not in found:
                        found.add(left)
                        stack.append(left)
            self.ignores[key] = found
        return self.ignores[key]

    def shift(self, name: str, place: Place, target: int) -> set[Place]:
        """The places behind terminal `name`."""
        if name in place.banned:
            return set()
        following = self.states.lexer[target] if self.states is not None else 0
        return {
            Place(following, left, NONE)
            for owed in self.after_ignored(place.lexer, place.owed)
            for each in self.lexemes(name, place.lexer, owed)
            if (left := self.behind(each, name, target)) is not None
        }

    def behind(self, left: Obligation, name: str, target: int) -> Obligation | None:
        """What is owed behind terminal `name`, in state `target`: of a token's obligation what can matter there."""
        begins = self.walker.follow.get(name)
        if begins is None:
            return left
        if self.begins is not None:
            begins &= self.begins[target]
        return self.walker.obligations.within(left, begins)

    def lexemes(self, name: str, lexer: int, owed: Obligation) -> list[Obligation]:
        """What may be owed behind a token of the type."""
        return [left for kind, left in self.tokens(lexer, owed) if kind == name]

    # which pairs of places occur

    def tabulate(self, state: int, first: Place) -> set[Place]:
        """Everything that the start symbol can be from the first place; fills `ends` and `edges`."""
        goal = self.start, state, first
        self.request(goal)
        while self.todo:
            self.todo.pop()()
        return self.ends[goal]

    def request(self, goal: tuple[str, int, Place]) -> None:
        if goal not in self.ends:
            self.ends[goal] = set()
            self.waiting[goal] = []
            for rule in self.by_origin.get(goal[0], ()):
                self.reach(Item(rule, 0, goal[1], goal[2]), goal)

    def reach(self, item: Item, goal: tuple[str, int, Place]) -> None:
        goals = self.items.get(item)
        if goals is None:
            goals = self.items[item] = set()
            if len(self.items) > MAX_ITEMS:
                raise LimitExceeded(
                    f"lark: the grammar times its lexer's places needs more than {MAX_ITEMS} items; a smaller grammar, "
                    "lexer='basic', or terminals that do not overlap need fewer",
                    limit=MAX_ITEMS,
                    needed=len(self.items),
                )
            self.edges[item] = set()
            goals.add(goal)
            self.todo.append(lambda: self.expand(item))
        elif goal not in goals:
            goals.add(goal)
            self.todo.append(lambda: self.forward(item, goal))

    def forward(self, item: Item, goal: tuple[str, int, Place]) -> None:
        """An item reached again for another goal: pass on what is known behind it."""
        if item.dot == len(self.symbols[item.rule]):
            self.complete(item, goal)
        else:
            for place in tuple(self.edges[item]):
                self.reach(self.next_item(item, place), goal)

    def next_item(self, item: Item, place: Place) -> Item:
        name = self.symbols[item.rule][item.dot][0]
        state = self.states.goto[item.state][name] if self.states is not None else 0
        return Item(item.rule, item.dot + 1, state, place)

    def reduced(self, item: Item) -> Place:
        """The place after reducing a finished item: a lost conflict bans terminals."""
        if self.states is not None:
            lost = self.states.banned.get((item.state, self.rules[item.rule]))
            if lost:
                return item.place._replace(banned=item.place.banned | lost)
        return item.place

    def complete(self, item: Item, goal: tuple[str, int, Place]) -> None:
        place = self.reduced(item)
        if place not in self.ends[goal]:
            self.ends[goal].add(place)
            for waiting in tuple(self.waiting[goal]):
                self.link(waiting, place)

    def link(self, item: Item, place: Place) -> None:
        if place not in self.edges[item]:
            self.edges[item].add(place)
            following = self.next_item(item, place)
            for goal in tuple(self.items[item]):
                self.reach(following, goal)

    def expand(self, item: Item) -> None:
        if item.dot == len(self.symbols[item.rule]):
            for goal in tuple(self.items[item]):
                self.complete(item, goal)
            return
        name, is_terminal = self.symbols[item.rule][item.dot]
        if is_terminal:
            target = self.states.goto[item.state][name] if self.states is not None else 0
            for place in self.shift(name, item.place, target):
                self.link(item, place)
        else:
            goal = name, item.state, item.place
            self.request(goal)
            self.waiting[goal].append(item)
            for place in tuple(self.ends[goal]):
                self.link(item, place)

    # writing them out

    def write(self, state: int, first: Place, ends: set[Place]) -> str:
        """The productions of all texts from `first`; returns the name of their start, "" if there is no text."""
        ways: list[Expression] = []
        for end in ends:
            if "$END" in end.banned:
                continue
            for owed in self.after_ignored(end.lexer, end.owed):
                if self.walker.machine.may_end(owed):
                    body = self.symbol_name(self.start, state, first, end)
                    ways.append(Then((Nonterminal(body), self.ignored(end.lexer, end.owed, owed))))
        if not ways:
            return ""
        self.productions["text"] = Choice(ways)
        while self.todo:
            self.todo.pop()()
        return "text"

    def symbol_name(self, name: str, state: int, first: Place, last: Place) -> str:
        key = name, state, first, last
        if key not in self.names:
            self.names[key] = made = f"{name} #{len(self.names)}"
            self.todo.append(lambda: self.write_symbol(made, key))
        return self.names[key]

    def write_symbol(self, made: str, key: tuple[str, int, Place, Place]) -> None:
        name, state, first, last = key
        ways = []
        for rule in self.by_origin[name]:
            item = Item(rule, 0, state, first)
            if last in self.reaching(item):
                ways.append(self.rest(item, last))
        self.productions[made] = ways[0] if len(ways) == 1 else Choice(ways)

    def reaching(self, item: Item) -> set[Place]:
        """The places after reducing, over all ways from the item on."""
        stack = [item]
        if item in self.reached:
            return self.reached[item]
        while stack:  # a long rule is a long chain
            at = stack[-1]
            following = [self.next_item(at, place) for place in self.edges[at]]
            missing = [each for each in following if each not in self.reached]
            if at in self.reached or not missing:
                stack.pop()
                if at.dot == len(self.symbols[at.rule]):
                    self.reached[at] = {self.reduced(at)}
                else:
                    self.reached[at] = set().union(*(self.reached[each] for each in following))
            else:
                stack.extend(missing)
        return self.reached[item]

    def rest(self, item: Item, last: Place) -> Expression:
        """The rest of the item's rule, ending at `last`; shared by name where it branches."""
        parts: list[Expression] = []
        while item.dot < len(self.symbols[item.rule]):
            ways = [(p, n) for p in self.edges[item] if last in self.reaching(n := self.next_item(item, p))]
            if len(ways) > 1:
                parts.append(Nonterminal(self.branching(item, ways, last)))
                break
            place, following = ways[0]
            parts.append(self.symbol(item, place))
            item = following
        return parts[0] if len(parts) == 1 else Then(parts)

    def branching(self, item: Item, ways: list[tuple[Place, Item]], last: Place) -> str:
        key = item, last
        if key not in self.names:
            self.names[key] = made = f"{self.rules[item.rule].origin.name} #{len(self.names)}"
            self.todo.append(lambda: self.write_branches(made, item, ways, last))
        return self.names[key]

    def write_branches(self, made: str, item: Item, ways: list[tuple[Place, Item]], last: Place) -> None:
        branches = (Then((self.symbol(item, place), self.rest(following, last))) for place, following in ways)
        self.productions[made] = Choice(tuple(branches))

    def symbol(self, item: Item, last: Place) -> Expression:
        name, is_terminal = self.symbols[item.rule][item.dot]
        if not is_terminal:
            return Nonterminal(self.symbol_name(name, item.state, item.place, last))
        target = self.states.goto[item.state][name] if self.states is not None else 0
        return self.token(name, item.place.lexer, item.place.owed, target, last.owed)

    def token(self, name: str, lexer: int, first: Obligation, target: int, last: Obligation) -> Expression:
        """One token behind ignored ones."""
        key = "token", name, lexer, first, self.begins[target] if self.begins is not None else None, last
        if key not in self.names:
            ways = []
            for owed in self.after_ignored(lexer, first):
                for left in self.lexemes(name, lexer, owed):
                    if self.behind(left, name, target) == last:
                        ways.append(Then((self.ignored(lexer, first, owed), self.lexeme(name, lexer, owed, left))))
            self.names[key] = f"{name} #{len(self.names)}"
            self.productions[self.names[key]] = Choice(tuple(ways))
        return Nonterminal(self.names[key])

    def lexeme(self, name: str, lexer: int, first: Obligation, last: Obligation) -> Terminal:
        pattern = self.tokens(lexer, first)[name, last]
        return self.terminals.setdefault(pattern, Terminal(pattern, name))

    def ignored(self, lexer: int, first: Obligation, last: Obligation) -> Expression:
        """Any number of ignored tokens from one obligation to another."""
        if all(kind != IGNORED for owed in self.after_ignored(lexer, first) for kind, _ in self.tokens(lexer, owed)):
            return Then(())
        if self.after_ignored(lexer, first) == {first}:
            return Repeat(self.lexeme(IGNORED, lexer, first, first))
        key = "ignored", lexer, first, last
        if key not in self.names:
            self.names[key] = made = f"ignored #{len(self.names)}"
            ways: list[Expression] = [Then(())] if first == last else []
            for kind, left in self.tokens(lexer, first):
                if kind == IGNORED and last in self.after_ignored(lexer, left):
                    token = self.lexeme(IGNORED, lexer, first, left)
                    ways.append(Then((token, self.ignored(lexer, left, last))))
            self.productions[made] = Choice(ways)
        return Nonterminal(self.names[key])
