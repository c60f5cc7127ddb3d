"""transformers' warpers under their own names: the truncations and the temperature that act when sampling."""

from __future__ import annotations

import torch
from transformers import LogitsProcessor

from ..stages.stage import INFINITY
from ..stages.temperature.temperature import Temperature
from ..stages.truncation.cutoff import Epsilon, Eta
from ..stages.truncation.min_p import MinP
from ..stages.truncation.top_h import TopH
from ..stages.truncation.top_k import TopK
from ..stages.truncation.top_p import TopP
from ..stages.truncation.typical import Typical


class TemperatureLogitsWarper(Temperature, LogitsProcessor):
    """`Temperature`, with transformers' check: a float above 0."""

    fused_as = Temperature
    supports_continuous_batching = True

    def __init__(self, temperature: float) -> None:
        if not isinstance(temperature, float) or not temperature > 0:
            message = (
                f"`temperature` (={temperature}) has to be a strictly positive float, otherwise your next token "
                "scores will be invalid."
            )
            if isinstance(temperature, float) and temperature == 0.0:
                message += " If you're looking for greedy decoding strategies, set `do_sample=False`."
            raise ValueError(message)
        super().__init__(temperature)


class TopKLogitsWarper(TopK, LogitsProcessor):
    """`TopK`; ties with the k-th best are kept."""

    fused_as = TopK
    supports_continuous_batching = True

    def __init__(self, top_k: int, filter_value: float = -INFINITY, min_tokens_to_keep: int = 1) -> None:
        if not isinstance(top_k, int) or top_k <= 0:
            raise ValueError(f"`top_k` has to be a strictly positive integer, but is {top_k}")
        super().__init__(max(top_k, min_tokens_to_keep), filter_value=filter_value)
        self.min_tokens_to_keep = min_tokens_to_keep


class TopPLogitsWarper(TopP, LogitsProcessor):
    """`TopP`, summed from the least probable token."""

    fused_as = TopP
    supports_continuous_batching = True

    def __init__(self, top_p: float, filter_value: float = -INFINITY, min_tokens_to_keep: int = 1) -> None:
        top_p = float(top_p)
        if not 0 <= top_p <= 1:
            raise ValueError(f"`top_p` has to be a float > 0 and < 1, but is {top_p}")
        _keeps(min_tokens_to_keep)
        super().__init__(top_p, min_tokens_to_keep=min_tokens_to_keep, filter_value=filter_value)


class TopHLogitsWarper(TopH, LogitsProcessor):
    """`TopH`, among the 100 best tokens."""

    def __init__(self, top_h: float, filter_value: float = -INFINITY) -> None:
        if not 0 < top_h <= 1:
            raise ValueError("`top_h` must be in the range (0, 1].")
        super().__init__(top_h, filter_value=filter_value)


class MinPLogitsWarper(MinP, LogitsProcessor):
    """`MinP`, compared as probabilities."""

    fused_as = MinP

    def __init__(self, min_p: float, filter_value: float = -INFINITY, min_tokens_to_keep: int = 1) -> None:
        if not 0 <= min_p <= 1.0:
            raise ValueError(f"`min_p` has to be a float in the [0, 1] interval, but is {min_p}")
        _keeps(min_tokens_to_keep)
        super().__init__(min_p, min_tokens_to_keep=min_tokens_to_keep, filter_value=filter_value)


class TypicalLogitsWarper(Typical, LogitsProcessor):
    """`Typical`; ties with the last token are kept."""

    def __init__(self, mass: float = 0.9, filter_value: float = -INFINITY, min_tokens_to_keep: int = 1) -> None:
        mass = float(mass)
        if not 0 < mass < 1:
            raise ValueError(f"`typical_p` has to be a float > 0 and < 1, but is {mass}")
        _keeps(min_tokens_to_keep)
        super().__init__(mass, min_tokens_to_keep=min_tokens_to_keep, filter_value=filter_value)


class EpsilonLogitsWarper(Epsilon, LogitsProcessor):
    """`Epsilon`."""

    def __init__(self, epsilon: float, filter_value: float = -INFINITY, min_tokens_to_keep: int = 1) -> None:
        epsilon = _cutoff("epsilon_cutoff", epsilon)
        super().__init__(epsilon, min_tokens_to_keep=_keeps_strictly(min_tokens_to_keep), filter_value=filter_value)


class EtaLogitsWarper(Eta, LogitsProcessor):
    """`Eta`. `device` is accepted and not needed."""

    def __init__(
        self,
        epsilon: float,
        filter_value: float = -INFINITY,
        min_tokens_to_keep: int = 1,
        device: str | torch.device = "cpu",
    ) -> None:
        epsilon = _cutoff("eta_cutoff", epsilon)
        super().__init__(epsilon, min_tokens_to_keep=_keeps_strictly(min_tokens_to_keep), filter_value=filter_value)


def _keeps(minimum: int) -> None:
    if not isinstance(minimum, int) or minimum < 1:
        raise ValueError(f"`min_tokens_to_keep` has to be a positive integer, but is {minimum}")


def _keeps_strictly(minimum: int) -> int:
    minimum = int(minimum)
    if minimum < 1:
        raise ValueError(f"`min_tokens_to_keep` has to be a strictly positive integer, but is {minimum}")
    return minimum


def _cutoff(name: str, epsilon: float) -> float:
    epsilon = float(epsilon)
    if not 0 < epsilon < 1:
        raise ValueError(f"`{name}` has to be a float > 0 and < 1, but is {epsilon}")
    return epsilon
