"""`substring_pattern(text)`: a regular expression of what may be copied from a text.

For values that must be quotes: a name that stands in the letter, an item of the list in the mail. (guidance's
`substring`, llguidance's `substring_words`.)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import Literal

from constrain.errors import GrammarError, LimitExceeded
from constrain.support.arguments import instance, integer, one_of, public

_MOST_WORDS = 100
_MOST_CHARACTERS = 500_000  # of the pattern, at most
_JOINERS = "_\u200c\u200d"
_SPECIAL = re.compile(r"[\\^$.*+?()[\]{}|]")


@public
def substring_pattern(text: str, *, unit: Literal["word", "character"] = "word", most: int = 16) -> str:
    """A regular expression that matches each run of 1 to `most` words of the text, and nothing else.

    Punctuation marks and symbols count as words of one character, so a run may end before a comma, but not within a
    word. White space within a run is written as one space, wherever the text has some. With `unit="character"` every
    character counts as a word, for scripts that put no space between words. The pattern is anchored and in the syntax
    that `regex` and JSON Schema's `pattern` share. It has up to `most` times as many characters as the text, and six
    for each word beside.

    Raises TypeError and ValueError for other arguments, `GrammarError` for a text without words, and `LimitExceeded`
    where the pattern would have more than 500,000 characters.

    >>> substring_pattern("Ada, 36", most=2)
    '^(?:Ada(?:,)?|,(?: 36)?|36)$'
    """
    instance(text, str, "text", "a text")
    one_of(unit, "unit", ("word", "character"))
    most = integer(most, "most", 1, _MOST_WORDS)
    _check_length(most * len(text), text, most)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise GrammarError(
            f"substring_pattern: the text has a lone surrogate at position {error.start}, which no text in UTF-8 can "
            "have"
        ) from None
    words = [*_words(text, unit)]
    if not words:
        raise GrammarError("substring_pattern: the text has no words, so nothing could be copied from it")
    _check_length(most * sum(len(word) + 6 for _, word in words), text, most)
    runs: dict[str, None] = {}
    for start, (_, first) in enumerate(words):
        rest = ""
        for space, word in reversed(words[start + 1 : start + most]):
            rest = f"(?:{space}{word}{rest})?"
        runs[first + rest] = None
    return f"^(?:{'|'.join(runs)})$"


def _check_length(needed: int, text: str, most: int) -> None:
    if needed > _MOST_CHARACTERS:
        raise LimitExceeded(
            f"substring_pattern: the runs of up to {most} words of this text ({len(text)} characters) make a pattern "
            f"of {needed} characters, limit {_MOST_CHARACTERS}; pass a smaller `most`, or the part of the text that "
            "matters",
            limit=_MOST_CHARACTERS,
            needed=needed,
        )


def _words(text: str, unit: str) -> Iterator[tuple[str, str]]:
    """The words, escaped, each with the space before it."""
    space = ""
    for kind, run in groupby(text, _kind):
        if kind == "space":
            space = " "
            continue
        for word in ["".join(run)] if kind == "word" and unit == "word" else run:
            yield space, _SPECIAL.sub(r"\\\g<0>", word)
            space = ""


def _kind(character: str) -> str:
    """Letters, digits, marks on them and joiners make words; all else but white space stands alone."""
    if character.isspace():
        return "space"
    return "word" if character in _JOINERS or unicodedata.category(character)[0] in "LMN" else "alone"
