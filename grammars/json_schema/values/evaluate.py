"""From formulas to sets of values: every keyword that acts in place, and `unevaluated*`.

`Evaluator.of` gives the set of values that satisfy a formula, split by type into shapes. What a subschema says in place
(`allOf`, `anyOf`, `oneOf`, `not`, `if`, `$ref`, `dependentSchemas`) is carried out here by meet, join and negation;
what it says of items and members stays a formula inside the shapes.

With `track`, shapes also carry what the branches taken have evaluated. Then `anyOf` must consider every set of
branches that hold together, since more branches evaluate more; without, the union is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constrain.errors import GrammarError, LimitExceeded
from constrain.grammar import Expression

from ..formula import Always, Both, Constant, Either, Formula, Not, OfType
from ..source.dialect import ARRAY, CLOSED, IN_PLACE, NUMBER, OBJECT, REFERENCE, STRING, UNEVALUATED
from ..source.document import Subschema
from ..source.keyword_values import wrong
from ..source.pointers import escaped
from . import arrays, constants, numbers, objects, strings
from . import object_shape as object_shapes
from . import value_set as values
from .compilation import Context
from .value_set import ANY, FALSE, NOTHING, NULL, TRUE, Values

_DEEPEST = 150  # subschemas that act in place inside each other
_FARTHEST = 6  # looks inside each other

_TYPES = {
    "null": Values(atoms=NULL),
    "boolean": Values(atoms=TRUE | FALSE),
    "number": Values(numbers=numbers.ANY),
    "integer": Values(numbers=numbers.INTEGERS),
    "string": Values(strings=strings.ANY),
    "array": Values(arrays=arrays.ANY),
    "object": Values(objects=objects.ANY),
}
_TYPES_4 = {**_TYPES, "integer": Values(numbers=numbers.PLAIN_INTEGERS)}


class Circular(GrammarError):
    """A reference leads back to itself without going into any item or member."""


class _TooFar(Exception):
    """A look at members of members of members has gone on long enough."""


class Evaluator:
    """Evaluates the formulas of one compilation, each at most once."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.depth = 0  # subschemas being evaluated inside each other
        self.looks = 0  # looks at members, inside each other
        # The expressions of each set of values that has been written, by depth. The keys are identities (`id`), so the
        # set is kept beside them: another could otherwise be made at the same address.
        self.written: dict[int, tuple[Values, dict[int, Expression]]] = {}
        # Conjunctions mostly have their first parts in common with others: what is left of a set by one more part.
        self._steps: dict[tuple[Values, Formula], Values] = {}
        context.vacuous, context.scalar = self.vacuous, self.scalar

    def of(self, formula: Formula) -> Values:
        """The values that satisfy `formula`."""
        found: Values | None = formula.value_set
        if found is None:
            found = formula.value_set = self._of(formula, False)
            if formula.expressions is not None:  # written before anybody asked what it means
                self.written.setdefault(id(found), (found, formula.expressions))
        return found

    def tracked(self, formula: Formula) -> Values:
        """The same with what has been evaluated, one shape for each set of branches that evaluates something else."""
        if not isinstance(formula, Subschema):
            return self.of(formula)
        if formula.tracked is None:
            formula.tracked = self._of(formula, True)
        return formula.tracked  # type: ignore[no-any-return]

    def _of(self, formula: Formula, track: bool) -> Values:
        if type(formula) is Subschema:
            return self._subschema(formula, track)
        if type(formula) is Both:
            found = ANY
            for part in sorted(formula.parts, key=lambda part: type(part) is Not):  # what is taken away, last
                more = self._steps.get((found, part))
                if more is None:
                    more = self._steps[found, part] = self._step(found, part, formula)
                found = more
            return found
        if type(formula) is Either:
            return _union([self.of(part) for part in formula.parts])
        if type(formula) is Not:
            return values.minus(ANY, self.of(formula.part), self.context, formula.pointer)
        if type(formula) is OfType:
            return _TYPES[formula.name]
        if type(formula) is Constant:
            return constants.sets([formula.value], self.context.formulas, formula.pointer)
        return ANY if type(formula) is Always else NOTHING

    def _step(self, found: Values, part: Formula, at: Formula) -> Values:
        """The values of `found` that satisfy `part`."""
        if type(part) is Not:
            return values.minus(found, self.of(part.part), self.context, at.pointer)
        return self._meet(found, self.of(part), at)

    def _meet(self, a: Values, b: Values, at: Formula) -> Values:
        return values.meet(a, b, self.context, at.pointer) if a is not ANY and b is not ANY else a if b is ANY else b

    # Places

    def _subschema(self, subschema: Subschema, track: bool, beside: Values = ANY) -> Values:
        if subschema.open:
            raise Circular(
                f"{subschema.pointer}: this subschema refers to itself without going into any item or member, so it "
                "says nothing; remove the reference or put it under `properties` or `items`"
            )
        self.depth += 1
        if self.depth > _DEEPEST:
            raise LimitExceeded(
                f"{subschema.pointer}: more than {_DEEPEST} subschemas act in place inside each other; nest them less",
                limit=_DEEPEST,
                needed=self.depth,
            )
        subschema.open, tracking = True, self.context.tracking
        try:
            return self._schema(subschema, track, beside)
        finally:
            subschema.open, self.context.tracking = False, tracking
            self.depth -= 1

    def _schema(self, subschema: Subschema, track: bool, beside: Values) -> Values:
        schema, dialect = subschema.schema, subschema.resource.dialect
        known = dialect.subjects
        subjects = 0
        for key in schema:
            if key in known:
                subjects |= known[key]
        if dialect.ref_alone and "$ref" in schema:
            return self._in_place(subschema, "$ref", track)
        track = self.context.tracking = track or bool(subjects & UNEVALUATED)
        found = self.types(schema["type"], subschema) if "type" in schema and "type" in known else ANY
        if subjects & (STRING | NUMBER | ARRAY | OBJECT):
            found = self._by_type(found, subschema, subjects)
        if subjects & (IN_PLACE | REFERENCE):
            own = subjects & OBJECT
            for key in schema:
                if key in known and known[key] & (IN_PLACE | REFERENCE):
                    more = self._in_place(subschema, key, track, self._meet(beside, found, subschema))
                    # The order of properties is that of their appearance, so what stands before ours comes first.
                    first = own and not self._after_properties(schema, key)
                    found = self._meet(more, found, subschema) if first else self._meet(found, more, subschema)
        if subjects & UNEVALUATED:
            found = self._unevaluated(found, subschema)
        return found

    def _after_properties(self, schema: dict[str, Any], key: str) -> bool:
        """Whether `key` stands after the subschema's own `properties`."""
        for other in schema:
            if other == "properties":
                return True
            if other == key:
                return "properties" not in schema
        return True

    def types(self, names: Any, subschema: Subschema) -> Values:
        """All values of the type or types that `names` gives in a subschema."""
        types = _TYPES_4 if subschema.resource.dialect.plain_integers else _TYPES
        if type(names) is str:
            found = types.get(names)
            if found is None:
                raise wrong(subschema, "type", "one of " + ", ".join(_TYPES))
            return found
        if type(names) is not list or not all(type(name) is str and name in _TYPES for name in names):
            raise wrong(subschema, "type", "a type or a list of types, which are " + ", ".join(_TYPES))
        result = NOTHING
        for name in names:
            if name != "integer" or "number" not in names:
                result = values.join(result, types[name])
        return result

    def _by_type(self, found: Values, subschema: Subschema, subjects: int) -> Values:
        """What the keywords of single types leave of `found`, which is a union of whole types."""
        result = Values(found.atoms, found.numbers, found.strings, found.arrays, found.objects)
        if subjects & STRING and found.strings:
            result.strings = strings.read(subschema, self.context)
        if subjects & NUMBER and found.numbers:
            result.numbers = numbers.meet(found.numbers, numbers.read(subschema))
        if subjects & ARRAY and found.arrays:
            result.arrays = arrays.read(subschema, self.context)
        if subjects & OBJECT and found.objects:
            result.objects = objects.read(subschema, self.context, self.of)
        return result

    # Keywords that act in place

    def _in_place(self, subschema: Subschema, key: str, track: bool, beside: Values = ANY) -> Values:
        """What a keyword says; it may be anything for values that are not in `beside`, which others say."""
        schema, document = subschema.schema, self.context.document
        value = schema[key]
        of = self.tracked if track else self.of
        if key == "$ref":
            return of(document.reference(subschema, value))
        if key == "enum":
            if type(value) is not list:
                raise wrong(subschema, key, "a list")
            return self._constants(value, f"{subschema.pointer}/enum", True)
        if key == "const":
            return self._constants([value], f"{subschema.pointer}/const", False)
        if key == "not":
            denied = self.of(document.child(subschema, value, "/not"))
            return values.minus(ANY, denied, self.context, f"{subschema.pointer}/not")
        if key in ("allOf", "anyOf", "oneOf"):
            if type(value) is not list or not value:
                raise wrong(subschema, key, "a list of schemas that is not empty")
            branches = [document.child(subschema, branch, f"/{key}/{i}") for i, branch in enumerate(value)]
            if key == "allOf":
                return self._all_of(subschema, branches, track, beside)
            if key == "oneOf":
                return self._exactly_one(subschema, branches, [of(branch) for branch in branches], track, beside)
            return self._any_of(subschema, branches, track)
        if key == "if":
            return self._if(subschema, track)
        if key in ("dependentSchemas", "dependencies"):
            return self._dependent(subschema, key, track)
        assert key in ("$dynamicRef", "$recursiveRef"), f"{key} has a subject in `dialect.py` and no reader here"
        return of(document.dynamic_reference(subschema, value, key))

    def _all_of(self, subschema: Subschema, branches: list[Formula], track: bool, beside: Values) -> Values:
        """The values of all branches; what stands beside a branch may tell those of its own `oneOf` apart."""
        found = ANY
        for branch in branches:
            within = ANY
            if type(branch) is Subschema and "oneOf" in branch.schema:
                within = self._meet(beside, found, subschema)
            if type(branch) is Subschema and any(shape.required for shape in within.objects):
                more = self._subschema(branch, track, within)
            else:
                more = self.tracked(branch) if track else self.of(branch)
            found = self._meet(found, more, subschema)
        return found

    def _constants(self, items: list[Any], pointer: str, numbered: bool) -> Values:
        constants.checked(items, pointer, numbered)
        return constants.sets(items, self.context.formulas, pointer)

    def _any_of(self, subschema: Subschema, branches: list[Formula], track: bool) -> Values:
        if not track:
            return _union([self.of(branch) for branch in branches])
        # Every set of branches that may hold together and evaluates more than a smaller set.
        sets: list[Values] = []
        for branch in branches:
            value_set = self.tracked(branch)
            both = [self._meet(known, value_set, subschema) for known in sets] if _has_evaluated(value_set) else []
            sets += [value_set, *(v for v in both if v.arrays or v.objects)]
            self.context.check_shapes(len(sets), f"{subschema.pointer}/anyOf")
        return _union(sets, True)

    def _if(self, subschema: Subschema, track: bool) -> Values:
        schema, document = subschema.schema, self.context.document
        if "then" not in schema and "else" not in schema and not track:
            return ANY
        condition = document.child(subschema, schema["if"], "/if")
        of = self.tracked if track else self.of
        positive = of(condition)
        negative = values.minus(ANY, self.of(condition), self.context, f"{subschema.pointer}/if")
        if "then" in schema:
            positive = self._meet(positive, of(document.child(subschema, schema["then"], "/then")), subschema)
        if "else" in schema:
            negative = self._meet(negative, of(document.child(subschema, schema["else"], "/else")), subschema)
        return values.join(positive, negative, track)

    def _dependent(self, subschema: Subschema, key: str, track: bool) -> Values:
        document, formulas = self.context.document, self.context.formulas
        of = self.tracked if track else self.of
        found = ANY
        for name, needed in objects.mapping(subschema, key):
            if type(needed) is list:
                allowed = objects.depends(name, needed, subschema, key, formulas)
                dependent = Values(7, numbers.ANY, strings.ANY, arrays.ANY, allowed)
            else:
                then = of(document.child(subschema, needed, f"/{key}{escaped(name)}"))
                if then is ANY:
                    continue
                present = objects.meet((object_shapes.Objects(required=(name,)),), then.objects, self.context)
                absent = objects.absent(name, formulas)
                dependent = Values(7, numbers.ANY, strings.ANY, arrays.ANY, (*absent, *present))
            found = self._meet(found, dependent, subschema)
        return found

    def _exactly_one(
        self, subschema: Subschema, branches: list[Formula], value_sets: list[Values], track: bool, beside: Values
    ) -> Values:
        """The values of exactly one branch: each minus those of the others that are not shown to be disjoint.

        Often what stands beside them tells the branches apart, by requiring the key whose value differs.
        """
        result = NOTHING
        known: dict[int, Values] = {}
        apart: set[tuple[int, int]] = set()
        telling = any(shape.required for shape in beside.objects)

        def within(branch: int) -> Values:
            if branch not in known:
                known[branch] = self._meet(beside, self.of(branches[branch]), subschema)
            return known[branch]

        labels = [self._labels(value_set.objects) for value_set in value_sets]
        for i, value_set in enumerate(value_sets):
            found = value_set
            for j, other in enumerate(value_sets):
                if i != j and found and other and (j, i) not in apart:
                    if _are_labelled_apart(value_set, labels[i], other, labels[j]):
                        continue
                    shared = values.shared(self.of(branches[j]), found, self.context, self.differ)
                    if shared and telling:
                        shared = shared.of_types(values.shared(within(j), within(i), self.context, self.differ))
                    if shared:
                        found = values.minus(found, shared, self.context, subschema.pointer)
                    elif found is value_set:
                        apart.add((i, j))
            result = values.join(result, found, track)
        return result

    def _labels(self, shapes: objects.Union) -> dict[str, frozenset[str]]:
        """By keys that all the shapes require: the texts that their values are, where `const` or `enum` list them.

        Read off the schema. Most unions tell their branches apart in this way, and then nothing has to be intersected.
        """
        found: dict[str, frozenset[str]] | None = None
        for shape in shapes:
            mine = {}
            for key in shape.required:
                texts = _texts(shape.at(key, self.context.formulas))
                if texts is not None:
                    mine[key] = texts
            found = mine if found is None else {key: mine[key] | texts for key, texts in found.items() if key in mine}
        return found or {}

    def differ(self, a: Formula, b: Formula) -> bool:
        """Whether no value satisfies both formulas; False also means unknown."""
        always = self.context.formulas.always
        if a is b or a is always or b is always:
            return False
        if a is self.context.formulas.negation(b):
            return True
        return self._look(lambda: not values.shared(self.of(a), self.of(b), self.context, self.differ))

    def vacuous(self, formula: Formula) -> bool:
        """Whether no value at all satisfies `formula`, as far as the shapes tell; False also means unknown."""
        if formula.value_set is not None:
            return not formula.value_set
        return self._look(lambda: not self.of(formula))

    def scalar(self, formula: Formula) -> bool:
        """Whether no array and no object satisfies `formula`, as far as the shapes tell; False also means unknown."""
        if formula.value_set is not None:
            return not (formula.value_set.arrays or formula.value_set.objects)
        return self._look(lambda: not (self.of(formula).arrays or self.of(formula).objects))

    def _look(self, question: Callable[[], bool]) -> bool:
        """The answer to a question about members, or False if that takes too long a way or comes back to here.

        A look inside a look that fails takes the outermost one with it, so that no half-answered evaluation is kept.
        """
        if self.looks == _FARTHEST:
            raise _TooFar
        self.looks += 1
        try:
            return question()
        except (Circular, _TooFar):
            if self.looks > 1:
                raise
            return False
        finally:
            self.looks -= 1

    # unevaluatedItems and unevaluatedProperties

    def _unevaluated(self, found: Values, subschema: Subschema) -> Values:
        schema, context = subschema.schema, self.context
        result = Values(found.atoms, found.numbers, found.strings, found.arrays, found.objects)
        formula: Formula | None = None
        if "unevaluatedProperties" in schema and "unevaluatedProperties" in subschema.resource.dialect.subjects:
            formula = context.document.child(subschema, schema["unevaluatedProperties"], "/unevaluatedProperties")
        elif CLOSED in schema:
            formula = context.formulas.never
        if formula is not None:
            shapes = (objects.unevaluated(shape, formula, context.formulas) for shape in found.objects)
            result.objects = tuple(s for s in shapes if not objects.is_empty(s, context))
        if "unevaluatedItems" in schema and "unevaluatedItems" in subschema.resource.dialect.subjects:
            formula = context.document.child(subschema, schema["unevaluatedItems"], "/unevaluatedItems")
            items = (arrays.unevaluated(shape, formula, context.formulas) for shape in found.arrays)
            result.arrays = tuple(s for s in items if s.high is None or s.low <= s.high)
        return result


