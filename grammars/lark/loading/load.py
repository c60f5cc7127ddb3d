"""From grammar text to rules and terminals: what lark's loader makes of it, made by the core.

The core reads the text (`grammars/native/lark/loading.h`). Whatever it does not know, and whatever is wrong, lark's own
loader is asked about (`fallback`): it has the last word, and the first in the tests, where everything that is read here
is read by lark as well. No `Lark` object is made, so no lexer is built and no terminals are compared.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from traceback import walk_tb
from typing import Any

import lark.load_grammar as loader
from lark.exceptions import LarkError, UnexpectedInput
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.lexer import TerminalDef

from constrain.budget import TURN, allow_more, share, spend
from constrain.errors import ConstrainError, GrammarError, LimitExceeded
from constrain.support.once import once
from constrain.support.shown import shown

from ..._native import LarkGrammar, load_lark
from .fallback import by_lark
from .imports import check_length
from .places import not_imported, perhaps_meant
from .sizes import MAX_NAME, MAX_PATTERNS, MAX_USED, MAX_WAYS, MAX_WRITTEN
from .sources import READS_REGEX, NotRead, Sources, given, literal, measured, pattern_of, tokens

MAX_RULES = 20_000
KNOWN = "38a53c81c2ea12df"  # of lark's notation, which the core reads
_PLACE = re.compile(r"at line (\d+),? column (\d+)")
_UNDEFINED = re.compile(r"'(\w+)'(?: used but|\} were marked to ignore but were) not defined")
_INNER_RULE = re.compile(r"Rules aren't allowed inside terminals \(\w+\('(\w+)'\) in (\w+)\)")

Found = tuple[Sequence[TerminalDef], Sequence[Rule], Sequence[str]]  # terminals, rules, ignored


class Loaded:
    """What lark makes of a grammar: BNF rules, terminals with one regular expression each, names of the ignored."""

    def __init__(self, text: str, read: LarkGrammar | None, made: Found | None = None, regex: bool = False) -> None:
        self.text, self._read, self._made, self._regex = text, read, made, regex

    @once
    def native(self) -> LarkGrammar | None:
        """The same as the core has it; None where it has no form for it (half a surrogate pair, a huge priority)."""
        if self._read is not None:
            return self._read
        terminals = [(each.name, given(each.pattern), each.priority) for each in self.terminals]
        rules = [
            (rule.origin.name, [(s.name, s.is_term) for s in rule.expansion], rule.options.priority)
            for rule in self.rules
        ]
        try:
            return LarkGrammar(terminals, rules, self.ignore)
        except (TypeError, UnicodeError, OverflowError):
            return None

    @once
    def _found(self) -> Found:
        if self._made is None:
            assert self._read is not None
            return objects(self._read)
        return self._made

    @property
    def terminals(self) -> Sequence[TerminalDef]:
        """Lark's terminals."""
        return self._found[0]

    @property
    def rules(self) -> Sequence[Rule]:
        """Lark's rules."""
        return self._found[1]

    @property
    def ignore(self) -> Sequence[str]:
        """Names of the terminals that are ignored."""
        return self._found[2]

    @once
    def empty(self) -> frozenset[str]:
        """Terminals that may match the empty text, which lark's lexers refuse; `GrammarError` for wrong expressions."""
        with _explained(self.text, self._regex):
            return frozenset(each.name for each in self.terminals if measured(each.pattern).min_width == 0)


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
    Raises `GrammarError` with the place that lark reports, `LimitExceeded` for what is too large. Expressions are
    looked at when somebody asks for `empty`.
    """
    check_length(text)
    spend(4 * TURN * len(text))
    made: Found | None = None
    with _explained(text, regex):
        read = _read(text, start, import_paths, keep, source_path)
        if read is None:
            _check_expressions(text)
            made = by_lark(text, start, import_paths, keep, source_path)
    if read is not None and priority in ("invert", None):
        made, read = objects(read), None
    loaded = Loaded(text, read, made, regex)
    rules = len(read) if read is not None else len(loaded.rules)
    if rules > (limit := share(MAX_RULES)):
        raise LimitExceeded(
            f"lark: the grammar expands to {rules} rules, limit {limit}; split it, or {allow_more(limit, rules)}",
            limit=limit,
            needed=rules,
        )
    if not (read.defines(start) if read is not None else any(rule.origin.name == start for rule in loaded.rules)):
        defined = re.findall(r"^[?!]*(_?[a-z]\w*)[ \t]*[.:{]", text[: 1 << 20], re.MULTILINE)
        known = f"; the text defines {', '.join(defined[:5])}: pass start={defined[0]!r}, say" if defined else ""
        if re.search(rf"^{re.escape(start.upper())}[ \t]*[.:]", text, re.MULTILINE):
            known = f"; {start.upper()} is a terminal: write the rule's name in small letters"
        raise GrammarError(f"lark: the start rule `{start}` is not defined{known}")
    if priority in ("invert", None):
        _prioritise(loaded.rules, loaded.terminals, priority)
    return loaded


@contextmanager
def _explained(text: str, regex: bool) -> Iterator[None]:
    """Errors of lark's loader and of expressions as ours, with their places in the text."""
    as_regex = READS_REGEX.set(regex)
    try:
        yield
    except UnexpectedInput as error:
        raise _located(text, str(error).split("\n")[0], error.line, error.column) from None
    except GrammarError as error:
        if str(error).startswith("regex:"):
            _check_expressions(text)  # says where, unless it stands in a grammar that this one imports
        raise
    except (ConstrainError, RecursionError):
        raise
    except Exception as error:  # the loader asserts and looks up on wrong grammars; whatever it raises, it refuses
        if _is_foreign(error):
            raise
        found = _PLACE.search(str(error))
        inner = _INNER_RULE.search(str(error))
        if inner is not None:
            raise GrammarError(
                f"lark: {inner[2]} is a terminal, which is made of literals, expressions and other terminals, not of "
                f"the rule {inner[1]}; define {inner[2]} in small letters, or {inner[1]} in capitals"
            ) from None
        message = str(error).split("\n")[0] or type(error).__name__
        if found is not None:
            raise _located(text, message.replace(f", {found[0]}", ""), int(found[1]), int(found[2])) from None
        undefined = _UNDEFINED.search(message)
        if undefined is not None and (imported := not_imported(text, undefined[1])) is not None:
            raise _located(text, *imported) from None
        if undefined is not None:
            message = message.rstrip("!") + perhaps_meant(text, undefined[1])
        raise _located(text, message, *_first_use(text, undefined)) from None
    finally:
        READS_REGEX.reset(as_regex)


