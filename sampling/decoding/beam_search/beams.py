"""Beam search: the texts with the best sums of scores, by following only the best beginnings; and beam sampling.

The rules are those of transformers 5.23. The score of a token is its log-probability after the pipeline, not
renormalised. At each step the best continuations of all running hypotheses of a prompt are looked at, 1 + (number of
end tokens) times as many as there are beams. Those of them that end count if they are among the first; the best of the
others run on. In beam sampling, continuations are drawn without replacement instead, by the same sums; which are first
is then a matter of the order of the draws. Every prompt is a search of its own, whatever its batch mates do.

A prompt begins with one row and grows; what is forbidden is no continuation. Under a constraint, hypotheses that have
ended are different texts, and if the language has as many texts as there are beams, so many are found: cuts of the same
text into tokens give way to other texts, and where the beams would not be enough for that many texts, there are more of
them for a while (`branches`). A hypothesis that the limit cuts off is returned only where none is complete.

Forced text is read in one pass, its tokens count as the model gives them, and hypotheses are compared after equally
many choices, not tokens.

One step (`Step.run`) looks at the continuations of all running hypotheses of a prompt, group by group (`_pick`). Those
that end join the prompt's hypotheses if they are among the first (`_sorted_out`, `_end`); the best of the others run
on, as rows of the next step (`_move`). Under a constraint, those that only become texts that others have already come
last, and where the beams would not reach as many different texts as they should, there are more of them for a while
(`_widen`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, Literal, NamedTuple

import torch

from ...kernels.definition import log_probabilities
from ...stages.stage import INFINITY, Stateful
from ..batch import Batch
from ..branches import Branch, are_enough, is_whole, written
from ..continuations import Beam, Candidate, Continuations
from ..requests import FinishReason, Row
from ..search import Search
from .hypotheses import EarlyStopping, Prompt, Rules, longest_of

EVERY = -1  # the group of the row from which all groups begin


class BeamSearch(Search):
    """Beam search with `beams` hypotheses a prompt, of which the best `returned` are the result.

    `sample` draws the continuations, with the randomness of the prompt's row. For `length_penalty`, `normalise` and
    `early_stopping` see `Rules`; the defaults are those of transformers. `Row.score` of a result is its normalised
    score, and `Row.number` its rank; rows for which there is no text have `finish_reason="unavailable"`. A draw in the
    pipeline is passed over. Raises ValueError for stages that remember what was drawn.

    >>> search = BeamSearch(4, returned=2)
    >>> batch = search.batch(model, Pipeline([Mask()]), requests, vocabulary=vocabulary)
    >>> for _ in decode(batch, search): pass
    """

    groups = 1
    returned: int
    normalises = True
    needs: ClassVar[Mapping[str, Any]] = {"draws_ends": True}

    def __init__(
        self,
        beams: int,
        *,
        returned: int = 1,
        sample: bool = False,
        length_penalty: float = 1.0,
        normalise: Literal["power", "gnmt"] = "power",
        early_stopping: EarlyStopping = False,
    ) -> None:
        if beams < 1:
            raise ValueError(f"beams is {beams}; a search has at least 1")
        if not 1 <= returned <= beams:
            raise ValueError(f"returned is {returned}; expected 1 to {beams}, as many as there are beams")
        self.beams, self.returned, self.sample = beams, returned, sample
        self.rules = Rules(length_penalty, normalise, early_stopping)
        self.size = beams  # of a group
        self.spread = beams

    def step(self, batch: Batch) -> None:
        self._welcome(batch)
        batch.read()
        self._count_forced(batch)
        Step(self, batch).run()

    def less(self, batch: Batch, chosen: Sequence[Sequence[int]]) -> torch.Tensor | None:
        """What is added to the scores (rows, width) of a group; `chosen`: each row's prompt has taken these tokens."""
        return None

    def attainable(self, prompt: Prompt, running: Sequence[tuple[float, int]], best: tuple[float, int]) -> float:
        """The best score that (sum, number of tokens) of `running` hypotheses may still reach.

        `best` is the first candidate of this step, whether it runs on or has ended.
        """
        longest = longest_of(prompt.request)
        return max((self.rules.attainable(*each, longest) for each in running), default=-INFINITY)

    def takes_limited(self, prompt: Prompt, group: int, best: tuple[float, int]) -> bool:
        """Whether hypotheses that meet the limit, without a constraint, are as good as those that have ended."""
        return True

    def _welcome(self, batch: Batch) -> None:
        """Begins the search of rows that have just come."""
        new = [row for row in batch.rows if row.search is None]
        if new:
            _check(batch)
        for row in new:
            row.search = Beam(Prompt(row.request, self.rules, self.groups, self.size), EVERY)
            if batch.forced is not None and not batch.log_probabilities:
                row.log_probabilities = [math.nan] * len(row.tokens)  # the pass that reads them fills them in
                row.constrained = [0.0] * len(row.tokens)
        if batch.forced is not None:
            batch.log_probabilities = True
            if batch.context.uniform:
                batch.forced = None  # beams would have to wait for each other, and rows of such a cache cannot

    def _count_forced(self, batch: Batch) -> None:
        """Adds what the model says of forced tokens, now that it has read them."""
        for row, ready in zip(batch.rows, batch.ready, strict=True):
            beam: Beam = row.search
            if not ready:
                continue
            total, branch = beam.total + sum(row.log_probabilities[beam.counted :]), beam.branch
            if row.matcher is not None and (branch is None or beam.counted < len(row.tokens)):
                text = written(row.matcher.constraint.vocabulary, row.tokens)
                branch = Branch(row.matcher, text, row.left)
            row.search = Beam(beam.prompt, beam.group, total, len(row.tokens), branch)


