"""A Lark grammar's report: what its author did not mean, as far as one can tell, and what is slow."""

from __future__ import annotations

import re
import time
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import lark.load_grammar as loader
from lark.grammar import Symbol
from lark.lexer import PatternStr, TerminalDef

from constrain.errors import ConstrainError, GrammarError, LimitExceeded
from constrain.grammar import Grammar, LineEnd, Terminal
from constrain.patterns.pattern import ANY, Pattern, alternation, complement, concat, intersection
from constrain.support.deep_stack import roomy
from constrain.support.shown import shown

from ..bytewise import by_bytes
from ..json_schema.values.strings import matches_nothing
from ..lark import lark
from ..lark.loading.fallback import Builder
from ..lark.loading.foreign import foreign
from ..lark.loading.load import Loaded, load
from ..lark.parsing.contextual_lexers import sort_key
from ..lark.parsing.lalr import build
from .collisions import MAX_PAIRS, overlaps, pattern_of, shortest
from .conflicts import conflicts
from .costs import MANY, costs
from .report import Finding, Report, line_of


@roomy
def check_lark(
    text: str,
    start: str = "start",
    *,
    parser: str = "lalr",
    lexer: str | None = None,
    import_paths: Sequence[Any] = (),
    postlex: Any = None,
    source: str = "grammar",
) -> Report:
    """The report on a grammar; the arguments are those of `lark`, `source` its name in the report.

    A grammar that `lark` refuses is reported too, with `refusal`, as far as it can be read at all; one that cannot be
    read raises what `lark` raises.

    >>> print(check_lark('start: A | B\\nA: /a+/\\nB: /[ab]/').of("collision")[0].example)
    a
    """
    lexer = lexer or ("contextual" if parser == "lalr" else "dynamic")
    try:
        return _check(text, start, parser, lexer, import_paths, postlex, source)
    except GrammarError:
        other = foreign(text)
        if other is not None:
            raise other from None
        raise
    except RecursionError:
        raise LimitExceeded("lark: the rules or terminals are nested too deep; split them") from None


def _check(
    text: str, start: str, parser: str, lexer: str, import_paths: Sequence[Any], postlex: Any, source: str
) -> Report:
    always = [postlex.NL_type] if postlex is not None else []
    loaded = load(text, start, import_paths, always)
    _ = loaded.empty  # raises for wrong expressions
    literal = {t.name: f'"{t.pattern.value}"' for t in loaded.terminals if isinstance(t.pattern, PatternStr)}
    grammar: Grammar | None = None
    refusal: ConstrainError | None = None
    began = time.perf_counter()
    try:
        grammar = lark(text, start, parser=parser, lexer=lexer, import_paths=import_paths, postlex=postlex)
    except ConstrainError as error:
        refusal = error
    seconds = time.perf_counter() - began
    places = _places(loaded, lexer, start, always)
    nothing = _nothing(loaded, grammar, postlex, places)
    findings = [*_unproductive(text, loaded.rules, nothing), *_unused(text, start, import_paths, always)]
    passed_over: list[str] = []
    if not lexer.startswith("dynamic"):
        found, passed_over = _collisions(text, loaded, places)
        findings += found
    if parser == "lalr":
        told = conflicts(loaded.rules, start, lambda name: literal.get(name, name))
        findings += [Finding("conflict", (name,), message, line_of(text, name)) for name, message in told]
    findings += _joined(text, loaded)
    findings += _costs(text, loaded.terminals)
    return Report(
        source,
        f"{parser}/{lexer}" + (f", postlex {type(postlex).__name__}" if postlex is not None else ""),
        len({rule.origin.name for rule in loaded.rules if not rule.origin.name.startswith("__")}),
        len(loaded.terminals),
        tuple(findings),
        len(grammar.productions) if grammar is not None else None,
        seconds if grammar is not None else None,
        refusal,
        tuple(passed_over),
    )


def _joined(text: str, loaded: Loaded) -> Iterator[Finding]:
    """Keywords beside words, where nothing is ignored and so nothing may stand between them."""
    terminals = {t.name: t for t in loaded.terminals}

    @cache
    def short(name: str) -> str:
        with suppress(ConstrainError):  # what this cannot say of an expression, `lark` does
            return shortest(pattern_of(terminals[name].pattern.to_regexp())) or ""
        return ""

    found: dict[tuple[str, str], str] = {}
    for rule in loaded.rules if not loaded.ignore else ():
        for one, other in pairwise(rule.expansion):
            pair = [terminals[s.name] for s in (one, other) if s.name in terminals]
            if len(pair) == 2 and any(isinstance(t.pattern, PatternStr) for t in pair):
                texts = [short(t.name) for t in pair]
                if all(map(str.isalpha, texts)) and any(len(each) > 1 for each in texts):
                    found.setdefault((one.name, other.name), " and ".join(map(shown, texts)))
    for names, joined in found.items():
        message = f"{' and '.join(names)}: nothing separates {joined}; write the blank, or `%ignore`"
        yield Finding("joined", names, message, line_of(text, names[0]) or line_of(text, names[1]))


