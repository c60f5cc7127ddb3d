"""The fused sampler means what its definition says, token for token, and the definition means what transformers does."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from constrain import _sampling  # noqa: E402
from constrain.errors import ConstrainError  # noqa: E402
from constrain.sampling.kernels import definition, fused  # noqa: E402
from constrain.sampling.kernels.chain import Chain  # noqa: E402
from constrain.sampling.kernels.splitmix import GOLDEN, MASK, exponential, mixed, mixed_int  # noqa: E402
from tests.sampling.chains import Case, Cases, packed  # noqa: E402

LEVELS = _sampling.levels()


def assert_same(case: Case, kernel: str) -> None:
    """Scores and tokens of `kernel` are those of the definition, bit by bit."""
    scores = definition.process(case.logits, case.chain, *case.given())
    before = case.logits.clone()
    assert torch.equal(scores, fused.process(case.logits, case.chain, kernel=kernel, **case.named())), case
    expected = definition.draw(scores, case.uniforms)
    drawn = fused.sample(case.logits, case.uniforms, case.chain, kernel=kernel, allow_empty=True, **case.named())
    assert torch.equal(expected, drawn), case
    keys = ((case.uniforms - 0.5) * 2.0**64).long()
    expected = definition.race(scores, exponential(keys, scores.shape[1]))
    drawn = fused.sample(case.logits, keys, case.chain, kernel=kernel, allow_empty=True, **case.named())
    assert torch.equal(expected, drawn), case
    assert torch.equal(before.nan_to_num(1.5), case.logits.nan_to_num(1.5))


@pytest.mark.parametrize("kernel", LEVELS)
@pytest.mark.parametrize("seed", range(3))
def test_every_kernel_equals_the_definition(kernel: str, seed: int) -> None:
    """Over dtypes, widths, strides, ties, infinities, NaN, masks, histories, parameters of each row and every order."""
    cases = Cases(seed)
    for _ in range(150):
        assert_same(next(cases), kernel)


@pytest.mark.slow
@pytest.mark.parametrize("kernel", LEVELS)
@pytest.mark.parametrize("seed", range(100, 120))
def test_every_kernel_equals_the_definition_at_length(kernel: str, seed: int) -> None:
    """The same over many more cases."""
    cases = Cases(seed)
    for _ in range(1000):
        assert_same(next(cases), kernel)


@pytest.mark.parametrize("kernel", LEVELS)
@pytest.mark.parametrize("spread", [0.01, 1.0, 3.0, 8.0])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_rows_of_a_real_width_equal_the_definition(kernel: str, spread: float, dtype: Any) -> None:
    """Where the cut is guessed from a sample and weights are rough: nearly uniform, flat, real and peaked rows."""
    generator = torch.Generator().manual_seed(int(spread * 100))
    logits = (torch.randn(2, 151_936, generator=generator) * spread).to(dtype)
    for chain in (
        Chain(temperature=0.7, top_p=0.95),
        Chain(top_p=[0.5, 0.999], min_p=0.01),
        Chain(temperature=0.7),
        Chain(1.05, temperature=0.7, top_k=20, top_p=0.8),
        Chain(top_k=[1000, 30_000]),
    ):
        uniforms = torch.rand(2, generator=generator, dtype=torch.float64)
        seen = torch.randint(0, 151_936, (2, 300), generator=generator)
        assert_same(Case(logits, chain, uniforms, None, seen, None), kernel)


@pytest.mark.parametrize("kernel", LEVELS)
def test_borders_that_rounding_could_move_stay(kernel: str) -> None:
    """Equal scores: token i is drawn exactly from i / n on, and top-p keeps the same of them as the definition."""
    n = 8192
    logits = torch.zeros(1, n).expand(64, n)
    tokens = torch.randint(0, n, (64,), generator=torch.Generator().manual_seed(0))
    for shift in (0.0, 0.5, 1 - 2**-20):
        drawn = fused.sample(logits, (tokens.double() + shift) / n, Chain(), kernel=kernel)
        assert torch.equal(tokens, drawn)
    for p in (0.1, 0.25, 0.5, 0.7, 0.9, 1 - 2**-13):
        assert_same(Case(logits[:1], Chain(top_p=p), torch.tensor([0.5]).double(), None, None, None), kernel)
    for p in (0.25, 0.5, 0.75):
        kept = fused.process(logits[:1], Chain(top_p=p), kernel=kernel) > -math.inf
        assert p * n == int(kept.sum())


@pytest.mark.parametrize("kernel", LEVELS)
def test_a_border_of_top_p_that_lies_on_a_token_is_decided_exactly(kernel: str) -> None:
    """Shares that lie just beside the middle of two float32 numbers: an error of 1e-9 in a sum would move the cut."""
    logits = torch.randn(1, 20_000, generator=torch.Generator().manual_seed(5)) * 0.3
    ascending = definition.weights(logits).sort().values[0].cumsum(0).numpy()
    shares = ascending / ascending[-1]
    nearest = shares.astype(np.float32)
    other = np.nextafter(nearest, np.where(nearest < shares, np.float32(2), np.float32(-1)))
    lower = np.minimum(nearest, other).astype(np.float64)
    beside = np.abs(shares - (lower + np.maximum(nearest, other)) / 2) / shares
    order = [place for place in np.argsort(beside) if 100 < place < 19_900 and beside[place] > 1e-13]
    for place in order[:40]:
        chain = Chain(top_p=1 - lower[place])
        assert torch.equal(definition.process(logits, chain), fused.process(logits, chain, kernel=kernel)), place


@pytest.mark.parametrize("kernel", LEVELS)
def test_scores_that_a_temperature_makes_equal_are_ties(kernel: str) -> None:
    """Neighbouring floats below 2, divided by 0.95, become one; top-k keeps both or neither, wherever they lie."""
    rng = np.random.default_rng(3)
    for k in (1, 2, 3, 4):
        logits = torch.zeros(40, 6000)
        for row in logits:
            places = torch.from_numpy(rng.choice(6000, 6, replace=False))
            row[places] = 1.95 + torch.from_numpy(rng.permutation(6)).float() * 2**-23
        assert_same(Case(logits, Chain(temperature=0.95, top_k=k), torch.rand(40).double(), None, None, None), kernel)


def test_splitmix_is_one_function_in_all_its_forms() -> None:
    """Of integers, of arrays, of tensors; and the first outputs for seed 1234567 that its authors' C code prints."""
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    keys = [0, 1, 1234567, MASK, 2**63 + 5]
    assert known == [mixed_int((1234567 + n * GOLDEN) & MASK) for n in range(5)]
    places = np.arange(1, 40, dtype=np.uint64)
    for key in keys:
        numbers = [mixed_int((key + n * GOLDEN) & MASK) for n in range(1, 40)]
        assert numbers == mixed(np.uint64(key) + places * np.uint64(GOLDEN)).tolist()
        signed = torch.tensor([key - (1 << 64) if key >> 63 else key])
        uniforms = torch.exp(-exponential(signed, 39))[0]
        assert torch.allclose(torch.tensor([n / 2**64 for n in numbers], dtype=torch.float64), uniforms, atol=1e-15)


