"""Obligations by what they forbid: those that forbid the same are one, those that forbid nothing are `FREE`.

What the tokens so far ask of the rest of the text is a set of threads that must never match. Many such sets forbid the
same texts, so each is replaced by a representative, found by minimising the automaton of what it can become (Moore)
together with the representatives known before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from constrain.errors import LimitExceeded

from .program import CHAR, END
from .threads import FREE, Machine, Obligation

MAX_STATES = 20_000


class Obligations:
    """Steps obligations over the classes of a machine and names each by its representative."""

    def __init__(self, machine: Machine, classes: Sequence[int]) -> None:
        self.machine, self.classes = machine, classes
        self._least: dict[Obligation, Obligation | None] = {FREE: FREE}
        self._steps: dict[tuple[Obligation, int], Obligation | None] = {}
        self._within: dict[tuple[Obligation, frozenset[str]], Obligation | None] = {}

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

    def within(
        self, obligation: Obligation, following: frozenset[str], may_match: Callable[[int, str], bool]
    ) -> Obligation | None:
        """What is left of an obligation where the text ends or goes on with one of the terminals.

        What must not match and cannot then (`may_match` of a node and the terminal) need not be remembered.
        """
        key = obligation, following
        if key not in self._within:
            nodes = self.machine.nodes

            def alive(node: int) -> bool:
                if node < 0 or nodes[node][0] != CHAR or nodes[node][1] is END:
                    return True
                return any(may_match(node, name) for name in following)

            kept = Obligation(
                frozenset(thread for thread in obligation.bad if alive(thread[0])),
                frozenset(look for look in obligation.good if not look[0] or any(map(alive, look[1]))),
            )
            self._within[key] = obligation if kept == obligation else self.least(kept if any(kept) else FREE)
        return self._within[key]

    def _classify(self, first: Obligation) -> None:
        states: list[Obligation | None] = [None, *dict.fromkeys(r for r in self._least.values() if r is not None)]
        found: dict[Obligation | None, int] = {state: i for i, state in enumerate(states)}
        known = len(states)
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
                after = self._least.get(after, after) if after is not None else None
                if after not in found:
                    found[after] = len(states)
                    states.append(after)
                    if len(states) > MAX_STATES:
                        raise LimitExceeded(
                            f"lark: what tokens owe needs more than {MAX_STATES} states; simplify the terminals",
                            limit=MAX_STATES,
                            needed=len(states),
                        )
                row.append(found[after])
            rows.append(row)
        colour = [int(s is not None and self.machine.may_end(s)) for s in states]
        while True:
            names: dict[Any, int] = {}
            signature = [(colour[i], *[colour[j] for j in row]) for i, row in enumerate(rows)]
            after_round = [names.setdefault(s, len(names)) for s in signature]
            if len(names) == len(set(colour)):
                break
            colour = after_round
        chosen: dict[int, Obligation | None] = {}
        for state, which in zip(states, colour, strict=True):
            chosen.setdefault(which, state)
        for state, which in zip(states[known:], colour[known:], strict=True):
            if state is not None:
                self._least.setdefault(state, chosen[which])
