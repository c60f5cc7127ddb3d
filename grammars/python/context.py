"""Where a part of a Python program stands, and the tokens that stand there."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from constrain.grammar import Terminal
from constrain.patterns.pattern import literal

from . import terminals as lexemes
from .spacing import Call, Ended, Many, Rule, Then, Token, maybe

# Kinds of code: of a module, of a class, of a function, of a coroutine and of an asynchronous generator.
MODULE, CLASS, FUNCTION, COROUTINE, GENERATOR = "module", "class", "function", "coroutine", "generator"
YIELDING = (FUNCTION, GENERATOR)
AWAITING = (COROUTINE, GENERATOR)


class Context(NamedTuple):
    """Where an expression stands. `quotes`: in which fields of f-strings ("" for none, see `expressions._INNER`)."""

    blanks: str
    code: str
    walrus: bool = True
    quotes: str = ""

    def inside(self) -> Context:
        """Within brackets."""
        return self._replace(blanks="brackets") if self.blanks == "line" else self

    def looped(self) -> Context:
        """Within a comprehension: no `yield`, and no `:=` where it would bind a name of a class."""
        code = {FUNCTION: MODULE, GENERATOR: COROUTINE, CLASS: MODULE}.get(self.code, self.code)
        return self._replace(code=code, walrus=self.walrus and self.code != CLASS)

    def plain(self) -> Context:
        """Where neither `yield`, `await` nor `:=` may stand: an annotation."""
        return self._replace(code=MODULE, walrus=False)


def blanks(x: Context) -> Terminal:
    return lexemes.BLANKS[x.blanks]


@cache
def letters(text: str) -> Terminal:
    return Terminal(literal(text.encode()), f"`{text}`")


@cache
def _sign(text: str, layout: str) -> Token:
    return Token(letters(text), lexemes.BLANKS[layout], brace=text == "{")


@cache
def _word(text: str, layout: str) -> Token:
    return Token(letters(text), lexemes.BLANKS[layout], word_first=True, word_last=True)


def sign(text: str, x: Context) -> Rule:
    return _sign(text, x.blanks)


def word(text: str, x: Context) -> Rule:
    return _word(text, x.blanks)


def name(x: Context, terminal: Terminal = lexemes.NAME) -> Rule:
    return Token(terminal, blanks(x), word_first=True, word_last=True)


def star(x: Context) -> Rule:
    return Then((sign("*", x), Ended(Call(("sum", x)))))


def listed(part: Rule, x: Context) -> Rule:
    """One or more with commas between them, and perhaps one at the end."""
    comma, one = sign(",", x), Ended(part)
    return Then((one, Many(Then((comma, one))), maybe(comma)))
