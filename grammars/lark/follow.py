"""Which terminals may come right after which, in any derivation at all.

What a token owes (not to be continued by what would have made it longer) matters only if something that may follow
begins in such a way, and of two terminals that compete the one matters to the other only then. FIRST and LAST of every
symbol are sets as bits of an integer, found by iteration; neighbours within a rule then give the pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def followers(rules: Sequence[Any]) -> dict[str, frozenset[str]]:
    """For each terminal of the rules, those that may come next to it on the right; ignored tokens do not count."""
    names = sorted({s.name for rule in rules for s in rule.expansion if s.is_term})
    bit = {name: 1 << i for i, name in enumerate(names)}
    bodies = [(rule.origin.name, [s.name for s in rule.expansion]) for rule in rules]
    first, last = dict(bit), dict(bit)
    nullable: set[str] = set()
    for origin, _ in bodies:
        first.setdefault(origin, 0)
        last.setdefault(origin, 0)
    changed = True
    while changed:
        changed = False
        for origin, body in bodies:
            for known, symbols in ((first, body), (last, body[::-1])):
                found = known[origin]
                for symbol in symbols:
                    found |= known.get(symbol, 0)
                    if symbol not in nullable:
                        break
                else:
                    if origin not in nullable:
                        nullable.add(origin)
                        changed = True
                if found != known[origin]:
                    known[origin] = found
                    changed = True
    after = dict.fromkeys(names, 0)
    pairs: dict[int, int] = {}  # what may end before a gap, and what may begin behind it
    for _, body in bodies:
        for at, symbol in enumerate(body[:-1]):
            begins = 0
            for following in body[at + 1 :]:
                begins |= first.get(following, 0)
                if following not in nullable:
                    break
            if ends := last.get(symbol, 0):
                pairs[ends] = pairs.get(ends, 0) | begins
    for ends, begins in pairs.items():
        for name in _members(ends, names):
            after[name] |= begins
    sets: dict[int, frozenset[str]] = {}
    return {name: sets.setdefault(bits, frozenset(_members(bits, names))) for name, bits in after.items()}


def _members(bits: int, names: Sequence[str]) -> list[str]:
    out = []
    while bits:
        low = bits & -bits
        out.append(names[low.bit_length() - 1])
        bits ^= low
    return out
