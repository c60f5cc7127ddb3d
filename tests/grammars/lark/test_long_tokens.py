"""Tokens that hold many lexemes: masks over a vocabulary whose suffixes are many enough to be remembered.

The judge is the same grammar over single bytes, where no token reaches over the end of a lexeme: a token is allowed
exactly if its bytes are, one after the other.
"""

from __future__ import annotations

import itertools
from random import Random

import pytest

import constrain
from constrain import Vocabulary
from constrain.errors import RejectedToken
from constrain.grammars import json_schema, lark

SUMS = r"""
start: sum (";" sum)*
sum: term ("+" term)*
term: NAME | NUMBER | "(" sum ")" | NAME "(" [sum ("," sum)*] ")"
NAME: /[a-b][a-b1]*/
NUMBER: /1+(\.1)?/
%ignore " "
"""
BYTES = Vocabulary.from_bytes([*(bytes([byte]) for byte in range(128)), None], end_ids=[128])
CASES = {
    "lark": (lambda: lark(SUMS), b"ab1+(, );."),
    "json": (lambda: json_schema({"type": "array", "items": {"type": ["integer", "string"]}}), b'[]",1 a-'),
}


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_token_is_allowed_exactly_if_its_bytes_are(name: str) -> None:
    """All texts of up to three characters as tokens, and some longer ones, along random texts of the language."""
    make, alphabet = CASES[name]
    random = Random(name)
    tokens = [bytes(t) for n in (1, 2, 3) for t in itertools.product(alphabet, repeat=n)]
    tokens += [bytes(random.choices(alphabet, k=random.randrange(4, 9))) for _ in range(1500)]
    vocabulary = Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])
    whole, single = constrain.compile(make(), vocabulary), constrain.compile(make(), BYTES)
    bitmask = constrain.allocate_bitmask(1, vocabulary)
    for _ in range(4):
        matcher, judge = whole.matcher(), single.matcher()
        for _ in range(8):
            matcher.fill_bitmask(bitmask[0])
            allowed = set(constrain.allowed_tokens(bitmask[0]))
            expected = set()
            for number, token in enumerate(tokens):
                branch = judge.fork()
                try:
                    for byte in token:
                        branch.advance(byte)
                except RejectedToken:
                    continue
                expected.add(number)
            assert expected == allowed - {len(tokens)}
            if not expected:
                break
            chosen = random.choice(sorted(expected))
            matcher.advance(chosen)
            for byte in tokens[chosen]:
                judge.advance(byte)
