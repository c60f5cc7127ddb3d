"""Prompt healing: the last tokens of a prompt are taken back, so that the model may cut their text in another way.

A prompt that ends in `http:` ends in the token `:`, after which the model has never seen `//`, because `://` is a token
of its own. So the prompt's last tokens are taken back as far as some token could reach beyond the prompt's end, and the
output has to begin with their bytes; these are no part of the result. (The idea is guidance's "token healing".)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

from constrain.constraint import Constraint, compile
from constrain.grammar import Grammar, Terminal
from constrain.patterns.pattern import byte_class, concat, literal, repeat
from constrain.vocabulary import Vocabulary

from .pictures import PicturePrompt
from .requests import Request

MOST = 8  # tokens that are taken back, by default
_ALL_BYTES = (1 << 256) - 1
_KEPT = 256  # constraints after a text that are kept for the next prompt that ends so

_healed: WeakKeyDictionary[Constraint, dict[bytes, Constraint]] = WeakKeyDictionary()
_pieces: WeakKeyDictionary[Vocabulary, list[bytes]] = WeakKeyDictionary()


def healed(request: Request, vocabulary: Vocabulary, most: int = MOST) -> Request:
    """The request with the last tokens of its prompt taken back, if some token could take their place and go on.

    Then `request.healed` are their bytes, with which the output begins, and so many tokens more may be written. At
    least one token of the prompt stays. Text tokens alone may follow where the request has no constraint.
    """
    count = taken_back(request.prompt, vocabulary, most)
    if not count:
        return request
    prompt = request.prompt
    text = b"".join(vocabulary.token_bytes[token] or b"" for token in prompt[-count:])
    return replace(
        request,
        prompt=prompt.without_last(count) if isinstance(prompt, PicturePrompt) else prompt[:-count],
        constraint=_behind(text, request.constraint, vocabulary),
        max_tokens=request.max_tokens + count,
        healed=text,
        grammar=None if request.constraint is None else request.constraint.grammar,
    )


def taken_back(prompt: Sequence[int], vocabulary: Vocabulary, most: int = MOST) -> int:
    """How many tokens are taken back: the least number such that some token begins in them and goes on beyond.

    0 where that takes more than `most`, or special tokens.
    """
    if vocabulary.strips_leading_space:
        return 0  # tokens do not cut texts at bytes
    pieces = _pieces.get(vocabulary)
    if pieces is None:
        pieces = _pieces[vocabulary] = sorted({piece for piece in vocabulary.token_bytes if piece})
    tail = b""
    for count in range(1, min(most, len(prompt) - 1) + 1):
        token = prompt[-count]
        piece = vocabulary.token_bytes[token] if 0 <= token < vocabulary.size else None
        if not piece:
            return 0
        tail = piece + tail
        for start in range(len(piece)):
            rest = tail[start:]
            after = bisect_right(pieces, rest)
            if after < len(pieces) and pieces[after].startswith(rest):
                return count
    return 0


def _behind(text: bytes, constraint: Constraint | None, vocabulary: Vocabulary) -> Constraint:
    """The constraint of the same texts after this one; of all texts where there is none."""
    if constraint is None:
        pattern = concat(literal(text), repeat(byte_class(_ALL_BYTES)))
        return compile(Grammar("text", {"text": Terminal(pattern, "text after the prompt")}), vocabulary)
    known = _healed.setdefault(constraint, {})
    if text not in known:
        if len(known) >= _KEPT:
            known.clear()
        terminal = Terminal(literal(text), "the end of the prompt")
        known[text] = compile(constraint.grammar.after(terminal, "healed"), vocabulary)
    return known[text]
