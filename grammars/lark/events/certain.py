"""Which parts of a parse forest are in the tree of every text that goes on from here.

A text goes on from one of a few Earley items. Such an item `a: b c . d`, begun at column k, has in its tree the parts
for `b` and `c`, and then what is around it: some item of column k that waits for an `a` will hold this one, and that
has parts and surroundings in turn. So with

    parts(item)      the finished parts in the item's own tree so far, which lark's choice decides
    around(a, k)     the intersection of parts(i) and around(rule of i, column where i began)
                     over the items i of column k that expect `a`; nothing for the start rule in column 0

what is certain is the intersection of parts(i) and around(...) over the items from which the text may go on. Within a
column the equations may refer to each other (`list: list "," item`); their greatest solution is meant, which says
nothing of an endless chain of holders. Items that lead nowhere only make the intersection smaller: then something is
told later.

Sets hold what has not been told yet, so they stay small while the text is clear. Where more than `MAX_OPEN` parts are
uncertain at once, the oldest are left out of the sets: they are told with a part that holds them, or at the end.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any

from lark.grammar import NonTerminal
from lark.parsers.earley_forest import PackedNode, SymbolNode
from lark.tree import Tree

MAX_OPEN = 256  # uncertain parts in a set; a set is copied at most once for each item

Parts = frozenset[SymbolNode]
_NONE: Parts = frozenset()


def has_cycles(parser: Any) -> bool:
    """Whether some rule derives itself, and nothing else."""
    below: dict[Any, set[Any]] = {}
    for rules in parser.predictions.values():
        for rule in rules:
            for number, symbol in enumerate(rule.expansion):
                others = (other for i, other in enumerate(rule.expansion) if i != number)
                if not symbol.is_term and all(other in parser.NULLABLE for other in others):
                    below.setdefault(rule.origin, set()).add(symbol)
    while True:  # takes away what leads to nothing
        ends = {symbol for symbols in below.values() for symbol in symbols if symbol not in below}
        if not ends:
            return bool(below)
        below = {origin: left for origin, symbols in below.items() if (left := symbols - ends)}


class Forest:
    """Lark's forest, with its choice among derivations, and what has been told of it."""

    def __init__(self, parser: Any) -> None:
        self._callbacks = parser.callbacks
        self._has_priorities = parser.forest_sum_visitor is not None
        self._chosen: dict[SymbolNode, PackedNode] = {}
        self._parts: dict[SymbolNode, Parts] = {}
        self._values: dict[SymbolNode, Any] = {}  # what lark's tree builder makes of a part: a tree, a token, None
        self._own: set[SymbolNode] = set()  # parts with a tree of their own, which no inlined rule passes on
        self._known: set[SymbolNode] = set()  # told, or without a tree to tell
        self._passes = may_pass_on(parser.parser_conf.rules)
        self._held: set[int] = set()  # by their lists of children, as below
        self._new: list[Any] = []
        self.told_trees: list[Any] = []
        self._largest: dict[int, Any] = {}  # by their lists of children, which copies share

    def parts(self, node: SymbolNode | None) -> Parts:
        """The parts in the tree of a node that have not been told."""
        return _NONE if node is None else self._without_known(self._parts[node])

    def take(self) -> list[Any]:
        """The trees told since it was asked last."""
        told, self._new = self._new, []
        return told

    def largest(self) -> list[Any]:
        """The trees told that are in no other, by their places."""
        return sorted(self._largest.values(), key=lambda tree: 0 if tree.meta.empty else tree.meta.start_pos)

    def settle(self, node: SymbolNode | None) -> None:
        """Chooses among the derivations of a node of a column that is complete, and of what it is made of."""
        waiting = [] if node is None or node in self._chosen else [node]
        while waiting:
            top = waiting[-1]
            if top in self._chosen:
                waiting.pop()
                continue
            below = {child for packed in top for child in packed if isinstance(child, SymbolNode)}
            unsettled = [child for child in below if child not in self._chosen]
            if unsettled:
                waiting += unsettled
                continue
            if self._has_priorities:
                for packed in top:
                    packed.priority = _priority(packed)
                top.priority = max(packed.priority for packed in top)
            chosen = self._chosen[top] = top.children[0]
            self._parts[top] = self._gathered(top, chosen)

    def tell(self, parts: Parts) -> None:
        """Tells parts and all that is in them, inner ones first, by their ends."""
        for part in sorted(parts, key=lambda part: (part.end, -part.start)):
            for node in self._below(part):
                if node not in self._known:
                    self._known.add(node)
                    if node in self._own:
                        self._tell(self._values[node])

    def _tell(self, tree: Any) -> None:
        for child in tree.children:
            if isinstance(child, Tree) and id(child.children) in self._held:
                self._held.discard(id(child.children))
                self._say(child)
        if tree.meta.empty and self._passes:
            self._held.add(id(tree.children))
        else:
            self._say(tree)

    def _say(self, tree: Any) -> None:
        self._new.append(tree)
        self.told_trees.append(tree)
        for child in tree.children:
            if isinstance(child, Tree):
                self._largest.pop(id(child.children), None)
        self._largest[id(tree.children)] = tree

    def _gathered(self, node: SymbolNode, chosen: PackedNode) -> Parts:
        found = [self.parts(child) for child in chosen if isinstance(child, SymbolNode)]
        parts = _NONE.union(*found)
        if len(parts) > MAX_OPEN:
            parts = found[-1] if len(found[-1]) <= MAX_OPEN // 2 else _NONE
        return parts if node.is_intermediate or node.s.name.startswith("_") else parts | {node}

    def _without_known(self, parts: Parts) -> Parts:
        return parts if parts.isdisjoint(self._known) else parts - self._known

    def _below(self, part: SymbolNode) -> list[SymbolNode]:
        """The untold parts in a part's tree, inner ones first; makes their values."""
        order, waiting = [], [part]
        while waiting:
            node = waiting.pop()
            if node in self._known:
                continue
            order.append(node)
            waiting += [child for child in self._children(node) if isinstance(child, SymbolNode)]
        order.reverse()
        for node in order:
            self._build(node)
        return order

    def _children(self, node: SymbolNode) -> list[Any]:
        """The chosen derivation of a part: parts, and nodes of tokens, in order."""
        found = []
        packed: PackedNode | None = self._chosen[node]
        while packed is not None:
            if packed.right is not None:
                found.append(packed.right)
            packed = None if packed.left is None else self._chosen[packed.left]
        found.reverse()
        return found

    def _build(self, node: SymbolNode) -> None:
        """Has lark's tree builder make what it makes of a part."""
        if node in self._values:
            return
        parts = []
        for child in self._children(node):
            parts.append(_copied(self._values[child], child) if isinstance(child, SymbolNode) else child.token)
        rule = self._chosen[node].rule
        value = self._values[node] = self._callbacks[rule](parts)
        names = [node.s.name, str(value.data)] if isinstance(value, Tree) else ["_"]
        passes_on = rule.options.expand1 and not rule.alias and passed_on(value, parts)
        if not passes_on and not any(name.startswith("_") for name in names):
            self._own.add(node)


