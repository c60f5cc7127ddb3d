"""Tool calls while their text is being written: the name of each as soon as it stands there, then its arguments.

>>> scanner = CallScanner("hermes")
>>> scanner.feed('<tool_call>\\n{"name": "weather", "arguments": {"ci')
[CallPart(number=0, name='weather', arguments='{"ci')]
>>> scanner.feed('ty": "Oslo"}}\\n</tool_call>')
[CallPart(number=0, name=None, arguments='ty": "Oslo"}')]
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from .tool_formats import tool_format

_DULL = re.compile(r'[^"{}\[\]]+')  # between strings and brackets
_IN_STRING = re.compile(r'(?:[^"\\]|\\.)*', re.DOTALL)  # a backslash at the end waits for its letter


class CallPart(NamedTuple):
    """What is new of a call: `name` where it begins, and more of its arguments' JSON text."""

    number: int
    name: str | None
    arguments: str


class CallScanner:
    """Reads the calls of a text that a grammar of `tools` allows; raises ValueError for formats that are not known.

    Feed it the text from where calls may begin. It trusts the grammar: what is in no call is passed over, and the
    arguments end where their brackets do. Costs time in proportion to the text.
    """

    def __init__(self, format: str) -> None:
        self._head = re.compile(tool_format(format).head)
        self._text = ""  # that has not been read
        self._depth = 0  # brackets open in the arguments; 0 between calls
        self._in_string = False
        self.count = 0  # calls that have begun

    @property
    def is_between(self) -> bool:
        """Whether no call is open."""
        return not self._depth

    def feed(self, text: str) -> list[CallPart]:
        """What more text tells of calls, in order; at most one part for each call."""
        self._text += text
        parts: list[CallPart] = []
        while True:
            name = None
            if not self._depth:
                head = self._head.search(self._text)
                if head is None or head.end() == len(self._text):  # the arguments' bracket is yet to come
                    return parts
                name = head["name"]
                name = json.loads(name) if name.startswith('"') else name
                self._text = self._text[head.end() :]
                self.count += 1
            arguments = self._arguments()
            if name is not None or arguments:
                parts.append(CallPart(self.count - 1, name, arguments))
            if self._depth:
                return parts

    def _arguments(self) -> str:
        """Takes the arguments from the text, as far as they are there."""
        text, at = self._text, 0
        while at < len(text):
            if self._in_string:
                found = _IN_STRING.match(text, at)
                assert found is not None  # it matches nothing, too
                at = found.end()
                if at == len(text) or text[at] == "\\":
                    break
                self._in_string = False
                at += 1
                continue
            dull = _DULL.match(text, at)
            if dull is not None:
                at = dull.end()
                continue
            sign = text[at]
            at += 1
            if sign == '"':
                self._in_string = True
                continue
            self._depth += 1 if sign in "{[" else -1
            if not self._depth:
                break
        self._text = text[at:]
        return text[:at]
