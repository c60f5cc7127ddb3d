"""Recordings as JSON: there and back, and whatever else a file may hold is refused with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain.sampling.recording import Recording  # noqa: E402
from tests.sampling.recording.worlds import recording  # noqa: E402


def test_json_gives_the_recording_again() -> None:
    """Also bytes that are no text, controls, and everything that JSON has to escape."""
    written = recording()

    assert written == Recording.from_json(written.to_json())
    assert written == Recording.from_json(written.to_json().encode())


@given(st.lists(st.binary(max_size=8), min_size=1, max_size=4), st.text(st.characters(codec="utf-8"), max_size=8))
def test_json_keeps_any_bytes_and_text(spellings: list[bytes], text: str) -> None:
    """Whatever tokens are made of."""
    written = recording(tuple(spellings), text)

    assert written == Recording.from_json(written.to_json())


def changed(*path: Any, to: Any) -> str:
    """The JSON of a recording with one place changed; `...` takes it away."""
    data = json.loads(recording((b"a", b"b")).to_json())
    at = data
    for key in path[:-1]:
        at = at[key]
    if to is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = to
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no recording: "),
        ("{", "no recording: "),
        ("[]", 'whose "family" is'),
        ('{"family": "another"}', 'whose "family" is'),
        ("[" * 100_000, "no recording: "),
        ('{"family": NaN}', "NaN is no JSON"),
        (changed("version", to=2), "version 2, and this library reads 1"),
        (changed("prompt", to=...), "the recording: no field 'prompt'"),
        (changed("more", to=1), "the recording: an unknown field 'more'"),
        (changed("complete", to=1), "complete is 1; expected true or false"),
        (changed("width", to=-1), "width is -1; expected a whole number"),
        (changed("width", to=10**400), "width is "),
        (changed("tokens", to={}), "tokens is {}; expected a list"),
        (changed("tokens", 1, to=[]), "tokens[1] is []; expected an object"),
        (changed("tokens", 1, "kind", to="x"), 'tokens[1].kind is \'x\'; expected "chosen" or "forced" or "end"'),
        (changed("tokens", 1, "kind", to=[]), "tokens[1].kind is []"),
        (changed("tokens", 1, "model", to="1"), "tokens[1].model is '1'; expected a number"),
        (changed("tokens", 1, "model", to=10**400), "tokens[1].model is "),
        (changed("tokens", 1, "spelling", to="0g"), "tokens[1].spelling is '0g'; expected bytes in hexadecimal"),
        (changed("tokens", 1, "effects", 0, "moved", to="x"), "tokens[1].effects[0].moved is 'x'"),
        (changed("tokens", 1, "effects", 0, to=...), "tokens[1].effects has 1 entries, and there are 2 stages"),
        (changed("tokens", 1, "refused", 0, "refusal", "byte", to=True), "tokens[1].refused[0].refusal.byte is True"),
    ],
)
def test_what_is_no_recording_is_refused_with_its_place(text: str, message: str) -> None:
    """One ValueError, whatever is wrong."""
    with pytest.raises(ValueError) as raised:  # noqa: PT011
        Recording.from_json(text)

    assert message in str(raised.value) or (message.endswith(": ") and str(raised.value).startswith(message))
    assert len(str(raised.value)) < 400
