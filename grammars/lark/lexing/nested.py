"""Atomic groups, and lookaheads that look around themselves, written as plain nodes of a program.

Neither can be tried node by node: an atomic group keeps only its first match in backtracking order, and a lookahead
inside another asks about what follows while the outer one does. So the group gets a program of its own, and its ordered
threads are followed through every state they can be in, over the classes of characters that its own sets tell apart.

- `(?>r)` becomes those states, each a choice of characters to go on with. Where a thread of `r` has ended the group may
  be left, under a negative lookahead: the threads tried before it must never end, its own lookaheads must hold.
- `(?=r)` becomes what breaks the promise "no thread of `r` ever ends", a lookahead without another inside.

A lookbehind where the group begins asks about characters outside it; the group is then written once for each answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from constrain.errors import UnsupportedError

from ...regex.ranges import Ranges, normalise
from .obligations import Obligations
from .pike_vm import FREE, NOTHING, Machine, Obligation, Thread
from .program import AHEAD, BEHIND, CHAR, END, MATCH, SPLIT, Program

MAX_QUESTIONS = 4  # lookbehinds that ask about what stands before the group; each answer doubles what is written


class Group:
    """One group of a terminal; `own` is its program, which ends in a match of the terminal, and `start` its first node.

    `width` is how far its lookbehinds look. What is written goes into `program`.
    """

    def __init__(self, program: Program, name: str, own: Program, start: int, width: int) -> None:
        self.program, self.name, self.start = program, name, start
        own.work = program.work  # all groups and terminals share one budget
        self.machine = Machine(own, {name: width})
        self.width = width
        self.every = range(len(self.machine.classes))
        self.obligations = Obligations(self.machine, self.every)
        self.outward = 0  # how far lookbehinds look past the beginning
        self._promises: dict[Obligation, int] = {}

    def atomic(self, then: int) -> int:
        """The node where the group begins, as its first match alone, and then node `then`."""
        return self._by_answers(lambda: self._atomic(then))

    def ahead(self, negative: bool, then: int) -> int:
        """The node that asks whether the group matches what follows."""
        return self._by_answers(lambda: self._ahead(negative, then))

    # what stands before the group

    def _by_answers(self, write: Callable[[], int]) -> int:
        """What `write` writes, for each of the answers to the lookbehinds that ask what stands before the group."""
        questions = list(dict.fromkeys(self._questions()))
        if len(questions) > MAX_QUESTIONS:
            raise UnsupportedError(
                f"lark: terminal {self.name}: more than {MAX_QUESTIONS} assertions in a group look at what stands "
                "before it; move them out of the group",
                feature="lookbehind past the start of a group",
                where=self.name,
            )
        ways = []
        for answers in product((True, False), repeat=len(questions)):
            self.machine.assume(dict(zip(questions, answers, strict=True)))
            way = write()
            for (look, width), stands in zip(questions, answers, strict=True):
                way = self.program.add((BEHIND, not stands, self._copied(look), width, way))
            ways.append(way)
        # At least 1: threads without a width remember nothing to look at.
        self.outward = max((max(width, 1) for _, width in questions), default=0)
        self.program.work = self.machine.work
        return ways[0] if len(ways) == 1 else self.program.add((SPLIT, ways))

    def _questions(self) -> Iterator[tuple[int, int]]:
        """The lookbehinds that are met before any character is read: first node and width."""
        nodes = self.machine.nodes
        seen: set[int] = set()
        stack = [self.start]
        while stack:
            at = stack.pop()
            if at in seen:
                continue
            seen.add(at)
            node = nodes[at]
            if node[0] == SPLIT:
                stack.extend(node[1])
            elif node[0] in (AHEAD, BEHIND):
                stack.append(node[4])
                if node[0] == BEHIND:
                    yield node[2], node[3]

    def _copied(self, look: int) -> int:
        """The nodes of a lookbehind, in the program that is written."""
        nodes, program = self.machine.nodes, self.program
        copies = {self.machine.found: program.found}
        inside = [at for at in self.machine.inside(look) if at != self.machine.found]
        for at in inside:
            copies[at] = program.add((SPLIT, []))
        for at in inside:
            node = nodes[at]
            if node[0] == SPLIT:
                program.nodes[copies[at]][1].extend(copies[way] for way in node[1])
            else:
                if node[1] is not END:
                    program.sets.add(node[1])
                program.nodes[copies[at]] = (CHAR, node[1], copies[node[2]])
        return copies[look]

    # what the group matches

    def _begin(self) -> tuple[Thread, ...]:
        threads = self.machine.closure(self.start, NOTHING, () if self.width else None, self.name)
        return self._cut(threads)

    def _cut(self, threads: tuple[Thread, ...]) -> tuple[Thread, ...]:
        """The threads up to the first that has matched whatever follows."""
        for at, thread in enumerate(threads):
            if self.machine.final(thread):
                return threads[: at + 1]
        return threads

    def _atomic(self, then: int) -> int:
        machine, program = self.machine, self.program
        begin = self._begin()
        numbers = {begin: program.add((SPLIT, []))}
        order = [begin]
        for threads in order:
            ways = program.nodes[numbers[threads]][1]
            by_target: dict[tuple[Thread, ...], list[int]] = {}
            for alike in machine.parts(threads, self.every):
                after = self._cut(machine.step(threads, alike[0]))
                if any(node >= 0 for node, _, _ in after):
                    by_target.setdefault(after, []).extend(alike)
            for after, classes in by_target.items():
                if after not in numbers:
                    numbers[after] = program.add((SPLIT, []))
                    order.append(after)
                ways.append(program.character(self._ranges(classes), numbers[after]))
            ways.extend(self._exits(threads, then))
        return numbers[begin]

    def _exits(self, threads: tuple[Thread, ...], then: int) -> Iterator[int]:
        """Ways out of the group, for each thread that has ended."""
        for at, (node, pending, _) in enumerate(threads):
            if node >= 0 and self.machine.nodes[node][0] == MATCH:
                obligation = self.obligations.least(Obligation(frozenset(threads[:at]), pending))
                if obligation == FREE:
                    yield then
                elif obligation is not None:
                    yield self.program.add((AHEAD, True, self._broken(obligation), 0, then))

    def _ahead(self, negative: bool, then: int) -> int:
        threads = self._begin()
        always = bool(threads) and self.machine.final(threads[-1])
        left = Obligation(frozenset(threads), NOTHING) if threads else FREE
        obligation = None if always else self.obligations.least(left)
        if obligation is None or obligation == FREE:  # it matches whatever follows, or never
            return then if (obligation is None) is not negative else self.program.add((SPLIT, []))
        return self.program.add((AHEAD, negative, self._broken(obligation), 0, then))

    def _broken(self, obligation: Obligation) -> int:
        """A lookahead's first node: it finds what breaks the obligation."""
        if obligation in self._promises:
            return self._promises[obligation]
        machine, program = self.machine, self.program
        numbers = {obligation: program.add((SPLIT, []))}
        order = [obligation]
        for each in order:
            ways = program.nodes[numbers[each]][1]
            by_target: dict[Obligation | None, list[int]] = {}
            for alike in machine.parts((*each.bad, (-1, each.good, None)), self.every):
                after = self.obligations.after(each, alike[0])
                if after != FREE:
                    by_target.setdefault(after, []).extend(alike)
            for after, classes in by_target.items():
                if after is None:
                    target = program.found
                else:
                    if after not in numbers:
                        numbers[after] = program.add((SPLIT, []))
                        order.append(after)
                    target = numbers[after]
                ways.append(program.character(self._ranges(classes), target))
            if not machine.may_end(each):
                ways.append(program.add((CHAR, END, program.found)))
        self._promises[obligation] = numbers[obligation]
        return numbers[obligation]

    def _ranges(self, classes: Sequence[int]) -> Ranges:
        return normalise(pair for each in classes for pair in self.machine.classes[each])
