"""The native core: token trie, residual patterns, token tables, recogniser, configurations, masks.

Numbers that would be addresses are checked here; for the rest `constrain.vocabulary`, `constrain.constraint` and
`constrain.matcher` check first. What computes releases the interpreter lock and may run from several threads at once,
one thread a matcher: RuntimeError where a second one comes (`native/in_use.h`). Forks wait (`native/fork_gate.h`).
"""

from collections.abc import Callable, Sequence
from typing import Any, overload

from .grammar import Expression, SpecialToken, Terminal
from .pattern import Pattern

class Vocabulary:
    """The token trie of a vocabulary and the store of residual patterns and token tables shared by its grammars."""

    def __init__(self, text: bytes, lengths: Any, end_ids: list[int], order: Any, tables: Any) -> None:
        """Tokens one after another with their lengths, 0 for no text, and their order if it is known: uint32 arrays.

        `tables` are what `tables()` of an equal vocabulary gave, or nothing: a uint8 array.
        """
    @property
    def size(self) -> int: ...
    @property
    def order(self) -> bytes:
        """The text tokens by their bytes and then by id, as uint32: what may be handed over as `order` next time."""
    def walk_samples(self, samples: list[tuple[list[bytes], list[str], list[bytes], int, bytes]], wait: bool) -> None:
        """Makes the token tables that sample texts need under sample grammars, now or on another thread.

        A sample is what `Constraint` takes as terminals, names, productions and start, and a text. What does not fit
        ends its sample silently.
        """
    def texts(self, code: bytes, limit: int) -> tuple[int, list[bytes]]:
        """How many texts a pattern has, up to 2**20 for more or too many to tell, and which, if at most `limit`.

        `code` is the pattern's byte code. Raises what the pattern is refused with.
        """
    def tables(self, limit: int) -> bytes:
        """The token tables that took a walk of the whole trie, oldest first, in up to `limit` bytes."""
    def statistics(self) -> dict[str, int]:
        """Nodes and bytes of the trie, residuals and bytes of the store."""

class Cancellation:
    """A flag that any thread may set; budgets that look at it then end."""

    def __init__(self) -> None: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...

class Budget:
    """What one call may spend; see `constrain.budget`. Belongs to the thread that begins and ends it."""

    def __init__(self, steps: int, memory: int, seconds: float, cancellation: Cancellation | None) -> None: ...
    def begin(self) -> None:
        """The calling thread works under this budget until `end`."""
    def end(self) -> None:
        """The calling thread works under the budget that it had before `begin`."""
    @property
    def steps(self) -> int:
        """Steps that were spent; known once it has ended."""
    @property
    def memory(self) -> int:
        """Bytes that were reserved."""

def has_budget() -> bool:
    """Whether the calling thread works under a budget."""

def spend(steps: int) -> None:
    """Counts steps of work; raises LimitExceeded or Cancelled."""

def reserve(bytes: int) -> None:
    """Counts bytes that will be kept; raises LimitExceeded."""

class Constraint:
    """A grammar compiled against a vocabulary: transition network, interned sets and configurations."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        terminals: list[bytes],
        names: list[str],
        productions: list[bytes],
        start: int,
        budget: int,
        families: Sequence[int] = ...,
    ) -> None:
        """`families[i]` is the number of a production that production i is a variant of, or i itself."""
    def statistics(self) -> dict[str, int]:
        """Interned configurations and sets, none before a matcher was made; and all the constraint's bytes."""

class Matcher:
    """The state of one sequence: an interned configuration and the way back. Built from a matcher, it is its fork."""

    @overload
    def __init__(self, constraint: Constraint) -> None: ...
    @overload
    def __init__(self, matcher: Matcher) -> None: ...
    def advance(self, token: int) -> None:
        """Takes a token; raises RejectedToken, and changes nothing, if it is not allowed."""
    def allows(self, token: int) -> bool:
        """Whether `advance` would take the token."""
    def fill_bitmask(self, row: Any) -> None:
        """Writes the mask into a contiguous int32 array (NumPy or CPU torch) of at least ceil(size / 32) words."""
    def rollback(self, tokens: int) -> None:
        """Undoes the last `tokens` advances; ValueError if there were fewer."""
    def forced_bytes(self, limit: int = 65536) -> bytes:
        """The longest text that every continuation begins with, up to `limit` bytes."""
    def explain(self, token: int) -> str:
        """Why the token is or is not allowed: the byte at which it dies and what was expected there."""
    @property
    def is_accepting(self) -> bool: ...
    @property
    def is_finished(self) -> bool: ...
    @property
    def tokens(self) -> list[int]: ...
    @property
    def state(self) -> int: ...
    def __len__(self) -> int: ...

def encode(pattern: Pattern) -> bytes:
    """The pattern as postfix byte code; LimitExceeded for a tree of too many nodes."""

