"""Lexemes that must differ, where a vocabulary without all bytes leaves few of them.

A front end makes sure that lexemes which must differ (keys, unique items) never run out: it counts them, or they are
more than a text can use. A vocabulary that cannot spell all characters may leave only some: of the keys `^(a|é+)$` it
may have `a` alone, and after `{"a":1,` nothing could follow. So those that are left are listed, and each becomes a part
that may stand once; of such parts the core knows where the last one has been used (`native/network/scopes.cc`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from .. import _native
from ..errors import LimitExceeded
from ..grammar import Choice, Distinct, Expression, Grammar, Once, Require, Scope, Terminal, parts_of, with_parts
from ..patterns.pattern import Pattern, complement, encode, intersection, literals

_MANY = 2**20  # lexemes that no text uses up; the native core counts as far
_LISTED = 4096  # lexemes that become parts, one by one


def with_few_listed(grammar: Grammar, alphabet: Pattern, vocabulary: _native.Vocabulary) -> Grammar:
    """The grammar of the same texts in which lexemes that must differ never run out, as far as `alphabet` spells them.

    Raises `LimitExceeded` where the vocabulary leaves too many to be listed, but fewer than there were.
    """
    few = _Few(alphabet, vocabulary, grammar.source)
    productions, changed = {}, False
    for name, production in grammar.right_sides().items():
        found = _written(production, few, None, {}) if _has_distinct(production) else production
        productions[name] = found
        changed = changed or found is not production
    if not changed:
        return grammar
    return Grammar(grammar.start, productions, read=grammar.read, source=grammar.source, families=grammar.families)


def _has_distinct(expression: Expression) -> bool:
    waiting, seen = [expression], set[int]()
    while waiting:
        node = waiting.pop()
        if type(node) is Distinct:
            return True
        if id(node) not in seen:
            seen.add(id(node))
            waiting.extend(parts_of(node))
    return False


def _written(node: Expression, few: _Few, scope: _Marks | None, known: dict[int, Expression]) -> Expression:
    """The expression, in a scope whose lexemes have marks, or in none of which that is so."""
    found = known.get(id(node))
    if found is None:
        if type(node) is Distinct:
            found = node if scope is None else scope.marked(node)
        elif type(node) is Scope:
            found = _with(node, [_written(node.part, few, _Marks.of(node, few), {})])
        else:
            inside = None if type(node) is Once else scope
            seen = {} if type(node) is Once else known
            found = _with(node, [_written(part, few, inside, seen) for part in parts_of(node)])
        known[id(node)] = found
    return found


def _with(node: Expression, parts: list[Expression]) -> Expression:
    same = all(new is old for new, old in zip(parts, parts_of(node), strict=True))
    return node if same else with_parts(node, parts)


class _Few:
    """Which terminals have only few texts that can be spelled, and which texts."""

    def __init__(self, alphabet: Pattern, vocabulary: _native.Vocabulary, source: str) -> None:
        self.alphabet, self.vocabulary, self.source = alphabet, vocabulary, source
        self._known: dict[int, tuple[Terminal, list[bytes] | None]] = {}  # by identity, hence with the terminal

    def texts(self, terminal: Terminal) -> list[bytes] | None:
        """All texts of the terminal, if they are few."""
        found = self._known.get(id(terminal))
        if found is None:
            found = self._known[id(terminal)] = terminal, self._texts(terminal)
        return found[1]

    def _texts(self, terminal: Terminal) -> list[bytes] | None:
        count, texts = self.vocabulary.texts(encode(intersection(terminal.pattern, self.alphabet)), _LISTED)
        if count <= _LISTED:
            return texts
        if count < _MANY and count < self.vocabulary.texts(terminal.code, 0)[0]:
            raise LimitExceeded(
                f"{self.source}: of {terminal.name}, which must differ, this vocabulary can spell only {count}; they "
                f"could run out, and {_LISTED} can be kept apart",
                limit=_LISTED,
                needed=count,
            )
        return None

    def among(self, texts: Iterable[bytes], terminal: Terminal) -> list[bytes]:
        """Those of the texts that the terminal has."""
        listed = literals(sorted(texts))
        return self.vocabulary.texts(encode(intersection(terminal.pattern, listed)), _MANY)[1]


class _Marks:
    """The marks of lexemes in one scope, by their value: spellings of one text have one mark."""

    def __init__(self, first: int, few: _Few, spellings: dict[str | bytes, set[bytes]]) -> None:
        self.few, self.spellings = few, spellings
        self.marks = {value: first + number for number, value in enumerate(spellings)}
        self.all = set[bytes]().union(*spellings.values())

    @staticmethod
    def of(scope: Scope, few: _Few) -> _Marks | None:
        """None where no lexemes of the scope can run out, or where terminals differ in what counts as the same."""
        first, spellings, any_few = 0, dict[str | bytes, set[bytes]](), False
        exactly = decoded = False  # strings by their bytes alone; strings by their value
        for node in _inside(scope):
            if type(node) is Once:
                first = max(first, node.mark + 1)
            elif type(node) is Require:
                first = max(first, *(mark + 1 for mark in node.marks), 0)
            elif type(node) is Distinct:
                texts = few.texts(node.terminal)
                any_few = any_few or texts is not None
                decoded = decoded or node.spelling != Distinct.EXACT
                if node.spelling == Distinct.EXACT:
                    exactly = exactly or any(text[:1] == b'"' for text in texts or ())
                for text in texts or ():
                    spellings.setdefault(_value(text, node.spelling), set()).add(text)
        return _Marks(first, few, spellings) if any_few and not (exactly and decoded) else None

    def marked(self, node: Distinct) -> Expression:
        """The lexemes that have marks, each a part that may stand once, and the others."""
        terminal, listed = node.terminal, self.few.texts(node.terminal)
        by_value: dict[str | bytes, list[bytes]] = {}
        for text in self.few.among(self.all, terminal) if listed is None else listed:
            by_value.setdefault(_value(text, node.spelling), []).append(text)
        ways: list[Expression] = [
            Once(self.marks[value], Terminal(literals(texts), terminal.name)) for value, texts in by_value.items()
        ]
        if listed is None:
            others = intersection(terminal.pattern, complement(literals(sorted(self.all))))
            ways.append(Distinct(Terminal(others, terminal.name), node.spelling))
        return ways[0] if len(ways) == 1 else Choice(ways)


def _inside(scope: Scope) -> list[Expression]:
    """What stands directly in the scope."""
    found: list[Expression] = [scope.part]
    seen = set[int]()
    for node in found:  # grows meanwhile
        if type(node) is not Once and type(node) is not Scope and id(node) not in seen:
            seen.add(id(node))
            found += parts_of(node)
    return found


def _value(text: bytes, spelling: int) -> str | bytes:
    """What a lexeme stands for; equal for those that count as the same."""
    if spelling == Distinct.EXACT:
        return text
    try:
        decoded = json.loads(text)
    except ValueError:
        return text
    return decoded if isinstance(decoded, str) else text
