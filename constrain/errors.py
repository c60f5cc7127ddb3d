"""Every error a user can meet, as classes with fields, so that a program can act on them.

All derive from `ConstrainError`. A constraint that cannot be kept exactly is always an error, never a warning:
the user chose this library so that the text fits.

Which error, at every door:

- What a *text* says (a grammar, schema, pattern, DDL, tool definition; also one that is parsed already) is
  `GrammarError` where it is wrong or leaves no text, and `UnsupportedError` where it is understood and cannot be kept
  exactly. So is an argument that names something in the text: a start rule, the one function to call, a column to hide.
- *Arguments* are as Python has it: TypeError for a wrong type, for a name that the function does not know, and for two
  that contradict each other; ValueError for a value that is none of those it can have.
- A value that is known elsewhere and cannot be kept here (`lark(…, parser="cyk")`, `sql(…, "postgresql")`) is
  `UnsupportedError`, as it would be in a text.

Messages quote what the user gave, which may be megabytes long and hold what no terminal or log can write. So a message
is cut to what a person would read, and unpaired surrogates are written out.
"""

from __future__ import annotations

import copyreg
from typing import Any

_LONGEST = 8_000  # characters of a message


class ConstrainError(Exception):
    """Base of all errors raised on purpose by this library."""

    def __init__(self, message: str) -> None:
        if len(message) > _LONGEST:
            message = f"{message[: _LONGEST // 2]} … {message[-_LONGEST // 2 :]}"
        super().__init__(message.encode(errors="backslashreplace").decode())

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles are made without the constructor, whose keywords they do not know."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class GrammarError(ConstrainError):
    """The grammar, schema or pattern itself is wrong: it does not parse, or no text matches it.

    `line` and `column` count from 1 and are None where the source has no lines; `excerpt` shows the place with a caret.
    `empty` is true of a JSON Schema that is well-formed and that no value satisfies.
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        excerpt: str | None = None,
        empty: bool = False,
    ) -> None:
        super().__init__(message if excerpt is None else f"{message}\n{excerpt}")
        self.line, self.column, self.excerpt, self.empty = line, column, excerpt, empty


class UnsupportedError(ConstrainError):
    """A construct is understood but cannot be enforced exactly; `feature` names it, `where` says its place."""

    def __init__(self, message: str, *, feature: str, where: str) -> None:
        super().__init__(message)
        self.feature, self.where = feature, where


class VocabularyError(ConstrainError):
    """A tokenizer cannot be turned into bytes by token id, or the vocabulary cannot spell what a grammar needs."""


class RejectedToken(ConstrainError):
    """`advance` was given a token that the constraint does not allow; the matcher is unchanged."""

    def __init__(self, message: str, *, token: int | None = None) -> None:
        super().__init__(message)
        self.token = token


class LimitExceeded(ConstrainError):
    """A budget would be passed; both numbers are in the message and in `limit` and `needed`."""

    def __init__(self, message: str, *, limit: float | None = None, needed: float | None = None) -> None:
        super().__init__(message)
        self.limit, self.needed = limit, needed


class Cancelled(ConstrainError):
    """Another thread cancelled the work (`Cancellation.cancel`); compiling the same again is as good as new."""
