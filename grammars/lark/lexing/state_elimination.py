"""From an automaton over classes of characters to one pattern over bytes, by eliminating states.

Outcomes become patterns one at a time: states that cannot reach the outcome are dropped, equivalent ones merged, and
the rest eliminated in the order that repeats least, so a trie of keywords or an identifier stays about its own size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from heapq import heapify, heappop, heappush
from typing import Any, Generic, TypeVar

from constrain.budget import allow_more, share
from constrain.errors import LimitExceeded
from constrain.patterns.pattern import EMPTY, EPSILON, Pattern, complement, intersection
from constrain.patterns.utf8 import characters

from ...regex.algebra import encoded_size, sequence, times, union
from ...regex.ranges import Ranges, normalise

MAX_SIZE = 1 << 20  # bytes of pattern code
MAX_STATES = 4000  # of a minimal automaton that is written as a pattern
MAX_STEPS = 10_000_000  # edges looked at to minimise one
T = TypeVar("T")


@dataclass
class Automaton(Generic[T]):
    """A deterministic automaton over classes; state 0 begins, `outcomes[state]` says what a text that ends there is."""

    edges: list[dict[int, int]]
    outcomes: list[frozenset[T]]
    before: list[set[int]] | None = None  # the states that lead to each, once somebody has asked
    minimal: bool = False


def minimise(automaton: Automaton[T]) -> Automaton[T]:
    """The smallest automaton with the same outcomes (Moore's algorithm); states without an outcome ahead stay out."""
    if automaton.minimal:
        return automaton
    count = len(automaton.edges)
    colour: list[int] = []
    seen: dict[Any, int] = {}
    for outcome in automaton.outcomes:
        colour.append(seen.setdefault(outcome, len(seen)))
    size, rounds = sum(map(len, automaton.edges)), 0
    while True:
        rounds += 1
        check(rounds * size, MAX_STEPS)
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
    return Automaton(edges, outcomes, minimal=True)


class Alphabet:
    """Classes of characters, and what has been spelled of them."""

    def __init__(self, classes: Sequence[Ranges]) -> None:
        self.classes = classes
        self._known: dict[tuple[int, ...], Pattern] = {}

    def one_of(self, numbers: tuple[int, ...]) -> Pattern:
        """One character out of some of the classes."""
        known = self._known.get(numbers)
        if known is None:
            found = characters(normalise(pair for number in numbers for pair in self.classes[number]))
            known = self._known[numbers] = found
        return known


class Texts:
    """Texts as a pattern that is made when somebody asks for it: of all that tokens can be, little is ever written."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Pattern]) -> None:
        self._make: Callable[[], Pattern] | None = make
        self._made: Pattern = EMPTY

    @property
    def pattern(self) -> Pattern:
        """The pattern, made once."""
        if self._make is not None:
            self._made, self._make = self._make(), None
        return self._made


def texts(automaton: Automaton[T], alphabet: Alphabet) -> dict[T, Texts]:
    """For every outcome, the texts that have it."""
    known: list[tuple[Automaton[T], dict[T, set[int]]]] = []

    def pattern(outcome: T) -> Pattern:
        if not known:
            small = minimise(automaton)
            known.append((small, _ends(small)))
        small, ends = known[0]
        return _pattern(small, ends[outcome], alphabet)

    found = dict.fromkeys(outcome for outcomes in automaton.outcomes for outcome in outcomes)
    return {outcome: Texts(partial(pattern, outcome)) for outcome in found}


def united(parts: Sequence[Texts]) -> Texts:
    """The texts of any of the parts."""
    return Texts(lambda: union(each.pattern for each in parts))


def both(first: Texts, second: Texts) -> Texts:
    """The texts that are in both."""
    return Texts(lambda: intersection(first.pattern, second.pattern))


def without(own: Texts, others: Sequence[Texts]) -> Texts:
    """The texts that are not among the others."""
    if not others:
        return own
    return Texts(lambda: intersection(own.pattern, complement(united(others).pattern)))


def split_lines(
    automaton: Automaton[T], alphabet: Alphabet, feed: int, space: int, tab: int
) -> dict[T, tuple[list[tuple[Pattern, Pattern]], bool]]:
    """For every outcome, its texts with a line feed: those up to the last one, each with those of what is after it.

    Also whether every width can be spelled: whether after some line feed, and before any space or tab, the automaton
    comes to where it may end and stays on a space. The three numbers are the classes of just these characters.
    """
    small = minimise(automaton)
    heads, arrivals = _arrivals(small, feed)
    out: dict[T, tuple[list[tuple[Pattern, Pattern]], bool]] = {}
    within = [{number: t for number, t in row.items() if number != feed} for row in small.edges]
    for outcome, final in _ends(small).items():
        pieces, every = [], False
        for first, arrived in arrivals.items():
            ends = {each + 1 for each in final} | ({0} if first in final else set())
            tail = _pattern(Automaton(_from(within, first), []), ends, alphabet)
            if tail is EMPTY:
                continue
            pieces.append((_pattern(heads, {arrived}, alphabet), tail))
            unindented = _reached(within, first, {space, tab})
            every = every or any(state in final and within[state].get(space) == state for state in unindented)
        out[outcome] = pieces, every
    return out


def _arrivals(automaton: Automaton[T], feed: int) -> tuple[Automaton[T], dict[int, int]]:
    """The automaton whose states know whether a line feed has just led to them, and where each is then."""
    numbers = {(0, False): 0}
    order = [(0, False)]
    edges: list[dict[int, int]] = []
    for state, _ in order:
        row = {}
        for number, target in automaton.edges[state].items():
            following = target, number == feed
            if following not in numbers:
                numbers[following] = len(order)
                order.append(following)
            row[number] = numbers[following]
        edges.append(row)
    return Automaton(edges, []), {state: number for (state, fed), number in numbers.items() if fed}


def _from(edges: Sequence[dict[int, int]], first: int) -> list[dict[int, int]]:
    """The same edges with a state 0 put before them that does as `first` does; a state n is now n + 1."""
    shifted = [{number: target + 1 for number, target in row.items()} for row in edges]
    return [shifted[first], *shifted]


def _reached(edges: Sequence[dict[int, int]], first: int, without: set[int]) -> set[int]:
    found, stack = {first}, [first]
    while stack:
        for number, target in edges[stack.pop()].items():
            if number not in without and target not in found:
                found.add(target)
                stack.append(target)
    return found


def _ends(automaton: Automaton[T]) -> dict[T, set[int]]:
    """The states where a text that ends has the outcome."""
    found: dict[T, set[int]] = {}
    for state, outcomes in enumerate(automaton.outcomes):
        for outcome in outcomes:
            found.setdefault(outcome, set()).add(state)
    return found


def _chain(automaton: Automaton[T], final: set[int], alphabet: Alphabet) -> Pattern | None:
    """The same where each state leads to but one other, as in most keywords; None where that is not so."""
    if len(final) != 1:
        return None
    letters: list[Pattern] = []
    at = 0
    while at not in final:
        row = automaton.edges[at]
        targets = set(row.values())
        if len(targets) != 1 or len(letters) == len(automaton.edges):
            return None
        letters.append(alphabet.one_of(tuple(row)))
        (at,) = targets
    if automaton.edges[at]:
        return None
    check(len(letters) + 1, MAX_STATES)
    found = sequence(letters)
    check(encoded_size(found, {}), MAX_SIZE)
    return found


def _pattern(automaton: Automaton[T], final: set[int], alphabet: Alphabet) -> Pattern:
    chain = _chain(automaton, final, alphabet)
    if chain is not None:
        return chain
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
    check(len(alive), MAX_STATES)
    # one beginning and one end apart from the states
    start, end = count, count + 1
    out: dict[int, dict[int, Pattern]] = {state: {} for state in (*alive, start, end)}
    into: dict[int, set[int]] = {state: set() for state in (*alive, start, end)}

    def join(source: int, target: int, pattern: Pattern) -> None:
        known = out[source].get(target)
        out[source][target] = pattern if known is None else union((known, pattern))
        into[target].add(source)

    for state in alive:
        taken: dict[int, list[int]] = {}
        for number, target in automaton.edges[state].items():
            if target in alive:
                taken.setdefault(target, []).append(number)
        for target, numbers in taken.items():
            join(state, target, alphabet.one_of(tuple(numbers)))
        if state in final:
            join(state, end, EPSILON)
    if 0 not in alive:
        return EMPTY
    join(start, 0, EPSILON)

    def price(state: int) -> int:
        """How many ways there will be around the state instead of those through it."""
        return (len(into[state]) - (state in into[state])) * (len(out[state]) - (state in out[state]))

    # the cheapest goes first; a price that has changed since it was noted is noted again
    left = [(price(state), state) for state in alive]
    heapify(left)
    gone: set[int] = set()
    sizes: dict[int, tuple[int, Pattern]] = {}
    while left:
        cost, state = heappop(left)
        if state in gone or cost != price(state):
            continue
        gone.add(state)
        loop = out[state].pop(state, None)
        into[state].discard(state)
        around = times(loop, 0, None) if loop is not None else EPSILON
        beyond = out[state]
        size = 0
        for source in into[state]:
            ways = out[source]
            first = ways.pop(state)
            for target, last in beyond.items():
                join(source, target, sequence((first, around, last)))
                size = max(size, encoded_size(ways[target], sizes))
        for target in beyond:
            into[target].discard(state)
        check(size, MAX_SIZE)
        for other in {*into[state], *beyond} - {start, end}:
            heappush(left, (price(other), other))
    return out[start].get(end, EMPTY)


def check(needed: int, limit: int) -> None:
    """Refuses what would become a pattern that is too large; `limit` is that under the usual limits."""
    limit = share(limit)
    if needed > limit:
        raise LimitExceeded(
            "lark: the pattern of a terminal among those that it overlaps with becomes too large; "
            f"give overlapping terminals clearer beginnings, or split it, or {allow_more(limit, needed)}",
            limit=limit,
            needed=needed,
        )
