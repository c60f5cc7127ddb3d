"""The page of a recording: what came from a model is text on it, it loads nothing, and it says what was recorded."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch")
pytest.importorskip("transformers")

from pydantic import BaseModel, Field  # noqa: E402

from constrain.sampling import Result, generate, stream  # noqa: E402
from constrain.sampling.recording import Inspection, Recording  # noqa: E402
from constrain.sampling.recording.markup import visible  # noqa: E402
from tests.sampling.random_model import random_model  # noqa: E402
from tests.sampling.recording.worlds import HOSTILE, recording  # noqa: E402

TAGS = {
    "html", "head", "meta", "title", "style", "body", "header", "h1", "button", "main", "ul", "li", "b", "span", "small",
    "dl", "dt", "dd", "section", "div", "label", "select", "option", "figure", "svg", "figcaption", "p", "i", "details",
    "summary", "table", "thead", "tbody", "tr", "th", "td", "footer", "script",
}  # fmt: skip
ATTRIBUTES = {
    "lang", "charset", "http-equiv", "content", "name", "type", "id", "hidden", "class", "aria-label", "aria-live", "role",
    "value", "preserveaspectratio", "dir", "data-i", "scope", "tabindex",
}  # fmt: skip


class Outline(HTMLParser):
    """The tags, attributes and texts of a document, as a browser would take it apart."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[int, str] = {}  # by the number of the tag that they follow
        self.feed(document)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data: str) -> None:
        self.texts[len(self.tags) - 1] = self.texts.get(len(self.tags) - 1, "") + data

    def inside(self, **attributes: str) -> str:
        """What stands right behind the tag with these attributes."""
        [number] = [i for i, (_, has) in enumerate(self.tags) if attributes.items() <= has.items()]
        return self.texts.get(number, "")


def check_is_harmless(document: str) -> None:
    """Known tags and attributes alone, two scripts, nothing that no reader sees, and no address."""
    outline = Outline(document)
    assert not {tag for tag, _ in outline.tags} - TAGS
    assert not {name for _, attributes in outline.tags for name in attributes} - ATTRIBUTES
    assert [{"type": "application/json", "id": "data"}, {}] == [has for tag, has in outline.tags if tag == "script"]
    assert not [each for each in document if not each.isprintable() and each != "\n"]
    assert not re.search(r"https?:|@import|url\(", document)
    document.encode()


def test_whatever_a_model_writes_is_text_on_the_page() -> None:
    """Markup, ends of scripts, bidi signs, NULs, bytes that are no text: none of it is taken for anything else."""
    document = Inspection(recording()).html

    check_is_harmless(document)
    shown = "".join(each for _, each in sorted(Outline(document).texts.items()))
    for expected in (
        "</script><script>",
        "<img src=x onerror",
        "\\u202e",
        "\\x00",
        "\\xff",
        "\\u2028",
        "\\ufeff",
        "&lt;b&gt;",
    ):
        assert expected in shown


@given(st.lists(st.binary(max_size=6), min_size=1, max_size=3), st.text(max_size=12))
def test_no_bytes_and_no_text_break_the_page(spellings: list[bytes], text: str) -> None:
    """Lone surrogates too, which a file may bring."""
    check_is_harmless(Inspection(recording(tuple(spellings), text)).html)


@pytest.mark.parametrize("spelling", HOSTILE, ids=range(len(HOSTILE)))
def test_a_notebook_shows_the_page_in_a_frame_of_its_own(spelling: bytes) -> None:
    """One `iframe` whose `srcdoc` is the page; it may run scripts, and reaches nothing around it."""
    inspection = Inspection(recording((spelling,)))
    outline = Outline(inspection._repr_html_())

    assert ["iframe"] == [tag for tag, _ in outline.tags]
    assert inspection.html == outline.tags[0][1]["srcdoc"]
    assert "allow-scripts" == outline.tags[0][1]["sandbox"]


def test_the_policy_allows_just_the_script_and_the_style_of_the_page() -> None:
    """By their digests; everything else is forbidden, the network first of all."""
    document = Inspection(recording()).html
    [policy] = [has["content"] for _, has in Outline(document).tags if has.get("http-equiv")]
    assert policy is not None
    for tag in ("style", "script"):
        inside = re.findall(rf"<{tag}>(.*?)</{tag}>", document, re.DOTALL)[-1]
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def test_the_page_reads_without_scripts() -> None:
    """The text stands there, a token after the other, and a table with the figures of each."""
    document = Inspection(recording((b"{", b'"a b"', b"\n", b"}"))).html
    [text] = re.findall(r'<p id="text" dir="ltr">(.*?)</p>', document, re.DOTALL)

    assert '{"a b"↵\n}<end>' == html.unescape(re.sub(r"<[^>]+>", "", text))
    assert 5 == len(re.findall(r"<tr><td>\d", document))
    assert "25.0 %" in document


