"""What a schema asks of a call's arguments as a whole, for formats that write them one by one.

A *shape* names parameters, says which are required and what other names may have; a schema of an object is a list of
alternative shapes. `allOf` and `$ref` meet their shapes one with the other, `anyOf` and `dependentRequired` add
alternatives, and so does `oneOf` where no object can be of two (a parameter with different constants tells them apart,
or one that the other does not allow, or branches only ask for names). What counts members or negates whole objects has
no shape and is refused.

    {"properties": {"kind": {}}, "required": ["kind"],
     "oneOf": [{"properties": {"kind": {"const": "a"}, "x": {}}}, {"properties": {"kind": {"const": "b"}}}]}

has two shapes: `kind` that is "a", with `x` perhaps; and `kind` that is "b".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from constrain.budget import TURN, check_share, spend
from constrain.errors import GrammarError, UnsupportedError
from constrain.support.shown import shown

from ..json_schema.source.dialect import CLOSED

NOTES = frozenset(("title", "description", "$comment", "examples", "example", "default", "deprecated", "strict"))
DOCUMENT = ("$schema", "$id", "$defs", "definitions")  # what references within a parameter may need
_MOST = 64  # alternatives


class Shape(NamedTuple):
    """Parameters with the schemas that all hold of each, those required, and what holds of other names.

    `others`: the schemas that hold of the value of any other name; None where there are no others. `patterns`: of names
    that an expression matches, in their place. `evaluated`: names that some subschema has spoken of, None for all.
    """

    members: dict[str, tuple[Any, ...]]
    required: frozenset[str]
    others: tuple[Any, ...] | None = ()
    patterns: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    evaluated: frozenset[str] | None = frozenset()


def shapes(root: Any, matches: Callable[[str, str], bool]) -> list[Shape]:
    """The alternatives of a schema; none if no object satisfies it. `matches(pattern, name)` is asked of names.

    Raises `UnsupportedError` for what has no shape, and `GrammarError` for what is malformed.
    """
    return _Shapes(root, matches).of(root, "#", ())


class _Shapes:
    def __init__(self, root: Any, matches: Callable[[str, str], bool]) -> None:
        self.root, self.matches = root, matches
        self.reference_alone = isinstance(root, Mapping) and "draft-0" in str(root.get("$schema"))

    def of(self, schema: Any, at: str, within: tuple[str, ...]) -> list[Shape]:
        """The shapes of a subschema; `within` are the references that led to it."""
        if isinstance(schema, bool):
            return [_ANY] if schema else []
        if not isinstance(schema, Mapping):
            raise GrammarError(f"{at}: a schema must be an object or a boolean, not {shown(schema, 60)}")
        if "$ref" in schema and self.reference_alone:
            schema = {"$ref": schema["$ref"]}
        found = [self._own(schema, at)] if self._is_object(schema, at) else []
        closed = False
        for key, value in schema.items():
            place = f"{at}/{key}"
            if key in _OWN or key in NOTES or key in DOCUMENT or key.startswith("x-"):
                continue
            if key in (CLOSED, "unevaluatedProperties") and value in (True, False):
                closed = value is (key == CLOSED)
            elif key == "$ref":
                found = self._met(found, self._referred(value, place, within), place)
            elif key in ("allOf", "anyOf", "oneOf"):
                found = self._met(found, self._combined(key, _list(value, place), place, within), place)
            elif key in ("dependentRequired", "dependencies"):
                found = self._met(found, self._dependent(value, place), place)
            else:
                raise _refused(key, place)
        return [_closed(shape) for shape in found] if closed else found

    def _is_object(self, schema: Mapping[str, Any], at: str) -> bool:
        kind = schema.get("type", "object")
        if not isinstance(kind, str) and not (isinstance(kind, list) and all(isinstance(each, str) for each in kind)):
            raise GrammarError(f"{at}/type must be a type or a list of types, not {shown(kind, 60)}")
        return kind == "object" or "object" in kind

    def _own(self, schema: Mapping[str, Any], at: str) -> Shape:
        properties, required = schema.get("properties", {}), schema.get("required", [])
        patterns, others = schema.get("patternProperties", {}), schema.get("additionalProperties", True)
        for key, value in (("properties", properties), ("patternProperties", patterns)):
            if not isinstance(value, Mapping):
                raise GrammarError(f"{at}/{key} must be an object, not {shown(value, 60)}")
        if not isinstance(required, list) or not all(isinstance(name, str) for name in required):
            raise GrammarError(f"{at}/required must be an array of names, not {shown(required, 60)}")
        if len(patterns) > 1:
            raise _refused("patternProperties", f"{at}/patternProperties", " with more than one expression")
        shape = Shape(
            {},
            frozenset(required),
            None if others is False else _said(others),
            tuple((pattern, _said(value)) for pattern, value in patterns.items()),
            None if "additionalProperties" in schema or patterns else frozenset(properties),
        )
        members: dict[str, tuple[Any, ...]] = {}
        for name in (*properties, *(name for name in required if name not in properties)):
            spend(TURN)
            own = _said(properties[name]) if name in properties else ()
            matched = [schema for pattern, schema in shape.patterns if self.matches(pattern, name)]
            if name not in properties and not matched:
                own = (False,) if shape.others is None else shape.others
            members[name] = (*own, *(each for one in matched for each in one))
        return shape._replace(members=members)

    def _combined(self, key: str, parts: list[Any], at: str, within: tuple[str, ...]) -> list[Shape]:
        found = [self.of(part, f"{at}/{number}", within) for number, part in enumerate(parts)]
        if key == "oneOf":
            found = [self._alone(each, found[:i] + found[i + 1 :], at) for i, each in enumerate(found)]
        if key == "allOf":
            whole = [_ANY]
            for each in found:
                whole = self._met(whole, each, at)
            return whole
        return [shape for each in found for shape in each]

    def _alone(self, branch: list[Shape], beside: list[list[Shape]], at: str) -> list[Shape]:
        """The shapes of one branch, of which no object is of another branch: where that only asks for names, without
        one of them."""
        for other in (shape for shapes in beside for shape in shapes):
            if all(_apart(shape, other) for shape in branch):
                continue
            if any(other.members.values()) or other.others != () or other.patterns:
                raise _refused(
                    "oneOf", at, " unless a required parameter with other constants tells its branches apart"
                )
            forbidden = [_ANY._replace(members={name: (False,)}) for name in sorted(other.required)]
            branch = self._met(branch, forbidden, at)
        return [shape for shape in branch if not any(_is_forbidden(shape, name) for name in shape.required)]

    def _dependent(self, value: Any, at: str) -> list[Shape]:
        """Of each name: either it is not there, or what it needs is too."""
        if not isinstance(value, Mapping):
            raise GrammarError(f"{at} must be an object, not {shown(value, 60)}")
        whole = [_ANY]
        for name, needed in value.items():
            if not isinstance(needed, list) or not all(isinstance(each, str) for each in needed):
                raise _refused("dependencies", at, " with schemas")
            without, both = _ANY._replace(members={name: (False,)}), _ANY._replace(required=frozenset((name, *needed)))
            whole = self._met(whole, [without, both], at)
        return whole

    def _referred(self, reference: Any, at: str, within: tuple[str, ...]) -> list[Shape]:
        if reference in within:
            raise GrammarError(f"{at}: {shown(reference, 60)} refers to itself without going into any parameter")
        node: Any = self.root
        if not isinstance(reference, str) or not (reference == "#" or reference.startswith("#/")):
            raise _refused("$ref", at, " out of the schema")
        for token in reference.split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")
            if isinstance(node, Mapping) and token in node:
                node = node[token]
            elif isinstance(node, list) and token.isdecimal() and int(token) < len(node):
                node = node[int(token)]
            else:
                raise GrammarError(f"{at}: {shown(reference, 60)} leads to nothing")
        return self.of(node, reference, (*within, reference))

    def _met(self, one: list[Shape], other: list[Shape], at: str) -> list[Shape]:
        check_share(len(one) * len(other), _MOST, f"{at}: branches that are asked for together", "alternatives")
        return [self._both(a, b, at) for a in one for b in other]

    def _both(self, a: Shape, b: Shape, at: str) -> Shape:
        """What both ask for."""
        if a == _ANY or b == _ANY:
            return b if a == _ANY else a
        if a.patterns and b.patterns:
            raise _refused("patternProperties", at, " in more than one subschema")
        members = {name: (*self._at(a, name), *self._at(b, name)) for name in dict.fromkeys((*a.members, *b.members))}
        others = None if a.others is None or b.others is None else (*a.others, *b.others)
        patterns: tuple[tuple[str, tuple[Any, ...]], ...] = ()
        for own, beside in ((a, b), (b, a)):
            if own.patterns and beside.others is not None:
                patterns = tuple((pattern, (*said, *beside.others)) for pattern, said in own.patterns)
        evaluated = None if a.evaluated is None or b.evaluated is None else a.evaluated | b.evaluated
        return Shape(members, a.required | b.required, others, patterns, evaluated)

    def _at(self, shape: Shape, name: str) -> tuple[Any, ...]:
        if name in shape.members:
            return shape.members[name]
        for pattern, said in shape.patterns:
            if self.matches(pattern, name):
                return said
        return (False,) if shape.others is None else shape.others


_ANY = Shape({}, frozenset())
_OWN = ("type", "properties", "required", "additionalProperties", "patternProperties")


def _said(schema: Any) -> tuple[Any, ...]:
    return () if schema is True or schema == {} else (schema,)


def _closed(shape: Shape) -> Shape:
    """The shape without names that no subschema has spoken of."""
    if shape.evaluated is None:
        return shape
    members = {name: said if name in shape.evaluated else (False,) for name, said in shape.members.items()}
    return shape._replace(members=members, others=None)


def _apart(one: Shape, other: Shape) -> bool:
    """Whether it is plain to see that no object is of both shapes."""
    if any(
        each.others is None and not each.patterns and beside.required - each.members.keys()
        for each, beside in ((one, other), (other, one))
    ):
        return True
    for name in one.required & other.required:
        a, b = _constants(one.members.get(name, ())), _constants(other.members.get(name, ()))
        if a is not None and b is not None and not any(_is_same(x, y) for x in a for y in b):
            return True
    return any(_is_forbidden(each, name) for each, beside in ((one, other), (other, one)) for name in beside.required)


def _is_forbidden(shape: Shape, name: str) -> bool:
    return False in shape.members.get(name, ())


def _is_same(one: Any, other: Any) -> bool:
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _constants(said: Iterable[Any]) -> list[Any] | None:
    """The values that a parameter may have, if they are listed."""
    for schema in said:
        if isinstance(schema, Mapping) and "const" in schema:
            return [schema["const"]]
        if isinstance(schema, Mapping) and isinstance(schema.get("enum"), list):
            return list(schema["enum"])
    return None


def _list(value: Any, at: str) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise GrammarError(f"{at} must be an array of schemas, not {shown(value, 60)}")
    return value


def _refused(key: str, at: str, how: str = "") -> UnsupportedError:
    return UnsupportedError(
        f"{at}: `{key}`{how} cannot be held in this format, whose arguments are written one by one; say it of single "
        "parameters, or choose a format that writes JSON",
        feature=key,
        where=at,
    )


def names_in(found: Iterable[Shape]) -> Iterator[str]:
    """The names of all shapes, in order of appearance."""
    yield from dict.fromkeys(name for shape in found for name in shape.members)
