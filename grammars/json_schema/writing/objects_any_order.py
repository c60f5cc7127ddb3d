"""Members in any order, each key once, with clauses that some of them must meet.

One scope remembers the keys (see `constrain.grammar.Scope`), so any order costs nothing up front. Clauses split the
objects into branches (`clauses`), in which keys are forbidden, or required with narrower values, or members
are bounded. Only "some member whose key matches a pattern" stays: one member is its *witness*, before and after which
come any others, so the scope holds one way for each order of witnesses.

After a comma there must be something left to write. So a guard stands before it: fewer members so far than there may
be, less those that required keys and unmet clauses still need.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from constrain.budget import check_share
from constrain.errors import LimitExceeded
from constrain.grammar import Distinct, Expression, Once, Repeat, Require, Scope, Sequence

from ..formula import Formula
from ..text.layout import Gaps
from ..text.spelling import quoted
from ..values import strings
from ..values.cardinality import cardinality
from ..values.clauses import branches_of
from ..values.object_shape import Clause, Event, Objects, only
from .keys import check_key_classes, choice, is_nothing, nothing, split_keys
from .protocol import WriterLike

_MOST_WITNESSED = 10_000  # sets of unmet clauses, each with what one member may meet of them: 3 to their number
_MOST_GUARDED = 10  # required keys under maxProperties; each set of them has a guard


def unordered(
    writer: WriterLike,
    shape: Objects,
    keys: list[str],
    other_keys: OtherKeys,
    gaps: Gaps,
    depth: int,
    at: Formula,
    *,
    opened: bool = False,
) -> list[Expression]:
    """The ways to write members in any order, of the given keys and other ones.

    `opened`: after others, in an object that has been begun; the bounds of the shape are then those of the rest.
    """
    writing = _BranchWriter(writer, gaps, depth, at, opened)
    if not shape.some:
        return writing.ways(shape, keys, other_keys)
    every = [*keys, *(member.key for member in other_keys.listed)]
    ways: list[Expression] = []
    for branch in branches_of(_by_key(shape, every, other_keys.key_classes), writer.context, at.pointer):
        if branch.some:  # fewer clauses than before, and numbered anew
            ways += writing.ways(branch, every, other_keys_of(writer, branch, [*other_keys.names, *every], depth, at))
        else:
            ways += writing.ways(branch, keys, other_keys)
    return ways


def _by_key(shape: Objects, keys: list[str], key_classes: list[KeyClass]) -> Objects:
    """The shape in which every event speaks of one of the keys that can be written, or of key classes."""
    some: list[Clause] = []
    for number, clause in enumerate(shape.some):
        events: dict[Event, None] = {}
        met = False
        for event in clause:
            if event.missing is not None and event.missing not in keys:
                met = True
            elif event.member is not None:
                language, formula = event.member
                written = (key for key in keys if strings.contains(language, key))
                events.update((Event(member=(only(key), formula)), None) for key in written)
                if any(number in key_class.able for key_class in key_classes) and not all(
                    part.values for part in language
                ):
                    events[event] = None
            else:
                events[event] = None
        if not met:
            some.append(tuple(events))
    return shape.replaced(tuple(some), shape.low, shape.high)


class _BranchWriter:
    """Where objects are written; writes one branch as one scope."""

    def __init__(self, writer: WriterLike, gaps: Gaps, depth: int, at: Formula, opened: bool) -> None:
        self.writer, self.gaps, self.depth, self.at, self.opened = writer, gaps, depth, at, opened

    def ways(self, shape: Objects, keys: list[str], other_keys: OtherKeys) -> list[Expression]:
        """The ways to write the objects of a shape whose clauses speak of key classes only."""
        formulas, escapes = self.writer.context.formulas, self.writer.options.escapes
        required: dict[int, Expression] = {}
        optional: dict[int, Expression] = {}
        wanted = frozenset(shape.required)
        for mark, key in enumerate((*keys, *(member.key for member in other_keys.listed))):
            demand = shape.at(key, formulas)
            value = self.value(demand) if demand is not formulas.never else nothing()
            if not is_nothing(value):
                (required if key in wanted else optional)[mark] = Sequence((self.gaps.key(key, escapes), value))
            elif key in wanted:
                return []
        numbers = frozenset(range(len(shape.some)))
        plain = [(key_class, self.value(key_class.demand)) for key_class in other_keys.key_classes]
        others: list[tuple[Expression, frozenset[int]]] = [
            (Sequence((key_class.key, self.gaps.colon, v)), self.met_by_all(key_class) & numbers)
            for key_class, v in plain
            if not is_nothing(v)
        ]
        total = other_keys.total(len(required) + len(optional) - len(other_keys.listed))
        high = shape.high if shape.high is None or total is None or shape.high < total else None
        if total is not None and shape.low > total:
            return []
        witnesses = self.witnesses(other_keys.key_classes, numbers)
        if witnesses is None:
            return []
        return _Members(self, required, optional, others, witnesses, shape.low, high, total).ways()

    def met_by_all(self, key_class: KeyClass) -> frozenset[int]:
        """The clauses that every member of a class with few keys meets.

        Until they are met no such member has come, so the keys cannot be used up.
        """
        if key_class.least is None:
            return frozenset()
        both = self.writer.context.formulas.both
        return frozenset(
            n for n, wanted in key_class.able.items() if both(key_class.demand, wanted) is key_class.demand
        )

    def value(self, demand: Formula) -> Expression:
        """What a member's value may be."""
        return self.writer.expression(demand, self.depth + 1)

    def witnesses(
        self, key_classes: list[KeyClass], numbers: frozenset[int]
    ) -> dict[frozenset[int], list[Expression]] | None:
        """For each set of clauses the members that meet them all; None if one of them cannot be met."""
        check_share(
            3 ** len(numbers),
            _MOST_WITNESSED,
            f"{self.at.pointer}: {len(numbers)} clauses that ask for members with keys of patterns",
            "ways to meet them together",
        )
        formulas = self.writer.context.formulas
        found: dict[frozenset[int], list[Expression]] = {}
        for size in range(1, len(numbers) + 1):
            for together in combinations(sorted(numbers), size):
                for key_class in key_classes:
                    if not all(number in key_class.able for number in together):
                        continue
                    value = self.value(
                        formulas.both(key_class.demand, *(key_class.able[number] for number in together))
                    )
                    if is_nothing(value):
                        continue
                    if key_class.least is not None and not self.met_by_all(key_class).issuperset(together):
                        raise LimitExceeded(
                            f"{self.at.pointer}: a member must have one of {key_class.least} keys of a pattern; such "
                            "clauses can be kept for few keys, which are listed, or for very many",
                            limit=key_class.least,
                        )
                    written = Sequence((key_class.key, self.gaps.colon, value))
                    found.setdefault(frozenset(together), []).append(written)
        return found if frozenset().union(*found) >= numbers else None