def _costs(text: str, terminals: Sequence[TerminalDef]) -> Iterator[Finding]:
    """What is slow in terminals, those together that have it in common; and long repetitions in rules."""
    having: dict[str, list[str]] = {}
    for terminal in sorted(terminals, key=lambda t: (line_of(text, t.name) or 0, t.name)):
        for cost in costs(terminal.pattern.to_regexp()):
            having.setdefault(cost, []).append(terminal.name)
    for cost, names in having.items():
        yield Finding("cost", tuple(names), f"{', '.join(names)}: {cost}", line_of(text, names[0]))
    for repetition in loader._parse_grammar(text, "<text>").find_data("expr"):  # type: ignore[no-untyped-call]
        operator, *counts = repetition.children[1:]
        if operator == "~" and int(counts[-1]) >= MANY:
            message = f"`~{'..'.join(counts)}` is written out as rules; a terminal, or `*`, is read in fewer steps"
            yield Finding("cost", (), message, operator.line)


def _nothing(loaded: Loaded, grammar: Grammar | None, postlex: Any, places: Sequence[frozenset[str]]) -> dict[str, str]:
    """Terminals that never come in a text, and why."""
    nothing = {
        t.name: "matches no text" for t in loaded.terminals if matches_nothing(t.pattern.to_regexp(), ["python", 0])
    }
    if grammar is not None and not _has_blocks(grammar):
        way = "give a postlex= whose NL_type is the terminal of line ends"
        if postlex is not None:
            way = f"the postlex makes it after {postlex.NL_type}, which no rule names or which has no line end"
        declared = {s.name for rule in loaded.rules for s in rule.expansion if s.is_term}
        declared -= {terminal.name for terminal in loaded.terminals}
        nothing |= dict.fromkeys(declared, f"is declared, and nobody makes it: {way}")
    taken = "never comes: wherever it may stand, lark's lexer reads others in its texts"
    return nothing | dict.fromkeys(_taken(loaded.terminals, places), taken)


def _has_blocks(grammar: Grammar) -> bool:
    waiting: list[Any] = list(grammar.productions.values())
    while waiting:
        expression = waiting.pop()
        if isinstance(expression, LineEnd):
            return True
        for field in ("parts", "part"):
            found = getattr(expression, field, None)
            waiting += found if isinstance(found, tuple | list) else [] if found is None else [found]
    return False


def _taken(terminals: Sequence[TerminalDef], places: Sequence[frozenset[str]]) -> Iterator[str]:
    """Terminals of which each text is another's, or begins with one that lark tries first, at every place.

    A keyword that an expression of the same priority matches as a whole is none of lark's alternatives: it is the
    keyword's where the expression has read just that.
    """
    of = {t.name: t for t in terminals}
    texts = {t.name: _texts(t) for t in terminals}
    tried = 0
    for name, mine in texts.items():
        at = [place for place in places if name in place]
        tried += sum(map(len, at))
        if mine is None or not at or tried >= MAX_PAIRS:
            continue
        others = ([_before(of[each], of[name], texts[each]) for each in place if each in of] for place in at)
        if all(_lies_in(mine, [each for each in some if each is not None]) for some in others):
            yield name


def _texts(terminal: TerminalDef) -> Pattern | None:
    with suppress(ConstrainError):
        return pattern_of(terminal.pattern.to_regexp())
    return None  # what cannot be said here is not claimed


def _before(other: TerminalDef, terminal: TerminalDef, texts: Pattern | None) -> Pattern | None:
    """What the other, which has these texts, keeps from the terminal where both may stand; None if nothing."""
    keyword, expression = sorted((terminal, other), key=lambda t: not isinstance(t.pattern, PatternStr))
    if (
        isinstance(keyword.pattern, PatternStr) != isinstance(expression.pattern, PatternStr)
        and keyword.priority == expression.priority
        and re.fullmatch(expression.pattern.to_regexp(), keyword.pattern.value) is not None
    ):
        return texts if other is keyword else None
    return concat(texts, ANY) if texts is not None and sort_key(other) < sort_key(terminal) else None


def _lies_in(texts: Pattern, others: Sequence[Pattern]) -> bool:
    if not others:
        return False
    with suppress(ConstrainError):
        try:
            by_bytes(Grammar("text", {"text": Terminal(intersection(texts, complement(alternation(*others))), "text")}))
        except GrammarError:  # no text matches
            return True
    return False


