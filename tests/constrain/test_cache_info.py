"""What the process keeps is reported, and goes with its owners."""

from __future__ import annotations

import gc

import constrain
from constrain import Vocabulary
from constrain.grammars.regex import regex


def test_what_is_kept_is_counted_and_goes_with_its_owners() -> None:
    """A constraint that is used adds configurations, its vocabulary a trie and tables; without owners they are gone."""
    gc.collect()
    before = constrain.cache_info()
    vocabulary = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
    constraint = constrain.compile(regex("(ab|cd)*e"), vocabulary)
    row = constrain.allocate_bitmask(1, vocabulary)[0]
    matcher = constraint.matcher()
    compiled = constrain.cache_info()
    for byte in b"abcd":
        matcher.fill_bitmask(row)
        matcher.advance(byte)
    used = constrain.cache_info()

    assert compiled.vocabularies == before.vocabularies + 1
    assert compiled.constraints == before.constraints + 1
    assert compiled.trie_bytes > before.trie_bytes
    assert used.configurations > compiled.configurations
    assert used.configuration_bytes > compiled.configuration_bytes
    assert used.store_bytes > compiled.store_bytes

    del matcher, constraint, vocabulary
    gc.collect()
    assert constrain.cache_info() == before
