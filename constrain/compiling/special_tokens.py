"""What stands for the special tokens of a grammar once its vocabulary is known."""

from __future__ import annotations

from difflib import get_close_matches

from ..errors import VocabularyError
from ..grammar import Choice, Expression, SpecialToken, Terminal
from ..patterns.pattern import literal
from ..support.shown import shown
from ..tokenizers.special_tokens import spelled
from ..vocabulary import Vocabulary

_LISTED = 12  # names that an error message shows, of so many that it compares, none longer than this
_COMPARED, _LONGEST = 10_000, 100


class Resolver:
    """What stands for the special tokens of one grammar under one vocabulary.

    `tokens` has the terminals that are tokens, by identity; all others are text.
    """

    def __init__(self, vocabulary: Vocabulary, source: str) -> None:
        self.vocabulary, self.source = vocabulary, source
        self.tokens: set[int] = set()
        self._found: dict[str, Terminal | None] = {}

    def __call__(self, node: SpecialToken) -> Expression:
        """Raises `VocabularyError` where there is no such token and letters do not serve."""
        if node.name not in self._found:
            self._found[node.name] = self._token(node.name)
        token = self._found[node.name]
        if token is None:
            if node.spelling == SpecialToken.TOKEN and not self.vocabulary.has_text(node.name.encode()):
                raise VocabularyError(f"{self.source}: {self._why_not(node.name)}")
            return node.text
        return Choice((node.text, token)) if node.spelling == SpecialToken.TOKEN_AND_TEXT else token

    def _token(self, name: str) -> Terminal | None:
        """The terminal that is the token of this name; None where there is none, or it cannot stand in a text."""
        vocabulary = self.vocabulary
        number = vocabulary.special_tokens.get(name)
        if number is None or number in vocabulary.end_ids or vocabulary.strips_leading_space:
            return None
        terminal = Terminal(literal(spelled(name)), f"the special token {name}")
        self.tokens.add(id(terminal))
        return terminal

    def _why_not(self, name: str) -> str:
        vocabulary = self.vocabulary
        number = vocabulary.special_tokens.get(name)
        if number in vocabulary.end_ids:
            return (
                f"the special token {shown(name)} ends the text in this vocabulary; leave it out of the grammar, it "
                "may come exactly where the text is complete"
            )
        if number is not None:
            return (
                f"the special token {shown(name)} cannot stand in a grammar for this vocabulary, whose words carry "
                "their leading spaces (WordPiece)"
            )
        names = [other.decode() for other in vocabulary.special_names.values() if len(other) <= _LONGEST]
        alike = get_close_matches(name, names[:_COMPARED], _LISTED, 0.5) if len(name) <= _LONGEST else []
        near = alike or names[:_LISTED]
        listed = f"; it has {', '.join(map(repr, near))}" if near else ", nor any other"
        return (
            f"this vocabulary has no special token {shown(name)}{listed}. To write its letters where there is no such "
            "token, use text_or_special()"
        )
