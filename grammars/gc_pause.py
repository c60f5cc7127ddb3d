"""Building without the garbage collector looking on.

What a front end builds stays, so the collector would only walk it again and again: with the modules of a model loaded,
that is a third to a half of the time for large grammars. Nothing cyclic is dropped on the way but by an error.
"""

from __future__ import annotations

import gc


class uncollected:
    """No garbage is collected inside; afterwards it is again, if it was before."""

    __slots__ = ("collecting",)

    def __enter__(self) -> None:
        self.collecting = gc.isenabled()
        gc.disable()

    def __exit__(self, *error: object) -> None:
        if self.collecting:
            gc.enable()
