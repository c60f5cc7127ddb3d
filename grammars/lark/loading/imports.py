"""Where imported grammars come from: the user's `import_paths`, what stands beside a file, and lark's own library.

A relative import looks in the folder of the file that it stands in: an imported one, or the `source_path` that the
caller names. The parts of a path are lark's names, letters, digits and `_`, so that no text leads out of these folders.
Lark's loader looks beside `__main__` for the imports of a grammar given as text, and opens paths relative to the
working directory; neither is done here, and how deep imports go is bounded.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import lark.load_grammar as loader
from lark.exceptions import GrammarError as LarkGrammarError

from constrain.errors import LimitExceeded

MAX_LENGTH = 1 << 20  # characters of grammar text
MAX_DEPTH = 20
_SHOWN = 200  # characters of a file's name in an error


def source_of(path: Sequence[str], base: Any, import_paths: Sequence[Any]) -> tuple[Any, str]:
    """The place and the text of a grammar; `base` is where a relative import looks, None for nowhere."""
    file = os.path.join(*path) + loader.EXT
    beside = [base] if base is not None else []
    for source in [*import_paths, *beside, loader.stdlib_loader]:
        try:
            if callable(source):
                place, text = source(base, file)
            else:
                place = os.path.join(source, file)
                with open(place, encoding="utf8") as opened:
                    text = opened.read(MAX_LENGTH + 1)
        except OSError:
            continue
        check_length(text)
        return place, text
    if len(file) > _SHOWN:
        file = file[:_SHOWN] + "..."
    raise LarkGrammarError(f"`{file}` is in none of import_paths and not in lark's library")


def beside(place: Any) -> Any:
    """Where the relative imports of a grammar from this place look; None where the caller has named no file."""
    if place is None:
        return None
    if isinstance(place, loader.PackageResource):
        return loader.PackageResource(place.pkg_name, os.path.split(place.path)[0])
    return os.path.split(place)[0]


def deeper(depth: int, path: Sequence[str]) -> int:
    """One more than the depth, if imports may be nested so deep."""
    if depth >= MAX_DEPTH:
        raise LimitExceeded(
            f"lark: imports nested more than {MAX_DEPTH} deep, at `{'.'.join(path)}`; a cycle?",
            limit=MAX_DEPTH,
            needed=depth + 1,
        )
    return depth + 1


def check_length(text: str) -> None:
    """Refuses what is too long to be looked at."""
    if len(text) > MAX_LENGTH:
        raise LimitExceeded(
            f"lark: the grammar has more than {MAX_LENGTH} characters; split it", limit=MAX_LENGTH, needed=len(text)
        )
