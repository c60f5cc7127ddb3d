"""The value of a JSON text of any depth.

Python's JSON reader calls itself for every bracket inside another, and ends where Python's stack does; there a reader
with a stack of its own takes over.
"""

from __future__ import annotations

import json
from json.decoder import scanstring  # type: ignore[attr-defined]
from json.scanner import NUMBER_RE
from re import compile as expression
from typing import Any

_BLANKS = expression(r"[ \t\n\r]*")
_CLOSING = {"{": "}", "[": "]"}
_WORDS = {"true": True, "false": False, "null": None}


def read_json(text: str) -> Any:
    """The value of a JSON text, as `json.loads` reads it, however deep it is."""
    try:
        return json.loads(text)
    except RecursionError:
        return read_deep(text)


def read_deep(text: str) -> Any:
    """The same without recursion. Raises `json.JSONDecodeError` for what is no JSON."""
    open_containers: list[Any] = []
    keys: list[str] = []  # of the members that the open objects are in
    at = 0

    def skip() -> str:
        nonlocal at
        at = _BLANKS.match(text, at).end()  # type: ignore[union-attr]
        return text[at : at + 1]

    def take(wanted: str) -> None:
        nonlocal at
        if skip() != wanted:
            raise json.JSONDecodeError(f"Expecting {wanted!r}", text, at)
        at += 1

    def key() -> None:
        nonlocal at
        take('"')
        name, at = scanstring(text, at, True)
        keys.append(name)
        take(":")

    while True:
        first = skip()
        value: Any
        if first in ("{", "["):
            at += 1
            value = {} if first == "{" else []
            if skip() != _CLOSING[first]:
                open_containers.append(value)
                if first == "{":
                    key()
                continue
            at += 1
        elif first == '"':
            value, at = scanstring(text, at + 1, True)
        else:
            value, at = _scalar(text, at)
        while open_containers:
            container = open_containers[-1]
            if type(container) is dict:
                container[keys.pop()] = value
            else:
                container.append(value)
            if skip() == ",":
                at += 1
                if type(container) is dict:
                    key()
                break
            take("}" if type(container) is dict else "]")
            value = open_containers.pop()
        else:
            if skip():
                raise json.JSONDecodeError("Extra data", text, at)
            return value


def _scalar(text: str, at: int) -> tuple[Any, int]:
    """A number or one of the three words, and where it ends."""
    found = NUMBER_RE.match(text, at)
    if found is not None:
        whole, fraction, exponent = found.groups()
        return (float(found[0]) if fraction or exponent else int(whole)), found.end()
    for word, value in _WORDS.items():
        if text.startswith(word, at):
            return value, at + len(word)
    raise json.JSONDecodeError("Expecting value", text, at)