class _Members:
    """The members of one scope; what may follow depends only on the clauses that are unmet."""

    def __init__(
        self,
        branch: _BranchWriter,
        required: dict[int, Expression],
        optional: dict[int, Expression],
        other_keys: list[tuple[Expression, frozenset[int]]],
        witnesses: dict[frozenset[int], list[Expression]],
        low: int,
        high: int | None,
        total: int | None,
    ) -> None:
        self.gaps, self.opened = branch.gaps, branch.opened
        branch.writer.has_count_guard |= bool(required) or total is not None or high is not None
        self.required, self.witnesses, self.low, self.high, self.total = required, witnesses, low, high, total
        self.listed = [Once(mark, written) for mark, written in optional.items()]
        self.other_keys = other_keys  # and the clauses that each meets always
        self.unmet = frozenset[int]().union(*witnesses)
        if high is not None and len(required) > _MOST_GUARDED and self.optional(frozenset()):
            what = "required keys in any order under maxProperties (property_order='schema' has no such limit)"
            check_share(len(required), _MOST_GUARDED, f"{branch.at.pointer}: {what}", "keys")
        self.kept: dict[frozenset[int], Expression] = {}

    def optional(self, unmet: frozenset[int]) -> list[Expression]:
        """The members that are not required and meet none of these."""
        return [*self.listed, *(written for written, met in self.other_keys if not met & unmet)]

    def ways(self) -> list[Expression]:
        """The object, or its rest."""
        needed = len(self.required) + self._need(self.unmet)
        if self.high is not None and needed > self.high:
            return []
        gaps = self.gaps
        if self.opened:
            return [Scope(self._rest(self.unmet))]
        out: list[Expression] = [gaps.empty_object] if not self.low and not needed else []
        if not self.unmet and (self.high is None or not self.required):
            return [*out, *self._plain()]
        first: list[Expression] = [Once(mark, written) for mark, written in self.required.items()]
        if self.high is None or needed < self.high:
            first += self.optional(self.unmet)
        begun: list[Expression] = [Sequence((choice(first), self._rest(self.unmet)))] if first else []
        for met, ways in self.witnesses.items():
            if self.high is None or len(self.required) + self._need(self.unmet - met) < self.high:
                begun.append(Sequence((choice(ways), self._rest(self.unmet - met))))
        return [*out, Scope(Sequence((gaps.open_object, choice(begun))))] if begun else out

    def _plain(self) -> list[Expression]:
        """The object where no clause is unmet, and no member is needed more than another."""
        members = [*(Once(mark, written) for mark, written in self.required.items()), *self.optional(frozenset())]
        guard = self._guard(0)
        if not members or self.high == 0:
            return []
        assert guard is not None
        more = Repeat(choice(members), 1, None, _with_guard(guard, self.gaps) if guard else self.gaps.comma)
        return [Scope(Sequence((self.gaps.open_object, more, *self._end())))]

    def _end(self) -> tuple[Expression, ...]:
        """The closing bracket, and what must hold before it."""
        low = self.low if self.low > 1 or self.opened else 0
        return (
            (Require(tuple(self.required), low), self.gaps.close_object)
            if self.required or low
            else (self.gaps.close_object,)
        )

    def _need(self, unmet: frozenset[int]) -> int:
        """How many members it takes at least to meet the unmet clauses."""
        here, count = {unmet}, 0
        while frozenset() not in here:
            here, count = {rest - met for rest in here for met in self.witnesses if met & rest}, count + 1
        return count

    def _rest(self, unmet: frozenset[int]) -> Expression:
        """Any more members, those that meet the unmet clauses among them, and the end of the object."""
        found = self.kept.get(unmet)
        if found is not None:
            return found
        more = self._more(unmet)
        ends: list[Expression] = []
        if not unmet:
            ends.append(Sequence(self._end()))
        for met, ways in self.witnesses.items():
            if met <= unmet:
                guard = self._guard(self._need(unmet - met))
                if guard is not None:
                    ends.append(Sequence((*guard, self.gaps.comma, choice(ways), self._rest(unmet - met))))
        found = self.kept[unmet] = Sequence((*([Repeat(choice(more))] if more else []), choice(ends)))
        return found

    def _more(self, unmet: frozenset[int]) -> list[Expression]:
        """A comma and any member; before the comma, a guard that there is one left to write."""
        required: list[Expression] = [Once(mark, written) for mark, written in self.required.items()]
        guard = self._guard(self._need(unmet))
        if not self.required or self.high is None:  # then nothing tells required members from others
            members = [*required, *self.optional(unmet)]
            return [Sequence((*guard, self.gaps.comma, choice(members)))] if members and guard is not None else []
        # The comma stands within: an object whose required keys are all there may be full.
        out: list[Expression] = [
            Once(mark, Sequence((self.gaps.comma, written))) for mark, written in self.required.items()
        ]
        if (optional := self.optional(unmet)) and guard is not None:
            out.append(Sequence((*guard, self.gaps.comma, choice(optional))))
        return out

    def _guard(self, need: int) -> list[Expression] | None:
        """What must hold before a member that is not required, `need` others being needed; None if it never holds."""
        if self.high is None:
            return [] if self.total is None else [Require(below=self.total)]
        left = self.high - need - len(self.required)
        ways: list[Expression] = []
        marks = tuple(self.required)
        for size in range(len(marks) + 1):
            if left + size > 0:
                ways += [Require(there, below=left + size) for there in combinations(marks, size)]
        return [choice(ways)] if ways else None


