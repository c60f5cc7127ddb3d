"""The table of outcomes, printed when all attacks have been run."""

from __future__ import annotations

from typing import Any

outcomes: dict[str, str] = {}


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if outcomes:
        terminalreporter.section("attacks: how each ended")
        for line in outcomes.values():
            terminalreporter.write_line(line)
