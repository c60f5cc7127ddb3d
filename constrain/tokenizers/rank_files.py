"""tiktoken's and Tekken's files: byte strings in the order of their ranks, written in base64.

A tiktoken file is lines of `base64 rank`, and a token's id is its rank; special tokens are not in the file. Tekken is
JSON, puts its special tokens before all others and uses only as many ranks as its configuration says.
"""

from __future__ import annotations

import binascii
import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ..errors import LimitExceeded, VocabularyError
from ..support.shown import shown
from .reading import MAX_TOKENS, Reading, check_lengths, checked_count, checked_id, chosen_as_text, read_file

_TEKKEN_END = "</s>"
# In files before version 8, which do not list their special tokens; by id, as Mistral's own reader has them.
_TEKKEN_BY_DEFAULT = (
    *("<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[TOOL_RESULTS]"),
    *("[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]", "[IMG_END]", "[PREFIX]", "[MIDDLE]"),
    *("[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[TOOL_CONTENT]"),
)


def read_tiktoken(
    source: Any, *, special_tokens: Mapping[str, int] | None = None, text_tokens: Iterable[int | str] | str = ()
) -> Reading:
    """Bytes by id of a tiktoken file (its path or bytes), of ranks by bytes, or of a loaded `tiktoken.Encoding`.

    `special_tokens` gives the ids that a file does not name. An `Encoding` knows its own, among them its end of text.
    """
    special = dict(special_tokens or {})
    ends: list[int] = []
    if isinstance(source, Mapping):
        ranks, place = _checked_ranks(source), "the ranks"
    elif isinstance(source, bytes):
        ranks, place = _parse_lines(source, "the tiktoken file"), "the tiktoken file"
    elif isinstance(source, str | os.PathLike):
        ranks, place = _parse_lines(read_file(source), os.fspath(source)), os.fspath(source)
    elif callable(getattr(source, "decode_single_token_bytes", None)):
        ranks, place = {}, f"the encoding {shown(getattr(source, 'name', ''))}"
        special = {token: source.encode_single_token(token) for token in source.special_tokens_set} | special
        special_ids = set(special.values())
        for number in range(checked_id(source.max_token_value, "the highest token") + 1):
            if number not in special_ids:
                try:
                    ranks[number] = source.decode_single_token_bytes(number)
                except KeyError:
                    continue  # a hole between the ranks and the special tokens
        end = special.get("<|endoftext|>")
        ends = [] if end is None else [end]
    else:
        raise VocabularyError(f"{shown(source)} is no path, no bytes, no mapping of ranks and no tiktoken.Encoding")
    if not ranks:
        raise VocabularyError(f"{place} has no tokens")
    contents = {checked_id(number, f"the id of {shown(token)}"): token for token, number in special.items()}
    clash = contents.keys() & ranks.keys()
    if clash:
        number = min(clash)
        raise VocabularyError(
            f"special token {contents[number]!r} has id {number}, which {place} gives to {ranks[number]!r}"
        )
    tokens: list[bytes | None] = [None] * (max(max(ranks), *contents, 0) + 1)
    for number, data in ranks.items():
        tokens[number] = data or None
    return Reading(tokens, ends, chosen=_add_chosen(tokens, contents, text_tokens), special=contents)


def read_tekken(source: Any, *, text_tokens: Iterable[int | str] | str = ()) -> Reading:
    """Bytes by id of a Tekken file, given as its path, its bytes or its parsed JSON."""
    if isinstance(source, Mapping):
        content, place = source, "the Tekken file"
    elif isinstance(source, bytes):
        content, place = _parse_json(source, "the Tekken file"), "the Tekken file"
    elif isinstance(source, str | os.PathLike):
        content, place = _parse_json(read_file(source), os.fspath(source)), os.fspath(source)
    else:
        raise VocabularyError(f"{shown(source)} is no path, no bytes and no parsed JSON")
    config, entries = _field(content, "config", Mapping, place), _field(content, "vocab", list, place)
    size = checked_count(_field(config, "default_vocab_size", int, place), f"{place}: default_vocab_size")
    specials = checked_id(
        _field(config, "default_num_special_tokens", int, place), f"{place}: default_num_special_tokens"
    )
    count = size - specials
    if not 0 < count <= len(entries):
        raise VocabularyError(f"{place} should hold {size} - {specials} tokens, and lists {len(entries)}")
    tokens: list[bytes | None] = [None] * size
    for entry in entries:
        rank = _field(entry, "rank", int, place)
        if rank < 0:
            raise VocabularyError(f"{place}: {shown(entry)} has a rank below 0")
        if rank < count:
            if tokens[specials + rank] is not None:
                raise VocabularyError(f"{place}: two tokens have rank {rank}")
            try:
                tokens[specials + rank] = _from_base64(_field(entry, "token_bytes", str, place)) or None
            except ValueError as error:
                raise VocabularyError(f"{place}: the bytes of {shown(entry)} are no base64: {error}") from error
    missing = next((i for i in range(specials, size) if tokens[i] is None), None)
    if missing is not None:
        raise VocabularyError(f"{place}: no token has rank {missing - specials}")
    check_lengths([len(data or b"") for data in tokens])

    contents: dict[int, str] = {number: f"<SPECIAL_{number}>" for number in range(specials)}
    ordinary: list[int] = []
    if content.get("special_tokens") is None:
        contents.update(dict(enumerate(_TEKKEN_BY_DEFAULT[:specials])))
    else:
        for entry in _field(content, "special_tokens", list, place):
            number = checked_id(_field(entry, "rank", int, place), f"{place}: the rank of a special token")
            if number >= specials:
                raise VocabularyError(f"{place}: special token {number} is not among the first {specials}")
            contents[number] = _field(entry, "token_str", str, place)
            if entry.get("is_control") is False:
                ordinary.append(number)
    ends = [number for number, token in contents.items() if token == _TEKKEN_END]
    return Reading(tokens, ends, chosen=_add_chosen(tokens, contents, text_tokens, ordinary), special=contents)


