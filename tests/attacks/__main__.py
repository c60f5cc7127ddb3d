"""`python -m tests.attacks`: see `run.py`."""

import sys

from .run import main, serve

if sys.argv[1:] == ["--serve"]:
    serve()
else:
    main(sys.argv[1:])
