"""The LALR(1) table as a restriction on derivations: which reductions lark's conflict resolution takes away.

A run of the table is a derivation whose nodes know the LR(0) state in which they begin. Lookaheads of a conflict-free
table refuse nothing that a derivation would not refuse by itself, so only the resolved conflicts matter: a reduction
that lost against a shift, or against a rule of higher priority, may not happen before the terminals it lost; and the
terminals with an action, which the contextual lexer of a state reads. The construction is DeRemer and Pennello's (1982)
over numbers and bit sets, in the core, since lark's own takes quadratic time on long chains of rules; like lark's, it
lets a symbol's follow set flow into those of half-read rules for the same symbol, which adds lookaheads now and then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from constrain.budget import allow_more, share
from constrain.errors import GrammarError, LimitExceeded
from constrain.support.once import once

from ..._native import LalrTable

MAX_SHOWN = 300
MAX_WORK = 5_000_000  # items, and steps through rules
END = "$END"


@dataclass(frozen=True)
class Table:
    """States are numbers, 0 is the start; what the core has made, and the same by names for who wants to read it."""

    native: LalrTable
    names: Sequence[str]  # of the core's symbols, `END` last

    @once
    def sets(self) -> list[frozenset[str]]:
        """Sets of terminals, which the core has by number."""
        return [frozenset(self.names[number] for number in each) for each in self.native.sets]

    @once
    def accepts(self) -> list[frozenset[str]]:
        """Of each state the terminals with an action."""
        return [self.sets[number] for number in self.native.accepts]

    @once
    def goto(self) -> list[dict[str, int]]:
        """Of each state where its symbols lead."""
        return [{self.names[number]: target for number, target in row} for row in self.native.moves]

    @once
    def lost(self) -> list[dict[int, frozenset[str]]]:
        """Of each state the terminals that a rule lost, by its number, for each rule that can end there."""
        return [{rule: self.sets[number] for rule, number in row} for row in self.native.lost]


def build(rules: Sequence[Any], start: str, numbers: Mapping[str, int] | None = None) -> Table:
    """Computes LALR(1) as lark does; raises `GrammarError` on reduce/reduce conflicts that no priority resolves.

    `numbers` are those of all symbols in the order of their names, `END` last; they may hold more than the rules do.
    """
    if numbers is None:
        names = {start, *(rule.origin.name for rule in rules), *(s.name for rule in rules for s in rule.expansion)}
        numbers = {name: number for number, name in enumerate([*sorted(names), END])}
    native = LalrTable(
        len(numbers) - 1,
        numbers[start],
        [numbers[rule.origin.name] for rule in rules],
        [[numbers[s.name] for s in rule.expansion] for rule in rules],
        limit := share(MAX_WORK),
    )
    if native.spent:
        raise LimitExceeded(
            f"lark: the LALR table needs more than {limit} steps; split the grammar, or try parser='earley', or "
            f"{allow_more(limit, native.work)}",
            limit=limit,
            needed=native.work,
        )
    table = Table(native, list(numbers))
    # priorities may be any numbers: what counts is which is higher
    priorities = [rule.options.priority or 0 for rule in rules]
    ranks = {priority: rank for rank, priority in enumerate(sorted(set(priorities)))}
    conflict = native.settle([ranks[priority] for priority in priorities])
    if conflict is not None:
        rule, other, terminals = conflict
        where = min(table.names[number] for number in terminals)
        text = f"Reduce/Reduce collision in Terminal({where!r}) between {rules[rule]} and {rules[other]}"
        first = rules[rule].origin.name
        raise GrammarError(
            f"lark: not LALR(1): {text[:MAX_SHOWN]}; have one rule for both, give one a priority "
            f"(`{first[:100]}.2: …`), or try parser='earley'"
        )
    return table
