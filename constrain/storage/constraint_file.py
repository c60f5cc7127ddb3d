"""The form in which a compiled constraint travels: bytes that say what the core is given, nothing that could run.

    magic         8 bytes   b"CNSTRCON"
    digest       32 bytes   SHA-256 of all that follows
    version       4 bytes   of this format; little-endian, as all numbers here
    flags         4 bytes   bit 0: the grammar calls for special tokens; bit 1: `letters` follow the parts; bit 2:
                            `symbols` follow them
    vocabulary   32 bytes   digest of the vocabulary that it was compiled for; zeros for none
    cache bytes   8 bytes
    library       the version that wrote it, whose byte code this is: a text
    source, kind, read: texts (the grammar's; `read` names how texts become values, see `READERS`)
    parts         what the core is given (`Parts`)
    letters       the same with special tokens by their letters, for questions about texts
    symbols       names of the productions, of a grammar that is compiled for no vocabulary (`grammars/library`)

A text is its length in 4 bytes and its UTF-8. A list of byte strings is their number in 4 bytes, their lengths in 4
bytes each, and the strings one after another.

Loading skips what takes the time of compiling, reading the grammar's text and writing its byte code. What is left is
the core's own work on the byte code. A file is believed only where its counts fit its length and its digest is that of
its content. That guards against damage, not against someone who writes wrong byte code on purpose: such a file can
forbid or allow what the grammar did not, but the core checks byte code as it reads it, so it can do no more.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from .. import _native
from ..errors import GrammarError, UnsupportedError
from ..grammar import Expression, Grammar, Value
from ..support.json_reader import read_json
from ..support.shown import shown

MAGIC, VERSION = b"CNSTRCON", 1
LIBRARY = "0.1.0"  # the version of this library, which `constrain.__version__` is
_START = len(MAGIC) + 32
_HEADER = struct.Struct("<II32sQ")
_NUMBER = struct.Struct("<I")
_SPECIAL, _LETTERS, _SYMBOLS = 1, 2, 4
NO_VOCABULARY = "00" * 32

# Ways to read a text that have a name in every process. All others are the user's own.
READERS: Mapping[str, Callable[[str], Any]] = MappingProxyType({"text": str, "json": read_json})


class Parts(NamedTuple):
    """What the core makes a constraint of: byte code of terminals and productions, and names for messages.

    `families` is that of `FlatGrammar`. `regions`: how many tokens a lexeme of each terminal may take, 0 for any
    number; empty where all may. `special`: the byte code is for the vocabulary's trie with special tokens. `lazy`: a
    capsule of a graph in place of everything else.
    """

    terminals: Sequence[bytes]
    names: Sequence[str]
    productions: Sequence[bytes]
    start: int
    families: Sequence[int]
    regions: Sequence[int] = ()
    special: bool = False
    embedded: Sequence[_native.Embedded] = ()  # never saved, as is the next
    lazy: object | None = None


class SavedConstraint(NamedTuple):
    """A constraint without its vocabulary. `read` is a name of `READERS`, or says what the user's own reader was.

    With `symbols`, the names of its productions, it is a grammar, for any vocabulary; `source` is what it was made of.
    """

    parts: Parts
    letters: Parts | None
    vocabulary: str  # its digest
    cache_bytes: int
    source: str
    kind: str
    read: str
    symbols: Sequence[str] = ()


def reader_name(read: Callable[[str], Any]) -> str:
    """The name of a reader in `READERS`; for others, one that says in messages what it was."""
    for name, known in READERS.items():
        if read is known:
            return name
    owner = getattr(read, "source", read)  # the model that a reader of Pydantic's reads
    return "own " + str(getattr(owner, "__qualname__", None) or type(owner).__qualname__)[:100]


def to_bytes(saved: SavedConstraint) -> bytes:
    """The saved form."""
    flags = (_SPECIAL if saved.parts.special else 0) | (_LETTERS if saved.letters is not None else 0)
    flags |= _SYMBOLS if saved.symbols else 0
    body = [_HEADER.pack(VERSION, flags, bytes.fromhex(saved.vocabulary), saved.cache_bytes)]
    for text in (LIBRARY, saved.source, saved.kind, saved.read):
        data = text.encode(errors="backslashreplace")
        body += [_NUMBER.pack(len(data)), data]
    for parts in (saved.parts, saved.letters):
        if parts is not None:
            body += _written(parts)
    if saved.symbols:
        body += _strings([name.encode(errors="backslashreplace") for name in saved.symbols])
    content = b"".join(body)
    return MAGIC + hashlib.sha256(content).digest() + content


def _written(parts: Parts) -> list[bytes]:
    names = [name.encode(errors="backslashreplace") for name in parts.names]
    written = [_NUMBER.pack(parts.start)]
    for strings in (parts.terminals, names, parts.productions):
        written += _strings(strings)
    for numbers in (parts.families, parts.regions):
        written += [_NUMBER.pack(len(numbers)), np.array(numbers, "<u4").tobytes()]
    return written


def _strings(strings: Sequence[bytes]) -> list[bytes]:
    return [_NUMBER.pack(len(strings)), np.array([*map(len, strings)], "<u4").tobytes(), *strings]


class Head(NamedTuple):
    """What stands before the parts, which begin at byte `at`."""

    flags: int
    vocabulary: str
    cache_bytes: int
    source: str
    kind: str
    read: str
    at: int


def head(data: bytes, place: str) -> Head:
    """What `to_bytes` wrote first, all of it being whole; `GrammarError` for anything else.

    `place` is what messages call it.
    """
    if data[: len(MAGIC)] != MAGIC:
        raise GrammarError(f"{place} is no saved constraint: it begins with {data[: len(MAGIC)]!r}, not {MAGIC!r}")
    at = _START + _HEADER.size
    if len(data) < at:
        raise GrammarError(f"{place} is cut off after {len(data)} bytes, within its header")
    version, flags, vocabulary, cache_bytes = _HEADER.unpack_from(data, _START)
    if version != VERSION:
        raise GrammarError(f"{place} has format version {version}, and this library reads {VERSION}; compile it again")
    if hashlib.sha256(memoryview(data)[_START:]).digest() != data[len(MAGIC) : _START]:
        raise GrammarError(f"{place} is damaged: its content does not have the digest it states; compile it again")
    reader = _Reader(data, at, place)
    written_by = reader.text()
    if written_by != LIBRARY:
        raise GrammarError(
            f"{place} was written by version {shown(written_by, 40)} of this library, and this is {LIBRARY}, whose "
            "byte code may differ; compile it again"
        )
    source, kind, read = reader.text(), reader.text(), reader.text()
    if flags & ~(_SPECIAL | _LETTERS | _SYMBOLS):
        raise reader.damaged(f"it claims flags {flags:#x}")
    return Head(flags, vocabulary.hex(), cache_bytes, source, kind, read, reader.at)


def from_bytes(data: bytes, place: str) -> SavedConstraint:
    """What `to_bytes` wrote; `GrammarError` for anything else. `place` is what messages call it."""
    return after_head(data, head(data, place), place)


def after_head(data: bytes, found: Head, place: str) -> SavedConstraint:
    """The rest of what `head` has read."""
    flags, vocabulary, cache_bytes, source, kind, read, at = found
    reader = _Reader(data, at, place)
    parts = reader.parts(special=bool(flags & _SPECIAL))
    letters = reader.parts(special=False) if flags & _LETTERS else None
    symbols = reader.texts() if flags & _SYMBOLS else []
    if symbols and len(symbols) != len(parts.productions):
        raise reader.damaged(f"it has {len(parts.productions)} productions and {len(symbols)} names of them")
    if reader.at != len(data):
        raise reader.damaged(f"{len(data) - reader.at} bytes are left over")
    return SavedConstraint(parts, letters, vocabulary, cache_bytes, source, kind, read, symbols)


class _Reader:
    """Reads one thing after another, and believes no count that the data is too short for."""

    def __init__(self, data: bytes, at: int, place: str) -> None:
        self.data, self.at, self.place = data, at, place

    def damaged(self, why: str) -> GrammarError:
        return GrammarError(f"{self.place} is damaged: {why}; compile it again")

    def take(self, count: int) -> int:
        """Where the next `count` bytes begin."""
        at, self.at = self.at, self.at + count
        if self.at > len(self.data):
            raise self.damaged(f"{count} bytes should follow byte {at}, and {len(self.data) - at} do")
        return at

    def number(self) -> int:
        number: int = _NUMBER.unpack_from(self.data, self.take(4))[0]
        return number

    def numbers(self) -> list[int]:
        count = self.number()
        numbers: list[int] = np.frombuffer(self.data, "<u4", count, self.take(4 * count)).tolist()
        return numbers

    def strings(self) -> list[bytes]:
        lengths = self.numbers()
        data, at = self.data, self.take(sum(lengths))
        strings = []
        for length in lengths:
            strings.append(data[at : at + length])
            at += length
        return strings

    def text(self) -> str:
        length = self.number()
        at = self.take(length)
        return self._decoded(self.data[at : at + length])

    def texts(self) -> list[str]:
        return [self._decoded(data) for data in self.strings()]

    def _decoded(self, data: bytes) -> str:
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            raise self.damaged(f"the text {shown(data, 40)} is no UTF-8") from error

    def parts(self, *, special: bool) -> Parts:
        start, terminals = self.number(), self.strings()
        names = self.texts()
        productions, families, regions = self.strings(), self.numbers(), self.numbers()
        count = len(productions)
        if len(names) != len(terminals):
            raise self.damaged(f"it has {len(terminals)} terminals and {len(names)} names of terminals")
        if len(regions) not in (0, len(terminals)):
            raise self.damaged(f"it has {len(terminals)} terminals and budgets of {len(regions)}")
        if start >= count or len(families) not in (0, count) or any(family >= count for family in families):
            raise self.damaged(f"it has {count} productions, and speaks of others")
        return Parts(terminals, names, productions, start, families, regions, special)


class SavedGrammar(Grammar[Value]):
    """The grammar of a constraint that was loaded: what it is called and how its texts are read, but no productions."""

    def __init__(self, saved: SavedConstraint, read: Callable[[str], Value] | None = None) -> None:
        self.source, self.kind, self.families = saved.source, saved.kind, {}
        self.read = read or READERS.get(saved.read) or NoReader(saved.source, saved.read)

    @property
    def productions(self) -> dict[str, Expression]:  # type: ignore[override]
        raise UnsupportedError(
            f"{self.source}: a constraint that was loaded has its grammar in compiled form alone; make the grammar of "
            "its text again to combine it with others or to look into it",
            feature="the productions of a loaded constraint",
            where=self.source,
        )

    def __repr__(self) -> str:
        return f"<Grammar {self.source}: loaded>"


class NoReader:
    """Stands for a reader that did not travel: every text it is asked to read is an error."""

    def __init__(self, source: str, what: str) -> None:
        self.source, self.what = source, what

    def __call__(self, text: str) -> Any:
        raise UnsupportedError(
            f"{self.source}: this constraint was saved, and what its texts were read by "
            f"({self.what.removeprefix('own ')}) was not; give read= when it is loaded, as in "
            "Constraint.load(path, vocabulary, read=Invoice.model_validate_json)",
            feature="reading values",
            where=self.source,
        )
