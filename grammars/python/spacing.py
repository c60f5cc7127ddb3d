"""Where blanks may and must stand between tokens, worked into the productions of a grammar.

A rule is a small tree of tokens, references, sequences, choices and repetitions, and knows nothing of blanks. Two
words (names, keywords, numbers) need a blank between them: `not x`, never `notx`; elsewhere blanks are free: `f ( x )`.
So what matters at a place is how the text before it ends. That is its *boundary*: WORD after a word, OTHER after
anything else, LINE at the beginning of a line (where no blank may stand), FIELD after the brace of an f-string's field
(where another brace must keep away). Each rule is written once for each boundary before it and each after it, the
product of the grammar with this little automaton (Bar-Hillel, Perles and Shamir 1961), and only for those that occur.

Blanks stand before their token, so nothing is left over at the end of a line.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field

from constrain.grammar import Choice, Distinct, Expression, Nonterminal, Repeat, Scope, Sequence, Terminal

WORD, OTHER, LINE, FIELD = "word", "other", "line", "field"


class Rule:
    """A part of a right side. `touchy`: what stands before it matters, since it may begin with a word or be empty."""

    touchy = True


@dataclass(eq=False)
class Token(Rule):
    """One lexeme after free blanks; `word_first` and `word_last` say whether it begins and ends like a name."""

    lexeme: Expression
    blanks: Terminal
    word_first: bool = False
    word_last: bool = False
    brace: bool = False  # begins with an opening brace

    def __post_init__(self) -> None:
        self.touchy = self.word_first or self.brace


@dataclass(eq=False)
class Raw(Rule):
    """What has a form of its own before each boundary, and ends as OTHER."""

    forms: Mapping[str, Expression]


@dataclass(eq=False)
class Call(Rule):
    """A reference to the rule of this key."""

    key: Hashable


@dataclass(eq=False)
class Then(Rule):
    """One after another."""

    parts: tuple[Rule, ...]

    def __post_init__(self) -> None:
        self.touchy = not self.parts or self.parts[0].touchy


@dataclass(eq=False)
class Either(Rule):
    """Any of the parts."""

    parts: tuple[Rule, ...]

    def __post_init__(self) -> None:
        self.touchy = any(part.touchy for part in self.parts)


@dataclass(eq=False)
class Many(Rule):
    """The part any number of times, also not at all; the part is never empty."""

    part: Rule


@dataclass(eq=False)
class Within(Rule):
    """A scope of the core's (`constrain.grammar.Scope`) around the part."""

    part: Rule

    def __post_init__(self) -> None:
        self.touchy = self.part.touchy


@dataclass(eq=False)
class Ended(Rule):
    """The part, where no word follows: how it ends does not matter."""

    part: Rule

    def __post_init__(self) -> None:
        self.touchy = self.part.touchy


NOTHING = Then(())


def maybe(part: Rule) -> Rule:
    return Either((NOTHING, part))


Ends = dict[str, Expression]  # what a part spells, by the boundary after it


