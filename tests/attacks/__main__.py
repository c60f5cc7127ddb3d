"""`python -m tests.attacks`: see `run.py`."""

import os
import sys

os.environ.setdefault("CONSTRAIN_BACKGROUND", "0")  # no thread that a fork could miss

from .run import main, serve

if sys.argv[1:] == ["--serve"]:
    serve()
else:
    main(sys.argv[1:])
