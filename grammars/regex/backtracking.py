"""Backreferences and atomic groups: what a backtracking matcher remembers and prefers, spelled out as a pattern.

A backreference matches what its group matched last, so a stretch of nodes is translated *per memory*: a state says
what every group that still matters has matched, and the translation of a node from one state is a set of outcomes,
each a new state and the pattern of the texts that lead there. A group is expanded character by character while it is
open, which needs its texts to be finite in number; a group is forgotten as soon as nothing can refer to it any more,
so outcomes merge again right after the last reference.

An atomic group `(?>r)` keeps only the first match in backtracking order. So where r has a choice, the later
alternative is only taken if the earlier one, followed by what remains of the group, matches nothing:
`(?>a|ab)` is `a | (?!a)ab`. To place that lookahead, the translation of a node inside an atomic group is given
`rest`: for each state, the pattern of what remains of the group from there, and then anything. Without `rest`, in no
atomic group, order does not matter and any match will do.
"""

from __future__ import annotations

from re import _constants as codes  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any

from constrain.budget import TURN, share, spend
from constrain.errors import ConstrainError
from constrain.patterns.pattern import EMPTY, EPSILON, Behind, Pattern

from .algebra import rest_is, sequence, split, then_any, union
from .casefold import fold_reference
from .charset import ASCII, IGNORECASE, RELEVANT, SINGLE, code_points, hashable
from .errors import beyond_share, group_position, kind_position, reference_position, unsupported
from .group_memory import ENTERED, Open, Outcomes, Rest, State, anything, guard, holding, is_open, merge, taking, then
from .lookbehind import checked_width
from .loops import Loop
from .ranges import Ranges, count, members
from .tree import ASSERTIONS, ECMA, NO_GROUPS, REPEATS, Facts, Items, combine_flags, items_of

if TYPE_CHECKING:
    from .translate import Translator

MAX_STEPS = 120_000


