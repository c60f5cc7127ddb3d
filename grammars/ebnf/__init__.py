"""EBNF in three dialects (W3C, ISO 14977, xgrammar) as a grammar."""

from .front import ebnf as ebnf