@pytest.mark.parametrize("kernel", [*LEVELS, "definition"])
def test_draws_follow_the_distribution_and_never_the_forbidden(kernel: str) -> None:
    """Chi-square over a small vocabulary; a forbidden or removed token is never drawn."""
    rows, rng = 40_000, np.random.default_rng(7)
    logits = torch.from_numpy(rng.normal(size=(1, 37)).astype(np.float32)).expand(rows, 37)  # one row, many times
    allowed = rng.random(37) < 0.6
    bitmask = packed(allowed[None]).expand(rows, -1)
    chain = Chain(temperature=1.3, top_k=15, min_p=0.02)
    expected = torch.softmax(definition.process(logits[:1], chain, bitmask[:1])[0].double(), 0).numpy() * rows
    possible = expected > 0
    freedom = int(possible.sum()) - 1
    for numbers in (torch.from_numpy(rng.random(rows)), torch.from_numpy(rng.integers(-(2**63), 2**63, rows))):
        drawn = fused.sample(logits, numbers, chain, bitmask=bitmask, kernel=kernel)
        counts = np.bincount(drawn.numpy(), minlength=37)
        assert not counts[~allowed].any()
        assert not counts[expected == 0].any()
        chi = float(((counts - expected)[possible] ** 2 / expected[possible]).sum())
        assert chi < freedom + 5 * math.sqrt(2 * freedom)


