"""How late is a small request in one thread, while others of its process compile what is hardest?

    python -m tests.bench.lateness --slowest                     (or: constrain bench lateness)

A thread wakes up every other millisecond and steps a small constraint and fills the mask (`mask`), or compiles a small
schema that nobody has seen, to its first mask (`compile`). It is late by the wall time from when it should have woken up
to the end, less the median of the same beside nothing. Beside it 1 and 4 threads compile hard definitions without an
end: schemas, Lark grammars, regular expressions, or all of them; some are refused. `loop` is the event loop of
`constrain serve` in this process, while another process sends the same definitions as requests: by how much a timer of
2 ms comes too late.

Other work on the machine is late as well: the rows beside `nothing` say by how much. `--slowest` prints where the
compiling threads stood when the latest of all had waited for them.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import json
import random
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

import constrain
from constrain import ConstrainError, Vocabulary
from constrain.grammars import json_schema, lark, prepare, regex
from tests.bench import code_grammars, command, report, tokens

EVERY = 0.002  # seconds
_LATE = 5.0  # milliseconds; of what is later, places are noted
_OBJECT: dict[str, Any] = {"type": "object", "additionalProperties": False}


def _labelled(number: int) -> dict[str, Any]:
    """An object of a `oneOf`, each of which has a key of its own and one of all."""
    return {**_OBJECT, "properties": {f"k{number}": {"type": "number"}, "a": {"type": "string"}}}


def _definition(number: int) -> dict[str, Any]:
    """One of many definitions that refer to each other, with a choice and a range."""
    members = {f"p{number}_{i}": {"type": ["string", "null"], "maxLength": 40 + i} for i in range(12)}
    others = [{"$ref": f"#/$defs/d{(number * 7 + i) % 150}"} for i in range(3)]
    return {"type": "object", "properties": {**members, "next": {"anyOf": others}}, "required": [f"p{number}_0"]}


SCHEMAS: dict[str, Any] = {
    "enum": {"enum": [f"{i:x}" * 9 for i in range(20_000)]},
    "patterns": {**_OBJECT, "properties": {f"k{i}": {"type": "string", "pattern": f".*{i}.{{9}}x"} for i in range(60)}},
    "oneOf": {"oneOf": [_labelled(i) for i in range(60)]},
    "definitions": {"$ref": "#/$defs/d0", "$defs": {f"d{i}": _definition(i) for i in range(150)}},
    "divisible": {"allOf": [{"multipleOf": 7}, {"multipleOf": 31}], "type": "integer", "minimum": -1000, "maximum": 10**9},
    "deep": {"type": "array", "items": {"type": "array", "items": {"minItems": 60}, "minItems": 90}, "minItems": 90},
}  # fmt: skip
REGEXES = {
    "lookaheads": "(?=.*a)(?=.*b)(?=.*c).{1,999}",
    "alternatives": "|".join(f"{i}.*{i}" for i in range(400)),
    "states": "[ab]*a[ab]{14}",
    "nested": "((a{1,90}){1,90}){1,90}",
}
Sources = list[tuple[str, str, str]]  # kind, name, text


def hard() -> Sources:
    """What is compiled beside."""
    found = [("schema", name, json.dumps(schema)) for name, schema in SCHEMAS.items()]
    found += [("lark", name, code_grammars.grammar(name)) for name in code_grammars.LANGUAGES]
    found.append(
        (
            "lark",
            "many rules",
            "\n".join(f"r{i}: r{i + 1} r{i + 1} | r{i + 1}" for i in range(200)) + '\nr200: "x"\nstart: r0',
        )
    )
    return found + [("regex", name, pattern) for name, pattern in REGEXES.items()]


def compile_hard(kind: str, text: str, vocabulary: Vocabulary, number: int) -> None:
    """Compiles it anew, under a name that nobody has seen, to the first mask."""
    if kind == "lark":
        grammar: Any = lark(f"{text}\n// {number}\n")
    else:
        grammar = json_schema(text) if kind == "schema" else regex(text)
    matcher = constrain.compile(grammar, vocabulary).matcher()
    matcher.fill_bitmask(constrain.allocate_bitmask(1, vocabulary)[0])


class Beside:
    """Threads that compile until the end of the block."""

    def __init__(self, threads: int, sources: Sources, vocabulary: Vocabulary) -> None:
        self.sources, self.vocabulary = sources, vocabulary
        self.doing: dict[int, str] = {}
        self._end = False
        self._threads = [threading.Thread(target=self._work, args=(seed,)) for seed in range(threads)]

    def __enter__(self) -> Beside:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *of: object) -> None:
        self._end = True
        for thread in self._threads:
            thread.join()

    def _work(self, seed: int) -> None:
        drawn, numbers = random.Random(seed), itertools.count(seed * 10**6)
        while not self._end:
            for kind, name, text in drawn.sample(self.sources, len(self.sources)):
                self.doing[threading.get_ident()] = f"{kind} {name}"
                if self._end:
                    return
                with contextlib.suppress(ConstrainError):
                    compile_hard(kind, text, self.vocabulary, next(numbers))

    def stand(self) -> str:
        """Where the threads stand."""
        frames = sys._current_frames()
        lines = []
        for thread in self._threads:
            frame = frames.get(thread.ident or 0)
            if frame is not None:
                stack = traceback.extract_stack(frame)[-4:]
                places = " < ".join(
                    f"{each.filename.rsplit('/', 1)[-1]}:{each.lineno} {each.name}" for each in reversed(stack)
                )
                lines.append(f"    {self.doing.get(thread.ident or 0)}: {places}")
        return "\n".join(lines)


Probe = Callable[[], object]


def mask_probe(vocabulary: Vocabulary, tokenizer: tokens.Tokenizer) -> Probe:
    """Steps a small constraint along a text and fills the mask, again and again."""
    members = {"name": {"type": "string"}, "age": {"type": "integer"}}
    constraint = constrain.compile(json_schema({**_OBJECT, "properties": members}), vocabulary)
    row, steps = constrain.allocate_bitmask(1, vocabulary)[0], tokenizer.encode('{"name": "Ada", "age": 36}')

    def walks() -> Iterator[None]:
        while True:
            matcher = constraint.matcher()
            for token in steps:
                matcher.advance(token)
                matcher.fill_bitmask(row)
                yield

    return partial(next, walks())


def compile_probe(vocabulary: Vocabulary) -> Probe:
    """Compiles a small schema with a key of its own, to the first mask."""
    numbers, row = itertools.count(), constrain.allocate_bitmask(1, vocabulary)[0]

    def probe() -> None:
        members = {f"name {next(numbers)}": {"type": "string"}, "age": {"type": "integer"}}
        constrain.compile(json_schema({"type": "object", "properties": members}), vocabulary).matcher().fill_bitmask(
            row
        )

    return probe


@dataclass
class Late:
    """Milliseconds from when a probe should have begun to its end, and where others stood at the latest."""

    times: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)  # milliseconds that other threads computed meanwhile
    places: list[tuple[float, str]] = field(default_factory=list)

    def add(self, late: float, others: float, beside: Beside | None) -> None:
        self.times.append(late)
        self.others.append(others)
        if beside and min(late, others) > _LATE:
            self.places.append((min(late, others), beside.stand()))

    def own(self, usual: float) -> Any:
        """Milliseconds later than usual, as far as the process's own threads may be the reason."""
        return np.minimum(np.array(self.times) - usual, self.others)


