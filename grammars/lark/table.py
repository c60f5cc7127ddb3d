"""The LALR(1) table as a restriction on derivations: which reductions lark's conflict resolution takes away.

A run of the table is a derivation whose nodes know the LR(0) state in which they begin. Lookaheads of a conflict-free
table refuse nothing that a derivation would not refuse by itself, so only the resolved conflicts matter: a reduction
that lost against a shift, or against a rule of higher priority, may not happen before the terminals it lost; and the
terminals with an action, which the contextual lexer of a state reads. The construction is DeRemer and Pennello's (1982)
over numbers and bit sets, in the core, since lark's own takes quadratic time on long chains of rules; like lark's, it
lets a symbol's follow set flow into those of half-read rules for the same symbol, which adds lookaheads now and then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from constrain._native import LalrTable
from constrain.errors import GrammarError, LimitExceeded

MAX_SHOWN = 300
MAX_WORK = 5_000_000  # items, and steps through rules
END = "$END"


@dataclass(frozen=True)
class Table:
    """States are numbers; `accepts[s]` are the terminals with an action.

    `lost[s]` are the terminals that a rule lost, by its number, for each rule that can end in the state.
    """

    start: int
    goto: Sequence[dict[str, int]]
    accepts: Sequence[frozenset[str]]
    lost: Sequence[dict[int, frozenset[str]]]
    terminals: frozenset[str]


def build(rules: Sequence[Any], start: str) -> Table:
    """Computes LALR(1) as lark does; raises `GrammarError` on reduce/reduce conflicts that no priority resolves."""
    terminals = frozenset(s.name for rule in rules for s in rule.expansion if s.is_term)
    names = sorted({start, *(rule.origin.name for rule in rules), *(s.name for rule in rules for s in rule.expansion)})
    numbers = {name: number for number, name in enumerate(names)}
    native = LalrTable(
        len(names),
        numbers[start],
        [numbers[rule.origin.name] for rule in rules],
        [[numbers[s.name] for s in rule.expansion] for rule in rules],
        MAX_WORK,
    )
    if native.spent:
        raise LimitExceeded(
            f"lark: the LALR table needs more than {MAX_WORK} steps; split the grammar, or try parser='earley'",
            limit=MAX_WORK,
            needed=native.work,
        )
    names.append(END)
    sets = [frozenset(names[number] for number in each) for each in native.sets]
    lost = []
    for reductions in native.reductions:
        row = {rule: sets[shifted] for rule, _, shifted, _ in reductions}
        rivals = {rule: sets[lookaheads] for rule, lookaheads, _, shared in reductions if shared}
        for rule in rivals:
            row[rule] |= _beaten(rules, rule, rivals)
        lost.append(row)
    goto = [{names[number]: target for number, target in row} for row in native.moves]
    return Table(0, goto, [sets[number] for number in native.accepts], lost, terminals)


def _beaten(rules: Sequence[Any], rule: int, lookaheads: dict[int, frozenset[str]]) -> frozenset[str]:
    """Before which terminals the rule loses against another of higher priority."""
    out: set[str] = set()
    for other, its in lookaheads.items():
        common = lookaheads[rule] & its if other != rule else frozenset()
        if not common:
            continue
        mine, theirs = (rules[each].options.priority or 0 for each in (rule, other))
        if theirs > mine:
            out |= common
        elif theirs == mine:
            # lark asks whether the best is better than the second best: worse ones do not matter
            for third, also in lookaheads.items():
                if (rules[third].options.priority or 0) > mine:
                    common -= also
            if common:
                where = min(common)
                text = f"between {rules[rule]} and {rules[other]}"
                text = f"Reduce/Reduce collision in Terminal({where!r}) {text}"
                raise GrammarError(f"lark: not LALR(1): {text[:MAX_SHOWN]}; try parser='earley'")
    return frozenset(out)
