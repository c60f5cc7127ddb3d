"""The one way to the data that is kept beside the repository: `../shared/data`, or what CONSTRAIN_DATA names.

Its README says what it holds and from where. A clean clone has none of it, so a test asks with `need` and skips.
"""

from __future__ import annotations

import os
from pathlib import Path

_HERE = Path(__file__).resolve().parent.parent


def folder() -> Path:
    """Where the data would be; it need not exist."""
    return Path(os.environ.get("CONSTRAIN_DATA") or _HERE.parent / "shared" / "data")


def need(*parts: str) -> Path:
    """The path of a file or folder in the data; skips the calling test, with a reason, where it is absent.

    >>> need("maskbench", "dev.jsonl.gz")  # doctest: +SKIP
    """
    path = folder().joinpath(*parts)
    if not path.exists():
        import pytest

        pytest.skip(f"needs {'/'.join(parts)} in {folder()}, which is absent; CONSTRAIN_DATA names another folder")
    return path
