"""Loops whose rounds remember something, or whose order of matches counts.

Between rounds the matcher is at a *gate*: it may go round again or leave. CPython's rules: below the minimum it must go
round; at the maximum it must leave; in between a greedy loop leaves only if going round leads nowhere, a lazy one goes
round only if leaving leads nowhere, and a round that took nothing is the last one. (In ECMAScript such a round does not
count as a match at all, and each round begins with the groups inside unset.) A possessive loop is greedy, and each
round keeps to its first match whatever comes after; that is CPython's rule, not the textbook's.

Most loops are *uniform*: every round begins in the same state and has the same pattern, which stays one counted
repetition. Otherwise a loop without maximum becomes a small graph of states, solved by Kleene's algorithm, and counted
rounds are written out; the budget of `Backtracking` bounds both.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from re import _constants as codes  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any

from constrain.budget import share
from constrain.patterns.pattern import ANY, EMPTY, EPSILON, Pattern, Repetition

from .algebra import rest_is, sequence, times, union
from .errors import beyond_share, group_position, kind_position
from .group_memory import Open, Outcomes, Rest, State, anything, guard, is_open, merge, then
from .tree import bounds

if TYPE_CHECKING:
    from .backtracking import Backtracking

MAX_GATES = 24
MAX_ROUNDS = 100

Round = tuple[State, bool]  # the gate after a round, and whether the round took anything
Rounds = dict[Round, Pattern]
Remains = Callable[[State, bool], Pattern]  # what remains of the atomic group after a round


class Loop:
    """One loop, entered in one state."""

    def __init__(
        self,
        backtracking: Backtracking,
        op: Any,
        value: Any,
        state: State,
        rest: Rest | None,
        flags: int,
        live: frozenset[int],
    ) -> None:
        self.outer, self.state, self.flags, self.live = backtracking, state, flags, live
        self.low, self.high, self.body = bounds(value)
        self.possessive = op is codes.POSSESSIVE_REPEAT and not backtracking.translator.fixed_width
        self.lazy = op is codes.MIN_REPEAT
        self.rest = anything if self.possessive else rest
        self.facts = backtracking.analysis.facts(self.body)
        self.nullable = self.facts.least == 0
        dialect = backtracking.parsed.dialect
        self.empty_rounds = dialect.empty_rounds
        self.forgotten = self.facts.captures if dialect.loops_forget else frozenset()
        self.within = live | self.facts.references  # what may matter after a round
        self.needed = backtracking.analysis.live_before(self.body, self.within) - self.forgotten
        self._languages: dict[tuple[int, State], Pattern] = {}
        self._outcomes: dict[tuple[int, State], Outcomes] = {}
        self._plain_rounds: dict[State, Rounds] = {}

    def outcomes(self) -> Outcomes:
        """Every way through the loop."""
        if self.high == 0:
            return {self.leave(self.state): EPSILON}
        if is_open(self.state) and self.high is None and self.facts.most > 0:
            group = min(group for group, slot in self.outer.slots.items() if _opened(self.state, slot))
            raise self.outer.refuse(
                group,
                "a backreference to a group of unbounded length",
                "backreference to an unbounded group",
                f"have group {group} match few texts, as `(b|em|code)` or `(.{{1,2}})`, or leave the reference out",
            )
        remembered = self.facts.captures & self.outer.slots.keys() & self.within
        if self.possessive and self.high != 1 and self.facts.tries and remembered:
            # CPython leaves in such groups what alternatives that failed in a later round had put there.
            what = "a backreference to a group inside a possessive repetition with alternatives"
            feature, way_on = "backreference into a possessive repetition", "make the repetition greedy"
            raise self.outer.refuse(min(remembered), what, feature, way_on)
        found = self._neutral()
        if found is None:
            found = self._uniform()
        if found is not None:
            return found
        rounds = max(self.low, self.high or 0)
        if rounds > share(MAX_ROUNDS):
            source, groups = self.outer.parsed.source, self.facts.captures & self.outer.slots.keys()
            position = group_position(source, min(groups)) if groups else kind_position(source, "atomic")
            message = f"{rounds} rounds of a loop have to be written out one by one, limit {{limit}}"
            raise beyond_share(source, message, position, MAX_ROUNDS, rounds)
        return self.after(0, self.state)

    # Gates and rounds.

    def begin(self, gate: State) -> State:
        """The state in which the next round begins."""
        return self.outer.forget(gate, self.needed)[0], not self.nullable

    def leave(self, gate: State) -> State:
        """The state after the loop."""
        return self.outer.forget(gate, self.live)

    def rounds(self, gate: State, ahead: Remains | None) -> Rounds:
        """One round from a gate: the gates it leads to."""
        moved = gate[1]
        rest: Rest | None = None
        if ahead is open_end:
            rest = anything
        elif ahead is not None:
            rest = partial(_behind_round, ahead, moved)
        outcomes = self.outer.sequence(self.body, self.begin(gate), rest, self.flags, self.within)
        return {((memory, moved or took), took): part for (memory, took), part in outcomes.items()}

    def plain_rounds(self, gate: State) -> Rounds:
        """The same without regard to order."""
        if gate not in self._plain_rounds:
            self._plain_rounds[gate] = self.rounds(gate, None)
        return self._plain_rounds[gate]

    # The plain case: nothing is remembered and order does not count.

    def _neutral(self) -> Outcomes | None:
        if self.rest is not None or self.facts.captures & self.outer.slots.keys():
            return None
        if is_open(self.state) and self.facts.most > 0:
            return None
        begun = (self.outer.forget(self.state, self.needed)[0], True)
        outcomes = self.outer.sequence(self.body, begun, None, self.flags, self.within)
        return self.outer.leaf(self.leave(self.state), times(union(outcomes.values()), self.low, self.high))

    # The usual case: all rounds are alike.

    def _uniform(self) -> Outcomes | None:
        gate, low, high = self.state, self.low, self.high
        ordered = self.rest is not None
        if self.nullable or self._count_matters():
            return None
        plain = self.plain_rounds(gate)
        if any(self.begin(after) != self.begin(gate) or after[1] != gate[1] for after, _ in plain):
            return None
        ways = {self.leave(after) for after, _ in plain} | {self.leave(gate)}
        if not ordered:
            any_round = union(plain.values())
            before = times(any_round, max(low, 1) - 1, None if high is None else high - 1)
            found = [(self.leave(after), sequence((before, part))) for (after, _), part in plain.items()]
            return merge(found + [(self.leave(gate), EPSILON)] * (low == 0))
        if len(ways) > 1:
            return None
        (way,) = ways
        assert self.rest is not None
        if self.rest is anything:
            remains: Pattern = ANY
        else:
            remains = sequence((times(union(plain.values()), 0, None), self.rest(way)))
        ahead = open_end if remains is ANY else (lambda after, took: remains)
        one = union(self.rounds(gate, ahead).values())
        if self.rest is anything and not self.facts.references:
            again = self.outer.translator.and_anything(self.body, self.flags)
        else:
            again = union([then(part, remains) for part in plain.values()])
        if self.lazy:
            more = times(
                sequence((rest_is(self.rest(way), negative=True), one)), 0, None if high is None else high - low
            )
            return merge([(way, sequence((times(one, low, low), more)))])
        if low == high:
            return merge([(way, times(one, low, low))])
        fewer = sequence((times(one, low, None if high is None else high - 1), rest_is(again, negative=True)))
        return merge([(way, fewer), (way, times(one, high, high) if high is not None else EMPTY)])

    def _count_matters(self) -> bool:
        """Whether what a round may match, or whether one may leave, hangs on the number of rounds before."""
        if self.rest is None or self.possessive:
            return False
        if self.facts.chooses and self.low > 1:
            return True
        return self.high is not None and self.rest is not anything and (self.low != self.high or self.facts.chooses)

    # The general case. Rounds are counted, up to the minimum only if there is no maximum.

    def language(self, done: int, gate: State) -> Pattern:
        """What remains of the atomic group from a gate after `done` rounds, without regard to order."""
        assert self.rest is not None
        if self.rest is anything and (self.possessive or done >= self.low):
            return ANY
        key = (done, gate)
        if key not in self._languages:
            self._languages[key] = self._language(done, gate)
        return self._languages[key]

    def _language(self, done: int, gate: State) -> Pattern:
        assert self.rest is not None
        if done < self.low:
            return union(
                [then(part, self.language(done + 1, after)) for (after, _), part in self.plain_rounds(gate).items()]
            )
        parts = [self.rest(self.leave(gate))]
        if self.high is None:
            for middle, path in Gates(self, gate, None).paths():
                for (after, took), part in self.plain_rounds(middle).items():
                    if took or self.empty_rounds:
                        parts.append(sequence((path, then(part, self.rest(self.leave(after))))))
        elif done < self.high:
            ahead = self.ahead(done)
            parts += [
                then(part, ahead(after, took))
                for (after, took), part in self.plain_rounds(gate).items()
                if took or self.empty_rounds
            ]
        return union(parts)

    def ahead(self, done: int) -> Remains:
        """What remains after a further round, when `done` are done and no more are needed."""
        rest = self.rest
        assert rest is not None
        if rest is anything:
            return open_end
        more = done if self.high is None else done + 1
        return lambda after, took: self.language(more, after) if took else rest(self.leave(after))

    def after(self, done: int, gate: State) -> Outcomes:
        """Every way on from a gate after `done` rounds."""
        key = (done, gate)
        if key not in self._outcomes:
            self.outer.spend(1)
            if done < self.low:
                self._outcomes[key] = self._required(done, gate)
            elif self.high is None:
                self._outcomes[key] = self._unlimited(gate)
            else:
                self._outcomes[key] = self._limited(done, gate)
        return self._outcomes[key]

    def _required(self, done: int, gate: State) -> Outcomes:
        ahead: Remains | None = None
        if self.rest is anything and (self.possessive or done + 1 >= self.low):
            ahead = open_end
        elif self.rest is not None:
            ahead = lambda after, took: self.language(done + 1, after)  # noqa: E731
        return merge(
            (way, sequence((part, more)))
            for (after, _), part in self.rounds(gate, ahead).items()
            for way, more in self.after(done + 1, after).items()
        )

    def _limited(self, done: int, gate: State) -> Outcomes:
        leaving: Outcomes = {self.leave(gate): EPSILON}
        if done == self.high:
            return leaving
        ahead = None if self.rest is None else self.ahead(done)
        going: list[tuple[State, Pattern]] = []
        for (after, took), part in self.rounds(gate, ahead).items():
            if took:
                going += [(way, sequence((part, more))) for way, more in self.after(done + 1, after).items()]
            elif self.empty_rounds:
                going.append((self.leave(after), part))
        return merge([*self._prefer(done, gate, merge(going)).items(), *self._otherwise(done, gate, leaving).items()])

    def _prefer(self, done: int, gate: State, going: Outcomes) -> Outcomes:
        """Going round, as far as leaving does not come first."""
        if self.rest is None or not self.lazy:
            return going
        return guard(self.rest(self.leave(gate)), going)

    def _otherwise(self, done: int, gate: State, leaving: Outcomes) -> Outcomes:
        """Leaving, as far as going round does not come first."""
        if self.rest is None or self.lazy:
            return leaving
        ahead = self.ahead(done)
        again = union(
            [
                then(part, ahead(after, took))
                for (after, took), part in self.plain_rounds(gate).items()
                if took or self.empty_rounds
            ]
        )
        return guard(again, leaving)

    def _unlimited(self, gate: State) -> Outcomes:
        ahead = None if self.rest is None else self.ahead(self.low)
        gates = Gates(self, gate, ahead)
        found: list[tuple[State, Pattern]] = []
        for middle, path in gates.paths():
            ways = gates.ways(middle)
            if len(ways) == 1:  # leave from the gate itself
                leaving = self._otherwise(self.low, middle, dict.fromkeys(ways, EPSILON))
                found += [(way, sequence((path, part))) for way, part in leaving.items()]
            elif middle == gate:
                found += self._otherwise(self.low, gate, {self.leave(gate): EPSILON}).items()
            for (after, took), part in gates.rounds(middle).items():
                if not took:
                    if self.empty_rounds and (self.rest is not None or self.leave(after) != self.leave(middle)):
                        found.append((self.leave(after), sequence((path, part))))
                elif len(gates.ways(gates.key(after))) > 1:
                    leaving = self._otherwise(self.low, after, {self.leave(after): EPSILON})
                    found += [(way, sequence((path, part, each))) for way, each in leaving.items()]
        return merge(found)


class Gates:
    """The gates that a loop without maximum can reach, and the patterns of the paths to them.

    Gates from which the next round is the same are one; `ways` are the states in which such a gate can be left.
    """

    def __init__(self, loop: Loop, first: State, ahead: Remains | None) -> None:
        self.loop, self.ahead = loop, ahead
        self._members: dict[Any, State] = {}
        self._ways: dict[State, set[State]] = {}
        self._rounds: dict[State, Rounds] = {}
        self._edges: dict[tuple[State, State], Pattern] = {}
        self.first = self.key(first)
        waiting = [self.first]
        while waiting:
            here = waiting.pop()
            found: dict[State, list[Pattern]] = {}
            for (after, took), part in self.rounds(here).items():
                if took:
                    known = len(self._members)
                    there = self.key(after)
                    if len(self._members) > known:
                        waiting.append(there)
                    found.setdefault(there, []).append(part)
            for there, parts in found.items():
                self._edges[here, there] = union(parts)
            if len(self._members) > share(MAX_GATES):
                self._refuse()

    def _refuse(self) -> None:
        parsed = self.loop.outer.parsed
        position = group_position(parsed.source, min(parsed.referenced)) if parsed.referenced else 0
        message = "a loop passes more than {limit} different matches of its groups from round to round"
        raise beyond_share(parsed.source, message, position, MAX_GATES, len(self._members))

    def key(self, gate: State) -> State:
        """The gate that stands for all gates like this one."""
        loop = self.loop
        alike = gate if loop.lazy and self.ahead is not None else (loop.begin(gate), gate[1])
        found = self._members.setdefault(alike, gate)
        self._ways.setdefault(found, set()).add(loop.leave(gate))
        return found

    def ways(self, gate: State) -> set[State]:
        """The states in which the gates that this one stands for are left."""
        return self._ways[gate]

    def rounds(self, gate: State) -> Rounds:
        """One round from a gate; in a lazy loop, only where leaving leads nowhere."""
        if gate not in self._rounds:
            loop = self.loop
            if self.ahead is None:
                self._rounds[gate] = loop.plain_rounds(gate)
            else:
                found = loop.rounds(gate, self.ahead)
                if loop.lazy:
                    assert loop.rest is not None
                    blocked = rest_is(loop.rest(loop.leave(gate)), negative=True)
                    found = {after: sequence((blocked, part)) for after, part in found.items()}
                self._rounds[gate] = {after: part for after, part in found.items() if part is not EMPTY}
        return self._rounds[gate]

    def paths(self) -> list[tuple[State, Pattern]]:
        """Every gate with the pattern of all paths from the first one to it (Kleene 1956)."""
        gates = list(self._members.values())
        table = {edge: part for edge, part in self._edges.items() if part is not EMPTY}
        for middle in gates:
            again = times(table.get((middle, middle), EMPTY), 0, None)
            into = [(here, part) for (here, there), part in table.items() if there == middle]
            out = [(there, part) for (here, there), part in table.items() if here == middle]
            self.loop.outer.spend(len(into) * len(out))
            updates: dict[tuple[State, State], Pattern] = {}
            for here, enter in into:
                for there, exit_ in out:
                    direct = table.get((here, there), EMPTY)
                    if here == there == middle:
                        updates[here, there] = times(direct, 1, None)
                    elif here == middle:
                        updates[here, there] = sequence((again, exit_))
                    elif there == middle:
                        updates[here, there] = sequence((enter, again))
                    else:
                        updates[here, there] = union((direct, sequence((enter, again, exit_))))
            table.update(updates)
        found: list[tuple[State, Pattern]] = []
        for gate in gates:
            path = table.get((self.first, gate), EMPTY)
            if gate == self.first:
                again = (
                    path.part if isinstance(path, Repetition) and path.minimum == 1 and path.maximum is None else EMPTY
                )
                path = union((EPSILON, path)) if again is EMPTY else times(again, 0, None)
            if path is not EMPTY:
                found.append((gate, path))
        return found


def open_end(after: State, took: bool) -> Pattern:
    """What remains where anything may follow."""
    return ANY


def _behind_round(ahead: Remains, moved: bool, after: State) -> Pattern:
    return ahead((after[0], moved or after[1]), after[1])


def _opened(state: State, slot: int) -> bool:
    return type(state[0][slot]) is Open
