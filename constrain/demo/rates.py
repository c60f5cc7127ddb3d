"""How often SmolLM2-135M-Instruct is right in each kind of scene, as `tests/bench/demo_rates.py` measured it.

`as_read` counts free answers that a lenient reader finds the right value in, whatever stands around it.
"""

from __future__ import annotations

from typing import NamedTuple


class Rate(NamedTuple):
    """Of `inputs` answers, how many are right."""

    inputs: int
    free: int
    as_read: int
    constrained: int

    def __str__(self) -> str:
        read = f" ({self.as_read} if read leniently)" if self.as_read > self.free else ""
        return f"over {self.inputs} inputs of this kind: right free {self.free}{read}, constrained {self.constrained}"


RATES: dict[str, Rate] = {
    "a record": Rate(50, 0, 0, 0),
    "a date": Rate(50, 0, 39, 31),
    "a choice": Rate(50, 0, 21, 22),
    "a query": Rate(50, 0, 2, 5),
    "a call": Rate(50, 0, 0, 18),
}
