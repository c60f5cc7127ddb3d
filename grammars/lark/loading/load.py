"""From grammar text to rules and terminals: what lark's loader makes of it, made in a tenth of its time.

The text is read by `parser`, its names are defined by `symbols`, its rules written out by `ebnf`. Whatever
these do not know, and whatever is wrong, lark's own loader is asked about (`fallback`): it has the last word, and the
first in the tests, where everything that is read here is read by lark as well. No `Lark` object is made, so no lexer
is built and no terminals are compared.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import lark.load_grammar as loader
from lark.exceptions import LarkError, UnexpectedInput
from lark.lexer import TerminalDef

from constrain.budget import TURN, allow_more, share, spend
from constrain.errors import ConstrainError, GrammarError, LimitExceeded
from constrain.support.shown import shown

from .ebnf import expand, reachable
from .fallback import by_lark
from .imports import beside, check_length, deeper, source_of
from .literals import READS_REGEX, literal, measured
from .parser import NotRead, Statement, known, read, tokens
from .sizes import MAX_PATTERNS, too_long
from .symbols import Definitions, Mangle, RuleDefined, TerminalDefined, mangler

MAX_RULES = 20_000
_PLACE = re.compile(r"at line (\d+),? column (\d+)")
_UNDEFINED = re.compile(r"'(\w+)' used but not defined")
_INNER_RULE = re.compile(r"Rules aren't allowed inside terminals \(\w+\('(\w+)'\) in (\w+)\)")


@dataclass(frozen=True)
class Loaded:
    """What lark makes of a grammar: BNF rules, terminals with one regular expression each, names of the ignored."""

    text: str
    rules: Sequence[Any]  # lark.grammar.Rule
    terminals: Sequence[TerminalDef]
    ignore: Sequence[str]
    empty: frozenset[str]  # terminals that may match the empty text, which lark's lexers refuse


Found = tuple[Sequence[TerminalDef], Sequence[Any], Sequence[str]]  # terminals, rules, ignored


def load(
    text: str,
    start: str,
    import_paths: Sequence[Any],
    keep: str | list[str],
    priority: str | None = "normal",
    source_path: str | None = None,
    regex: bool = False,
) -> Loaded:
    """Rules and terminals of a grammar; `keep` are names of terminals to keep though no rule uses them.

    `priority` is lark's option: "invert" negates all priorities, None drops them. `source_path` is the file that the
    text counts as being from; with `regex` its expressions are those of that package.
    Raises `GrammarError` with the place that lark reports, `LimitExceeded` for what is too large.
    """
    check_length(text)
    spend(4 * TURN * len(text))
    as_regex = READS_REGEX.set(regex)
    try:
        made = _read(text, start, import_paths, keep, source_path)
        if made is None:
            _check_expressions(text)
            made = by_lark(text, start, import_paths, keep, source_path)
        terminals, rules, ignore = made
        empty = [each.name for each in terminals if measured(each.pattern).min_width == 0]
    except UnexpectedInput as error:
        raise _located(text, str(error).split("\n")[0], error.line, error.column) from None
    except GrammarError as error:
        if str(error).startswith("regex:"):
            _check_expressions(text)  # says where, unless it stands in a grammar that this one imports
        raise
    except (ConstrainError, RecursionError):
        raise
    except Exception as error:  # the loader asserts and looks up on wrong grammars; whatever it raises, it refuses
        found = _PLACE.search(str(error))
        inner = _INNER_RULE.search(str(error))
        if inner is not None:
            raise GrammarError(
                f"lark: {inner[2]} is a terminal, which is made of literals, expressions and other terminals, not of "
                f"the rule {inner[1]}; define {inner[2]} in small letters, or {inner[1]} in capitals"
            ) from None
        line, column = (int(found[1]), int(found[2])) if found else _first_use(text, str(error))
        raise _located(text, str(error).split("\n")[0] or type(error).__name__, line, column) from None
    finally:
        READS_REGEX.reset(as_regex)
    if len(rules) > (limit := share(MAX_RULES)):
        raise LimitExceeded(
            f"lark: the grammar expands to {len(rules)} rules, limit {limit}; split it, or "
            f"{allow_more(limit, len(rules))}",
            limit=limit,
            needed=len(rules),
        )
    if not any(rule.origin.name == start for rule in rules):
        defined = re.findall(r"^[?!]*(_?[a-z]\w*)[ \t]*[.:{]", text[: 1 << 20], re.MULTILINE)
        known = f"; the text defines {', '.join(defined[:5])}: pass start={defined[0]!r}, say" if defined else ""
        raise GrammarError(f"lark: the start rule `{start}` is not defined{known}")
    if priority in ("invert", None):
        _prioritise(rules, terminals, priority)
    return Loaded(text, rules, terminals, ignore, frozenset(empty))


def _first_use(text: str, message: str) -> tuple[int, int] | tuple[None, None]:
    """Where the name that lark says is not defined stands first in the text: line and column."""
    named = _UNDEFINED.search(message)
    if named is not None:
        for number, line in enumerate(text[: 1 << 20].splitlines(), 1):
            at = re.search(rf"(?<![\w.$]){re.escape(named[1])}(?!\w)", line.split("//")[0])
            if at is not None:
                return number, at.start() + 1
    return None, None


def _check_expressions(text: str) -> None:
    """Refuses, with its place in the grammar, what `re` does not read.

    Lark would have the module `regex` match that, however long it takes.
    """
    with suppress(NotRead, LarkError, AssertionError):
        for kind, literally in zip(*tokens(text), strict=True):
            try:
                if kind == "REGEXP":
                    measured(literal(literally, kind))
            except GrammarError as error:
                at = text.find(literally)
                if at < 0:
                    raise
                inside = error.column if error.line == 1 and literally.endswith("/") else None  # flags stand before it
                line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at) + (inside or 0)
                message = str(error).split("\n")[0].partition(": ")[2]
                raise _located(text, f"{message}, in the expression {shown(literally)}", line, column) from None


def _read(
    text: str, start: str, import_paths: Sequence[Any], keep: str | list[str], source_path: str | None = None
) -> Found | None:
    """As lark's loader; None if that is to be asked."""
    if not known():
        return None
    try:
        defined = _defined(read(text), source_path, None, 0, import_paths)
        defined.check()
        terminals, length = [], 0
        for name, each in defined.of.items():
            if isinstance(each, TerminalDefined) and each.definition is not None:
                terminals.append(TerminalDef(name, each.pattern(), each.priority))
                length += len(each.pattern().value)
                if length > share(MAX_PATTERNS):
                    raise too_long(name)
        rules = expand([each for each in defined.of.values() if isinstance(each, RuleDefined)], terminals)
    except (NotRead, LarkError, ValueError, AssertionError):
        return None
    rules = reachable(rules, start)
    if keep != "*":
        kept = {symbol.name for rule in rules for symbol in rule.expansion if symbol.is_term}
        kept.update(defined.ignored, keep)
        terminals = [terminal for terminal in terminals if terminal.name in kept]
    return terminals, rules, defined.ignored


