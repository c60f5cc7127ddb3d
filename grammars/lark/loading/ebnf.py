"""Rules with repetitions, options and brackets written as plain ones, the same that lark writes, in its order.

Lark names what it makes as it meets it: the deepest parts of a rule first, and from left to right. So literals are
named, templates filled in and repetitions given rules of their own, each in that order. What is left are nested
tuples, "|" before alternatives and "&" before what follows one another, which are multiplied out. A terminal is its
name after "$", and an option that leaves a gap in lark's tree is "", so that rules which differ only there are told
apart as long as lark does. The oracle is lark's own loader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import lark.load_grammar as loader
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.lexer import Pattern, PatternStr, TerminalDef
from lark.utils import is_id_continue, is_id_start, small_factors

from constrain.budget import share

from .literals import character_range, literal
from .parser import GROUP, LITERAL, MAYBE, NAME, RANGE, USAGE, Body, NotRead, Part
from .sizes import FACTOR, LARGE, MAX_NAME, MAX_USED, MAX_WRITTEN, endless, too_much
from .symbols import RuleDefined

Tree = str | tuple[Any, ...]
Way = tuple[str, ...]
_GAP = ""
_NOTHING: Tree = ("&",)


def expand(definitions: Sequence[RuleDefined], terminals: list[TerminalDef]) -> list[Rule]:
    """Lark's rules, in its order; literals that are no terminal yet are put after `terminals`."""
    return _Expansion(definitions, terminals).rules()


@dataclass(slots=True)
class _Made:
    """A rule before its right side is multiplied out."""

    name: str
    ways: Sequence[tuple[Tree, str | None]]
    options: RuleOptions | None


