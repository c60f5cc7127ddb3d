"""The texts of a language up to a length, by definition: every byte that the oracle allows is tried."""

from __future__ import annotations

from .constraint import Oracle


class TooMany(Exception):
    """More prefixes than a test has patience for."""


def listed(oracle: Oracle, longest: int, most: int = 3000) -> list[bytes]:
    """All texts of at most so many bytes, shorter ones first, those of one length in the order of their bytes."""
    found: list[bytes] = []
    layer = [b""] if oracle.viable(b"") else []
    seen = 0
    for length in range(longest + 1):
        found += [text for text in layer if oracle.contains(text)]
        if length < longest:
            layer = [text + bytes((byte,)) for text in layer for byte in sorted(oracle.following(text))]
        seen += len(layer)
        if seen > most:
            raise TooMany
    return found


def is_finite(oracle: Oracle, longest: int) -> bool:
    """Whether no text is longer than this."""
    layer = [b""]
    for _ in range(longest + 1):
        layer = [text + bytes((byte,)) for text in layer for byte in oracle.following(text)]
        if len(layer) > 3000:
            raise TooMany
    return not layer


def readable(oracle: Oracle, text: bytes) -> int:
    """How many bytes of a text can be read one by one."""
    return max(length for length in range(len(text) + 1) if oracle.viable(text[:length]))
