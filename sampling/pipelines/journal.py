"""What each advance did to each row of a batch, so that it can be undone: two booleans a row and step.

Kept as one array that doubles when it is full: a step writes two lines, and reordering rows is one look-up for all
steps, however long the text.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


class Journal:
    """Of every step so far: which matchers it moved, and which rows were finished after it."""

    def __init__(self, rows: int) -> None:
        self._lines = np.zeros((2, 16, rows), bool)  # finished after a step, moved by it; step 0 is the beginning
        self.steps = 0
        self.some_finished = False

    @property
    def finished(self) -> np.ndarray:
        """Which rows are finished: (rows,) bool."""
        finished: np.ndarray = self._lines[0, self.steps]
        return finished

    def note(self, moved: Sequence[bool] | np.ndarray | bool, ended: Sequence[bool] | np.ndarray) -> None:
        """One more step, which moved these rows' matchers; the rows that `ended` are finished from now on."""
        self.steps += 1
        if self.steps == self._lines.shape[1]:
            self._lines = np.concatenate((self._lines, np.zeros_like(self._lines)), axis=1)
        self._lines[1, self.steps] = moved
        self._lines[0, self.steps] = self._lines[0, self.steps - 1]
        if any(ended):
            self._lines[0, self.steps] |= np.asarray(ended)
            self.some_finished = True

    def undo(self) -> np.ndarray:
        """Forgets the last step; returns which matchers it had moved."""
        moved: np.ndarray = self._lines[1, self.steps]
        self.steps -= 1
        self.some_finished = bool(self.finished.any())
        return moved

    def reordered(self, sources: Sequence[int]) -> Journal:
        """A copy for rows that go on from the former rows `sources`."""
        other = Journal(0)
        other._lines, other.steps = self._lines[:, :, list(sources)], self.steps
        other.some_finished = bool(other.finished.any())
        return other
