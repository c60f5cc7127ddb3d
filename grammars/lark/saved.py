"""Compiled Lark grammars as files: what a build makes of the library, and what this machine has compiled before.

The form is a saved constraint without a vocabulary (`constrain/saved_constraint.py`), whose source is a digest of all
that the grammar follows from; one with another digest, or damaged, is none. Grammars that a program compiles go into
the user's cache folder (`constrain/user_cache.py`), so that the next process reads them instead of their texts: 0.1 ms
for a small language, 2 ms for Python's, of some 50 times as much.

The key of a file there is SHA-256 of the text and the options, of the versions of this library, of lark and of Python,
and of the front end's own files by size and time, since in a checkout code changes under one version. Nothing is kept
of a grammar that reads files of its user's. One thread writes what was compiled, a moment later or as the process ends.
No error of the file system reaches the user.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import threading
import unicodedata
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

import lark as lark_package

from constrain import _native as core
from constrain import user_cache
from constrain.errors import GrammarError
from constrain.grammar import FlatGrammar, Terminal
from constrain.saved_constraint import LIBRARY, NO_VOCABULARY, Parts, SavedConstraint, from_bytes, to_bytes
from constrain.saved_vocabulary import write_whole

from .. import _native
from .parsing.flat_grammar import Written

ENDING = ".grammar"
# Of all files together: a small language takes 2 kB, Python's 300. Beyond, those used longest ago go.
MOST_BYTES, MOST_FILES = 64 << 20, 4096
MOST_OF_ONE = 4 << 20  # bytes; a larger one is compiled each time
DELAY = 0.5  # seconds before writing, which are a program's busiest
_PRUNED = 64  # writes after which the folder is looked through again


def of_bytes(data: bytes, made_of: str) -> Written | None:
    """What `as_bytes` gave; None unless it is whole and was made of this."""
    try:
        saved = from_bytes(data, "the compiled grammar")
    except GrammarError:
        return None
    if not saved.symbols or saved.source != made_of:
        return None
    parts = saved.parts
    terminals = [Terminal.of_code(*each) for each in zip(parts.terminals, parts.names, strict=True)]
    return Written(FlatGrammar(terminals, list(saved.symbols), list(parts.productions), parts.start, parts.families))


def as_bytes(grammar: Written, made_of: str) -> bytes:
    """The grammar in the form that `of_bytes` reads."""
    flat = grammar.flat
    codes, names = [terminal.code for terminal in flat.terminals], [terminal.name for terminal in flat.terminals]
    parts = Parts(codes, names, flat.codes, flat.start, flat.families)
    return to_bytes(SavedConstraint(parts, None, NO_VOCABULARY, 0, made_of, "", "text", flat.names))


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


# ---- later, on a thread of its own ----

_lock = threading.Lock()
_waiting: dict[str, Written] = {}  # by key
_writer: threading.Thread | None = None
_ending = threading.Event()
_written = 0


def store_later(key: str, grammar: Written) -> None:
    """Write the grammar, some time from now or as the process ends."""
    global _writer
    with _lock:
        _waiting[key] = grammar
        if len(_waiting) > _PRUNED:
            _waiting.pop(next(iter(_waiting)))
        if _writer is None:
            writer = threading.Thread(target=_write, name="constrain grammars", daemon=True)
            with contextlib.suppress(RuntimeError):  # no more threads, or the process is ending
                writer.start()
                _writer = writer


def _write() -> None:
    global _writer
    _ending.wait(DELAY)
    while True:
        with _lock:
            if not _waiting:
                _writer = None
                return
            key = next(iter(_waiting))
            grammar = _waiting.pop(key)
        with contextlib.suppress(Exception):  # nobody is there to hear it, and the next process compiles the text
            _store(key, grammar)


def _store(key: str, grammar: Written) -> None:
    global _written
    place = _place()
    data = as_bytes(grammar, key)
    if place is None or len(data) > MOST_OF_ONE:
        return
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(place / (key + ENDING), [data])
    if _written % _PRUNED == 0:
        user_cache.prune(place, ENDING, key + ENDING, MOST_BYTES, MOST_FILES)
    _written += 1


def finish() -> None:
    """Write what was asked for, without waiting any longer, and return when it is done."""
    with _lock:
        writer = _writer
    _ending.set()
    if writer is not None:
        writer.join()
    _ending.clear()


# While the interpreter is whole: a thread of a process that ends would be stopped anywhere.
atexit.register(finish)


def _in_child() -> None:
    """A forked process has no writer; what it was asked for, the parent writes."""
    global _lock, _ending, _writer
    _lock, _ending, _writer = threading.Lock(), threading.Event(), None
    _waiting.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)
