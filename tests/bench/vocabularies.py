"""What a process pays before its first schema: a vocabulary made, prepared, saved and loaded, and what that takes to keep.

    python -m tests.bench.vocabularies --rounds 5

"Made" is from a list of bytes to a trie that is ready for grammars; "loaded" the same from the saved form, its tables
and the order of its tokens included; "prepared" is `constrain.grammars.prepare`, which makes the tables that nearly all
JSON meets. Peers' own beginnings stand beside: what each makes once of the same list, in its own process's memory.
Vocabularies and engines take turns, one round after another; the figure is the median.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import constrain
from constrain import Vocabulary
from constrain.grammars import prepare
from tests.bench import command, report, tokens
from tests.bench.engines import ENGINES, version_of

_PEERS = ("llguidance", "xgrammar", "glrmask")


def _milliseconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return (time.perf_counter() - began) * 1e3


def ours(tokenizer: tokens.Tokenizer, folder: Path) -> dict[str, float]:
    """One round of ours: milliseconds of each step, and megabytes of what it keeps."""
    found: dict[str, float] = {}
    made: list[Vocabulary] = []

    def make() -> None:
        made.append(Vocabulary.from_bytes(tokenizer.tokens, end_ids=tokenizer.end_ids))
        made[0].native  # noqa: B018 (makes the trie)

    def load() -> None:
        Vocabulary.load(path).native  # noqa: B018

    path = folder / f"{tokenizer.name}.vocabulary"
    found["made_ms"] = _milliseconds(make)
    before = constrain.cache_info()
    found["trie_mb"] = before.trie_bytes / 1e6
    found["prepared_ms"] = _milliseconds(lambda: prepare(made[0]))
    found["tables_mb"] = (constrain.cache_info().store_bytes - before.store_bytes) / 1e6
    found["saved_ms"] = _milliseconds(lambda: made[0].save(path))
    found["file_mb"] = path.stat().st_size / 1e6
    found["loaded_ms"] = _milliseconds(load)
    return found


_COLUMNS = ("made_ms", "prepared_ms", "saved_ms", "loaded_ms", "trie_mb", "tables_mb", "file_mb")


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__)
    parser.add_argument("--tokenizers", default=",".join(tokens.REAL), help=", ".join(tokens.NAMES))
    parser.add_argument("--engines", default="constrain," + ",".join(_PEERS))
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    rounds: dict[tuple[str, str], list[dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(arguments.rounds):
            for name in arguments.tokenizers.split(","):
                tokenizer = tokens.load(name)
                for engine in arguments.engines.split(","):
                    if engine == "constrain":
                        found = ours(tokenizer, Path(folder))
                    else:
                        found = {"made_ms": _milliseconds(partial(ENGINES[engine], tokenizer, 1))}
                    rounds.setdefault((name, engine), []).append(found)
    rows: list[dict[str, object]] = []
    for (name, engine), of in rounds.items():
        medians = {c: statistics.median(r.get(c, float("nan")) for r in of) for c in _COLUMNS}
        rows.append({**report.provenance(), "engine": engine, "version": version_of(engine), "tokenizer": name})
        rows[-1] |= {column: f"{value:.4g}" for column, value in medians.items()}
    shown = [[f"{r['tokenizer']}, {r['engine']}", *(report.number(float(str(r[c]))) for c in _COLUMNS)] for r in rows]
    print(report.table("A vocabulary", ["tokenizer, engine", *(c.replace("_", ", ") for c in _COLUMNS)], shown))
    command.keep(arguments.record, "vocabularies", rows)


if __name__ == "__main__":
    main()
