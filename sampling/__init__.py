"""Texts from models of Hugging Face, under a constraint: masks into logits, logits into tokens.

What a day needs is here; the stages of a pipeline are in `sampling.stages`, the parts of loops in `sampling.decoding`.
"""

from constrain.descriptions import describe as describe

from . import requirements as _requirements  # noqa: F401  (before all others)
from . import stages as stages
from .bitmasks import apply_bitmask as apply_bitmask
from .decoding.prompt_cache import PromptCache as PromptCache
from .generation.classification import Classification as Classification
from .generation.classification import classify as classify
from .generation.confidence import Confidences as Confidences
from .generation.free_first import FreeFirst as FreeFirst
from .generation.generate import generate as generate
from .generation.generate import generate_each as generate_each
from .generation.result import Result as Result
from .generation.stream import Part as Part
from .generation.stream import astream as astream
from .generation.stream import stream as stream
from .generation.thinking import Thinking as Thinking
from .huggingface import ConstraintLogitsProcessor as ConstraintLogitsProcessor
from .models.loading import LoadedModel as LoadedModel
from .models.loading import load_model as load_model
from .models.loading import small_model as small_model
from .pipelines.pipeline import Pipeline as Pipeline
from .pipelines.pipeline import PipelineError as PipelineError
from .pipelines.rows import SamplerRows as SamplerRows

__all__ = [
    "Classification",
    "Confidences",
    "ConstraintLogitsProcessor",
    "FreeFirst",
    "LoadedModel",
    "Part",
    "Pipeline",
    "PipelineError",
    "PromptCache",
    "Result",
    "SamplerRows",
    "Thinking",
    "apply_bitmask",
    "astream",
    "classify",
    "describe",
    "generate",
    "generate_each",
    "load_model",
    "small_model",
    "stages",
    "stream",
]


def __dir__() -> list[str]:
    """What is public: names, and the modules that are imported by their own."""
    return sorted([*__all__, "decoding", "huggingface", "integrations", "stages"])