def _is_foreign(error: Exception) -> bool:
    """Whether the caller's code raised it: a handler of signals, or a function among the import paths."""
    ours = {"constrain", "lark", "regex", *sys.stdlib_module_names}
    frames = (frame for frame, _ in walk_tb(error.__traceback__))
    return any(frame.f_globals.get("__name__", "").partition(".")[0] not in ours for frame in frames)


def objects(read: LarkGrammar) -> Found:
    """As lark's objects."""
    symbols: dict[tuple[str, bool], Symbol] = {}
    options: dict[int, RuleOptions] = {}
    rules = []
    for (origin, body, priority), number in zip(read.rules, read.options, strict=True):
        for name, is_term in [(origin, False), *body]:
            if (name, is_term) not in symbols:
                symbols[name, is_term] = (Terminal if is_term else NonTerminal)(name)
        shared = options.setdefault(number, RuleOptions(priority=priority))
        rules.append(Rule(NonTerminal(origin), [symbols[each] for each in body], options=shared))
    return [TerminalDef(name, pattern_of(given), rank) for name, given, rank in read.terminals], rules, read.ignored


def _first_use(text: str, named: re.Match[str] | None) -> tuple[int, int] | tuple[None, None]:
    """Where the name that lark says is not defined stands first in the text: line and column."""
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
    text: str, start: str, import_paths: Sequence[Any], keep: str | Sequence[str], source_path: str | None = None
) -> LarkGrammar | None:
    """As lark's loader; None if that is to be asked."""
    if not known():
        return None
    sources = Sources(import_paths, source_path)
    limits = [share(each) for each in (MAX_WAYS, MAX_WRITTEN, MAX_PATTERNS, MAX_USED, MAX_NAME)]
    every = keep == "*"
    try:
        return load_lark(text, start, [] if every else list(keep), every, sources, limits)
    except (NotRead, LarkError, ValueError, AssertionError):
        return None


def known() -> bool:
    """Whether the installed lark has the notation that is read here."""
    return _digest(tuple(loader.TERMINALS.items()), len(loader.RULES)).startswith(KNOWN)


@lru_cache(2)  # it takes as long as reading a small grammar
def _digest(*_: object) -> str:
    counts = loader.REPEAT_BREAK_THRESHOLD, loader.SMALL_FACTOR_THRESHOLD
    return sha256(repr((loader.TERMINALS, loader.RULES, loader._TERMINAL_NAMES, counts)).encode()).hexdigest()


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