@dataclass
class Spacer:
    """Writes productions for the rules that are asked for; `rule(key)` gives the right side of a rule."""

    rule: Callable[[Hashable], Rule]
    productions: dict[str, Expression] = field(default_factory=dict)
    families: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._rules: dict[Hashable, Rule] = {}
        self._known: dict[tuple[Hashable, str], Ends] = {}
        self._numbers: dict[Hashable, int] = {}
        self._waiting: list[tuple[Hashable, str]] = []

    def write(self, part: Rule, before: str) -> Expression:
        """The part at a boundary, whichever comes after it; with the productions of all that it refers to."""
        found = _either(list(self._ends(part, before).values()))
        while self._waiting:
            key, at = self._waiting.pop()
            ends = self._ends(self._rules[key], at)
            for after in (WORD, OTHER):
                self.productions[self._name(key, at, after)] = ends.get(after, Choice(()))
        return found

    def _name(self, key: Hashable, before: str, after: str) -> str:
        number = self._numbers.setdefault(key, len(self._numbers))
        label = key[0] if isinstance(key, tuple) else key
        return f"{label} {number} {before} {after}"

    def _call(self, key: Hashable, before: str) -> Ends:
        if key not in self._rules:
            self._rules[key] = self.rule(key)
        if not self._rules[key].touchy and before != LINE:
            before = OTHER
        known = self._known.get((key, before))
        if known is None:
            names = {after: self._name(key, before, after) for after in (WORD, OTHER)}
            self.families[names[OTHER]] = names[WORD]
            known = self._known[key, before] = {after: Nonterminal(name) for after, name in names.items()}
            self._waiting.append((key, before))
        return known

    def _ends(self, part: Rule, before: str) -> Ends:
        match part:
            case Token():
                after = WORD if part.word_last else OTHER
                return {after: _spaced(part, before)}
            case Raw():
                return {OTHER: part.forms[before]}
            case Call():
                return self._call(part.key, before)
            case Then():
                return self._then(part.parts, before)
            case Either():
                found: dict[str, list[Expression]] = {}
                for each in part.parts:
                    for after, expression in self._ends(each, before).items():
                        found.setdefault(after, []).append(expression)
                return {after: _either(ways) for after, ways in found.items()}
            case Many():
                return self._many(part.part, before)
            case Ended():
                return {OTHER: _either(list(self._ends(part.part, before).values()))}
            case Within():
                return {after: Scope(inner) for after, inner in self._ends(part.part, before).items()}
        raise TypeError(part)

    def _then(self, parts: tuple[Rule, ...], before: str) -> Ends:
        """What is spelled so far is set aside wherever one boundary is left, so that no prefix is written twice."""
        done: list[Expression] = []
        ways: Ends = {before: Sequence(())}
        for part in _flat(parts):
            if len(ways) > 1 and not part.touchy:
                ways = {OTHER: _either(list(ways.values()))}
            if len(ways) == 1:
                ((before, begun),) = ways.items()
                done.append(begun)
                ways = {before: Sequence(())}
            found: dict[str, list[Expression]] = {}
            for at, begun in ways.items():
                for after, expression in self._ends(part, at).items():
                    found.setdefault(after, []).append(_after(begun, expression))
            ways = {after: _either(each) for after, each in found.items()}
        prefix = Sequence(())
        for each in done:
            prefix = _after(prefix, each)
        return {after: _after(prefix, each) for after, each in ways.items()}

    def _many(self, part: Rule, before: str) -> Ends:
        """Kleene's star: a loop at each of the two boundaries, and the ways between them."""
        if before not in (WORD, OTHER):
            rest = self._then((part, Many(part)), before)
            return {before: Sequence(()), **rest}
        if not part.touchy:
            ends = self._ends(part, OTHER)
            loop = Repeat(_either(list(ends.values())))
            found: Ends = {after: _after(loop, expression) for after, expression in ends.items()}
            found[before] = _either([Sequence(()), *([found[before]] if before in found else [])])
            return found
        other = WORD if before == OTHER else OTHER
        here, there = self._ends(part, before), self._ends(part, other)
        around = [here[before]] if before in here else []
        if other in here and before in there:
            around.append(_after(_after(here[other], Repeat(_either(_of(there, other)))), there[before]))
        loop = Repeat(_either(around))
        if other not in here:
            return {before: loop}
        return {before: loop, other: _after(_after(loop, here[other]), Repeat(_either(_of(there, other))))}


def _of(ends: Ends, after: str) -> list[Expression]:
    return [ends[after]] if after in ends else []


def _spaced(token: Token, before: str) -> Expression:
    if before == LINE:
        return token.lexeme
    if (before == WORD and token.word_first) or (before == FIELD and token.brace):
        return Sequence((token.blanks, token.lexeme))
    return Sequence((Repeat(token.blanks, 0, 1), token.lexeme))


def _either(ways: list[Expression]) -> Expression:
    return ways[0] if len(ways) == 1 else Choice(ways)


def _after(begun: Expression, expression: Expression) -> Sequence:
    """One after the other, as one sequence."""
    sides = (each.parts if isinstance(each, Sequence) else (each,) for each in (begun, expression))
    return Sequence([part for side in sides for part in side])


def _flat(parts: tuple[Rule, ...]) -> Iterator[Rule]:
    for part in parts:
        if isinstance(part, Then):
            yield from _flat(part.parts)
        else:
            yield part


def differing(terminal: Terminal) -> Distinct:
    """The terminal, unlike all such before it in its scope."""
    return Distinct(terminal)
