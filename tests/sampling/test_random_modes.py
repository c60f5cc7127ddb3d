"""Random modes of `model.generate` × random small grammars: what is written is a text of the grammar, or a beginning
where transformers cuts it off; what always takes the likeliest token is written by our own loop too, token by token.

    python -m tests.sampling.test_random_modes --seeds 0:500
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import constrain  # noqa: E402
from constrain import ConstrainError, Constraint, Vocabulary  # noqa: E402
from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.decoding import GuidedModel, HuggingFaceModel, Request, Sampling, decode  # noqa: E402
from constrain.sampling.huggingface import ConstraintLogitsProcessor  # noqa: E402
from tests.sampling.tiny_models import ARCHITECTURES, tiny  # noqa: E402
from tests.strategies import random_world  # noqa: E402

SEEDS = 40
WIDTH, PAD = 40, 39  # of all models here
IMPOSSIBLE = -1e6  # the score of a beam that is none
ENCODER_DECODER = ("t5", "bart")
REFUSED: dict[str, tuple[str, dict[str, Any]]] = {  # what transformers keeps elsewhere, and how its error names it
    "dola": ("Dola", {"dola_layers": "high"}),
    "contrastive": ("Contrastive Search", {"penalty_alpha": 0.6, "top_k": 4}),
    "groups": ("Group Beam Search", {"num_beams": 4, "num_beam_groups": 2, "diversity_penalty": 0.5}),
    "words": ("Constrained Beam Search", {"num_beams": 2, "force_words_ids": [[3]]}),
}


@dataclass
class Case:
    """One call: its constraint, model, prompts and options."""

    constraint: Constraint
    architecture: str
    prompts: list[list[int]]
    mode: str
    budget: int | None  # of the processor; None where texts may be cut off
    length: int
    options: dict[str, Any] = field(default_factory=dict)
    streamed: bool = False
    refused: str = ""

    def __str__(self) -> str:
        of = f"{self.mode} by {self.architecture} of {len(self.prompts)} prompts, {self.length} tokens"
        return f"{of}, budget {self.budget}, {self.options}, {self.constraint.grammar!r}"


def drawn(seed: int) -> Case:
    """The case of a seed: the first of its grammars that has short texts in a few tokens."""
    chance = Random(seed)
    while True:
        found = _drawn(chance)
        if found is not None:
            return found


def _drawn(chance: Random) -> Case | None:
    world = random_world(chance)
    items, ends = world.tokens.items, world.tokens.end_ids
    if len(items) > PAD or max(ends, default=PAD) >= PAD or not ends:
        return None
    vocabulary = Vocabulary.from_bytes(items, end_ids=ends, size=WIDTH)
    try:
        constraint = constrain.compile(world.grammar, vocabulary)
    except ConstrainError:
        return None
    least = constraint.matcher().tokens_to_end
    if least > 15:
        return None
    architecture = chance.choice(ARCHITECTURES)
    mode = chance.choice(("greedy", "greedy", "sampling", "beams", "beams", "beam sampling", "assisted", "lookup"))
    mode = chance.choice((mode, mode, mode, "guidance", "static cache", "refused"))
    if architecture in ENCODER_DECODER and mode in ("assisted", "lookup", "guidance", "static cache"):
        mode = "greedy"
    alone = mode in ("assisted", "lookup")
    prompts = [
        [chance.randrange(3, PAD) for _ in range(chance.randint(1, 7))]
        for _ in range(1 if alone else chance.randint(1, 3))
    ]
    length = max(1, least) + chance.choice((0, 1, 3, 12))
    case = Case(constraint, architecture, prompts, mode, chance.choice((length, length, None)), length)
    if mode == "refused":
        case.refused = chance.choice(sorted(REFUSED))
        case.options = dict(REFUSED[case.refused][1])
        return case
    case.options = {**_of_mode(mode, chance), **_beside(chance)}
    case.streamed = mode in ("greedy", "sampling") and len(prompts) == 1 and chance.random() < 0.3
    if mode == "sampling" and not case.streamed and chance.random() < 0.4:
        case.options["num_return_sequences"] = 3
    return case


def _of_mode(mode: str, chance: Random) -> dict[str, Any]:
    if mode in ("sampling", "beam sampling"):
        shapes: list[dict[str, Any]] = [{}, {"temperature": 0.5}, {"temperature": 2.5}, {"top_k": 3}, {"top_p": 0.6}]
        shapes += [{"min_p": 0.2}, {"typical_p": 0.5}, {"top_k": 0, "eta_cutoff": 0.01}, {"top_h": 0.5}]
        found = {"do_sample": True, **chance.choice(shapes)}
        return found if mode == "sampling" else {**found, "num_beams": 3}
    if mode == "beams":
        beams = chance.randint(2, 5)
        found = {"num_beams": beams, "num_return_sequences": chance.randint(1, beams)}
        found |= {"length_penalty": chance.choice((1.0, -1.0, 2.0))}
        return found | {"early_stopping": chance.choice((False, True, "never"))}
    if mode == "lookup":
        return {"prompt_lookup_num_tokens": chance.randint(1, 5)}
    if mode == "guidance":
        return {"guidance_scale": chance.choice((1.5, 3.0))}
    return {"cache_implementation": "static"} if mode == "static cache" else {}


def _beside(chance: Random) -> dict[str, Any]:
    """Penalties and biases, often none."""
    found: dict[str, Any] = {}
    if chance.random() < 0.3:
        found["repetition_penalty"] = chance.choice((0.8, 1.3, 2.0))
    if chance.random() < 0.2:
        found["no_repeat_ngram_size"] = chance.choice((1, 2, 3))
    if chance.random() < 0.2:
        found["bad_words_ids"] = [[chance.randrange(PAD)], [chance.randrange(PAD), chance.randrange(PAD)]]
    if chance.random() < 0.2:
        found["min_new_tokens"] = chance.choice((1, 4))
    if chance.random() < 0.1:
        found["suppress_tokens"] = chance.sample(range(PAD), 5)
    if chance.random() < 0.1:
        found["sequence_bias"] = [[[chance.randrange(PAD)], 9.0]]
    if chance.random() < 0.1:
        found["renormalize_logits"] = True
    return found


class Streamed:
    """A streamer that keeps what it was shown."""

    def __init__(self) -> None:
        self.tokens: list[int] = []

    def put(self, value: Any) -> None:
        self.tokens += value.flatten().tolist()

    def end(self) -> None:
        """Nothing is left to show."""


def model_of(case: Case, seed: int = 0, layers: int = 2) -> Any:
    model = tiny(case.architecture, WIDTH, pad=PAD, seed=seed, layers=layers)
    # BART's own end is forced at the last token of transformers' budget, which is not the last of ours (its end aside).
    model.generation_config.forced_eos_token_id = None
    return model


def written(case: Case, seed: int) -> list[list[int]]:
    """The rows that `model.generate` gives, without prompts and what stands after an end; each with its end."""
    model, ends = model_of(case), case.constraint.vocabulary.end_ids
    encodes = model.config.is_encoder_decoder
    width = max(map(len, case.prompts))
    holes = [[PAD] * (width - len(row)) for row in case.prompts]
    pairs = list(zip(case.prompts, holes, strict=True))
    ids = torch.tensor([row + hole if encodes else hole + row for row, hole in pairs])
    ones, zeros = [[1] * len(row) for row, _ in pairs], [[0] * len(hole) for _, hole in pairs]
    mask = torch.tensor([a + b if encodes else b + a for a, b in zip(ones, zeros, strict=True)])
    processor = ConstraintLogitsProcessor(case.constraint, max_tokens=case.budget)
    options = dict(case.options)
    if case.mode == "assisted":
        options["assistant_model"] = model_of(case, 5, 1)
    streamer = Streamed()
    if case.streamed:
        options["streamer"] = streamer
    torch.manual_seed(seed)
    output = model.generate(
        ids,
        attention_mask=mask,
        max_new_tokens=case.length,
        eos_token_id=list(ends),
        pad_token_id=PAD,
        logits_processor=[processor],
        return_dict_in_generate=True,
        output_scores=True,
        **options,
    )
    assert processor.prompt_length is not None
    rows = [_to_its_end(row, ends) for row in output.sequences[:, processor.prompt_length :].tolist()]
    if "num_beams" in options:  # where there are fewer texts than beams, transformers fills up with impossible ones
        rows = [row for row, score in zip(rows, output.sequences_scores.tolist(), strict=True) if score > IMPOSSIBLE]
    if case.streamed:
        shown = streamer.tokens[processor.prompt_length :]
        assert rows == [_to_its_end(shown, ends)], f"the streamer was shown {shown}"
    return rows


def _to_its_end(row: list[int], ends: Any) -> list[int]:
    stop = next((at + 1 for at, token in enumerate(row) if token in ends), len(row))
    return row[:stop]


def expected(case: Case) -> list[list[int]] | None:
    """The rows that our own loop gives; None where draws or searches make them."""
    if case.mode in ("sampling", "beams", "beam sampling"):  # a budget of ours leaves room for the end
        return None
    model = model_of(case)
    config = model.generation_config.__class__(**model.generation_config.to_dict())
    ends = list(case.constraint.vocabulary.end_ids)
    config.update(**case.options, max_new_tokens=case.length, eos_token_id=ends)
    search = Sampling()
    pipeline = Pipeline.transformers(config, draw=True, vocabulary_size=WIDTH)
    own = HuggingFaceModel(model)
    requests = [
        Request(row, case.constraint, case.length, key=at, fit=case.budget is not None)
        for at, row in enumerate(case.prompts)
    ]
    used = GuidedModel(own) if case.mode == "guidance" else own
    batch = search.batch(used, pipeline, requests, vocabulary=case.constraint.vocabulary)
    for _ in decode(batch, search):
        pass
    done = sorted(batch.done, key=lambda row: row.request.key)
    return [row.tokens for row in done]


def faults(seed: int) -> list[str]:
    """What is wrong with one case, in words; nothing for one that is refused by name."""
    case = drawn(seed)
    if case.refused:
        try:
            rows = written(case, seed)
        except Exception as error:
            named = REFUSED[case.refused][0] in str(error)
            return [] if named else [f"{seed}: {case}: {type(error).__name__} names nothing: {error}"]
    else:
        rows = written(case, seed)
    found = []
    ends = case.constraint.vocabulary.end_ids
    for row in rows:
        matcher = case.constraint.matcher()
        try:
            for token in row:
                matcher.advance(token)
        except constrain.RejectedToken as error:
            found.append(f"{seed}: {case}: {row}: {error}")
            continue
        if not matcher.is_accepting and not matcher.is_finished and (case.budget is not None or len(row) < case.length):
            found.append(f"{seed}: {case}: {row} is not finished")
    if not found and not case.refused and (ours := expected(case)) is not None:
        theirs = [[token for token in row if token not in ends] for row in rows]
        if theirs != ours:
            found.append(f"{seed}: {case}: model.generate wrote {theirs}, our loop {ours}")
    return found


@pytest.mark.parametrize("start", range(0, SEEDS, 8))
def test_every_text_is_one_of_its_grammar(start: int) -> None:
    """Whole, or a beginning where it is cut off; and the same as ours where nothing is left to chance."""
    assert [] == [fault for seed in range(start, start + 8) for fault in faults(seed)]


def main() -> None:
    """Runs a range of seeds, prints each fault, and where it has come to; begin there again after a break."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="0:100", help="from:to")
    torch.set_num_threads(1)
    first, last = map(int, parser.parse_args().seeds.split(":"))
    begun, failed = time.monotonic(), 0
    for seed in range(first, last):
        try:
            found = faults(seed)
        except Exception as error:
            found = [f"{seed}: {drawn(seed)}: {type(error).__name__}: {error}"]
        failed += bool(found)
        for fault in found:
            print(fault[:700], flush=True)
        if seed % 100 == 99:
            print(f"to seed {seed}: {failed} faults, {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