def measure(probe: Probe, seconds: float, beside: Beside | None) -> Late:
    """What the probe takes, every other millisecond."""
    found, end = Late(), time.perf_counter() + seconds
    while (due := time.perf_counter() + EVERY) < end:
        others = time.process_time() - time.thread_time()
        time.sleep(EVERY)
        probe()
        late, others = time.perf_counter() - due, time.process_time() - time.thread_time() - others
        found.add(late * 1e3, others * 1e3, beside)
    return found


def loop_of_server(sources: Sources, seconds: float, at_once: int) -> tuple[Late, Late]:
    """How late timers of the event loop are beside nothing and beside requests of another process, `at_once` of them."""
    from constrain.sampling.integrations import server as serving
    from tests.sampling.random_model import chatting_model

    model, tokenizer = chatting_model()
    server = serving.Server(serving.Engine(model, tokenizer), serving.Settings(model="tiny"))
    runner = serving.runner(server, port=0, grace=1.0, log_level="error")
    quiet, late = Late(), Late()

    async def watch(into: Late, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while (due := time.perf_counter() + EVERY) < end:
            others = time.process_time() - time.thread_time()
            await asyncio.sleep(EVERY)
            others = time.process_time() - time.thread_time() - others
            into.add((time.perf_counter() - due) * 1e3, others * 1e3, None)

    async def serve() -> None:
        task = asyncio.create_task(runner.serve())
        while not runner.started:
            await asyncio.sleep(EVERY)
        await watch(quiet, seconds / 2)
        port = runner.servers[0].sockets[0].getsockname()[1]
        clients = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _CLIENTS, str(port), str(at_once), stdin=asyncio.subprocess.PIPE
        )
        assert clients.stdin
        clients.stdin.write(json.dumps([_body(*source) for source in sources]).encode())
        clients.stdin.close()
        await asyncio.sleep(0.5)
        await watch(late, seconds)
        if clients.returncode is None:
            clients.kill()
        await clients.wait()
        runner.should_exit = True
        await task

    before = sys.getswitchinterval()
    serving.own_process()
    try:
        asyncio.run(serve())
    finally:
        sys.setswitchinterval(before)
    return quiet, late


