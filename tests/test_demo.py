"""`constrain demo`: what it shows, and the scenes that it plays."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import constrain  # noqa: E402
from constrain import ConstrainError, Vocabulary  # noqa: E402
from constrain.__main__ import main  # noqa: E402
from constrain.demo.play import check_value, mask_sizes, right_fields  # noqa: E402
from constrain.demo.scenes import documents, of_text, scenes, schema_of  # noqa: E402
from constrain.demo.show import WIDTH, labelled  # noqa: E402
from constrain.grammars import choice, json_schema  # noqa: E402
from constrain.sampling import LoadedModel  # noqa: E402
from tests.sampling.random_model import chatting_model  # noqa: E402


@pytest.fixture
def any_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """The demonstration on a random model: what it shows, and not what a model knows."""
    monkeypatch.setattr("constrain.sampling.small_model", lambda **_: LoadedModel(*chatting_model()))


@pytest.mark.usefixtures("any_model")
def test_the_demo_shows_six_complete_scenes(capsys: pytest.CaptureFixture[str]) -> None:
    """No line is wider than a plain terminal, and every constrained text is there."""
    assert 0 == main(["demo"])

    shown = capsys.readouterr().out
    assert 6 == len(re.findall(r"^\d\. ", shown, re.MULTILINE))
    assert 6 == len(re.findall(r"^   constrained ", shown, re.MULTILINE))
    assert [] == [line for line in shown.splitlines() if len(line) > WIDTH]


def test_the_documents_show_the_scenes() -> None:
    """Their titles and texts; what the model answers is its own affair, and every constrained answer obeys."""
    page = (Path(__file__).parents[1] / "docs" / "demonstration.md").read_text(encoding="utf-8")
    block = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[0]
    parts = re.split(r"^\d\. ", block, flags=re.MULTILINE)[1:]
    played = [*scenes()]

    assert len(parts) == len(played) + 1  # the batch
    for part, scene in zip(parts, played, strict=False):
        heading = part.partition("   text ")[0].split()
        assert f"{scene.title}: {scene.limits}".split() == heading
        answer = re.search(r"^   constrained  (.*?)^   (?:value|probability)", part, re.MULTILINE | re.DOTALL)
        assert answer is not None
        text = re.sub(r"\n +", " ", answer[1].strip())
        assert constrain.compile(scene.grammar, LETTERS).accepts(text), text


@pytest.mark.usefixtures("any_model")
def test_a_text_of_the_users_becomes_a_record_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The record has the fields that were asked for and no others; costs are numbers."""
    text = "Otto Graf, 58, lives in Ulm and is a tailor."
    assert 0 == main(["demo", "--text", text, "--fields", "name, age int, paid bool?", "--json"])

    (scene,) = json.loads(capsys.readouterr().out)
    assert ["name", "age", "paid"] == list(scene["value"])
    assert isinstance(scene["value"]["age"], int)
    assert scene["value"]["name"] in text
    assert scene["complete"]
    assert 0 < scene["constrained"]["passes"] < scene["constrained"]["tokens"]
    assert 1 <= scene["allowed"]["fewest"] <= scene["allowed"]["median"] <= scene["allowed"]["most"]


@pytest.mark.parametrize("fields", ["age integer", "a b c", "", "name,,age", "name, name"])
def test_fields_that_mean_nothing_are_refused(fields: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With what could be written instead, and exit status 2 on the command line."""
    with pytest.raises(ConstrainError, match="--fields"):
        schema_of(fields)
    assert 2 == main(["demo", "--fields", fields or " "])
    assert "--" in capsys.readouterr().err


def test_mask_sizes_count_the_allowed_tokens() -> None:
    """One number for each token of a text: how many could have stood there."""
    vocabulary = Vocabulary([b"a", b"b", b"ab", b"", None], end_ids=[4])
    assert [3, 1] == mask_sizes(constrain.compile(choice(["ab", "b"]), vocabulary), [0, 1])


def test_free_json_is_judged_by_its_value() -> None:
    """White space is the writer's affair; text around an object, or another value, is not."""
    constraint = constrain.compile(json_schema(schema_of("age int")), LETTERS)

    assert check_value(constraint, '{\n  "age": 3\n}')
    assert not any(check_value(constraint, text) for text in ('{"age": "3"}', 'Here: {"age":3}', "[" * 100_000, ""))
    assert "'\"' at line 1, column 9 (in /age): expected" in str(check_value(constraint, '{"age":"3"}'))


def test_fields_are_right_when_they_equal_the_expected_ones() -> None:
    """12.50 is 12.5; a text that is no object has none."""
    expected = {"a": 12.5, "b": "x"}
    assert 2 == right_fields('{"a": 12.50, "b": "x", "c": 1}', expected)
    assert 1 == right_fields('{"a": 12, "b": "x"}', expected)
    assert [0, 0, 0] == [right_fields(text, expected) for text in ("", "[1]", '{"a": ')]


def test_the_documents_tell_what_their_records_say() -> None:
    """Each value stands in its prompt, the record is a text of its grammar, and the documents differ."""
    grammars, prompts, records = documents(50)
    texts = [prompt[-1]["content"] for prompt in prompts]
    assert 50 == len(set(texts))
    for text, record in zip(texts, records, strict=True):
        for value in record.values():
            assert (f"{value:.2f}" if isinstance(value, float) else str(value)) in text
    for grammar, record in zip(grammars[:12], records, strict=False):
        assert constrain.compile(grammar, LETTERS).accepts(json.dumps(record))


def test_labels_stand_in_a_column_and_long_words_are_broken() -> None:
    """Nothing is wider than the terminal, and nothing is lost."""
    lines = labelled("free", "a" * 200 + "\n\nb")
    assert max(map(len, lines)) <= WIDTH
    assert "a" * 200 + "b" == "".join("".join(lines).split()[1:])


LETTERS = Vocabulary.from_bytes([bytes([byte]) for byte in range(256)] + [b""], end_ids=[256])


def test_a_text_without_fields_of_its_own_may_lack_all_of_them() -> None:
    """`--text` alone asks for what a text may tell; an empty one is refused, as are no fields."""
    scene = of_text("Hello")
    everything = constrain.compile(scene.grammar, LETTERS)
    assert everything.accepts('{"name": null, "age": null, "city": null, "job": null, "email": null}')
    with pytest.raises(ConstrainError, match="--text: the text is empty"):
        of_text(" ")
    with pytest.raises(ConstrainError, match="--fields: ''"):
        of_text("Hello", "")


def test_an_email_is_an_address_of_the_text() -> None:
    """Or null, where the text has none; where it may not be, what to write instead is said."""
    with_one, without = "Write to Bo (bo@nordic.example) on order 4.", "The review with Ana is on 14 June."

    required = constrain.compile(json_schema(schema_of("email", with_one), layout="compact"), LETTERS)
    assert required.accepts('{"email":"bo@nordic.example"}')
    assert not required.accepts('{"email":"Write"}')
    assert not required.accepts('{"email":"ana@nordic.example"}')
    optional = constrain.compile(json_schema(schema_of("email?", without), layout="compact"), LETTERS)
    assert optional.accepts('{"email":null}')
    assert not optional.accepts('{"email":"review"}')
    with pytest.raises(ConstrainError, match=r"the text has no e-mail address for 'email'; `email\?` allows null"):
        schema_of("email", without)
