"""Reading sample texts makes the tables that masks would make, and does no harm where they do not fit."""

from __future__ import annotations

from itertools import product

import constrain
from constrain import Vocabulary
from constrain.compiling import common_tables
from constrain.compiling.common_tables import Sample
from constrain.grammars import json_schema, regex, tools

SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "string", "maxLength": 9}, "b": {"type": "number"}},
    "additionalProperties": {"type": "array", "items": {"type": "integer"}},
}
TEXT = b'{"a": "x\\n", "b": -1.5, "c": [1, 20]}'


def vocabulary(letters: str = 'a1 ":,{}') -> Vocabulary:
    """Every byte, and all texts of two and three of the letters; another one each time."""
    texts = ["".join(text).encode() for length in (2, 3) for text in product(letters, repeat=length)]
    tokens = [*(bytes((byte,)) for byte in range(256)), *texts, None]
    return Vocabulary.from_bytes(tokens, end_ids=[len(tokens) - 1])


def tables(of: Vocabulary) -> bytes:
    """All that are expensive enough to be saved."""
    return of.native.tables(1 << 24)


def test_walking_now_makes_the_tables_that_masks_would_make() -> None:
    """The core's walk of a sample leaves the tables of a matcher that fills every mask on the way."""
    sample = Sample(json_schema(SCHEMA), TEXT)
    by_hand, by_core = vocabulary(), vocabulary()
    matcher = constrain.compile(sample.grammar, by_hand).matcher()
    row = constrain.allocate_bitmask(1, by_hand)[0]
    for byte in TEXT:
        matcher.fill_bitmask(row)
        matcher.advance(byte)
    matcher.fill_bitmask(row)

    common_tables.make(by_core, [sample])

    assert tables(by_core) == tables(by_hand) != b""


def test_grammars_of_tool_calls_are_of_the_kind() -> None:
    """Arguments are JSON."""
    definition = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}
    assert tools([definition]).kind == json_schema(True).kind == "json"
    assert regex("a").kind == ""


def test_what_goes_wrong_in_a_sample_ends_it_alone() -> None:
    """A text that is none of the grammar's, no text, code that is no grammar: the next sample has its tables."""
    good = Sample(json_schema(SCHEMA), TEXT)
    bad = [Sample(regex("a+"), b"aab"), Sample(regex("a+"), b""), Sample(regex("a"), b"b")]
    expected, found = vocabulary(), vocabulary()
    common_tables.make(expected, [good])
    common_tables.make(found, [*bad, good])
    assert tables(found) == tables(expected)

    broken = [([b"\x63"], ["start"], [b"\xff"], 7, b"aa"), good.flat()]
    third = vocabulary()
    third.native.walk_samples(broken)
    assert tables(third) == tables(expected)
