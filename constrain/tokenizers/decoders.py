"""What the decoders of the `tokenizers` library mean, token by token.

A fast tokenizer carries its decoder as a chain of small steps. Nearly all chains in use are homomorphisms: the decoded
text is the concatenation of what each token spells, apart from white space at the two ends. `interpret` reads the chain
and returns that spelling as a function; for a chain that it cannot follow it returns None, and for one that no
spelling can describe (CTC merges neighbours) it raises. Whatever it returns is held against the real decoder
afterwards (`round_trip`), so a misreading here cannot reach a user.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ..errors import VocabularyError
from ..support.shown import shown
from .packed_tokens import PackedTokens

_STEPS = 64
_BYTE_PIECE = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_BETWEEN = "\0"
_BYTE_PIECES = re.compile(rb"(?:\A|(?<=\0))<0x([0-9A-Fa-f]{2})>(?=\0|\Z)")


class Spelling(NamedTuple):
    """Bytes for many tokens at once; `strips_leading_space` as in `Vocabulary`.

    `spell_packed` gives the same as packed tokens, empty ones as none, without an object for each where that is known.
    """

    spell: Callable[[Sequence[str]], list[bytes]]
    strips_leading_space: bool = False
    together: Callable[[Sequence[str]], PackedTokens | None] | None = None

    def spell_packed(self, tokens: Sequence[str]) -> PackedTokens:
        packed = None if self.together is None else self.together(tokens)
        return PackedTokens.of(self.spell(tokens)) if packed is None else packed


def _byte_alphabet() -> dict[str, int]:
    """GPT-2's printable stand-ins for the 256 bytes: itself where printable, else the next code point from U+0100."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in printable]
    return {chr(b): b for b in printable} | {chr(256 + i): b for i, b in enumerate(hidden)}


BYTE_ALPHABET = _byte_alphabet()
_OUTSIDE = re.compile("[^" + re.escape("".join(BYTE_ALPHABET)) + "]")
_NO_BYTE = 256
_BYTE_OF_UNIT = np.full(1 << 16, _NO_BYTE, np.uint16)
for _character, _byte in BYTE_ALPHABET.items():
    _BYTE_OF_UNIT[ord(_character)] = _byte


def byte_level(tokens: Sequence[str]) -> list[bytes]:
    """Tokens written in GPT-2's alphabet; one that uses any other character stands for its own UTF-8."""
    packed = byte_level_packed(tokens)
    return [packed.text[start:end] for start, end in pairwise(packed.starts.tolist())]


def byte_level_packed(tokens: Sequence[str]) -> PackedTokens:
    """The same, packed: all go through one table look-up together, 150,000 of them in 10 ms."""
    units = np.frombuffer("".join(tokens).encode("utf-16-le", "surrogatepass"), np.uint16)
    found = _BYTE_OF_UNIT[units]
    if int(found.max(initial=0)) == _NO_BYTE:
        own = {i: token.encode() for i, token in enumerate(tokens) if _OUTSIDE.search(token)}
        mapped = byte_level_packed(["" if i in own else token for i, token in enumerate(tokens)])
        return mapped.replaced(own)
    sizes = np.fromiter(map(len, tokens), np.uint32, len(tokens))
    return PackedTokens.of_sizes(found.astype(np.uint8).tobytes(), sizes)


def pieces(tokens: Sequence[str]) -> list[bytes]:
    """SentencePiece's pieces: U+2581 for the space, `<0xNN>` for a byte."""
    return [byte_piece(t) or t.replace("\u2581", " ").encode() for t in tokens]


def byte_piece(token: str) -> bytes | None:
    """The byte that a piece of the form `<0xNN>` stands for."""
    match = _BYTE_PIECE.fullmatch(token) if len(token) == 6 else None
    return None if match is None else bytes((int(match[1], 16),))


def interpret(decoder: Any) -> Spelling | None:
    """The spelling that a decoder means, given as its JSON (None: the tokenizer has none and joins with spaces)."""
    if decoder is None:
        return Spelling(lambda tokens: [b" " + t.encode() for t in tokens], strips_leading_space=True)
    changes: list[partial[str]] = []
    ending: Callable[[Sequence[str]], list[bytes]] | None = None  # what makes bytes of the changed tokens
    strips = fused = False
    for step in _steps(decoder):
        kind = step["type"]
        if kind == "Fuse":
            fused = True
        elif fused:
            # The text is one piece by now. That its ends lose their white space is not the tokens' affair.
            if not (kind == "Strip" and str(step.get("content")).isspace()):
                raise VocabularyError(
                    f"the tokenizer's decoder rewrites the text as a whole ({shown(step)}), so what a token spells "
                    "depends on its neighbours"
                )
        elif ending is not None:
            return None
        elif kind == "CTC":
            raise VocabularyError("a CTC decoder merges neighbouring tokens, so no token has bytes of its own")
        elif kind == "ByteLevel":
            ending, fused = byte_level, True
        elif kind == "ByteFallback":
            ending = _with_byte_pieces
        else:
            change = _change(step)
            if change is None:
                return None
            changes.append(change)
            strips |= kind == "WordPiece"
    spell = _composed(changes, ending or _plain)
    if ending is byte_level and not changes:
        return Spelling(spell, strips, byte_level_packed)
    if ending is not byte_level and all(change.func is _replaced for change in changes):
        pairs = [(change.keywords["old"], change.keywords["new"]) for change in changes]
        return Spelling(spell, strips, partial(_replaced_together, pairs=pairs, bytes_too=ending is _with_byte_pieces))
    return Spelling(spell, strips)


