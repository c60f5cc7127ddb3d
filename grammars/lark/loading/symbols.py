"""What a grammar's statements define: rules, terminals and what is ignored, with imports, as lark's loader has it.

A name that is imported is written as lark mangles it. A terminal refers to those of its own file, whatever the
importing grammar overrides. Only what is as lark wants it comes out: for everything else `NotRead` is raised, and
lark's loader names what is wrong.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import lark.load_grammar as loader
from lark.grammar import RuleOptions
from lark.lexer import Pattern

from constrain.budget import share

from .literals import terminal
from .parser import NAME, Definition, NotRead, Statement
from .sizes import MAX_WAYS, too_many_ways

Mangle = Callable[[str], str]


@dataclass(slots=True)
class RuleDefined:
    """A rule or template; `given` are the arguments of a template that is used, by parameter: symbol, if filtered."""

    name: str
    definition: Definition
    options: RuleOptions
    mangle: Mangle | None
    params: tuple[str, ...] = ()
    given: Mapping[str, tuple[str, bool]] = field(default_factory=dict)

    def with_arguments(self, name: str, given: Mapping[str, tuple[str, bool]]) -> RuleDefined:
        """The rule that a template becomes."""
        return RuleDefined(name, self.definition, copy(self.options), self.mangle, (), given)

    def used(self) -> set[str]:
        """The names on its right side."""
        names = self.definition.used
        return set(names if self.mangle is None else map(self.mangle, names))


@dataclass(slots=True)
class TerminalDefined:
    """A terminal, or None for a definition if it is only declared; `beside` are the terminals that it may refer to."""

    definition: Definition | None
    mangle: Mangle | None
    beside: Mapping[str, RuleDefined | TerminalDefined]
    priority: int = 0
    made: Pattern | None = None
    checked: bool | None = None  # None: not yet; False: it is being checked

    def refer(self, name: str) -> TerminalDefined:
        """The terminal that it means by a name."""
        found = self.beside.get(name if self.mangle is None else self.mangle(name))
        if not isinstance(found, TerminalDefined) or found.definition is None:
            raise NotRead
        return found

    def check(self) -> None:
        """Refuses references to what is no terminal, or that lead back here."""
        if self.checked is None:
            self.checked = False
            for name in self.definition.used if self.definition is not None else ():
                self.refer(name).check()
            self.checked = True
        if not self.checked:
            raise NotRead

    def pattern(self) -> Pattern:
        """Its pattern."""
        if self.made is None:
            assert self.definition is not None
            self.made = terminal(self.definition, lambda name: self.refer(name).pattern())
        return self.made


Defined = dict[str, RuleDefined | TerminalDefined]


class Definitions:
    """Of one text, and of what it imports."""

    def __init__(self) -> None:
        self.of: Defined = {}
        self.ignored: list[str] = []

    def add(self, statements: Iterable[Statement], mangle: Mangle | None) -> None:
        """What the statements define, imports aside; `mangle` where they are imported."""
        terminals: Defined = {}  # those of this text, as they are now
        for statement in statements:
            definition = statement.definition
            if statement.kind == "ignore":
                if mangle is None and definition is not None:
                    self._ignore(definition, terminals)
            elif statement.kind == "declare":
                for name, is_term in statement.names:
                    if not is_term:
                        raise NotRead
                    self._put(name if mangle is None else mangle(name), TerminalDefined(None, mangle, terminals))
            elif definition is not None:
                made = _defined(definition, mangle, terminals)
                self._put(definition.name if mangle is None else mangle(definition.name), made, statement.kind)
        terminals.update((name, each) for name, each in self.of.items() if isinstance(each, TerminalDefined))
        for each in terminals.values():
            if isinstance(each, TerminalDefined) and each.beside is terminals:
                each.check()

    def include(self, imported: Defined) -> None:
        """What has been imported."""
        for name, made in imported.items():
            self._put(name, made)

    def _put(self, name: str, made: RuleDefined | TerminalDefined, kind: str = "") -> None:
        if name.startswith("__") or (name in self.of) != (kind == "override"):
            raise NotRead
        self.of[name] = made

    def _ignore(self, definition: Definition, terminals: Defined) -> None:
        if len(definition.body.ways) == 1 and len(definition.body.ways[0][0]) == 1:
            (part,) = definition.body.ways[0][0]
            if part.kind == NAME and part.how:
                self.ignored.append(part.of)
                return
        name = f"__IGNORE_{len(self.ignored)}"
        self.ignored.append(name)
        self.of[name] = TerminalDefined(definition, None, terminals)

    def only(self, wanted: Iterable[str]) -> Defined:
        """The named ones, and the rules and terminals that these need."""
        found = set(wanted)
        waiting = deque(found)
        while waiting:
            each = self.of.get(waiting.popleft())
            if isinstance(each, RuleDefined):
                fresh = each.used() - set(each.params) - found
                found |= fresh
                waiting.extend(fresh)
        return {name: each for name, each in self.of.items() if name in found}

    def check(self) -> None:
        """Refuses what uses names that nothing defines, or templates with the wrong number of arguments."""
        names = set(self.of)
        if not names.issuperset(self.ignored):
            raise NotRead
        for each in self.of.values():
            if isinstance(each, TerminalDefined):
                continue
            params = each.params
            if len(set(params)) < len(params) or not names.isdisjoint(params) or each.used() - names - set(params):
                raise NotRead
            for usage in each.definition.usages:
                name = usage.of if each.mangle is None else each.mangle(usage.of)
                used = self.of.get(name)
                if name not in params and (not isinstance(used, RuleDefined) or len(used.params) != len(usage.how)):
                    raise NotRead


def _defined(definition: Definition, mangle: Mangle | None, terminals: Defined) -> RuleDefined | TerminalDefined:
    if definition.is_term:
        if definition.usages:
            raise NotRead
        return TerminalDefined(definition, mangle, terminals, definition.priority or 0)
    if definition.ways > share(MAX_WAYS):
        raise too_many_ways()
    name, modifiers = definition.name, definition.modifiers
    if "?" in modifiers and name.startswith("_"):
        raise NotRead
    options = RuleOptions("!" in modifiers, "?" in modifiers, definition.priority, name if definition.params else None)
    params: Sequence[str] = definition.params
    if mangle is not None:
        name, params = mangle(name), [mangle(each) for each in params]
    return RuleDefined(name, definition, options, mangle, tuple(params))


def mangler(path: Sequence[str], aliases: Mapping[str, str], outer: Mangle | None) -> Mangle:
    """What imported names become: the aliases for those that are asked for, a prefix before the others."""
    known: dict[str, str] = {}
    lark_mangle: Any = loader._get_mangle("__".join(path), aliases, outer)  # type: ignore[no-untyped-call]

    def mangle(name: str) -> str:
        found = known.get(name)
        if found is None:
            found = known[name] = lark_mangle(name)
        return found

    return mangle
