"""Grammars made of grammars: one after another, one of several, repeated.

For what surrounds the structured part of an answer: reasoning before it, tool calls within running text, envelopes.

>>> answer = sequence("<think>", free_text(until="</think>"), regex(r"[0-9]+"))
>>> answer.read("<think>It is even.</think>42")
('It is even.</think>', '42')

A text stands for itself wherever a grammar may stand; where the vocabulary has a special token of just that name, it
may be written by that token as well, as the tokenizer reads both. `special` and `text_or_special` leave no choice
(see `marks`).

`read` gives the values of the parts: of a sequence, a tuple with one for each part that is not a plain text or special
token; of a repetition, a list; of an optional part, None where it is missing. Where a text can be divided in several
ways, earlier parts are as long as they can be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar, overload

from constrain.budget import TURN, budgeted, spend
from constrain.compiling.composed import Composed
from constrain.compiling.rewriting import prefixed, rewritten
from constrain.constraint import Constraint
from constrain.errors import GrammarError
from constrain.events import EventReader
from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Repeat, Sequence, SpecialToken, Terminal
from constrain.spans import Span
from constrain.support.arguments import integer, public
from constrain.support.deep_stack import roomy
from constrain.support.shown import shown

from .bytewise import by_bytes, ends
from .sequence_events import SequenceEvents
from .special import Mark, plain_text

Part = Grammar | str
Of = TypeVar("Of")


@public
@roomy
@budgeted
def sequence(*parts: Part) -> Grammar[tuple[Any, ...]]:
    """The parts one after another.

    The value is a tuple with that of each part, but for texts and special tokens given as such, which say nothing: of
    `sequence("a", regex("[0-9]"))` it is `("5",)`, and of free text it has the stop.
    """
    grammars = [grammar_of(part, i) for i, part in enumerate(parts)]
    read = _Sequence(tuple(grammars), tuple(not isinstance(part, str | Mark) for part in parts))
    made = combined("sequence", grammars, Sequence, read)
    if isinstance(made, Composed):
        return ComposedSequence(made.start, made.rights or {}, read=read, source=made.source, closed=made.closed)
    return SequenceGrammar(made.start, made.productions, read=read, source=made.source, families=made.families)


class SequenceGrammar(Grammar[tuple[Any, ...]]):
    """A sequence, which tells what its parts tell."""

    def spans(self, text: str) -> list[Span]:
        """The spans of the parts that have a value, each after the part's number in the value, as `0/name`."""
        read = self.read
        if not isinstance(read, _Sequence):
            return super().spans(text)
        spans: list[Span] = []
        number, start = 0, 0
        for part, piece, wanted in zip(read.parts, read.divide(text), read.wanted, strict=True):
            for span in part.spans(piece) if wanted else ():
                step = "/" if span.name and not span.name.startswith("/") else ""
                moved = span._replace(start=start + span.start, end=start + span.end)
                spans.append(moved._replace(name=f"{number}{step}{span.name}"))
            number, start = number + wanted, start + len(piece.encode())
        return spans

    def events(self) -> EventReader | None:
        """Events of the parts, each after the part's number in the value (`SequenceEvents`)."""
        read = self.read
        if not isinstance(read, _Sequence):
            return None
        return SequenceEvents(read.parts, read.wanted, lambda part: _by_bytes(part).matcher(), read.divide)


class ComposedSequence(Composed[tuple[Any, ...]], SequenceGrammar):
    """The same of parts that embed grammars."""


@dataclass(frozen=True)
class _Sequence:
    """The values of the parts that are `wanted`."""

    parts: tuple[Grammar, ...]
    wanted: tuple[bool, ...]

    def __call__(self, text: str) -> tuple[Any, ...]:
        found = zip(self.parts, self.divide(text), self.wanted, strict=True)
        return tuple(part.read(piece) for part, piece, wanted in found if wanted)

    def divide(self, text: str) -> list[str]:
        """The parts' texts."""
        return _divided(self._at, len(self.parts).__eq__, text)

    def _at(self, number: int) -> Grammar | None:
        return self.parts[number] if number < len(self.parts) else None


