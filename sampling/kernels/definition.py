"""What each kernel means, in plain torch: the obvious expression, on any device and dtype.

A fast kernel beside this file has the same signature and a test that compares it with its definition here.
"""

from __future__ import annotations

import torch

from .chain import Chain
from .splitmix import exponential


def unpack_bitmask(bitmask: torch.Tensor, width: int) -> torch.Tensor:
    """The bits of `bitmask` (rows, words) int32 as booleans (rows, width): column c is bit c % 32 of word c // 32.

    Columns past the last word are False. Works on bytes, so the intermediate is one byte a column.

    >>> unpack_bitmask(torch.tensor([[5]], dtype=torch.int32), 4)
    tensor([[ True, False,  True, False]])
    """
    octets = bitmask.contiguous().view(torch.uint8)  # (rows, 4 * words), little-endian
    shifts = torch.arange(8, dtype=torch.uint8, device=bitmask.device)
    bits = ((octets.unsqueeze(-1) >> shifts) & 1).view(torch.bool).flatten(1)  # (rows, 32 * words)
    if bits.shape[1] < width:
        bits = torch.nn.functional.pad(bits, (0, width - bits.shape[1]))
    return bits[:, :width]


def apply_bitmask(scores: torch.Tensor, bitmask: torch.Tensor) -> torch.Tensor:
    """A copy of `scores` (rows, width) with -inf wherever the bit in `bitmask` (rows, words) int32 is 0.

    Dtype, device and shape stay; `scores` is not written to.

    >>> apply_bitmask(torch.tensor([[0.5, 1.5, 2.5]]), torch.tensor([[0b101]], dtype=torch.int32))
    tensor([[0.5000,   -inf, 2.5000]])
    """
    return torch.where(unpack_bitmask(bitmask, scores.shape[-1]), scores, float("-inf"))


# The chain: mask, penalties, temperature, top-k, top-p, min-p, and the draw.


def process(
    logits: torch.Tensor,
    chain: Chain,
    bitmask: torch.Tensor | None = None,
    repeated: torch.Tensor | None = None,
    counted: torch.Tensor | None = None,
) -> torch.Tensor:
    """The scores (rows, width) float32 after `chain`; -inf where a token is forbidden or was removed.

    `logits` (rows, width) of any floating dtype; `bitmask` (rows, words) int32 as in `apply_bitmask`; `repeated` and
    `counted` (rows, any) int64 are the tokens that the repetition penalty, and frequency and presence penalty, look
    at; ids outside the vocabulary (padding) are skipped.

    A temperature of 0 leaves the first best token of what is there in its turn. That is the first best of all, unless
    a top-p before it has removed that for a later one that is as good.

    Scores are float32 and are rounded after every operation, as transformers does on the CPU; masses and their sums
    are float64. NaN counts as forbidden, also where a penalty makes one. If a score is +inf, or becomes so, the tokens
    at +inf share everything equally. A row where nothing is left is all -inf.
    """
    rows = logits.shape[0]

    def column(name: str, dtype: torch.dtype = torch.float32) -> torch.Tensor:
        return torch.from_numpy(chain.values(name, rows)).to(logits.device, dtype).unsqueeze(1)

    scores = logits.float() if bitmask is None else apply_bitmask(logits.float(), bitmask)
    if repeated is not None:
        seen = occurrences(repeated, logits.shape[1]) > 0
        penalty = column("repetition_penalty")
        scores = torch.where(seen, torch.where(scores < 0, scores * penalty, scores / penalty), scores)
    if counted is not None:
        counts = occurrences(counted, logits.shape[1]).float()
        scores = scores - (counts * column("frequency_penalty") + (counts > 0) * column("presence_penalty"))
    scores = _settled(scores)
    temperature = column("temperature")
    greedy = temperature == 0
    for part in chain.order:
        if part == "temperature":
            cooled = _settled(scores / temperature.masked_fill(greedy, 1))
            scores = torch.where(greedy, only_best(scores), cooled)
        elif part == "top_k":
            scores = top_k(scores, column("top_k", torch.int64), chain.top_k_ties, chain.min_tokens_to_keep)
        elif part == "top_p":
            scores = top_p(scores, column("top_p", torch.float64), chain.min_tokens_to_keep)
        else:
            scores = min_p(scores, column("min_p", torch.float64), chain.min_tokens_to_keep)
    return scores


def draw(scores: torch.Tensor, uniforms: torch.Tensor) -> torch.Tensor:
    """One token id (rows,) int64 for each row of `scores` (rows, width): the distribution's inverse at `uniforms`.

    With weights w = exp(score - best), cumulated in the order of ids, it is the first token whose cumulated weight is
    above uniform · total. `uniforms` (rows,) float64 lie in [0, 1). -1 where all scores are -inf.
    """
    cumulated = weights(scores).cumsum(1)  # (rows, width)
    total = cumulated[:, -1:]
    above = (cumulated > uniforms.to(cumulated).unsqueeze(1) * total) | (cumulated == total)  # the product may round up
    return torch.where(total.squeeze(1) > 0, above.int().argmax(1), -1)


