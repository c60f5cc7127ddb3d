"""The proof that bytes and decoder agree, made every time a tokenizer is read.

Every text token is decoded once, in a few long sequences, and the outcome must be the concatenation of the bytes.
Tokens that hold only parts of characters come last, each with neighbours that complete it, so they are compared exactly
as well; where the vocabulary has no such neighbours, what the decoder puts for broken bytes is left out on both sides.
Sequences begin and end with a plain word, because many decoders drop white space at the ends of a text (by convention
not ours: a token spells the same bytes everywhere). A sample of random sequences then looks for tokens that change one
another, and a sample of tokens alone for decoders that do more to the ends than that. A mismatch is narrowed down by
halving.

Decoding everything costs some 0.4 µs a token, all but a tenth of it in the tokenizer's library.
"""

from __future__ import annotations

import random
from codecs import utf_8_decode
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice, zip_longest
from typing import Any

import numpy as np

from ..errors import VocabularyError
from ..support.shown import shown
from .packed_tokens import PackedTokens

Decode = Callable[[list[int]], str]
Ids = np.ndarray[Any, np.dtype[np.int64]]

_CHUNK = 4096
_RANDOM_SEQUENCES, _RANDOM_LENGTH = 24, 32
_ALONE = 32
_WORDS = 2048
_TRIED = 64
_REPLACEMENT = "\ufffd"
_LEADING = (0, 0xC0, 0xE0, 0xF0)  # the least lead byte that wants more bytes than follow it, by its place from the end
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
) -> None:
    """Raise `VocabularyError` unless `decode` says of the text tokens what their bytes say.

    `name` gives a token's own form for the message. `strips_leading_space` as in `Vocabulary`.
    """
    _RoundTrip(tokens, decode, name, strips_leading_space).run()


