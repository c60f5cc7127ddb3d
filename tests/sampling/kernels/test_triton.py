"""The Triton kernel means what the definition says: on a GPU where there is one, else by Triton's interpreter."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("triton")

from torch.utils._python_dispatch import TorchDispatchMode  # noqa: E402

from constrain.sampling import apply_bitmask  # noqa: E402
from constrain.sampling.kernels import definition, fused  # noqa: E402
from constrain.sampling.kernels.chain import PARTS, Chain  # noqa: E402
from constrain.sampling.kernels.splitmix import exponential  # noqa: E402
from tests.sampling.chains import Case, Cases  # noqa: E402

SMALL = (1, 7, 33, 100, 1024, 1025, 1500)
WIDE = (129, 700, 1500, 3000)


def compare(case: Case, tiling: Any = None) -> None:
    """Scores and tokens of the Triton kernels are the definition's, bit by bit, on the device of the case."""
    from constrain.sampling.kernels import triton_chain

    assert "triton" in fused.kernels(case.logits)
    scores = definition.process(case.logits, case.chain, *case.given())
    keys = ((case.uniforms - 0.5) * 2.0**64).long()

    def run(numbers: Any, refuse_nan: bool = False) -> Any:
        return triton_chain.run(case.logits, case.chain, *case.given(), numbers, refuse_nan=refuse_nan, tiling=tiling)[
            numbers is None
        ]

    assert torch.equal(scores, run(None)), (tiling, case)
    drawn = definition.draw(scores, case.uniforms)
    assert torch.equal(drawn, run(case.uniforms)), (tiling, case)
    assert torch.equal(definition.race(scores, exponential(keys, scores.shape[1])), run(keys)), (tiling, case)
    nan = definition.has_nan(case.logits, case.bitmask)
    assert torch.equal(drawn.masked_fill(nan, -1), run(case.uniforms, refuse_nan=True)), (tiling, case)


def compare_divided(seed: int, count: int) -> None:
    """`count` cases whose rows are divided among many programs, in tiles and blocks of several sizes."""
    from constrain.sampling.kernels.triton_chain import Tiling

    tilings = [Tiling(128, 256, 64), Tiling(256, 256, 32), Tiling(512, 1024, 128), Tiling(128, 128, 1024)]
    cases = Cases(seed, widths=WIDE)
    for number in range(count):
        compare(next(cases), tilings[number % len(tilings)])


