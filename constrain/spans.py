"""The parts of a finished text that have names: fields of JSON, groups of a pattern, rules of a tree.

A grammar that knows its parts tells them (`Grammar.spans`), so that something can be said of each, as how sure a model
was of it. Where a part can be only one of a few texts, it says in one of two ways what to compare it with: by listing
them, or by telling when one is over, so that whoever has a matcher can find those that may stand at this place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """A part of a text: the bytes of its UTF-8 from `start` to `end`.

    `name` is unique in the text; "" is the whole. `texts` lists what such a part may be anywhere, and may be endless;
    `stop` says of bytes that begin with such a part how many of them it has, None while that is open. Both None:
    nothing is known of other parts like it.
    """

    name: str
    start: int
    end: int
    texts: Callable[[], Iterable[bytes]] | None = None
    stop: Callable[[bytes], int | None] | None = None


def to_the_end(data: bytes) -> int | None:
    """The `stop` of a part that only the end of the text ends."""
    return None


def numbered(spans: Iterable[Span]) -> list[Span]:
    """The same with unique names: where one comes more than once, `name[0]`, `name[1]`, … in their order."""
    found = list(spans)
    counts: dict[str, int] = {}
    for span in found:
        counts[span.name] = counts.get(span.name, 0) + 1
    seen: dict[str, int] = {}
    for i, span in enumerate(found):
        if counts[span.name] > 1:
            number = seen[span.name] = seen.get(span.name, -1) + 1
            found[i] = span._replace(name=f"{span.name}[{number}]")
    return found
