"""From wherever the masks lead, the text can be ended: the law that a constraint never gets stuck, for whole texts.

`follow` walks along random allowed tokens. On the way it asks at each state, and at those one token further, that
something may follow, and not white space only, without end; then it hurries to an end, and searches for one, nearest
first, where that fails. Where the states that can be reached run out before, the text cannot be ended. Errors are the caller's:
after compiling there should be none.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import constrain
from constrain import Constraint, Matcher

STATES = 400  # that a search for an end visits
TOKENS = 40  # tried at a state of a search
TRIES, HURRY = 3, 150  # ways that hurry to an end before that, and their tokens
Rank = Callable[[bytes, int], int]  # how late a token ends the text, by its bytes and how many are allowed


class StuckError(AssertionError):
    """A text that the masks led to and that cannot go on, or not be ended."""


class Walker:
    """Walks through one constraint; what it has seen to be sound it does not look at again."""

    def __init__(self, constraint: Constraint, random: Random, rank: Rank | None = None) -> None:
        self.constraint, self.random = constraint, random
        self.rank = rank or (lambda data, count: len(data))
        self._row = constrain.allocate_bitmask(1, constraint.vocabulary)[0]
        self._ends = set(constraint.vocabulary.end_ids)
        self._alive: set[int] = set()

    def allowed(self, matcher: Matcher) -> list[int]:
        """The allowed tokens; raises where there are none, or white space only and forever."""
        matcher.fill_bitmask(self._row)
        tokens = constrain.allowed_tokens(self._row)
        if not tokens:
            raise StuckError(f"nothing may follow {self.shown(matcher)}")
        if matcher.state not in self._alive:
            self._alive.add(matcher.state)
            self._leave_white_space(matcher, tokens)
        return tokens

    def _leave_white_space(self, matcher: Matcher, tokens: list[int]) -> None:
        """Raise if white space is all that may ever follow."""
        waiting, seen = [(matcher, tokens)], {matcher.state}
        for here, offered in waiting:
            if len(waiting) > STATES or not all(self._white(token) for token in offered):
                return
            for token in offered:
                after = here.fork()
                after.advance(token)
                if after.state not in seen:
                    seen.add(after.state)
                    after.fill_bitmask(self._row)
                    waiting.append((after, constrain.allowed_tokens(self._row)))
        raise StuckError(f"only white space may follow {self.shown(matcher)}, and no end")

    def _white(self, token: int) -> bool:
        data = self.constraint.vocabulary.token_bytes[token]
        return token not in self._ends and bool(data) and not (data or b"").strip(b" \t\r\n")

    def shown(self, matcher: Matcher) -> str:
        """The text so far."""
        return repr(self.constraint.text(matcher.tokens))

    def look_ahead(self, matcher: Matcher, tokens: list[int]) -> None:
        """Try each of the tokens; raise where one leads to where nothing may follow."""
        for token in tokens:
            if token in self._ends:
                continue
            after = matcher.fork()
            after.advance(token)
            if after.state not in self._alive:
                self.allowed(after)

    def can_end(self, matcher: Matcher) -> Matcher | None:
        """The matcher at some end of the text; None if the search takes too long. Raises if there is no end."""
        for _ in range(TRIES):
            found = self._hurry(matcher.fork())
            if found is not None:
                return found
        waiting, seen, cut = [matcher], {matcher.state}, False
        for here in waiting:
            if here.is_accepting:
                return here
            if len(waiting) > STATES:
                return None
            tokens = self.allowed(here)
            if len(tokens) > TOKENS:
                tokens, cut = self.random.sample(tokens, TOKENS), True
            for token in tokens:
                after = here.fork()
                after.advance(token)
                if after.state not in seen:
                    seen.add(after.state)
                    waiting.append(after)
        if cut:
            return None
        raise StuckError(f"no text ends after {self.shown(matcher)}")

    def _hurry(self, matcher: Matcher) -> Matcher | None:
        """Go on by what leads to an end soonest, and at random now and then."""
        data = self.constraint.vocabulary.token_bytes
        for _ in range(HURRY):
            if matcher.is_accepting:
                return matcher
            tokens = self.allowed(matcher)
            best = min(tokens, key=lambda token: self.rank(data[token] or b"", len(tokens)))
            matcher.advance(best if self.random.random() < 0.8 else self.random.choice(tokens))
        return None

    def follow(self, steps: int) -> Matcher | None:
        """A random walk of so many tokens, then to an end; None if none was found in time."""
        matcher = self.constraint.matcher()
        for _ in range(steps):
            tokens = self.allowed(matcher)
            self.look_ahead(matcher, tokens if len(tokens) < TOKENS else self.random.sample(tokens, 15))
            texts = [token for token in tokens if token not in self._ends]
            if not texts:
                break
            matcher.advance(self.random.choice(texts))
        return self.can_end(matcher)


def check(constraint: Constraint, random: Random, steps: tuple[int, ...] = (0, 6, 25), rank: Rank | None = None) -> int:
    """Put a constraint to the law; returns how many walks had no end in sight."""
    walker = Walker(constraint, random, rank)
    return sum(walker.follow(count) is None for count in steps)
