"""What is kept beside a saved vocabulary so that it need not be computed again: the order of its tokens, and tables.

    magic      8 bytes   b"CNSTRTAB"
    digest    32 bytes   SHA-256 of the vocabulary's digest and all that follows here
    version    4 bytes   of this section and of the core's tables; little-endian, as all numbers
    order      4 bytes   how many tokens are text, and then
               4 bytes each: these tokens, by their bytes and then by id
    tables     the rest, as the core writes them

Nothing here says anything new, so a section of another version is passed over, and everything is computed as if it were
not there. One that does not have its digest, or that belongs to another vocabulary, is refused. The order is checked
while the trie is made from it; tables are checked for what they may point at, and for the rest the digest vouches.
"""

from __future__ import annotations

import hashlib
import struct
from typing import NamedTuple

from ..errors import VocabularyError

Buffer = bytes | memoryview

MAGIC, VERSION = b"CNSTRTAB", 1
_HEADER = struct.Struct("<II")
_START = len(MAGIC) + 32


class Prepared(NamedTuple):
    """`order`: token ids as uint32; `tables`: see the core. Both may be empty."""

    order: Buffer = b""
    tables: Buffer = b""


NOTHING = Prepared()


def to_bytes(prepared: Prepared, vocabulary: bytes) -> bytes:
    """The section for the vocabulary with this digest."""
    order, tables = bytes(prepared.order), bytes(prepared.tables)
    body = _HEADER.pack(VERSION, len(order) // 4) + order + tables
    return MAGIC + hashlib.sha256(vocabulary + body).digest() + body


def from_bytes(data: memoryview, vocabulary: bytes, place: str) -> Prepared:
    """What `to_bytes` wrote for the vocabulary with this digest; `VocabularyError` where it is damaged.

    Copies nothing: `data` is kept.
    """
    if len(data) < _START + _HEADER.size:
        raise VocabularyError(f"{place} is cut off after {len(data)} bytes of its tables; make it again")
    digest = hashlib.sha256(vocabulary)
    digest.update(data[_START:])
    if digest.digest() != data[len(MAGIC) : _START]:
        raise VocabularyError(f"{place} is damaged: its tables do not have the digest they state; make it again")
    version, count = _HEADER.unpack_from(data, _START)
    if version != VERSION:
        return NOTHING
    at = _START + _HEADER.size
    if len(data) < at + 4 * count:
        raise VocabularyError(f"{place} is damaged: it claims {count} ordered tokens; make it again")
    return Prepared(data[at : at + 4 * count], data[at + 4 * count :])
