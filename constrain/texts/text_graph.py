"""The texts of a constraint without a model: counting them, listing them, drawing some at random.

The language is a deterministic automaton over bytes, or over tokens, whose states are made as they are met
(`_native.TextGraph`). Each state is one set of ways in which a text may go on, so different texts are different ways
through the automaton, and to count ways is to count texts: exactly, by dynamic programming over the length, with
Python's integers. An automaton of a regular language has finitely many states; that of nested rules has more with every
length, and `max_states` bounds how many are looked at, `cache_bytes` of `compile` what all that were met take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count as counter
from math import lcm
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from .. import _native
from ..budget import TURN, spend
from ..errors import LimitExceeded

if TYPE_CHECKING:
    from ..vocabulary import Vocabulary

MAX_STATES = 50_000  # by default: to look at so many takes some seconds
LEAST_BYTES = 64 << 20  # that states may take, however small the constraint's cache
_SEARCHED = 300  # states on the way to a short end; more take longer than the core's completion is worth
_VISITS = 20  # times that a state may be met on the way to a length, on average: some 100 MB
_MOST_BITS = 1 << 31  # of the integers in a table: 256 MB
Unit = Literal["bytes", "tokens"]


class Way(NamedTuple):
    """The symbols (bytes or tokens) that lead from one state to another, ascending."""

    state: int
    symbols: tuple[int, ...]


class HasTexts(Protocol):
    """What is asked of a constraint here: a matcher at the beginning of its texts, and the vocabulary."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The tokens."""

    @property
    def cache_bytes(self) -> int:
        """What may be kept of texts that were met."""

    def matcher(self) -> _native.Matcher:
        """One text, not begun."""


