"""Masks into logits, logits into tokens."""

from .front_door import Result as Result
from .front_door import generate as generate
from .huggingface import ConstraintLogitsProcessor as ConstraintLogitsProcessor
