"""Making the token tables that nearly every JSON grammar, and many a Lark grammar, needs before the first request asks.

A table belongs to what is left of a pattern after some bytes: the inside of a string, a number after its point, a key
where any but the known ones may stand. All grammars on a vocabulary share them, so walking a few short texts through a
few schemas makes most of what later schemas meet. `Vocabulary.save` then keeps the expensive ones.

Lark grammars of JSON-like languages meet the same three: strings with any escapes, numbers without bounds, and white
space without end, both as RFC 8259 has them and as lark's own library does. Names are left out: what follows a name may
be a name again, and their tables alone took more memory than all others.
"""

from __future__ import annotations

from typing import Any, Final

from constrain.bitmask import allocate_bitmask
from constrain.compiling import common_tables
from constrain.compiling.common_tables import Sample
from constrain.constraint import Constraint
from constrain.errors import ConstrainError
from constrain.support.arguments import instance, public
from constrain.support.deep_stack import roomy
from constrain.vocabulary import Vocabulary

from .json_schema import json_schema
from .json_schema.text import formats
from .lark import lark

_STRING: Final = '"aZ 0_é日😀\\n\\u00e9\\ud83d\\ude00"'
_COMMON: Final[list[tuple[Any, str]]] = [
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
]
# Reading these schemas takes some 30 ms by itself, and most grammars have none of them.
_FORMATS: Final[list[tuple[Any, str]]] = [
    ({"type": "string", "format": "date-time"}, '"2024-02-29T23:59:60.5+01:30"'),
    ({"type": "string", "format": "date"}, '"2024-02-29"'),
    ({"type": "string", "format": "email"}, '"a.b@example.com"'),
    ({"type": "string", "format": "uri"}, '"https://u@example.com:80/a/%20?q=1#f"'),
    ({"type": "string", "format": "uuid"}, '"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"'),
    ({"type": "string", "format": "ipv4"}, '"192.168.0.1"'),
]
# These are read (9 ms that a first schema need not take), but have no tables made, for the memory of those.
_MORE_FORMATS: Final = ("time", "hostname", "ipv6", "uri-reference")
_LARK: Final = [
    (
        r"""
        start: STRING | NUMBER | "true" | "false" | "null"
             | "[" [start ("," start)*] "]" | "{" [member ("," member)*] "}"
        member: STRING ":" start
        STRING: /"(?:[^"\\\x00-\x1f]|\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4}))*"/
        NUMBER: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/
        %ignore /[ \t\n\r]+/
        """,
        f'{{{_STRING} : [ 1, -12.5e+10, 0, true, "x", "y"], "b": "x", "c": {{}} }}',
    ),
    (
        """
        start: (SIGNED_NUMBER | ESCAPED_STRING | ";")*
        %import common (SIGNED_NUMBER, ESCAPED_STRING, WS)
        %ignore WS
        """,
        '-12.5e+10 ; 0 ; "aZ 0_é日😀\\n\\"" \n;',
    ),
]


@public
@roomy
def prepare(vocabulary: Vocabulary) -> None:
    """Make the tables of strings, numbers, keys and common formats of JSON, and of its Lark grammars: 30 to 60 ms.

    Nothing depends on it but time: the first masks after it cost what later ones do. Without it, a grammar makes the
    tables that it needs as its texts come to them. What the vocabulary cannot spell is left out.

    >>> constrain.grammars.prepare(vocabulary); vocabulary.save(path)
    """
    instance(vocabulary, Vocabulary, "vocabulary", "a Vocabulary")
    samples = _samples(_COMMON + _FORMATS)
    samples += [Sample(lark(grammar), text.encode()) for grammar, text in _LARK]
    for name in _MORE_FORMATS:
        formats.pattern(name, "short")
    if common_tables.serves(vocabulary):
        common_tables.make(vocabulary, samples)
    else:
        for sample in samples:
            _read(sample, vocabulary)


def _samples(pairs: list[tuple[Any, str]]) -> list[Sample]:
    return [Sample(json_schema(schema), text.encode()) for schema, text in pairs]


common_tables.register("json", lambda: _samples(_COMMON))


def _read(sample: Sample, vocabulary: Vocabulary) -> None:
    """The same for a vocabulary that cannot spell every text, under the grammar that it has instead."""
    row = allocate_bitmask(1, vocabulary)[0]
    try:
        matcher = Constraint(sample.grammar, vocabulary).matcher()
        matcher.fill_bitmask(row)
        for token in vocabulary.encode_greedy(sample.text):
            if not matcher.allows(token):
                break
            matcher.advance(token)
            matcher.fill_bitmask(row)
    except ConstrainError:
        pass  # this vocabulary cannot spell it
