"""Decoding in bulk: the decoder's own texts between separators are what its tokens' names spell, or there is another way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, models
from transformers import PreTrainedTokenizerFast

from constrain import LimitExceeded, Vocabulary, VocabularyError
from constrain.tokenizers import bulk_decode, huggingface
from constrain.tokenizers.decoders import BYTE_ALPHABET
from constrain.tokenizers.reading import Reading
from tests import tokenizers as some

CHARACTER = {byte: character for character, byte in BYTE_ALPHABET.items()}


def both(tokenizer: Any, **options: Any) -> tuple[Reading | None, Reading]:
    """What is decoded, and what is spelled from the tokens' names."""
    backend: Any = huggingface._backend(tokenizer)
    stated = huggingface._stated(backend)
    assert stated is not None
    decoded = huggingface._read_in_bulk(tokenizer, backend, stated, options.get("text_tokens", ()))
    return decoded, huggingface._read_by_name(tokenizer, backend, stated, options.get("text_tokens", ()))


def same(decoded: Reading, spelled: Reading) -> bool:
    return list(decoded.tokens) == list(spelled.tokens) and decoded[1:] == spelled[1:]


def byte_level(tokens: list[bytes]) -> Tokenizer:
    """A byte-level tokenizer of just these tokens."""
    names = ["".join(map(CHARACTER.__getitem__, data)) for data in tokens]
    tokenizer = Tokenizer(models.BPE({name: number for number, name in enumerate(names)}, []))
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


@pytest.mark.parametrize("name", some.REAL)
def test_real_tokenizers_are_decoded_as_they_are_spelled(name: str) -> None:
    """Each of them, byte-level and SentencePiece: all tokens, end ids and names; also with added tokens as text."""
    tokenizer = some.real(name)
    for text_tokens in ((), "added"):
        decoded, spelled = both(tokenizer, text_tokens=text_tokens)
        assert decoded is not None
        assert same(decoded, spelled)


@pytest.mark.parametrize("name", some.TINY)
def test_tiny_tokenizers_are_decoded_or_left(name: str) -> None:
    """Where pieces are so few that each is part of another there is no separator; what is decoded is right."""
    decoded, spelled = both(some.tiny(name))
    assert decoded is None or same(decoded, spelled)
    assert (decoded is not None) or name != "byte-level"


ODD = st.sampled_from(
    [b"\x0e", b"\x0f\x0f", b"a\x10", b"\xef\xbf\xbd", b"\xc3", b"\xa9", b"\xe2\x82", b"<unused7>", b" "]
)


@settings(deadline=None)
@given(st.lists(st.one_of(ODD, st.binary(min_size=1, max_size=4)), unique=True), st.randoms())
def test_whatever_the_tokens_are(extra: list[bytes], random: Any) -> None:
    """Tokens with separators in them, broken characters, U+FFFD itself: decoded as they are spelled, or not at all."""
    tokens = [bytes((byte,)) for byte in range(256)] + [data for data in extra if len(data) > 1]
    random.shuffle(tokens)

    decoded, spelled = both(byte_level(tokens))

    assert list(spelled.tokens) == [None if b"unused" in data else data for data in tokens]
    assert decoded is None or same(decoded, spelled)


def test_a_mark_that_is_in_other_tokens_gives_way_to_the_next() -> None:
    """The first separators tried are in some token each; only where all are is another way needed."""
    separators = [bytes((byte,)) for byte in range(0x0E, 0x16)]
    single = [bytes((byte,)) for byte in range(256)]
    for spoiled in range(len(separators)):
        decoded, spelled = both(byte_level([*single, *(b"x" + separator for separator in separators[:spoiled])]))
        assert decoded is not None or spoiled >= bulk_decode._SEPARATORS
        assert decoded is None or same(decoded, spelled)


@pytest.mark.parametrize(("further", "decoded"), [([256], True), ([258, 300], True), ([1_000_000], False)])
def test_holes_are_no_text(further: list[int], decoded: bool) -> None:
    """Ids may lie a little further up than the tokens count; from far away they are fetched by name."""
    names = {CHARACTER[byte]: byte for byte in range(256)}
    names |= {f"word{number}": number for number in further}
    del names["!"]
    tokenizer = Tokenizer(models.BPE(names, []))
    tokenizer.decoder = decoders.ByteLevel()

    in_bulk, spelled = both(tokenizer)

    assert (in_bulk is not None) == decoded
    assert in_bulk is None or same(in_bulk, spelled)
    assert spelled.tokens[ord("!")] is None


def test_a_decoder_that_says_another_thing_than_it_states_is_found_out() -> None:
    """The sample compares: what is decoded must be what the names spell."""
    tokenizer = byte_level([bytes((byte,)) for byte in range(256)])
    stated = huggingface._stated(tokenizer)
    assert stated is not None

    def decode_array(ids: Any) -> str:
        return tokenizer.decode(ids.tolist(), skip_special_tokens=False).replace("q", "k")

    assert bulk_decode.decode_all(tokenizer, decode_array, stated) is None


def test_only_a_decode_of_the_library_itself_is_listened_to() -> None:
    """A user's own may change neighbours, so every token must be read in full."""

    class Own(PreTrainedTokenizerFast):
        def decode(self, *args: Any, **kwargs: Any) -> str:
            return str(super().decode(*args, **kwargs))

    backend = some.tiny("byte-level").backend_tokenizer
    changed = PreTrainedTokenizerFast(tokenizer_object=backend)
    changed.decode = lambda *args, **kwargs: ""
    for tokenizer in (Own(tokenizer_object=backend), changed):
        assert bulk_decode.array_decode(tokenizer, tokenizer.decode) is None
    for tokenizer in (backend, PreTrainedTokenizerFast(tokenizer_object=backend)):
        decode_array = bulk_decode.array_decode(tokenizer, tokenizer.decode)
        assert decode_array is not None
        assert decode_array(np.array([5, 6])) == backend.decode([5, 6])


def test_too_much_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens are counted while they are decoded."""
    monkeypatch.setattr(bulk_decode, "MAX_TEXT_BYTES", 100)
    with pytest.raises(LimitExceeded, match="more than 100 bytes"):
        Vocabulary.from_huggingface(some.tiny("byte-level"))


def test_an_unknown_id_among_text_tokens_is_refused_in_bulk_too() -> None:
    """The message is the one of the other way."""
    tokenizer = some.tiny("byte-level")
    backend: Any = tokenizer.backend_tokenizer
    stated = huggingface._stated(backend)
    assert stated is not None
    for read in (huggingface._read_in_bulk, huggingface._read_by_name):
        with pytest.raises(VocabularyError, match=r"lists 10000, and .* has no such token"):
            read(tokenizer, backend, stated, [10_000])
