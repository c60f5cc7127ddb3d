"""Strings one after another, which are one."""

from __future__ import annotations

from constrain.grammar import Choice, Expression, Repeat, Sequence

from .context import Context, blanks
from .spacing import FIELD, LINE, OTHER, WORD, Raw, Rule


def joined(
    x: Context,
    full: tuple[Expression, ...],
    empty: tuple[Expression, ...],
    full_unprefixed: tuple[Expression, ...],
    empty_unprefixed: Expression | None,
) -> Rule:
    """Strings one after another, which are one. In fields a blank stands between any two of them."""
    gap, some = Repeat(blanks(x), 0, 1), blanks(x)
    if x.quotes:
        full, empty = (), full
    ways: list[Expression] = []
    if full:
        ways.append(Sequence((Choice(full), gap)))
    if empty:
        ways.append(Sequence((Choice(empty), some)))
    any_ = Sequence((Repeat(Choice(ways)), Choice((*full, *empty))))
    if not full_unprefixed:
        return Raw(
            {WORD: Sequence((some, any_)), OTHER: Sequence((gap, any_)), LINE: any_, FIELD: Sequence((gap, any_))}
        )
    assert empty_unprefixed is not None
    begun = Choice((Sequence((Choice(full_unprefixed), gap)), Sequence((empty_unprefixed, some))))
    tight = Choice((*full_unprefixed, empty_unprefixed, Sequence((begun, any_))))
    after_word = Choice((Sequence((some, any_)), tight))
    return Raw({WORD: after_word, OTHER: Sequence((gap, any_)), LINE: any_, FIELD: Sequence((gap, any_))})
