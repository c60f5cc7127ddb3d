"""Constraints of few states on a device: mask, draw and advance in a function of tensors, which never asks the host.

The states of all rows are one tensor; a step looks up masks, picks tokens and looks up the states that follow. It
compiles in one piece (`torch.compile(fullgraph=True)`) and can be captured in a CUDA graph together with the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from weakref import WeakKeyDictionary

import numpy as np
import torch

from constrain.constraint import Constraint
from constrain.errors import VocabularyError
from constrain.serving.state_table import StateTable

from ..stages.stage import INFINITY


class DeviceTables:
    """The tables of the rows' constraints, each once, one after another; `start` int32 (rows,) is where rows begin.

    `width` is the number of logits. A row without constraint is free until one of `end_tokens`. Raises `LimitExceeded`
    for a constraint whose tables would pass `max_bytes` or `max_states`.

    >>> tables = DeviceTables([yes_or_no, date], width=model.config.vocab_size, device="cuda"); state = tables.start
    >>> token, state = tables.step(logits, state)
    """

    def __init__(
        self,
        constraints: Sequence[Constraint | None],
        *,
        width: int,
        device: torch.device | str = "cpu",
        end_tokens: Iterable[int] = (),
        max_bytes: int = 64 << 20,
        max_states: int = 4096,
    ) -> None:
        self.width = width
        parts: dict[int, _Part] = {}
        for row, constraint in enumerate(constraints):
            if constraint is None:
                parts.setdefault(0, _free(width, sorted(end_tokens)))
                continue
            if constraint.vocabulary.size > width:
                size = constraint.vocabulary.size
                raise VocabularyError(f"row {row}: the logits have {width} columns, the vocabulary {size} tokens")
            if id(constraint) not in parts:
                table = state_table(constraint, max_bytes, max_states)
                parts[id(constraint)] = _Part(
                    table.next_state, table.token_class, table.mask_row, table.masks, table.tokens_to_end
                )
        states = masks = entries = 0
        first: dict[int, int] = {}
        following, starts, automata, mask_rows, needed = [], [], [], [], []
        classes, rows_of_masks = np.zeros((len(parts), width), np.int32), []
        for number, (key, part) in enumerate(parts.items()):
            first[key] = states
            count, width_of_row = part.next_state.shape
            # What is refused leads to where it came from: it is masked, so nobody comes here.
            after = np.where(part.next_state >= 0, part.next_state, np.arange(count)[:, None])
            following.append((after + states).ravel())
            starts.append(entries + np.arange(count) * width_of_row)
            automata.append(np.full(count, number))
            mask_rows.append(part.mask_row + masks)
            needed.append(part.tokens_to_end)
            classes[number, : len(part.token_class)] = part.token_class
            rows_of_masks.append(_to_words(part.masks, (width + 31) // 32))
            states, masks, entries = states + count, masks + len(part.masks), entries + after.size

        def tensor(values: Sequence[np.ndarray]) -> torch.Tensor:
            return torch.from_numpy(np.concatenate(values).astype(np.int32)).to(device)

        finished = np.zeros(states, bool)
        for key, part in parts.items():
            finished[first[key] + len(part.next_state) - 1] = True
        self.next_state, self.first_entry, self.automaton = tensor(following), tensor(starts), tensor(automata)
        self.mask_row, self.masks, self.tokens_to_end = tensor(mask_rows), tensor(rows_of_masks), tensor(needed)
        self.most_tokens_to_end = int(max(part.max() for part in needed))
        self.token_class = torch.from_numpy(classes).to(device)
        self.is_finished = torch.from_numpy(finished).to(device)
        keys = [0 if constraint is None else id(constraint) for constraint in constraints]
        self.start = torch.tensor([first[key] for key in keys], dtype=torch.int32, device=device)
        self.first = {constraint: first[key] for constraint, key in zip(constraints, keys, strict=True)}  # states
        self._bits = torch.arange(32, dtype=torch.int32, device=device)

    def bitmask(self, state: torch.Tensor) -> torch.Tensor:
        """The same, packed: int32 (rows, words)."""
        return self.masks[self.mask_row[state]]

    def allowed(self, state: torch.Tensor, tokens_left: torch.Tensor | None = None) -> torch.Tensor:
        """Which tokens rows in these states may take: bool (rows, width).

        With `tokens_left` (rows,), those after which the text can be completed with one token less, as
        `Matcher.fill_bitmask` has it; and ends.
        """
        bits = (self.bitmask(state).unsqueeze(-1) >> self._bits) & 1
        allowed = bits.flatten(1)[:, : self.width].bool()
        if tokens_left is None:
            return allowed
        entries = self.first_entry[state].unsqueeze(1) + self.token_class[self.automaton[state]]  # (rows, width)
        following = self.next_state[entries]
        fits = self.tokens_to_end[following] < tokens_left.unsqueeze(1)
        return allowed & (fits | self.is_finished[following])

    def advance(self, state: torch.Tensor, tokens: torch.Tensor) -> torch.Tensor:
        """The states after tokens (rows,) that were allowed."""
        classes = self.token_class[self.automaton[state], tokens]
        return self.next_state[self.first_entry[state] + classes]

    def masked(self, logits: torch.Tensor, state: torch.Tensor) -> torch.Tensor:
        """The logits (rows, width) with -inf for what is refused."""
        return torch.where(self.allowed(state), logits, -INFINITY)

    def step(
        self,
        logits: torch.Tensor,
        state: torch.Tensor,
        noise: torch.Tensor | None = None,
        *,
        temperature: torch.Tensor | float = 1.0,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The next token of each row, int64 (rows,), and the states after it.

        The best token; or with standard exponential `noise` (rows, width) one by its probability at `temperature`, as
        `ExponentialRace` draws. A finished row takes an end token again.
        """
        scores = self.masked(logits, state)
        if noise is not None:
            scores = scores.double() / temperature - noise.double().log()
        tokens = scores.argmax(-1)
        return tokens, self.advance(state, tokens)

    @property
    def nbytes(self) -> int:
        """The bytes on the device."""
        return sum(value.nbytes for value in vars(self).values() if isinstance(value, torch.Tensor))


