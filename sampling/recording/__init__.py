"""What a generation was like: recordings (`generate(…, record=True)`), and the page that shows one."""

from .data import Candidate as Candidate
from .data import Effect as Effect
from .data import RecordedToken as RecordedToken
from .data import Recording as Recording
from .data import Refusal as Refusal
from .page import Inspection as Inspection

__all__ = ["Candidate", "Effect", "Inspection", "RecordedToken", "Recording", "Refusal"]
