"""Which lexer reads in which LALR state: the contextual lexer, with states that cannot tell their lexers apart merged.

Lark builds one lexer per set of terminals with an action. A terminal competes only with those that lark tries before it
and that may match from the same place, and with the keywords that retype it, so two states may share a lexer of both
their terminals if that adds no competitor to any: what only one of them accepts, the other's parser refuses anyway.
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
    """`lists[i]`: terminals of lexer i in lark's order; `of_state[s]`: the lexer that reads where s is on top.

    `retyped` are the pairs of a keyword and a terminal whose tokens it may retype.
    """

    def __init__(
        self,
        walker: Walker,
        terminals: Sequence[TerminalDef],
        always: frozenset[str],
        table: Table,
        retyped: frozenset[tuple[str, str]],
    ) -> None:
        order = [t.name for t in terminals]
        known = frozenset(order)
        related: dict[str, set[str]] = {name: set(walker.rivals(name)) for name in order}
        for keyword, name in retyped:
            related[keyword].add(name)
            related[name].add(keyword)
        competitors = {name: frozenset(others) for name, others in related.items()}
        rank = {name: -len(others) for name, others in competitors.items()}  # what has most fails first
        groups: list[tuple[set[str], dict[str, frozenset[str]]]] = []  # terminals; for each, its competitors among them
        chosen: dict[frozenset[str], int] = {}
        of_set = table.native.accepts  # states share few sets
        wanted_of = {number: (table.sets[number] | always) & known for number in dict.fromkeys(of_set)}
        for wanted in wanted_of.values():
            if wanted not in chosen:
                ordered = sorted((t for t in wanted if rank[t]), key=rank.__getitem__)
                for at, (union, competing) in enumerate(groups):
                    both = union | wanted
                    if all(competitors[t] & both == competitors[t] & wanted for t in ordered) and all(
                        competitors[t] & both == competing[t] for t in competing
                    ):
                        number = at
                        break
                else:
                    number, both = len(groups), set(wanted)
                    groups.append((set(), {}))
                union, competing = groups[number]
                union |= both
                competing.update((t, competitors[t] & both) for t in both if rank[t])
                chosen[wanted] = number
        lexer_of = {number: chosen[wanted] for number, wanted in wanted_of.items()}
        self.of_state = [lexer_of[number] for number in of_set]
        self.lists = [[t for t in terminals if t.name in union] for union, _ in groups]
