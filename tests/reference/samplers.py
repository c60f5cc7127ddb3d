"""Samplers one number at a time, as llama.cpp's rules say: the slow oracle for `constrain.sampling`'s llama.cpp stages.

A row is a list of candidates [token, logit]; truncation removes candidates, masks only set the logit to -inf. Plain
Python floats, no tensors, no code shared with the stages. Known defects of llama.cpp are left out as the stages leave
them out: candidates at -inf count for nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Row = list[tuple[int, float]]


def row_of(logits: Sequence[float]) -> Row:
    return [(token, logit) for token, logit in enumerate(logits) if logit > -math.inf]


def probabilities(row: Row) -> list[float]:
    top = max(logit for _, logit in row)
    weights = [math.exp(logit - top) for _, logit in row]
    total = sum(weights)
    return [weight / total for weight in weights]


def descending(row: Row) -> Row:
    return sorted(row, key=lambda pair: -pair[1])


def penalties(row: Row, history: Sequence[int], last_n: int, repeat: float, freq: float, present: float) -> Row:
    recent = list(history)[-last_n:] if last_n else []
    out = []
    for token, logit in row:
        count = recent.count(token)
        if count:
            logit = logit * repeat if logit <= 0 else logit / repeat
            logit -= count * freq + present
        out.append((token, logit))
    return out


def dry(
    row: Row,
    history: Sequence[int],
    multiplier: float,
    base: float,
    allowed: int,
    last_n: int,
    breakers: Sequence[Sequence[int]] = (),
) -> Row:
    recent = list(reversed(list(history)[-last_n:] if last_n else []))
    n = len(recent)
    if multiplier == 0 or base < 1 or n <= allowed:
        return row
    limit = n
    for i in range(n):
        fitting = [
            len(b) - 1
            for b in breakers
            if b[0] == recent[i] and len(b) - 1 <= i and all(recent[i - 1 - k] == b[k + 1] for k in range(len(b) - 1))
        ]
        if fitting:
            limit = i - max(fitting)
            break
    if limit < allowed:
        return row
    longest: dict[int, int] = {}
    for k in range(1, n):
        match = 0
        while k + match < n and match < limit and recent[k + match] == recent[match]:
            match += 1
        if match >= allowed:
            longest[recent[k - 1]] = max(longest.get(recent[k - 1], 0), match)
    single = {b[0] for b in breakers if len(b) == 1}
    out = []
    for token, logit in row:
        if token in longest and token not in single:
            exponent = longest[token] - allowed
            if base > 1.000001:
                exponent = min(exponent, int(88.7228391 / math.log(base) + 1e-7))
            logit -= multiplier * base**exponent
        out.append((token, logit))
    return out


def top_k(row: Row, k: int) -> Row:
    return row if k <= 0 else descending(row)[:k]


def top_p(row: Row, p: float, keep: int) -> Row:
    if p >= 1:
        return row
    row = descending(row)
    total = 0.0
    for i, share in enumerate(probabilities(row)):
        total += share
        if total >= p and i + 1 >= keep:
            return row[: i + 1]
    return row


def min_p(row: Row, p: float, keep: int) -> Row:
    if p <= 0 or not row:
        return row
    row = descending(row)
    kept = [pair for pair in row if pair[1] >= row[0][1] + math.log(p)]
    return kept if len(kept) >= max(1, keep) else row[: max(1, keep)]


def typical(row: Row, p: float, keep: int) -> Row:
    if p >= 1:
        return row
    shares = probabilities(row)
    entropy = -sum(s * math.log(s) for s in shares if s > 0)
    ordered = sorted(
        zip(row, shares, strict=True), key=lambda item: abs(-math.log(item[1]) - entropy) if item[1] > 0 else math.inf
    )
    total = 0.0
    for i, (_, share) in enumerate(ordered):
        total += share
        if total > p and (keep == 0 or i + 1 >= keep):
            return [pair for pair, _ in ordered[: i + 1]]
    return [pair for pair, _ in ordered]


def temperature(row: Row, t: float) -> Row:
    if t <= 0:
        best = max(row, key=lambda pair: (pair[1], -pair[0]))
        return [best]
    return [(token, logit / t) for token, logit in row]


def dynamic_temperature(row: Row, t: float, delta: float, exponent: float) -> Row:
    if delta <= 0:
        return temperature(row, t)
    if len(row) <= 1:
        return row
    low, high = max(0.0, t - delta), t + delta
    entropy = -sum(s * math.log(s) for s in probabilities(row) if s > 0)
    return temperature(row, low + (high - low) * (entropy / math.log(len(row))) ** exponent)


def top_n_sigma(row: Row, n: float) -> Row:
    if n <= 0 or len(row) <= 1:
        return row
    logits = [logit for _, logit in row]
    mean = sum(logits) / len(logits)
    deviation = math.sqrt(sum((x - mean) ** 2 for x in logits) / len(logits))
    return [pair for pair in row if pair[1] >= max(logits) - n * deviation]


def xtc(row: Row, probability: float, threshold: float, keep: int, u: float) -> Row:
    if probability <= 0 or threshold > 0.5 or len(row) < 2 or u > probability:
        return row
    row = descending(row)
    last = -1
    for i, share in enumerate(probabilities(row)):
        if share < threshold:
            break
        last = i
    return row[last:] if last > 0 and len(row) - last >= keep else row


@dataclass
class Mirostat:
    """Version 1 (with `n_vocab`) or 2: μ, what it keeps, and how a chosen token moves it."""

    tau: float
    eta: float
    n_vocab: int | None = None
    m: int = 100

    def __post_init__(self) -> None:
        self.mu = 2 * self.tau

    def kept(self, row: Row) -> Row:
        row = descending(row)
        shares = probabilities(row)
        if self.n_vocab is None:
            for i, share in enumerate(shares):
                if i and -math.log2(share) > self.mu:
                    return row[:i]
            return row
        if len(row) == 1:
            return row
        above = below = 0.0
        for i in range(1, min(self.m, len(row))):
            t = math.log((i + 1) / i)
            above += t * math.log(shares[i - 1] / shares[i])
            below += t * t
        s = above / below
        excess = s - 1
        if s == 0 or excess == 0:
            return row if s == 0 else row[:1]
        try:
            k = ((excess * 2**self.mu) / (1 - self.n_vocab ** (-excess))) ** (1 / s)
        except OverflowError:
            return row
        return row[: max(1, int(min(k, len(row))))]

    def chosen(self, kept: Row, token: int) -> None:
        share = dict(zip((t for t, _ in kept), probabilities(kept), strict=True))[token]
        self.mu -= self.eta * (-math.log2(share) - self.tau)


@dataclass
class AdaptiveP:
    """The weighted memory, the bent scores, and how a chosen token moves the memory."""

    target: float
    decay: float

    def __post_init__(self) -> None:
        self.decay = min(max(self.decay, 0), 0.99)
        self.sum, self.weight = self.target / (1 - self.decay), 1 / (1 - self.decay)

    def bent(self, row: Row) -> Row:
        if self.target < 0:
            return row
        goal = min(max(self.target, 0), 1)
        aim = goal if self.weight == 0 else min(max(2 * goal - self.sum / self.weight, 0), 1)
        out = []
        for (token, _), share in zip(row, probabilities(row), strict=True):
            d = abs(share - aim) / 0.3
            out.append((token, 5 - 10 * d * d / (1 + d)))
        return out

    def chosen(self, row: Row, token: int) -> None:
        share = dict(zip((t for t, _ in row), probabilities(row), strict=True))[token]
        self.sum = share + self.decay * self.sum
        self.weight = 1 + self.decay * self.weight


def infill(row: Row, pieces: Sequence[bytes], ends: set[int], fallback: int) -> dict[int, float]:
    """The probabilities after the sampler."""
    row = descending(row)
    p = probabilities(row)
    p_end = sum(share for (token, _), share in zip(row, p, strict=True) if token in ends)
    if 3 * p_end * len(row) > 1 - p_end:
        return {token: share / p_end for (token, _), share in zip(row, p, strict=True) if token in ends}
    dead: set[int] = set()
    for i, (a, _) in enumerate(row):
        for j, (b, _) in enumerate(row):
            if i == j or i in dead or j in dead or not pieces[a] or not pieces[b].startswith(pieces[a]):
                continue
            winner, loser = (i, j) if p[i] >= p[j] else (j, i)
            p[winner] += p[loser]
            p[loser] = 0
            dead.add(loser)
    kept = [(token, share) for (token, _), share in zip(row, p, strict=True) if share >= 0.2 or token in ends]
    text = sum(token not in ends for token, _ in kept)
    if text == 0:
        return {fallback: 1.0}
    total = sum(share for _, share in kept)
    kept = [(token, share / total) for token, share in kept]
    kept = [(token, share) for token, share in kept if share >= 1 / (text + 1) or token in ends]
    total = sum(share for _, share in kept)
    return {token: share / total for token, share in kept}
