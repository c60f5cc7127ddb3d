"""`prepare` makes what later grammars would make, and says nothing else."""

from __future__ import annotations

from itertools import product

import pytest

import constrain
from constrain import Vocabulary
from constrain.compiling import common_tables
from constrain.compiling.common_tables import Sample
from constrain.grammar import Grammar
from constrain.grammars import json_schema, lark, library, prepare

from .. import laws

VALUE = r'{"a\n" : [ 1.5e+3, true], "b": "x"}'
NUMBERS = """
start: SIGNED_NUMBER (";" SIGNED_NUMBER)*
%import common (SIGNED_NUMBER, WS)
%ignore WS
"""
GRAMMARS = {
    "schema": (json_schema(True), VALUE.replace(" :", ":").replace("[ ", "[")),
    "json.lark": (library.load("json"), VALUE),
    "numbers": (lark(NUMBERS), "-1.5e+3 ; 0;"),
}


def vocabulary() -> Vocabulary:
    """Every byte, and all texts of two and three letters of JSON."""
    texts = ["".join(text).encode() for length in (2, 3) for text in product('a1 ":,{}.', repeat=length)]
    tokens = [*(bytes((byte,)) for byte in range(256)), *texts, None]
    return Vocabulary.from_bytes(tokens, end_ids=[len(tokens) - 1])


def masks(of: Vocabulary, grammar: Grammar, text: str) -> list[list[int]]:
    matcher = constrain.compile(grammar, of).matcher()
    found = [laws.mask(matcher)]
    for byte in text.encode():
        matcher.advance(byte)
        found.append(laws.mask(matcher))
    return found


@pytest.mark.parametrize("name", GRAMMARS)
def test_masks_do_not_depend_on_it(name: str) -> None:
    """The same masks with its tables, and without them."""
    prepared = vocabulary()
    prepare(prepared)
    assert masks(vocabulary(), *GRAMMARS[name]) == masks(prepared, *GRAMMARS[name])


def test_a_lark_grammar_of_json_finds_its_tables_made() -> None:
    """Though it is another grammar than those that were read, its strings, numbers and white space are the same."""
    grammar, text = GRAMMARS["json.lark"]

    def made(of: Vocabulary) -> int:
        """Bytes of tables that are expensive enough to be saved, made by a walk through the text."""
        before = len(of.native.tables(1 << 24))
        common_tables.make(of, [Sample(grammar, text.encode())])
        return len(of.native.tables(1 << 24)) - before

    prepared = vocabulary()
    prepare(prepared)
    assert made(prepared) <= made(vocabulary()) // 10


def test_a_vocabulary_that_cannot_spell_json_is_left_as_it_is() -> None:
    """No error, and its masks are right."""
    few = Vocabulary.from_bytes([b"[", b"]", b"1", b" ", None], end_ids=[4])
    prepare(few)
    matcher = constrain.compile(library.load("json"), few).matcher()
    assert [0, 2, 3] == laws.mask(matcher)
