"""JSON read while it is being written: what is told is what all completions of the text have in common."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import pytest

from constrain.events import Event
from constrain.grammars import json_schema
from constrain.grammars.json_schema.text.events import JsonEvents

MISSING = object()
NUMBERS = ["0", "-1", "12", "1.5", "-2.25e3", "1e2", "3E-1"]
STRINGS = ["", "x", "é\n", "😀", 'q"\\/', "tab\tü", "\u2028"]
KEYS = ["a", "bé", "c\n", "😀"]
_AFTER = [
    b"",
    b":0",
    b":1",
    b"0",
    b"1",
    b".5",
    b'"k":0',
    b'"l":1',
    b"rue",
    b"alse",
    b"ull",
    b"ue",
    b"lse",
    b"ll",
    b"e",
    b"se",
    b"l",
]
_ESCAPES = [b"", b"n", b"t", b"41", b"42", b"u0041", b"u0042", b"0041", b"0042", b"041", b"042", b"1", b"2"]
_ESCAPES += [b"\\ude00", b"\\ude01", b"ude00", b"ude01", b"de00", b"de01", b"e00", b"e01", b"00", b"01"]
_ESCAPES += [
    b"\xa9",
    b"\xaa",
    b"\x98\x80",
    b"\x98\x81",
    b"\x9f\x98\x80",
    b"\x9f\x98\x81",
    b"\x80",
    b"\x81",
    b"\x80\xa8",
]
_CLOSERS = ["".join(each) for size in range(3) for each in product("]}", repeat=size)]


def unique_reading(text: bytes) -> Any:
    """What the values of all completions have in common: slow, and it knows nothing of states."""
    inside = b"\\" in text[-12:] or any(byte > 127 for byte in text[-3:])
    values = []
    ways = list(product([b""], [b"", b'"', b'z"'], _AFTER, _CLOSERS))
    if inside:
        ways += product(_ESCAPES, [b"", b'"', b'z"'], [b"", b":0", b":1"], _CLOSERS)
    for escape, end, after, closer in ways:
        try:
            values.append(json.loads((text + escape + end + after + closer.encode()).decode()))
        except ValueError:
            continue
    assert values, text
    found = meet(values)
    return None if found is MISSING else found


def meet(values: list[Any]) -> Any:
    kinds = set(map(type, values))
    if kinds == {dict}:
        both = {key: meet([v[key] for v in values]) for key in values[0] if all(key in v for v in values)}
        return {key: value for key, value in both.items() if value is not MISSING}
    if kinds == {list}:
        items = []
        for each in zip(*values, strict=False):
            item = meet(list(each))
            if item is MISSING:
                break
            items.append(item)
        return items
    if kinds == {str}:
        low, high = min(values), max(values)
        at = next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), min(len(low), len(high)))
        return low[:at]
    return values[0] if len(kinds) == 1 and all(v == values[0] for v in values) else MISSING


def spelled(value: str, rng: random.Random) -> str:
    """A string in any spelling."""
    out = []
    for character in value:
        plain = json.dumps(character, ensure_ascii=False)[1:-1]
        units = character.encode("utf-16-be")
        escaped = "".join(f"\\u{units[i]:02x}{units[i + 1]:02X}" for i in range(0, len(units), 2))
        out.append(rng.choice([plain, escaped, "\\/" if character == "/" else plain]))
    return f'"{"".join(out)}"'


def written(rng: random.Random, depth: int) -> str:
    """A random JSON text of at most so many containers inside each other, in any layout."""

    def gap() -> str:
        return rng.choice(["", "", "", " ", "\n\t"])

    kind = rng.randrange(3 if depth == 0 else 6)
    if kind == 0:
        return rng.choice(NUMBERS)
    if kind == 1:
        return spelled(rng.choice(STRINGS), rng)
    if kind == 2:
        return rng.choice(["true", "false", "null"])
    size = rng.randrange(3)
    if kind == 3:
        return "[" + gap() + ",".join(gap() + written(rng, depth - 1) + gap() for _ in range(size)) + "]"
    members = [
        f"{gap()}{spelled(key, rng)}{gap()}:{gap()}{written(rng, depth - 1)}{gap()}" for key in rng.sample(KEYS, size)
    ]
    return "{" + gap() + ",".join(members) + "}"


def applied(events: list[Event], to: Any) -> Any:
    """The value that events build, told to somebody who sees nothing else."""
    for path, kind, value in events:
        if not path:
            to = to + value if kind == "part" else json.loads(json.dumps(value))
            continue
        holder = to
        for key in path[:-1]:
            holder = holder[key]
        if kind == "part":
            holder[path[-1]] += value
        elif isinstance(holder, list) and path[-1] == len(holder):
            holder.append(json.loads(json.dumps(value)))
        else:
            holder[path[-1]] = json.loads(json.dumps(value))
    return to


@pytest.mark.parametrize("seed", range(4))
def test_after_every_byte_the_partial_value_is_the_unique_reading(seed: int) -> None:
    """Every prefix, completed in all ways: what these have in common is what is told, and nothing else."""
    rng = random.Random(seed)
    for _ in range(8):
        text = written(rng, 2).encode()
        reader = JsonEvents()
        told: Any = None
        for at in range(len(text)):
            told = applied(reader.feed(text[at : at + 1]), told)
            assert unique_reading(text[: at + 1]) == reader.partial == told, text[: at + 1]
        told = applied(reader.finish(), told)
        assert json.loads(text) == reader.partial == told


def merged(events: list[Event]) -> list[Event]:
    """Parts in a row as one."""
    out: list[Event] = []
    for event in events:
        if out and event.kind == "part" == out[-1].kind and event.path == out[-1].path:
            out[-1] = Event(event.path, "part", out[-1].value + event.value)
        else:
            out.append(event)
    return out


def test_events_do_not_depend_on_how_the_bytes_are_cut() -> None:
    """Tokens may end within escapes, characters and numbers; a string's parts concatenate to its value."""
    rng = random.Random(9)
    for _ in range(300):
        text = written(rng, 4).encode()
        whole = JsonEvents()
        expected = merged(whole.feed(text) + whole.finish())
        cut = JsonEvents()
        found: list[Event] = []
        at = 0
        while at < len(text):
            size = rng.randrange(1, 6)
            found += cut.feed(text[at : at + size])
            at += size
        assert expected == merged(found + cut.finish())
        assert json.loads(text) == cut.partial == whole.partial
        values = [event for event in expected if event.kind == "value"]
        assert len({event.path for event in values}) == len(values)
        for event in values:
            if isinstance(event.value, str):
                parts = [e.value for e in expected if e.path == event.path and e.kind == "part"]
                assert event.value == "".join(parts)


