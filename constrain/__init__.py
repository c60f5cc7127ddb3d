"""Grammar-constrained decoding: masks that are exact, fast and never stuck."""

from .errors import ConstrainError as ConstrainError
from .errors import GrammarError as GrammarError
from .errors import LimitExceeded as LimitExceeded
from .errors import RejectedToken as RejectedToken
from .errors import UnsupportedError as UnsupportedError
from .errors import VocabularyError as VocabularyError
