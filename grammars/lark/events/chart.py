"""Lark's Earley sets of a text and their parse forest, made a column at a time; and what reads a text into them.

Items, nodes and the completer are lark's own, so the forest is the one that lark would make. Work is counted, because
the sets of an ambiguous text grow with its length, and the work with the cube.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from lark.grammar import NonTerminal
from lark.parsers import earley_common, earley_forest
from lark.parsers.earley_forest import TokenNode
from lark.tree import Tree
from lark.utils import dedup_list

from constrain.budget import allow_more, share
from constrain.errors import LimitExceeded

from .certain import Forest, Ways, has_cycles
from .reading import Reading

MAX_ITEMS = 500_000  # Earley items of a text, of some 600 bytes each: 100,000 characters of JSON, 300 MB
MAX_STEPS = 2_000_000  # items looked at to complete others, some 10 s; clear texts take about one a character


_Item: Any = earley_common.Item
_Transformer: Any = earley_forest.ForestToParseTree


class Chart:
    """Lark's Earley sets of a text, and its forest."""

    def __init__(self, reading: Reading) -> None:
        self.parser: Any = reading.parser.parser.parser
        (start,) = reading.parser.options.start
        self.start = NonTerminal(start)
        self.columns: list[Any] = [self.parser.Set()]
        self.waiting: Any = self.parser.Set()  # items of the last column that expect a terminal
        for rule in self.parser.predictions[self.start]:
            item = _Item(rule, 0, 0)
            (self.waiting if item.expect in self.parser.TERMINALS else self.columns[0]).add(item)
        self._transitives: list[dict[Any, Any]] = [{}]
        self._nodes: dict[Any, Any] = {}  # of the last column
        self._items = self._steps = 0
        self.forest = Forest(self.parser)
        self.ways = None if has_cycles(self.parser) else Ways(self.forest, self.start)
        self._close()

    def add(self, arrivals: Iterable[tuple[Any, TokenNode | None]]) -> None:
        """Makes the next column: items with the token that each takes, or None where it is carried over."""
        parser, end = self.parser, len(self.columns)
        column, waiting = parser.Set(), parser.Set()
        self.columns.append(column)
        self._transitives.append({})
        self._nodes = {}
        for item, token in arrivals:
            new = item
            if token is not None:
                new = item.advance()
                label = (new.s, new.start, end)
                new.node = self._nodes.get(label)
                if new.node is None:
                    new.node = self._nodes[label] = parser.SymbolNode(*label)
                new.node.add_family(new.s, item.rule, new.start, item.node, token)
            (waiting if new.expect in parser.TERMINALS else column).add(new)
        self.waiting = waiting
        self._close()

    def ends(self) -> list[Any]:
        """The items of the last column with which a text may end."""
        return [item for item in self.columns[-1] if item.is_complete and item.s == self.start and item.start == 0]

    def tell(self, items: Sequence[Any]) -> None:
        """Tells what is certain if every text goes on from one of these items (which may be whole texts)."""
        if self.ways is not None:
            self.ways.tell(items)

    def tree(self) -> Any:
        """Lark's tree of the text, which ends with the last column.

        Ignored text at the end may leave several; lark raises an error of its own then, and here the first is taken.
        """
        roots = dedup_list(item.node for item in self.ends() if item.node is not None)
        if not roots:
            raise ValueError("lark's parser does not expect the text to end")
        visitor = self.parser.forest_sum_visitor
        make = _Transformer(Tree, self.parser.callbacks, visitor and visitor(), True, False)
        return make.transform(roots[0])

    def _close(self) -> None:
        """Completes and predicts in the last column."""
        end = len(self.columns) - 1
        self.parser.predict_and_complete(end, self.waiting, self.columns, self._transitives, self._nodes)
        column = self.columns[end]
        self._items += len(column) + len(self.waiting)
        self._steps += sum(len(self.columns[item.start]) for item in column if item.is_complete)
        for count, usual, what in ((self._items, MAX_ITEMS, "items"), (self._steps, MAX_STEPS, "steps")):
            if count > (limit := share(usual)):
                raise LimitExceeded(
                    f"lark: after {end} places the events of this text have taken {count} Earley {what}, limit "
                    f'{limit}; make the grammar less ambiguous, read it with parser="lalr", leave out events, or '
                    f"{allow_more(limit, count)}",
                    limit=limit,
                    needed=count,
                )
        if self.ways is not None and (column or self.waiting):
            self.ways.close(end, column, self.waiting)


def token_node(*how: Any, **more: Any) -> TokenNode:
    """A token in the forest."""
    made: Any = TokenNode
    node: TokenNode = made(*how, **more)
    return node


class Source(ABC):
    """Reads a text that grows into a chart."""

    text: str

    @abstractmethod
    def feed(self, text: str) -> None:
        """Adds what is certain now, and tells what follows from it."""

    @abstractmethod
    def finish(self) -> None:
        """Adds the rest of a text that ends here."""
