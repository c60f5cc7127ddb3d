"""One sequence's state under a constraint: which tokens may come next, and what has been taken.

A matcher is a small object around the id of an immutable configuration in the native core. Forks share everything, so
`fork` and `rollback` cost next to nothing and no feature ever disables them. Hot methods come straight from the native
class: a call costs a fraction of a microsecond plus the work itself, and the interpreter lock is released meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from . import _native
from .errors import LimitExceeded, RejectedToken
from .grammar import Grammar
from .support import arguments
from .support.arguments import described, integer, listed
from .support.shown import shown
from .texts.forced_tokens import forced_tokens
from .tokenizers.special_tokens import MARK, in_words
from .vocabulary import Vocabulary

_NONE = 0xFFFFFFFF  # no token's id


class ConstraintLike(Protocol):
    """What a matcher asks of the `Constraint` that made it."""

    @property
    def native(self) -> _native.Constraint: ...
    @property
    def vocabulary(self) -> Vocabulary: ...
    @property
    def grammar(self) -> Grammar[Any]: ...
    @property
    def has_special_tokens(self) -> bool: ...
    @property
    def has_regions(self) -> bool: ...
    def special_name(self, token: int) -> str | None: ...
    def matcher(self) -> Matcher: ...


class Matcher(_native.Matcher):
    """The state of one sequence. Made by `Constraint.matcher()`; belongs to one thread at a time.

    Threads: calls that compute give up the interpreter lock. Several threads may ask one matcher at once; while one
    moves it (`advance`, `rollback`), calls of others raise RuntimeError, and so does what would move it while others
    ask. Forks are independent and may live on other threads.

    `fill_bitmask(row)` writes the allowed tokens; `advance(token)` takes one (`RejectedToken` if it is not allowed, and
    then nothing has changed); `allows(token)` asks for one; `rollback(n)` undoes n advances; `forced_bytes()` is the
    longest text that must come next; `explain(token)` says at which byte a token fails and what was expected there.
    `is_accepting`: the text so far is complete, and the end tokens are allowed. `is_finished`: an end token was taken;
    from then on only end tokens are allowed. `state` is an integer: matchers of one constraint with equal states have
    equal masks now and for every continuation. `tokens` lists the tokens taken, `history` also the texts that
    `advance_bytes` and `advance_text` took, and `len(matcher)` counts these advances. A copy is a fork; a pickle
    carries the constraint and the history, which is taken again where it is loaded.

    `completion()` lists the tokens of a short completion of the text, and `tokens_to_end` counts them (0 where the text
    is complete). With `tokens_left=r`, `fill_bitmask` and `allows` keep to tokens after which r - 1 tokens are enough,
    so a text that is written under these masks, with one token fewer each time, is complete within r tokens, whatever
    is drawn. End tokens are not counted. Where more than r are needed they raise LimitExceeded, whose fields `limit`
    and `needed` are r and `tokens_to_end`. All three depend on `state` alone.

    `shortened` tells whether such a mask has left out what the grammar allows: with more tokens the text might have
    been another one.

    Where parts of the text have budgets of their own (`grammars.region`), `advance` and all masks keep them, and
    `state` counts what has been taken of the part in which the text stands. If none is enough, `tokens_to_end` is
    2**32 - 1, and masks raise LimitExceeded with that part's numbers.

    >>> matcher = constraint.matcher(); matcher.advance(true_token); matcher.rollback(1); matcher.is_accepting
    False
    """

    constraint: ConstraintLike

    def __init__(self, constraint: ConstraintLike) -> None:
        if not hasattr(constraint, "native"):
            raise TypeError(f"constraint must be a Constraint, as compile() makes it, not {described(constraint)}")
        super().__init__(constraint.native)
        self.constraint = constraint

    def forced_bytes(self, limit: int = 65536) -> bytes:
        """The longest text that every continuation begins with, up to `limit` bytes and the next special token."""
        forced = super().forced_bytes(limit)
        return forced.partition(MARK)[0] if self.constraint.has_special_tokens else forced

    def explain(self, token: int, tokens_left: int | None = None) -> str:
        """Why the token is or is not allowed: the byte at which it dies and what was expected there.

        With `tokens_left`, as in `allows`, also that the text would not be complete in time.
        """
        reason = super().explain(token)
        if not self.allows(token):
            spelled = self.constraint.vocabulary.token_bytes[token] or b""
            reason += self._meant(spelled, len(spelled) - 1) if spelled else ""
        elif tokens_left is not None and not self._allows_in_time(token, tokens_left):
            reason += f" by the grammar, but no text that goes on so is complete within tokens_left={tokens_left}"
        return in_words(reason, self.constraint.special_name(token)) if self.constraint.has_special_tokens else reason

    def _allows_in_time(self, token: int, tokens_left: int) -> bool:
        try:
            return self.allows(token, tokens_left)
        except LimitExceeded:  # no token is
            return False

    def _meant(self, data: bytes, taken: int) -> str:
        """What the text may have meant, if only `taken` bytes of `data` can be read; begins with a semicolon."""
        if type(self.constraint.grammar).meant is Grammar.meant:  # it can tell nothing, and what was read may be long
            return ""
        tokens = self.constraint.vocabulary.token_bytes
        before = b"".join(each if isinstance(each, bytes) else tokens[each] or b"" for each in self.history)
        text = (before + data).decode("utf-8", "replace")
        meant = self.constraint.grammar.meant(text, len((before + data[:taken]).decode("utf-8", "replace")))
        return f"; {meant}" if meant else ""

    def advance_bytes(self, text: bytes) -> None:
        """Take a text by its bytes, wherever tokens would begin and end in it; `RejectedToken` if it cannot come next.

        It is one advance, which `rollback(1)` undoes as a whole. What comes after depends on the bytes alone, so the
        next mask is the same as after tokens that spell them; a token that would have spelled the end of this text and
        more is no longer possible, and the text may end within a character. Where the vocabulary cannot spell every
        byte, a text after which no token could go on is refused. Special tokens are no text: use `advance` for them.
        A decoder that strips a text's leading space does so here as well: the bytes begin with that space.
        """
        if not isinstance(text, bytes | bytearray | memoryview):
            raise TypeError(f"text must be bytes, not {described(text)}; advance_text() takes a str")
        data = bytes(text)
        if self.constraint.has_special_tokens and MARK in data:
            raise RejectedToken("the byte 0xff is in no text, and special tokens are taken by advance()")
        taken = super().advance_bytes(data)
        if taken is not None:
            raise RejectedToken(self._why_not(data, taken))
        if self.constraint.vocabulary.spellable is not None and self._is_stuck():
            self.rollback(1)
            raise RejectedToken(
                f"no token of the vocabulary goes on after {shown(data, 60)}; end the text where a character or a word "
                "ends"
            )

    def advance_text(self, text: str) -> None:
        """The same with a str, whose characters are whole; the space that a decoder strips is not part of it.

        >>> matcher.advance_text('{"total": '); matcher.forced_bytes()
        b''
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, not {described(text)}; advance_bytes() takes bytes")
        stripped = self.constraint.vocabulary.strips_leading_space and all(taken == b"" for taken in self.history)
        self.advance_bytes((b" " if stripped else b"") + text.encode("utf-8", "surrogatepass"))

    def _why_not(self, data: bytes, taken: int) -> str:
        expected = super().explain_bytes(data)[1]
        if self.constraint.has_special_tokens:
            expected = in_words(expected, None)
        meant = self._meant(data, taken)
        return f"the text {shown(data, 60)} is refused at byte {taken + 1} of {len(data)}: {expected}{meant}"

    def _is_stuck(self) -> bool:
        """Whether no token may follow the text that was taken last; that is undone where a limit is met on the way."""
        bitmask = np.zeros(self.constraint.vocabulary.words, np.int32)
        try:
            self.fill_bitmask(bitmask)
        except BaseException:
            self.rollback(1)
            raise
        return not bitmask.any()

    def validate(self, tokens: Iterable[int]) -> int:
        """How many of the tokens are allowed one after another; nothing is taken.

        An end token counts where the text may end, and after it only end tokens. Any integer may be asked.

        >>> draft = [17, 4, 99]; accepted = draft[:matcher.validate(draft)]
        """
        return super().validate(_ids(tokens, "tokens"))

    def validate_tree(
        self, parents: Iterable[int], tokens: Iterable[int], *, bitmask: npt.NDArray[np.int32] | None = None
    ) -> npt.NDArray[np.bool_]:
        """Of each node of a tree of drafted tokens, whether all tokens on the way to it are allowed; nothing is taken.

        Node i is `tokens[i]` after node `parents[i]`, which comes before it in the list; -1 is where the matcher
        stands. Comes back as bool, (nodes,). With a `bitmask`, int32 of shape (at least nodes, words), row i becomes
        the mask after node i, all zero where the node is not allowed. One native call, without the interpreter lock.

        >>> matcher.validate_tree([-1, 0, 0], [17, 4, 99])
        array([ True,  True, False])
        """
        ids = _ids(tokens, "tokens")
        before = np.asarray(listed(parents, "parents", "a list of node numbers"), np.int64).reshape(-1)
        if len(before) != len(ids):
            raise ValueError(f"{len(before)} parents for {len(ids)} tokens")
        wrong = np.flatnonzero((before < -1) | (before >= np.arange(len(ids))))
        if len(wrong):
            node = int(wrong[0])
            raise ValueError(f"parents[{node}] is {before[node]}; it must be -1 or the number of a node before {node}")
        valid = np.zeros(len(ids), np.bool_)
        try:
            super().validate_nodes(before, ids, valid, bitmask)
        except TypeError:
            arguments.bitmask(bitmask, "bitmask", f"({len(ids)}, {self.constraint.vocabulary.words})")
            raise
        return valid

    def forced_tokens(self, tokenizer: Any, limit: int = 65536) -> list[int]:
        """The tokens with which the tokenizer writes the bytes that must come next; `advance` takes each of them.

        `tokenizer` is one of transformers or tokenizers, or a function from a str to token ids. Tokens at the end are
        left out where a longer one could stand in their place, which goes on after the forced text: then what comes
        decides. So the list may be empty although bytes are forced, and it is what the model would have been shown in
        training, as far as that is certain. `limit` bounds the bytes that are looked at.
        """
        return forced_tokens(self, self.constraint.vocabulary, tokenizer, limit)

    def fork(self) -> Matcher:
        """An independent matcher in the same state; costs a reference, whatever the length of the text."""
        branch = Matcher.__new__(Matcher)
        _native.Matcher.__init__(branch, self)
        branch.constraint = self.constraint
        return branch

    def __copy__(self) -> Matcher:
        return self.fork()

    def __deepcopy__(self, memo: object) -> Matcher:
        return self.fork()

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (type(self), self.constraint, self.history)

    def __repr__(self) -> str:
        state = "finished" if self.is_finished else "accepting" if self.is_accepting else "open"
        return f"<Matcher after {len(self)} {'tokens' if len(self.tokens) == len(self) else 'advances'}, {state}>"


def _replayed(kind: type[Matcher], constraint: ConstraintLike, history: list[int | bytes]) -> Matcher:
    """A matcher that has taken what the history says; this is what a pickled one becomes."""
    matcher = kind(constraint)
    for taken in history:
        if isinstance(taken, bytes):
            matcher.advance_bytes(taken)
        else:
            matcher.advance(taken)
    return matcher


def _ids(tokens: Iterable[int], name: str) -> npt.NDArray[np.uint32]:
    """Token ids for the core; what can be none becomes a number that no token has."""
    given = [integer(token, f"a token in {name}", None, None) for token in listed(tokens, name, "a list of tokens")]
    return np.array([token if 0 <= token < _NONE else _NONE for token in given], np.uint32)
