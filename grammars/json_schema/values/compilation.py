"""What one compilation shares: the options, the formulas, the document, and how it says no."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from constrain.budget import TURN, allow_more, share, spend
from constrain.errors import LimitExceeded, UnsupportedError

from ..formula import Formula, Formulas
from ..options import Options
from ..source.document import Document

_MOST_WORK = 60_000
_FIRST_EFFORT = 400  # steps; at 250 a dozen schemas lose a first attempt that would do, at 1,000 hard ones lose more
_MOST_DROPPED = 10_000  # that are listed


class TooManyCombinations(Exception):
    """Combining takes long while subschemas that say the same are told apart; compile again with `merge_equal`."""


class Context:
    """Passed to everything that reads keywords or builds grammar."""

    def __init__(self, schema: Any, options: Options, registry: Any, scoped: bool, merge_equal: bool) -> None:
        self.options = options
        self.formulas = Formulas()
        self.document = Document(schema, self.formulas, registry, scoped=scoped, merge_equal=merge_equal)
        self.dropped: list[tuple[str, str]] = []
        self.work = self.efforts = 0
        self.most_effort: float = math.inf if merge_equal else _FIRST_EFFORT
        self.broken: dict[object, Any] = {}  # kept by `objects.minus`
        self.tracking = False  # whether shapes must tell what they have evaluated
        self.vacuous: Callable[[Formula], bool] = _unknown  # is the formula shown to hold of no value at all?
        self.scalar: Callable[[Formula], bool] = _unknown  # is it shown to hold of no array and no object?

    def forget(self) -> None:
        """Undo what leads in circles, so that all that the compilation made and nobody keeps is freed at once."""
        self.vacuous = self.scalar = _unknown
        self.broken.clear()
        self.formulas.forget()
        self.document.forget()

    def unsupported(self, keyword: str, pointer: str, why: str) -> None:
        """Refuse a keyword that cannot be enforced, or note that it is dropped if the caller asked for that."""
        if not self.options.drop:
            raise UnsupportedError(
                f"{pointer}: `{keyword}` cannot be enforced here: {why}; on_unsupported='drop' would ignore it",
                feature=keyword,
                where=pointer,
            )
        if (pointer, keyword) not in self.dropped:
            self.dropped.append((pointer, keyword))

    def dropped_everywhere(self) -> list[tuple[str, str]]:
        """What is dropped, also in the equals of the subschemas in which it was."""
        equals = self.document.equal_pointers() if self.dropped else {}
        found = dict.fromkeys(self.dropped)
        waiting = [*found] if equals else []
        while waiting and len(found) < _MOST_DROPPED:
            pointer, keyword = waiting.pop()
            for end in (end for end, letter in enumerate(pointer) if letter == "/"):
                for equal in equals.get(pointer[:end], ()):
                    more = equal + pointer[end:], keyword
                    if more not in found:
                        found[more] = None
                        waiting.append(more)
        return [*found]

    def spend(self, steps: int) -> None:
        """Bound the work of combining shapes."""
        self.effort(steps)
        self.work += steps
        if self.work > (limit := share(_MOST_WORK)):
            raise LimitExceeded(
                f"#: combining the alternatives of this schema takes more than {limit} steps; write fewer overlapping "
                "branches of `oneOf` or `contains`, or require a `const` property that tells them apart, or "
                f"{allow_more(limit, self.work)}",
                limit=limit,
                needed=self.work,
            )

    def effort(self, steps: int) -> None:
        """Note work that repeated subschemas multiply: where it grows, those that say the same had better be one."""
        spend(10 * TURN * steps)
        self.efforts += steps
        if self.efforts > self.most_effort:
            self.most_effort *= 4  # more subschemas may be known by then
            if self.document.repeats():
                raise TooManyCombinations

    def check_shapes(self, count: int, pointer: str) -> None:
        """Bound the number of alternatives into which combinators multiply."""
        if count > self.options.max_shapes:
            raise LimitExceeded(
                f"{pointer}: the combination of subschemas here has {count} alternatives, limit "
                f"{self.options.max_shapes}; write fewer overlapping branches, or give them a common `const` property "
                "that tells them apart",
                limit=self.options.max_shapes,
                needed=count,
            )


def _unknown(_: Formula) -> bool:
    return False
