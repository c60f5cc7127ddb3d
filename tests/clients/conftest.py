"""Clients of others, each in an environment of its own, at a server that calls its model "small"; `.ci/engines` runs them.

`CONSTRAIN_URL` says where the server is (`http://127.0.0.1:8000`); without it there is nothing to collect here. It may be
`constrain serve`, or vLLM with our plugin.
"""

from __future__ import annotations

import os

import pytest

collect_ignore_glob = [] if "CONSTRAIN_URL" in os.environ else ["test_*.py"]


@pytest.fixture(scope="session")
def url() -> str:
    """Where the server is, without /v1."""
    return os.environ["CONSTRAIN_URL"]


@pytest.fixture(scope="session")
def v1(url: str) -> str:
    """Where OpenAI's interface is."""
    return f"{url}/v1"


@pytest.fixture(autouse=True, scope="session")
def _keys() -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        os.environ[name] = "none"
