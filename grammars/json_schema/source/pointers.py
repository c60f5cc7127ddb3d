"""JSON pointers, as messages show places."""

from __future__ import annotations

from constrain.support.shown import shown


def way(steps: list[str]) -> str:
    """The steps of a pointer; of a very long one, which nobody reads, both ends."""
    return "".join(steps if len(steps) <= 60 else [*steps[:20], f"/…{len(steps) - 50} more steps…", *steps[-30:]])


def escaped(token: object) -> str:
    """A key as a step of a JSON pointer."""
    return "/" + within(token if type(token) is str else shown(token, 60))


def within(key: str) -> str:
    """A key as it stands between two slashes."""
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key
