"""A grammar that is one graph, in the form in which the core reads it; trees only when asked for.

Compiling such a grammar takes the code as it is, or the states of a graph as texts come to them (`Waiting`): the first
mask of SQL comes to 20 of 780. `productions` becomes the same as trees when somebody looks at it, and from then on it
is what counts, since it may be changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constrain.grammar import (
    _BLOCK_ENDS,
    BlockEnd,
    Choice,
    Expression,
    FlatGrammar,
    Grammar,
    LineEnd,
    Nonterminal,
    SpecialToken,
    Terminal,
)
from constrain.grammar import Sequence as Then
from constrain.patterns.bytecode import GrammarCode, number, number_at
from constrain.support.flat_trees import packed, unpacked
from constrain.support.once import once

from ..._native import LarkStatesMade, LarkStatesSaved


def block_end(kind: int) -> Terminal:
    """The terminal that stands for a `BlockEnd` in code."""
    return _BLOCK_ENDS[kind]


class Written:
    """A flat grammar, and its trees once somebody has asked for them. Immutable."""

    flat: FlatGrammar
    key: str | None = None  # under which it is kept for other processes (`saved`)

    def __init__(self, flat: FlatGrammar) -> None:
        self.flat = flat

    @once
    def trees(self) -> tuple[dict[str, Expression], dict[str, str]]:
        """The same as productions, and their families."""
        flat, reader = self.flat, _Reader(self.flat)
        made = reader.productions()
        if flat.start:  # after a terminal
            made[flat.names[flat.start]] = Then((flat.terminals[-1], Nonterminal(flat.names[0])))
        return made, reader.families

    @property
    def states(self) -> int:
        """How many the graph has."""
        return _Reader(self.flat).count

    @property
    def start(self) -> str:
        """The name of the production of whole texts."""
        return self.flat.names[self.flat.start]

    @property
    def lazy(self) -> object | None:
        """A capsule of a graph that the core may be given in place of the flat grammar; None where that is there."""
        return None

    @property
    def memory(self) -> int:
        """Bytes, about."""
        return len(self.flat.codes[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (packed(list(self.flat)),)


def _unpacked(flat: Any) -> Written:
    return Written(FlatGrammar(*unpacked(flat)))


class Waiting(Written):
    """A grammar whose states wait for a text, or for somebody who asks for the flat grammar, which has all of them."""

    start = "text"

    def __init__(self, states: LarkStatesMade | LarkStatesSaved) -> None:
        self._states: LarkStatesMade | LarkStatesSaved | None = states

    @once
    def flat(self) -> FlatGrammar:  # type: ignore[override]
        """All of it, which takes what `lark` did not."""
        states = self._states
        if states is None:  # another thread was sooner
            found: FlatGrammar = vars(self)["flat"]
            return found
        return flat_of(states)

    @property
    def lazy(self) -> object | None:
        """None once the flat grammar is there, which has fewer states, being minimal."""
        if "flat" in vars(self):
            self._states = None
        return None if self._states is None else self._states.lazy

    @property
    def memory(self) -> int:
        """Bytes, about."""
        return super().memory if self.lazy is None else self._states.memory  # type: ignore[union-attr]


def flat_of(states: LarkStatesMade | LarkStatesSaved) -> FlatGrammar:
    """All states as a flat grammar."""
    terminals, graph = states.whole()
    return FlatGrammar([Terminal.of_code(*each) for each in terminals], ["text"], [graph], 0, [])


class WrittenGrammar(Grammar[str]):
    """The grammar; several may share what is written, and each has its own `productions`."""

    may_have_scopes = False

    def __init__(self, written: Written) -> None:
        self.written = written
        self.start, self.source = written.start, "lark"
        self.read: Callable[[str], str] = str

    def __getattr__(self, name: str) -> Any:
        if name not in ("productions", "families"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        productions, families = self.written.trees
        self.productions, self.families = dict(productions), families
        return vars(self)[name]

    def __repr__(self) -> str:
        if "productions" in self.__dict__:
            return super().__repr__()
        states = self.written.states
        return f"<Grammar {self.start}: {states} state{'s' if states != 1 else ''}>"

    def after(self, terminal: Terminal, start: str) -> Grammar:
        """As for any grammar; the production stands last then."""
        if "productions" in self.__dict__:
            return super().after(terminal, start)
        flat = self.written.flat
        code = b"".join(
            (
                bytes((GrammarCode.TERMINAL,)) + number(len(flat.terminals)),
                bytes((GrammarCode.NONTERMINAL, flat.start)),
                bytes((GrammarCode.SEQUENCE, 2)),
            )
        )
        out = WrittenGrammar(
            Written(FlatGrammar([*flat.terminals, terminal], [*flat.names, start], [*flat.codes, code], 1, []))
        )
        out.read = self.read
        return out

    def flatten(self, special: Callable[[SpecialToken], Expression] = lambda node: node.text) -> FlatGrammar:
        """As it was written, unless somebody has seen the productions."""
        return super().flatten(special) if "productions" in self.__dict__ else self.written.flat

    def lazy_graph(self) -> object | None:
        """A graph whose states wait, unless somebody has seen the productions."""
        return None if "productions" in self.__dict__ else self.written.lazy


class _Reader:
    """Trees from a graph's code: a production for each state and each end that its group may come to from there."""

    def __init__(self, flat: FlatGrammar) -> None:
        self.code, self.at, self.terminals = flat.codes[0], 1, flat.terminals
        self.lines = dict(self.line() for _ in range(self.operand()))
        self.count, root = self.operand(), self.operand()
        self.names = {(root, 0): flat.names[0]}
        self.families: dict[str, str] = {}

    def operand(self) -> int:
        value, self.at = number_at(self.code, self.at)
        return value

    def line(self) -> tuple[int, Expression]:
        """A terminal that ends lines or blocks."""
        terminal, kind = self.operand(), self.operand()
        if kind in _BLOCK_ENDS:
            return terminal, BlockEnd(kind)
        head = self.terminals[terminal]
        made = LineEnd(head, self.terminals[self.operand()], kind, self.operand())
        made.head = head
        return terminal, made

    def arc(self) -> tuple[int, int, int, int]:
        """What it does, to what, where what is called begins, and where it leads."""
        of, kind = divmod(self.operand(), 3)
        return kind, of, self.operand() if kind == 2 else 0, self.operand()

    def named(self, state: int, end: int) -> Nonterminal:
        return Nonterminal(self.names.setdefault((state, end), f"state {state}, end {end}"))

    def productions(self) -> dict[str, Expression]:
        """All that the text needs; what is called at one place is a family."""
        made: dict[str, Expression] = {}
        states = [(self.operand(), [self.arc() for _ in range(self.operand())]) for _ in range(self.count)]
        while len(made) < len(self.names):
            for (state, end), name in list(self.names.items())[len(made) :]:
                ends, arcs = states[state]
                ways: list[Expression] = [Then(self.parts(*arc, end)) for arc in arcs]
                made[name] = Choice([*ways, Then(())] if ends >> end & 1 else ways)
        return made

    def parts(self, kind: int, of: int, callee: int, target: int, end: int) -> list[Expression]:
        rest = self.named(target, end)
        if kind == 0:
            return [rest]
        if kind == 1:
            return [self.lines.get(of) or self.terminals[of], rest]
        called = self.named(callee, of)
        first = self.named(callee, 0).name
        if first != called.name:
            self.families[called.name] = first
        return [called, rest]
