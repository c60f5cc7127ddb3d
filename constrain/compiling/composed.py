"""Grammars with others in them as wholes, which the core reads one by one, when a text first comes to each.

A list of 400 tools is a few productions for the heads of calls and what stands around them, and 400 schemas, of which a
text meets one or two. So the schemas stay grammars of their own: each is flattened once, however many lists it is in,
and the list is put together without reading them. `productions` shows all in one, and is made when somebody asks.

>>> arguments = embedded(json_schema({"type": "object"}))
>>> Composed("call", {"call": Sequence((Terminal(literal(b"f("), "f("), arguments, Terminal(literal(b")"), ")")))})
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import _native
from ..grammar import Embedded, Expression, FlatGrammar, Grammar, Nonterminal, SpecialToken, Value
from ..support.flat_trees import packed
from ..tokenizers import spellable
from .rewriting import prefixed, rewritten


class Composed(Grammar[Value]):
    """A grammar whose right sides, `rights`, may have `Embedded` grammars in them, if it has no `families`.

    `closed` names productions whose right sides call no other production, so that nothing in them is renamed where the
    grammar becomes part of another.
    """

    def __init__(
        self,
        start: str,
        rights: Mapping[str, Expression],
        *,
        read: Callable[[str], Value] | None = None,
        source: str = "grammar",
        closed: Collection[str] = (),
        families: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(start, rights, read=read, source=source, families=families)
        self._rights: dict[str, Expression] = vars(self).pop("productions")
        self.closed = frozenset(closed)

    if not TYPE_CHECKING:  # to type checkers, a grammar has no other attributes than it says

        def __getattr__(self, name: str) -> Any:
            if name != "productions" or "_rights" not in vars(self):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            self.productions = _inlined(self._rights)
            return self.productions

    def __repr__(self) -> str:
        return f"<Grammar {self.label or self.start}>"

    def __getstate__(self) -> dict[str, Any]:
        """With all productions, since what the core has of embedded grammars stays in the process."""
        state = {"productions": self.productions, **vars(self)}
        return {"packed": packed({name: state[name] for name in state if name not in ("_rights", *self._recomputed)})}

    @property
    def rights(self) -> dict[str, Expression] | None:
        """The right sides with embedded grammars; None once somebody has `productions`, which may have been changed."""
        return None if self.families or "productions" in vars(self) else self._rights

    def flat(self, special: Callable[[SpecialToken], Expression]) -> tuple[FlatGrammar, list[Embedded]]:
        """The core's input, and the embedded grammars by their numbers in it."""
        terminals, codes, embedded = _native.flatten(self._rights, special, self.source)
        names = list(self._rights)
        return FlatGrammar(terminals, names, codes, names.index(self.start)), embedded


def embedded(grammar: Grammar) -> Embedded | None:
    """The grammar as a part of others, if it has a form that is the same in all vocabularies.

    The caller knows that it has no special tokens, no blocks, and no empty text.
    """
    flat = grammar.flatten()
    if any(terminal.max_tokens is not None for terminal in flat.terminals):
        return None
    core = _native.Embedded(*_flat(grammar))
    return Embedded(grammar, core) if core.is_text or all(map(spellable.is_text, flat.terminals)) else None


class Late:
    """A grammar that is made when somebody first asks for it. Where two threads ask at once, both make it."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Grammar]) -> None:
        self._make = make
        self._made: Grammar | None = None

    def __call__(self) -> Grammar:
        if self._made is None:
            self._made = self._make()
        return self._made

    def flat(self) -> tuple[list[bytes], list[str], list[bytes], int, Sequence[int]]:
        """What `_native.Embedded` is given."""
        return _flat(self())


def embedded_late(late: Late) -> Embedded:
    """The grammar as a part of others, made when a text first comes to it.

    The caller knows that making it raises nothing, that `embedded` would take it on every vocabulary, and that it has
    no counters, scopes or arrays of unique items, for which constraints make ready.
    """
    return Embedded(late, _native.Embedded(late.flat))


def _flat(grammar: Grammar) -> tuple[list[bytes], list[str], list[bytes], int, Sequence[int]]:
    flat = grammar.flatten()
    names = [terminal.name for terminal in flat.terminals]
    return [each.code for each in flat.terminals], names, flat.codes, flat.start, flat.families


def _inlined(rights: Mapping[str, Expression]) -> dict[str, Expression]:
    """Productions without embedded grammars, whose own productions have names with a number before them."""
    numbers: dict[int, str] = {}
    found: list[Embedded] = []

    def leaf(node: Expression) -> Expression:
        if not isinstance(node, Embedded):
            return node
        if id(node) not in numbers:
            numbers[id(node)] = f"embedded {len(found)}: "
            found.append(node)
        return Nonterminal(numbers[id(node)] + node.grammar.start)

    productions = {name: rewritten(right, leaf) for name, right in rights.items()}
    for node in found:
        prefix = numbers[id(node)]
        for name, right in node.grammar.productions.items():
            productions[prefix + name] = prefixed(prefix, right)
    return productions
