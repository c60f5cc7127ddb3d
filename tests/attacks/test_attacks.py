"""Every attack ends in success or in an error of ours, within the default limits; the table says how."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from constrain import Limits

from .conftest import outcomes
from .run import Outcome, names

ROOT = Path(__file__).parent.parent.parent
MEGABYTES = 450
REFUSALS = {"LimitExceeded", "GrammarError", "UnsupportedError", "VocabularyError"}


class Server:
    """The process that runs attacks."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.attacks", "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def outcome(self, name: str) -> Outcome:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(name + "\n")
        self.process.stdin.flush()
        return Outcome(*json.loads(self.process.stdout.readline()))


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    found = Server()
    yield found
    assert found.process.stdin is not None
    found.process.stdin.close()
    found.process.wait(60)


def check(name: str, found: Outcome) -> None:
    outcomes[name] = found.line(name)
    core = name.startswith("core: ")  # no front end lets these pass: masks may be refused, and take what `run` leaves
    assert found.ended in {"ok", *REFUSALS} | ({"later LimitExceeded"} if core else set()), found.line(name)
    limits = Limits()
    if found.ended == "ok":
        assert found.steps <= limits.steps
        assert found.reserved <= limits.memory
    if found.ended == "LimitExceeded":
        assert " > " in found.message, "both numbers are known"
    assert core or found.megabytes < MEGABYTES, found.line(name)


@pytest.mark.parametrize("name", names())
def test_every_attack_ends_within_the_limits(server: Server, name: str) -> None:
    """It compiles or is refused, in steps and bytes that are bounded, and masks of what compiles do not fail."""
    found = server.outcome(name)
    check(name, found)
    if name.startswith("easy: "):
        assert found.ended == "ok", found.line(name)


@pytest.mark.parametrize("kind", ["schema", "regex"])
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_random_attacks_end_within_the_limits(server: Server, kind: str, first: int) -> None:
    """The same for random ones, whose parts multiply each other."""
    for seed in range(first, first + 20):
        name = f"fuzzed {kind} {seed}"
        check(name, server.outcome(name))
