"""A digest of every mask along real texts, so that two builds can be compared: did a change alter one bit of any mask?

    python -m tests.bench.mask_digests --schemas 400 --out before.txt      # on the first build
    python -m tests.bench.mask_digests --schemas 400 --against before.txt  # on the second: prints what differs

Walks MaskBench's documents, under every schema with keys in the schema's order and in any order, and the texts of the
code grammars. One line a schema or grammar: a digest of its masks, how many there were, or the class of the error that
refused it. A mask that a text's next token is not in ends that text. The masks of 400 schemas take a few minutes.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import constrain
from constrain import ConstrainError, Constraint, Grammar, RejectedToken, Vocabulary
from constrain.grammars import json_schema, lark
from tests.bench import code_grammars, maskbench, tokens
from tests.data import folder


def main(given: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Digests of all masks along real texts.")
    parser.add_argument("--schemas", type=int, default=400, help="how many of MaskBench's; 0 for none")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    parser.add_argument("--tokenizer", default="llama3", choices=tokens.NAMES)
    parser.add_argument("--code", type=int, default=1000, help="tokens of each code grammar's text; 0 for none")
    parser.add_argument("--out", type=Path, help="file to write")
    parser.add_argument("--against", type=Path, help="file to compare with; exit status 1 if anything differs")
    options = parser.parse_args(given)

    tokenizer = tokens.load(options.tokenizer)
    vocabulary = Vocabulary.from_bytes(tokenizer.tokens, end_ids=tokenizer.end_ids)
    lines = dict(_schemas(options.schemas, options.seed, tokenizer, vocabulary))
    if options.code:
        lines |= _code(options.code, tokenizer, vocabulary)
    if options.out:
        options.out.write_text("".join(f"{name}\t{line}\n" for name, line in lines.items()))
    whole = hashlib.sha256("\n".join(lines.values()).encode()).hexdigest()[:16]
    print(f"{len(lines)} grammars, {sum(int(line.split()[-1]) for line in lines.values()):,} masks: {whole}")
    if options.against:
        before = dict(line.split("\t") for line in options.against.read_text().splitlines())
        differing = [name for name in lines if lines[name] != before.get(name)]
        for name in differing:
            print(f"{name}: {before.get(name, 'not there')} -> {lines[name]}")
        print(f"{len(differing)} of {len(lines)} differ from {options.against}")
        sys.exit(bool(differing))


def _schemas(count: int, seed: int, tokenizer: tokens.Tokenizer, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    if not count:
        return
    cases = list(maskbench.cases(folder() / "maskbench" / "dev.jsonl.gz"))
    for number, case in enumerate(random.Random(seed).sample(cases, min(count, len(cases))), 1):
        texts = [tokenizer.encode(instance.text) for instance in case.instances]
        for order in ("schema", "any"):
            try:
                grammar: Grammar = json_schema(case.schema, property_order=order)
                line = _digest(constrain.compile(grammar, vocabulary), texts)
            except ConstrainError as error:
                line = f"{type(error).__name__} 0"
            yield f"{case.id} {order}", line
        if number % 50 == 0:
            print(f"{number}/{count} schemas", file=sys.stderr)


def _code(count: int, tokenizer: tokens.Tokenizer, vocabulary: Vocabulary) -> dict[str, str]:
    out = {}
    for language in code_grammars.LANGUAGES:
        constraint = constrain.compile(lark(code_grammars.grammar(language)), vocabulary)
        out[language] = _digest(constraint, [tokenizer.encode(code_grammars.text(language))[:count]])
    return out


def _digest(constraint: Constraint, texts: Iterable[list[int]]) -> str:
    """The digest of the masks along the texts, each to its end or to the token that is refused, and how many."""
    digest, masks = hashlib.sha256(), 0
    row = constrain.allocate_bitmask(1, constraint.vocabulary)[0]
    for text in texts:
        matcher = constraint.matcher()
        for token in [*text, None]:
            matcher.fill_bitmask(row)
            digest.update(row.tobytes())
            masks += 1
            if token is None:
                break
            try:
                matcher.advance(token)
            except RejectedToken:
                digest.update(b"refused")
                break
    return f"{digest.hexdigest()[:16]} {masks}"


if __name__ == "__main__":
    main()
