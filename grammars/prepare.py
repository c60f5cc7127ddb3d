"""Making the token tables that nearly every JSON grammar needs before the first request asks for them.

A table belongs to what is left of a pattern after some bytes: the inside of a string, a number behind its point, a key
where any but the known ones may stand. All grammars on a vocabulary share them, so walking a few short texts through a
few schemas makes most of what later schemas meet. `Vocabulary.save` then keeps them.
"""

from __future__ import annotations

from typing import Any, Final

from constrain.bitmask import allocate_bitmask
from constrain.constraint import Constraint
from constrain.errors import ConstrainError
from constrain.vocabulary import Vocabulary

from .json_schema import json_schema

_STRING: Final = '"aZ 0_é日😀\\n\\u00e9\\ud83d\\ude00"'
_SAMPLES: Final[list[tuple[Any, str]]] = [
    (True, f'{{{_STRING}: [-12.5e+10, 0, true, false, null, {{"b": ""}}, []], "c": 1}}'),
    (
        {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "count": {"type": "integer"},
                "share": {"type": "number"},
                "tags": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["name"],
        },
        f'{{"name": {_STRING}, "count": -12, "share": 0.5e-7, "tags": ["a", "b"], "other": {_STRING}}}',
    ),
    ({"type": "string", "minLength": 1, "maxLength": 40}, _STRING),
    ({"type": "string", "maxLength": 4000}, _STRING),
    ({"type": "string", "pattern": "^[A-Za-z0-9_-]+$"}, '"a-Z_0"'),
    ({"type": "string", "format": "date-time"}, '"2024-02-29T23:59:60.5+01:30"'),
    ({"type": "string", "format": "date"}, '"2024-02-29"'),
    ({"type": "string", "format": "email"}, '"a.b@example.com"'),
    ({"type": "string", "format": "uri"}, '"https://u@example.com:80/a/%20?q=1#f"'),
    ({"type": "string", "format": "uuid"}, '"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"'),
    ({"type": "string", "format": "ipv4"}, '"192.168.0.1"'),
]


def prepare(vocabulary: Vocabulary) -> None:
    """Make the token tables of strings, numbers, keys and the common formats of JSON; takes some 0.1 s.

    Nothing depends on it but time: the first masks after it cost what later ones do. What the vocabulary cannot spell
    is left out.

    >>> constrain.grammars.prepare(vocabulary); vocabulary.save(path)
    """
    row = allocate_bitmask(1, vocabulary)[0]
    for schema, text in _SAMPLES:
        try:
            matcher = Constraint(json_schema(schema), vocabulary).matcher()
            matcher.fill_bitmask(row)
            for token in _tokens(vocabulary, text.encode()):
                if not matcher.allows(token):
                    break
                matcher.advance(token)
                matcher.fill_bitmask(row)
        except ConstrainError:
            continue  # this vocabulary cannot spell it


def _tokens(vocabulary: Vocabulary, text: bytes) -> list[int]:
    """A byte at a time where the vocabulary can, so that every state on the way is met."""
    if vocabulary.missing_bytes or vocabulary.strips_leading_space:
        return vocabulary.encode_greedy(text)
    return [token for at in range(len(text)) for token in vocabulary.encode_greedy(text[at : at + 1])]
