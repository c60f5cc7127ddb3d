"""Canonical texts: tokens that the tokenizer itself would have made of the text, and no other way to spell it.

A model is trained on what its tokenizer writes; other tokens for the same text are strange to it. `encode` alone says
what is canonical, and it may look ahead: whether `{` is a token of its own depends on what follows. So a token is
taken only with a *witness*: a text of the constraint that goes on from it, and whose tokens, all encoded together,
begin with those taken so far. The witness's next token is always possible then, so a row never comes to a dead end, and
what it has written in the end is canonical as a whole.

A drawn token without a witness is drawn again without it, by fresh random numbers: that is a draw from the model's
distribution over the tokens that have one. Witnesses are sought in this order: the one that the row had before; the
constraint's own short completion; that after each token that may come next, one for each first byte before all others.
A token without any is refused at once, if no usual continuation makes it canonical, whatever the constraint says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Any
from weakref import WeakKeyDictionary

import torch

from constrain.bitmask import allocate_bitmask, allowed_tokens
from constrain.errors import VocabularyError
from constrain.matcher import Matcher
from constrain.vocabulary import Vocabulary

from .batch import Batch
from .requests import Row
from .search import Search

_WINDOW = 64  # tokens before the last one that are encoded again with it
_REMEMBERED = 4096  # texts and their tokens
_WAYS = 2048  # continuations that are tried for a witness
_DRAWS = 1024  # of tokens for one place, before the witness's own is taken
_STREAM = 1 << 12  # between the random numbers of one draw and of the next at the same place
_ANCHORS = ("\n", "0", "a")  # texts after which a tokenizer is asked that writes a space before every text
_AHEAD = tuple(y.encode() for y in ("", "a", "A", "1", "11", "111", " ", " a", "\n", "\na", '"', ".", "'s", "é", "}"))


class Canonical:
    """What a tokenizer makes of texts. `encode` cuts a text into tokens, without special tokens."""

    def __init__(self, vocabulary: Vocabulary, encode: Callable[[str], Sequence[int]]) -> None:
        if vocabulary.strips_leading_space:
            raise VocabularyError(
                "canonical=True is for tokenizers whose tokens spell their bytes, and this one's do not"
            )
        self.vocabulary, self._encode = vocabulary, encode
        self._special = set(vocabulary.special_tokens.values())
        self._known: dict[bytes, list[int] | None] = {}
        self._room = allocate_bitmask(1, vocabulary)

    def encode(self, text: bytes) -> list[int] | None:
        """The tokens of a text; None if it is no UTF-8, or not what its tokens spell (a normalising tokenizer)."""
        if text not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[text] = self._encoded(text)
        return self._known[text]

    def _encoded(self, text: bytes) -> list[int] | None:
        try:
            characters = text.decode()
        except UnicodeDecodeError:
            return None
        found = list(self._encode(characters))
        if self.spelled(found) == text:
            return found
        for anchor in _ANCHORS:  # SentencePiece writes a space before the text
            before = list(self._encode(anchor))
            found = list(self._encode(anchor + characters))
            if found[: len(before)] == before and self.spelled(found[len(before) :]) == text:
                return found[len(before) :]
        return None

    def spelled(self, tokens: Sequence[int]) -> bytes:
        """The bytes of tokens, of which special ones have none."""
        pieces, size = self.vocabulary.token_bytes, self.vocabulary.size
        return b"".join((pieces[token] if token < size else None) or b"" for token in tokens)

    def is_canonical(self, tokens: Sequence[int]) -> bool:
        """Whether the tokenizer would write just these tokens; special tokens stand between texts of their own."""
        runs: list[list[int]] = [[]]
        for token in tokens:
            if self._writes(token):
                runs[-1].append(token)
            elif token in self._special:
                runs.append([])
            else:  # padding, up to the width of the logits
                return False
        return all(self.encode(self.spelled(run)) == run for run in runs)

    def witness(self, tokens: Sequence[int], matcher: Matcher | None, left: int | None = None) -> list[int] | None:
        """Tokens, at most `left`, that complete `tokens` to a text that is canonical as a whole; None: none was found.

        `matcher` stands after `tokens`; None: any text may follow.
        """
        if tokens and not self._writes(tokens[-1]):
            before = self._last_run(tokens[:-1])  # which a special token ends
            if tokens[-1] not in self._special or (before and self.encode(self.spelled(before)) != before):
                return None
        run = self._last_run(tokens)
        text = self.spelled(run)
        if text and not self._is_plausible(run, text):
            return None
        ways: Iterator[bytes | list[int]] = _ways_on(text) if matcher is None else self._continuations(matcher)
        for rest in islice(ways, _WAYS):
            more, after = (rest, []) if isinstance(rest, bytes) else self._up_to_special(rest)
            whole = self.encode(text + more)
            if whole is None or whole[: len(run)] != run:
                continue
            found = [*whole[len(run) :], *after]
            if left is None or len(found) <= left:
                return found
        return None

    def _writes(self, token: int) -> bool:
        """Whether a token is text."""
        return token < self.vocabulary.size and self.vocabulary.token_bytes[token] is not None

    def _last_run(self, tokens: Sequence[int]) -> list[int]:
        """The last tokens, from a special one on, or from where a word begins."""
        pieces = self.vocabulary.token_bytes
        first = max(0, len(tokens) - _WINDOW)
        for at in range(len(tokens) - 1, first - 1, -1):
            if not self._writes(tokens[at]):
                return list(tokens[at + 1 :])
        if first:
            words = range(first, len(tokens) - _WINDOW // 2)
            first = next((at for at in words if (pieces[tokens[at]] or b"").startswith((b" ", b"\n"))), first)
        return list(tokens[first:])

    def _is_plausible(self, run: list[int], text: bytes) -> bool:
        """Whether some usual continuation makes the tokens canonical, whatever the constraint says."""
        try:
            text.decode()
        except UnicodeDecodeError:
            return True  # a character is open, and many may close it
        return any((self.encode(text + ahead) or [])[: len(run)] == run for ahead in _AHEAD)

    def _continuations(self, matcher: Matcher) -> Iterator[list[int]]:
        """Tokens that complete the matcher's text in different ways."""
        with_first: set[int] = set()
        later: list[int] = []
        yield list(matcher.completion())
        matcher.fill_bitmask(self._room[0])
        ends = set(self.vocabulary.end_ids)
        for token in allowed_tokens(self._room[0]):
            piece = None if token in ends else self.vocabulary.token_bytes[token]
            if token in ends:
                continue
            if piece is not None and piece[0] in with_first:
                later.append(token)
                continue
            if piece is not None:
                with_first.add(piece[0])
            yield self._by(matcher, token)
        for token in later:
            yield self._by(matcher, token)

    def _by(self, matcher: Matcher, token: int) -> list[int]:
        branch = matcher.fork()
        branch.advance(token)
        return [token, *branch.completion()]

    def _up_to_special(self, tokens: list[int]) -> tuple[bytes, list[int]]:
        """The text up to the first special token, and the tokens from there on, canonical ones where possible."""
        pieces = self.vocabulary.token_bytes
        at = next((i for i, token in enumerate(tokens) if pieces[token] is None), len(tokens))
        return self.spelled(tokens[:at]), tokens[at:]


