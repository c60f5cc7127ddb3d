"""What the quality benchmark reads out of texts and how it judges, without a model."""

from __future__ import annotations

import importlib.util
import json
from typing import Any

import pytest

import constrain
from constrain import Vocabulary
from constrain.grammars import sql
from tests.bench import text_to_sql
from tests.bench.quality import WAYS, Answer, figures, judged, repaired, whole, wilson
from tests.bench.quality_tasks import ROWS, Task, calls_are_right, part_right, questions, tasks
from tests.bench.reliability import Told, acceptable, calibration_error, fields
from tests.bench.reliability import figures as figures_of_fields

CALL = {"name": "f", "arguments": {"a": 1}}
needs_questions = pytest.mark.skipif(importlib.util.find_spec("bfcl_eval") is None, reason="needs bfcl-eval")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('Sure!\n```json\n{"name": "f", "parameters": {"a": 1}}\n```\nDone.', CALL),
        ("{'name': 'f', 'arguments': {'a': 1,},}", CALL),
        ('{"function": {"name": "f", "arguments": {"a": 1}}}', CALL),
        ("I call [f(a=1)].", CALL),
        ('{"name": "f", "arguments": {"a": 1', CALL),
        ("[1, 2", [1, 2]),
        ('{"a": "x } y"} and more', {"a": "x } y"}),
        ("There is none.", None),
    ],
)
def test_the_lenient_reader_finds_what_is_meant(text: str, value: Any) -> None:
    assert value == repaired(text)
    assert value is None or whole(text) != value


def test_parts_of_records_are_counted() -> None:
    """By leaves, at their places; what is too much counts against it."""
    wanted = {"a": "Ann", "b": [1, 2], "c": True}

    assert 1 == part_right(wanted, {"a": " ann", "b": [1.0, 2], "c": True})
    assert 0.5 == part_right(wanted, {"a": "x", "b": [1, 3], "c": True})
    assert 0.8 == part_right(wanted, {**wanted, "d": None})
    assert 0.75 == part_right(wanted, {**wanted, "c": 1})
    assert 0 == part_right(wanted, None)


@needs_questions
@pytest.mark.parametrize("row", [row for row, shape in ROWS.items() if shape in ("one", "some")])
def test_accepted_answers_are_right(row: str) -> None:
    """The benchmark's own answers pass its checker, but for a few that contradict themselves; others do not."""
    hits = []
    for (question, answers), task in zip(list(questions(row))[:30], list(tasks(row))[:30], strict=True):
        calls = []
        for accepted in answers:
            ((name, parameters),) = accepted.items()
            given = {key: values[0] for key, values in parameters.items() if values[0] != ""}
            calls.append({"name": name, "arguments": given})
        if any(isinstance(value, dict) for call in calls for value in call["arguments"].values()):
            continue  # its values are lists of accepted ones once more
        if any(isinstance(v, list) and v and isinstance(v[0], dict) for c in calls for v in c["arguments"].values()):
            continue
        value = calls if ROWS[row] == "some" else calls[0]
        way, text = WAYS["constrain"], json.dumps(value)

        hits.append(judged(task, way, Answer(text))["right"])
        assert not judged(task, way, Answer(text[:-1]))["valid"]
        assert not calls_are_right(row, question["function"], answers, [*calls, *calls])
    assert sum(hits) >= 0.9 * len(hits) > 9


@needs_questions
def test_no_call_is_right_where_none_helps() -> None:
    task = next(iter(tasks("irrelevance")))

    assert 1 == task.right([])
    assert 1 == task.right(None)
    assert 0 == task.right([CALL])


def test_figures_have_intervals() -> None:
    """Of rates they hold the rate and stay within 0 and 1; one that is certain in few cases is not certain."""
    for count in (1, 5, 60):
        for hits in range(count + 1):
            low, high = wilson(hits / count, count)
            assert 0 <= low <= hits / count + 1e-9
            assert hits / count - 1e-9 <= high <= 1
            assert high - low > 0.05
    same = {"valid": 1.0, "right": 0.5, "passes": 3, "seconds": 1.0, "tokens": 9, "error": ""}
    found = figures([same] * 4)
    assert (4, 1.0, 0.5, 3, 0.0) == tuple(found[n] for n in ("answers", "valid", "right", "passes", "passes_error"))


def test_an_engine_that_refuses_has_nothing_right() -> None:
    task = Task("nested", "t", [], {"type": "object"}, lambda value: 1.0, 9)

    assert {"valid": 0.0, "right": 0.0} == judged(task, WAYS["xgrammar"], Answer(error="no"))


@needs_questions
def test_arguments_are_judged_one_by_one() -> None:
    """By the benchmark: of its own answers each is right, and an exchanged one wrong, but not its neighbours."""
    for (_, answers), task in list(zip(questions("simple_python"), tasks("simple_python"), strict=True))[:10]:
        ((name, accepted),) = answers[0].items()
        given = {key: values[0] for key, values in accepted.items() if values[0] != ""}
        key = next(iter(given))

        own = task.fields({"name": name, "arguments": given})
        other = task.fields({"name": name, "arguments": given | {key: "no such thing"}})
        assert {f"/arguments/{each}": True for each in given} == own
        assert own | {f"/arguments/{key}": False} == other
        assert {} == task.fields({"name": "another", "arguments": given})


def test_fields_of_records_have_pointers() -> None:
    task = next(iter(tasks("nested")))
    value = json.loads('{"customer": {"name": "Ines Prado"}, "items": [{"quantity": 3}], "paid": true, "more": 1}')

    assert {"/customer/name": True, "/items/0/quantity": False, "/paid": True, "/more": False} == task.fields(value)


def test_reliability_is_by_tenths() -> None:
    """Well-told fields err in nothing; surest come first, and equal ones together."""
    told = [Told(p / 10, False, i < p) for p in range(1, 10) for i in range(10)]
    assert 0 == calibration_error([each._replace(probability=each.probability + 1e-9) for each in told]) // 1e-6
    assert (0.0, 1.0) == acceptable([Told(1.0, True, True), Told(1.0, True, False)])
    assert (1.0, 0.2) == acceptable([Told(p, True, True) for p in (0.2, 0.5, 0.5)])
    line = {"row": "r", "told": [["", 0.9, False], ["/a", 0.5, True]], "fields": {"/a": True}}
    assert {"r": [Told(0.5, True, True)]} == fields([line])
    assert 1 == figures_of_fields(fields([line])["r"])["acceptable"]


@pytest.mark.parametrize("database", text_to_sql.DATABASES)
def test_the_queries_of_questions_are_right_and_in_the_language(database: str) -> None:
    """By the benchmark's own verdict, which another query does not pass; of a free text the first statement counts."""
    vocabulary = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256])
    told = constrain.compile(sql(text_to_sql.opened(database)), vocabulary)
    for _, query in text_to_sql.questions(database):
        text = text_to_sql.statement(f"```sql\n{query};\n```\nThis lists them.")
        assert all(text_to_sql.judged(database, query, text).values())
        assert told.accepts(text)
    assert text_to_sql.judged(database, query, "SELECT 1") == {"prepared": True, "executed": True, "right": False}
    assert not any(text_to_sql.judged(database, query, "SELECT nmae FROM author").values())
