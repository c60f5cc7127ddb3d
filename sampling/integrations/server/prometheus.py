"""Counters, gauges and histograms in Prometheus' text format, and what a server counts.

The format is version 0.0.4 of Prometheus' exposition formats. It is few enough lines that a client library would be
more to keep than to write.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from constrain.metrics import Observation

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_MASK_SECONDS = (*(factor * 10.0**power for power in range(-6, 0) for factor in (1, 2.5, 5)), 1.0)

Labels = tuple[tuple[str, str], ...]


class Registry:
    """Named figures with labels. Threads: any may add to it and read it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._help: dict[str, tuple[str, str]] = {}  # name: type and help
        self._values: dict[str, dict[Labels, float]] = {}
        self._buckets: dict[str, tuple[float, ...]] = {}
        self._histograms: dict[str, dict[Labels, list[float]]] = {}  # a count a bucket, one beyond them, and the sum

    def declare(self, name: str, kind: str, help: str, buckets: tuple[float, ...] = ()) -> None:
        """A family of figures; `kind` is counter, gauge or histogram."""
        self._help[name] = kind, help
        if kind == "histogram":
            self._buckets[name], self._histograms[name] = buckets, {}
        else:
            self._values[name] = {}

    def add(self, name: str, amount: float = 1, **labels: str) -> None:
        """Counts."""
        key = tuple(sorted(labels.items()))
        with self._lock:
            values = self._values[name]
            values[key] = values.get(key, 0) + amount

    def set(self, name: str, value: float) -> None:
        """Sets a gauge."""
        with self._lock:
            self._values[name][()] = value

    def observe(self, name: str, value: float, **labels: str) -> None:
        """Adds a value to a histogram."""
        buckets = self._buckets[name]
        with self._lock:
            counts = self._histograms[name].setdefault(tuple(sorted(labels.items())), [0.0] * (len(buckets) + 2))
            counts[bisect_left(buckets, value)] += 1
            counts[-1] += value

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        lines: list[str] = []
        with self._lock:
            for name, (kind, help) in self._help.items():
                lines += [f"# HELP {name} {help}", f"# TYPE {name} {kind}"]
                if kind == "histogram":
                    for key, counts in self._histograms[name].items():
                        lines += _histogram(name, key, self._buckets[name], counts)
                else:
                    lines += [f"{name}{_labels(key)} {_number(value)}" for key, value in self._values[name].items()]
        return "\n".join(lines) + "\n"


def _histogram(name: str, key: Labels, buckets: tuple[float, ...], counts: list[float]) -> list[str]:
    lines, total = [], 0.0
    for bound, count in zip((*map(_number, buckets), "+Inf"), counts, strict=False):
        total += count
        lines.append(f"{name}_bucket{_labels((*key, ('le', bound)))} {_number(total)}")
    return [*lines, f"{name}_sum{_labels(key)} {counts[-1]!r}", f"{name}_count{_labels(key)} {_number(total)}"]


def _labels(labels: Labels) -> str:
    if not labels:
        return ""
    written = (
        '{}="{}"'.format(name, value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n"))
        for name, value in labels
    )
    return "{" + ",".join(written) + "}"


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:g}"


class ServerMetrics(Registry):
    """What the server counts; `told` is a listener for `constrain.metrics`."""

    def __init__(self) -> None:
        super().__init__()
        self.declare("constrain_requests_total", "counter", "Requests by endpoint and HTTP status.")
        self.declare("constrain_refusals_total", "counter", "Requests refused, by reason.")
        self.declare("constrain_request_seconds", "histogram", "From request to the end of the answer.", _SECONDS)
        self.declare("constrain_first_token_seconds", "histogram", "From request to the first text.", _SECONDS)
        self.declare("constrain_tokens_total", "counter", "Tokens of prompts and of answers.")
        self.declare("constrain_texts_total", "counter", "Texts by how they ended.")
        self.declare("constrain_texts_running", "gauge", "Texts that are being written.")
        self.declare("constrain_texts_waiting", "gauge", "Texts that wait for a row.")
        self.declare("constrain_compiles_total", "counter", "Grammars compiled, by outcome.")
        self.declare("constrain_compile_seconds", "histogram", "Time to compile a grammar.", _SECONDS)
        self.declare("constrain_cache_lookups_total", "counter", "Looks into the cache of constraints, by outcome.")
        self.declare("constrain_cache_entries", "gauge", "Constraints in the cache.")
        self.declare("constrain_cache_bytes", "gauge", "Bytes that they hold, as last weighed.")
        self.declare("constrain_masks_total", "counter", "Masks written.")
        self.declare("constrain_mask_seconds", "histogram", "Time to fill the masks of a batch.", _MASK_SECONDS)

    def told(self, observation: Observation) -> None:
        """Counts what the library does."""
        if observation.name == "compile":
            self.add("constrain_compiles_total", outcome=observation.outcome)
            self.observe("constrain_compile_seconds", observation.seconds)
        elif observation.name == "cache":
            self.add("constrain_cache_lookups_total", outcome=observation.outcome)
        elif observation.name == "masks":
            self.add("constrain_masks_total", observation.rows)
            self.observe("constrain_mask_seconds", observation.seconds)

    def gauges(self, values: Mapping[str, Any]) -> None:
        """Sets gauges by name."""
        for name, value in values.items():
            self.set(name, value)
