"""Front ends: from the text of a pattern, schema or grammar to a `constrain.grammar.Grammar`."""

from .choice import choice as choice
from .combine import either as either
from .combine import free_text as free_text
from .combine import optional as optional
from .combine import repeat as repeat
from .combine import sequence as sequence
from .combine import triggered as triggered
from .json_schema import json_schema as json_schema
from .lark import lark as lark
from .regex import regex as regex
from .tools import tools as tools
