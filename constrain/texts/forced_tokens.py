"""The tokens of what must come next: how a tokenizer writes forced bytes, as far as that is certain.

A model has learnt the tokenizer's own way to cut a text, so forced text is best given to it in those tokens. But the
cut at its end depends on what follows: `"name": "` ends in the token ` "` alone, or in the first half of ` "A`. So
tokens are left out from the first place on at which some allowed token covers all that is forced after it, and more.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ..support.arguments import described, integer

if TYPE_CHECKING:
    from ..vocabulary import Vocabulary


class Forkable(Protocol):
    """What is asked of a matcher here."""

    def forced_bytes(self, limit: int) -> bytes: ...
    def fork(self) -> Forkable: ...
    def allows(self, token: int) -> bool: ...
    def advance(self, token: int) -> object: ...
    def fill_bitmask(self, row: Any) -> object: ...


def forced_tokens(matcher: Forkable, vocabulary: Vocabulary, tokenizer: Any, limit: int) -> list[int]:
    """What `Matcher.forced_tokens` says."""
    forced = _whole_characters(matcher.forced_bytes(limit))
    tokens = _written(tokenizer, forced, vocabulary) if forced else []
    pieces = [vocabulary.token_bytes[token] or b"" for token in tokens]
    ends = [0, *accumulate(map(len, pieces))]
    longest = vocabulary.packed.longest
    ahead = matcher.fork()
    for number, token in enumerate(tokens):
        rest = forced[ends[number] :]
        if len(rest) < longest and _goes_beyond(ahead, vocabulary, rest):
            return tokens[:number]
        if not ahead.allows(token):
            return tokens[:number]
        ahead.advance(token)
    return tokens


def _whole_characters(data: bytes) -> bytes:
    """The bytes without the beginning of a character at their end, nor what comes after bytes that are no text."""
    return data.decode("utf-8", "ignore").encode() if _is_cut(data) else b""


def _is_cut(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start >= len(data) - 3 and error.reason == "unexpected end of data"
    return True


def _written(tokenizer: Any, forced: bytes, vocabulary: Vocabulary) -> list[int]:
    """The tokens of the text, which spell just these bytes; none where the tokenizer writes it otherwise."""
    text = forced.decode()
    for before in ("", "\n", "a"):  # some tokenizers add a space to the beginning of a text
        ids, first = _encoded(tokenizer, before + text), _encoded(tokenizer, before) if before else []
        if ids[: len(first)] != first:
            continue
        rest = ids[len(first) :]
        known = all(0 <= token < len(vocabulary.token_bytes) for token in rest)
        if known and b"".join(vocabulary.token_bytes[token] or b"" for token in rest) == forced:
            return rest
    return []


def _encoded(tokenizer: Any, text: str) -> list[int]:
    encode = getattr(tokenizer, "encode", tokenizer)
    if not callable(encode):
        raise TypeError(f"tokenizer must be a tokenizer or a function from a str to ids, not {described(tokenizer)}")
    found = encode(text) if encode is tokenizer else encode(text, add_special_tokens=False)
    return [integer(token, "a token of the tokenizer") for token in getattr(found, "ids", found)]


def _goes_beyond(matcher: Forkable, vocabulary: Vocabulary, rest: bytes) -> bool:
    """Whether some allowed token begins with `rest` and has more bytes."""
    order = np.frombuffer(vocabulary.native.order, np.uint32)  # of the text tokens by their bytes
    spelled = vocabulary.token_bytes
    row = np.zeros(vocabulary.words, np.int32)
    matcher.fill_bitmask(row)
    at = bisect_left(order, rest, key=lambda token: spelled[token] or b"")
    while at < len(order):
        token = int(order[at])
        piece = spelled[token] or b""
        if not piece.startswith(rest):
            return False
        if len(piece) > len(rest) and row[token >> 5] >> (token & 31) & 1:
            return True
        at += 1
    return False
