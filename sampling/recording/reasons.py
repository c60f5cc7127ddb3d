"""What the grammar says at a place of a text: where in the value it is, what may come, and why a token may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from constrain.tokenizers.special_tokens import in_words

from ..decoding.requests import Row
from ..decoding.texts import CertainText
from .data import Refusal

if TYPE_CHECKING:
    from constrain.matcher import Matcher
    from constrain.vocabulary import Vocabulary


class Place:
    """Where a text stands in the value that it writes, as `$.items[0]`; empty where the grammar does not tell."""

    def __init__(self, row: Row, vocabulary: Vocabulary) -> None:
        constraint = row.request.constraint
        grammar = row.request.grammar or (None if constraint is None else constraint.grammar)
        self._reader = None if grammar is None else grammar.events()
        if self._reader is not None and self._reader.path is None:
            self._reader = None
        self._text = CertainText(row.request, vocabulary)

    def take(self, token: int) -> None:
        if self._reader is None:
            return
        try:
            self._reader.feed(self._text.feed([token]))
        except ValueError:  # the text was cut off by a stop text, say, and goes on to no value
            self._reader = None

    @property
    def path(self) -> str:
        path = None if self._reader is None else self._reader.path
        if path is None:
            return ""
        return "$" + "".join(f"[{key}]" if isinstance(key, int) else _member(key) for key in path)


def _member(key: str) -> str:
    return f".{key}" if key.isidentifier() else f"[{key!r}]"


class Judge:
    """Why tokens are refused where a matcher stands, with `left` tokens to go; None: any number of them."""

    def __init__(self, matcher: Matcher | None, left: int | None, vocabulary: Vocabulary) -> None:
        self.matcher, self.left, self.vocabulary = matcher, left, vocabulary

    @property
    def expected(self) -> str:
        """What may come here, in the words of `Matcher.explain`."""
        return "" if self.matcher is None else self._words(self.matcher.explain_bytes(b"")[1])

    def refusal(self, token: int, spelling: bytes) -> Refusal:
        matcher = self.matcher
        assert matcher is not None
        if token >= self.vocabulary.size:
            return Refusal(None, "no token of the vocabulary: padding, up to the width of the model's logits")
        if matcher.allows(token):
            return Refusal(
                None, f"the grammar allows it, but no text that goes on so is complete within {self.left} more tokens"
            )
        if token in self.vocabulary.end_ids:
            return Refusal(None, f"it ends the text, which is not complete: {self.expected}")
        if not spelling:
            return Refusal(None, f"it is a special token, and no text: {self.expected}")
        taken, expected = matcher.explain_bytes(spelling)
        if taken >= len(spelling):
            return Refusal(None, matcher.explain(token))
        return Refusal(taken + 1, self._words(expected))

    def _words(self, expected: str) -> str:
        assert self.matcher is not None
        return in_words(expected, None) if self.matcher.constraint.has_special_tokens else expected