class Member(NamedTuple):
    """A key that may stand once, and what its value must satisfy."""

    key: str
    demand: Formula


class KeyClass(NamedTuple):
    """Keys that are treated alike; `least`: there are surely so many, None if more than can be used up.

    `able`: the clauses that a member of the class can meet, and what its value must satisfy then.
    """

    key: Expression
    demand: Formula
    least: int | None
    able: dict[int, Formula]


class OtherKeys(NamedTuple):
    """The keys other than `names`, which stand elsewhere: one by one where they are few, else by class."""

    names: list[str]
    listed: list[Member]
    key_classes: list[KeyClass]

    @property
    def kinds(self) -> int:
        """How many ways there are to write such a member."""
        return len(self.listed) + len(self.key_classes)

    def total(self, more: int) -> int | None:
        """How many members there may be together with `more` others; None if more than can be used up."""
        total: int | None = more + len(self.listed)
        for key_class in self.key_classes:
            total = None if total is None or key_class.least is None else total + key_class.least
        return total

    def several(self, writer: WriterLike, gaps: Gaps, depth: int) -> Expression:
        """One or more of the members, within a scope of which the marks from 0 on are theirs."""
        escapes = writer.options.escapes
        out: list[Expression] = []
        for mark, member in enumerate(self.listed):
            value = writer.expression(member.demand, depth + 1)
            out.append(Once(mark, Sequence((gaps.key(member.key, escapes), value))))
        for key_class in self.key_classes:
            out.append(Sequence((key_class.key, gaps.colon, writer.expression(key_class.demand, depth + 1))))
        total = self.total(0)
        writer.has_count_guard |= total is not None
        return Repeat(choice(out), 1, None, gaps.comma if total is None else _with_guard((Require(below=total),), gaps))


