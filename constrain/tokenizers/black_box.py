"""Learning what tokens spell by asking the decoder, for tokenizers that state no rule.

Tokenizers written in Python decode in any way they like. What nearly all have in common is that a token adds the same
text wherever it stands. So each token is decoded between two copies of a plain word; what stands between them is the
token's, and a space that two plain words get between them belongs to the second (WordPiece: `##` joins) or, failing
that, to the first (`@@` joins). Bytes that are no text alone cannot be seen this way; their tokens are read by the
usual ways of writing bytes. None of this is believed: the round trip comes afterwards, as for every reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..errors import VocabularyError
from ..support.shown import shown
from .decoders import BYTE_ALPHABET, Spelling, byte_level, byte_piece, pieces
from .round_trip import Decode

_WORDS_TRIED = 2000


class Answer:
    """One hypothesis: the bytes of the tokens in question, in order, and whether the first word loses its space."""

    __slots__ = ("strips_leading_space", "tokens")

    def __init__(self, tokens: list[bytes], strips_leading_space: bool = False) -> None:
        self.tokens, self.strips_leading_space = tokens, strips_leading_space


def answers(names: Mapping[int, str], decode: Decode, *, stated: Spelling | None = None) -> Iterator[Answer]:
    """Hypotheses about `names` (a token's own form by id), the likeliest first, for the round trip to choose from."""
    forms = list(names.values())
    if stated is not None:
        yield Answer(stated.spell(forms), stated.strips_leading_space)
        return
    characters = set("".join(forms))
    if characters <= BYTE_ALPHABET.keys():
        yield Answer(byte_level(forms))
    if "\u2581" in characters:
        yield Answer(pieces(forms))
    yield from _asked(names, decode)


def _asked(names: Mapping[int, str], decode: Decode) -> Iterator[Answer]:
    word, text = _plain_word(names, decode)
    pair = decode([word, word])
    if not (pair.startswith(text) and pair.endswith(text) and len(pair) >= 2 * len(text)):
        raise VocabularyError(
            f"token {word} ({shown(names[word])}) decodes to {text!r}, twice in a row to {shown(pair)}, so no token "
            "has bytes of its own"
        )
    gap = pair[len(text) : len(pair) - len(text)]
    # The gap belongs to the word after it, or to the word before it.
    for before, after, strips in [(text, gap + text, gap == " "), (text + gap, text, False)]:
        found: list[bytes] = []
        for number, name in names.items():
            both = decode([word, number, word])
            if not (both.startswith(before) and both.endswith(after) and len(both) >= len(before) + len(after)):
                break
            middle = both[len(before) : len(both) - len(after)]
            if ("\ufffd" in middle and "\ufffd" not in name) or not middle:
                hidden = _hidden_bytes(name)
                if hidden is not None:
                    found.append(hidden)
                    continue
                if middle:
                    raise VocabularyError(
                        f"token {number} ({shown(name)}) decodes to {shown(middle)} between two words, "
                        "which hides its bytes"
                    )
            found.append(middle.encode())
        else:
            yield Answer(found, strips)
        if not gap:
            break
    raise VocabularyError(
        f"what a token spells in this tokenizer depends on its neighbours, as around {shown(names[word])}"
    )


def _plain_word(names: Mapping[int, str], decode: Decode) -> tuple[int, str]:
    """A token of letters or digits that decodes to the same letters or digits, the shortest first."""
    likely = sorted(
        (len(name), number) for number, name in names.items() if any(c.isascii() and c.isalnum() for c in name)
    )
    for _, number in likely[:_WORDS_TRIED]:
        text = decode([number])
        if text and text.isascii() and text.isalnum() and text in names[number]:
            return number, text
    raise VocabularyError(
        "no token of this tokenizer decodes to plain letters, so what its tokens spell cannot be learnt"
    )


def _hidden_bytes(name: str) -> bytes | None:
    """A token that stands for bytes which are no text: `<0xNN>`, GPT-2's alphabet, or the code point of one byte."""
    piece = byte_piece(name)
    if piece is not None:
        return piece
    if len(name) == 1 and 0x80 <= ord(name) <= 0xFF:
        return bytes((ord(name),))
    return byte_level([name])[0] if name and set(name) <= BYTE_ALPHABET.keys() and not name.isascii() else None
