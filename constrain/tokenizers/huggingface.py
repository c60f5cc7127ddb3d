"""Tokenizers of `transformers` and `tokenizers`: fast ones, those written in Python, and Mistral's.

A fast tokenizer states its decoder, and that is what its tokens' bytes follow from: their forms are fetched (`names`)
and spelled all at once; the others are read by hypothesis. Every reading must pass the round trip through the
tokenizer's own `decode`. Nothing here imports transformers or looks at a class name: what an object can do decides how
it is read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

import numpy as np

from ..errors import ConstrainError, LimitExceeded, VocabularyError
from ..support.shown import shown
from . import names as fast_names
from . import sentencepiece_model
from .black_box import Answer, answers
from .decoders import Spelling, interpret
from .names import Names
from .packed_tokens import PackedTokens
from .reading import (
    MAX_TEXT_BYTES,
    MAX_TOKENS,
    UNUSED,
    Reading,
    check_lengths,
    checked_count,
    checked_id,
    chosen_as_text,
)
from .round_trip import Decode, check

# Where transformers (4 and 5) and tokenizers have `decode`; their subclasses for single models are not among them.
_OWN_DECODES = frozenset(
    {
        "tokenizers",
        "transformers.tokenization_utils_base",
        "transformers.tokenization_utils_fast",
        "transformers.tokenization_utils_tokenizers",
    }
)
_ROLES = ("unk", "pad", "bos", "eos", "cls", "sep", "mask")


def read(tokenizer: Any, *, text_tokens: Iterable[int | str] | str = (), names: Names | None = None) -> Reading:
    """Bytes by id and the tokenizer's own end ids, checked by the round trip.

    Added and special tokens are no text, unless `text_tokens` lists them (see `Vocabulary.from_huggingface`). `names`
    are what `names.read` gave for its backend, where the caller has them.
    """
    tokenizer = inner_tokenizer(tokenizer)
    try:
        return _read(tokenizer, text_tokens, names)
    except (ConstrainError, KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic in the Rust of tokenizers is no Exception
        raise VocabularyError(
            f"reading {type(tokenizer).__name__} failed with {type(error).__name__}: {shown(str(error))}"
        ) from error


def facts(tokenizer: Any, text_tokens: Iterable[int | str] | str) -> tuple[tuple[object, ...], Names] | None:
    """All that `read` goes by, as numbers, texts and bytes in tuples, and the tokens' names; None where it is not data.

    It is data for a tokenizer of the library whose decoder states what it does and whose `decode` is the library's own.
    All tokens are in it by their forms. What else transformers' object holds, `decode` as we call it does not read.
    """
    try:
        backend = backend_of(tokenizer)
        if backend is None or not decodes_as_the_library(tokenizer):
            return None
        if backend is not tokenizer and getattr(tokenizer, "_tokenizer", None) is not backend:
            return None
        names = fast_names.read(backend)
        if names is None or stated_by(backend) is None:
            return None
        decoder = backend.decoder
        added = sorted(
            (number, str(token), token.special) for number, token in backend.get_added_tokens_decoder().items()
        )
        found = (
            names.digest(),
            None if decoder is None else bytes(decoder.__getstate__()),
            tuple((int(number), content, bool(special)) for number, content, special in added),
            tuple(sorted(_special_ids(tokenizer))),
            tuple(_ids_of(getattr(tokenizer, "eos_token_id", None))),
            text_tokens if isinstance(text_tokens, str) else tuple(map(_as_listed, text_tokens)),
            hasattr(tokenizer, "clean_up_tokenization_spaces"),
            tuple(str(getattr(sys.modules.get(name), "__version__", "")) for name in ("tokenizers", "transformers")),
        )
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # whatever is wrong, `read` finds out and says so
        return None
    return found, names


def _as_listed(token: object) -> int | str:
    return token if isinstance(token, str) else checked_id(token, "an entry of text_tokens")


def inner_tokenizer(tokenizer: Any) -> Any:
    """The tokenizer, or the one inside a processor of several kinds of input; VocabularyError for what is neither."""
    if not hasattr(tokenizer, "decode") or not hasattr(tokenizer, "get_vocab"):
        inner = getattr(tokenizer, "tokenizer", None)  # a processor of several kinds of input has a tokenizer inside
        if not hasattr(inner, "decode") or not hasattr(inner, "get_vocab"):
            raise VocabularyError(
                f"{shown(tokenizer)} has no decode and get_vocab, so it is no tokenizer of transformers"
            )
        return inner
    return tokenizer


def _read(tokenizer: Any, text_tokens: Iterable[int | str] | str, names: Names | None) -> Reading:
    backend = backend_of(tokenizer)
    stated = None if backend is None else stated_by(backend)
    if backend is not None and stated is not None and not stated.strips_leading_space:
        names = fast_names.read(backend) if names is None else names
        if names is not None:
            return read_packed(tokenizer, backend, names, stated, text_tokens)
    return read_by_name(tokenizer, backend, stated, text_tokens)


def read_packed(
    tokenizer: Any, backend: Any, names: Names, stated: Spelling, text_tokens: Iterable[int | str] | str
) -> Reading:
    """The reading of a fast tokenizer whose decoder states what tokens spell: all of them are spelled together."""
    added, ordinary = _added(tokenizer, backend)
    special = _special_ids(tokenizer)
    size = max(int(names.ids.max(initial=-1)), max(added, default=-1)) + 1
    contents = {**{number: names.get(number) or "" for number in special}, **added}
    wanted = chosen_as_text(text_tokens, contents, ordinary)
    _check_wanted(tokenizer, {number for number in wanted if number not in added and names.get(number) is None})
    excluded = (added.keys() | special) - wanted
    excluded |= {number for number in names.unused() if number not in wanted}
    lengths = np.zeros(size, np.uint32)
    spelled = stated.spell_packed(names.forms)
    lengths[names.ids] = spelled.sizes
    others: dict[int, bytes | None] = {number: None for number in excluded if number < size}
    chosen = sorted(wanted & added.keys())  # an added token hides what the model has under its id
    others |= dict(zip(chosen, stated.spell([added[number] for number in chosen]), strict=True))
    tokens = PackedTokens.of_sizes(spelled.text, lengths).replaced({n: data or None for n, data in others.items()})
    if not tokens.text:
        raise VocabularyError(f"{type(tokenizer).__name__} has no tokens that are text")
    check_lengths(tokens.sizes)
    (keeping,) = _decodes(tokenizer, wanted)
    check(tokens, _of_array(tokenizer, keeping), lambda number: added.get(number) or names.get(number))
    named = {number: name for number in excluded if (name := added.get(number) or names.get(number)) is not None}
    return _reading(tokenizer, tokens, False, wanted, named, text_tokens)


def decodes_as_the_library(tokenizer: Any) -> bool:
    """Whether its `decode` is transformers' or tokenizers' own, so that it depends on the decoder and nothing else."""
    for name in ("decode", "_decode"):
        if name in getattr(tokenizer, "__dict__", {}):
            return False
        origin = getattr(getattr(type(tokenizer), name, None), "__module__", None) or "tokenizers"
        if origin not in _OWN_DECODES:
            return False
    return True


def _of_array(tokenizer: Any, decode: Decode) -> Decode:
    """The same `decode`, handed arrays where transformers would look at each element of a list."""
    if not hasattr(tokenizer, "backend_tokenizer") or not decodes_as_the_library(tokenizer):
        return decode
    return lambda ids: decode(np.array(ids))  # type: ignore[arg-type]


def _reading(
    tokenizer: Any,
    tokens: Sequence[bytes | None],
    strips: bool,
    wanted: set[int],
    named: dict[int, str],
    text_tokens: Iterable[int | str] | str,
) -> Reading:
    chosen = frozenset() if text_tokens == "added" else frozenset(wanted)
    return Reading(tokens, _ids_of(getattr(tokenizer, "eos_token_id", None)), strips, chosen, named)


def _check_wanted(tokenizer: Any, unknown: set[int]) -> None:
    if unknown:
        raise VocabularyError(f"text_tokens lists {min(unknown)}, and {type(tokenizer).__name__} has no such token")


def read_by_name(
    tokenizer: Any, backend: Any | None, stated: Spelling | None, text_tokens: Iterable[int | str] | str
) -> Reading:
    """The reading from the tokens' own forms, spelled as the decoder states it or by hypothesis."""
    added, ordinary = _added(tokenizer, backend)
    special = _special_ids(tokenizer)
    known = _inner_bytes(tokenizer) if backend is None else {}
    names: dict[int, str] = {}
    if backend is not None:
        names = _fast_names(backend)
    elif known:
        names = {number: str(tokenizer.convert_ids_to_tokens(number)) for number in special}
    else:
        for number, name in _vocabulary(tokenizer, added).items():
            if isinstance(name, bytes):
                known[number] = name
            else:
                names[number] = name
        special |= _not_normal(tokenizer, names)
    names.update(added)
    size = max(max(names, default=-1), max(known, default=-1)) + 1
    contents = {**{number: names.get(number, "") for number in special}, **added}
    wanted = chosen_as_text(text_tokens, contents, ordinary)
    _check_wanted(tokenizer, wanted - names.keys() - known.keys())
    excluded = added.keys() | special
    if "unused" in "".join(names.values()):
        excluded |= {number for number, name in names.items() if "unused" in name and UNUSED.fullmatch(name)}
    excluded -= wanted
    asked = dict(names)
    for number in chain(excluded, known):
        asked.pop(number, None)
    for number in excluded & known.keys():
        del known[number]
    if not asked and not known:
        raise VocabularyError(f"{type(tokenizer).__name__} has no tokens that are text")
    check_lengths(list(map(len, asked.values())), asked)

    tokens, strips = _verified(size, asked, known, names, _decodes(tokenizer, wanted), stated)
    named = {number: names[number] for number in excluded if number in names}
    return _reading(tokenizer, tokens, strips, wanted, named, text_tokens)