def _with_guard(guard: Iterable[Expression], gaps: Gaps) -> Expression:
    return Sequence((*guard, gaps.comma))


def other_keys_of(writer: WriterLike, shape: Objects, names: list[str], depth: int, at: Formula) -> OtherKeys:
    """The keys that are not in `names`, split by what their values must be and the clauses that they can meet."""
    escapes, formulas = writer.options.escapes, writer.context.formulas
    found: list[tuple[strings.Union, Formula, dict[int, Formula]]] = [
        (language, demand, {}) for language, demand in split_keys(shape, names, writer, at)
    ]
    for number, events in enumerate(shape.some):
        for keys, wanted in (event.member for event in events if event.member is not None):
            if all(shape.values is not None for shape in keys) and all(
                value in names for part in keys for value in part.values or ()
            ):
                continue
            split = []
            for language, demand, able in found:
                inside = strings.meet(language, keys, escapes)
                outside = strings.meet(language, strings.negation(keys, escapes), escapes)
                if inside:
                    more = formulas.either(able[number], wanted) if number in able else wanted
                    split.append((inside, demand, {**able, number: more}))
                if outside:
                    split.append((outside, demand, able))
            found = split
            check_key_classes(len(found), at)
    listed: list[Member] = []
    key_classes: list[KeyClass] = []
    spelling = Distinct.JSON_SHORT if escapes == "short" else Distinct.JSON_ANY
    for language, demand, able in found:
        if is_nothing(writer.expression(demand, depth + 1)):
            continue
        size = cardinality(language, escapes, at.pointer)
        if size.texts is not None:
            listed += [Member(key, demand) for key in size.texts if quoted(key) is not None]
        else:
            key = Distinct(strings.terminal(language, escapes), spelling)
            key_classes.append(KeyClass(key, demand, size.least, able))
    return OtherKeys(names, listed, key_classes)
