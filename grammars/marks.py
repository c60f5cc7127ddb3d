"""Marks: the texts around the parts of an answer, which chat formats often write by a token of their own.

`<think>`, `<tool_call>`, `[TOOL_CALLS]` are text to a reader, and one special token to many a model, which was trained
to write that token and not its letters. What a mark means as text is the same for every vocabulary; by what it is
spelled is settled when the grammar meets one.
"""

from __future__ import annotations

from constrain.errors import GrammarError
from constrain.grammar import Grammar, SpecialToken, Terminal
from constrain.pattern import (
    ANY,
    ANY_BYTE,
    EMPTY,
    Pattern,
    complement,
    concat,
    intersection,
    literals,
)
from constrain.pattern import repeat as repeat_pattern
from constrain.utf8 import CHARACTER

TEXT = repeat_pattern(CHARACTER)


class Mark(Grammar):
    """The grammar of one text, `name`, that may be a special token; `spelling` is one of `SpecialToken`'s."""

    def __init__(self, name: str, spelling: int) -> None:
        self.name, self.spelling = name, spelling
        super().__init__("mark", {"mark": SpecialToken(name, spelling)}, source=repr(name))


def special(name: str) -> Grammar:
    """The special token that the tokenizer calls `name`, and not its letters.

    `compile` raises `VocabularyError` where the vocabulary has no such token, and names those it has; also where the
    token ends the text, since ends come by themselves exactly where the text is complete. A token that the vocabulary
    was told to take for text (`text_tokens`) is text here as well.

    >>> sequence(special("<think>"), free_text(until=special("</think>")), json_schema(Answer))
    """
    return Mark(_checked(name, "special"), SpecialToken.TOKEN)


def text_or_special(name: str) -> Grammar:
    """The special token that the tokenizer calls `name`; its letters where the vocabulary has no such token."""
    return Mark(_checked(name, "text_or_special"), SpecialToken.TOKEN_OR_TEXT)


def plain_text(written: str, what: str) -> Grammar:
    """A text that stands for itself, spelled in letters or by a special token of just that name; `what` for errors."""
    if not written:
        return Grammar("text", {"text": Terminal(concat(), "nothing")}, source="text")
    return Mark(_checked(written, what), SpecialToken.TOKEN_AND_TEXT)


def mark(given: Grammar | str, what: str) -> Mark:
    """What `special` or `text_or_special` made, or a text; `what` for errors."""
    if isinstance(given, str):
        return Mark(_checked(given, what), SpecialToken.TOKEN_AND_TEXT)
    if isinstance(given, Mark):
        return given
    raise TypeError(f"{what}: a text, special(…) or text_or_special(…) is needed, not {type(given).__name__}")


def _checked(name: str, what: str) -> str:
    if not isinstance(name, str):
        raise TypeError(f"{what}: a str is needed, not {type(name).__name__}: {name!r:.60}")
    if not name:
        raise GrammarError(f"{what}: the text must not be empty")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise GrammarError(f"{what}: {name!r:.60} has a lone surrogate, which no text can have") from None
    return name


def up_to(end: Mark, stops: tuple[Mark, ...], longest: int | None = None) -> SpecialToken:
    """Any text, and `end` behind it; within the whole, none of `stops` ends before `end` does.

    `longest` bounds the characters of it all. A stop in letters counts also where it may not be written so: what stands
    before the mark can then be told from the text alone.
    """
    size = None if longest is None else longest - len(end.name)
    before: Pattern = EMPTY
    if size is None or size >= 0:
        before = intersection(repeat_pattern(CHARACTER, 0, size), clear_of(end, stops))
    ended = intersection(
        repeat_pattern(CHARACTER, 0, longest),
        concat(ANY, literals([end.name.encode()])),
        complement(concat(ANY, _any_of(stops), ANY_BYTE, ANY)),
    )
    return SpecialToken(
        end.name,
        end.spelling,
        before=Terminal(before, f"free text before {end.name}"),
        text=Terminal(ended, f"free text until {end.name}"),
    )


def clear_of(mark: Mark, stops: tuple[Mark, ...]) -> Pattern:
    """Texts behind which `mark` is the first stop to be complete."""
    end, names = mark.name.encode(), [stop.name.encode() for stop in stops]
    if any(name in end[:-1] for name in names):
        return EMPTY
    # A stop may also begin within the text and be complete within the mark: the text must not break off just there.
    broken_off = [
        name[:cut]
        for name in names
        for cut in range(1, len(name))
        if len(name) - cut < len(end) and end.startswith(name[cut:])
    ]
    return intersection(without(stops), complement(concat(ANY, literals(broken_off))) if broken_off else ANY)


def without(stops: tuple[Mark, ...]) -> Pattern:
    """Texts in which none of `stops` occurs."""
    return intersection(TEXT, complement(concat(ANY, _any_of(stops), ANY)))


def text_of(pattern: Pattern) -> Grammar:
    """The grammar of the pattern's texts."""
    return Grammar("text", {"text": Terminal(pattern, "free text")}, source="free text")


def _any_of(stops: tuple[Mark, ...]) -> Pattern:
    return literals([stop.name.encode() for stop in stops])
