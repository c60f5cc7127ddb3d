"""Structural tags: xgrammar's verdicts on its own format, marks by special tokens, and refusals with their place."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import constrain
from constrain import Vocabulary
from constrain.errors import ConstrainError, GrammarError, UnsupportedError
from constrain.grammars import structural_tag

BYTES = Vocabulary.from_bytes([*(bytes([each]) for each in range(256)), None], end_ids=[256])
TAG = {"begin": "<a>", "content": {"type": "regex", "pattern": "x+"}, "end": "</a>"}
TRIGGERED = {"type": "triggered_tags", "triggers": ["<a"], "tags": [TAG]}


def of(format: Any) -> dict[str, Any]:
    return {"type": "structural_tag", "format": format}


def accepts(format: Any, text: str) -> bool:
    return bool(constrain.compile(structural_tag(of(format)), BYTES).accepts(text))


ANY = {"type": "any_text"}


@pytest.mark.parametrize(
    ("format", "texts", "others"),
    [
        ({"type": "const_string", "value": "ab"}, ["ab"], ["", "a"]),
        ({"type": "const_string", "value": ""}, [""], ["a"]),
        (ANY, ["", "a</b>"], []),
        ({**ANY, "excludes": ["ab"]}, ["a", "ba"], ["ab", "xabx"]),
        ({**ANY, "max_chars": 2}, ["", "éé"], ["xxx"]),
        ({"type": "tag", "begin": "B", "content": ANY, "end": "E"}, ["BE", "BxE"], ["BxEE", "BxExE", "E"]),
        ({"type": "tag", "begin": "B", "content": ANY, "end": ["E", "F"]}, ["BE", "BxF"], ["BFE", "BEF"]),
        ({"type": "tag", "begin": "B", "content": ANY, "end": "aa"}, ["Baa", "Bbaa"], ["Baaa", "Ba"]),
        (
            {"type": "tag", "begin": "B", "content": {"type": "regex", "pattern": "x"}, "end": ["", "E"]},
            ["Bx", "BxE"],
            ["B"],
        ),
        (
            {"type": "tag", "begin": "B", "content": {"type": "sequence", "elements": [ANY, ANY]}, "end": "E"},
            ["BE"],
            ["BEE"],
        ),
        ({"type": "tag", "begin": "B", "content": {"type": "star", "content": ANY}, "end": "E"}, ["BxE"], ["BEE"]),
        (
            {
                "type": "tag",
                "begin": "B",
                "content": {"type": "tag", "begin": "b", "content": ANY, "end": "F"},
                "end": "E",
            },
            ["BbEFE"],
            ["BbFFE"],
        ),
        (TRIGGERED, ["", "<", "q<a>x</a>r<a>xx</a>"], ["<a", "<a>y</a>", "<a>x"]),
        ({**TRIGGERED, "at_least_one": True}, ["<a>x</a>", "<a>x</a>q"], ["", "q", "q<a>x</a>"]),
        ({**TRIGGERED, "stop_after_first": True}, ["", "q", "q<a>x</a>"], ["<a>x</a>q"]),
        ({**TRIGGERED, "at_least_one": True, "stop_after_first": True}, ["<a>x</a>"], ["", "<a>x</a>q"]),
        ({**TRIGGERED, "excludes": ["no"]}, ["hi"], ["no", "no<a>x</a>", "<a>x</a>no"]),
        ({"type": "tag", "begin": "B", "content": TRIGGERED, "end": "E"}, ["BE", "Bq<a>x</a>rE"], ["BxExE"]),
        ({"type": "dispatch", "rules": [["<a", {"type": "regex", "pattern": "x"}]]}, ["", "<axq<ax"], ["<a"]),
        (
            {"type": "dispatch", "rules": [["<a", {"type": "regex", "pattern": "x"}]], "loop": False},
            ["q", "q<ax"],
            ["<axq"],
        ),
        (
            {"type": "tags_with_separator", "tags": [TAG], "separator": ","},
            ["", "<a>x</a>,<a>x</a>"],
            [",", "<a>x</a>,"],
        ),
        (
            {"type": "tags_with_separator", "tags": [TAG], "separator": "", "at_least_one": True},
            ["<a>x</a><a>x</a>"],
            [""],
        ),
        (
            {"type": "repeat", "min": 1, "max": 2, "content": {"type": "regex", "pattern": "x"}},
            ["x", "xx"],
            ["", "xxx"],
        ),
        ({"type": "repeat", "min": 1, "max": -1, "content": {"type": "regex", "pattern": "x"}}, ["xxx"], [""]),
        ({"type": "optional", "content": {"type": "regex", "pattern": "x"}}, ["", "x"], ["xx"]),
        ({"type": "star", "content": {"type": "regex", "pattern": "xy"}}, ["", "xyxy"], ["x"]),
        ({"type": "plus", "content": {"type": "regex", "pattern": "x"}}, ["x"], [""]),
        ({"type": "grammar", "grammar": '#!lark\nstart: "a" | "b" start'}, ["bba"], ["b"]),
        ({"type": "json_schema", "json_schema": {"type": "integer"}}, ["42"], ["4.2"]),
        ({"type": "json_schema", "json_schema": {"type": "array"}, "max_whitespace_cnt": 0}, ["[1,2]"], ["[1, 2]"]),
    ],
)
def test_formats_mean_what_xgrammar_says(format: Any, texts: list[str], others: list[str]) -> None:
    """Each type of format, with texts of it and texts that are not."""
    assert texts == [text for text in [*texts, *others] if accepts(format, text)]


def formats() -> st.SearchStrategy[dict[str, Any]]:
    """Small formats over the letters a and b, with the ends E and FE."""
    leaves: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
        [
            {"type": "const_string", "value": "a"},
            {"type": "const_string", "value": "ab"},
            {"type": "regex", "pattern": "b+"},
            ANY,
            {**ANY, "excludes": ["ab"]},
            {**ANY, "max_chars": 1},
        ]
    )

    def larger(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
        tag = st.builds(
            lambda content, end: {"begin": "ab", "content": content, "end": end}, inner, st.sampled_from(["E", "FE"])
        )
        flags = st.booleans()
        return st.one_of(
            st.builds(lambda parts: {"type": "sequence", "elements": parts}, st.lists(inner, min_size=1, max_size=2)),
            st.builds(lambda parts: {"type": "or", "elements": parts}, st.lists(inner, min_size=1, max_size=2)),
            tag.map(lambda made: {"type": "tag", **made}),
            st.builds(
                lambda made, one, stop: {
                    "type": "triggered_tags",
                    "triggers": ["a"],
                    "tags": [made],
                    "at_least_one": one,
                    "stop_after_first": stop,
                },
                tag,
                flags,
                flags,
            ),
            st.builds(
                lambda made, one: {
                    "type": "tags_with_separator",
                    "tags": [made],
                    "separator": "b",
                    "at_least_one": one,
                },
                tag,
                flags,
            ),
        )

    return st.recursive(leaves, larger, max_leaves=4)


TEXTS = ["".join(letters) for size in range(5) for letters in product("abEF", repeat=size)]


@pytest.mark.peers
@settings(max_examples=60, deadline=None)
@given(formats())
def test_verdicts_are_those_of_xgrammar(format: dict[str, Any]) -> None:
    """On all short texts of four letters, where xgrammar reads the format."""
    xgrammar = pytest.importorskip("xgrammar", reason="xgrammar is not installed")
    accepts = pytest.importorskip("xgrammar.testing")._is_grammar_accept_string

    try:
        judge = xgrammar.Grammar.from_structural_tag(json.dumps(of(format)))
    except RuntimeError:
        return
    constraint = constrain.compile(structural_tag(of(format)), BYTES)

    expected = [text for text in TEXTS if accepts(judge, text)]
    assert expected == [text for text in TEXTS if constraint.accepts(text)]


def test_the_older_form_is_read() -> None:
    """`structures` and `triggers`, schemas as objects or as text."""
    older = {"structures": [{"begin": "<f>", "schema": {"type": "boolean"}, "end": "</f>"}], "triggers": ["<f"]}
    for source in (older, json.dumps(older), {**older, "type": "structural_tag"}):
        constraint = constrain.compile(structural_tag(source), BYTES)
        assert constraint.accepts("so <f>true</f> it is")
        assert not constraint.accepts("<f>1</f>")


def test_special_tokens_may_spell_what_they_are_named() -> None:
    """A model that was trained to write a mark as one token may; within longer texts of a tag, too."""
    vocabulary = Vocabulary.from_bytes(
        [*(bytes([each]) for each in range(256)), None, None, None],
        end_ids=[256],
        special_tokens={"<call>": 257, "</call>": 258},
    )
    tag = {"begin": "<call>{", "content": {"type": "regex", "pattern": "x"}, "end": "}</call>"}
    format = {"type": "triggered_tags", "triggers": ["<call>"], "tags": [tag]}
    constraint = constrain.compile(structural_tag(of(format), special_tokens=vocabulary.special_tokens), vocabulary)

    for tokens in ([104, 257, *b"{x}", 258, 104], [*b"<call>{x}</call>"], [257, *b"{x}</call>"], [104]):
        assert constraint.matcher().validate([*tokens, 256]) == len(tokens) + 1
    matcher = constraint.matcher()
    assert 2 == matcher.validate([257, *b"{y"])


@pytest.mark.parametrize(
    ("format", "place"),
    [
        ({"type": "strange"}, r"format\.type is 'strange'"),
        ({"type": "sequence", "elements": [{"type": "regex", "pattern": "("}]}, r"elements\[0\]\.pattern: regex:1:1"),
        (
            {"type": "tag", "begin": "B", "content": {"type": "json_schema", "json_schema": {"type": 1}}, "end": "E"},
            "content",
        ),
        ({"type": "const_string"}, "has no value"),
        ({"type": "const_string", "value": 1}, "must be a text"),
        ({"type": "const_string", "value": "a", "values": 1}, "the key 'values'"),
        ({"type": "or", "elements": []}, "elements is empty"),
        ({"type": "repeat", "min": 2, "max": 1, "content": ANY}, "min is 2"),
        ({"type": "tag", "begin": "B", "content": ANY, "end": ""}, "the end is empty"),
        ({**TRIGGERED, "triggers": ["<b"]}, "begins with no trigger"),
        ({**TRIGGERED, "triggers": ["<a", "<"]}, "begins with 2 triggers"),
        ({**TRIGGERED, "triggers": ["<a", "<b"]}, r"triggers\[1\] begins no tag"),
        ({"type": "tag", "begin": "B", "content": {**TRIGGERED, "triggers": ["<a"]}, "end": "<a"}, "both an end and"),
        ({**ANY, "max_chars": -1}, "must be 0 or more"),
        ([], "format must be an object"),
        (None, "must be an object"),
    ],
)
def test_wrong_formats_are_refused_with_their_place(format: Any, place: str) -> None:
    """Whatever a request may send."""
    with pytest.raises(GrammarError, match=place):
        structural_tag(of(format))


@pytest.mark.parametrize(
    ("format", "feature"),
    [
        ({**ANY, "max_tokens": 3}, "max_tokens"),
        ({"type": "any_tokens"}, "any_tokens"),
        ({"type": "token", "token": 7}, "number"),
        ({"type": "json_schema", "json_schema": {}, "style": "cohere_xml"}, "style"),
    ],
)
def test_what_cannot_be_kept_is_refused_by_name(format: Any, feature: str) -> None:
    """Never silently left out."""
    with pytest.raises(UnsupportedError, match=feature):
        structural_tag(of(format))


@pytest.mark.parametrize(
    "source", ["", "[", "[]", "1", '"a"', "{}", '{"type": "structural_tag"}', "[" * 5000, '{"structures": 1}']
)
def test_hostile_sources_are_refused(source: str) -> None:
    """No JSON, JSON of another shape, JSON that is too deep."""
    with pytest.raises(ConstrainError):
        structural_tag(source)


def test_formats_that_are_too_deep_are_refused() -> None:
    """Nested further than calls may be, as text and as a mapping."""
    format: dict[str, Any] = {"type": "const_string", "value": "a"}
    for _ in range(3000):
        format = {"type": "optional", "content": format}
    with pytest.raises(ConstrainError):
        structural_tag(of(format))
