"""The tokens of lark's lexers, each as soon as nothing can change it, with those that an Indenter adds."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import lark.utils
from lark.lexer import BasicLexer, Token

from .growth import Growth
from .reading import Reading

# Before 1.3 lark's lexers read the text itself.
_sliced: Callable[[str], Any] = getattr(lark.utils, "TextSlice", SimpleNamespace(cast_from=str)).cast_from


class Tokens:
    """Reads a text that grows. The parser says by `begin` with which lexer, whenever it has taken what `take` gave."""

    def __init__(self, reading: Reading) -> None:
        self._reading, self._layout = reading, reading.layout
        self.text = ""
        self.at = 0  # where the token begins that is being read
        self._levels, self._brackets = [0], 0  # as lark's Indenter has them
        self._last: Token | None = None

    def begin(self, lexer: BasicLexer) -> None:
        """Goes on with this lexer."""
        self._lexer: Any = lexer
        self._await()

    def feed(self, text: str) -> None:
        self.text += text
        self._growth.feed(text)

    def take(self, *, whole: bool = False) -> list[Token]:
        """The next token, and what the layout makes of it; none where that may still change. `whole`: the text ends."""
        while self.at < len(self.text) and (whole or not self._growth.may_go_on):
            token = self._match()
            tokens = [] if token is None else self._laid_out(token)
            if tokens:
                return tokens
            self._await()  # lark looks for the next token with the same lexer
        return []

    def close(self) -> list[Token]:
        """What the layout adds at the end of the text."""
        if self._layout is None:
            return []
        closed = len(self._levels) - 1
        del self._levels[1:]
        return [self._added(self._layout.dedent, "", self._last) for _ in range(closed)]

    def _await(self) -> None:
        """Begins to read a token at the place that has been reached."""
        self._growth = Growth([self._reading.pattern(terminal) for terminal in self._lexer.terminals])
        self._growth.feed(self.text[self.at :])

    def _match(self) -> Token | None:
        """The token that lark's lexer finds here, which nothing can change any more; None: one that is ignored."""
        found = self._lexer.match(_sliced(self.text), self.at)
        if found is None:
            raise ValueError(f"lark's lexer finds no token at character {self.at} of the text")
        value, kind = found
        token = Token(kind, value, self.at, end_pos=self.at + len(value))
        token.line = token.column = token.end_line = token.end_column = 1  # positions are wanted, lines are not
        self.at += len(value)
        if kind in self._lexer.callback:
            token = self._lexer.callback[kind](token)
        return None if kind in self._lexer.ignore_types else token

    def _laid_out(self, token: Token) -> list[Token]:
        """What `lark.indenter.Indenter` makes of a token."""
        layout = self._layout
        if layout is None:
            return [token]
        self._last = token
        self._brackets += (token.type in layout.opening) - (token.type in layout.closing)
        if token.type != layout.newline:
            return [token]
        if self._brackets:
            return []
        blank = token.rpartition("\n")[2]
        level = blank.count(" ") + blank.count("\t") * layout.tab
        tokens = [token]
        if level > self._levels[-1]:
            self._levels.append(level)
            return [token, self._added(layout.indent, blank, token)]
        while level < self._levels[-1]:
            self._levels.pop()
            tokens.append(self._added(layout.dedent, blank, token))
        if level != self._levels[-1]:
            raise ValueError(f"the line before character {self.at} is indented by {level}, as no line around it is")
        return tokens

    def _added(self, kind: str, text: str, place: Token | None) -> Token:
        return Token(kind, text, 0, 0, 0, 0, 0, 0) if place is None else Token.new_borrow_pos(kind, text, place)
