"""Expressions that call given functions, with types that fit."""

from .evaluate import Plan as Plan
from .front import expression as expression
