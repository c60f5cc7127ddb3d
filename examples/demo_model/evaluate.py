"""How well the demo model answers held-out prompts, with the constraint and without, and what that costs.

    python -m examples.demo_model.evaluate --count 200 --record

Names, values, wordings and combinations of fields are such as training never sees; `handwritten.py` has texts that no
script wrote. A field is right when its value equals the expected one (12.5 is 12.50); answers that are no records are
right as a whole.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, PreTrainedTokenizerFast

import constrain
from constrain import Vocabulary
from constrain.demo.play import accepts
from constrain.demo.scenes import schema_of
from constrain.grammar import Grammar
from constrain.grammars import choice, json_schema, lark, regex, substring_pattern, tools
from constrain.sampling import generate, stream
from constrain.sampling.demo_model import demo_model

from .data import Example, examples
from .documents import Field
from .handwritten import by_others, handwritten
from .tasks import TOOLS

MOST = 200  # tokens of an answer
SQL = """
start: "select " what " from {table}" [" where " condition (" and " condition)*] [" order by " column [" desc"]]
what: column (", " column)* | "count(*)" | FUNCTION "(" column ")"
condition: column " " COMPARISON " " INTEGER | column " = " TEXT
column: {columns}
FUNCTION: "avg" | "max" | "min" | "sum"
COMPARISON: "<=" | ">=" | "<" | ">" | "="
INTEGER: /0|[1-9][0-9]{{0,8}}/
TEXT: /'[^'\\n]{{1,40}}'/
"""


def grammar_of(each: Example, copied: bool = False) -> Grammar[Any]:
    """What a careful user would allow as an answer to this prompt, from nothing but the prompt.

    With `copied`, texts and the items of lists are runs of words of the prompt's text.
    """
    if each.task == "record":
        text, _, line = each.prompt.rstrip("\n").rpartition("\nJSON ")
        return json_schema(schema_of(line, text if copied else None), layout="compact")
    if each.task == "sql":
        head = each.prompt.splitlines()[0].removeprefix("table ")
        table, _, columns = head.partition(": ")
        return lark(SQL.format(table=table, columns=" | ".join(f'"{name}"' for name in columns.split(", "))))
    if each.task == "call":
        head = each.prompt.splitlines()[0].removeprefix("tools ")
        names = [shown.partition("(")[0] for shown in head.split("; ")]
        return tools([function_of(name) for name in names], format="json", calls="one", layout="compact")
    asked = each.fields[0]
    if asked.options:
        return choice(list(asked.options))
    if copied and asked.kind == "text":
        return regex(substring_pattern(each.prompt.rstrip("\n").rpartition("\nValue ")[0]))
    patterns = {"int": "0|[1-9][0-9]{0,11}", "number": r"[0-9]{1,9}(\.[0-9]{1,4})?", "bool": "true|false"}
    return regex(patterns.get(asked.kind, r"[0-9]{4}-[0-9]{2}-[0-9]{2}" if asked.kind == "date" else r"[^\n]{1,80}"))


def function_of(name: str) -> dict[str, Any]:
    """One of the tools that the texts were written for."""
    properties = {
        parameter: {"type": "integer"} if isinstance(kind, tuple) else {"type": "string", "maxLength": 60}
        for parameter, kind in TOOLS[name][0].items()
    }
    required = {"required": list(properties), "additionalProperties": False}
    return {"name": name, "parameters": {"type": "object", "properties": properties, **required}}


@dataclass
class Score:
    """What became of the answers. `fields`: of records, by kind of field; `answers`: by task."""

    valid: list[bool] = field(default_factory=list)
    fields: list[bool] = field(default_factory=list)
    kinds: dict[str, list[bool]] = field(default_factory=dict)
    answers: dict[str, list[bool]] = field(default_factory=dict)
    tokens: int = 0
    forced: int = 0
    passes: int = 0
    seconds: float = 0.0

    def add(self, each: Example, text: str, valid: bool) -> None:
        self.valid.append(valid)
        right = [same(text, each, asked) for asked in each.fields] if each.task == "record" else [text == each.answer]
        self.answers.setdefault(each.task, []).append(all(right))
        if each.task == "record":
            self.fields += right
            for asked, hit in zip(each.fields, right, strict=True):
                self.kinds.setdefault("null" if asked.value is None else asked.kind, []).append(hit)

    def figures(self) -> dict[str, float]:
        """Parts of one, and costs."""
        return {
            "valid": part(self.valid),
            "fields_right": part(self.fields),
            **{f"{task}_right": part(self.answers.get(task, [])) for task in TASKS},
            "tokens": self.tokens,
            "forced": self.forced,
            "passes": self.passes,
            "seconds": round(self.seconds, 2),
            "tokens_per_second": round(self.tokens / max(self.seconds, 1e-9), 1),
        }


def part(hits: list[bool]) -> float:
    return round(sum(hits) / len(hits), 4) if hits else float("nan")


def same(text: str, each: Example, asked: Field) -> bool:
    """Whether a record has this field as it should be."""
    try:
        value = json.loads(text)
    except ValueError:
        return False
    return isinstance(value, dict) and asked.key in value and value[asked.key] == asked.value


TASKS = ("call", "choice", "record", "sql", "value")
MODES: dict[str, dict[str, Any]] = {
    "free": {},
    "free with drafts": {"prompt_lookup_num_tokens": 6},
    "greedy": {},
    "copied": {},
    "drafts": {"prompt_lookup_num_tokens": 6},
    "nothing skipped": {"skip_forced": False},
    "sampling": {"do_sample": True, "temperature": 0.7, "seeds": 0},
    "beams": {"num_beams": 4},
    "budgeted": {},
    "streamed": {},
}


class Evaluation:
    def __init__(self, model: Any, tokenizer: Any) -> None:
        self.model, self.tokenizer = model, tokenizer
        self.vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
        self.passes = 0
        model.register_forward_hook(self._count)

    def _count(self, *_: Any) -> None:
        self.passes += 1

    def score(self, mode: str, some: list[Example], one_by_one: bool = False) -> Score:
        """Answers them all in one way. Compiling is not timed; with `one_by_one`, as a single user would ask."""
        result = Score()
        constraints = [constrain.compile(grammar_of(each, mode == "copied"), self.vocabulary) for each in some]
        asked = [None] * len(some) if mode.startswith("free") else constraints
        groups: Iterator[slice] = (
            (slice(i, i + 1) for i in range(len(some))) if one_by_one else iter([slice(len(some))])
        )
        for group in groups:
            before, began = self.passes, time.perf_counter()
            texts, tokens, forced = self._texts(mode, some[group], asked[group])
            result.seconds += time.perf_counter() - began
            result.passes += self.passes - before
            result.tokens += tokens
            result.forced += forced
            for each, text, constraint in zip(some[group], texts, constraints[group], strict=True):
                result.add(each, text, accepts(constraint, text))
        return result

    def _texts(self, mode: str, some: list[Example], asked: list[Any]) -> tuple[list[str], int, int]:
        prompts, options = [each.prompt for each in some], dict(MODES[mode])
        options.setdefault("do_sample", False)
        budget = MOST
        if mode == "budgeted":  # what the right answers take and no more, all rows with the largest of them
            budget = max(len(self.tokenizer(each.answer)["input_ids"]) for each in some) + 1
        if mode == "streamed":
            texts, tokens, forced = [""] * len(prompts), 0, 0
            for piece in stream(self.model, self.tokenizer, prompts, asked, max_tokens=budget, **options):
                texts[piece.prompt] += piece.text
                if piece.result is not None:
                    tokens, forced = tokens + len(piece.result.tokens), forced + piece.result.forced
            return texts, tokens, forced
        results: Any = generate(self.model, self.tokenizer, prompts, asked, max_tokens=budget, **options)
        return [r.text for r in results], sum(len(r.tokens) for r in results), sum(r.forced for r in results)


def held_out(count: int, seed: int = 77) -> list[Example]:
    """Examples that training never sees."""
    source = examples(seed, held_out=True)
    return [next(source) for _ in range(count)]


_TEXTS: dict[str, Callable[[int], list[Example]]] = {
    "held out": held_out,
    "handwritten": lambda count: handwritten(),
    "by others": lambda count: by_others(),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the demo model on held-out texts.")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--model", type=Path, help="a folder with model and tokenizer; else that of the package")
    parser.add_argument("--modes", default=",".join(MODES), help="some of them, with commas")
    parser.add_argument("--texts", default="held out", choices=_TEXTS, help="of the script, or of people")
    parser.add_argument("--one-by-one", action="store_true", help="no batches")
    parser.add_argument("--wrong", action="store_true", help="show what is wrong")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--record", action="store_true", help="append to the record, in a checkout")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    if options.model is None:
        model, tokenizer = demo_model()
    else:
        model = AutoModelForCausalLM.from_pretrained(options.model, dtype=torch.float32).eval()
        tokenizer = PreTrainedTokenizerFast.from_pretrained(options.model)
    evaluation = Evaluation(model, tokenizer)
    some = _TEXTS[options.texts](options.count)
    rows = []
    for mode in options.modes.split(","):
        score = evaluation.score(mode, some, options.one_by_one)
        row = {"texts": options.texts, "mode": mode, "answers": len(some)}
        rows.append(row | score.figures())
        print(json.dumps(rows[-1]), flush=True)
        print("  fields by kind:", {kind: part(hits) for kind, hits in score.kinds.items()})
    if options.wrong:
        show_wrong(evaluation, some)
    if options.record:
        from tests.bench import report

        provenance = report.provenance()
        path = report.record("demo_model", [{**provenance, **row} for row in rows])
        print(f"recorded in {path.name}", file=sys.stderr)


def show_wrong(evaluation: Evaluation, some: list[Example]) -> None:
    constraints = [constrain.compile(grammar_of(each), evaluation.vocabulary) for each in some]
    texts, _, _ = evaluation._texts("greedy", some, constraints)
    for each, text in zip(some, texts, strict=True):
        if text != each.answer:
            print(f"--- {each.task}\n{each.prompt}expected {each.answer}\ngot      {text}")


if __name__ == "__main__":
    main()
