"""`lark(grammar, ...)`: a grammar whose texts are those that `lark.Lark(grammar, ...).parse` accepts."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from lark.lexer import PatternStr, TerminalDef

from constrain.budget import Limits, budgeted
from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.events import EventReader
from constrain.grammar import Grammar
from constrain.spans import Span
from constrain.support.arguments import described, integer, one_of, public, source_text
from constrain.support.deep_stack import roomy
from constrain.support.once import once
from constrain.support.shown import shown

from .._native import LarkRules, LarkStates
from ..bytewise import by_bytes
from ..gc_pause import uncollected
from ..regex.parse import parse
from ..regex.regex_module import parse_regex
from . import saved
from .lexing.compiler import add_terminal
from .lexing.keywords import keyword_overrides
from .lexing.lexer import Lexer, Walker
from .lexing.pike_vm import Machine
from .lexing.program import Program
from .loading.foreign import foreign, slip
from .loading.load import Loaded, load
from .loading.places import endless, placed
from .parsing.bar_hillel import Product
from .parsing.contextual_lexers import Contexts, sort_key
from .parsing.flat_grammar import Written, WrittenGrammar
from .parsing.indenter import Layout, check, layout_of
from .parsing.lalr import END, build
from .plain import plain
from .reasons import empty_terminal, is_blank, swallowed

if TYPE_CHECKING:
    from .events import Reading

_MODES = {
    "lalr": ("contextual", "basic"),
    "earley": ("dynamic", "dynamic_complete", "basic"),
}


@public
@roomy
@budgeted
def lark(
    grammar: str,
    start: str | Sequence[str] = "start",
    *,
    parser: str = "lalr",
    lexer: str | None = None,
    import_paths: Sequence[Any] = (),
    source_path: str | os.PathLike[str] | None = None,
    g_regex_flags: int = 0,
    keep_all_tokens: bool = False,
    maybe_placeholders: bool = True,
    propagate_positions: bool = False,
    ambiguity: str = "auto",
    priority: str | None = "auto",
    ignored: Literal["all", "blank"] = "all",
    postlex: Any = None,
    regex: bool = False,
    use_bytes: bool = False,
    strict: bool = False,
    limits: Limits | None = None,
) -> Grammar[str]:
    """The texts that `lark.Lark(grammar, start=start, parser=parser, lexer=lexer, ...).parse` accepts.

    Lark's meaning in each mode: `lalr` with `contextual` (default) or `basic`, `earley` with `dynamic` (default),
    `dynamic_complete` or `basic`; terminals match leftmost-first in lark's order, keywords retype,
    and conflicts are resolved as lark resolves them. `%import` reads lark's library and `import_paths`, a relative one
    also the folder of `source_path`, the file that the text is from, and nothing else. `ignored="blank"`: of what
    `%ignore` names only white space is written, and no comments, with which a model may fill its budget. Options that
    shape trees alone are taken and change nothing. Raises `GrammarError` where lark refuses the grammar, with the
    place, `UnsupportedError` naming what cannot be kept exactly, `LimitExceeded` for what needs too much, as
    `limits` says for this call.

    >>> lark('start: "a" start "b" | "c"')
    <Grammar text: 4 states>
    """
    source_text(
        grammar, "lark: grammar", a_file="give what is in it: lark(path.read_text(), import_paths=[path.parent])"
    )
    if not isinstance(start, str):
        if not isinstance(start, (list, tuple)) or not all(isinstance(name, str) for name in start):
            raise TypeError(f"lark: start must be the name of a rule, got {shown(start, 200)}")
        if len(start) != 1:  # lark asks at each parse which one is meant, and no lexer or table is as for one alone
            raise _refused("start", start, start or ("start",))
        start = start[0]
    g_regex_flags = integer(g_regex_flags, "g_regex_flags", None, None)
    if isinstance(import_paths, str | bytes) or not isinstance(import_paths, Iterable):
        raise TypeError(f"import_paths must be a list of folders or loaders, not {described(import_paths)}")
    if parser == "cyk":
        raise _refused("parser", parser, tuple(_MODES))
    one_of(parser, "parser", _MODES)
    if lexer in (None, "auto"):
        lexer = _MODES[parser][0] if parser == "lalr" or postlex is None else "basic"
    if not isinstance(lexer, str):  # lark takes a class here
        raise _refused("lexer", lexer, _MODES[parser])
    one_of(lexer, "lexer", _MODES[parser])
    for name, value in (("use_bytes", use_bytes), ("strict", strict)):
        if value:
            raise _refused(name, value, (False,))
    one_of(ignored, "ignored", ("all", "blank"))
    one_of(priority, "priority", ("auto", "normal", "invert", None))
    if parser == "lalr" and ambiguity != "auto":
        raise _refused("ambiguity", ambiguity, ("auto",))
    layout = layout_of(postlex)
    if layout is not None and str(lexer).startswith("dynamic"):
        raise GrammarError(f"lark: postlex does not work with lexer={shown(lexer, 100)}; use 'basic' or 'contextual'")
    if source_path is not None:
        source_path = os.fspath(source_path)
        if not isinstance(source_path, str):
            raise TypeError(f"lark: source_path must be a path, got {shown(source_path, 200)}")
    how = _How(
        grammar, start, parser, str(lexer), priority, int(g_regex_flags), layout, bool(regex), ignored == "blank"
    )
    files = bool(import_paths) or source_path is not None  # which may change
    known = None if files else _remembered.get(how)
    if known is None:
        known = _made(*how, tuple(import_paths), source_path) if files else _found_or_made(how)
        if not files:
            _remember(how, known)
    made = LarkGrammar(known)
    made.text = grammar
    made.options = {
        "start": start,
        "parser": parser,
        "lexer": str(lexer),
        "import_paths": list(import_paths),
        "source_path": source_path,
        "g_regex_flags": int(g_regex_flags),
        "keep_all_tokens": bool(keep_all_tokens),
        "maybe_placeholders": bool(maybe_placeholders),
        "priority": priority,
        "regex": bool(regex),
        "layout": layout,
    }
    return made


class LarkGrammar(WrittenGrammar):
    """A grammar in lark's notation, with its `text` and the `options` that say how lark is to read it."""

    _recomputed = WrittenGrammar._recomputed | {"_reading"}
    text: str
    options: dict[str, Any]

    def begun(self, constraint: Any) -> None:
        """The first mask is kept beside the grammar."""
        if self.written.key is not None and "productions" not in self.__dict__:
            saved.begin(self.written.key, constraint)

    def events(self) -> EventReader | None:
        """Completed subtrees of lark's tree; None for Earley parsers of lark before 1.3."""
        from .events import events_of

        return events_of(self._reading)

    def spans(self, text: str) -> list[Span]:
        """The rules and terminals of lark's tree by their names, in the order of their beginnings, outer ones first."""
        from .events.spans import tree_spans

        return tree_spans(self._reading, text, self._texts)

    def _texts(self, rule: str) -> Iterator[bytes]:
        """The texts that a rule has anywhere; none that are known where there are blocks, or much else."""
        if len(self.text) <= MAX_CHARACTERS // 8 and self.options["layout"] is None:
            options = {name: value for name, value in self.options.items() if name != "layout"}
            texts = by_bytes(lark(self.text, **{**options, "start": rule})).texts()
            yield from (text.encode() for text in texts)

    @once
    def _reading(self) -> Reading:
        from .events import Reading

        return Reading(self.text, **self.options)


