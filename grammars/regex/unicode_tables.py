r"""Classes of characters by the tables of the package `regex`, which follows the newest Unicode within weeks.

`unicodedata` knows neither scripts nor binary properties, and its version is that of the running Python (Unicode 14 in
Python 3.11), while JavaScript engines have the newest. So `\p{...}` of ECMAScript, and every class of an expression
that Lark reads with `regex`, is held against all characters at once: the runs of matches are the ranges. That takes
some 10 ms a class, once per process, and only if a pattern asks; `regex` is imported then.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from re import _constants as codes  # type: ignore[attr-defined]

from .categories import all_characters
from .ranges import Ranges

IGNORECASE, ASCII = codes.SRE_FLAG_IGNORECASE, codes.SRE_FLAG_ASCII


@lru_cache(1024)
def matched(text: str, flags: int = 0) -> Ranges:
    """The characters that `regex` matches by a class or one character; `ValueError` for what it does not read."""
    import regex

    how = regex.VERSION0 | (regex.IGNORECASE if flags & IGNORECASE else 0) | (regex.ASCII if flags & ASCII else 0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sets that another version would read otherwise
            runs = regex.compile(f"(?:{text})++", how)
    except regex.error as error:
        raise ValueError(str(error)) from None
    return tuple((found.start(), found.end() - 1) for found in runs.finditer(all_characters()))
