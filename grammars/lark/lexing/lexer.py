"""Lark's lexer from one token to the next, as automata: which texts are which token, and what they demand of the rest.

A lexer is a list of terminals in lark's order. One run of the ordered threads of all of them is the backtracking
matcher's work on `(?:t1)|(?:t2)|...`; where a terminal's `Match` stands among the threads, the token may end, and the
threads before it become the obligation that they never match. Of the others only those matter that come earlier and
may match from the same place, its *competitors*, so each terminal has a small automaton of its own, which all lexers
in which it has the same competitors share. Keywords that retype a token, and the obligations that earlier tokens left,
are products with that automaton.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from constrain.budget import TURN, allow_more, share, spend
from constrain.errors import LimitExceeded, UnsupportedError
from constrain.patterns.pattern import Pattern

from ...regex.algebra import sequence
from ...regex.translate import translate
from ...regex.tree import Parsed
from .dynamic_complete import Endings
from .obligations import Obligations
from .overlaps import Overlaps
from .pike_vm import FREE, Machine, Obligation, Thread
from .preceding import Before, Preceding, Wanted
from .program import MATCH
from .state_elimination import Alphabet, Automaton, Texts, both, split_lines, texts, united, without
from .terminal_dfa import Lexemes

MAX_STATES = 50_000
MAX_EXPRESSIONS = 2_500  # each is held against every other
MANY_STATES = 300  # of a terminal's automaton that is rather not written as an expression
IGNORED = "%ignore"


@dataclass(frozen=True, eq=False)
class Lexer:
    """Terminals that compete, in lark's order; `unless[t]` are the keywords that retype a token of `t`, in order.

    `ranked` false: each terminal stands for itself, none hides another (dynamic lexers). `complete`: those not ignored
    may also end early (dynamic_complete). Tokens whose type is in `dropped` are ignored though the lexer makes them.
    """

    order: tuple[str, ...]
    ignore: frozenset[str]
    unless: Mapping[str, tuple[str, ...]]
    ranked: bool = True
    complete: bool = False
    dropped: frozenset[str] = frozenset()
    line_end: str = ""  # a terminal whose tokens are read by `Walker.line_ends` alone


Role = tuple[str, tuple[str, ...], tuple[str, ...], bool]  # terminal, competitors, its keywords, may end early
Own = tuple[str, tuple[str, ...], bool, Before]  # terminal, competitors, may end early, what they look back at


class Walker:
    """The tokens of one grammar's lexers; whatever two lexers share is made once.

    `followers[t]` are the terminals that may come after t (left out: anything may); `keyword_overrides` pairs a
    keyword with a terminal whose tokens it may retype; `literals` are the terminals of one text, and whether in one
    spelling; `sources` their regular expressions. `starts` is in lark's order, which counts if the
    lexers are `ranked`.
    """

    def __init__(
        self,
        machine: Machine,
        starts: Mapping[str, int],
        followers: Mapping[str, frozenset[str]],
        keyword_overrides: Iterable[tuple[str, str]] = (),
        literals: Mapping[str, tuple[str, bool]] = MappingProxyType({}),
        sources: Mapping[str, Parsed] = MappingProxyType({}),
        ranked: bool = True,
    ) -> None:
        self.machine, self.starts = machine, starts
        self.alphabet = Alphabet(machine.classes)
        self.classes = [
            number
            for number, ranges in enumerate(machine.classes)
            if not all(0xD800 <= low <= 0xDFFF for low, _ in ranges)
        ]
        self._real = frozenset(self.classes)
        self.obligations = Obligations(machine, self.classes)
        self.states = States()
        self.endings = Endings(machine, self.classes, self.states)
        self._first: dict[str, frozenset[int]] = {}
        self._competing: dict[tuple[str, str], bool] = {}
        self.followers = followers
        # a token is taken from its terminal before it is retyped, so what follows its keywords counts as well
        self._beyond: dict[str, frozenset[str]] = dict(followers)
        every = frozenset(starts)
        beyond: dict[str, set[frozenset[str]]] = {}
        for keyword, name in keyword_overrides:
            beyond.setdefault(name, set()).add(followers.get(keyword, every))
        self._overridden: dict[str, list[str]] = {}
        for keyword, name in keyword_overrides:
            self._overridden.setdefault(keyword, []).append(name)
        for name, sets in beyond.items():
            if name in self._beyond:
                self._beyond[name] = self._beyond[name].union(*sets)
        # of literals only those can compete of which one begins the other
        self._order = {name: at for at, name in enumerate(starts)}
        self._literal = frozenset(literals)
        self._folded = {name: text.lower() for name, (text, _) in literals.items() if text.isascii()}
        self._texts = texts = {name: text for name, (text, exact) in literals.items() if exact}
        self._others = [name for name in starts if name not in texts]
        if len(self._others) > (limit := share(MAX_EXPRESSIONS)):
            raise LimitExceeded(
                f"lark: {len(self._others)} terminals are expressions or words in any case, limit {limit}; "
                f"write some of them as one, or {allow_more(limit, len(self._others))}",
                limit=limit,
                needed=len(self._others),
            )
        self._by_prefix: dict[str, list[str]] = {}  # literals that are just this
        self._by_text: dict[str, list[str]] = {}  # literals that begin with this whole literal
        for name, text in texts.items():
            self._by_prefix.setdefault(text, []).append(name)
        for name, text in texts.items():
            for length in range(len(text)):
                if text[:length] in self._by_prefix:
                    self._by_text.setdefault(text[:length], []).append(name)
        self._competitors: dict[str, tuple[str, ...]] = {}
        self._overlaps = Overlaps(machine, starts)
        self.sources = sources
        self._lexemes: Lexemes | None = None
        self.preceding = Preceding(machine, starts, self._beyond, self._deciding if ranked else lambda _: ())
        self._whole: set[Own] = set()
        self._own: dict[Own, Automaton[Obligation]] = {}
        self._outcomes: dict[tuple[Role, Obligation], list[tuple[str, Obligation, Texts]]] = {}
        self._narrowed: dict[tuple[str, Obligation], Obligation | None] = {}
        self._roles: dict[int, tuple[Lexer, list[tuple[Role, bool]]]] = {}

    def first_classes(self, name: str) -> frozenset[int]:
        """The classes of characters with which a terminal may begin."""
        if name not in self._first:
            if self.preceding.looks_back(name):  # where that is as it wants
                nodes = self._overlaps.first(name)
            else:
                nodes = [node for node, _, _ in self.machine.begin(self.starts[name], name)]
            self._first[name] = frozenset[int]().union(*(self.machine.accepted[n] for n in nodes)) & self._real
        return self._first[name]

    def competes(self, earlier: str, name: str) -> bool:
        """Whether a terminal tried before `name` can take a text from it: by matching a beginning of it or the whole,
        or by matching more, where what it matches may follow. Lookarounds count as fulfilled.
        """
        key = earlier, name
        if key not in self._competing:
            spend(6 * TURN)
            common = self.first_classes(earlier) & self.first_classes(name)
            self._competing[key] = bool(common) and self._overlaps.overlap(earlier, name, self._beyond.get(name))
        return self._competing[key]

    def competitors(self, name: str) -> tuple[str, ...]:
        """All terminals that lark tries before `name` and that can take a text from it, in order."""
        if name not in self._competitors:
            order = self._order
            candidates = set(self._others)
            text = self._texts.get(name)
            if text is None:
                candidates = set(self.starts)
            else:
                for length in range(len(text) + 1):
                    candidates.update(self._by_prefix.get(text[:length], ()))
                candidates.update(self._by_text.get(text, ()))
            self._competitors[name] = tuple(
                sorted(
                    (each for each in candidates if order[each] < order[name] and self.competes(each, name)),
                    key=order.__getitem__,
                )
            )
        return self._competitors[name]

    def _deciding(self, name: str) -> Iterator[str]:
        """The other terminals on which it depends whether a token is one of the terminal."""
        for each in (name, *self._overridden.get(name, ())):
            yield each
            yield from self.competitors(each)

    def coincide(self, first: str, second: str) -> bool:
        """Whether the two have a text in common."""
        return bool(self.first_classes(first) & self.first_classes(second)) and self._overlaps.coincide(first, second)

    def within(self, left: Obligation, following: frozenset[str]) -> Obligation | None:
        """What of an obligation can matter where one of the terminals, or an ignored one among them, comes next."""
        if left == FREE:
            return left
        before = self.preceding.least(left.before, self.preceding.wanted(following)) if left.before else ()
        own = forgetful(left)
        if own != FREE:
            kept = self.obligations.within(own, following, lambda node: self._overlaps.may_match(node, following))
            if kept is None:
                return None
            own = kept
        return own._replace(before=before) if before else own

    def roles(self, lexer: Lexer) -> list[tuple[Role, bool]]:
        """The lexer's terminals with what bears on each, and whether its tokens are ignored."""
        known = self._roles.get(id(lexer))
        if known is None:
            out: list[tuple[Role, bool]] = []
            present = frozenset(lexer.order)
            for name in lexer.order:
                competitors = tuple(r for r in self.competitors(name) if r in present) if lexer.ranked else ()
                ignored = name in lexer.ignore
                if ignored:
                    out.append(((name, competitors, (), False), True))
                if not ignored or not lexer.ranked:
                    out.append(((name, competitors, lexer.unless.get(name, ()), lexer.complete), False))
            known = self._roles[id(lexer)] = lexer, out
        return known[1]

    def tokens(self, lexer: Lexer, obligation: Obligation) -> dict[tuple[str, Obligation], Texts]:
        """What one token can be under an obligation (its type or `IGNORED`, the obligation left), and its texts."""
        found: dict[tuple[str, Obligation], list[Texts]] = {}
        for role, ignored in self.roles(lexer):
            if role[0] == lexer.line_end and not ignored:
                continue
            if not self.preceding.covers(obligation.before, (role[0], *role[1])):  # the parser does not take it here
                continue
            for kind, left, texts_ in self.outcomes(role, obligation):
                name = IGNORED if ignored or kind in lexer.dropped else kind
                found.setdefault((name, left), []).append(texts_)
        # those of one terminal are made for all lexers, and stay the same object
        return {outcome: parts[0] if len(parts) == 1 else united(parts) for outcome, parts in found.items()}

    def outcomes(self, role: Role, obligation: Obligation) -> list[tuple[str, Obligation, Texts]]:
        """The tokens of one terminal: type, obligation left, texts."""
        narrowed = self._before(role[0], forgetful(obligation))
        if narrowed is None:
            return []
        if obligation.before:
            looking = self.preceding.wanted(frozenset((role[0], *role[1])))
            narrowed = narrowed._replace(before=self.preceding.least(obligation.before, looking))
        obligation = narrowed
        key = role, obligation
        if key not in self._outcomes:
            if self._is_whole(role, obligation.before) and not role[2]:
                self._outcomes[key] = list(self._of_whole(role, obligation))
            else:
                own = self._key(role, obligation.before)
                self._outcomes[key] = list(self._typed(role, own, self.automaton(role, obligation)))
        return self._outcomes[key]

    def _before(self, name: str, obligation: Obligation) -> Obligation | None:
        """What of an obligation matters where the terminal comes next; None where it cannot come."""
        key = name, obligation
        if key not in self._narrowed:
            first = self.first_classes(name)
            fates: set[Obligation | None] = {FREE}
            if obligation != FREE or not first:
                fates = {self.obligations.after(obligation, number) for number in first}
            if fates <= {None}:
                self._narrowed[key] = None
            else:
                self._narrowed[key] = FREE if fates == {FREE} else self.within(obligation, frozenset((name,)))
        return self._narrowed[key]

    def line_ends(
        self, lexer: Lexer, obligation: Obligation, newline: str
    ) -> dict[Obligation, list[tuple[Pattern, Pattern]]]:
        """The tokens that end lines, by the obligation left: texts up to the last line feed, and indentations."""
        out: dict[Obligation, list[tuple[Pattern, Pattern]]] = {}
        if any(newline in keywords for keywords in lexer.unless.values()) or lexer.unless.get(newline):
            raise self._refused(
                newline, "is also spelled by another terminal, which retypes it; make it a regexp alone"
            )
        number = self.machine.class_of
        for role, ignored in self.roles(lexer):
            if ignored or role[0] != newline:
                continue
            own = forgetful(obligation)
            if all(self.obligations.after(own, each) is None for each in self.first_classes(newline)):
                continue
            automaton = self.automaton(role, obligation)
            pieces = split_lines(automaton, self.alphabet, number("\n"), number(" "), number("\t"))
            for left, (pairs, every) in pieces.items():
                if left.good or any(pending for _, pending, _ in left.bad):
                    raise self._refused(newline, "ends where a lookahead is not decided; leave the lookahead out")
                if pairs and not every:
                    raise self._refused(
                        newline, "cannot spell every indentation; let it end in `[\\t ]*`, as in /(\\r?\\n[\\t ]*)+/"
                    )
                if pairs:
                    out[left] = pairs
        return out

    def _refused(self, name: str, what: str) -> UnsupportedError:
        return UnsupportedError(f"lark: terminal {name}, which ends lines, {what}", feature="postlex", where=name)

    def automaton(self, role: Role, obligation: Obligation) -> Automaton[Obligation]:
        """The texts of a terminal's tokens, keywords among them, by the obligation left."""
        own = self._of_terminal(self._key(role, obligation.before))
        following = self._followed(role)
        return self._under(own, obligation, following) if following or forgetful(obligation) != FREE else own

    def _key(self, role: Role, before: Before) -> Own:
        """What a terminal's own automaton depends on."""
        looking = self.preceding.entry((role[0], *role[1])) if before else ()
        return role[0], role[1], role[3], self.preceding.least(before, looking)

    def _followed(self, role: Role) -> Wanted:
        """What those that may come after a token of the terminal look back at."""
        return self.preceding.wanted(self._beyond.get(role[0]))

    def _typed(self, role: Role, key: Own, automaton: Automaton[Obligation]) -> Iterator[tuple[str, Obligation, Texts]]:
        """What is left of a terminal when keywords have been retyped is written as a difference.

        As an automaton it would hold the large classes of an identifier's characters at every letter of every keyword.
        """
        name, _, keywords, _ = role
        taken: dict[Obligation, list[Texts]] = {}
        before: dict[str, list[tuple[str, list[Texts]]]] = {}  # by text, if that is plain and case is set aside
        for keyword in keywords:
            found = self._chain(automaton, keyword) if keyword in self._literal else None
            if found is None:
                found = texts(self._spelled(automaton, keyword), self.alphabet)
            folded = self._folded.get(keyword, "")
            competitors = (
                [*before.get("", ()), *before.get(folded, ())] if folded else [e for b in before.values() for e in b]
            )
            hidden = [p for other, each in competitors if self.coincide(other, keyword) for p in each]
            before.setdefault(folded, []).append((keyword, list(found.values())))
            for left, own in found.items():
                taken.setdefault(left, []).append(own)
                yield keyword, left, without(own, hidden)
        for left, own in self._patterns(key, automaton).items():
            yield name, left, without(own, taken.get(left, ()))

    def _is_whole(self, role: Role, before: Before) -> bool:
        """Whether a terminal, under no obligation, ends just where `re.fullmatch` would end it, and is large.

        An automaton with many states can be enormous as an expression, while the terminal was an expression once.
        """
        key = self._key(role, before)
        self._of_terminal(key)
        return key in self._whole

    def _patterns(self, key: Own, automaton: Automaton[Obligation]) -> dict[Obligation, Texts]:
        """The texts of a terminal by the obligation left."""
        if automaton is not self._own.get(key) or key not in self._whole:
            return texts(automaton, self.alphabet)
        others = [outcome - {FREE} for outcome in automaton.outcomes]
        found = texts(Automaton(automaton.edges, others), self.alphabet)
        whole = Texts(lambda: translate(self.sources[key[0]]))
        found[FREE] = without(whole, list(found.values()))
        return found

    def _of_whole(self, role: Role, obligation: Obligation) -> Iterator[tuple[str, Obligation, Texts]]:
        """The tokens of a whole terminal under an obligation: its texts, as far as they fulfil that."""
        own_key = self._key(role, obligation.before)
        own = self._patterns(own_key, self._of_terminal(own_key))
        following = self._followed(role)
        reached = [obligation]
        edges: list[dict[int, int]] = []
        for earlier in reached:
            row = {}
            for number in self.classes:
                after = self._after(earlier, number, following)
                if after is not None:
                    if after not in reached:
                        reached.append(after)
                    row[number] = reached.index(after)
            edges.append(row)
        ways = texts(Automaton(edges, [frozenset((earlier,)) for earlier in reached]), self.alphabet)
        for mine, own_texts in own.items():
            for earlier, fulfilling in ways.items():
                left = self._sum(mine, earlier)
                if left is not None:
                    free = forgetful(obligation) == FREE and not following
                    yield role[0], left, own_texts if free else both(own_texts, fulfilling)

    def _after(self, earlier: Obligation, number: int, following: Wanted) -> Obligation | None:
        """The obligation after one more character, which those that may come after the token may look back at."""
        left = self.obligations.after(forgetful(earlier), number)
        if left is None or not following:
            return left
        return left._replace(before=self.preceding.after(earlier.before, number, following))

    def _sum(self, own: Obligation, earlier: Obligation) -> Obligation | None:
        """The obligation after a token: its own, and that of those before it."""
        left = self.obligations.least(Obligation(own.bad | earlier.bad, own.good | earlier.good))
        return left if left is None or not earlier.before else left._replace(before=earlier.before)

    def _of_terminal(self, key: Own) -> Automaton[Obligation]:
        """The terminal's own texts and the obligations that they leave, under no obligation."""
        name, competitors, complete, before = key
        if key in self._own:
            return self._own[key]
        if complete and before and before != (alone := self.preceding.unknown(name)):
            self._own[key] = self._cut_short(name, before, alone)
            return self._own[key]
        if self._lexemes is None:
            self._lexemes = Lexemes(self.machine, self.classes)
        made, states, whole = self._lexemes.automaton(
            self.starts,
            name,
            competitors,
            partial(self._ended, name, complete),
            share(MAX_STATES) - self.states.made,
            before,
        )
        self.states(states - 1)
        if states >= MANY_STATES and whole and not complete and not self.preceding.looks_back(name):
            self._whole.add(key)
        self._own[key] = made
        return made

    def _ended(
        self, name: str, complete: bool, before: tuple[Thread, ...], own: tuple[Thread, ...]
    ) -> frozenset[Obligation]:
        out = set()
        ended = [at for at, (node, _, _) in enumerate(own) if node >= 0 and self.machine.nodes[node][0] == MATCH]
        if complete and ended and name in self.machine.looking:
            left = self.endings.after(own)
            left = None if left is None else self.obligations.least(left)
            return frozenset() if left is None else frozenset((left,))
        for index in ended:
            pending = own[index][1]
            bad = frozenset() if complete else frozenset(before + own[:index])
            left = self.obligations.least(Obligation(bad, pending) if bad or pending else FREE)
            if left is not None:
                out.add(left)
        return frozenset(out)

    def _cut_short(self, name: str, before: Before, alone: Before) -> Automaton[Obligation]:
        """The texts of a terminal that may end early, where it looks back and stands not at the beginning.

        What is cut out of its match is read by itself, with nothing before it.
        """
        machine, start = self.machine, self.starts[name]
        first = machine.begin(start, name, before), machine.begin(start, name, alone)
        numbers = {first: 0}
        order = [first]
        edges: list[dict[int, int]] = []
        outcomes = []
        for own, by_itself in order:
            row: dict[int, int] = {}
            for alike in machine.parts((*own, *by_itself), self.classes):
                after = machine.step(own, alike[0]), machine.step(by_itself, alike[0])
                if not after[0]:
                    continue
                if after not in numbers:
                    numbers[after] = len(order)
                    order.append(after)
                    self.states()
                row.update(dict.fromkeys(alike, numbers[after]))
            edges.append(row)
            left = self.endings.after(own, by_itself)
            left = None if left is None else self.obligations.least(left)
            outcomes.append(frozenset(() if left is None else (left,)))
        outcomes[0] = frozenset()  # no token is empty
        return Automaton(edges, outcomes)

    def _under(
        self, automaton: Automaton[Obligation], obligation: Obligation, following: Wanted
    ) -> Automaton[Obligation]:
        """The same texts under an obligation, or what follows looks back at them."""

        def joined(own: frozenset[Obligation], earlier: Obligation) -> frozenset[Obligation]:
            if earlier == FREE:
                return own
            spend(2 * TURN * len(own))
            return frozenset(each for o in own if (each := self._sum(o, earlier)) is not None)

        first = 0, obligation
        numbers = {first: 0}
        queue = deque([first])
        edges: list[dict[int, int]] = [{}]
        outcomes = [joined(automaton.outcomes[0], obligation)]
        while queue:
            state = queue.popleft()
            at, earlier = state
            row = edges[numbers[state]]
            spend(2 * TURN * len(automaton.edges[at]))
            for number, target in automaton.edges[at].items():
                left = self._after(earlier, number, following)
                if left is None:
                    continue
                after = target, left
                if after not in numbers:
                    numbers[after] = len(edges)
                    edges.append({})
                    outcomes.append(joined(automaton.outcomes[target], left))
                    queue.append(after)
                    self.states()
                row[number] = numbers[after]
        return Automaton(edges, outcomes)

    def _chain(self, automaton: Automaton[Obligation], keyword: str) -> dict[Obligation, Texts] | None:
        """The same as patterns, where each letter's spellings lead to one state; None where they do not."""
        machine, at = self.machine, 0
        threads = machine.begin(self.starts[keyword], keyword)
        letters = []
        while len(threads) == 1 and machine.nodes[threads[0][0]][0] != MATCH:
            row = automaton.edges[at]
            ways = sorted(number for number in machine.accepted[threads[0][0]] if number in row)
            if not ways:
                return {}
            at = row[ways[0]]
            if any(row[number] != at for number in ways):
                return None
            letters.append(self.alphabet.one_of(tuple(ways)))
            threads = machine.step(threads, ways[0])
        return dict.fromkeys(automaton.outcomes[at], Texts(partial(sequence, letters))) if len(threads) == 1 else None

    def _spelled(self, automaton: Automaton[Obligation], keyword: str) -> Automaton[Obligation]:
        """Those texts that spell a keyword."""
        machine = self.machine
        first = 0, frozenset(machine.begin(self.starts[keyword], keyword))
        numbers = {first: 0}
        queue = deque([first])
        edges: list[dict[int, int]] = [{}]
        outcomes: list[frozenset[Obligation]] = [frozenset()]
        while queue:
            state = queue.popleft()
            at, threads = state
            row = edges[numbers[state]]
            for number in frozenset[int]().union(*(machine.accepted[t[0]] for t in threads)):
                target = automaton.edges[at].get(number)
                if target is None:
                    continue
                # each by itself: a spelling that ends does not hide a longer one
                following = target, frozenset(t for each in threads for t in machine.step((each,), number))
                if following not in numbers:
                    numbers[following] = len(edges)
                    edges.append({})
                    ended = any(machine.nodes[n][0] == MATCH for n, _, _ in following[1])
                    outcomes.append(automaton.outcomes[target] if ended else frozenset())
                    queue.append(following)
                    self.states()
                row[number] = numbers[following]
        return Automaton(edges, outcomes)


def forgetful(obligation: Obligation) -> Obligation:
    """An obligation without what stands before."""
    return obligation._replace(before=()) if obligation.before else obligation


class States:
    """Counts the states of all automata together, for those who make them."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self, more: int = 1) -> None:
        """So many more; refuses lexers that grow too large."""
        self.made += more
        check(self.made)


def check(states: int) -> None:
    """Refuses lexers that grow too large."""
    limit = share(MAX_STATES)
    if states > limit:
        raise LimitExceeded(
            f"lark: the lexer needs more than {limit} states; simplify the terminals or their counts, or "
            f"{allow_more(limit, states)}",
            limit=limit,
            needed=states,
        )
