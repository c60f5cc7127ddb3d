"""What type checkers say of users' programs: the type of a model goes through to the value that comes back.

mypy and pyright (as basedpyright, which needs no download) read the library as it is installed, with `grammars/` and
`sampling/` inside `constrain/`.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import constrain
import constrain.grammars

_ROOT = Path(__file__).resolve().parent.parent

_RIGHT = """
import dataclasses
import re
from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypedDict, TypeVar, assert_type

import constrain
from constrain import Constraint, Grammar, Vocabulary
from constrain.grammars import choice, either, json_schema, optional, regex, repeat, sequence, tools
from constrain.grammars.tool_calls.tools import ToolCall
from constrain.sampling import Part, Result, astream, generate, generate_each, stream
from constrain.sampling.decoding import Sampling
from pydantic import BaseModel, Field, Json, TypeAdapter

T = TypeVar("T")


class Invoice(BaseModel):
    total: int


@dataclasses.dataclass
class Point:
    x: int


class Colour(Enum):
    RED = "red"


class Box(BaseModel, Generic[T]):
    item: T


class Pair(NamedTuple):
    a: int


class Keys(TypedDict):
    a: int


def program(model: Any, tokenizer: Any, vocabulary: Vocabulary) -> None:
    assert_type(json_schema(Invoice).read("{}"), Invoice)
    assert_type(json_schema(Point, layout="compact", extra="allow").read("{}"), Point)
    assert_type(json_schema(Colour).read("{}"), Colour)
    assert_type(json_schema(list[Invoice]).read("{}"), list[Invoice])
    assert_type(json_schema(TypeAdapter(dict[str, int])).read("{}"), dict[str, int])
    assert_type(json_schema({"type": "object"}).read("{}"), Any)
    assert_type(regex("a"), Grammar[str])
    assert_type(choice(["a", "b"]), Grammar[str])
    assert_type(repeat(json_schema(Invoice)), Grammar[list[Invoice]])
    assert_type(optional(json_schema(Invoice)), Grammar[Invoice | None])
    assert_type(either(json_schema(Invoice), json_schema(Invoice)).read("{}"), Invoice)
    assert_type(tools([Invoice]).read(""), list[ToolCall])
    assert_type(tools([Invoice], calls="auto").read(""), tuple[str, list[ToolCall]])

    invoice = constrain.compile(json_schema(Invoice), vocabulary)
    assert_type(invoice, Constraint[Invoice])
    assert_type(invoice.read("{}"), Invoice)
    assert_type(generate(model, tokenizer, "a", invoice), Result[Invoice])
    assert_type(generate(model, tokenizer, "a", json_schema(Invoice)).value, Invoice | None)
    assert_type(generate(model, tokenizer, "a", None).value, str | None)
    assert_type(generate(model, tokenizer, "a", invoice, max_tokens=3, do_sample=True).text, str)

    assert_type(constrain.compile(Invoice, vocabulary), Constraint[Invoice])
    assert_type(constrain.compile(Colour, vocabulary).read("red"), Colour)
    assert_type(constrain.compile(list[Invoice], vocabulary), Constraint[list[Invoice]])
    assert_type(constrain.compile(TypeAdapter(dict[str, int]), vocabulary), Constraint[dict[str, int]])
    assert_type(constrain.compile(["a", "b"], vocabulary), Constraint[str])
    assert_type(constrain.compile(re.compile("a+"), vocabulary, timeout=1), Constraint[str])
    assert_type(constrain.compile({"type": "object"}, vocabulary), Constraint[Any])

    chat = [{"role": "user", "content": "a"}]
    assert_type(generate(model, tokenizer, "a", Invoice).value, Invoice | None)
    assert_type(generate(model, tokenizer, chat, Invoice, tools=[]), Result[Invoice])
    assert_type(generate(model, tokenizer, [17, 4], Invoice), Result[Invoice])
    assert_type(generate(model, tokenizer, ["x", "y"], Invoice), list[Result[Invoice]])
    assert_type(generate(model, tokenizer, ("x", "y"), invoice, max_tokens=3), list[Result[Invoice]])
    assert_type(generate(model, tokenizer, [chat, chat], Invoice), list[Result[Invoice]])
    assert_type(generate(model, tokenizer, [[1], [2]], Invoice), list[Result[Invoice]])
    assert_type(generate(model, tokenizer, "a", Invoice, num_return_sequences=2), list[Result[Invoice]])
    assert_type(generate(model, tokenizer, ["x"], Invoice, search=Sampling(3)), list[Result[Invoice]])
    several = generate(model, tokenizer, "a", Invoice, search=Sampling(3))
    assert_type(several, Result[Invoice] | list[Result[Invoice]])
    assert_type(generate(model, tokenizer, "a", ["yes", "no"]), Result[str])
    assert_type(generate(model, tokenizer, ["x", "y"], re.compile("a")), list[Result[str]])
    assert_type(generate(model, tokenizer, ["x", "y"]), list[Result[str]])
    assert_type(generate(model, tokenizer, "a", Colour).value, Colour | None)
    assert_type(generate(model, tokenizer, "a", {"type": "object"}), Result[Any])
    generate(model, tokenizer, "a", Literal["yes", "no"])
    generate(model, tokenizer, "a", Invoice | Point)
    assert_type(generate(model, tokenizer, "a", TypeAdapter(Annotated[str, Field(max_length=3)])), Result[str])
    # What is no class to type checkers has its type by an adapter; `Annotated[…]` by itself pyright takes for an error.
    assert_type(constrain.compile(TypeAdapter(Annotated[int, Field(ge=0)]), vocabulary), Constraint[int])
    one: TypeAdapter[Invoice | Point] = TypeAdapter(Invoice | Point)
    assert_type(generate(model, tokenizer, "a", one).value, Invoice | Point | None)
    assert_type(json_schema(one).read("{}"), Invoice | Point)
    assert_type(json_schema(Box[int]).read("{}"), Box[int])
    assert_type(generate(model, tokenizer, "a", Box[Annotated[int, Field(ge=0)]]).value, Box[int] | None)
    assert_type(generate(model, tokenizer, "a", list[Annotated[int, Field(ge=0)]]), Result[list[int]])
    assert_type(generate(model, tokenizer, "a", Json[int]).value, int | None)
    assert_type(json_schema(Pair).read("[1]"), Pair)
    assert_type(constrain.compile(Keys, vocabulary).read("{}"), Keys)
    assert_type(generate(model, tokenizer, ["x", "y"], [Invoice, None]), list[Result[Any]])
    assert_type(generate(model, tokenizer, "a", tools([Invoice])).value, list[ToolCall] | None)
    assert_type(generate(model, tokenizer, "a", tools([Invoice], calls="auto")).value, tuple[str, list[ToolCall]] | None)
    assert_type(generate_each(model, tokenizer, iter("ab"), Invoice), Iterator[tuple[int, Result[Invoice]]])
    assert_type(generate_each(model, tokenizer, ["a"], ["b"], batch_size=2), Iterator[tuple[int, Result[str]]])
    assert_type(next(stream(model, tokenizer, "a", Invoice, events=True)), Part[Invoice])
    for part in stream(model, tokenizer, ["x", "y"], json_schema(Invoice)):
        if part.result is not None:
            assert_type(part.result, Result[Invoice])
    assert_type(next(stream(model, tokenizer, "a")), Part[str])

    async def parts() -> None:
        async for part in astream(model, tokenizer, "a", Invoice):
            assert_type(part, Part[Invoice])

    anything: Grammar = sequence("a", regex("b"))
    wide: Grammar[BaseModel] = json_schema(Invoice)
    constrain.compile(anything, vocabulary).read("ab")
    constrain.compile(wide, vocabulary).read("{}").model_dump()
    constrain.MatcherBatch([invoice, None, invoice.matcher()]).advance([1, 2, 3])
