"""What the command lines of benchmarks share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from tests.bench import report, tokens


def options(doc: str | None, *, tokenizer: bool = False) -> argparse.ArgumentParser:
    """A parser that knows whether to keep what is found, and of which vocabulary, if benchmarks of this one have one."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    if tokenizer:
        parser.add_argument("--tokenizer", default="llama3", choices=tokens.NAMES)
    parser.add_argument("--record", action=argparse.BooleanOptionalAction, default=True, help="append to the record")
    return parser


def keep(wanted: bool, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Appends rows to the record of this name, if they are `wanted` and there are any, and says so."""
    if wanted and rows:
        print(f"recorded in {report.record(name, rows).name}", file=sys.stderr)