def _productive(rules: Sequence[Any], nothing: Container[str]) -> set[str]:
    """The rules with a text, if these terminals have none."""
    good: set[str] = set()
    changed = True
    while changed:
        changed = False
        for rule in rules:
            if rule.origin.name not in good and all(
                s.name not in nothing if s.is_term else s.name in good for s in rule.expansion
            ):
                good.add(rule.origin.name)
                changed = True
    return good


def _unproductive(text: str, rules: Sequence[Any], nothing: Mapping[str, str]) -> Iterator[Finding]:
    """Terminals that come to `nothing`, for which reason, and rules that need those or themselves without end."""
    good = _productive(rules, nothing)
    for name, reason in sorted(nothing.items()):
        yield Finding("unproductive", (name,), f"terminal {name} {reason}", line_of(text, name))
    why = "needs itself without end" + (f", or {_listed(nothing)}" if nothing else "")
    for name in dict.fromkeys(str(rule.origin.name) for rule in rules):
        if name not in good and not name.startswith("__"):  # helpers are lark's own
            yield Finding("unproductive", (name,), f"rule {name} {why}", line_of(text, name))


def _listed(names: Iterable[str]) -> str:
    """Some of them, in words."""
    shown = sorted(names)
    return ", ".join(shown[:3]) + (f" or {len(shown) - 3} more" if len(shown) > 3 else "")


def _unused(text: str, start: str, import_paths: Sequence[Any], always: Sequence[str]) -> Iterator[Finding]:
    """Definitions and imports of the text itself that no way from the start leads to."""
    builder = Builder(False, list(import_paths))
    builder.load_grammar(text, "<text>")
    definitions = {str(name): definition for name, definition in builder._definitions.items()}
    # in terminals the loader has put the trees of others in the place of their names
    owners = {id(definition.tree): name for name, definition in definitions.items() if definition.is_term}
    reached: set[str] = set()
    waiting = [start, *builder._ignore_names, *always]
    while waiting:
        name = waiting.pop()
        if name in definitions and name not in reached:
            reached.add(name)
            tree = definitions[name].tree
            if tree is not None:
                waiting += [symbol.name for symbol in tree.scan_values(lambda v: isinstance(v, Symbol))]
                waiting += [owners[id(part)] for part in tree.iter_subtrees() if id(part) in owners]
    for name, definition in definitions.items():
        line = line_of(text, name)
        if name not in reached and line is not None:
            kind = "terminal" if definition.is_term else "rule"
            yield Finding("unused", (name,), f"{kind} {name}", line)


def _places(loaded: Loaded, lexer: str, start: str, always: Sequence[str]) -> list[frozenset[str]]:
    """The sets of terminals of which lark's lexer reads one; none with a dynamic lexer."""
    if lexer.startswith("dynamic"):
        return []
    if lexer != "contextual":
        return [frozenset(t.name for t in loaded.terminals)]
    try:
        accepts = build(loaded.rules, start).accepts
    except ConstrainError:
        return []
    return list(dict.fromkeys(frozenset((*each, *loaded.ignore, *always)) for each in accepts))


def _collisions(text: str, loaded: Loaded, places: Sequence[frozenset[str]]) -> tuple[list[Finding], list[str]]:
    """Regular terminals of one priority that match the same text and may stand in the same place."""
    terminals = {t.name: t for t in loaded.terminals if not isinstance(t.pattern, PatternStr)}
    overlapping = {frozenset(pair) for place in places for pair in combinations(place & terminals.keys(), 2)}
    pairs = []
    for one, other in sorted(tuple(sorted(pair)) for pair in overlapping):
        if terminals[one].priority == terminals[other].priority:
            pairs.append((one, other))
    found, passed_over = overlaps({n: t.pattern.to_regexp() for n, t in terminals.items()}, pairs)
    findings = []
    for one, other, example in found:
        winner, loser = sorted((terminals[one], terminals[other]), key=sort_key)
        both = f"{winner.name} and {loser.name} both match {example!r}"
        message = f"{both}: lark tries {winner.name} first{_why(winner, loser)}"
        line = line_of(text, loser.name) or line_of(text, winner.name)
        findings.append(Finding("collision", (winner.name, loser.name), message, line, example))
    return findings, passed_over


def _why(winner: TerminalDef, loser: TerminalDef) -> str:
    """Which of lark's rules decides."""
    if winner.pattern.max_width != loser.pattern.max_width:
        return ", as it may be longer"
    if len(winner.pattern.value) != len(loser.pattern.value):
        return ", as its pattern is written longer"
    return ", by its name; a priority (`NAME.1`) would decide"
