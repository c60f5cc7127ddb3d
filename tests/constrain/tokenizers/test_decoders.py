"""Our reading of the decoders of the tokenizers library against the library itself."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, models

from constrain import Vocabulary, VocabularyError
from constrain.tokenizers import decoders as our_decoders
from tests import tokenizers as some
from tests.tokenizers import is_whole, text_ids


def test_a_ctc_decoder_is_refused() -> None:
    """It merges neighbours, so no bytes could describe it."""
    tokenizer = Tokenizer(models.WordLevel({"a": 0, "b": 1, "|": 2, "<pad>": 3}, unk_token="a"))
    tokenizer.decoder = decoders.CTC()

    with pytest.raises(VocabularyError, match="merges neighbouring"):
        Vocabulary.from_huggingface(tokenizer, end_ids=[3])


def test_a_decoder_that_depends_on_neighbours_is_refused() -> None:
    """A pattern over the fused text reaches across tokens."""
    tokenizer = Tokenizer.from_str(some.tiny("gemma").backend_tokenizer.to_str())
    for rewriting in (decoders.Replace("ll", "L"), decoders.Strip("x", 1, 0), decoders.Metaspace()):
        steps = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), rewriting]
        tokenizer.decoder = decoders.Sequence(steps)

        with pytest.raises(VocabularyError, match="depends on its neighbours"):
            Vocabulary.from_huggingface(tokenizer, end_ids=[2])


@pytest.mark.parametrize(
    "steps",
    [
        [decoders.Metaspace()],
        [
            decoders.Sequence(
                [decoders.Sequence([decoders.Replace("▁", " ")]), decoders.ByteFallback(), decoders.Fuse()]
            )
        ],
        [decoders.Replace("▁", " "), decoders.Strip("e", 1, 1), decoders.ByteFallback(), decoders.Fuse()],
        [decoders.Replace("▁", "_"), decoders.Fuse(), decoders.Strip(" ", 2, 2)],
        [decoders.Replace("▁", ""), decoders.Replace("e", "ee")],
        [decoders.Fuse()],
        [decoders.ByteFallback(), decoders.Metaspace()],
    ],
)
def test_odd_chains_of_decoders_mean_what_they_do(steps: list[Any]) -> None:
    """Whatever the chain, the bytes are what it makes of each token."""
    tokenizer = Tokenizer.from_str(some.tiny("gemma").backend_tokenizer.to_str())
    tokenizer.decoder = decoders.Sequence(steps)
    vocabulary = Vocabulary.from_huggingface(tokenizer, end_ids=[2])
    word: Any = tokenizer.token_to_id("o")

    for i in text_ids(vocabulary):
        data = vocabulary.token_bytes[i] or b""
        if is_whole(data):
            assert "o" + data.decode() + "o" == tokenizer.decode([word, i, word], skip_special_tokens=False)


def test_the_byte_alphabet_is_gpt2s() -> None:
    """Our table is that of the tokenizers library, one character a byte."""
    from tokenizers import pre_tokenizers

    assert set(pre_tokenizers.ByteLevel.alphabet()) == set(our_decoders.BYTE_ALPHABET)
    assert sorted(our_decoders.BYTE_ALPHABET.values()) == list(range(256))


@given(st.lists(st.text(max_size=8), max_size=8))
def test_many_tokens_at_once_are_read_as_each_alone(tokens: list[str]) -> None:
    """The quick path over all tokens gives what the definition says of each."""

    def alone(token: str) -> bytes:
        mapped = [our_decoders.BYTE_ALPHABET.get(c) for c in token]
        return token.encode() if None in mapped else bytes(b for b in mapped if b is not None)

    assert [alone(t) for t in tokens] == our_decoders.byte_level(tokens)


@given(st.lists(st.text("Ġabé\u0142 \U0001f600", max_size=6), max_size=8))
def test_byte_level_matches_the_library(tokens: list[str]) -> None:
    """Our reading of the decoder and the decoder agree on any tokens, also ones outside the alphabet."""
    expected = decoders.ByteLevel().decode(tokens)

    assert expected == b"".join(our_decoders.byte_level(tokens)).decode("utf-8", "replace")


@given(st.lists(st.sampled_from(["a", ".", " .", "n't", "' ", "'", "##a", "##.", "do", "not", "##'s", "'s", "do not"])))
def test_word_pieces_match_the_library(tokens: list[str]) -> None:
    """Joining, spacing and the clean-up within a token are the library's, in any order of tokens."""
    for cleanup in (False, True):
        spelling = our_decoders.interpret({"type": "WordPiece", "prefix": "##", "cleanup": cleanup})
        assert spelling is not None
        expected = decoders.WordPiece(cleanup=cleanup).decode(["a", *tokens])
        assert expected == "a" + b"".join(spelling.spell(tokens)).decode()


@given(
    st.lists(st.text("ab ", min_size=1, max_size=5), min_size=1, max_size=4),
    st.integers(0, 4),
    st.integers(0, 4),
)
def test_strips_match_the_library(tokens: list[str], start: int, stop: int) -> None:
    """Stripping within tokens takes off as much as the library does."""
    state = {"type": "Strip", "content": "a", "start": start, "stop": stop}
    spelling = our_decoders.interpret(state)
    assert spelling is not None

    # The library counts from both ends of the token as it was, and fails where the cuts would cross.
    kept = [t for t in tokens if len(t) >= start + stop]

    assert decoders.Strip("a", start, stop).decode(kept) == b"".join(spelling.spell(kept)).decode()
