"""What a constraint is worth to a real model: how many answers are valid, how many are right, and what they cost.

    python -m tests.bench.quality --first 100 --limit 25
    python -m tests.bench.quality --model FOLDER --rows extraction,nested --engines "constrain;layout=compact;indent=2"

Every engine gets the same prompts and the same JSON Schema, and takes the likeliest token. `quality_tasks` has the rows.

- *valid*: the whole text is JSON that the schema validates (`jsonschema`).
- *right*: the benchmark's own verdict on a call; of a record, the part of its fields that is right. What is not valid
  is judged as well, if it can be read.
- *passes* of the model, the prompt's among them; *seconds* of the processor, one thread, from the schema's text on.

Rates have Wilson's 95 % intervals, the others mean ± 1.96 standard errors. Each answer is a line in the file `--answers`,
and what stands there is not asked again, so a run that was stopped goes on. `--minutes` ends a run in time: tasks are asked
in the order of their numbers, each of all engines, so whatever is there compares.
"""

from __future__ import annotations

import ast
import json
import math
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema
import torch
from transformers import LogitsProcessor

import constrain
from constrain import Vocabulary
from constrain.grammars import json_schema
from constrain.sampling import generate, load_model, small_model
from constrain.sampling.huggingface import ConstraintLogitsProcessor
from tests.bench import command, report
from tests.bench.engines import ENGINES, Sequence
from tests.bench.quality_tasks import PLAINLY, ROWS, Asking, Task, tasks
from tests.bench.tokens import Tokenizer

Z = 1.96  # of a 95 % interval
_PEERS = ("xgrammar", "llguidance", "outlines")


@dataclass(frozen=True)
class Way:
    """How an engine is used: `decode` of `Bench`, options of `json_schema` and of `generate`, and how is asked."""

    decode: str = "ours"
    json: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    asking: Asking = PLAINLY
    repaired: bool = False


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


WAYS: dict[str, Way] = {
    "free": Way("free"),
    "free, repaired": Way("free", repaired=True),
    "constrain": Way(),
    "our processor": Way("processor"),
    **{name: Way(name) for name in _PEERS},
    # What helps: each differs from `constrain` in one thing.
    **{f"layout={name}": Way(json={"layout": name}) for name in ("flexible", "compact", "spaced")},
    **{f"indent={n}": Way(json={"indent": n}) for n in (2, 4)},
    "compact, asked so": Way(json={"layout": "compact"}, asking=Asking(json=_compact)),
    "any order": Way(json={"property_order": "any"}),
    "canonical": Way(options={"canonical": True}),
    "drafts from the prompt": Way(options={"prompt_lookup_num_tokens": 8}),
    "free first": Way(options={"free_first": 100}),
    "beams": Way(options={"num_beams": 3}),
    "not skipped": Way(options={"skip_forced": False}),
    "no descriptions": Way(asking=Asking(descriptions=False)),
    "an example": Way(asking=Asking(example=True)),
    "described": Way(asking=Asking(described=True)),
    "described, an example": Way(asking=Asking(described=True, example=True)),
    "a list": Way(asking=Asking(shape="some")),
    "with confidence": Way(options={"confidence": True}),  # for `reliability`
}
_MAIN = ("free", "free, repaired", "constrain", "our processor", *_PEERS)


@dataclass
class Answer:
    """What an engine wrote, and what it cost; `error` says why it wrote nothing.

    `told` has each field's confidence, where that was asked for: its pointer, its probability, whether that is exact.
    """

    text: str = ""
    tokens: int = 0
    passes: int = 0
    seconds: float = 0.0
    error: str = ""
    told: list[tuple[str, float, bool]] = field(default_factory=list)


