"""Token tables that nearly every grammar of a kind needs, made beforehand from sample texts.

Tables belong to what is left of a pattern after some bytes (the inside of a string, a number after its point), and all
grammars on a vocabulary share them. So a front end may register sample texts under sample grammars of its kind. Their
tables go into the file that a vocabulary has in the user's cache folder (`vocabulary_cache`), on the thread that writes
it; to have them at once, in any vocabulary, call `constrain.grammars.prepare(vocabulary)`. Only time depends on it:
masks are the same. The few vocabularies without a token for every byte have none, because their patterns differ.

A thread that made them while a model computes, when a process compiled its first JSON grammar, was tried and dropped
(DECISIONS.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ..grammar import Grammar
from ..storage import vocabulary_cache
from ..vocabulary import Vocabulary

if TYPE_CHECKING:
    from .._native import Vocabulary as NativeVocabulary

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
    """Let files of vocabularies have the tables of these samples, for grammars whose `kind` this is.

    `samples` is called once, when a file is made.
    """
    _kinds[kind] = samples
    _flat.cache_clear()


def complete(grammar: Grammar, vocabulary: Vocabulary) -> None:
    """Write the vocabulary's file again, later, if it has one without the tables for the grammar's kind. Never raises.

    So it is where the front end was imported after the file had been written.
    """
    if vocabulary.is_cached and grammar.kind in _kinds and grammar.kind not in vocabulary.kinds:
        vocabulary.kinds.add(grammar.kind)
        vocabulary.cache_later()


def _for_cache(vocabulary: Vocabulary, native: NativeVocabulary) -> frozenset[str]:
    """Make the tables of all kinds in the store of `native`, a trie of the same vocabulary; the kinds."""
    if not serves(vocabulary):
        return frozenset()
    kinds = sorted(_kinds)
    for kind in kinds:
        native.walk_samples(_flat(kind))
    return frozenset(kinds)


vocabulary_cache.register_tables(_for_cache)


def make(vocabulary: Vocabulary, samples: Sequence[Sample]) -> None:
    """Make the tables of the samples now, in this thread, without the interpreter lock; `serves` must hold."""
    vocabulary.native.walk_samples([sample.flat() for sample in samples])


def serves(vocabulary: Vocabulary) -> bool:
    """Whether grammars are the same to the core on this vocabulary as on others: every byte is a token."""
    return not vocabulary.missing_bytes and not vocabulary.strips_leading_space


@cache
def _flat(kind: str) -> list[Flat]:
    return [sample.flat() for sample in _kinds[kind]()]
