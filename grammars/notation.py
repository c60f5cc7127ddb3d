"""Grammars whose notation nobody names: told from the text, or by its first line, and never guessed.

Engines hand on a grammar as one text that may be Lark's, GBNF or one of the EBNFs. A first line `#!lark`, `#!gbnf`,
`#!ebnf`, `#!w3c`, `#!iso`, `#!xgrammar` or `#!abnf` says which; it may go on with the rule where texts begin
(`#!lark sum`). Without it the text is read as Lark, as GBNF and as EBNF of the dialect whose marks it has: one
reading is what is meant, several are where they come to the same automata, and otherwise the text is refused with the
readings named.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from constrain.errors import ConstrainError, GrammarError, UnsupportedError
from constrain.grammar import Grammar
from constrain.support.arguments import public, source_text
from constrain.support.shown import shown

from .abnf import abnf
from .ebnf import ebnf
from .gbnf import gbnf
from .lark import lark

_HEADER = re.compile(r"\A[ \t\r\n\ufeff]*#![ \t]*([A-Za-z0-9]*)[ \t]*([^\s]*)[ \t]*(?=\r?\n|\Z)")
_DEFINES = re.compile(r"::=")

_READERS: dict[str, Callable[[str, str | None], Grammar[str]]] = {
    "lark": lambda text, start: lark(text, start or "start"),
    "gbnf": lambda text, start: gbnf(text, start or "root"),
    "xgrammar": lambda text, start: ebnf(text, start, dialect="xgrammar"),
    "w3c": lambda text, start: ebnf(text, start, dialect="w3c"),
    "iso": lambda text, start: ebnf(text, start, dialect="iso"),
    "ebnf": lambda text, start: ebnf(text, start),
    "abnf": lambda text, start: abnf(text) if start is None else abnf(text, start),
}
NOTATIONS = tuple(_READERS)
_WITH_DEFINITIONS = ("gbnf", "ebnf", "lark")  # texts with `::=`, which Lark has in literals and comments
_WITHOUT = ("lark", "iso")


@public
def any_notation(text: str) -> Grammar[str]:
    """The grammar that a text describes in the notation that its first line names, or the only one that it can be in.

    The first line may be `#!lark`, `#!gbnf`, `#!ebnf`, `#!w3c`, `#!iso`, `#!xgrammar` or `#!abnf`, and go on with the
    rule where texts begin. Raises `GrammarError` where the text is in no notation, or in several that mean different
    things by it, and what the notation's own reader raises.

    >>> any_notation('#!gbnf\\nroot ::= "yes" | "no"')
    <Grammar root: 1 production>
    """
    source_text(text, "grammar: text")
    name, start, rest = header_of(text)
    return _only_reading(text) if name is None else _READERS[name](rest, start)


def header_of(text: str) -> tuple[str | None, str | None, str]:
    """The notation and the start that a first line `#!w3c Root` names, if there is one, and the text without it."""
    header = _HEADER.match(text)
    if header is None:
        return None, None, text
    name = header[1].lower()
    if name not in _READERS:
        raise GrammarError(
            f"grammar: the first line names the notation {shown(header[1], 60)}; known are {', '.join(NOTATIONS)}"
        )
    return name, header[2] or None, "\n" * header[0].count("\n") + text[header.end() :]  # lines keep their numbers


def _only_reading(text: str) -> Grammar[str]:
    found: dict[str, Grammar[str] | ConstrainError] = {}
    failed: dict[str, GrammarError] = {}
    for name in _WITH_DEFINITIONS if _DEFINES.search(text) else _WITHOUT:
        try:
            found[name] = _READERS[name](text, None)
        except GrammarError as error:
            failed[name] = error
        except ConstrainError as error:  # it is in this notation, and cannot be enforced
            found[name] = error
    if not found:
        said = "".join(f"\n- as {name}: {str(error).partition(chr(10))[0]}" for name, error in failed.items())
        raise GrammarError(f"grammar: the text is in no notation that is known without being named:{said}\n{_WAY_ON}")
    first, *others = found.values()
    if any(not _same(first, other) for other in others):
        raise GrammarError(
            f"grammar: the text means different things as {' and as '.join(found)}, so it has to say which it is; "
            f"{_WAY_ON}"
        )
    if isinstance(first, ConstrainError):
        raise first
    return first


_WAY_ON = f"write the notation in a first line, as in `#!lark`: one of {', '.join(NOTATIONS)}"


def _same(one: Grammar[str] | ConstrainError, other: Grammar[str] | ConstrainError) -> bool:
    """Whether both became the same automata, or were refused for the same reason."""
    if isinstance(one, ConstrainError) or isinstance(other, ConstrainError):
        return (
            isinstance(one, UnsupportedError) and isinstance(other, UnsupportedError) and one.feature == other.feature
        )
    left, right = one.flatten(), other.flatten()
    return (
        [terminal.code for terminal in left.terminals] == [terminal.code for terminal in right.terminals]
        and left.codes == right.codes
        and left.start == right.start
    )