MAX_REMEMBERED = 16  # grammars, the last ones, of at most so many characters and bytes
MAX_CHARACTERS, MAX_MEMORY = 1 << 16, 1 << 24


class _How(NamedTuple):
    """What decides what becomes of a grammar's text, files aside; by default as `lark` has it."""

    grammar: str
    start: str = "start"
    parser: str = "lalr"
    lexer: str = "contextual"
    priority: str | None = "auto"
    flags: int = 0
    layout: Layout | None = None
    regex: bool = False
    blank: bool = False  # what is ignored

    def facts(self) -> tuple[object, ...]:
        """The same in what prints alike in every process, as sets do not."""
        layout = self.layout
        if layout is None:
            return (*self,)
        sets = sorted(layout.opening), sorted(layout.closing)
        return (*self._replace(layout=None), *sets, layout.newline, layout.indent, layout.dedent, layout.tab)


_remembered: dict[_How, Written] = {}


def remember(text: str, find: Callable[[], Written | None], *, parser: str, lexer: str, postlex: Any = None) -> None:
    """Lets `lark(text, parser=…, lexer=…, postlex=…)` give what `find` finds, asked if nothing is known yet."""
    how = _How(text, parser=parser, lexer=lexer, layout=layout_of(postlex))
    if how not in _remembered and (found := find()) is not None:
        _remember(how, found)


def _remember(how: _How, grammar: Written) -> None:
    if len(how.grammar) <= MAX_CHARACTERS and grammar.memory <= MAX_MEMORY:
        # Without a lock, which a fork could leave closed: each line is one step to other threads.
        for oldest in list(_remembered)[: max(0, len(_remembered) + 1 - MAX_REMEMBERED)]:
            _remembered.pop(oldest, None)
        _remembered[how] = grammar


