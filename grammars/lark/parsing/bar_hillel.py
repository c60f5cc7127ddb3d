"""Rules times lexer: which symbol leads from which lexer state between two tokens to which other.

Between two tokens, all that matters of the past is the lexer that reads next, the obligation that earlier tokens left,
the terminals that a lost LALR conflict forbids to come next, and with an Indenter what the last line end promised:
together a *lexer state* (`LexState`). In `a = b`, the state after `a` says that no letter may come next, since `NAME`
would have been longer; what `a` was, and the rules it stands in, are no part of it. The construction of Bar-Hillel,
Perles and Shamir (1961) makes a nonterminal "X from lexer state p to lexer state q" for each pair that occurs. A
*request* asks for all that a symbol can be from one lexer state on. Items (a position in a rule, an LALR state, a lexer
state) are found from the start symbol on; the lexer states at which an item's rule can end flow back along the edges.
Where the rest of a rule cannot be empty, a lexer state is narrowed to what the terminals that the rest begins with can
tell apart.

The core makes the product (bar_hillel.h) and a graph of it (product_graph.h); it asks here what tokens there are and
what they leave. The oracle, the same in plain Python: tests/reference/lark_product.py and lark_writing.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from constrain.budget import allow_more, share
from constrain.errors import LimitExceeded
from constrain.grammar import FlatGrammar, LineEnd, Terminal
from constrain.patterns.pattern import Pattern, encode

from ..._native import LarkRules, LarkStates, lark_graph
from ...regex.algebra import union
from ..lexing.lexer import IGNORED, Lexer, Walker
from ..lexing.pike_vm import FREE, Obligation
from ..lexing.state_elimination import Texts
from .flat_grammar import Written, block_end
from .indenter import Layout
from .lalr import END

MAX_ITEMS = 300_000
MAX_BEGINNINGS = 500  # pairs of a lexer and the obligation it begins under; large grammars have two hundred
MAX_WORK = 20_000_000  # edges between items that are made, passed along or written
_IGNORED = -1  # instead of a terminal's number


class Product:
    """What tokens there are, for the core: lexers, obligations, terminals and their patterns by number.

    `lexers[i]` reads in lexer states of lexer i; with a layout, the second half of them reads within brackets.
    `numbers` are those of all symbols, of the terminals beside them, and of the end of the text.
    """

    def __init__(
        self, numbers: Mapping[str, int], walker: Walker, lexers: Sequence[Lexer], layout: Layout | None
    ) -> None:
        self.numbers, self.walker, self.lexers, self.layout = numbers, walker, lexers, layout
        self.names = list(numbers)
        self._obligations: list[Obligation] = [FREE]
        self._number_of: dict[Obligation, int] = {FREE: 0}
        self._beginnings = 0
        self._lines: dict[tuple[int, int], dict[Obligation, list[tuple[Pattern, Pattern]]]] = {}
        self._texts: list[Texts] = []
        self._text_of: dict[int, int] = {}  # by identity; the list holds them
        self._by_code: dict[bytes, int] = {}
        self._terminals: list[Terminal] = []

    def grammar(self, rules: LarkRules, start: str, states: LarkStates | None, lexer: int) -> Written | None:
        """The texts of a symbol that begins with the lexer; None if there are none.

        `states` tells derivations apart that lark's table tells apart (None: all states are one), and says which lexer
        reads after a terminal and which terminals may come there, ignored ones among them.
        """
        numbers = self.numbers
        layout, lines = self.layout, None
        if layout is not None:
            newline, indent, dedent = (numbers.get(s, -2) for s in (layout.newline, layout.indent, layout.dedent))
            lines = newline, indent, dedent, self._numbered(layout.opening), self._numbered(layout.closing)
        beginning = FREE._replace(before=self.walker.preceding.beginning)
        shared = {each: self._numbered(each) for each in set(self.walker.followers.values())}
        following = [shared.get(self.walker.followers.get(name)) for name in self.names]  # type: ignore[arg-type]
        made = lark_graph(
            rules,
            self,
            following,
            len(self.lexers),
            self._numbered(frozenset[str]().union(*(lexer.ignore | lexer.dropped for lexer in self.lexers))),
            states,
            lines,
            layout.tab if layout is not None else 0,
            (numbers[start], lexer, self._number(beginning)),
            numbers[END],
            share(MAX_ITEMS),
            share(MAX_WORK),
        )
        if made is None:
            return None
        terminals, code = made
        return Written(FlatGrammar([self._written(*each) for each in terminals], ["text"], [code], 0, []))

    def _numbered(self, names: Iterable[str]) -> list[int]:
        return [self.numbers[name] for name in names if name in self.numbers]

    def _number(self, obligation: Obligation) -> int:
        number = self._number_of.setdefault(obligation, len(self._obligations))
        if number == len(self._obligations):
            self._obligations.append(obligation)
        return number

    def _text(self, texts: Texts) -> int:
        number = self._text_of.setdefault(id(texts), len(self._texts))
        if number == len(self._texts):
            self._texts.append(texts)
        return number

    def _written(self, kind: int, of: int) -> Terminal:
        """A terminal of the finished grammar, by what it is to the core."""
        if kind == 0:
            return self._terminals[of]
        if kind == 2:
            return block_end(of)
        head = self._terminals[of]
        return LineEnd(head, head, LineEnd.LEVEL).head

    # what the core asks, each question once

    def tokens(self, lexer: int, obligation: int) -> list[tuple[int, int, int]]:
        """What one token from here can be, the obligation left after it, and its texts."""
        if self._beginnings >= (limit := share(MAX_BEGINNINGS)):
            raise LimitExceeded(
                f"lark: what tokens may ask of the text after them makes more than {limit} lexers; give "
                f"terminals that overlap clearer beginnings or ends, or {allow_more(limit, limit + 1)}",
                limit=limit,
                needed=limit + 1,
            )
        self._beginnings += 1
        number, text, numbers = self._number, self._text, self.numbers
        return [
            (_IGNORED if kind == IGNORED else numbers[kind], number(left), text(texts))
            for (kind, left), texts in self.walker.tokens(self.lexers[lexer], self._obligations[obligation]).items()
        ]

    def line_ends(self, lexer: int, obligation: int) -> list[int]:
        """The obligations that may be left after a line end."""
        assert self.layout is not None
        found = self.walker.line_ends(self.lexers[lexer], self._obligations[obligation], self.layout.newline)
        self._lines[lexer, obligation] = found
        return [self._number(left) for left in found]

    def within(self, obligation: int, following: Sequence[int]) -> int:
        """What of an obligation matters where one of the terminals comes next; -1 where nothing can fulfil it."""
        names = self.names
        left = self.walker.within(self._obligations[obligation], frozenset(names[each] for each in following))
        return -1 if left is None else self._number(left)

    def may_end(self, obligation: int) -> bool:
        """Whether the text may end under an obligation."""
        return self.walker.machine.may_end(self._obligations[obligation])

    def terminal(self, name: int, texts: Sequence[int]) -> int:
        """The number of the terminal that has any of the texts."""
        kind = IGNORED if name == _IGNORED else self.names[name]
        return self._terminal(union(self._texts[each].pattern for each in texts), kind)

    def line_end(self, name: int, lexer: int, obligation: int, left: int) -> list[tuple[int, int]]:
        """The patterns of line ends that leave the obligation: up to the last line feed, and of the indentation."""
        kind = self.names[name]
        return [
            (self._terminal(head, kind), self._terminal(tail, f"indentation after {kind}"))
            for head, tail in self._lines[lexer, obligation][self._obligations[left]]
        ]

    def _terminal(self, pattern: Pattern, name: str) -> int:
        # patterns are compared by their code, which is as long as they are
        number = self._by_code.setdefault(code := encode(pattern), len(self._terminals))
        if number == len(self._terminals):
            self._terminals.append(Terminal(pattern, name, code))
        return number
