"""`constrain demo`, the model that comes with the package, and the texts that it was trained on."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import date
from difflib import SequenceMatcher
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from pydantic import BaseModel

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import Qwen2Config, Qwen2ForCausalLM  # noqa: E402

import constrain  # noqa: E402
from constrain import ConstrainError, Vocabulary  # noqa: E402
from constrain.__main__ import main  # noqa: E402
from constrain.demo.play import accepts, mask_sizes, right_fields  # noqa: E402
from constrain.demo.scenes import documents, of_text, schema_of  # noqa: E402
from constrain.demo.show import WIDTH, labelled  # noqa: E402
from constrain.grammars import choice, json_schema, regex  # noqa: E402
from constrain.sampling import generate  # noqa: E402
from constrain.sampling.demo_model import call_prompt, demo_model, query_prompt, record_prompt, value_prompt  # noqa: E402
from examples.demo_model.choices import CHOICES, chosen  # noqa: E402
from examples.demo_model.data import examples  # noqa: E402
from examples.demo_model.documents import NUMERALS, fair_keys, plain, sentences  # noqa: E402
from examples.demo_model.domains import DOMAINS  # noqa: E402
from examples.demo_model.domains.compact import domains  # noqa: E402
from examples.demo_model.domains.domain import fact  # noqa: E402
from examples.demo_model.evaluate import Evaluation, grammar_of, held_out, part  # noqa: E402
from examples.demo_model.handwritten import by_others, handwritten  # noqa: E402
from examples.demo_model.labels import key_of  # noqa: E402
from examples.demo_model.lists import LISTINGS, SIDES, enumerated, listing, sides  # noqa: E402
from examples.demo_model.train import orthogonal, step_size  # noqa: E402
from examples.demo_model.wiring import wire  # noqa: E402
from examples.demo_model.words import FIRST_NAMES, HELD_EVERY, Draw, city, iso_date  # noqa: E402


@pytest.fixture(scope="module")
def pair() -> Any:
    return demo_model()


def without_times(text: str) -> str:
    return re.sub(r"\d+\.\d+ s\b", "… s", text)


def test_the_demo_shows_six_complete_scenes_and_the_readme_has_them(capsys: pytest.CaptureFixture[str]) -> None:
    """The first block of the README is what the command prints; no line is wider than a plain terminal.

    Times differ, and on another processor sums are rounded otherwise, so that a close choice may go the other way.
    """
    assert 0 == main(["demo"])

    shown = capsys.readouterr().out
    assert 6 == len(re.findall(r"^\d\. ", shown, re.MULTILINE))
    assert [] == [line for line in shown.splitlines() if len(line) > WIDTH]
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```text\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert [line[:15] for line in shown.splitlines() if line[:1].isdigit() or line[3:4].isalpha()] == [
        line[:15] for line in blocks[0].splitlines() if line[:1].isdigit() or line[3:4].isalpha()
    ]
    assert SequenceMatcher(None, without_times(shown), without_times(blocks[0]), autojunk=False).ratio() > 0.9


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


def test_a_prompt_names_the_fields_of_a_model_by_their_types() -> None:
    """A Pydantic model and its JSON Schema give the same line; optional fields allow null."""

    class Size(Enum):
        small = "small"
        large = "large"

    class Order(BaseModel):
        name: str
        count: int
        price: float
        paid: bool
        day: date
        items: list[str]
        size: Size
        mood: Literal["good", "bad"] | None
        note: str | None = None

    line = "name, count int, price number, paid bool, day date, items list, size small|large, mood good|bad?, note?"
    assert f"x\nJSON {line}\n" == record_prompt("x", Order)
    assert record_prompt("x", Order) == record_prompt("x", Order.model_json_schema())
    assert "x\nValue mood good|bad\n" == value_prompt("x", "mood", "enum", ["good", "bad"])
    assert "table t: a, b\nhow many?\nSQL\n" == query_prompt("how many?", "t", ["a", "b"])
    tool = {"name": "f", "parameters": {"properties": {"x": {}, "y": {}}}}
    assert "tools f(x, y)\ngo\nCall\n" == call_prompt("go", [tool])


def test_fields_are_read_as_prompts_write_them() -> None:
    """`schema_of` is the inverse of the line in a prompt."""
    line = "name, count int, price number?, paid bool, day date, items list, size small|large?"

    assert f"x\nJSON {line}\n" == record_prompt("x", schema_of(line))


def test_every_answer_of_the_data_is_in_the_grammar_of_its_prompt(pair: Any) -> None:
    """What the model is trained to say can be said under the constraint: held-out texts and those written by hand."""
    vocabulary = Vocabulary.from_huggingface(pair[1], model=pair[0])

    for each in [*held_out(150, seed=5), *handwritten(), *by_others()]:
        assert accepts(constrain.compile(grammar_of(each), vocabulary), each.answer), each


def test_the_model_is_about_as_good_as_its_card_says(pair: Any) -> None:
    """Fields that are right under the constraint: on the fifty documents, and on texts that no script wrote.

    A little less is asked for than the card has, because sums are rounded otherwise on other processors.
    """
    grammar, prompts, records = documents()
    model, tokenizer = pair
    results: Any = generate(model, tokenizer, prompts, grammar, max_tokens=200, do_sample=False)
    scores = [Evaluation(model, tokenizer).score("greedy", texts()) for texts in (handwritten, by_others)]

    right = [right_fields(each.text, record) for each, record in zip(results, records, strict=True)]
    assert 0.96 < sum(right) / (50 * 5)
    assert 0.90 < part(scores[0].fields)
    assert 0.62 < part(scores[1].fields)
    assert all(all(score.valid) for score in scores)


def test_held_out_words_are_never_drawn_for_training() -> None:
    """Neither names nor wordings; and together both sides have everything."""
    wordings = DOMAINS["people"].leads
    for items in (FIRST_NAMES, wordings):
        sides = [{Draw(Random(seed), held).pick(items) for seed in range(3000)} for held in (False, True)]
        assert set() == sides[0] & sides[1]
        assert set(items) == sides[0] | sides[1]


def test_examples_are_the_same_for_the_same_seed() -> None:
    """So a training can be repeated, and goes on as if it had never stopped."""
    first, again, other = (examples(seed) for seed in (1, 1, 2))

    drawn = [next(first) for _ in range(20)]
    assert drawn == [next(again) for _ in range(20)]
    assert drawn != [next(other) for _ in range(20)]


@pytest.mark.parametrize("kept", [False, True])
def test_every_value_that_is_asked_for_stands_in_its_text(kept: bool) -> None:
    """Letter by letter: what cannot be known from the text is no fair question; no two keys of a record mean the same."""
    source = examples(9, held_out=kept)
    for each in (next(source) for _ in range(3000)):
        assert len(each.fields) == len({plain(field.key) for field in each.fields}), each.prompt
        text = each.prompt.rstrip("\n").rpartition("\n")[0]
        for field in each.fields:
            assert not set(field.key) & set(" ,?|"), each.prompt
            assert len(field.options) == len(set(field.options)) != 1
            assert not isinstance(field.value, list) or len(field.value) == len(set(field.value))
            if field.value is not None and field.kind in ("text", "int", "number", "list"):
                for value in field.value if isinstance(field.value, list) else [field.value]:
                    assert stands(value, text), (field, each.prompt)


def stands(value: Any, text: str) -> bool:
    """Whether a text has this word, or this number as digits, with commas after thousands, or as a numeral."""
    if isinstance(value, str):
        return value in text
    if isinstance(value, int) and value < len(NUMERALS) and NUMERALS[value] in text.lower():
        return True
    return getattr(value, "text", str(value)) in text.replace(",", "")


def test_a_key_that_two_facts_of_a_text_share_asks_for_neither() -> None:
    """And the sort alone (`when`, `city`) is a key only where the text has one value of it."""
    facts = {
        "start": fact("start, day", iso_date, "date"),
        "end": fact("end, day", iso_date, "date"),
        "town": fact("home town", city),
    }
    both, one = fair_keys(facts, ["start", "end", "town"]), fair_keys(facts, ["start", "town"])

    assert ["start"] == both["start"]
    assert ["end"] == both["end"]
    assert {"home_town", "city", "where"} <= set(both["town"])
    assert {"start", "day", "when"} <= set(one["start"])


def test_what_a_text_tells_is_not_asked_as_null_under_a_key_of_it() -> None:
    """`location` is no fair key for a city that is not told where the clinic, which is told, may be called so."""
    text = """
