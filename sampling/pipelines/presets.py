"""The samplers of other engines as lists of stages: their order, their conventions, their defaults.

Where the engines differ: transformers scales by the temperature first, keeps ties in top-k and penalises prompt and
output; llama.cpp scales last, cuts ties, and penalises the last n tokens; vLLM counts frequencies in the output only
and takes a temperature below 1e-5 for greedy. `Mask()` stands where a constraint belongs in each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import torch

from ..stages.bias.length import ExponentialDecayLength, ForcedToken, MinTokens
from ..stages.bias.prefix_function import PrefixFunction
from ..stages.bias.sequences import BadWords, SequenceBias
from ..stages.bias.tokens import AllowedTokens, LogitBias, SuppressTokens
from ..stages.bias.values import RemoveInvalidValues, Renormalise
from ..stages.drawing.adaptive import AdaptiveP
from ..stages.drawing.mirostat import Mirostat, MirostatV2
from ..stages.drawing.simple import Categorical, ExponentialRace, Greedy
from ..stages.guidance import Guidance
from ..stages.mask import Mask
from ..stages.penalties.dry import DRY
from ..stages.penalties.frequency import FrequencyPenalty
from ..stages.penalties.ngrams import EncoderNoRepeatNGram, NoRepeatNGram
from ..stages.penalties.repetition import EncoderRepetitionPenalty, RepetitionPenalty
from ..stages.stage import INFINITY, Stage
from ..stages.temperature.dynamic import DynamicTemperature
from ..stages.temperature.temperature import Temperature
from ..stages.truncation.cutoff import Epsilon, Eta
from ..stages.truncation.min_p import MinP
from ..stages.truncation.top_h import TopH
from ..stages.truncation.top_k import TopK
from ..stages.truncation.top_n_sigma import TopNSigma
from ..stages.truncation.top_p import TopP
from ..stages.truncation.typical import Typical
from ..stages.truncation.xtc import XTC
from ..stages.watermark.green_list import GreenListWatermark
from ..stages.watermark.synthid import SynthIDWatermark


def transformers(
    config: Any,
    *,
    encoder_ids: torch.Tensor | None = None,
    prefix_allowed_tokens_fn: Callable[[int, torch.Tensor], Sequence[int]] | None = None,
    vocabulary_size: int | None = None,
    draw: bool = True,
) -> list[Stage]:
    """The stages for a `GenerationConfig`, in the order of transformers 5.23 (`_get_logits_processor`).

    The mask stands where a user's own processors stand: after everything that acts in greedy decoding too, before the
    temperature. Temperature and truncations are there only with `do_sample`. `encoder_ids` (prompts, length) are the
    source for the encoder penalties (a decoder-only model's prompt); `vocabulary_size` is for the watermark. With
    beams pass `draw=False` and use `SamplerRows.scores`. As in `generate`, a config that does not set `top_k` means
    50. Raises ValueError where the config asks for what is missing.
    """
    ends = _as_list(config.eos_token_id)
    beams = config.num_beams or 1
    if draw and beams > 1:
        raise ValueError(f"num_beams is {beams}: beam search needs the scores, not a draw; pass draw=False")
    stages: list[Stage] = []
    if config.guidance_scale is not None and config.guidance_scale != 1:
        stages.append(Guidance(config.guidance_scale))
    if config.sequence_bias is not None:
        biases = config.sequence_bias
        stages.append(SequenceBias(biases if isinstance(biases, Mapping) else {tuple(s): b for s, b in biases}))
    if config.encoder_repetition_penalty not in (None, 1.0):
        stages.append(EncoderRepetitionPenalty(config.encoder_repetition_penalty, _needed(encoder_ids, "encoder_ids")))
    if config.repetition_penalty not in (None, 1.0):
        stages.append(RepetitionPenalty(config.repetition_penalty))
    if config.no_repeat_ngram_size:
        stages.append(NoRepeatNGram(config.no_repeat_ngram_size))
    if config.encoder_no_repeat_ngram_size:
        stages.append(EncoderNoRepeatNGram(config.encoder_no_repeat_ngram_size, _needed(encoder_ids, "encoder_ids")))
    if config.bad_words_ids is not None:
        stages.append(BadWords(config.bad_words_ids, ends))
    if config.min_length and ends:
        stages.append(MinTokens(config.min_length, ends, counted="all"))
    if config.min_new_tokens and ends:
        stages.append(MinTokens(config.min_new_tokens, ends))
    if prefix_allowed_tokens_fn is not None:
        stages.append(PrefixFunction(prefix_allowed_tokens_fn, beams))
    if config.forced_bos_token_id is not None:
        stages.append(ForcedToken(1, config.forced_bos_token_id, counted="all"))
    if config.forced_eos_token_id is not None:
        last = _as_list(config.forced_eos_token_id)
        if config.max_new_tokens is not None:
            stages.append(ForcedToken(config.max_new_tokens - 1, last))
        else:
            stages.append(ForcedToken(_needed(config.max_length, "max_length") - 1, last, counted="all"))
    if config.remove_invalid_values is True:
        stages.append(RemoveInvalidValues())
    if config.exponential_decay_length_penalty is not None:
        start, factor = config.exponential_decay_length_penalty
        stages.append(ExponentialDecayLength(start, factor, ends))
    if config.suppress_tokens is not None:
        stages.append(SuppressTokens(config.suppress_tokens))
    if config.begin_suppress_tokens is not None:
        stages.append(SuppressTokens(config.begin_suppress_tokens, generated=0))
    stages.append(Mask())
    if config.do_sample:
        keep = 1 if beams == 1 else len(ends) + 1 if ends else 2
        stages += _warpers(config, keep)
    if config.watermarking_config is not None:
        stages.append(_watermark(config.watermarking_config, vocabulary_size))
    if config.renormalize_logits is True:
        stages.append(Renormalise())
    if draw:
        stages.append(Categorical() if config.do_sample else Greedy())
    return stages


_DEFAULT_TOP_K = 50  # what `generate` takes for a config that says nothing


def _warpers(config: Any, keep: int) -> list[Stage]:
    stages: list[Stage] = []
    if config.temperature not in (None, 1.0):
        stages.append(Temperature(config.temperature))
    if getattr(config, "top_h", None) is not None:
        stages.append(TopH(config.top_h))
    top_k = _DEFAULT_TOP_K if config.top_k is None else config.top_k
    if top_k:
        stages.append(TopK(top_k, min_tokens_to_keep=keep))
    if config.top_p is not None and config.top_p < 1:
        stages.append(TopP(config.top_p, min_tokens_to_keep=keep))
    if config.min_p is not None:
        stages.append(MinP(config.min_p, min_tokens_to_keep=keep))
    if config.typical_p is not None and config.typical_p < 1:
        stages.append(Typical(config.typical_p, min_tokens_to_keep=keep))
    if config.epsilon_cutoff is not None and 0 < config.epsilon_cutoff < 1:
        stages.append(Epsilon(config.epsilon_cutoff, min_tokens_to_keep=keep))
    if config.eta_cutoff is not None and 0 < config.eta_cutoff < 1:
        stages.append(Eta(config.eta_cutoff, min_tokens_to_keep=keep))
    return stages


def _watermark(config: Any, vocabulary_size: int | None) -> Stage:
    if hasattr(config, "greenlist_ratio"):
        return GreenListWatermark(
            _needed(vocabulary_size, "vocabulary_size"),
            ratio=config.greenlist_ratio,
            bias=config.bias,
            key=config.hashing_key,
            scheme=config.seeding_scheme,
            context_width=config.context_width,
        )
    return SynthIDWatermark(
        config.keys,
        ngram_len=config.ngram_len,
        table_size=config.sampling_table_size,
        table_seed=config.sampling_table_seed,
        history=config.context_history_size,
        skip_first=config.skip_first_ngram_calls,
    )


_LETTERS = {
    "e": "penalties",
    "d": "dry",
    "s": "top_n_sigma",
    "k": "top_k",
    "y": "typ_p",
    "p": "top_p",
    "m": "min_p",
    "x": "xtc",
    "t": "temperature",
    "i": "infill",
    "a": "adaptive_p",
}
_ALIASES = {
    "topk": "top_k",
    "nucleus": "top_p",
    "topp": "top_p",
    "minp": "min_p",
    "typ": "typ_p",
    "typical": "typ_p",
    "typical_p": "typ_p",
    "temp": "temperature",
    "top_nsigma": "top_n_sigma",
}
LLAMA_CPP_ORDER = "edskypmxt"


def samplers_of(order: str) -> list[str]:
    """The names of llama.cpp's samplers in `order`: letters ("edskypmxt"), or names with ";" between them.

    Case and "-" for "_" do not matter. Raises ValueError for unknown ones (llama.cpp only warns).
    """
    known = set(_LETTERS.values())
    names = []
    plain = order.strip().lower().replace("-", "_")
    if ";" in plain or plain in known or plain in _ALIASES:
        for part in plain.split(";"):
            name = _ALIASES.get(part.strip(), part.strip())
            if name not in known:
                raise ValueError(f"{part.strip()!r} is no sampler; the samplers are {', '.join(sorted(known))}")
            names.append(name)
        return names
    for place, letter in enumerate(plain):
        if letter not in _LETTERS:
            letters = ", ".join(f"{key} {value}" for key, value in _LETTERS.items())
            raise ValueError(f"{order!r} has {letter!r} at {place}, which is no sampler; the letters are {letters}")
        names.append(_LETTERS[letter])
    return names


def llama_cpp(
    *,
    samplers: str = LLAMA_CPP_ORDER,
    logit_bias: Mapping[int, float] | None = None,
    penalty_last_n: int = 64,
    penalty_repeat: float = 1.0,
    penalty_freq: float = 0.0,
    penalty_present: float = 0.0,
    dry_multiplier: float = 0.0,
    dry_base: float = 1.75,
    dry_allowed_length: int = 2,
    dry_penalty_last_n: int = 64,
    dry_sequence_breakers: Iterable[Sequence[int]] = (),
    top_n_sigma: float = -1.0,
    top_k: int = 40,
    typ_p: float = 1.0,
    top_p: float = 0.95,
    min_p: float = 0.05,
    xtc_probability: float = 0.0,
    xtc_threshold: float = 0.10,
    temp: float = 0.80,
    dynatemp_range: float = 0.0,
    dynatemp_exponent: float = 1.0,
    min_keep: int = 0,
    mirostat: Literal[0, 1, 2] = 0,
    mirostat_tau: float = 5.0,
    mirostat_eta: float = 0.10,
    vocabulary_size: int | None = None,
    adaptive_target: float = -1.0,
    adaptive_decay: float = 0.90,
    infill: Stage | None = None,
) -> list[Stage]:
    """llama.cpp's chain: `common_params_sampling` by its own names and defaults; samplers at their off values are left
    out.

    `dry_sequence_breakers` are token sequences (`penalties.dry.dry_breakers` makes them from texts; llama.cpp's default
    texts are "\\n", ":", "\\"" and "*"). `mirostat` replaces the samplers by temperature and mirostat, version 1 of
    which needs `vocabulary_size`. "a" in `samplers` puts adaptive-p at the end, whatever its place. "i" needs `infill`.
    The mask stands first: there is no rejection sampling as in llama.cpp, whose result has the same distribution only
    where the constraint allows what the chain proposes.
    """
    if penalty_last_n < 0 or dry_penalty_last_n < 0:
        raise ValueError("a negative last_n is no longer a context size in llama.cpp; give the number of tokens")
    keep = max(min_keep, 1)
    stages: list[Stage] = [Mask()]
    if logit_bias:
        stages.append(LogitBias(logit_bias))
    if mirostat:
        if mirostat not in (1, 2):
            raise ValueError(f"mirostat is {mirostat}; expected 0 (off), 1 or 2")
        stages.append(Temperature(temp, zero="greedy"))
        if mirostat == 1:
            size = _needed(vocabulary_size, "vocabulary_size")
            stages.append(Mirostat(size, mirostat_tau, mirostat_eta))
        else:
            stages.append(MirostatV2(mirostat_tau, mirostat_eta))
        return stages
    draw: Stage = Categorical()
    for name in samplers_of(samplers):
        if name == "penalties" and penalty_last_n:
            if penalty_repeat != 1:
                stages.append(RepetitionPenalty(penalty_repeat, last=penalty_last_n))
            if penalty_freq or penalty_present:
                stages.append(FrequencyPenalty(penalty_freq, penalty_present, scope="all", last=penalty_last_n))
        elif name == "dry" and dry_multiplier and dry_base >= 1 and dry_penalty_last_n:
            breakers = dry_sequence_breakers
            stages.append(DRY(dry_multiplier, dry_base, dry_allowed_length, last=dry_penalty_last_n, breakers=breakers))
        elif name == "top_n_sigma" and top_n_sigma > 0:
            stages.append(TopNSigma(top_n_sigma))
        elif name == "top_k" and top_k > 0:
            stages.append(TopK(top_k, ties="exact"))
        elif name == "typ_p" and typ_p < 1:
            stages.append(Typical(typ_p, comparison=">", ties="exact", min_tokens_to_keep=keep))
        elif name == "top_p" and top_p < 1:
            stages.append(TopP(top_p, summed="from most", min_tokens_to_keep=keep))
        elif name == "min_p" and min_p > 0:
            stages.append(MinP(min_p, compared="logits", min_tokens_to_keep=keep))
        elif name == "xtc" and xtc_probability > 0 and xtc_threshold <= 0.5:
            stages.append(XTC(xtc_probability, xtc_threshold, min_tokens_to_keep=min_keep))
        elif name == "temperature" and (dynatemp_range > 0 or temp != 1):
            dynamic = DynamicTemperature(temp, dynatemp_range, dynatemp_exponent)
            stages.append(dynamic if dynatemp_range > 0 else Temperature(temp, zero="greedy"))
        elif name == "infill":
            stages.append(_needed(infill, "infill"))
        elif name == "adaptive_p":
            draw = AdaptiveP(adaptive_target, adaptive_decay)
    return [*stages, draw]


_GREEDY_BELOW = 1e-5


def vllm(
    *,
    allowed_token_ids: Sequence[int] | None = None,
    bad_words_token_ids: Sequence[Sequence[int]] | None = None,
    min_tokens: int = 0,
    stop_token_ids: Sequence[int] = (),
    logit_bias: Mapping[int, float] | None = None,
    repetition_penalty: float = 1.0,
    frequency_penalty: float = 0.0,
    presence_penalty: float = 0.0,
    temperature: float = 1.0,
    min_p: float = 0.0,
    top_k: int = 0,
    top_p: float = 1.0,
) -> list[Stage]:
    """vLLM's order for `SamplingParams`: allowed ids, bad words, minimum, bias, penalties, temperature, min-p, top-k,
    top-p.

    Repetition counts prompt and output, frequency and presence the output. A temperature below 1e-5 is greedy, and
    then nothing is truncated. `stop_token_ids` are all tokens that end a text (for `min_tokens`). A `top_k` of 0 or -1
    is off.
    """
    stages: list[Stage] = [Mask()]
    if allowed_token_ids is not None:
        stages.append(AllowedTokens(allowed_token_ids))
    if bad_words_token_ids:
        stages.append(SequenceBias({tuple(words): -INFINITY for words in bad_words_token_ids}))
    if min_tokens and stop_token_ids:
        stages.append(MinTokens(min_tokens, stop_token_ids))
    if logit_bias:
        stages.append(LogitBias(logit_bias))
    if repetition_penalty != 1:
        stages.append(RepetitionPenalty(repetition_penalty))
    if frequency_penalty or presence_penalty:
        stages.append(FrequencyPenalty(frequency_penalty, presence_penalty))
    if temperature < _GREEDY_BELOW:
        return [*stages, Greedy()]
    if temperature != 1:
        stages.append(Temperature(temperature))
    if min_p:
        stages.append(MinP(min_p))
    if top_k > 0:
        stages.append(TopK(top_k))
    if top_p < 1:
        stages.append(TopP(top_p))
    return [*stages, ExponentialRace()]


def _as_list(tokens: int | Sequence[int] | None) -> list[int]:
    return [] if tokens is None else [tokens] if isinstance(tokens, int) else list(tokens)


def _needed(value: Any, name: str) -> Any:
    if value is None:
        raise ValueError(f"this sampler needs {name}; pass {name}=")
    return value
