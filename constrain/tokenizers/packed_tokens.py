"""The tokens of a vocabulary as one text and their lengths, which is how they are saved and handed to the core.

A Python object for each of 200,000 tokens takes some 30 ms to make, and most programs never look at one. So a saved
vocabulary stays packed, and single tokens are cut out of it when they are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, overload

import numpy as np

from ..support.once import once

NO_TEXT = 0xFFFFFFFF


class PackedTokens(Sequence["bytes | None"]):
    """`lengths`: `(tokens,)` uint32, `NO_TEXT` for a token that is no text; `text`: the others, one after another.

    >>> packed = PackedTokens.of([b"a", None, b"bc"]); packed.text, packed[2], packed.unpacked()
    (b'abc', b'bc', (b'a', None, b'bc'))
    """

    def __init__(self, text: bytes, lengths: np.ndarray[Any, np.dtype[np.uint32]]) -> None:
        self.text, self.lengths = text, lengths

    @classmethod
    def of(cls, tokens: Sequence[bytes | None]) -> PackedTokens:
        lengths = np.array([len(data) if data else NO_TEXT for data in tokens], np.uint32)
        return cls(b"".join(filter(None, tokens)), lengths)

    @classmethod
    def of_sizes(cls, text: bytes, sizes: np.ndarray[Any, np.dtype[np.uint32]]) -> PackedTokens:
        """From bytes by token, 0 for one that is no text."""
        return cls(text, np.where(sizes == 0, np.uint32(NO_TEXT), sizes))

    def resized(self, count: int) -> PackedTokens:
        """The first so many tokens, and others that are no text after them where there are not so many."""
        kept = self.lengths[:count]
        padding = np.full(count - len(kept), NO_TEXT, np.uint32)
        return PackedTokens(self.text[: int(self.starts[len(kept)])], np.concatenate([kept, padding]))

    def replaced(self, others: Mapping[int, bytes | None]) -> PackedTokens:
        """With other bytes for some tokens; costs time in proportion to these, and a copy."""
        lengths, parts, at = self.lengths.copy(), [], 0
        for number, data in sorted(others.items()):
            parts += [self.text[at : self.starts[number]], data or b""]
            at = int(self.starts[number + 1])
            lengths[number] = NO_TEXT if data is None else len(data)
        return PackedTokens(b"".join([*parts, self.text[at:]]), lengths)

    @once
    def longest(self) -> int:
        """Bytes of the longest token; 0 where none is text."""
        return int(self.lengths[self.lengths != NO_TEXT].max(initial=0))

    @once
    def sizes(self) -> np.ndarray[Any, np.dtype[np.uint32]]:
        """Bytes by token, 0 for one that is no text: `(tokens,)` uint32."""
        return np.where(self.lengths == NO_TEXT, np.uint32(0), self.lengths)

    @once
    def starts(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Where each token begins in the text, and where the last one ends: `(tokens + 1,)` int64."""
        return np.concatenate([np.zeros(1, np.int64), np.cumsum(self.sizes, dtype=np.int64)])

    def unpacked(self) -> tuple[bytes | None, ...]:
        """All of them as objects."""
        text, no_text = self.text, (self.lengths == NO_TEXT).tolist()
        cuts = pairwise(self.starts.tolist())
        return tuple([None if none else text[a:b] for (a, b), none in zip(cuts, no_text, strict=True)])

    def at(self, number: int) -> bytes:
        """The bytes of one token, none for one that is no text; number counts from 0."""
        return self.text[self.starts.item(number) : self.starts.item(number + 1)]

    def __len__(self) -> int:
        return len(self.lengths)

    @overload
    def __getitem__(self, index: int) -> bytes | None: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[bytes | None]: ...
    def __getitem__(self, index: int | slice) -> bytes | Sequence[bytes | None] | None:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if self.lengths[index] == NO_TEXT:
            return None
        return self.at(index % len(self))
