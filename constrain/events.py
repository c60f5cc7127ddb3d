"""What can be told of a text while it is being written: parts of its value as they open, grow and complete.

A grammar that knows how gives an `EventReader` (`Grammar.events`). It is fed the bytes of a text of the grammar as they
come, cut anywhere, and answers with events; `partial` is the value as far as the text so far says it, and nothing more.
"""

from __future__ import annotations

import codecs
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

Path = tuple[str | int, ...]


class Event(NamedTuple):
    """Something that the text so far has made certain.

    `path` leads to a part of the value: keys and numbers of items. For a tree it is the name of the rule alone, because
    a subtree is told before the trees that it will be in.
    `kind` is "open" where a container or a string begins (`value` is an empty one), "part" for more of a string's text,
    "value" where the part is complete; then `value` is all of it.
    """

    path: Path
    kind: Literal["open", "part", "value"]
    value: Any


class EventReader(ABC):
    """Reads one text. Belongs to one thread."""

    @abstractmethod
    def feed(self, data: bytes) -> list[Event]:
        """What these bytes have made certain. Raises ValueError where they go on to no text of the grammar."""

    @abstractmethod
    def finish(self) -> list[Event]:
        """The same for the end of the text, which is complete. Raises what reading the value raises."""

    @property
    @abstractmethod
    def partial(self) -> Any:
        """The value so far, as an object of its own; None while nothing is known."""

    @property
    def path(self) -> Path | None:
        """The part of the value that is being read, or was last; None where texts have no such parts."""
        return None


class TextEvents(EventReader):
    """What any grammar can tell: the text as it grows, and then the value, which `read` makes of it.

    `partial` is the text so far, and in the end the value.
    """

    def __init__(self, read: Callable[[str], Any]) -> None:
        self.read = read
        self._text, self._value = "", None
        self._begun = self._ended = False
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def feed(self, data: bytes) -> list[Event]:
        events = list[Event]() if self._begun else [Event((), "open", "")]
        self._begun = True
        new = self._decoder.decode(data)
        self._text += new
        return [*events, Event((), "part", new)] if new else events

    def finish(self) -> list[Event]:
        events = self.feed(b"")
        self._value, self._ended = self.read(self._text), True
        return [*events, Event((), "value", self._value)]

    @property
    def partial(self) -> Any:
        return self._value if self._ended else self._text
