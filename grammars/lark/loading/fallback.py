"""A grammar as lark's own loader reads it, in a frame that opens no file it was not given.

This is the slow way, for what `parser` and `ebnf` leave to it: what lark refuses, in lark's words, and the
little that is not read there. Lark multiplies alternatives out by recursion, so what would take it long is refused
first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import lark.load_grammar as loader
from lark.common import LexerConf, ParserConf
from lark.exceptions import GrammarError as LarkGrammarError
from lark.grammar import NonTerminal, Rule, RuleOptions, Terminal
from lark.lexer import PatternRE, TerminalDef
from lark.tree import Tree

from constrain.budget import share
from constrain.errors import GrammarError, LimitExceeded

from .imports import deeper, source_of
from .limits import check_templates, check_terminals, size_of
from .sizes import MAX_WAYS, too_many_ways

MAX_GROUPS = 300  # brackets in one alternative, each of which lark's loader descends into
MAX_BLANK = 3000  # line feeds in a row, over which lark's lexer takes quadratic time


class Builder(loader.GrammarBuilder):
    """Lark's own, but that imports are bounded, and a tree is looked at before anything is made of it."""

    depth = 0
    placed = False  # whether the text counts as being from a file

    def load_grammar(self, text: str, name: str = "<?>", mangle: Callable[[str], str] | None = None) -> None:
        """What the text defines."""
        prepare()
        statements = _parsed(text, name)
        imports: dict[tuple[str, ...], tuple[Any, dict[str, str]]] = {}
        for statement in statements:
            if statement.data == "import":
                dotted, base_path, aliases = self._unpack_import(statement, name)  # type: ignore[no-untyped-call]
                base, wanted = imports.setdefault(dotted, (base_path, {}))
                if base != base_path:
                    raise LarkGrammarError(f"`{'.'.join(dotted)}` is imported both with and without a dot before it")
                wanted.update(aliases)
        for dotted, (base_path, aliases) in imports.items():
            self.do_import(dotted, base_path, aliases, mangle)
        for statement in statements:
            self._state(statement, mangle)
        terminals = {name: each.tree for name, each in self._definitions.items() if each.is_term}
        check_terminals(terminals)
        loader.resolve_term_references(terminals)  # type: ignore[no-untyped-call]

    def _state(self, statement: Any, mangle: Callable[[str], str] | None) -> None:
        """What one statement of a grammar says."""
        kind, of = statement.data, statement.children
        if kind in ("term", "rule"):
            self._define(*self._unpack_definition(statement, mangle))  # type: ignore[no-untyped-call]
        elif kind == "override":
            self._define(*self._unpack_definition(of[0], mangle), override=True)  # type: ignore[no-untyped-call]
        elif kind == "extend":
            self._extend(*self._unpack_definition(of[0], mangle))  # type: ignore[no-untyped-call]
        elif kind == "ignore" and mangle is None:  # an imported grammar ignores nothing
            self._ignore(*of)  # type: ignore[no-untyped-call]
        elif kind == "declare":
            for symbol in of:
                name = symbol.name if mangle is None else mangle(symbol.name)
                self._define(name, isinstance(symbol, Terminal), None)  # type: ignore[no-untyped-call]

    def do_import(
        self,
        dotted_path: tuple[str, ...],
        base_path: Any,
        aliases: dict[str, str],
        base_mangle: Callable[[str], str] | None = None,
    ) -> None:
        depth = deeper(self.depth, dotted_path)
        place, text = source_of(dotted_path, base_path if self.placed else None, self.import_paths)
        mangle = loader._get_mangle(  # type: ignore[no-untyped-call]
            "__".join(dotted_path), aliases, base_mangle
        )
        inner = Builder(self.global_keep_all_tokens, self.import_paths, self.used_files)
        inner.depth, inner.placed = depth, True
        inner.load_grammar(text, place, mangle)
        inner._remove_unused(map(mangle, aliases))  # type: ignore[no-untyped-call]
        for name in inner._definitions:
            if name in self._definitions:
                raise LarkGrammarError(f"Cannot import '{name}' from '{place}': Symbol already defined.")
        self._definitions.update(**inner._definitions)


def by_lark(
    text: str, start: str, import_paths: Sequence[Any], keep: str | list[str], source_path: str | None = None
) -> tuple[list[TerminalDef], list[Rule], list[str]]:
    """Terminals, rules and the names of what is ignored."""
    builder = Builder(False, list(import_paths))
    builder.placed = source_path is not None
    builder.load_grammar(text, source_path or "<text>")
    check_templates(builder._definitions)
    return builder.build().compile([start], keep)


def _parsed(text: str, name: str) -> list[Any]:
    """The statements of a grammar, refused if lark would make too much of them."""
    if "\n" * MAX_BLANK in text.replace("\r", ""):
        raise GrammarError(
            f"lark: the grammar is wrong, and more than {MAX_BLANK} blank lines follow each other; remove them"
        )
    tree = loader._parse_grammar(text, name)  # type: ignore[no-untyped-call]
    rules = [rule for rule in map(_definition, tree.children) if rule.data == "rule"]
    for rule in rules:
        if size_of(rule.children[-1])[0].ways > share(MAX_WAYS):
            raise too_many_ways()
        for way in rule.find_data("expansion"):
            groups = sum(isinstance(part, Tree) and part.data == "expansions" for part in way.children)
            if groups > MAX_GROUPS:
                raise LimitExceeded(
                    f"lark: more than {MAX_GROUPS} brackets follow each other in `{rule.children[1]}`; remove them",
                    limit=MAX_GROUPS,
                    needed=groups,
                )
    return list(tree.children)


def _definition(statement: Any) -> Any:
    """What stands after `%override` and `%extend`, or the statement itself."""
    return statement.children[0] if statement.data in ("override", "extend") else statement


def prepare() -> None:
    """Makes lark's parser of grammars as lark does, but for comparing its terminals, which takes ten times as long.

    Lark compares the terminals of every lexer that it makes where interegular is installed, its own ones too.
    """
    inner: Any = loader
    if hasattr(inner._get_parser, "cache"):
        return
    terminals = [TerminalDef(name, PatternRE(value)) for name, value in inner.TERMINALS.items()]
    rules = [
        Rule(
            NonTerminal(name.lstrip("?")),
            [inner.symbol_from_strcase(symbol) for symbol in way.split()],
            order,
            None,
            RuleOptions(expand1=name.startswith("?")),
        )
        for name, ways in inner.RULES.items()
        for order, way in enumerate(ways)
    ]
    lexer = LexerConf(terminals, re, ["WS", "COMMENT", "BACKSLASH"], skip_validation=True)
    lexer.lexer_type = "basic"
    parser = ParserConf(rules, inner.ParseTreeBuilder(rules, inner.ST).create_callback(), ["start"])
    parser.parser_type = "lalr"
    inner._get_parser.cache = inner.ParsingFrontend(lexer, parser, None)
