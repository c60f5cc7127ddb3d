"""A slow stand-in for `Constraint` and `Matcher`, on partial matches of the third-party `regex` module.

It shares no code with the engine, so the processor can be tested apart from it, and it counts what it is asked to do.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import regex

from constrain.errors import RejectedToken


class FakeVocabulary:
    """Bytes by token id; None is not text."""

    def __init__(self, tokens: list[bytes | None], end_ids: list[int], size: int | None = None) -> None:
        self.tokens, self.end_ids = tokens + [None] * ((size or len(tokens)) - len(tokens)), end_ids
        self.size = len(self.tokens)


class FakeConstraint:
    """All texts that `pattern` matches fully; `work` counts the calls its matchers received."""

    def __init__(self, pattern: bytes, vocabulary: FakeVocabulary) -> None:
        self.pattern, self.vocabulary = regex.compile(pattern, regex.DOTALL), vocabulary
        self.work: Counter[str] = Counter()
        self.allowed: dict[bytes, list[int]] = {}

    def matcher(self) -> FakeMatcher:
        return FakeMatcher(self, b"", False)

    def accepts(self, text: bytes) -> bool:
        return self.pattern.fullmatch(text) is not None

    def viable(self, text: bytes) -> bool:
        return self.pattern.fullmatch(text, partial=True) is not None

    def allowed_after(self, text: bytes) -> list[int]:
        if text not in self.allowed:
            ids = [i for i, t in enumerate(self.vocabulary.tokens) if t and self.viable(text + t)]
            self.allowed[text] = sorted(ids + (self.vocabulary.end_ids if self.accepts(text) else []))
        return self.allowed[text]


class FakeMatcher:
    def __init__(self, constraint: FakeConstraint, text: bytes, is_finished: bool) -> None:
        self.constraint, self.text, self.is_finished = constraint, text, is_finished

    @property
    def is_accepting(self) -> bool:
        return self.constraint.accepts(self.text)

    def fork(self) -> FakeMatcher:
        self.constraint.work["fork"] += 1
        return FakeMatcher(self.constraint, self.text, self.is_finished)

    def advance(self, token: int) -> None:
        self.constraint.work["advance"] += 1
        assert not self.is_finished
        if token not in self.constraint.allowed_after(self.text):
            raise RejectedToken(f"token {token} after {self.text!r}", token=token)
        if token in self.constraint.vocabulary.end_ids:
            self.is_finished = True
        else:
            self.text += self.constraint.vocabulary.tokens[token] or b""

    def fill_bitmask(self, row: np.ndarray) -> None:
        assert row.dtype == np.int32
        assert row.shape == ((self.constraint.vocabulary.size + 31) // 32,)
        bits = np.zeros(32 * len(row), np.uint8)
        bits[self.constraint.allowed_after(self.text)] = 1
        row[:] = np.packbits(bits, bitorder="little").view(np.int32)
