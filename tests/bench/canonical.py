"""Texts whose tokens are not those that the tokenizer would write, without `canonical=True` and with it.

    python -m tests.bench.canonical --texts 10000

Two models draw, at a temperature that makes them stray: SmolLM2, and one with random weights, which likes all tokens
about alike. A text is canonical if the tokenizer, asked again, writes the same tokens; `strayed` counts the tokens of
other texts that do not end where a canonical token ends, or do not begin where it begins. Both are judged here by the
tokenizer alone. What `canonical=True` costs is the ratio of the last two columns, from one run.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Sequence
from typing import Any

from constrain import Grammar, Vocabulary
from constrain.grammars import json_schema, regex
from constrain.sampling import generate, small_model
from tests.bench import command, report
from tests.sampling.random_model import random_model

_SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 30},
        "age": {"type": "integer"},
        "tags": {"type": "array", "items": {"type": "string", "maxLength": 12}, "maxItems": 3},
    },
    "required": ["name", "age", "tags"],
    "additionalProperties": False,
}
_TEXT = "Zoë Ångström-Müller, 36, lives in Łódź and likes 東京, rowing and `grep -v '^#'`."
_ROWS = 128
_TASKS: dict[str, tuple[Grammar, str]] = {
    "json": (json_schema(_SCHEMA, layout="compact"), f"{_TEXT}\nName, age and tags as JSON: "),
    "regex": (regex(r"[^\n]{1,40}"), f"{_TEXT}\nName: "),
}


def spans(tokens: Sequence[int], vocabulary: Vocabulary) -> set[tuple[int, int]]:
    """Where each token begins and ends in the text, in bytes."""
    ends = list(itertools.accumulate(len(vocabulary.token_bytes[token] or b"") for token in tokens))
    return set(itertools.pairwise([0, *ends]))


def strayed(tokens: Sequence[int], tokenizer: Any, vocabulary: Vocabulary) -> int:
    """How many of the tokens the tokenizer would not write."""
    text = vocabulary.decode(tokens).decode("utf-8", "replace")
    written = tokenizer(text, add_special_tokens=False)["input_ids"]
    return 0 if written == list(tokens) else len(spans(tokens, vocabulary) - spans(written, vocabulary))


def measure(model: Any, tokenizer: Any, task: str, texts: int, canonical: bool) -> dict[str, float]:
    """What so many texts of a task came to."""
    grammar, prompt = _TASKS[task]
    vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
    found = {"tokens": 0, "strayed": 0, "texts": 0, "incomplete": 0}
    seconds = 0.0
    for first in range(0, texts, _ROWS):
        count = min(_ROWS, texts - first)
        began = time.perf_counter()
        results: Any = generate(
            model,
            tokenizer,
            [prompt],
            grammar,
            max_tokens=60,
            do_sample=True,
            num_return_sequences=count,
            temperature=1.7,
            seeds=first,
            canonical=canonical,
        )
        seconds += time.perf_counter() - began
        for result in results:
            other = strayed(result.tokens, tokenizer, vocabulary)
            found["tokens"] += len(result.tokens)
            found["strayed"] += other
            found["texts"] += other > 0
            found["incomplete"] += not result.complete
        print(f"\r{task}, canonical={canonical}: {first + count} of {texts}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return {**found, "tokens/s": found["tokens"] / seconds}


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__)
    parser.add_argument(
        "--texts", type=int, default=10_000, help="in all with canonical=True; without, a tenth as many"
    )
    arguments = parser.parse_args()
    rows, lines = [], []
    for name, loaded in (("SmolLM2", small_model), ("random", random_model)):
        model, tokenizer = loaded()
        for task in _TASKS:
            for canonical in (False, True):
                texts = arguments.texts // (4 if canonical else 40)
                found = measure(model, tokenizer, task, texts, canonical)
                lines.append([f"{name}, {task}{', canonical' * canonical}", *map(report.number, found.values())])
                rows.append(
                    {**report.provenance(), "model": name, "task": task, "canonical": canonical}
                    | {"drawn": texts}
                    | {key: f"{value:.4g}" if key == "tokens/s" else value for key, value in found.items()}
                )
    print(report.table("tokens that the tokenizer would not write", ["model, task", *found], lines))
    command.keep(arguments.record, "canonical", rows)


if __name__ == "__main__":
    main()