def _ways_on(text: bytes) -> Iterator[bytes]:
    """Usual continuations of any text; where it ends within a character, bytes that close it."""
    missing = _missing(text)
    if not missing:
        yield from _AHEAD
    elif missing == 1:
        yield from (bytes((last,)) for last in range(0x80, 0xC0))
    else:
        for first, last in product(range(0x80, 0xC0), range(0x80, 0xC0, 5)):
            yield bytes((first, *[last] * (missing - 1)))


def _missing(text: bytes) -> int:
    """How many bytes the last character of a text lacks."""
    for back in range(1, min(4, len(text) + 1)):
        byte = text[-back]
        if byte >= 0xC0:
            return (2 if byte < 0xE0 else 3 if byte < 0xF0 else 4) - back
        if byte < 0x80:
            return 0
    return 0


class CanonicalSampling(Search):
    """Sampling, or greedy search, of canonical tokens alone, as `Canonical` defines them.

    Where a row has no canonical way on (its budget is too small for one, or the tokenizer changes what the grammar
    wants), it takes others, and `Row.noncanonical` counts them.
    """

    continuous = True

    def __init__(self, canonical: Canonical, copies: int = 1) -> None:
        if copies < 1:
            raise ValueError(f"copies is {copies}; at least 1 text is made of each prompt")
        self.canonical, self.copies = canonical, copies
        self._witnesses: dict[int, tuple[Row, int, list[int] | None]] = {}  # by the row's identity

    def step(self, batch: Batch) -> None:
        tokens = batch.sample(note=False)
        known, self._witnesses = self._witnesses, {}
        witnesses = [self._witness(batch, i, known) for i in range(len(batch.rows))]
        banned: list[list[int]] = [[] for _ in batch.rows]
        judged = [i for i, row in enumerate(batch.rows) if row.finish_reason is None and batch.ready[i]]
        for attempt in range(1, _DRAWS + 1):
            refused = [i for i in judged if not self._takes(batch, i, tokens[i], witnesses[i])]
            if not refused:
                break
            for i in refused:
                banned[i].append(tokens[i])
            judged = self._draw_again(batch, refused, banned, tokens, witnesses, attempt)
        else:
            for i in judged:
                self._take_witness(batch.rows[i], i, tokens, witnesses[i])
        batch.note(tokens)
        batch.take([[token] if ready else [] for token, ready in zip(tokens, batch.ready, strict=True)])

    def _takes(self, batch: Batch, row: int, token: int, witness: list[int] | None) -> bool:
        """Whether a row takes a token: one that has a witness, or any where nothing has one."""
        if witness is None:
            batch.rows[row].noncanonical += token not in batch.sampler.end_tokens
            self._keep(batch.rows[row], None)
            return True
        after = self._after(batch, row, token, witness)
        if after is not None:
            self._keep(batch.rows[row], after)
        return after is not None

    def _witness(self, batch: Batch, row: int, known: dict[int, tuple[Row, int, list[int] | None]]) -> list[int] | None:
        """The way on that a row has, from its last token or its beginning."""
        state = batch.rows[row]
        if id(state) in known and known[id(state)][1] == len(state.tokens):
            return known[id(state)][2]
        if state.finish_reason is not None:
            return None
        return self.canonical.witness(state.tokens, batch.sampler.matchers[row], _left(state, 0))

    def _after(self, batch: Batch, row: int, token: int, witness: list[int] | None) -> list[int] | None:
        """A witness for the row with this token; None: there is none."""
        state, matcher = batch.rows[row], batch.sampler.matchers[row]
        if token in batch.sampler.end_tokens:
            return [] if witness == [] or self.canonical.is_canonical(state.tokens) else None
        if witness and witness[0] == token:
            return witness[1:]
        if matcher is not None:
            matcher = matcher.fork()
            matcher.advance(token)
        return self.canonical.witness([*state.tokens, token], matcher, _left(state, 1))

    def _keep(self, row: Row, witness: list[int] | None) -> None:
        self._witnesses[id(row)] = row, len(row.tokens) + 1, witness

    def _draw_again(
        self,
        batch: Batch,
        refused: list[int],
        banned: list[list[int]],
        tokens: list[int],
        witnesses: list[list[int] | None],
        attempt: int,
    ) -> list[int]:
        """Draws for the refused rows, without what is banned; the rows that are to be judged again."""
        logits = batch.read().float().clone()
        for i in refused:
            logits[i, torch.tensor(banned[i], device=logits.device)] = -torch.inf
            if not bool((logits[i] > -torch.inf).any()):
                logits[i] = 0.0
        drawn = batch.sample_again(logits, len(batch.sampler.pipeline.stages) + _STREAM * attempt)
        again = []
        for i in refused:
            if drawn[i] in banned[i]:  # nothing else is allowed
                self._take_witness(batch.rows[i], i, tokens, witnesses[i])
            else:
                tokens[i] = drawn[i]
                again.append(i)
        return again

    def _take_witness(self, row: Row, at: int, tokens: list[int], witness: list[int] | None) -> None:
        """The next token of the row's witness, or its end."""
        assert witness is not None
        if witness:
            tokens[at] = witness[0]
            self._keep(row, witness[1:])


def _left(row: Row, taken: int) -> int | None:
    """How many tokens a witness may have, where the text has to be complete within the budget."""
    free = row.request.constraint is None
    return row.left - taken if free or row.request.fit else None


_known: WeakKeyDictionary[Any, dict[str, Canonical]] = WeakKeyDictionary()


def canonical_of(vocabulary: Vocabulary, tokenizer: Any) -> Canonical:
    """The one `Canonical` of a tokenizer of transformers and a vocabulary made of it."""
    known = _known.setdefault(tokenizer, {})
    if vocabulary.digest not in known:
        known[vocabulary.digest] = Canonical(
            vocabulary, lambda text: tokenizer(text, add_special_tokens=False)["input_ids"]
        )
    return known[vocabulary.digest]