def compare_narrowed(seed: int, count: int) -> None:
    """`count` cases in which bounds cut rows: thousands of columns, flat or not, and truncations that leave a part.

    A bound that is a little too high, or a mass that is not quite all, shows only in such rows.
    """
    from constrain.sampling.kernels.triton_chain import Tiling

    rng = np.random.default_rng(seed)
    chains = [
        Chain(top_p=0.6),  # asks for the mass of chunks that nobody reads again
        Chain(top_k=200, top_p=0.3, min_p=0.2),  # top-p asks for the mass of what min-p removes after it
    ]
    for number in range(count):
        rows, width = int(rng.integers(1, 3)), int(rng.integers(2000, 6000))
        logits = rng.normal(size=(rows, width)) * rng.choice([0.3, 1.0, 2.0])
        if number % 2 == 0:
            logits += np.repeat(rng.normal(size=(rows, width // 128 + 1)) * 2, 128, axis=1)[:, :width]
        chain = Chain(
            temperature=float(rng.choice([0.7, 1.0, 1.5])),
            top_k=int(rng.choice([0, 0, 1, 2, 3, 5, 8, 200])),
            top_p=float(rng.choice([1.0, 0.3, 0.6, 0.9, 0.99])),
            min_p=float(rng.choice([0.0, 0.0, 0.02, 0.2])),
            order=tuple(rng.permutation(np.array(PARTS)).tolist()),
            min_tokens_to_keep=int(rng.choice([1, 1, 4])),
        )
        chain = chains[number] if number < len(chains) else chain
        uniforms = torch.from_numpy(rng.random(rows))
        compare(Case(torch.from_numpy(logits).float(), chain, uniforms, None, None, None), Tiling(1024, 2048, 256))


def interpret(code: str, interpreter: bool = True) -> None:
    """Runs `code`, which sees this module, in a process of its own, because Triton decides when it is imported."""
    environment = {**os.environ, "TRITON_INTERPRET": str(int(interpreter)), "OMP_NUM_THREADS": "1"}
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", f"from tests.sampling.kernels.test_triton import *\n{code}"],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]


def masks_alike(seed: int, count: int, device: str = "cpu") -> None:
    """`apply_bitmask`, also in place, over dtypes, layouts, and bitmasks that are too short or too long."""
    from constrain.sampling.kernels import triton_mask

    rng = np.random.default_rng(seed)
    for _ in range(count):
        rows, width = int(rng.integers(1, 4)), int(rng.choice([1, 31, 32, 33, 100, 2047, 2049, 5000]))
        dtype = (torch.float32, torch.float16, torch.bfloat16, torch.float64)[rng.integers(4)]
        scores = torch.from_numpy(rng.normal(size=(rows, width))).to(device, dtype)
        words = rng.integers(-(2**31), 2**31, (rows, rng.integers(1, (width + 31) // 32 + 2))).astype(np.int32)
        words[:, ::3], words[:, 1::3] = 0, -1
        bitmask = torch.from_numpy(words).to(device)
        expected = definition.apply_bitmask(scores, bitmask)
        if rng.random() < 0.5:
            scores = scores.t().contiguous().t()
        assert triton_mask.takes(scores)
        assert torch.equal(expected, triton_mask.apply_bitmask(scores, bitmask))
        triton_mask.apply_bitmask(scores, bitmask, inplace=True)
        assert torch.equal(expected, scores)


class Waiting(TorchDispatchMode):
    """Raises where a step asks for values, which on a device it would have to wait for."""

    def __torch_dispatch__(self, function: Any, types: Any, given: Any = (), options: Any = None) -> Any:
        name = function.overloadpacket.__name__
        if name in ("_local_scalar_dense", "nonzero", "masked_select", "unique", "equal", "is_nonzero"):
            raise AssertionError(f"{name} waits for the device")
        return function(*given, **options or {})


def nothing_waits() -> None:
    """The chain asks for no values, and what it is made of is sent to the device once."""
    from constrain.sampling.kernels import triton_chain

    logits = torch.randn(2, 3000, generator=torch.Generator().manual_seed(0))
    bitmask = torch.full((2, 94), -1, dtype=torch.int32)
    chain = Chain(1.1, 0.1, 0.1, 0.7, 20, [0.8, 1.0], 0.01)
    ids, uniforms = torch.tensor([[1, 2], [3, -1]]), torch.tensor([0.1, 0.9], dtype=torch.float64)
    with Waiting():
        for numbers in (uniforms, torch.tensor([1, 2])):
            fused.sample(logits, numbers, chain, bitmask=bitmask, repeated=ids, counted=ids, kernel="triton",
                         allow_empty=True, refuse_nan=True)  # fmt: skip
        fused.process(logits, chain, bitmask=bitmask, kernel="triton")
    assert triton_chain.plan_of(chain, 2, logits.device) is triton_chain.plan_of(chain, 2, logits.device)
    with pytest.raises(AssertionError, match="waits"), Waiting():
        fused.sample(logits, uniforms, chain, kernel="triton")  # it has to say that no row is empty


def few_are_left() -> None:
    """Bounds are close: of 20,000 tokens a chain looks again at no more than these."""
    from constrain.sampling.kernels import triton_chain
    from constrain.sampling.kernels.triton_chain import Tiling

    logits = torch.randn(1, 20_000, generator=torch.Generator().manual_seed(0)) * 3
    half, key = torch.tensor([0.5], dtype=torch.float64), torch.tensor([5])
    for chain, numbers, most in (
        (Chain(temperature=0.7, top_k=20, top_p=0.8), half, 40),
        (Chain(temperature=0.0), half, 1),
        (Chain(temperature=0.7, top_p=0.9), half, 300),  # the chain leaves 166
        (Chain(top_p=0.9, temperature=0.7, order=("top_p", "top_k", "min_p", "temperature")), half, 6000),  # 1,522
        (Chain(temperature=0.7, min_p=0.05), half, 40),
        (Chain(temperature=0.7), half, 128),
        (Chain(temperature=0.7), key, 256),
    ):
        plan = triton_chain.plan_of(chain, 1, logits.device)
        shared, _, _, places = triton_chain.narrow(logits, plan, None, None, None, numbers, Tiling(1024, 4096, 1024))
        begin = 625 + places.segments  # behind the words of 20,000 columns, and whether there is a NaN
        counts = shared[2][0, begin : begin + places.segments]
        assert 1 <= int(counts.sum()) <= most, (chain, counts)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU to run it on")
@pytest.mark.parametrize(
    "code",
    [
        "cases = Cases(0, widths=SMALL)\nfor _ in range(12): compare(next(cases))",
        "compare_divided(0, 3)",
        "compare_narrowed(0, 8)",
        "masks_alike(0, 30)",
        "nothing_waits()",
        "few_are_left()",
    ],
)
def test_interpreted_kernels_equal_the_definition(code: str) -> None:
    """Some cases of all kinds, small because the interpreter takes a second for each."""
    interpret(code)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 9))
def test_interpreted_kernels_equal_the_definition_at_length(seed: int) -> None:
    """The same over more of them."""
    interpret(f"cases = Cases({seed}, widths=SMALL)\nfor _ in range(60): compare(next(cases))")
    interpret(f"compare_divided({seed}, 40)")
    interpret(f"compare_narrowed({seed}, 150)")


class Elsewhere:
    """Triton's idea of a device, of compute capability 9.0, where there is none: kernels compile and are not launched."""

    def __init__(self) -> None:
        from triton.runtime import driver
        from triton.runtime.jit import JITFunction

        self.kernels: dict[str, Any] = {}
        driver.set_active(self)

        def chosen(function: Any, grid: Any) -> Any:
            def compile_only(*given: Any, **options: Any) -> None:
                kernel = function.run(*given, grid=grid, warmup=True, **options)
                self.kernels[f"{function.fn.__name__} {len(self.kernels)}"] = kernel

            return compile_only

        JITFunction.__getitem__ = chosen  # type: ignore[method-assign]

    def get_current_target(self) -> Any:
        from triton.backends.compiler import GPUTarget

        return GPUTarget("cuda", 90, 32)

    def get_current_device(self) -> int:
        return 0

    def get_current_stream(self, device: int) -> int:
        return 0


def compile_elsewhere(row_counts: tuple[int, ...], widths: tuple[int, ...], chains: tuple[Chain, ...]) -> None:
    """Everything that a step launches compiles, as it is launched, down to machine code.

    Scores are divided and rounded as IEEE 754 asks; and where logits lie side by side, sixteen bytes are read at once.
    """
    from constrain.sampling.kernels import triton_chain, triton_mask

    device = Elsewhere()
    for rows, width, chain in itertools.product(row_counts, widths, chains):
        logits, ids = torch.zeros(rows, width, dtype=torch.bfloat16), torch.zeros(rows, 3, dtype=torch.int64)
        bitmask = torch.zeros(rows, (width + 31) // 32, dtype=torch.int32)
        for inplace in (False, True):
            triton_mask.apply_bitmask(logits, bitmask, inplace=inplace)
        for numbers in (torch.zeros(rows, dtype=torch.float64), ids[:, 0], None):
            for mask, history in ((bitmask, ids), (None, None)):
                device.kernels.clear()
                triton_chain.run(logits, chain, mask, history, history, numbers, refuse_nan=numbers is not None)
                names = {name.split()[0] for name in device.kernels}
                assert names >= {"survey", "bound", "gather", "decide"}, names
                for name, kernel in device.kernels.items():
                    code = kernel.asm["ptx"]
                    assert kernel.asm["cubin"], name
                    assert "fma.rn.f32" not in code, name
                    if name.split()[0] in ("survey", "gather", "decide"):
                        assert "div.full" not in code, name
                    if name.split()[0] in ("survey", "gather") and width % 16 == 0:
                        assert "ld.global.v4.b32" in code, name


@pytest.mark.parametrize(
    "case",
    [
        "(1,), (151_936,), (Chain(1.1, 0.1, 0.1, 0.7, 20, 0.8, 0.01),)",
        pytest.param(
            "(1, 3), (50, 262_145), (Chain(1.1, 0.1, 0.1, 0.7, 20, 0.8, 0.01), Chain(top_p=0.9), Chain(), "
            "Chain(top_k=5, top_k_ties='exact', min_tokens_to_keep=3, order=('top_k', 'top_p', 'min_p', 'temperature')))",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["usual", "all"],
)
def test_kernels_compile_for_a_gpu_that_is_not_here(case: str) -> None:
    """As a step launches them, for one row and more, usual and odd widths."""
    interpret(f"compile_elsewhere({case})", interpreter=False)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
@pytest.mark.parametrize("seed", range(16))
def test_kernel_on_the_gpu_equals_the_definition(seed: int) -> None:
    """Dtypes, widths, strides, masks, histories, orders; and it is the kernel chosen by default."""
    case = next(Cases(seed))  # one, since each compiles some fifteen kernels for itself: a minute
    moved = [None if x is None else x.cuda() for x in (case.logits, case.uniforms, *case.given())]
    on_gpu = Case(moved[0], case.chain, moved[1], *moved[2:])
    assert "triton" == fused.kernels(on_gpu.logits)[0]
    compare(on_gpu)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
def test_rows_of_a_real_width_on_the_gpu() -> None:
    """151,936 columns, flat and peaked."""
    generator = torch.Generator("cuda").manual_seed(0)
    for spread in (0.01, 1.0, 4.0):
        logits = torch.randn(4, 151_936, generator=generator, device="cuda") * spread
        uniforms = torch.rand(4, generator=generator, device="cuda", dtype=torch.float64)
        for chain in (Chain(temperature=0.7, top_p=0.95), Chain(1.05, temperature=0.7, top_k=20, top_p=0.8), Chain()):
            compare(Case(logits, chain, uniforms, None, None, None))


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
def test_a_step_does_not_wait_for_the_gpu() -> None:
    """Mask, penalties, chain and draw are launched and left alone; the second time, when the kernels are compiled."""
    logits = torch.randn(4, 151_936, device="cuda")
    bitmask = torch.full((4, 4748), -1, dtype=torch.int32, device="cuda")
    ids, uniforms = torch.tensor([[1, 2]] * 4, device="cuda"), torch.full((4,), 0.5, dtype=torch.float64, device="cuda")
    chain = Chain(1.1, 0.1, 0.1, 0.7, 20, 0.8, 0.01)

    def step() -> None:
        fused.sample(
            logits, uniforms, chain, bitmask=bitmask, repeated=ids, counted=ids, allow_empty=True, refuse_nan=True
        )
        apply_bitmask(logits, bitmask)
        apply_bitmask(logits, bitmask, inplace=True)

    step()
    torch.cuda.set_sync_debug_mode("error")
    try:
        step()
    finally:
        torch.cuda.set_sync_debug_mode("default")


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
def test_masks_on_the_gpu_equal_the_definition() -> None:
    """Out of place and in place."""
    masks_alike(0, 100, "cuda")
