"""llama.cpp's samplers: the stages against a scalar restatement of its rules, on thousands of random rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

import pytest
import torch

import constrain.sampling as sampling
from constrain.sampling import Pipeline
from constrain.sampling.stages import Stage, Step
from constrain.sampling.stages.penalties.dry import dry_breakers
from constrain.sampling.stages.randomness import Randomness
from tests.reference import samplers as reference

TRIALS = 150


class Fixed:
    """A coin that shows what it is told."""

    def __init__(self, numbers: Sequence[float]) -> None:
        self.numbers = torch.tensor(numbers, dtype=torch.float64)

    def uniform(self, positions: object, stream: int) -> torch.Tensor:
        return self.numbers

    def exponential(self, positions: object, stream: int, like: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError

    def select(self, rows: Sequence[int]) -> Randomness:
        raise NotImplementedError


def step(history: Sequence[int] = (), u: float = 0.0) -> Step:
    return Step(torch.tensor([list(history)], dtype=torch.int64), torch.tensor([0]), randomness=Fixed([u]))


def logits_of(random: Random) -> list[float]:
    """A row of 2 to 60 candidates, some of them masked, without ties."""
    width = random.choice((2, 3, 5, 10, 60))
    spread = random.choice((0.3, 1.0, 3.0, 8.0))
    row = [random.gauss(0, spread) for _ in range(width)]
    if random.random() < 0.3:
        for token in random.sample(range(width), random.randrange(width)):
            row[token] = -math.inf
    return row


def assert_row(expected: reference.Row, found: torch.Tensor) -> None:
    """The same candidates, with the same probabilities to 1e-5."""
    assert {token for token, _ in expected} == set((found[0] > -torch.inf).nonzero().flatten().tolist())
    shares = found[0].double().softmax(-1)
    for (token, _), share in zip(expected, reference.probabilities(expected), strict=True):
        assert abs(float(shares[token]) - share) < 1e-5


Case = tuple[Callable[[Random], tuple[Stage, Callable[[reference.Row], reference.Row]]], str]


def _penalties(random: Random) -> tuple[list[int], Stage, Stage, Callable[[reference.Row], reference.Row]]:
    history = [random.randrange(12) for _ in range(random.randrange(40))]
    last, repeat = random.choice((0, 1, 5, 64)), random.choice((0.7, 1.0, 1.1, 1.8))
    freq, present = random.choice((-0.5, 0.0, 0.3)), random.choice((-1.0, 0.0, 0.4))
    return (
        history,
        sampling.stages.RepetitionPenalty(repeat, last=last),
        sampling.stages.FrequencyPenalty(freq, present, scope="all", last=last),
        lambda row: reference.penalties(row, history, last, repeat, freq, present),
    )


def test_penalties() -> None:
    """Repetition, frequency and presence over the last n tokens of prompt and output."""
    random = Random(1)
    for _ in range(TRIALS):
        logits = logits_of(random)
        history, repetition, frequency, expected = _penalties(random)
        rows = torch.tensor([logits])
        found = frequency.apply(repetition.apply(rows, step(history)), step(history))
        assert_row(expected(reference.row_of(logits)), found)


def test_dry() -> None:
    """Lengths of repetitions, sequence breakers, the clamp of the exponent."""
    random = Random(2)
    for _ in range(TRIALS * 4):
        logits = logits_of(random)
        letters = random.choice((1, 2, 3, 6))
        history = [random.randrange(letters) for _ in range(random.randrange(60))]
        multiplier, base = random.choice((0.0, 0.8, -0.5, 3.0)), random.choice((0.5, 1.0, 1.2, 1.75, 2.0))
        allowed, last = random.choice((0, 1, 2, 5)), random.choice((0, 3, 20, 1000))
        breakers = [
            [random.randrange(letters) for _ in range(random.choice((1, 1, 2, 3)))]
            for _ in range(random.choice((0, 0, 1, 3)))
        ]
        stage = sampling.stages.DRY(multiplier, base, allowed, last=last, breakers=breakers)
        expected = reference.dry(reference.row_of(logits), history, multiplier, base, allowed, last, breakers)
        found = stage.apply(torch.tensor([logits]), step(history))
        for token, logit in expected:
            assert float(found[0, token]) == pytest.approx(logit, rel=1e-5, abs=1e-5)


def test_the_worked_example_of_dry() -> None:
    """Context a b c c b c y a b c: writing c again would repeat 3 tokens, b 1, y 2."""
    a, b, c, y = range(4)
    stage = sampling.stages.DRY(1.0, allowed_length=1)

    assert {c: 3, b: 1, y: 2} == stage.prolonged(torch.tensor([a, b, c, c, b, c, y, a, b, c]).flip(0).numpy())


def test_dry_reaches_minus_infinity_and_the_row_lives_on() -> None:
    """A penalty beyond float32 is -inf, no error; a pipeline does not let it empty a row."""
    history = [1, 2] * 200
    stage = sampling.stages.DRY(1e30, 2.0, last=1000)
    penalised = stage.apply(torch.zeros(1, 3), step(history))
    assert penalised[0, 1] == -torch.inf

    rows = Pipeline(
        [sampling.stages.AllowedTokens([1]), sampling.stages.DRY(1e30, 2.0), sampling.stages.Greedy()], order="free"
    ).start(torch.tensor([history]))
    assert [1] == rows.sample(torch.zeros(1, 3)).tolist()


TRUNCATIONS: dict[str, Callable[[Random], tuple[Stage, Callable[[reference.Row], reference.Row]]]] = {}


def truncation(
    name: str,
) -> Callable[[Callable[[Random], tuple[Stage, Callable[[reference.Row], reference.Row]]]], None]:
    def keep(make: Callable[[Random], tuple[Stage, Callable[[reference.Row], reference.Row]]]) -> None:
        TRUNCATIONS[name] = make

    return keep


@truncation("top_k")
def _(random: Random) -> tuple[Stage, Callable[[reference.Row], reference.Row]]:
    k = random.choice((-1, 0, 1, 2, 5, 40))
    return sampling.stages.TopK(k, ties="exact", zero="off"), lambda row: reference.top_k(row, k)


@truncation("top_p")
def _(random: Random) -> tuple[Stage, Callable[[reference.Row], reference.Row]]:
    p, keep = random.choice((-0.5, 0.0, 0.1, 0.5, 0.95, 1.0, 1.5)), random.choice((0, 1, 3))
    stage = sampling.stages.TopP(p, summed="from most", min_tokens_to_keep=max(keep, 1))
    return stage, lambda row: reference.top_p(row, p, keep)


@truncation("min_p")
def _(random: Random) -> tuple[Stage, Callable[[reference.Row], reference.Row]]:
    p, keep = random.choice((-1.0, 0.0, 0.05, 0.4, 1.0, 1.7)), random.choice((0, 1, 3))
    stage = sampling.stages.MinP(p, compared="logits", min_tokens_to_keep=max(keep, 1))
    return stage, lambda row: reference.min_p(row, p, keep)


@truncation("typical")
def _(random: Random) -> tuple[Stage, Callable[[reference.Row], reference.Row]]:
    p, keep = random.choice((0.0, 0.1, 0.5, 0.95, 1.0, 2.0)), random.choice((0, 1, 3))
    stage = sampling.stages.Typical(p, comparison=">", ties="exact", min_tokens_to_keep=max(keep, 1))
    return stage, lambda row: reference.typical(row, p, keep)


@truncation("temperature")
def _(random: Random) -> tuple[Stage, Callable[[reference.Row], reference.Row]]:
    t = random.choice((-1.0, 0.0, 0.3, 1.0, 1.7))
    return sampling.stages.Temperature(t, zero="greedy"), lambda row: reference.temperature(row, t)


@truncation("temp_ext")
def _(random: Random) -> tuple[Stage, Callable[[reference.Row], reference.Row]]:
    t, delta, exponent = random.choice((0.0, 0.5, 1.2)), random.choice((0.0, 0.3, 2.0)), random.choice((0.5, 1.0, 2.0))
    stage = sampling.stages.DynamicTemperature(t, delta, exponent)
    return stage, lambda row: reference.dynamic_temperature(row, t, delta, exponent)


@truncation("top_n_sigma")
def _(random: Random) -> tuple[Stage, Callable[[reference.Row], reference.Row]]:
    n = random.choice((-1.0, 0.0, 0.4, 1.0, 2.5))
    return sampling.stages.TopNSigma(n), lambda row: reference.top_n_sigma(row, n)


@pytest.mark.parametrize("name", sorted(TRUNCATIONS))
def test_a_truncation(name: str) -> None:
    """The same candidates stay, at the same probabilities, off values included."""
    random = Random(name)
    for _ in range(TRIALS):
        logits = logits_of(random)
        if all(logit == -math.inf for logit in logits):
            logits[0] = 0.0
        stage, expected = TRUNCATIONS[name](random)
        assert_row(expected(reference.row_of(logits)), stage.apply(torch.tensor([logits]), step()))


def test_xtc() -> None:
    """The coin, the threshold, and how many tokens must stay."""
    random = Random(5)
    for _ in range(TRIALS * 3):
        logits = logits_of(random)
        logits[0] = 0.1
        probability, threshold = random.choice((-1.0, 0.0, 0.5, 1.0)), random.choice((0.0, 0.02, 0.1, 0.3, 0.5, 0.6))
        keep, u = random.choice((0, 1, 3, 100)), random.random()
        stage = sampling.stages.XTC(probability, threshold, min_tokens_to_keep=keep)
        expected = reference.xtc(reference.row_of(logits), probability, threshold, keep, u)
        assert_row(expected, stage.apply(torch.tensor([logits]), step(u=u)))


@pytest.mark.parametrize("version", [1, 2])
def test_mirostat(version: int) -> None:
    """What it keeps, and how μ moves, token after token."""
    random = Random(version)
    for _ in range(TRIALS):
        tau, eta = random.choice((0.5, 3.0, 5.0)), random.choice((0.1, 0.5))
        width = random.choice((2, 5, 60))
        oracle = reference.Mirostat(tau, eta, width if version == 1 else None)
        stage = sampling.stages.Mirostat(width, tau, eta) if version == 1 else sampling.stages.MirostatV2(tau, eta)
        state = stage.begin(1, torch.device("cpu"))
        for _ in range(6):
            logits = [random.gauss(0, 2) for _ in range(width)]
            assert float(state) == pytest.approx(oracle.mu, abs=1e-4)
            oracle.mu = float(state)
            kept = oracle.kept(reference.row_of(logits))
            before = torch.tensor([logits])
            after = stage.transform(before, step(), state)
            assert_row(kept, after)
            token = random.choice(kept)[0]
            oracle.chosen(kept, token)
            state = stage.update(state, before, after, torch.tensor([token]))


def test_mirostat_keeps_all_where_its_formula_overflows() -> None:
    """A flat row, or a large μ, wants more candidates than there are: all stay (llama.cpp keeps one)."""
    stage = sampling.stages.Mirostat(50, tau=20.0)
    state = stage.begin(1, torch.device("cpu"))

    assert 50 == int((stage.transform(torch.randn(1, 50) / 100, step(), state) > -torch.inf).sum())


def test_adaptive_p() -> None:
    """The bent scores and the memory, token after token; a negative target draws as usual."""
    random = Random(9)
    for _ in range(TRIALS):
        target, decay = random.choice((-1.0, 0.0, 0.3, 0.9, 1.5)), random.choice((0.0, 0.5, 0.9, 2.0))
        oracle, stage = reference.AdaptiveP(target, decay), sampling.stages.AdaptiveP(target, decay)
        state = stage.begin(1, torch.device("cpu"))
        for _ in range(5):
            logits = logits_of(random)
            logits[0] = 0.5
            row = reference.row_of(logits)
            before = torch.tensor([logits])
            after = stage.transform(before, step(), state)
            assert_row(oracle.bent(row), after)
            token = random.choice(row)[0]
            if target >= 0:
                oracle.chosen(row, token)
            state = stage.update(state, before, after, torch.tensor([token]))


def test_infill() -> None:
    """Ends against text, merged beginnings, the two thresholds, the fallback."""
    random = Random(11)
    reached = set()
    for _ in range(TRIALS * 6):
        width = random.choice((2, 4, 8, 12))
        pieces = [bytes(random.choice(b"ab") for _ in range(random.randrange(4))) for _ in range(width)]
        logits = [random.gauss(0, random.choice((0.3, 2.0))) for _ in range(width)]
        ends = set(random.sample(range(width), random.choice((0, 1, 2))))
        fallback = random.randrange(width)
        expected = reference.infill(reference.row_of(logits), pieces, ends, fallback)
        found = sampling.stages.Infill(pieces, sorted(ends), fallback).apply(torch.tensor([logits]), step())
        shares = found[0].double().softmax(-1)
        for token in range(width):
            assert float(shares[token]) == pytest.approx(expected.get(token, 0.0), abs=1e-5)
        reached.add((set(expected) <= ends, expected == {fallback: 1.0}))
    assert 3 <= len(reached)


@pytest.mark.parametrize("order", ["edskypmxt", "kpt", "tpk", "xmt", "skt", "pk"])
def test_a_whole_chain(order: str) -> None:
    """Samplers in any order, on what the ones before them left."""
    random = Random(order)
    for _ in range(40):
        logits = [random.gauss(0, 3) for _ in range(30)]
        history = [random.randrange(8) for _ in range(20)]
        k, p, m, y, t = random.choice((5, 20)), random.choice((0.7, 0.95)), 0.05, 0.9, random.choice((0.6, 1.3))
        pipeline = Pipeline.from_string(
            order, top_k=k, top_p=p, min_p=m, typ_p=y, temp=t, penalty_repeat=1.2, penalty_freq=0.1, top_n_sigma=2.0,
            xtc_probability=1.0, xtc_threshold=0.1, dry_multiplier=0.8, min_keep=0,
        )  # fmt: skip
        row = reference.row_of(logits)
        rules: dict[str, Callable[[reference.Row], reference.Row]] = {
            "e": lambda r: reference.penalties(r, history, 64, 1.2, 0.1, 0.0),  # noqa: B023
            "d": lambda r: reference.dry(r, history, 0.8, 1.75, 2, 64),
            "s": lambda r: reference.top_n_sigma(r, 2.0),
            "k": lambda r: reference.top_k(r, k),
            "y": lambda r: reference.typical(r, y, 0),
            "p": lambda r: reference.top_p(r, p, 0),
            "m": lambda r: reference.min_p(r, m, 0),
            "x": lambda r: reference.xtc(r, 1.0, 0.1, 0, 0.0),
            "t": lambda r: reference.temperature(r, t),
        }
        for letter in order:
            row = rules[letter](row)
        rows = pipeline.start(torch.tensor([history]), seeds=0)
        assert_row(row, rows.scores(torch.tensor([logits])))


def test_orders_are_read_as_llama_cpp_reads_them() -> None:
    """Letters or names, in any case; unknown ones are an error with their place."""
    names = ["TopK", "TopP", "Temperature", "Categorical"]
    for text in ("kpt", "top_k;top_p;temperature", "TOP-K;nucleus;temp"):
        assert names == [type(stage).__name__ for stage in Pipeline.from_string(text).stages[1:]]
    assert "AdaptiveP" == type(Pipeline.from_string("ak", adaptive_target=0.5).stages[-1]).__name__
    with pytest.raises(ValueError, match=r"'kqt' has 'q' at 1"):
        Pipeline.from_string("kqt")
    with pytest.raises(ValueError, match=r"'tail' is no sampler; the samplers are"):
        Pipeline.from_string("top_k;tail")
    with pytest.raises(ValueError, match="needs infill"):
        Pipeline.from_string("ki")
    with pytest.raises(ValueError, match="needs vocabulary_size"):
        Pipeline.llama_cpp(mirostat=1)


def test_breakers_are_found_in_the_pieces_of_a_vocabulary() -> None:
    """A token that holds the text breaks by itself; one that ends in its beginning breaks with the tokens of the rest."""
    pieces = [b"a", b"\n", b"a\n", b"b", b"ab", b"c", None]
    ids = {piece.decode(): token for token, piece in enumerate(pieces) if piece}

    def encode(text: str) -> list[int]:
        return [ids[letter] for letter in text]

    assert [(1,), (2,)] == dry_breakers(["\n"], pieces, encode)
    assert [(0, 3, 5), (4, 5)] == dry_breakers(["abc"], pieces, encode)
    with pytest.raises(ValueError, match="the empty text"):
        dry_breakers([""], pieces, encode)
