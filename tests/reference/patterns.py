"""What a `Pattern` means, told twice, slowly, and without a line of the engine.

First by definition: `ends(pattern, text, start)` is the set of positions at which a match that begins at `start` may
end. That is the meaning; everything else must agree with it.

Second as an automaton, which can also say whether a prefix leads anywhere. The one difficulty is that `Ahead` and
`Behind` look beyond the bytes they stand between. So call every assertion in the pattern a *test* and read a text as
g0 b0 g1 b1 ... gn, where the bits of g_i say which tests hold at position i: over such *guarded* texts assertions are
ordinary letters, and Brzozowski's derivatives work unchanged (this is Kleene algebra with tests, Kozen 1997). The
automaton guesses g_i at each position and checks the guess. "Ahead(r) holds here" means that the rest lies in r, so it
is intersected into what must still match, and r's complement if the guess says no. "Behind(r) holds here" is whether
r, derived since the start of the text, is nullable. One guess is right for each text, hence: a text is in the language
if and only if some path accepts it, and a prefix is viable if and only if it leads to a state from which an accepting
one can be reached, which is decided by looking at all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from constrain.patterns.pattern import (
    Ahead,
    Alternation,
    Behind,
    ByteClass,
    Complement,
    Concatenation,
    Empty,
    Epsilon,
    Intersection,
    Literal,
    Literals,
    Pattern,
    Repetition,
)


class TooBig(Exception):
    """The automaton has more states than the caller wants to pay for."""


# --- By definition ---------------------------------------------------------------------------------------------------


class Spans:
    """The spans of one text that each part of a pattern matches, memoised; the text is the whole lexeme."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._memo: dict[tuple[int, int], frozenset[int]] = {}
        self._alive: list[Pattern] = []  # keeps the nodes in `_memo` alive, so that no id is used twice

    def ends(self, pattern: Pattern, start: int) -> frozenset[int]:
        """Where a match of `pattern` that begins at `start` may end."""
        key = (id(pattern), start)
        if key not in self._memo:
            self._alive.append(pattern)
            self._memo[key] = frozenset(self._ends(pattern, start))
        return self._memo[key]

    def _ends(self, pattern: Pattern, i: int) -> Iterable[int]:
        text = self.text
        match pattern:
            case Empty():
                return ()
            case Epsilon():
                return (i,)
            case Literal():
                return (i + len(pattern.data),) if text.startswith(pattern.data, i) else ()
            case Literals():
                return {i + len(item) for item in pattern.items if text.startswith(item, i)}
            case ByteClass():
                return (i + 1,) if i < len(text) and pattern.mask >> text[i] & 1 else ()
            case Concatenation():
                here = {i}
                for part in pattern.parts:
                    here = {end for j in here for end in self.ends(part, j)}
                return here
            case Alternation():
                return {end for part in pattern.parts for end in self.ends(part, i)}
            case Intersection():
                found = set(range(i, len(text) + 1))
                for part in pattern.parts:
                    found &= self.ends(part, i)
                return found
            case Complement():
                return set(range(i, len(text) + 1)) - self.ends(pattern.part, i)
            case Repetition():
                return self._repeated(pattern, i)
            case Ahead():
                return (i,) if (len(text) in self.ends(pattern.part, i)) != pattern.negative else ()
            case Behind():
                return (i,) if (i in self.ends(pattern.part, 0)) != pattern.negative else ()
        raise TypeError(pattern)

    def _repeated(self, pattern: Repetition, i: int) -> set[int]:
        here = {i}
        for _ in range(pattern.minimum):
            here = {end for j in here for end in self.ends(pattern.part, j)}
        found = set(here)
        more = -1 if pattern.maximum is None else pattern.maximum - pattern.minimum
        while here and more != 0:
            here = {end for j in here for end in self.ends(pattern.part, j)} - found
            found |= here
            more -= 1
        return found


def matches(pattern: Pattern, text: bytes) -> bool:
    """Whether `text` as a whole is in the language of `pattern`."""
    return len(text) in Spans(text).ends(pattern, 0)


