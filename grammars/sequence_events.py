"""Events of a sequence while it is being written: each part's own, under the part's number in the value.

The text alone says where a part ends, and at times only later. So all ways to divide the text so far are kept: a way
says where each part has begun, and where in its last part it stands. What all ways have in common is certain, and that
is told; what is left at the end is divided as reading the value divides it.

>>> reader = sequence(free_text(until="</think>"), json_schema({"type": "integer"})).events()
>>> reader.feed(b"So</think>4")
[Event(path=(0,), kind='open', value=''), Event(path=(0,), kind='part', value='So</think>'), ...]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from constrain.events import Event, EventReader, Path, TextEvents
from constrain.grammar import Grammar
from constrain.matcher import Matcher

_MOST_WAYS = 64  # kept; where there are more, the rest is told at the end


class _Way(NamedTuple):
    """One way to divide the text: where its parts begin, and where it stands in the last of them."""

    starts: tuple[int, ...]
    matcher: Matcher


class SequenceEvents(EventReader):
    """Events of the parts that have a value, with their number in it before each path; `partial` is a tuple.

    `matcher_of` gives a matcher of a part by its bytes; `divide` cuts a whole text into the parts' texts.
    """

    def __init__(
        self,
        parts: tuple[Grammar, ...],
        wanted: tuple[bool, ...],
        matcher_of: Callable[[Grammar], Matcher],
        divide: Callable[[str], list[str]],
    ) -> None:
        self._parts, self._matcher_of, self._divide = parts, matcher_of, divide
        self._numbers = [sum(wanted[:i]) if wanted[i] else None for i in range(len(parts))]
        self._readers: dict[int, EventReader] = {}
        self._text = bytearray()
        self._told = 0  # parts that are over
        self._fed = 0  # bytes that the readers have
        self._ways = self._closed([_Way((0,), self._at(0))] if parts else [])

    def feed(self, data: bytes) -> list[Event]:
        for byte in data:
            self._text.append(byte)
            if self._ways is not None:
                ways = [way for way in self._ways if way.matcher.allows(byte)]
                if not ways:
                    raise ValueError(f"byte {len(self._text) - 1} of the text, {byte:#x}, fits no part of the sequence")
                for way in ways:
                    way.matcher.advance(byte)
                self._ways = self._closed(ways)
        if not self._ways:
            return []
        starts: list[int] = []
        for each in zip(*(way.starts for way in self._ways), strict=False):
            if len(set(each)) > 1:
                break
            starts.append(each[0])
        following = (way.starts[len(starts)] for way in self._ways if len(way.starts) > len(starts))
        return self._tell(starts, min(following, default=len(self._text)))

    def finish(self) -> list[Event]:
        starts = [0]
        for piece in self._divide(self._text.decode()):
            starts.append(starts[-1] + len(piece.encode()))
        return self._tell(starts[:-1], starts[-1], whole=True)

    @property
    def partial(self) -> tuple[Any, ...]:
        return tuple(self._readers[i].partial for i in sorted(self._readers) if self._numbers[i] is not None)

    @property
    def path(self) -> Path | None:
        if not self._readers:
            return ()
        part = max(self._readers)
        number = self._numbers[part]
        return () if number is None else (number, *(self._readers[part].path or ()))

    def _at(self, part: int) -> Matcher:
        return self._matcher_of(self._parts[part])

    def _closed(self, ways: list[_Way]) -> list[_Way] | None:
        """With those that go on in the next part, where a part may end here; None: too many to keep."""
        for way in ways:  # which grows meanwhile
            if way.matcher.is_accepting and len(way.starts) < len(self._parts):
                if len(ways) == _MOST_WAYS:
                    return None
                ways.append(_Way((*way.starts, len(self._text)), self._at(len(way.starts))))
        return ways

    def _tell(self, starts: list[int], end: int, *, whole: bool = False) -> list[Event]:
        """Gives the readers of the parts what is theirs: all up to `end`, where the last of these parts goes on.

        `whole`: it ends there.
        """
        events: list[Event] = []
        bounds = [*starts, end]
        for part in range(self._told, len(starts)):
            over = whole or part + 1 < len(starts)
            events += self._feed(part, max(bounds[part], self._fed), bounds[part + 1], over=over)
            self._fed = max(self._fed, bounds[part + 1])
            self._told += over
        return events

    def _feed(self, part: int, start: int, end: int, *, over: bool) -> list[Event]:
        number = self._numbers[part]
        if number is None:
            return []
        reader = self._readers.get(part)
        if reader is None:
            reader = self._readers[part] = self._parts[part].events() or TextEvents(self._parts[part].read)
        events = reader.feed(bytes(self._text[start:end])) if end > start else []
        if over:
            events += reader.finish()
        return [Event((number, *event.path), event.kind, event.value) for event in events]
