"""Does a pattern match a given text? Asked at compile time, of a key or of an item of an enumeration.

The engine answers, and its answers are kept, since schemas ask the same patterns about the same keys again and again.
What the engine has no place for (an assertion within an intersection) is worked out on sets of end positions: for a
node and a start, every place where a match may end, memoised, so that no pattern takes exponential time. The text is
known to its end, so assertions are plain questions about its parts.
"""

from __future__ import annotations

from constrain.constraint import Constraint
from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.grammar import Grammar, Terminal
from constrain.patterns.pattern import (
    EMPTY,
    Ahead,
    Alternation,
    Behind,
    ByteClass,
    Complement,
    Concatenation,
    Empty,
    Epsilon,
    Intersection,
    Literal,
    Literals,
    Pattern,
    Repetition,
)

from ...bytewise import by_bytes, ends


def matches(pattern: Pattern, text: bytes) -> bool:
    """Whether the whole of `text` is in the pattern's language; time polynomial in both."""
    known = _known(pattern)
    answer = known.answers.get(text)
    if answer is None:
        answer = known.answers[text] = known.matches(text)
    return answer


def is_nothing(pattern: Pattern) -> bool:
    """Whether it is found out that no text is in the pattern's language, which hangs on assertions only."""
    return pattern is EMPTY or (_asserts(pattern) and _known(pattern).nothing)


def _asserts(pattern: Pattern) -> bool:
    """Whether there is an assertion in the pattern; all others have been freed of parts that match nothing."""
    waiting, seen = [pattern], {id(pattern)}
    while waiting:
        part = waiting.pop()
        if isinstance(part, Ahead | Behind):
            return True
        inner = () if getattr(part, "code", None) is not None else getattr(part, "parts", ())
        fresh = [
            each for each in (*inner, *((part.part,) if isinstance(part, Repetition) else ())) if id(each) not in seen
        ]
        seen.update(map(id, fresh))
        waiting += fresh
    return False


def _known(pattern: Pattern) -> _Asked:
    known = _asked.get(id(pattern))
    if known is None:
        if len(_asked) >= _KEPT:
            _asked.clear()
        known = _asked[id(pattern)] = _Asked(pattern)
    return known


class _Asked:
    """A pattern with the answers it has given."""

    def __init__(self, pattern: Pattern) -> None:
        self.pattern = pattern  # also keeps its id from being given again
        self.answers: dict[bytes, bool] = {}
        self.constraint: Constraint | None = None
        self.nothing = False
        try:
            self.constraint = by_bytes(Grammar("text", {"text": Terminal(pattern, "pattern")}))
        except GrammarError:
            self.nothing = True
        except (LimitExceeded, UnsupportedError):
            pass

    def matches(self, text: bytes) -> bool:
        if self.nothing:
            return False
        if self.constraint is not None:
            try:
                return len(text) in ends(self.constraint, text)
            except LimitExceeded:
                self.constraint = None
        return len(text) in _Reader(text).ends(self.pattern, 0)


_KEPT = 1024
_asked: dict[int, _Asked] = {}


class _Reader:
    """Where matches may end, for one text."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.known: dict[tuple[int, int], frozenset[int]] = {}

    def ends(self, node: Pattern, start: int) -> frozenset[int]:
        key = id(node), start
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = frozenset(self._ends(node, start))
        return found

    def _all(self, node: Pattern, starts: frozenset[int]) -> frozenset[int]:
        return frozenset().union(*(self.ends(node, start) for start in starts))

    def _ends(self, node: Pattern, start: int) -> frozenset[int] | set[int] | tuple[int, ...]:
        text = self.text
        match node:
            case Literal():
                return (start + len(node.data),) if text.startswith(node.data, start) else ()
            case ByteClass():
                return (start + 1,) if start < len(text) and node.mask >> text[start] & 1 else ()
            case Concatenation():
                here = frozenset((start,))
                for part in node.parts:
                    here = self._all(part, here)
                return here
            case Alternation():
                return frozenset().union(*(self.ends(part, start) for part in node.parts))
            case Literals():
                return {start + len(item) for item in node.items if text.startswith(item, start)}
            case Repetition():
                return self._repeat(node, start)
            case Intersection():
                return frozenset.intersection(*(self.ends(part, start) for part in node.parts))
            case Complement():
                return set(range(start, len(text) + 1)) - self.ends(node.part, start)
            case Ahead():
                return (start,) if (len(text) in self.ends(node.part, start)) != node.negative else ()
            case Behind():
                before = _Reader(text[:start])
                return (start,) if (start in before.ends(node.part, 0)) != node.negative else ()
            case Epsilon():
                return (start,)
            case Empty():
                return ()
        raise TypeError(f"not a Pattern: {node!r}")

    def _repeat(self, node: Repetition, start: int) -> set[int]:
        here, seen_rounds = frozenset((start,)), set()
        for _ in range(node.minimum):
            if not here or here in seen_rounds:
                break  # nothing left, or the part may be empty and the set is stable from here on
            seen_rounds.add(here)
            here = self._all(node.part, here)
        found, left = set(here), None if node.maximum is None else node.maximum - node.minimum
        while here and left != 0:
            here = self._all(node.part, here) - found
            found |= here
            left = None if left is None else left - 1
        return found
