"""The stages of a pipeline.

Stages have the field's names; each says its unit, range and source. Left out for want of one definition: the LZ penalty
(arXiv 2504.20131), whose paper, fork of SGLang and script by the same authors measure code lengths in different ways.
"""

from .bias.infill import Infill as Infill
from .bias.length import ExponentialDecayLength as ExponentialDecayLength
from .bias.length import ForcedToken as ForcedToken
from .bias.length import MinTokens as MinTokens
from .bias.prefix_function import PrefixFunction as PrefixFunction
from .bias.sequences import BadWords as BadWords
from .bias.sequences import SequenceBias as SequenceBias
from .bias.tokens import AllowedTokens as AllowedTokens
from .bias.tokens import LogitBias as LogitBias
from .bias.tokens import SuppressTokens as SuppressTokens
from .bias.values import RemoveInvalidValues as RemoveInvalidValues
from .bias.values import Renormalise as Renormalise
from .drawing.adaptive import AdaptiveP as AdaptiveP
from .drawing.mirostat import Mirostat as Mirostat
from .drawing.mirostat import MirostatV2 as MirostatV2
from .drawing.simple import Categorical as Categorical
from .drawing.simple import ExponentialRace as ExponentialRace
from .drawing.simple import Greedy as Greedy
from .drawing.simple import Gumbel as Gumbel
from .guidance import Guidance as Guidance
from .guidance import ModelGuidance as ModelGuidance
from .mask import Mask as Mask
from .penalties.dry import DRY as DRY
from .penalties.dry import dry_breakers as dry_breakers
from .penalties.frequency import FrequencyPenalty as FrequencyPenalty
from .penalties.frequency import PresencePenalty as PresencePenalty
from .penalties.ngrams import EncoderNoRepeatNGram as EncoderNoRepeatNGram
from .penalties.ngrams import NoRepeatNGram as NoRepeatNGram
from .penalties.repetition import EncoderRepetitionPenalty as EncoderRepetitionPenalty
from .penalties.repetition import RepetitionPenalty as RepetitionPenalty
from .stage import Stage as Stage
from .stage import Step as Step
from .temperature.dynamic import DynamicTemperature as DynamicTemperature
from .temperature.skew import Skew as Skew
from .temperature.smoothing import Smoothing as Smoothing
from .temperature.temperature import Temperature as Temperature
from .truncation.cutoff import Epsilon as Epsilon
from .truncation.cutoff import Eta as Eta
from .truncation.min_k import MinK as MinK
from .truncation.min_p import MinP as MinP
from .truncation.power import PLess as PLess
from .truncation.power import TopA as TopA
from .truncation.tail_free import TailFree as TailFree
from .truncation.top_h import TopH as TopH
from .truncation.top_k import TopK as TopK
from .truncation.top_n_sigma import TopNSigma as TopNSigma
from .truncation.top_p import TopP as TopP
from .truncation.typical import Typical as Typical
from .truncation.xtc import XTC as XTC
from .watermark.green_list import GreenListDetector as GreenListDetector
from .watermark.green_list import GreenListWatermark as GreenListWatermark
from .watermark.synthid import SynthIDDetector as SynthIDDetector
from .watermark.synthid import SynthIDWatermark as SynthIDWatermark

__all__ = [
    "DRY",
    "XTC",
    "AdaptiveP",
    "AllowedTokens",
    "BadWords",
    "Categorical",
    "DynamicTemperature",
    "EncoderNoRepeatNGram",
    "EncoderRepetitionPenalty",
    "Epsilon",
    "Eta",
    "ExponentialDecayLength",
    "ExponentialRace",
    "ForcedToken",
    "FrequencyPenalty",
    "Greedy",
    "GreenListDetector",
    "GreenListWatermark",
    "Guidance",
    "Gumbel",
    "Infill",
    "LogitBias",
    "Mask",
    "MinK",
    "MinP",
    "MinTokens",
    "Mirostat",
    "MirostatV2",
    "ModelGuidance",
    "NoRepeatNGram",
    "PLess",
    "PrefixFunction",
    "PresencePenalty",
    "RemoveInvalidValues",
    "Renormalise",
    "RepetitionPenalty",
    "SequenceBias",
    "Skew",
    "Smoothing",
    "Stage",
    "Step",
    "SuppressTokens",
    "SynthIDDetector",
    "SynthIDWatermark",
    "TailFree",
    "Temperature",
    "TopA",
    "TopH",
    "TopK",
    "TopNSigma",
    "TopP",
    "Typical",
    "dry_breakers",
]
