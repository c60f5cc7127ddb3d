"""Clauses made simpler before an object is written: most are met, impossible, or say no more than a keyword does.

A negation leaves many events of which few can happen: a required key is not missing, a value cannot be a string and
no string. What remains of a clause is often one event, and that is a required key, a forbidden one or a bound,
which may decide others in turn; so this goes on until nothing changes. Where clauses still have a choice,
`branches_of` takes the event that most of them share, once as given and once as excluded, as solvers of clauses do
(Davis, Putnam, Logemann and Loveland 1962).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush

from constrain.budget import TURN, allow_more, share, spend
from constrain.errors import LimitExceeded

from ..formula import Both, Formula, Not
from . import strings
from .compilation import Context
from .object_shape import Clause, Event, Objects, only

_MOST_BRANCHES = 1024


def branches_of(shape: Objects, context: Context, pointer: str) -> list[Objects]:
    """Shapes which together hold the same objects, with no clauses but on members with keys of a pattern."""
    limit = share(_MOST_BRANCHES)
    found = few_branches(shape, context, limit)
    if found is None:
        raise LimitExceeded(
            f"{pointer}: there are more than {limit} ways to meet the clauses of this object (of negations, "
            "dependencies and overlapping branches); write fewer of them, or require a `const` property that tells "
            f"the branches apart, or {allow_more(limit, limit + 1)}",
            limit=limit,
            needed=limit + 1,
        )
    return found


def few_branches(shape: Objects, context: Context, limit: int, disjoint: bool = True) -> list[Objects] | None:
    """What `branches_of` gives, if they are not more than `limit`. Unless `disjoint`, an object may be in several."""
    found: list[Objects] = []
    waiting: list[tuple[Objects, list[int] | None]] = [(shape, None)]
    while waiting:
        if len(found) + len(waiting) > limit:
            return None
        here = simplified(*waiting.pop(), context)
        if here is None:
            continue
        literals = [_literals(events) for events in here.some]
        counts = Counter(literal for of in literals for literal in of)
        if not counts:
            found.append(here)
            continue
        shares = Counter(key for of in literals for key, _ in of)
        # Of the literals in most clauses, the first whose key most of them speak of: it tells apart what they are of.
        literal = max(counts, key=lambda literal: (counts[literal], shares[literal[0]], str(literal[0])))
        events = literal[1]
        others = tuple(tuple(event for event in clause if event not in events) for clause in here.some)
        changed = [number for number, clause in enumerate(here.some) if len(others[number]) < len(clause)]
        if disjoint and len(others) > 1:  # excluded, it may decide other clauses
            changed.append(len(others))
            others = (*others, _excluded(events, context))
        waiting.append((here.replaced(others, here.low, here.high), changed))
        chosen = (*(c for c, o in zip(here.some, others, strict=False) if len(c) - len(o) < len(events)), events)
        waiting.append((here.replaced(chosen, here.low, here.high), [len(chosen) - 1]))
    return found


def names_in_clauses(shape: Objects) -> set[str | None]:
    """The keys of which clauses speak and nothing else does."""
    found = {_key(event) for events in shape.some for event in events}
    return found.difference({None}, shape.required, *(layer.names for layer in shape.layers))


def _key(event: Event) -> str | None:
    """The key of which the event speaks, if it is one only."""
    return event.missing if event.missing is not None else _only(event)


def of_pattern(event: Event) -> bool:
    return event.member is not None and _only(event) is None


def _literals(clause: Clause) -> list[tuple[str | None, Clause]]:
    """The events of a clause that speak of one key as one, with the key: that it is missing or wrong is one demand.

    All other events are by themselves; those of patterns are left out.
    """
    by_key: dict[str | Event, list[Event]] = {}
    for event in clause:
        if not of_pattern(event):
            key = _key(event)
            by_key.setdefault(event if key is None else key, []).append(event)
    return [(key if type(key) is str else None, tuple(sorted(of, key=_serial))) for key, of in by_key.items()]


def _serial(event: Event) -> int:
    """What events of one key differ in."""
    return -1 if event.member is None else event.member[1].serial


def _excluded(literal: Clause, context: Context) -> Clause:
    """The clause that none of the events of a literal happens."""
    event = next(iter(literal))
    if event.at_most is not None:
        return (Event(at_least=event.at_most + 1),)
    if event.at_least is not None:
        return (Event(at_most=event.at_least - 1),)
    formulas, key = context.formulas, _key(event)
    assert key is not None
    right = formulas.both(*(formulas.negation(event.member[1]) for event in literal if event.member is not None))
    missing = () if any(event.missing is not None for event in literal) else (Event(missing=key),)
    return (*missing, Event(member=(only(key), right)))


def simplified(shape: Objects, changed: list[int] | None, context: Context) -> Objects | None:
    """The shape with its clauses simplified as far as that is easy; None if one of them can never be met.

    `changed`, if given, are the numbers of the only clauses that are not yet simplified, ascending.
    """
    if not shape.some:
        return shape
    return Simplification(shape, context).done([*range(len(shape.some))] if changed is None else changed)


def filled(shape: Objects, context: Context, possible: Callable[[str], bool]) -> Objects:
    """The shape that has each member of `properties` which is possible and can be there with those before it.

    What a negation alone names is not among `properties` of what the shape is of.
    """
    named = (key for layer in shape.layers for key, demand in layer.names.items() if not isinstance(demand, Not))
    keys = [key for key in dict.fromkeys(named) if possible(key)]
    if not shape.some and shape.high is None:
        return shape.requiring(*keys)
    for key in keys:
        fuller = shape.requiring(key)
        room = fuller.high is None or len(fuller.required) <= fuller.high
        if room and simplified(fuller, None, context) is not None:
            shape = fuller
    return shape


class Simplification:
    """Looks at clauses in rounds: first at all, then at those that speak of what the last round has changed."""

    def __init__(self, shape: Objects, context: Context) -> None:
        self.shape, self.context = shape, context
        self.open: list[Clause | None] = [*shape.some]  # None once it is decided
        self.mentions: dict[str | None, list[int]] = {}  # of each key; of patterns and numbers of members: None
        for number, events in enumerate(shape.some):
            for key in {_key(event) for event in events}:
                self.mentions.setdefault(key, []).append(number)

    def done(self, waiting: list[int]) -> Objects | None:
        """The shape once nothing changes any more; None if a clause can never be met."""
        while waiting:
            self.context.effort(3 * len(waiting))  # of which each takes as long as some intersections of shapes
            later = self._round(waiting)
            shape = self.shape
            if later is None or (shape.high is not None and max(shape.low, len(shape.required)) > shape.high):
                return None
            waiting = sorted(later)
        kept = {frozenset(events): events for events in self.open if events is not None}
        spend(TURN // 8 * len(kept) ** 2)
        least = [events for of, events in kept.items() if not any(other < of for other in kept)]
        return self.shape.replaced(tuple(least), self.shape.low, self.shape.high)

    def _round(self, waiting: list[int]) -> set[int] | None:
        """Look at the clauses in order; those before a change that speak of it; None if one cannot be met."""
        asked, later = set(waiting), set[int]()
        while waiting:
            number = heappop(waiting)
            clause = self.open[number]
            if clause is None:
                continue
            asked.discard(number)
            events = self._events(clause)
            if events is not None and not events:
                return None
            self.open[number] = events
            if events is None:
                continue
            mentions = self._into_shape(events)
            if mentions is None:
                continue
            self.open[number] = None
            for other in mentions:
                if other < number:
                    later.add(other)
                elif other not in asked:
                    asked.add(other)
                    heappush(waiting, other)
        return later

    def _events(self, clause: Clause) -> Clause | None:
        """The events that may happen; None if the clause is met in any case."""
        spend(5 * TURN * len(clause))
        shape, formulas = self.shape, self.context.formulas
        low = max(shape.low, len(shape.required))
        kept = []
        wanted: dict[str, list[Formula]] = {}
        missing = set()
        for event in clause:
            if event.member is not None:
                language, formula = event.member
                key = _only(event)
                if formula is formulas.always and (
                    key in shape.required
                    if key is not None
                    else any(strings.contains(language, k) for k in shape.required)
                ):
                    return None
                if formula is formulas.never:
                    continue
                if key is not None:
                    demand = shape.at(key, formulas)
                    if self._contradictory(demand, formulas.negation(formula)):
                        if key in shape.required:
                            return None
                        event = Event(member=(language, formulas.always))
                        formula = formulas.always
                    if self._contradictory(demand, formula):
                        continue
                    wanted.setdefault(key, []).append(formula)
            elif event.missing is not None:
                if event.missing in shape.required:
                    continue
                if shape.at(event.missing, formulas) is formulas.never:
                    return None
                missing.add(event.missing)
            elif event.at_most is not None:
                if shape.high is not None and event.at_most >= shape.high:
                    return None
                if event.at_most < low:
                    continue
            elif event.at_least is not None:
                if event.at_least <= low:
                    return None
                if shape.high is not None and event.at_least > shape.high:
                    continue
            kept.append(event)
        for key in missing:
            if formulas.either(*wanted.get(key, ())) is formulas.always:
                return None
        return tuple(dict.fromkeys(kept))

    def _into_shape(self, events: Clause) -> list[int] | None:
        """Write a clause as a layer, a required key or a bound; the clauses that speak of that, or None."""
        shape, formulas = self.shape, self.context.formulas
        keys = {_key(event) for event in events}
        if len(keys) == 1 and (key := next(iter(keys))) is not None:
            demand = formulas.either(*(event.member[1] for event in events if event.member is not None))
            always_there = all(event.missing is None for event in events)
            self.shape = shape.narrowed(key, demand, always_there, formulas)
            mentions = self.mentions.get(key, [])
            grown = len(self.shape.required) > len(shape.required)
            return [*mentions, *self.mentions.get(None, ())] if grown else mentions
        if len(events) > 1:
            return None
        low, high = shape.low, shape.high
        event = next(iter(events))
        if event.at_most is not None:
            high = event.at_most if high is None else min(high, event.at_most)
        elif event.at_least is not None:
            low = max(low, event.at_least)
        else:
            return None
        self.shape = shape.replaced(shape.some, low, high)
        return self.mentions.get(None, [])

    def _contradictory(self, demand: Formula, other: Formula) -> bool:
        """Whether no value satisfies both; asked of scalars only, since containers may take long."""
        both = self.context.formulas.both(demand, other)
        if both is self.context.formulas.never:
            return True
        return type(both) is Both and self.context.scalar(demand) and self.context.vacuous(both)


def _only(event: Event) -> str | None:
    """The key of which the event speaks, if it is one only."""
    if event.member is None:
        return None
    language = event.member[0]
    values = language[0].values if len(language) == 1 else None
    return values[0] if values is not None and len(values) == 1 else None
