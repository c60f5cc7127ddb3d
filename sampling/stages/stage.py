"""What samplers are made of: stages, and the step at which they act.

A *stage* is one idea (a penalty, a truncation, a way to draw) as a function of the scores (rows, vocabulary) of the
next token and of the *step*: the tokens so far, where each prompt ends, the random numbers. A stage never writes to
its input and keeps nothing between calls. What one must remember (mirostat's bound on surprise) is a small tensor with
a line a row that its caller keeps (`Stateful`), so that rows can be forked, undone and reordered like a matcher.

A parameter is a number for all rows or a sequence or tensor with one for each. If there are more rows than values
(beams, several sequences a prompt), value i serves the rows of prompt i. Every stage also works in transformers'
`logits_processor=[…]`: called with (input_ids, scores) it is a logits processor.
"""

from __future__ import annotations

import copy
import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar

import numpy as np
import torch

from constrain.support.arguments import described, public

from .prompts import PromptAnchor, repeated
from .randomness import Global, Randomness

PerRow = float | Sequence[float] | torch.Tensor  # one value for all rows, or one for each

INFINITY = float("inf")


class Role(Enum):
    """What a stage does to the scores; the pipeline's order is checked by it."""

    GUIDANCE = "guidance"  # mixes the logits of several contexts
    MASK = "mask"  # forbids what a constraint forbids
    BIAS = "bias"  # adds to or takes from the scores of some tokens, or forbids some
    PENALTY = "penalty"  # lowers the scores of tokens that have been written
    REPAIR = "repair"  # replaces NaN and infinities
    TEMPERATURE = "temperature"  # changes how peaked the distribution is, not the order of its tokens
    TRUNCATION = "truncation"  # removes improbable tokens (or, XTC, the most probable ones)
    WATERMARK = "watermark"  # leaves a mark that a detector finds
    NORMALISE = "normalise"  # logits to log-probabilities
    DRAW = "draw"  # picks the token


@dataclass(frozen=True)
class Step:
    """The moment at which the next token of every row is chosen.

    `tokens` (rows, length) int64 are prompt and output so far, padded on the left; row i has `padding[i]` columns of
    padding and its output begins at column `starts[i]`. `unconditional` are the logits (rows, vocabulary) of the
    context that guidance pushes away from.
    """

    tokens: torch.Tensor
    starts: torch.Tensor  # (rows,) int64, on the device of `tokens`
    padding: torch.Tensor | None = None  # (rows,) int64; None: there is none
    unconditional: torch.Tensor | None = None
    randomness: Randomness = field(default_factory=Global)
    stream: int = 0  # the number of the stage that acts
    positions: np.ndarray | None = None  # (rows,) how many tokens each row has generated, on the host; else derived

    def generated(self) -> np.ndarray:
        """How many tokens each row has generated: (rows,) int64 on the host."""
        if self.positions is not None:
            return self.positions
        return (self.tokens.shape[1] - self.starts).cpu().numpy()

    def text(self) -> torch.Tensor:
        """The tokens so far, -1 where padding is: (rows, length) int64."""
        if self.padding is None:
            return self.tokens
        columns = torch.arange(self.tokens.shape[1], device=self.tokens.device)
        return self.tokens.masked_fill(columns < self.padding.unsqueeze(1), -1)

    def uniform(self) -> torch.Tensor:
        """A random number in [0, 1) for each row, float64 (rows,), on the device of `tokens`."""
        return self.randomness.uniform(self.generated(), self.stream).to(self.tokens.device)

    def exponential(self, like: torch.Tensor) -> torch.Tensor:
        """Standard exponential noise in the shape of `like`."""
        return self.randomness.exponential(self.generated(), self.stream, like)