def _texts(formula: Formula) -> frozenset[str] | None:
    """Texts of which every value of the formula is one, if a `const` or `enum` in it says so."""
    if type(formula) is Subschema:
        schema, dialect = formula.schema, formula.resource.dialect
        if dialect.ref_alone and "$ref" in schema:
            return None
        listed = schema.get("enum") if "const" not in schema or "const" not in dialect.subjects else [schema["const"]]
        if type(listed) is list and all(type(text) is str for text in listed):
            return frozenset(listed)
    elif type(formula) is Constant and type(formula.value) is str:
        return frozenset((formula.value,))
    elif type(formula) is Both:
        return next((texts for part in formula.parts if (texts := _texts(part)) is not None), None)
    return None


def _are_labelled_apart(a: Values, of_a: dict[str, frozenset[str]], b: Values, of_b: dict[str, frozenset[str]]) -> bool:
    """Whether all that the sets may have in common are objects, and the labels of some key tell these apart."""
    if a.atoms & b.atoms or (a.numbers and b.numbers) or (a.strings and b.strings) or (a.arrays and b.arrays):
        return False
    return any(key in of_b and texts.isdisjoint(of_b[key]) for key, texts in of_a.items())


def _union(sets: list[Values], track: bool = False) -> Values:
    """The values in any of the sets; joined two by two, for a set is as large as those that it was joined from."""
    while len(sets) > 1:
        last = sets[len(sets) & ~1 :]
        sets = [values.join(a, b, track) for a, b in zip(sets[::2], sets[1::2], strict=False)] + last
    return sets[0] if sets else NOTHING


def _has_evaluated(value_set: Values) -> bool:
    """Whether any shape of the branch has evaluated something."""
    return any(shape.evaluated != arrays.Evaluated() for shape in value_set.arrays) or any(
        shape.evaluated is not object_shapes.NONE for shape in value_set.objects
    )
