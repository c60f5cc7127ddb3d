"""LALR states that are told apart only as far as it matters: by lexer, by what comes next, by lost conflicts.

A derivation that knows its LR(0) states knows far more than the language needs, and every symbol would be written once
for each state in which it begins. States whose lexers and lost conflicts agree, and whose successors agree wherever
both have one, are one class: a symbol that begins in any of them has the same derivations, since a transition that only
some of them have is never asked of the others. The coarsest such division is hard to find; this one splits classes
until nothing contradicts, and puts each state into the first part that it does not contradict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from constrain.grammars.lark.parsing.lalr import Table

MAX_WORK = 20_000_000  # steps


class Quotient:
    """`goto[c][symbol]` is a class, `lost_by[c, rule]` the terminals that the rule lost; `members[c]` are states."""

    def __init__(self, rules: Sequence[Any], table: Table, lexer_of: Sequence[int]) -> None:
        count = len(table.goto)
        nonterminals = {rule.origin.name for rule in rules}
        self.rules = table.lost
        shifted = {target for row in table.goto for name, target in row.items() if name not in nonterminals}
        shifted.add(0)
        self.labels: list[dict[Any, Any]] = [
            {"lexer": lexer_of[state], **self.rules[state]} if state in shifted else dict(self.rules[state])
            for state in range(count)
        ]
        self.table = table
        self.of_state = self._divide(count)
        classes = max(self.of_state) + 1
        self.members: list[list[int]] = [[] for _ in range(classes)]
        self.goto: list[dict[str, int]] = [{} for _ in range(classes)]
        self.lost_by: dict[tuple[int, int], frozenset[str]] = {}
        self.lexer = [0] * classes
        for state, number in enumerate(self.of_state):
            self.members[number].append(state)
            for name, target in table.goto[state].items():
                self.goto[number][name] = self.of_state[target]
            for rule, lost in self.rules[state].items():
                if lost:
                    self.lost_by[number, rule] = lost
            if state in shifted:
                self.lexer[number] = lexer_of[state]
        self.start = self.of_state[0]

    def _divide(self, count: int) -> list[int]:
        of_state = self._split([0] * count, [self.labels[state] for state in range(count)])
        for _ in range(MAX_WORK // (1 + sum(map(len, self.table.goto)))):
            rows = [{n: of_state[t] for n, t in row.items()} for row in self.table.goto]
            finer = self._split(of_state, rows)
            if max(finer) == max(of_state):  # as many parts: the same ones, perhaps by other names
                return finer
            of_state = finer
        return list(range(count))  # no two are one: that is right too, only larger

    @staticmethod
    def _split(of_state: Sequence[int], rows: Sequence[Mapping[Any, Any]]) -> list[int]:
        """Parts of the classes within which no two rows contradict each other; short rows, which fit most, go first."""
        parts: dict[int, list[tuple[int, dict[Any, Any]]]] = {}
        out = [0] * len(rows)
        made = 0
        for state in sorted(range(len(rows)), key=lambda state: len(rows[state])):
            row = rows[state]
            known = parts.setdefault(of_state[state], [])
            for name, merged in known:
                if all(merged.get(key, value) == value for key, value in row.items()):
                    merged.update(row)
                    out[state] = name
                    break
            else:
                known.append((made, dict(row)))
                out[state] = made
                made += 1
        return out
