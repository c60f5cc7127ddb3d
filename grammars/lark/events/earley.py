"""Completed subtrees of texts that lark reads by Earley's algorithm: those of the tree that lark would choose.

Lark's parser keeps an Earley set for each place between tokens (or characters, for its dynamic lexers), and a parse
forest with every derivation; of a part of the text that has several it takes one, by priorities and the rules' order.
That choice depends on the part alone. So lark's own sets and forest are made here, a column at a time as the text
comes, and every finished part of the forest has its tree at once. What is not known is which of the parts will be in
the tree of the whole text: a part is told when every item that the text may go on from has it (`certain.py`).

At the end lark's own transformer makes the tree of the forest, and what has not been told is told.

Rules that derive themselves (`a: a | "x"`) make forests with cycles, where lark's choice depends on more. Their texts
tell everything at the end.
"""

from __future__ import annotations

import codecs
from collections import Counter
from typing import Any

from lark.lexer import BasicLexer
from lark.tree import Tree

from constrain.events import Event, EventReader

from .chart import Chart, Source, token_node
from .dynamic import ByCharacters
from .reading import Reading, event_of, span
from .tokens import Tokens


class EarleyEvents(EventReader):
    """Completed subtrees: `path` is the rule's name (or its alias), `value` the text of the subtree.

    What is told is in lark's tree of the text, whatever comes after it, and at the end all of lark's tree has been
    told. Where a text has several trees, lark's tree is the one that `ambiguity="resolve"` chooses. Subtrees come
    before the trees that they are in. `partial` is the list of the largest trees told so far; in the end it is the
    tree.

    `feed` raises LimitExceeded where a text takes too many Earley items, as a long text of a very ambiguous grammar
    does.
    """

    def __init__(self, reading: Reading) -> None:
        self._chart = Chart(reading)
        source = ByTokens if reading.parser.options.lexer == "basic" else ByCharacters
        self._source: Source = source(reading, self._chart)
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._tree: Any = None
        self._ended = False

    def feed(self, data: bytes) -> list[Event]:
        self._source.feed(self._decoder.decode(data))
        return self._told()

    def finish(self) -> list[Event]:
        self._decoder.decode(b"", final=True)
        self._source.finish()
        events = self._told()
        text = self._source.text
        known = Counter(_key(tree) for tree in self._chart.forest.told_trees)
        self._tree, self._ended = self._chart.tree(), True
        for tree in _post_order(self._tree):
            key = _key(tree)
            if known[key]:
                known[key] -= 1
            elif not str(tree.data).startswith("_"):
                events.append(event_of(tree, text))
        return events

    @property
    def partial(self) -> Any:
        return self._tree if self._ended else self._chart.forest.largest()

    def _told(self) -> list[Event]:
        return [event_of(tree, self._source.text) for tree in self._chart.forest.take()]


class ByTokens(Source):
    """Columns between the tokens of lark's basic lexer."""

    def __init__(self, reading: Reading, chart: Chart) -> None:
        self._chart = chart
        self._terminals = chart.parser.lexer_conf.terminals_by_name
        lexer = reading.lexer
        assert isinstance(lexer, BasicLexer)
        self._lexer = lexer
        self._tokens = Tokens(reading)
        self._tokens.begin(lexer)

    @property
    def text(self) -> str:  # type: ignore[override]
        return self._tokens.text

    def feed(self, text: str) -> None:
        self._tokens.feed(text)
        self._take()

    def finish(self) -> None:
        self._take(whole=True)
        for token in self._tokens.close():
            self._add(token)

    def _take(self, *, whole: bool = False) -> None:
        while tokens := self._tokens.take(whole=whole):
            for token in tokens:
                self._add(token)
            self._chart.tell([*self._chart.waiting, *self._chart.ends()])
            self._tokens.begin(self._lexer)

    def _add(self, token: Any) -> None:
        items = [item for item in self._chart.waiting if item.expect.name == token.type]
        if not items:
            raise ValueError(f"lark's parser does not expect {token.type} before character {self._tokens.at}")
        # The lexer has used up the priorities of terminals.
        self._chart.add((item, token_node(token, self._terminals.get(token.type), priority=0)) for item in items)


def _post_order(tree: Any) -> list[Any]:
    """A tree's trees, inner ones first."""
    found, waiting = [], [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Tree):
            found.append(node)
            waiting += node.children
    return found[::-1]


def _key(tree: Any) -> tuple[Any, ...]:
    return str(tree.data), *span(tree)
