"""Drafts by a smaller model of the same vocabulary (Leviathan et al. 2023; Chen et al. 2023), one or several a row."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from constrain.errors import LimitExceeded
from constrain.support.arguments import integer

from ...pipelines.pipeline import Pipeline
from ...pipelines.rows import SamplerRows, Stages
from ...stages.drawing.draw import inverse
from ...stages.drawing.simple import Greedy
from ...stages.stage import INFINITY, Role
from ..batch import Batch
from ..model import Context, LanguageModel
from ..pictures import PicturePrompt
from ..requests import Row
from .draft_tree import Draft
from .drafts import Drafter, random_stream


class DraftModel(Drafter):
    """Tokens that a smaller model draws, by the same pipeline and constraint as the large one.

    `branches`: so many drafts a row, drawn independently; those that begin alike share their nodes. A greedy pipeline
    takes the best tokens for the first of each, and then the best one. Its vocabulary is the large model's; it may be
    padded to another width, or lack the last tokens. A row that is too long for it has no drafts. Guidance in the
    pipeline acts only if `model` is a `GuidedModel`.
    """

    def __init__(self, model: LanguageModel, *, branches: int = 1) -> None:
        self.branches = integer(branches, "branches", 1)
        self.reader = _Reader(model, self.branches)
        self._short: dict[int, Row] = {}  # rows that it can read to their ends, by identity

    def propose(self, batch: Batch, lengths: Sequence[int]) -> list[Draft]:
        drafts = [Draft() for _ in batch.rows]
        known, self._short = self._short, {}
        for row in batch.rows:
            if id(row) in known or self.reader.reads(row, row.request.max_tokens):
                self._short[id(row)] = row
        each = enumerate(zip(batch.rows, lengths, strict=True))
        places = [i for i, (row, n) in each if id(row) in self._short or self.reader.reads(row, len(row.tokens) + n)]
        if any(lengths[i] for i in places):
            self._propose(batch, places, [lengths[i] for i in places], [drafts[i] for i in places])
        return drafts

    def _propose(self, batch: Batch, places: Sequence[int], lengths: Sequence[int], drafts: Sequence[Draft]) -> None:
        """Fills the drafts of the rows at these places of the batch."""
        rows, width = [batch.rows[i] for i in places], batch.model.width
        self.reader.follow(rows)
        texts = [self.reader.known(row.tokens) for row in rows]
        logits = self.reader.logits(texts, [length > 0 for length in lengths])
        sources = [row for row in range(len(drafts)) for _ in range(self.branches)]
        sampler = batch.sampler.fork([places[row] for row in sources])
        if self.reader.unconditional is None and any(s.role is Role.GUIDANCE for s in sampler.pipeline.stages):
            sampler.pipeline = _without_guidance(sampler.pipeline)
        if self.branches > 1:
            self.reader.reorder(sources)
            texts, logits = [list(texts[row]) for row in sources], logits[sources]
        nodes = [0] * len(sources)
        goes_on = [lengths[row] > 0 for row in sources]
        for step in range(1, max(lengths) + 1):
            scores = sampler.scores(_to_width(logits, width), unconditional=self._unconditional(width))
            known = self.reader.model.width
            if known < width:  # it may have no token that is allowed
                any_left = (scores[:, :known] > -INFINITY).any(-1).tolist()
                goes_on = [go and left for go, left in zip(goes_on, any_left, strict=True)]
            tokens, random = self._guessed(scores, sampler, first=step == 1)
            for i, (row, token) in enumerate(zip(sources, tokens, strict=True)):
                if not goes_on[i]:
                    continue
                nodes[i] = drafts[row].add(nodes[i], token, scores[i] if random else None)
                texts[i].append(token)
                goes_on[i] = step < lengths[row] and token not in sampler.end_tokens
            if not any(goes_on):
                break
            sampler.extend([[token] if go else [] for token, go in zip(tokens, goes_on, strict=True)])
            logits = self.reader.logits(texts, goes_on)
        if self.branches > 1:
            self.reader.reorder(range(0, len(sources), self.branches))

    def _unconditional(self, width: int) -> torch.Tensor | None:
        return None if self.reader.unconditional is None else _to_width(self.reader.unconditional, width)

    def _guessed(self, scores: torch.Tensor, sampler: SamplerRows, *, first: bool) -> tuple[list[int], bool]:
        """A token for each branch of each row, and whether it was drawn at random."""
        stages, branches = sampler.pipeline.stages, self.branches
        if isinstance(stages[-1], Greedy):
            if not first or branches == 1:
                return scores.argmax(-1).tolist(), False
            best = scores[::branches].topk(min(branches, scores.shape[1]))
            possible = torch.where(best.values > -INFINITY, best.indices, best.indices[:, :1])
            return [row[i % len(row)] for row in possible.tolist() for i in range(branches)], False
        positions = sampler.step().generated()
        drawn = torch.empty(len(scores), dtype=torch.int64)
        for branch in range(branches):
            uniforms = sampler.randomness.uniform(positions, random_stream(stages, branch, drafting=True))[
                branch::branches
            ]
            drawn[branch::branches] = inverse(scores[branch::branches], uniforms.to(scores.device)).cpu()
        return drawn.tolist(), True


def _without_guidance(pipeline: Stages) -> Pipeline:
    stages = [stage for stage in pipeline.stages if stage.role is not Role.GUIDANCE]
    return Pipeline(stages, order=pipeline.order, strict=pipeline.strict)


def _to_width(logits: torch.Tensor, width: int) -> torch.Tensor:
    """`logits` (rows, any) as (rows, width): models of one vocabulary pad it differently."""
    missing = width - logits.shape[1]
    return torch.nn.functional.pad(logits, (0, missing), value=-INFINITY) if missing > 0 else logits[:, :width]


class _Reader:
    """What a model says after the texts of rows, which come, grow, are partly taken back, and leave."""

    def __init__(self, model: LanguageModel, branches: int) -> None:
        self.model, self.branches = model, branches
        self.rows: list[Row] = []
        self.unconditional: torch.Tensor | None = None
        self._context: Context
        self._read: list[list[int]] = []  # what the context has read of each row, its prompt aside
        self._first: torch.Tensor  # logits (rows, width) after the prompts
        self._first_unconditional: torch.Tensor | None = None

    def reads(self, row: Row, length: int) -> bool:
        """Whether the model has places for a row's prompt and so many tokens."""
        try:
            self.model.check(self._prompt(row), length)
        except LimitExceeded:
            return False
        return True

    def known(self, tokens: Sequence[int]) -> list[int]:
        """Tokens as the model can read them: it only guesses, so those beyond its ids may be any."""
        width = self.model.width
        return list(tokens) if max(tokens, default=0) < width else [token if token < width else 0 for token in tokens]

    def follow(self, rows: Sequence[Row]) -> None:
        """Goes on with these rows, in this order."""
        places = {id(row): i for i, row in enumerate(self.rows)}
        new = [row for row in rows if id(row) not in places]
        if new and len(new) < len(rows):
            other = _Reader(self.model, self.branches)
            other._begin(new)
            try:
                self._join(other)
            except NotImplementedError:
                new = list(rows)
            else:
                places = {id(row): i for i, row in enumerate(self.rows)}
        if len(new) == len(rows):
            self._begin(rows)
        else:
            self.reorder([places[id(row)] for row in rows])
            self.rows = list(rows)

    def _begin(self, rows: Sequence[Row]) -> None:
        room = max(row.request.max_tokens for row in rows) + 1
        self._context, self._first = self.model.begin([self._prompt(row) for row in rows], room=room)
        self.rows, self._read = list(rows), [[] for _ in rows]
        self._context.reserve(len(rows) * self.branches)
        unconditional = self._context.unconditional
        self.unconditional = self._first_unconditional = None if unconditional is None else unconditional[:, -1]

    def _prompt(self, row: Row) -> Sequence[int]:
        """A row's prompt, without pictures where the model cannot see them."""
        prompt = row.request.prompt
        has_pictures = isinstance(prompt, PicturePrompt) and not self.model.blind_to(prompt)
        return prompt if has_pictures else self.known(prompt)

    def _join(self, other: _Reader) -> None:
        self._context.join(other._context)
        self.rows, self._read = self.rows + other.rows, self._read + other._read
        self._first = torch.cat([self._first, other._first])
        if self._first_unconditional is not None and other._first_unconditional is not None:
            self._first_unconditional = torch.cat([self._first_unconditional, other._first_unconditional])

    def reorder(self, sources: Sequence[int]) -> None:
        """Row i goes on from former row `sources[i]`."""
        chosen = list(sources)
        if chosen == list(range(len(self._read))):
            return
        self._context.reorder(chosen)
        self._read = [list(self._read[source]) for source in chosen]
        self._first = self._first[chosen]
        if self._first_unconditional is not None and self.unconditional is not None:
            self._first_unconditional = self._first_unconditional[chosen]
            self.unconditional = self.unconditional[chosen]

    def logits(self, texts: Sequence[Sequence[int]], wanted: Sequence[bool]) -> torch.Tensor:
        """Logits (rows, width) of what may follow each text, the prompt aside; anything where they are not wanted.

        Sets `unconditional` (rows, width) as well.
        """
        wanted = [True] * len(texts) if self._context.uniform else wanted
        every = list(zip(self._read, texts, wanted, strict=True))
        self._forget([_shared(read, text) if want else len(read) for read, text, want in every])
        new = [list(text[len(read) :]) if want else [] for read, text, want in every]
        self.unconditional = self._first_unconditional
        if not any(new):
            return self._first
        logits = self._context.read_drafts(new, [Draft() for _ in new])
        unread = self._context.keep_drafts([0] * len(new))
        for read, tokens, late in zip(self._read, new, unread, strict=True):
            read += tokens[: len(tokens) - late]
        at_prompt = [i for i, text in enumerate(texts) if not len(text)]
        unconditional = None if self._context.unconditional is None else self._context.unconditional[:, -1]
        if at_prompt:
            logits[at_prompt] = self._first[at_prompt].to(logits)
            if unconditional is not None and self._first_unconditional is not None:
                unconditional[at_prompt] = self._first_unconditional[at_prompt]
        self.unconditional = unconditional
        return logits

    def _forget(self, lengths: Sequence[int]) -> None:
        """Takes back what was read beyond these lengths."""
        counts = [len(read) - length for read, length in zip(self._read, lengths, strict=True)]
        if self._context.uniform:
            counts = [max(counts, default=0)] * len(counts)
        if any(counts):
            self._context.take_back(counts)
            for read, count in zip(self._read, counts, strict=True):
                del read[len(read) - count :]


def _shared(read: Sequence[int], text: Sequence[int]) -> int:
    """How many first tokens of a text have been read, one less than it has: something must be read to get logits."""
    most = min(len(read), max(len(text) - 1, 0))
    if list(read[:most]) == list(text[:most]):
        return most
    return next(i for i in range(most) if read[i] != text[i])
