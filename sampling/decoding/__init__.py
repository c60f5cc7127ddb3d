"""Our own decoding loops: models, batches, searches."""

from .batch import Batch as Batch
from .beam_search.beams import BeamSearch as BeamSearch
from .beam_search.groups import GroupBeamSearch as GroupBeamSearch
from .best_of import BestOf as BestOf
from .contrastive import ContrastiveSearch as ContrastiveSearch
from .device_search import DeviceSampling as DeviceSampling
from .drafting.draft_model import DraftModel as DraftModel
from .drafting.draft_tree import Draft as Draft
from .drafting.drafts import Drafter as Drafter
from .drafting.drafts import ForcedDrafts as ForcedDrafts
from .drafting.drafts import PromptLookup as PromptLookup
from .drafting.speculation import Speculation as Speculation
from .faithful import AdaptiveSampling as AdaptiveSampling
from .faithful import WeightedSampling as WeightedSampling
from .forced import ForcedText as ForcedText
from .huggingface import HuggingFaceModel as HuggingFaceModel
from .model import Context as Context
from .model import FunctionContext as FunctionContext
from .model import FunctionModel as FunctionModel
from .model import GuidedModel as GuidedModel
from .model import LanguageModel as LanguageModel
from .requests import Request as Request
from .requests import Row as Row
from .scheduler import Moved as Moved
from .scheduler import Scheduler as Scheduler
from .search import Sampling as Sampling
from .search import Search as Search
from .search import decode as decode
from .tables import DeviceTables as DeviceTables
from .text_drafts import TextDrafts as TextDrafts

__all__ = [
    "AdaptiveSampling",
    "Batch",
    "BeamSearch",
    "BestOf",
    "Context",
    "ContrastiveSearch",
    "DeviceSampling",
    "DeviceTables",
    "Draft",
    "DraftModel",
    "Drafter",
    "ForcedDrafts",
    "ForcedText",
    "FunctionContext",
    "FunctionModel",
    "GroupBeamSearch",
    "GuidedModel",
    "HuggingFaceModel",
    "LanguageModel",
    "Moved",
    "PromptLookup",
    "Request",
    "Row",
    "Sampling",
    "Scheduler",
    "Search",
    "Speculation",
    "TextDrafts",
    "WeightedSampling",
    "decode",
]
