"""Tool calls while their text is being written: the name of each as soon as it stands there, then its arguments.

>>> scanner = CallScanner("hermes")
>>> scanner.feed('<tool_call>\\n{"name": "weather", "arguments": {"ci')
[CallPart(number=0, name='weather', arguments='{"ci')]
>>> scanner.feed('ty": "Oslo"}}\\n</tool_call>')
[CallPart(number=0, name=None, arguments='ty": "Oslo"}')]

JSON is passed on as it comes, tags one by one as they close, and Python's arguments when the call is whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from constrain.constraint import Constraint
from constrain.errors import ConstrainError

from ..bytewise import by_bytes
from ..regex import regex
from .arguments import Arguments, PythonStyle, TagStyle, python_to_json, tag_value
from .definitions import Definition, definition_of
from .formats import tool_format

_DULL = re.compile(r"""[^"'{}()\[\]]+""")  # between strings and brackets
_IN_STRING = {
    quote: re.compile(rf"(?:[^{quote}\\]|\\.)*", re.DOTALL) for quote in "\"'"
}  # a backslash at the end waits for its letter


class CallPart(NamedTuple):
    """What is new of a call: `name` where it begins, and more of its arguments' JSON text."""

    number: int
    name: str | None
    arguments: str


class CallScanner:
    """Reads the calls of a text that a grammar of `tools` allows; raises ValueError for formats that are not known.

    Feed it the text from where calls may begin. It trusts the grammar: what is in no call is passed over, and the
    arguments end where their brackets do. Costs time in proportion to the text.

    `definitions` are those of the grammar: in tags without a word of types they tell what is a string. Without them
    text that looks like another JSON value is taken for it.
    """

    def __init__(self, format: str, definitions: Iterable[Any] = (), **options: Any) -> None:
        self._form = tool_format(format)
        self._head = re.compile(self._form.head)
        self._definitions, self._options = definitions, options
        self._text = ""  # that has not been read
        self._depth = 0  # brackets open in the arguments; 0 between calls
        self._quote = ""  # of the string that is open
        self._held = ""  # arguments that are passed on when they are whole
        # The types of the values of the call that is being read, by the parameter's name; None where nothing tells.
        self._kinds: Callable[[str], frozenset[str]] | None = None
        self._members = 0  # tags of the call that have been read
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
                if head is None or (self._form.style is None and head.end() == len(self._text)):
                    return parts  # the name, or the arguments' bracket, is yet to come
                name = head["name"]
                name = json.loads(name) if name.startswith('"') else name
                self._text = self._text[head.end() :]
                self.count += 1
                self._begin(name)
            arguments = self._arguments()
            if name is not None or arguments:
                parts.append(CallPart(self.count - 1, name, arguments))
            if self._depth:
                return parts

    def _begin(self, name: str) -> None:
        style = self._form.style
        if style is None:
            return
        self._depth, self._members, self._held = 1, 0, ""
        if isinstance(style, TagStyle) and not style.says_kind:
            self._kinds = self._kinds_of(name, style)

    def _arguments(self) -> str:
        """Takes the arguments from the text, as far as they are there."""
        style = self._form.style
        if isinstance(style, TagStyle):
            return self._tags(style)
        taken = self._bracketed()
        if not isinstance(style, PythonStyle):
            return taken
        self._held += taken
        return "" if self._depth else "{" + python_to_json(self._held[:-1]) + "}"

    def _bracketed(self) -> str:
        text, at = self._text, 0
        python = self._form.style is not None
        while at < len(text):
            if self._quote:
                found = _IN_STRING[self._quote].match(text, at)
                assert found is not None  # it matches nothing, too
                at = found.end()
                if at == len(text) or text[at] == "\\":
                    break
                self._quote = ""
                at += 1
                continue
            dull = _DULL.match(text, at)
            if dull is not None:
                at = dull.end()
                continue
            sign = text[at]
            at += 1
            if sign == '"' or (python and sign == "'"):
                self._quote = sign
                continue
            self._depth += 1 if sign in "{[(" else -1
            if not self._depth:
                break
        self._text = text[at:]
        return text[:at]

    def _tags(self, style: TagStyle) -> str:
        """Takes the tags that are whole, and the end of the call."""
        told = "" if self._members or self._held else "{"
        self._held = "{"  # the bracket has been told
        while True:
            self._text = self._text.removeprefix(style.separator)
            found = style.member.match(self._text)
            if found is None:
                break
            value = tag_value(found) if self._kinds is None else tag_value(found, self._kinds(found["name"]))
            told += f"{', ' if self._members else ''}{json.dumps(found['name'])}: {value}"
            self._members += 1
            self._text = self._text[found.end() :]
        if self._text.startswith(self._form.end):
            self._text = self._text[len(self._form.end) :]
            self._depth, self._held = 0, ""
            told += "}"
        return told

    def _kinds_of(self, name: str, style: TagStyle) -> Callable[[str], frozenset[str]] | None:
        for number, given in enumerate(self._definitions):
            try:
                function: Definition = definition_of(given, number)
            except ConstrainError:
                continue
            if function.name == name:
                if function.text is not None:
                    return lambda _: frozenset(("string",))
                given_options = {"extra": "forbid", **self._options, **({"extra": "forbid"} if function.strict else {})}
                return Arguments(function.parameters_under(given_options["extra"]), style, given_options).kinds_of
        return None


class CallStart:
    """Tells whether a text begins as calls do in a format whose calls begin with no mark."""

    def __init__(self, format: str) -> None:
        self._matcher = _beginnings(tool_format(format).begins).matcher()
        self.is_call: bool | None = None  # None: not known yet

    def feed(self, text: str) -> None:
        """Looks at more of the text, until it is known."""
        for byte in text.encode():
            if self.is_call is not None:
                return
            if not self._matcher.allows(byte):
                self.is_call = False
                return
            self._matcher.advance(byte)
            if self._matcher.is_accepting:
                self.is_call = True


@lru_cache(16)
def _beginnings(begins: str) -> Constraint:
    return by_bytes(regex(begins))
