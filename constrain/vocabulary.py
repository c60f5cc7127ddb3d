"""A vocabulary: what bytes each token id stands for, and which ids end a text.

This is all that the core knows of a tokenizer. The constructors read every family that transformers users meet
(`constrain.tokenizers`); the result is plain immutable data with a digest of its content, can be saved and loaded
without pickle, and is shared by all grammars, rows and threads.

**The text of a sequence of tokens is the concatenation of their bytes.** Many decoders drop one space at the start of a
text (SentencePiece writes `Hello` as `▁Hello`); we do not: `▁{` spells ` {` everywhere, and a grammar whose texts begin
with `{` is begun with `{`. So decode what was generated with `Vocabulary.decode`, or know that the tokenizer's own
`decode` may take white space off the ends. One kind of vocabulary cannot be had that way: in WordPiece every word that
does not continue another carries its space, so without dropping the first one no text could begin with a word. Such a
vocabulary has `strips_leading_space`, its texts are the concatenations *that begin with a space*, less that space, and
a grammar for it is matched as `" "` followed by the grammar.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import numpy as np

from .errors import ConstrainError, VocabularyError
from .patterns.pattern import Pattern
from .storage import vocabulary_cache
from .storage import vocabulary_file as saved_vocabulary
from .storage.tables_file import NOTHING, Prepared
from .storage.vocabulary_file import Saved
from .support.arguments import described, instance, integer, listed, public
from .support.deep_stack import roomy
from .support.once import once
from .support.shown import shown
from .tokenizers import huggingface, rank_files, sentencepiece_model, spellable
from .tokenizers.packed_tokens import PackedTokens
from .tokenizers.reading import Reading, check_lengths, checked_count, checked_id
from .tokenizers.special_tokens import encodable, named, spelled_tokens

if TYPE_CHECKING:
    from ._native import Vocabulary as NativeVocabulary

TABLE_BYTES = 8 << 20  # of token tables in a saved vocabulary

_ALL_BYTES = (1 << 256) - 1

# Held while a trie is built. One for all vocabularies, so that a fork can wait for it: the child would forever.
_building = threading.Lock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_building.acquire, after_in_parent=_building.release, after_in_child=_building.release)


class Vocabulary:
    """Bytes by token id, end ids and size; immutable, and equal to another exactly where the digests are.

    `tokens[i]` is what token i spells, or None where it is no text: special, unknown, padding, added. An empty token
    counts as no text too, since it could be generated forever without the text growing. An end id is never text, even
    if `tokens` says so: `generate` stops there, so the text would be cut off. `size` is the width of the model's
    logits where that differs from `len(tokens)`: ids beyond the tokens are padding and never allowed, and tokens
    beyond the size are dropped, since such a model cannot generate them. `special_tokens` gives the names of tokens
    that are no text, by which a grammar can call for them (`constrain.grammars.special`).

    Threads: share it freely. A fork waits while its trie is being built or the core is at work (`constrain.compile`).

    >>> vocabulary = Vocabulary([b"a", b"bc", None], end_ids=[2], size=32)
    >>> vocabulary.size, vocabulary.words, vocabulary.token_bytes[:3], vocabulary.decode([1, 0, 2])
    (32, 1, (b'a', b'bc', None), b'bca')
    """

    @public
    def __init__(
        self,
        tokens: Sequence[bytes | None],
        *,
        end_ids: Iterable[int],
        size: int | None = None,
        strips_leading_space: bool = False,
        special_tokens: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        if not isinstance(tokens, PackedTokens):
            tokens = listed(tokens, "tokens", "a list with the bytes of each token, or None where it is no text")
        end_ids = listed(end_ids, "end_ids", "a list of ids, as in end_ids=[2]")
        instance(special_tokens, Mapping, "special_tokens", "a mapping of names to ids")
        given = checked_count(len(tokens), "the number of tokens")
        count = given if size is None else checked_count(size, "size")
        if count == 0:
            raise VocabularyError("a vocabulary without tokens can spell nothing; give at least one token, or a size")
        ends = sorted({checked_id(number, "an end id") for number in end_ids})
        if not ends:
            raise VocabularyError(
                "no end-of-sequence token is known, so no text could ever end; give its id, as in end_ids=[2]"
            )
        if ends[-1] >= count:
            raise VocabularyError(
                f"end id {ends[-1]} is outside the vocabulary, whose {count} ids end at {count - 1}; the model cannot "
                "generate it: check size= (the width of the logits) and end_ids="
            )
        packed = (tokens if isinstance(tokens, PackedTokens) else _packed(tokens)).resized(count)
        check_lengths(packed.sizes)
        packed = packed.replaced({number: None for number in ends if packed.sizes[number]})
        self._finish(packed, tuple(ends), bool(strips_leading_space), named(special_tokens, packed))

    def _finish(
        self, packed: PackedTokens, end_ids: tuple[int, ...], strips_leading_space: bool, special: dict[str, int]
    ) -> None:
        """What all ways to make a vocabulary have in common, once everything has been checked."""
        self.packed = packed
        self.end_ids = end_ids
        self.size = len(packed)
        self.strips_leading_space = strips_leading_space
        self.special_tokens: Mapping[str, int] = MappingProxyType(special)
        self.kinds: set[str] = set()  # of grammars, whose tables its file in the cache has; see common_tables
        self._prepared = NOTHING
        self._cached: str | None = None  # the key of its file in the user's cache folder
        self._native: NativeVocabulary | None = None
        self._native_with_special: NativeVocabulary | None = None

    # ---- constructors ----

    @classmethod
    @public
    def from_bytes(
        cls,
        tokens: Sequence[bytes | None],
        *,
        end_ids: Iterable[int],
        size: int | None = None,
        special_tokens: Mapping[str, int] = MappingProxyType({}),
    ) -> Vocabulary:
        """From the bytes themselves, for a tokenizer of your own."""
        return cls(tokens, end_ids=end_ids, size=size, special_tokens=special_tokens)

    @classmethod
    @public
    @roomy
    def from_huggingface(
        cls,
        tokenizer: Any,
        *,
        model: Any = None,
        generation_config: Any = None,
        end_ids: Iterable[int] | None = None,
        size: int | None = None,
        text_tokens: Iterable[int | str] | str = (),
        cache: bool = True,
    ) -> Vocabulary:
        """From a loaded tokenizer of transformers or tokenizers, checked against its own `decode`.

        Pass the `model` (or its config) as well: its logits are often wider than the tokenizer, and it often stops at
        more than one token. The end ids are the tokenizer's, those of `generation_config` (or of the model's), and
        `end_ids`, all of them together. `size` overrules the model's.

        Added and special tokens are never text, unless `text_tokens` lists them by id or content. Some tokenizers keep
        ordinary text there: GPT-NeoX and Phi runs of spaces, Gemma line feeds and HTML tags. Their texts can be spelled
        without, but the model would write them so; `text_tokens="added"` admits every added token not marked special.
        Check first that none of these is a mark with a meaning, as `<tool_call>` in Qwen's.

        A fast tokenizer that this machine has seen before is not decoded again: its vocabulary comes from a file in the
        user's cache folder, with the tables that nearly every JSON grammar needs (`vocabulary_cache`). The environment
        variable `CONSTRAIN_CACHE` names another folder, or turns this off (`0` or `off`), as `cache=False` does.
        """
        tokenizer = huggingface.inner_tokenizer(tokenizer)
        text_tokens = text_tokens if isinstance(text_tokens, str) else list(text_tokens)
        ends = [*huggingface.end_ids_of(generation_config), *_listed(end_ids)]
        if model is not None:
            if not (hasattr(model, "config") or hasattr(model, "model_type") or isinstance(model, Mapping)):
                raise TypeError(f"model must be a model of transformers, or its config, not {described(model)}")
            if generation_config is None:
                ends += huggingface.end_ids_of_model(model)
            size = huggingface.size_of_model(model) if size is None else size
        key, names = None, None
        if cache and vocabulary_cache.folder() is not None:
            known = huggingface.facts(tokenizer, text_tokens)
            if known is not None:
                facts, names = known
                width = None if size is None else checked_count(size, "size")
                key = vocabulary_cache.key_of((cls.__qualname__, facts, tuple(sorted(set(ends))), width))
        found = None if key is None else cls._from_cache(key)
        if found is not None:
            return found
        reading = huggingface.read(tokenizer, text_tokens=text_tokens, names=names)
        vocabulary = cls._from_reading(
            reading, [*reading.end_ids, *ends], len(reading.tokens) if size is None else size
        )
        if key is not None:
            vocabulary._cached = key
            vocabulary.cache_later()
        return vocabulary

    @classmethod
    @public
    @roomy
    def from_tiktoken(
        cls,
        source: Any,
        *,
        special_tokens: Mapping[str, int] | None = None,
        end_ids: Iterable[int] | None = None,
        size: int | None = None,
        text_tokens: Iterable[int | str] | str = (),
    ) -> Vocabulary:
        """From a `tiktoken.Encoding`, or from a file of ranks (path or bytes), or ranks by bytes.

        A file does not name its special tokens: give them, or at least the ids of those that end a text.
        """
        reading = rank_files.read_tiktoken(source, special_tokens=special_tokens, text_tokens=text_tokens)
        return cls._from_reading(reading, [*reading.end_ids, *_listed(end_ids)], size)

    @classmethod
    @public
    @roomy
    def from_tekken(
        cls,
        source: Any,
        *,
        end_ids: Iterable[int] | None = None,
        size: int | None = None,
        text_tokens: Iterable[int | str] | str = (),
    ) -> Vocabulary:
        """From Mistral's `tekken.json` (path, bytes or parsed)."""
        reading = rank_files.read_tekken(source, text_tokens=text_tokens)
        return cls._from_reading(reading, [*reading.end_ids, *_listed(end_ids)], size)

    @classmethod
    @public
    @roomy
    def from_sentencepiece(
        cls,
        source: Any,
        *,
        end_ids: Iterable[int] | None = None,
        size: int | None = None,
        text_tokens: Iterable[int | str] | str = (),
    ) -> Vocabulary:
        """From a SentencePiece model (path, bytes, or a loaded processor)."""
        reading = sentencepiece_model.read(source, text_tokens=text_tokens)
        return cls._from_reading(reading, [*reading.end_ids, *_listed(end_ids)], size)

    @classmethod
    def _from_reading(cls, reading: Reading, ends: list[int], size: int | None) -> Vocabulary:
        clash = reading.chosen & set(ends)
        if clash:
            raise VocabularyError(f"token {min(clash)} is listed in text_tokens, but it ends the text")
        if size is None:  # a file need not name its special tokens, so the highest may be an end id
            size = max(len(reading.tokens), *(number + 1 for number in ends), 0)
        special: dict[str, int] = {}
        for number, name in sorted(reading.special.items()):
            text = number < len(reading.tokens) and reading.tokens[number] and number not in ends
            if encodable(name) and number < size and not text:
                special.setdefault(name, number)
        return cls(
            reading.tokens,
            end_ids=ends,
            size=size,
            strips_leading_space=reading.strips_leading_space,
            special_tokens=special,
        )

    @classmethod
    def _from_cache(cls, key: str) -> Vocabulary | None:
        """The vocabulary with this key, as an earlier process kept it."""
        found = vocabulary_cache.load(key)
        if found is None:
            return None
        try:
            vocabulary = cls._from_saved(found.saved)
        except ConstrainError:
            return None
        vocabulary._cached = key
        vocabulary.kinds |= found.kinds
        return vocabulary

    @property
    def is_cached(self) -> bool:
        """Whether it has a file in the user's cache folder, or will have one."""
        return self._cached is not None

    def cache_later(self) -> None:
        """Write its file in the user's cache folder some time from now, with the common tables for all kinds known.

        Nothing happens where it has no file there, because of where it is from or because the user wants none.
        """
        if self._cached is not None:
            vocabulary_cache.store_later(self._cached, self._for_cache)

    def _for_cache(self) -> vocabulary_cache.Content:
        # Tables are made in a store of their own, so that a file has the same bytes whatever the program compiles.
        order = self.native.order
        with _building:
            fresh = _native_of(self.packed, self.end_ids, Prepared(order))
        kinds = vocabulary_cache.make_tables(self, fresh)
        self.kinds |= kinds
        tables = fresh.tables(TABLE_BYTES) if kinds else b""
        return vocabulary_cache.Content(self._content(), Prepared(order, tables), kinds)

    # ---- what it says ----

    @once
    def token_bytes(self) -> tuple[bytes | None, ...]:
        """What each token spells, None where it is no text."""
        return self.packed.unpacked()

    @property
    def words(self) -> int:
        """32-bit words in a row of a bitmask."""
        return (self.size + 31) // 32

    def decode(self, tokens: Iterable[int]) -> bytes:
        """The text that a whole generation spells; tokens that are no text add nothing."""
        parts = []
        for each in listed(tokens, "tokens", "a list of tokens"):
            token = integer(each, "a token in tokens", None, None)
            if not 0 <= token < self.size:
                raise VocabularyError(
                    f"token {shown(token)} is outside the vocabulary, whose ids end at {self.size - 1}"
                )
            parts.append(self.packed[token] or b"")
        text = b"".join(parts)
        return text.removeprefix(b" ") if self.strips_leading_space else text

    def encode_greedy(self, text: bytes) -> list[int]:
        """Tokens that spell `text`, the longest first at every place: one spelling of many, seldom the tokenizer's own.

        `VocabularyError` where no token fits. For tests and for feeding a matcher; models know other splits better.
        """
        instance(text, bytes, "text", "bytes")
        data = b" " + text if self.strips_leading_space else text
        found, at = [], 0
        while at < len(data):
            for length in range(min(self._longest, len(data) - at), 0, -1):
                token = self._id_of.get(data[at : at + length])
                if token is not None:
                    break
            else:
                raise VocabularyError(f"no token spells the beginning of {shown(data[at:])} (at byte {at} of the text)")
            found.append(token)
            at += length
        return found

    def has_text(self, data: bytes) -> bool:
        """Whether some token spells just `data`."""
        instance(data, bytes, "data", "bytes")
        return data in self._id_of

    @once
    def special_names(self) -> Mapping[int, bytes]:
        """The names of special tokens, less those that end a text, in UTF-8 by id."""
        named = self.special_tokens.items()
        return MappingProxyType({number: name.encode() for name, number in named if number not in self.end_ids})

    @once
    def _id_of(self) -> dict[bytes, int]:
        """The lowest id for each spelling."""
        return {data: i for i, data in reversed(list(enumerate(self.token_bytes))) if data is not None}

    @once
    def _longest(self) -> int:
        return int(self.packed.sizes.max(initial=0))

    # ---- what it can spell ----

    @once
    def single_bytes(self) -> int:
        """The bytes that are tokens by themselves, as a 256-bit mask (bit b for byte b, as in `pattern.byte_class`)."""
        found = np.frombuffer(self.packed.text, np.uint8)[self.packed.starts[:-1][self.packed.lengths == 1]]
        return sum(1 << byte for byte in set(found.tolist()))

    @property
    def missing_bytes(self) -> int:
        """The bytes that are no token by themselves; 0 means that every byte string can be spelled."""
        return _ALL_BYTES & ~self.single_bytes

    @once
    def spellable(self) -> Pattern | None:
        """Texts that can be finished from wherever one of their tokens ends; None: all byte strings.

        A vocabulary without a token for every byte (T5 has no byte fallback, WordPiece no space) cannot spell every
        text of a grammar, and half-way through one it could get stuck. This pattern describes texts with which it
        cannot: those of bytes and characters that are tokens by themselves and, for WordPiece, of spaces before
        characters that have a token with its space. Texts that exist only as parts of longer tokens are left out, and
        so are characters that a token can begin and no token finish. The pattern is closed under concatenation, so
        where no space is at stake it may be intersected with each terminal of a grammar.
        """
        if self.missing_bytes == 0:
            return None
        return spellable.texts(self.token_bytes, self.single_bytes, self.strips_leading_space)

    # ---- keeping it ----

    def _content(self) -> bytes:
        special = tuple(sorted((number, name) for name, number in self.special_tokens.items()))
        return saved_vocabulary.content(Saved(self.packed, self.end_ids, self.strips_leading_space, special))

    @once
    def digest(self) -> str:
        """SHA-256 of the content: bytes, end ids, size, flags and special tokens."""
        return saved_vocabulary.digest_of(self._content())

    @public
    def save(self, path: str | os.PathLike[str], *, table_bytes: int = TABLE_BYTES) -> None:
        """Write the vocabulary to a file (see `saved_vocabulary` for its form); an existing one is replaced whole.

        What would take time to make again is kept beside it: the order of the tokens, and of the token tables that
        grammars have needed so far those that are expensive, in up to `table_bytes` bytes. `constrain.grammars.prepare`
        makes those that nearly every JSON grammar needs. Loading such a file takes some 30 ms for 200,000 tokens, and
        the first masks cost what later ones do. The digest in the file guards against damage, not against someone who
        writes files with wrong tables on purpose: like any other model file, load those that you trust.
        """
        instance(path, (str, bytes, os.PathLike), "path", "a path")
        table_bytes = integer(table_bytes, "table_bytes", 0, None)
        saved_vocabulary.write(path, self._content(), Prepared(self.native.order, self.native.tables(table_bytes)))

    @classmethod
    @public
    def load(cls, path: str | os.PathLike[str]) -> Vocabulary:
        """Read what `save` wrote; `VocabularyError` for a file that is damaged, cut off or something else."""
        instance(path, (str, bytes, os.PathLike), "path", "a path")
        return cls._from_saved(saved_vocabulary.read(path))

    @classmethod
    def _from_saved(cls, saved: Saved) -> Vocabulary:
        special = {name: number for number, name in saved.special_tokens}
        if len(special) < len(saved.special_tokens):
            raise VocabularyError("the saved vocabulary is damaged: two special tokens have one name")
        if not saved.is_normal:  # nothing that `save` wrote; it gets all of the constructor's checks
            return cls(
                PackedTokens.of_sizes(saved.tokens.text, saved.tokens.sizes),
                end_ids=saved.end_ids,
                strips_leading_space=saved.strips_leading_space,
                special_tokens=special,
            )
        vocabulary = cls.__new__(cls)
        vocabulary._finish(saved.tokens, saved.end_ids, saved.strips_leading_space, named(special, saved.tokens))
        vocabulary._prepared = saved.prepared
        if saved.digest:
            vocabulary.digest = saved.digest
        return vocabulary

    @property
    def has_saved_tables(self) -> bool:
        """Whether it was loaded with token tables, by `load` or from the user's cache folder."""
        return bool(self.native.statistics()["saved_table_bytes"])

    # ---- the core's view ----

    @property
    def native(self) -> NativeVocabulary:
        """The core's token trie over this vocabulary, built at the first use and shared from then on."""
        if self._native is None:
            with _building:
                if self._native is None:
                    self._native = _native_of(self.packed, self.end_ids, self._prepared)
                    self._prepared = NOTHING  # the file that it is part of need not be kept
                    vocabularies[id(self)] = self
        return self._native

    @property
    def native_with_special(self) -> NativeVocabulary:
        """The same for grammars that call for special tokens: these have bytes as well
        (`compiling/special_tokens.py`).

        A second trie, so that nothing changes, and nothing is paid, where no grammar asks for special tokens.
        """
        if self._native_with_special is None:
            with _building:
                if self._native_with_special is None:
                    tokens = PackedTokens.of(spelled_tokens(self.token_bytes, self.special_tokens, self.end_ids))
                    self._native_with_special = _native_of(tokens, self.end_ids, NOTHING)
        return self._native_with_special

    # ---- as a value ----

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vocabulary) and (self is other or self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Vocabulary of {self.size} tokens, end ids {shown(list(self.end_ids))}, {self.digest[:12]}>"

    def __copy__(self) -> Vocabulary:
        return self

    def __deepcopy__(self, memo: object) -> Vocabulary:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # For sending to other processes. What unpickles is the saved form, with its digest and its checks.
        return _from_saved_bytes, (saved_vocabulary.to_bytes(self._content()),)


def _native_of(tokens: PackedTokens, end_ids: tuple[int, ...], prepared: Prepared) -> NativeVocabulary:
    from ._native import Vocabulary as NativeVocabulary

    order = np.frombuffer(prepared.order, "<u4").astype(np.uint32, copy=False)
    tables = np.frombuffer(prepared.tables, np.uint8)
    return NativeVocabulary(tokens.text, tokens.sizes, list(end_ids), order, tables)


vocabularies: WeakValueDictionary[int, Vocabulary] = WeakValueDictionary()  # by id; hashing one would read all of it
_unpickled: WeakValueDictionary[str, Vocabulary] = WeakValueDictionary()  # by digest


def _from_saved_bytes(data: bytes) -> Vocabulary:
    """The vocabulary; one of the same content that this process has, if there is any, so that its tables serve."""
    made = Vocabulary._from_saved(saved_vocabulary.from_bytes(data, "the pickled vocabulary"))
    alike = [v for v in list(vocabularies.values()) if (v.size, v.end_ids) == (made.size, made.end_ids)]
    found = next((vocabulary for vocabulary in alike if vocabulary == made), None)
    return found or _unpickled.setdefault(made.digest, made)


def _packed(tokens: Sequence[bytes | None]) -> PackedTokens:
    """The same tokens packed, empty ones as none; checked for what they are."""
    if not set(map(type, tokens)) <= {bytes, type(None)}:
        number, data = next((i, t) for i, t in enumerate(tokens) if t is not None and type(t) is not bytes)
        raise VocabularyError(f"token {number} is {shown(data)}; a token is bytes, or None where it is no text")
    return PackedTokens.of([data or None for data in tokens])


def _listed(end_ids: Iterable[int] | None) -> list[int]:
    return [] if end_ids is None else [checked_id(number, "an end id") for number in end_ids]
