"""Keywords that retype a token: literals that a regular expression of equal priority matches, first and whole.

Lark asks `re.match(regexp, keyword)` whether the match is the keyword. `re` backtracks, so a hostile pattern makes it
ask for ever; here the ordered threads of the terminal find the same match in one pass over the keyword, their steps
counted. What stands before a keyword is the beginning of the text, which no set of characters holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lark.lexer import PatternStr, TerminalDef

from .program import MATCH
from .threads import END_CLASS, NOTHING, Machine, Thread

BEGINNING = -2  # the class of what stands before the text
Threads = tuple[Thread, ...]


def retyped(
    machine: Machine, starts: Mapping[str, int], terminals: Sequence[TerminalDef]
) -> dict[tuple[str, str], bool]:
    """Pairs of a keyword and a terminal whose tokens it retypes: whether the keyword is no terminal beside it."""
    literals = [t for t in terminals if isinstance(t.pattern, PatternStr)]
    out = {}
    for terminal in terminals:
        if isinstance(terminal.pattern, PatternStr):
            continue
        matching = Matching(machine, starts[terminal.name], terminal.name)
        for literal in literals:
            if literal.priority == terminal.priority and matching.takes(literal.pattern.value):
                out[literal.name, terminal.name] = set(literal.pattern.flags) <= set(terminal.pattern.flags)
    return out


class Matching:
    """What `re.match` of one terminal finds in whole texts; texts that begin alike are read together."""

    def __init__(self, machine: Machine, start: int, name: str) -> None:
        self.machine = machine
        width = machine.widths[name]
        begin = machine.closure(start, NOTHING, (BEGINNING,) * width if width else None, name)
        final = [at for at, thread in enumerate(begin) if machine.final(thread)]
        self._begin = begin[: final[0] + 1] if final else begin
        self._steps: dict[tuple[Threads, int], Threads] = {}

    def takes(self, text: str) -> bool:
        """Whether the first match of the terminal at the beginning of the text is all of it."""
        threads = self._begin
        for character in text:
            key = threads, self.machine.class_of(character)
            moved = self._steps.get(key)
            if moved is None:
                moved = self._steps[key] = self.machine.step(*key)
            if not moved:
                return False
            threads = moved
        for node, pending, _ in threads:
            ended = node < 0 or self.machine.nodes[node][0] == MATCH
            if ended and self.machine.owe(pending, END_CLASS) is not None:
                return node >= 0
        return False
