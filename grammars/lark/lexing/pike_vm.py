"""Threads of a program: what is left of terminals after some characters, stepped one class of characters at a time.

A thread is `(node, pending, lookbehind)`: a `Char` node that waits for a character or a `Match` node that has ended,
the lookaheads that are still pending, and the last characters if its terminal looks back, each as the first class of
those that no lookbehind tells apart. A pending lookahead is `(negative, nodes)`, the set of nodes at which it stands.
The obligation after a finished token is a set of threads, those tried before it, that must never come to a match, with
the lookaheads of the token itself that must be kept, and the last characters read if a terminal that may come looks at
them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from constrain.budget import TURN, allow_more, share, spend
from constrain.errors import LimitExceeded, UnsupportedError

from ...regex.ranges import EVERYTHING, Ranges, normalise
from .program import AHEAD, BEHIND, CHAR, END, MATCH, MAX_NODES, SPLIT, Program

Pending = frozenset[tuple[bool, frozenset[int]]]
Thread = tuple[int, Pending, tuple[int, ...] | None]
NOTHING: Pending = frozenset()
END_CLASS = -1
BEGINNING = -3  # the class of what stands before the text; the core has -2 for threads that remember nothing
MAX_WORK = 5_000_000


class Obligation(NamedTuple):
    """What the tokens before it demand of the rest of the text: no thread of `bad` matches, all of `good` is kept.

    `before` are the last characters, as far as what may come looks back at them (see `preceding`).
    """

    bad: frozenset[Thread]
    good: Pending
    before: tuple[int, ...] = ()


FREE = Obligation(frozenset(), NOTHING)


class Machine:
    """Steps threads of one program over classes of characters that none of its sets tells apart."""

    def __init__(self, program: Program, widths: dict[str, int]) -> None:
        self.nodes, self.found, self.widths = program.nodes, program.found, widths
        self._width = max(widths.values(), default=0)
        self.classes = classes_of(sorted(program.sets))
        starts = sorted((low, number) for number, ranges in enumerate(self.classes) for low, _ in ranges)
        self._starts, self._numbers = [low for low, _ in starts], [number for _, number in starts]
        self._members: dict[Any, frozenset[int]] = {
            s: frozenset(self._class_of(low) for low, _ in self._cut(s)) for s in program.sets
        }
        self.accepted = [self._accepted(node) for node in self.nodes]
        self.remembered = self._remembered()
        self.looking = program.looking
        self.work = program.work
        self._assumed: Mapping[tuple[int, int], bool] = {}
        self._stepped: dict[tuple[Pending, int], Pending | None] = {}
        self._ends: dict[Obligation, bool] = {}
        self._moves: dict[tuple[Thread, int], tuple[Thread, ...]] = {}
        self._parts: dict[tuple[frozenset[frozenset[int]], bool], Sequence[Sequence[int]]] = {}
        self._closures: dict[tuple[int, Pending, tuple[int, ...] | None], tuple[Thread, ...]] = {}

    def burn(self, amount: int) -> None:
        """Counts threads stepped and nodes passed, so that terminals with too many of them end in an error, soon."""
        spend(TURN // 2 * amount)
        self.count(amount)

    def count(self, amount: int) -> None:
        """The same for work that the native core has paid for."""
        self.work += amount
        if self.work > (limit := share(MAX_WORK)):
            raise LimitExceeded(
                f"lark: the terminals need more than {limit} steps of matching; give those that overlap clearer "
                f"beginnings, or simplify them, or {allow_more(limit, self.work)}",
                limit=limit,
                needed=self.work,
            )

    def class_of(self, character: str) -> int:
        """The class of a character."""
        return self._class_of(ord(character))

    def _class_of(self, code_point: int) -> int:
        return self._numbers[bisect_right(self._starts, code_point) - 1]

    def _cut(self, ranges: Ranges) -> list[tuple[int, int]]:
        """The ranges cut where classes change."""
        out = []
        for low, high in ranges:
            at = bisect_right(self._starts, low)
            while at < len(self._starts) and self._starts[at] <= high:
                out.append((low, self._starts[at] - 1))
                low = self._starts[at]
                at += 1
            out.append((low, high))
        return out

    def _remembered(self) -> list[int]:
        """For each class the first of those that no lookbehind tells apart from it."""
        looks = [node[2] for node in self.nodes if node[0] == BEHIND]
        marks = [0] * len(self.classes)
        for at, members in enumerate({self.accepted[node] for start in looks for node in self.inside(start)}):
            for each in members:
                marks[each] |= 1 << at
        first: dict[int, int] = {}
        return [first.setdefault(mark, number) for number, mark in enumerate(marks)]

    def inside(self, start: int) -> set[int]:
        """The nodes of a lookaround."""
        seen: set[int] = set()
        stack = [start]
        while stack:
            at = stack.pop()
            if at not in seen:
                seen.add(at)
                what = self.nodes[at]
                stack.extend(what[1] if what[0] == SPLIT else [what[2]] if what[0] == CHAR else [])
        return seen

    def members(self, ranges: Any) -> frozenset[int]:
        """The classes that make up one of the program's sets."""
        return self._members[ranges]

    def begin(self, node: int, name: str, before: tuple[int, ...] = ()) -> tuple[Thread, ...]:
        """The threads of a terminal before its first character, where it can look back at the characters `before`."""
        return self.closure(node, NOTHING, before if self.widths[name] else None, name)

    def closure(
        self, node: int, pending: Pending, lookbehind: tuple[int, ...] | None, name: str = ""
    ) -> tuple[Thread, ...]:
        """The threads to which `node` leads without a character, in the order in which they are tried."""
        key = node, pending, lookbehind
        known = self._closures.get(key)
        if known is not None:
            return known
        out: list[Thread] = []
        seen: set[tuple[int, Pending]] = set()
        stack = [(node, pending)]
        while stack:
            at, kept = stack.pop()
            if (at, kept) in seen:
                continue
            seen.add((at, kept))
            what = self.nodes[at]
            kind = what[0]
            if kind == SPLIT:
                stack.extend((way, kept) for way in reversed(what[1]))
            elif kind == MATCH or (kind == CHAR and (not kept or self._possible(at, kept))):
                out.append((at, kept, lookbehind))
            elif kind == CHAR:
                continue
            elif kind == AHEAD:
                nodes = self.spread({what[2]})
                if self.found in nodes:
                    if not what[1]:
                        stack.append((what[4], kept))
                else:
                    stack.append((what[4], kept | {(what[1], nodes)}))
            else:
                assert lookbehind is not None
                stands = self._assumed.get((what[2], what[3])) if not lookbehind else None
                if stands is None:
                    if len(lookbehind) < what[3]:
                        raise looks_back(name or next(iter(self.widths)) if len(self.widths) == 1 else name)
                    stands = self._lookbehind_holds(what[2], lookbehind[len(lookbehind) - what[3] :])
                if stands != what[1]:
                    stack.append((what[4], kept))
        self.burn(len(seen))
        result = self._closures[key] = tuple(out)
        return result

    def assume(self, answers: Mapping[tuple[int, int], bool]) -> None:
        """From now on, whether the lookbehinds (first node, width) hold where no character has been read."""
        self._assumed = answers
        self._closures.clear()
        self._moves.clear()

    def _possible(self, node: int, pending: Pending) -> bool:
        """Whether some class is taken by a `Char` node and by one of the nodes of each lookahead that must be kept.

        A thread without such a class is dead. To drop it at once keeps apart what else differs only in dead threads.
        """
        left = self.accepted[node]
        for negative, nodes in pending:
            if not negative:
                left = left.intersection(frozenset[int]().union(*(self.accepted[each] for each in nodes)))
        return bool(left)

    def spread(self, nodes: set[int]) -> frozenset[int]:
        """The nodes inside a lookaround that wait for a character, and `found` if it has been found."""
        out: set[int] = set()
        seen: set[int] = set()
        stack = list(nodes)
        while stack:
            at = stack.pop()
            if at in seen:
                continue
            seen.add(at)
            if self.nodes[at][0] == SPLIT:
                stack.extend(self.nodes[at][1])
            else:
                out.add(at)
        return frozenset(out)

    def final(self, thread: Thread) -> bool:
        """Whether the thread has matched whatever follows."""
        node, pending, _ = thread
        return not pending and (node < 0 or self.nodes[node][0] == MATCH)

    def _lookbehind_holds(self, start: int, classes: tuple[int, ...]) -> bool:
        nodes = self.spread({start})
        for each in classes:
            nodes = self.look_step(nodes, each)
        return self.found in nodes

    def takes(self, node: int, number: int) -> bool:
        """Whether the `Char` node takes characters of the class (`END_CLASS`: the end of the text)."""
        wanted = self.nodes[node][1]
        return number == END_CLASS if wanted is END else number in self._members[wanted]

    def look_step(self, nodes: frozenset[int], number: int) -> frozenset[int]:
        """A lookaround's nodes after one more character."""
        return self.spread({self.nodes[n][2] for n in nodes if n != self.found and self.takes(n, number)})

    def step_lookaheads(self, pending: Pending, number: int) -> Pending | None:
        """Pending lookaheads after one more character (or the end); None if one has failed."""
        key = pending, number
        if key not in self._stepped:
            self._stepped[key] = self._step_lookaheads(pending, number)
        return self._stepped[key]

    def _step_lookaheads(self, pending: Pending, number: int) -> Pending | None:
        out = []
        for negative, nodes in pending:
            after = self.look_step(nodes, number)
            if self.found in after:
                if negative:
                    return None
            elif after and number != END_CLASS:
                out.append((negative, after))
            elif not negative:
                return None
        return frozenset(out) if out else NOTHING

    def step(self, threads: tuple[Thread, ...], number: int) -> tuple[Thread, ...]:
        """Ordered threads after one more character; ended ones with pending lookaheads stay, marked by -2 - node."""
        self.burn(1 + len(threads))
        out: dict[Thread, None] = {}
        moves = self._moves
        for thread in threads:
            key = thread, number
            moved = moves.get(key)
            if moved is None:
                moved = moves[key] = self._move(thread, number)
            for each in moved:
                out[each] = None
                if self.final(each):
                    return tuple(out)  # it has ended, whatever follows
        return tuple(out)

    def parts(self, threads: Iterable[Thread], classes: Sequence[int]) -> Sequence[Sequence[int]]:
        """The classes, in parts that nothing in the threads tells apart."""
        nodes: set[int] = set()
        remembers = False
        for node, pending, lookbehind in threads:
            remembers = remembers or lookbehind is not None
            nodes.add(node)
            for _, looking in pending:
                nodes |= looking
        key = frozenset(self.accepted[node] for node in nodes if node >= 0), remembers
        if key not in self._parts:
            inside = dict.fromkeys(classes, 0)
            for at, members in enumerate(key[0]):
                for each in members:
                    if each in inside:
                        inside[each] |= 1 << at
            found: dict[tuple[int, int], list[int]] = {}
            for each, marks in inside.items():
                found.setdefault((marks, self.remembered[each] if remembers else 0), []).append(each)
            self._parts[key] = list(found.values())
        return self._parts[key]

    def _move(self, thread: Thread, number: int) -> tuple[Thread, ...]:
        """What becomes of one thread."""
        node, pending, lookbehind = thread
        kept = self.step_lookaheads(pending, number) if pending else NOTHING
        if kept is None:
            return ()
        if node < 0 or self.nodes[node][0] == MATCH:
            # at an unconditional match the token did not end: nothing below it is left
            return ((node if node < 0 else -2 - node, kept, lookbehind),) if pending else ()
        return self.follow(node, kept, lookbehind, number) if self.takes(node, number) else ()

    def follow(
        self, node: int, pending: Pending, lookbehind: tuple[int, ...] | None, number: int
    ) -> tuple[Thread, ...]:
        """The threads after a `Char` node that has taken a character of the class."""
        if lookbehind is not None:
            lookbehind = (*lookbehind, self.remembered[number])[-self._width :]
        return self.closure(self.nodes[node][2], pending, lookbehind)

    def condition(self, rows: Sequence[Mapping[int, Sequence[int]]], ends: Sequence[bool]) -> int:
        """A lookahead's first node, for an automaton: classes by the state that they lead to (-1: found).

        Where `ends` says so, the end of the text is found too; state 0 begins.
        """
        first = len(self.nodes)
        if first > (limit := share(MAX_NODES)):
            raise LimitExceeded(
                f"lark: the lookaheads of the terminals need more than {limit} steps; simplify them, "
                f"or {allow_more(limit, first)}",
                limit=limit,
                needed=first,
            )
        ways: list[list[int]] = [[] for _ in rows]
        self.nodes.extend((SPLIT, each) for each in ways)
        for state, row in enumerate(rows):
            for target, classes in row.items():
                taken = frozenset(classes)
                self._members[taken] = taken
                ways[state].append(len(self.nodes))
                self.nodes.append((CHAR, taken, self.found if target < 0 else first + target))
            if ends[state]:
                ways[state].append(len(self.nodes))
                self.nodes.append((CHAR, END, self.found))
        self.accepted.extend(self._accepted(node) for node in self.nodes[first:])
        return first

    def _accepted(self, node: Any) -> frozenset[int]:
        return self._members[node[1]] if node[0] == CHAR and node[1] is not END else frozenset()

    def fulfil(self, obligation: Obligation, number: int) -> Obligation | None:
        """The obligation after one more character or the end of the text; None if it is broken."""
        self.burn(1 + len(obligation.bad))
        good = self.step_lookaheads(obligation.good, number)
        if good is None:
            return None
        bad: set[Thread] = set()
        for node, pending, lookbehind in obligation.bad:
            kept = self.step_lookaheads(pending, number) if pending else NOTHING
            if kept is None:
                continue
            if node < 0 or self.nodes[node][0] == MATCH:
                if not kept:
                    return None
                bad.add((node, kept, lookbehind))
            elif self.takes(node, number):
                for thread in self.follow(node, kept, lookbehind, number):
                    if self.nodes[thread[0]][0] == MATCH and not thread[1]:
                        return None
                    bad.add(thread)
        return Obligation(frozenset(bad), good)

    def may_end(self, obligation: Obligation) -> bool:
        """Whether the text may end here."""
        if obligation not in self._ends:
            self._ends[obligation] = self._may_end(obligation)
        return self._ends[obligation]

    def _may_end(self, obligation: Obligation) -> bool:
        if self.step_lookaheads(obligation.good, END_CLASS) is None:
            return False
        return not any(
            (node < 0 or self.nodes[node][0] == MATCH) and self.step_lookaheads(pending, END_CLASS) is not None
            for node, pending, _ in obligation.bad
        )


