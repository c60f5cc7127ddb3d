"""Which terminals may come right after which, in any derivation at all.

What a token owes (not to be continued by what would have made it longer) matters only if something that may follow
begins in such a way, and of two terminals that compete the one matters to the other only then; within a rule, it is
what the rest of the rule begins with. Sets are bits of integers. FIRST and LAST of every symbol are found as fixed
points; neighbours within a rule then give the pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

K = TypeVar("K")


def followers(rules: Sequence[Any]) -> dict[str, frozenset[str]]:
    """For each terminal of the rules, those that may come next to it on the right; ignored tokens do not count."""
    names = sorted({s.name for rule in rules for s in rule.expansion if s.is_term})
    bit = {name: 1 << i for i, name in enumerate(names)}
    bodies = [(rule.origin.name, [s.name for s in rule.expansion]) for rule in rules]
    empty = nullable(rules)
    first, last = (_ends(bodies, bit, empty, step) for step in (1, -1))
    after = dict.fromkeys(names, 0)
    pairs: dict[int, int] = {}  # what may end before a gap, and what may begin after it
    for _, body in bodies:
        for at, symbol in enumerate(body[:-1]):
            begins = 0
            for following in body[at + 1 :]:
                begins |= first.get(following, 0)
                if following not in empty:
                    break
            if ends := last.get(symbol, 0):
                pairs[ends] = pairs.get(ends, 0) | begins
    for ends, begins in pairs.items():
        for name in members(ends, names):
            after[name] |= begins
    sets = {bits: frozenset(members(bits, names)) for bits in set(after.values())}
    return {name: sets[bits] for name, bits in after.items()}


def heads(rules: Sequence[Any]) -> list[list[frozenset[str] | None]]:
    """For each rule and each place in it, the terminals with which its rest may begin; None if that may be empty."""
    names = sorted({s.name for rule in rules for s in rule.expansion if s.is_term})
    bit = {name: 1 << i for i, name in enumerate(names)}
    empty = nullable(rules)
    first = _ends([(rule.origin.name, [s.name for s in rule.expansion]) for rule in rules], bit, empty, 1)
    sets: dict[int, frozenset[str]] = {}
    out: list[list[frozenset[str] | None]] = []
    for rule in rules:
        row: list[frozenset[str] | None] = [None]
        begins, may_be_empty = 0, True
        for symbol in reversed(rule.expansion):
            passes = symbol.name in empty
            begins = first.get(symbol.name, 0) | (begins if passes else 0)
            may_be_empty = may_be_empty and passes
            if begins not in sets:
                sets[begins] = frozenset(members(begins, names))
            row.append(None if may_be_empty else sets[begins])
        out.append(row[::-1])
    return out


def _ends(bodies: Sequence[tuple[str, list[str]]], bit: dict[str, int], empty: set[str], step: int) -> dict[str, int]:
    """The terminals with which each symbol may begin (`step` 1) or end (-1)."""
    relation: dict[str, list[str]] = {name: [] for name in bit}
    for origin, body in bodies:
        related = relation.setdefault(origin, [])
        for symbol in body[::step]:
            related.append(symbol)
            if symbol not in empty:
                break
    for related in [*relation.values()]:
        for symbol in related:
            relation.setdefault(symbol, [])
    return closed(relation, {name: bit.get(name, 0) for name in relation})


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
