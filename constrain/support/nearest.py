"""The word that someone may have meant: for messages about names that are not known.

Near is what differs by letter case, underscores, hyphens or a `$` alone, or by few typing errors: letters left out,
added, replaced, or swapped with a neighbour (Damerau 1964), one in words of up to seven letters, two in longer ones.
Words of up to three letters are near nothing by typing errors, because half of all short words differ by one letter.

>>> nearest("maxLenght", ["minLength", "maxLength"])
'maxLength'
>>> nearest("note", ["not"]) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 64  # letters of a word that is compared
_SHORT = 3
_LONG = 8  # letters from which on two errors are forgiven


def nearest(word: str, known: Iterable[str], *, shortest: int = _SHORT + 1) -> str | None:
    """The known word that `word` is most likely meant to be, or None; the first of several equally near ones.

    Words of fewer letters than `shortest` are near nothing by typing errors.
    """
    if not 0 < len(word) <= _LONGEST:
        return None
    best: tuple[int, str] | None = None
    for other in known:
        a, b = _plain(word), _plain(other)
        if a != b and min(len(a), len(b)) < shortest:
            continue
        errors = _errors(a, b)
        if errors > (1 if min(len(a), len(b)) < _LONG else 2):
            continue
        if best is None or errors < best[0]:
            best = errors, other
    return None if best is None else best[1]


def _plain(word: str) -> str:
    return word.translate({ord(c): None for c in "_-$"}).casefold()


def _errors(a: str, b: str) -> int:
    """How many typing errors lead from one word to the other, no letter being touched twice."""
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        here = [i]
        for j, y in enumerate(b, 1):
            cost = min(here[-1] + 1, last[j] + 1, last[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            here.append(cost)
        before, last = last, here
    return last[-1]
