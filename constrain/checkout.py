"""What `import constrain` finds first when Python is started at the top of a checkout: the folder, not the package.

The folder `constrain/` is the package without its native modules and without `grammars` and `sampling`, which an
installation puts inside. An editable installation answers before Python looks at the folder. After any other, the
modules have to come from where they were installed, and importing this one says so to the package.
"""

from __future__ import annotations

import sys
from collections.abc import MutableSequence, Sequence
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path


def lead_to_the_installed(package_path: MutableSequence[str], entries: Sequence[str]) -> None:
    """Have the modules of `constrain` come from the installed package where those of `package_path` are not whole.

    `package_path` is `constrain.__path__`, which is changed in place; `entries` are folders as in `sys.path`, of which
    the first that holds an installed package counts. Raises ImportError where none does.
    """
    if find_spec("constrain._native") is not None:
        return
    here = Path(package_path[0])
    for entry in entries:
        found = PathFinder.find_spec("constrain", [entry])
        places = [] if found is None or found.origin is None else list(found.submodule_search_locations or ())
        if places and PathFinder.find_spec("constrain._native", places) is not None:
            package_path[:] = places
            return
    raise ImportError(
        f"{here} is a checkout that was not installed for this Python. Run "
        f"{sys.executable} -m pip install -e '{here.parent}[transformers]' (without [transformers] there is no torch)",
        name="constrain._native",
        path=str(here),
    )


if __package__ == "constrain":
    lead_to_the_installed(sys.modules[__package__].__path__, sys.path)
