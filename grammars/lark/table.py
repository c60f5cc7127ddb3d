"""The LALR(1) table as a restriction on derivations: which reductions lark's conflict resolution takes away.

A run of the table is a derivation whose nodes know the LR(0) state in which they begin. Lookaheads of a conflict-free
table refuse nothing that a derivation would not refuse by itself, so only the resolved conflicts matter: a reduction
that lost against a shift, or against a rule of higher priority, may not happen before the terminals it lost; and the
terminals with an action, which the contextual lexer of a state reads. The construction is DeRemer and Pennello's (1982)
over numbers and bit sets, since lark's own takes quadratic time on long chains of rules; like lark's, it lets a
symbol's follow set flow into those of half-read rules for the same symbol, which adds lookaheads now and then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from constrain.errors import GrammarError, LimitExceeded

from .sets import closed, members, nullable

MAX_SHOWN = 300
MAX_WORK = 5_000_000  # items, and steps through rules
END = "$END"


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
    return _Builder(rules, start).table()


class _Builder:
    """Positions are rules read up to a symbol, numbered throughout; position 0 and 1 belong to the start."""

    def __init__(self, rules: Sequence[Any], start: str) -> None:
        self.rules = rules
        self.symbols: list[str | None] = [start, None]
        self.rule_at: list[int] = [-1, -1]
        self.begin: dict[str, list[int]] = {}
        for number, rule in enumerate(rules):
            self.begin.setdefault(rule.origin.name, []).append(len(self.symbols))
            self.symbols += [*(s.name for s in rule.expansion), None]
            self.rule_at += [number] * (len(rule.expansion) + 1)
        self.nullable = nullable(rules)
        # whether everything behind the symbol at a position may be empty
        self.last = [False] * len(self.symbols)
        for at in range(len(self.symbols) - 2, -1, -1):
            following = self.symbols[at + 1]
            self.last[at] = following is None or (following in self.nullable and self.last[at + 1])
        self.bits: dict[str, int] = {}
        self.work = 0

    def burn(self, amount: int) -> None:
        self.work += amount
        if self.work > MAX_WORK:
            raise LimitExceeded(
                f"lark: the LALR table needs more than {MAX_WORK} steps; split the grammar, or try parser='earley'",
                limit=MAX_WORK,
                needed=self.work,
            )

    def _states(self) -> None:
        """LR(0): kernels, and where each symbol leads from them."""
        numbers: dict[tuple[int, ...], int] = {(0,): 0}
        self.kernels: list[tuple[int, ...]] = [(0,)]
        self.goto: list[dict[str, int]] = []
        for kernel in self.kernels:
            moves: dict[str, list[int]] = {}
            stack = list(kernel)
            while stack:
                at = stack.pop()
                name = self.symbols[at]
                if name is None:
                    continue
                known = moves.get(name)
                if known is None:
                    known = moves[name] = []
                    stack.extend(self.begin.get(name, ()))
                known.append(at + 1)
            self.burn(sum(map(len, moves.values())) + 1)
            row = {}
            for name in sorted(moves):
                following = tuple(sorted(moves[name]))
                if following not in numbers:
                    numbers[following] = len(self.kernels)
                    self.kernels.append(following)
                row[name] = numbers[following]
            self.goto.append(row)

    def _follow(self) -> dict[tuple[int, str], int]:
        """The terminals that may follow a symbol which begins in a state, as bits."""
        begin, goto = self.begin, self.goto
        for row in goto:
            for name in row:
                if name not in begin:
                    self.bits.setdefault(name, 1 << len(self.bits))
        self.bits[END] = 1 << len(self.bits)
        steps = [(state, name) for state, row in enumerate(goto) for name in row if name in begin]
        direct: dict[tuple[int, str], int] = {}
        reads: dict[tuple[int, str], list[tuple[int, str]]] = {}
        ahead = [sum(self.bits[name] for name in row if name not in begin) for row in goto]
        empty = [[name for name in row if name in self.nullable] for row in goto]
        for step in steps:
            target = goto[step[0]][step[1]]
            direct[step] = ahead[target]
            reads[step] = [(target, name) for name in empty[target]]
        first = self.symbols[0]
        assert first is not None
        direct[0, first] |= self.bits[END]
        includes: dict[tuple[int, str], list[tuple[int, str]]] = {step: [] for step in steps}
        self.reduced: dict[tuple[int, int], list[tuple[int, str]]] = {}  # state, rule: symbols whose follow sets count
        for step in steps:
            state, name = step
            kernel = self.kernels[state]
            half_read = [at for at in kernel if at > 1 and self.rules[self.rule_at[at]].origin.name == name]
            for at in (*begin[name], *half_read):
                whole = at == 0 or self.rule_at[at - 1] != self.rule_at[at]
                here, rule = state, self.rule_at[at]
                while (symbol := self.symbols[at]) is not None:
                    if symbol in begin and self.last[at]:
                        includes[here, symbol].append(step)
                    here = goto[here][symbol]
                    at += 1
                    self.work += 1
                self.burn(1)
                if whole:
                    self.reduced.setdefault((here, rule), []).append(step)
        return closed(includes, closed(reads, direct))

    def table(self) -> Table:
        self._states()
        follow = self._follow()
        lookaheads: list[dict[int, int]] = [{} for _ in self.goto]
        for (state, rule), steps in self.reduced.items():
            mask = 0
            for step in steps:
                mask |= follow[step]
            lookaheads[state][rule] = mask
        accepts: list[frozenset[str]] = []
        lost: dict[tuple[int, Any], frozenset[str]] = {}
        names = list(self.bits)
        known: dict[int, frozenset[str]] = {}

        def named(mask: int) -> frozenset[str]:
            if mask not in known:
                known[mask] = frozenset(members(mask, names))
            return known[mask]

        for state, row in enumerate(self.goto):
            shifts = sum(self.bits[name] for name in row if name not in self.begin)
            every = shifts
            for rule, mask in lookaheads[state].items():
                every |= mask
                lost[state, self.rules[rule]] = named(mask & shifts | self._beaten(rule, mask, lookaheads[state]))
            accepts.append(named(every))
        terminals = frozenset(s.name for rule in self.rules for s in rule.expansion if s.is_term)
        return Table(0, self.goto, accepts, lost, terminals)

    def _beaten(self, rule: int, mask: int, others: dict[int, int]) -> int:
        """Before which terminals the rule loses against another of higher priority."""
        out = 0
        for other, its in others.items():
            common = mask & its if other != rule else 0
            if not common:
                continue
            mine, theirs = (self.rules[each].options.priority or 0 for each in (rule, other))
            if theirs > mine:
                out |= common
            elif theirs == mine:
                # lark asks whether the best is better than the second best: worse ones do not matter
                for third, also in others.items():
                    if (self.rules[third].options.priority or 0) > mine:
                        common &= ~also
                if common:
                    where = members(common, list(self.bits))[0]
                    text = f"between {self.rules[rule]} and {self.rules[other]}"
                    text = f"Reduce/Reduce collision in Terminal({where!r}) {text}"
                    raise GrammarError(f"lark: not LALR(1): {text[:MAX_SHOWN]}; try parser='earley'")
        return out