"""

_WRONG = {
    "a field that the model has not": "json_schema(Invoice).read('{}').amount",
    "a value that may be missing": "generate(model, tokenizer, 'a', json_schema(Invoice)).value.total",
    "an option that is misspelt": "json_schema(Invoice, lay_out='compact')",
    "another model": "other: Constraint[Point] = invoice",
    "a text in place of a grammar": "constrain.compile('a', vocabulary)",
    "a list of results as one": "generate(model, tokenizer, ['x'], Invoice).value",
    "a number of results as one": "generate(model, tokenizer, 'x', Invoice, num_return_sequences=1).value",
    "a choice as a number": "number: int | None = generate(model, tokenizer, 'x', ['a']).value",
    "a text in place of a constraint": "generate(model, tokenizer, 'x', 'a')",
    "the value of a part, by the wrong name": "next(stream(model, tokenizer, 'a', Invoice)).value",
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library as it is installed, a right program, and one with a line for each mistake."""
    folder = tmp_path_factory.mktemp("installed")
    ignored = shutil.ignore_patterns("native", "__pycache__")
    shutil.copytree(_ROOT / "constrain", folder / "constrain", ignore=ignored)
    for part in ("grammars", "sampling"):
        shutil.copytree(_ROOT / part, folder / "constrain" / part, ignore=ignored)
    (folder / "right.py").write_text(_RIGHT)
    (folder / "wrong.py").write_text(_RIGHT + "".join(f"    {line}\n" for line in _WRONG.values()))
    return folder


