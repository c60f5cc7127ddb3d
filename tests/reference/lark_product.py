"""Rules times lexer, step by step: what `LarkProduct` of the core makes, in the same order.

Lexer states, items and requests are defined in `grammars/lark/parsing/bar_hillel.py`. Sets of lexer
states are bits of one integer.
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
from constrain.patterns.pattern import Pattern
from tests.reference.lark_follow import heads
from tests.reference.lark_quotient import Quotient

MAX_ITEMS = 300_000
MAX_WORK = 20_000_000  # edges between items that are made, passed along or written
NONE: frozenset[str] = frozenset()
# what a lexer state knows of lines: nothing, an INDENT comes next, a DEDENT comes next, the text has ended
WITHIN, INDENT, DEDENT, ENDED = range(4)


class LexState(NamedTuple):
    """Where a text stands between two tokens."""

    lexer: int
    obligation: Obligation
    lost: frozenset[str]
    line: int


class Request:
    """A symbol and the states where it begins; `ends` are the lexer states after it, `waiting` the items before it."""

    __slots__ = ("ends", "firsts", "waiting")

    def __init__(self) -> None:
        self.ends = 0
        self.waiting: list[Item] = []
        self.firsts: list[Item] = []


class Item:
    """A rule read up to `at`, the state there, the lexer state, and whether the rule stands within brackets.

    `edges` leads from each lexer state after the next symbol to the item there; `reach` are the lexer states where the
    rule ends, `unsent` those of them that the items before do not know of yet.
    """

    __slots__ = (
        "at",
        "before",
        "edges",
        "groups",
        "inner",
        "lex_state",
        "reach",
        "requests",
        "state",
        "steps",
        "unsent",
    )

    def __init__(self, at: int, state: int, lex_state: int, inner: bool) -> None:
        self.at, self.state, self.lex_state, self.inner = at, state, lex_state, inner
        self.edges: dict[int, Item] = {}
        self.steps: dict[
            int, Expression
        ] = {}  # what the writer has made of the next symbol, by the lexer states after it
        self.before: list[Item] = []
        self.reach = self.unsent = 0
        self.requests: list[Request] = []  # those that may begin with it
        self.groups: dict[Item, int] | None = None  # for the writer: by item that edges lead to, their lexer states

    def following(self) -> dict[Item, int]:
        """The items after the next symbol, each with the lexer states that lead there; asked when all edges are made."""
        if self.groups is None:
            self.groups = {}
            for lex_state, item in self.edges.items():
                self.groups[item] = self.groups.get(item, 0) | 1 << lex_state
        return self.groups


class Product:
    """`lexers[i]` reads in lexer states of lexer i; with a layout, the second half of them reads within brackets.

    `states` tells derivations apart that lark's table tells apart (None: all states are one), and says which lexer
    reads after a terminal; `accepts[state]` are the terminals that may come there, ignored ones among them.
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
        self.lex_states: list[LexState] = []
        self._numbers: dict[LexState, int] = {}
        self._tokens: dict[tuple[int, Obligation], dict[tuple[str, Obligation], Texts]] = {}
        self._lines: dict[tuple[int, Obligation], dict[Obligation, list[tuple[Pattern, Pattern]]]] = {}
        self._ignores: dict[tuple[int, Obligation], dict[Obligation, None]] = {}
        self._kinds: dict[tuple[int, Obligation], dict[str, list[Obligation]]] = {}
        self._following: dict[tuple[frozenset[str], int], frozenset[str]] = {}
        self._shifts: dict[Any, list[int]] = {}
        self._narrow: dict[tuple[frozenset[str], int], int] = {}
        self.heads = [None if head is None or head & virtual else head for row in heads(rules) for head in row]
        self._always = frozenset[str]().union(*(lexer.ignore | lexer.dropped for lexer in lexers))
        self.requests: dict[tuple[str, int, int], Request] = {}
        self.items: dict[tuple[int, int, int, bool], Item] = {}
        self.todo: list[Item] = []
        self.flows: deque[Item] = deque()
        self.work = 0

    def lex_state(self, lexer: int, obligation: Obligation, lost: frozenset[str] = NONE, line: int = WITHIN) -> int:
        """The number of a lexer state."""
        lex_state = LexState(lexer, obligation, lost, line)
        number = self._numbers.get(lex_state)
        if number is None:
            number = self._numbers[lex_state] = len(self.lex_states)
            self.lex_states.append(lex_state)
        return number

    # tokens

    def tokens(self, lexer: int, obligation: Obligation) -> dict[tuple[str, Obligation], Texts]:
        """What one token from here can be, and its texts."""
        key = lexer, obligation
        if key not in self._tokens:
            self._tokens[key] = self.walker.tokens(self.lexers[lexer], obligation)
        return self._tokens[key]

    def line_ends(self, lexer: int, obligation: Obligation) -> dict[Obligation, list[tuple[Pattern, Pattern]]]:
        """By the obligation left after a line end: its texts up to the last line feed, each with indentations after it."""
        key = lexer, obligation
        if key not in self._lines:
            assert self.layout is not None
            self._lines[key] = self.walker.line_ends(self.lexers[lexer], obligation, self.layout.newline)
        return self._lines[key]

    def after_ignored(self, lexer: int, obligation: Obligation) -> dict[Obligation, None]:
        """The obligations after any number of ignored tokens, in the order in which they are found."""
        key = lexer, obligation
        if key not in self._ignores:
            found, stack = {obligation: None}, [obligation]
            while stack:
                for left in self.lexemes(IGNORED, lexer, stack.pop()):
                    if left not in found:
                        found[left] = None
                        stack.append(left)
            self._ignores[key] = found
        return self._ignores[key]

    def left_after(self, left: Obligation, name: str, target: int) -> Obligation | None:
        """The obligation left after terminal `name`, in state `target`: of a token's obligation what can matter there."""
        following = self.walker.followers.get(name)
        if following is None:
            return left
        if self.accepts is not None:
            key = following, target
            if key not in self._following:
                self._following[key] = following & self.accepts[target]
            following = self._following[key]
        return self.walker.within(left, following)

    def lexemes(self, name: str, lexer: int, obligation: Obligation) -> list[Obligation]:
        """The obligations that may be left after a token of the type."""
        if self.layout is not None and name == self.layout.newline:
            return list(self.line_ends(lexer, obligation)) if lexer < self.outer else []
        key = lexer, obligation
        if key not in self._kinds:
            kinds = self._kinds[key] = {}
            for kind, left in self.tokens(lexer, obligation):
                kinds.setdefault(kind, []).append(left)
        return self._kinds[key].get(name, [])

    def goto(self, state: int, name: str) -> int:
        """The state after a symbol."""
        return self.states.goto[state][name] if self.states is not None else 0

    def shift(self, name: str, number: int, target: int, inner: bool) -> list[int]:
        """The lexer states after terminal `name`, in state `target`; `inner`: within brackets."""
        key = name, number, target, inner
        if key not in self._shifts:
            self._shifts[key] = list(dict.fromkeys(self._after_terminal(name, self.lex_states[number], target, inner)))
        return self._shifts[key]

    def _after_terminal(self, name: str, lex_state: LexState, target: int, inner: bool) -> Iterable[int]:
        if name in lex_state.lost:
            return
        following = (self.states.lexer[target] if self.states is not None else 0) + inner * self.outer
        layout = self.layout
        if layout is not None and name == layout.indent:
            if lex_state.line == INDENT:
                yield self.lex_state(following, lex_state.obligation)
            return
        if layout is not None and name == layout.dedent:
            if lex_state.line == DEDENT:
                yield self.lex_state(following, lex_state.obligation)
                yield self.lex_state(following, lex_state.obligation, NONE, DEDENT)
            elif lex_state.line == ENDED or any(map(self.walker.machine.may_end, self.after_ignored(*lex_state[:2]))):
                yield self.lex_state(0, FREE, NONE, ENDED)
            return
        if lex_state.line != WITHIN:
            return
        lines = (WITHIN, INDENT, DEDENT) if layout is not None and name == layout.newline else (WITHIN,)
        for obligation in self.after_ignored(lex_state.lexer, lex_state.obligation):
            for each in self.lexemes(name, lex_state.lexer, obligation):
                left = self.left_after(each, name, target)
                if left is not None:
                    for line in lines:
                        yield self.lex_state(following, left, NONE, line)

    # which pairs of lexer states occur

    def tabulate(self, start: str, state: int, first: int) -> Request:
        """Everything that the start symbol can be from the first lexer state."""
        request = self.requested(start, state, first)
        while self.todo or self.flows:  # ends are passed on last, many at a time
            if self.todo:
                self._expand(self.todo.pop())
            else:
                self._flow(self.flows.popleft())
        return request

    def burn(self, amount: int) -> None:
        """Counts edges, so that what has few items but leads from each to all others ends in an error too."""
        self.work += amount
        if self.work > MAX_WORK:
            raise LimitExceeded(
                f"lark: the grammar times its lexer's states needs more than {MAX_WORK} steps; a smaller grammar, "
                "lexer='basic', or terminals that do not overlap need fewer",
                limit=MAX_WORK,
                needed=self.work,
            )

    def requested(self, name: str, state: int, lex_state: int) -> Request:
        key = name, state, lex_state
        request = self.requests.get(key)
        if request is None:
            request = self.requests[key] = Request()
            inner = self.lex_states[lex_state].lexer >= self.outer
            for at in self.by_origin.get(name, ()):
                item = self._item(at, state, lex_state, inner)
                item.requests.append(request)
                request.firsts.append(item)
                request.ends |= item.reach
        return request

    def _item(self, at: int, state: int, lex_state: int, inner: bool) -> Item:
        head = self.heads[at]
        if head is not None:
            lex_state = self._narrowed(head, lex_state)
        key = at, state, lex_state, inner
        item = self.items.get(key)
        if item is None:
            item = self.items[key] = Item(at, state, lex_state, inner)
            self.todo.append(item)
            if len(self.items) > MAX_ITEMS:
                raise LimitExceeded(
                    f"lark: the grammar times its lexer's states needs more than {MAX_ITEMS} items; a smaller grammar, "
                    "lexer='basic', or terminals that do not overlap need fewer",
                    limit=MAX_ITEMS,
                    needed=len(self.items),
                )
        return item

    def _narrowed(self, head: frozenset[str], number: int) -> int:
        """The lexer state as far as it matters where a terminal of the head comes next."""
        key = head, number
        if key not in self._narrow:
            lex_state = self.lex_states[number]
            wanted = head | self._always
            obligation = self.walker.within(lex_state.obligation, wanted) if lex_state.line == WITHIN else None
            self._narrow[key] = number
            if obligation is not None:
                self._narrow[key] = self.lex_state(lex_state.lexer, obligation, lex_state.lost & head)
        return self._narrow[key]

    def _expand(self, item: Item) -> None:
        symbol = self.symbols[item.at]
        if symbol is None:
            self._ends(item, 1 << self._reduced(item))
            return
        name, is_terminal = symbol
        if is_terminal:
            target = self.goto(item.state, name)
            for lex_state in self.shift(name, item.lex_state, target, item.inner or self.within[item.at + 1]):
                self._link(item, lex_state)
        else:
            request = self.requested(name, item.state, item.lex_state)
            request.waiting.append(item)
            for lex_state in bits(request.ends):
                self._link(item, lex_state)

    def _reduced(self, item: Item) -> int:
        """The lexer state after reducing a finished item: a lost conflict forbids terminals."""
        if self.states is not None:
            lost = self.states.lost_by.get((item.state, self.rule_at[item.at]))
            if lost:
                lex_state = self.lex_states[item.lex_state]
                return self.lex_state(lex_state.lexer, lex_state.obligation, lex_state.lost | lost, lex_state.line)
        return item.lex_state

    def _link(self, item: Item, lex_state: int) -> None:
        if lex_state not in item.edges:
            symbol = self.symbols[item.at]
            assert symbol is not None
            following = self._item(item.at + 1, self.goto(item.state, symbol[0]), lex_state, item.inner)
            self.burn(1)
            item.edges[lex_state] = following
            following.before.append(item)
            if following.reach:
                self._ends(item, following.reach)

    def _ends(self, item: Item, lex_states: int) -> None:
        """Lexer states where the item's rule can end."""
        new = lex_states & ~item.reach
        if new:
            item.reach |= new
            if not item.unsent:
                self.flows.append(item)
            item.unsent |= new

    def _flow(self, item: Item) -> None:
        """The item's new ends are those of all items that lead to it, and of the requests that it may begin."""
        new, item.unsent = item.unsent, 0
        self.burn(len(item.before))
        for before in item.before:
            self._ends(before, new)
        for request in item.requests:
            fresh = new & ~request.ends
            request.ends |= fresh
            for waiting in request.waiting:
                for lex_state in bits(fresh):
                    self._link(waiting, lex_state)


def bits(number: int) -> Iterable[int]:
    """The lexer states in a set of lexer states."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
