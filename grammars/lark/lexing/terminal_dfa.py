"""The automaton of one terminal beside those tried before it: made by the core, in terms of threads.

The core numbers threads; here they become again what `threads` says they are, where a token may end, and the obligation
that is then left is asked of the caller. The automaton that comes back is minimal.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence

from constrain.budget import share

from ..._native import ThreadMachine
from .pike_vm import MAX_WORK, Machine, Obligation, Pending, Thread, looks_back
from .program import AHEAD, BEHIND, CHAR, END, SPLIT
from .state_elimination import Automaton, check

MAX_STEPS = 100_000_000  # edges looked at to minimise one
_STATES, _BACK = 1, 3  # faults; one of the work shows in the work itself


class Lexemes:
    """Automata over the classes of `machine`, from its terminals' first nodes on."""

    def __init__(self, machine: Machine, classes: Sequence[int]) -> None:
        self.machine = machine
        nodes, ways, sets = flattened(machine, 0, {})
        self._native = ThreadMachine(
            nodes,
            ways,
            sets,
            list(classes),
            len(machine.classes),
            machine.found,
            max(machine.widths.values(), default=0),
            machine.remembered,
        )
        self._pendings: dict[int, Pending] = {}
        self._lookbehinds: dict[int, tuple[int, ...] | None] = {0: None}

    def automaton(
        self,
        starts: Mapping[str, int],
        name: str,
        competitors: Sequence[str],
        ended: Callable[[tuple[Thread, ...], tuple[Thread, ...]], frozenset[Obligation]],
        max_states: int,
        before: tuple[int, ...] = (),
    ) -> tuple[Automaton[Obligation], int, bool]:
        """Of the terminal `name`; how many states it had at first, and whether no match hides another.

        `ended` gives the obligations where the terminal has matched, by the threads tried before its own and these;
        `before` are the last characters before it.
        """
        machine = self.machine
        first, *others = ((starts[each], before if machine.widths[each] else None) for each in (name, *competitors))
        found = self._native.automaton(others, first, max_states, share(MAX_WORK) - machine.work)
        machine.count(found.work)
        if found.fault == _BACK:
            raise looks_back(name)
        if found.fault == _STATES:
            return Automaton([], []), found.states, False
        nothing: frozenset[Obligation] = frozenset()
        numbers = {nothing: 0}
        outcomes = [0] * found.states
        whole = not found.drops
        for state in found.ended:
            tried, own = (tuple(map(self._thread, each)) for each in found.threads(state))
            outcome = ended(tried, own)
            outcomes[state] = numbers.setdefault(outcome, len(numbers))
            whole = whole and (state == 0 or (len(own) == 1 and bool(outcome)))
        if not found.minimise(outcomes, share(MAX_STEPS)):
            check(share(MAX_STEPS) + 1, MAX_STEPS)
        edges = found.edges
        by_number = list(numbers)
        final = [nothing] * len(edges)
        for state, colour in enumerate(found.colours):
            final[colour] = by_number[outcomes[state]]
        return Automaton(edges, final, minimal=True), found.states, whole

    def _thread(self, numbers: tuple[int, int, int]) -> Thread:
        node, pending, lookbehind = numbers
        if pending not in self._pendings:
            self._pendings[pending] = frozenset(
                (negative, frozenset(nodes)) for negative, nodes in self._native.pending(pending)
            )
        if lookbehind not in self._lookbehinds:
            self._lookbehinds[lookbehind] = tuple(self._native.lookbehind(lookbehind))
        return node, self._pendings[pending], self._lookbehinds[lookbehind]


def flattened(machine: Machine, first: int, sets: dict[object, int]) -> tuple[bytes, bytes, list[list[int]]]:
    """The machine's nodes from the first on, as the core reads them, and their ways and sets of classes.

    `sets` are those known before, which are left out, by number; it comes to know the others.
    """
    nodes, ways = array("i"), array("i")
    known = len(sets)
    for node in machine.nodes[first:]:
        kind = node[0]
        if kind == CHAR:
            number = -1 if node[1] is END else sets.setdefault(node[1], len(sets))
            nodes.extend((kind, number, node[2], 0, 0))
        elif kind == SPLIT:
            nodes.extend((kind, len(ways), len(node[1]), 0, 0))
            ways.extend(node[1])
        elif kind in (AHEAD, BEHIND):
            nodes.extend((kind, int(node[1]), *node[2:5]))
        else:
            nodes.extend((kind, 0, 0, 0, 0))
    return nodes.tobytes(), ways.tobytes(), [sorted(machine.members(each)) for each in list(sets)[known:]]
