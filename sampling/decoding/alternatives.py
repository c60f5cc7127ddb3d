"""How probable a model finds each of a few texts that may stand at one place, summed over all their spellings.

A text can be cut into tokens in many ways, and a model gives each some probability. So the spellings are searched as a
tree of tokens, whose nodes the constraint's mask finds: a node's mass is the product of its tokens' probabilities, and
bounds the mass of everything below it. The nodes of most mass are read first, some at a time in one pass of the model,
each with the way to the end that has the longest tokens, since that is nearly always where the mass is. What has not
been read bounds the error; the search ends when it is small against what was found.

Probabilities are the model's own, before temperature and other stages. Judge:
`tests/sampling/generation/test_classification.py` enumerates all spellings with a function for a model.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

import numpy as np
import torch

from constrain.bitmask import allocate_bitmask, allowed_tokens
from constrain.errors import LimitExceeded
from constrain.matcher import Matcher

from .drafting.draft_tree import Draft
from .model import Context

MOST_SPELLINGS = 4096  # nodes that are read for one place
TOLERANCE = 1e-6  # of what was found, that may be missing
_AT_ONCE = 16  # nodes of the most mass that one pass begins with, of all rows: each is a row of its own for most models
_LONGEST_WAY = 64  # tokens that are guessed after each


@dataclass
class Place:
    """Where one of some texts stands: `matcher` is there, at the end of a token, and has the model's `vocabulary`.

    `texts` are different, and all that may stand there. One counts when it is there as a whole, and with the token
    after it where another goes on from it; if `ended`, with the end of the text. `stripped`: a leading space is no part
    of the text. `begun` stands before each of the texts, and what goes another way there is not counted.
    """

    matcher: Matcher
    texts: Sequence[bytes]
    ended: bool = False
    stripped: bool = False
    begun: bytes = b""

    def own(self, text: bytes) -> bytes | None:
        """What of the bytes is of the texts; None where they go another way before these begin."""
        text = text.removeprefix(b" ") if self.stripped else text
        if text.startswith(self.begun):
            return text[len(self.begun) :]
        return b"" if self.begun.startswith(text) else None

    def decides(self, text: bytes) -> bool:
        """Whether one of the texts is there, and nothing that comes could make it another; or none can be any more."""
        if self.ended:
            return False
        found = self.own(text)
        return found is not None and not any(each.startswith(found) and each != found for each in self.texts)

    def candidates(self, text: bytes) -> list[int]:
        """Which texts this may still become: those that go on from it, and the longest that it goes on from."""
        found = self.own(text)
        if found is None:
            return []
        text = found
        longer = [i for i, each in enumerate(self.texts) if each.startswith(text)]
        if self.ended:
            return longer
        shorter = [i for i, each in enumerate(self.texts) if text.startswith(each) and each != text]
        return longer + sorted(shorter, key=lambda i: -len(self.texts[i]))[:1]


@dataclass
class Weights:
    """`logs`: the natural logarithm of each text's mass. `other` is the mass of what is none of them, `missing` what
    has not been followed; both in the same logarithms. `read`: how many nodes were read.
    """

    logs: list[float]
    other: float = -math.inf
    missing: float = -math.inf
    read: int = 0

    @property
    def total(self) -> float:
        """The logarithm of the mass of all texts, and of what is none of them."""
        return _sum([*self.logs, self.other])


class _Node:
    """Tokens after the place. The matcher after them is made when somebody asks what may follow."""

    __slots__ = ("_after", "_before", "mass", "text", "tokens")

    def __init__(self, tokens: tuple[int, ...], text: bytes, mass: float, before: Matcher) -> None:
        self.tokens, self.text, self.mass = tokens, text, mass
        self._before, self._after = before, None if tokens else before  # of the last token, the matcher on both sides

    @property
    def matcher(self) -> Matcher:
        if self._after is None:
            self._after = self._before.fork()
            self._after.advance(self.tokens[-1])
        return self._after

    def child(self, token: int, mass: float = 0.0) -> _Node:
        piece = self.matcher.constraint.vocabulary.token_bytes[token] or b""
        return _Node((*self.tokens, token), self.text + piece, mass, self.matcher)

    def after(self) -> list[int]:
        """The tokens that may follow."""
        row = allocate_bitmask(1, self.matcher.constraint.vocabulary)[0]
        self.matcher.fill_bitmask(row)
        return allowed_tokens(row)


class _Search:
    """The spellings of one place."""

    def __init__(self, place: Place, tolerance: float, most: int) -> None:
        self.place, self.tolerance, self.most = place, math.log(tolerance) if tolerance else -math.inf, most
        vocabulary = place.matcher.constraint.vocabulary
        self._bytes, self._ends = vocabulary.token_bytes, set(vocabulary.end_ids)
        self.weights = Weights([-math.inf] * len(place.texts))
        self._waiting: list[tuple[float, int, _Node]] = []  # nodes that have not been read, the most mass first
        self._known: dict[tuple[int, ...], torch.Tensor] = {}  # log-probabilities of nodes that were read ahead
        self._numbers = count()
        self._root = _Node((), b"", 0.0, place.matcher)

    def begin(self, logits: torch.Tensor) -> None:
        """With the logits (width,) at the place."""
        self._take(self._root, logits)

    def _take(self, node: _Node, logits: torch.Tensor) -> None:
        """A node has been read: its ends are counted, and the nodes after it wait, or were read with it."""
        self.weights.read += 1
        tokens = node.after()
        scores = logits.double()
        logs = (scores[tokens] - scores.logsumexp(-1)).tolist()
        for token, log in zip(tokens, logs, strict=True):
            mass = node.mass + log
            if mass == -math.inf:
                continue
            if token in self._ends:
                text = self.place.own(node.text)
                self._add([i for i, each in enumerate(self.place.texts) if each == text], mass)
                continue
            if self.place.own(node.text + (self._bytes[token] or b"")) is None:
                continue
            child = node.child(token, mass)
            if self.place.decides(child.text):
                self._add(self.place.candidates(child.text), mass)
                continue
            ahead = self._known.pop(child.tokens, None)
            if ahead is not None:
                self._take(child, ahead)
            else:
                heappush(self._waiting, (-mass, next(self._numbers), child))

    def _add(self, found: list[int], mass: float) -> None:
        if found:
            self.weights.logs[found[0]] = _sum([self.weights.logs[found[0]], mass])
        else:
            self.weights.other = _sum([self.weights.other, mass])

    @property
    def over(self) -> bool:
        """Whether what waits is small against what was found."""
        self.weights.missing = _sum([-mass for mass, _, _ in self._waiting])
        return not self._waiting or self.weights.missing <= self.tolerance + self.weights.total

    def draft(self, most: int) -> Draft:
        """What is to be read next, from the place on: the nodes of the most mass, and the longest way on from each."""
        draft = Draft()
        self._reading: list[tuple[tuple[int, ...], int]] = []  # tokens of a node that will be read, its place in it
        self._taken: list[_Node] = []
        while self._waiting and len(self._taken) < most:
            if self.weights.read + len(self._reading) >= self.most:
                self._refuse()
            node = heappop(self._waiting)[2]
            self._taken.append(node)
            at = 0
            for token in node.tokens:
                at = draft.add(at, token)
            self._reading.append((node.tokens, at))
            self._guess(node, draft, at)
        return draft

    def _guess(self, node: _Node, draft: Draft, at: int) -> None:
        """The nodes on the way from this one, which has the longest tokens, to the end of a text that it may become."""
        place = self.place
        wanted = place.begun + place.texts[place.candidates(node.text)[0]]
        strip = len(b" ") if place.stripped and node.text.startswith(b" ") else 0
        for _ in range(_LONGEST_WAY):
            rest = wanted[len(node.text) - strip :]
            fitting = [each for each in node.after() if self._bytes[each] and rest.startswith(self._bytes[each] or b"")]
            if not fitting:
                return
            node = node.child(max(fitting, key=lambda each: len(self._bytes[each] or b"")))
            if place.decides(node.text):
                return
            at = draft.add(at, node.tokens[-1])
            self._reading.append((node.tokens, at))

    def read(self, logits: torch.Tensor) -> None:
        """The draft has been read: `logits` (nodes, width)."""
        self._known = {tokens: logits[at] for tokens, at in self._reading}
        for node in self._taken:
            self._take(node, self._known.pop(node.tokens))
        self._known = {}

    def _refuse(self) -> None:
        known, open_ = self.weights.total, self.weights.missing
        share = math.exp(open_ - _sum([known, open_]))
        raise LimitExceeded(
            f"{self.most} spellings have been read, the limit, and {share:.2g} of the probability is still undecided; "
            "give shorter texts, a larger tolerance, or raise max_spellings",
            limit=self.most,
            needed=self.most + len(self._waiting),
        )


def weigh(
    context: Context,
    logits: torch.Tensor,
    places: Sequence[Place],
    *,
    tolerance: float = TOLERANCE,
    most: int = MOST_SPELLINGS,
) -> list[Weights]:
    """The weights of a place in each row of a context; `logits` (rows, width) are of what may follow there.

    The context is as before afterwards. Raises LimitExceeded where more than `most` nodes of a place would be read.
    """
    searches = [_Search(place, tolerance, most) for place in places]
    for search, row in zip(searches, logits, strict=True):
        search.begin(row)
    while active := [search for search in searches if not search.over]:
        share = max(1, _AT_ONCE // len(active))
        drafts = [Draft() if search.over else search.draft(share) for search in searches]
        found = context.read_drafts([[] for _ in drafts], drafts)
        start = 0
        for search, draft in zip(searches, drafts, strict=True):
            if len(draft):
                search.read(found[start : start + len(draft) + 1])
            start += len(draft) + 1
        context.keep_drafts([0] * len(drafts))
    return [search.weights for search in searches]


def shares(weights: Weights) -> list[float]:
    """The probability of each text among them all."""
    total = weights.total
    if total == -math.inf:
        return [1.0 / len(weights.logs)] * len(weights.logs)
    return [math.exp(each - total) for each in weights.logs]


def _sum(logs: Sequence[float]) -> float:
    """The logarithm of the sum of what these are the logarithms of."""
    finite = [each for each in logs if each > -math.inf]
    return float(np.logaddexp.reduce(finite)) if finite else -math.inf
