"""Training examples: a prompt and its answer, drawn from a seed without end.

python -m examples.demo_model.data --count 5 --held-out
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from constrain.sampling.demo_model.prompts import RECORD, VALUE, field_line

from .choices import chosen
from .documents import Document, Field, Number, form, plain, unknown
from .domains import DOMAINS
from .tasks import choice, sql, tool_call
from .texts import document, verbatim
from .words import Draw

MOST_FIELDS = 8
EASY = 500_000  # tokens until no more easy examples are drawn than usual


@dataclass(frozen=True)
class Example:
    """A prompt, its answer, and, for records, where in the answer each field's value stands (characters)."""

    task: str
    prompt: str
    answer: str
    spans: tuple[tuple[int, int], ...] = ()
    fields: tuple[Field, ...] = field(default=())
    nullable: tuple[bool, ...] = ()


def written(value: object) -> str:
    """A JSON value as the answers have it: compact, numbers as the text writes them."""
    if isinstance(value, Number):
        return value.text
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def record(draw: Draw, source: Document) -> Example:
    """Asks for some of what the document tells, in any order, sometimes for what it does not tell."""
    chosen: dict[str, Field] = {}
    told = list(source.fields)
    if draw.chance(0.7):
        draw.rng.shuffle(told)
    for each in told:
        chosen.setdefault(plain(each.key), each)
    most = min(MOST_FIELDS, len(chosen))
    count = most if draw.chance(0.75) else draw.number(1, most)
    asked = list(chosen.values())[:count]
    nullable = [False] * count
    if draw.chance(0.2):
        nullable = [draw.chance(0.6) for _ in asked]
        for each in draw.rng.sample(source.absent, min(len(source.absent), draw.number(0, 2))):
            if plain(each.key) not in chosen:
                chosen[plain(each.key)] = each
                at = draw.rng.randrange(len(asked) + 1)
                asked.insert(at, each)
                nullable.insert(at, True)
    lines = [field_line(f.key, f.kind, f.options, n) for f, n in zip(asked, nullable, strict=True)]
    answer, spans = "{", []
    for each in asked:
        answer += f'"{each.key}":'
        value = written(each.value)
        spans.append((len(answer), len(answer) + len(value)))
        answer += value + ","
    answer = answer[:-1] + "}"
    return Example(
        "record",
        RECORD.format(text=source.text, fields=", ".join(lines)),
        answer,
        tuple(spans),
        tuple(asked),
        tuple(nullable),
    )


def value(draw: Draw, source: Document) -> Example:
    """Asks for one value, which is written bare."""
    while not (single := [each for each in source.fields if each.kind != "list"]):
        source = document(draw)
    each = draw.rng.choice(single)
    answer = each.value if isinstance(each.value, str) else written(each.value)
    line = field_line(each.key, each.kind, each.options)
    return Example("value", VALUE.format(text=source.text, field=line), answer, ((0, len(answer)),), (each,), (False,))


def example(draw: Draw, read: int = EASY) -> Example:
    """An example as it is drawn when the model has read so many tokens: at first many easy ones."""
    if draw.rng.random() > read / EASY:
        return record(draw, short(draw))
    kind = draw.rng.random()
    if kind < 0.68:
        return record(draw, document(draw))
    if kind < 0.75:
        return value(draw, document(draw))
    if kind < 0.86:
        text, key, options, answer = choice(draw) if draw.chance(0.3) else chosen(draw)
        asked = Field(key, "enum", answer, options) if options else Field(key, "bool", answer == "true")
        prompt = VALUE.format(text=text, field=field_line(key, asked.kind, options))
        return Example("choice", prompt, answer, ((0, len(answer)),), (asked,), (False,))
    if kind < 0.93:
        prompt, answer = sql(draw)
        return Example("sql", prompt, answer, ((0, len(answer)),))
    prompt, answer = tool_call(draw)
    return Example("call", prompt, answer, ((0, len(answer)),))


def short(draw: Draw) -> Document:
    """A few keys and values: on these a model learns to find and to copy."""
    source = unknown(draw) if draw.chance(0.6) else form(draw, DOMAINS[draw.rng.choice(list(DOMAINS))])
    return verbatim(replace(source, absent=[]))


def examples(seed: int, held_out: bool = False) -> Iterator[Example]:
    """Examples without end, the same ones for the same seed."""
    draw = Draw(Random(seed), held_out)
    while True:
        yield example(draw)


def main() -> None:
    parser = argparse.ArgumentParser(description="Show examples.")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--held-out", action="store_true", help="from the words and wordings that training never sees")
    options = parser.parse_args()
    source = examples(options.seed, options.held_out)
    for _ in range(options.count):
        each = next(source)
        print(f"--- {each.task}\n{each.prompt}{each.answer}")


if __name__ == "__main__":
    main()
