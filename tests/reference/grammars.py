"""What a `Grammar` means, slowly: a plain context-free grammar over bytes, and Earley's recogniser from the textbook.

Every expression is written out: a choice is several productions, a repetition a ladder of helper symbols, a terminal
the productions of its pattern, or, where that has assertions, intersections or complements, one symbol for each state
of its automaton. Then every symbol that derives no text is dropped. After that each item in an Earley set stands for
some text that really continues the prefix, so a prefix is viable if and only if its last set is not empty.

`over` says the same without Earley's idea, straight from the definition of a derivation, as a least fixed point. It
is slower still and exists to check this file.
"""

from __future__ import annotations

from collections.abc import Callable

from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Ordered, Repeat, Terminal
from constrain.grammar import Sequence as Sequence_
from constrain.patterns.pattern import (
    Alternation,
    ByteClass,
    Concatenation,
    Empty,
    Epsilon,
    Literal,
    Literals,
    Pattern,
    Repetition,
)

from .patterns import Automaton, TooBig

Symbol = int  # a nonterminal of the plain grammar
Right = tuple["Symbol | frozenset[int]", ...]  # symbols, and bytes by set
Item = tuple[int, int, int]  # production, how much of its right side is done, the set in which it began


class PlainGrammar:
    """Productions over bytes, all of them productive; `start` derives exactly the texts of the grammar."""

    def __init__(self, grammar: Grammar, limit: int = 4000) -> None:
        self.lefts: list[Symbol] = []
        self.rights: list[Right] = []
        self._limit = limit
        self._symbols = 0
        self._terminals: dict[int, Symbol] = {}
        self._named = {name: self._new() for name in grammar.productions}
        for name, expression in grammar.productions.items():
            self._add(self._named[name], (self._expand(expression),))
        self.start = self._new()
        self._add(self.start, (self._named[grammar.start],))
        productive = self._fixpoint(lambda part, found: isinstance(part, frozenset) or part in found)
        kept = [
            (left, right)
            for left, right in zip(self.lefts, self.rights, strict=True)
            if all(isinstance(part, frozenset) or part in productive for part in right)
        ]
        self.lefts, self.rights = [left for left, _ in kept], [right for _, right in kept]
        self.is_empty = self.start not in productive
        self.nullable = self._fixpoint(lambda part, found: part in found)
        self.by_left: dict[Symbol, list[int]] = {}
        for number, left in enumerate(self.lefts):
            self.by_left.setdefault(left, []).append(number)

    def _new(self) -> Symbol:
        self._symbols += 1
        return self._symbols

    def _add(self, left: Symbol, right: Right) -> None:
        if len(self.lefts) >= self._limit:
            raise TooBig(f"more than {self._limit} productions")
        self.lefts.append(left)
        self.rights.append(right)

    def _one_of(self, *rights: Right) -> Symbol:
        symbol = self._new()
        for right in rights:
            self._add(symbol, right)
        return symbol

    def _fixpoint(self, holds: Callable[[Symbol | frozenset[int], set[Symbol]], bool]) -> set[Symbol]:
        """The least set of symbols that have a production in which `holds` is true of every part."""
        found: set[Symbol] = set()
        while True:
            more = {
                left
                for left, right in zip(self.lefts, self.rights, strict=True)
                if left not in found and all(holds(part, found) for part in right)
            }
            if not more:
                return found
            found |= more

    def _expand(self, node: Expression) -> Symbol:
        match node:
            case Terminal():
                if id(node) not in self._terminals:
                    self._terminals[id(node)] = self._pattern(node.pattern)
                return self._terminals[id(node)]
            case Nonterminal():
                return self._named[node.name]
            case Sequence_():
                return self._one_of(tuple(self._expand(part) for part in node.parts))
            case Choice():
                return self._one_of(*((self._expand(part),) for part in node.parts))
            case Repeat():
                if node.between is not None:
                    return self._separated(self._expand(node.part), self._expand(node.between), node)
                return self._ladder(self._expand(node.part), node.minimum, node.maximum)
            case Ordered():
                return self._ordered([self._expand(part) for part in node.parts], self._expand(node.between), node)
        raise TypeError(node)

    def _ladder(self, part: Symbol, minimum: int, maximum: int | None) -> Symbol:
        """`part`, `minimum` to `maximum` times."""
        if maximum is None:
            symbol = self._one_of(())
            self._add(symbol, (symbol, part))
        elif maximum < minimum:
            return self._one_of()
        else:
            symbol = self._one_of(())
            for _ in range(maximum - minimum):
                symbol = self._one_of((), (symbol, part))
        for _ in range(minimum):
            symbol = self._one_of((symbol, part))
        return symbol

    def _separated(self, part: Symbol, between: Symbol, node: Repeat) -> Symbol:
        """`part`, and then `between` and `part` one time less than the node says; or nothing, if it allows that."""
        more = self._one_of((between, part))
        rounds = self._ladder(more, max(node.minimum - 1, 0), None if node.maximum is None else node.maximum - 1)
        some: list[Right] = [(part, rounds)] if node.maximum != 0 else []
        return self._one_of(*some, *([()] if node.minimum == 0 else []))

    def _ordered(self, parts: list[Symbol], between: Symbol, node: Ordered) -> Symbol:
        """What may stand at the first part, and after each: it and what follows it, or, if it may be left out, the next."""
        first = self._one_of()  # no part is left, and none has been written
        later = self._one_of(())  # no part is left after one that has
        for part, required in zip(reversed(parts), reversed(node.required), strict=True):
            skipped_first, skipped_later = ([], []) if required else ([(first,)], [(later,)])
            first, later = (
                self._one_of((part, later), *skipped_first),
                self._one_of((between, part, later), *skipped_later),
            )
        return first

    def _pattern(self, pattern: Pattern) -> Symbol:
        match pattern:
            case Empty():
                return self._one_of()
            case Epsilon():
                return self._one_of(())
            case Literal():
                return self._one_of(_spelled(pattern.data))
            case Literals():
                return self._one_of(*(_spelled(item) for item in pattern.items))
            case ByteClass():
                return self._one_of((frozenset(b for b in range(256) if pattern.mask >> b & 1),))
            case Concatenation() if _is_plain(pattern):
                return self._one_of(tuple(self._pattern(part) for part in pattern.parts))
            case Alternation() if _is_plain(pattern):
                return self._one_of(*((self._pattern(part),) for part in pattern.parts))
            case Repetition() if _is_plain(pattern):
                return self._ladder(self._pattern(pattern.part), pattern.minimum, pattern.maximum)
        return self._automaton(Automaton(pattern))

    def _automaton(self, automaton: Automaton) -> Symbol:
        """One symbol for each state: what is accepted from there."""
        symbols = {state: self._new() for state in automaton.next}
        byte_sets = [
            frozenset(byte for byte in range(256) if automaton.class_of[byte] == number)
            for number in range(len(automaton.samples))
        ]
        for state, by_class in automaton.next.items():
            if state in automaton.accepting:
                self._add(symbols[state], ())
            for number, found in enumerate(by_class):
                for new in found:
                    self._add(symbols[state], (byte_sets[number], symbols[new]))
        return symbols[automaton.start]


