"""Drafts: tokens that may come next, guessed by something cheaper than the model; see `draft_tree.py`.

A drafter gives one for every row. Two are here: `PromptLookup`, which goes on as the text did before at such a place
(Saxena, 2023), and `ForcedDrafts`, the canonical cut of text that the constraint forces but whose cut into tokens is
open. `draft_model.py` has the third: a smaller model.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from constrain.support.arguments import integer

from ..batch import Batch
from ..forced import ForcedText
from ..requests import Row
from .draft_tree import Draft


def random_stream(stages: Sequence[object], number: int, *, drafting: bool) -> int:
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
