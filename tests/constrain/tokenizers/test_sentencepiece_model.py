"""SentencePiece models written by hand, well formed and not."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constrain import LimitExceeded, Vocabulary, VocabularyError


def _model(*pieces: tuple[bytes, int], trainer: bytes = b"", extra: bytes = b"") -> bytes:
    """A SentencePiece model, written by hand."""
    out = b""
    for form, kind in pieces:
        body = (
            b"\x0a"
            + bytes([len(form)])
            + form
            + b"\x15\x00\x00\x80\xbf"
            + (b"\x18" + bytes([kind]) if kind != 1 else b"")
        )
        out += b"\x0a" + bytes([len(body)]) + body
    return out + (b"\x12" + bytes([len(trainer)]) + trainer if trainer else b"") + extra


_UNKNOWN, _CONTROL, _USER, _UNUSED, _BYTE = 2, 3, 4, 5, 6


_PIECES = [(b"<unk>", _UNKNOWN), (b"<s>", _CONTROL), (b"</s>", _CONTROL), (b"<0x0A>", _BYTE), ("▁a▁".encode(), 1)]


def test_a_handwritten_sentencepiece_model_is_read() -> None:
    """Kinds decide what is text, and the trainer's settings name the end piece."""
    pieces = [*_PIECES, (b"<0x0B>", 1), (b"\n", _USER), (b"x", _UNUSED), (b"<end>", _CONTROL), (b"<pad>", _CONTROL)]

    vocabulary = Vocabulary.from_sentencepiece(_model(*pieces))
    other = Vocabulary.from_sentencepiece(_model(*pieces, trainer=b"\xfa\x02\x05<end>"), text_tokens="added")

    assert vocabulary.token_bytes == (None, None, None, b"\n", b" a ", b"<0x0B>", None, None, None, None)
    assert vocabulary.end_ids == (2,)
    assert other.token_bytes[6] == b"\n"
    assert other.end_ids == (8,)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x0a",
        b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\x0a\xff\xff\xff\xff\x7f",
        b"\xff" * 30,
        b"\x0f",
        b"\x08\x01",
        _model(*_PIECES)[:-1],
        _model(*_PIECES, (b"<0xZZ>", _BYTE)),
        _model(*_PIECES, (b"\xff\xfe", 1)),
        _model(*_PIECES, extra=b"\x2a\x05\x12\x03abc"),
        b"\x0a\x02\x18",
        b"\x0a\x06\x0a\x7fabcd",
        b"a text, no model",
    ],
)
def test_malformed_sentencepiece_models_are_refused(content: bytes) -> None:
    """Cut off, of another kind, with lengths beyond the end, or with a rule that rewrites what it decodes."""
    with pytest.raises(VocabularyError):
        Vocabulary.from_sentencepiece(content, end_ids=[1])


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_spoiled_sentencepiece_models_never_break_the_reader(data: st.DataObject) -> None:
    """Whatever is changed in a model, the outcome is a vocabulary or one of our errors."""
    spoiled = bytearray(_model(*_PIECES, (b"\n", _USER), trainer=b"\xfa\x02\x05<end>"))
    for _ in range(data.draw(st.integers(1, 4))):
        spoiled[data.draw(st.integers(0, len(spoiled) - 1))] = data.draw(st.integers(0, 255))
    content = bytes(spoiled[: data.draw(st.integers(0, len(spoiled)))])

    with suppress(VocabularyError, LimitExceeded):
        Vocabulary.from_sentencepiece(content, end_ids=[0])
