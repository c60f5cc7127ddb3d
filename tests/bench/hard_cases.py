"""Small grammars that are known to hurt, for us and for our peers in one run.

    python -m tests.bench.hard_cases --engines constrain,llguidance,xgrammar,glrmask

Each case is one source and one text, walked as in `maskbench.py`: first mask, then mask and advance for every token,
then the same text once more on a second sequence. The last cases measure the price of a call: a vocabulary of 256
bytes and a grammar in which nothing ever changes, so what remains is the way through Python and back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from constrain.grammars import library
from tests.bench import command, report, tokens
from tests.bench.engines import ENGINES, Kind, version_of
from tests.bench.worker import Failed, Job, Started, Walk, Worker

_WORDS = "the quick brown fox jumps over one lazy dog while seven wizards box up a jade sphinx and vex my quartz judge"


_CODE = {
    "json": json.dumps({"a": [1, 2.5, {"name": "the quick brown fox", "b": None}], "c": True}),
    "csv": "name,city,note\r\nAda,Oslo,likes lamps\r\nBob,Rome,none\r\n",
    "graphql": "query Q($id: ID!) { user(id: $id) { name friends(first: 10) { edges { node { name } } } } }",
    "sql": (
        "SELECT a.name, count(*) AS n FROM orders AS a JOIN customers b ON a.id = b.order_id WHERE a.total > 100 "
        "AND b.city IN ('Oslo', 'Rome') GROUP BY a.name HAVING count(*) > 3 ORDER BY n DESC LIMIT 10"
    ),
    "c": """int main(int argc, char **argv) {
  for (int i = 0; i < argc; i++) {
    if (argv[i][0] == '-') { printf("%s\\n", argv[i]); continue; }
    total += i * 3 + f(x, y->z);
  }
  return 0;
}
""",
}


@dataclass(frozen=True)
class Case:
    """A source, a text that it allows, and the tokenizer to use if not the one that the run was asked for."""

    name: str
    kind: Kind
    source: str
    text: str
    tokenizer: str | None = None


def _schema(name: str, schema: object, value: object, tokenizer: str | None = None) -> Case:
    return Case(name, "schema", json.dumps(schema), json.dumps(value, ensure_ascii=False), tokenizer)


def _prose(words: int) -> str:
    cycle = _WORDS.split()
    return " ".join(cycle[i * 7 % len(cycle)] for i in range(words))


def _object(keys: int) -> Case:
    names = [f"{word}_{i}" for i in range(keys) for word in [_WORDS.split()[i % 22]]]
    schema = {"type": "object", "properties": {name: {"type": "integer"} for name in names}}
    value: dict[str, object] = {name: i for i, name in enumerate(names) if i % max(1, keys // 20) == 0}
    value |= {f"another key {i}": _prose(5) for i in range(10)}
    return _schema(f"{keys} keys and any other", schema, value)


def hard_cases() -> Iterator[Case]:
    """All cases, in the order in which they are shown."""
    yield _schema("string up to 10,000", {"type": "string", "maxLength": 10_000}, _prose(400))
    yield _schema("string of 100 to 10,000", {"type": "string", "minLength": 100, "maxLength": 10_000}, _prose(400))
    yield _object(20)
    yield _object(500)
    values = [f"{_prose(3)} {i:05}" for i in range(10_000)]
    enumeration = {"type": "array", "items": {"enum": values}}
    yield _schema("enumeration of 10,000", enumeration, values[::500])
    yield Case("1 to 500 words (regex)", "regex", r"([a-zA-Z]+ ){1,500}", _prose(300) + " ")
    words = {"type": "string", "pattern": r"^(\w+ ){1,500}$"}
    yield _schema("1 to 500 words (schema)", words, _prose(300) + " ")
    yield _schema("100,000 items", {"type": "array", "items": {"type": "integer"}, "maxItems": 100_000}, [*range(400)])
    tree = {
        "$ref": "#/$defs/node",
        "$defs": {
            "node": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "left": {"$ref": "#/$defs/node"}},
                "required": ["name"],
                "additionalProperties": False,
            }
        },
    }
    deep: dict[str, object] = {"name": "leaf"}
    for level in range(100):
        deep = {"name": f"level {level}", "left": deep}
    yield _schema("recursion, 100 deep", tree, deep)
    nested: list[object] = []
    for _ in range(150):
        nested = [nested]
    yield _schema("any JSON, 150 arrays deep", {}, nested)
    yield Case("free text until a tag", "regex", r"(.|\n)*</answer>", _prose(300) + "\n5 < 6 </b></answer>")
    for name, text in _CODE.items():
        yield Case(f"{name}.lark", "lark", library.read(name), text)
    yield Case("call: [a-z]*", "regex", "[a-z]*", "abcdefgh" * 200, "bytes")
    yield _schema("call: a string", {"type": "string"}, "abcdefgh" * 200, "bytes")


_COLUMNS = ["engine", "first mask, ms", "mask mean", "mask p50", "mask max", "advance p50", "advance max", "again p50"]
_COLUMNS += ["mask + advance, times the first"]


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument("--engines", default="constrain,llguidance,xgrammar,glrmask", help=", ".join(ENGINES))
    parser.add_argument("--only", default="", help="the cases whose name contains this")
    parser.add_argument("--threads", type=int, default=1, help="threads for engines that compile with several")
    parser.add_argument("--timeout", type=float, default=60, help="seconds to compile, and again for each walk")
    arguments = parser.parse_args()
    rows: list[dict[str, object]] = []
    provenance = report.provenance()
    names = arguments.engines.split(",")
    cases = [case for case in hard_cases() if arguments.only in case.name]
    for tokenizer in dict.fromkeys(case.tokenizer or arguments.tokenizer for case in cases):
        workers = {name: Worker(name, tokenizer, arguments.threads, arguments.timeout) for name in names}
        encode = tokens.load(tokenizer).encode
        for case in cases:
            if (case.tokenizer or arguments.tokenizer) != tokenizer:
                continue
            job = Job(case.kind, case.source, [encode(case.text)], again=True)
            found = {name: _Found.of(worker.run(job)) for name, worker in workers.items()}
            base = found[names[0]].step
            cells = [[*result.cells(name), report.number(result.step / base)] for name, result in found.items()]
            print(report.table(f"{case.name}; µs a token", _COLUMNS, cells))
            for name, result in found.items():
                rows.append({**provenance, "engine": name, "version": version_of(name), "tokenizer": tokenizer})
                rows[-1] |= {"case": case.name, **result.columns()}
        for worker in workers.values():
            worker.stop()
    command.keep(arguments.record, "hard_cases", rows)


@dataclass
class _Found:
    """What one engine did with one case."""

    verdict: str
    start: float
    walks: Mapping[bool, Walk]  # by `again`

    @staticmethod
    def of(events: Iterator[object]) -> _Found:
        verdict, start = "accepted", float("nan")
        walks: dict[bool, Walk] = {}
        for event in events:
            if isinstance(event, Started):
                start = event.nanoseconds * 1e-6
            elif isinstance(event, Failed):
                verdict = f"{event.how}: {event.why}"
            elif isinstance(event, Walk):
                walks[event.again] = event
                if event.outcome != "accepted":
                    verdict = f"{event.outcome} at token {event.position} {event.why}".rstrip()
        return _Found(verdict, start, walks)

    @property
    def step(self) -> float:
        """Mask and advance together, mean, in microseconds."""
        return sum(self.summary(False, quantity).figures["mean"] for quantity in ("mask", "advance"))

    def summary(self, again: bool, quantity: str) -> report.Summary:
        walk = self.walks.get(again)
        return report.summarise([] if walk is None else [getattr(walk, quantity)]).scaled(1e-3)

    def cells(self, name: str) -> list[str]:
        mask, advance = self.summary(False, "mask"), self.summary(False, "advance")
        numbers = [self.start, mask.figures["mean"], mask.figures["p50"], mask.figures["max"]]
        numbers += [advance.figures["p50"], advance.figures["max"], self.summary(True, "mask").figures["p50"]]
        label = name if self.verdict == "accepted" else f"{name} ({self.verdict.splitlines()[0][:60]})"
        return [label, *map(report.number, numbers)]

    def columns(self) -> dict[str, object]:
        walk = self.walks.get(False)
        return {
            "verdict": self.verdict.splitlines()[0][:100],
            "tokens": 0 if walk is None else len(walk.mask),
            "start_ms": f"{self.start:.4g}",
            **report.figures("mask_us", self.summary(False, "mask")),
            **report.figures("advance_us", self.summary(False, "advance")),
            **report.figures("again_us", self.summary(True, "mask")),
        }


if __name__ == "__main__":
    main()
