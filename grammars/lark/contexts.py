"""Which lexer reads in which LALR state: the contextual lexer, with states that cannot tell their lexers apart merged.

Lark builds one lexer per set of terminals with an action. A terminal competes only with those that may begin with the
same character, so two states may share a lexer of both their terminals if that adds no competitor to either: what only
one of them accepts, the other's parser refuses anyway.
"""

from __future__ import annotations

from collections.abc import Sequence

from lark.lexer import TerminalDef

from .lexer import Walker
from .table import Table


def sort_key(terminal: TerminalDef) -> tuple[int, int, int, str]:
    """The order in which lark's lexers try terminals."""
    pattern = terminal.pattern
    return -terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name


class Contexts:
    """`lists[i]`: terminals of lexer i in lark's order; `of_state[s]`: the lexer that reads where s is on top."""

    def __init__(self, walker: Walker, terminals: Sequence[TerminalDef], ignore: frozenset[str], table: Table) -> None:
        first = {t.name: walker.first_classes(t.name) for t in terminals}
        rivals = {each: frozenset(b for b in first if first[b] & each) for each in set(first.values())}
        known = frozenset(first)
        groups: list[tuple[set[str], list[frozenset[str]]]] = []
        chosen: dict[frozenset[str], int] = {}
        self.of_state: list[int] = []
        for accepts in table.accepts:
            wanted = (accepts | ignore) & known
            if wanted not in chosen:
                for number, (union, members) in enumerate(groups):
                    both = union | wanted
                    if all(rivals[f] & both <= each for each in (*members, wanted) for f in {first[t] for t in each}):
                        union |= wanted
                        members.append(wanted)
                        chosen[wanted] = number
                        break
                else:
                    chosen[wanted] = len(groups)
                    groups.append((set(wanted), [wanted]))
            self.of_state.append(chosen[wanted])
        self.lists = [[t for t in terminals if t.name in union] for union, _ in groups]