def _add_chosen(
    tokens: list[bytes | None],
    contents: dict[int, str],
    text_tokens: Iterable[int | str] | str,
    ordinary: Iterable[int] = (),
) -> frozenset[int]:
    """Give the special tokens that the user wants as text their own letters; which ones were listed."""
    wanted = chosen_as_text(text_tokens, contents, ordinary)
    for number in wanted:
        if number in contents:
            tokens[number] = contents[number].encode()
        elif number >= len(tokens) or tokens[number] is None:
            raise VocabularyError(f"text_tokens lists {number}, and there is no such token")
    return frozenset() if text_tokens == "added" else frozenset(wanted)


def _parse_lines(data: bytes, place: str) -> dict[int, bytes]:
    """Tokens by rank, each rank once."""
    count = data.count(b"\n")
    if count > MAX_TOKENS:
        raise LimitExceeded(f"{place} has {count} lines, limit {MAX_TOKENS}", limit=MAX_TOKENS, needed=count)
    tokens = _parse_at_once(data)
    if tokens is None:
        lines = [line.split() for line in data.splitlines()]
        found = [line for line in lines if line]
        try:
            tokens = {_rank(rank): _from_base64(token) for token, rank in found}
        except ValueError:
            tokens = {}
        if len(tokens) < len(found):
            _raise_for_line(lines, place)
    check_lengths(list(map(len, tokens.values())), tokens)
    return tokens


def _parse_at_once(data: bytes) -> dict[int, bytes] | None:
    """Tokens by rank of a file in which just one space and one line feed stand in turn; None for any other.

    That is how all such files are written, and it takes a third of the time of looking at the lines one by one.
    """
    content = np.frombuffer(data if data.endswith(b"\n") else data + b"\n", np.uint8)
    blanks = content[content <= ord(" ")]
    if len(blanks) % 2 or (blanks[::2] != ord(" ")).any() or (blanks[1::2] != ord("\n")).any():
        return None
    fields = data.split()
    digits = fields[1::2]
    if 2 * len(digits) != len(blanks) or len(fields) != len(blanks):
        return None
    if not b"".join(digits).isdigit() or max(map(len, digits)) > 9:
        return None
    ranks = list(map(int, digits))
    try:
        tokens = dict(zip(ranks, map(_from_base64, fields[::2]), strict=True))
    except ValueError:
        return None
    return tokens if len(tokens) == len(ranks) and max(ranks) < MAX_TOKENS else None


def _raise_for_line(lines: list[list[bytes]], place: str) -> None:
    seen: dict[int, int] = {}
    for at, line in enumerate(lines, 1):
        if line:
            try:
                token, number = line
                rank = _rank(number)
                _from_base64(token)
            except ValueError as error:
                found = shown(b" ".join(line))
                raise VocabularyError(f"{place}:{at}: expected base64 and a rank, found {found}: {error}") from error
            if rank in seen:
                raise VocabularyError(f"{place}:{at}: rank {rank} was given before, in line {seen[rank]}")
            seen[rank] = at


def _rank(text: bytes) -> int:
    if not text.isdigit() or len(text) > 9 or int(text) >= MAX_TOKENS:
        raise ValueError(f"ranks are numbers below {MAX_TOKENS}")
    return int(text)


def _checked_ranks(ranks: Mapping[Any, Any]) -> dict[int, bytes]:
    if len(ranks) > MAX_TOKENS:
        raise LimitExceeded(f"{len(ranks)} ranks, limit {MAX_TOKENS}", limit=MAX_TOKENS, needed=len(ranks))
    tokens: dict[int, bytes] = {}
    for token, value in ranks.items():
        rank = checked_id(value, f"the rank of {shown(token)}")
        if not isinstance(token, bytes):
            raise VocabularyError(f"rank {rank} belongs to {shown(token)}; tokens here are bytes")
        if rank in tokens:
            raise VocabularyError(f"two tokens have rank {rank}: {shown(tokens[rank])} and {shown(token)}")
        tokens[rank] = token
    check_lengths([len(token) for token in tokens.values()], tokens)
    return tokens


def _from_base64(text: bytes | str) -> bytes:
    return binascii.a2b_base64(text, strict_mode=True)


def _parse_json(data: bytes, place: str) -> Mapping[str, Any]:
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise VocabularyError(f"{place} is no JSON: {shown(str(error))}") from error
    if not isinstance(content, dict):
        raise VocabularyError(f"{place} holds {shown(content)} where an object should be")
    return content


def _field(entry: Any, name: str, kind: Any, place: str) -> Any:
    value = entry.get(name) if isinstance(entry, Mapping) else None
    if not isinstance(value, kind):
        raise VocabularyError(f"{place}: `{name}` is {shown(value)} in {shown(entry)}")
    return value