def may_pass_on(rules: Iterable[Any]) -> bool:
    """Whether some rule takes its only child's tree for its own.

    A tree of no tokens then gets the place of what passes it on, in lark's tree. So it is told with its holder.
    """
    return any(rule.options.expand1 and not rule.alias for rule in rules)


def passed_on(value: Any, parts: Iterable[Any]) -> bool:
    """Whether a rule made no tree of its own, but took its only child's, which may stand in an inlined rule."""
    return any(
        value is part
        or (isinstance(part, Tree) and str(part.data).startswith("_") and any(value is each for each in part.children))
        for part in parts
    )


def _copied(value: Any, node: SymbolNode) -> Any:
    """A tree for its holder, which may change it: lark extends lists of inlined rules, and notes places in trees."""
    if not isinstance(value, Tree):
        return value
    children = value.children
    if node.s.name.startswith("_"):
        children = list(children)
        if len(children) == 1 and isinstance(children[0], Tree):  # which the holder may pass on
            children = [_with_own_places(children[0], children[0].children)]
    return _with_own_places(value, children)


def _with_own_places(tree: Any, children: list[Any]) -> Any:
    return Tree(tree.data, children, copy.copy(tree.meta))


def _priority(packed: PackedNode) -> int:
    """As `ForestSumVisitor` has it."""
    own = 0 if packed.parent.is_intermediate else packed.rule.options.priority or 0
    return own + sum(getattr(child, "priority", 0) for child in packed)


class Ways:
    """The items of all columns: what is around each of them."""

    def __init__(self, forest: Forest, start: NonTerminal) -> None:
        self._forest, self._start = forest, start
        self._around: dict[int, dict[Any, Parts]] = {}  # by column and symbol

    def close(self, number: int, column: Iterable[Any], waiting: Iterable[Any]) -> None:
        """Takes a column that is complete."""
        expected: dict[Any, list[Any]] = {}
        for item in column:
            self._forest.settle(item.node)
            if item.expect is not None:
                expected.setdefault(item.expect, []).append(item)
        for item in waiting:
            self._forest.settle(item.node)
        around: dict[Any, Parts | None] = dict.fromkeys(expected)
        if number == 0:
            around[self._start] = _NONE
        # From "everything" (None) down to the greatest solution.
        fixed: dict[Any, Parts | None] = {}
        inner: dict[Any, list[tuple[Parts, Any]]] = {}
        for symbol, items in expected.items():
            known = around[symbol]
            for item in items:
                parts = self._forest.parts(item.node)
                if item.start < number:
                    known = _both(known, parts | self._held(item))
                else:
                    inner.setdefault(symbol, []).append((parts, item.rule.origin))
            fixed[symbol] = around[symbol] = known
        changed = True
        while changed:
            changed = False
            for symbol, holders in inner.items():
                found = fixed[symbol]
                for parts, origin in holders:
                    outer = around.get(origin)
                    if outer is not None:
                        found = _both(found, parts | outer)
                if found != around[symbol]:
                    around[symbol], changed = found, True
        self._around[number] = {symbol: found or _NONE for symbol, found in around.items()}

    def tell(self, items: Sequence[Any]) -> None:
        certain: Parts | None = None
        for item in items:
            certain = _both(certain, self._way(item))
            if not certain:
                return
        if certain:
            self._forest.tell(certain)

    def _way(self, item: Any) -> Parts:
        """What is in the tree if the text goes on from this item, or ends with it."""
        parts = self._forest.parts(item.node)
        if item.is_complete and item.s == self._start and item.start == 0:
            return parts
        return parts | self._held(item)

    def _held(self, item: Any) -> Parts:
        return self._around[item.start].get(item.rule.origin, _NONE)


def _both(one: Parts | None, other: Parts) -> Parts:
    return other if one is None else one & other
