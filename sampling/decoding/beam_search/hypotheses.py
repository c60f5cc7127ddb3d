"""The hypotheses of a beam search that have ended, how they are compared, and when no better one can come.

A hypothesis is a text with the sum of its tokens' scores. Sums favour short texts, so they are divided by a power of
the length. Two conventions: transformers' n ** p, which counts the end token, and n ↦ ((5 + n) / 6) ** p of Wu et al.,
Google's Neural Machine Translation System (2016), which does not (as PaddleNLP computes it).
"""

from __future__ import annotations

import math
from bisect import insort
from dataclasses import dataclass
from typing import Literal

from ..requests import Request, Row

EarlyStopping = bool | Literal["never"]


@dataclass(frozen=True)
class Rules:
    """How hypotheses are compared, and when a search ends, that is, once it has found as many as it has beams.

    `early_stopping` True: at once; False: when no running hypothesis, if it ended now, would be better than the worst
    of them; "never": when none can become better at any length.
    """

    length_penalty: float = 1.0
    normalise: Literal["power", "gnmt"] = "power"
    early_stopping: EarlyStopping = False

    def __post_init__(self) -> None:
        if self.normalise not in ("power", "gnmt"):
            raise ValueError(f'normalise is {self.normalise!r}; expected "power" or "gnmt"')
        if self.early_stopping not in (True, False, "never"):
            raise ValueError(f'early_stopping is {self.early_stopping!r}; expected True, False or "never"')

    def score(self, total: float, tokens: int, *, ended: bool = True) -> float:
        """A sum over the tokens of a text, and its end token if it has `ended`, made comparable with others."""
        length = float(max(tokens + ended, 1)) if self.normalise == "power" else (5 + tokens) / 6
        return total / math.pow(length, self.length_penalty)

    def attainable(self, total: float, tokens: int, longest: int) -> float:
        """The best score that a running hypothesis of so many tokens is believed to reach: as if the last ended it."""
        if self.early_stopping == "never" and self.length_penalty > 0:
            tokens = longest
        return self.score(total, tokens - 1)


class Ended:
    """The best hypotheses that have ended, best first: at most `kept`, and `beams` of them are enough."""

    def __init__(self, rules: Rules, beams: int, kept: int) -> None:
        self.rules, self.beams, self.kept = rules, beams, kept
        self.rows: list[Row] = []
        self.texts: list[bytes | None] = []  # of each row, where texts must differ

    def add(self, row: Row, text: bytes | None = None) -> None:
        """Takes a hypothesis if it is good enough; of two with one text, if they have texts, the better."""
        assert row.score is not None
        if text is not None and text in self.texts:
            twin = self.texts.index(text)
            if (self.rows[twin].score or 0.0) >= row.score:
                return
            del self.rows[twin], self.texts[twin]
        insort(self.rows, row, key=lambda each: -(each.score or 0.0))
        self.texts.insert(next(i for i, each in enumerate(self.rows) if each is row), text)
        del self.rows[self.kept :], self.texts[self.kept :]

    def is_settled(self, attainable: float, *, wanted: int) -> bool:
        """Whether there are as many as are `wanted`, and running ones cannot become better than the worst of these."""
        if len(self.rows) < max(wanted, 1):
            return False
        worst = self.rows[: self.beams][-1].score
        assert worst is not None
        return self.rules.early_stopping is True or attainable <= worst


class Prompt:
    """What a beam search knows of one request: hypotheses that have ended, by group, and those that were cut off."""

    def __init__(self, request: Request, rules: Rules, groups: int, size: int) -> None:
        self.request = request
        self.constrained = request.constraint is not None
        kept = groups * size if self.constrained else size
        self.ended = [Ended(rules, size, kept) for _ in range(groups)]
        self.cut: list[Row] = []
        self.over = [False] * groups
        self.whole: set[bytes] = set()  # texts that have ended, and that nothing but an end can follow

    @property
    def texts(self) -> set[bytes]:
        """The texts that have ended, where they must differ."""
        return {text for ended in self.ended for text in ended.texts if text is not None}

    def add(self, group: int, row: Row, text: bytes | None) -> None:
        """Takes a hypothesis that has ended; no two groups keep the same text."""
        for other in self.ended:
            if text is not None and other is not self.ended[group] and text in other.texts:
                twin = other.texts.index(text)
                if (other.rows[twin].score or 0.0) >= (row.score or 0.0):
                    return
                del other.rows[twin], other.texts[twin]
        self.ended[group].add(row, text)

    def results(self, returned: int) -> list[Row]:
        """The best texts, best first.

        Those that were cut off at the limit are there only if a constraint was given and no text is complete; without
        a constraint, they are as good as others, as in transformers.
        """
        found = [row for ended in self.ended for row in ended.rows] or self.cut
        best = sorted(found, key=lambda row: -(row.score or 0.0))[:returned]
        best += [Row(self.request, finish_reason="unavailable") for _ in range(returned - len(best))]
        for number, row in enumerate(best):
            row.number, row.search = number, None
        return best


def longest_of(request: Request) -> int:
    """How many tokens a hypothesis can have, its end token included.

    A constrained text may end after its last token; a free one is cut off there, as in transformers.
    """
    return request.max_tokens + (request.constraint is not None)
