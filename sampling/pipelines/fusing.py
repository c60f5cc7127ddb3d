"""Which pipelines the fused kernels can run in one pass, and how.

A pipeline is fusible if it is, in this order: a repetition penalty, frequency and presence penalties (each at most
once, with the mask before, between or after them), then temperature, top-k, top-p and min-p in any order, each at most
once, then `Categorical`, `Greedy` (not after a top-p), or, with seeded random numbers, `ExponentialRace` or `Gumbel`.
The parameters become a `Chain`; everything else goes through the stages one by one. Both ways give the same token for
the same random number, but for rounding where a mass lies on the border of top-p.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from ..kernels.chain import PARTS, Chain, Part
from ..kernels.steady import SteadySampler
from ..stages.drawing.simple import Categorical, ExponentialRace, Greedy, Gumbel
from ..stages.mask import Mask
from ..stages.penalties.frequency import FrequencyPenalty, PresencePenalty
from ..stages.penalties.repetition import RepetitionPenalty
from ..stages.penalties.window import Window
from ..stages.randomness import Randomness, Seeded
from ..stages.stage import INFINITY, Stage, Step
from ..stages.temperature.temperature import Temperature
from ..stages.truncation.min_p import MinP
from ..stages.truncation.top_k import TopK
from ..stages.truncation.top_p import TopP

_PARTS: dict[type[Stage], Part] = {Temperature: "temperature", TopK: "top_k", TopP: "top_p", MinP: "min_p"}
_PENALTIES: tuple[type[Stage], ...] = (RepetitionPenalty, FrequencyPenalty)


@dataclass(frozen=True)
class Plan:
    """How to run a pipeline in one pass: the chain, and which tokens its penalties look at."""

    chain: Chain
    repeated: Window | None
    counted: Window | None
    greedy: bool  # the draw asks for no random number
    races: bool  # the draw asks for one for each token

    def steady(
        self, randomness: Randomness, stream: int, starts: list[int], padding: list[int] | None
    ) -> SteadySampler | None:
        """What runs this plan, step by step, on rows with these prompts; None if the random numbers are not seeded."""
        if not self.greedy and not isinstance(randomness, Seeded):
            return None
        windows = {
            name: None
            if window is None
            else (window.begins(starts, padding), -1 if window.last is None else window.last)
            for name, window in (("repeated", self.repeated), ("counted", self.counted))
        }
        keys = randomness.keys if isinstance(randomness, Seeded) and not self.greedy else []
        return SteadySampler(
            self.chain, len(starts), keys=keys, begun=starts, stream=stream, races=self.races, **windows
        )

    def numbers(self, step: Step) -> torch.Tensor | None:
        """What `fused.sample` draws by; None if this randomness has no such numbers."""
        if self.greedy:
            return torch.zeros(len(step.tokens), dtype=torch.float64)
        if not self.races:
            return step.uniform()
        return step.randomness.keys_at(step.generated(), step.stream) if isinstance(step.randomness, Seeded) else None


def plan_of(stages: Sequence[Stage]) -> Plan | str:
    """The plan for `stages`; or, if they have to run one by one, why."""
    if not stages or type(stages[-1]) not in (Categorical, Greedy, ExponentialRace, Gumbel):
        return "it does not end in Categorical, Greedy, ExponentialRace or Gumbel"
    parameters: dict[str, Any] = {}
    windows: dict[str, Window | None] = {"repeated": None, "counted": None}
    order: list[Part] = []
    keeps: set[int] = set()
    reached = 0
    for stage in stages[:-1]:
        kind = _kind(stage)
        if kind is Mask and not order:
            continue  # what is forbidden stays at -inf under the penalties, so it may stand anywhere among them
        if kind is Mask:
            return f"{stage!r} comes after {stages[stages.index(stage) - 1]!r}"
        if kind in _PENALTIES:
            if order or _PENALTIES.index(kind) < reached:
                return (
                    f"{stage!r} comes later than in repetition, frequency and presence penalty, temperature, or twice"
                )
            reached = _PENALTIES.index(kind) + 1
            if isinstance(stage, (RepetitionPenalty, FrequencyPenalty)):
                if stage.exempt:
                    return f"{stage!r} exempts tokens"
                if isinstance(stage, RepetitionPenalty):
                    parameters["repetition_penalty"], windows["repeated"] = stage.penalty, stage.window
                else:
                    parameters |= {"frequency_penalty": stage.frequency, "presence_penalty": stage.presence}
                    windows["counted"] = stage.window
            continue
        part = _PARTS.get(kind)
        if part is None:
            return f"{stage!r} is none of what the kernels do"
        if part in order:
            return f"{stage!r} is the second of its kind"
        if not _plain(stage):
            return f"{stage!r} has a convention that the kernels lack"
        order.append(part)
        parameters[part] = getattr(stage, part)
        if part != "temperature":
            keeps.add(getattr(stage, "min_tokens_to_keep", 1))
        if isinstance(stage, TopK):
            parameters["top_k_ties"] = stage.ties
    if len(keeps) > 1:
        return "its truncations keep different numbers of tokens (min_tokens_to_keep)"
    greedy = type(stages[-1]) is Greedy
    if greedy:
        # Equal bests: top-p may remove the first of them, by masses that this temperature would change.
        top_p = parameters.get("top_p", 1.0)
        if isinstance(top_p, torch.Tensor) or top_p < 1:
            return "Greedy comes after a top-p"
        parameters["temperature"] = 0.0
    order += [part for part in PARTS if part not in order]
    try:
        chain = Chain(order=tuple(order), min_tokens_to_keep=next(iter(keeps), 1), **parameters)
    except ValueError as error:  # a value that means something to a stage alone, such as a negative top_k for "off"
        return str(error)
    races = type(stages[-1]) in (ExponentialRace, Gumbel)
    return Plan(chain, windows["repeated"], windows["counted"], greedy, races)


def _kind(stage: Stage) -> type[Stage]:
    """What the stage does, by the class that says so; a subclass does as its base where it says `fused_as` itself."""
    kind: type[Stage] = vars(type(stage)).get("fused_as", type(stage))
    return FrequencyPenalty if kind is PresencePenalty else kind


def _plain(stage: Stage) -> bool:
    """Whether the stage does what the kernels do, in all that can be chosen about it."""
    if getattr(stage, "filter_value", -INFINITY) != -INFINITY:
        return False
    if isinstance(stage, Temperature):
        return stage.greedy_below == 0
    if isinstance(stage, TopP):
        return stage.comparison == ">="
    return True
