"""Texts that two terminals both match, found by the engine: the shortest text of the two patterns' intersection.

Lark's strict mode asks interegular the same; that knows neither lookarounds nor Unicode's letters and digits, and its
time grows with the square of the states (see Lark's own `_check_regex_collisions`). Here lookarounds count as they do
where the text ends after the terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from constrain.bitmask import allocate_bitmask, allowed_tokens
from constrain.constraint import Constraint
from constrain.errors import ConstrainError, GrammarError
from constrain.grammar import Grammar, Terminal
from constrain.patterns.pattern import Pattern, intersection

from ..bytewise import by_bytes
from ..regex.parse import parse
from ..regex.translate import translate

MAX_PAIRS = 3_000
MAX_STATES = 2_000  # of one intersection, on the way to its shortest text
MAX_TEXT = 200  # bytes of an example; a longer one says nothing to a reader


def pattern_of(source: str, flags: int = 0) -> Pattern:
    """The texts that a terminal's regular expression matches as a whole. Raises what `regex` raises."""
    return translate(parse(source, flags))


def shortest(pattern: Pattern) -> str | None:
    """A shortest text of the pattern, printable if there is a choice; None if there is none, or none near.

    Raises `ConstrainError` where the engine has to refuse the pattern.
    """
    try:
        constraint = by_bytes(Grammar("both", {"both": Terminal(pattern, "both")}))
    except GrammarError:  # no text matches
        return None
    return _shortest(constraint)


def _shortest(constraint: Constraint) -> str | None:
    first = constraint.matcher()
    row = allocate_bitmask(1, constraint.vocabulary)[0]
    reached = [(first, b"")]
    seen = {first.state}
    for matcher, text in reached:  # grows while it is read: breadth first
        if matcher.is_accepting:
            return text.decode(errors="replace")
        if len(text) >= MAX_TEXT:
            return None
        matcher.fill_bitmask(row)
        for byte in sorted(allowed_tokens(row), key=_taste):
            if byte < 256:
                following = matcher.fork()
                following.advance(byte)
                if following.state not in seen:
                    seen.add(following.state)
                    reached.append((following, text + bytes((byte,))))
        if len(seen) > MAX_STATES:
            return None
    return None


def _taste(byte: int) -> tuple[int, int]:
    """Letters first, then digits, then other printable characters."""
    c = chr(byte)
    kind = 0 if c.isascii() and c.isalpha() else 1 if c.isascii() and c.isdigit() else 2 if 32 < byte < 127 else 3
    return kind, byte


def overlaps(
    sources: Mapping[str, str], pairs: Iterable[tuple[str, str]], flags: int = 0
) -> tuple[list[tuple[str, str, str]], list[str]]:
    """(first, second, text that both match) for those of the `pairs` that overlap; and what was passed over."""
    patterns: dict[str, Pattern] = {}
    refused: list[str] = []
    begins: dict[str, frozenset[int]] = {}
    found: list[tuple[str, str, str]] = []
    wanted: Sequence[tuple[str, str]] = list(pairs)
    for name in dict.fromkeys(name for pair in wanted for name in pair):
        try:
            patterns[name] = pattern_of(sources[name], flags)
            begins[name] = _begins(patterns[name])
        except GrammarError:  # no text at all, or none that a terminal by itself could have
            begins[name] = frozenset()
        except ConstrainError:
            patterns.pop(name, None)
            refused.append(f"terminal {name}, whose pattern is too large or of a kind that cannot be compared")
    known = [(a, b) for a, b in wanted if a in patterns and b in patterns and begins[a] & begins[b]]
    for a, b in known[:MAX_PAIRS]:
        try:
            text = shortest(intersection(patterns[a], patterns[b]))
        except ConstrainError:
            refused.append(f"whether {a} and {b} match the same text")
            continue
        if text is not None:
            found.append((a, b, text))
    if len(known) > MAX_PAIRS:
        refused.append(f"{len(known) - MAX_PAIRS} pairs of terminals beyond the first {MAX_PAIRS}")
    return found, refused


def _begins(pattern: Pattern) -> frozenset[int]:
    """The bytes with which its texts begin."""
    constraint = by_bytes(Grammar("one", {"one": Terminal(pattern, "one")}))
    row = allocate_bitmask(1, constraint.vocabulary)[0]
    constraint.matcher().fill_bitmask(row)
    return frozenset(allowed_tokens(row))
