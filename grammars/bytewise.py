"""Grammars asked about whole texts, by the engine itself with bytes for tokens."""

from __future__ import annotations

from functools import cache

from constrain.constraint import Constraint
from constrain.grammar import Grammar
from constrain.vocabulary import Vocabulary


@cache
def byte_vocabulary() -> Vocabulary:
    """A token for each byte, and an end."""
    return Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])


def by_bytes(grammar: Grammar) -> Constraint:
    """The grammar with bytes for tokens. Raises what `compile` raises."""
    return Constraint(grammar, byte_vocabulary())


def ends(constraint: Constraint, data: bytes) -> list[int]:
    """The lengths of those beginnings of `data` that are whole texts, ascending."""
    matcher = constraint.matcher()
    found = [0] if matcher.is_accepting else []
    for number, byte in enumerate(data, 1):
        if not matcher.allows(byte):  # asked first, since an error would be explained at length
            break
        matcher.advance(byte)
        if matcher.is_accepting:
            found.append(number)
    return found
