"""Our own decoding loops: models, batches, searches."""

from .batch import Batch as Batch
from .draft_model import DraftModel as DraftModel
from .drafts import Draft as Draft
from .drafts import Drafter as Drafter
from .drafts import ForcedDrafts as ForcedDrafts
from .drafts import PromptLookup as PromptLookup
from .forced import ForcedText as ForcedText
from .huggingface import HuggingFaceModel as HuggingFaceModel
from .model import Context as Context
from .model import FunctionModel as FunctionModel
from .model import GuidedModel as GuidedModel
from .model import LanguageModel as LanguageModel
from .requests import Request as Request
from .requests import Row as Row
from .search import Sampling as Sampling
from .search import Search as Search
from .search import decode as decode
from .speculation import Speculation as Speculation
from .tables import DeviceTables as DeviceTables