@overload
def either(*parts: Grammar[Of]) -> Grammar[Of]: ...
@overload
def either(*parts: Grammar[Of] | str) -> Grammar[Of | str]: ...
@public
@roomy
@budgeted
def either(*parts: Part) -> Grammar:
    """One of the parts; its value is that of the first part that the text belongs to."""
    if not parts:
        raise GrammarError("either: there are no parts, so no text could ever be complete")
    grammars = [grammar_of(part, i) for i, part in enumerate(parts)]
    return combined("either", grammars, Choice, _Either(tuple(grammars)))


@dataclass(frozen=True)
class _Either:
    """The value of the first part that matches."""

    parts: tuple[Grammar, ...]

    def __call__(self, text: str) -> Any:
        for part in self.parts:
            if len(text.encode()) in ends_in(part, text):
                return part.read(text)
        raise ValueError(f"either: no part matches {shown(text, 200)}")


@overload
def repeat(part: Grammar[Of], low: int = 0, high: int | None = None, *, separator: Part = "") -> Grammar[list[Of]]: ...
@overload
def repeat(part: str, low: int = 0, high: int | None = None, *, separator: Part = "") -> Grammar[list[str]]: ...
@public
@roomy
@budgeted
def repeat(part: Part, low: int = 0, high: int | None = None, *, separator: Part = "") -> Grammar:
    """The part `low` to `high` times (None: no bound), with `separator` between; its value is a list."""
    low, high = integer(low, "low", None, None), None if high is None else integer(high, "high", None, None)
    if low < 0 or (high is not None and high < low):
        raise ValueError(f"repeat: low is {shown(low, 60)} and high is {shown(high, 60)}; 0 <= low <= high is needed")
    item, between = grammar_of(part, 0), grammar_of(separator, 1)
    plain = separator == ""

    def written(starts: list[Expression]) -> Expression:
        if plain:
            return Repeat(starts[0], low, high)
        more = Sequence((starts[1], starts[0]))
        several = Sequence((starts[0], Repeat(more, max(low, 1) - 1, None if high is None else high - 1)))
        if high == 0:
            return Sequence(())
        return several if low else Repeat(several, 0, 1)

    return combined("repeat", [item, between], written, _Repeat(item, None if plain else between, low, high))


@dataclass(frozen=True)
class _Repeat:
    """The values of the items, between which `between` stands, if there is one."""

    item: Grammar
    between: Grammar | None
    low: int
    high: int | None

    def __call__(self, text: str) -> list[Any]:
        most = len(text) + self.low + 1 if self.high is None else self.high
        step = 1 if self.between is None else 2  # every so many pieces there is an item

        def at(number: int) -> Grammar | None:
            return None if number >= most * step else self.between if number % step else self.item

        def may_end(number: int) -> bool:
            return self.low <= (number + step - 1) // step and (step == 1 or not number or number % step == 1)

        return [self.item.read(piece) for piece in _divided(at, may_end, text)[::step]]


@overload
def optional(part: Grammar[Of]) -> Grammar[Of | None]: ...
@overload
def optional(part: str) -> Grammar[str | None]: ...
@public
@roomy
@budgeted
def optional(part: Part) -> Grammar:
    """The part or nothing; the value of nothing is None."""
    grammar = grammar_of(part, 0)
    return combined("optional", [grammar], _perhaps, _Optional(grammar))


def _perhaps(starts: list[Expression]) -> Expression:
    return Repeat(starts[0], 0, 1)


@dataclass(frozen=True)
class _Optional:
    """The part's value, or None."""

    part: Grammar

    def __call__(self, text: str) -> Any:
        return self.part.read(text) if text else None


def grammar_of(part: Part, number: int) -> Grammar:
    """The part as a grammar; `number` for errors."""
    if isinstance(part, Grammar):
        return part
    if isinstance(part, str):
        return plain_text(part, f"part {number}")
    raise TypeError(f"part {number} must be a Grammar or a text, not {type(part).__name__}: {shown(part, 60)}")


