"""Marks: the texts around the parts of an answer, which chat formats often write by a token of their own.

`<think>`, `<tool_call>`, `[TOOL_CALLS]` are text to a reader, and one special token to many a model, which was trained
to write that token and not its letters. What a mark means as text is the same for every vocabulary; by what it is
spelled is settled when the grammar meets one.
"""

from __future__ import annotations

from constrain.budget import TURN, reserve, spend
from constrain.errors import GrammarError
from constrain.grammar import Grammar, SpecialToken, Terminal
from constrain.patterns.pattern import ANY, Pattern, complement, concat, intersection, literals
from constrain.patterns.pattern import repeat as repeat_pattern
from constrain.patterns.utf8 import CHARACTER
from constrain.support.arguments import public
from constrain.support.shown import shown

TEXT = repeat_pattern(CHARACTER)


class Mark(Grammar[str]):
    """The grammar of one text, `name`, that may be a special token; `spelling` is one of `SpecialToken`'s."""

    def __init__(self, name: str, spelling: int) -> None:
        self.name, self.spelling = name, spelling
        super().__init__("mark", {"mark": SpecialToken(name, spelling)}, source="special token")


@public
def special(name: str) -> Grammar[str]:
    """The special token that the tokenizer calls `name`, and not its letters.

    `compile` raises `VocabularyError` where the vocabulary has no such token, and names those it has; also where the
    token ends the text, since ends come by themselves exactly where the text is complete. A token that the vocabulary
    was told to take for text (`text_tokens`) is text here as well.

    >>> sequence(special("<think>"), free_text(until=special("</think>")), json_schema(Answer))
    """
    return Mark(_checked(name, "special"), SpecialToken.TOKEN)


@public
def text_or_special(name: str) -> Grammar[str]:
    """The special token that the tokenizer calls `name`; its letters where the vocabulary has no such token."""
    return Mark(_checked(name, "text_or_special"), SpecialToken.TOKEN_OR_TEXT)


def plain_text(written: str, what: str) -> Grammar[str]:
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
        raise TypeError(f"{what}: a str is needed, not {type(name).__name__}: {shown(name, 60)}")
    if not name:
        raise GrammarError(f"{what}: the text must not be empty")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise GrammarError(f"{what}: {shown(name, 60)} has a lone surrogate, which no text can have") from None
    return name


def before(
    marks: tuple[Mark, ...], longest: int | None = None, max_tokens: int | None = None
) -> list[tuple[Terminal, list[Mark]]]:
    """What may stand before the first of `marks` to be complete, and the marks that it may stand before.

    `longest` bounds the characters of the text with its mark, `max_tokens` its tokens. A mark in letters counts also
    where it may not be written so: what stands before the mark can then be told from the text alone. Marks of the same
    kind share one terminal.
    """
    names = [mark.name.encode() for mark in marks]
    endings = _endings(names)
    found: dict[tuple[int | None, tuple[bytes, ...]], list[Mark]] = {}
    for mark in marks:
        end = mark.name.encode()
        size = None if longest is None else longest - len(mark.name)
        spend(TURN // 2 * len(names))
        if (size is not None and size < 0) or any(name in end[:-1] for name in names):
            continue  # too long, or another is always complete before it
        # A mark may also begin within the text and be complete within `end`: the text must not break off just there.
        cuts = sorted(cut for length in range(1, len(end)) for cut in endings.get(end[:length], ()))
        spend(TURN * (len(end) + len(cuts)))
        reserve(sum(cut for _, cut in cuts))
        broken_off = tuple(names[number][:cut] for number, cut in cuts)
        found.setdefault((size, broken_off), []).append(mark)
    free = complement(concat(ANY, literals(names), ANY))
    return [
        (
            Terminal(
                intersection(
                    repeat_pattern(CHARACTER, 0, size),
                    free,
                    complement(concat(ANY, literals(broken_off))) if broken_off else ANY,
                ),
                f"free text before {shared[0].name}{' and others' if len(shared) > 1 else ''}",
                max_tokens=max_tokens,
            ),
            shared,
        )
        for (size, broken_off), shared in found.items()
    ]


def _endings(names: list[bytes]) -> dict[bytes, list[tuple[int, int]]]:
    """The proper ends of all names, each with the numbers of the names that end so, and where the end begins."""
    out: dict[bytes, list[tuple[int, int]]] = {}
    for number, name in enumerate(names):
        reserve(len(name) ** 2 // 2)
        spend(TURN * len(name))
        for cut in range(1, len(name)):
            out.setdefault(name[cut:], []).append((number, cut))
    return out


def without(marks: tuple[Mark, ...]) -> Pattern:
    """Texts in which none of `marks` occurs."""
    return intersection(TEXT, complement(concat(ANY, literals([mark.name.encode() for mark in marks]), ANY)))


def text_of(pattern: Pattern | Terminal) -> Grammar[str]:
    """The grammar of the pattern's texts."""
    terminal = pattern if isinstance(pattern, Terminal) else Terminal(pattern, "free text")
    return Grammar("text", {"text": terminal}, source=terminal.name)
