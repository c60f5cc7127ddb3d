"""What a generation gives."""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Generic

from constrain.grammar import Value

from ..decoding.requests import FinishReason, Row
from ..decoding.texts import text_and_thought

if TYPE_CHECKING:
    from constrain.vocabulary import Vocabulary

    from ..pipelines.pipeline import Pipeline
    from ..recording.data import Recording
    from ..recording.page import Inspection
    from .confidence import Confidences


@dataclass(frozen=True, repr=False)
class Result(Generic[Value]):
    """One generated text; to type checkers a `Result[Invoice]` where the constraint's texts are read as an `Invoice`.

    `value` is the text as its grammar reads it (an instance of a model, parsed JSON, or the text itself), and None
    where the text is not complete, or where reading it raises: then `error` is that exception. `tokens` are the
    generated ids without the end token, `forced` how many of them the constraint left no choice about. `complete`: the
    text is in the language. `finish_reason`: "stop" where the text ended; "length" where `max_tokens` ran out;
    "unavailable" for a row of a beam search that asked for more texts than the language has (its text is empty);
    "error" where decoding the row raised `error`; "cancelled". `shortened`: near the end, tokens that the grammar
    allows were left out, after which the rest would not have fitted into `max_tokens`; with more tokens the text might
    have been another one.

    `logprobs` are natural logarithms of the tokens' probabilities as the model gave them, and `constrained_logprobs` as
    they were drawn, after the mask and all stages (0 for forced ones); both None unless asked for. `score` is that of a
    beam search's hypothesis. `log_weight` is the logarithm of how much likelier than it was drawn the text is under the
    model's own distribution over the language: 0 unless the search says. `noncanonical` counts tokens that
    the tokenizer might not have written, where `canonical=True` forbids them. `sampler` is what chose the tokens.

    `thinking` is the thought before the text, which is no part of it: None where there is none. `tokens` has those of
    both.

    `free_text` is what the model answered before it was constrained, if it was asked to (`free_first=`).

    `confidence` has the probability of each part of a complete text, if asked for: see `generate`.

    `recording` is what the model, the mask and each stage said of every token, if asked for; `inspect()` shows it.
    """

    text: str
    value: Value | None
    tokens: tuple[int, ...]
    complete: bool
    finish_reason: FinishReason
    error: Exception | None = None
    forced: int = 0
    logprobs: tuple[float, ...] | None = None
    constrained_logprobs: tuple[float, ...] | None = None
    score: float | None = None
    log_weight: float = 0.0
    noncanonical: int = 0
    sampler: Pipeline | None = field(default=None, repr=False, compare=False)
    thinking: str | None = None
    free_text: str | None = None
    shortened: bool = False
    confidence: Confidences | None = None
    recording: Recording | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        """What was asked for, and what differs from the usual: fields that have their default are left out."""
        told = [each for each in fields(self) if each.repr and (each.default is MISSING or self._has(each))]
        return f"Result({', '.join(f'{each.name}={getattr(self, each.name)!r}' for each in told)})"

    def _has(self, told: Field[Any]) -> bool:
        return bool(getattr(self, told.name) != told.default)

    def inspect(self) -> Inspection:
        """The recording as a page: every token with what the model, the mask and each stage said of it.

        `save` it, or let a notebook show it. Raises ValueError where nothing was recorded.

        >>> generate(model, tokenizer, prompt, Invoice, record=True).inspect().save("invoice.html")
        """
        from ..recording.page import Inspection

        if self.recording is None:
            why = f"the row ended with {self.error!r}" if self.error is not None else "pass record=True"
            raise ValueError(f"nothing was recorded of this text: {why}")
        return Inspection(self.recording)


def unavailable(sampler: Pipeline | None = None) -> Result[Any]:
    """The result of a row that there is no text for."""
    return Result("", None, (), False, "unavailable", sampler=sampler)


def result_of(
    row: Row, vocabulary: Vocabulary, *, sampler: Pipeline | None = None, logprobs: bool = False
) -> Result[Any]:
    """What a finished row has become."""
    constraint, reason = row.request.constraint, row.finish_reason
    assert reason is not None
    if reason == "unavailable":
        return unavailable(sampler)
    if row.error is not None and not row.tokens:
        return Result("", None, (), False, reason, row.error, sampler=sampler)
    tokens = tuple(row.tokens)
    value, error = None, row.error
    text, thought = text_and_thought(row, vocabulary)
    if constraint is None:
        value, complete = text, reason in ("stop", "length")
    else:
        assert row.matcher is not None
        complete = row.matcher.is_accepting and not row.cut
        if complete:
            try:
                value = constraint.read(text)
            except Exception as caught:  # a validator of the user's may raise anything, and it is this row's affair
                error = caught
    return Result(
        text,
        value,
        tokens,
        complete,
        reason,
        error,
        row.forced,
        tuple(row.log_probabilities) if logprobs else None,
        tuple(row.constrained) if logprobs else None,
        row.score,
        row.log_weight,
        row.noncanonical,
        sampler,
        thought,
        row.request.free_text,
        row.is_shortened,
    )
