"""What a terminal does to names has one number in Python and in the core, where each is the line of an enumeration."""

from __future__ import annotations

import re
from enum import IntEnum
from pathlib import Path

import pytest

from constrain.grammar import BindingAction, NameAction

_HEADERS = Path(__file__).parents[4] / "constrain" / "native" / "context"


@pytest.mark.parametrize(("actions", "header"), [(NameAction, "names.h"), (BindingAction, "bindings.h")])
def test_actions_are_numbered_alike(actions: type[IntEnum], header: str) -> None:
    text = (_HEADERS / header).read_text()
    lines = re.search(rf"enum class {actions.__name__} : std::uint8_t {{\n(.*?)\n}};", text, re.DOTALL)
    assert lines is not None
    names = re.findall(r"^  (\w+)", lines[1], re.MULTILINE)
    assert (names[0], names[-1]) == ("None", "Count")
    first = int(min(actions))
    told = {first + at: re.sub(r"(?<!^)(?=[A-Z])", "_", name).upper() for at, name in enumerate(names[1:-1])}
    assert told == {int(action): action.name for action in actions}
