"""Where a terminal that looks ahead may end in `dynamic_complete`, as one condition on the rest of the text.

Lark takes the match w that a terminal has at a place, and besides each match of the terminal in w cut short, where
lookaheads see the cut as the end of the text. So `u` is a token if the rest of the text either makes `u` the match, or
lets some `v` between `u` and w (`u` may be `v`, w may not) match `u` by itself. Both are questions about the same
ordered threads, asked later: a *run* carries them on, with a mark on each that has ended, and is decided by the first
that keeps its lookaheads. All runs that may still say yes are one state; the states are an automaton over what follows,
written as a negative lookahead of the machine, which finds where all say no.

A match cut short is read by itself, so a terminal that looks back sees the beginning of a text there, and its threads
are others than those of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .pike_vm import END_CLASS, FREE, NOTHING, Machine, Obligation, Pending, Thread
from .program import MATCH

GOOD, BAD = -1, -2  # instead of a node: a thread that has ended, and what it means if that is the match


class Run(NamedTuple):
    """Threads in order; `later` is the mark of those that end from now on."""

    threads: tuple[Thread, ...]
    later: int


# the run that asks for this match, that which reads the text by itself (the same, unless the terminal looks back), and
# those that ask for a longer match
State = tuple[Run | None, Run | None, frozenset[Run]]
CERTAIN: State = (None, None, frozenset())


class Endings:
    """Conditions on the rest of the text after a token, by the threads of its terminal; each is built once."""

    def __init__(self, machine: Machine, classes: Sequence[int], count: Callable[[], None]) -> None:
        self.machine, self.classes, self.count = machine, classes, count
        self._known: dict[tuple[Run, Run], Obligation | None] = {}

    def after(self, own: tuple[Thread, ...], alone: tuple[Thread, ...] | None = None) -> Obligation | None:
        """The obligation where the terminal's threads are `own` and its token ends; None where it cannot end.

        `alone` are its threads where the text is read by itself, if they are others.
        """
        match = self._marked(own)
        first = match, match if alone is None else self._marked(alone)
        if first not in self._known:
            self._known[first] = self._build(*first)
        return self._known[first]

    def _marked(self, own: tuple[Thread, ...]) -> Run:
        """The run that says yes if what matches is a thread that ends here."""
        nodes = self.machine.nodes
        marked: list[Thread] = []
        for node, pending, lookbehind in own:
            if node < 0:
                marked.append((BAD, pending, None))
            elif nodes[node][0] == MATCH:
                marked.append((GOOD, pending, None))
            else:
                marked.append((node, pending, lookbehind))
        return Run(tuple(marked), BAD)

    def _build(self, match: Run | None, alone: Run | None) -> Obligation | None:
        machine = self.machine
        start = self._state(match, alone, frozenset())
        if start is None:
            return None
        if start == CERTAIN:
            return FREE
        numbers = {start: 0}
        order = [start]
        rows: list[dict[int, list[int]]] = []  # by target, the classes that lead there; -1 is no whatever follows
        for match, alone, longer in order:
            row: dict[int, list[int]] = {}
            for number in self.classes:
                moved = (self._step(run, number) for run in longer)
                moved_match = self._step(match, number) if match is not None else None
                moved_alone = moved_match
                if alone is not match:
                    moved_alone = self._step(alone, number) if alone is not None else None
                following = self._state(
                    moved_match,
                    moved_alone,
                    frozenset(run for run in moved if run is not None),
                )
                if following is None:
                    row.setdefault(-1, []).append(number)
                    continue
                if following == CERTAIN:
                    continue
                if following not in numbers:
                    numbers[following] = len(order)
                    order.append(following)
                    self.count()
                row.setdefault(numbers[following], []).append(number)
            rows.append(row)
        ends = [
            not any(self._decided(run) for run in (match, *longer) if run is not None) for match, _, longer in order
        ]
        return Obligation(frozenset(), frozenset([(True, machine.spread({machine.condition(rows, ends)}))]))

    def _state(self, match: Run | None, alone: Run | None, longer: frozenset[Run]) -> State | None:
        """The runs that may say yes, with those that begin here; `CERTAIN` if one says yes whatever follows."""
        if match is not None and alone is not None and self._decided(alone):
            # by itself, the text up to here matches the token: now the whole match must go on beyond
            ended = ((BAD if node < 0 else node, pending, lookbehind) for node, pending, lookbehind in match.threads)
            longer |= {Run(tuple(ended), GOOD)}
        runs = {run for each in longer if (run := self._shortened(each)) is not None}
        alone = self._shortened(alone) if match is not None and alone is not None else None
        if alone is None:
            match = self._shortened(match) if match is not None else None
        if any(self._certain(run) for run in (match, *runs) if run is not None):
            return CERTAIN
        return (match, alone, frozenset(runs)) if match is not None or runs else None

    def _decided(self, run: Run) -> bool:
        """Whether the run says yes if the text ends here."""
        for node, pending, _ in run.threads:
            if node < 0 and self.machine.step_lookaheads(pending, END_CLASS) is not None:
                return node == GOOD
        return False

    @staticmethod
    def _certain(run: Run) -> bool:
        """Whether the run says yes whatever follows."""
        marks = {run.later if node >= 0 else node for node, _, _ in run.threads}
        return marks == {GOOD} and run.threads[-1][0] == GOOD and not run.threads[-1][1]

    @staticmethod
    def _shortened(run: Run) -> Run | None:
        """The run without the threads at its end that can only say no; None if none can say yes."""
        hopeful = [at for at, thread in enumerate(run.threads) if (run.later if thread[0] >= 0 else thread[0]) == GOOD]
        if not hopeful:
            return None
        # what may end later matters to a token that may be the match itself, since the match may be that instead
        return run if run.later == BAD else Run(run.threads[: hopeful[-1] + 1], run.later)

    def _step(self, run: Run, number: int) -> Run | None:
        """The run after one more character."""
        machine = self.machine
        machine.burn(1 + len(run.threads))
        out: dict[Thread, None] = {}
        for node, pending, lookbehind in run.threads:
            kept: Pending | None = machine.step_lookaheads(pending, number) if pending else NOTHING
            if kept is None:
                continue
            if node < 0:
                ways: tuple[Thread, ...] = ((node, kept, None),)
            elif machine.takes(node, number):
                ways = machine.follow(node, kept, lookbehind, number)
            else:
                continue
            for way in ways:
                if way[0] >= 0 and machine.nodes[way[0]][0] == MATCH:
                    way = (run.later, way[1], None)
                out[way] = None
                if way[0] < 0 and not way[1]:  # it has matched: those after it do not count
                    return Run(tuple(out), run.later)
        return Run(tuple(out), run.later) if out else None
