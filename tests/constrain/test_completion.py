"""Completions and budgets of tokens: what is promised is kept, whatever is drawn.

The oracle knows the engine's plain masks and forks alone, and finds the fewest tokens to the end by looking at all that
can be reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

import constrain
from constrain import (
    Constraint,
    GrammarError,
    LimitExceeded,
    Matcher,
    MatcherBatch,
    UnsupportedError,
    Vocabulary,
    VocabularyError,
    allowed_tokens,
)
from constrain.grammar import Choice, Grammar, Nonterminal, Terminal
from constrain.grammars import choice, gbnf, json_schema, lark, regex
from constrain.patterns.pattern import literal, repeat
from tests.strategies import vocabulary_of
from tests.worlds import seeded_world

_REFUSED = (GrammarError, VocabularyError, UnsupportedError, LimitExceeded)
_STATES = 60  # of a world that is looked at to the end

# All bytes, and tokens that cross the ends of lexemes.
_TOKENS = [
    *(bytes((byte,)) for byte in range(256)),
    *(
        b'{"',
        b'":',
        b'",',
        b'"}',
        b'":"',
        b"}]",
        b"0]",
        b'":0',
        b"[0",
        b"ab",
        b"true",
        b"  ",
        b"\n    ",
        b"]}",
        b"()",
        b"1,2",
    ),
    *("é".encode(), "日本".encode(), "日".encode()[:2], b"xy", b"abcd"),
]
_BYTES = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
_ALL = Vocabulary.from_bytes([*_TOKENS, None, None], end_ids=[len(_TOKENS), len(_TOKENS) + 1])


def mask(matcher: Matcher, left: int | None = None) -> list[int]:
    """The allowed tokens, from a row that held garbage."""
    row = np.full(matcher.constraint.vocabulary.words, -1, dtype=np.int32)
    matcher.fill_bitmask(row, tokens_left=left)
    return allowed_tokens(row)


def explored(constraint: Constraint) -> tuple[dict[int, Matcher], dict[int, dict[int, int]], bool]:
    """Matchers by state, where each token leads by state, and whether these are all."""
    ends = set(constraint.vocabulary.end_ids)
    start = constraint.matcher()
    known = {start.state: start}
    ways: dict[int, dict[int, int]] = {}
    waiting = [start]
    for matcher in waiting:
        if len(known) > _STATES:
            return known, ways, False
        ways[matcher.state] = {}
        for token in mask(matcher):
            if token in ends:
                continue
            branch = matcher.fork()
            branch.advance(token)
            ways[matcher.state][token] = branch.state
            if branch.state not in known:
                known[branch.state] = branch
                waiting.append(branch)
    return known, ways, True


def fewest(known: dict[int, Matcher], ways: dict[int, dict[int, int]]) -> dict[int, int]:
    """The fewest tokens to the end from each state, of the texts within what was explored."""
    found = {state: 0 for state, matcher in known.items() if matcher.is_accepting}
    while True:
        better = {
            state: 1 + min(found[after] for after in targets.values() if after in found)
            for state, targets in ways.items()
            if state not in found and any(after in found for after in targets.values())
        }
        if not better:
            return found
        found |= better


def check_laws(constraint: Constraint, random: Random) -> tuple[int, int] | None:
    """The laws on all states of a small world; the sums of `tokens_to_end` and of the fewest, if the world is small."""
    known, ways, whole = explored(constraint)
    ends = list(constraint.vocabulary.end_ids)
    needed = {state: matcher.tokens_to_end for state, matcher in known.items()}
    for state, targets in ways.items():
        matcher, least = known[state], needed[state]
        assert (least == 0) == matcher.is_accepting
        path = matcher.completion()
        assert least == len(path)
        branch = matcher.fork()
        for done, token in enumerate(path):
            assert least - done == branch.tokens_to_end
            branch.advance(token)
        assert branch.is_accepting
        for left in {least, least + 1, least + random.randrange(2, 9), 10**6, 2**63 - 1}:
            texts = [token for token, after in targets.items() if needed[after] < left]
            expected = sorted(texts + (ends if matcher.is_accepting else []))
            assert expected == mask(matcher, left), f"after {matcher.tokens} with {left} left"
            for token in random.sample(range(constraint.vocabulary.size), 5):
                assert (token in expected) == matcher.allows(token, tokens_left=left)
        if least:
            with pytest.raises(LimitExceeded) as caught:
                mask(matcher, least - 1)
            assert (caught.value.limit, caught.value.needed) == (least - 1, least)
    if not whole:
        return None
    exact = fewest(known, ways)
    assert all(exact[state] <= needed[state] for state in known)
    return sum(needed.values()), sum(exact.values())


def compiled_worlds(seeds: range, *, far: bool) -> Iterator[tuple[Constraint, Random]]:
    """Small worlds; with `far`, each has a long text as well, so that there are too many configurations to search."""
    for seed in seeds:
        world = seeded_world("any", seed)
        grammar = world.grammar
        if far:
            long = Terminal(repeat(literal(b"~"), 1000, 1000), "long")
            name = grammar.start + "?"
            grammar = Grammar(name, {**grammar.productions, name: Choice((Nonterminal(grammar.start), long))})
        items = world.tokens.items
        vocabulary = vocabulary_of(world.tokens)
        if far and b"~" not in items:
            end = len(items)
            vocabulary = Vocabulary.from_bytes([*items, None, b"~"], end_ids=[end])
        try:
            yield constrain.compile(grammar, vocabulary), Random(seed)
        except _REFUSED:
            continue


@pytest.mark.parametrize("part", range(3))
def test_tokens_to_end_are_the_fewest_where_few_configurations_exist(part: int) -> None:
    """In small regular worlds the bound is exact, and masks under it are what the bound says of each successor."""
    seen = 0
    for constraint, random in compiled_worlds(range(part * 30, part * 30 + 30), far=False):
        sums = check_laws(constraint, random)
        if sums is not None:
            seen += 1
            assert sums[0] == sums[1]
    assert seen > 5


@pytest.mark.parametrize("part", range(3))
def test_the_laws_hold_where_the_completion_is_found_by_bytes(part: int) -> None:
    """Where there are too many configurations to search, the bound is one, and every law holds as well."""
    for constraint, random in compiled_worlds(range(1000 + part * 30, 1000 + part * 30 + 30), far=True):
        check_laws(constraint, random)


_SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 2, "maxLength": 9},
        "age": {"type": "integer", "minimum": 17},
        "kind": {"enum": ["a", "bb", None, 12.5]},
        "tags": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 4},
        "inner": {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]},
    },
    "required": ["inner", "age", "name"],
}
_TREE = {
    "$ref": "#/$defs/n",
    "$defs": {
        "n": {"type": "object", "properties": {"l": {"$ref": "#/$defs/n"}, "v": {"type": "integer"}}, "required": ["v"]}
    },
}
_GRAMMARS = {
    "regex": lambda: regex(r"(\d{2,5}-)*[a-z]+(@[a-z]{3}){2}"),
    "regex, far": lambda: regex(r"[a-z]{30}(ab|cd)*x{40,90}"),
    "choice": lambda: choice(["yes", "no", "perhaps", "true", "abcd"]),
    "schema": lambda: json_schema(_SCHEMA),
    "schema, any order": lambda: json_schema(_SCHEMA, property_order="any"),
    "schema, closed, any order": lambda: json_schema({**_SCHEMA, "additionalProperties": False}, property_order="any"),
    "schema, any": lambda: json_schema({}),
    "schema, recursive": lambda: json_schema(_TREE, property_order="any"),
    "contains": lambda: json_schema({"type": "array", "contains": {"const": "ab"}, "minContains": 2, "minItems": 3}),
    "unique": lambda: json_schema(
        {"type": "array", "items": {"enum": [1, 2, 3, "a", "b"]}, "uniqueItems": True, "minItems": 3}
    ),
    "unique, objects": lambda: json_schema(
        {
            "type": "array",
            "items": {"type": "object", "properties": {"a": {"type": "boolean"}}, "additionalProperties": False},
            "uniqueItems": True,
            "minItems": 2,
        }
    ),
    "minProperties": lambda: json_schema(
        {"type": "object", "minProperties": 3, "additionalProperties": {"type": "null"}}
    ),
    "patternProperties": lambda: json_schema(
        {
            "type": "object",
            "patternProperties": {"^a+$": {"type": "integer"}},
            "additionalProperties": False,
            "minProperties": 2,
        }
    ),
    "dependentRequired": lambda: json_schema(
        {"type": "object", "properties": {"a": {}, "b": {}, "c": {}}, "dependentRequired": {"a": ["b"], "b": ["c"]}},
        property_order="any",
    ),
    "lark": lambda: lark(
        'start: e\n?e: e "+" t | t\n?t: t "*" f | f\n?f: "(" e ")" | NUMBER | NAME\nNUMBER: /[0-9]{2,}/\nNAME: /[a-z]+/\n%ignore " "\n'
    ),
    "lark, keywords": lambda: lark(
        'start: stmt+\nstmt: "if" NAME "then" stmt "else" stmt "fi" | NAME "=" NAME ";"\nNAME: /[a-z]+/\n%ignore /\\s+/\n'
    ),
    "gbnf": lambda: gbnf('root ::= "[" item ("," item){1,3} "]"\nitem ::= root | [0-9]+ "."\n'),
    "indentation": lambda: _indented(),
}


def _indented() -> Grammar:
    from lark.indenter import Indenter

    class Blocks(Indenter):
        NL_type = "_NL"
        OPEN_PAREN_types: list[str] = []  # noqa: RUF012
        CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
        INDENT_type = "_INDENT"
        DEDENT_type = "_DEDENT"
        tab_len = 8

    source = 'start: stmt+\nstmt: NAME ":" _NL _INDENT stmt+ _DEDENT | NAME "=" NAME _NL\nNAME: /[a-z]+/\n_NL: /\\n */\n%declare _INDENT _DEDENT\n'
    return lark(source, postlex=Blocks())


def finish(matcher: Matcher, left: int, random: Random) -> Matcher:
    """Draws tokens until the text is complete, never more than are left; the masks are subsets of those without limit."""
    vocabulary = matcher.constraint.vocabulary
    ends = set(vocabulary.end_ids)
    costly = random.random() < 0.5  # prefers what leaves most to do
    while True:
        allowed = mask(matcher, left)
        assert allowed
        assert set(allowed) <= set(mask(matcher))
        texts = [token for token in allowed if token not in ends]
        if matcher.is_accepting and (not texts or random.random() < 0.2):
            return matcher
        some = random.sample(texts, min(len(texts), 4))

        def need(token: int) -> int:
            branch = matcher.fork()
            branch.advance(token)
            return branch.tokens_to_end

        matcher.advance(max(some, key=need) if costly else some[0])
        left -= 1
        assert matcher.tokens_to_end <= left


@pytest.mark.parametrize("name", _GRAMMARS)
def test_whatever_is_drawn_is_complete_in_time(name: str) -> None:
    """From the least budget on, every random walk under budget masks ends in a complete text."""
    constraint = constrain.compile(_GRAMMARS[name](), _ALL)
    random = Random(name)
    least = constraint.matcher().tokens_to_end
    for number in range(12):
        left = least + (0, 0, 1, 2, 5, random.randrange(40))[number % 6]
        done = finish(constraint.matcher(), left, random)
        assert len(done) <= left
        assert done.is_accepting


@pytest.mark.parametrize("name", _GRAMMARS)
def test_a_budget_is_a_function_of_the_state(name: str) -> None:
    """Cold, warm, after a rollback, in a fork and in a later generation the same tokens are allowed."""
    grammar = _GRAMMARS[name]()
    warm, small = constrain.compile(grammar, _ALL), constrain.compile(grammar, _ALL, cache_bytes=0)
    random = Random(name)
    for _ in range(3):
        matcher, other = warm.matcher(), small.matcher()
        for _ in range(10):
            least = matcher.tokens_to_end
            assert least == other.tokens_to_end
            left = least + random.randrange(4)
            allowed = mask(matcher, left)
            cold = constrain.compile(grammar, _ALL).matcher() if random.random() < 0.2 else other.fork()
            for token in matcher.tokens[len(cold) :]:
                cold.advance(token)
            assert allowed == mask(other, left) == mask(cold, left) == mask(matcher.fork(), left)
            texts = [token for token in mask(matcher) if token not in _ALL.end_ids]
            if not texts:
                break
            token = random.choice(texts)
            matcher.advance(token)
            matcher.tokens_to_end  # noqa: B018
            matcher.rollback(1)
            assert allowed == mask(matcher, left)
            matcher.advance(token)
            other.advance(token)


@pytest.mark.parametrize("name", _GRAMMARS)
def test_more_tokens_left_allow_no_fewer(name: str) -> None:
    """Masks grow with the budget, up to the mask without one."""
    constraint = constrain.compile(_GRAMMARS[name](), _ALL)
    random = Random(name)
    matcher = constraint.matcher()
    for _ in range(12):
        least = matcher.tokens_to_end
        masks = [set(mask(matcher, least + more)) for more in (0, 1, 2, 3, 8, 50, 10**6)]
        assert all(a <= b for a, b in pairwise(masks))
        assert masks[-1] == set(mask(matcher))
        texts = [token for token in mask(matcher) if token not in _ALL.end_ids]
        if not texts:
            break
        matcher.advance(random.choice(texts))


def test_free_keys_are_told_apart_where_it_matters() -> None:
    """A free key that the completion would write itself leaves more to do than another of its length."""
    constraint = constrain.compile(
        json_schema({"type": "object", "minProperties": 2, "additionalProperties": {"const": 0}}, layout="flexible"),
        _ALL,
    )
    for begun in (b"", b'{"', b'{"a', b'{"":0,', b'{"":0,"', b'{"a":0,"a', b'{" ":0,"', b'{"":0, "'):
        matcher = constraint.matcher()
        for byte in begun:
            matcher.advance(byte)
        left = matcher.tokens_to_end + 1
        expected = []
        for token in mask(matcher):
            branch = matcher.fork()
            branch.advance(token)
            if token in _ALL.end_ids or branch.tokens_to_end < left:
                expected.append(token)
        assert expected == mask(matcher, left), begun


def test_a_batch_takes_a_budget_a_row() -> None:
    """Each row has its own, or None for no limit; free rows get all ones, and an error names the row."""
    constraint = constrain.compile(json_schema(_SCHEMA), _ALL)
    rows = MatcherBatch([constraint, None, constraint])
    least = constraint.matcher().tokens_to_end
    bitmask = constrain.allocate_bitmask(3, _ALL)
    rows.fill_bitmask(bitmask, tokens_left=[least, 0, None])
    assert mask(constraint.matcher(), least) == allowed_tokens(bitmask[0])
    assert (bitmask[1] == -1).all()
    assert mask(constraint.matcher()) == allowed_tokens(bitmask[2])
    with pytest.raises(LimitExceeded, match="row 2: ") as caught:
        rows.fill_bitmask(bitmask, tokens_left=[least, None, least - 1])
    assert (caught.value.limit, caught.value.needed) == (least - 1, least)
    with pytest.raises(ValueError, match="2 numbers of tokens left for 3 rows"):
        rows.fill_bitmask(bitmask, tokens_left=[1, 2])
    with pytest.raises(ValueError, match=r"tokens_left\[1\]"):
        rows.fill_bitmask(bitmask, tokens_left=[least, -1, least])


def test_what_is_no_number_of_tokens_is_refused() -> None:
    """The error names the argument and what was given."""
    matcher = constrain.compile(regex("ab*"), _ALL).matcher()
    row = constrain.allocate_bitmask(1, _ALL)[0]
    for wrong in (-1, 1.5, "3", 2**70):
        with pytest.raises((TypeError, ValueError), match="tokens_left"):
            matcher.fill_bitmask(row, tokens_left=wrong)  # type: ignore[arg-type]
        with pytest.raises((TypeError, ValueError), match="tokens_left"):
            matcher.allows(97, tokens_left=wrong)  # type: ignore[arg-type]


def test_a_finished_text_needs_nothing() -> None:
    """After an end token only end tokens are allowed, however many are left."""
    matcher = constrain.compile(regex("ab*"), _ALL).matcher()
    matcher.advance(97)
    matcher.advance(_ALL.end_ids[0])
    assert (0, []) == (matcher.tokens_to_end, matcher.completion())
    assert list(_ALL.end_ids) == mask(matcher, 0) == mask(matcher, 5)


def test_without_a_token_left_only_the_end_is_allowed() -> None:
    """Where the text is complete; end tokens cost no place."""
    matcher = constrain.compile(regex("ab*"), _ALL).matcher()
    matcher.advance(97)
    assert list(_ALL.end_ids) == mask(matcher, 0)
    assert matcher.allows(_ALL.end_ids[0], tokens_left=0)
    assert not matcher.allows(98, tokens_left=0)


def _least_members(schema: dict[str, Any], made: list[str]) -> int | None:
    """How many bytes the cheapest members take that make a valid object of those that are made; None without any."""
    keys = list(schema["properties"])
    best: int | None = None
    for chosen in range(1 << len(keys)):
        named = [key for i, key in enumerate(keys) if chosen >> i & 1]
        valid = (
            set(made) | set(schema["required"]) <= set(named)
            and schema["minProperties"] <= len(named) <= schema["maxProperties"]
            and all(set(needed) <= set(named) for key, needed in schema["dependentRequired"].items() if key in named)
        )
        if valid:
            cost = sum(len(key) + 5 for key in named if key not in made) - (not made and bool(named))
            best = cost if best is None else min(best, cost)
    return best


@pytest.mark.parametrize("seed", range(60))
def test_objects_in_any_order_are_completed_by_the_cheapest_members(seed: int) -> None:
    """From wherever a member has ended: those that are required, that others depend on, and that their number asks for."""
    random = Random(seed)
    keys = random.sample(["a", "bb", "ccc", "dddd", "eeeee", "ffffff", "g"], random.randint(1, 6))
    low = random.randint(0, len(keys))
    schema = {
        "type": "object",
        "properties": {key: {"const": 1} for key in keys},
        "additionalProperties": False,
        "required": random.sample(keys, random.randint(0, len(keys) // 2)),
        "minProperties": low,
        "maxProperties": random.randint(low, len(keys)),
        "dependentRequired": {random.choice(keys): [random.choice(keys)]} if random.random() < 0.5 else {},
    }
    try:
        constraint = constrain.compile(json_schema(schema, property_order="any", layout="compact"), _BYTES)
    except _REFUSED:
        assert _least_members(schema, []) is None
        return
    for _ in range(8):
        made = random.sample(keys, random.randint(0, len(keys)))
        text = "{" + ",".join(f'"{key}":1' for key in made)
        matcher = constraint.matcher()
        if matcher.validate(list(text.encode())) < len(text):
            continue
        matcher.advance_bytes(text.encode())
        least = _least_members(schema, made)
        assert least is not None
        assert least + 1 == matcher.tokens_to_end, (schema, text)


@pytest.mark.parametrize(("more", "members"), [({}, 80), ({"minProperties": 90}, 90)])
def test_many_optional_keys_do_not_make_a_completion_expensive(more: dict[str, int], members: int) -> None:
    """None of 120 is tried in vain, so the fewest bytes are found; with a bound, no more than it asks for."""
    keys = [f"k{i:03}" for i in range(200)]
    schema = {"type": "object", "properties": {key: {"const": 1} for key in keys}, "additionalProperties": False}
    grammar = json_schema({**schema, "required": keys[:80], **more}, property_order="any", layout="compact")

    assert 2 + members * 8 + members - 1 == constrain.compile(grammar, _BYTES).matcher().tokens_to_end


@pytest.mark.parametrize("text", ["", "[", "[1", "[1,", "[[1]"])
@pytest.mark.parametrize("left", range(1, 12))
def test_a_matcher_knows_whether_a_budget_took_tokens_away(text: str, left: int) -> None:
    """Of masks with a budget those that lack what the plain mask has; forks inherit it, fresh matchers do not."""
    constraint = constrain.compile(lark('start: v\nv: "[" [v ("," v)*] "]" | /[0-9]+/'), _BYTES)
    matcher = constraint.matcher()
    matcher.advance_text(text)
    if matcher.tokens_to_end > left:
        return
    mask(matcher)
    assert not matcher.shortened
    narrowed = mask(matcher, left) != mask(matcher)
    assert narrowed == matcher.shortened == matcher.fork().shortened
    assert (left > 9) <= (not narrowed)
