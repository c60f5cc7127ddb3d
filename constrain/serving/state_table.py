"""Constraints of few states as tables, so that a device follows them without asking the host.

A breadth-first search over configurations, from the beginning on. Tokens that lead to the same state from every state
are one class, so the table is states × classes; classes are split as states show that their tokens differ (Hopcroft's
partition refinement, by one state at a time). A state costs a walk over the vocabulary's trie, some 10 ms for 128k
tokens where most are allowed. Choices, dates, enumerations and schemas of bounded fields have tens to thousands of
states; where brackets nest, they have no end, and the search stops at a limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..errors import LimitExceeded, UnsupportedError
from ..matcher import Matcher
from ..support.arguments import described, integer

if TYPE_CHECKING:
    from ..constraint import Constraint
    from ..vocabulary import Vocabulary

Numbers = npt.NDArray[np.int32]
_REFUSED = 2**32 - 1  # what the core says instead of a configuration


@dataclass(frozen=True)
class StateTable:
    """A constraint as an automaton over classes of tokens. State 0 is the beginning; `finished` follows an end token.

    `next_state` int32 (states, classes): -1 where the tokens of a class are refused. `token_class` int32 (vocabulary,).
    `mask_row` int32 (states,): the row of `masks`, int32 (rows, words), with the allowed tokens, packed. `accepting`
    bool (states,). `tokens_to_end` int32 (states,): how many tokens a short completion takes, as matchers say it.

    >>> table = StateTable.of(constrain.compile(choice(["yes", "no"]), vocabulary))
    >>> state = table.next_state[0, table.token_class[yes_token]]
    """

    vocabulary: Vocabulary
    next_state: Numbers
    token_class: Numbers
    mask_row: Numbers
    masks: Numbers
    accepting: npt.NDArray[np.bool_]
    tokens_to_end: Numbers

    @property
    def finished(self) -> int:
        """The state after an end token, which goes on with end tokens only."""
        return len(self.next_state) - 1

    @property
    def nbytes(self) -> int:
        """The bytes of all tables."""
        parts = (self.next_state, self.token_class, self.mask_row, self.masks, self.accepting, self.tokens_to_end)
        return sum(part.nbytes for part in parts)

    @classmethod
    def of(cls, constraint: Constraint, *, max_bytes: int = 64 << 20, max_states: int = 4096) -> StateTable:
        """The tables of a constraint. Raises `LimitExceeded` where they would be larger, or have more states.

        Raises `UnsupportedError` for a constraint whose regions have budgets of tokens.
        """
        if not hasattr(constraint, "native"):
            raise TypeError(f"constraint must be a Constraint, as compile() makes it, not {described(constraint)}")
        if constraint.has_regions:
            raise UnsupportedError(
                f"{constraint.grammar.source}: a table has no room for the tokens that a region has taken; leave out "
                "its max_tokens, or bound it by characters",
                feature="max_tokens of a region",
                where=constraint.grammar.source,
            )
        search = _Search(constraint, integer(max_bytes, "max_bytes", 1, None), integer(max_states, "max_states", 1))
        return search.table()


class _Search:
    """The states that were found, and the classes that those looked at so far tell apart."""

    def __init__(self, constraint: Constraint, max_bytes: int, max_states: int) -> None:
        self.vocabulary, self.max_bytes, self.max_states = constraint.vocabulary, max_bytes, max_states
        self.ends = np.array(self.vocabulary.end_ids, np.int64)
        self.matchers: list[Matcher] = [constraint.matcher()]
        self.numbers = {self.matchers[0].state: 0}  # of each state, by the matcher's
        self.token_class = np.zeros(self.vocabulary.size, np.int32)
        self.samples = [0]  # a token of each class
        self.parents = [0]  # the class that each was split from
        self.rows: list[Numbers] = []  # what follows each state, by the classes at that time
        self.mask_row: list[int] = []
        self.masks: dict[bytes, int] = {}

    def table(self) -> StateTable:
        accepting = []
        while len(self.rows) < len(self.matchers):
            matcher = self.matchers[len(self.rows)]
            accepting.append(matcher.is_accepting)
            after = self._after(matcher)
            self._split(after)
            self.rows.append(after[self.samples])
            self._keep_mask(after)
            self._check()
        finished = np.full(self.vocabulary.size, -1, np.int32)
        finished[self.ends] = _END
        self._split(finished)
        self.rows.append(finished[self.samples])
        self._keep_mask(finished)
        next_state = self._by_last_classes()
        next_state[next_state == _END] = len(self.rows) - 1
        return StateTable(
            self.vocabulary,
            next_state,
            self.token_class,
            np.array(self.mask_row, np.int32),
            np.frombuffer(b"".join(self.masks), np.int32).reshape(len(self.masks), -1),
            np.array([*accepting, True]),
            np.array([*(min(matcher.tokens_to_end, _FAR) for matcher in self.matchers), 0], np.int32),
        )

    def _after(self, matcher: Matcher) -> Numbers:
        """The state after each token, which may be a new one; `_END` after an end."""
        configurations = matcher.successors()
        configurations[self.ends] = _REFUSED
        allowed = np.flatnonzero(configurations != _REFUSED)
        found, first, inverse = np.unique(configurations[allowed], return_index=True, return_inverse=True)
        tokens = allowed[first].tolist()
        states = [self._number(matcher, *pair) for pair in zip(found.tolist(), tokens, strict=True)]
        after = np.full(self.vocabulary.size, -1, np.int32)
        after[allowed] = np.array(states, np.int32)[inverse]
        if matcher.is_accepting:
            after[self.ends] = _END
        return after

    def _number(self, matcher: Matcher, configuration: int, token: int) -> int:
        state = matcher.state >> 33 << 33 | configuration << 1
        number = self.numbers.get(state)
        if number is None:
            number = self.numbers[state] = len(self.matchers)
            if number >= self.max_states:
                raise LimitExceeded(
                    f"the constraint has more than {self.max_states} states, which is the limit of its table; raise "
                    "max_states, or bound what repeats and nests in the grammar",
                    limit=self.max_states,
                    needed=number + 1,
                )
            then = matcher.fork()
            then.advance(token)
            if then.state != state:
                raise LimitExceeded(
                    f"the constraint's cache was given up after {number} states; compile it with more cache_bytes",
                    limit=self.max_bytes,
                    needed=self.max_bytes + 1,
                )
            self.matchers.append(then)
        return number

    def _split(self, after: Numbers) -> None:
        """Splits the classes whose tokens lead to different states."""
        other = np.flatnonzero(after != after[self.samples][self.token_class])
        if not len(other):
            return
        keys = self.token_class[other].astype(np.int64) << 32 | (after[other].astype(np.int64) + 2)
        found, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        self.parents += (found >> 32).tolist()
        self.token_class[other] = inverse + len(self.samples)
        self.samples += other[first].tolist()

    def _keep_mask(self, after: Numbers) -> None:
        room = np.zeros(self.vocabulary.words * 32, bool)
        room[: len(after)] = after != -1
        self.mask_row.append(self.masks.setdefault(np.packbits(room, bitorder="little").tobytes(), len(self.masks)))

    def _by_last_classes(self) -> Numbers:
        """The rows by the classes at the end: a class that a state did not know of is what it was split from."""
        parents, classes = np.array(self.parents), np.arange(len(self.samples))
        out = np.empty((len(self.rows), len(classes)), np.int32)
        for state in range(len(self.rows) - 1, -1, -1):
            row = self.rows[state]
            while (new := classes >= len(row)).any():
                classes[new] = parents[classes[new]]
            out[state] = row[classes]
        return out

    def _check(self) -> None:
        states = len(self.matchers) + 1
        words = self.vocabulary.words
        needed = 4 * (states * (len(self.samples) + 2) + self.vocabulary.size + len(self.masks) * words) + 5 * states
        if needed > self.max_bytes:
            raise LimitExceeded(
                f"the tables of {states} states and more take {needed} bytes and more, limit {self.max_bytes}; raise "
                "max_bytes, or bound what repeats and nests in the grammar",
                limit=self.max_bytes,
                needed=needed,
            )


_FAR = 2**31 - 1  # where no completion is known
_END = np.int32(-2)  # the state after an end token, which gets its number last
