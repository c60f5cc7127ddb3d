"""The reports on grammars in GBNF, ABNF and EBNF."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

from constrain.errors import ConstrainError, GrammarError
from constrain.grammar import Grammar
from constrain.support.deep_stack import roomy

from ..abnf import abnf
from ..abnf.front import read as read_abnf
from ..ebnf import ebnf
from ..ebnf.front import parse as parse_ebnf
from ..gbnf import gbnf
from ..gbnf.assemble import Code, Either, Reference, Source, Times, Together, empty_rules, holds
from ..gbnf.front import components, references
from ..gbnf.parse import parse
from ..regex.errors import excerpt
from .report import Finding, Report

_LLAMA_COUNT = 2_000  # repetitions of which llama.cpp takes fewer


@roomy
def check_gbnf(text: str, root: str = "root", *, source: str = "grammar") -> Report:
    """The report on a grammar; `root` is that of `gbnf`, `source` its name in the report. Raises what `gbnf` raises
    where the text cannot be read."""
    parsed = parse(text)
    portability = list(_portability(parsed, _groups(parsed, root)))
    return _report(parsed, root, source, "GBNF", lambda: gbnf(text, root), portability)


def check_abnf(text: str, start: str | None = None, *, source: str = "grammar") -> Report:
    """The report on a grammar; `start` is that of `abnf`, `source` its name in the report. Raises what `abnf` raises
    where the text cannot be read."""
    parsed, root = read_abnf(text, start)
    return _report(parsed, root, source, "ABNF", lambda: abnf(text, start))


def check_ebnf(text: str, start: str | None = None, *, dialect: str = "auto", source: str = "grammar") -> Report:
    """The report on a grammar; `start` and `dialect` are those of `ebnf`, `source` its name in the report. Raises what
    `ebnf` raises where the text cannot be read."""
    parsed, root, dialect = parse_ebnf(text, start, dialect)
    return _report(parsed, root, source, f"EBNF, dialect {dialect}", lambda: ebnf(text, start, dialect=dialect))


def _groups(parsed: Source, root: str) -> list[list[str]]:
    return list(components(parsed, root)) if root in parsed.rules else []


def _report(
    parsed: Source,
    root: str,
    source: str,
    notation: str,
    build: Callable[[], Grammar],
    more: Iterable[Finding] = (),
) -> Report:
    grammar: Grammar | None = None
    refusal: ConstrainError | None = None
    began = time.perf_counter()
    try:
        grammar = build()
    except ConstrainError as error:
        refusal = error
    seconds = time.perf_counter() - began
    reached = {name for group in _groups(parsed, root) for name in group}
    findings = [
        *_redefined(parsed),
        *_unproductive(parsed, reached),
        *(_finding(parsed, "unused", name, f"rule {name}") for name in parsed.defined if name not in reached),
        *more,
    ]
    if refusal is None and any(f.kind == "unproductive" and f.names == (root,) for f in findings):
        refusal = GrammarError(f"{notation}: no text matches `{root}`: it needs itself without end")
    return Report(
        source,
        notation,
        len(reached),
        0,
        tuple(findings),
        len(grammar.productions) if grammar is not None else None,
        seconds if grammar is not None else None,
        refusal,
    )


def _finding(parsed: Source, kind: str, name: str, message: str) -> Finding:
    return Finding(kind, (name,), message, excerpt(parsed.text, parsed.defined[name])[0])


def _redefined(parsed: Source) -> Iterator[Finding]:
    for name in parsed.redefined:
        yield _finding(parsed, "redefined", name, f"rule {name}: this definition counts, those before it do not")


def _unproductive(parsed: Source, reached: set[str]) -> Iterator[Finding]:
    good: set[str] = set()
    users: dict[str, list[str]] = {}
    for name in reached:
        for used in references(parsed.rules[name]):
            users.setdefault(used, []).append(name)
    waiting = sorted(reached)
    while waiting:
        name = waiting.pop()
        if name not in good and holds(parsed.rules[name], good, empty=False):
            good.add(name)
            waiting += users.get(name, ())
    for name in parsed.defined:
        if name in reached and name not in good:
            yield _finding(parsed, "unproductive", name, f"rule {name} needs itself without end")


def _portability(parsed: Source, groups: list[list[str]]) -> Iterator[Finding]:
    """What llama.cpp refuses or widens."""
    nullable = empty_rules({name: parsed.rules[name] for group in groups for name in group})
    for group in groups:
        members = set(group)
        first = {name: _first(parsed.rules[name], nullable) & members for name in group}
        for name in group:
            seen: set[str] = set()
            waiting = list(first[name])
            while waiting:
                other = waiting.pop()
                if other not in seen:
                    seen.add(other)
                    waiting += first[other]
            if name in seen:
                yield _finding(parsed, "portability", name, f"rule {name} is left-recursive, which llama.cpp refuses")
        for name in group:
            for op in parsed.rules[name]:
                if isinstance(op, Times) and max(op.low, op.high or 0) >= _LLAMA_COUNT:
                    count = f"{{{op.low},{'' if op.high is None else op.high}}}"
                    message = f"rule {name}: {count} is kept; llama.cpp refuses or widens {_LLAMA_COUNT:,} and more"
                    yield _finding(parsed, "portability", name, message)
                    break


def _first(code: Code, nullable: set[str]) -> set[str]:
    """The rules with which a right side may begin."""
    stack: list[tuple[set[str], bool]] = []  # begins with; may be empty
    for op in code:
        if isinstance(op, Reference):
            stack.append(({op.name}, op.name in nullable))
        elif isinstance(op, Times):
            begins, empty = stack.pop()
            stack.append((begins, empty or op.low == 0))
        elif isinstance(op, Together | Either):
            parts = stack[len(stack) - op.items :]
            del stack[len(stack) - op.items :]
            if isinstance(op, Either):
                stack.append((set().union(*(b for b, _ in parts)), any(e for _, e in parts)))
            else:
                begins = set()
                for part, empty in parts:
                    begins |= part
                    if not empty:
                        break
                stack.append((begins, all(e for _, e in parts)))
        else:
            stack.append((set(), False))
    return stack[0][0]
