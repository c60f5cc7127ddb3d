"""Sets of symbols as bits of integers, and the two fixed points that everything about a grammar is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

K = TypeVar("K")


def nullable(rules: Sequence[Any]) -> set[str]:
    """The nonterminals that may be empty."""
    uses: dict[str, list[int]] = {}
    missing = [len(rule.expansion) for rule in rules]
    for number, rule in enumerate(rules):
        for symbol in rule.expansion:
            uses.setdefault(symbol.name, []).append(number)
    stack = [number for number, count in enumerate(missing) if not count]
    out: set[str] = set()
    while stack:
        name = rules[stack.pop()].origin.name
        if name not in out:
            out.add(name)
            for number in uses.get(name, ()):
                missing[number] -= 1
                if not missing[number]:
                    stack.append(number)
    return out


def closed(relation: Mapping[K, Sequence[K]], values: Mapping[K, int]) -> dict[K, int]:
    """The least sets that hold the values of a key and the sets of all keys that it is related to.

    Strongly connected keys share one set (DeRemer and Pennello's digraph algorithm, on a stack of its own).
    """
    out: dict[K, int] = {}
    index: dict[K, int] = {}
    open_: list[K] = []
    for root in values:
        if root in index:
            continue
        work = [(root, iter(relation[root]))]
        index[root] = low = len(index)
        lows = {root: low}
        out[root] = values[root]
        open_.append(root)
        done: set[K] = set()
        while work:
            step, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = lows[other] = len(index)
                    out[other] = values[other]
                    open_.append(other)
                    work.append((other, iter(relation[other])))
                    break
                if other in lows and other not in done:
                    lows[step] = min(lows[step], index[other])
                out[step] |= out[other]
            else:
                work.pop()
                if lows[step] == index[step]:
                    while True:
                        member = open_.pop()
                        out[member] = out[step]
                        done.add(member)
                        if member == step:
                            break
                if work:
                    above = work[-1][0]
                    lows[above] = min(lows[above], lows[step])
                    out[above] |= out[step]
    return out


def members(mask: int, names: Sequence[str]) -> list[str]:
    """The names whose bits are set."""
    return [names[at] for at, bit in enumerate(bin(mask)[:1:-1]) if bit == "1"]