== visit
clinic venue = | clinic location
town city = | town location
> See you at {clinic}.
> We come to {clinic} in {town}.
"""
    (domain,) = domains(text)
    seen = set()
    for seed in range(300):
        drawn = sentences(Draw(Random(seed)), domain, bare=True)
        seen |= {plain(each.key) for each in drawn.fields}
        assert {"location"} > {each.key for each in drawn.absent}
        if len(drawn.fields) == 2:
            assert "location" not in {each.key for each in drawn.fields}
    assert {"clinic", "location", "town", "where"} <= seen


def test_the_short_notation_of_domains_is_read() -> None:
    """Facts with their types and keys, texts, further sentences, judgements; a line may go on in the next one."""
    text = r"""
== visit, call
guest person = guest, visitor | who
fee price = fee
mood enum good; \
bad = | mood
> {guest} came.~The mood was {mood}.
- It cost {fee}.
? late is_late
* true / They came late.
* false / They came in time.
"""
    (domain,) = domains(text)

    assert ["visit", "call"] == domain.subjects
    assert (["guest", "visitor", "who"], ["guest", "visitor"]) == (
        domain.facts["guest"].keys,
        domain.facts["guest"].labels,
    )
    assert (["good", "bad"], "number") == (domain.facts["mood"].options, domain.facts["fee"].kind)
    assert ["{guest} came.\nThe mood was {mood}."] == domain.leads
    assert {"fee": ["It cost {fee}."]} == domain.clauses
    assert {"true": ["They came late."], "false": ["They came in time."]} == domain.judgements["late"].wordings


def test_a_list_is_written_in_many_ways_and_its_items_stand_in_order() -> None:
    """Whatever is put around them; two lists of one text have no item in common."""
    drawn = Draw(Random(1))
    for kind in LISTINGS * 20:
        text, _, items = listing(drawn, kind)
        places = [text.find(item) for item in items]
        assert all(at >= 0 for at in places), (text, items)
    for pair in SIDES * 20:
        text, told = sides(drawn, pair)
        assert set() == set(told[0][1]) & set(told[1][1])
        assert all(item in text for _, items in told for item in items)
    assert 15 < len({enumerated(drawn, ["a", "b", "c"]) for _ in range(500)})


def test_a_choice_has_its_answer_among_its_labels_and_no_label_twice() -> None:
    """Held-out cues are never drawn for training; each label of a set has names that no other label of it has."""
    for which in CHOICES:
        names = [name for each in which.cues for name in each]
        assert len(names) == len(set(names)), which.keys
        for cues in which.cues.values():
            kept, seen = ({Draw(Random(seed), held).pick(cues) for seed in range(200)} for held in (True, False))
            assert len(cues) < HELD_EVERY or not kept & seen
    drawn = Draw(Random(2))
    for _ in range(500):
        text, key, options, answer = chosen(drawn)
        assert answer in (options or ("true", "false"))
        assert len(options) == len(set(options)) != 1
        assert "{" not in text
        assert " " not in key


def test_a_key_is_its_label_as_programs_write_it() -> None:
    """All forms are drawn, and all are the label when capitals and signs are left out."""
    drawn = {key_of(Draw(Random(seed)), "Gate number") for seed in range(300)}

    assert {"gate_number", "gateNumber", "gatenumber", "GateNumber"} == drawn
    assert {"gatenumber"} == {plain(key) for key in drawn}


def test_a_raised_number_of_tokens_gives_a_run_that_had_ended_a_step_size_again() -> None:
    """It is what it would have been, and falls to nothing where the run now ends."""
    assert 0.0 == step_size(1.0, decay=0.4)
    assert pytest.approx(0.5) == step_size(0.8, decay=0.4)
    assert pytest.approx(1.0) == step_size(0.8, decay=0.2)


def test_a_value_stands_in_the_answer_where_its_span_says() -> None:
    """The accuracy that training reports counts tokens within these spans."""
    for each in held_out(60, seed=6):
        if each.task == "record":
            values = [json.loads(each.answer[low:high]) for low, high in each.spans]
            assert [field.value for field in each.fields] == values


def test_words_are_cut_alike_wherever_they_stand(pair: Any) -> None:
    """After a space, a quote or a bracket a word is the same tokens: that is what makes copying easy."""
    tokenizer = pair[1]
    for word in ("Lovelace", "Zundqua", "4711", "maria"):
        alone = tokenizer(word)["input_ids"]
        for text in (f" {word} ", f'{{"a":"{word}"}}', f"({word})", f"x {word}."):
            ids = tokenizer(text)["input_ids"]
            assert any(alone == ids[i : i + len(alone)] for i in range(len(ids))), text


def test_mask_sizes_count_the_allowed_tokens() -> None:
    """One number for each token of a text: how many could have stood there."""
    vocabulary = Vocabulary([b"a", b"b", b"ab", b"", None], end_ids=[4])
    assert [3, 1] == mask_sizes(constrain.compile(choice(["ab", "b"]), vocabulary), [0, 1])
    assert not accepts(constrain.compile(regex("a+b"), vocabulary), "aa")
    assert accepts(constrain.compile(regex("a+b"), vocabulary), "aab")


def test_fields_are_right_when_they_equal_the_expected_ones() -> None:
    """12.50 is 12.5; a text that is no object has none."""
    expected = {"a": 12.5, "b": "x"}
    assert 2 == right_fields('{"a": 12.50, "b": "x", "c": 1}', expected)
    assert 1 == right_fields('{"a": 12, "b": "x"}', expected)
    assert [0, 0, 0] == [right_fields(text, expected) for text in ("", "[1]", '{"a": ')]


def test_the_fifty_documents_tell_what_their_records_say() -> None:
    """Each value stands in its prompt, and the documents differ."""
    _, prompts, records = documents()
    assert 50 == len(set(prompts))
    for prompt, record in zip(prompts, records, strict=True):
        for value in record.values():
            assert (f"{value:.2f}" if isinstance(value, float) else str(value)) in prompt


def test_labels_stand_in_a_column_and_long_words_are_broken() -> None:
    """Nothing is wider than the terminal, and nothing is lost."""
    lines = labelled("free", "a" * 200 + "\n\nb")
    assert max(map(len, lines)) <= WIDTH
    assert "a" * 200 + "b" == "".join("".join(lines).split()[1:])


def test_the_model_loads_offline_and_without_a_word(
    monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder, caplog: Any, capfd: Any
) -> None:
    """No network is asked, nothing is printed, logged or warned of."""
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("asked the network"))
    model, tokenizer = demo_model()

    assert len(tokenizer) <= model.config.vocab_size
    assert not model.training
    assert ([], "", "") == (list(recwarn), *(text.strip() for text in capfd.readouterr()))
    assert "" == caplog.text


def test_wired_heads_look_back_so_many_places() -> None:
    """Before any training, the first layer's heads attend to the tokens 1, 2 and 3 places back, whatever they are."""
    model = small_model()
    model.set_attn_implementation("eager")
    tokens = torch.randint(2, model.config.vocab_size, (2, 50), generator=torch.Generator().manual_seed(0))
    with torch.no_grad():
        heads = model(tokens, output_attentions=True).attentions[0]

    for head in range(3):
        assert 0.8 < heads[:, head].diagonal(-(head + 1), 1, 2).mean()