class Bench:
    """A model with its tokenizer, and every engine on its vocabulary."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self.model, self.tokenizer, self.passes = model, tokenizer, 0
        self.vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
        self._engines: dict[str, Any] = {}
        model.register_forward_hook(self._count)

    def _count(self, *_: Any) -> None:
        self.passes += 1

    def ask(self, way: Way, task: Task) -> Answer:
        """One answer, timed."""
        if way.decode in _PEERS:
            self._engine(way.decode)  # made once for a vocabulary, and not timed
        before, began = self.passes, time.process_time()
        answer = Answer()
        try:
            answer.text, answer.tokens, *told = getattr(self, f"_{way.decode}", self._peer)(way, task)
            answer.told = told[0] if told else []
        except Exception as error:  # an engine's refusal, of whatever kind
            answer.error = f"{type(error).__name__}: {error}"[:300]
        answer.passes, answer.seconds = self.passes - before, time.process_time() - began
        return answer

    def _free(self, way: Way, task: Task) -> tuple[Any, ...]:
        return self._looped(None, way, task)

    def _ours(self, way: Way, task: Task) -> tuple[Any, ...]:
        grammar = json_schema(json.dumps(task.schema), **way.json)
        return self._looped(constrain.compile(grammar, self.vocabulary), way, task)

    def _looped(self, constraint: Any, way: Way, task: Task) -> tuple[Any, ...]:
        given = self.model, self.tokenizer, task.messages, constraint
        result: Any = generate(*given, max_tokens=task.max_tokens, do_sample=False, **way.options)
        told = result.confidence.as_data() if way.options.get("confidence") else []
        return result.text, len(result.tokens), told

    def _processor(self, way: Way, task: Task) -> tuple[str, int]:
        constraint = constrain.compile(json_schema(json.dumps(task.schema), **way.json), self.vocabulary)
        return self._generated(ConstraintLogitsProcessor(constraint, max_tokens=task.max_tokens), task)

    def _peer(self, way: Way, task: Task) -> tuple[str, int]:
        engine = self._engine(way.decode)
        return self._generated(_Masked(engine.compile("schema", json.dumps(task.schema))(), engine.row), task)

    def _engine(self, name: str) -> Any:
        if name not in self._engines:
            known = self.vocabulary
            words = self.tokenizer
            plain = Tokenizer("model's", list(known.token_bytes), list(known.end_ids), lambda t: words.encode(t))
            self._engines[name] = ENGINES[name](plain, 1)
        return self._engines[name]

    def _generated(self, processor: LogitsProcessor, task: Task) -> tuple[str, int]:
        """transformers' own loop with one processor."""
        prompt = self.tokenizer.apply_chat_template(task.messages, add_generation_prompt=True, tokenize=False)
        given = self.tokenizer(prompt, add_special_tokens=False, return_tensors="pt")
        out = self.model.generate(
            **given, max_new_tokens=task.max_tokens, do_sample=False, logits_processor=[processor]
        )
        new = out[0, given["input_ids"].shape[1] :]
        return self.tokenizer.decode(new, skip_special_tokens=True), int((new != self.tokenizer.eos_token_id).sum())


class _Masked(LogitsProcessor):  # type: ignore[misc,unused-ignore]
    """An engine's masks in `model.generate`, for one text."""

    def __init__(self, sequence: Sequence, row: Any) -> None:
        self.sequence, self.row, self.started = sequence, row, False

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        if self.started and self.sequence.advance(int(input_ids[0, -1])) is False:
            raise RuntimeError("the engine refuses a token that it allowed")
        self.started = True
        self.sequence.fill()
        words = torch.from_numpy(self.row.copy())
        allowed = (words[:, None] >> torch.arange(32) & 1).flatten()[: scores.shape[-1]].bool()
        return scores.masked_fill(~allowed, -math.inf)


# What is read out of texts.


