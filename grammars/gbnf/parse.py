"""GBNF text to rules, read as llama.cpp's parser reads it (src/llama-grammar.cpp of 2025 and 2026).

Names are letters, digits and dashes; a rule ends with its line, except inside parentheses and after `::=` and `|`;
characters are code points; `""`, `[]` and `()` are the empty text, of which the first two are no item that an operator
could repeat; the last of several rules of one name counts.

Where llama.cpp's limits are those of its engine they do not hold here: any repetition count is kept as written (there,
`x{0,3000}` becomes `x{0,}`), and rules may be left-recursive.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import NoReturn

from constrain.grammars.regex.ranges import invert, normalise
from constrain.patterns.pattern import Pattern
from constrain.patterns.utf8 import CHARACTER, characters, text

from .assemble import Places, Reference, Source, Symbol, Times, Token, assemble

_LAST = 0x10FFFF
_NAME = re.compile(r"[A-Za-z0-9-]+")
_SPACE = re.compile(r"(?:[ \t]|#[^\r\n]*)*")
_SPACES = re.compile(r"(?:[ \t\r\n]|#[^\r\n]*)*")
_PLAIN = re.compile(r'[^"\\\0]+')
_NUMBER = re.compile(r"[0-9]+")
_HEX = {"x": 2, "u": 4, "U": 8}
_ESCAPES = {"t": "\t", "r": "\r", "n": "\n", "\\": "\\", '"': '"', "[": "[", "]": "]", "-": "-"}


def parse(source: str) -> Source:
    """The rules of a grammar text.

    Raises `GrammarError` with line, column and an excerpt where llama.cpp would not read it, `UnsupportedError` for
    tokens by number or by exclusion (`<[1000]>`, `!<think>`), `LimitExceeded` for a text or a count that is too large.
    """
    places = Places("gbnf", source)
    return assemble(places, _Reader(places).symbols())


class _Reader:
    def __init__(self, places: Places) -> None:
        self.places, self.text = places, places.text
        self.ranges: dict[tuple[bool, tuple[tuple[int, int], ...]], Pattern] = {}

    def fail(self, position: int, message: str) -> NoReturn:
        raise self.places.fail(position, message)

    def at(self, position: int) -> str:
        return self.text[position] if position < len(self.text) else ""

    def symbols(self) -> Iterator[Symbol]:
        """What the text holds, rule by rule."""
        position = self.skip(0, True)
        while position < len(self.text):
            position = yield from self.rule(position)

    def skip(self, position: int, lines: bool) -> int:
        """Past blanks and comments, and past line ends too if `lines`."""
        found = (_SPACES if lines else _SPACE).match(self.text, position)
        assert found is not None
        return found.end()

    def rule(self, start: int) -> Generator[Symbol, None, int]:
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
        yield Symbol("rule", start, name[0], again=True)
        position = yield from self.right_side(self.skip(position + 3, True))
        if position < len(self.text) and self.text[position] not in "\r\n":
            if self.text[position] == ")":
                self.fail(position, "`)` without `(`")
            hint = " (names have letters, digits and dashes only)" if self.text[position] == "_" else ""
            self.fail(position, f"expected an item, `|` or the end of the line, found {self.text[position]!r}{hint}")
        return self.skip(position, True)

    def right_side(self, position: int) -> Generator[Symbol, None, int]:
        """The symbols of one rule, groups and all."""
        text, opened = self.text, list[int]()  # where the open parentheses are
        repeatable = False  # whether an item stands before that an operator could repeat
        while True:
            start, c = position, text[position] if position < len(text) else ""
            item: Pattern | Reference | Token | None = None
            if c == '"':
                item, position = self.literal(position + 1)
            elif c == "[":
                item, position = self.characters(position + 1)
            elif c == ".":
                item, position = CHARACTER, position + 1
            elif c == "<":
                item, position = self.token(position)
            elif c == "!":
                instead = "use free_text(until=...)"
                raise self.places.unsupported(position, "a token that is not another (`!<...>`)", instead)
            elif c and (found := _NAME.match(text, position)):
                item, position = Reference(found[0]), found.end()
            elif c and c in "*+?{":
                times, position = self.times(position, bool(opened))
                if not repeatable:
                    self.fail(start, f"`{c}` needs an item before it to repeat; the empty text is none")
                yield Symbol("after", start, times)
                position, repeatable = self.skip(position, bool(opened)), times.high != 0
                continue
            elif c and c in "(|":
                if c == "(":
                    opened.append(position)
                yield Symbol("open" if c == "(" else "or", position, c)
                position, repeatable = self.skip(position + 1, True), False
                continue
            elif c == ")" and opened:
                opened.pop()
                yield Symbol("close", position, c)
                position, repeatable = self.skip(position + 1, bool(opened)), True
                continue
            elif opened:
                self.fail(position if c else opened[-1], "expected `)`" if c else "`(` is never closed")
            else:
                return position
            repeatable = item is not None
            if item is not None:
                yield Symbol("item", start, item)
            position = self.skip(position, bool(opened))

    # items

    def literal(self, position: int) -> tuple[Pattern | None, int]:
        """The inside of a literal, and the position after the closing quote. An empty one is no item."""
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
        return text(joined) if joined else None, position + 1

    def characters(self, position: int) -> tuple[Pattern | None, int]:
        """The inside of a class, and the position after the bracket. One without members is no item."""
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
        key = negated, tuple(pairs)
        if pairs and key not in self.ranges:
            ranges = normalise(pair for pair in pairs if pair[0] <= pair[1])
            self.ranges[key] = characters(invert(ranges) if negated else ranges)
        return self.ranges.get(key), position + 1

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

    def token(self, start: int) -> tuple[Token, int]:
        """A token by its text, `<think>`; one by its number means another text under each tokenizer."""
        if self.at(start + 1) == "[":
            raise self.places.unsupported(start, "a token by its number", "use its name, as in `<think>`")
        end = self.text.find(">", start)
        if end < 0 or "\n" in self.text[start:end]:
            self.fail(start, "expected `>` after the name of a token")
        return Token(self.text[start : end + 1]), end + 1

    def times(self, position: int, nested: bool) -> tuple[Times, int]:
        """An operator after an item."""
        start, c = position, self.text[position]
        position += 1
        if c != "{":
            return {"*": Times(0, None), "+": Times(1, None), "?": Times(0, 1)}[c], position
        low, position = self.number(self.skip(position, nested), nested, "`{`; write `{0,n}` for at most n")
        high: int | None = low
        if self.at(position) == ",":
            position = self.skip(position + 1, nested)
            high = None
            if self.at(position).isdigit():
                high, position = self.number(position, nested, "`,`")
        if self.at(position) != "}":
            self.fail(position, "expected `,` or `}` in a repetition such as `{2,5}`")
        return self.places.counts(low, high, start), position + 1

    def number(self, position: int, nested: bool, after: str) -> tuple[int, int]:
        found = _NUMBER.match(self.text, position)
        if found is None:
            self.fail(position, f"expected a number after {after}")
        return self.places.number(found[0], position), self.skip(found.end(), nested)
