"""Objects with obligations: some member must satisfy a formula, or must be missing, or members are counted.

A nonterminal for each state (position, members so far, obligations still open), made when first reached; in any order
the position is the set of keys seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from constrain.grammar import Choice, Expression, Nonterminal, Repeat, Require, Scope, Sequence

from . import strings
from .formula import Formula
from .keys import Free, Known, check_regions, choice, is_nothing, nothing, regions
from .layout import Gaps
from .objects import Event, Objects

if TYPE_CHECKING:
    from .builder import Builder


class States:
    """Objects with counts, obligations or any order: a nonterminal for each state (position, members, open).

    `open` has a bit for each obligation that no event has met yet. A member may meet some of the obligations that its
    key can meet, and then satisfies the formulas of those events as well; skipping a key meets those that want it
    missing; the number of members is looked at in the end.
    """

    def __init__(
        self,
        builder: Builder,
        shape: Objects,
        known: list[Known],
        free: list[Free],
        high: int | None,
        gaps: Gaps,
        depth: int,
        name: str,
        formula: Formula,
    ) -> None:
        self.builder, self.gaps, self.name, self.formula, self.depth = builder, gaps, name, formula, depth
        self.escapes = builder.options.escapes
        self.any_order = builder.options.any_order
        self.low, self.high, self.some = shape.low, high, shape.some
        self.all_open = (1 << len(shape.some)) - 1
        present = {k.key for k in known}
        for i, events in enumerate(shape.some):  # keys that are never written are missing from the beginning
            if any(event.missing is not None and event.missing not in present for event in events):
                self.all_open &= ~(1 << i)
        self.known = [k._replace(claims=self._claims_of_key(k.key, shape)) for k in known]
        self.missing = [self._bits(lambda event, key=k.key: event.missing == key) for k in known]  # type: ignore[misc]
        self.free = self._free(shape) if shape.some else [f._replace(claims=((0, f.value),)) for f in free]
        self.meetable = self._meetable()
        self.required = sum(1 << i for i, k in enumerate(known) if k.required)
        # Counting beyond this changes nothing.
        counts = [n + 1 for e in shape.some for event in e for n in (event.at_most, event.at_least) if n is not None]
        self.top = max([shape.low, high or 0, 1, *counts])
        self.names: dict[tuple[int, int, int], Nonterminal] = {}
        self.waiting: list[tuple[int, int, int]] = []

    def _bits(self, holds: Callable[[Event], bool]) -> int:
        """The obligations of which some event is such."""
        return sum(1 << i for i, events in enumerate(self.some) if any(map(holds, events)))

    def _claims_of_key(self, key: str, shape: Objects) -> tuple[tuple[int, Expression], ...]:
        wanted: dict[int, Formula] = {}
        formulas = self.builder.context.formulas
        for i, events in enumerate(self.some):
            ways = [e.member[1] for e in events if e.member is not None and strings.contains(e.member[0], key)]
            if ways:
                wanted[i] = formulas.either(*ways)
        return self._claims(shape.at(key, formulas), wanted)

    def _claims(self, demand: Formula, wanted: dict[int, Formula]) -> tuple[tuple[int, Expression], ...]:
        """The value alone, then also meeting each set of the obligations that it can meet."""
        formulas = self.builder.context.formulas
        sets: dict[Formula, int] = {demand: 0}  # what then holds of the value, and the obligations that meets
        for i, formula in wanted.items():
            for known, bits in list(sets.items()):
                self.builder.state(self.formula.pointer)
                both = formulas.both(known, formula)
                if both in sets or not is_nothing(self.builder.expression(both, self.depth + 1)):
                    sets[both] = sets.get(both, 0) | bits | 1 << i
        return tuple((bits, self.builder.expression(both, self.depth + 1)) for both, bits in sets.items())

    def _free(self, shape: Objects) -> list[Free]:
        """Free keys, split further by the obligations that their members can meet."""
        builder, formulas = self.builder, self.builder.context.formulas
        found: list[tuple[strings.Union, Formula, dict[int, Formula]]] = [
            (language, demand, {}) for language, demand in regions(shape, shape.names(), builder, self.formula)
        ]
        for i, events in enumerate(self.some):
            for event in events:
                if event.member is None:
                    continue
                keys, wanted = event.member
                split = []
                for language, demand, able in found:
                    inside = strings.meet(language, keys, self.escapes)
                    outside = strings.meet(language, strings.negation(keys, self.escapes), self.escapes)
                    if inside:
                        more = formulas.either(able[i], wanted) if i in able else wanted
                        split.append((inside, demand, {**able, i: more}))
                    if outside:
                        split.append((outside, demand, able))
                found = split
                check_regions(len(found), self.formula)
        out = []
        for language, demand, able in found:
            value = builder.expression(demand, self.depth + 1)
            if not is_nothing(value):
                out.append(Free(strings.terminal(language, self.escapes), value, self._claims(demand, able), None))
        return out

    def start(self) -> Expression:
        """The object from its beginning."""
        first = self._state(0, 0, self.all_open)
        if first is None:
            return nothing()
        write = self._any_order if self.any_order else self._in_order
        while self.waiting:
            state = self.waiting.pop()
            self.builder.productions[self.names[state].name] = Choice(write(*state))
        return first

    def _meetable(self) -> list[int]:
        """For each position in order, the obligations that something from there on can still meet."""
        later = self._bits(lambda e: e.at_most is not None or e.at_least is not None)
        for f in self.free:
            for bits, _ in f.claims:
                later |= bits
        found = [later]
        for k, missing in zip(reversed(self.known), reversed(self.missing), strict=True):
            for bits, _ in k.claims:
                later |= bits
            later |= missing
            found.append(later)
        return found[::-1]

    def _state(self, position: int, members: int, unmet: int) -> Nonterminal | None:
        """The nonterminal of a state, or None where an obligation can no longer be met."""
        if not self.any_order and unmet & ~self.meetable[position]:
            return None
        key = position, min(members, self.top), unmet
        found = self.names.get(key)
        if found is None:
            self.builder.state(self.formula.pointer)
            found = self.names[key] = Nonterminal(f"{self.name}:{key[0]},{key[1]},{key[2]}")
            self.waiting.append(key)
        return found

    def _followed(
        self,
        before: tuple[Expression, ...],
        claims: tuple[tuple[int, Expression], ...],
        position: int,
        members: int,
        unmet: int,
    ) -> list[Expression]:
        """A member, with each set of obligations that its value may meet, and the state after it."""
        weakest: dict[int, list[tuple[int, Expression]]] = {}
        for bits, value in claims:
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

    def _may_grow(self, members: int) -> bool:
        return self.high is None or members < self.high

    def _end(self, members: int, unmet: int) -> list[Expression]:
        unmet &= ~self._bits(
            lambda e: (e.at_most is not None and members <= e.at_most) or (e.at_least or members + 1) <= members
        )
        if unmet or members < self.low:
            return []
        return [self.gaps.close_object if members else self.gaps.empty_object]

    def _known_ways(self, index: int, position: int, members: int, unmet: int) -> list[Expression]:
        """Write known key `index`, going on at `position`."""
        k = self.known[index]
        key = (self.gaps.later_key if members else self.gaps.first_key)(k.key, self.escapes)
        return self._followed((key,), k.claims, position, members, unmet)

    def _free_ways(self, position: int, members: int, unmet: int) -> list[Expression]:
        before = self.gaps.comma if members else self.gaps.open_object
        out: list[Expression] = []
        for f in self.free:
            out += self._followed((before, f.key, self.gaps.colon), f.claims, position, members, unmet)
        return out

    def _in_order(self, position: int, members: int, unmet: int) -> list[Expression]:
        if position < len(self.known):
            out: list[Expression] = []
            if self._may_grow(members):
                out += self._known_ways(position, position + 1, members, unmet)
            if not self.known[position].required:
                skipped = self._state(position + 1, members, unmet & ~self.missing[position])
                out += [skipped] if skipped is not None else []
            return out
        if not unmet:
            return self._counted(members)
        out = self._end(members, unmet)
        return out + self._free_ways(position, members, unmet) if self._may_grow(members) else out

    def _counted(self, members: int) -> list[Expression]:
        """Only free members are left, and only their number matters: a counter."""
        low = max(self.low - members, 0)
        high = None if self.high is None else self.high - members
        if not self.free or high == 0:
            return self._end(members, 0)
        scoped = all(f.counts for f in self.free)
        free = self.free if scoped else [f._replace(distinct=None, mark=None) for f in self.free]
        more = choice([f.member(self.gaps, self.gaps.comma) for f in free])
        begin = () if members else (choice([f.member(self.gaps, self.gaps.open_object) for f in free]),)
        written: Expression
        if scoped:  # a scope knows how many it has
            checked = more if high is None else Sequence((Require(below=high), more))
            written = Scope(Sequence((*begin, Repeat(checked), Require(minimum=low))))
        else:
            left = None if high is None else high - len(begin)
            written = Sequence((*begin, Repeat(more, max(low - len(begin), 0), left)))
        out: list[Expression] = [Sequence((written, self.gaps.close_object))]
        return out if members else out + self._end(0, 0)

    def _any_order(self, seen: int, members: int, unmet: int) -> list[Expression]:
        out: list[Expression] = []
        if self._may_grow(members):
            for index in range(len(self.known)):
                if not seen >> index & 1:
                    out += self._known_ways(index, seen | 1 << index, members, unmet)
            if self.free:
                out += self._free_ways(seen, members, unmet)
        if seen & self.required == self.required:
            for index, met in enumerate(self.missing):
                if not seen >> index & 1:
                    unmet &= ~met
            out += self._end(members, unmet)
        return out
