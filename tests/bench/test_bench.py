"""The benchmarks' own parts: what they count as wrong, what they add up, and that nothing can hang them."""

from __future__ import annotations

import argparse
import csv
import importlib.util
import json
import os
import signal
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import lark
import numpy as np
import pytest

from constrain.__main__ import _BENCHMARKS
from tests.bench import (
    batches,
    code_grammars,
    coverage,
    growth,
    lateness,
    live_constraints,
    many_schemas,
    report,
    suite,
    tokens,
)
from tests.bench.engines import Constrain, Fill, Kind, Refused, Sequence, Start
from tests.bench.key_order import by_appearance, by_precedence, in_schema_order
from tests.bench.maskbench import Case, Instance, Result, _note, cases, details, ratio_rows, show
from tests.bench.worker import Event, Failed, Job, Ready, Started, Walk, Worker, measure


class Fake:
    """An engine that knows one text over token ids: it allows what `masks` says and refuses what `refuses` holds."""

    distribution = "fake"

    def __init__(self, text: list[int], refuses: frozenset[int] = frozenset(), final: bool = True) -> None:
        self.row = np.zeros(2, np.int32)
        self.text, self.refuses, self.final = text, refuses, final

    def compile(self, kind: Kind, source: str) -> Start:
        if source == "bad":
            raise Refused("no such thing")

        def start() -> Sequence:
            position = 0

            def fill() -> None:
                self.row[:] = 0
                if position < len(self.text):
                    token = self.text[position]
                    self.row[token >> 5] = np.uint32(1 << (token & 31)).view(np.int32)

            def advance(token: int) -> bool:
                nonlocal position
                position += 1
                return token not in self.refuses

            return Sequence(fill, advance, lambda: self.final and position == len(self.text))

        return start

    def batch(self, matchers: list[Any], bitmask: np.ndarray[Any, np.dtype[np.int32]], threads: int) -> Fill:
        raise Refused("one row")


def walks(events: list[Event]) -> list[tuple[str, int, int]]:
    """Outcome, position and number of timed steps of every walk."""
    return [(e.outcome, e.position, len(e.mask)) for e in events if isinstance(e, Walk)]


@pytest.mark.parametrize(
    ("engine", "text", "expected"),
    [
        (Fake([1, 63, 31]), [1, 63, 31], ("accepted", 3, 2)),
        (Fake([1, 63, 31]), [1, 63], ("unfinished", 2, 1)),
        (Fake([1, 63, 31]), [1, 62], ("masked", 1, 0)),
        (Fake([1, 63, 31]), [2], ("masked", 0, 0)),
        (Fake([1]), [1, 2], ("stuck", 1, 0)),
        (Fake([1, 63, 31], final=False), [1, 63, 31], ("unfinished", 3, 2)),
        (Fake([1, 63, 31], frozenset([31])), [1, 63, 31], ("error", 2, 1)),
    ],
)
def test_walk_says_how_far_an_engine_goes(engine: Fake, text: list[int], expected: tuple[str, int, int]) -> None:
    """The mask decides, then the engine's own word, then whether it may stop; the first mask belongs to start-up."""
    events = list(measure(engine, Job("schema", "", [text])))

    assert isinstance(events[0], Started)
    assert [expected] == walks(events)


def test_a_refusal_keeps_the_engines_words() -> None:
    """A source that does not compile gives one event, which says why."""
    assert [Failed("refused", "Refused: no such thing")] == list(measure(Fake([]), Job("schema", "bad", [[1]])))


