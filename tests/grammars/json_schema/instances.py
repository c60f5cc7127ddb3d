"""Texts against a schema's grammar, through the real engine: bytes are the tokens."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import constrain
from constrain import Constraint, Grammar, RejectedToken, Vocabulary
from constrain.grammars import json_schema

_END = 256
# What a walk that wants to end tries first: closing what is open, then the shortest scalars.
_CLOSING = b'}]"0el1rtuaskn:\n'


@cache
def byte_vocabulary() -> Vocabulary:
    """One token a byte, and an end id."""
    return Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[_END])


def compiled(source: Any, **options: Any) -> Constraint:
    """The constraint of a schema, or of a grammar; of a schema, in the layout that reads what others wrote."""
    grammar = source if isinstance(source, Grammar) else json_schema(source, **{"layout": "flexible", **options})
    return constrain.compile(grammar, byte_vocabulary())


def accepts(constraint: Constraint, text: str) -> bool:
    """Whether the whole text is in the language."""
    matcher = constraint.matcher()
    try:
        for byte in text.encode("utf-8", "surrogatepass"):
            matcher.advance(byte)
    except RejectedToken:
        return False
    return matcher.is_accepting


def spellings(value: Any) -> list[str]:
    """The value as `json.dumps` writes it: by default, compact, and indented."""
    return [
        json.dumps(value, ensure_ascii=False),
        json.dumps(value, ensure_ascii=False, separators=(",", ":")),
        json.dumps(value, ensure_ascii=False, indent=2),
    ]


def random_text(constraint: Constraint, random: Random, *, patience: int = 60, longest: int = 3000) -> str:
    """A text drawn by following the masks: at random for a while, then by what ends soonest.

    The masks are the only guide, so a dead end would show as an empty one.
    """
    matcher = constraint.matcher()
    row = constrain.allocate_bitmask(1, constraint.vocabulary)[0]
    text = bytearray()
    while len(text) < longest:
        matcher.fill_bitmask(row)
        allowed = constrain.allowed_tokens(row)
        assert allowed, f"stuck after {bytes(text)!r}"
        if allowed == [_END] or (_END in allowed and (len(text) > patience or random.random() < 0.3)):
            return text.decode()
        letters = [token for token in allowed if token != _END]
        printable = [token for token in letters if 0x20 < token < 0x7F] or letters
        if len(text) > patience:
            inside = {ord('"'), ord("z"), ord("~")} <= set(letters)  # a string
            wanted = [ord('"')] if inside else [byte for byte in _CLOSING if byte in letters]
            token = wanted[0] if wanted and random.random() < 0.9 else random.choice(printable)
        else:
            token = random.choice(printable if random.random() < 0.9 else letters)
        matcher.advance(token)
        text.append(token)
    raise AssertionError(f"no end in sight after {longest} bytes: {bytes(text[:200])!r}")
