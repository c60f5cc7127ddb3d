"""A batch in the middle of decoding: rows, what the model has read of them, and where their samplers stand.

A `Search` moves it by a few verbs: `read` gives the logits of what comes next, `take` gives tokens to rows, `reorder`
makes rows go on from others, `finish` ends one. Everything else happens here: end tokens, stop texts and budgets,
forced text, rows that leave, and the model's cache, which follows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import torch

from constrain.bitmask import allocate_bitmask
from constrain.budget import budgeted
from constrain.errors import LimitExceeded
from constrain.matcher import Matcher
from constrain.vocabulary import Vocabulary

from ..kernels.definition import log_probabilities
from ..pipelines.pipeline import Pipeline
from ..stages.drawing.draw import Draw
from .drafting.draft_tree import Draft
from .forced import ForcedText
from .model import Context, LanguageModel
from .nodes import Nodes
from .pictures import PicturePrompt
from .requests import FinishReason, Request, Row


class Batch:
    """Rows that decode together. `rows[i]` is the text that row i writes; `done` those that have ended, in that order.

    `ready[i]`: the model has read all of row i, so its logits say what comes next; false for a row that must wait
    because all rows of the model read in step.
    """

    def __init__(
        self,
        model: LanguageModel,
        pipeline: Pipeline,
        requests: Sequence[Request],
        *,
        copies: int = 1,
        seeds: int | Sequence[int] | None = None,
        vocabulary: Vocabulary | None = None,
        forced: ForcedText | None = None,
        log_probabilities: bool = False,
        best: int = 0,
        hidden: bool = False,
        draws_ends: bool = False,
        spread: int = 1,
    ) -> None:
        """`vocabulary` is needed for free rows: their end tokens, and the bytes of their stop texts.

        With `log_probabilities`, rows note also the `best` likeliest tokens of each place.
        With `hidden`, `context.hidden` has the hidden states of what was read last, and each row's `search` at first
        those of its prompt (tokens, size). `draws_ends`: where nothing but an
        end can follow, it is drawn all the same, because its probability counts. `spread`: how many rows the search
        makes of each (beams, candidates), for which a cache of a fixed size reserves places.
        """
        self.model, self.pipeline, self.forced, self.vocabulary = model, pipeline, forced, vocabulary
        self.log_probabilities, self.draws_ends, self.best = log_probabilities, draws_ends, best
        origins: list[list[Row]] = [[] for _ in requests]
        together = list(zip(requests, origins, strict=True))
        self.rows = [Row(request, n, n, origin=origin) for request, origin in together for n in range(copies)]
        self.done: list[Row] = []
        for request in requests:
            refuse_short_budget(request)
        self.context: Context
        room = max((request.max_tokens for request in requests), default=0) + 1
        prompts = [row.request.prompt for row in self.rows]
        heads, mask = _padded(model.heads(prompts), model.device)
        self.sampler = pipeline.start(
            heads,
            attention_mask=mask,
            constraint=[row.request.constraint for row in self.rows],
            end_tokens=() if vocabulary is None else vocabulary.end_ids,
            seeds=seeds,
            max_tokens=[row.request.max_tokens if row.request.fit else None for row in self.rows],
        )
        self.pending: list[list[int]] = [[] for _ in self.rows]  # tokens that the model has not read
        self.ready = [True] * len(self.rows)
        self._room: np.ndarray | None = None
        for row, matcher in zip(self.rows, self.sampler.matchers, strict=True):
            row.matcher = matcher
        # What is forced at the beginning is read with the prompt, unless its probabilities count.
        plain = not any(isinstance(prompt, PicturePrompt) for prompt in prompts)
        reads_on = plain and model.prompts_go_on and not hidden and not log_probabilities and not draws_ends
        if reads_on:
            self._take_forced([[] for _ in self.rows])
            prompts = [[*prompt, *new] for prompt, new in zip(prompts, self.pending, strict=True)]
            self.pending = [[] for _ in self.rows]
        self.context, self._logits = model.begin(prompts, room=room, hidden=hidden)
        self.stays = self.context.fixed and spread == 1  # finished rows stay, and read anything
        if spread > 1:
            self.context.reserve(len(self.rows) * spread)
        self._unconditional = _last(self.context.unconditional)
        if not reads_on:
            self._take_forced([[] for _ in self.rows])
        for i, row in enumerate(self.rows):
            if hidden and self.context.hidden is not None:
                row.search = self.context.hidden[i, -_length(heads, mask, i) :]
        self._end([True] * len(self.rows))

    # Asking.

    @property
    def live(self) -> bool:
        """Whether some row goes on."""
        return any(row.finish_reason is None for row in self.rows)

    @property
    def passes(self) -> int:
        """Forward passes of the model so far, the prompt's one included."""
        return self.context.passes

    def read(self) -> torch.Tensor:
        """The logits (rows, width) of each row's next token; those of rows that are not `ready` mean nothing."""
        self.catch_up()
        return self._logits

    def read_on(self, tokens: torch.Tensor) -> torch.Tensor:
        """The logits (rows, width) after a token in each row, int64 (rows,), which `take` is told of later (`read=`).

        For rows that have nothing pending. Does not wait for the device where the model's cache knows how.
        """
        return self.context.read_step(tokens)

    def sample(self, *, note: bool = True) -> list[int]:
        """A token for each row, drawn by the pipeline from what `read` gives; `note` that they will be taken."""
        tokens: list[int] = self.sampler.sample(self.read(), unconditional=self._unconditional).tolist()
        if note:
            self.note(tokens)
        return tokens

    def sample_again(self, logits: torch.Tensor, stream: int) -> list[int]:
        """As `sample(note=False)`, from other logits (rows, width), with random numbers of their own."""
        stages = self.sampler.pipeline.stages
        draw = stages[-1]
        if not isinstance(draw, Draw):
            raise TypeError("the pipeline draws nothing; end it in Greedy(), Categorical() or another draw")
        scores = self.sampler.scores(logits, unconditional=self._unconditional)
        tokens: list[int] = draw.draw(scores, self.sampler.step(self._unconditional, stream)).tolist()
        return tokens

    def note(self, tokens: Sequence[int]) -> None:
        """Keeps the log-probabilities of the tokens that each row is about to take, if they were asked for."""
        if self.log_probabilities:
            self._note(tokens)

    def scores(self, added: torch.Tensor | None = None) -> torch.Tensor:
        """Log-probabilities (rows, width) of what `read` gives, after the pipeline; float32.

        `added` (rows, width) is added to them after guidance, before all other stages.
        """
        log_p = log_probabilities(self.read())
        return self.sampler.scores(log_p, unconditional=self._unconditional, added=added)

    def logits_after(self) -> torch.Tensor:
        """The logits (rows, width) that `read` gives, after the pipeline; float32."""
        return self.sampler.scores(self.read(), unconditional=self._unconditional)

    def around_mask(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores (rows, width) of what `read` gives, just before the mask, and after all stages."""
        return self.sampler.around_mask(self.read(), unconditional=self._unconditional)

    def trial(self, row: int) -> Exception | None:
        """What a row raises when it takes a step by itself, without the model; nothing moves."""
        try:
            sampler = self.sampler.fork()
            sampler.select([row])
            logits = self._logits[row : row + 1]
            unconditional = None if self._unconditional is None else self._unconditional[row : row + 1]
            for step in range(2):
                matcher = sampler.matchers[0]
                if matcher is not None and not matcher.is_finished:
                    matcher.forced_bytes()
                if step == 0:
                    sampler.advance(sampler.sample(logits, unconditional=unconditional))
            # The next mask; the model's scores for it are not known, and any that are sound will do.
            unconditional = None if unconditional is None else torch.zeros_like(unconditional)
            sampler.scores(torch.zeros_like(logits), unconditional=unconditional)
        except Exception as error:
            return error
        return None

    def retry(self) -> None:
        """After a pass that raised: has the model read each row again, by itself, and goes on with those it can read.

        The others end, with what they raise. Raises NotImplementedError where rows cannot be read apart and joined.
        """
        live = [i for i, row in enumerate(self.rows) if row.finish_reason is None]
        if len(live) > 1 and not (self.context.joins and self.pipeline.is_same_for_all_rows):
            raise NotImplementedError("this model's rows are read together, so none can be read again by itself")
        whole: Batch | None = None
        for i in live:
            try:
                part = self._alone(i)
                part.end()  # the pass may have raised before it was looked at
                if whole is None:
                    whole = part
                else:
                    whole.join(part)
            except Exception as error:
                self.rows[i].error, self.rows[i].finish_reason = error, "error"
        self.done += [row for row in self.rows if row.finish_reason is not None]
        if whole is None:
            self.rows = []
            return
        whole.context.passes += self.context.passes
        for name in _OF_ROWS:
            setattr(self, name, getattr(whole, name))

    def _alone(self, row: int) -> Batch:
        """A batch of this row alone, of which the model has read all."""
        alone = object.__new__(type(self))
        vars(alone).update(vars(self))
        alone.rows, alone.done, alone.pending, alone.ready = [self.rows[row]], [], [list(self.pending[row])], [True]
        alone.sampler = self.sampler.fork([row])
        alone.rows[0].matcher = alone.sampler.matchers[0]
        request, tokens = alone.rows[0].request, alone.rows[0].tokens
        alone.context, logits = self.model.begin([request.prompt], room=request.max_tokens + 1)
        read = tokens[: len(tokens) - len(self.pending[row])]
        alone._logits = alone.context.read([read])[:, -1] if read else logits
        alone._unconditional = _last(alone.context.unconditional)
        while any(alone.pending):
            alone._read(1)
        return alone

    def catch_up(self) -> None:
        """Has the model read what is pending, as far as it can: rows that read in step wait for each other."""
        if any(self.pending) and self._can_read:
            self._read(1)
        self.ready = [not new for new in self.pending]

    @property
    def _can_read(self) -> bool:
        """Whether no row that goes on has the others wait until it takes a token."""
        return not self.context.uniform or all(
            new or row.finish_reason is not None for row, new in zip(self.rows, self.pending, strict=True)
        )

    def _read(self, keep: int) -> torch.Tensor:
        """Has the model read what is pending; logits (rows, keep, width)."""
        before = self.pending
        if self.context.uniform:
            if any(row.finish_reason is not None for row in self.rows):  # finished rows read anything
                over = [row.finish_reason is not None for row in self.rows]
                self.pending = [new or [0] * idle for new, idle in zip(self.pending, over, strict=True)]
            step = min(map(len, self.pending))
        else:
            step = worthwhile(list(map(len, self.pending)), self.model.device.type)
        now, self.pending = [new[:step] for new in self.pending], [new[step:] for new in self.pending]
        if self.log_probabilities:
            keep = max(keep, *map(len, now))
        try:
            logits = self.context.read(now, keep)
        except Exception:
            self.pending = before  # for `retry`
            raise
        if self.log_probabilities:
            ahead = [[self._logits[i], *logits[i, keep - len(new) :]] for i, new in enumerate(now)]
            self._note_forced(now, ahead)
        # A row that had nothing to read keeps its logits.
        idle = [row for row, new in enumerate(now) if not new]
        last = logits[:, -1]
        unconditional = _last(self.context.unconditional)
        if idle:
            last = last.clone()
            last[idle] = self._logits[idle]
            if unconditional is not None and self._unconditional is not None:
                unconditional = unconditional.clone()
                unconditional[idle] = self._unconditional[idle]
        self._logits, self._unconditional = last, unconditional
        self.ready = [not new for new in self.pending]
        return logits

    def verify(self, drafts: Sequence[Draft]) -> Nodes:
        """Reads what is pending, and beyond it a draft of each row, in one pass: the nodes of the drafts as rows.

        `accept` then says how far each row goes. Drafts must keep the constraints, and every row takes a token.
        """
        nodes = Nodes(self.sampler, drafts)
        before = now = self.pending
        self.pending = [[] for _ in self.rows]
        if self.stays:
            depth = max(
                len(new) + len(draft.path(leaf))
                for new, draft in zip(now, drafts, strict=True)
                for leaf in draft.leaves
            )
            now = [new if row.finish_reason is None else [0] * depth for row, new in zip(self.rows, now, strict=True)]
        # To know the log-probabilities of what is pending, all but its first token are read as nodes too.
        shifts = [len(new) - 1 if self.log_probabilities and new else 0 for new in now]
        heads = [new[: len(new) - shift] for new, shift in zip(now, shifts, strict=True)]
        tails = [new[len(new) - shift :] for new, shift in zip(now, shifts, strict=True)]
        try:
            places = self.context.read_drafts(heads, [d.after(tail) for d, tail in zip(drafts, tails, strict=True)])
        except Exception:
            self.pending = before  # for `retry`
            raise
        ahead, start = [], 0
        for row, (draft, shift) in enumerate(zip(drafts, shifts, strict=True)):
            ahead.append([self._logits[row], *places[start : start + shift]])
            nodes.places += range(start + shift, start + shift + len(draft) + 1)
            start += shift + len(draft) + 1
        if self.log_probabilities:
            self._note_forced(now, ahead)
        idle = [row for row, new in enumerate(now) if not new]
        nodes.read(places, _last(self.context.unconditional), idle, self._logits, self._unconditional)
        # Every row takes a token next, which must be read: until then these mean nothing.
        self._logits = nodes.logits[: len(self.rows)]
        self._unconditional = None if nodes.unconditional is None else nodes.unconditional[: len(self.rows)]
        self.ready = [True] * len(self.rows)
        self._verified = nodes, now, shifts
        return nodes

    def accept(self, chosen: Sequence[int], tokens: Sequence[Sequence[int]]) -> None:
        """After `verify`: row i takes its draft up to node `chosen[i]`, and then `tokens[i]`; the rest is forgotten."""
        nodes, now, shifts = self._verified
        unread = self.context.keep_drafts([node + shift for node, shift in zip(chosen, shifts, strict=True)])
        kept = [draft.text(node) for draft, node in zip(nodes.drafts, chosen, strict=True)]
        self.pending = [
            [*new, *text][len(new) + len(text) - late :] for new, text, late in zip(now, kept, unread, strict=True)
        ]
        given = self.up_to_stops([[*text, *new] for text, new in zip(kept, tokens, strict=True)])
        matchers = nodes.sampler.matchers
        plain, after = nodes.log_probabilities() if self.log_probabilities else (None, None)
        for i, (row, draft) in enumerate(zip(self.rows, nodes.drafts, strict=True)):
            way = [0, *draft.path(chosen[i])][: len(given[i])]  # before each token, where the row stands
            met = [matchers[nodes.roots[i] + node] for node in way]
            row.shortened |= any(matcher is not None and matcher.shortened for matcher in met)
            forced = [at for at, node in enumerate(way) if node in draft.forced]
            row.forced += len(forced)
            row.forced_at += [len(row.tokens) + at for at in forced]
            if plain is None or after is None or row.finish_reason is not None:
                continue
            for node, token in zip(way, given[i], strict=True):
                if token not in self.sampler.end_tokens:
                    place = nodes.roots[i] + node
                    row.log_probabilities.append(float(plain[place, token]))
                    row.constrained.append(0.0 if node in draft.forced else float(after[place, token]))
                    if self.best:
                        row.best.append(self._likeliest(plain[place]))
        self.take(given, read=list(map(len, kept)))

    def _note_forced(self, now: Sequence[Sequence[int]], before: Sequence[Sequence[torch.Tensor]]) -> None:
        """Fills in the log-probabilities of forced tokens; `before[i][j]` (width,): logits before `now[i][j]`."""
        for i, (row, new) in enumerate(zip(self.rows, now, strict=True)):
            first = len(row.tokens) - len(self.pending[i]) - len(new)  # the place in the text of new[0]
            for j, token in enumerate(new):
                at = first + j
                if 0 <= at < len(row.log_probabilities) and math.isnan(row.log_probabilities[at]):
                    log_p = log_probabilities(before[i][j])
                    row.log_probabilities[at] = float(log_p[token])
                    if self.best:
                        row.best[at] = self._likeliest(log_p)

    def _note(self, tokens: Sequence[int]) -> None:
        """Keeps the log-probabilities of tokens that are about to be taken."""
        plain = log_probabilities(self._logits)
        after = self.sampler.scores(self._logits, unconditional=self._unconditional).log_softmax(-1)
        for i, (row, token) in enumerate(zip(self.rows, tokens, strict=True)):
            if row.finish_reason is None and self.ready[i] and token not in self.sampler.end_tokens:
                row.log_probabilities.append(float(plain[i, token]))
                row.constrained.append(float(after[i, token]))
                if self.best:
                    row.best.append(self._likeliest(plain[i]))

    def _likeliest(self, log_p: torch.Tensor) -> list[tuple[int, float]]:
        """The likeliest tokens by log-probabilities (width,), the likeliest first, as many as were asked for."""
        values, tokens = log_p.topk(min(self.best, len(log_p)))
        return list(zip(tokens.tolist(), values.tolist(), strict=True))

    # Moving.

    def take(self, tokens: Sequence[Sequence[int]], *, read: Sequence[int] | None = None, end: bool = True) -> None:
        """Gives each row its tokens, none to rows that wait; then adds forced text, and ends what has ended.

        The model has read the first `read[i]` of them already. What comes after a stop text is left out. With
        `end=False` rows that have ended stay until `end` is called. Raises `RejectedToken` if a constraint forbids one.
        """
        live = [row.finish_reason is None for row in self.rows]
        given = self.up_to_stops([new if goes_on else () for new, goes_on in zip(tokens, live, strict=True)])
        if all(len(new) == 1 for new in given):
            self.sampler.advance([new[0] for new in given])
        else:
            self.sampler.extend(given)
        self._took(given, read or [0] * len(given))
        self._take_forced(given)
        if end:
            self._end(live)

    def end(self) -> None:
        """Ends the rows that have ended."""
        self._end([True] * len(self.rows))

    def _took(self, given: Sequence[Sequence[int]], read: Sequence[int]) -> None:
        ends = self.sampler.end_tokens
        for row, pending, new, known in zip(self.rows, self.pending, given, read, strict=True):
            pending.extend(new[known:])
            row.tokens.extend(token for token in new if token not in ends)

    def forced_after(self, row: Row, matcher: Matcher, left: int) -> list[int]:
        """The tokens that a row takes without asking where its text stands at `matcher`, with so many tokens left."""
        new = [] if self.forced is None or matcher.is_finished else self.forced.tokens(matcher)
        if new and matcher.constraint.has_regions:  # one that takes fewer tokens may be due
            new = new[: matcher.validate(new)]
        return new if _fits(row, matcher, new, left - len(new)) else []

    def _take_forced(self, given: Sequence[Sequence[int]]) -> None:
        """Adds what the constraints leave no choice about."""
        if self.forced is None:
            return
        finished = self.sampler.finished
        added: list[list[int]] = []
        for i, (row, matcher) in enumerate(zip(self.rows, self.sampler.matchers, strict=True)):
            goes_on = matcher is not None and row.finish_reason is None and not finished[i]
            added.append(self.forced_after(row, matcher, row.left) if goes_on and matcher is not None else [])
        if any(added):
            self.sampler.extend(added)
            self._took(added, [0] * len(added))
            for row, new in zip(self.rows, added, strict=True):
                row.forced += len(new)
                row.forced_at += range(len(row.tokens) - len(new), len(row.tokens))
                if self.log_probabilities:
                    row.log_probabilities += [math.nan] * len(new)  # until they are read
                    row.constrained += [0.0] * len(new)
                    row.best += [[] for _ in new] if self.best else []

    def _end(self, moved: Sequence[bool]) -> None:
        """Ends the rows that have taken an end token, cannot go on, met a stop text, or spent their budget."""
        finished = self.sampler.finished
        for i, row in enumerate(self.rows):
            if row.finish_reason is None and moved[i]:
                row.finish_reason = self._reason(row, bool(finished[i]))
        over = [row for row in self.rows if row.finish_reason is not None]
        if any(math.isnan(each) for row in over for each in row.log_probabilities):
            self._read_forced_ends()
        self._drop()

    def _read_forced_ends(self) -> None:
        """Has the model read what was forced at the very end of rows that are over."""
        while any(self.pending) and self._can_read:
            self._read(1)
        for i, row in enumerate(self.rows):
            if row.finish_reason is not None and any(map(math.isnan, row.log_probabilities)):
                self._alone(i)  # rows that read in step, and the others have nothing to read

    def _reason(self, row: Row, ended: bool) -> FinishReason | None:
        if ended:
            return "stop"
        if row.request.stop:
            row.cut = self.beyond_stop(row)
            if row.cut:
                return "stop"
        if row.matcher is not None and row.matcher.is_accepting:
            if self.draws_ends and (row.request.fit or row.left > 0):
                return None
            if self._is_whole(row):
                return "stop"
        return "length" if row.left <= 0 else None

    def beyond_stop(self, row: Row) -> int:
        """How many bytes of a row's text stand from its first stop text on; 0: none is there."""
        vocabulary = self.vocabulary if row.matcher is None else row.matcher.constraint.vocabulary
        assert vocabulary is not None
        # A stop text that has not been found may end in new tokens, so it begins at most its length before them.
        spelled, healed = vocabulary.token_bytes, len(row.request.healed)
        begin, before, most = row.searched, 0, max(map(len, row.request.stop))
        while begin and before < most:
            begin -= 1
            before += len(spelled[row.tokens[begin]] or b"")
        text = b"".join(spelled[token] or b"" for token in row.tokens[begin:])
        if begin < healed:  # as many tokens have all of its bytes, at least
            text = text[max(0, healed - sum(len(spelled[token] or b"") for token in row.tokens[:begin])) :]
        found = [at for at in map(text.find, row.request.stop) if at >= 0]
        if not found:
            row.searched = len(row.tokens)
        return len(text) - min(found) if found else 0

    def up_to_stops(self, tokens: Sequence[Sequence[int]]) -> list[list[int]]:
        """The tokens that each row takes, if it ends at its first stop text."""
        return [
            list(new[: self._up_to_stop(row, new)] if row.request.stop and len(new) > 1 else new)
            for row, new in zip(self.rows, tokens, strict=True)
        ]

    def _up_to_stop(self, row: Row, new: Sequence[int]) -> int:
        """How many of the tokens a row takes, if it ends at its first stop text."""
        before = len(row.tokens)
        try:
            for count, token in enumerate(new, 1):
                row.tokens.append(token)
                if token not in self.sampler.end_tokens and self.beyond_stop(row):
                    return count
        finally:
            del row.tokens[before:]
            row.searched = min(row.searched, before)
        return len(new)

    def _is_whole(self, row: Row) -> bool:
        """Whether nothing but an end can follow a text that is complete."""
        assert row.matcher is not None
        if row.left <= 0:
            return True
        vocabulary = row.matcher.constraint.vocabulary
        if self._room is None or self._room.shape[1] != vocabulary.words:
            self._room = allocate_bitmask(2, vocabulary)
            self._room[1] = -1
            for end in vocabulary.end_ids:
                self._room[1, end // 32] &= ~np.int32(np.uint32(1 << end % 32).view(np.int32))
        row.matcher.fill_bitmask(self._room[0])
        return not bool((self._room[0] & self._room[1]).any())

    def _drop(self) -> None:
        over = [i for i, row in enumerate(self.rows) if row.finish_reason is not None]
        if self.stays:
            known = set(map(id, self.done))
            self.done += [self.rows[i] for i in over if id(self.rows[i]) not in known]
        elif over:
            self.done += [self.rows[i] for i in over]
            self.reorder([i for i, row in enumerate(self.rows) if row.finish_reason is None])

    def finish(self, row: int, reason: FinishReason) -> None:
        """Ends a row: a cancelled one, say. Rows after it move up."""
        self.rows[row].finish_reason = reason
        self._drop()

    def reorder(self, sources: Sequence[int]) -> None:
        """Row i goes on from former row `sources[i]`; the number of rows may change."""
        self.sampler.select(sources)
        self._follow(sources)

    def _follow(self, sources: Sequence[int]) -> None:
        seen: set[int] = set()
        rows = []
        for source in sources:
            rows.append(self.rows[source].fork() if source in seen else self.rows[source])
            seen.add(source)
        self.rows = rows
        for row, matcher in zip(self.rows, self.sampler.matchers, strict=True):
            row.matcher = matcher
        self.pending = [list(self.pending[source]) for source in sources]
        self.ready = [self.ready[source] for source in sources]
        if rows and list(sources) != list(range(self.context.rows)):
            self.context.reorder(sources)
            index = torch.tensor(sources, device=self._logits.device)
            self._logits = self._logits.index_select(0, index)
            if self._unconditional is not None:
                self._unconditional = self._unconditional.index_select(0, index)

    def join(self, other: Batch) -> None:
        """Takes the rows of another batch of the same model and pipeline after its own."""
        self.done += other.done
        if not other.rows:
            return
        if not self.rows:
            for name in _OF_ROWS:
                setattr(self, name, getattr(other, name))
            return
        for batch in (self, other):
            batch.catch_up()
        self.context.join(other.context)
        self.sampler.join(other.sampler)
        self.rows += other.rows
        self.pending += other.pending
        self.ready += other.ready
        self._logits = torch.cat([self._logits, other._logits])
        if self._unconditional is not None and other._unconditional is not None:
            self._unconditional = torch.cat([self._unconditional, other._unconditional])


# To read the weights once takes a CPU as long as to compute so many tokens: SmolLM2-135M on one core takes 0.09 s for a
# pass and 0.0075 s more for each token in it.
_WEIGHTS_IN_COLUMNS = 12
_OF_ROWS = ("context", "sampler", "rows", "pending", "ready", "_logits", "_unconditional")


def worthwhile(pending: Sequence[int], device: str) -> int:
    """How many tokens of each row to read in one pass, where rows have so many `pending`: all, but on a CPU.

    A pass reads as many columns of all rows, so a long forced text in one row makes the others compute padding. On a
    CPU a column of a row costs time; there the width is chosen that reads most tokens in it, and rows with more wait.

    >>> worthwhile([4, 1, 1], "cuda"), worthwhile([4, 1, 1], "cpu"), worthwhile([4, *[1] * 11], "cpu")
    (4, 4, 1)
    """
    if device != "cpu":
        return max(pending)
    rows = len(pending)
    return max(
        (width for width in {*pending} if width),
        key=lambda width: (sum(min(new, width) for new in pending) / (_WEIGHTS_IN_COLUMNS + rows * width), width),
    )


@budgeted
def refuse_short_budget(request: Request, way: str = ", or cut texts off there by fit=False") -> None:
    """Raises LimitExceeded for a budget, of the text or a region, in which no text of the language is complete.

    `way` is what the caller's user can do beside allowing more.
    """
    if request.constraint is None or not request.fit:
        return
    matcher = request.constraint.matcher()
    needed = matcher.tokens_to_end
    if needed > request.max_tokens:
        if request.constraint.has_regions:
            matcher.completion()  # raises where it is a region that has too few

        raise LimitExceeded(
            f"{request.constraint.grammar.source}: the shortest text takes {needed} tokens, and max_tokens is "
            f"{request.max_tokens}; allow more{way}",
            limit=request.max_tokens,
            needed=needed,
        )


def _fits(row: Row, matcher: Matcher, new: Sequence[int], left: int) -> bool:
    """Whether a text can be completed within the tokens `left` after these, which are one way to cut what is forced."""
    if left < 0 or not new or not row.request.fit:
        return left >= 0
    after = matcher.fork()
    for token in new:
        after.advance(token)
    return after.tokens_to_end <= left


def _last(logits: torch.Tensor | None) -> torch.Tensor | None:
    """The logits of the newest position: (rows, width)."""
    return None if logits is None else logits[:, -1]


def _length(ids: torch.Tensor, mask: torch.Tensor | None, row: int) -> int:
    """The tokens of a row of what `_padded` makes."""
    return ids.shape[1] if mask is None else int(mask[row].sum())


def _padded(rows: Sequence[Sequence[int]], device: torch.device) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Tokens padded on the left, int64 (rows, longest), and 0 where padding is, or None where none is needed."""
    width = max(map(len, rows), default=0)
    ids = torch.tensor([[0] * (width - len(row)) + list(row) for row in rows], dtype=torch.int64, device=device)
    if all(len(row) == width for row in rows):
        return ids.view(len(rows), width), None
    mask = torch.tensor([[0] * (width - len(row)) + [1] * len(row) for row in rows], device=device)
    return ids, mask
