"""`lark(grammar, ...)`: a grammar whose texts are those that `lark.Lark(grammar, ...).parse` accepts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from lark.exceptions import LarkError
from lark.lexer import TerminalDef, _create_unless

from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.grammar import Grammar

from .contexts import Contexts, sort_key
from .follow import followers
from .lexer import Lexer, Walker
from .load import Loaded, load
from .product import NONE, Place, Product
from .program import Program
from .quotient import Quotient
from .table import build
from .threads import FREE, Machine

_MODES = {
    "lalr": ("contextual", "basic"),
    "earley": ("dynamic", "dynamic_complete", "basic"),
}


def lark(
    grammar: str,
    start: str = "start",
    *,
    parser: str = "lalr",
    lexer: str | None = None,
    import_paths: Sequence[Any] = (),
    g_regex_flags: int = 0,
    keep_all_tokens: bool = False,
    maybe_placeholders: bool = True,
    propagate_positions: bool = False,
    ambiguity: str = "auto",
    priority: str | None = "auto",
    postlex: Any = None,
    regex: bool = False,
    use_bytes: bool = False,
    strict: bool = False,
) -> Grammar:
    """The texts that `lark.Lark(grammar, start=start, parser=parser, lexer=lexer, ...).parse` accepts.

    Lark's meaning in each mode: `lalr` with `contextual` (default) or `basic`, `earley` with `dynamic` (default),
    `dynamic_complete` (without lookahead) or `basic`; terminals match leftmost-first in lark's order, keywords retype,
    and conflicts are resolved as lark resolves them. `%import` reads lark's library and `import_paths` only. Options
    that shape trees alone are taken and change nothing. Raises `GrammarError` where lark refuses the grammar, with the
    place, `UnsupportedError` naming what cannot be kept exactly, `LimitExceeded` for what needs too much.

    >>> lark('start: "a" start "b" | "c"')
    <Grammar text: 4 productions>
    """
    if not isinstance(grammar, str):
        raise TypeError(f"lark: grammar must be a str, got {type(grammar).__name__}")
    if parser not in _MODES:
        raise _refused("parser", parser, tuple(_MODES))
    lexer = _MODES[parser][0] if lexer in (None, "auto") else lexer
    if lexer not in _MODES[parser]:
        raise _refused("lexer", lexer, _MODES[parser])
    for name, value in (("postlex", postlex), ("regex", regex), ("use_bytes", use_bytes), ("strict", strict)):
        if value:
            raise _refused(name, value, (None if name == "postlex" else False,))
    if priority not in (None, "auto", "normal"):
        raise _refused("priority", priority, ("auto", "normal"))
    try:
        loaded = load(grammar, start, import_paths, [])
        return _Builder(loaded, start, parser, str(lexer), g_regex_flags).build()
    except RecursionError:
        raise LimitExceeded(
            "lark: the rules or terminals are nested too deep, or refer to each other in too long a chain; split them"
        ) from None


def _refused(name: str, value: Any, allowed: Sequence[Any]) -> UnsupportedError:
    return UnsupportedError(
        f"lark: {name}={value!r} is not supported; use one of {', '.join(map(repr, allowed))}",
        feature=f"{name}={value!r}",
        where=name,
    )


class _Builder:
    """One call of `lark`, step by step."""

    def __init__(self, loaded: Loaded, start: str, parser: str, lexer: str, flags: int) -> None:
        self.loaded, self.start, self.parser, self.lexer, self.flags = loaded, start, parser, lexer, flags
        self.terminals = sorted(loaded.terminals, key=sort_key)
        self.ignore = frozenset(loaded.ignore)
        program = Program()
        starts: dict[str, int] = {}
        widths: dict[str, int] = {}
        for terminal in self.terminals:
            source = terminal.pattern.to_regexp()
            starts[terminal.name], widths[terminal.name] = program.terminal(terminal.name, source, flags)
        if not lexer.startswith("dynamic"):
            self._refuse_joined()
        if lexer == "dynamic_complete" and program.looks is not None:
            raise UnsupportedError(
                f"lark: terminal {program.looks} looks ahead (`(?=`, `(?!`, `$`, `\\b`), which "
                "dynamic_complete judges on the text cut at each place where the terminal might end; that cannot be "
                "enforced; use lexer='dynamic'",
                feature="lookahead in dynamic_complete",
                where=program.looks,
            )
        declared = {s.name for rule in loaded.rules for s in rule.expansion if s.is_term} - set(starts)
        if declared and lexer.startswith("dynamic"):
            name = sorted(declared)[0]
            raise GrammarError(
                f"lark: terminal {name} is declared but has no pattern, which dynamic lexers cannot read"
            )
        self.walker = Walker(Machine(program, widths), starts, self._followers(loaded.rules))

    def _refuse_joined(self) -> None:
        """Refuses what does not survive lark's joining all terminals to one expression, which fails as it parses."""
        names = {terminal.name for terminal in self.terminals}
        for terminal in self.terminals:
            compiled = re.compile(terminal.pattern.to_regexp(), self.flags)
            groups = sorted(set(compiled.groupindex) & names)
            if groups:
                raise GrammarError(f"lark: terminal {terminal.name}: the group name `{groups[0]}` is taken; rename it")
            names.update(compiled.groupindex)
            if (compiled.flags ^ self.flags) & ~re.UNICODE:
                raise GrammarError(
                    f"lark: terminal {terminal.name}: flags for the whole pattern, as in `(?i)`, do not work in lark's "
                    f"{self.lexer} lexer; write `/.../i` or `(?i:...)`"
                )

    def _refuse_empty(self, used: frozenset[str]) -> None:
        for name in sorted(self.loaded.empty & used):
            raise GrammarError(f"lark: terminal {name} may be empty, which lark's lexers refuse")

    def build(self) -> Grammar:
        if self.lexer != "contextual":
            self._refuse_empty(self.loaded.empty)
        if self.lexer.startswith("dynamic"):
            names = tuple(t.name for t in self.terminals)
            lexers = [Lexer(names, self.ignore, {}, ranked=False, complete=self.lexer == "dynamic_complete")]
            return self._finish(Product(self.loaded.rules, self.start, self.walker, lexers, None, None), 0, 0)
        if self.parser == "earley":
            lexers = [self._lexer(self.terminals)]
            return self._finish(Product(self.loaded.rules, self.start, self.walker, lexers, None, None), 0, 0)
        table = build(self.loaded.rules, self.start)
        if self.lexer == "contextual":  # no lexer is made for what no state accepts
            self._refuse_empty(self.ignore.union(*table.accepts))
        if self.lexer == "basic":
            lexers, after = [self._lexer(self.terminals)], [0] * len(table.goto)
        else:
            contexts = Contexts(self.walker, self.terminals, self.ignore, table, self._retyped())
            lexers, after = [self._lexer(each) for each in contexts.lists], contexts.of_state
        states = Quotient(table, after.__getitem__)
        begins = [
            self.walker.begins(self.ignore.union(*(table.accepts[state] for state in members)))
            for members in states.members
        ]
        product = Product(self.loaded.rules, self.start, self.walker, lexers, states, begins)
        return self._finish(product, states.start, after[table.start])

    def _followers(self, rules: Sequence[Any]) -> dict[str, frozenset[str]]:
        """For each terminal those that may come next, ignored ones among them; anything may follow what is ignored."""
        found = followers(rules)
        return {name: after | self.ignore for name, after in found.items() if name not in self.ignore}

    def _retyped(self) -> frozenset[tuple[str, str]]:
        """Keywords with the terminals whose tokens they may retype."""
        every = self._lexer(self.terminals).unless
        return frozenset((keyword, name) for name, keywords in every.items() for keyword in keywords)

    def _lexer(self, terminals: Sequence[TerminalDef]) -> Lexer:
        """Lark's own list, keywords taken out of it as lark does."""
        try:
            kept, callbacks = _create_unless(list(terminals), self.flags, re, False)  # type: ignore[no-untyped-call]
        except (LarkError, re.error) as error:
            raise GrammarError(f"lark: {error}") from None
        unless = {name: tuple(t.name for t in callback.scanner.terminals) for name, callback in callbacks.items()}
        return Lexer(tuple(t.name for t in kept), self.ignore, unless)

    def _finish(self, product: Product, state: int, lexer: int) -> Grammar:
        first = Place(lexer, FREE, NONE)
        name = product.write(state, first, product.tabulate(state, first))
        if not name:
            raise GrammarError(f"lark: no text matches `{self.start}` with {self.parser}/{self.lexer}")
        return Grammar(name, product.productions, source="lark")
