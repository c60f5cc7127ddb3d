"""Where a schema is nested deepest, for the message that says it is nested too deep.

What subschemas say in place is combined by functions that call each other, once for each subschema inside another.
Python's own limit on that is the last resort, wherever it is met; this is what it becomes.
"""

from __future__ import annotations

import sys
from typing import Any

from constrain.errors import LimitExceeded

from .pointers import escaped, way

_LOOKED_AT = 200_000


def too_deep(schema: Any) -> LimitExceeded:
    """The error for a schema that Python's stack is too small for."""
    depth, pointer = _deepest(schema)
    limit = sys.getrecursionlimit()
    return LimitExceeded(
        f"{pointer}: subschemas are nested {depth} containers deep here, and combining them takes more calls inside "
        f"each other than the {limit} that Python allows; write `allOf`, `anyOf`, `oneOf`, `not` and `if` less deep "
        "inside each other",
        limit=limit,
        needed=depth,
    )


def _deepest(schema: Any) -> tuple[int, str]:
    """How many containers are inside each other at most, and where; each container counts at the first place it has."""
    seen = {id(schema)}
    above: dict[int, tuple[int, str]] = {}  # by container: the one around it, and its key there
    level, depth, last = [schema], 0, schema
    while level and len(seen) < _LOOKED_AT:
        depth, last = depth + 1, level[0]
        inner = []
        for container in level:
            for key, value in container.items() if type(container) is dict else enumerate(container):
                if type(value) in (dict, list) and id(value) not in seen:
                    seen.add(id(value))
                    above[id(value)] = id(container), escaped(key)
                    inner.append(value)
        level = inner
    steps = []
    at = id(last)
    while at in above:
        at, step = above[at]
        steps.append(step)
    return depth, "#" + way(steps[::-1])
