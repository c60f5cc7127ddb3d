"""The LALR table as a restriction on derivations: which reductions lark's conflict resolution takes away.

A run of the table is a derivation whose nodes know the LR(0) state in which they begin. Lookaheads of a conflict-free
table refuse nothing that a derivation would not refuse by itself, so only the resolved conflicts matter: a reduction
that lost against a shift, or against a rule of higher priority, may not happen before the terminals it lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lark.common import ParserConf
from lark.exceptions import GrammarError as LarkGrammarError
from lark.grammar import NonTerminal
from lark.parsers.lalr_analysis import LALR_Analyzer

from constrain.errors import GrammarError

MAX_SHOWN = 300


@dataclass(frozen=True)
class Table:
    """States are numbers; `accepts[s]` are the terminals with an action.

    `lost[s, rule]` are the terminals that the rule lost, for each rule that can end in the state.
    """

    start: int
    goto: Sequence[dict[str, int]]
    accepts: Sequence[frozenset[str]]
    lost: dict[tuple[int, Any], frozenset[str]]
    terminals: frozenset[str]


def build(rules: Sequence[Any], start: str) -> Table:
    """Computes LALR(1) as lark does; raises `GrammarError` on reduce/reduce conflicts that no priority resolves."""
    analyzer = LALR_Analyzer(ParserConf(list(rules), {}, [start]))
    try:
        analyzer.compute_lr0_states()
        analyzer.compute_reads_relations()  # type: ignore[no-untyped-call]
        analyzer.compute_includes_lookback()  # type: ignore[no-untyped-call]
        analyzer.compute_lookaheads()  # type: ignore[no-untyped-call]
        analyzer.compute_lalr1_states()
    except LarkGrammarError as error:
        message = " ".join(str(error).split())
        raise GrammarError(f"lark: not LALR(1): {message[:MAX_SHOWN]}; try parser='earley'") from None
    root = analyzer.lr0_start_states[start]
    assert NonTerminal(start) in root.transitions
    numbers = {root: 0}
    for state in (
        order := [root]
    ):  # lark keeps its states in a set; from the first one on, by name, they have an order
        for _, target in sorted(((s.name, t) for s, t in state.transitions.items()), key=lambda pair: pair[0]):
            if target not in numbers:
                numbers[target] = len(order)
                order.append(target)
    goto: list[dict[str, int]] = [{} for _ in numbers]
    accepts: list[frozenset[str]] = [frozenset()] * len(numbers)
    lost: dict[tuple[int, Any], set[str]] = {}
    for state, number in numbers.items():
        goto[number] = {symbol.name: numbers[target] for symbol, target in state.transitions.items()}
        shifts = {symbol.name for symbol in state.transitions if symbol.is_term}
        accepts[number] = frozenset(shifts | {symbol.name for symbol in state.lookaheads})
        for symbol, candidates in state.lookaheads.items():
            best = max(candidates, key=lambda rule: rule.options.priority or 0)
            for rule in candidates:
                refused = lost.setdefault((number, rule), set())
                if symbol.name in shifts or rule is not best:
                    refused.add(symbol.name)
    terminals = frozenset(s.name for rule in rules for s in rule.expansion if s.is_term)
    return Table(numbers[root], goto, accepts, {key: frozenset(value) for key, value in lost.items()}, terminals)
