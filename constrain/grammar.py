"""Context-free grammars whose right sides are regular expressions over terminals and nonterminals.

This is what front ends produce and the core compiles. A terminal is a `Pattern` over bytes with a name for error
messages; it stands for one lexeme, and what it matches is free of its surroundings ("free" lexing: the language is
that of the grammar with terminals read as regular languages). Right sides are trees of `Sequence`, `Choice` and
`Repeat`, so a plain list of values needs no helper rules, and `Repeat(x, 0, 10**5)` is one node; `Ordered` is a
record. A `Scope` remembers: within it a part may stand `Once` (keys in any order), and lexemes be `Distinct` (other
keys, unique items). Where blocks are indented, `LineEnd` and `BlockEnd` keep a stack of widths. A `SpecialToken` is no
text at all, but one token of the vocabulary, by its name.

>>> digit = Terminal(byte_range(0x30, 0x39), "DIGIT")
>>> Grammar("list", {"list": Sequence((Terminal(literal(b"["), "["), Repeat(digit), Terminal(literal(b"]"), "]")))})
<Grammar list: 1 production>
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Sequence_
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from . import _native
from .errors import GrammarError
from .events import EventReader
from .patterns.decode import decode
from .patterns.pattern import Pattern, encode, literal
from .spans import Span, to_the_end
from .support.arguments import described, instance
from .support.flat_trees import Node, packed, unpacked
from .support.shown import shown

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    # What texts are read as. A grammar that does not say it, `Grammar` alone, is one of anything.
    Value = TypeVar("Value", covariant=True, default=Any)
else:
    from typing import TypeVar

    Value = TypeVar("Value", covariant=True)


class Expression(Node):
    """A right side or a part of one."""

    __slots__ = ()


class Terminal(Expression):
    """One lexeme: a pattern over bytes, and the name that error messages use for it.

    A front end that makes many similar terminals may pass the pattern's byte code, `encode(pattern)`, if it has it.

    With `max_tokens`, each such lexeme is a region of the text that takes at most so many tokens, from the first one
    that has some of it to the one that ends it. Masks leave out tokens after which it could not end in time. Where one
    token ends a region and begins another in the same place of the grammar, as in a loop, the two count as one.
    """

    __slots__ = ("_code", "max_tokens", "name", "pattern")

    def __init__(
        self, pattern: Pattern, name: str, code: bytes | None = None, *, max_tokens: int | None = None
    ) -> None:
        self.pattern, self.name, self.max_tokens = pattern, name, max_tokens
        self._code = code

    @classmethod
    def of_code(cls, code: bytes, name: str) -> Terminal:
        """The terminal whose pattern has this byte code; the pattern is read when somebody asks for it."""
        made = cls.__new__(cls)
        made.name, made.max_tokens, made._code = name, None, code
        return made

    @classmethod
    def encoded(cls, pattern: Pattern, name: str) -> Terminal:
        """The terminal of a pattern, kept as byte code: the tree takes some ten times as much memory."""
        return cls.of_code(encode(pattern), name)

    if not TYPE_CHECKING:  # to type checkers, a terminal has what it says

        def __getattr__(self, name: str) -> Any:
            """Asked for what has not been set: the pattern of `of_code`."""
            if name != "pattern" or self._code is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            self.pattern = decode(self._code)
            return self.pattern

    @property
    def code(self) -> bytes:
        """The pattern's byte code, computed once."""
        if self._code is None:
            self._code = encode(self.pattern)
        return self._code

    def __repr__(self) -> str:
        return f"<Terminal {self.name}>"


class Nonterminal(Expression):
    """A reference to a production by its name."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class SpecialToken(Expression):
    """One special token of the vocabulary, by the name that the tokenizer gives it (`<tool_call>`); `compile` finds it.

    `spelling` says what its letters count for: nothing, and without such a token it is a `VocabularyError` (TOKEN);
    they stand for it where the vocabulary has no such token (TOKEN_OR_TEXT); or they always serve as well
    (TOKEN_AND_TEXT). Where the vocabulary takes the token for text, it is text. `text` is the terminal of its letters.
    """

    __slots__ = ("name", "spelling", "text")
    TOKEN, TOKEN_OR_TEXT, TOKEN_AND_TEXT = range(3)

    def __init__(self, name: str, spelling: int = TOKEN) -> None:
        self.name, self.spelling = name, spelling
        self.text = Terminal(literal(name.encode()), repr(name))


class Sequence(Expression):
    """The parts one after another; no parts is the empty text."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Expression, ...] | list[Expression]) -> None:
        self.parts = parts


