"""Regions: parts of a text with a budget of tokens of their own, such as at most so many tokens of thought.

Grammars speak of bytes, and the same text may take few tokens or many. So a budget of tokens is no part of the
language: `Constraint.accepts` and `read` know nothing of it, and masks keep it, in every loop that fills them.
"""

from __future__ import annotations

from constrain.budget import budgeted
from constrain.compiling.one_pattern import one_pattern
from constrain.errors import UnsupportedError
from constrain.grammar import Grammar, Terminal, Value
from constrain.support.arguments import instance, integer, public
from constrain.support.deep_stack import roomy

MOST_TOKENS = 65_535  # what a matcher's `state` has room for


@public
@roomy
@budgeted
def region(part: Grammar[Value], *, max_tokens: int) -> Grammar[Value]:
    """The texts of the part, written with at most `max_tokens` tokens wherever it stands; the value is the part's.

    All tokens count that have some of it, and the first one after which it cannot go on any more, unless the whole text
    ends there. Near the limit, masks leave out what could not be completed in time; a budget that is too small even
    for a short text of the part is refused by `generate` before the first token, and by masks with `LimitExceeded`.
    A text that is given by its bytes (`Matcher.advance_bytes`) counts as one token.

    The part is one pattern: a regular expression, free text, a choice. `UnsupportedError` for others, and for special
    tokens in it; `free_text` takes `max_tokens` itself.

    >>> sequence(region(regex("[a-z ]+"), max_tokens=50), "\\n", json_schema(Answer))
    """
    instance(part, Grammar, "part", "a Grammar")
    most = integer(max_tokens, "max_tokens", 1, MOST_TOKENS)
    only = part.productions[part.start]
    if isinstance(only, Terminal):
        most = min(most, only.max_tokens or most)
    elif any(terminal.max_tokens for terminal in part.flatten().terminals):
        raise UnsupportedError(
            "region: a region within a region; give one of them max_tokens", feature="region", where=part.source
        )
    pattern = one_pattern(part)
    if pattern is None:
        raise UnsupportedError(
            f"region: {part.source} is no single pattern; bound the tokens of a regex, a choice or free text",
            feature="region",
            where=part.source,
        )
    terminal = Terminal(pattern, part.source, max_tokens=most)
    return Grammar(part.start, {part.start: terminal}, read=part.read, source=part.source)
