"""transformers' logits processors under their own names: penalties, biases and what acts on the length."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import torch
from transformers import LogitsProcessor

from ..stages.bias.length import ExponentialDecayLength, ForcedToken, MinTokens
from ..stages.bias.prefix_function import PrefixFunction
from ..stages.bias.sequences import BadWords, SequenceBias
from ..stages.bias.tokens import SuppressTokens
from ..stages.bias.values import RemoveInvalidValues, Renormalise
from ..stages.penalties.ngrams import EncoderNoRepeatNGram, NoRepeatNGram
from ..stages.penalties.repetition import EncoderRepetitionPenalty, RepetitionPenalty
from ..stages.stage import Step
from .diversity import hamming_diversity

EndTokens = int | list[int] | torch.Tensor


class MinLengthLogitsProcessor(MinTokens, LogitsProcessor):
    """No end token while prompt and output are shorter than `min_length`."""

    def __init__(self, min_length: int, eos_token_id: EndTokens, device: str | torch.device = "cpu") -> None:
        if not isinstance(min_length, int) or min_length < 0:
            raise ValueError(f"`min_length` has to be a non-negative integer, but is {min_length}")
        super().__init__(min_length, _listed(eos_token_id), counted="all")
        self.min_length, self.eos_token_id = min_length, torch.tensor(self.end_tokens, device=device)


class MinNewTokensLengthLogitsProcessor(MinTokens, LogitsProcessor):
    """No end token while the output is shorter than `min_new_tokens`."""

    def __init__(
        self,
        prompt_length_to_skip: int,
        min_new_tokens: int,
        eos_token_id: EndTokens,
        device: str | torch.device = "cpu",
    ) -> None:
        for name, value in (("prompt_length_to_skip", prompt_length_to_skip), ("min_new_tokens", min_new_tokens)):
            if not isinstance(value, int) or value < 0:
                raise ValueError(f"`{name}` has to be a positive integer, but is {value}")
        super().__init__(min_new_tokens, _listed(eos_token_id))
        self.prompt_length = self.prompt_length_to_skip = prompt_length_to_skip
        self.min_new_tokens, self.eos_token_id = min_new_tokens, torch.tensor(self.end_tokens, device=device)


class RepetitionPenaltyLogitsProcessor(RepetitionPenalty, LogitsProcessor):
    """`RepetitionPenalty` over prompt and output, less the first `prompt_ignore_length` ids (an int, or one a row)."""

    fused_as = RepetitionPenalty

    def __init__(self, penalty: float, prompt_ignore_length: int | torch.Tensor | None = None) -> None:
        _positive_float("penalty", penalty)
        if isinstance(prompt_ignore_length, int) and prompt_ignore_length < 0:
            raise ValueError(f"`prompt_ignore_length` has to be a positive integer, but is {prompt_ignore_length}")
        if isinstance(prompt_ignore_length, torch.Tensor) and prompt_ignore_length.dim() != 1:
            raise ValueError("`prompt_ignore_length` must be 1D")
        super().__init__(penalty)
        self.prompt_ignore_length = prompt_ignore_length

    def _step(self, input_ids: torch.Tensor) -> Step:
        ignored = self.prompt_ignore_length
        rows = input_ids.shape[0]
        if isinstance(ignored, torch.Tensor):
            if len(ignored) != rows:
                raise ValueError("Incompatible `prompt_ignore_length` batch size")
        elif ignored is not None:
            ignored = torch.full((rows,), ignored)
        starts = torch.zeros(rows, dtype=torch.int64, device=input_ids.device)
        return Step(input_ids, starts, padding=None if ignored is None else ignored.to(input_ids.device))


class EncoderRepetitionPenaltyLogitsProcessor(EncoderRepetitionPenalty, LogitsProcessor):
    """`EncoderRepetitionPenalty`: the tokens of the source become more likely for a penalty above 1."""

    def __init__(self, penalty: float, encoder_input_ids: torch.Tensor) -> None:
        _positive_float("penalty", penalty)
        super().__init__(penalty, encoder_input_ids)
        self.encoder_input_ids = encoder_input_ids


class NoRepeatNGramLogitsProcessor(NoRepeatNGram, LogitsProcessor):
    """`NoRepeatNGram`."""

    def __init__(self, ngram_size: int) -> None:
        if not isinstance(ngram_size, int) or ngram_size <= 0:
            raise ValueError(f"`ngram_size` has to be a strictly positive integer, but is {ngram_size}")
        super().__init__(ngram_size)
        self.ngram_size = ngram_size


class EncoderNoRepeatNGramLogitsProcessor(EncoderNoRepeatNGram, LogitsProcessor):
    """`EncoderNoRepeatNGram`."""

    def __init__(self, encoder_ngram_size: int, encoder_input_ids: torch.Tensor) -> None:
        if not isinstance(encoder_ngram_size, int) or encoder_ngram_size <= 0:
            raise ValueError(f"`encoder_ngram_size` has to be a strictly positive integer, but is {encoder_ngram_size}")
        super().__init__(encoder_ngram_size, encoder_input_ids)
        self.ngram_size, self.batch_size = encoder_ngram_size, self.encoder_tokens.shape[0]


class SequenceBiasLogitsProcessor(SequenceBias, LogitsProcessor):
    """`SequenceBias`, from a dict {(token, …): bias} or a list [[[token, …], bias], …]."""

    def __init__(self, sequence_bias: dict[tuple[int, ...], float] | list[list[Any]]) -> None:
        _check_sequence_bias(sequence_bias)
        pairs = sequence_bias.items() if isinstance(sequence_bias, dict) else sequence_bias
        self.sequence_bias = {tuple(sequence): bias for sequence, bias in pairs}
        super().__init__(self.sequence_bias)


class NoBadWordsLogitsProcessor(BadWords, LogitsProcessor):
    """`BadWords`; sequences that are just an end token are left out."""

    def __init__(self, bad_words_ids: list[list[int]], eos_token_id: EndTokens | None = None) -> None:
        if not isinstance(bad_words_ids, list) or len(bad_words_ids) == 0:
            raise ValueError(f"`bad_words_ids` has to be a non-empty list, but is {bad_words_ids}.")
        if any(not isinstance(words, list) for words in bad_words_ids):
            raise ValueError(f"`bad_words_ids` has to be a list of lists, but is {bad_words_ids}.")
        if any(not _is_token(token) for words in bad_words_ids for token in words):
            raise ValueError(
                f"Each list in `bad_words_ids` has to be a list of positive integers, but is {bad_words_ids}."
            )
        self.bad_word_ids = bad_words_ids
        super().__init__(bad_words_ids, () if eos_token_id is None else _listed(eos_token_id))


class PrefixConstrainedLogitsProcessor(PrefixFunction, LogitsProcessor):
    """`PrefixFunction`, with `num_beams` rows for each prompt."""

    def __init__(self, prefix_allowed_tokens_fn: Callable[[int, torch.Tensor], list[int]], num_beams: int) -> None:
        super().__init__(prefix_allowed_tokens_fn, num_beams)


class HammingDiversityLogitsProcessor(LogitsProcessor):
    """Diverse beam search's penalty (transformers up to 4.56), for loops that call it with the tokens of the step."""

    def __init__(self, diversity_penalty: float, num_beams: int, num_beam_groups: int) -> None:
        if not isinstance(diversity_penalty, float) or not diversity_penalty > 0.0:
            raise ValueError("`diversity_penalty` should be a float strictly larger than 0.")
        if not isinstance(num_beams, int) or num_beams < 2:
            raise ValueError("`num_beams` should be an integer strictly larger than 1.")
        if not isinstance(num_beam_groups, int) or num_beam_groups < 2:
            raise ValueError("`num_beam_groups` should be an integer strictly larger than 1.")
        if num_beam_groups > num_beams:
            raise ValueError("`beam_groups` has to be smaller or equal to `num_beams`.")
        self.diversity_penalty, self.num_beams = diversity_penalty, num_beams
        self.group_size = num_beams // num_beam_groups

    def __call__(
        self, input_ids: torch.Tensor, scores: torch.Tensor, current_tokens: torch.Tensor, beam_group_idx: int
    ) -> torch.Tensor:
        """`scores` (prompts · group size, vocabulary) of one group; `current_tokens` (prompts · beams,) of this
        step."""
        start = beam_group_idx * self.group_size
        if start == 0:
            return scores
        earlier = current_tokens.view(-1, self.num_beams)[:, :start]
        return hamming_diversity(scores, earlier, self.diversity_penalty)


