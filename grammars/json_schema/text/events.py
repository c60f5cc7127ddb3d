"""JSON read while it is being written: one byte after another, in any layout and spelling, cut anywhere.

The constraint has seen to it that the bytes begin a JSON text, so a few states and a stack of open containers are all
that is needed. What is told is what all ways to go on have in common: a number when something after it shows that it
has ended, a character when all of its bytes or both halves of a surrogate pair are there, a member when its key is
whole and its value has begun, `true` at its first letter.

>>> reader = JsonEvents()
>>> reader.feed(b'{"a": [1')
[Event(path=(), kind='open', value={}), Event(path=('a',), kind='open', value=[])]
>>> reader.feed(b', "\\\\u00')
[Event(path=('a', 0), kind='value', value=1), Event(path=('a', 1), kind='open', value='')]
>>> reader.feed(b'e9t'), reader.partial
([Event(path=('a', 1), kind='part', value='ét')], {'a': [1, 'ét']})
"""

from __future__ import annotations

import codecs
import json
from re import compile as expression
from typing import Any

from constrain.events import Event, EventReader, Path

_BLANKS = b" \t\n\r"
_IN_NUMBER = frozenset(b"+-.0123456789eE")
_WORDS = {ord("t"): (b"true", True), ord("f"): (b"false", False), ord("n"): (b"null", None)}
_ESCAPES = {ord(a): b for a, b in zip('"\\/bfnrt', '"\\/\b\f\n\r\t', strict=True)}
_SPECIAL = expression(rb'["\\]')
_utf8 = codecs.getincrementaldecoder("utf-8")


class Node:
    """A value in the making. `value` is plain JSON, `parts` the nodes in it by key or number.

    It stands from byte `start` of the text to byte `end` (-1: it is not complete). `memo` is for whoever types it.
    """

    __slots__ = ("end", "memo", "parts", "start", "value")

    def __init__(self, value: Any, start: int) -> None:
        self.value, self.start, self.end = value, start, -1
        self.parts: dict[str | int, Node] = {}
        self.memo: Any = None

    @property
    def is_complete(self) -> bool:
        return self.end >= 0


