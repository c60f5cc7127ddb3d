"""What a loop is asked for, and the text it makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from constrain.bitmask import allocate_bitmask

if TYPE_CHECKING:
    from constrain.constraint import Constraint
    from constrain.grammar import Grammar
    from constrain.matcher import Matcher

FinishReason = Literal["stop", "length", "unavailable", "cancelled", "error"]


@dataclass(frozen=True)
class Request:
    """One prompt and what is wanted of it.

    `prompt` are its token ids. `constraint` None leaves the text free. `max_tokens` bounds the text, its end token
    aside; if `fit`, the text completes within them, otherwise it is cut off there. `stop` are texts before which the
    result ends. `key` is the caller's, to know the request again; `number` is set by a `Scheduler`, which counts
    requests from 0.
    """

    prompt: Sequence[int]
    constraint: Constraint | None = None
    max_tokens: int = 256
    stop: tuple[bytes, ...] = ()
    fit: bool = True
    key: Any = None
    number: int = 0
    healed: bytes = b""  # what the prompt has taken back: the output begins with it, and the text after it
    thought: Any = None  # makes a `ThoughtReader` where the text begins with a thought, which is no part of the answer
    free_text: str | None = None  # what the model has answered before, without a constraint; it is in the prompt
    grammar: Grammar | None = None  # of the text, where the constraint's is of more than that


@dataclass
class Row:
    """One text in the making. `number` counts the texts of a request from 0, `stream` did so when they began."""

    request: Request
    number: int = 0
    stream: int = 0  # its random numbers are those of this text of the request, whatever its rank becomes
    tokens: list[int] = field(default_factory=list)  # without the end token
    forced: int = 0  # of them, how many the constraint left no choice about, and the model was not asked for
    forced_at: list[int] = field(default_factory=list)  # their places among the tokens
    drafted: int = 0  # how many tokens were guessed for it
    accepted: int = 0  # of them, how many the model would have written
    shortened: bool = False  # whether masks of drafts or on a device left out what would not fit
    noncanonical: int = 0  # tokens taken where no canonical text was known to go on, if canonical ones were asked for
    log_probabilities: list[float] = field(default_factory=list)  # of the tokens, as the model gave them, if asked for
    constrained: list[float] = field(default_factory=list)  # and as they were drawn: after the mask and all stages
    best: list[list[tuple[int, float]]] = field(
        default_factory=list
    )  # the likeliest there, and their log-probabilities
    score: float | None = None  # of a hypothesis of a beam search
    log_weight: float = 0.0  # of a sample: how much likelier the exact distribution makes it
    matcher: Matcher | None = None  # where its text stands
    finish_reason: FinishReason | None = None  # None: it goes on
    cut: int = 0  # bytes at its end from a stop text on
    searched: int = 0  # tokens in which no stop text ends
    error: Exception | None = None  # why it ended, where the finish reason is "error"
    origin: list[Row] = field(default_factory=list, repr=False, compare=False)  # one for all texts of a request
    search: Any = field(default=None, repr=False, compare=False)  # what a search keeps with a row; forks share it

    @property
    def left(self) -> int:
        """How many tokens it may still take."""
        return self.request.max_tokens - len(self.tokens)

    @property
    def is_shortened(self) -> bool:
        """Whether the budget left out what the grammar allows, on the way or where it ended the text."""
        if self.matcher is None or not self.request.fit:
            return False
        if self.left <= 0 and self.matcher.is_accepting and not self.cut:
            self.matcher.fill_bitmask(allocate_bitmask(1, self.matcher.constraint.vocabulary)[0], tokens_left=0)
        return self.shortened or self.matcher.shortened

    def fork(self) -> Row:
        """A copy that goes its own way."""
        copied = Row(**vars(self))
        copied.tokens, copied.log_probabilities = list(self.tokens), list(self.log_probabilities)
        copied.constrained, copied.best = list(self.constrained), list(self.best)
        copied.forced_at = list(self.forced_at)
        return copied
