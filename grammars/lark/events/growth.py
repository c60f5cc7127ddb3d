"""How far terminals may reach from a place of a text that goes on: their patterns, stepped by bytes."""

from __future__ import annotations

from constrain.bitmask import allocate_bitmask, allowed_tokens
from constrain.constraint import Constraint
from constrain.matcher import Matcher

from ...bytewise import byte_vocabulary


def encoded(text: str) -> bytes:
    """As the engine reads it."""
    return text.encode("utf-8", "surrogatepass")


class Growth:
    """Patterns that are read from one place on; None among them: what only the end of the text can tell."""

    def __init__(self, patterns: list[Constraint | None]) -> None:
        self._waits = None in patterns
        self._alive: list[Matcher] = [pattern.matcher() for pattern in patterns if pattern is not None]

    def feed(self, text: str) -> None:
        for byte in encoded(text):
            if not self._alive:
                return
            self._alive = [matcher for matcher in self._alive if matcher.allows(byte)]
            for matcher in self._alive:
                matcher.advance(byte)

    @property
    def may_go_on(self) -> bool:
        """Whether some pattern could take more than there is."""
        return self._waits or not all(map(is_over, self._alive))


def is_over(matcher: Matcher) -> bool:
    """Whether a text of a pattern is whole and cannot go on."""
    if not matcher.is_accepting:
        return False
    room = allocate_bitmask(1, byte_vocabulary())
    matcher.fill_bitmask(room[0])
    return allowed_tokens(room[0]) == list(byte_vocabulary().end_ids)