def _spelled(data: bytes) -> Right:
    return tuple(frozenset((byte,)) for byte in data)


def _is_plain(pattern: Pattern) -> bool:
    """Whether the pattern's operators are those of context-free grammars."""
    match pattern:
        case Concatenation() | Alternation():
            return all(_is_plain(part) for part in pattern.parts)
        case Repetition():
            return _is_plain(pattern.part)
    return isinstance(pattern, Empty | Epsilon | Literal | Literals | ByteClass)


class EarleySet:
    """Items, and which of them wait for a symbol or for a byte."""

    def __init__(self) -> None:
        self.items: set[Item] = set()
        self.waiting: dict[Symbol, list[Item]] = {}
        self.bytes: list[tuple[frozenset[int], Item]] = []


class Recogniser:
    """Earley's sets for every prefix asked about, each made from that of the prefix one byte shorter, and kept.

    Raises `TooBig` after `work` items found (again): ambiguous grammars cost the cube of a text's length.
    """

    def __init__(self, grammar: Grammar, limit: int = 1500, work: int = 1_000_000) -> None:
        self.plain = PlainGrammar(grammar, limit)
        self._work_left = work
        first = [(number, 0, 0) for number in self.plain.by_left.get(self.plain.start, ())]
        self._sets: dict[bytes, tuple[EarleySet, ...]] = {b"": (self._closed(first, ()),)}

    def viable(self, prefix: bytes) -> bool:
        """Whether some text of the language begins with `prefix`."""
        return bool(self._chart(prefix)[-1].items)

    def contains(self, text: bytes) -> bool:
        """Whether `text` is in the language."""
        plain = self.plain
        return any((number, 1, 0) in self._chart(text)[-1].items for number in plain.by_left.get(plain.start, ()))

    def following(self, prefix: bytes) -> frozenset[int]:
        """The bytes that may come next."""
        return frozenset().union(*(byte_set for byte_set, _ in self._chart(prefix)[-1].bytes))

    def _chart(self, text: bytes) -> tuple[EarleySet, ...]:
        """The sets before, between and after the bytes of `text`."""
        if text not in self._sets:
            before = self._chart(text[:-1])
            scanned = [(n, done + 1, began) for byte_set, (n, done, began) in before[-1].bytes if text[-1] in byte_set]
            self._sets[text] = (*before, self._closed(scanned, before))
        return self._sets[text]

    def _closed(self, scanned: list[Item], before: tuple[EarleySet, ...]) -> EarleySet:
        """Predict and complete until nothing is new; `before` are the earlier sets."""
        lefts, rights, by_left, nullable = self.plain.lefts, self.plain.rights, self.plain.by_left, self.plain.nullable
        here = EarleySet()
        here.items.update(scanned)
        waiting = list(scanned)
        while waiting:
            item = number, done, began = waiting.pop()
            right = rights[number]
            new: list[Item] = []
            if done == len(right):
                # Of the same set, only items that could skip the symbol wait for it here, and these have skipped it.
                if began < len(before):
                    new.extend((n, d + 1, b) for n, d, b in before[began].waiting.get(lefts[number], ()))
            else:
                part = right[done]
                if isinstance(part, frozenset):
                    here.bytes.append((part, item))
                else:
                    here.waiting.setdefault(part, []).append(item)
                    new.extend((n, 0, len(before)) for n in by_left.get(part, ()))
                    if part in nullable:  # Aycock and Horspool 2002: skip what may be empty at once
                        new.append((number, done + 1, began))
            self._work_left -= len(new)
            if self._work_left < 0:
                raise TooBig("too much work for the oracle")
            for found in new:
                if found not in here.items:
                    here.items.add(found)
                    waiting.append(found)
        return here


