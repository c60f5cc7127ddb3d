"""How often SmolLM2-135M-Instruct is right in each kind of scene, as `tests/bench/demo_rates.py` measured it.

`as_read` counts free answers that a lenient reader finds the right value in, whatever stands around it.
"""

from __future__ import annotations

from typing import NamedTuple


class Rate(NamedTuple):
    """Of `inputs` answers, how many are valid, and how many right."""

    inputs: int
    free_valid: int
    free: int
    as_read: int
    constrained_valid: int
    constrained: int

    def __str__(self) -> str:
        read = f" ({self.as_read} if read leniently)" if self.as_read > self.free else ""
        free = f"free {self.free_valid} valid, {self.free} right{read}"
        return f"of {self.inputs} inputs {free}; constrained {self.constrained_valid} valid, {self.constrained} right"


RATES: dict[str, Rate] = {
    "a record": Rate(50, 0, 0, 0, 50, 0),
    "a date": Rate(50, 0, 0, 39, 50, 31),
    "a choice": Rate(50, 0, 0, 21, 50, 22),
    "a query": Rate(50, 0, 0, 2, 50, 5),
    "a call": Rate(50, 0, 0, 0, 50, 18),
}
