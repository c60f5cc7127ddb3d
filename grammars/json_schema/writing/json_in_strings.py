r"""JSON within a string, as `pydantic.Json` reads it: the texts of a grammar, each byte as it is spelled in a string.

    [{"a": 1}]    the texts within
    "[{\"a\": 1}]"    the string that is written

Each terminal of the inner grammar is rewritten (`text/in_strings.py`), and the productions stay as they are. Where
lexemes must differ (keys), the inner string has one spelling too, so that its bytes tell it.
"""

from __future__ import annotations

from collections.abc import Callable

from constrain.compiling.rewriting import rewritten
from constrain.errors import UnsupportedError
from constrain.grammar import Distinct, Expression, Nonterminal, Sequence, Terminal
from constrain.patterns.pattern import intersection

from ..text.in_strings import ONE_SPELLING, InString
from ..text.spelling import QUOTES


def within_string(
    start: Expression, productions: dict[str, Expression], escapes: str, name: Callable[[str], str], pointer: str
) -> tuple[Expression, dict[str, Expression]]:
    """The string whose texts are those of an inner grammar, and its productions; `name` gives theirs."""
    known: dict[int, tuple[Terminal, Terminal]] = {}  # by identity, hence with the terminal
    spelling = InString(escapes)

    def terminal(node: Terminal) -> Terminal:
        found = known.get(id(node))
        if found is None:
            found = known[id(node)] = node, Terminal.encoded(spelling.terminal(node.pattern), node.name)
        return found[1]

    def leaf(node: Expression) -> Expression:
        if type(node) is Terminal:
            return terminal(node)
        if type(node) is Nonterminal:
            return Nonterminal(name(node.name))
        if type(node) is Distinct:
            return _distinct(node, terminal, pointer)
        return node

    quote = Terminal(QUOTES["short"], '"')
    written_ = {name(each): rewritten(expression, leaf) for each, expression in productions.items()}
    return Sequence((quote, rewritten(start, leaf), quote)), written_


def _distinct(node: Distinct, terminal: Callable[[Terminal], Terminal], pointer: str) -> Distinct:
    """The same, where what differs is told by its bytes."""
    if node.spelling == Distinct.JSON_ITEMS:
        raise UnsupportedError(
            f"{pointer}: items that are compared by value cannot be counted in JSON within a string; leave "
            "`min_length` of the set to 1",
            feature="pydantic.Json",
            where=pointer,
        )
    inner = node.terminal
    if node.spelling != Distinct.EXACT:
        inner = Terminal.encoded(intersection(inner.pattern, ONE_SPELLING), inner.name)
    return Distinct(terminal(inner), Distinct.EXACT)
