"""The file in which a vocabulary is kept: numbers and bytes, nothing that could run.

    magic      8 bytes   b"CNSTRVOC"
    digest    32 bytes   SHA-256 of all that follows: the digest of the vocabulary
    version    4 bytes   of this format; little-endian, as all numbers here
    flags      4 bytes   bit 0: strips_leading_space; bit 1: special tokens are named at the end
    size       4 bytes   tokens
    ends       4 bytes   end ids
    end ids    4 bytes each, ascending
    lengths    4 bytes a token, 0xFFFFFFFF for one that is no text
    text       the tokens' bytes, one after another

and, where flag bit 1 says so,

    count      4 bytes   named special tokens, at least one
    ids        4 bytes each, ascending
    lengths    4 bytes each
    names      in UTF-8, one after another

and, where anything is left, what has been prepared for this vocabulary (see `prepared`).

A file is believed only where its length is what its counts say and its digest is that of its content. Both are looked
at before anything is made of it, so the work is bounded by the file's own length, and that by a limit.
"""

from __future__ import annotations

import hashlib
import os
import struct
import tempfile
from collections.abc import Iterable
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..errors import LimitExceeded, VocabularyError
from ..tokenizers.packed_tokens import NO_TEXT, PackedTokens
from ..tokenizers.reading import MAX_TEXT_BYTES, MAX_TOKEN_BYTES, MAX_TOKENS, read_file
from . import tables_file as prepared
from .tables_file import NOTHING, Prepared

MAGIC, VERSION = b"CNSTRVOC", 1
_HEADER = struct.Struct("<IIII")
_START = len(MAGIC) + 32
_STRIPS, _NAMES = 1, 2


class Saved(NamedTuple):
    """What a vocabulary consists of, and what has been prepared for it."""

    tokens: PackedTokens
    end_ids: tuple[int, ...]
    strips_leading_space: bool
    special_tokens: tuple[tuple[int, str], ...] = ()  # ascending by id
    digest: str = ""
    prepared: Prepared = NOTHING

    @property
    def is_normal(self) -> bool:
        """Whether it is what `Vocabulary` makes of it: end ids that are ascending and no text, and no empty text."""
        ends = np.array(self.end_ids, np.int64)
        return (
            0 < len(ends) <= len(self.tokens)
            and bool((np.diff(ends) > 0).all())
            and int(ends[-1]) < len(self.tokens)
            and bool((self.tokens.lengths[ends] == NO_TEXT).all())
            and bool(self.tokens.lengths.all())
        )


def content(vocabulary: Saved) -> bytes:
    """Everything after the digest."""
    tokens = vocabulary.tokens
    lengths = tokens.lengths.astype("<u4", copy=False)
    ends = np.array(vocabulary.end_ids, "<u4")
    special = vocabulary.special_tokens
    flags = (_STRIPS if vocabulary.strips_leading_space else 0) | (_NAMES if special else 0)
    header = _HEADER.pack(VERSION, flags, len(tokens), len(ends))
    names = [name.encode() for _, name in special]
    numbers = [len(special), *(number for number, _ in special), *map(len, names)] if special else []
    table = np.array(numbers, "<u4").tobytes()
    return b"".join([header, ends.tobytes(), lengths.tobytes(), tokens.text, table, *names])


