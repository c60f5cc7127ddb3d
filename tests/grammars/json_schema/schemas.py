"""Random schemas, and instances that nearly fit them, for comparison with the `jsonschema` package."""

from __future__ import annotations

from random import Random
from typing import Any

_KEYS = ["a", "b", "ab", "c"]
_SCALARS: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    7,
    1.5,
    -0.5,
    10,
    "",
    "a",
    "b",
    "ab",
    "aab",
    "1",
    "é",
    'q"\\/\n',
    "2024-02-29",
]
_PATTERNS = ["^a", "b$", "a|b", "^[ab]*$", "^.{1,2}$", "[^a]", r"\d", "^(?!a)", "ab?"]


class SchemaWriter:
    """Writes schemas of one dialect; definitions are shared, and may be recursive."""

    def __init__(self, random: Random, dialect: str = "2020-12") -> None:
        self.random, self.dialect = random, dialect
        self.definitions = "$defs" if dialect in ("2020-12", "2019-09") else "definitions"

    def schema(self) -> Any:
        """A whole schema with its definitions."""
        root = self.part(3)
        while not isinstance(root, dict):
            root = self.part(3)
        root[self.definitions] = {"x": self.part(2), "y": self.part(1)}
        return root

    def part(self, depth: int) -> Any:
        """A subschema."""
        random = self.random
        if random.random() < 0.08 and self.dialect != "4":
            return random.random() < 0.8
        found: dict[str, Any] = {}
        for _ in range(random.choice([0, 1, 1, 1, 2, 2, 3])):
            writers = [self._scalar, self._string, self._number]
            if depth:
                writers += [self._object, self._object, self._array, self._logic, self._logic]
            found.update(random.choice(writers)(depth))
        if random.random() < 0.5:
            types = ["object", "array", "string", "integer", "number", "boolean", "null"]
            found["type"] = random.choice(types) if random.random() < 0.7 else random.sample(types, 2)
        return found

    def _scalar(self, depth: int) -> dict[str, Any]:
        random = self.random
        if random.random() < 0.15:
            return {"$ref": f"#/{self.definitions}/{random.choice('xy')}"}
        if random.random() < 0.5 and self.dialect != "4":
            return {"const": value(random, 1)}
        return {"enum": [value(random, 1) for _ in range(random.randint(1, 4))]}

    def _string(self, depth: int) -> dict[str, Any]:
        random = self.random
        return random.choice(
            [
                {"minLength": random.randint(0, 3)},
                {"maxLength": random.randint(0, 3)},
                {"pattern": random.choice(_PATTERNS)},
            ]
        )

    def _number(self, depth: int) -> dict[str, Any]:
        random = self.random
        bound = random.choice([-2, 0, 1, 1.5, 3, 10])
        choices: list[dict[str, Any]] = [
            {"minimum": bound},
            {"maximum": bound},
            {"multipleOf": random.choice([1, 2, 0.5, 3])},
        ]
        if self.dialect == "4":
            choices.append({"maximum": bound, "exclusiveMaximum": random.random() < 0.5})
        else:
            choices += [{"exclusiveMinimum": bound}, {"exclusiveMaximum": bound}]
        return random.choice(choices)

    def _object(self, depth: int) -> dict[str, Any]:
        random = self.random
        keys = random.sample(_KEYS, random.randint(1, 3))
        inner = self.part(depth - 1)
        choices: list[dict[str, Any]] = [
            {"properties": {key: self.part(depth - 1) for key in keys}},
            {"properties": {key: self.part(depth - 1) for key in keys}, "required": keys[:1]},
            {"required": keys[:2]},
            {"additionalProperties": inner},
            {"patternProperties": {random.choice(_PATTERNS): inner}},
            {"minProperties": random.randint(0, 3)},
            {"maxProperties": random.randint(0, 3)},
        ]
        if self.dialect != "4":
            choices.append({"propertyNames": {"pattern": random.choice(_PATTERNS)}})
        if self.dialect in ("2020-12", "2019-09"):
            choices += [
                {"dependentRequired": {keys[0]: keys[1:]}},
                {"dependentSchemas": {keys[0]: inner}},
                {"unevaluatedProperties": inner},
            ]
        else:
            choices += [{"dependencies": {keys[0]: keys[1:] or ["a"]}}, {"dependencies": {keys[0]: inner}}]
        return random.choice(choices)

    def _array(self, depth: int) -> dict[str, Any]:
        random = self.random
        inner = self.part(depth - 1)
        several = [self.part(depth - 1) for _ in range(random.randint(1, 2))]
        choices: list[dict[str, Any]] = [
            {"items": inner},
            {"minItems": random.randint(0, 3)},
            {"maxItems": random.randint(0, 3)},
        ]
        if self.dialect == "2020-12":
            choices += [{"prefixItems": several}, {"prefixItems": several, "items": inner}]
        else:
            choices += [{"items": several}, {"items": several, "additionalItems": inner}]
        if self.dialect in ("2020-12", "2019-09"):
            counts = {"minContains": random.randint(0, 2), "maxContains": random.randint(1, 3)}
            choices.append({"contains": inner, **dict(random.sample(sorted(counts.items()), random.randint(0, 2)))})
            if self.dialect == "2020-12":
                choices.append({"unevaluatedItems": inner})
        elif self.dialect != "4":
            choices.append({"contains": inner})
        if random.random() < 0.3:
            items: list[dict[str, Any]] = [
                {"type": "string"},
                {"type": "integer"},
                {"enum": [1, "a", None, True]},
                {"enum": [1.5, [1], {"a": 1}, "a", {"b": True, "a": 1}]},
                {"type": "array", "items": {"enum": [1, "a", None]}, "maxItems": 2},
            ]
            choices.append({"uniqueItems": True, "items": random.choice(items)})
        return random.choice(choices)

    def _logic(self, depth: int) -> dict[str, Any]:
        random = self.random
        several = [self.part(depth - 1) for _ in range(random.randint(1, 3))]
        choices: list[dict[str, Any]] = [
            {"allOf": several},
            {"anyOf": several},
            {"oneOf": several},
            {"not": several[0]},
        ]
        if self.dialect not in ("4", "6"):
            branches = {"if": several[0], "then": several[-1], "else": self.part(depth - 1)}
            choices.append(
                dict(random.sample(sorted(branches.items(), key=str), random.randint(1, 3)))
                if random.random() < 0.3
                else branches
            )
        return random.choice(choices)


def value(random: Random, depth: int = 2) -> Any:
    """Any small JSON value."""
    kind = random.random()
    if not depth or kind < 0.6:
        return random.choice(_SCALARS)
    if kind < 0.8:
        return [value(random, depth - 1) for _ in range(random.randint(0, 3))]
    return {key: value(random, depth - 1) for key in random.sample(_KEYS, random.randint(0, 3))}


def mutated(random: Random, found: Any) -> Any:
    """The value with one small change somewhere."""
    if isinstance(found, dict) and found and random.random() < 0.7:
        copy = dict(found)
        key = random.choice(list(copy))
        if random.random() < 0.3:
            del copy[key]
        else:
            copy[key] = mutated(random, copy[key])
        return copy
    if isinstance(found, list) and found and random.random() < 0.7:
        items = list(found)
        index = random.randrange(len(items))
        if random.random() < 0.3:
            del items[index]
        else:
            items[index] = mutated(random, items[index])
        return items
    return value(random, 2)
