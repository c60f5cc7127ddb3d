"""SentencePiece models, read from the file itself: a protocol buffer whose pieces have a form and a kind.

Normal pieces spell their form with U+2581 for the space, byte pieces spell one byte, user-defined ones are added tokens,
and the rest (unknown, control, unused) is no text. That is all that decoding needs, so neither the sentencepiece nor the
protobuf package is; a processor that is already loaded is also held against its own `decode`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from ..errors import ConstrainError, LimitExceeded, VocabularyError
from .decoders import byte_piece
from .reading import MAX_TOKENS, UNUSED, Reading, check_lengths, chosen_as_text, read_file, shown
from .round_trip import check

# Field numbers and kinds of sentencepiece_model.proto.
_PIECES, _TRAINER, _DENORMALIZER = 1, 2, 5
_FORM, _KIND = 1, 3
_END_PIECE = 47
_CHARACTER_MAP = 2
_NORMAL, _CONTROL, _USER_DEFINED, _BYTE = 1, 3, 4, 6
_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5


def read(source: Any, *, text_tokens: Iterable[int | str] | str = ()) -> Reading:
    """Bytes by id of a model given as its file's path, its bytes, or a loaded `SentencePieceProcessor`.

    User-defined pieces are added tokens: no text, unless `text_tokens` lists them. The end id is the model's own.
    """
    decode = None
    if isinstance(source, bytes):
        data, place = source, "the SentencePiece model"
    elif isinstance(source, str | os.PathLike):
        data, place = read_file(source), os.fspath(source)
    elif callable(getattr(source, "serialized_model_proto", None)):
        data, place, decode = source.serialized_model_proto(), "the SentencePiece model", source.decode
    else:
        raise VocabularyError(f"{shown(source)} is no path, no bytes and no SentencePieceProcessor")
    try:
        forms, kinds, end_piece = _parse(data)
    except ConstrainError:
        raise
    except (ValueError, IndexError) as error:
        raise VocabularyError(f"{place} is no SentencePiece model: {error}") from error
    if not forms:
        raise VocabularyError(f"{place} is no SentencePiece model: it has no pieces")

    user_defined = [number for number, kind in enumerate(kinds) if kind == _USER_DEFINED]
    added = {number: forms[number] for number, kind in enumerate(kinds) if kind not in (_NORMAL, _BYTE)}
    wanted = chosen_as_text(text_tokens, added, user_defined)
    if wanted and max(wanted) >= len(forms):
        raise VocabularyError(f"text_tokens lists {max(wanted)}, and {place} has only {len(forms)} pieces")
    tokens: list[bytes | None] = [None] * len(forms)
    for number, (form, kind) in enumerate(zip(forms, kinds, strict=True)):
        if kind == _BYTE:
            tokens[number] = byte_piece(form)
            if tokens[number] is None:
                raise VocabularyError(f"{place}: piece {number} is marked as a byte, but its form is {shown(form)}")
        elif number in wanted or (kind == _NORMAL and not UNUSED.fullmatch(form)):
            tokens[number] = form.replace("\u2581", " ").encode() or None
    ends = [number for number, form in enumerate(forms) if form == end_piece and kinds[number] == _CONTROL]
    if decode is not None:
        check(tokens, decode, lambda number: forms[number])
    return Reading(tokens, ends)


def _parse(data: bytes) -> tuple[list[str], list[int], str]:
    """Forms and kinds of all pieces, and the form of the end piece."""
    forms: list[bytes] = []
    kinds: list[int] = []
    end_piece = b"</s>"
    for number, value in _fields(data, 0, len(data)):
        if number == _PIECES:
            form, kind = b"", _NORMAL
            for inner, content in _fields(data, *_span(value)):
                if inner == _FORM:
                    start, end = _span(content)
                    form = data[start:end]
                elif inner == _KIND:
                    if not isinstance(content, int):
                        raise ValueError(f"piece {len(forms)} has no kind")
                    kind = content
            if len(forms) >= MAX_TOKENS:
                raise LimitExceeded(f"more than {MAX_TOKENS} pieces", limit=MAX_TOKENS, needed=len(forms) + 1)
            forms.append(form)
            kinds.append(kind)
        elif number == _TRAINER:
            for inner, content in _fields(data, *_span(value)):
                if inner == _END_PIECE:
                    start, end = _span(content)
                    end_piece = data[start:end]
        elif number == _DENORMALIZER:
            for inner, content in _fields(data, *_span(value)):
                if inner == _CHARACTER_MAP and content != (0, 0) and _span(content)[0] < _span(content)[1]:
                    raise VocabularyError(
                        "this SentencePiece model rewrites what it decodes, so its tokens have no bytes of their own"
                    )
    check_lengths([len(form) for form in forms])
    return [form.decode() for form in forms], kinds, end_piece.decode()


def _span(value: int | tuple[int, int]) -> tuple[int, int]:
    if isinstance(value, int):
        raise ValueError("a number stands where a message should")
    return value


def _fields(data: bytes, at: int, end: int) -> Iterator[tuple[int, int | tuple[int, int]]]:
    """The fields of the message in `data[at:end]`: a number for a varint, the place of the content for the rest."""
    while at < end:
        tag, at = _varint(data, at, end)
        wire = tag & 7
        if wire == _VARINT:
            value, at = _varint(data, at, end)
            yield tag >> 3, value
            continue
        if wire == _LENGTH:
            size, at = _varint(data, at, end)
        elif wire == _FIXED32:
            size = 4
        elif wire == _FIXED64:
            size = 8
        else:
            raise ValueError(f"wire type {wire} at byte {at}")
        if size > end - at:
            raise ValueError(f"a field of {size} bytes at byte {at}, where {end - at} are left")
        yield tag >> 3, (at, at + size)
        at += size


def _varint(data: bytes, at: int, end: int) -> tuple[int, int]:
    value = shift = 0
    while at < end and shift < 64:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise ValueError(f"a broken number at byte {at}")
