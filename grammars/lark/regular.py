"""From an automaton over classes of characters to one pattern over bytes, by eliminating states.

Outcomes become patterns one at a time: states that cannot reach the outcome are dropped, equivalent ones merged, and
the rest eliminated in the order that repeats least, so a trie of keywords or an identifier stays about its own size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from constrain.errors import LimitExceeded
from constrain.grammars.regex.algebra import encoded_size, sequence, times, union
from constrain.grammars.regex.ranges import Ranges, normalise
from constrain.pattern import EMPTY, EPSILON, Pattern, complement, intersection
from constrain.utf8 import characters

from .lexer import IGNORED, Automaton
from .threads import Obligation

MAX_SIZE = 1 << 20  # bytes of pattern code


def minimise(automaton: Automaton) -> Automaton:
    """The smallest automaton with the same outcomes (Moore's algorithm); states without an outcome ahead stay out."""
    count = len(automaton.edges)
    colour: list[int] = []
    seen: dict[Any, int] = {}
    for outcome in automaton.outcomes:
        colour.append(seen.setdefault(outcome, len(seen)))
    while True:
        names: dict[Any, int] = {}
        after = [
            names.setdefault((colour[i], frozenset((c, colour[t]) for c, t in automaton.edges[i].items())), len(names))
            for i in range(count)
        ]
        done = len(names) == len(set(colour))
        colour = after
        if done:
            break
    edges: list[dict[int, int]] = [{} for _ in range(len(set(colour)))]
    outcomes = [automaton.outcomes[0]] * len(edges)
    for state, which in enumerate(colour):
        edges[which] = {c: colour[t] for c, t in automaton.edges[state].items()}
        outcomes[which] = automaton.outcomes[state]
    return Automaton(edges, outcomes)


def patterns(automaton: Automaton, classes: Sequence[Ranges]) -> dict[tuple[str, Obligation], Pattern]:
    """For every (token type, obligation), the pattern of the texts that have it.

    What is left of a terminal when keywords have been retyped is written as a difference: as an automaton it would
    hold the large classes of an identifier's characters at every letter of every keyword.
    """
    small = minimise(automaton)
    states = _ends(small)
    every = {outcome for found in small.outcomes for outcome in found}
    retyped: dict[tuple[str, Obligation], list[Pattern]] = {}
    found: dict[tuple[str, Obligation], list[Pattern]] = {}
    for name, kind, left in every:
        if name != kind and kind != IGNORED:
            pattern = _pattern(small, states[name, kind, left], classes)
            found.setdefault((kind, left), []).append(pattern)
            retyped.setdefault((name, left), []).append(pattern)
    for name, kind, left in every:
        if name == kind or kind == IGNORED:
            taken = retyped.get((name, left), ()) if name == kind else ()
            if taken:
                whole = _either(small, name, left)
                pattern = intersection(_pattern(whole, _ends(whole)[name], classes), complement(union(taken)))
            else:
                pattern = _pattern(small, states[name, kind, left], classes)
            found.setdefault((kind, left), []).append(pattern)
    return {outcome: union(parts) for outcome, parts in found.items()}


def _either(automaton: Automaton, name: str, left: Obligation) -> Automaton:
    """The automaton of the texts that terminal `name` matches and that owe `left`, retyped or not."""
    wanted, none = frozenset((name,)), frozenset[str]()
    outcomes: list[Any] = [
        wanted if any(n == name and kind != IGNORED and owed == left for n, kind, owed in each) else none
        for each in automaton.outcomes
    ]
    return minimise(Automaton(automaton.edges, outcomes))


def _ends(automaton: Automaton) -> dict[Any, set[int]]:
    """The states where a text that ends has the outcome."""
    found: dict[Any, set[int]] = {}
    for state, outcomes in enumerate(automaton.outcomes):
        for outcome in outcomes:
            found.setdefault(outcome, set()).add(state)
    return found


def _pattern(automaton: Automaton, final: set[int], classes: Sequence[Ranges]) -> Pattern:
    count = len(automaton.edges)
    if automaton.before is None:
        automaton.before = [set() for _ in range(count)]
        for state, row in enumerate(automaton.edges):
            for target in row.values():
                automaton.before[target].add(state)
    alive, stack = set(final), list(final)
    while stack:
        for state in automaton.before[stack.pop()]:
            if state not in alive:
                alive.add(state)
                stack.append(state)
    # one beginning and one end apart from the states
    start, end = count, count + 1
    out: dict[int, dict[int, Pattern]] = {state: {} for state in (*alive, start, end)}
    into: dict[int, set[int]] = {state: set() for state in (*alive, start, end)}

    def join(source: int, target: int, pattern: Pattern) -> None:
        known = out[source].get(target)
        out[source][target] = pattern if known is None else union((known, pattern))
        into[target].add(source)

    for state in alive:
        taken: dict[int, list[tuple[int, int]]] = {}
        for number, target in automaton.edges[state].items():
            if target in alive:
                taken.setdefault(target, []).extend(classes[number])
        for target, ranges in taken.items():
            join(state, target, characters(normalise(ranges)))
        if state in final:
            join(state, end, EPSILON)
    if 0 not in alive:
        return EMPTY
    join(start, 0, EPSILON)
    left = set(alive)
    while left:
        state = min(left, key=lambda s: (len(into[s] - {s}) * len(out[s].keys() - {s}), s))
        left.remove(state)
        loop = out[state].pop(state, None)
        into[state].discard(state)
        around = times(loop, 0, None) if loop is not None else EPSILON
        for source in into[state]:
            first = out[source].pop(state)
            for target, last in out[state].items():
                join(source, target, sequence((first, around, last)))
        for target in out[state]:
            into[target].discard(state)
        size = max((encoded_size(p) for source in into[state] for p in out[source].values()), default=0)
        if size > MAX_SIZE:
            raise LimitExceeded(
                "lark: the pattern of a terminal among those that it overlaps with becomes too large; "
                "give overlapping terminals clearer beginnings",
                limit=MAX_SIZE,
                needed=size,
            )
    return out[start].get(end, EMPTY)
