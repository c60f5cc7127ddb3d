"""Where something stands in a pattern, for error messages: line, column, and an excerpt with a caret.

`re._parser`'s tree has no positions, so the construct an error is about is looked up in the text again. That happens
only on the way to an error, and costs one walk over the pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from constrain.budget import allow_more, share
from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.support.shown import blanks_under

_WIDTH = 100  # characters of a long line that an excerpt shows

_TOKEN = re.compile(
    r"""(?P<reference>\\(?:[1-9][0-9]?|k<[^>]*>)|\(\?P=[^)]*\))
      | (?P<escape>\\.)
      | (?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])
      | (?P<comment>\(\?\#[^)]*\))
      | (?P<condition>\(\?\([^)]*\))
      | (?P<atomic>\(\?>)
      | (?P<lookbehind>\(\?<[=!])
      | (?P<lookahead>\(\?[=!])
      | (?P<named>\(\?P?<[^>]*>)
      | (?P<other>\(\?)
      | (?P<group>\()
      | (?P<close>\))
    """,
    re.VERBOSE | re.DOTALL,
)


def tokens(source: str) -> Iterator[tuple[str, int, str]]:
    """The constructs that begin with a parenthesis or a backslash: kind, position, text.

    Follows the syntax that Python and ECMAScript share; a comment of a verbose pattern is taken for pattern.
    """
    for found in _TOKEN.finditer(source):
        yield str(found.lastgroup), found.start(), found.group()


def group_position(source: str, group: int) -> int:
    """Where capturing group `group` opens."""
    opened = 0
    for kind, position, _ in tokens(source):
        if kind in ("group", "named"):
            opened += 1
            if opened == group:
                return position
    return 0


def reference_position(source: str, group: int) -> int:
    """Where the first reference to a capturing group, or condition on it, stands; else where the group opens."""
    names: dict[str, int] = {}
    opened = 0
    for kind, position, text in tokens(source):
        if kind in ("group", "named"):
            opened += 1
            if kind == "named":
                names[text.partition("<")[2][:-1]] = opened
        elif kind in ("reference", "condition"):
            said = re.sub(r"^(?:\\k<|\\|\(\?P=|\(\?\()|[>)]$", "", text)
            if said == str(group) or names.get(said) == group:
                return position
    return group_position(source, group)


def kind_position(source: str, kind: str) -> int:
    """Where the first construct of a kind stands."""
    return next((position for found, position, _ in tokens(source) if found == kind), 0)


def excerpt(source: str, position: int) -> tuple[int, int, str]:
    """Line and column (from 1) of a position, and its line with a caret below."""
    before = source[:position]
    line = before.count("\n") + 1
    start = before.rfind("\n") + 1
    end = source.find("\n", position)
    shown = source[start : end if end >= 0 else len(source)]
    column = position - start
    cut = max(0, column - _WIDTH // 2)
    shown = "".join(c if c.isprintable() else "?" for c in shown[cut : cut + _WIDTH])
    lead = "..." if cut else ""
    return line, column + 1, f"    {lead}{shown}\n    {blanks_under(lead + shown[: column - cut])}^"


_SLASHES = re.compile(r"/.*/[a-z]*", re.DOTALL)


def slashes(source: str) -> str:
    """A hint for a pattern that is written as JavaScript's code writes one; nothing for others."""
    hint = "slashes stand for themselves in a pattern, where JavaScript's code has `/a/` for the pattern `a`"
    return hint if _SLASHES.fullmatch(source) else ""


def syntax_error(source: str, message: str, position: int, dialect: str = "Python") -> GrammarError:
    """The pattern is no regular expression of the dialect."""
    line, column, shown = excerpt(source, position)
    message = f"regex:{line}:{column}: {message} (read as {dialect}'s regular expression)"
    return GrammarError(message, line=line, column=column, excerpt=shown)


def unsupported(source: str, message: str, position: int, feature: str) -> UnsupportedError:
    """The pattern is understood but cannot be enforced exactly."""
    line, column, shown = excerpt(source, position)
    where = f"position {position} (line {line}, column {column})"
    return UnsupportedError(f"regex:{line}:{column}: {message}\n{shown}", feature=feature, where=where)


def beyond_share(source: str, message: str, position: int, usual: int, needed: int) -> LimitExceeded:
    """The pattern would pass a part of the budget, usually `usual`; `{limit}` in the message is what it is now."""
    limit = share(usual)
    said = f"{message.replace('{limit}', str(limit))}; or {allow_more(limit, needed)}"
    return too_large(source, said, position, limit, needed)


def too_large(source: str, message: str, position: int, limit: int, needed: int) -> LimitExceeded:
    """The pattern would pass a limit."""
    line, column, shown = excerpt(source, position)
    return LimitExceeded(f"regex:{line}:{column}: {message}\n{shown}", limit=limit, needed=needed)
