"""The groups of a pattern in a text that matches it, and what each of them could have been."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from re import _constants as codes  # type: ignore[attr-defined]

from constrain.grammar import Grammar, Terminal
from constrain.spans import Span, to_the_end

from ..bytewise import by_bytes
from .parse import parse
from .translate import translate
from .tree import Items, Parsed, children, combine_flags, items_of


def group_spans(pattern: str, flags: int, text: str) -> list[Span]:
    """The groups that took part, by name or number; the whole, named "", where there are none.

    Raises ValueError where the text does not match.
    """
    match = re.fullmatch(pattern, text, flags)
    if match is None:
        raise ValueError("the text does not match the pattern")
    names = {number: name for name, number in match.re.groupindex.items()}
    spans = []
    for number in range(match.re.groups + 1):
        start, end = match.span(number)
        if start < 0 or (number == 0 and match.re.groups):
            continue
        at = len(text[:start].encode())
        name = names.get(number, str(number)) if number else ""
        span = Span(name, at, at + len(text[start:end].encode()), stop=to_the_end)
        spans.append(span._replace(stop=None, texts=_Texts(pattern, flags, number)) if number else span)
    return spans


class _Texts:
    """The texts that a group may have anywhere, made when they are asked for. Raises what `regex` raises."""

    def __init__(self, pattern: str, flags: int, number: int) -> None:
        self.pattern, self.flags, self.number = pattern, flags, number

    def __call__(self) -> Iterable[bytes]:
        parsed = parse(self.pattern, self.flags)
        if parsed.referenced:
            return  # a group may mean something that only the whole pattern tells
        for items, flags in _groups(parsed, self.number):
            pattern = translate(replace(parsed, items=items, flags=flags))
            texts = by_bytes(Grammar("group", {"group": Terminal(pattern, "group")})).texts()
            yield from (text.encode() for text in texts)


def _groups(parsed: Parsed, number: int) -> Iterator[tuple[Items, int]]:
    """The body of a group, with the flags that hold there."""
    waiting = [(parsed.items, parsed.flags)]
    while waiting:
        items, flags = waiting.pop()
        for op, value in items:
            inner = flags
            if op is codes.SUBPATTERN:
                inner = combine_flags(flags, value[1], value[2])
                if value[0] == number:
                    yield items_of(value[3]), inner
                    return
            waiting += [(each, inner) for each in children(op, value)]
