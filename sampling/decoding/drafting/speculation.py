"""Speculative decoding (Leviathan et al. 2023): drafts are read in one pass of the model, and kept while they hold.

The output is distributed as without drafts. Where guesses follow from the text alone (n-grams, forced text, the best
tokens of a smaller model), the model's own draw decides: it is made at every node with the random number of its
position, and the draft holds as long as it guessed that token. So the text is the very text of `Sampling` with the same
seeds. Where a guess x was drawn from a distribution q, it is kept with probability min(1, p(x) / q(x)), and otherwise
the next guess is judged by what is left, max(0, p - q); when all have failed, the token is drawn from what is left. p
and q are after the same stages and the same constraint. Where the constraint leaves no choice within a draft, its text
is taken as it is without one, in the tokenizer's tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from constrain.matcher import Matcher
from constrain.support.arguments import integer

from ...stages.drawing.draw import inverse
from ...stages.drawing.simple import Categorical, ExponentialRace, Greedy, Gumbel
from ...stages.stage import Stateful
from ..batch import Batch
from ..nodes import Nodes
from ..requests import Row
from ..search import Search, draw_one
from .draft_tree import Draft
from .drafts import Drafter, random_stream

_FORCED = 16  # tokens of forced text that are read with a guess before it; longer text waits until the guess holds
_BY_SCORES = (Categorical, ExponentialRace, Gumbel, Greedy)  # draws of the distribution that the scores tell


class Speculation(Search):
    """Sampling, or greedy search, with drafts. A row takes the first drafter that has a guess.

    `length`: how deep a draft may be. It adapts to each row between 1 and that: two more after a draft that held to its
    end, one less after another (`adaptive=False`: always `length`). Stages that remember what they drew are refused,
    because a draft that fails would have to be forgotten by them.

    >>> Speculation([PromptLookup(), DraftModel(HuggingFaceModel(small))], copies=4)
    """

    continuous = True

    def __init__(
        self, drafters: Drafter | Sequence[Drafter], *, length: int = 8, adaptive: bool = True, copies: int = 1
    ) -> None:
        self.drafters = [drafters] if isinstance(drafters, Drafter) else list(drafters)
        self.length, self.adaptive = integer(length, "length", 1), adaptive
        self.copies = integer(copies, "copies", 1)
        self._lengths: dict[int, tuple[Row, int]] = {}  # by the row's identity

    def step(self, batch: Batch) -> None:
        _check(batch)
        drafts = self._drafts(batch)
        if not any(map(len, drafts)):
            draw_one(batch)
            return
        nodes = batch.verify(drafts)
        judged = [judge(nodes, i, row.left) for i, row in enumerate(batch.rows)]
        for row, draft, (node, _) in zip(batch.rows, drafts, judged, strict=True):
            self._learn(row, draft, node)
        batch.accept([node for node, _ in judged], [new for _, new in judged])

    def resume(self, batch: Batch) -> None:
        """Without drafts: they may have been what did not fit into memory."""
        draw_one(batch)

    def _drafts(self, batch: Batch) -> list[Draft]:
        """A draft for each row that keeps its constraint, and leaves room for the token after it."""
        known, self._lengths = self._lengths, {}
        lengths = []
        for row in batch.rows:
            length = known[id(row)][1] if id(row) in known else self.length
            self._lengths[id(row)] = row, length
            lengths.append(min(length, row.left - 1) if row.finish_reason is None else 0)
        drafts = [Draft() for _ in batch.rows]
        for drafter in self.drafters:
            wanted = [0 if len(draft) else length for draft, length in zip(drafts, lengths, strict=True)]
            if any(wanted):
                proposed = drafter.propose(batch, wanted)
                drafts = [new if length else old for old, new, length in zip(drafts, proposed, wanted, strict=True)]
        return [
            legal(draft, matcher, row, batch)
            for draft, matcher, row in zip(drafts, batch.sampler.matchers, batch.rows, strict=True)
        ]

    def _learn(self, row: Row, draft: Draft, node: int) -> None:
        row.drafted += len(draft) - sum(parent in draft.forced for parent in draft.parents)
        row.accepted += sum(draft.parents[each] not in draft.forced for each in draft.path(node))
        if self.adaptive and len(draft):
            length = self._lengths[id(row)][1]
            length = min(length + 2, self.length) if draft.is_leaf(node) else max(length - 1, 1)
            self._lengths[id(row)] = row, length


def legal(draft: Draft, matcher: Matcher | None, row: Row, batch: Batch) -> Draft:
    """The draft without what the constraint refuses, what overruns the budget, and what would follow an end.

    Where the batch would take forced text without asking, that is what the draft goes on with.
    """
    dropped: list[int] = []
    at: dict[int, Matcher | None] = {0: matcher}
    left = {0: row.left}
    due: dict[int, list[int]] = {0: []}  # forced tokens that follow a node; the batch has taken those of the first
    node = 0
    while node < len(draft):  # which grows
        node += 1
        parent, token = draft.parents[node], draft.tokens[node]
        if parent not in at or draft.tokens[parent] in batch.sampler.end_tokens:
            dropped.append(node)
            continue
        before, budget = at[parent], left[parent]
        if before is None:
            at[node], left[node] = None, budget
            continue
        size = before.constraint.vocabulary.size
        fits = token < size and (before.allows(token, budget) if row.request.fit else before.allows(token))
        if not fits or draft.forced.get(parent, token) != token:
            dropped.append(node)
            continue
        branch = before.fork()
        branch.advance(token)
        at[node], left[node] = branch, budget - 1
        rest = due[parent][1:] if parent in draft.forced else batch.forced_after(row, branch, budget - 1)
        due[node] = rest
        if rest:
            draft.forced[node] = rest[0]
            if draft.child(node, rest[0]) is None and (parent in draft.forced or len(rest) <= _FORCED):
                draft.add(node, rest[0])
    return draft.without(dropped) if dropped else draft


def judge(nodes: Nodes, row: int, left: int) -> tuple[int, list[int]]:
    """How far a row's draft holds: the last node, and the token after it; none after an end, where no more are `left`,
    and before forced text, which the batch takes.
    """
    draft, root = nodes.drafts[row], nodes.roots[row]
    node, depth = 0, 0
    while True:
        if node and (draft.tokens[node] in nodes.sampler.end_tokens or depth == left):
            return node, []
        if node in draft.forced:
            token = draft.forced[node]
            child = draft.child(node, token)
            if child is None:
                return node, []
        elif draft.scores[node] is None:
            token = nodes.drawn[root + node]
            child = draft.child(node, token)
        else:
            child, token = _chosen(nodes, row, node)
        if child is None:
            return node, [token]
        node, depth = child, depth + 1


def _chosen(nodes: Nodes, row: int, node: int) -> tuple[int | None, int]:
    """The guess that is accepted at a node, as its node; or None, and a token drawn from what is left."""
    draft, place = nodes.drafts[row], nodes.roots[row] + node
    stages = nodes.sampler.pipeline.stages
    scores = draft.scores[node]
    assert scores is not None
    p, q = nodes.scores[place].double().softmax(-1), scores.double().softmax(-1)
    for number, token in enumerate(draft.guesses[node]):
        uniform = nodes.uniforms(random_stream(stages, number, drafting=False))[place]
        if uniform * float(q[token]) < float(p[token]):
            return draft.child(node, token), token
        left = (p - q).clamp_(min=0)
        total = float(left.sum())
        p = left / total if total > 0 else p  # p and q are the same but for rounding
    uniform = nodes.uniforms(len(stages))[place]
    drawn = inverse(p.log().unsqueeze(0), torch.tensor([uniform], dtype=torch.float64, device=p.device))
    return None, int(drawn)


def _check(batch: Batch) -> None:
    """Raises ValueError for a pipeline that cannot be taken back."""
    stages = batch.pipeline.stages
    for stage in stages:
        if isinstance(stage, Stateful):
            raise ValueError(
                f"{stage!r} remembers the tokens it drew, so drafts cannot be tried with it; leave it out of the "
                "pipeline, or decode with Sampling()"
            )
    if not stages or not isinstance(stages[-1], _BY_SCORES):
        names = ", ".join(kind.__name__ for kind in _BY_SCORES)
        raise ValueError(f"speculative decoding needs a pipeline that ends in one of {names}")
