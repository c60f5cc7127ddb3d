"""Lark's notation read in one pass: a grammar's text as statements, and what stands on right sides as parts.

Tokens are those of lark's own lexer for grammars, in its order. Where its patterns take exponential time over an open
string, or quadratic time over blank lines, these find the same match without trying twice: the ends that lark would
find by going back are after a single backslash, which it then refuses. The parser is by recursive descent. Whatever it
does not know is `NotRead`, and lark's loader says what it means or what is wrong with it; so is everything where
lark's notation is not the one that was read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Any

import lark.load_grammar as loader

from constrain.errors import GrammarError

from .sizes import NONE, NOTHING, ONE, Size, optional, repeated

NAME, LITERAL, RANGE, USAGE, GROUP, MAYBE, REPEATED = range(7)
MAX_DEPTH = 200  # parts inside each other
KNOWN = "5446adec7df8646c"  # of lark's notation
_TOKENS = [
    ("REGEXP", r"/(?!/)(?:\\[/\\]|[^/\\]|\\(?![/\\]))*+/[imslux]*"),
    ("STRING", r'"(?:\\["\\]|[^"\\\n]|\\(?!["\\]))*+"i?'),
    ("COMMENT", r"\s*+(?://|#)[^\n]*"),
    ("RULE", r"_?[a-z][_a-z0-9]*"),
    ("TERMINAL", r"_?[A-Z][_A-Z0-9]*"),
    ("_NL_OR", r"\r?\n\s*+\|"),
    ("_NL", r"\r?\n\s*"),
    ("BACKSLASH", r"\\[ ]*\n"),
    ("NUMBER", r"[+-]?\d+"),
    ("WS", r"[ \t]+"),
    ("_OVERRIDE", r"%override"),
    ("_DECLARE", r"%declare"),
    ("_EXTEND", r"%extend"),
    ("_IGNORE", r"%ignore"),
    ("_IMPORT", r"%import"),
    ("RULE_MODIFIERS", r"(?:!|![?]?|[?]!?)(?=[_a-z])"),
    ("_DOTDOT", r"\.\."),
    ("_TO", r"->"),
    ("OP", r"[+*]|[?](?![a-z_])"),
    ("_DOT", r"\.(?!\.)"),
    ("_LBRA", r"\["),
    ("_LBRACE", r"\{"),
    ("_LPAR", r"\("),
    ("_OR", r"\|"),
    ("_RBRA", r"\]"),
    ("_RBRACE", r"\}"),
    ("_RPAR", r"\)"),
    ("TILDE", r"~"),
    ("_COLON", r":"),
    ("_COMMA", r","),
    ("ELSE", r"(?s:.)"),
]
_TOKEN = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _TOKENS))
_SKIPPED = frozenset(("WS", "COMMENT", "BACKSLASH"))


class NotRead(Exception):
    """Something that is left to lark's loader."""


class Part:
    """What stands at one place of a right side.

    `of` and `how`: the name and whether it is a terminal's; a literal's text and kind; a range's two literals; the used
    template's name and arguments; the `Body` of brackets; the repeated part and the operator with its numbers.
    `depth` is that of lark's tree, which makes names for literals and repetitions from the deepest on.
    """

    __slots__ = ("depth", "how", "kind", "of")

    def __init__(self, kind: int, of: Any, how: Any, depth: int) -> None:
        self.kind, self.of, self.how, self.depth = kind, of, how, depth


@dataclass(slots=True)
class Body:
    """Alternatives in order, each with the name after `->` if it has one."""

    ways: list[tuple[list[Part], str | None]]


@dataclass(slots=True)
class Definition:
    """Of a rule or a terminal; of a rule also the parts that are named deepest first, in the order of the text."""

    is_term: bool
    name: str
    body: Body
    modifiers: str = ""
    params: tuple[str, ...] = ()
    priority: int | None = None
    literals: list[Part] = field(default_factory=list)
    usages: list[Part] = field(default_factory=list)
    repeated: list[Part] = field(default_factory=list)
    used: set[str] = field(default_factory=set)  # names that its right side mentions
    ways: int = 1  # that lark makes of it
    written: int = 0  # of `sizes`


@dataclass(slots=True)
class Statement:
    """`kind` is rule, term, override, ignore, declare or import; `path` and `aliases` are those of an import."""

    kind: str
    definition: Definition | None = None
    names: tuple[tuple[str, bool], ...] = ()  # declared, and whether terminals
    path: tuple[str, ...] = ()
    relative: bool = False
    aliases: dict[str, str] = field(default_factory=dict)