def test_processors_of_transformers_give_the_same_scores() -> None:
    """Kept sets and scores of the definition are those of transformers' chain, over random parameters and shapes."""
    transformers = pytest.importorskip("transformers")
    rng = np.random.default_rng(0)
    for _ in range(150):
        rows, width = int(rng.integers(1, 4)), int(rng.integers(2, 2000))
        logits = torch.from_numpy(rng.normal(size=(rows, width)).astype(np.float32) * float(rng.choice([0.5, 2, 6])))
        ids = torch.from_numpy(rng.integers(0, width, (rows, 12)))
        penalty, temperature = float(rng.choice([0.8, 1.05, 1.5])), float(rng.choice([0.3, 0.7, 1.5]))
        k, p, low = int(rng.choice([1, 5, 50, 3000])), float(rng.choice([0.0, 0.3, 0.8, 0.95])), float(rng.random() / 9)
        keep = int(rng.choice([1, 2, 4]))
        expected = logits
        for processor in (
            transformers.RepetitionPenaltyLogitsProcessor(penalty),
            transformers.TemperatureLogitsWarper(temperature),
            transformers.TopKLogitsWarper(k, min_tokens_to_keep=keep),
            transformers.TopPLogitsWarper(p, min_tokens_to_keep=keep),
            transformers.MinPLogitsWarper(low, min_tokens_to_keep=keep),
        ):
            expected = processor(ids, expected)
        chain = Chain(penalty, 0.0, 0.0, temperature, k, p, low, min_tokens_to_keep=keep)

        assert torch.equal(expected, definition.process(logits, chain, repeated=ids))
        assert torch.equal(expected, fused.process(logits, chain, repeated=ids))


def test_the_kernel_that_runs_is_the_fastest_or_the_one_named() -> None:
    """Native for half and single precision on the CPU, the definition for float64; a kernel that cannot is refused."""
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        assert [*LEVELS, "definition"] == fused.kernels(torch.zeros(1, 4, dtype=dtype))
    assert "portable" == LEVELS[-1]
    assert ["definition"] == fused.kernels(torch.zeros(1, 4, dtype=torch.float64))
    assert [2] == fused.sample(torch.eye(4).double()[2:3], torch.zeros(1), Chain(temperature=0)).tolist()
    with pytest.raises(ValueError, match=r"cannot take torch.float64 logits on cpu; there is definition"):
        fused.process(torch.zeros(1, 4, dtype=torch.float64), Chain(), kernel="portable")
    with pytest.raises(ValueError, match="no level nonsense"):
        _sampling.run(
            "nonsense", 0, 0, 0, (0, 0, 0), *(0, (0, 0, 0)) * 3, 0, 0, 0, False, "0123", False, 1, False, 0, 0
        )


@pytest.mark.parametrize("kernel", [*LEVELS, "definition"])
def test_a_row_with_nothing_left_is_an_error_that_names_it(kernel: str) -> None:
    """All -inf, all NaN, all forbidden, a bitmask without words; or -1 on request, and the other rows as ever."""
    logits = torch.tensor([[0.0, 1.0, 2.0]] * 4)
    logits[1], logits[2] = float("-inf"), float("nan")
    bitmask = torch.tensor([[0b010], [0b111], [0b111], [0]], dtype=torch.int32)
    half = torch.full((4,), 0.5)
    assert [1, -1, -1, -1] == fused.sample(
        logits, half, Chain(), bitmask=bitmask, kernel=kernel, allow_empty=True
    ).tolist()
    with pytest.raises(ConstrainError, match=r"no token is left in row 1 \(3 of 4 rows\)"):
        fused.sample(logits, half, Chain(), bitmask=bitmask, kernel=kernel)
    none = torch.zeros((4, 0), dtype=torch.int32)
    assert [-1] * 4 == fused.sample(logits, half, Chain(), bitmask=none, kernel=kernel, allow_empty=True).tolist()
    assert [] == fused.sample(logits[:0], half[:0], Chain(), kernel=kernel).tolist()


@pytest.mark.parametrize("kernel", [*LEVELS, "definition"])
def test_nan_can_be_refused_where_it_is_allowed(kernel: str) -> None:
    """`refuse_nan` empties a row for a NaN that the bitmask lets through, not for one that it forbids."""
    for width in (40, 3000):
        logits = torch.zeros(4, width)
        logits[1, 5] = logits[2, 6] = logits[3, width - 1] = math.nan
        allowed = np.ones((4, width), bool)
        allowed[2, 6] = False
        allowed[3, : width - 1] = False
        given: dict[str, Any] = {"bitmask": packed(allowed), "kernel": kernel, "allow_empty": True}
        quarter = torch.full((4,), 0.25)
        refused = fused.sample(logits, quarter, Chain(), refuse_nan=True, **given).tolist()
        taken = fused.sample(logits, quarter, Chain(), **given).tolist()
        assert [False, True, False, True] == [token < 0 for token in refused]
        assert [False, False, False, True] == [token < 0 for token in taken]


