"""What is wrong in a part is told with the part's place in the whole."""

from __future__ import annotations

from collections.abc import Callable

from constrain.errors import GrammarError, LimitExceeded, UnsupportedError


class Placed:
    """Errors raised within say what `tell` makes of their messages, and of where they are."""

    def __init__(self, tell: Callable[[str], str], where: Callable[[str], str] | None = None) -> None:
        self.tell, self.where = tell, where or (lambda place: place)

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            return
        said = self.tell(str(error))
        if isinstance(error, GrammarError):
            raise GrammarError(said, line=error.line, column=error.column, empty=error.empty) from None
        if isinstance(error, UnsupportedError):
            raise UnsupportedError(said, feature=error.feature, where=self.where(error.where)) from None
        if isinstance(error, LimitExceeded):
            raise LimitExceeded(said, limit=error.limit, needed=error.needed) from None
