"""Where the rules and terminals of a text stand, as lark's own tree has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import lark

from constrain.spans import Span, numbered

from .reading import Reading, span


def tree_spans(reading: Reading, text: str, texts: Callable[[str], Iterable[bytes]]) -> list[Span]:
    """The spans of a whole text; `texts` gives those that a rule has anywhere.

    Raises ValueError where lark cannot read the text.
    """
    try:
        tree = reading.parser.parse(text)
    except lark.exceptions.LarkError as error:
        raise ValueError(f"lark: {error}") from None
    found = []
    for name, start, end, is_rule in _named(tree):
        at = len(text[:start].encode())
        known = partial(texts, name) if is_rule else partial(_terminal, reading, name)
        found.append(Span(name, at, at + len(text[start:end].encode()), texts=known))
    return numbered(found)


def _named(tree: Any) -> Iterator[tuple[str, int, int, bool]]:
    """Name, characters and kind of each part; without names that lark made."""
    waiting: list[Any] = [tree]
    while waiting:
        each = waiting.pop()
        if isinstance(each, lark.Tree):
            yield str(each.data), *span(each), True
            waiting += reversed([child for child in each.children if isinstance(child, (lark.Tree, lark.Token))])
        elif each.start_pos is not None and each.end_pos is not None and not each.type.startswith("__"):
            yield each.type, each.start_pos, each.end_pos, False


def _terminal(reading: Reading, name: str) -> Iterator[bytes]:
    terminal = next((each for each in reading.parser.terminals if each.name == name), None)
    pattern = None if terminal is None else reading.pattern(terminal)
    if pattern is not None:
        yield from (text.encode() for text in pattern.texts())
