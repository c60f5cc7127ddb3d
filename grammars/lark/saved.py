"""Compiled Lark grammars as files: what a build makes of the library, and what this machine has compiled before.

The form is a saved constraint without a vocabulary (`constrain/storage/constraint_file.py`), whose source is a digest
of all that the grammar follows from; one with another digest, or damaged, is none. Grammars that a program compiles go
into the user's cache folder (`constrain/storage/user_cache.py`), so that the next process reads them instead of their
texts: 0.1 ms for a small language, 0.2 for Python's, of some 50 times as much, since the states of a graph are read as
texts come to them (`grammars/native/lark/saved_graph.h`).

With it is kept, by the vocabulary, the first mask that a constraint of it has made: in a new process that mask would
cost several times what reading the grammar does, since nobody has met a pattern or a suffix yet. It has a file of its
own, a check sum and the mask's bits, and is written only if the program has asked for that mask.

The key of a file there is SHA-256 of the text and the options, of the versions of this library, of lark and of Python,
and of the front end's own files by size and time, since in a checkout code changes under one version. Nothing is kept
of a grammar that reads files of its user's. One thread writes what was compiled, a moment later or as the process ends.
No error of the file system reaches the user.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import ref

import lark as lark_package

from constrain import _native as core
from constrain.errors import GrammarError
from constrain.grammar import FlatGrammar, Terminal
from constrain.storage import user_cache
from constrain.storage.constraint_file import (
    LIBRARY,
    NO_VOCABULARY,
    Parts,
    SavedConstraint,
    after_head,
    head,
    to_bytes,
)
from constrain.storage.vocabulary_file import write_whole

from .. import _native
from .parsing.flat_grammar import Waiting, Written

if TYPE_CHECKING:
    from constrain import Constraint

ENDING, MASK_ENDING = ".grammar", ".mask"
# Of all files together: a small language takes 2 kB, Python's 300. Beyond, those used longest ago go.
MOST_BYTES, MOST_FILES = 64 << 20, 4096
MOST_OF_ONE = 4 << 20  # bytes; a larger one is compiled each time
_SUM = 32  # bytes of a check sum
_WAITS = "waits"  # the kind of a grammar whose states need not be read before a text comes to them


def of_bytes(data: bytes, made_of: str) -> Written | None:
    """What `as_bytes` gave; None unless it is whole and was made of this."""
    name = "the compiled grammar"
    try:
        known = head(data, name)
        if known.source != made_of:
            return None
        if known.kind == _WAITS:
            return Waiting(_native.LarkStatesSaved(data, known.at))
        saved = after_head(data, known, name)
    except (GrammarError, ValueError):  # ValueError: no graph
        return None
    if not saved.symbols:
        return None
    parts = saved.parts
    terminals = [Terminal.of_code(*each) for each in zip(parts.terminals, parts.names, strict=True)]
    return Written(FlatGrammar(terminals, list(saved.symbols), list(parts.productions), parts.start, parts.families))


def as_bytes(grammar: Written, made_of: str) -> bytes:
    """The grammar in the form that `of_bytes` reads."""
    flat = grammar.flat
    codes, names = [terminal.code for terminal in flat.terminals], [terminal.name for terminal in flat.terminals]
    parts = Parts(codes, names, flat.codes, flat.start, flat.families)
    kind = _WAITS if isinstance(grammar, Waiting) else ""
    return to_bytes(SavedConstraint(parts, None, NO_VOCABULARY, 0, made_of, kind, "text", flat.names))


def digest(facts: object, sources: object) -> str:
    """A digest of all that decides what becomes of a text, given as numbers, strings and None in tuples."""
    versions = lark_package.__version__, sys.version_info[:2], unicodedata.unidata_version
    return sha256(repr((facts, versions, sources)).encode("utf-8", "backslashreplace")).hexdigest()


def _place() -> Path | None:
    """Where the files are; None where there are to be none."""
    return _place_by(*map(os.environ.get, user_cache.DECIDING))


@lru_cache(8)  # to find a home takes a tenth of what a small grammar takes
def _place_by(*_: str | None) -> Path | None:
    return user_cache.folder("grammars")


def key_of(facts: object) -> str | None:
    """The key of what is compiled of this; None where nothing is to be kept."""
    try:
        return None if _place() is None else digest(facts, _sources())
    except OSError:  # no code to be read
        return None


def load(key: str) -> Written | None:
    """The grammar that an earlier process, or this one, compiled; None where there is none. Never raises."""
    place = _place()
    try:
        data = None if place is None else user_cache.read(place / (key + ENDING), MOST_OF_ONE)
    except (OSError, ValueError):  # ValueError: no path at all
        return None
    return None if data is None else of_bytes(data, key)


@cache
def _sources() -> str:
    """What tells this code from any other that might have written a file. It takes 0.3 ms, once."""
    here = Path(__file__).parent
    paths = [str(core.__file__), str(_native.__file__)]
    for top in (here, here.parent / "regex"):
        for folder, _, names in os.walk(top):
            paths += [os.path.join(folder, name) for name in sorted(names) if name.endswith(".py")]
    stated = [(each.st_size, each.st_mtime_ns) for each in map(os.stat, paths)]
    return sha256(repr((LIBRARY, sys.byteorder, stated)).encode()).hexdigest()


# ---- first masks ----


def begin(key: str, constraint: Constraint[Any]) -> None:
    """Give a constraint of the grammar its first mask as another process has made it; or keep it, once it is made."""
    place = _place()
    if place is None:
        return
    name = sha256(f"{key} {constraint.vocabulary.digest}".encode()).hexdigest()
    try:
        data = user_cache.read(place / (name + MASK_ENDING), MOST_OF_ONE)
    except (OSError, ValueError):
        data = None
    if data is not None and data[:_SUM] == _check_sum(name, data[_SUM:]) and constraint.native.begin_with(data[_SUM:]):
        return
    _later(name + MASK_ENDING, _FirstMask(name, constraint))


def _check_sum(name: str, mask: bytes) -> bytes:
    return sha256(name.encode() + mask).digest()


class _FirstMask:
    """A file's bytes, once the mask has been made; the constraint is kept for it until this is first asked."""

    def __init__(self, name: str, constraint: Constraint[Any]) -> None:
        self.name, self.kept, self.found = name, [constraint], ref(constraint)

    def __call__(self) -> bytes | None:
        constraint = self.found()
        self.kept.clear()
        if constraint is None:
            raise ReferenceError("no text was begun while the constraint was there")
        mask = constraint.native.first_mask()
        return None if mask is None else _check_sum(self.name, mask) + mask


# ---- writing ----

_PRUNED = 64  # writes after which the folder is looked through again
later = user_cache.Later("constrain grammars", 2 * _PRUNED)
finish = later.finish
_written = 0


def store_later(key: str, grammar: Written) -> None:
    """Write the grammar, some time from now or as the process ends."""
    _later(key + ENDING, partial(as_bytes, grammar, key))


def _later(name: str, make: Callable[[], bytes | None]) -> None:
    """Write what `make` gives; None: it is too soon."""

    def write() -> bool:
        data = make()
        if data is not None:
            _store(name, data)
        return data is not None

    later.ask(name, write)


def _store(name: str, data: bytes) -> None:
    global _written
    place = _place()
    if place is None or len(data) > MOST_OF_ONE:
        return
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(place / name, [data])
    if _written % _PRUNED == 0:
        for ending in (ENDING, MASK_ENDING):
            user_cache.prune(place, ending, name, MOST_BYTES, MOST_FILES)
    _written += 1
