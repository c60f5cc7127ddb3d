"""Random schemas in which the keywords that count, split and forbid meet: what dead ends are made of.

Keys and values are few, so that languages run out, members die and clauses contradict each other. `Wild` writes for
one dialect; definitions are shared and recursive.
"""

from __future__ import annotations

from random import Random
from typing import Any

KEYS = ["a", "b", "c", "ab", "é", ""]
VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    2,
    1.5,
    -1,
    "",
    "a",
    "b",
    "ab",
    "é",
    [],
    [1],
    ["a"],
    {},
    {"a": 1},
    {"b": []},
]
PATTERNS = [
    "^a",
    "b$",
    "a|b",
    "^[^a]",
    "^.$",
    "^[ab]$",
    "^[ab]{1,2}$",
    "^(a|é+)$",
    "é",
    "^$",
    "^x",
    "^[a-c]?$",
    "^(?!a)",
]
URIS = {
    "2020-12": "https://json-schema.org/draft/2020-12/schema",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
    "7": "http://json-schema.org/draft-07/schema#",
    "6": "http://json-schema.org/draft-06/schema#",
    "4": "http://json-schema.org/draft-04/schema#",
}
TYPES = ["object", "array", "string", "integer", "number", "boolean", "null"]


class Wild:
    """Writes random schemas of one dialect."""

    def __init__(self, random: Random, dialect: str = "2020-12") -> None:
        self.random, self.dialect = random, dialect
        self.modern = dialect in ("2020-12", "2019-09")
        self.definitions = "$defs" if self.modern else "definitions"
        self.evaluating = random.random() < 0.3  # unevaluated* here, else contains where both are at odds (2019-09)

    def schema(self) -> dict[str, Any]:
        """A whole schema with its definitions."""
        root = self.part(3)
        while not isinstance(root, dict):
            root = self.part(3)
        found = {"$schema": URIS[self.dialect], **root}
        found[self.definitions] = {"x": self.part(2), "y": self.part(1)}
        if self.dialect == "2020-12":
            found["$dynamicAnchor"] = "n"
        if self.dialect == "2019-09" and self.random.random() < 0.2:
            found["$recursiveAnchor"] = True
        return found

    def part(self, depth: int) -> Any:
        """A subschema."""
        random = self.random
        if random.random() < 0.15 and self.dialect != "4":
            return random.random() < 0.6
        found: dict[str, Any] = {}
        if depth <= 0:
            return self._leaf()
        kind = random.random()
        if kind < 0.4:
            for _ in range(random.choice([1, 2, 2, 3, 4])):
                found.update(self._object(depth))
            if random.random() < 0.5:
                found["type"] = "object"
        elif kind < 0.65:
            for _ in range(random.choice([1, 2, 2, 3])):
                found.update(self._array(depth))
            if random.random() < 0.5:
                found["type"] = "array"
        else:
            found.update(self._leaf())
        if random.random() < 0.3:
            found.update(self._logic(depth))
        if random.random() < 0.1:
            found["type"] = random.sample(TYPES, random.randint(1, 2))
        return found

    def _leaf(self) -> dict[str, Any]:
        random = self.random
        kind = random.random()
        if kind < 0.2:
            return {"$ref": f"#/{self.definitions}/{random.choice('xy')}" if random.random() < 0.7 else "#"}
        if kind < 0.24 and self.dialect == "2020-12":
            return {"$dynamicRef": "#n"} if random.random() < 0.5 else {"$dynamicRef": f"#/{self.definitions}/x"}
        if kind < 0.24 and self.dialect == "2019-09":
            return {"$recursiveRef": "#"}
        if kind < 0.5:
            if self.dialect == "4" or random.random() < 0.5:
                return {"enum": random.sample(VALUES, random.randint(1, 3))}
            return {"const": random.choice(VALUES)}
        if kind < 0.7:
            return {"type": random.choice(TYPES)}
        if kind < 0.8:
            return {"pattern": random.choice(PATTERNS), **({"type": "string"} if random.random() < 0.5 else {})}
        if kind < 0.9:
            bounds = {"minimum": 0, "maximum": 1, "multipleOf": 2}
            return {"type": "integer", **dict(random.sample(sorted(bounds.items()), random.randint(1, 2)))}
        return {"maxLength": random.randint(0, 1), "type": "string"} if kind < 0.97 else {}

    def _object(self, depth: int) -> dict[str, Any]:
        random = self.random
        keys = random.sample(KEYS, random.randint(1, 3))
        inner = self.part(depth - 1)
        choices: list[dict[str, Any]] = [
            {"properties": {key: self.part(depth - 1) for key in keys}},
            {"properties": {key: self.part(depth - 1) for key in keys}, "required": keys[:1]},
            {"required": keys[:2]},
            {"additionalProperties": inner if self.dialect != "4" or isinstance(inner, dict) else False},
            {"additionalProperties": False},
            {"patternProperties": {random.choice(PATTERNS): self.part(depth - 1) for _ in range(random.randint(1, 2))}},
            {"patternProperties": {random.choice(PATTERNS): inner}},
            {"minProperties": random.randint(1, 3)},
            {"maxProperties": random.randint(0, 3)},
        ]
        if self.dialect == "2019-09" and self.evaluating:
            del choices[3:5]  # what those evaluate, the `jsonschema` package does not see in this dialect
        if self.dialect != "4":
            names = random.choice([{"pattern": random.choice(PATTERNS)}, {"enum": keys}, {"maxLength": 1}, False])
            choices.append({"propertyNames": names})
        if self.modern:
            choices += [{"dependentRequired": {keys[0]: keys[1:]}}, {"dependentSchemas": {keys[0]: inner}}]
            # What a subschema's own keyword evaluates, the `jsonschema` package does not see in 2019-09 either.
            if self.evaluating and (self.dialect == "2020-12" or depth == 3):
                choices += [{"unevaluatedProperties": inner}, {"unevaluatedProperties": False}]
        else:
            choices += [{"dependencies": {keys[0]: keys[1:] or ["a"]}}, {"dependencies": {keys[0]: inner}}]
        return random.choice(choices)

    def _array(self, depth: int) -> dict[str, Any]:
        random = self.random
        inner = self.part(depth - 1)
        several = [self.part(depth - 1) for _ in range(random.randint(1, 2))]
        choices: list[dict[str, Any]] = [
            {"items": inner},
            {"minItems": random.randint(1, 3)},
            {"maxItems": random.randint(0, 3)},
        ]
        if self.dialect == "2020-12":
            choices += [{"prefixItems": several}, {"prefixItems": several, "items": inner}]
        else:
            choices += [{"items": several}, {"items": several, "additionalItems": inner}]
        if self.modern:
            counts = {"minContains": random.randint(0, 3), "maxContains": random.randint(0, 3)}
            if not self.evaluating or self.dialect == "2020-12":
                choices += 2 * [
                    {"contains": inner, **dict(random.sample(sorted(counts.items()), random.randint(0, 2)))}
                ]
            if self.evaluating:
                choices += [{"unevaluatedItems": inner}, {"unevaluatedItems": False}]
        elif self.dialect != "4":
            choices.append({"contains": inner})
        if random.random() < 0.3:
            items: list[dict[str, Any]] = [
                {"enum": [1, "a", None, True]},
                {"enum": [1.5, [1], {"a": 1}, "a", {"b": True, "a": 1}]},
                {"type": "string", "pattern": random.choice(PATTERNS)},
                {"type": "integer", "minimum": 0, "maximum": 2},
                {"type": "array", "items": {"enum": [1, "a"]}, "maxItems": 1},
            ]
            choices += 2 * [{"uniqueItems": True, "items": random.choice(items)}]
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
    if not depth or kind < 0.4:
        return random.choice(VALUES)
    if kind < 0.6:
        return [value(random, depth - 1) for _ in range(random.randint(0, 3))]
    return {key: value(random, depth - 1) for key in random.sample(KEYS, random.randint(0, 3))}