def _verified(
    size: int,
    asked: Mapping[int, str],
    known: Mapping[int, bytes],
    names: Mapping[int, str],
    decodes: Iterable[Decode],
    stated: Spelling | None,
) -> tuple[list[bytes | None], bool]:
    """The first reading of `asked` that passes the round trip together with what is `known`.

    Where none does, the failure of the last reading under the first way to decode is raised: that is the stated one,
    or else what the decoder itself makes of them.
    """
    failures: list[VocabularyError] = []
    for decode in decodes:
        failure: VocabularyError | None = None
        try:
            for answer in answers(asked, decode, stated=stated) if asked else [Answer([])]:
                tokens: list[bytes | None] = [None] * size
                for number, data in chain(zip(asked, answer.tokens, strict=True), known.items()):
                    tokens[number] = data or None
                try:
                    check(
                        tokens,
                        decode,
                        partial(_name_or_bytes, names, tokens),
                        strips_leading_space=answer.strips_leading_space,
                    )
                except VocabularyError as error:
                    failure = error
                    continue
                return tokens, answer.strips_leading_space
        except VocabularyError as error:
            failure = failure or error
        if failure is not None:
            failures.append(failure)
    raise failures[0]


def end_ids_of(config: Any) -> list[int]:
    """The end ids that a generation config (or a model's config, or a dict of either) names; -1 there means none."""
    value = config.get("eos_token_id") if isinstance(config, Mapping) else getattr(config, "eos_token_id", None)
    return _ids_of(value)