class Texts:
    """The automaton of a constraint, as far as it was looked at.

    Threads: any number may ask. What two make at once is equal, and one of them stays.
    """

    def __init__(self, constraint: HasTexts) -> None:
        self.constraint = constraint
        self.graph = _native.TextGraph(constraint.matcher())
        self._most_bytes = max(constraint.cache_bytes, LEAST_BYTES)
        self.prefix = b" " if constraint.vocabulary.strips_leading_space else b""
        self.start = self.graph.read(self.graph.start, self.prefix)[1]  # of texts, which go without that space
        self._ways: dict[Unit, dict[int, list[Way]]] = {"bytes": {}, "tokens": {}}
        self._symbols: dict[tuple[int, ...], tuple[int, ...]] = {}  # most states have some in common with others

    def origin(self, unit: Unit) -> int:
        """Where texts begin; where they are counted in tokens, a space that the decoder strips is part of one."""
        return self.start if unit == "bytes" else self.graph.start

    @property
    def looked_at(self) -> int:
        """How many states have been looked at, byte by byte."""
        return len(self._ways["bytes"])

    def full(self, max_states: int, unit: Unit = "bytes") -> bool:
        """Whether no further state may be looked at."""
        return len(self._ways[unit]) >= max_states or self.graph.memory > self._most_bytes

    def ways(self, state: int, unit: Unit, max_states: int) -> list[Way]:
        """The ways on from a state, one for each state that may come next, in the order of their first symbols."""
        spend(TURN)
        known = self._ways[unit]
        found = known.get(state)
        if found is None:
            if self.full(max_states, unit):
                raise _too_many(max_states) if len(known) >= max_states else self._too_much()
            steps = self.graph.byte_steps(state) if unit == "bytes" else self.graph.token_steps(state)
            symbols: dict[int, list[int]] = {}
            for symbol, after in steps:
                symbols.setdefault(after, []).append(symbol)
            found = known[state] = [Way(after, self._kept(tuple(sorted(each)))) for after, each in symbols.items()]
        return found

    def crowded(self, max_states: int) -> bool:
        """Whether half of what may be looked at has been."""
        return 2 * self.looked_at >= max_states or 2 * self.graph.memory > self._most_bytes

    def _too_much(self) -> LimitExceeded:
        most = self._most_bytes
        return LimitExceeded(
            f"the texts take states of the grammar that need more than {most >> 20} MB; ask for shorter ones, bound "
            "what the grammar nests or repeats, or compile it with greater cache_bytes",
            limit=most,
            needed=self.graph.memory,
        )

    def _kept(self, symbols: tuple[int, ...]) -> tuple[int, ...]:
        return self._symbols.setdefault(symbols, symbols)

    # Counting

    def count(self, most: int | None, unit: Unit, max_states: int) -> int:
        """How many texts have at most so many symbols; None: how many there are, ValueError if endlessly many."""
        if most is not None:
            return Table(self, most, unit, None, max_states, at_most=True).total
        return self._count_all(unit, max_states)

    def _count_all(self, unit: Unit, max_states: int) -> int:
        counts: dict[int, int] = {}
        start = self.origin(unit)
        path: set[int] = set()
        waiting = [start]
        while waiting:
            state = waiting[-1]
            if state in counts:
                waiting.pop()
                continue
            ways = self.ways(state, unit, max_states)
            path.add(state)
            missing = [way.state for way in ways if way.state not in counts]
            if any(each in path for each in missing):
                raise ValueError(f"the grammar has endlessly many texts; say max_{unit} to count those up to a length")
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            path.discard(state)
            own = sum(len(way.symbols) * counts[way.state] for way in ways)
            counts[state] = own + self.graph.accepting(state)
        return counts[start]

    def layers(self, length: int, unit: Unit, max_states: int) -> list[set[int]]:
        """The states after 0, 1, ... `length` symbols."""
        found = [{self.origin(unit)}]
        visits = 1
        for _ in range(length):
            found.append({way.state for state in found[-1] for way in self.ways(state, unit, max_states)})
            visits += len(found[-1])
            if visits > _VISITS * max_states:
                raise _too_many(max_states)
            if not found[-1]:
                break
        return found

    # Listing

    def listed(self, max_states: int) -> Iterator[bytes]:
        """All texts, shorter ones first and those of one length in the order of their bytes."""
        layers = [{self.start}]
        while layers[-1]:
            if any(self.graph.accepting(state) for state in layers[-1]):
                yield from self._of_length(layers, max_states)
            layers.append({way.state for state in layers[-1] for way in self.ways(state, "bytes", max_states)})

    def _of_length(self, layers: list[set[int]], max_states: int) -> Iterator[bytes]:
        """The texts that lead through the layers and end in the last."""
        alive = {state for state in layers[-1] if self.graph.accepting(state)}
        steps: list[dict[int, list[tuple[int, int]]]] = []  # from the last layer but one to the first
        for layer in reversed(layers[:-1]):
            here = {}
            for state in layer:
                ways = [way for way in self.ways(state, "bytes", max_states) if way.state in alive]
                if ways:
                    here[state] = sorted((symbol, way.state) for way in ways for symbol in way.symbols)
            steps.append(here)
            alive = set(here)
        steps.reverse()
        if not steps:
            yield b""
            return
        text: list[int] = []
        open_steps = [iter(steps[0][self.start])]
        while open_steps:
            step = next(open_steps[-1], None)
            if step is None:
                open_steps.pop()
                if text:
                    text.pop()
            elif len(open_steps) == len(steps):
                yield bytes((*text, step[0]))
            else:
                text.append(step[0])
                open_steps.append(iter(steps[len(open_steps)][step[1]]))

    # Drawing

    def walk(
        self,
        random: Random,
        soft_limit: int,
        weights: Sequence[float] | None,
        max_states: int,
        *,
        readable: bool = False,
    ) -> bytes:
        """A text by steps drawn at random, which heads for the end once it has `soft_limit` bytes.

        `readable`: of the ways on, those by letters and digits or other printable characters, as far as there are any.
        """
        out, state = bytearray(), self.start
        while len(out) < soft_limit:
            ways = self.ways(state, "bytes", max_states)
            ends = self.graph.accepting(state)
            if not ways:
                return bytes(out)
            if readable:
                ways = _readable(ways)
            if weights is None:
                chosen = random.randrange(len(ways) + ends)
                if chosen == len(ways):
                    return bytes(out)
                out.append(random.choice(ways[chosen].symbols))
            else:
                weighed = [sum(weights[symbol] for symbol in way.symbols) for way in ways]
                if ends and random.random() * (1 + sum(weighed)) < 1:
                    return bytes(out)
                if not sum(weighed):
                    break  # nothing that may follow has a weight
                chosen = random.choices(range(len(ways)), weighed)[0]
                symbols = ways[chosen].symbols
                out.append(random.choices(symbols, [weights[symbol] for symbol in symbols])[0])
            state = ways[chosen].state
        return bytes(out) + self.way_out(state, bytes(out), max_states)

    def way_out(self, state: int, text: bytes, max_states: int) -> bytes:
        """A short way from the state, to which the text leads, to the end of a text.

        Whole terminals first, each by a shortest text of it; and byte by byte, where these do not lead to the end. In a
        record of many fields there are too many ways to look at: there the core's own completion serves.
        """

        def by_terminals(at: int) -> list[tuple[bytes, int]]:
            return self.graph.short_ways(at)

        def by_bytes(at: int) -> list[tuple[bytes, int]]:
            return [(bytes(way.symbols[:1]), way.state) for way in self.ways(at, "bytes", max_states)]

        few = min(max_states, _SEARCHED)
        try:
            found = self._search(state, by_terminals, few)
            if found is None:
                found = self._search(state, by_bytes, few)
        except LimitExceeded:
            return self._completion(text)
        assert found is not None, "every text that has begun can end"
        return found

    def _completion(self, text: bytes) -> bytes:
        matcher = self.constraint.matcher()
        matcher.advance_bytes(self.prefix + text)
        spelled = self.constraint.vocabulary.token_bytes
        return b"".join(spelled[token] or b"" for token in matcher.completion())

    def _search(self, state: int, ways: Callable[[int], list[tuple[bytes, int]]], max_states: int) -> bytes | None:
        """A way to the end by the steps that `ways` gives: where the fewest rules are open first, then shorter ones."""
        order = counter()
        before: dict[int, tuple[int, bytes] | None] = {state: None}
        waiting = [(self.graph.depth(state), 0, next(order), state)]
        while waiting:
            _, length, _, at = heappop(waiting)
            if self.graph.accepting(at):
                path = []
                step = before[at]
                while step is not None:
                    path.append(step[1])
                    step = before[step[0]]
                return b"".join(reversed(path))
            if len(before) > max_states:
                raise _too_many(max_states)
            for text, after in ways(at):
                if after not in before:
                    before[after] = at, text
                    heappush(waiting, (self.graph.depth(after), length + len(text), next(order), after))
        return None