class _RoundTrip:
    def __init__(
        self, tokens: Sequence[bytes | None], decode: Decode, name: Callable[[int], object], strips: bool
    ) -> None:
        self.tokens, self.decode, self.name, self.strips = tokens, decode, name, strips
        self.packed = packed = tokens if isinstance(tokens, PackedTokens) else PackedTokens.of(tokens)
        self.text_ids = np.flatnonzero(packed.sizes)
        self.ids: list[int] = self.text_ids.tolist()
        self.short = np.flatnonzero((packed.sizes > 0) & (packed.sizes <= 3))
        text, starts = np.frombuffer(packed.text, np.uint8), packed.starts
        self.plain = np.ones(len(self.short), bool)  # which of them are ASCII
        for at in range(3):
            places = np.minimum(starts[self.short] + at, starts[self.short + 1] - 1)
            self.plain &= text[places] < 0x80
        single = self.short[packed.sizes[self.short] == 1].tolist()
        self.singles = {packed.at(number)[0]: number for number in reversed(single)}
        self.mends: dict[tuple[bytes | None, bytes], tuple[bytes, bytes] | None] = {}
        self.anchor = self._find_anchor()

    def _short(self, where: Any = slice(None)) -> Iterator[tuple[int, bytes]]:
        """The tokens of at most three bytes, or some of them, cut out one by one as they are asked for."""
        ids, starts, text = self.short[where], self.packed.starts, self.packed.text
        places = zip(ids.tolist(), starts[ids].tolist(), starts[ids + 1].tolist(), strict=True)
        return ((number, text[start:end]) for number, start, end in places)

    def run(self) -> None:
        broken = self._broken()
        self._check_whole(broken)
        units = [self._unit(number) for number in broken.tolist()]
        for start in range(0, len(units), _CHUNK):
            if self._units_differ(units[start : start + _CHUNK]) is not None:
                self._narrow(units[start : start + _CHUNK])
        self._sample([unit.token for unit in units if unit.exact])

    def _broken(self) -> Ids:
        """The tokens whose bytes are no whole characters, ascending."""
        packed = self.packed
        text, starts = np.frombuffer(packed.text, np.uint8), packed.starts
        high = np.concatenate([[0], np.cumsum(text > 0x7F, dtype=np.int64)])
        beyond = np.flatnonzero(high[starts[1:]] > high[starts[:-1]])
        # Most of what is broken is seen at its ends: a continuation byte first, or a lead byte with too few after it.
        first, last, after = text[starts[beyond]], starts[beyond + 1], np.zeros(len(beyond), bool)
        for back in range(1, 4):
            at = last - back
            inside = at >= starts[beyond]
            after |= inside & (text[np.where(inside, at, 0)] >= _LEADING[back])
        seen = (first & 0xC0 == 0x80) | after
        # No other begins with a continuation byte, so all of them together are whole if, and only if, each of them is.
        ends: Ids = beyond[seen]
        rest = np.setdiff1d(beyond, ends, assume_unique=True)
        if _is_whole(self._bytes_of(rest)):
            return ends
        found = [number for number in rest.tolist() if not _is_whole(packed.at(number))]
        both: Ids = np.union1d(ends, np.array(found, np.int64))
        return both

    def _bytes_of(self, ids: Ids) -> bytes:
        """The bytes of these tokens, ascending, one after another."""
        packed = self.packed
        chosen = np.zeros(len(packed), bool)
        chosen[ids] = True
        data: bytes = np.frombuffer(packed.text, np.uint8)[np.repeat(chosen, packed.sizes)].tobytes()
        return data

    def _check_whole(self, broken: Ids) -> None:
        """Check all tokens but the broken ones, in the order of their ids."""
        ids = np.setdiff1d(self.text_ids, broken, assume_unique=True)
        text, ends = self._bytes_of(ids), np.cumsum(self.packed.sizes[ids], dtype=np.int64)
        at = 0
        for start in range(0, len(ids), _CHUNK):
            part = ids[start : start + _CHUNK].tolist()
            end = int(ends[start + len(part) - 1])
            if self._differs(part, text[at:end], exact=True) is not None:
                self._narrow([self._unit(number) for number in part])
            at = end

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
        printable = ((n, data) for n, data in self._short(self.plain) if data.decode().isprintable())
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
        words = ((n, data, data.strip(b" ")) for n, data in self._short(self.plain))
        plain = ((n, data, w) for n, data, w in words if 0 < len(w) <= 2 and w.decode().isprintable() and b" " not in w)
        found: tuple[list[tuple[int, int, bytes]], ...] = ([], [])  # without a space, with one
        best = [0, 0]  # how many of each kind are two letters, with no more than a space beside them
        for number, data, word in plain:
            spaced = data != word
            kind = found[spaced]
            if len(kind) < _WORDS:
                rank = 0 if word.isalpha() else 1 if word.isdigit() else 2
                kind.append((8 * rank + 4 * (2 - len(word)) + len(data), number, data))
                best[spaced] += rank == 0 and len(word) == 2 and len(data) == 2 + spaced
                if min(best) >= _TRIED:
                    break  # none that follows comes before these
        for pair in zip_longest(*(sorted(kind)[:_TRIED] for kind in found)):
            for _, number, data in filter(None, pair):
                if self._decoded([number]) == data.strip(b" ").decode():
                    return number, data
        return None

    def _unit(self, number: int) -> _Unit:
        data = self.packed.at(number)
        if _is_whole(data):
            return _Unit(number, [number], data)
        ends = _broken_ends(data)
        if ends not in self.mends:
            self.mends[ends] = self._mend(*ends)
        mend = self.mends[ends]
        if mend is not None:
            before, after = mend
            ids = [*(self.singles[b] for b in before), number, *(self.singles[b] for b in after)]
            return _Unit(number, ids, before + data + after)
        # Nothing completes it. Words around it keep its broken bytes apart from its neighbours' whole ones.
        if self.anchor is None:
            return _Unit(number, [number], data, exact=False)
        anchor, word = self.anchor
        return _Unit(number, [anchor, number, anchor], word + data + word, exact=False)

    def _mend(self, before: bytes | None, beginning: bytes) -> tuple[bytes, bytes] | None:
        """Bytes before and after that are tokens and complete such ends."""
        if before is not None:
            for after in _tails(beginning):
                if all(byte in self.singles for byte in before + after):
                    return before, after
        return None

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


def _broken_ends(data: bytes) -> tuple[bytes | None, bytes]:
    """The lead byte wanting before `data` (none, if it begins with a character), and the character begun at its end.

    None where nothing before and after makes it whole.
    """
    rest = data.lstrip(_CONTINUATIONS)
    try:
        whole = utf_8_decode(rest, "strict", False)[1]
    except UnicodeDecodeError:
        return None, b""
    return _LEADS.get(len(data) - len(rest)), rest[whole:]


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
