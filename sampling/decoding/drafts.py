"""Drafts: tokens that may come next, guessed by something cheaper than the model. Drafts that begin alike are a tree.

A drafter gives one for every row. Two are here: `PromptLookup`, which goes on as the text did before at such a place
(Saxena, 2023), and `ForcedDrafts`, the canonical cut of text that the constraint forces but whose cut into tokens is
open. `draft_model.py` has the third: a smaller model.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from constrain.arguments import integer

if TYPE_CHECKING:
    from .batch import Batch
    from .forced import ForcedText
    from .requests import Row


class Draft:
    """A tree of tokens after what a row has written, which is node 0.

    `tokens[n]` and `parents[n]` are of node n; a parent comes before its children. `guesses[n]` are the tokens that
    were guessed to follow node n, in order; twice where it was drawn twice. `scores[n]` (width,) are those of the
    distribution that these were drawn from at random; None: the guesses follow from the text alone.
    """

    def __init__(self) -> None:
        self.tokens, self.parents = [-1], [-1]
        self.guesses: list[list[int]] = [[]]
        self.scores: list[torch.Tensor | None] = [None]
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

    @property
    def is_random(self) -> bool:
        """Whether some guess was drawn at random."""
        return any(scores is not None for scores in self.scores)

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
        return kept

    def __len__(self) -> int:
        """How many tokens are guessed."""
        return len(self.tokens) - 1


def stream(stages: Sequence[object], number: int, *, drafting: bool) -> int:
    """Which of a position's random numbers draws guess `number` (`drafting`) or decides on it."""
    return len(stages) + 1 + 2 * number + drafting


class Drafter(ABC):
    """Guesses what comes next."""

    @abstractmethod
    def propose(self, batch: Batch, lengths: Sequence[int]) -> list[Draft]:
        """A draft for each row of the batch, at most `lengths[i]` tokens deep; an empty one where that is 0.

        Guesses depend on the row's text alone, or on random numbers that nothing else depends on; then the draft
        carries the scores that they were drawn by.
        """


class PromptLookup(Drafter):
    """What followed the last `longest` tokens before, in the prompt or the text so far, else the last `longest` - 1 …

    `branches`: so many different continuations at most, the latest first.
    """

    def __init__(self, longest: int = 3, *, shortest: int = 1, branches: int = 1) -> None:
        self.shortest = integer(shortest, "shortest", 1)
        self.longest = integer(longest, "longest", shortest)
        self.branches = integer(branches, "branches", 1)
        self._indexes: dict[int, tuple[Row, _Index]] = {}  # by the row's identity

    def propose(self, batch: Batch, lengths: Sequence[int]) -> list[Draft]:
        known, self._indexes = self._indexes, {}
        drafts = []
        for row, length in zip(batch.rows, lengths, strict=True):
            entry = known.get(id(row)) or (row, _Index(row.request.prompt, self.longest))
            self._indexes[id(row)] = entry
            entry[1].grow(row.tokens)
            draft = Draft()
            for guess in entry[1].continuations(self.shortest, self.branches, length) if length else ():
                node = 0
                for token in guess:
                    node = draft.add(node, token)
            drafts.append(draft)
        return drafts


class _Index:
    """Where each run of up to `longest` tokens ends in a text that grows."""

    def __init__(self, prompt: Sequence[int], longest: int) -> None:
        self.longest, self.text, self.head = longest, list(prompt), len(prompt)
        self.ends: dict[tuple[int, ...], list[int]] = {}
        self._noted = 0

    def grow(self, tokens: Sequence[int]) -> None:
        """Takes what has been written since; tokens are only ever added."""
        self.text += tokens[len(self.text) - self.head :]
        for end in range(self._noted + 1, len(self.text)):  # the run at the very end has no continuation yet
            for length in range(1, min(self.longest, end) + 1):
                self.ends.setdefault(tuple(self.text[end - length : end]), []).append(end)
        self._noted = max(self._noted, len(self.text) - 1)

    def continuations(self, shortest: int, count: int, length: int) -> list[list[int]]:
        """Up to `count` texts that followed the longest run at the end, with different first tokens.

        One that reaches the end of the text goes on from its beginning: the text repeats itself.
        """
        for run in range(min(self.longest, len(self.text)), shortest - 1, -1):
            found: dict[int, int] = {}
            for end in reversed(self.ends.get(tuple(self.text[-run:]), ())):
                if len(found) == count:
                    break
                found.setdefault(self.text[end], end)
            if found:
                text = self.text
                return [[text[end + i % (len(text) - end)] for i in range(length)] for end in found.values()]
        return []


class ForcedDrafts(Drafter):
    """Text that the constraint leaves no choice about, cut as the tokenizer cuts it: what the model is likely to write.

    `Batch(forced=…)` takes without asking what no token could straddle; this also drafts the rest.
    """

    def __init__(self, forced: ForcedText) -> None:
        self.forced = forced

    def propose(self, batch: Batch, lengths: Sequence[int]) -> list[Draft]:
        drafts = []
        for matcher, length in zip(batch.sampler.matchers, lengths, strict=True):
            drafts.append(Draft.chain(self.forced.draft(matcher)[:length] if matcher is not None and length else []))
        return drafts