def test_halves_of_surrogate_pairs_wait_for_each_other() -> None:
    """And where there is no other half, the one stands for itself, as Python reads it."""
    for text in (
        r'"\ud83d\ude00"',
        r'"\ud83d\ud83d\ude00"',
        r'"\ud83dx"',
        r'"\ud83d"',
        r'"\ude00\ud83d\n"',
        '"\\ud83dé"',
    ):
        reader = JsonEvents()
        parts = [e.value for byte in text.encode() for e in reader.feed(bytes([byte])) if e.kind == "part"]
        reader.finish()
        assert json.loads(text) == reader.partial
        assert all(len(part) <= 2 for part in parts)
    reader = JsonEvents()
    assert [Event((), "open", "")] == reader.feed(rb'"\ud83d\ude0')
    assert [Event((), "part", "😀")] == reader.feed(b"0")


def test_what_is_no_json_is_refused() -> None:
    """A constraint never lets it happen; without one, the place is told."""
    for text in ("[1,]", '{"a":1,}', "[}", '{"a" 1}', "1 2", "tru ", '"\\x"', "]", '{"a":}', "[1 2]", "{1:2}", "nul1"):
        with pytest.raises(ValueError, match=r"byte|Expecting"):
            JsonEvents().feed(text.encode() + b" ")
    for text in ('"a', "[1", "{", "tr", "", " ", '{"a"'):
        reader = JsonEvents()
        reader.feed(text.encode())
        with pytest.raises(ValueError, match="not complete"):
            reader.finish()


def test_a_deep_text_needs_no_stack() -> None:
    """Nesting costs paths of that length, not calls."""
    reader = json_schema({}).events()
    assert reader is not None
    reader.feed(b"[" * 2_000)
    assert isinstance(reader.partial, list)
    assert 2_000 == len(reader.feed(b"]" * 2_000))


def test_of_a_key_that_comes_twice_the_last_counts() -> None:
    """As Python's reader has it."""
    reader = JsonEvents()
    reader.feed(b'{"a": 1, "a": {"b": 2}}')
    assert {"a": {"b": 2}} == reader.partial