class ForcedBOSTokenLogitsProcessor(ForcedToken, LogitsProcessor):
    """The token after the first one is `bos_token_id`."""

    def __init__(self, bos_token_id: int) -> None:
        super().__init__(1, bos_token_id, counted="all")
        self.bos_token_id = bos_token_id


class ForcedEOSTokenLogitsProcessor(ForcedToken, LogitsProcessor):
    """The last token before `max_length` is an end token."""

    def __init__(self, max_length: int, eos_token_id: EndTokens, device: str | torch.device = "cpu") -> None:
        ends = _end_tensor(eos_token_id, device)
        super().__init__(max_length - 1, ends.tolist(), counted="all")
        self.max_length, self.eos_token_id = max_length, ends


class InfNanRemoveLogitsProcessor(RemoveInvalidValues, LogitsProcessor):
    """`RemoveInvalidValues`."""


class ExponentialDecayLengthPenalty(ExponentialDecayLength, LogitsProcessor):
    """`ExponentialDecayLength`, `start` tokens after a prompt of `input_ids_seq_length`."""

    def __init__(
        self,
        exponential_decay_length_penalty: tuple[int, float],
        eos_token_id: EndTokens,
        input_ids_seq_length: int,
    ) -> None:
        start, factor = exponential_decay_length_penalty[0], exponential_decay_length_penalty[1]
        ends = _end_tensor(eos_token_id, "cpu")
        super().__init__(start + input_ids_seq_length, factor, ends.tolist(), counted="all")
        self.regulation_start, self.regulation_factor, self.eos_token_id = self.start, factor, ends


