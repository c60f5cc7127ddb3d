"""llama.cpp's grammars: `gbnf(text)` is the language that they define, left recursion included."""

from .front import gbnf as gbnf
