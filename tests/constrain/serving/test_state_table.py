"""Constraints as tables: the same masks, states and ends as matchers, over random texts and grammars."""

from __future__ import annotations

import random

import numpy as np
import pytest

import constrain
from constrain import (
    Constraint,
    Grammar,
    GrammarError,
    LimitExceeded,
    StateTable,
    UnsupportedError,
    Vocabulary,
    VocabularyError,
)
from constrain.bitmask import allocate_bitmask
from constrain.grammars import choice, json_schema, lark, regex

from ...strategies import vocabulary_of
from ...worlds import seeded_world

PIECES = [
    b"a",
    b"b",
    b"c",
    b"ab",
    b"ba",
    b"abc",
    b"0",
    b"1",
    b"12",
    b"-",
    b'"',
    b'":',
    b"{",
    b"}",
    b'{"',
    b":",
    b",",
    b" ",
]
VOCABULARY = Vocabulary.from_bytes([None, *PIECES, b"true", b"fal", b"se", None], end_ids=[0, len(PIECES) + 4])
SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "boolean"}, "b": {"type": "string", "maxLength": 3}, "c": {"enum": ["a", "ab", "12"]}},
    "required": ["a", "b"],
    "additionalProperties": False,
}


def check(constraint: Constraint, seed: int, texts: int = 20, length: int = 20) -> StateTable:
    """Random texts of a constraint have the table's masks, and end where it does."""
    vocabulary = constraint.vocabulary
    table, source = StateTable.of(constraint, max_states=300), random.Random(seed)
    for _ in range(texts):
        matcher, state = constraint.matcher(), 0
        for _ in range(length):
            row = allocate_bitmask(1, vocabulary)[0]
            matcher.fill_bitmask(row)
            np.testing.assert_array_equal(row, table.masks[table.mask_row[state]])
            assert matcher.is_accepting == table.accepting[state]
            assert matcher.is_finished == (state == table.finished)
            allowed = constrain.allowed_tokens(row)
            following = table.next_state[state, table.token_class]
            assert allowed == np.flatnonzero(following >= 0).tolist()
            token = source.choice(allowed)
            matcher.advance(token)
            state = int(following[token])
    return table


def compiled(grammar: Grammar) -> Constraint:
    return constrain.compile(grammar, VOCABULARY)


def random_pattern(source: random.Random, depth: int = 3) -> str:
    kind = source.randrange(6 if depth else 1)
    if kind <= 1:
        return "".join(source.choice("abc01-") for _ in range(source.randrange(1, 4)))
    if kind == 2:
        return f"({random_pattern(source, depth - 1)}|{random_pattern(source, depth - 1)})"
    if kind == 3:
        return f"({random_pattern(source, depth - 1)}){source.choice(['*', '?', '+', '{1,3}'])}"
    return random_pattern(source, depth - 1) + random_pattern(source, depth - 1)


@pytest.mark.parametrize("seed", range(40))
def test_tables_of_random_patterns_follow_their_matchers(seed: int) -> None:
    """Masks, ends and following states along random texts."""
    check(compiled(regex(random_pattern(random.Random(seed)))), seed)


def test_tables_of_choices_and_schemas_follow_their_matchers() -> None:
    """Choices, and a schema of bounded fields."""
    check(compiled(choice(["a", "abc", "ab", "cab", "12-12"])), 1)
    check(compiled(json_schema(SCHEMA)), 2, length=40)


def test_tokens_that_no_state_tells_apart_share_a_class() -> None:
    """`abc` of one loop: tokens within it, the refused ones, and the ends."""
    table = check(compiled(regex("[abc]*")), 3)

    assert (3, 3) == table.next_state.shape  # nothing read, inside the loop, ended
    assert 1 == len({int(table.token_class[i]) for i, piece in enumerate(PIECES, 1) if set(piece) <= set(b"abc")})
    assert table.nbytes < 4096


def test_a_table_that_would_not_end_is_refused_with_both_numbers() -> None:
    """Brackets nest without end; a limit in states and one in bytes."""
    nested = constrain.compile(lark('start: "a" start "b" | "c"'), VOCABULARY)
    with pytest.raises(LimitExceeded, match=r"more than 50 states.*max_states") as states:
        StateTable.of(nested, max_states=50)
    with pytest.raises(LimitExceeded, match=r"bytes and more, limit 3000; raise max_bytes") as size:
        StateTable.of(nested, max_bytes=3000)

    assert (50, 51) == (states.value.limit, states.value.needed)
    assert (3000, True) == (size.value.limit, (size.value.needed or 0) > 3000)
    with pytest.raises(TypeError, match="constraint must be a Constraint"):
        StateTable.of("a")  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["any", "special"])
def test_tables_of_random_worlds_follow_their_matchers(kind: str) -> None:
    """Worlds of all kinds, special tokens and vocabularies that cannot spell everything included."""
    finite = 0
    for seed in range(15):
        world = seeded_world(kind, seed)
        try:
            check(constrain.compile(world.grammar, vocabulary_of(world.tokens)), seed, texts=6, length=8)
            finite += 1
        except (GrammarError, VocabularyError, UnsupportedError):  # it has no text, or the core refuses it
            continue
        except LimitExceeded as error:
            assert "300 states" in str(error)

    assert finite > 5
