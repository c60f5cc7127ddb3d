"""What all readers of a grammar share: lark's parser, and its terminals by bytes."""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from typing import Any

import lark
from lark.common import LexerConf
from lark.indenter import Indenter
from lark.lexer import BasicLexer, ContextualLexer, TerminalDef
from lark.parser_frontends import PostLexConnector

from constrain.constraint import Constraint
from constrain.errors import ConstrainError
from constrain.events import Event

from ...bytewise import by_bytes
from ...regex import regex
from ..parsing.indenter import Layout

_LOOKS_AHEAD = ("(?=", "(?!", "\\b", "\\B", "$", "\\Z")


class Reading:
    """Lark's own parser of a grammar, for trees without ambiguity (`ambiguity="resolve"`), with positions."""

    def __init__(self, grammar: str, *, layout: Layout | None, **options: Any) -> None:
        postlex = None if layout is None else _indenter(layout)
        self.layout = layout
        # lark would first search for texts that two terminals share, only to warn; that can take ten seconds
        plugins = {"BasicLexer": _UncheckedLexer, "ContextualLexer": _UncheckedLexers}
        self.parser = lark.Lark(grammar, propagate_positions=True, postlex=postlex, _plugins=plugins, **options)
        self.flags = options.get("g_regex_flags", 0)
        self._patterns: dict[str, Constraint | None] = {}

    @property
    def lexer(self) -> Any:
        """Lark's lexer, without what a layout adds to its tokens."""
        lexer: Any = self.parser.parser.lexer
        return lexer.lexer if isinstance(lexer, PostLexConnector) else lexer

    def pattern(self, terminal: TerminalDef) -> Constraint | None:
        """The texts of a terminal, by bytes; None where what comes after them counts as well, or nobody can say."""
        if terminal.name not in self._patterns:
            expression, found = terminal.pattern.to_regexp(), None
            if terminal.pattern.type == "str" or not any(mark in expression for mark in _LOOKS_AHEAD):
                try:
                    found = by_bytes(regex(expression, self.flags))
                except ConstrainError:  # a construct that the engine does not have: then only the end decides
                    found = None
            self._patterns[terminal.name] = found
        return self._patterns[terminal.name]


class _UncheckedLexer(BasicLexer):
    """Lark's lexer, without a search for texts that two of its terminals share."""

    def __init__(self, conf: LexerConf, comparator: Any = None) -> None:
        super().__init__(_unchecked(conf), comparator)


class _UncheckedLexers(ContextualLexer):
    """The same of the lexers of all LALR states."""

    def __init__(
        self, conf: LexerConf, states: dict[int, Collection[str]], always_accept: Collection[str] = ()
    ) -> None:
        super().__init__(_unchecked(conf), states, always_accept)


def _unchecked(conf: LexerConf) -> LexerConf:
    conf = copy(conf)
    conf.skip_validation = True
    return conf


def span(tree: Any) -> tuple[int, int]:
    """The characters of a tree; (0, 0) for one without tokens."""
    return (0, 0) if tree.meta.empty else (tree.meta.start_pos, tree.meta.end_pos)


def event_of(tree: Any, text: str) -> Event:
    """What is told of a subtree."""
    start, end = span(tree)
    return Event((str(tree.data),), "value", text[start:end])


def _indenter(layout: Layout) -> Indenter:
    """The Indenter that a layout was read from, without what it may have had beside its attributes."""
    attributes = {
        "NL_type": layout.newline,
        "OPEN_PAREN_types": sorted(layout.opening),
        "CLOSE_PAREN_types": sorted(layout.closing),
        "INDENT_type": layout.indent,
        "DEDENT_type": layout.dedent,
        "tab_len": layout.tab,
    }
    made: Indenter = type("_Indenter", (Indenter,), attributes)()
    return made
