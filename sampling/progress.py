"""A progress bar for work on many prompts, or many tensors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(shown: bool, total: int | None, unit: str = "text") -> Iterator[Callable[[], object]]:
    """A function to call for each unit that is done; `total` None: nobody knows how many there are."""
    if not shown:
        yield lambda: None
        return
    from tqdm.auto import tqdm  # type: ignore[import-untyped]  # comes with transformers

    with tqdm(total=total, unit=unit, leave=unit == "text") as bar:
        yield bar.update
