"""DRY ("don't repeat yourself"): penalises a token by the length of the repetition that it would prolong.

By p-e-w (text-generation-webui pull request 5677); these are llama.cpp's rules. Look at the last tokens newest first,
r[0], r[1], …: if r[k:] begins like r for m tokens, then r[k-1] is what followed the same m tokens before, and writing
it again would prolong the repetition. Its score falls by multiplier · base^(m - allowed_length), if m is at least
`allowed_length`. Matches do not reach past a sequence breaker (a newline, a quote); single-token breakers are exempt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import numpy as np
import torch

from ..stage import PerRow, Role, Stage, Step, column, finite, one_of, per_row, whole

_LOG_LARGEST = np.float32(88.7228391)  # the logarithm of the largest float32


class DRY(Stage):
    """Takes multiplier · base^(m - allowed_length) from tokens that would prolong a repetition of m tokens.

    `last` is how far back to look (None: to the start). `breakers` are token sequences over which no match reaches
    (`dry_breakers` makes them from texts). Off where `multiplier` is 0 or `base` below 1. `shortest` is llama.cpp's
    `limit < allowed_length` ("<") or koboldcpp's `limit <= allowed_length` ("<=") for a match cut short by a breaker.
    """

    role = Role.PENALTY

    def __init__(
        self,
        multiplier: PerRow,
        base: PerRow = 1.75,
        allowed_length: int = 2,
        *,
        last: int | None = None,
        breakers: Iterable[Sequence[int]] = (),
        shortest: Literal["<", "<="] = "<",
    ) -> None:
        self.multiplier = per_row("multiplier", multiplier, finite, "a finite number")
        self.base = per_row("base", base, finite, "a finite number")
        self.allowed_length = whole("allowed_length", allowed_length, 0)
        self.last = last if last is None else whole("last", last, 0)
        one_of("shortest", shortest, "<", "<=")
        self.shortest = shortest
        self.breakers: dict[int, list[tuple[int, ...]]] = {}  # head -> tails, the longest first
        for breaker in breakers:
            if not breaker:
                raise ValueError("a breaker has no tokens; leave it out")
            self.breakers.setdefault(int(breaker[0]), []).append(tuple(int(t) for t in breaker[1:]))
        for tails in self.breakers.values():
            tails.sort(key=len, reverse=True)

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        rows, width = scores.shape
        multipliers, bases = _values(self.multiplier, scores), _values(self.base, scores)
        tokens = step.tokens if self.last is None else step.tokens[:, max(step.tokens.shape[1] - self.last, 0) :]
        newest_first = tokens.flip(1).cpu().numpy()
        lengths = (
            [step.tokens.shape[1]] * rows if step.padding is None else (step.tokens.shape[1] - step.padding).tolist()
        )
        places: list[tuple[int, int, float]] = []
        for row in range(rows):
            if multipliers[row] == 0 or bases[row] < 1:
                continue
            limit = _longest_exponent(bases[row])
            for token, length in self.prolonged(newest_first[row, : lengths[row]]).items():
                excess = length - self.allowed_length
                with np.errstate(over="ignore"):  # as much as infinity may be taken
                    power = np.float32(bases[row] ** (min(excess, limit) if limit else excess))
                    taken_here = float(np.float32(multipliers[row]) * power)
                if token < width:
                    places.append((row, token, taken_here))
        if not places:
            return scores
        at_rows, at_tokens, taken = zip(*places, strict=True)
        penalised = scores.clone()
        amounts = torch.tensor(taken, dtype=torch.float32, device=scores.device)
        penalised[list(at_rows), list(at_tokens)] -= amounts.to(scores.dtype)
        return penalised

    def prolonged(self, recent: np.ndarray) -> dict[int, int]:
        """The tokens that would prolong a repetition, with its length so far. `recent` (n,) ids, the newest first.

        >>> DRY(1.0).prolonged(np.array([3, 2, 1, 0, 3, 2, 1]))
        {0: 3}
        """
        length = len(recent)
        if length <= self.allowed_length:
            return {}
        limit = self._limit(recent)
        if limit < self.allowed_length or (self.shortest == "<=" and limit <= self.allowed_length):
            return {}
        lengths: dict[int, int] = {}
        starts = np.flatnonzero(recent[1:] == recent[0]) + 1 if self.allowed_length else np.arange(1, length)
        for k in starts.tolist():
            reach = min(limit, length - k)
            same = recent[k : k + reach] == recent[:reach]
            match = reach if same.all() else int(same.argmin())
            token = int(recent[k - 1])
            if (
                match >= self.allowed_length
                and match > lengths.get(token, -1)
                and () not in self.breakers.get(token, ())
            ):
                lengths[token] = match
        return lengths

    def _limit(self, recent: np.ndarray) -> int:
        """How far back a match may reach before it meets the newest breaker."""
        if not self.breakers:
            return len(recent)
        for i, head in enumerate(recent.tolist()):
            for tail in self.breakers.get(head, ()):
                if len(tail) <= i and all(recent[i - 1 - k] == token for k, token in enumerate(tail)):
                    return i - len(tail)
        return len(recent)


def dry_breakers(
    texts: Iterable[str], pieces: Sequence[bytes | None], encode: Callable[[str], Sequence[int]]
) -> list[tuple[int, ...]]:
    """The token sequences that write one of `texts`, for `DRY(breakers=)`, as llama.cpp finds them.

    `pieces` are the bytes of each token (`vocabulary.token_bytes`), None where a token is no text; `encode` gives the
    ids of a text without special tokens. A token that contains the text breaks by itself; one that ends in its
    beginning breaks together with the tokens of the rest. Texts are cut to 40 bytes, rests to 20 tokens.
    """
    found: dict[tuple[int, ...], None] = {}
    for text in texts:
        wanted = text.encode()[:40]
        if not wanted:
            raise ValueError("a breaker is the empty text; leave it out")
        for token, piece in enumerate(pieces):
            if not piece:
                continue
            if wanted in piece:
                found[(token,)] = None
                continue
            for place in range(max(len(piece) - len(wanted) + 1, 0), len(piece)):
                shared = len(piece) - place
                if wanted[:shared] == piece[place:]:
                    rest = wanted[shared:].decode("utf-8", "replace")
                    found[(token, *list(encode(rest))[:20])] = None
    return list(found)


def _values(value: PerRow, scores: torch.Tensor) -> list[float]:
    spread = column(value, scores.to(torch.float64) if scores.numel() == 0 else scores[:, :1].double())
    return [float(spread)] * scores.shape[0] if not isinstance(spread, torch.Tensor) else spread.flatten().tolist()


def _longest_exponent(base: float) -> int:
    """The largest exponent for which base^exponent is a float32; 0: any (the base is 1)."""
    return 0 if base <= 1.000001 else int(_LOG_LARGEST / np.log(np.float32(base)))