def race(scores: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
    """One token id (rows,) int64 for each row of `scores` (rows, width): the first to arrive, after noise / weight.

    `noise` (rows, width) is standard exponential; the first of equals wins. That is also the best token after adding
    the Gumbel number -ln(noise) to its score. -1 where all scores are -inf.
    """
    arrivals = scores.double() - noise.double().log()
    return torch.where(scores.amax(1) > float("-inf"), arrivals.argmax(1), -1)


def sample(
    logits: torch.Tensor,
    uniforms: torch.Tensor,
    chain: Chain,
    bitmask: torch.Tensor | None = None,
    repeated: torch.Tensor | None = None,
    counted: torch.Tensor | None = None,
    refuse_nan: bool = False,
) -> torch.Tensor:
    """`draw` after `process`: token ids (rows,) int64, -1 where nothing is left. What the fused kernels compute.

    `uniforms` of int64 are keys of `splitmix.exponential`, whose numbers draw by `race`. With `refuse_nan` nothing is
    left, either, where an allowed score is NaN.
    """
    scores = process(logits, chain, bitmask, repeated, counted)
    if uniforms.dtype == torch.int64:
        tokens = race(scores, exponential(uniforms.to(scores.device), scores.shape[1]))
    else:
        tokens = draw(scores, uniforms)
    return tokens.masked_fill(has_nan(logits, bitmask), -1) if refuse_nan else tokens


def has_nan(logits: torch.Tensor, bitmask: torch.Tensor | None = None) -> torch.Tensor:
    """Which rows have a NaN that the bitmask allows: (rows,) bool."""
    return (logits if bitmask is None else apply_bitmask(logits, bitmask)).isnan().any(1)


def occurrences(tokens: torch.Tensor, width: int) -> torch.Tensor:
    """How often each id below `width` occurs in each row of `tokens` (rows, any): (rows, width) int64."""
    outside = (tokens < 0) | (tokens >= width)
    counts = torch.zeros((tokens.shape[0], width + 1), dtype=torch.int64, device=tokens.device)
    counts.scatter_add_(1, tokens.long().masked_fill(outside, width), torch.ones_like(tokens, dtype=torch.int64))
    return counts[:, :width]


def weights(scores: torch.Tensor) -> torch.Tensor:
    """exp(score - best) in float64, 0 in rows without any score above -inf."""
    best = scores.amax(1, keepdim=True).double()
    return torch.exp(scores.double() - best.clamp(min=torch.finfo(torch.float64).min))


def ranks(scores: torch.Tensor) -> torch.Tensor:
    """0 for the best token of a row, and so on (rows, width); of equal scores the higher id is better.

    That is the order in which a stable ascending sort, read from its end, keeps them in transformers' top-p.
    """
    ascending = torch.sort(scores, dim=1, stable=True).indices
    places = torch.arange(scores.shape[1] - 1, -1, -1, device=scores.device).expand_as(ascending)
    return torch.empty_like(ascending).scatter(1, ascending, places)


def top_k(scores: torch.Tensor, k: torch.Tensor, ties: str, keep: int) -> torch.Tensor:
    """Removes what is below the k-th best score; with `ties` "exact" exactly k stay, lower ids first. k (rows, 1)."""
    k = torch.where(k == 0, scores.shape[1], k.clamp(min=keep, max=scores.shape[1]))
    descending = torch.sort(scores, dim=1, descending=True, stable=True)
    if ties == "keep":
        return scores.masked_fill(scores < descending.values.gather(1, k - 1), float("-inf"))
    places = torch.arange(scores.shape[1], device=scores.device).expand_as(descending.indices)
    rank = torch.empty_like(places).scatter(1, descending.indices, places)
    return scores.masked_fill(rank >= k, float("-inf"))


def top_p(scores: torch.Tensor, p: torch.Tensor, keep: int) -> torch.Tensor:
    """Removes the worst tokens that together have at most 1 - p of the mass; `ranks` orders them. p (rows, 1).

    A token goes if the mass of it and all worse ones, rounded to float32, is at most 1 - p, rounded to float32: so a
    sum that equals 1 - p but for rounding counts as equal, as in transformers. p = 1 removes nothing.
    """
    rank = ranks(scores)
    ascending = scores.shape[1] - 1 - rank
    ordered = torch.zeros_like(scores, dtype=torch.float64).scatter(1, ascending, weights(scores))
    cumulated = ordered.cumsum(1)
    share = (cumulated / cumulated[:, -1:]).float().gather(1, ascending)
    removed = (share <= (1 - p).float()) & (rank >= keep) & (p < 1)
    return scores.masked_fill(removed, float("-inf"))


def min_p(scores: torch.Tensor, p: torch.Tensor, keep: int) -> torch.Tensor:
    """Removes what is less probable than p times the best, in float32; the `keep` best stay. p (rows, 1)."""
    removed = (weights(scores).float() < p.float()) & (ranks(scores) >= keep)
    return scores.masked_fill(removed, float("-inf"))


def only_best(scores: torch.Tensor) -> torch.Tensor:
    """All but the first best token of each row at -inf."""
    best = scores.argmax(1, keepdim=True)
    return torch.full_like(scores, float("-inf")).scatter(1, best, scores.gather(1, best))


def settled(scores: torch.Tensor) -> torch.Tensor:
    """In a row with +inf, those tokens are at 0 and all others forbidden.

    This takes several passes over memory, so on a CPU it is worth a look whether there is a +inf.
    """
    if scores.device.type == "cpu" and scores.numel() and bool(scores.amax() < float("inf")):
        return scores
    infinite = scores == float("inf")
    return torch.where(infinite.any(-1, keepdim=True), torch.where(infinite, 0.0, float("-inf")), scores)


def log_probabilities(logits: torch.Tensor) -> torch.Tensor:
    """Of every token (…, width), float32. Tokens at +inf share what there is; a row with a NaN is NaN."""
    logits = logits.float()
    scores = settled(logits)
    return (scores if scores is logits else torch.where(logits.isnan(), logits, scores)).log_softmax(-1)


def _settled(scores: torch.Tensor) -> torch.Tensor:
    """As `settled`, and NaN is forbidden."""
    return settled(torch.where(scores.isnan(), float("-inf"), scores))