def combined(
    name: str,
    parts: list[Grammar],
    write: Callable[[list[Expression]], Expression],
    read: Callable[[str], Any],
) -> Grammar:
    """One grammar with the productions of all parts, each under names of its own.

    Grammars that parts embed stay embedded, unless variants of a rule are told apart, which none of them may be.
    """
    productions: dict[str, Expression] = {name: Choice(())}
    families: dict[str, str] = {}
    starts: list[Expression] = []
    closed: list[str] = []
    composed = False
    told_apart = any(part.families for part in parts)
    for number, part in enumerate(parts):
        prefix = f"{name} {number}: "
        rights = part.rights if isinstance(part, Composed) and not told_apart else None
        if rights is not None and isinstance(part, Composed):
            composed = True
            closed += [prefix + key for key in part.closed]
        for key, expression in (part.productions if rights is None else rights).items():
            spend(10 * TURN)
            ready = rights is not None and prefix + key in closed
            productions[prefix + key] = expression if ready else prefixed(prefix, expression)
        families.update((prefix + key, prefix + family) for key, family in part.families.items())
        starts.append(Nonterminal(prefix + part.start))
    productions[name] = write(starts)
    if composed:
        return Composed(name, productions, read=read, source=name, closed=closed)
    return Grammar(name, productions, read=read, source=name, families=families)


def read_by(grammar: Grammar, read: Callable[[str], Any]) -> Grammar:
    """The same grammar with another value."""
    if isinstance(grammar, Composed) and grammar.rights is not None:
        return Composed(grammar.start, grammar.rights, read=read, source=grammar.source, closed=grammar.closed)
    return Grammar(grammar.start, grammar.productions, read=read, source=grammar.source, families=grammar.families)


def ends_in(grammar: Grammar, text: str | bytes) -> list[int]:
    """Where the grammar's texts may end within a longer one, in bytes."""
    return ends(_by_bytes(grammar), text.encode() if isinstance(text, str) else text)


def _by_bytes(grammar: Grammar) -> Constraint:
    """The grammar with bytes for tokens, made once."""
    constraint: Constraint | None = grammar.__dict__.get("_by_bytes")
    if constraint is None:
        constraint = grammar.__dict__["_by_bytes"] = by_bytes(_in_letters(grammar))
    return constraint


def _in_letters(grammar: Grammar) -> Grammar:
    """The grammar with the letters of special tokens in their places, as a finished text shows them.

    Budgets of tokens are left out: they say how a text is written, and bytes are no tokens.
    """

    def letters(node: Expression) -> Expression:
        if isinstance(node, Terminal) and node.max_tokens is not None:
            return Terminal(node.pattern, node.name)
        return node.text if isinstance(node, SpecialToken) else node

    if isinstance(grammar, Composed) and grammar.rights is not None:  # what is embedded has no special tokens
        rights = {name: rewritten(right, letters) for name, right in grammar.rights.items()}
        return Composed(grammar.start, rights, closed=grammar.closed)
    productions = {name: rewritten(right, letters) for name, right in grammar.productions.items()}
    return Grammar(grammar.start, productions, families=grammar.families)


def _divided(at: Callable[[int], Grammar | None], may_end: Callable[[int], bool], text: str) -> list[str]:
    """The text cut into pieces, the n-th a text of `at(n)`, of a number that `may_end` accepts."""
    data = text.encode()
    hopeless: set[tuple[int, int]] = set()
    cuts = [0]
    choices: list[list[int]] = []
    while True:
        number, start = len(choices), cuts[-1]
        if start == len(data) and may_end(number):
            return [data[a:b].decode() for a, b in pairwise(cuts)]
        grammar = at(number)
        stops: list[int] = []
        if grammar is not None and (number, start) not in hopeless:
            stops = [start + end for end in ends_in(grammar, data[start:])]
        choices.append(stops)
        while choices and not choices[-1]:
            choices.pop()
            hopeless.add((len(choices), cuts[-1]))
            if choices:
                cuts.pop()
        if not choices:
            raise ValueError(f"the text is none of this grammar: {shown(text, 200)}")
        cuts.append(choices[-1].pop())