def test_long_texts_stay_usable() -> None:
    """Thousands of tokens: a page of a few megabytes, whatever candidates were kept."""
    one = recording((b"abc", b"def")).tokens[1]
    candidates = tuple(one.refused[0] for _ in range(50))
    tokens = tuple(type(one)(**(vars(one) | {"refused": candidates, "candidates": candidates})) for _ in range(5_000))
    long = Recording(**(vars(recording((b"a",))) | {"tokens": tokens}))

    assert len(Inspection(long).html) < 6_000_000


def test_text_that_no_reader_could_see_is_written_out() -> None:
    """And what can be seen is left alone."""
    assert "né 中 ✓" == visible("né 中 ✓")
    assert "\\u202e\\x00\\ud800\\n\\x9f" == visible("\u202e\x00\ud800\n\udc9f")


class Order(BaseModel):
    """What the demo's model is asked for."""

    total: int = Field(ge=1, le=999)
    paid: bool


@pytest.fixture(scope="module")
def order() -> Result[Order]:
    model, tokenizer = random_model()
    result = generate(
        model, tokenizer, "An order: ", Order, max_tokens=60, do_sample=True, seeds=1, record=True, logprobs=True
    )
    assert not isinstance(result, list)
    return result


def test_a_result_is_inspected(order: Result[Order], tmp_path: Path) -> None:
    """`record=True`, `inspect()`, `save`: the page and the JSON have the tokens, their places and why others were not."""
    inspection = order.inspect()
    file = inspection.save(tmp_path / "order.html")

    assert inspection.html == file.read_text(encoding="utf-8")
    check_is_harmless(inspection.html)
    assert order.recording == Recording.from_json(inspection.to_json())
    assert order.recording is not None
    assert {"$", "$.total", "$.paid"} == {token.path for token in order.recording.tokens}
    reasons = [each.refusal for token in order.recording.tokens for each in token.refused]
    assert all(why is not None and re.search("expected|nothing may follow", why.expected) for why in reasons)
    data = json.loads(Outline(inspection.html).inside(id="data"))
    assert [t.kind for t in order.recording.tokens] == [token["k"] for token in data["tokens"]]
    assert len(order.tokens) + 1 == len(data["tokens"]) == len(data["levels"]["model"])


def test_recorded_probabilities_agree_with_logprobs(order: Result[Order]) -> None:
    """On a model of transformers with its cache, read token by token and all at once."""
    import math

    assert order.recording is not None
    assert order.logprobs is not None
    tokens = [token for token in order.recording.tokens if token.kind != "end"]
    assert list(order.logprobs) == pytest.approx([math.log(token.model) for token in tokens], abs=1e-3)


def test_nothing_is_recorded_unless_it_is_asked_for() -> None:
    """Then `inspect` says how to ask."""
    model, tokenizer = random_model()
    result: Any = generate(model, tokenizer, "x", ["yes", "no"], max_tokens=5)

    assert result.recording is None
    with pytest.raises(ValueError, match="pass record=True"):
        result.inspect()


@pytest.mark.parametrize(
    "options",
    [
        {"num_beams": 3, "num_return_sequences": 2},
        {"prompt_lookup_num_tokens": 4},
        {"do_sample": True, "num_return_sequences": 2, "guidance_scale": 1.5},
        {"canonical": True},
        {"heal": True},
        {"stop": ["7"], "fit": False},
    ],
    ids=str,
)
def test_every_way_of_decoding_can_be_recorded(options: dict[str, Any]) -> None:
    """Batches too: each result has the recording of its own text."""
    model, tokenizer = random_model()
    results: Any = generate(model, tokenizer, ["The tot", "An order: "], Order, max_tokens=60, record=3, **options)
    for result in results:
        tokens = [token for token in result.recording.tokens if token.kind != "end"]
        assert result.error is None
        assert list(result.tokens) == [token.token for token in tokens]
        assert result.text == result.recording.text
        assert all(len(token.candidates) <= 3 >= len(token.refused) for token in tokens)


def test_streams_record_as_well() -> None:
    """The result that comes with the last part has it."""
    model, tokenizer = random_model()
    *_, last = stream(model, tokenizer, "x", ["yes", "no"], max_tokens=5, record=True)

    assert last.result is not None
    assert last.result.recording is not None
    assert last.result.text == last.result.recording.text


def test_a_generator_cannot_be_asked_twice() -> None:
    """Its numbers would be others the second time."""
    import torch

    model, tokenizer = random_model()
    with pytest.raises(TypeError, match="draws other numbers"):
        generate(model, tokenizer, ["x"], ["yes", "no"], record=True, seeds=[torch.Generator()], do_sample=True)
