"""The proof that bytes and decoder agree, made every time a tokenizer is read.

Every text token is decoded once, in a few long sequences, and the outcome must be the concatenation of the bytes. A
token that holds only part of a character gets neighbours that complete it, so it is compared exactly as well; where
the vocabulary has no such neighbours, what the decoder puts for broken bytes is left out on both sides. Sequences
begin and end with a plain word, because many decoders drop white space at the ends of a text (by convention not ours:
a token spells the same bytes everywhere). A sample of random sequences then looks for tokens that change one another,
and a sample of tokens alone for decoders that do more to the ends than that. A mismatch is narrowed down by halving.

Decoding everything costs about half a microsecond a token, less than fetching the tokens from the tokenizer did. Where
the decoder itself tells what the tokens spell (`bulk_decode`), only those that it cannot tell are decoded again.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from codecs import utf_8_decode
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, zip_longest
from typing import Any

import numpy as np

from ..errors import VocabularyError
from ..packed_tokens import PackedTokens
from ..shorten import shown

Decode = Callable[[list[int]], str]

_CHUNK = 4096
_RANDOM_SEQUENCES, _RANDOM_LENGTH = 24, 32
_ALONE = 32
_WORDS = 2048
_REPLACEMENT = "\ufffd"
_BLANK = np.array([bytes((byte,)).isspace() for byte in range(256)])


class _Unit:
    """A token with the neighbours that make its bytes whole characters; `exact` says whether they could be found."""

    __slots__ = ("data", "exact", "ids", "token")

    def __init__(self, token: int, ids: list[int], data: bytes, exact: bool = True) -> None:
        self.token, self.ids, self.data, self.exact = token, ids, data, exact


def check(
    tokens: Sequence[bytes | None],
    decode: Decode,
    name: Callable[[int], object],
    *,
    strips_leading_space: bool = False,
    undecoded: Sequence[int] | None = None,
) -> None:
    """Raise `VocabularyError` unless `decode` says of the text tokens what their bytes say.

    `name` gives a token's own form for the message. `strips_leading_space` as in `Vocabulary`. `undecoded` are the ids
    that are still to be proved where the bytes of all others came from `decode` itself (None: all).
    """
    _RoundTrip(tokens, decode, name, strips_leading_space).run(undecoded)


class _RoundTrip:
    def __init__(
        self, tokens: Sequence[bytes | None], decode: Decode, name: Callable[[int], object], strips: bool
    ) -> None:
        self.tokens, self.decode, self.name, self.strips = tokens, decode, name, strips
        self.packed = packed = tokens if isinstance(tokens, PackedTokens) else PackedTokens.of(tokens)
        self.ids: list[int] = np.flatnonzero(packed.sizes).tolist()
        self.short = np.flatnonzero((packed.sizes > 0) & (packed.sizes <= 3))
        single = self.short[packed.sizes[self.short] == 1].tolist()
        self.singles = {packed.at(number)[0]: number for number in reversed(single)}
        self.anchor = self._find_anchor()

    def _short(self, where: Any = slice(None)) -> Iterator[tuple[int, bytes]]:
        """The tokens of at most three bytes, or some of them, cut out one by one as they are asked for."""
        ids, starts, text = self.short[where], self.packed.starts, self.packed.text
        places = zip(ids.tolist(), starts[ids].tolist(), starts[ids + 1].tolist(), strict=True)
        return ((number, text[start:end]) for number, start, end in places)

    def run(self, undecoded: Sequence[int] | None) -> None:
        if undecoded is None:
            mended = self._all()
        else:
            units = [self._unit(number) for number in undecoded]
            mended = [unit.token for unit in units if unit.exact]
            for start in range(0, len(units), _CHUNK):
                if self._units_differ(units[start : start + _CHUNK]) is not None:
                    self._narrow(units[start : start + _CHUNK])
        self._sample(mended)

    def _all(self) -> list[int]:
        """Check all tokens; the ones that needed neighbours and got them."""
        tokens = self.tokens
        texts = list(filter(None, tokens))  # aligned with self.ids
        beyond = [(number, data) for number, data in zip(self.ids, texts, strict=True) if not data.isascii()]
        broken = {number: self._unit(number) for number, data in beyond if not _is_whole(data)}
        places = [place for place, number in enumerate(self.ids) if number in broken] if broken else []
        for start in range(0, len(texts), _CHUNK):
            stop = min(start + _CHUNK, len(texts))
            ids, parts, exact, at = [], [], True, start
            for place in places[bisect_left(places, start) : bisect_left(places, stop)]:
                unit = broken[self.ids[place]]
                ids += self.ids[at:place] + unit.ids
                parts += [*texts[at:place], unit.data]
                exact, at = exact and unit.exact, place + 1
            ids += self.ids[at:stop]
            parts += texts[at:stop]
            if self._differs(ids, b"".join(parts), exact=exact) is not None:
                self._narrow([self._unit(number) for number in self.ids[start:stop]])
        return [unit.token for unit in broken.values() if unit.exact]

    def _sample(self, mended: list[int]) -> None:
        for sequence in self._suspect():
            units = [unit for unit in map(self._unit, sequence) if unit.exact]
            if self._units_differ(units) is not None:
                self._narrow(units)
        draw = random.Random(0)
        awkward = [number for number in self._awkward() + _some(mended) if self._unit(number).exact]
        for _ in range(_RANDOM_SEQUENCES):
            sequence = draw.choices(self.ids, k=_RANDOM_LENGTH) + draw.choices(
                awkward, k=_RANDOM_LENGTH if awkward else 0
            )
            draw.shuffle(sequence)
            sequence.append(sequence[-1])  # a neighbour of itself, for decoders that merge repeats
            units = [unit for unit in map(self._unit, sequence) if unit.exact]
            if self._units_differ(units) is not None:
                self._narrow(units)
        for number in awkward + draw.choices(self.ids, k=_ALONE):
            self._check_alone(self._unit(number))

    def _suspect(self) -> list[list[int]]:
        """Pairs that decoders like to tidy: punctuation and contractions after a space, a token after itself."""
        printable = ((n, data) for n, data in self._short() if data.isascii() and data.decode().isprintable())
        short = list(islice(printable, 512))
        space = self.singles.get(32)
        spaced = [number for number, data in short if space is not None and (len(data) == 1 or b"'" in data)]
        return [
            [number for other in spaced for number in (space or 0, other)],
            [number for number, _ in short for _ in range(2)],
        ]

    def _awkward(self) -> list[int]:
        """Short tokens on which decoders are known to differ: white space, bytes, spaces at an end, odd marks."""
        text = np.frombuffer(self.packed.text, np.uint8)
        first, last = text[self.packed.starts[self.short]], text[self.packed.starts[self.short + 1] - 1]
        return [
            *_some([number for number, data in self._short(_BLANK[first]) if data.isspace()]),
            *_some(self.short[(first == 32) | (last == 32) | (first == 0xEF)].tolist()),
            *_some(self.short[self.packed.sizes[self.short] == 1].tolist()),
        ]

    def _find_anchor(self) -> tuple[int, bytes] | None:
        """A token that reads as a visible ASCII word wherever it stands.

        Two letters before one, since a single one may be a byte piece, which would join a run of broken bytes. Tokens
        with a space and tokens without are tried in turn: all of either may show marks of their own where they stand
        alone, as WordPiece's hundreds of `##ab` do.
        """
        words = ((n, data, data.strip(b" ")) for n, data in self._short() if data.isascii())
        plain = ((n, data, w) for n, data, w in words if 0 < len(w) <= 2 and w.decode().isprintable() and b" " not in w)
        found: tuple[list[tuple[int, int, bytes]], ...] = ([], [])  # without a space, with one
        for number, data, word in plain:
            kind = found[data != word]
            if len(kind) < _WORDS:
                rank = 0 if word.isalpha() else 1 if word.isdigit() else 2
                kind.append((8 * rank + 4 * (2 - len(word)) + len(data), number, data))
        for pair in zip_longest(*(sorted(kind)[:64] for kind in found)):
            for _, number, data in filter(None, pair):
                if self._decoded([number]) == data.strip(b" ").decode():
                    return number, data
        return None

    def _unit(self, number: int) -> _Unit:
        data = self.packed.at(number)
        if _is_whole(data):
            return _Unit(number, [number], data)
        for before, after in _completions(data):
            if all(byte in self.singles for byte in before + after):
                ids = [*(self.singles[b] for b in before), number, *(self.singles[b] for b in after)]
                return _Unit(number, ids, before + data + after)
        # Nothing completes it. Words around it keep its broken bytes apart from its neighbours' whole ones.
        if self.anchor is None:
            return _Unit(number, [number], data, exact=False)
        anchor, word = self.anchor
        return _Unit(number, [anchor, number, anchor], word + data + word, exact=False)

    def _narrow(self, units: Sequence[_Unit]) -> None:
        """Halve a sequence that differs until the guilty token, or pair, stands alone, and raise."""
        while len(units) > 1:
            half = len(units) // 2
            parts = units[:half], units[half:], units[half - 1 : half + 1]
            guilty = [part for part in parts if len(part) < len(units) and self._units_differ(part) is not None]
            if not guilty:
                break
            units = guilty[0]
        difference = self._units_differ(units)
        if difference is not None:
            self._raise(units, *difference)
        raise VocabularyError(
            f"bytes and decoder disagree somewhere between token {units[0].token} and token {units[-1].token}, and the "
            "decoder does not say the same twice"
        )

    def _units_differ(self, units: Sequence[_Unit]) -> tuple[list[int], str, str] | None:
        ids = [number for unit in units for number in unit.ids]
        return self._differs(ids, b"".join([unit.data for unit in units]), exact=all(unit.exact for unit in units))

    def _differs(self, ids: list[int], data: bytes, *, exact: bool) -> tuple[list[int], str, str] | None:
        """The ids decoded, what was expected and what came, where these are not the same."""
        if self.anchor is not None:
            number, word = self.anchor
            ids, data = [number, *ids, number], word + data + word
        expected, got = data.decode("utf-8", "replace"), self._decoded(ids)
        if self.strips:
            expected = expected.removeprefix(" ")
        if expected == got or expected == got + " ":
            return None
        if self.anchor is None:
            expected, got = _without_space(expected), _without_space(got)
        if not exact:
            expected, got = expected.replace(_REPLACEMENT, ""), got.replace(_REPLACEMENT, "")
        return None if expected == got else (ids, expected, got)

    def _check_alone(self, unit: _Unit) -> None:
        if not unit.exact or (self.strips and not unit.data.startswith(b" ")):
            return  # A piece that continues a word cannot begin a text; decoders show it raw there.
        got, expected = self._decoded(unit.ids), unit.data.decode("utf-8", "replace")
        if _without_space(got) != _without_space(expected):
            self._raise([unit], unit.ids, expected, got)

    def _decoded(self, ids: list[int]) -> str:
        try:
            text = self.decode(ids)
        except Exception as error:
            place = f"token {ids[0]}" if len(ids) == 1 else f"{len(ids)} tokens from {ids[0]} to {ids[-1]}"
            raise VocabularyError(
                f"the tokenizer's decode fails on {place}: {type(error).__name__}: {shown(str(error))}"
            ) from error
        if not isinstance(text, str):
            raise VocabularyError(f"the tokenizer's decode returns {shown(text)}, which is no text")
        return text

    def _raise(self, units: Sequence[_Unit], ids: list[int], expected: str, got: str) -> None:
        spelled = ", ".join(
            f"token {unit.token} ({shown(self.name(unit.token))}) spells {shown(self.tokens[unit.token])}"
            for unit in units[:2]
        )
        raise VocabularyError(
            f"bytes and decoder disagree: {spelled}{', ...' if len(units) > 2 else ''}, so decoding {shown(ids)} "
            f"should give {shown(expected)}, but the tokenizer says {shown(got)}. If you know the bytes of its tokens, "
            "use Vocabulary.from_bytes"
        )


def _is_whole(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _completions(data: bytes) -> Iterable[tuple[bytes, bytes]]:
    """Bytes before and after that make `data` whole characters, where any do."""
    rest = data.lstrip(_CONTINUATIONS)
    before = _LEADS.get(len(data) - len(rest))
    if before is not None:
        try:
            whole = utf_8_decode(rest, "strict", False)[1]
        except UnicodeDecodeError:
            return
        for after in _tails(rest[whole:]):
            yield before, after


@cache
def _tails(beginning: bytes) -> list[bytes]:
    """Bytes that make the beginning of a character, or nothing, a whole one."""
    return [after for after in _TAILS if _is_whole(beginning + after)]


_CONTINUATIONS = bytes(range(0x80, 0xC0))

# A lead byte that any continuations may follow, by their number. What follows a lead byte at the end of a token is
# a choice: some first continuations are not allowed (E0 80, ED A0, F0 80, F4 90).
_LEADS = {0: b"", 1: b"\xc3", 2: b"\xe1", 3: b"\xf1"}
_TAILS = [b"", *(bytes((first,)) + b"\x80" * more for more in range(3) for first in (0x80, 0x90, 0xA0))]


def _some(numbers: list[int]) -> list[int]:
    """At most some 24 of many, evenly."""
    return numbers[:: max(1, len(numbers) // 16)][:24]


def _without_space(text: str) -> str:
    return "".join(text.split())
