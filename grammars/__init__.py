"""Front ends: from the text of a pattern, schema or grammar to a `constrain.grammar.Grammar`."""

from . import library as library
from .abnf import abnf as abnf
from .choice import choice as choice
from .combine import either as either
from .combine import optional as optional
from .combine import repeat as repeat
from .combine import sequence as sequence
from .describing import describe as describe
from .ebnf import ebnf as ebnf
from .expressions import expression as expression
from .free_text import free_text as free_text
from .free_text import free_text_with as free_text_with
from .gbnf import gbnf as gbnf
from .json_schema import json_schema as json_schema
from .lark import lark as lark
from .notation import any_notation as any_notation
from .prepare import prepare as prepare
from .python import python as python
from .regex import regex as regex
from .region import region as region
from .special import special as special
from .special import text_or_special as text_or_special
from .sql import sql as sql
from .structural_tag import structural_tag as structural_tag
from .substring import substring_pattern as substring_pattern
from .tool_calls.tools import tools as tools

__all__ = [
    "abnf",
    "any_notation",
    "choice",
    "describe",
    "ebnf",
    "either",
    "expression",
    "free_text",
    "free_text_with",
    "gbnf",
    "json_schema",
    "lark",
    "library",
    "optional",
    "prepare",
    "python",
    "regex",
    "region",
    "repeat",
    "sequence",
    "special",
    "sql",
    "structural_tag",
    "substring_pattern",
    "text_or_special",
    "tools",
]


def __dir__() -> list[str]:
    """What is public."""
    return sorted(__all__)
