"""Where lark's LALR table had to choose: conflicts that shifting, or a rule's priority, has settled.

A shift always wins over the end of a rule, whatever the priorities, so texts are lost wherever reading on was wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lark.common import ParserConf
from lark.exceptions import GrammarError as LarkGrammarError
from lark.parsers.lalr_analysis import LALR_Analyzer

MAX_STATES = 20_000


def conflicts(rules: Sequence[Any], start: str, show: Callable[[str], str]) -> list[tuple[str, str]]:
    """(rule that lost, sentence) for each settled conflict; `show` is how a symbol is to be written.

    Unsettled ones make lark refuse the grammar; then there is nothing to tell here.
    """
    analyzer = LALR_Analyzer(ParserConf(list(rules), {}, [start]))
    try:
        analyzer.compute_lr0_states()
        analyzer.compute_reads_relations()  # type: ignore[no-untyped-call]
        analyzer.compute_includes_lookback()  # type: ignore[no-untyped-call]
        analyzer.compute_lookaheads()  # type: ignore[no-untyped-call]
        analyzer.compute_lalr1_states()
    except LarkGrammarError:
        return []
    found: dict[tuple[Any, str], set[str]] = {}
    for state in analyzer.lr0_itemsets:
        shifts = {symbol for symbol in state.transitions if symbol.is_term}
        for symbol, candidates in state.lookaheads.items():
            if symbol in shifts:
                going = {p.rule.origin.name for p in state.closure if not p.is_satisfied and p.next == symbol}
                for rule in candidates:
                    found.setdefault((rule, f"reads on, in {_names(going)}"), set()).add(symbol.name)
            elif len(candidates) > 1:
                best = max(candidates, key=lambda rule: rule.options.priority or 0)
                for rule in candidates - {best}:
                    found.setdefault((rule, f"ends {best.origin.name}, of higher priority"), set()).add(symbol.name)
    told = []
    for (rule, instead), before in found.items():
        right = " ".join(show(symbol.name) for symbol in rule.expansion) or "(nothing)"
        at = ", ".join(sorted(map(show, before)))
        told.append((rule.origin.name, f"behind `{rule.origin.name}: {right}`, before {at}: lark {instead}"))
    return sorted(told)


def _names(names: set[str]) -> str:
    return ", ".join(sorted(names)) if names else "another rule"
