"""`choice(options)`: exactly one of the given texts.

All options together are one trie, so a hundred thousand of them cost what their bytes cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from constrain.budget import TURN, Limits, budgeted, reserve, spend
from constrain.errors import GrammarError
from constrain.grammar import Grammar, Terminal
from constrain.patterns.pattern import EPSILON, Pattern, literals, optional
from constrain.support.arguments import listed, public
from constrain.support.deep_stack import roomy
from constrain.support.shown import shown


@public
@roomy
@budgeted
def choice(options: Iterable[str], *, limits: Limits | None = None) -> Grammar[str]:
    """A grammar whose texts are the `options`; the same one twice is the same as once.

    Raises `LimitExceeded` for texts that are too long together; `limits` says how long, for this call.

    >>> choice(["yes", "no", "not sure"])
    <Grammar 'yes' | 'no' | 'not sure'>
    """
    if isinstance(options, (str, bytes)):
        raise TypeError(
            f"choice: options must be several texts, got one {type(options).__name__}: {shown(options, 60)}"
        )
    options = listed(options, "options", "a list of texts")
    texts = dict.fromkeys(_encoded(number, option) for number, option in enumerate(options))
    if not texts:
        raise GrammarError("choice: there are no options, so no text could ever be complete")
    empty = b"" in texts
    texts.pop(b"", None)
    pattern: Pattern = literals(texts) if texts else EPSILON
    terminal = Terminal(optional(pattern) if empty else pattern, "choice")
    grammar: Grammar[str] = Grammar("choice", {"choice": terminal}, source="choice")
    more = [f"… {len(options)} texts"] if len(options) > _SHOWN else []
    grammar.label = " | ".join([*(shown(option, 30) for option in options[:_SHOWN]), *more])
    grammar.about = one_of_texts(options)
    return grammar


def one_of_texts(texts: Sequence[str]) -> str:
    """What a prompt tells of texts to choose from; a longer list ends in "…"."""
    return "one of: " + ", ".join(texts[:_TOLD]) + (", …" if len(texts) > _TOLD else "")


_TOLD = 50  # options of which a prompt is told
_SHOWN = 5  # options that `repr` has


def _encoded(number: int, option: str) -> bytes:
    if not isinstance(option, str):
        raise TypeError(f"choice: option {number} must be a str, got {type(option).__name__}: {shown(option, 60)}")
    spend(3 * TURN)
    reserve(len(option))
    try:
        return option.encode()
    except UnicodeEncodeError as error:
        raise GrammarError(
            f"choice: option {number}, {shown(option, 60)}, has a lone surrogate at position {error.start}, "
            "which no text in UTF-8 can have"
        ) from None
