"""The product written out as an ordinary context-free grammar; nothing written is unproductive.

A symbol from one place to another is a production; the rest of a rule behind a branch is one too, shared by whatever
leads there. Ignored tokens stand before the token that they precede.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constrain.grammar import BlockEnd, Choice, Expression, LineEnd, Nonterminal, Repeat, Terminal
from constrain.grammar import Sequence as Then
from constrain.pattern import Pattern

from .lexer import IGNORED
from .product import DEDENT, ENDED, INDENT, WITHIN, Goal, Item, Product, bits
from .threads import Obligation

_KINDS = {WITHIN: LineEnd.LEVEL, INDENT: LineEnd.DEEPER, DEDENT: LineEnd.SHALLOWER}
_NOTHING = Then(())


class Writer:
    """Productions of a tabulated product."""

    def __init__(self, product: Product) -> None:
        self.product = product
        self.productions: dict[str, Expression] = {}
        self.names: dict[Any, Nonterminal] = {}
        self.terminals: dict[Pattern, Terminal] = {}
        self.line_ends: dict[Any, LineEnd] = {}
        self.todo: list[Callable[[], None]] = []

    def text(self, name: str, goal: Goal) -> str:
        """The productions of all texts of the goal; returns the name of their start, "" if there is no text."""
        product = self.product
        ways: list[Expression] = []
        for number in bits(goal.ends):
            end = product.places[number]
            if "$END" in end.banned:
                continue
            if end.line == ENDED:
                ways.append(self.symbol(name, goal, number))
            elif end.line == WITHIN:
                rest = self.ending(end.lexer, end.owed)
                if rest is not None:
                    ways.append(Then((self.symbol(name, goal, number), rest)))
        if not ways:
            return ""
        self.productions["text"] = Choice(ways)
        while self.todo:
            self.todo.pop()()
        return "text"

    def ending(self, lexer: int, owed: Obligation) -> Expression | None:
        """Ignored tokens up to where the text may end; None where it may not."""
        may_end = self.product.walker.machine.may_end
        ways = [self.ignored(lexer, owed, left) for left in self.product.after_ignored(lexer, owed) if may_end(left)]
        return Choice(ways) if ways else None

    def named(self, key: Any, name: str, write: Callable[[], Expression]) -> Nonterminal:
        """The nonterminal for `key`, whose production is written later."""
        known = self.names.get(key)
        if known is None:
            known = self.names[key] = Nonterminal(f"{name} #{len(self.names)}")
            made = known.name
            self.productions[made] = _NOTHING  # in the order of their names

            def later() -> None:
                self.productions[made] = write()

            self.todo.append(later)
        return known

    def symbol(self, name: str, goal: Goal, last: int) -> Nonterminal:
        return self.named((goal, last), name, lambda: self._symbol(goal, last))

    def _symbol(self, goal: Goal, last: int) -> Expression:
        ways = [self.rest(item, last) for item in goal.firsts if item.reach >> last & 1]
        return ways[0] if len(ways) == 1 else Choice(ways)

    def rest(self, item: Item, last: int) -> Expression:
        """The rest of the item's rule, ending at `last`."""
        parts: list[Expression] = []
        product = self.product
        while product.symbols[item.at] is not None:
            ways = [(place, each) for place, each in item.edges.items() if each.reach >> last & 1]
            if len(ways) > 1:
                parts.append(self._branching(item, ways, last))
                break
            ((place, following),) = ways
            parts.append(self._step(item, place))
            item = following
        return parts[0] if len(parts) == 1 else Then(parts)

    def _branching(self, item: Item, ways: list[tuple[int, Item]], last: int) -> Nonterminal:
        def write() -> Expression:
            return Choice([Then((self._step(item, place), self.rest(each, last))) for place, each in ways])

        return self.named((item, last), self.product.rule_at[item.at].origin.name, write)

    def _step(self, item: Item, last: int) -> Expression:
        product = self.product
        symbol = product.symbols[item.at]
        assert symbol is not None
        name, is_terminal = symbol
        if not is_terminal:
            return self.symbol(name, product.goals[name, item.state, item.place], last)
        first, end = product.places[item.place], product.places[last]
        layout = product.layout
        if layout is not None and name == layout.indent:
            return _NOTHING
        if layout is not None and name == layout.dedent:
            if end.line == ENDED:
                block_end = BlockEnd(BlockEnd.TEXT)
                rest = None if first.line == ENDED else self.ending(first.lexer, first.owed)
                return block_end if rest is None else Then((rest, block_end))
            return BlockEnd(BlockEnd.INNER if end.line == DEDENT else BlockEnd.LAST)
        target = product.goto(item.state, name)
        accepts = product.accepts[target] if product.accepts is not None else None
        key = "token", name, first.lexer, first.owed, accepts, end.owed, end.line
        return self.named(key, name, lambda: self._token(name, first.lexer, first.owed, target, end.owed, end.line))

    def _token(self, name: str, lexer: int, first: Obligation, target: int, last: Obligation, line: int) -> Expression:
        """One token behind ignored ones."""
        product = self.product
        ways: list[Expression] = []
        for owed in product.after_ignored(lexer, first):
            for left in product.lexemes(name, lexer, owed):
                if product.behind(left, name, target) == last:
                    token: Expression
                    if product.layout is not None and name == product.layout.newline:
                        token = self.line_end(name, lexer, owed, left, line)
                    else:
                        token = self.lexeme(name, lexer, owed, left)
                    ways.append(Then((self.ignored(lexer, first, owed), token)))
        return Choice(ways)

    def lexeme(self, name: str, lexer: int, first: Obligation, last: Obligation) -> Terminal:
        return self._terminal(self.product.tokens(lexer, first)[name, last], name)

    def _terminal(self, pattern: Pattern, name: str) -> Terminal:
        known = self.terminals.get(pattern)
        if known is None:
            known = self.terminals[pattern] = Terminal(pattern, name)
        return known

    def line_end(self, name: str, lexer: int, first: Obligation, last: Obligation, line: int) -> Expression:
        layout = self.product.layout
        assert layout is not None
        ways: list[Expression] = []
        for head, tail in self.product.line_ends(lexer, first)[last]:
            key = head, tail, line
            if key not in self.line_ends:
                ended, indented = self._terminal(head, name), self._terminal(tail, f"indentation behind {name}")
                self.line_ends[key] = LineEnd(ended, indented, _KINDS[line], layout.tab)
            ways.append(self.line_ends[key])
        return Choice(ways)

    def ignored(self, lexer: int, first: Obligation, last: Obligation) -> Expression:
        """Any number of ignored tokens from one obligation to another."""
        product = self.product
        after = product.after_ignored(lexer, first)
        if not any(product.lexemes(IGNORED, lexer, owed) for owed in after):
            return _NOTHING
        if after == {first}:
            return Repeat(self.lexeme(IGNORED, lexer, first, first))
        return self.named(("ignored", lexer, first, last), "ignored", lambda: self._ignored(lexer, first, last))

    def _ignored(self, lexer: int, first: Obligation, last: Obligation) -> Expression:
        ways: list[Expression] = [_NOTHING] if first == last else []
        for left in self.product.lexemes(IGNORED, lexer, first):
            if last in self.product.after_ignored(lexer, left):
                token = self.lexeme(IGNORED, lexer, first, left)
                ways.append(Then((token, self.ignored(lexer, left, last))))
        return Choice(ways)
