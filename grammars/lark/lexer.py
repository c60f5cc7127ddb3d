"""Lark's lexer from one token to the next, as automata: which texts are which token, and what the rest then owes.

A lexer is a list of terminals in lark's order. One run of the ordered threads of all of them is the backtracking
matcher's work on `(?:t1)|(?:t2)|...`; where a terminal's `Match` stands among the threads, the token may end, and the
threads before it become the obligation that they never match. A *walk* starts from the obligation that earlier tokens
left and gives, for each outcome (token type, obligation behind it), the automaton of the texts that lead there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from constrain.errors import LimitExceeded

from .threads import FREE, Machine, Obligation, Thread

MAX_STATES = 20_000
IGNORED = "%ignore"
Outcome = tuple[str, str, Obligation]  # the terminal that matched, the type of the token, what the rest owes


@dataclass(frozen=True)
class Lexer:
    """Terminals that compete, in lark's order; `unless[t]` are the keywords that retype a token of `t`, in order.

    `ranked` false: each terminal stands for itself, none hides another (dynamic lexers). `complete`: those not ignored
    may also end early (dynamic_complete).
    """

    order: tuple[str, ...]
    ignore: frozenset[str]
    unless: Mapping[str, tuple[str, ...]]
    ranked: bool = True
    complete: bool = False


@dataclass
class Automaton:
    """A deterministic automaton over classes; state 0 begins, `outcomes[state]` says what a text that ends there is."""

    edges: list[dict[int, int]]
    outcomes: list[frozenset[Outcome]]
    before: list[set[int]] | None = None  # the states that lead to each, once somebody has asked


class Obligations:
    """Obligations by what they forbid: those that forbid the same are one, those that forbid nothing are `FREE`."""

    def __init__(self, machine: Machine, classes: Sequence[int]) -> None:
        self.machine, self.classes = machine, classes
        self._least: dict[Obligation, Obligation | None] = {FREE: FREE}
        self._steps: dict[tuple[Obligation, int], Obligation | None] = {}

    def after(self, obligation: Obligation, number: int) -> Obligation | None:
        """The representative after one more character; None if nothing can fulfil it any more."""
        left = self._step(obligation, number)
        return None if left is None else self.least(left)

    def _step(self, obligation: Obligation, number: int) -> Obligation | None:
        if obligation == FREE:
            return FREE
        key = obligation, number
        if key not in self._steps:
            self._steps[key] = self.machine.fulfil(obligation, number)
        return self._steps[key]

    def least(self, obligation: Obligation) -> Obligation | None:
        """The representative of all obligations that forbid the same; None where nothing can fulfil it."""
        if obligation not in self._least:
            self._classify(obligation)
        return self._least[obligation]

    def _classify(self, first: Obligation) -> None:
        """Minimises the automaton of everything that `first` can become, together with what is known (Moore)."""
        found: dict[Obligation | None, int] = {None: 0, FREE: 1}
        states: list[Obligation | None] = [None, FREE]
        for known in self._least:
            if known not in found:
                found[known] = len(states)
                states.append(known)
        if first not in found:
            found[first] = len(states)
            states.append(first)
        rows: list[list[int]] = []
        at = 0
        while at < len(states):
            state = states[at]
            at += 1
            row = []
            for number in self.classes:
                after = None if state is None else self._step(state, number)
                if after not in found:
                    found[after] = len(states)
                    states.append(after)
                    _check(len(states))
                row.append(found[after])
            rows.append(row)
        colour = [int(s is not None and self.machine.may_end(s)) for s in states]
        while True:
            names: dict[Any, int] = {}
            signature = [(colour[i], *(colour[j] for j in row)) for i, row in enumerate(rows)]
            after_round = [names.setdefault(s, len(names)) for s in signature]
            if len(names) == len(set(colour)):
                break
            colour = after_round
        chosen: dict[int, Obligation | None] = {}
        for state, which in zip(states, colour, strict=True):
            chosen.setdefault(which, self._least.get(state, state) if state is not None else None)
        for state, which in zip(states, colour, strict=True):
            if state is not None:
                self._least.setdefault(state, chosen[which])


class Walker:
    """Walks of one grammar's lexers, each made once."""

    def __init__(self, machine: Machine, starts: Mapping[str, int]) -> None:
        self.machine, self.starts = machine, starts
        self.classes = [
            number
            for number, ranges in enumerate(machine.classes)
            if not all(0xD800 <= low <= 0xDFFF for low, _ in ranges)
        ]
        self.obligations = Obligations(machine, self.classes)
        self._known: dict[tuple[int, Obligation], Automaton] = {}
        self._kept: list[Lexer] = []
        self.states = 0

    def first_classes(self, name: str) -> frozenset[int]:
        """The classes of characters with which a terminal may begin."""
        machine = self.machine
        threads = machine.begin(self.starts[name], name)
        return frozenset(
            number
            for number in self.classes
            for node, _, _ in threads
            if machine.nodes[node][0] == 0 and machine.takes(node, number)
        )

    def walk(self, lexer: Lexer, owed: Obligation) -> Automaton:
        """The texts of one token from where `owed` is owed."""
        key = id(lexer), owed
        if key not in self._known:
            self._kept.append(lexer)
            self._known[key] = self._explore(lexer, owed)
        return self._known[key]

    def _explore(self, lexer: Lexer, owed: Obligation) -> Automaton:
        machine = self.machine
        groups: tuple[tuple[Thread, ...], ...]
        begun = [machine.begin(self.starts[name], name) for name in lexer.order]
        groups = (tuple(t for each in begun for t in each),) if lexer.ranked else tuple(begun)
        words = {k for names in lexer.unless.values() for k in names}
        spelled = frozenset(t for k in words for t in machine.begin(self.starts[k], k))
        first = groups, spelled, owed
        numbers = {first: 0}
        queue = deque([first])
        edges: list[dict[int, int]] = [{}]
        outcomes: list[frozenset[Outcome]] = [frozenset()]
        while queue:
            state = queue.popleft()
            at = numbers[state]
            groups, spelled, debt = state
            for number in self.classes:
                left = self.obligations.after(debt, number)
                if left is None:
                    continue
                stepped = tuple(after for g in groups if (after := machine.step(g, number)))
                if not stepped:
                    continue
                # each by itself: a keyword that ends does not hide a longer one
                typed = frozenset(t for each in spelled for t in machine.step((each,), number))
                following = stepped, typed, left
                target = numbers.get(following)
                if target is None:
                    target = numbers[following] = len(edges)
                    edges.append({})
                    outcomes.append(self._outcomes(lexer, *following))
                    queue.append(following)
                    self.states += 1
                    _check(self.states)
                edges[at][number] = target
        return Automaton(edges, outcomes)

    def _outcomes(
        self, lexer: Lexer, groups: tuple[tuple[Thread, ...], ...], spelled: frozenset[Thread], debt: Obligation
    ) -> frozenset[Outcome]:
        out = set()
        nodes = self.machine.nodes
        for threads in groups:
            for index, (node, pending, _) in enumerate(threads):
                if node < 0 or nodes[node][0] != 4:
                    continue
                name = nodes[node][1]
                higher = frozenset(threads[:index])
                if name in lexer.ignore:
                    kinds = [(IGNORED, higher)] if lexer.ranked else [(IGNORED, higher), (name, higher)]
                else:
                    kinds = [(self._retyped(lexer, name, spelled), higher)]
                if lexer.complete:
                    kinds = [(k, frozenset() if k != IGNORED else h) for k, h in kinds]
                for kind, rivals in kinds:
                    bad, good = debt.bad | rivals, debt.good | pending
                    left = self.obligations.least(Obligation(bad, good) if bad or good else FREE)
                    if left is not None:
                        out.add((name, kind, left))
        return frozenset(out)

    def _retyped(self, lexer: Lexer, name: str, spelled: frozenset[Thread]) -> str:
        ended = {self.machine.nodes[n][1] for n, _, _ in spelled if n >= 0 and self.machine.nodes[n][0] == 4}
        return next((k for k in lexer.unless.get(name, ()) if k in ended), name)


def _check(states: int) -> None:
    if states > MAX_STATES:
        raise LimitExceeded(
            f"lark: the lexer needs more than {MAX_STATES} states; simplify the terminals or their counts",
            limit=MAX_STATES,
            needed=states,
        )
