"""Makes the recording of a text that has been written, by going through it once more.

Decoding runs as always, with its fused kernels, drafts and beams; when a text has ended, the model reads prompt and
text again, some tokens at a time, and the stages run one by one on each position, with the same masks, the same budget
and the same random numbers. So every search can be recorded, and whoever does not ask pays nothing. The price: the
probabilities are those of this second reading. They agree with what the draw saw as far as the model's arithmetic
does not depend on how many tokens are read at once.

What a search does beyond the pipeline is no part of a recording: the penalty of later groups of beams, the bounds that
`AdaptiveSampling` has learned, tokens that `canonical=True` has drawn again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import torch

from ..decoding.model import GuidedModel, LanguageModel
from ..decoding.requests import Row
from ..decoding.texts import text_of
from ..kernels.definition import log_probabilities, settled
from ..pipelines.rows import SamplerRows
from ..stages.mask import Mask
from ..stages.stage import INFINITY, Stateful
from .data import Candidate, Effect, RecordedToken, Recording, Refusal
from .reasons import Judge, Place

if TYPE_CHECKING:
    from constrain.vocabulary import Vocabulary

    from ..pipelines.pipeline import Pipeline

CANDIDATES = 8  # allowed tokens that are kept for each position, and as many refused ones, unless a number is given
_AT_ONCE = 32  # positions whose logits are held: 20 MB at 150,000 columns; fewer take more passes


def is_repeatable(seeds: Any) -> bool:
    """Whether the same random numbers can be had again: not those of a `torch.Generator`, which goes on."""
    return isinstance(seeds, int) or not any(isinstance(each, torch.Generator) for each in seeds or ())


class Recorder:
    """Records texts of one model. `candidates` allowed tokens and as many refused ones are kept for each position.

    `normalises`: the search gives the pipeline log-probabilities (`Search.normalises`). `name` and `search` are for the
    reader.
    """

    def __init__(
        self,
        model: LanguageModel,
        vocabulary: Vocabulary,
        *,
        candidates: int,
        normalises: bool = False,
        name: str = "",
        search: str = "",
    ) -> None:
        self.model, self.vocabulary, self.candidates = model, vocabulary, candidates
        self.normalises, self.name, self.search = normalises, name, search
        self._names = {number: name for name, number in vocabulary.special_tokens.items()}

    def record(self, row: Row, pipeline: Pipeline, seed: Any) -> Recording:
        """The recording of a finished row, which `pipeline` has sampled with `seed`."""
        constraint = row.request.constraint
        matcher = row.matcher
        return Recording(
            prompt=self._spelled(row.request.prompt),
            text=text_of(row, self.vocabulary),
            complete=(matcher is None or matcher.is_accepting) and not row.cut and row.finish_reason != "cancelled",
            finish_reason=str(row.finish_reason),
            model=self.name,
            constraint="" if constraint is None else (row.request.grammar or constraint.grammar).source,
            search=self.search,
            stages=tuple(_shown(stage) for stage in pipeline.stages),
            width=self.model.width,
            tokens=tuple(self._tokens(row, pipeline, seed)),
        )

    def _tokens(self, row: Row, pipeline: Pipeline, seed: Any) -> Iterator[RecordedToken]:
        request = row.request
        rows = pipeline.start(
            torch.tensor(self.model.heads([request.prompt]), dtype=torch.int64, device=self.model.device),
            constraint=[request.constraint],
            end_tokens=self.vocabulary.end_ids,
            seeds=[seed],
            max_tokens=[request.max_tokens if request.fit else None],
        )
        place = Place(row, self.vocabulary)
        forced = set(row.forced_at)
        logits = self._logits(row)
        for at, token in enumerate(row.tokens):
            kind: Literal["chosen", "forced"] = "forced" if at in forced else "chosen"
            now = self._moment(rows, *next(logits), drawn=None if at in forced else token)
            yield self._told(now, [token], kind, place, rows)
            if at in forced:
                rows.extend([[token]])
            else:
                rows._drawn = now.drawn
                rows.advance([token])
            place.take(token)
        if row.finish_reason == "stop" and not row.cut and self.vocabulary.end_ids:
            now = self._moment(rows, *next(logits), drawn=None)
            yield self._told(now, sorted(self.vocabulary.end_ids), "end", place, rows)

    def _logits(self, row: Row) -> Iterator[tuple[torch.Tensor, torch.Tensor | None]]:
        """The logits (1, width) of each token of the row and of its end, and those of the context to guide away from.

        Read as they are asked for, so that at most `_AT_ONCE` of them are held.
        """
        model, tokens = self.model, row.tokens
        if isinstance(model, GuidedModel) and model.negative is not None and len(model.negative) > 1:
            model = GuidedModel(model.model, [model.negative[row.request.number]])
        context, first = model.begin([row.request.prompt], room=len(tokens) + 1)
        yield first, None if context.unconditional is None else context.unconditional[:, -1]
        for start in range(0, len(tokens), _AT_ONCE):
            new = tokens[start : start + _AT_ONCE]
            logits, other = context.read([new], len(new)), context.unconditional
            for at in range(-len(new), 0):
                yield logits[:, at], None if other is None else other[:, at]

    def _moment(
        self, rows: SamplerRows, logits: torch.Tensor, unconditional: torch.Tensor | None, *, drawn: int | None
    ) -> _Moment:
        """What each stage makes of the logits; `drawn` is the token that was drawn from them, if one was."""
        given = rows._checked(log_probabilities(logits) if self.normalises else logits)
        stages = rows.pipeline.stages
        watched: list[torch.Tensor] = []
        _, memory = rows._through(given, rows.step(unconditional, max(0, len(stages) - 1)), watched)
        taken = None
        if drawn is not None:
            tokens = torch.tensor([drawn], device=given.device)
            after = {}
            for i, (state, before, changed) in memory.items():
                stage = stages[i]
                assert isinstance(stage, Stateful)
                after[i] = stage.update(state, before, changed, tokens)
            taken = tokens, after
        scores = [settled(each)[0].double().cpu() for each in (given, *watched)]
        mask = next((i for i, stage in enumerate(stages) if isinstance(stage, Mask)), None)
        packed = rows._packed(given.shape[1]) if rows.matchers[0] is not None else None
        return _Moment(scores, mask, _allowed(packed, given.shape[1]), taken)

    def _told(
        self,
        now: _Moment,
        tokens: list[int],
        kind: Literal["chosen", "forced", "end"],
        place: Place,
        rows: SamplerRows,
    ) -> RecordedToken:
        """The record of a moment at which one of `tokens` was taken."""
        if kind == "forced":
            now.settle(tokens[0])
        model, before, masked, final = now.model, now.before, now.masked, now.final
        token = max(tokens, key=lambda each: (float(final[each]), float(model[each])))
        left = [int((scores > -INFINITY).sum()) for scores in now.scores]
        effects = [
            Effect(count, _total(after.softmax(-1), tokens), _moved(earlier[token], after[token]))
            for count, earlier, after in zip(left[1:], now.scores, now.scores[1:], strict=False)
        ]
        matcher = rows.matchers[0]
        budget = rows._tokens_left()
        judged = Judge(matcher, None if budget is None else budget[0], self.vocabulary)
        return RecordedToken(
            token=token,
            spelling=self._bytes(token),
            name=self._name(token),
            kind=kind,
            model=_total(model, tokens),
            before=_total(before, tokens),
            masked=_total(masked, tokens),
            final=_total(final, tokens),
            allowed=int(now.allowed.sum()),
            removed=max(0.0, 1.0 - float(before[now.allowed].sum())) if now.is_masked else 0.0,
            entropy=_entropy(model),
            final_entropy=_entropy(final),
            path=place.path,
            expected=judged.expected,
            effects=() if kind == "forced" else tuple(effects),
            candidates=tuple(self._candidate(each, now, None) for each in self._best(now, token)),
            refused=tuple(
                self._candidate(each, now, judged.refusal(each, self._bytes(each))) for each in self._forbidden(now)
            ),
        )

    def _best(self, now: _Moment, token: int) -> list[int]:
        """The likeliest allowed tokens: after all stages, then after the mask. `token`, which came, is among them."""
        found: list[int] = []
        for shares in (now.final, now.masked):
            best = shares.topk(min(self.candidates, len(shares)))
            possible = zip(best.indices.tolist(), best.values.tolist(), strict=True)
            found += [each for each, p in possible if p > 0 and now.allowed[each] and each not in found]
        found = found[: self.candidates]
        return found if token in found else [*found[: self.candidates - 1], token]

    def _forbidden(self, now: _Moment) -> list[int]:
        """The tokens that the model finds likeliest of those that the mask forbids."""
        shares = now.model.masked_fill(now.allowed, -1.0)
        best = shares.topk(min(self.candidates, len(shares)))
        found: list[int] = [
            token for token, p in zip(best.indices.tolist(), best.values.tolist(), strict=True) if p > 0
        ]
        return found

    def _candidate(self, token: int, now: _Moment, refusal: Refusal | None) -> Candidate:
        model, masked, final = (float(each[token]) for each in (now.model, now.masked, now.final))
        return Candidate(token, self._bytes(token), self._name(token), model, masked, final, refusal)

    def _bytes(self, token: int) -> bytes:
        return (self.vocabulary.token_bytes[token] if token < self.vocabulary.size else None) or b""

    def _name(self, token: int) -> str:
        """What a token without bytes is called; empty where nothing tells."""
        if self._bytes(token):
            return ""
        if token in self._names:
            return self._names[token]
        return "end of text" if token in self.vocabulary.end_ids else ""

    def _spelled(self, tokens: Sequence[int]) -> str:
        """The text of a prompt, special tokens by their names."""
        pieces = [self._bytes(token) or self._names.get(token, "").encode() for token in tokens]
        return b"".join(pieces).decode("utf-8", "replace")


@dataclass(frozen=True)
class _Moment:
    """One position: scores (width,) float64 at the start and after each stage, and which tokens (width,) are allowed.

    `mask` is the number of the mask's stage, None where the pipeline has none.
    """

    scores: list[torch.Tensor]
    mask: int | None
    allowed: torch.Tensor
    drawn: tuple[torch.Tensor, dict[int, torch.Tensor]] | None

    def settle(self, token: int) -> None:
        """Makes the token the only one that is left in the end, because it was forced and no stage was asked."""
        final = torch.full_like(self.scores[0], -INFINITY)
        final[token] = 0.0
        self.scores.append(final)

    @property
    def is_masked(self) -> bool:
        return not bool(self.allowed.all())

    @cached_property
    def model(self) -> torch.Tensor:
        return self.scores[0].softmax(-1)

    @cached_property
    def before(self) -> torch.Tensor:
        """Probabilities just before the mask; at the start where there is none."""
        return self.scores[self.mask or 0].softmax(-1)

    @cached_property
    def masked(self) -> torch.Tensor:
        return self.before if self.mask is None else self.scores[self.mask + 1].softmax(-1)

    @cached_property
    def final(self) -> torch.Tensor:
        return self.scores[-1].softmax(-1)


def _allowed(packed: np.ndarray | None, width: int) -> torch.Tensor:
    """Which tokens (width,) a row of bitmasks (1, words) allows; all of them where there is none."""
    if packed is None:
        return torch.ones(width, dtype=torch.bool)
    bits = np.unpackbits(packed[0].view(np.uint8), bitorder="little")[:width]
    return torch.from_numpy(bits.astype(np.bool_))


def _total(shares: torch.Tensor, tokens: list[int]) -> float:
    return min(1.0, float(sum(float(shares[token]) for token in tokens)))


def _moved(before: torch.Tensor, after: torch.Tensor) -> float | None:
    """How far a score was moved; None where it was or is infinite."""
    moved = float(after) - float(before)
    return moved if abs(moved) < INFINITY else None


def _entropy(shares: torch.Tensor) -> float:
    """In bits."""
    return max(0.0, float(-torch.special.xlogy(shares, shares).sum()) / float(np.log(2)))


def _shown(stage: Any) -> str:
    """A stage as a reader knows it, at most some words long."""
    text = repr(stage)
    return text if len(text) <= 80 else f"{text[:77]}…"