class _Expansion:
    """Of all rules of one grammar."""

    def __init__(self, definitions: Sequence[RuleDefined], terminals: list[TerminalDef]) -> None:
        self.definitions, self.terminals = list(definitions), terminals
        self.templates = {each.name: each for each in definitions if each.params}
        self.filled: set[str] = set()
        self.of_pattern: dict[Pattern, str] = {each.pattern: each.name for each in terminals}
        self.names = {each.name for each in terminals}
        self.anonymous = 0
        self.of_literal: dict[tuple[str, str], str] = {}
        self.repeats: dict[Any, str] = {}
        self.count = 0
        self.total = 0  # of what is written, as `sizes` reckons
        self.more: list[_Made] = []
        # of the rule that is being read
        self.rule = self.definitions[0] if self.definitions else None
        self.kept: RuleOptions | None = None
        self.uses: dict[int, str] = {}
        self.trees: dict[int, Tree] = {}

    def rules(self) -> list[Rule]:
        made = []
        for definition in self.definitions:  # grows as templates are used
            if not definition.params:
                made.append(self.read(definition))
        return self.written([*made, *self.more])

    # --- one rule

    def read(self, definition: RuleDefined) -> _Made:
        """The rule with literals named and repetitions as rules of their own."""
        own = definition.definition
        self.total += own.written
        if self.total > share(MAX_WRITTEN):
            raise too_much()
        self.rule = definition
        self.kept = RuleOptions(keep_all_tokens=True) if definition.options.keep_all_tokens else None
        self.uses, self.trees = {}, {}
        for part in sorted(own.literals, key=_depth):
            self.literal(part)
        for part in sorted(own.usages, key=_depth):
            self.uses[id(part)] = self.fill(part)
        for part in sorted(own.repeated, key=_depth):
            self.trees[id(part)] = self.maybe(part) if part.kind == MAYBE else self.repeat(part)
        mangle = definition.mangle or str
        ways = [(("&", *map(self.tree, parts)), alias and mangle(alias)) for parts, alias in own.body.ways]
        return _Made(definition.name, ways, definition.options)

    def tree(self, part: Part) -> Tree:
        kind = part.kind
        if kind == NAME:
            return self.symbol(part)
        if kind in (LITERAL, RANGE):
            return self.literal(part)
        if kind == GROUP:
            return self.body(part.of)
        if kind == USAGE:
            return self.uses[id(part)]
        return self.trees[id(part)]

    def body(self, body: Body) -> Tree:
        return ("|", *(("&", *map(self.tree, parts)) for parts, _ in body.ways))

    def symbol(self, part: Part) -> str:
        rule = self.rule
        assert rule is not None
        name: str = part.of
        if rule.mangle is not None:
            name = rule.mangle(name)
        if name in rule.given:
            return rule.given[name][0]
        return "$" + name if part.how else name

    def counts(self, part: Part) -> bool:
        """Whether a symbol has a place in lark's trees."""
        symbol = self.tree(part)
        assert isinstance(symbol, str)
        if not symbol.startswith("$"):
            return not symbol.startswith("_")
        return self.kept is not None or not self.filtered(part)

    def filtered(self, part: Part) -> bool:
        """Whether lark marks a terminal, where it stands, as one to leave out."""
        rule = self.rule
        assert rule is not None
        if part.kind == NAME:
            name: str = part.of if rule.mangle is None else rule.mangle(part.of)
            return rule.given[name][1] if name in rule.given else part.of.startswith("_")
        return self.kept is None and part.kind == LITERAL and part.how == "STRING"

    def literal(self, part: Part) -> str:
        """The terminal of a literal, a new one where none has its pattern."""
        key = part.of, part.how
        found = self.of_literal.get(key)
        if found is None:
            pattern = character_range(*key) if part.kind == RANGE else literal(*key)
            found = self.of_literal[key] = "$" + (self.of_pattern.get(pattern) or self.named(pattern))
        return found

    def named(self, pattern: Pattern) -> str:
        """Names a pattern as lark does and puts it after the terminals."""
        name = None
        if isinstance(pattern, PatternStr):
            value = pattern.value
            name = loader._TERMINAL_NAMES.get(value)
            if name is None and value and is_id_continue(value) and is_id_start(value[0]):
                name = value.upper()
            if name in self.names:
                name = None
        if name is None:
            name = f"__ANON_{self.anonymous}"
            self.anonymous += 1
        if name in self.names:
            raise NotRead
        self.names.add(name)
        self.of_pattern[pattern] = name
        self.terminals.append(TerminalDef(name, pattern))
        return name

    # --- templates

    def fill(self, part: Part) -> str:
        """The rule that a template becomes with these arguments."""
        rule = self.rule
        assert rule is not None
        name = part.of if rule.mangle is None else rule.mangle(part.of)
        if name in rule.given:
            name = rule.given[name][0]
        if name not in self.templates:
            raise NotRead
        arguments = [(str(self.tree(each)), self.filtered(each)) for each in part.how]
        result = f"{name}{{{','.join(symbol.removeprefix('$') for symbol, _ in arguments)}}}"
        if result not in self.filled:
            self.filled.add(result)
            template = self.templates[name]
            if len(template.params) != len(arguments):
                raise NotRead
            if len(self.filled) > share(MAX_USED) or len(result) > share(MAX_NAME):
                raise endless(name)
            given = dict(zip(template.params, arguments, strict=True))
            self.definitions.append(template.with_arguments(result, given))
        return result

    # --- repetitions

    def maybe(self, part: Part) -> Tree:
        return ("|", self.body(part.of), ("&", *[_GAP] * self.size_of(part.of)))

    def size_of(self, body: Body) -> int:
        """How many places lark's tree has for the longest alternative."""
        return max(sum(map(self.size, parts)) for parts, _ in body.ways)

    def size(self, part: Part) -> int:
        if part.kind == GROUP or part.kind == MAYBE:
            return self.size_of(part.of)
        if part.kind in (NAME, LITERAL, RANGE, USAGE):
            return int(self.counts(part))
        operator, *counts = part.how
        if operator == "?":
            return self.size(part.of)
        # what stands for the others is a rule that lark leaves out
        return int(counts[-1]) * self.size(part.of) if operator == "~" and counts[-1] < LARGE else 0

    def repeat(self, part: Part) -> Tree:
        inner = self.tree(part.of)
        operator, *counts = part.how
        if operator == "?":
            return ("|", inner, _NOTHING)
        if operator == "*":
            return ("|", self.recurse("star", inner), _NOTHING)
        if operator == "+":
            return self.recurse("plus", inner)
        return self.times(inner, counts[0], counts[-1])

    def recurse(self, kind: str, inner: Tree) -> str:
        """A rule for one or more times the part."""
        known = self.repeats.get(inner)
        if known is not None:
            return known
        name = self.new_name(kind)
        return self.add(inner, name, [("&", inner), ("&", name, inner)])

    def new_name(self, kind: str) -> str:
        assert self.rule is not None
        self.count += 1
        return f"__{self.rule.name}_{kind}_{self.count - 1}"

    def add(self, key: Any, name: str, ways: Sequence[Tree]) -> str:
        self.more.append(_Made(name, [(way, None) for way in ways], self.kept))
        self.repeats[key] = name
        return name

    def times(self, inner: Tree, low: int, high: int) -> Tree:
        """From `low` to `high` times; large numbers are divided into factors, each a rule."""
        if high < LARGE:
            return ("|", *(("&", *[inner] * count) for count in range(low, high + 1)))
        target: Tree = inner
        for a, b in small_factors(low, FACTOR):
            target = self.exactly(a, b, target, inner)
        if low == high:
            return target
        more, up_to = inner, _NOTHING
        *factors, (a, b) = small_factors(high - low + 1, FACTOR)
        for c, d in factors:
            up_to = self.fewer(c, d, more, up_to, inner)
            more = self.exactly(c, d, more, inner)
        return ("|", ("&", target, self.fewer(a, b, more, up_to, inner)))

    def exactly(self, a: int, b: int, target: Tree, inner: Tree) -> str:
        """`a` times the target and `b` times the part."""
        key = a, b, target, inner
        known = self.repeats.get(key)
        return known or self.add(key, self.new_name(f"repeat_a{a}_b{b}"), [("&", *[target] * a, *[inner] * b)])

    def fewer(self, a: int, b: int, target: Tree, up_to: Tree, inner: Tree) -> str:
        """Fewer times than `exactly`, where `up_to` is fewer than the target."""
        key = a, b, target, inner, "opt"
        known = self.repeats.get(key)
        if known is not None:
            return known
        ways = [("&", *[target] * count, up_to) for count in range(a)]
        ways += [("&", *[target] * a, *[inner] * count) for count in range(b)]
        return self.add(key, self.new_name(f"repeat_a{a}_b{b}_opt"), ways)

    # --- plain rules

    def written(self, made: Sequence[_Made]) -> list[Rule]:
        symbols: dict[str, Symbol] = {}
        out: list[Rule] = []
        names = set()
        for each in made:
            name, options = each.name, each.options
            names.add(name)
            origin = NonTerminal(name)
            ways = dict.fromkeys((way, alias) for tree, alias in each.ways for way in _ways(tree))
            seen: set[Way] = set()
            for order, (way, alias) in enumerate(ways):
                if alias and name.startswith("_"):
                    raise NotRead
                own = options
                if _GAP in way:
                    own = copy(options) or RuleOptions()
                    own.empty_indices = tuple(symbol == _GAP for symbol in way)
                    way = tuple(symbol for symbol in way if symbol != _GAP)
                if way in seen:
                    if way:
                        raise NotRead
                    continue
                seen.add(way)
                expansion = []
                for symbol in way:
                    found = symbols.get(symbol)
                    if found is None:
                        found = Terminal(symbol[1:]) if symbol.startswith("$") else NonTerminal(symbol)
                        symbols[symbol] = found
                    expansion.append(found)
                out.append(Rule(origin, expansion, order, alias, own))
        if len(names) < len(made):
            raise NotRead
        return out