def known() -> bool:
    """Whether the installed lark has the notation that is read here."""
    return _digest(tuple(loader.TERMINALS.items()), len(loader.RULES)).startswith(KNOWN)


@lru_cache(2)  # it takes as long as reading a small grammar
def _digest(*_: object) -> str:
    return sha256(repr((loader.TERMINALS, loader.RULES)).encode()).hexdigest()


def tokens(text: str) -> tuple[list[str], list[str]]:
    """Kinds and texts; `GrammarError` for a string or regular expression without an end."""
    kinds, texts = [], []
    for found in _TOKEN.finditer(text):
        kind: Any = found.lastgroup
        if kind in _SKIPPED:
            continue
        if kind == "ELSE":
            if found[0] in '"/':
                line, column = (
                    text.count("\n", 0, found.start()) + 1,
                    found.start() - text.rfind("\n", 0, found.start()),
                )
                what = "string" if found[0] == '"' else "regular expression"
                way_on = f"it ends in its line, with `{found[0]}`"
                excerpt = f"    {text.split(chr(10))[line - 1][:200]}\n    {' ' * (min(column, 200) - 1)}^"
                said = f"lark:{line}:{column}: this {what} has no end; {way_on}"
                raise GrammarError(said, line=line, column=column, excerpt=excerpt)
            raise NotRead
        kinds.append(kind)
        texts.append(found[0])
    return kinds, texts


def read(text: str) -> list[Statement]:
    """The statements of a grammar."""
    return list(_Reader(*tokens(text + "\n")).statements())


