"""What terminals match: which are blank; and why a grammar has no lexer, or no text: the terminal that may be empty, or
that swallows another.

Most is asked only on the way to an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress

from lark.lexer import TerminalDef

from constrain.errors import ConstrainError, GrammarError
from constrain.grammar import Grammar, Terminal
from constrain.patterns.pattern import Pattern, complement, concat, intersection

from ..bytewise import by_bytes
from ..regex.errors import excerpt
from ..regex.parse import parse
from ..regex.translate import translate
from .loading.foreign import NAMED
from .loading.sources import literal, measured, tokens

_MOST_PAIRS = 200  # that are looked at; each takes a millisecond or so


def empty_terminal(text: str, terminal: TerminalDef) -> GrammarError:
    """The error for a terminal that may match the empty text, by its name or, where lark made that, its expression."""
    written = _written(text, terminal)
    shown = terminal.name if written is None else written
    named = re.search(NAMED.format(re.escape(terminal.name)), text, re.MULTILINE)
    at = text.find(written) if written is not None else named.start() if named else -1
    filled = None if written is None else _filled(written)
    place = terminal.name if written is None else filled or "…"
    message = (
        f"{'terminal ' if written is None else ''}{shown} may be empty, which lark's lexers refuse; have it match at "
        f"least one character, and leave out the place where nothing may stand: `[{place}]`"
    )
    if at < 0:
        return GrammarError(f"lark: {message}")
    line, column, around = excerpt(text, at)
    return GrammarError(f"lark:{line}:{column}: {message}", line=line, column=column, excerpt=around)


def _written(text: str, terminal: TerminalDef) -> str | None:
    """The expression, as the text has it, of a terminal that lark has named; None of one that the text names."""
    if re.search(NAMED.format(re.escape(terminal.name)), text, re.MULTILINE):
        return None
    with suppress(ConstrainError, ValueError):
        for kind, literally in zip(*tokens(text), strict=True):
            if kind == "REGEXP" and literal(literally, kind) == terminal.pattern:
                return literally
    return None


def _filled(expression: str) -> str | None:
    """The expression with one of its `*` as `+`, so that it is not empty any more; None where that does not do."""
    for star in re.finditer(r"(?<!\\)\*(?![?+])", expression):
        other = expression[: star.start()] + "+" + expression[star.end() :]
        with suppress(ConstrainError, ValueError, re.error):
            pattern = literal(other, "REGEXP") if other.startswith("/") else None
            if pattern is not None and measured(pattern).min_width > 0:
                return f"/({other[1:].rpartition('/')[0]})/{other.rpartition('/')[2]}" if "|" in other else other
    return None


def swallowed(
    terminals: Iterable[TerminalDef], followers: Mapping[str, frozenset[str]], ignored: frozenset[str], flags: int
) -> str:
    """The first two terminals that stand beside each other though the lexer always reads them as one; empty if none do.

    Every text of the two together is one of the first alone, which lark's lexers read as far as it goes.
    """
    of = {each.name: each for each in terminals}
    pairs = [(of[a], of[b]) for a in sorted(followers) for b in sorted(followers[a] - ignored) if a in of and b in of]
    for first, second in pairs[:_MOST_PAIRS]:
        if any(not _takes(first, of[name], flags) for name in followers[first.name] & ignored if name in of):
            continue  # something may stand between them
        if _takes(first, second, flags):
            one, other = _shown(first), _shown(second)
            lost = "" if ignored else ', or `%ignore " "` for all blanks'
            return (
                f": {one} takes in whatever {other} adds to it, so the lexer never reads {other} after {one}, and "
                f'nothing separates them; write what stands between, as in `{first.name} " " …`{lost}'
            )
    return ""


def is_blank(terminal: TerminalDef) -> bool:
    """Whether all texts of a terminal are white space; what looks at its surroundings counts as not."""
    with suppress(ConstrainError, re.error):
        if re.search(r"\(\?<?[=!]|\\[bB]", terminal.pattern.to_regexp()):
            return False
        texts, blanks = (translate(parse(each, 0)) for each in (terminal.pattern.to_regexp(), r"\s*"))
        return _shortest(intersection(texts, complement(blanks))) is None
    return False


def _takes(first: TerminalDef, second: TerminalDef, flags: int) -> bool:
    """Whether each text of the first with one of the second after it is read as the first alone."""
    with suppress(ConstrainError, re.error):
        one, two = (translate(parse(each.pattern.to_regexp(), flags)) for each in (first, second))
        beginning, end = _shortest(one), _shortest(two)
        if beginning is None or end is None:
            return False
        read = re.compile(first.pattern.to_regexp(), flags).match(beginning + end)
        if read is None or read.end() <= len(beginning):  # a lazy expression
            return False
        return _shortest(intersection(concat(one, two), complement(one))) is None
    return False


def _shortest(pattern: Pattern) -> str | None:
    """A shortest text of the pattern; None where there is none."""
    try:
        return next(by_bytes(Grammar("text", {"text": Terminal(pattern, "text")})).texts(limit=1), None)
    except GrammarError:
        return None


def _shown(terminal: TerminalDef) -> str:
    return terminal.name if terminal.pattern.type == "re" else f"`{terminal.pattern.value}`"
