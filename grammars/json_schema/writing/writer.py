"""From formulas to productions: one nonterminal for each formula that may be an array or an object.

Most subschemas are plain, and natively written (`_native.PlainSchemas`); what is here is for all others, and gives the
same for plain ones. Scalars become terminals where they stand. Containers are queued, so neither the nesting of the
schema nor its recursion is recursion here. What no value can satisfy becomes `NOTHING` and is left out by whoever asked
for it, which prunes most dead ends early; the rest, and recursion without end, is found by the fixpoint in `check`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache, partial
from typing import Any

from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.grammar import Choice, Distinct, Expression, Nonterminal, Repeat, Scope, Sequence, Terminal
from constrain.patterns.pattern import EMPTY, alternation, literals
from constrain.support.shown import shown

from ..._native import PlainSchemas, PlainStyle
from ..formula import Formula
from ..options import Options
from ..source.dialect import JSON, Dialect
from ..source.document import Subschema
from ..text.layout import Gaps
from ..text.layout import layout as layout_of
from ..text.spelling import PYTHON, SINGLE, Mode, quoted
from ..values import arrays, numbers, objects, strings
from ..values import value_set as values
from ..values.clauses import few_branches, filled
from ..values.compilation import Context
from ..values.evaluate import Evaluator
from ..values.numbers import Numbers
from ..values.object_shape import Objects
from ..values.value_set import Values
from . import arrays as items
from . import divisibility as division
from . import intervals, numerals
from . import objects as members
from .enumeration import WORK
from .json_in_strings import within_string
from .keys import is_nothing, nothing
from .productivity import Proof, names_in, names_in_scopes, productive, reachable

NOTHING = nothing()
_Inner = tuple[Expression, dict[str, Expression]]  # a grammar: its start, and its productions
_MOST_FILLED = 64  # ways to meet the clauses of an object that are filled one by one
_MOST_INNER = 5  # JSON in strings of JSON: a quotation mark of the innermost then has 31 backslashes


def _atoms(null: str, true: str, false: str) -> dict[int, Terminal]:
    """Terminals of some of the three, by the bits of `Values.atoms`."""
    names = {bits: [name for bit, name in ((1, null), (2, true), (4, false)) if bits & bit] for bits in range(1, 8)}
    return {
        bits: Terminal(literals([name.encode() for name in of]), " or ".join(of).replace(" or ", ", ", len(of) - 2))
        for bits, of in names.items()
    }


_JSON_ATOMS, _PYTHON_ATOMS = _atoms("null", "true", "false"), _atoms("None", "True", "False")


def _atoms_in(escapes: str) -> dict[int, Terminal]:
    return _PYTHON_ATOMS if escapes in (PYTHON, SINGLE) else _JSON_ATOMS


class NoValue(GrammarError):
    """No value satisfies the schema."""


class Writer:
    """Collects the productions of one compilation."""

    def __init__(
        self, context: Context, evaluator: Evaluator, native: bool = True, around: tuple[object, ...] = ()
    ) -> None:
        self.context, self.evaluator = context, evaluator
        self._around = around  # the schemas of JSON in strings within which this is written
        self._texts: dict[int, _Inner] = {}  # of JSON in strings, by the identity of the inner schema
        self.options = context.options
        self.productions: dict[str, Expression] = {}
        self.check_productivity = False  # something was left out or is recursive, so productivity has to be checked
        self.reasons: dict[str, str] = {}  # for each container whose every shape is impossible: why
        self.has_count_guard = False  # some scope guards a comma by how many members are possible
        self._dead: dict[tuple[int, int], Values] = {}  # by identity and depth: their containers have no text
        # Of what value set each name is the container, and where it comes from.
        self._owners: dict[str, tuple[Values, int, Formula]] = {}
        self._asked: list[Formula] = []  # formulas that keep expressions
        self._queue: list[tuple[Formula, Values | tuple[Any, ...], str, int]] = []
        self._names: dict[str, int] = {}  # how often each has been given
        self._divided: dict[object, Expression] = {}  # by shape: numbers that take an automaton
        self._multiples: set[str] = set()  # the names of their productions, which all have a text
        self._states = 0
        self.listing_left = WORK  # for lists of values (see `enumeration`)
        # What plain subschemas are written with; the names of their containers, and which have no leaf (`_has_leaf`).
        self._plain_containers: dict[str, Formula] = {}
        self._needs_base_case: set[str] = set()
        document = context.document
        plain = native and not (
            self.options.layout.deep
            or self.options.drop
            or self.options.all_members
            or document.scoped
            or document.merge_equal
            or isinstance(self.options.escapes, Mode)
        )
        self._plain = PlainSchemas(self, _style(context.options, document.main.dialect)) if plain else None

    def build(self, root: Formula) -> Expression:
        """The texts of the values that satisfy `root`; writes all productions. Raises if there is no text at all.

        A guard in a scope counts the members that are possible. What turns out to have no text, because it needs itself
        without end, must not be counted; so the productions are then written again without it.
        """
        while True:
            start = self.expression(root, 0)
            self.run()
            alive = self.check(start)
            if not self.check_productivity or not self.has_count_guard:
                return start
            if alive is None:
                alive = productive(self.productions, self._multiples)
            dead = {name: owner for name, owner in self._owners.items() if name not in alive}
            plain = self._plain_containers.items()
            dead.update(
                (name, (self.evaluator.of(formula), 0, formula)) for name, formula in plain if name not in alive
            )
            if not dead or not any(name in dead for name in names_in_scopes(self.productions)):
                return start
            self._dead.update(((id(value_set), depth), value_set) for value_set, depth, _ in dead.values())
            self._owners.clear()
            self.productions.clear()
            self._names.clear()
            self._divided.clear()
            self._multiples.clear()
            self.evaluator.written.clear()
            self._plain = None  # it knows of no dead containers
            self._plain_containers.clear()
            self._needs_base_case.clear()
            self._states, self.has_count_guard = 0, False
            for formula in self._asked:
                formula.expressions = None
            self._asked.clear()

    def expression(self, formula: Formula, depth: int) -> Expression:
        """The texts of the values that satisfy `formula`, in a container at `depth` - 1."""
        if self._plain is not None and type(formula) is Subschema:
            found = self._plain.expression(formula)
            if found is not None:
                return found
        return self.complete(formula, depth)

    def members(
        self, named: dict[str, Formula], rest: Formula, required: tuple[str, ...], filled: bool
    ) -> list[Expression] | None:
        """The ways to write an object of plain members; None where that is not native or takes a closer look."""
        return None if self._plain is None else self._plain.members(named, rest, required, filled)

    def objects(self) -> Iterator[tuple[Formula, tuple[Objects, ...], int]]:
        """The shapes of all objects that were not written natively, where each comes from, and its depth."""
        for value_set, depth, formula in self._owners.values():
            if value_set.objects and value_set.objects is not objects.ANY:
                yield formula, tuple(value_set.objects), depth

    def forget(self) -> None:
        """Break the reference cycle, so that everything is freed at once."""
        self._plain = None

    def complete(self, formula: Formula, depth: int) -> Expression:
        """The same for any formula, plain or not."""
        depth = self.options.layout.level(depth)
        kept: dict[int, Expression] | None = formula.expressions
        if kept is None:
            kept = formula.expressions = {}
            self._asked.append(formula)
        found = kept.get(depth)
        if found is None:
            value_set = self.evaluator.of(formula)
            # Subschemas that refer to the same one have the very same value set, which is written once for all of them.
            _, known = self.evaluator.written.setdefault(id(value_set), (value_set, kept))
            found = known.get(depth)
            if found is None:
                found = kept[depth] = known[depth] = self._expression(formula, value_set, depth)
                return found
            kept[depth] = found
        if not self.check_productivity and type(found) is Nonterminal and formula.value_set is not None:
            # Reached before, perhaps from inside itself; that needs a look unless it has a value that goes no deeper.
            self.check_productivity = not _has_leaf(formula.value_set)
        return found

    def _expression(self, formula: Formula, value_set: Values, depth: int) -> Expression:
        options = self.options
        if not value_set:
            return NOTHING
        if value_set is values.ANY and not options.layout.deep:
            anything, self.productions[_ANYTHING] = _any_value(options.layout.at(0), options.escapes, options.digits)
            return anything
        parts = self._scalars(value_set, formula)
        too_deep = not options.layout.allows(depth)
        if (value_set.arrays or value_set.objects) and not too_deep and (id(value_set), depth) not in self._dead:
            name = self.name(formula, depth)
            self._owners[name] = value_set, depth, formula
            self._queue.append((formula, value_set, name, depth))
            parts.append(Nonterminal(name))
        if len(parts) == 1:
            return parts[0]
        return Choice(parts) if parts else NOTHING

    def _scalars(self, value_set: Values, formula: Formula) -> list[Expression]:
        parts: list[Expression] = []
        if value_set.strings:
            plain = tuple(shape for shape in value_set.strings if shape.content is None)
            if plain:  # of a set without JSON in strings, itself
                union = value_set.strings if len(plain) == len(value_set.strings) else plain
                parts.append(strings.terminal(union, self.options.escapes))
            parts += (self._json_in_string(each.content) for each in value_set.strings if each.content is not None)
        if value_set.numbers:
            parts += self.numbers(value_set.numbers, formula)
        if value_set.atoms:
            parts.append(self.atoms(value_set.atoms))
        return parts

    def _json_in_string(self, subschema: Subschema) -> Expression:
        """The strings that are JSON texts of what a subschema says of their content."""
        inner = subschema.schema[JSON]
        found = self._texts.get(id(inner))
        if found is None:
            number = f" in text {len(self._texts) + 1}"
            found = self._inner(subschema, inner)
            if found[0] is not NOTHING:
                found = within_string(*found, self.options.escapes, lambda name: name + number, subschema.pointer)
            self._texts[id(inner)] = found
        start, productions = found
        self.productions.update(productions)
        self.check_productivity |= start is NOTHING
        return start

    def _inner(self, subschema: Subschema, inner: object) -> _Inner:
        """The grammar of JSON in a string by itself, with the definitions of the whole document."""
        if any(inner is each for each in self._around) or len(self._around) >= _MOST_INNER:
            raise UnsupportedError(
                f"{subschema.pointer}: JSON in strings of JSON more than {_MOST_INNER} times, or without end, cannot "
                "be written: each time doubles the backslashes; use the type within",
                feature="pydantic.Json",
                where=subschema.pointer,
            )
        layout = self.options.layout
        if layout.is_indented:  # as people indent the outer text alone
            layout = layout_of("spaced", None, 0, layout.limit)
        document = self.context.document
        options = self.options._replace(layout=layout)
        context = Context(document.root.schema, options, None, document.scoped, document.merge_equal)
        writer = Writer(context, Evaluator(context), around=(*self._around, inner))
        try:
            root = context.document.root
            assert isinstance(root, Subschema)
            start = writer.build(context.document.child(root, inner, f"{subschema.pointer[1:]}/{JSON}"))
            margin = layout.margin
            return start if margin is None else Sequence((margin, start, margin)), writer.productions
        except NoValue:
            return NOTHING, {}
        finally:
            self.context.dropped += context.dropped_everywhere()
            writer.forget()
            context.forget()

    def scalars(self, names: list[str], subschema: Subschema) -> tuple[Expression, ...]:
        """The texts of all values of some types, none of which is a container."""
        return tuple(self._scalars(self.evaluator.types(names, subschema), subschema))

    def others(self, named: Collection[str], value: Expression) -> Expression:
        """A member whose key is none of those that are `named`."""
        escapes = self.options.escapes
        keys = (strings.Strings(excluded=frozenset(named)),) if named else strings.ANY
        spelling = Distinct.JSON_SHORT if escapes == "short" else Distinct.JSON_ANY
        return Sequence((Distinct(strings.terminal(keys, escapes), spelling), self.options.layout.at(0).colon, value))

    def numbers(self, union: numbers.Union, formula: Formula) -> list[Expression]:
        """The spellings of the numbers."""
        digits, notation = self.options.digits, self.options.notation
        if union is numbers.ANY:
            return [_number(digits)]
        if union is numbers.INTEGERS:
            return [_integer(digits, notation)]
        if union is numbers.PLAIN_INTEGERS:
            return [_integer(digits, "digits")]
        patterns, out = [], []
        for shape in union:
            pattern = numerals.numerals(shape, digits, notation)
            if pattern is EMPTY or (pattern is None and shape.plain is False):
                continue
            if pattern is None:
                plain = bool(shape.whole) and (notation == "digits" or shape.plain)
                multiples = self._division(shape, plain, formula)
                if not is_nothing(multiples):
                    out.append(multiples)
            else:
                patterns.append(pattern)
        if patterns:
            out.append(Terminal.encoded(alternation(*patterns), "number of the given form"))
        return out

    def _division(self, shape: Numbers, whole_only: bool | None, formula: Formula) -> Expression:
        """The spellings of numbers whose divisibility takes an automaton; written once for each shape."""
        key = shape.key(), whole_only
        found = self._divided.get(key)
        if found is None:
            prefix = self.name(formula, 0, "number")
            found, more = division.rules(numbers.tightened(shape), bool(whole_only), prefix, formula.pointer)
            self.productions.update(more)
            self._multiples.update(more)
            self._divided[key] = found
        return found

    def atoms(self, bits: int) -> Terminal:
        """Some of null, true and false."""
        return _atoms_in(self.options.escapes)[bits]

    def name(self, formula: Formula, depth: int, suffix: str = "") -> str:
        """A new nonterminal's name: the pointer it comes from, unless that would be very long."""
        if type(formula) is Subschema:
            tokens: list[str] = []
            subschema: Subschema | None = formula
            while subschema is not None and len(tokens) <= 40:
                tokens.append(subschema.token)
                subschema = subschema.parent
            name = f"…{formula.serial}" if subschema is not None else "".join(reversed(tokens))
        else:
            name = formula.pointer
        if suffix:
            name += " " + suffix
        if depth:
            name += f" @{depth}"
        again = self._names.get(name, 0)
        self._names[name] = again + 1
        return f"{name} ({again + 1})" if again else name

    def state(self, pointer: str) -> None:
        """Count one more state of a container; raises when the budget is used up."""
        self.context.effort(1)
        self._states += 1
        if self._states > self.options.max_states:
            raise LimitExceeded(
                f"{pointer}: counting members, items, clauses or key orders needs more than "
                f"{self.options.max_states} states; bound the numbers more tightly or pass a greater max_states",
                limit=self.options.max_states,
                needed=self._states,
            )

    def run(self) -> None:
        """Write the productions of all containers asked for, and of those they ask for."""
        while self._queue:
            formula, value_set, name, depth = self._queue.pop()
            if type(value_set) is tuple:
                assert self._plain is not None
                written = self._plain.ways(value_set)
                if written is not None:
                    self.productions[name] = written[0] if len(written) == 1 else Choice(written)
                    continue
                value_set = self.evaluator.of(formula)
            assert isinstance(value_set, Values)
            gaps = self.options.layout.at(depth)
            ways: list[Expression] = []
            if value_set.objects is objects.ANY:
                value = self.expression(self.context.formulas.always, depth + 1)
                ways.append(_any_object(gaps, self.options.escapes, value))
            else:
                shapes = value_set.objects
                if self.options.all_members:
                    self.check_productivity = True
                    shapes = tuple(full for shape in shapes for full in self._filled(shape, depth))
                for number, shape in enumerate(shapes):
                    label = f"{name}/{number}" if len(shapes) > 1 else name
                    ways += members.ways(self, shape, gaps, depth, label, formula)
            if value_set.arrays is arrays.ANY:
                ways.append(_any_array(gaps, self.expression(self.context.formulas.always, depth + 1)))
            else:
                for number, shape_ in enumerate(value_set.arrays):
                    label = f"{name}[{number}]"  # not the name alone: the states of objects have that
                    ways += items.ways(self, shape_, gaps, depth, label, formula)
            if not ways:
                self.check_productivity = True
            self.productions[name] = ways[0] if len(ways) == 1 else Choice(ways)

    def _filled(self, shape: Objects, depth: int) -> list[Objects]:
        """The shape with all that can be there together, for each way to meet its clauses, if they are not too many."""
        ways = few_branches(shape, self.context, _MOST_FILLED)
        return [
            filled(way, self.context, partial(self._can_be_there, way, depth=depth))
            for way in ([shape] if ways is None else ways)
        ]

    def _can_be_there(self, shape: Objects, key: str, depth: int) -> bool:
        demand = shape.at(key, self.context.formulas)
        never = demand is self.context.formulas.never or quoted(key) is None
        return not never and not is_nothing(self.expression(demand, depth + 1))

    def impossible(self, name: str, why: str) -> None:
        """Note why a shape of container `name` was left out."""
        self.check_productivity = True
        self.reasons.setdefault(name, why)

    def check(self, start: Expression) -> set[str] | None:
        """Raise if no text at all satisfies the schema; the productions that have one, if they had to be found.

        Linear in the size of the grammar.
        """
        if start is NOTHING:
            raise NoValue("#: no value satisfies the schema: its keywords contradict each other")
        if not self.check_productivity or Proof(self.productions).holds(start, 0):
            return None
        alive = productive({"": start, **self.productions}, self._multiples)
        if "" not in alive:
            raise NoValue("#: no value satisfies the schema" + self._why(start, alive))
        return alive

    def _why(self, start: Expression, alive: set[str]) -> str:
        names = reachable(start, self.productions)
        for name in names:
            if name in self.reasons:
                return f": {self.reasons[name].removeprefix('#: ')}"
        for name in names:  # what is empty though all that it calls for is not
            if name not in alive and alive.issuperset(names_in(self.productions[name])):
                place = _STATE.sub("", name)  # of a container, not of what has been read of it
                return f": {shown(place, 200)} has none, because its keywords contradict each other"
        way_on = "; optional='write' asks for every member" if self.options.all_members else ""
        return f": every value needs another one inside it, without end{way_on}"