def whole(text: str) -> Any:
    """The JSON that the text is; None where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


_CALL = re.compile(r"([A-Za-z_][\w.]*)\(")


def repaired(text: str) -> Any:
    """The first JSON value in a text, also in Python's spelling, in a block of code, or with commas too many; or calls
    written as Python's. None where there is none.

    >>> repaired("Sure! ```json\\n{'name': 'f', 'parameters': {'a': 1,}}\\n```")
    {'name': 'f', 'arguments': {'a': 1}}
    >>> repaired("[f(a=1), g(b='x')]")
    [{'name': 'f', 'arguments': {'a': 1}}, {'name': 'g', 'arguments': {'b': 'x'}}]
    """
    calls = _python_calls(text)
    if calls:
        return calls[0] if len(calls) == 1 else calls
    for at in (found.start() for found in re.finditer(r"[{\[]", text)):
        part = _balanced(text, at)
        for read in (json.loads, ast.literal_eval):
            with_fewer = re.sub(r",\s*([}\]])", r"\1", part)
            try:
                return _renamed(read(with_fewer))
            except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
                continue
    return None


def _balanced(text: str, at: int) -> str:
    """From a bracket to the one that closes it; what is left open at the end is closed."""
    open_: list[str] = []
    quote = ""
    for i in range(at, len(text)):
        c = text[i]
        if quote:
            if c == quote and text[i - 1] != "\\":
                quote = ""
        elif c == '"':
            quote = c
        elif c in "{[":
            open_.append("}" if c == "{" else "]")
        elif open_ and c == open_[-1]:
            open_.pop()
            if not open_:
                return text[at : i + 1]
    return text[at:] + quote + "".join(reversed(open_))


def _python_calls(text: str) -> list[Any]:
    calls = []
    for found in _CALL.finditer(text):
        for end in (m.end() for m in re.finditer(r"\)", text[found.start() :])):
            try:
                node = ast.parse(text[found.start() : found.start() + end], mode="eval").body
                if isinstance(node, ast.Call) and node.keywords and not node.args:
                    arguments = {k.arg: ast.literal_eval(k.value) for k in node.keywords}
                    calls.append({"name": found[1], "arguments": arguments})
                break
            except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
                continue
    return calls


def _renamed(value: Any) -> Any:
    """Calls under the keys that others use for them; one call in the form of OpenAI's taken out of its wrapper."""
    if isinstance(value, list):
        return [_renamed(each) for each in value]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("function"), dict):
        return _renamed(value["function"])
    for name in ("function", "tool"):
        if isinstance(value.get(name), str):
            value["name"] = value.pop(name)
    for name in ("parameters", "args"):
        if isinstance(value.get(name), dict) and "name" in value:
            value["arguments"] = value.pop(name)
    return value


def judged(task: Task, way: Way, answer: Answer) -> dict[str, float]:
    """Whether the text is valid, and what part of it is right."""
    value = repaired(answer.text) if way.repaired else whole(answer.text)
    if way.repaired and task.schema.get("type") == "array" and isinstance(value, dict):
        value = [value]
    if way.repaired and task.schema.get("type") != "array" and isinstance(value, list) and len(value) == 1:
        value = value[0]
    valid = value is not None and jsonschema.Draft202012Validator(task.schema).is_valid(value)
    right = task.right(value) if not answer.error else 0.0
    return {"valid": float(valid), "right": right}


# Figures.


