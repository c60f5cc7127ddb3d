"""A draft: tokens that may come next, as a tree, since drafts may begin alike."""

from __future__ import annotations

from collections.abc import Sequence

import torch


class Draft:
    """A tree of tokens after what a row has written, which is node 0.

    `tokens[n]` and `parents[n]` are of node n; a parent comes before its children. `guesses[n]` are the tokens that
    were guessed to follow node n, in order; twice where it was drawn twice. `scores[n]` (width,) are those of the
    distribution that these were drawn from at random; None: the guesses follow from the text alone. `forced[n]` is the
    token that follows node n whatever the model says, where there is one.
    """

    def __init__(self) -> None:
        self.tokens, self.parents = [-1], [-1]
        self.guesses: list[list[int]] = [[]]
        self.scores: list[torch.Tensor | None] = [None]
        self.forced: dict[int, int] = {}
        self._nodes: dict[tuple[int, int], int] = {}

    @classmethod
    def chain(cls, tokens: Sequence[int]) -> Draft:
        """The tokens one after another."""
        draft, node = cls(), 0
        for token in tokens:
            node = draft.add(node, token)
        return draft

    def add(self, parent: int, token: int, scores: torch.Tensor | None = None) -> int:
        """The node of a token after `parent`, new if it was not guessed there yet; `scores` are what it is drawn by."""
        self.guesses[parent].append(token)
        if self.scores[parent] is None:
            self.scores[parent] = scores
        node = self._nodes.get((parent, token))
        if node is None:
            node = self._nodes[parent, token] = len(self.tokens)
            self.tokens.append(token)
            self.parents.append(parent)
            self.guesses.append([])
            self.scores.append(None)
        return node

    def child(self, parent: int, token: int) -> int | None:
        """The node of a token after `parent`; None: there is none."""
        return self._nodes.get((parent, token))

    def is_leaf(self, node: int) -> bool:
        """Whether no guess follows a node."""
        return node not in self.parents

    def path(self, node: int) -> list[int]:
        """The nodes that lead from what is written to this one, which is the last; node 0 is left out."""
        nodes = []
        while node:
            nodes.append(node)
            node = self.parents[node]
        return nodes[::-1]

    def text(self, node: int) -> list[int]:
        """The tokens on the way to a node."""
        return [self.tokens[each] for each in self.path(node)]

    @property
    def leaves(self) -> list[int]:
        """The nodes after which nothing follows; node 0 if there is no other."""
        inner = set(self.parents)
        return [node for node in range(len(self.tokens)) if node not in inner]

    def after(self, tokens: Sequence[int]) -> Draft:
        """The same draft after these tokens: its node n becomes node n + len(tokens)."""
        draft, shift = Draft.chain(tokens), len(tokens)
        draft.tokens += self.tokens[1:]
        draft.parents += [parent + shift for parent in self.parents[1:]]
        return draft

    def without(self, dropped: Sequence[int]) -> Draft:
        """A draft without these nodes and what follows them; they stay guesses, which `scores` tell the chances of."""
        kept, number = Draft(), {0: 0}
        kept.guesses[0], kept.scores[0] = self.guesses[0], self.scores[0]
        for node in range(1, len(self.tokens)):
            parent = number.get(self.parents[node])
            if parent is not None and node not in dropped:
                number[node] = new = len(kept.tokens)
                kept._nodes[parent, self.tokens[node]] = new
                kept.tokens.append(self.tokens[node])
                kept.parents.append(parent)
                kept.guesses.append(self.guesses[node])
                kept.scores.append(self.scores[node])
        kept.forced = {number[node]: token for node, token in self.forced.items() if node in number}
        return kept

    def __len__(self) -> int:
        """How many tokens are guessed."""
        return len(self.tokens) - 1
