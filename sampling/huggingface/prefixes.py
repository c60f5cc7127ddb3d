"""Matcher states by the tokens generated so far: tries of prefixes, grown on demand, bounded.

A decoding loop hands a processor rows of token ids, and row i of one call need not be row i of the next: beams move and
double, speculative decoding goes ahead and back, finished rows are fed padding. So a state is never kept by row. It is
a pure function of the prefix: a node of a trie holds a fork of its parent's matcher (forks are cheap and independent),
and rows with equal prefixes share a node. A node whose prefix is finished (an end id came where the text was accepted)
or dead (a token came that was not allowed; beams do that) absorbs whatever follows.

The trie only saves time. Where it was cut to stay within its bound, the tokens are replayed from the root.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from constrain.batch import MatcherBatch
from constrain.constraint import Constraint
from constrain.errors import RejectedToken

if TYPE_CHECKING:
    from constrain.matcher import Matcher


class Prefix:
    """One node: `depth` tokens, the matcher after them (None: finished or dead), the way back and the ways on."""

    __slots__ = ("children", "depth", "matcher", "parent")

    def __init__(self, matcher: Matcher | None, parent: Prefix | None, depth: int) -> None:
        self.matcher, self.parent, self.depth = matcher, parent, depth
        self.children: dict[int, Prefix] = {}

    def ancestor(self, depth: int) -> Prefix | None:
        """The node on the way here that stands for the first `depth` tokens; None where the way was cut."""
        node: Prefix | None = self
        while node is not None and node.depth > depth:
            node = node.parent
        return node


class PrefixTrie:
    """The prefixes of one constraint; about `limit` nodes are kept (half a kilobyte each)."""

    def __init__(self, constraint: Constraint, limit: int) -> None:
        self.root = Prefix(constraint.matcher(), None, 0)
        self.size = constraint.vocabulary.size
        self.limit, self.nodes = limit, 1

    def child(self, node: Prefix, token: int) -> Prefix:
        """The node one token further; the same node if it is finished or dead."""
        if node.matcher is None:
            return node
        child = node.children.get(token)
        if child is None:
            child = node.children[token] = Prefix(self._advanced(node.matcher.fork(), token), node, node.depth + 1)
            self.nodes += 1
        return child

    def walk(self, node: Prefix, tokens: Sequence[int]) -> Prefix:
        """The node `tokens` further. A long way is replayed without nodes except for its end."""
        skipped = len(tokens) - max(1, self.limit // 2)
        if skipped > 0 and node.matcher is not None:
            matcher: Matcher | None = node.matcher.fork()
            depth = node.depth
            for token in tokens[:skipped]:
                if matcher is None:
                    break
                matcher, depth = self._advanced(matcher, token), depth + 1
            node, tokens = Prefix(matcher, None, depth), tokens[skipped:]
        for token in tokens:
            node = self.child(node, token)
        return node

    def trim(self, live: Iterable[Prefix]) -> None:
        """If there are more nodes than the limit, keep the last steps towards the `live` ones and drop the rest."""
        if self.nodes <= self.limit:
            return
        live = list({id(node): node for node in live}.values())
        steps = max(1, self.limit // (2 * max(1, len(live))))
        kept: dict[int, Prefix] = {id(self.root): self.root}
        for node in live:
            at: Prefix | None = node
            for _ in range(steps):
                if at is None:
                    break
                kept[id(at)] = at
                at = at.parent
        for node in kept.values():
            node.children = {token: child for token, child in node.children.items() if id(child) in kept}
            if node.parent is not None and id(node.parent) not in kept:
                node.parent = None
        self.nodes = len(kept)

    def _advanced(self, matcher: Matcher, token: int) -> Matcher | None:
        """`matcher` after `token`; None if that finishes the text or is not allowed."""
        if not 0 <= token < self.size:
            return None
        try:
            matcher.advance(token)
        except RejectedToken:
            return None
        return None if matcher.is_finished else matcher


class RowStates:
    """Finds the state of every row of a call, starting from what the call before saw.

    `matchers` are those of the rows that may go on, None for the others; `ended` are the numbers of the latter that are
    finished or dead, so that the rest are free rows.

    Nearly always every row is what it was and one token more; then `grow` moves matchers of its own by one native call,
    and the tries know nothing of it until `settle`. `find` takes any rows: where each is one token longer than some
    other was, that costs a look-up; otherwise the row is followed from where it leaves the path that was in its place
    before, or from the root.
    """

    def __init__(self, constraints: Sequence[Constraint | None], limit: int) -> None:
        self._constraints, self._limit = constraints, limit
        self.native = all(each is None or isinstance(each, Constraint) for each in constraints)
        self._tries: list[PrefixTrie] = []
        self._number: dict[int, int] = {}  # of the trie, by id of the constraint: equal prompts share their states
        self._suffixes = np.zeros((0, 0), np.int64)  # as `find` was given them
        self._nodes: list[Prefix | None] = []
        self._owners: list[int] = []  # the trie of each row; -1 for a free row
        self._batch: MatcherBatch | None = None  # that `grow` moves; None where it has not since `find`
        self.length = 0
        self.matchers: list[Matcher | None] = []
        self.ended: list[int] = []

    def grow(self, tokens: Sequence[int]) -> None:
        """The rows are those of the last call and `tokens`, one more each."""
        if not self.native:
            ids = np.array(tokens, np.int64).reshape(-1, 1)
            self._found(np.concatenate((self._suffixes, ids), axis=1), self._owners)
            return
        if self._batch is None:
            self.matchers = [None if each is None else each.fork() for each in self.matchers]
            self._batch = MatcherBatch(self.matchers)
            self.matchers = self._batch.rows
        for row in self._batch.follow(tokens):
            self.matchers[row] = None
            self.ended.append(row)
        self.length += 1

    def settle(self, suffixes: np.ndarray) -> None:
        """`suffixes` (rows, generated tokens) are the rows as `grow` left them."""
        if self._batch is None:
            return
        self._batch = None
        start = self._suffixes.shape[1]
        self._nodes = [
            node and self._tries[owner].walk(node, tokens)
            for node, owner, tokens in zip(self._nodes, self._owners, suffixes[:, start:].tolist(), strict=True)
        ]
        self._suffixes = suffixes.copy()

    def find(self, suffixes: np.ndarray, constraint_of_row: Sequence[int]) -> list[Prefix | None]:
        """The node of each row of `suffixes` (rows, generated tokens); None for a row without a constraint."""
        assert self._batch is None, "settle first"
        return self._found(suffixes, [self._trie(constraint) for constraint in constraint_of_row])

    def _found(self, suffixes: np.ndarray, owners: list[int]) -> list[Prefix | None]:
        before, length = self._suffixes, suffixes.shape[1]
        follows = before.shape[1] == length - 1
        if follows and owners == self._owners and np.array_equal(before, suffixes[:, :-1]):
            self._nodes = [
                node and self._tries[owner].child(node, token)
                for node, owner, token in zip(self._nodes, owners, suffixes[:, -1].tolist(), strict=True)
            ]
        else:
            parents = self._by_tokens() if follows else {}
            self._nodes = [
                None if owner < 0 else self._located(row, tokens, owner, parents)
                for row, (tokens, owner) in enumerate(zip(suffixes, owners, strict=True))
            ]
        self._owners, self._suffixes, self.length = owners, suffixes.copy(), length
        self.matchers = [None if node is None else node.matcher for node in self._nodes]
        self.ended = [row for row, node in enumerate(self._nodes) if node is not None and node.matcher is None]
        for number, trie in enumerate(self._tries):
            if trie.nodes > trie.limit:
                rows = zip(self._nodes, owners, strict=True)
                trie.trim(node for node, owner in rows if node is not None and owner == number)
        return self._nodes

    def _located(self, row: int, tokens: np.ndarray, owner: int, parents: dict[tuple[int, bytes], Prefix]) -> Prefix:
        trie = self._tries[owner]
        if parents:
            parent = parents.get((owner, tokens[:-1].tobytes()))
            if parent is not None:
                return trie.child(parent, int(tokens[-1]))
        start: Prefix | None = None
        if row < len(self._nodes) and self._owners[row] == owner:
            node = self._nodes[row]
            assert node is not None
            start = node.ancestor(_shared(self._suffixes[row], tokens))
        start = start if start is not None else trie.root
        return trie.walk(start, tokens[start.depth :].tolist())

    def _by_tokens(self) -> dict[tuple[int, bytes], Prefix]:
        """The nodes of the last call by (trie, tokens)."""
        rows = zip(self._suffixes, self._nodes, self._owners, strict=True)
        return {(owner, row.tobytes()): node for row, node, owner in rows if node is not None}

    def _trie(self, constraint: int) -> int:
        compiled = self._constraints[constraint]
        if compiled is None:
            return -1
        number = self._number.get(id(compiled))
        if number is None:
            number = self._number[id(compiled)] = len(self._tries)
            self._tries.append(PrefixTrie(compiled, self._limit))
        return number


def _shared(a: np.ndarray, b: np.ndarray) -> int:
    """How many tokens two rows have in common at their heads."""
    length = min(len(a), len(b))
    differs = np.flatnonzero(a[:length] != b[:length])
    return int(differs[0]) if len(differs) else length
