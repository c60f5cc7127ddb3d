"""Subtrees of a Lark text while it is being written, each as soon as nothing can change it.

The core reads the product of rules and lexer and keeps no trees, so the text is read a second time, incrementally, by
lark itself: its lexers, its LALR table, its tree builder. Two things are ours. A token counts when no terminal that the
lexer has in this state could still grow over what comes (the terminals' patterns are read by the engine, byte by byte);
one whose pattern looks ahead keeps its lexer waiting until the end. And a rule is reduced without waiting for the next
token where the table has no choice in that state.

>>> reader = lark('start: pair+\\npair: WORD "=" WORD ";"\\n%import common.WORD').events()
>>> reader.feed(b"a=b;c=")
[Event(path=('pair',), kind='value', value='a=b;')]
"""

from __future__ import annotations

import codecs
from typing import Any

import lark
from lark.lexer import BasicLexer, ContextualLexer, TerminalDef, Token
from lark.parsers.lalr_analysis import Shift
from lark.tree import Tree
from lark.utils import TextSlice

from constrain.bitmask import allocate_bitmask, allowed_tokens
from constrain.constraint import Constraint
from constrain.events import Event, EventReader
from constrain.matcher import Matcher

from ..bytewise import by_bytes, byte_vocabulary
from ..regex import regex

_LOOKS_AHEAD = ("(?=", "(?!", "\\b", "\\B", "$", "\\Z")
_END = "$END"


class Reading:
    """What all readers of a grammar share: lark's parser, and its terminals by bytes."""

    def __init__(self, grammar: str, **options: Any) -> None:
        self.parser = lark.Lark(grammar, parser="lalr", propagate_positions=True, **options)
        self.flags = options.get("g_regex_flags", 0)
        self._patterns: dict[str, Constraint | None] = {}

    def pattern(self, terminal: TerminalDef) -> Constraint | None:
        """The texts of a terminal, by bytes; None where what comes after them counts as well, or nobody can say."""
        if terminal.name not in self._patterns:
            expression, found = terminal.pattern.to_regexp(), None
            if terminal.pattern.type == "str" or not any(mark in expression for mark in _LOOKS_AHEAD):
                try:
                    found = by_bytes(regex(expression, self.flags))
                except Exception:  # a construct that the engine does not have: then only the end decides
                    found = None
            self._patterns[terminal.name] = found
        return self._patterns[terminal.name]


