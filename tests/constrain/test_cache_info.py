"""What the process keeps is reported, and goes with its owners."""

from __future__ import annotations

import ctypes
import gc
import os

import pytest

import constrain
from constrain import Vocabulary, _native
from constrain.grammars import json_schema, regex


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


def test_asking_makes_nothing() -> None:
    """A constraint without a matcher has no configurations, however often it is asked, but its network counts."""
    vocabulary = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
    constraint = constrain.compile(regex("(ab|cd)*e"), vocabulary)
    first, second = constraint.native.statistics(), constraint.native.statistics()

    assert first == second
    assert 0 == first["configurations"] == first["sets"]
    assert 0 < first["bytes"] < 20_000


def test_long_patterns_of_several_constraints_are_kept_once() -> None:
    """Each counts its part of them, also after others have gone."""
    vocabulary = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
    texts = [f"{number**7:x}" for number in range(1000)]
    alone, one = (constrain.compile(regex("|".join(texts[:end])), vocabulary) for end in (999, 1000))
    size = one.native.statistics()["bytes"]
    other = constrain.compile(regex("|".join(texts)), vocabulary)

    assert one.native.statistics() == other.native.statistics()
    assert one.native.statistics()["bytes"] < 0.8 * size < alone.native.statistics()["bytes"]
    del other
    gc.collect()
    assert one.native.statistics()["bytes"] == size


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="needs glibc's statistics")
@pytest.mark.skipif("CONSTRAIN_SANITIZED" in os.environ, reason="allocations are the sanitizer's")
@pytest.mark.parametrize("used", [False, True])
def test_what_is_counted_is_what_is_allocated(used: bool) -> None:
    """The bytes counted for constraints that live, with their first masks made or not, are within a third of malloc's."""

    class Mallinfo2(ctypes.Structure):
        _fields_ = [(f"field{i}", ctypes.c_size_t) for i in range(10)]  # the eighth: bytes in use

    library = ctypes.CDLL(None)
    library.mallinfo2.restype = Mallinfo2

    def allocated() -> int:
        gc.collect()
        return int(library.mallinfo2().field7 + library.mallinfo2().field4)  # in arenas, and in pages of their own

    vocabulary = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), b"ab", None], end_ids=[257])
    properties = {f"key{i}": {"type": ["string", "integer"]} for i in range(12)}
    grammar = json_schema({"type": "object", "properties": properties, "required": ["key3"]})
    terminals, _, productions, start, _ = grammar.flatten()
    codes, labels = [terminal.code for terminal in terminals], [terminal.name for terminal in terminals]
    row = constrain.allocate_bitmask(1, vocabulary)[0]

    def living(count: int) -> list[_native.Constraint]:
        made: list[_native.Constraint] = []
        for _ in range(count):
            constraint = _native.Constraint(vocabulary.native, codes, labels, productions, start, 1 << 26)
            if used:
                _native.Matcher(constraint).fill_bitmask(row)
            made.append(constraint)
        return made

    living(3)  # what they share is made
    before = allocated()
    constraints = living(60)
    needed = (allocated() - before) / 60
    counted = sum(constraint.statistics()["bytes"] for constraint in constraints) / 60

    assert counted == pytest.approx(needed, rel=0.33)
