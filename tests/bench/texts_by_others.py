"""60 short texts and the records in them, by somebody who had seen no training text of the packaged model.

Each: a text, the fields asked for as `constrain.demo.scenes.schema_of` reads them, and the record as JSON. The people
and firms are invented.
"""

from __future__ import annotations

import json
from pathlib import Path

_FILE = Path(__file__).with_suffix(".jsonl")
TEXTS: list[tuple[str, str, str]] = [tuple(json.loads(line)) for line in _FILE.read_text("utf-8").splitlines()]