def _found_or_made(how: _How) -> Written:
    """What an earlier process has compiled, or what this one does, which a later one will find."""
    key = saved.key_of(how.facts())
    if key is None:
        return _made(*how, (), None)
    known = saved.load(key)
    if known is None:
        known = _made(*how, (), None)
        saved.store_later(key, known)
    known.key = key
    return known


def _made(
    grammar: str,
    start: str,
    parser: str,
    lexer: str,
    priority: str | None,
    flags: int,
    layout: Layout | None,
    regex: bool,
    blank: bool,
    import_paths: Sequence[Any],
    source_path: str | None,
) -> Written:
    try:
        with uncollected():
            kept = [] if layout is None else [layout.newline]
            loaded = load(grammar, start, import_paths, kept, priority, source_path, regex)
            if (
                parser == "lalr"
                and layout is None
                and not flags
                and not regex
                and not blank
                and (made := plain(loaded, start, lexer))
            ):
                return made
            _ = loaded.empty  # raises for wrong expressions
            return _Builder(loaded, start, parser, lexer, flags, layout, regex, blank).build()
    except GrammarError as error:
        raise foreign(grammar) or placed(grammar, slip(grammar, error)) from None
    except UnsupportedError as error:
        raise placed(grammar, error) from None
    except RecursionError:
        raise LimitExceeded(
            "lark: the rules or terminals are nested too deep, or refer to each other in too long a chain; split them"
        ) from None


def _refused(name: str, value: Any, allowed: Sequence[Any]) -> UnsupportedError:
    return UnsupportedError(
        f"lark: {name}={shown(value, 100)} is not supported; use {' or '.join(map(repr, allowed))}",
        feature=f"{name}={shown(value, 100)}",
        where=name,
    )


