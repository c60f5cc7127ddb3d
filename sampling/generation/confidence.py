"""How sure the model was of each part of a text, found by going through the finished text once more.

A part (a field of JSON, a group, a rule: `Grammar.spans`) that could only be one of a few texts gets an exact
probability: the masses of all these texts in all spellings are compared (`decoding.alternatives`). All others get the
product of their tokens' probabilities among the tokens that the constraint allowed.

The model reads prompt and text in one more pass, and then goes back through the text from place to place. So every
search can be asked, and who does not ask pays nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch

from constrain.bitmask import allocate_bitmask
from constrain.errors import ConstrainError, LimitExceeded, RejectedToken
from constrain.matcher import Matcher
from constrain.spans import Span

from ..decoding.alternatives import Place, shares, weigh
from ..decoding.model import Context, GuidedModel, LanguageModel
from ..decoding.requests import Row
from ..decoding.texts import text_of

if TYPE_CHECKING:
    from constrain.vocabulary import Vocabulary

MOST_TEXTS = 64  # that a part may be, to be compared with all of them
_MOST_STEPS = 2048  # of the search for what else a part may be
_LONGEST = 512  # bytes of such a text
_AT_ONCE = 32  # positions whose logits are held: 20 MB at 150,000 columns
_MOST_SPELLINGS = 512  # that are read for one part, before it gets the product of its tokens instead


class Confidences(dict[str, float]):
    """The probability of each part by its name; `exact` are the names of those that were compared with all others."""

    exact: frozenset[str] = frozenset()

    def as_data(self) -> list[tuple[str, float, bool]]:
        """Name, probability, and whether it is exact: for JSON."""
        return [(name, probability, name in self.exact) for name, probability in self.items()]

    @classmethod
    def of_data(cls, data: Iterable[tuple[str, float, bool]]) -> Confidences:
        """Those that `as_data` was made from."""
        known = list(data)
        told = cls((str(name), float(probability)) for name, probability, _ in known)
        told.exact = frozenset(name for name, _, exact in known if exact)
        return told


class _Piece(NamedTuple):
    """A token of the text: its bytes from `start` to `end`, and the matcher before it."""

    token: int
    start: int
    end: int
    matcher: Matcher | None


class ConfidenceReader:
    """Tells the confidences of finished rows of one model."""

    def __init__(self, model: LanguageModel, vocabulary: Vocabulary) -> None:
        self.model = model.model if isinstance(model, GuidedModel) else model
        self.vocabulary = vocabulary
        pieces = vocabulary.token_bytes
        self._first_bytes = np.array([piece[0] if piece else 0 for piece in pieces], np.uint8)
        self._has_bytes = np.array([bool(piece) for piece in pieces])

    def of(self, row: Row) -> Confidences | None:
        """Those of a text; None for one that is not complete."""
        request = row.request
        constraint = request.constraint
        if row.cut or (row.matcher is not None and not row.matcher.is_accepting):
            return None
        pieces = self._pieces(row)
        text = text_of(row, self.vocabulary)
        data = text.encode()
        whole = pieces[-1].end if pieces else 0
        shift = whole - len(data)  # what stands before the text: of the prompt, or a space that decoders strip
        grammar = request.grammar or (None if constraint is None else constraint.grammar)
        spans = [Span("", 0, len(data))] if grammar is None else grammar.spans(text)
        spans = [each._replace(start=each.start + shift, end=each.end + shift) for each in spans]
        written = b"".join(self._spelled(row, piece.token) for piece in pieces)
        places = {} if constraint is None else self._places(spans, pieces, written)
        context, first = self.model.begin([request.prompt], room=len(pieces) + 1)
        logs = self._logs(row, pieces, context, first)
        found = {span.name: math.exp(sum(logs[i] for i in _within(span, pieces))) for span in spans}
        exact = set()
        at = len(pieces)
        for span in sorted(places, key=lambda each: -each.start):
            number, place, own = places[span]
            if len(place.texts) == 1:
                found[span.name] = 1.0
                exact.add(span.name)
                continue
            logits = first
            context.take_back([at - number + (number > 0)])
            if number:
                logits = context.read([[pieces[number - 1].token]])[:, -1]
            at = number
            with suppress(LimitExceeded):
                found[span.name] = shares(weigh(context, logits, [place], most=_MOST_SPELLINGS)[0])[own]
                exact.add(span.name)
        return Confidences.of_data((span.name, found[span.name], span.name in exact) for span in spans)

    def _pieces(self, row: Row) -> list[_Piece]:
        matcher = None if row.request.constraint is None else row.request.constraint.matcher()
        pieces, at = [], 0
        for token in row.tokens:
            end = at + len(self._spelled(row, token))
            pieces.append(_Piece(token, at, end, None if matcher is None else matcher.fork()))
            if matcher is not None:
                matcher.advance(token)
            at = end
        return pieces

    def _spelled(self, row: Row, token: int) -> bytes:
        spelled = self.vocabulary.token_bytes[token]
        if spelled is None and row.request.constraint is not None:
            return (row.request.constraint.special_name(token) or "").encode()
        return spelled or b""

    # What a token was among those allowed

    def _logs(self, row: Row, pieces: list[_Piece], context: Context, first: torch.Tensor) -> list[float]:
        """The logarithm of each token's probability among the tokens that were allowed; 0 where its text was forced."""
        logs: list[float] = []
        logits = first
        for start in range(0, len(pieces), _AT_ONCE):
            some = pieces[start : start + _AT_ONCE]
            read = context.read([[piece.token for piece in some]], len(some))[0]
            for place, piece in zip([logits[-1], *read[:-1]], some, strict=True):
                logs.append(self._log(row, piece, place))
            logits = read
        return logs

    def _log(self, row: Row, piece: _Piece, logits: torch.Tensor) -> float:
        scores = logits.double().cpu()
        if piece.matcher is None:
            return float(scores.log_softmax(-1)[piece.token])
        spelled = self._spelled(row, piece.token)
        if spelled and piece.matcher.forced_bytes(len(spelled)) == spelled:
            return 0.0
        scores = scores[torch.from_numpy(self._allowed(piece.matcher)[: len(scores)])]
        return float(logits[piece.token].double().cpu() - scores.logsumexp(-1))

    def _allowed(self, matcher: Matcher) -> np.ndarray:
        """Which tokens may come next: (width,) bool."""
        row = allocate_bitmask(1, self.vocabulary)[0]
        matcher.fill_bitmask(row)
        bits: np.ndarray = np.unpackbits(row.view(np.uint8), bitorder="little").astype(np.bool_)
        return bits[: self.vocabulary.size]

    # What else could have been written

    def _places(self, spans: list[Span], pieces: list[_Piece], written: bytes) -> dict[Span, tuple[int, Place, int]]:
        """Of each part that could be only one of a few: the token that it begins in, those texts, which is its own."""
        places = {}
        for span in spans:
            number = next((i for i, piece in enumerate(pieces) if piece.end > span.start), None)
            if number is None or pieces[number].matcher is None:
                continue
            matcher = pieces[number].matcher
            assert matcher is not None
            begun = written[pieces[number].start : span.start]
            inside = matcher.fork()
            try:
                inside.advance_bytes(begun)
                texts = self._texts(span, inside)
            except (RejectedToken, ConstrainError, ValueError):  # nobody can say what else there is
                continue
            own = written[span.start : span.end]
            if own not in texts or (span.texts is None and span.stop is None):
                continue
            stripped = number == 0 and self.vocabulary.strips_leading_space
            if stripped:
                begun = begun.removeprefix(b" ")
            place = Place(
                matcher, texts, ended=span.name == "" and span.end == len(written), stripped=stripped, begun=begun
            )
            places[span] = number, place, texts.index(own)
        return places

    def _texts(self, span: Span, matcher: Matcher) -> list[bytes]:
        """What may stand at a place; none where that is more than a few."""
        if span.texts is None:
            return self._found(span, matcher)
        texts = list(islice(span.texts(), MOST_TEXTS + 1))
        return [] if len(texts) > MOST_TEXTS else [text for text in texts if _goes_on(matcher, text)]

    def _found(self, span: Span, matcher: Matcher) -> list[bytes]:
        """The same, found byte by byte: each way on until the part is over."""
        if span.stop is None:
            return []
        texts: dict[bytes, None] = {}
        waiting = [(b"", matcher)]
        for _ in range(_MOST_STEPS):
            if not waiting:
                return list(texts)
            text, at = waiting.pop()
            length = span.stop(text)
            if length is not None:
                texts[text[:length]] = None
            else:
                if at.is_accepting:
                    texts[text] = None
                ways = self._ways(at)
                if len(text) > _LONGEST or len(ways) > MOST_TEXTS:
                    return []
                waiting += [(text + way, _after(at, way)) for way in ways]
            if len(texts) > MOST_TEXTS:
                return []
        return []

    def _ways(self, matcher: Matcher) -> list[bytes]:
        """The bytes that may come next; all of them together where there is but one way."""
        forced = matcher.forced_bytes(1)
        if forced:
            return [forced]
        allowed = self._allowed(matcher) & self._has_bytes
        return [bytes((byte,)) for byte in np.unique(self._first_bytes[allowed]).tolist()]


def _goes_on(matcher: Matcher, text: bytes) -> bool:
    try:
        matcher.fork().advance_bytes(text)
    except RejectedToken:
        return False
    return True


def _after(matcher: Matcher, text: bytes) -> Matcher:
    after = matcher.fork()
    after.advance_bytes(text)
    return after


def _within(span: Span, pieces: list[_Piece]) -> Iterable[int]:
    """The tokens that have some of a part."""
    return (i for i, piece in enumerate(pieces) if piece.start < span.end and span.start < piece.end)
