"""`pattern`: a regular expression, ECMA-262's unless said otherwise, that has to match somewhere in the decoded text.

The regex front end does the work; this file only tells it how JSON spells characters and that there is a quotation
mark on both sides, so that anchors, word boundaries and lookaround mean what they mean over the decoded text.
"""

from __future__ import annotations

import re

from constrain.patterns.pattern import Pattern, concat, literal, repeat

from ...regex.dialects import READERS
from ...regex.ecmascript import parse
from ...regex.spelling import Spelling
from ...regex.translate import search, translate
from .spelling import _SINGLE, CHARACTER, QUOTES, quoted, spell


def _spelling(escapes: str) -> Spelling:
    def text(string: str) -> Pattern:
        data = quoted(string) if escapes == "short" and _SINGLE.fullmatch(string) else None
        if data is not None:
            return literal(data[1:-1])
        return concat(*(spell(((ord(c), ord(c)),), escapes) for c in string))

    return Spelling(
        lambda ranges: spell(ranges, escapes),
        text=text,
        start=QUOTES[escapes],
        end=QUOTES[escapes],
        before=concat(QUOTES[escapes], repeat(CHARACTER[escapes])),
    )


_SPELLINGS = {escapes: _spelling(escapes) for escapes in CHARACTER}


_APART = re.compile(r"\\[^AzZbB]|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)


def counts_unanchored(source: str) -> bool:
    """Whether a pattern counts something and is tied to nothing, so that more of it may stand before and after."""
    bare = _APART.sub("", source)
    return re.search(r"\{\d+(?:,\d+)?\}", bare) is not None and re.search(r"[\^$\\]|\(\?<?[=!]", bare) is None


def found(source: str, escapes: str, dialect: str = "ecmascript", flags: int = 0) -> Pattern:
    """The JSON strings, quotation marks included, in whose decoded text `source` matches somewhere."""
    whole = translate(search(READERS[dialect](source, flags)), _SPELLINGS[escapes])
    return concat(QUOTES[escapes], whole, QUOTES[escapes])


def part(source: str, escapes: str) -> Pattern:
    """The decoded texts that `source`, which looks at nothing around it, matches as a whole; no quotation marks."""
    return translate(parse(source), _SPELLINGS[escapes])


def spelled(text: str, escapes: str) -> Pattern:
    """The spellings of a decoded text, without quotation marks."""
    return _SPELLINGS[escapes].text(text)