def small_model() -> Any:
    config = Qwen2Config(
        vocab_size=300, hidden_size=128, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=4, max_position_embeddings=256,
    )  # fmt: skip
    torch.manual_seed(0)
    model = Qwen2ForCausalLM(config).eval()
    wire(model)
    return model


def test_muon_steps_along_the_nearest_orthogonal_matrix() -> None:
    """Singular values of a step lie about one, so every direction of a gradient counts alike, wide matrices and tall."""
    torch.manual_seed(0)
    for shape in ((2, 24, 40), (2, 40, 24)):
        gradients = torch.randn(shape)
        steps = orthogonal(gradients)
        values = torch.linalg.svdvals(steps)
        assert 0.5 < values.min() < values.max() < 1.3
        left, _, right = torch.linalg.svd(gradients, full_matrices=False)
        assert 0.95 < torch.nn.functional.cosine_similarity((left @ right).flatten(), steps.flatten(), 0)


@pytest.mark.slow
def test_a_training_that_was_stopped_goes_on_as_if_it_was_not(tmp_path: Path) -> None:
    """The same examples in the same order: after two runs the weights are those of one."""
    weights = []
    for name, runs in (("once", [[]]), ("twice", [["--minutes", "0.0001"], []])):
        demo_model()[1].save_pretrained(tmp_path / name / "tokenizer")
        for more in runs:
            size = ["--tokens", "12000", "--batch", "256", "--width", "64", "--inner", "64", "--layers", "2"]
            command = [sys.executable, "-m", "examples.demo_model.train", "--out", str(tmp_path / name)]
            command += ["--workers", "1", "--threads", "1", *size, *more]
            subprocess.run(command, check=True, cwd=Path(__file__).parents[1], stdout=subprocess.DEVNULL)
        weights.append(torch.load(tmp_path / name / "checkpoint.pt", weights_only=True)["model"])
    assert all(torch.equal(weights[0][key], weights[1][key]) for key in weights[0])


