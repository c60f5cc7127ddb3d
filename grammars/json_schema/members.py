"""Objects as grammar: keys in order or in any order, then free keys, with counts and obligations where there are any.

The plain case (keys in the order of the schema, nothing counted beyond "at least one") is a chain: each optional
member is skipped or written, so the grammar is as long as the list of keys. What makes it a chain is that a comma
belongs to the member after it; only the first member differs, and it is chosen once.

With counts or obligations a state is (position, members so far, obligations still open), each a nonterminal made when
first reached; in any order the position is the set of keys seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from constrain.errors import LimitExceeded
from constrain.grammar import Choice, Expression, Nonterminal, Repeat, Sequence, Terminal

from . import strings
from .formula import Formula
from .layout import Gaps
from .objects import Objects
from .strings import Strings

if TYPE_CHECKING:
    from .builder import Builder

_RUN = 16  # optional members in one production: more would make its automaton quadratic
_REGIONS = 256


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


def ways(
    builder: Builder, shape: Objects, gaps: Gaps, depth: int, name: str, formula: Formula
) -> list[Expression]:
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
            builder.suspicious = True
            continue
        known.append(_Known(key, value, key in required, ()))
    free = [
        _Free(strings.terminal(language, builder.options.escapes), value, ())
        for language, demand in regions(shape, names, builder, formula)
        if not _is_nothing(value := builder.expression(demand, depth + 1))
    ]
    high = shape.high
    if high is not None and not free and high >= len(known):
        high = None
    if high is not None and high < len(required):
        builder.impossible(name, f"{formula.pointer}: more properties are required than maxProperties allows")
        return []
    if not free and shape.low > len(known):
        builder.impossible(name, f"{formula.pointer}: minProperties is greater than the number of possible properties")
        return []
    if shape.some or builder.options.any_order or high is not None or shape.low > max(1, len(required)):
        if builder.options.any_order and len(known) < 2 and not free:
            pass  # one order only
        else:
            return [_States(builder, shape, known, free, high, gaps, depth, name, formula).start()]
    return _in_order(builder, known, free, shape.low > 0, gaps, name)


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
    if free:
        tail.append(Repeat(_choice([Sequence((gaps.comma, f.key, gaps.colon, f.value)) for f in free])))
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
        for f in free:
            out.append(Sequence((gaps.open_object, f.key, gaps.colon, f.value, rest)))
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


def _choice(ways: list[Sequence]) -> Expression:
    return ways[0] if len(ways) == 1 else Choice(ways)


def regions(
    shape: Objects, names: list[str], builder: Builder, at: Formula
) -> list[tuple[strings.Union, Formula]]:
    """The keys that are not mentioned by name, split by which patterns they match, and what their values must satisfy.

    Regions whose values are impossible are left out, those that are treated alike are one.
    """
    formulas, escapes = builder.context.formulas, builder.options.escapes
    never = formulas.never
    start: strings.Union = (Strings(excluded=frozenset(names)),) if names else strings.ANY
    for language in shape.keys:
        start = strings.meet(start, language)
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
                    (strings.meet(language, pattern), formulas.both(demand, wanted), True)
                    for language, demand, _ in parts
                ]
                outside = [
                    (strings.meet(language, strings.negation(pattern, escapes)), demand, matched)
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
    """Objects with counts, obligations or any order: a nonterminal for each state."""

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
        self.builder, self.gaps, self.name, self.formula = builder, gaps, name, formula
        self.escapes = builder.options.escapes
        self.any_order = builder.options.any_order
        self.low, self.high = shape.low, high
        self.some = shape.some
        self.all_open = (1 << len(shape.some)) - 1
        self.known = [k._replace(claims=self._claims_of_key(k.key, shape, depth)) for k in known]
        self.free = self._free(shape, [k.key for k in known], depth) if shape.some else free
        self.required = sum(1 << i for i, k in enumerate(known) if k.required)
        # Counting beyond this changes nothing.
        self.top = max(shape.low, 1) if high is None else max(shape.low, high, 1)
        self.names: dict[tuple[int, int, int], Nonterminal] = {}
        self.waiting: list[tuple[int, int, int]] = []

    def _claims_of_key(self, key: str, shape: Objects, depth: int) -> tuple[tuple[int, Expression], ...]:
        able = [i for i, (language, _) in enumerate(self.some) if strings.contains(language, key)]
        formulas = self.builder.context.formulas
        return self._claims(shape.at(key, formulas) if able else formulas.always, able, depth)

    def _claims(self, demand: Formula, able: list[int], depth: int) -> tuple[tuple[int, Expression], ...]:
        """The value once it also meets each set of the obligations it can meet."""
        formulas = self.builder.context.formulas
        out = []
        for chosen in range(1, 1 << len(able)):
            self.builder.state(self.formula.pointer)
            picked = [i for position, i in enumerate(able) if chosen >> position & 1]
            value = self.builder.expression(formulas.both(demand, *(self.some[i][1] for i in picked)), depth + 1)
            if not _is_nothing(value):
                out.append((sum(1 << i for i in picked), value))
        return tuple(out)

    def _free(self, shape: Objects, names: list[str], depth: int) -> list[_Free]:
        """Free keys, split further by the obligations that their members can meet."""
        builder, formulas = self.builder, self.builder.context.formulas
        mentioned = shape.names()
        found = [(language, demand, 0) for language, demand in regions(shape, mentioned, builder, self.formula)]
        for i, (keys, _) in enumerate(self.some):
            split = []
            for language, demand, able in found:
                inside = strings.meet(language, keys)
                outside = strings.meet(language, strings.negation(keys, self.escapes))
                split += [(inside, demand, able | 1 << i)] if inside else []
                split += [(outside, demand, able)] if outside else []
            found = split
            _check_regions(len(found), self.formula)
        out = []
        for language, demand, able in found:
            value = builder.expression(demand, depth + 1)
            claims = self._claims(demand, [i for i in range(len(self.some)) if able >> i & 1], depth)
            if not _is_nothing(value):
                out.append(_Free(strings.terminal(language, self.escapes), value, claims))
        del formulas
        return out

    def start(self) -> Expression:
        """The object from its beginning."""
        first = self._state(0, 0, self.all_open)
        write = self._any_order if self.any_order else self._in_order
        while self.waiting:
            state = self.waiting.pop()
            self.builder.productions[self.names[state].name] = Choice(write(*state))
        return first

    def _state(self, position: int, members: int, open_: int) -> Nonterminal:
        key = position, min(members, self.top), open_
        found = self.names.get(key)
        if found is None:
            self.builder.state(self.formula.pointer)
            found = self.names[key] = Nonterminal(f"{self.name}:{key[0]},{key[1]},{key[2]}")
            self.waiting.append(key)
        return found

    def _may_grow(self, members: int) -> bool:
        return self.high is None or members < self.high

    def _end(self, members: int, open_: int) -> list[Expression]:
        if open_ or members < self.low:
            return []
        return [self.gaps.close_object if members else self.gaps.empty_object]

    def _known_ways(
        self, index: int, position: int, members: int, open_: int
    ) -> list[Expression]:
        """Write known key `index`, going on at `position`."""
        k = self.known[index]
        key = (self.gaps.later_key if members else self.gaps.first_key)(k.key, self.escapes)
        out: list[Expression] = [Sequence((key, k.value, self._state(position, members + 1, open_)))]
        out += [
            Sequence((key, value, self._state(position, members + 1, open_ & ~met)))
            for met, value in k.claims
            if open_ & met == met
        ]
        return out

    def _free_ways(self, position: int, members: int, open_: int) -> list[Expression]:
        before = self.gaps.comma if members else self.gaps.open_object
        out: list[Expression] = []
        for f in self.free:
            follow = self._state(position, members + 1, open_)
            out.append(Sequence((before, f.key, self.gaps.colon, f.value, follow)))
            for met, value in f.claims:
                if open_ & met == met:
                    follow = self._state(position, members + 1, open_ & ~met)
                    out.append(Sequence((before, f.key, self.gaps.colon, value, follow)))
        return out

    def _in_order(self, position: int, members: int, open_: int) -> list[Expression]:
        if position < len(self.known):
            out: list[Expression] = []
            if self._may_grow(members):
                out += self._known_ways(position, position + 1, members, open_)
            if not self.known[position].required:
                out.append(self._state(position + 1, members, open_))
            return out
        if not open_:
            return self._counted(members)
        return self._free_ways(position, members, open_) if self._may_grow(members) else []

    def _counted(self, members: int) -> list[Expression]:
        """Only free members are left, and only their number matters: a counter."""
        low = max(self.low - members, 0)
        high = None if self.high is None else self.high - members
        out: list[Expression] = []
        if low == 0 and (members == 0 or not self.free or high == 0):
            out += self._end(members, 0)
            if members or not self.free or high == 0:
                return out
        if not self.free or high == 0:
            return out
        more = _choice([Sequence((self.gaps.comma, f.key, self.gaps.colon, f.value)) for f in self.free])
        if members:
            return [Sequence((Repeat(more, low, high), self.gaps.close_object))]
        rest = Repeat(more, max(low, 1) - 1, None if high is None else high - 1)
        for f in self.free:
            out.append(
                Sequence((self.gaps.open_object, f.key, self.gaps.colon, f.value, rest, self.gaps.close_object))
            )
        return out

    def _any_order(self, seen: int, members: int, open_: int) -> list[Expression]:
        out: list[Expression] = []
        if self._may_grow(members):
            for index in range(len(self.known)):
                if not seen >> index & 1:
                    out += self._known_ways(index, seen | 1 << index, members, open_)
            if self.free:
                out += self._free_ways(seen, members, open_)
        if seen & self.required == self.required:
            out += self._end(members, open_)
        return out


