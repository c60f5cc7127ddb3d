"""Lark grammars, with the language that `lark.Lark(grammar, ...).parse` accepts."""

from .front import lark as lark
