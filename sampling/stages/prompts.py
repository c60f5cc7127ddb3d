"""Where the prompt ends in the rows that `model.generate` hands to a processor, and when a new generation begins.

It is best told (`prompt_length=`). Otherwise it is where the rows ended at the first call of a generation. Inside
`model.generate` the call of `generate` says which generation it is (`calls.current`), so one processor serves any
number of them, whatever their prompts; rows that are shorter than the prompt, or do not begin with it, begin again
there too. In a loop of one's own there are only the ids: rows go on if each is a row of the last call and one token
more, or all are the last call's rows again; they begin again if they are not longer than the prompt, do not begin with
it, or have grown by more than a token. What could be either (going back, or other rows) is refused.
"""

from __future__ import annotations

import copy
from typing import Any
from weakref import ref

import numpy as np
import torch

from constrain import _sampling
from constrain.errors import ConstrainError, UnsupportedError

from . import calls


def refuse_continuous_batching(input_ids: torch.Tensor) -> None:
    """Raises UnsupportedError where `input_ids` are not (rows, length), but the last token of every row."""
    if input_ids.dim() != 2:
        raise UnsupportedError(
            f"input_ids has shape {tuple(input_ids.shape)}: this looks like continuous batching, which shows "
            "processors only the last token of each row, not the text so far. Use "
            "constrain.sampling.integrations.continuous_batching, or model.generate() without "
            "cache_implementation='paged'",
            feature="continuous batching",
            where="model.generate_batch",
        )


class KeptRows:
    """The ids of the last call, on the host, with room to grow."""

    def __init__(self) -> None:
        self._room = np.zeros((0, 0), np.int64)
        self._at = self._rows = self._columns = 0
        self.length = 0

    @property
    def ids(self) -> np.ndarray:
        """(rows, length) int64; a view."""
        return self._room[:, : self.length]

    def grew(self, ids: torch.Tensor) -> bool:
        """Whether `ids` (rows, length) on the host are these rows and one token more each; then they are kept.

        Every id is compared, natively: 0.1 µs a thousand.
        """
        rows, length = ids.shape
        if rows != self._rows or length != self.length + 1 or ids.dtype != torch.int64:
            return False
        stride, step = ids.stride()
        if step != 1:
            return False
        if length > self._columns:
            self._make(self.ids, 2 * length + 64)
        if not _sampling.grown(self._at, self._columns, ids.data_ptr(), stride, rows, length):
            return False
        self.length = length
        return True

    def keep(self, ids: np.ndarray) -> None:
        """Have a copy of `ids` (rows, length) instead."""
        self._make(ids, ids.shape[1] + 64)
        self.length = ids.shape[1]

    def last(self) -> list[int]:
        """The last id of each row."""
        tokens: list[int] = self._room[:, self.length - 1].tolist()
        return tokens

    def __getstate__(self) -> np.ndarray:
        return self.ids.copy()

    def __setstate__(self, ids: np.ndarray) -> None:
        self.keep(ids)

    def _make(self, ids: np.ndarray, columns: int) -> None:
        room = np.zeros((len(ids), columns), np.int64)
        room[:, : ids.shape[1]] = ids
        self._room, self._at = room, room.ctypes.data
        self._rows, self._columns = room.shape