def _defined(
    statements: Sequence[Statement], place: Any, mangle: Mangle | None, depth: int, import_paths: Sequence[Any]
) -> Definitions:
    """What the statements of a grammar from this place define and import."""
    out = Definitions()
    imports: dict[tuple[str, ...], tuple[bool, dict[str, str]]] = {}
    for statement in statements:
        if statement.kind == "import":
            relative, aliases = imports.setdefault(statement.path, (statement.relative, {}))
            if relative != statement.relative:
                raise NotRead
            aliases.update(statement.aliases)
    for path, (relative, aliases) in imports.items():
        inside = deeper(depth, path)
        found, text = source_of(path, beside(place) if relative else None, import_paths)
        naming = mangler(path, aliases, mangle)
        wanted = _of_library(found, text, aliases) if isinstance(found, loader.PackageResource) else read(text)
        inner = _defined(wanted, found, naming, inside, import_paths)
        out.include(inner.only(map(naming, aliases)))
    out.add(statements, mangle)
    return out


_LIBRARY: dict[Any, tuple[str, list[Statement]]] = {}  # by place: text and statements of lark's own grammars


def _of_library(place: Any, text: str, names: dict[str, str]) -> list[Statement]:
    """Of lark's own library, which is read once, the statements that the wanted names need."""
    if place.pkg_name != "lark":
        return read(text)
    if place not in _LIBRARY or _LIBRARY[place][0] != text:
        _LIBRARY[place] = text, read(text)
    statements = _LIBRARY[place][1]
    needed, before = set(names), 0
    while len(needed) > before:
        before = len(needed)
        for statement in statements:
            if statement.definition is not None and statement.definition.name in needed:
                needed |= statement.definition.used
    return [each for each in statements if each.definition is None or each.definition.name in needed]


def _prioritise(rules: Sequence[Any], terminals: Sequence[TerminalDef], priority: str | None) -> None:
    """Negates or drops priorities in lark's own way: options that several rules share are negated once for each."""
    for rule in rules:
        if rule.options.priority is not None:
            rule.options.priority = None if priority is None else -rule.options.priority
    for terminal in terminals:
        terminal.priority = 0 if priority is None else -terminal.priority


def _located(text: str, message: str, line: Any, column: Any) -> GrammarError:
    """Lark's message with its place, as our error; lark says -1 or '?' where it knows none."""
    lines = text.split("\n")
    if not isinstance(line, int) or not isinstance(column, int) or not 1 <= line <= len(lines):
        return GrammarError(f"lark: {message}")
    excerpt = f"    {lines[line - 1][:200]}\n    {' ' * (min(column, 200) - 1)}^"
    return GrammarError(f"lark:{line}:{column}: {message}", line=line, column=column, excerpt=excerpt)