def test_the_second_use_walks_the_first_text_again() -> None:
    """`again` adds one walk with all masks timed, marked as such."""
    *_, last = measure(Fake([5, 6]), Job("schema", "", [[5, 6], [5]], again=True))

    assert isinstance(last, Walk)
    assert ("accepted", True, 2) == (last.outcome, last.again, len(last.mask))


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        ({"properties": {"a": {}, "b": {}}}, {"a": 1, "b": 2, "c": 3}, True),
        ({"properties": {"a": {}, "b": {}}}, {"b": 2, "a": 1}, False),
        ({"properties": {"a": {}, "b": {}}}, {"b": 2}, True),
        ({"properties": {"a": {}}}, {"c": 3, "a": 1}, False),
        ({"items": {"properties": {"a": {}, "b": {}}}}, [{"a": 1}, {"b": 2, "a": 1}], False),
        (
            {"$ref": "#/d/x", "d": {"x": {"properties": {"a": {"$ref": "#/d/x"}, "b": {}}}}},
            {"a": {"b": 1, "a": 2}},
            False,
        ),
        ({"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}, {"b": 1, "a": 2}, False),
        ({"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}, {"a": 1, "b": 2}, True),
        ({"additionalProperties": {"properties": {"a": {}, "b": {}}}}, {"x": {"b": 1, "a": 2}}, False),
        ({"prefixItems": [True, {"properties": {"a": {}}}]}, [{"x": 1, "a": 1}, {"x": 1, "a": 1}], False),
        ({"$ref": "elsewhere"}, {"b": 1}, True),
        (True, {"b": 1}, True),
    ],
)
def test_order_is_told_from_schema_and_value_alone(schema: Any, value: Any, expected: bool) -> None:
    """Keys that a schema names come in its order and before all others, at every depth."""
    assert expected is (json.dumps(value) == json.dumps(in_schema_order(schema, value)))
    assert value == in_schema_order(schema, value)


def test_alternatives_may_name_keys_in_their_own_order() -> None:
    """Where one list of keys appears before another, merging by precedence still keeps the order within each."""
    assert ["a", "t", "b"] == by_appearance([["a", "t"], ["b", "t"]])
    assert ["a", "b", "t"] == by_precedence([["a", "t"], ["b", "t"]])
    assert {"a", "b"} == set(by_precedence([["a", "b"], ["b", "a"]]))


def test_wrong_verdicts_are_counted_by_kind() -> None:
    """An invalid text accepted, a valid one refused, and one refused for its key order alone are three things."""
    case = Case(
        "x", "{}", [Instance("a", False), Instance("b", True), Instance("c", True, ("d",)), Instance("e", True, ("f",))]
    )
    outcomes = ["accepted", "masked", "masked", "masked", "accepted", "masked"]  # of a, b, c, e, d, f
    none = np.zeros(0, np.int64)
    fixed, free = Result(), Result()
    for result, name in ((fixed, "peer"), (free, "constrain-any")):
        for event in (Started(5), *(Walk(i, o, 0, none, none) for i, o in enumerate(outcomes))):
            _note(result, case, name, event)

    assert ([("x", 0)], [("x", 1), ("x", 3)]) == (fixed.wrongly_accepted, fixed.wrongly_refused)
    assert [("x", 2)] == fixed.other_order
    assert ([("x", 1), ("x", 2), ("x", 3)], []) == (free.wrongly_refused, free.other_order)
    assert 4 == len(fixed.walks)
    text = show({"peer": fixed, "constrain-any": free})
    assert "| peer          |       0 |        1 |" in text
    assert json.dumps(details({"peer": fixed}, [case]))


def test_coverage_tells_the_worst_of_a_schema() -> None:
    """Each verdict from the events that make it, an engine that was stuck or raised before what else went wrong."""
    case = Case("x", "{}", [Instance("a", False), Instance("b", True), Instance("c", True, ("d",))])
    none = np.zeros(0, np.int64)

    def told(*outcomes: str) -> str:
        result = Result()
        for event in (Started(5), *(Walk(i, o, 0, none, none) for i, o in enumerate(outcomes))):
            _note(result, case, "peer", event)
        return coverage.verdict(result, case)[0]

    assert "passed" == told("masked", "accepted", "accepted", "accepted")
    assert "other order" == told("masked", "accepted", "masked", "accepted")
    assert "valid refused" == told("masked", "unfinished", "masked", "accepted")
    assert "stuck" == told("masked", "stuck", "masked", "accepted")
    assert "invalid accepted" == told("accepted", "stuck", "masked", "masked")
    assert "crashed" == told("accepted", "error", "accepted", "accepted")
    for how, verdict in (("refused", "declared"), ("timed out", "late"), ("crashed", "crashed")):
        result = Result()
        _note(result, case, "peer", Failed(how, "why"))
        assert (verdict, "why") == coverage.verdict(result, case)


def test_the_page_of_coverage_is_that_of_the_record() -> None:
    """As `constrain bench coverage --page` writes it; every verdict has its row of meaning."""
    written = (Path(__file__).parents[2] / "docs" / "coverage.md").read_text(encoding="utf-8")

    assert coverage.page() == written, "run: constrain bench coverage --page docs/coverage.md"
    assert all(f"| {each} | " in written for each in coverage.VERDICTS)


def test_a_worker_has_its_seconds_for_all_answers_together() -> None:
    """Where it is asked so: a job of many texts is late as a whole, though each answer comes in time."""
    job = Job("regex", "[a-z]+", [list(b"abc" * 2000)] * 400)
    found = {}
    for together in (False, True):
        worker = Worker("constrain", "bytes", 1, 0.3, together=together)
        try:
            *_, last = worker.run(job)
            found[together] = last.how if isinstance(last, Failed) else "answered"
        finally:
            worker.stop()
    assert {False: "answered", True: "timed out"} == found


def test_a_folder_of_schemas_is_read(tmp_path: Path) -> None:
    """MaskBench's own files, one a schema; what is no schema is left."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.json").write_text('{"schema": {"type": "integer"}, "tests": [{"data": 1, "valid": true}]}')
    (tmp_path / "other.json").write_text("{}")

    assert [Case("a/one", '{"type": "integer"}', [Instance("1", True)])] == list(cases(tmp_path))


@pytest.mark.skipif(importlib.util.find_spec("bfcl_eval") is None, reason="needs bfcl-eval")
def test_functions_come_with_valid_and_invalid_arguments() -> None:
    """What a benchmark accepts, and changed arguments: both kinds, each judged."""
    first = list(islice(coverage.functions(), 20))

    assert 20 == len({case.schema for case in first})
    assert all({True, False} == {instance.valid for instance in case.instances} for case in first)


def test_ratios_are_of_what_both_engines_did() -> None:
    """A schema that one refused, and a text on which one stopped earlier, count for neither."""
    long, short = np.array([10, 10]), np.array([1000])
    ours, other = Result(started={"x": 5, "hard": 900}), Result(started={"x": 15})
    ours.walks = {("x", 0): Walk(0, "accepted", 2, long, long), ("hard", 0): Walk(0, "accepted", 1, short, short)}
    other.walks = {("x", 0): Walk(0, "accepted", 2, 4 * long, 2 * long), ("hard", 0): Walk(0, "masked", 2, long, long)}
    arguments = argparse.Namespace(tokenizer="bytes")

    rows = ratio_rows({"constrain": ours, "constrain-any": other}, arguments, report.provenance())

    expected = [("First mask", 1, "3"), ("Mask", 2, "4"), ("Advance", 2, "2"), ("Mask and advance", 2, "3")]
    assert expected == [(row["quantity"], row["values"], row["times_p99"]) for row in rows]
    assert {("constrain-any", "constrain")} == {(row["engine"], row["against"]) for row in rows}


def test_summaries_and_ratios() -> None:
    """Figures are of all values together; a ratio divides the other's by ours."""
    summary = report.summarise([np.arange(50), np.arange(50, 101)])

    assert (101, 50.0, 50.0, 99.0, 100.0) == (
        summary.count,
        *(summary.figures[f] for f in ("mean", "p50", "p99", "max")),
    )
    assert "| peer   | 101 | 2.00 |" in report.ratios("", {"peer": (summary.scaled(2), summary)})
    assert "-" == report.number(report.summarise([]).figures["mean"])


def test_a_record_grows_and_keeps_its_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are appended below one head; other columns are refused, so that no figure lands under a wrong name."""
    monkeypatch.setattr(report, "RECORDS", tmp_path)
    report.record("r", [{"a": 1, "b": 2}])
    path = report.record("r", [{"a": 3, "b": 4}])

    assert [["a", "b"], ["1", "2"], ["3", "4"]] == list(csv.reader(path.open()))
    with pytest.raises(ValueError, match="begin a new record"):
        report.record("r", [{"a": 3}])


def test_provenance_is_complete() -> None:
    """Every record says when, what and where."""
    assert all(report.provenance()[key] for key in ("date", "commit", "machine"))


@pytest.fixture(params=["a process that hangs", "a process that dies"])
def break_worker(request: pytest.FixtureRequest) -> Callable[[Worker], str]:
    """Breaks a worker in one of two ways and says how it must report it."""

    def hang(worker: Worker) -> str:
        assert worker.process is not None
        assert worker.process.pid is not None
        os.kill(worker.process.pid, signal.SIGSTOP)
        worker.seconds = 0.1
        return "timed out"

    def die(worker: Worker) -> str:
        assert worker.process is not None
        worker.process.kill()
        worker.process.join()
        return "crashed"

    return hang if request.param.endswith("hangs") else die


def test_a_worker_outlives_its_engine(break_worker: Callable[[Worker], str]) -> None:
    """A time-out and a crash are answers like others, and the next job finds a new process."""
    worker = Worker("constrain", "bytes", 1, 60.0)
    job = Job("regex", "[a-z]+", [list(b"abc")])
    try:
        how = break_worker(worker)
        *_, last = worker.run(job)
        assert isinstance(last, Failed)
        assert how == last.how
        worker.seconds = 60.0
        assert [("accepted", 3, 2)] == walks(list(worker.run(job)))
    finally:
        worker.stop()


def test_the_smallest_tokenizer_is_bytes() -> None:
    """`bytes` needs no package: token i is byte i, and the end token follows."""
    tokenizer = tokens.load("bytes")

    assert (257, [256], [0xC3, 0xB6]) == (tokenizer.size, tokenizer.end_ids, tokenizer.encode("ö"))
    assert [b"a", None] == [tokenizer.tokens[97], tokenizer.tokens[256]]


@pytest.mark.parametrize("name", tokens.REAL)
def test_real_tokenizers_spell_what_they_split(name: str) -> None:
    """The canonical tokens of a text are text, spell it byte by byte, and end ids are no text."""
    text = '{"a": "héllo  wörld\\n 日本😀"}\n\tx'
    try:
        tokenizer = tokens.load(name)
    except (FileNotFoundError, ModuleNotFoundError) as error:
        pytest.skip(str(error))

    assert text.encode() == b"".join(tokenizer.text[token] for token in tokenizer.encode(text))
    assert [None] * len(tokenizer.end_ids) == [tokenizer.tokens[end] for end in tokenizer.end_ids]


def test_ready_is_no_answer() -> None:
    """What a worker yields never includes its own bookkeeping."""
    worker = Worker("constrain", "bytes", 1, 60.0)
    try:
        events = list(worker.run(Job("regex", "a", [])))
        assert not any(isinstance(event, Ready) for event in events)
        assert worker.memory > 0
    finally:
        worker.stop()


def test_samplers_are_timed_on_what_they_agree_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every engine of the samplers' benchmarks draws a token for each row, on the CPU and in what a GPU would run."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from tests.bench import sampling, sampling_gpu

    logits = torch.randn(2, 300, generator=torch.Generator().manual_seed(0)) * 3
    for task in sampling.TASKS:
        sampling_gpu.check(task, logits)
        host, device = sampling.engines(task, logits), sampling_gpu.calls_of(task, logits)
        for name, call in [*host.items(), *device.items()]:
            drawn = call()
            assert (2,) == tuple(drawn.shape), name
            assert bool(((drawn >= 0) & (drawn < 300)).all()), name
        assert {3} == {len(times) for times in sampling.measure(host, 3).values()}
        assert {3} == {len(times["device"]) for times in sampling_gpu.measure(device, 3, logits.device).values()}
    assert sampling_gpu.bandwidth(logits.device, 2**16) > 0
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(SystemExit, match="no GPU"):
        sampling_gpu.main([])


def test_tokens_that_stray_are_counted() -> None:
    """None of those that the tokenizer writes; of others, those that begin or end where none of its tokens does."""
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from constrain import Vocabulary
    from tests.bench.canonical import strayed
    from tests.sampling.random_model import random_model

    model, tokenizer = random_model()
    vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
    whole, letters = (
        [token for part in parts for token in tokenizer(part, add_special_tokens=False)["input_ids"]]
        for parts in (["the quick"], ["t", "h", "e", " quick"])
    )
    assert len(whole) < len(letters)
    assert 0 == strayed(whole, tokenizer, vocabulary)
    assert 0 < strayed(letters, tokenizer, vocabulary) <= len(letters)


def test_sampling_is_measured_by_exact_laws() -> None:
    """Adaptive sampling comes nearer to the model's own distribution than masks are, and nearer still in twice the passes."""
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from tests.bench.faithful import figures

    found = figures("(ab|cd){1,2}", seed=0, texts=40)
    assert found["masks"] > found["asap"] > found["asap at twice"] > 0


@pytest.mark.parametrize("language", code_grammars.LANGUAGES)
def test_code_grammars_allow_their_code(language: str) -> None:
    """Lark's own parser reads the text that all engines are timed on, and so does ours, byte by byte."""
    source, text = code_grammars.grammar(language), code_grammars.text(language)
    lark.Lark(source, parser="lalr").parse(text)
    tokenizer = tokens.load("bytes")

    found = code_grammars.Found.of(
        measure(Constrain(tokenizer, 1), Job("lark", source, [tokenizer.encode(text)], True))
    )

    assert "accepted" == found.verdict
    assert [99, len(text) - 100, len(text)] == [len(found.steps(part)) for part in code_grammars.PARTS]


def test_a_walk_ends_where_its_time_is_up() -> None:
    """What a slow engine did until then is kept."""
    *_, walk = measure(Fake([5, 6, 7]), Job("schema", "", [[5, 6, 7]], seconds=0))

    assert isinstance(walk, Walk)
    assert ("cut short", 0) == (walk.outcome, walk.position)


def test_a_batch_is_filled_by_each_engine_as_it_can() -> None:
    """New and ready masks are timed for all threads, numbered ones for us; a row that lacks its token is found."""
    tokenizer = tokens.load("bytes")
    made = [batches.row(Random(number), number) for number in range(3)]
    texts = [tokenizer.encode(text) for _, text in made]
    bitmask = np.zeros((3, 9), np.int32)
    rows = {n: batches.Rows(Constrain(tokenizer, 1), made, bitmask, n, 60) for n in (1, 2)}
    times = batches.measure({"constrain": rows}, texts, bitmask, 4, 60)

    expected = {
        ("first", 1): 1,
        ("first", 2): 1,
        ("new", 1): 3,
        ("new", 2): 3,
        ("ready", 1): 4,
        ("ready", 2): 4,
        ("numbered", 1): 4,
    }
    assert expected == {key: len(found) for key, found in times["constrain"].items()}
    assert [1] == batches.lacking(np.array([[2], [4]], np.int32), [1, 1])
    with pytest.raises(Refused, match="1 of 3 schemas"):
        batches.Rows(Constrain(tokenizer, 1), made, bitmask, 1, -1)


def test_made_schemas_allow_their_values() -> None:
    """What the many schemas are walked with is valid, so that no engine's refusal is the benchmark's fault."""
    random = Random(1)
    for _ in range(30):
        made, value = many_schemas.object_of(random, 3)
        jsonschema.validate(value, made)


def test_kept_constraints_are_counted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A line a source and engine: how many were tried and kept, and what each of them takes."""
    arguments = ["--engines", "constrain", "--tokenizer", "bytes", "--schemas", "40", "--block", "30", "--no-record"]
    monkeypatch.setattr(sys, "argv", ["live_constraints", *arguments, "--data", "there-is-none"])
    live_constraints.main()
    shown, progress = capsys.readouterr()

    assert "random, constrain: 30 schemas" in progress
    line = next(line for line in shown.splitlines() if "random" in line)
    assert ["random", "constrain", "40", "40"] == [cell.strip() for cell in line.strip("|").split("|")][:4]


def test_what_is_late_is_told_of_each_probe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line a probe and number of threads; what others of the machine took counts as far as our threads computed."""
    arguments = [
        "--tokenizer",
        "bytes",
        "--seconds",
        "0.2",
        "--probes",
        "mask,compile",
        "--beside",
        "schema",
        "--no-record",
    ]
    monkeypatch.setattr(sys, "argv", ["lateness", *arguments, "--only", "oneOf", "--threads", "2"])
    lateness.main()
    shown = capsys.readouterr().out

    for probe in ("mask", "compile"):
        assert f"{probe} beside nothing" in shown
        assert f"{probe} beside 2 schema" in shown
    late = lateness.Late([1.0, 9.0, 30.0], [0.0, 9.0, 4.0])
    assert [0.0, 8.0, 4.0] == list(late.own(1.0))


def test_slopes_are_exponents() -> None:
    """The slope of a power is its exponent, whatever its constant and however few the points in its upper half."""
    for exponent in (0.0, 1.0, 2.0):
        assert exponent == pytest.approx(growth.slope([(2**k, 7 * 2.0 ** (exponent * k)) for k in range(6)]))
    assert np.isnan(growth.slope([(1, 1.0), (2, 2.0)]))


@pytest.mark.parametrize("curve", list(growth.curves()), ids=lambda curve: curve.name)
def test_curves_allow_their_texts(curve: growth.Curve) -> None:
    """Each curve's source compiles at its smallest size and allows the text that comes with it."""
    tokenizer = tokens.load("bytes")
    kind, source, text = curve.make(curve.sizes[0])

    assert [("accepted", len(text), len(text) - 1)] == walks(
        list(measure(Constrain(tokenizer, 1), Job(kind, source, [tokenizer.encode(text)])))
    )


def test_the_suite_stops_what_does_not_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A benchmark that hangs is stopped with all its processes, one that fails is told, and the rest has its turn."""
    (tmp_path / "tests" / "bench").mkdir(parents=True)
    for package in (tmp_path / "tests", tmp_path / "tests" / "bench"):
        (package / "__init__.py").touch()
    child = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"
    for name, text in (("hangs", child), ("fails", "raise SystemExit(3)"), ("works", "")):
        (tmp_path / "tests" / "bench" / f"{name}.py").write_text(text)
    monkeypatch.chdir(tmp_path)

    expected = ["stopped after 0.02 minutes", "failed with status 3", "done"]
    assert expected == [
        suite.carry_out(suite.Run(n, (), m), []) for n, m in (("hangs", 0.02), ("fails", 1), ("works", 1))
    ]


def test_the_suite_names_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    """The suite runs every benchmark that `constrain bench` knows."""
    suite.main(["--list"])

    named = {line.split()[0] for line in capsys.readouterr().out.splitlines()}
    assert named == set(_BENCHMARKS) - {"suite"}
