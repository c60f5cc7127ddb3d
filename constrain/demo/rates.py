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
        read = f" ({self.as_read} read leniently)" if self.as_read > self.free else ""
        free = f"free {self.free_valid} valid, {self.free} right{read}"
        return f"of {self.inputs} texts: constrained {self.constrained_valid} valid, {self.constrained} right; {free}"


RATES: dict[str, Rate] = {
    "a record": Rate(50, 6, 6, 6, 50, 39),
    "a date": Rate(50, 0, 0, 30, 50, 35),
    "a class": Rate(50, 0, 0, 26, 50, 28),
    "an order": Rate(50, 39, 18, 24, 50, 24),
    "a call": Rate(50, 33, 23, 23, 50, 26),
}
