"""The language of programs whose names resolve, as productions over terminals that act on bindings.

What may be read and called where is the engine's matter (`Named`, constrain/native/context/bindings.h). Here stands
what is left, which is Python's syntax without classes, decorators, coroutines, generators, `global`, `del`, `match`,
`:=`, star arguments and several statements on a line. Expressions are chains of operands and operators without
precedence, since only their texts count. They come in kinds, by the blanks and strings that may stand in them:

    line      on a line of its own: blanks
    brackets  within brackets: also line ends and comments
    ' and "   in the fields of an f-string, with what quotes are left: blanks; no braces, no backslashes, no lambda

One text has one reading as far as bindings go: a name that a statement binds is one terminal with the sign after it
(`x = `, `x, `), and no expression statement is a tuple without brackets.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable
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
    complement,
    concat,
    intersection,
    literal,
    literals,
)

from ..regex import regex

LINE, BRACKETS = "line", "brackets"
_OTHER_QUOTE = {"'": '"', '"': "'"}
_LONGEST_CHAIN = (
    24  # operators, or calls and attributes, of one operand: Python's compiler ends at 3,000 within each other
)
_MOST_SIGNS = 3  # before one operand
# Tails of names; the first is known to the core (kAnyName in constrain/native/context/bindings.h).
_ANY_NAME, _KEYWORD, _PART, _ASSIGN, _TYPED, _AUGMENTED = range(1, 7)
_FREE, _JOIN, _GIVEN_JOIN = 1, 2, 3  # who is called, where the name before does not say it
IF, ELIF, ELSE, LOOP, WITH, TRY, EXCEPT, FINALLY, FUNCTION = range(1, 10)
LEVEL, ENDS, LAST = "goes on", "block ends", "text ends"


@cache
def _pattern(regular: str) -> Pattern:
    terminal = regex(regular).productions["regex"]
    assert isinstance(terminal, Terminal)
    return terminal.pattern


_ANY_WORD = _pattern("[A-Za-z_][A-Za-z0-9_]*")
_NEVER = (*keyword.kwlist, "__debug__")
_WORD = intersection(_ANY_WORD, complement(literals(word.encode() for word in _NEVER)))
_ATTRIBUTE = concat(
    literal(b"."), intersection(_ANY_WORD, complement(literals(word.encode() for word in (*_NEVER, "join"))))
)
_NEW_LINE = r"(?: {0,80}(?:#[^\x00\r\n]*)?\n)+ {0,80}"
_GAP = {LINE: " ?", BRACKETS: f"(?: |{_NEW_LINE})?", "'": " ?", '"': " ?"}
_SPACE = {LINE: " ", BRACKETS: f"(?: |{_NEW_LINE})", "'": " ", '"': " "}
_ARITHMETIC = r"\+|-|\*\*?|//?|%|@|<<|>>|&|\||\^"
_SIGNS = rf"(?:{_ARITHMETIC}|==|!=|<=?|>=?)"
_WORDS = r"(?:in|not in|is|is not|(?:and|or)(?: not)?)"
_ESCAPE = r"\\(?:[^\x00\r\nxuUN]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})"
_NUMBER = (
    r"0[xX][0-9A-Fa-f]{1,60}|0[bB][01]{1,200}|0[oO][0-7]{1,80}|[1-9](?:_?[0-9]){0,300}|0"
    r"|[0-9](?:_?[0-9]){0,300}\.[0-9]{0,300}(?:[eE][+-]?[0-9]{1,3})?|[0-9]{1,300}[eE][+-]?[0-9]{1,3}|\.[0-9]{1,300}"
)


def _string(mark: str) -> str:
    long = f"(?:{mark}{{0,2}}(?:[^{mark}\\\\\\x00\\r]|\\\\\\n|{_ESCAPE}))*"
    return (
        f"{mark}(?:[^{mark}\\\\\\x00\\r\\n]|{_ESCAPE})*{mark}|{mark * 3}{long}{mark * 3}"
        f"|[rR]{mark}(?:[^{mark}\\\\\\x00\\r\\n]|\\\\[^\\x00\\r\\n])*{mark}"
    )


def _bytes(mark: str) -> str:
    return f"[bB]{mark}(?:[ !#-&(-\\[\\]-~]|\\\\(?:[ !-/:-wy-~]|x[0-9A-Fa-f]{{2}}))*{mark}"


_LINE_END = _pattern(r"(?: *(?:#[^\x00\r\n]*)?\n)+")
_COMMENT = Terminal(_pattern(r"#[^\x00\r\n]*"), "comment")
_LAST_COMMENT = Terminal(_pattern(r" *(?:#[^\x00\r\n]*)?"), "comment")


class Place(NamedTuple):
    """Where a statement stands: in a function, in a loop of it, in the handler of an exception."""

    function: bool = False
    loop: bool = False
    handler: bool = False


def tails() -> list[Pattern]:
    """What stands after names, by the numbers above, from 1 on."""
    return [
        _WORD,
        _pattern(" ?="),
        _pattern(", ?"),
        _pattern(" ?= ?"),
        _pattern(" ?: ?"),
        _pattern(r" ?(?:\+|-|\*\*?|//?|%|@|<<|>>|&|\||\^)= ?"),
    ]


def free(given: Iterable[str]) -> Pattern:
    """Names that a program may bind."""
    return intersection(_ANY_WORD, complement(literals(word.encode() for word in (*_NEVER, *given))))


def productions(imports: Iterable[str]) -> dict[str, Expression]:
    """The productions, from `start` on. `imports`: the lines that may import something."""
    return _Language(tuple(imports)).all()


class _Language:
    def __init__(self, imports: tuple[str, ...]) -> None:
        self.imports = imports
        self.rights: dict[str, Expression] = {}
        self._terminals: dict[tuple[str, str], Terminal] = {}
        self._named: dict[tuple[BindingAction, int, str, str], Named] = {}
        self._waiting: list[tuple[str, Place, str]] = []
        end = Terminal(_LINE_END, "end of line")
        blank = Terminal(_pattern(" *"), "indentation")
        self.line_ends: dict[str, Expression] = {
            LEVEL: LineEnd(end, blank, LineEnd.LEVEL),
            ENDS: LineEnd(end, blank, LineEnd.SHALLOWER),
            LAST: Repeat(_LAST_COMMENT, 0, 1),
        }
        self.deeper = LineEnd(end, blank, LineEnd.DEEPER)
        self.block_ends = {
            LEVEL: (ENDS, BlockEnd(BlockEnd.LAST)),
            ENDS: (ENDS, BlockEnd(BlockEnd.INNER)),
            LAST: (LAST, BlockEnd(BlockEnd.TEXT)),
        }

    def all(self) -> dict[str, Expression]:
        for kind in (LINE, BRACKETS, "'", '"'):
            self.expressions(kind)
        lines = Repeat(self.lexeme(r"(?: *(?:#[^\x00\r\n]*)?\n)+", "empty lines"), 0, 1)
        last = Choice((Sequence(()), _COMMENT, self.statement(Place(), LAST)))
        self.rights["start"] = Sequence((lines, Repeat(self.statement(Place(), LEVEL)), last))
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

    def name(self, action: BindingAction, tail: int = 0) -> Named:
        """A name, and what stands after it."""
        key = action, tail, "", ""
        if key not in self._named:
            pattern = concat(_WORD, tails()[tail - 1]) if tail else _WORD
            self._named[key] = Named(Terminal(pattern, "name"), action, tail)
        return self._named[key]

    # --- Expressions

    def expressions(self, kind: str) -> None:
        """The productions of one kind."""
        gap, space, inside = _GAP[kind], _SPACE[kind], BRACKETS if kind == LINE else kind
        write = self.rights

        def this(name: str) -> Nonterminal:
            return Nonterminal(f"{name} {kind}")

        def there(name: str) -> Nonterminal:
            return Nonterminal(f"{name} {inside}")

        either = Nonterminal(f"either {kind}")
        if_, else_ = self.lexeme(f"{space}if ", "if"), self.lexeme(f"{space}else ", "else")
        write[f"test {kind}"] = Sequence((either, Repeat(Sequence((if_, either, else_, this("test"))), 0, 1)))
        operator = self.lexeme(f"{gap}{_SIGNS}{gap}|{space}{_WORDS} ", "operator")
        not_ = self.lexeme("not ", "not")
        write[f"either {kind}"] = Sequence(
            (
                Repeat(not_, 0, 1),
                this("operand"),
                Repeat(Sequence((operator, this("operand"))), 0, _LONGEST_CHAIN),
            )
        )
        sign = self.lexeme(f"[-+~]{gap}", "-")
        arithmetic = self.lexeme(f"{gap}(?:{_ARITHMETIC}){gap}", "operator")
        more = Repeat(Sequence((arithmetic, this("operand"))), 0, _LONGEST_CHAIN)
        write[f"sum {kind}"] = Sequence((this("operand"), more))
        write[f"operand {kind}"] = Sequence((Repeat(sign, 0, _MOST_SIGNS), this("primary")))
        write[f"primary {kind}"] = Choice(self.atoms(kind))
        free, given = this("trailer"), this("given trailer")
        attribute, known = self.broken(self.attribute, kind), self.broken(self.name_attribute, kind)
        write[f"uncalled {kind}"] = Choice((attribute, this("index"), this("join")))
        write[f"trailer {kind}"] = Choice((this("uncalled"), this("call")))
        write[f"given trailer {kind}"] = Choice((known, this("index"), this("given call"), this("given join")))
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
        for name, callee in (("call", _FREE), ("given call", 0), ("join", _JOIN), ("given join", _GIVEN_JOIN)):
            write[f"{name} {kind}"] = self.call(kind, callee)
        part = there("test")
        colon = self.lexeme(f"{_GAP[inside]}:{_GAP[inside]}", ":")
        maybe = Repeat(part, 0, 1)
        piece = Choice((part, Sequence((maybe, colon, maybe, Repeat(Sequence((colon, maybe)), 0, 1)))))
        write[f"index {kind}"] = Sequence(
            (
                self.open("[", inside, 0),
                piece,
                Repeat(Sequence((self.comma(inside), piece))),
                self.close("]", inside),
            )
        )
        for_ = self.act(f"{space}for ", "for", BindingAction.FOR)
        condition = self.act(f"{space}if ", "if", BindingAction.CONDITION)
        loop = Sequence((for_, self.targets(BindingAction.TARGET), either, Repeat(Sequence((condition, either)))))
        write[f"comprehension {kind}"] = Sequence((loop, Repeat(loop)))
        write[f"lambda {kind}"] = Sequence((self.parameters(), this("test")))

    def targets(self, action: BindingAction) -> Expression:
        """The names that a loop binds, and `in`."""
        one = self.name(action)
        return Sequence((one, Repeat(Sequence((self.lexeme(", ?", ","), one))), self.lexeme(" in ", "in")))

    def broken(self, attribute: Expression, kind: str) -> Expression:
        """An attribute, within brackets also on a line of its own."""
        if kind != BRACKETS:
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
        return self.act(f"{_escaped(bracket)}{_GAP[inside]}", bracket, BindingAction.OPEN, number)

    def close(self, bracket: str, inside: str, *, comma: bool = False) -> Named:
        before = f"(?:{_GAP[inside]},)?" if comma else ""
        return self.act(f"{before}{_GAP[inside]}{_escaped(bracket)}", bracket, BindingAction.CLOSE)

    def comma(self, inside: str) -> Terminal:
        return self.lexeme(f"{_GAP[inside]},{_GAP[inside]}", ",")

    def item(self, inside: str) -> Named:
        return self.act(f"{_GAP[inside]},{_GAP[inside]}", ",", BindingAction.ITEM)

    def parameters(self) -> Expression:
        """Of a lambda, up to its body."""
        alone = self.act("lambda: ?", "lambda", BindingAction.BODY)
        one = self.name(BindingAction.PARAMETER)
        more = Repeat(Sequence((self.lexeme(", ?", ","), one)))
        some = Sequence((self.lexeme("lambda ", "lambda"), one, more, self.act(": ?", ":", BindingAction.BODY)))
        return Choice((alone, some))

    def call(self, kind: str, callee: int) -> Expression:
        """Brackets with arguments: by position, then by name."""
        inside = BRACKETS if kind == LINE else kind
        gap, join = _GAP[inside], r"\.join" if callee in (_JOIN, _GIVEN_JOIN) else ""
        if join and kind == BRACKETS:
            join = f"(?:{_NEW_LINE})?{join}"
        value = Nonterminal(f"test {inside}")
        if kind in (LINE, BRACKETS):
            value_or_lambda: Expression = Choice((value, Nonterminal(f"lambda {inside}")))
        else:
            value_or_lambda = value
        opening = self.act(rf"{join}\({gap}", "(", BindingAction.CALL, callee)
        naming = self.act(rf"{join}\({gap}", "first argument by name", BindingAction.CALL_KEYWORD, callee)
        empty = self.act(rf"{join}\({gap}\)", "()", BindingAction.CALL_EMPTY, callee)
        another = self.act(f"{gap},{gap}", ",", BindingAction.COMMA)
        by_name = self.act(f"{gap},{gap}", "next argument by name", BindingAction.COMMA_KEYWORD)
        blank = Repeat(self.lexeme(" ", "blank"), 0, 1)
        pair = Sequence((self.name(BindingAction.KEYWORD, _KEYWORD), blank, value_or_lambda))
        pairs = Sequence((pair, Repeat(Sequence((by_name, pair)))))
        close = self.close(")", inside, comma=True)
        generator = Sequence((opening, value, Nonterminal(f"comprehension {inside}"), self.close(")", inside)))
        positions = Sequence((opening, value_or_lambda, Repeat(Sequence((another, value_or_lambda)))))
        return Choice(
            (
                empty,
                generator,
                Sequence((positions, Repeat(Sequence((by_name, pairs)), 0, 1), close)),
                Sequence((naming, pairs, close)),
            )
        )

    def atoms(self, kind: str) -> list[Expression]:
        inside = BRACKETS if kind == LINE else kind
        rest = Nonterminal(f"rest {kind}")
        part = Nonterminal(f"test {inside}")
        comma = self.comma(inside)
        joining, uncalled = self.joining(kind), Nonterminal(f"uncalled {kind}")
        after_text = Choice((Sequence((Repeat(joining, 0, 1), uncalled, rest)), joining))
        group = Sequence((part, self.close(")", inside)))
        pair = Sequence((part, comma, Repeat(Sequence((part, comma))), Repeat(part, 0, 1), self.close(")", inside)))
        brackets = Sequence((self.open("(", inside, 0), Choice((group, pair)), rest))
        found: list[Expression] = [
            Nonterminal(f"named {kind}"),
            self.lexeme(_NUMBER, "number"),
            self.lexeme("True|False|None", "constant"),
            Sequence((self.texts(kind), Repeat(after_text, 0, 1))),
            Sequence((brackets,)),
            Sequence((self.lexeme(r"\(\)|\[\]|\{\}" if kind in (LINE, BRACKETS) else r"\(\)|\[\]", "()"), rest)),
            Sequence((self.display("[", "]", inside, part, "*"), rest)),
        ]
        if kind in (LINE, BRACKETS):
            colon = self.lexeme(f"{_GAP[inside]}:{_GAP[inside]}", ":")
            member = Sequence((part, colon, part))
            found.append(Sequence((self.display("{", "}", inside, part, "*"), rest)))
            found.append(Sequence((self.display("{", "}", inside, member, "**"), rest)))
        return found

    def display(self, first: str, last: str, inside: str, part: Expression, stars: str) -> Expression:
        # After a star it is no comprehension any more, as after a comma.
        star = self.act("".join(map(_escaped, stars)) + _GAP[inside], stars, BindingAction.ITEM)
        unpacked = Sequence((star, Nonterminal(f"sum {inside}")))
        more = Repeat(Sequence((self.item(inside), Choice((part, unpacked)))))
        several = Sequence((more, self.close(last, inside, comma=True)))
        loop = Sequence((Nonterminal(f"comprehension {inside}"), self.close(last, inside)))
        ways = Choice((Sequence((part, Choice((several, loop)))), Sequence((unpacked, several))))
        return Sequence((self.open(first, inside, 1), ways))

    def texts(self, kind: str) -> Expression:
        """Strings; but for those in fields, also f-strings."""
        if kind not in (LINE, BRACKETS):
            return self.lexeme(rf"{kind}[^\"'\\\x00\r\n]*{kind}", "string")
        strings = self.lexeme("|".join(map(_string, "\"'")), "string")
        ways: list[Expression] = [strings]
        equals = Repeat(self.lexeme(" ?= ?", "="), 0, 1)
        for mark in "\"'":
            left = _OTHER_QUOTE[mark]
            text = self.lexeme(
                rf"(?:[^{mark}\\{{}}\x00\r\n]|\{{\{{|\}}\}}|{_ESCAPE.replace('xuUN', 'xuUN{}')})+", "text"
            )
            shown = self.lexeme(r"![rsa]", "conversion")
            form = self.lexeme(r":[^{}\"'\\\x00\r\n]{0,40}", "format")
            field = Sequence(
                (
                    self.lexeme(r"\{ ?", "{"),
                    Nonterminal(f"test {left}"),
                    equals,
                    Repeat(shown, 0, 1),
                    Repeat(form, 0, 1),
                    self.lexeme(r"\}", "}"),
                )
            )
            more = Repeat(Sequence((Repeat(text, 0, 1), field)))
            ways.append(
                Sequence((self.lexeme(f"[fF]{mark}", "f-string"), more, Repeat(text, 0, 1), self.lexeme(mark, mark)))
            )
        # Without a blank "" and "" would be the marks of another string.
        one, blank = Choice(ways), self.lexeme(_SPACE[kind], "blank")
        several = Sequence((one, Repeat(Sequence((blank, one)))))
        return Choice((several, self.lexeme("|".join(map(_bytes, "\"'")), "string")))

    # --- Lines

    def words(self, text: str) -> Terminal:
        return self.lexeme(text, text.strip())

    def value(self) -> Expression:
        """What is assigned or returned."""
        test = Nonterminal(f"test {LINE}")
        return Sequence((test, Repeat(Sequence((self.comma(LINE), test))), Repeat(self.lexeme(",", ","), 0, 1)))

    def line(self, place: Place, *, inline: bool) -> Expression:
        """A statement on one line. `inline`: after the colon of a block, where nothing may be bound."""
        test, at = Nonterminal(f"test {LINE}"), Nonterminal(f"place {LINE}")
        bind, tail = BindingAction.BIND, self.value()
        equals = self.lexeme(" ?= ?", "=")
        augmented = self.lexeme(r" ?(?:\+|-|\*\*?|//?|%|@|<<|>>|&|\||\^)= ?", "+=")
        value = Choice((tail, Nonterminal(f"lambda {LINE}")))
        ways: list[Expression] = [
            test,
            self.words("pass"),
            Sequence(
                (Choice((Sequence((self.name(BindingAction.AUGMENT, _AUGMENTED),)), Sequence((at, augmented)))), test)
            ),
            Sequence((at, equals, value)),
            Sequence((self.words("assert "), test, Repeat(Sequence((self.comma(LINE), test)), 0, 1))),
        ]
        if not inline:
            part = Choice((self.name(bind, _PART), Sequence((at, self.comma(LINE)))))
            last = Choice((self.name(bind, _ASSIGN), Sequence((at, equals))))
            ways += [
                Sequence((Repeat(self.name(bind, _ASSIGN), 1), value)),
                Sequence((Repeat(part, 1), last, tail)),
                Sequence((self.name(bind, _TYPED), test, equals, value)),
            ]
            if self.imports and not place.function:  # there it would make the name the function's own
                lines = literals(each.encode() for each in self.imports)
                self._terminals.setdefault(("", "import"), Terminal(lines, "import"))
                ways.append(self._terminals["", "import"])

        def leave(text: str) -> Expression:
            return self.words(text) if inline else self.act(text, text.strip(), BindingAction.LEAVE)

        if place.function:
            ways += [leave("return"), Sequence((leave("return "), value))]
        if place.loop:
            ways += [leave("break"), leave("continue")]
        if place.handler:
            ways.append(leave("raise"))
        cause = Repeat(Sequence((self.lexeme(" from ", "from"), test)), 0, 1)
        ways.append(Sequence((leave("raise "), test, cause)))
        return Choice(ways)

    def statement(self, place: Place, end: str) -> Expression:
        return self.ask("statement", place, end)

    def ask(self, kind: str, place: Place, end: str) -> Nonterminal:
        title = _title(kind, place, end)
        if title not in self.rights:
            self.rights[title] = Choice(())
            self._waiting.append((kind, place, end))
        return Nonterminal(title)

    # --- Blocks

    def _simple(self, place: Place, end: str) -> Expression:
        return self.line(place, inline=False)

    def _inline(self, place: Place, end: str) -> Expression:
        return self.line(place, inline=True)

    def _statement(self, place: Place, end: str) -> Expression:
        line = Sequence((self.ask("simple", place, ""), self.line_ends[end]))
        return Choice((line, *(self.ask(each, place, end) for each in ("if", "while", "for", "with", "try", "def"))))

    def _block(self, place: Place, end: str) -> Expression:
        last, block_end = self.block_ends[end]
        return Sequence(
            (
                self.lexeme(":", ":"),
                self.deeper,
                Repeat(self.statement(place, LEVEL)),
                self.statement(place, last),
                block_end,
            )
        )

    def _branch(self, place: Place, end: str) -> Expression:
        """A block, or a statement on the line."""
        inline = Sequence(
            (self.act(": ", ":", BindingAction.INLINE), self.ask("inline", place, ""), self.line_ends[end])
        )
        return Choice((self.ask("block", place, end), inline))

    def head(self, text: str, kind: int) -> Named:
        return self.act(text, text.strip(), BindingAction.HEAD, kind)

    def _if(self, place: Place, end: str) -> Expression:
        test = Nonterminal(f"test {LINE}")
        first, more = Sequence((self.head("if ", IF), test)), Sequence((self.head("elif ", ELIF), test))
        here, last = self.ask("branch", place, LEVEL), self.ask("branch", place, end)
        otherwise = Sequence((self.head("else", ELSE), last))
        return Choice(
            (
                Sequence((first, last)),
                Sequence((first, here, Repeat(Sequence((more, here))), Choice((Sequence((more, last)), otherwise)))),
            )
        )

    def _while(self, place: Place, end: str) -> Expression:
        head = Sequence((self.head("while ", LOOP), Nonterminal(f"test {LINE}")))
        return Sequence((head, self.ask("block", place._replace(loop=True), end)))

    def _for(self, place: Place, end: str) -> Expression:
        head = Sequence((self.head("for ", LOOP), self.targets(BindingAction.BOUND), self.value()))
        return Sequence((head, self.ask("block", place._replace(loop=True), end)))

    def _with(self, place: Place, end: str) -> Expression:
        as_ = Sequence((self.lexeme(" as ", "as"), self.name(BindingAction.BOUND)))
        item = Sequence((Nonterminal(f"test {LINE}"), Repeat(as_, 0, 1)))
        head = Sequence((self.head("with ", WITH), item, Repeat(Sequence((self.comma(LINE), item)))))
        return Sequence((head, self.ask("block", place, end)))

    def _try(self, place: Place, end: str) -> Expression:
        inner = place._replace(handler=True)
        as_ = Sequence((self.lexeme(" as ", "as"), self.name(BindingAction.HANDLED)))
        handler = Sequence((self.head("except ", EXCEPT), Nonterminal(f"test {LINE}"), Repeat(as_, 0, 1)))
        bare, final = self.head("except", EXCEPT), self.head("finally", FINALLY)
        here, last = self.ask("block", inner, LEVEL), self.ask("block", inner, end)
        tried = Sequence((self.head("try", TRY), self.ask("block", place, LEVEL)))
        ends = Sequence((final, self.ask("block", place, end)))
        caught = Sequence((handler, here))
        return Sequence(
            (
                tried,
                Choice(
                    (
                        ends,
                        Sequence((Repeat(caught), Choice((handler, bare)), last)),
                        Sequence((Repeat(caught, 1), ends)),
                        Sequence((Repeat(caught), bare, here, ends)),
                    )
                ),
            )
        )

    def _def(self, place: Place, end: str) -> Expression:
        test = Nonterminal(f"test {LINE}")
        own, comma = self.name(BindingAction.ARGUMENT), self.comma(BRACKETS)
        typed = Repeat(Sequence((self.lexeme(": ?", ":"), test)), 0, 1)
        plain = Sequence((own, typed))
        valued = Sequence((plain, self.lexeme(" ?= ?", "="), test))
        more = Repeat(Sequence((comma, valued)))
        some = Choice((Sequence((plain, Repeat(Sequence((comma, plain))), more)), Sequence((valued, more))))
        gap = _GAP[BRACKETS]
        close = self.lexeme(rf"(?:{gap},)?{gap}\)", ")")
        head = Sequence(
            (
                self.head("def ", FUNCTION),
                self.name(BindingAction.DEFINE),
                self.lexeme(r"\(", "("),
                Repeat(self.lexeme(_NEW_LINE, "end of line"), 0, 1),
                Choice((Sequence((some, close)), self.lexeme(rf"{gap}\)", ")"))),
                Repeat(Sequence((self.lexeme(" -> ", "->"), test)), 0, 1),
            )
        )
        return Sequence((head, self.ask("block", Place(function=True), end)))


def _title(kind: str, place: Place, end: str) -> str:
    return f"{kind} {place.function:d}{place.loop:d}{place.handler:d} {end}".strip()


def _escaped(bracket: str) -> str:
    return "\\" + bracket
