"""Our own decoding loops: models, batches, searches."""

from .batch import Batch as Batch
from .beams import BeamSearch as BeamSearch
from .draft_model import DraftModel as DraftModel
from .drafts import Draft as Draft
from .drafts import Drafter as Drafter
from .drafts import ForcedDrafts as ForcedDrafts
from .drafts import PromptLookup as PromptLookup
from .faithful import AdaptiveSampling as AdaptiveSampling
from .faithful import WeightedSampling as WeightedSampling
from .forced import ForcedText as ForcedText
from .groups import GroupBeamSearch as GroupBeamSearch
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
from .speculation import Speculation as Speculation
from .tables import DeviceTables as DeviceTables
