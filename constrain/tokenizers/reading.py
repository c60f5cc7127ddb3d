"""What every reader of a tokenizer hands over, and the limits that all of them keep.

The numbers are far above any real tokenizer (the largest have some 262,144 tokens, 4 MB of text, tokens of 600 bytes)
and low enough that a malformed one can neither fill the memory nor keep the machine busy for long.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from ..errors import LimitExceeded, VocabularyError
from ..support.shown import shown

MAX_TOKENS = 1 << 22
MAX_TOKEN_BYTES = 65_535
MAX_TEXT_BYTES = 1 << 26
MAX_FILE_BYTES = 1 << 27

# Places that BERT and Gemma keep free in their vocabularies: pieces by their form, but no model ever learnt them.
# What they spell can be spelled otherwise, so leaving them out loses no text.
UNUSED = re.compile(r"\[unused\d+\]|<unused\d+>")


class Reading(NamedTuple):
    """Bytes by token id (None: not text), the end ids the source itself names, the convention of its first word.

    `chosen` are the ids that are text only because the user said so, one by one; `special` has the names of tokens
    that are no text, by id (and perhaps of some that are, which do not count).
    """

    tokens: Sequence[bytes | None]
    end_ids: list[int]
    strips_leading_space: bool = False
    chosen: frozenset[int] = frozenset()
    special: Mapping[int, str] = MappingProxyType({})


def checked_id(value: object, what: str) -> int:
    """`value` as a token id, or the error that says what it is; NumPy's and torch's integers are welcome."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise VocabularyError(f"{what} is {shown(value)}, which is no token id: ids are integers from 0")
    number = int(value.__index__())
    if number < 0:
        raise VocabularyError(f"{what} is {shown(number)}; token ids count from 0")
    if number >= MAX_TOKENS:
        raise LimitExceeded(
            f"{what} is {shown(number)}, and a vocabulary holds {MAX_TOKENS} tokens at most",
            limit=MAX_TOKENS,
            needed=number + 1,
        )
    return number


def checked_count(value: object, what: str) -> int:
    """`value` as a number of tokens within the limit."""
    return MAX_TOKENS if value == MAX_TOKENS else checked_id(value, what)


def check_lengths(lengths: Sequence[int] | np.ndarray[Any, Any], ids: Iterable[int] | None = None) -> None:
    """Raise `LimitExceeded` where one token or all of them together are too long."""
    sizes = np.asarray(lengths, np.int64)
    longest = int(sizes.max(initial=0))
    if longest > MAX_TOKEN_BYTES:
        place = int(sizes.argmax())
        number = place if ids is None else list(ids)[place]
        raise LimitExceeded(
            f"token {number} is {longest} bytes long, limit {MAX_TOKEN_BYTES}", limit=MAX_TOKEN_BYTES, needed=longest
        )
    total = int(sizes.sum())
    if total > MAX_TEXT_BYTES:
        raise LimitExceeded(
            f"the tokens are {total} bytes together, limit {MAX_TEXT_BYTES}", limit=MAX_TEXT_BYTES, needed=total
        )


def chosen_as_text(text_tokens: Iterable[int | str] | str, added: dict[int, str], ordinary: Iterable[int]) -> set[int]:
    """The ids among `added` (content by id) that the user wants to be text.

    `text_tokens` lists ids or contents; the word "added" stands for all of `ordinary`, the added tokens that the
    tokenizer does not call special.
    """
    if isinstance(text_tokens, str):
        if text_tokens == "added":
            return set(ordinary)
        raise VocabularyError(
            f'text_tokens is {shown(text_tokens)}; give a list of ids or of tokens, or "added" for every added token '
            "that is not special"
        )
    by_content = {content: number for number, content in added.items()}
    chosen = set()
    for token in text_tokens:
        if isinstance(token, str):
            if token not in by_content:
                few = ", ".join(repr(content) for content in list(by_content)[:12])
                raise VocabularyError(
                    f"text_tokens names {token!r}, which is no added or special token; these are: {few}"
                )
            chosen.add(by_content[token])
        else:
            chosen.add(checked_id(token, "an entry of text_tokens"))
    return chosen


def read_file(path: str | os.PathLike[str]) -> bytes:
    """The content of a regular file of bounded size; a missing file raises what `open` raises."""
    path = Path(path)
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise VocabularyError(f"{path} is not a regular file")
    if status.st_size > MAX_FILE_BYTES:
        raise LimitExceeded(
            f"{path} has {status.st_size} bytes, limit {MAX_FILE_BYTES}", limit=MAX_FILE_BYTES, needed=status.st_size
        )
    with path.open("rb") as file:
        data = file.read(status.st_size)
        if more := file.read(1):
            data += more + file.read(MAX_FILE_BYTES - len(data))
    if len(data) > MAX_FILE_BYTES:
        raise LimitExceeded(f"{path} grew past {MAX_FILE_BYTES} bytes", limit=MAX_FILE_BYTES, needed=len(data))
    return data
