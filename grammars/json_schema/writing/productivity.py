"""Which productions have a text at all: all nodes of a grammar at once, each looked at once (Dowling and Gallier 1984).

A sequence waits for all of its parts, a choice for one, a scope also for the marks that it requires. Terminals have
texts; whatever that completes is passed on to those that wait for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Sequence as Sequence_
from typing import NamedTuple

from constrain.grammar import (
    Choice,
    Distinct,
    Expression,
    Nonterminal,
    Once,
    Ordered,
    Repeat,
    Require,
    Scope,
    Sequence,
    Terminal,
    parts_of,
)


def productive(productions: dict[str, Expression], surely: Collection[str] = ()) -> set[str]:
    """The names of the productions from which some text is derived. Linear in the size of the grammar.

    Those of which that is known are not looked at.
    """
    return _Network(productions, surely).found


class _Network:
    """Nodes by number: how many answers each still needs, and who waits for it."""

    def __init__(self, productions: dict[str, Expression], surely: Collection[str]) -> None:
        self.found: set[str] = set(surely)
        if surely:
            productions = {name: production for name, production in productions.items() if name not in surely}
        self.needs: list[int] = []
        self.waiting: list[list[int]] = []
        self.kept: dict[int, int | None] = {}  # by identity; the productions keep the nodes alive
        self.named: dict[str, int] = {name: self._new(1) for name in productions}
        self.names = list(productions)
        done: list[int] = []
        for name, expression in productions.items():
            node = self._node(expression)
            if node is None:
                done.append(self.named[name])
            else:
                self.waiting[node].append(self.named[name])
        while done:
            node = done.pop()
            if node < len(self.names):
                if self.names[node] in self.found:
                    continue
                self.found.add(self.names[node])
            for user in self.waiting[node]:
                self.needs[user] -= 1
                if self.needs[user] == 0:
                    done.append(user)

    def _new(self, needs: int) -> int:
        self.needs.append(needs)
        self.waiting.append([])
        return len(self.needs) - 1

    def _all(self, nodes: list[int]) -> int | None:
        """A node that waits for all of some; None if there are none to wait for."""
        if len(nodes) < 2:
            return nodes[0] if nodes else None
        return self._after(nodes, len(nodes))

    def _after(self, nodes: list[int], count: int) -> int:
        found = self._new(count)
        for node in nodes:
            self.waiting[node].append(found)
        return found

    def _node(self, expression: Expression) -> int | None:
        """The node of an expression; None if it has a text in any case."""
        kind = type(expression)
        if kind is Nonterminal:
            return self.named.get(expression.name)  # type: ignore[attr-defined]
        if kind is Terminal:
            return None
        key = id(expression)
        if key not in self.kept:
            self.kept[key] = self._composed(expression)
        return self.kept[key]

    def _composed(self, expression: Expression) -> int | None:
        kind = type(expression)
        if kind is Sequence:
            return self._all(self._waited(expression.parts))  # type: ignore[attr-defined]
        if kind is Choice:
            return self._some(expression.parts)  # type: ignore[attr-defined]
        if kind is Repeat:
            return self._node(expression.part) if expression.minimum else None  # type: ignore[attr-defined]
        if kind is Once:
            return self._node(expression.part)  # type: ignore[attr-defined]
        if type(expression) is Ordered:
            if not any(expression.required):
                return self._some(expression.parts)
            told = zip(expression.parts, expression.required, strict=True)
            return self._all(self._waited([part for part, required in told if required]))
        if type(expression) is Scope:
            asked = asked_of(expression)
            ways: dict[int, list[Expression]] = {mark: [] for mark in asked.required}
            for mark, part in asked.once:
                if mark in ways:
                    ways[mark].append(part)
            nodes = [self._node(expression.part), *map(self._some, ways.values())]
            if asked.minimum:
                nodes.append(self._several(asked))
            return self._all([node for node in nodes if node is not None])
        return None

    def _several(self, asked: Asked) -> int | None:
        """A node that waits for as many members as a scope asks for; those without a mark never run out."""
        parts: dict[int, list[Expression]] = {}
        for mark, part in asked.once:
            parts.setdefault(mark, []).append(part)
        nodes = list(map(self._some, parts.values()))
        needed = asked.minimum - nodes.count(None)
        if needed <= 0:
            return None
        waited = [node for node in nodes if node is not None]
        others = self._some(asked.others) if asked.others else self._new(1)
        if others is None:
            return None
        return self._after([self._after(waited, needed), others], 1)

    def _waited(self, parts: Iterable[Expression]) -> list[int]:
        """The nodes of those parts that do not have a text in any case. Most expressions are looked at here."""
        found = []
        for part in parts:
            kind = type(part)
            if kind is not Terminal:
                node = self.named.get(part.name) if kind is Nonterminal else self._node(part)  # type: ignore[attr-defined]
                if node is not None:
                    found.append(node)
        return found

    def _some(self, parts: Sequence_[Expression]) -> int | None:
        """A node that waits for any of some; None once one of them has a text in any case."""
        nodes = []
        for part in parts:
            node = self._node(part)
            if node is None:
                return None
            nodes.append(node)
        return self._after(nodes, 1)


class Proof:
    """A quick search for one text: goes for the first way that ends, and gives up where that takes long."""

    def __init__(self, productions: dict[str, Expression]) -> None:
        self.productions = productions
        self.proved: set[str] = set()
        self.trying: set[str] = set()
        self.steps = 2000

    def holds(self, expression: Expression, depth: int) -> bool:
        """Whether the expression is shown to derive a text."""
        self.steps -= 1
        if self.steps < 0 or depth > 100:
            return False
        if type(expression) is Nonterminal:
            name = expression.name
            if name in self.proved:
                return True
            if name in self.trying:
                return False
            self.trying.add(name)
            found = self.holds(self.productions[name], depth + 1)
            self.trying.discard(name)
            if found:
                self.proved.add(name)
            return found
        if type(expression) is Sequence:
            return all(self.holds(part, depth + 1) for part in expression.parts)
        if type(expression) is Choice:
            return any(self.holds(part, depth + 1) for part in expression.parts)
        if type(expression) is Ordered:
            needed = [part for part, asked in zip(expression.parts, expression.required, strict=True) if asked]
            if needed:
                return all(self.holds(part, depth + 1) for part in needed)
            return any(self.holds(part, depth + 1) for part in expression.parts)
        if type(expression) is Scope:
            asked = asked_of(expression)
            if asked.minimum > 1 or (asked.minimum and not asked.required):
                return False  # which members there are takes a closer look
            for mark in asked.required:
                if not any(m == mark and self.holds(part, depth + 1) for m, part in asked.once):
                    return False
            return self.holds(expression.part, depth + 1)
        if type(expression) is Once:
            return self.holds(expression.part, depth + 1)
        return type(expression) is not Repeat or expression.minimum == 0 or self.holds(expression.part, depth + 1)


class Asked(NamedTuple):
    """What a scope asks for: marks, and so many members at least; and the members it may have.

    `once`: the parts that may stand once, with their marks; `others`: the sequences that begin with a lexeme that must
    differ from others, or such lexemes alone.
    """

    once: list[tuple[int, Expression]]
    others: list[Expression]
    required: set[int]
    minimum: int


def asked_of(scope: Scope) -> Asked:
    """What the scope asks for."""
    once: list[tuple[int, Expression]] = []
    others: list[Expression] = []
    required: set[int] = set()
    minimum = 0
    waiting: list[Expression] = [scope.part]
    while waiting:
        node = waiting.pop()
        if type(node) is Once:
            once.append((node.mark, node.part))
        elif type(node) is Require:
            required.update(node.marks)
            minimum = max(minimum, node.minimum)
        elif type(node) is Distinct or (type(node) is Sequence and node.parts and type(node.parts[0]) is Distinct):
            others.append(node)
        elif type(node) is not Scope:
            waiting.extend(parts_of(node))
    return Asked(once, others, required, minimum)


def names_in(expression: Expression) -> list[str]:
    """The nonterminals in an expression, perhaps more than once."""
    return _names_in([expression], set())


def _names_in(waiting: list[Expression], seen: set[int]) -> list[str]:
    """The nonterminals in expressions, which are used up; parts that are `seen` are left out."""
    names = []
    while waiting:
        node = waiting.pop()
        if type(node) is Nonterminal:
            names.append(node.name)
        elif type(node) is not Terminal and id(node) not in seen:
            seen.add(id(node))
            waiting.extend(parts_of(node))
    return names


def names_in_scopes(productions: dict[str, Expression]) -> list[str]:
    """The nonterminals that stand in scopes."""
    waiting = list(productions.values())
    scopes: list[Expression] = []
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if type(node) is Terminal or type(node) is Nonterminal or id(node) in seen:
            continue
        seen.add(id(node))
        if type(node) is Scope:
            scopes.append(node)
        else:
            waiting.extend(parts_of(node))
    return _names_in(scopes, set())


def reachable(start: Expression, productions: dict[str, Expression]) -> list[str]:
    """The names of the productions that the expression leads to."""
    found: dict[str, None] = {}
    waiting = names_in(start)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            waiting.extend(names_in(productions[name]))
    return list(found)
