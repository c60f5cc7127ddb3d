"""Token tables that nearly every grammar of a kind needs, made on another thread when the first of them comes.

Tables belong to what is left of a pattern after some bytes (the inside of a string, a number after its point), and all
grammars on a vocabulary share them. So a front end may register sample texts under sample grammars of its kind; when a
grammar of this kind meets a vocabulary for the first time, the samples are read on a native thread, without the
interpreter lock, a little at a time, and while no masks are being made. The first request makes what it needs itself or
finds it made; later ones find nearly everything. Only time depends on it: masks are the same.

The file that a vocabulary has in the user's cache folder (`vocabulary_cache`) gets them as well.

It is not begun where the vocabulary came with saved tables or `prepare` has made them, in a process that may use one
core only, or where the environment variable `CONSTRAIN_BACKGROUND` is 0; nor for the few vocabularies without a token
for every byte, whose patterns differ. To have the tables at once, call `constrain.grammars.prepare(vocabulary)`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from . import vocabulary_cache
from .grammar import Grammar
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    from ._native import Vocabulary as NativeVocabulary

SWITCH = "CONSTRAIN_BACKGROUND"

Flat = tuple[list[bytes], list[str], list[bytes], int, bytes]


class Sample(NamedTuple):
    """A grammar, without special tokens, and the beginning of a text of it; every place of the text is a table's."""

    grammar: Grammar
    text: bytes

    def flat(self) -> Flat:
        """As the core takes it."""
        flat = self.grammar.flatten()
        return [terminal.code for terminal in flat.terminals], flat.names, flat.codes, flat.start, self.text


_kinds: dict[str, Callable[[], Sequence[Sample]]] = {}


def register(kind: str, samples: Callable[[], Sequence[Sample]]) -> None:
    """Let grammars whose `kind` this is have the tables of these samples; `samples` is called once, when needed.

    It is called within the first `compile` of such a grammar, so it should take no more than a millisecond.
    """
    _kinds[kind] = samples
    _flat.cache_clear()


def begin(grammar: Grammar, vocabulary: Vocabulary) -> bool:
    """Begin to make the tables of the grammar's kind, unless that has been done; whether it began. Never raises."""
    kind = grammar.kind
    if kind not in _kinds or kind in vocabulary.kinds_met:
        return False
    vocabulary.kinds_met.add(kind)
    if not _is_worthwhile(vocabulary) or (vocabulary.has_saved_tables and not vocabulary.is_cached):
        return False
    vocabulary.native.walk_samples(_flat(kind), wait=False)
    vocabulary.cache_later()
    return True


def _is_worthwhile(vocabulary: Vocabulary) -> bool:
    return serves(vocabulary) and _is_on() and _cores() >= 2


def _for_cache(vocabulary: Vocabulary, native: NativeVocabulary) -> frozenset[str]:
    """Make the tables of all kinds in the store of `native`, a trie of the same vocabulary; the kinds."""
    if not _is_worthwhile(vocabulary):
        return frozenset()
    kinds = sorted(_kinds)
    for kind in kinds:
        native.walk_samples(_flat(kind), wait=True)
    return frozenset(kinds)


vocabulary_cache.register_tables(_for_cache)


def make(vocabulary: Vocabulary, samples: Sequence[Sample]) -> None:
    """Make the tables of the samples now, in this thread, without the interpreter lock; `serves` must hold."""
    vocabulary.native.walk_samples([sample.flat() for sample in samples], wait=True)


def serves(vocabulary: Vocabulary) -> bool:
    """Whether grammars are the same to the core on this vocabulary as on others: every byte is a token."""
    return not vocabulary.missing_bytes and not vocabulary.strips_leading_space


@cache
def _flat(kind: str) -> list[Flat]:
    return [sample.flat() for sample in _kinds[kind]()]


def _is_on() -> bool:
    return os.environ.get(SWITCH, "1") != "0"


def _cores() -> int:
    """The cores that this process may use, not those that the machine has."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
