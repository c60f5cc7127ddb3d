"""Stages in order: from the model's logits to the next token of every row.

The order is checked when the pipeline is built, because a wrong one still produces text: a truncation before the mask
chooses among forbidden tokens, a penalty after a truncation acts on what is left by chance, and whatever comes after
the draw does nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import torch

from constrain.support.arguments import instance, integer, listed

from ..stages.stage import Role, Stage, one_of, tensor
from . import presets
from .explanation import Explanation, explanation
from .fusing import plan_of
from .rows import SamplerRows, randomness_of

if TYPE_CHECKING:
    from constrain.constraint import Constraint

    from .processor import PipelineLogitsProcessor


class PipelineError(ValueError):
    """The stages do not make sense in this order. `first` and `second` are the numbers of the stages in question."""

    def __init__(self, message: str, first: int, second: int) -> None:
        super().__init__(message)
        self.first, self.second = first, second


class Pipeline:
    """A sampler: stages in the order in which they act. Immutable; one serves any number of batches, also on several
    threads: what changes from token to token is in the rows.

    >>> sampler = Pipeline([Mask(), RepetitionPenalty(1.1), Temperature(0.8), TopP(0.95), Categorical()])
    >>> rows = sampler.start(prompt_ids, constraint=invoice, seeds=0)

    **Order.** Guidance first; at most one mask, and not after a truncation unless it says `after_truncation=True`;
    values are repaired before anything is forbidden; biases and penalties before temperature and truncation; the draw
    last, and what normalises just before it. `order="free"` drops the rules about penalties, biases and repair that
    some engines break; the others always hold. Raises `PipelineError` (a ValueError).

    **Rows never end up empty** (see `rows`); with `strict=True` a `ConstrainError` says which stage would empty one.

    **In one pass** where it can: the common stages in the common orders (`fusing`) run as one kernel. `one_by_one` says
    why the others do not, and so does `explain`.

    A pipeline without a draw at the end gives scores (`SamplerRows.scores`), for beam search.
    """

    def __init__(
        self, stages: Iterable[Stage], *, order: Literal["checked", "free"] = "checked", strict: bool = False
    ) -> None:
        self.stages = tuple(listed(stages, "stages", "a list of stages"))
        self.order: Literal["checked", "free"] = order
        self.strict = strict
        one_of("order", order, "checked", "free")
        for i, stage in enumerate(self.stages):
            if not isinstance(stage, Stage):
                raise TypeError(f"stage {i} is {stage!r}; expected a Stage such as Temperature(0.8)")
        _check(self.stages, free=order == "free")
        plan = plan_of(self.stages)
        self.plan = None if isinstance(plan, str) else plan  # None: the stages run one by one
        self.one_by_one = plan if isinstance(plan, str) else None  # and why

    def start(
        self,
        prompt_ids: torch.Tensor,
        *,
        attention_mask: torch.Tensor | None = None,
        constraint: Constraint | Sequence[Constraint | None] | None = None,
        end_tokens: Iterable[int] = (),
        seeds: int | Sequence[int] | Sequence[torch.Generator] | None = None,
        max_tokens: Sequence[int | None] | None = None,
    ) -> SamplerRows:
        """Rows that go on from `prompt_ids` (rows, length) int64, padded on the left where `attention_mask` is 0.

        `constraint`: one for all rows, or a list with one for each prompt (None: free). `end_tokens` end free rows;
        those of the constraints' vocabulary count anyway. `seeds`: a number (every row gets a stream of its own), a
        number for each row, or a `torch.Generator` for each; None takes a seed from torch's generator. With numbers, a
        row's draws depend on its seed and its position alone. `max_tokens` has for each row how many tokens its text
        may have, end tokens aside, or None: a constrained row then gets only tokens with which it completes in time.
        """
        tensor("prompt_ids", prompt_ids, "(rows, length)", whole_numbers=True)
        return SamplerRows(
            self,
            prompt_ids,
            attention_mask=attention_mask,
            constraint=constraint,
            end_tokens=end_tokens,
            randomness=randomness_of(seeds, prompt_ids.shape[0]),
            max_tokens=max_tokens,
        )

    @property
    def is_same_for_all_rows(self) -> bool:
        """Whether no stage has a parameter with a value for each row."""
        return all(stage.is_same_for_all_rows for stage in self.stages)

    def select(self, rows: Sequence[int], count: int) -> Pipeline:
        """The pipeline for a batch of the former rows `rows`, out of `count`: parameters per row go along."""
        if self.is_same_for_all_rows:
            return self
        stages = [stage.select(rows, count) for stage in self.stages]
        return Pipeline(stages, order=self.order, strict=self.strict)

    def processor(self, **options: Any) -> PipelineLogitsProcessor:
        """The whole pipeline, draw included, for `model.generate(do_sample=False, logits_processor=[…])`.

        `options` are those of `PipelineLogitsProcessor`: constraint, seeds, prompt_length, attention_mask.
        """
        from .processor import PipelineLogitsProcessor  # transformers is needed for this alone

        return PipelineLogitsProcessor(self, **options)

    def explain(
        self,
        rows: SamplerRows,
        logits: torch.Tensor,
        *,
        row: int = 0,
        top: int = 10,
        pieces: Sequence[bytes | None] | None = None,
        unconditional: torch.Tensor | None = None,
    ) -> Explanation:
        """What each stage does to the `top` best candidates of a row. `print` it.

        `pieces` are the bytes of each token, to show them; by default those of the constraints' vocabulary.

        Nothing moves; the draw shown is the one that `rows.sample` would make.
        """
        instance(rows, SamplerRows, "rows", "SamplerRows, as start() makes them")
        tensor("logits", logits, "(rows, vocabulary)")
        row, top = integer(row, "row", 0, len(rows) - 1), integer(top, "top", 1)
        unconditional = None if unconditional is None else unconditional.detach()
        return explanation(rows, logits.detach(), row=row, top=top, pieces=pieces, unconditional=unconditional)

    def __repr__(self) -> str:
        return f"Pipeline([{', '.join(map(repr, self.stages))}])"

    # Presets: the orders and conventions of other engines.

    @classmethod
    def transformers(cls, generation_config: Any, **context: Any) -> Pipeline:
        """The processors that transformers 5.23 makes of a `GenerationConfig`, in its order. See
        `presets.transformers`."""
        return cls(presets.transformers(generation_config, **context), order="free")

    @classmethod
    def llama_cpp(cls, **parameters: Any) -> Pipeline:
        """llama.cpp's default chain, with its parameters and their defaults. See `presets.llama_cpp`."""
        return cls(presets.llama_cpp(**parameters), order="free")

    @classmethod
    def vllm(cls, **parameters: Any) -> Pipeline:
        """vLLM's order for its `SamplingParams`. See `presets.vllm`."""
        return cls(presets.vllm(**parameters))

    @classmethod
    def from_string(cls, order: str, **parameters: Any) -> Pipeline:
        """llama.cpp's samplers in the order of their letters ("edskypmxt") or names ("top_k;temperature").

        What is one of the names is that name: "typ" is typical alone, "temp" the temperature.
        """
        instance(order, str, "order", "a str of letters or names")
        return cls(presets.llama_cpp(samplers=order, **parameters), order="free")