class LogitNormalization(Renormalise, LogitsProcessor):
    """`Renormalise`."""


class SuppressTokensLogitsProcessor(SuppressTokens, LogitsProcessor):
    """`SuppressTokens`, always."""

    def __init__(self, suppress_tokens: Iterable[int], device: str | torch.device = "cpu") -> None:
        super().__init__(list(suppress_tokens))
        self.suppress_tokens = torch.tensor(self.tokens, device=device)


class SuppressTokensAtBeginLogitsProcessor(SuppressTokens, LogitsProcessor):
    """`SuppressTokens` where rows have just `begin_index` ids."""

    def __init__(
        self, begin_suppress_tokens: Iterable[int], begin_index: int, device: str | torch.device = "cpu"
    ) -> None:
        super().__init__(list(begin_suppress_tokens), generated=0)
        self.begin_suppress_tokens = torch.tensor(self.tokens, device=device)
        self.set_begin_index(begin_index)

    def set_begin_index(self, begin_index: int) -> None:
        """Let the output begin at another place."""
        self.begin_index = self.prompt_length = begin_index


def _listed(tokens: EndTokens) -> list[int]:
    if isinstance(tokens, torch.Tensor):
        return [int(token) for token in tokens.flatten().tolist()]
    return [tokens] if isinstance(tokens, int) else list(tokens)


def _end_tensor(tokens: EndTokens, device: str | torch.device) -> torch.Tensor:
    if not isinstance(tokens, torch.Tensor):
        tokens = torch.tensor([tokens] if isinstance(tokens, int) else tokens, device=device)
    if torch.is_floating_point(tokens) or (tokens < 0).any():
        raise ValueError(f"`eos_token_id` has to be a list of positive integers, but is {tokens}")
    return tokens.flatten()


def _positive_float(name: str, value: float) -> None:
    if not isinstance(value, float) or not value > 0:
        raise ValueError(f"`{name}` has to be a strictly positive float, but is {value}")


def _is_token(token: Any) -> bool:
    return isinstance(token, (int, np.integer)) and bool(token >= 0)


def _check_sequence_bias(biases: Any) -> None:
    """transformers' checks, in its order."""
    if not isinstance(biases, (dict, list)) or len(biases) == 0:
        raise ValueError(
            f"`sequence_bias` has to be a non-empty dictionary, or non-empty list of lists but is {biases}."
        )
    if isinstance(biases, dict):
        if any(not isinstance(sequence, tuple) for sequence in biases):
            raise ValueError(f"`sequence_bias` has to be a dict with tuples as keys, but is {biases}.")
        if any(not sequence or not all(map(_is_token, sequence)) for sequence in biases):
            raise ValueError(
                f"Each key in `sequence_bias` has to be a non-empty tuple of positive integers, but is {biases}."
            )
        if any(not isinstance(bias, float) for bias in biases.values()):
            raise ValueError(f"`sequence_bias` has to be a dict with floats as values, but is {biases}.")
        return
    for pair in biases:
        if not isinstance(pair[0], list) or not all(map(_is_token, pair[0])) or not isinstance(pair[1], float):
            raise ValueError(
                "Each element in `sequence_bias` has to be a non-empty list of lists of positive integers and float, "
                f"but is {biases}."
            )
