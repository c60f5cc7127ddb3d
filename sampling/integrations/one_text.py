"""One text as the engines of one sequence show it: all tokens so far at each step, and logits to be masked.

The state is found by the tokens, not by counting calls, because engines go back: speculative decoding shows drafts and
takes them away again. What is the same as before costs a comparison, the rest an advance each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from constrain.constraint import Constraint
from constrain.errors import ConstrainError, VocabularyError
from constrain.matcher import Matcher


class OneText:
    """A constraint on the tokens after a prompt, which is what the first call shows. One object for one text.

    From call to call a text may grow by a token or go back, down to its prompt. Anything else is another text, and
    raises ConstrainError: make an object for it, or call `reset()` before. With `max_tokens` the text completes within
    that many tokens; LimitExceeded where none can.
    """

    def __init__(self, constraint: Constraint, *, max_tokens: int | None = None) -> None:
        if not isinstance(constraint, Constraint):
            raise TypeError(f"constraint must be a Constraint, as compile() makes it, not {type(constraint).__name__}")
        self.max_tokens = max_tokens
        self.matcher: Matcher = constraint.matcher()
        if max_tokens is not None:
            self.matcher.fill_bitmask(np.zeros(constraint.vocabulary.words, np.int32), tokens_left=max_tokens)
        self.reset()

    def reset(self) -> None:
        """Forget the text: the next call shows a prompt."""
        self.matcher = self.matcher.constraint.matcher()
        self._prompt: list[int] | None = None
        self._taken: list[int] = []

    def bitmask(self, tokens: Sequence[int], width: int) -> np.ndarray[Any, np.dtype[np.int32]]:
        """The allowed tokens after `tokens`, prompt included: (words,) int32 for logits of `width` columns.

        Raises RejectedToken where a token is not allowed, so that nothing goes on that breaks the constraint,
        ConstrainError for another text, and VocabularyError for logits that are narrower than the vocabulary.
        """
        self._follow(list(tokens))
        vocabulary = self.matcher.constraint.vocabulary
        if width < vocabulary.size:
            raise VocabularyError(
                f"the logits have {width} columns, the vocabulary {vocabulary.size} tokens; build it for this model"
            )
        row = np.zeros((width + 31) // 32, np.int32)
        left = None if self.max_tokens is None else max(self.max_tokens - len(self._taken), 0)
        if self.matcher.is_finished:
            left = None
        self.matcher.fill_bitmask(row[: vocabulary.words], tokens_left=left)
        return row

    def _follow(self, tokens: list[int]) -> None:
        prompt = self._prompt
        if prompt is None:
            prompt = self._prompt = tokens
        if tokens[: len(prompt)] != prompt or len(tokens) > len(prompt) + len(self._taken) + 1:
            raise ConstrainError(
                f"{len(tokens)} tokens do not go on from a prompt of {len(prompt)} and a text of {len(self._taken)}: "
                "a processor belongs to one text; make one for each, or call reset() between them"
            )
        new = tokens[len(prompt) :]
        shared = 0
        for old, token in zip(self._taken, new, strict=False):
            if old != token:
                break
            shared += 1
        self.matcher.rollback(len(self._taken) - shared)
        del self._taken[shared:]
        for token in new[shared:]:
            self.matcher.advance(token)
            self._taken.append(token)
