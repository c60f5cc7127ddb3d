"""What a constraint must do, said slowly: masks, matchers and forced bytes, token by token from an oracle.

`language_of` gives the oracle for a grammar and a vocabulary. Where the vocabulary lacks single bytes, the language is
that of the grammar with every terminal kept to texts that the vocabulary can spell (`Vocabulary.spellable`): otherwise
some viable prefixes could never be completed.

`ReferenceConstraint` and `ReferenceMatcher` look like the real ones, so that tests and laws can be run on them first,
and on spoiled copies, which shows that the tests would notice.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from constrain import RejectedToken, Vocabulary
from constrain.grammar import Choice, Expression, Grammar, Ordered, Repeat, Sequence, Terminal
from constrain.patterns.pattern import Pattern, intersection

from .grammars import Recogniser
from .patterns import Automaton


class Oracle(Protocol):
    """What a slow reference can say of a language."""

    def viable(self, prefix: bytes) -> bool:
        """Whether some text of the language begins with `prefix`."""

    def contains(self, text: bytes) -> bool:
        """Whether `text` is in the language."""

    def following(self, prefix: bytes) -> frozenset[int]:
        """The bytes that may come next."""


def oracle_of(grammar: Grammar) -> Oracle:
    """The oracle for a grammar; one that is a single terminal needs only its automaton."""
    right = grammar.productions[grammar.start]
    return Automaton(right.pattern) if isinstance(right, Terminal) else Recogniser(grammar)


def language_of(grammar: Grammar, vocabulary: Vocabulary) -> Oracle:
    """The oracle for a grammar under a vocabulary, which may not be able to spell every byte."""
    alphabet = vocabulary.spellable
    return oracle_of(grammar if alphabet is None else within(grammar, alphabet))


def within(grammar: Grammar, alphabet: Pattern) -> Grammar:
    """The grammar with every terminal intersected with `alphabet`."""
    terminals: dict[int, Terminal] = {}

    def changed(node: Expression) -> Expression:
        match node:
            case Terminal():
                if id(node) not in terminals:
                    terminals[id(node)] = Terminal(intersection(node.pattern, alphabet), node.name)
                return terminals[id(node)]
            case Sequence():
                return Sequence(tuple(changed(part) for part in node.parts))
            case Choice():
                return Choice(tuple(changed(part) for part in node.parts))
            case Repeat():
                between = None if node.between is None else changed(node.between)
                return Repeat(changed(node.part), node.minimum, node.maximum, between)
            case Ordered():
                between = changed(node.between)
                assert isinstance(between, Terminal)
                return Ordered(tuple(changed(part) for part in node.parts), node.required, between)
        return node

    return Grammar(grammar.start, {name: changed(right) for name, right in grammar.productions.items()})


def allowed(oracle: Oracle, vocabulary: Vocabulary, text: bytes, finished: bool = False) -> list[int]:
    """The mask, by definition: tokens that keep the text viable, and the ends where it is complete."""
    ends = list(vocabulary.end_ids) if finished or oracle.contains(text) else []
    if finished:
        return ends
    following = oracle.following(text)
    return sorted(
        ends
        + [
            token
            for token, item in enumerate(vocabulary.token_bytes)
            if item is not None and item[0] in following and (len(item) == 1 or oracle.viable(text + item))
        ]
    )


def forced(oracle: Oracle, text: bytes, limit: int = 65536) -> bytes:
    """The longest text with which every continuation begins."""
    found = b""
    while len(found) < limit and not oracle.contains(text + found):
        following = oracle.following(text + found)
        if len(following) != 1:
            break
        found += bytes(following)
    return found


class ReferenceConstraint:
    """A grammar and a vocabulary; everything else is asked of the oracle, every time."""

    def __init__(self, grammar: Grammar, vocabulary: Vocabulary, oracle: Oracle | None = None) -> None:
        self.grammar, self.vocabulary = grammar, vocabulary
        self.oracle = language_of(grammar, vocabulary) if oracle is None else oracle

    def matcher(self) -> ReferenceMatcher:
        return ReferenceMatcher(self)


class ReferenceMatcher:
    """A list of tokens; its state is the text they spell."""

    def __init__(self, constraint: ReferenceConstraint) -> None:
        self.constraint = constraint
        self.tokens: list[int] = []

    @property
    def text(self) -> bytes:
        return b"".join(self.constraint.vocabulary.token_bytes[token] or b"" for token in self.tokens)

    @property
    def is_finished(self) -> bool:
        return bool(self.tokens) and self.tokens[-1] in self.constraint.vocabulary.end_ids

    @property
    def is_accepting(self) -> bool:
        return self.is_finished or self.constraint.oracle.contains(self.text)

    @property
    def state(self) -> int:
        return hash((self.text, self.is_finished))

    def __len__(self) -> int:
        return len(self.tokens)

    def allowed(self) -> list[int]:
        return allowed(self.constraint.oracle, self.constraint.vocabulary, self.text, self.is_finished)

    def fill_bitmask(self, row: npt.NDArray[np.int32]) -> None:
        bits = np.zeros(len(row) * 32, dtype=np.uint8)
        bits[self.allowed()] = 1
        row[:] = np.packbits(bits, bitorder="little").view(np.int32)

    def allows(self, token: int) -> bool:
        return token in self.allowed()

    def advance(self, token: int) -> None:
        if not self.allows(token):
            raise RejectedToken(self.explain(token), token=token)
        self.tokens.append(token)

    def rollback(self, tokens: int) -> None:
        if tokens > len(self.tokens):
            raise ValueError(f"cannot roll back {tokens} tokens of {len(self.tokens)}")
        del self.tokens[len(self.tokens) - tokens :]

    def fork(self) -> ReferenceMatcher:
        branch = type(self)(self.constraint)
        branch.tokens = list(self.tokens)
        return branch

    def forced_bytes(self, limit: int = 65536) -> bytes:
        return b"" if self.is_finished else forced(self.constraint.oracle, self.text, limit)

    def explain(self, token: int) -> str:
        vocabulary, text = self.constraint.vocabulary, self.text
        item = vocabulary.token_bytes[token] if token < vocabulary.size else None
        said = f"token {token} after {text!r}"
        if item is None or self.is_finished:
            return said
        for end in range(1, len(item) + 1):
            if not self.constraint.oracle.viable(text + item[:end]):
                return f"{said} dies at byte {end} of {len(item)}"
        return said