def distinct_keys(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """The pairs as a dictionary, for readers of JSON; GrammarError if two of them have the same key."""

def divide(
    places: int,
    digits: int,
    longest: int,
    whole_only: bool,
    bounds: list[tuple[str, str, bool, bool, bool]],
    divisors: list[tuple[int, bool]],
    limit: int,
) -> list[tuple[int, list[tuple[int, int]], int, bool]] | None:
    """The automaton of `grammars/json_schema/writing/divisibility.py` for divisors up to 2**60.

    None if it has more than `limit` states.

    Bounds are their digits before and after the point, and whether numerals may be below, equal, above; divisors are
    with whether numerals are their multiples. Of each state: its number, the digits (as bits) that lead to each other
    state, the state behind a point or -1, and whether a numeral may end there.
    """

def flatten(
    productions: dict[str, Expression], special: Callable[[SpecialToken], Expression], source: str
) -> tuple[list[Terminal], list[bytes]]:
    """The terminals in the order of their numbers, and the postfix code of each production.

    `special` says what stands for a special token; `source` names the grammar in errors: GrammarError for a nonterminal
    that is not defined, LimitExceeded for a tree of too many nodes.
    """

class PlainStyle:
    """How plain subschemas are written with these options, `any` being the terminal of any string.

    Keeps what they say of scalars, and keys, between schemas: some thousands of each.
    """

    def __init__(self, options: Any, dialect: Any, any: Terminal) -> None: ...

class PlainSchemas:
    """Writes the plain subschemas of one compilation for a `Builder` of constrain.grammars.json_schema.

    Plain is what says the type, the properties, those required, the items, or a reference. The productions are those
    of the general way. The builder holds this and is held by it: `Builder.forget` parts them.
    """

    def __init__(self, builder: Any, style: PlainStyle) -> None: ...
    def members(
        self, named: dict[str, Any], rest: Any, required: tuple[str, ...], filled: bool
    ) -> list[Expression] | None:
        """The ways to write an object: formulas of members by name and of the others, required keys, and whether it may
        not be empty; None where some required value has no text, or nothing is left that may be written."""
    def expression(self, formula: Any) -> Expression | None:
        """The texts of the values that satisfy a formula; None if it is not plain. A container is queued."""
    def ways(self, container: tuple[Any, ...]) -> list[Expression] | None:
        """The ways to write a container that was queued; None where some required value has no text."""

def stack_left() -> int:
    """Bytes that this thread's stack has left; very many where the system does not say."""

def on_deep_stack(work: Callable[[], Any]) -> Any:
    """Calls `work` on a thread of its own with a stack of 16 MB, and waits for it; raises what it raises.

    LimitExceeded where the system has no such thread.
    """

def fill_rows(matchers: list[Any], bitmask: Any, threads: int = 0) -> None:
    """Fills row i of an int32 bitmask of shape (rows, words) from matchers[i]; None sets the row to all ones.

    With 0 threads, as many as the work is worth.
    """

def advance_rows(matchers: list[Any], tokens: list[int]) -> None:
    """Takes tokens[i] in matchers[i], if any; if one refuses, RejectedToken names it and none has moved."""

def follow_rows(matchers: list[Any], tokens: list[int]) -> list[int]:
    """Moves every row that takes its token; the numbers of those that do not, or whose text it ends.

    Tokens may be any integers of 64 bits; a row that does not take its token has not moved.
    """

def prepare_rows(matchers: list[Any], threads: int = 0) -> None:
    """Begins to compute the masks that are not ready on other threads, as many as the machine has at 0."""

class MaskBank:
    """Different masks, each once, by number; row 0 is all ones."""

    def __init__(self, words: int, capacity: int) -> None: ...
    def find(self, matchers: list[Any], ids: Any) -> None:
        """Writes the number of each matcher's mask, 0 for None, into an int32 array; or LimitExceeded."""
    def take_written(self) -> tuple[int, int]:
        """The first row written since the last call, and how many."""
    @property
    def masks(self) -> Any:
        """All rows, (capacity, words) int32, read-only."""

class Meetings:
    """Whether two of a Lark grammar's terminals can read one text together; nodes as for `ThreadMachine`."""

    def __init__(self, max_pairs: int) -> None: ...
    def grow(self, nodes: bytes, ways: bytes, sets: list[list[int]]) -> None:
        """More nodes behind those known; their ways are numbered from 0, sets from the first that is not known."""
    def plain(self, node: int) -> list[int]:
        """The nodes to which one leads without a character, lookarounds counting as fulfilled."""
    def group(self, terminals: list[int]) -> int:
        """The number of a group of terminals, given by their first nodes."""
    def meet(self, rival: int, own: int, equal: bool, beyond: int) -> bool:
        """Whether one text can lead `rival` to a match and `own` as far; `beyond` is a group, -1 for anything."""
    def may_match(self, node: int, group: int) -> bool:
        """Whether a thread at the node may come to a match when a token of one of the group follows."""

class LarkRules:
    """The rules of a Lark grammar by number, and what follows from them alone."""

    def __init__(self, terminal: list[bool], origins: list[int], bodies: list[list[int]]) -> None:
        """Whether each symbol is a terminal of the rules; rule i derives `bodies[i]` from `origins[i]`."""
    def followers(self) -> tuple[list[list[int]], list[int]]:
        """Sets of terminals, and for each symbol the number of the set of those that may come right after it."""

class LarkStates:
    """LALR states that are told apart only as far as it matters."""

    def __init__(self, table: LalrTable, lexer_of: list[int], always: list[int]) -> None:
        """Of a settled table; the lexer that reads where each state is on top, the terminals that may come anywhere."""
    @property
    def start(self) -> int: ...
    @property
    def of_state(self) -> list[int]:
        """The class of each state."""

def lark_productions(
    rules: LarkRules,
    lexing: Any,
    names: list[str],
    followers: list[list[int] | None],
    lexers: int,
    always: list[int],
    states: LarkStates | None,
    layout: tuple[int, int, int, list[int], list[int]] | None,
    tab: int,
    start: tuple[int, int, int, int],
    end: int,
    max_items: int,
    max_work: int,
) -> tuple[list[tuple[int, int, int]], list[str], list[bytes], int, list[int]] | None:
    """The product of rules and lexer as productions; `grammars/lark/parsing/bar_hillel.py` says what `lexing` is asked.

    Of each symbol its name and what may follow it; how many lexers, and what they may ignore. `layout` is newline,
    indent, dedent, opening and closing; `start` is symbol, state, lexer and what is owed. Back come terminals as
    (kind, number, of), names, codes, the start, and the symbol that each production was written for.
    """

class LalrTable:
    """LALR(1) lookaheads in numbers; `grammars/lark/parsing/lalr.py` says what they mean."""

    def __init__(self, symbols: int, start: int, origins: list[int], bodies: list[list[int]], max_work: int) -> None:
        """Rule i derives `bodies[i]` from `origins[i]`; what has no rules is a terminal, `symbols` the end of text."""
    @property
    def spent(self) -> bool:
        """Whether it would take more than `max_work` items and steps; the rest is of no use then."""
    @property
    def work(self) -> int: ...
    @property
    def moves(self) -> list[list[tuple[int, int]]]:
        """Of each state its symbols, ascending, and where they lead."""
    def settle(self, priorities: list[int]) -> tuple[int, int, list[int]] | None:
        """Decides between rules by their priorities; two that have none to decide by, and before which terminals."""
    @property
    def lost(self) -> list[list[tuple[int, int]]]:
        """Once settled: of each state the rules that may end there, each with the set of terminals that it lost."""
    @property
    def accepts(self) -> list[int]:
        """Of each state the set of terminals with an action."""
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
    ) -> None:
        """`nodes`: five int32 a node, its kind first; `ways`: int32, where splits lead; `sets`: classes of each."""
    def automaton(
        self,
        rivals: list[tuple[int, tuple[int, ...] | None]],
        own: tuple[int, tuple[int, ...] | None],
        max_states: int,
        max_work: int,
    ) -> LexemeAutomaton:
        """Of the terminal at a node beside others, each with what stands before it if it looks back."""
    def pending(self, id: int) -> list[tuple[bool, list[int]]]:
        """Lookaheads by number: whether negative, and where they stand."""
    def behind(self, id: int) -> list[int]:
        """The characters that a thread remembers, by number; 0 stands for none at all."""

class LexemeAutomaton:
    """The automaton of one terminal, deterministic, and minimal once `minimise` has been called."""

    def __init__(self) -> None:
        """Not for callers: `ThreadMachine.automaton` makes them."""
    @property
    def fault(self) -> int:
        """0; or it was too much: states (1), work (2), or it looks back too far (3)."""
    @property
    def work(self) -> int: ...
    @property
    def drops(self) -> bool:
        """Whether there are rivals, or a match cut off threads that could have gone on."""
    @property
    def states(self) -> int: ...
    @property
    def ended(self) -> list[int]:
        """The states where the terminal has matched."""
    def threads(self, state: int) -> tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]:
        """Those tried before the terminal's own, and these: node, number of what is pending, of what is remembered."""
    def minimise(self, outcomes: list[int], steps: int) -> bool:
        """Makes one of states that have the same outcomes ahead; false if more than `steps` edges are looked at."""
    @property
    def colours(self) -> list[int]:
        """What each state has become."""
    @property
    def edges(self) -> list[dict[int, int]]:
        """Of each minimal state, where its classes lead."""
