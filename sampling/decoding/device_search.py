"""Sampling on the device: stretches of tokens that the host does not wait for.

Where the constraints of all rows have few states, mask, draw and advance are look-ups in tensors (`DeviceTables`), and
the model reads a drawn token without anybody having seen it. After some steps the host looks at the tokens once, and
does the rest: ends, stop texts, forced text, rows that come and go. Texts are those of `Sampling`, token by token: the
same kernels draw, by the same random numbers, and budgets are kept by the same numbers of tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakSet

import numpy as np
import torch

from constrain.constraint import Constraint
from constrain.errors import LimitExceeded, UnsupportedError
from constrain.support.arguments import integer

from ..kernels import fused
from ..pipelines.fusing import Plan
from ..stages.randomness import Seeded
from ..stages.stage import INFINITY
from .batch import Batch
from .requests import Row
from .search import Sampling, draw_one
from .tables import DeviceTables, state_table


class DeviceSampling(Sampling):
    """`Sampling` that looks at its tokens only every `steps` tokens, wherever it can.

    It can if every row is free or has a constraint of at most `max_states` states (tables of `max_bytes` at most), the
    pipeline is a mask, temperature, top-k, top-p, min-p and a draw in an order that the fused kernels know, and nobody
    asks for log-probabilities. Otherwise it does what `Sampling` does, step by step. To make the tables takes
    about a millisecond a state with 128k tokens, once for each constraint. A text that ends within a stretch costs the
    passes up to the stretch's end, and streams get their parts a stretch at a time.

    >>> generate(model, tokenizer, prompts, date, search=DeviceSampling(), skip_forced=False)
    """

    def __init__(self, copies: int = 1, *, steps: int = 16, max_states: int = 256, max_bytes: int = 64 << 20) -> None:
        super().__init__(copies)
        self.steps = integer(steps, "steps", 1)
        self.max_states, self.max_bytes = integer(max_states, "max_states", 1), integer(max_bytes, "max_bytes", 1, None)
        self.stretches = 0  # how often the host has looked at tokens of a stretch
        self._tables: DeviceTables | None = None
        self._of: tuple[int, torch.device, list[int]] | None = None  # width, device and end tokens of the tables
        self._refused: WeakSet[Constraint] = WeakSet()

    def step(self, batch: Batch) -> None:
        plan = batch.pipeline.plan
        tables = self._tables_of(batch) if plan is not None and self._can(batch, plan) else None
        if plan is None or tables is None:
            draw_one(batch)
            return
        logits = batch.read()
        if any(row.finish_reason is None and not ready for row, ready in zip(batch.rows, batch.ready, strict=True)):
            draw_one(batch)  # such a row has more forced text to read
            return
        count = min(self.steps, max(row.left if row.finish_reason is None else 0 for row in batch.rows))
        tokens, shortened = self._stretch(batch, plan, tables, logits, max(count, 1))
        drawn = tokens.tolist()  # the host waits here, and nowhere else
        self.stretches += 1
        if min(map(min, drawn)) < 0:  # a row whose logits need care: the stages say what is wrong with them
            batch.context.take_back([len(drawn[0]) - 1] * len(drawn))
            draw_one(batch)
            return
        ends, read = batch.sampler.end_tokens, len(drawn[0]) - 1
        whole = [_up_to_end(new, row, ends) for row, new in zip(batch.rows, drawn, strict=True)]
        taken = [_up_to_forced(new, row, batch) for row, new in zip(batch.rows, whole, strict=True)]
        for row, new, steps in zip(batch.rows, batch.up_to_stops(taken), shortened.tolist(), strict=True):
            row.shortened |= any(steps[: len(new)])
        if taken != whole:  # what those rows have read beyond is taken back
            kept = [read if new == all_of_it else len(new) for new, all_of_it in zip(taken, whole, strict=True)]
            kept = [min(kept)] * len(kept) if batch.context.uniform else kept
            batch.context.take_back([read - count for count in kept])
        else:
            kept = [read] * len(taken)
        batch.take(taken, read=[min(len(new), count) for new, count in zip(taken, kept, strict=True)])

    def _can(self, batch: Batch, plan: Plan) -> bool:
        plain = plan.repeated is None and plan.counted is None and not batch.log_probabilities and not batch.draws_ends
        if batch.context.uniform:  # a row with forced text to read has the others wait
            waiting = zip(batch.rows, batch.pending, strict=True)
            plain = plain and len({len(new) for row, new in waiting if row.finish_reason is None}) == 1
            plain = plain and (batch.forced is None or batch.context.takes_back)
        return plain and (plan.greedy or isinstance(batch.sampler.randomness, Seeded))

    def _stretch(
        self, batch: Batch, plan: Plan, tables: DeviceTables, logits: torch.Tensor, count: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """So many tokens of each row, int64 (rows, count), of which the model has read all but the last ones.

        And whether the row's budget kept a token from it that the grammar allows: bool (rows, count).
        """
        device = logits.device
        state = torch.tensor([self._state(row, tables, batch) for row in batch.rows], dtype=torch.int32, device=device)
        left = [row.left if row.request.fit and row.finish_reason is None else _MUCH for row in batch.rows]
        near = min(left) - count <= tables.most_tokens_to_end
        tokens_left = torch.tensor(left, dtype=torch.int64, device=device)
        numbers = self._numbers(batch, plan, count, device)
        drawn: list[torch.Tensor] = []
        shortened = torch.zeros((len(left), count), dtype=torch.bool, device=device)
        for step in range(count):
            if drawn:
                logits = batch.read_on(drawn[-1].clamp(min=0))
            if near:
                allowed = tables.allowed(state, tokens_left - step)
                shortened[:, step] = (allowed != tables.allowed(state)).any(1)
                logits = torch.where(allowed, logits, -INFINITY)
            bitmask = None if near else tables.bitmask(state)
            token = fused.sample(logits, numbers[step], plan.chain, bitmask=bitmask, allow_empty=True, refuse_nan=True)
            drawn.append(token.to(device))
            state = tables.advance(state, drawn[-1].clamp(min=0))
        return torch.stack(drawn, dim=1), shortened

    def _numbers(self, batch: Batch, plan: Plan, count: int, device: torch.device) -> list[torch.Tensor]:
        """What each step of the stretch draws by, as `Plan.numbers` has it."""
        if plan.greedy:
            return [torch.zeros(len(batch.rows), dtype=torch.float64)] * count
        step = batch.sampler.step(stream=len(batch.pipeline.stages) - 1)
        positions, randomness = step.generated(), step.randomness
        assert isinstance(randomness, Seeded)
        draw = randomness.keys_at if plan.races else randomness.uniform
        return [draw(positions + number, step.stream).to(device) for number in range(count)]

    def _tables_of(self, batch: Batch) -> DeviceTables | None:
        """The tables of all constraints in the batch; None if one has too many states."""
        constraints = dict.fromkeys(row.request.constraint for row in batch.rows)
        if any(constraint in self._refused for constraint in constraints if constraint is not None):
            return None
        width, device, ends = of = batch.model.width, batch.model.device, batch.sampler.end_tokens
        if self._tables is not None and self._of == of and constraints.keys() <= self._tables.first.keys():
            return self._tables
        for constraint in constraints:
            try:
                if constraint is not None:
                    state_table(constraint, self.max_bytes, self.max_states)
            except (LimitExceeded, UnsupportedError):
                assert constraint is not None
                self._refused.add(constraint)
                return None
        bounds = {"max_bytes": self.max_bytes, "max_states": self.max_states}
        self._of = of
        self._tables = DeviceTables(list(constraints), width=width, device=device, end_tokens=ends, **bounds)
        return self._tables

    def _state(self, row: Row, tables: DeviceTables, batch: Batch) -> int:
        """Where a row's text stands in the tables."""
        constraint = row.request.constraint
        first = tables.first[constraint]
        if constraint is None:
            return first + (row.finish_reason is not None)
        table = state_table(constraint, self.max_bytes, self.max_states)
        if row.finish_reason is not None:
            return first + table.finished
        known: tuple[int, int] = row.search if isinstance(row.search, tuple) else (0, 0)
        count, state = known
        for token in row.tokens[count:]:
            state = int(table.next_state[state, table.token_class[token]])
        row.search = len(row.tokens), state
        return first + state


def _up_to_end(new: list[int], row: Row, ends: Sequence[int]) -> list[int]:
    """The tokens that a row takes: up to its end, and to its budget where that cuts it off."""
    last = next((place for place, token in enumerate(new) if token in ends), len(new))
    return new[: min(last + 1, max(row.left, 1))]


def _up_to_forced(new: list[int], row: Row, batch: Batch) -> list[int]:
    """The tokens before forced text, which the batch takes."""
    if batch.forced is None or row.matcher is None or row.finish_reason is not None:
        return new
    matcher = row.matcher.fork()
    for count, token in enumerate(new[:-1], 1):
        matcher.advance(token)
        if batch.forced_after(row, matcher, row.left - count):
            return new[:count]
    return new


_MUCH = int(np.iinfo(np.int32).max)  # tokens left to a row without a budget
