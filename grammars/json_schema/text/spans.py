"""Where the fields of a JSON text stand: a span for every value that is no container with something in it."""

from __future__ import annotations

import json
import re

from constrain.spans import Span

_PIECE = re.compile(rb'\s*("(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+)', re.DOTALL)
_CLOSE = re.compile(rb"\s*[}\]]")
_DELIMITERS = b",]}: \t\n\r"


def json_spans(text: str) -> list[Span]:
    """The spans of a JSON text by their JSON pointers, in order. Raises ValueError for what is none."""
    data = text.encode()
    spans: list[Span] = []
    open_: list[list[object]] = []  # of each container around: its pointer, and the key or number of what is read
    pointer, at, expects_key = "", 0, False
    while at < len(data.rstrip()):
        match = _PIECE.match(data, at)
        if match is None:
            raise ValueError(f"no JSON at byte {at}")
        piece, start, at = match[1], match.start(1), match.end()
        if piece in (b"{", b"["):
            close = _CLOSE.match(data, at)
            if close is not None:
                at = close.end()
                spans.append(Span(pointer, start, at, stop=_stop))
            else:
                open_.append([pointer, 0 if piece == b"[" else None])
                pointer, expects_key = (f"{pointer}/0", False) if piece == b"[" else (pointer, True)
        elif piece in (b"}", b"]"):
            pointer = str(open_.pop()[0]) if open_ else pointer
        elif piece == b",":
            if not open_:
                raise ValueError("a comma outside of all containers")
            around, number = open_[-1]
            if isinstance(number, int):
                open_[-1][1] = number + 1
                pointer = f"{around}/{number + 1}"
            else:
                pointer, expects_key = str(around), True
        elif expects_key:
            pointer, expects_key = f"{open_[-1][0]}/{_key(piece)}", False
        elif piece != b":":
            spans.append(Span(pointer, start, at, stop=_stop))
    return spans


def _key(piece: bytes) -> str:
    """A key as a step of a JSON pointer."""
    return str(json.loads(piece)).replace("~", "~0").replace("/", "~1")


def _stop(data: bytes) -> int | None:
    """How long the value at the beginning is; of a container, its bracket, which tells it from other kinds."""
    if not data:
        return None
    if data[:1] in (b"{", b"["):
        return 1
    if data[:1] == b'"':
        match = _PIECE.match(data)
        return None if match is None else match.end()
    return next((i for i, byte in enumerate(data) if byte in _DELIMITERS), None)
