"""The rows of a batch on their way through a pipeline: tokens so far, matchers, and what stateful stages remember.

`sample` runs the stages in order and draws; `advance` takes the tokens that were chosen. Everything is kept by
position, so that rows can be undone, copied and reordered, whatever the stages are.

**Never an empty row.** A ban, a truncation or a penalty that would leave a row without any token is passed over for
that row; where the mask meets a row whose allowed tokens are all forbidden already, the constraint wins, and those
tokens have the model's own scores. The check costs one maximum a row; the stages are gone through one by one only
where it fails. Where scores are +inf, once masks and penalties have acted, those tokens share everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np
import torch

from constrain.batch import MatcherBatch
from constrain.constraint import Constraint
from constrain.errors import ConstrainError, RejectedToken, VocabularyError
from constrain.matcher import Matcher
from constrain.support.arguments import instance, integer, listed

from ..kernels import fused, masking
from ..kernels.definition import settled
from ..stages.bias.values import is_empty
from ..stages.drawing.draw import Draw
from ..stages.mask import Mask
from ..stages.randomness import Generators, Randomness, Seeded
from ..stages.stage import INFINITY, Role, Stage, Stateful, Step, tensor
from .device_masks import DeviceMasks
from .journal import Journal

if TYPE_CHECKING:
    from ..kernels.steady import SteadySampler
    from .fusing import Plan

Memory = dict[int, torch.Tensor]  # the states of the stateful stages, by their number
_BEFORE_SHAPE = (Role.GUIDANCE, Role.REPAIR, Role.MASK, Role.BIAS, Role.PENALTY)
Passage = dict[int, tuple[torch.Tensor, torch.Tensor, torch.Tensor]]  # and their scores before and after


class Stages(Protocol):
    """What rows ask of the `Pipeline` that made them."""

    stages: tuple[Stage, ...]
    order: Literal["checked", "free"]
    strict: bool
    plan: Plan | None
    one_by_one: str | None

    @property
    def is_same_for_all_rows(self) -> bool: ...
    def select(self, rows: Sequence[int], count: int) -> Stages: ...
    def start(
        self,
        prompt_ids: torch.Tensor,
        *,
        attention_mask: torch.Tensor | None = None,
        constraint: Constraint | Sequence[Constraint | None] | None = None,
        seeds: int | Sequence[int] | None = None,
    ) -> SamplerRows: ...


class SamplerRows:
    """A batch of rows that a `Pipeline` samples; made by `Pipeline.start`.

    Threads: belongs to one thread at a time; the pipeline and the constraints may be shared with other rows.

    >>> rows = pipeline.start(prompt_ids, constraint=[invoice, None], seeds=0)
    >>> while not rows.finished.all():
    ...     tokens = rows.sample(model(rows.tokens).logits[:, -1])
    ...     rows.advance(tokens)
    """

    def __init__(
        self,
        pipeline: Stages,
        prompt_ids: torch.Tensor,
        *,
        attention_mask: torch.Tensor | None = None,
        constraint: Constraint | Sequence[Constraint | None] | None = None,
        end_tokens: Iterable[int] = (),
        randomness: Randomness,
        max_tokens: Sequence[int | None] | None = None,
    ) -> None:
        tensor("prompt_ids", prompt_ids, "(rows, length)", whole_numbers=True)
        if attention_mask is not None:
            tensor("attention_mask", attention_mask, "(rows, length)")
            if attention_mask.shape != prompt_ids.shape:
                raise ValueError(
                    f"attention_mask has shape {tuple(attention_mask.shape)}, and prompt_ids {tuple(prompt_ids.shape)}"
                )
        if prompt_ids.dim() != 2:
            raise ValueError(f"prompt_ids has shape {tuple(prompt_ids.shape)}, expected (rows, length)")
        rows, length = prompt_ids.shape
        self.pipeline, self.randomness = pipeline, randomness
        self._buffer = prompt_ids.clone()
        self._length = length
        self._starts = torch.full((rows,), length, device=prompt_ids.device)
        self._begun = np.full(rows, length)  # `_starts` on the host
        self._padding = None if attention_mask is None else (attention_mask.cumsum(-1) == 0).sum(-1)
        given = list(constraint) if isinstance(constraint, Sequence) else [constraint]
        for number, each in enumerate(given):
            if each is not None:
                instance(each, (Constraint, Matcher), f"constraint[{number}]", "a Constraint, as compile() makes it")
        if not given or rows % len(given):
            raise ValueError(f"{len(given)} constraints for {rows} rows; give one for all, or one for each prompt")
        self._batch = MatcherBatch(given[row // (rows // len(given))] if rows else None for row in range(rows))
        self._vocabulary = next((m.constraint.vocabulary for m in self._batch.rows if m is not None), None)
        if self._vocabulary is not None and not any(isinstance(s, Mask) for s in pipeline.stages):
            raise ValueError("a constraint is given, but the pipeline has no Mask() that would keep it")
        ends = {integer(token, "a token in end_tokens") for token in listed(end_tokens, "end_tokens", "a list of ids")}
        for matcher in self._batch.rows:
            ends |= set(matcher.constraint.vocabulary.end_ids) if matcher is not None else set()
        self.end_tokens, self._ends = sorted(ends), ends
        self._journal = Journal(rows)
        self._max_tokens = None if max_tokens is None else list(max_tokens)
        if self._max_tokens is not None and len(self._max_tokens) != rows:
            raise ValueError(f"{len(self._max_tokens)} numbers of tokens for {rows} rows")
        self._memory: list[Memory] = [  # by the number of advances, if there is anything to remember
            {i: s.begin(rows, prompt_ids.device) for i, s in enumerate(pipeline.stages) if isinstance(s, Stateful)}
        ]
        self._skips: dict[int, np.ndarray] = {}  # by the number of the advance: which rows sat it out
        self._oldest = 0  # the advance that `rollback` may go back to
        self._drawn: tuple[torch.Tensor, Memory] | None = None  # tokens, and the memory if they are taken
        self._room: np.ndarray | None = None  # for bitmasks, and where it lies
        self._room_at = 0
        self._steady: tuple[Plan, SteadySampler | None] | None = None
        self._device_masks: DeviceMasks | None = None

    # What they are.

    @property
    def tokens(self) -> torch.Tensor:
        """Prompt and output so far: (rows, length) int64."""
        return self._buffer[:, : self._length]

    @property
    def matchers(self) -> list[Matcher | None]:
        """The matcher of each row; None where it is free."""
        return self._batch.rows

    @property
    def finished(self) -> np.ndarray:
        """Which rows have taken an end token: (rows,) bool."""
        return self._journal.finished

    def __len__(self) -> int:
        return self._buffer.shape[0]

    def step(self, unconditional: torch.Tensor | None = None, stream: int = 0) -> Step:
        """This moment, as stage number `stream` sees it."""
        generated = self._length - self._begun
        return Step(self.tokens, self._starts, self._padding, unconditional, self.randomness, stream, generated)

    # Choosing.

    def scores(
        self,
        logits: torch.Tensor,
        *,
        unconditional: torch.Tensor | None = None,
        added: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """The scores (rows, vocabulary) that the draw would see, float32 (float64 stays).

        `added` (rows, vocabulary) is added after guidance, before all other stages.
        """
        tensor("logits", logits, "(rows, vocabulary)")
        scores, _ = self._through(self._checked(logits), self.step(unconditional), added=added)
        return scores

    def around_mask(
        self, logits: torch.Tensor, *, unconditional: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The scores (rows, vocabulary) just before the mask, and those that the draw would see, float32.

        What is between them is how much the constraint takes. Raises TypeError for a pipeline without a mask.
        """
        tensor("logits", logits, "(rows, vocabulary)")
        at = next((i for i, stage in enumerate(self.pipeline.stages) if isinstance(stage, Mask)), None)
        if at is None:
            raise TypeError("the pipeline has no Mask(), the stage that keeps a constraint; put it in")
        seen: list[torch.Tensor] = []
        given = self._checked(logits)
        scores, _ = self._through(given, self.step(unconditional), watch=seen)
        return seen[at - 1] if at else settled(given), scores

    def sample(self, logits: torch.Tensor, *, unconditional: torch.Tensor | None = None) -> torch.Tensor:
        """A token for each row: (rows,) int64. `logits` (rows, vocabulary) of any floating dtype are left as they are.

        Finished rows get their end token again. The rows do not move: call `advance` with the tokens. Raises
        ValueError for logits that are NaN, or -inf throughout.
        """
        tensor("logits", logits, "(rows, vocabulary)")
        draw = self.pipeline.stages[-1] if self.pipeline.stages else None
        if not isinstance(draw, Draw):
            raise TypeError("the pipeline draws nothing; end it in Greedy(), Categorical() or another draw")
        memory: Passage = {}
        tokens = self._steadily(logits)
        if tokens is None:
            step = self.step(unconditional, len(self.pipeline.stages) - 1)
            tokens = self._fused(logits, step)
            if tokens is None:
                scores, memory = self._through(self._checked(logits), step)
                tokens = draw.draw(scores, step)
        if self._journal.some_finished and self._length:
            done = torch.from_numpy(self.finished).to(tokens.device)
            last = self.tokens[:, -1].to(tokens)
            if self.end_tokens:  # a row that `follow` found dead has not ended, and must not go on
                ended = torch.isin(last, torch.tensor(self.end_tokens, device=last.device))
                last = torch.where(ended, last, self.end_tokens[0])
            tokens = torch.where(done, last, tokens)
        after = {}
        for i, (state, before, changed) in memory.items():
            stage = self.pipeline.stages[i]
            assert isinstance(stage, Stateful)
            after[i] = stage.update(state, before, changed, tokens)
        self._drawn = (tokens, after)
        return tokens

    def _steadily(self, logits: torch.Tensor) -> torch.Tensor | None:
        """The tokens, by one native call; None if that cannot run this, or a row needs care."""
        plan = self.pipeline.plan
        if plan is None:
            return None
        if self._steady is None or self._steady[0] is not plan:
            padding = None if self._padding is None else self._padding.tolist()
            stream = len(self.pipeline.stages) - 1
            self._steady = plan, plan.steady(self.randomness, stream, self._begun.tolist(), padding)
        sampler = self._steady[1]
        if sampler is None or not sampler.takes(logits, self._buffer):
            return None
        mask = self._packed(logits.shape[1])
        return sampler.sample(logits, mask, 0 if mask is None else self._room_at, self._buffer, self._length)

    def _fused(self, logits: torch.Tensor, step: Step) -> torch.Tensor | None:
        """The tokens, by the fused kernels; None if they cannot run this, or a row needs care."""
        plan = self.pipeline.plan
        if plan is None or logits.dim() != 2 or len(logits) != len(self) or not len(self):
            return None
        if logits.device.type == "cpu" and logits.dtype == torch.float64:
            return None
        numbers = plan.numbers(step)
        if numbers is None:
            return None
        tokens = fused.sample(
            logits,
            numbers,
            plan.chain,
            bitmask=self._bitmask(logits),
            repeated=None if plan.repeated is None else plan.repeated.ids(step, logits.shape[1]),
            counted=None if plan.counted is None else plan.counted.ids(step, logits.shape[1]),
            allow_empty=True,
            refuse_nan=True,
        )
        return tokens if int(tokens.min()) >= 0 else None

    def _checked(self, logits: torch.Tensor) -> torch.Tensor:
        if logits.dim() != 2 or logits.shape[0] != len(self):
            raise ValueError(f"logits have shape {tuple(logits.shape)}, expected ({len(self)}, vocabulary)")
        if not logits.dtype.is_floating_point:
            raise ValueError(f"logits are {logits.dtype}, expected a floating-point dtype")
        return logits if logits.dtype == torch.float64 else logits.float()

    def _through(
        self,
        logits: torch.Tensor,
        step: Step,
        watch: list[torch.Tensor] | None = None,
        added: torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, Passage]:
        """The scores after all stages but a plain draw; and (state, before, after) of each stateful stage."""
        bitmask = self._bitmask(logits)
        if watch is None or bool(logits.isnan().any()):
            scores, memory = self._run(logits, step, bitmask, careful=False, added=added)
            sound = scores.amax(-1) > -INFINITY  # also False for NaN
            if watch is None and bool(sound.all()):
                return scores, memory
            if bitmask is not None:  # a NaN that is forbidden disturbs no row that is sound, whatever is beside it
                harmless = logits.isnan() & sound.unsqueeze(1)
                logits = torch.where(harmless, masking.masked(logits, bitmask), logits)
        self._refuse_invalid(logits)
        return self._run(logits, step, bitmask, careful=True, watch=watch, added=added)

    def _run(
        self,
        logits: torch.Tensor,
        step: Step,
        bitmask: torch.Tensor | None,
        *,
        careful: bool,
        watch: list[torch.Tensor] | None = None,
        added: torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, Passage]:
        scores, memory = logits, Passage()
        shaped = False  # whether a stage has acted to which +inf would mean nothing
        for i, stage in enumerate(self.pipeline.stages):
            if added is not None and stage.role is not Role.GUIDANCE:
                scores, added = scores + added, None
            if not shaped and stage.role not in _BEFORE_SHAPE:
                scores, shaped = settled(scores), True
            before = scores
            if isinstance(stage, Mask):
                scores = self._masked(scores, logits, bitmask, careful=careful)
            elif isinstance(stage, Stateful):
                state = self._memory[-1][i]
                scores = stage.transform(scores, replace(step, stream=i), state)
                memory[i] = (state, before, scores)
            elif stage.role is not Role.DRAW:
                scores = stage.apply(scores, replace(step, stream=i))
            if careful:
                scores = self._kept(scores, before, stage)
            if watch is not None:
                watch.append(scores)
        if added is not None:
            scores = scores + added
        return scores if shaped else settled(scores), memory

    def _kept(self, scores: torch.Tensor, before: torch.Tensor, stage: Stage) -> torch.Tensor:
        """`scores`, with what was there before in rows that the stage has emptied."""
        if bool(scores.isnan().any()):
            row = int(scores.isnan().any(-1).nonzero()[0])
            raise ValueError(f"{stage!r} gives NaN{self._of(row)}; were its logits or parameters extreme?")
        empty = is_empty(scores)
        if not bool(empty.any()):
            return scores
        if self.pipeline.strict:
            row = int(empty.nonzero()[0])
            raise ConstrainError(
                f"after {self._length} tokens{self._of(row)}: {stage!r} leaves no token possible; relax it, or build "
                "the pipeline with strict=False to pass over it"
            )
        return torch.where(empty.unsqueeze(1), before, scores)

    def _refuse_invalid(self, logits: torch.Tensor) -> None:
        for row, best in enumerate(logits.amax(-1).tolist()):
            if best != best and not any(stage.role is Role.REPAIR for stage in self.pipeline.stages):
                raise ValueError(f"the logits{self._of(row)} are NaN; RemoveInvalidValues() first would make them 0")
            if best == -INFINITY:
                raise ValueError(f"the logits{self._of(row)} are all -inf: no token was left before the pipeline")

    def _of(self, row: int) -> str:
        """Which row a message is about; nothing where there is one, as where the text of a prompt has failed."""
        return "" if len(self) == 1 else f" of row {row}"

    # The constraints.

    def _bitmask(self, logits: torch.Tensor) -> torch.Tensor | None:
        """The allowed tokens, packed (rows, words) int32 on the device of `logits`; None where all rows are free."""
        if logits.device.type == "cpu" or self._vocabulary is None or self._max_tokens is not None:
            bitmask = self._packed(logits.shape[1])  # masks under a budget are not those of the state alone
            return None if bitmask is None else torch.from_numpy(bitmask).to(logits.device)
        words = self._words(logits.shape[1])
        masks = self._device_masks
        if masks is None or masks.words != words or masks.rows < len(self):
            masks = self._device_masks = DeviceMasks(self._vocabulary, logits.device, len(self), words)
        return masks.bitmask(self._live())

    def _words(self, width: int) -> int:
        """The words of a row of the bitmask, for logits of `width` columns."""
        vocabulary = self._vocabulary
        if vocabulary is not None and width < vocabulary.size:
            raise VocabularyError(
                f"the logits have {width} columns, the vocabulary {vocabulary.size} tokens. Build the "
                f"vocabulary with size={width}"
            )
        return (width + 31) // 32

    def _packed(self, width: int) -> np.ndarray | None:
        """The same on the host, valid until the next call; columns beyond the vocabulary are for free rows only."""
        vocabulary = self._vocabulary
        if vocabulary is None:
            return None
        words, room = self._words(width), self._room
        if room is None or room.shape[1] != words:
            room = self._room = np.zeros((len(self), words), np.int32)
            self._room_at = room.ctypes.data
        elif words > vocabulary.words:
            room[:, vocabulary.words :] = 0  # a row that was free may be constrained again
        self._live().fill_bitmask(room, tokens_left=self._tokens_left())
        return room

    def _tokens_left(self) -> list[int | None] | None:
        """How many tokens each row may still take; None: any number."""
        if self._max_tokens is None:
            return None
        written = self._length - self._begun
        return [
            None if most is None else max(0, most - int(count))
            for most, count in zip(self._max_tokens, written, strict=True)
        ]

    def _masked(
        self, scores: torch.Tensor, logits: torch.Tensor, bitmask: torch.Tensor | None, *, careful: bool
    ) -> torch.Tensor:
        if bitmask is None:
            return scores
        masked = masking.masked(scores, bitmask)
        if not careful:
            return masked
        empty = is_empty(masked)
        if not bool(empty.any()):
            return masked
        if self.pipeline.strict:
            row = int(empty.nonzero()[0])
            raise ConstrainError(
                f"after {self._length} tokens{self._of(row)}: the stages before Mask() forbid every token that the "
                "constraint allows; put Mask() first, or build the pipeline with strict=False to let the constraint win"
            )
        own = masking.masked(logits, bitmask)
        own = torch.where(is_empty(own).unsqueeze(1), masking.masked(torch.zeros_like(logits), bitmask), own)
        return torch.where(empty.unsqueeze(1), own, masked)

    # Moving.

    def advance(self, tokens: torch.Tensor | Sequence[int]) -> None:
        """Take one token a row, (rows,). Rows that are finished take theirs as padding.

        Raises `RejectedToken` if a constraint forbids its row's token; then no row has moved. What stateful stages
        learn, they learn from tokens that `sample` drew; for rows that take another one, they stay as they were.
        """
        if isinstance(tokens, torch.Tensor):
            tensor("tokens", tokens, "(rows,)", whole_numbers=True)
        else:
            given = listed(tokens, "tokens", "a tensor or list with a token for each row")
            tokens = [integer(token, f"tokens[{row}]") for row, token in enumerate(given)]
        taken = torch.as_tensor(tokens, device=self._buffer.device).long().flatten()
        if len(taken) != len(self):
            raise ValueError(f"{len(taken)} tokens for {len(self)} rows")
        values = taken.tolist()
        if self._vocabulary is None:
            self._push(taken, values, moved=False)
            return
        live = self._live()
        live.advance(values)
        live.prepare()  # while the model computes
        self._push(taken, values, [matcher is not None for matcher in live.rows])

    def extend(self, tokens: Sequence[Sequence[int]]) -> None:
        """Take any number of tokens a row, none included: forced text, or accepted drafts.

        Rows stay aligned at their ends: one that takes fewer gets more padding on its left. Undoing counts advances:
        the longest of `tokens` is so many, and a row that takes k of n sat out the first n - k. Raises `RejectedToken`
        as `advance` does, and then no row has moved.
        """
        given = [[integer(token, f"tokens[{row}]") for token in new] for row, new in enumerate(tokens)]
        if len(given) != len(self):
            raise ValueError(f"tokens for {len(given)} rows, and there are {len(self)}")
        counts = np.array([len(new) for new in given], np.int64)
        if not len(counts) or not counts.max():
            return
        live, steps = self._live().rows, int(counts.max())
        taken = 0
        try:
            for row, new in enumerate(given):
                taken = 0
                matcher = live[row]
                for token in new if matcher is not None else ():
                    matcher.advance(token)  # type: ignore[union-attr]
                    taken += 1
        except RejectedToken:
            for earlier, new in enumerate(given[: row + 1]):
                matcher = live[earlier]
                if matcher is not None:
                    matcher.rollback(taken if earlier == row else len(new))
            raise
        late = steps - counts
        if late.any():
            self._shift(late)
        columns = [[-1] * (steps - len(new)) + new for new in given]
        new_tokens = torch.tensor(columns, dtype=torch.int64, device=self._buffer.device)
        while self._length + steps > self._buffer.shape[1]:
            self._buffer = torch.nn.functional.pad(self._buffer, (0, max(16, self._length)))
        for step in range(steps):
            sits_out = late > step
            if sits_out.any():
                self._skips[self._journal.steps + 1] = sits_out
            moved = [matcher is not None and not out for matcher, out in zip(live, sits_out, strict=True)]
            ended = [new[step] in self._ends for new in columns]
            self._journal.note(moved, ended)
            if self._memory[-1]:
                self._memory.append(self._memory[-1])
        into = self._buffer[:, self._length : self._length + steps]
        into.copy_(torch.where(new_tokens >= 0, new_tokens, into))
        self._length += steps
        self._drawn = self._steady = None
        if self._vocabulary is not None:
            self._live().prepare()  # while the model computes

    def _shift(self, columns: np.ndarray) -> None:
        """Moves each row's tokens so many columns to the right (to the left where below 0); the length is not changed.

        What moves beyond the length must be written or cut off by the caller.
        """
        most = int(columns.max())
        buffer = self._buffer
        if most > 0 and self._length + most > buffer.shape[1]:
            buffer = torch.nn.functional.pad(buffer, (0, max(most, 16, self._length)))
        places = torch.arange(buffer.shape[1], device=buffer.device) - _on(columns, buffer)
        self._buffer = buffer.gather(1, places.clamp(0, buffer.shape[1] - 1))
        moved = torch.from_numpy(columns).to(buffer.device)
        padding = self._padding if self._padding is not None else torch.zeros_like(self._starts)
        self._padding, self._starts, self._begun = padding + moved, self._starts + moved, self._begun + columns
        self._steady = None

    def _live(self) -> MatcherBatch:
        """The matchers of the rows that go on; None for all others."""
        if not self._journal.some_finished:
            return self._batch
        return MatcherBatch([None if over else m for m, over in zip(self._batch.rows, self.finished, strict=True)])

    def follow(self, tokens: torch.Tensor) -> None:
        """As `advance`, but a row whose constraint forbids its token is finished from then on (a draft, or padding)."""
        tensor("tokens", tokens, "(rows,)", whole_numbers=True)
        values = tokens.tolist()
        moved, dead = [False] * len(self), [False] * len(self)
        for row, matcher in enumerate(self._live().rows):
            if matcher is None:
                continue
            try:
                matcher.advance(values[row])
                moved[row] = True
            except RejectedToken:
                dead[row] = True
        self._push(tokens, values, moved, dead)

    def _push(
        self, taken: torch.Tensor, values: list[int], moved: Sequence[bool] | bool, dead: Sequence[bool] = ()
    ) -> None:
        if self._length == self._buffer.shape[1]:
            self._buffer = torch.nn.functional.pad(self._buffer, (0, max(16, self._length)))
        self._buffer[:, self._length] = taken
        self._length += 1
        memory = self._memory[-1]
        if memory:
            if self._drawn is not None:
                drawn, after = self._drawn
                as_drawn = (drawn.to(taken) == taken) & torch.from_numpy(~self.finished).to(taken.device)
                memory = {i: torch.where(as_drawn.unsqueeze(1), after[i], state) for i, state in memory.items()}
            self._memory.append(memory)
        ended = [value in self._ends for value in values]
        self._journal.note(moved, [a or b for a, b in zip(ended, dead, strict=True)] if dead else ended)
        self._drawn = None

    def rollback(self, tokens: int) -> None:
        """Undo the last `tokens` advances of all rows."""
        tokens = integer(tokens, "tokens", None)
        undoable = self._journal.steps - self._oldest
        if not 0 <= tokens <= undoable:
            raise ValueError(f"cannot undo {tokens} tokens of {undoable}")
        sat_out = np.zeros(len(self), np.int64)
        for _ in range(tokens):
            sat_out += self._skips.pop(self._journal.steps, 0)
            for matcher, moved in zip(self._batch.rows, self._journal.undo().tolist(), strict=True):
                if moved and matcher is not None:
                    matcher.rollback(1)
            if self._memory[-1]:
                self._memory.pop()
        if sat_out.any():
            self._shift(-sat_out)
        self._length -= tokens
        if self._steady is not None and self._steady[1] is not None:
            self._steady[1].forget()
        self._drawn = None

    def reorder(self, sources: Sequence[int]) -> None:
        """Row i goes on from former row `sources[i]`; the number of rows may change."""
        last = len(self) - 1
        chosen = [integer(row, "a row in sources", 0, last) for row in listed(sources, "sources", "a list of rows")]
        index = torch.tensor(chosen, dtype=torch.int64, device=self._buffer.device)
        self._batch.reorder(chosen)
        self._buffer, self._starts, self._begun = self._buffer[index], self._starts[index], self._begun[chosen]
        self._padding = None if self._padding is None else self._padding[index]
        self._journal = self._journal.reordered(chosen)
        self._memory = [{i: state[index] for i, state in each.items()} for each in self._memory]
        self.randomness = self.randomness.select(chosen)
        self._vocabulary = next((m.constraint.vocabulary for m in self._batch.rows if m is not None), None)
        if self._max_tokens is not None:
            self._max_tokens = [self._max_tokens[row] for row in chosen]
        self._skips = {step: sat_out[chosen] for step, sat_out in self._skips.items()}
        self._drawn = self._room = self._steady = None

    def select(self, rows: Sequence[int]) -> None:
        """As `reorder`, for rows that leave the batch: parameters of stages that have a value for each row go along."""
        before = len(self)
        self.reorder(rows)
        self.pipeline = self.pipeline.select(list(rows), before)

    def join(self, other: SamplerRows) -> None:
        """Takes the rows of `other`, of the same pipeline, after its own. Nothing before this can be undone."""
        if other.pipeline is not self.pipeline and not other.pipeline.is_same_for_all_rows:
            raise ValueError("rows join rows of the same pipeline, and its stages have one value for all rows")
        if not self.pipeline.is_same_for_all_rows:
            raise ValueError(f"{self.pipeline!r} has values for each row, and none for rows that join")
        width = max(self._length, other._length)
        parts = [(each, width - each._length) for each in (self, other)]
        no_padding = [torch.zeros_like(each._starts) for each, _ in parts]
        paddings = [
            zero if each._padding is None else each._padding for (each, _), zero in zip(parts, no_padding, strict=True)
        ]
        self._padding = torch.cat([padding + late for padding, (_, late) in zip(paddings, parts, strict=True)])
        self._starts = torch.cat([each._starts + late for each, late in parts])
        self._begun = np.concatenate([each._begun + late for each, late in parts])
        self._buffer = torch.cat([torch.nn.functional.pad(each.tokens, (late, 0)) for each, late in parts])
        self._length = width
        if self._max_tokens is not None or other._max_tokens is not None:
            self._max_tokens = [
                most for each in (self, other) for most in each._max_tokens or [None] * len(each._batch.rows)
            ]
        self._batch = MatcherBatch([*self._batch.rows, *other._batch.rows])
        self._vocabulary = self._vocabulary or other._vocabulary
        self._ends |= other._ends
        self.end_tokens = sorted(self._ends)
        self._memory = [{i: torch.cat([state, other._memory[-1][i]]) for i, state in self._memory[-1].items()}]
        self.randomness = self.randomness.join(other.randomness)
        finished = np.concatenate([self.finished, other.finished])
        self._journal, self._skips = Journal(len(finished)), {}
        self._journal.note(False, finished)
        self._oldest = 1
        self._drawn = self._room = self._steady = self._device_masks = None

    def fork(self, sources: Sequence[int] | None = None) -> SamplerRows:
        """An independent copy, with the same random numbers to come; of the rows `sources`, if they are given."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other._batch = MatcherBatch(self._batch.rows)
        other._memory, other._ends = list(self._memory), set(self._ends)
        other._device_masks = None
        if sources is None:
            other.reorder(range(len(self)))
        else:
            other.select(sources)
        return other

    def __copy__(self) -> SamplerRows:
        return self.fork()

    def __deepcopy__(self, memo: object) -> SamplerRows:
        return self.fork()

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError(
            "SamplerRows cannot be pickled: they are rows in the middle of a generation, on a device; "
            "send the pipeline, the constraints and `rows.tokens`, and start from these"
        )


def _on(columns: np.ndarray, like: torch.Tensor) -> torch.Tensor:
    """A number for each row as a column (rows, 1) on the device of `like`."""
    return torch.from_numpy(columns).to(like.device).unsqueeze(1)


def randomness_of(seeds: int | Sequence[int] | Sequence[torch.Generator] | None, rows: int) -> Randomness:
    """A number for all rows, one for each, or a generator for each. None: seeds from torch's generator."""
    if seeds is None:
        seeds = int(torch.randint(2**62, ()).item())
    if isinstance(seeds, int):
        return Seeded([(seeds << 32) + row for row in range(rows)])
    given = listed(seeds, "seeds", "a number, or a list with a number or a generator for each row")
    if len(given) != rows:
        raise ValueError(f"{len(given)} seeds for {rows} rows; give one number, or one seed or generator for each row")
    if all(isinstance(seed, torch.Generator) for seed in given):
        return Generators(given)
    return Seeded([integer(seed, f"seeds[{row}]", None, None) for row, seed in enumerate(given)])