def end_ids_of_model(model: Any) -> list[int]:
    """What `generate` stops at: the generation config's end ids, else those of the model's own config."""
    return end_ids_of(getattr(model, "generation_config", None)) or end_ids_of(getattr(model, "config", model))


def size_of_model(model: Any) -> int | None:
    """The width of a model's logits, from its output layer or else from its config."""
    layer = getattr(model, "get_output_embeddings", lambda: None)()
    shape = getattr(getattr(layer, "weight", None), "shape", None)
    if shape is not None and len(shape) == 2:
        return int(shape[0])
    config = getattr(model, "config", model)
    text = getattr(config, "get_text_config", lambda: config)()
    size = getattr(text, "vocab_size", None)
    return size if isinstance(size, int) else None


def _ids_of(value: Any) -> list[int]:
    """One id, several or none, as configs write them."""
    value = getattr(value, "tolist", lambda: value)()
    values = [] if value is None else list(value) if isinstance(value, list | tuple | set) else [value]
    return [checked_id(v, "an end-of-sequence id") for v in values if v is not None and v != -1]


def backend_of(tokenizer: Any) -> Any | None:
    """The object of the `tokenizers` library, where the tokenizer is one or has one."""
    for candidate in (getattr(tokenizer, "backend_tokenizer", None), tokenizer):
        if all(hasattr(candidate, name) for name in ("id_to_token", "get_added_tokens_decoder", "decoder")):
            return candidate
    return None


