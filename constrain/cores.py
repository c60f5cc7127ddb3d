"""How many cores this process may use, which in a container or under `taskset` are fewer than the machine has."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """At least 1."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system has it
        return os.cpu_count() or 1
