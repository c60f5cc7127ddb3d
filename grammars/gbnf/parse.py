"""GBNF text to rules, read as llama.cpp's parser reads it (src/llama-grammar.cpp of 2025 and 2026).

Names are letters, digits and dashes; a rule ends with its line, except inside parentheses and after `::=` and `|`;
characters are code points; `""`, `[]` and `()` are the empty text; the last of several rules of one name counts. A
right side becomes postfix code while it is read, so no nesting depth can exhaust Python's, and an operator such as `*`
is simply written after the code of its item.

Where llama.cpp's limits are those of its engine they do not hold here: any repetition count is kept as written (there,
`x{0,3000}` becomes `x{0,}`), and rules may be left-recursive.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from constrain.budget import TURN, spend
from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.grammars.regex.ranges import invert, normalise
from constrain.patterns.pattern import Pattern
from constrain.patterns.utf8 import CHARACTER, characters, text

from ..regex.errors import excerpt

MAX_LENGTH = 1 << 22  # characters of grammar text
MAX_COUNT = 1_000_000  # of a repetition
_LAST = 0x10FFFF
_NAME = re.compile(r"[A-Za-z0-9-]+")
_SPACE = re.compile(r"(?:[ \t]|#[^\r\n]*)*")
_SPACES = re.compile(r"(?:[ \t\r\n]|#[^\r\n]*)*")
_PLAIN = re.compile(r'[^"\\\0]+')
_NUMBER = re.compile(r"[0-9]+")
_HEX = {"x": 2, "u": 4, "U": 8}
_ESCAPES = {"t": "\t", "r": "\r", "n": "\n", "\\": "\\", '"': '"', "[": "[", "]": "]", "-": "-"}


class Reference(NamedTuple):
    """A rule used."""

    name: str


class Token(NamedTuple):
    """A special token, by the name that the tokenizer gives it."""

    name: str


class Together(NamedTuple):
    """The last items one after another."""

    items: int


class Either(NamedTuple):
    """Any of the last `items`."""

    items: int


class Times(NamedTuple):
    """The last item `low` to `high` times (None: no bound)."""

    low: int
    high: int | None


class Without(NamedTuple):
    """The last item but one, where the last does not match it as a whole; `place` is that of the operator."""

    place: int


class NonEmpty(NamedTuple):
    """The last item where it is not empty; of one that is not regular it is known that it never is."""


Code = list[Pattern | Reference | Token | Together | Either | Times | Without | NonEmpty]


@dataclass
class Source:
    """A grammar text and its rules: the code of each right side, where its name stands, and where names are used."""

    text: str
    rules: dict[str, Code] = field(default_factory=dict)
    defined: dict[str, int] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)  # by name, the first place
    redefined: dict[str, int] = field(default_factory=dict)  # names with several rules, the place of the last


class _Group:
    """An open parenthesis, or the whole right side: alternatives so far, and the items of the one being read."""

    __slots__ = ("begin", "count", "item", "items", "place")

    def __init__(self, place: int, begin: int) -> None:
        self.place, self.begin = place, begin  # in the text; in the code
        self.count = self.items = 0
        self.item = -1  # where the code of the last item begins, which an operator would repeat


def parse(source: str) -> Source:
    """The rules of a grammar text.

    Raises `GrammarError` with line, column and an excerpt where llama.cpp would not read it, `UnsupportedError` for
    tokens by number or by exclusion (`<[1000]>`, `!<think>`), `LimitExceeded` for a text or a count that is too large.
    """
    spend(TURN * len(source) // 2)
    if len(source) > MAX_LENGTH:
        raise LimitExceeded(
            f"gbnf: the grammar has {len(source)} characters, limit {MAX_LENGTH}; split it",
            limit=MAX_LENGTH,
            needed=len(source),
        )
    return _Parser(source).parse()


def fail(source: str, position: int, message: str) -> GrammarError:
    """The error for a place of the text."""
    line, column, shown = excerpt(source, position)
    return GrammarError(f"gbnf:{line}:{column}: {message}", line=line, column=column, excerpt=shown)


class _Parser:
    def __init__(self, source: str) -> None:
        self.text = source
        self.found = Source(source)
        self.ranges: dict[tuple[bool, tuple[tuple[int, int], ...]], Pattern] = {}

    def fail(self, position: int, message: str) -> NoReturn:
        raise fail(self.text, position, message)

    def at(self, position: int) -> str:
        return self.text[position] if position < len(self.text) else ""

    def parse(self) -> Source:
        found = self.found
        position = self.skip(0, True)
        while position < len(self.text):
            position = self.rule(position)
        for name, place in found.used.items():
            if name not in found.rules:
                known = ", ".join(list(found.rules)[:20])
                self.fail(place, f"`{name}` is used but never defined\nDefined here: {known}")
        return found

    def skip(self, position: int, lines: bool) -> int:
        """Past blanks and comments, and past line ends too if `lines`."""
        found = (_SPACES if lines else _SPACE).match(self.text, position)
        assert found is not None
        return found.end()

    def rule(self, start: int) -> int:
        name = _NAME.match(self.text, start)
        if name is None:
            hint = "; a rule that goes on in the next line ends its line with `|` or stands in parentheses"
            self.fail(start, "a rule begins with its name: letters, digits, dashes" + hint)
        position = self.skip(name.end(), False)
        if not self.text.startswith("::=", position):
            hint = {
                "_": "; a name has letters, digits and dashes only",
                ":": "; `name:` is Lark's, for constrain.grammars.lark(text)",
                "=": "; `name =` is EBNF's or ABNF's, for constrain.grammars.ebnf(text) or abnf(text)",
            }.get(self.at(position), "")
            self.fail(position, f"expected `::=` after the name `{name[0]}`{hint}")
        code: Code = []
        position = self.alternatives(self.skip(position + 3, True), code)
        if name[0] in self.found.rules:
            self.found.redefined[name[0]] = start
        self.found.rules[name[0]] = code
        self.found.defined[name[0]] = start
        if position < len(self.text) and self.text[position] not in "\r\n":
            if self.text[position] == ")":
                self.fail(position, "`)` without `(`")
            hint = " (names have letters, digits and dashes only)" if self.text[position] == "_" else ""
            self.fail(position, f"expected an item, `|` or the end of the line, found {self.text[position]!r}{hint}")
        return self.skip(position, True)

    def alternatives(self, position: int, code: Code) -> int:
        """A right side, groups and all."""
        groups = [_Group(position, 0)]
        text = self.text
        while True:
            group = groups[-1]
            nested = len(groups) > 1
            c = text[position] if position < len(text) else ""
            if c == '"':
                position = self.literal(position + 1, code, group)
            elif c == "[":
                position = self.characters(position + 1, code, group)
            elif c == ".":
                position += 1
                self.item(code, group, CHARACTER)
            elif c == "(":
                groups.append(_Group(position, len(code)))
                position = self.skip(position + 1, True)
                continue
            elif c and (found := _NAME.match(text, position)):
                self.found.used.setdefault(found[0], position)
                self.item(code, group, Reference(found[0]))
                position = found.end()
            elif c and c in "*+?{":
                position = self.repeat(position, code, group, nested)
            elif c == "|":
                self.close_alternative(code, group)
                position = self.skip(position + 1, True)
                continue
            elif c == "<":
                position = self.token(position, code, group)
            elif c == "!":
                raise self.unsupported(position, "a token that is not another (`!<...>`)", "free_text(until=...)")
            elif c == ")" and nested:
                self.close_group(code, group)
                groups.pop()
                groups[-1].item = group.begin
                groups[-1].items += 1
                position += 1
                nested = len(groups) > 1
            elif nested:
                self.fail(position if c else group.place, "expected `)`" if c else "`(` is never closed")
            else:
                self.close_group(code, group)
                return position
            position = self.skip(position, nested)

    @staticmethod
    def item(code: Code, group: _Group, node: Pattern | Reference | Token) -> None:
        group.item = len(code)
        group.items += 1
        code.append(node)

    @staticmethod
    def close_alternative(code: Code, group: _Group) -> None:
        code.append(Together(group.items))
        group.count += 1
        group.items, group.item = 0, -1

    def close_group(self, code: Code, group: _Group) -> None:
        self.close_alternative(code, group)
        code.append(Either(group.count))

    # items

    def literal(self, position: int, code: Code, group: _Group) -> int:
        """The inside of a literal; position after the closing quote. An empty one is no item."""
        start, pieces = position, list[str]()
        while self.at(position) != '"':
            plain = _PLAIN.match(self.text, position)
            if plain is not None:
                pieces.append(plain[0])
                position = plain.end()
            else:
                begin = position
                value, position = self.character(position, start - 1)
                if 0xD800 <= value < 0xE000:
                    self.fail(begin, "half of a surrogate pair is no character; write `\\U` and eight digits")
                pieces.append(chr(value))
        joined = "".join(pieces)
        surrogate = next((c for c in joined if "\ud800" <= c <= "\udfff"), None)
        if surrogate is not None:
            self.fail(start, f"the literal has a lone surrogate, {surrogate!r}, which no text in UTF-8 can have")
        group.item = -1
        if joined:
            self.item(code, group, text(joined))
        return position + 1

    def characters(self, position: int, code: Code, group: _Group) -> int:
        """The inside of a class; position after the bracket. A class without members is no item, as in llama.cpp."""
        start = position
        negated = self.at(position) == "^"
        position += negated
        pairs = []
        while self.at(position) != "]":
            low, position = self.character(position, start - 1)
            high = low
            if self.at(position) == "-" and self.at(position + 1) != "]":
                high, position = self.character(position + 1, start - 1)
            pairs.append((low, high))
        group.item = -1
        if pairs:
            key = negated, tuple(pairs)
            if key not in self.ranges:
                ranges = normalise(pair for pair in pairs if pair[0] <= pair[1])
                self.ranges[key] = characters(invert(ranges) if negated else ranges)
            self.item(code, group, self.ranges[key])
        return position + 1

    def character(self, position: int, opened: int) -> tuple[int, int]:
        """One character, escaped or not, of a literal or class that was opened at `opened`; its code point."""
        c = self.at(position)
        if not c or c == "\0":
            kind = "literal" if self.text[opened] == '"' else "class"
            self.fail(opened if not c else position, f"the {kind} is never closed" if not c else "a NUL in the text")
        if c != "\\":
            return ord(c), position + 1
        kind = self.at(position + 1)
        if kind in _ESCAPES:
            return ord(_ESCAPES[kind]), position + 2
        if kind not in _HEX:
            self.fail(
                position,
                f'unknown escape `\\{kind}`; known: \\x41 \\u0041 \\U00000041 \\t \\r \\n \\\\ \\" \\[ \\] \\-',
            )
        digits = self.text[position + 2 : position + 2 + _HEX[kind]]
        if len(digits) < _HEX[kind] or not re.fullmatch("[0-9A-Fa-f]*", digits):
            self.fail(position, f"`\\{kind}` takes {_HEX[kind]} hexadecimal digits")
        value = int(digits, 16)
        if value > _LAST:
            self.fail(position, f"{value:X} is no code point; the last is 10FFFF")
        return value, position + 2 + len(digits)

    def token(self, start: int, code: Code, group: _Group) -> int:
        """A token by its text, `<think>`; one by its number means another text under each tokenizer."""
        if self.at(start + 1) == "[":
            raise self.unsupported(start, "a token by its number", "its name, as in `<think>`")
        end = self.text.find(">", start)
        if end < 0 or "\n" in self.text[start:end]:
            self.fail(start, "expected `>` after the name of a token")
        self.item(code, group, Token(self.text[start : end + 1]))
        return end + 1

    def unsupported(self, position: int, what: str, instead: str) -> UnsupportedError:
        line, column, shown = excerpt(self.text, position)
        return UnsupportedError(
            f"gbnf:{line}:{column}: {what} cannot be enforced; use {instead}\n{shown}",
            feature=what,
            where=f"line {line}, column {column}",
        )

    # operators

    def repeat(self, position: int, code: Code, group: _Group, nested: bool) -> int:
        """An operator after an item."""
        start, c = position, self.text[position]
        position += 1
        low, high = {"*": (0, None), "+": (1, None), "?": (0, 1), "{": (0, None)}[c]
        if c == "{":
            low, position = self.number(self.skip(position, nested), nested, "`{`; write `{0,n}` for at most n")
            high = low
            if self.at(position) == ",":
                position = self.skip(position + 1, nested)
                high = None
                if self.at(position).isdigit():
                    high, position = self.number(position, nested, "`,`")
            if self.at(position) != "}":
                self.fail(position, "expected `,` or `}` in a repetition such as `{2,5}`")
            position += 1
            if high is not None and low > high:
                self.fail(start, f"a repetition from {low} to {high} times; the first number must not be the larger")
        if group.item < 0:
            self.fail(start, f"`{c}` needs an item before it to repeat; the empty text is none")
        if high == 0:
            del code[group.item :]
            group.items -= 1
            group.item = -1
        else:
            code.append(Times(low, high))
        return position

    def number(self, position: int, nested: bool, after: str) -> tuple[int, int]:
        found = _NUMBER.match(self.text, position)
        if found is None:
            self.fail(position, f"expected a number after {after}")
        value = int(found[0]) if len(found[0]) < 20 else 10**20
        if value > MAX_COUNT:
            line, column, shown = excerpt(self.text, position)
            raise LimitExceeded(
                f"gbnf:{line}:{column}: a repetition of more than {MAX_COUNT} times; "
                f"without a bound, write `{{m,}}`\n{shown}",
                limit=MAX_COUNT,
                needed=value,
            )
        return value, self.skip(found.end(), nested)
