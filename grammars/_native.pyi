"""What front ends do natively: JSON Schema's plain subschemas and divisibility; Lark's loader, tables, product.

Here are the types; `help` says what each does, takes and raises.

Numbers that would be addresses are checked here; for the rest the Python that calls checks first.
"""

from collections.abc import Sequence
from typing import Any

from constrain.grammar import Expression, Terminal

def marshalled(items: list[Any]) -> list[bytes | None]: ...
def distinct_keys(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]: ...
def divide(
    places: int,
    digits: int,
    longest: int,
    whole_only: bool,
    bounds: list[tuple[str, str, bool, bool, bool]],
    divisors: list[tuple[int, bool]],
    limit: int,
) -> bytes | None: ...
def numerals(states: bytes, prefix: str, digits: dict[int, Terminal], point: Terminal) -> dict[str, Expression]: ...

class PlainStyle:
    """How plain subschemas are written.

    Keeps what they say of scalars, and keys, between schemas: some thousands of each.
    """

    def __init__(self, options: Any, dialect: Any, any: Terminal) -> None: ...

class PlainSchemas:
    """Writes the plain subschemas of one compilation for a `Writer` of constrain.grammars.json_schema.

    Plain is what says the type, the properties, those required, the items, or a reference. The productions are those
    of the complete path. The writer holds this and is held by it: `Writer.forget` parts them.
    """

    def __init__(self, writer: Any, style: PlainStyle) -> None: ...
    def members(
        self, named: dict[str, Any], rest: Any, required: tuple[str, ...], filled: bool
    ) -> list[Expression] | None: ...
    def expression(self, formula: Any) -> Expression | None: ...
    def ways(self, container: tuple[Any, ...]) -> list[Expression] | None: ...

class Overlap:
    """Whether two of a Lark grammar's terminals can read one text together; nodes as for `ThreadMachine`."""

    def __init__(self, max_pairs: int) -> None: ...
    def grow(self, nodes: bytes, ways: bytes, sets: list[list[int]]) -> None: ...
    def plain(self, node: int) -> list[int]: ...
    def group(self, terminals: list[int]) -> int: ...
    def overlaps(self, earlier: int, own: int, equal: bool, beyond: int) -> bool: ...
    def may_match(self, node: int, group: int) -> bool: ...

class LarkRules:
    """The rules of a Lark grammar by number, and what follows from them alone."""

    def __init__(self, terminal: list[bool], origins: list[int], bodies: list[list[int]]) -> None: ...
    def followers(self) -> tuple[list[list[int]], list[int]]: ...

class LarkStates:
    """LALR states, with the lexers that read where they are on top."""

    def __init__(self, table: LalrTable, lexer_of: list[int], always: list[int]) -> None: ...

class LarkGrammar:
    """Rules and terminals of a Lark grammar, as lark's loader makes them."""

    def __init__(
        self,
        terminals: Sequence[tuple[str, tuple[str, bool, str], int]],
        rules: Sequence[tuple[str, Sequence[tuple[str, bool]], int | None]],
        ignored: Sequence[str],
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def terminals(self) -> list[tuple[str, tuple[str, bool, str], int]]: ...
    @property
    def rules(self) -> list[tuple[str, list[tuple[str, bool]], int | None]]: ...
    @property
    def options(self) -> list[int]: ...
    @property
    def ignored(self) -> list[str]: ...
    @property
    def categories(self) -> str: ...
    def defines(self, name: str) -> bool: ...
    def states(
        self,
        start: str,
        contextual: bool,
        categories: list[tuple[str, list[tuple[int, int]]]],
        max_items: int,
        max_work: int,
    ) -> LarkStatesMade | None: ...

class LarkStatesMade:
    """A plain grammar's graph, of which the states are made that somebody asks for."""

    def __init__(self) -> None: ...  # raises: `LarkGrammar.states` makes them
    @property
    def lazy(self) -> object | None: ...
    @property
    def memory(self) -> int: ...
    def whole(self) -> tuple[list[tuple[bytes, str]], bytes]: ...

class LarkStatesSaved:
    """The same as it was kept, of which a state is read when somebody asks for it."""

    def __init__(self, data: bytes, at: int) -> None: ...
    @property
    def lazy(self) -> object: ...
    @property
    def memory(self) -> int: ...
    def whole(self) -> tuple[list[tuple[bytes, str]], bytes]: ...

def load_lark(
    text: str, start: str, keep: Sequence[str], keep_all: bool, sources: Any, limits: Sequence[int]
) -> LarkGrammar | None: ...
def lark_tokens(text: str) -> tuple[list[str], list[str]] | int | None: ...
def lark_graph(
    rules: LarkRules,
    lexing: Any,
    followers: list[list[int] | None],
    lexers: int,
    always: list[int],
    states: LarkStates | None,
    layout: tuple[int, int, int, list[int], list[int]] | None,
    tab: int,
    start: tuple[int, int, int],
    end: int,
    max_items: int,
    max_work: int,
) -> tuple[list[tuple[int, int]], bytes] | None: ...

class LalrTable:
    """LALR(1) lookaheads in numbers; `grammars/lark/parsing/lalr.py` says what they mean."""

    def __init__(
        self, symbols: int, start: int, origins: list[int], bodies: list[list[int]], max_work: int
    ) -> None: ...
    @property
    def spent(self) -> bool: ...
    @property
    def work(self) -> int: ...
    @property
    def moves(self) -> list[list[tuple[int, int]]]: ...
    def settle(self, priorities: list[int]) -> tuple[int, int, list[int]] | None: ...
    @property
    def lost(self) -> list[list[tuple[int, int]]]: ...
    @property
    def accepts(self) -> list[int]: ...
    @property
    def sets(self) -> list[list[int]]: ...

class ThreadMachine:
    """The program of a Lark grammar's terminals; `grammars/lark/lexing/pike_vm.py` says what its threads are."""

    def __init__(
        self,
        nodes: bytes,
        ways: bytes,
        sets: list[list[int]],
        classes: list[int],
        count: int,
        found: int,
        width: int,
        remembered: list[int],
    ) -> None: ...
    def automaton(
        self,
        competitors: list[tuple[int, tuple[int, ...] | None]],
        own: tuple[int, tuple[int, ...] | None],
        max_states: int,
        max_work: int,
    ) -> LexemeAutomaton: ...
    def pending(self, id: int) -> list[tuple[bool, list[int]]]: ...
    def lookbehind(self, id: int) -> list[int]: ...

class LexemeAutomaton:
    """The automaton of one terminal, deterministic, and minimal once `minimise` has been called."""

    def __init__(self) -> None: ...
    @property
    def fault(self) -> int: ...
    @property
    def work(self) -> int: ...
    @property
    def drops(self) -> bool: ...
    @property
    def states(self) -> int: ...
    @property
    def ended(self) -> list[int]: ...
    def threads(self, state: int) -> tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]: ...
    def minimise(self, outcomes: list[int], steps: int) -> bool: ...
    @property
    def colours(self) -> list[int]: ...
    @property
    def edges(self) -> list[dict[int, int]]: ...
