"""How characters are written down: the one place where a regular expression over characters meets bytes.

A regular expression speaks of sets of code points; a `Spelling` says which bytes stand for them. Plain text is UTF-8.
Inside a JSON string the same character may be written raw, as `\\n` or as `\\u00XX`, there is a quote before the first
character and one after the last; a front end that passes such a spelling gets the pattern over the JSON text, with all
lookaround, anchors and word boundaries meaning what they mean over the decoded text.

Two things must hold: no spelling of a character is a prefix of a spelling of another one, so that a text of characters
can be read from the left in one way only; and `before` matches only whole spellings, so that lookbehind never starts in
the middle of one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constrain.patterns import utf8
from constrain.patterns.pattern import ANY, EPSILON, Pattern

from .algebra import sequence
from .charset import code_points
from .ranges import Ranges

_KEPT = 4096


class Spelling:
    """`characters` maps a set of code points to a pattern for one of them; `start`, `end` surround the whole text.

    `before` matches whatever may stand between the very beginning (before `start`) and some character. `text` spells a
    fixed run of characters; without it they are spelled one by one.
    """

    def __init__(
        self,
        characters: Callable[[Ranges], Pattern],
        *,
        text: Callable[[str], Pattern] | None = None,
        start: Pattern = EPSILON,
        end: Pattern = EPSILON,
        before: Pattern = ANY,
    ) -> None:
        self.characters, self.start, self.end, self.before = characters, start, end, before
        self.text = text if text is not None else self._one_by_one
        self._kept: dict[Any, Pattern] = {}

    def node(self, op: Any, value: Any, flags: int) -> Pattern:
        """One character that the node matches; arguments as for `code_points`. Kept, as categories are large."""
        key = (op, value, flags)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            found = self._kept[key] = self.characters(code_points(op, value, flags))
        return found

    def _one_by_one(self, string: str) -> Pattern:
        return sequence(self.characters(((ord(c), ord(c)),)) for c in string)


UTF8 = Spelling(utf8.characters, text=utf8.text)
