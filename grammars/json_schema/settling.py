"""Obligations made simpler before an object is written: most are met, impossible, or say no more than a keyword does.

A negation leaves many events of which few can happen: a required key is not missing, a value cannot be a string and
no string. What remains of an obligation is often one event, and that is a required key, a forbidden one or a bound,
which may settle others in turn; so this goes on until nothing changes. Where obligations still have a choice, `cells`
takes the event that most of them share, once as given and once as excluded, as solvers of clauses do (Davis, Putnam,
Logemann and Loveland 1962).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from constrain.errors import LimitExceeded

from . import strings
from .context import Context
from .formula import Both, Formula
from .objects import Event, Objects, Obligation, only

_CELLS = 1024


def cells(shape: Objects, context: Context, pointer: str, limit: int = _CELLS) -> list[Objects]:
    """Shapes which together hold the same objects, with no obligations but on members with keys of a pattern."""
    found: list[Objects] = []
    waiting = [shape]
    while waiting:
        here = settled(waiting.pop(), context)
        if here is None:
            continue
        counts = Counter(event for events in here.some for event in events if not of_pattern(event))
        if not counts:
            found.append(here)
            continue
        if len(found) + len(waiting) >= limit:
            raise LimitExceeded(
                f"{pointer}: there are more than {limit} ways to meet the obligations of this object (of negations, "
                "dependencies and overlapping branches); write fewer of them, or require a `const` property that tells "
                "the branches apart",
                limit=limit,
                needed=len(found) + len(waiting) + 2,
            )
        shares = Counter(key for events in here.some for key in {_key(event) for event in events})
        # Of the events in most obligations, the first whose key most of them speak of: it tells apart what they are of.
        event = max(counts, key=lambda event: (counts[event], shares[_key(event)], str(_key(event))))
        others = tuple(events - {event} for events in here.some)
        if len(others) > 1:  # excluded, it may settle other obligations
            others = (*others, _excluded(event, context))
        waiting.append(here.replaced(others, here.low, here.high))
        chosen = (*(events for events in here.some if event not in events), frozenset((event,)))
        waiting.append(here.replaced(chosen, here.low, here.high))
    return found


def _key(event: Event) -> str | None:
    """The key of which the event speaks, if it is one only."""
    return event.missing if event.missing is not None else _only(event)


def of_pattern(event: Event) -> bool:
    return event.member is not None and _only(event) is None


def _excluded(event: Event, context: Context) -> Obligation:
    """The obligation that an event does not happen."""
    if event.missing is not None:
        return frozenset((Event(member=(only(event.missing), context.formulas.always)),))
    if event.at_most is not None:
        return frozenset((Event(at_least=event.at_most + 1),))
    if event.at_least is not None:
        return frozenset((Event(at_most=event.at_least - 1),))
    assert event.member is not None
    language, formula = event.member
    key = _only(event)
    assert key is not None
    return frozenset((Event(missing=key), Event(member=(language, context.formulas.negation(formula)))))


def settled(shape: Objects, context: Context) -> Objects | None:
    """The shape with its obligations settled as far as that is easy; None if one of them can never be met."""
    if not shape.some:
        return shape
    found = _Settling(shape, context)
    while found.some_changed():
        pass
    return None if found.impossible else found.shape


@dataclass
class _Settling:
    shape: Objects
    context: Context
    impossible: bool = False

    def some_changed(self) -> bool:
        """Look at every obligation once; whether that has changed the rest of the shape."""
        self.context.toil(len(self.shape.some))
        kept: dict[Obligation, None] = {}
        changed = False
        for obligation in self.shape.some:
            events = self._events(obligation)
            if events is None:
                continue
            if not events:
                self.impossible = True
                return False
            if self._said_otherwise(events):
                changed = True
            else:
                kept[events] = None
        shape = self.shape
        least = [events for events in kept if not any(other < events for other in kept)]
        self.shape = shape.replaced(tuple(least), shape.low, shape.high)
        if shape.high is not None and max(shape.low, len(shape.required)) > shape.high:
            self.impossible = True
            return False
        return changed

    def _events(self, obligation: Obligation) -> Obligation | None:
        """The events that may happen; None if the obligation is met in any case."""
        shape, formulas = self.shape, self.context.formulas
        low = max(shape.low, len(shape.required))
        kept = []
        wanted: dict[str, list[Formula]] = {}
        missing = set()
        for event in obligation:
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
        return frozenset(kept)

    def _said_otherwise(self, events: Obligation) -> bool:
        """Say an obligation by a layer, a required key or a bound, if that is possible."""
        shape, formulas = self.shape, self.context.formulas
        keys = {_key(event) for event in events}
        if len(keys) == 1 and (key := next(iter(keys))) is not None:
            demand = formulas.either(*(event.member[1] for event in events if event.member is not None))
            always_there = all(event.missing is None for event in events)
            self.shape = shape.narrowed(key, demand, always_there, formulas)
            return True
        if len(events) > 1:
            return False
        low, high = shape.low, shape.high
        event = next(iter(events))
        if event.at_most is not None:
            high = event.at_most if high is None else min(high, event.at_most)
        elif event.at_least is not None:
            low = max(low, event.at_least)
        else:
            return False
        self.shape = shape.replaced(shape.some, low, high)
        return True

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
