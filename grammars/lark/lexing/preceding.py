"""What stands before a token, as far as the terminals that may come look at it.

Lark matches each token in the whole text, so `\\b`, `^` or `(?<=x)` at a terminal's start asks about the last
characters of the tokens before. A lookbehind of three characters that stands after one character of its terminal asks
about two of them: how many, at most, is found once for each terminal, and also for those that are so short that what
comes after them still looks past them. Between two tokens that many characters are remembered. Two memories from which
every lookbehind goes on alike are one, represented by the first of them that was met: after `ab`, `(?<=abc)x` cares
only how much of `abc` has been read.

Memories are tuples of classes of `Machine.remembered`, `BEGINNING` before the text. The oracle is lark.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping

from constrain.support.once import once

from .pike_vm import BEGINNING, Machine
from .program import AHEAD, BEHIND, CHAR, MATCH, SPLIT

Before = tuple[int, ...]
Wanted = tuple[tuple[int, int], ...]  # lookbehinds (their nodes), and how far each may look back from here


class Preceding:
    """Of one grammar's terminals: `starts` are their first nodes, `beyond[t]` what may come after t (left out: any).

    `deciding` says on which others it depends whether a token is one of a terminal.
    """

    def __init__(
        self,
        machine: Machine,
        starts: Mapping[str, int],
        beyond: Mapping[str, frozenset[str]],
        deciding: Callable[[str], Iterable[str]],
    ) -> None:
        self.machine, self.starts, self.beyond, self.deciding = machine, starts, beyond, deciding
        self._own: dict[str, dict[int, int]] = {}
        self._shortest: dict[str, int] = {}
        for name, start in starts.items():
            if machine.widths[name]:
                self._shortest[name], found = self._distances(start)
                if found:
                    self._own[name] = found
        self._of_sets: dict[frozenset[str], Wanted] = {}
        self._first: dict[tuple[Wanted, int, object], Before] = {}
        self._known: dict[tuple[Before, Wanted], Before] = {}
        self._nodes: dict[tuple[int, Before], frozenset[int]] = {}

    def looks_back(self, name: str) -> bool:
        """Whether the terminal may look at what stands before it."""
        return name in self._own

    def _distances(self, start: int) -> tuple[int, dict[int, int]]:
        """The fewest characters of a match, and how far lookbehinds look past the start; assertions count as true."""
        nodes = self.machine.nodes
        shortest = -1
        found: dict[int, int] = {}
        seen: set[int] = set()
        queue = deque([(start, 0)])
        while queue:
            at, distance = queue.popleft()
            if at in seen:
                continue
            seen.add(at)
            node = nodes[at]
            if node[0] == CHAR:
                queue.append((node[2], distance + 1))
            elif node[0] == SPLIT:
                queue.extendleft((way, distance) for way in reversed(node[1]))
            elif node[0] == AHEAD:
                queue.appendleft((node[4], distance))
            elif node[0] == BEHIND:
                if node[3] > distance:
                    found[at] = node[3] - distance
                queue.appendleft((node[4], distance))
            elif node[0] == MATCH and shortest < 0:
                shortest = distance
        return max(shortest, 0), found

    @once
    def _needs(self) -> dict[str, dict[int, int]]:
        """For each terminal how far each lookbehind may look back where it comes next; those left out need nothing."""
        if not self._own:
            return {}
        every = frozenset(self.starts)
        needs: dict[str, dict[int, int]] = {}
        for name in self.starts:
            mine = self._own.get(name, {})
            needs[name] = self._joined((mine, *(self._own.get(each, {}) for each in self.deciding(name))))
            if name not in self._shortest:
                self._shortest[name] = self._distances(self.starts[name])[0]
        groups: dict[frozenset[str], list[str]] = {}
        for name in self.starts:
            groups.setdefault(self.beyond.get(name, every), []).append(name)
        changed = True
        while changed:  # as often as the widest lookbehind has characters, at most
            changed = False
            for following, names in groups.items():
                after = self._joined(needs[each] for each in following if each in needs)
                if any(each not in needs for each in following):
                    after = self._joined(needs.values())
                for name in names:
                    own = needs[name]
                    for look, depth in after.items():
                        if depth - self._shortest[name] > own.get(look, 0):
                            own[look] = depth - self._shortest[name]
                            changed = True
        return needs

    @staticmethod
    def _joined(needs: Iterable[Mapping[int, int]]) -> dict[int, int]:
        out: dict[int, int] = {}
        for each in needs:
            for look, depth in each.items():
                out[look] = max(depth, out.get(look, 0))
        return out

    def wanted(self, following: frozenset[str] | None) -> Wanted:
        """What counts where one of the terminals comes next; None: any."""
        if not self._own:
            return ()
        # a terminal without a pattern, as an Indenter's, may be empty: anything may come after it
        if following is None or not following <= self.starts.keys():
            following = frozenset(self.starts)
        known = self._of_sets.get(following)
        if known is None:
            joined = self._joined(self._needs[name] for name in following)
            known = self._of_sets[following] = tuple(sorted(joined.items()))
        return known

    def entry(self, names: Iterable[str]) -> Wanted:
        """What the terminals themselves look at."""
        return tuple(sorted(self._joined(self._own.get(name, {}) for name in names).items()))

    def unknown(self, name: str) -> Before:
        """What a terminal sees before it where a text begins."""
        wanted = self.entry((name,))
        return self.least((BEGINNING,) * max((depth for _, depth in wanted), default=0), wanted)

    @property
    def beginning(self) -> Before:
        """What stands before the text."""
        wanted = self.wanted(None)
        return self.least((BEGINNING,) * max((depth for _, depth in wanted), default=0), wanted)

    def after(self, before: Before, number: int, wanted: Wanted) -> Before:
        """The memory after one more character of the class."""
        return self.least((*before, self.machine.remembered[number]), wanted)

    def covers(self, before: Before, names: Iterable[str]) -> bool:
        """Whether so much is remembered that these terminals can be read."""
        return not self._own or len(before) >= max((depth for _, depth in self.entry(names)), default=0)

    def least(self, before: Before, wanted: Wanted) -> Before:
        """The first memory from which all that counts goes on as from this one."""
        if not wanted:
            return ()
        key = before, wanted
        known = self._known.get(key)
        if known is None:
            short = before[-max(depth for _, depth in wanted) :]
            look = frozenset(
                (at, length, self._read(at, short[len(short) - length :]))
                for at, depth in wanted
                for length in range(1, min(depth, len(short)) + 1)
            )
            known = self._known[key] = self._first.setdefault((wanted, len(short), look), short)
        return known

    def _read(self, look: int, characters: Before) -> frozenset[int] | bool:
        """Where a lookbehind stands after the characters, its last ones or those before them."""
        key = look, characters
        nodes = self._nodes.get(key)
        machine = self.machine
        if nodes is None:
            if not characters:
                nodes = machine.spread({machine.nodes[look][2]})
            else:
                before = self._read(look, characters[:-1])
                assert not isinstance(before, bool)
                nodes = machine.look_step(before, characters[-1])
            self._nodes[key] = nodes
        return machine.found in nodes if len(characters) == machine.nodes[look][3] else nodes
