"""Grammar-constrained decoding: masks that are exact, fast and never stuck.

`constrain.grammars` makes a `Grammar` of a JSON Schema or Pydantic model, a regular expression, a Lark grammar and
more; `compile` makes a `Constraint` of a grammar and a `Vocabulary`; a `Matcher` follows one text and tells which
tokens may come. `constrain.sampling` writes texts with models of Hugging Face: its `generate` does all of that in one
call. `__all__` is what is public. Errors are `ConstrainError`, or ValueError and TypeError for arguments.
"""

from . import checkout as _checkout  # noqa: F401  (before all others: it says where they come from)
from .batch import MatcherBatch as MatcherBatch
from .bitmask import allocate_bitmask as allocate_bitmask
from .bitmask import allowed_tokens as allowed_tokens
from .budget import Cancellation as Cancellation
from .budget import Limits as Limits
from .budget import limited as limited
from .cache import CacheInfo as CacheInfo
from .cache import cache_info as cache_info
from .constraint import Constraint as Constraint
from .descriptions import compile as compile
from .errors import Cancelled as Cancelled
from .errors import ConstrainError as ConstrainError
from .errors import GrammarError as GrammarError
from .errors import LimitExceeded as LimitExceeded
from .errors import RejectedToken as RejectedToken
from .errors import UnsupportedError as UnsupportedError
from .errors import VocabularyError as VocabularyError
from .grammar import Grammar as Grammar
from .matcher import Matcher as Matcher
from .serving.constraint_cache import ConstraintCache as ConstraintCache
from .serving.constraint_cache import constraint_cache as constraint_cache
from .serving.mask_bank import MaskBank as MaskBank
from .serving.state_table import StateTable as StateTable
from .storage.constraint_file import LIBRARY as _LIBRARY
from .texts.check import Check as Check
from .vocabulary import Vocabulary as Vocabulary

__all__ = [
    "CacheInfo",
    "Cancellation",
    "Cancelled",
    "Check",
    "ConstrainError",
    "Constraint",
    "ConstraintCache",
    "Grammar",
    "GrammarError",
    "LimitExceeded",
    "Limits",
    "MaskBank",
    "Matcher",
    "MatcherBatch",
    "RejectedToken",
    "StateTable",
    "UnsupportedError",
    "Vocabulary",
    "VocabularyError",
    "__version__",
    "allocate_bitmask",
    "allowed_tokens",
    "cache_info",
    "compile",
    "constraint_cache",
    "limited",
]
__version__ = _LIBRARY


def __dir__() -> list[str]:
    """What is public: names, and the modules that are imported by their own."""
    return sorted([*__all__, "grammars", "metrics", "sampling", "testing"])
