"""Arrays as grammar: a fixed beginning, then a repeated item, with counts where `contains` or a negation asks for them.

Without counts an array of any length is one counter. With counts a state is (items so far, progress of each count),
each a nonterminal made when first reached. "At least k" is claimed: an item may be used to meet it or not. "At most k"
splits every item into those that satisfy the formula and those that do not.
"""

from __future__ import annotations

from operator import add

from constrain.grammar import Choice, Expression, Nonterminal, Repeat, Sequence

from ..formula import Formula
from ..text.layout import Gaps
from ..values.arrays import Arrays, Count
from . import unique_items as different
from .enumeration import identity, values_of
from .keys import is_nothing, nothing
from .protocol import WriterLike

_DISTINCT = 8  # values of which `uniqueItems` may choose; every subset is a state


def ways(writer: WriterLike, shape: Arrays, gaps: Gaps, depth: int, name: str, formula: Formula) -> list[Expression]:
    """The ways to write an array of this shape; none if it cannot be written."""
    formulas = writer.context.formulas
    prefix, low, high = shape.prefix(), shape.low, shape.high
    rest = writer.expression(shape.at(prefix, formulas), depth + 1) if high is None or high > prefix else nothing()
    if is_nothing(rest):
        high = prefix if high is None else min(high, prefix)
    fixed: list[Expression] = []
    for index in range(prefix if high is None else min(prefix, high)):
        item = writer.expression(shape.at(index, formulas), depth + 1)
        if is_nothing(item):
            high = index
            break
        fixed.append(item)
    if high is not None and low > high:
        writer.impossible(
            name, f"{formula.pointer}: an array needs {low} items, but the item at {high} can have no value"
        )
        return []
    counts = tuple(c for c in shape.counts if c.low or c.high is not None)
    unique = bool(shape.unique) and (high is None or high > 1)
    if shape.repeated and (high is None or high > 1):
        writer.context.unsupported("uniqueItems", shape.repeated, "its negation asks for two equal items")
    elif shape.repeated:
        return []
    domain = None
    if unique:
        if not counts and not prefix:
            found = different.ways(writer, writer.evaluator.of(shape.at(0, formulas)), low, high, gaps, depth, formula)
            if found is not None:
                return found
        domain = _domain(writer, shape, prefix + 1 if high is None else min(prefix + 1, high))
        if domain is None:
            assert shape.unique is not None
            why = different.doubt(writer, shape, low, formula)
            if why:
                writer.context.unsupported("uniqueItems", shape.unique, why)
            else:
                gaps = gaps.unique()
    if counts or domain is not None:
        writer.check_productivity = True
        return _States(writer, shape, domain, low, high, gaps, depth, name, formula).ways()
    return _plain(writer, fixed, rest, low, high, gaps, name)


def _plain(
    writer: WriterLike, fixed: list[Expression], rest: Expression, low: int, high: int | None, gaps: Gaps, name: str
) -> list[Expression]:
    """No counts: fixed items, of which those beyond `low` may be missing from the end, then the repeated one."""
    out: list[Expression] = [gaps.empty_array] if low == 0 else []
    if high == 0:
        return out
    if not fixed:
        out.append(Sequence((gaps.open_array, Repeat(rest, max(low, 1), high, gaps.comma), gaps.close_array)))
        return out
    more = Sequence((gaps.comma, rest))
    left = None if high is None else high - len(fixed)
    tail: list[Expression] = [gaps.close_array]
    if left != 0:
        tail.insert(0, Repeat(more, max(low - len(fixed), 0), left))
    for index in range(len(fixed) - 1, 0, -1):
        if index >= low:
            writer.productions[f"{name}:{index}"] = Choice(
                (gaps.close_array, Sequence((gaps.comma, fixed[index], *tail)))
            )
            tail = [Nonterminal(f"{name}:{index}")]
        else:
            tail[:0] = (gaps.comma, fixed[index])
    out.append(Sequence((gaps.open_array, fixed[0], *tail)))
    return out


def _domain(writer: WriterLike, shape: Arrays, positions: int) -> list[Formula] | None:
    """The formulas of the single values that items may have, if they are few; later positions are like the last."""
    formulas = writer.context.formulas
    found: dict[object, Formula] = {}
    for index in range(positions):
        at = shape.at(index, formulas)
        values = values_of(writer, writer.evaluator.of(at), at, _DISTINCT)
        if values is None:
            return None
        for value in values:
            key = identity(value)
            if key not in found:
                found[key] = formulas.constant(value, shape.unique or "#")
        if len(found) > _DISTINCT:
            return None
    return list(found.values())


_CHOICES = 8  # of what an item counts for; more of them in a state are work to be bounded

_State = tuple[int, tuple[int, ...], int]  # items so far, progress of each count, values seen
_Way = tuple[Formula, tuple[int, ...]]  # what an item must satisfy, and how far it takes each count