class Stage:
    """One idea of a sampler. Subclasses give `role` and `apply`."""

    role: ClassVar[Role]
    needs_prompt: bool = False  # whether it must know where the prompt ends
    reads_text: bool = True  # whether it looks at the tokens so far, or at how many they are
    supports_continuous_batching: ClassVar[bool] = False  # which shows processors no history
    per_prompt: ClassVar[tuple[str, ...]] = ()  # names of attributes that are tensors with a line for each prompt

    @public
    def __init__(self) -> None:
        """Without parameters, unless the subclass has some."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "__init__" in vars(cls):
            cls.__init__ = public(cls.__init__)  # type: ignore[method-assign]

    prompt_length: int | None = None  # where the prompt ends, for use as a logits processor; None: the first call tells
    _anchor: PromptAnchor | None = None

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        """New scores (rows, vocabulary) in the dtype of `scores`, which is left as it is."""
        raise NotImplementedError

    def __call__(self, input_ids: torch.Tensor | None, scores: torch.Tensor) -> torch.Tensor:
        """As a logits processor of transformers: ids (rows, length) and scores (rows, vocabulary).

        `input_ids` may be None for a stage that looks at nothing but scores.
        """
        if input_ids is None:
            if self.reads_text:
                raise TypeError(f"{type(self).__name__} looks at the tokens so far; input_ids is None")
            input_ids = torch.empty((len(scores), 0), dtype=torch.int64, device=scores.device)
        return self.apply(scores, self._step(input_ids))

    def _step(self, input_ids: torch.Tensor) -> Step:
        start = 0
        if self.prompt_length is not None:
            start = self.prompt_length
        elif self.needs_prompt:
            if self._anchor is None:
                self._anchor = PromptAnchor()
            start = self._anchor.find(input_ids)
        return Step(input_ids, torch.full((input_ids.shape[0],), start, device=input_ids.device))

    @property
    def is_same_for_all_rows(self) -> bool:
        """Whether no parameter has a value for each row."""
        return not any(_is_per_row(value) for value in vars(self).values()) and all(
            len(getattr(self, name)) == 1 for name in self.per_prompt
        )

    def select(self, rows: Sequence[int], count: int) -> Stage:
        """The stage for a batch of the former rows `rows`, out of `count`."""
        if self.is_same_for_all_rows:
            return self
        chosen = copy.copy(self)
        for name, value in vars(self).items():
            if _is_per_row(value):
                if count % len(value):
                    raise ValueError(
                        f"{self!r} has {len(value)} values of {name}, and there are {count} rows; give one value, or "
                        "one for each row"
                    )
                vars(chosen)[name] = value.repeat_interleave(count // len(value))[list(rows)]
        for name in self.per_prompt:
            vars(chosen)[name] = repeated(vars(self)[name], count)[list(rows)]
        return chosen

    def __repr__(self) -> str:
        """The stage as it would be written, without what has its default."""
        shown = []
        for name, parameter in inspect.signature(type(self)).parameters.items():
            # `scope` and `last` are told by the window that was made of them.
            value = getattr(self, name, getattr(getattr(self, "window", None), name, parameter.default))
            if value is not parameter.default and repr(value) != repr(parameter.default):
                shown.append(f"{name}={_short(value)}" if parameter.kind is parameter.KEYWORD_ONLY else _short(value))
        return f"{type(self).__name__}({', '.join(shown)})"


class Stateful(Stage):
    """A stage that remembers something of each row from token to token: a tensor (rows, …) that its caller keeps."""

    def begin(self, rows: int, device: torch.device) -> torch.Tensor:
        """The state of rows that have generated nothing."""
        raise NotImplementedError

    def transform(self, scores: torch.Tensor, step: Step, state: torch.Tensor) -> torch.Tensor:
        """As `apply`, for rows in this state."""
        raise NotImplementedError

    def update(
        self, state: torch.Tensor, before: torch.Tensor, after: torch.Tensor, tokens: torch.Tensor
    ) -> torch.Tensor:
        """The next state: `before` and `after` are the scores around `transform`, `tokens` (rows,) what was drawn."""
        raise NotImplementedError

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        raise TypeError(
            f"{type(self).__name__} remembers the tokens it drew; use it in a Pipeline, which keeps that memory for "
            "each row (Pipeline.processor() puts the whole pipeline into model.generate)"
        )


def per_row(name: str, value: PerRow, fits: Callable[[float], bool], expected: str) -> PerRow:
    """`value`, checked: a float, or a float64 tensor (rows,). Raises ValueError with the row of the first misfit."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if not fits(value):
            raise ValueError(f"{name} is {value}; expected {expected}")
        return value
    given = value.detach().cpu() if isinstance(value, torch.Tensor) else value
    try:
        if isinstance(given, (bool, str, bytes)):
            raise TypeError
        values = torch.as_tensor(given, dtype=torch.float64)
    except (TypeError, ValueError, RuntimeError):
        raise ValueError(f"{name} is {value!r}; expected {expected}, or one such number for each row") from None
    if values.dim() == 0:
        return per_row(name, values.item(), fits, expected)
    if values.dim() != 1 or not len(values):
        raise ValueError(f"{name} has shape {tuple(values.shape)}; expected a number, or one for each row")
    for row, number in enumerate(values.tolist()):
        if not fits(number):
            raise ValueError(f"{name} of row {row} is {number}; expected {expected}")
    return values


def _is_per_row(value: object) -> bool:
    """Whether this is what `per_row` makes of a sequence."""
    return isinstance(value, torch.Tensor) and value.dim() == 1 and value.dtype == torch.float64


def column(value: PerRow, scores: torch.Tensor) -> torch.Tensor | float:
    """A parameter ready to meet `scores` (rows, width): a float as it is, or a column (rows, 1) of the same dtype."""
    if not isinstance(value, torch.Tensor):
        return value  # type: ignore[return-value]
    rows, values = scores.shape[0], len(value)
    if values == 0 or rows % values:
        raise ValueError(f"a parameter has {values} values, one for each prompt, and the scores have {rows} rows")
    dtype = scores.dtype if scores.dtype.is_floating_point else torch.float32
    return value.to(device=scores.device, dtype=dtype).repeat_interleave(rows // values).unsqueeze(1)


def whole(name: str, value: int, low: int) -> int:
    """`value`, checked to be an integer of at least `low`."""
    if isinstance(value, bool) or not isinstance(value, int) or value < low:
        raise ValueError(f"{name} is {value!r}; expected an integer of at least {low}")
    return value


def tensor(name: str, value: object, shape: str, *, whole_numbers: bool = False) -> None:
    """Raises TypeError unless `value` is a tensor, of whole numbers if asked for; `shape` says what it should be."""
    if not isinstance(value, torch.Tensor):
        raise TypeError(f"{name} must be a tensor of shape {shape}, not {described(value)}")
    if whole_numbers and (value.dtype.is_floating_point or value.dtype.is_complex):
        raise TypeError(f"{name} must be a tensor of int64 and shape {shape}, not {described(value)}")


def one_of(name: str, value: str, *choices: str) -> None:
    """Raises ValueError if `value` is none of `choices`."""
    if value not in choices:
        raise ValueError(f"{name} is {value!r}; expected " + " or ".join(f'"{choice}"' for choice in choices))


def finite(x: float) -> bool:
    return math.isfinite(x)


def finite_counts(scores: torch.Tensor) -> torch.Tensor:
    """How many candidates each row still has (scores above -inf): (rows, 1)."""
    return (scores > -INFINITY).sum(-1, keepdim=True)


def _short(value: object) -> str:
    return f"<{len(value)} rows>" if isinstance(value, torch.Tensor) and value.dim() == 1 else f"{value!r}"
