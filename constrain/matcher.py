"""One sequence's state under a constraint: which tokens may come next, and what has been taken.

A matcher is a small object around the id of an immutable configuration in the native core. Forks share everything, so
`fork` and `rollback` cost next to nothing and no feature ever disables them. Hot methods come straight from the native
class: a call costs a fraction of a microsecond plus the work itself, and the interpreter lock is released meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _native
from .arguments import described
from .special_tokens import MARK, in_words

if TYPE_CHECKING:
    from .constraint import Constraint


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
    equal masks now and for every continuation. `tokens` lists what was taken, `len(matcher)` counts it. A copy is a
    fork; a pickle carries the constraint and the tokens, which are taken anew where it is loaded.

    `completion()` lists the tokens of a short completion of the text, and `tokens_to_end` counts them (0 where the text
    is complete). With `tokens_left=r`, `fill_bitmask` and `allows` keep to tokens after which r - 1 are enough, so a
    text that is written under these masks, with one token fewer each time, is complete within r tokens, whatever is
    drawn. End tokens are not counted. Where more than r are needed they raise LimitExceeded, whose fields `limit` and
    `needed` are r and `tokens_to_end`. All three depend on `state` alone.

    >>> matcher = constraint.matcher(); matcher.advance(true_token); matcher.rollback(1); matcher.is_accepting
    False
    """

    constraint: Constraint

    def __init__(self, constraint: Constraint) -> None:
        if not hasattr(constraint, "native"):
            raise TypeError(f"constraint must be a Constraint, as compile() makes it, not {described(constraint)}")
        super().__init__(constraint.native)
        self.constraint = constraint

    def forced_bytes(self, limit: int = 65536) -> bytes:
        """The longest text that every continuation begins with, up to `limit` bytes and the next special token."""
        forced = super().forced_bytes(limit)
        return forced.partition(MARK)[0] if self.constraint.has_special_tokens else forced

    def explain(self, token: int) -> str:
        """Why the token is or is not allowed: the byte at which it dies and what was expected there."""
        said = super().explain(token)
        return in_words(said, self.constraint.special_name(token)) if self.constraint.has_special_tokens else said

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
        return _replayed, (type(self), self.constraint, self.tokens)

    def __repr__(self) -> str:
        state = "finished" if self.is_finished else "accepting" if self.is_accepting else "open"
        return f"<Matcher after {len(self)} tokens, {state}>"


def _replayed(kind: type[Matcher], constraint: Constraint, tokens: list[int]) -> Matcher:
    """A matcher that has taken the tokens; this is what a pickled one becomes."""
    matcher = kind(constraint)
    for token in tokens:
        matcher.advance(token)
    return matcher
