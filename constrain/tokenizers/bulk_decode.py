"""Decoding a whole vocabulary in one call, with a separator token between every two tokens.

A fast tokenizer keeps its tokens in a hash map and hands them out one call at a time, which takes longer than anything
else about reading 200,000 of them; its decoder goes through a sequence in one call. So the sequence separator, token,
separator, token, ..., separator is decoded, and what stands between two separators is a token's text: fetched and
proved at once. The separator is a token of one character that no other token has in it, and that is seen by counting:
where there are more separators than there should be, another one is tried. Tokens that are only parts of characters
come out as U+FFFD; these few are fetched by name and spelled as the decoder states it, and the round trip proves them.

What a token spells between two separators tells what it spells elsewhere only where a decoder treats each by itself.
So this is for decoders whose steps are all known to (`decoders.interpret`) and a `decode` that is not the user's own; a
sample is held against the stated spelling, and the round trip tries random neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

import numpy as np

from ..errors import LimitExceeded
from ..packed_tokens import PackedTokens
from .decoders import Spelling
from .reading import MAX_TEXT_BYTES, MAX_TOKENS

_CHUNK = 4096
_SEPARATORS = 6  # tried at most
_LOOKED_AT = 64
_SAMPLE = 1024
_BROKEN = "\ufffd".encode()
_END = b"\xff"  # in no UTF-8
_UNUSED = re.compile(rb"\xff(?:\[unused\d+\]|<unused\d+>)(?=\xff)")

Ids = np.ndarray[Any, np.dtype[np.int64]]
Decode = Callable[[Ids], str]  # as `round_trip.Decode`, of an array


class Decoded(NamedTuple):
    """`tokens` by id, holes being no text; `unclear`: ids whose bytes are not decoded but spelled, ascending."""

    tokens: PackedTokens
    unclear: list[int]
    unused: list[int]  # ids of places that were kept free, by the form of their texts


class _Texts(NamedTuple):
    """The texts of tokens in the order of their ids, each with `_END` after it, and where these are."""

    data: bytes
    ends: Ids


def decode_all(backend: Any, decode: Decode, spelling: Spelling) -> Decoded | None:
    """All tokens of a `tokenizers` object; None where this way does not serve, for whatever reason.

    `decode` is what `array_decode` gives; `spelling` is what its decoder states.
    """
    count = backend.get_vocab_size(with_added_tokens=True)
    if spelling.strips_leading_space or not 0 < count <= MAX_TOKENS:
        return None
    ids, separators = np.arange(count), list(islice(_separators(backend, decode, count), _SEPARATORS))
    texts = _texts_between(ids, separators, decode)
    if texts is None:
        return None
    missing = sum(backend.id_to_token(number) is None for number in np.flatnonzero(_lengths(texts) == 0).tolist())
    if missing:  # as many ids are further up
        more = _further(backend, count, missing)
        beyond = _texts_between(more, separators, decode)
        if len(more) < missing or beyond is None:
            return None
        ids = np.concatenate([ids, more])
        texts = _Texts(texts.data + beyond.data, np.concatenate([texts.ends, beyond.ends + len(texts.data)]))
    return _decoded(ids, texts, backend, spelling)


def _separators(backend: Any, decode: Decode, count: int) -> Iterator[tuple[int, bytes]]:
    """Tokens of one character that is not white space, and that character, the likeliest to be in no other first.

    These are the control characters of byte-level vocabularies, written as they write bytes, and the rare characters
    that others have as pieces, mostly as their last ones.
    """
    controls = (backend.token_to_id(chr(0x100 + byte)) for byte in range(0x0E, 0x16))
    last = range(count - 1, max(count - _LOOKED_AT, -1), -1)
    spread = range(count - 1, -1, -max(1, count // _SAMPLE))
    for number in chain(controls, (number for number in chain(last, spread) if _is_single(backend, number))):
        text = "" if number is None else decode(np.array([number]))
        if len(text) == 1 and text != "\ufffd" and not text.isspace() and decode(np.array([number] * 2)) == 2 * text:
            yield number, text.encode()


def _is_single(backend: Any, number: int) -> bool:
    name = backend.id_to_token(number)
    return name is not None and len(name) == 1


def _texts_between(ids: Ids, separators: Sequence[tuple[int, bytes]], decode: Decode) -> _Texts | None:
    """What the decoder makes of the ids between separators; None where the separators are not where they should be."""
    parts, total = [], 0
    for start in range(0, len(ids), _CHUNK):
        part = ids[start : start + _CHUNK]
        found = (_between(part, separator, text, decode) for separator, text in separators)
        data = next((data for data in found if data is not None), None)
        if data is None:
            return None
        parts.append(data)
        total += len(data) - len(part)
        if total > MAX_TEXT_BYTES:
            raise LimitExceeded(
                f"the tokens are more than {MAX_TEXT_BYTES} bytes together", limit=MAX_TEXT_BYTES, needed=total
            )
    data = b"".join(parts)
    return _Texts(data, np.flatnonzero(np.frombuffer(data, np.uint8) == _END[0]))


def _between(part: Ids, separator: int, text: bytes, decode: Decode) -> bytes | None:
    """What the decoder makes of some ids between separators, each with `_END` after it."""
    own = np.flatnonzero(part == separator)
    if len(own):
        before = _between(part[: own[0]], separator, text, decode)
        after = _between(part[own[0] + 1 :], separator, text, decode)
        return None if before is None or after is None else before + text + _END + after
    sequence = np.full(2 * len(part) + 1, separator, np.int64)
    sequence[1::2] = part
    texts = decode(sequence).encode()
    if texts.count(text) != len(part) + 1 or not texts.startswith(text) or not texts.endswith(text):
        return None
    return texts[len(text) :].replace(text, _END)


def _lengths(texts: _Texts) -> Ids:
    return np.diff(texts.ends, prepend=-1) - 1


def _further(backend: Any, count: int, missing: int) -> Ids:
    """So many ids from `count` on, or fewer where they lie far away."""
    found = (number for number in range(count, 2 * count) if backend.id_to_token(number) is not None)
    return np.fromiter(islice(found, missing), np.int64)


def _decoded(ids: Ids, texts: _Texts, backend: Any, spelling: Spelling) -> Decoded | None:
    lengths = np.zeros(int(ids[-1]) + 1, np.uint32)
    lengths[ids] = _lengths(texts)
    tokens = PackedTokens.of_sizes(texts.data.translate(None, _END), lengths)
    unclear = ids[_places(texts, _BROKEN)].tolist()
    sample = ids[:: max(1, len(ids) // _SAMPLE)]
    clear = set(sample[lengths[sample] > 0].tolist()).difference(unclear)
    if any(tokens.at(number) != data for number, data in _spelled(clear, backend, spelling)):
        return None
    unused = []
    if b"<unused" in texts.data or b"[unused" in texts.data:
        starts = [match.start() for match in _UNUSED.finditer(_END + texts.data)]
        unused = ids[np.searchsorted(texts.ends, starts)].tolist()
    return Decoded(tokens.replaced(dict(_spelled(unclear, backend, spelling))), unclear, unused)


def _places(texts: _Texts, part: bytes) -> list[int]:
    """The places of the tokens in whose texts a part occurs."""
    found = [match.start() for match in re.finditer(re.escape(part), texts.data)]
    places: list[int] = np.unique(np.searchsorted(texts.ends, np.array(found, np.int64))).tolist()
    return places


def _spelled(ids: Iterable[int], backend: Any, spelling: Spelling) -> Iterator[tuple[int, bytes]]:
    numbers = list(ids)
    return zip(numbers, spelling.spell([backend.id_to_token(number) for number in numbers]), strict=True)


def array_decode(tokenizer: Any, decode: Callable[[Any], str]) -> Decode | None:
    """The tokenizer's `decode`, if it is the library's and not the user's own; "" where it fails.

    transformers takes arrays, and looks at each element of a list, which takes as long as decoding them.
    """
    for name in ("decode", "_decode"):
        if name in getattr(tokenizer, "__dict__", {}):
            return None
        origin = getattr(getattr(type(tokenizer), name, None), "__module__", None) or "tokenizers"
        if origin.partition(".")[0] not in ("transformers", "tokenizers", "builtins"):
            return None
    as_arrays = hasattr(tokenizer, "backend_tokenizer")

    def decode_array(ids: Ids) -> str:
        try:
            return decode(ids if as_arrays else ids.tolist())
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # also a panic in the Rust of tokenizers, as on a token that a step leaves empty
            return ""

    return decode_array
