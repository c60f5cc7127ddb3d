"""From a list of functions to the first mask of their calls, cold, with one function changed, and along texts.

    python -m tests.bench.tools --engines constrain,our-any-of,llguidance,xgrammar     (or: constrain bench tools)

The functions are BFCL's (the package bfcl-eval), those that all engines could take with a name and closed parameters.
`cold` has functions that the process has not seen; `changed` is the list of the row before with one function's schema
exchanged, one taken out, or one added. Both are CPU milliseconds on one thread, from the definitions as Python has them
to the first mask. Masks are those of calls that our engine drew at random, of lists that are new; CPU microseconds.

Peers: xgrammar's structural tags (triggered, one at least), llguidance's `anyOf` of the same calls, which is `our-any-of`
here too: the names are then followed by schemas in one JSON grammar, without the marks around.
"""

from __future__ import annotations

import gc
import importlib
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import constrain
from constrain import ConstrainError
from constrain.grammars import json_schema, tools
from tests.bench import command, report, tokens
from tests.bench.engines import Constrain, LLGuidance, Start, XGrammar, version_of
from tests.bench.quality_tasks import bfcl_functions, parameters_schema

Json = dict[str, Any]
Compile = Callable[[list[Json]], Start]


def functions() -> list[Json]:
    """BFCL's functions in OpenAI's form, each name once, in an order drawn at random."""
    found: dict[str, Json] = {}
    for function in bfcl_functions():
        name = function["name"].replace(".", "_")[:64]
        parameters = {**parameters_schema(function["parameters"], also=("description",)), "additionalProperties": False}
        made = {"name": name, "description": function.get("description", ""), "parameters": parameters}
        try:
            json_schema(parameters)
        except ConstrainError:  # types that are none of JSON's
            continue
        found.setdefault(name, {"type": "function", "function": made})
    listed = list(found.values())
    random.Random(0).shuffle(listed)
    return listed


def any_of(listed: list[Json]) -> str:
    """The calls of all functions as one JSON Schema."""
    calls = []
    for each in listed:
        properties = {"name": {"const": each["function"]["name"]}, "arguments": each["function"]["parameters"]}
        calls.append({"type": "object", "properties": properties, "required": ["name", "arguments"]})
    return json.dumps({"anyOf": [{**call, "additionalProperties": False} for call in calls]})


def structural_tag(engine: XGrammar, listed: list[Json]) -> Start:
    """xgrammar's form of the same."""
    tags = [
        {
            "type": "tag",
            "begin": f'<tool_call>\n{{"name": {json.dumps(each["function"]["name"])}, "arguments": ',
            "content": {"type": "json_schema", "json_schema": each["function"]["parameters"]},
            "end": "}\n</tool_call>",
        }
        for each in listed
    ]
    triggered = {"type": "triggered_tags", "triggers": ["<tool_call>"], "tags": tags, "at_least_one": True}
    return engine.structural_tag({"type": "structural_tag", "format": triggered})


def compiler(name: str, tokenizer: tokens.Tokenizer) -> tuple[Compile, str]:
    """What compiles a list of functions, and whose version it is."""
    if name == "xgrammar":
        return partial(structural_tag, XGrammar(tokenizer, 1)), name
    if name == "llguidance":
        peer = LLGuidance(tokenizer, 1)
        return lambda listed: peer.compile("schema", any_of(listed)), name
    engine = Constrain(tokenizer, 1)
    if name == "our-any-of":
        return lambda listed: engine.compile("schema", any_of(listed)), "constrain"
    return lambda listed: engine.started(tools(listed)), "constrain"


def first_mask(compile: Compile, listed: list[Json]) -> float:
    """CPU milliseconds to the first mask; NaN where the engine refuses the list."""
    gc.collect()
    began = time.process_time()
    try:
        compile(listed)().fill()
    except Exception as error:
        print(f"  refused: {str(error)[:200]}", file=sys.stderr)
        return float("nan")
    return (time.process_time() - began) * 1e3


def changes(listed: list[Json], more: list[Json]) -> list[list[Json]]:
    """The list with one function exchanged, taken out, or added, in new objects."""
    at = len(listed) // 2
    exchanged = {
        "type": "function",
        "function": {**listed[at]["function"], "parameters": more[0]["function"]["parameters"]},
    }
    lists = [[*listed[:at], exchanged, *listed[at + 1 :]], [*listed[:at], *listed[at + 1 :]], [*listed, more[1]]]
    return [json.loads(json.dumps(each)) for each in lists]


def masks(compile: Compile, listed: list[Json], texts: list[list[int]]) -> list[float]:
    """CPU microseconds of each mask along the texts."""
    start, found = compile(listed), list[float]()
    for text in texts:
        sequence = start()
        for token in text:
            began = time.thread_time()
            sequence.fill()
            found.append((time.thread_time() - began) * 1e6)
            sequence.advance(token)
    return found


def calls_of(listed: list[Json], tokenizer: tokens.Tokenizer, number: int) -> list[list[int]]:
    """Texts of calls, of functions drawn at random, as tokens."""
    drawn = random.Random(1).sample(listed, min(number, len(listed)))
    bytewise = constrain.Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
    texts = []
    for seed, each in enumerate(drawn):
        made = constrain.compile(tools([each]), bytewise)
        texts += [tokenizer.encode(text) for text in made.sample(1, seed=seed)]
    return texts


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument("--engines", default="constrain,our-any-of,llguidance,xgrammar")
    parser.add_argument("--counts", default="10,100,400,1000", help="lengths of lists")
    parser.add_argument("--texts", type=int, default=60, help="calls whose masks are filled")
    arguments = parser.parse_args()
    tokenizer = tokens.load(arguments.tokenizer)
    listed = functions()
    rows: list[dict[str, object]] = []
    for name in arguments.engines.split(","):
        compile, version = compiler(name, tokenizer)
        first_mask(compile, listed[-3:])
        for count in map(int, arguments.counts.split(",")):
            rest = random.Random(count).sample(listed[:-3], count + 2)
            chosen, more = rest[:count], rest[count:]
            if name == "constrain":
                importlib.import_module("constrain.grammars.tool_calls.tools").forget()
            cold = first_mask(compile, chosen)
            changed = [first_mask(compile, each) for each in changes(chosen, more)]
            found = masks(compile, chosen, calls_of(chosen, tokenizer, arguments.texts)) if name == "constrain" else []
            summary = report.summarise([np.array(found)])
            row = {
                **report.provenance(),
                "engine": name,
                "version": version_of(version),
                "tokenizer": arguments.tokenizer,
            }
            row |= {"functions": count, "cold_ms": f"{cold:.4g}", "changed_ms": f"{statistics.median(changed):.4g}"}
            rows.append({**row, "masks": summary.count, **report.figures("mask_us", summary)})
            print(f"  {name}, {count}: {cold:.1f} ms, changed {statistics.median(changed):.1f}", file=sys.stderr)
    head = ["engine", "functions", "cold, ms", "changed, ms", "mask p50, µs", "p99", "p99.9", "max"]
    columns = [
        "engine",
        "functions",
        "cold_ms",
        "changed_ms",
        "mask_us_p50",
        "mask_us_p99",
        "mask_us_p99.9",
        "mask_us_max",
    ]
    print(report.table("Tools", head, [[row[column] for column in columns] for row in rows]))
    command.keep(arguments.record, "tools", rows)


if __name__ == "__main__":
    main()