class Backtracking:
    """Translates stretches of one tree per memory; `live` is the set of groups that matter after a stretch."""

    def __init__(self, translator: Translator) -> None:
        translator.backtracked = True
        self.translator = translator
        self.parsed, self.analysis = translator.parsed, translator.analysis
        self.slots = {group: slot for slot, group in enumerate(sorted(self.parsed.referenced))}
        self.nothing: State = ((None,) * len(self.slots), True)

    def all_matches(self, items: Items, flags: int) -> Outcomes:
        """Every match, from an empty memory."""
        return self.sequence(items, self.nothing, None, flags, NO_GROUPS)

    def first_match(self, items: Items, flags: int) -> Outcomes:
        """The first match in backtracking order, from an empty memory."""
        return self.sequence(items, self.nothing, anything, flags, NO_GROUPS)

    def alone(self, op: Any, value: Any, flags: int) -> Outcomes:
        """Every match of one node, from an empty memory."""
        return self.node(op, value, self.nothing, None, flags, NO_GROUPS)

    # Lists.

    def sequence(self, items: Items, state: State, rest: Rest | None, flags: int, live: frozenset[int]) -> Outcomes:
        """The nodes one after another."""
        opened = is_open(state)
        lives = self._lives(items, live)
        done: list[Pattern] = []  # common to all outcomes
        front: dict[State, list[Pattern]] = {state: []}
        index = 0
        while index < len(items):
            stop = index
            while stop < len(items) and self._is_plain(*items[stop], opened, rest):
                stop += 1
            found: list[tuple[State, list[Pattern]]] = []
            if stop > index:
                part = self.translator.sequence(items[index:stop], flags, False, False)
                for before, parts in front.items():
                    found += [(after, [*parts, each]) for after, each in self.leaf(before, part).items()]
            else:
                stop = index + 1
                following = rest and self._following(items[stop:], rest, flags, live)
                for before, parts in front.items():
                    outcomes = self.node(*items[index], before, following, flags, lives[stop])
                    found += [(after, [*parts, each]) for after, each in outcomes.items()]
            front = self._gather(found, lives[stop])
            if len(front) == 1:
                ((state, parts),) = front.items()
                done += parts
                front = {state: []}
            index = stop
        return merge((after, sequence((*done, *parts))) for after, parts in front.items())

    def _lives(self, items: Items, live: frozenset[int]) -> list[frozenset[int]]:
        """The groups that matter before each item, and after the last."""
        lives = [live]
        for item in reversed(items):
            live = self.analysis.live_before([item], live) if self.slots else live
            lives.append(live)
        return lives[::-1]

    def _is_plain(self, op: Any, value: Any, opened: bool, rest: Rest | None) -> bool:
        """Whether the node needs neither memory nor order."""
        facts = self.analysis.node(op, value)
        return not (
            facts.references
            or facts.captures & self.slots.keys()
            or (opened and facts.most > 0)
            or (rest is not None and facts.chooses)
        )

    def _following(self, items: Items, rest: Rest, flags: int, live: frozenset[int]) -> Rest:
        """The `rest` before `items`."""
        if not items:
            return rest
        known: dict[State, Pattern] = {}

        def following(state: State) -> Pattern:
            if state not in known:
                known[state] = self.possible(items, state, rest, flags, live)
            return known[state]

        return following

    def _gather(self, found: list[tuple[State, list[Pattern]]], live: frozenset[int]) -> dict[State, list[Pattern]]:
        """Outcomes by state, without the groups that no longer matter."""
        self.spend(len(found))
        together: dict[State, list[list[Pattern]]] = {}
        for state, parts in found:
            together.setdefault(self.forget(state, live), []).append(parts)
        return {
            state: ways[0] if len(ways) == 1 else [union([sequence(way) for way in ways])]
            for state, ways in together.items()
        }

    def forget(self, state: State, live: frozenset[int]) -> State:
        """The state without the groups outside `live`, unless they are open."""
        memory, moved = state
        kept = tuple(
            held if held is None or group in live or type(held) is Open or held is ENTERED else None
            for group, held in zip(self.slots, memory, strict=True)
        )
        return kept, moved

    def spend(self, steps: int) -> None:
        """Count against the limit of one pattern, and the budget."""
        spend(12 * TURN * steps)
        translator = self.translator
        translator.steps += steps
        if translator.steps > share(MAX_STEPS):
            source, groups = self.parsed.source, self.parsed.referenced
            what = "expanding the backreferences" if groups else "ordering the matches of an atomic group"
            position = group_position(source, min(groups)) if groups else kind_position(source, "atomic")
            message = f"{what} takes more than {{limit}} steps; use smaller classes or fewer repetitions"
            raise beyond_share(source, message, position, MAX_STEPS, translator.steps)

    # Nodes.

    def leaf(self, state: State, part: Pattern) -> Outcomes:
        """`part`, which changes no memory."""
        memory, moved = state
        if moved:
            return merge([(state, part)])
        nothing, something = split(part)
        return merge([(state, nothing), ((memory, True), something)])

    def node(self, op: Any, value: Any, state: State, rest: Rest | None, flags: int, live: frozenset[int]) -> Outcomes:
        """One node."""
        if op in SINGLE:
            return self._take(state, [code_points(op, hashable(op, value), flags & RELEVANT)])
        if op is codes.SUBPATTERN:
            return self._group(value, state, rest, flags, live)
        if op is codes.BRANCH:
            return self._branch([items_of(branch) for branch in value[1]], state, rest, flags, live)
        if op in REPEATS:
            return Loop(self, op, value, state, rest, flags, live).outcomes()
        if op is codes.ATOMIC_GROUP:
            ordered = None if self.translator.fixed_width else anything
            return self.sequence(items_of(value), state, ordered, flags, live)
        if op in ASSERTIONS:
            return self._look_around(op is codes.ASSERT_NOT, value[0], items_of(value[1]), state, flags, live)
        if op is codes.GROUPREF:
            return self._reference(value, state, flags)
        if op is codes.GROUPREF_EXISTS:
            return self._condition(value, state, rest, flags, live)
        raise unsupported(self.parsed.source, f"the construct {op} is not known", 0, str(op))

    def _take(self, state: State, characters: list[Ranges]) -> Outcomes:
        """Fixed characters or sets, one after another; open groups take them in, so then each is a way of its own."""
        spell = self.translator.spelling.characters
        if not is_open(state):
            return self.leaf(state, sequence(map(spell, characters)))
        ways: Outcomes = {state: EPSILON}
        for ranges in characters:
            self.spend(count(ranges) * len(ways))
            ways = {
                (taking(memory, chr(c)), True): sequence((part, spell(((c, c),))))
                for (memory, _), part in ways.items()
                for c in members(ranges)
            }
        return merge(ways.items())

    def _group(self, value: Any, state: State, rest: Rest | None, flags: int, live: frozenset[int]) -> Outcomes:
        group, add, remove, body = value
        flags = combine_flags(flags, add, remove)
        slot = self.slots.get(group)
        if slot is None or group not in live:
            return self.sequence(items_of(body), state, rest, flags, live)
        wants_text = group in self.parsed.repeated

        def close(after: State) -> State:
            memory, moved = after
            matched = memory[slot].text if wants_text else True
            return self.forget((holding(memory, slot, matched), moved), live)

        memory, moved = state
        begun = (holding(memory, slot, Open("") if wants_text else ENTERED), moved)
        closing = rest and (lambda after: rest(close(after)))
        outcomes = self.sequence(items_of(body), begun, closing, flags, live - {group})
        return merge((close(after), part) for after, part in outcomes.items())

    def _branch(
        self, branches: list[Items], state: State, rest: Rest | None, flags: int, live: frozenset[int]
    ) -> Outcomes:
        if rest is None:
            return merge(
                pair for branch in branches for pair in self.sequence(branch, state, None, flags, live).items()
            )
        found: Outcomes = {}
        for branch in reversed(branches):  # r1 | unless r1: (r2 | unless r2: (r3 ...
            if found:
                found = guard(self.possible(branch, state, rest, flags, live), found)
            found = merge([*self.sequence(branch, state, rest, flags, live).items(), *found.items()])
        return found

    def possible(self, items: Items, state: State, rest: Rest, flags: int, live: frozenset[int]) -> Pattern:
        """That the nodes match somehow, and what remains of the atomic group after them too; ends in anything."""
        if rest is anything and not self.analysis.facts(items).references:
            return self.translator.and_anything(items, flags)
        outcomes = self.sequence(items, state, None, flags, live)
        return union([then(part, rest(after)) for after, part in outcomes.items()])

    def _reference(self, group: int, state: State, flags: int) -> Outcomes:
        held = state[0][self.slots[group]]
        if type(held) is not str:
            return {state: EPSILON} if self.parsed.dialect.unset_matches_empty else {}
        if not flags & IGNORECASE:
            return self._take(state, [((ord(c), ord(c)),) for c in held])
        return self._take(state, [fold_reference(ord(c), bool(flags & ASCII)) for c in held])

    def _condition(self, value: Any, state: State, rest: Rest | None, flags: int, live: frozenset[int]) -> Outcomes:
        group, yes, no = value
        held = state[0][self.slots[group]]
        if type(held) is Open or held is ENTERED:
            way_on = "close the group before the condition"
            raise self.refuse(group, "a condition on a group that is still open", "condition on an open group", way_on)
        chosen = no if held is None else yes
        if chosen is None:
            return {state: EPSILON}
        return self.sequence(items_of(chosen), state, rest, flags, live)

    def refuse(self, group: int, what: str, feature: str, way_on: str) -> ConstrainError:
        """An error at what speaks of a group."""
        return unsupported(
            self.parsed.source,
            f"{what} cannot be enforced: no regular language is equal to it, or none that we can build; {way_on}",
            reference_position(self.parsed.source, group),
            feature,
        )

    # Assertions. What they match is not taken, so open groups are put aside.

    def _look_around(
        self, negative: bool, direction: int, body: Items, state: State, flags: int, live: frozenset[int]
    ) -> Outcomes:
        memory, moved = state
        aside = tuple(ENTERED if type(held) is Open else held for held in memory)
        facts = self.analysis.facts(body)
        remembered = NO_GROUPS if negative else facts.captures & self.slots.keys() & live
        begun = (aside, True)
        if direction > 0:
            outcomes = self.sequence(
                body, begun, anything if remembered else None, flags, NO_GROUPS if negative else live
            )
        else:
            outcomes = self._behind(body, facts, begun, flags, live if remembered else NO_GROUPS, bool(remembered))
        if not remembered:
            return merge([(state, self._assert(direction, union(outcomes.values()), negative))])
        return merge(
            (
                (tuple(was if type(was) is Open else now for was, now in zip(memory, after, strict=True)), moved),
                self._assert(direction, part, negative),
            )
            for (after, _), part in outcomes.items()
        )

    def _assert(self, direction: int, part: Pattern, negative: bool) -> Pattern:
        if direction > 0:
            return rest_is(then_any(part), negative)
        if part is EMPTY:
            return EPSILON if negative else EMPTY
        return Behind(sequence((self.translator.spelling.before, part)), negative)

    def _behind(
        self, body: Items, facts: Facts, begun: State, flags: int, live: frozenset[int], remembered: bool
    ) -> Outcomes:
        source = self.parsed.source
        position = kind_position(source, "lookbehind")
        fixed = checked_width(self.translator, body)
        if facts.looks_ahead:
            raise unsupported(
                source, "a lookahead and a backreference in one lookbehind", position, "lookahead in a lookbehind"
            )
        backwards = self.parsed.dialect is ECMA and facts.captures & (facts.references | live)
        if (remembered and facts.chooses) or backwards:
            message = "a backreference to a group in a lookbehind that can match in several ways"
            raise unsupported(source, message, position, "backreference into a lookbehind")
        was, self.translator.fixed_width = self.translator.fixed_width, fixed
        try:
            return self.sequence(body, begun, None, flags, live)
        finally:
            self.translator.fixed_width = was