def _body(kind: str, name: str, text: str) -> dict[str, Any]:
    """A request of a hard definition."""
    spec = {"json": json.loads(text)} if kind == "schema" else {"grammar" if kind == "lark" else "regex": text}
    return {"prompt": "x", "max_tokens": 8, "structured_outputs": spec}


# Sends the requests that stand in its input again and again, each a little unlike those before.
_CLIENTS = r"""
import http.client, json, sys, threading
bodies = json.load(sys.stdin)
def changed(kind, value, mark):
    if kind == "json":
        return {**value, "title": mark}
    return f"{value}\n// {mark}\n" if kind == "grammar" else f"{value}|{mark}"
def work(seed):
    for number in range(10**9):
        body = bodies[(number * 7 + seed * 3) % len(bodies)]
        spec = {kind: changed(kind, value, f"{seed} {number}") for kind, value in body["structured_outputs"].items()}
        connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=60)
        given = json.dumps({**body, "structured_outputs": spec})
        connection.request("POST", "/v1/completions", given, {"content-type": "application/json"})
        connection.getresponse().read()
for seed in range(int(sys.argv[2])):
    threading.Thread(target=work, args=(seed,), daemon=True).start()
threading.Event().wait()
"""


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument("--seconds", type=float, default=4, help="for each row")
    parser.add_argument("--probes", default="mask,compile,loop")
    parser.add_argument("--beside", default="schema,lark,regex,all", help="what is compiled beside")
    parser.add_argument("--only", default="", help="of what is compiled beside, the one of this name")
    parser.add_argument("--threads", default="1,4")
    parser.add_argument("--slowest", action="store_true", help="print where others stood")
    arguments = parser.parse_args()
    tokenizer = tokens.load(arguments.tokenizer)
    vocabulary = Vocabulary.from_bytes(tokenizer.tokens, end_ids=tokenizer.end_ids)
    prepare(vocabulary)
    gc.collect()
    gc.freeze()  # as a server does: rounds over what is loaded are no wait for those who compile
    sources = [each for each in hard() if arguments.only in ("", each[1])]
    found: dict[tuple[str, str, int], Late] = {}
    for name in arguments.probes.split(","):
        if name == "loop":
            found[name, "nothing", 0], found[name, "all", 4] = loop_of_server(sources, arguments.seconds, 4)
            continue
        probe = mask_probe(vocabulary, tokenizer) if name == "mask" else compile_probe(vocabulary)
        measure(probe, 0.2, None)
        found[name, "nothing", 0] = measure(probe, arguments.seconds, None)
        for kind in arguments.beside.split(","):
            chosen = [each for each in sources if kind in ("all", each[0])]
            for threads in map(int, arguments.threads.split(",")) if chosen else ():
                with Beside(threads, chosen, vocabulary) as beside:
                    found[name, kind, threads] = measure(probe, arguments.seconds, beside)
    rows: list[dict[str, object]] = []
    shown: dict[str, report.Summary] = {}
    for (name, kind, threads), late in found.items():
        usual = float(np.median(found[name, "nothing", 0].times))
        summary = report.summarise([late.own(usual)])
        shown[f"{name} beside {threads or ''} {kind}".replace("  ", " ")] = summary
        row = {
            **report.provenance(),
            "tokenizer": arguments.tokenizer,
            "probe": name,
            "beside": kind,
            "threads": threads,
        }
        rows.append({**row, "usual_ms": f"{usual:.4g}", "probes": summary.count, **report.figures("late_ms", summary)})
        if arguments.slowest:
            for value, where in sorted(late.places, reverse=True)[:6]:
                print(f"{value:.1f} ms, {name} beside {threads} {kind}:\n{where}")
    print(report.summaries("ms late", shown))
    command.keep(arguments.record, "lateness", rows)


if __name__ == "__main__":
    main()
