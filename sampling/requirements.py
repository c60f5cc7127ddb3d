"""Says what to do where torch or transformers are not installed, before an import deep inside fails."""

import sys
from importlib.util import find_spec

for _name in ("torch", "transformers"):
    if find_spec(_name) is None:
        raise ModuleNotFoundError(
            f"constrain.sampling needs torch and transformers, and {_name} is not installed. "
            f"Run {sys.executable} -m pip install torch transformers",
            name=_name,
        )
