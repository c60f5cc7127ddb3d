"""Which lexer reads in which LALR state: the contextual lexer, with states that cannot tell their lexers apart merged.

Lark builds one lexer per set of terminals with an action. A terminal competes only with those that lark tries before it
and that may match from the same place, and with the keywords that retype it, so two states may share a lexer of both
their terminals if that adds no competitor to any: what only one of them accepts, the other's parser refuses anyway.
"""

from __future__ import annotations

from collections.abc import Sequence

from lark.lexer import TerminalDef

from ..lexing.lexer import Walker
from .lalr import Table


def sort_key(terminal: TerminalDef) -> tuple[int, int, int, str]:
    """The order in which lark's lexers try terminals."""
    pattern = terminal.pattern
    return -terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name


class Contexts:
    """`lists[i]`: terminals of lexer i in lark's order; `of_state[s]`: the lexer that reads where s is on top.

    `keyword_overrides` are the pairs of a keyword and a terminal whose tokens it may retype.
    """

    def __init__(
        self,
        walker: Walker,
        terminals: Sequence[TerminalDef],
        always: frozenset[str],
        table: Table,
        keyword_overrides: frozenset[tuple[str, str]],
    ) -> None:
        # sets of terminals are bits of integers
        bit = {t.name: 1 << at for at, t in enumerate(terminals)}
        related: dict[str, int] = dict.fromkeys(bit, 0)
        for name in bit:
            for other in walker.competitors(name):
                related[name] |= bit[other]
        for keyword, name in keyword_overrides:
            related[keyword] |= bit[name]
            related[name] |= bit[keyword]
        # those that have any competitor, what has most of them first, since it fails first
        ranked = sorted((name for name in bit if related[name]), key=lambda name: -related[name].bit_count())
        competitors = [(bit[name], related[name]) for name in ranked]
        groups: list[tuple[int, list[tuple[int, int]]]] = []  # terminals; of those that compete, with which among them
        chosen: dict[int, int] = {}
        of_set = table.native.accepts  # states share few sets
        everywhere = sum(bit.get(name, 0) for name in always)
        wanted_of = {
            number: everywhere | sum(bit.get(name, 0) for name in table.sets[number] - always)
            for number in dict.fromkeys(of_set)
        }
        for wanted in wanted_of.values():
            if wanted not in chosen:
                mine = [each for own, each in competitors if own & wanted]
                for at, (known, competing) in enumerate(groups):
                    both = known | wanted
                    if all(each & both == each & wanted for each in mine) and all(
                        each & both == theirs for each, theirs in competing
                    ):
                        number = at
                        break
                else:
                    number, both = len(groups), wanted
                    groups.append((0, []))
                groups[number] = both, [(each, each & both) for own, each in competitors if own & both]
                chosen[wanted] = number
        lexer_of = {number: chosen[wanted] for number, wanted in wanted_of.items()}
        self.of_state = [lexer_of[number] for number in of_set]
        self.lists = [[t for t in terminals if bit[t.name] & known] for known, _ in groups]