def _decodes(tokenizer: Any, wanted: set[int]) -> list[Decode]:
    """The tokenizer's own `decode` with nothing tidied and nothing skipped.

    Mistral's shows raw pieces instead of text when it is to keep special tokens. So where none of these is text and no
    rule is stated, the other way to call `decode`, which leaves them out, is asked first.
    """
    tidy: dict[str, Any] = (
        {"clean_up_tokenization_spaces": False} if hasattr(tokenizer, "clean_up_tokenization_spaces") else {}
    )
    keeping: Decode = partial(tokenizer.decode, skip_special_tokens=False, **tidy)
    skipping: Decode = partial(tokenizer.decode, skip_special_tokens=True, **tidy)
    return [keeping] if wanted or backend_of(tokenizer) is not None else [skipping, keeping]


def _added(tokenizer: Any, backend: Any | None) -> tuple[dict[int, str], list[int]]:
    """Content by id of all added tokens, and the ids of those that are not marked special."""
    try:
        source = backend.get_added_tokens_decoder() if backend is not None else tokenizer.added_tokens_decoder
    except (AttributeError, NotImplementedError):
        source = {}
    if callable(source):
        source = {}  # Mistral's has a method of that name that only raises
    if not isinstance(source, Mapping) or len(source) > MAX_TOKENS:
        raise VocabularyError(f"the tokenizer's added tokens are no mapping of at most {MAX_TOKENS}: {shown(source)}")
    contents: dict[int, str] = {}
    for number, token in source.items():
        content = token if isinstance(token, str) else getattr(token, "content", None)
        if not isinstance(content, str):
            raise VocabularyError(f"added token {shown(number)} has no content: {shown(token)}")
        contents[checked_id(number, "the id of an added token")] = content
    ordinary = [int(number) for number, token in source.items() if not getattr(token, "special", True)]
    return contents, ordinary


def _special_ids(tokenizer: Any) -> set[int]:
    """Every id that the tokenizer itself calls special: unknown, padding, begin, end and the like."""
    roles = [getattr(tokenizer, f"{role}_token_id", None) for role in _ROLES]
    ids = [*(getattr(tokenizer, "all_special_ids", None) or ()), *chain.from_iterable(map(_ids_of, roles))]
    return {checked_id(number, "a special id") for number in ids if number is not None}


