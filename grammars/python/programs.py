"""The language of programs whose names resolve, as productions over terminals that act on bindings.

What may be read and called where is the engine's matter (`Named`, constrain/native/context/bindings.h). Here stands
what is left, which is Python's syntax without `del` of names, and `:=` and `yield` but where they are usual.
Expressions are chains of operands and operators without precedence, since only their texts count. They come in kinds,
by the blanks and strings that may stand in them:

    line      on a line of its own: blanks, and the end of a line after a backslash
    brackets  within brackets: also line ends and comments
    ' and "   in the fields of an f-string, with what quotes are left: blanks; no braces, no backslashes, no lambda

Those of coroutines, where `await` may stand, are kinds of their own. One text has one reading as far as bindings go: a
name that a statement binds is one terminal with the sign after it (`x = `, `x, `), and no expression statement is a
tuple without brackets.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from constrain.grammar import (
    BindingAction,
    BlockEnd,
    Choice,
    Expression,
    LineEnd,
    Named,
    Nonterminal,
    Repeat,
    Sequence,
    Terminal,
)
from constrain.patterns.pattern import (
    Pattern,
    alternation,
    complement,
    concat,
    intersection,
    literal,
    literals,
)

from ..regex import regex

LINE, BRACKETS = "line", "brackets"
_COROUTINE = "coroutine's "  # before either
_OTHER_QUOTE = {"'": '"', '"': "'"}
_LONGEST_CHAIN = (
    24  # operators, or calls and attributes, of one operand: Python's compiler ends at 3,000 within each other
)
_MOST_SIGNS = 3  # before one operand, and as often `not`
_MOST_BRANCHES = 50  # of one `if`: each is within the one before, to Python's compiler
_MOST_TARGETS = 250  # before a star: Python's compiler takes 255
_MOST_BRACKETS = 8  # of targets, within each other
# Tails of names; the first is known to the core (kAnyName in constrain/native/context/bindings.h).
_ANY_NAME, _KEYWORD, _PART, _ASSIGN, _TYPED, _AUGMENTED, _WALRUS, _METHOD, _AS = range(1, 10)
_IF, _POINT, _BRACKET, _KEY = 13, 14, 15, {"'": 16, '"': 17}  # of patterns
_BROKEN = {_KEYWORD: 10, _WALRUS: 11, _AS: 12, _POINT: 18, _BRACKET: 19}  # the same within brackets
_FREE, _TEXT_JOIN, _JOIN = 1, 2, 3  # who is called, where the name before does not say it
IF, ELIF, ELSE, LOOP, WITH, TRY, EXCEPT, FINALLY, FUNCTION, LOOP_ELSE, TRY_ELSE, CLASS, WHILE, MATCH, WITH_NEXT = range(
    1, 16
)
_LAST, _GUARDED = 64, 128  # of a name in a pattern: it fits anything; a condition follows
_POSITIONAL = 64  # of a class in a pattern: a pattern by position follows
_QUOTED = {"'": 64, '"': 128}  # of an argument's name: it is a key
_TWO_STARS = 4  # of the number of CALL_SPREAD
LEVEL, ENDS, LAST = "goes on", "block ends", "text ends"


@cache
def _pattern(regular: str) -> Pattern:
    terminal = regex(regular).productions["regex"]
    assert isinstance(terminal, Terminal)
    return terminal.pattern


_ANY_WORD = _pattern("[A-Za-z_][A-Za-z0-9_]*")
_NEVER = (*keyword.kwlist, "__debug__")
# Within a class a name that begins with two underscores is another one, and `__class__` the class.
_MANGLED = intersection(_pattern("__[A-Za-z0-9_]*"), complement(_pattern("(?:.*__)?")))
_NAMES = intersection(_ANY_WORD, complement(alternation(_MANGLED, literal(b"__class__"))))
_WORD = intersection(_NAMES, complement(literals(word.encode() for word in _NEVER)))
_ATTRIBUTE = concat(
    literal(b"."), intersection(_ANY_WORD, complement(literals(word.encode() for word in (*_NEVER, "join"))))
)
_MEMBER = intersection(_ANY_WORD, complement(literals(word.encode() for word in _NEVER)))
_NEW_LINE = r"(?: {0,80}(?:#[^\x00\r\n]*|\\)?\n)+ {0,80}"
_SPACE = {LINE: r"(?: | ?\\\n {0,80})", BRACKETS: f"(?: |{_NEW_LINE})", "'": " ", '"': " "}
_GAP = {kind: f"{space}?" for kind, space in _SPACE.items()}
_ARITHMETIC = r"\+|-|\*\*?|//?|%|@|<<|>>|&|\||\^"
_SIGNS = rf"(?:{_ARITHMETIC}|==|!=|<=?|>=?)"
_ESCAPE = r"\\(?:[^\x00\r\nxuUN]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})"
_NUMBER = (
    r"0[xX][0-9A-Fa-f]{1,60}|0[bB][01]{1,200}|0[oO][0-7]{1,80}|[1-9](?:_?[0-9]){0,300}|0"
    r"|[0-9](?:_?[0-9]){0,300}\.[0-9]{0,300}(?:[eE][+-]?[0-9]{1,3})?|[0-9]{1,300}[eE][+-]?[0-9]{1,3}|\.[0-9]{1,300}"
)


def _gap(kind: str) -> str:
    return _GAP[kind.removeprefix(_COROUTINE)]


def _space(kind: str) -> str:
    return _SPACE[kind.removeprefix(_COROUTINE)]


def _operator(kind: str) -> str:
    gap, space = _gap(kind), _space(kind)
    words = f"(?:in|not{space}in|is|is{space}not|(?:and|or)(?:{space}not){{0,3}})"
    return f"{gap}{_SIGNS}{gap}|{space}{words}{space}"


def _inside(kind: str) -> str:
    """The kind of what stands within brackets."""
    return kind.replace(LINE, BRACKETS)


def _string(mark: str) -> str:
    long = f"(?:{mark}{{0,2}}(?:[^{mark}\\\\\\x00\\r]|\\\\\\n|{_ESCAPE}))*"
    return (
        f"{mark}(?:[^{mark}\\\\\\x00\\r\\n]|{_ESCAPE})*{mark}|{mark * 3}{long}{mark * 3}"
        f"|[rR]{mark}(?:[^{mark}\\\\\\x00\\r\\n]|\\\\[^\\x00\\r\\n])*{mark}"
        f"|[rR]{mark * 3}(?:{mark}{{0,2}}(?:[^{mark}\\\\\\x00\\r]|\\\\[^\\x00\\r]))*{mark * 3}"
    )


def _bytes(mark: str) -> str:
    unit = f"[ !#-&(-\\[\\]-~{_OTHER_QUOTE[mark]}]"
    return (
        f"[bB]{mark}(?:{unit}|\\\\(?:[ -wy-~]|x[0-9A-Fa-f]{{2}}))*{mark}"
        f"|(?:[bB][rR]|[rR][bB]){mark}(?:{unit}|\\\\[ -~])*{mark}"
    )


_LINE_END = _pattern(r"(?: *(?:#[^\x00\r\n]*)?\n)+")
_COMMENT = Terminal(_pattern(r" *#[^\x00\r\n]*"), "comment")


class Place(NamedTuple):
    """Where a statement stands: in a function, a loop of it, the handler of an exception, a class, a coroutine."""

    function: bool = False
    loop: bool = False
    handler: bool = False
    in_class: bool = False
    coroutine: bool = False

    @property
    def kind(self) -> str:
        """The kind of its expressions."""
        return _COROUTINE + LINE if self.coroutine else LINE


def tails() -> list[Pattern]:
    """What stands after names, by the numbers above, from 1 on."""
    gap, space, inside, between = _GAP[LINE], _SPACE[LINE], _GAP[BRACKETS], _SPACE[BRACKETS]
    return [
        _WORD,
        _pattern(" ?="),
        _pattern(f"{gap},{gap}"),
        _pattern(f"{gap}={gap}"),
        _pattern(f"{gap}:{gap}"),
        _pattern(f"{gap}(?:{_ARITHMETIC})={gap}"),
        _pattern(f"{gap}:={gap}"),
        _pattern(r"\.(?:setter|getter|deleter)"),
        _pattern(f"{space}as{space}"),
        _pattern(f"{inside}="),
        _pattern(f"{inside}:={inside}"),
        _pattern(f"{between}as{between}"),
        _pattern(f"{space}if{space}"),
        _pattern(r"\."),
        _pattern(rf"{gap}\({inside}"),
        *(_pattern(f"{mark}{inside}:{inside}") for mark in _KEY),
        _pattern(rf"(?:{_NEW_LINE})?\."),
        _pattern(rf"{inside}\({inside}"),
    ]


def free(given: Iterable[str]) -> Pattern:
    """Names that a program may bind."""
    return intersection(_NAMES, complement(literals(word.encode() for word in (*_NEVER, *given))))


def productions(imports: Mapping[str, int], modules: Mapping[str, int]) -> dict[str, Expression]:
    """The productions, from `start` on. `imports`: given modules as they are imported (`numpy as np`), each with its
    place among the given names; `modules`: those that names may be imported of, each with its node."""
    return _Language(imports, modules).all()


class _Language:
    def __init__(self, imports: Mapping[str, int], modules: Mapping[str, int]) -> None:
        self.imports, self.modules = imports, modules
        self.rights: dict[str, Expression] = {}
        self._terminals: dict[tuple[str, str], Terminal] = {}
        self._named: dict[tuple[BindingAction, int, str, str], Named] = {}
        self._waiting: list[tuple[str, Place, str]] = []
        end = Terminal(_LINE_END, "end of line")
        blank = Terminal(_pattern(" *"), "indentation")
        self.line_ends: dict[str, Expression] = {
            LEVEL: LineEnd(end, blank, LineEnd.LEVEL),
            ENDS: LineEnd(end, blank, LineEnd.SHALLOWER),
            LAST: Repeat(_COMMENT, 0, 1),
        }
        self.deeper = LineEnd(end, blank, LineEnd.DEEPER)
        self.block_ends = {
            LEVEL: (ENDS, BlockEnd(BlockEnd.LAST)),
            ENDS: (ENDS, BlockEnd(BlockEnd.INNER)),
            LAST: (LAST, BlockEnd(BlockEnd.TEXT)),
        }

    def all(self) -> dict[str, Expression]:
        for kind in (LINE, BRACKETS, "'", '"', _COROUTINE + LINE, _COROUTINE + BRACKETS):
            self.expressions(kind)
        lines = Repeat(self.lexeme(r"(?: *(?:#[^\x00\r\n]*)?\n)+", "empty lines"), 0, 1)
        ways = [Sequence(()), _COMMENT, self.statement(Place(), LAST)]
        self.rights["start"] = Sequence((lines, Repeat(self.statement(Place(), LEVEL)), Choice(ways)))
        while self._waiting:
            kind, place, end = self._waiting.pop()
            self.rights[_title(kind, place, end)] = getattr(self, "_" + kind)(place, end)
        return self.rights

    # --- Terminals

    def lexeme(self, regular: str, name: str) -> Terminal:
        """A terminal, the same one for the same pattern."""
        key = regular, name
        if key not in self._terminals:
            self._terminals[key] = Terminal(_pattern(regular), name)
        return self._terminals[key]

    def act(self, regular: str, name: str, action: BindingAction, number: int = 0) -> Named:
        key = action, number, regular, name
        if key not in self._named:
            self._named[key] = Named(self.lexeme(regular, name), action, number)
        return self._named[key]

    def name(self, action: BindingAction, tail: int = 0, flags: int = 0) -> Named:
        """A name, and what stands after it."""
        key = action, tail + flags, "", ""
        if key not in self._named:
            pattern = concat(_WORD, tails()[tail - 1]) if tail else _WORD
            self._named[key] = Named(Terminal(pattern, "name"), action, tail + flags)
        return self._named[key]

    def key(self, mark: str) -> Named:
        """A key of a mapping in a pattern, which is a word in quotes."""
        number = _KEY[mark] + _QUOTED[mark]
        key = BindingAction.KEYWORD, number, "", ""
        if key not in self._named:
            pattern = concat(literal(mark.encode()), _WORD, tails()[_KEY[mark] - 1])
            self._named[key] = Named(Terminal(pattern, "key"), BindingAction.KEYWORD, number)
        return self._named[key]

    # --- Expressions

    def expressions(self, kind: str) -> None:
        """The productions of one kind."""
        gap, space, inside = _gap(kind), _space(kind), BRACKETS if kind == LINE else kind
        write = self.rights

        def this(name: str) -> Nonterminal:
            return Nonterminal(f"{name} {kind}")

        def there(name: str) -> Nonterminal:
            return Nonterminal(f"{name} {inside}")

        either = Nonterminal(f"either {kind}")
        if_, else_ = (self.lexeme(f"{space}{word}{space}", word) for word in ("if", "else"))
        write[f"test {kind}"] = Sequence((either, Repeat(Sequence((if_, either, else_, either)), 0, _LONGEST_CHAIN)))
        operator = self.lexeme(_operator(kind), "operator")
        not_ = self.lexeme(f"not{space}", "not")
        write[f"either {kind}"] = Sequence(
            (
                Repeat(not_, 0, _MOST_SIGNS),
                this("operand"),
                Repeat(Sequence((operator, this("operand"))), 0, _LONGEST_CHAIN),
            )
        )
        sign = self.lexeme(f"[-+~]{gap}", "-")
        arithmetic = self.lexeme(f"{gap}(?:{_ARITHMETIC}){gap}", "operator")
        more = Repeat(Sequence((arithmetic, this("operand"))), 0, _LONGEST_CHAIN)
        write[f"sum {kind}"] = Sequence((this("operand"), more))
        awaited = [Repeat(self.lexeme(f"await{space}", "await"), 0, 1)] if kind.startswith(_COROUTINE) else []
        write[f"operand {kind}"] = Sequence((Repeat(sign, 0, _MOST_SIGNS), *awaited, this("primary")))
        write[f"primary {kind}"] = Choice(self.atoms(kind))
        free, given = this("trailer"), this("given trailer")
        attribute, known = self.broken(self.attribute, kind), self.broken(self.name_attribute, kind)
        write[f"uncalled {kind}"] = Choice((attribute, this("index"), this("join")))
        write[f"trailer {kind}"] = Choice((this("uncalled"), this("call")))
        write[f"given trailer {kind}"] = Choice((known, this("index"), this("given call"), this("join")))
        joining = self.joining(kind)
        parts = Repeat(Choice((free, Sequence((joining, this("uncalled"))))), 0, _LONGEST_CHAIN)
        write[f"rest {kind}"] = Sequence((parts, Repeat(joining, 0, 1)))
        names = Choice((self.name(BindingAction.READ), self.name(BindingAction.READ_OUTER)))
        own = Choice((names, self.name(BindingAction.WANT)))
        write[f"named {kind}"] = Choice(
            (
                Sequence((own, this("rest"))),
                Sequence((self.name(BindingAction.GIVEN), Repeat(given, 0, _LONGEST_CHAIN))),
            )
        )
        last = Choice((self.attribute, this("index")))
        write[f"place {kind}"] = Choice(
            (
                Sequence((names, this("rest"), last)),
                Sequence((self.name(BindingAction.GIVEN), Repeat(given, 0, _LONGEST_CHAIN), this("index"))),
            )
        )
        for name, callee in (("call", _FREE), ("given call", 0), ("text join", _TEXT_JOIN), ("join", _JOIN)):
            write[f"{name} {kind}"] = self.call(kind, callee)
        part = there("test")
        colon = self.lexeme(f"{_gap(inside)}:{_gap(inside)}", ":")
        maybe = Repeat(part, 0, 1)
        piece = Choice((part, Sequence((maybe, colon, maybe, Repeat(Sequence((colon, maybe)), 0, 1)))))
        write[f"index {kind}"] = Sequence(
            (
                self.act(rf"{gap}\[{_gap(inside)}", "[", BindingAction.OPEN),
                piece,
                Repeat(Sequence((self.comma(inside), piece))),
                self.close("]", inside),
            )
        )
        for_ = self.act(f"{space}for{space}", "for", BindingAction.FOR)
        condition = self.act(f"{space}if{space}", "if", BindingAction.CONDITION)
        loop = Sequence((for_, self.targets(BindingAction.TARGET, kind), either, Repeat(Sequence((condition, either)))))
        write[f"comprehension {kind}"] = Sequence((loop, Repeat(loop)))
        write[f"lambda {kind}"] = self.lambda_(kind.removeprefix(_COROUTINE))

    def targets(self, action: BindingAction, kind: str) -> Expression:
        """The names that a loop binds, and `in`."""
        comma, one = self.comma(kind), Choice((self.name(action), self.nested(action, kind)))
        rest = Sequence((self.lexeme(rf"\*{_gap(kind)}", "*"), self.name(action)))
        more, some = Repeat(Sequence((comma, one))), Repeat(Sequence((one, comma)), 1, _MOST_TARGETS)
        starred = Choice((Sequence((some, rest, more)), Sequence((rest, comma, one, more))))
        in_ = self.lexeme(f"{_space(kind)}in{_space(kind)}", "in")
        return Sequence((Choice((Sequence((one, more)), starred)), in_))

    def nested(self, action: BindingAction, kind: str, brackets: int = _MOST_BRACKETS) -> Expression:
        """Several targets in brackets, and in so many within each other at most."""
        inside = _inside(kind.removeprefix(_COROUTINE))
        title = f"targets {action.name} {brackets} {inside}"
        if title not in self.rights:
            name = self.name(action)
            one = Choice((name, self.nested(action, inside, brackets - 1))) if brackets > 1 else name
            gap, comma = _gap(inside), self.comma(inside)
            close = self.lexeme(rf"(?:{gap},)?{gap}\)", ")")
            several = Sequence((Repeat(Sequence((comma, one)), 1), close))
            alone = self.lexeme(rf"{gap}\)", ")")
            self.rights[title] = Sequence((self.lexeme(rf"\({gap}", "("), one, Choice((several, alone))))
        return Nonterminal(title)

    def broken(self, attribute: Expression, kind: str) -> Expression:
        """An attribute, within brackets also on a line of its own."""
        if not kind.endswith(BRACKETS):
            return attribute
        return Sequence((Repeat(self.lexeme(_NEW_LINE, "end of line"), 0, 1), attribute))

    def joining(self, kind: str) -> Expression:
        """`.join` that is not called; of what is not given."""
        return self.broken(self.lexeme(r"\.join", "attribute"), kind)

    @property
    def attribute(self) -> Terminal:
        if ("", "attribute") not in self._terminals:
            self._terminals["", "attribute"] = Terminal(_ATTRIBUTE, "attribute")
        return self._terminals["", "attribute"]

    @property
    def name_attribute(self) -> Named:
        key = BindingAction.ATTRIBUTE, 0, "", ""
        if key not in self._named:
            self._named[key] = Named(self.attribute, BindingAction.ATTRIBUTE)
        return self._named[key]

    def open(self, bracket: str, inside: str, number: int) -> Named:
        return self.act(f"{_escaped(bracket)}{_gap(inside)}", bracket, BindingAction.OPEN, number)

    def close(self, bracket: str, inside: str, *, comma: bool = False) -> Named:
        before = f"(?:{_gap(inside)},)?" if comma else ""
        return self.act(f"{before}{_gap(inside)}{_escaped(bracket)}", bracket, BindingAction.CLOSE)

    def comma(self, inside: str) -> Terminal:
        return self.lexeme(f"{_gap(inside)},{_gap(inside)}", ",")

    def item(self, inside: str) -> Named:
        return self.act(f"{_gap(inside)},{_gap(inside)}", ",", BindingAction.ITEM)

    def lambda_(self, kind: str) -> Expression:
        test, gap = Nonterminal(f"test {kind}"), _gap(kind)
        alone = self.act(f"lambda{gap}:{gap}", "lambda", BindingAction.BODY)
        own, some = self.name(BindingAction.PARAMETER), self.lexeme(f"lambda{_space(kind)}", "lambda")
        colon = self.act(f"{gap}:{gap}", ":", BindingAction.BODY)
        return Sequence((Choice((alone, Sequence((some, self.parameters(own, own, kind), colon)))), test))

    def parameters(self, plain: Expression, rest: Expression, kind: str) -> Expression:
        """Those by position, first those without a value; after a star those by name."""
        gap, comma, value = _gap(kind), self.comma(kind), Nonterminal(f"test {kind}")
        equals = self.lexeme(f"{gap}={gap}", "=")
        valued = Sequence((plain, equals, value))
        maybe_valued = Sequence((plain, Repeat(Sequence((equals, value)), 0, 1)))

        def more(part: Expression) -> Expression:
            return Repeat(Sequence((comma, part)))

        slash = Sequence((comma, self.lexeme("/", "/")))
        only_plain, only_valued = Sequence((plain, more(plain))), Sequence((valued, more(valued)))
        begun = Choice(
            (
                Sequence((only_plain, Repeat(Sequence((slash, more(plain))), 0, 1), more(valued))),
                Sequence((only_plain, Repeat(Sequence((comma, valued)), 1), slash, more(valued))),
                Sequence((only_valued, Repeat(Sequence((slash, more(valued))), 0, 1))),
            )
        )
        star, two = self.lexeme(rf"\*{gap}", "*"), self.lexeme(rf"\*\*{gap}", "**")
        starred = Sequence(
            (star, Choice((Sequence((rest, more(maybe_valued))), Repeat(Sequence((comma, maybe_valued)), 1))))
        )
        named = Sequence((two, rest))
        end = Choice((Sequence((starred, Repeat(Sequence((comma, named)), 0, 1))), named))
        return Choice((Sequence((begun, Repeat(Sequence((comma, end)), 0, 1))), end))

    def call(self, kind: str, callee: int) -> Expression:
        """Brackets with arguments: by position, then by name."""
        inside = _inside(kind)
        gap, before = _gap(inside), _gap(kind)
        if callee in (_TEXT_JOIN, _JOIN):
            before = rf"\.join{before}"
            if kind.endswith(BRACKETS):
                before = f"(?:{_NEW_LINE})?{before}"
        value = Nonterminal(f"test {inside}")
        if kind.endswith((LINE, BRACKETS)):
            value_or_lambda: Expression = Choice((value, Nonterminal(f"lambda {inside}")))
        else:
            value_or_lambda = value
        opening = self.act(rf"{before}\({gap}", "(", BindingAction.CALL, callee)
        naming = self.act(rf"{before}\({gap}", "first argument by name", BindingAction.CALL_KEYWORD, callee)
        empty = self.act(rf"{before}\({gap}\)", "()", BindingAction.CALL_EMPTY, callee)
        another = self.act(f"{gap},{gap}", ",", BindingAction.COMMA)
        by_name = self.act(f"{gap},{gap}", "next argument by name", BindingAction.COMMA_KEYWORD)
        blank = Repeat(self.lexeme(_space(inside), "blank"), 0, 1)
        key = _BROKEN[_KEYWORD] if inside.endswith(BRACKETS) else _KEYWORD
        pair = Sequence((self.name(BindingAction.KEYWORD, key), blank, value_or_lambda))
        spread, star, two = BindingAction.CALL_SPREAD, rf"\*{gap}", rf"\*\*{gap}"
        unpacked = self.act(rf"{before}\({gap}{two}", "(**", spread, callee + _TWO_STARS)
        more_unpacked = self.act(f"{gap},{gap}{two}", "**", BindingAction.COMMA_SPREAD, 1)
        starred = self.act(rf"{before}\({gap}{star}", "(*", spread, callee)
        more_starred = self.act(f"{gap},{gap}{star}", "*", BindingAction.COMMA_SPREAD)
        named = Choice((Sequence((naming, pair)), Sequence((unpacked, value))))
        by_names = Choice((Sequence((by_name, pair)), Sequence((more_unpacked, value))))
        first = Choice((Sequence((opening, value_or_lambda)), Sequence((starred, value))))
        more = Choice((Sequence((another, value_or_lambda)), Sequence((more_starred, value))))
        close = self.close(")", inside, comma=True)
        generator = Sequence((opening, value, Nonterminal(f"comprehension {inside}"), self.close(")", inside)))
        return Choice(
            (
                empty,
                generator,
                Sequence((first, Repeat(more), Repeat(by_names), close)),
                Sequence((named, Repeat(by_names), close)),
            )
        )

    def atoms(self, kind: str) -> list[Expression]:
        inside = _inside(kind)
        rest = Nonterminal(f"rest {kind}")
        part = Nonterminal(f"test {inside}")
        comma = self.comma(inside)
        joining, uncalled = self.joining(kind), Nonterminal(f"uncalled {kind}")
        more = self.broken(self.attribute, kind), Nonterminal(f"index {kind}"), Nonterminal(f"text join {kind}")
        after_text = Choice((Sequence((Choice((*more, Sequence((joining, uncalled)))), rest)), joining))
        group = Sequence((part, self.close(")", inside)))
        pair = Sequence((part, comma, Repeat(Sequence((part, comma))), Repeat(part, 0, 1), self.close(")", inside)))
        brackets = Sequence((self.open("(", inside, 0), Choice((group, pair)), rest))
        both, gap = kind.endswith((LINE, BRACKETS)), _gap(inside)
        empty = rf"\({gap}\)|\[{gap}\]" + (rf"|\{{{gap}\}}" if both else "")
        found: list[Expression] = [
            Nonterminal(f"named {kind}"),
            self.lexeme(_NUMBER, "number"),
            self.lexeme(r"True|False|None|\.\.\.", "constant"),
            Sequence((self.texts(kind), Repeat(after_text, 0, 1))),
            Sequence((brackets,)),
            Sequence((self.lexeme(empty, "()"), rest)),
            Sequence((self.display("[", "]", inside, part, "*"), rest)),
        ]
        if both:
            colon = self.lexeme(f"{_gap(inside)}:{_gap(inside)}", ":")
            member = Sequence((part, colon, part))
            found.append(Sequence((self.display("{", "}", inside, part, "*"), rest)))
            found.append(Sequence((self.display("{", "}", inside, member, "**"), rest)))
        return found

    def display(self, first: str, last: str, inside: str, part: Expression, stars: str) -> Expression:
        # After a star it is no comprehension any more, as after a comma.
        star = self.act("".join(map(_escaped, stars)) + _gap(inside), stars, BindingAction.ITEM)
        unpacked = Sequence((star, Nonterminal(f"sum {inside}")))
        more = Repeat(Sequence((self.item(inside), Choice((part, unpacked)))))
        several = Sequence((more, self.close(last, inside, comma=True)))
        loop = Sequence((Nonterminal(f"comprehension {inside}"), self.close(last, inside)))
        ways = Choice((Sequence((part, Choice((several, loop)))), Sequence((unpacked, several))))
        return Sequence((self.open(first, inside, 1), ways))

    @property
    def string(self) -> Terminal:
        return self.lexeme("|".join(map(_string, "\"'")), "string")

    def texts(self, kind: str) -> Expression:
        """Strings; but for those in fields, also f-strings."""
        if not kind.endswith((LINE, BRACKETS)):
            return self.lexeme(rf"{kind}[^\"'\\\x00\r\n]*{kind}", "string")
        ways: list[Expression] = [self.string]
        for mark in ("'", '"', "'" * 3, '"' * 3):
            ways += [self.f_string(mark, raw=raw) for raw in (False, True)]
        # Without a blank "" and "" would be the marks of another string.
        one, blank = Choice(ways), self.lexeme(_space(kind), "blank")
        several = Sequence((one, Repeat(Sequence((blank, one)))))
        bytes_ = self.lexeme("|".join(map(_bytes, "\"'")), "string")
        return Choice((several, Sequence((bytes_, Repeat(Sequence((blank, bytes_)))))))

    def f_string(self, mark: str, *, raw: bool) -> Expression:
        quote, long = mark[0], len(mark) == 3
        line = "" if long else r"\n"
        escape = rf"\\[^\x00\r{line}{{}}]" if raw else _ESCAPE.replace("xuUN", "xuUN{}")
        if long and not raw:
            escape += r"|\\\n"
        unit = rf"(?:[^{quote}\\{{}}\x00\r{line}]|\{{\{{|\}}\}}|{escape})"
        # Of a long one up to two quotes may stand before what is none, and before a field.
        last = f"(?:{quote}{{0,2}}{unit})+" if long else f"{unit}+"
        text = f"{last}{quote}{{0,2}}|{quote}{{1,2}}" if long else last
        test, opening = Nonterminal(f"test {_OTHER_QUOTE[quote]}"), self.lexeme(r"\{ ?", "{")
        conversion, closing = Repeat(self.lexeme("![rsa]", "conversion"), 0, 1), self.lexeme(r"\}", "}")
        shown = r"[^{}\"'\\\x00\r\n]"
        within = Sequence((opening, test, conversion, closing, Repeat(self.lexeme(f"{shown}{{1,40}}", "format"), 0, 1)))
        form = Sequence((self.lexeme(f":{shown}{{0,40}}", "format"), Repeat(within, 0, 3)))
        end = Choice((self.lexeme(r" \}", "}"), Sequence((conversion, Repeat(form, 0, 1), closing))))
        field = Sequence((opening, test, Repeat(self.lexeme(" ?= ?", "="), 0, 1), end))
        more = Repeat(Sequence((Repeat(self.lexeme(text, "text"), 0, 1), field)))
        begin = ("(?:[fF][rR]|[rR][fF])" if raw else "[fF]") + mark
        ending = Repeat(self.lexeme(last, "text"), 0, 1), self.lexeme(mark, mark)
        return Sequence((self.lexeme(begin, "f-string"), more, *ending))

    # --- Lines

    def words(self, text: str) -> Terminal:
        return self.lexeme(text, text.strip())

    def test(self, place: Place) -> Nonterminal:
        return Nonterminal(f"test {place.kind}")

    def value(self, place: Place) -> Expression:
        """What is assigned or returned."""
        test = self.test(place)
        return Sequence((test, Repeat(Sequence((self.comma(LINE), test))), Repeat(self.lexeme(",", ","), 0, 1)))

    def condition(self, place: Place) -> Expression:
        """Of an `if` or `while`. What is computed first may also be bound."""
        kind = place.kind
        inside, gap = _inside(kind), _gap(kind)
        bound, within = (self.name(BindingAction.BIND, tail) for tail in (_WALRUS, _BROKEN[_WALRUS]))
        close = self.act(rf"{_gap(inside)}\)", ")", BindingAction.CLOSE, 1)
        before = (
            Repeat(self.lexeme(f"not{_space(kind)}", "not"), 0, _MOST_SIGNS),
            Repeat(self.lexeme(f"[-+~]{gap}", "-"), 0, _MOST_SIGNS),
        )
        operator = self.lexeme(_operator(kind), "operator")
        more = Repeat(Sequence((operator, Nonterminal(f"operand {kind}"))), 0, _LONGEST_CHAIN)
        brackets = self.open("(", inside, 0), within, Nonterminal(f"test {inside}"), close, Nonterminal(f"rest {kind}")
        return Choice((self.test(place), Sequence((bound, self.test(place))), Sequence((*before, *brackets, more))))

    def imported(self) -> Expression:
        """`from` a module that was given."""
        own, alias = self.name(BindingAction.IMPORT), self.name(BindingAction.ALIAS)

        def names(as_: int, kind: str) -> Sequence:
            one = Choice((own, Sequence((self.name(BindingAction.IMPORT_AS, as_), alias))))
            return Sequence((one, Repeat(Sequence((self.comma(kind), one)))))

        gap = _GAP[BRACKETS]
        close = self.lexeme(rf"(?:{gap},)?{gap}\)", ")")
        brackets = Sequence((self.lexeme(rf"\({gap}", "("), names(_BROKEN[_AS], BRACKETS), close))
        several = Choice((names(_AS, LINE), brackets))
        space = _SPACE[LINE]
        origins = (
            self.act(rf"from {re.escape(name)} import{space}", f"from {name}", BindingAction.IMPORT_FROM, node)
            for name, node in self.modules.items()
        )
        return Sequence((Choice(tuple(origins)), several))

    def modules_imported(self) -> Expression:
        """Modules that were given."""
        found = []
        for text, at in self.imports.items():
            before, name = text[: text.rfind(" ") + 1], text.split()[-1]
            known = self.act(re.escape(name), name, BindingAction.IMPORT_GIVEN, at)
            found.append(Sequence((self.words(re.escape(before)), known)) if before else known)
        one = Choice(tuple(found))
        return Sequence((self.words("import "), one, Repeat(Sequence((self.comma(LINE), one)))))

    def simple(self, place: Place, *, inline: bool) -> Expression:
        """A statement without a block. `inline`: after the colon of a block, where nothing may be bound."""
        test, at = self.test(place), Nonterminal(f"place {place.kind}")
        tail, comma = self.value(place), self.comma(LINE)
        gap, space = _GAP[LINE], _SPACE[LINE]
        equals = self.lexeme(f"{gap}={gap}", "=")
        augmented = self.lexeme(f"{gap}(?:{_ARITHMETIC})={gap}", "+=")
        value = Choice((tail, Nonterminal(f"lambda {LINE}")))
        yielded: list[Expression] = []
        if place.function and not place.coroutine:
            yielded = [self.words("yield"), Sequence((self.words("yield "), tail))]
            yielded.append(Sequence((self.words("yield from "), test)))
        ways: list[Expression] = [
            test,
            self.words("pass"),
            Sequence((Choice((self.name(BindingAction.AUGMENT, _AUGMENTED), Sequence((at, augmented)))), test)),
            Sequence((at, equals, Choice((value, *yielded)))),
            Sequence((self.words("assert "), test, Repeat(Sequence((comma, test)), 0, 1))),
            Sequence((self.words("del "), at, Repeat(Sequence((comma, at))))),
        ]
        if not inline:
            ways += self.binding(at, Choice((value, *yielded)), Choice((tail, *yielded)), place)
            if not place.in_class:
                ways += [self.imported()] if self.modules else []
                ways += [self.modules_imported()] if self.imports else []
            if place.function:
                ways += [self.shared("global ", 0), self.shared("nonlocal ", 1)]

        def leave(text: str) -> Expression:
            return self.words(text) if inline else self.act(text, text.strip(), BindingAction.LEAVE)

        if place.function:
            ways += [leave("return"), Sequence((leave("return "), value))]
            ways += yielded
        if place.loop:
            ways += [leave("break"), leave("continue")]
        if place.handler:
            ways.append(leave("raise"))
        cause = Repeat(Sequence((self.lexeme(f"{space}from{space}", "from"), test)), 0, 1)
        ways.append(Sequence((leave("raise "), test, cause)))
        return Choice(ways)

    def binding(self, at: Expression, value: Expression, tail: Expression, place: Place) -> list[Expression]:
        """Assignments that bind names."""
        gap = _GAP[LINE]
        bind, equals, comma = BindingAction.BIND, self.lexeme(f"{gap}={gap}", "="), self.comma(LINE)
        some = Choice((self.name(bind, _PART), Sequence((at, comma))))
        nested = self.nested(bind, LINE)  # not first: there it could be an expression
        part = Choice((some, Sequence((nested, comma))))
        last = Choice((self.name(bind, _ASSIGN), Sequence((Choice((at, nested)), equals))))
        star = self.lexeme(r"\*", "*")
        rest, last_rest = Sequence((star, self.name(bind, _PART))), Sequence((star, self.name(bind, _ASSIGN)))
        several = Sequence((some, Repeat(part, 0, _MOST_TARGETS)))
        only = self.lexeme(f"={gap}", "=")  # after a comma and its blank
        ends = Choice((last, last_rest, only, Sequence((rest, Repeat(part), Choice((last, only))))))
        link = Choice((self.name(bind, _ASSIGN), Sequence((at, equals))))
        more = Repeat(link)
        assigned = Sequence((self.act(f"{gap}={gap}", "=", BindingAction.ASSIGN), value))
        return [
            Sequence((self.name(bind, _ASSIGN), more, value)),
            Sequence((at, equals, Repeat(link, 1), value)),
            Sequence((several, ends, more, tail)),
            Sequence((rest, Repeat(part), Choice((last, only)), more, tail)),
            Sequence((self.name(BindingAction.DECLARE, _TYPED), self.test(place), Repeat(assigned, 0, 1))),
        ]

    def line(self, place: Place, *, inline: bool) -> Expression:
        """Statements on one line."""
        one = self.ask("inline_part" if inline else "part", place, "")
        next_ = self.lexeme(" ?; ?", ";") if inline else self.act(" ?; ?", ";", BindingAction.NEXT)
        return Sequence((one, Repeat(Sequence((next_, one))), Repeat(next_, 0, 1)))

    def statement(self, place: Place, end: str) -> Expression:
        return self.ask("statement", place, end)

    def ask(self, kind: str, place: Place, end: str) -> Nonterminal:
        title = _title(kind, place, end)
        if title not in self.rights:
            self.rights[title] = Choice(())
            self._waiting.append((kind, place, end))
        return Nonterminal(title)

    # --- Blocks

    def _part(self, place: Place, end: str) -> Expression:
        return self.simple(place, inline=False)

    def _inline_part(self, place: Place, end: str) -> Expression:
        return self.simple(place, inline=True)

    def _simple(self, place: Place, end: str) -> Expression:
        return self.line(place, inline=False)

    def _inline(self, place: Place, end: str) -> Expression:
        return self.line(place, inline=True)

    def _statement(self, place: Place, end: str) -> Expression:
        line = Sequence((self.ask("simple", place, ""), self.line_ends[end]))
        blocks = ("definition",) if place.in_class else ("if", "while", "for", "with", "try", "match", "definition")
        return Choice((line, *(self.ask(each, place, end) for each in blocks)))

    def _block(self, place: Place, end: str) -> Expression:
        return self.block(self.statements(place, end), end)

    def shared(self, text: str, number: int) -> Expression:
        """Names of a scope around that a function may bind."""
        name, sharing = self.name(BindingAction.SHARE, 0, number), BindingAction.SHARING
        more = Repeat(Sequence((self.act(" ?, ?", ",", sharing, number), name)))
        return Sequence((self.act(text, text.strip(), sharing, number), name, more))

    def block(self, inside: Expression, end: str) -> Expression:
        return Sequence((self.lexeme(" ?:", ":"), self.deeper, inside, self.block_ends[end][1]))

    def statements(self, place: Place, end: str) -> Expression:
        """Of a block, whose last one ends with it."""
        return Sequence((Repeat(self.statement(place, LEVEL)), self.statement(place, self.block_ends[end][0])))

    def _branch(self, place: Place, end: str) -> Expression:
        """A block, or a statement on the line."""
        return Choice((self.ask("block", place, end), self.on_line(place, end)))

    def on_line(self, place: Place, end: str) -> Expression:
        colon = self.act(" ?: ", ":", BindingAction.INLINE)
        return Sequence((colon, self.ask("inline", place, ""), self.line_ends[end]))

    def head(self, text: str, kind: int) -> Named:
        return self.act(text, text.strip(), BindingAction.HEAD, kind)

    def _if(self, place: Place, end: str) -> Expression:
        test = self.condition(place)
        first, more = Sequence((self.head("if ", IF), test)), Sequence((self.head("elif ", ELIF), test))
        here, last = self.ask("branch", place, LEVEL), self.ask("branch", place, end)
        others = Repeat(Sequence((more, here)), 0, _MOST_BRANCHES)
        otherwise = Sequence((self.head("else", ELSE), last))
        return Choice(
            (
                Sequence((first, last)),
                Sequence((first, here, others, Choice((Sequence((more, last)), otherwise)))),
            )
        )

    def loop(self, head: Expression, place: Place, end: str) -> Expression:
        inner = place._replace(loop=True)
        otherwise = Sequence((self.head("else", LOOP_ELSE), self.ask("branch", place, end)))
        here = Sequence((self.ask("branch", inner, LEVEL), otherwise))
        return Sequence((head, Choice((self.ask("branch", inner, end), here))))

    def _while(self, place: Place, end: str) -> Expression:
        return self.loop(Sequence((self.head("while ", WHILE), self.condition(place))), place, end)

    def either(self, text: str, kind: int, place: Place) -> Expression:
        """The head of a block; in a coroutine it may be asynchronous."""
        head = self.head(text, kind)
        return Choice((head, self.head("async " + text, kind))) if place.coroutine else head

    def _for(self, place: Place, end: str) -> Expression:
        head = self.either("for ", LOOP, place), self.targets(BindingAction.BOUND, LINE), self.value(place)
        return self.loop(Sequence(head), place, end)

    def _with(self, place: Place, end: str) -> Expression:
        as_ = Sequence((self.lexeme(f"{_SPACE[LINE]}as{_SPACE[LINE]}", "as"), self.name(BindingAction.BOUND)))
        item = Sequence((self.test(place), Repeat(as_, 0, 1)))
        next_ = self.act(f"{_GAP[LINE]},{_GAP[LINE]}", ",", BindingAction.HEAD, WITH_NEXT)
        head = self.either("with ", WITH, place), item, Repeat(Sequence((next_, item)))
        return Sequence((*head, self.ask("branch", place, end)))

    def _try(self, place: Place, end: str) -> Expression:
        inner = place._replace(handler=True)
        as_ = Sequence((self.lexeme(f"{_SPACE[LINE]}as{_SPACE[LINE]}", "as"), self.name(BindingAction.HANDLED)))
        handler = Sequence((self.head("except ", EXCEPT), self.test(place), Repeat(as_, 0, 1)))
        head = Choice((handler, self.head("except", EXCEPT)))
        here, last = self.ask("block", inner, LEVEL), self.ask("block", inner, end)
        tried = Sequence((self.head("try", TRY), self.ask("block", place, LEVEL)))
        final = Sequence((self.head("finally", FINALLY), self.ask("block", place, end)))
        otherwise = self.head("else", TRY_ELSE)
        begun = Sequence((Repeat(Sequence((handler, here))), head))
        more = Choice(
            (
                final,
                Sequence((otherwise, self.ask("block", place, end))),
                Sequence((otherwise, self.ask("block", place, LEVEL), final)),
            )
        )
        caught = Sequence((begun, Choice((last, Sequence((here, more))))))
        return Sequence((tried, Choice((final, caught))))

    # --- match

    def _match(self, place: Place, end: str) -> Expression:
        """Its subject begins with a name: after `match (` the text could be a call, after `match -` a sum."""
        kind = place.kind
        awaited = [Repeat(self.words(f"await{_SPACE[LINE]}"), 0, 1)] if place.coroutine else []
        operator, test = self.lexeme(_operator(kind), "operator"), self.test(place)
        more = Repeat(Sequence((operator, Nonterminal(f"operand {kind}"))), 0, _LONGEST_CHAIN)
        tuple_ = Repeat(Sequence((self.comma(LINE), test)))
        head = self.head("match ", MATCH), *awaited, Nonterminal(f"named {kind}"), more, tuple_
        return Sequence((*head, self.block(self.ask("cases", place, self.block_ends[end][0]), end)))

    def _cases(self, place: Place, end: str) -> Expression:
        head, space = self.head("case ", ELIF), _SPACE[LINE]
        capture = BindingAction.CAPTURE
        guard, test = self.act(f"{space}if{space}", "if", BindingAction.GUARD), self.test(place)
        guarded = self.act(f"_{space}if{space}", "_ if", BindingAction.GUARD), self.name(capture, _IF, _GUARDED)
        some = Sequence((self.line_pattern(), Repeat(Sequence((guard, test)), 0, 1)))
        case = Sequence((head, Choice((some, Sequence((Choice(guarded), test))))))
        last_pattern = self.act("_", "_", BindingAction.HEAD, ELSE), self.name(capture, 0, _LAST)
        otherwise = Sequence((head, Choice(last_pattern)))
        here, last = self.ask("branch", place, LEVEL), self.ask("branch", place, end)
        return Sequence((Repeat(Sequence((case, here))), Choice((case, otherwise)), last))

    def line_pattern(self) -> Expression:
        """A pattern on the line that does not fit everything: alternatives, or several with commas."""
        comma, capture = self.comma(LINE), BindingAction.CAPTURE
        alternatives, one = self.alternatives(LINE), self.pattern(LINE)
        gap = _GAP[LINE]
        first = Choice((self.name(capture, _PART), self.lexeme(f"_{gap},{gap}", "_,"), Sequence((alternatives, comma))))
        rest, more = self.rest(LINE), Repeat(Sequence((comma, one)))
        after = Choice((Sequence((one, more, Repeat(Sequence((comma, rest, more)), 0, 1))), Sequence((rest, more))))
        return Choice((alternatives, Sequence((first, after)), Sequence((rest, comma, one, more))))

    def rest(self, kind: str) -> Expression:
        star = self.lexeme(rf"\*{_GAP[kind]}", "*")
        return Sequence((star, Choice((self.lexeme("_", "_"), self.name(BindingAction.CAPTURE)))))

    def pattern(self, kind: str, *, binds: bool = True) -> Expression:
        """Within others."""
        title = f"pattern {kind} {binds}"
        if title not in self.rights:
            self.rights[title] = Choice(())
            ways: list[Expression] = [self.lexeme("_", "_"), self.alternatives(kind, binds=binds)]
            self.rights[title] = Choice((*ways, self.name(BindingAction.CAPTURE)) if binds else ways)
        return Nonterminal(title)

    def alternatives(self, kind: str, *, binds: bool = True) -> Expression:
        """None that fits everything; those of several bind nothing but a name for the whole."""
        title = f"alternatives {kind} {binds}"
        if title not in self.rights:
            self.rights[title] = Choice(())
            gap, space, free = _GAP[kind], _SPACE[kind], self.closed(kind, binds=False)
            several = Sequence((free, Repeat(Sequence((self.lexeme(rf"{gap}\|{gap}", "|"), free)))))
            ways = Choice((several, self.closed(kind, binds=True)) if binds else (several,))
            as_ = Sequence((self.lexeme(f"{space}as{space}", "as"), self.name(BindingAction.CAPTURE)))
            self.rights[title] = Sequence((ways, Repeat(as_, 0, 1))) if binds else ways
        return Nonterminal(title)

    def closed(self, kind: str, *, binds: bool) -> Expression:
        """A literal, an attribute, a class, a sequence or mapping, or alternatives in brackets."""
        title = f"closed {kind} {binds}"
        if title in self.rights:
            return Nonterminal(title)
        self.rights[title] = Choice(())
        gap, names = _GAP[BRACKETS], BindingAction
        one, comma = self.pattern(BRACKETS, binds=binds), self.item(BRACKETS)
        number = f"(?:-{_GAP[kind]})?(?:{_NUMBER})"
        plain = self.lexeme("|".join((_string("'"), _string('"'))), "string")
        point, bracket = (_BROKEN[tail] if kind == BRACKETS else tail for tail in (_POINT, _BRACKET))
        known = Sequence((self.name(names.GIVEN, point), Named(self.attribute_name, names.ATTRIBUTE, 1)))
        own = Choice((self.name(names.READ, point), self.name(names.READ_OUTER, point)))
        later, more_known = self.broken(self.attribute, kind), self.broken(self.name_attribute, kind)
        attributes = Choice(
            (
                Sequence((known, Repeat(more_known, 0, _LONGEST_CHAIN))),
                Sequence((own, self.attribute_name, Repeat(later, 0, _LONGEST_CHAIN))),
            )
        )
        more = Repeat(Sequence((comma, one)))
        starred = [Sequence((self.rest(BRACKETS), more)), Sequence((one, more, comma, self.rest(BRACKETS), more))]
        members = Choice((Sequence((one, more)), *(starred if binds else ())))
        end, close = self.close("]", BRACKETS, comma=True), self.close(")", BRACKETS, comma=True)
        only = self.act(rf"{gap},{gap}\)", ",)", names.CLOSE)
        listed = Sequence((self.open("[", BRACKETS, 0), members, end))
        several = [Sequence((one, comma, members, close)), Sequence((one, only))]
        if binds:
            several += [Sequence((self.rest(BRACKETS), comma, one, more, close)), Sequence((self.rest(BRACKETS), only))]
        group = Sequence((self.alternatives(BRACKETS, binds=binds), self.close(")", BRACKETS)))
        brackets = Sequence((self.open("(", BRACKETS, 0), Choice((*several, group))))
        ways: list[Expression] = [
            self.lexeme(number, "number"),
            self.lexeme("True|False|None", "constant"),
            plain,
            attributes,
            self.matched(one, bracket),
            self.lexeme(rf"\({gap}\)|\[{gap}\]|\{{{gap}\}}", "()"),
            listed,
            brackets,
            self.mapping(one, binds=binds),
        ]
        self.rights[title] = Choice(ways)
        return Nonterminal(title)

    @property
    def attribute_name(self) -> Terminal:
        """An attribute after its point."""
        return self._terminals.setdefault(("", "attribute's name"), Terminal(_MEMBER, "attribute"))

    def matched(self, one: Expression, bracket: int) -> Expression:
        """A given class, with patterns of its attributes."""
        gap, names = _GAP[BRACKETS], BindingAction
        opening, positional = (self.name(names.PATTERN, bracket, flags) for flags in (0, _POSITIONAL))
        another = self.act(f"{gap},{gap}", ",", names.COMMA)
        by_name = self.act(f"{gap},{gap}", "next argument by name", names.COMMA_KEYWORD)
        blank = Repeat(self.lexeme(_SPACE[BRACKETS], "blank"), 0, 1)
        pair = Sequence((self.name(names.KEYWORD, _BROKEN[_KEYWORD]), blank, one))
        pairs = Repeat(Sequence((by_name, pair)))
        close, end = self.close(")", BRACKETS, comma=True), self.close(")", BRACKETS)
        first = Sequence((positional, one, Repeat(Sequence((another, one))), pairs, close))
        return Choice((first, Sequence((opening, Choice((end, Sequence((pair, pairs, close))))))))

    def mapping(self, one: Expression, *, binds: bool) -> Expression:
        pair = Sequence((Choice(tuple(map(self.key, _KEY))), one))
        comma = self.item(BRACKETS)
        rest = Sequence((self.lexeme(rf"\*\*{_GAP[BRACKETS]}", "**"), self.name(BindingAction.CAPTURE)))
        pairs = Sequence((pair, Repeat(Sequence((comma, pair)))))
        members: list[Expression] = [pairs]
        if binds:
            members = [Sequence((pairs, Repeat(Sequence((comma, rest)), 0, 1))), rest]
        return Sequence((self.open("{", BRACKETS, 0), Choice(members), self.close("}", BRACKETS, comma=True)))

    def _definition(self, place: Place, end: str) -> Expression:
        """A function or class, after its decorators."""
        test: Expression = Nonterminal(f"test {LINE}")
        decorated = Choice((test, self.name(BindingAction.DECORATE, _METHOD))) if place.in_class else test
        decorator = Sequence((self.head("@", 0), decorated, self.line_ends[LEVEL]))  # only where a block may begin
        ways = (self.ask(each, place, end) for each in ("function", "coroutine", "class"))
        return Sequence((Repeat(decorator), Choice(tuple(ways))))

    def _class(self, place: Place, end: str) -> Expression:
        head = self.head("class ", CLASS), self.name(BindingAction.DEFINE), Repeat(self.bases(), 0, 1)
        body = "block" if place.in_class else "branch"  # on its line it would see names of the class around
        return Sequence((*head, self.ask(body, Place(in_class=True), end)))

    def bases(self) -> Expression:
        """Classes, and what makes this one. Other arguments by name go to these, of which nothing is known."""
        gap, part = _GAP[BRACKETS], Nonterminal(f"test {BRACKETS}")
        one = Sequence((Repeat(self.lexeme(rf"\*{gap}", "*"), 0, 1), part))
        made = Sequence((self.lexeme(f"metaclass{gap}={gap}", "metaclass="), part))
        comma, close = self.comma(BRACKETS), self.lexeme(rf"(?:{gap},)?{gap}\)", ")")
        several = Sequence((one, Repeat(Sequence((comma, one))), Repeat(Sequence((comma, made)), 0, 1)))
        some = Sequence((self.lexeme(rf"{_GAP[LINE]}\({gap}", "("), Choice((several, made)), close))
        return Choice((self.lexeme(rf"{_GAP[LINE]}\({gap}\)", "()"), some))

    def _function(self, place: Place, end: str) -> Expression:
        return self.function("def ", Place(function=True), end)

    def _coroutine(self, place: Place, end: str) -> Expression:
        return self.function("async def ", Place(function=True, coroutine=True), end)

    def function(self, text: str, place: Place, end: str) -> Expression:
        return Sequence((self.signature(text), self.ask("branch", place, end)))

    def signature(self, text: str) -> Expression:
        """The head of a function."""
        gap = _GAP[BRACKETS]
        typed = Repeat(Sequence((self.lexeme(f"{gap}:{gap}", ":"), Nonterminal(f"test {BRACKETS}"))), 0, 1)
        plain = Sequence((self.name(BindingAction.ARGUMENT), typed))
        close = self.lexeme(rf"(?:{gap},)?{gap}\)", ")")
        return Sequence(
            (
                self.head(text, FUNCTION),
                self.name(BindingAction.DEFINE),
                self.lexeme(rf" ?\({gap}", "("),
                Choice((Sequence((self.parameters(plain, plain, BRACKETS), close)), self.lexeme(r"\)", ")"))),
                Repeat(Sequence((self.lexeme(" ?-> ?", "->"), Nonterminal(f"test {LINE}"))), 0, 1),
            )
        )


def _title(kind: str, place: Place, end: str) -> str:
    return f"{kind} {''.join(map(str, map(int, place)))} {end}".strip()


def _escaped(bracket: str) -> str:
    return "\\" + bracket
