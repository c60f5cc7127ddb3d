"""Subtrees of a Lark text while it is being written, each as soon as nothing can change it.

The core reads the product of rules and lexer and keeps no trees, so the text is read a second time, incrementally, by
lark itself: its lexers, its parsers' tables and sets, its tree builder. What is ours is when something is certain.

- `growth.py`: a token counts when no terminal that could match here could still grow over what comes. The terminals'
  patterns are read by the engine, byte by byte; one whose pattern looks ahead keeps its reader waiting for the end.
- `tokens.py`: the tokens of lark's lexers, with those that an Indenter adds.
- `lalr.py`: a rule is reduced without waiting for the next token where the table has no choice in that state.
- `earley.py`: the subtrees of lark's Earley parsers; `chart.py` makes their sets and parse forest a column at a time,
  `dynamic.py` without a lexer, and `certain.py` finds what all ways through the sets have in common.

>>> reader = lark('start: pair+\\npair: WORD "=" WORD ";"\\n%import common.WORD').events()
>>> reader.feed(b"a=b;c=")
[Event(path=('pair',), kind='value', value='a=b;')]
"""

from __future__ import annotations

import lark

from constrain.events import EventReader

from .earley import EarleyEvents
from .lalr import LarkEvents
from .reading import Reading as Reading

# Since 1.3 all items of a column share its nodes, which `chart.py` counts on.
_MAKES_FORESTS = tuple(map(int, lark.__version__.split(".")[:2])) >= (1, 3)


def events_of(reading: Reading) -> EventReader | None:
    """A reader of one text; None for Earley with lark before 1.3, whose forests have other nodes."""
    if reading.parser.options.parser == "lalr":
        return LarkEvents(reading)
    return EarleyEvents(reading) if _MAKES_FORESTS else None