_tables: WeakKeyDictionary[Constraint, StateTable] = WeakKeyDictionary()


def state_table(constraint: Constraint, max_bytes: int, max_states: int) -> StateTable:
    """The constraint's table, made once. Raises what `StateTable.of` raises."""
    table = _tables.get(constraint)
    if table is None or len(table.next_state) > max_states or table.nbytes > max_bytes:
        table = _tables[constraint] = StateTable.of(constraint, max_bytes=max_bytes, max_states=max_states)
    return table


class _Part:
    """One automaton; its last state is the finished one."""

    def __init__(
        self,
        next_state: np.ndarray,
        token_class: np.ndarray,
        mask_row: np.ndarray,
        masks: np.ndarray,
        tokens_to_end: np.ndarray,
    ) -> None:
        self.next_state, self.token_class, self.mask_row, self.masks = next_state, token_class, mask_row, masks
        self.tokens_to_end = tokens_to_end


def _free(width: int, ends: Sequence[int]) -> _Part:
    """Two states: everything is allowed, and end tokens alone."""
    token_class = np.zeros(width, np.int32)
    token_class[list(ends)] = 1
    masks = np.stack([np.ones(-(-width // 32) * 32, bool), np.zeros(-(-width // 32) * 32, bool)])
    masks[1, list(ends)] = True
    packed = np.packbits(masks, axis=1, bitorder="little").view(np.int32)
    nothing = np.zeros(2, np.int32)
    return _Part(np.array([[0, 1], [-1, 1]], np.int32), token_class, np.array([0, 1], np.int32), packed, nothing)


def _to_words(masks: np.ndarray, words: int) -> np.ndarray:
    """Masks with `words` words; what the vocabulary does not have is refused."""
    return np.pad(masks, ((0, 0), (0, words - masks.shape[1])))
