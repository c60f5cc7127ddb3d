"""Named processors that stand side by side in a `LogitsProcessorList` and are run in one pass by the fused kernel.

The list calls its processors one by one. The first of a run of neighbours looks at the list that calls it and does the
work of all of them; the others then get the very tensor that it gave, know it, and hand it on. A run is a repetition
penalty, temperature, top-k, top-p and min-p as far as `fusing.plan_of` takes them, with one truncation at least, for
float32 scores on the host. Everything else goes one by one: a single call, other processors between them, subclasses,
scores with a NaN or a row with nothing left.

Both ways give the same scores. Where tokens with equal scores stand at the border of top-p, the later ids stay here,
and what `torch.sort` leaves there in a single call; a mass that lies on the border within rounding may fall either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar
from weakref import ref

import torch

from .. import calls
from ..drawing.simple import Categorical
from ..fusing import Plan, plan_of
from ..kernels import fused
from ..stage import Role, Stage


class SideBySide(Stage):
    """A processor that can be part of a run. Comes before the stage among its bases."""

    fused_as: ClassVar[type[Stage]]

    def __call__(self, input_ids: torch.Tensor | None, scores: torch.Tensor) -> torch.Tensor:
        """Scores (rows, vocabulary), as the stage's own call."""
        processors = calls.list_that_calls(1)
        run = None if processors is None or input_ids is None else _run_of(self, processors)
        if run is not None and input_ids is not None:
            if run.stages[0] is not self:
                if run.result is not None and run.result() is scores:
                    return scores
            elif (found := run(input_ids, scores)) is not None:
                return found
        return super().__call__(input_ids, scores)


class _Run:
    """Neighbours that one call of the kernel does, with the parameters that the plan was made of."""

    def __init__(self, stages: Sequence[Stage], plan: Plan) -> None:
        self.stages, self.plan = stages, plan
        self.result: ref[torch.Tensor] | None = None

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor | None:
        self.result = repeated = None
        if scores.dim() != 2 or len(scores) != len(input_ids):
            return None
        first = self.stages[0]
        if self.plan.repeated is not None:
            repeated = self.plan.repeated.tokens(first._step(input_ids), scores.shape[1]).to(scores.device)
        found = fused.process_sound(scores, self.plan.chain, repeated)
        if found is not None:
            self.result = ref(found)
        return found


class _Runs:
    """The runs of a list, by the number of each processor in it. Copies of the list find theirs anew."""

    def __init__(self) -> None:
        self.parameters: list[Any] = []  # of all processors that may be in a run, and the others themselves
        self.runs: dict[int, _Run] = {}

    def __reduce__(self) -> tuple[type[_Runs], tuple[()]]:
        return _Runs, ()


def _run_of(stage: Stage, processors: Any) -> _Run | None:
    """The run in which `stage` is in the list `processors`."""
    known: _Runs | None = getattr(processors, "_constrain_runs", None)
    if known is None:
        known = processors._constrain_runs = _Runs()
    parameters = [part for one in processors for part in (one, *(vars(one).values() if _fusible(one) else ()))]
    before = known.parameters
    if len(before) != len(parameters) or any(old is not new for old, new in zip(before, parameters, strict=True)):
        known.parameters, known.runs = parameters, _runs(processors)
    return known.runs.get(id(stage))


def _runs(processors: Sequence[Any]) -> dict[int, _Run]:
    runs: dict[int, _Run] = {}
    if len({id(one) for one in processors}) < len(processors):
        return runs  # one that stands there twice cannot tell which of the two is called
    at = 0
    while at < len(processors):
        longest = at
        plan: Plan | None = None
        for end in range(at + 1, len(processors) + 1):
            if not _fusible(processors[end - 1]):
                break
            found = plan_of([*processors[at:end], Categorical()])
            if not isinstance(found, Plan):
                break
            longest, plan = end, found
        stages = processors[at:longest]
        if plan is not None and any(one.role is Role.TRUNCATION for one in stages):
            run = _Run(stages, plan)
            runs.update((id(one), run) for one in stages)
        at = max(longest, at + 1)
    return runs


def _fusible(processor: Any) -> bool:
    if getattr(processor, "top_p", None) == 1:
        return False  # transformers takes from it what has no probability left in float32; the kernel takes it for off
    return isinstance(processor, SideBySide) and "fused_as" in vars(type(processor))
