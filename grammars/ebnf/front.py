"""`ebnf(text)`: a grammar in one of the dialects of EBNF."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from constrain.budget import Limits, budgeted
from constrain.errors import GrammarError
from constrain.grammar import Grammar
from constrain.support.arguments import instance, one_of, public
from constrain.support.deep_stack import roomy

from ..gbnf.assemble import Places, Source, Symbol, assemble
from ..gbnf.front import Builder
from .dialects import DIALECTS, dialect_of
from .iso import symbols as iso
from .w3c import symbols as w3c

_READERS: dict[str, Callable[[Places], Iterator[Symbol]]] = {
    "iso": iso,
    "w3c": lambda places: w3c(places, escapes=False),
    "xgrammar": lambda places: w3c(places, escapes=True),
}


@public
@roomy
@budgeted
def ebnf(text: str, start: str | None = None, *, dialect: str = "auto", limits: Limits | None = None) -> Grammar[str]:
    """The texts that an EBNF grammar allows, from the rule `start` on.

    None means the first rule, in xgrammar's dialect `root` if there is one.
    `dialect` is "w3c" (as in the XML specification: `Name ::= NameStartChar (NameChar)*`, `#x41`, `[^<&]`, `A - B`),
    "iso" (ISO/IEC 14977: `pair = key, ":", value;`, `{...}`, `[...]`, `3 * x`, `A - B`), "xgrammar" (its EBNF: like
    W3C's with escapes in literals and classes, `{2,5}`, `# comments`), or "auto": the one whose marks the text has.
    Characters are code points. Rules may be left-recursive. An exception `A - B` needs regular parts. Raises
    `GrammarError` with line, column and an excerpt, `UnsupportedError` for what cannot be enforced (ISO's `? ... ?`,
    xgrammar's lookaheads and macros), `LimitExceeded` for what is too large, as `limits` says for this call.

    >>> ebnf('list ::= "[" (list ("," list)*)? "]"')
    <Grammar list: 1 production>
    """
    source, root, _ = parse(text, start, dialect)
    return Builder(source, "ebnf").build(root)


def parse(text: str, start: str | None, dialect: str) -> tuple[Source, str, str]:
    """The rules of a text, the one where texts begin, and its dialect."""
    places = Places("ebnf", text)
    one_of(dialect, "dialect", ("auto", *DIALECTS))
    instance(start, (str, type(None)), "start", "the name of a rule")
    if dialect == "auto":
        dialect = dialect_of(places)
    source = assemble(places, _READERS[dialect](places))
    if not source.rules:
        raise GrammarError("ebnf: the text defines no rule")
    if start is None:
        start = "root" if dialect == "xgrammar" and "root" in source.rules else next(iter(source.rules))
    if start not in source.rules:
        known = ", ".join(list(source.rules)[:20])
        raise GrammarError(f"ebnf: the rule `{start}`, where texts begin, is not defined\nDefined here: {known}")
    return source, start, dialect