def looks_back(name: str) -> UnsupportedError:
    """The error for a terminal that looks further back than it has read."""
    where = f"terminal {name}" if name else "a terminal"
    return UnsupportedError(
        f"lark: {where}: a lookbehind in an atomic group, a possessive repetition or a lookahead looks past its start "
        "from within; move the lookbehind out of it",
        feature="lookbehind past the start of a group",
        where=name or "terminal",
    )


def classes_of(sets: list[Ranges]) -> list[Ranges]:
    """The coarsest partition of the characters in which every set is a union of parts."""
    marks: dict[int, list[int]] = {0: []}
    for number, ranges in enumerate(sets):
        for low, high in ranges:
            marks.setdefault(low, []).append(number)
            marks.setdefault(high + 1, []).append(number)
    for low, high in ((0xD800, 0xDFFF),):  # surrogates stand apart: no text has them
        marks.setdefault(low, []).append(-1)
        marks.setdefault(high + 1, []).append(-1)
    inside: frozenset[int] = frozenset()
    parts: dict[frozenset[int], list[tuple[int, int]]] = {}
    places = sorted(marks)
    last = EVERYTHING[0][1]
    for place, following in zip(places, [*places[1:], last + 1], strict=True):
        for number in marks[place]:
            inside ^= {number}
        if place <= last:
            parts.setdefault(inside, []).append((place, min(following - 1, last)))
    return [normalise(pairs) for pairs in parts.values()]