class _Builder:
    """One call of `lark`, step by step."""

    def __init__(
        self,
        loaded: Loaded,
        start: str,
        parser: str,
        lexer: str,
        flags: int,
        layout: Layout | None = None,
        regex: bool = False,
        blank: bool = False,
    ) -> None:
        self.loaded, self.start, self.parser, self.lexer, self.flags = loaded, start, parser, lexer, flags
        self.layout = layout
        self.terminals = sorted(loaded.terminals, key=sort_key)
        self.ignore = frozenset(loaded.ignore)
        # Those of which texts may have tokens; the lexer reads the others as well.
        self.written = self.ignore
        if blank:
            self.written = frozenset(
                each.name for each in self.terminals if each.name in self.ignore and is_blank(each)
            )
        rules = loaded.rules
        self.used = frozenset({s.name for rule in rules for s in rule.expansion if s.is_term})
        symbols = {start, *(rule.origin.name for rule in rules), *(s.name for rule in rules for s in rule.expansion)}
        every = [*sorted(symbols | {terminal.name for terminal in self.terminals}), END]
        self.numbers = {name: number for number, name in enumerate(every)}
        self.rules = LarkRules(
            [name in self.used for name in every],
            [self.numbers[rule.origin.name] for rule in rules],
            [[self.numbers[s.name] for s in rule.expansion] for rule in rules],
        )
        self.always = self.ignore if layout is None else self.ignore | {layout.newline}
        program = Program(parse_regex if regex else parse)
        starts: dict[str, int] = {}
        widths: dict[str, int] = {}
        for terminal in self.terminals:
            name = terminal.name
            starts[name], widths[name] = add_terminal(program, name, terminal.pattern.to_regexp(), flags)
        if layout is not None:
            check(layout, loaded.rules, set(starts))
            program.sets.update(((ord(c), ord(c)),) for c in "\n\t ")
        if not lexer.startswith("dynamic"):
            self._refuse_joined(program)
        declared = {s.name for rule in loaded.rules for s in rule.expansion if s.is_term} - set(starts)
        if declared and lexer.startswith("dynamic"):
            name = sorted(declared)[0]
            raise GrammarError(
                f"lark: terminal {name} is declared but has no pattern, which dynamic lexers cannot read"
            )
        machine = Machine(program, widths)
        # pairs of a keyword and a terminal whose tokens it retypes: whether the keyword is no terminal beside it
        ranked = not lexer.startswith("dynamic")
        self.keyword_overrides = keyword_overrides(machine, starts, self.terminals) if ranked else {}
        self.walker = Walker(
            machine, starts, self._followers(), self.keyword_overrides, self._literals(), program.parsed, ranked
        )

    def _refuse_joined(self, program: Program) -> None:
        """Refuses what does not survive lark's joining all terminals to one expression, which fails as it parses."""
        names = {terminal.name for terminal in self.terminals}
        for terminal in self.terminals:
            parsed = program.parsed[terminal.name]
            groups = sorted(set(parsed.names) & names)
            if groups:
                raise GrammarError(f"lark: terminal {terminal.name}: the group name `{groups[0]}` is taken; rename it")
            names.update(parsed.names)
            if (parsed.flags ^ self.flags) & ~(
                re.UNICODE | re.DEBUG | (re.IGNORECASE if program.parse is parse_regex else 0)
            ):
                raise GrammarError(
                    f"lark: terminal {terminal.name}: flags for the whole pattern, as in `(?i)`, do not work in lark's "
                    f"{self.lexer} lexer; write `/.../i` or `(?i:...)`"
                )

    def _refuse_empty(self, used: frozenset[str]) -> None:
        for name in sorted(self.loaded.empty & used):
            raise empty_terminal(self.loaded.text, next(each for each in self.terminals if each.name == name))

    def build(self) -> Written:
        if self.lexer != "contextual":
            self._refuse_empty(self.loaded.empty)
        if self.lexer.startswith("dynamic"):
            names = tuple(t.name for t in self.terminals)
            lexers = [Lexer(names, self.written, {}, ranked=False, complete=self.lexer == "dynamic_complete")]
            return self._finish(lexers, None, 0)
        if self.parser == "earley":
            return self._finish(self._lexers([self.terminals]), None, 0)
        table = build(self.loaded.rules, self.start, self.numbers)
        if self.lexer == "contextual":  # no lexer is made for what no state accepts
            self._refuse_empty(self.always.union(*(table.sets[number] for number in set(table.native.accepts))))
            contexts = Contexts(self.walker, self.terminals, self.always, table, frozenset(self.keyword_overrides))
            lists, after = contexts.lists, contexts.of_state
        else:
            lists, after = [self.terminals], [0] * len(table.native.accepts)
        always = [self.numbers[name] for name in self.always if name in self.numbers]
        states = LarkStates(table.native, after, always)
        return self._finish(self._lexers(lists), states, after[0])

    def _literals(self) -> dict[str, tuple[str, bool]]:
        """The terminals that match just one text, with it, and whether case matters."""
        return {
            t.name: (t.pattern.value, not t.pattern.flags)
            for t in self.terminals
            if isinstance(t.pattern, PatternStr) and set(t.pattern.flags) <= {"i"} and not self.flags
        }

    def _followers(self) -> dict[str, frozenset[str]]:
        """For each terminal those that may come next, ignored ones among them; left out where that may be anything."""
        sets, of = self.rules.followers()
        names = list(self.numbers)
        anything = set(self.ignore)
        if self.layout is not None:
            anything |= {self.layout.newline, self.layout.indent, self.layout.dedent}
        # thousands of keywords share few sets
        whole = [self.always.union(names[each] for each in members) for members in sets]
        return {name: whole[of[self.numbers[name]]] for name in self.used if name not in anything}

    def _lexers(self, lists: Sequence[Sequence[TerminalDef]]) -> list[Lexer]:
        """Lark's own lists, keywords taken out of them as lark does; with a layout once more for within brackets."""
        lexers = []
        for terminals in lists:
            names = {t.name for t in terminals}
            unless: dict[str, tuple[str, ...]] = {}
            embedded = set()
            for (keyword, name), taken in self.keyword_overrides.items():
                if keyword in names and name in names:
                    unless[name] = (*unless.get(name, ()), keyword)
                    if taken:
                        embedded.add(keyword)
            order = tuple(t.name for t in terminals if t.name not in embedded)
            lexers.append(Lexer(order, self.written, unless))
        if self.layout is None:
            return lexers
        newline = self.layout.newline
        return [
            *(replace(each, line_end=newline) for each in lexers),
            *(replace(each, dropped=frozenset((newline,))) for each in lexers),
        ]

    def _finish(self, lexers: Sequence[Lexer], states: LarkStates | None, lexer: int) -> Written:
        product = Product(self.numbers, self.walker, lexers, self.layout)
        made = product.grammar(self.rules, self.start, states, lexer)
        if made is None:
            why = endless(self.loaded.rules, self.start, {terminal.name for terminal in self.terminals})
            if not why and not self.lexer.startswith("dynamic"):
                why = swallowed(self.terminals, self._followers(), self.written, self.flags)
            raise GrammarError(f"lark: no text matches `{self.start}` with {self.parser}/{self.lexer}{why}")
        return made
