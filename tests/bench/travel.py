"""A constraint by four ways: compiled, loaded from another process's bytes, found in the cache, by its text or as a dict.

    python -m tests.bench.travel --schemas 300

A process compiles schemas of MaskBench and writes each constraint's bytes to a file; a second one, which has the
vocabulary and has imported no front end, loads them. The first process then asks its cache for every schema again. Times
are of the processor, one thread, milliseconds (of the cache, microseconds); `under_2ms` is the share of loads below that.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import constrain
from constrain import ConstraintCache, Vocabulary
from constrain.grammars import json_schema, prepare
from tests.bench import maskbench, report, tokens
from tests.bench.engines import version_of

_LOADER = """
import json, sys, time
from pathlib import Path
from constrain import Constraint, Vocabulary
folder = Path(sys.argv[1])
vocabulary = Vocabulary.load(folder / "vocabulary")
vocabulary.native
seconds = []
for path in sorted(folder.glob("*.constraint")):
    data = path.read_bytes()
    began = time.process_time()
    Constraint.from_bytes(data, vocabulary)
    seconds.append(time.process_time() - began)
assert "constrain.grammars" not in sys.modules
print(json.dumps(seconds))
"""


def _seconds(call: Callable[[], Any]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def measured(vocabulary: Vocabulary, texts: list[str], folder: Path) -> dict[str, list[float]]:
    """Seconds of each way, and the bytes of each file, over the schemas that compile."""
    found: dict[str, list[float]] = {name: [] for name in ("compile", "load", "hit_text", "hit_dict", "bytes")}
    cache = ConstraintCache(entries=4 * len(texts), memory=8 << 30)
    vocabulary.save(folder / "vocabulary")
    for number, text in enumerate(texts):
        schema = json.loads(text)
        try:
            found["compile"].append(_seconds(lambda t=text: constrain.compile(json_schema(t), vocabulary)))  # type: ignore[misc]
        except constrain.ConstrainError:
            continue
        data = cache.compile(json_schema, text, vocabulary).to_bytes()
        cache.compile(json_schema, schema, vocabulary)
        found["bytes"].append(len(data))
        (folder / f"{number:05}.constraint").write_bytes(data)
        for name, source in (("hit_text", text), ("hit_dict", schema)):
            times = [_seconds(lambda s=source: cache.compile(json_schema, s, vocabulary)) for _ in range(5)]  # type: ignore[misc]
            found[name].append(sorted(times)[2])
    done = subprocess.run([sys.executable, "-c", _LOADER, str(folder)], capture_output=True, text=True, check=True)
    found["load"] = json.loads(done.stdout)
    return found


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokenizer", default="llama3", help=", ".join(tokens.NAMES))
    parser.add_argument("--schemas", type=int, default=300)
    parser.add_argument(
        "--data", type=Path, default=None, help="MaskBench's cases; by default the data beside the tests"
    )
    parser.add_argument("--record", action=argparse.BooleanOptionalAction, default=True, help="append to the record")
    arguments = parser.parse_args()
    from tests.data import folder as data_folder

    chosen = list(maskbench.cases(arguments.data or data_folder() / "maskbench" / "dev.jsonl.gz"))
    Random(0).shuffle(chosen)
    tokenizer = tokens.load(arguments.tokenizer)
    vocabulary = Vocabulary.from_bytes(tokenizer.tokens, end_ids=tokenizer.end_ids)
    prepare(vocabulary)
    with tempfile.TemporaryDirectory() as folder:
        found = measured(vocabulary, [case.schema for case in chosen[: arguments.schemas]], Path(folder))
    scale = {"compile": 1e3, "load": 1e3, "hit_text": 1e6, "hit_dict": 1e6, "bytes": 1.0}
    shown = {name: report.summarise([np.array(found[name])]).scaled(scale[name]) for name in scale}
    print(report.summaries("A constraint: ms to compile and load, µs of a hit, bytes", shown))
    share = float((np.array(found["load"]) < 2e-3).mean())
    print(f"{share:.1%} of the loads took less than 2 ms")
    row: dict[str, object] = {**report.provenance(), "engine": "constrain", "version": version_of("constrain")}
    row |= {"tokenizer": arguments.tokenizer, "schemas": len(found["load"]), "under_2ms": f"{share:.4f}"}
    for name, unit in (("compile", "ms"), ("load", "ms"), ("hit_text", "us"), ("hit_dict", "us"), ("bytes", "size")):
        row |= report.figures(f"{name}_{unit}", shown[name])
    if arguments.record:
        print(f"recorded in {report.record('travel', [row]).name}", file=sys.stderr)


if __name__ == "__main__":
    main()