_STATE = re.compile(r"\[\d+\](:[\d,]+)?$")
_ANYTHING = "any value"  # the name of the containers among them


@lru_cache(64)
def _any_value(gaps: Gaps, escapes: str, digits: int) -> tuple[Expression, Expression]:
    """Any value at all, and its production for containers: the same for all grammars with these gaps and options."""
    containers = Nonterminal(_ANYTHING)
    value = Choice((strings.terminal(strings.ANY, escapes), _number(digits), _atoms_in(escapes)[7], containers))
    return value, Choice((_any_object(gaps, escapes, value), _any_array(gaps, value)))


def _any_object(gaps: Gaps, escapes: str, value: Expression) -> Expression:
    new = Distinct(
        strings.terminal(strings.ANY, escapes), Distinct.JSON_SHORT if escapes == "short" else Distinct.JSON_ANY
    )
    members = Scope(Repeat(Sequence((new, gaps.colon, value)), 1, None, gaps.comma))
    return Choice((gaps.empty_object, Sequence((gaps.open_object, members, gaps.close_object))))


def _any_array(gaps: Gaps, value: Expression) -> Expression:
    filled = Sequence((gaps.open_array, Repeat(value, 1, None, gaps.comma), gaps.close_array))
    return Choice((gaps.empty_array, filled))


@lru_cache(16)
def _style(options: Options, dialect: Dialect) -> PlainStyle:
    """How all schemas that are read with these options write what is plain."""
    return PlainStyle(options, dialect, strings.terminal(strings.ANY, options.escapes))


_number_terminals: dict[int, Terminal] = {}
_integer_terminals: dict[tuple[int, str], Terminal] = {}


def _number(digits: int) -> Terminal:
    found = _number_terminals.get(digits)
    if found is None:
        found = _number_terminals[digits] = Terminal(intervals.any_number(digits), "number")
    return found


def _integer(digits: int, notation: str) -> Terminal:
    found = _integer_terminals.get((digits, notation))
    if found is None:
        found = _integer_terminals[digits, notation] = Terminal(intervals.any_integer(digits, notation), "integer")
    return found


def _has_leaf(value_set: Values) -> bool:
    """Whether some value of the set is a scalar, an empty array or an empty object."""
    if value_set.atoms or value_set.numbers or value_set.strings:
        return True
    if any(not shape.low and all(not count.low for count in shape.counts) for shape in value_set.arrays):
        return True
    return any(not shape.low and not shape.required and not shape.some for shape in value_set.objects)