def _steps(decoder: Any) -> Iterator[Mapping[str, Any]]:
    """The steps of a decoder in order, sequences within sequences laid flat; bounded, and without recursion."""
    stack, seen = [decoder], 0
    while stack:
        step = stack.pop()
        seen += 1
        if not isinstance(step, dict) or not isinstance(step.get("type"), str) or seen > _STEPS:
            raise VocabularyError(f"the tokenizer's decoder is no chain of at most {_STEPS} steps: {shown(decoder)}")
        if step["type"] == "Sequence":
            parts = step.get("decoders")
            if not isinstance(parts, list):
                raise VocabularyError(f"a decoder of type Sequence has no list of decoders: {shown(step)}")
            stack.extend(reversed(parts))
        else:
            yield step


def _change(step: Mapping[str, Any]) -> partial[str] | None:
    """What a step does to one token, as a function from string to string; None where that is not known."""
    kind = step["type"]
    if kind == "Replace":
        pattern = step.get("pattern")
        old, new = pattern.get("String") if isinstance(pattern, dict) else None, step.get("content")
        return partial(_replaced, old=old, new=new) if isinstance(old, str) and old and isinstance(new, str) else None
    if kind == "Metaspace":
        old = step.get("replacement")
        return partial(_replaced, old=old, new=" ") if isinstance(old, str) and old else None
    if kind == "BPEDecoder":
        old = step.get("suffix")
        return partial(_replaced, old=old, new=" ") if isinstance(old, str) and old else None
    if kind == "WordPiece":
        prefix, clean = step.get("prefix"), step.get("cleanup")
        return partial(_word_piece, prefix=prefix, clean=bool(clean)) if isinstance(prefix, str) and prefix else None
    if kind == "Strip":
        content, start, stop = step.get("content"), step.get("start"), step.get("stop")
        if isinstance(content, str) and len(content) == 1 and isinstance(start, int) and isinstance(stop, int):
            return partial(_stripped, content=content, start=start, stop=stop)
    return None


def _composed(
    changes: Sequence[Callable[[str], str]], ending: Callable[[Sequence[str]], list[bytes]]
) -> Callable[[Sequence[str]], list[bytes]]:
    def spell(tokens: Sequence[str]) -> list[bytes]:
        for change in changes:
            tokens = [change(t) for t in tokens]
        return ending(tokens)

    return spell


def _plain(tokens: Sequence[str]) -> list[bytes]:
    return [t.encode() for t in tokens]


def _with_byte_pieces(tokens: Sequence[str]) -> list[bytes]:
    return [byte_piece(t) or t.encode() for t in tokens]


def _replaced(token: str, old: str, new: str) -> str:
    return token.replace(old, new)


def _replaced_together(tokens: Sequence[str], pairs: Sequence[tuple[str, str]], bytes_too: bool) -> PackedTokens | None:
    """All tokens changed as one text, `_BETWEEN` between them; None where a token or a change has that character."""
    text = _BETWEEN.join(tokens)
    if text.count(_BETWEEN) != len(tokens) - 1 or any(_BETWEEN in old + new for old, new in pairs):
        return None
    for old, new in pairs:
        text = text.replace(old, new)
    data = text.encode()
    ends = np.append(np.flatnonzero(np.frombuffer(data, np.uint8) == ord(_BETWEEN)), len(data))
    sizes = (np.diff(ends, prepend=-1) - 1).astype(np.uint32)
    packed = PackedTokens.of_sizes(data.translate(None, _BETWEEN.encode()), sizes)
    if not bytes_too:
        return packed
    pieces = list(_BYTE_PIECES.finditer(data))
    places = np.searchsorted(ends, np.array([piece.start() for piece in pieces], np.int64)).tolist()
    return packed.replaced({i: bytes((int(piece[1], 16),)) for i, piece in zip(places, pieces, strict=True)})


def _stripped(token: str, content: str, start: int, stop: int) -> str:
    """Up to `start` characters `content` off the front and up to `stop` off the back."""
    front = min(len(token) - len(token.lstrip(content)), start)
    back = min(len(token) - len(token.rstrip(content)), stop)
    return token[front : max(front, len(token) - back)]


def _word_piece(token: str, prefix: str, clean: bool) -> str:
    """A token anywhere but at the start: joined where it continues a word, with a space where it begins one.

    `cleanup` closes up punctuation and English contractions, in this order, within the token and its own space only.
    """
    text = token[len(prefix) :] if token.startswith(prefix) else " " + token
    if clean:
        for dirty in (" .", " ?", " !", " ,"):
            text = text.replace(dirty, dirty[1:])
        text = text.replace(" ' ", "'")
        for dirty in (" n't", " 'm"):
            text = text.replace(dirty, dirty[1:])
        text = text.replace(" do not", " don't")
        for dirty in (" 's", " 've", " 're"):
            text = text.replace(dirty, dirty[1:])
    return text