def _readable(ways: list[Way]) -> list[Way]:
    """The ways by what reads well, with the symbols that read best; all of them where none does."""
    kept = [Way(way.state, best) for way in ways if (best := _best(way.symbols))]
    marks = [way for way in kept if way.symbols != _BLANK]
    return marks or kept or ways


def _best(symbols: tuple[int, ...]) -> tuple[int, ...]:
    """Letters and digits where there are any, else what is printable and begins no escape."""
    return tuple(symbol for symbol in symbols if symbol in _LETTERS) or tuple(
        symbol for symbol in symbols if symbol in PRINTABLE
    )


_BLANK = (0x20,)
_LETTERS = frozenset(symbol for symbol in range(128) if chr(symbol).isalnum())
PRINTABLE = frozenset(range(0x20, 0x7F)) - {ord("\\")}


class Table:
    """How much the texts from each state on weigh, by how many symbols came before: exact integers.

    A text weighs the product of its symbols' weights. These are made integers by a common denominator, so what ends
    after fewer symbols is multiplied by it for each that is missing.
    """

    def __init__(
        self,
        texts: Texts,
        length: int,
        unit: Unit,
        weights: Sequence[float] | None,
        max_states: int,
        *,
        at_most: bool,
    ) -> None:
        self.texts, self.unit, self.max_states = texts, unit, max_states
        self.weights, self.missing = _whole(weights)
        layers = texts.layers(length, unit, max_states)
        self.at_most = at_most
        self.layers: list[dict[int, int]] = []
        if len(layers) <= length and not at_most:  # no text is so long
            layers = layers[:1]
        after: dict[int, int] = {}
        bits = 0
        for number in range(len(layers) - 1, -1, -1):
            here: dict[int, int] = {}
            for state in layers[number]:
                weight = self.end(state, number, length)
                weight += sum(self.weight(way) * after[way.state] for way in self.ways(state) if way.state in after)
                if weight:
                    here[state] = weight
                    bits += weight.bit_length()
            if bits > _MOST_BITS:
                raise LimitExceeded(
                    f"the numbers of texts up to {length} {unit} take more than {_MOST_BITS >> 23} MB; ask for shorter "
                    "texts",
                    limit=_MOST_BITS,
                    needed=bits,
                )
            self.layers.append(here)
            after = here
        self.layers.reverse()
        self.length = length

    def ways(self, state: int) -> list[Way]:
        return self.texts.ways(state, self.unit, self.max_states)

    def end(self, state: int, number: int, length: int) -> int:
        """What it weighs to end after so many symbols."""
        if not (number == length or self.at_most) or not self.texts.graph.accepting(state):
            return 0
        return 1 if self.missing == 1 else int(self.missing ** (length - number))

    def weight(self, way: Way) -> int:
        return len(way.symbols) if self.weights is None else sum(self.weights[symbol] for symbol in way.symbols)

    @property
    def total(self) -> int:
        """What all texts weigh: their number, where there are no weights."""
        return self.layers[0].get(self.texts.origin(self.unit), 0)

    def draw(self, random: Random) -> list[int]:
        """The symbols of one text, as probable as its share of the total, which must not be 0."""
        symbols: list[int] = []
        state = self.texts.origin(self.unit)
        while True:
            number = len(symbols)
            left = random.randrange(self.layers[number][state]) - self.end(state, number, self.length)
            if left < 0:
                return symbols
            after = self.layers[number + 1] if number + 1 < len(self.layers) else {}
            for way in self.ways(state):
                share = self.weight(way) * after.get(way.state, 0)
                if left < share:
                    break
                left -= share
            symbols.append(self._symbol(way, random))
            state = way.state

    def _symbol(self, way: Way, random: Random) -> int:
        if self.weights is None:
            return random.choice(way.symbols)
        left = random.randrange(self.weight(way))
        for symbol in way.symbols:
            left -= self.weights[symbol]
            if left < 0:
                return symbol
        raise AssertionError("the weights of a way are those of its symbols")


def _too_many(max_states: int) -> LimitExceeded:
    return LimitExceeded(
        f"the texts take more than {max_states} states of the grammar to look through; ask for shorter ones, bound "
        "what the grammar nests or repeats, or pass a greater max_states",
        limit=max_states,
        needed=max_states + 1,
    )


def _whole(weights: Sequence[float] | None) -> tuple[list[int] | None, int]:
    """The weights as integers, and what they were multiplied by."""
    if weights is None:
        return None, 1
    exact = [Fraction(weight) for weight in weights]
    common = lcm(*(each.denominator for each in exact))
    return [int(each * common) for each in exact], common
