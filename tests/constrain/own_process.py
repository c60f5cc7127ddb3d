"""Programs that may crash, hang or fork, each run in a process of its own, so that a test can say how it ended."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parents[2]
SLOWER = {"thread": 12, "address": 6}.get(os.environ.get("CONSTRAIN_SANITIZED", ""), 1)  # see .ci/sanitize


def run(program: str, *arguments: str, seconds: float = 60, **environment: str) -> str:
    """What the program prints. Fails with its exit status and its last words where that is not 0, or it takes too long.

    `seconds` is patience on a busy machine, not what it should take.
    """
    command = [sys.executable, "-c", dedent(program), *arguments]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=seconds * SLOWER,
        check=False,
        cwd=ROOT,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, f"exit status {done.returncode}\n{done.stdout[-1000:]}\n{done.stderr[-3000:]}"
    return done.stdout