class _States:
    """Arrays with counts, or with distinct values: a nonterminal for each state."""

    def __init__(
        self,
        writer: WriterLike,
        shape: Arrays,
        domain: list[Formula] | None,
        low: int,
        high: int | None,
        gaps: Gaps,
        depth: int,
        name: str,
        formula: Formula,
    ) -> None:
        self.writer, self.shape, self.counts, self.domain = writer, shape, shape.counts, domain
        self.low, self.high, self.gaps, self.depth, self.name, self.formula = low, high, gaps, depth, name, formula
        # Positions beyond this are alike.
        starts = [count.start for count in shape.counts]
        self.top = max([shape.prefix(), low, 1, *starts, *([high] if high is not None else [])])
        self.names: dict[_State, Nonterminal] = {}
        self.waiting: list[_State] = []
        self.known: dict[tuple[Formula, tuple[int, ...]], tuple[int, list[_Way]]] = {}
        self.implied: dict[tuple[Formula, Formula], bool] = {}

    def ways(self) -> list[Expression]:
        """The array from its beginning."""
        start: _State = (0, (0,) * len(self.counts), 0)
        first = self._state(start)
        while self.waiting:
            state = self.waiting.pop()
            self.writer.productions[self.names[state].name] = Choice(self._write(state))
        return [first]

    def _state(self, state: _State) -> Nonterminal:
        found = self.names.get(state)
        if found is None:
            self.writer.state(self.formula.pointer)
            numbers_ = ",".join(map(str, (state[0], *state[1], state[2])))
            found = self.names[state] = Nonterminal(f"{self.name}:{numbers_}")
            self.waiting.append(state)
        return found

    def _write(self, state: _State) -> list[Expression]:
        index, progress, seen = state
        out: list[Expression] = []
        if index >= self.low and all(done >= count.low for done, count in zip(progress, self.counts, strict=True)):
            out.append(self.gaps.close_array if index else self.gaps.empty_array)
        if self.high is not None and index >= self.high:
            return out
        before = self.gaps.comma if index else self.gaps.open_array
        formulas = self.writer.context.formulas
        for wanted, steps in self._choices(index, progress):
            after = tuple(map(add, progress, steps))
            if self.domain is None:
                self._item(out, before, wanted, (min(index + 1, self.top), after, 0))
                continue
            for number, value in enumerate(self.domain):
                if not seen >> number & 1:
                    follow = (min(index + 1, self.top), after, seen | 1 << number)
                    self._item(out, before, formulas.both(wanted, value), follow)
        return out

    def _choices(self, index: int, progress: tuple[int, ...]) -> list[_Way]:
        """What the next item may count for. The same for all states in which the same counts can go on."""
        formulas = self.writer.context.formulas
        demand = self.shape.at(index, formulas)
        may = tuple(
            _IDLE if index < count.start else _open(done, count)
            for done, count in zip(progress, self.counts, strict=True)
        )
        found = self.known.get((demand, may))
        if found is not None:
            self.writer.context.spend(found[0])
        else:
            steps = 0
            ways: list[tuple[tuple[Formula, ...], tuple[int, ...]]] = [((), ())]
            for kind, count in zip(may, self.counts, strict=True):
                ways = [
                    ((*demands, *extra), (*taken, step))
                    for demands, taken in ways
                    for extra, step in self._count(kind, count, demand)
                ]
                more = max(len(ways) - _CHOICES, 0)
                self.writer.context.spend(more)
                steps += more
            wanted = [(formulas.both(demand, *demands), taken) for demands, taken in ways]
            found = self.known[demand, may] = steps, [way for way in wanted if way[0] is not formulas.never]
        return found[1]

    def _implies(self, demand: Formula, formula: Formula) -> bool:
        """Whether what satisfies `demand` is shown to satisfy `formula`; asked of scalars only, which are fast."""
        key = demand, formula
        found = self.implied.get(key)
        if found is None:
            context = self.writer.context
            both = context.formulas.both(demand, context.formulas.negation(formula))
            found = self.implied[key] = context.scalar(demand) and context.vacuous(both)
        return found

    def _item(self, out: list[Expression], before: Expression, wanted: Formula, follow: _State) -> None:
        item = self.writer.expression(wanted, self.depth + 1)
        if not is_nothing(item):
            out.append(Sequence((before, item, self._state(follow))))

    def _count(self, kind: int, count: Count, demand: Formula) -> list[tuple[tuple[Formula, ...], int]]:
        """What the next item may do for one count: the formulas it then satisfies, and how far that takes the count."""
        if kind == _IDLE:
            return [((), 0)]
        if kind == _MAY_COUNT:
            if self._implies(demand, count.formula):
                return [((), 1)]  # to count it never harms
            return [((), 0), ((count.formula,), 1)]
        denied = self.writer.context.formulas.negation(count.formula)
        return [((denied,), 0), *([((count.formula,), 1)] if kind == _DECIDE else [])]


_IDLE, _MAY_COUNT, _DECIDE, _FULL = range(4)  # a count asks nothing of an item; may count it; must decide; has enough


def _open(done: int, count: Count) -> int:
    """What a count asks of the next item."""
    if count.high is None:
        return _IDLE if done >= count.low else _MAY_COUNT
    return _DECIDE if done < count.high else _FULL
