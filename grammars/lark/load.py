"""From grammar text to rules and terminals, with lark's own loader in a frame that reads no file it was not given.

Lark's loader looks beside `__main__` for the imports of a grammar given as text, and opens paths relative to the
working directory; here `%import` sees the user's `import_paths` and lark's own library, nothing else, and is bounded
in depth. No `Lark` object is made, so no lexer is built and no terminals are compared.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import lark.load_grammar as loader
from lark.common import LexerConf, ParserConf
from lark.exceptions import GrammarError as LarkGrammarError
from lark.exceptions import UnexpectedInput
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.lexer import PatternRE, TerminalDef
from lark.tree import Tree

from constrain.errors import ConstrainError, GrammarError, LimitExceeded

MAX_LENGTH = 1 << 20  # characters of grammar text
MAX_RULES = 20_000
MAX_WAYS = 20_000  # alternatives of one rule without brackets, `?` and `[]`, which lark multiplies out
MAX_IMPORT_DEPTH = 20
_PLACE = re.compile(r"at line (\d+),? column (\d+)")


@dataclass(frozen=True)
class Loaded:
    """What lark makes of a grammar: BNF rules, terminals with one regular expression each, names of the ignored."""

    text: str
    rules: Sequence[Any]  # lark.grammar.Rule
    terminals: Sequence[TerminalDef]
    ignore: Sequence[str]
    empty: frozenset[str]  # terminals that may match the empty text, which lark's lexers refuse


class _Builder(loader.GrammarBuilder):
    depth = 0
    wanted: Sequence[str] | None = None  # what of lark's library is imported

    def load_grammar(self, text: str, name: str = "<?>", mangle: Callable[[str], str] | None = None) -> None:
        """As lark's own, but that the text is parsed once, and its tree is looked at before anything is made of it."""
        _prepare()
        statements = self._wanted(text, name) if self.wanted is not None else _parsed(text, name)
        imports: dict[tuple[str, ...], tuple[Any, dict[str, str]]] = {}
        for statement in statements:
            if statement.data == "import":
                dotted, base_path, aliases = self._unpack_import(statement, name)  # type: ignore[no-untyped-call]
                imports.setdefault(dotted, (base_path, {}))[1].update(aliases)
        for dotted, (base_path, aliases) in imports.items():
            self.do_import(dotted, base_path, aliases, mangle)
        for statement in statements:
            self._state(statement, mangle)
        terminals = {name: each.tree for name, each in self._definitions.items() if each.is_term}
        loader.resolve_term_references(terminals)  # type: ignore[no-untyped-call]

    def _wanted(self, text: str, name: str) -> list[Any]:
        """Of lark's own library, which is parsed once, the statements that the wanted names need."""
        assert self.wanted is not None
        if name not in _LIBRARY or _LIBRARY[name][0] != text:
            # who imports a tree changes only a copy of it
            _LIBRARY[name] = text, [(each, *_names(each)) for each in _parsed(text, name)]
        statements = _LIBRARY[name][1]
        needed, before = set(self.wanted), 0
        while len(needed) > before:
            before = len(needed)
            for _, defined, used in statements:
                if defined in needed:
                    needed |= used
        return [each for each, defined, _ in statements if defined is None or defined in needed]

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
        if self.depth >= MAX_IMPORT_DEPTH:
            raise LimitExceeded(
                f"lark: imports nested more than {MAX_IMPORT_DEPTH} deep, at `{'.'.join(dotted_path)}`; a cycle?",
                limit=MAX_IMPORT_DEPTH,
                needed=self.depth + 1,
            )
        mangle = loader._get_mangle(  # type: ignore[no-untyped-call]
            "__".join(dotted_path), aliases, base_mangle
        )
        path = os.path.join(*dotted_path) + loader.EXT
        beside = [base_path] if self.depth and base_path is not None else []
        for source in [*self.import_paths, *beside, loader.stdlib_loader]:
            try:
                if callable(source):
                    joined, text = source(base_path, path)
                else:
                    joined = os.path.join(source, path)
                    with open(joined, encoding="utf8") as file:
                        text = file.read(MAX_LENGTH + 1)
            except OSError:
                continue
            _check_length(text)
            inner = _Builder(self.global_keep_all_tokens, self.import_paths, self.used_files)
            inner.depth = self.depth + 1
            inner.wanted = list(aliases) if source is loader.stdlib_loader else None
            inner.load_grammar(text, joined, mangle)
            inner._remove_unused(map(mangle, aliases))  # type: ignore[no-untyped-call]
            for name in inner._definitions:
                if name in self._definitions:
                    raise LarkGrammarError(f"Cannot import '{name}' from '{path}': Symbol already defined.")
            self._definitions.update(**inner._definitions)
            return
        raise LarkGrammarError(f"`{path}` is in none of import_paths and not in lark's library")


_LIBRARY: dict[str, tuple[str, list[tuple[Any, str | None, set[str]]]]] = {}  # by place: text; statements and names


def _parsed(text: str, name: str) -> list[Any]:
    """The statements of a grammar, refused if lark would make too much of them."""
    tree = loader._parse_grammar(text, name)  # type: ignore[no-untyped-call]
    rules = [rule for rule in map(_definition, tree.children) if rule.data == "rule"]
    for rule in rules:
        _ways(rule.children[-1])
    _finite(rules)
    return list(tree.children)


def _definition(statement: Any) -> Any:
    """What stands behind `%override` and `%extend`, or the statement itself."""
    return statement.children[0] if statement.data in ("override", "extend") else statement


