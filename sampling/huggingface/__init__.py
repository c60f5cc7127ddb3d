"""What goes into `model.generate`: the constraint's processor, and every processor of transformers under its own name.

Code that imports a processor from transformers needs another import, and nothing else:

    from constrain.sampling.huggingface import TopPLogitsWarper, RepetitionPenaltyLogitsProcessor

Arguments, checks and scores are those of transformers 5.23; what it gets wrong (guidance and SynthID under beams and
drafts) is right here. `Pipeline` takes them as stages too and runs them in one pass. The processors of single audio
models, the stopping criteria and whatever else `transformers.generation` has are transformers' own. `LogitsWarper`,
which transformers has dropped, is `LogitsProcessor`.
"""

from typing import Any

from transformers import LogitsProcessor as LogitsProcessor
from transformers import LogitsProcessorList as LogitsProcessorList
from transformers import generation as _generation
from transformers.generation import logits_process as _processors
from transformers.generation import stopping_criteria as _criteria

from ..stages import calls as _calls
from .constraint import ConstraintLogitsProcessor as ConstraintLogitsProcessor
from .contexts import ClassifierFreeGuidanceLogitsProcessor as ClassifierFreeGuidanceLogitsProcessor
from .contexts import SynthIDTextWatermarkLogitsProcessor as SynthIDTextWatermarkLogitsProcessor
from .contexts import UnbatchedClassifierFreeGuidanceLogitsProcessor as UnbatchedClassifierFreeGuidanceLogitsProcessor
from .contexts import WatermarkLogitsProcessor as WatermarkLogitsProcessor
from .processors import EncoderNoRepeatNGramLogitsProcessor as EncoderNoRepeatNGramLogitsProcessor
from .processors import EncoderRepetitionPenaltyLogitsProcessor as EncoderRepetitionPenaltyLogitsProcessor
from .processors import ExponentialDecayLengthPenalty as ExponentialDecayLengthPenalty
from .processors import ForcedBOSTokenLogitsProcessor as ForcedBOSTokenLogitsProcessor
from .processors import ForcedEOSTokenLogitsProcessor as ForcedEOSTokenLogitsProcessor
from .processors import HammingDiversityLogitsProcessor as HammingDiversityLogitsProcessor
from .processors import InfNanRemoveLogitsProcessor as InfNanRemoveLogitsProcessor
from .processors import LogitNormalization as LogitNormalization
from .processors import MinLengthLogitsProcessor as MinLengthLogitsProcessor
from .processors import MinNewTokensLengthLogitsProcessor as MinNewTokensLengthLogitsProcessor
from .processors import NoBadWordsLogitsProcessor as NoBadWordsLogitsProcessor
from .processors import NoRepeatNGramLogitsProcessor as NoRepeatNGramLogitsProcessor
from .processors import PrefixConstrainedLogitsProcessor as PrefixConstrainedLogitsProcessor
from .processors import RepetitionPenaltyLogitsProcessor as RepetitionPenaltyLogitsProcessor
from .processors import SequenceBiasLogitsProcessor as SequenceBiasLogitsProcessor
from .processors import SuppressTokensAtBeginLogitsProcessor as SuppressTokensAtBeginLogitsProcessor
from .processors import SuppressTokensLogitsProcessor as SuppressTokensLogitsProcessor
from .warpers import EpsilonLogitsWarper as EpsilonLogitsWarper
from .warpers import EtaLogitsWarper as EtaLogitsWarper
from .warpers import MinPLogitsWarper as MinPLogitsWarper
from .warpers import TemperatureLogitsWarper as TemperatureLogitsWarper
from .warpers import TopHLogitsWarper as TopHLogitsWarper
from .warpers import TopKLogitsWarper as TopKLogitsWarper
from .warpers import TopPLogitsWarper as TopPLogitsWarper
from .warpers import TypicalLogitsWarper as TypicalLogitsWarper

__all__ = [
    "ClassifierFreeGuidanceLogitsProcessor",
    "ConstraintLogitsProcessor",
    "EncoderNoRepeatNGramLogitsProcessor",
    "EncoderRepetitionPenaltyLogitsProcessor",
    "EpsilonLogitsWarper",
    "EtaLogitsWarper",
    "ExponentialDecayLengthPenalty",
    "ForcedBOSTokenLogitsProcessor",
    "ForcedEOSTokenLogitsProcessor",
    "HammingDiversityLogitsProcessor",
    "InfNanRemoveLogitsProcessor",
    "LogitNormalization",
    "LogitsProcessor",
    "LogitsProcessorList",
    "LogitsWarper",
    "MinLengthLogitsProcessor",
    "MinNewTokensLengthLogitsProcessor",
    "MinPLogitsWarper",
    "NoBadWordsLogitsProcessor",
    "NoRepeatNGramLogitsProcessor",
    "PrefixConstrainedLogitsProcessor",
    "RepetitionPenaltyLogitsProcessor",
    "SequenceBiasLogitsProcessor",
    "SuppressTokensAtBeginLogitsProcessor",
    "SuppressTokensLogitsProcessor",
    "SynthIDTextWatermarkLogitsProcessor",
    "TemperatureLogitsWarper",
    "TopHLogitsWarper",
    "TopKLogitsWarper",
    "TopPLogitsWarper",
    "TypicalLogitsWarper",
    "UnbatchedClassifierFreeGuidanceLogitsProcessor",
    "WatermarkLogitsProcessor",
]

LogitsWarper = LogitsProcessor

_calls.watch()


def __getattr__(name: str) -> Any:
    """What has no counterpart here: transformers' own."""
    for module in (_generation, _processors, _criteria):
        if not name.startswith("_") and (found := getattr(module, name, None)) is not None:
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
