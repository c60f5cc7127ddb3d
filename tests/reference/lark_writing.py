"""The product written out as an ordinary context-free grammar; nothing written is unproductive.

A symbol from one lexer state to any of a set of others is a production, since what follows seldom tells all of them
apart; the rest of a rule after a branch is one too, shared by whatever leads there. Ignored tokens stand before the
token that they precede.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from constrain.grammar import BlockEnd, Choice, Expression, LineEnd, Nonterminal, Repeat, Terminal
from constrain.grammar import Sequence as Then
from constrain.grammars.lark.lexing.lexer import IGNORED
from constrain.grammars.lark.lexing.pike_vm import Obligation
from constrain.grammars.regex.algebra import union
from constrain.patterns.pattern import Pattern, encode
from tests.reference.lark_product import DEDENT, ENDED, INDENT, WITHIN, Item, LexState, Product, Request, bits

_KINDS = {WITHIN: LineEnd.LEVEL, INDENT: LineEnd.DEEPER, DEDENT: LineEnd.SHALLOWER}
_NOTHING = Then(())


class Writer:
    """Productions of a tabulated product."""

    def __init__(self, product: Product) -> None:
        self.product = product
        self.productions: dict[str, Expression] = {}
        self.names: dict[Any, Nonterminal] = {}
        self.terminals: dict[int, Terminal] = {}
        self.by_code: dict[bytes, Terminal] = {}
        self.patterns: list[Pattern] = []
        self.line_ends: dict[Any, LineEnd] = {}
        self.todo: list[Callable[[], None]] = []

    def text(self, name: str, request: Request) -> str:
        """The productions of all texts of the request; returns the name of their start, "" if there is no text."""
        product = self.product
        ended: dict[tuple[int, Obligation] | None, int] = {}  # lexer states by what may come after them
        for number in bits(request.ends):
            end = product.lex_states[number]
            if "$END" not in end.lost and end.line in (ENDED, WITHIN):
                key = None if end.line == ENDED else (end.lexer, end.obligation)
                ended[key] = ended.get(key, 0) | 1 << number
        ways: list[Expression] = []
        for end_key, lex_states in ended.items():
            rest = _NOTHING if end_key is None else self.ending(*end_key)
            if rest is not None:
                ways.append(Then((self.symbol(name, request, lex_states), rest)))
        if not ways:
            return ""
        self.productions["text"] = Choice(ways)
        while self.todo:
            self.todo.pop()()
        return "text"

    def ending(self, lexer: int, obligation: Obligation) -> Expression | None:
        """Ignored tokens up to where the text may end; None where it may not."""
        may_end = self.product.walker.machine.may_end
        ways = [
            self.ignored(lexer, obligation, left)
            for left in self.product.after_ignored(lexer, obligation)
            if may_end(left)
        ]
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

    def symbol(self, name: str, request: Request, lasts: int) -> Nonterminal:
        """The symbol from where the request begins to any of the lexer states."""
        lasts &= request.ends
        return self.named((request, lasts), name, lambda: self._symbol(request, lasts))

    def _symbol(self, request: Request, lasts: int) -> Expression:
        ways = [self.rest(item, lasts) for item in request.firsts if item.reach & lasts]
        return ways[0] if len(ways) == 1 else Choice(ways)

    def rest(self, item: Item, lasts: int) -> Expression:
        """The rest of the item's rule, ending at one of the lexer states."""
        parts: list[Expression] = []
        product = self.product
        while product.symbols[item.at] is not None:
            found = item.following()
            product.burn(len(found))
            ways = {following: lex_states for following, lex_states in found.items() if following.reach & lasts}
            if len(ways) > 1:
                parts.append(self._branching(item, ways, lasts & item.reach))
                break
            ((next_item, lex_states),) = ways.items()
            parts.append(self._step(item, lex_states))
            item = next_item
        return parts[0] if len(parts) == 1 else Then(parts)

    def _branching(self, item: Item, ways: dict[Item, int], lasts: int) -> Nonterminal:
        def write() -> Expression:
            return Choice(
                [Then((self._step(item, lex_states), self.rest(each, lasts))) for each, lex_states in ways.items()]
            )

        return self.named((item, lasts), self.product.rules[self.product.rule_at[item.at]].origin.name, write)

    def _step(self, item: Item, lasts: int) -> Expression:
        """The item's next symbol, up to one of the lexer states."""
        known = item.steps.get(lasts)
        if known is None:
            known = item.steps[lasts] = self._next(item, lasts)
        return known

    def _next(self, item: Item, lasts: int) -> Expression:
        product = self.product
        symbol = product.symbols[item.at]
        assert symbol is not None
        name, is_terminal = symbol
        if not is_terminal:
            return self.symbol(name, product.requests[name, item.state, item.lex_state], lasts)
        first, ends = product.lex_states[item.lex_state], [product.lex_states[last] for last in bits(lasts)]
        layout = product.layout
        if layout is not None and name == layout.indent:
            return _NOTHING
        if layout is not None and name == layout.dedent:
            return Choice([self._block_end(first, end) for end in ends])
        target = product.goto(item.state, name)
        accepts = product.accepts[target] if product.accepts is not None else None
        lefts = dict.fromkeys((end.obligation, end.line) for end in ends)
        key = "token", name, first.lexer, first.obligation, accepts, frozenset(lefts)
        return self.named(key, name, lambda: self._token(name, first.lexer, first.obligation, target, lefts))

    def _block_end(self, first: LexState, end: LexState) -> Expression:
        if end.line != ENDED:
            return BlockEnd(BlockEnd.INNER if end.line == DEDENT else BlockEnd.LAST)
        block_end = BlockEnd(BlockEnd.TEXT)
        rest = None if first.line == ENDED else self.ending(first.lexer, first.obligation)
        return block_end if rest is None else Then((rest, block_end))

    def _token(
        self, name: str, lexer: int, first: Obligation, target: int, lasts: Collection[tuple[Obligation, int]]
    ) -> Expression:
        """One token after ignored ones, up to any of the obligations and line ends."""
        product = self.product
        ways: list[Expression] = []
        for obligation in product.after_ignored(lexer, first):
            tokens: list[Expression] = []
            lefts = [
                (left, product.left_after(left, name, target)) for left in product.lexemes(name, lexer, obligation)
            ]
            if product.layout is not None and name == product.layout.newline:
                for left, after in lefts:
                    for last, line in lasts:
                        if last == after:
                            tokens.append(self.line_end(name, lexer, obligation, left, line))
            else:
                wanted = {last for last, _ in lasts}
                texts = [
                    product.tokens(lexer, obligation)[name, left].pattern for left, after in lefts if after in wanted
                ]
                if texts:
                    tokens.append(self._terminal(union(texts), name))
            ways.extend(Then((self.ignored(lexer, first, obligation), token)) for token in tokens)
        return Choice(ways)

    def lexeme(self, name: str, lexer: int, first: Obligation, last: Obligation) -> Terminal:
        return self._terminal(union([self.product.tokens(lexer, first)[name, last].pattern]), name)

    def _terminal(self, pattern: Pattern, name: str) -> Terminal:
        known = self.terminals.get(id(pattern))
        if known is None:
            # patterns are compared by their code, which is as long as they are: made once for each
            known = self.by_code.setdefault(encode(pattern), Terminal(pattern, name))
            self.terminals[id(pattern)] = known
            self.patterns.append(pattern)  # as long as it lives, its id is its own
        return known

    def line_end(self, name: str, lexer: int, first: Obligation, last: Obligation, line: int) -> Expression:
        layout = self.product.layout
        assert layout is not None
        ways: list[Expression] = []
        for head, tail in self.product.line_ends(lexer, first)[last]:
            ended, indented = self._terminal(head, name), self._terminal(tail, f"indentation after {name}")
            key = ended, indented, line
            if key not in self.line_ends:
                self.line_ends[key] = LineEnd(ended, indented, _KINDS[line], layout.tab)
            ways.append(self.line_ends[key])
        return Choice(ways)

    def ignored(self, lexer: int, first: Obligation, last: Obligation) -> Expression:
        """Any number of ignored tokens from one obligation to another."""
        product = self.product
        after = product.after_ignored(lexer, first)
        if not any(product.lexemes(IGNORED, lexer, obligation) for obligation in after):
            return _NOTHING
        if list(after) == [first]:
            return Repeat(self.lexeme(IGNORED, lexer, first, first))
        return self.named(("ignored", lexer, first, last), "ignored", lambda: self._ignored(lexer, first, last))

    def _ignored(self, lexer: int, first: Obligation, last: Obligation) -> Expression:
        ways: list[Expression] = [_NOTHING] if first == last else []
        for left in self.product.lexemes(IGNORED, lexer, first):
            if last in self.product.after_ignored(lexer, left):
                token = self.lexeme(IGNORED, lexer, first, left)
                ways.append(Then((token, self.ignored(lexer, left, last))))
        return Choice(ways)