def _names(statement: Any) -> tuple[str | None, set[str]]:
    """What a definition defines (None: it is something else), and what is named in it."""
    used = {symbol.name for symbol in statement.scan_values(lambda each: isinstance(each, Symbol))}
    if statement.data == "term":
        return str(statement.children[0]), used
    if statement.data == "rule":
        return str(statement.children[1]), used
    return None, used


def _prepare() -> None:
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


def load(
    text: str,
    start: str,
    import_paths: Sequence[Any],
    keep: str | list[str],
    priority: str | None = "normal",
) -> Loaded:
    """Rules and terminals of a grammar; `keep` are names of terminals to keep though no rule uses them.

    `priority` is lark's option: "invert" negates all priorities, None drops them.
    Raises `GrammarError` with the place that lark reports, `LimitExceeded` for what is too large.
    """
    _check_length(text)
    try:
        builder = _Builder(False, list(import_paths))
        builder.load_grammar(text, "<text>")
        terminals, rules, ignore = builder.build().compile([start], keep)
        empty = [terminal.name for terminal in terminals if terminal.pattern.min_width == 0]
    except UnexpectedInput as error:
        raise _located(text, str(error).split("\n")[0], error.line, error.column) from None
    except (ConstrainError, RecursionError):
        raise
    except Exception as error:  # the loader asserts and looks up on wrong grammars; whatever it raises, it refuses
        found = _PLACE.search(str(error))
        line, column = (int(found[1]), int(found[2])) if found else (None, None)
        raise _located(text, str(error).split("\n")[0] or type(error).__name__, line, column) from None
    if len(rules) > MAX_RULES:
        raise LimitExceeded(
            f"lark: the grammar expands to {len(rules)} rules, limit {MAX_RULES}; split it",
            limit=MAX_RULES,
            needed=len(rules),
        )
    if not any(rule.origin.name == start for rule in rules):
        raise GrammarError(f"lark: the start rule `{start}` is not defined")
    if priority in ("invert", None):
        _prioritise(rules, terminals, priority)
    return Loaded(text, rules, terminals, ignore, frozenset(empty))


def _prioritise(rules: Sequence[Any], terminals: Sequence[TerminalDef], priority: str | None) -> None:
    """Negates or drops priorities in lark's own way: options that several rules share are negated once for each."""
    for rule in rules:
        if rule.options.priority is not None:
            rule.options.priority = None if priority is None else -rule.options.priority
    for terminal in terminals:
        terminal.priority = 0 if priority is None else -terminal.priority


def _finite(rules: Sequence[Any]) -> None:
    """Refuses templates that use themselves with ever larger arguments, of which lark would make rules without end."""
    uses: dict[str, list[tuple[str, bool]]] = {}
    for rule in rules:
        if rule.children[2].children:
            found = uses.setdefault(str(rule.children[1]), [])
            for usage in rule.children[-1].find_data("template_usage"):
                nested = any(
                    isinstance(arg, Tree) and any(arg.find_data("template_usage")) for arg in usage.children[1:]
                )
                found.append((usage.children[0].name, nested))
    for name, found in uses.items():
        for used, nested in found:
            reached, stack = {used}, [used]
            while nested and stack:
                for following, _ in uses.get(stack.pop(), ()):
                    if following not in reached:
                        reached.add(following)
                        stack.append(following)
            if nested and name in reached:
                raise LimitExceeded(f"lark: the template `{name}` uses itself with an argument that grows without end")


def _ways(node: Any) -> int:
    """How many alternatives lark makes of a part of a rule; refuses what would take it forever to write down."""
    if not isinstance(node, Tree):
        return 1
    parts = [_ways(child) for child in node.children]
    if node.data == "expansions":
        count = sum(parts)
    elif node.data == "expansion":
        count = math.prod(parts)
    elif node.data == "maybe":
        count = parts[0] + 1
    elif node.data == "expr":
        count = _repeated(parts[0], [str(child) for child in node.children[1:]])
    else:
        count = max(parts, default=1)
    if count > MAX_WAYS:
        raise LimitExceeded(
            f"lark: a rule has more than {MAX_WAYS} alternatives with `?`, `[]` and brackets multiplied out; split it",
            limit=MAX_WAYS,
            needed=count,
        )
    return count


def _repeated(ways: int, how: list[str]) -> int:
    if how[0] == "?":
        return ways + 1
    if how[0] == "~":
        low, high = int(how[1]), int(how[-1])
        if high < loader.REPEAT_BREAK_THRESHOLD:
            return sum(min(ways**count, MAX_WAYS + 1) for count in range(low, high + 1))
    return 2


def _check_length(text: str) -> None:
    if len(text) > MAX_LENGTH:
        raise LimitExceeded(
            f"lark: the grammar has more than {MAX_LENGTH} characters; split it", limit=MAX_LENGTH, needed=len(text)
        )


def _located(text: str, message: str, line: Any, column: Any) -> GrammarError:
    """Lark's message with its place, as our error; lark says -1 or '?' where it knows none."""
    lines = text.split("\n")
    if not isinstance(line, int) or not isinstance(column, int) or not 1 <= line <= len(lines):
        return GrammarError(f"lark: {message}")
    excerpt = f"    {lines[line - 1][:200]}\n    {' ' * (min(column, 200) - 1)}^"
    return GrammarError(f"lark:{line}:{column}: {message}", line=line, column=column, excerpt=excerpt)
