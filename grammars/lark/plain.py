"""The plain kind of grammars, compiled natively: what `_Builder` of `front` makes, in a tenth of its time.

Plain is what an LALR parser reads with terminals that look neither ahead nor at what stands before them. The core says
of everything else that it is none (`grammars/native/lark/plain.h`), and of every grammar that is wrong: the front end
in Python then goes through it and has the last word.
"""

from __future__ import annotations

from functools import cache
from re import _constants as codes  # type: ignore[attr-defined]

from constrain.budget import share

from ..regex.charset import code_points
from .loading.load import Loaded
from .parsing.bar_hillel import MAX_ITEMS, MAX_WORK
from .parsing.flat_grammar import Waiting, Written, flat_of


def plain(loaded: Loaded, start: str, lexer: str) -> Written | None:
    """The grammar; None where it is not plain, or wrong."""
    rules = loaded.native
    if rules is None:
        return None
    categories = [_category(letter) for letter in rules.categories]
    states = rules.states(start, lexer == "contextual", categories, share(MAX_ITEMS), share(MAX_WORK))
    if states is None:
        return None
    return Written(flat_of(states)) if states.lazy is None else Waiting(states)


@cache
def _category(letter: str) -> tuple[str, list[tuple[int, int]]]:
    """What a backslash and the letter stand for."""
    return letter, list(code_points(codes.IN, ((codes.CATEGORY, _KINDS[letter]),), 0))


_KINDS = {"d": codes.CATEGORY_DIGIT, "w": codes.CATEGORY_WORD, "s": codes.CATEGORY_SPACE}
