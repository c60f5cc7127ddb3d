"""SentencePiece models, read from the file itself: a protocol buffer whose pieces have a form and a kind.

Normal pieces spell their form with U+2581 for the space, byte pieces spell one byte, user-defined ones are added
tokens, and the rest (unknown, control, unused) is no text. That is all that decoding needs, so neither the
sentencepiece nor the protobuf package is; a loaded processor is also held against its own `decode`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from ..errors import ConstrainError, LimitExceeded, VocabularyError
from ..support.shown import shown
from .decoders import byte_piece
from .reading import MAX_TOKENS, UNUSED, Reading, check_lengths, chosen_as_text, read_file
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
    return Reading(tokens, ends, chosen=frozenset() if text_tokens == "added" else frozenset(wanted), special=added)


def marked(data: bytes) -> dict[int, str]:
    """The pieces that are no ordinary text: forms by id of all that are neither normal nor bytes."""
    try:
        forms, kinds, _ = _parse(data)
    except (ValueError, IndexError) as error:
        raise VocabularyError(f"the tokenizer's SentencePiece model cannot be read: {error}") from error
    return {number: forms[number] for number, kind in enumerate(kinds) if kind not in (_NORMAL, _BYTE)}


def _parse(data: bytes) -> tuple[list[str], list[int], str]:
    """Forms and kinds of all pieces, and the form of the end piece."""
    forms: list[bytes] = []
    kinds: list[int] = []
    end_piece = b"</s>"
    for number, value in _fields(data, 0, len(data)):
        if number == _PIECES:
            form, kind = _piece(data, *_span(value))
            if len(forms) >= MAX_TOKENS:
                raise LimitExceeded(f"more than {MAX_TOKENS} pieces", limit=MAX_TOKENS, needed=len(forms) + 1)
            forms.append(form)
            kinds.append(kind)
        elif number == _TRAINER:
            for inner, content in _fields(data, *_span(value)):
                if inner == _END_PIECE:
                    end_piece = data[slice(*_span(content))]
        elif number == _DENORMALIZER:
            for inner, content in _fields(data, *_span(value)):
                if inner == _CHARACTER_MAP and content != (0, 0) and _span(content)[0] < _span(content)[1]:
                    raise VocabularyError(
                        "this SentencePiece model rewrites what it decodes, so its tokens have no bytes of their own"
                    )
    check_lengths([len(form) for form in forms])
    return [form.decode() for form in forms], kinds, end_piece.decode()


def _piece(data: bytes, start: int, end: int) -> tuple[bytes, int]:
    """The form and the kind of one piece."""
    # As the trainer writes them: tag and length of the form, the form, five bytes of score and, unless it is a normal
    # one, tag and value of the kind. Reading that directly is four times as fast as by the general rule below.
    if end - start > 2 and data[start] == 0x0A and (length := data[start + 1]) < 0x80:
        stop = start + 2 + length
        if end - stop == 5 and data[stop] == 0x15:
            return data[start + 2 : stop], _NORMAL
        if end - stop == 7 and data[stop] == 0x15 and data[stop + 5] == 0x18 and data[stop + 6] < 0x80:
            return data[start + 2 : stop], data[stop + 6]
    form, kind = b"", _NORMAL
    for number, value in _fields(data, start, end):
        if number == _FORM:
            form = data[slice(*_span(value))]
        elif number == _KIND:
            if not isinstance(value, int):
                raise ValueError("a piece's kind is no number")
            kind = value
    return form, kind


def _span(value: int | tuple[int, int]) -> tuple[int, int]:
    if isinstance(value, int):
        raise ValueError("a number stands where a message should")
    return value


def _fields(data: bytes, at: int, end: int) -> Iterator[tuple[int, int | tuple[int, int]]]:
    """The fields of the message in `data[at:end]`: a number for a varint, the place of the content for the rest."""
    while at < end:
        tag, at = (data[at], at + 1) if data[at] < 0x80 else _varint(data, at, end)
        wire = tag & 7
        if wire == _VARINT:
            value, at = _varint(data, at, end)
            yield tag >> 3, value
            continue
        if wire == _LENGTH:
            size, at = (data[at], at + 1) if at < end and data[at] < 0x80 else _varint(data, at, end)
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
