"""The text of a row: its bytes, and the part of them that nothing can change any more.

The text is the concatenation of the tokens' bytes (`constrain.vocabulary`), so what comes last may be half of a
character, or the beginning of a stop text. `CertainText` gives bytes out when they are certain.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .requests import Request, Row

if TYPE_CHECKING:
    from constrain.vocabulary import Vocabulary

_utf8 = codecs.getincrementaldecoder("utf-8")


def text_of(row: Row, vocabulary: Vocabulary) -> str:
    """The text of a row, up to its stop text, and without what its prompt has taken back."""
    return text_and_thought(row, vocabulary)[0]


def text_and_thought(row: Row, vocabulary: Vocabulary) -> tuple[str, str | None]:
    """The same, and the thought before it; None where there is none."""
    certain = CertainText(row.request, vocabulary)
    text = certain.feed(row.tokens, cut=row.cut, last=True).decode("utf-8", "replace")
    if certain.thought is None or not certain.thought.begun:
        return text, None
    return text, certain.thought.told.decode("utf-8", "replace").strip()


class CertainText:
    """The bytes of one text, as they become certain. `vocabulary` is that of the constraint, where there is one."""

    def __init__(self, request: Request, vocabulary: Vocabulary) -> None:
        self.request, self.vocabulary = request, vocabulary
        self._held = b""  # what may still be taken back
        self.thought = None if request.thought is None else request.thought()
        self._dropped = b" " if vocabulary.strips_leading_space else request.healed  # from the beginning

    def feed(self, tokens: Sequence[int], *, cut: int = 0, last: bool = False) -> bytes:
        """More of the text. `last`: it has ended, and `cut` bytes at its end are no part of it."""
        new = b"".join(map(self._bytes, tokens))
        if self._dropped:
            both = min(len(new), len(self._dropped))
            same = next((i for i in range(both) if new[i] != self._dropped[i]), both)
            self._dropped = self._dropped[same:] if same == len(new) else b""
            new = new[same:]
        held = self._held + (new if self.thought is None else self.thought.feed(new, last=last))
        certain = len(held) - cut if last else len(held) - self._begun_stop(held)
        self._held = held[certain:]
        return held[:certain]

    def _bytes(self, token: int) -> bytes:
        spelled = self.vocabulary.token_bytes[token]
        if spelled is None and self.request.constraint is not None:
            return (self.request.constraint.special_name(token) or "").encode()
        return spelled or b""

    def _begun_stop(self, text: bytes) -> int:
        """The length of the longest beginning of a stop text that `text` ends with."""
        longest = max(map(len, self.request.stop), default=1) - 1
        for length in range(min(longest, len(text)), 0, -1):
            if any(len(stop) > length and text.endswith(stop[:length]) for stop in self.request.stop):
                return length
        return 0


class Characters:
    """Whole characters out of bytes, with a replacement character for what is none, as `bytes.decode` has it."""

    def __init__(self) -> None:
        self._decoder = _utf8("replace")

    def feed(self, data: bytes, *, last: bool = False) -> str:
        return self._decoder.decode(data, last)
