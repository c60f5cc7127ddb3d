"""How far samples are from the model's own distribution over the language: masks, and faithful sampling.

    python -m tests.bench.faithful --seeds 10

Models are random and languages small enough to enumerate, so the exact conditional distribution π of a text is known, and
the laws from which texts are drawn are known too: nothing here is estimated from samples, but for the last two columns.
All methods are given the forward passes, counted by rows, that masks need for so many `--texts`; `at twice` has twice
as many.

- `masks`: KL(π ‖ q) in nats, q being the law of texts drawn with masks, which no number of passes changes.
- `asap`: the same for the law of the next text that `AdaptiveSampling` draws after so many passes.
- `masks drawn`, `particles`: KL(π̂ ‖ π) of what was drawn, by counts, and by the weights of `WeightedSampling`.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterable

import numpy as np

from constrain.sampling.decoding import AdaptiveSampling, Row, WeightedSampling
from tests.bench import command, report
from tests.sampling.decoding.exact_worlds import WORLDS, World, divergence

_COPIES = 4  # rows of one request of AdaptiveSampling, and twice as many particles
_SEEDS = 1000


def passes(rows: Iterable[Row]) -> int:
    """Forward passes by rows: one for each token and one for the end."""
    return sum(len(row.tokens) + 1 for row in rows)


def figures(pattern: str, seed: int, texts: int) -> dict[str, float]:
    """The columns for one language and one model."""
    world = World(pattern, seed)
    budget = round(texts * sum(q * (len(text) + 1) for text, q in world.masked.items()))
    found = {"masks": divergence(world.exact, world.masked)}
    search, used = AdaptiveSampling(copies=_COPIES), 0
    particles: Counter[tuple[int, ...]] = Counter()
    for name, most in (("asap", budget), ("asap at twice", 2 * budget)):
        while used < most:
            used += passes(world.run(search, 1, random.Random(f"{pattern} {seed} {used}").randrange(_SEEDS)))
        found[name] = divergence(world.exact, world.learned(search))
    used = number = 0
    while used < budget:
        rows = world.run(WeightedSampling(2 * _COPIES), 1, number)
        for row in rows:
            particles[tuple(row.tokens)] += np.exp(row.log_weight)
        used, number = used + passes(rows), number + 1
    ways = list(world.masked)
    drawn = random.Random(seed).choices(ways, [world.masked[way] for way in ways], k=texts)
    found["masks drawn"] = _from_counts(Counter(drawn), world)
    found["particles"] = _from_counts(particles, world)
    return found


def _from_counts(counts: Counter[tuple[int, ...]], world: World) -> float:
    total = sum(counts.values())
    return divergence({text: count / total for text, count in counts.items()}, world.exact)


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__)
    parser.add_argument("--seeds", type=int, default=10, help="random models for each language")
    parser.add_argument("--texts", type=int, default=300, help="that masks draw with the forward passes")
    arguments = parser.parse_args()
    rows, lines = [], []
    for pattern in WORLDS:
        print(pattern, file=sys.stderr)
        each = [figures(pattern, seed, arguments.texts) for seed in range(arguments.seeds)]
        means = {name: statistics.fmean(found[name] for found in each) for name in each[0]}
        worst = max(found["asap"] / found["masks"] for found in each)
        means |= {"asap / masks": means["asap"] / means["masks"], "at the worst": worst}
        lines.append([f"`{pattern}`", *(f"{value:.2g}" for value in means.values())])
        rows.append(
            {**report.provenance(), "language": pattern, "models": arguments.seeds, "texts": arguments.texts}
            | {name.replace(" ", "_"): f"{value:.4g}" for name, value in means.items()}
        )
    print(report.table("KL divergence, nats", ["language", *means], lines))
    command.keep(arguments.record, "faithful", rows)


if __name__ == "__main__":
    main()