class PromptAnchor:
    """The length of the prompt, as given or as the calls show it. `generation` counts the generations seen.

    `grew` says of the last call of `find` whether each row was the same row of the call before and one token more;
    `kept` are its rows, and `before` those of the call before it, if they have not grown.
    """

    _MOST = 8  # prompts that are remembered of one call of `generate`: the target's, a draft model's own

    def __init__(self, given: int | None = None) -> None:
        self.given = self.length = given
        self.generation = 0
        self.grew = False
        self.kept = KeptRows()
        self.before = self.kept.ids
        self._begun = False
        self._call: ref[calls.Call] | None = None  # None: outside of `generate`
        self._prompts: list[np.ndarray] = []  # of this generation, (rows, length) each
        self._longest = 0  # ids of a row in this generation

    def find(self, input_ids: torch.Tensor) -> int:
        """How many ids at the head of `input_ids` (rows, length) are prompt.

        Raises ValueError where rows are shorter than the given length, ConstrainError outside of `generate` for rows
        that may go on or begin again.
        """
        ids = input_ids if input_ids.is_cpu else input_ids.cpu()
        call = calls.current()
        known = self._call
        same = self._begun and (call is None if known is None else call is not None and known() is call)
        self.grew = same and self.kept.grew(ids)
        if not self.grew:
            host: np.ndarray = ids.detach().to(torch.int64).numpy()
            if self.given is None:
                self._look(host, same, call is not None)
            self.before = self.kept.ids
            self.kept.keep(host)
            self._begun, self._call = True, None if call is None else ref(call)
        start, length = self.length, self.kept.length
        assert start is not None
        if length < start:
            raise ValueError(
                f"rows of {length} ids are shorter than the prompt of {start} that this processor "
                "was made for; make one for each generation (for_prompt), or leave prompt_length out"
            )
        if length > self._longest:
            self._longest = length
        return start

    def compared(self, input_ids: torch.Tensor) -> tuple[bool, int]:
        """Whether the rows are those of the last call as far as both go, and by how many tokens they are longer."""
        last, ids = self.kept.ids, input_ids.cpu().numpy()
        both = min(last.shape[1], ids.shape[1])
        return np.array_equal(last[:, :both], ids[:, :both]), ids.shape[1] - last.shape[1]

    def __getstate__(self) -> dict[str, Any]:
        state = dict(vars(self))
        if self._call is not None:  # which ends with this process
            state.update(_call=None, _begun=False)
        return state

    def __deepcopy__(self, memo: dict[int, Any]) -> PromptAnchor:
        anchor = PromptAnchor.__new__(PromptAnchor)
        anchor.__dict__.update(vars(self), kept=copy.deepcopy(self.kept, memo), _prompts=list(self._prompts))
        return anchor

    def _look(self, ids: np.ndarray, same: bool, inside: bool) -> None:
        """Find the prompt of rows that are not the last ones and a token more each."""
        length = ids.shape[1]
        fitting = [prompt.shape[1] for prompt in self._prompts if _begin_with_prompts(ids, prompt)] if same else []
        if inside or not fitting:
            new = not fitting
        else:
            new = length == fitting[0] or length > self._longest + 1
            if not new and not self._goes_on(ids):
                raise ConstrainError(
                    f"rows of {length} ids begin with the last prompt of {fitting[0]}, but are not those of the last "
                    "call, nor these and one token more. Outside of model.generate() that may be a step back or a new "
                    "prompt; tell by prompt_length=, or by reset() before a new one",
                )
        if not new:
            self.length = max(fitting)
            return
        if not (same and inside):
            self.generation += 1
            self._prompts.clear()
            self._longest = 0
        elif len(self._prompts) == self._MOST:
            del self._prompts[1]
        self._prompts.append(ids.copy())
        self.length = length

    def _goes_on(self, ids: np.ndarray) -> bool:
        """Whether every row is one of the last call's, or all are one and a token more."""
        last = self.kept.ids
        if ids.shape[1] - last.shape[1] not in (0, 1):
            return False
        known = {row.tobytes() for row in last}
        return all(row[: last.shape[1]].tobytes() in known for row in ids)


def _begin_with_prompts(ids: np.ndarray, prompt: np.ndarray) -> bool:
    """Whether every row of `ids` begins with its prompt; with any of them where there are more or fewer rows."""
    length = prompt.shape[1]
    if ids.shape[1] < length:
        return False
    head = ids[:, :length]
    if head.shape == prompt.shape:
        return np.array_equal(head, prompt)
    known = {row.tobytes() for row in prompt}
    return all(row.tobytes() in known for row in head)


def repeated(prompts: torch.Tensor, rows: int) -> torch.Tensor:
    """The line of each row's prompt: (rows, …) from (prompts, …)."""
    if rows % prompts.shape[0]:
        raise ValueError(f"{rows} rows cannot belong to {prompts.shape[0]} prompts in equal shares")
    return prompts.repeat_interleave(rows // prompts.shape[0], dim=0)
