"""What a grammar's author wants to know before using it: `check_lark(text)` and `check_gbnf(text)` give a `Report`."""

from .gbnf import check_gbnf as check_gbnf
from .lark import check_lark as check_lark
from .report import Finding as Finding
from .report import Report as Report
