"""A vocabulary with saved token tables allows what it would allow without them, whatever became of the file."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

import constrain
from constrain import Vocabulary, VocabularyError
from constrain.grammar import Grammar
from constrain.grammars import prepare
from constrain.grammars.json_schema import json_schema
from constrain.grammars.regex import regex
from constrain.storage import tables_file as prepared
from constrain.storage import vocabulary_file as saved_vocabulary
from tests.laws import behaviour, walk
from tests.strategies import World, vocabulary_of, worlds

SCHEMAS = [
    True,
    {
        "type": "object",
        "properties": {"a": {"type": "string", "maxLength": 3}},
        "additionalProperties": {"type": "number"},
    },
    {"type": "string", "format": "date"},
]
TEXT = b'{"a": "x\\n", "b": -1.5}'


def small_vocabulary() -> Vocabulary:
    """Every byte, and short texts over what JSON is made of, some of them crossing the ends of strings."""
    texts = ["".join(letters) for length in (2, 3) for letters in product('a1 ":,{}', repeat=length)]
    tokens = [*(bytes((byte,)) for byte in range(256)), *(text.encode() for text in texts), b"\xc3\xa9", b"\\n"]
    return Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])


def with_tables(vocabulary: Vocabulary, tables: bytes) -> Vocabulary:
    """An equal vocabulary that was loaded with these tables."""
    other = Vocabulary.from_bytes(vocabulary.token_bytes, end_ids=vocabulary.end_ids)
    other._prepared = prepared.Prepared(vocabulary.native.order, tables)
    return other


def masks(grammar: Grammar, vocabulary: Vocabulary, text: bytes) -> list[list[int]]:
    """What is allowed before each byte of the text, as far as the grammar goes along, and behind it."""
    matcher = constrain.compile(grammar, vocabulary).matcher()
    row = constrain.allocate_bitmask(1, vocabulary)[0]
    found = []
    for byte in [*text, None]:
        matcher.fill_bitmask(row)
        found.append(constrain.allowed_tokens(row))
        if byte is None or not matcher.allows(byte):
            break
        matcher.advance(byte)
    return found


def test_saved_tables_are_used_and_say_the_same(tmp_path: Path) -> None:
    """What `prepare` made is in the file; loaded again it is there before any mask is asked for, and masks are equal."""
    vocabulary = small_vocabulary()
    prepare(vocabulary)
    vocabulary.save(tmp_path / "v")

    loaded = Vocabulary.load(tmp_path / "v")

    assert loaded == vocabulary
    assert len(vocabulary.native.tables(1 << 20)) > 1000
    assert len(loaded.native.tables(1 << 20)) == len(vocabulary.native.tables(1 << 20))
    assert constrain.cache_info().saved_table_bytes >= len(loaded.native.tables(1 << 20))
    for schema in SCHEMAS:
        assert masks(json_schema(schema), small_vocabulary(), TEXT) == masks(json_schema(schema), loaded, TEXT)


def test_a_limit_keeps_tables_out(tmp_path: Path) -> None:
    """Tables take as much of the file as they may; without them it has the vocabulary and its order."""
    vocabulary = small_vocabulary()
    prepare(vocabulary)
    whole = vocabulary.native.tables(1 << 20)

    for limit in (0, 100, 1000, len(whole)):
        assert len(vocabulary.native.tables(limit)) <= limit
    vocabulary.save(tmp_path / "v", table_bytes=0)
    assert Vocabulary.load(tmp_path / "v")._prepared == prepared.Prepared(vocabulary.native.order, b"")
    assert vocabulary.native.tables(len(whole)) == whole


@settings(deadline=None)
@given(worlds())
def test_random_worlds_are_the_same_with_saved_tables(world: World) -> None:
    """A constraint behaves alike on a vocabulary that has the tables of an earlier one."""
    vocabulary = vocabulary_of(world.tokens)
    try:
        first = constrain.compile(world.grammar, vocabulary)
        before = [behaviour(matcher) for matcher in walk(first, Random(0))]
    except constrain.ConstrainError:
        return
    if vocabulary.special_tokens or vocabulary.strips_leading_space:
        return
    second = constrain.compile(world.grammar, with_tables(vocabulary, vocabulary.native.tables(1 << 20)))

    assert before == [behaviour(matcher) for matcher in walk(second, Random(0))]


def test_every_change_to_a_file_with_tables_is_noticed() -> None:
    """Each byte flipped in turn, and each beginning: refused, or the vocabulary without tables; never a wrong mask."""
    vocabulary = Vocabulary.from_bytes([b"a", b"b", b'"', b'ab"', b"\xc3", None], end_ids=[5])
    grammar = regex('a[ab]*"')
    expected = masks(grammar, vocabulary, b"")
    section = prepared.Prepared(vocabulary.native.order, vocabulary.native.tables(1 << 20))
    saved = saved_vocabulary.to_bytes(vocabulary._content())
    whole = saved + prepared.to_bytes(section, hashlib.sha256(saved[40:]).digest())

    assert section.tables
    assert masks(grammar, Vocabulary._from_saved(saved_vocabulary.from_bytes(whole, "it")), b"") == expected
    for at in range(len(whole)):
        changed = bytearray(whole)
        changed[at] ^= 1 << at % 8
        with pytest.raises(VocabularyError):
            saved_vocabulary.from_bytes(bytes(changed), "it")
    for cut in range(len(whole)):
        try:
            loaded = Vocabulary._from_saved(saved_vocabulary.from_bytes(whole[:cut], "it"))
        except VocabularyError:
            continue
        assert whole[:cut] == saved
        assert masks(grammar, loaded, b"") == expected


def test_forged_tables_do_no_harm() -> None:
    """Tables that were changed on purpose, under a right digest, may say anything, but nothing is read out of bounds."""
    vocabulary = Vocabulary.from_bytes([b"a", b"b", b'"', b'ab"', b'"a', b"\xc3", None], end_ids=[6])
    grammar = regex('a?[ab]{0,2}"a?')
    masks(grammar, vocabulary, b"")
    tables = vocabulary.native.tables(1 << 20)
    random = Random(0)

    for at in range(len(tables)):
        for value in (0, 0xFF, 0x80, 1, random.randrange(256)):
            forged = tables[:at] + bytes((value,)) + tables[at + 1 :]
            with suppress(VocabularyError):  # where the tables leave no token, nothing can be spelled
                masks(grammar, with_tables(vocabulary, forged), b"")
        masks(grammar, with_tables(vocabulary, tables[:at]), b"")
    masks(grammar, with_tables(vocabulary, random.randbytes(1000)), b"")
