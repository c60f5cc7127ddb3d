"""Which texts the hypotheses of a constrained beam search may still become.

A text has many cuts into tokens, and each is a hypothesis: beams could fill with cuts of one text while others of the
language are lost. So a hypothesis is seen as a *branch*: the text so far and what the constraint forces next. Branches
that are equal become the same texts; of branches that do not begin with each other, each becomes texts that the
others do not. From this a lower bound follows of how many texts a set of branches is good for (`are_enough`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

import numpy as np

from constrain.bitmask import allocate_bitmask
from constrain.matcher import Matcher
from constrain.vocabulary import Vocabulary

_LOOKED_AHEAD = 1024  # bytes of forced text
_NARROW = 32  # tokens left at which a limit, and not the constraint alone, may decide what can still be written


class Branch:
    """`text` so far, and `certain`: with what must follow. `left` is how many tokens may still be taken."""

    def __init__(self, matcher: Matcher, text: bytes, left: int) -> None:
        self.text, self.matcher, self.left = text, matcher, left
        self.sees_ahead = not matcher.constraint.vocabulary.strips_leading_space
        self.certain = text + matcher.forced_bytes(_LOOKED_AHEAD) if self.sees_ahead else text.removeprefix(b" ")

    def after(self, matcher: Matcher, token: int) -> Branch:
        """The branch that begins with a token more; `matcher` stands where this branch stands."""
        text = self.text + piece(matcher.constraint.vocabulary, token)
        if len(self.text) < len(text) < len(self.certain) and self.certain.startswith(text):
            inner = object.__new__(Branch)
            inner.text, inner.certain, inner.left = text, self.certain, self.left - 1
            inner.matcher, inner.sees_ahead = matcher, False  # it is amid forced text: no question is asked of it
            return inner
        fork = matcher.fork()
        fork.advance(token)
        return Branch(fork, text, self.left - 1)

    @property
    def has_choice(self) -> bool:
        """Whether the text so far is known to be followed by more than one thing."""
        return self.sees_ahead and self.text == self.certain

    @property
    def accepts(self) -> bool:
        """Whether the certain text is known to be complete."""
        return self.has_choice and self.matcher.is_accepting

    @property
    def is_several(self) -> bool:
        """Whether more than one text is known to follow, within the tokens left."""
        if not self.has_choice or self.left < _NARROW:
            return False
        return not self.matcher.is_accepting or not is_whole(self.matcher)


def piece(vocabulary: Vocabulary, token: int) -> bytes:
    """The bytes of a token; those of a special token are its number, so that no two texts look alike by mistake."""
    data = vocabulary.token_bytes[token]
    return data if data is not None else b"\xff%d\xff" % token


def written(vocabulary: Vocabulary, tokens: Sequence[int]) -> bytes:
    """The bytes of a whole text."""
    text = b"".join(piece(vocabulary, token) for token in tokens)
    return text.removeprefix(b" ") if vocabulary.strips_leading_space else text


def is_whole(matcher: Matcher) -> bool:
    """Whether nothing but an end can follow."""
    vocabulary = matcher.constraint.vocabulary
    room = allocate_bitmask(1, vocabulary)[0]
    matcher.fill_bitmask(room)
    words = room.view(np.uint32)
    for end in vocabulary.end_ids:
        words[end // 32] &= ~np.uint32(1 << end % 32)
    return not bool(words.any())


def are_enough(texts: Collection[bytes], branches: Sequence[Branch], wanted: int) -> bool:
    """Whether the texts and what the branches may become are at least `wanted` different texts, for certain.

    Among all their certain texts in order, what begins with another comes after it. A branch that no other begins with
    becomes at least one text of its own; the others count only if they are complete as they stand.
    """
    by_text: dict[bytes, Branch] = {}
    for branch in branches:
        if branch.certain not in by_text or branch.has_choice:
            by_text[branch.certain] = branch
    found, leaves = 0, []
    for text, after in pairwise([*sorted({*texts, *by_text}), None]):
        assert text is not None
        known = by_text.get(text)
        is_leaf = known is not None and not (after is not None and after.startswith(text))
        found += text in texts or is_leaf or (known is not None and known.accepts)
        if is_leaf and known is not None:
            leaves.append(known)
    for leaf in leaves:
        if found >= wanted:
            break
        found += leaf.is_several
    return found >= wanted