def _fast_names(backend: Any) -> dict[int, str]:
    """A token's own form by id.

    Counting up the ids is twice as fast as `get_vocab`, which builds two maps of everything; only where there are
    more holes than tokens is that needed too.
    """
    count = checked_count(backend.get_vocab_size(with_added_tokens=True), "the number of tokens")
    names = dict(enumerate(map(backend.id_to_token, range(count))))
    try:
        total = len("".join(names.values()))  # also the quickest way to see that all are texts
    except TypeError:
        names = {number: name for number, name in names.items() if name is not None}
        for number in range(count, 2 * count):
            if len(names) == count:
                break
            if (name := backend.id_to_token(number)) is not None:
                names[number] = name
        if len(names) < count:
            for name, number in backend.get_vocab(with_added_tokens=False).items():
                names.setdefault(checked_id(number, f"the id of {shown(name)}"), name)
        _check_names(names)
    else:
        _check_total(total)
    return names


def _vocabulary(tokenizer: Any, added: Mapping[int, str]) -> dict[int, str | bytes]:
    """`get_vocab` of a tokenizer written in Python by id, checked: each id once, each form a text or bytes."""
    vocabulary = tokenizer.get_vocab()
    if not isinstance(vocabulary, Mapping) or len(vocabulary) > MAX_TOKENS:
        raise VocabularyError(f"get_vocab gives no mapping of at most {MAX_TOKENS} tokens to ids: {shown(vocabulary)}")
    by_id: dict[int, str | bytes] = {}
    for name, value in vocabulary.items():
        if not isinstance(name, str | bytes):
            raise VocabularyError(f"token {shown(value)} is {shown(name)}; tokens are texts or bytes")
        number = checked_id(value, f"the id of {shown(name)}")
        if number in by_id and number not in added:
            raise VocabularyError(f"two tokens have id {number}: {shown(by_id[number])} and {shown(name)}")
        by_id[number] = name
    _check_names(by_id)
    return by_id


def _check_names(names: Mapping[int, str | bytes]) -> None:
    for number, name in names.items():
        if not isinstance(name, str | bytes):
            raise VocabularyError(f"token {number} is {shown(name)}; tokens are texts")
    _check_total(sum(map(len, names.values())))


def _check_total(total: int) -> None:
    if total > MAX_TEXT_BYTES:
        raise LimitExceeded(
            f"the tokens have {total} characters together, limit {MAX_TEXT_BYTES}", limit=MAX_TEXT_BYTES, needed=total
        )


def _name_or_bytes(names: Mapping[int, str], tokens: Sequence[bytes | None], number: int) -> str | bytes | None:
    return names.get(number, tokens[number])


def _mistral(tokenizer: Any) -> Any | None:
    """The tokenizer inside Mistral's."""
    return getattr(getattr(getattr(tokenizer, "tokenizer", None), "instruct_tokenizer", None), "tokenizer", None)


def _inner_bytes(tokenizer: Any) -> dict[int, bytes]:
    """Bytes by id from Mistral's Tekken, whose token names lose the bytes that are no text."""
    inner: Any = _mistral(tokenizer)
    if not hasattr(inner, "id_to_byte_piece") or not hasattr(inner, "n_words"):
        return {}
    count = checked_count(inner.n_words, "the number of tokens")
    return {number: data for number in range(count) if isinstance(data := inner.id_to_byte_piece(number), bytes)}


def _not_normal(tokenizer: Any, names: Mapping[int, str]) -> set[int]:
    """Pieces that a SentencePiece model inside calls anything but normal or byte, where its ids are the tokenizer's."""
    model = getattr(tokenizer, "sp_model", None) or getattr(_mistral(tokenizer), "_model", None)
    if not callable(getattr(model, "serialized_model_proto", None)):
        return set()
    marked = sentencepiece_model.marked(model.serialized_model_proto())  # type: ignore[union-attr]
    return {number for number, form in marked.items() if names.get(number) == form}


def stated_by(backend: Any) -> Spelling | None:
    """What the backend's decoder means; None for one written in Python, which has no JSON."""
    decoder = backend.decoder
    if decoder is None:
        return interpret(None)
    try:
        state = decoder.__getstate__()
        return interpret(json.loads(state)) if isinstance(state, bytes | str) else None
    except ConstrainError:
        raise
    except Exception:
        return None
