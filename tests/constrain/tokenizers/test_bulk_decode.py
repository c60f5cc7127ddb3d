"""Hearing: the decoder's own words between marks are what its tokens' names spell, or there is another way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, models
from transformers import PreTrainedTokenizerFast

from constrain import LimitExceeded, Vocabulary, VocabularyError
from constrain.tokenizers import bulk_decode as hearing
from constrain.tokenizers import huggingface
from constrain.tokenizers.decoders import BYTE_ALPHABET
from constrain.tokenizers.reading import Reading
from tests import tokenizers as some

CHARACTER = {byte: character for character, byte in BYTE_ALPHABET.items()}


def both(tokenizer: Any, **options: Any) -> tuple[Reading | None, Reading]:
    """What is heard, and what is spelled from the tokens' names."""
    backend: Any = huggingface._backend(tokenizer)
    stated = huggingface._stated(backend)
    assert stated is not None
    heard = huggingface._read_by_ear(tokenizer, backend, stated, options.get("text_tokens", ()))
    return heard, huggingface._read_by_name(tokenizer, backend, stated, options.get("text_tokens", ()))


def same(heard: Reading, spelled: Reading) -> bool:
    return list(heard.tokens) == list(spelled.tokens) and heard[1:] == spelled[1:]


def byte_level(tokens: list[bytes]) -> Tokenizer:
    """A byte-level tokenizer of just these tokens."""
    names = ["".join(map(CHARACTER.__getitem__, data)) for data in tokens]
    tokenizer = Tokenizer(models.BPE({name: number for number, name in enumerate(names)}, []))
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


@pytest.mark.parametrize("name", some.REAL)
def test_real_tokenizers_are_heard_as_they_are_spelled(name: str) -> None:
    """Each of them, byte-level and SentencePiece: all tokens, end ids and names; also with added tokens as text."""
    tokenizer = some.real(name)
    for text_tokens in ((), "added"):
        heard, spelled = both(tokenizer, text_tokens=text_tokens)
        assert heard is not None
        assert same(heard, spelled)


@pytest.mark.parametrize("name", some.TINY)
def test_tiny_tokenizers_are_heard_or_left(name: str) -> None:
    """Where pieces are so few that each is part of another there is no mark; what is heard is right."""
    heard, spelled = both(some.tiny(name))
    assert heard is None or same(heard, spelled)
    assert (heard is not None) or name != "byte-level"


ODD = st.sampled_from(
    [b"\x0e", b"\x0f\x0f", b"a\x10", b"\xef\xbf\xbd", b"\xc3", b"\xa9", b"\xe2\x82", b"<unused7>", b" "]
)


@settings(deadline=None)
@given(st.lists(st.one_of(ODD, st.binary(min_size=1, max_size=4)), unique=True), st.randoms())
def test_whatever_the_tokens_are(extra: list[bytes], random: Any) -> None:
    """Tokens with marks in them, broken characters, U+FFFD itself: heard as they are spelled, or not at all."""
    tokens = [bytes((byte,)) for byte in range(256)] + [data for data in extra if len(data) > 1]
    random.shuffle(tokens)

    heard, spelled = both(byte_level(tokens))

    assert list(spelled.tokens) == [None if b"unused" in data else data for data in tokens]
    assert heard is None or same(heard, spelled)


def test_a_mark_that_is_in_other_tokens_gives_way_to_the_next() -> None:
    """The first marks tried are in some token each; only where all are is another way needed."""
    marks = [bytes((byte,)) for byte in range(0x0E, 0x16)]
    single = [bytes((byte,)) for byte in range(256)]
    for spoiled in range(len(marks)):
        heard, spelled = both(byte_level([*single, *(b"x" + mark for mark in marks[:spoiled])]))
        assert heard is not None or spoiled >= hearing._MARKS
        assert heard is None or same(heard, spelled)


@pytest.mark.parametrize(("further", "heard"), [([256], True), ([258, 300], True), ([1_000_000], False)])
def test_holes_are_no_text(further: list[int], heard: bool) -> None:
    """Ids may lie a little further up than the tokens count; from far away they are fetched by name."""
    names = {CHARACTER[byte]: byte for byte in range(256)}
    names |= {f"word{number}": number for number in further}
    del names["!"]
    tokenizer = Tokenizer(models.BPE(names, []))
    tokenizer.decoder = decoders.ByteLevel()

    by_ear, spelled = both(tokenizer)

    assert (by_ear is not None) == heard
    assert by_ear is None or same(by_ear, spelled)
    assert spelled.tokens[ord("!")] is None


def test_a_decoder_that_says_another_thing_than_it_states_is_found_out() -> None:
    """The sample compares: what is heard must be what the names spell."""
    tokenizer = byte_level([bytes((byte,)) for byte in range(256)])
    stated = huggingface._stated(tokenizer)
    assert stated is not None

    def listen(ids: Any) -> str:
        return tokenizer.decode(ids.tolist(), skip_special_tokens=False).replace("q", "k")

    assert hearing.hear(tokenizer, listen, stated) is None


def test_only_a_decode_of_the_library_itself_is_listened_to() -> None:
    """A user's own may change neighbours, so every token must be read in full."""

    class Own(PreTrainedTokenizerFast):
        def decode(self, *args: Any, **kwargs: Any) -> str:
            return str(super().decode(*args, **kwargs))

    backend = some.tiny("byte-level").backend_tokenizer
    changed = PreTrainedTokenizerFast(tokenizer_object=backend)
    changed.decode = lambda *args, **kwargs: ""
    for tokenizer in (Own(tokenizer_object=backend), changed):
        assert hearing.listening(tokenizer, tokenizer.decode) is None
    for tokenizer in (backend, PreTrainedTokenizerFast(tokenizer_object=backend)):
        listen = hearing.listening(tokenizer, tokenizer.decode)
        assert listen is not None
        assert listen(np.array([5, 6])) == backend.decode([5, 6])


def test_too_much_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens are counted while they are heard."""
    monkeypatch.setattr(hearing, "MAX_TEXT_BYTES", 100)
    with pytest.raises(LimitExceeded, match="more than 100 bytes"):
        Vocabulary.from_huggingface(some.tiny("byte-level"))


def test_an_unknown_id_among_text_tokens_is_refused_by_ear_too() -> None:
    """The message is the one of the other way."""
    tokenizer = some.tiny("byte-level")
    backend: Any = tokenizer.backend_tokenizer
    stated = huggingface._stated(backend)
    assert stated is not None
    for read in (huggingface._read_by_ear, huggingface._read_by_name):
        with pytest.raises(VocabularyError, match=r"lists 10000, and .* has no such token"):
            read(tokenizer, backend, stated, [10_000])
