"""The Vercel AI SDK, in `ai_sdk.mjs`; `CONSTRAIN_NODE_MODULES` is the folder of its packages."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PACKAGES = os.environ.get("CONSTRAIN_NODE_MODULES", "")


@pytest.mark.skipif(not PACKAGES or not shutil.which("node"), reason="CONSTRAIN_NODE_MODULES has the SDK's packages")
def test_the_sdk(url: str, tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(Path(PACKAGES).resolve())
    script = shutil.copy(Path(__file__).parent / "ai_sdk.mjs", tmp_path)
    done = subprocess.run(
        ["node", script], env={**os.environ, "CONSTRAIN_URL": url}, capture_output=True, text=True, timeout=600
    )
    assert 0 == done.returncode, done.stderr[-3000:]
    assert [f"{name} ok" for name in ("responses", "chat", "compatible", "messages")] == done.stdout.split("\n")[:-1]
