"""From a Hugging Face tokenizer that a program holds to a vocabulary: read for the first time, and seen before.

    python -m tests.bench.from_tokenizer --rounds 5

"Read" is `Vocabulary.from_huggingface` without its cache and the trie; "seen" the same with a file in the cache, common
tables included, and "file" that part of it which loads the file and makes the trie. The rest of "seen" is the digest by
which the file is found, nearly all of it the library `tokenizers` naming its tokens ("forms"); "decode" is what the same
library takes to decode all tokens once, which a first reading has to wait for as well. Peers' own ways from the same object
stand beside. The tokenizers are whole, with merges, because some peers have them written out and read them again.
Tokenizers and engines take turns, one round after another; the figure is the median.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from constrain import Vocabulary, grammars
from constrain.storage import vocabulary_cache
from constrain.tokenizers import names
from tests.bench import command, report, tokens
from tests.bench.engines import version_of

_COLUMNS = ("read_ms", "seen_ms", "file_ms", "forms_ms", "decode_ms", "file_mb")
_CHUNK = 4096


def tokenizer_of(name: str, folder: str) -> Any:
    """The tokenizer as transformers has it; FileNotFoundError or ImportError where its package is absent."""
    transformers = import_module("transformers")
    if name in tokens.SENTENCEPIECE:
        import_module("sentencepiece")
        path = Path(folder, name)
        path.mkdir(exist_ok=True)
        link = path / "tokenizer.model"
        if not link.exists():
            link.symlink_to(tokens.file_of(name, *tokens.SENTENCEPIECE[name]))
        return transformers.LlamaTokenizer.from_pretrained(str(path))
    package, file, pattern, special, ends = tokens._TIKTOKEN[name]
    convert = import_module("transformers.convert_slow_tokenizer").TikTokenConverter
    added = [f"<|special_{i}|>" for i in range(special)]
    made = convert(str(tokens.file_of(name, package, file)), pattern=pattern, extra_special_tokens=added).converted()
    return transformers.PreTrainedTokenizerFast(tokenizer_object=made, eos_token=added[ends[0]])


def milliseconds(call: Callable[[], object]) -> float:
    """How long one call takes."""
    began = time.perf_counter()
    call()
    return (time.perf_counter() - began) * 1e3


def ours(tokenizer: Any) -> dict[str, float]:
    """One round of ours; the tokenizer's file is made first where it is not there."""
    backend = tokenizer.backend_tokenizer
    ids = [list(range(i, i + _CHUNK)) for i in range(0, backend.get_vocab_size(), _CHUNK)]
    if not Vocabulary.from_huggingface(tokenizer).has_saved_tables:
        vocabulary_cache.finish()
    seen = Vocabulary.from_huggingface(tokenizer)
    key = seen._cached
    if key is None or not seen.has_saved_tables:
        raise RuntimeError("the vocabulary was not cached with its tables")
    return {
        "read_ms": milliseconds(lambda: Vocabulary.from_huggingface(tokenizer, cache=False).native),
        "seen_ms": milliseconds(lambda: Vocabulary.from_huggingface(tokenizer).native),
        "file_ms": milliseconds(lambda: getattr(Vocabulary._from_cache(key), "native")),  # noqa: B009
        "forms_ms": milliseconds(lambda: names.read(backend)),
        "decode_ms": milliseconds(lambda: [backend.decode(part, skip_special_tokens=False) for part in ids]),
        "file_mb": (Path(str(vocabulary_cache.folder())) / f"{key}.vocabulary").stat().st_size / 1e6,
    }


def _llguidance(tokenizer: Any) -> object:
    return import_module("llguidance.hf").from_tokenizer(tokenizer)


def _xgrammar(tokenizer: Any) -> object:
    return import_module("xgrammar").TokenizerInfo.from_huggingface(tokenizer)


_PEERS: dict[str, Callable[[Any], object]] = {"llguidance": _llguidance, "xgrammar": _xgrammar}


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__)
    parser.add_argument("--tokenizers", default=",".join(tokens.REAL), help=", ".join(tokens.REAL))
    parser.add_argument("--engines", default="constrain," + ",".join(_PEERS), help="those not installed are left out")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    grammars.prepare  # noqa: B018 (so that the kinds of grammars with common tables are known)
    engines = [name for name in arguments.engines.split(",") if name == "constrain" or find_spec(name) is not None]
    found: dict[tuple[str, str], list[dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        os.environ[vocabulary_cache.SWITCH] = folder
        known: dict[str, Any] = {}
        for name in arguments.tokenizers.split(","):
            try:
                known[name] = tokenizer_of(name, folder)
            except (FileNotFoundError, ImportError) as error:
                print(f"{name} is left out: {error}", file=sys.stderr)
        for _ in range(arguments.rounds):
            for name, tokenizer in known.items():
                for engine in engines:
                    if engine == "constrain":
                        figures = ours(tokenizer)
                    else:
                        figures = {"read_ms": milliseconds(lambda: _PEERS[engine](tokenizer))}  # noqa: B023
                    found.setdefault((name, engine), []).append(figures)
        vocabulary_cache.finish()
    rows: list[dict[str, object]] = []
    for (name, engine), rounds in found.items():
        medians = {c: statistics.median(r.get(c, float("nan")) for r in rounds) for c in _COLUMNS}
        rows.append({**report.provenance(), "engine": engine, "version": version_of(engine), "tokenizer": name})
        rows[-1] |= {column: f"{value:.4g}" for column, value in medians.items()}
    shown = [[f"{r['tokenizer']}, {r['engine']}", *(report.number(float(str(r[c]))) for c in _COLUMNS)] for r in rows]
    head = ["tokenizer, engine", *(column.replace("_", ", ") for column in _COLUMNS)]
    print(report.table("A vocabulary from a tokenizer", head, shown))
    command.keep(arguments.record, "from_tokenizer", rows)


if __name__ == "__main__":
    main()
