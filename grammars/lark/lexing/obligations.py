"""Obligations by what they forbid: those that forbid the same are one, those that forbid nothing are `FREE`.

What the tokens so far ask of the rest of the text is a set of threads that must never match. Many such sets forbid the
same texts, so each is replaced by a representative: by one known before, if merging what the two can become meets no
contradiction (Hopcroft and Karp), else by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from constrain.budget import TURN, allow_more, share, spend
from constrain.errors import LimitExceeded

from .pike_vm import FREE, NOTHING, Machine, Obligation
from .program import CHAR, END

MAX_STATES = 10_000


class Obligations:
    """Steps obligations over the classes of a machine and names each by its representative."""

    def __init__(self, machine: Machine, classes: Sequence[int]) -> None:
        self.machine, self.classes = machine, classes
        self._least: dict[Obligation, Obligation | None] = {FREE: FREE}
        self._steps: dict[tuple[Obligation, int], Obligation | None] = {}
        self._rows: dict[Obligation, dict[int, Obligation | None]] = {}
        self._looks: dict[tuple[Obligation, int], int] = {}
        self._alike: dict[int, list[Obligation]] = {}
        self._breaking: dict[int, bool] = {}  # nodes
        self._made = 0
        self._alike[self._look(FREE, set())] = [FREE]
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
            left = self.machine.fulfil(obligation, number)
            self._steps[key] = None if left is None else self._pruned(left)
        return self._steps[key]

    def _pruned(self, obligation: Obligation) -> Obligation:
        """Without the threads that only wait for characters which break it at once.

        Behind an identifier, which no letter may follow, it does not matter which keywords have begun.
        """
        if len(obligation.bad) < 2:
            return obligation
        spend(2 * TURN * len(obligation.bad))
        accepted, nodes = self.machine.accepted, self.machine.nodes
        breaking = frozenset[int]().union(
            *(
                accepted[node]
                for node, pending, lookbehind in obligation.bad
                if not pending and self._breaks(node, lookbehind)
            )
        )
        if not breaking:
            return obligation
        kept = frozenset(
            thread
            for thread in obligation.bad
            if thread[0] < 0
            or nodes[thread[0]][0] != CHAR
            or nodes[thread[0]][1] is END
            or (not thread[1] and self._breaks(thread[0], thread[2]))
            or not accepted[thread[0]] <= breaking
        )
        return obligation if len(kept) == len(obligation.bad) else Obligation(kept, obligation.good)

    def _breaks(self, node: int, lookbehind: tuple[int, ...] | None) -> bool:
        """Whether the thread has matched with its next character, whatever that is."""
        if node < 0 or lookbehind is not None or self.machine.nodes[node][0] != CHAR:
            return False
        known = self._breaking.get(node)
        if known is None:
            after = self.machine.closure(self.machine.nodes[node][2], NOTHING, None)
            known = self._breaking[node] = any(map(self.machine.final, after))
        return known

    def least(self, obligation: Obligation) -> Obligation | None:
        """The representative of all obligations that forbid the same; None where nothing can fulfil it."""
        if obligation not in self._least:
            pruned = self._pruned(obligation)
            if pruned not in self._least:
                self._classify(pruned)
            self._least[obligation] = self._least[pruned]
        return self._least[obligation]

    def within(
        self, obligation: Obligation, following: frozenset[str], may_match: Callable[[int], bool]
    ) -> Obligation | None:
        """What is left of an obligation where the text ends or goes on with one of the terminals.

        What must not match and cannot then (`may_match` of a node) need not be remembered.
        """
        key = obligation, following
        if key not in self._within:
            nodes = self.machine.nodes

            def alive(node: int) -> bool:
                if node < 0 or nodes[node][0] != CHAR or nodes[node][1] is END:
                    return True
                return may_match(node)

            kept = Obligation(
                frozenset(thread for thread in obligation.bad if alive(thread[0])),
                frozenset(look for look in obligation.good if not look[0] or any(map(alive, look[1]))),
            )
            self._within[key] = obligation if kept == obligation else self.least(kept if any(kept) else FREE)
        return self._within[key]

    def _classify(self, first: Obligation) -> None:
        """Finds all that `first` can become, and for each the state known before that forbids the same, if any."""
        order = [first]
        seen = {first}
        for state in order:
            for after in self._row(state).values():
                if after is not None and after not in self._least and after not in seen:
                    seen.add(after)
                    order.append(after)
                    self._made += 1
                    if self._made > (limit := share(MAX_STATES)):
                        raise LimitExceeded(
                            f"lark: what tokens owe needs more than {limit} states; simplify the terminals, or "
                            f"{allow_more(limit, self._made)}",
                            limit=limit,
                            needed=self._made,
                        )
        hopeless = self._hopeless(order)
        for state in order:
            if state in self._least:
                continue
            if state in hopeless:
                self._least[state] = None
                continue
            alike = self._alike.setdefault(self._look(state, hopeless), [])
            for other in alike:
                if self._equal(state, other, hopeless):
                    self._least[state] = other
                    break
            else:
                self._least[state] = state
                alike.append(state)

    def _row(self, state: Obligation) -> dict[int, Obligation | None]:
        """What the obligation becomes, by class of characters; the classes left out lead to `FREE`."""
        row = self._rows.get(state)
        if row is None:
            spend(10 * TURN + TURN * len(state.bad))
            row = {}
            for alike in self.machine.parts((*state.bad, (-1, state.good, None)), self.classes):
                after = self._step(state, alike[0])
                if after != FREE:
                    row.update(dict.fromkeys(alike, after))
            self._rows[state] = row
        return row

    def _hopeless(self, states: Sequence[Obligation]) -> set[Obligation]:
        """Those of the new states that nothing can fulfil: no text may end there, nor wherever it goes on to."""
        new = set(states)
        before: dict[Obligation, list[Obligation]] = {}
        alive: set[Obligation] = set()
        for state in states:
            row = self._row(state)
            if self.machine.may_end(state) or len(row) < len(self.classes):
                alive.add(state)
            for after in row.values():
                if after in new:
                    before.setdefault(after, []).append(state)
                elif after is not None and self._least[after] is not None:
                    alive.add(state)
        stack = list(alive)
        while stack:
            for state in before.get(stack.pop(), ()):
                if state not in alive:
                    alive.add(state)
                    stack.append(state)
        return new - alive

    def _look(self, state: Obligation | None, hopeless: set[Obligation], far: int = 5) -> int:
        """A number that states share if they forbid the same, by what happens within `far` characters."""
        if state is not None and state in hopeless:
            state = None
        elif state is not None:
            state = self._least.get(state, state)
        if state is None:
            return 0
        key = state, far
        known = self._looks.get(key)
        if known is None:
            ahead: frozenset[tuple[int, int]] = frozenset()
            if far:
                free = self._look(FREE, hopeless, far - 1) if state != FREE else -1
                ahead = frozenset(
                    (number, look)
                    for number, after in self._row(state).items()
                    if (look := self._look(after, hopeless, far - 1)) != free
                )
            known = self._looks[key] = hash((self.machine.may_end(state), ahead)) or 1
        return known

    def _equal(self, first: Obligation, second: Obligation, hopeless: set[Obligation]) -> bool:
        """Whether two states forbid the same, by merging what they lead to (Hopcroft and Karp 1971)."""
        parent: dict[Obligation | None, Obligation | None] = {}

        def find(state: Obligation | None) -> Obligation | None:
            if state is not None:
                state = None if state in hopeless else self._least.get(state, state)
            while state in parent:
                state = parent[state]
            return state

        stack: list[tuple[Obligation | None, Obligation | None]] = [(first, second)]
        while stack:
            a, b = (find(each) for each in stack.pop())
            if a == b:
                continue
            self.machine.burn(20)
            if a is None or b is None or self.machine.may_end(a) != self.machine.may_end(b):
                return False
            if a in self._least and b in self._least:  # two representatives are never alike
                return False
            if a in self._least:
                a, b = b, a
            parent[a] = b
            mine, other = self._row(a), self._row(b)
            spend(TURN // 4 * (len(mine) + len(other)))
            stack.extend({(mine.get(number, FREE), other.get(number, FREE)) for number in mine.keys() | other.keys()})
        return True