class Choice(Expression):
    """Any of the parts; no parts matches nothing."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Expression, ...] | list[Expression]) -> None:
        self.parts = parts


class Repeat(Expression):
    """The part `minimum` to `maximum` times (None: no bound); a counter in the recogniser, never unrolled.

    `between`, if there is one, stands between two of them. Where they are counted (any bounds but "at least none",
    "at least one" and "at most one"), it is a terminal, and the part may not be empty then.
    """

    __slots__ = ("between", "maximum", "minimum", "part")

    def __init__(
        self, part: Expression, minimum: int = 0, maximum: int | None = None, between: Expression | None = None
    ) -> None:
        self.part, self.minimum, self.maximum, self.between = part, minimum, maximum, between


class Ordered(Expression):
    """One or more of the parts in their order, none of those `required` being left out, with `between` between them.

    Each part is written once in the recogniser, whichever part comes before it, so a record of many optional fields
    takes no more room than one of as many that are required.
    """

    __slots__ = ("between", "parts", "required")

    def __init__(self, parts: tuple[Expression, ...] | list[Expression], required: tuple[bool, ...], between: Terminal):
        if len(parts) != len(required):
            raise ValueError(f"{len(parts)} parts, but {len(required)} truth values for whether they are required")
        self.parts, self.required, self.between = parts, required, between


class Scope(Expression):
    """The part, with a memory of its own of what `Once` and `Distinct` met in it.

    Those and `Require` stand directly in their scope: within sequences, choices, and repetitions without a count other
    than "at most once" and "at least once"; not after a nonterminal, nor inside the part of an `Once`.
    """

    __slots__ = ("part",)

    def __init__(self, part: Expression) -> None:
        self.part = part


class Once(Expression):
    """The part, which may not be empty; possible only while nothing with the same number stood in the scope."""

    __slots__ = ("mark", "part")

    def __init__(self, mark: int, part: Expression) -> None:
        self.mark, self.part = mark, part


class Distinct(Expression):
    """A terminal whose lexeme differs from those of all `Distinct` terminals before it in the scope.

    `spelling` says which lexemes count as the same: equal bytes (EXACT); JSON strings for the same text, where
    characters are written raw or by their short escape and `\\uXXXX` serves where raw is impossible (JSON_SHORT);
    JSON strings for the same text in any spelling (JSON_ANY). A terminal has one spelling in all its places.

    JSON_ITEMS is another matter: the terminal begins with the bracket of a JSON array, and it is this array's items
    that differ, by value (objects whatever the order of their keys, strings decoded, `1` and `1.0` as numbers). It
    needs no scope, and stands nowhere else. The array must have more items to choose from than its grammar asks for,
    or a matcher may be stuck.
    """

    __slots__ = ("spelling", "terminal")
    EXACT, JSON_SHORT, JSON_ANY, JSON_ITEMS = range(4)

    def __init__(self, terminal: Terminal, spelling: int = EXACT) -> None:
        self.terminal, self.spelling = terminal, spelling


class LineEnd(Expression):
    """The end of a line and the indentation of the next: a text of `head`, a line feed last, and one of `tail`.

    `tail` may be empty and holds no line feed. Its width, a space being 1 and a tab `tab`, is compared with the widths
    of the blocks that are open (0 below them all): LEVEL, it is the innermost one's; DEEPER, it is more, and a block of
    that width begins; SHALLOWER, it is another one's, and the blocks within that end, each at a `BlockEnd`.
    `tail` must spell every width, and blocks must be nested in the productions, or a matcher could be stuck.
    """

    __slots__ = ("head", "kind", "tab", "tail")
    LEVEL, DEEPER, SHALLOWER = range(1, 4)

    def __init__(self, head: Terminal, tail: Terminal, kind: int, tab: int = 8) -> None:
        self.head = Terminal(head.pattern, head.name, head.code)  # what it does to blocks is the terminal's own
        self.tail, self.kind, self.tab = tail, kind, tab


class BlockEnd(Expression):
    """Nothing; read where a `LineEnd` ends blocks, as LAST for the outermost of them and INNER for the others, or where
    the text ends inside blocks, as TEXT for each of them.
    """

    __slots__ = ("kind",)
    INNER, LAST, TEXT = range(4, 7)

    def __init__(self, kind: int) -> None:
        self.kind = kind


_BLOCK_ENDS = {
    kind: Terminal(literal(b"\xff"), "the end of a block")  # never read: no text has this byte
    for kind in (BlockEnd.INNER, BlockEnd.LAST, BlockEnd.TEXT)
}


class Names(Expression):
    """Nothing; says, once in a grammar and first in its start, which names there are.

    `catalogue` is the names, tables and aliases as `constrain/native/context/catalogue_reader.h` reads them.
    """

    __slots__ = ("catalogue",)

    def __init__(self, catalogue: bytes) -> None:
        self.catalogue = catalogue


class Named(Expression):
    """A terminal that acts on the names of the text, and may spell only what they allow there.

    `action` is one of `NameAction` (`constrain/native/context/names.h` says what each does), `number` its own. The
    terminal's pattern is all that it may spell anywhere.
    """

    __slots__ = ("action", "number", "terminal")

    def __init__(self, terminal: Terminal, action: int, number: int = 0) -> None:
        self.terminal = Terminal(terminal.pattern, terminal.name, terminal.code)  # what it does is the terminal's own
        self.action, self.number = action, number


class NameAction(IntEnum):
    """What a `Named` terminal does: scopes, the sources of a scope, members used of them, members that it puts out."""

    OPEN = 1
    CLOSE = 2
    CLOSE_SOURCE = 3
    CLOSE_TABLE = 4
    NEXT = 5
    ITEM = 6
    SOURCES = 7
    ANOTHER = 8
    OPEN_SOURCE = 9
    AFTER = 10
    DECLARE = 11
    ALIAS = 12
    USE = 13
    USE_OWN = 14
    PUT_OUT = 15
    UNNAME = 16
    NAME_IT = 17
    ALL = 18
    ALL_OF = 19
    PUT_OUT_NAME = 20
    POSITION = 21
    MERGING = 22
    MERGE = 23
    NAME_TABLE = 24
    DEEPER = 25
    SHALLOWER = 26
    COLUMNS = 27
    CONDITION = 28
    MERGED = 29
    ASSIGN = 30
    OPERATOR = 31
    GROUP_BY = 32
    DISTINCT = 33
    SPELL = 34
    SPELL_DEEPER = 35
    SPELL_SHALLOWER = 36
    AGAIN = 37
    DISTINCT_ON = 38
    ORDER_ON = 39
    ORDERED = 40
    WINDOW = 41
    WINDOW_AS = 42
    SAMPLE = 43
    SERIES = 44
    LISTED = 45
    WINDOWED = 46


class BindingAction(IntEnum):
    """What a `Named` terminal does where its grammar binds names; see `constrain/native/context/bindings.h`."""

    READ_OUTER = 65
    READ = 66
    WANT = 67
    GIVEN = 68
    ATTRIBUTE = 69
    CALL = 70
    CALL_KEYWORD = 71
    CALL_EMPTY = 72
    CALL_SPREAD = 73
    COMMA = 74
    COMMA_KEYWORD = 75
    COMMA_SPREAD = 76
    KEYWORD = 77
    OPEN = 78
    ITEM = 79
    CLOSE = 80
    FOR = 81
    TARGET = 82
    CONDITION = 83
    PARAMETER = 84
    BODY = 85
    BIND = 86
    DECLARE = 87
    ASSIGN = 88
    AUGMENT = 89
    HEAD = 90
    BOUND = 91
    HANDLED = 92
    DEFINE = 93
    ARGUMENT = 94
    INLINE = 95
    NEXT = 96
    DECORATE = 97
    LEAVE = 98
    IMPORT_FROM = 99
    IMPORT = 100
    IMPORT_AS = 101
    ALIAS = 102
    IMPORT_GIVEN = 103
    SHARING = 104
    SHARE = 105
    CAPTURE = 106
    GUARD = 107
    PATTERN = 108


class Require(Expression):
    """Nothing; possible where all `marks` were made in the scope, and `minimum` <= marks and lexemes in it < `below`.

    Where text could come after which no `Require` and no `Once` leaves a way on, `compile` takes it away. `Distinct`
    counts as having lexemes left, so where they can run out, put a condition on their number before that text.
    """

    __slots__ = ("below", "marks", "minimum")

    def __init__(self, marks: tuple[int, ...] = (), minimum: int = 0, below: int | None = None) -> None:
        self.marks, self.minimum, self.below = marks, minimum, below


class Embedded(Expression):
    """The texts of another grammar as a whole; the core, where it is `core`, reads it when a text first comes to it.

    So of many tools the schemas of those that are not called cost nothing but a look at what is wrong with them.
    `constrain.compiling.composed` makes them: `embedded`, and `embedded_late`, whose grammar is made when it is asked
    for.
    """

    __slots__ = ("_grammar", "core")

    def __init__(self, grammar: Grammar | Callable[[], Grammar], core: _native.Embedded) -> None:
        self._grammar, self.core = grammar, core

    @property
    def grammar(self) -> Grammar:
        return self._grammar if isinstance(self._grammar, Grammar) else self._grammar()


def parts_of(expression: Expression) -> Sequence_[Expression]:
    """The expressions directly inside an expression; none for a leaf (whose terminals are its own affair)."""
    kind = type(expression)
    if kind is Sequence or kind is Choice or kind is Ordered:
        return expression.parts  # type: ignore[attr-defined,no-any-return]
    if kind is Repeat:
        between = expression.between  # type: ignore[attr-defined]
        return (expression.part,) if between is None else (expression.part, between)  # type: ignore[attr-defined]
    if kind is Scope or kind is Once:
        return (expression.part,)  # type: ignore[attr-defined]
    return ()


def with_parts(node: Expression, parts: list[Expression]) -> Expression:
    """The same expression with other parts, as many and in the order in which `parts_of` gives them."""
    match node:
        case Sequence():
            return Sequence(parts)
        case Choice():
            return Choice(parts)
        case Repeat():
            return Repeat(parts[0], node.minimum, node.maximum, parts[1] if node.between is not None else None)
        case Ordered():
            return Ordered(parts, node.required, node.between)
        case Scope():
            return Scope(parts[0])
        case Once():
            return Once(node.mark, parts[0])
    raise TypeError(f"not an Expression with parts: {node!r}")


class FlatGrammar(NamedTuple):
    """A grammar as the core reads it: all by number, and each production's right side as postfix byte code.

    `families[i]` is the number of a production of which production i is a variant, or i; empty where none is a variant.
    """

    terminals: list[Terminal]
    names: list[str]
    codes: list[bytes]
    start: int
    families: Sequence_[int] = ()


class Grammar(Generic[Value]):
    """Productions by name and a start symbol; `read` turns a finished text into a value (an instance of a model, say).

    `Grammar[Invoice]` is, to type checkers, one whose texts are read as an `Invoice`; `Grammar` is one of anything.

    Checked on construction: every nonterminal used is defined. That some text matches is checked by `compile`, which
    also drops whatever can never take part in a text. Two productions for one name are one `Choice`.

    `kind` names what such grammars have in common, if a front end says so: tables that it knows most of them to need
    are then made beforehand (`compiling/common_tables.py`). `families` tells, by name, of which production another is a
    variant (one rule, copied for what surrounds it); variants move together. Only time depends on either.

    Can be copied and pickled, with its `read`, which must be something that pickle finds by name: a function or a class
    of a module, or an instance of such a class. As always with pickle, load only what you trust.

    Threads: nothing changes it but whoever changes its `productions`; until then share it freely.
    """

    kind = ""
    label = ""  # what was given, in short, where a front end says so: for `repr` alone
    about = ""  # what is asked for, in words for a prompt, where a front end says so
    _recomputed = frozenset(("_by_bytes",))  # attributes that hold what can be made again: copies go without
    needed_bytes = 0  # those that must be tokens by themselves, as a mask (bit b for byte b), for texts to be finished
    may_have_scopes = True  # a front end that writes none says so, since to look for them takes its productions

    def __init__(
        self,
        start: str,
        productions: Mapping[str, Expression],
        *,
        read: Callable[[str], Value] | None = None,
        source: str = "grammar",
        families: Mapping[str, str] | None = None,
    ) -> None:
        instance(start, str, "start", "the name of a production")
        instance(productions, Mapping, "productions", "a mapping of names to expressions")
        if read is not None and not callable(read):
            raise TypeError(f"read must be a function of the text, not {described(read)}")
        self.start = start
        self.productions = dict(productions)
        for name, expression in self.productions.items():
            if not isinstance(name, str) or not isinstance(expression, Expression):
                instance(name, str, "a name in productions", "a str")
                instance(expression, Expression, f"productions[{shown(name, 60)}]", "an Expression")
        self.read: Callable[[str], Value] = read if read is not None else str  # type: ignore[assignment]
        self.source = source
        self.families: Mapping[str, str] = families or {}
        if start not in self.productions:
            raise GrammarError(f"{source}: the start symbol `{start}` is not defined")

    def right_sides(self) -> dict[str, Expression]:
        """The productions, for reading only: who asks for `productions` may change them."""
        return self.productions

    def compiled(self) -> None:
        """The core has been given the grammar: what can be made again may go. A front end says what."""

    def begun(self, constraint: Any) -> None:
        """A constraint was made of the grammar as it is; a front end may know its first mask, or keep it for others."""

    def why_empty(self) -> str:
        """Where it is that no text matches, after a semicolon, if a front end can tell; asked once that is known."""
        return ""

    def meant(self, text: str, position: int) -> str:
        """What a text that cannot go on at the position, or is incomplete, may have meant, if a front end can tell."""
        return ""

    def for_prompt(self) -> str:
        """What a prompt should tell of the texts that are asked for, if a front end can say it."""
        return self.about

    def __repr__(self) -> str:
        if self.label:
            return f"<Grammar {self.label}>"
        count = len(self.productions)
        return f"<Grammar {self.start}: {count} production{'s' if count != 1 else ''}>"

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in vars(self).items() if name not in self._recomputed}
        return {"packed": packed(kept)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(unpacked(state["packed"]))

    def __copy__(self) -> Grammar[Value]:
        made = type(self).__new__(type(self))
        vars(made).update((name, value) for name, value in vars(self).items() if name not in self._recomputed)
        if "productions" in vars(made):
            made.productions = dict(made.productions)
        return made

    def __deepcopy__(self, memo: object) -> Grammar[Value]:
        """Shares the expressions, which are never changed, and `read`; all containers are its own."""
        made = self.__copy__()
        for name, value in vars(made).items():
            if type(value) in (dict, list) and name not in ("productions", "_rights"):
                vars(made)[name] = unpacked(packed(value))
        return made

    def events(self) -> EventReader | None:
        """Reads a text of the grammar while it is being written; None if this grammar does not know how."""
        return None

    def spans(self, text: str) -> list[Span]:
        """The parts of a text of the grammar that have names; the whole alone, unless the grammar knows better.

        Raises ValueError for a text that is none of the grammar, as far as it is looked at.
        """
        return [Span("", 0, len(text.encode()), stop=to_the_end)]

    def after(self, terminal: Terminal, start: str) -> Grammar[Value]:
        """The grammar of the same texts after one of the terminal; `start` names the production that says so."""
        productions = {start: Sequence((terminal, Nonterminal(self.start))), **self.right_sides()}
        return Grammar(start, productions, read=self.read, source=self.source, families=self.families)

    def flatten(self, special: Callable[[SpecialToken], Expression] = lambda node: node.text) -> FlatGrammar:
        """The core's input; `special` says what stands for a special token: without it, the text does."""
        productions = self.right_sides()
        terminals, codes, embedded = _native.flatten(productions, special, self.source)
        assert not embedded, "only a Composed grammar embeds others"
        names = list(productions)
        families: list[int] = []
        if self.families:
            first: dict[str, int] = {}
            families = [first.setdefault(self.families.get(name, name), i) for i, name in enumerate(names)]
        return FlatGrammar(terminals, names, codes, names.index(self.start), families)

    def lazy_graph(self) -> object | None:
        """A capsule of a graph of the same texts whose states are made as texts come to them, where there is one."""
        return None