def _check(batch: Batch) -> None:
    """Raises ValueError where beams make no sense."""
    for stage in batch.sampler.pipeline.stages:
        if isinstance(stage, Stateful):
            raise ValueError(
                f"beam search weighs many tokens at each step, and {stage!r} remembers the one that was drawn; leave "
                "it out, or use Sampling"
            )


class Picked(NamedTuple):
    """What becomes of a group: the candidates that run on, all others, best first, and the first of all.

    `tokens` are those that the group has chosen, whether they run on or meet the limit.
    """

    running: list[Candidate]
    others: Iterator[Candidate]
    first: Candidate | None
    tokens: list[int]


class Step:
    """One step of a beam search: what each prompt's hypotheses become."""

    def __init__(self, search: BeamSearch, batch: Batch) -> None:
        self.search, self.batch = search, batch
        self.looked_at = max(2, 1 + len(batch.sampler.end_tokens)) * search.size
        members: dict[int, list[int]] = {}
        for i, row in enumerate(batch.rows):
            members.setdefault(id(row.search.prompt), []).append(i)
        self.members = list(members.values())
        self.figures: tuple[torch.Tensor, torch.Tensor] | None = None  # log-probabilities, the model's and after stages

    def run(self) -> None:
        batch = self.batch
        ready = [all(batch.ready[i] for i in rows) for rows in self.members]
        picks: list[list[Picked]] = [[] for _ in self.members]
        for group in range(self.search.groups):
            tokens: list[list[int]] = [[] for _ in batch.rows]
            for rows, found in zip(self.members, picks, strict=True):
                for i in rows:
                    tokens[i] = [token for earlier in found for token in earlier.tokens]
            added = self.search.less(batch, tokens) if group else None
            continuations = Continuations(batch, sample=self.search.sample, looked_at=self.looked_at, added=added)
            if group == 0 and batch.log_probabilities:
                self.figures = log_probabilities(batch.read()), continuations.scores.log_softmax(-1)
            for number, rows in enumerate(self.members):
                if ready[number]:
                    picks[number].append(self._pick(group, rows, continuations, picks[number]))
        going: list[Candidate] = []
        for number, rows in enumerate(self.members):
            prompt: Prompt = batch.rows[rows[0]].search.prompt
            if not ready[number]:
                going += [Candidate(i, -1, 0.0) for i in rows]
                continue
            self._settle(prompt, picks[number])
            going += [each for found in picks[number] for each in found.running]
            if all(prompt.over):
                batch.done += prompt.results(self.search.returned)
        self._move(going)

    # A group of a prompt.

    def _pick(self, group: int, rows: Sequence[int], continuations: Continuations, earlier: Sequence[Picked]) -> Picked:
        """What becomes of a group."""
        prompt: Prompt = self.batch.rows[rows[0]].search.prompt
        if prompt.over[group]:
            return Picked([], iter(()), None, [])
        mine = [i for i in rows if self.batch.rows[i].search.group in (group, EVERY)]
        self._cut_off(prompt, mine)
        in_order = continuations.of(mine)
        seen = {text for found in earlier for text in _texts(found.running)}
        running, twins, late, limited, first = self._sorted_out(prompt, group, in_order, seen)
        if limited and first is not None and self.search.takes_limited(prompt, group, self._measured(first)):
            for each in limited[: self.search.size]:
                self._end(prompt, group, each, "length", 0)
        running.sort(key=lambda each: -each.total)
        twins.sort(key=lambda each: -each.total)
        size = self.search.size
        left = sorted([*running[size:], *late], key=lambda each: -each.total)
        picked = [*running[:size], *twins[: max(0, size - len(running))]]
        tokens = [each.token for each in (*picked, *limited)][:size]
        return Picked(picked, chain(left, in_order), first, tokens)

    def _sorted_out(
        self, prompt: Prompt, group: int, in_order: Iterator[Candidate], seen: set[bytes]
    ) -> tuple[list[Candidate], list[Candidate], list[Candidate], list[Candidate], Candidate | None]:
        """Those that run on, those of them that become nothing new, those that end too late, those that end at the
        limit; and the first of all.

        Those that end in time join the prompt's hypotheses. Looks no further than it must.
        """
        size, rank = self.search.size, 0  # those that bring nothing new have no rank
        running: list[Candidate] = []
        twins: list[Candidate] = []
        late: list[Candidate] = []
        limited: list[Candidate] = []
        first: Candidate | None = None
        for number, each in enumerate(in_order, 1):
            first = first or each
            reason, cut = self._reason(each)
            if reason == "length":
                limited.append(each)
                rank += 1
            elif reason is None:
                each = self._grown(prompt, group, each)
                texts = _texts([each])
                if texts and texts <= seen | prompt.whole:
                    twins.append(each)
                else:
                    running.append(each)
                    seen |= texts
                    rank += 1
            elif rank < size:
                rank += self._end(prompt, group, each, reason, cut)
            else:
                late.append(each)
            if number >= self.looked_at and (len(running) >= size or not prompt.constrained):
                break
        return running, twins, late, limited, first

    def _measured(self, each: Candidate) -> tuple[float, int]:
        """A candidate's sum and its number of tokens."""
        return each.total, len(self.batch.rows[each.row].tokens) + 1

    def _reason(self, each: Candidate) -> tuple[FinishReason | None, int]:
        """Why a candidate ends, None if it runs on; and how many bytes a stop text cuts off."""
        row = self.batch.rows[each.row]
        if each.token in self.batch.sampler.end_tokens:
            return "stop", 0
        if row.request.stop:
            cut = self.batch.beyond_stop(Row(row.request, tokens=[*row.tokens, each.token], matcher=row.matcher))
            if cut:
                return "stop", cut
        return ("length", 0) if row.matcher is None and row.left <= 1 else (None, 0)

    def _grown(self, prompt: Prompt, group: int, each: Candidate) -> Candidate:
        """The candidate with what is kept of it if it runs on."""
        row = self.batch.rows[each.row]
        branch = row.search.branch
        if row.matcher is not None:
            branch = branch.after(row.matcher, each.token)
        return each._replace(beam=Beam(prompt, group, each.total, row.search.counted + 1, branch))

    def _end(self, prompt: Prompt, group: int, each: Candidate, reason: FinishReason, cut: int) -> bool:
        """Takes a candidate that ends into the prompt's hypotheses; whether its text is new."""
        source = self.batch.rows[each.row]
        row = source.fork()
        row.finish_reason, row.cut = reason, cut
        takes_end = each.token in self.batch.sampler.end_tokens
        if not takes_end:
            row.tokens.append(each.token)
            self._note(row, self._noted(each))
        row.score = self.search.rules.score(each.total, len(row.tokens), ended=takes_end)
        text = None
        if source.matcher is not None:
            row.matcher = source.matcher.fork()
            row.matcher.advance(each.token)
            text = written(row.matcher.constraint.vocabulary, row.tokens)
            text = text[: len(text) - cut]
            if takes_end and text not in prompt.whole and is_whole(source.matcher):
                prompt.whole.add(text)
        is_new = text is None or text not in prompt.texts
        prompt.add(group, row, text)
        return is_new

    def _cut_off(self, prompt: Prompt, rows: Sequence[int]) -> None:
        """Keeps the hypotheses that have reached the limit and cannot end there."""
        for row in (self.batch.rows[i] for i in rows):
            if row.left <= 0 and not (row.matcher is not None and row.matcher.is_accepting):
                over = row.fork()
                over.finish_reason = "length"
                over.score = self.search.rules.score(row.search.total, len(row.tokens), ended=False)
                prompt.cut.append(over)

    # All groups together.

    def _settle(self, prompt: Prompt, picks: list[Picked]) -> None:
        """Ends the groups of a prompt whose search is over. What they leave unfinished, other groups may take over."""
        group: int | None = 0
        while group is not None:
            self._widen(prompt, picks)
            open_ones = (each for each, over in enumerate(prompt.over) if not over)
            group = next((each for each in open_ones if self._is_settled(prompt, each, picks[each])), None)
            if group is not None:
                prompt.over[group] = True
                dropped, others = picks[group].running, picks[group].others
                picks[group] = picks[group]._replace(running=[], others=chain(dropped, others))

    def _is_settled(self, prompt: Prompt, group: int, found: Picked) -> bool:
        if not found.running or found.first is None:
            return True
        running, first = [self._measured(each) for each in found.running], self._measured(found.first)
        wanted = self.search.size
        if prompt.constrained and sum(prompt.over) == self.search.groups - 1:  # what the others lack, it must find
            wanted = self.search.beams - sum(len(each.rows) for each in prompt.ended if each is not prompt.ended[group])
        no_more = prompt.constrained and _texts(found.running) <= prompt.whole
        return prompt.ended[group].is_settled(
            self.search.attainable(prompt, running, first), wanted=1 if no_more else wanted
        )

    def _widen(self, prompt: Prompt, picks: Sequence[Picked]) -> None:
        """Adds candidates until there are enough for as many different texts as there are beams."""
        if not prompt.constrained or all(prompt.over):
            return
        running = [each for found in picks for each in found.running]
        branches = [each.beam.branch for each in running if each.beam is not None and each.beam.branch is not None]
        for group, found in enumerate(picks):
            while not are_enough(prompt.texts, branches, self.search.beams):
                each = next(found.others, None)
                if each is None:
                    break
                reason, cut = self._reason(each)
                into = prompt.over.index(False) if prompt.over[group] else group
                if reason is not None:
                    self._end(prompt, into, each, reason, cut)
                    continue
                each = self._grown(prompt, into, each)
                assert each.beam is not None
                assert each.beam.branch is not None
                certain = each.beam.branch.certain
                if certain not in prompt.whole and all(certain != branch.certain for branch in branches):
                    branches.append(each.beam.branch)
                    picks[into].running.append(each)

    def _move(self, going: Sequence[Candidate]) -> None:
        """Moves the batch on to the hypotheses that run on; those without a token wait."""
        figures = [self._noted(each) for each in going]
        self.batch.reorder([each.row for each in going])
        for row, each, noted in zip(self.batch.rows, going, figures, strict=True):
            if each.beam is not None:
                row.search = each.beam
                self._note(row, noted)
        if going:
            self.batch.take([[each.token] if each.beam is not None else [] for each in going], end=False)

    def _noted(self, each: Candidate) -> tuple[float, float] | None:
        if self.figures is None or each.token < 0:
            return None
        plain, after = self.figures
        return float(plain[each.row, each.token]), float(after[each.row, each.token])

    @staticmethod
    def _note(row: Row, figures: tuple[float, float] | None) -> None:
        if figures is not None:
            row.log_probabilities.append(figures[0])
            row.constrained.append(figures[1])


def _texts(candidates: Sequence[Candidate]) -> set[bytes]:
    """The certain texts of candidates under a constraint."""
    beams = [each.beam for each in candidates if each.beam is not None]
    return {beam.branch.certain for beam in beams if beam.branch is not None}
