"""What a grammar's author wants to know before using it.

`check_lark(text)`, `check_gbnf`, `check_abnf` and `check_ebnf` give a `Report`.
"""

from .gbnf import check_abnf as check_abnf
from .gbnf import check_ebnf as check_ebnf
from .gbnf import check_gbnf as check_gbnf
from .lark import check_lark as check_lark
from .report import Finding as Finding
from .report import Report as Report

__all__ = [
    "Finding",
    "Report",
    "check_abnf",
    "check_ebnf",
    "check_gbnf",
    "check_lark",
]