def _check(stages: tuple[Stage, ...], *, free: bool) -> None:
    """Raises `PipelineError` for the first pair of stages that are in the wrong order."""
    for second, later in enumerate(stages):
        for first, sooner in enumerate(stages[:second]):
            wrong = _wrong(sooner, later, free=free)
            if wrong:
                raise PipelineError(
                    f"stage {first}, {sooner!r}, comes before stage {second}, {later!r}: {wrong}", first, second
                )


_FORBIDDING = (Role.BIAS, Role.MASK)
_BEFORE_TRUNCATION = (Role.BIAS, Role.PENALTY)


def _wrong(sooner: Stage, later: Stage, *, free: bool) -> str | None:
    """Why `later` must not come after `sooner`; None: it may."""
    if sooner.role is Role.DRAW:
        return "the draw picks the token, so nothing after it would act; put it last (and only one)"
    if later.role is Role.GUIDANCE:
        return "guidance mixes the model's own logits and would lose what was done to them; put it first"
    if sooner.role is Role.MASK and later.role is Role.MASK:
        return "one Mask serves all constraints; leave one out"
    if sooner.role is Role.MASK and later.role is Role.REPAIR:
        return "it would make forbidden tokens (-inf) possible again; put it before the mask"
    if sooner.role is Role.TRUNCATION and later.role is Role.MASK and not getattr(later, "after_truncation", False):
        return (
            "the truncation would choose among tokens that are forbidden; put Mask() first, or say "
            "Mask(after_truncation=True)"
        )
    if free:
        return None
    if sooner.role is Role.BIAS and later.role is Role.REPAIR:
        return "it would make forbidden tokens (-inf) possible again; put it first"
    if sooner.role is Role.TRUNCATION and later.role in _BEFORE_TRUNCATION:
        return (
            'the truncation has removed tokens by scores that are changed afterwards; swap them, or pass order="free"'
        )
    if sooner.role is Role.TEMPERATURE and later.role in _BEFORE_TRUNCATION:
        return 'the temperature would scale what it acts on, but not it; swap them, or pass order="free"'
    if sooner.role is Role.NORMALISE and later.role is not Role.DRAW:
        return "log-probabilities are normalised last; put it just before the draw"
    return None
