"""A constraint on one text, found by the tokens that an engine shows, forwards and backwards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import constrain
from constrain import Vocabulary, allowed_tokens
from constrain.errors import ConstrainError, LimitExceeded, RejectedToken, VocabularyError
from constrain.grammars import json_schema, regex
from constrain.sampling.integrations.one_text import OneText

VOCABULARY = Vocabulary.from_bytes([b"a", b"b", b"c", b"ab", None, None], end_ids=[4])
TEXT = constrain.compile(regex("(a|b)*c?"), VOCABULARY)


def expected(tokens: list[int]) -> list[int]:
    """By a matcher that reads the text from the beginning."""
    matcher = TEXT.matcher()
    for token in tokens:
        matcher.advance(token)
    return [token for token in range(VOCABULARY.size) if matcher.allows(token)]


def texts() -> Iterator[list[int]]:
    for first in ([], [0], [1, 3], [3, 1, 0]):
        yield first
        yield [*first, 2]
        yield [*first, 2, 4]


@given(
    st.lists(st.integers(0, 8), min_size=1, max_size=30), st.sampled_from(list(texts())), st.lists(st.integers(0, 5))
)
def test_masks_are_those_of_the_tokens_forwards_and_backwards(
    lengths: list[int], text: list[int], prompt: list[int]
) -> None:
    """An engine goes on by a token or goes back, with other tokens then; what counts is the text of this call."""
    other = [3, 1, 0, 2, 4]
    one, shown = OneText(TEXT), 0
    for number, length in enumerate([0, *lengths]):
        tokens = (text if number % 2 else other)[: min(length, shown + 1)]
        assert expected(tokens) == allowed_tokens(one.bitmask([*prompt, *tokens], VOCABULARY.size))
        shown = len(tokens)


@pytest.mark.parametrize("another", [[5, 0], [5], [6, 5, 0, 0], [5, 5, 0, 0, 1, 2]])
def test_another_text_is_refused_and_welcome_after_reset(another: list[int]) -> None:
    """A prompt that is not the last one, or a text that has grown by more than a token."""
    one = OneText(TEXT)
    one.bitmask([5, 5, 0], 6)
    one.bitmask([5, 5, 0, 0], 6)
    with pytest.raises(ConstrainError, match="one text"):
        one.bitmask([*another, 0, 0] if len(another) > 4 else another, 6)

    one.reset()
    assert expected([]) == allowed_tokens(one.bitmask(another, 6))
    assert expected([2]) == allowed_tokens(one.bitmask([*another, 2], 6))


def test_logits_may_be_wider_than_the_vocabulary_but_not_narrower() -> None:
    """Padding columns are forbidden."""
    one = OneText(TEXT)

    assert expected([]) == allowed_tokens(one.bitmask([], 70))
    assert 3 == len(one.bitmask([], 70))
    with pytest.raises(VocabularyError, match="5 columns, the vocabulary 6 tokens"):
        one.bitmask([], 5)


def test_a_token_that_is_not_allowed_raises() -> None:
    """Nothing goes on behind it, and the text before it can still be asked for."""
    one = OneText(TEXT)
    one.bitmask([], 6)
    one.bitmask([2], 6)
    with pytest.raises(RejectedToken):
        one.bitmask([2, 0], 6)

    one.bitmask([], 6)
    assert expected([0]) == allowed_tokens(one.bitmask([0], 6))


def test_texts_complete_within_their_tokens() -> None:
    """Whatever is drawn; where no text fits, the object is not made."""
    bytes_only = Vocabulary.from_bytes([*(bytes([each]) for each in range(256)), None], end_ids=[256])
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    record = constrain.compile(json_schema(schema, extra="forbid"), bytes_only)
    for pick in (0, -1):
        one, tokens = OneText(record, max_tokens=14), [65]
        while not one.matcher.is_finished and len(tokens) < 15:
            allowed = allowed_tokens(one.bitmask(tokens, 257))
            tokens.append(allowed[pick])
        assert record.accepts(bytes_only.decode(tokens[1:]).decode())
    with pytest.raises(LimitExceeded):
        OneText(record, max_tokens=3)


def test_it_takes_constraints_only() -> None:
    """A grammar is not yet one."""
    with pytest.raises(TypeError, match="compile"):
        OneText(regex("a"))
