"""Stop texts: found where they first stand, however the text is cut into tokens."""

from __future__ import annotations

import random

import pytest

torch = pytest.importorskip("torch")

from constrain import Vocabulary  # noqa: E402
from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.decoding import Batch, FunctionModel, Request  # noqa: E402
from constrain.sampling.stages import Greedy  # noqa: E402

PIECES = [None, b"a", b"b", b"ab", b"ba", b"aab", b"c", b"abcab", None, b"cc"]
VOCABULARY = Vocabulary(PIECES, end_ids=[0])


def test_a_stop_text_is_found_as_in_the_whole_text() -> None:
    """Token by token, several at once, and behind what healing took back: what is searched before is not searched
    again, and nothing is missed."""
    model = FunctionModel(lambda rows: torch.zeros(len(rows), 10), 10)
    found = 0
    for seed in range(400):
        chance = random.Random(seed)
        stop = tuple(bytes(chance.choices(b"abc", k=chance.randint(1, 5))) for _ in range(chance.randint(1, 2)))
        healed = bytes(chance.choices(b"abc", k=chance.choice([0, 0, 1, 4])))
        request = Request([1], stop=stop, healed=healed, fit=False)
        row = Batch(model, Pipeline([Greedy()]), [request], vocabulary=VOCABULARY, seeds=0).rows[0]
        batch = Batch(model, Pipeline([Greedy()]), [request], vocabulary=VOCABULARY, seeds=0)
        for _ in range(12):
            row.tokens += chance.choices(range(1, 10), k=chance.choice([1, 1, 1, 4]))
            if chance.random() < 0.3:
                row = row.fork()
            text = b"".join(PIECES[token] or b"" for token in row.tokens)[len(healed) :]
            places = [text.find(each) for each in stop if each in text]
            expected = len(text) - min(places) if places else 0
            assert expected == batch.beyond_stop(row), (seed, stop, healed, row.tokens)
            if expected:
                found += 1
                break
    assert found > 200
