"""The forms of all tokens of a `tokenizers.Tokenizer`, exactly and in a few calls, and their digest.

That library keeps its tokens in hash maps. Asking for them one by one (`id_to_token`) takes some 0.5 µs each,
`get_vocab` twice and serialising four times as long. What it does quickly is decode. So a second tokenizer around the
same model, without added tokens, gets a decoder written in Python, which is handed the forms as they are, in lists:
0.3 µs each, nearly all of it the look-up in the map. The model is shared and not copied, and the user's tokenizer stays
as it is.

A decoder of the library's own would take as long and not do. It joins the forms with spaces or with nothing, and ids
without a token are left out. So one token `a b` beside a free id reads like the two tokens `a` and `b`, and two
different vocabularies would have one digest.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import LimitExceeded
from ..support.shown import shown
from .reading import MAX_TEXT_BYTES, UNUSED, checked_count, checked_id

_CHUNK = 4096  # forms at a time: a quarter less time than all at once, since what one call handles stays in the caches
_SEPARATOR = "\0"

Ids = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, eq=False)
class Names:
    """A model's tokens: `ids`, ascending, `(tokens,)` int64, and the form of each; `text` is all forms, NUL between."""

    ids: Ids
    forms: list[str]
    text: str

    def get(self, number: int) -> str | None:
        """The form of one token, None where there is none."""
        place = int(np.searchsorted(self.ids, number))
        return self.forms[place] if place < len(self.ids) and self.ids[place] == number else None

    def unused(self) -> list[int]:
        """The ids of places that were kept free (`reading.UNUSED`)."""
        if "[unused" not in self.text and "<unused" not in self.text:
            return []
        numbers = zip(self.ids.tolist(), self.forms, strict=True)
        return [number for number, form in numbers if "unused" in form and UNUSED.fullmatch(form)]

    def digest(self) -> bytes:
        """SHA-256 of ids and forms, written so that different ones are never the same bytes."""
        lengths = b""
        if self.text.count(_SEPARATOR) != max(0, len(self.forms) - 1):  # some form has a separator in it
            lengths = np.fromiter(map(len, self.forms), "<u4", len(self.forms)).tobytes()
        found = hashlib.sha256(f"{len(self.forms)} {len(lengths)} ".encode())
        found.update(self.ids.astype("<i8", copy=False).tobytes() + lengths)
        found.update(self.text.encode("utf-8", "surrogatepass"))
        return found.digest()


def read(backend: Any) -> Names | None:
    """What the model of `backend` calls its tokens, added ones left out; None for what is no `tokenizers.Tokenizer`.

    LimitExceeded where ids or the number of characters are beyond the limits of `reading`.
    """
    library = sys.modules.get("tokenizers")
    if library is None or type(backend) is not getattr(library, "Tokenizer", None):
        return None
    model = backend.model
    count = checked_count(backend.get_vocab_size(with_added_tokens=False), "the number of tokens")
    lists: list[list[str]] = []
    plain = library.Tokenizer(model)
    plain.decoder = library.decoders.Decoder.custom(_Listing(lists))
    ids: list[Ids] = []
    forms: list[str] = []
    texts: list[str] = []
    total = start = 0
    # Where some of the first ids are free, as many further up are looked at.
    while start < 2 * count and (start < count or len(forms) < count):
        chunk = range(start, min(start + _CHUNK, count if start < count else 2 * count))
        lists.clear()
        plain.decode(chunk, skip_special_tokens=False)
        found = lists[0] if lists else []
        if len(found) == len(chunk):
            ids.append(np.arange(chunk.start, chunk.stop))
        elif found:
            here = [(number, form) for number in chunk if (form := model.id_to_token(number)) is not None]
            ids.append(np.array([number for number, _ in here], np.int64))
            found = [form for _, form in here]
        if found:
            texts.append(_SEPARATOR.join(found))
            total += len(texts[-1]) - len(found)
        if total > MAX_TEXT_BYTES:
            raise LimitExceeded(
                f"the tokens have more than {MAX_TEXT_BYTES} characters together", limit=MAX_TEXT_BYTES, needed=total
            )
        forms += found
        start = chunk.stop
    if len(forms) < count:
        return _from_map(backend, model)
    return Names(np.concatenate([np.empty(0, np.int64), *ids]), forms, _SEPARATOR.join(texts))


def _from_map(backend: Any, model: Any) -> Names:
    """The slow way, for ids that lie far apart: by the map of everything."""
    by_form = backend.get_vocab(with_added_tokens=False).items()
    numbers = sorted({checked_id(number, f"the id of {shown(form)}") for form, number in by_form})
    forms = [model.id_to_token(number) for number in numbers]
    return Names(np.array(numbers, np.int64), forms, _SEPARATOR.join(forms))


class _Listing:
    """A decoder that keeps the forms it is given and spells nothing."""

    def __init__(self, lists: list[list[str]]) -> None:
        self.lists = lists

    def decode_chain(self, tokens: list[str]) -> list[str]:
        self.lists.append(tokens)
        return []
