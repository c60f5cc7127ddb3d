"""Objects as grammar: keys in order or in any order, then free keys, with counts and obligations where there are any.

The plain case (keys in the order of the schema, nothing counted beyond "at least one") is a chain: each optional
member is skipped or written, so the grammar is as long as the list of keys. What makes it a chain is that a comma
belongs to the member after it; only the first member differs, and it is chosen once.

With counts or obligations a state is (position, members so far, obligations still open), each a nonterminal made when
first reached; in any order the position is the set of keys seen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, NamedTuple

from constrain.errors import LimitExceeded
from constrain.grammar import (
    Choice,
    Distinct,
    Expression,
    Nonterminal,
    Once,
    Repeat,
    Require,
    Scope,
    Sequence,
    Terminal,
)

from . import strings
from .formula import Formula
from .layout import Gaps
from .objects import Event, Objects
from .plenty import plenty
from .strings import Strings

if TYPE_CHECKING:
    from .builder import Builder

_RUN = 16  # optional members in one production: more would make its automaton quadratic
_REGIONS = 256
_LISTED = 256  # keys given as a finite set that are looked at one by one


class _Known(NamedTuple):
    """A key mentioned by name and still possible; `claims` gives the value once it also meets some obligations."""

    key: str
    value: Expression
    required: bool
    claims: tuple[tuple[int, Expression], ...]  # bits of obligations met, value


class _Free(NamedTuple):
    """Keys that are not mentioned by name, as far as they are treated alike."""

    key: Terminal
    value: Expression
    claims: tuple[tuple[int, Expression], ...]
    distinct: int | None  # how a key is told from those before it, or None if there may be too few for that
    mark: int | None = None  # of a single key

    def member(self, before: Terminal, gaps: Gaps) -> Expression:
        """The key and its value; within a scope, the key is a new one."""
        key = self.key if self.distinct is None else Distinct(self.key, self.distinct)
        written = Sequence((before, key, gaps.colon, self.value))
        return written if self.mark is None else Once(self.mark, written)

    @property
    def counts(self) -> bool:
        """Whether a scope counts these keys, each of them once."""
        return self.distinct is not None or self.mark is not None


def ways(builder: Builder, shape: Objects, gaps: Gaps, depth: int, name: str, formula: Formula) -> list[Expression]:
    """The ways to write an object of this shape; none if it cannot be written."""
    names = shape.names()
    known: list[_Known] = []
    formulas = builder.context.formulas
    required = frozenset(shape.required)
    for key in names:
        demand = shape.at(key, formulas)
        value = builder.expression(demand, depth + 1) if demand is not formulas.never else _nothing()
        if _is_nothing(value) or strings.quoted(key) is None:
            if key in required:
                builder.impossible(name, f"{formula.pointer}: the required property {key!r} can have no value")
                return []
            continue
        known.append(_Known(key, value, key in required, ()))
    free: list[_Free] = []
    for language, demand in regions(shape, names, builder, formula):
        value = builder.expression(demand, depth + 1)
        if not _is_nothing(value):
            free += _free_keys(builder, language, value, len(names) + len(free))
    high = shape.high
    if high is not None and not free and high >= len(known):
        high = None
    if high is not None and high < len(required):
        builder.impossible(name, f"{formula.pointer}: more properties are required than maxProperties allows")
        return []
    if all(f.mark is not None for f in free) and shape.low > len(known) + len(free):
        builder.impossible(name, f"{formula.pointer}: minProperties is greater than the number of possible properties")
        return []
    several = builder.options.any_order and bool(known) and len(known) + bool(free) > 1
    counted = high is not None or shape.low > 1
    countable = not counted or all(f.counts for f in free)
    if (several or (counted and not known)) and not shape.some and countable and (high is None or not required):
        return [_in_any_order(builder, known, free, shape.low, high, gaps)]
    if shape.some or several or high is not None or shape.low > max(1, len(required)):
        builder.suspicious = True
        return [_States(builder, shape, known, free, high, gaps, depth, name, formula).start()]
    return _in_order(builder, known, free, shape.low > 0, gaps, name)


def _free_keys(builder: Builder, language: strings.Union, value: Expression, mark: int) -> list[_Free]:
    """Keys of the language; one by one, with marks from `mark` on, where they are few."""
    escapes = builder.options.escapes
    listed = [(key, shape) for shape in language if shape.values is not None for key in shape.values]
    if len(listed) > _LISTED or any(shape.values is None for shape in language):
        spelling = Distinct.JSON_SHORT if escapes == "short" else Distinct.JSON_ANY
        return [_Free(strings.terminal(language, escapes), value, (), spelling if plenty(language) else None)]
    keys = dict.fromkeys(key for key, shape in listed if key in shape)
    return [
        _Free(strings.terminal((Strings(values=(key,)),), escapes), value, (), None, mark + i)
        for i, key in enumerate(keys)
    ]


def _in_any_order(
    builder: Builder, known: list[_Known], free: list[_Free], low: int, high: int | None, gaps: Gaps
) -> Expression:
    """Each known key at most once, and free ones, in any order; `high` only where no key is required."""
    escapes = builder.options.escapes
    first: list[Expression] = [
        Once(i, Sequence((gaps.first_key(k.key, escapes), k.value))) for i, k in enumerate(known)
    ]
    later: list[Expression] = [
        Once(i, Sequence((gaps.later_key(k.key, escapes), k.value))) for i, k in enumerate(known)
    ]
    first += [f.member(gaps.open_object, gaps) for f in free]
    later += [f.member(gaps.comma, gaps) for f in free]
    more: Expression = Choice(later)
    if high is not None:
        more = Sequence((Require(below=high), more))
    required = tuple(i for i, k in enumerate(known) if k.required)
    filled = Sequence((Choice(first), Repeat(more), Require(required, low if low > 1 else 0), gaps.close_object))
    out: list[Expression] = [gaps.empty_object] if not low and not required else []
    if high != 0:
        out.append(Scope(filled))
    return _choice(out)


def _nothing() -> Expression:
    return Choice(())


def _is_nothing(value: Expression) -> bool:
    return type(value) is Choice and not value.parts


def _in_order(
    builder: Builder, known: list[_Known], free: list[_Free], filled: bool, gaps: Gaps, name: str
) -> list[Expression]:
    """Known keys in their order, each at most once, then free ones."""
    escapes = builder.options.escapes
    first = next((i for i, k in enumerate(known) if k.required), len(known))
    later = gaps.later_key
    tail: list[Expression] = []
    others = Repeat(_choice([f.member(gaps.comma, gaps) for f in free]))
    if free:
        tail.append(Scope(others))
    tail.append(gaps.close_object)
    # What follows the last key that comes first necessarily or possibly, from the back, in pieces of limited length.
    run = 0
    for i in range(len(known) - 1, first, -1):
        k = known[i]
        if k.required:
            tail[:0] = (later(k.key, escapes), k.value)
            run = 0
            continue
        tail.insert(0, Repeat(Sequence((later(k.key, escapes), k.value)), 0, 1))
        run += 1
        if run == _RUN and i > first + 1:
            tail, run = [_named(builder, f"{name}:{i}", Sequence(tail))], 0
    if first == 0 and known:
        return [Sequence((gaps.first_key(known[0].key, escapes), known[0].value, *tail))]
    # No key is certain to come first: choose it, then go on behind it.
    out: list[Expression] = []
    if first < len(known):
        rest: Expression = _named(builder, f"{name}:{first + 1}", Sequence(tail))
        k = known[first]
        out.append(Sequence((gaps.first_key(k.key, escapes), k.value, rest)))
        rest = _named(builder, f"{name}:{first}", Sequence((later(k.key, escapes), k.value, rest)))
    else:
        rest = tail[0] if len(tail) == 1 else _named(builder, f"{name}:{first}", Sequence(tail))
        if free:
            begin = _choice([f.member(gaps.open_object, gaps) for f in free])
            out.append(Sequence((Scope(Sequence((begin, others))), gaps.close_object)))
        if not filled:
            out.append(gaps.empty_object)
    for i in range(first - 1, -1, -1):
        k = known[i]
        out.append(Sequence((gaps.first_key(k.key, escapes), k.value, rest)))
        if i:
            rest = _named(
                builder, f"{name}:{i}", Sequence((Repeat(Sequence((later(k.key, escapes), k.value)), 0, 1), rest))
            )
    return out


def _named(builder: Builder, name: str, expression: Expression) -> Nonterminal:
    builder.productions[name] = expression
    return Nonterminal(name)


def _choice(ways: Collection[Expression]) -> Expression:
    return next(iter(ways)) if len(ways) == 1 else Choice(tuple(ways))


def regions(shape: Objects, names: list[str], builder: Builder, at: Formula) -> list[tuple[strings.Union, Formula]]:
    """The keys that are not mentioned by name, split by which patterns they match, and what their values must satisfy.

    Regions whose values are impossible are left out, those that are treated alike are one.
    """
    formulas, escapes = builder.context.formulas, builder.options.escapes
    never = formulas.never
    start: strings.Union = (Strings(excluded=frozenset(names)),) if names else strings.ANY
    for language in shape.keys:
        start = strings.meet(start, language, escapes)
    found = [(start, formulas.always)]
    for layer in shape.layers:
        if not layer.patterns:
            if layer.rest is not formulas.always:
                found = [(language, formulas.both(demand, layer.rest)) for language, demand in found]
                found = [(language, demand) for language, demand in found if demand is not never]
            continue
        together: dict[Formula, strings.Union] = {}
        for language, demand in layer.patterns:
            together[demand] = strings.join(together[demand], language) if demand in together else language
        after: list[tuple[strings.Union, Formula]] = []
        for language, demand in found:
            parts = [(language, demand, False)]
            for wanted, pattern in together.items():
                inside = [
                    (strings.meet(language, pattern, escapes), formulas.both(demand, wanted), True)
                    for language, demand, _ in parts
                ]
                outside = [
                    (strings.meet(language, strings.negation(pattern, escapes), escapes), demand, matched)
                    for language, demand, matched in parts
                ]
                parts = [part for part in (*inside, *outside) if part[0] and part[1] is not never]
                _check_regions(len(parts), at)
            after += [
                (language, demand if matched else formulas.both(demand, layer.rest))
                for language, demand, matched in parts
            ]
        found = [(language, demand) for language, demand in after if demand is not never]
        _check_regions(len(found), at)
    merged: dict[Formula, strings.Union] = {}
    for language, demand in found:
        if language:
            merged[demand] = strings.join(merged[demand], language) if demand in merged else language
    return [(language, demand) for demand, language in merged.items()]


def _check_regions(count: int, at: Formula) -> None:
    if count > _REGIONS:
        raise LimitExceeded(
            f"{at.pointer}: overlapping patternProperties split the keys into {count} kinds, limit {_REGIONS}",
            limit=_REGIONS,
            needed=count,
        )


class _States:
    """Objects with counts, obligations or any order: a nonterminal for each state (position, members, open).

    `open` has a bit for each obligation that no event has met yet. A member may meet some of the obligations that its
    key can meet, and then satisfies the formulas of those events as well; skipping a key meets those that want it
    missing; the number of members is looked at in the end.
    """

    def __init__(
        self,
        builder: Builder,
        shape: Objects,
        known: list[_Known],
        free: list[_Free],
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
                if both in sets or not _is_nothing(self.builder.expression(both, self.depth + 1)):
                    sets[both] = sets.get(both, 0) | bits | 1 << i
        return tuple((bits, self.builder.expression(both, self.depth + 1)) for both, bits in sets.items())

    def _free(self, shape: Objects) -> list[_Free]:
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
                _check_regions(len(found), self.formula)
        out = []
        for language, demand, able in found:
            value = builder.expression(demand, self.depth + 1)
            if not _is_nothing(value):
                out.append(_Free(strings.terminal(language, self.escapes), value, self._claims(demand, able), None))
        return out

    def start(self) -> Expression:
        """The object from its beginning."""
        first = self._state(0, 0, self.all_open)
        if first is None:
            return _nothing()
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
        more = _choice([f.member(self.gaps.comma, self.gaps) for f in free])
        begin = () if members else (_choice([f.member(self.gaps.open_object, self.gaps) for f in free]),)
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