class _Reader:
    """The tokens and how far they are read; `self.definition` is the one being read."""

    def __init__(self, kinds: list[str], texts: list[str]) -> None:
        self.kinds, self.texts, self.at = [*kinds, "END"], texts, 0
        self.definition = Definition(True, "", Body([]))
        self.size = NONE  # of the alternatives that were read last

    def take(self, kind: str) -> str:
        """The text of the next token, which must be of this kind."""
        if self.kinds[self.at] != kind:
            raise NotRead
        self.at += 1
        return self.texts[self.at - 1]

    def skip(self, kind: str) -> bool:
        """Whether the next token is of this kind; it is passed then."""
        found = self.kinds[self.at] == kind
        self.at += found
        return found

    def statements(self) -> Iterator[Statement]:
        kinds = self.kinds
        while (kind := kinds[self.at]) != "END":
            if kind in ("RULE", "TERMINAL", "RULE_MODIFIERS"):
                definition = self.define()
                yield Statement("term" if definition.is_term else "rule", definition)
            elif self.skip("_OVERRIDE"):
                yield Statement("override", self.define())
            elif self.skip("_IGNORE"):
                self.definition = Definition(True, "", Body([]))
                self.definition.body = self.body(0)
                self.take("_NL")
                yield Statement("ignore", self.definition)
            elif self.skip("_DECLARE"):
                names: list[tuple[str, bool]] = []
                while not names or not self.skip("_NL"):
                    kind = kinds[self.at]
                    names.append((self.take("RULE" if kind == "RULE" else "TERMINAL"), kind == "TERMINAL"))
                yield Statement("declare", names=tuple(names))
            elif self.skip("_IMPORT"):
                yield self.imported()
            else:
                self.take("_NL")

    def name(self) -> str:
        return self.take("RULE" if self.kinds[self.at] == "RULE" else "TERMINAL")

    def imported(self) -> Statement:
        relative = self.skip("_DOT")
        path = [self.name()]
        while self.skip("_DOT"):
            path.append(self.name())
        aliases = {}
        if self.skip("_LPAR"):
            name = self.name()
            aliases[name] = name
            while self.skip("_COMMA"):
                name = self.name()
                aliases[name] = name
            self.take("_RPAR")
        else:
            name = path.pop()
            aliases[name] = self.name() if self.skip("_TO") else name
        self.take("_NL")
        if not path:
            raise NotRead
        return Statement("import", path=tuple(path), relative=relative, aliases=aliases)

    def define(self) -> Definition:
        made = self.definition = Definition(self.kinds[self.at] == "TERMINAL", "", Body([]))
        if made.is_term:
            made.name = self.take("TERMINAL")
        else:
            if self.kinds[self.at] == "RULE_MODIFIERS":
                made.modifiers = self.take("RULE_MODIFIERS")
            made.name = self.take("RULE")
            if self.skip("_LBRACE"):
                params = [self.take("RULE")]
                while self.skip("_COMMA"):
                    params.append(self.take("RULE"))
                self.take("_RBRACE")
                made.params = tuple(params)
        if self.skip("_DOT"):
            made.priority = int(self.take("NUMBER"))
        self.take("_COLON")
        made.body = self.body(0)
        self.take("_NL")
        return made

    def body(self, depth: int) -> Body:
        """Alternatives; `depth` is that of the tree that holds them."""
        if depth > MAX_DEPTH:
            raise NotRead
        own, kinds = self.definition, self.kinds
        out: list[tuple[list[Part], str | None]] = []
        total = NONE
        while True:
            marks = len(own.literals), len(own.usages), len(own.repeated)
            parts: list[Part] = []
            size, plain = NOTHING, 0
            while (kind := kinds[self.at]) in _BEGINNINGS:
                part, of_part = self.part(kind, depth + 2)
                parts.append(part)
                if of_part is ONE:
                    plain += 1
                else:
                    size = size.then(of_part)
            alias = None
            if self.skip("_TO"):
                alias = self.take("RULE")
                if depth:
                    raise NotRead
                self.deepen(marks)
            out.append((parts, alias))
            total = total.beside(size.then(Size(1, plain, plain)))
            if not self.skip("_OR") and not self.skip("_NL_OR"):
                break
        self.size = total
        own.ways = max(own.ways, total.ways)
        own.written += total.written
        return Body(out)

    def deepen(self, marks: tuple[int, int, int]) -> None:
        """One more tree is around what has been read since."""
        own = self.definition
        for parts, mark in zip((own.literals, own.usages, own.repeated), marks, strict=True):
            for part in parts[mark:]:
                part.depth += 1

    def part(self, kind: str, depth: int) -> tuple[Part, Size]:
        """One part, and the size of what lark makes of it."""
        own, kinds = self.definition, self.kinds
        marks = len(own.literals), len(own.usages), len(own.repeated)
        size = ONE
        if kind == "_LPAR":
            self.at += 1
            part = Part(GROUP, self.body(depth), None, depth)
            self.take("_RPAR")
            size = self.size
        elif kind == "_LBRA":
            self.at += 1
            part = Part(MAYBE, None, None, depth)
            own.repeated.append(part)
            part.of = self.body(depth + 1)
            self.take("_RBRA")
            size = optional(self.size)
        else:
            part = self.value(kind, depth)
        kind = kinds[self.at]
        if kind == "OP":
            how: tuple[Any, ...] = (self.take("OP"),)
            size, written = repeated(size, how[0])
        elif kind == "TILDE":
            self.at += 1
            low = high = int(self.take("NUMBER"))
            how = "~", low
            if self.skip("_DOTDOT"):
                high = int(self.take("NUMBER"))
                how = "~", low, high
            if not 0 <= low <= high:
                raise NotRead
            size, written = repeated(size, "~", low, high)
        else:
            return part, size
        self.deepen(marks)
        part.depth = depth + 1
        # the tree around it is named after those inside it, wherever it stands among those of its depth
        around = Part(REPEATED, part, how, depth)
        own.repeated.insert(marks[2], around)
        own.written += written
        return around, size

    def value(self, kind: str, depth: int) -> Part:
        """A name, literal, range or template's use."""
        own = self.definition
        text = self.texts[self.at]
        self.at += 1
        if kind == "RULE" or kind == "TERMINAL":
            own.used.add(text)
            if kind == "TERMINAL" or not self.skip("_LBRACE"):
                return Part(NAME, text, kind == "TERMINAL", depth)
            part = Part(USAGE, text, [], depth)
            own.usages.append(part)
            while True:
                if (kind := self.kinds[self.at]) not in _VALUES:
                    raise NotRead
                part.how.append(self.value(kind, depth + 1))
                if not self.skip("_COMMA"):
                    break
            self.take("_RBRACE")
            return part
        if kind == "STRING" and self.skip("_DOTDOT"):
            part = Part(RANGE, text, self.take("STRING"), depth)
        else:
            part = Part(LITERAL, text, kind, depth)
        own.literals.append(part)
        return part


_VALUES = frozenset(("RULE", "TERMINAL", "STRING", "REGEXP"))
_BEGINNINGS = _VALUES | {"_LPAR", "_LBRA"}