def _depth(part: Part) -> int:
    return -part.depth


def _ways(tree: Tree) -> list[Way]:
    """All alternatives, those of the first part changing slowest; the same comes once where lark sees that."""
    if isinstance(tree, str):
        return [(tree,)]
    if tree[0] == "|":
        return list(dict.fromkeys(way for each in tree[1:] for way in _ways(each)))
    out: list[Way] = [()]
    plain: list[str] = []
    for each in tree[1:]:
        if isinstance(each, str):
            plain.append(each)
            continue
        ways = _ways(each)
        begun = tuple(plain)
        out = [(*way, *begun, *more) for way in out for more in ways]
        plain = []
    return [(*way, *plain) for way in out] if plain else out


def reachable(rules: Sequence[Rule], start: str) -> list[Rule]:
    """The rules without those that no other rule uses, nor any that is left, as lark leaves them out."""
    users: dict[str, int] = {start: 1}
    of: dict[str, list[Rule]] = {}
    for rule in rules:
        of.setdefault(rule.origin.name, []).append(rule)
        for name in _others(rule):
            users[name] = users.get(name, 0) + 1
    gone = [name for name in of if not users.get(name)]
    for name in gone:
        for rule in of[name]:
            for other in _others(rule):
                users[other] -= 1
                if not users[other] and other in of:
                    gone.append(other)
    without: Mapping[str, None] = dict.fromkeys(gone)
    return [rule for rule in rules if rule.origin.name not in without]


def _others(rule: Rule) -> set[str]:
    return {s.name for s in rule.expansion if not s.is_term and s.name != rule.origin.name}
