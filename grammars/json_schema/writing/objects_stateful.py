"""Objects in the order of their keys with clauses: some member must satisfy a formula, or be missing, or the
members are counted.

A nonterminal for each state (position, members so far, clauses still open), made when first reached. After the
keys that are known come the others, in one scope (`objects_any_order`), which meets what is still open.
"""

from __future__ import annotations

from collections.abc import Callable

from constrain.grammar import Choice, Expression, Nonterminal, Sequence

from ..formula import Formula
from ..text.layout import Gaps
from ..values import strings
from ..values.object_shape import Clause, Event, Objects
from .keys import Known, is_nothing, nothing
from .objects_any_order import OtherKeys, other_keys_of, unordered
from .protocol import WriterLike


class States:
    """Objects in order with counts or clauses: a nonterminal for each state (position, members, open).

    `open` has a bit for each clause that no event has met yet. A member may meet some of the clauses that its
    key can meet, and then satisfies the formulas of those events as well; skipping a key meets those that want it
    missing; the number of members is looked at in the end.
    """

    def __init__(
        self,
        writer: WriterLike,
        shape: Objects,
        known: list[Known],
        other_keys: OtherKeys,
        high: int | None,
        gaps: Gaps,
        depth: int,
        name: str,
        formula: Formula,
    ) -> None:
        self.writer, self.gaps, self.name, self.formula, self.depth = writer, gaps, name, formula, depth
        self.escapes = writer.options.escapes
        self.shape, self.high, self.some, self.other_keys = shape, high, shape.some, other_keys
        self.all_open = (1 << len(shape.some)) - 1
        present = {k.key for k in known}
        for i, events in enumerate(shape.some):  # keys that are never written are missing from the beginning
            if any(event.missing is not None and event.missing not in present for event in events):
                self.all_open &= ~(1 << i)
        self.known = [k._replace(witnesses=self._witnesses_of_key(k.key, shape)) for k in known]
        self.missing = [self._bits(lambda event, key=k.key: event.missing == key) for k in known]  # type: ignore[misc]
        self.meetable = self._meetable()
        # Counting beyond this changes nothing.
        counts = [n + 1 for e in shape.some for event in e for n in (event.at_most, event.at_least) if n is not None]
        self.top = max([shape.low, high or 0, 1, *counts])
        self.names: dict[tuple[int, int, int], Nonterminal] = {}
        self.waiting: list[tuple[int, int, int]] = []

    def _bits(self, holds: Callable[[Event], bool]) -> int:
        """The clauses of which some event is such."""
        return sum(1 << i for i, events in enumerate(self.some) if any(map(holds, events)))

    def _witnesses_of_key(self, key: str, shape: Objects) -> tuple[tuple[int, Expression], ...]:
        wanted: dict[int, Formula] = {}
        formulas = self.writer.context.formulas
        for i, events in enumerate(self.some):
            ways = [e.member[1] for e in events if e.member is not None and strings.contains(e.member[0], key)]
            if ways:
                wanted[i] = formulas.either(*ways)
        return self._witnesses(shape.at(key, formulas), wanted)

    def _witnesses(self, demand: Formula, wanted: dict[int, Formula]) -> tuple[tuple[int, Expression], ...]:
        """The value alone, then also meeting each set of the clauses that it can meet."""
        formulas = self.writer.context.formulas
        sets: dict[Formula, int] = {demand: 0}  # what then holds of the value, and the clauses that meets
        for i, formula in wanted.items():
            for known, bits in list(sets.items()):
                self.writer.state(self.formula.pointer)
                both = formulas.both(known, formula)
                if both in sets or not is_nothing(self.writer.expression(both, self.depth + 1)):
                    sets[both] = sets.get(both, 0) | bits | 1 << i
        return tuple((bits, self.writer.expression(both, self.depth + 1)) for both, bits in sets.items())

    def start(self) -> Expression:
        """The object from its beginning."""
        first = self._state(0, 0, self.all_open)
        if first is None:
            return nothing()
        while self.waiting:
            state = self.waiting.pop()
            self.writer.productions[self.names[state].name] = Choice(self._ways(*state))
        return first

    def _meetable(self) -> list[int]:
        """For each position in order, the clauses that something from there on can still meet."""
        later = self._bits(lambda e: e.at_most is not None or e.at_least is not None)
        for key_class in self.other_keys.key_classes:
            later |= sum(1 << i for i in key_class.able)
        for member in self.other_keys.listed:
            later |= self._bits(
                lambda e, key=member.key: e.member is not None and strings.contains(e.member[0], key)  # type: ignore[misc]
            )
        found = [later]
        for k, missing in zip(reversed(self.known), reversed(self.missing), strict=True):
            for bits, _ in k.witnesses:
                later |= bits
            later |= missing
            found.append(later)
        return found[::-1]

    def _state(self, position: int, members: int, unmet: int) -> Nonterminal | None:
        """The nonterminal of a state, or None where a clause can no longer be met."""
        if unmet & ~self.meetable[position]:
            return None
        key = position, min(members, self.top), unmet
        found = self.names.get(key)
        if found is None:
            self.writer.state(self.formula.pointer)
            found = self.names[key] = Nonterminal(f"{self.name}:{key[0]},{key[1]},{key[2]}")
            self.waiting.append(key)
        return found

    def _followed(
        self,
        before: tuple[Expression, ...],
        witnesses: tuple[tuple[int, Expression], ...],
        position: int,
        members: int,
        unmet: int,
    ) -> list[Expression]:
        """A member, with each set of clauses that its value may meet, and the state after it."""
        weakest: dict[int, list[tuple[int, Expression]]] = {}
        for bits, value in witnesses:
            same = weakest.setdefault(bits & unmet, [])
            if not any(other & bits == other for other, _ in same):
                same[:] = [(other, v) for other, v in same if other & bits != bits]
                same.append((bits, value))
        out: list[Expression] = []
        for met, values in weakest.items():
            follow = self._state(position, members + 1, unmet & ~met)
            if follow is not None:
                out += [Sequence((*before, value, follow)) for _, value in values]
        return out

    def _ways(self, position: int, members: int, unmet: int) -> list[Expression]:
        if position == len(self.known):
            return self._others(members, unmet)
        out: list[Expression] = []
        known = self.known[position]
        if self.high is None or members < self.high:
            key = (self.gaps.later_key if members else self.gaps.first_key)(known.key, self.escapes)
            out += self._followed((key,), known.witnesses, position + 1, members, unmet)
        if not known.required:
            skipped = self._state(position + 1, members, unmet & ~self.missing[position])
            out += [skipped] if skipped is not None else []
        return out

    def _others(self, members: int, unmet: int) -> list[Expression]:
        """The members whose keys are not mentioned by name, and the end of the object."""
        some: list[Clause] = []
        for number, events in enumerate(self.shape.some):
            left = [_left(event, members) for event in events] if unmet >> number & 1 else [None]
            if None not in left:
                some.append(tuple(event for event in left if event is not None and event != Event()))
        low, high = max(self.shape.low - members, 0), None if self.high is None else self.high - members
        rest = Objects(self.shape.layers, (), low, high, self.shape.keys, tuple(some))
        other_keys = (
            self.other_keys
            if rest.some == self.shape.some
            else other_keys_of(self.writer, rest, self.other_keys.names, self.depth, self.formula)
        )
        self.writer.state(self.formula.pointer)
        return unordered(self.writer, rest, [], other_keys, self.gaps, self.depth, self.formula, opened=members > 0)


def _left(event: Event, members: int) -> Event | None:
    """What is left of an event after the known keys, of which `members` were written: None if it has happened.

    `Event()` is one that can no longer happen.
    """
    if event.at_least is not None:
        return None if event.at_least <= members else Event(at_least=event.at_least - members)
    if event.at_most is not None:
        return Event(at_most=event.at_most - members) if event.at_most >= members else Event()
    return Event() if event.missing is not None else event
