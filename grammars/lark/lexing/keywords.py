"""Keywords that retype a token: literals that a regular expression of equal priority matches, first and whole.

Lark asks `re.match(regexp, keyword)` whether the match is the keyword. `re` backtracks, so a hostile pattern makes it
ask forever; here the ordered threads of the terminal find the same match in one pass over the keyword, their steps
counted. What stands before a keyword is the beginning of the text, which no set of characters holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lark.lexer import PatternStr, TerminalDef

from .pike_vm import BEGINNING, END_CLASS, NOTHING, Machine, Thread
from .program import MATCH

Threads = tuple[Thread, ...]


def keyword_overrides(
    machine: Machine, starts: Mapping[str, int], terminals: Sequence[TerminalDef]
) -> dict[tuple[str, str], bool]:
    """Pairs of a keyword and a terminal whose tokens it retypes: whether the keyword is no terminal beside it."""
    literals = [
        (t, [machine.class_of(letter) for letter in t.pattern.value])
        for t in terminals
        if isinstance(t.pattern, PatternStr)
    ]
    out = {}
    for terminal in terminals:
        if isinstance(terminal.pattern, PatternStr):
            continue
        matching = Matching(machine, starts[terminal.name], terminal.name)
        for literal, classes in literals:
            if literal.priority == terminal.priority and matching.takes(classes):
                out[literal.name, terminal.name] = set(literal.pattern.flags) <= set(terminal.pattern.flags)
    return out


class Matching:
    """What `re.match` of one terminal finds in whole texts; texts that begin alike are read together."""

    def __init__(self, machine: Machine, start: int, name: str) -> None:
        self.machine = machine
        width = machine.widths[name]
        begin = machine.closure(start, NOTHING, (BEGINNING,) * width if width else None, name)
        final = [at for at, thread in enumerate(begin) if machine.final(thread)]
        # threads by number, and for each of them where classes lead and whether a text may end there
        self._threads = [begin[: final[0] + 1] if final else begin]
        self._numbers = {self._threads[0]: 0}
        self._steps: list[dict[int, int]] = [{}]
        self._whole: dict[int, bool] = {}

    def takes(self, text: Sequence[int]) -> bool:
        """Whether the first match of the terminal at the beginning of the text, given as classes, is all of it."""
        at = 0
        for each in text:
            following = self._steps[at].get(each)
            if following is None:
                following = self._steps[at][each] = self._number(self.machine.step(self._threads[at], each))
            if following < 0:
                return False
            at = following
        if at not in self._whole:
            self._whole[at] = self._ends(self._threads[at])
        return self._whole[at]

    def _number(self, threads: Threads) -> int:
        """The number of what is left of the terminal; -1 for nothing."""
        if not threads:
            return -1
        number = self._numbers.setdefault(threads, len(self._threads))
        if number == len(self._threads):
            self._threads.append(threads)
            self._steps.append({})
        return number

    def _ends(self, threads: Threads) -> bool:
        """Whether the first thread that has matched, if the text ends here, has done so here."""
        for node, pending, _ in threads:
            ended = node < 0 or self.machine.nodes[node][0] == MATCH
            if ended and self.machine.step_lookaheads(pending, END_CLASS) is not None:
                return node >= 0
        return False