def digest_of(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def write(path: str | os.PathLike[str], body: bytes, beside: Prepared = NOTHING) -> None:
    """Write the vocabulary's file."""
    write_whole(path, [to_bytes(body), prepared.to_bytes(beside, hashlib.sha256(body).digest())])


def write_whole(path: str | os.PathLike[str], pieces: Iterable[bytes]) -> None:
    """Write the file whole or not at all: a reader never meets half of one."""
    path = Path(os.fsdecode(path))
    number, name = tempfile.mkstemp(prefix=path.name + ".", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.writelines(pieces)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def to_bytes(body: bytes) -> bytes:
    return MAGIC + hashlib.sha256(body).digest() + body


def read(path: str | os.PathLike[str]) -> Saved:
    """What `write` wrote; `VocabularyError` for anything else, and what `open` raises for a file that is not there."""
    try:
        return from_bytes(read_file(path), os.fspath(path))
    except LimitExceeded as error:
        raise VocabularyError(f"no saved vocabulary: {error}") from error


def from_bytes(data: bytes, place: str) -> Saved:
    if data[: len(MAGIC)] != MAGIC:
        raise VocabularyError(f"{place} is no saved vocabulary: it begins with {data[: len(MAGIC)]!r}, not {MAGIC!r}")
    at = _START + _HEADER.size
    if len(data) < at:
        raise VocabularyError(f"{place} is cut off after {len(data)} bytes, within its header")
    version, flags, size, ends = _HEADER.unpack_from(data, _START)
    if version != VERSION:
        raise VocabularyError(f"{place} has format version {version}, and this library reads {VERSION}; make it again")
    if size > MAX_TOKENS or ends > size or flags & ~(_STRIPS | _NAMES):
        raise VocabularyError(f"{place} is damaged: it claims {size} tokens, {ends} end ids and flags {flags:#x}")
    if len(data) < at + 4 * (ends + size):
        raise VocabularyError(f"{place} is cut off after {len(data)} bytes, within its table of {size} tokens")
    end_ids = np.frombuffer(data, "<u4", ends, at)
    lengths = np.frombuffer(data, "<u4", size, at + 4 * ends)
    at += 4 * (ends + size)
    sizes = np.where(lengths == NO_TEXT, np.uint32(0), lengths)
    longest, total = int(sizes.max(initial=0)), int(sizes.sum(dtype=np.int64))
    if longest > MAX_TOKEN_BYTES:
        raise VocabularyError(f"{place} is damaged: it claims a token of {longest} bytes, limit {MAX_TOKEN_BYTES}")
    if total > MAX_TEXT_BYTES or len(data) < at + total:
        raise VocabularyError(
            f"{place} is damaged: its tokens should take {total} bytes, and {len(data) - at} are there"
        )
    text, end = data[at : at + total], at + total
    special, end = _names(data, end, size, place) if flags & _NAMES else ((), end)
    if len(data) > end and data[end : end + len(prepared.MAGIC)] != prepared.MAGIC:
        raise VocabularyError(
            f"{place} is damaged: its tokens and names should take {end - at} bytes, and {len(data) - at} are there"
        )
    digest = hashlib.sha256(memoryview(data)[_START:end]).digest()
    if digest != data[len(MAGIC) : _START]:
        raise VocabularyError(f"{place} is damaged: its content does not have the digest it states")
    beside = prepared.from_bytes(memoryview(data)[end:], digest, place) if len(data) > end else NOTHING
    tokens = PackedTokens(text, lengths.astype(np.uint32, copy=False))
    return Saved(tokens, tuple(end_ids.tolist()), bool(flags & _STRIPS), special, digest.hex(), beside)


def _names(data: bytes, at: int, size: int, place: str) -> tuple[tuple[tuple[int, str], ...], int]:
    """The named special tokens, which stand from byte `at`, and where they end."""
    count = int.from_bytes(data[at : at + 4], "little")
    if not 0 < count <= size or len(data) < at + 4 + 8 * count:
        raise VocabularyError(f"{place} is damaged: it claims {count} named tokens, and {len(data) - at} bytes follow")
    ids = np.frombuffer(data, "<u4", count, at + 4).tolist()
    lengths = np.frombuffer(data, "<u4", count, at + 4 + 4 * count).tolist()
    at += 4 + 8 * count
    end = at + sum(lengths)
    if len(data) < end:
        raise VocabularyError(
            f"{place} is damaged: its names should take {sum(lengths)} bytes, and {len(data) - at} are there"
        )
    stops = accumulate(lengths, initial=at)
    try:
        return tuple((n, data[a:b].decode()) for n, (a, b) in zip(ids, pairwise(stops), strict=True)), end
    except UnicodeDecodeError as error:
        raise VocabularyError(f"{place} is damaged: a special token's name is no UTF-8") from error