def wilson(rate: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a rate; wider than need be where each value is a part of one.

    >>> [round(x, 3) for x in wilson(1.0, 25)]
    [0.867, 1.0]
    """
    middle = rate + Z * Z / (2 * count)
    half = Z * math.sqrt(rate * (1 - rate) / count + Z * Z / (4 * count * count))
    scale = 1 + Z * Z / count
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """The mean, and 1.96 standard errors of it."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.nan
    variance = sum((each - mean) ** 2 for each in values) / (len(values) - 1)
    return mean, Z * math.sqrt(variance / len(values))


def figures(answers: list[dict[str, Any]]) -> dict[str, float]:
    """The columns of a row of the table: rates with both ends of their intervals, means with their half widths."""
    out: dict[str, float] = {"answers": len(answers)}
    for name in ("valid", "right"):
        rate = sum(each[name] for each in answers) / len(answers)
        out[name] = rate
        out[f"{name}_low"], out[f"{name}_high"] = wilson(rate, len(answers))
    for name in ("passes", "seconds", "tokens"):
        out[name], out[f"{name}_error"] = mean_and_error([each[name] for each in answers])
    out["refused"] = sum(bool(each["error"]) for each in answers)
    return out


def shown(row: str, engine: str, each: dict[str, float]) -> list[str]:
    """A row of the table as text."""
    rates = [
        f"{each[n]:.0%} ({each[f'{n}_low']:.0%} to {each[f'{n}_high']:.0%})".replace("%", " %")
        for n in ("valid", "right")
    ]
    means = [f"{report.number(each[n])} ± {report.number(each[f'{n}_error'])}" for n in ("passes", "seconds", "tokens")]
    return [f"{row}, {engine}", str(int(each["answers"])), *rates, *means, str(int(each["refused"]))]


# Running.


def wanted(rows: list[str], engines: list[str], first: int, limit: int) -> Iterator[tuple[Task, str]]:
    """Tasks with the engines to ask, the first task of every row before the second of any."""
    made = {
        (row, engine): list(tasks(row, WAYS[engine].asking))[first : first + limit]
        for row in rows
        for engine in engines
    }
    for number in range(limit):
        for row in rows:
            for engine in engines:
                if number < len(made[row, engine]):
                    yield made[row, engine][number], engine


def run(bench: Bench, asked: list[tuple[Task, str]], path: Path, minutes: float) -> list[dict[str, Any]]:
    """Ask what the file does not have yet, and give what it then has of what was asked."""
    known = {}
    if path.exists():
        known = {(a["row"], a["task"], a["engine"]): a for a in map(json.loads, path.open())}
    began = time.monotonic()
    with path.open("a") as file:
        for number, (task, engine) in enumerate(asked, 1):
            key = task.row, task.name, engine
            if key in known:
                continue
            if time.monotonic() - began > minutes * 60:
                print("\nthe time is up; the same command goes on", file=sys.stderr)
                break
            way = WAYS[engine]
            twin = known.get((*key[:2], "free")) if way.repaired else None
            if twin is not None:  # the same text, read in another way
                answer = Answer(*(twin[name] for name in ("text", "tokens", "passes", "seconds", "error")))
            else:
                answer = bench.ask(way, task)
            line = {"row": task.row, "task": task.name, "engine": engine, **vars(answer), **judged(task, way, answer)}
            if answer.told:
                line["fields"] = task.fields(whole(answer.text))
            known[key] = line
            file.write(json.dumps(line) + "\n")
            file.flush()
            done = f"[{number} of {len(asked)}, {(time.monotonic() - began) / 60:.1f} min] {task.name}, {engine}"
            print(f"\r{done:70}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return [known[key] for task, engine in asked if (key := (task.row, task.name, engine)) in known]


def compared(answers: list[dict[str, Any]], engines: list[str]) -> list[dict[str, Any]]:
    """The answers to tasks that all engines were asked."""
    asked: dict[tuple[str, str], set[str]] = {}
    for each in answers:
        asked.setdefault((each["row"], each["task"]), set()).add(each["engine"])
    return [each for each in answers if asked[each["row"], each["task"]] >= set(engines)]


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__)
    parser.add_argument("--model", help="a chat model's folder or GGUF file; without it `small_model()`")
    parser.add_argument("--rows", default=",".join(row for row in ROWS if row != "nested"), help=", ".join(ROWS))
    parser.add_argument("--engines", default=";".join(_MAIN), help="separated by `;`: " + "; ".join(WAYS))
    parser.add_argument("--limit", type=int, default=25, help="tasks of each row")
    parser.add_argument("--first", type=int, default=0, help="the number of the first task of each row")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop asking after so long")
    parser.add_argument("--answers", type=Path, default=Path("build/quality.jsonl"), help="%(default)s")
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    rows, engines = given.rows.split(","), given.engines.split(";")
    for name, known in ((rows, ROWS), (engines, WAYS)):
        unknown = [each for each in name if each not in known]
        if unknown:
            parser.error(f"{unknown[0]!r} is none of {', '.join(known)}")
    asked = list(wanted(rows, engines, given.first, given.limit))
    model = load_model(given.model) if given.model else small_model()
    answers = compared(run(Bench(*model), asked, given.answers, given.minutes), engines)
    lines, recorded = [], []
    for row in rows:
        for engine in engines:
            some = [each for each in answers if (each["row"], each["engine"]) == (row, engine)]
            if some:
                found = figures(some)
                lines.append(shown(row, engine, found))
                cells = {name: f"{value:.4g}" for name, value in found.items()}
                recorded.append(
                    {
                        **report.provenance(),
                        "model": model.name,
                        "row": row,
                        "engine": engine,
                    }
                    | cells
                )
    head = ["row, engine", "n", "valid", "right", "passes", "seconds", "tokens", "refused"]
    print(report.table("answers, each with its 95 % interval", head, lines))
    command.keep(given.record, "quality", recorded)


if __name__ == "__main__":
    main()