class LarkEvents(EventReader):
    """Completed subtrees: `path` is the rule's name (or its alias), `value` the text of the subtree.

    Subtrees come before the trees that they are in. Rules that lark inlines (`_rule`, and `?rule` of one child) have no
    subtrees. `partial` is the list of the trees and tokens that wait for their parents; in the end it is the tree.
    """

    def __init__(self, reading: Reading) -> None:
        state = reading.parser.parse_interactive("").parser_state
        how = state.parse_conf
        self._table, self._callbacks, self._end_state = how.states, how.callbacks, how.end_state
        self._reading = reading
        self._lexer: Any = reading.parser.parser.lexer
        self._room = allocate_bitmask(1, byte_vocabulary())
        self._states, self._values = list(state.state_stack), list[Any]()
        self._text = ""
        self._at = 0  # where the token begins that is being read
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._events: list[Event] = []
        self._tree: Any = None
        self._await_token()
        self._reduce()

    def feed(self, data: bytes) -> list[Event]:
        text = self._decoder.decode(data)
        self._text += text
        self._grow(text)
        while self._at < len(self._text) and not self._may_grow():
            self._take_token()
        return self._told()

    def finish(self) -> list[Event]:
        self._decoder.decode(b"", final=True)
        while self._at < len(self._text):
            self._take_token()
        while self._states[-1] != self._end_state:
            self._act(Token(_END, ""))
        self._tree = self._values[-1]
        return self._told()

    @property
    def partial(self) -> Any:
        return _visible(self._values) if self._tree is None else self._tree

    def _told(self) -> list[Event]:
        told, self._events = self._events, []
        return told

    # ---- tokens ----

    def _await_token(self) -> None:
        """Begins to read the token at the place that has been reached."""
        lexer = self._lexer
        if isinstance(lexer, ContextualLexer):
            lexer = lexer.lexers[self._states[-1]]
        assert isinstance(lexer, BasicLexer)
        self._tokens: Any = lexer
        patterns = [self._reading.pattern(terminal) for terminal in lexer.terminals]
        self._waits = None in patterns  # for the end of the text
        self._growing: list[Matcher] = [each.matcher() for each in patterns if each is not None]
        self._grow(self._text[self._at :])

    def _grow(self, text: str) -> None:
        for byte in text.encode("utf-8", "surrogatepass"):
            self._growing = [matcher for matcher in self._growing if matcher.allows(byte)]
            for matcher in self._growing:
                matcher.advance(byte)

    def _may_grow(self) -> bool:
        """Whether some terminal could take more than there is."""
        return self._waits or not all(map(self._is_over, self._growing))

    def _is_over(self, matcher: Matcher) -> bool:
        """Whether the text of a terminal cannot go on."""
        if not matcher.is_accepting:
            return False
        matcher.fill_bitmask(self._room[0])
        return allowed_tokens(self._room[0]) == list(byte_vocabulary().end_ids)

    def _take_token(self) -> None:
        """The token that lark's lexer finds here, which nothing can change any more."""
        found = self._tokens.match(TextSlice.cast_from(self._text), self._at)
        if found is None:
            raise ValueError(f"lark's lexer finds no token at character {self._at} of the text")
        value, kind = found
        token = Token(kind, value, self._at, end_pos=self._at + len(value))
        token.line = token.column = token.end_line = token.end_column = 1  # positions are wanted, lines are not
        ignored = kind in self._tokens.ignore_types
        self._at += len(value)
        if kind in self._tokens.callback:
            token = self._tokens.callback[kind](token)
        if ignored:
            self._await_token()
            return
        while not self._act(token):
            pass
        self._await_token()
        self._reduce()

    # ---- rules ----

    def _act(self, token: Token) -> bool:
        """One move of the LALR automaton; whether it has taken the token."""
        try:
            action, argument = self._table[self._states[-1]][token.type]
        except KeyError:
            raise ValueError(f"lark's parser does not expect {token.type} before character {self._at}") from None
        if action is Shift:
            self._states.append(argument)
            self._values.append(token if token.type not in self._callbacks else self._callbacks[token.type](token))
            return True
        self._complete(argument)
        return False

    def _reduce(self) -> None:
        """Completes rules as long as the table leaves no choice."""
        while self._states[-1] != self._end_state:
            moves = list(self._table[self._states[-1]].values())
            if not moves or moves[0][0] is Shift or any(move[1] is not moves[0][1] for move in moves):
                return
            self._complete(moves[0][1])

    def _complete(self, rule: Any) -> None:
        size = len(rule.expansion)
        parts = self._values[len(self._values) - size :]
        del self._values[len(self._values) - size :], self._states[len(self._states) - size :]
        value = self._callbacks[rule](parts)
        self._states.append(self._table[self._states[-1]][rule.origin.name][1])
        self._values.append(value)
        if isinstance(value, Tree) and not str(value.data).startswith("_") and all(value is not part for part in parts):
            meta = value.meta
            text = "" if meta.empty else self._text[meta.start_pos : meta.end_pos]
            self._events.append(Event((str(value.data),), "value", text))


def _visible(parts: list[Any]) -> list[Any]:
    """The trees and tokens, those of rules that lark inlines in their places."""
    found = []
    waiting = parts[::-1]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Tree) and str(part.data).startswith("_"):
            waiting.extend(reversed(part.children))
        elif part is not None:
            found.append(part)
    return found
