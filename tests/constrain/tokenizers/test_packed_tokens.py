"""Packed tokens are the list that they were made of, also cut to another size or with some tokens replaced."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from constrain.tokenizers.packed_tokens import PackedTokens

TOKENS = st.lists(st.none() | st.binary(min_size=1, max_size=3))


@given(TOKENS)
def test_packed_tokens_are_the_list(tokens: list[bytes | None]) -> None:
    """One by one, all together, from either end, and by their sizes."""
    packed = PackedTokens.of(tokens)

    assert tokens == list(packed) == list(packed.unpacked()) == packed[:]
    assert tokens == [packed[i - len(tokens)] for i in range(len(tokens))]
    assert [data or b"" for data in tokens] == [packed.at(i) for i in range(len(tokens))]
    assert tokens == list(PackedTokens.of_sizes(packed.text, packed.sizes))


@given(TOKENS, st.integers(0, 12))
def test_another_size_cuts_or_pads(tokens: list[bytes | None], count: int) -> None:
    """What is beyond goes, and what is missing is no text."""
    resized = PackedTokens.of(tokens).resized(count)

    assert [*tokens, *[None] * count][:count] == list(resized)
    assert len(resized.text) == int(resized.sizes.sum())


@given(TOKENS, st.data())
def test_replaced_tokens_are_others(tokens: list[bytes | None], data: st.DataObject) -> None:
    """Text for none, none for text, and longer or shorter text; the original stays what it is."""
    places = st.integers(0, max(len(tokens) - 1, 0))
    others = data.draw(
        st.dictionaries(places, st.none() | st.binary(min_size=1, max_size=3)) if tokens else st.just({})
    )
    packed = PackedTokens.of(tokens)

    replaced = packed.replaced(others)

    assert [others.get(i, token) for i, token in enumerate(tokens)] == list(replaced)
    assert tokens == list(packed)
    assert replaced.lengths.dtype == np.uint32
