"""Events of sequences: each part's, under its number, whatever the text is cut into."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from constrain.events import Event
from constrain.grammar import Grammar
from constrain.grammars import choice, free_text, json_schema, regex, sequence


class Answer(BaseModel):
    number: int
    why: str


def told(grammar: Grammar, text: str, cuts: list[int]) -> list[Event]:
    """All events of a text that comes in pieces."""
    reader = grammar.events()
    assert reader is not None
    data = text.encode()
    bounds = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    events = [event for a, b in pairwise(bounds) for event in reader.feed(data[a:b])]
    return events + reader.finish()


def joined(events: list[Event]) -> list[tuple[object, ...]]:
    """The events with neighbouring pieces of one text put together."""
    out: list[tuple[object, ...]] = []
    for path, kind, value in events:
        if kind == "part" and out and out[-1][:2] == (path, "part"):
            out[-1] = (path, "part", f"{out[-1][2]}{value}")
        else:
            out.append((path, kind, value))
    return out


THOUGHT = sequence("<think>", free_text(until="</think>"), "\n", json_schema(Answer))
TEXT = '<think>Söll ich?</think>\n{"number": 4, "why": "é"}'


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 60), max_size=12))
def test_a_thought_and_then_an_object(cuts: list[int]) -> None:
    """The thought as it grows, then the object's members; plain texts between them tell nothing."""
    answer = Answer(number=4, why="é")
    expected = [
        ((0,), "open", ""),
        ((0,), "part", "Söll ich?</think>"),
        ((0,), "value", "Söll ich?</think>"),
        ((1,), "open", {}),
        ((1, "number"), "value", 4),
        ((1, "why"), "open", ""),
        ((1, "why"), "part", "é"),
        ((1, "why"), "value", "é"),
        ((1,), "value", answer),
    ]
    assert expected == joined(told(THOUGHT, TEXT, cuts))


def test_what_may_belong_to_either_part_is_told_when_it_is_certain() -> None:
    """Of `a*` and `[ab]*` letters belong to the first part until a `b` comes, and then they do for certain."""
    reader = sequence(regex("a*"), regex("[ab]*")).events()
    assert reader is not None
    assert [] == [event for event in reader.feed(b"aa") if event.kind == "value"]
    reader.feed(b"b")
    reader.finish()
    assert ("aa", "b") == reader.partial


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(["a", "a?", "a*", "[ab]*", "ab|a", "(ab)*", "b+"]), min_size=1, max_size=4), st.data())
def test_values_are_those_that_reading_gives(patterns: list[str], data: st.DataObject) -> None:
    """Whatever the parts and the cuts, the values told are those of `read`, and texts told in pieces are the parts'."""
    grammar = sequence(*map(regex, patterns))
    text = "".join(data.draw(st.from_regex(pattern, fullmatch=True, alphabet="ab")) for pattern in patterns)
    events = told(grammar, text, data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    values = {event.path: event.value for event in events if event.kind == "value"}
    parts = {path: value for path, kind, value in joined(events) if kind == "part"}

    assert {(i,): value for i, value in enumerate(grammar.read(text))} == values
    assert {path: value for path, value in values.items() if value} == parts


def test_many_ways_to_divide_are_told_at_the_end() -> None:
    """A hundred letters that five parts share have too many divisions to keep."""
    grammar = sequence(*(regex("a*") for _ in range(5)))
    events = told(grammar, "a" * 100, [10, 50])
    assert ["a" * 100, "", "", "", ""] == [event.value for event in events if event.kind == "value"]


def test_a_text_of_no_division_is_an_error() -> None:
    """What fits no part raises ValueError with its place, and a validator's error comes through."""
    reader = sequence(choice(["x"]), regex("y")).events()
    assert reader is not None
    with pytest.raises(ValueError, match="byte 1"):
        reader.feed(b"xz")
