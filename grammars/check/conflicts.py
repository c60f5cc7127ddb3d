"""Where lark's LALR table had to choose: conflicts that shifting, or a rule's priority, has settled.

A shift always wins over the end of a rule, whatever the priorities, so texts are lost wherever reading on was wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from constrain.errors import ConstrainError

from ..lark.parsing.lalr import build


def conflicts(rules: Sequence[Any], start: str, show: Callable[[str], str]) -> list[tuple[str, str]]:
    """(rule that lost, sentence) for each settled conflict; `show` is how a symbol is to be written.

    Unsettled ones make lark refuse the grammar; then there is nothing to tell here.
    """
    try:
        table = build(rules, start)
    except ConstrainError:
        return []
    found: dict[tuple[int, str], set[str]] = {}
    for state, losses in enumerate(table.lost):
        for rule, terminals in losses.items():
            for terminal in terminals:
                winners = {rules[r].origin.name for r, lost in losses.items() if r != rule and terminal not in lost}
                instead = "reads on" if terminal in table.goto[state] else f"ends {_names(winners)}, of higher priority"
                found.setdefault((rule, instead), set()).add(terminal)
    told = []
    for (rule, instead), before in found.items():
        origin = rules[rule].origin.name
        right = " ".join(show(symbol.name) for symbol in rules[rule].expansion) or "(nothing)"
        at = ", ".join(sorted(map(show, before)))
        told.append((origin, f"after `{origin}: {right}`, before {at}: lark {instead}"))
    return sorted(told)


def _names(names: set[str]) -> str:
    return ", ".join(sorted(names)) if names else "another rule"