@pytest.mark.parametrize("kernel", [*LEVELS, "definition"])
def test_infinite_scores_share_everything(kernel: str) -> None:
    """Tokens at +inf, given or made by a tiny temperature, are equally likely and all others impossible."""
    logits = torch.tensor([[0.0, math.inf, 3.0, math.inf]])
    assert [[-math.inf, 0, -math.inf, 0]] == fused.process(logits, Chain(top_p=0.9), kernel=kernel).tolist()
    drawn = fused.sample(logits.expand(2, 4), torch.tensor([0.4, 0.6]), Chain(), kernel=kernel)
    assert [1, 3] == drawn.tolist()
    hot = fused.process(torch.tensor([[1.0, 2.0, -1.0]]), Chain(temperature=1e-39), kernel=kernel)
    assert [[0, 0, -math.inf]] == hot.tolist()


def test_threads_do_not_disturb_one_another() -> None:
    """The kernel works in its own thread's memory, so concurrent calls give what single ones give."""
    cases = [next(Cases(seed)) for seed in range(40)]

    def tokens(case: Case) -> list[int]:
        drawn = fused.sample(case.logits, case.uniforms, case.chain, allow_empty=True, **case.named())
        return list(drawn.tolist())

    expected = [tokens(case) for case in cases]
    with ThreadPoolExecutor(4) as pool:
        assert expected * 5 == list(pool.map(tokens, cases * 5))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"temperature": -1.0}, r"temperature is -1.0; expected a number of at least 0"),
        ({"temperature": math.nan}, r"temperature is nan"),
        ({"repetition_penalty": [1.0, 0.0]}, r"repetition_penalty of row 1 is 0.0; expected a positive number"),
        ({"top_k": 1.5}, r"top_k is 1.5; expected an integer of at least 0"),
        ({"top_p": torch.tensor([0.5, 1.5])}, r"top_p of row 1 is 1.5"),
        ({"min_p": "0.1"}, r"min_p is '0.1'"),
        ({"min_p": [[0.1]]}, r"min_p has shape \(1, 1\)"),
        ({"order": ("top_k",)}, r"order is \('top_k',\); expected temperature, top_k, top_p, min_p, each once"),
        ({"top_k_ties": "cut"}, r"top_k_ties is 'cut'"),
        ({"min_tokens_to_keep": 0}, r"min_tokens_to_keep is 0"),
    ],
)
def test_a_chain_says_what_is_wrong_with_it(arguments: dict[str, Any], message: str) -> None:
    """Errors name the parameter, the row and the value."""
    with pytest.raises(ValueError, match=message):
        Chain(**arguments)


def test_arguments_that_do_not_fit_together_are_refused() -> None:
    """Shapes, dtypes and numbers of rows, before anything is read."""
    logits, half, chain = torch.zeros(2, 40), torch.zeros(2), Chain()
    for error, arguments in (
        (r"uniforms have shape \(3,\), the logits have 2 rows", (logits, torch.zeros(3), chain)),
        (r"expected floating point \(rows, width\)", (torch.zeros(2, 3, 4), half, chain)),
        (r"expected floating point \(rows, width\)", (logits.int(), half, chain)),
        (
            r"top_p has 3 values, one for each prompt, and the logits have 2 rows",
            (logits, half, Chain(top_p=[1, 1, 1])),
        ),
    ):
        with pytest.raises(ValueError, match=error):
            fused.sample(*arguments)
    for error, given in (
        (r"the bitmask is torch.int64 \(2, 2\), expected int32 \(2, words\)", {"bitmask": torch.zeros(2, 2).long()}),
        (r"the bitmask is torch.int32 \(1, 2\)", {"bitmask": np.zeros((1, 2), np.int32)}),
        (
            r"repeated ids are torch.int64 \(3, 1\), expected integers \(2, any\)",
            {"repeated": torch.zeros(3, 1).long()},
        ),
        (r"counted ids are torch.float32 \(2, 1\)", {"counted": torch.zeros(2, 1)}),
    ):
        with pytest.raises(ValueError, match=error):
            fused.sample(logits, half, chain, **given)


def test_parameters_of_prompts_serve_all_their_rows() -> None:
    """Fewer values than rows: value i is for the rows of prompt i, as beams and several sequences lie."""
    logits = torch.randn(6, 50, generator=torch.Generator().manual_seed(1))
    per_prompt = fused.process(logits, Chain(top_k=[1, 2, 3]))

    assert [1, 1, 2, 2, 3, 3] == (per_prompt > -math.inf).sum(1).tolist()
