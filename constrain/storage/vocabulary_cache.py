"""Vocabularies of tokenizers that this machine has seen, kept in the user's cache folder with the common token tables.

Reading a tokenizer is mostly asking its library for every token twice, for its form and for what it decodes to. The
first cannot be saved, since only the forms say which tokenizer it is: no path and no time says what is in memory. The
second can, and with it the order of the trie and the tables that nearly every JSON grammar needs. For 128,000 tokens
the forms take 50 ms, the rest of the reading 90, and a file 3, or 15 with the trie made from it.

**The key** is SHA-256 of all that the vocabulary follows from: the form of every token (`tokenizers.names`), added
tokens, special and end ids, the decoder as it states itself, the arguments, the versions of the libraries that decode,
and the code of this one. A tokenizer with a `decode` of its own has no key, and is read every time.

**A file** is the key, a check sum that ties it to what follows, the kinds of tables, and a saved vocabulary, whose own
digests guard everything else (`saved_vocabulary`, `saved_tables`). What is damaged, of another key, or could have been
written by another user is a miss and is written again.

    magic      8 bytes   b"CNSTRVCC"
    key       32 bytes
    check     32 bytes   SHA-256 of the key, the kinds, and magic, digest and length of the saved vocabulary
    length     4 bytes   little-endian, of the kinds in UTF-8, one a line, which follow
    the rest             as `Vocabulary.save` writes it

Files are written half a second after the vocabulary was made, or as the process ends (`user_cache.Later`), into a
temporary file that takes the name when it is whole. Writers of one key write equally good files, so it does not matter
which comes last. No error of the file system reaches the user.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from .. import _native
from ..errors import ConstrainError
from ..tokenizers.reading import MAX_FILE_BYTES
from . import tables_file as saved_tables
from . import user_cache
from . import vocabulary_file as saved_vocabulary
from .constraint_file import LIBRARY
from .tables_file import Prepared
from .user_cache import SWITCH as SWITCH
from .vocabulary_file import Saved

MAGIC, VERSION, ENDING = b"CNSTRVCC", 1, ".vocabulary"
# Bytes of all files together, beyond which those used longest ago go. A vocabulary takes 1 to 8 MB, so some 60 stay.
LIMIT = 256 << 20
_HEADER = len(MAGIC) + 32 + 32 + 4


class Found(NamedTuple):
    """What a file held: a vocabulary, and the kinds of grammars whose common tables are with it."""

    saved: Saved
    kinds: frozenset[str]


class Content(NamedTuple):
    """What a file is to hold: the content of a vocabulary (`saved_vocabulary.content`), and what is beside it."""

    body: bytes
    prepared: Prepared
    kinds: frozenset[str]


def folder() -> Path | None:
    """Where the files are; None where the user wants none or the system names no place."""
    return user_cache.folder("vocabularies")


def key_of(facts: object) -> str:
    """The key for all that a vocabulary follows from: numbers, texts, bytes and None, in tuples.

    Python writes such values so that different ones are written differently. OSError where this code cannot be read.
    """
    return hashlib.sha256(repr((VERSION, _code(), facts)).encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _code() -> tuple[str, ...]:
    """What tells this code from any other that might have made a file: the formats, and a digest of code and version.

    The version alone would do for releases. In a checkout code changes under one version, and a mended fault must not
    live on in files. It takes 2 ms, once.
    """
    here = Path(__file__).parent.parent
    made = hashlib.sha256(LIBRARY.encode())
    folders = (here / name for name in ("", "compiling", "patterns", "storage", "support", "tokenizers"))
    parts = sorted(path for folder in folders for path in folder.glob("*.py"))
    if not parts:
        raise FileNotFoundError(f"{here} holds no code")
    for path in [Path(str(_native.__file__)), *parts]:
        data = path.read_bytes()
        made.update(f"{path.name} {len(data)} ".encode() + data)
    return str(saved_tables.VERSION), str(saved_vocabulary.VERSION), sys.byteorder, made.hexdigest()


def load(key: str) -> Found | None:
    """The vocabulary with this key; None where there is none that can be believed. Never raises."""
    place = folder()
    if place is None:
        return None
    path = place / (key + ENDING)
    try:
        data = user_cache.read(path, MAX_FILE_BYTES)
        return None if data is None else _parsed(data, bytes.fromhex(key))
    except (OSError, ConstrainError, ValueError):  # ValueError: no path at all, or no UTF-8
        return None


def _parsed(data: bytes, key: bytes) -> Found | None:
    length = int.from_bytes(data[_HEADER - 4 : _HEADER], "little")
    kinds, start = data[_HEADER : _HEADER + length], _HEADER + length
    if data[: len(MAGIC) + 32] != MAGIC + key or len(data) < start + _IDENTITY:
        return None
    if data[len(MAGIC) + 32 : _HEADER - 4] != _check_sum(
        key, kinds, data[start : start + _IDENTITY], len(data) - start
    ):
        return None
    saved = saved_vocabulary.from_bytes(data[start:], "the cached vocabulary")
    return Found(saved, frozenset(kinds.decode().split("\n")) - {""})


_IDENTITY = len(saved_vocabulary.MAGIC) + 32  # bytes at the beginning of a saved vocabulary


def _check_sum(key: bytes, kinds: bytes, identity: bytes, length: int) -> bytes:
    """The length is in it because a vocabulary cut off before its tables is a good one without."""
    sizes = len(kinds).to_bytes(4, "little") + length.to_bytes(8, "little")
    return hashlib.sha256(key + sizes + kinds + identity).digest()


def store(key: str, content: Content) -> bool:
    """Write a file now; whether that went well. Never raises for what the file system says."""
    place = folder()
    if place is None:
        return False
    kinds = "\n".join(sorted(content.kinds)).encode()
    saved = saved_vocabulary.to_bytes(content.body)
    beside = saved_tables.to_bytes(content.prepared, hashlib.sha256(content.body).digest())
    raw = bytes.fromhex(key)
    check = _check_sum(raw, kinds, saved[:_IDENTITY], len(saved) + len(beside))
    head = MAGIC + raw + check + len(kinds).to_bytes(4, "little") + kinds
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        saved_vocabulary.write_whole(place / (key + ENDING), [head, saved, beside])
        user_cache.prune(place, ENDING, key + ENDING, LIMIT)
    except (OSError, ValueError):
        return False
    return True


# ---- later, on a thread of its own ----

# Makes the common tables of a vocabulary in its native form, and says of which kinds of grammars. That is the work of
# `common_tables`, which knows vocabularies and so cannot be imported here.
MakeTables = Callable[[Any, Any], frozenset[str]]
_make_tables: MakeTables | None = None


def register_tables(make: MakeTables) -> None:
    """Let files have the tables that `make(vocabulary, native)` makes in the store of `native`."""
    global _make_tables
    _make_tables = make


def make_tables(vocabulary: Any, native: Any) -> frozenset[str]:
    """Make what was registered; the kinds of grammars that the tables are for."""
    return frozenset() if _make_tables is None else _make_tables(vocabulary, native)


later = user_cache.Later("constrain cache")
finish = later.finish


def store_later(key: str, make: Callable[[], Content]) -> None:
    """Make the content and write it, some time from now or as the process ends; once where it is asked for twice."""
    if folder() is not None:
        later.ask(key, lambda: not _is_writable() or store(key, make()) or True)


def _is_writable() -> bool:
    """Whether a file might be written, seen before tables are made for it."""
    place = folder()
    if place is None:
        return False
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return os.access(place, os.W_OK | os.X_OK)
