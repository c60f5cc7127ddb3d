"""Front ends: from the text of a pattern, schema or grammar to a `constrain.grammar.Grammar`."""

from .choice import choice as choice
from .json_schema import json_schema as json_schema
from .regex import regex as regex