def _first_wrong_line() -> int:
    return len(_RIGHT.splitlines()) + 1


def _by_mypy(folder: Path, program: str) -> list[tuple[int, str]]:
    pytest.importorskip("mypy")
    configuration = folder / "mypy.ini"
    # Other people's packages are not looked into, which takes minutes; their names are Any.
    configuration.write_text(
        "[mypy]\nstrict = true\n"
        "[mypy-torch.*,transformers.*,lark.*,interegular.*,hypothesis.*]\nfollow_imports = skip\nignore_missing_imports = true\n"
        "[mypy-constrain.*]\nignore_errors = true\n"
    )
    command = [sys.executable, "-m", "mypy", "--config-file", str(configuration), "--output", "json", program]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    assert run.returncode in (0, 1), run.stdout + run.stderr
    found = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    return [(each["line"], each["message"]) for each in found if each["severity"] == "error"]


def _by_pyright(folder: Path, program: str) -> list[tuple[int, str]]:
    pytest.importorskip("basedpyright")
    configuration: dict[str, Any] = {"include": [program], "typeCheckingMode": "standard"}
    (folder / "pyrightconfig.json").write_text(json.dumps(configuration))
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable, program]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    assert run.returncode in (0, 1), run.stdout + run.stderr
    found = json.loads(run.stdout)["generalDiagnostics"]
    return [(each["range"]["start"]["line"] + 1, each["message"]) for each in found if each["severity"] == "error"]


@pytest.mark.parametrize("check", [_by_mypy, _by_pyright])
def test_the_type_of_a_model_goes_through_to_the_value(installed: Path, check: Any) -> None:
    """A program that says which types it expects has no errors; each mistake in another is seen, in its line."""
    assert [] == check(installed, "right.py")

    lines = {line for line, _ in check(installed, "wrong.py")}
    first = _first_wrong_line()
    assert set(range(first, first + len(_WRONG))) == lines


@pytest.mark.parametrize(
    "module",
    [
        "constrain",
        "constrain.grammars",
        "constrain.grammars.check",
        "constrain.sampling",
        "constrain.sampling.huggingface",
    ],
)
def test_public_names_are_listed(module: str) -> None:
    """`__all__` has each name that a public module gives out, and no other."""
    if "sampling" in module:
        pytest.importorskip("transformers")
    found = __import__(module, fromlist=["__all__"])
    source = Path(found.__file__ or "").read_text(encoding="utf-8")
    given = {
        line.split(" as ")[1]
        for line in source.splitlines()
        if line.startswith("from ") and " as " in line and not line.split(" as ")[1].startswith("_")
    }

    assert sorted(set(found.__all__)) == sorted(found.__all__)
    assert given == set(found.__all__) - {"__version__", "LogitsWarper"}
    assert all(hasattr(found, name) for name in found.__all__)
    if module in ("constrain", "constrain.grammars", "constrain.sampling"):
        assert not [
            name
            for name in set(dir(found)) - set(found.__all__)
            if importlib.util.find_spec(f"{module}.{name}") is None
        ]
        assert set(found.__all__) <= set(dir(found))


def test_the_version_is_that_of_the_project() -> None:
    """`constrain.__version__` and pyproject.toml agree."""
    assert f'\nversion = "{constrain.__version__}"\n' in (_ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_command_tells_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    """`constrain --version` prints it and ends well."""
    from constrain.__main__ import main

    with pytest.raises(SystemExit) as ended:
        main(["--version"])

    assert (0, f"constrain {constrain.__version__}\n") == (ended.value.code, capsys.readouterr().out)