# --- As an automaton -------------------------------------------------------------------------------------------------

Node = int  # a guarded expression, by its number in the table of its automaton
State = tuple[Node, tuple[Node, ...]]  # what must still match; every Behind's part, derived since the start of the text


class Automaton:
    """All states that a pattern can reach, so that viability is a look-up. Raises `TooBig` past `limit` states."""

    def __init__(self, pattern: Pattern, limit: int = 2000) -> None:
        self._keys: list[tuple[Any, ...]] = []
        self._numbers: dict[tuple[Any, ...], Node] = {}
        self._derived: dict[tuple[Node, int, int], Node] = {}
        self._test_masks: dict[Node, int] = {}
        self.none = self._node("none")
        self.empty = self._node("empty")
        self.all = self._node("not", self.none)
        self._tests: list[_Test] = []  # the innermost first, so that a test uses only earlier ones
        self._byte_sets: set[int] = set()

        root = self._read(pattern)
        self.class_of, self.samples = _byte_classes(self._byte_sets)
        self._behinds = [number for number, test in enumerate(self._tests) if not test.ahead]
        self.start: State = self._trim(root, tuple(self._tests[number].part for number in self._behinds))
        self.next: dict[State, list[frozenset[State]]] = {}  # by byte class; live states only
        self.accepting: set[State] = set()
        self._explore(limit)
        self._runs = {b"": frozenset((self.start,)) & self.alive}

    # What one may ask.

    def run(self, text: bytes) -> frozenset[State]:
        """The live states that `text` leads to: none if no text of the language begins with `text`."""
        if text not in self._runs:
            self._runs[text] = self.step(self.run(text[:-1]), text[-1])
        return self._runs[text]

    def step(self, states: frozenset[State], byte: int) -> frozenset[State]:
        """The live states one byte later."""
        return frozenset(new for state in states for new in self.next[state][self.class_of[byte]])

    def viable(self, prefix: bytes) -> bool:
        """Whether some text of the language begins with `prefix`."""
        return bool(self.run(prefix))

    def contains(self, text: bytes) -> bool:
        """Whether `text` is in the language."""
        return not self.accepting.isdisjoint(self.run(text))

    def following(self, prefix: bytes) -> frozenset[int]:
        """The bytes that may come next."""
        classes = {number for state in self.run(prefix) for number, found in enumerate(self.next[state]) if found}
        return frozenset(byte for byte in range(256) if self.class_of[byte] in classes)

    # Reading a pattern into guarded expressions.

    def _node(self, *key: Any) -> Node:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._keys)
            self._keys.append(key)
        return number

    def _read(self, pattern: Pattern) -> Node:
        match pattern:
            case Empty():
                return self.none
            case Epsilon():
                return self.empty
            case Literal():
                return self._spell(pattern.data)
            case Literals():
                return self._any(self._spell(item) for item in pattern.items)
            case ByteClass():
                return self._bytes(pattern.mask)
            case Concatenation():
                node = self.empty
                for part in reversed([self._read(part) for part in pattern.parts]):
                    node = self._cat(part, node)
                return node
            case Alternation():
                return self._any(self._read(part) for part in pattern.parts)
            case Intersection():
                return self._both(self._read(part) for part in pattern.parts)
            case Complement():
                return self._not(self._read(pattern.part))
            case Repetition():
                return self._repeat(self._read(pattern.part), pattern.minimum, pattern.maximum)
            case Ahead() | Behind():
                test = _Test(isinstance(pattern, Ahead), pattern.negative, self._read(pattern.part))
                if test not in self._tests:
                    self._tests.append(test)
                return self._node("test", self._tests.index(test))
        raise TypeError(pattern)

    def _bytes(self, mask: int) -> Node:
        self._byte_sets.add(mask)
        return self._node("byte", mask) if mask else self.none

    def _spell(self, data: bytes) -> Node:
        node = self.empty
        for byte in reversed(data):
            node = self._cat(self._bytes(1 << byte), node)
        return node

    def _cat(self, head: Node, tail: Node) -> Node:
        if self.none in (head, tail):
            return self.none
        if head == self.empty:
            return tail
        if tail == self.empty:
            return head
        match self._keys[head]:
            case ("cat", first, second):  # lean to the right
                return self._cat(first, self._cat(second, tail))
        return self._node("cat", head, tail)

    def _flat(self, kind: str, nodes: Iterable[Node]) -> frozenset[Node]:
        found: set[Node] = set()
        for node in nodes:
            key = self._keys[node]
            found.update(key[1] if key[0] == kind else (node,))
        return frozenset(found)

    def _any(self, nodes: Iterable[Node]) -> Node:
        kept = self._flat("any", nodes) - {self.none}
        if self.all in kept:
            return self.all
        return self._node("any", kept) if len(kept) > 1 else next(iter(kept), self.none)

    def _both(self, nodes: Iterable[Node]) -> Node:
        kept = self._flat("both", nodes) - {self.all}
        if self.none in kept:
            return self.none
        return self._node("both", kept) if len(kept) > 1 else next(iter(kept), self.all)

    def _not(self, node: Node) -> Node:
        match self._keys[node]:
            case ("not", part):
                return int(part)
        return self._node("not", node)

    def _repeat(self, node: Node, minimum: int, maximum: int | None) -> Node:
        if maximum == 0:
            return self.empty
        if node == self.none:
            return self.none if minimum else self.empty
        if node == self.empty or (minimum, maximum) == (1, 1):
            return node
        if not self._tests_in(node) and self._nullable(node, 0):
            minimum = 0  # rounds that match the empty text make up for missing ones
        return self._node("repeat", node, minimum, maximum)

    # Derivatives of guarded expressions; bit k of `guess` says whether test k holds at this position.

    def _nullable(self, node: Node, guess: int) -> bool:
        match self._keys[node]:
            case ("empty",):
                return True
            case ("none",) | ("byte", _):
                return False
            case ("test", number):
                return bool(guess >> number & 1)
            case ("cat", head, tail):
                return self._nullable(head, guess) and self._nullable(tail, guess)
            case ("any", parts):
                return any(self._nullable(part, guess) for part in parts)
            case ("both", parts):
                return all(self._nullable(part, guess) for part in parts)
            case ("not", part):
                return not self._nullable(part, guess)
            case ("repeat", part, minimum, _):
                return minimum == 0 or self._nullable(part, guess)
        raise AssertionError(self._keys[node])

    def _derive(self, node: Node, guess: int, byte: int) -> Node:
        """What must follow `byte` for the text to be in `node`."""
        key = (node, guess & self._tests_in(node), self.class_of[byte])
        if key not in self._derived:
            self._derived[key] = self._derive_anew(node, guess, byte)
        return self._derived[key]

    def _derive_anew(self, node: Node, guess: int, byte: int) -> Node:
        match self._keys[node]:
            case ("none",) | ("empty",) | ("test", _):
                return self.none
            case ("byte", mask):
                return self.empty if mask >> byte & 1 else self.none
            case ("cat", head, tail):
                taken = self._cat(self._derive(head, guess, byte), tail)
                if self._nullable(head, guess):
                    return self._any((taken, self._derive(tail, guess, byte)))
                return taken
            case ("any", parts):
                return self._any(self._derive(part, guess, byte) for part in parts)
            case ("both", parts):
                return self._both(self._derive(part, guess, byte) for part in parts)
            case ("not", part):
                return self._not(self._derive(part, guess, byte))
            case ("repeat", part, minimum, maximum):
                first = self._derive(part, guess, byte)
                # Some first rounds may match the empty text here, if the part can; the next one takes the byte. More of
                # them than the minimum asks for would only leave fewer rounds for later.
                rounds = max(1, minimum) if self._nullable(part, guess) else 1
                return self._any(
                    self._cat(
                        first, self._repeat(part, max(0, minimum - used), None if maximum is None else maximum - used)
                    )
                    for used in range(1, rounds + 1)
                )
        raise AssertionError(self._keys[node])

    def _tests_in(self, node: Node) -> int:
        """The tests that stand in `node`, as bits."""
        mask = self._test_masks.get(node)
        if mask is None:
            mask = 0
            match self._keys[node]:
                case ("test", number):
                    mask = 1 << number
                case ("cat", head, tail):
                    mask = self._tests_in(head) | self._tests_in(tail)
                case ("any" | "both", parts):
                    for part in parts:
                        mask |= self._tests_in(part)
                case ("not", part) | ("repeat", part, _, _):
                    mask = self._tests_in(part)
            self._test_masks[node] = mask
        return mask

    # States.

    def _needed(self, node: Node) -> int:
        """The tests on which `node` depends, directly or through other tests."""
        mask = self._tests_in(node)
        for number in reversed(range(len(self._tests))):
            if mask >> number & 1:
                mask |= self._tests_in(self._tests[number].part)
        return mask

    def _trim(self, node: Node, behinds: tuple[Node, ...]) -> State:
        """The state, with the Behinds forgotten that it no longer depends on."""
        needed = self._needed(node)
        pairs = zip(self._behinds, behinds, strict=True)
        return node, tuple(part if needed >> number & 1 else self.none for number, part in pairs)

    def _guesses(self, state: State) -> Iterator[tuple[int, Node]]:
        """Each guess of the tests that may be right here, with what must then match."""
        node, behinds = state
        needed = self._needed(node)
        guess = needed
        while True:  # over all subsets of `needed`
            says = [bool(guess >> number & 1) != test.negative for number, test in enumerate(self._tests)]
            pairs = zip(self._behinds, behinds, strict=True)
            if all(self._nullable(part, guess) == says[number] for number, part in pairs if needed >> number & 1):
                promised = [node]
                for number, test in enumerate(self._tests):
                    if needed >> number & 1 and test.ahead:
                        promised.append(test.part if says[number] else self._not(test.part))
                yield guess, self._both(promised)
            if not guess:
                return
            guess = (guess - 1) & needed

    def _explore(self, limit: int) -> None:
        waiting = [self.start]
        known = {self.start}
        while waiting:
            state = waiting.pop()
            successors: list[set[State]] = [set() for _ in self.samples]
            for guess, node in self._guesses(state):
                if self._nullable(node, guess):
                    self.accepting.add(state)
                for number, byte in enumerate(self.samples):
                    new = self._derive(node, guess, byte)
                    if new != self.none:
                        behinds = tuple(self._derive(part, guess, byte) for part in state[1])
                        successors[number].add(self._trim(new, behinds))
            self.next[state] = [frozenset(found) for found in successors]
            for found in successors:
                waiting.extend(found - known)
                known |= found
            if len(known) > limit:
                raise TooBig(f"more than {limit} states")
        self.alive = self._alive()
        self.next = {state: [found & self.alive for found in by_class] for state, by_class in self.next.items()}

    def _alive(self) -> frozenset[State]:
        """The states from which an accepting one can be reached."""
        before: dict[State, list[State]] = {state: [] for state in self.next}
        for state, by_class in self.next.items():
            for found in by_class:
                for new in found:
                    before[new].append(state)
        alive = set(self.accepting)
        waiting = list(alive)
        while waiting:
            new_ones = {state for state in before[waiting.pop()] if state not in alive}
            alive |= new_ones
            waiting.extend(new_ones)
        return frozenset(alive)


@dataclass(frozen=True)
class _Test:
    """An assertion: the rest (or the text so far) is, or is not, in `part`."""

    ahead: bool
    negative: bool
    part: Node


def _byte_classes(byte_sets: Iterable[int]) -> tuple[list[int], list[int]]:
    """For each byte the number of its class (bytes that no set tells apart), and for each class one of its bytes."""
    sets = sorted(byte_sets)
    numbers: dict[tuple[int, ...], int] = {}
    samples: list[int] = []
    class_of: list[int] = []
    for byte in range(256):
        signature = tuple(mask >> byte & 1 for mask in sets)
        if signature not in numbers:
            numbers[signature] = len(samples)
            samples.append(byte)
        class_of.append(numbers[signature])
    return class_of, samples