class JsonEvents(EventReader):
    """Events of one JSON text. Costs time in proportion to it.

    `partial` makes new objects of the containers that are open; what is complete is shared by all of them, and by the
    values of events.
    """

    def __init__(self) -> None:
        self.text = bytearray()
        self.root: Node | None = None
        self._events: list[Event] = []
        self._open: list[Node] = []  # containers
        self._path: list[str | int] = []  # of the member or item that is being read, or was last
        self._next = self._value  # what reads the byte at hand
        self._at = 0  # that byte's place in the text
        self._leaf: Node | None = None  # a number, or a string that is no key
        self._pieces: list[str] = []  # of the string that is being read
        self._told = 0  # pieces that have been told
        self._decoder = _utf8()
        self._letters = b""  # of a word that are to come
        self._escape = b""  # what has come of an escape
        self._high = ""  # the first half of a surrogate pair

    def feed(self, data: bytes) -> list[Event]:
        self._events = []
        self.text += data
        while self._at < len(self.text):
            self._next(self.text[self._at])
        self._tell_part()
        return self._events

    def finish(self) -> list[Event]:
        self._events = []
        if self._leaf is not None and self._next == self._number:
            self._complete_number()
        if self._next != self._after or self._open:
            raise ValueError(f"the text ends after {len(self.text)} bytes, where its JSON is not complete")
        return self._events

    @property
    def partial(self) -> Any:
        return None if self.root is None else self.plain(self.root)

    @property
    def path(self) -> Path:
        return tuple(self._path)

    def plain(self, node: Node) -> Any:
        """What is known of a node; None for a number that may go on. Containers that are open are new objects."""
        if node is self._leaf and isinstance(node.value, str):
            return "".join(self._pieces)
        if node.is_complete or not isinstance(node.value, dict | list):
            return node.value
        whole: Any = type(node.value)()
        copied = whole
        while True:  # of the parts of an open container the last one alone may be open
            last = None
            for key, part in node.parts.items():
                value = part.value
                if not part.is_complete:
                    if value is None:
                        continue
                    if isinstance(value, str):
                        value = "".join(self._pieces)
                    else:
                        last, value = part, type(value)()
                if isinstance(copied, dict):
                    copied[key] = value
                else:
                    copied.append(value)
                if last is not None:
                    inner = value
            if last is None:
                return whole
            node, copied = last, inner

    def told(self, node: Node, path: Path) -> Any:
        """The value that the event of a complete node has."""
        return node.value

    # ---- states: each reads one byte, and moves on ----

    def _value(self, byte: int) -> None:
        """A value begins, or an empty array ends."""
        if byte in _BLANKS:
            self._at += 1
        elif byte == 0x7B or byte == 0x5B:
            node = self._begin({} if byte == 0x7B else [])
            self._open.append(node)
            self._tell("open", {} if byte == 0x7B else [])
            if byte == 0x7B:
                self._next = self._key
            else:
                self._path.append(0)
            self._at += 1
        elif byte == 0x22:
            self._leaf = self._begin("")
            self._tell("open", "")
            self._begin_string()
        elif byte in _WORDS:
            self._letters, value = _WORDS[byte]
            node = self._begin(value)
            self._complete(node, self._at + len(self._letters))
            self._next = self._word
        elif byte == 0x5D and self._open and not self._open[-1].parts:
            self._close(byte)
        elif byte in _IN_NUMBER:
            self._leaf = self._begin(None)
            self._next = self._number
        else:
            self._refuse("a value")

    def _key(self, byte: int) -> None:
        """A key begins, or an object ends."""
        if byte in _BLANKS:
            self._at += 1
        elif byte == 0x22:
            self._begin_string()
        elif byte == 0x7D and not self._open[-1].parts:
            self._path.append("")
            self._close(byte)
        else:
            self._refuse("a key")

    def _colon(self, byte: int) -> None:
        if byte == 0x3A:
            self._next = self._value
        elif byte not in _BLANKS:
            self._refuse("a colon")
        self._at += 1

    def _after(self, byte: int) -> None:
        """A value has ended."""
        if byte in _BLANKS:
            self._at += 1
        elif byte == 0x2C and self._open:
            last = self._path.pop()
            if isinstance(last, int):
                self._path.append(last + 1)
                self._next = self._value
            else:
                self._next = self._key
            self._at += 1
        else:
            self._close(byte)

    def _string(self, byte: int) -> None:
        found = _SPECIAL.search(self.text, self._at)
        stop = len(self.text) if found is None else found.start()
        if stop > self._at:
            self._add(self._decoder.decode(bytes(self.text[self._at : stop])))
        self._at = stop + (found is not None)
        if found is None:
            return
        if found[0] == b"\\":
            self._escape = b"\\"
            self._next = self._escaped
            return
        self._add(self._decoder.decode(b"", final=True), ends=True)
        text = "".join(self._pieces)
        if self._leaf is None:
            self._path.append(text)
            self._next = self._colon
        else:
            self._tell_part()
            self._leaf.value = text
            self._complete(self._leaf)

    def _escaped(self, byte: int) -> None:
        self._escape += bytes((byte,))
        self._at += 1
        escape = self._escape
        if len(escape) == 2 and byte != 0x75:
            if byte not in _ESCAPES:
                self._refuse("an escape")
            self._add(_ESCAPES[byte])
        elif len(escape) == 6:
            unit = int(escape[2:], 16)
            if self._high and 0xDC00 <= unit < 0xE000:
                character = chr(0x10000 + (ord(self._high) - 0xD800 << 10) + (unit - 0xDC00))
                self._high = ""
                self._add(character)
            elif 0xD800 <= unit < 0xDC00:
                self._add("", ends=True)
                self._high = chr(unit)
            else:
                self._add(chr(unit))
        else:
            return
        self._next = self._string

    def _word(self, byte: int) -> None:
        """The letters of a word, which follow from the first."""
        if byte != self._letters[0]:
            self._refuse(f"of {self._letters.decode()}")
        self._letters = self._letters[1:]
        self._at += 1
        if not self._letters:
            self._next = self._after

    def _number(self, byte: int) -> None:
        if byte in _IN_NUMBER:
            self._at += 1
        else:
            self._complete_number()

    # ---- what they share ----

    def _begin(self, value: Any) -> Node:
        """A node for the value that begins here, in its place."""
        node = Node(value, self._at)
        if self._open:
            self._open[-1].parts.pop(self._path[-1], None)  # of a key that comes twice, the last one counts
            self._open[-1].parts[self._path[-1]] = node
        else:
            self.root = node
        return node

    def _begin_string(self) -> None:
        self._pieces, self._told = [], 0
        self._next = self._string
        self._at += 1

    def _add(self, text: str, *, ends: bool = False) -> None:
        """More of the string; a half of a surrogate pair that has no other half stands for itself."""
        if self._high and (text or ends):
            text, self._high = self._high + text, ""
        if text:
            self._pieces.append(text)

    def _complete_number(self) -> None:
        node = self._leaf
        assert node is not None
        node.value = json.loads(self.text[node.start : self._at])
        self._complete(node)

    def _complete(self, node: Node, end: int = -1) -> None:
        node.end = self._at if end < 0 else end
        self._leaf = None
        self._next = self._after
        self._tell("value", self.told(node, tuple(self._path)))

    def _close(self, byte: int) -> None:
        """The end of a container."""
        node = self._open[-1] if self._open else None
        if node is None or byte != (0x7D if isinstance(node.value, dict) else 0x5D):
            self._refuse("a comma or the end of " + ("the text" if node is None else "what is open"))
        assert node is not None
        self._open.pop()
        self._path.pop()
        self._at += 1
        if isinstance(node.value, dict):
            node.value = {key: part.value for key, part in node.parts.items()}
        else:
            node.value = [part.value for part in node.parts.values()]
        node.parts = {}
        self._complete(node)

    def _tell(self, kind: Any, value: Any) -> None:
        self._events.append(Event(tuple(self._path), kind, value))

    def _tell_part(self) -> None:
        if self._leaf is not None and len(self._pieces) > self._told and isinstance(self._leaf.value, str):
            self._tell("part", "".join(self._pieces[self._told :]))
            self._told = len(self._pieces)

    def _refuse(self, wanted: str) -> None:
        raise ValueError(f"byte {self._at} of the text, {self.text[self._at : self._at + 1]!r}, is not {wanted}")
