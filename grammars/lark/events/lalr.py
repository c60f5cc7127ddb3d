"""Completed subtrees of LALR texts: lark's own table, which reduces without the next token where it has no choice."""

from __future__ import annotations

import codecs
from typing import Any

from lark.lexer import BasicLexer, ContextualLexer, Token
from lark.parsers.lalr_analysis import Shift
from lark.tree import Tree

from constrain.events import Event, EventReader

from .certain import may_pass_on, passed_on
from .reading import Reading, event_of
from .tokens import Tokens

_END = "$END"


class LarkEvents(EventReader):
    """Completed subtrees: `path` is the rule's name (or its alias), `value` the text of the subtree.

    Subtrees come before the trees that they are in. Rules that lark inlines (`_rule`, and `?rule` of one child) have no
    subtrees. `partial` is the list of the trees and tokens that wait for their parents; in the end it is the tree.
    """

    def __init__(self, reading: Reading) -> None:
        state = reading.parser.parse_interactive("").parser_state
        how = state.parse_conf
        self._table, self._callbacks, self._end_state = how.states, how.callbacks, how.end_state
        self._lexer = reading.lexer
        self._states, self._values = list(state.state_stack), list[Any]()
        self._tokens = Tokens(reading)
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._events: list[Event] = []
        self._passes = may_pass_on(reading.parser.rules)
        self._held: dict[int, Any] = {}  # trees of no tokens, which wait for their holders
        self._tree: Any = None
        self._await_token()
        self._reduce()

    def feed(self, data: bytes) -> list[Event]:
        self._tokens.feed(self._decoder.decode(data))
        self._take()
        return self._told()

    def finish(self) -> list[Event]:
        self._decoder.decode(b"", final=True)
        self._take(whole=True)
        for token in self._tokens.close():
            self._shift(token)
        while self._states[-1] != self._end_state:
            self._act(Token(_END, ""))
        self._tree = self._values[-1]
        for tree in self._held.values():
            self._tell(tree)
        return self._told()

    @property
    def partial(self) -> Any:
        return _visible(self._values) if self._tree is None else self._tree

    def _told(self) -> list[Event]:
        told, self._events = self._events, []
        return told

    # ---- tokens ----

    def _await_token(self) -> None:
        """Has the next token read by the lexer of the state that has been reached."""
        lexer = self._lexer
        if isinstance(lexer, ContextualLexer):
            lexer = lexer.lexers[self._states[-1]]
        assert isinstance(lexer, BasicLexer)
        self._tokens.begin(lexer)

    def _take(self, *, whole: bool = False) -> None:
        """Takes the tokens that nothing can change any more."""
        while tokens := self._tokens.take(whole=whole):
            for token in tokens:
                self._shift(token)
            self._await_token()
            self._reduce()

    def _shift(self, token: Token) -> None:
        while not self._act(token):
            pass

    # ---- rules ----

    def _act(self, token: Token) -> bool:
        """One move of the LALR automaton; whether it has taken the token."""
        try:
            action, argument = self._table[self._states[-1]][token.type]
        except KeyError:
            raise ValueError(f"lark's parser does not expect {token.type} before character {self._tokens.at}") from None
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
        passes_on = rule.options.expand1 and not rule.alias and passed_on(value, parts)
        self._states.append(self._table[self._states[-1]][rule.origin.name][1])
        self._values.append(value)
        if isinstance(value, Tree) and not str(value.data).startswith("_") and not passes_on:
            for child in value.children:
                if self._held.pop(id(child), None) is not None:
                    self._tell(child)
            if value.meta.empty and self._passes:
                self._held[id(value)] = value
            else:
                self._tell(value)

    def _tell(self, tree: Any) -> None:
        self._events.append(event_of(tree, self._tokens.text))


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
