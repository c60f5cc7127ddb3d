"""Patterns whose token tables go on to take much work are refused when they are compiled, and others are not."""

from __future__ import annotations

import string
from random import Random
from typing import Any

import pytest

import constrain
from constrain import LimitExceeded, Vocabulary
from constrain.grammars import json_schema, regex

# Counted words of the same letters in a loop, under a lookahead that counts them too: every byte multiplies the places.
SLOW = (
    r"^(?=[^a]{1,127}(?:\.a.|\w{3}[A-Z]{1,255}[A-Z])(?=\w[^a]?.*$))"
    r"(?:\w{1,63}a?(?:.|\w{1,63}|[a-z0-9-]x\w{1,63}))+$"
)
REAL: list[Any] = [  # of the kind that people write
    {"pattern": r"^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[^A-Za-z0-9]).{8,64}$"},
    {"pattern": r"^(?!.*://)(?=.{1,255}$)((.{1,63}\.){1,127}(?![0-9]*$)[a-z0-9-]+\.?)$"},
    {"allOf": [{"pattern": "[A-Z]"}, {"pattern": "[0-9]"}, {"pattern": "[a-z]"}], "minLength": 8, "maxLength": 128},
    {"allOf": [{"pattern": "atc"}, {"pattern": "ec"}, {"pattern": "ocr"}], "minLength": 50, "maxLength": 255},
    {"oneOf": [{"pattern": word} for word in ("cat", "dog", "bird", "fish", "horse")]},
]


def words() -> Vocabulary:
    """All bytes, and words of many lengths with blanks and capitals, as tokenizers have them."""
    random = Random(5)
    tokens = [bytes((byte,)) for byte in range(256)]
    for _ in range(6000):
        word = "".join(random.choice(string.ascii_lowercase) for _ in range(random.randint(2, 9)))
        tokens.append(random.choice(["", "", " "]).encode() + random.choice([word, word.title()]).encode())
    return Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])


def test_what_would_be_slow_is_refused_each_time() -> None:
    """With both numbers, the terminal and the way on; what the first attempt has found changes nothing."""
    on = words()
    for _ in range(3):
        with pytest.raises(LimitExceeded, match=r"terminal .* simplify its") as caught:
            constrain.compile(regex(SLOW), on)
        assert caught.value.limit is not None
        assert caught.value.needed is not None
        assert caught.value.needed > caught.value.limit


@pytest.mark.parametrize("schema", REAL)
def test_what_people_write_is_taken(schema: Any) -> None:
    """Also where first tables are expensive, because later ones are not."""
    assert constrain.compile(json_schema({"type": "string"} | schema), words())
