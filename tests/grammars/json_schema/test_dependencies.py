"""Dependencies of keys on keys: exactly the sets of members in which everything needed is there."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.grammars.json_schema.instances import accepts, compiled

KEYS = "abcdef"
DEPENDENT = st.dictionaries(st.sampled_from(KEYS), st.lists(st.sampled_from(KEYS + "z"), max_size=3), max_size=6)


@settings(max_examples=60, deadline=None)
@given(DEPENDENT, st.sampled_from(["schema", "any"]))
def test_dependencies_hold_of_every_set_of_members(dependent: dict[str, list[str]], order: str) -> None:
    """Of all sets of members, just those are allowed in which whoever is there has with them whom they need.

    More than three dependencies are written as clauses at once, fewer as shapes by who is there.
    """
    schema = {"properties": {key: {"const": 1} for key in KEYS}, "additionalProperties": False, "type": "object"}
    constraint = compiled({**schema, "dependentRequired": dependent}, layout="compact", property_order=order)
    for bits in range(1 << len(KEYS)):
        members = [key for i, key in enumerate(KEYS) if bits >> i & 1]
        expected = all(set(dependent.get(key, ())) <= set(members) for key in members)
        text = "{" + ",".join(f'"{key}":1' for key in members) + "}"

        assert expected == accepts(constraint, text), text


def test_what_needs_many_members_needs_them_all() -> None:
    """A dependency on forty keys, and one on a key that no text can hold, beside others."""
    names = [f"k{i}" for i in range(40)]
    dependent = {"all": names, "none": ["\ud800"], **{f"x{i}": [f"k{i}"] for i in range(4)}}
    constraint = compiled({"dependentRequired": dependent}, layout="compact")

    def texts(*members: str) -> str:
        return json.dumps(dict.fromkeys(members, 1), separators=(",", ":"))

    assert accepts(constraint, texts(*names, "all"))
    assert not accepts(constraint, texts(*names[1:], "all"))
    assert not accepts(constraint, texts("none"))
    assert accepts(constraint, texts("k1", "x1"))
    assert not accepts(constraint, texts("k1", "x2"))
