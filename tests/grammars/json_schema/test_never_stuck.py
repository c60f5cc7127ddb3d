"""No text leads to a dead end: walks along the masks of random schemas, in all dialects, orders and layouts.

At every place of a walk each byte or token that is offered is tried as well, so a dead end is met one step before a
walk would have to find it. What a walk ends with is valid as `jsonschema` judges it, and so are the verdicts on random
values. `CONSTRAIN_WALKS` sets how many schemas; a difference is printed with its schema, options and text.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

import constrain
from constrain import ConstrainError, Constraint, GrammarError, Vocabulary, VocabularyError
from constrain.grammars import json_schema
from tests.endings import StuckError, Walker
from tests.grammars.json_schema.instances import accepts, byte_vocabulary
from tests.grammars.json_schema.schemas import mutated
from tests.grammars.json_schema.test_against_jsonschema import DIALECTS, exact, judge
from tests.grammars.json_schema.wild_schemas import Wild, value

WALKS = int(os.environ.get("CONSTRAIN_WALKS", "60"))
_CLOSING = ["}", "]", '"', "0", "el", "rue", "alse", "ull", "t", "f", "n", ":"]
_LAYOUTS: list[dict[str, Any]] = [{}, {"layout": "compact"}, {"layout": "flexible"}, {"indent": 2}, {"layout": "any"}]


@cache
def vocabularies() -> dict[str, Vocabulary]:
    """All bytes; all bytes and pieces of JSON; and some that cannot spell all texts."""
    every = [bytes((byte,)) for byte in range(256)]
    pieces = [
        b'{"',
        b'":',
        b'","',
        b'"}',
        b"[]",
        b"{}",
        b"],",
        b'"a',
        b'a"',
        b"true",
        b"null",
        b"}}",
        b": ",
        b", ",
        b'": "',
    ]
    marks = [bytes((byte,)) for byte in b'{}[]":, \n']
    words = [*marks, *pieces, b"a", b"b", b"0", b"1", b".", b"-", b"false", b"\\"]
    found = {
        "bytes": every,
        "pieces": [*every, *pieces],
        "words": words,
        "no commas": [*(word for word in every if word != b","), b'","', b"],"],
        "few": [*marks, b"a", "é".encode(), b"null", b"true", b"2", b"1"],
        "half": [*marks, b"a", b"b", b"\xc3", "é".encode(), b"1", b"0"],
    }
    return {
        name: byte_vocabulary() if name == "bytes" else Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])
        for name, tokens in found.items()
    }


def _rank(data: bytes, allowed: int) -> int:
    """How late a token ends the text; a quotation mark first inside strings."""
    text = data.decode("latin1")
    if text == '"' and allowed > 25:
        return -1
    return next((rank for rank, end in enumerate(_CLOSING) if text[:1] in end), 100 if text[:1] != "," else 200)


class Case(NamedTuple):
    """One schema with the options and the vocabulary it is compiled with."""

    dialect: str
    schema: dict[str, Any]
    options: dict[str, Any]
    vocabulary: str


def case(dialect: str, seed: int) -> Case:
    """The random case of a number."""
    random = Random(f"wild {dialect} {seed}")
    schema = Wild(random, dialect).schema()
    options = dict(random.choice(_LAYOUTS))
    options["property_order"] = random.choice(["schema", "any"])
    options["integers"] = random.choice(["digits", "any"])
    if random.random() < 0.25:
        options["escapes"] = "any"
    names = list(vocabularies())
    return Case(dialect, schema, options, "bytes" if random.random() < 0.6 else random.choice(names[1:]))


def spelled(instance: Any, options: dict[str, Any]) -> str:
    """The instance as `json.dumps` writes it in the layout."""
    if "indent" in options:
        return json.dumps(instance, ensure_ascii=False, indent=options["indent"])
    compact = options.get("layout") == "compact"
    return json.dumps(instance, ensure_ascii=False, separators=(",", ":") if compact else None)


def fault(case: Case, random: Random, counts: Counter[str]) -> str | None:
    """What is wrong with the grammar of a case, in words, or None."""
    validator = DIALECTS[case.dialect][0](case.schema)
    everything = case.vocabulary in ("bytes", "pieces")
    try:
        grammar = json_schema(case.schema, **case.options)
        constraint = constrain.compile(grammar, vocabularies()[case.vocabulary])
    except VocabularyError:
        counts["cannot be spelled"] += 1
        return None if not everything else "a vocabulary of all bytes cannot spell it"
    except GrammarError as error:
        if "refers to itself" in str(error):
            counts["circular"] += 1
            return None
        counts["unsatisfiable"] += 1
        found = [instance for instance in (value(random) for _ in range(30)) if judge(validator, instance)]
        return f"refused as unsatisfiable ({error}), but {found[0]!r} is valid" if found and everything else None
    except ConstrainError as error:
        counts[type(error).__name__] += 1
        return None
    instances = [value(random) for _ in range(6)]
    walker = Walker(constraint, random, _rank)
    for steps in (random.randint(0, 3), 8, 25):
        try:
            ended = walker.follow(steps)
        except (StuckError, ConstrainError) as error:
            return f"{type(error).__name__}: {error}"
        text = None if ended is None else constraint.text(ended.tokens)
        if text is None:
            counts["endless"] += 1
            continue
        instance = json.loads(text)
        if exact(instance):
            counts["generated"] += 1
            if judge(validator, instance) is False:
                return f"generated {text!r}, which is invalid"
            instances += [instance, mutated(random, instance)]
    for instance in instances:
        expected = judge(validator, instance)
        text = spelled(instance, case.options)
        if expected is None or not exact(instance):
            continue
        found_ = accepts_in(constraint, text)
        counts["valid" if expected else "invalid"] += 1
        if found_ and not expected:
            return f"{text!r} is accepted and invalid"
        free = case.options["property_order"] == "any" and case.options["integers"] == "any" and everything
        if expected and not found_ and free:
            return f"{text!r} is refused and valid"
    return None


def accepts_in(constraint: Constraint, text: str) -> bool:
    """Whether the text is accepted, written with the longest tokens that fit."""
    if constraint.vocabulary is byte_vocabulary():
        return accepts(constraint, text)
    data, matcher, at = text.encode("utf-8", "surrogatepass"), constraint.matcher(), 0
    tokens = sorted(
        ((word, token) for token, word in enumerate(constraint.vocabulary.token_bytes) if word),
        key=lambda w: -len(w[0]),
    )
    while at < len(data):
        token = next((t for word, t in tokens if data.startswith(word, at)), None)
        if token is None or not matcher.allows(token):
            return False
        matcher.advance(token)
        at += len(constraint.vocabulary.token_bytes[token] or b"")
    return matcher.is_accepting


def check(dialect: str, seed: int, counts: Counter[str]) -> str | None:
    """The fault of one random case, with what it takes to see it again; None if there is none."""
    one = case(dialect, seed)
    counts["schemas"] += 1
    found = fault(one, Random(seed), counts)
    return found and f"{dialect} {seed}: {found}\n{json.dumps(one.schema)}\n{one.options} {one.vocabulary}"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_walk_ends_in_a_dead_end(dialect: str) -> None:
    """Wherever the masks lead a text can be ended, and it is valid then."""
    counts = Counter[str]()
    for seed in range(WALKS):
        found = check(dialect, seed, counts)
        assert found is None, found
    print(dialect, counts)

    assert counts["generated"] > WALKS
    assert counts["valid"] > WALKS
    assert counts["invalid"] > WALKS


NEVER = {"type": "array", "items": {"const": {}}, "contains": {"type": "number"}}  # no value satisfies it
LISTED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"patternProperties": {"^.$": {}, "^[^a]": NEVER}, "additionalProperties": False}, {}),
    ({"properties": {"a": {}}, "additionalProperties": NEVER}, {"property_order": "any"}),
    (
        {"patternProperties": {"a|b": {"type": "array", "contains": {}, "maxItems": 0}, "^[^a]": {"oneOf": [{}, {}]}}},
        {"layout": "compact"},
    ),
]


@pytest.mark.parametrize(("schema", "options"), LISTED)
def test_a_comma_needs_a_member_that_has_a_value(schema: dict[str, Any], options: dict[str, Any]) -> None:
    """Where all other members turn out to have no value, no comma is offered after the last that has one."""
    constraint = constrain.compile(json_schema(schema, **{"layout": "flexible", **options}), byte_vocabulary())
    key = "" if "layout" in options else "a"

    assert accepts(constraint, f'{{"{key}":1}}')
    matcher = constraint.matcher()
    for byte in f'{{"{key}":1'.encode():
        matcher.advance(byte)
    assert not matcher.allows(ord(","))


def test_members_without_a_value_do_not_fill_an_object() -> None:
    """A schema that asks for more members than can have a value is refused, with the place that says why."""
    schema = {
        "type": "object",
        "minProperties": 2,
        "properties": {"c": {"const": 1}},
        "additionalProperties": {"type": "object", "minProperties": 1, "additionalProperties": False},
    }
    with pytest.raises(GrammarError, match="#/additionalProperties"):
        json_schema(schema)


@pytest.mark.parametrize("pattern", ["a|b", "ab?$", "^[ab]*b", "b.*b"])
def test_unlike_items_that_must_hold_a_letter_go_on_in_vocabularies_that_lack_bytes(pattern: str) -> None:
    """Closing one string after another as soon as it may finds an item unlike those before, in endlessly many strings."""
    items = {"type": "string", "pattern": pattern}
    schema = {"type": "array", "items": items, "contains": True, "minItems": 3, "uniqueItems": True}
    constraint = constrain.compile(json_schema(schema, layout="compact"), vocabularies()["half"])
    matcher = constraint.matcher()

    for rounds in range(40):
        matcher.advance_text("," if rounds else "[")
        assert matcher.forced_bytes() == b'"'
        matcher.advance_text(f'"ba{"}" * rounds}bab"')
    matcher.advance_text("]")
    assert matcher.is_accepting