LETTERS = Vocabulary.from_bytes([bytes([byte]) for byte in range(256)] + [b""], end_ids=[256])


def test_a_text_without_fields_of_its_own_may_lack_all_of_them() -> None:
    """`--text` alone asks for what a text may tell; an empty one is refused, as are no fields."""
    scene = of_text("Hello")
    everything = constrain.compile(scene.grammar, LETTERS)
    assert everything.accepts('{"name":null,"age":null,"city":null,"job":null,"email":null}')
    with pytest.raises(ConstrainError, match="--text: the text is empty"):
        of_text(" ")
    with pytest.raises(ConstrainError, match="--fields: ''"):
        of_text("Hello", "")


def test_an_email_is_an_address_of_the_text() -> None:
    """Or null, where the text has none; where it may not be, what to write instead is said."""
    with_one, without = "Write to Bo (bo@nordic.example) on order 4.", "The review with Ana is on 14 June."

    required = constrain.compile(json_schema(schema_of("email", with_one)), LETTERS)
    assert required.accepts('{"email":"bo@nordic.example"}')
    assert not required.accepts('{"email":"Write"}')
    assert not required.accepts('{"email":"ana@nordic.example"}')
    optional = constrain.compile(json_schema(schema_of("email?", without)), LETTERS)
    assert optional.accepts('{"email":null}')
    assert not optional.accepts('{"email":"review"}')
    with pytest.raises(ConstrainError, match=r"the text has no e-mail address for 'email'; `email\?` allows null"):
        schema_of("email", without)