class Definition:
    """Viability and membership straight from the definition of a derivation, as least fixed points; very slow."""

    def __init__(self, grammar: Grammar, limit: int = 4000) -> None:
        self.plain = PlainGrammar(grammar, limit)

    def contains(self, text: bytes) -> bool:
        """Whether `text` is in the language."""
        return len(text) in self._spans(text).get((self.plain.start, 0), set())

    def viable(self, prefix: bytes) -> bool:
        """Whether the start derives some text that begins with `prefix`."""
        plain = self.plain
        if plain.is_empty:
            return False
        spans = self._spans(prefix)
        over = {(symbol, len(prefix)) for symbol in plain.by_left}  # every symbol derives something
        while True:
            more = {
                (left, i)
                for left, right in zip(plain.lefts, plain.rights, strict=True)
                for i in range(len(prefix))
                if (left, i) not in over and self._runs_over(right, i, prefix, spans, over)
            }
            if not more:
                return (plain.start, 0) in over
            over |= more

    def _runs_over(
        self,
        right: Right,
        i: int,
        prefix: bytes,
        spans: dict[tuple[Symbol, int], set[int]],
        over: set[tuple[Symbol, int]],
    ) -> bool:
        """Whether `right` derives a text that begins with all that is left of the prefix at `i`."""
        here = {i}
        for part in right:
            if len(prefix) in here or (not isinstance(part, frozenset) and any((part, j) in over for j in here)):
                return True
            here = self._after(part, here, prefix, spans)
        return len(prefix) in here

    def _spans(self, text: bytes) -> dict[tuple[Symbol, int], set[int]]:
        """For each symbol and position, where what it derives may end."""
        spans: dict[tuple[Symbol, int], set[int]] = {}
        changed = True
        while changed:
            changed = False
            for left, right in zip(self.plain.lefts, self.plain.rights, strict=True):
                for i in range(len(text) + 1):
                    here = {i}
                    for part in right:
                        here = self._after(part, here, text, spans)
                    found = spans.setdefault((left, i), set())
                    if not here <= found:
                        found |= here
                        changed = True
        return spans

    def _after(
        self,
        part: Symbol | frozenset[int],
        here: set[int],
        text: bytes,
        spans: dict[tuple[Symbol, int], set[int]],
    ) -> set[int]:
        if isinstance(part, frozenset):
            return {j + 1 for j in here if j < len(text) and text[j] in part}
        return {end for j in here for end in spans.get((part, j), ())}
