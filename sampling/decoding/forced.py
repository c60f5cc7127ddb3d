"""Text that the constraint leaves no choice about, as tokens: the model reads it in one pass instead of writing it.

The *bytes* are forced, their cut into tokens is not: `": "` may be one token or three, and its last byte may be the
first of a token that goes on. So the text is cut as the tokenizer cuts it, and of these tokens those are kept that no
token of the vocabulary could straddle: where some token begins inside the forced text and goes on beyond its end, the
model chooses from there on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from constrain.matcher import Matcher
from constrain.vocabulary import Vocabulary

_LONGEST = 4096  # bytes of forced text that are looked at at once
_REMEMBERED = 4096  # texts


class ForcedText:
    """The tokens of forced text under one vocabulary.

    `encode` cuts a text into tokens as the tokenizer does, without special tokens; None takes the longest token that
    fits, again and again, which most tokenizers do not do but every model can read.
    """

    def __init__(self, vocabulary: Vocabulary, encode: Callable[[str], Sequence[int]] | None = None) -> None:
        self.vocabulary, self.encode = vocabulary, encode
        self._by_bytes = {piece: token for token, piece in reversed(list(enumerate(vocabulary.token_bytes))) if piece}
        self._pieces = sorted(self._by_bytes)
        self._longest = max(map(len, self._pieces), default=0)
        self._known: dict[bytes, list[int]] = {}

    def tokens(self, matcher: Matcher) -> list[int]:
        """The tokens that come next whatever the model says; none where there is a choice."""
        forced = matcher.forced_bytes(_LONGEST)
        if not forced or self.vocabulary.strips_leading_space:
            return []  # where a leading space is stripped, tokens do not cut texts at bytes
        known = self._known.get(forced)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = self._known[forced] = self._kept(forced)
        return known

    def draft(self, matcher: Matcher) -> list[int]:
        """All tokens of the text that comes next whatever the model says: the last ones may be cut otherwise."""
        forced = matcher.forced_bytes(_LONGEST)
        return self._cut(forced) if forced and not self.vocabulary.strips_leading_space else []

    def _kept(self, forced: bytes) -> list[int]:
        """The tokens of the forced text that nothing could straddle."""
        certain = self._certain(forced)
        kept, at = [], 0
        for token in self._cut(forced):
            piece = self.vocabulary.token_bytes[token]
            at += len(piece or b"")
            if not piece or at > certain or forced[at - len(piece) : at] != piece:
                break
            kept.append(token)
        return kept

    def _certain(self, forced: bytes) -> int:
        """The first byte at which some token begins that goes on beyond the forced text."""
        for start in range(max(0, len(forced) - self._longest), len(forced)):
            rest = forced[start:]
            after = bisect_right(self._pieces, rest)
            if after < len(self._pieces) and self._pieces[after].startswith(rest):
                return start
        return len(forced)

    def _cut(self, forced: bytes) -> list[int]:
        if self.encode is not None:
            text = forced.decode("utf-8", "ignore")  # a character that is cut off at the end is left to the model
            return list(self.encode(text)) if text.encode() == forced[: len(text.encode())] else []
        cut, at = [], 0
        while at < len(forced):
            for length in range(min(self._longest, len(forced) - at), 0, -1):
                token = self._by_bytes.get(forced[at : at + length])
                if token is not None:
                    cut.append(token)
                    at += length
                    break
            else:
                break
        return cut


_encoders: WeakKeyDictionary[Any, dict[str, ForcedText]] = WeakKeyDictionary()


def forced_text(vocabulary: Vocabulary, tokenizer: Any) -> ForcedText:
    """The one `ForcedText` of a tokenizer of transformers and a vocabulary made of it; None: there is no tokenizer."""
    if tokenizer is None:
        return ForcedText(vocabulary)
    known = _encoders.setdefault(tokenizer, {})
    if vocabulary.digest not in known:
        known[vocabulary.digest] = ForcedText(
            vocabulary, lambda text: tokenizer(text, add_special_tokens=False)["input_ids"]
        )
    return known[vocabulary.digest]
