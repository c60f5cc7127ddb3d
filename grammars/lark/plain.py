"""The plain kind of grammars, compiled natively: what `_Builder` of `front` makes, in a tenth of its time.

Plain is what an LALR parser reads with terminals that look neither ahead nor at what stands before them. The core says
of everything else that it is none (`grammars/native/lark/plain.h`), and of every grammar that is wrong: the front end
in Python then goes through it and has the last word.
"""

from __future__ import annotations

import re
from functools import cache
from re import _constants as codes  # type: ignore[attr-defined]

from lark.lexer import PatternStr

from constrain.budget import share
from constrain.grammar import FlatGrammar, Terminal

from .._native import plain_lark
from ..regex.charset import code_points
from .loading.load import Loaded
from .parsing.bar_hillel import MAX_ITEMS, MAX_WORK
from .parsing.flat_grammar import Written

_CATEGORY = re.compile(r"\\([dwsDWS])")


def plain(loaded: Loaded, start: str, lexer: str) -> Written | None:
    """The grammar; None where it is not plain, or wrong."""
    rules = loaded.rules
    symbols = {start, *(rule.origin.name for rule in rules), *(s.name for rule in rules for s in rule.expansion)}
    names = sorted(symbols | {terminal.name for terminal in loaded.terminals})
    numbers = {name: number for number, name in enumerate(names)}
    terminals = []
    for terminal in loaded.terminals:
        pattern = terminal.pattern
        if not set(pattern.flags) <= {"i"}:
            return None
        literal = isinstance(pattern, PatternStr)
        terminals.append((numbers[terminal.name], pattern.value, literal, bool(pattern.flags), terminal.priority))
    letters = {found.lower() for each in terminals for found in _CATEGORY.findall(each[1])}
    priorities = [rule.options.priority or 0 for rule in rules]
    ranks = {priority: rank for rank, priority in enumerate(sorted(set(priorities)))}
    try:
        made = plain_lark(
            names,
            [numbers[rule.origin.name] for rule in rules],
            [[numbers[s.name] for s in rule.expansion] for rule in rules],
            [ranks[priority] for priority in priorities],
            terminals,
            [numbers[name] for name in loaded.ignore],
            numbers[start],
            lexer == "contextual",
            [_category(letter) for letter in "dws" if letter in letters],
            share(MAX_ITEMS),
            share(MAX_WORK),
        )
    except (UnicodeEncodeError, OverflowError):  # half of a surrogate pair; a priority beyond 32 bits
        return None
    if made is None:
        return None
    found, graph = made
    return Written(FlatGrammar([Terminal.of_code(*each) for each in found], ["text"], [graph], 0, []))


@cache
def _category(letter: str) -> tuple[str, list[tuple[int, int]]]:
    """What a backslash and the letter stand for."""
    return letter, list(code_points(codes.IN, ((codes.CATEGORY, _KINDS[letter]),), 0))


_KINDS = {"d": codes.CATEGORY_DIGIT, "w": codes.CATEGORY_WORD, "s": codes.CATEGORY_SPACE}
